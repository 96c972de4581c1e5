//! Which way through the interpreter a program takes: decided once, when it is compiled.
//!
//! There is one interpreter. What a program's rules never ask for is left out of the loops that play it by
//! compiling them for each [`Shape`]; a program that fits none of the quick ones is played by the same code
//! with everything looked for. Which it is can be read in its [`Plan`].

use super::condition::SetRef;
use super::machine::{Any, Machine, Work, done};
use super::program::{Action, Program};
use crate::rules::ruleset::Lift;
use std::fmt;

/// How a program is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// How a lap is sown.
    pub laps: Laps,
    /// What is looked for at the end of each lap.
    pub relays: Relays,
    /// How the moves are counted and drawn.
    pub moves: Moves,
}

/// How a lap is sown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Laps {
    /// Seed by seed.
    #[default]
    PitByPit,
    /// As one row of a table, added to the board.
    Table,
    /// The same, and the seeds that fall into stores added to them.
    TableWithStores,
}

/// What is looked for at the end of each lap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Relays {
    /// All that the rules say, and whether the relay has come round.
    #[default]
    ByRules,
    /// Whether the last pit was occupied: then the lap goes on, and nothing else is asked. The rest comes
    /// when the turn is over; a relay is watched for coming round only if it is long.
    WhileOccupied,
    /// Nothing: a turn is one lap.
    Never,
}

/// How the moves are counted and drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Moves {
    /// In a list, each judged.
    #[default]
    Listed,
    /// For each pit as a mask of the numbers that may be lifted, without a list.
    Masks,
    /// As a mask of pits, without a list: every occupied one of them may be lifted whole.
    WholePits,
}

/// Laps that a relay is sown without looking out for whether it has come round; if it is longer, it is sown
/// once more, looking out from the beginning.
pub(super) const QUICK: u32 = 64;

impl Plan {
    pub(super) fn of(program: &Program) -> Plan {
        if !program.simple {
            return Plan::default();
        }
        let whole = program.sides.iter().all(|rules| {
            rules.from_claim.is_none()
                && matches!(rules.from, SetRef::Static(_) | SetRef::Filled(_, true))
        });
        let free = program
            .landings
            .as_ref()
            .is_some_and(|landings| landings.iter().all(|landings| landings.is_empty()));
        Plan {
            laps: match program.plain {
                true => Laps::Table,
                false => Laps::TableWithStores,
            },
            relays: Relays::of(program),
            moves: match whole && free && program.lift == Lift::All {
                true => Moves::WholePits,
                false => Moves::Masks,
            },
        }
    }

    /// Whether the laps of a turn need not be looked at one by one.
    pub(super) fn is_quick(self) -> bool {
        self.relays != Relays::ByRules
    }
}

impl Relays {
    fn of(program: &Program) -> Relays {
        if program.landings.is_none() || program.lap_limit < QUICK {
            return Relays::ByRules;
        }
        let relays = |index: usize| {
            program.sides.each_ref().map(|rules| {
                let step = rules.steps.get(index)?;
                matches!(step.action, Action::Relay).then_some(step)
            })
        };
        let later = program.sides.iter().any(|rules| {
            let mut steps = rules.steps.iter().skip(1);
            steps.any(|step| matches!(step.action, Action::Relay))
        });
        match relays(0) {
            _ if later => Relays::ByRules,
            [None, None] => Relays::Never,
            [Some(south), Some(north)]
                if south.check.asks_only_was() && north.check.asks_only_was() =>
            {
                Relays::WhileOccupied
            }
            _ => Relays::ByRules,
        }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}; {}; {}", self.laps, self.relays, self.moves)
    }
}

impl fmt::Display for Laps {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Laps::PitByPit => "a lap is sown seed by seed",
            Laps::Table => "a lap is a row of a table",
            Laps::TableWithStores => "a lap is a row of a table, stores beside it",
        })
    }
}

impl fmt::Display for Relays {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Relays::ByRules => "each lap is judged by all rules",
            Relays::WhileOccupied => "a relay goes on while its last pit was occupied",
            Relays::Never => "a turn is one lap",
        })
    }
}

impl fmt::Display for Moves {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Moves::Listed => "moves are listed",
            Moves::Masks => "moves are masks of numbers",
            Moves::WholePits => "moves are a mask of pits",
        })
    }
}

/// What is known of a program, and of the machine, where the loops that play it are compiled.
pub trait Shape {
    /// The program is a quick one: [`Plan::relays`] is not by rules.
    const QUICK: bool;
    /// Seeds may fall into stores.
    const STORES: bool;
    /// What the machine can do.
    type Machine: Machine;
}

/// Nothing is known.
#[derive(Clone, Copy, Debug)]
pub struct Unknown;

impl Shape for Unknown {
    const QUICK: bool = false;
    const STORES: bool = true;
    type Machine = Any;
}

impl Program {
    /// How it is played.
    pub fn plan(&self) -> Plan {
        self.plan
    }

    /// Does some work with this program, compiled for its shape.
    pub fn shaped<W: Work>(&self, work: W) -> W::Output {
        let stores = self.plan.laps == Laps::TableWithStores;
        match (self.plan.is_quick(), self.chunks, stores) {
            (true, 2, false) => done::<2, false, W>(work),
            (true, 2, true) => done::<2, true, W>(work),
            (true, 3, false) => done::<3, false, W>(work),
            (true, 3, true) => done::<3, true, W>(work),
            (true, 4, false) => done::<4, false, W>(work),
            (true, 4, true) => done::<4, true, W>(work),
            (true, 8, false) => done::<8, false, W>(work),
            (true, 8, true) => done::<8, true, W>(work),
            _ => work.go::<0, Unknown>(),
        }
    }
}
