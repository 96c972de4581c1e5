//! A ruleset, compiled to tables.
//!
//! A lap becomes one row of a table that is added to the board; own and enemy become pits of the board,
//! once for each mover; the conditions that a move must meet at the end of its first lap become a mask
//! where they can.

use super::condition::{Check, Claim, PitRef, SetRef, Test, Turn, View};
use super::pits::{Chunk, Lanes, PitSet, in_use, is_wide};
use super::plan::{Plan, Relays};
use super::position::{Position, Previous};
use super::quick::QuickRules;
use crate::rules::resolve::slots;
use crate::rules::ruleset::{
    After, Condition, Count, Direction, Fact, Filled, FirstSeed, ForbidKind, LapAction, Lift,
    Occasion, Outcome, PassOver, Path, Pits, Player, Quantity, Relay, Ruleset, Ruling, Side,
    StoresIn, Taken, To, TurnFact, Whose, Win,
};
use crate::rules::{ruleset, wording};
use crate::vocabulary::Block;
use std::sync::Arc;

/// What a lap of so many seeds, lifted from a pit, does: beyond full circuits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lap {
    /// The pits that get a seed.
    pub touched: u64,
    /// The pit or store that gets the last one.
    pub last: u8,
    /// How many South's store and North's get.
    pub stored: [u8; 2],
}

/// A lap rule, compiled for one mover.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// Its number among the lap rules.
    pub rule: usize,
    pub check: Check,
    pub action: Action,
}

#[derive(Clone, Debug)]
pub(super) enum Action {
    Relay,
    Take(Taking),
    Stop,
    Again,
    /// What few rules do; see [`super::whole`].
    Other(Box<Other>),
}

/// What few lap rules do.
#[derive(Clone, Debug)]
pub(super) enum Other {
    /// A relay from this pit, the other way or the same.
    Relay {
        next: bool,
        turns_round: bool,
    },
    /// A relay from the mover's store.
    RelayStore {
        turns_round: bool,
    },
    Capture(Capture),
}

/// Who gets what is taken.
#[derive(Clone, Debug)]
pub(super) enum Receiver {
    Mover,
    Opponent,
    RowOwner,
    /// Nobody: it is put into the first of these pits.
    Into(SetRef),
}

/// A capture that does more than take pits for the mover.
#[derive(Clone, Debug)]
pub(super) struct Capture {
    pub takes: Box<[(Receiver, Taking)]>,
    /// The place of a mark's pits in the position, and the pits that get it.
    pub marks: Box<[(usize, SetRef)]>,
    pub unless: Option<Test>,
    pub then: Box<[(Next, Test)]>,
}

/// What comes after a capture.
#[derive(Clone, Debug)]
pub(super) enum Next {
    Again,
    Relay(PitRef),
    Sow(After),
    Pick(SetRef, Claim),
    /// What these hold is put into one of those.
    Put(Taking, SetRef, Claim),
}

/// Which way a turn sows.
#[derive(Clone, Debug)]
pub(super) struct SowFrom {
    pub from: SetRef,
    pub claim: Claim,
    pub when: Test,
    pub direction: Direction,
}

/// A `forbid` that is judged when the turn is over.
#[derive(Clone, Debug)]
pub(super) struct TurnForbid {
    /// Its number among all `forbid`s.
    pub forbid: usize,
    /// What it asks of the beginning of the turn alone,
    pub before: Test,
    /// pits that must then all be empty, as far as that is known,
    pub empty_before: PitSet,
    /// and the whole of it.
    pub test: Test,
    pub unless_every: bool,
}

/// The pits that a rule takes from.
#[derive(Clone, Debug)]
pub(super) struct Taking {
    pub last: bool,
    pub opposite: bool,
    pub always: PitSet,
    pub others: Box<[SetRef]>,
    /// How many seeds of each pit at most; asked only of those that are no plain [`Action::Take`].
    pub most: u16,
}

impl Taking {
    /// Just these.
    pub(super) fn only(pits: PitSet) -> Self {
        Taking {
            last: false,
            opposite: false,
            always: pits,
            others: Box::default(),
            most: u16::MAX,
        }
    }

    fn of(sets: impl Iterator<Item = SetRef>) -> Self {
        let (mut last, mut opposite, mut always) = (false, false, PitSet::EMPTY);
        let others = sets.filter(|set| {
            match set {
                SetRef::One(PitRef::Last) => last = true,
                SetRef::One(PitRef::Opposite) => opposite = true,
                SetRef::Static(pits) => always.0 |= pits.0,
                _ => return true,
            }
            false
        });
        Taking {
            others: others.collect(),
            last,
            opposite,
            always,
            most: u16::MAX,
        }
    }
}

/// The end of a first lap that is forbidden, as a mask: pits of `within` whose occupation and marks are
/// as said.
#[derive(Clone, Debug)]
pub(super) struct Landing {
    pub within: u64,
    pub occupied: Option<bool>,
    pub marks: Vec<(usize, bool)>,
    /// Where it depends on the lift too: for each pit the lifts of less than a circuit that it forbids, bit `n − 1` for
    /// `n` seeds.
    pub lifts: Option<Box<[u64]>>,
}

impl Landing {
    /// The pits in which a first lap may not end, these being occupied and bearing marks as told.
    #[inline(always)]
    pub(super) fn pits(&self, occupied: u64, marked: impl Fn(usize) -> u64) -> u64 {
        let mut pits = self.within;
        match self.occupied {
            Some(true) => pits &= occupied,
            Some(false) => pits &= !occupied,
            None => {}
        }
        for &(mark, wanted) in &self.marks {
            pits &= if wanted { marked(mark) } else { !marked(mark) };
        }
        pits
    }
}

/// The rules as one mover sees them.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub view: View,
    pub from: SetRef,
    /// What else is asked of a pit that is occupied.
    pub from_claim: Option<Claim>,
    /// Judged at the end of each lap; with their numbers among all `forbid`s.
    pub forbids: Box<[(usize, Test)]>,
    /// Judged before the sowing.
    pub move_forbids: Box<[(usize, Test)]>,
    pub turn_forbids: Box<[TurnForbid]>,
    pub sow_from: Box<[SowFrom]>,
    /// When the first seed goes back where it came from.
    pub first_into_origin: Option<Test>,
    /// The pits that are passed over.
    pub pass_over: Box<[(SetRef, Claim, Test)]>,
    /// What happens before a lap is lifted.
    pub begin_steps: Box<[Step]>,
    /// What happens when a seed falls.
    pub seed_steps: Box<[Step]>,
    pub turn_ends: Box<[(Receiver, Taking)]>,
    /// Where a relay goes on if its last pit was occupied, if that is all the rules ask; see
    /// [`super::plan::Relays`].
    pub relay_within: u64,
    /// The number of the lap rule that says so.
    pub relay_rule: usize,
    /// Where the rows of the tables begin that are this mover's.
    pub first_lap: usize,
    pub first_circuit: usize,
    /// For each place the next one, counterclockwise and clockwise.
    pub track: [Box<[u8]>; 2],
    /// The lap rules of which one decides.
    pub steps: Box<[Step]>,
    /// The lap rules that may apply besides.
    pub also: Box<[Step]>,
    /// Marks lost when seeds are lifted: mark, whose pits, only when it is emptied.
    pub lost_by_lift: Box<[(usize, PitSet, bool)]>,
    /// Marks lost when a pit is captured from.
    pub lost_by_capture: Box<[(usize, PitSet)]>,
    pub endings: Box<[CompiledEnding]>,
    /// Some ending does not need a mover without a move.
    pub may_end_before_stuck: bool,
    pub redistribution: Option<CompiledRedistribution>,
}

