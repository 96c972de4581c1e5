//! What is known at the end of a lap, told as a number: what happens is then a look in a table.
//!
//! Mostly that is whether the last pit was and is occupied, whether the one that faces it is, and their marks. Where
//! rules ask how much these pits hold, or whether a relay goes on depends on more than an occupied last pit, each lap
//! is judged by such a look, and numbers of seeds are told as [`Classes`].

use super::super::condition::{
    Check, Claim, IS, MARKS, OPPOSITE, OPPOSITE_MARKS, PitRef, Test, View, WAS,
};
use super::super::position::MOST_MARKS;
use super::super::program::{Action, Program, Rules, Step};
use crate::rules::ruleset::{Count, TurnFact};
use crate::rules::validate::counts;

/// The fact that a pit of the enemy has got a seed in this turn, beside those of [`Program::facts`].
pub(super) const CROSSED: u32 = 16;

/// Numbers of seeds that are told apart.
pub(super) const NUMBERS: usize = 256;

/// The most bits of a situation, so that its table stays small.
const MOST_BITS: u32 = 10;

/// What tells the situations of a program apart.
#[derive(Clone, Debug)]
pub(super) struct Situations {
    /// Marks, of which there are no more than two;
    pub marks: Vec<usize>,
    /// whether the enemy row was sown;
    pub crossing: bool,
    /// and how much the pits hold, if each lap is judged.
    pub classes: Option<Classes>,
}

/// How much the last pit and the opposite one hold, as far as rules tell it apart, and more that is told only where each
/// lap is judged.
#[derive(Clone, Debug)]
pub(super) struct Classes {
    /// For each number of seeds in the last pit, and in the opposite one, what it adds to a situation.
    pub last: [u16; NUMBERS],
    pub opposite: [u16; NUMBERS],
    /// What a situation has added if the enemy row was sown, and on the first lap: 0 where that is not told.
    pub crossed: usize,
    pub first_lap: usize,
    bits: u32,
    /// For each class of the last pit, and of the opposite one, a number that is of it; and where they stand.
    examples: [Vec<usize>; 2],
    shifts: [u32; 2],
    /// All rules that ask for numbers are told what they ask.
    counted: bool,
}

/// What is known in a situation.
pub(super) struct Known<'p> {
    /// Facts as in [`Program::facts`]: those that are so,
    are: u32,
    /// and those that are known.
    known: u32,
    view: &'p View,
    last: usize,
    /// How much the last pit and the opposite one hold, or a number that no rule tells from that; not of a store.
    holds: Option<[usize; 2]>,
    counted: bool,
    first_lap: Option<bool>,
}

impl Situations {
    /// Those of a program. `bytes` if no pit can come to hold more than a byte says.
    pub(super) fn of(program: &Program, judges_laps: bool, bytes: bool) -> Situations {
        let steps = || program.sides.iter().flat_map(|rules| &rules.steps);
        let matter = steps().fold(0, |all, step| all | step.check.quick.matter);
        let mut marks: Vec<usize> = (0..MOST_MARKS)
            .filter(|&mark| matter & (1 << MARKS | 1 << OPPOSITE_MARKS) << mark != 0)
            .collect();
        marks.truncate(2);
        let asks = |fact: TurnFact| steps().any(|step| asks_turn(step, fact));
        let crossing = asks(TurnFact::Crossed);
        let numbers = numbers_asked(steps());
        let judges_laps = judges_laps || bytes && !numbers.is_empty();
        let classes = judges_laps.then(|| {
            let first_lap = asks(TurnFact::FirstLap);
            let below = 2 * marks.len() as u32;
            let told = below + u32::from(crossing) + u32::from(first_lap);
            let flag = |is: bool, bit: u32| usize::from(is) << bit;
            let classes = |numbers: Option<&[Number<'_>]>| {
                let of = |pit, shift| classes_of(numbers.unwrap_or_default(), pit, shift);
                let (last, these) = of(PitRef::Last, told);
                let bits = bits_of(&these);
                let (opposite, those) = of(PitRef::Opposite, told + bits);
                let more = bits_of(&those);
                Classes {
                    last,
                    opposite,
                    examples: [these, those],
                    shifts: [told, told + bits],
                    crossed: flag(crossing, below),
                    first_lap: flag(first_lap, below + u32::from(crossing)),
                    bits: told + bits + more,
                    counted: numbers.is_some(),
                }
            };
            let all = classes(bytes.then_some(&numbers));
            match all.bits {
                ..=MOST_BITS => all,
                _ => classes(None),
            }
        });
        Situations {
            marks,
            crossing,
            classes,
        }
    }

