//! Which way through the interpreter a program takes: decided once, when it is compiled.
//!
//! There is one interpreter. What a program's rules never ask for is left out of the loops that play it by
//! compiling them for each [`Shape`]; a program that fits none of the quick ones is played by the same code
//! with everything looked for. Which it is can be read in its [`Plan`].

use super::condition::SetRef;
use super::program::{Action, Landing, Program, Rules, Step};
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
    /// The same on a path that is no plain ring of two rows; the seeds that fall into stores are added to them.
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

impl Plan {
    pub(super) fn of(program: &Program) -> Plan {
        if !program.simple && !program.mostly_simple {
            return Plan::default();
        }
        let whole = program.sides.iter().all(|rules| {
            rules.from_claim.is_none()
                && matches!(rules.from, SetRef::Static(_) | SetRef::Filled(_, true))
        });
        let laps_are_free =
            |landings: &[Box<[Landing]>; 2]| landings.iter().all(|all| all.is_empty());
        let free = program.mostly_simple || program.landings.as_ref().is_some_and(laps_are_free);
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
}

impl Relays {
    fn of(program: &Program) -> Relays {
        if !program.judges_by_mask() || program.lap_limit < super::quick::LAPS {
            return Relays::ByRules;
        }
        let is_relay = |step: &Step| matches!(step.action, Action::Relay);
        let mut steps = program.sides.iter().flat_map(|rules| &rules.steps);
        if !steps.any(is_relay) {
            return Relays::Never;
        }
        let mut sides = program.sides.iter();
        match sides.all(|rules| rules.relay_while_occupied().is_some()) {
            true => Relays::WhileOccupied,
            false => Relays::ByRules,
        }
    }
}

impl Rules {
    /// The one relay of these rules, if it goes on wherever its last pit was occupied: no rule before it can apply where
    /// it does.
    pub(super) fn relay_while_occupied(&self) -> Option<&Step> {
        let mut steps = self.steps.iter().enumerate();
        let mut relays = steps
            .by_ref()
            .filter(|(_, step)| matches!(step.action, Action::Relay));
        let ((at, relay), None) = (relays.next()?, relays.next()) else {
            return None;
        };
        let excluded = |step: &Step| step.check.excludes(&relay.check);
        (relay.check.asks_only_was() && self.steps[..at].iter().all(excluded)).then_some(relay)
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

impl Program {
    /// Whether masks say which moves there are: of a program that is mostly simple where no `forbid` may matter.
    pub(super) fn judges_by_mask(&self) -> bool {
        self.mostly_simple || self.landings.is_some()
    }

    /// How it is played.
    pub fn plan(&self) -> Plan {
        self.plan
    }
}