#[derive(Clone, Debug)]
pub(super) struct CompiledEnding {
    pub test: Test,
    pub outcome: Outcome,
    /// It can hold only when the mover has no move.
    pub needs_stuck_mover: bool,
    pub asks_mover: bool,
    pub asks_opponent: bool,
    /// One of these must be so for it to hold: judged first.
    pub needs: Box<[Need]>,
}

/// What an ending needs, as far as a mask of pits and a store tell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Need {
    /// Pits that must all be empty.
    pub empty: PitSet,
    /// How many seeds a player must have in his store,
    pub store: Player,
    pub least: u32,
    /// together with what lies in those of some pits that bear a mark.
    pub marked: Option<(usize, PitSet)>,
    /// How many seeds there may be on the board at most.
    pub left: u32,
    /// It is all that is needed.
    pub enough: bool,
}

#[derive(Clone, Debug)]
pub(super) struct CompiledRedistribution {
    pub quantity: Quantity,
    pub from: SetRef,
    pub into: SetRef,
    /// Whether the pits that were emptied may be filled again.
    pub refill: bool,
}

/// A ruleset that can be played.
#[derive(Clone, Debug)]
pub struct Program {
    pub(super) pits: usize,
    rows: usize,
    pub(super) ring: usize,
    /// Whether laps are rows of a table: see [`super::play`]. Otherwise they are sown pit by pit.
    pub(super) plain: bool,
    /// Whether a lap goes round a ring of two rows, into every pit, whatever lies on the board.
    pub(super) straight: bool,
    /// Whether the moves need no more than a pit and a number, and the turn no more than its laps.
    pub(super) simple: bool,
    /// Whether that is so but for `forbid`s on whole turns which cannot matter while some pits are not all empty, and for
    /// captures that do more than take pits for the mover, and end the turn all the same.
    pub(super) mostly_simple: bool,
    /// For each place what faces it.
    pub(super) facing: Vec<u8>,
    pub(super) over_origin: bool,
    pub(super) sow: Direction,
    pub(super) passes: bool,
    /// The most turns that a rule counts.
    pub(super) counts_turns: u8,
    /// Some rule asks what the turn before leaves for this one.
    pub(super) keeps_previous: bool,
    /// Whether what is taken may be sown on.
    pub(super) sows_taken: bool,
    /// Whether a lap notes how many seeds lie on the board when it begins.
    pub(super) keeps_left: bool,
    /// How many chunks of the board are in use.
    pub(super) chunks: usize,
    /// Every pit of the board.
    pub(super) all: PitSet,
    /// What a lap adds to the board: `chunks` chunks for each number of seeds and origin. The seeds lifted
    /// are taken off at the origin in the same addition.
    pub(super) sowing: Vec<Chunk>,
    pub(super) laps: Vec<Lap>,
    /// How many seeds a full circuit takes.
    pub(super) circuit: u16,
    /// What a full circuit adds to the board, and takes off: `chunks` chunks for each origin.
    pub(super) circuits: Vec<Chunk>,
    /// The pits that get a seed in each of them.
    pub(super) circuit_touched: Vec<u64>,
    /// How many of the stores are in the path of South and of North: what a full circuit adds to them.
    pub(super) circuit_stored: [[u8; 2]; 2],
    /// How it is played.
    pub(super) plan: Plan,
    /// The rules once more, where they are for the quick path.
    pub(super) quick: Option<Arc<QuickRules>>,
    /// For South and for North.
    pub(super) sides: [Rules; 2],
    pub(super) lift: Lift,
    pub(super) clockwise: bool,
    /// The forbidden ends of a first lap for South and North, where all `forbid`s on laps can be said so.
    pub(super) landings: Option<[Box<[Landing]>; 2]>,
    pub(super) endless: Ruling,
    pub(super) lap_limit: u32,
    pub(super) long_relay: Ruling,
    /// A relay's laps can be undone, so that an endless one comes back to its first state.
    pub(super) relay_invertible: bool,
    /// Whether a relay goes on depends on marks or histories.
    pub(super) relay_reads_more: bool,
    /// Some rule asks for this.
    pub(super) keeps_sown_from: bool,
    pub(super) keeps_sown_into: bool,
    pub(super) keeps_empty_at_opening: bool,
    /// Whether a turn notes which pits were empty when it began.
    pub(super) keeps_empty_at_start: bool,
    /// A rule that applies after a capture asks how a pit was before it.
    pub(super) also_asks_was: bool,
    pub(super) repeated: Option<(u32, Outcome)>,
    pub(super) start: Position,
    pub(super) opening_marks: Vec<([usize; 2], [SetRef; 2])>,
    /// What a win by a margin counts.
    pub win: Option<Win>,
    /// The names of the lap rules, as results tell them.
    pub rule_names: Vec<String>,
    /// What kind of rule each lap rule is.
    pub(super) kinds: Vec<RuleKind>,
    /// The names of the `forbid`s.
    pub forbid_names: Vec<String>,
    /// The names of the marks.
    pub mark_names: Vec<String>,
}

/// What kind of lap rule it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleKind {
    /// Sows on.
    Relay,
    /// Takes seeds and ends the turn.
    Capture,
    /// Takes seeds besides.
    Also,
    /// Ends the turn, and the mover has another.
    Again,
    /// Ends the turn.
    Stop,
}

impl Rules {
    /// What a lap rule lets the mover do with a pit of his choice.
    pub(super) fn choice_given_by(&self, rule: usize) -> Option<&Next> {
        let mut steps = self.steps.iter().chain(&self.also);
        let step = steps.find(|step| step.rule == rule)?;
        let Action::Other(other) = &step.action else {
            return None;
        };
        let Other::Capture(capture) = &**other else {
            return None;
        };
        let mut then = capture.then.iter().map(|(next, _)| next);
        then.find(|next| matches!(next, Next::Pick(..) | Next::Put(..)))
    }
}

