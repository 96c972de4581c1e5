//! Blocks of games: handed out in the order of their numbers, kept where somebody keeps them, and none begun after
//! the run is told to stop.

use rayon::prelude::*;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How many games make a block of those that are [kept](Keeper). The first block begins with game 0.
pub const BLOCK: u64 = 1_024;

/// What whoever plays games and whoever waits for them share.
#[derive(Debug, Default)]
pub struct Watch {
    /// Games played so far.
    pub done: AtomicU64,
    /// Games that need not be played, because they were kept.
    pub kept: AtomicU64,
    /// Set by whoever wants the run to stop. Blocks in hand are finished, and none is begun.
    pub stop: Arc<AtomicBool>,
}

impl Watch {
    /// Whether the run is to stop.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn count(&self, counter: &AtomicU64, games: &Range<u64>) {
        counter.fetch_add(games.end - games.start, Ordering::Relaxed);
    }
}

/// Whoever keeps what came of blocks of games, so that they need not be played again.
pub trait Keeper<T>: Sync {
    /// What came of these games, the first of a block or all of it, if just that is kept.
    fn kept(&self, games: &Range<u64>) -> Option<T>;

    /// Keeps what came of these games, the first of a block or all of it. `false` if that is not possible, and the
    /// run had better stop.
    fn keep(&self, games: &Range<u64>, came: &T) -> bool;
}

/// What came of these games: what the keeper has, or what is played now, which he is given.
pub(crate) fn kept_or_played<T>(
    games: Range<u64>,
    keeper: Option<&dyn Keeper<T>>,
    watch: &Watch,
    play: impl FnOnce(Range<u64>) -> T,
) -> T {
    if let Some(kept) = keeper.and_then(|keeper| keeper.kept(&games)) {
        watch.count(&watch.kept, &games);
        return kept;
    }
    let came = play(games.clone());
    watch.count(&watch.done, &games);
    keep(&games, keeper, &came, watch);
    came
}

/// Gives to a keeper what came of games that were played; if he cannot keep it, the run stops.
pub(crate) fn keep<T>(games: &Range<u64>, keeper: Option<&dyn Keeper<T>>, came: &T, watch: &Watch) {
    if keeper.is_some_and(|keeper| !keeper.keep(games, came)) {
        watch.stop.store(true, Ordering::Relaxed);
    }
}

/// Does something with these games, so many at a time, on the threads of the current rayon pool, and adds up what
/// comes of it. They are handed out in order: if the run is stopped, what was done are the first of them.
pub(crate) fn in_blocks<T: Send>(
    games: Range<u64>,
    size: u64,
    watch: &Watch,
    block: impl Fn(Range<u64>) -> T + Sync + Send,
    none: impl Fn() -> T + Sync + Send,
    add: impl Fn(T, T) -> T + Sync + Send,
) -> T {
    let Range { start, end } = games;
    (0..(end - start).div_ceil(size))
        .take_while(|_| !watch.stopped())
        .par_bridge()
        .map(|number| {
            let first = start + number * size;
            block(first..(first + size).min(end))
        })
        .reduce(none, add)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_is_stopped_has_done_the_first_blocks() {
        let watch = Watch::default();
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(4)
            .build()
            .unwrap();
        let done = pool.install(|| {
            in_blocks(
                0..1_000_000,
                10,
                &watch,
                |games| {
                    if games.start == 5_000 {
                        watch.stop.store(true, Ordering::Relaxed);
                    }
                    vec![games]
                },
                Vec::new,
                |one, other| [one, other].concat(),
            )
        });
        let mut starts: Vec<u64> = done.iter().map(|games| games.start).collect();
        starts.sort_unstable();
        let first: Vec<u64> = (0..starts.len() as u64).map(|block| 10 * block).collect();
        assert_eq!(starts, first);
        assert!(starts.len() > 500 && starts.len() < 100_000);
    }
}
