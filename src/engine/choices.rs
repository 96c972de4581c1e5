//! The moves a player may choose from, as masks: for each pit, which numbers of seeds may be lifted.
//!
//! A choice has been judged up to the end of its first lap. What only the whole turn can tell (an endless
//! relay, a `forbid` on later laps) is found when it is played; a choice that is refused then is struck
//! out, and the player chooses again.

use super::condition::{SetRef, Turn};
use super::machine::{Any, Machine, number_of_one};
use super::observe::{Nobody, Observer};
use super::pits::{Lanes, PitSet, WORD, bit, pits_of};
use super::plan::{Moves, Shape, Unknown};
use super::play::{Move, Played, Refusal, Way};
use super::position::Position;
use super::program::Program;
use crate::rules::ruleset::Lift;

/// The most seeds that a mask can say; larger lifts are listed one by one.
const IN_MASK: u16 = 64;

/// Sixteen pits in a row, all of a player's that he may lift from among them: the choices of all of them are
/// found at once.
#[derive(Clone, Debug)]
pub(super) struct Window {
    /// The first of them.
    first: usize,
    pits: [u8; WINDOW],
    /// All ones for the pits that may be lifted from.
    mask: [u16; WINDOW],
    /// How far the path is turned to begin after each.
    after: [u64; WINDOW],
}

const WINDOW: usize = 16;

/// A one in every byte of a word.
const ONES: u64 = 0x0101_0101_0101_0101;

impl Window {
    /// The window on these pits, if there is one.
    pub(super) fn on(from: PitSet, ring: usize, clockwise: bool) -> Option<Window> {
        let from = from.low();
        let first = (from.trailing_zeros() as usize).min(WORD - WINDOW);
        // The path is looked at twice round, in one word.
        if from == 0 || from >> first >> WINDOW != 0 || ring > IN_MASK as usize / 2 {
            return None;
        }
        let pit = |at: usize| first + at;
        Some(Window {
            first,
            pits: std::array::from_fn(|at| pit(at) as u8),
            mask: std::array::from_fn(|at| if from >> pit(at) & 1 == 1 { !0 } else { 0 }),
            after: std::array::from_fn(|at| match clockwise {
                true => ring.saturating_sub(pit(at)) as u64,
                false => pit(at) as u64 + 1,
            }),
        })
    }
}

/// One of the moves a player may choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The pit.
    pub pit: usize,
    /// How many seeds.
    pub seeds: u16,
    /// Which way they are sown, where that is chosen.
    pub way: Way,
}

/// The moves of a player, judged up to the end of their first lap.
#[derive(Clone, Debug)]
pub struct Choices {
    /// The pits that were judged, in the order of the path. Some may have no choice.
    pits: [u8; WORD],
    /// How many they are.
    judged: usize,
    /// For each of them, bit `n − 1` for a lift of `n` seeds.
    lifts: [u64; WORD],
    /// For each of them, how many choices there are in it and those before.
    up_to: [u32; WORD],
    /// The same as bytes, in place of `up_to` where there are `few`.
    counts: [u8; WINDOW],
    few: bool,
    /// The pits that may be lifted whole, where every one of them may be that could: then nothing else is
    /// here but the board.
    wholes: u64,
    board: Lanes,
    /// What a mask cannot say: lifts of more seeds, and moves with a way to choose.
    large: Vec<Choice>,
    count: u32,
}

