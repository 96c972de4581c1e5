//! `kiothi wear`

use super::disk::{self, Disk};
use super::{CLEAN, print, runs};
use crate::engine::Program;
use crate::report;
use crate::rules::load;
use crate::simulate::Run;
use crate::simulate::wear::wear;
use clap::ValueEnum;
use std::path::PathBuf;
use std::sync::atomic::AtomicU64;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The variant
    variant: PathBuf,
    /// How many games
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    games: u64,
    /// The master seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The turn after which a game is left unfinished
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    max_turns: u32,
    /// Threads to play on; as many as the machine has cores unless said
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
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
    let pool = match runs::threads(arguments.threads) {
        Ok(pool) => pool,
        Err(code) => return code,
    };
    let run = Run {
        games: arguments.games,
        seed: arguments.seed,
        max_turns: arguments.max_turns,
        max_laps: u64::MAX,
    };
    let done = AtomicU64::new(0);
    let found = runs::with_progress(&done, run.games, || {
        pool.install(|| wear(&program, run, &done))
    });
    print(&match arguments.format {
        Format::Table => report::wear(variant, &program, &found, run.seed),
        Format::Json => report::wear_json(variant, &program, &found, run.seed),
    });
    CLEAN
}
