//! How the measures of each variant differ from those of the reference.

use super::plot::{self, Interval};
use super::{Games, Section, listed, scroll};
use crate::analyse::measures::{Measure, Unit};
use crate::analyse::{Against, Estimate};
use crate::report::table::{difference, level_in_percent};
use maud::{Markup, html};

/// The measures of which single games have a value, and so pairs of games a difference.
fn measures<'a>(games: &Games<'a>) -> impl Iterator<Item = &'static Measure> + use<'a> {
    games
        .measures
        .iter()
        .copied()
        .filter(|measure| measure.is_of_games())
}

/// In what a difference is told.
pub(super) fn unit(measure: &Measure) -> &'static str {
    match measure.unit {
        Unit::Percent => "percentage points",
        unit => unit.name(),
    }
}

/// What is told from chance, in sentences.
pub(super) fn told_apart(games: &Games<'_>) -> Markup {
    let all = games.compared();
    let Some((
        _,
        Against {
            reference, level, ..
        },
    )) = all.first()
    else {
        return html! {};
    };
    let said: Vec<(&Measure, String)> = measures(games)
        .filter_map(|measure| {
            let apart: Vec<String> = all
                .iter()
                .filter_map(|(name, against)| Some((name, against.measures.get(measure.name)?)))
                .filter(|(_, found)| found.told_apart)
                .map(|(name, found)| {
                    // A number and its interval stay in one line.
                    let found = difference(*found, measure.unit.scale());
                    format!("{name} {found}")
                        .replace(" ±", "\u{a0}±")
                        .replace("± ", "±\u{a0}")
                })
                .collect();
            let apart: Vec<&str> = apart.iter().map(String::as_str).collect();
            (!apart.is_empty()).then(|| (measure, listed(&apart)))
        })
        .collect();
    let is_apart = |against: &Against| {
        let distributions = against.distributions;
        measures(games).any(|measure| {
            against
                .measures
                .get(measure.name)
                .is_some_and(|found| found.told_apart)
        }) || distributions.turns.told_apart
            || distributions.margin.told_apart
    };
    let alike: Vec<&str> = all
        .iter()
        .filter(|(_, against)| !is_apart(against))
        .map(|(name, _)| *name)
        .collect();
    html! {
        @if said.is_empty() {
            p { "No measure is told from that of " (reference) " at the " (level_in_percent(*level)) " % level." }
        } @else {
            p { "Differences from " (reference) " that are told from chance, at the " (level_in_percent(*level)) " % level for all of them together:" }
            ul .findings {
                @for (measure, apart) in said {
                    li {
                        b { (measure.title) }
                        // The title of any other measure tells what is counted.
                        @if measure.unit == Unit::Percent { ", in percentage points" }
                        ": " (apart) "."
                    }
                }
            }
        }
        @if !alike.is_empty() {
            p { "Not told from " (reference) " in anything, though the rules are others: " (listed(&alike)) "." }
        }
    }
}

pub(super) fn differences(games: &Games<'_>) -> Option<Section> {
    let all = games.compared();
    let (
        _,
        Against {
            reference, level, ..
        },
    ) = all.first()?;
    let body = html! {
        p { "With 95 % intervals, from pairs of games with the same random numbers. A full dot, and a star in the table, is a \
             difference that is told from chance at the " (level_in_percent(*level)) " % level for all of them together; a hollow dot \
             is one that may be chance. Variants with the same rules as " (reference) " are left out." }
        div .panels {
            @for measure in measures(games) {
                @let rows = rows(&all, measure);
                @if rows.iter().any(|row| (row.low, row.high) != (0.0, 0.0)) {
                    figure {
                        figcaption { b { (measure.title) } ", difference from " (reference) }
                        (plot::intervals(
                            &format!("difference-{}", measure.name),
                            &format!("{}, difference from {reference}", measure.title),
                            unit(measure),
                            &rows,
                            Some(0.0),
                        ))
                    }
                }
            }
        }
        (scroll("The differences in numbers", html! {
            table {
                caption { "Difference from " (reference) ", with its 95 % interval and p" }
                thead { tr {
                    th scope="col" { "measure" }
                    th scope="col" { "variant" }
                    th scope="col" .number { "difference" }
                    th scope="col" .number { "interval" }
                    th scope="col" .number { "p" }
                } }
                @for measure in measures(games) {
                    tbody {
                        @for (name, against) in &all {
                            @if let Some(found) = against.measures.get(measure.name) {
                                tr {
                                    th scope="row" { (measure.title) ", " (unit(measure)) }
                                    td { (name) }
                                    (cells(measure, found))
                                }
                            }
                        }
                    }
                }
            }
        }))
    };
    Some(Section {
        id: "differences",
        title: format!("Differences from {reference}"),
        body,
    })
}

fn rows(all: &[(&str, &Against)], measure: &Measure) -> Vec<Interval> {
    let scale = measure.unit.scale();
    let found = all
        .iter()
        .filter_map(|(name, against)| Some((name, against.measures.get(measure.name)?)));
    found
        .map(|(name, found)| Interval {
            label: (*name).to_owned(),
            value: difference(*found, scale),
            estimate: scale * found.difference,
            low: scale * found.low,
            high: scale * found.high,
            full: found.told_apart,
        })
        .collect()
}

fn cells(measure: &Measure, found: &Estimate) -> Markup {
    let scale = measure.unit.scale();
    html! {
        td .number { (signed(scale * found.difference)) @if found.told_apart { "*" } }
        td .number { (signed(scale * found.low)) " to " (signed(scale * found.high)) }
        td .number { (probability(found.p)) }
    }
}

pub(super) fn signed(value: f64) -> String {
    let digits = format!("{:.2}", value.abs());
    match value {
        _ if digits == "0.00" => digits,
        value if value < 0.0 => format!("−{digits}"),
        _ => format!("+{digits}"),
    }
}

pub(super) fn probability(p: f64) -> String {
    match p {
        p if p < 0.0001 => "< 0.0001".to_owned(),
        p => format!("{p:.4}"),
    }
}
