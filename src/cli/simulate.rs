//! `kiothi simulate`

use super::runs::{self, RunArguments};
use super::{Format, disk, print};
use crate::analyse::{Results, SCHEMA};
use crate::experiment::Experiment;
use crate::report;

pub(super) fn run(arguments: &RunArguments) -> u8 {
    let experiment = arguments
        .report
        .ready()
        .and_then(|()| disk::load_all(&arguments.paths))
        .and_then(|variants| arguments.experiment(variants));
    let experiment = match experiment {
        Ok(experiment) => experiment,
        Err(code) => return code,
    };
    let (threads, archive) = (arguments.threads, &arguments.archive);
    let played = runs::played(&experiment, threads, archive, Experiment::play);
    let (all, ended) = match played {
        Ok(played) => played,
        Err(code) => return code,
    };
    // A run that was stopped may not have come to all of them.
    let results = Results {
        schema: SCHEMA,
        results: all.iter().filter(|r| r.games > 0).cloned().collect(),
    };
    if !results.results.is_empty() {
        print(&match arguments.format {
            Format::Table | Format::Markdown => report::simulation(&results.results),
            Format::Json => report::json(&results),
            Format::Csv => report::csv(&results),
            Format::Toml => report::toml(&results),
        });
    }
    let report = &arguments.report;
    ended
        .told(&all, report)
        .unwrap_or_else(|| report.write_games(&experiment, threads, &all, &[]))
}
