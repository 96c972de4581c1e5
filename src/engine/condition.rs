//! Conditions, compiled for one mover: own and enemy have become pits of the board, and most facts are
//! bits of a mask.

use super::pits::{CHUNK, Lanes, PitSet, WORD, bit, in_use};
use super::position::{MOST_MARKS, Position, Previous};
use super::program::Program;
use crate::rules::ruleset::{
    self as rules, Count, Depth, Direction, Fact, Filled, Going, Hand, Path, Player, Quantifier,
    Ruleset, Side, StoresIn, TurnFact,
};
use crate::rules::validate::counts;

/// A pit that a turn knows.
#[derive(Clone, Copy, Debug)]
pub(super) enum PitRef {
    Last,
    Opposite,
    Next,
    Origin,
    OppositeOrigin,
    At(usize),
    /// So many places on from the last one along the sowing, or back.
    Along(i8),
    /// What faces that.
    Facing(i8),
    Twin,
}

/// A set of pits, found when it is needed.
#[derive(Clone, Debug)]
pub(super) enum SetRef {
    One(PitRef),
    Static(PitSet),
    Filled(PitSet, bool),
    /// For each pit the set beside it; empty where there is none.
    Beside(PitRef, Box<[PitSet]>),
    /// The occupied pits from here on in this direction (by index), within the row.
    Run(PitRef, Hand),
    /// Those of which a claim holds.
    Such(Box<SetRef>, Box<Claim>),
    Chain(Box<Chain>),
    /// The pits that face those of a set.
    Opposite(Box<SetRef>),
    /// So many of a set, the first ones in this order of the pits.
    First(u8, Box<[u8]>, Box<SetRef>),
    /// For each pit a set, which may be empty, and whether only occupied or only empty pits are meant.
    Mapped(PitRef, Box<[PitSet]>, Filled),
}

impl SetRef {
    /// Whether nothing but the last pit tells which pits they are.
    pub(super) fn is_told_by_last(&self) -> bool {
        match self {
            SetRef::One(pit) | SetRef::Beside(pit, _) => pit.is_told_by_last(),
            SetRef::Mapped(pit, _, filled) => *filled == Filled::Whatever && pit.is_told_by_last(),
            SetRef::Opposite(of) => of.is_told_by_last(),
            SetRef::Static(_) => true,
            SetRef::Filled(..)
            | SetRef::Run(..)
            | SetRef::Such(..)
            | SetRef::Chain(_)
            | SetRef::First(..) => false,
        }
    }
}

impl PitRef {
    fn is_told_by_last(self) -> bool {
        // Of a quick program, which sows one way.
        !matches!(self, PitRef::Origin | PitRef::OppositeOrigin)
    }
}

/// Pits met one after the other.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    pub of: SetRef,
    pub claim: Claim,
    pub going: Going,
    pub gaps: bool,
    /// How many at most.
    pub most: Option<u8>,
    pub and_back: bool,
    pub from: PitRef,
}

/// What the seeds of a pit are compared with.
#[derive(Clone, Copy, Debug)]
pub(super) enum Than {
    Pit(PitRef),
    /// What faces it.
    Facing,
}

/// What is claimed of a pit.
#[derive(Clone, Debug)]
pub(super) enum Claim {
    All(Box<[Claim]>),
    Any(Box<[Claim]>),
    In(PitSet),
    InFound(SetRef, bool),
    Occupied {
        was: bool,
        holds: bool,
    },
    Count {
        was: bool,
        count: Count,
        holds: bool,
    },
    Marked {
        mark: usize,
        holds: bool,
    },
    /// Whether the pit that faces it is occupied must be this.
    Facing(bool),
    /// It holds as many seeds as this pit, or what faces it, or must not.
    AsFullAs(Than, bool),
    /// It holds more seeds than this pit, or what faces it, or must not.
    FullerThan(Than, bool),
    EmptyAtOpening(bool),
    EmptyAtStart(bool),
    SownFrom(bool),
    SownInto(bool),
}

/// A condition.
#[derive(Clone, Debug)]
pub(super) enum Test {
    All(Box<[Test]>),
    Any(Box<[Test]>),
    Pit(PitRef, Claim),
    Each(SetRef, Claim),
    Some(SetRef, Claim),
    Turn(TurnFact, bool),
    Together(Box<[SetRef]>, Count, bool),
    LapOf(Count, bool),
    LapBegunWith(Count, bool),
}

impl Test {
    /// Whether nothing but the pit and the number of seeds of a first lap tells if it holds.
    pub(super) fn is_told_by_lift(&self) -> bool {
        match self {
            Test::All(tests) | Test::Any(tests) => tests.iter().all(Test::is_told_by_lift),
            Test::Pit(_, claim) => claim.is_of_place(),
            Test::Turn(fact, _) => matches!(fact, TurnFact::FirstLap | TurnFact::Crossed),
            Test::LapOf(..) => true,
            Test::Each(..) | Test::Some(..) | Test::Together(..) | Test::LapBegunWith(..) => false,
        }
    }
}

impl Claim {
    /// Whether it asks only where a pit is.
    fn is_of_place(&self) -> bool {
        match self {
            Claim::In(_) => true,
            Claim::All(claims) | Claim::Any(claims) => claims.iter().all(Claim::is_of_place),
            _ => false,
        }
    }
}

