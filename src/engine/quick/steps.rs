//! Turns that are more than laps of one table: sown either way, each time or for good, on from the next pit, past pits
//! for what they hold, with seeds taken as they fall, on after a capture, or with a pit to be picked then.
//!
//! The rules of a lap's end are judged one after the other, compiled for where it ended ([`super::masks`]). What a
//! program asks for that is not here leaves its games to the general path as a whole.

use super::super::condition::{Claim, MARKS, PitRef, SetRef, Test};
use super::super::machine::{Any, Apart, Machine, as_word};
use super::super::pits::PitSet;
use super::super::play::Way;
use super::super::position::{Bound, MOST_MARKS, Previous};
use super::super::program::{Action, Capture, Next, Other, Program, Receiver, Rules, Step, Taking};
use super::masks::{
    Asked, Counted, Course, Fits, Known, Masked, Masks, Pits, Plain, Run, Seen, Soon, When,
};
use super::{Board, ByLift, Did, Kept, Outcome, Quick, QuickSide, RowsOfLaps, State, Unplayed};
use crate::rules::ruleset::{After, Count, Direction, Lift, Player, Ruling, TurnFact};

/// The rules, compiled so; for South and for North.
#[derive(Clone, Debug)]
pub(super) struct Steps {
    pub sides: [SideSteps; 2],
}

/// The rules as one mover sees them.
#[derive(Clone, Debug)]
pub(super) struct SideSteps {
    /// What is asked of a pit that is lifted from, but that it be occupied: apart if it is only marks.
    claim: Option<Fits>,
    claim_of_marks: Option<Masked>,
    /// Which way is sown, if that is always the same.
    set: Ways,
    /// What turns before this one have to say of it, if they have.
    earlier: Option<Earlier>,
    forbids: Box<[MoveForbid]>,
    singles: Option<Singles>,
    passed: Box<[Passed]>,
    /// All that is asked of them is soon told, and of the pit that is lifted from before it is emptied.
    passes_soon: bool,
    laps: Laps,
    /// What is taken as seeds fall: where they are,
    falls: Box<[Fall<u32>]>,
    /// and where they are not.
    falls_past: FallsPast,
    /// The pits that lose a mark when they are lifted from.
    lost_by_lift: Box<[(usize, u64)]>,
    /// How many seeds there may be on the board at most for a rule to apply besides the one that decides, if there are
    /// such rules.
    besides: Option<u32>,
    /// As the rules say, and the other way.
    ways: [WaySteps; 2],
}

/// How laps are sown.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Laps {
    /// As rows of the table,
    ByRows,
    /// past the pits that are passed over,
    Past,
    /// and what falls into some is taken.
    PastFalling,
}

/// Which way seeds are sown from each pit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Ways {
    /// The pits of which the mover chooses the way,
    both: u64,
    /// those that are sown the other way than the rules say of all,
    reversed: u64,
    /// those from which he will sow the same way for the rest of the game,
    bind: u64,
    /// and those from which his opponent sows the other way from then on.
    bind_opponent: u64,
}

/// What is asked of a move for the sake of earlier ones.
#[derive(Clone, Debug)]
struct Earlier {
    /// Which way is sown, for each number of turns that the mover has made, as far as they are counted, and each way that
    /// he may be bound to.
    ways: Box<[[Ways; 3]]>,
    /// What is to be picked after captures.
    picks: Box<[Pick]>,
}

/// The pits of which the mover takes one after a capture.
#[derive(Clone, Debug)]
struct Pick {
    /// As a position tells it: one more than the number of the rule.
    code: u8,
    pits: Pits,
}

/// What is judged before a move is made.
#[derive(Clone, Debug)]
struct MoveForbid {
    /// What is asked of the pit alone,
    origin: Fits,
    /// of the board alone,
    before: Asked,
    /// and of both: for each pit, if anything is.
    each: Box<[Asked]>,
}

/// Where single seeds go: the next pit but for one pit, as the pits are numbered.
#[derive(Clone, Copy, Debug)]
struct Singles {
    /// So far to the right or to the left are the pits before others,
    right: u32,
    left: u32,
    /// but for one, whose next pit is another.
    odd: u8,
    reaches: u8,
}

/// Pits that are passed over while something holds.
#[derive(Clone, Debug)]
struct Passed {
    pits: u64,
    fits: Fits,
    when: Asked,
    /// All that is asked, if it is little: one thing of the pit, and how many turns of the mover are the first ones, in
    /// which it is passed over or not.
    soon: Option<(Plain, u8, bool)>,
}

/// What is taken from a pit as a seed falls there, if the pit is such: how many seeds it must hold then; or more.
#[derive(Clone, Debug)]
struct Fall<T> {
    bit: u32,
    within: u64,
    such: T,
    /// Only by the last seed of a lap, or only by another.
    last_seed: Option<bool>,
    to: Gets,
}

/// A pit from which something is taken.
#[derive(Clone, Debug)]
struct Such {
    /// How many seeds it must hold, if that is asked,
    holds: Option<u32>,
    /// and which marks it must bear, or must not.
    marks: Box<[(usize, bool)]>,
}

/// What is taken as seeds fall where laps are no rows of the table.
#[derive(Clone, Debug, Default)]
struct FallsPast {
    falls: Box<[Fall<Such>]>,
    /// Nothing is taken from other pits than these,
    within: u64,
    /// nor from those that do not bear this mark, if one is named.
    mark: Option<usize>,
}

/// Who gets it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Gets {
    Player(usize),
    RowOwner,
    /// It is put into this place.
    Into(usize),
}

/// What the end of a lap brings, sown one way.
#[derive(Clone, Debug, Default)]
pub(super) struct WaySteps {
    first_row: usize,
    first_circuit: usize,
    /// For each place where a lap may end, the first of its steps: one after the other, the last of them whatever holds.
    first: Box<[u32]>,
    steps: Box<[LapStep]>,
    /// Where those begin that may apply besides, and where after the last place they end.
    first_besides: Box<[u32]>,
    besides: Box<[LapStep<Takes>]>,
    /// Some rule asks for [`Course::facts`].
    asks_facts: bool,
    /// For each place the next one.
    next: Box<[u8]>,
    /// For each place pits without which no relay goes on from there, the last pit having been empty, or occupied: no
    /// bits where that is not known.
    relays_need: [Box<[u64]>; 2],
}

/// A lap rule, for one place where a lap may end.
#[derive(Clone, Debug)]
struct LapStep<T = Then> {
    soon: Soon,
    bit: u32,
    when: When,
    then: T,
}

/// Where a lap has ended: what faces the last pit, and what the two hold.
#[derive(Clone, Copy)]
struct Reached {
    facing: usize,
    holds: [usize; 2],
}

#[derive(Clone, Debug)]
enum Then {
    /// From the last pit: told at once, and not from what is known of the rule, which is not waited for where it is guessed.
    Relay,
    /// From the next pit likewise, if that is occupied: or the turn is over.
    RelayNext,
    /// The other way round, from the last pit or the next one, if that is occupied: or the turn is over.
    RelayRound {
        next: bool,
    },
    /// The turn is over, and the mover has another or not. The mover takes some pits, or none: the row that says what
    /// stays on the board, and its lanes.
    End {
        again: bool,
        row: usize,
        stays: u64,
    },
    /// The same pits are taken or put into a place, and something comes after it, if any of some pits is occupied then,
    /// where any are named.
    On {
        row: usize,
        stays: u64,
        into: Option<u8>,
        on: On,
        any: u64,
    },
    /// The mover takes these pits and those of a run, and the turn is over.
    EndRun(Box<(u64, Run)>),
    Take(Box<Takes>),
}

/// Who gets what is taken, of which pits, and how many seeds of each at most.
type Take = (Gets, Box<[Pits]>, u16);

/// What is taken where a lap has ended, and what is done with it.
#[derive(Clone, Debug)]
pub(super) struct Takes {
    takes: Box<[Take]>,
    marks: Box<[(usize, Pits)]>,
    unless: Option<Asked>,
    then: Box<[(On, Asked)]>,
}

/// What comes after a capture.
#[derive(Clone, Copy, Debug)]
enum On {
    Again,
    Relay(usize),
    Sow(After),
    /// A move by which the mover takes a pit of his choice: see [`Pick::code`].
    Pick(u8),
}

/// How a turn goes on.
pub(super) enum Flow {
    End {
        again: bool,
    },
    Relay(usize),
    /// So many seeds that were taken are sown on, the first of them after this place.
    Sow(usize, usize),
}

/// A state of a relay that later ones are compared with.
#[derive(Clone, Copy)]
struct Watched<B> {
    board: B,
    last: usize,
    laps: u32,
    more: WatchedMore,
    /// The rules that had taken seeds: whoever compares all states does not compare them.
    captured: u32,
}

/// States of a relay are compared from this lap on, a power of two: most relays are over before.
const WATCHED_FROM: u32 = 16;

impl<B: Board> Watched<B> {
    /// Whether it has come back in this one, as far as the interpreter compares them,
    #[inline(always)]
    fn is(&self, now: &Self) -> bool {
        self.board == now.board && self.last == now.last && self.more == now.more
    }

    /// and in all that tells how the relay goes on.
    #[inline(always)]
    fn is_all(&self, now: &Self) -> bool {
        self.is(now) && self.captured == now.captured
    }

    /// In which lap the interpreter finds that a relay has come round, which compares each state with the one of the last
    /// power of two, where the first state that is watched has come back in this one; `None` if that cannot be told.
    fn first_found(&self, lap: u32, program: &Program) -> Option<u32> {
        let cycle = lap - self.laps;
        if program.relay_invertible {
            // The first state is the first that comes back.
            return Some(1 + cycle);
        }
        // It fits between no two of the states that were passed over, and between others no sooner than it is as long.
        let told = cycle > self.laps / 2;
        told.then(|| cycle.next_power_of_two() + cycle)
    }
}

#[derive(Clone, Copy, Default, PartialEq)]
struct WatchedMore {
    captured: [u32; 2],
    marks: [u64; MOST_MARKS],
    lifted: u64,
    touched: u64,
    applied: u32,
    reversed: bool,
    began: usize,
}

// Compiling.

