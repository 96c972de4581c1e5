//! The hot path: random games and perft of programs whose turns are laps from a table, each judged by its end, or little
//! more than that.
//!
//! Nothing is ruled here that is not ruled in [`super::play`] too, and a test holds both to the same games. The rules
//! are compiled once more, into what such a game asks for and no more. A turn is then:
//!
//! - **moves**: a mask of occupied pits, or for each pit a mask of numbers, counted and drawn without a list;
//! - **laps**: rows of a table added to the board, which is a vector or a few ([`Board`]), stores in the path among its
//!   lanes, until the last pit was empty;
//! - **the end of it**: the few lap rules that can apply where the last seed fell, compiled for that place: masked
//!   comparisons of what is known of that pit and of the opposite one, and masks of what is taken.
//!
//! Where a turn is more, its laps are judged by [`steps`], and where whole turns are judged its moves by [`judged`]. What
//! is rare is left to the general interpreter: the position is written out, asked about or played on, and read in again.
//! So it is with pits that hold more than goes round once, long relays, most endings, and what masks cannot tell.

mod board;
mod judged;
mod masks;
mod opening;
mod perft;
mod play;
mod situations;
mod steps;

pub use board::{Board, Boards, Row};
pub(crate) use perft::perft;
pub(crate) use play::{Past, QuickGame, QuickStart};

use super::condition::{
    Check, Claim, IS, MARKS, OPPOSITE, OPPOSITE_MARKS, SetRef, Test, Turn, WAS,
};
use super::game::End;
use super::machine::{Any, Apart, Machine, QuickWork, done, number_of_one};
use super::observe::Nobody;
use super::pits::{Lanes, PitSet, for_chunks};
use super::plan::{self, Plan, Relays};
use super::play::Way;
use super::position::{Bound, MOST_MARKS, Position, Previous};
use super::program::{Action, CompiledEnding, Landing, Other, Program, Rules, Step, Taking};
use crate::rules::ruleset::{self, Lift, Player, Side, TurnFact};
use board::{Bytes16, Bytes32, Bytes64, Words16, Words32, Words64};
use judged::{JudgeTurns, JudgedTurns};
use masks::{Asked, Counted, Course, Facing, Known, Numbers, Seen};
use opening::QuickOpening;
use situations::{CROSSED, Classes, NUMBERS, Situations};
use std::rc::Rc;
use steps::{Flow, Steps, Takes, begins_in};

/// Laps that a relay is sown without looking out for whether it has come round; if it is longer, the turn is played
/// once more, looking out from the beginning.
pub(super) const LAPS: u32 = 64;

/// Of so many situations in which a relay is known to go on there may be one in which that is not known.
const MOST_GENERAL: usize = 4;

/// The most pits whose choices are counted in bytes, and the seeds that they must be fewer than.
const FEW: usize = 16;
const FEW_SEEDS: u32 = 0x80;

/// The rows of a table, each as wide as the board takes.
#[derive(Clone, Debug)]
pub enum Rows {
    #[doc(hidden)]
    Bytes16(Vec<Row<Bytes16>>),
    #[doc(hidden)]
    Bytes32(Vec<Row<Bytes32>>),
    #[doc(hidden)]
    Bytes64(Vec<Row<Bytes64>>),
    #[doc(hidden)]
    Words16(Vec<Row<Words16>>),
    #[doc(hidden)]
    Words32(Vec<Row<Words32>>),
    #[doc(hidden)]
    Words64(Vec<Row<Words64>>),
}

/// The rules of a quick program, compiled for its games.
#[derive(Clone, Debug)]
pub(super) struct QuickRules {
    /// For laps of less than a circuit, then for full circuits, then what stays on the board where pits are taken.
    rows: Rows,
    ring: usize,
    /// How many bits tell a pit: so many apart are the rows of one number of seeds from those of the next.
    pit_bits: u32,
    /// How many seeds a full circuit takes,
    circuit: usize,
    /// and for how many the table has no row any more.
    past_table: usize,
    /// Every pit,
    all: u64,
    /// and South's.
    souths: u64,
    /// For each place what faces it.
    facing: Facing,
    /// The numbers of seeds of which conditions ask masks.
    counted: Box<[Numbers]>,
    /// How many marks are in use,
    marks: usize,
    /// and where the pairs of those stand to which pits belong: South's, and North's after it.
    owned: Box<[usize]>,
    /// How many marks tell situations apart, no more than two,
    told: usize,
    /// and which they are,
    told_by: [usize; 2],
    /// whether it is told if the enemy row was sown,
    crossing: bool,
    /// and in how many bits a situation is told.
    situation_bits: u32,
    /// What else tells them apart where each lap is judged.
    classes: Option<Box<Classes>>,
    /// The rules of a turn, where it is more than laps of one table; then there are no situations.
    steps: Option<Box<Steps>>,
    over_origin: bool,
    /// The path is so short that a word holds it twice.
    twice: bool,
    clockwise: bool,
    lift_all: bool,
    /// All ones if the stores are lanes of the board.
    stores_are_lanes: u32,
    kind: Kind,
    /// The most seeds of a position that can be played so.
    most_seeds: u32,
    /// Whether something is asked that most programs do not ask for: for these alone the code is compiled that has
    /// `MORE`.
    asks_more: bool,
    keeps_sown_from: bool,
    keeps_sown_into: bool,
    also_asks_was: bool,
    /// How many positions there must be for one to have stood as often as the repetition rule says.
    shortest: usize,
    /// The opening, if it is one for this path, or there is none.
    opening: Option<QuickOpening>,
    /// How the game ends when South or North has no move, where the endings ask no more: one that asks for no more than
    /// that is the last; or nothing.
    stuck: [Box<[Stuck]>; 2],
    /// The rows that say what stays on the board without a player's pits.
    without: [usize; 2],
    sides: [QuickSide; 2],
}

/// How many positions there must be for one to have stood as often as the repetition rule says.
fn shortest(program: &Program) -> usize {
    let mut steps = program
        .sides
        .iter()
        .flat_map(|rules| rules.steps.iter().chain(&rules.also));
    // Where nobody has two turns on end, every second one has the same player to move.
    let by_turns = !program.passes
        && steps.all(|step| matches!(step.action, Action::Relay | Action::Take(_) | Action::Stop));
    let again = program.repeated.map_or(0, |(times, _)| times as usize - 1);
    1 + again * if by_turns { 2 } else { 1 }
}

/// An ending that is due when the mover has no move.
#[derive(Clone, Copy, Debug)]
struct Stuck {
    /// It is the `when` of this number, or none.
    ending: Option<usize>,
    /// It asks that the opponent have none either.
    opponent: bool,
    outcome: ruleset::Outcome,
}

impl Stuck {
    /// Those of a player, in their order; none if they ask for more.
    fn of(rules: &Rules) -> Box<[Stuck]> {
        let mut all = Vec::new();
        let no_move = |test: &Test, side| matches!(test, Test::Turn(fact, true) if *fact == TurnFact::NoMove(side));
        // What does not ask for moves has been judged before, and did not hold.
        let asks = |ending: &CompiledEnding| ending.asks_mover || ending.asks_opponent;
        let endings = rules.endings.iter().enumerate();
        let mut endings = endings.filter(|(_, ending)| asks(ending)).peekable();
        while let Some((number, ending)) = endings.peek() {
            let opponent = match &ending.test {
                Test::All(tests) => match &tests[..] {
                    [one, other] if no_move(one, Side::Own) && no_move(other, Side::Enemy) => true,
                    _ => break,
                },
                test if no_move(test, Side::Own) => false,
                _ => break,
            };
            all.push(Stuck {
                ending: Some(*number),
                opponent,
                outcome: ending.outcome,
            });
            endings.next();
        }
        if endings.peek().is_none() {
            all.push(Stuck {
                ending: None,
                opponent: false,
                outcome: ruleset::Outcome::RestToOwner,
            });
        }
        match all.iter().position(|ending| !ending.opponent) {
            Some(last) => {
                all.truncate(last + 1);
                all.into()
            }
            None => Box::default(),
        }
    }
}

/// How the moves are counted.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// As a mask of pits: those that are occupied.
    Whole,
    /// As masks of numbers, counted in bytes: there are few, and a word holds the path twice.
    Few,
    /// The same, where a pit is lifted whole.
    FewWhole,
    /// As masks of numbers.
    Many,
    /// As a mask of pits, of each of which is asked whether it may be lifted whole: it depends on the lift where its lap
    /// may end.
    Judged,
    /// As a mask of pits, by all that [`Steps`] ask; of some the way may be chosen.
    Ways,
}

/// The rules as one mover sees them. Its size is a power of two, since a turn begins with finding it.
#[derive(Clone, Debug)]
#[repr(align(512))]
struct QuickSide {
    /// The row that says who the mover is, in the last lane, and nothing else: from a table, so that the compiler does
    /// not take a board apart for the one lane.
    tells_mover: usize,
    /// The pits that may be lifted from, where they are occupied;
    from: u64,
    /// the first of them,
    first: u32,
    /// and each with how far the path is turned to begin after it.
    pits: Box<[(u8, u8)]>,
    /// Here too, if there are few, so that they are found at once.
    few: [(u8, u8); FEW],
    /// Where no first lap may end, whatever lies there, where that is occupied, and where it is empty;
    closed: [u64; 3],
    /// and where that depends on marks.
    closed_by_marks: Box<[Landing]>,
    /// All of that instead, if some of it depends on the lift.
    closed_by_lift: Box<[ByLift]>,
    /// What is judged of whole turns.
    judged: JudgedTurns,
    /// The row that says how much these pits may hold for the moves to be counted quickly.
    limits: usize,
    first_row: usize,
    first_circuit: usize,
    /// The pits of the enemy.
    enemys: u64,
    /// All ones for the pits from which a relay goes on if they were occupied.
    relays: [i8; 64],
    relay_rule: usize,
    /// For each place where a turn may end, and all that [`Quick::situation`] tells, what happens: what chance decides
    /// at the end of a turn is a look in this table, and no branch.
    decisions: Box<[Decision]>,
    /// For each place where a turn may end the rules that may apply, where a decision leaves them to be gone through,
    ends: Box<[Ends]>,
    steps: Box<[QuickStep]>,
    /// For each mark the pits that lose it when they are lifted from, and those only when they are emptied.
    lost_by_lift: [[u64; 2]; MOST_MARKS],
    lost_by_capture: Box<[(usize, u64)]>,
    /// What must hold for an ending to be due, if one may be while the mover has a move,
    overs: Box<[Over]>,
    /// and those endings, if all that they ask can be told by masks.
    endings: Option<Box<[Asked]>>,
}

