//! Play told to people: the board as players see it, a turn lap by lap with the rules that decided and
//! where they stand, the legal moves with what each would do.
//!
//! Everything here is text made from what the engine did; nothing plays by rules of its own.

use crate::diagnostics::Library;
use crate::engine::{
    End, EndReason, Game, Move, Observer, Played, Position, Program, Refusal, RuleKind, Stopped,
};
use crate::notation::{pit_name, placements_text};
use crate::rules::ruleset::{Called, LapAction, Player, Provenance, Ruleset};
use crate::rules::wording::Content;
use crate::rules::{Loading, Variant};
use crate::simulate::distinguish::{Difference, Parting};
use crate::vocabulary::Block;
use serde::Serialize;
use std::fmt::Write as _;

/// The signs of the marks on a board, in the order of their declaration.
const SIGNS: [char; 4] = ['*', '+', '~', '^'];
/// Of a relay of more laps than twice this, only so many at either end are told.
const LAPS_TOLD: usize = 12;

/// What tells a variant's play: its program, the names it gives things, and where its rules stand.
#[derive(Debug)]
pub struct Teller<'a> {
    program: &'a Program,
    ruleset: &'a Ruleset,
    /// Where its rules stand, if that is to be told.
    library: Option<&'a Library>,
}

/// What a lap began with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Begun {
    /// This pit was lifted.
    Lifted(usize),
    /// What was taken is sown on after this place.
    After(usize),
}

/// What happened in a turn, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    /// A lap: what began it, how many seeds, where the last fell, and how many that pit then held.
    Lap(Begun, u16, usize, u16),
    /// The lap rule of this number decided, or applied besides.
    Applied(usize),
    /// It took seeds from a pit, for a player.
    Took(usize, usize, u16, Player),
    /// Seeds were put from one place into another, by a rule or at the end of the turn.
    Put(Option<usize>, usize, u32, usize),
}

/// Keeps what happens in a turn, for telling it.
#[derive(Clone, Debug, Default)]
pub struct Events {
    events: Vec<Event>,
}

impl Observer for Events {
    fn lap(&mut self, from: usize, seeds: u16, last: usize, position: &Position) {
        let lap = Event::Lap(Begun::Lifted(from), seeds, last, position.board.get(last));
        self.events.push(lap);
    }

    fn sown_on(&mut self, after: usize, seeds: u16, last: usize, position: &Position) {
        let lap = Event::Lap(Begun::After(after), seeds, last, position.board.get(last));
        self.events.push(lap);
    }

    fn applied(&mut self, rule: usize) {
        self.events.push(Event::Applied(rule));
    }

    fn took(&mut self, rule: usize, pit: usize, seeds: u16, to: Player) {
        self.events.push(Event::Took(rule, pit, seeds, to));
    }

    fn put(&mut self, rule: Option<usize>, from: usize, seeds: u32, into: usize) {
        self.events.push(Event::Put(rule, from, seeds, into));
    }
}

impl Called {
    /// So many seeds, in the variant's word: `1 warrior`, `3 warriors`.
    pub fn seeds(&self, number: u32) -> String {
        match number {
            1 => format!("1 {}", self.seed),
            number => format!("{number} {}s", self.seed),
        }
    }
}

/// A legal move with what it would do, for `kiothi moves`.
#[derive(Clone, Debug, Serialize)]
pub struct MoveResult {
    /// The move, in notation.
    #[serde(rename = "move")]
    pub played: String,
    /// How many laps.
    pub laps: u32,
    /// Where the last seed falls; nothing where none is sown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<char>,
    /// What is taken: which rule, from which pit, how many.
    pub taken: Vec<Taken>,
    /// What is put from one place into another besides.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub put: Vec<Put>,
    /// The position afterwards, as text.
    pub position: String,
}

