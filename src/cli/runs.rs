//! What the commands that play many games share: the games to play, the threads to play them on, the progress.

use super::page::ReportArgument;
use super::{Format, RESULTS, UNREADABLE, complain, one_of};
use crate::experiment::{Experiment, GAMES, Length, SEEDS, USUAL_GAMES, percent};
use crate::players;
use crate::rules::Variant;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Which random games are played.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct Chance {
    /// The master seed
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(SEEDS))]
    pub(super) seed: u64,
    /// The turn after which a game is left unfinished; 100000 unless said, 10000 for `distinguish` and `play`
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(super) max_turns: Option<u32>,
}

/// The threads to play on.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct Threads {
    /// Threads to play on; as many as the machine has cores unless said. The results do not depend on it
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

#[derive(Clone, Debug, clap::Args)]
pub(super) struct RunArguments {
    /// Variant files, or folders of them; a comparison is with the first
    #[arg(required = true)]
    pub(super) paths: Vec<PathBuf>,
    /// How to print the results
    #[arg(long, value_parser = one_of(&RESULTS), default_value = "table")]
    pub(super) format: Format,
    #[command(flatten)]
    pub(super) report: ReportArgument,
    /// How many games of each variant
    #[arg(long, default_value_t = USUAL_GAMES, value_parser = clap::value_parser!(u64).range(GAMES))]
    games: u64,
    /// Instead of a number of games: play until South's share is known as closely as this, like 0.5%
    #[arg(long, value_parser = precision, conflicts_with = "games", value_name = "PERCENT")]
    until: Option<f64>,
    /// South's player and North's
    #[arg(long, value_delimiter = ',', num_args = 1, default_values = ["random", "random"])]
    players: Vec<String>,
    #[command(flatten)]
    chance: Chance,
    #[command(flatten)]
    pub(super) threads: Threads,
}

impl RunArguments {
    /// The experiment that these arguments ask for.
    ///
    /// # Errors
    ///
    /// The exit code, once what is wrong has been said.
    pub(super) fn experiment(&self, variants: Vec<Variant>) -> Result<Experiment, u8> {
        let unsaid = Experiment::of(variants);
        let mut players = Vec::new();
        for name in &self.players {
            let Some(player) = players::named(name) else {
                complain(&format!(
                    "error: there is no player `{name}`; the players are {}\n",
                    players::NAMES.join(", ")
                ));
                return Err(UNREADABLE);
            };
            players.push(player);
        }
        let [south, north] = players[..] else {
            complain("error: --players takes two, like random,random\n");
            return Err(UNREADABLE);
        };
        Ok(Experiment {
            length: match self.until {
                Some(half_width) => Length::Until(half_width),
                None => Length::Games(self.games),
            },
            seed: self.chance.seed,
            max_turns: self.chance.max_turns.unwrap_or(unsaid.max_turns),
            players: [south, north],
            ..unsaid
        })
    }
}

/// Plays an experiment on these threads, and shows the progress.
///
/// # Errors
///
/// The exit code, once what is wrong has been said.
pub(super) fn played<'e, T: Send>(
    experiment: &'e Experiment,
    threads: Threads,
    work: impl FnOnce(&'e Experiment, &AtomicU64) -> T + Send,
) -> Result<T, u8> {
    on(threads, experiment.expected_games(), |done| {
        work(experiment, done)
    })
}

/// Plays so many games on these threads, and shows the progress.
///
/// # Errors
///
/// The exit code, once what is wrong has been said.
pub(super) fn on<T: Send>(
    threads: Threads,
    games: u64,
    work: impl FnOnce(&AtomicU64) -> T + Send,
) -> Result<T, u8> {
    let pool = threads.pool()?;
    let done = AtomicU64::new(0);
    Ok(with_progress(&done, games, || pool.install(|| work(&done))))
}

pub(super) fn precision(text: &str) -> Result<f64, String> {
    percent(text).ok_or_else(|| "expected a percentage from 0.01% to 50%".to_owned())
}

impl Threads {
    /// Does something on these threads that takes no time worth telling.
    ///
    /// # Errors
    ///
    /// The exit code, once what is wrong has been said.
    pub(super) fn work<T: Send>(self, work: impl FnOnce() -> T + Send) -> Result<T, u8> {
        Ok(self.pool()?.install(work))
    }

    /// So many threads to play on, or as many as the machine has cores.
    ///
    /// # Errors
    ///
    /// The exit code, once what is wrong has been said.
    fn pool(self) -> Result<rayon::ThreadPool, u8> {
        rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.map_or(0, usize::from))
            .build()
            .map_err(|error| {
                complain(&format!("error: no threads could be started: {error}\n"));
                UNREADABLE
            })
    }
}

/// Shows a bar on stderr, if that is a terminal, while the work goes on.
fn with_progress<T>(done: &AtomicU64, total: u64, work: impl FnOnce() -> T) -> T {
    let bar = ProgressBar::new(total).with_style(
        ProgressStyle::with_template(
            "{bar:30} {human_pos} of {human_len} games · {per_sec} · {eta} left",
        )
        .unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                bar.set_position(done.load(Ordering::Relaxed));
                std::thread::park_timeout(Duration::from_millis(100));
            }
        });
        let result = work();
        over.store(true, Ordering::Relaxed);
        watcher.thread().unpark();
        bar.finish_and_clear();
        result
    })
}