impl Program {
    /// Compiles a ruleset that was loaded without mistakes.
    pub fn compile(ruleset: &Ruleset) -> Program {
        let whole = View::of(ruleset, Player::South);
        let (pits, ring) = (whole.columns, whole.ring());
        let chunks = in_use(ring);
        let clockwise = whole.clockwise;
        let over_origin = ruleset.pass_over.value == PassOver::Origin;
        let board = starting_board(ruleset);
        let majority = board.0.iter().map(|&seeds| u32::from(seeds)).sum::<u32>() / 2 + 1;
        let view = |mover| View {
            majority,
            ..View::of(ruleset, mover)
        };
        let plain = is_plain(ruleset);
        let tabled = laps_are_always_the_same(ruleset);
        let in_path = match ruleset.stores.value {
            StoresIn::Outside => 0,
            StoresIn::Own => 1,
            StoresIn::Both => 2,
        };
        let circuit = whole.round() - usize::from(over_origin);
        let path = |view: View, origin: usize| -> Vec<usize> {
            let next = |&place: &usize| Some(view.step(place, clockwise));
            std::iter::successors(next(&origin), next)
                .take(circuit)
                .collect()
        };
        let row = |origin: usize, sown: &[usize]| {
            let mut row = Lanes::default();
            for &pit in sown.iter().filter(|&&place| place < ring) {
                *row.get_mut(pit) += 1;
            }
            let lane = row.get_mut(origin);
            *lane = lane.wrapping_sub(sown.len() as u16);
            row
        };
        let stored = |sown: &[usize]| {
            Player::BOTH.map(|player| u8::from(sown.contains(&(ring + player as usize))))
        };
        let (mut sowing, mut laps, mut circuits) = (Vec::new(), Vec::new(), Vec::new());
        let mut circuit_touched = Vec::new();
        let mut sides = Player::BOTH.map(|mover| compile_side(ruleset, view(mover)));
        // On a ring of two rows both have the same path, but where only his own store is in it.
        let same = whole.rows == 2 && whole.path == Path::Board && in_path != 1;
        let tables = if same { 1 } else { 2 };
        let movers = Player::BOTH.into_iter().take(tables);
        for mover in movers.filter(|_| tabled) {
            for side in &mut sides[mover as usize..] {
                side.first_lap = laps.len();
                side.first_circuit = circuits.len() / chunks;
            }
            let paths: Vec<Vec<usize>> =
                (0..ring).map(|origin| path(view(mover), origin)).collect();
            for seeds in 0..circuit {
                for (origin, path) in paths.iter().enumerate() {
                    let sown = &path[..seeds];
                    let pits = sown.iter().copied().filter(|&place| place < ring);
                    sowing.extend_from_slice(row(origin, sown).chunks(chunks));
                    laps.push(Lap {
                        touched: pits.collect::<PitSet>().low(),
                        // No seed beyond full circuits: the last one fell at their end.
                        last: *sown.last().or(path.last()).unwrap_or(&origin) as u8,
                        stored: stored(sown),
                    });
                }
            }
            for (origin, path) in paths.iter().enumerate() {
                circuits.extend_from_slice(row(origin, path).chunks(chunks));
                let pits = path.iter().copied().filter(|&place| place < ring);
                circuit_touched.push(pits.collect::<PitSet>().low());
            }
        }
        let landings = landings(ruleset, &sides, &laps);
        let facts = Facts::of(ruleset);
        let mut program = Program {
            pits,
            rows: usize::from(whole.rows),
            ring,
            plain,
            straight: is_ring(ruleset) && laps_miss_no_pit(ruleset),
            simple: is_tabled(ruleset) && is_simple(ruleset),
            mostly_simple: is_tabled(ruleset) && is_mostly_simple(ruleset, &sides),
            facing: (0..whole.places())
                .map(|place| whole.facing(place) as u8)
                .collect(),
            over_origin,
            sow: ruleset.sow.value,
            passes: ruleset.pass.is_some(),
            counts_turns: facts.counts_turns,
            keeps_previous: facts.previous,
            sows_taken: facts.sows_taken,
            keeps_left: facts.left,
            chunks,
            all: (0..ring).collect(),
            sowing,
            laps,
            circuit: circuit as u16,
            circuits,
            circuit_touched,
            circuit_stored: Player::BOTH
                .map(|mover| stored(&path(view(mover), mover as usize * whole.half))),
            plan: Plan::default(),
            quick: None,
            lift: ruleset.lift.value,
            clockwise,
            landings,
            endless: ruleset.endless.value,
            lap_limit: ruleset.long_relay.value.0,
            long_relay: ruleset.long_relay.value.1,
            relay_invertible: plain
                && is_simple(ruleset)
                && !over_origin
                && !facts.relay_reads_more,
            relay_reads_more: facts.relay_reads_more || !plain,
            keeps_sown_from: facts.sown_from,
            keeps_sown_into: facts.sown_into,
            keeps_empty_at_opening: facts.empty_at_opening,
            keeps_empty_at_start: facts.empty_at_start,
            also_asks_was: facts.also_asks_was,
            repeated: ruleset.repeated.value,
            start: Position {
                board,
                mover: ruleset.first.value,
                openings: if ruleset.redistribution.is_some() {
                    2
                } else {
                    0
                },
                ..Position::empty()
            },
            opening_marks: ruleset
                .opening_marks
                .iter()
                .map(|rule| {
                    let (mark, pits) = &rule.value;
                    let slots = Player::BOTH.map(|player| view(player).slot(*mark, Side::Own));
                    (slots, Player::BOTH.map(|player| view(player).set(pits)))
                })
                .collect(),
            win: ruleset.win.value,
            rule_names: all_rules(ruleset)
                .map(|rule| rule.title().to_owned())
                .collect(),
            kinds: all_rules(ruleset)
                .map(|rule| match rule.action {
                    LapAction::Relay(_) => RuleKind::Relay,
                    LapAction::Capture(_) => RuleKind::Capture,
                    LapAction::Also(_) => RuleKind::Also,
                    LapAction::Again => RuleKind::Again,
                    LapAction::Stop => RuleKind::Stop,
                })
                .collect(),
            forbid_names: ruleset
                .forbids
                .iter()
                .map(|rule| {
                    rule.value
                        .name
                        .clone()
                        .unwrap_or_else(|| "forbid".to_owned())
                })
                .collect(),
            mark_names: slots(&ruleset.marks, &ruleset.owned),
            sides,
        };
        program.start = program.starting(ruleset);
        program.plan = Plan::of(&program);
        if program.plan.relays == Relays::WhileOccupied {
            for rules in &mut program.sides {
                let relay = rules.relay_while_occupied();
                let relay = relay.map(|relay| (relay.check.within(), relay.rule));
                (rules.relay_within, rules.relay_rule) = relay.unwrap_or_default();
            }
        }
        program.quick = QuickRules::of(&program).map(Arc::new);
        program
    }