/// Where no first lap of some lifts may end.
#[derive(Clone, Debug)]
struct ByLift {
    landing: Landing,
    /// Which lifts these are, for each of the pits that may be lifted from,
    lifts: Box<[u64]>,
    /// of how many seeds at most,
    most: u32,
    /// and from which pits.
    of: u64,
}

const _: () = assert!(size_of::<QuickSide>() == 512);

/// What a condition asks of the crossing into the enemy row, if facts tell all else of it.
fn asks_crossing(check: &Check) -> Option<bool> {
    match &check.rest {
        Some(Test::All(tests)) => match &tests[..] {
            [Test::Turn(TurnFact::Crossed, holds)] => Some(*holds),
            _ => None,
        },
        _ => None,
    }
}

/// The steps that may apply where a turn ends: first those of which one decides.
#[derive(Clone, Copy, Debug)]
struct Ends {
    first: u32,
    deciding: u16,
    also: u16,
}

/// What happens at the end of a turn.
#[derive(Clone, Copy, Debug)]
struct Decision {
    /// The bit of the lap rule that applies.
    bit: u32,
    /// The row that says what stays on the board,
    row: u16,
    /// Whose turn is next.
    next: u8,
    open: Open,
    /// The lanes of that row.
    stays: u64,
}

/// What else there is to do.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Open {
    /// Nothing: the turn is over.
    Not,
    /// It cannot be told so which rule applies: the steps are to be gone through.
    Steps,
    /// The relay goes on.
    Relay,
    /// It cannot be told whether it goes on: the turn is one for the general way.
    General,
}

impl Decision {
    /// Nothing is taken.
    fn nothing(open: Open, bit: u32) -> Self {
        Decision {
            bit,
            row: 0,
            next: 0,
            open,
            stays: u64::MAX,
        }
    }
}

/// A lap rule, for one mover and one last place.
#[derive(Clone, Debug)]
struct QuickStep {
    /// A bit for its number among the lap rules.
    bit: u32,
    /// Its number among the steps or the besides of the general rules.
    number: usize,
    /// The rules that must have applied,
    applied: u32,
    /// the facts that matter, and those of them that must be so;
    matter: u32,
    facts: u32,
    /// pits that must be occupied, as far as that is known,
    occupied: u64,
    /// and more.
    rest: bool,
    /// The mover has another turn.
    again: bool,
    /// The relay goes on.
    relays: bool,
    /// Pits are taken, but which depends on more than the last one, or what becomes of them is not the plain thing.
    found: bool,
    /// What more is asked, and what is taken then, where masks can tell; elsewhere the general rules are asked.
    asked: Option<Asked>,
    takes: Option<Box<Takes>>,
    /// The row that says what stays on the board, and its lanes.
    row: u16,
    stays: u64,
}

/// What must hold for an ending to be due.
#[derive(Clone, Copy, Debug)]
struct Over {
    empty: u64,
    store: usize,
    least: u32,
    /// In the store together with those of these pits that bear this mark; asked only of programs that ask for more.
    marked: u64,
    mark: usize,
    /// No more seeds are left on the board; asked only of programs that ask for more.
    left: u32,
    then: Then,
}

/// What there is to do where it holds.
#[derive(Clone, Copy, Debug)]
enum Then {
    /// The ending of this number is due, and says this; and, if an ending asks that, it is told too whether the mover has a
    /// move.
    End(usize, ruleset::Outcome, bool),
    /// An ending is to be judged.
    Judge,
    /// No ending is, but the mover passes if he has no move.
    Pass,
}

/// What must hold for some ending to be due while the mover has a move: in the order of the endings. Where he passes if
/// he has none, that is to be looked for whatever holds.
fn overs(rules: &Rules, passes: bool) -> Box<[Over]> {
    let endings = || rules.endings.iter().enumerate();
    let asks_mover = |(_, ending): (usize, &CompiledEnding)| ending.asks_mover;
    // One that stands before it may hold by his having no move.
    let plain = |number: usize| !endings().take(number).any(asks_mover);
    let asks_more = endings().any(asks_mover);
    let pass = Over {
        empty: 0,
        store: 0,
        least: 0,
        marked: 0,
        mark: 0,
        left: u32::MAX,
        then: Then::Pass,
    };
    endings()
        .filter(|(_, ending)| !ending.needs_stuck_mover)
        .flat_map(|(number, ending)| {
            ending.needs.iter().map(move |need| Over {
                empty: need.empty.low(),
                store: need.store as usize,
                least: need.least,
                marked: need.marked.map_or(0, |(_, pits)| pits.low()),
                mark: need.marked.map_or(0, |(mark, _)| mark),
                left: need.left,
                then: match need.enough && plain(number) {
                    true => Then::End(number, ending.outcome, asks_more),
                    false => Then::Judge,
                },
            })
        })
        .chain(passes.then_some(pass))
        .collect()
}

/// Marks and histories.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Kept {
    marks: [u64; MOST_MARKS],
    sown_from: u64,
    sown_into: u64,
    empty_at_opening: u64,
    made: [u8; 2],
    bound: [Bound; 2],
    previous: Previous,
    pick: u8,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct State<B> {
    /// The pits, and what has been sown into the stores.
    board: B,
    /// What has been captured.
    captured: [u32; 2],
    mover: usize,
    kept: Kept,
}

/// What a turn did.
#[derive(Clone, Copy, Debug)]
struct Did {
    laps: u32,
    outcome: Outcome,
    /// The places that hold seeds afterwards.
    occupied: u64,
}

/// Why a turn is not played, with nothing done.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Unplayed {
    /// It is one for the general way.
    General,
    /// Its relay would never end, which is forbidden: after so many laps it was back in a state it had been in.
    Endless(u32),
}

/// The moves of a position.
#[derive(Clone, Copy, Debug, Default)]
struct Moves {
    count: u32,
    /// Where they are a mask of pits,
    whole: u64,
    /// and those of them of which the way is chosen.
    both: u64,
    /// Elsewhere where a first lap may end, the path once or twice in a word,
    open: u64,
    /// and, if the pits are few, for each the lifts from it,
    lifts: [u64; FEW],
    /// how many choices there are in it and those before, in bytes,
    few: [u64; 2],
    /// and how many in those before.
    before: [u8; FEW],
}

/// Whether the stores are lanes of the board: where seeds are sown into them, and wherever laps are all there is to a turn,
/// so that it need not be asked.
fn stores_are_lanes(program: &Program) -> bool {
    program.circuit_stored != [[0; 2]; 2] || turns_are_laps(program)
}

/// Whether turns are laps of one table.
fn turns_are_laps(program: &Program) -> bool {
    (program.simple || program.mostly_simple)
        && program.judges_by_mask()
        && (program.plan.relays == Relays::Never || program.lap_limit >= LAPS)
        && program
            .sides
            .iter()
            .all(|rules| rules.from_claim.is_none() && begins_in(rules).is_some())
}

impl QuickRules {
    /// Compiles the rules of a program, if it is one for this path.
    pub(super) fn of(program: &Program) -> Option<QuickRules> {
        if program.ring + 2 > u64::BITS as usize {
            return None;
        }
        // The stores in the path are lanes too, and who is to move where boards are compared.
        let lanes = match stores_are_lanes(program) {
            true => 2,
            false => 0,
        };
        let places = program.ring + lanes + usize::from(program.repeated.is_some());
        let seeds = program.start.seeds();
        let bytes = seeds <= u32::from(u8::MAX);
        match (bytes, places) {
            (true, ..=16) => Self::compile::<Bytes16>(program),
            (true, ..=32) => Self::compile::<Bytes32>(program),
            (true, _) => Self::compile::<Bytes64>(program),
            (false, ..=16) => Self::compile::<Words16>(program),
            (false, ..=32) => Self::compile::<Words32>(program),
            (false, _) => Self::compile::<Words64>(program),
        }
    }

    fn compile<B: Board>(program: &Program) -> Option<QuickRules> {
        match turns_are_laps(program) {
            true => Self::of_laps::<B>(program, program.plan),
            false => Self::of_steps::<B>(program),
        }
    }

    /// Of a program whose turns are laps of one table.
    fn of_laps<B: Board>(program: &Program, plan: Plan) -> Option<QuickRules> {
        let by_rules = plan.relays == Relays::ByRules;
        let situations = Situations::of(program, by_rules, B::MOST <= u32::from(u8::MAX));
        let tell_relays = |rules| situations.tell_relays(rules);
        if situations.classes.is_some() && !program.sides.iter().all(tell_relays) {
            return None;
        }
        let mut rows = RowsOfLaps::<B>::of(program);
        let sides = Player::BOTH.map(|player| {
            let begin = rows.of_laps(player, program.clockwise);
            QuickSide::of(program, player, begin, Some(&situations), &mut rows)
        });
        // Where turns are often handed over it is quicker to go the general way from the beginning.
        let decisions = || sides.iter().flat_map(|side| &side.decisions);
        let general = decisions()
            .filter(|decision| decision.open == Open::General)
            .count();
        let told = decisions()
            .filter(|decision| decision.open == Open::Relay)
            .count();
        if situations.classes.is_some() && general * MOST_GENERAL > told {
            return None;
        }
        let by_lift = sides.iter().any(|side| !side.closed_by_lift.is_empty());
        let rules = Self::whole(program, rows, sides);
        let few = rules.twice
            && rules.sides.iter().all(|side| side.pits.len() <= FEW)
            && program.start.seeds() < FEW_SEEDS;
        Some(QuickRules {
            situation_bits: situations.bits(),
            crossing: situations.crossing,
            told: situations.marks.len(),
            told_by: std::array::from_fn(|at| situations.marks.get(at).copied().unwrap_or(0)),
            kind: match (plan.moves, few, program.lift) {
                (plan::Moves::WholePits, ..) => Kind::Whole,
                _ if by_lift && program.lift == Lift::All => Kind::Judged,
                _ if by_lift => Kind::Many,
                (_, true, Lift::AnyNumber) => Kind::Few,
                (_, true, Lift::All) => Kind::FewWhole,
                (_, false, _) => Kind::Many,
            },
            asks_more: program.mostly_simple
                || program.passes
                || rules
                    .sides
                    .iter()
                    .flat_map(|side| &side.overs)
                    .any(|over| over.left != u32::MAX || over.marked != 0)
                || by_lift
                || !rules.owned.is_empty()
                || situations.classes.is_some(),
            most_seeds: if few { FEW_SEEDS - 1 } else { B::MOST },
            classes: situations.classes.map(Box::new),
            ..rules
        })
    }