impl Steps {
    /// Compiles the rules of a program, if they are all for this path.
    pub(super) fn of<B: Board>(program: &Program, rows: &mut RowsOfLaps<'_, B>) -> Option<Steps> {
        let moves_marks = |rules: &Rules| {
            let lost = !rules.lost_by_lift.is_empty() || !rules.lost_by_capture.is_empty();
            let marks = |step: &Step| match &step.action {
                Action::Other(other) => match &**other {
                    Other::Capture(capture) => !capture.marks.is_empty(),
                    Other::Relay { .. } | Other::RelayStore { .. } => false,
                },
                _ => false,
            };
            lost && rules.steps.iter().chain(&rules.also).any(marks)
        };
        // What is marked and cleared again could come back.
        let comes_back = program.repeated.is_some() && program.sides.iter().any(moves_marks);
        // Positions that differ in what is to be picked are not told apart as boards.
        let picks = |rules: &Rules| rules.steps.iter().any(|step| picked(step).is_some());
        let picks_again = program.repeated.is_some() && program.sides.iter().any(picks);
        if program.lift != Lift::All || comes_back || picks_again {
            return None;
        }
        let mut side = |player: Player| SideSteps::of(program, player, rows);
        Some(Steps {
            sides: [side(Player::South)?, side(Player::North)?],
        })
    }
}

/// The pits that a move may begin in, were all of them occupied and nothing else asked.
pub(super) fn begins_in(rules: &Rules) -> Option<u64> {
    match rules.from {
        SetRef::Static(set) | SetRef::Filled(set, true) => Some(set.low()),
        _ => None,
    }
}

impl SideSteps {
    fn of<B: Board>(
        program: &Program,
        player: Player,
        rows: &mut RowsOfLaps<'_, B>,
    ) -> Option<SideSteps> {
        let rules = &program.sides[player as usize];
        let more = !rules.also.is_empty() && program.also_asks_was
            || !rules.begin_steps.is_empty()
            || !rules.turn_ends.is_empty()
            || rules.first_into_origin.is_some()
            || rules
                .turn_forbids
                .iter()
                .any(|forbid| forbid.empty_before.is_empty())
            || !rules.forbids.is_empty() && program.landings.is_none();
        if more {
            return None;
        }
        let board = Known::beginning(&rules.view, None, &rows.counted);
        let from = begins_in(rules)?;
        let told = Ways::told(program, rules, from)?;
        let set = told[0][0];
        let always_set = told.iter().flatten().all(|ways| *ways == set);
        let may_be = |is: fn(&Ways) -> bool| told.iter().flatten().any(is);
        let turns_round = rules.steps.iter().any(|step| match &step.action {
            Action::Other(other) => matches!(
                **other,
                Other::Relay {
                    turns_round: true,
                    ..
                }
            ),
            _ => false,
        });
        let forbids: Option<Box<[MoveForbid]>> = rules
            .move_forbids
            .iter()
            .map(|(_, test)| MoveForbid::of(rules, test, (from, set.reversed), &rows.counted))
            .collect();
        let forbids = forbids?;
        // Where he may choose the way, what lies along it would have to be asked for each.
        if !forbids.is_empty() && (!always_set || set.both != 0) {
            return None;
        }
        let passed = passed(program, rules, &rows.counted)?;
        let such_falls = falls(program, rules)?;
        let numbered = such_falls.iter().map(Fall::numbered);
        let numbered: Option<Box<[Fall<u32>]>> = numbered.collect();
        let (falls, falls_past) = match numbered {
            Some(falls) if passed.is_empty() => (falls, FallsPast::default()),
            _ if !is_plainly_round(program, rules) => return None,
            _ => (Box::default(), FallsPast::of(such_falls)),
        };
        let first_laps_vary =
            !program.sows_one_way() || !rules.seed_steps.is_empty() || !rules.pass_over.is_empty();
        if !rules.forbids.is_empty() && first_laps_vary {
            return None;
        }
        let picks = picks(rules, &board)?;
        let both_ways = turns_round || may_be(|ways| ways.both | ways.reversed != 0);
        let mut way = |other: bool| match !other || both_ways {
            true => WaySteps::of(program, player, other, rows),
            false => Some(WaySteps::default()),
        };
        let is_asked = !always_set || !picks.is_empty();
        let earlier = is_asked.then_some(Earlier { ways: told, picks });
        let claim = match &rules.from_claim {
            Some(claim) => Some(board.fits(claim)?),
            None => None,
        };
        let (claim_of_marks, claim) = match claim {
            Some(Fits::Masked(masked)) if masked.is_of_marks() => (Some(masked), None),
            claim => (None, claim),
        };
        Some(SideSteps {
            claim,
            claim_of_marks,
            set,
            earlier,
            forbids,
            singles: Singles::of(rules, from, program.clockwise),
            passes_soon: passed
                .iter()
                .all(|passed| !matches!(passed.soon, None | Some((Plain::Holds(0), ..)))),
            laps: match (passed.is_empty(), falls_past.falls.is_empty()) {
                (true, true) => Laps::ByRows,
                (false, true) => Laps::Past,
                (_, false) => Laps::PastFalling,
            },
            passed,
            falls,
            falls_past,
            // A pit is lifted whole.
            lost_by_lift: rules
                .lost_by_lift
                .iter()
                .map(|&(mark, whose, _)| (mark, whose.low()))
                .collect(),
            besides: rules
                .also
                .iter()
                .map(|step| step.check.most_on_board(rules.view))
                .max(),
            ways: [way(false)?, way(true)?],
        })
    }
}

impl Ways {
    /// For each number of turns that the mover has made, as far as they are counted, and each way he may be bound to.
    fn told(program: &Program, rules: &Rules, from: u64) -> Option<Box<[[Ways; 3]]>> {
        let of = |made| {
            let bound = |bound| Ways::of(program, rules, from, (made, bound));
            Some([
                bound(Bound::Free)?,
                bound(Bound::Counterclockwise)?,
                bound(Bound::Clockwise)?,
            ])
        };
        (0..=program.counts_turns).map(of).collect()
    }

    /// Those of a mover who has made so many turns and is bound so.
    fn of(program: &Program, rules: &Rules, from: u64, (made, bound): (u8, Bound)) -> Option<Ways> {
        let (mut ways, mut left) = (Ways::default(), from);
        for rule in &rules.sow_from {
            let SetRef::Static(pits) = rule.from else {
                return None;
            };
            let claims = !matches!(&rule.claim, Claim::All(claims) if claims.is_empty());
            if claims {
                return None;
            }
            if holds_after(&rule.when, made)? {
                ways.say(pits.low() & left, rule.direction, bound, program.clockwise);
                left &= !pits.low();
            }
        }
        ways.say(left, program.sow, bound, program.clockwise);
        Some(ways)
    }

    /// Says of pits which way they are sown by a player who is bound so; `clockwise` being what the rules say of all.
    fn say(&mut self, pits: u64, direction: Direction, bound: Bound, clockwise: bool) {
        let for_good = matches!(
            direction,
            Direction::EitherWayForGood | Direction::OppositeWays
        );
        let way = match (direction, bound) {
            (Direction::Clockwise, _) => Some(true),
            (Direction::Counterclockwise, _) => Some(false),
            (_, Bound::Clockwise) if for_good => Some(true),
            (_, Bound::Counterclockwise) if for_good => Some(false),
            _ => None,
        };
        match way {
            None => self.both |= pits,
            Some(way) if way != clockwise => self.reversed |= pits,
            Some(_) => {}
        }
        // Who is bound already sows that way.
        if way.is_none() && for_good {
            self.bind |= pits;
        }
        if direction == Direction::OppositeWays {
            self.bind_opponent |= pits;
        }
    }

    /// The first of the ways that a pit may be sown.
    #[inline(always)]
    fn first(&self, pit: usize) -> Way {
        match self.both >> (pit % 64) & 1 {
            1 => Way::Counterclockwise,
            _ => Way::Set,
        }
    }

    /// Whether a move is sown the other way than the rules say of all.
    #[inline(always)]
    fn is_reversed(&self, pit: usize, way: Way, clockwise: bool) -> bool {
        match way {
            Way::Counterclockwise => clockwise,
            Way::Clockwise => !clockwise,
            Way::Set | Way::Taken => self.reversed >> (pit % 64) & 1 == 1,
        }
    }

    /// Binds whom a move from this pit binds; whether anybody is bound who was not, or otherwise.
    #[inline(always)]
    fn bind(&self, bound: &mut [Bound; 2], (mover, pit, clockwise): (usize, usize, bool)) -> bool {
        if self.bind | self.bind_opponent == 0 {
            return false;
        }
        let before = *bound;
        let (this, other) = match clockwise {
            true => (Bound::Clockwise, Bound::Counterclockwise),
            false => (Bound::Counterclockwise, Bound::Clockwise),
        };
        if self.bind >> (pit % 64) & 1 == 1 {
            bound[mover % 2] = this;
        }
        if self.bind_opponent >> (pit % 64) & 1 == 1 {
            bound[(mover + 1) % 2] = other;
        }
        *bound != before
    }
}

/// Whether a condition holds when the mover has made so many turns; `None` if it depends on more.
fn holds_after(test: &Test, made: u8) -> Option<bool> {
    match test {
        Test::All(tests) => {
            let all: Option<Vec<bool>> = tests.iter().map(|test| holds_after(test, made)).collect();
            Some(all?.into_iter().all(|holds| holds))
        }
        Test::Any(tests) => {
            let any: Option<Vec<bool>> = tests.iter().map(|test| holds_after(test, made)).collect();
            Some(any?.into_iter().any(|holds| holds))
        }
        Test::Turn(TurnFact::FirstTurns(turns), holds) => Some((made < *turns) == *holds),
        _ => None,
    }
}

/// What is picked after the captures of a player.
fn picks(rules: &Rules, board: &Known<'_>) -> Option<Box<[Pick]>> {
    let picked = rules.steps.iter().filter_map(|step| {
        let (set, claim) = picked(step)?;
        let such = SetRef::Such(Box::new(set.clone()), Box::new(claim.clone()));
        Some(board.pits(&such).map(|pits| Pick {
            code: step.rule as u8 + 1,
            pits,
        }))
    });
    picked.collect()
}

/// The pits of which the mover takes one after this capture, and what is claimed of them.
fn picked(step: &Step) -> Option<(&SetRef, &Claim)> {
    let Action::Other(other) = &step.action else {
        return None;
    };
    let Other::Capture(capture) = &**other else {
        return None;
    };
    capture.then.iter().find_map(|(next, _)| match next {
        Next::Pick(set, claim) => Some((set, claim)),
        _ => None,
    })
}

