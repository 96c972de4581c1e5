//! The plain path: what a turn can be beyond laps from a table, said as simply as can be.
//!
//! A lap is sown pit by pit along a track, which knows stores, pits passed over, and what is taken in
//! passing. A capture can mark pits, give seeds to others, and go on. A turn can be judged as a whole.
//! None of this is asked for where a program is [simple](Program::simple); a turn that is not goes
//! through the same loop over its laps ([`Program::laps`]).

use super::condition::{SetRef, Turn};
use super::observe::{Nobody, Observer};
use super::pits::{PitSet, bit, for_chunks, word_of};
use super::play::{Played, Refusal, Way};
use super::position::{Bound, MOST_MARKS, Position, Previous};
use super::program::{Action, Capture, Next, Other, Program, Receiver, Step, Taking};
use super::quick::LAPS;
use crate::rules::ruleset::{After, Direction, Lift, Player};

/// A board of fewer pits is a small one.
const SMALL: usize = 16;

/// How a turn goes on after a lap.
pub(super) enum Flow {
    /// It is over.
    End,
    /// It is over, and the mover has another.
    Again,
    /// This pit is lifted and sown on.
    Relay(usize),
    /// So many seeds that were taken are sown on, the first of them after this place.
    Sow(usize, u16),
}

/// Whom a move binds to the way that it is sown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Binds {
    Nobody,
    Mover,
    /// The mover to it, and his opponent to the other.
    Both,
}

impl Program {
    /// Plays a turn of any program.
    pub(super) fn whole_turn<O: Observer>(
        &self,
        position: &mut Position,
        sown: (usize, u16, Way),
        observer: &mut O,
    ) -> Result<Played, Refusal> {
        let before = position.clone();
        let result = self.whole_turn_from(&before, position, sown, false, observer);
        if result.is_err() {
            *position = before;
        }
        result
    }

    /// Whether a turn of any program is legal. `strict` when no `forbid` is waived because it would forbid every
    /// move.
    pub(super) fn is_legal_turn(
        &self,
        position: &Position,
        sown: (usize, u16, Way),
        strict: bool,
    ) -> bool {
        let after = &mut position.clone();
        self.whole_turn_from(position, after, sown, strict, &mut Nobody)
            .is_ok()
    }

    /// Plays a turn in a position that still is as it was `before`. A turn that is refused is not taken back.
    fn whole_turn_from<O: Observer>(
        &self,
        before: &Position,
        position: &mut Position,
        (pit, seeds, way): (usize, u16, Way),
        strict: bool,
        observer: &mut O,
    ) -> Result<Played, Refusal> {
        let rules = self.side(position.mover);
        if let Some(forbid) = self.move_forbidden(position, pit, way) {
            return Err(Refusal::Forbidden(forbid));
        }
        let (direction, binds) = self.direction(position, pit, way);
        let reversed = (direction == Direction::Clockwise) != self.clockwise;
        let empty_at_start = match self.keeps_empty_at_start {
            true => PitSet(!position.board.occupied(self.chunks).0 & self.all.0),
            false => PitSet::EMPTY,
        };
        let begun = || Turn {
            reversed,
            empty_at_start,
            ..Turn::new(pit)
        };
        let mut turn = begun();
        let mut watched = O::WATCHES || self.watches_relays();
        let mut played = for_chunks!(self.chunks, N => {
            let played = loop {
                let as_told = (false, watched);
                let played = self.laps::<N, false, O>(position, &mut turn, seeds, as_told, observer);
                if watched || turn.laps < LAPS {
                    break played?;
                }
                // Once more, looking out from the beginning.
                watched = true;
                position.clone_from(before);
                turn = begun();
            };
            for (to, taking) in &rules.turn_ends {
                self.take_for::<N, O>(position, &mut turn, None, (to, taking), observer);
            }
            played
        });
        if self.sows_taken && position.stores == before.stores {
            // All of it has gone back to the board, so that a position from before can come again.
            played.captured = 0;
        }
        if let Some(forbid) = self.turn_forbidden(position, before, &mut turn, strict) {
            return Err(Refusal::Forbidden(forbid));
        }
        let (this, other) = match direction {
            Direction::Clockwise => (Bound::Clockwise, Bound::Counterclockwise),
            _ => (Bound::Counterclockwise, Bound::Clockwise),
        };
        if binds != Binds::Nobody {
            position.bound[position.mover as usize] = this;
        }
        if binds == Binds::Both {
            position.bound[position.mover.opponent() as usize] = other;
        }
        if position.pick == 0 {
            let single = (turn.seeds == 1 && turn.laps == 1 && turn.last < self.ring)
                .then(|| Previous::single(turn.last, direction == Direction::Clockwise));
            self.turn_made(position, played.again, single);
        }
        Ok(played)
    }

