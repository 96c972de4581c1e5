//! What watches a turn: nothing, or a recorder. The watcher is a type parameter of the one interpreter,
//! so that watching nothing compiles to nothing.

use super::position::Position;
use crate::rules::ruleset::Player;

/// Told what happens within a turn, as it happens.
pub trait Observer {
    /// Whether it wants to be told what happens before the turn is made. If not, laps need not be gone through one by
    /// one, and all it can count on to be told is [`made`](Observer::made) and [`refused`](Observer::refused).
    const WATCHES: bool = true;

    /// A lap is over: lifted from `from`, its last seed fell into `last`. The position is as it stands
    /// then.
    #[inline]
    fn lap(&mut self, from: usize, seeds: u16, last: usize, position: &Position) {
        let _ = (from, seeds, last, position);
    }

    /// A lap of what was taken is over: its first seed fell after this place.
    #[inline]
    fn sown_on(&mut self, after: usize, seeds: u16, last: usize, position: &Position) {
        let _ = (after, seeds, last, position);
    }

    /// A seed has fallen in this place; told only where laps are sown pit by pit.
    #[inline]
    fn sown(&mut self, place: usize) {
        let _ = place;
    }

    /// The lap rule of this number has applied (once for each lap that it decides).
    #[inline]
    fn applied(&mut self, rule: usize) {
        let _ = rule;
    }

    /// The lap rule of this number has taken seeds from a pit, and they are in this player's store.
    #[inline]
    fn took(&mut self, rule: usize, pit: usize, seeds: u16, to: Player) {
        let _ = (rule, pit, seeds, to);
    }

    /// Seeds were put from one place into another, which are pits or stores; by the lap rule of this number, or at the
    /// end of the turn. What [`took`](Observer::took) tells is not told so too.
    #[inline]
    fn put(&mut self, rule: Option<usize>, from: usize, seeds: u32, into: usize) {
        let _ = (rule, from, seeds, into);
    }

    /// The turn is made, and what South and North have in their stores is as it stands then. Told whether or not it
    /// wants to be told of laps.
    #[inline]
    fn made(&mut self, stores: [u32; 2]) {
        let _ = stores;
    }

    /// The turn is refused after all: what was told of it has not happened.
    #[inline]
    fn refused(&mut self) {}
}

/// Watches nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl Observer for Nobody {
    const WATCHES: bool = false;
}

/// Keeps what a turn did, for those who compare or tell it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recorder {
    /// Where the last seed fell.
    pub last: Option<usize>,
    /// How many laps there were.
    pub laps: u32,
    /// Which rules applied, in order, the relays left out of account only if they did not.
    pub applied: Vec<usize>,
    /// What was taken: by which rule, from which pit, how many.
    pub taken: Vec<(usize, usize, u16)>,
}

impl Observer for Recorder {
    fn lap(&mut self, _from: usize, _seeds: u16, last: usize, _position: &Position) {
        self.last = Some(last);
        self.laps += 1;
    }

    fn sown_on(&mut self, _after: usize, _seeds: u16, last: usize, _position: &Position) {
        self.last = Some(last);
        self.laps += 1;
    }

    fn applied(&mut self, rule: usize) {
        if !self.applied.contains(&rule) {
            self.applied.push(rule);
        }
    }

    fn took(&mut self, rule: usize, pit: usize, seeds: u16, _to: Player) {
        self.taken.push((rule, pit, seeds));
    }
}