impl MoveForbid {
    /// Of moves from these pits, and those of them that are sown the other way than the rules say of all.
    fn of(
        rules: &Rules,
        test: &Test,
        (from, reversed): (u64, u64),
        counted: &Counted,
    ) -> Option<MoveForbid> {
        let board = Known::beginning(&rules.view, None, counted);
        let tests = match test {
            Test::All(tests) => &tests[..],
            one => std::slice::from_ref(one),
        };
        let (mut origin, mut before, mut both) = (Vec::new(), Vec::new(), Vec::new());
        for test in tests {
            if let Test::Pit(PitRef::Origin, claim) = test
                && let Some(fits) = board.fits(claim)
            {
                origin.push(fits);
            } else if reversed == 0
                && let Some(asked) = board.asked(test)
            {
                before.push(asked);
            } else {
                both.push(test.clone());
            }
        }
        let both = (!both.is_empty()).then(|| Test::All(both.into()));
        let each = both.iter().flat_map(|test| {
            (0..rules.view.ring()).map(move |pit| match from >> pit & 1 {
                1 => {
                    let mut at = Known::beginning(&rules.view, Some(pit), counted);
                    // What comes after a pit is what is sown after it.
                    at.turn.reversed = reversed >> pit & 1 == 1;
                    at.asked(test)
                }
                _ => Some(Asked::NEVER),
            })
        });
        Some(MoveForbid {
            origin: board.as_masks(Fits::All(origin.into())),
            before: Asked::all(before),
            each: each.collect::<Option<_>>()?,
        })
    }
}

impl Singles {
    fn of(rules: &Rules, from: u64, clockwise: bool) -> Option<Singles> {
        let track = &rules.track[usize::from(clockwise)];
        let next = |pit: usize| {
            if clockwise {
                pit.wrapping_sub(1)
            } else {
                pit + 1
            }
        };
        let mut odd = PitSet::of_low(from)
            .iter()
            .filter(|&pit| usize::from(track[pit]) != next(pit));
        let one = odd.next().unwrap_or(0);
        odd.next().is_none().then(|| Singles {
            right: u32::from(!clockwise),
            left: u32::from(clockwise),
            odd: one as u8,
            reaches: track[one],
        })
    }

    /// The pits whose next pit is one of these.
    #[inline(always)]
    fn that_reach(self, pits: u64) -> u64 {
        let odd = pits >> (self.reaches % 64) & 1;
        (pits >> self.right << self.left) & !(1 << (self.odd % 64)) | odd << (self.odd % 64)
    }
}

fn passed(program: &Program, rules: &Rules, counted: &Counted) -> Option<Box<[Passed]>> {
    if rules.pass_over.is_empty() {
        return Some(Box::default());
    }
    let board = Known::beginning(&rules.view, None, counted);
    // What changes as the lap is sown can be asked of the pit alone that a seed comes to.
    fn is_of_pit(fits: &Fits) -> bool {
        match fits {
            Fits::All(all) | Fits::Any(all) => all.iter().all(is_of_pit),
            Fits::Facing(_) => false,
            _ => true,
        }
    }
    fn is_of_turn(asked: &Asked) -> bool {
        match asked {
            Asked::All(all) | Asked::Any(all) => all.iter().all(is_of_turn),
            Asked::FirstTurns(..) | Asked::FirstTurnsOfGame(..) | Asked::ExtraTurn(_) => true,
            asked => asked.is_always(),
        }
    }
    let all = rules.pass_over.iter().map(|(set, claim, when)| {
        let SetRef::Static(pits) = set else {
            return None;
        };
        let (fits, when) = (board.fits(claim)?, board.asked(when)?);
        let turns = match when {
            Asked::FirstTurns(turns, holds) => Some((turns, holds)),
            ref when => when.is_always().then_some((0, false)),
        };
        let plain = board.plain(&fits).zip(turns);
        let fits_here = is_of_pit(&fits) && is_of_turn(&when);
        fits_here.then_some(Passed {
            soon: plain.map(|(plain, (turns, first))| (plain, turns, first)),
            pits: pits.low(),
            fits,
            when,
        })
    });
    match is_plainly_round(program, rules) {
        true => all.collect(),
        false => None,
    }
}

/// Whether the path goes from pit to pit as they are numbered.
fn is_plainly_round(program: &Program, rules: &Rules) -> bool {
    let ring = program.ring;
    (0..ring).all(|pit| usize::from(rules.track[0][pit]) == (pit + 1) % ring)
}

/// What is taken as seeds fall.
fn falls(program: &Program, rules: &Rules) -> Option<Box<[Fall<Such>]>> {
    let mut falls = Vec::new();
    for step in &rules.seed_steps {
        let (mut numbers, mut last_seed) = (None, None);
        let tests = match &step.check.rest {
            None => &[][..],
            Some(Test::All(tests)) => &tests[..],
            Some(_) => return None,
        };
        for test in tests {
            match test {
                Test::Pit(
                    PitRef::Last,
                    Claim::Count {
                        was: false,
                        count: Count::OneOf(these),
                        holds: true,
                    },
                ) if numbers.is_none() => numbers = Some(these),
                Test::Turn(TurnFact::LastSeed, holds) if last_seed.is_none() => {
                    last_seed = Some(*holds);
                }
                _ => return None,
            }
        }
        let to = match &step.action {
            Action::Take(taking) => takes_last_alone(taking).then_some(Gets::mover(rules))?,
            Action::Other(other) => match &**other {
                Other::Capture(Capture {
                    takes,
                    marks,
                    unless: None,
                    then,
                }) if marks.is_empty() && then.is_empty() => match &takes[..] {
                    [(to, taking)] if takes_last_alone(taking) => Gets::of(rules, to, None)?,
                    _ => return None,
                },
                _ => return None,
            },
            Action::Relay | Action::Stop | Action::Again => return None,
        };
        let quick = step.check.quick;
        let marks_of_last = ((1 << MOST_MARKS) - 1) << MARKS;
        if quick.applied != 0 || quick.matter & !marks_of_last != 0 {
            return None;
        }
        let is = |facts: u32, mark: usize| facts >> MARKS >> mark & 1 == 1;
        let asked = (0..MOST_MARKS).filter(|&mark| is(quick.matter, mark));
        let marks: Box<[(usize, bool)]> = asked.map(|mark| (mark, is(quick.facts, mark))).collect();
        let fall = |holds: Option<u32>| Fall {
            bit: 1 << (step.rule % 32),
            within: quick.within,
            such: Such {
                holds,
                marks: marks.clone(),
            },
            last_seed,
            to,
        };
        match numbers {
            Some(numbers) => falls.extend(numbers.iter().map(|&holds| fall(Some(holds)))),
            None => falls.push(fall(None)),
        }
    }
    let stores = program.circuit_stored != [[0; 2]; 2];
    let fit = falls.is_empty() || !stores && rules.lost_by_capture.is_empty();
    fit.then_some(falls.into())
}

impl<T> Fall<T> {
    /// Those of these pits from which it may be taken, the last seed having fallen there.
    #[inline(always)]
    fn among(&self, pits: u64, last: u64) -> u64 {
        self.within
            & match self.last_seed {
                None => pits,
                Some(true) => pits & last,
                Some(false) => pits & !last,
            }
    }
}

impl Fall<Such> {
    /// The same, if nothing is asked but how many seeds the pit holds.
    fn numbered(&self) -> Option<Fall<u32>> {
        Some(Fall {
            bit: self.bit,
            within: self.within,
            such: self.such.holds.filter(|_| self.such.marks.is_empty())?,
            last_seed: self.last_seed,
            to: self.to,
        })
    }
}

impl FallsPast {
    fn of(falls: Box<[Fall<Such>]>) -> FallsPast {
        let asks = |mark: usize| {
            let mut falls = falls.iter();
            falls.all(|fall| fall.such.marks.contains(&(mark, true)))
        };
        FallsPast {
            within: falls.iter().fold(0, |all, fall| all | fall.within),
            mark: (0..MOST_MARKS).find(|&mark| !falls.is_empty() && asks(mark)),
            falls,
        }
    }

    /// Where something may be taken.
    #[inline(always)]
    fn may_be<B>(&self, state: &State<B>) -> u64 {
        match self.mark {
            Some(mark) => self.within & state.kept.marks[mark % MOST_MARKS],
            None => self.within,
        }
    }
}

fn takes_last_alone(taking: &Taking) -> bool {
    taking.last
        && !taking.opposite
        && taking.always.is_empty()
        && taking.others.is_empty()
        && taking.most == u16::MAX
}

impl Gets {
    fn mover(rules: &Rules) -> Gets {
        Gets::Player(rules.view.mover as usize)
    }

    /// Who gets what is taken where a lap ends.
    fn of(rules: &Rules, to: &Receiver, at: Option<&Known<'_>>) -> Option<Gets> {
        Some(match to {
            Receiver::Mover => Gets::mover(rules),
            Receiver::Opponent => Gets::Player(rules.view.mover.opponent() as usize),
            Receiver::RowOwner => Gets::RowOwner,
            Receiver::Into(set) => match at?.pits(set)? {
                Pits::These(0) => return None,
                Pits::These(pits) => {
                    let place = pits.trailing_zeros() as usize;
                    match place.checked_sub(rules.view.ring()) {
                        Some(store) => Gets::Player(store),
                        None => Gets::Into(place),
                    }
                }
                _ => return None,
            },
        })
    }
}

impl WaySteps {
    fn of<B: Board>(
        program: &Program,
        player: Player,
        reversed: bool,
        rows: &mut RowsOfLaps<'_, B>,
    ) -> Option<WaySteps> {
        let rules = &program.sides[player as usize];
        let (first_row, first_circuit) = rows.of_laps(player, program.clockwise != reversed);
        let (mut first, mut steps) = (Vec::new(), Vec::new());
        let (mut first_besides, mut besides) = (vec![0], Vec::new());
        let mut relays_need = [Vec::new(), Vec::new()];
        let nothing = rows.push(B::mask::<Any>(u64::MAX));
        for last in 0..program.ring + 2 {
            first.push(steps.len() as u32);
            let mut need = [u64::MAX; 2];
            let mut at = Known::end(&rules.view, last, reversed, &rows.counted);
            at.counts_turns = program.counts_turns;
            for step in &rules.steps {
                let when = at.when(&step.check)?;
                if when.is_never() {
                    continue;
                }
                let always = when.is_always();
                let then = Then::of(program, rules, &at, step, nothing, rows)?;
                for (was, need) in need.iter_mut().enumerate() {
                    if then.may_relay() && when.may_hold(was == 1) {
                        *need &= when.occupied;
                    }
                }
                let bit = 1 << (step.rule % 32);
                steps.push(LapStep::new(when, bit, then));
                if always {
                    break;
                }
            }
            // Where no rule applies the turn is over.
            steps.push(LapStep::new(When::always(), 0, Then::over(false, nothing)));
            for (all, need) in relays_need.iter_mut().zip(need) {
                all.push(need);
            }
            for step in &rules.also {
                let when = at.when(&step.check)?;
                if when.is_never() {
                    continue;
                }
                let takes = Takes::at_end(program, rules, &at, step)?;
                besides.push(LapStep::new(when, 1 << (step.rule % 32), takes));
            }
            first_besides.push(besides.len() as u32);
        }
        Some(WaySteps {
            first_row,
            first_circuit,
            first: first.into(),
            asks_facts: steps.iter().any(|step: &LapStep| step.soon.asks_turn())
                || besides
                    .iter()
                    .any(|step: &LapStep<_>| step.soon.asks_turn()),
            next: rules.track[usize::from(program.clockwise != reversed)].clone(),
            steps: steps.into(),
            first_besides: first_besides.into(),
            besides: besides.into(),
            relays_need: relays_need.map(Vec::into_boxed_slice),
        })
    }
}

