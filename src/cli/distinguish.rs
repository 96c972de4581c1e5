//! `kiothi distinguish`

use super::disk::{self, Disk};
use super::runs::{self, Chance, Threads};
use super::{CLEAN, Format, UNREADABLE, complain, one_of, print};
use crate::engine::Program;
use crate::report::{
    self,
    distinction::{self, Pairs, Side},
};
use crate::rules::{Loading, load};
use crate::simulate::distinguish::{Distinction, distinguish};
use crate::tell::Teller;
use std::path::PathBuf;
use std::sync::atomic::AtomicU64;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Two variants; or more, or folders of them, of which each two are taken
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// How many games to play under each of two
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
    let files = match disk::variants_in(&arguments.paths) {
        Ok(files) => files,
        Err(why) => {
            complain(&format!("error: {why}\n"));
            return UNREADABLE;
        }
    };
    if files.len() < 2 {
        complain("error: it takes two variants to tell them apart\n");
        return UNREADABLE;
    }
    let loadings: Vec<Loading> = files.iter().map(|file| load(file, &Disk)).collect();
    let mut variants = Vec::new();
    let mut worst = CLEAN;
    for loading in &loadings {
        match disk::playable(loading) {
            Ok(variant) => variants.push(variant),
            Err(code) => worst = worst.max(code),
        }
    }
    if worst != CLEAN {
        return worst;
    }
    let programs: Vec<Program> = variants
        .iter()
        .map(|variant| Program::compile(&variant.ruleset))
        .collect();
    if programs.iter().any(|program| {
        program.pits() != programs[0].pits() || program.mark_names != programs[0].mark_names
    }) {
        complain(
            "error: the variants have other boards or other marks, so no position is one of both\n",
        );
        return UNREADABLE;
    }
    let tellers: Vec<Teller<'_>> = (0..variants.len())
        .map(|at| Teller::new(&loadings[at], variants[at], &programs[at]))
        .collect();
    let sides: Vec<Side<'_>> = (0..variants.len())
        .map(|at| Side {
            variant: variants[at],
            program: &programs[at],
            teller: &tellers[at],
        })
        .collect();
    match sides[..] {
        [one, other] => two(arguments, [one, other]),
        _ => several(arguments, &sides),
    }
}

/// Asks two variants where they part.
fn two(arguments: &Arguments, sides: [Side<'_>; 2]) -> u8 {
    let found = runs::on(arguments.threads, 2 * arguments.games, |done| {
        arguments.distinguish(sides, done)
    });
    let found = match found {
        Ok(found) => found,
        Err(code) => return code,
    };
    let form = || distinction::form(sides, arguments.chance.seed, &found);
    print(&match arguments.format {
        Format::Json => report::json(&form()),
        Format::Toml => report::toml(&form()),
        _ => distinction::text(sides, &found),
    });
    CLEAN
}

/// Asks each two of several.
fn several(arguments: &Arguments, sides: &[Side<'_>]) -> u8 {
    let groups = distinction::groups(sides);
    let pairs: Vec<(usize, usize)> = (0..groups.len())
        .flat_map(|one| (one + 1..groups.len()).map(move |other| (one, other)))
        .collect();
    let games = 2 * arguments.games * pairs.len() as u64;
    let found = runs::on(arguments.threads, games, |done| {
        pairs
            .iter()
            .map(|&(one, other)| {
                let sides = [groups[one][0], groups[other][0]];
                (one, other, arguments.distinguish(sides, done))
            })
            .collect()
    });
    let pairs = match found {
        Ok(found) => Pairs {
            groups,
            found,
            seed: arguments.chance.seed,
            games: arguments.games,
        },
        Err(code) => return code,
    };
    print(&match arguments.format {
        Format::Json => report::json(&pairs.form()),
        Format::Toml => report::toml(&pairs.form()),
        _ => pairs.text(),
    });
    CLEAN
}

impl Arguments {
    fn distinguish(&self, sides: [Side<'_>; 2], done: &AtomicU64) -> Distinction {
        distinguish(
            sides.map(|side| side.program),
            self.games,
            self.chance.seed,
            self.chance.max_turns.unwrap_or(10_000),
            done,
        )
    }
}
