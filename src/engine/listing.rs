//! A program written out: which path it takes and why, its tables, what is kept in play, and every test and
//! action as the interpreter goes through them.
//!
//! Everything here follows the compiled form by exhaustive matches, so that what is added there is missed here.

use super::condition::{
    Chain, Check, Claim, IS, MARKS, OPPOSITE, OPPOSITE_MARKS, PitRef, SetRef, Test, Than, WAS,
};
use super::pits::{CHUNK, Chunk, PitSet, is_wide};
use super::plan::{Moves, Relays};
use super::position::MOST_MARKS;
use super::program::{
    Action, Capture, Next, Other, Program, Receiver, RuleKind, Rules, Step, Taking,
};
use crate::notation::pit_name;
use crate::rules::ruleset::{
    After, Count, Direction, Filled, FirstSeed, ForbidKind, Going, Hand, LapAction, Lift, Path,
    Player, Quantity, Relay, Ruling, Side, StoresIn, TurnFact,
};
use crate::rules::wording::{Content, outcome};

/// Why a rule is not for the special path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detour {
    /// Laps are sown pit by pit because of it.
    Laps(&'static str),
    /// A turn, or the judging of a move, is more than its laps because of it.
    Turn(&'static str),
}

impl Detour {
    /// In words.
    pub fn why(self) -> &'static str {
        match self {
            Detour::Laps(why) | Detour::Turn(why) => why,
        }
    }
}

impl Program {
    /// Whether a rule sends this program to the general path, and why.
    pub fn detour(&self, content: &Content<'_>) -> Option<Detour> {
        if self.simple { None } else { detour(content) }
    }
}

/// Whether a rule sends a program to the general path, alone or together with a `forbid`.
fn detour(content: &Content<'_>) -> Option<Detour> {
    use Detour::{Laps, Turn};
    match content {
        Content::Rows(2) | Content::Stores(StoresIn::Outside) | Content::Path(Path::Board) => None,
        Content::Rows(_) => Some(Laps("the table is for a ring of two rows")),
        Content::Stores(_) => Some(Laps("seeds fall into stores")),
        Content::Path(_) => Some(Laps("each player sows round his own pits")),
        Content::Sow(Direction::Counterclockwise | Direction::Clockwise) => None,
        Content::Sow(_) => Some(Laps("the player chooses the way")),
        Content::SowFrom(_) => Some(Laps("the way is not always the same")),
        Content::FirstSeed(FirstSeed::Next) => None,
        Content::FirstSeed(FirstSeed::Origin(_)) => Some(Laps("the first seed goes back")),
        Content::PassOverPits(_) => Some(Laps("what is passed over depends on the board")),
        Content::Begin(_) => Some(Laps("something may happen before a lap is lifted")),
        Content::Seed(_) => Some(Laps("something may happen as each seed falls")),
        Content::Forbid(forbid) => match forbid.kind {
            ForbidKind::Lap => None,
            ForbidKind::Move | ForbidKind::Turn { .. } => Some(Turn("not judged by laps alone")),
        },
        Content::TurnEnd(_) => Some(Turn("something is taken when the turn is over")),
        Content::Lap(rule) => match &rule.action {
            LapAction::Relay(relay) if relay.turns_round => Some(Laps("the way changes")),
            LapAction::Relay(relay) if *relay != Relay::PLAIN => {
                Some(Turn("another pit than the last is lifted"))
            }
            LapAction::Capture(capture) | LapAction::Also(capture) => match capture.plain() {
                Some(_) => None,
                None => Some(Turn("it does more than take pits for the mover")),
            },
            LapAction::Again => Some(Turn("the mover has another turn")),
            LapAction::Relay(_) | LapAction::Stop => None,
        },
        Content::Pits(pits) if is_wide(2 * usize::from(*pits)) => {
            Some(Laps("the table is for at most 64 pits and stores"))
        }
        Content::Pits(_)
        | Content::Place(..)
        | Content::Except(..)
        | Content::SetupMark(..)
        | Content::First(_)
        | Content::Redistribution(_)
        | Content::Refill(_)
        | Content::OpeningMark(..)
        | Content::From(..)
        | Content::Lift(_)
        | Content::PassOver(_)
        | Content::Pass
        | Content::Clearing(_)
        | Content::Ending(_)
        | Content::Endless(_)
        | Content::LongRelay(..)
        | Content::Repeated(_)
        | Content::Winner
        | Content::Tie
        | Content::Win(_) => None,
    }
}

