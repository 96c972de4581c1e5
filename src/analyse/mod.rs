//! From tallies to what can be said: shares with their intervals, distributions, what a variant's results
//! are. Floats begin here; nothing plays or prints.

mod difference;
mod distribution;
pub mod measures;
pub mod paired;
mod results;
pub mod sweep;

pub use difference::{Against, Compared, Distributions, Estimate, LEVEL, against};
pub use distribution::Distribution;
pub use paired::Measured;
pub use results::{Margin, Match, Outcomes, Points, Results, SCHEMA, Turns, VariantResults};

use crate::engine::Program;
use crate::players::Uniform;
use crate::simulate::{Keeper, Run, Tally, Watch, simulate_range};

/// How many games are played between two looks at the precision. Fixed, so that the same games are played on
/// any number of threads; and a number of whole [blocks](crate::simulate::BLOCK).
const ROUND: u64 = 4_096;

/// The 97.5 % point of the normal distribution, for intervals of 95 %.
const Z95: f64 = 1.959_963_984_540_054;

/// A share with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The share found, from 0 to 1.
    pub estimate: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Share {
    /// The share of `count` in `total`, with a 95 % interval by Wilson's method, which stays within 0 and 1
    /// and holds for shares near them too (E. B. Wilson, JASA 22, 1927). Without games, everything from 0 to
    /// 1 is possible.
    ///
    /// ```
    /// let share = kiothi::analyse::Share::of(50, 100);
    /// assert!((share.low - 0.404).abs() < 0.001 && (share.high - 0.596).abs() < 0.001);
    /// ```
    pub fn of(count: u64, total: u64) -> Share {
        if total == 0 {
            return Share {
                estimate: 0.0,
                low: 0.0,
                high: 1.0,
            };
        }
        let (n, p) = (total as f64, count as f64 / total as f64);
        let z2 = Z95 * Z95;
        let middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half = Z95 / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
        Share {
            estimate: p,
            low: (middle - half).max(0.0),
            high: (middle + half).min(1.0),
        }
    }

    /// Half the width of the interval.
    pub fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// Plays until the 95 % interval of South's share of the games is no wider than `half_width` to either side, or
/// until the games of the run are played. The look at the interval after each round makes it a little narrower
/// than it ought to be; with rounds of thousands of games that is far below its width.
pub fn simulate_until(
    program: &Program,
    players: [Uniform; 2],
    run: Run,
    half_width: f64,
    keeper: Option<&dyn Keeper<Tally>>,
    watch: &Watch,
) -> Tally {
    let mut tally = Tally::new(program);
    while !enough(&tally, run, half_width) && !watch.stopped() {
        let next = (tally.games + ROUND).min(run.games);
        let round = tally.games..next;
        tally.add(&simulate_range(program, players, run, round, keeper, watch));
    }
    tally
}

/// Whether games that are played until South's share is known so closely have come to their end: a round is over,
/// and it is known, or no more games are to be played.
pub fn enough(tally: &Tally, run: Run, half_width: f64) -> bool {
    let round_over = tally.games > 0 && tally.games.is_multiple_of(ROUND);
    let close = || Share::of(tally.won[0], tally.games).half_width() <= half_width;
    tally.games >= run.games || round_over && close()
}