impl MoveResult {
    /// What is taken, or where the last seed falls.
    pub fn briefly(&self) -> String {
        let mut rules: Vec<(&str, Vec<String>)> = Vec::new();
        for taken in &self.taken {
            let pit = format!("{}{}", taken.pit, taken.seeds);
            match rules.last_mut() {
                Some((rule, pits)) if *rule == taken.rule => pits.push(pit),
                _ => rules.push((&taken.rule, vec![pit])),
            }
        }
        let taken = rules
            .into_iter()
            .map(|(rule, pits)| format!("\"{rule}\" takes {}", pits.join(" ")));
        let put = self.put.iter().map(|put| {
            let rule = put
                .rule
                .as_ref()
                .map_or("the end of the turn".to_owned(), |rule| {
                    format!("\"{rule}\"")
                });
            format!(
                "{rule} puts {} from {} into {}",
                put.seeds, put.from, put.into
            )
        });
        let told: Vec<String> = taken.chain(put).collect();
        match (told.is_empty(), self.last) {
            (false, _) => told.join(", "),
            (true, Some(last)) => format!("nothing is taken; the last seed falls in {last}"),
            (true, None) => "nothing is taken".to_owned(),
        }
    }
}

/// Seeds taken by a rule.
#[derive(Clone, Debug, Serialize)]
pub struct Taken {
    /// The rule.
    pub rule: String,
    /// The pit.
    pub pit: char,
    /// How many.
    pub seeds: u16,
    /// Who gets them: `south` or `north`.
    pub to: String,
}

/// Seeds put from one place into another.
#[derive(Clone, Debug, Serialize)]
pub struct Put {
    /// The rule; nothing for what becomes of seeds when the turn ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Where from: a pit, or `south` or `north` for a store.
    pub from: String,
    /// How many.
    pub seeds: u32,
    /// Where to, likewise.
    pub into: String,
}

/// Whether a move is legal, and what refuses it or what it does.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    /// The move, in notation.
    #[serde(rename = "move")]
    pub played: String,
    /// Whether it is legal.
    pub legal: bool,
    /// What refuses it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<Refused>,
    /// What it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<MoveResult>,
}

/// What refuses a move.
#[derive(Clone, Debug, Serialize)]
pub struct Refused {
    /// Why, in words.
    pub why: String,
    /// The rule: the clause, or its name where no clause says it.
    pub rule: String,
    /// Where it stands: the file's name and the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
}

impl<'a> Teller<'a> {
    /// A teller for a variant that was loaded and compiled.
    pub fn new(loading: &'a Loading, variant: &'a Variant, program: &'a Program) -> Self {
        Teller {
            program,
            ruleset: &variant.ruleset,
            library: Some(&loading.library),
        }
    }

    /// A teller for a variant that does not tell where its rules stand.
    pub fn without_places(variant: &'a Variant, program: &'a Program) -> Self {
        Teller {
            program,
            ruleset: &variant.ruleset,
            library: None,
        }
    }

    fn name(&self, pit: usize) -> char {
        pit_name(pit, self.program.half())
    }

    /// Whether the rule that applied last, before these events were over, was a relay.
    fn is_relayed(&self, events: &[Event]) -> bool {
        let applied = events.iter().rev().find_map(|event| match event {
            Event::Applied(rule) => Some(*rule),
            _ => None,
        });
        applied.is_some_and(|rule| matches!(self.ruleset.rule(rule).action, LapAction::Relay(_)))
    }

    fn called(&self) -> &Called {
        &self.ruleset.called
    }

    /// Where a rule stands: the file's name and the line.
    fn place(&self, said: Option<&Provenance>) -> String {
        said.map_or_else(
            || "no file says it".to_owned(),
            |said| {
                let Some(library) = self.library else {
                    return self.ruleset.title.clone();
                };
                let place = library.place(said.file, said.span.start);
                place
                    .rsplit(['/', '\\'])
                    .next()
                    .unwrap_or(&place)
                    .to_owned()
            },
        )
    }

    fn rule_place(&self, rule: usize) -> String {
        let (_, rule) = self.ruleset.numbered_rule(rule);
        self.place(rule.said.as_ref())
    }