    /// The position before the first move.
    fn starting(&self, ruleset: &Ruleset) -> Position {
        let mut position = self.start.clone();
        for rule in &ruleset.setup_marks {
            let (mark, pits) = &rule.value;
            for player in Player::BOTH {
                let view = self.sides[player as usize].view;
                let pits = self.static_pits(&position, &view.set(pits));
                position.marks[view.slot(*mark, Side::Own)].0 |= pits.0;
            }
        }
        if position.openings == 0 {
            self.after_opening(&mut position);
        }
        position
    }

    /// The pits of a set that speaks of no turn.
    pub(super) fn static_pits(&self, position: &Position, set: &SetRef) -> PitSet {
        let view = self.sides[0].view;
        view.found(set, position, &Turn::new(0))
            .unwrap_or(PitSet::EMPTY)
    }

    /// What happens once the opening is over.
    pub(super) fn after_opening(&self, position: &mut Position) {
        for (slots, sets) in &self.opening_marks {
            for (slot, set) in slots.iter().zip(sets) {
                position.marks[*slot].0 |= self.static_pits(position, set).0;
            }
        }
        if self.keeps_empty_at_opening {
            let occupied = position.board.occupied(self.chunks);
            position.empty_at_opening = PitSet(!occupied.0 & self.all.0);
        }
    }

    /// The same program, which also keeps the histories that another one asks for: so that either can be asked
    /// about positions of the other's games.
    pub fn keeping(&self, other: &Program) -> Program {
        let mut program = self.clone();
        program.keeps_sown_from |= other.keeps_sown_from;
        program.keeps_sown_into |= other.keeps_sown_into;
        program.keeps_empty_at_opening |= other.keeps_empty_at_opening;
        program.counts_turns = program.counts_turns.max(other.counts_turns);
        program.keeps_previous |= other.keeps_previous;
        // What earlier turns did is noted on the general path alone.
        let notes_turns = program.counts_turns > 0 || program.keeps_previous;
        program.simple &= !notes_turns;
        program.mostly_simple &= !notes_turns;
        program.plan = Plan::of(&program);
        if program.start.openings == 0 {
            program.start.empty_at_opening = PitSet::EMPTY;
            let mut start = program.start.clone();
            program.after_opening(&mut start);
            program.start = start;
        }
        program.quick = QuickRules::of(&program).map(Arc::new);
        program
    }

    /// Whether positions of this program are positions of another one: on a board with as many rows and pits, and with the
    /// same marks.
    pub fn shares_positions_with(&self, other: &Program) -> bool {
        (self.rows, self.pits) == (other.rows, other.pits) && self.mark_names == other.mark_names
    }

    /// The pits into which so many seeds from a pit are sown, in order, where laps come from a table. A lap
    /// that is sown pit by pit tells its observer of each.
    pub fn sown(&self, from: usize, seeds: u16) -> impl Iterator<Item = usize> + '_ {
        let view = self.sides[0].view;
        let next = move |pit: usize| view.step(pit, self.clockwise);
        let seeds = if self.plain { usize::from(seeds) } else { 0 };
        std::iter::successors(Some(next(from)), move |&pit| Some(next(pit)))
            .filter(move |&pit| !(self.over_origin && pit == from))
            .take(seeds)
    }

    /// The position before the first move.
    pub fn start(&self) -> Position {
        self.start.clone()
    }

    /// How many pits a row has.
    pub fn pits(&self) -> usize {
        self.pits
    }

    /// The pit of a row and a column, from South's outer left corner.
    pub fn pit_at(&self, row: usize, column: usize) -> usize {
        self.sides[0].view.pit_at(row, column)
    }

    /// A position with the players in each other's places.
    pub fn turned_round(&self, position: &Position) -> Position {
        let half = self.half();
        let there = |pit: usize| (pit + half) % self.ring;
        let turned = |set: PitSet| set.iter().map(there).collect();
        let mut board = Lanes::default();
        for pit in self.all.iter() {
            *board.get_mut(there(pit)) = position.board.get(pit);
        }
        let mut marks = position.marks.map(turned);
        for (slot, owned) in self.sides[0].view.marks {
            if owned {
                marks.swap(usize::from(slot), usize::from(slot) + 1);
            }
        }
        let swapped = |pair: [u8; 2]| [pair[1], pair[0]];
        Position {
            board,
            stores: [position.stores[1], position.stores[0]],
            mover: position.mover.opponent(),
            openings: position.openings,
            marks,
            sown_from: turned(position.sown_from),
            sown_into: turned(position.sown_into),
            empty_at_opening: turned(position.empty_at_opening),
            made: swapped(position.made),
            bound: [position.bound[1], position.bound[0]],
            previous: match position.previous.moved_single() {
                Some((pit, clockwise)) => Previous::single(there(pit), clockwise),
                None => position.previous,
            },
            pick: position.pick,
        }
    }

    /// Whether some rule asks what the turn before leaves for this one.
    pub fn asks_of_the_turn_before(&self) -> bool {
        self.keeps_previous
    }

    /// How many turns of a player are counted, for the rules that ask.
    pub fn turns_counted(&self) -> u32 {
        u32::from(self.counts_turns)
    }

    /// Whether some rule asks how many seeds lay on the board when a lap began.
    pub fn asks_what_is_left(&self) -> bool {
        self.keeps_left
    }

    /// Whether a lap rule lets the mover choose a pit, to take it or to put seeds into it.
    pub fn gives_a_pick(&self, rule: usize) -> bool {
        self.sides[0].choice_given_by(rule).is_some()
    }

    /// Whose a pit is by a mark that belongs to a player.
    pub fn owner_by_mark(&self, position: &Position, pit: usize) -> Option<Player> {
        let view = self.sides[0].view;
        let owned = view.marks.iter().filter(|(_, owned)| *owned);
        owned
            .flat_map(|(slot, _)| Player::BOTH.map(|player| (usize::from(*slot), player)))
            .find(|(slot, player)| position.marks[slot + *player as usize].contains(pit))
            .map(|(_, player)| player)
    }

    /// How many rows the board has.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many pits a player has.
    pub fn half(&self) -> usize {
        self.ring / 2
    }

    /// What kind of rule a lap rule is.
    pub fn rule_kind(&self, rule: usize) -> RuleKind {
        self.kinds[rule]
    }

    pub(super) fn side(&self, player: Player) -> &Rules {
        &self.sides[player as usize]
    }
}

/// The seeds before the first move.
fn starting_board(ruleset: &Ruleset) -> Lanes {
    let mut position = Position::empty();
    let placed = std::iter::once(&ruleset.place).chain(&ruleset.excepts);
    for rule in placed {
        let (seeds, pits) = &rule.value;
        // "Each own pit" is said of either player.
        for player in Player::BOTH {
            let view = View::of(ruleset, player);
            let set = view.found(&view.set(pits), &position, &Turn::new(0));
            for pit in set.unwrap_or(PitSet::EMPTY).iter() {
                *position.board.get_mut(pit) = *seeds as u16;
            }
        }
    }
    position.board
}