/// What is asked most often, and of which only the last pit and the opposite one, as one comparison.
///
/// Bits of `facts` (see [`Program::facts`]): whether the last pit was and is occupied, whether the opposite
/// one was and is, and the marks of the last and of the opposite pit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quick {
    /// Where the last pit must be,
    pub within: u64,
    /// and where on a wide board, among the places of the second word.
    pub within_high: u64,
    /// The lap rules that must have applied in this turn.
    pub applied: u32,
    /// Which facts matter,
    pub matter: u32,
    /// and those of them that must be so.
    pub facts: u32,
}

pub(super) const WAS: u32 = 0;
pub(super) const IS: u32 = 1;
/// How far the facts of the opposite pit are from those of the last one.
pub(super) const OPPOSITE: u32 = 2;
pub(super) const MARKS: u32 = 4;
pub(super) const OPPOSITE_MARKS: u32 = MARKS + MOST_MARKS as u32;

impl Quick {
    /// Takes up a condition, if it is a simple one.
    fn takes(&mut self, test: &Test, view: View) -> bool {
        let (opposite, claim) = match test {
            Test::Turn(TurnFact::RuleCaptured(rule), true) => {
                self.applied |= 1 << rule;
                return true;
            }
            Test::Pit(PitRef::Last, claim) => (false, claim),
            Test::Pit(PitRef::Opposite, claim) => (true, claim),
            _ => return false,
        };
        let (fact, holds) = match claim {
            Claim::In(set) => {
                let here = |pit| if opposite { view.facing(pit) } else { pit };
                self.only_in(set.iter().map(here).collect());
                return true;
            }
            Claim::Occupied { was, holds } => {
                let fact = if *was { WAS } else { IS };
                (if opposite { fact + OPPOSITE } else { fact }, *holds)
            }
            Claim::Marked { mark, holds } => {
                let first = if opposite { OPPOSITE_MARKS } else { MARKS };
                (first + *mark as u32, *holds)
            }
            _ => return false,
        };
        let (bit, wanted) = (1 << fact, u32::from(holds) << fact);
        if self.matter & bit != 0 {
            // Asked twice: left to the other tests, which settle it even if it is asked both ways.
            return false;
        }
        self.matter |= bit;
        self.facts |= wanted;
        true
    }

    /// Makes it hold only where the last pit is one of these.
    fn only_in(&mut self, places: PitSet) {
        let [low, high] = places.words();
        self.within &= low;
        self.within_high &= high;
    }
}

/// The condition of a lap rule: all of the simple ones, and the rest.
#[derive(Clone, Debug)]
pub(super) struct Check {
    pub quick: Quick,
    pub rest: Option<Test>,
}

impl Check {
    /// Makes it hold only where the last place is a pit, not a store.
    pub(super) fn only_in_pits(&mut self, pits: usize) {
        self.quick.only_in((0..pits).collect());
    }

    /// Whether it holds, these being the facts.
    #[inline(always)]
    pub(super) fn holds<const N: usize>(
        &self,
        facts: u32,
        view: &View,
        position: &Position,
        turn: &Turn,
    ) -> bool {
        let wrong = (facts & self.quick.matter) ^ self.quick.facts;
        wrong | self.amiss::<N>(turn) == 0
            && match &self.rest {
                Some(rest) => view.rest_holds(rest, position, turn),
                None => true,
            }
    }

    /// Whether it asks for an occupied last pit, before its last seed fell, and for nothing else but where that
    /// is.
    pub(super) fn asks_only_was(&self) -> bool {
        let was = 1 << WAS;
        let Quick {
            applied,
            matter,
            facts,
            ..
        } = self.quick;
        self.rest.is_none() && applied == 0 && matter == was && facts == was
    }

    /// Whether it can never hold where this one does.
    pub(super) fn excludes(&self, other: &Check) -> bool {
        let (one, other) = (self.quick, other.quick);
        let both = one.matter & other.matter;
        let together = one.within & other.within | one.within_high & other.within_high;
        together == 0 || (one.facts ^ other.facts) & both != 0
    }

    /// Where the last pit must be.
    pub(super) fn within(&self) -> u64 {
        self.quick.within
    }

    /// Whether it may hold, as far as can be told without the facts.
    #[inline(always)]
    pub(super) fn may_hold<const N: usize>(&self, turn: &Turn) -> bool {
        self.amiss::<N>(turn) == 0
    }

    /// Not 0 if the last pit or a rule that has not applied is against it. As a number, so that there is
    /// one branch that chance decides instead of three.
    #[inline(always)]
    fn amiss<const N: usize>(&self, turn: &Turn) -> u32 {
        let within = match N * CHUNK > WORD && turn.last >= WORD {
            true => self.quick.within_high,
            false => self.quick.within,
        };
        let outside = !(within >> (turn.last % WORD)) & 1;
        outside as u32 | self.quick.applied & !turn.applied
    }
}

impl Program {
    /// The facts at the end of a lap. `before` is the board before this turn's captures, on which the pits
    /// "were" something; there the last pit had one seed less.
    #[inline(always)]
    pub(super) fn facts<const N: usize>(
        &self,
        position: &Position,
        before: &Lanes,
        last: usize,
    ) -> u32 {
        let opposite = usize::from(self.facing[last]);
        let board = &position.board;
        let mut facts = u32::from(before.get(last) > 1) << WAS
            | u32::from(board.get(last) > 0) << IS
            | u32::from(before.get(opposite) > 0) << (OPPOSITE + WAS)
            | u32::from(board.get(opposite) > 0) << (OPPOSITE + IS);
        for mark in 0..self.mark_names.len() {
            let marked = position.marks[mark];
            let is = |place: usize| match N * CHUNK > WORD {
                true => marked.contains(place),
                false => marked.low() & bit(place) != 0,
            };
            facts |= u32::from(is(last)) << (MARKS as usize + mark)
                | u32::from(is(opposite)) << (OPPOSITE_MARKS as usize + mark);
        }
        facts
    }
}

