//! What the variants say, rule by rule: at a glance by letters, and then in words, with who says so.

use super::questions::Questions;
use super::sources::Sources;
use super::{Section, letters};
use crate::report::accounts::{NONE, groups};
use crate::report::table::counted;
use crate::rules::Variant;
use crate::rules::accounts::{Cell, Matrix, Row, Voices};
use crate::rules::explain::heading;
use maud::{Markup, html};

pub(super) fn accounts(
    matrix: &Matrix<'_>,
    sources: &Sources<'_>,
    questions: &Questions<'_>,
) -> Option<Section> {
    // Where the questions tell most of it in words, the rules need not do so at once.
    let asked = matrix
        .variants
        .iter()
        .any(|variant| !variant.questions.is_empty());
    if matrix.variants.len() < 2 {
        return None;
    }
    let body = html! {
        @if matrix.open.is_empty() {
            p { "They agree on every rule, each with a source." }
        } @else {
            p { "Rules on which the variants differ, or for which one of them has no source. Variants with the same \
                 letter have the same rule; a letter leads to the words below. A mark tells what is not settled: \
                 " b { "?" } " a source is not clear there, " b { "*" } " assumed by whoever wrote the variant, "
                 b { "°" } " said by no file, so that the engine’s ruling stands." }
            (at_a_glance(matrix))
            details #open open[!asked] {
                summary { h3 { "In words" } }
                @for (number, row) in (1..).zip(&matrix.open) {
                    (in_words(matrix, row, number, sources, questions))
                }
            }
        }
        @if !matrix.agreed.is_empty() {
            details #agreed {
                summary { h3 { "Where all agree" } " " span .quiet { (counted(matrix.agreed.len(), "rule")) } }
                @for (number, row) in (matrix.open.len() + 1..).zip(&matrix.agreed) {
                    (in_words(matrix, row, number, sources, questions))
                }
            }
        }
    };
    Some(Section {
        id: "accounts",
        title: "What the accounts say, rule by rule".to_owned(),
        body,
    })
}

fn at_a_glance(matrix: &Matrix<'_>) -> Markup {
    let rows: Vec<letters::Row> = (1..)
        .zip(&matrix.open)
        .map(|(number, row)| {
            let said = groups(matrix, row);
            let cell = |cell: &Option<Cell<'_>>| {
                let value = cell.as_ref().map_or(NONE, |cell| cell.value.as_str());
                letters::Cell {
                    at: said.iter().position(|(other, _)| *other == value),
                    marks: cell
                        .as_ref()
                        .map_or_else(String::new, |cell| marks(cell.voices)),
                    words: value.to_owned(),
                }
            };
            letters::Row {
                href: format!("#ruling-{number}"),
                title: title(row),
                cells: row.cells.iter().map(cell).collect(),
            }
        })
        .collect();
    letters::at_a_glance("The accounts at a glance", "rule", matrix.variants, &rows)
}

fn title(row: &Row<'_>) -> String {
    format!("{} · {}", heading(row.block), row.topic)
}

/// What is open about a rule, in marks.
fn marks(said: Voices<'_>) -> String {
    let mut marks = String::new();
    if said.unclear().next().is_some() {
        marks.push('?');
    }
    if said.assumed().is_some() {
        marks.push('*');
    }
    if matches!(said, Voices::Unstated) {
        marks.push('°');
    }
    marks
}

fn in_words(
    matrix: &Matrix<'_>,
    row: &Row<'_>,
    number: usize,
    sources: &Sources<'_>,
    questions: &Questions<'_>,
) -> Markup {
    let said = groups(matrix, row);
    let alone = said.len() == 1;
    html! {
        div .ruling id={ "ruling-" (number) } {
            h4 { (title(row)) }
            @for (at, (value, told)) in said.into_iter().enumerate() {
                div .value {
                    @if !alone { (letters::badge(at)) }
                    div {
                        p .clause { code { (value) } }
                        @let together = told.len() == 1;
                        @for (voices, names) in told {
                            @if !(alone && together) { p .whose { "in " (names.join(", ")) } }
                            @if let Some(voices) = voices {
                                @if let Some(variant) = teller(matrix, row, value, voices) {
                                    ul .voices {
                                        (questions.answers(variant, voices))
                                        (sources.voices(variant, voices))
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A variant that says so, told by these: its sources are meant.
fn teller<'a>(
    matrix: &Matrix<'a>,
    row: &Row<'_>,
    value: &str,
    voices: Voices<'_>,
) -> Option<&'a Variant> {
    let says = |cell: &Cell<'_>| cell.value == value && cell.voices.same(voices);
    let mut cells = matrix.variants.iter().zip(&row.cells);
    cells
        .find(|(_, cell)| cell.as_ref().is_some_and(says))
        .map(|(variant, _)| variant)
}