    /// The board as the players see it: South's row below, from a to the right; North's above, from A to
    /// the left; the stores at the right; and what the signs at marked pits mean.
    pub fn board(&self, position: &Position) -> String {
        let pits = self.program.half();
        let sign = |pit: usize| -> String {
            (0..self.program.mark_names.len())
                .filter(|&mark| position.marks[mark].contains(pit))
                .map(|mark| SIGNS[mark])
                .collect()
        };
        let cell = |pit: usize| {
            let seeds = match position.board.get(pit) {
                0 => ".".to_owned(),
                seeds => seeds.to_string(),
            };
            format!("{seeds}{}", sign(pit))
        };
        let north: Vec<usize> = (pits..2 * pits).rev().collect();
        let south: Vec<usize> = (0..pits).collect();
        let width = (0..2 * pits)
            .map(|pit| cell(pit).len())
            .max()
            .unwrap_or(1)
            .max(2)
            + 1;
        // Signs stand to the right of the number, so that the numbers stay below one another.
        let signs = (0..2 * pits).map(|pit| sign(pit).len()).max().unwrap_or(0);
        let row = |label: &str, cells: Vec<String>| {
            let mut line = format!("  {label:<6}");
            for text in cells {
                let _ = write!(line, "{text}");
            }
            line.trim_end().to_owned()
        };
        let letters = |row: &[usize]| -> Vec<String> {
            row.iter()
                .map(|&pit| {
                    format!(
                        "{:>width$}",
                        format!("{}{}", self.name(pit), " ".repeat(signs))
                    )
                })
                .collect()
        };
        let seeds = |row: &[usize]| -> Vec<String> {
            row.iter()
                .map(|&pit| {
                    let pad = signs - sign(pit).len();
                    format!("{:>width$}", format!("{}{}", cell(pit), " ".repeat(pad)))
                })
                .collect()
        };
        let store = |player: Player| {
            format!(
                "   {} {}",
                self.called().store,
                position.stores[player as usize]
            )
        };
        let mut text = if self.program.rows() == 2 {
            format!(
                "{}\n{}{}\n{}{}\n{}\n",
                row("", letters(&north)),
                row("North", seeds(&north)),
                store(Player::North),
                row("South", seeds(&south)),
                store(Player::South),
                row("", letters(&south)),
            )
        } else {
            // Row by row from North's outer one down, each below its letters.
            let rows = self.program.rows();
            (0..rows).rev().fold(String::new(), |text, at| {
                let columns = 0..self.program.pits();
                let here: Vec<usize> = columns
                    .map(|column| self.program.pit_at(at, column))
                    .collect();
                let (label, beside) = match at {
                    at if at + 1 == rows => ("North", store(Player::North)),
                    0 => ("South", store(Player::South)),
                    _ => ("", String::new()),
                };
                text + &format!(
                    "{}\n{}{beside}\n",
                    row("", letters(&here)),
                    row(label, seeds(&here))
                )
            })
        };
        let shown: Vec<String> = self
            .program
            .mark_names
            .iter()
            .enumerate()
            .filter(|(mark, _)| !position.marks[*mark].is_empty())
            .map(|(mark, name)| format!("{} {name}", SIGNS[mark]))
            .collect();
        if !shown.is_empty() {
            let _ = writeln!(text, "        {}", shown.join("   "));
        }
        text
    }

    /// A turn as it was played: what was lifted, each lap, what decided, what was taken.
    pub fn turn(
        &self,
        number: u32,
        before: &Position,
        text: &str,
        played: &Played,
        events: &Events,
        after: &Position,
    ) -> String {
        let mut told = format!("{number}. {} plays {text}\n", before.mover.name());
        if before.openings > 0 {
            self.redistribution(&mut told, text, before, after);
        } else {
            self.sowing(&mut told, before, played, events);
        }
        self.marks_changed(&mut told, before, after);
        told
    }

