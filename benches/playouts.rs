//! Random games of Kiothi, one thread: the compiled rules against an engine written for this game alone.

#[path = "handwritten/kiothi.rs"]
mod handwritten;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kiothi::engine::Program;
use kiothi::players::Uniform;
use kiothi::rules::{Files, load};
use kiothi::simulate::{Run, Tally, play_block};
use std::hint::black_box;
use std::time::Instant;

/// Games in one measurement.
const GAMES: u64 = 2_000;

struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        std::fs::read(path).map_err(|error| error.to_string())
    }
}

fn program() -> Program {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/variants/kiothi/kiothi.mancala"
    );
    let variant = load(path, &Disk).variant.expect("the rules are right");
    Program::compile(&variant.ruleset)
}

fn compiled(program: &Program, games: u64) -> Tally {
    let run = Run {
        games,
        seed: 1,
        max_turns: 10_000,
        max_laps: u64::MAX,
    };
    play_block(program, [Uniform; 2], run, 0..games)
}

fn playouts(criterion: &mut Criterion) {
    let program = program();
    let mut group = criterion.benchmark_group("playouts of Kiothi");
    group.throughput(Throughput::Elements(GAMES));
    group.bench_function("compiled", |bench| {
        bench.iter(|| compiled(&program, black_box(GAMES)));
    });
    group.bench_function("hand-written", |bench| {
        bench.iter(|| handwritten::playouts(1, black_box(GAMES)));
    });
    group.finish();
}

/// Plays many games with both and tells in words how they compare: that they play the same game, and how
/// fast. The best of several times is taken, the two by turns, so that what else the machine does weighs
/// the least.
fn comparison(_: &mut Criterion) {
    const MANY: u64 = 50_000;
    let program = program();
    let (mut tally, mut totals) = (None, None);
    let mut best = [0f64; 2];
    let rate = |since: Instant| MANY as f64 / since.elapsed().as_secs_f64();
    for _ in 0..7 {
        let since = Instant::now();
        tally = Some(black_box(compiled(&program, MANY)));
        best[0] = best[0].max(rate(since));
        let since = Instant::now();
        totals = Some(black_box(handwritten::playouts(1, MANY)));
        best[1] = best[1].max(rate(since));
    }
    let (Some(tally), Some(totals)) = (tally, totals) else {
        return;
    };
    let turns: u64 = (0..)
        .zip(&tally.turns)
        .map(|(turns, games)| turns * games)
        .sum();
    let rows = [
        (
            "turns a game",
            turns,
            tally.games,
            totals.turns,
            totals.games,
        ),
        (
            "laps a sowing",
            tally.laps,
            tally.sowings,
            totals.laps,
            totals.sowings,
        ),
        (
            "won by South",
            tally.won[0],
            tally.games,
            totals.won[0],
            totals.games,
        ),
        (
            "won by North",
            tally.won[1],
            tally.games,
            totals.won[1],
            totals.games,
        ),
        (
            "drawn",
            tally.drawn,
            tally.games,
            totals.drawn,
            totals.games,
        ),
        (
            "captures a game",
            tally.applied[1],
            tally.games,
            totals.captures,
            totals.games,
        ),
        (
            "bonuses a game",
            tally.applied[2],
            tally.games,
            totals.bonus,
            totals.games,
        ),
    ];
    println!("{:<16} {:>9} {:>12}", "", "compiled", "hand-written");
    for (what, ours, of, theirs, of_theirs) in rows {
        let [ours, theirs] = [ours as f64 / of as f64, theirs as f64 / of_theirs as f64];
        println!("{what:<16} {ours:>9.3} {theirs:>12.3}");
    }
    let [ours, theirs] = best;
    println!("{:<16} {ours:>9.0} {theirs:>12.0}", "games a second");
    println!(
        "The compiled rules play at {:.0} % of the speed of the hand-written engine, which is {:.2} times as fast.",
        100.0 * ours / theirs,
        theirs / ours
    );
}

criterion_group!(benches, playouts, comparison);
criterion_main!(benches);
