//! `kiothi distinguish`

use super::disk::{self, Disk};
use super::runs::{self, Chance, Threads};
use super::{CLEAN, UNREADABLE, complain, print};
use crate::analyse::Share;
use crate::engine::Program;
use crate::report::thousands;
use crate::rules::load;
use crate::simulate::distinguish::distinguish;
use crate::tell::{self, Teller};
use std::fmt::Write as _;
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
    let share = Share::of(found.bitten, found.games);
    let names = [one.name.as_str(), other.name.as_str()];
    let tellers = [
        Teller::new(&loadings[0], one, &programs[0]),
        Teller::new(&loadings[1], other, &programs[1]),
    ];
    let beginnings = tell::beginnings([&tellers[0], &tellers[1]], names);
    let begins_alike = beginnings.is_none();
    let mut text = beginnings.unwrap_or_default();
    match &found.smallest {
        None => {
            let _ = write!(
                text,
                "{}{} and {} are not told apart in {} games, {} positions.\n\
                 At most {:.2} % of random games meet a position on which they part (95 %).\n",
                if begins_alike { "" } else { "Once begun, " },
                names[0],
                names[1],
                thousands(found.games),
                thousands(found.positions),
                100.0 * share.high
            );
            if one.hash == other.hash {
                text.push_str("Their rules are the same.\n");
            }
        }
        Some(smallest) => {
            let _ = write!(
                text,
                "{} and {} part in {:.2} % of {} random games (95 %: {:.2} to {:.2}).\n\n",
                names[0],
                names[1],
                100.0 * share.estimate,
                thousands(found.games),
                100.0 * share.low,
                100.0 * share.high
            );
            text.push_str(&tell::parting([&tellers[0], &tellers[1]], names, smallest));
        }
    }
    print(&text);
    CLEAN
}
