//! `kiothi compare`, and what `kiothi run` prints.

use super::page::ReportArgument;
use super::runs::{self, ArchiveArgument, RunArguments, Threads};
use super::{Format, UNREADABLE, complain, disk, print};
use crate::analyse::LEVEL;
use crate::analyse::measures::{self, Measure};
use crate::experiment::{Experiment, NoReference, level};
use crate::report;
use std::path::Path;

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    run: RunArguments,
    /// What is told of each variant: names of measures, like drama,settled, or all (`kiothi help measures` lists
    /// them)
    #[arg(long, value_delimiter = ',', value_name = "MEASURES")]
    measures: Option<Vec<String>>,
    /// The variant that the others are compared with: its name, or a file; the first unless said
    #[arg(long, value_name = "NAME|FILE")]
    reference: Option<String>,
    /// The chance of any false alarm among all that is compared
    #[arg(long, default_value_t = LEVEL, value_parser = level)]
    level: f64,
}

pub(super) fn run(arguments: &Arguments) -> u8 {
    match experiment(arguments) {
        Ok(experiment) => compared(
            &experiment,
            arguments.run.threads,
            &arguments.run.archive,
            arguments.run.format,
            &arguments.run.report,
        ),
        Err(code) => code,
    }
}

fn experiment(arguments: &Arguments) -> Result<Experiment, u8> {
    let measures = arguments.measures.as_deref().map(chosen).transpose()?;
    let variants = disk::load_all(&arguments.run.paths)?;
    let mut experiment = Experiment {
        measures,
        level: arguments.level,
        ..arguments.run.experiment(variants)?
    };
    if let Some(asked) = &arguments.reference {
        refer_to(asked, &mut experiment)?;
    }
    Ok(experiment)
}

/// The measures of these names.
fn chosen(names: &[String]) -> Result<Vec<&'static Measure>, u8> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    measures::chosen(&names).map_err(|name| {
        let near = match measures::near(name) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`kiothi help measures` lists them".to_owned(),
        };
        complain(&format!("error: there is no measure `{name}`; {near}\n"));
        UNREADABLE
    })
}

/// Has the variants compared with that of this name, or of this file, which need not be among them.
fn refer_to(asked: &str, experiment: &mut Experiment) -> Result<(), u8> {
    let why = match experiment.refer_to(asked, asked) {
        Ok(()) => return Ok(()),
        Err(NoReference::Unknown { .. }) if Path::new(asked).is_file() => {
            let (variant, _) = disk::load_one(Path::new(asked))?;
            experiment.refer_to_variant(variant);
            return Ok(());
        }
        Err(NoReference::Unknown { near, names }) => {
            let near = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("they are {}", names.join(", ")),
            };
            format!("none of the variants is called `{asked}`, and there is no such file; {near}")
        }
        Err(NoReference::Several(files)) => format!(
            "several variants are called `{asked}`; name the file of one: {}",
            files.join(", ")
        ),
    };
    complain(&format!("error: {why}\n"));
    Err(UNREADABLE)
}

/// Plays an experiment and prints how its variants compare.
pub(super) fn compared(
    experiment: &Experiment,
    threads: Threads,
    archive: &ArchiveArgument,
    format: Format,
    page: &ReportArgument,
) -> u8 {
    if let Err(code) = page.ready() {
        return code;
    }
    let played = runs::played(experiment, threads, archive, Experiment::compare);
    let (comparison, ended) = match played {
        Ok(played) => played,
        Err(code) => return code,
    };
    let results = &comparison.results.results;
    if results.iter().any(|r| r.games > 0) {
        print(&match format {
            Format::Table | Format::Markdown => report::comparison(&comparison),
            Format::Json => report::json(&comparison.results),
            Format::Csv => report::csv(&comparison.results),
            Format::Toml => report::toml(&comparison.results),
        });
    }
    ended
        .told(results, page)
        .unwrap_or_else(|| page.write_games(experiment, threads, results, &comparison.measures))
}
