//! What became of the games: outcomes with their intervals, differences to the first variant, distributions.

use super::method::{fact, random_numbers};
use super::plot::{self, Axes, Bar, Interval, Scale};
use super::{Section, listed, scroll};
use crate::analyse::{Against, Estimate, Share, VariantResults};
use crate::experiment::Experiment;
use crate::report::table::{difference, games_each, percent};
use crate::report::thousands;
use crate::rules::accounts::Matrix;
use crate::simulate::wear::Wear;
use maud::{Markup, html};
use std::collections::BTreeMap;

/// What the page is called.
pub(super) fn title(experiment: &Experiment) -> String {
    let title = experiment.title();
    match experiment.variants.len() {
        0 | 1 => title.to_owned(),
        variants => format!("{title}: {variants} variants"),
    }
}

/// What there is to know before one reads on.
pub(super) fn lead(results: &[VariantResults], matrix: &Matrix<'_>) -> Markup {
    let Some(first) = results.first() else {
        return html! {};
    };
    let [south, north] = first.players;
    let same = matrix.columns.iter().filter(|column| column.len() > 1);
    let mut findings: Vec<String> = same
        .map(|column| format!("{} have the same rules.", listed(&matrix.names(column))))
        .collect();
    findings.extend(told_apart(results));
    html! {
        p .lead {
            (games_each(results)) ", " (south) " against " (north) ", seed " (first.seed) ". Intervals are of 95 %."
        }
        @if !findings.is_empty() {
            ul .findings {
                @for words in findings { li { (words) } }
            }
        }
    }
}

