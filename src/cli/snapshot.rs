//! `kiothi snapshot`

use super::disk::{self, Disk};
use super::runs::{Stop, Threads};
use super::{CLEAN, Format, RESULTS, STOPPED, UNREADABLE, WRONG, complain, one_of, print};
use crate::experiment;
use crate::report::{
    self,
    snapshots::{Entry, Snapshots, text},
};
use crate::rules::load;
use crate::snapshot::{self, Snapshot};
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Variant files, folders of them, or experiments (TOML files), whose variants are meant too
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Write nothing; exit with 1 where a file is not as its snapshot has it, or has none
    #[arg(long, conflicts_with_all = ["accept", "diff"])]
    check: bool,
    /// Take the files as they are now
    #[arg(long, conflicts_with = "diff")]
    accept: bool,
    /// Write nothing; only show what has changed
    #[arg(long)]
    diff: bool,
    /// How to print what has changed
    #[arg(long, value_parser = one_of(&RESULTS), default_value = "table")]
    format: Format,
    #[command(flatten)]
    threads: Threads,
}

pub(super) fn run(arguments: &Arguments) -> u8 {
    let files = match disk::variants_in(&arguments.paths) {
        Ok(files) => files,
        Err(code) => return code,
    };
    let mut all = Snapshots {
        schema: report::SCHEMA,
        snapshots: Vec::new(),
    };
    let stop = match Stop::on_signal() {
        Ok(stop) => stop,
        Err(code) => return code,
    };
    let mut worst = CLEAN;
    let mut left: Vec<&str> = Vec::new();
    for file in &files {
        let code = if stop.told_to() {
            None
        } else if disk::is_experiment(file) {
            of_experiment(arguments, file, &stop, &mut all)
        } else {
            Some(of_variant(arguments, file, &mut all))
        };
        match code {
            Some(code) => worst = worst.max(code),
            None => left.push(file),
        }
    }
    match arguments.format {
        Format::Json => print(&report::json(&all)),
        Format::Csv => print(&report::csv(&all)),
        Format::Toml => print(&report::toml(&all)),
        Format::Table | Format::Markdown => {}
    }
    if left.is_empty() {
        return worst;
    }
    complain(&format!(
        "stopped: what is told above is done, the rest is left as it is\nnot done: {}\n",
        left.join(", ")
    ));
    STOPPED
}

fn of_variant(arguments: &Arguments, file: &str, all: &mut Snapshots) -> u8 {
    if all.snapshots.iter().any(|other| other.file == file) {
        return CLEAN;
    }
    let loading = load(file, &Disk);
    let variant = match disk::playable(&loading) {
        Ok(variant) => variant,
        Err(code) => return code,
    };
    keep(
        arguments,
        snapshot::of_variant(variant, &loading, &Disk),
        all,
    )
}

/// Plays an experiment and its variants, and returns the exit code; `None` if it is stopped before its end.
fn of_experiment(
    arguments: &Arguments,
    file: &str,
    stop: &Stop,
    all: &mut Snapshots,
) -> Option<u8> {
    let reading = experiment::read(file, &Disk);
    disk::show(&reading.library, &reading.mistakes);
    let Some(experiment) = &reading.experiment else {
        return Some(if reading.unreadable() {
            UNREADABLE
        } else {
            WRONG
        });
    };
    let mut worst = CLEAN;
    for variant in &experiment.variants {
        if stop.told_to() {
            return None;
        }
        worst = worst.max(of_variant(arguments, &variant.path, all));
    }
    let games = experiment.expected_games();
    let taken = stop.watched(arguments.threads, games, |watch| {
        snapshot::of_experiment(file, experiment, &Disk, watch)
    });
    match taken.map(Result::transpose) {
        Ok(taken) => Some(worst.max(keep(arguments, taken?, all))),
        Err(code) => Some(code),
    }
}

/// Shows what has changed, and writes what is asked for.
fn keep(arguments: &Arguments, taken: Result<Snapshot, String>, all: &mut Snapshots) -> u8 {
    let taken = match taken {
        Ok(taken) => taken,
        Err(why) => {
            complain(&format!("error: {why}\n"));
            return UNREADABLE;
        }
    };
    let kept_at = Path::new(&taken.kept_at);
    let pending = kept_at.with_extension("snap.new");
    let reads_only = arguments.check || arguments.diff;
    // What is new is taken as it is; what has changed, where that is accepted. Otherwise it is laid beside for
    // `cargo insta review`, which asks about each.
    let (to, code) = match &taken.changes {
        Some(changes) if changes.is_empty() => (None, CLEAN),
        _ if reads_only => (None, if arguments.check { WRONG } else { CLEAN }),
        None => (Some(kept_at), CLEAN),
        Some(_) if arguments.accept => (Some(kept_at), CLEAN),
        Some(_) => (Some(pending.as_path()), WRONG),
    };
    let written = to == Some(kept_at);
    if written {
        let _ = std::fs::remove_file(&pending);
    }
    if let Some(to) = to {
        let made = to.parent().map_or(Ok(()), std::fs::create_dir_all);
        let file = snapshot::write(&taken.file, &taken.taken);
        if let Err(error) = made.and_then(|()| std::fs::write(to, file)) {
            complain(&format!("error: {}: {error}\n", to.display()));
            return UNREADABLE;
        }
    }
    if arguments.format == Format::Table {
        print(&text(&taken, written));
    }
    all.snapshots.push(Entry::of(&taken, written));
    code
}
