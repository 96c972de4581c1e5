//! The opening on the hot path: redistributions made on the board as it is held here, where they are of the plain kind
//! that any choice of pits is allowed. Who chooses is no matter of the engine.

use super::super::condition::SetRef;
use super::super::machine::Machine;
use super::super::pits::PitSet;
use super::super::program::{CompiledRedistribution, Program};
use super::super::redistribution::Openings;
use super::{Board, QuickGame};
use crate::rules::ruleset::Quantity;

/// What may be done in the opening, and what follows when it is over.
#[derive(Clone, Debug)]
pub(super) struct QuickOpening {
    players: [Redistributes; 2],
    marks: Box<[Marked]>,
    keeps_empty: bool,
}

/// What a player may do.
#[derive(Clone, Debug)]
struct Redistributes {
    /// The pits that he may empty, where they are occupied,
    from: u64,
    /// and how many of them, at least and at most.
    quantity: (usize, usize),
    /// Where their seeds may go,
    into: u64,
    /// into the emptied ones too or not.
    refill: bool,
}

/// Pits that are marked when the opening is over.
#[derive(Clone, Copy, Debug)]
struct Marked {
    mark: usize,
    pits: u64,
    /// Only those that are occupied, or only those that are empty.
    filled: Option<bool>,
}

impl QuickOpening {
    pub(super) fn of(program: &Program) -> Option<QuickOpening> {
        let players = program.sides.each_ref().map(|rules| {
            let rule = rules.redistribution.as_ref()?;
            Redistributes::of(program, rule)
        });
        let [Some(south), Some(north)] = players else {
            return None;
        };
        // Each has the pits that he must empty, whatever the other does.
        let mine = |player: &Redistributes| {
            let (least, _) = player.quantity;
            let occupied = program.start.board.occupied(program.chunks).low();
            (player.from & occupied).count_ones() as usize >= least
        };
        if south.from & north.from != 0 || !mine(&south) || !mine(&north) {
            return None;
        }
        let mut marks = Vec::new();
        for (slots, sets) in &program.opening_marks {
            for (&mark, set) in slots.iter().zip(sets) {
                let (pits, filled) = of_start(set)?;
                marks.push(Marked { mark, pits, filled });
            }
        }
        Some(QuickOpening {
            players: [south, north],
            marks: marks.into(),
            keeps_empty: program.keeps_empty_at_opening,
        })
    }
}

impl Redistributes {
    fn of(program: &Program, rule: &CompiledRedistribution) -> Option<Redistributes> {
        let (from, filled) = of_start(&rule.from)?;
        let (into, whatever) = of_start(&rule.into)?;
        let quantity = match rule.quantity {
            Quantity::Exactly(number) => (usize::from(number), usize::from(number)),
            Quantity::UpTo(number) => (0, usize::from(number)),
        };
        let into = into & program.all.low();
        // However many are emptied, there is a pit for their seeds.
        let places = into.count_ones() as usize;
        let room = places > if rule.refill { 0 } else { quantity.1 };
        (filled != Some(false) && whatever.is_none() && room).then_some(Redistributes {
            from,
            quantity,
            into,
            refill: rule.refill,
        })
    }
}

/// The pits of a set, where they are always the same but for whether they are occupied or empty.
fn of_start(set: &SetRef) -> Option<(u64, Option<bool>)> {
    match set {
        SetRef::Static(pits) => Some((pits.low(), None)),
        SetRef::Filled(pits, filled) => Some((pits.low(), Some(*filled))),
        _ => None,
    }
}

impl<B: Board, const MORE: bool> QuickGame<'_, '_, B, MORE> {
    fn opening(&self) -> Option<&QuickOpening> {
        self.quick.rules.opening.as_ref()
    }

    fn redistributes(&self) -> Option<&Redistributes> {
        let player = self.state.mover % 2;
        Some(&self.opening()?.players[player])
    }

    /// What the mover may do in the opening; `None` when it is over.
    #[inline(always)]
    pub(crate) fn openings(&self) -> Option<Openings> {
        if self.openings == 0 {
            return None;
        }
        let player = self.redistributes()?;
        let eligible = PitSet::of_low(player.from & self.occupied);
        let (least, most) = player.quantity;
        Some(Openings {
            eligible,
            quantity: (least, most.min(eligible.len())),
        })
    }

    /// Empties these pits: how many seeds that were, and where they may go.
    #[inline(always)]
    pub(crate) fn empty(&mut self, emptied: PitSet) -> (u32, PitSet) {
        let mut seeds = 0;
        for pit in emptied.iter() {
            seeds += self.state.board.get(pit) as u32;
            self.state.board.set(pit, 0);
        }
        let into = self
            .redistributes()
            .map_or(0, |player| match player.refill {
                true => player.into,
                false => player.into & !emptied.low(),
            });
        (seeds, PitSet::of_low(into))
    }

    /// Puts a seed into a pit.
    #[inline(always)]
    pub(crate) fn place(&mut self, pit: usize) {
        let seeds = self.state.board.get(pit) as u32;
        self.state.board.set(pit, seeds + 1);
    }

    /// All are placed: the opponent is next, or the opening is over.
    #[inline(always)]
    pub(crate) fn redistributed<M: Machine>(&mut self) {
        self.turns += 1;
        self.state.mover ^= 1;
        self.openings -= 1;
        self.occupied = self.state.board.occupied::<M>();
        if self.openings > 0 {
            return;
        }
        if let Some(opening) = &self.quick.rules.opening {
            for marked in &opening.marks {
                let filled = match marked.filled {
                    None => u64::MAX,
                    Some(true) => self.occupied,
                    Some(false) => !self.occupied,
                };
                self.state.kept.marks[marked.mark] |= marked.pits & filled;
            }
            if opening.keeps_empty {
                self.state.kept.empty_at_opening = !self.occupied & self.quick.rules.all;
            }
        }
        self.arrive::<M>(true);
    }
}
