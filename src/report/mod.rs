//! Results, and rules with who says them, for people (tables and text that fit a terminal) and for
//! programs (JSON, CSV, TOML).

pub mod accounts;
pub mod archived;
pub mod checks;
pub mod diff;
pub mod distinction;
pub mod explanation;
pub mod game;
pub mod moves;
pub mod page;
pub mod program;
pub mod snapshots;
pub mod speed;
mod sweep;
mod table;
pub mod verification;
mod voices;
mod wear;
pub mod words;

pub use sweep::sweep;
pub use table::{comparison, simulation, thousands};
pub use wear::{WearForm, wear, wear_form};

pub use crate::analyse::SCHEMA;

use crate::analyse::measures::MEASURES;
use crate::analyse::{Against, Distribution, Estimate, Results, VariantResults};
use serde::Serialize;

/// How wide text runs.
const WIDTH: usize = 80;

/// Words wrapped to the width of a page, ending in a newline.
fn filled(indent: &str, hanging: &str, words: &str) -> String {
    let options = textwrap::Options::new(WIDTH)
        .initial_indent(indent)
        .subsequent_indent(hanging)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .break_words(false);
    textwrap::fill(words, options) + "\n"
}

/// What can be told as a table for programs: a line of names, then rows.
pub trait Rows {
    /// The names of the columns.
    fn header(&self) -> Vec<String>;
    /// The rows, each as long as the header.
    fn rows(&self) -> Vec<Vec<String>>;
}

/// Anything as JSON, ending in a newline.
///
/// # Panics
///
/// Never: every report has a form in JSON.
pub fn json(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("a report has a form in JSON") + "\n"
}

/// Anything as TOML. What is not known is left out.
///
/// # Panics
///
/// Never: every report has a form in TOML.
pub fn toml(value: &impl Serialize) -> String {
    toml::to_string(value).expect("a report has a form in TOML")
}

/// Anything with rows as CSV: a line of names, then the rows.
///
/// # Panics
///
/// Never: writing to memory does not fail.
pub fn csv(table: &impl Rows) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer
        .write_record(table.header())
        .expect("memory takes it");
    for row in table.rows() {
        writer.write_record(row).expect("memory takes it");
    }
    let bytes = writer.into_inner().expect("memory takes it");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A line a variant. Rules and the histogram of margins, which have no fixed number of columns, stand in one field
/// each, as `name=count` parted by semicolons.
impl Rows for Results {
    fn header(&self) -> Vec<String> {
        let first = self.results.first().map(columns).unwrap_or_default();
        first.into_iter().map(|(name, _)| name).collect()
    }

    fn rows(&self) -> Vec<Vec<String>> {
        let values = |result| {
            columns(result)
                .into_iter()
                .map(|(_, value)| value)
                .collect()
        };
        self.results.iter().map(values).collect()
    }
}

