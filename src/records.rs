//! Records: a game as a small text in notation, which replays exactly.
//!
//! A record has headers, a line each, an empty line, and the moves, numbered, each with its player:
//!
//! ```text
//! kiothi record 1
//! variant: spanish
//! ruleset: 1f7a4bdb8fde03e4
//! players: random, random
//! seed: 1
//! game: 0
//! result: South 31, North 29, won by South
//!
//! 1 S ei = b2 c1 e1 B3 C2 I1
//! 2 N EF = a1 d2 f1 A1 G2 H1 I1 J1
//! 3 S f3
//! ```
//!
//! Writing and reading go round: the same record has the same text.

use crate::engine::{End, EndReason, Game, Nobody, Observer, Played, Position, Program};
use crate::players::rng::Random;
use crate::players::{Player as _, Uniform};
use crate::positions;
use crate::rules::Variant;
use crate::rules::ruleset::Player;
use crate::simulate::random_move;
use std::fmt::{self, Write as _};

/// The version of the format.
const VERSION: &str = "kiothi record 1";

/// A game as it was played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The variant's name.
    pub variant: String,
    /// The hash of its rules.
    pub ruleset: String,
    /// South's player and North's, where they are known.
    pub players: Option<[String; 2]>,
    /// The master seed and the number of the game, where chance had a part.
    pub seed: Option<(u64, u64)>,
    /// The position the game began from, as text; the variant's start where it is not said.
    pub start: Option<String>,
    /// How it ended; nothing for a game that is not over.
    pub result: Option<String>,
    /// The moves, in notation.
    pub moves: Vec<(Player, String)>,
}

/// Why a text is no record, or a record does not replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line of the text, from one; for a move that is refused, that of the move; 0 for the whole.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.message),
            line => write!(f, "line {line}: {}", self.message),
        }
    }
}

impl std::error::Error for RecordError {}

fn wrong<T>(line: usize, message: impl Into<String>) -> Result<T, RecordError> {
    Err(RecordError {
        line,
        message: message.into(),
    })
}

fn letter(player: Player) -> char {
    match player {
        Player::South => 'S',
        Player::North => 'N',
    }
}

impl Record {
    /// A game of a variant that has not begun: from a position in text, or from the variant's start.
    pub fn begun(variant: &Variant, start: Option<String>) -> Record {
        Record {
            variant: variant.name.clone(),
            ruleset: variant.hash.clone(),
            start,
            ..Record::default()
        }
    }

