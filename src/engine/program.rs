//! A ruleset, compiled to tables.
//!
//! A lap becomes one row of a table that is added to the board; own and enemy become pits of the board,
//! once for each mover; the conditions that a move must meet at the end of its first lap become a mask
//! where they can.

use super::condition::{Check, Claim, PitRef, SetRef, Test, View};
use super::pits::{Chunk, Lanes, PitSet, in_use};
use super::position::{MOST_MARKS, Position};
use crate::rules::ruleset::{
    Condition, Direction, Fact, LapAction, Lift, Occasion, Outcome, PassOver, Pits, Player,
    Quantity, Ruleset, Ruling, Side, TurnFact, Whose, Win,
};
use crate::rules::{ruleset, wording};

/// What a lap of so many seeds, lifted from a pit, does: beyond full circuits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lap {
    /// The pits that get a seed.
    pub touched: PitSet,
    /// The pit that gets the last one.
    pub last: u8,
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
}

/// The pits that a rule takes from.
#[derive(Clone, Debug)]
pub(super) struct Taking {
    pub last: bool,
    pub opposite: bool,
    pub always: PitSet,
    pub others: Box<[SetRef]>,
}

impl Taking {
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
        }
    }
}

/// The end of a first lap that is forbidden, as a mask: pits of `within` whose occupation and marks are
/// as said.
#[derive(Clone, Debug)]
pub(super) struct Landing {
    pub within: PitSet,
    pub occupied: Option<bool>,
    pub marks: Vec<(usize, bool)>,
}

/// The rules as one mover sees them.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub view: View,
    pub from: SetRef,
    /// What else is asked of a pit that is occupied.
    pub from_claim: Option<Claim>,
    /// Judged at the end of each lap.
    pub forbids: Box<[Test]>,
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
    pub(super) ring: usize,
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
    /// For South and for North.
    pub(super) sides: [Rules; 2],
    pub(super) lift: Lift,
    pub(super) clockwise: bool,
    /// The forbidden ends of a first lap for South and North, where all `forbid`s can be said so.
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
    /// A rule that applies after a capture asks how a pit was before it.
    pub(super) also_asks_was: bool,
    pub(super) repeated: Option<(u32, Outcome)>,
    pub(super) start: Position,
    opening_marks: Vec<(usize, [SetRef; 2])>,
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
    /// Ends the turn.
    Stop,
}

