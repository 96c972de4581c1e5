//! What the commands that play many games share: the games to play, the threads to play them on, the archive that
//! keeps what was played, the progress, and what happens when they are told to stop.

use super::page::ReportArgument;
use super::{Format, RESULTS, STOPPED, UNREADABLE, complain, one_of};
use crate::analyse::VariantResults;
use crate::archive::{self, Archive};
use crate::experiment::{Experiment, GAMES, Length, SEEDS, USUAL_GAMES, percent};
use crate::players;
use crate::report::thousands;
use crate::rules::Variant;
use crate::simulate::Watch;
use clap::ValueEnum;
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

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

/// The threads to play on, and what is shown meanwhile.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct Threads {
    /// Threads to play on; as many as the machine has cores unless said. The results do not depend on it
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Whether to tell on stderr how far it has come
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN")]
    progress: Progress,
}

/// When progress is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Progress {
    /// With a bar, where stderr is a terminal
    Auto,
    /// Elsewhere too, with a line now and then
    Always,
    /// Not at all
    Never,
}

/// Where what is played is kept.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct ArchiveArgument {
    /// Keep what is played in this file, and play nothing that it has: a run that was stopped goes on
    #[arg(long, value_name = "FILE")]
    archive: Option<PathBuf>,
}

impl ArchiveArgument {
    /// Whether there is one.
    pub(super) fn is_said(&self) -> bool {
        self.archive.is_some()
    }
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
    #[command(flatten)]
    pub(super) archive: ArchiveArgument,
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

/// How a run came to its end.
#[derive(Debug)]
pub(super) enum Ended {
    /// By having played everything.
    Whole,
    /// Before that, because it was told to.
    Stopped {
        /// Whether what was played is kept.
        kept: bool,
    },
    /// Before that, because the archive cannot keep any more, or what is in it cannot be read.
    Failed(PathBuf, archive::Error),
}

impl Ended {
    /// What is said once all that is known is printed, and the exit code, if a run did not come to its end.
    pub(super) fn told(&self, results: &[VariantResults], page: &ReportArgument) -> Option<u8> {
        let partial = results.iter().any(|r| r.partial);
        let (goes_on, code) = match self {
            Ended::Whole => return None,
            // It was told to when everything was played.
            Ended::Stopped { .. } if !partial => return None,
            Ended::Stopped { kept: true } => (
                "; what is finished is saved, and the same command goes on from it",
                STOPPED,
            ),
            Ended::Stopped { kept: false } => (
                "; with --archive FILE a run that is stopped can go on",
                STOPPED,
            ),
            Ended::Failed(path, error) => {
                refuse_archive(path, error);
                ("", UNREADABLE)
            }
        };
        let not_begun: Vec<&str> = results
            .iter()
            .filter(|r| r.games == 0)
            .map(|r| r.variant.as_str())
            .collect();
        if not_begun.len() == results.len() {
            complain(&format!(
                "stopped before any block of games was finished{goes_on}\n"
            ));
        } else if partial {
            complain(&format!(
                "stopped: these are the results of the games played so far{goes_on}\n"
            ));
            if !not_begun.is_empty() {
                complain(&format!("not begun: {}\n", not_begun.join(", ")));
            }
        }
        page.not_written();
        Some(code)
    }
}

fn refuse_archive(path: &Path, error: &archive::Error) {
    complain(&format!("error: --archive {}: {error}\n", path.display()));
}

/// Plays an experiment on these threads, with what the archive has, and shows the progress. Ctrl-C and SIGTERM let it
/// finish the blocks in hand, as they do [`on`].
///
/// # Errors
///
/// The exit code, once what is wrong has been said.
pub(super) fn played<'e, T: Send>(
    experiment: &'e Experiment,
    threads: Threads,
    archive: &ArchiveArgument,
    work: impl FnOnce(&'e Experiment, Option<&Archive>, &Watch) -> T + Send,
) -> Result<(T, Ended), u8> {
    let path = archive.archive.as_deref();
    let opened = path.map(|path| (path, Archive::open(path)));
    let archive = match opened {
        Some((path, Err(error))) => {
            refuse_archive(path, &error);
            return Err(UNREADABLE);
        }
        Some((_, Ok(archive))) => Some(archive),
        None => None,
    };
    let stop = Stop::on_signal()?;
    let games = experiment.expected_games();
    let result = stop.watched(threads, games, |watch| {
        work(experiment, archive.as_ref(), watch)
    })?;
    let told_to = stop.told_to();
    drop(stop);
    let kept = archive.is_some();
    let closed = archive.map_or(Ok(()), Archive::close);
    let ended = match (path, closed) {
        (Some(path), Err(error)) => Ended::Failed(path.to_owned(), error),
        _ if told_to => Ended::Stopped { kept },
        _ => Ended::Whole,
    };
    Ok((result, ended))
}

/// Plays so many games on these threads, which nobody keeps, and shows the progress. Ctrl-C and SIGTERM let it finish
/// what it has in hand, which the result tells; a second time they end the program.
///
/// # Errors
///
/// The exit code, once what is wrong has been said.
pub(super) fn on<T: Send>(
    threads: Threads,
    games: u64,
    work: impl FnOnce(&Watch) -> T + Send,
) -> Result<T, u8> {
    Stop::on_signal()?.watched(threads, games, work)
}

/// Says that a run which nobody keeps was stopped before its end, and returns the exit code.
pub(super) fn stopped(played: bool, page: Option<&ReportArgument>) -> u8 {
    complain(if played {
        "stopped: this is what the games played so far come to\n"
    } else {
        "stopped before enough games were played to tell anything\n"
    });
    if let Some(page) = page {
        page.not_written();
    }
    STOPPED
}

/// While there is one, Ctrl-C and SIGTERM do not end the program, but have it stop what it plays; a second time they
/// do end it.
pub(super) struct Stop(&'static Signals);

/// What signals set. They are the whole program's, and so is this.
struct Signals {
    /// The next one ends the program.
    ends: Arc<AtomicBool>,
    /// What is played is to stop.
    stop: Arc<AtomicBool>,
}

impl Stop {
    /// Has Ctrl-C and SIGTERM stop what is played from now on.
    ///
    /// # Errors
    ///
    /// The exit code, once what is wrong has been said.
    pub(super) fn on_signal() -> Result<Stop, u8> {
        static SIGNALS: OnceLock<io::Result<Signals>> = OnceLock::new();
        match SIGNALS.get_or_init(Signals::waited_for) {
            Ok(signals) => {
                signals.stop.store(false, Ordering::Relaxed);
                signals.ends.store(false, Ordering::Relaxed);
                Ok(Stop(signals))
            }
            Err(error) => {
                complain(&format!("error: signals cannot be waited for: {error}\n"));
                Err(UNREADABLE)
            }
        }
    }

    /// Whether a signal has come.
    pub(super) fn told_to(&self) -> bool {
        self.0.stop.load(Ordering::Relaxed)
    }

    /// Plays so many games on these threads, and shows the progress.
    ///
    /// # Errors
    ///
    /// The exit code, once what is wrong has been said.
    pub(super) fn watched<T: Send>(
        &self,
        threads: Threads,
        games: u64,
        work: impl FnOnce(&Watch) -> T + Send,
    ) -> Result<T, u8> {
        let watch = Watch {
            stop: Arc::clone(&self.0.stop),
            ..Watch::default()
        };
        let pool = threads.pool()?;
        Ok(with_progress(threads.progress, &watch, games, || {
            pool.install(|| work(&watch))
        }))
    }
}

impl Drop for Stop {
    fn drop(&mut self) {
        self.0.ends.store(true, Ordering::Relaxed);
    }
}

impl Signals {
    fn waited_for() -> io::Result<Signals> {
        let signals = Signals {
            ends: Arc::new(AtomicBool::new(true)),
            stop: Arc::default(),
        };
        for signal in [SIGINT, SIGTERM] {
            // In this order: what is registered first is done first.
            flag::register_conditional_default(signal, Arc::clone(&signals.ends))?;
            flag::register(signal, Arc::clone(&signals.ends))?;
            flag::register(signal, Arc::clone(&signals.stop))?;
        }
        Ok(signals)
    }
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

/// After how long a line first tells of the progress, where there is no terminal to draw a bar on.
const FIRST_LINE: Duration = Duration::from_secs(1);
/// How often after that.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// Shows on stderr how far the work has come.
fn with_progress<T>(when: Progress, watch: &Watch, total: u64, work: impl FnOnce() -> T) -> T {
    let terminal = io::stderr().is_terminal();
    let bar = match when {
        Progress::Auto | Progress::Always if terminal => Some(bar()),
        _ => None,
    };
    let lines = when == Progress::Always && !terminal;
    // What was kept is not played, and tells nothing of the rate.
    let progress = || {
        let kept = watch.kept.load(Ordering::Relaxed);
        (
            watch.done.load(Ordering::Relaxed),
            total.saturating_sub(kept),
        )
    };
    let began = Instant::now();
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            let mut next = FIRST_LINE;
            while !over.load(Ordering::Relaxed) {
                let (done, total) = progress();
                if let Some(bar) = &bar {
                    bar.set_length(total);
                    bar.set_position(done);
                }
                if lines && began.elapsed() >= next {
                    next += LINE_EVERY;
                    complain(&line(done, total, began.elapsed()));
                }
                std::thread::park_timeout(Duration::from_millis(100));
            }
        });
        let result = {
            let _over = Over(&over);
            work()
        };
        watcher.thread().unpark();
        if let Some(bar) = &bar {
            bar.finish_and_clear();
        }
        if lines {
            let (done, total) = progress();
            complain(&line(done, total, began.elapsed()));
        }
        result
    })
}

/// Says that the work is over when it goes out of scope, also where the work panics: the watcher would wait for
/// ever.
struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn bar() -> ProgressBar {
    let style = ProgressStyle::with_template(
        "{bar:30} {human_pos} of {human_len} games · {per_sec} · {eta} left",
    );
    ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// The progress as a line: so many of so many games after some time.
fn line(done: u64, total: u64, after: Duration) -> String {
    let seconds = after.as_secs_f64().max(0.001);
    let rate = done as f64 / seconds;
    let left = (total.saturating_sub(done) as f64 / rate.max(0.001)).min(1e9);
    format!(
        "{} of {} games · {}/s · {} left\n",
        thousands(done),
        thousands(total),
        thousands(rate as u64),
        HumanDuration(Duration::from_secs_f64(left))
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_tells_the_rate_and_the_time_left() {
        assert_eq!(
            line(5_000, 20_000, Duration::from_secs(2)),
            "5,000 of 20,000 games · 2,500/s · 6 seconds left\n"
        );
        assert_eq!(
            line(0, 0, Duration::ZERO),
            "0 of 0 games · 0/s · 0 seconds left\n"
        );
    }
}
