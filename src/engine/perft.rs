//! Counting sequences of moves: the usual way to show that two engines play the same game.

use super::choices::Choices;
use super::game::Game;
use super::machine::Work;
use super::observe::Nobody;
use super::plan::Shape;
use super::position::Position;
use super::program::Program;

/// Counts the sequences of exactly so many moves from a position. One sowing is one move, so is a redistribution,
/// and so is a pit taken by choice; a pass is none. A game that ends before counts for nothing. Every sequence
/// is played out.
///
/// ```
/// use kiothi::engine::{Program, perft};
/// use kiothi::rules::{Memory, load};
/// let text = r#"language 1
/// game "One lap"
/// board { rows 2; pits 3 }
/// setup { place 2 seeds in each own pit }
/// turn { from an occupied own pit; lift all; sow counterclockwise }
/// lap ends { stop }
/// "#;
/// let variant = load("v.mancala", &Memory::from([("v.mancala", text)])).variant.unwrap();
/// let program = Program::compile(&variant.ruleset);
/// assert_eq!(perft(&program, program.start(), 2), 9);
/// ```
pub fn perft(program: &Program, position: Position, depth: u32) -> u64 {
    of_game(&Game::from(program, position), depth as usize)
}

fn of_game(game: &Game<'_>, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    if game.end().is_some() {
        return 0;
    }
    let program = game.program();
    if game.position().openings == 0 {
        return program.shaped(Sowings { game, depth });
    }
    program
        .redistributions(game.position())
        .map(|made| {
            let mut after = game.clone();
            after.redistribute(&made);
            of_game(&after, depth - 1)
        })
        .sum()
}

/// The sequences of so many sowings from where a game stands.
struct Sowings<'g, 'p> {
    game: &'g Game<'p>,
    depth: usize,
}

/// A game on the way, with its choices and the one of them to be played next.
struct Level<'p> {
    game: Game<'p>,
    choices: Choices,
    next: u32,
}

impl Work for Sowings<'_, '_> {
    type Output = u64;

    // A loop over levels, not a function that calls itself: that could not be compiled for the machine.
    #[inline(always)]
    fn go<const N: usize, S: Shape>(self) -> u64 {
        let program = self.game.program();
        let mut levels: Vec<Level<'_>> = (0..self.depth)
            .map(|_| Level {
                game: self.game.clone(),
                choices: Choices::default(),
                next: 0,
            })
            .collect();
        let (mut sum, mut at) = (0, 0);
        program.choices_in::<N, S>(self.game.position(), &mut levels[0].choices);
        loop {
            let (above, below) = levels.split_at_mut(at + 1);
            let here = &mut above[at];
            let Some(after) = below.first_mut() else {
                // What the last move leads to is not looked at.
                for number in 0..here.choices.len() {
                    let choice = here.choices.get_in::<S>(number);
                    let mut last = here.game.position().clone();
                    let made = program.make_in::<N, S, Nobody>(&mut last, choice, &mut Nobody);
                    sum += u64::from(made.is_ok());
                }
                if at == 0 {
                    return sum;
                }
                at -= 1;
                continue;
            };
            if here.next == here.choices.len() {
                if at == 0 {
                    return sum;
                }
                at -= 1;
                continue;
            }
            let choice = here.choices.get_in::<S>(here.next);
            here.next += 1;
            after.game.clone_from(&here.game);
            let made = after
                .game
                .play_choice_in::<N, S, Nobody>(choice, &mut Nobody);
            if made.is_ok() && after.game.end().is_none() {
                program.choices_in::<N, S>(after.game.position(), &mut after.choices);
                after.next = 0;
                at += 1;
            }
        }
    }
}