    /// The same game with these moves made. A move that cannot be made stands last, and is told when the record is
    /// replayed.
    ///
    /// # Errors
    ///
    /// What is wrong with the position it begins from.
    pub fn with_moves<'m>(
        mut self,
        program: &Program,
        moves: impl IntoIterator<Item = &'m str>,
    ) -> Result<Record, RecordError> {
        let mut game = Game::from(program, self.start(program)?);
        for text in moves {
            self.moves.push((game.position().mover, text.to_owned()));
            let Ok(played) = program.read_move(text, game.position()) else {
                break;
            };
            if game.play(&played, &mut Nobody).is_err() {
                break;
            }
        }
        self.result = game.settle().map(result_text);
        Ok(self)
    }

    /// The same game played on at random: game number `game` of a seed, as `simulate` plays it, to its end or to the
    /// turn limit.
    ///
    /// # Errors
    ///
    /// What is wrong with the position it begins from.
    pub fn with_random_moves(
        mut self,
        program: &Program,
        seed: u64,
        game: u64,
        max_turns: u32,
    ) -> Result<Record, RecordError> {
        self.seed = Some((seed, game));
        self.players = Some([Uniform.name(), Uniform.name()].map(str::to_owned));
        let mut random = Random::for_game(seed, game);
        let mut game = Game::from(program, self.start(program)?);
        while game.turns() < max_turns {
            let mover = game.position().mover;
            let Some(played) = random_move(&mut game, &mut Uniform, &mut random) else {
                break;
            };
            self.moves.push((mover, program.write_move(&played)));
        }
        self.result = game.settle().map(result_text);
        Ok(self)
    }

    /// The record as text.
    pub fn text(&self) -> String {
        let mut text = format!(
            "{VERSION}\nvariant: {}\nruleset: {}\n",
            self.variant, self.ruleset
        );
        if let Some([south, north]) = &self.players {
            let _ = writeln!(text, "players: {south}, {north}");
        }
        if let Some((seed, game)) = self.seed {
            let _ = write!(text, "seed: {seed}\ngame: {game}\n");
        }
        if let Some(start) = &self.start {
            let _ = writeln!(text, "start: {start}");
        }
        if let Some(result) = &self.result {
            let _ = writeln!(text, "result: {result}");
        }
        text.push('\n');
        for (number, (player, played)) in self.moves.iter().enumerate() {
            let _ = writeln!(text, "{} {} {played}", number + 1, letter(*player));
        }
        text
    }

    /// Reads a record.
    ///
    /// # Errors
    ///
    /// The first line that is wrong: nothing is passed over.
    pub fn read(text: &str) -> Result<Record, RecordError> {
        let mut lines = text
            .lines()
            .zip(1..)
            .map(|(line, at)| (line.trim_end(), at));
        match lines.next() {
            Some((VERSION, _)) => {}
            Some((other, _)) if other.starts_with("kiothi record ") => {
                return wrong(1, "a newer version of this program wrote it");
            }
            _ => return wrong(1, format!("a record begins with `{VERSION}`")),
        }
        let mut record = Record::default();
        let (mut seed, mut game) = (None, None);
        let mut said: Vec<String> = Vec::new();
        for (line, at) in lines.by_ref() {
            if line.is_empty() {
                break;
            }
            let Some((name, value)) = line.split_once(": ") else {
                return wrong(
                    at,
                    format!("`{line}` is no header; they are written `name: value`"),
                );
            };
            if said.iter().any(|other| other == name) {
                return wrong(at, format!("`{name}` is said twice"));
            }
            said.push(name.to_owned());
            let number = || match value.parse::<u64>() {
                Ok(number) => Ok(Some(number)),
                Err(_) => wrong(at, format!("`{value}` is not a number")),
            };
            match name {
                "variant" => record.variant = value.to_owned(),
                "ruleset" => record.ruleset = value.to_owned(),
                "players" => match value.split_once(", ") {
                    Some((south, north)) => {
                        record.players = Some([south.to_owned(), north.to_owned()]);
                    }
                    None => return wrong(at, "expected two players, parted by a comma"),
                },
                "seed" => seed = number()?,
                "game" => game = number()?,
                "start" => record.start = Some(value.to_owned()),
                "result" => record.result = Some(value.to_owned()),
                _ => {
                    return wrong(
                        at,
                        format!(
                            "there is no header `{name}`; they are variant, ruleset, players, seed, game, start, result"
                        ),
                    );
                }
            }
        }
        record.seed = match (seed, game) {
            (Some(seed), Some(game)) => Some((seed, game)),
            (None, None) => None,
            _ => return wrong(0, "`seed` and `game` go together"),
        };
        for (needed, name) in [(&record.variant, "variant"), (&record.ruleset, "ruleset")] {
            if needed.is_empty() {
                return wrong(0, format!("there is no header `{name}`"));
            }
        }
        for (line, at) in lines {
            if line.is_empty() {
                continue;
            }
            let number = record.moves.len() + 1;
            let mut parts = line.splitn(3, ' ');
            let (found, player, played) = (parts.next(), parts.next(), parts.next());
            if found.and_then(|found| found.parse().ok()) != Some(number) {
                return wrong(at, format!("expected move {number}"));
            }
            let player = match player {
                Some("S") => Player::South,
                Some("N") => Player::North,
                _ => return wrong(at, "expected S or N after the number"),
            };
            let Some(played) = played.filter(|played| !played.trim().is_empty()) else {
                return wrong(at, "expected a move");
            };
            record.moves.push((player, played.trim().to_owned()));
        }
        Ok(record)
    }

    /// The line of a move in [`Record::text`].
    fn line_of(&self, number: usize) -> usize {
        let headers = 3
            + usize::from(self.players.is_some())
            + 2 * usize::from(self.seed.is_some())
            + usize::from(self.start.is_some())
            + usize::from(self.result.is_some());
        headers + 1 + number
    }

    /// The position the game began from.
    ///
    /// # Errors
    ///
    /// What is wrong with the header `start`.
    pub fn start(&self, program: &Program) -> Result<Position, RecordError> {
        match &self.start {
            None => Ok(program.start()),
            Some(text) => positions::read(program, text).or_else(|mistakes| {
                let why = positions::in_words(&mistakes);
                wrong(0, format!("the header `start`: {why}"))
            }),
        }
    }

    /// Replays the first moves of the record (all, where `most` is `None`). Each is watched by an observer that
    /// `watch` makes, and `told` with the position before it, its text, what it did, the observer, and the game
    /// after it.
    ///
    /// # Errors
    ///
    /// The first move that cannot be read or is refused, and why.
    pub fn replay<'p, O: Observer>(
        &self,
        program: &'p Program,
        most: Option<usize>,
        mut watch: impl FnMut() -> O,
        mut told: impl FnMut(&Position, &str, Played, &O, &Game<'p>),
    ) -> Result<Game<'p>, RecordError> {
        let mut game = Game::from(program, self.start(program)?);
        let moves = &self.moves[..most.unwrap_or(self.moves.len()).min(self.moves.len())];
        for (number, (player, text)) in (1..).zip(moves) {
            let refused = |why: String| {
                wrong(
                    self.line_of(number),
                    format!("move {number}, {text}: {why}"),
                )
            };
            if game.end().is_some() {
                return refused("the game is over by then".to_owned());
            }
            if *player != game.position().mover {
                return refused(format!("it is {}'s turn", game.position().mover.name()));
            }
            let read = match program.read_move(text, game.position()) {
                Ok(read) => read,
                Err(error) => return refused(error.message),
            };
            let mut observer = watch();
            let before = game.position().clone();
            match game.play(&read, &mut observer) {
                Ok(done) => told(&before, text, done, &observer, &game),
                Err(refusal) => return refused(program.refusal_words(&refusal).1),
            }
        }
        if most.is_none_or(|most| most >= self.moves.len()) {
            self.compare_result(&mut game)?;
        }
        Ok(game)
    }

    fn compare_result(&self, game: &mut Game<'_>) -> Result<(), RecordError> {
        let Some(recorded) = &self.result else {
            return Ok(());
        };
        let found = game
            .settle()
            .map_or_else(|| "not over".to_owned(), result_text);
        if *recorded != found {
            return wrong(
                0,
                format!("the record tells the result as “{recorded}”, but it is “{found}”"),
            );
        }
        Ok(())
    }

    /// Replays it without watching.
    ///
    /// # Errors
    ///
    /// As [`Record::replay`].
    pub fn replay_quietly<'p>(
        &self,
        program: &'p Program,
        most: Option<usize>,
    ) -> Result<Game<'p>, RecordError> {
        self.replay(program, most, || Nobody, |_, _, _, _, _| {})
    }
}

