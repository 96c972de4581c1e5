//! What several variants say, rule by rule: for a terminal, as a table in Markdown, and for programs.

use super::explanation::escaped;
use super::table::counted;
use super::voices::{self, JsonVoices};
use super::{Rows, SCHEMA, filled};
use crate::rules::accounts::{Cell, Matrix, Row, Voices};
use crate::rules::explain::heading;
use serde::Serialize;
use std::fmt::Write as _;

/// What a variant says that has no such rule.
pub(super) const NONE: &str = "none";

/// What stands in a table for a cell that is as in the first column.
const AS_IN_THE_FIRST: &str = "=";

/// The variants of a rule that say the same, and so on for those of them that are told by the same.
pub(super) type Groups<'m, 'a> = Vec<(&'m str, Vec<(Option<Voices<'a>>, Vec<&'a str>)>)>;

/// The variants of a row, by what they say and then by who says so.
pub(super) fn groups<'m, 'a>(matrix: &Matrix<'a>, row: &'m Row<'a>) -> Groups<'m, 'a> {
    let mut groups: Groups<'m, 'a> = Vec::new();
    for (variant, cell) in matrix.variants.iter().zip(&row.cells) {
        let value = cell.as_ref().map_or(NONE, |cell| cell.value.as_str());
        let voices = cell.as_ref().map(|cell| cell.voices);
        let at = match groups.iter().position(|(other, _)| *other == value) {
            Some(at) => at,
            None => {
                groups.push((value, Vec::new()));
                groups.len() - 1
            }
        };
        let told = &mut groups[at].1;
        let same = told.iter_mut().find(|(other, _)| match (other, voices) {
            (Some(other), Some(voices)) => other.same(voices),
            (None, None) => true,
            _ => false,
        });
        match same {
            Some((_, names)) => names.push(&variant.name),
            None => told.push((voices, vec![&variant.name])),
        }
    }
    groups
}

/// For a terminal: the variants of each rule by what they say.
pub fn table(matrix: &Matrix<'_>) -> String {
    let mut text = counted(matrix.variants.len(), "variant") + "\n";
    for column in matrix.columns.iter().filter(|column| column.len() > 1) {
        let names = matrix.names(column).join(", ");
        text.push_str(&filled("", "  ", &format!("the same rules: {names}")));
    }
    if !matrix.open.is_empty() {
        text.push_str("\nWHERE THEY DIFFER, OR ONE OF THEM IS SILENT\n");
        for row in &matrix.open {
            row_text(&mut text, matrix, row);
        }
    }
    if !matrix.agreed.is_empty() {
        text.push_str("\nWHERE ALL AGREE\n");
        for row in &matrix.agreed {
            row_text(&mut text, matrix, row);
        }
    }
    text
}

fn row_text(text: &mut String, matrix: &Matrix<'_>, row: &Row<'_>) {
    text.push('\n');
    let title = format!("{} · {}", heading(row.block), row.topic);
    text.push_str(&filled("", "  ", &title));
    for (value, told) in groups(matrix, row) {
        text.push_str(&filled("  ", "    ", value));
        let all = told.len() == 1 && told[0].1.len() == matrix.variants.len();
        for (voices, names) in told {
            if !all {
                text.push_str(&filled("    in ", "       ", &names.join(", ")));
            }
            let Some(voices) = voices else { continue };
            for line in voices::lines(voices) {
                text.push_str(&filled("      ", "        ", &line));
            }
        }
    }
}

/// Notes that are told below a table, each once, by their numbers.
#[derive(Default)]
struct Notes(Vec<String>);

impl Notes {
    fn number(&mut self, note: String) -> usize {
        match self.0.iter().position(|other| *other == note) {
            Some(at) => at + 1,
            None => {
                self.0.push(note);
                self.0.len()
            }
        }
    }

    /// Who says a rule, with a number for each note.
    fn voices(&mut self, voices: Voices<'_>) -> String {
        let mut parts: Vec<String> = voices
            .told()
            .map(|citation| match citation.quote.as_str() {
                "" => escaped(&citation.source),
                quote => escaped(&format!("{} “{quote}”", citation.source)),
            })
            .collect();
        for (citation, why) in voices.unclear() {
            let note = if why.is_empty() {
                "no reason is given"
            } else {
                why
            };
            let number = self.number(note.to_owned());
            parts.push(format!("{}? [{number}]", escaped(&citation.source)));
        }
        if let Some(why) = voices.assumed() {
            let note = if why.is_empty() {
                "no reason is given"
            } else {
                why
            };
            parts.push(format!("assumed [{}]", self.number(note.to_owned())));
        }
        if matches!(voices, Voices::Unstated) {
            parts.push("unstated".to_owned());
        }
        if parts.is_empty() && matches!(voices, Voices::Said(_)) {
            parts.push("no source".to_owned());
        }
        parts.join(", ")
    }
}

/// As a table with a column for each variant, in Markdown; notes by number below it.
pub fn markdown(matrix: &Matrix<'_>) -> String {
    let mut notes = Notes::default();
    let mut text = String::from("| rule |");
    for column in &matrix.columns {
        let _ = write!(text, " {} |", escaped(&matrix.names(column).join(", ")));
    }
    text.push_str("\n| --- |");
    text.push_str(&" --- |".repeat(matrix.columns.len()));
    text.push('\n');
    for row in &matrix.open {
        let _ = write!(text, "| {}: {} |", row.block.name(), escaped(&row.topic));
        let mut first = None;
        for column in &matrix.columns {
            let told = shared(matrix, row, column, &mut |cell| {
                let said = notes.voices(cell.voices);
                match said.as_str() {
                    "" => escaped(&cell.value),
                    said => format!("{}<br>*{said}*", escaped(&cell.value)),
                }
            });
            let told = told.join("<br>");
            // What is as in the first column need not be read again.
            let cell = match &first {
                Some(first) if *first == told => AS_IN_THE_FIRST,
                _ => &told,
            };
            let _ = write!(text, " {cell} |");
            first.get_or_insert(told);
        }
        text.push('\n');
    }
    if matrix.columns.len() > 1 {
        let _ = write!(
            text,
            "\n`{AS_IN_THE_FIRST}` stands for what the first column has, told by the same. A question mark \
             says that the source is not clear there; the numbers stand for the notes at the end.\n"
        );
    }
    if !matrix.agreed.is_empty() {
        text.push_str("\nAll agree on the rest:\n\n");
        for row in &matrix.agreed {
            for (value, told) in groups(matrix, row) {
                let _ = writeln!(text, "- {}: {}", row.block.name(), escaped(value));
                let alone = told.len() == 1;
                for (said, names) in told {
                    let said = said.map_or_else(String::new, |said| notes.voices(said));
                    let whose = if alone {
                        String::new()
                    } else {
                        format!("{}: ", escaped(&names.join(", ")))
                    };
                    let _ = writeln!(text, "  - {whose}*{said}*");
                }
            }
        }
    }
    if !notes.0.is_empty() {
        text.push_str("\nNotes:\n\n");
        for (number, note) in (1..).zip(&notes.0) {
            let _ = writeln!(text, "{number}. {}", escaped(note));
        }
    }
    text
}

/// What the variants of a column say: once where they are told by the same, otherwise each with its name.
fn shared<'a>(
    matrix: &Matrix<'a>,
    row: &Row<'a>,
    column: &[usize],
    tell: &mut dyn FnMut(&Cell<'a>) -> String,
) -> Vec<String> {
    let mut told: Vec<(String, Vec<&str>)> = Vec::new();
    for &at in column {
        let words = row.cells[at]
            .as_ref()
            .map_or_else(|| NONE.to_owned(), &mut *tell);
        let name = matrix.variants[at].name.as_str();
        match told.iter_mut().find(|(other, _)| *other == words) {
            Some((_, names)) => names.push(name),
            None => told.push((words, vec![name])),
        }
    }
    let alone = told.len() == 1;
    told.into_iter()
        .map(|(words, names)| match alone {
            true => words,
            false => format!("{}: {words}", names.join(", ")),
        })
        .collect()
}

/// A line a rule, those on which all agree included, and a column for each variant.
impl Rows for Matrix<'_> {
    fn header(&self) -> Vec<String> {
        let mut header = vec!["block".to_owned(), "rule".to_owned(), "agreed".to_owned()];
        for column in &self.columns {
            header.push(self.names(column).join(", "));
        }
        header
    }

    fn rows(&self) -> Vec<Vec<String>> {
        let mut records = Vec::new();
        for (rows, agreed) in [(&self.open, "no"), (&self.agreed, "yes")] {
            for row in rows {
                let mut record = vec![
                    row.block.name().to_owned(),
                    row.topic.clone(),
                    agreed.to_owned(),
                ];
                for column in &self.columns {
                    let told = shared(self, row, column, &mut |cell| match voices::one_line(
                        cell.voices,
                    )
                    .as_str()
                    {
                        "" => cell.value.clone(),
                        said => format!("{} [{said}]", cell.value),
                    });
                    record.push(told.join(" | "));
                }
                records.push(record);
            }
        }
        records
    }
}

