//! `kiothi wear`

use super::disk::{self, Disk};
use super::runs::{self, Chance, Threads};
use super::{CLEAN, Format, RESULTS, one_of, print};
use crate::engine::Program;
use crate::experiment::{GAMES, USUAL_GAMES, USUAL_MAX_TURNS};
use crate::report;
use crate::rules::load;
use crate::simulate::Run;
use crate::simulate::wear::wear;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The variant
    variant: PathBuf,
    /// How many games
    #[arg(long, default_value_t = USUAL_GAMES, value_parser = clap::value_parser!(u64).range(GAMES))]
    games: u64,
    #[command(flatten)]
    chance: Chance,
    #[command(flatten)]
    threads: Threads,
    /// How to print it
    #[arg(long, value_parser = one_of(&RESULTS), default_value = "table")]
    format: Format,
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
        max_turns: arguments.chance.max_turns.unwrap_or(USUAL_MAX_TURNS),
        max_laps: u64::MAX,
    };
    let found = match runs::on(arguments.threads, run.games, |watch| {
        wear(&program, run, watch)
    }) {
        Ok(found) if found.games == 0 => return runs::stopped(false, None),
        Ok(found) => found,
        Err(code) => return code,
    };
    let form = || report::wear_form(variant, &program, &found, run.seed);
    print(&match arguments.format {
        Format::Json => report::json(&form()),
        Format::Csv => report::csv(&form()),
        Format::Toml => report::toml(&form()),
        _ => report::wear(variant, &program, &found, run.seed),
    });
    match found.partial {
        true => runs::stopped(true, None),
        false => CLEAN,
    }
}
