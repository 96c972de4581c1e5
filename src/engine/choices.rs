//! The moves a player may choose from, as masks: for each pit, which numbers of seeds may be lifted.
//!
//! A choice has been judged up to the end of its first lap. What only the whole turn can tell (an endless
//! relay, a `forbid` on later laps) is found when it is played; a choice that is refused then is struck
//! out, and the player chooses again.

use super::condition::{SetRef, Turn};
use super::machine::{Any, Machine, number_of_one};
use super::observe::{Nobody, Observer};
use super::pits::{Lanes, PitSet, WORD, for_chunks, pits_of};
use super::play::{Move, Played, Refusal, Way};
use super::position::Position;
use super::program::{Landing, Program};
use crate::rules::ruleset::Lift;

/// The most seeds that a mask can say; larger lifts are listed one by one.
const IN_MASK: u16 = 64;

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
    /// What a mask cannot say: lifts of more seeds, and moves with a way to choose.
    large: Vec<Choice>,
    /// Or, instead of all that, the pits that may be lifted whole,
    whole: PitSet,
    /// how many of them are of the first word,
    whole_low: u32,
    /// and what they hold.
    holds: Lanes,
    count: u32,
}

impl Default for Choices {
    fn default() -> Self {
        Choices {
            pits: [0; WORD],
            judged: 0,
            lifts: [0; WORD],
            up_to: [0; WORD],
            large: Vec::new(),
            whole: PitSet::EMPTY,
            whole_low: 0,
            holds: Lanes::default(),
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
        if !self.whole.is_empty() {
            return self.get_whole(index);
        }
        let up_to = &self.up_to[..self.judged];
        let at = up_to.iter().filter(|&&up_to| up_to <= index).count();
        let before = if at == 0 { 0 } else { up_to[at - 1] };
        if at == self.judged {
            return self.large[(index - before) as usize];
        }
        let lift = number_of_one::<Any>(self.lifts[at], index - before);
        Choice {
            pit: usize::from(self.pits[at]),
            seeds: lift as u16 + 1,
            way: Way::Set,
        }
    }

    fn get_whole(&self, index: u32) -> Choice {
        let pit = self.whole.number(index, self.whole_low);
        Choice {
            pit,
            seeds: self.holds.get(pit),
            way: Way::Set,
        }
    }

    /// Takes away a choice that has been found not to be legal.
    pub fn strike(&mut self, choice: Choice) {
        let Choice { pit, seeds, .. } = choice;
        if self.whole.contains(pit) && seeds == self.holds.get(pit) {
            self.whole.remove(pit);
            self.whole_low -= u32::from(pit < WORD);
            self.count -= 1;
        } else if let Some(at) = self.large.iter().position(|other| *other == choice) {
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
        self.judged = 0;
        self.count = 0;
        self.large.clear();
        self.whole = PitSet::EMPTY;
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
        if !self.simple {
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
        let closed = self.closed_landings(position);
        if let (Some(closed), None) = (closed, &rules.from_claim) {
            // Compiled for each case, so that nothing of it is asked within the loop.
            let done = match (self.clockwise, self.lift) {
                (false, Lift::AnyNumber) => {
                    self.choices_by_mask::<false, false>(position, choices, from, closed)
                }
                (false, Lift::All) => {
                    self.choices_by_mask::<false, true>(position, choices, from, closed)
                }
                (true, Lift::AnyNumber) => {
                    self.choices_by_mask::<true, false>(position, choices, from, closed)
                }
                (true, Lift::All) => {
                    self.choices_by_mask::<true, true>(position, choices, from, closed)
                }
            };
            if done {
                return;
            }
        }
        // Where a pit holds more than a mask can say all are listed, so that the order stays that of the path.
        let listed = pits_of(from).any(|pit| position.board.get(pit) > IN_MASK);
        for pit in pits_of(from) {
            if let Some(claim) = &rules.from_claim
                && !rules.view.claimed(claim, pit, position, &Turn::new(0))
            {
                continue;
            }
            let lifts = self.lifts_one_by_one(position, pit, closed);
            if !listed {
                choices.push(pit, lifts);
                continue;
            }
            choices.large.extend(pits_of(lifts).map(|bit| Choice {
                pit,
                seeds: bit as u16 + 1,
                way: Way::Set,
            }));
            self.large_lifts(position, pit, choices);
        }
        choices.count += choices.large.len() as u32;
    }

    /// The usual case: no pit holds as much as a circuit, so that every first lap lands on a pit it has not
    /// changed before, and the masks say whether it may. `false` if it is not so.
    #[inline(always)]
    fn choices_by_mask<const CLOCKWISE: bool, const ALL: bool>(
        &self,
        position: &Position,
        choices: &mut Choices,
        from: u64,
        closed: u64,
    ) -> bool {
        let seen = self.as_seen_along_path(closed);
        let by_lift = self.closes_by_lift(position);
        // Counted in variables of its own, which stay in registers.
        let (mut judged, mut count) = (0, 0);
        for pit in pits_of(from) {
            let holds = position.board.get(pit);
            if holds >= self.circuit {
                return false;
            }
            let up_to = (1 << (holds % IN_MASK)) - 1;
            let wanted = if ALL { up_to ^ up_to >> 1 } else { up_to };
            let mut lifts = wanted & !self.distances::<CLOCKWISE>(seen, pit);
            if by_lift {
                lifts &= !self.closed_lifts(position, pit);
            }
            let at = judged % WORD;
            count += Any::ones(lifts);
            choices.pits[at] = pit as u8;
            choices.lifts[at] = lifts;
            choices.up_to[at] = count;
            judged += 1;
        }
        choices.judged = judged;
        choices.count = count;
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

    /// The pits in which a first lap of less than a circuit may not end, whatever the lift; `None` where the rules need
    /// more than that, or [`Program::closed_lifts`], to be judged.
    #[inline]
    fn closed_landings(&self, position: &Position) -> Option<u64> {
        let landings = &self.landings.as_ref()?[position.mover as usize];
        let occupied = position.board.occupied(self.chunks).low();
        let mut closed = 0;
        for landing in landings.iter().filter(|landing| landing.lifts.is_none()) {
            closed |= landing.pits(occupied, |mark| position.marks[mark].low());
        }
        Some(closed & self.all.low())
    }

    /// Whether some first laps may not end in a pit in which others may.
    fn closes_by_lift(&self, position: &Position) -> bool {
        let landings = self.landings.as_ref();
        let by_lift = |landing: &Landing| landing.lifts.is_some();
        landings.is_some_and(|landings| landings[position.mover as usize].iter().any(by_lift))
    }

    /// The lifts from a pit whose first lap of less than a circuit may not end where it does, though others may.
    fn closed_lifts(&self, position: &Position, pit: usize) -> u64 {
        let landings = self
            .landings
            .iter()
            .flat_map(|landings| &landings[position.mover as usize]);
        let occupied = position.board.occupied(self.chunks).low();
        let closed = landings.filter_map(|landing| {
            let lifts = landing.lifts.as_ref()?[pit];
            let pits = landing.pits(occupied, |mark| position.marks[mark].low());
            Some(self.distances_from(pits & self.all.low(), pit) & lifts)
        });
        closed.fold(0, |all, lifts| all | lifts)
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

    /// The same of pits numbered as on the board.
    fn distances_from(&self, pits: u64, from: usize) -> u64 {
        let seen = self.as_seen_along_path(pits);
        match self.clockwise {
            true => self.distances::<true>(seen, from),
            false => self.distances::<false>(seen, from),
        }
    }

    /// The lifts from a pit that a mask can say, where some must be tried.
    fn lifts_one_by_one(&self, position: &Position, pit: usize, closed: Option<u64>) -> u64 {
        let holds = position.board.get(pit);
        let lifts = self.lifts(holds);
        match closed {
            Some(closed) => {
                // Past a full circuit the lap lands on a board it has changed.
                let past = lifts >> (self.circuit - 1) << (self.circuit - 1);
                let closed = self.distances_from(closed, pit) | self.closed_lifts(position, pit);
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

    /// Lists the lifts from a pit that a mask cannot say.
    fn large_lifts(&self, position: &Position, pit: usize, choices: &mut Choices) {
        let holds = position.board.get(pit);
        let smallest = match self.lift {
            Lift::All => holds.max(IN_MASK + 1),
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
        let Choice { pit, seeds, way } = choice;
        if !self.simple && way == Way::Taken {
            return self.pick(position, pit, way, observer);
        }
        let judged = self.first_laps_are_judged();
        self.sow(position, (pit, seeds, way), judged, observer)
    }

    /// The moves of a program that is not simple, one by one, those left out that a `forbid` refuses.
    fn judged_candidates(&self, position: &Position, choices: &mut Choices) {
        let rules = self.side(position.mover);
        let forbids = position.pick == 0 && !rules.forbids.is_empty();
        // Where `forbid`s speak of first laps alone, no more of a move is tried.
        let by_first_lap = self.landings.is_some() && self.sows_one_way();
        let judged =
            forbids && !by_first_lap || position.pick == 0 && self.turns_are_judged(position);
        if !forbids
            && !judged
            && let Some(whole) = self.whole_pits(position)
        {
            choices.clear();
            let [low, high] = whole.words().map(u64::count_ones);
            choices.whole = whole;
            choices.whole_low = low;
            choices.count = low + high;
            for_chunks!(self.chunks, N => {
                *choices.holds.first_mut::<N>() = *position.board.first();
            });
            return;
        }
        self.candidates(position, choices);
        if judged {
            choices
                .large
                .retain(|&choice| self.is_legal(position, choice));
        } else if forbids {
            let allowed =
                |choice: &Choice| self.first_lap_allowed(position, choice.pit, choice.seeds);
            choices.large.retain(allowed);
        }
        choices.count = choices.large.len() as u32;
    }

    /// The pits that may be lifted whole and one way, where every occupied one of them may and there are no other moves.
    fn whole_pits(&self, position: &Position) -> Option<PitSet> {
        let rules = self.side(position.mover);
        let asks_more = position.pick > 0
            || self.lift != Lift::All
            || !rules.move_forbids.is_empty()
            || rules.from_claim.is_some()
            || !self.sows_one_way();
        if asks_more {
            return None;
        }
        let from = rules.view.found(&rules.from, position, &Turn::new(0))?;
        Some(PitSet(from.0 & position.board.occupied(self.chunks).0))
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