/// Who won, and how long it took.
pub(super) fn outcomes(results: &[VariantResults]) -> Option<Section> {
    let first = results.first()?;
    let many = results.len() > 1;
    let share = |title: &str, id: &str, count: &dyn Fn(&VariantResults) -> u64| {
        let rows: Vec<Interval> = results
            .iter()
            .map(|r| {
                let Share {
                    estimate,
                    low,
                    high,
                } = Share::of(count(r), r.games);
                Interval {
                    label: r.variant.clone(),
                    value: percent(count(r), r.games),
                    estimate: 100.0 * estimate,
                    low: 100.0 * low,
                    high: 100.0 * high,
                    full: true,
                }
            })
            .collect();
        let reference = many.then(|| rows[0].estimate);
        plot::intervals(id, title, "% of the games", &rows, reference)
    };
    let turns = || {
        let rows: Vec<Interval> = results
            .iter()
            .map(|r| {
                let half = r.turns.half_width(r.games);
                Interval {
                    label: r.variant.clone(),
                    value: format!("{:.1} ± {half:.1}", r.turns.mean),
                    estimate: r.turns.mean,
                    low: r.turns.mean - half,
                    high: r.turns.mean + half,
                    full: true,
                }
            })
            .collect();
        let reference = many.then(|| rows[0].estimate);
        plot::intervals(
            "outcome-turns",
            "Turns a game",
            "turns a game, on average",
            &rows,
            reference,
        )
    };
    let body = html! {
        @if many {
            p { "Dots are what was found, bars their 95 % intervals, and the dashed line is " (first.variant) ". "
                "Each scale shows only the part that is needed; an arrow stands for what is far beyond it." }
        }
        div .panels {
            figure { figcaption { b { "South wins" } } (share("South wins", "outcome-south", &|r| r.outcomes.south)) }
            figure { figcaption { b { "North wins" } } (share("North wins", "outcome-north", &|r| r.outcomes.north)) }
            figure { figcaption { b { "Drawn" } } (share("Drawn", "outcome-draw", &|r| r.outcomes.draw)) }
            figure { figcaption { b { "Turns a game" } ", the opening counted in" } (turns()) }
        }
        (scroll("The outcomes in numbers", numbers(results)))
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

fn numbers(results: &[VariantResults]) -> Markup {
    let seldom = SELDOM.map(|(name, count)| (name, count, results.iter().any(|r| count(r) > 0)));
    let row = |r: &VariantResults| {
        let mut row = vec![
            ("South %", percent(r.outcomes.south, r.games)),
            ("North %", percent(r.outcomes.north, r.games)),
            ("draw %", percent(r.outcomes.draw, r.games)),
        ];
        let shown = seldom.iter().filter(|(.., shown)| *shown);
        row.extend(shown.map(|(name, count, _)| (*name, thousands(count(r)))));
        row.extend([
            ("turns", format!("{:.1}", r.turns.mean)),
            ("laps a turn", format!("{:.2}", r.laps_per_turn)),
            ("longest relay", thousands(r.longest_relay)),
            ("moves to choose from", format!("{:.2}", r.branching)),
            ("captures", format!("{:.1}", r.captures_per_game)),
            ("bonus", format!("{:.2}", r.bonuses_per_game)),
            ("wins by two", thousands(r.match_.wins_by_exactly_two)),
        ]);
        row
    };
    html! {
        table {
            caption { "Captures and bonus: how often a game. Endings and wins by two: numbers of games." }
            thead { tr {
                th scope="col" { "variant" }
                @for (name, _) in results.first().map(row).into_iter().flatten() {
                    th scope="col" .number { (name) }
                }
            } }
            tbody {
                @for r in results {
                    tr {
                        th scope="row" { (r.variant) }
                        @for (_, value) in row(r) { td .number { (value) } }
                    }
                }
            }
        }
    }
}

/// What is compared with the first variant.
struct Compared {
    /// What it is called.
    what: &'static str,
    /// What it means that it differs.
    apart: &'static str,
    /// In what it is counted.
    unit: &'static str,
    /// How many of those go into one.
    scale: f64,
    /// Which of the differences it is.
    which: fn(&Against) -> Estimate,
}

const COMPARED: [Compared; 3] = [
    Compared {
        what: "South wins",
        apart: "South wins more often or less often",
        unit: "percentage points",
        scale: 100.0,
        which: |against| against.south,
    },
    Compared {
        what: "Drawn",
        apart: "There are more or fewer draws",
        unit: "percentage points",
        scale: 100.0,
        which: |against| against.draw,
    },
    Compared {
        what: "Turns a game",
        apart: "Games are longer or shorter",
        unit: "turns",
        scale: 1.0,
        which: |against| against.turns,
    },
];

fn compared(results: &[VariantResults]) -> Vec<(&str, &Against)> {
    results
        .iter()
        .filter_map(|r| Some((r.variant.as_str(), r.against.as_ref()?)))
        .collect()
}

/// What is told from chance, in sentences.
fn told_apart(results: &[VariantResults]) -> Vec<String> {
    let all = compared(results);
    let Some((_, Against { reference, .. })) = all.first() else {
        return Vec::new();
    };
    let mut said: Vec<String> = COMPARED
        .iter()
        .filter_map(|compared| {
            let apart: Vec<String> = all
                .iter()
                .map(|(name, against)| (name, (compared.which)(against)))
                .filter(|(_, found)| found.told_apart)
                .map(|(name, found)| {
                    // A number and its interval stay in one line.
                    format!("{name} {}", difference(found, compared.scale))
                        .replace(" ±", "\u{a0}±")
                        .replace("± ", "±\u{a0}")
                })
                .collect();
            let apart: Vec<&str> = apart.iter().map(String::as_str).collect();
            (!apart.is_empty()).then(|| {
                format!(
                    "{} than in {reference} ({}): {}.",
                    compared.apart,
                    compared.unit,
                    listed(&apart)
                )
            })
        })
        .collect();
    let alike: Vec<&str> = all
        .iter()
        .filter(|(_, against)| {
            COMPARED
                .iter()
                .all(|compared| !(compared.which)(against).told_apart)
        })
        .map(|(name, _)| *name)
        .collect();
    if !alike.is_empty() {
        said.push(format!(
            "Not told from {reference} in any of these: {}, though the rules are others.",
            listed(&alike)
        ));
    }
    said
}

/// How the results differ from those of the first variant.
pub(super) fn differences(results: &[VariantResults]) -> Option<Section> {
    let all = compared(results);
    let (
        _,
        Against {
            reference, level, ..
        },
    ) = all.first()?;
    let body = html! {
        p { "With 95 % intervals. A full dot, and a star in the table, is a difference that is told from chance at the "
            (100.0 * level) " % level for all of them together; a hollow dot is one that may be chance. "
            "Variants with the same rules as " (reference) " are left out." }
        div .panels {
            @for (number, Compared { what, unit, scale, which, .. }) in (1..).zip(COMPARED) {
                @let rows: Vec<Interval> = all.iter().map(|(name, against)| {
                    let found = which(against);
                    Interval {
                        label: (*name).to_owned(),
                        value: difference(found, scale),
                        estimate: scale * found.difference,
                        low: scale * found.low,
                        high: scale * found.high,
                        full: found.told_apart,
                    }
                }).collect();
                figure {
                    figcaption { b { (what) } ", difference from " (reference) }
                    (plot::intervals(
                        &format!("difference-{number}"),
                        &format!("{what}, difference from {reference}"),
                        unit,
                        &rows,
                        Some(0.0),
                    ))
                }
            }
        }
        (scroll("The differences in numbers", html! {
            table {
                caption { "Difference from " (reference) ", with its 95 % interval and p" }
                thead { tr {
                    th scope="col" { "variant" }
                    @for Compared { what, unit, .. } in COMPARED {
                        th scope="col" .number { (what) ", " (unit) }
                        th scope="col" .number { "interval" }
                        th scope="col" .number { "p" }
                    }
                } }
                tbody {
                    @for (name, against) in &all {
                        tr {
                            th scope="row" { (name) }
                            @for Compared { scale, which, .. } in COMPARED {
                                @let found = which(against);
                                td .number { (signed(scale * found.difference)) @if found.told_apart { "*" } }
                                td .number { (signed(scale * found.low)) " to " (signed(scale * found.high)) }
                                td .number { (probability(found.p)) }
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

fn signed(value: f64) -> String {
    let digits = format!("{:.2}", value.abs());
    match value {
        _ if digits == "0.00" => digits,
        value if value < 0.0 => format!("−{digits}"),
        _ => format!("+{digits}"),
    }
}

fn probability(p: f64) -> String {
    match p {
        p if p < 0.0001 => "< 0.0001".to_owned(),
        p => format!("{p:.4}"),
    }
}

/// How long games were and how they were won, as distributions.
pub(super) fn distributions(results: &[VariantResults], matrix: &Matrix<'_>) -> Option<Section> {
    let first = results.first()?;
    let many = matrix.columns.len() > 1;
    // Variants with the same rules had the same games.
    let groups: Vec<(String, &VariantResults)> = matrix
        .columns
        .iter()
        .map(|column| (matrix.names(column).join(", "), &results[column[0]]))
        .collect();
    let lengths: Vec<&BTreeMap<u64, u64>> =
        groups.iter().map(|(_, r)| &r.turns.histogram).collect();
    let leads: Vec<&BTreeMap<i64, u64>> = groups.iter().map(|(_, r)| &r.margin.histogram).collect();
    let (length_axes, length_bars) = bars_of_lengths(&lengths);
    let (lead_axes, lead_bars) = bars_of_leads(&leads);
    let panels = |what: &str,
                  id: &str,
                  axes: &Axes<'_>,
                  bars: &[Vec<Bar>],
                  middle: &dyn Fn(&VariantResults) -> (f64, String),
                  says: &dyn Fn(&VariantResults) -> String| {
        html! {
            div .panels {
                @for (number, ((names, r), own)) in groups.iter().zip(bars).enumerate() {
                    @let (at, words) = middle(r);
                    figure {
                        figcaption { b { (names) } }
                        (plot::distribution(
                            &format!("{id}-{}", number + 1),
                            &format!("{names}: {what}"),
                            &says(r),
                            axes,
                            own,
                            (at, &words),
                            (number > 0).then_some(&bars[0][..]),
                        ))
                    }
                }
            }
        }
    };
    let length_words = |r: &VariantResults| {
        format!(
            "Turns a game: mean {:.1}, median {}, 95 % at most {}, from {} to {}.",
            r.turns.mean,
            thousands(r.turns.median),
            thousands(r.turns.p95),
            thousands(r.turns.min),
            thousands(r.turns.max)
        )
    };
    let lead_words = |r: &VariantResults| {
        format!(
            "South’s lead: {} on average, half of the games from {} to {}.",
            signed(r.margin.mean),
            whole(quantile(&r.margin.histogram, 25)),
            whole(quantile(&r.margin.histogram, 75))
        )
    };
    let doubling = length_axes.scale == Scale::Doubling;
    let body = html! {
        @if many {
            p { "All on the same scales, so that they can be compared; the dashed outline is " (first.variant) "." }
        }
        h3 #lengths { "How long games are" }
        p {
            @if doubling { "The scale is one of doublings, and the height of a bar the share of the games for each tenth more \
                            of turns" }
            @else { "The height of a bar is the share of the games" }
            "; the line marks the median, which half of the games are no longer than."
        }
        (panels("how long games are", "length", &length_axes, &length_bars,
            &|r| (r.turns.median as f64, format!("median {}", thousands(r.turns.median))), &length_words))
        h3 #margins { "By how much they are won" }
        p { "South’s lead in seeds at the end of finished games, behind on the left, ahead on the right; the line marks \
             the mean." }
        (panels("South’s lead", "lead", &lead_axes, &lead_bars,
            &|r| (r.margin.mean, format!("mean {}", signed(r.margin.mean))), &lead_words))
        (scroll("The distributions in numbers", html! {
            table {
                caption { "Turns a game and South’s lead. So many per cent of the games are no longer, or have no greater \
                           lead, than the numbers below a percentage." }
                thead {
                    tr {
                        th rowspan="2" scope="col" { "variant" }
                        th colspan="6" scope="colgroup" { "turns a game" }
                        th colspan="6" scope="colgroup" { "South’s lead" }
                    }
                    tr {
                        @for name in ["mean", "sd", "least", "50 %", "95 %", "most", "mean", "5 %", "25 %", "50 %", "75 %", "95 %"] {
                            th scope="col" .number { (name) }
                        }
                    }
                }
                tbody {
                    @for (names, r) in &groups {
                        tr {
                            th scope="row" { (names) }
                            td .number { (format!("{:.1}", r.turns.mean)) }
                            td .number { (format!("{:.1}", r.turns.sd)) }
                            @for turns in [r.turns.min, r.turns.median, r.turns.p95, r.turns.max] {
                                td .number { (thousands(turns)) }
                            }
                            td .number { (signed(r.margin.mean)) }
                            @for percent in [5, 25, 50, 75, 95] {
                                td .number { (whole(quantile(&r.margin.histogram, percent))) }
                            }
                        }
                    }
                }
            }
        }))
    };
    Some(Section {
        id: "distributions",
        title: "Lengths and margins".to_owned(),
        body,
    })
}

fn whole(value: i64) -> String {
    match value {
        0 => "0".to_owned(),
        value if value < 0 => format!("−{}", value.unsigned_abs()),
        value => format!("+{value}"),
    }
}

/// The least value that so many per cent of all are no greater than.
fn quantile(histogram: &BTreeMap<i64, u64>, percent: u64) -> i64 {
    let all: u128 = histogram.values().map(|&count| u128::from(count)).sum();
    let mut below = 0;
    histogram
        .iter()
        .find(|(_, count)| {
            below += u128::from(**count);
            below * 100 >= all * u128::from(percent)
        })
        .map_or(0, |(&value, _)| value)
}

/// About how many bars a distribution has.
const BARS: u64 = 48;

/// Bars for how many turns games had, the same for all variants.
fn bars_of_lengths(all: &[&BTreeMap<u64, u64>]) -> (Axes<'static>, Vec<Vec<Bar>>) {
    let lengths = || all.iter().flat_map(|histogram| histogram.keys().copied());
    let (least, most) = (lengths().min().unwrap_or(0), lengths().max().unwrap_or(0));
    // Where the longest are many times the shortest, even bars would leave most games in one.
    let doubling = most > 20 * least.max(8);
    let mut edges = vec![least];
    let mut edge = least;
    while edge <= most {
        let step = if doubling {
            edge / 10
        } else {
            (most - least) / BARS
        };
        // A bar of none at all would have no room on a scale of doublings.
        edge += step.max(1) + u64::from(doubling && edge == 0);
        edges.push(edge);
    }
    let scale = if doubling {
        Scale::Doubling
    } else {
        Scale::Even
    };
    // Half a turn earlier, so that a bar of one turn stands over its number.
    let at = |edge: u64| match (edge as f64 - 0.5, doubling) {
        (edge, true) => edge.max(0.5),
        (edge, false) => edge,
    };
    let bars: Vec<Vec<Bar>> = all
        .iter()
        .map(|histogram| {
            let games: u64 = histogram.values().sum::<u64>().max(1);
            edges
                .windows(2)
                .map(|two| {
                    let (from, to) = (at(two[0]), at(two[1]));
                    let counts = histogram.range(two[0]..two[1]).map(|(_, &count)| count);
                    let share = counts.sum::<u64>() as f64 / games as f64;
                    // On a scale of doublings some bars are wider than others, and are so much the lower.
                    let width = scale.of(to) - scale.of(from);
                    let height = if doubling {
                        share * 1.1f64.log2() / width
                    } else {
                        share
                    };
                    Bar {
                        from,
                        to,
                        share,
                        height,
                    }
                })
                .collect()
        })
        .collect();
    let range = at(edges[0])..at(edges[edges.len() - 1]);
    (axes("turns", range, scale, &bars), bars)
}

/// Bars for by how much South was ahead, the same for all variants and on both sides of 0.
fn bars_of_leads(all: &[&BTreeMap<i64, u64>]) -> (Axes<'static>, Vec<Vec<Bar>>) {
    let leads = || all.iter().flat_map(|histogram| histogram.keys().copied());
    let most = leads().map(i64::abs).max().unwrap_or(0).max(1);
    // Where all seeds are shared out, a lead is as even or odd as their number; only games that end before leave an
    // odd one. Bars of as many even as odd leads would stand beside bars of more.
    let counts = |odd: bool| -> u64 {
        let all = all.iter().flat_map(|histogram| histogram.iter());
        all.filter(|(lead, _)| (*lead % 2 != 0) == odd)
            .map(|(_, &count)| count)
            .sum()
    };
    let unit = if counts(true) * 50 < counts(false) {
        2
    } else {
        1
    };
    // An odd number of units, so that one bar stands over 0.
    let mut width = unit;
    while 2 * most / width > 2 * BARS as i64 {
        width += 2 * unit;
    }
    let class = |lead: i64| (2 * lead + width).div_euclid(2 * width);
    let last = class(most);
    let bars: Vec<Vec<Bar>> = all
        .iter()
        .map(|histogram| {
            let games: u64 = histogram.values().sum::<u64>().max(1);
            let mut counts: BTreeMap<i64, u64> = (-last..=last).map(|at| (at, 0)).collect();
            for (&lead, &count) in *histogram {
                *counts.entry(class(lead)).or_default() += count;
            }
            counts
                .into_iter()
                .map(|(at, count)| Bar {
                    from: (at as f64 - 0.5) * width as f64,
                    to: (at as f64 + 0.5) * width as f64,
                    share: count as f64 / games as f64,
                    height: count as f64 / games as f64,
                })
                .collect()
        })
        .collect();
    let end = (last as f64 + 0.5) * width as f64;
    (axes("seeds ahead", -end..end, Scale::Even, &bars), bars)
}

fn axes(
    values: &'static str,
    range: std::ops::Range<f64>,
    scale: Scale,
    bars: &[Vec<Bar>],
) -> Axes<'static> {
    let most = bars
        .iter()
        .flatten()
        .map(|bar| bar.height)
        .fold(0.0, f64::max);
    Axes {
        values,
        range,
        scale,
        most: if most > 0.0 { 1.05 * most } else { 1.0 },
    }
}

/// How it was computed.
pub(super) fn method(experiment: &Experiment, results: &[VariantResults], wear: &[Wear]) -> Markup {
    let Some(first) = results.first() else {
        return html! {};
    };
    let [south, north] = first.players;
    let compared = results.iter().any(|r| r.against.is_some());
    html! {
        (fact("random numbers", random_numbers(first.rng, first.seed)))
        (fact("players", format!("South {south}, North {north}")))
        (fact("games", format!("each is left unfinished after turn {}", thousands(experiment.max_turns.into()))))
        (fact("intervals", "95 %; shares by Wilson’s method"))
        @if compared {
            (fact("differences", format!(
                "with Newcombe’s intervals for shares, made from Wilson’s; told from chance at the {:.0} % level for all of \
                 the comparison together, by Holm’s method. All variants are given the same random numbers, so that the \
                 differences of near variants are surer than the intervals say, which are made for independent games.",
                100.0 * experiment.level
            )))
        }
        @if !wear.is_empty() { (fact("wear", super::wear::games(wear))) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_in_a_bar() {
        let short = BTreeMap::from([(20, 5), (21, 3), (60, 2)]);
        let long = BTreeMap::from([(0, 2), (30, 1), (9_000, 7)]);
        for all in [vec![&short], vec![&short, &long]] {
            let (_, bars) = bars_of_lengths(&all);
            for bars in bars {
                let sum: f64 = bars.iter().map(|bar| bar.share).sum();
                assert!((sum - 1.0).abs() < 1e-9, "{sum}");
                assert!(
                    bars.iter()
                        .all(|bar| bar.from < bar.to && bar.height.is_finite())
                );
            }
        }
        let leads = BTreeMap::from([(-60, 1), (0, 2), (2, 3), (60, 1)]);
        let (axes, bars) = bars_of_leads(&[&leads]);
        assert!((bars[0].iter().map(|bar| bar.share).sum::<f64>() - 1.0).abs() < 1e-9);
        assert_eq!(axes.range, -61.0..61.0);
    }

    #[test]
    fn a_bar_of_leads_stands_over_nothing_gained() {
        let leads = BTreeMap::from([(-401, 1), (-3, 1), (0, 7), (3, 1), (400, 1)]);
        let (_, bars) = bars_of_leads(&[&leads]);
        let middle = bars[0]
            .iter()
            .find(|bar| bar.from < 0.0 && bar.to > 0.0)
            .unwrap();
        assert!((middle.from + middle.to).abs() < 1e-9, "{middle:?}");
    }

    #[test]
    fn quantiles_of_leads() {
        let leads = BTreeMap::from([(-4, 1), (0, 2), (6, 1)]);
        assert_eq!(
            [5, 25, 50, 75, 95].map(|percent| quantile(&leads, percent)),
            [-4, -4, 0, 0, 6]
        );
    }
}
