//! `kiothi wear`

use super::disk::{self, Disk};
use super::runs::{self, Chance, Threads};
use super::{CLEAN, print};
use crate::engine::Program;
use crate::report;
use crate::rules::load;
use crate::simulate::Run;
use crate::simulate::wear::wear;
use clap::ValueEnum;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The variant
    variant: PathBuf,
    /// How many games
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    games: u64,
    #[command(flatten)]
    chance: Chance,
    #[command(flatten)]
    threads: Threads,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people: drawn on the board
    Table,
    /// For programs: for each pit what each player did to it
    Json,
}

pub(super) fn run(arguments: &Arguments) -> u8 {
    let loading = load(&arguments.variant.to_string_lossy(), &Disk);
    let variant = match disk::playable(&loading) {
        Ok(variant) => variant,
        Err(code) => return code,
    };
    let program = Program::compile(&variant.ruleset);
    let run = Run {
        games: arguments.games,
        seed: arguments.chance.seed,
        max_turns: arguments.chance.max_turns.unwrap_or(100_000),
        max_laps: u64::MAX,
    };
    let found = match runs::on(arguments.threads, run.games, |done| {
        wear(&program, run, done)
    }) {
        Ok(found) => found,
        Err(code) => return code,
    };
    print(&match arguments.format {
        Format::Table => report::wear(variant, &program, &found, run.seed),
        Format::Json => report::wear_json(variant, &program, &found, run.seed),
    });
    CLEAN
}
