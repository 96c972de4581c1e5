//! The results of one variant, in the form that `--format json`, `toml` and `csv` print.

use super::difference::Against;
use super::paired::Measured;
use crate::engine::{Program, RuleKind};
use crate::rules::Variant;
use crate::rules::wording::Difference;
use crate::simulate::{EndedBy, Run, Tally};
use serde::Serialize;
use std::collections::BTreeMap;

/// The version of this form; it changes when a field changes its meaning or goes away.
pub const SCHEMA: u32 = 1;

/// The results of a run.
#[derive(Clone, Debug, Serialize)]
pub struct Results {
    /// The version of this form.
    pub schema: u32,
    /// One for each variant, in the order in which they were given.
    pub results: Vec<VariantResults>,
}

/// The results of one variant.
#[derive(Clone, Debug, Serialize)]
pub struct VariantResults {
    /// The variant: its file's name without the ending.
    pub variant: String,
    /// What its file calls it.
    pub title: String,
    /// The hash of its rules.
    pub ruleset: String,
    /// The random number generator.
    pub rng: &'static str,
    /// South's player and North's.
    pub players: [&'static str; 2],
    /// The master seed.
    pub seed: u64,
    /// How many games were played.
    pub games: u64,
    /// Whether more were asked for, but the run was stopped.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
    /// How many games each player won.
    pub outcomes: Outcomes,
    /// How many games ended in which way.
    pub ended_by: EndedBy,
    /// Turns a game, the redistributions of the opening counted in.
    pub turns: Turns,
    /// Laps a turn of sowing.
    pub laps_per_turn: f64,
    /// The most laps of one turn.
    pub longest_relay: u64,
    /// Moves to choose from, a turn of sowing: those that are legal as far as their first lap. The few whose
    /// relay turns out never to end are counted in.
    pub branching: f64,
    /// How often a `capture` took seeds, a game.
    pub captures_per_game: f64,
    /// How often an `also` applied, a game.
    pub bonuses_per_game: f64,
    /// How often each `capture` and `also` applied, over all games.
    pub rules_fired: BTreeMap<String, u64>,
    /// South's lead at the end of finished games.
    pub margin: Margin,
    /// What the games count.
    #[serde(rename = "match")]
    pub match_: Match,
    /// In a comparison: every measure that has a value, by its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measures: Option<BTreeMap<&'static str, Measured>>,
    /// In a comparison: the rules on which it differs from the reference, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub differs: Option<Vec<String>>,
    /// In a comparison: how its results differ from those of the reference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<Against>,
}

/// Numbers of games.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Outcomes {
    /// Won by South.
    pub south: u64,
    /// Won by North.
    pub north: u64,
    /// Drawn.
    pub draw: u64,
    /// Left unfinished at the turn limit.
    pub unfinished: u64,
}

/// How long games were.
#[derive(Clone, Debug, Serialize)]
pub struct Turns {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub sd: f64,
    /// The shortest game.
    pub min: u64,
    /// Half of the games are no longer than this.
    pub median: u64,
    /// 95 % of the games are no longer than this.
    pub p95: u64,
    /// The longest game.
    pub max: u64,
    /// How many games had so many turns. It is drawn in a report, and left out of the forms for programs, where it
    /// may have a line for each of thousands of lengths.
    #[serde(skip)]
    pub histogram: BTreeMap<u64, u64>,
}

/// South's lead.
#[derive(Clone, Debug, Serialize)]
pub struct Margin {
    /// The mean.
    pub mean: f64,
    /// How many games ended with each lead that occurred.
    pub histogram: BTreeMap<i64, u64>,
}

/// What the games count in a match.
#[derive(Clone, Debug, Serialize)]
pub struct Match {
    /// Games won by exactly two seeds.
    pub wins_by_exactly_two: u64,
    /// A point for each win, more for those that the variant counts more; nothing for a draw.
    pub points: Points,
    /// The same, if those are counted as the most they are said to have been counted as.
    pub points_at_most: Points,
}

/// Points of a match.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Points {
    /// South's.
    pub south: u64,
    /// North's.
    pub north: u64,
}

