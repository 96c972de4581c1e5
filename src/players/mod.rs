//! Players: who chooses among the moves a variant allows.
//!
//! A player sees the position and its choices, and nothing of how a game is run. Random numbers come from
//! the game's own generator, so that a game is told by its seed and index.

pub mod rng;

use crate::engine::{Choices, MOST, Openings, PitSet, Position, Program, Redistribution};
use rng::Random;

/// Chooses moves.
pub trait Player {
    /// Whether it chooses by [`evenly`], whatever there is to choose from, and redistributes by [`pits_evenly`] and
    /// [`place_evenly`]: then nobody need list it.
    const EVENLY: bool = false;

    /// Its name, as results tell it.
    fn name(&self) -> &'static str;

    /// Chooses a redistribution in the opening: one that the rules allow.
    fn redistribute(
        &mut self,
        program: &Program,
        position: &Position,
        openings: &Openings,
        random: &mut Random,
    ) -> Redistribution;

    /// Chooses one of the choices, of which there is at least one. If it turns out not to be legal it is
    /// struck out, and the player is asked again.
    fn choose(
        &mut self,
        program: &Program,
        position: &Position,
        choices: &Choices,
        random: &mut Random,
    ) -> u32;
}

/// The random player: every legal move is as likely as the other. In the opening it picks the pits to
/// empty, each choice that the variant allows being as likely as the other, and then puts each seed into a
/// pit picked from those allowed, each as likely as the other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl Player for Uniform {
    const EVENLY: bool = true;

    fn name(&self) -> &'static str {
        "random"
    }

    fn redistribute(
        &mut self,
        program: &Program,
        position: &Position,
        openings: &Openings,
        random: &mut Random,
    ) -> Redistribution {
        // A choice that leaves no pit for its seeds is not allowed, and another is drawn; there is always one
        // that is, and such choices are few among many.
        let (emptied, seeds, placeable) = loop {
            let emptied = pits_evenly(openings, random);
            let seeds: u16 = emptied.iter().map(|pit| position.board.get(pit)).sum();
            let placeable = program.placeable(position, emptied);
            if seeds == 0 || !placeable.is_empty() {
                break (emptied, seeds, placeable);
            }
        };
        let mut made = Redistribution::nothing();
        made.emptied = emptied;
        place_evenly(seeds.into(), placeable, random, |pit| {
            *made.placed.get_mut(pit) += 1;
        });
        made
    }

    #[inline]
    fn choose(&mut self, _: &Program, _: &Position, choices: &Choices, random: &mut Random) -> u32 {
        evenly(choices.len(), random)
    }
}

/// One of so many choices, each as likely as the other. There must be one.
#[inline]
pub fn evenly(choices: u32, random: &mut Random) -> u32 {
    random.below(choices)
}

/// The pits to empty in the opening: each choice as likely as the other.
#[inline(always)]
pub fn pits_evenly(openings: &Openings, random: &mut Random) -> PitSet {
    let choices = openings
        .choices()
        .unwrap_or(u64::MAX)
        .min(u64::from(u32::MAX)) as u32;
    openings.choice(u64::from(random.below(choices.max(1))))
}

/// Puts so many seeds into pits, each into one of these pits, each as likely as the other.
#[inline(always)]
pub fn place_evenly(
    seeds: u32,
    placeable: PitSet,
    random: &mut Random,
    mut place: impl FnMut(usize),
) {
    let number = placeable.len() as u32;
    // Mostly they are all pits of the board, or of a row.
    if let Some(first) = placeable.first_in_a_row() {
        for _ in 0..seeds {
            place(first + random.below(number) as usize);
        }
        return;
    }
    let mut pits = [0; MOST];
    for (at, pit) in placeable.iter().enumerate() {
        pits[at] = pit as u8;
    }
    for _ in 0..seeds {
        place(usize::from(pits[random.below(number) as usize]));
    }
}

/// The player of this name, if there is one.
pub fn named(name: &str) -> Option<Uniform> {
    (name == Uniform.name()).then_some(Uniform)
}

/// The names that [`named`] knows.
pub const NAMES: &[&str] = &["random"];
