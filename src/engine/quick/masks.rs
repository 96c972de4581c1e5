//! Sets of pits, claims and conditions, compiled for where a lap ends.
//!
//! For each mover, each place where the last seed may fall and each way to sow they are compiled apart. What the place
//! decides is decided then; what is left asks what lies on the board, mostly which pits of a mask are occupied.

use super::super::condition::{
    Chain, Check, Claim, IS, MARKS, OPPOSITE, OPPOSITE_MARKS, PitRef, SetRef, Test, Turn, View, WAS,
};
use super::super::machine::{Any, Machine, as_word};
use super::super::pits::PitSet;
use super::super::position::{MOST_MARKS, Previous};
use super::{Board, QuickRules, State};
use crate::rules::ruleset::{Count, Filled, Going, TurnFact};
use crate::rules::validate::counts;
use std::cell::RefCell;
use std::rc::Rc;

/// Pits of which a few plain things are so, as the masks tell that are made of a position once: see [`QuickRules::masks`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Masked {
    pits: u64,
    /// Which masks they must be in,
    with: [u8; 3],
    /// or all ones for a mask that they must not be in.
    flip: [u64; 3],
}

/// The masks of a position: of every lane, of the occupied ones, of those that bear each mark, and of those that hold
/// some numbers of seeds.
pub(super) type Masks = [u64; 8];
const EVERY: u8 = 0;
const OCCUPIED: u8 = 1;
const MARKED: u8 = 2;
const COUNTED: u8 = MARKED + MOST_MARKS as u8;

/// The numbers of seeds that masks are made for, as they are asked for: no more than there are masks.
pub(super) type Counted = Rc<RefCell<Vec<Numbers>>>;

/// A set of pits.
#[derive(Clone, Debug)]
pub(super) enum Pits {
    /// There is no such set: nothing holds of it.
    Nowhere,
    These(u64),
    Masked(Masked),
    /// Those of them that are occupied, or that are empty.
    Filled(u64, bool),
    Such(Box<Pits>, Fits),
    Met(Box<Met>),
    Run(Box<Run>),
    Opposite(Box<Pits>),
}

/// Pits met one after the other as they are numbered, until one is not as it must be: what a mask tells without a loop,
/// which would end where chance decides.
#[derive(Clone, Debug)]
pub(super) struct Run {
    /// All that it can have, the first of them one of the ends.
    within: u64,
    first: u32,
    /// It goes down the numbers, not up.
    down: bool,
    fits: Masked,
    /// What faces its pits must be occupied, or empty.
    facing: Option<bool>,
    /// Not its pits are meant but those that face them,
    faced: bool,
    /// of which only such.
    such: Masked,
}

/// Pits met one after the other, until one does not fit.
#[derive(Clone, Debug)]
pub(super) struct Met {
    of: Pits,
    fits: Fits,
    /// In their order, each with the place before it,
    places: Box<[(u8, u8)]>,
    /// which must be empty, or be one of them.
    gaps: bool,
}

/// What is claimed of pits: a mask of those of which it holds.
#[derive(Clone, Debug)]
pub(super) enum Fits {
    Masked(Masked),
    All(Box<[Fits]>),
    Any(Box<[Fits]>),
    In(u64),
    /// Occupied, or empty; or so before the last seed fell.
    Occupied {
        was: bool,
        holds: bool,
    },
    Count {
        was: bool,
        numbers: Numbers,
        holds: bool,
    },
    Marked {
        mark: usize,
        holds: bool,
    },
    /// The pit that faces it is occupied, or is not.
    Facing(bool),
    EmptyAtOpening(bool),
}

/// One plain thing that is claimed of a pit.
#[derive(Clone, Copy, Debug)]
pub(super) enum Plain {
    /// It holds so many seeds.
    Holds(u32),
    /// It bears a mark, or does not.
    Marked(usize, bool),
}

/// Numbers of seeds, of all pits at once.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Numbers {
    One(u32),
    OneOf(Box<[u32]>),
    AtLeast(u32),
    Odd,
}

/// A condition.
#[derive(Clone, Debug)]
pub(super) enum Asked {
    All(Box<[Asked]>),
    Any(Box<[Asked]>),
    /// All of these pits are occupied, and all of those empty.
    Are {
        occupied: u64,
        empty: u64,
    },
    /// A pit or a store holds so many seeds, or does not.
    Holds {
        place: u8,
        was: bool,
        count: Count,
        holds: bool,
    },
    /// There are no such pits, or there are.
    None(Masked, bool),
    Each(Pits, Fits),
    Some(Pits, Fits),
    Together(Box<[Pits]>, Count, bool),
    FirstLap(bool),
    Crossed(bool),
    Captured(bool),
    /// The lap rule of this bit has applied.
    Applied(u32, bool),
    FirstTurns(u8, bool),
    FirstTurnsOfGame(u8, bool),
    ExtraTurn(bool),
    LapOf(Count, bool),
}

/// The condition of a lap rule: what is asked most often apart.
#[derive(Clone, Debug)]
pub(super) struct When {
    /// Pits that must be occupied,
    pub occupied: u64,
    /// and pits that must be empty.
    pub empty: u64,
    /// How much the last pit must hold, and the one that faces it: at least, and at most.
    pub last: [u16; 2],
    pub faces: [u16; 2],
    /// The marks that the last pit must bear, those that it must not, and the same of the one that faces it; and then facts
    /// about the turn: see [`Course::facts`].
    pub facts: [u16; 2],
    /// The lap rules that must have applied.
    pub applied: u32,
    /// Pits of which one must be occupied, if any are named: twice.
    pub any: [u64; 2],
    pub rest: Box<[Asked]>,
}

/// What is judged soonest of a condition, mostly all of it: a branch that resolves early costs least if it was guessed
/// wrongly.
#[derive(Clone, Copy, Debug)]
pub(super) struct Soon {
    /// How much the last pit must hold, and the one that faces it: at least, and how much more at most.
    last: [u16; 2],
    faces: [u16; 2],
    /// The facts that matter, and those of them that must be so.
    facts: [u16; 2],
    /// More is asked that [`When::may_be`] tells,
    pub more: bool,
    /// and yet more.
    pub rest: bool,
}