impl<T> LapStep<T> {
    fn new(when: When, bit: u32, then: T) -> Self {
        let soon = when.soon();
        LapStep {
            soon,
            bit,
            when,
            then,
        }
    }
}

impl Then {
    fn over(again: bool, nothing: usize) -> Then {
        Then::End {
            again,
            row: nothing,
            stays: u64::MAX,
        }
    }

    fn of<B: Board>(
        program: &Program,
        rules: &Rules,
        at: &Known<'_>,
        step: &Step,
        nothing: usize,
        rows: &mut RowsOfLaps<'_, B>,
    ) -> Option<Then> {
        Some(match &step.action {
            Action::Stop => Then::over(false, nothing),
            Action::Again => Then::over(true, nothing),
            Action::Relay => Then::Relay,
            Action::Take(taking) => Then::take(Takes::by(program, rules, at, taking)?, rules, rows),
            Action::Other(other) => match &**other {
                Other::Relay { next, turns_round } => match (*turns_round, *next) {
                    (false, false) => Then::Relay,
                    (false, true) => Then::RelayNext,
                    (true, next) => Then::RelayRound { next },
                },
                Other::RelayStore { .. } => return None,
                Other::Capture(capture) => {
                    let capture = (step.rule, capture);
                    Then::take(Takes::of(program, rules, at, capture)?, rules, rows)
                }
            },
        })
    }

    /// A capture; the plain one is that the mover takes pits that are known, and the turn is over or another one his.
    fn take<B: Board>(takes: Takes, rules: &Rules, rows: &mut RowsOfLaps<'_, B>) -> Then {
        let is_plain = takes.unless.is_none() && takes.marks.is_empty();
        let [(to, sets, u16::MAX)] = &takes.takes[..] else {
            return Then::Take(Box::new(takes));
        };
        if is_plain
            && takes.then.is_empty()
            && *to == Gets::mover(rules)
            && let Some((these, run)) = with_run(sets)
        {
            return Then::EndRun(Box::new((these, run.clone())));
        }
        let (into, pits) = match (to, &sets[..]) {
            (Gets::Into(place), [Pits::These(pits)]) => (Some(*place as u8), *pits),
            (to, [Pits::These(pits)]) if *to == Gets::mover(rules) => (None, *pits),
            _ => return Then::Take(Box::new(takes)),
        };
        let then = match &takes.then[..] {
            [] => None,
            [(on, when)] => Some((*on, when.any_occupied())),
            _ => return Then::Take(Box::new(takes)),
        };
        let stays = !pits;
        let mut row = || rows.push(B::mask::<Any>(stays));
        match (is_plain, into, then) {
            (true, None, None | Some((On::Again, Some(0)))) => Then::End {
                again: then.is_some(),
                row: row(),
                stays,
            },
            // What has been put into a pit is not sown on.
            (true, Some(_), Some((On::Sow(_), _))) => Then::Take(Box::new(takes)),
            (true, into, Some((on, Some(any)))) => Then::On {
                row: row(),
                stays,
                into,
                on,
                any,
            },
            _ => Then::Take(Box::new(takes)),
        }
    }

    fn may_relay(&self) -> bool {
        match self {
            Then::Relay | Then::RelayNext | Then::RelayRound { .. } => true,
            Then::Take(takes) => takes
                .then
                .iter()
                .any(|(on, _)| matches!(on, On::Relay(_) | On::Sow(_))),
            Then::On { on, .. } => !matches!(on, On::Again | On::Pick(_)),
            Then::End { .. } | Then::EndRun(_) => false,
        }
    }
}

/// Pits and a run that asks for little, if these are all.
fn with_run(sets: &[Pits]) -> Option<(u64, &Run)> {
    let (these, run) = match sets {
        [Pits::Run(run)] => (0, run),
        [Pits::These(these), Pits::Run(run)] | [Pits::Run(run), Pits::These(these)] => {
            (*these, run)
        }
        _ => return None,
    };
    run.is_of_marks().then_some((these, run))
}

impl Takes {
    /// What a rule takes with which the turn is over.
    pub(super) fn alone(
        program: &Program,
        rules: &Rules,
        at: &Known<'_>,
        step: &Step,
    ) -> Option<Takes> {
        Takes::at_end(program, rules, at, step).filter(|takes| takes.then.is_empty())
    }

    /// The same, but that the mover may have another turn.
    fn at_end(program: &Program, rules: &Rules, at: &Known<'_>, step: &Step) -> Option<Takes> {
        let takes = match &step.action {
            Action::Take(taking) => Takes::by(program, rules, at, taking),
            Action::Other(other) => match &**other {
                Other::Capture(capture) => Takes::of(program, rules, at, (step.rule, capture)),
                Other::Relay { .. } | Other::RelayStore { .. } => None,
            },
            Action::Relay | Action::Stop | Action::Again => None,
        };
        let is_again = |(on, _): &(On, Asked)| matches!(on, On::Again);
        takes.filter(|takes| takes.then.iter().all(is_again))
    }

    /// The mover takes pits.
    fn by(program: &Program, rules: &Rules, at: &Known<'_>, taking: &Taking) -> Option<Takes> {
        Some(Takes {
            takes: [(Gets::mover(rules), taken(program, at, taking)?, u16::MAX)].into(),
            marks: Box::default(),
            unless: None,
            then: Box::default(),
        })
    }

    fn of(
        program: &Program,
        rules: &Rules,
        at: &Known<'_>,
        (rule, capture): (usize, &Capture),
    ) -> Option<Takes> {
        let takes = capture.takes.iter().map(|(to, taking)| {
            let to = Gets::of(rules, to, Some(at))?;
            Some((to, taken(program, at, taking)?, taking.most))
        });
        let marks = capture
            .marks
            .iter()
            .map(|(mark, pits)| Some((*mark, at.pits(pits)?)));
        let then = capture.then.iter().map(|(next, when)| {
            let on = match next {
                Next::Again => On::Again,
                Next::Relay(pit) => On::Relay(rules.view.find(*pit, &at.turn)),
                Next::Sow(after) => On::Sow(*after),
                Next::Pick(..) => On::Pick(rule as u8 + 1),
                Next::Put(..) => return None,
            };
            let knows = !matches!(next, Next::Relay(PitRef::Origin | PitRef::OppositeOrigin));
            knows.then_some((on, at.asked(when)?))
        });
        Some(Takes {
            takes: takes.collect::<Option<_>>()?,
            marks: marks.collect::<Option<_>>()?,
            unless: match &capture.unless {
                Some(unless) => Some(at.asked(unless)?),
                None => None,
            },
            then: then.collect::<Option<_>>()?,
        })
    }
}

/// The pits that are taken.
fn taken(program: &Program, at: &Known<'_>, taking: &Taking) -> Option<Box<[Pits]>> {
    let last = at.turn.last;
    let all = program.all.low();
    if taking.always.low() & !all != 0 {
        return None;
    }
    let mut these = taking.always.low();
    if taking.last {
        these |= 1 << last;
    }
    if taking.opposite {
        these |= 1 << program.facing[last];
    }
    let mut sets = Vec::new();
    for set in &taking.others {
        match at.pits(set)? {
            Pits::These(pits) => these |= pits,
            Pits::Nowhere => {}
            pits => sets.push(pits),
        }
    }
    if these & all != 0 {
        sets.push(Pits::These(these & all));
    }
    Some(sets.into())
}

// Playing.

