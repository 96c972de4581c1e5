//! `kiothi moves` and `kiothi position`

use super::disk::{self, Disk};
use super::{CLEAN, Format, RESULTS, UNREADABLE, complain, one_of, print};
use crate::engine::{Position, Program};
use crate::positions;
use crate::records::Record;
use crate::report::{
    self,
    moves::{Moves, Shown, Why, count},
};
use crate::rules::{Variant, load};
use crate::tell::Teller;
use std::path::PathBuf;

/// Which position is meant.
#[derive(Debug, clap::Args)]
pub(super) struct Which {
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
    #[arg(long, value_parser = one_of(&RESULTS), default_value = "table")]
    format: Format,
}

#[derive(Debug, clap::Args)]
pub(super) struct PositionArguments {
    #[command(flatten)]
    which: Which,
    /// How to print the position
    #[arg(long, value_parser = one_of(&RESULTS), default_value = "table")]
    format: Format,
}

impl Which {
    /// Loads the variant, finds the position, and does something with them.
    pub(super) fn with(
        &self,
        work: impl FnOnce(&Variant, &Program, &Teller<'_>, &Position) -> u8,
    ) -> u8 {
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
            return why(arguments.format, text, variant, program, teller, position);
        }
        if arguments.count && arguments.format == Format::Csv {
            complain("error: `moves --count` has no form in CSV; it has table, json and toml\n");
            return UNREADABLE;
        }
        let form = || Moves::of(variant, program, teller, position, arguments.count);
        print(&match arguments.format {
            Format::Json => report::json(&form()),
            Format::Csv => report::csv(&form()),
            Format::Toml => report::toml(&form()),
            _ if arguments.count => count(program, position) + "\n",
            _ => teller.moves_text(position),
        });
        CLEAN
    })
}

/// Says why a move is refused, or what it sets off.
fn why(
    format: Format,
    text: &str,
    variant: &Variant,
    program: &Program,
    teller: &Teller<'_>,
    position: &Position,
) -> u8 {
    let form = || {
        teller
            .verdict(position, text)
            .map(|verdict| Why::of(variant, program, position, verdict))
    };
    let told = match format {
        Format::Json => form().map(|form| report::json(&form)),
        Format::Toml => form().map(|form| report::toml(&form)),
        Format::Csv => {
            complain("error: `moves --why` has no form in CSV; it has table, json and toml\n");
            return UNREADABLE;
        }
        _ => teller.why(position, text),
    };
    match told {
        Ok(told) => {
            print(&told);
            CLEAN
        }
        Err(error) => {
            complain(&format!("error: the move `{text}`: {error}\n"));
            UNREADABLE
        }
    }
}

pub(super) fn position(arguments: &PositionArguments) -> u8 {
    arguments.which.with(|variant, program, teller, position| {
        let form = || Shown::of(variant, program, position);
        print(&match arguments.format {
            Format::Json => report::json(&form()),
            Format::Csv => report::csv(&form()),
            Format::Toml => report::toml(&form()),
            _ => format!(
                "{}\n{}\n",
                teller.board(position),
                positions::write(program, position)
            ),
        });
        CLEAN
    })
}