    /// Whether it is always known if a relay goes on, but for what other rules make of it.
    pub(super) fn tell_relays(&self, rules: &Rules) -> bool {
        let view = &rules.view;
        (0..view.ring()).all(|last| {
            let there = |step: &&Step| step.check.quick.within >> last & 1 == 1;
            let is_relay = |step: &&Step| matches!(step.action, Action::Relay);
            let relays = || rules.steps.iter().filter(is_relay).filter(there);
            let mut situations = self.at(last, view);
            situations.all(|known| relays().all(|step| known.check(&step.check).is_some()))
        })
    }

    /// In how many bits a situation is told.
    pub(super) fn bits(&self) -> u32 {
        match &self.classes {
            Some(classes) => classes.bits,
            None => 3 + 2 * self.marks.len() as u32 + u32::from(self.crossing),
        }
    }

    /// All that there may be where this is the last place, in the order of their numbers.
    pub(super) fn at<'a>(
        &'a self,
        last: usize,
        view: &'a View,
    ) -> impl Iterator<Item = Known<'a>> + 'a {
        (0..1usize << self.bits()).map(move |situation| self.known(situation, last, view))
    }

    fn known<'a>(&self, situation: usize, last: usize, view: &'a View) -> Known<'a> {
        let is = |bit: u32| situation as u32 >> bit & 1;
        let (marked, crossed, holds) = match &self.classes {
            None => {
                let was = is(0) as usize;
                let holds = [was + (is(1) as usize | was), is(2) as usize];
                (3, is(self.bits() - 1) == 1, holds)
            }
            Some(classes) => {
                let number = |pit: usize| {
                    let examples = &classes.examples[pit];
                    let mask = (1 << bits_of(examples)) - 1;
                    let class = situation >> classes.shifts[pit] & mask;
                    // Between the classes and the next power of two there are situations that never are.
                    examples.get(class).copied().unwrap_or(0)
                };
                let holds = [number(0), number(1)];
                (0, situation & classes.crossed != 0, holds)
            }
        };
        // A store is no pit: for the rules it never holds anything.
        let in_pit = last < view.ring();
        let fact = |fact: u32, is: bool| u32::from(is && in_pit) << fact;
        let mut known = Known {
            are: fact(WAS, holds[0] > 1)
                | fact(IS, holds[0] > 0)
                | fact(OPPOSITE + WAS, holds[1] > 0)
                | fact(OPPOSITE + IS, holds[1] > 0),
            known: 1 << WAS | 1 << IS | 1 << (OPPOSITE + WAS) | 1 << (OPPOSITE + IS),
            view,
            last,
            holds: in_pit.then_some(holds),
            counted: self.classes.as_ref().is_some_and(|classes| classes.counted),
            first_lap: self
                .classes
                .as_ref()
                .filter(|classes| classes.first_lap != 0)
                .map(|classes| situation & classes.first_lap != 0),
        };
        for (at, &mark) in self.marks.iter().enumerate() {
            for (bit, first) in [(0, MARKS), (1, OPPOSITE_MARKS)] {
                known.known |= 1 << (first + mark as u32);
                known.are |= is(marked + 2 * at as u32 + bit) << (first + mark as u32);
            }
        }
        if self.crossing {
            known.known |= 1 << CROSSED;
            known.are |= u32::from(crossed) << CROSSED;
        }
        known
    }
}

impl Known<'_> {
    /// Whether a deciding lap rule applies, its last pit being where it must; `None` if that is not known.
    pub(super) fn check(&self, check: &Check) -> Option<bool> {
        let quick = check.quick;
        if (self.are ^ quick.facts) & quick.matter & self.known != 0 {
            return Some(false);
        }
        let unknown = quick.matter & !self.known != 0 || quick.applied != 0;
        match check
            .rest
            .as_ref()
            .map_or(Some(true), |rest| self.holds(rest))
        {
            Some(true) if unknown => None,
            holds => holds,
        }
    }

    /// Whether a test holds at the end of a lap, before anything is taken; `None` if that is not known.
    fn holds(&self, test: &Test) -> Option<bool> {
        match test {
            Test::All(tests) => all(tests.iter().map(|test| self.holds(test))),
            Test::Any(tests) => any(tests.iter().map(|test| self.holds(test))),
            Test::Pit(pit, claim) => self.claimed(*pit, claim),
            Test::Turn(TurnFact::Crossed, holds) => Some(self.fact(CROSSED)? == *holds),
            Test::Turn(TurnFact::FirstLap, holds) => Some(self.first_lap? == *holds),
            Test::Turn(..)
            | Test::Each(..)
            | Test::Some(..)
            | Test::Together(..)
            | Test::LapOf(..)
            | Test::LapBegunWith(..) => None,
        }
    }

    fn claimed(&self, pit: PitRef, claim: &Claim) -> Option<bool> {
        match claim {
            Claim::All(claims) => all(claims.iter().map(|claim| self.claimed(pit, claim))),
            Claim::Any(claims) => any(claims.iter().map(|claim| self.claimed(pit, claim))),
            Claim::In(set) => match pit {
                PitRef::Last => Some(set.contains(self.last)),
                PitRef::Opposite => Some(set.contains(self.view.facing(self.last))),
                _ => None,
            },
            Claim::Occupied { was, holds } => Some((self.number(pit, *was)? > 0) == *holds),
            Claim::Count { was, count, holds } if self.counted => {
                Some(counts(count, self.number(pit, *was)? as u32) == *holds)
            }
            Claim::Marked { mark, holds } => {
                let first = match pit {
                    PitRef::Last => MARKS,
                    PitRef::Opposite => OPPOSITE_MARKS,
                    _ => return None,
                };
                Some(self.fact(first + *mark as u32)? == *holds)
            }
            _ => None,
        }
    }

    fn fact(&self, fact: u32) -> Option<bool> {
        (self.known >> fact & 1 == 1).then_some(self.are >> fact & 1 == 1)
    }

    /// How much a pit holds, or held before the last seed fell.
    fn number(&self, pit: PitRef, was: bool) -> Option<usize> {
        let [last, opposite] = self.holds?;
        match pit {
            PitRef::Last => Some(last.saturating_sub(usize::from(was))),
            PitRef::Opposite => Some(opposite),
            _ => None,
        }
    }
}

