//! Snapshots of a variant: its rules, one a line, and the outcome of a fixed number of seeded games, as a small
//! text that a changed comma changes.
//!
//! `kiothi snapshot` keeps one beside each variant; a `cargo test` can hold a variant to the same text:
//!
//! ```
//! use kiothi::rules::{Memory, load};
//! use kiothi::snapshot;
//! # let text = "language 1\ngame \"x\"\nboard { rows 2; pits 3 }\nsetup { place 2 seeds in each own pit }\n\
//! #   turn { from an occupied own pit; lift all; sow counterclockwise }\nlap ends { stop }";
//! let loading = load("mine.mancala", &Memory::from([("mine.mancala", text)]));
//! let variant = loading.variant.as_ref().unwrap();
//! let taken = snapshot::take(variant);
//! // In a test: insta::assert_snapshot!(taken);
//! assert!(taken.contains("lift all"));
//! assert!(snapshot::compare(&taken, &taken, &loading).is_empty());
//! ```

use crate::engine::{Program, RuleKind};
use crate::players::Uniform;
use crate::rules::{Loading, Variant};
use crate::simulate::{Run, Tally, play_block};
use similar::{ChangeTag, TextDiff};
use std::fmt::Write as _;

/// How many games a snapshot plays.
pub const GAMES: u64 = 2_000;
/// From which seed.
pub const SEED: u64 = 1;
/// The turn after which a game is left unfinished.
const MAX_TURNS: u32 = 100_000;

/// The snapshot of a variant: integers and words only, so that it is the same on every machine.
pub fn take(variant: &Variant) -> String {
    let program = Program::compile(&variant.ruleset);
    let run = Run {
        games: GAMES,
        seed: SEED,
        max_turns: MAX_TURNS,
        max_laps: u64::MAX,
    };
    let tally = play_block(&program, [Uniform; 2], run, 0..GAMES);
    let mut text = format!("{}\nruleset {}\n\n", variant.ruleset.title, variant.hash);
    for line in variant.ruleset.lines() {
        let _ = writeln!(text, "{}", line.text);
    }
    text.push_str(&outcome(&program, &tally));
    text
}

fn outcome(program: &Program, tally: &Tally) -> String {
    let mut text = format!("\n{GAMES} random games, seed {SEED}\n");
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
    line("longest game", (tally.turns.len() as u64).saturating_sub(1));
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

/// What has changed from one snapshot to another, a line each, with `-` and `+`; rules that are new or other
/// with the place where they stand. Empty if nothing has.
pub fn compare(old: &str, new: &str, loading: &Loading) -> String {
    let mut text = String::new();
    let lines = loading
        .variant
        .as_ref()
        .map_or_else(Vec::new, |variant| variant.ruleset.lines());
    for change in TextDiff::from_lines(old, new).iter_all_changes() {
        let line = change.value().trim_end();
        match change.tag() {
            ChangeTag::Equal => {}
            ChangeTag::Delete => {
                let _ = writeln!(text, "- {line}");
            }
            ChangeTag::Insert => {
                let said = lines
                    .iter()
                    .find(|rule| rule.text == line)
                    .and_then(|rule| rule.said);
                let _ = match said {
                    Some(said) => writeln!(
                        text,
                        "+ {line}   [{}]",
                        loading.library.place(said.file, said.span.start)
                    ),
                    None => writeln!(text, "+ {line}"),
                };
            }
        }
    }
    text
}

/// A snapshot as a file: with the header that `cargo insta review` expects.
pub fn write(path: &str, taken: &str) -> String {
    format!("---\nsource: {path}\n---\n{taken}")
}

/// The snapshot in a file, without its header; `None` if it is no such file.
pub fn read(file: &str) -> Option<&str> {
    let rest = file.strip_prefix("---\n")?;
    let end = rest.find("\n---\n")?;
    Some(&rest[end + 5..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snapshot_goes_through_its_file() {
        assert_eq!(read(&write("v.mancala", "rules\n")), Some("rules\n"));
        assert_eq!(read("rules\n"), None);
        // As insta writes it.
        assert_eq!(
            read("---\nsource: tests/x.rs\ninput_file: v\n---\nrules\n"),
            Some("rules\n")
        );
    }
}
