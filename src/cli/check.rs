//! `kiothi check`

use super::disk::{self, Disk};
use super::{CLEAN, Format, RESULTS, UNREADABLE, WRONG, complain, one_of, print};
use crate::check::{check, check_answers, uncited};
use crate::diagnostics::{Diagnostic, Library};
use crate::experiment;
use crate::report::{
    self,
    checks::{Checked, Checks},
};
use crate::rules::Opened;
use std::collections::HashSet;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Variant files, folders of them, or experiments (TOML files)
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Also complain of rules that cite no source and are not marked as assumed
    #[arg(long)]
    cited: bool,
    /// How to print what is found
    #[arg(long, value_parser = one_of(&RESULTS), default_value = "table")]
    format: Format,
}

/// A file, and what is wrong with it.
struct Found {
    file: Checked,
    library: Library,
    mistakes: Vec<Diagnostic>,
    unreadable: bool,
}

pub(super) fn run(arguments: &Arguments) -> u8 {
    let files = match disk::variants_in(&arguments.paths) {
        Ok(files) => files,
        Err(code) => return code,
    };
    let mut checks = Checks::new();
    let mut worst = CLEAN;
    // A mistake in a parent is met again with each of its children, and shown once.
    let mut met = HashSet::new();
    for file in files {
        let found = if disk::is_experiment(&file) {
            experiment(file)
        } else {
            variant(file, arguments.cited)
        };
        worst = worst.max(match (found.unreadable, found.mistakes.is_empty()) {
            (true, _) => UNREADABLE,
            (false, false) => WRONG,
            (false, true) => CLEAN,
        });
        if arguments.format == Format::Table {
            let fresh: Vec<Diagnostic> = found
                .mistakes
                .iter()
                .filter(|mistake| {
                    let place = mistake.at.as_ref().map(|at| at.span.start);
                    let path = found.library.files[mistake.file].path.clone();
                    met.insert((path, place, mistake.message.clone()))
                })
                .cloned()
                .collect();
            disk::show(&found.library, &fresh);
            if !fresh.is_empty() {
                complain("\n");
            }
            print(&found.file.summary(&found.library, &found.mistakes));
        }
        checks.add(found.file, &found.library, &found.mistakes);
    }
    match arguments.format {
        Format::Json => print(&report::json(&checks)),
        Format::Csv => print(&report::csv(&checks)),
        Format::Toml => print(&report::toml(&checks)),
        Format::Table | Format::Markdown => {}
    }
    worst
}

fn variant(file: String, cited: bool) -> Found {
    let opened = Opened::new(&file, &Disk);
    let loading = opened.answering(&[]);
    let unreadable = loading.unreadable();
    let mut mistakes = loading.mistakes;
    let variant = loading.variant.as_ref();
    if let Some(variant) = variant {
        mistakes.extend(check(variant, loading.file));
        mistakes.extend(check_answers(variant, loading.file, &opened));
        if cited {
            mistakes.extend(uncited(variant, loading.file));
        }
    }
    Found {
        file: Checked {
            file,
            title: variant.map(|variant| variant.ruleset.title.clone()),
            ruleset: variant.map(|variant| variant.hash.clone()),
            examples: variant.map(|variant| variant.examples.len()),
            variants: None,
            mistakes: mistakes.len(),
        },
        unreadable,
        library: loading.library,
        mistakes,
    }
}

fn experiment(file: String) -> Found {
    let reading = experiment::read(&file, &Disk);
    let experiment = reading.experiment.as_ref();
    Found {
        file: Checked {
            file,
            title: experiment.map(|experiment| experiment.title().to_owned()),
            ruleset: None,
            examples: None,
            variants: experiment.map(|experiment| experiment.variants.len()),
            mistakes: reading.mistakes.len(),
        },
        unreadable: reading.unreadable(),
        library: reading.library,
        mistakes: reading.mistakes,
    }
}