impl<B: Board, const MORE: bool> Quick<'_, B, MORE> {
    /// The pits that may be lifted from; `None` if that is not to be told so.
    #[inline(always)]
    pub(super) fn begins<M: Machine>(
        &self,
        steps: &Steps,
        side: &QuickSide,
        state: &State<B>,
        occupied: u64,
    ) -> Option<u64> {
        let own = &steps.sides[state.mover % 2];
        if own.earlier.is_some() && state.kept.pick > 0 {
            return Some(self.pickable(state, occupied));
        }
        let mut pits = side.from & occupied;
        if !side.closed_by_lift.is_empty() {
            pits = self.first_laps_that_may_end::<M>(own, side, state, pits, occupied)?;
        }
        if let Some(marked) = &own.claim_of_marks {
            pits &= marked.of_marks(occupied, &state.kept.marks);
        }
        if own.claim.is_none() && own.forbids.is_empty() {
            return Some(pits);
        }
        let course = Course::beginning(state.mover, side.enemys);
        let masks = self.rules.masks::<B, M>(state, occupied);
        let seen = Seen::new(self.rules, state, &masks, &course);
        if let Some(claim) = &own.claim {
            pits &= seen.fits::<M>(claim);
        }
        for forbid in &own.forbids {
            let mut refused = pits & seen.fits::<M>(&forbid.origin);
            if refused == 0 || !seen.holds(&forbid.before) {
                continue;
            }
            if !forbid.each.is_empty() {
                let mut left = refused;
                while left != 0 {
                    let pit = left.trailing_zeros() as usize;
                    left &= left - 1;
                    if !seen.holds(&forbid.each[pit]) {
                        refused &= !(1 << pit);
                    }
                }
            }
            pits &= !refused;
        }
        Some(pits)
    }

    /// Those of these pits whose first lap may end where it does.
    #[inline(always)]
    fn first_laps_that_may_end<M: Machine>(
        &self,
        own: &SideSteps,
        side: &QuickSide,
        state: &State<B>,
        pits: u64,
        occupied: u64,
    ) -> Option<u64> {
        let rules = self.rules;
        if state.board.is_above(&self.rows[side.limits].board) {
            return None;
        }
        let mut allowed = pits;
        for ByLift {
            landing,
            lifts,
            most,
            of,
        } in &side.closed_by_lift
        {
            let closed = landing.pits(occupied, |mark| state.kept.marks[mark]);
            if let (1, Some(singles)) = (most, &own.singles) {
                let refused = of & singles.that_reach(closed);
                allowed &= !(refused & state.board.holding::<M>(1));
                continue;
            }
            let mut left = pits & of & !state.board.holding_at_least::<M>(most + 1);
            while left != 0 {
                let pit = left.trailing_zeros() as usize;
                left &= left - 1;
                let holds = state.board.get(pit);
                let row = own.ways[0].first_row + (holds << rules.pit_bits | pit);
                let last = self.rows[row].last;
                let at = (side.from & ((1 << pit) - 1)).count_ones() as usize;
                let refused = closed >> (last % 64) & lifts[at] >> ((holds - 1) % 64) & 1;
                allowed &= !(refused << pit);
            }
        }
        Some(allowed)
    }

    /// Whether the mover has no move, if that is soon told: what may be endless is not.
    pub(super) fn is_stuck_by_steps(&self, steps: &Steps, state: &State<B>) -> Option<bool> {
        let (side, occupied) = (self.side(state), as_word(state.board.occupied::<Any>()));
        if side.judged.may_apply(occupied) {
            return Some(self.judged_turns::<Any>(side, state, occupied)? == 0);
        }
        let own = &steps.sides[state.mover % 2];
        let pits = self.begins::<Any>(steps, side, state, occupied)?;
        if pits == 0 {
            return Some(true);
        }
        if state.kept.pick > 0 || self.is_one_short(own, state, (pits, occupied)) {
            return Some(false);
        }
        // The first that is played to its end tells that there is one.
        let pit = pits.trailing_zeros() as usize;
        let drawn = (pit, state.board.get(pit), own.ways_now(state).first(pit));
        let played = self.turn_by_steps::<Any>(steps, side, &mut state.clone(), drawn);
        played.ok().map(|_| false)
    }

    /// Whether one of these pits has a lap from whose end no relay goes on: such a move is never refused.
    #[inline(always)]
    fn is_one_short(
        &self,
        own: &SideSteps,
        state: &State<B>,
        (pits, occupied): (u64, u64),
    ) -> bool {
        let rules = self.rules;
        if !own.passed.is_empty() {
            return false;
        }
        let (ways, mut left) = (own.ways_now(state), pits);
        while left != 0 {
            let pit = left.trailing_zeros() as usize;
            left &= left - 1;
            let seeds = state.board.get(pit);
            let reversed = ways.is_reversed(pit, ways.first(pit), rules.clockwise);
            let walk = &own.ways[usize::from(reversed)];
            if seeds >= rules.circuit {
                continue;
            }
            let row = &self.rows[walk.first_row + (seeds << rules.pit_bits | pit)];
            let last = usize::from(row.last);
            let was = occupied >> (last % 64) & 1;
            // As many as can be: some may be taken as they fall.
            let after = (occupied | row.touched) & !(1 << pit);
            if walk.relays_need[was as usize][last] & !after != 0 {
                return true;
            }
        }
        false
    }

    /// See [`Quick::turn`].
    #[inline(always)]
    pub(super) fn turn_by_steps<M: Machine>(
        &self,
        steps: &Steps,
        side: &QuickSide,
        state: &mut State<B>,
        (pit, seeds, way): (usize, usize, Way),
    ) -> Result<Did, Unplayed> {
        let own = &steps.sides[state.mover % 2];
        let ways = match &own.earlier {
            None => &own.set,
            Some(_) if way == Way::Taken => {
                let quick = self;
                return Ok(M::apart(Picks {
                    quick,
                    side,
                    state,
                    pit,
                }));
            }
            Some(earlier) => earlier.ways(state),
        };
        let reversed = ways.is_reversed(pit, way, self.rules.clockwise);
        let before = *state;
        let (own, drawn) = ((own, reversed), (pit, seeds));
        let mut done = self.laps_by_steps::<M>(side, own, (&before, state), drawn, WATCHED_FROM);
        if let Err(None) = done {
            *state = before;
            done = M::apart(Watching {
                quick: self,
                side,
                own,
                turn: (&before, state),
                drawn,
            });
        }
        done.map_err(|unplayed| {
            *state = before;
            unplayed.unwrap_or(Unplayed::General)
        })
    }

    /// The same, but that a turn that is not played is not taken back. From so many laps on it is looked out whether a relay
    /// has come round; no [`Unplayed`] in the error tells that it has, but not in which lap that would have been found.
    #[inline(always)]
    fn laps_by_steps<M: Machine>(
        &self,
        side: &QuickSide,
        (own, reversed): (&SideSteps, bool),
        (before, after): (&State<B>, &mut State<B>),
        (pit, seeds): (usize, usize),
        watched_from: u32,
    ) -> Result<Did, Option<Unplayed>> {
        let (program, rules) = (self.program, self.rules);
        let mover = before.mover % 2;
        let mut reversed = reversed;
        let clockwise = rules.clockwise ^ reversed;
        let mut course = Course::beginning(mover, side.enemys);
        // The first state that is watched, which mostly comes back soonest; and one that moves on at every power of two
        // (Brent's method), as it does for the interpreter.
        let mut watched: Option<[Watched<B>; 2]> = None;
        let counted = after.kept.made[mover] < program.counts_turns;
        let (mut from, mut in_hand, mut of_taken) = (pit, seeds, false);
        let (mut lifted, mut changed) = (0u64, 0u64);
        let (mut again, mut occupied) = loop {
            let walk = &own.ways[usize::from(reversed)];
            course.seeds = in_hand;
            if !of_taken {
                let bit = 1 << (from % 64);
                lifted |= bit;
                for &(mark, pits) in &own.lost_by_lift {
                    let lost = after.kept.marks[mark % MOST_MARKS] & bit & pits;
                    after.kept.marks[mark % MOST_MARKS] &= !lost;
                    changed |= lost;
                }
            }
            let sown = (from, in_hand, of_taken);
            let reached = if own.laps == Laps::ByRows {
                self.sow_row::<M>(own, walk, after, sown, &mut course)
            } else {
                let course = &mut course;
                // Where nothing is taken as seeds fall, nothing is called either.
                let sown = match own.laps == Laps::PastFalling {
                    false => self.sow_past::<M, false>(own, reversed, after, sown, course),
                    true => self.sow_past::<M, true>(own, reversed, after, sown, course),
                };
                if sown.is_none() {
                    return Err(Some(Unplayed::General));
                }
                self.reached(after, course.last)
            };
            course.laps += 1;
            let occupied = as_word(after.board.occupied::<M>());
            let last = course.last;
            let step = self.deciding(walk, after, (occupied, reached), (&course, counted));
            course.applied |= step.bit;
            let began = from;
            match &step.then {
                Then::Relay => {
                    (from, in_hand, of_taken) = (last, reached.holds[0], false);
                    if from >= rules.ring || in_hand == 0 {
                        return Err(Some(Unplayed::General));
                    }
                }
                Then::RelayNext => {
                    from = walk.next[last].into();
                    (in_hand, of_taken) = (after.board.get(from), false);
                    if from >= rules.ring || in_hand == 0 {
                        break (false, occupied);
                    }
                }
                Then::RelayRound { next } => {
                    from = if *next { walk.next[last].into() } else { last };
                    reversed = !reversed;
                    (in_hand, of_taken) = (after.board.get(from), false);
                    if from >= rules.ring || in_hand == 0 {
                        break (false, occupied);
                    }
                }
                Then::End { again, row, stays } => {
                    // Done also where nothing is taken: whether something is would be a branch that chance decides.
                    let row = &self.rows[*row].board;
                    let (taken, lost) = self.take::<M>(side, after, row);
                    changed |= lost;
                    course.captured |= if taken > 0 { step.bit } else { 0 };
                    break (*again, occupied & stays);
                }
                Then::On {
                    row,
                    stays,
                    into,
                    on,
                    any,
                } => {
                    let row = &self.rows[*row].board;
                    let taken;
                    match into {
                        Some(place) => {
                            taken = after.board.keep::<M>(row);
                            after.board.raise::<M>(1 << (place % 64), taken);
                        }
                        None => {
                            let lost;
                            (taken, lost) = self.take::<M>(side, after, row);
                            changed |= lost;
                            course.captured |= if taken > 0 { step.bit } else { 0 };
                        }
                    }
                    let occupied = match into {
                        Some(_) => as_word(after.board.occupied::<M>()),
                        None => occupied & stays,
                    };
                    if *any != 0 && any & occupied == 0 {
                        break (false, occupied);
                    }
                    match *on {
                        On::Again => break (true, occupied),
                        On::Relay(pit) => {
                            (from, in_hand, of_taken) = (pit, after.board.get(pit), false);
                            if pit >= rules.ring || in_hand == 0 {
                                break (false, occupied);
                            }
                        }
                        On::Pick(code) => break (self.picks(after, code, occupied), occupied),
                        On::Sow(_) if taken == 0 => break (false, occupied),
                        On::Sow(place) => {
                            after.captured[mover] -= taken;
                            from = match place {
                                After::Last => last,
                                After::StartOfLap => began,
                            };
                            if from >= rules.ring {
                                return Err(Some(Unplayed::General));
                            }
                            (in_hand, of_taken) = (taken as usize, true);
                        }
                    }
                }
                Then::EndRun(taken) => {
                    let (these, run) = &**taken;
                    let pits = these | run.of_marks(rules, occupied, &after.kept.marks);
                    let stays = B::mask::<M>(!(pits & rules.all));
                    let (taken, lost) = self.take::<M>(side, after, &stays);
                    changed |= lost;
                    course.captured |= if taken > 0 { step.bit } else { 0 };
                    break (false, occupied & !pits);
                }
                Then::Take(takes) => {
                    let step = (step.bit, began);
                    let (after, course) = (&mut *after, &mut course);
                    let captures = Captures {
                        quick: self,
                        side,
                        takes,
                        step,
                        after,
                        course,
                        changed: &mut changed,
                    };
                    match M::apart(captures) {
                        Flow::End { again } => break (again, as_word(after.board.occupied::<M>())),
                        Flow::Relay(pit) => {
                            (from, in_hand, of_taken) = (pit, after.board.get(pit), false);
                        }
                        Flow::Sow(place, _) if place >= rules.ring => {
                            return Err(Some(Unplayed::General));
                        }
                        Flow::Sow(place, taken) => (from, in_hand, of_taken) = (place, taken, true),
                    }
                }
            }
            if course.laps >= watched_from {
                let relay = M::apart(Watch {
                    quick: self,
                    watched: &mut watched,
                    after,
                    course: &course,
                    more: (reversed, began, lifted),
                });
                if let Some(found) = relay {
                    return Err(found);
                }
            }
            if course.laps >= program.lap_limit {
                return Err(Some(Unplayed::General));
            }
        };
        if let Some(most) = own.besides
            && (most == u32::MAX || after.board.sum::<M>(rules.all) <= most)
        {
            let (after, course) = (&mut *after, &mut course);
            again |= M::apart(Besides {
                quick: self,
                side,
                walk: &own.ways[usize::from(reversed)],
                counted,
                after,
                course,
                changed: &mut changed,
            });
            occupied = as_word(after.board.occupied::<M>());
        }
        changed |= self.keep_histories(&mut after.kept, lifted, course.touched);
        if program.sows_taken && self.stores(after) == self.stores(before) {
            // All of it has gone back to the board, so that a position from before can come again.
            course.captured = 0;
        }
        if let Some(earlier) = &own.earlier {
            // Not of the state before: to read it in pieces, it would have to be written in pieces.
            let (ways, bound) = (earlier.ways(after), &mut after.kept.bound);
            changed |= u64::from(ways.bind(bound, (mover, pit, clockwise)));
        }
        if own.earlier.is_none() || after.kept.pick == 0 {
            let single = match program.keeps_previous {
                true => seeds_of_single(&course, rules.ring),
                // Nor asked: it would be a branch that chance decides.
                false => None,
            };
            let single = single.map(|last| Previous::single(last, clockwise));
            changed |= self.turn_made(&mut after.kept, mover, again, single);
        }
        after.mover = mover ^ usize::from(!again);
        Ok(Did {
            laps: course.laps,
            outcome: Outcome {
                applied: course.applied,
                captured: course.captured,
                next: after.mover,
                changed,
            },
            occupied,
        })
    }

    /// Counts a turn, and notes what it leaves for the next one; a bit if the count is another one by it.
    #[inline(always)]
    fn turn_made(
        &self,
        kept: &mut Kept,
        mover: usize,
        again: bool,
        single: Option<Previous>,
    ) -> u64 {
        if self.program.keeps_previous {
            kept.previous = match again {
                true => Previous::AGAIN,
                false => single.unwrap_or(Previous::NOTHING),
            };
        }
        let made = &mut kept.made[mover % 2];
        if *made >= self.program.counts_turns {
            return 0;
        }
        *made += 1;
        1
    }

    /// The mover is to take a pit of his choice, if there is one.
    fn picks(&self, state: &mut State<B>, code: u8, occupied: u64) -> bool {
        state.kept.pick = code;
        let picks = self.pickable(state, occupied) != 0;
        if !picks {
            state.kept.pick = 0;
        }
        picks
    }

    /// The pits of which the mover is to take one.
    fn pickable(&self, state: &State<B>, occupied: u64) -> u64 {
        let is_due = |pick: &&Pick| pick.code == state.kept.pick;
        let steps = self.rules.steps.iter();
        let earlier = steps.flat_map(|steps| &steps.sides[state.mover % 2].earlier);
        let mut picks = earlier.flat_map(|earlier| &earlier.picks);
        let Some(pick) = picks.find(is_due) else {
            return 0;
        };
        let course = Course::beginning(state.mover, 0);
        let masks = self.rules.masks::<B, Any>(state, occupied);
        let seen = Seen::new(self.rules, state, &masks, &course);
        seen.found(&pick.pits).unwrap_or(0)
    }

    /// Takes the pit that the mover has picked.
    #[inline(always)]
    fn pick<M: Machine>(&self, side: &QuickSide, state: &mut State<B>, pit: usize) -> Did {
        let mover = state.mover % 2;
        let bit = 1 << (u32::from(state.kept.pick).wrapping_sub(1) % 32);
        state.kept.pick = 0;
        let stays = B::mask::<M>(!(1 << (pit % 64)));
        let (taken, mut changed) = self.take::<M>(side, state, &stays);
        changed |= self.turn_made(&mut state.kept, mover, false, None);
        state.mover = mover ^ 1;
        Did {
            laps: 0,
            outcome: Outcome {
                applied: 0,
                captured: if taken > 0 { bit } else { 0 },
                next: state.mover,
                changed,
            },
            occupied: as_word(state.board.occupied::<M>()),
        }
    }

    /// The lap rule that decides where a lap has ended: one branch for each that is looked at, for mostly it is the first,
    /// and what is guessed is not waited for.
    #[inline(always)]
    fn deciding<'w>(
        &self,
        walk: &'w WaySteps,
        after: &State<B>,
        (occupied, Reached { facing, holds }): (u64, Reached),
        (course, counted): (&Course, bool),
    ) -> &'w LapStep {
        let facts = self.facts_at_end(walk, after, (course, facing), counted);
        let from_first = &walk.steps[walk.first[course.last] as usize..];
        for step in from_first {
            if self.holds_at_end(step, after, (occupied, holds), (course, facts)) {
                return step;
            }
        }
        // The last one of a place always holds.
        &from_first[0]
    }

    /// The facts about the turn and the marks where a lap has ended, and this pit faces the last one.
    #[inline(always)]
    fn facts_at_end(
        &self,
        walk: &WaySteps,
        after: &State<B>,
        (course, facing): (&Course, usize),
        counted: bool,
    ) -> u16 {
        let rules = self.rules;
        let mut facts = 0;
        if walk.asks_facts {
            facts = course.facts(counted);
        }
        // Two at a time: there are seldom more.
        let bears = |mark: usize| {
            let is = |mark: usize, place| (after.kept.marks[mark] >> (place % 64) & 1) as u16;
            let two = |place| is(mark, place) | is(mark + 1, place) << 1;
            (two(course.last) | two(facing) << MOST_MARKS) << mark
        };
        if rules.marks > 0 {
            facts |= bears(0);
        }
        if rules.marks > 2 {
            facts |= bears(2);
        }
        facts
    }

    /// Whether a rule applies where a lap has ended.
    #[inline(always)]
    fn holds_at_end<T>(
        &self,
        step: &LapStep<T>,
        after: &State<B>,
        (occupied, holds): (u64, [usize; 2]),
        (course, facts): (&Course, u16),
    ) -> bool {
        let LapStep { soon, when, .. } = step;
        // What a store holds is asked with the rest.
        soon.may_be(holds.map(|seeds| seeds as u16), facts)
            && (!soon.more || when.may_be(occupied, course.applied))
            && (!soon.rest || self.rest_holds_of(when, after, occupied, course))
    }

    #[inline(never)]
    fn rest_holds_of(&self, when: &When, after: &State<B>, occupied: u64, course: &Course) -> bool {
        let masks = self.rules.masks::<B, Any>(after, occupied);
        let seen = Seen::new(self.rules, after, &masks, course);
        seen.all_hold(&when.rest)
    }

    /// Applies the rules that apply besides the one that has decided; whether the mover has another turn by one of them.
    #[inline(always)]
    fn besides_by_steps<M: Machine>(
        &self,
        side: &QuickSide,
        walk: &WaySteps,
        counted: bool,
        after: &mut State<B>,
        course: &mut Course,
        changed: &mut u64,
    ) -> bool {
        let mut again = false;
        let [first, end] = [0, 1].map(|more| walk.first_besides[course.last + more] as usize);
        for step in &walk.besides[first..end] {
            let occupied = as_word(after.board.occupied::<M>());
            let Reached { facing, holds } = self.reached(after, course.last);
            let facts = self.facts_at_end(walk, after, (course, facing), counted);
            if !self.holds_at_end(step, after, (occupied, holds), (course, facts)) {
                continue;
            }
            course.applied |= step.bit;
            let (takes, step) = (&step.then, (step.bit, course.last));
            let flow = self.take_by_steps::<M>(side, takes, step, after, course, changed);
            again |= matches!(flow, Flow::End { again: true });
        }
        again
    }

    /// What else tells the states of a relay apart.
    #[inline(always)]
    fn watched_more(
        &self,
        after: &State<B>,
        course: &Course,
        (reversed, began, lifted): (bool, usize, u64),
    ) -> WatchedMore {
        if !self.program.relay_reads_more {
            return WatchedMore::default();
        }
        WatchedMore {
            captured: after.captured,
            marks: after.kept.marks,
            lifted: match self.rules.keeps_sown_from {
                true => after.kept.sown_from | lifted,
                false => 0,
            },
            touched: course.touched,
            applied: course.applied,
            reversed,
            began: if self.program.sows_taken { began } else { 0 },
        }
    }

    #[inline(always)]
    fn reached(&self, after: &State<B>, last: usize) -> Reached {
        let facing = self.rules.facing.get(last);
        Reached {
            facing,
            holds: [last, facing].map(|place| after.board.get(place)),
        }
    }

    /// Sows a lap that is a row of the table.
    #[inline(always)]
    fn sow_row<M: Machine>(
        &self,
        own: &SideSteps,
        walk: &WaySteps,
        after: &mut State<B>,
        (from, in_hand, of_taken): (usize, usize, bool),
        course: &mut Course,
    ) -> Reached {
        let rules = self.rules;
        if !own.falls.is_empty() && in_hand >= rules.circuit {
            let quick = self;
            M::apart(LongFalls {
                quick,
                own,
                walk,
                after,
                sown: (from, in_hand, of_taken),
                course,
            });
            return self.reached(after, course.last);
        }
        let mut rest = in_hand;
        if in_hand >= rules.past_table {
            rest = in_hand % rules.circuit;
            let circuits = in_hand / rules.circuit;
            course.touched |= self.circuits(&mut after.board, walk.first_circuit + from, circuits);
        }
        let row = &self.rows[walk.first_row + (rest << rules.pit_bits | from)];
        let (last, facing) = (usize::from(row.last), usize::from(row.faces));
        // From what lay there and what falls there: the sum of the whole board can come later.
        let holds = [last, facing].map(|place| after.board.get_with(&row.board, place));
        after.board.add(&row.board);
        course.touched |= row.touched;
        course.last = last;
        if !of_taken && own.falls.is_empty() {
            return Reached { facing, holds };
        }
        if of_taken {
            // Nothing was lifted.
            after.board.raise::<M>(1 << (from % 64), in_hand as u32);
        }
        if !own.falls.is_empty() {
            self.fall::<M>(own, after, (row.touched, 1 << (last % 64)), course);
        }
        self.reached(after, last)
    }

    /// Sows a lap of full circuits and more, one after the other, with what is taken as the seeds fall.
    #[inline(always)]
    fn sow_long<M: Machine>(
        &self,
        own: &SideSteps,
        walk: &WaySteps,
        after: &mut State<B>,
        (from, in_hand, of_taken): (usize, usize, bool),
        course: &mut Course,
    ) {
        let rules = self.rules;
        let origin = 1 << (from % 64);
        if !of_taken {
            after.board.clear::<M>(origin);
        }
        let (circuits, rest) = (in_hand / rules.circuit, in_hand % rules.circuit);
        let rows = std::iter::repeat_n(walk.first_circuit + from, circuits);
        let at_last = walk.first_row + (rest << rules.pit_bits | from);
        course.last = self.rows[at_last].last.into();
        let last = 1 << (course.last % 64);
        let mut left = in_hand;
        for row in rows.chain((rest > 0).then_some(at_last)) {
            let row = &self.rows[row];
            let seeds = left.min(rules.circuit);
            left -= seeds;
            after.board.add(&row.board);
            // They have been lifted all at once.
            after.board.raise::<M>(origin, seeds as u32);
            course.touched |= row.touched;
            let last = if left == 0 { last } else { 0 };
            self.fall::<M>(own, after, (row.touched, last), course);
        }
    }

    /// Takes what is taken as seeds fall, of which this was the last: each pit got one at most, so that it does not matter
    /// in which order.
    #[inline(always)]
    fn fall<M: Machine>(
        &self,
        own: &SideSteps,
        after: &mut State<B>,
        (touched, last): (u64, u64),
        course: &mut Course,
    ) {
        let (mut left, mut taken) = (touched, 0);
        for fall in &own.falls {
            let pits = fall.among(left, last) & after.board.holding::<M>(fall.such);
            if pits == 0 {
                continue;
            }
            left &= !pits;
            taken |= pits;
            course.applied |= fall.bit;
            course.captured |= fall.bit;
            let seeds = |pits: u64| M::ones(pits) * fall.such;
            let souths = self.rules.souths;
            match fall.to {
                Gets::Player(player) => after.captured[player % 2] += seeds(pits),
                _ => {
                    after.captured[0] += seeds(pits & souths);
                    after.captured[1] += seeds(pits & !souths);
                }
            }
        }
        if taken != 0 {
            after.board.clear::<M>(taken);
        }
    }

    /// The same where more is asked of pits than how many seeds they hold.
    #[inline(always)]
    fn fall_past<M: Machine>(
        &self,
        falls: &[Fall<Such>],
        after: &mut State<B>,
        (touched, last): (u64, u64),
        course: &mut Course,
    ) {
        let mut left = touched;
        for fall in falls {
            let mut pits = fall.among(left, last);
            for &(mark, holds) in &fall.such.marks {
                let marked = after.kept.marks[mark % MOST_MARKS];
                pits &= if holds { marked } else { !marked };
            }
            if let Some(holds) = fall.such.holds {
                pits &= after.board.holding::<M>(holds);
            }
            if pits == 0 {
                continue;
            }
            left &= !pits;
            course.applied |= fall.bit;
            course.captured |= fall.bit;
            self.give::<M>(after, pits, (fall.to, u16::MAX));
        }
    }

    /// Sows a lap past the pits that are passed over, and takes what is taken as the seeds fall, if anything is; `None` if it
    /// is one for the general way.
    #[inline(always)]
    fn sow_past<M: Machine, const FALLS: bool>(
        &self,
        own: &SideSteps,
        reversed: bool,
        after: &mut State<B>,
        (from, in_hand, of_taken): (usize, usize, bool),
        course: &mut Course,
    ) -> Option<()> {
        let rules = self.rules;
        let ring = rules.ring as u32;
        let clockwise = rules.clockwise ^ reversed;
        // Emptied with the first seeds that are sown, where that the pit holds something cannot matter before: what is
        // written is waited for when it is read again.
        let mut lifted = if of_taken { 0 } else { 1 << (from % 64) };
        if !own.passes_soon {
            after.board.clear::<M>(lifted);
            lifted = 0;
        }
        // Numbered along the sowing, and back.
        let seen_along = |pits: u64| match clockwise {
            true => pits.reverse_bits() >> (u64::BITS - ring),
            false => pits,
        };
        let origin = seen_along(1 << (from % 64));
        let mut left = in_hand as u32;
        loop {
            let mut open = rules.all & !self.passed_over::<M>(own, after, lifted, course);
            if rules.over_origin {
                open &= !(1 << (from % 64));
            }
            // Those that come after the origin, and then the others, the origin the last of them.
            let open = seen_along(open);
            let to_origin = open & (origin | (origin - 1));
            let beyond = open ^ to_origin;
            let first = M::ones(beyond).min(left);
            let then = M::ones(to_origin).min(left - first);
            if first + then == 0 {
                return None;
            }
            left -= first + then;
            // Both, though mostly one is empty: whether it is would be a branch that chance decides.
            let (sown, wrapped) = (M::first(beyond, first), M::first(to_origin, then));
            let furthest = if then > 0 { wrapped } else { sown };
            let last = seen_along(1 << (u64::BITS - 1 - furthest.leading_zeros()));
            let sown = seen_along(sown | wrapped);
            after.board.clear_and_sow::<M>(lifted, sown);
            lifted = 0;
            course.touched |= sown;
            course.last = last.trailing_zeros() as usize;
            if FALLS && sown & own.falls_past.may_be(after) != 0 {
                M::apart(FallingPast {
                    quick: self,
                    falls: &own.falls_past.falls,
                    after,
                    sown: (sown, if left == 0 { last } else { 0 }),
                    course,
                });
            }
            if left == 0 {
                return Some(());
            }
        }
    }

    /// The pits that are passed over as the board is but for what has been lifted.
    #[inline(always)]
    fn passed_over<M: Machine>(
        &self,
        own: &SideSteps,
        after: &State<B>,
        lifted: u64,
        course: &Course,
    ) -> u64 {
        let mut pits = 0;
        for passed in &own.passed {
            if let Some((plain, turns, first)) = passed.soon {
                let such = passed.pits
                    & match plain {
                        Plain::Holds(number) => after.board.holding::<M>(number) & !lifted,
                        Plain::Marked(mark, true) => after.kept.marks[mark % MOST_MARKS],
                        Plain::Marked(mark, false) => !after.kept.marks[mark % MOST_MARKS],
                    };
                let is_first = after.kept.made[course.mover % 2] < turns;
                pits |= if is_first == first { such } else { 0 };
                continue;
            }
            let masks = self.masks::<M>(after);
            let seen = Seen::new(self.rules, after, &masks, course);
            if seen.holds(&passed.when) {
                pits |= passed.pits & seen.fits::<M>(&passed.fits);
            }
        }
        pits
    }

    /// Captures.
    #[inline(always)]
    pub(super) fn take_by_steps<M: Machine>(
        &self,
        side: &QuickSide,
        takes: &Takes,
        (bit, began): (u32, usize),
        after: &mut State<B>,
        course: &mut Course,
        changed: &mut u64,
    ) -> Flow {
        // As they were before anything was taken.
        let had = self.stores(after);
        let captured = course.captured;
        let marks = after.kept.marks;
        let mut marked = [0u64; MOST_MARKS];
        for (mark, pits) in &takes.marks {
            marked[*mark % MOST_MARKS] |= self.rules.all
                & match pits {
                    Pits::These(pits) => *pits,
                    pits => {
                        let masks = self.masks::<M>(after);
                        let found = Seen::new(self.rules, after, &masks, course).found(pits);
                        found.unwrap_or(0)
                    }
                };
        }
        // Not copied where that is not asked for.
        let before = takes.unless.as_ref().map(|unless| (unless, *after));
        for (to, sets, most) in &takes.takes {
            self.take_these::<M>(side, (*to, sets, *most), bit, after, course);
        }
        for (all, marked) in after.kept.marks.iter_mut().zip(marked) {
            *all |= marked;
        }
        if let Some((unless, before)) = before {
            let masks = self.masks::<M>(after);
            if Seen::new(self.rules, after, &masks, course).holds(unless) {
                *after = before;
                course.captured = captured;
                return Flow::End { again: false };
            }
        }
        for (before, marks) in marks.iter().zip(&after.kept.marks) {
            *changed |= before ^ marks;
        }
        if takes.then.is_empty() {
            return Flow::End { again: false };
        }
        let masks = self.masks::<M>(after);
        for (on, when) in &takes.then {
            if !Seen::new(self.rules, after, &masks, course).holds(when) {
                continue;
            }
            match *on {
                On::Again => return Flow::End { again: true },
                On::Relay(pit) => {
                    if pit < self.rules.ring && after.board.get(pit) > 0 {
                        return Flow::Relay(pit);
                    }
                }
                On::Pick(code) => {
                    if self.picks(after, code, as_word(after.board.occupied::<M>())) {
                        return Flow::End { again: true };
                    }
                }
                On::Sow(place) => {
                    let mover = after.mover % 2;
                    let taken = self.stores(after)[mover].saturating_sub(had[mover]);
                    if taken > 0 {
                        after.captured[mover] -= taken;
                        let place = match place {
                            After::Last => course.last,
                            After::StartOfLap => began,
                        };
                        return Flow::Sow(place, taken as usize);
                    }
                }
            }
        }
        Flow::End { again: false }
    }

    /// The masks of a position.
    #[inline(always)]
    pub(super) fn masks<M: Machine>(&self, state: &State<B>) -> Masks {
        self.rules
            .masks::<B, M>(state, as_word(state.board.occupied::<M>()))
    }

    #[inline(always)]
    fn take_these<M: Machine>(
        &self,
        side: &QuickSide,
        (to, sets, most): (Gets, &[Pits], u16),
        bit: u32,
        after: &mut State<B>,
        course: &mut Course,
    ) {
        let masks = self.masks::<M>(after);
        let seen = Seen::new(self.rules, after, &masks, course);
        let mut pits = 0;
        for set in sets {
            pits |= seen.found(set).unwrap_or(0);
        }
        pits &= self.rules.all & seen.occupied;
        if pits == 0 {
            return;
        }
        self.give::<M>(after, pits, (to, most));
        if matches!(to, Gets::Into(_)) {
            return;
        }
        course.captured |= bit;
        for &(mark, whose) in &side.lost_by_capture {
            after.kept.marks[mark] &= !(whose & pits);
        }
    }

    /// Gives somebody what lies in these pits, so many seeds of each at most.
    #[inline(always)]
    fn give<M: Machine>(&self, after: &mut State<B>, pits: u64, (to, most): (Gets, u16)) {
        let (board, captured) = (&mut after.board, &mut after.captured);
        let souths = self.rules.souths;
        match to {
            Gets::Into(place) => {
                let taken = take_of::<B, M>(board, pits, most);
                board.raise::<M>(1 << (place % 64), taken);
            }
            Gets::Player(player) => captured[player % 2] += take_of::<B, M>(board, pits, most),
            Gets::RowOwner => {
                captured[0] += take_of::<B, M>(board, pits & souths, most);
                captured[1] += take_of::<B, M>(board, pits & !souths, most);
            }
        }
    }
}

