//! Snapshots: the rules of a variant, one a line, and the outcome of a fixed number of seeded games, as a small text that
//! a changed comma changes; of an experiment, what its games came to. Words and whole numbers only, so that they are the
//! same on every machine.
//!
//! `kiothi snapshot` keeps them in a folder `snapshots` beside the files. A `cargo test` does the same: it fails with the
//! rules that changed, where they stand, and the outcomes that moved.
//!
//! ```
//! use kiothi::{disk::Disk, snapshot};
//! if let Err(changed) = snapshot::check("variants/kiothi/czech.mancala", &Disk) {
//!     panic!("{changed}");
//! }
//! ```
//!
//! For a variant that is kept elsewhere, or by other means, there is the text itself:
//!
//! ```
//! use kiothi::rules::{Memory, load};
//! use kiothi::snapshot;
//! # let text = "language 1\ngame \"x\"\nboard { rows 2; pits 3 }\nsetup { place 2 seeds in each own pit }\n\
//! #   turn { from an occupied own pit; lift all; sow counterclockwise }\nlap ends { stop }";
//! let loading = load("mine.mancala", &Memory::from([("mine.mancala", text)]));
//! let variant = loading.variant.as_ref().unwrap();
//! let taken = snapshot::take(variant);
//! // With insta: insta::assert_snapshot!(taken);
//! assert!(taken.contains("lift all"));
//! assert!(snapshot::compare(&taken, &taken, &loading).is_empty());
//! ```

use crate::analyse::sweep::{Bite, Plan};
use crate::engine::{Program, RuleKind};
use crate::experiment::{Experiment, Length, Swept};
use crate::players::{Player, Uniform};
use crate::rules::resolve::text_of;
use crate::rules::ruleset::Provenance;
use crate::rules::{Files, Loading, Opened, Variant, load};
use crate::simulate::{Run, Tally, Watch, play_block};
use annotate_snippets::Renderer;
use serde::Serialize;
use similar::{ChangeTag, TextDiff};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;

/// How many games the snapshot of a variant plays at most.
pub const GAMES: u64 = 2_000;
/// After so many turns it begins no more games: a game that goes on for thousands of turns needs few to be told from
/// another.
const TURNS: u64 = 120_000;
/// Between two looks at that it plays so many.
const BLOCK: u64 = 20;
/// From which seed.
pub const SEED: u64 = 1;
/// The turn after which a game is left unfinished.
const MAX_TURNS: u32 = 10_000;

/// The snapshot of a variant.
pub fn take(variant: &Variant) -> String {
    let program = Program::compile(&variant.ruleset);
    let run = Run {
        games: GAMES,
        seed: SEED,
        max_turns: MAX_TURNS,
        max_laps: u64::MAX,
    };
    let mut tally = Tally::new(&program);
    while tally.games < GAMES && turns(&tally) < TURNS {
        let block = tally.games..(tally.games + BLOCK).min(GAMES);
        tally.add(&play_block(&program, [Uniform; 2], run, block));
    }
    let mut text = format!("{}\nruleset {}\n\n", variant.ruleset.title, variant.hash);
    for line in variant.ruleset.lines() {
        let _ = writeln!(text, "{}", line.text);
    }
    let _ = write!(text, "\n{} random games, seed {SEED}\n", tally.games);
    text.push_str(&outcome(&program, &tally));
    text
}

/// The snapshot of an experiment: what is played, and for each variant its ruleset and what its games came to. Plays
/// it, on the threads of the current rayon pool. Nothing, if it is stopped before its end.
pub fn take_experiment(experiment: &Experiment, watch: &Watch) -> Option<String> {
    let length = match experiment.length {
        Length::Games(games) => format!("{games} games"),
        Length::Until(half_width) => format!("until {}%", 100.0 * half_width),
    };
    let [south, north] = experiment.players.map(|player| player.name());
    let mut text = format!(
        "{}\n{length} of each variant, {south} against {north}, seed {}, at most {} turns\n",
        experiment.title(),
        experiment.seed,
        experiment.max_turns
    );
    for (variant, program, tally) in experiment.tallies(watch)? {
        let _ = write!(text, "\n{}, ruleset {}\n", variant.name, variant.hash);
        let _ = writeln!(text, "{}", count("games", tally.games));
        text.push_str(&outcome(&program, &tally));
    }
    Some(text)
}

