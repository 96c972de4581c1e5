//! What random play does to the pits, drawn on the board.

use super::Section;
use super::plot::{self, Pit};
use crate::engine::Program;
use crate::notation::pit_name;
use crate::report::thousands;
use crate::report::wear::kinds;
use crate::rules::Variant;
use crate::rules::accounts::Matrix;
use crate::simulate::wear::Wear;
use maud::{Markup, html};

pub(super) fn wear(wear: &[Wear], matrix: &Matrix<'_>) -> Option<Section> {
    if wear.is_empty() {
        return None;
    }
    let body = html! {
        p { "How often a game each pit is lifted from, sown into, ended in and captured from, by both players \
             together; archaeologists compare it with the wear of real boards. The larger the disc, the more; \
             within a board its area is as the number beside it. The opening, laid by hand, is left out." }
        @for (number, column) in matrix.columns.iter().enumerate() {
            @let names = matrix.names(column).join(", ");
            details .variant open[matrix.columns.len() == 1] {
                summary { h3 { (names) } }
                (boards(&format!("wear-{}", number + 1), &matrix.variants[column[0]], &wear[column[0]], &names))
            }
        }
    };
    Some(Section {
        id: "wear",
        title: "Wear of the board".to_owned(),
        body,
    })
}

/// How many games the wear is of.
pub(super) fn games(wear: &[Wear]) -> String {
    let least = wear.iter().map(|wear| wear.games).min().unwrap_or(0);
    let most = wear.iter().map(|wear| wear.games).max().unwrap_or(0);
    if least == most {
        format!("of the first {} games of each variant", thousands(most))
    } else {
        format!(
            "of the first {} to {} games of each variant",
            thousands(least),
            thousands(most)
        )
    }
}

fn boards(id: &str, variant: &Variant, wear: &Wear, names: &str) -> Markup {
    let program = Program::compile(&variant.ruleset);
    let half = program.half();
    let games = wear.games.max(1) as f64;
    html! {
        div .panels {
            @for (number, (what, touches)) in kinds(wear).into_iter().enumerate() {
                @let pit = |pit: usize| {
                    let amount = (touches[0][pit] + touches[1][pit]) as f64 / games;
                    Pit { name: pit_name(pit, half), amount, words: amount_words(amount) }
                };
                @let row = |row: usize| (0..program.pits()).map(|column| pit(program.pit_at(row, column))).collect();
                @let rows: Vec<Vec<Pit>> = (0..program.rows()).rev().map(row).collect();
                @let all: f64 = rows.iter().flatten().map(|pit| pit.amount).sum();
                @let says = rows.iter().flatten()
                    .map(|pit| format!("{} {}", pit.name, pit.words)).collect::<Vec<_>>().join(", ");
                figure {
                    figcaption { b { (what) } ": " (format!("{all:.2}")) " a game" }
                    (plot::board(
                        &format!("{id}-{}", number + 1),
                        &format!("{names}: {what}"),
                        &format!("Times a game: {says}."),
                        &rows,
                    ))
                }
            }
        }
    }
}

/// A number of three figures or so, which fits below a pit.
fn amount_words(amount: f64) -> String {
    match amount {
        amount if amount >= 99.95 => format!("{amount:.0}"),
        amount if amount >= 9.995 => format!("{amount:.1}"),
        amount => format!("{amount:.2}"),
    }
}
