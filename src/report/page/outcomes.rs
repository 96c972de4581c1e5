//! What became of the games: what was measured, with its intervals.

use super::differences::told_apart;
use super::method::{fact, random_numbers};
use super::plot::{self, Interval};
use super::{Games, Section, in_numbers, listed};
use crate::analyse::measures::Measure;
use crate::analyse::{Share, VariantResults};
use crate::report::table::{games_each, head, level_in_percent, percent, with_half};
use crate::report::thousands;
use crate::rules::accounts::Matrix;
use maud::{Markup, html};

/// What the page is called.
pub(super) fn title(games: &Games<'_>) -> String {
    let title = games.experiment.title();
    match games.experiment.variants.len() {
        0 | 1 => title.to_owned(),
        variants => format!("{title}: {variants} variants"),
    }
}

/// What there is to know before one reads on.
pub(super) fn lead(games: &Games<'_>, matrix: &Matrix<'_>) -> Markup {
    let Some(first) = games.results.first() else {
        return html! {};
    };
    let [south, north] = first.players;
    html! {
        p .lead {
            (games_each(games.results)) ", " (south) " against " (north) ", seed " (first.seed) ". Intervals are of 95 %."
        }
        @for column in matrix.columns.iter().filter(|column| column.len() > 1) {
            p { (listed(&matrix.names(column))) " have the same rules." }
        }
        (told_apart(games))
    }
}

/// A measure of a variant as an interval, and in words.
fn measured(r: &VariantResults, measure: &Measure) -> Option<([f64; 3], String)> {
    let found = r.measures.as_ref()?.get(measure.name)?;
    let scale = measure.unit.scale();
    let words = with_half(scale * found.value, scale * found.half_width(), 1, "");
    Some((
        [found.value, found.low, found.high].map(|value| scale * value),
        words,
    ))
}

/// What is drawn where nothing is compared: how it is called, in what it is counted, and what a variant has of it.
type Drawn = (
    &'static str,
    &'static str,
    &'static str,
    fn(&VariantResults) -> [f64; 3],
);

/// Who won, and how long it took.
const DRAWN: [Drawn; 4] = [
    ("south", "South wins", "% of the games", |r| {
        share(r.outcomes.south, r)
    }),
    ("north", "North wins", "% of the games", |r| {
        share(r.outcomes.north, r)
    }),
    ("draw", "Drawn", "% of the games", |r| {
        share(r.outcomes.draw, r)
    }),
    (
        "turns",
        "Turns a game, the opening counted in",
        "turns, on average",
        |r| {
            let half = r.turns.half_width(r.games);
            [r.turns.mean, r.turns.mean - half, r.turns.mean + half]
        },
    ),
];

fn share(count: u64, r: &VariantResults) -> [f64; 3] {
    let Share {
        estimate,
        low,
        high,
    } = Share::of(count, r.games);
    [estimate, low, high].map(|share| 100.0 * share)
}

fn interval(r: &VariantResults, [estimate, low, high]: [f64; 3], value: String) -> Interval {
    Interval {
        label: r.variant.clone(),
        value,
        estimate,
        low,
        high,
        full: true,
    }
}

pub(super) fn outcomes(games: &Games<'_>) -> Option<Section> {
    let first = games.reference()?;
    let many = games.results.len() > 1;
    let figure =
        |id: &str, title: &str, axis: &str, of: &dyn Fn(&VariantResults) -> Option<Interval>| {
            let rows: Vec<Interval> = games.results.iter().filter_map(of).collect();
            let reference = of(first).filter(|_| many).map(|row| row.estimate);
            html! {
                @if !rows.is_empty() {
                    figure {
                        figcaption { b { (title) } }
                        (plot::intervals(&format!("outcome-{id}"), title, axis, &rows, reference))
                    }
                }
            }
        };
    let body = html! {
        @if many {
            p { "Dots are what was found, bars their 95 % intervals, and the dashed line is " (first.variant) ". "
                "Each scale shows only the part that is needed; an arrow stands for what is far beyond it." }
        }
        div .panels {
            @for measure in games.measures {
                (figure(measure.name, measure.title, measure.unit.name(), &|r| {
                    let (values, words) = measured(r, measure)?;
                    Some(interval(r, values, words))
                }))
            }
            @if games.measures.is_empty() {
                @for (id, title, axis, of) in DRAWN {
                    (figure(id, title, axis, &|r| {
                        let values = of(r);
                        let words = with_half(values[0], (values[2] - values[1]) / 2.0, 1, "");
                        Some(interval(r, values, words))
                    }))
                }
            }
        }
        (numbers(games))
    };
    Some(Section {
        id: "outcomes",
        title: "What became of the games".to_owned(),
        body,
    })
}

