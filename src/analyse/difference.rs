//! How a variant's results differ from those of a reference, and whether that can be told from chance.
//!
//! Differences of measures are those of pairs of games, played with the same random numbers (see
//! [`paired`](super::paired)); how whole distributions differ is judged as if the games were independent, and so on the
//! safe side (see [`distribution`](super::distribution)). What is asked of all variants together is held to one level:
//! the chance of any false alarm among all of it is at most that.

use super::distribution::Distribution;
use super::measures::{Form, MEASURES, Measure};
use super::paired::{Played, Sums};
use super::{Share, Z95};
use serde::Serialize;
use statrs::distribution::{Binomial, ContinuousCDF, DiscreteCDF, Normal};
use std::collections::BTreeMap;

/// The level at which differences are told from chance, for all of a comparison together, unless said.
pub const LEVEL: f64 = 0.05;

/// A difference to the reference.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The difference found.
    pub difference: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How likely a difference at least as large is, if there is none.
    pub p: f64,
    /// Whether it is told from chance, at the level of the comparison for all that is asked together; never where it
    /// is not asked for.
    pub told_apart: bool,
}

/// How whole distributions differ from those of the reference.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Distributions {
    /// Of the turns of a game.
    pub turns: Distribution,
    /// Of South's lead at the end of finished games.
    pub margin: Distribution,
}

/// The differences of a variant to the reference.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Against {
    /// The variant it is compared with.
    pub reference: String,
    /// The level to which everything that is asked is held together.
    pub level: f64,
    /// The measures that are held to it; besides them, the distributions are.
    pub asked: Vec<&'static str>,
    /// Of South's share of the games: the measure `south`.
    pub south: Estimate,
    /// Of the share of draws: the measure `drawishness`.
    pub draw: Estimate,
    /// Of the mean number of turns: the measure `duration`.
    pub turns: Estimate,
    /// Of each measure that has a value for both, by its name; balance, which no single game has, left out.
    pub measures: BTreeMap<&'static str, Estimate>,
    /// Of whole distributions.
    pub distributions: Distributions,
}

/// One of the variants that are compared.
#[derive(Clone, Copy, Debug)]
pub struct Compared<'a> {
    /// Its name.
    pub name: &'a str,
    /// The hash of its rules.
    pub ruleset: &'a str,
    /// What came of playing it.
    pub played: &'a Played,
}

