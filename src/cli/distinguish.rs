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
use crate::simulate::Watch;
use crate::simulate::distinguish::{Distinction, distinguish};
use crate::tell::Teller;
use std::path::PathBuf;

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
        Err(code) => return code,
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
    if !programs
        .iter()
        .all(|program| program.shares_positions_with(&programs[0]))
    {
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
    let found = runs::on(arguments.threads, 2 * arguments.games, |watch| {
        arguments.distinguish(sides, watch)
    });
    let found = match found {
        Ok(found) if found.games == 0 => return runs::stopped(false, None),
        Ok(found) => found,
        Err(code) => return code,
    };
    let form = || distinction::form(sides, arguments.chance.seed, &found);
    print(&match arguments.format {
        Format::Json => report::json(&form()),
        Format::Toml => report::toml(&form()),
        _ => distinction::text(sides, &found),
    });
    match found.partial {
        true => runs::stopped(true, None),
        false => CLEAN,
    }
}

/// Asks each two of several.
fn several(arguments: &Arguments, sides: &[Side<'_>]) -> u8 {
    let mut pairs = Pairs {
        groups: distinction::groups(sides),
        found: Vec::new(),
        seed: arguments.chance.seed,
        games: arguments.games,
    };
    let games = 2 * arguments.games * pairs.all().count() as u64;
    let found = runs::on(arguments.threads, games, |watch| {
        let asked = pairs.all().map(|(one, other)| {
            let sides = [one, other].map(|group| pairs.groups[group][0]);
            (one, other, arguments.distinguish(sides, watch))
        });
        asked.take_while(|(.., found)| found.games > 0).collect()
    });
    match found {
        Ok(found) => pairs.found = found,
        Err(code) => return code,
    }
    if pairs.found.is_empty() && pairs.partial() {
        return runs::stopped(false, None);
    }
    print(&match arguments.format {
        Format::Json => report::json(&pairs.form()),
        Format::Toml => report::toml(&pairs.form()),
        _ => pairs.text(),
    });
    match pairs.partial() {
        true => runs::stopped(true, None),
        false => CLEAN,
    }
}

impl Arguments {
    fn distinguish(&self, sides: [Side<'_>; 2], watch: &Watch) -> Distinction {
        distinguish(
            sides.map(|side| side.program),
            self.games,
            self.chance.seed,
            self.chance.max_turns.unwrap_or(10_000),
            watch,
        )
    }
}