    /// Of a program whose turns are more than that.
    fn of_steps<B: Board>(program: &Program) -> Option<QuickRules> {
        let mut rows = RowsOfLaps::<B>::of(program);
        let steps = Steps::of(program, &mut rows)?;
        let sides = Player::BOTH.map(|player| {
            let begin = rows.of_laps(player, program.clockwise);
            QuickSide::of(program, player, begin, None, &mut rows)
        });
        Some(QuickRules {
            kind: Kind::Ways,
            asks_more: true,
            steps: Some(Box::new(steps)),
            ..Self::whole(program, rows, sides)
        })
    }

    /// What there is of any program.
    fn whole<B: Board>(
        program: &Program,
        mut rows: RowsOfLaps<B>,
        sides: [QuickSide; 2],
    ) -> QuickRules {
        let south = (1 << program.half()) - 1;
        let north = program.all.low() & !south;
        let without = [south, north].map(|row| rows.push(B::mask::<Any>(!row)));
        QuickRules {
            ring: program.ring,
            pit_bits: rows.pit_bits,
            circuit: usize::from(program.circuit),
            past_table: rows.past_table(),
            all: program.all.low(),
            souths: south,
            facing: rows.facing,
            counted: rows.counted.take().into(),
            rows: B::table(rows.rows),
            marks: program.mark_names.len(),
            situation_bits: 0,
            crossing: false,
            told: 0,
            told_by: [0; 2],
            classes: None,
            steps: None,
            owned: program.sides[0]
                .view
                .marks
                .iter()
                .filter(|(_, owned)| *owned)
                .map(|&(slot, _)| slot.into())
                .collect(),
            over_origin: program.over_origin,
            twice: program.ring <= u64::BITS as usize / 2,
            clockwise: program.clockwise,
            lift_all: program.lift == Lift::All,
            stores_are_lanes: match stores_are_lanes(program) {
                true => u32::MAX,
                false => 0,
            },
            kind: Kind::Whole,
            asks_more: false,
            most_seeds: B::MOST,
            keeps_sown_from: program.keeps_sown_from,
            keeps_sown_into: program.keeps_sown_into,
            also_asks_was: program.also_asks_was,
            shortest: shortest(program),
            opening: QuickOpening::of(program),
            stuck: program.sides.each_ref().map(Stuck::of),
            without,
            sides,
        }
    }

    /// Does some work with boards as wide as these rules need, on this machine.
    fn with<W: QuickWork>(&self, work: W) -> W::Output {
        match self.asks_more {
            true => self.with_more::<W, true>(work),
            false => self.with_more::<W, false>(work),
        }
    }

    fn with_more<W: QuickWork, const MORE: bool>(&self, work: W) -> W::Output {
        match self.rows {
            Rows::Bytes16(_) => done::<Bytes16, W, MORE>(work),
            Rows::Bytes32(_) => done::<Bytes32, W, MORE>(work),
            Rows::Bytes64(_) => done::<Bytes64, W, MORE>(work),
            Rows::Words16(_) => done::<Words16, W, MORE>(work),
            Rows::Words32(_) => done::<Words32, W, MORE>(work),
            Rows::Words64(_) => done::<Words64, W, MORE>(work),
        }
    }

    /// What South and North have in their stores.
    #[inline(always)]
    fn stores<B: Board>(&self, state: &State<B>) -> [u32; 2] {
        let [south, north] = state.captured;
        [
            south + (state.board.get(self.ring) as u32 & self.stores_are_lanes),
            north + (state.board.get(self.ring + 1) as u32 & self.stores_are_lanes),
        ]
    }

    /// Whether a position can be played so: it has no more seeds than its lanes can say.
    fn fits(&self, position: &Position) -> bool {
        position.seeds() <= self.most_seeds && (position.pick == 0 || self.is_by_steps())
    }

    /// Whether turns are more than laps of one table, each of which is judged by its rules.
    pub(super) fn is_by_steps(&self) -> bool {
        self.steps.is_some()
    }

    /// How the board is held, in words.
    pub(super) fn board_words(&self) -> String {
        let (bits, lanes) = match self.rows {
            Rows::Bytes16(_) => (8, 16),
            Rows::Bytes32(_) => (8, 32),
            Rows::Bytes64(_) => (8, 64),
            Rows::Words16(_) => (16, 16),
            Rows::Words32(_) => (16, 32),
            Rows::Words64(_) => (16, 64),
        };
        format!("{lanes} lanes of {bits} bits")
    }
}

/// A table may have as many bytes for one mover and one way, so that the nearest cache holds it, and more only for laps of
/// less than a circuit.
const ROOM: usize = 16 << 10;

/// The rows of a table, as it is made.
struct RowsOfLaps<'p, B> {
    program: &'p Program,
    rows: Vec<Row<B>>,
    pit_bits: u32,
    facing: Facing,
    /// Where the laps of a mover begin that are sown one way, and full circuits.
    begin: [[Option<(usize, usize)>; 2]; 2],
    counted: Counted,
}

impl<'p, B: Board> RowsOfLaps<'p, B> {
    fn of(program: &'p Program) -> Self {
        let mut facing = [0; 64];
        for (facing, &there) in facing.iter_mut().zip(&program.facing) {
            *facing = there;
        }
        RowsOfLaps {
            program,
            rows: Vec::new(),
            pit_bits: usize::BITS - (program.ring - 1).leading_zeros(),
            facing: Facing::of(facing, program.ring),
            begin: [[None; 2]; 2],
            counted: Counted::default(),
        }
    }

    /// A row that is no lap, and its number.
    fn push(&mut self, board: B) -> usize {
        self.rows.push(Row {
            board,
            touched: 0,
            last: 0,
            faces: 0,
        });
        self.rows.len() - 1
    }

    /// For how many seeds there is no row: for a circuit, or more where there is room, since a division is saved.
    fn past_table(&self) -> usize {
        let room = ROOM / (size_of::<Row<B>>() << self.pit_bits);
        room.max(self.program.circuit.into())
    }

    /// Where the laps of a mover begin that are sown this way, and full circuits.
    fn of_laps(&mut self, player: Player, clockwise: bool) -> (usize, usize) {
        let way = usize::from(clockwise);
        let [south, north] = self.program.sides.each_ref().map(|rules| &rules.track[way]);
        let other = self.begin[player.opponent() as usize][way].filter(|_| south == north);
        if let Some(begin) = self.begin[player as usize][way].or(other) {
            return begin;
        }
        let (ring, over_origin) = (self.program.ring, self.program.over_origin);
        let circuit = usize::from(self.program.circuit);
        let track = &self.program.sides[player as usize].track[way];
        let paths: Vec<Vec<usize>> = (0..ring)
            .map(|origin| {
                let next = |&place: &usize| Some(usize::from(track[place]));
                let path = std::iter::successors(next(&origin), next);
                let path = path.filter(|&place| !(over_origin && place == origin));
                path.take(circuit).collect()
            })
            .collect();
        let first = self.rows.len();
        for seeds in 0..self.past_table() {
            // Between the pits of the ring and the next power of two there are rows that nothing leads to.
            let unused = self.lap(0, &[], 0);
            self.rows.resize(first + (seeds << self.pit_bits), unused);
            for (origin, path) in paths.iter().enumerate() {
                let sown: Vec<usize> = path.iter().copied().cycle().take(seeds).collect();
                // No seed beyond full circuits: the last one fell at their end.
                let last = *sown.last().or(path.last()).unwrap_or(&origin);
                self.rows.push(self.lap(origin, &sown, last));
            }
        }
        let circuits = self.rows.len();
        for (origin, path) in paths.iter().enumerate() {
            self.rows.push(self.lap(origin, path, 0));
        }
        self.begin[player as usize][way] = Some((first, circuits));
        (first, circuits)
    }

    /// A lap from a pit into these places.
    fn lap(&self, origin: usize, sown: &[usize], last: usize) -> Row<B> {
        let mut board = B::empty();
        for &place in sown {
            board.set(place, board.get(place) as u32 + 1);
        }
        // What is lifted is taken off, past the bottom of the lane.
        let lifted = (B::MOST + 1).wrapping_sub(sown.len() as u32);
        board.set(origin, (board.get(origin) as u32).wrapping_add(lifted));
        let pits = sown.iter().filter(|&&place| place < self.program.ring);
        Row {
            board,
            touched: pits.fold(0, |all, pit| all | 1 << pit),
            last: last as u8,
            faces: self.facing.get(last) as u8,
        }
    }
}

impl Program {
    /// Does some work with boards as wide as it needs; `None` if this is no quick program, or the position has more
    /// seeds than can be played so.
    pub(crate) fn quickly<W: QuickWork>(&self, work: W) -> Option<W::Output> {
        let rules = self.quick.as_deref()?;
        rules.fits(work.position()).then(|| rules.with(work))
    }
}

