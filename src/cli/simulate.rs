//! `kiothi simulate`

use super::runs::{self, RunArguments};
use super::{CLEAN, Format, disk, print};
use crate::analyse::{Results, SCHEMA};
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