fn columns(r: &VariantResults) -> Vec<(String, String)> {
    let pairs = |pairs: &mut dyn Iterator<Item = (String, u64)>| {
        pairs
            .map(|(name, count)| format!("{name}={count}"))
            .collect::<Vec<_>>()
            .join(";")
    };
    let mut all = [
        ("variant", r.variant.clone()),
        ("title", r.title.clone()),
        ("ruleset", r.ruleset.clone()),
        ("rng", r.rng.to_owned()),
        ("player_south", r.players[0].to_owned()),
        ("player_north", r.players[1].to_owned()),
        ("seed", r.seed.to_string()),
        ("games", r.games.to_string()),
        ("partial", r.partial.to_string()),
        ("south", r.outcomes.south.to_string()),
        ("north", r.outcomes.north.to_string()),
        ("draw", r.outcomes.draw.to_string()),
        ("unfinished", r.outcomes.unfinished.to_string()),
        ("ended_no_move", r.ended_by.no_move.to_string()),
        ("ended_condition", r.ended_by.condition.to_string()),
        ("ended_endless", r.ended_by.endless.to_string()),
        ("ended_long_relay", r.ended_by.long_relay.to_string()),
        ("ended_repetition", r.ended_by.repetition.to_string()),
        ("ended_turn_limit", r.ended_by.turn_limit.to_string()),
        ("turns_mean", r.turns.mean.to_string()),
        ("turns_sd", r.turns.sd.to_string()),
        ("turns_min", r.turns.min.to_string()),
        ("turns_median", r.turns.median.to_string()),
        ("turns_p95", r.turns.p95.to_string()),
        ("turns_max", r.turns.max.to_string()),
        ("laps_per_turn", r.laps_per_turn.to_string()),
        ("longest_relay", r.longest_relay.to_string()),
        ("branching", r.branching.to_string()),
        ("captures_per_game", r.captures_per_game.to_string()),
        ("bonuses_per_game", r.bonuses_per_game.to_string()),
        (
            "rules_fired",
            pairs(
                &mut r
                    .rules_fired
                    .iter()
                    .map(|(name, &count)| (name.clone(), count)),
            ),
        ),
        ("margin_mean", r.margin.mean.to_string()),
        (
            "margin_histogram",
            pairs(
                &mut r
                    .margin
                    .histogram
                    .iter()
                    .map(|(lead, &count)| (lead.to_string(), count)),
            ),
        ),
        (
            "wins_by_exactly_two",
            r.match_.wins_by_exactly_two.to_string(),
        ),
        ("points_south", r.match_.points.south.to_string()),
        ("points_north", r.match_.points.north.to_string()),
        (
            "points_at_most_south",
            r.match_.points_at_most.south.to_string(),
        ),
        (
            "points_at_most_north",
            r.match_.points_at_most.north.to_string(),
        ),
        ("south_difference", estimate(r, |against| against.south)),
        ("draw_difference", estimate(r, |against| against.draw)),
        ("turns_difference", estimate(r, |against| against.turns)),
        (
            "differs",
            r.differs
                .iter()
                .flatten()
                .cloned()
                .collect::<Vec<_>>()
                .join(";"),
        ),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .to_vec();
    all.extend(compared(r));
    all
}

/// What only a comparison has: each measure as `value;low;high`, its difference to the reference as
/// `difference;low;high;p;told_apart`, each distribution as `delta;low;high;chi_squared;degrees;p;told_apart`.
fn compared(r: &VariantResults) -> Vec<(String, String)> {
    let Some(measures) = &r.measures else {
        return Vec::new();
    };
    let against = r.against.as_ref();
    let said = |value: Option<String>| value.unwrap_or_default();
    let mut all = vec![
        (
            "reference".to_owned(),
            said(against.map(|against| against.reference.clone())),
        ),
        (
            "level".to_owned(),
            said(against.map(|against| against.level.to_string())),
        ),
    ];
    for measure in MEASURES {
        let found = measures.get(measure.name);
        let difference = against.and_then(|against| against.measures.get(measure.name));
        all.push((
            format!("measure_{}", measure.name),
            said(found.map(|m| format!("{};{};{}", m.value, m.low, m.high))),
        ));
        all.push((
            format!("difference_{}", measure.name),
            said(difference.map(|e| {
                let Estimate {
                    difference,
                    low,
                    high,
                    p,
                    told_apart,
                } = e;
                format!("{difference};{low};{high};{p};{told_apart}")
            })),
        ));
    }
    let distributions = against.map(|against| against.distributions);
    for (name, distribution) in [
        ("turns", distributions.map(|d| d.turns)),
        ("margin", distributions.map(|d| d.margin)),
    ] {
        all.push((
            format!("distribution_{name}"),
            said(distribution.map(|d| {
                let Distribution {
                    delta,
                    low,
                    high,
                    chi_squared,
                    degrees,
                    p,
                    told_apart,
                } = d;
                format!("{delta};{low};{high};{chi_squared};{degrees};{p};{told_apart}")
            })),
        ));
    }
    all
}

/// A difference to the reference as `found;low;high;p`; empty where there is none.
fn estimate(r: &VariantResults, which: impl Fn(&Against) -> Estimate) -> String {
    r.against.as_ref().map_or_else(String::new, |against| {
        let Estimate {
            difference,
            low,
            high,
            p,
            ..
        } = which(against);
        format!("{difference};{low};{high};{p}")
    })
}
