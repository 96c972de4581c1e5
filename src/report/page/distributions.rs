//! How long games are and by how much they are won, as distributions.

use super::differences::{probability, signed};
use super::plot::{self, Axes, Bar, Scale};
use super::{Games, Section, scroll};
use crate::analyse::VariantResults;
use crate::report::table::with_half;
use crate::report::thousands;
use crate::rules::accounts::Matrix;
use maud::{Markup, html};
use std::collections::BTreeMap;

/// How long games were and how they were won, as distributions.
pub(super) fn distributions(games: &Games<'_>, matrix: &Matrix<'_>) -> Option<Section> {
    let results = games.results;
    let first = games.reference()?;
    let reference = matrix
        .columns
        .iter()
        .position(|column| column.contains(&games.experiment.reference))?;
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
                            (number != reference).then_some(&bars[reference][..]),
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
        (differences(games))
    };
    Some(Section {
        id: "distributions",
        title: "Lengths and margins".to_owned(),
        body,
    })
}

/// How the distributions differ from those of the reference.
fn differences(games: &Games<'_>) -> Markup {
    let all = games.compared();
    let Some((_, first)) = all.first() else {
        return html! {};
    };
    html! {
        h3 { "How they differ from " (first.reference) }
        p { "Cliff’s δ is the chance that a game has more than one of " (first.reference) ", less the chance that it has \
             less; a star marks distributions that are told apart by χ², which also sees that one is wider." }
        (scroll("How the distributions differ", html! {
            table {
                thead {
                    tr {
                        th rowspan="2" scope="col" { "variant" }
                        th colspan="2" scope="colgroup" { "turns a game" }
                        th colspan="2" scope="colgroup" { "South’s lead" }
                    }
                    tr { @for name in ["δ", "p of χ²", "δ", "p of χ²"] { th scope="col" .number { (name) } } }
                }
                tbody {
                    @for (name, against) in &all {
                        tr {
                            th scope="row" { (name) }
                            @for found in [against.distributions.turns, against.distributions.margin] {
                                td .number {
                                    (with_half(found.delta, (found.high - found.low) / 2.0, 2, "+"))
                                    @if found.told_apart { "*" }
                                }
                                td .number { (probability(found.p)) }
                            }
                        }
                    }
                }
            }
        }))
    }
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
