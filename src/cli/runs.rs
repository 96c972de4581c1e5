//! What `simulate` and `compare` share: the games to play, the threads to play them on, the progress.

use super::{Format, UNREADABLE, complain};
use crate::analyse::{VariantResults, simulate_until};
use crate::engine::Program;
use crate::players;
use crate::rules::Variant;
use crate::simulate::{Run, Tally, simulate};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

#[derive(Clone, Debug, clap::Args)]
pub(super) struct RunArguments {
    /// Variant files, or folders of them; a comparison is with the first
    #[arg(required = true)]
    pub(super) paths: Vec<PathBuf>,
    /// How to print the results
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub(super) format: Format,
    /// How many games of each variant
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    games: u64,
    /// Instead of a number of games: play until South's share is known as closely as this, like 0.5%
    #[arg(long, value_parser = percent, conflicts_with = "games", value_name = "PERCENT")]
    until: Option<f64>,
    /// The master seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The turn after which a game is left unfinished
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    max_turns: u32,
    /// Threads to play on; as many as the machine has cores unless said. The results do not depend on it
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// South's player and North's
    #[arg(long, value_delimiter = ',', num_args = 1, default_values = ["random", "random"])]
    players: Vec<String>,
}

/// Plays every variant. Variants with the same rules are played once.
///
/// # Errors
///
/// The exit code, once what is wrong has been said.
pub(super) fn play(
    arguments: &RunArguments,
    variants: &[Variant],
) -> Result<Vec<VariantResults>, u8> {
    let names: Vec<&str> = arguments.players.iter().map(String::as_str).collect();
    let [south, north] = names[..] else {
        complain("error: --players takes two, like random,random\n");
        return Err(UNREADABLE);
    };
    let mut chosen = Vec::new();
    for name in [south, north] {
        let Some(player) = players::named(name) else {
            complain(&format!(
                "error: there is no player `{name}`; the players are {}\n",
                players::NAMES.join(", ")
            ));
            return Err(UNREADABLE);
        };
        chosen.push((
            player,
            players::NAMES
                .iter()
                .find(|other| **other == name)
                .copied()
                .unwrap_or(""),
        ));
    }
    let run = Run {
        games: match arguments.until {
            Some(_) => MOST_GAMES_UNTIL,
            None => arguments.games,
        },
        seed: arguments.seed,
        max_turns: arguments.max_turns,
        max_laps: u64::MAX,
    };
    let pool = threads(arguments.threads)?;
    let different: std::collections::HashSet<&str> = variants
        .iter()
        .map(|variant| variant.hash.as_str())
        .collect();
    let done = AtomicU64::new(0);
    let total = match arguments.until {
        // As many as the precision needs, if South wins about half of the games.
        Some(half_width) => ((0.98 / half_width).powi(2) as u64).min(MOST_GAMES_UNTIL),
        None => run.games,
    };
    let total = total.saturating_mul(different.len() as u64);
    // The hash says nothing of the names and places of rules, by which a tally counts them.
    let mut tallies: HashMap<(&str, Vec<String>), Tally> = HashMap::new();
    let results = with_progress(&done, total, || {
        variants
            .iter()
            .map(|variant| {
                let program = Program::compile(&variant.ruleset);
                let key = (variant.hash.as_str(), program.rule_names.clone());
                let tally = tallies.entry(key).or_insert_with(|| {
                    let players = [chosen[0].0, chosen[1].0];
                    pool.install(|| match arguments.until {
                        Some(half_width) => {
                            simulate_until(&program, players, run, half_width, &done)
                        }
                        None => simulate(&program, players, run, &done),
                    })
                });
                VariantResults::new(variant, &program, [chosen[0].1, chosen[1].1], run, tally)
            })
            .collect()
    });
    Ok(results)
}

/// The most games that a precision is sought with.
const MOST_GAMES_UNTIL: u64 = 1_000_000_000;

/// Reads `0.5%` or `0.5` as a share.
fn percent(text: &str) -> Result<f64, String> {
    match text.strip_suffix('%').unwrap_or(text).trim().parse::<f64>() {
        Ok(number) if (0.01..=50.0).contains(&number) => Ok(number / 100.0),
        _ => Err("expected a percentage from 0.01% to 50%".to_owned()),
    }
}

/// So many threads to play on, or as many as the machine has cores.
///
/// # Errors
///
/// The exit code, once what is wrong has been said.
pub(super) fn threads(number: Option<u16>) -> Result<rayon::ThreadPool, u8> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(number.map_or(0, usize::from))
        .build()
        .map_err(|error| {
            complain(&format!("error: no threads could be started: {error}\n"));
            UNREADABLE
        })
}

/// Shows a bar on stderr, if that is a terminal, while the work goes on.
pub(super) fn with_progress<T>(done: &AtomicU64, total: u64, work: impl FnOnce() -> T) -> T {
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