impl Program {
    /// Compiles a ruleset that was loaded without mistakes.
    pub fn compile(ruleset: &Ruleset) -> Program {
        let pits = usize::from(ruleset.pits.value);
        let ring = 2 * pits;
        let chunks = in_use(ring);
        let clockwise = ruleset.sow.value == Direction::Clockwise;
        let over_origin = ruleset.pass_over.value == PassOver::Origin;
        let view = |mover| View {
            pits,
            mover,
            clockwise,
        };
        let circuit = if over_origin { ring - 1 } else { ring };
        let path = |origin: usize| -> Vec<usize> {
            let next = |&pit: &usize| Some(view(Player::South).next(pit));
            std::iter::successors(next(&origin), next)
                .take(circuit)
                .collect()
        };
        let row = |origin: usize, sown: &[usize]| {
            let mut row = Lanes::default();
            for &pit in sown {
                *row.get_mut(pit) += 1;
            }
            let lane = row.get_mut(origin);
            *lane = lane.wrapping_sub(sown.len() as u16);
            row
        };
        let (mut sowing, mut laps, mut circuits) = (Vec::new(), Vec::new(), Vec::new());
        for seeds in 0..circuit {
            for origin in 0..ring {
                let path = path(origin);
                let sown = &path[..seeds];
                sowing.extend_from_slice(row(origin, sown).chunks(chunks));
                laps.push(Lap {
                    touched: sown.iter().copied().collect(),
                    // No seed beyond full circuits: the last one fell at their end.
                    last: *sown.last().or(path.last()).unwrap_or(&origin) as u8,
                });
            }
        }
        for origin in 0..ring {
            circuits.extend_from_slice(row(origin, &path(origin)).chunks(chunks));
        }
        let sides = Player::BOTH.map(|mover| compile_side(ruleset, view(mover)));
        let landings = landings(ruleset, &sides);
        let facts = Facts::of(ruleset);
        let mut program = Program {
            pits,
            ring,
            chunks,
            all: (0..ring).collect(),
            sowing,
            laps,
            circuit: circuit as u16,
            circuits,
            lift: ruleset.lift.value,
            clockwise,
            landings,
            endless: ruleset.endless.value,
            lap_limit: ruleset.long_relay.value.0,
            long_relay: ruleset.long_relay.value.1,
            relay_invertible: !over_origin && !facts.relay_reads_more,
            relay_reads_more: facts.relay_reads_more,
            keeps_sown_from: facts.sown_from,
            keeps_sown_into: facts.sown_into,
            keeps_empty_at_opening: facts.empty_at_opening,
            also_asks_was: facts.also_asks_was,
            repeated: ruleset.repeated.value,
            start: Position {
                board: Lanes::default(),
                stores: [0; 2],
                mover: ruleset.first.value,
                openings: if ruleset.redistribution.is_some() {
                    2
                } else {
                    0
                },
                marks: [PitSet::EMPTY; MOST_MARKS],
                sown_from: PitSet::EMPTY,
                sown_into: PitSet::EMPTY,
                empty_at_opening: PitSet::EMPTY,
            },
            opening_marks: ruleset
                .opening_marks
                .iter()
                .map(|rule| {
                    let (mark, pits) = &rule.value;
                    (*mark, Player::BOTH.map(|player| view(player).set(pits)))
                })
                .collect(),
            win: ruleset.win.value,
            rule_names: ruleset
                .lap_rules
                .iter()
                .map(|rule| rule.value.title().to_owned())
                .collect(),
            kinds: ruleset
                .lap_rules
                .iter()
                .map(|rule| match rule.value.action {
                    LapAction::Relay => RuleKind::Relay,
                    LapAction::Capture(_) => RuleKind::Capture,
                    LapAction::Also(_) => RuleKind::Also,
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
            mark_names: ruleset.marks.clone(),
            sides,
        };
        program.start = program.starting(ruleset);
        program
    }

    /// The position before the first move.
    fn starting(&self, ruleset: &Ruleset) -> Position {
        let mut position = self.start.clone();
        let (seeds, pits) = &ruleset.place.value;
        let both = |position: &Position, pits: &Pits| -> PitSet {
            // "Each own pit" is said of either player.
            Player::BOTH
                .iter()
                .flat_map(|player| {
                    let set = self.sides[*player as usize].view.set(pits);
                    self.static_pits(position, &set).iter()
                })
                .collect()
        };
        for pit in both(&position, pits).iter() {
            *position.board.get_mut(pit) = *seeds as u16;
        }
        for rule in &ruleset.setup_marks {
            let (mark, pits) = &rule.value;
            for pit in both(&position, pits).iter() {
                position.marks[*mark].insert(pit);
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
        view.found(set, position, &super::condition::Turn::new(0))
            .unwrap_or(PitSet::EMPTY)
    }

    /// What happens once the opening is over.
    pub(super) fn after_opening(&self, position: &mut Position) {
        for (mark, sets) in &self.opening_marks {
            for set in sets {
                position.marks[*mark].0 |= self.static_pits(position, set).0;
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
        if program.start.openings == 0 {
            program.start.empty_at_opening = PitSet::EMPTY;
            let mut start = program.start.clone();
            program.after_opening(&mut start);
            program.start = start;
        }
        program
    }

    /// The pits into which so many seeds from a pit are sown, in order.
    pub fn sown(&self, from: usize, seeds: u16) -> impl Iterator<Item = usize> + '_ {
        let view = self.sides[0].view;
        let over_origin = usize::from(self.circuit) != self.ring;
        std::iter::successors(Some(view.next(from)), move |&pit| Some(view.next(pit)))
            .filter(move |&pit| !(over_origin && pit == from))
            .take(usize::from(seeds))
    }

    /// The position before the first move.
    pub fn start(&self) -> Position {
        self.start.clone()
    }

    /// How many pits a row has.
    pub fn pits(&self) -> usize {
        self.pits
    }

    /// What kind of rule a lap rule is.
    pub fn rule_kind(&self, rule: usize) -> RuleKind {
        self.kinds[rule]
    }

    pub(super) fn side(&self, player: Player) -> &Rules {
        &self.sides[player as usize]
    }
}

fn compile_side(ruleset: &Ruleset, view: View) -> Rules {
    let steps = |also: bool| -> Box<[Step]> {
        ruleset
            .lap_rules
            .iter()
            .enumerate()
            .filter(|(_, rule)| matches!(rule.value.action, LapAction::Also(_)) == also)
            .map(|(number, rule)| Step {
                rule: number,
                check: view.check(&rule.value.when),
                action: match &rule.value.action {
                    LapAction::Relay => Action::Relay,
                    LapAction::Capture(takes) | LapAction::Also(takes) => {
                        Action::Take(Taking::of(takes.iter().map(|pits| view.set(pits))))
                    }
                    LapAction::Stop => Action::Stop,
                },
            })
            .collect()
    };
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
            CompiledEnding {
                test: view.test(&when),
                outcome: rule.value.outcome,
                needs_stuck_mover,
                asks_mover: asks(&when, TurnFact::NoMove(Side::Own)),
                asks_opponent: asks(&when, TurnFact::NoMove(Side::Enemy)),
            }
        })
        .collect();
    let (from, from_claim) = &ruleset.from.value;
    Rules {
        view,
        from: view.set(from),
        from_claim: match view.claim(from_claim) {
            Claim::Occupied { holds: true, .. } => None,
            Claim::All(claims) if claims.is_empty() => None,
            claim => Some(claim),
        },
        forbids: ruleset
            .forbids
            .iter()
            .map(|rule| view.test(&rule.value.when))
            .collect(),
        steps: steps(false),
        also: steps(true),
        lost_by_lift: clearings()
            .filter(|clearing| clearing.occasion != Occasion::CapturedFrom)
            .map(|clearing| {
                (
                    clearing.mark,
                    whose(clearing.whose),
                    clearing.occasion == Occasion::Emptied,
                )
            })
            .collect(),
        lost_by_capture: clearings()
            .filter(|clearing| clearing.occasion == Occasion::CapturedFrom)
            .map(|clearing| (clearing.mark, whose(clearing.whose)))
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

fn asks(condition: &Condition, wanted: TurnFact) -> bool {
    match condition {
        Condition::All(items) | Condition::Any(items) => {
            items.iter().any(|item| asks(item, wanted))
        }
        Condition::Turn { fact, .. } => *fact == wanted,
        Condition::Pits(..) => false,
    }
}

/// The `forbid`s as masks, if every one of them can be said so: it speaks of the first lap, and of the
/// last pit's place, its occupation before the last seed fell, and its marks.
fn landings(ruleset: &Ruleset, sides: &[Rules; 2]) -> Option<[Box<[Landing]>; 2]> {
    let compile = |side: &Rules| -> Option<Box<[Landing]>> {
        ruleset
            .forbids
            .iter()
            .zip(side.forbids.iter())
            .map(|(rule, _)| {
                let Condition::All(items) = wording::canonical_condition(&rule.value.when) else {
                    return None;
                };
                let mut landing = Landing {
                    within: PitSet(u64::MAX),
                    occupied: None,
                    marks: Vec::new(),
                };
                let mut first_lap = false;
                for item in &items {
                    match (item, side.view.test(item)) {
                        (
                            Condition::Turn {
                                fact: TurnFact::FirstLap,
                                holds: true,
                            },
                            _,
                        ) => first_lap = true,
                        (_, Test::Pit(PitRef::Last, Claim::In(set))) => landing.within.0 &= set.0,
                        (_, Test::Pit(PitRef::Last, Claim::Occupied { was: true, holds })) => {
                            landing.occupied = Some(holds);
                        }
                        (_, Test::Pit(PitRef::Last, Claim::Marked { mark, holds })) => {
                            landing.marks.push((mark, holds));
                        }
                        _ => return None,
                    }
                }
                first_lap.then_some(landing)
            })
            .collect()
    };
    Some([compile(&sides[0])?, compile(&sides[1])?])
}

/// What the rules ask for, so that nothing is kept which no rule asks for.
#[derive(Default)]
struct Facts {
    sown_from: bool,
    sown_into: bool,
    empty_at_opening: bool,
    marks: bool,
    /// Something that changes within a relay besides the board: the row crossed, the number of the lap.
    turn: bool,
    was: bool,
    relay_reads_more: bool,
    also_asks_was: bool,
}

impl Facts {
    fn of(ruleset: &Ruleset) -> Facts {
        let mut all = Facts::default();
        for forbid in &ruleset.forbids {
            all.condition(&forbid.value.when);
        }
        all.claim(&ruleset.from.value.1);
        for ending in &ruleset.endings {
            all.condition(&ending.value.when);
        }
        let mut deciding = Facts::default();
        let mut also = Facts::default();
        let relays = |rule: &ruleset::LapRule| rule.action == LapAction::Relay;
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

    fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::All(items) | Condition::Any(items) => {
                for item in items {
                    self.condition(item);
                }
            }
            Condition::Turn { .. } => self.turn = true,
            Condition::Pits(_, _, claim) => self.claim(claim),
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
                Fact::Marked(_) => self.marks = true,
                Fact::Holds { was, .. } => self.was |= was,
                Fact::OneOf(_) => {}
            },
        }
    }
}
