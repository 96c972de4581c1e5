//! `kiothi run`

use super::page::ReportArgument;
use super::runs::{ArchiveArgument, Threads};
use super::{Format, RESULTS, UNREADABLE, WRONG, compare, disk, one_of};
use crate::experiment::read;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The experiment, a TOML file
    file: PathBuf,
    /// How to print the results
    #[arg(long, value_parser = one_of(&RESULTS), default_value = "table")]
    format: Format,
    #[command(flatten)]
    report: ReportArgument,
    #[command(flatten)]
    archive: ArchiveArgument,
    #[command(flatten)]
    threads: Threads,
}

pub(super) fn run(arguments: &Arguments) -> u8 {
    let reading = read(&arguments.file.to_string_lossy(), &disk::Disk);
    disk::show(&reading.library, &reading.mistakes);
    match &reading.experiment {
        Some(experiment) => compare::compared(
            experiment,
            arguments.threads,
            &arguments.archive,
            arguments.format,
            &arguments.report,
        ),
        None if reading.unreadable() => UNREADABLE,
        None => WRONG,
    }
}
