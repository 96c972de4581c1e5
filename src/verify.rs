//! Games and positions that something else recorded, replayed and compared.
//!
//! A trace is a line of JSON; its format is told in `tests/oracles/README.md`. What a trace has is
//! compared, all of it: a field that is not known is a mistake in the trace, not passed over.

mod rows;

use crate::engine::{Game, Move, Position, Program, Recorder, RuleKind};
use crate::notation::{pit_name, pit_names, pit_of};
use crate::positions;
use crate::rules::ruleset::Player;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// A recorded game, or a recorded position with its moves.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Trace {
    Game(GameTrace),
    Position(PositionTrace),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct GameTrace {
    #[serde(rename = "variant")]
    _variant: String,
    pits: usize,
    /// How it was set up, or the position it begins from, as text.
    start: serde_json::Value,
    moves: Vec<MoveTrace>,
    end: Option<String>,
    final_store: Option<[u32; 2]>,
    winner: Option<String>,
}

/// How a game was set up: as the variant does.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Start {
    board: Vec<u16>,
    store: [u32; 2],
    next: Side,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct MoveTrace {
    by: Side,
    legal: Option<Vec<String>>,
    #[serde(rename = "move")]
    played: String,
    #[serde(default)]
    again: bool,
    /// Whether the next player could not move, so that this one moves again.
    #[serde(default)]
    passed: bool,
    next: Option<Side>,
    #[serde(flatten)]
    result: ResultTrace,
}

/// How things stand after a move.
#[derive(Clone, Debug, Default, Deserialize)]
struct ResultTrace {
    board: Option<Vec<u16>>,
    store: Option<[u32; 2]>,
    marks: Option<BTreeMap<String, String>>,
    laps: Option<u32>,
    last: Option<char>,
    took: Option<BTreeMap<char, u32>>,
    bonus: Option<BTreeMap<char, u32>>,
    /// The pits that belong to a player by a mark.
    child: Option<BTreeMap<char, Side>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionTrace {
    #[serde(rename = "variant")]
    _variant: String,
    pits: usize,
    position: PositionGiven,
    moves: Vec<PositionMove>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionGiven {
    board: Vec<u16>,
    store: [u32; 2],
    next: Side,
    #[serde(default)]
    marks: BTreeMap<String, String>,
    #[serde(default)]
    sown_from: String,
    #[serde(default)]
    sown_into: String,
    #[serde(default)]
    empty_at_opening: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionMove {
    #[serde(rename = "move")]
    played: String,
    #[serde(flatten)]
    result: ResultTrace,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
enum Side {
    S,
    N,
}

impl Side {
    fn player(self) -> Player {
        match self {
            Side::S => Player::South,
            Side::N => Player::North,
        }
    }
}

/// How much was compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// Games replayed.
    pub games: u64,
    /// Positions compared.
    pub positions: u64,
    /// Moves compared.
    pub moves: u64,
}

impl Agreement {
    /// Adds another.
    pub fn add(&mut self, other: Agreement) {
        self.games += other.games;
        self.positions += other.positions;
        self.moves += other.moves;
    }

    /// `10 games, 551 moves agree`.
    pub fn text(&self) -> String {
        let mut parts = Vec::new();
        for (number, name) in [(self.games, "game"), (self.positions, "position")] {
            if number > 0 {
                let plural = if number == 1 { "" } else { "s" };
                parts.push(format!("{number} {name}{plural}"));
            }
        }
        if parts.is_empty() {
            parts.push("0 games".to_owned());
        }
        format!("{}, {} moves agree", parts.join(", "), self.moves)
    }
}

/// The first point on which a trace and the engine part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The line of the file, from one.
    pub line: usize,
    /// Which move, from one; 0 where it is no move's.
    pub ply: usize,
    /// What differs.
    pub what: String,
    /// What was recorded.
    pub recorded: String,
    /// What the engine says.
    pub engine: String,
    /// The rule involved, where one is known.
    pub rule: Option<String>,
    /// How a recording says otherwise, if it may be meant.
    pub help: Option<&'static str>,
    /// The board before the move.
    pub board: String,
    /// The move.
    pub played: String,
}

/// Why verification stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The trace and the engine part.
    Disagreement(Box<Disagreement>),
    /// The line is no trace of this format.
    Unreadable {
        /// The line of the file, from one.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
}

/// Replays every trace of a file (one a line) against a variant.
///
/// # Errors
///
/// The first trace that cannot be read or that disagrees.
pub fn verify(program: &Program, traces: &str) -> Result<Agreement, Trouble> {
    let mut agreement = Agreement::default();
    for (at, text) in traces.lines().enumerate() {
        if text.trim().is_empty() {
            continue;
        }
        let line = at + 1;
        let unreadable = |why: String| Trouble::Unreadable { line, why };
        let trace = parse(text, program).map_err(unreadable)?;
        let pits = match &trace {
            Trace::Game(game) => game.pits,
            Trace::Position(position) => position.pits,
        };
        if pits != program.pits() {
            return Err(unreadable(format!(
                "the trace has {pits} pits a row, the variant {}",
                program.pits()
            )));
        }
        let mut replay = Replay {
            program,
            line,
            ply: 0,
            board: String::new(),
            played: String::new(),
        };
        agreement.add(match trace {
            Trace::Game(game) => replay.game(&game)?,
            Trace::Position(position) => replay.position(&position)?,
        });
    }
    Ok(agreement)
}

/// Reads a line, so that the mistake told is that of the kind of trace it is.
fn parse(text: &str, program: &Program) -> Result<Trace, String> {
    let mut value: serde_json::Value =
        serde_json::from_str(text).map_err(|error| error.to_string())?;
    if value.get("rows").is_some() {
        value = rows::told_by_pits(value, program)?;
    }
    // Flattened fields escape serde's own check for fields it does not know.
    const RESULT: &[&str] = &[
        "board", "store", "marks", "laps", "last", "took", "bonus", "child",
    ];
    const MOVE: &[&str] = &["by", "legal", "move", "again", "passed", "next"];
    let moves = value.get("moves").and_then(serde_json::Value::as_array);
    for (at, entry) in moves.into_iter().flatten().enumerate() {
        for field in entry.as_object().into_iter().flat_map(|entry| entry.keys()) {
            if !RESULT.contains(&field.as_str()) && !MOVE.contains(&field.as_str()) {
                return Err(format!(
                    "move {} has a field `{field}`, which no rule of the language speaks of",
                    at + 1
                ));
            }
        }
    }
    if value.get("position").is_some() {
        serde_json::from_value(value).map(Trace::Position)
    } else {
        serde_json::from_value(value).map(Trace::Game)
    }
    .map_err(|error| error.to_string())
}

/// What a recording and a variant may part on before any move.
const SET_UP: &str = "the start";

struct Replay<'p> {
    program: &'p Program,
    line: usize,
    ply: usize,
    board: String,
    played: String,
}

impl Replay<'_> {
    fn unreadable<T>(&self, why: String) -> Result<T, Trouble> {
        Err(Trouble::Unreadable {
            line: self.line,
            why: match self.ply {
                0 => why,
                ply => format!("move {ply}: {why}"),
            },
        })
    }

