//! The moves a player may choose from, as masks: for each pit, which numbers of seeds may be lifted.
//!
//! A choice has been judged up to the end of its first lap. What only the whole turn can tell (an endless
//! relay, a `forbid` on later laps) is found when it is played; a choice that is refused then is struck
//! out, and the player chooses again.

use super::condition::Turn;
use super::observe::Nobody;
use super::pits::{MOST, PitSet};
use super::play::Move;
use super::position::Position;
use super::program::Program;
use crate::rules::ruleset::Lift;

/// The most seeds that a mask can say; larger lifts are listed one by one.
const IN_MASK: u16 = 64;

/// The moves of a player, judged up to the end of their first lap.
#[derive(Clone, Debug)]
pub struct Choices {
    /// The pits that have any.
    pits: PitSet,
    /// For each pit, bit `n − 1` for a lift of `n` seeds.
    lifts: [u64; MOST],
    /// Lifts of more seeds than a mask can say.
    large: Vec<(u8, u16)>,
    count: u32,
}

impl Default for Choices {
    fn default() -> Self {
        Choices {
            pits: PitSet::EMPTY,
            lifts: [0; MOST],
            large: Vec::new(),
            count: 0,
        }
    }
}

impl Choices {
    /// How many there are.
    #[inline]
    pub fn len(&self) -> u32 {
        self.count
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The choice of this number: pit and seeds. The order is that of the path, fewer seeds first.
    ///
    /// # Panics
    ///
    /// If there are not so many.
    #[inline]
    pub fn get(&self, index: u32) -> (usize, u16) {
        let mut left = index;
        for pit in self.pits.iter() {
            let here = ones(self.lifts[pit]);
            if left < here {
                let mut lifts = self.lifts[pit];
                for _ in 0..left {
                    lifts &= lifts - 1;
                }
                return (pit, lifts.trailing_zeros() as u16 + 1);
            }
            left -= here;
        }
        let (pit, seeds) = self.large[left as usize];
        (usize::from(pit), seeds)
    }

    /// Takes away a choice that has been found not to be legal.
    pub fn strike(&mut self, pit: usize, seeds: u16) {
        let before = self.lifts[pit];
        if seeds <= IN_MASK {
            self.lifts[pit] &= !(1 << (seeds - 1));
            self.count -= u32::from(before != self.lifts[pit]);
        } else if let Some(at) = self
            .large
            .iter()
            .position(|&(other, lift)| (usize::from(other), lift) == (pit, seeds))
        {
            self.large.remove(at);
            self.count -= 1;
        }
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (usize, u16)> + '_ {
        (0..self.count).map(|index| self.get(index))
    }

    #[inline]
    fn set(&mut self, pit: usize, lifts: u64) {
        self.lifts[pit] = lifts;
        if lifts != 0 {
            self.pits.insert(pit);
            self.count += ones(lifts);
        }
    }
}

impl Program {
    /// The moves the mover may choose from once the opening is over.
    #[inline]
    pub fn choices(&self, position: &Position, choices: &mut Choices) {
        choices.pits = PitSet::EMPTY;
        choices.large.clear();
        choices.count = 0;
        let rules = self.side(position.mover);
        let occupied = position.board.occupied(self.chunks);
        let turn = Turn::new(0);
        let Some(from) = rules.view.found(&rules.from, position, &turn) else {
            return;
        };
        let closed = self.closed_landings(position, occupied);
        for pit in PitSet(from.0 & occupied.0).iter() {
            if let Some(claim) = &rules.from_claim
                && !rules.view.claimed(claim, pit, position, &turn)
            {
                continue;
            }
            let holds = position.board.get(pit);
            let wanted = match self.lift {
                Lift::All if holds <= IN_MASK => 1u64 << (holds - 1),
                Lift::All => 0,
                Lift::AnyNumber => u64::MAX >> (IN_MASK - holds.min(IN_MASK)),
            };
            let mut lifts = wanted;
            match closed {
                Some(closed) => {
                    lifts &= !self.distances(closed, pit);
                    // Past a full circuit the lap lands on a board it has changed.
                    if holds >= self.circuit {
                        let past = wanted >> (self.circuit - 1) << (self.circuit - 1);
                        lifts &= !past;
                        lifts |= self.judged_one_by_one(position, pit, past);
                    }
                }
                None => lifts = self.judged_one_by_one(position, pit, wanted),
            }
            choices.set(pit, lifts);
            if holds > IN_MASK {
                self.large_lifts(position, pit, holds, choices);
            }
        }
        choices.count += choices.large.len() as u32;
    }

