//! `kiothi compare`

use super::runs::{self, RunArguments};
use super::{CLEAN, Format, disk, print};
use crate::analyse::{Results, SCHEMA, against_first};
use crate::report;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Variant files, or folders of them; the first is what the others are compared with
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    run: RunArguments,
    /// How to print the results
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

pub(super) fn run(arguments: &Arguments) -> u8 {
    let variants = match disk::load_all(&arguments.paths) {
        Ok(variants) => variants,
        Err(code) => return code,
    };
    let results = match runs::play(&arguments.run, &variants) {
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