/// What a turn has done so far, as far as conditions can ask.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    pub origin: usize,
    pub last: usize,
    pub laps: u32,
    /// The pits that got a seed in this turn.
    pub touched: PitSet,
    /// The lap rules that have taken seeds, a bit each.
    pub captured: u32,
    /// The lap rules that have applied, a bit each.
    pub applied: u32,
    /// The board before this turn's captures, where a rule asks for it after them.
    pub before: Option<Lanes>,
    /// Whether the mover, and the opponent, has no legal move; known only where an ending asks.
    pub stuck: [bool; 2],
    /// Whether it sows the other way than the rules say for the whole game.
    pub reversed: bool,
    /// How many seeds the lap has.
    pub seeds: u16,
    /// How many seeds lay on the board besides when the lap began, where a rule asks for it.
    pub left: u32,
    /// Whether more seeds of the lap are to fall.
    pub more: bool,
    /// Whether `before` is the board at the beginning of the turn, and is asked about as it stood.
    pub whole: bool,
    /// Where what is taken may be sown on: the place that the lap began from,
    pub began: usize,
    /// and whether the lap is of what was taken, so that nothing is lifted for it.
    pub of_taken: bool,
    /// The pits that were empty when the turn began, where a rule asks for them.
    pub empty_at_start: PitSet,
}

impl Turn {
    pub(super) fn new(origin: usize) -> Self {
        Turn {
            origin,
            last: origin,
            laps: 0,
            touched: PitSet::EMPTY,
            captured: 0,
            applied: 0,
            before: None,
            stuck: [false; 2],
            reversed: false,
            seeds: 0,
            left: 0,
            more: false,
            whole: false,
            began: origin,
            of_taken: false,
            empty_at_start: PitSet::EMPTY,
        }
    }
}

/// The board as one mover sees it.
///
/// Pits are numbered by their owner: South's along his path from the left end of his outer row, then
/// North's likewise. Stores come after all pits, South's first.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub rows: u8,
    /// The pits of a row.
    pub columns: usize,
    /// The pits of a player.
    pub half: usize,
    /// How many chunks of the board are in use.
    pub chunks: usize,
    pub mover: Player,
    pub clockwise: bool,
    pub path: Path,
    pub stores: StoresIn,
    /// For each mark the place of its pits in a position, and whether it belongs to a player.
    pub marks: [(u8, bool); MOST_MARKS],
    /// More than half of all seeds.
    pub majority: u32,
}

impl View {
    pub(super) fn of(ruleset: &Ruleset, mover: Player) -> View {
        let columns = usize::from(ruleset.pits.value);
        let rows = ruleset.rows.value;
        let mut marks = [(0, false); MOST_MARKS];
        let mut slot = 0;
        for (mark, owned) in marks.iter_mut().zip(&ruleset.owned) {
            *mark = (slot, *owned);
            slot += if *owned { 2 } else { 1 };
        }
        View {
            rows,
            columns,
            half: usize::from(rows) * columns / 2,
            chunks: in_use(usize::from(rows) * columns),
            mover,
            clockwise: ruleset.sow.value == Direction::Clockwise,
            path: ruleset.path.value,
            stores: ruleset.stores.value,
            marks,
            majority: 0,
        }
    }

    pub(super) fn ring(self) -> usize {
        2 * self.half
    }

    /// The pits and the stores.
    pub(super) fn places(self) -> usize {
        self.ring() + 2
    }

    /// The row and the column of a pit, from South's outer left corner.
    fn corner(self, pit: usize) -> (usize, usize) {
        let (pit, turned) = match pit.checked_sub(self.half) {
            Some(pit) => (pit, true),
            None => (pit, false),
        };
        let (row, along) = (pit / self.columns, pit % self.columns);
        let column = match row % 2 {
            0 => along,
            _ => self.columns - 1 - along,
        };
        match turned {
            true => (usize::from(self.rows) - 1 - row, self.columns - 1 - column),
            false => (row, column),
        }
    }

    /// The pit of a row and a column.
    pub(super) fn pit_at(self, row: usize, column: usize) -> usize {
        (0..self.ring())
            .find(|&pit| self.corner(pit) == (row, column))
            .unwrap_or(0)
    }

    /// A pit of a player, by its number along his path; the enemy's by that of the pit it faces.
    pub(super) fn at(self, side: Side, number: usize) -> usize {
        let own = match self.mover {
            Player::South => number,
            Player::North => self.half + number,
        };
        match side {
            Side::Own => own,
            Side::Enemy => self.opposite(own),
        }
    }

    pub(super) fn opposite(self, pit: usize) -> usize {
        if self.rows == 2 {
            return (self.ring() - 1).wrapping_sub(pit);
        }
        let rows = usize::from(self.rows);
        match self.corner(pit) {
            // A row in the middle faces itself; its pits are paired end to end.
            (row, column) if 2 * row + 1 == rows => self.pit_at(row, self.columns - 1 - column),
            (row, column) => self.pit_at(rows - 1 - row, column),
        }
    }

