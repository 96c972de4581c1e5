//! The opening: redistributions as single moves with a structure, never listed in memory.
//!
//! There are far too many of them to list (300,450,150 for the first player of Kiothi), so they are
//! judged, drawn and counted by what they are made of: a choice of pits to empty, and a placing of their
//! seeds. They can be walked through one at a time.

use super::condition::{SetRef, Turn};
use super::pits::{Lanes, MOST, PitSet, WORD};
use super::position::Position;
use super::program::Program;
use crate::notation::{WrittenMove, pit_name};
use crate::rules::ruleset::Quantity;
use std::collections::BTreeMap;

/// A redistribution: the pits that are emptied, and how many of their seeds go into each pit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redistribution {
    /// The pits that are emptied.
    pub emptied: PitSet,
    /// The seeds that each pit gets.
    pub placed: Lanes,
}

impl Redistribution {
    /// One that empties nothing.
    pub fn nothing() -> Self {
        Redistribution {
            emptied: PitSet::EMPTY,
            placed: Lanes::default(),
        }
    }

    /// In notation.
    pub fn written(&self) -> WrittenMove {
        WrittenMove::Redistribute {
            emptied: self.emptied.iter().collect(),
            placed: (0..MOST)
                .map(|pit| (pit, u32::from(self.placed.get(pit))))
                .filter(|(_, seeds)| *seeds > 0)
                .collect(),
        }
    }
}

/// What a player may do in the opening.
#[derive(Clone, Copy, Debug)]
pub struct Openings {
    /// The pits he may empty.
    pub eligible: PitSet,
    /// How many of them, at least and at most.
    pub quantity: (usize, usize),
}

impl Openings {
    /// In how many ways the pits to empty can be chosen; `None` past 2^64.
    pub fn choices(&self) -> Option<u64> {
        (self.quantity.0..=self.quantity.1)
            .map(|number| ways(self.eligible.len(), number))
            .try_fold(0u64, u64::checked_add)
    }

    /// The choice of this number, in a fixed order; fewer pits come first.
    pub fn choice(&self, mut index: u64) -> PitSet {
        let pits = self.eligible.len();
        for number in self.quantity.0..=self.quantity.1 {
            let here = ways(pits, number);
            if index >= here {
                index -= here;
                continue;
            }
            // Take or leave each pit, counting the choices passed over.
            let (mut set, mut left) = (PitSet::EMPTY, number);
            for (at, pit) in self.eligible.iter().enumerate() {
                if left == 0 {
                    break;
                }
                let taking = ways(pits - at - 1, left - 1);
                if index < taking {
                    set.insert(pit);
                    left -= 1;
                } else {
                    index -= taking;
                }
            }
            return set;
        }
        PitSet::EMPTY
    }
}

/// In how many pits seeds may be placed.
struct Places {
    /// Before any is emptied.
    before: usize,
    /// The pits that change it when they are emptied,
    shared: PitSet,
    /// and whether they are fewer then, or more.
    emptied_take: bool,
}

impl Places {
    /// In how many, once so many of the shared pits are emptied.
    fn after(&self, shared: usize) -> usize {
        if self.emptied_take {
            self.before - shared
        } else {
            self.before + shared
        }
    }

    /// In how many at most, once so many of these pits are emptied.
    fn most(&self, eligible: PitSet, emptied: usize) -> usize {
        let shared = PitSet(eligible.0 & self.shared.0).len();
        let others = eligible.len() - shared;
        self.after(if self.emptied_take {
            emptied.saturating_sub(others)
        } else {
            emptied.min(shared)
        })
    }
}

/// In how many ways some of the pits of a board can be chosen: looked up, for every game begins with it.
fn ways(pits: usize, number: usize) -> u64 {
    /// Pascal's triangle. Its largest number, 64 choose 32, is less than 2^61.
    static WAYS: [[u64; WORD + 1]; WORD + 1] = {
        let mut ways = [[0; WORD + 1]; WORD + 1];
        let mut n = 0;
        while n <= WORD {
            ways[n][0] = 1;
            let mut k = 1;
            while k <= n {
                ways[n][k] = ways[n - 1][k - 1] + ways[n - 1][k];
                k += 1;
            }
            n += 1;
        }
        ways
    };
    match WAYS.get(pits) {
        Some(ways) => ways.get(number).copied().unwrap_or(0),
        None => ways_of_many(pits, number),
    }
}

/// The same for a wide board, computed; the largest number there is where it is past that, which no choice's
/// own number comes up to.
#[cold]
fn ways_of_many(pits: usize, number: usize) -> u64 {
    binomial(pits as u64, number as u64)
        .and_then(|ways| u64::try_from(ways).ok())
        .unwrap_or(u64::MAX)
}

/// `n` choose `k`; `None` past 2^128.
pub fn binomial(n: u64, k: u64) -> Option<u128> {
    if k > n {
        return Some(0);
    }
    let mut result = 1u128;
    for step in 1..=u128::from(k.min(n - k)) {
        // Divisible at every step: it is a binomial coefficient itself.
        result = result.checked_mul(u128::from(n) - u128::from(k.min(n - k)) + step)? / step;
    }
    Some(result)
}