    fn differs<T>(
        &self,
        what: &str,
        recorded: String,
        engine: String,
        rule: Option<String>,
    ) -> Result<T, Trouble> {
        Err(Trouble::Disagreement(Box::new(Disagreement {
            line: self.line,
            ply: self.ply,
            what: what.to_owned(),
            recorded,
            engine,
            rule,
            help: (what == SET_UP).then_some(
                "a recording that begins elsewhere on purpose has a position as its `start`, in text: board a3 B2; mover north",
            ),
            board: self.board.clone(),
            played: self.played.clone(),
        })))
    }

    fn seeds(&self, board: &[u16]) -> Result<Vec<(usize, u32)>, Trouble> {
        if board.len() != 2 * self.program.half() {
            return self.unreadable(format!("the board has {} pits", board.len()));
        }
        if board.iter().map(|&seeds| u32::from(seeds)).sum::<u32>() > 65_535 {
            return self.unreadable("the board has more than 65535 seeds".to_owned());
        }
        Ok(board
            .iter()
            .map(|&seeds| u32::from(seeds))
            .enumerate()
            .collect())
    }

    /// The position that a game begins from: the variant's own, if it was set up so; or whichever it names.
    fn start(&self, told: &serde_json::Value) -> Result<Position, Trouble> {
        if let Some(text) = told.as_str() {
            return positions::read(self.program, text).or_else(|mistakes| {
                self.unreadable(format!("the start: {}", positions::in_words(&mistakes)))
            });
        }
        let start = match Start::deserialize(told) {
            Ok(start) => start,
            Err(error) => return self.unreadable(format!("the start: {error}")),
        };
        let mut position = self.program.start();
        let given = self.program.position(&self.seeds(&start.board)?);
        if start.next.player() != position.mover {
            // The players have changed places.
            position = self.program.turned_round(&position);
        }
        position.stores = start.store;
        if position.board == given.board {
            return Ok(position);
        }
        self.differs(
            SET_UP,
            positions::write(self.program, &given),
            positions::write(self.program, &self.program.start()),
            Some("place".to_owned()),
        )
    }