    fn redistribution(&self, told: &mut String, text: &str, before: &Position, after: &Position) {
        let Ok(Move::Redistribute(made)) = self.program.read_move(text, before) else {
            return;
        };
        let emptied: Vec<String> = made
            .emptied
            .iter()
            .map(|pit| format!("{} ({})", self.name(pit), before.board.get(pit)))
            .collect();
        let total: u32 = made
            .emptied
            .iter()
            .map(|pit| u32::from(before.board.get(pit)))
            .sum();
        if emptied.is_empty() {
            let _ = writeln!(told, "   empties nothing");
            return;
        }
        let _ = writeln!(
            told,
            "   empties {}, and places {} one by one:",
            emptied.join(" and "),
            self.called().seeds(total)
        );
        for player in [before.mover, before.mover.opponent()] {
            let row = usize::from(player == Player::North) * self.program.half();
            let placed: Vec<(usize, u32)> = (row..row + self.program.half())
                .map(|pit| (pit, u32::from(made.placed.get(pit))))
                .filter(|(_, seeds)| *seeds > 0)
                .collect();
            let whose = if player == before.mover {
                "his own row"
            } else {
                "the enemy's"
            };
            let placed = match placed.is_empty() {
                true => "none".to_owned(),
                false => placements_text(&placed, self.program.half()),
            };
            let _ = writeln!(told, "   {placed} in {whose}");
        }
        if after.openings == 0 {
            let _ = writeln!(told, "   the opening is over");
        }
    }

    fn sowing(&self, told: &mut String, before: &Position, played: &Played, events: &Events) {
        let laps = played.laps as usize;
        let mut lap = 0;
        let mut origin = true;
        // What happened as the seeds of a lap fell is told after the lap.
        let mut passing = Vec::new();
        for (at, event) in events.events.iter().enumerate() {
            match *event {
                Event::Lap(begun, seeds, last, holds) => {
                    lap += 1;
                    if let Begun::Lifted(from) = begun
                        && origin
                    {
                        origin = false;
                        let held = before.board.get(from);
                        let of = if held == seeds { "all" } else { "some" };
                        let left = match of {
                            "all" => String::new(),
                            _ => format!(" of {held}"),
                        };
                        let _ = writeln!(
                            told,
                            "   lifts {}{left} from {}",
                            self.called().seeds(u32::from(seeds)),
                            self.name(from)
                        );
                    }
                    let hidden = laps > 2 * LAPS_TOLD;
                    if hidden && lap == LAPS_TOLD + 1 {
                        let _ = writeln!(told, "   … {} laps more …", laps - 2 * LAPS_TOLD);
                    }
                    if hidden && lap > LAPS_TOLD && lap <= laps - LAPS_TOLD {
                        passing
                            .drain(..)
                            .for_each(|line: String| told.push_str(&line));
                        continue;
                    }
                    let fell = if holds > 1 {
                        format!(" (was occupied, now {holds})")
                    } else {
                        " (was empty)".to_owned()
                    };
                    let name = |place: usize| match place < 2 * self.program.half() {
                        true => self.name(place).to_string(),
                        false => format!("the {}", self.called().store),
                    };
                    let fell = match last < 2 * self.program.half() {
                        true => fell,
                        false => String::new(),
                    };
                    let begun = match begun {
                        Begun::Lifted(pit) => format!("from {}", name(pit)),
                        Begun::After(place) if self.is_relayed(&events.events[..at]) => {
                            format!("from {}", name(place))
                        }
                        Begun::After(place) => format!("taken, after {}", name(place)),
                    };
                    let decided = match events.events.get(at + 1) {
                        Some(Event::Applied(rule)) => self.decided(*rule),
                        _ => "no rule applies, the turn ends".to_owned(),
                    };
                    let _ = writeln!(
                        told,
                        "   lap {lap}: {seeds} {begun}, the last in {}{fell}: {decided}",
                        name(last)
                    );
                    passing.drain(..).for_each(|line| told.push_str(&line));
                }
                Event::Applied(rule) | Event::Took(rule, ..) | Event::Put(Some(rule), ..)
                    if self.is_in_passing(rule) =>
                {
                    let line = self.effect(before, event, events.events.get(at + 1));
                    passing.push(line);
                }
                _ => told.push_str(&self.effect(before, event, events.events.get(at + 1))),
            }
        }
        if let Some(stopped) = played.stopped {
            let why = match stopped {
                Stopped::Endless => "the relay never ends",
                Stopped::TooLong => "the relay goes on past the limit",
            };
            let _ = writeln!(told, "   the game is over: {why}");
        }
    }