impl QuickSide {
    /// The laps beginning with these rows. Without situations, of turns that are judged by [`Steps`].
    fn of<B: Board>(
        program: &Program,
        player: Player,
        (first_row, first_circuit): (usize, usize),
        situations: Option<&Situations>,
        rows: &mut RowsOfLaps<'_, B>,
    ) -> QuickSide {
        let rules = &program.sides[player as usize];
        let ring = program.ring;
        let from = PitSet::of_low(begins_in(rules).unwrap_or(0));
        let mover = player as usize;
        let (mut closed, mut closed_by_marks) = ([0; 3], Vec::new());
        let mut closed_by_lift = Vec::new();
        let landings = program.landings.as_ref();
        let landings = landings.map_or(&[][..], |landings| &landings[mover]);
        let judged = situations.is_none();
        let by_lift = judged || landings.iter().any(|landing| landing.lifts.is_some());
        for landing in landings {
            let occupied = match landing.occupied {
                None => 0,
                Some(true) => 1,
                Some(false) => 2,
            };
            let within = landing.within & program.all.low();
            let inside = || Landing {
                within,
                ..landing.clone()
            };
            if by_lift {
                let lifts =
                    |pit: usize| landing.lifts.as_ref().map_or(u64::MAX, |lifts| lifts[pit]);
                let lifts: Box<[u64]> = from.iter().map(lifts).collect();
                let any = lifts.iter().fold(0, |all, lifts| all | lifts);
                closed_by_lift.push(ByLift {
                    landing: inside(),
                    most: u64::BITS - any.leading_zeros(),
                    of: from
                        .iter()
                        .zip(&lifts)
                        .filter(|&(_, &lifts)| lifts != 0)
                        .fold(0, |all, (pit, _)| all | 1 << pit),
                    lifts,
                });
            } else if landing.marks.is_empty() {
                closed[occupied] |= within;
            } else {
                closed_by_marks.push(inside());
            }
        }
        let (ends, steps, decisions) = match situations {
            Some(situations) => decided(program, rules, situations, rows),
            None => Default::default(),
        };
        let mut lost_by_lift = [[0; 2]; MOST_MARKS];
        for &(mark, whose, only_emptied) in &rules.lost_by_lift {
            lost_by_lift[mark][usize::from(only_emptied)] |= whose.low();
        }
        let mut limits = B::mask::<Any>(u64::MAX);
        for pit in from.iter() {
            limits.set(pit, u32::from(program.circuit) - 1);
        }
        let limits = rows.push(limits);
        let mut mover_alone = B::empty();
        if program.repeated.is_some() {
            mover_alone.set(B::LANES - 1, mover as u32);
        }
        let tells_mover = rows.push(mover_alone);
        let counted = Rc::clone(&rows.counted);
        let after = |pit: usize| match program.clockwise {
            true => ring - pit,
            false => pit + 1,
        };
        let first = from.low().trailing_zeros() % u64::BITS;
        QuickSide {
            tells_mover,
            limits,
            from: from.low(),
            first,
            pits: from
                .iter()
                .map(|pit| (pit as u8, after(pit) as u8))
                .collect(),
            closed,
            closed_by_marks: closed_by_marks.into(),
            closed_by_lift: closed_by_lift.into(),
            judged: JudgedTurns::of(rules),
            first_row,
            first_circuit,
            enemys: rules.view.row(Side::Enemy).low(),
            few: std::array::from_fn(|at| {
                let pit = from.iter().nth(at);
                pit.map_or((0, 0), |pit| (pit as u8, after(pit) as u8))
            }),
            relays: std::array::from_fn(|pit| match rules.relay_within >> pit & 1 {
                0 => 0,
                _ => -1,
            }),
            relay_rule: rules.relay_rule,
            decisions,
            ends,
            steps,
            lost_by_lift,
            lost_by_capture: rules
                .lost_by_capture
                .iter()
                .map(|&(mark, whose)| (mark, whose.low()))
                .collect(),
            overs: overs(rules, program.passes),
            endings: rules
                .endings
                .iter()
                .filter(|ending| !ending.needs_stuck_mover)
                .map(|ending| Known::beginning(&rules.view, None, &counted).asked(&ending.test))
                .collect(),
        }
    }
}

/// What happens where a turn ends: for each place its rules, these, and for each situation there what is decided.
#[expect(clippy::type_complexity, reason = "they are parts of a side")]
fn decided<B: Board>(
    program: &Program,
    rules: &Rules,
    situations: &Situations,
    rows: &mut RowsOfLaps<'_, B>,
) -> (Box<[Ends]>, Box<[QuickStep]>, Box<[Decision]>) {
    let (ring, mover) = (program.ring, rules.view.mover as usize);
    // Whose turn is next: the opponent's, or again the mover's.
    let next = [mover as u8 ^ 1, mover as u8];
    let nothing = Decision {
        row: rows.push(B::mask::<Any>(u64::MAX)) as u16,
        next: next[0],
        ..Decision::nothing(Open::Not, 0)
    };
    let judges_laps = situations.classes.is_some();
    let mut steps = Vec::new();
    let ends: Box<[Ends]> = (0..ring + 2)
        .map(|last| {
            let mut here = |of: &[Step], end: bool| {
                let before = steps.len();
                for (number, step) in of.iter().enumerate() {
                    let quick = step.check.quick;
                    if quick.within >> last & 1 == 0 {
                        continue;
                    }
                    let pits = match &step.action {
                        // Gone through already: where it comes to this, it does not apply.
                        Action::Relay if !judges_laps => continue,
                        Action::Take(taking) => taken_there(program, rules, taking, last),
                        Action::Other(_) => None,
                        Action::Relay | Action::Stop | Action::Again => Some(PitSet::EMPTY),
                    };
                    let crossed = asks_crossing(&step.check);
                    // What comes after another capture is left to the general rules.
                    let at = end.then(|| Known::end(&rules.view, last, false, &rows.counted));
                    let rest = step.check.rest.as_ref();
                    let asked = at.as_ref().zip(rest).and_then(|(at, rest)| at.asked(rest));
                    let takes = || Takes::alone(program, rules, at.as_ref()?, step);
                    let takes = pits.is_none().then(takes).flatten().map(Box::new);
                    let mut step = QuickStep {
                        bit: 1 << (step.rule % 32),
                        number,
                        applied: quick.applied,
                        matter: quick.matter | u32::from(crossed.is_some()) << CROSSED,
                        facts: quick.facts | u32::from(crossed == Some(true)) << CROSSED,
                        occupied: step
                            .check
                            .rest
                            .as_ref()
                            .map_or(0, |rest| must_be_occupied(rest, rules, last)),
                        rest: step.check.rest.is_some() && crossed.is_none(),
                        again: matches!(step.action, Action::Again),
                        relays: matches!(step.action, Action::Relay),
                        found: pits.is_none(),
                        asked,
                        takes,
                        row: 0,
                        stays: !pits.map_or(0, PitSet::low),
                    };
                    step.row = rows.push(B::mask::<Any>(step.stays)) as u16;
                    let always = step.matter == 0 && step.applied == 0 && !step.rest;
                    steps.push(step);
                    if always && end {
                        break;
                    }
                }
                (steps.len() - before) as u16
            };
            let deciding = here(&rules.steps, true);
            let also = here(&rules.also, false);
            let first = steps.len() - usize::from(deciding) - usize::from(also);
            Ends {
                first: first as u32,
                deciding,
                also,
            }
        })
        .collect();
    let is_relay = |step: &&Step| matches!(step.action, Action::Relay);
    let relays = rules.steps.iter().filter(is_relay);
    let relayed = relays.fold(0, |all, step| all | 1 << (step.rule % 32));
    let decisions: Box<[Decision]> = ends
        .iter()
        .enumerate()
        .flat_map(|(last, ends)| {
            let (steps, more) = steps[ends.first as usize..].split_at(ends.deciding.into());
            let more = &more[..ends.also.into()];
            situations.at(last, &rules.view).map(move |known| {
                let holds = |step: &QuickStep| known.check(&rules.steps[step.number].check);
                let may_apply = |step: &&QuickStep| holds(step) != Some(false);
                let surely = steps.iter().position(|step| holds(step) == Some(true));
                let until = surely.map_or(steps.len(), |at| at + 1);
                let step = steps[..until].iter().find(may_apply);
                // What may apply besides is looked at only if the rules have applied that it asks for.
                let applied = relayed | step.map_or(0, |step| step.bit);
                let besides = more.iter().any(|step| step.applied & !applied == 0);
                let told = step.is_none_or(|step| holds(step) == Some(true));
                let mut relays = steps[..until].iter().filter(may_apply);
                match step {
                    Some(step) if told && step.relays => Decision::nothing(Open::Relay, step.bit),
                    _ if !told && relays.any(|step| step.relays) => {
                        Decision::nothing(Open::General, 0)
                    }
                    Some(step) if told && !step.found && !besides => Decision {
                        bit: step.bit,
                        row: step.row,
                        next: next[usize::from(step.again)],
                        open: Open::Not,
                        stays: step.stays,
                    },
                    None if !besides => nothing,
                    _ => Decision {
                        open: Open::Steps,
                        ..nothing
                    },
                }
            })
        })
        .collect();
    (ends, steps.into(), decisions)
}

/// Pits that must be occupied for this to hold where the last seed fell there.
fn must_be_occupied(test: &Test, rules: &Rules, last: usize) -> u64 {
    fn asks_that(claim: &Claim) -> bool {
        match claim {
            Claim::All(claims) => claims.iter().any(asks_that),
            Claim::Occupied { was, holds } => *holds && !was,
            _ => false,
        }
    }
    match test {
        Test::All(tests) => {
            let all = tests.iter().map(|test| must_be_occupied(test, rules, last));
            all.fold(0, |all, pits| all | pits)
        }
        Test::Each(set, claim) if set.is_told_by_last() && asks_that(claim) => {
            let turn = Turn {
                last,
                ..Turn::new(0)
            };
            let pits = rules.view.found(set, &Position::empty(), &turn);
            // What lies in a store is told elsewhere.
            let board = (1 << rules.view.ring()) - 1;
            pits.map_or(0, PitSet::low) & board
        }
        _ => 0,
    }
}

/// The pits that are taken from, if that depends on nothing but the last one.
fn taken_there(program: &Program, rules: &Rules, taking: &Taking, last: usize) -> Option<PitSet> {
    if !taking.others.iter().all(SetRef::is_told_by_last) {
        return None;
    }
    let turn = Turn {
        last,
        ..Turn::new(0)
    };
    let mut nowhere = Position::empty();
    nowhere.mover = rules.view.mover;
    Some(program.taken(&nowhere, &turn, taking))
}

/// A quick program, and boards as wide as it needs.
#[derive(Clone, Copy, Debug)]
struct Quick<'p, B, const MORE: bool> {
    program: &'p Program,
    rules: &'p QuickRules,
    rows: &'p [Row<B>],
}

/// The laps of a turn, when they are sown.
#[derive(Clone, Copy)]
struct Sown {
    origin: usize,
    last: usize,
    laps: u32,
    touched: u64,
    seeds: usize,
}

/// What has come of the rules.
#[derive(Clone, Copy, Debug)]
struct Outcome {
    /// The rules that have applied, and those that have taken seeds, a bit each.
    applied: u32,
    captured: u32,
    /// Whose turn is next.
    next: usize,
    /// The pits of which marks or histories are not what they were.
    changed: u64,
}

impl<'p, B: Board, const MORE: bool> Quick<'p, B, MORE> {
    fn new(program: &'p Program, rules: &'p QuickRules) -> Self {
        Quick {
            program,
            rules,
            rows: B::rows(&rules.rows),
        }
    }

