//! `kiothi run`

use super::page::ReportArgument;
use super::runs::{ArchiveArgument, Threads};
use super::sweep::{Printing, swept};
use super::{Format, RESULTS, UNREADABLE, WRONG, compare, complain, disk, one_of};
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
        Some(experiment) => match &experiment.sweep {
            Some(_) if arguments.archive.is_said() => {
                complain("error: --archive keeps no sweeps\n");
                UNREADABLE
            }
            Some(asked) => {
                let printing = Printing {
                    title: experiment.title.as_deref(),
                    threads: arguments.threads,
                    format: arguments.format,
                    page: &arguments.report,
                };
                match arguments.report.ready() {
                    Ok(()) => swept(
                        &experiment.variants[0],
                        &asked.questions,
                        experiment.settings(asked),
                        &printing,
                    ),
                    Err(code) => code,
                }
            }
            None => compare::compared(
                experiment,
                arguments.threads,
                &arguments.archive,
                arguments.format,
                &arguments.report,
            ),
        },
        None if reading.unreadable() => UNREADABLE,
        None => WRONG,
    }
}