fn compile_side(ruleset: &Ruleset, view: View) -> Rules {
    let steps = |also: bool| -> Box<[Step]> {
        ruleset
            .lap_rules
            .iter()
            .enumerate()
            .filter(|(_, rule)| matches!(rule.value.action, LapAction::Also(_)) == also)
            .map(|(number, rule)| step(number, &rule.value, view))
            .collect()
    };
    let in_passing = |wanted: Block| -> Box<[Step]> {
        ruleset
            .numbered_rules()
            .enumerate()
            .filter(|(_, (block, _))| *block == wanted)
            .map(|(number, (_, rule))| step(number, &rule.value, view))
            .collect()
    };
    let forbids = |wanted: ForbidKind| -> Box<[(usize, Test)]> {
        ruleset
            .forbids
            .iter()
            .enumerate()
            .filter(|(_, rule)| rule.value.kind == wanted)
            .map(|(number, rule)| (number, view.test(&rule.value.when)))
            .collect()
    };
    let turn_forbids = ruleset
        .forbids
        .iter()
        .enumerate()
        .filter_map(|(forbid, rule)| {
            let ForbidKind::Turn { unless_every } = rule.value.kind else {
                return None;
            };
            let when = wording::canonical_condition(&rule.value.when);
            let items = match &when {
                Condition::All(items) => items.clone(),
                one => vec![one.clone()],
            };
            let before = items.into_iter().filter(asks_only_was).collect();
            let before = view.test(&Condition::All(before));
            Some(TurnForbid {
                forbid,
                empty_before: must_have_been_empty(&before),
                before,
                test: view.test(&when),
                unless_every,
            })
        })
        .collect();
    let whose = |whose: Whose| match whose {
        Whose::Every => PitSet(view.row(Side::Own).0 | view.row(Side::Enemy).0),
        Whose::Of(side) => view.row(side),
    };
    let clearings = || {
        ruleset
            .clearings
            .iter()
            .map(|rule| rule.value)
            .filter(|clearing| clearing.clears)
    };
    let endings: Box<[CompiledEnding]> = ruleset
        .endings
        .iter()
        .map(|rule| {
            let when = wording::canonical_condition(&rule.value.when);
            let stuck = Condition::Turn {
                holds: true,
                fact: TurnFact::NoMove(Side::Own),
            };
            let needs_stuck_mover = match &when {
                Condition::All(items) => items.contains(&stuck),
                one => *one == stuck,
            };
            let test = view.test(&when);
            CompiledEnding {
                needs: needs(&test, view).into(),
                test,
                outcome: rule.value.outcome,
                needs_stuck_mover,
                asks_mover: asks(&when, TurnFact::NoMove(Side::Own)),
                asks_opponent: asks(&when, TurnFact::NoMove(Side::Enemy)),
            }
        })
        .collect();
    let (from, from_claim) = &ruleset.from.value;
    let pits = view.set(from);
    Rules {
        view,
        from: pits,
        from_claim: match view.claim(from_claim) {
            Claim::Occupied { holds: true, .. } => None,
            Claim::All(claims) if claims.is_empty() => None,
            claim => Some(claim),
        },
        forbids: forbids(ForbidKind::Lap),
        move_forbids: forbids(ForbidKind::Move),
        turn_forbids,
        sow_from: ruleset
            .sow_from
            .iter()
            .map(|rule| SowFrom {
                from: view.set(&rule.value.pits),
                claim: view.claim(&rule.value.claim),
                when: view.test(&rule.value.when),
                direction: rule.value.direction,
            })
            .collect(),
        first_into_origin: match &ruleset.first_seed.value {
            FirstSeed::Next => None,
            FirstSeed::Origin(when) => Some(view.test(when)),
        },
        pass_over: ruleset
            .pass_over_pits
            .iter()
            .map(|rule| {
                let rule = &rule.value;
                (
                    view.set(&rule.pits),
                    view.claim(&rule.claim),
                    view.test(&rule.when),
                )
            })
            .collect(),
        begin_steps: in_passing(Block::LapBegins),
        seed_steps: in_passing(Block::SeedFalls),
        turn_ends: ruleset
            .turn_ends
            .iter()
            .flat_map(|rule| takings(&rule.value, view))
            .collect(),
        relay_within: 0,
        relay_rule: 0,
        first_lap: 0,
        first_circuit: 0,
        track: [false, true].map(|clockwise| {
            (0..view.places())
                .map(|place| view.step(place, clockwise) as u8)
                .collect()
        }),
        steps: steps(false),
        also: steps(true),
        lost_by_lift: clearings()
            .filter(|clearing| clearing.occasion != Occasion::CapturedFrom)
            .flat_map(|clearing| {
                view.slots(clearing.mark).map(move |slot| {
                    (
                        slot,
                        whose(clearing.whose),
                        clearing.occasion == Occasion::Emptied,
                    )
                })
            })
            .collect(),
        lost_by_capture: clearings()
            .filter(|clearing| clearing.occasion == Occasion::CapturedFrom)
            .flat_map(|clearing| {
                view.slots(clearing.mark)
                    .map(move |slot| (slot, whose(clearing.whose)))
            })
            .collect(),
        may_end_before_stuck: !endings.iter().all(|ending| ending.needs_stuck_mover),
        endings,
        redistribution: ruleset
            .redistribution
            .as_ref()
            .map(|rule| CompiledRedistribution {
                quantity: rule.value.quantity,
                from: view.set(&rule.value.from),
                into: view.set(&rule.value.into),
                refill: ruleset.refill.value,
            }),
    }
}

/// A lap rule, compiled.
fn step(number: usize, rule: &ruleset::LapRule, view: View) -> Step {
    let capture = |capture: &ruleset::Capture| match capture.plain() {
        Some(pits) => Action::Take(Taking::of(pits.map(|pits| view.set(pits)))),
        None => Action::Other(Box::new(Other::Capture(Capture {
            takes: takings(&capture.takes, view),
            marks: capture
                .marks
                .iter()
                .map(|(mark, pits)| (view.slot(*mark, Side::Own), view.set(pits)))
                .collect(),
            unless: capture.unless.as_ref().map(|unless| view.test(unless)),
            then: capture
                .then
                .iter()
                .map(|then| {
                    let next = match &then.next {
                        ruleset::Next::Again => Next::Again,
                        ruleset::Next::Relay(pit) => Next::Relay(view.pit(*pit)),
                        ruleset::Next::Sow(after) => Next::Sow(*after),
                        ruleset::Next::Pick(pits, claim) => {
                            Next::Pick(view.set(pits), view.claim(claim))
                        }
                        ruleset::Next::Put { from, pits, claim } => {
                            let from = Taking::of(from.iter().map(|pits| view.set(pits)));
                            Next::Put(from, view.set(pits), view.claim(claim))
                        }
                    };
                    (next, view.test(&then.when))
                })
                .collect(),
        }))),
    };
    let mut check = view.check(&rule.when);
    Step {
        rule: number,
        action: match &rule.action {
            LapAction::Relay(relay) => {
                if !matches!(relay.from, ruleset::Pit::Store(_)) {
                    check.only_in_pits(view.ring());
                }
                match *relay {
                    Relay::PLAIN => Action::Relay,
                    Relay {
                        from: ruleset::Pit::Store(_),
                        turns_round,
                    } => Action::Other(Box::new(Other::RelayStore { turns_round })),
                    relay => Action::Other(Box::new(Other::Relay {
                        next: relay.from == ruleset::Pit::Next,
                        turns_round: relay.turns_round,
                    })),
                }
            }
            LapAction::Capture(takes) | LapAction::Also(takes) => capture(takes),
            LapAction::Again => Action::Again,
            LapAction::Stop => Action::Stop,
        },
        check,
    }
}