    /// What faces a pit; a store faces itself.
    pub(super) fn facing(self, place: usize) -> usize {
        if place < self.ring() {
            self.opposite(place)
        } else {
            place
        }
    }

    fn twin(self, place: usize) -> usize {
        match place {
            pit if pit < self.half => pit + self.half,
            pit if pit < self.ring() => pit - self.half,
            store => store,
        }
    }

    pub(super) fn store(self, side: Side) -> usize {
        let player = match side {
            Side::Own => self.mover,
            Side::Enemy => self.mover.opponent(),
        };
        self.ring() + player as usize
    }

    /// The place that the sowing of the mover, or of the opponent where the pit is on his own path, reaches
    /// next.
    pub(super) fn step(self, place: usize, clockwise: bool) -> usize {
        if self.rows == 2 && self.path == Path::Board && self.stores == StoresIn::Outside {
            let step = if clockwise { self.ring() - 1 } else { 1 };
            return (place + step) % self.ring();
        }
        let enemys = self.path == Path::Own
            && (self.owner(place) != self.mover || place == self.store(Side::Enemy));
        let view = match enemys {
            true => View {
                mover: self.mover.opponent(),
                ..self
            },
            false => self,
        };
        let round = view.round();
        let Some(at) = view.along_round(place) else {
            return place;
        };
        view.of_round(match clockwise {
            true => (at + round - 1) % round,
            false => (at + 1) % round,
        })
    }

    /// Whose a pit or a store is.
    fn owner(self, place: usize) -> Player {
        let norths = match place.checked_sub(self.ring()) {
            Some(store) => store > 0,
            None => place >= self.half,
        };
        if norths { Player::North } else { Player::South }
    }

    /// Whether the mover's store is in the path, and whether the enemy's is: 1 or 0.
    fn stores_in_path(self) -> (usize, usize) {
        match (self.stores, self.path) {
            (StoresIn::Outside, _) => (0, 0),
            (StoresIn::Both, Path::Board) => (1, 1),
            _ => (1, 0),
        }
    }

    /// How many places the mover's path has.
    pub(super) fn round(self) -> usize {
        let (own, enemy) = self.stores_in_path();
        match self.path {
            Path::Own => self.half + own,
            Path::Board => 2 * self.half + own + enemy,
        }
    }

    /// How far along the mover's path a place is, counterclockwise from his first pit: his pits, his store, the
    /// enemy's pits, the enemy's store.
    fn along_round(self, place: usize) -> Option<usize> {
        let (own, enemy) = self.stores_in_path();
        let is_own = self.owner(place) == self.mover;
        let number = place % self.half;
        if place >= self.ring() {
            return match is_own {
                true => (own == 1).then_some(self.half),
                false => (enemy == 1).then(|| self.round() - 1),
            };
        }
        // A path that winds over three rows comes to the enemy's pits from the far end of his.
        let number = match self.rows {
            3 if !is_own => self.half - 1 - number,
            _ => number,
        };
        Some(if is_own {
            number
        } else {
            self.half + own + number
        })
    }

    /// The place that is so far along the mover's path.
    fn of_round(self, at: usize) -> usize {
        let (own, _) = self.stores_in_path();
        let first = |player: Player| self.half * player as usize;
        if at < self.half {
            return first(self.mover) + at;
        }
        if own == 1 && at == self.half {
            return self.store(Side::Own);
        }
        let number = at - self.half - own;
        if number == self.half {
            return self.store(Side::Enemy);
        }
        first(self.mover.opponent())
            + match self.rows {
                3 => self.half - 1 - number,
                _ => number,
            }
    }

    pub(super) fn row(self, side: Side) -> PitSet {
        let player = match side {
            Side::Own => self.mover,
            Side::Enemy => self.mover.opponent(),
        };
        PitSet(((1 << self.half) - 1) << (self.half * player as usize))
    }

    /// The pit beside this one in its row, on that hand as the mover sees it.
    pub(super) fn beside(self, pit: usize, hand: Hand) -> Option<usize> {
        if pit >= self.ring() {
            return None;
        }
        if self.rows == 2 {
            // The mover's own row runs to his right, the enemy's comes back to his left.
            let forward = self.row(Side::Own).contains(pit) == (hand == Hand::Right);
            return match forward {
                true if pit % self.half + 1 < self.half => Some(pit + 1),
                false if !pit.is_multiple_of(self.half) => Some(pit - 1),
                _ => None,
            };
        }
        let (row, column) = self.corner(pit);
        let to_the_right = (self.mover == Player::South) == (hand == Hand::Right);
        let column = match to_the_right {
            true if column + 1 < self.columns => column + 1,
            false if column > 0 => column - 1,
            _ => return None,
        };
        Some(self.pit_at(row, column))
    }

    fn beside_set(self, pit: usize, number: usize, hand: Hand) -> PitSet {
        let mut set = PitSet::EMPTY;
        let mut at = pit;
        for _ in 0..number {
            match self.beside(at, hand) {
                Some(next) => at = next,
                None => return PitSet::EMPTY,
            }
            set.insert(at);
        }
        set
    }

    fn run(self, pit: usize, hand: Hand, board: &Lanes) -> PitSet {
        let mut set = PitSet::EMPTY;
        let mut at = pit;
        while let Some(next) = self.beside(at, hand).filter(|&next| board.get(next) > 0) {
            set.insert(next);
            at = next;
        }
        set
    }