/// A program written out: entries, each what it is about and what is said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// What holds for both players.
    pub whole: Vec<(String, String)>,
    /// What the rules are for South and for North, each with the own pits named `a…` and the enemy's `A…`. They are
    /// the same unless the rules make a difference between the players.
    pub sides: [Vec<(String, String)>; 2],
}

fn entry(what: impl Into<String>, said: impl Into<String>) -> (String, String) {
    (what.into(), said.into())
}

fn joined(parts: impl IntoIterator<Item = String>, joiner: &str, none: &str) -> String {
    let parts: Vec<String> = parts.into_iter().collect();
    match parts.is_empty() {
        true => none.to_owned(),
        false => parts.join(joiner),
    }
}

fn ruling(ruling: Ruling) -> &'static str {
    match ruling {
        Ruling::Forbidden => "the move is refused",
        Ruling::EndsTurn => "the turn is over",
        Ruling::Draw => "the game is drawn",
    }
}

impl Program {
    /// The program written out.
    pub fn listing(&self) -> Listing {
        Listing {
            whole: self.whole_listing(),
            sides: Player::BOTH.map(|player| {
                let rules = self.side(player);
                Words { of: self, rules }.rules()
            }),
        }
    }

    fn whole_listing(&self) -> Vec<(String, String)> {
        let mut all = vec![entry(
            "path",
            match (self.simple, self.plain) {
                (true, true) => "special: laps are rows of a table, and nothing else is looked for",
                (true, false) if self.circuit_stored == [[0; 2]; 2] => {
                    "special: laps are rows of a table, whatever the path, and nothing else is looked for"
                }
                (true, false) => {
                    "special: laps are rows of a table, with stores beside it, and nothing else is looked for"
                }
                (false, true) => "general, but laps are rows of a table",
                (false, false) => "general: laps are sown pit by pit",
            },
        )];
        let by_steps = self.quick.as_ref().is_some_and(|quick| quick.is_by_steps());
        all.push(entry(
            "hot path",
            match (&self.quick, self.sides.iter().all(|rules| rules.turn_forbids.is_empty())) {
                (None, _) => "not taken",
                (Some(_), true) => "taken by random games and perft",
                (Some(_), false) => {
                    "taken by random games and perft, but for turns of which a forbid may say something"
                }
            },
        ));
        all.push(entry(
            "board",
            match &self.quick {
                Some(quick) => format!("{} pits in {}", self.ring, quick.board_words()),
                None => format!("{} pits in {} vectors of {CHUNK}", self.ring, self.chunks),
            },
        ));
        if self.plain || self.simple {
            let bytes = size_of::<Chunk>() * (self.sowing.len() + self.circuits.len())
                + size_of_val(&self.laps[..]);
            all.push(entry(
                "table",
                format!(
                    "{} laps and {} circuits of {} seeds, {bytes} bytes",
                    self.laps.len(),
                    self.circuits.len() / self.chunks,
                    self.circuit
                ),
            ));
        }
        all.push(entry(
            "moves",
            match (self.simple, &self.landings) {
                _ if by_steps => "a mask of pits, without a list",
                _ if self.plan.moves == Moves::WholePits => "a mask of pits, without a list",
                _ if self.mostly_simple => {
                    "masks of the numbers that may be lifted, without a list"
                }
                (false, _) => "in a list, each judged where a forbid may refuse it",
                (true, Some(_)) => "masks of the numbers that may be lifted, without a list",
                (true, None) => "masks of the numbers that may be lifted, each first lap tried",
            },
        ));
        match self.plan.relays {
            Relays::ByRules if by_steps => {
                let judged = "each lap is judged by the rules of the place where it ends";
                all.push(entry("relays", judged));
            }
            Relays::ByRules if self.quick.is_some() => {
                all.push(entry("relays", "each lap is judged by a look in a table"));
            }
            Relays::ByRules => {}
            relays => all.push(entry("relays", relays.to_string())),
        }
        all.push(entry(
            "lift",
            match self.lift {
                Lift::All => "all seeds of a pit",
                Lift::AnyNumber => "any number of the seeds of a pit",
            },
        ));
        let for_good =
            |way: &Direction| matches!(way, Direction::EitherWayForGood | Direction::OppositeWays);
        let said = self.sides.iter().flat_map(|rules| &rules.sow_from);
        let mut ways = said.map(|rule| &rule.direction).chain([&self.sow]);
        let kept = [
            (self.keeps_sown_from, "sown from".to_owned()),
            (self.keeps_sown_into, "sown into".to_owned()),
            (self.keeps_empty_at_opening, "empty at opening".to_owned()),
            (
                self.counts_turns > 0,
                format!("the first {} turns of each player", self.counts_turns),
            ),
            (
                ways.any(for_good),
                "the way that each player has chosen for good".to_owned(),
            ),
            (
                self.keeps_previous,
                "whether the turn before gave this one, or moved a single".to_owned(),
            ),
        ];
        let marks = self.mark_names.iter().map(|name| format!("mark {name}"));
        let asked = kept.iter().filter(|(kept, _)| *kept);
        all.push(entry(
            "kept",
            joined(
                marks.chain(asked.map(|(_, what)| what.clone())),
                ", ",
                "nothing but the board, the stores and who is to move",
            ),
        ));
        let found = match self.relay_invertible {
            true => "found when it is back in its first state",
            false => "found by Brent's method",
        };
        let more = match self.relay_reads_more {
            true => "; a state is the board, the last pit, marks and histories",
            false => "; a state is the board and the last pit",
        };
        all.push(entry(
            "endless relay",
            format!("{}; {found}{more}", ruling(self.endless)),
        ));
        all.push(entry(
            "long relay",
            format!("past {} laps {}", self.lap_limit, ruling(self.long_relay)),
        ));
        all.push(entry(
            "repetition",
            match self.repeated {
                Some((times, then)) => format!("{times} times: {}", outcome(then)),
                None => "not looked for".to_owned(),
            },
        ));
        all
    }
}