/// What is taken, of each kind together.
fn takings(takes: &[Taken], view: View) -> Box<[(Receiver, Taking)]> {
    Taken::by_kind(takes)
        .into_iter()
        .map(|these| {
            let (to, most) = these[0].kind();
            let taking = Taking {
                most: most.unwrap_or(u16::MAX),
                ..Taking::of(these.iter().map(|taken| view.set(&taken.pits)))
            };
            let to = match to {
                To::Mover => Receiver::Mover,
                To::Opponent => Receiver::Opponent,
                To::RowOwner => Receiver::RowOwner,
                To::Into(pits) => Receiver::Into(view.set(pits)),
            };
            (to, taking)
        })
        .collect()
}

/// The rules in the order of their numbers.
fn all_rules(ruleset: &Ruleset) -> impl Iterator<Item = &ruleset::LapRule> {
    ruleset.numbered_rules().map(|(_, rule)| &rule.value)
}

/// Whether a lap is always the same addition to the board, whatever lies on it, and goes round a ring of two rows with
/// no store in it.
fn is_plain(ruleset: &Ruleset) -> bool {
    is_ring(ruleset) && laps_are_always_the_same(ruleset)
}

fn is_ring(ruleset: &Ruleset) -> bool {
    ruleset.stores.value == StoresIn::Outside
        && ruleset.rows.value == 2
        && ruleset.path.value == Path::Board
}

/// Whether a lap is always the same addition to the board and the stores: pits that a word has bits for, one
/// direction, nothing taken on the way.
fn laps_are_always_the_same(ruleset: &Ruleset) -> bool {
    !is_wide(usize::from(ruleset.rows.value) * usize::from(ruleset.pits.value))
        && matches!(
            ruleset.sow.value,
            Direction::Counterclockwise | Direction::Clockwise
        )
        && ruleset.sow_from.is_empty()
        && laps_miss_no_pit(ruleset)
        && ruleset
            .lap_rules
            .iter()
            .all(|rule| match rule.value.action {
                LapAction::Relay(relay) => !relay.turns_round,
                _ => true,
            })
}

/// Whether nothing is passed over but the pit lifted from, and nothing taken on the way.
fn laps_miss_no_pit(ruleset: &Ruleset) -> bool {
    ruleset.first_seed.value == FirstSeed::Next
        && ruleset.pass_over_pits.is_empty()
        && ruleset.seed_rules.is_empty()
        && ruleset.begin_rules.is_empty()
}

/// Whether laps can be rows of a table.
fn is_tabled(ruleset: &Ruleset) -> bool {
    // On a path that is no plain ring `forbid`s are left to the plain path.
    (is_ring(ruleset) || ruleset.forbids.is_empty()) && laps_are_always_the_same(ruleset)
}

/// Whether a turn is over with its last lap and what that captures, and a move is judged by its laps alone.
fn is_simple(ruleset: &Ruleset) -> bool {
    let mut kinds = ruleset.forbids.iter().map(|rule| rule.value.kind);
    kinds.all(|kind| kind == ForbidKind::Lap) && has_simple_turns(ruleset, is_plain_capture)
}

/// Whether that is so but for what may seldom be judged of whole turns, and for what is done with what is captured.
fn is_mostly_simple(ruleset: &Ruleset, sides: &[Rules; 2]) -> bool {
    let mut kinds = ruleset.forbids.iter().map(|rule| rule.value.kind);
    let mut forbids = sides.iter().flat_map(|rules| &rules.turn_forbids);
    // What is marked and cleared again could come back.
    let ends_the_turn = |capture: &ruleset::Capture| {
        let no_store = |taken: &Taken| taken.store().is_none();
        capture.then.is_empty() && capture.marks.is_empty() && capture.takes.iter().all(no_store)
    };
    !is_simple(ruleset)
        && kinds.all(|kind| matches!(kind, ForbidKind::Turn { .. }))
        && forbids.all(|forbid| !forbid.empty_before.is_empty())
        && has_simple_turns(ruleset, ends_the_turn)
}

fn is_plain_capture(capture: &ruleset::Capture) -> bool {
    capture.plain().is_some()
}

/// Whether a turn is over with its last lap and what that captures, captures being of this kind.
fn has_simple_turns(ruleset: &Ruleset, is_fit: impl Fn(&ruleset::Capture) -> bool) -> bool {
    let facts = Facts::of(ruleset);
    ruleset.turn_ends.is_empty()
        && ruleset
            .lap_rules
            .iter()
            .all(|rule| match &rule.value.action {
                LapAction::Relay(relay) => *relay == Relay::PLAIN,
                LapAction::Capture(capture) => is_fit(capture),
                LapAction::Also(capture) => is_plain_capture(capture),
                LapAction::Again => ruleset.forbids.is_empty(),
                LapAction::Stop => true,
            })
        && facts.counts_turns == 0
        && !facts.previous
        && !facts.empty_at_start
        && !facts.left
}

/// Whether a condition asks only how pits were.
fn asks_only_was(condition: &Condition) -> bool {
    fn claim(claim: &ruleset::Claim) -> bool {
        match claim {
            ruleset::Claim::All(items) | ruleset::Claim::Any(items) => items.iter().all(claim_of),
            ruleset::Claim::Fact { fact, .. } => matches!(fact, Fact::Holds { was: true, .. }),
        }
    }
    fn claim_of(item: &ruleset::Claim) -> bool {
        claim(item)
    }
    match condition {
        Condition::All(items) | Condition::Any(items) => items.iter().all(asks_only_was),
        Condition::Pits(_, Pits::Every(Filled::Whatever) | Pits::Row(Filled::Whatever, _), of) => {
            claim(of)
        }
        _ => false,
    }
}

/// Pits that must all have been empty for this to hold.
fn must_have_been_empty(test: &Test) -> PitSet {
    match test {
        Test::All(tests) => tests.iter().fold(PitSet::EMPTY, |all, test| {
            PitSet(all.0 | must_have_been_empty(test).0)
        }),
        Test::Each(
            SetRef::Static(set),
            Claim::Occupied {
                was: true,
                holds: false,
            },
        ) => *set,
        _ => PitSet::EMPTY,
    }
}