    fn game(&mut self, trace: &GameTrace) -> Result<Agreement, Trouble> {
        let mut game = Game::from(self.program, self.start(&trace.start)?);
        for (at, entry) in trace.moves.iter().enumerate() {
            self.ply = at + 1;
            self.board = positions::write(self.program, game.position());
            self.played.clone_from(&entry.played);
            if let Some(end) = game.end() {
                return self.differs(
                    "the end",
                    "the game goes on".to_owned(),
                    format!("the game is over ({:?})", end.reason),
                    Some("ending".to_owned()),
                );
            }
            if entry.by.player() != game.position().mover {
                return self.differs(
                    "who moves",
                    entry.by.player().name().to_owned(),
                    game.position().mover.name().to_owned(),
                    None,
                );
            }
            if let Some(legal) = &entry.legal {
                self.legal(game.position(), legal)?;
            }
            let mut recorder = Recorder::default();
            let played = self.read(&entry.played, game.position())?;
            if let Err(refusal) = game.play(&played, &mut recorder) {
                let (rule, words) = self.program.refusal_words(&refusal);
                return self.differs("the move", "it was played".to_owned(), words, Some(rule));
            }
            let mut result = entry.result.clone();
            if at + 1 == trace.moves.len() && !matches!(trace.end.as_deref(), None | Some("cut")) {
                self.swept(&mut game, &mut result)?;
            }
            self.result(game.position(), &recorder, &result)?;
            // After the last move of a finished game nobody is next.
            if let Some(next) = entry.next
                && game.end().is_none()
                && (next.player() != game.position().mover
                    || entry.again != entry.passed && next != entry.by)
            {
                return self.differs(
                    "who moves next",
                    next.player().name().to_owned(),
                    game.position().mover.name().to_owned(),
                    None,
                );
            }
        }
        self.ply = trace.moves.len();
        self.ending(&mut game, trace)?;
        Ok(Agreement {
            games: 1,
            positions: 0,
            moves: trace.moves.len() as u64,
        })
    }

    /// Some recordings tell the end of a game as it stands once all seeds are in the stores: then that is
    /// compared, and taken out of the result.
    fn swept(&self, game: &mut Game<'_>, result: &mut ResultTrace) -> Result<(), Trouble> {
        let position = game.position();
        let owner = |pit: usize| self.program.owner_by_mark(position, pit);
        let Some(board) = result.board.as_ref() else {
            return Ok(());
        };
        let left: u32 = board.iter().map(|&seeds| u32::from(seeds)).sum();
        let mut kept = [0; 2];
        for (pit, &seeds) in board.iter().enumerate().filter(|(_, seeds)| **seeds > 0) {
            // What lies in a pit that belongs to a player may stay there.
            match owner(pit) {
                Some(owner) if position.board.get(pit) == seeds => {
                    kept[owner as usize] += u32::from(seeds);
                }
                _ => return Ok(()),
            }
        }
        if position.on_board() == left {
            return Ok(());
        }
        let Some(end) = game.settle() else {
            return Ok(());
        };
        result.board = None;
        let stores = result.store.take();
        let stores = stores.map(|stores| [stores[0] + kept[0], stores[1] + kept[1]]);
        match stores {
            Some(stores) if stores != end.stores => self.differs(
                "the final stores",
                stores_text(stores),
                stores_text(end.stores),
                Some("ending".to_owned()),
            ),
            _ => Ok(()),
        }
    }

