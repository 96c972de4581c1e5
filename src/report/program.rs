//! A variant's program, written out for whoever wonders how it is played, and why not faster.

use super::{filled, voices};
use crate::diagnostics::Library;
use crate::engine::Program;
use crate::rules::Variant;
use std::fmt::Write as _;

/// The program of a variant, with the rules that send it to the general path.
pub fn text(variant: &Variant, library: &Library) -> String {
    let program = Program::compile(&variant.ruleset);
    let listing = program.listing();
    let mut text = format!("{} ({}), compiled\n\n", variant.ruleset.title, variant.name);
    text.push_str(&entries(&listing.whole));
    let lines = variant.ruleset.lines();
    let detours = lines.iter().filter_map(|line| {
        let why = program.detour(&line.content)?.why();
        let place = voices::place(line, library);
        let place = place.map_or_else(String::new, |place| format!(" ({place})"));
        Some(format!("{}: {why}{place}", clause(&line.text)))
    });
    let counted = match program.turns_counted() {
        0 => None,
        1 => Some("a rule asks whether it is the first turn".to_owned()),
        turns => Some(format!(
            "a rule asks which of the first {turns} turns it is"
        )),
    };
    let left = program
        .asks_what_is_left()
        .then(|| "a rule asks how many seeds lay on the board when the lap began".to_owned());
    let detours: Vec<String> = detours.chain(counted).chain(left).collect();
    if !detours.is_empty() {
        text.push_str("\nFor the general path are\n\n");
        for detour in detours {
            text.push_str(&filled("  ", "    ", &detour));
        }
    }
    let [south, north] = &listing.sides;
    let named = "own pits a…, enemy pits A…, each from its player's left";
    if south == north {
        let _ = write!(text, "\nFor either player ({named})\n\n{}", entries(south));
    } else {
        for (player, side) in [("South", south), ("North", north)] {
            let _ = write!(text, "\nFor {player} ({named})\n\n{}", entries(side));
        }
    }
    text
}

/// A clause on one line, without what stands in its braces.
fn clause(text: &str) -> String {
    let head = text.split_once('{').map_or(text, |(head, _)| head);
    head.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What each is about in a column, what is said of it beside that.
fn entries(entries: &[(String, String)]) -> String {
    const COLUMN: usize = 24;
    let hanging = " ".repeat(COLUMN);
    entries
        .iter()
        .fold(String::new(), |mut text, (what, said)| {
            let start = format!("  {what:<width$}", width = COLUMN - 2);
            // What is longer than the column pushes the rest away.
            let start = if start.ends_with(' ') {
                start
            } else {
                start + " "
            };
            text.push_str(&filled(&start, &hanging, said));
            text
        })
}
