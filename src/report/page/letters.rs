//! What variants say, at a glance: a table of letters, where the same letter in a row means that the same is said.

use super::scroll;
use crate::rules::Variant;
use maud::{Markup, html};

/// A row of the table.
pub(super) struct Row {
    /// Where it is told in words.
    pub href: String,
    /// What it is about.
    pub title: String,
    /// What each variant says.
    pub cells: Vec<Cell>,
}

/// What a variant says.
pub(super) struct Cell {
    /// The so-manieth of what is said there; `None` where the variant says nothing of it.
    pub at: Option<usize>,
    /// What is not settled about it, in marks.
    pub marks: String,
    /// The same in words.
    pub words: String,
}

/// The table of letters.
pub(super) fn at_a_glance(label: &str, head: &str, variants: &[Variant], rows: &[Row]) -> Markup {
    scroll(
        label,
        html! {
            table .matrix {
                thead { tr {
                    th scope="col" { (head) }
                    @for variant in variants { th scope="col" .upright { span { (variant.name) } } }
                } }
                tbody {
                    @for row in rows {
                        tr {
                            th scope="row" { a href=(row.href) { (row.title) } }
                            @for (variant, cell) in variants.iter().zip(&row.cells) {
                                @let says = format!("{}: {}", variant.name, cell.words);
                                @match cell.at {
                                    Some(at) => td class=(class(at)) title=(says) {
                                        (letter(at))
                                        @if !cell.marks.is_empty() { sup { (cell.marks) } }
                                    },
                                    None => td title=(says) { "–" },
                                }
                            }
                        }
                    }
                }
            }
        },
    )
}

/// The letter of something that is said, before its words.
pub(super) fn badge(at: usize) -> Markup {
    html! { div class=(class(at)) { (letter(at)) } }
}

fn class(at: usize) -> String {
    // The style sheet has so many grounds; the letter tells the rest apart.
    format!("letter letter-{}", at.min(4))
}

/// The letter of the so-manieth thing that is said: A, B … Z, then AA.
fn letter(number: usize) -> String {
    let last = char::from(b'A' + (number % 26) as u8);
    match number / 26 {
        0 => last.to_string(),
        more => letter(more - 1) + &last.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::letter;

    #[test]
    fn letters_go_on_after_z() {
        assert_eq!(
            [0, 25, 26, 27, 52].map(letter),
            ["A", "Z", "AA", "AB", "BA"]
        );
    }
}