/// The snapshot of an experiment that is a sweep: what is played, what all combinations come to on average, and in how
/// many games each answer makes a difference. Plays it, on the threads of the current rayon pool. Nothing, if it is
/// stopped before its end.
///
/// # Errors
///
/// Why it cannot be played.
pub fn take_sweep(
    experiment: &Experiment,
    asked: &Swept,
    files: &dyn Files,
    watch: &Watch,
) -> Result<Option<String>, String> {
    let variant = &experiment.variants[0];
    let opened = Opened::new(&variant.path, files);
    let plan = Plan::of(variant, &asked.questions, &opened).map_err(|problem| {
        let path = &variant.path;
        format!("{path}: {problem}")
    })?;
    let Some(sweep) = plan.play(experiment.settings(asked), watch) else {
        return Ok(None);
    };
    if sweep.partial {
        return Ok(None);
    }
    let mut text = format!(
        "{}\n{} games of each combination, {} against {}, seed {}, at most {} turns\n\n{}, ruleset {}\n",
        experiment.title(),
        sweep.games,
        sweep.players[0],
        sweep.players[1],
        sweep.seed,
        sweep.max_turns,
        sweep.variant,
        sweep.ruleset
    );
    for (name, number) in [
        ("rulesets", sweep.combinations.rulesets as u64),
        ("games", sweep.games_in_all),
        ("unfinished", sweep.unfinished),
        ("games searched", 2 * sweep.bite_games),
    ] {
        let _ = writeln!(text, "{}", count(name, number));
    }
    // In the order of the file: which matter most may change.
    let mut answers: Vec<(usize, String, &Bite)> = Vec::new();
    for question in &sweep.questions {
        let names = variant.questions.iter().map(|asked| &asked.name);
        let at = names.clone().position(|name| *name == question.name);
        for answer in &question.answers {
            let name = format!("{}: {}", question.name, answer.name);
            answers.push((at.unwrap_or(names.len()), name, &answer.bite));
        }
    }
    answers.sort_by_key(|(at, ..)| *at);
    for (_, name, bite) in answers {
        let told = match bite {
            Bite::Searched { bitten, .. } => count(&name, *bitten),
            Bite::FromTheStart => format!("{name}, from the start"),
            Bite::SameRules => format!("{name}, the same rules"),
            Bite::Contradicts { .. } => format!("{name}, contradicts the file's other answers"),
            Bite::NotSearched => continue,
        };
        let _ = writeln!(text, "{told}");
    }
    Ok(Some(text))
}

/// A count in a snapshot.
fn count(name: &str, number: u64) -> String {
    format!("{name:<24}{number:>10}")
}

/// The turns of all games.
fn turns(tally: &Tally) -> u64 {
    (0..)
        .zip(&tally.turns)
        .map(|(turns, games)| turns * games)
        .sum()
}

fn outcome(program: &Program, tally: &Tally) -> String {
    let mut text = String::new();
    let turns = turns(tally);
    let mut line = |name: &str, number: u64| {
        let _ = writeln!(text, "{}", count(name, number));
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

/// A line of a snapshot that is new or gone: a rule, a name, what was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LineChange {
    /// `added` or `removed`.
    pub change: &'static str,
    /// The line.
    pub line: String,
    /// Where the rule stands, or what took it away: `path:line`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The answers that the rule comes from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<Answer>,
}

/// An answer that a rule comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// The question.
    pub question: String,
    /// The choice that holds.
    pub choice: String,
    /// Where it was chosen: `path:line`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
}

impl Answer {
    /// `answer trigger: capture [hindi.mancala:6]`.
    pub fn text(&self) -> String {
        let place = self
            .place
            .as_ref()
            .map_or_else(String::new, |place| format!("   [{place}]"));
        format!("answer {}: {}{place}", self.question, self.choice)
    }
}

/// A count that is another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OutcomeChange {
    /// Of what games: the heading they stand under.
    pub of: String,
    /// What is counted.
    pub count: String,
    /// How many there were; nothing where it was not counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<u64>,
    /// How many there are now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<u64>,
}

/// What has changed from one snapshot to another.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Changes {
    /// Rules, and whatever else is said in words.
    pub lines: Vec<LineChange>,
    /// The outcomes that moved.
    pub outcomes: Vec<OutcomeChange>,
}

