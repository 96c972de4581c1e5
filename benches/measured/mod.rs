//! What the benches measure, each beside its baseline in the same run.
#![allow(dead_code, reason = "not every bench needs all of it")]

use super::handwritten::{self, kalah};
use kiothi::disk::Disk;
use kiothi::engine::{Program, perft};
use kiothi::players::Uniform;
use kiothi::rules::load;
use kiothi::simulate::{Run, Tally, Watch, play_block, simulate};
use std::hint::black_box;
use std::time::Instant;

/// The moves that sequences are counted of.
pub const DEPTH: u32 = 7;
/// How many sequences there are.
pub const LEAVES: u64 = 114_430;

/// A variant that is shipped, compiled.
pub fn program(path: &str) -> Program {
    let path = format!("{}/variants/{path}.mancala", env!("CARGO_MANIFEST_DIR"));
    let variant = load(&path, &Disk).variant.expect("the rules are right");
    Program::compile(&variant.ruleset)
}

fn run(seed: u64, games: u64) -> Run {
    Run {
        games,
        seed,
        max_turns: 10_000,
        max_laps: u64::MAX,
    }
}

/// Plays games on this thread.
pub fn played(program: &Program, seed: u64, games: u64) -> Tally {
    play_block(program, [Uniform; 2], run(seed, games), 0..games)
}

/// Plays one game more on this thread, for no more than so many turns.
pub fn one_more(program: &Program, first: u64, max_turns: u32) -> Tally {
    let run = Run {
        max_turns,
        ..run(1, first + 1)
    };
    play_block(program, [Uniform; 2], run, first..first + 1)
}

/// Plays games on so many threads.
pub fn played_on(pool: &rayon::ThreadPool, program: &Program, games: u64) -> Tally {
    pool.install(|| {
        simulate(
            program,
            [Uniform; 2],
            run(1, games),
            None,
            &Watch::default(),
        )
    })
}

/// So many threads.
pub fn threads(number: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new()
        .num_threads(number)
        .build()
        .expect("threads start")
}

/// How fast something is, and what it is measured beside.
pub struct Ratio {
    pub what: &'static str,
    pub of: &'static str,
    /// A second.
    pub ours: f64,
    pub theirs: f64,
    /// What the ratio is to be at least, where that is said.
    pub target: Option<f64>,
}

impl Ratio {
    pub fn ratio(&self) -> f64 {
        self.ours / self.theirs
    }
}

/// The rates of two kinds of work, each of so much, told by which time it is done. They are done by turns, in pieces
/// of a few milliseconds, many times, and the best is taken: so that what else the machine does weighs the least.
fn by_turns(
    times: u64,
    amount: u64,
    mut ours: impl FnMut(u64),
    mut theirs: impl FnMut(u64),
) -> [f64; 2] {
    let mut best = [0f64; 2];
    for time in 1..=times {
        let works: [&mut dyn FnMut(u64); 2] = [&mut ours, &mut theirs];
        for (best, work) in best.iter_mut().zip(works) {
            let since = Instant::now();
            work(time);
            *best = best.max(amount as f64 / since.elapsed().as_secs_f64());
        }
    }
    best
}

/// All ratios.
pub fn ratios() -> Vec<Ratio> {
    const OFTEN: u64 = 300;
    const GAMES: u64 = 1_000;
    let [of_kiothi, of_kalah] = ["kiothi/kiothi", "family/kalah"].map(program);
    assert_eq!(perft(&of_kalah, of_kalah.start(), DEPTH), LEAVES);
    assert_eq!(kalah::perft(DEPTH), LEAVES);
    let [one, two] = [1, 2].map(threads);
    let ratio = |what, of, [ours, theirs]: [f64; 2], target| Ratio {
        what,
        of,
        ours,
        theirs,
        target,
    };
    vec![
        ratio(
            "Kiothi from the file, playouts",
            "written by hand",
            by_turns(
                OFTEN,
                GAMES,
                |seed| _ = black_box(played(&of_kiothi, seed, GAMES)),
                |seed| _ = black_box(handwritten::kiothi::playouts(seed, GAMES)),
            ),
            Some(1.0),
        ),
        ratio(
            "Kalah from the file, playouts",
            "written by hand",
            by_turns(
                OFTEN,
                4 * GAMES,
                |seed| _ = black_box(played(&of_kalah, seed, 4 * GAMES)),
                |seed| _ = black_box(kalah::playouts(seed, 4 * GAMES)),
            ),
            Some(0.7),
        ),
        ratio(
            "Kalah from the file, leaves of perft",
            "written by hand",
            by_turns(
                OFTEN,
                LEAVES,
                |_| _ = black_box(perft(&of_kalah, of_kalah.start(), black_box(DEPTH))),
                |_| _ = black_box(kalah::perft(black_box(DEPTH))),
            ),
            None,
        ),
        ratio(
            "Kiothi on two threads, playouts",
            "on one",
            by_turns(
                OFTEN / 10,
                20 * GAMES,
                |_| _ = black_box(played_on(&two, &of_kiothi, 20 * GAMES)),
                |_| _ = black_box(played_on(&one, &of_kiothi, 20 * GAMES)),
            ),
            Some(1.9),
        ),
    ]
}