    /// The pits of a player that lie in the column of a pit.
    fn in_column(self, side: Side, place: usize) -> PitSet {
        if place >= self.ring() {
            return PitSet::EMPTY;
        }
        let column = self.corner(place).1;
        let there = |&pit: &usize| self.corner(pit).1 == column;
        self.row(side).iter().filter(there).collect()
    }

    /// All pits in the order of their columns from one end of the board as the mover sees it, his own first.
    fn in_order_from(self, hand: Hand) -> Box<[u8]> {
        let from_left = (hand == Hand::Left) == (self.mover == Player::South);
        let own = self.row(Side::Own);
        let mut pits: Vec<usize> = (0..self.ring()).collect();
        pits.sort_by_key(|&pit| {
            let column = self.corner(pit).1;
            let along = match from_left {
                true => column,
                false => self.columns - 1 - column,
            };
            (along, !own.contains(pit))
        });
        pits.into_iter().map(|pit| pit as u8).collect()
    }

    // Compiling.

    pub(super) fn pit(self, pit: rules::Pit) -> PitRef {
        match pit {
            rules::Pit::Last => PitRef::Last,
            rules::Pit::Opposite => PitRef::Opposite,
            rules::Pit::Next => PitRef::Next,
            rules::Pit::Origin => PitRef::Origin,
            rules::Pit::OppositeOrigin => PitRef::OppositeOrigin,
            rules::Pit::Numbered(side, column) => PitRef::At(self.at(side, usize::from(column))),
            rules::Pit::Along(steps) => PitRef::Along(steps),
            rules::Pit::Facing(steps) => PitRef::Facing(steps),
            rules::Pit::Twin => PitRef::Twin,
            rules::Pit::Store(side) => PitRef::At(self.store(side)),
        }
    }

    pub(super) fn set(self, pits: &rules::Pits) -> SetRef {
        let filled = |set: PitSet, filled: Filled| match filled {
            Filled::Whatever => SetRef::Static(set),
            filled => SetRef::Filled(set, filled == Filled::Occupied),
        };
        let columns = |side: Side, columns: &mut dyn Iterator<Item = usize>| {
            SetRef::Static(columns.map(|column| self.at(side, column)).collect())
        };
        match pits {
            rules::Pits::One(pit) => match self.pit(*pit) {
                PitRef::At(at) => SetRef::Static(PitSet::one(at)),
                pit => SetRef::One(pit),
            },
            rules::Pits::Every(which) => filled((0..self.ring()).collect(), *which),
            rules::Pits::Row(which, side) => filled(self.row(*side), *which),
            rules::Pits::End(hand, number, side) => {
                let number = usize::from(*number);
                match hand {
                    Hand::Left => columns(*side, &mut (0..number)),
                    Hand::Right => columns(*side, &mut (self.columns - number..self.columns)),
                }
            }
            rules::Pits::Listed(side, listed) => {
                columns(*side, &mut listed.iter().map(|&column| usize::from(column)))
            }
            rules::Pits::Beside(number, hand, of) => SetRef::Beside(
                self.pit(*of),
                (0..self.places())
                    .map(|pit| self.beside_set(pit, usize::from(*number), *hand))
                    .collect(),
            ),
            rules::Pits::Run(hand, of) => SetRef::Run(self.pit(*of), *hand),
            rules::Pits::Such(of, claim) => {
                SetRef::Such(Box::new(self.set(of)), Box::new(self.claim(claim)))
            }
            rules::Pits::Chain(chain) => SetRef::Chain(Box::new(Chain {
                of: self.set(&chain.of),
                claim: self.claim(&chain.claim),
                going: chain.going,
                gaps: chain.gaps,
                most: chain.most,
                and_back: chain.and_back,
                from: self.pit(chain.from),
            })),
            rules::Pits::Depth(which, side, depth) => {
                let whose = match side {
                    Some(side) => self.row(*side),
                    None => (0..self.ring()).collect(),
                };
                let outer = |&pit: &usize| {
                    let row = self.corner(pit).0;
                    (row == 0 || row + 1 == usize::from(self.rows)) == (*depth == Depth::Outer)
                };
                filled(whose.iter().filter(outer).collect(), *which)
            }
            rules::Pits::Columns(columns) => SetRef::Static(
                (0..self.ring())
                    .filter(|&pit| columns.contains(&(self.corner(pit).1 as u8)))
                    .collect(),
            ),
            rules::Pits::Opposite(of) => SetRef::Opposite(Box::new(self.set(of))),
            rules::Pits::Outermost(hand, number, of) => {
                SetRef::First(*number, self.in_order_from(*hand), Box::new(self.set(of)))
            }
            rules::Pits::Of(player, numbers) => {
                let first = self.half * *player as usize;
                SetRef::Static(
                    numbers
                        .iter()
                        .map(|&number| first + usize::from(number))
                        .collect(),
                )
            }
            rules::Pits::InColumn(which, side, of) => SetRef::Mapped(
                self.pit(*of),
                (0..self.places())
                    .map(|place| self.in_column(*side, place))
                    .collect(),
                *which,
            ),
        }
    }