impl Changes {
    /// Whether nothing has changed.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.outcomes.is_empty()
    }

    /// The changes for people, a line each: `-` for what is gone, `+` for what is new.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for change in &self.lines {
            let sign = if change.change == "added" { '+' } else { '-' };
            let place = change
                .place
                .as_ref()
                .map_or_else(String::new, |place| format!("   [{place}]"));
            let _ = writeln!(text, "{sign} {}{place}", change.line);
            for answer in &change.answers {
                let _ = writeln!(text, "    {}", answer.text());
            }
        }
        let mut of = "";
        for change in &self.outcomes {
            if change.of != of {
                of = &change.of;
                let _ = writeln!(text, "{of}:");
            }
            let number =
                |number: Option<u64>| number.map_or_else(|| "–".to_owned(), |n| n.to_string());
            let by = match (change.before, change.now) {
                (Some(before), Some(now)) => {
                    let sign = if now < before { '−' } else { '+' };
                    format!("   ({sign}{})", now.abs_diff(before))
                }
                _ => String::new(),
            };
            let _ = writeln!(
                text,
                "  {:<24}{:>10} → {}{by}",
                change.count,
                number(change.before),
                number(change.now)
            );
        }
        text
    }
}

/// What has changed from one snapshot of a variant to another; rules that are new, other or dropped with the place
/// that says so.
pub fn compare(old: &str, new: &str, loading: &Loading) -> Changes {
    let mut changes = changes(old, new);
    let Some(variant) = &loading.variant else {
        return changes;
    };
    let lines = variant.ruleset.lines();
    for change in &mut changes.lines {
        if change.change == "removed" {
            change.place = dropped(&change.line, variant, loading);
            continue;
        }
        let rule = lines.iter().find(|rule| rule.text == change.line);
        if let Some(said) = rule.and_then(|rule| rule.said) {
            change.place = Some(loading.library.place(said.file, said.span.start));
            change.answers = answers(said, variant, loading);
        }
    }
    changes
}

/// The answers that a rule comes from, with where they were given.
fn answers(said: &Provenance, variant: &Variant, loading: &Loading) -> Vec<Answer> {
    let place = |question: &str| {
        let question = variant.questions.iter().find(|q| q.name == question)?;
        let answer = question.answer.as_ref()?;
        Some(loading.library.place(answer.file, answer.span.start))
    };
    said.answers
        .iter()
        .map(|answer| Answer {
            question: answer.question.clone(),
            choice: answer.choice.clone(),
            place: place(&answer.question),
        })
        .collect()
}

/// Where a rule that is gone was dropped, if it was.
fn dropped(line: &str, variant: &Variant, loading: &Loading) -> Option<String> {
    variant.ruleset.dropped.iter().find_map(|dropped| {
        let file = loading
            .library
            .files
            .iter()
            .find(|file| file.path == dropped.path)?;
        // The clause that was dropped stands in a parent, as its author wrote it.
        let told = file.text.get(dropped.span.clone())?;
        let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        plain(line).starts_with(&plain(told)).then(|| {
            loading
                .library
                .place(dropped.said.file, dropped.said.span.start)
        })
    })
}

/// The lines that are new or gone, and the counts that moved.
fn changes(old: &str, new: &str) -> Changes {
    let mut changes = Changes::default();
    let before: HashMap<(&str, &str), u64> =
        counts(old).map(|(of, name, n)| ((of, name), n)).collect();
    let now: HashMap<(&str, &str), u64> =
        counts(new).map(|(of, name, n)| ((of, name), n)).collect();
    let moved = |of: &str, name: &str| OutcomeChange {
        of: of.to_owned(),
        count: name.to_owned(),
        before: before.get(&(of, name)).copied(),
        now: now.get(&(of, name)).copied(),
    };
    for (of, name, number) in counts(new) {
        if before.get(&(of, name)) != Some(&number) {
            changes.outcomes.push(moved(of, name));
        }
    }
    for (of, name, _) in counts(old) {
        if !now.contains_key(&(of, name)) {
            changes.outcomes.push(moved(of, name));
        }
    }
    for change in TextDiff::from_lines(old, new).iter_all_changes() {
        let line = change.value().trim_end();
        if line.is_empty() || count_of(line).is_some() {
            continue;
        }
        let change = match change.tag() {
            ChangeTag::Equal => continue,
            ChangeTag::Delete => "removed",
            ChangeTag::Insert => "added",
        };
        changes.lines.push(LineChange {
            change,
            line: line.to_owned(),
            place: None,
            answers: Vec::new(),
        });
    }
    changes
}