/// The words of one player's rules.
struct Words<'p> {
    of: &'p Program,
    rules: &'p Rules,
}

impl Words<'_> {
    fn rules(&self) -> Vec<(String, String)> {
        let Rules {
            view: _,
            relay_within: _,
            relay_rule: _,
            first_lap: _,
            first_circuit: _,
            from,
            from_claim,
            forbids,
            move_forbids,
            turn_forbids,
            sow_from,
            first_into_origin,
            pass_over,
            begin_steps,
            seed_steps,
            turn_ends,
            track,
            steps,
            also,
            lost_by_lift,
            lost_by_capture,
            endings,
            may_end_before_stuck,
            redistribution,
        } = self.rules;
        let mut all = Vec::new();
        let name = |forbid: usize| format!("forbid \"{}\"", self.of.forbid_names[forbid]);
        if let Some(made) = redistribution {
            let number = match made.quantity {
                Quantity::Exactly(pits) => format!("exactly {pits}"),
                Quantity::UpTo(pits) => format!("up to {pits}"),
            };
            all.push(entry(
                "redistribute",
                format!(
                    "{number} of {} into {}{}",
                    self.set(&made.from),
                    self.set(&made.into),
                    if made.refill {
                        ""
                    } else {
                        ", not those emptied"
                    }
                ),
            ));
        }
        let claimed = from_claim.as_ref().map_or_else(String::new, |claim| {
            format!(" of which each {}", self.claim(claim))
        });
        all.push(entry("from", format!("{}{claimed}", self.set(from))));
        let landings = self.of.landings.as_ref();
        for landing in landings.iter().flat_map(|both| &both[self.player()]) {
            let mut parts = vec![format!("in {}", self.pits(PitSet::of_low(landing.within)))];
            if let Some(occupied) = landing.occupied {
                parts.push(format!("was {}", filled(occupied)));
            }
            let marks = landing.marks.iter();
            parts.extend(marks.map(|&(mark, holds)| self.marked(mark, holds)));
            if let Some(lifts) = &landing.lifts {
                parts.push(self.lifts(lifts));
            }
            let said = format!("no first lap may end {}", parts.join(", "));
            all.push(entry("mask", said));
        }
        for (forbid, test) in forbids {
            all.push(entry(name(*forbid), self.test(test)));
        }
        for (forbid, test) in move_forbids {
            all.push(entry(name(*forbid), format!("before: {}", self.test(test))));
        }
        for forbid in turn_forbids {
            let unless = match forbid.unless_every {
                true => ", unless that refuses every move",
                false => "",
            };
            let said = format!(
                "after the turn: {}{unless}; judged only if before: {}",
                self.test(&forbid.test),
                self.test(&forbid.before)
            );
            all.push(entry(name(forbid.forbid), said));
        }
        if !self.of.plain {
            let [forwards, backwards] = [0, 1].map(|way| self.track(&track[way]));
            all.push(entry(
                "track",
                match self.of.clockwise {
                    false => forwards,
                    true => backwards,
                },
            ));
        }
        for rule in sow_from {
            let way = match rule.direction {
                Direction::Counterclockwise => "counterclockwise",
                Direction::Clockwise => "clockwise",
                Direction::EitherWay => "either way",
                Direction::EitherWayForGood => "either way for good",
                Direction::OppositeWays => "opposite ways for good",
            };
            let said = format!(
                "{way} from {} of which each {}{}",
                self.set(&rule.from),
                self.claim(&rule.claim),
                self.when(", when", &rule.when)
            );
            all.push(entry("sow", said));
        }
        if let Some(test) = first_into_origin {
            let said = format!("goes back{}", self.when(" when", test));
            all.push(entry("first seed", said));
        }
        if self.of.over_origin {
            all.push(entry("pass over", "the pit lifted from"));
        }
        for (set, claim, test) in pass_over {
            let said = format!(
                "{} of which each {}{}",
                self.set(set),
                self.claim(claim),
                self.when(", when", test)
            );
            all.push(entry("pass over", said));
        }
        for &(mark, whose, emptied) in lost_by_lift {
            let when = if emptied { "emptied" } else { "lifted from" };
            let said = format!("lost in {} when {when}", self.pits(whose));
            all.push(entry(format!("mark {}", self.of.mark_names[mark]), said));
        }
        for &(mark, whose) in lost_by_capture {
            let said = format!("lost in {} when captured from", self.pits(whose));
            all.push(entry(format!("mark {}", self.of.mark_names[mark]), said));
        }
        all.extend(begin_steps.iter().map(|step| self.step("lap begins", step)));
        all.extend(seed_steps.iter().map(|step| self.step("seed falls", step)));
        all.extend(steps.iter().map(|step| self.step("lap ends", step)));
        all.extend(also.iter().map(|step| self.step("besides", step)));
        for (to, taking) in turn_ends {
            all.push(entry("turn ends", self.taken(to, taking)));
        }
        for ending in endings {
            let judged = match ending.needs_stuck_mover {
                true => "; judged only when the mover has no move",
                false => "",
            };
            let said = format!(
                "{}: {}{judged}",
                self.test(&ending.test),
                outcome(ending.outcome)
            );
            all.push(entry("ending", said));
        }
        if *may_end_before_stuck {
            all.push(entry("endings", "judged before every turn"));
        }
        all
    }

    fn player(&self) -> usize {
        self.rules.view.mover as usize
    }

    /// The beginning of a table of lifts from own pits: `if lifted were 1–9 of a; 1–8 of b; …`.
    fn lifts(&self, lifts: &[u64]) -> String {
        const TOLD: usize = 3;
        let (ring, half) = (self.of.ring, self.of.half());
        let own = (0..half).map(|seen| (seen + half * self.player()) % ring);
        let mut told: Vec<String> = own
            .filter(|&pit| lifts[pit] != 0)
            .take(TOLD + 1)
            .map(|pit| format!("{} of {}", ranges(lifts[pit]), self.place(pit)))
            .collect();
        if told.len() > TOLD {
            told[TOLD] = "…".to_owned();
        }
        format!("if lifted were {}", joined(told, "; ", "none"))
    }

    /// A place, as the mover sees it.
    fn place(&self, place: usize) -> String {
        let (ring, half) = (self.of.ring, self.of.half());
        match place.checked_sub(ring) {
            Some(store) if store == self.player() => "own store".to_owned(),
            Some(_) => "enemy store".to_owned(),
            None => pit_name((place + half * self.player()) % ring, half).to_string(),
        }
    }

    /// A set of pits, as the mover sees them: `a–f C`.
    fn pits(&self, pits: PitSet) -> String {
        let (ring, half) = (self.of.ring, self.of.half());
        if pits.0 & self.of.all.0 == self.of.all.0 {
            let stores_too = pits.0 >> ring != 0;
            return if stores_too { "any place" } else { "any pit" }.to_owned();
        }
        // Own pits first.
        let set = pits;
        let pits: Vec<usize> = (0..ring)
            .filter(|&seen| set.contains((seen + half * self.player()) % ring))
            .collect();
        let runs = pits.chunk_by(|&one, &next| next == one + 1 && next != half);
        let name = |pit: usize| pit_name(pit, half).to_string();
        let told = runs.map(|run| match run {
            [first, .., last] if run.len() > 2 => format!("{}–{}", name(*first), name(*last)),
            run => run
                .iter()
                .map(|&pit| name(pit))
                .collect::<Vec<_>>()
                .join(" "),
        });
        let stores = (ring..ring + 2).filter(|&store| set.contains(store));
        let stores = stores.map(|store| self.place(store));
        joined(told.chain(stores), " ", "no pit")
    }

    /// The places of a track in order, from the mover's first pit until it comes round.
    fn track(&self, track: &[u8]) -> String {
        let first = self.of.half() * self.player();
        let next = |&place: &usize| {
            let next = usize::from(track[place]);
            (next != first).then_some(next)
        };
        let round = std::iter::successors(Some(first), next).take(track.len());
        joined(round.map(|place| self.place(place)), " ", "")
    }

    fn step(&self, when: &str, step: &Step) -> (String, String) {
        let kind = match self.of.kinds[step.rule] {
            RuleKind::Relay => "relay".to_owned(),
            RuleKind::Capture | RuleKind::Also => format!("\"{}\"", self.of.rule_names[step.rule]),
            RuleKind::Again => "again".to_owned(),
            RuleKind::Stop => "stop".to_owned(),
        };
        let action = self.action(&step.action);
        let said = match self.check(&step.check) {
            asked if asked.is_empty() => action,
            asked => format!("if {asked}: {action}"),
        };
        entry(format!("{when}, {kind}"), said)
    }

    fn check(&self, check: &Check) -> String {
        let Check { quick, rest } = check;
        let mut parts = Vec::new();
        if quick.within & quick.within_high != u64::MAX {
            let within = PitSet::of_words([quick.within, quick.within_high]);
            parts.push(format!("last pit in {}", self.pits(within)));
        }
        for rule in (0..u32::BITS).filter(|rule| quick.applied >> rule & 1 == 1) {
            parts.push(format!("\"{}\" applied", self.of.rule_names[rule as usize]));
        }
        for fact in (0..u32::BITS).filter(|fact| quick.matter >> fact & 1 == 1) {
            let holds = quick.facts >> fact & 1 == 1;
            let of = |fact: u32, pit: &str| match fact {
                WAS => format!("{pit} was {}", filled(holds)),
                IS => format!("{pit} is {}", filled(holds)),
                _ => format!("{pit} {fact}"),
            };
            let mark = |first: u32, pit: &str| {
                format!("{pit} {}", self.marked((fact - first) as usize, holds))
            };
            parts.push(match fact {
                fact if fact < OPPOSITE => of(fact, "last pit"),
                fact if fact < MARKS => of(fact - OPPOSITE, "opposite pit"),
                fact if fact < OPPOSITE_MARKS => mark(MARKS, "last pit"),
                fact if fact < OPPOSITE_MARKS + MOST_MARKS as u32 => {
                    mark(OPPOSITE_MARKS, "opposite pit")
                }
                fact => format!("fact {fact}"),
            });
        }
        if let Some(rest) = rest {
            parts.push(format!("[{}]", self.test(rest)));
        }
        parts.join(", ")
    }

    fn action(&self, action: &Action) -> String {
        match action {
            Action::Relay => "sow on from the last pit".to_owned(),
            Action::Take(taking) => self.taken(&Receiver::Mover, taking),
            Action::Stop => "the turn is over".to_owned(),
            Action::Again => "another turn".to_owned(),
            Action::Other(other) => match &**other {
                Other::Relay { next, turns_round } => format!(
                    "sow on from the {} pit{}",
                    if *next { "next" } else { "last" },
                    if *turns_round { ", the other way" } else { "" }
                ),
                Other::RelayStore { turns_round } => format!(
                    "sow on from the own store{}",
                    if *turns_round { ", the other way" } else { "" }
                ),
                Other::Capture(capture) => self.capture(capture),
            },
        }
    }

    fn capture(&self, capture: &Capture) -> String {
        let Capture {
            takes,
            marks,
            unless,
            then,
        } = capture;
        let mut parts: Vec<String> = takes
            .iter()
            .map(|(to, taking)| self.taken(to, taking))
            .collect();
        for (mark, set) in marks {
            let name = &self.of.mark_names[*mark];
            parts.push(format!("mark {name} on {}", self.set(set)));
        }
        for (next, when) in then {
            let next = match next {
                Next::Again => "another turn".to_owned(),
                Next::Relay(pit) => format!("sow on from {}", self.pit(pit)),
                Next::Sow(After::Last) => "sow on what was taken, after last pit".to_owned(),
                Next::Sow(After::StartOfLap) => {
                    "sow on what was taken, after the pit that the lap began from".to_owned()
                }
                Next::Pick(set, claim) => {
                    format!("pick one of {} that {}", self.set(set), self.claim(claim))
                }
                Next::Put(from, set, claim) => format!(
                    "{} into one of {} that {}, by choice",
                    self.taken(&Receiver::Mover, from)
                        .replacen("take", "put", 1),
                    self.set(set),
                    self.claim(claim)
                ),
            };
            parts.push(format!("then {next}{}", self.when(" if", when)));
        }
        if let Some(unless) = unless {
            parts.push(format!("nothing of it if afterwards {}", self.test(unless)));
        }
        joined(parts, "; ", "nothing")
    }

    fn taken(&self, to: &Receiver, taking: &Taking) -> String {
        let Taking {
            last,
            opposite,
            always,
            others,
            most,
        } = taking;
        let mut pits = Vec::new();
        if *last {
            pits.push("last pit".to_owned());
        }
        if *opposite {
            pits.push("opposite pit".to_owned());
        }
        if !always.is_empty() {
            pits.push(self.pits(*always));
        }
        pits.extend(others.iter().map(|set| self.set(set)));
        let to = match to {
            Receiver::Mover => String::new(),
            Receiver::Opponent => " for the opponent".to_owned(),
            Receiver::RowOwner => " for whose row it is".to_owned(),
            Receiver::Into(set) => format!(" into the first of {}", self.set(set)),
        };
        let most = match *most {
            u16::MAX => String::new(),
            most => format!("up to {most} of each of "),
        };
        format!("take {most}{}{to}", joined(pits, ", ", "nothing"))
    }

    fn pit(&self, pit: &PitRef) -> String {
        match pit {
            PitRef::Last => "last pit".to_owned(),
            PitRef::Opposite => "opposite pit".to_owned(),
            PitRef::Next => "next pit".to_owned(),
            PitRef::Origin => "origin".to_owned(),
            PitRef::OppositeOrigin => "the pit opposite origin".to_owned(),
            PitRef::At(place) => self.place(*place),
            PitRef::Along(steps) => format!("the place {steps:+} from last pit"),
            PitRef::Facing(steps) => format!("what faces the place {steps:+} from last pit"),
            PitRef::Twin => "last pit's counterpart".to_owned(),
        }
    }

    fn set(&self, set: &SetRef) -> String {
        match set {
            SetRef::One(pit) => self.pit(pit),
            SetRef::Static(pits) => self.pits(*pits),
            SetRef::Filled(pits, occupied) => format!("{} {}", filled(*occupied), self.pits(*pits)),
            SetRef::Beside(pit, table) => {
                format!("what is beside {} {}", self.pit(pit), self.table(table))
            }
            SetRef::Run(pit, hand) => {
                let hand = match hand {
                    Hand::Left => "left",
                    Hand::Right => "right",
                };
                format!("the occupied run {hand} from {}", self.pit(pit))
            }
            SetRef::Such(set, claim) => {
                format!("{} of which each {}", self.set(set), self.claim(claim))
            }
            SetRef::Chain(chain) => {
                let Chain {
                    of,
                    claim,
                    going,
                    gaps,
                    most,
                    and_back,
                    from,
                } = &**chain;
                let most = most.map_or_else(String::new, |most| format!(", up to {most},"));
                let going = match going {
                    Going::Before => "before",
                    Going::After => "after",
                    Going::Clockwise => "clockwise of",
                    Going::Counterclockwise => "counterclockwise of",
                };
                format!(
                    "the run{}{}{most} {going} {} in {} of which each {}",
                    if *gaps { " across gaps" } else { "" },
                    if *and_back { " and back" } else { "" },
                    self.pit(from),
                    self.set(of),
                    self.claim(claim)
                )
            }
            SetRef::Opposite(set) => format!("what faces {}", self.set(set)),
            SetRef::First(number, order, of) => {
                format!(
                    "the first {number} of {} from {}",
                    self.set(of),
                    self.place(order[0].into())
                )
            }
            SetRef::Mapped(pit, table, which) => {
                let which = match which {
                    Filled::Whatever => "",
                    Filled::Occupied => "occupied pits of ",
                    Filled::Empty => "empty pits of ",
                };
                format!(
                    "{which}what belongs to {} {}",
                    self.pit(pit),
                    self.table(table)
                )
            }
        }
    }

    /// The beginning of a table of sets, as far as they are not empty: `(a: b c d; b: c d e; …)`.
    fn table(&self, table: &[PitSet]) -> String {
        const TOLD: usize = 3;
        let (ring, half) = (self.of.ring, self.of.half());
        let mut sets = (0..ring)
            .map(|seen| (seen + half * self.player()) % ring)
            .filter(|&place| table.get(place).is_some_and(|set| !set.is_empty()));
        let told = sets.by_ref().take(TOLD);
        let mut told: Vec<String> = told
            .map(|place| format!("{}: {}", self.place(place), self.pits(table[place])))
            .collect();
        if sets.next().is_some() {
            told.push("…".to_owned());
        }
        format!("({})", told.join("; "))
    }

    fn claim(&self, claim: &Claim) -> String {
        let is = |holds: bool, what: &str| match holds {
            true => format!("is {what}"),
            false => format!("is not {what}"),
        };
        match claim {
            Claim::All(claims) => joined(claims.iter().map(|c| self.claim(c)), " and ", "is a pit"),
            Claim::Any(claims) => {
                let parts = joined(claims.iter().map(|c| self.claim(c)), " or ", "is nothing");
                format!("({parts})")
            }
            Claim::In(pits) => format!("is in {}", self.pits(*pits)),
            Claim::InFound(set, holds) => is(*holds, &format!("in {}", self.set(set))),
            Claim::Occupied { was, holds } => {
                format!("{} {}", if *was { "was" } else { "is" }, filled(*holds))
            }
            Claim::Count { was, count, holds } => {
                let verb = match (was, holds) {
                    (false, true) => "holds",
                    (false, false) => "does not hold",
                    (true, true) => "held",
                    (true, false) => "did not hold",
                };
                format!("{verb} {}", counted(count))
            }
            Claim::Marked { mark, holds } => self.marked(*mark, *holds),
            Claim::AsFullAs(than, holds) => is(*holds, &format!("as full as {}", self.than(than))),
            Claim::FullerThan(than, holds) => {
                is(*holds, &format!("fuller than {}", self.than(than)))
            }
            Claim::Facing(occupied) => format!("faces an {} pit", filled(*occupied)),
            Claim::EmptyAtOpening(holds) => is(*holds, "empty at opening"),
            Claim::EmptyAtStart(holds) => is(*holds, "empty at the start of the turn"),
            Claim::SownFrom(holds) => is(*holds, "sown from"),
            Claim::SownInto(holds) => is(*holds, "sown into"),
        }
    }

    fn than(&self, than: &Than) -> String {
        match than {
            Than::Pit(pit) => self.pit(pit),
            Than::Facing => "what faces it".to_owned(),
        }
    }

    fn marked(&self, mark: usize, holds: bool) -> String {
        let name = &self.of.mark_names[mark];
        format!("is {}{name}", if holds { "" } else { "not " })
    }

    /// A condition after this word, where there is one.
    fn when(&self, word: &str, test: &Test) -> String {
        match test {
            Test::All(tests) if tests.is_empty() => String::new(),
            test => format!("{word} {}", self.test(test)),
        }
    }

    fn test(&self, test: &Test) -> String {
        match test {
            Test::All(tests) => joined(tests.iter().map(|t| self.test(t)), " and ", "whatever"),
            Test::Any(tests) => {
                let parts = joined(tests.iter().map(|t| self.test(t)), " or ", "never");
                format!("({parts})")
            }
            Test::Pit(pit, claim) => format!("{} {}", self.pit(pit), self.claim(claim)),
            Test::Each(set, claim) => format!("each of {} {}", self.set(set), self.claim(claim)),
            Test::Some(set, claim) => format!("one of {} {}", self.set(set), self.claim(claim)),
            Test::Turn(fact, holds) => {
                let fact = match fact {
                    TurnFact::FirstLap => "first lap".to_owned(),
                    TurnFact::Crossed => "the enemy row was sown".to_owned(),
                    TurnFact::CapturedThisTurn => "captured this turn".to_owned(),
                    TurnFact::RuleCaptured(rule) => {
                        format!("\"{}\" applied", self.of.rule_names[*rule])
                    }
                    TurnFact::NoMove(Side::Own) => "mover has no move".to_owned(),
                    TurnFact::NoMove(Side::Enemy) => "opponent has no move".to_owned(),
                    TurnFact::FirstTurns(1) => "first turn".to_owned(),
                    TurnFact::FirstTurns(turns) => format!("one of the first {turns} turns"),
                    TurnFact::FirstTurnsOfGame(turns) => {
                        format!("one of the first {turns} turns of the game")
                    }
                    TurnFact::LastSeed => "last seed of the lap".to_owned(),
                    TurnFact::ExtraTurn => "given by the turn before".to_owned(),
                    TurnFact::StraightBack => "takes back the single of the turn before".to_owned(),
                };
                format!("{}{fact}", if *holds { "" } else { "not " })
            }
            Test::Together(sets, count, holds) => format!(
                "the seeds in {} are {}{}",
                joined(sets.iter().map(|set| self.set(set)), ", ", "no pit"),
                if *holds { "" } else { "not " },
                counted(count)
            ),
            Test::LapBegunWith(count, holds) => format!(
                "{}a lap begun with {} on the board",
                if *holds { "" } else { "not " },
                counted(count)
            ),
            Test::LapOf(count, holds) => format!(
                "{}a lap of {}",
                if *holds { "" } else { "not " },
                counted(count)
            ),
        }
    }
}

