//! Positions and the moves there are in them, for programs.

use super::{Rows, SCHEMA};
use crate::engine::{Position, Program};
use crate::notation::pit_name;
use crate::positions;
use crate::rules::Variant;
use crate::rules::ruleset::Player;
use crate::tell::{MoveResult, Teller, Verdict};
use serde::Serialize;
use std::collections::BTreeMap;

/// The legal moves of a position.
#[derive(Clone, Debug, Serialize)]
pub struct Moves {
    /// The version of this form.
    pub schema: u32,
    /// The variant.
    pub variant: String,
    /// The hash of its rules.
    pub ruleset: String,
    /// The position, as text.
    pub position: String,
    /// How many legal moves there are. As text: it may be larger than programs' numbers.
    pub count: String,
    /// The moves; left out in the opening, where there are too many, and where only their number was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<MoveResult>>,
}

/// How many legal moves there are, exactly as far as numbers go.
pub fn count(program: &Program, position: &Position) -> String {
    program
        .count_moves(position)
        .map_or_else(|| "more than 10^38".to_owned(), |count| count.to_string())
}

impl Moves {
    /// The moves of a position, or only their number.
    pub fn of(
        variant: &Variant,
        program: &Program,
        teller: &Teller<'_>,
        position: &Position,
        only_count: bool,
    ) -> Moves {
        Moves {
            schema: SCHEMA,
            variant: variant.name.clone(),
            ruleset: variant.hash.clone(),
            position: positions::write(program, position),
            count: count(program, position),
            moves: (position.openings == 0 && !only_count).then(|| teller.moves(position)),
        }
    }
}

/// The cells of a move: the move, laps, where the last seed falls, what is taken, the position afterwards.
pub(super) fn row(result: &MoveResult) -> [String; 5] {
    let taken: Vec<String> = result
        .taken
        .iter()
        .map(|taken| format!("{}{}", taken.pit, taken.seeds))
        .collect();
    [
        result.played.clone(),
        result.laps.to_string(),
        result.last.map_or_else(String::new, String::from),
        taken.join(" "),
        result.position.clone(),
    ]
}

/// A line a move; where there are none to list, only the names.
impl Rows for Moves {
    fn header(&self) -> Vec<String> {
        ["move", "laps", "last", "taken", "position"]
            .map(str::to_owned)
            .to_vec()
    }

    fn rows(&self) -> Vec<Vec<String>> {
        self.moves
            .iter()
            .flatten()
            .map(|result| row(result).to_vec())
            .collect()
    }
}

/// Whether a move of a position is legal, and why.
#[derive(Clone, Debug, Serialize)]
pub struct Why {
    /// The version of this form.
    pub schema: u32,
    /// The variant.
    pub variant: String,
    /// The hash of its rules.
    pub ruleset: String,
    /// The position, as text.
    pub position: String,
    /// What is to be said of the move.
    #[serde(flatten)]
    pub verdict: Verdict,
}

impl Why {
    /// What is to be said of a move.
    pub fn of(variant: &Variant, program: &Program, position: &Position, verdict: Verdict) -> Why {
        Why {
            schema: SCHEMA,
            variant: variant.name.clone(),
            ruleset: variant.hash.clone(),
            position: positions::write(program, position),
            verdict,
        }
    }
}

/// A position, taken apart.
#[derive(Clone, Debug, Serialize)]
pub struct Shown {
    /// The version of this form.
    pub schema: u32,
    /// The variant.
    pub variant: String,
    /// The hash of its rules.
    pub ruleset: String,
    /// The position, as text that `--position` reads.
    pub position: String,
    /// Who is to move: `south` or `north`.
    pub mover: String,
    /// What is in South's store, and in North's.
    pub stores: [u32; 2],
    /// What is in each pit.
    pub board: BTreeMap<char, u16>,
    /// For each mark, the pits that bear it.
    pub marks: BTreeMap<String, String>,
}

impl Shown {
    /// A position of a variant.
    pub fn of(variant: &Variant, program: &Program, position: &Position) -> Shown {
        let pits = program.half();
        Shown {
            schema: SCHEMA,
            variant: variant.name.clone(),
            ruleset: variant.hash.clone(),
            position: positions::write(program, position),
            mover: position.mover.name().to_lowercase(),
            stores: Player::BOTH.map(|player| position.stores[player as usize]),
            board: (0..2 * pits)
                .map(|pit| (pit_name(pit, pits), position.board.get(pit)))
                .collect(),
            marks: program
                .mark_names
                .iter()
                .zip(&position.marks)
                .map(|(name, pits_marked)| {
                    let marked = pits_marked.iter().map(|pit| pit_name(pit, pits)).collect();
                    (name.clone(), marked)
                })
                .collect(),
        }
    }
}

/// A line a pit.
impl Rows for Shown {
    fn header(&self) -> Vec<String> {
        ["pit", "seeds", "marks"].map(str::to_owned).to_vec()
    }

    fn rows(&self) -> Vec<Vec<String>> {
        self.board
            .iter()
            .map(|(pit, seeds)| {
                let marks: Vec<&str> = self
                    .marks
                    .iter()
                    .filter(|(_, marked)| marked.contains(*pit))
                    .map(|(name, _)| name.as_str())
                    .collect();
                vec![pit.to_string(), seeds.to_string(), marks.join(" ")]
            })
            .collect()
    }
}