    /// Reads a position in.
    fn read(&self, position: &Position) -> State<B> {
        let mut board = B::empty();
        for pit in 0..self.rules.ring {
            board.set(pit, u32::from(position.board.get(pit)));
        }
        State {
            board,
            captured: position.stores,
            mover: position.mover as usize,
            kept: Kept {
                marks: std::array::from_fn(|mark| position.marks[mark].low()),
                sown_from: position.sown_from.low(),
                sown_into: position.sown_into.low(),
                empty_at_opening: position.empty_at_opening.low(),
                made: position.made,
                bound: position.bound,
                previous: position.previous,
                pick: position.pick,
            },
        }
    }

    /// Reads a position in that has come from this one.
    fn read_after(&self, before: &State<B>, position: &Position) -> State<B> {
        let mut state = self.read(position);
        if self.rules.stores_are_lanes == 0 {
            return state;
        }
        // What lies in the stores' lanes stays there, so that boards can be compared.
        for player in 0..2 {
            let lane = self.rules.ring + player;
            let more = position.stores[player] - self.stores(before)[player];
            state.board.set(lane, before.board.get(lane) as u32 + more);
            state.captured[player] = before.captured[player];
        }
        state
    }

    /// Writes a position out.
    fn written(&self, state: &State<B>) -> Position {
        Position {
            board: self.lanes(&state.board),
            stores: self.stores(state),
            mover: Player::BOTH[state.mover % 2],
            marks: std::array::from_fn(|mark| PitSet::of_low(state.kept.marks[mark])),
            sown_from: PitSet::of_low(state.kept.sown_from),
            sown_into: PitSet::of_low(state.kept.sown_into),
            empty_at_opening: PitSet::of_low(state.kept.empty_at_opening),
            made: state.kept.made,
            bound: state.kept.bound,
            previous: state.kept.previous,
            pick: state.kept.pick,
            ..Position::empty()
        }
    }

    fn lanes(&self, board: &B) -> Lanes {
        let mut lanes = Lanes::default();
        for pit in 0..self.rules.ring {
            *lanes.get_mut(pit) = board.get(pit) as u16;
        }
        lanes
    }

    #[inline(always)]
    fn stores(&self, state: &State<B>) -> [u32; 2] {
        if MORE {
            return self.rules.stores(state);
        }
        let [south, north] = state.captured;
        let ring = self.rules.ring;
        [
            south + state.board.get(ring) as u32,
            north + state.board.get(ring + 1) as u32,
        ]
    }

    /// What lies in pits that belong to South and to North by a mark, and in the rest of their rows; where pits may belong
    /// to a player by one. See [`Program::owner_by_mark`].
    #[inline(never)]
    fn owned_and_rows_hold(&self, state: &State<B>) -> [[u32; 2]; 2] {
        let rules = self.rules;
        let sum = |pits: u64| match pits {
            0 => 0,
            pits => state.board.sum::<Any>(pits),
        };
        let (mut owned, mut left) = ([0; 2], rules.all);
        for &slot in &rules.owned {
            for (player, owned) in owned.iter_mut().enumerate() {
                let pits = left & state.kept.marks[(slot + player) % MOST_MARKS];
                *owned += sum(pits);
                left &= !pits;
            }
        }
        [
            owned,
            [rules.souths, !rules.souths].map(|row| sum(row & left)),
        ]
    }

    /// How many seeds lie in the rows of South and North.
    #[inline(always)]
    fn rows_hold<M: Machine>(&self, state: &State<B>) -> [u32; 2] {
        let [south, north] = self.rules.without;
        // Of a copy: how much is lost when a row is taken away.
        let (mut one, mut other) = (state.board, state.board);
        let south = one.keep::<M>(&self.rows[south].board);
        let north = other.keep::<M>(&self.rows[north].board);
        [south, north]
    }

    /// A board that says who the mover is, and what the turn before leaves for this one.
    #[inline(always)]
    fn mover(&self, side: &QuickSide, kept: &Kept) -> B {
        let mut mover = self.rows[side.tells_mover].board;
        if MORE && self.program.keeps_previous {
            let previous = u32::from(kept.previous.code());
            mover.set(B::LANES - 1, mover.get(B::LANES - 1) as u32 + 2 * previous);
        }
        mover
    }

