//! `kiothi play`

use super::disk::{self, Disk};
use super::runs::Chance;
use super::{CLEAN, Format, RESULTS, UNREADABLE, WRONG, complain, one_of, print};
use crate::engine::Program;
use crate::records::Record;
use crate::report::{self, game};
use crate::rules::load;
use crate::tell::Teller;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The variant
    variant: PathBuf,
    #[command(flatten)]
    chance: Chance,
    /// Which of the games of this seed, as `simulate` plays them
    #[arg(long, default_value_t = 0)]
    game: u64,
    /// These moves, parted by commas, instead of a random game
    #[arg(long, value_delimiter = ',', conflicts_with = "record")]
    moves: Option<Vec<String>>,
    /// A recorded game
    #[arg(long)]
    record: Option<PathBuf>,
    /// Replay a record though the rules are others by now
    #[arg(long, requires = "record")]
    anyway: bool,
    /// Begin from this position, as `kiothi position` writes it
    #[arg(long, conflicts_with = "record")]
    position: Option<String>,
    /// Write the game as a record to this file
    #[arg(long)]
    save: Option<PathBuf>,
    /// How to print the game
    #[arg(long, value_parser = one_of(&RESULTS), default_value = "table")]
    format: Format,
}

pub(super) fn run(arguments: &Arguments) -> u8 {
    let loading = load(&arguments.variant.to_string_lossy(), &Disk);
    let variant = match disk::playable(&loading) {
        Ok(variant) => variant,
        Err(code) => return code,
    };
    let program = Program::compile(&variant.ruleset);
    let record = match &arguments.record {
        Some(path) => match disk::record(path, &variant.hash, arguments.anyway) {
            Ok(record) => record,
            Err(code) => return code,
        },
        None => Record::begun(variant, arguments.position.clone()),
    };
    if let Err(code) = disk::start(&program, &record) {
        return code;
    }
    let played = match (&arguments.record, &arguments.moves) {
        (Some(_), _) => Ok(record),
        (None, Some(moves)) => record.with_moves(&program, moves.iter().map(|text| text.trim())),
        (None, None) => {
            let Chance { seed, max_turns } = arguments.chance;
            let max_turns = max_turns.unwrap_or(10_000);
            record.with_random_moves(&program, seed, arguments.game, max_turns)
        }
    };
    let record = match played {
        Ok(record) => record,
        Err(error) => {
            complain(&format!("error: {error}\n"));
            return UNREADABLE;
        }
    };
    let teller = Teller::new(&loading, variant, &program);
    let (told, error) = if arguments.format == Format::Table {
        game::text(variant, &program, &teller, &record)
    } else {
        let (form, error) = game::form(variant, &program, &teller, &record);
        let told = match arguments.format {
            Format::Csv => report::csv(&form),
            Format::Toml => report::toml(&form),
            _ => report::json(&form),
        };
        (told, error)
    };
    print(&told);
    if let Some(error) = error {
        // Lines are those of a record that the user has.
        let why = match arguments.record {
            Some(_) => error.to_string(),
            None => error.message,
        };
        complain(&format!("error: {why}\n"));
        return WRONG;
    }
    if let Some(path) = &arguments.save
        && let Err(error) = std::fs::write(path, record.text())
    {
        complain(&format!("error: {}: {error}\n", path.display()));
        return UNREADABLE;
    }
    CLEAN
}