impl Check {
    /// How many seeds there may be on the board at most for it to hold, as far as that is known.
    pub(super) fn most_on_board(&self, view: View) -> u32 {
        let rest = self.rest.iter();
        let left = rest.map(|rest| needs(rest, view).iter().map(|need| need.left).max());
        left.flatten().min().unwrap_or(u32::MAX)
    }
}

/// More are not told apart.
const MOST_NEEDS: usize = 8;

impl Need {
    /// Nothing; or nothing that is known.
    fn nothing(enough: bool) -> Need {
        Need {
            empty: PitSet::EMPTY,
            store: Player::South,
            least: 0,
            marked: None,
            left: u32::MAX,
            enough,
        }
    }

    /// Both, as far as one can tell.
    fn and(self, other: Need) -> Need {
        let (more, less) = match self.least >= other.least {
            true => (self, other),
            false => (other, self),
        };
        Need {
            empty: PitSet(self.empty.0 | other.empty.0),
            store: more.store,
            least: more.least,
            marked: more.marked,
            left: self.left.min(other.left),
            enough: self.enough
                && other.enough
                && (less.least == 0 || less.store == more.store && less.marked == more.marked),
        }
    }

    /// What lies in the marked pits.
    #[inline(always)]
    fn in_marked(&self, position: &Position) -> u32 {
        self.marked.map_or(0, |(mark, pits)| {
            let marked = PitSet(pits.0 & position.marks[mark].0);
            marked
                .iter()
                .map(|pit| u32::from(position.board.get(pit)))
                .sum()
        })
    }

    /// Whether it is so.
    #[inline(always)]
    pub(super) fn is_met(&self, occupied: PitSet, position: &Position) -> bool {
        self.empty.0 & occupied.0 == 0
            && position.stores[self.store as usize] + self.in_marked(position) >= self.least
            && (self.left == u32::MAX || position.on_board() <= self.left)
    }
}

/// What a condition needs: one of these.
fn needs(test: &Test, view: View) -> Vec<Need> {
    let one = |need| vec![need];
    match test {
        Test::All(tests) => tests.iter().fold(one(Need::nothing(true)), |all, test| {
            let these = needs(test, view);
            if all.len() * these.len() > MOST_NEEDS {
                let unknown = Need::nothing(false);
                return all.into_iter().map(|need| need.and(unknown)).collect();
            }
            let with = |need: Need| these.iter().map(move |&other| need.and(other));
            all.into_iter().flat_map(with).collect()
        }),
        Test::Any(tests) => {
            let any: Vec<Need> = tests.iter().flat_map(|test| needs(test, view)).collect();
            match any.len() {
                ..=MOST_NEEDS => any,
                _ => one(Need::nothing(false)),
            }
        }
        Test::Each(
            SetRef::Static(empty),
            Claim::Occupied {
                was: false,
                holds: false,
            },
        ) => one(Need {
            empty: *empty,
            ..Need::nothing(true)
        }),
        Test::Pit(
            PitRef::At(place),
            Claim::Count {
                was: false,
                count: Count::AtLeast(least),
                holds: true,
            },
        ) if *place >= view.ring() => one(Need {
            store: Player::BOTH[(place - view.ring()) % 2],
            least: *least,
            ..Need::nothing(true)
        }),
        Test::Together(sets, Count::AtMost(left), true) => {
            let all: PitSet = (0..view.ring()).collect();
            match &sets[..] {
                [SetRef::Static(pits)] if *pits == all => one(Need {
                    left: *left,
                    ..Need::nothing(true)
                }),
                _ => one(Need::nothing(false)),
            }
        }
        Test::Together(sets, Count::AtLeast(least), true) => {
            let store = |set: &SetRef| match set {
                SetRef::One(PitRef::At(place)) => place.checked_sub(view.ring()),
                SetRef::Static(set) if set.len() == 1 => {
                    set.iter().next()?.checked_sub(view.ring())
                }
                _ => None,
            };
            let marked = |set: &SetRef| match set {
                SetRef::Such(of, claim) => match (&**of, &**claim) {
                    (SetRef::Static(pits), &Claim::Marked { mark, holds: true }) => {
                        Some((mark, *pits))
                    }
                    _ => None,
                },
                _ => None,
            };
            let of = |one: &SetRef, other: &SetRef| Some((store(one)?, marked(other)?));
            let of_both = match &sets[..] {
                [one, other] => of(one, other).or_else(|| of(other, one)),
                _ => None,
            };
            one(
                of_both.map_or(Need::nothing(false), |(store, marked)| Need {
                    store: Player::BOTH[store % 2],
                    least: *least,
                    marked: Some(marked),
                    ..Need::nothing(true)
                }),
            )
        }
        _ => one(Need::nothing(false)),
    }
}

fn asks(condition: &Condition, wanted: TurnFact) -> bool {
    match condition {
        Condition::All(items) | Condition::Any(items) => {
            items.iter().any(|item| asks(item, wanted))
        }
        Condition::Turn { fact, .. } => *fact == wanted,
        Condition::Pits(..)
        | Condition::Together { .. }
        | Condition::LapOf { .. }
        | Condition::LapBegunWith { .. } => false,
    }
}

/// The `forbid`s on laps as masks, if every one of them can be said so: it speaks of the first lap, of the last pit's
/// place, its occupation before the last seed fell, and its marks, and of what the lift alone tells.
fn landings(ruleset: &Ruleset, sides: &[Rules; 2], laps: &[Lap]) -> Option<[Box<[Landing]>; 2]> {
    let compile = |side: &Rules| -> Option<Box<[Landing]>> {
        ruleset
            .forbids
            .iter()
            .filter(|rule| rule.value.kind == ForbidKind::Lap)
            .map(|rule| {
                let Condition::All(items) = wording::canonical_condition(&rule.value.when) else {
                    return None;
                };
                let mut landing = Landing {
                    within: u64::MAX,
                    occupied: None,
                    marks: Vec::new(),
                    lifts: None,
                };
                let (mut first_lap, mut of_lift) = (false, Vec::new());
                for item in &items {
                    match (item, side.view.test(item)) {
                        (
                            Condition::Turn {
                                fact: TurnFact::FirstLap,
                                holds: true,
                            },
                            _,
                        ) => first_lap = true,
                        (_, Test::Pit(PitRef::Last, Claim::In(set))) => {
                            landing.within &= set.low();
                        }
                        (_, Test::Pit(PitRef::Last, Claim::Occupied { was: true, holds })) => {
                            landing.occupied = Some(holds);
                        }
                        (_, Test::Pit(PitRef::Last, Claim::Marked { mark, holds })) => {
                            landing.marks.push((mark, holds));
                        }
                        (_, test) if test.is_told_by_lift() && !laps.is_empty() => {
                            of_lift.push(test);
                        }
                        _ => return None,
                    }
                }
                if !of_lift.is_empty() {
                    landing.lifts = Some(lifts_of_which(&Test::All(of_lift.into()), side, laps));
                }
                first_lap.then_some(landing)
            })
            .collect()
    };
    Some([compile(&sides[0])?, compile(&sides[1])?])
}