    #[inline(always)]
    fn side(&self, state: &State<B>) -> &'p QuickSide {
        &self.rules.sides[state.mover % 2]
    }

    // The moves.

    /// Counts the moves; `None` if a pit holds more than can be counted so. `many` gets for each pit how many choices
    /// there are in it and those before, if they are not few.
    #[inline(always)]
    fn count<M: Machine>(
        &self,
        side: &QuickSide,
        state: &State<B>,
        occupied: u64,
        moves: &mut Moves,
        many: &mut Vec<u16>,
    ) -> Option<u32> {
        let rules = self.rules;
        if MORE && side.judged.may_apply(occupied) {
            moves.whole = self.judged_turns::<M>(side, state, occupied)?;
            moves.both = 0;
            moves.count = M::ones(moves.whole);
            return Some(moves.count);
        }
        if rules.kind == Kind::Whole {
            moves.whole = side.from & occupied;
            moves.count = M::ones(moves.whole);
            return Some(moves.count);
        }
        if MORE && let Some(steps) = &rules.steps {
            moves.whole = self.begins::<M>(steps, side, state, occupied)?;
            moves.both = moves.whole & steps.sides[state.mover % 2].both(state);
            moves.count = M::ones(moves.whole) + M::ones(moves.both);
            return Some(moves.count);
        }
        if state.board.is_above(&self.rows[side.limits].board) {
            return None;
        }
        if MORE && rules.kind == Kind::Judged {
            moves.whole = self.judged(side, state, occupied);
            moves.count = M::ones(moves.whole);
        } else if rules.kind == Kind::Few {
            moves.open = self.open::<true>(side, state, occupied);
            self.count_few::<false, M>(side, state, moves);
        } else if rules.kind == Kind::FewWhole {
            moves.open = self.open::<true>(side, state, occupied);
            self.count_few::<true, M>(side, state, moves);
        } else {
            moves.open = self.open_any(side, state, occupied);
            moves.count = self.count_many::<M>(side, state, moves.open, many);
        }
        Some(moves.count)
    }

    /// The pits that may be lifted from where turns are judged; `None` if that is not to be told quickly.
    #[inline(always)]
    fn judged_turns<M: Machine>(
        &self,
        side: &QuickSide,
        state: &State<B>,
        occupied: u64,
    ) -> Option<u64> {
        M::apart(JudgeTurns {
            quick: self,
            side,
            state,
            occupied,
        })
    }

    /// Where a first lap may end: pits numbered along the sowing, twice in a word where it holds them.
    #[inline(always)]
    fn open<const TWICE: bool>(&self, side: &QuickSide, state: &State<B>, occupied: u64) -> u64 {
        let rules = self.rules;
        let [whatever, where_occupied, where_empty] = side.closed;
        let mut closed = whatever | where_occupied & occupied | where_empty & !occupied;
        for landing in &side.closed_by_marks {
            closed |= landing.pits(occupied, |mark| state.kept.marks[mark]);
        }
        let closed = self.along_path::<TWICE>(closed);
        match TWICE {
            true => !closed,
            false => !closed & rules.all,
        }
    }

    /// Pits numbered along the sowing, twice in a word where it holds them.
    #[inline(always)]
    fn along_path<const TWICE: bool>(&self, pits: u64) -> u64 {
        let ring = self.rules.ring;
        let seen = match self.rules.clockwise {
            true => pits.reverse_bits() >> (u64::BITS as usize - ring),
            false => pits,
        };
        match TWICE {
            true => seen | seen << (ring % 64),
            false => seen,
        }
    }

    /// The pits that may be lifted whole, where that depends on the lift.
    #[inline(always)]
    fn judged(&self, side: &QuickSide, state: &State<B>, occupied: u64) -> u64 {
        match self.rules.twice {
            true => self.judged_in::<true>(side, state, occupied),
            false => self.judged_in::<false>(side, state, occupied),
        }
    }

    #[inline(always)]
    fn judged_in<const TWICE: bool>(
        &self,
        side: &QuickSide,
        state: &State<B>,
        occupied: u64,
    ) -> u64 {
        let mut refused = 0;
        for ByLift { landing, lifts, .. } in &side.closed_by_lift {
            let pits = landing.pits(occupied, |mark| state.kept.marks[mark]);
            let pits = self.along_path::<TWICE>(pits);
            for (&(pit, after), lifts) in side.pits.iter().zip(lifts) {
                let closed = self.from::<TWICE>(pits, after) & lifts;
                // A pit that holds nothing is none of them anyway.
                let holds = state.board.get(pit.into()) as u32;
                refused |= (closed >> (holds.wrapping_sub(1) % 64) & 1) << (pit % 64);
            }
        }
        side.from & occupied & !refused
    }

    fn open_any(&self, side: &QuickSide, state: &State<B>, occupied: u64) -> u64 {
        match self.rules.twice {
            true => self.open::<true>(side, state, occupied),
            false => self.open::<false>(side, state, occupied),
        }
    }

    /// Pits numbered along the sowing, from the one after a pit on.
    #[inline(always)]
    fn from<const TWICE: bool>(&self, pits: u64, after: u8) -> u64 {
        let after = u32::from(after);
        match TWICE {
            true => pits >> (after % 64),
            false => pits.wrapping_shr(after) | pits.wrapping_shl(self.rules.ring as u32 - after),
        }
    }

    /// The lifts from a pit that holds less than a circuit: bit `n − 1` for `n` seeds.
    #[inline(always)]
    fn lifts<const TWICE: bool, const ALL: bool, M: Machine>(
        &self,
        holds: usize,
        open: u64,
        after: u8,
    ) -> u64 {
        let lifts = M::lowest(self.from::<TWICE>(open, after), holds as u32);
        match ALL {
            true => lifts & !M::lowest(!0, holds.saturating_sub(1) as u32),
            false => lifts,
        }
    }

    #[inline(always)]
    fn count_few<const ALL: bool, M: Machine>(
        &self,
        side: &QuickSide,
        state: &State<B>,
        moves: &mut Moves,
    ) {
        let open = moves.open;
        let lifts = |&(pit, after): &(u8, u8)| {
            self.lifts::<true, ALL, M>(state.board.get(pit.into()), open, after)
        };
        let ones = |lifts: u64| u64::from(M::ones(lifts));
        // The counts of eight pits, a byte each, made in a register: what is written as bytes and read again as a word
        // is waited for. They are also added up, which is sooner done than the sums up to each.
        let (mut low, mut high, mut count) = (0, 0, 0);
        let (number, mut past) = (side.pits.len(), 0);
        if number >= 8 {
            // Written out, for there is no loop that is not one too many here.
            let [a, b, c, d, e, f, g, h, ..] = &side.few;
            let (a, b, c, d) = (lifts(a), lifts(b), lifts(c), lifts(d));
            let (e, f, g, h) = (lifts(e), lifts(f), lifts(g), lifts(h));
            moves.lifts[..8].copy_from_slice(&[a, b, c, d, e, f, g, h]);
            let (a, b, c, d) = (ones(a), ones(b), ones(c), ones(d));
            let (e, f, g, h) = (ones(e), ones(f), ones(g), ones(h));
            low = (a | b << 8) | (c << 16 | d << 24) | ((e << 32 | f << 40) | (g << 48 | h << 56));
            count = ((a + b) + (c + d)) + ((e + f) + (g + h));
            past = 8;
        }
        for at in past..number {
            let lifts = lifts(&side.few[at % FEW]);
            moves.lifts[at % FEW] = lifts;
            high |= ones(lifts) << (8 * at % 64);
            count += ones(lifts);
        }
        if past == 0 {
            (low, high) = (high, 0);
        }
        // Multiplied by a word of ones, every byte becomes the sum of those up to it.
        let low = low.wrapping_mul(ONES);
        let high = high
            .wrapping_mul(ONES)
            .wrapping_add((low >> 56).wrapping_mul(ONES));
        moves.few = [low, high];
        let [first, second] = moves.before.as_chunks_mut::<8>().0 else {
            return;
        };
        *first = (low << 8).to_le_bytes();
        *second = (high << 8 | low >> 56).to_le_bytes();
        moves.count = count as u32;
    }

    #[inline(never)]
    fn count_many<M: Machine>(
        &self,
        side: &QuickSide,
        state: &State<B>,
        open: u64,
        many: &mut Vec<u16>,
    ) -> u32 {
        many.clear();
        let mut count = 0;
        for at in 0..side.pits.len() {
            count += self.lifts_of_many::<M>(side, state, open, at).count_ones();
            many.push(count as u16);
        }
        count
    }

    /// The lifts from the pit of this number, where there are many.
    #[inline(always)]
    fn lifts_of_many<M: Machine>(
        &self,
        side: &QuickSide,
        state: &State<B>,
        open: u64,
        at: usize,
    ) -> u64 {
        let (pit, after) = side.pits[at];
        let lifts = self.lifts_any::<M>(state.board.get(pit.into()), open, after);
        match MORE && !side.closed_by_lift.is_empty() {
            true => lifts & !self.closed_lifts::<M>(side, state, at),
            false => lifts,
        }
    }

    /// The lifts from the pit of this number whose lap may not end where it does, though others may.
    #[inline(never)]
    fn closed_lifts<M: Machine>(&self, side: &QuickSide, state: &State<B>, at: usize) -> u64 {
        let (_, after) = side.pits[at];
        let occupied = state.board.occupied::<M>();
        let closed = side
            .closed_by_lift
            .iter()
            .map(|ByLift { landing, lifts, .. }| {
                let pits = landing.pits(occupied, |mark| state.kept.marks[mark]);
                let closed = match self.rules.twice {
                    true => self.from::<true>(self.along_path::<true>(pits), after),
                    false => self.from::<false>(self.along_path::<false>(pits), after),
                };
                closed & lifts[at]
            });
        closed.fold(0, |all, lifts| all | lifts)
    }

    #[inline(always)]
    fn lifts_any<M: Machine>(&self, holds: usize, open: u64, after: u8) -> u64 {
        match (self.rules.twice, self.rules.lift_all) {
            (true, false) => self.lifts::<true, false, M>(holds, open, after),
            (true, true) => self.lifts::<true, true, M>(holds, open, after),
            (false, false) => self.lifts::<false, false, M>(holds, open, after),
            (false, true) => self.lifts::<false, true, M>(holds, open, after),
        }
    }

    /// The move of this number among those that were counted: a pit, and how many seeds.
    #[inline(always)]
    fn nth<M: Machine>(
        &self,
        side: &QuickSide,
        state: &State<B>,
        moves: &Moves,
        many: &[u16],
        index: u32,
    ) -> (usize, usize, Way) {
        let kind = self.rules.kind;
        let with_seeds = |pit: u32| (pit as usize, state.board.get(pit as usize), Way::Set);
        if MORE && kind == Kind::Ways {
            let (pit, way) = moves.nth_with_way::<M>(index, state.kept.pick > 0);
            return (pit, state.board.get(pit), way);
        }
        if kind == Kind::Whole || MORE && kind == Kind::Judged {
            if M::NEWER && side.pits.len() > 8 {
                return with_seeds(M::number_of_one(moves.whole, index));
            }
            // Counted from the first pit on, so that a row is mostly a byte of which a table knows all.
            let from_first = moves.whole >> side.first;
            return with_seeds(side.first + number_of_one::<M>(from_first, index));
        }
        let (pit, lifts, before) = if kind == Kind::Many {
            let at = many.partition_point(|&up_to| u32::from(up_to) <= index);
            let before = if at == 0 { 0 } else { many[at - 1].into() };
            let lifts = self.lifts_of_many::<M>(side, state, moves.open, at);
            (side.pits[at].0, lifts, before)
        } else {
            let at = moves.pit_of_few::<M>(index);
            (side.few[at].0, moves.lifts[at], moves.before[at].into())
        };
        let seeds = number_of_one::<M>(lifts, index - before) + 1;
        (pit.into(), seeds as usize, Way::Set)
    }

    // A turn.

    /// Plays a turn, or tells why it is not played.
    #[inline(always)]
    fn turn<M: Machine>(
        &self,
        side: &QuickSide,
        state: &mut State<B>,
        (pit, seeds, way): (usize, usize, Way),
    ) -> Result<Did, Unplayed> {
        let rules = self.rules;
        if MORE && let Some(steps) = &rules.steps {
            return self.turn_by_steps::<M>(steps, side, state, (pit, seeds, way));
        }
        if MORE && let Some(classes) = &rules.classes {
            return self.turn_by_laps::<M>(classes, side, state, pit, seeds);
        }
        let partly = state.board.get(pit) != seeds;
        // Kept in variables of their own, which stay in registers.
        let mut board = state.board;
        let (mut from, mut in_hand, mut laps) = (pit, seeds, 0);
        let (mut relayed, mut touched) = (0u64, 0u64);
        let rows = &self.rows[side.first_row..];
        let (last, holds, row) = loop {
            let row = self.lap(side, rows, &mut board, (from, in_hand), &mut touched);
            touched |= row.touched;
            laps += 1;
            let last = usize::from(row.last);
            // From what lay there and what falls there: the sum of the whole board can come later.
            let holds = board.get_with(&row.board, last);
            // The seeds that lay there, or none where no relay goes on: one branch, which chance decides only where there
            // are relays. From a table, or the compiler sees through it and makes two.
            if holds.wrapping_sub(1) & side.relays[last % 64] as usize == 0 {
                break (last, holds, row);
            }
            if laps >= LAPS {
                return Err(Unplayed::General);
            }
            board.add(&row.board);
            (from, in_hand) = (last, holds);
            relayed |= 1 << (from % 64);
        };
        let opposite = usize::from(row.faces);
        let faces = board.get_with(&row.board, opposite);
        board.add(&row.board);
        state.board = board;
        // Before it is known what is taken: that is taken off in time.
        let occupied = board.occupied::<M>();
        let mut changed = 0;
        let lifted = relayed | 1 << (pit % 64);
        let emptied = relayed | u64::from(!partly) << (pit % 64);
        for mark in 0..rules.marks.min(MOST_MARKS) {
            let [by_lift, by_emptying] = side.lost_by_lift[mark];
            let lost = by_lift & lifted | by_emptying & emptied;
            changed |= state.kept.marks[mark] & lost;
            state.kept.marks[mark] &= !lost;
        }
        changed |= self.keep_histories(&mut state.kept, lifted, touched);
        let crossed = touched & side.enemys != 0;
        let situation = self.situation(&state.kept, [last, opposite], [holds, faces], crossed);
        let decision = side.decisions[last << rules.situation_bits | situation];
        let relayed = u32::from(laps > 1) << (side.relay_rule % 32);
        let sown = Sown {
            origin: pit,
            last,
            laps,
            touched,
            seeds: in_hand,
        };
        Ok(self.end::<M>(side, state, &decision, sown, relayed, changed, occupied))
    }

    /// The same as [`Quick::turn`] of rules by which each lap is judged.
    #[inline(always)]
    fn turn_by_laps<M: Machine>(
        &self,
        classes: &Classes,
        side: &QuickSide,
        state: &mut State<B>,
        pit: usize,
        seeds: usize,
    ) -> Result<Did, Unplayed> {
        let rules = self.rules;
        let kept = state.kept;
        let mut partly = state.board.get(pit) != seeds;
        let mut board = state.board;
        let (mut from, mut in_hand, mut laps) = (pit, seeds, 0);
        let (mut lifted, mut touched, mut changed, mut relayed) = (0u64, 0u64, 0u64, 0);
        let rows = &self.rows[side.first_row..];
        let (last, decision) = loop {
            let row = self.lap(side, rows, &mut board, (from, in_hand), &mut touched);
            let last = usize::from(row.last);
            let opposite = rules.facing.get(last);
            // From what lay there and what falls there: the sum of the whole board can come later.
            let holds = board.get_with(&row.board, last);
            let faces = board.get_with(&row.board, opposite);
            board.add(&row.board);
            touched |= row.touched;
            laps += 1;
            let bit = 1 << (from % 64);
            lifted |= bit;
            for mark in 0..rules.marks.min(MOST_MARKS) {
                let [by_lift, by_emptying] = side.lost_by_lift[mark];
                let lost = bit & (by_lift | if partly { 0 } else { by_emptying });
                changed |= state.kept.marks[mark] & lost;
                state.kept.marks[mark] &= !lost;
            }
            partly = false;
            let crossed = touched & side.enemys != 0;
            let mut situation = usize::from(classes.last[holds.min(NUMBERS - 1)])
                | usize::from(classes.opposite[faces.min(NUMBERS - 1)])
                | self.marked(&state.kept, [last, opposite]);
            // As numbers: it would be made a branch, which chance decides.
            situation |= classes.crossed & usize::from(crossed).wrapping_neg();
            situation |= if laps == 1 { classes.first_lap } else { 0 };
            let decision = side.decisions[last << rules.situation_bits | situation];
            if decision.open != Open::Relay {
                break (last, decision);
            }
            relayed |= decision.bit;
            if laps >= LAPS {
                state.kept = kept;
                return Err(Unplayed::General);
            }
            (from, in_hand) = (last, holds);
        };
        if decision.open == Open::General {
            state.kept = kept;
            return Err(Unplayed::General);
        }
        state.board = board;
        changed |= self.keep_histories(&mut state.kept, lifted, touched);
        let sown = Sown {
            origin: pit,
            last,
            laps,
            touched,
            seeds: in_hand,
        };
        let occupied = board.occupied::<M>();
        Ok(self.end::<M>(side, state, &decision, sown, relayed, changed, occupied))
    }

    /// The row of a lap; full circuits are added to the board at once.
    #[inline(always)]
    fn lap<'r>(
        &self,
        side: &QuickSide,
        rows: &'r [Row<B>],
        board: &mut B,
        (from, in_hand): (usize, usize),
        touched: &mut u64,
    ) -> &'r Row<B> {
        let rules = self.rules;
        let mut rest = in_hand;
        if in_hand >= rules.past_table {
            rest = in_hand % rules.circuit;
            let circuit = side.first_circuit + from;
            *touched |= self.circuits(board, circuit, in_hand / rules.circuit);
        }
        &rows[rest << rules.pit_bits | from]
    }

    /// Notes what has been lifted from and sown into, where a rule asks; the pits of which that is new.
    #[inline(always)]
    fn keep_histories(&self, kept: &mut Kept, lifted: u64, touched: u64) -> u64 {
        let mut changed = 0;
        if self.rules.keeps_sown_from {
            changed |= lifted & !kept.sown_from;
            kept.sown_from |= lifted;
        }
        if self.rules.keeps_sown_into {
            changed |= touched & !kept.sown_into;
            kept.sown_into |= touched;
        }
        changed
    }

    /// What comes of the end of a turn, these places holding seeds before anything is taken.
    #[expect(clippy::too_many_arguments, reason = "they are what a turn is")]
    #[inline(always)]
    fn end<M: Machine>(
        &self,
        side: &QuickSide,
        state: &mut State<B>,
        decision: &Decision,
        sown: Sown,
        relayed: u32,
        changed: u64,
        occupied: u64,
    ) -> Did {
        let (outcome, occupied) = if decision.open == Open::Not {
            // Done also where nothing is taken: whether something is would be a branch that chance decides.
            let stays = &self.rows[usize::from(decision.row)].board;
            let (taken, lost) = self.take::<M>(side, state, stays);
            let outcome = Outcome {
                applied: relayed | decision.bit,
                captured: if taken > 0 { decision.bit } else { 0 },
                next: decision.next.into(),
                changed: changed | lost,
            };
            (outcome, occupied & decision.stays)
        } else {
            let outcome = M::apart(EndBySteps {
                quick: self,
                side,
                state,
                sown,
                relayed,
                changed,
            });
            (outcome, state.board.occupied::<M>())
        };
        state.mover = outcome.next;
        Did {
            laps: sown.laps,
            outcome,
            occupied,
        }
    }

    /// Adds full circuits to the board; the pits that get a seed.
    #[cold]
    fn circuits(&self, board: &mut B, row: usize, number: usize) -> u64 {
        let row = &self.rows[row];
        for _ in 0..number {
            board.add(&row.board);
        }
        row.touched
    }

    /// What there is to know where a turn ends, as far as it tells steps apart: whether the last pit was occupied and is
    /// so, whether the opposite one is, and their marks.
    #[inline(always)]
    fn situation(
        &self,
        kept: &Kept,
        [last, opposite]: [usize; 2],
        [holds, faces]: [usize; 2],
        crossed: bool,
    ) -> usize {
        let rules = self.rules;
        let mut situation =
            usize::from(holds > 1) | usize::from(holds > 0) << 1 | usize::from(faces > 0) << 2;
        // Mostly one mark is asked for, or none, and the crossing is not.
        if rules.told > 0 {
            let is = |mark: usize, place: usize| {
                (kept.marks[mark % MOST_MARKS] >> (place % 64) & 1) as usize
            };
            let [first, second] = rules.told_by;
            situation |= is(first, last) << 3 | is(first, opposite) << 4;
            if rules.told > 1 {
                situation |= is(second, last) << 5 | is(second, opposite) << 6;
            }
        }
        if rules.crossing {
            situation |= usize::from(crossed) << ((rules.situation_bits - 1) % 64);
        }
        situation
    }

    /// The part of it that tells marks, where each lap is judged.
    #[inline(always)]
    fn marked(&self, kept: &Kept, [last, opposite]: [usize; 2]) -> usize {
        let rules = self.rules;
        let is = |mark: usize, place: usize| {
            (kept.marks[mark % MOST_MARKS] >> (place % 64) & 1) as usize
        };
        let mut marked = 0;
        for (at, &mark) in rules.told_by[..rules.told].iter().enumerate() {
            marked |= (is(mark, last) | is(mark, opposite) << 1) << (2 * at);
        }
        marked
    }

    /// What the lap rules make of the end of a turn, each step judged one after the other.
    #[inline(always)]
    fn end_by_steps<M: Machine>(
        &self,
        side: &QuickSide,
        state: &mut State<B>,
        sown: Sown,
        relayed: u32,
        changed: u64,
    ) -> Outcome {
        let mut outcome = Outcome {
            applied: relayed,
            captured: 0,
            next: state.mover ^ 1,
            changed,
        };
        let Ends {
            first,
            deciding,
            also,
        } = side.ends[sown.last];
        let before = state.board;
        let steps = &side.steps[first as usize..];
        let (deciding, more) = steps.split_at(deciding.into());
        let crossed = u32::from(sown.touched & side.enemys != 0) << CROSSED;
        let facts = self.facts(state, &before, sown.last) | crossed;
        let mut course = Course {
            last: sown.last,
            laps: sown.laps,
            seeds: sown.seeds,
            touched: sown.touched,
            applied: relayed,
            ..Course::beginning(state.mover, side.enemys)
        };
        let mut decides = None;
        for step in deciding {
            let holds = self.applies(step, facts, &outcome)
                && match &step.asked {
                    _ if !step.rest => true,
                    Some(asked) => {
                        let masks = self.masks::<M>(state);
                        Seen::new(self.rules, state, &masks, &course).holds(asked)
                    }
                    None => self.rest_holds(state, step, false, sown, &outcome, &before),
                };
            if holds {
                decides = Some(step);
                break;
            }
        }
        if let Some(step) = decides {
            outcome.next ^= usize::from(step.again);
            match &step.takes {
                Some(takes) => {
                    outcome.applied |= step.bit;
                    let changed = &mut outcome.changed;
                    let step = (step.bit, sown.origin);
                    let flow =
                        self.take_by_steps::<M>(side, takes, step, state, &mut course, changed);
                    debug_assert!(matches!(flow, Flow::End { again: false }));
                    outcome.captured |= course.captured;
                }
                None => self.apply::<M>(side, state, step, false, sown, &mut outcome, &before),
            }
        }
        for step in &more[..also.into()] {
            if step.applied & !outcome.applied != 0 {
                continue;
            }
            let was = match self.rules.also_asks_was {
                true => before,
                false => state.board,
            };
            let facts = self.facts(state, &was, sown.last) | crossed;
            if self.applies(step, facts, &outcome)
                && step.occupied & !state.board.occupied::<M>() == 0
                && (!step.rest || self.rest_holds(state, step, true, sown, &outcome, &before))
            {
                self.apply::<M>(side, state, step, true, sown, &mut outcome, &before);
            }
        }
        outcome
    }

    /// See [`Program::facts`].
    #[inline(always)]
    fn facts(&self, state: &State<B>, before: &B, last: usize) -> u32 {
        if last >= self.rules.ring {
            // A store is no pit: for the rules it never holds anything.
            return 0;
        }
        let opposite = self.rules.facing.get(last);
        let mut facts = u32::from(before.get(last) > 1) << WAS
            | u32::from(state.board.get(last) > 0) << IS
            | u32::from(before.get(opposite) > 0) << (OPPOSITE + WAS)
            | u32::from(state.board.get(opposite) > 0) << (OPPOSITE + IS);
        // Most games have a mark or none.
        let is = |mark: usize, place: usize| (state.kept.marks[mark] >> (place % 64) & 1) as u32;
        if self.rules.marks > 0 {
            facts |= is(0, last) << MARKS | is(0, opposite) << OPPOSITE_MARKS;
        }
        for mark in 1..self.rules.marks.min(MOST_MARKS) {
            facts |= is(mark, last) << (MARKS as usize + mark)
                | is(mark, opposite) << (OPPOSITE_MARKS as usize + mark);
        }
        facts
    }

    /// Whether a step applies, as far as facts tell.
    #[inline(always)]
    fn applies(&self, step: &QuickStep, facts: u32, outcome: &Outcome) -> bool {
        (facts & step.matter) ^ step.facts | step.applied & !outcome.applied == 0
    }

    /// The general rule of a step.
    fn general(&self, state: &State<B>, step: &QuickStep, also: bool) -> (&'p Rules, &'p Step) {
        let rules = &self.program.sides[state.mover % 2];
        let steps = if also { &rules.also } else { &rules.steps };
        (rules, &steps[step.number])
    }

    /// Whether the rest of a condition holds, of which facts tell no more.
    #[inline(never)]
    fn rest_holds(
        &self,
        state: &State<B>,
        step: &QuickStep,
        also: bool,
        sown: Sown,
        outcome: &Outcome,
        before: &B,
    ) -> bool {
        let (rules, step) = self.general(state, step, also);
        let turn = self.told(sown, outcome, before);
        let position = self.written(state);
        let holds = |rest| rules.view.holds(rest, &position, &turn);
        step.check.rest.as_ref().is_none_or(holds)
    }

    /// A turn as the general way knows it.
    fn told(&self, sown: Sown, outcome: &Outcome, before: &B) -> Turn {
        // A capture may only have put seeds elsewhere, which is not told apart here.
        let asked = self.rules.also_asks_was;
        Turn {
            last: sown.last,
            laps: sown.laps,
            touched: PitSet::of_low(sown.touched),
            captured: outcome.captured,
            applied: outcome.applied,
            before: asked.then(|| self.lanes(before)),
            seeds: sown.seeds as u16,
            ..Turn::new(sown.origin)
        }
    }

    /// Applies a step.
    #[expect(clippy::too_many_arguments, reason = "they are what a turn is")]
    fn apply<M: Machine>(
        &self,
        side: &QuickSide,
        state: &mut State<B>,
        step: &QuickStep,
        also: bool,
        sown: Sown,
        outcome: &mut Outcome,
        before: &B,
    ) {
        outcome.applied |= step.bit;
        let found;
        let mut stays = &self.rows[usize::from(step.row)].board;
        if step.found {
            // Only the general way can tell which they are, or what becomes of them.
            let turn = self.told(sown, outcome, before);
            let rule = self.general(state, step, also).1;
            if let Action::Other(other) = &rule.action {
                return self.do_otherwise(state, (rule.rule, other), turn, outcome);
            }
            if let Action::Take(taking) = &rule.action {
                let pits = self.program.taken(&self.written(state), &turn, taking);
                found = B::mask::<M>(!pits.low());
                stays = &found;
            }
        }
        let (taken, lost) = self.take::<M>(side, state, stays);
        outcome.captured |= if taken > 0 { step.bit } else { 0 };
        outcome.changed |= lost;
    }

    /// Captures in a way that is not the plain one.
    fn do_otherwise(
        &self,
        state: &mut State<B>,
        (rule, other): (usize, &Other),
        mut turn: Turn,
        outcome: &mut Outcome,
    ) {
        let (program, mut position) = (self.program, self.written(state));
        // Nothing comes after it: see `Program::mostly_simple`.
        for_chunks!(program.chunks, N => {
            program.otherwise::<N, _>(&mut position, &mut turn, rule, other, &mut Nobody)
        });
        outcome.captured |= turn.captured;
        let before = *state;
        *state = self.read_after(&before, &position);
        for (mark, marked) in before.kept.marks.iter().enumerate() {
            outcome.changed |= marked ^ state.kept.marks[mark];
        }
    }

    /// Takes pits: that much of the board stays. How many seeds that were, and the pits that have lost a mark by it.
    #[inline(always)]
    fn take<M: Machine>(&self, side: &QuickSide, state: &mut State<B>, stays: &B) -> (u32, u64) {
        let mut lost = 0;
        if !side.lost_by_capture.is_empty() {
            let taken = state.board.occupied::<M>() & !stays.occupied::<M>();
            for &(mark, whose) in &side.lost_by_capture {
                lost |= state.kept.marks[mark] & whose & taken;
                state.kept.marks[mark] &= !(whose & taken);
            }
        }
        let taken = state.board.keep::<M>(stays);
        state.captured[state.mover % 2] += taken;
        (taken, lost)
    }

    /// What is to be done before the mover's turn, if an ending may be due or he may have to pass.
    #[inline(always)]
    fn may_be_over<M: Machine>(
        &self,
        side: &'p QuickSide,
        state: &State<B>,
        occupied: u64,
    ) -> Option<&'p Over> {
        for over in &side.overs {
            let mut held = self.stores(state)[over.store % 2];
            if MORE && over.marked != 0 {
                // Whether any pit bears the mark would be a branch that chance decides.
                let marked = over.marked & state.kept.marks[over.mark % MOST_MARKS];
                held += state.board.sum::<M>(marked);
            }
            if over.empty & occupied == 0
                && held >= over.least
                && (!MORE
                    || over.left == u32::MAX
                    || state.board.sum::<M>(self.rules.all) <= over.left)
            {
                return Some(over);
            }
        }
        None
    }

    /// How the game ends, where an ending is to be judged.
    fn ends_by(&self, state: &State<B>) -> Option<End> {
        let side = self.side(state);
        if let Some(endings) = &side.endings {
            let course = Course::beginning(state.mover, side.enemys);
            let occupied = state.board.occupied::<Any>();
            let masks = self.rules.masks::<B, Any>(state, occupied);
            let seen = Seen::new(self.rules, state, &masks, &course);
            if !endings.iter().any(|ending| seen.holds(ending)) {
                return None;
            }
        }
        self.program.end_by_condition(&self.written(state))
    }

    /// The same where the mover may have to pass: then the opponent is next.
    #[inline(never)]
    fn ends_or_passes<M: Machine>(
        &self,
        state: &mut State<B>,
        then: Then,
        many: &mut Vec<u16>,
    ) -> Option<End> {
        if !matches!(then, Then::Pass)
            && let Some(end) = self.ends_by(state)
        {
            return Some(end);
        }
        if !self.program.passes {
            return None;
        }
        let stuck = self.is_stuck::<M>(state, many);
        if stuck == Some(false) {
            return None;
        }
        let mut passed = *state;
        passed.mover ^= 1;
        passed.kept.previous = Previous::NOTHING;
        let ends = |ending: &Stuck| ending.ending.is_some() && !ending.opponent;
        let endings = &self.rules.stuck[state.mover % 2];
        if stuck == Some(true)
            && !endings.is_empty()
            && !endings.iter().any(ends)
            && self.is_stuck::<M>(&passed, many) == Some(false)
        {
            // As by `Program::pass`: the opponent has a move, and no ending is due where the mover alone has none.
            *state = passed;
            let occupied = state.board.occupied::<M>();
            let over = self.may_be_over::<M>(self.side(state), state, occupied);
            let may_end = over.is_some_and(|over| !matches!(over.then, Then::Pass));
            return may_end.then(|| self.ends_by(state)).flatten();
        }
        let (passed, end) = self.program.pass(&self.written(state));
        if let Some(passed) = passed {
            *state = self.read_after(state, &passed);
        }
        end
    }

    /// Whether the mover has no move, if that is soon told.
    fn is_stuck<M: Machine>(&self, state: &State<B>, many: &mut Vec<u16>) -> Option<bool> {
        if MORE && let Some(steps) = &self.rules.steps {
            return self.is_stuck_by_steps(steps, state);
        }
        let (side, occupied) = (self.side(state), state.board.occupied::<M>());
        if MORE && side.judged.may_apply(occupied) {
            return Some(self.judged_turns::<M>(side, state, occupied)? == 0);
        }
        if self.has_short_move(side, state, occupied) {
            return Some(false);
        }
        let mut moves = Moves::default();
        let count = self.count::<M>(side, state, occupied, &mut moves, many)?;
        if count == 0 {
            return Some(true);
        }
        // The first that is played to its end tells that there is one.
        let drawn = self.nth::<M>(side, state, &moves, many, 0);
        let played = self.turn::<M>(side, &mut state.clone(), drawn);
        played.ok().map(|_| false)
    }

    /// Whether there is a move of one lap, which nothing refuses: as far as is told by a look at each pit.
    fn has_short_move(&self, side: &QuickSide, state: &State<B>, occupied: u64) -> bool {
        let rules = self.rules;
        let is_short = |&(pit, _): &(u8, u8)| {
            let (pit, seeds) = (usize::from(pit), state.board.get(pit.into()));
            if occupied >> pit & 1 == 0 || seeds >= rules.circuit {
                return false;
            }
            let row = &self.rows[side.first_row + (seeds << rules.pit_bits | pit)];
            let last = usize::from(row.last);
            let lay_there = state.board.get_with(&row.board, last).wrapping_sub(1);
            lay_there & side.relays[last] as usize == 0
        };
        if rules.classes.is_some() {
            return false;
        }
        match rules.kind {
            Kind::Whole => side.pits.iter().any(is_short),
            Kind::Few | Kind::FewWhole => {
                // One that ends in an empty pit, from where no relay goes on.
                let empty = !self.along_path::<true>(occupied);
                let open = self.open::<true>(side, state, occupied) & empty;
                let ends_there = |&(pit, after): &(u8, u8)| {
                    let holds = state.board.get(pit.into());
                    let lifts = match rules.lift_all {
                        true => self.lifts::<true, true, Any>(holds, open, after),
                        false => self.lifts::<true, false, Any>(holds, open, after),
                    };
                    holds < rules.circuit && lifts != 0
                };
                side.pits.iter().any(ends_there)
            }
            _ => false,
        }
    }
}

