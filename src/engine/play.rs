//! The interpreter: the one way a turn is played.
//!
//! [`Program::play`] judges a move and plays it. Whoever draws moves from [`super::Choices`] goes the same way but for the judging that the choices have done. Random
//! games of programs that are quick go by [`super::quick`], which leaves here what is rare. A lap is one addition of a
//! table row where the rules allow; what decides at its end is usually the first test of the first rule. Nothing here
//! allocates.

use super::condition::{SetRef, Turn};
use super::observe::Observer;
use super::pits::{CHUNK, Chunk, PitSet, SHORT, SHORT_BEFORE, WORD, bit, for_chunks, pits_of};
use super::position::{MOST_MARKS, Position};
use super::program::{Action, Program, Rules, Step, Taking};
use super::quick::LAPS;
use super::redistribution::Redistribution;
use super::whole::Flow;
use crate::rules::ruleset::{Lift, Ruling};

/// A move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// So many seeds are lifted from a pit and sown; or the pit is taken.
    Sow {
        /// The pit.
        pit: usize,
        /// How many seeds.
        seeds: u16,
        /// Which way.
        way: Way,
    },
    /// Pits are emptied and their seeds placed.
    Redistribute(Box<Redistribution>),
}

/// Which way a move sows, where the player chooses it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Way {
    /// As the rules say.
    #[default]
    Set,
    /// Counterclockwise, as the player chooses.
    Counterclockwise,
    /// Clockwise, as the player chooses.
    Clockwise,
    /// Nothing is sown: the pit is taken.
    Taken,
}

/// Why a move is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The game is over.
    GameOver,
    /// Redistributions are still to be made, or there are none to be made any more.
    WrongPhase {
        /// Whether a redistribution was expected.
        opening: bool,
    },
    /// A move may not begin in this pit (`from`).
    From(usize),
    /// So many seeds may not be lifted (`lift`).
    Lift {
        /// The pit.
        pit: usize,
        /// How many seeds were to be lifted.
        seeds: u32,
        /// How many it holds.
        holds: u16,
    },
    /// It cannot be sown this way, or a pit is to be taken and not sown from, or the other way about.
    Way(usize),
    /// A `forbid`, by its number.
    Forbidden(usize),
    /// The relay would never end.
    Endless {
        /// After how many laps it was back in a state it had been in.
        laps: u32,
    },
    /// The relay goes on past the limit.
    TooLong {
        /// The limit.
        laps: u32,
    },
    /// A redistribution that the rules do not allow, and why.
    Redistribution(String),
}

/// Why a relay was broken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// It would never end.
    Endless,
    /// It goes on past the limit.
    TooLong,
}

/// What a move did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// How many laps; none for a redistribution.
    pub laps: u32,
    /// The lap rules that applied, a bit each.
    pub applied: u32,
    /// The lap rules that took seeds, a bit each.
    pub captured: u32,
    /// Set when the relay was broken off because it would never end or goes on past the limit.
    pub cut: Option<Stopped>,
    /// Set when the game is over by that.
    pub stopped: Option<Stopped>,
    /// Whether the mover has another turn.
    pub again: bool,
}

impl Program {
    /// Judges a move and plays it. A refused move leaves the position as it was.
    ///
    /// # Errors
    ///
    /// Why the move is not legal.
    pub fn play<O: Observer>(
        &self,
        position: &mut Position,
        played: &Move,
        observer: &mut O,
    ) -> Result<Played, Refusal> {
        match played {
            Move::Redistribute(redistribution) => {
                if position.openings == 0 {
                    return Err(Refusal::WrongPhase { opening: false });
                }
                self.check_redistribution(position, redistribution)
                    .map_err(Refusal::Redistribution)?;
                self.redistribute(position, redistribution);
                Ok(Played::default())
            }
            Move::Sow { pit, seeds, way } => {
                if position.openings > 0 {
                    return Err(Refusal::WrongPhase { opening: true });
                }
                if position.pick > 0 {
                    return self.pick(position, *pit, *way, observer);
                }
                if !self.may_begin(position, *pit) {
                    return Err(Refusal::From(*pit));
                }
                let holds = position.board.get(*pit);
                let allowed = match self.lift {
                    Lift::All => *seeds == holds,
                    Lift::AnyNumber => (1..=holds).contains(seeds),
                };
                if !allowed {
                    return Err(Refusal::Lift {
                        pit: *pit,
                        seeds: u32::from(*seeds),
                        holds,
                    });
                }
                if !self.may_sow(position, *pit, *way) {
                    return Err(Refusal::Way(*pit));
                }
                self.sow(position, (*pit, *seeds, *way), false, observer)
            }
        }
    }