    /// Whether a lap rule is one for the falling of a seed.
    fn is_in_passing(&self, rule: usize) -> bool {
        self.ruleset.numbered_rule(rule).0 == Block::SeedFalls
    }

    /// What a rule did beside deciding a lap, before the event that comes next; nothing, where there is nothing to tell.
    fn effect(&self, before: &Position, event: &Event, next: Option<&Event>) -> String {
        match *event {
            Event::Lap(..) => String::new(),
            Event::Applied(rule) => {
                let mut told = match self.program.rule_kind(rule) {
                    RuleKind::Also => format!("   also: {}\n", self.decided(rule)),
                    _ => String::new(),
                };
                // As where an `unless` holds.
                let takes = matches!(next, Some(Event::Took(..) | Event::Put(..)));
                if !takes && self.may_take(rule) {
                    let name = &self.program.rule_names[rule];
                    let _ = writeln!(told, "   takes nothing (\"{name}\")");
                }
                told
            }
            Event::Took(rule, pit, seeds, to) => {
                let whose = match to == before.mover {
                    true => String::new(),
                    false => format!(" for {}", to.name()),
                };
                format!(
                    "   takes {} from {}{whose} (\"{}\")\n",
                    self.called().seeds(u32::from(seeds)),
                    self.name(pit),
                    self.program.rule_names[rule]
                )
            }
            Event::Put(rule, from, seeds, into) => {
                let [from, into] = [from, into].map(|place| self.place_of_seeds(place));
                let seeds = self.called().seeds(seeds);
                match rule.map(|rule| &self.program.rule_names[rule]) {
                    Some(name) => format!("   puts {seeds} from {from} into {into} (\"{name}\")\n"),
                    None => format!("   at the end of the turn, {seeds} from {from} into {into}\n"),
                }
            }
        }
    }

    /// A pit or a store.
    fn place_of_seeds(&self, place: usize) -> String {
        match place.checked_sub(2 * self.program.half()) {
            None => self.name(place).to_string(),
            Some(player) => {
                format!("{}'s {}", Player::BOTH[player].name(), self.called().store)
            }
        }
    }

    /// Whether a lap rule takes anything, if there is something to take.
    fn may_take(&self, rule: usize) -> bool {
        let (_, rule) = self.ruleset.numbered_rule(rule);
        match &rule.value.action {
            LapAction::Capture(capture) | LapAction::Also(capture) => !capture.takes.is_empty(),
            LapAction::Relay(_) | LapAction::Again | LapAction::Stop => false,
        }
    }

    fn decided(&self, rule: usize) -> String {
        let name = match self.program.rule_kind(rule) {
            RuleKind::Stop => "the turn ends".to_owned(),
            RuleKind::Again => "the player has another turn".to_owned(),
            RuleKind::Relay => "relay".to_owned(),
            _ => format!("\"{}\"", self.program.rule_names[rule]),
        };
        format!("{name} [{}]", self.rule_place(rule))
    }

    fn marks_changed(&self, told: &mut String, before: &Position, after: &Position) {
        for (mark, name) in self.program.mark_names.iter().enumerate() {
            let letters = |pits: u128| -> String {
                crate::engine::PitSet(pits)
                    .iter()
                    .map(|pit| format!(" {}", self.name(pit)))
                    .collect()
            };
            let (old, new) = (before.marks[mark].0, after.marks[mark].0);
            if old & !new != 0 {
                let _ = writeln!(told, "   no longer {name}:{}", letters(old & !new));
            }
            if new & !old != 0 {
                let _ = writeln!(told, "   now {name}:{}", letters(new & !old));
            }
        }
    }

    /// How a game ends in this position, if it does.
    pub fn settled(&self, position: &Position) -> Option<End> {
        Game::from(self.program, position.clone()).settle()
    }

