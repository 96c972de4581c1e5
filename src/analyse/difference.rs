//! How a variant's results differ from those of a reference, and whether that can be told from chance.
//!
//! The variants of a comparison are played with the same random numbers, which makes the differences of near
//! variants surer than these intervals say: they are made for independent samples, and so are on the safe
//! side.

use super::results::VariantResults;
use super::{Share, Z95};
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

/// The level at which differences are told from chance, for all of a comparison together.
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
    /// Whether it is told from chance, at the 5 % level for all differences of the comparison together.
    pub told_apart: bool,
}

/// The differences of a variant to the reference.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Against {
    /// The variant it is compared with.
    pub reference: String,
    /// Of South's share of the games.
    pub south: Estimate,
    /// Of the share of draws.
    pub draw: Estimate,
    /// Of the mean number of turns.
    pub turns: Estimate,
}

/// Compares each variant with the first. Variants with the same rules are not compared: there is nothing to
/// find.
pub fn against_first(results: &[VariantResults]) -> Vec<Option<Against>> {
    let Some(first) = results.first() else {
        return Vec::new();
    };
    let mut all: Vec<Option<Against>> = results
        .iter()
        .map(|other| (other.ruleset != first.ruleset).then(|| against(other, first)))
        .collect();
    let mut estimates: Vec<&mut Estimate> = all
        .iter_mut()
        .flatten()
        .flat_map(|against| [&mut against.south, &mut against.draw, &mut against.turns])
        .collect();
    holm(&mut estimates);
    all
}

fn against(other: &VariantResults, first: &VariantResults) -> Against {
    Against {
        reference: first.variant.clone(),
        south: shares(
            (other.outcomes.south, other.games),
            (first.outcomes.south, first.games),
        ),
        draw: shares(
            (other.outcomes.draw, other.games),
            (first.outcomes.draw, first.games),
        ),
        turns: means(
            (other.turns.mean, other.turns.sd, other.games),
            (first.turns.mean, first.turns.sd, first.games),
        ),
    }
}

/// The difference of two shares, with Newcombe's interval from Wilson's (R. G. Newcombe, Statistics in Medicine
/// 17, 1998, method 10), and the p of the pooled test.
fn shares(one: (u64, u64), other: (u64, u64)) -> Estimate {
    let (a, b) = (Share::of(one.0, one.1), Share::of(other.0, other.1));
    let difference = a.estimate - b.estimate;
    let (n, m) = (one.1 as f64, other.1 as f64);
    let pooled = (one.0 + other.0) as f64 / (n + m);
    Estimate {
        difference,
        low: difference - (a.estimate - a.low).hypot(b.high - b.estimate),
        high: difference + (a.high - a.estimate).hypot(b.estimate - b.low),
        p: p_value(
            difference,
            (pooled * (1.0 - pooled) * (1.0 / n + 1.0 / m)).sqrt(),
        ),
        told_apart: false,
    }
}

/// The difference of two means; with thousands of games it is normally distributed.
fn means(one: (f64, f64, u64), other: (f64, f64, u64)) -> Estimate {
    let difference = one.0 - other.0;
    let error = (one.1.powi(2) / one.2 as f64 + other.1.powi(2) / other.2 as f64).sqrt();
    Estimate {
        difference,
        low: difference - Z95 * error,
        high: difference + Z95 * error,
        p: p_value(difference, error),
        told_apart: false,
    }
}

fn p_value(difference: f64, error: f64) -> f64 {
    if error == 0.0 {
        // Nothing varies: what differs at all differs surely.
        return if difference == 0.0 { 1.0 } else { 0.0 };
    }
    2.0 * Normal::standard().cdf(-(difference / error).abs())
}

/// Tells differences from chance so that the chance of any false alarm among all of them is at most
/// [`LEVEL`] (S. Holm, Scandinavian Journal of Statistics 6, 1979): the smallest p is held to the level
/// divided by their number, the next to that by one less, and so on until one fails.
fn holm(estimates: &mut [&mut Estimate]) {
    estimates.sort_by(|a, b| a.p.total_cmp(&b.p));
    let number = estimates.len();
    for (at, estimate) in estimates.iter_mut().enumerate() {
        if estimate.p > LEVEL / (number - at) as f64 {
            break;
        }
        estimate.told_apart = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 5e-5
    }

    #[test]
    fn newcombes_interval_is_that_of_his_table() {
        // Newcombe 1998, table II, method 10: 56/70 − 48/80 and 9/10 − 3/10.
        let found = shares((56, 70), (48, 80));
        assert!(
            close(found.low, 0.0524) && close(found.high, 0.3339),
            "{found:?}"
        );
        let found = shares((9, 10), (3, 10));
        assert!(
            close(found.low, 0.1705) && close(found.high, 0.8090),
            "{found:?}"
        );
    }

    #[test]
    fn holm_stops_at_the_first_that_fails() {
        let of = |p| Estimate {
            difference: 1.0,
            low: 0.0,
            high: 2.0,
            p,
            told_apart: false,
        };
        let mut estimates = [of(0.02), of(0.04), of(0.001), of(0.3)];
        holm(&mut estimates.iter_mut().collect::<Vec<_>>());
        // 0.001 ≤ 0.05/4; 0.02 > 0.05/3, so 0.04 is not asked any more though it is below 0.05.
        assert_eq!(
            estimates.map(|estimate| estimate.told_apart),
            [false, false, true, false]
        );
    }

    #[test]
    fn what_does_not_vary_differs_surely_or_not_at_all() {
        assert_eq!(p_value(0.0, 0.0), 1.0);
        assert_eq!(p_value(0.1, 0.0), 0.0);
    }
}