    /// Whether a move may begin in a pit (`from`).
    pub(super) fn may_begin(&self, position: &Position, pit: usize) -> bool {
        let rules = self.side(position.mover);
        let turn = Turn::new(pit);
        pit < self.ring
            && position.board.get(pit) > 0
            && rules
                .view
                .found(&rules.from, position, &turn)
                .is_some_and(|set| set.contains(pit))
            && rules
                .from_claim
                .as_ref()
                .is_none_or(|claim| rules.view.claimed(claim, pit, position, &turn))
    }

    /// Sows so many seeds from a pit and plays the turn out. `judged` when the end of the first lap is
    /// known to be allowed.
    #[inline]
    pub(super) fn sow<O: Observer>(
        &self,
        position: &mut Position,
        (pit, seeds, way): (usize, u16, Way),
        judged: bool,
        observer: &mut O,
    ) -> Result<Played, Refusal> {
        if !self.simple {
            return self.whole_turn(position, (pit, seeds, way), observer);
        }
        for_chunks!(self.chunks, N => self.sow_in::<N, O>(position, pit, seeds, judged, observer))
    }

    /// Plays a turn of a simple program, looking at each lap.
    pub(super) fn sow_in<const N: usize, O: Observer>(
        &self,
        position: &mut Position,
        pit: usize,
        seeds: u16,
        judged: bool,
        observer: &mut O,
    ) -> Result<Played, Refusal> {
        let undo = Undo::<N>::of(position);
        let mut turn = Turn::new(pit);
        let result = self.laps::<N, true, O>(position, &mut turn, seeds, (judged, true), observer);
        match &result {
            Ok(played) => position.pass_on(played.again),
            Err(_) => undo.restore(position),
        }
        result
    }

    /// The laps of a turn and what its last one brings. `SIMPLE` for a program that is so: then a lap is a
    /// row of the table, and what few rules do is not looked for. A relay that is not `watched` is broken off
    /// after [`LAPS`], whatever it would have come to.
    #[inline(always)]
    pub(super) fn laps<const N: usize, const SIMPLE: bool, O: Observer>(
        &self,
        position: &mut Position,
        turn: &mut Turn,
        seeds: u16,
        (judged, watched): (bool, bool),
        observer: &mut O,
    ) -> Result<Played, Refusal> {
        let rules = self.side(position.mover);
        let (mut from, mut in_hand) = (turn.origin, seeds);
        let mut again = false;
        let mut watch: Option<Watch<N>> = None;
        loop {
            if !SIMPLE && self.keeps_left {
                self.note_left(position, turn, in_hand);
            }
            if self.plain && (SIMPLE || !turn.of_taken) {
                self.lap::<N>(position, turn, rules, from, in_hand);
            } else if O::WATCHES || !self.short_lap::<N>(position, turn, rules, from, in_hand) {
                self.walk::<N, O>(position, turn, from, in_hand, observer);
            }
            if !SIMPLE && turn.of_taken {
                observer.sown_on(from, turn.seeds, turn.last, position);
                turn.of_taken = false;
            } else {
                observer.lap(from, turn.seeds, turn.last, position);
            }
            if !SIMPLE && self.sows_taken {
                turn.began = from;
            }
            if !judged
                && !rules.forbids.is_empty()
                && let Some(forbid) = rules.forbids(position, turn)
            {
                return Err(Refusal::Forbidden(forbid));
            }
            let facts = self.facts::<N>(position, &position.board, turn.last);
            let Some(step) = rules.deciding::<N>(facts, position, turn) else {
                break;
            };
            turn.applied |= 1 << step.rule;
            observer.applied(step.rule);
            match &step.action {
                Action::Relay => {
                    if let Some(ruling) = self.goes_on_too_long(position, turn, watched, &mut watch)
                    {
                        return self.stop_relay(ruling, turn);
                    }
                    from = turn.last;
                    in_hand = position.board.get(from);
                }
                Action::Take(taking) => {
                    if self.also_asks_was {
                        turn.before = Some(position.board);
                    }
                    self.take::<N, O>(position, rules, turn, step.rule, taking, observer);
                    break;
                }
                Action::Stop => break,
                Action::Again => {
                    again = true;
                    break;
                }
                Action::Other(_) if SIMPLE => break,
                Action::Other(other) => {
                    if self.also_asks_was {
                        turn.before = Some(position.board);
                    }
                    match self.otherwise::<N, O>(position, turn, step.rule, other, observer) {
                        Flow::End => break,
                        Flow::Again => {
                            again = true;
                            break;
                        }
                        Flow::Relay(pit) => {
                            if let Some(ruling) =
                                self.goes_on_too_long(position, turn, watched, &mut watch)
                            {
                                return self.stop_relay(ruling, turn);
                            }
                            from = pit;
                            in_hand = position.board.get(from);
                        }
                        Flow::Sow(after, seeds) => {
                            if let Some(ruling) =
                                self.goes_on_too_long(position, turn, watched, &mut watch)
                            {
                                // What was to be sown on stays with him whose it was.
                                position.stores[position.mover as usize] += u32::from(seeds);
                                return self.stop_relay(ruling, turn);
                            }
                            (from, in_hand) = (after, seeds);
                            turn.of_taken = true;
                        }
                    }
                }
            }
        }
        self.besides::<N, SIMPLE, O>(position, turn, rules, &mut again, observer);
        Ok(turn.played(again))
    }