/// Takes what lies in these pits, so many seeds of each at most; how many these are.
#[inline(always)]
fn take_of<B: Board, M: Machine>(board: &mut B, pits: u64, most: u16) -> u32 {
    if most == u16::MAX {
        return board.keep::<M>(&B::mask::<M>(!pits));
    }
    let (mut left, mut taken) = (pits, 0);
    while left != 0 {
        let pit = left.trailing_zeros() as usize;
        left &= left - 1;
        let holds = board.get(pit) as u32;
        let part = holds.min(most.into());
        board.set(pit, holds - part);
        taken += part;
    }
    taken
}

/// Looks out whether a relay has come round: mostly it is over before.
struct Watch<'a, 'p, B, const MORE: bool> {
    quick: &'a Quick<'p, B, MORE>,
    watched: &'a mut Option<[Watched<B>; 2]>,
    after: &'a State<B>,
    course: &'a Course,
    more: (bool, usize, u64),
}

impl<B: Board, const MORE: bool> Apart for Watch<'_, '_, B, MORE> {
    /// The end of the turn if it has: see [`Quick::laps_by_steps`].
    type Output = Option<Option<Unplayed>>;

    #[inline(always)]
    fn go<M: Machine>(self) -> Self::Output {
        let Watch { after, course, .. } = self;
        let (program, lap) = (self.quick.program, course.laps);
        let now = || Watched {
            board: after.board,
            last: course.last,
            laps: lap,
            more: self.quick.watched_more(after, course, self.more),
            captured: course.captured,
        };
        let Some([first, moving]) = self.watched else {
            *self.watched = Some([now(); 2]);
            return None;
        };
        let found = if first.board == after.board && first.is_all(&now()) {
            Some(first.first_found(lap, program))
        } else if moving.board == after.board && moving.is(&now()) {
            Some(Some(lap))
        } else {
            None
        };
        if let Some(found) = found {
            let is_endless = program.endless == Ruling::Forbidden;
            let unplayed = |lap| match is_endless && lap <= program.lap_limit {
                true => Unplayed::Endless(lap),
                false => Unplayed::General,
            };
            return Some(found.map(unplayed));
        }
        if lap.is_power_of_two() && !program.relay_invertible {
            *moving = now();
        }
        None
    }
}