    fn ending(&mut self, game: &mut Game<'_>, trace: &GameTrace) -> Result<(), Trouble> {
        self.board = positions::write(self.program, game.position());
        let ended = match trace.end.as_deref() {
            None | Some("cut") => return Ok(()),
            Some(ended) => ended,
        };
        let rule = Some("ending".to_owned());
        let Some(end) = game.settle() else {
            return self.differs(
                "the end",
                format!("the game is over ({ended})"),
                "the game goes on".to_owned(),
                rule,
            );
        };
        if ended == "no_move" && end.reason != crate::engine::EndReason::NoMove {
            return self.differs(
                "the end",
                ended.to_owned(),
                format!("{:?}", end.reason),
                rule,
            );
        }
        if let Some(stores) = trace.final_store
            && stores != end.stores
        {
            return self.differs(
                "the final stores",
                stores_text(stores),
                stores_text(end.stores),
                rule,
            );
        }
        if let Some(winner) = &trace.winner {
            let own = match end.winner {
                Some(Player::South) => "S",
                Some(Player::North) => "N",
                None => "tie",
            };
            if winner != own {
                return self.differs("the winner", winner.clone(), own.to_owned(), rule);
            }
        }
        Ok(())
    }

    fn position(&mut self, trace: &PositionTrace) -> Result<Agreement, Trouble> {
        let given = &trace.position;
        let mut position = self.program.position(&self.seeds(&given.board)?);
        position.stores = given.store;
        position.mover = given.next.player();
        for (name, pits) in &given.marks {
            let mark = self.mark(name)?;
            position.marks[mark] = self.pits(pits)?.into_iter().collect();
        }
        position.sown_from = self.pits(&given.sown_from)?.into_iter().collect();
        position.sown_into = self.pits(&given.sown_into)?.into_iter().collect();
        position.empty_at_opening = self.pits(&given.empty_at_opening)?.into_iter().collect();
        self.board = positions::write(self.program, &position);
        let legal: Vec<String> = trace
            .moves
            .iter()
            .map(|entry| entry.played.clone())
            .collect();
        self.legal(&position, &legal)?;
        for (at, entry) in trace.moves.iter().enumerate() {
            self.ply = at + 1;
            self.played.clone_from(&entry.played);
            let mut after = position.clone();
            let mut recorder = Recorder::default();
            let played = self.read(&entry.played, &position)?;
            if let Err(refusal) = self.program.play(&mut after, &played, &mut recorder) {
                let (rule, words) = self.program.refusal_words(&refusal);
                return self.differs("the move", "it is legal".to_owned(), words, Some(rule));
            }
            self.result(&after, &recorder, &entry.result)?;
        }
        Ok(Agreement {
            games: 0,
            positions: 1,
            moves: trace.moves.len() as u64,
        })
    }

    fn mark(&self, name: &str) -> Result<usize, Trouble> {
        match self.program.mark_names.iter().position(|mark| mark == name) {
            Some(mark) => Ok(mark),
            None => self.unreadable(format!("the variant has no mark `{name}`")),
        }
    }

    fn pits(&self, text: &str) -> Result<Vec<usize>, Trouble> {
        pit_names(text, self.program.half()).or_else(|error| self.unreadable(error.message))
    }

    fn read(&self, text: &str, position: &Position) -> Result<Move, Trouble> {
        self.program
            .read_move(text, position)
            .or_else(|error| self.unreadable(format!("the move `{text}`: {error}")))
    }

    /// Compares the legal moves.
    fn legal(&self, position: &Position, recorded: &[String]) -> Result<(), Trouble> {
        let recorded: BTreeSet<&str> = recorded.iter().map(String::as_str).collect();
        let own: BTreeSet<String> = self
            .program
            .legal_moves(position)
            .iter()
            .map(|played| self.program.write_move(played))
            .collect();
        let missing: Vec<&str> = recorded
            .iter()
            .copied()
            .filter(|text| !own.contains(*text))
            .collect();
        let added: Vec<&str> = own
            .iter()
            .map(String::as_str)
            .filter(|text| !recorded.contains(text))
            .collect();
        if missing.is_empty() && added.is_empty() {
            return Ok(());
        }
        let (mut engine, mut rule) = (String::new(), None);
        for text in &missing {
            let refusal = self
                .program
                .read_move(text, position)
                .ok()
                .and_then(|played| {
                    self.program
                        .play(&mut position.clone(), &played, &mut Recorder::default())
                        .err()
                })
                .map(|refusal| self.program.refusal_words(&refusal));
            let words = match refusal {
                Some((clause, words)) => {
                    rule.get_or_insert(clause);
                    words
                }
                None => "it cannot be read here".to_owned(),
            };
            let _ = write!(engine, "{text} is not legal: {words}; ");
        }
        if !added.is_empty() {
            let _ = write!(engine, "{} legal as well; ", added.join(", "));
        }
        self.differs(
            "the legal moves",
            recorded.into_iter().collect::<Vec<_>>().join(" "),
            engine.trim_end_matches("; ").to_owned(),
            rule,
        )
    }