/// Facts about a turn, beside those that marks are.
const FIRST_LAP: u16 = 1 << (2 * MOST_MARKS);
const CROSSED: u16 = FIRST_LAP << 1;
const COUNTED_TURN: u16 = FIRST_LAP << 2;

/// What a turn has done so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Course {
    pub mover: usize,
    pub last: usize,
    pub laps: u32,
    /// How many seeds the lap has.
    pub seeds: usize,
    pub touched: u64,
    pub enemys: u64,
    /// The lap rules that have applied, and those that have taken seeds.
    pub applied: u32,
    pub captured: u32,
}

impl Course {
    /// What is known of the turn, as bits beside those of the marks.
    #[inline(always)]
    pub(super) fn facts(&self, counted: bool) -> u16 {
        let fact = |is: bool, fact: u16| if is { fact } else { 0 };
        fact(self.laps == 1, FIRST_LAP)
            | fact(self.touched & self.enemys != 0, CROSSED)
            | fact(counted, COUNTED_TURN)
    }

    /// Before a move is made.
    pub(super) fn beginning(mover: usize, enemys: u64) -> Course {
        Course {
            mover,
            last: 0,
            laps: 0,
            seeds: 0,
            touched: 0,
            enemys,
            applied: 0,
            captured: 0,
        }
    }
}

/// What conditions can ask about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen<'a, B> {
    pub rules: &'a QuickRules,
    pub state: &'a State<B>,
    /// The places that hold seeds.
    pub occupied: u64,
    pub masks: &'a Masks,
    pub course: &'a Course,
}

/// What faces each place.
#[derive(Clone, Debug)]
pub(super) struct Facing {
    places: [u8; 64],
    /// The pits of a ring of two rows: the first faces the last.
    two_rows: Option<u32>,
}

impl Facing {
    pub(super) fn of(places: [u8; 64], ring: usize) -> Self {
        let two_rows = (0..ring).all(|pit| usize::from(places[pit]) == ring - 1 - pit);
        Facing {
            places,
            two_rows: two_rows.then_some(ring as u32),
        }
    }

    /// What faces a place.
    #[inline(always)]
    pub(super) fn get(&self, place: usize) -> usize {
        self.places[place % 64].into()
    }

    /// The pits that face these.
    #[inline(always)]
    fn pits(&self, pits: u64) -> u64 {
        if let Some(ring) = self.two_rows {
            return pits.reverse_bits() >> (u64::BITS - ring);
        }
        let (mut pits, mut there) = (pits, 0);
        while pits != 0 {
            there |= 1 << (self.get(pits.trailing_zeros() as usize) % 64);
            pits &= pits - 1;
        }
        there
    }
}

// Compiling.

/// What is known when something is compiled.
#[derive(Clone, Debug)]
pub(super) struct Known<'p> {
    pub view: &'p View,
    /// The places of the turn, of which some are known: the last one,
    pub turn: Turn,
    pub knows_last: bool,
    /// and where it was lifted from.
    pub knows_origin: bool,
    counted: Counted,
    /// How many turns of a player are counted.
    pub counts_turns: u8,
}

impl<'p> Known<'p> {
    /// That a lap ended here, sown the way that the rules say or the other.
    pub(super) fn end(view: &'p View, last: usize, reversed: bool, counted: &Counted) -> Self {
        Known {
            view,
            turn: Turn {
                last,
                reversed,
                ..Turn::new(0)
            },
            knows_last: true,
            knows_origin: false,
            counted: Rc::clone(counted),
            counts_turns: 0,
        }
    }

    /// That a move begins here.
    pub(super) fn beginning(view: &'p View, origin: Option<usize>, counted: &Counted) -> Self {
        Known {
            view,
            turn: Turn::new(origin.unwrap_or(0)),
            knows_last: false,
            knows_origin: origin.is_some(),
            counted: Rc::clone(counted),
            counts_turns: 0,
        }
    }

    fn find(&self, pit: PitRef) -> Option<usize> {
        let known = match pit {
            PitRef::At(_) => true,
            PitRef::Origin | PitRef::OppositeOrigin => self.knows_origin,
            _ => self.knows_last,
        };
        known.then(|| self.view.find(pit, &self.turn))
    }

    fn is_pit(&self, place: usize) -> bool {
        place < self.view.ring()
    }

    /// A set; `None` if it is none for masks.
    pub(super) fn pits(&self, set: &SetRef) -> Option<Pits> {
        Some(match self.pits_found(set)? {
            Pits::Such(of, fits) => match self.such(&of, &fits) {
                Some(such) => such,
                None => Pits::Such(of, fits),
            },
            Pits::Opposite(of) => match *of {
                Pits::Run(run) if run.is_plain() => Pits::Run(Box::new(Run {
                    faced: true,
                    ..*run
                })),
                of => Pits::Opposite(Box::new(of)),
            },
            Pits::Met(met) => match self.run(&met) {
                Some(run) => Pits::Run(Box::new(run)),
                None => Pits::Met(met),
            },
            pits => pits,
        })
    }

    /// Those of some pits that fit, if they are told by masks.
    fn such(&self, of: &Pits, fits: &Fits) -> Option<Pits> {
        let fits = self.masked(fits)?;
        if let Pits::Run(run) = of {
            let such = run.such.and(fits)?;
            return Some(Pits::Run(Box::new(Run { such, ..**run })));
        }
        Some(Pits::Masked(self.masked_pits(of)?.and(fits)?))
    }

    /// Pits met one after the other, if they are numbered so and what is asked of them is plain.
    fn run(&self, met: &Met) -> Option<Run> {
        let of = self.masked_pits(&met.of)?;
        let (mut fits, mut facing) = (of, None);
        let all = match &met.fits {
            Fits::All(all) => &all[..],
            one => std::slice::from_ref(one),
        };
        for one in all {
            match one {
                Fits::Facing(holds) if facing.is_none_or(|facing| facing == *holds) => {
                    facing = Some(*holds);
                }
                one => fits = fits.and(self.masked(one)?)?,
            }
        }
        let places = met.places.iter().map(|&(_, place)| u32::from(place));
        let places: Vec<u32> = places
            .take_while(|place| of.pits >> place & 1 == 1)
            .collect();
        let first = *places.first()?;
        let down = places.get(1).is_some_and(|&second| second < first);
        let follows = |pair: &[u32]| match down {
            true => pair[1] + 1 == pair[0],
            false => pair[0] + 1 == pair[1],
        };
        (!met.gaps && places.windows(2).all(follows)).then(|| Run {
            within: places.iter().fold(0, |all, place| all | 1 << place),
            first,
            down,
            fits,
            facing,
            faced: false,
            such: Masked::these(u64::MAX),
        })
    }

