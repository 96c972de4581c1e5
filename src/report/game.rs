//! A game told move by move, for people and for programs.

use super::{Rows, SCHEMA};
use crate::engine::Program;
use crate::positions;
use crate::records::{Record, RecordError, result_text};
use crate::rules::Variant;
use crate::tell::{Events, MoveResult, Teller};
use serde::Serialize;

/// A game for people, as far as its moves can be made; and why the next one cannot.
pub fn text(
    variant: &Variant,
    program: &Program,
    teller: &Teller<'_>,
    record: &Record,
) -> (String, Option<RecordError>) {
    let start = match record.start(program) {
        Ok(start) => start,
        Err(error) => return (String::new(), Some(error)),
    };
    let mut told = format!(
        "{} ({})\nruleset {}\n\n{}\n",
        variant.ruleset.title,
        variant.name,
        variant.hash,
        teller.board(&start)
    );
    let mut number = 0;
    let replayed = record.replay(
        program,
        None,
        Events::default,
        |before, text, done, events, game| {
            number += 1;
            told.push_str(&teller.turn(number, before, text, &done, events, game.position()));
            told.push('\n');
            told.push_str(&teller.board(game.position()));
            told.push('\n');
        },
    );
    match replayed {
        Ok(mut game) => {
            told.push_str(&match game.settle() {
                Some(end) => teller.end(game.position(), end),
                None => format!("{} is to move.\n", game.position().mover.name()),
            });
            (told, None)
        }
        Err(error) => (told, Some(error)),
    }
}

/// A game for programs.
#[derive(Clone, Debug, Serialize)]
pub struct Form {
    /// The version of this form.
    pub schema: u32,
    /// The variant.
    pub variant: String,
    /// What its file calls the game.
    pub title: String,
    /// The hash of its rules.
    pub ruleset: String,
    /// South's player and North's, where they are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<[String; 2]>,
    /// The master seed of a random game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Its number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
    /// The position it begins from.
    pub start: String,
    /// How it ended; nothing for a game that is not over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The moves that were made.
    pub turns: Vec<Turn>,
}

/// A move of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Turn {
    /// Its number, from one.
    pub number: u32,
    /// Who made it: `south` or `north`.
    pub player: String,
    /// The move, and what it did.
    #[serde(flatten)]
    pub made: MoveResult,
}

/// A game for programs, as far as its moves can be made; and why the next one cannot.
pub fn form(
    variant: &Variant,
    program: &Program,
    teller: &Teller<'_>,
    record: &Record,
) -> (Form, Option<RecordError>) {
    let mut form = Form {
        schema: SCHEMA,
        variant: variant.name.clone(),
        title: variant.ruleset.title.clone(),
        ruleset: variant.hash.clone(),
        players: record.players.clone(),
        seed: record.seed.map(|(seed, _)| seed),
        game: record.seed.map(|(_, game)| game),
        start: String::new(),
        result: None,
        turns: Vec::new(),
    };
    match record.start(program) {
        Ok(start) => form.start = positions::write(program, &start),
        Err(error) => return (form, Some(error)),
    }
    let turns = &mut form.turns;
    let replayed = record.replay(
        program,
        None,
        Events::default,
        |before, text, done, events, game| {
            turns.push(Turn {
                number: turns.len() as u32 + 1,
                player: before.mover.name().to_lowercase(),
                made: teller.result(text, &done, events, game.position()),
            });
        },
    );
    match replayed {
        Ok(mut game) => {
            form.result = game.settle().map(result_text);
            (form, None)
        }
        Err(error) => (form, Some(error)),
    }
}

/// A line a move.
impl Rows for Form {
    fn header(&self) -> Vec<String> {
        [
            "number", "player", "move", "laps", "last", "taken", "position",
        ]
        .map(str::to_owned)
        .to_vec()
    }

    fn rows(&self) -> Vec<Vec<String>> {
        self.turns
            .iter()
            .map(|turn| {
                let mut row = vec![turn.number.to_string(), turn.player.clone()];
                row.extend(super::moves::row(&turn.made));
                row
            })
            .collect()
    }
}
