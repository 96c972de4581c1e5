//! The moves where a `forbid` speaks of whole turns: each is played, and it is seen what it leaves.
//!
//! Here only where such a rule asks for one of some pits to be occupied afterwards, as all that must feed the opponent
//! do. A game that goes round with a few seeds asks it of nearly every turn.

use super::super::condition::{Claim, SetRef, Test};
use super::super::machine::{Apart, Machine};
use super::super::program::{Rules, TurnForbid};
use super::{Board, Kind, Moves, Quick, QuickSide, State, Unplayed};

/// The `forbid`s of a mover that speak of whole turns.
#[derive(Clone, Debug, Default)]
pub(super) struct JudgedTurns {
    /// For each of them pits that must all be empty for it to apply.
    if_empty: Box<[u64]>,
    /// What it refuses, if it is one and of the kind that is judged here.
    refuses: Option<Refused>,
}

/// Turns that are refused.
#[derive(Clone, Copy, Debug)]
struct Refused {
    /// Those that leave these pits empty,
    leaving_empty: u64,
    /// or not even they, where all turns are such.
    unless_every: bool,
}

impl JudgedTurns {
    pub(super) fn of(rules: &Rules) -> JudgedTurns {
        let forbids = &rules.turn_forbids;
        JudgedTurns {
            if_empty: forbids
                .iter()
                .map(|forbid| forbid.empty_before.low())
                .collect(),
            refuses: match &forbids[..] {
                [forbid] => Refused::by(forbid),
                _ => None,
            },
        }
    }

    /// Whether one of them may apply to some move.
    #[inline(always)]
    pub(super) fn may_apply(&self, occupied: u64) -> bool {
        let mut judged = self.if_empty.iter();
        judged.any(|pits| pits & occupied == 0)
    }
}

impl Refused {
    /// What is refused if some pits were all empty, and others, or they, are so after the turn.
    fn by(forbid: &TurnForbid) -> Option<Refused> {
        let Test::All(tests) = &forbid.test else {
            return None;
        };
        let empty = |asks_was: bool| {
            move |test: &Test| match test {
                Test::Each(SetRef::Static(pits), Claim::Occupied { was, holds: false })
                    if *was == asks_was =>
                {
                    Some(pits.low())
                }
                _ => None,
            }
        };
        let [one, other] = &tests[..] else {
            return None;
        };
        let leaving_empty = match (empty(true)(one), empty(true)(other)) {
            (Some(_), None) => empty(false)(other)?,
            (None, Some(_)) => empty(false)(one)?,
            _ => return None,
        };
        Some(Refused {
            leaving_empty,
            unless_every: forbid.unless_every,
        })
    }
}

/// Lists the moves of a position in which turns are judged.
pub(super) struct JudgeTurns<'a, 'p, B, const MORE: bool> {
    pub quick: &'a Quick<'p, B, MORE>,
    pub side: &'a QuickSide,
    pub state: &'a State<B>,
    pub occupied: u64,
}

impl<B: Board, const MORE: bool> Apart for JudgeTurns<'_, '_, B, MORE> {
    /// The pits that may be lifted from; `None` if that is not to be told so.
    type Output = Option<u64>;

    #[inline(always)]
    fn go<M: Machine>(self) -> Option<u64> {
        let JudgeTurns {
            quick,
            side,
            state,
            occupied,
        } = self;
        let refused = side.judged.refuses?;
        let pits = match (quick.rules.kind, &quick.rules.steps) {
            (Kind::Whole, _) => side.from & occupied,
            // A pit that is picked is not judged.
            (_, Some(_)) if state.kept.pick > 0 => return None,
            (_, Some(steps)) if steps.sides[state.mover % 2].both(state) == 0 => {
                quick.begins::<M>(steps, side, state, occupied)?
            }
            _ => return None,
        };
        let (mut legal, mut refused_only) = (0, 0);
        let moves = Moves {
            whole: pits,
            ..Moves::default()
        };
        for index in 0..M::ones(pits) {
            let drawn = quick.nth::<M>(side, state, &moves, &[], index);
            match quick.turn::<M>(side, &mut state.clone(), drawn) {
                Ok(did) if did.occupied & refused.leaving_empty == 0 => {
                    refused_only |= 1 << drawn.0
                }
                Ok(_) => legal |= 1 << drawn.0,
                Err(Unplayed::Endless(_)) => {}
                Err(Unplayed::General) => return None,
            }
        }
        Some(match legal {
            0 if refused.unless_every => refused_only,
            legal => legal,
        })
    }
}