    /// Whether a relay is watched from its first lap on for coming round. On larger boards few are long, and none but a
    /// long one needs to be watched; on small ones many come round. What is captured and goes on, or is asked of the board
    /// before it, is not all compared.
    fn watches_relays(&self) -> bool {
        let compares_all = !self.sows_taken && !self.also_asks_was;
        self.ring < SMALL || !compares_all || self.lap_limit < LAPS
    }

    /// The mover has made his turn; his opponent is next, unless he has another.
    fn turn_made(&self, position: &mut Position, again: bool, single: Option<Previous>) {
        if self.keeps_previous {
            position.previous = match again {
                true => Previous::AGAIN,
                false => single.unwrap_or(Previous::NOTHING),
            };
        }
        let made = &mut position.made[position.mover as usize];
        *made = (*made + 1).min(self.counts_turns);
        if !again {
            position.mover = position.mover.opponent();
        }
    }

    /// Takes the pit of the mover's choice that a capture has given him, or puts into it what is put.
    pub(super) fn pick<O: Observer>(
        &self,
        position: &mut Position,
        pit: usize,
        way: Way,
        observer: &mut O,
    ) -> Result<Played, Refusal> {
        if way != Way::Taken {
            return Err(Refusal::Way(pit));
        }
        if !self.to_pick(position).contains(pit) {
            return Err(Refusal::From(pit));
        }
        let rule = usize::from(position.pick) - 1;
        position.pick = 0;
        let chosen = PitSet::one(pit);
        let (to, taking) = match self.side(position.mover).choice_given_by(rule) {
            Some(Next::Put(from, ..)) => (Receiver::Into(SetRef::Static(chosen)), from.clone()),
            _ => (Receiver::Mover, Taking::only(chosen)),
        };
        let mut turn = Turn::new(pit);
        observer.applied(rule);
        for_chunks!(self.chunks, N => {
            self.take_for::<N, O>(position, &mut turn, Some(rule), (&to, &taking), observer);
        });
        self.turn_made(position, false, None);
        Ok(Played {
            captured: turn.captured,
            ..Played::default()
        })
    }

    /// The pits of which the mover is to choose one.
    pub(super) fn to_pick(&self, position: &Position) -> PitSet {
        let rules = self.side(position.mover);
        let turn = Turn::new(0);
        let given = usize::from(position.pick)
            .checked_sub(1)
            .and_then(|rule| rules.choice_given_by(rule));
        let (Some(Next::Pick(set, claim)) | Some(Next::Put(_, set, claim))) = given else {
            return PitSet::EMPTY;
        };
        let is = |&pit: &usize| rules.view.claimed(claim, pit, position, &turn);
        let set = rules.view.found(set, position, &turn);
        set.map_or(PitSet::EMPTY, |set| set.iter().filter(is).collect())
    }

    /// Whether there are seeds in what a rule takes from, pits or stores.
    fn holds_seeds(&self, position: &Position, turn: &Turn, taking: &Taking) -> bool {
        let mut pits = self.taken(position, turn, taking).iter();
        let mut stores = PitSet(taking.always.0 & !self.all.0).iter();
        pits.any(|pit| position.board.get(pit) > 0)
            || stores.any(|store| position.stores[store - self.ring] > 0)
    }

    /// Which way a move sows, and whom that binds.
    fn direction(&self, position: &Position, pit: usize, way: Way) -> (Direction, Binds) {
        let said = self.said_direction(position, pit);
        let whom = match said {
            Direction::EitherWayForGood => Binds::Mover,
            Direction::OppositeWays => Binds::Both,
            _ => Binds::Nobody,
        };
        let binds = whom != Binds::Nobody;
        let direction = match (way, position.bound[position.mover as usize]) {
            (Way::Counterclockwise, _) => Direction::Counterclockwise,
            (Way::Clockwise, _) => Direction::Clockwise,
            (_, Bound::Counterclockwise) if binds => Direction::Counterclockwise,
            (_, Bound::Clockwise) if binds => Direction::Clockwise,
            _ => said,
        };
        (direction, whom)
    }