impl Program {
    /// What the mover may do in the opening; `None` when it is over.
    pub fn openings(&self, position: &Position) -> Option<Openings> {
        if position.openings == 0 {
            return None;
        }
        let rule = self.side(position.mover).redistribution.as_ref()?;
        let occupied = position.board.occupied(self.chunks);
        let eligible = PitSet(self.found(&rule.from, position).0 & occupied.0);
        let (least, most) = match rule.quantity {
            Quantity::Exactly(number) => (usize::from(number), usize::from(number)),
            Quantity::UpTo(number) => (0, usize::from(number)),
        };
        // So many may be emptied as leave a pit for their seeds.
        let places = self.places(position, occupied);
        let most = most.min(eligible.len());
        let most = match places.shared.is_empty() && places.before > 0 {
            true => most,
            false => (1..=most)
                .take_while(|&number| places.most(eligible, number) > 0)
                .last()
                .unwrap_or(0),
        };
        Some(Openings {
            eligible,
            quantity: (least, most),
        })
    }

    /// In how many pits seeds may be placed, as it depends on which are emptied.
    fn places(&self, position: &Position, occupied: PitSet) -> Places {
        let Some(rule) = &self.side(position.mover).redistribution else {
            return Places {
                before: 0,
                shared: PitSet::EMPTY,
                emptied_take: false,
            };
        };
        match &rule.into {
            SetRef::Filled(set, filled) => {
                let now = if *filled { occupied.0 } else { !occupied.0 };
                // A pit that is emptied is no longer one of the occupied; it is one of the empty, unless it
                // must stay so.
                let changed = *filled || rule.refill;
                Places {
                    before: PitSet(set.0 & now).len(),
                    shared: if changed { *set } else { PitSet::EMPTY },
                    emptied_take: *filled,
                }
            }
            set => {
                let set = self.found(set, position);
                Places {
                    before: set.len(),
                    shared: if rule.refill { PitSet::EMPTY } else { set },
                    emptied_take: true,
                }
            }
        }
    }

    fn found(&self, set: &SetRef, position: &Position) -> PitSet {
        let view = self.side(position.mover).view;
        view.found(set, position, &Turn::new(0))
            .unwrap_or(PitSet::EMPTY)
    }

    /// Where the seeds of these emptied pits may go.
    pub fn placeable(&self, position: &Position, emptied: PitSet) -> PitSet {
        let Some(rule) = &self.side(position.mover).redistribution else {
            return PitSet::EMPTY;
        };
        let set = match &rule.into {
            SetRef::Static(set) => *set,
            set => {
                let mut after = position.clone();
                for pit in emptied.iter() {
                    *after.board.get_mut(pit) = 0;
                }
                self.found(set, &after)
            }
        };
        if rule.refill {
            set
        } else {
            PitSet(set.0 & !emptied.0)
        }
    }

    /// How many legal moves the mover has, exactly, in the opening too; `None` past 2^128.
    pub fn count_moves(&self, position: &Position) -> Option<u128> {
        if position.openings > 0 {
            self.count_redistributions(position)
        } else {
            Some(self.legal_moves(position).len() as u128)
        }
    }

    /// How many distinct redistributions the mover has, exactly; `None` past 2^128.
    ///
    /// `s` seeds go into `p` pits in C(s + p − 1, p − 1) ways. The choices of pits are not gone through one by
    /// one, of which there may be millions, but counted by what matters of them: how many pits are emptied,
    /// how many seeds they hold, and how many pits that leaves to place them in.
    pub fn count_redistributions(&self, position: &Position) -> Option<u128> {
        let Openings { eligible, quantity } = self.openings(position)?;
        let places = self.places(position, position.board.occupied(self.chunks));
        // How many choices have emptied so many pits, so many of them shared, with so many seeds.
        let mut choices = BTreeMap::from([((0, 0, 0u64), 1u128)]);
        for pit in eligible.iter() {
            let shared = usize::from(places.shared.contains(pit));
            let seeds = u64::from(position.board.get(pit));
            for ((emptied, of_them, lifted), ways) in choices.clone() {
                if emptied < quantity.1 {
                    let taken = (emptied + 1, of_them + shared, lifted + seeds);
                    let sum = choices.entry(taken).or_insert(0);
                    *sum = sum.checked_add(ways)?;
                }
            }
        }
        let mut total = 0u128;
        for ((emptied, shared, seeds), ways) in choices {
            if !(quantity.0..=quantity.1).contains(&emptied) {
                continue;
            }
            let placings = match (seeds, places.after(shared) as u64) {
                (0, _) => 1,
                (_, 0) => 0,
                (seeds, pits) => binomial(seeds + pits - 1, pits - 1)?,
            };
            total = total.checked_add(ways.checked_mul(placings)?)?;
        }
        Some(total)
    }

