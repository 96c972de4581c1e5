//! Random games of Kiothi and Kalah on one thread, and sequences of moves: the compiled rules against engines
//! written for one game alone; and two threads against one.

mod handwritten;
mod measured;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use handwritten::kalah;
use kiothi::engine::perft;
use measured::{DEPTH, LEAVES, played, played_on, program, threads};
use std::hint::black_box;

/// Games in one measurement.
const GAMES: u64 = 2_000;

fn playouts(criterion: &mut Criterion) {
    type Written = fn(u64);
    let games: [(&str, &str, Written); 2] = [
        ("Kiothi", "kiothi/kiothi", |games| {
            black_box(handwritten::kiothi::playouts(1, games));
        }),
        ("Kalah", "family/kalah", |games| {
            black_box(kalah::playouts(1, games));
        }),
    ];
    for (name, path, written) in games {
        let program = program(path);
        let mut group = criterion.benchmark_group(format!("playouts of {name}"));
        group.throughput(Throughput::Elements(GAMES));
        group.bench_function("compiled", |bench| {
            bench.iter(|| played(&program, 1, black_box(GAMES)));
        });
        group.bench_function("hand-written", |bench| {
            bench.iter(|| written(black_box(GAMES)));
        });
        group.finish();
    }
}

fn sequences(criterion: &mut Criterion) {
    let program = program("family/kalah");
    let mut group = criterion.benchmark_group("perft of Kalah");
    group
        .throughput(Throughput::Elements(LEAVES))
        .sample_size(10);
    group.bench_function("compiled", |bench| {
        bench.iter(|| perft(&program, program.start(), black_box(DEPTH)));
    });
    group.bench_function("hand-written", |bench| {
        bench.iter(|| kalah::perft(black_box(DEPTH)));
    });
    group.finish();
}

fn in_parallel(criterion: &mut Criterion) {
    const MANY: u64 = 20 * GAMES;
    let program = program("kiothi/kiothi");
    let mut group = criterion.benchmark_group("playouts of Kiothi on threads");
    group.throughput(Throughput::Elements(MANY)).sample_size(10);
    for number in [1, 2] {
        let pool = threads(number);
        group.bench_function(number.to_string(), |bench| {
            bench.iter(|| played_on(&pool, &program, black_box(MANY)));
        });
    }
    group.finish();
}

/// Tells in words how each compares with its baseline, which criterion does not.
fn comparison(_: &mut Criterion) {
    println!("\nRates a second, and what they are beside their baseline:");
    for ratio in measured::ratios() {
        let target = ratio
            .target
            .map_or_else(String::new, |target| format!(" (to be {target:.1})"));
        println!(
            "{:<37} {:>11.0} {:>17} {:>11.0} {:>6.2}{target}",
            ratio.what,
            ratio.ours,
            ratio.of,
            ratio.theirs,
            ratio.ratio()
        );
    }
}

criterion_group!(benches, playouts, sequences, in_parallel, comparison);
criterion_main!(benches);
