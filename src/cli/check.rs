//! `kiothi check`

use super::disk::{self, Disk};
use super::{CLEAN, UNREADABLE, WRONG, complain, print};
use crate::check::check;
use crate::diagnostics::{Code, Diagnostic, JsonDiagnostic};
use crate::rules::{Loading, load};
use clap::ValueEnum;
use serde::Serialize;
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
                disk::show(&loading, &mistakes);
                if !mistakes.is_empty() {
                    complain("\n");
                }
                print(&summary(
                    &file,
                    mistakes.len(),
                    examples,
                    variant.map(|v| v.hash.as_str()),
                ));
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

fn summary(file: &str, mistakes: usize, examples: usize, hash: Option<&str>) -> String {
    let plural = |number: usize, word: &str| match number {
        1 => format!("1 {word}"),
        number => format!("{number} {word}s"),
    };
    match (mistakes, hash) {
        (0, Some(hash)) => format!(
            "{file}: clean, {}, ruleset {hash}\n",
            plural(examples, "example")
        ),
        (mistakes, _) => format!("{file}: {}\n", plural(mistakes, "mistake")),
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
