//! `kiothi check`

use super::disk::{self, Disk};
use super::{CLEAN, UNREADABLE, WRONG, complain, print};
use crate::check::check;
use crate::diagnostics::{Code, Diagnostic, JsonDiagnostic};
use crate::rules::{Loading, load};
use clap::ValueEnum;
use serde::Serialize;
use std::collections::HashSet;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Variant files, or folders of them
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Also complain of rules that cite no source and are not marked as assumed
    #[arg(long)]
    cited: bool,
    /// How to print what is found
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// A list of diagnostics, for programs
    Json,
}

/// What `--format json` prints.
#[derive(Serialize)]
struct Report {
    schema: u32,
    files: Vec<FileReport>,
    diagnostics: Vec<JsonDiagnostic>,
}

#[derive(Serialize)]
struct FileReport {
    file: String,
    title: Option<String>,
    ruleset: Option<String>,
    examples: usize,
    mistakes: usize,
}

pub(super) fn run(arguments: &Arguments) -> u8 {
    let files = match disk::variants_in(&arguments.paths) {
        Ok(files) => files,
        Err(why) => {
            complain(&format!("error: {why}\n"));
            return UNREADABLE;
        }
    };
    let mut report = Report {
        schema: 1,
        files: Vec::new(),
        diagnostics: Vec::new(),
    };
    let mut worst = CLEAN;
    // A mistake in a parent is met again with each of its children, and shown once.
    let mut met = HashSet::new();
    for file in files {
        let loading = load(&file, &Disk);
        let mut mistakes = loading.mistakes.clone();
        if let Some(variant) = &loading.variant {
            mistakes.extend(check(variant, loading.file));
            if arguments.cited {
                mistakes.extend(uncited(&loading));
            }
        }
        let code = match (loading.unreadable(), mistakes.is_empty()) {
            (true, _) => UNREADABLE,
            (false, false) => WRONG,
            (false, true) => CLEAN,
        };
        worst = worst.max(code);
        let variant = loading.variant.as_ref();
        let examples = variant.map_or(0, |variant| variant.examples.len());
        match arguments.format {
            Format::Text => {
                let fresh: Vec<Diagnostic> = mistakes
                    .iter()
                    .filter(|mistake| {
                        let place = mistake.at.as_ref().map(|at| at.span.start);
                        let path = loading.library.files[mistake.file].path.clone();
                        met.insert((path, place, mistake.message.clone()))
                    })
                    .cloned()
                    .collect();
                disk::show(&loading, &fresh);
                if !fresh.is_empty() {
                    complain("\n");
                }
                print(&summary(&loading, &mistakes, examples));
            }
            Format::Json => {
                report
                    .diagnostics
                    .extend(mistakes.iter().map(|mistake| loading.library.json(mistake)));
                report.files.push(FileReport {
                    file,
                    title: variant.map(|variant| variant.ruleset.title.clone()),
                    ruleset: variant.map(|variant| variant.hash.clone()),
                    examples,
                    mistakes: mistakes.len(),
                });
            }
        }
    }
    if arguments.format == Format::Json {
        let text = serde_json::to_string_pretty(&report).expect("a report has a form in JSON");
        print(&(text + "\n"));
    }
    worst
}

fn summary(loading: &Loading, mistakes: &[Diagnostic], examples: usize) -> String {
    let plural = |number: usize, word: &str| match number {
        1 => format!("1 {word}"),
        number => format!("{number} {word}s"),
    };
    let path = |file: usize| loading.library.files[file].path.as_str();
    let file = path(loading.file);
    match (mistakes, &loading.variant) {
        ([], Some(variant)) => format!(
            "{file}: clean, {}, ruleset {}\n",
            plural(examples, "example"),
            variant.hash
        ),
        ([first, rest @ ..], _)
            if first.file != loading.file && rest.iter().all(|other| other.file == first.file) =>
        {
            format!(
                "{file}: {} in {}\n",
                plural(mistakes.len(), "mistake"),
                path(first.file)
            )
        }
        _ => format!("{file}: {}\n", plural(mistakes.len(), "mistake")),
    }
}

/// Rules that no source tells and no author owns up to.
fn uncited(loading: &Loading) -> Vec<Diagnostic> {
    let Some(variant) = &loading.variant else {
        return Vec::new();
    };
    variant
        .ruleset
        .uncited()
        .into_iter()
        .map(|line| {
            let mistake = Diagnostic::new(
                Code::Uncited,
                format!("no source tells this rule: {}", line.text),
            );
            match line.said {
                Some(said) => mistake
                    .in_file(said.file)
                    .at(said.span.clone(), "cite one, or mark it `@assumed \"why\"`"),
                None => mistake
                    .in_file(loading.file)
                    .note("no file says it; this is the engine's ruling")
                    .help("say it, with a source or with `@assumed \"why\"`"),
            }
        })
        .collect()
}