    pub(super) fn claim(self, claim: &rules::Claim) -> Claim {
        match claim {
            rules::Claim::All(items) => {
                Claim::All(items.iter().map(|item| self.claim(item)).collect())
            }
            rules::Claim::Any(items) => {
                Claim::Any(items.iter().map(|item| self.claim(item)).collect())
            }
            rules::Claim::Fact { holds, fact } => {
                let holds = *holds;
                match fact {
                    Fact::Holds {
                        was,
                        count: Count::Some,
                    } => Claim::Occupied { was: *was, holds },
                    Fact::Holds { was, count } => Claim::Count {
                        was: *was,
                        count: self.count(count),
                        holds,
                    },
                    Fact::Marked(mark) => {
                        let (slot, owned) = self.marks[*mark];
                        let marked = |mark| Claim::Marked { mark, holds };
                        let slot = usize::from(slot);
                        match (owned, holds) {
                            (false, _) => marked(slot),
                            (true, true) => Claim::Any([marked(slot), marked(slot + 1)].into()),
                            (true, false) => Claim::All([marked(slot), marked(slot + 1)].into()),
                        }
                    }
                    Fact::MarkedBy(mark, side) => Claim::Marked {
                        mark: self.slot(*mark, *side),
                        holds,
                    },
                    Fact::AsFullAs(than) => Claim::AsFullAs(self.than(*than), holds),
                    Fact::FullerThan(than) => Claim::FullerThan(self.than(*than), holds),
                    Fact::Facing(occupied) => Claim::Facing(*occupied == holds),
                    Fact::EmptyAtOpening => Claim::EmptyAtOpening(holds),
                    Fact::EmptyAtStart => Claim::EmptyAtStart(holds),
                    Fact::SownFrom => Claim::SownFrom(holds),
                    Fact::SownInto => Claim::SownInto(holds),
                    Fact::OneOf(pits) => match self.set(pits) {
                        SetRef::Static(set) if holds => Claim::In(set),
                        SetRef::Static(set) => {
                            let all: PitSet = (0..self.ring()).collect();
                            Claim::In(PitSet(all.0 & !set.0))
                        }
                        set => Claim::InFound(set, holds),
                    },
                }
            }
        }
    }

    fn than(self, than: rules::Than) -> Than {
        match than {
            rules::Than::Pit(pit) => Than::Pit(self.pit(pit)),
            rules::Than::Facing => Than::Facing,
        }
    }

    /// The places in a position of a mark's pits, whosever it is.
    pub(super) fn slots(self, mark: usize) -> impl Iterator<Item = usize> {
        let (slot, owned) = self.marks[mark];
        (usize::from(slot)..).take(if owned { 2 } else { 1 })
    }

    /// The place of a mark's pits in a position, where it belongs to this side or to nobody.
    pub(super) fn slot(self, mark: usize, side: Side) -> usize {
        let (slot, owned) = self.marks[mark];
        let player = match side {
            Side::Own => self.mover,
            Side::Enemy => self.mover.opponent(),
        };
        usize::from(slot) + if owned { player as usize } else { 0 }
    }

    fn count(self, count: &Count) -> Count {
        match count {
            Count::MoreThanHalf => Count::AtLeast(self.majority),
            count => count.clone(),
        }
    }

    pub(super) fn test(self, condition: &rules::Condition) -> Test {
        match condition {
            rules::Condition::All(items) => {
                let mut tests = Vec::new();
                for item in items {
                    match self.test(item) {
                        Test::All(inner) => tests.extend(inner),
                        test => tests.push(test),
                    }
                }
                Test::All(tests.into())
            }
            rules::Condition::Any(items) => {
                Test::Any(items.iter().map(|item| self.test(item)).collect())
            }
            rules::Condition::Turn { holds, fact } => Test::Turn(*fact, *holds),
            rules::Condition::Together { pits, count, holds } => {
                let sets = pits.iter().map(|pits| self.set(pits)).collect();
                Test::Together(sets, self.count(count), *holds)
            }
            rules::Condition::LapOf { count, holds } => Test::LapOf(self.count(count), *holds),
            rules::Condition::LapBegunWith { count, holds } => {
                Test::LapBegunWith(self.count(count), *holds)
            }
            rules::Condition::Pits(_, rules::Pits::One(pit), claim) => {
                // One claim after the other, so that the first that fails settles it.
                let pit = self.pit(*pit);
                match self.claim(claim) {
                    Claim::All(claims) if claims.len() != 1 => Test::All(
                        claims
                            .into_iter()
                            .map(|claim| Test::Pit(pit, claim))
                            .collect(),
                    ),
                    claim => Test::Pit(pit, claim),
                }
            }
            rules::Condition::Pits(Quantifier::Each, pits, claim) => {
                Test::Each(self.set(pits), self.claim(claim))
            }
            rules::Condition::Pits(Quantifier::Any, pits, claim) => {
                Test::Some(self.set(pits), self.claim(claim))
            }
        }
    }

    /// The condition of a lap rule, what is simple in it apart.
    pub(super) fn check(self, condition: &rules::Condition) -> Check {
        let mut quick = Quick {
            within: u64::MAX,
            within_high: u64::MAX,
            applied: 0,
            matter: 0,
            facts: 0,
        };
        let tests = match self.test(condition) {
            Test::All(tests) => tests.into_vec(),
            test => vec![test],
        };
        let rest: Box<[Test]> = tests
            .into_iter()
            .filter(|test| !quick.takes(test, self))
            .collect();
        Check {
            quick,
            rest: (!rest.is_empty()).then_some(Test::All(rest)),
        }
    }

