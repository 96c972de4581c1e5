//! `kiothi compare`, and what `kiothi run` prints.

use super::page::ReportArgument;
use super::runs::{self, RunArguments, Threads};
use super::{Format, disk, print};
use crate::experiment::Experiment;
use crate::report;

pub(super) fn run(arguments: &RunArguments) -> u8 {
    let experiment =
        disk::load_all(&arguments.paths).and_then(|variants| arguments.experiment(variants));
    match experiment {
        Ok(experiment) => compared(
            &experiment,
            arguments.threads,
            arguments.format,
            &arguments.report,
        ),
        Err(code) => code,
    }
}

/// Plays an experiment and prints how its variants compare.
pub(super) fn compared(
    experiment: &Experiment,
    threads: Threads,
    format: Format,
    page: &ReportArgument,
) -> u8 {
    if let Err(code) = page.ready() {
        return code;
    }
    let comparison = match runs::played(experiment, threads, Experiment::compare) {
        Ok(comparison) => comparison,
        Err(code) => return code,
    };
    print(&match format {
        Format::Table | Format::Markdown => report::comparison(&comparison),
        Format::Json => report::json(&comparison.results),
        Format::Csv => report::csv(&comparison.results),
        Format::Toml => report::toml(&comparison.results),
    });
    page.write(experiment, threads, &comparison.results.results)
}