    /// The lap rules that may apply besides the one that has decided.
    #[inline(always)]
    fn besides<const N: usize, const SIMPLE: bool, O: Observer>(
        &self,
        position: &mut Position,
        turn: &mut Turn,
        rules: &Rules,
        again: &mut bool,
        observer: &mut O,
    ) {
        if self.also_asks_was && turn.before.is_none() {
            // No capture has decided: what pits were is how they are before any of these applies.
            turn.before = Some(position.board);
        }
        for step in &rules.also {
            if !step.check.may_hold::<N>(turn) {
                continue;
            }
            let before = turn.before.as_ref().unwrap_or(&position.board);
            let facts = self.facts::<N>(position, before, turn.last);
            if step.check.holds::<N>(facts, &rules.view, position, turn) {
                turn.applied |= 1 << step.rule;
                observer.applied(step.rule);
                match &step.action {
                    Action::Take(taking) => {
                        self.take::<N, O>(position, rules, turn, step.rule, taking, observer);
                    }
                    Action::Other(other) if !SIMPLE => {
                        let flow =
                            self.otherwise::<N, O>(position, turn, step.rule, other, observer);
                        *again |= matches!(flow, Flow::Again);
                    }
                    _ => {}
                }
            }
        }
    }

    /// Lifts seeds and sows one lap.
    #[inline(always)]
    fn lap<const N: usize>(
        &self,
        position: &mut Position,
        turn: &mut Turn,
        rules: &Rules,
        from: usize,
        in_hand: u16,
    ) {
        self.lose_marks_by_lift(position, rules, from, in_hand);
        if self.keeps_sown_from {
            position.sown_from.insert_low(bit(from));
        }
        let mut rest = in_hand;
        if in_hand >= self.circuit {
            rest = in_hand % self.circuit;
            let number = in_hand / self.circuit;
            turn.touched
                .insert_low(self.sow_circuits::<N>(position, from, number));
        }
        let index = rules.first_lap + usize::from(rest) * self.ring + from;
        position.board.add_row::<N>(&self.sowing, index);
        let lap = self.laps[index];
        for (store, seeds) in position.stores.iter_mut().zip(lap.stored) {
            *store += u32::from(seeds);
        }
        turn.touched.insert_low(lap.touched);
        turn.last = usize::from(lap.last);
        turn.laps += 1;
        turn.seeds = in_hand;
        if self.keeps_sown_into {
            position.sown_into.0 |= turn.touched.0;
        }
    }