/// A turn whose relay has come round, played once more to find in which lap.
struct Watching<'a, 'p, B, const MORE: bool> {
    quick: &'a Quick<'p, B, MORE>,
    side: &'a QuickSide,
    own: (&'a SideSteps, bool),
    turn: (&'a State<B>, &'a mut State<B>),
    drawn: (usize, usize),
}

impl<B: Board, const MORE: bool> Apart for Watching<'_, '_, B, MORE> {
    type Output = Result<Did, Option<Unplayed>>;

    #[inline(always)]
    fn go<M: Machine>(self) -> Result<Did, Option<Unplayed>> {
        self.quick
            .laps_by_steps::<M>(self.side, self.own, self.turn, self.drawn, 1)
    }
}

/// See [`Quick::sow_long`].
struct LongFalls<'a, 'p, B, const MORE: bool> {
    quick: &'a Quick<'p, B, MORE>,
    own: &'a SideSteps,
    walk: &'a WaySteps,
    after: &'a mut State<B>,
    sown: (usize, usize, bool),
    course: &'a mut Course,
}

impl<B: Board, const MORE: bool> Apart for LongFalls<'_, '_, B, MORE> {
    type Output = ();

    #[inline(always)]
    fn go<M: Machine>(self) {
        self.quick
            .sow_long::<M>(self.own, self.walk, self.after, self.sown, self.course);
    }
}

/// See [`Quick::fall_past`].
struct FallingPast<'a, 'p, B, const MORE: bool> {
    quick: &'a Quick<'p, B, MORE>,
    falls: &'a [Fall<Such>],
    after: &'a mut State<B>,
    sown: (u64, u64),
    course: &'a mut Course,
}

impl<B: Board, const MORE: bool> Apart for FallingPast<'_, '_, B, MORE> {
    type Output = ();