    /// A set, if it is of plain things.
    fn masked_pits(&self, pits: &Pits) -> Option<Masked> {
        match pits {
            Pits::These(pits) => Some(Masked::these(*pits)),
            Pits::Filled(pits, occupied) => {
                Masked::these(*pits).and(Masked::with(OCCUPIED, *occupied))
            }
            Pits::Masked(masked) => Some(*masked),
            _ => None,
        }
    }

    /// A claim, if it is of plain things.
    fn masked(&self, fits: &Fits) -> Option<Masked> {
        match fits {
            Fits::Masked(masked) => Some(*masked),
            Fits::In(pits) => Some(Masked::these(*pits)),
            Fits::Occupied { was: false, holds } => Some(Masked::with(OCCUPIED, *holds)),
            Fits::Marked { mark, holds } => Some(Masked::with(MARKED + *mark as u8, *holds)),
            Fits::Count {
                was: false,
                numbers,
                holds,
            } => {
                let mut counted = self.counted.borrow_mut();
                let at = counted.iter().position(|other| other == numbers);
                let at = at.unwrap_or_else(|| {
                    counted.push(numbers.clone());
                    counted.len() - 1
                });
                let mask = COUNTED as usize + at;
                if mask >= Masks::default().len() {
                    counted.pop();
                    return None;
                }
                Some(Masked::with(mask as u8, *holds))
            }
            Fits::All(all) => {
                let mut both = Masked::these(u64::MAX);
                for fits in all {
                    both = both.and(self.masked(fits)?)?;
                }
                Some(both)
            }
            _ => None,
        }
    }

    fn pits_found(&self, set: &SetRef) -> Option<Pits> {
        let these = |set: PitSet| Pits::These(set.low());
        Some(match set {
            SetRef::One(pit) => these(PitSet::one(self.find(*pit)?)),
            SetRef::Static(set) => these(*set),
            SetRef::Filled(set, occupied) => Pits::Filled(set.low(), *occupied),
            SetRef::Beside(pit, table) => match table[self.find(*pit)?] {
                set if set.is_empty() => Pits::Nowhere,
                set => these(set),
            },
            SetRef::Mapped(pit, table, filled) => {
                let set = table[self.find(*pit)?];
                match filled {
                    Filled::Whatever => these(set),
                    filled => Pits::Filled(set.low(), *filled == Filled::Occupied),
                }
            }
            SetRef::Run(pit, hand) => {
                let beside = |&(_, pit): &(u8, u8)| {
                    let beside = self.view.beside(pit.into(), *hand)?;
                    Some((pit, beside as u8))
                };
                let from = self.find(*pit)? as u8;
                let run = std::iter::successors(beside(&(0, from)), beside);
                Pits::Met(Box::new(Met {
                    of: Pits::These(u64::MAX),
                    fits: Fits::Occupied {
                        was: false,
                        holds: true,
                    },
                    places: run.collect(),
                    gaps: false,
                }))
            }
            SetRef::Such(of, claim) => Pits::Such(Box::new(self.pits(of)?), self.fits(claim)?),
            SetRef::Opposite(of) => Pits::Opposite(Box::new(self.pits(of)?)),
            SetRef::Chain(chain) => self.met(chain)?,
            SetRef::First(..) => return None,
        })
    }

    /// See [`View::found`].
    fn met(&self, chain: &Chain) -> Option<Pits> {
        if chain.and_back || chain.most.is_some() {
            return None;
        }
        let sowing = self.view.clockwise ^ self.turn.reversed;
        let clockwise = match chain.going {
            Going::Before => !sowing,
            Going::After => sowing,
            Going::Clockwise => true,
            Going::Counterclockwise => false,
        };
        let from = self.find(chain.from)?;
        let (mut places, mut before): (Vec<(u8, u8)>, _) = (Vec::new(), from);
        loop {
            let gap = match chain.gaps {
                true => self.view.step(before, clockwise),
                false => before,
            };
            let at = self.view.step(gap, clockwise);
            let again = places.iter().any(|&(_, there)| usize::from(there) == at);
            if at == from || again || !self.is_pit(at) || chain.gaps && !self.is_pit(gap) {
                break;
            }
            places.push((gap as u8, at as u8));
            before = at;
        }
        let claim = self.fits(&chain.claim)?;
        let occupied = Fits::Occupied {
            was: false,
            holds: true,
        };
        Some(Pits::Met(Box::new(Met {
            of: self.pits(&chain.of)?,
            fits: match chain.gaps {
                true => self.as_masks(Fits::All([occupied, claim].into())),
                false => claim,
            },
            places: places.into(),
            gaps: chain.gaps,
        })))
    }

    /// A claim; `None` if it is none for masks.
    pub(super) fn fits(&self, claim: &Claim) -> Option<Fits> {
        Some(self.as_masks(self.fits_so(claim)?))
    }

    /// The same, told by masks if it is of plain things.
    pub(super) fn as_masks(&self, fits: Fits) -> Fits {
        match self.masked(&fits) {
            Some(masked) => Fits::Masked(masked),
            None => fits,
        }
    }

    /// What is claimed, if it is one plain thing.
    pub(super) fn plain(&self, fits: &Fits) -> Option<Plain> {
        let Fits::Masked(Masked {
            pits: u64::MAX,
            with: [mask, EVERY, EVERY],
            flip: [flip, ..],
        }) = fits
        else {
            return None;
        };
        match mask {
            MARKED..COUNTED => Some(Plain::Marked((mask - MARKED).into(), *flip == 0)),
            COUNTED.. if *flip == 0 => match self.counted.borrow()[usize::from(mask - COUNTED)] {
                Numbers::One(number) => Some(Plain::Holds(number)),
                _ => None,
            },
            _ => None,
        }
    }

