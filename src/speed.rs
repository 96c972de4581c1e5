//! How fast a variant is played: measured on this thread alone, in a time that is said beforehand.
//!
//! Half of the time random games are played, one after the other; half of it sequences of moves are counted
//! ([`perft`]). What is measured is what every other command does: the same games, the same interpreter.

use crate::engine::{Game, Position, Program, perft};
use crate::players::Uniform;
use crate::players::rng::Random;
use crate::simulate::{Run, Tally, play_block, random_move};
use std::time::{Duration, Instant};

/// The turn and the lap after which a game is left unfinished, so that no single game takes long.
const MOST_TURNS: u32 = 10_000;
const MOST_LAPS: u64 = 10_000_000;
/// The most moves of a sequence.
const DEEPEST: u32 = 64;

/// What was played, and in which time.
#[derive(Clone, Copy, Debug)]
pub struct Speed {
    /// Games played.
    pub games: u64,
    /// Turns of these games, the redistributions of the opening counted in.
    pub turns: u64,
    /// Laps of these games.
    pub laps: u64,
    /// How long that took.
    pub playing: Duration,
    /// How many moves a sequence has: as many as can be counted in the time. 0 where no game has a move.
    pub depth: u32,
    /// Sequences counted, each played out.
    pub nodes: u64,
    /// How long that took.
    pub counting: Duration,
}

/// So many in this time, as so many a second.
pub fn a_second(number: u64, time: Duration) -> f64 {
    number as f64 / time.as_secs_f64().max(1e-9)
}

/// Measures how fast a program is played, in about this time: what has been begun is finished, a few games or a
/// count.
pub fn measure(program: &Program, seed: u64, time: Duration) -> Speed {
    let half = time / 2;
    let (tally, playing) = play(program, seed, half);
    let (depth, nodes, counting) = count(program, seed, half);
    Speed {
        games: tally.games,
        turns: (0..)
            .zip(&tally.turns)
            .map(|(turns, games): (u64, _)| turns * games)
            .sum(),
        laps: tally.laps,
        playing,
        depth,
        nodes,
        counting,
    }
}

/// Plays games until the time is over.
fn play(program: &Program, seed: u64, time: Duration) -> (Tally, Duration) {
    let mut tally = Tally::new(program);
    // The clock is looked at after so many games, as many as take about a hundredth of the time.
    let mut batch = 1;
    let since = Instant::now();
    loop {
        let begun = Instant::now();
        let run = Run {
            games: tally.games + batch,
            seed,
            max_turns: MOST_TURNS,
            max_laps: MOST_LAPS,
        };
        let games = tally.games..run.games;
        tally.add(&play_block(program, [Uniform; 2], run, games));
        if since.elapsed() >= time {
            return (tally, since.elapsed());
        }
        if begun.elapsed() < time / 100 {
            batch *= 2;
        }
    }
}

/// Counts sequences of ever more moves, as long as the next count can be expected to end in time, and then the
/// longest ones again until the time is over.
fn count(program: &Program, seed: u64, time: Duration) -> (u32, u64, Duration) {
    let position = after_opening(program, seed);
    let (mut best, mut before) = ((0, 0, Duration::ZERO), 1);
    let since = Instant::now();
    for depth in 1..=DEEPEST {
        let begun = Instant::now();
        let nodes = perft(program, position.clone(), depth);
        if nodes == 0 {
            // No game goes on for so long.
            break;
        }
        best = (depth, nodes, begun.elapsed());
        let branching = nodes as f64 / before as f64;
        before = nodes;
        if since.elapsed() + best.2.mul_f64(branching.max(1.0) * 1.5) > time {
            break;
        }
    }
    let (depth, nodes, took) = best;
    let (mut times, mut counting) = (1, took);
    while depth > 0 && since.elapsed() + took <= time {
        let begun = Instant::now();
        std::hint::black_box(perft(program, position.clone(), depth));
        counting += begun.elapsed();
        times += 1;
    }
    (depth, times * nodes, counting)
}

/// The position after a random opening, where there is one: it has too many moves to count sequences of.
fn after_opening(program: &Program, seed: u64) -> Position {
    let mut game = Game::new(program);
    let mut random = Random::for_game(seed, 0);
    while game.position().openings > 0 {
        if random_move(&mut game, &mut Uniform, &mut random).is_none() {
            break;
        }
    }
    game.position().clone()
}
