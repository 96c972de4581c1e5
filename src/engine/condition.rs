//! Conditions, compiled for one mover: own and enemy have become pits of the board, and most facts are
//! bits of a mask.

use super::pits::{Lanes, MOST, PitSet, in_use};
use super::position::{MOST_MARKS, Position};
use super::program::Program;
use crate::rules::ruleset::{
    self as rules, Count, Fact, Filled, Hand, Player, Quantifier, Side, TurnFact,
};
use crate::rules::validate::counts;

/// A pit that a turn knows.
#[derive(Clone, Copy, Debug)]
pub(super) enum PitRef {
    Last,
    Opposite,
    Next,
    Origin,
    At(usize),
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
    EmptyAtOpening(bool),
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
}

/// What is asked most often, and of which only the last pit and the opposite one, as one comparison.
///
/// Bits of `facts` (see [`Program::facts`]): whether the last pit was and is occupied, whether the opposite
/// one was and is, and the marks of the last and of the opposite pit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quick {
    /// Where the last pit must be.
    within: PitSet,
    /// The lap rules that must have applied in this turn.
    applied: u32,
    /// Which facts matter,
    matter: u32,
    /// and those of them that must be so.
    facts: u32,
}

const WAS: u32 = 0;
const IS: u32 = 1;
/// How far the facts of the opposite pit are from those of the last one.
const OPPOSITE: u32 = 2;
const MARKS: u32 = 4;
const OPPOSITE_MARKS: u32 = MARKS + MOST_MARKS as u32;

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
                let here = |pit| if opposite { view.opposite(pit) } else { pit };
                self.within.0 &= set.iter().map(here).collect::<PitSet>().0;
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
}

/// The condition of a lap rule: all of the simple ones, and the rest.
#[derive(Clone, Debug)]
pub(super) struct Check {
    quick: Quick,
    rest: Option<Test>,
}

impl Check {
    /// Whether it holds, these being the facts.
    #[inline(always)]
    pub(super) fn holds(&self, facts: u32, view: &View, position: &Position, turn: &Turn) -> bool {
        let wrong = (facts & self.quick.matter) ^ self.quick.facts;
        wrong | self.amiss(turn) == 0
            && match &self.rest {
                Some(rest) => view.rest_holds(rest, position, turn),
                None => true,
            }
    }

    /// Whether it may hold, as far as can be told without the facts.
    #[inline(always)]
    pub(super) fn may_hold(&self, turn: &Turn) -> bool {
        self.amiss(turn) == 0
    }

    /// Not 0 if the last pit or a rule that has not applied is against it. As a number, so that there is
    /// one branch that chance decides instead of three.
    #[inline(always)]
    fn amiss(&self, turn: &Turn) -> u32 {
        let outside = !(self.quick.within.0 >> (turn.last % MOST)) & 1;
        outside as u32 | self.quick.applied & !turn.applied
    }
}

impl Program {
    /// The facts at the end of a lap. `before` is the board before this turn's captures, on which the pits
    /// "were" something; there the last pit had one seed less.
    #[inline(always)]
    pub(super) fn facts(&self, position: &Position, before: &Lanes, last: usize) -> u32 {
        let opposite = self.ring - 1 - last;
        let board = &position.board;
        let mut facts = u32::from(before.get(last) > 1) << WAS
            | u32::from(board.get(last) > 0) << IS
            | u32::from(before.get(opposite) > 0) << (OPPOSITE + WAS)
            | u32::from(board.get(opposite) > 0) << (OPPOSITE + IS);
        for mark in 0..self.mark_names.len() {
            let marked = position.marks[mark];
            facts |= u32::from(marked.contains(last)) << (MARKS as usize + mark)
                | u32::from(marked.contains(opposite)) << (OPPOSITE_MARKS as usize + mark);
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
        }
    }
}

/// A board of two rows as one mover sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub pits: usize,
    pub mover: Player,
    pub clockwise: bool,
}

impl View {
    pub(super) fn ring(self) -> usize {
        2 * self.pits
    }

    /// How many chunks of the board are in use.
    fn chunks(self) -> usize {
        in_use(self.ring())
    }

    /// The pit of a row, counted from the left as the mover sees it.
    pub(super) fn at(self, side: Side, column: usize) -> usize {
        let own = match self.mover {
            Player::South => column,
            Player::North => self.pits + column,
        };
        match side {
            Side::Own => own,
            Side::Enemy => self.opposite(own),
        }
    }

    pub(super) fn opposite(self, pit: usize) -> usize {
        self.ring() - 1 - pit
    }

    pub(super) fn next(self, pit: usize) -> usize {
        let step = if self.clockwise { self.ring() - 1 } else { 1 };
        (pit + step) % self.ring()
    }

    pub(super) fn row(self, side: Side) -> PitSet {
        (0..self.pits).map(|column| self.at(side, column)).collect()
    }