    fn fits_so(&self, claim: &Claim) -> Option<Fits> {
        let these = |claims: &[Claim]| -> Option<Box<[Fits]>> {
            claims.iter().map(|claim| self.fits(claim)).collect()
        };
        if self.asks_before(claim) {
            return None;
        }
        Some(match claim {
            Claim::All(claims) => match these(claims)? {
                fits if fits.len() == 1 => fits.into_iter().next()?,
                fits => Fits::All(fits),
            },
            Claim::Any(claims) => Fits::Any(these(claims)?),
            Claim::In(set) => Fits::In(set.low()),
            Claim::InFound(..)
            | Claim::AsFullAs(..)
            | Claim::FullerThan(..)
            | Claim::EmptyAtStart(_)
            | Claim::SownFrom(_)
            | Claim::SownInto(_) => return None,
            Claim::Occupied { was, holds } => Fits::Occupied {
                was: *was,
                holds: *holds,
            },
            Claim::Count { was, count, holds } => {
                let (numbers, holds) = Numbers::of(count, *holds);
                Fits::Count {
                    was: *was,
                    numbers,
                    holds,
                }
            }
            Claim::Marked { mark, holds } => Fits::Marked {
                mark: *mark,
                holds: *holds,
            },
            Claim::Facing(occupied) => Fits::Facing(*occupied),
            Claim::EmptyAtOpening(holds) => Fits::EmptyAtOpening(*holds),
        })
    }

    /// A condition; `None` if it is none for masks.
    pub(super) fn asked(&self, test: &Test) -> Option<Asked> {
        Some(match test {
            Test::All(tests) => {
                let mut all = Vec::new();
                for test in tests {
                    match self.asked(test)? {
                        Asked::All(more) => all.extend(more),
                        one => all.push(one),
                    }
                }
                Asked::all(all)
            }
            Test::Any(tests) => {
                let any: Option<Vec<Asked>> = tests.iter().map(|test| self.asked(test)).collect();
                let mut any = any?;
                any.retain(|asked| !asked.is_never());
                match any.iter().any(Asked::is_always) {
                    true => Asked::ALWAYS,
                    false => Asked::Any(any.into()),
                }
            }
            Test::Pit(pit, claim) => self.asked_of(self.find(*pit)?, claim)?,
            Test::Each(set, claim) => self.of_pits(set, claim, Asked::Each)?,
            Test::Some(set, claim) => self.of_pits(set, claim, Asked::Some)?,
            Test::Together(sets, count, holds) => {
                let sets = sets.iter().map(|set| self.pits(set));
                Asked::Together(sets.collect::<Option<_>>()?, count.clone(), *holds)
            }
            Test::LapOf(count, holds) => Asked::LapOf(count.clone(), *holds),
            Test::LapBegunWith(..) => return None,
            Test::Turn(fact, holds) => match *fact {
                TurnFact::FirstLap => Asked::FirstLap(*holds),
                TurnFact::Crossed => Asked::Crossed(*holds),
                TurnFact::CapturedThisTurn => Asked::Captured(*holds),
                TurnFact::RuleCaptured(rule) => Asked::Applied(1 << rule, *holds),
                TurnFact::FirstTurns(turns) => Asked::FirstTurns(turns, *holds),
                TurnFact::FirstTurnsOfGame(turns) => Asked::FirstTurnsOfGame(turns, *holds),
                TurnFact::ExtraTurn => Asked::ExtraTurn(*holds),
                // No more seeds fall at the end of a lap.
                TurnFact::LastSeed if *holds => Asked::ALWAYS,
                TurnFact::LastSeed => Asked::NEVER,
                TurnFact::NoMove(_) | TurnFact::StraightBack => return None,
            },
        })
    }

    fn of_pits(
        &self,
        set: &SetRef,
        claim: &Claim,
        asked: fn(Pits, Fits) -> Asked,
    ) -> Option<Asked> {
        let pits = self.pits(set)?;
        if let Pits::These(set) = pits
            && let [place] = PitSet::of_low(set).iter().collect::<Vec<_>>()[..]
        {
            return self.asked_of(place, claim);
        }
        let stores = !((1 << self.view.ring()) - 1);
        match pits {
            Pits::Nowhere => Some(Asked::NEVER),
            // What lies in a store is no matter of masks.
            Pits::These(set) if set & stores != 0 => None,
            pits => Some(self.of_masks(asked(pits, self.fits(claim)?))),
        }
    }

    /// The same, told by masks if it is of plain things.
    fn of_masks(&self, asked: Asked) -> Asked {
        let (pits, fits, holds) = match &asked {
            Asked::Each(pits, fits) => (pits, fits, false),
            Asked::Some(pits, fits) => (pits, fits, true),
            _ => return asked,
        };
        let such = || {
            let (pits, fits) = (self.masked_pits(pits)?, self.masked(fits)?);
            // Of each it holds if there is none of which it does not.
            pits.and(if holds { fits } else { fits.not()? })
        };
        such().map_or(asked, |such| Asked::None(such, !holds))
    }

    /// Whether it asks how a pit was before the last seed fell, though it is not known where that was.
    fn asks_before(&self, claim: &Claim) -> bool {
        let was = matches!(
            claim,
            Claim::Occupied { was: true, .. } | Claim::Count { was: true, .. }
        );
        was && !self.knows_last
    }

    /// What is asked of one place.
    fn asked_of(&self, place: usize, claim: &Claim) -> Option<Asked> {
        if self.asks_before(claim) {
            return None;
        }
        let here = 1 << place;
        let is_last = self.knows_last && place == self.turn.last;
        let seeds = |was: bool, count: Count, holds: bool| Asked::Holds {
            place: place as u8,
            was: was && is_last,
            count,
            holds,
        };
        Some(match claim {
            Claim::All(claims) => {
                let all: Option<Vec<Asked>> = claims
                    .iter()
                    .map(|claim| self.asked_of(place, claim))
                    .collect();
                Asked::all(all?)
            }
            Claim::Any(claims) => {
                let any: Option<Box<[Asked]>> = claims
                    .iter()
                    .map(|claim| self.asked_of(place, claim))
                    .collect();
                Asked::Any(any?)
            }
            Claim::In(set) if set.contains(place) => Asked::ALWAYS,
            Claim::In(_) => Asked::NEVER,
            Claim::Occupied { was, holds } if self.is_pit(place) && !(*was && is_last) => {
                match holds {
                    true => Asked::Are {
                        occupied: here,
                        empty: 0,
                    },
                    false => Asked::Are {
                        occupied: 0,
                        empty: here,
                    },
                }
            }
            Claim::Occupied { was, holds } => seeds(*was, Count::Some, *holds),
            Claim::Count { was, count, holds } => seeds(*was, count.clone(), *holds),
            claim if self.is_pit(place) => Asked::Each(Pits::These(here), self.fits_so(claim)?),
            Claim::Marked { holds, .. } => match holds {
                true => Asked::NEVER,
                false => Asked::ALWAYS,
            },
            _ => return None,
        })
    }

