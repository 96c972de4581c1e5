//! `kiothi moves` and `kiothi position`

use super::disk::{self, Disk};
use super::{CLEAN, UNREADABLE, complain, print};
use crate::engine::{Position, Program};
use crate::positions;
use crate::records::Record;
use crate::rules::{Variant, load};
use crate::tell::{MoveResult, Teller};
use clap::ValueEnum;
use serde::Serialize;
use std::path::PathBuf;

/// Which position is meant.
#[derive(Debug, clap::Args)]
struct Which {
    /// The variant
    variant: PathBuf,
    /// A position in text, like `board d1 e2 G4; stores south 3, north 0; mover north`; the start unless said
    #[arg(long, conflicts_with = "record")]
    position: Option<String>,
    /// A recorded game
    #[arg(long)]
    record: Option<PathBuf>,
    /// After so many moves of the record; after all of them unless said
    #[arg(long, requires = "record")]
    at: Option<usize>,
    /// Use a record though the rules are others by now
    #[arg(long, requires = "record")]
    anyway: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct MovesArguments {
    #[command(flatten)]
    which: Which,
    /// Say why this move is refused, or what it sets off
    #[arg(long, conflicts_with = "count")]
    why: Option<String>,
    /// Only say how many legal moves there are, exactly
    #[arg(long)]
    count: bool,
    /// How to print the moves
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

#[derive(Debug, clap::Args)]
pub(super) struct PositionArguments {
    #[command(flatten)]
    which: Which,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Table,
    /// For programs
    Json,
}

/// What `--format json` prints.
#[derive(Serialize)]
struct Report {
    schema: u32,
    variant: String,
    ruleset: String,
    position: String,
    /// As text: it may be larger than programs' numbers.
    count: String,
    /// Left out in the opening, where there are too many.
    moves: Option<Vec<MoveResult>>,
}

impl Which {
    /// Loads the variant, finds the position, and does something with them.
    fn with(&self, work: impl FnOnce(&Variant, &Program, &Teller<'_>, &Position) -> u8) -> u8 {
        let loading = load(&self.variant.to_string_lossy(), &Disk);
        let variant = match disk::playable(&loading) {
            Ok(variant) => variant,
            Err(code) => return code,
        };
        let program = Program::compile(&variant.ruleset);
        let record = match &self.record {
            Some(path) => match disk::record(path, &variant.hash, self.anyway) {
                Ok(record) => record,
                Err(code) => return code,
            },
            None => Record {
                start: self.position.clone(),
                ..Record::default()
            },
        };
        if let Err(code) = disk::start(&program, &record) {
            return code;
        }
        if let Some(at) = self.at.filter(|at| *at > record.moves.len()) {
            complain(&format!(
                "error: the record has {} moves, not {at}\n",
                record.moves.len()
            ));
            return UNREADABLE;
        }
        match record.replay_quietly(&program, self.at) {
            Ok(game) => work(
                variant,
                &program,
                &Teller::new(&loading, variant, &program),
                game.position(),
            ),
            Err(error) => {
                complain(&format!("error: {error}\n"));
                super::WRONG
            }
        }
    }
}

pub(super) fn moves(arguments: &MovesArguments) -> u8 {
    arguments.which.with(|variant, program, teller, position| {
        if let Some(text) = &arguments.why {
            return match teller.why(position, text) {
                Ok(told) => {
                    print(&told);
                    CLEAN
                }
                Err(error) => {
                    complain(&format!("error: the move `{text}`: {error}\n"));
                    UNREADABLE
                }
            };
        }
        let count = program.count_moves(position);
        let exact = count.map_or_else(|| "more than 10^38".to_owned(), |count| count.to_string());
        if arguments.count {
            print(&format!("{exact}\n"));
            return CLEAN;
        }
        match arguments.format {
            Format::Table => print(&teller.moves_text(position)),
            Format::Json => {
                let report = Report {
                    schema: 1,
                    variant: variant.name.clone(),
                    ruleset: variant.hash.clone(),
                    position: positions::write(program, position),
                    count: exact,
                    moves: (position.openings == 0).then(|| teller.moves(position)),
                };
                let text =
                    serde_json::to_string_pretty(&report).expect("moves have a form in JSON");
                print(&(text + "\n"));
            }
        }
        CLEAN
    })
}

pub(super) fn position(arguments: &PositionArguments) -> u8 {
    arguments.which.with(|_, program, teller, position| {
        print(&format!(
            "{}\n{}\n",
            teller.board(position),
            positions::write(program, position)
        ));
        CLEAN
    })
}
