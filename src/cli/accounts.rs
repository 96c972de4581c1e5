//! `kiothi accounts`

use super::{CLEAN, Format, disk, one_of, print};
use crate::report::{self, accounts};
use crate::rules::accounts::Matrix;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// A folder of variant files, or several, or single files
    #[arg(required = true, value_name = "FOLDER")]
    paths: Vec<PathBuf>,
    /// How to print what they say; as Markdown and CSV it is a table with a column for each variant
    #[arg(long, value_parser = one_of(&Format::ALL), default_value = "table")]
    format: Format,
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
        Format::Csv => report::csv(&matrix),
        Format::Json => report::json(&accounts::form(&matrix)),
        Format::Toml => report::toml(&accounts::form(&matrix)),
    });
    CLEAN
}