    /// The condition of a lap rule at the end of a lap; `None` if it is none for masks.
    pub(super) fn when(&self, check: &Check) -> Option<When> {
        let last = self.turn.last;
        let quick = check.quick;
        let mut when = When::always();
        if last < u64::BITS as usize && quick.within >> last & 1 == 0 {
            when.never();
            return Some(when);
        }
        let mut all = Vec::new();
        let applied = |rule: u32| quick.applied >> rule & 1 == 1;
        let rules = (0..u32::BITS).filter(|&rule| applied(rule));
        all.extend(rules.map(|rule| Asked::Applied(1 << rule, true)));
        let facing = self.view.facing(last);
        let facts = 0..OPPOSITE_MARKS + MOST_MARKS as u32;
        for fact in facts.filter(|fact| quick.matter >> fact & 1 == 1) {
            let holds = quick.facts >> fact & 1 == 1;
            if !self.is_pit(last) {
                // A store is no pit: for the rules it never holds anything.
                all.extend(holds.then_some(Asked::NEVER));
                continue;
            }
            let seeds = |place: usize, was: bool| Asked::Holds {
                place: place as u8,
                was,
                count: Count::Some,
                holds,
            };
            let marked = |place: usize, mark: u32| {
                let mark = mark as usize;
                Asked::Each(Pits::These(1 << place), Fits::Marked { mark, holds })
            };
            all.push(match fact {
                WAS => seeds(last, true),
                IS => seeds(last, false),
                fact if fact == OPPOSITE + WAS || fact == OPPOSITE + IS => seeds(facing, false),
                fact if fact >= OPPOSITE_MARKS => marked(facing, fact - OPPOSITE_MARKS),
                fact => marked(last, fact - MARKS),
            });
        }
        if let Some(rest) = &check.rest {
            all.push(self.asked(rest)?);
        }
        let asked = match Asked::all(all) {
            Asked::All(all) => all.into_vec(),
            one => vec![one],
        };
        let rest = asked.into_iter().filter(|asked| !when.takes(asked, self));
        when.rest = rest.collect::<Vec<_>>().into();
        Some(when)
    }
}

impl When {
    pub(super) fn always() -> Self {
        When {
            occupied: 0,
            empty: 0,
            last: [0, u16::MAX],
            faces: [0, u16::MAX],
            facts: [0; 2],
            applied: 0,
            any: [0; 2],
            rest: Box::default(),
        }
    }

    fn never(&mut self) {
        self.last = [1, 0];
    }

    /// Takes up what is asked, if it is of the simple kind.
    fn takes(&mut self, asked: &Asked, at: &Known<'_>) -> bool {
        let (last, facing) = (at.turn.last, at.view.facing(at.turn.last));
        let of_turn = matches!(asked, Asked::Are { .. } | Asked::Applied(..));
        if !at.is_pit(last) && !of_turn {
            return false;
        }
        match asked {
            asked if asked.is_never() => self.never(),
            Asked::Are { occupied, empty } => {
                self.occupied |= occupied;
                self.empty |= empty;
            }
            Asked::Holds {
                place,
                was,
                count,
                holds,
            } => {
                let place = usize::from(*place);
                let of = match () {
                    () if place == last => &mut self.last,
                    () if place == facing && !was => &mut self.faces,
                    () => return false,
                };
                let Some([least, most]) = bounds(count, *holds) else {
                    return false;
                };
                // What was one less.
                let least = if *was && least > 0 {
                    least.saturating_add(1)
                } else {
                    least
                };
                let most = if *was { most.saturating_add(1) } else { most };
                *of = [of[0].max(least), of[1].min(most)];
            }
            Asked::Each(Pits::These(pits), Fits::Marked { mark, holds }) => {
                let of_facing = match () {
                    () if *pits == 1 << last => 0,
                    () if *pits == 1 << facing => MOST_MARKS,
                    () => return false,
                };
                self.facts[usize::from(!holds)] |= 1 << (mark + of_facing);
            }
            Asked::Applied(rule, true) => self.applied |= rule,
            Asked::FirstLap(holds) => self.facts[usize::from(!holds)] |= FIRST_LAP,
            Asked::Crossed(holds) => self.facts[usize::from(!holds)] |= CROSSED,
            Asked::FirstTurns(turns, holds) if *turns == at.counts_turns => {
                self.facts[usize::from(!holds)] |= COUNTED_TURN;
            }
            asked => {
                let free = self.any.iter_mut().find(|any| **any == 0);
                match (asked.any_occupied(), free) {
                    (Some(pits @ 1..), Some(any)) => *any = pits,
                    _ => return false,
                }
            }
        }
        true
    }
}

/// The numbers that are asked for, if they follow one another: the least and the most.
fn bounds(count: &Count, holds: bool) -> Option<[u16; 2]> {
    let number = |number: u32| u16::try_from(number).unwrap_or(u16::MAX);
    let [least, most] = match count {
        Count::Some => [1, u16::MAX],
        Count::AtLeast(least) => [number(*least), u16::MAX],
        Count::AtMost(most) => [0, number(*most)],
        Count::OneOf(numbers) => {
            let (first, last) = (*numbers.first()?, *numbers.last()?);
            let in_a_row = (last - first) as usize + 1 == numbers.len();
            in_a_row.then_some([number(first), number(last)])?
        }
        Count::Even(_) | Count::MoreThanHalf => return None,
    };
    match (holds, least, most) {
        (true, ..) => Some([least, most]),
        (false, 0, u16::MAX) => Some([1, 0]),
        (false, 0, most) => Some([most.saturating_add(1), u16::MAX]),
        (false, least, u16::MAX) => Some([0, least - 1]),
        _ => None,
    }
}

impl Run {
    /// Whether it is its pits that are meant, and all of them.
    fn is_plain(&self) -> bool {
        !self.faced && self.such.asks() == 0 && self.such.pits == u64::MAX
    }