    fn result(
        &self,
        position: &Position,
        recorder: &Recorder,
        recorded: &ResultTrace,
    ) -> Result<(), Trouble> {
        let program = self.program;
        let pits = program.half();
        // What was taken, first: it names the rule where the boards differ.
        let took = |kind: RuleKind| -> BTreeMap<char, u32> {
            recorder
                .taken
                .iter()
                .filter(|(rule, pit, _)| {
                    program.rule_kind(*rule) == kind
                        && (kind != RuleKind::Capture || Some(*pit) != recorder.last)
                })
                .map(|(_, pit, seeds)| (pit_name(*pit, pits), u32::from(*seeds)))
                .collect()
        };
        let decided = recorder
            .applied
            .iter()
            .map(|&rule| program.rule_names[rule].clone())
            .collect::<Vec<_>>()
            .join(", ");
        let rule = (!decided.is_empty()).then_some(decided);
        let tells_what_was_taken = recorded.last.is_some();
        if let Some(laps) = recorded.laps {
            if laps != recorder.laps {
                return self.differs(
                    "the laps",
                    laps.to_string(),
                    recorder.laps.to_string(),
                    rule,
                );
            }
            // Only traces that tell where the last seed fell tell what was taken.
            for (what, recorded, kind) in [
                ("what was captured", &recorded.took, RuleKind::Capture),
                ("the bonus", &recorded.bonus, RuleKind::Also),
            ] {
                if recorded.is_none() && !tells_what_was_taken {
                    continue;
                }
                let own = took(kind);
                let recorded = recorded.clone().unwrap_or_default();
                if recorded != own {
                    return self.differs(what, taken_text(&recorded), taken_text(&own), rule);
                }
            }
        }
        if let Some(last) = recorded.last
            && pit_of(last, pits) != recorder.last
        {
            let own = recorder
                .last
                .map_or_else(|| "none".to_owned(), |pit| pit_name(pit, pits).to_string());
            return self.differs("where the last seed fell", last.to_string(), own, rule);
        }
        if let Some(board) = &recorded.board {
            let given = program.position(&self.seeds(board)?);
            if given.board != position.board {
                return self.differs(
                    "the board",
                    positions::board(program, &given),
                    positions::board(program, position),
                    rule,
                );
            }
        }
        if let Some(stores) = recorded.store
            && stores != position.stores
        {
            return self.differs(
                "the stores",
                stores_text(stores),
                stores_text(position.stores),
                rule,
            );
        }
        if let Some(children) = &recorded.child {
            let own: BTreeMap<char, Side> = (0..2 * pits)
                .filter_map(|pit| {
                    let owner = match program.owner_by_mark(position, pit)? {
                        Player::South => Side::S,
                        Player::North => Side::N,
                    };
                    Some((pit_name(pit, pits), owner))
                })
                .collect();
            if *children != own {
                return self.differs(
                    "the pits that belong to a player",
                    format!("{children:?}"),
                    format!("{own:?}"),
                    rule,
                );
            }
        }
        for (name, marked) in recorded.marks.iter().flatten() {
            let mark = self.mark(name)?;
            let given: BTreeSet<usize> = self.pits(marked)?.into_iter().collect();
            let own: BTreeSet<usize> = position.marks[mark].iter().collect();
            if given != own {
                let text =
                    |set: &BTreeSet<usize>| set.iter().map(|&pit| pit_name(pit, pits)).collect();
                return self.differs(
                    &format!("the pits marked {name}"),
                    text(&given),
                    text(&own),
                    rule,
                );
            }
        }
        Ok(())
    }
}

fn taken_text(taken: &BTreeMap<char, u32>) -> String {
    if taken.is_empty() {
        return "nothing".to_owned();
    }
    taken
        .iter()
        .map(|(pit, seeds)| format!("{pit}{seeds}"))
        .collect::<Vec<_>>()
        .join(" ")
}

fn stores_text(stores: [u32; 2]) -> String {
    format!("South {}, North {}", stores[0], stores[1])
}
