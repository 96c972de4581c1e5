//! `kiothi simulate`

use super::runs::{self, RunArguments};
use super::{CLEAN, Format, disk, print};
use crate::analyse::{Results, SCHEMA};
use crate::report;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Variant files, or folders of them
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
    let results = Results {
        schema: SCHEMA,
        results,
    };
    print(&match arguments.format {
        Format::Table => report::simulation(&results.results),
        Format::Json => report::json(&results),
        Format::Csv => report::csv(&results),
        Format::Toml => report::toml(&results),
    });
    CLEAN
}
