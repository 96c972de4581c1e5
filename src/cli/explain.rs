//! `kiothi explain`

use super::{CLEAN, Format, disk, one_of, print};
use crate::report::{self, explanation};
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// A variant file
    file: PathBuf,
    /// How to print the rules; as Markdown, a page to print and play from
    #[arg(long, value_parser = one_of(&Format::ALL), default_value = "table")]
    format: Format,
    /// Instead of the rules, print the program that they are compiled to: its path and why, tables, masks, tests, and
    /// what is kept in play
    #[arg(long, conflicts_with = "format")]
    program: bool,
}

pub(super) fn run(arguments: &Arguments) -> u8 {
    let (variant, library) = match disk::load_one(&arguments.file) {
        Ok(loaded) => loaded,
        Err(code) => return code,
    };
    if arguments.program {
        print(&report::program::text(&variant, &library));
        return CLEAN;
    }
    print(&match arguments.format {
        Format::Table => explanation::text(&variant, &library),
        Format::Markdown => explanation::markdown(&variant),
        Format::Json => report::json(&explanation::form(&variant, &library)),
        Format::Csv => report::csv(&explanation::form(&variant, &library)),
        Format::Toml => report::toml(&explanation::form(&variant, &library)),
    });
    CLEAN
}
