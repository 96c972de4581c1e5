//! The course of a game: who led, for how long, and from when on there was nothing to be lost.
//!
//! The literature follows a game by what an evaluation says of each position. Here that is what the stores
//! hold, which every mancala player counts: the **lead** is the difference of the stores. Seeds on the board
//! are nobody's yet. The stores are looked at after each turn of sowing; the opening takes nothing.

use crate::engine::Observer;
use crate::rules::ruleset::Player;

/// One, in the fixed-point numbers of a [`Course`]: they are in 2⁻²⁰ths, so that they add up exactly.
pub const ONE: u64 = 1 << 20;

/// The course of one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Course {
    /// How many times the stores were looked at: once after each turn of sowing.
    pub moments: u32,
    /// How often the lead passed from one player to the other. That the stores are even in between is no
    /// change of its own.
    pub lead_changes: u32,
    /// The standard deviation of the lead over the moments, as a share of all seeds, in 2⁻²⁰ths.
    pub spread: u64,
    /// The number of the first moment, from 1, at which a store held more than half of all seeds; `None` if
    /// none did before the end.
    pub half: Option<u32>,
    /// The course seen from its end; `None` if nobody has won.
    pub won: Option<Won>,
}

/// The course of a game that was won, seen from its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Won {
    /// At how many moments the winner was behind.
    pub behind: u32,
    /// How far: for each of these moments the square root of the deficit as a share of all seeds, summed, in
    /// 2⁻²⁰ths.
    pub severity: u64,
    /// The number of the last moment, from 1, at which the winner was not ahead: he led ever after. 0 if he
    /// led at all moments.
    pub settled: u32,
    /// The number of the first moment, from 1, at which the winner led by more than the loser ever did. One
    /// more than there are moments, if only the end brought that.
    pub decided: u32,
}

impl Course {
    /// The course of a game in which the stores of South and North held these numbers of all the seeds after
    /// each turn of sowing, and this player has won.
    ///
    /// ```
    /// use kiothi::rules::ruleset::Player;
    /// use kiothi::simulate::Course;
    /// // South takes 2, then North 6, then South 8: the lead passes over twice.
    /// let course = Course::of(&[[2, 0], [2, 6], [10, 6]], 20, Some(Player::South));
    /// assert_eq!(course.lead_changes, 2);
    /// assert_eq!(course.won.unwrap().settled, 2);
    /// ```
    pub fn of(stores: &[[u32; 2]], seeds: u32, winner: Option<Player>) -> Course {
        let lead = |stores: &[u32; 2]| i64::from(stores[0]) - i64::from(stores[1]);
        let moments = stores.len() as u32;
        let (mut sum, mut squares) = (0i64, 0u64);
        let (mut leader, mut lead_changes) = (0, 0);
        for lead in stores.iter().map(lead) {
            sum += lead;
            squares += lead.unsigned_abs().pow(2);
            if lead != 0 {
                lead_changes += u32::from(leader == -lead.signum());
                leader = lead.signum();
            }
        }
        // n²·variance = n·Σx² − (Σx)², a whole number.
        let n = u128::from(moments);
        let variance = n * u128::from(squares) - u128::from(sum.unsigned_abs()).pow(2);
        let of = (n * u128::from(seeds)).pow(2).max(1);
        let half = stores
            .iter()
            .position(|stores| {
                stores
                    .iter()
                    .any(|&store| 2 * u64::from(store) > u64::from(seeds))
            })
            .map(|at| at as u32 + 1);
        Course {
            moments,
            lead_changes,
            spread: (variance * u128::from(ONE).pow(2) / of).isqrt() as u64,
            half,
            won: winner.map(|winner| {
                let sign = if winner == Player::South { 1 } else { -1 };
                Won::of(stores.iter().map(|stores| sign * lead(stores)), seeds)
            }),
        }
    }
}