    /// How a game ended in this position, and by which rule.
    pub fn end(&self, position: &Position, end: End) -> String {
        let mover = position.mover.name();
        let left = position.on_board();
        let (why, said) = match (end.reason, end.ending) {
            (EndReason::NoMove, _) => (format!("{mover} has no legal move"), end.ending),
            (EndReason::Condition(_), _) => {
                ("a condition of the ending holds".to_owned(), end.ending)
            }
            (EndReason::Endless, _) => ("the relay never ends".to_owned(), None),
            (EndReason::LongRelay, _) => ("the relay goes on past the limit".to_owned(), None),
            (EndReason::Repetition, _) => ("the position stands once too often".to_owned(), None),
        };
        let rule = said
            .and_then(|ending| self.ruleset.endings.get(ending))
            .and_then(|rule| {
                let lines = self.ruleset.lines();
                let line = lines.iter().find(|line| line.said == rule.said.as_ref())?;
                Some(format!("   {} [{}]\n", line.text, self.place(line.said)))
            })
            .unwrap_or_default();
        let left = match left {
            0 => "nothing is left on the board".to_owned(),
            left => format!("{} left on the board", self.called().seeds(left)),
        };
        format!(
            "The game is over: {why}, {left}.\n{rule}   {}\n",
            crate::records::result_text(end)
        )
    }

    /// Every legal move of a position with what it would do.
    pub fn moves(&self, position: &Position) -> Vec<MoveResult> {
        self.program
            .legal_moves(position)
            .iter()
            .filter_map(|played| {
                let mut after = position.clone();
                let mut events = Events::default();
                let done = self.program.play(&mut after, played, &mut events).ok()?;
                Some(self.result(&self.program.write_move(played), &done, &events, &after))
            })
            .collect()
    }

    /// What a move has done, for programs.
    pub fn result(
        &self,
        text: &str,
        done: &Played,
        events: &Events,
        after: &Position,
    ) -> MoveResult {
        let (mut taken, mut put) = (Vec::new(), Vec::new());
        let mut last = None;
        let place = |place: usize| match place.checked_sub(2 * self.program.half()) {
            None => self.name(place).to_string(),
            Some(player) => Player::BOTH[player].name().to_lowercase(),
        };
        for event in &events.events {
            match *event {
                Event::Lap(_, _, pit, _) => {
                    last = (pit < 2 * self.program.half()).then(|| self.name(pit));
                }
                Event::Took(rule, pit, seeds, to) => taken.push(Taken {
                    rule: self.program.rule_names[rule].clone(),
                    pit: self.name(pit),
                    seeds,
                    to: to.name().to_lowercase(),
                }),
                Event::Put(rule, from, seeds, into) => put.push(Put {
                    rule: rule.map(|rule| self.program.rule_names[rule].clone()),
                    from: place(from),
                    seeds,
                    into: place(into),
                }),
                Event::Applied(_) => {}
            }
        }
        MoveResult {
            played: text.to_owned(),
            laps: done.laps,
            last,
            taken,
            put,
            position: crate::positions::write(self.program, after),
        }
    }

    /// Whether a move is legal, and what refuses it or what it does, for programs.
    ///
    /// # Errors
    ///
    /// The move cannot be read.
    pub fn verdict(
        &self,
        position: &Position,
        text: &str,
    ) -> Result<Verdict, crate::notation::NotationError> {
        let played = self.program.read_move(text, position)?;
        let mut after = position.clone();
        let mut events = Events::default();
        let outcome = self.program.play(&mut after, &played, &mut events);
        Ok(Verdict {
            played: text.to_owned(),
            legal: outcome.is_ok(),
            refused: outcome.as_ref().err().map(|refusal| {
                let (clause, why) = self.program.refusal_words(refusal);
                let (rule, place) = match self.refusing_line(refusal) {
                    Some((rule, place)) => (rule, Some(place)),
                    None => (clause, None),
                };
                Refused { why, rule, place }
            }),
            result: outcome
                .ok()
                .map(|done| self.result(text, &done, &events, &after)),
        })
    }