    /// Lifts few seeds and sows them one pit after the other, if that is all there is to the lap; whether it is.
    #[inline(always)]
    fn short_lap<const N: usize>(
        &self,
        position: &mut Position,
        turn: &mut Turn,
        rules: &Rules,
        from: usize,
        in_hand: u16,
    ) -> bool {
        let seeds = usize::from(in_hand);
        let clockwise = self.clockwise ^ turn.reversed;
        // Not past either end, so that the numbers of the pits go on one by one.
        let (inside, lowest, first, last) = match clockwise {
            false => (
                from + seeds < self.ring,
                from,
                from + 1,
                from.wrapping_add(seeds),
            ),
            true => {
                let last = from.wrapping_sub(seeds);
                (seeds <= from, last, last, last)
            }
        };
        let fits = in_hand <= SHORT && inside && lowest < SHORT_BEFORE;
        if !self.straight || turn.of_taken || !fits {
            return false;
        }
        self.lose_marks_by_lift(position, rules, from, in_hand);
        if self.keeps_sown_from {
            position.sown_from.insert(from);
        }
        position.board.sow_short(lowest, in_hand, clockwise);
        turn.touched.insert_row::<N>(first, seeds);
        turn.last = last;
        turn.laps += 1;
        turn.seeds = in_hand;
        if self.keeps_sown_into {
            position.sown_into.0 |= turn.touched.0;
        }
        true
    }

    /// Adds full circuits to the board; the pits that get a seed.
    #[cold]
    fn sow_circuits<const N: usize>(
        &self,
        position: &mut Position,
        from: usize,
        number: u16,
    ) -> u64 {
        let row = self.side(position.mover).first_circuit + from;
        for _ in 0..number {
            position.board.add_row::<N>(&self.circuits, row);
        }
        let stored = self.circuit_stored[position.mover as usize];
        for (store, in_path) in position.stores.iter_mut().zip(stored) {
            *store += u32::from(in_path) * u32::from(number);
        }
        self.circuit_touched[row]
    }

    /// The first lap of a turn, for whoever asks no more.
    pub(super) fn first_lap(
        &self,
        position: &mut Position,
        turn: &mut Turn,
        pit: usize,
        seeds: u16,
    ) {
        let rules = self.side(position.mover);
        if self.keeps_left {
            self.note_left(position, turn, seeds);
        }
        if self.plain {
            for_chunks!(self.chunks, N => self.lap::<N>(position, turn, rules, pit, seeds));
        } else {
            let nobody = &mut super::observe::Nobody;
            for_chunks!(self.chunks, N => self.walk::<N, _>(position, turn, pit, seeds, nobody));
        }
    }

    /// The marks that a pit loses when so many seeds are lifted from it.
    #[inline(always)]
    pub(super) fn lose_marks_by_lift(
        &self,
        position: &mut Position,
        rules: &Rules,
        pit: usize,
        seeds: u16,
    ) {
        for &(mark, whose, only_emptied) in &rules.lost_by_lift {
            if whose.contains(pit) && (!only_emptied || position.board.get(pit) == seeds) {
                position.marks[mark].remove(pit);
            }
        }
    }

    #[inline(always)]
    fn take<const N: usize, O: Observer>(
        &self,
        position: &mut Position,
        rules: &Rules,
        turn: &mut Turn,
        rule: usize,
        taking: &Taking,
        observer: &mut O,
    ) {
        if N * CHUNK > WORD {
            return self.take_one_by_one(position, rules, turn, rule, taking, observer);
        }
        let mut pits = taking.always.low();
        pits |= u64::from(taking.last) << turn.last;
        pits |= u64::from(taking.opposite) << self.facing[turn.last];
        if !taking.others.is_empty() {
            pits |= rules.found(&taking.others, position, turn).low();
        }
        pits &= self.all.low();
        let mut taken = 0;
        for pit in pits_of(pits) {
            let seeds = position.board.get(pit);
            if seeds > 0 {
                taken += u32::from(seeds);
                observer.took(rule, pit, seeds, position.mover);
                rules.lose_marks_by_capture(position, pit);
            }
        }
        position.board.empty::<N>(PitSet::of_low(pits));
        position.stores[position.mover as usize] += taken;
        if taken > 0 {
            turn.captured |= 1 << rule;
        }
    }

