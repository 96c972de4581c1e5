//! Variants played together, each game under every ruleset with the same random numbers, and what the games add
//! to every measure.
//!
//! Games of the same number are pairs: they begin alike and part where the rules do. A difference between two
//! variants is surer for it, by as much as the pairs go together. What is added up are whole numbers, so that the
//! order in which blocks of games are played does not matter.

use super::measures::{Form, MEASURES, Part};
use super::{ROUND, Share, Z95, enough};
use crate::engine::Program;
use crate::players::Uniform;
use crate::simulate::{self, Keeper, Run, Tally, Watch, each_game, in_blocks, keep};
use serde::Serialize;
use std::ops::Range;
use std::sync::atomic::Ordering;

/// How many games are played on one thread under each ruleset by turns. The parts that a game of the reference adds
/// are kept so long.
const PART: u64 = 128;

/// What games add to one measure: with `x` and `b` the [parts](Part) of a game, and `y` and `c` those of its pair
/// under the reference, the sums of these and of their products.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// How many games.
    pub games: u64,
    /// The sums, in the order of [their names](Sums::NAMES).
    pub numbers: [i128; Sums::NAMES.len()],
}

impl Sums {
    /// What is summed.
    pub const NAMES: [&str; 9] = ["x", "b", "xx", "xb", "bb", "xy", "xc", "yb", "bc"];

    /// Adds a game and its pair.
    #[inline]
    pub fn game(&mut self, part: Part, pair: Part) {
        let [x, b, y, c] = [part.sum, part.by, pair.sum, pair.by].map(i128::from);
        let numbers = [x, b, x * x, x * b, b * b, x * y, x * c, y * b, b * c];
        self.add(&Sums { games: 1, numbers });
    }

    #[inline]
    fn add(&mut self, other: &Sums) {
        self.games += other.games;
        for (into, from) in self.numbers.iter_mut().zip(other.numbers) {
            *into += from;
        }
    }

    /// Σx.
    pub fn x(&self) -> i128 {
        self.numbers[0]
    }

    /// Σb.
    pub fn b(&self) -> i128 {
        self.numbers[1]
    }

    /// In how many games something was so under both, if the measure is a [share](Form::Share).
    pub fn both(&self) -> u64 {
        let [.., xy, _, _, _] = self.numbers;
        xy as u64
    }

    /// The one sum by the other; `None` if nothing was added.
    pub fn ratio(&self) -> Option<f64> {
        (self.b() != 0).then(|| self.x() as f64 / self.b() as f64)
    }

    /// Σ(x − Rb)², for the ratio R.
    fn residuals(&self, ratio: f64) -> f64 {
        let [_, _, xx, xb, bb, ..] = self.numbers.map(|sum| sum as f64);
        let square = xx - 2.0 * ratio * xb + ratio * ratio * bb;
        square.max(0.0)
    }

    /// The standard error of the ratio (W. G. Cochran, *Sampling Techniques*, 1977, chapter 6).
    fn error(&self, ratio: f64) -> f64 {
        let n = self.games as f64;
        (self.residuals(ratio) * n / (n - 1.0).max(1.0)).sqrt() / self.b() as f64
    }

    /// The standard error of the difference between this ratio and that of the reference, the games being pairs.
    pub fn error_of_difference(&self, reference: &Sums) -> Option<f64> {
        let (r, s) = (self.ratio()?, reference.ratio()?);
        let n = self.games as f64;
        let [.., xy, xc, yb, bc] = self.numbers.map(|sum| sum as f64);
        let together = xy - r * yb - s * xc + r * s * bc;
        let (b, c) = (self.b() as f64, reference.b() as f64);
        let square = self.residuals(r) / (b * b) + reference.residuals(s) / (c * c)
            - 2.0 * together / (b * c);
        Some((square.max(0.0) * n / (n - 1.0).max(1.0)).sqrt())
    }
}