    // Judging.

    #[inline]
    pub(super) fn find(&self, pit: PitRef, turn: &Turn) -> usize {
        match pit {
            PitRef::Last => turn.last,
            PitRef::Opposite => self.facing(turn.last),
            PitRef::Next => self.step(turn.last, self.clockwise ^ turn.reversed),
            PitRef::Origin => turn.origin,
            PitRef::OppositeOrigin => self.facing(turn.origin),
            PitRef::At(at) => at,
            PitRef::Along(steps) => self.along(turn, steps),
            PitRef::Facing(steps) => self.facing(self.along(turn, steps)),
            PitRef::Twin => self.twin(turn.last),
        }
    }

    /// The place so many steps on from the last one along the sowing, or back.
    fn along(&self, turn: &Turn, steps: i8) -> usize {
        let clockwise = self.clockwise ^ turn.reversed ^ (steps < 0);
        (0..steps.unsigned_abs()).fold(turn.last, |at, _| self.step(at, clockwise))
    }

    /// The pit that another one is compared with.
    fn compared_with(&self, than: Than, pit: usize, turn: &Turn) -> usize {
        match than {
            Than::Pit(other) => self.find(other, turn),
            Than::Facing => self.facing(pit),
        }
    }

    /// The pits met one after the other from a pit on.
    fn chain(&self, chain: &Chain, position: &Position, turn: &Turn) -> PitSet {
        let sowing = self.clockwise ^ turn.reversed;
        let clockwise = match chain.going {
            Going::Before => !sowing,
            Going::After => sowing,
            Going::Clockwise => true,
            Going::Counterclockwise => false,
        };
        let mut set = PitSet::EMPTY;
        let Some(of) = self.found(&chain.of, position, turn) else {
            return set;
        };
        let from = self.find(chain.from, turn);
        let mut at = from;
        for _ in 0..chain.most.map_or(self.places(), usize::from) {
            if chain.gaps {
                at = self.step(at, clockwise);
                if at >= self.ring() || position.board.get(at) > 0 && !set.contains(at) {
                    break;
                }
            }
            at = self.step(at, clockwise);
            let fits = (at != from || chain.and_back)
                && at < self.ring()
                && !set.contains(at)
                && of.contains(at)
                && (!chain.gaps || position.board.get(at) > 0)
                && self.claimed(&chain.claim, at, position, turn);
            if !fits {
                break;
            }
            set.insert(at);
            if at == from {
                break;
            }
        }
        set
    }

    /// The pits of a set as the position stands; `None` where there is no such set.
    pub(super) fn found(&self, set: &SetRef, position: &Position, turn: &Turn) -> Option<PitSet> {
        Some(match set {
            SetRef::One(pit) => PitSet::one(self.find(*pit, turn)),
            SetRef::Static(set) => *set,
            SetRef::Filled(set, occupied) => {
                let filled = position.board.occupied(self.chunks).0;
                PitSet(set.0 & if *occupied { filled } else { !filled })
            }
            SetRef::Beside(pit, table) => {
                let set = table[self.find(*pit, turn)];
                if set.is_empty() {
                    return None;
                }
                set
            }
            SetRef::Run(pit, hand) => self.run(self.find(*pit, turn), *hand, &position.board),
            set => return self.found_otherwise(set, position, turn),
        })
    }

    #[cold]
    fn found_otherwise(&self, set: &SetRef, position: &Position, turn: &Turn) -> Option<PitSet> {
        Some(match set {
            SetRef::Such(of, claim) => self
                .found(of, position, turn)?
                .such(|pit| self.claimed(claim, pit, position, turn)),
            SetRef::Chain(chain) => self.chain(chain, position, turn),
            SetRef::Opposite(of) => self
                .found(of, position, turn)?
                .iter()
                .map(|pit| self.facing(pit))
                .collect(),
            SetRef::First(number, order, of) => {
                let of = self.found(of, position, turn)?;
                let pits = order.iter().map(|&pit| usize::from(pit));
                pits.filter(|&pit| of.contains(pit))
                    .take(usize::from(*number))
                    .collect()
            }
            SetRef::Mapped(pit, table, filled) => {
                let set = table[self.find(*pit, turn)];
                let occupied = position.board.occupied(self.chunks).0;
                PitSet(match filled {
                    Filled::Whatever => set.0,
                    Filled::Occupied => set.0 & occupied,
                    Filled::Empty => set.0 & !occupied,
                })
            }
            set => return self.found(set, position, turn),
        })
    }

    #[inline]
    fn seeds(&self, pit: usize, was: bool, position: &Position, turn: &Turn) -> u16 {
        if pit >= self.ring() {
            return position.stores[pit - self.ring()].min(u32::from(u16::MAX)) as u16;
        }
        if !was {
            return position.board.get(pit);
        }
        let board = turn.before.as_ref().unwrap_or(&position.board);
        board.get(pit) - u16::from(pit == turn.last && !turn.whole && board.get(pit) > 0)
    }

    // `claimed` and `holds` are split in a part for single facts, which is inlined where it is used, and a
    // part for what is composed of others, which calls itself. Nearly all that is judged is single.