impl Default for Choices {
    fn default() -> Self {
        Choices {
            pits: [0; WORD],
            judged: 0,
            lifts: [0; WORD],
            up_to: [0; WORD],
            counts: [0; WINDOW],
            few: false,
            wholes: 0,
            board: Lanes::default(),
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
    pub fn get(&self, index: u32) -> Choice {
        self.get_in::<Unknown>(index)
    }

    #[inline(always)]
    pub(crate) fn get_in<S: Shape>(&self, index: u32) -> Choice {
        if self.wholes != 0 {
            let pit = number_of_one::<S::Machine>(self.wholes, index) as usize;
            return Choice {
                pit,
                seeds: self.board.get(pit),
                way: Way::Set,
            };
        }
        let (at, before) = match self.few {
            true => self.pit_of_few::<S>(index),
            false => {
                let up_to = &self.up_to[..self.judged];
                let at = up_to.iter().filter(|&&up_to| up_to <= index).count();
                (at, if at == 0 { 0 } else { up_to[at - 1] })
            }
        };
        if at == self.judged {
            return self.large[(index - before) as usize];
        }
        let lift = number_of_one::<S::Machine>(self.lifts[at], index - before);
        Choice {
            pit: usize::from(self.pits[at]),
            seeds: lift as u16 + 1,
            way: Way::Set,
        }
    }

    /// Which of the judged pits has the choice of this number, where there are few, and how many are in those
    /// before: all counts are compared with it at once, as bytes of a word. To go through the pits and stop at
    /// the right one would be a branch that chance decides.
    #[inline(always)]
    fn pit_of_few<S: Shape>(&self, index: u32) -> (usize, u32) {
        // The top bit of a byte stays if what is taken from the rest of it is no more than the number.
        let number = ONES * (0x80 | u64::from(index));
        let [low, high] = halves(&self.counts).map(|counts| (number - counts) & (0x80 * ONES));
        let at = S::Machine::ones_anywhere(low) + S::Machine::ones_anywhere(high);
        let at = at as usize % WINDOW;
        let before = if at == 0 { 0 } else { self.counts[at - 1] };
        (at, before.into())
    }

    /// Counts them pit by pit, so that some can be taken away.
    #[cold]
    fn unfold(&mut self) {
        self.few = false;
        let mut count = 0;
        for at in 0..self.judged {
            count += Any::ones(self.lifts[at]);
            self.up_to[at] = count;
        }
    }

    /// Takes away a choice that has been found not to be legal.
    pub fn strike(&mut self, choice: Choice) {
        let Choice { pit, seeds, .. } = choice;
        if self.wholes != 0 {
            if self.wholes & bit(pit) != 0 && self.board.get(pit) == seeds {
                self.wholes &= !bit(pit);
                self.count -= 1;
            }
            return;
        }
        if self.few {
            self.unfold();
        }
        if let Some(at) = self.large.iter().position(|other| *other == choice) {
            self.large.remove(at);
            self.count -= 1;
        } else if seeds <= IN_MASK {
            let at = (0..self.judged).find(|&at| usize::from(self.pits[at]) == pit);
            let bit = 1 << (seeds - 1);
            if let Some(at) = at.filter(|&at| self.lifts[at] & bit != 0) {
                self.lifts[at] &= !bit;
                for up_to in &mut self.up_to[at..self.judged] {
                    *up_to -= 1;
                }
                self.count -= 1;
            }
        }
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = Choice> + '_ {
        (0..self.count).map(|index| self.get(index))
    }

    fn clear(&mut self) {
        self.wholes = 0;
        self.few = false;
        self.judged = 0;
        self.count = 0;
        self.large.clear();
    }

    fn push(&mut self, pit: usize, lifts: u64) {
        let at = self.judged;
        self.count += Any::ones(lifts);
        self.pits[at] = pit as u8;
        self.lifts[at] = lifts;
        self.up_to[at] = self.count;
        self.judged += 1;
    }
}

impl Program {
    /// The moves the mover may choose from once the opening is over.
    pub fn choices(&self, position: &Position, choices: &mut Choices) {
        self.choices_in::<0, Unknown>(position, choices);
    }

    #[inline(always)]
    pub(crate) fn choices_in<const N: usize, S: Shape>(
        &self,
        position: &Position,
        choices: &mut Choices,
    ) {
        if !S::QUICK && !self.simple {
            return self.judged_candidates(position, choices);
        }
        choices.clear();
        let rules = self.side(position.mover);
        let from = match rules.from {
            // Where the pits are always the same, the empty ones among them are judged with the others:
            // that is cheaper than a loop of which chance decides how long it is.
            SetRef::Static(set) | SetRef::Filled(set, true) => set.low(),
            ref set => match rules.view.found(set, position, &Turn::new(0)) {
                Some(set) => set.low(),
                None => return,
            },
        };
        let occupied = position.board.occupied_in::<N>(self.chunks).low();
        if self.plan.moves == Moves::WholePits {
            choices.wholes = from & occupied;
            choices.count = S::Machine::ones(choices.wholes);
            match N {
                0 => choices.board = position.board,
                _ => *choices.board.first_mut::<N>() = *position.board.first(),
            }
            return;
        }
        let closed = self.closed_landings(position, occupied);
        if let (Some(closed), None) = (closed, &rules.from_claim) {
            if S::Machine::WIDE
                && let Some(window) = &rules.window
            {
                let done = match self.lift {
                    Lift::AnyNumber => {
                        self.choices_by_window::<false>(position, choices, window, closed)
                    }
                    Lift::All => self.choices_by_window::<true>(position, choices, window, closed),
                };
                if done {
                    return;
                }
            }
            // Compiled for each case, so that nothing of it is asked within the loop.
            let done = match (self.clockwise, self.lift) {
                (false, Lift::AnyNumber) => {
                    self.choices_by_mask::<false, false, S>(position, choices, from, closed)
                }
                (false, Lift::All) => {
                    self.choices_by_mask::<false, true, S>(position, choices, from, closed)
                }
                (true, Lift::AnyNumber) => {
                    self.choices_by_mask::<true, false, S>(position, choices, from, closed)
                }
                (true, Lift::All) => {
                    self.choices_by_mask::<true, true, S>(position, choices, from, closed)
                }
            };
            if done {
                return;
            }
        }
        for pit in pits_of(from) {
            if let Some(claim) = &rules.from_claim
                && !rules.view.claimed(claim, pit, position, &Turn::new(0))
            {
                continue;
            }
            let lifts = self.lifts_one_by_one(position, pit, choices, closed);
            choices.push(pit, lifts);
        }
        choices.count += choices.large.len() as u32;
    }

    /// The usual case: no pit holds as much as a circuit, so that every first lap lands on a pit it has not
    /// changed before, and the masks say whether it may. `false` if it is not so.
    #[inline(always)]
    fn choices_by_mask<const CLOCKWISE: bool, const ALL: bool, S: Shape>(
        &self,
        position: &Position,
        choices: &mut Choices,
        from: u64,
        closed: u64,
    ) -> bool {
        let closed = self.as_seen_along_path(closed);
        // Counted in variables of its own, which stay in registers.
        let (mut judged, mut count) = (0, 0);
        for pit in pits_of(from) {
            let holds = position.board.get(pit);
            if holds >= self.circuit {
                return false;
            }
            let up_to = (1 << (holds % IN_MASK)) - 1;
            let wanted = if ALL { up_to ^ up_to >> 1 } else { up_to };
            let lifts = wanted & !self.distances::<CLOCKWISE>(closed, pit);
            let at = judged % WORD;
            count += S::Machine::ones(lifts);
            choices.pits[at] = pit as u8;
            choices.lifts[at] = lifts;
            choices.up_to[at] = count;
            judged += 1;
        }
        choices.judged = judged;
        choices.count = count;
        true
    }

    /// The same for all pits at once, on machines that can; also `false` if there are too many seeds for a byte
    /// to count the choices.
    #[inline(always)]
    fn choices_by_window<const ALL: bool>(
        &self,
        position: &Position,
        choices: &mut Choices,
        window: &Window,
        closed: u64,
    ) -> bool {
        let closed = self.as_seen_along_path(closed);
        let twice = closed | closed << (self.ring % 64);
        let Some(pits) = position.board.0[window.first..].first_chunk::<WINDOW>() else {
            return false;
        };
        let mut holds = [0; WINDOW];
        let (mut most, mut seeds) = (0, 0u16);
        for at in 0..WINDOW {
            holds[at] = pits[at] & window.mask[at];
            most = holds[at].max(most);
            seeds = seeds.wrapping_add(holds[at]);
        }
        // Where no pit holds as much as a circuit of these few pits, the sum has not gone round.
        if (most >= self.circuit) | (seeds >= 0x80) {
            return false;
        }
        let mut lifts = [0; WINDOW];
        let mut ones = [0; WINDOW];
        for at in 0..WINDOW {
            let up_to = (1 << (u64::from(holds[at]) % 64)) - 1;
            let wanted = if ALL { up_to ^ up_to >> 1 } else { up_to };
            lifts[at] = wanted & !(twice >> (window.after[at] % 64));
            ones[at] = lifts[at].count_ones() as u8;
        }
        // Multiplied by a word of ones, every byte becomes the sum of those up to it.
        let [low, high] = halves(&ones).map(|ones| ones.wrapping_mul(ONES));
        let high = high + (low >> 56) * ONES;
        choices.counts[..8].copy_from_slice(&low.to_le_bytes());
        choices.counts[8..].copy_from_slice(&high.to_le_bytes());
        choices.lifts[..WINDOW].copy_from_slice(&lifts);
        choices.pits[..WINDOW].copy_from_slice(&window.pits);
        choices.judged = WINDOW;
        choices.count = (high >> 56) as u32;
        choices.few = true;
        true
    }

    /// The lifts from a pit that holds so many seeds, as a mask: as far as a mask can say.
    fn lifts(&self, holds: u16) -> u64 {
        let up_to = match holds {
            0..IN_MASK => (1 << holds) - 1,
            _ => u64::MAX,
        };
        match self.lift {
            Lift::AnyNumber => up_to,
            Lift::All if holds <= IN_MASK => up_to ^ up_to >> 1,
            Lift::All => 0,
        }
    }

    /// The pits in which a first lap of less than a circuit may not end; `None` where the rules need more
    /// than that to be judged.
    #[inline]
    fn closed_landings(&self, position: &Position, occupied: u64) -> Option<u64> {
        let landings = &self.landings.as_ref()?[position.mover as usize];
        let mut closed = 0;
        for landing in landings {
            let mut pits = landing.within;
            match landing.occupied {
                Some(true) => pits &= occupied,
                Some(false) => pits &= !occupied,
                None => {}
            }
            for &(mark, wanted) in &landing.marks {
                let marked = position.marks[mark].low();
                pits &= if wanted { marked } else { !marked };
            }
            closed |= pits;
        }
        Some(closed & self.all.low())
    }

    /// Pits numbered in the direction of sowing.
    #[inline]
    fn as_seen_along_path(&self, pits: u64) -> u64 {
        if self.clockwise {
            pits.reverse_bits() >> (WORD - self.ring)
        } else {
            pits
        }
    }

    /// Pits numbered in the direction of sowing, as distances from a pit: bit `n − 1` for the pit that `n`
    /// seeds reach.
    #[inline]
    fn distances<const CLOCKWISE: bool>(&self, pits: u64, from: usize) -> u64 {
        let after = if CLOCKWISE {
            self.ring - from
        } else {
            from + 1
        };
        // The mask turned round the ring, so that the bit of number `after` comes first. What is shifted
        // past the ring is cut off with the lifts. Where the ring has 64 pits a shift by 64 is one by 0, as
        // it should be.
        pits.wrapping_shr(after as u32) | pits.wrapping_shl((self.ring - after) as u32)
    }

    /// The lifts from a pit, where some must be tried; those past a mask are added to the choices.
    fn lifts_one_by_one(
        &self,
        position: &Position,
        pit: usize,
        choices: &mut Choices,
        closed: Option<u64>,
    ) -> u64 {
        let holds = position.board.get(pit);
        if holds > IN_MASK {
            self.large_lifts(position, pit, holds, choices);
        }
        let lifts = self.lifts(holds);
        match closed {
            Some(closed) => {
                // Past a full circuit the lap lands on a board it has changed.
                let past = lifts >> (self.circuit - 1) << (self.circuit - 1);
                let closed = self.as_seen_along_path(closed);
                let closed = if self.clockwise {
                    self.distances::<true>(closed, pit)
                } else {
                    self.distances::<false>(closed, pit)
                };
                lifts & !past & !closed | self.judged_one_by_one(position, pit, past)
            }
            None => self.judged_one_by_one(position, pit, lifts),
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
            .any(|(_, forbid)| rules.view.holds(forbid, &after, &turn))
    }

    fn large_lifts(&self, position: &Position, pit: usize, holds: u16, choices: &mut Choices) {
        let smallest = match self.lift {
            Lift::All => holds,
            Lift::AnyNumber => IN_MASK + 1,
        };
        for seeds in smallest..=holds {
            if self.first_lap_allowed(position, pit, seeds) {
                choices.large.push(Choice {
                    pit,
                    seeds,
                    way: Way::Set,
                });
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
            .filter(|&choice| self.is_legal(position, choice))
            .map(|Choice { pit, seeds, way }| Move::Sow { pit, seeds, way })
            .collect()
    }

    /// Whether a choice is legal, played out.
    fn is_legal(&self, position: &Position, choice: Choice) -> bool {
        let Choice { pit, seeds, way } = choice;
        if !self.simple && way != Way::Taken {
            return self.is_legal_turn(position, (pit, seeds, way), false);
        }
        let mut after = position.clone();
        self.make(&mut after, choice, &mut Nobody).is_ok()
    }

    /// Plays one of the choices of a position.
    ///
    /// # Errors
    ///
    /// Why it is not legal after all.
    #[inline]
    pub fn make<O: Observer>(
        &self,
        position: &mut Position,
        choice: Choice,
        observer: &mut O,
    ) -> Result<Played, Refusal> {
        self.make_in::<0, Unknown, O>(position, choice, observer)
    }

    #[inline(always)]
    pub(crate) fn make_in<const N: usize, S: Shape, O: Observer>(
        &self,
        position: &mut Position,
        choice: Choice,
        observer: &mut O,
    ) -> Result<Played, Refusal> {
        let Choice { pit, seeds, way } = choice;
        if S::QUICK && !O::WATCHES {
            return self.sow_quickly::<N, S>(position, pit, seeds);
        }
        if !self.simple && way == Way::Taken {
            return self.pick(position, pit, way, observer);
        }
        let judged = self.first_laps_are_judged();
        self.sow(position, (pit, seeds, way), judged, observer)
    }

    /// The moves of a program that is not simple, one by one, those left out that a `forbid` refuses.
    fn judged_candidates(&self, position: &Position, choices: &mut Choices) {
        self.candidates(position, choices);
        let rules = self.side(position.mover);
        if position.pick == 0 && (!rules.forbids.is_empty() || self.turns_are_judged(position)) {
            choices
                .large
                .retain(|&choice| self.is_legal(position, choice));
        }
        choices.count = choices.large.len() as u32;
    }

    /// The moves of a program that is not simple, as far as can be told without making them.
    fn candidates(&self, position: &Position, choices: &mut Choices) {
        choices.clear();
        self.any_candidate(position, |choice| {
            choices.large.push(choice);
            false
        });
        choices.count = choices.large.len() as u32;
    }

    /// Whether something holds of one of these moves. They are made up one after the other, so that asking
    /// takes no memory.
    pub(super) fn any_candidate(
        &self,
        position: &Position,
        mut holds: impl FnMut(Choice) -> bool,
    ) -> bool {
        let rules = self.side(position.mover);
        let seeds = |pit: usize| position.board.get(pit);
        if position.pick > 0 {
            return self.to_pick(position).iter().any(|pit| {
                holds(Choice {
                    pit,
                    seeds: seeds(pit),
                    way: Way::Taken,
                })
            });
        }
        let Some(from) = rules.view.found(&rules.from, position, &Turn::new(0)) else {
            return false;
        };
        let occupied = position.board.occupied(self.chunks);
        for pit in PitSet(from.0 & occupied.0).iter() {
            let turn = Turn::new(pit);
            let fits = rules
                .from_claim
                .as_ref()
                .is_none_or(|claim| rules.view.claimed(claim, pit, position, &turn));
            if !fits {
                continue;
            }
            let fewest = match self.lift {
                Lift::All => seeds(pit),
                Lift::AnyNumber => 1,
            };
            let allowed = |way: &&Way| self.move_forbidden(position, pit, **way).is_none();
            let ways = self.ways(position, pit).iter().filter(allowed);
            for seeds in fewest..=seeds(pit) {
                let mut ways = ways.clone();
                if ways.any(|&way| holds(Choice { pit, seeds, way })) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether choices leave nothing to be judged of their first lap, and later laps are not judged.
    #[inline]
    pub(super) fn first_laps_are_judged(&self) -> bool {
        self.landings.is_some()
    }

    /// Whether the mover has a legal move; in the opening, whether he can redistribute.
    pub fn has_move(&self, position: &Position) -> bool {
        if let Some(openings) = self.openings(position) {
            return openings.choices() != Some(0);
        }
        if !self.simple {
            return self.any_candidate(position, |choice| self.is_legal(position, choice));
        }
        let mut choices = Choices::default();
        self.choices(position, &mut choices);
        choices.iter().any(|choice| self.is_legal(position, choice))
    }
}

/// Sixteen bytes as two words.
#[inline(always)]
fn halves(bytes: &[u8; WINDOW]) -> [u64; 2] {
    let halves = bytes.as_chunks::<8>().0;
    [halves[0], halves[1]].map(u64::from_le_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::machine::{Newer, Quick, Work};
    use crate::rules::{Memory, load};
    use proptest::prelude::*;

    struct Drawn<'a>(&'a Program, &'a Position, &'a [u32]);

    impl Work for Drawn<'_> {
        type Output = Vec<Choice>;

        /// The choices, some of them struck out.
        fn go<const N: usize, S: Shape>(self) -> Vec<Choice> {
            let mut choices = Choices::default();
            self.0.choices_in::<N, S>(self.1, &mut choices);
            for number in self.2 {
                if !choices.is_empty() {
                    choices.strike(choices.get_in::<S>(number % choices.len()));
                }
            }
            (0..choices.len())
                .map(|number| choices.get_in::<S>(number))
                .collect()
        }
    }

    proptest! {
        #[test]
        fn every_machine_draws_the_same(
            all: bool,
            clockwise: bool,
            north: bool,
            from in prop::sample::select(vec!["an occupied own pit", "an occupied pit"]),
            kind in prop::sample::select(vec!["occupied own", "empty", "leftmost own"]),
            seeds in prop::collection::vec(prop_oneof![8 => 0u32..9, 1 => 0u32..30], 20),
            struck in prop::collection::vec(0u32..1000, 0..3),
        ) {
            let text = format!(
                "language 1\ngame \"x\"\nboard {{ rows 2; pits 10 }}\nsetup {{ place 1 seeds in each own pit }}\n\
                 turn {{ from {from}; lift {}; sow {}; forbid a first lap that ends in an {kind} pit }}\n\
                 lap ends {{ relay when last pit was occupied; stop }}",
                if all { "all" } else { "any number" },
                if clockwise { "clockwise" } else { "counterclockwise" },
            );
            let loading = load("v", &Memory::from([("v", text.as_str())]));
            let program = Program::compile(&loading.variant.expect("right").ruleset);
            let placed: Vec<_> = seeds.into_iter().enumerate().collect();
            let mut position = program.position(&placed);
            if north {
                position.mover = position.mover.opponent();
            }
            let drawn = || Drawn(&program, &position, &struck);
            let plain = drawn().go::<0, Unknown>();
            prop_assert_eq!(&plain, &drawn().go::<3, Quick<false, Any>>());
            prop_assert_eq!(&plain, &drawn().go::<3, Quick<false, Newer>>());
        }
    }
}
