//! How it was computed, and the command that repeats it.

use super::{Found, GENERATOR, Page, Section, effects, outcomes, scroll, version};
use crate::report::thousands;
use maud::{Markup, html};

pub(super) fn method(page: &Page<'_>) -> Section {
    // How many games each variant had, where each was played by itself.
    let (facts, games): (Markup, Vec<u64>) = match page.found {
        Found::Games(ref games) => (
            outcomes::method(games),
            games.results.iter().map(|r| r.games).collect(),
        ),
        Found::Effects(sweep) => (effects::method(sweep), Vec::new()),
    };
    let body = html! {
        p { "This command makes this page again, to the last letter, on any machine and any number of threads:" }
        pre .command tabindex="0" { code { (page.command) } }
        table .facts {
            tbody {
                (fact("program", html! { (GENERATOR) " " (version()) }))
                (facts)
            }
        }
        (scroll("The variants and their files", html! {
            table {
                caption { "The variants. Two with the same hash have the same rules, however they are worded." }
                thead { tr {
                    th scope="col" { "variant" }
                    th scope="col" { "file" }
                    th scope="col" { "ruleset" }
                    @if !games.is_empty() { th scope="col" .number { "games" } }
                } }
                tbody {
                    @for (number, variant) in page.variants.iter().enumerate() {
                        tr {
                            th scope="row" { (variant.name) }
                            td { (variant.path) }
                            td { code { (variant.hash) } }
                            @if let Some(games) = games.get(number) { td .number { (thousands(*games)) } }
                        }
                    }
                }
            }
        }))
    };
    Section {
        id: "method",
        title: "How it was computed".to_owned(),
        body,
    }
}

/// A line of the table of how it was computed.
pub(super) fn fact(name: &str, words: impl maud::Render) -> Markup {
    html! { tr { th scope="row" { (name) } td { (words) } } }
}

/// The random numbers, in words.
pub(super) fn random_numbers(generator: &str, seed: u64) -> String {
    format!("{generator}, master seed {seed}; a game is drawn from the seed and its own number")
}