    #[inline(always)]
    pub(super) fn claimed(
        &self,
        claim: &Claim,
        pit: usize,
        position: &Position,
        turn: &Turn,
    ) -> bool {
        match claim {
            Claim::In(set) => set.contains(pit),
            Claim::Occupied { was, holds } => (self.seeds(pit, *was, position, turn) > 0) == *holds,
            Claim::Marked { mark, holds } => position.marks[*mark].contains(pit) == *holds,
            claim => self.claimed_otherwise(claim, pit, position, turn),
        }
    }

    fn claimed_otherwise(
        &self,
        claim: &Claim,
        pit: usize,
        position: &Position,
        turn: &Turn,
    ) -> bool {
        match claim {
            Claim::AsFullAs(than, holds) => {
                let other = self.compared_with(*than, pit, turn);
                let other = self.seeds(other, false, position, turn);
                (self.seeds(pit, false, position, turn) == other) == *holds
            }
            Claim::FullerThan(than, holds) => {
                let other = self.compared_with(*than, pit, turn);
                let other = self.seeds(other, false, position, turn);
                (self.seeds(pit, false, position, turn) > other) == *holds
            }
            Claim::Facing(occupied) => {
                (self.seeds(self.facing(pit), false, position, turn) > 0) == *occupied
            }
            Claim::EmptyAtOpening(holds) => position.empty_at_opening.contains(pit) == *holds,
            Claim::EmptyAtStart(holds) => turn.empty_at_start.contains(pit) == *holds,
            Claim::SownFrom(holds) => position.sown_from.contains(pit) == *holds,
            Claim::SownInto(holds) => position.sown_into.contains(pit) == *holds,
            Claim::Count { was, count, holds } => {
                counts(count, u32::from(self.seeds(pit, *was, position, turn))) == *holds
            }
            Claim::InFound(set, holds) => self
                .found(set, position, turn)
                .is_some_and(|set| set.contains(pit) == *holds),
            Claim::All(claims) => claims
                .iter()
                .all(|claim| self.claimed(claim, pit, position, turn)),
            Claim::Any(claims) => claims
                .iter()
                .any(|claim| self.claimed(claim, pit, position, turn)),
            Claim::In(_) | Claim::Occupied { .. } | Claim::Marked { .. } => {
                self.claimed(claim, pit, position, turn)
            }
        }
    }

    #[inline(always)]
    pub(super) fn holds(&self, test: &Test, position: &Position, turn: &Turn) -> bool {
        match test {
            Test::Pit(pit, claim) => self.claimed(claim, self.find(*pit, turn), position, turn),
            Test::Turn(fact, holds) => self.turn_fact(*fact, position, turn) == *holds,
            test => self.holds_otherwise(test, position, turn),
        }
    }

    /// What a quick test leaves of a condition. It is a call, so that the loop over the laps, which nearly
    /// never needs it, keeps the registers.
    #[inline(never)]
    fn rest_holds(&self, rest: &Test, position: &Position, turn: &Turn) -> bool {
        self.holds(rest, position, turn)
    }

    fn holds_otherwise(&self, test: &Test, position: &Position, turn: &Turn) -> bool {
        match test {
            Test::All(tests) => tests.iter().all(|test| self.holds(test, position, turn)),
            Test::Any(tests) => tests.iter().any(|test| self.holds(test, position, turn)),
            Test::Each(set, claim) => self.found(set, position, turn).is_some_and(|set| {
                set.iter()
                    .all(|pit| self.claimed(claim, pit, position, turn))
            }),
            Test::Some(set, claim) => self.found(set, position, turn).is_some_and(|set| {
                set.iter()
                    .any(|pit| self.claimed(claim, pit, position, turn))
            }),
            Test::LapOf(count, holds) => counts(count, u32::from(turn.seeds)) == *holds,
            Test::LapBegunWith(count, holds) => counts(count, turn.left) == *holds,
            Test::Together(sets, count, holds) => {
                let found = sets
                    .iter()
                    .filter_map(|set| self.found(set, position, turn));
                let together = PitSet(found.fold(0, |all, set| all | set.0));
                let seeds = together
                    .iter()
                    .map(|pit| u32::from(self.seeds(pit, false, position, turn)))
                    .sum();
                counts(count, seeds) == *holds
            }
            Test::Pit(..) | Test::Turn(..) => self.holds(test, position, turn),
        }
    }

    fn turn_fact(&self, fact: TurnFact, position: &Position, turn: &Turn) -> bool {
        match fact {
            TurnFact::FirstLap => turn.laps == 1,
            TurnFact::Crossed => turn.touched.0 & self.row(Side::Enemy).0 != 0,
            TurnFact::CapturedThisTurn => turn.captured != 0,
            TurnFact::RuleCaptured(rule) => turn.applied >> rule & 1 == 1,
            TurnFact::FirstTurns(turns) => position.made[self.mover as usize] < turns,
            TurnFact::FirstTurnsOfGame(turns) => {
                let made = position.made.map(u16::from);
                made[0] + made[1] < u16::from(turns)
            }
            TurnFact::LastSeed => !turn.more,
            TurnFact::ExtraTurn => position.previous == Previous::AGAIN,
            TurnFact::StraightBack => {
                let back = |(pit, clockwise): (usize, bool)| {
                    pit == turn.origin
                        && position.board.get(pit) == 1
                        && clockwise != (self.clockwise ^ turn.reversed)
                };
                position.previous.moved_single().is_some_and(back)
            }
            TurnFact::NoMove(Side::Own) => turn.stuck[0],
            TurnFact::NoMove(Side::Enemy) => turn.stuck[1],
        }
    }
}