/// What a measure came to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Measured {
    /// The measure.
    pub value: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Measured {
    /// A measure of this form; `None` if no game had one.
    pub fn of(form: Form, sums: &Sums) -> Option<Measured> {
        let ratio = sums.ratio()?;
        let half = Z95 * sums.error(ratio);
        let (low, high) = (ratio - half, ratio + half);
        Some(match form {
            Form::Share => {
                let share = Share::of(sums.x() as u64, sums.games);
                Measured {
                    value: share.estimate,
                    low: share.low,
                    high: share.high,
                }
            }
            Form::Ratio => Measured {
                value: ratio,
                low,
                high,
            },
            Form::Evenness => Measured {
                value: 1.0 - ratio.abs(),
                low: (1.0 - low.abs().max(high.abs())).max(0.0),
                high: if low <= 0.0 && high >= 0.0 {
                    1.0
                } else {
                    1.0 - low.abs().min(high.abs())
                },
            },
        })
    }

    /// Half the width of the interval.
    pub fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// What came of one ruleset of those that were played together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// What was counted.
    pub tally: Tally,
    /// What the games added to each of [`MEASURES`].
    pub sums: Vec<Sums>,
}

impl Played {
    fn none(program: &Program) -> Played {
        Played {
            tally: Tally::new(program),
            sums: vec![Sums::default(); MEASURES.len()],
        }
    }

    fn add(&mut self, other: &Played) {
        self.tally.add(&other.tally);
        for (into, from) in self.sums.iter_mut().zip(&other.sums) {
            into.add(from);
        }
    }
}

/// Plays the games of a run under each of these rulesets, on the threads of the current rayon pool. With `until`, only
/// as many as it takes for the 95 % interval of South's share to be no wider than that to either side under all of
/// them. Where there are keepers, there is one for each ruleset, and what he keeps is not played again.
pub fn together(
    programs: &[Program],
    reference: usize,
    players: [Uniform; 2],
    run: Run,
    until: Option<f64>,
    keepers: &[impl Keeper<Played>],
    watch: &Watch,
) -> Vec<Played> {
    let none = || programs.iter().map(Played::none).collect::<Vec<_>>();
    let add = |mut one: Vec<Played>, other: Vec<Played>| {
        for (into, from) in one.iter_mut().zip(&other) {
            into.add(from);
        }
        one
    };
    let size = if keepers.is_empty() {
        PART
    } else {
        simulate::BLOCK
    };
    let together = Together {
        programs,
        reference,
        players,
        run,
    };
    let block = |games: Range<u64>| {
        let mut all: Vec<Option<Played>> = (0..programs.len())
            .map(|which| keepers.get(which)?.kept(&games))
            .collect();
        let wanted: Vec<usize> = (0..programs.len())
            .filter(|&which| all[which].is_none())
            .collect();
        let number = games.end - games.start;
        let known = (programs.len() - wanted.len()) as u64;
        watch.kept.fetch_add(number * known, Ordering::Relaxed);
        let mut played: Vec<Played> = wanted
            .iter()
            .map(|&at| Played::none(&programs[at]))
            .collect();
        for first in games.clone().step_by(PART as usize) {
            let part = first..(first + PART).min(games.end);
            together.play(&part, &wanted, &mut played, watch);
        }
        for (which, played) in wanted.into_iter().zip(played) {
            let keeper = keepers
                .get(which)
                .map(|keeper| keeper as &dyn Keeper<Played>);
            keep(&games, keeper, &played, watch);
            all[which] = Some(played);
        }
        all.into_iter().flatten().collect()
    };
    let mut all = none();
    let mut played = 0;
    while played < run.games && !watch.stopped() {
        let next = match until {
            Some(_) => (played + ROUND).min(run.games),
            None => run.games,
        };
        all = add(all, in_blocks(played..next, size, watch, block, none, add));
        played = next;
        if until.is_some_and(|half_width| {
            all.iter()
                .all(|played| enough(&played.tally, run, half_width))
        }) {
            break;
        }
    }
    all
}

/// What is played together.
struct Together<'p> {
    programs: &'p [Program],
    reference: usize,
    players: [Uniform; 2],
    run: Run,
}