    /// Whether it asks which pits are occupied and which are marked, and nothing else.
    pub(super) fn is_of_marks(&self) -> bool {
        self.fits.is_of_marks() && self.such.is_of_marks()
    }

    /// Its pits, as such masks tell that are not made one by one, if these are all it asks.
    #[inline(always)]
    pub(super) fn of_marks(
        &self,
        rules: &QuickRules,
        occupied: u64,
        marks: &[u64; MOST_MARKS],
    ) -> u64 {
        let fits = self.fits.of_marks(occupied, marks);
        self.met(rules, occupied, fits) & self.such.of_marks(occupied, marks)
    }

    /// The pits of it that fit, or what faces them.
    #[inline(always)]
    fn met(&self, rules: &QuickRules, occupied: u64, fits: u64) -> u64 {
        let facing = &rules.facing;
        let mut fits = fits & self.within;
        if let Some(holds) = self.facing {
            let faced = facing.pits(occupied & rules.all);
            fits &= if holds { faced } else { !faced };
        }
        let met = match self.down {
            true => {
                let beyond = u64::BITS - 1 - self.first;
                let pits = (fits << beyond).leading_ones();
                !(u64::MAX >> pits) >> beyond
            }
            false => {
                let pits = (fits >> self.first).trailing_ones();
                !(u64::MAX << pits) << self.first
            }
        };
        if self.faced { facing.pits(met) } else { met }
    }
}

impl Masked {
    fn these(pits: u64) -> Masked {
        Masked {
            pits,
            with: [EVERY; 3],
            flip: [0; 3],
        }
    }

    fn with(mask: u8, holds: bool) -> Masked {
        Masked {
            pits: u64::MAX,
            with: [mask, EVERY, EVERY],
            flip: [if holds { 0 } else { u64::MAX }, 0, 0],
        }
    }

    /// How many masks it asks.
    fn asks(&self) -> usize {
        self.with.iter().filter(|&&mask| mask != EVERY).count()
    }

    /// Those of which both are so, if that is not too much.
    fn and(self, other: Masked) -> Option<Masked> {
        let (mut both, own) = (self, self.asks());
        both.pits &= other.pits;
        for at in 0..other.asks() {
            *both.with.get_mut(own + at)? = other.with[at];
            both.flip[own + at] = other.flip[at];
        }
        Some(both)
    }

    /// All others, if that is as plain.
    fn not(self) -> Option<Masked> {
        match (self.asks(), self.pits) {
            (0, pits) => Some(Masked::these(!pits)),
            (1, u64::MAX) => Some(Masked {
                flip: [!self.flip[0], 0, 0],
                ..self
            }),
            _ => None,
        }
    }

    #[inline(always)]
    fn of(&self, masks: &Masks) -> u64 {
        let [one, other, third] = self.with.map(|mask| masks[usize::from(mask) % 8]);
        self.pits & (one ^ self.flip[0]) & (other ^ self.flip[1]) & (third ^ self.flip[2])
    }

    /// Whether it asks which pits are occupied and which are marked, and nothing else.
    pub(super) fn is_of_marks(&self) -> bool {
        self.with.iter().all(|&mask| mask < COUNTED)
    }

    /// The same of masks that are not made one by one, if these are all it asks.
    #[inline(always)]
    pub(super) fn of_marks(&self, occupied: u64, marks: &[u64; MOST_MARKS]) -> u64 {
        let mut pits = self.pits;
        for (mask, flip) in self.with.into_iter().zip(self.flip) {
            pits &= flip
                ^ match mask {
                    EVERY => u64::MAX,
                    OCCUPIED => occupied,
                    mask => marks[usize::from(mask - MARKED) % MOST_MARKS],
                };
        }
        pits
    }
}

impl Numbers {
    /// What is asked, and whether it is to be so or not.
    fn of(count: &Count, holds: bool) -> (Numbers, bool) {
        match count {
            Count::Some => (Numbers::AtLeast(1), holds),
            Count::OneOf(numbers) => match numbers[..] {
                [number] => (Numbers::One(number), holds),
                _ => (Numbers::OneOf(numbers.as_slice().into()), holds),
            },
            Count::AtLeast(least) => (Numbers::AtLeast(*least), holds),
            Count::AtMost(most) => (Numbers::AtLeast(most.saturating_add(1)), !holds),
            Count::Even(even) => (Numbers::Odd, holds != *even),
            // How many that are is known; see `View::claim`.
            Count::MoreThanHalf => (Numbers::AtLeast(30_000), holds),
        }
    }
}

impl Asked {
    pub(super) const ALWAYS: Asked = Asked::Are {
        occupied: 0,
        empty: 0,
    };
    pub(super) const NEVER: Asked = Asked::Are {
        occupied: 1,
        empty: 1,
    };

    pub(super) fn is_always(&self) -> bool {
        match self {
            Asked::Are { occupied, empty } => occupied | empty == 0,
            Asked::All(all) => all.iter().all(Asked::is_always),
            _ => false,
        }
    }

    /// If all that is asked is that one of some pits be occupied, those pits; none if nothing is asked.
    pub(super) fn any_occupied(&self) -> Option<u64> {
        match self {
            Asked::None(
                Masked {
                    pits,
                    with: [OCCUPIED, EVERY, EVERY],
                    flip: [0, ..],
                },
                false,
            ) => Some(*pits),
            asked => asked.is_always().then_some(0),
        }
    }

    pub(super) fn is_never(&self) -> bool {
        match self {
            Asked::Are { occupied, empty } => occupied & empty != 0,
            Asked::Any(any) => any.iter().all(Asked::is_never),
            _ => false,
        }
    }

    /// All of these: what asks which pits are occupied together, and first.
    pub(super) fn all(all: Vec<Asked>) -> Asked {
        let (mut occupied, mut empty, mut rest) = (0, 0, Vec::new());
        let singly = |asked| match asked {
            Asked::All(all) => all.into_vec(),
            one => vec![one],
        };
        for asked in all.into_iter().flat_map(singly) {
            match asked {
                Asked::Are {
                    occupied: these,
                    empty: those,
                } => {
                    occupied |= these;
                    empty |= those;
                }
                asked if asked.is_never() => return Asked::NEVER,
                asked => rest.push(asked),
            }
        }
        let are = Asked::Are { occupied, empty };
        if rest.is_empty() || are.is_never() {
            return are;
        }
        if !are.is_always() {
            rest.insert(0, are);
        }
        match rest.len() {
            1 => rest.remove(0),
            _ => Asked::All(rest.into()),
        }
    }
}