/// Whether all hold, if that is known.
fn all(mut tests: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let all = tests.try_fold(Some(true), |all, holds| match holds {
        Some(false) => Err(()),
        Some(true) => Ok(all),
        None => Ok(None),
    });
    all.unwrap_or(Some(false))
}

/// Whether one of them holds, if that is known.
fn any(tests: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let not = |holds: Option<bool>| holds.map(|holds| !holds);
    not(all(tests.map(not)))
}

/// A number of seeds that a rule asks of the last pit or of the opposite one.
#[derive(Clone, Copy)]
struct Number<'p> {
    of: PitRef,
    was: bool,
    count: &'p Count,
}

fn numbers_asked<'p>(steps: impl Iterator<Item = &'p Step>) -> Vec<Number<'p>> {
    let mut all = Vec::new();
    for step in steps {
        each_test(step.check.rest.as_ref(), &mut |test| {
            if let Test::Pit(of @ (PitRef::Last | PitRef::Opposite), claim) = test {
                each_number(claim, &mut |was, count| {
                    all.push(Number {
                        of: *of,
                        was,
                        count,
                    });
                });
            }
        });
    }
    all
}

fn each_number<'p>(claim: &'p Claim, each: &mut impl FnMut(bool, &'p Count)) {
    match claim {
        Claim::All(claims) | Claim::Any(claims) => {
            for claim in claims {
                each_number(claim, each);
            }
        }
        Claim::Count { was, count, .. } => each(*was, count),
        _ => {}
    }
}

fn asks_turn(step: &Step, wanted: TurnFact) -> bool {
    let mut asks = false;
    each_test(step.check.rest.as_ref(), &mut |test| {
        asks |= matches!(test, Test::Turn(fact, _) if *fact == wanted);
    });
    asks
}

fn each_test<'p>(tests: impl IntoIterator<Item = &'p Test>, each: &mut impl FnMut(&'p Test)) {
    for test in tests {
        match test {
            Test::All(tests) | Test::Any(tests) => each_test(tests, each),
            test => each(test),
        }
    }
}

/// In how many bits so many classes are told.
fn bits_of(classes: &[usize]) -> u32 {
    usize::BITS - (classes.len() - 1).leading_zeros()
}

/// For each number of seeds in a pit which class it is of, shifted by so many bits; and for each class a number of it.
fn classes_of(numbers: &[Number<'_>], pit: PitRef, shift: u32) -> ([u16; NUMBERS], Vec<usize>) {
    let last = matches!(pit, PitRef::Last);
    let asked = |seeds: usize| {
        let of_it = |number: &&Number<'_>| matches!(number.of, PitRef::Last) == last;
        let answers = numbers.iter().filter(of_it).map(move |number| {
            let seeds = seeds.saturating_sub(usize::from(number.was && last));
            counts(number.count, seeds as u32)
        });
        let mut all: Vec<bool> = answers.collect();
        all.extend([seeds > 0, last && seeds > 1]);
        all
    };
    let (mut known, mut examples) = (Vec::new(), Vec::new());
    let classes = std::array::from_fn(|seeds| {
        let answers = asked(seeds);
        let at = known.iter().position(|other| *other == answers);
        if at.is_none() {
            known.push(answers);
            examples.push(seeds);
        }
        let class = at.unwrap_or(known.len() - 1) as u16;
        // Where there are too many of them they are not made use of.
        class.checked_shl(shift).unwrap_or(0)
    });
    (classes, examples)
}
