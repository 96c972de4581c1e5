//! `kiothi accounts`

use super::{CLEAN, disk, print};
use crate::report::accounts;
use crate::rules::accounts::Matrix;
use clap::ValueEnum;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// A folder of variant files, or several, or single files
    #[arg(required = true, value_name = "FOLDER")]
    paths: Vec<PathBuf>,
    /// How to print what they say
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people: each rule, with the variants by what they say
    Table,
    /// A table with a column for each variant
    Markdown,
    /// The same table for a spreadsheet
    Csv,
    /// JSON
    Json,
}

pub(super) fn run(arguments: &Arguments) -> u8 {
    let variants = match disk::load_all(&arguments.paths) {
        Ok(variants) => variants,
        Err(code) => return code,
    };
    let matrix = Matrix::of(&variants);
    print(&match arguments.format {
        Format::Table => accounts::table(&matrix),
        Format::Markdown => accounts::markdown(&matrix),
        Format::Csv => accounts::csv(&matrix),
        Format::Json => accounts::json(&matrix),
    });
    CLEAN
}