impl When {
    /// Whether it can hold at all.
    pub(super) fn is_never(&self) -> bool {
        let nothing = |[least, most]: [u16; 2]| least > most;
        nothing(self.last) || nothing(self.faces) || self.occupied & self.empty != 0
    }

    /// Whether it may hold where the last pit was occupied, or was empty. It is empty now if it was taken from as the seed
    /// fell.
    pub(super) fn may_hold(&self, was: bool) -> bool {
        let [least, most] = self.last;
        match was {
            true => most > 1 || least == 0,
            false => least <= 1,
        }
    }

    /// Whether it asks which pits are occupied.
    fn asks_pits(&self) -> bool {
        self.occupied | self.empty | self.any[0] != 0
    }

    /// Whether it holds whatever there is.
    pub(super) fn is_always(&self) -> bool {
        let any = [0, u16::MAX];
        let whatever = self.last == any && self.faces == any && self.facts == [0; 2];
        whatever && !self.asks_pits() && self.applied == 0 && self.rest.is_empty()
    }
}

// Judging.

impl Numbers {
    /// The places of a board that hold so many; and perhaps lanes that are no place.
    #[inline(always)]
    fn held_by<B: Board, M: Machine>(&self, board: &B) -> u64 {
        match self {
            Numbers::One(number) => board.holding::<M>(*number),
            Numbers::OneOf(numbers) => {
                let mut all = 0;
                for &number in numbers {
                    all |= board.holding::<M>(number);
                }
                all
            }
            Numbers::AtLeast(least) => board.holding_at_least::<M>(*least),
            Numbers::Odd => board.odd::<M>(),
        }
    }
}

impl Soon {
    /// Whether the last pit and the one that faces it hold as many as they must, and the facts are as they must be.
    #[inline(always)]
    pub(super) fn may_be(&self, [holds, faces]: [u16; 2], facts: u16) -> bool {
        // Below the least it is more than any number that may be.
        let out = |number: u16, [least, span]: [u16; 2]| number.wrapping_sub(least) > span;
        let [mask, must] = self.facts;
        !(out(holds, self.last) | out(faces, self.faces) | (facts & mask != must))
    }

    /// Whether it asks for [`Course::facts`].
    pub(super) fn asks_turn(&self) -> bool {
        self.facts[0] & (FIRST_LAP | CROSSED | COUNTED_TURN) != 0
    }
}

impl When {
    /// What is judged soonest of it.
    pub(super) fn soon(&self) -> Soon {
        let from = |[least, most]: [u16; 2]| [least, most.saturating_sub(least)];
        let [must, must_not] = self.facts;
        Soon {
            last: from(self.last),
            faces: from(self.faces),
            facts: match self.is_never() || must & must_not != 0 {
                // As no facts are.
                true => [0, 1],
                false => [must | must_not, must],
            },
            more: self.asks_pits() || self.applied != 0,
            rest: !self.rest.is_empty(),
        }
    }

    /// Whether the pits are as they must be and the rules have applied that must have: all but [`When::soon`] and the rest.
    #[inline(always)]
    pub(super) fn may_be(&self, occupied: u64, applied: u32) -> bool {
        let wrong = self.applied & !applied != 0;
        let [one, other] = self.any;
        // One after the other: two at once would be made vectors of, which is waited for.
        let wrong = wrong | (one != 0) & (as_word(one & occupied) == 0);
        let wrong = wrong | (other != 0) & (as_word(other & occupied) == 0);
        let pits = (self.occupied & !occupied) | (self.empty & occupied);
        !((pits != 0) | wrong)
    }
}

impl QuickRules {
    /// The masks of a position in which these places are occupied.
    #[inline(always)]
    pub(super) fn masks<B: Board, M: Machine>(&self, state: &State<B>, occupied: u64) -> Masks {
        let mut masks = [u64::MAX, occupied, 0, 0, 0, 0, 0, 0];
        // Only those that there are: what has just been written one by one is waited for when it is copied as a whole.
        for mark in 0..self.marks.min(MOST_MARKS) {
            masks[(usize::from(MARKED) + mark) % 8] = state.kept.marks[mark];
        }
        for (at, numbers) in self.counted.iter().enumerate() {
            masks[(usize::from(COUNTED) + at) % 8] = numbers.held_by::<B, M>(&state.board);
        }
        masks
    }
}

// What is inlined where games are played is compiled for the machine. What is not, for any: there are no newer
// instructions in it, each of which would be a call.
impl<'a, B: Board> Seen<'a, B> {
    /// What there is to see of a position of which these are the masks.
    #[inline(always)]
    pub(super) fn new(
        rules: &'a QuickRules,
        state: &'a State<B>,
        masks: &'a Masks,
        course: &'a Course,
    ) -> Self {
        Seen {
            rules,
            state,
            occupied: masks[usize::from(OCCUPIED)],
            masks,
            course,
        }
    }

    /// Whether all of these hold.
    #[inline(never)]
    pub(super) fn all_hold(&self, all: &[Asked]) -> bool {
        all.iter().all(|asked| self.holds(asked))
    }

    #[inline(always)]
    fn is_occupied(&self, was: bool) -> u64 {
        let last = self.course.last % 64;
        match was && self.state.board.get(last) <= 1 {
            true => self.occupied & !(1 << last),
            false => self.occupied,
        }
    }

    /// How much lies in a place, or lay there before the last seed fell.
    fn seeds(&self, place: usize, was: bool) -> u32 {
        match place.checked_sub(self.rules.ring) {
            Some(store) => self.rules.stores(self.state)[store % 2],
            None => (self.state.board.get(place) as u32).saturating_sub(was.into()),
        }
    }

    /// The pits that hold so many.
    #[inline(always)]
    fn counting<M: Machine>(&self, numbers: &Numbers, was: bool) -> u64 {
        let last = self.course.last;
        if was && self.rules.all >> last & 1 == 1 {
            let mut before = self.state.board;
            before.set(last, self.seeds(last, true));
            return numbers.held_by::<B, M>(&before);
        }
        numbers.held_by::<B, M>(&self.state.board)
    }