    /// All redistributions of the mover, one at a time.
    pub fn redistributions<'a>(
        &'a self,
        position: &'a Position,
    ) -> impl Iterator<Item = Redistribution> + 'a {
        let openings = self.openings(position);
        let choices = openings
            .and_then(|openings| openings.choices())
            .unwrap_or(0);
        (0..choices).flat_map(move |index| {
            let emptied = openings.map_or(PitSet::EMPTY, |openings| openings.choice(index));
            let seeds = emptied.iter().map(|pit| position.board.get(pit)).sum();
            Placings::new(self.placeable(position, emptied), seeds)
                .map(move |placed| Redistribution { emptied, placed })
        })
    }

    /// Whether a redistribution is allowed; if not, why.
    pub(super) fn check_redistribution(
        &self,
        position: &Position,
        made: &Redistribution,
    ) -> Result<(), String> {
        let Some(openings) = self.openings(position) else {
            return Err("the opening is over".to_owned());
        };
        let name = |pit: usize| pit_name(pit, self.half());
        if let Some(pit) = made
            .emptied
            .iter()
            .find(|&pit| pit >= self.ring || !openings.eligible.contains(pit))
        {
            return Err(if pit < self.ring {
                format!("`{}` may not be emptied", name(pit))
            } else {
                "that pit is not on the board".to_owned()
            });
        }
        let number = made.emptied.len();
        let (least, most) = openings.quantity;
        if !(least..=most).contains(&number) {
            return Err(if least == most {
                format!("{number} emptied; it must be exactly {most}")
            } else {
                format!("{number} emptied; at most {most} may be")
            });
        }
        let allowed = self.placeable(position, made.emptied);
        let lifted: u32 = made
            .emptied
            .iter()
            .map(|pit| u32::from(position.board.get(pit)))
            .sum();
        let mut placed = 0;
        for pit in 0..MOST {
            let seeds = u32::from(made.placed.get(pit));
            if seeds > 0 && !allowed.contains(pit) {
                return Err(if pit < self.ring {
                    format!("no seed may be placed in `{}`", name(pit))
                } else {
                    "that pit is not on the board".to_owned()
                });
            }
            placed += seeds;
        }
        if placed != lifted {
            return Err(format!(
                "{lifted} seeds were lifted, but {placed} are placed"
            ));
        }
        Ok(())
    }

    /// Makes a redistribution that is allowed.
    pub(super) fn redistribute(&self, position: &mut Position, made: &Redistribution) {
        for pit in made.emptied.iter() {
            *position.board.get_mut(pit) = 0;
        }
        position.board.add(made.placed.chunks(self.chunks));
        position.mover = position.mover.opponent();
        position.openings -= 1;
        if position.openings == 0 {
            self.after_opening(position);
        }
    }
}

/// The ways to place so many seeds into some pits, one at a time.
struct Placings {
    pits: Vec<usize>,
    next: Option<Lanes>,
}

impl Placings {
    fn new(pits: PitSet, seeds: u16) -> Self {
        let pits: Vec<usize> = pits.iter().collect();
        let mut first = Lanes::default();
        let next = match (pits.first(), seeds) {
            (_, 0) => Some(first),
            (None, _) => None,
            (Some(&pit), seeds) => {
                *first.get_mut(pit) = seeds;
                Some(first)
            }
        };
        Placings { pits, next }
    }
}

impl Iterator for Placings {
    type Item = Lanes;

    fn next(&mut self) -> Option<Lanes> {
        let placed = self.next?;
        // The next one: the first pit that holds seeds and is not the last gives one to its neighbour and
        // the rest back to the first.
        self.next = (0..self.pits.len().saturating_sub(1))
            .find(|&at| placed.get(self.pits[at]) > 0)
            .map(|at| {
                let mut following = placed;
                let seeds = std::mem::take(following.get_mut(self.pits[at]));
                *following.get_mut(self.pits[at + 1]) += 1;
                *following.get_mut(self.pits[0]) += seeds - 1;
                following
            });
        Some(placed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn placings_are_all_there_once() {
        for (pits, seeds) in [(1, 3), (4, 0), (4, 5), (6, 3)] {
            let set: PitSet = (0..pits).collect();
            let all: Vec<Lanes> = Placings::new(set, seeds).collect();
            let distinct: HashSet<Lanes> = all.iter().copied().collect();
            let expected = binomial(u64::from(seeds) + pits as u64 - 1, pits as u64 - 1);
            assert_eq!(Some(all.len() as u128), expected);
            assert_eq!(distinct.len(), all.len());
        }
    }

    #[test]
    fn choices_of_pits_are_all_there_once() {
        let openings = Openings {
            eligible: [1, 4, 5, 9, 12].into_iter().collect(),
            quantity: (0, 2),
        };
        let all: HashSet<PitSet> = (0..16).map(|index| openings.choice(index)).collect();
        assert_eq!(openings.choices(), Some(16));
        assert_eq!(all.len(), 16);
    }
}