/// Numbers of which a mask has bit `n − 1`: `1–9 12`.
fn ranges(mask: u64) -> String {
    let numbers: Vec<u32> = (1..=u64::BITS)
        .filter(|n| mask >> (n - 1) & 1 == 1)
        .collect();
    let runs = numbers.chunk_by(|&one, &next| next == one + 1);
    let said = runs.map(|run| match run {
        [first, .., last] => format!("{first}–{last}"),
        run => run.iter().map(u32::to_string).collect(),
    });
    joined(said, " ", "no number")
}

fn filled(occupied: bool) -> &'static str {
    match occupied {
        true => "occupied",
        false => "empty",
    }
}

fn counted(count: &Count) -> String {
    match count {
        Count::Some => "1 or more".to_owned(),
        Count::OneOf(numbers) => joined(numbers.iter().map(u32::to_string), " or ", "no number"),
        Count::AtLeast(least) => format!("{least} or more"),
        Count::AtMost(most) => format!("{most} or fewer"),
        Count::Even(true) => "an even number".to_owned(),
        Count::Even(false) => "an odd number".to_owned(),
        Count::MoreThanHalf => "more than half of all".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::Disk;
    use crate::rules::{load, variants_in};

    /// What the shipped games are played by, so that none leaves the hot path unseen.
    #[test]
    fn games_keep_to_the_hot_path() {
        let mut taken = Vec::new();
        for file in variants_in("variants/family", &Disk).unwrap() {
            let ruleset = load(&file, &Disk).variant.unwrap().ruleset;
            if Program::compile(&ruleset).quick.is_some() {
                let name = file.trim_start_matches("variants/family/");
                taken.push(name.trim_end_matches(".mancala").to_owned());
            }
        }
        let games = [
            "abalalae",
            "ali-guli-mane",
            "anywoli",
            "ayoayo",
            "bay_khom",
            "bohnenspiel",
            "bule_perga",
            "chisolo",
            "cow",
            "dabuda",
            "dakon",
            "deka",
            "djenon_abe",
            "endodoi",
            "enkeshui",
            "eson_xorgol",
            "gamacha",
            "giuthi",
            "goempty_one",
            "hus",
            "kalah-until-decided",
            "kalah",
            "lamlameta",
            "leb_bbut_ahbochen",
            "longbeu-a-cha",
            "mangala_ii",
            "mbangbi",
            "mbothe",
            "mikro-tsoro",
            "moruba",
            "nam-nam",
            "ndoto",
            "obridjie",
            "ot-tjin",
            "ouri",
            "oware-until-decided",
            "oware",
            "pallam_kuzhi",
            "tsoro",
            "umelbagara",
            "urim",
            "wari",
            "weg",
        ];
        assert_eq!(taken, games);
    }

    /// What is told of the path is the path that is taken.
    #[test]
    fn a_program_takes_the_general_path_because_of_the_rules_that_are_named() {
        for file in variants_in("variants", &Disk).unwrap() {
            let ruleset = load(&file, &Disk).variant.unwrap().ruleset;
            let program = Program::compile(&ruleset);
            let lines = ruleset.lines();
            let detours: Vec<Detour> = lines
                .iter()
                .filter_map(|line| program.detour(&line.content))
                .collect();
            let laps = detours.iter().any(|why| matches!(why, Detour::Laps(_)));
            assert!(
                program.simple || program.plain != laps,
                "{file}: {detours:?}"
            );
            let none = detours.is_empty() && program.counts_turns == 0 && !program.keeps_previous;
            assert_eq!(program.simple, none, "{file}: {detours:?}");
        }
    }
}
