//! Play: a ruleset compiled to a [`Program`], positions, moves, and the one interpreter that plays a turn.
//!
//! Nothing here reads files or prints. What watches a turn is a type parameter ([`Observer`]); what
//! chooses moves is another room.
//!
//! ```
//! use kiothi::engine::{Game, Nobody, Program};
//! use kiothi::rules::{Memory, load};
//! let text = r#"language 1
//! game "Two seeds in every pit"
//! board { rows 2; pits 3 }
//! setup { place 2 seeds in each own pit }
//! turn { from an occupied own pit; lift all; sow counterclockwise }
//! lap ends { relay when last pit was occupied; stop }
//! "#;
//! let variant = load("v.mancala", &Memory::from([("v.mancala", text)])).variant.unwrap();
//! let program = Program::compile(&variant.ruleset);
//! let mut game = Game::new(&program);
//! let moves = program.legal_moves(game.position());
//! assert_eq!(moves.len(), 3);
//! game.play(&moves[0], &mut Nobody).unwrap();
//! assert_eq!(game.position().seeds(), 12);
//! ```

mod choices;
mod condition;
mod game;
mod listing;
mod machine;
mod observe;
mod perft;
mod pits;
mod plan;
mod play;
mod position;
mod program;
mod quick;
mod redistribution;
mod whole;

pub use choices::{Choice, Choices};
pub use game::{End, EndReason, Game};
pub use listing::{Detour, Listing};
pub use machine::{Machine, QuickWork, is_newer};
pub use observe::{Nobody, Observer, Recorder};
pub use perft::perft;
pub use pits::{CHUNK, Chunk, Lanes, MOST, PitSet};
pub use plan::{Laps, Moves, Plan, Relays};
pub use play::{Move, Played, Refusal, Stopped, Way};
pub use position::{Bound, MOST_MARKS, Position, Previous};
pub use program::{Program, RuleKind};
pub use quick::Board;
pub(crate) use quick::{Past, QuickGame, QuickStart};
pub use redistribution::{Openings, Redistribution, binomial};

use crate::notation::{NotationError, WrittenMove, written_move};
use crate::rules::ruleset::Lift;

impl Program {
    /// A move in notation: with the number of seeds where the variant lets the player choose it.
    pub fn write_move(&self, played: &Move) -> String {
        match played {
            Move::Sow { pit, seeds, way } => WrittenMove::Sow {
                pit: *pit,
                seeds: (self.lift == Lift::AnyNumber && *way != Way::Taken)
                    .then_some(u32::from(*seeds)),
                way: *way,
            },
            Move::Redistribute(redistribution) => redistribution.written(),
        }
        .text(self.half())
    }

    /// Reads a move in notation; whether it is legal is judged when it is played. Without a number, all
    /// seeds of the pit are meant, where the variant leaves no choice.
    ///
    /// # Errors
    ///
    /// What cannot be read.
    pub fn read_move(&self, text: &str, position: &Position) -> Result<Move, NotationError> {
        let whole = || 0..text.len();
        Ok(match written_move(text, self.half())? {
            WrittenMove::Sow { pit, seeds, way } => {
                let holds = position.board.get(pit);
                let lift = match way {
                    Way::Taken => Lift::All,
                    _ => self.lift,
                };
                let seeds = match (seeds, lift) {
                    (Some(seeds), _) => seeds,
                    (None, Lift::All) => u32::from(holds),
                    (None, Lift::AnyNumber) => {
                        return Err(NotationError {
                            message: format!(
                                "how many seeds? write `{}1` and the like",
                                text.trim()
                            ),
                            at: whole(),
                        });
                    }
                };
                let Ok(seeds) = u16::try_from(seeds) else {
                    return Err(NotationError {
                        message: "no pit holds so many seeds".to_owned(),
                        at: whole(),
                    });
                };
                Move::Sow { pit, seeds, way }
            }
            WrittenMove::Redistribute { emptied, placed } => {
                let mut made = Redistribution::nothing();
                for pit in emptied {
                    if made.emptied.contains(pit) {
                        return Err(NotationError {
                            message: "a pit is emptied twice".to_owned(),
                            at: whole(),
                        });
                    }
                    made.emptied.insert(pit);
                }
                for (pit, seeds) in placed {
                    *made.placed.get_mut(pit) = seeds as u16;
                }
                Move::Redistribute(Box::new(made))
            }
        })
    }

    /// Why a move was refused, in words, and the name of the clause that refuses it.
    pub fn refusal_words(&self, refusal: &Refusal) -> (String, String) {
        let name = |pit: &usize| crate::notation::pit_name(*pit, self.half());
        let (clause, words) = match refusal {
            Refusal::GameOver => ("ending", "the game is over".to_owned()),
            Refusal::WrongPhase { opening: true } => (
                "redistribute",
                "the opening is not over: it is for a redistribution".to_owned(),
            ),
            Refusal::WrongPhase { opening: false } => (
                "redistribute",
                "the opening is over: nothing is redistributed any more".to_owned(),
            ),
            Refusal::From(pit) => ("from", format!("a move may not begin in `{}`", name(pit))),
            Refusal::Lift { pit, seeds, holds } => (
                "lift",
                format!(
                    "{seeds} cannot be lifted from `{}`, which holds {holds}",
                    name(pit)
                ),
            ),
            Refusal::Way(pit) => (
                "sow",
                format!(
                    "`{}` cannot be played this way: name the direction where it is chosen, as in `{0}>`, and \
                     take a pit, as in `x{0}`, only when one is to be taken",
                    name(pit)
                ),
            ),
            Refusal::Forbidden(forbid) => {
                let forbid = &self.forbid_names[*forbid];
                return (forbid.clone(), format!("forbidden by \"{forbid}\""));
            }
            Refusal::Endless { laps } => (
                "endless relay",
                format!("the relay never ends: after {laps} laps it has come round"),
            ),
            Refusal::TooLong { laps } => {
                ("long relay", format!("the relay goes on past {laps} laps"))
            }
            Refusal::Redistribution(why) => ("redistribute", why.clone()),
        };
        (clause.to_owned(), words)
    }
}
