//! `kiothi bench`

use super::{CLEAN, Format, RESULTS, disk, one_of, print};
use crate::engine::Program;
use crate::experiment::SEEDS;
use crate::report::{self, speed};
use crate::speed::measure;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Variant files, or folders of them
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// How long to measure each variant: half of it random games, half of it sequences of moves
    #[arg(long, default_value = "1", value_parser = seconds)]
    seconds: f64,
    /// The master seed of the games
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(SEEDS))]
    seed: u64,
    /// How to print it
    #[arg(long, value_parser = one_of(&RESULTS), default_value = "table")]
    format: Format,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok();
    seconds
        .filter(|seconds| (0.01..=600.0).contains(seconds))
        .ok_or_else(|| "expected a number of seconds from 0.01 to 600".to_owned())
}

pub(super) fn run(arguments: &Arguments) -> u8 {
    let variants = match disk::load_all(&arguments.paths) {
        Ok(variants) => variants,
        Err(code) => return code,
    };
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} variants · {msg}");
    let bar = ProgressBar::new(variants.len() as u64)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let mut speeds = speed::Speeds::new(arguments.seconds, arguments.seed);
    for variant in &variants {
        bar.set_message(variant.name.clone());
        bar.tick();
        let program = Program::compile(&variant.ruleset);
        let time = Duration::from_secs_f64(arguments.seconds);
        speeds.add(variant, &measure(&program, arguments.seed, time));
        bar.inc(1);
    }
    bar.finish_and_clear();
    print(&match arguments.format {
        Format::Json => report::json(&speeds),
        Format::Csv => report::csv(&speeds),
        Format::Toml => report::toml(&speeds),
        Format::Table | Format::Markdown => speed::text(&speeds),
    });
    CLEAN
}
