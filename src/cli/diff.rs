//! `kiothi diff`

use super::{CLEAN, Format, RESULTS, UNREADABLE, WRONG, disk, one_of, print};
use crate::report::{self, diff};
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// A variant file
    a: PathBuf,
    /// Another one
    b: PathBuf,
    /// How to print the differences
    #[arg(long, value_parser = one_of(&RESULTS), default_value = "table")]
    format: Format,
}

pub(super) fn run(arguments: &Arguments) -> u8 {
    // Both are read, so that what is wrong with either is told at once.
    let (a, b) = (disk::load_one(&arguments.a), disk::load_one(&arguments.b));
    let (Ok((a, in_a)), Ok((b, in_b))) = (a, b) else {
        // A difference of rules has the code of a mistake, so a mistake counts as unreadable here.
        return UNREADABLE;
    };
    let form = || diff::form((&a, &in_a), (&b, &in_b));
    print(&match arguments.format {
        Format::Json => report::json(&form()),
        Format::Csv => report::csv(&form()),
        Format::Toml => report::toml(&form()),
        Format::Table | Format::Markdown => diff::text((&a, &in_a), (&b, &in_b)),
    });
    if diff::same_rules(&a, &b) {
        CLEAN
    } else {
        WRONG
    }
}
