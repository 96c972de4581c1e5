//! One page that holds everything: what the variants say and who says so, what became of the games, and how it
//! was computed. It needs no network, no script and no other file, so it can be sent to a colleague as it is.
//!
//! Everything that comes from a file or a command line is escaped by the templates ([`maud`]); a quotation carries
//! the language of its source. The same results give the same bytes.

mod accounts;
mod letters;
mod outcomes;
mod plot;
mod questions;
mod rules;
mod sources;
mod wear;

use crate::analyse::VariantResults;
use crate::experiment::Experiment;
use crate::rules::accounts::Matrix;
use crate::simulate::wear::Wear;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use questions::Questions;
use sources::Sources;

/// How the page looks: on paper, on a telephone, by day and by night.
const STYLE: &str = include_str!("style.css");

/// What wrote a page, as its head says it; by it a page is known again.
pub const GENERATOR: &str = "kiothi";

/// What a page tells.
#[derive(Clone, Debug)]
pub struct Page<'a> {
    /// The command that makes the page, as one types it.
    pub command: String,
    /// What was played.
    pub experiment: &'a Experiment,
    /// What became of the games of each.
    pub results: &'a [VariantResults],
    /// What random play does to the board of each; empty where that was not counted.
    pub wear: &'a [Wear],
}

/// A part of the page: where it is, what it is called, what is in it.
struct Section {
    id: &'static str,
    title: String,
    body: Markup,
}

impl Page<'_> {
    /// The page, as HTML.
    pub fn html(&self) -> String {
        let title = self.title();
        let matrix = Matrix::of(&self.experiment.variants);
        let sources = Sources::of(&self.experiment.variants);
        let questions = Questions::of(&self.experiment.variants);
        let sections: Vec<Section> = [
            outcomes::outcomes(self.results),
            outcomes::differences(self.results),
            outcomes::distributions(self.results, &matrix),
            questions.section(&sources),
            accounts::accounts(&matrix, &sources, &questions),
            rules::rules(&self.experiment.variants, &sources, &questions),
            wear::wear(self, &matrix),
            sources.section(),
            Some(self.method()),
        ]
        .into_iter()
        .flatten()
        .collect();
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="generator" content={ (GENERATOR) " " (version()) };
                    meta name="color-scheme" content="light dark";
                    title { (title) }
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    header {
                        h1 { (title) }
                        p .lead { (self.lead()) }
                        (self.findings(&matrix))
                    }
                    nav aria-labelledby="contents" {
                        h2 #contents { "Contents" }
                        ol {
                            @for section in &sections {
                                li { a href={ "#" (section.id) } { (section.title) } }
                            }
                        }
                    }
                    main {
                        @for section in &sections {
                            section #(section.id) aria-labelledby={ (section.id) "-title" } {
                                h2 id={ (section.id) "-title" } { (section.title) }
                                (section.body)
                            }
                        }
                    }
                }
            }
        };
        // What may stand in a file's name but not in a page.
        page.into_string()
            .replace(|c: char| c.is_control() && c != '\n', "\u{fffd}")
    }

    fn title(&self) -> String {
        let title = self.experiment.title();
        match self.experiment.variants.len() {
            0 | 1 => title.to_owned(),
            variants => format!("{title}: {variants} variants"),
        }
    }

    fn lead(&self) -> Markup {
        let Some(first) = self.results.first() else {
            return html! {};
        };
        let [south, north] = first.players;
        html! {
            (super::table::games_each(self.results)) ", " (south) " against " (north) ", seed " (first.seed) ". "
            "Intervals are of 95 %. "
            a href="#method" { "How it was computed" } ", and the command that repeats it, stands at the end."
        }
    }

    /// What there is to know before one reads on.
    fn findings(&self, matrix: &Matrix<'_>) -> Markup {
        let same: Vec<String> = matrix
            .columns
            .iter()
            .filter(|column| column.len() > 1)
            .map(|column| listed(&matrix.names(column)))
            .collect();
        let told = outcomes::told_apart(self.results);
        html! {
            @if !same.is_empty() || !told.is_empty() {
                ul .findings {
                    @for names in same {
                        li { (names) " have the same rules." }
                    }
                    @for words in told {
                        li { (words) }
                    }
                }
            }
        }
    }

    fn method(&self) -> Section {
        let first = self.results.first();
        let compared = self.results.iter().find_map(|r| r.against.as_ref());
        let body = html! {
            p { "This command makes this page again, to the last letter, on any machine and any number of threads:" }
            pre .command tabindex="0" { code { (self.command) } }
            table .facts {
                tbody {
                    tr { th scope="row" { "program" } td { (GENERATOR) " " (version()) } }
                    @if let Some(first) = first {
                        tr { th scope="row" { "random numbers" } td {
                            (first.rng) ", master seed " (first.seed)
                            "; a game is drawn from the seed and its own number"
                        } }
                        tr { th scope="row" { "players" } td {
                            "South " (first.players[0]) ", North " (first.players[1])
                        } }
                    }
                    tr { th scope="row" { "intervals" } td {
                        "95 %; shares by Wilson’s method"
                        @if compared.is_some() { ", differences of shares of paired games by Newcombe’s, made from it" }
                    } }
                    @if let Some(against) = compared {
                        tr { th scope="row" { "differences" } td {
                            "told from chance at the " (100.0 * against.level)
                            " % level for all of the comparison together, by Holm’s method. All variants are given "
                            "the same random numbers: games of the same number are pairs, and the intervals are made "
                            "for pairs, which makes the differences of near variants surer."
                        } }
                    }
                    @if !self.wear.is_empty() {
                        tr { th scope="row" { "wear" } td { (wear::games(self.wear)) } }
                    }
                }
            }
            (scroll("The variants and their files", html! {
                table {
                    caption { "The variants. Two with the same hash have the same rules, however they are worded." }
                    thead { tr {
                        th scope="col" { "variant" }
                        th scope="col" { "file" }
                        th scope="col" { "ruleset" }
                        th scope="col" .number { "games" }
                    } }
                    tbody {
                        @for (variant, result) in self.experiment.variants.iter().zip(self.results) {
                            tr {
                                th scope="row" { (variant.name) }
                                td { (variant.path) }
                                td { code { (variant.hash) } }
                                td .number { (super::thousands(result.games)) }
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
}

/// The version of this program.
fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// Something wide, which scrolls within the page.
fn scroll(label: &str, body: Markup) -> Markup {
    html! {
        div .scroll role="region" aria-label=(label) tabindex="0" { (body) }
    }
}

/// `a, b and c`.
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
