//! How two distributions differ: by how much, and whether that can be told from chance.
//!
//! By how much is **Cliff's delta**: the chance that a game of one variant has more (turns, say) than a game of the
//! other, less the chance that it has fewer. It asks nothing of the shape of the distributions, which are discrete
//! and skewed, and it is 0 for equal ones, 1 where every game of one has more than any of the other. Whether
//! they differ at all, in place, width or shape, is asked by the χ² test of homogeneity over classes of about as many
//! games; the tests of Kolmogorov and Smirnov are made for continuous numbers. Both are made for independent games.
//! Games of the same number go together under common random numbers, which makes both cautious.

use super::Z95;
use serde::Serialize;
use statrs::distribution::{ChiSquared, ContinuousCDF};

/// The most classes of the χ² test.
const CLASSES: u64 = 20;

/// How a distribution differs from that of the reference.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Distribution {
    /// Cliff's delta, from −1 to 1: above 0 if games of this variant tend to have more.
    pub delta: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The χ² of homogeneity.
    pub chi_squared: f64,
    /// Its degrees of freedom: the number of classes less one.
    pub degrees: u32,
    /// How likely a χ² at least as large is, if the distributions are the same.
    pub p: f64,
    /// Whether they are told apart, at the level of the comparison for all that is asked together.
    pub told_apart: bool,
}

impl Distribution {
    /// From how many games of each had so many, class by class; the classes are the same for both, in ascending
    /// order.
    pub fn of(one: &[u64], other: &[u64]) -> Distribution {
        let classes = one.len().max(other.len());
        let both: Vec<(u64, u64)> = (0..classes)
            .map(|class| {
                let count = |of: &[u64]| of.get(class).copied().unwrap_or(0);
                (count(one), count(other))
            })
            .filter(|counts| *counts != (0, 0))
            .collect();
        let (delta, low, high) = cliff(&both, Z95);
        let (chi_squared, degrees) = homogeneity(&both);
        let p = match degrees {
            0 => 1.0,
            degrees => ChiSquared::new(f64::from(degrees)).map_or(1.0, |law| law.sf(chi_squared)),
        };
        Distribution {
            delta,
            low,
            high,
            chi_squared,
            degrees,
            p,
            told_apart: false,
        }
    }
}

/// Cliff's delta with an interval of so many standard errors, which is not symmetric (N. Cliff, *Dominance
/// statistics*, Psychological Bulletin 114, 1993).
fn cliff(classes: &[(u64, u64)], z: f64) -> (f64, f64, f64) {
    let total = |which: fn(&(u64, u64)) -> u64| classes.iter().map(which).sum::<u64>();
    let (games, others) = (total(|c| c.0), total(|c| c.1));
    if games < 2 || others < 2 {
        return (0.0, -1.0, 1.0);
    }
    let (n, m) = (games as f64, others as f64);
    // By how many games of the other kind each game of a class beats more than it is beaten by; whole numbers.
    let (mut above, mut above_other) = (games as i128, others as i128);
    let (mut sum, mut squares, mut squares_other, mut ties) = (0i128, 0i128, 0i128, 0i128);
    let (mut below, mut below_other) = (0i128, 0i128);
    for &(count, count_other) in classes {
        let (count, count_other) = (i128::from(count), i128::from(count_other));
        above -= count;
        above_other -= count_other;
        let beats = below_other - above_other;
        let other_is_beaten = above - below;
        sum += count * beats;
        squares += count * beats * beats;
        squares_other += count_other * other_is_beaten * other_is_beaten;
        ties += count * count_other;
        below += count;
        below_other += count_other;
    }
    let delta = sum as f64 / (n * m);
    let within = (squares as f64 - sum as f64 * sum as f64 / n).max(0.0);
    let within_other = (squares_other as f64 - sum as f64 * sum as f64 / m).max(0.0);
    let single = n * m * (1.0 - delta * delta) - ties as f64;
    let least = (1.0 - delta * delta) / (n * m - 1.0);
    let variance = ((within + within_other - single) / (n * m * (n - 1.0) * (m - 1.0))).max(least);
    let z = z * variance.sqrt();
    let middle = delta - delta.powi(3);
    let half = z * ((1.0 - delta * delta).powi(2) + z * z).sqrt();
    let by = 1.0 - delta * delta + z * z;
    if by == 0.0 {
        return (delta, delta, delta);
    }
    (
        delta,
        ((middle - half) / by).max(-1.0),
        ((middle + half) / by).min(1.0),
    )
}

