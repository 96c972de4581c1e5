//! `kiothi play`

use super::disk::{self, Disk};
use super::runs::Chance;
use super::{CLEAN, UNREADABLE, WRONG, complain, print};
use crate::engine::{Game, Program};
use crate::players::Uniform;
use crate::players::rng::Random;
use crate::records::{Record, result_text};
use crate::rules::load;
use crate::simulate::random_move;
use crate::tell::{Events, Teller};
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
}

pub(super) fn run(arguments: &Arguments) -> u8 {
    let loading = load(&arguments.variant.to_string_lossy(), &Disk);
    let variant = match disk::playable(&loading) {
        Ok(variant) => variant,
        Err(code) => return code,
    };
    let program = Program::compile(&variant.ruleset);
    let mut record = match &arguments.record {
        Some(path) => match disk::record(path, &variant.hash, arguments.anyway) {
            Ok(record) => record,
            Err(code) => return code,
        },
        None => Record {
            start: arguments.position.clone(),
            ..Record::default()
        },
    };
    let start = match disk::start(&program, &record) {
        Ok(start) => start,
        Err(code) => return code,
    };
    if arguments.record.is_none() {
        record.variant.clone_from(&variant.name);
        record.ruleset.clone_from(&variant.hash);
        let mut game = Game::from(&program, start.clone());
        match &arguments.moves {
            Some(moves) => {
                for text in moves.iter().map(|text| text.trim()) {
                    let mover = game.position().mover;
                    record.moves.push((mover, text.to_owned()));
                    // A move that cannot be made is told when the record is replayed.
                    let Ok(played) = program.read_move(text, game.position()) else {
                        break;
                    };
                    if game.play(&played, &mut Events::default()).is_err() {
                        break;
                    }
                }
            }
            None => {
                record.seed = Some((arguments.chance.seed, arguments.game));
                record.players = Some(["random".to_owned(), "random".to_owned()]);
                let mut random = Random::for_game(arguments.chance.seed, arguments.game);
                while game.turns() < arguments.chance.max_turns.unwrap_or(10_000) {
                    let mover = game.position().mover;
                    let Some(played) = random_move(&mut game, &mut Uniform, &mut random) else {
                        break;
                    };
                    record.moves.push((mover, program.write_move(&played)));
                }
            }
        }
        record.result = game.settle().map(result_text);
    }
    let teller = Teller::new(&loading, variant, &program);
    let mut told = format!(
        "{} ({})\nruleset {}\n\n{}\n",
        variant.ruleset.title,
        variant.name,
        variant.hash,
        teller.board(&start)
    );
    let mut number = 0;
    let replayed = record.replay(
        &program,
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
    let end = match replayed {
        Ok(mut game) => match game.settle() {
            Some(end) => teller.end(game.position(), end),
            None => format!("{} is to move.\n", game.position().mover.name()),
        },
        Err(error) => {
            print(&told);
            // Lines are those of a record that the user has.
            let why = match arguments.record {
                Some(_) => error.to_string(),
                None => error.message,
            };
            complain(&format!("error: {why}\n"));
            return WRONG;
        }
    };
    print(&(told + &end));
    if let Some(path) = &arguments.save
        && let Err(error) = std::fs::write(path, record.text())
    {
        complain(&format!("error: {}: {error}\n", path.display()));
        return UNREADABLE;
    }
    CLEAN
}
