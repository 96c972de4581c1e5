//! `--report FILE.html`: the page beside the printed results.

use super::runs::{self, Threads};
use super::{CLEAN, STOPPED, UNREADABLE, complain};
use crate::analyse::VariantResults;
use crate::analyse::measures::Measure;
use crate::experiment::Experiment;
use crate::report::page::{GENERATOR, Games, Page};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// What every command with a page takes.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct ReportArgument {
    /// Also write a page to send on: rules, who says them, results and figures, in one file
    #[arg(long, value_name = "FILE.html")]
    pub(super) report: Option<PathBuf>,
}

impl ReportArgument {
    /// Makes sure, before any game is played, that the page can be written.
    ///
    /// # Errors
    ///
    /// The exit code, once what is wrong has been said.
    pub(super) fn ready(&self) -> Result<(), u8> {
        let Some(path) = &self.report else {
            return Ok(());
        };
        writable(path).map_err(|why| refuse(path, &why))
    }

    /// Writes the page of an experiment, and returns the exit code.
    pub(super) fn write_games(
        &self,
        experiment: &Experiment,
        threads: Threads,
        results: &[VariantResults],
        measures: &[&'static Measure],
    ) -> u8 {
        if self.report.is_none() {
            return CLEAN;
        }
        let games = experiment.games_for_wear(results) + experiment.games_for_partings(results);
        let found = runs::on(threads, games, |watch| {
            let wear = experiment.wear(results, watch);
            let partings = experiment.partings(results, watch);
            let stopped = wear.iter().any(|wear| wear.partial)
                || partings.iter().flatten().any(|found| found.partial);
            (wear, partings, stopped)
        });
        match found {
            Ok((.., true)) => {
                self.not_written();
                STOPPED
            }
            Ok((wear, partings, false)) => {
                let games = Games {
                    experiment,
                    results,
                    measures,
                    wear: &wear,
                    partings: &partings,
                };
                self.write(&Page::of_games(command(), games))
            }
            Err(code) => code,
        }
    }

    /// Says that there is no page, where one is asked for, since there is no whole run to tell of.
    pub(super) fn not_written(&self) {
        if let Some(path) = &self.report {
            complain(&format!("no report is written to {}\n", path.display()));
        }
    }

    /// Writes a page where one is asked for, all of it or nothing, and returns the exit code.
    pub(super) fn write(&self, page: &Page<'_>) -> u8 {
        let Some(path) = &self.report else {
            return CLEAN;
        };
        let part = beside(path);
        let written = fs::write(&part, page.html()).and_then(|()| fs::rename(&part, path));
        if let Err(error) = written {
            let _ = fs::remove_file(&part);
            return refuse(path, &error.to_string());
        }
        complain(&format!("report written to {}\n", path.display()));
        CLEAN
    }
}

fn refuse(path: &Path, why: &str) -> u8 {
    complain(&format!("error: --report {}: {why}\n", path.display()));
    UNREADABLE
}

/// Where a page grows until it is whole.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    path.with_file_name(name)
}

/// Why a page cannot be written to a path. One that is there already may be written anew, any other file may not.
fn writable(path: &Path) -> Result<(), String> {
    if path.is_dir() || path.file_name().is_none() {
        return Err("it is a folder; name a file in it".to_owned());
    }
    match fs::File::open(path) {
        Ok(file) => {
            let mut start = String::new();
            // A page says who wrote it within its first lines.
            let read = file.take(1_024).read_to_string(&mut start);
            let mark = format!("<meta name=\"generator\" content=\"{GENERATOR} ");
            if read.is_err() || !start.contains(&mark) {
                return Err("it is there already and is not a report; name another file".to_owned());
            }
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error.to_string()),
    }
    let part = beside(path);
    fs::write(&part, "")
        .and_then(|()| fs::remove_file(&part))
        .map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => "its folder does not exist".to_owned(),
            io::ErrorKind::PermissionDenied => "its folder may not be written to".to_owned(),
            _ => error.to_string(),
        })
}

/// What has no bearing on the results.
const NO_BEARING: [&str; 3] = ["--threads", "--progress", "--archive"];

/// The command as it was typed, without what has no bearing on the results.
pub(super) fn command() -> String {
    let mut words = vec!["kiothi".to_owned()];
    let mut typed = std::env::args_os()
        .skip(1)
        .map(|word| word.to_string_lossy().into_owned());
    while let Some(word) = typed.next() {
        match word.as_str() {
            word if NO_BEARING.contains(&word) => drop(typed.next()),
            word if word
                .split_once('=')
                .is_some_and(|(word, _)| NO_BEARING.contains(&word)) => {}
            _ => words.push(quoted(&word)),
        }
    }
    words.join(" ")
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./=,:%+@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_quoted_where_a_shell_would_take_it_apart() {
        assert_eq!(quoted("variants/kiothi"), "variants/kiothi");
        assert_eq!(quoted("my games"), "'my games'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
    }
}
