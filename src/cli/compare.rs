//! `kiothi compare`

use super::runs::{self, RunArguments};
use super::{CLEAN, Format, disk, print};
use crate::analyse::{Results, SCHEMA, against_first};
use crate::report;

pub(super) fn run(arguments: &RunArguments) -> u8 {
    let variants = match disk::load_all(&arguments.paths) {
        Ok(variants) => variants,
        Err(code) => return code,
    };
    let results = match runs::play(arguments, &variants) {
        Ok(results) => results,
        Err(code) => return code,
    };
    let differences: Vec<_> = variants
        .iter()
        .map(|variant| variants[0].ruleset.differences(&variant.ruleset))
        .collect();
    let against = against_first(&results);
    let results = Results {
        schema: SCHEMA,
        results: results
            .into_iter()
            .zip(&differences)
            .zip(against)
            .map(|((result, differences), against)| result.compared(differences, against))
            .collect(),
    };
    print(&match arguments.format {
        Format::Table => {
            report::comparison(&results.results, &differences, &variants[0].ruleset.title)
        }
        Format::Json => report::json(&results),
        Format::Csv => report::csv(&results),
        Format::Toml => report::toml(&results),
    });
    CLEAN
}