impl Together<'_> {
    /// Plays games under each ruleset that is wanted, and under the reference, with which they are paired.
    fn play(&self, indices: &Range<u64>, wanted: &[usize], played: &mut [Played], watch: &Watch) {
        if wanted.is_empty() {
            return;
        }
        let reference = self.reference;
        let mut pairs: Vec<Part> = Vec::new();
        let others = wanted.iter().copied().filter(|&other| other != reference);
        for which in std::iter::once(reference).chain(others) {
            let into = wanted.iter().position(|&wanted| wanted == which);
            let mut into = into.map(|at| &mut played[at]);
            each_game(
                &self.programs[which],
                self.players,
                self.run,
                indices.clone(),
                true,
                |index, facts| {
                    let mut parts = [Part::default(); MEASURES.len()];
                    for (part, measure) in parts.iter_mut().zip(MEASURES) {
                        *part = measure.of_game(facts);
                    }
                    if which == reference {
                        pairs.extend(parts);
                    }
                    let Some(Played { tally, sums }) = &mut into else {
                        return;
                    };
                    tally.game(facts);
                    let from = (index - indices.start) as usize * MEASURES.len();
                    for ((sums, part), pair) in sums.iter_mut().zip(parts).zip(&pairs[from..]) {
                        sums.game(part, *pair);
                    }
                },
            );
            if into.is_some() {
                let games = indices.end - indices.start;
                watch.done.fetch_add(games, Ordering::Relaxed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(games: &[(i64, i64, i64, i64)]) -> (Sums, Sums) {
        let (mut this, mut reference) = (Sums::default(), Sums::default());
        for &(sum, by, pair_sum, pair_by) in games {
            let part = Part { sum, by };
            let pair = Part {
                sum: pair_sum,
                by: pair_by,
            };
            this.game(part, pair);
            reference.game(pair, pair);
        }
        (this, reference)
    }

    #[test]
    fn the_error_of_a_mean_and_of_a_paired_difference_are_those_of_the_textbook() {
        // Student's ten patients (The probable error of a mean, Biometrika 6, 1908): hours of sleep gained by two
        // drugs, in tenths; the mean difference is 1.58, its standard error 0.389.
        let first = [7, -16, -2, -12, -1, 34, 37, 8, 0, 20];
        let second = [19, 8, 11, 1, -1, 44, 55, 16, 46, 34];
        let games: Vec<_> = second
            .iter()
            .zip(first)
            .map(|(&x, y)| (x, 10, y, 10))
            .collect();
        let (this, reference) = sums(&games);
        assert!((this.ratio().unwrap() - 2.33).abs() < 1e-12);
        assert!((reference.ratio().unwrap() - 0.75).abs() < 1e-12);
        assert!((this.error(2.33) - 2.002 / 10f64.sqrt()).abs() < 5e-4);
        let error = this.error_of_difference(&reference).unwrap();
        assert!((error - 0.38896).abs() < 5e-5, "{error}");
    }

    #[test]
    fn games_that_are_alike_differ_by_nothing() {
        let (this, reference) = sums(&[(3, 1, 3, 1), (5, 2, 5, 2), (9, 4, 9, 4)]);
        assert!(this.error_of_difference(&reference).unwrap() < 1e-6);
    }

    #[test]
    fn a_game_without_a_value_adds_nothing() {
        let (this, _) = sums(&[(4, 1, 0, 1), (0, 0, 0, 1), (6, 1, 0, 1)]);
        assert_eq!(this.ratio(), Some(5.0));
        assert_eq!(sums(&[(0, 0, 0, 0)]).0.ratio(), None);
    }

    #[test]
    fn balance_is_one_less_the_distance_between_the_shares() {
        // Three won by South, one by North.
        let (this, _) = sums(&[(1, 1, 0, 1), (1, 1, 0, 1), (1, 1, 0, 1), (-1, 1, 0, 1)]);
        let balance = Measured::of(Form::Evenness, &this).unwrap();
        assert_eq!(balance.value, 0.5);
        assert!(balance.low >= 0.0 && balance.high == 1.0);
    }
}