/// How a game ended, as records tell it: `South 31, North 29, won by South`.
pub fn result_text(end: End) -> String {
    let winner = match end.winner {
        Some(player) => format!("won by {}", player.name()),
        None => "drawn".to_owned(),
    };
    let why = match end.reason {
        EndReason::NoMove | EndReason::Condition(_) => "",
        EndReason::Endless => " (endless relay)",
        EndReason::LongRelay => " (relay past the limit)",
        EndReason::Repetition => " (repeated position)",
    };
    format!(
        "South {}, North {}, {winner}{why}",
        end.stores[0], end.stores[1]
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Record {
        Record {
            variant: "spanish".to_owned(),
            ruleset: "0123".to_owned(),
            players: Some(["random".to_owned(), "random".to_owned()]),
            seed: Some((1, 2)),
            start: Some("board a1 A1".to_owned()),
            result: Some("drawn".to_owned()),
            moves: vec![
                (Player::South, "ef = a10".to_owned()),
                (Player::North, "-".to_owned()),
            ],
        }
    }

    #[test]
    fn a_record_goes_round() {
        let full = record();
        let bare = Record {
            players: None,
            seed: None,
            start: None,
            result: None,
            moves: Vec::new(),
            ..record()
        };
        for record in [full, bare] {
            assert_eq!(Record::read(&record.text()), Ok(record));
        }
    }

    #[test]
    fn whatever_is_wrong_with_a_record_is_told_with_its_line() {
        let text = record().text();
        for (from, to, line, message) in [
            ("kiothi record 1", "a game", 1, "a record begins with"),
            ("kiothi record 1", "kiothi record 2", 1, "newer version"),
            ("seed: 1", "seed: one", 5, "not a number"),
            ("seed: 1", "sead: 1", 5, "no header `sead`"),
            ("seed: 1\n", "", 0, "go together"),
            ("variant: spanish\n", "", 0, "no header `variant`"),
            (
                "players: random, random",
                "players: random",
                4,
                "two players",
            ),
            ("result: drawn", "game: 2", 8, "said twice"),
            ("1 S", "2 S", 10, "expected move 1"),
            ("2 N -", "2 N", 11, "expected a move"),
            ("2 N -", "2 X -", 11, "expected S or N"),
        ] {
            let changed = text.replacen(from, to, 1);
            assert_ne!(changed, text, "{from}");
            let error = Record::read(&changed).unwrap_err();
            assert_eq!(error.line, line, "{error}");
            assert!(error.message.contains(message), "{error}");
        }
    }

    #[test]
    fn the_line_of_a_move_is_that_of_the_text() {
        let record = record();
        let line = record
            .text()
            .lines()
            .nth(record.line_of(2) - 1)
            .unwrap()
            .to_owned();
        assert_eq!(line, "2 N -");
    }
}