    /// The pits of which a claim holds.
    #[inline(always)]
    pub(super) fn fits<M: Machine>(&self, fits: &Fits) -> u64 {
        match fits {
            Fits::Masked(masked) => masked.of(self.masks) & self.rules.all,
            Fits::All(all) => self.fits_all(all),
            Fits::Any(any) => self.fits_any(any),
            one => self.fits_one::<M>(one),
        }
    }

    #[inline(never)]
    fn fits_all(&self, all: &[Fits]) -> u64 {
        all.iter().fold(self.rules.all, |pits, fits| {
            pits & match fits {
                Fits::All(all) => self.fits_all(all),
                Fits::Any(any) => self.fits_any(any),
                one => self.fits_one::<Any>(one),
            }
        })
    }

    #[inline(never)]
    fn fits_any(&self, any: &[Fits]) -> u64 {
        any.iter().fold(0, |pits, fits| {
            pits | match fits {
                Fits::All(all) => self.fits_all(all),
                Fits::Any(any) => self.fits_any(any),
                one => self.fits_one::<Any>(one),
            }
        })
    }

    #[inline(always)]
    fn fits_one<M: Machine>(&self, fits: &Fits) -> u64 {
        let (all, kept) = (self.rules.all, &self.state.kept);
        let (pits, holds) = match fits {
            Fits::All(_) | Fits::Any(_) => (all, true),
            Fits::Masked(masked) => (masked.of(self.masks), true),
            Fits::In(pits) => (*pits, true),
            Fits::Occupied { was, holds } => (self.is_occupied(*was), *holds),
            Fits::Count {
                was,
                numbers,
                holds,
            } => (self.counting::<M>(numbers, *was), *holds),
            Fits::Marked { mark, holds } => (kept.marks[*mark % MOST_MARKS], *holds),
            Fits::Facing(occupied) => (self.rules.facing.pits(self.occupied & all), *occupied),
            Fits::EmptyAtOpening(holds) => (kept.empty_at_opening, *holds),
        };
        all & if holds { pits } else { !pits }
    }

    /// The pits of a set, if there is one.
    #[inline(always)]
    pub(super) fn found(&self, pits: &Pits) -> Option<u64> {
        match pits {
            Pits::These(pits) => Some(*pits),
            Pits::Masked(masked) => Some(masked.of(self.masks) & self.rules.all),
            pits => self.found_otherwise(pits),
        }
    }

    #[inline(never)]
    fn found_otherwise(&self, pits: &Pits) -> Option<u64> {
        Some(match pits {
            Pits::Nowhere => return None,
            Pits::These(_) | Pits::Masked(_) => return self.found(pits),
            Pits::Filled(pits, true) => pits & self.occupied,
            Pits::Filled(pits, false) => pits & !self.occupied,
            Pits::Such(of, fits) => self.found(of)? & self.fits::<Any>(fits),
            Pits::Opposite(of) => self.rules.facing.pits(self.found(of)? & self.rules.all),
            Pits::Met(met) => self.met(met),
            Pits::Run(run) => {
                let fits = run.fits.of(self.masks);
                run.met(self.rules, self.occupied, fits) & run.such.of(self.masks)
            }
        })
    }

    fn met(&self, met: &Met) -> u64 {
        let Some(of) = self.found(&met.of) else {
            return 0;
        };
        let fits = of & self.fits::<Any>(&met.fits);
        let mut pits = 0u64;
        for &(gap, at) in &met.places {
            let blocked = met.gaps && (self.occupied & !pits) >> gap & 1 == 1;
            if blocked || fits >> at & 1 == 0 {
                break;
            }
            pits |= 1 << at;
        }
        pits
    }

    #[inline(always)]
    pub(super) fn holds(&self, asked: &Asked) -> bool {
        match asked {
            Asked::None(masked, holds) => (masked.of(self.masks) & self.rules.all == 0) == *holds,
            Asked::FirstTurns(turns, holds) => {
                (self.state.kept.made[self.course.mover % 2] < *turns) == *holds
            }
            asked => self.holds_otherwise(asked),
        }
    }

    #[inline(never)]
    fn holds_otherwise(&self, asked: &Asked) -> bool {
        let course = self.course;
        match asked {
            Asked::None(..) | Asked::FirstTurns(..) => self.holds(asked),
            Asked::All(all) => all.iter().all(|asked| self.holds(asked)),
            Asked::Any(any) => any.iter().any(|asked| self.holds(asked)),
            Asked::Are { occupied, empty } => {
                (occupied & !self.occupied) | (empty & self.occupied) == 0
            }
            Asked::Holds {
                place,
                was,
                count,
                holds,
            } => counts(count, self.seeds((*place).into(), *was)) == *holds,
            Asked::Each(pits, fits) => self
                .found(pits)
                .is_some_and(|pits| pits & !self.fits::<Any>(fits) == 0),
            Asked::Some(pits, fits) => self
                .found(pits)
                .is_some_and(|pits| pits & self.fits::<Any>(fits) != 0),
            Asked::Together(sets, count, holds) => {
                let found = sets.iter().filter_map(|pits| self.found(pits));
                let together = found.fold(0, |all, pits| all | pits);
                let (ring, stores) = (self.rules.ring, self.rules.stores(self.state));
                let stored = (0..2).map(|store| match together >> (ring + store) & 1 {
                    1 => stores[store],
                    _ => 0,
                });
                let pits = together & self.rules.all;
                let on_board = match pits {
                    0 => 0,
                    pits => self.state.board.sum::<Any>(pits),
                };
                let seeds = on_board + stored.sum::<u32>();
                counts(count, seeds) == *holds
            }
            Asked::FirstLap(holds) => (course.laps == 1) == *holds,
            Asked::Crossed(holds) => (course.touched & course.enemys != 0) == *holds,
            Asked::Captured(holds) => (course.captured != 0) == *holds,
            Asked::Applied(rule, holds) => (course.applied & rule != 0) == *holds,
            Asked::FirstTurnsOfGame(turns, holds) => {
                let made = self.state.kept.made.map(u16::from);
                (made[0] + made[1] < u16::from(*turns)) == *holds
            }
            Asked::ExtraTurn(holds) => (self.state.kept.previous == Previous::AGAIN) == *holds,
            Asked::LapOf(count, holds) => counts(count, course.seeds as u32) == *holds,
        }
    }
}
