//! `kiothi explain`

use super::{CLEAN, disk, print};
use crate::report::explanation;
use clap::ValueEnum;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// A variant file
    file: PathBuf,
    /// How to print the rules
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Every rule with its clause, its place and who says so
    Text,
    /// A page to print and play from
    Markdown,
}

pub(super) fn run(arguments: &Arguments) -> u8 {
    let (variant, library) = match disk::load_one(&arguments.file) {
        Ok(loaded) => loaded,
        Err(code) => return code,
    };
    print(&match arguments.format {
        Format::Text => explanation::text(&variant, &library),
        Format::Markdown => explanation::markdown(&variant),
    });
    CLEAN
}