    /// The pits in which a first lap of less than a circuit may not end; `None` where the rules need more
    /// than that to be judged.
    #[inline]
    fn closed_landings(&self, position: &Position, occupied: PitSet) -> Option<PitSet> {
        let landings = &self.landings.as_ref()?[position.mover as usize];
        let mut closed = 0;
        for landing in landings {
            let mut pits = landing.within.0;
            match landing.occupied {
                Some(true) => pits &= occupied.0,
                Some(false) => pits &= !occupied.0,
                None => {}
            }
            for (mark, wanted) in landing.marks.iter().enumerate() {
                match wanted {
                    Some(true) => pits &= position.marks[mark].0,
                    Some(false) => pits &= !position.marks[mark].0,
                    None => {}
                }
            }
            closed |= pits;
        }
        Some(PitSet(closed & self.all.0))
    }

    /// The pits as distances from a pit along the sowing: bit `n − 1` for the pit that `n` seeds reach.
    #[inline]
    fn distances(&self, pits: PitSet, from: usize) -> u64 {
        let ring = self.ring;
        let all = self.all.0;
        if self.clockwise {
            // Turned round: the pit before comes first.
            let mirrored = pits.0.reverse_bits() >> (64 - ring);
            let from = ring - 1 - from;
            rotated(mirrored, from + 1, ring) & all
        } else {
            rotated(pits.0, from + 1, ring) & all
        }
    }

    /// Which of these lifts end their first lap where they may, each tried.
    fn judged_one_by_one(&self, position: &Position, pit: usize, lifts: u64) -> u64 {
        let mut allowed = 0;
        let mut left = lifts;
        while left != 0 {
            let seeds = left.trailing_zeros() as u16 + 1;
            if self.first_lap_allowed(position, pit, seeds) {
                allowed |= 1 << (seeds - 1);
            }
            left &= left - 1;
        }
        allowed
    }

    fn first_lap_allowed(&self, position: &Position, pit: usize, seeds: u16) -> bool {
        let rules = self.side(position.mover);
        if rules.forbids.is_empty() {
            return true;
        }
        let mut after = position.clone();
        let mut turn = Turn::new(pit);
        self.first_lap(&mut after, &mut turn, pit, seeds);
        !rules
            .forbids
            .iter()
            .any(|forbid| rules.view.holds(forbid, &after, &turn))
    }

    #[cold]
    fn large_lifts(&self, position: &Position, pit: usize, holds: u16, choices: &mut Choices) {
        let smallest = match self.lift {
            Lift::All => holds,
            Lift::AnyNumber => IN_MASK + 1,
        };
        for seeds in smallest..=holds {
            if self.first_lap_allowed(position, pit, seeds) {
                choices.large.push((pit as u8, seeds));
            }
        }
    }

    /// Every legal move of the mover once the opening is over, in the order of the path, fewer seeds first.
    pub fn legal_moves(&self, position: &Position) -> Vec<Move> {
        let mut choices = Choices::default();
        if position.openings == 0 {
            self.choices(position, &mut choices);
        }
        choices
            .iter()
            .filter(|&(pit, seeds)| self.is_legal(position, pit, seeds))
            .map(|(pit, seeds)| Move::Sow { pit, seeds })
            .collect()
    }

    /// Whether a choice is legal, played out.
    fn is_legal(&self, position: &Position, pit: usize, seeds: u16) -> bool {
        let mut after = position.clone();
        self.sow(
            &mut after,
            pit,
            seeds,
            self.first_laps_are_judged(),
            &mut Nobody,
        )
        .is_ok()
    }

    /// Whether choices leave nothing to be judged of their first lap, and later laps are not judged.
    #[inline]
    pub(super) fn first_laps_are_judged(&self) -> bool {
        self.landings.is_some()
    }

    /// Whether the mover has a legal move; in the opening, whether he can redistribute.
    pub fn has_move(&self, position: &Position) -> bool {
        if let Some(openings) = self.openings(position) {
            return (0..openings.choices().unwrap_or(u64::MAX)).any(|index| {
                let emptied = openings.choice(index);
                let seeds: u32 = emptied
                    .iter()
                    .map(|pit| u32::from(position.board.get(pit)))
                    .sum();
                seeds == 0 || !self.placeable(position, emptied).is_empty()
            });
        }
        let mut choices = Choices::default();
        self.choices(position, &mut choices);
        choices
            .iter()
            .any(|(pit, seeds)| self.is_legal(position, pit, seeds))
    }
}

/// How many bits are set. Without a machine instruction for it, which a build for any x86-64 does not
/// use, counting is a dozen steps; most pits hold few seeds, and a table has the answer.
#[inline]
fn ones(mask: u64) -> u32 {
    static ONES: [u8; 256] = {
        let mut ones = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            ones[byte] = (byte as u8).count_ones() as u8;
            byte += 1;
        }
        ones
    };
    match ONES.get(mask as usize) {
        Some(&ones) => u32::from(ones),
        None => mask.count_ones(),
    }
}

/// A mask turned round a ring, so that the bit of number `by` comes first.
#[inline]
fn rotated(mask: u64, by: usize, ring: usize) -> u64 {
    let by = by % ring;
    if by == 0 {
        mask
    } else {
        mask >> by | mask << (ring - by)
    }
}