impl VariantResults {
    /// What a tally says.
    pub fn new(
        variant: &Variant,
        program: &Program,
        players: [&'static str; 2],
        run: Run,
        tally: &Tally,
    ) -> Self {
        let each = |number: u64, of: u64| {
            if of == 0 {
                0.0
            } else {
                number as f64 / of as f64
            }
        };
        let fired = |kind: RuleKind| -> u64 {
            (0..program.rule_names.len())
                .filter(|&rule| program.rule_kind(rule) == kind)
                .map(|rule| tally.applied[rule])
                .sum()
        };
        let mut rules_fired = BTreeMap::new();
        for (rule, name) in program.rule_names.iter().enumerate() {
            if matches!(program.rule_kind(rule), RuleKind::Capture | RuleKind::Also) {
                *rules_fired.entry(name.clone()).or_default() += tally.applied[rule];
            }
        }
        let points = |counts: u64| {
            let [south, north] =
                [0, 1].map(|side| tally.won[side] + tally.marked_wins[side] * (counts - 1));
            Points { south, north }
        };
        let (counts, up_to) = program
            .win
            .map_or((1, 1), |win| (u64::from(win.counts), u64::from(win.up_to)));
        VariantResults {
            variant: variant.name.clone(),
            title: variant.ruleset.title.clone(),
            ruleset: variant.hash.clone(),
            rng: crate::players::rng::NAME,
            players,
            seed: run.seed,
            games: tally.games,
            partial: false,
            outcomes: Outcomes {
                south: tally.won[0],
                north: tally.won[1],
                draw: tally.drawn,
                unfinished: tally.unfinished,
            },
            ended_by: tally.ended_by,
            turns: Turns::of(&tally.turns),
            laps_per_turn: each(tally.laps, tally.sowings),
            longest_relay: tally.longest,
            branching: each(tally.choices, tally.sowings),
            captures_per_game: each(fired(RuleKind::Capture), tally.games),
            bonuses_per_game: each(fired(RuleKind::Also), tally.games),
            rules_fired,
            margin: Margin::of(tally),
            match_: Match {
                wins_by_exactly_two: tally.wins_by_two,
                points: points(counts),
                points_at_most: points(up_to),
            },
            measures: None,
            differs: None,
            against: None,
        }
    }

    /// The same, of all the games that were asked for, or of some.
    pub(crate) fn whole(mut self, whole: bool) -> Self {
        self.partial = !whole;
        self
    }

    /// The same, with its measures, and what sets it apart from the reference of a comparison: the rules, and the
    /// results.
    pub fn compared(
        mut self,
        measures: BTreeMap<&'static str, Measured>,
        differences: &[Difference<'_>],
        against: Option<Against>,
    ) -> Self {
        self.measures = Some(measures);
        self.against = against;
        self.differs = Some(
            differences
                .iter()
                .map(|difference| {
                    format!("{}: {}", difference.topic(), difference.words().join("; "))
                })
                .collect(),
        );
        self
    }
}

impl Turns {
    /// Half the width of the 95 % interval of the mean, over so many games; with thousands of games it is normally
    /// distributed.
    pub fn half_width(&self, games: u64) -> f64 {
        super::Z95 * self.sd / (games.max(1) as f64).sqrt()
    }

    /// From how many games had so many turns.
    pub(crate) fn of(histogram: &[u64]) -> Turns {
        let games: u64 = histogram.iter().sum();
        // Exact sums, so that the means are the same whatever the order of counting was.
        let (mut sum, mut squares) = (0u128, 0u128);
        for (turns, &count) in histogram.iter().enumerate() {
            sum += turns as u128 * u128::from(count);
            squares += (turns * turns) as u128 * u128::from(count);
        }
        let quantile = |share: u64| {
            let mut below = 0;
            histogram
                .iter()
                .position(|&count| {
                    below += count;
                    games > 0 && below * 100 >= games * share
                })
                .unwrap_or(0) as u64
        };
        let n = games.max(1) as f64;
        let mean = sum as f64 / n;
        // n·Σx² − (Σx)², in integers: no cancellation.
        let spread = u128::from(games) * squares - sum * sum;
        Turns {
            mean,
            sd: if games < 2 {
                0.0
            } else {
                (spread as f64 / n / (n - 1.0)).sqrt()
            },
            min: histogram.iter().position(|&count| count > 0).unwrap_or(0) as u64,
            median: quantile(50),
            p95: quantile(95),
            max: histogram.len().saturating_sub(1) as u64,
            histogram: (0..)
                .zip(histogram)
                .filter(|(_, count)| **count > 0)
                .map(|(turns, &count)| (turns, count))
                .collect(),
        }
    }
}

impl Margin {
    pub(crate) fn of(tally: &Tally) -> Margin {
        let histogram: BTreeMap<i64, u64> = tally
            .margins
            .iter()
            .enumerate()
            .filter(|(_, count)| **count > 0)
            .map(|(class, &count)| (tally.lead(class), count))
            .collect();
        let games: u64 = histogram.values().sum();
        let sum: i128 = histogram
            .iter()
            .map(|(lead, &count)| i128::from(*lead) * i128::from(count))
            .sum();
        Margin {
            mean: sum as f64 / games.max(1) as f64,
            histogram,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distribution_of_turns_is_told_by_mean_and_quantiles() {
        // One game of 1 turn, two of 3, one of 5.
        let turns = Turns::of(&[0, 1, 0, 2, 0, 1]);
        assert_eq!(
            (turns.min, turns.median, turns.p95, turns.max),
            (1, 3, 5, 5)
        );
        assert!((turns.mean - 3.0).abs() < 1e-12);
        assert!((turns.sd - (8.0f64 / 3.0).sqrt()).abs() < 1e-12);
    }
}
