//! `kiothi simulate`

use super::runs::{self, RunArguments};
use super::{CLEAN, Format, disk, print};
use crate::analyse::{Results, SCHEMA};
use crate::report;

pub(super) fn run(arguments: &RunArguments) -> u8 {
    let results = disk::load_all(&arguments.paths)
        .and_then(|variants| arguments.experiment(variants))
        .and_then(|experiment| {
            runs::played(&experiment, arguments.threads, |experiment, done| {
                experiment.play(done)
            })
        });
    let results = match results {
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
    CLEAN
}