/// Compares each variant with the reference, which is one of them, by its number. Variants with the same rules as the
/// reference are not compared: there is nothing to find.
pub fn against(
    variants: &[Compared<'_>],
    reference: usize,
    asked: &[&Measure],
    level: f64,
) -> Vec<Option<Against>> {
    let Some(first) = variants.get(reference) else {
        return Vec::new();
    };
    // A variant that is given twice is asked about once; the second is told what the first is.
    let before = |at: usize| {
        variants[..at]
            .iter()
            .position(|before| before.ruleset == variants[at].ruleset)
    };
    let mut all: Vec<Option<Against>> = variants
        .iter()
        .enumerate()
        .map(|(at, other)| {
            let asks = other.ruleset != first.ruleset && before(at).is_none();
            asks.then(|| one(other, first, asked, level))
        })
        .collect();
    let mut tests: Vec<_> = all.iter_mut().flatten().flat_map(Against::tests).collect();
    holm(&mut tests, level);
    for against in all.iter_mut().flatten() {
        against.south = against.measures["south"];
        against.draw = against.measures["drawishness"];
        against.turns = against.measures["duration"];
    }
    for at in 0..all.len() {
        if let Some(before) = before(at) {
            all[at] = all[before].clone();
        }
    }
    all
}

impl Against {
    /// What is held to the level: each p, and whether it is told apart.
    fn tests(&mut self) -> impl Iterator<Item = (f64, &mut bool)> {
        let asked = &self.asked;
        let measures = self
            .measures
            .iter_mut()
            .filter(|(name, _)| asked.contains(name))
            .map(|(_, estimate)| (estimate.p, &mut estimate.told_apart));
        let Distributions { turns, margin } = &mut self.distributions;
        let distributions = [turns, margin]
            .into_iter()
            .map(|distribution| (distribution.p, &mut distribution.told_apart));
        measures.chain(distributions)
    }
}

fn one(other: &Compared<'_>, first: &Compared<'_>, asked: &[&Measure], level: f64) -> Against {
    let (other, reference) = (other.played, first);
    let first = first.played;
    let measures: BTreeMap<&'static str, Estimate> = MEASURES
        .iter()
        .zip(other.sums.iter().zip(&first.sums))
        .filter_map(|(measure, (sums, of_first))| {
            Some((measure.name, estimate(measure.form, sums, of_first)?))
        })
        .collect();
    Against {
        reference: reference.name.to_owned(),
        level,
        asked: asked.iter().map(|measure| measure.name).collect(),
        south: measures["south"],
        draw: measures["drawishness"],
        turns: measures["duration"],
        measures,
        distributions: Distributions {
            turns: Distribution::of(&other.tally.turns, &first.tally.turns),
            margin: margins(other, first),
        },
    }
}

/// How the distributions of South's lead differ. The classes of one variant lie about the middle of its own.
fn margins(other: &Played, first: &Played) -> Distribution {
    let (one, two) = (&other.tally.margins, &first.tally.margins);
    let least = (one.len() / 2).max(two.len() / 2);
    let about_the_same = |margins: &Vec<u64>| -> Vec<u64> {
        let before = vec![0; least - margins.len() / 2];
        before.into_iter().chain(margins.iter().copied()).collect()
    };
    Distribution::of(&about_the_same(one), &about_the_same(two))
}

/// The difference of a measure; `None` where one of the two has no value, or no single game has one.
fn estimate(form: Form, sums: &Sums, reference: &Sums) -> Option<Estimate> {
    match form {
        Form::Share => Some(shares(Pairs::of(sums, reference))),
        Form::Ratio => {
            let difference = sums.ratio()? - reference.ratio()?;
            let error = sums.error_of_difference(reference)?;
            Some(Estimate {
                difference,
                low: difference - Z95 * error,
                high: difference + Z95 * error,
                p: p_value(difference, error),
                told_apart: false,
            })
        }
        Form::Evenness => None,
    }
}

/// How many pairs of games something is so in: in both, in one of them, in the other, in neither.
#[derive(Clone, Copy)]
struct Pairs {
    both: u64,
    one: u64,
    other: u64,
    neither: u64,
}

impl Pairs {
    fn of(sums: &Sums, reference: &Sums) -> Pairs {
        let (so, so_first, both) = (sums.x() as u64, reference.x() as u64, sums.both());
        Pairs {
            both,
            one: so - both,
            other: so_first - both,
            neither: sums.games + both - so - so_first,
        }
    }
}

/// The difference of two shares of paired games, with Newcombe's interval, which is made from Wilson's and from how far
/// the pairs go together (R. G. Newcombe, *Improved confidence intervals for the difference between binomial
/// proportions based on paired data*, Statistics in Medicine 17, 1998, method 10), and the p of McNemar's exact test.
fn shares(pairs: Pairs) -> Estimate {
    let Pairs {
        both,
        one,
        other,
        neither,
    } = pairs;
    let games = both + one + other + neither;
    let (a, b) = (Share::of(both + one, games), Share::of(both + other, games));
    let [e, f, g, h] = [both, one, other, neither].map(|count| count as f64);
    let product = ((e + f) * (g + h) * (e + g) * (f + h)).sqrt();
    let together = e * h - f * g;
    let corrected = if together > 0.0 {
        (together - games as f64 / 2.0).max(0.0)
    } else {
        together
    };
    let phi = if product > 0.0 {
        corrected / product
    } else {
        0.0
    };
    let side = |to_one: f64, to_other: f64| {
        let square = to_one * to_one - 2.0 * phi * to_one * to_other + to_other * to_other;
        square.max(0.0).sqrt()
    };
    let difference = a.estimate - b.estimate;
    Estimate {
        difference,
        low: difference - side(a.estimate - a.low, b.high - b.estimate),
        high: difference + side(a.high - a.estimate, b.estimate - b.low),
        p: mcnemar(one, other),
        told_apart: false,
    }
}

/// How likely pairs that differ are to split as unevenly, if either way is as likely (Q. McNemar, Psychometrika 12,
/// 1947; exactly).
fn mcnemar(one: u64, other: u64) -> f64 {
    if one == other {
        return 1.0;
    }
    Binomial::new(0.5, one + other).map_or(1.0, |law| (2.0 * law.cdf(one.min(other))).min(1.0))
}

fn p_value(difference: f64, error: f64) -> f64 {
    if difference == 0.0 {
        return 1.0;
    }
    if error == 0.0 {
        // Nothing varies: what differs at all differs surely.
        return 0.0;
    }
    2.0 * Normal::standard().cdf(-(difference / error).abs())
}

/// Tells differences from chance so that the chance of any false alarm among all of them is at most the level, by
/// [Holm's method](super::sweep::holm).
fn holm(tests: &mut [(f64, &mut bool)], level: f64) {
    let ps: Vec<f64> = tests.iter().map(|(p, _)| *p).collect();
    for ((_, told_apart), adjusted) in tests.iter_mut().zip(super::sweep::holm(&ps)) {
        **told_apart = adjusted <= level;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 5e-4
    }

    #[test]
    fn newcombes_interval_of_pairs_is_that_of_the_books() {
        // D. G. Altman and others, Statistics with Confidence, 2000, table 6.2: 14, 5, 0 and 22 pairs.
        let found = shares(Pairs {
            both: 14,
            one: 5,
            other: 0,
            neither: 22,
        });
        assert!(
            close(found.difference, 0.122) && close(found.low, 0.011) && close(found.high, 0.226),
            "{found:?}"
        );
    }

    #[test]
    fn mcnemars_test_is_exact() {
        // Airway hyper-responsiveness before and after (Bentur and others 2009): of 8 pairs that differ, 1 one way.
        assert!((mcnemar(1, 7) - 0.0703).abs() < 5e-5);
        assert!((mcnemar(7, 1) - 0.0703).abs() < 5e-5);
        assert_eq!(mcnemar(3, 3), 1.0);
        assert_eq!(mcnemar(0, 0), 1.0);
        assert!(mcnemar(40_000, 41_000) < 0.001);
    }

    #[test]
    fn pairs_that_are_all_alike_differ_by_nothing() {
        let found = shares(Pairs {
            both: 500,
            one: 0,
            other: 0,
            neither: 500,
        });
        assert_eq!((found.difference, found.p), (0.0, 1.0));
        assert!(found.high < 0.003 && found.low > -0.003, "{found:?}");
    }

    #[test]
    fn holm_stops_at_the_first_that_fails() {
        let mut told = [false; 4];
        let mut tests: Vec<(f64, &mut bool)> = [0.02, 0.04, 0.001, 0.3]
            .into_iter()
            .zip(&mut told)
            .collect();
        holm(&mut tests, LEVEL);
        // 0.001 ≤ 0.05/4; 0.02 > 0.05/3, so 0.04 is not asked any more though it is below 0.05.
        assert_eq!(told, [false, false, true, false]);
    }

    #[test]
    fn what_does_not_vary_differs_surely_or_not_at_all() {
        assert_eq!(p_value(0.0, 0.0), 1.0);
        assert_eq!(p_value(0.1, 0.0), 0.0);
    }
}