    /// What there is to choose from, for people.
    pub fn moves_text(&self, position: &Position) -> String {
        let mut text = self.board(position);
        let mover = position.mover.name();
        if position.openings > 0 {
            let _ = write!(
                text,
                "\n{mover} redistributes: {} different ways\n",
                count_text(self.program.count_redistributions(position))
            );
            if let Some(rule) = &self.ruleset.redistribution {
                let line = self
                    .ruleset
                    .lines()
                    .into_iter()
                    .find(|line| line.topic == "redistribute");
                let words = line.map_or_else(String::new, |line| line.text);
                let _ = writeln!(text, "{words} [{}]", self.place(rule.said.as_ref()));
            }
            return text;
        }
        let moves = self.moves(position);
        let plural = if moves.len() == 1 { "move" } else { "moves" };
        let _ = write!(text, "\n{mover} has {} legal {plural}\n", moves.len());
        if moves.is_empty() {
            return text;
        }
        let _ = writeln!(text, "\n  move    laps  last  takes");
        for result in moves {
            let taken: Vec<String> = result
                .taken
                .iter()
                .map(|taken| format!("{}{}", taken.pit, taken.seeds))
                .collect();
            let last = result.last.map_or_else(String::new, String::from);
            let line = format!(
                "  {:<6}{:>6}  {last:>4}  {}",
                result.played,
                result.laps,
                taken.join(" ")
            );
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }

    /// Why a move is refused, or what it sets off.
    ///
    /// # Errors
    ///
    /// The move cannot be read.
    pub fn why(
        &self,
        position: &Position,
        text: &str,
    ) -> Result<String, crate::notation::NotationError> {
        let played = self.program.read_move(text, position)?;
        let mut after = position.clone();
        let mut events = Events::default();
        Ok(match self.program.play(&mut after, &played, &mut events) {
            Err(refusal) => {
                let (clause, words) = self.program.refusal_words(&refusal);
                let line = self.refusing_line(&refusal);
                let mut told = format!("{text} is not legal: {words}\n");
                let _ = match line {
                    Some((words, place)) => writeln!(told, "  {words} [{place}]"),
                    None => writeln!(told, "  the rule: {clause}"),
                };
                told
            }
            Ok(done) => {
                let told = self.turn(1, position, text, &done, &events, &after);
                let told = told.split_once('\n').map_or("", |(_, rest)| rest);
                format!("{text} is legal\n{told}")
            }
        })
    }

    /// The rule that refuses, in words, and where it stands.
    fn refusing_line(&self, refusal: &Refusal) -> Option<(String, String)> {
        let topic = match refusal {
            Refusal::From(_) => "from",
            Refusal::Way(_) => "sow",
            Refusal::Lift { .. } => "lift",
            Refusal::Redistribution(_) | Refusal::WrongPhase { .. } => "redistribute",
            Refusal::Endless { .. } => "endless relay",
            Refusal::TooLong { .. } => "long relay",
            Refusal::Forbidden(forbid) => &self.program.forbid_names[*forbid],
            Refusal::GameOver => return None,
        };
        let line = self
            .ruleset
            .lines()
            .into_iter()
            .find(|line| line.topic == topic)?;
        Some((line.text.clone(), self.place(line.said)))
    }
}

/// A number of moves, with its thousands parted; a number past 128 bits in words.
pub fn count_text(count: Option<u128>) -> String {
    match count {
        Some(count) => match u64::try_from(count) {
            Ok(count) => crate::report::thousands(count),
            Err(_) => count.to_string(),
        },
        None => "more than 10^38".to_owned(),
    }
}

/// How two variants begin, where they begin from different positions.
pub fn beginnings(tellers: [&Teller<'_>; 2], names: [&str; 2]) -> Option<String> {
    let [one, other] = tellers;
    if one.program.start() == other.program.start() {
        return None;
    }
    let mut text = format!(
        "{} and {} begin from different positions:\n",
        names[0], names[1]
    );
    let (ours, theirs) = (one.ruleset.lines(), other.ruleset.lines());
    for ((teller, name), (lines, others)) in tellers
        .iter()
        .zip(names)
        .zip([(&ours, &theirs), (&theirs, &ours)])
    {
        for line in lines.iter().filter(|line| line.block == Block::Setup) {
            if !others.iter().any(|other| other.text == line.text) {
                let _ = writeln!(
                    text,
                    "  {name}: {} [{}]",
                    line.text,
                    teller.place(line.said)
                );
            }
        }
    }
    text.push('\n');
    Some(text)
}

/// A move in the notation of each of two variants. Where one of them has no notation for it, as for a part of a
/// pit where all is lifted, it is written as the other writes it.
pub fn written(tellers: [&Teller<'_>; 2], position: &Position, played: &Move) -> [String; 2] {
    let [one, other] = tellers.map(|teller| {
        let text = teller.program.write_move(played);
        let read = teller.program.read_move(&text, position);
        (read.is_ok_and(|read| read == *played), text)
    });
    match (one, other) {
        ((true, text), (false, _)) | ((false, _), (true, text)) => [text.clone(), text],
        ((_, one), (_, other)) => [one, other],
    }
}

/// A position on which two variants part, told by both, and as an example to paste into either file.
pub fn parting(tellers: [&Teller<'_>; 2], names: [&str; 2], parting: &Parting) -> String {
    let (game, under, turn) = parting.game;
    let position = &parting.position;
    let mut text = format!(
        "The smallest position found (game {game} under {}, turn {}):\n\n{}\n",
        names[under],
        turn + 1,
        tellers[0].board(position)
    );
    match &parting.on {
        Difference::Opening => {
            let _ = writeln!(text, "They part on what may be redistributed:");
            for (teller, name) in tellers.iter().zip(names) {
                let lines = teller.ruleset.lines();
                let lines = lines.iter().filter(|line| {
                    matches!(
                        line.content,
                        Content::Redistribution(_) | Content::Refill(_)
                    )
                });
                let mut nothing = true;
                for line in lines {
                    nothing = false;
                    let place = teller.place(line.said);
                    let _ = writeln!(text, "  {name}: {} [{place}]", line.text);
                }
                if nothing {
                    let _ = writeln!(text, "  {name}: nothing is redistributed");
                }
            }
        }
        Difference::End => {
            for (teller, name) in tellers.iter().zip(names) {
                let told = match teller.settled(position) {
                    Some(end) => teller.end(position, end),
                    None => "the game goes on\n".to_owned(),
                };
                let _ = write!(text, "{name}: {told}");
            }
        }
        Difference::Move(played) => {
            let written = written(tellers, position, played);
            let _ = writeln!(
                text,
                "{} moves; they part on {}",
                position.mover.name(),
                written[0]
            );
            for (at, name) in names.iter().enumerate() {
                let _ = write!(text, "\nby {name}, ");
                match tellers[at].why(position, &written[at]) {
                    Ok(told) => text.push_str(&told),
                    Err(error) => {
                        let _ = writeln!(text, "{} cannot be written: {error}", written[at]);
                    }
                }
            }
            for (at, name) in names.iter().enumerate() {
                let _ = write!(text, "\nAs an example, by {name}:\n\n");
                text.push_str(&tellers[at].example(
                    &names.join(" and "),
                    position,
                    played,
                    &written[at],
                ));
            }
        }
    }
    text
}

impl Teller<'_> {
    /// A move of a position, written so, with what must follow, as an `example` of a variant file.
    pub fn example(&self, what: &str, position: &Position, played: &Move, written: &str) -> String {
        let mut text = format!("example \"where {what} part\" {{\n");
        for clause in crate::positions::write(self.program, position).split("; ") {
            let _ = writeln!(text, "  {clause}");
        }
        let _ = writeln!(text, "  move {written}");
        let mut after = position.clone();
        match self
            .program
            .play(&mut after, played, &mut crate::engine::Nobody)
        {
            Ok(_) => {
                let written = crate::positions::write(self.program, &after);
                for clause in written.split("; ").take(2) {
                    let _ = writeln!(text, "  then {clause}");
                }
            }
            Err(Refusal::Forbidden(forbid)) if self.program.forbid_names[forbid] != "forbid" => {
                let _ = writeln!(
                    text,
                    "  then refused by \"{}\"",
                    self.program.forbid_names[forbid]
                );
            }
            Err(refusal) => {
                let _ = writeln!(
                    text,
                    "  then refused by {}",
                    self.program.refusal_words(&refusal).0
                );
            }
        }
        text.push_str("}\n");
        text
    }
}