impl Won {
    /// From the winner's lead at each moment.
    fn of(leads: impl Iterator<Item = i64> + Clone, seeds: u32) -> Won {
        let most_lost_by = leads.clone().map(|lead| -lead).max().unwrap_or(0).max(0);
        let mut won = Won::default();
        let (mut moments, mut decided) = (0, None);
        for (moment, lead) in (1..).zip(leads) {
            if lead <= 0 {
                won.settled = moment;
            }
            if lead < 0 {
                won.behind += 1;
                let share = u128::from(lead.unsigned_abs()) * u128::from(ONE).pow(2)
                    / u128::from(seeds.max(1));
                won.severity += share.isqrt() as u64;
            }
            if lead > most_lost_by {
                decided = decided.or(Some(moment));
            }
            moments = moment;
        }
        won.decided = decided.unwrap_or(moments + 1);
        won
    }
}

/// Notes the stores after each turn of sowing.
#[derive(Clone, Debug, Default)]
pub(super) struct Follower {
    pub(super) stores: Vec<[u32; 2]>,
}

impl Observer for Follower {
    const WATCHES: bool = false;

    #[inline]
    fn made(&mut self, stores: [u32; 2]) {
        self.stores.push(stores);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The square root of a share, in 2⁻²⁰ths.
    fn root(share: f64) -> u64 {
        (share.sqrt() * ONE as f64).floor() as u64
    }

    #[test]
    fn the_lead_passes_over_only_when_the_other_is_ahead() {
        // South ahead, even, South ahead, even, North ahead: one change.
        let stores = [[2, 0], [2, 2], [4, 2], [4, 4], [4, 6]];
        assert_eq!(Course::of(&stores, 40, None).lead_changes, 1);
        // Nobody is ahead at first, which is no lead that could change.
        assert_eq!(Course::of(&[[0, 0], [0, 2]], 40, None).lead_changes, 0);
    }

    #[test]
    fn the_winner_was_behind_by_so_much_for_so_long() {
        // Of 36 seeds North is behind by 4, by 9, not at all, and wins.
        let stores = [[4, 0], [9, 0], [9, 9], [9, 20]];
        let won = Course::of(&stores, 36, Some(Player::North)).won.unwrap();
        assert_eq!(won.behind, 2);
        assert_eq!(won.severity, root(4.0 / 36.0) + root(9.0 / 36.0));
        assert_eq!(won.settled, 3);
        // 11 ahead is more than the 9 that South was ever ahead.
        assert_eq!(won.decided, 4);
        let half = Course::of(&stores, 36, Some(Player::North)).half;
        assert_eq!(half, Some(4));
    }

    #[test]
    fn a_game_led_from_its_first_capture_is_settled_then() {
        let stores = [[0, 0], [3, 0], [3, 2], [9, 2]];
        let course = Course::of(&stores, 40, Some(Player::South));
        let won = course.won.unwrap();
        assert_eq!((won.behind, won.severity), (0, 0));
        assert_eq!((won.settled, won.decided), (1, 2));
        assert_eq!(course.half, None);
        let from_the_start = Course::of(&stores[1..], 40, Some(Player::South));
        assert_eq!(from_the_start.won.unwrap().settled, 0);
    }

    #[test]
    fn what_only_the_sweep_decides_is_not_decided_before() {
        // South has led by 5 until the end, which gives North what is left.
        let won = Course::of(&[[2, 0], [5, 0]], 20, Some(Player::North)).won;
        let won = won.unwrap();
        assert_eq!((won.settled, won.decided), (2, 3));
    }

    #[test]
    fn the_spread_of_the_lead_is_its_standard_deviation() {
        // Leads 0, 0, 4, 4 of 20 seeds: mean 2, standard deviation 2.
        let stores = [[0, 0], [3, 3], [7, 3], [7, 3]];
        let spread = Course::of(&stores, 20, None).spread;
        assert_eq!(spread, ONE / 10);
        assert_eq!(Course::of(&[], 20, None).spread, 0);
    }
}