/// The name and number of a line with a count.
fn count_of(line: &str) -> Option<(&str, u64)> {
    let (name, number) = line.rsplit_once("  ")?;
    Some((name.trim_end(), number.trim_start().parse().ok()?))
}

/// The counts of a snapshot, each with what it is of: the heading of its part, without the ruleset.
fn counts(text: &str) -> impl Iterator<Item = (&str, &str, u64)> {
    let mut of = "";
    let mut begins = true;
    text.lines().filter_map(move |line| {
        if std::mem::replace(&mut begins, line.is_empty()) {
            of = line.split(", ruleset ").next().unwrap_or(line);
        }
        count_of(line).map(|(name, number)| (of, name, number))
    })
}

/// A snapshot that was taken, beside the one that was kept.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The variant or the experiment.
    pub file: String,
    /// Where its snapshot is kept.
    pub kept_at: String,
    /// The snapshot taken now.
    pub taken: String,
    /// What has changed since; nothing where none was kept.
    pub changes: Option<Changes>,
}

/// Where the snapshot of a file is kept: in a folder beside it. That of an experiment has its ending in its name, for
/// a variant may have the same name.
pub fn kept_at(file: &str) -> String {
    let path = Path::new(file);
    let name = match path.extension() {
        Some(ending) if ending == crate::rules::ENDING => path.file_stem(),
        _ => path.file_name(),
    };
    let name = name.map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    path.with_file_name("snapshots")
        .join(name + ".snap")
        .to_string_lossy()
        .into_owned()
}

/// The snapshot of a variant that was loaded, beside the one that was kept.
///
/// # Errors
///
/// What is kept cannot be read, or is no snapshot.
pub fn of_variant(
    variant: &Variant,
    loading: &Loading,
    files: &dyn Files,
) -> Result<Snapshot, String> {
    let taken = take(variant);
    beside(&variant.path, taken, files, |old, new| {
        compare(old, new, loading)
    })
}

/// The snapshot of an experiment, beside the one that was kept. Plays it; see [`take_experiment`]. Nothing, if it is
/// stopped before its end.
///
/// # Errors
///
/// What is kept cannot be read, or is no snapshot.
pub fn of_experiment(
    file: &str,
    experiment: &Experiment,
    files: &dyn Files,
    watch: &Watch,
) -> Result<Option<Snapshot>, String> {
    let taken = match &experiment.sweep {
        Some(asked) => take_sweep(experiment, asked, files, watch)?,
        None => take_experiment(experiment, watch),
    };
    taken
        .map(|taken| beside(file, taken, files, changes))
        .transpose()
}

fn beside(
    file: &str,
    taken: String,
    files: &dyn Files,
    compare: impl FnOnce(&str, &str) -> Changes,
) -> Result<Snapshot, String> {
    let kept_at = kept_at(file);
    let there = {
        let (folder, name) = kept_at.rsplit_once('/').unwrap_or(("", &kept_at));
        let names = files.list(folder)?.unwrap_or_default();
        names.iter().any(|other| other == name)
    };
    let changes = if there {
        let text = files
            .read(&kept_at)
            .and_then(|bytes| text_of(&bytes))
            .map_err(|why| format!("{kept_at}: {why}"))?;
        let kept = read(&text).ok_or_else(|| format!("{kept_at}: this is no snapshot"))?;
        // Insta trims the end of what it writes.
        Some(compare(kept.trim_end(), taken.trim_end()))
    } else {
        None
    };
    Ok(Snapshot {
        file: file.to_owned(),
        kept_at,
        taken,
        changes,
    })
}

/// Holds a variant to the snapshot kept beside it, for a `cargo test`.
///
/// # Errors
///
/// What is wrong with the variant; or that it has no snapshot; or which rules have changed, where they stand, and which
/// outcomes moved.
pub fn check(file: &str, files: &dyn Files) -> Result<(), String> {
    let loading = load(file, files);
    let Some(variant) = &loading.variant else {
        return Err(loading
            .library
            .render_all(&loading.mistakes, &Renderer::plain()));
    };
    let snapshot = of_variant(variant, &loading, files)?;
    match &snapshot.changes {
        Some(changes) if changes.is_empty() => Ok(()),
        Some(changes) => Err(format!("{file}: changed\n{}", changes.text())),
        None => Err(format!(
            "{file}: it has no snapshot yet: {}",
            snapshot.kept_at
        )),
    }
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
