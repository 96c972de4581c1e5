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
    let game = Game::from(program, position);
    let mut choices = vec![Choices::default(); depth as usize];
    of_game(&game, &mut choices)
}

fn of_game(game: &Game<'_>, choices: &mut [Choices]) -> u64 {
    let Some((here, below)) = choices.split_first_mut() else {
        return 1;
    };
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
                of_game(&after, below)
            })
            .sum();
    }
    program.choices(game.position(), here);
    let mut sum = 0;
    for choice in here.iter() {
        if below.is_empty() {
            // What the last move leads to is not looked at.
            let mut after = game.position().clone();
            sum += u64::from(program.make(&mut after, choice, &mut Nobody).is_ok());
            continue;
        }
        let mut after = game.clone();
        if after.play_choice(choice, &mut Nobody).is_ok() {
            sum += of_game(&after, below);
        }
    }
    sum
}
