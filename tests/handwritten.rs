//! The engines that speed is measured beside play the games of the files.

mod common;
#[path = "../benches/handwritten/mod.rs"]
mod handwritten;

use common::Disk;
use handwritten::kalah;
use kiothi::engine::{Program, perft};
use kiothi::players::Uniform;
use kiothi::rules::load;
use kiothi::simulate::{Run, Tally, play_block};

fn from_file(path: &str) -> Program {
    Program::compile(&load(path, &Disk).variant.unwrap().ruleset)
}

fn played(program: &Program, games: u64) -> Tally {
    let run = Run {
        games,
        seed: 2,
        max_turns: 10_000,
        max_laps: u64::MAX,
    };
    play_block(program, [Uniform; 2], run, 0..games)
}

/// Known numbers: OpenSpiel and CMancala agree on them.
const PERFT_OF_KALAH: [u64; 8] = [6, 35, 185, 942, 4_690, 23_233, 114_430, 563_055];

#[test]
fn kalah_has_as_many_sequences_of_moves_as_are_known() {
    for (depth, count) in (1..).zip(PERFT_OF_KALAH) {
        assert_eq!(kalah::perft(depth), count);
    }
    let file = from_file("variants/family/kalah.mancala");
    for (depth, count) in (1..).zip(&PERFT_OF_KALAH[..6]) {
        assert_eq!(perft(&file, file.start(), depth), *count);
    }
}

/// Two shares of so many games each differ by no more than chance.
fn alike(what: &str, one: u64, other: u64, games: u64) {
    let [one, other] = [one, other].map(|count| count as f64 / games as f64);
    let share = (one + other) / 2.0;
    let error = (2.0 * share * (1.0 - share) / games as f64).sqrt();
    assert!(
        (one - other).abs() < 4.0 * error,
        "{what}: {one} and {other}, give or take {error}"
    );
}

/// Two means over so many games each differ by less than this.
fn near(what: &str, one: u64, other: u64, games: u64, by: f64) {
    let [one, other] = [one, other].map(|sum| sum as f64 / games as f64);
    assert!((one - other).abs() < by, "{what}: {one} and {other}");
}

fn turns(tally: &Tally) -> u64 {
    let lengths = (0..).zip(&tally.turns);
    lengths.map(|(turns, games): (u64, _)| turns * games).sum()
}

#[test]
fn random_games_of_kalah_go_as_those_of_the_file() {
    const GAMES: u64 = 10_000;
    let file = played(&from_file("variants/family/kalah.mancala"), GAMES);
    let written = kalah::playouts(1, GAMES);
    alike("South", file.won[0], written.won[0], GAMES);
    alike("North", file.won[1], written.won[1], GAMES);
    alike("drawn", file.drawn, written.drawn, GAMES);
    near("turns", turns(&file), written.turns, GAMES, 0.6);
    near("again", file.applied[0], written.again, GAMES, 0.25);
    near("captures", file.applied[1], written.captures, GAMES, 0.15);
}

#[test]
fn random_games_of_kiothi_go_as_those_of_the_file() {
    const GAMES: u64 = 3_000;
    let file = played(&from_file("variants/kiothi/kiothi.mancala"), GAMES);
    let written = handwritten::kiothi::playouts(1, GAMES);
    alike("South", file.won[0], written.won[0], GAMES);
    alike("North", file.won[1], written.won[1], GAMES);
    alike("drawn", file.drawn, written.drawn, GAMES);
    alike("bonus", file.applied[2], written.bonus, GAMES);
    near("turns", turns(&file), written.turns, GAMES, 2.0);
    near("captures", file.applied[1], written.captures, GAMES, 0.7);
    // A turn of sowing has some four laps.
    let laps = |laps: u64, sowings: u64| laps as f64 / sowings as f64;
    let (ours, theirs) = (
        laps(file.laps, file.sowings),
        laps(written.laps, written.sowings),
    );
    assert!((ours - theirs).abs() < 0.05, "{ours} and {theirs}");
}