/// For each pit the lifts of less than a circuit of which this holds at the end of their lap.
fn lifts_of_which(test: &Test, side: &Rules, laps: &[Lap]) -> Box<[u64]> {
    let (ring, nothing) = (side.view.ring(), Position::empty());
    let laps = laps[side.first_lap..].chunks(ring).enumerate();
    let mut lifts = vec![0; ring];
    for (seeds, laps) in laps.take(u64::BITS as usize + 1).skip(1) {
        for (pit, lap) in laps.iter().enumerate() {
            let turn = Turn {
                last: usize::from(lap.last),
                laps: 1,
                touched: PitSet::of_low(lap.touched),
                seeds: seeds as u16,
                ..Turn::new(pit)
            };
            lifts[pit] |= u64::from(side.view.holds(test, &nothing, &turn)) << (seeds - 1);
        }
    }
    lifts.into()
}

/// What the rules ask for, so that nothing is kept which no rule asks for.
#[derive(Default)]
struct Facts {
    sown_from: bool,
    sown_into: bool,
    empty_at_opening: bool,
    empty_at_start: bool,
    marks: bool,
    /// Something that changes within a relay besides the board: the row crossed, the number of the lap.
    turn: bool,
    was: bool,
    relay_reads_more: bool,
    also_asks_was: bool,
    counts_turns: u8,
    previous: bool,
    sows_taken: bool,
    left: bool,
}

impl Facts {
    fn of(ruleset: &Ruleset) -> Facts {
        let mut all = Facts::default();
        for forbid in &ruleset.forbids {
            all.condition(&forbid.value.when);
        }
        all.claim(&ruleset.from.value.1);
        for rule in &ruleset.turn_ends {
            all.takes(&rule.value);
        }
        for ending in &ruleset.endings {
            all.condition(&ending.value.when);
        }
        let mut deciding = Facts::default();
        let mut also = Facts::default();
        let relays = |rule: &ruleset::LapRule| match &rule.action {
            LapAction::Relay(_) => true,
            LapAction::Capture(capture) => capture
                .then
                .iter()
                .any(|then| matches!(then.next, ruleset::Next::Relay(_) | ruleset::Next::Sow(_))),
            _ => false,
        };
        for rule in all_rules(ruleset) {
            all.capture(rule);
        }
        for rule in ruleset.seed_rules.iter().chain(&ruleset.begin_rules) {
            all.condition(&rule.value.when);
        }
        for rule in &ruleset.sow_from {
            all.condition(&rule.value.when);
            all.claim(&rule.value.claim);
        }
        for rule in &ruleset.pass_over_pits {
            all.claim(&rule.value.claim);
            all.condition(&rule.value.when);
        }
        if let FirstSeed::Origin(when) = &ruleset.first_seed.value {
            all.condition(when);
        }
        let last_relay = ruleset
            .lap_rules
            .iter()
            .rposition(|rule| relays(&rule.value));
        for (number, rule) in ruleset.lap_rules.iter().enumerate() {
            all.condition(&rule.value.when);
            if matches!(rule.value.action, LapAction::Also(_)) {
                also.condition(&rule.value.when);
            } else if last_relay.is_some_and(|last| number <= last) {
                deciding.condition(&rule.value.when);
            }
        }
        all.relay_reads_more =
            deciding.sown_from || deciding.sown_into || deciding.marks || deciding.turn;
        all.also_asks_was = also.was;
        all
    }

    /// What the braces of a capture ask for.
    fn capture(&mut self, rule: &ruleset::LapRule) {
        let (LapAction::Capture(capture) | LapAction::Also(capture)) = &rule.action else {
            return;
        };
        self.takes(&capture.takes);
        for (_, pits) in &capture.marks {
            self.pits(pits);
        }
        if let Some(unless) = &capture.unless {
            self.condition(unless);
        }
        for then in &capture.then {
            self.condition(&then.when);
            match &then.next {
                ruleset::Next::Pick(pits, claim) => {
                    self.pits(pits);
                    self.claim(claim);
                }
                ruleset::Next::Put { from, pits, claim } => {
                    for from in from {
                        self.pits(from);
                    }
                    self.pits(pits);
                    self.claim(claim);
                }
                ruleset::Next::Sow(_) => self.sows_taken = true,
                ruleset::Next::Again | ruleset::Next::Relay(_) => {}
            }
        }
    }

    fn takes(&mut self, takes: &[Taken]) {
        for taken in takes {
            self.pits(&taken.pits);
            if let To::Into(pits) = &taken.to {
                self.pits(pits);
            }
        }
    }

    fn pits(&mut self, pits: &Pits) {
        match pits {
            Pits::Such(of, claim) => {
                self.pits(of);
                self.claim(claim);
            }
            Pits::Chain(chain) => {
                self.pits(&chain.of);
                self.claim(&chain.claim);
            }
            Pits::Opposite(of) | Pits::Outermost(_, _, of) => self.pits(of),
            _ => {}
        }
    }

    fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::Together { pits, .. } => {
                for pits in pits {
                    self.pits(pits);
                }
            }
            Condition::LapOf { .. } => self.turn = true,
            Condition::LapBegunWith { .. } => {
                self.left = true;
                self.turn = true;
            }
            Condition::Turn {
                fact: TurnFact::FirstTurns(turns) | TurnFact::FirstTurnsOfGame(turns),
                ..
            } => {
                self.counts_turns = self.counts_turns.max(*turns);
                self.turn = true;
            }
            Condition::All(items) | Condition::Any(items) => {
                for item in items {
                    self.condition(item);
                }
            }
            Condition::Turn {
                fact: TurnFact::ExtraTurn | TurnFact::StraightBack,
                ..
            } => self.previous = true,
            Condition::Turn { .. } => self.turn = true,
            Condition::Pits(_, pits, claim) => {
                self.pits(pits);
                self.claim(claim);
            }
        }
    }

    fn claim(&mut self, claim: &ruleset::Claim) {
        match claim {
            ruleset::Claim::All(items) | ruleset::Claim::Any(items) => {
                for item in items {
                    self.claim(item);
                }
            }
            ruleset::Claim::Fact { fact, .. } => match fact {
                Fact::SownFrom => self.sown_from = true,
                Fact::SownInto => self.sown_into = true,
                Fact::EmptyAtOpening => self.empty_at_opening = true,
                Fact::EmptyAtStart => self.empty_at_start = true,
                Fact::Facing(_) | Fact::AsFullAs(_) | Fact::FullerThan(_) => {}
                Fact::Marked(_) | Fact::MarkedBy(..) => self.marks = true,
                Fact::Holds { was, .. } => self.was |= was,
                Fact::OneOf(pits) => self.pits(pits),
            },
        }
    }
}
