//! A position: everything that later play can depend on.

use super::pits::{Lanes, PitSet};
use crate::rules::ruleset::Player;

/// The most marks that a variant can declare.
pub const MOST_MARKS: usize = 4;

/// Everything that later play can depend on. Two equal positions have the same future.
///
/// The histories are kept only where some rule asks for them, so that they never tell positions apart
/// which the rules do not.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The seeds in each pit, along the counterclockwise path.
    pub board: Lanes,
    /// What South and North have captured.
    pub stores: [u32; 2],
    /// Who is to move.
    pub mover: Player,
    /// How many redistributions are still to be made before the sowing begins.
    pub openings: u8,
    /// The pits that bear each mark.
    pub marks: [PitSet; MOST_MARKS],
    /// The pits lifted from since the opening.
    pub sown_from: PitSet,
    /// The pits sown into since the opening.
    pub sown_into: PitSet,
    /// The pits that were empty when the opening was over.
    pub empty_at_opening: PitSet,
    /// How many turns South and North have made, as far as a rule asks.
    pub made: [u8; 2],
    /// Which way South and North are bound to sow, where they chose for good.
    pub bound: [Bound; 2],
    /// What the turn before leaves for this one, where a rule asks.
    pub previous: Previous,
    /// That the mover is to take a pit of his choice: 0, or one more than the number of the rule that says so.
    pub pick: u8,
}

/// Which way a player is bound to sow for the rest of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bound {
    /// Neither.
    #[default]
    Free,
    /// Counterclockwise.
    Counterclockwise,
    /// Clockwise.
    Clockwise,
}

/// What the turn before leaves for the next one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Previous(u8);

impl Previous {
    /// Nothing that a rule asks for.
    pub const NOTHING: Previous = Previous(0);
    /// Its mover has this turn too.
    pub const AGAIN: Previous = Previous(1);

    /// It moved a single seed into this pit, clockwise or not.
    pub fn single(pit: usize, clockwise: bool) -> Previous {
        Previous(2 + 2 * pit as u8 + u8::from(clockwise))
    }

    /// The pit into which it moved a single seed, and whether that was clockwise.
    pub fn moved_single(self) -> Option<(usize, bool)> {
        let code = self.0.checked_sub(2)?;
        Some((usize::from(code / 2), code % 2 == 1))
    }

    /// As a number: another one for each.
    pub(super) fn code(self) -> u8 {
        self.0
    }
}

impl Position {
    /// The same with the opponent to move, as if the mover had passed.
    pub(super) fn passed(&self) -> Position {
        Position {
            mover: self.mover.opponent(),
            previous: Previous::NOTHING,
            ..self.clone()
        }
    }

    /// Nothing on the board; South to move, the opening over.
    pub(super) fn empty() -> Self {
        Position {
            board: Lanes::default(),
            stores: [0; 2],
            mover: Player::South,
            openings: 0,
            marks: [PitSet::EMPTY; MOST_MARKS],
            sown_from: PitSet::EMPTY,
            sown_into: PitSet::EMPTY,
            empty_at_opening: PitSet::EMPTY,
            made: [0; 2],
            bound: [Bound::Free; 2],
            previous: Previous::NOTHING,
            pick: 0,
        }
    }

    /// All seeds, on the board and in the stores: what no move changes.
    pub fn seeds(&self) -> u32 {
        self.on_board() + self.stores[0] + self.stores[1]
    }

    /// The seeds on the board.
    pub fn on_board(&self) -> u32 {
        self.board.0.iter().map(|&seeds| u32::from(seeds)).sum()
    }
}
