//! Counting sequences of moves: the usual way to show that two engines play the same game.

use super::choices::Choices;
use super::game::Game;
use super::observe::Nobody;
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
    if game.position().openings > 0 {
        return program
            .redistributions(game.position())
            .map(|made| {
                let mut after = game.clone();
                after.redistribute(&made);
                of_game(&after, depth - 1)
            })
            .sum();
    }
    super::quick::perft(game, depth).unwrap_or_else(|| sowings(game, depth))
}

/// The sequences of so many sowings from where a game stands.
pub(super) fn sowings(game: &Game<'_>, depth: usize) -> u64 {
    let program = game.program();
    let mut choices = Choices::default();
    program.choices(game.position(), &mut choices);
    choices
        .iter()
        .map(|choice| {
            if depth == 1 {
                // What the last move leads to is not looked at.
                let mut last = game.position().clone();
                return u64::from(program.make(&mut last, choice, &mut Nobody).is_ok());
            }
            let mut after = game.clone();
            match after.play_choice(choice, &mut Nobody) {
                Ok(_) if after.end().is_none() => sowings(&after, depth - 1),
                _ => 0,
            }
        })
        .sum()
}
