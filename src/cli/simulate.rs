//! `kiothi simulate`

use super::runs::{self, RunArguments};
use super::{Format, disk, print};
use crate::analyse::{Results, SCHEMA};
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
    let played = runs::played(&experiment, arguments.threads, |experiment, done| {
        experiment.play(done)
    });
    let results = match played {
        Ok(results) => Results {
            schema: SCHEMA,
            results,
        },
        Err(code) => return code,
    };
    print(&match arguments.format {
        Format::Table | Format::Markdown => report::simulation(&results.results),
        Format::Json => report::json(&results),
        Format::Csv => report::csv(&results),
        Format::Toml => report::toml(&results),
    });
    arguments
        .report
        .write_games(&experiment, arguments.threads, &results.results, &[])
}