    /// Whether every move begins the same way, whoever makes it.
    pub(super) fn sows_one_way(&self) -> bool {
        let said = self.sides.iter().all(|rules| rules.sow_from.is_empty());
        said && matches!(self.sow, Direction::Counterclockwise | Direction::Clockwise)
    }

    #[inline]
    fn said_direction(&self, position: &Position, pit: usize) -> Direction {
        match self.side(position.mover).sow_from.is_empty() {
            true => self.sow,
            false => self.direction_from(position, pit),
        }
    }

    #[inline(never)]
    fn direction_from(&self, position: &Position, pit: usize) -> Direction {
        let rules = self.side(position.mover);
        let turn = Turn::new(pit);
        rules
            .sow_from
            .iter()
            .find(|rule| {
                let from = rules.view.found(&rule.from, position, &turn);
                from.is_some_and(|from| from.contains(pit))
                    && rules.view.claimed(&rule.claim, pit, position, &turn)
                    && rules.view.holds(&rule.when, position, &turn)
            })
            .map_or(self.sow, |rule| rule.direction)
    }

    /// The ways a player may sow from a pit.
    pub(super) fn ways(&self, position: &Position, pit: usize) -> &'static [Way] {
        if self.sows_one_way() {
            return &[Way::Set];
        }
        let bound = position.bound[position.mover as usize] != Bound::Free;
        match self.said_direction(position, pit) {
            Direction::Counterclockwise | Direction::Clockwise => &[Way::Set],
            Direction::EitherWayForGood | Direction::OppositeWays if bound => &[Way::Set],
            Direction::EitherWay | Direction::EitherWayForGood | Direction::OppositeWays => {
                &[Way::Counterclockwise, Way::Clockwise]
            }
        }
    }

    /// Whether a move may sow this way; also the way that the rules set, named.
    pub(super) fn may_sow(&self, position: &Position, pit: usize, way: Way) -> bool {
        match way {
            Way::Set if self.simple => true,
            Way::Taken => false,
            way => {
                let ways = self.ways(position, pit);
                let set = || {
                    let (direction, _) = self.direction(position, pit, Way::Set);
                    let named = match way {
                        Way::Clockwise => Direction::Clockwise,
                        _ => Direction::Counterclockwise,
                    };
                    named == direction
                };
                ways.contains(&way) || ways == [Way::Set] && set()
            }
        }
    }

    /// The `forbid` that a move meets before it is made, by its number.
    #[inline]
    pub(super) fn move_forbidden(
        &self,
        position: &Position,
        pit: usize,
        way: Way,
    ) -> Option<usize> {
        match self.side(position.mover).move_forbids.is_empty() {
            true => None,
            false => self.some_move_forbidden(position, pit, way),
        }
    }

    #[inline(never)]
    fn some_move_forbidden(&self, position: &Position, pit: usize, way: Way) -> Option<usize> {
        let rules = self.side(position.mover);
        let (direction, _) = self.direction(position, pit, way);
        let turn = Turn {
            reversed: (direction == Direction::Clockwise) != self.clockwise,
            ..Turn::new(pit)
        };
        rules
            .move_forbids
            .iter()
            .find(|(_, test)| rules.view.holds(test, position, &turn))
            .map(|(number, _)| *number)
    }

    /// Whether a `forbid` on whole turns may apply to some move of this position.
    pub(super) fn turns_are_judged(&self, position: &Position) -> bool {
        let rules = self.side(position.mover);
        if rules.turn_forbids.is_empty() {
            return false;
        }
        let turn = Turn {
            whole: true,
            ..Turn::new(0)
        };
        rules
            .turn_forbids
            .iter()
            .any(|forbid| rules.view.holds(&forbid.before, position, &turn))
    }

    /// The `forbid` that a turn meets when it is over, by its number.
    fn turn_forbidden(
        &self,
        position: &Position,
        before: &Position,
        turn: &mut Turn,
        strict: bool,
    ) -> Option<usize> {
        let rules = self.side(before.mover);
        if rules.turn_forbids.is_empty() {
            return None;
        }
        turn.before = Some(before.board);
        turn.whole = true;
        rules
            .turn_forbids
            .iter()
            .find(|forbid| {
                rules.view.holds(&forbid.test, position, turn)
                    && (!forbid.unless_every || strict || self.has_strict_move(before))
            })
            .map(|forbid| forbid.forbid)
    }

    /// Whether some move is legal though no `forbid` is waived.
    fn has_strict_move(&self, position: &Position) -> bool {
        self.any_candidate(position, |choice| {
            self.is_legal_turn(position, (choice.pit, choice.seeds, choice.way), true)
        })
    }

    /// Notes how many seeds lie on the board besides those of a lap that is about to be lifted.
    pub(super) fn note_left(&self, position: &Position, turn: &mut Turn, in_hand: u16) {
        let lifted = if turn.of_taken { 0 } else { in_hand };
        turn.left = position.on_board() - u32::from(lifted);
    }

    /// Lifts seeds and sows one lap, pit by pit.
    #[inline(never)]
    pub(super) fn walk<const N: usize, O: Observer>(
        &self,
        position: &mut Position,
        turn: &mut Turn,
        from: usize,
        in_hand: u16,
        observer: &mut O,
    ) {
        let rules = self.side(position.mover);
        turn.laps += 1;
        let in_hand = match rules.begin_steps.is_empty() || turn.of_taken {
            true => in_hand,
            false => self.lap_begins::<N, O>(position, turn, from, in_hand, observer),
        };
        turn.seeds = in_hand;
        let track = &rules.track[usize::from(self.clockwise ^ turn.reversed)];
        let back = rules.first_into_origin.as_ref().is_some_and(|test| {
            if turn.of_taken {
                return false;
            }
            let origin = std::mem::replace(&mut turn.origin, from);
            let back = rules.view.holds(test, position, turn);
            turn.origin = origin;
            back
        });
        if !turn.of_taken {
            self.lose_marks_by_lift(position, rules, from, in_hand);
            if self.keeps_sown_from {
                position.sown_from.insert(from);
            }
            *position.board.get_mut(from) -= in_hand;
        }
        let mut at = from;
        if rules.pass_over.is_empty() && rules.seed_steps.is_empty() && !back {
            self.walk_on::<N, O>(position, turn, track, (from, in_hand), observer);
            return;
        }
        for seed in 0..in_hand {
            turn.more = seed + 1 < in_hand;
            if seed > 0 || !back {
                at = usize::from(track[at]);
                // Where every pit is passed over, none is.
                let mut passed = 0;
                while passed < track.len() && self.is_passed_over(position, turn, from, at) {
                    at = usize::from(track[at]);
                    passed += 1;
                }
            }
            turn.last = at;
            if at >= self.ring {
                position.stores[at - self.ring] += 1;
            } else {
                *position.board.get_mut(at) += 1;
                turn.touched.insert_in::<N>(at);
            }
            observer.sown(at);
            if !rules.seed_steps.is_empty() {
                self.in_passing::<N, O>(position, turn, &rules.seed_steps, observer);
            }
        }
        turn.more = false;
        if self.keeps_sown_into {
            position.sown_into.0 |= turn.touched.0;
        }
    }

    /// Sows one lap where nothing is asked as the seeds fall.
    #[inline(always)]
    fn walk_on<const N: usize, O: Observer>(
        &self,
        position: &mut Position,
        turn: &mut Turn,
        track: &[u8],
        (from, in_hand): (usize, u16),
        observer: &mut O,
    ) {
        let mut at = from;
        let mut touched = turn.touched.words();
        for _ in 0..in_hand {
            at = usize::from(track[at]);
            if self.over_origin && at == from {
                at = usize::from(track[at]);
            }
            match at.checked_sub(self.ring) {
                Some(store) => position.stores[store] += 1,
                None => {
                    *position.board.get_mut(at) += 1;
                    touched[word_of::<N>(at)] |= bit(at);
                }
            }
            observer.sown(at);
        }
        turn.touched = PitSet::of_words(touched);
        turn.last = at;
        if self.keeps_sown_into {
            position.sown_into.0 |= turn.touched.0;
        }
    }

    fn is_passed_over(&self, position: &Position, turn: &Turn, from: usize, at: usize) -> bool {
        let rules = self.side(position.mover);
        self.over_origin && at == from
            || at < self.ring
                && rules.pass_over.iter().any(|(set, claim, when)| {
                    let set = rules.view.found(set, position, turn);
                    set.is_some_and(|set| set.contains(at))
                        && rules.view.claimed(claim, at, position, turn)
                        && rules.view.holds(when, position, turn)
                })
    }

    /// What is taken before a lap is lifted; how many seeds are lifted then.
    fn lap_begins<const N: usize, O: Observer>(
        &self,
        position: &mut Position,
        turn: &mut Turn,
        from: usize,
        in_hand: u16,
        observer: &mut O,
    ) -> u16 {
        let steps = &self.side(position.mover).begin_steps;
        let mut here = Turn {
            origin: from,
            last: from,
            ..turn.clone()
        };
        self.in_passing::<N, O>(position, &mut here, steps, observer);
        (turn.applied, turn.captured) = (here.applied, here.captured);
        let holds = position.board.get(from);
        match self.lift {
            Lift::AnyNumber if turn.laps == 1 => in_hand.min(holds),
            _ => holds,
        }
    }

    /// What is taken in passing.
    fn in_passing<const N: usize, O: Observer>(
        &self,
        position: &mut Position,
        turn: &mut Turn,
        steps: &[Step],
        observer: &mut O,
    ) {
        let rules = self.side(position.mover);
        let facts = self.facts::<N>(position, &position.board, turn.last);
        let decided = steps
            .iter()
            .find(|step| step.check.holds::<N>(facts, &rules.view, position, turn));
        let Some(step) = decided else { return };
        turn.applied |= 1 << step.rule;
        observer.applied(step.rule);
        match &step.action {
            Action::Take(taking) => {
                let taken = (&Receiver::Mover, taking);
                self.take_for::<N, O>(position, turn, Some(step.rule), taken, observer);
            }
            Action::Other(other) => {
                self.otherwise::<N, O>(position, turn, step.rule, other, observer);
            }
            Action::Relay | Action::Stop | Action::Again => {}
        }
    }

    /// What few lap rules do.
    #[inline(never)]
    pub(super) fn otherwise<const N: usize, O: Observer>(
        &self,
        position: &mut Position,
        turn: &mut Turn,
        rule: usize,
        other: &Other,
        observer: &mut O,
    ) -> Flow {
        match other {
            Other::Relay { next, turns_round } => {
                let rules = self.side(position.mover);
                let clockwise = self.clockwise ^ turn.reversed;
                let pit = match next {
                    true => usize::from(rules.track[usize::from(clockwise)][turn.last]),
                    false => turn.last,
                };
                turn.reversed ^= turns_round;
                if pit < self.ring && position.board.get(pit) > 0 {
                    Flow::Relay(pit)
                } else {
                    Flow::End
                }
            }
            Other::RelayStore { turns_round } => {
                turn.reversed ^= turns_round;
                let store = &mut position.stores[position.mover as usize];
                // As many as a pit can hold: more are never on a board.
                match u16::try_from(*store) {
                    Ok(seeds @ 1..) => {
                        *store = 0;
                        Flow::Sow(self.ring + position.mover as usize, seeds)
                    }
                    _ => Flow::End,
                }
            }
            Other::Capture(capture) => {
                self.capture::<N, O>(position, turn, rule, capture, observer)
            }
        }
    }

    fn capture<const N: usize, O: Observer>(
        &self,
        position: &mut Position,
        turn: &mut Turn,
        rule: usize,
        capture: &Capture,
        observer: &mut O,
    ) -> Flow {
        let rules = self.side(position.mover);
        if let Some(unless) = &capture.unless {
            let (mut after, captured) = (position.clone(), turn.captured);
            self.take_all::<N, Nobody>(&mut after, turn, rule, capture, &mut Nobody);
            let holds = rules.view.holds(unless, &after, turn);
            turn.captured = captured;
            if holds {
                return Flow::End;
            }
        }
        let mover = position.mover as usize;
        let had = position.stores[mover];
        self.take_all::<N, O>(position, turn, rule, capture, observer);
        for (next, when) in &capture.then {
            if !rules.view.holds(when, position, turn) {
                continue;
            }
            match next {
                Next::Again => return Flow::Again,
                Next::Relay(pit) => {
                    let pit = rules.view.find(*pit, turn);
                    if pit < self.ring && position.board.get(pit) > 0 {
                        return Flow::Relay(pit);
                    }
                }
                Next::Sow(after) => {
                    let taken = position.stores[mover].saturating_sub(had);
                    // As many as a pit can hold: more are never on a board.
                    if let Ok(seeds @ 1..) = u16::try_from(taken) {
                        position.stores[mover] = had;
                        return Flow::Sow(
                            match after {
                                After::Last => turn.last,
                                After::StartOfLap => turn.began,
                            },
                            seeds,
                        );
                    }
                }
                Next::Pick(..) | Next::Put(..) => {
                    if let Next::Put(from, ..) = next
                        && !self.holds_seeds(position, turn, from)
                    {
                        continue;
                    }
                    position.pick = rule as u8 + 1;
                    if self.to_pick(position).is_empty() {
                        position.pick = 0;
                    } else {
                        return Flow::Again;
                    }
                }
            }
        }
        Flow::End
    }

    /// Takes and marks all that a capture says.
    fn take_all<const N: usize, O: Observer>(
        &self,
        position: &mut Position,
        turn: &mut Turn,
        rule: usize,
        capture: &Capture,
        observer: &mut O,
    ) {
        let rules = self.side(position.mover);
        // Found before anything is taken.
        let mut marks = [PitSet::EMPTY; MOST_MARKS];
        for (slot, set) in &capture.marks {
            let found = rules.view.found(set, position, turn);
            marks[*slot].0 |= found.map_or(0, |pits| pits.0 & self.all.0);
        }
        for (to, taking) in &capture.takes {
            self.take_for::<N, O>(position, turn, Some(rule), (to, taking), observer);
        }
        for (marked, more) in position.marks.iter_mut().zip(marks) {
            marked.0 |= more.0;
        }
    }

    /// Takes pits, and stores that are named, for whoever gets them, or into the pit they are put into.
    pub(super) fn take_for<const N: usize, O: Observer>(
        &self,
        position: &mut Position,
        turn: &mut Turn,
        rule: Option<usize>,
        (to, taking): (&Receiver, &Taking),
        observer: &mut O,
    ) {
        let rules = self.side(position.mover);
        let mover = position.mover;
        let place = match to {
            Receiver::Mover => Some(self.ring + mover as usize),
            Receiver::Opponent => Some(self.ring + mover.opponent() as usize),
            Receiver::RowOwner => None,
            Receiver::Into(set) => {
                let pits = rules.view.found(set, position, turn);
                let Some(pit) = pits.and_then(|pits| pits.iter().next()) else {
                    return;
                };
                Some(pit)
            }
        };
        let into = |owner: usize| place.unwrap_or(self.ring + owner);
        let mut captured = false;
        for pit in self.taken(position, turn, taking).iter() {
            let seeds = position.board.get(pit).min(taking.most);
            if seeds == 0 {
                continue;
            }
            *position.board.get_mut(pit) -= seeds;
            let into = into(usize::from(pit >= self.ring / 2));
            if into < self.ring {
                *position.board.get_mut(into) += seeds;
                observer.put(rule, pit, seeds.into(), into);
                continue;
            }
            position.stores[into - self.ring] += u32::from(seeds);
            captured = true;
            match rule {
                Some(rule) => observer.took(rule, pit, seeds, Player::BOTH[into - self.ring]),
                None => observer.put(None, pit, seeds.into(), into),
            }
            rules.lose_marks_by_capture(position, pit);
        }
        for store in PitSet(taking.always.0 & !self.all.0).iter() {
            let into = into(store - self.ring);
            let there = position.stores[store - self.ring];
            let mut seeds = there.min(match taking.most {
                u16::MAX => u32::MAX,
                most => u32::from(most),
            });
            if into < self.ring {
                // As many as a board can hold.
                seeds = seeds.min(u32::from(u16::MAX).saturating_sub(position.on_board()));
                *position.board.get_mut(into) += seeds as u16;
            } else {
                position.stores[into - self.ring] += seeds;
                captured |= seeds > 0;
            }
            position.stores[store - self.ring] -= seeds;
            if seeds > 0 {
                observer.put(rule, store, seeds, into);
            }
        }
        if let Some(rule) = rule
            && captured
        {
            turn.captured |= 1 << rule;
        }
    }
}