#[derive(Serialize)]
struct JsonMatrix<'a> {
    schema: u32,
    variants: Vec<JsonVariant<'a>>,
    rows: Vec<JsonRow<'a>>,
    agreed: Vec<JsonRow<'a>>,
}

#[derive(Serialize)]
struct JsonVariant<'a> {
    name: &'a str,
    file: &'a str,
    title: &'a str,
    ruleset: &'a str,
    /// The other variants with the same rules.
    same_rules_as: Vec<&'a str>,
}

#[derive(Serialize)]
struct JsonRow<'a> {
    block: &'static str,
    rule: &'a str,
    cells: Vec<JsonCell<'a>>,
}

#[derive(Serialize)]
struct JsonCell<'a> {
    variant: &'a str,
    /// The rule, as a clause; nothing where the variant has no such rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'a str>,
    #[serde(flatten)]
    voices: Option<JsonVoices>,
}

/// What the variants say, for JSON and TOML.
pub fn form<'m>(matrix: &'m Matrix<'_>) -> impl Serialize + use<'m> {
    fn told<'m>(matrix: &'m Matrix<'_>, rows: &'m [Row<'_>]) -> Vec<JsonRow<'m>> {
        rows.iter()
            .map(|row| JsonRow {
                block: row.block.name(),
                rule: &row.topic,
                cells: matrix
                    .variants
                    .iter()
                    .zip(&row.cells)
                    .map(|(variant, cell)| JsonCell {
                        variant: &variant.name,
                        value: cell.as_ref().map(|cell| cell.value.as_str()),
                        voices: cell.as_ref().map(|cell| JsonVoices::of(cell.voices)),
                    })
                    .collect(),
            })
            .collect()
    }
    JsonMatrix {
        schema: SCHEMA,
        variants: matrix
            .variants
            .iter()
            .enumerate()
            .map(|(at, variant)| JsonVariant {
                name: &variant.name,
                file: &variant.path,
                title: &variant.ruleset.title,
                ruleset: &variant.hash,
                same_rules_as: matrix
                    .columns
                    .iter()
                    .filter(|column| column.contains(&at))
                    .flatten()
                    .filter(|&&other| other != at)
                    .map(|&other| matrix.variants[other].name.as_str())
                    .collect(),
            })
            .collect(),
        rows: told(matrix, &matrix.open),
        agreed: told(matrix, &matrix.agreed),
    }
}