/// A number of games of a variant.
type Count = fn(&VariantResults) -> u64;

/// How many games ended in ways that most variants do not have.
const SELDOM: [(&str, Count); 5] = [
    ("unfinished", |r| r.outcomes.unfinished),
    ("ended by another condition", |r| r.ended_by.condition),
    ("ended by an endless relay", |r| r.ended_by.endless),
    ("ended by a long relay", |r| r.ended_by.long_relay),
    ("ended by repetition", |r| r.ended_by.repetition),
];

fn numbers(games: &Games<'_>) -> Markup {
    let results = games.results;
    let Some(first) = results.first() else {
        return html! {};
    };
    let seldom = SELDOM.map(|(name, count)| (name, count, results.iter().any(|r| count(r) > 0)));
    let row = |r: &VariantResults| {
        let measured = |measure: &&Measure| {
            let value = measured(r, measure).map_or_else(String::new, |(_, value)| value);
            (head(measure), value)
        };
        let mut row: Vec<(String, String)> = games.measures.iter().map(measured).collect();
        if games.measures.is_empty() {
            row.extend([
                ("South %".to_owned(), percent(r.outcomes.south, r.games)),
                ("North %".to_owned(), percent(r.outcomes.north, r.games)),
                ("draw %".to_owned(), percent(r.outcomes.draw, r.games)),
                ("turns".to_owned(), format!("{:.1}", r.turns.mean)),
                ("laps a turn".to_owned(), format!("{:.2}", r.laps_per_turn)),
                (
                    "moves to choose from".to_owned(),
                    format!("{:.2}", r.branching),
                ),
                ("captures".to_owned(), format!("{:.1}", r.captures_per_game)),
                ("bonuses".to_owned(), format!("{:.2}", r.bonuses_per_game)),
            ]);
        }
        let shown = seldom.iter().filter(|(.., shown)| *shown);
        row.extend(shown.map(|(name, count, _)| ((*name).to_owned(), thousands(count(r)))));
        row.extend([
            ("longest relay".to_owned(), thousands(r.longest_relay)),
            (
                "wins by two".to_owned(),
                thousands(r.match_.wins_by_exactly_two),
            ),
        ]);
        row
    };
    let heads: Vec<String> = row(first).into_iter().map(|(head, _)| head).collect();
    let rows: Vec<(String, Vec<String>)> = results
        .iter()
        .map(|r| {
            (
                r.variant.clone(),
                row(r).into_iter().map(|(_, value)| value).collect(),
            )
        })
        .collect();
    in_numbers(
        "The outcomes in numbers",
        "Captures and bonuses: how often a game. Endings and wins by two: numbers of games.",
        "variant",
        &heads,
        &rows,
    )
}

/// How it was computed.
pub(super) fn method(games: &Games<'_>) -> Markup {
    let Some(first) = games.results.first() else {
        return html! {};
    };
    let [south, north] = first.players;
    let experiment = games.experiment;
    html! {
        (fact("random numbers", random_numbers(first.rng, first.seed)))
        (fact("players", format!("South {south}, North {north}")))
        (fact("games", format!("each is left unfinished after turn {}", thousands(experiment.max_turns.into()))))
        (fact("intervals", "95 %; shares by Wilson’s method"))
        @if !games.compared().is_empty() {
            (fact("differences", format!(
                "told from chance at the {} % level for all of the comparison together, by Holm’s method. All variants are \
                 given the same random numbers: games of the same number are pairs, and the intervals are made for pairs, \
                 those of shares by Newcombe’s method.",
                level_in_percent(experiment.level)
            )))
        }
        @if let Some(found) = games.partings.iter().flatten().next() {
            (fact("partings", format!(
                "in {} games from the same random numbers, half of them under each of two variants, no further than to turn {}",
                thousands(found.games),
                thousands(experiment.max_turns_of_partings().into())
            )))
        }
        @if !games.wear.is_empty() { (fact("wear", super::wear::games(games.wear))) }
        @for measure in games.measures {
            (fact(measure.title, html! { (measure.definition) " " span .quiet { (measure.source) "." } }))
        }
    }
}
