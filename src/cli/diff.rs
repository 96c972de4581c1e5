//! `kiothi diff`

use super::{CLEAN, UNREADABLE, WRONG, disk, print};
use crate::report::diff;
use clap::ValueEnum;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// A variant file
    a: PathBuf,
    /// Another one
    b: PathBuf,
    /// How to print the differences
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// JSON
    Json,
}

pub(super) fn run(arguments: &Arguments) -> u8 {
    // Both are read, so that what is wrong with either is told at once.
    let (a, b) = (disk::load_one(&arguments.a), disk::load_one(&arguments.b));
    let (Ok((a, in_a)), Ok((b, in_b))) = (a, b) else {
        // A difference of rules has the code of a mistake, so a mistake counts as unreadable here.
        return UNREADABLE;
    };
    print(&match arguments.format {
        Format::Text => diff::text((&a, &in_a), (&b, &in_b)),
        Format::Json => diff::json((&a, &in_a), (&b, &in_b)),
    });
    if diff::same_rules(&a, &b) {
        CLEAN
    } else {
        WRONG
    }
}
