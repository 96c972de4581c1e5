//! `kiothi runs`

use super::{CLEAN, Format, RESULTS, UNREADABLE, complain, one_of, print};
use crate::archive::Archive;
use crate::report::{self, archived};
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The archive, as `--archive` wrote it
    archive: PathBuf,
    /// The number of a run, to show all that is kept of it; all runs are listed unless said
    run: Option<i64>,
    /// How to print it
    #[arg(long, value_parser = one_of(&RESULTS), default_value = "table")]
    format: Format,
}

pub(super) fn run(arguments: &Arguments) -> u8 {
    let refuse = |why: String| {
        complain(&format!("error: {}: {why}\n", arguments.archive.display()));
        UNREADABLE
    };
    let archive = match Archive::read(&arguments.archive) {
        Ok(archive) => archive,
        Err(error) => return refuse(error.to_string()),
    };
    let mut runs = match archive.runs() {
        Ok(runs) => runs,
        Err(error) => return refuse(error.to_string()),
    };
    if let Some(number) = arguments.run {
        let all = runs.len();
        runs.retain(|run| run.number == number);
        if runs.is_empty() {
            return refuse(match all {
                0 => "no run is kept in it yet".to_owned(),
                1 => format!("there is no run {number}; the only one is 1"),
                _ => format!("there is no run {number}; they are 1 to {all}"),
            });
        }
    }
    let form = archived::form(&runs, arguments.run.is_some());
    print(&match arguments.format {
        Format::Json => report::json(&form),
        Format::Csv => report::csv(&form),
        Format::Toml => report::toml(&form),
        _ => archived::text(&form),
    });
    CLEAN
}