    /// The pit beside this one in its row, on that hand as the mover sees it.
    fn beside(self, pit: usize, hand: Hand) -> Option<usize> {
        let own = self.row(Side::Own).contains(pit);
        // The mover's own row runs to his right, the enemy's comes back to his left.
        let forward = own == (hand == Hand::Right);
        let column = pit % self.pits;
        match forward {
            true if column + 1 < self.pits => Some(pit + 1),
            false if column > 0 => Some(pit - 1),
            _ => None,
        }
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

    // Compiling.

    pub(super) fn pit(self, pit: rules::Pit) -> PitRef {
        match pit {
            rules::Pit::Last => PitRef::Last,
            rules::Pit::Opposite => PitRef::Opposite,
            rules::Pit::Next => PitRef::Next,
            rules::Pit::Origin => PitRef::Origin,
            rules::Pit::Numbered(side, column) => PitRef::At(self.at(side, usize::from(column))),
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
                    Hand::Right => columns(*side, &mut (self.pits - number..self.pits)),
                }
            }
            rules::Pits::Listed(side, listed) => {
                columns(*side, &mut listed.iter().map(|&column| usize::from(column)))
            }
            rules::Pits::Beside(number, hand, of) => SetRef::Beside(
                self.pit(*of),
                (0..self.ring())
                    .map(|pit| self.beside_set(pit, usize::from(*number), *hand))
                    .collect(),
            ),
            rules::Pits::Run(hand, of) => SetRef::Run(self.pit(*of), *hand),
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
                        count: count.clone(),
                        holds,
                    },
                    Fact::Marked(mark) => Claim::Marked { mark: *mark, holds },
                    Fact::EmptyAtOpening => Claim::EmptyAtOpening(holds),
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
            within: PitSet(u64::MAX),
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
    fn find(self, pit: PitRef, turn: &Turn) -> usize {
        match pit {
            PitRef::Last => turn.last,
            PitRef::Opposite => self.opposite(turn.last),
            PitRef::Next => self.next(turn.last),
            PitRef::Origin => turn.origin,
            PitRef::At(at) => at,
        }
    }

    /// The pits of a set as the position stands; `None` where there is no such set.
    pub(super) fn found(self, set: &SetRef, position: &Position, turn: &Turn) -> Option<PitSet> {
        Some(match set {
            SetRef::One(pit) => PitSet::one(self.find(*pit, turn)),
            SetRef::Static(set) => *set,
            SetRef::Filled(set, occupied) => {
                let filled = position.board.occupied(self.chunks()).0;
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
        })
    }

    #[inline]
    fn seeds(self, pit: usize, was: bool, position: &Position, turn: &Turn) -> u16 {
        if !was {
            return position.board.get(pit);
        }
        let board = turn.before.as_ref().unwrap_or(&position.board);
        board.get(pit) - u16::from(pit == turn.last && board.get(pit) > 0)
    }

    // `claimed` and `holds` are split in a part for single facts, which is inlined where it is used, and a
    // part for what is composed of others, which calls itself. Nearly all that is judged is single.

    #[inline(always)]
    pub(super) fn claimed(
        self,
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
        self,
        claim: &Claim,
        pit: usize,
        position: &Position,
        turn: &Turn,
    ) -> bool {
        match claim {
            Claim::EmptyAtOpening(holds) => position.empty_at_opening.contains(pit) == *holds,
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
    pub(super) fn holds(self, test: &Test, position: &Position, turn: &Turn) -> bool {
        match test {
            Test::Pit(pit, claim) => self.claimed(claim, self.find(*pit, turn), position, turn),
            Test::Turn(fact, holds) => self.turn_fact(*fact, turn) == *holds,
            test => self.holds_otherwise(test, position, turn),
        }
    }

    /// What a quick test leaves of a condition. It is a call, so that the loop over the laps, which nearly
    /// never needs it, keeps the registers.
    #[inline(never)]
    fn rest_holds(&self, rest: &Test, position: &Position, turn: &Turn) -> bool {
        self.holds(rest, position, turn)
    }

    fn holds_otherwise(self, test: &Test, position: &Position, turn: &Turn) -> bool {
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
            Test::Pit(..) | Test::Turn(..) => self.holds(test, position, turn),
        }
    }

    fn turn_fact(self, fact: TurnFact, turn: &Turn) -> bool {
        match fact {
            TurnFact::FirstLap => turn.laps == 1,
            TurnFact::Crossed => turn.touched.0 & self.row(Side::Enemy).0 != 0,
            TurnFact::CapturedThisTurn => turn.captured != 0,
            TurnFact::RuleCaptured(rule) => turn.applied >> rule & 1 == 1,
            TurnFact::NoMove(Side::Own) => turn.stuck[0],
            TurnFact::NoMove(Side::Enemy) => turn.stuck[1],
        }
    }
}