    #[inline(always)]
    fn go<M: Machine>(self) {
        self.quick
            .fall_past::<M>(self.falls, self.after, self.sown, self.course);
    }
}

/// A capture that is more than the plain one.
struct Captures<'a, 'p, B, const MORE: bool> {
    quick: &'a Quick<'p, B, MORE>,
    side: &'a QuickSide,
    takes: &'a Takes,
    /// The bit of its rule, and where the lap began.
    step: (u32, usize),
    after: &'a mut State<B>,
    course: &'a mut Course,
    changed: &'a mut u64,
}

impl<B: Board, const MORE: bool> Apart for Captures<'_, '_, B, MORE> {
    type Output = Flow;

    #[inline(always)]
    fn go<M: Machine>(self) -> Flow {
        let Captures {
            side, takes, step, ..
        } = self;
        self.quick
            .take_by_steps::<M>(side, takes, step, self.after, self.course, self.changed)
    }
}

/// The rules that may apply besides the one that has decided.
struct Besides<'a, 'p, B, const MORE: bool> {
    quick: &'a Quick<'p, B, MORE>,
    side: &'a QuickSide,
    walk: &'a WaySteps,
    counted: bool,
    after: &'a mut State<B>,
    course: &'a mut Course,
    changed: &'a mut u64,
}

impl<B: Board, const MORE: bool> Apart for Besides<'_, '_, B, MORE> {
    type Output = bool;

    #[inline(always)]
    fn go<M: Machine>(self) -> bool {
        let Besides {
            side,
            walk,
            counted,
            course,
            changed,
            ..
        } = self;
        self.quick
            .besides_by_steps::<M>(side, walk, counted, self.after, course, changed)
    }
}

/// Where a turn has put a single seed, if that is all it did.
fn seeds_of_single(course: &Course, ring: usize) -> Option<usize> {
    // All at once: each would be a branch that chance decides.
    ((course.seeds == 1) & (course.laps == 1) & (course.last < ring)).then_some(course.last)
}

/// A pit that is picked.
struct Picks<'a, 'p, B, const MORE: bool> {
    quick: &'a Quick<'p, B, MORE>,
    side: &'a QuickSide,
    state: &'a mut State<B>,
    pit: usize,
}

impl<B: Board, const MORE: bool> Apart for Picks<'_, '_, B, MORE> {
    type Output = Did;

    #[inline(always)]
    fn go<M: Machine>(self) -> Did {
        self.quick.pick::<M>(self.side, self.state, self.pit)
    }
}

impl Earlier {
    /// Which way the mover sows.
    #[inline(always)]
    fn ways<B>(&self, state: &State<B>) -> &Ways {
        let (kept, mover) = (&state.kept, state.mover % 2);
        let made = usize::from(kept.made[mover]).min(self.ways.len() - 1);
        &self.ways[made][kept.bound[mover] as usize]
    }
}

impl SideSteps {
    /// Which way the mover sows.
    #[inline(always)]
    fn ways_now<B>(&self, state: &State<B>) -> &Ways {
        match &self.earlier {
            None => &self.set,
            Some(earlier) => earlier.ways(state),
        }
    }

    /// The pits of which the mover chooses the way.
    #[inline(always)]
    pub(super) fn both<B>(&self, state: &State<B>) -> u64 {
        match &self.earlier {
            // What is picked is not sown.
            Some(_) if state.kept.pick > 0 => 0,
            _ => self.ways_now(state).both,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Memory, load};

    /// Which way South sows from his three pits after so many turns, bound so: both ways or either, and which pits bind
    /// him, or his opponent too.
    fn told(sow: &str, made: u8, bound: Bound) -> String {
        let text = format!(
            "language 1\ngame \"x\"\nboard {{ rows 2; pits 3 }}\nsetup {{ place 2 seeds in each own pit }}\n\
             turn {{ from an occupied own pit; lift all; {sow} }}\nlap ends {{ stop }}\n"
        );
        let loading = load("v", &Memory::from([("v", text.as_str())]));
        let program = Program::compile(&loading.variant.expect("right").ruleset);
        let ways = Ways::of(&program, &program.sides[0], 0b111, (made, bound)).expect("by turns");
        let of = |pit: usize| {
            let is = |pits: u64| pits >> pit & 1 == 1;
            let way = match (is(ways.both), is(ways.reversed) != program.clockwise) {
                (true, _) => "<>",
                (false, clockwise) => {
                    if clockwise {
                        "<"
                    } else {
                        ">"
                    }
                }
            };
            let binds = match (is(ways.bind), is(ways.bind_opponent)) {
                (false, false) => "",
                (true, false) => "!",
                (false, true) => " other!",
                (true, true) => "!!",
            };
            format!("{way}{binds}")
        };
        [0, 1, 2].map(of).join(" ")
    }

    #[test]
    fn a_way_chosen_for_good_is_chosen_until_the_player_is_bound() {
        let sow = "sow either way for good";
        assert_eq!(told(sow, 0, Bound::Free), "<>! <>! <>!");
        assert_eq!(told(sow, 0, Bound::Counterclockwise), "> > >");
        assert_eq!(told(sow, 0, Bound::Clockwise), "< < <");
        let sow = "sow opposite ways for good";
        assert_eq!(told(sow, 0, Bound::Free), "<>!! <>!! <>!!");
    }

    #[test]
    fn a_way_of_the_first_turn_binds_nobody() {
        let sow = "sow either way for good; sow clockwise from any pit when first turn";
        assert_eq!(told(sow, 0, Bound::Free), "< < <");
        assert_eq!(told(sow, 1, Bound::Free), "<>! <>! <>!");
        assert_eq!(told(sow, 1, Bound::Counterclockwise), "> > >");
    }

    #[test]
    fn the_first_rule_that_speaks_of_a_pit_says_which_way_it_is_sown() {
        let sow = "sow clockwise; sow counterclockwise from own pit 1 when not first 2 turns\n\
                   sow either way from own pits 1 and 2";
        assert_eq!(told(sow, 1, Bound::Free), "<> <> <");
        assert_eq!(told(sow, 2, Bound::Free), "> <> <");
    }
}