/// See [`Quick::end_by_steps`].
struct EndBySteps<'a, 'p, B, const MORE: bool> {
    quick: &'a Quick<'p, B, MORE>,
    side: &'a QuickSide,
    state: &'a mut State<B>,
    sown: Sown,
    relayed: u32,
    changed: u64,
}

impl<B: Board, const MORE: bool> Apart for EndBySteps<'_, '_, B, MORE> {
    type Output = Outcome;

    #[inline(always)]
    fn go<M: Machine>(self) -> Outcome {
        let EndBySteps {
            side, state, sown, ..
        } = self;
        self.quick
            .end_by_steps::<M>(side, state, sown, self.relayed, self.changed)
    }
}

/// A one in every byte of a word.
const ONES: u64 = 0x0101_0101_0101_0101;

impl Moves {
    /// The move of this number where of some pits the way is chosen, counterclockwise first; or where a pit is picked.
    #[inline(always)]
    fn nth_with_way<M: Machine>(&self, index: u32, picks: bool) -> (usize, Way) {
        const CHOSEN: [Way; 2] = [Way::Counterclockwise, Way::Clockwise];
        if self.both == self.whole {
            let pit = M::number_of_one(self.whole, index / 2);
            return (pit as usize, CHOSEN[index as usize % 2]);
        }
        if self.both == 0 {
            let way = if picks { Way::Taken } else { Way::Set };
            return (M::number_of_one(self.whole, index) as usize, way);
        }
        let (mut pits, mut left) = (self.whole, index);
        loop {
            let pit = pits.trailing_zeros();
            let is_both = self.both >> (pit % 64) & 1;
            match left.checked_sub(1 + is_both as u32) {
                Some(after) if pits & pits.wrapping_sub(1) != 0 => left = after,
                _ if is_both == 1 => return (pit as usize, CHOSEN[left as usize % 2]),
                _ => return (pit as usize, Way::Set),
            }
            pits &= pits - 1;
        }
    }

    /// Which of few pits has the choice of this number: all counts are compared with it at once, as bytes of a word. To
    /// go through the pits and stop at the right one would be a branch that chance decides.
    #[inline(always)]
    fn pit_of_few<M: Machine>(&self, index: u32) -> usize {
        // The top bit of a byte stays if what is taken from the rest of it is no more than the number.
        let number = ONES * (0x80 | u64::from(index));
        let passed = |counts: u64| M::ones(number.wrapping_sub(counts) & (0x80 * ONES));
        (passed(self.few[0]) + passed(self.few[1])) as usize % FEW
    }
}
