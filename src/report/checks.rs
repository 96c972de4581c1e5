//! What `check` found in files, for people and for programs.

use super::table::counted;
use super::{Rows, SCHEMA};
use crate::diagnostics::{Diagnostic, JsonDiagnostic, JsonPlace, Library};
use serde::Serialize;

/// What was found in files.
#[derive(Clone, Debug, Serialize)]
pub struct Checks {
    /// The version of this form.
    pub schema: u32,
    /// The files, in the order in which they were asked for.
    pub files: Vec<Checked>,
    /// Every mistake.
    pub diagnostics: Vec<JsonDiagnostic>,
}

/// A file that was checked.
#[derive(Clone, Debug, Serialize)]
pub struct Checked {
    /// The file.
    pub file: String,
    /// What it calls its game, or the experiment, where it could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The hash of a variant's rules, where it could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruleset: Option<String>,
    /// How many examples a variant gives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub examples: Option<usize>,
    /// How many variants an experiment has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variants: Option<usize>,
    /// How many mistakes there are in it.
    pub mistakes: usize,
}

impl Checks {
    /// Nothing checked yet.
    pub fn new() -> Checks {
        Checks {
            schema: SCHEMA,
            files: Vec::new(),
            diagnostics: Vec::new(),
        }
    }

    /// Adds a file with its mistakes.
    pub fn add(&mut self, file: Checked, library: &Library, mistakes: &[Diagnostic]) {
        self.diagnostics
            .extend(mistakes.iter().map(|mistake| library.json(mistake)));
        self.files.push(file);
    }
}

impl Default for Checks {
    fn default() -> Self {
        Checks::new()
    }
}

impl Rows for Checks {
    fn header(&self) -> Vec<String> {
        [
            "file",
            "line",
            "column",
            "end_line",
            "end_column",
            "severity",
            "code",
            "message",
            "label",
            "notes",
            "help",
        ]
        .map(str::to_owned)
        .to_vec()
    }

    /// A line a mistake.
    fn rows(&self) -> Vec<Vec<String>> {
        self.diagnostics
            .iter()
            .map(|found| {
                let at = found.at.as_ref();
                let number = |of: fn(&JsonPlace) -> usize| {
                    at.map_or_else(String::new, |at| of(at).to_string())
                };
                vec![
                    at.map_or_else(|| found.file.clone(), |at| at.file.clone()),
                    number(|at| at.line),
                    number(|at| at.column),
                    number(|at| at.end_line),
                    number(|at| at.end_column),
                    found.severity.to_owned(),
                    found.code.clone(),
                    found.message.clone(),
                    at.map_or_else(String::new, |at| at.label.clone()),
                    found.notes.join(";"),
                    found.help.join(";"),
                ]
            })
            .collect()
    }
}

impl Checked {
    /// What is said of the file in a line, ending in a newline.
    pub fn summary(&self, library: &Library, mistakes: &[Diagnostic]) -> String {
        let file = &self.file;
        let mut clean = vec!["clean".to_owned()];
        clean.extend(self.examples.map(|number| counted(number, "example")));
        clean.extend(self.variants.map(|number| counted(number, "variant")));
        clean.extend(self.ruleset.iter().map(|hash| format!("ruleset {hash}")));
        // A mistake of another file alone is not this file's fault.
        let elsewhere = mistakes.first().map(|first| first.file).filter(|other| {
            library.files[*other].path != *file
                && mistakes.iter().all(|mistake| mistake.file == *other)
        });
        match (mistakes.len(), elsewhere) {
            (0, _) => format!("{file}: {}\n", clean.join(", ")),
            (number, Some(other)) => format!(
                "{file}: {} in {}\n",
                counted(number, "mistake"),
                library.files[other].path
            ),
            (number, None) => format!("{file}: {}\n", counted(number, "mistake")),
        }
    }
}