    /// The same on any board: of a wide one it is quicker to change few pits than to write them all.
    #[inline(never)]
    fn take_one_by_one<O: Observer>(
        &self,
        position: &mut Position,
        rules: &Rules,
        turn: &mut Turn,
        rule: usize,
        taking: &Taking,
        observer: &mut O,
    ) {
        let mut taken = 0;
        for pit in self.taken(position, turn, taking).iter() {
            let seeds = std::mem::take(position.board.get_mut(pit));
            if seeds == 0 {
                continue;
            }
            taken += u32::from(seeds);
            observer.took(rule, pit, seeds, position.mover);
            rules.lose_marks_by_capture(position, pit);
        }
        position.stores[position.mover as usize] += taken;
        if taken > 0 {
            turn.captured |= 1 << rule;
        }
    }

    /// The pits that are taken from, on any board. Found together, so that taking one set does not change what another
    /// one is.
    pub(super) fn taken(&self, position: &Position, turn: &Turn, taking: &Taking) -> PitSet {
        let mut pits = taking.always;
        if taking.last {
            pits.insert(turn.last);
        }
        if taking.opposite {
            pits.insert(usize::from(self.facing[turn.last]));
        }
        if !taking.others.is_empty() {
            let rules = self.side(position.mover);
            pits.0 |= rules.found(&taking.others, position, turn).0;
        }
        PitSet(pits.0 & self.all.0)
    }

    /// Judges a relay that wants to go on: whether it has come back to a state it was in, or has gone past
    /// the limit.
    ///
    /// Where a lap can be undone, an endless relay comes back to its *first* state, so one comparison a lap
    /// finds it. Elsewhere the state compared with moves on at every power of two (Brent's method), so that
    /// it comes to lie on the circle. See R. P. Brent, *An improved Monte Carlo factorization algorithm*,
    /// BIT 20 (1980).
    #[inline(always)]
    fn goes_on_too_long<const N: usize>(
        &self,
        position: &Position,
        turn: &Turn,
        watched: bool,
        watch: &mut Option<Watch<N>>,
    ) -> Option<Relay> {
        if !watched {
            return (LAPS <= turn.laps).then_some(Relay::TooLong);
        }
        if let Some(watch) = watch
            && watch.same(position, turn)
        {
            return Some(Relay::Endless);
        }
        if self.lap_limit <= turn.laps {
            return Some(Relay::TooLong);
        }
        if watch.is_none() || (!self.relay_invertible && turn.laps.is_power_of_two()) {
            *watch = Some(Watch::of(self, position, turn));
        }
        None
    }

    #[cold]
    fn stop_relay(&self, relay: Relay, turn: &Turn) -> Result<Played, Refusal> {
        let (ruling, refusal, stopped) = match relay {
            Relay::Endless => (
                self.endless,
                Refusal::Endless { laps: turn.laps },
                Stopped::Endless,
            ),
            Relay::TooLong => (
                self.long_relay,
                Refusal::TooLong {
                    laps: self.lap_limit,
                },
                Stopped::TooLong,
            ),
        };
        let played = Played {
            cut: Some(stopped),
            ..turn.played(false)
        };
        match ruling {
            Ruling::Forbidden => Err(refusal),
            Ruling::EndsTurn => Ok(played),
            Ruling::Draw => Ok(Played {
                stopped: Some(stopped),
                ..played
            }),
        }
    }
}

// What the loop over the laps nearly never needs are calls, so that it keeps the registers.
impl Rules {
    /// The lap rule that decides at the end of a lap, these being the facts.
    #[inline(always)]
    fn deciding<const N: usize>(
        &self,
        facts: u32,
        position: &Position,
        turn: &Turn,
    ) -> Option<&Step> {
        let mut steps = self.steps.iter();
        steps.find(|step| step.check.holds::<N>(facts, &self.view, position, turn))
    }

    /// The `forbid` that the end of a lap meets, by its number.
    #[inline(never)]
    fn forbids(&self, position: &Position, turn: &Turn) -> Option<usize> {
        self.forbids
            .iter()
            .find(|(_, forbid)| self.view.holds(forbid, position, turn))
            .map(|(number, _)| *number)
    }

