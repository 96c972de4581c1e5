//! The outcome of 2,000 seeded games of every shipped variant: a change of a rule shows as a change of a
//! snapshot, and a new file is covered by being there.

mod common;

use common::Disk;
use kiothi::engine::{Program, RuleKind};
use kiothi::players::Uniform;
use kiothi::rules::load;
use kiothi::simulate::{Run, Tally, play_block};
use std::fmt::Write as _;

const GAMES: u64 = 2_000;

/// Integers only, so that the snapshot is the same on every machine.
fn told(title: &str, hash: &str, program: &Program, tally: &Tally) -> String {
    let mut text = format!("{title}\nruleset {hash}\n{} games, seed 1\n\n", tally.games);
    let turns: u64 = (0..)
        .zip(&tally.turns)
        .map(|(turns, games)| turns * games)
        .sum();
    let mut line = |name: &str, number: u64| {
        let _ = writeln!(text, "{name:<24}{number:>10}");
    };
    line("South wins", tally.won[0]);
    line("North wins", tally.won[1]);
    line("drawn", tally.drawn);
    line("unfinished", tally.unfinished);
    line("ended by no move", tally.ended_by.no_move);
    line("ended by repetition", tally.ended_by.repetition);
    line("turns", turns);
    line("longest game", tally.turns.len() as u64 - 1);
    line("laps", tally.laps);
    line("longest relay", tally.longest);
    line("moves to choose from", tally.choices);
    for (rule, name) in program.rule_names.iter().enumerate() {
        if matches!(program.rule_kind(rule), RuleKind::Capture | RuleKind::Also) {
            line(&format!("\"{name}\""), tally.applied[rule]);
        }
    }
    line("wins by exactly two", tally.wins_by_two);
    text
}

#[test]
fn two_thousand_games_of_every_variant() {
    insta::glob!("../variants", "**/*.mancala", |path| {
        let loading = load(&path.to_string_lossy(), &Disk);
        let variant = loading
            .variant
            .unwrap_or_else(|| panic!("{:#?}", loading.mistakes));
        let program = Program::compile(&variant.ruleset);
        let run = Run {
            games: GAMES,
            seed: 1,
            max_turns: 100_000,
            max_laps: u64::MAX,
        };
        let tally = play_block(&program, [Uniform; 2], run, 0..GAMES);
        let text = told(&variant.ruleset.title, &variant.hash, &program, &tally);
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!("outcome", text);
        });
    });
}