/// The χ² of homogeneity with its degrees of freedom. Neighbouring classes are joined until each holds its share of
/// the games, and at least five games of each variant are to be expected in it.
fn homogeneity(classes: &[(u64, u64)]) -> (f64, u32) {
    let games: u64 = classes.iter().map(|c| c.0).sum();
    let others: u64 = classes.iter().map(|c| c.1).sum();
    let all = games + others;
    if games == 0 || others == 0 {
        return (0.0, 0);
    }
    let least = all
        .div_ceil(CLASSES)
        .max((5 * all).div_ceil(games.min(others)));
    let mut joined: Vec<(u64, u64)> = Vec::new();
    let mut open = (0, 0);
    for &(count, other) in classes {
        open = (open.0 + count, open.1 + other);
        if open.0 + open.1 >= least {
            joined.push(open);
            open = (0, 0);
        }
    }
    match joined.last_mut() {
        Some(last) => *last = (last.0 + open.0, last.1 + open.1),
        None => joined.push(open),
    }
    (chi_squared(&joined), joined.len() as u32 - 1)
}

fn chi_squared(classes: &[(u64, u64)]) -> f64 {
    let games: u64 = classes.iter().map(|c| c.0).sum();
    let others: u64 = classes.iter().map(|c| c.1).sum();
    let all = (games + others) as f64;
    classes
        .iter()
        .flat_map(|&(count, other)| {
            let here = (count + other) as f64;
            [(count, games), (other, others)].map(|(count, of)| {
                let expected = here * of as f64 / all;
                (count as f64 - expected).powi(2) / expected
            })
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cliffs_delta_and_its_interval_are_those_of_the_package_effsize() {
        // Its example: 10 10 20 20 20 30 30 30 40 50 against 10 20 30 40 40 50, with Student's t of 14 degrees.
        let classes = [(2, 1), (3, 1), (3, 1), (1, 2), (1, 1)];
        let (delta, low, high) = cliff(&classes, 2.144_786_687_916_927_7);
        assert!((delta - -0.25).abs() < 1e-12);
        assert!((low - -0.726_584_6).abs() < 1e-6, "{low}");
        assert!((high - 0.389_006_2).abs() < 1e-6, "{high}");
    }

    #[test]
    fn cliffs_delta_of_what_is_alike_and_of_what_never_meets() {
        assert_eq!(cliff(&[(5, 5), (5, 5)], Z95).0, 0.0);
        let (delta, low, high) = cliff(&[(0, 50), (50, 0)], Z95);
        assert_eq!((delta, high), (1.0, 1.0));
        assert!(low > 0.9);
    }

    #[test]
    fn homogeneity_is_pearsons() {
        // Gender and party in the General Social Survey of 2000 (A. Agresti, An Introduction to Categorical Data
        // Analysis, 2007, table 2.5): χ² = 30.1 with 2 degrees of freedom.
        let found = Distribution::of(&[762, 327, 468], &[484, 239, 477]);
        assert!((found.chi_squared - 30.07).abs() < 0.005, "{found:?}");
        assert_eq!(found.degrees, 2);
        assert!(found.p < 1e-6);
    }

    #[test]
    fn small_classes_are_joined() {
        let one: Vec<u64> = (0..1000).map(|_| 1).collect();
        let (_, degrees) = homogeneity(&one.iter().map(|&n| (n, n)).collect::<Vec<_>>());
        assert_eq!(degrees, 19);
        assert_eq!(Distribution::of(&[3], &[4]).p, 1.0);
        assert_eq!(Distribution::of(&[], &[]).p, 1.0);
    }
}