    /// Takes the marks off a pit that it loses when it is captured from.
    #[inline(always)]
    pub(super) fn lose_marks_by_capture(&self, position: &mut Position, pit: usize) {
        for &(mark, whose) in &self.lost_by_capture {
            if whose.contains(pit) {
                position.marks[mark].remove(pit);
            }
        }
    }

    /// The pits of all these sets.
    #[inline(never)]
    pub(super) fn found(&self, sets: &[SetRef], position: &Position, turn: &Turn) -> PitSet {
        let found = |set| self.view.found(set, position, turn);
        PitSet(
            sets.iter()
                .filter_map(found)
                .fold(0, |all, set| all | set.0),
        )
    }
}

impl Turn {
    /// What it did, if it is over and nothing was cut short.
    #[inline(always)]
    fn played(&self, again: bool) -> Played {
        Played {
            laps: self.laps,
            applied: self.applied,
            captured: self.captured,
            cut: None,
            stopped: None,
            again,
        }
    }
}

impl Position {
    /// The turn is over: the opponent is next, unless the mover has another.
    #[inline(always)]
    fn pass_on(&mut self, again: bool) {
        if !again {
            self.mover = self.mover.opponent();
        }
    }
}

enum Relay {
    Endless,
    TooLong,
}

/// What a refused turn has changed, as it was before: it has captured nothing yet.
struct Undo<const N: usize> {
    board: [Chunk; N],
    stores: [u32; 2],
    marks: [PitSet; MOST_MARKS],
    sown_from: PitSet,
    sown_into: PitSet,
}

impl<const N: usize> Undo<N> {
    #[inline(always)]
    fn of(position: &Position) -> Self {
        Undo {
            board: *position.board.first(),
            stores: position.stores,
            marks: position.marks,
            sown_from: position.sown_from,
            sown_into: position.sown_into,
        }
    }

    #[cold]
    fn restore(self, position: &mut Position) {
        *position.board.first_mut() = self.board;
        position.stores = self.stores;
        position.marks = self.marks;
        position.sown_from = self.sown_from;
        position.sown_into = self.sown_into;
    }
}

/// A state of a relay that later ones are compared with.
struct Watch<const N: usize> {
    board: [Chunk; N],
    last: usize,
    more: Option<More>,
}

/// What else decides whether the relay goes on, where the rules ask for it.
#[derive(PartialEq)]
struct More {
    marks: [PitSet; MOST_MARKS],
    sown_from: PitSet,
    sown_into: PitSet,
    touched: PitSet,
    applied: u32,
    reversed: bool,
    stores: [u32; 2],
    began: usize,
}

impl More {
    fn of(position: &Position, turn: &Turn) -> More {
        More {
            marks: position.marks,
            sown_from: position.sown_from,
            sown_into: position.sown_into,
            touched: turn.touched,
            applied: turn.applied,
            reversed: turn.reversed,
            stores: position.stores,
            began: turn.began,
        }
    }
}

impl<const N: usize> Watch<N> {
    #[inline(always)]
    fn of(program: &Program, position: &Position, turn: &Turn) -> Self {
        Watch {
            board: *position.board.first(),
            last: turn.last,
            more: program.relay_reads_more.then(|| More::of(position, turn)),
        }
    }

    #[inline(always)]
    fn same(&self, position: &Position, turn: &Turn) -> bool {
        // On a wide board the pits alone are told apart sooner. Elsewhere all is compared and then judged at once: that
        // the last pit alone is the same happens often enough to be guessed wrongly.
        if N * CHUNK > WORD && self.last != turn.last {
            return false;
        }
        let mut same = self.last == turn.last;
        for (one, other) in self.board.iter().zip(position.board.first::<N>()) {
            same &= one == other;
        }
        same && self.rest_is_same(position, turn)
    }

    #[cold]
    fn rest_is_same(&self, position: &Position, turn: &Turn) -> bool {
        // The first lap is a fact of its own; from the second on it cannot come back.
        let same = |more: &More| *more == More::of(position, turn);
        self.more.as_ref().is_none_or(same)
    }
}
