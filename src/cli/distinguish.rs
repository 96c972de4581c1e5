//! `kiothi distinguish`

use super::disk::{self, Disk};
use super::runs::{self, Chance, Threads};
use super::{CLEAN, Format, UNREADABLE, complain, one_of, print};
use crate::engine::Program;
use crate::report::{
    self,
    distinction::{self, Side},
};
use crate::rules::load;
use crate::simulate::distinguish::distinguish;
use crate::tell::Teller;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// One variant
    one: PathBuf,
    /// The other
    other: PathBuf,
    /// How many games to play under each
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// How to print what was found
    #[arg(long, value_parser = one_of(&[Format::Table, Format::Json, Format::Toml]), default_value = "table")]
    format: Format,
    #[command(flatten)]
    chance: Chance,
    #[command(flatten)]
    threads: Threads,
}

pub(super) fn run(arguments: &Arguments) -> u8 {
    let loadings =
        [&arguments.one, &arguments.other].map(|path| load(&path.to_string_lossy(), &Disk));
    let mut variants = Vec::new();
    for loading in &loadings {
        match disk::playable(loading) {
            Ok(variant) => variants.push(variant),
            Err(code) => return code,
        }
    }
    let [one, other] = variants[..] else {
        return UNREADABLE;
    };
    let programs = [one, other].map(|variant| Program::compile(&variant.ruleset));
    if programs[0].pits() != programs[1].pits() || programs[0].mark_names != programs[1].mark_names
    {
        complain(
            "error: the variants have other boards or other marks, so no position is one of both\n",
        );
        return UNREADABLE;
    }
    let found = runs::on(arguments.threads, 2 * arguments.games, |done| {
        distinguish(
            [&programs[0], &programs[1]],
            arguments.games,
            arguments.chance.seed,
            arguments.chance.max_turns.unwrap_or(10_000),
            done,
        )
    });
    let found = match found {
        Ok(found) => found,
        Err(code) => return code,
    };
    let tellers = [
        Teller::new(&loadings[0], one, &programs[0]),
        Teller::new(&loadings[1], other, &programs[1]),
    ];
    let sides = [(one, 0), (other, 1)].map(|(variant, at)| Side {
        variant,
        program: &programs[at],
        teller: &tellers[at],
    });
    let form = || distinction::form(sides, arguments.chance.seed, &found);
    print(&match arguments.format {
        Format::Json => report::json(&form()),
        Format::Toml => report::toml(&form()),
        _ => distinction::text(sides, &found),
    });
    CLEAN
}
