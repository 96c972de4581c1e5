//! One page that holds everything: what the variants say and who says so, what became of the games, and how it
//! was computed. It needs no network, no script and no other file, so it can be sent to a colleague as it is.
//!
//! Everything that comes from a file or a command line is escaped by the templates ([`maud`]); a quotation carries
//! the language of its source. The same results give the same bytes.

mod accounts;
mod differences;
mod distributions;
mod effects;
mod letters;
mod method;
mod outcomes;
mod partings;
mod plot;
mod questions;
mod rules;
mod sources;
mod wear;

use crate::analyse::measures::Measure;
use crate::analyse::sweep::Sweep;
use crate::analyse::{Against, VariantResults};
use crate::experiment::Experiment;
use crate::rules::Variant;
use crate::rules::accounts::Matrix;
use crate::simulate::distinguish::Distinction;
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
    /// The variants whose rules are told.
    pub variants: &'a [Variant],
    /// What was found.
    pub found: Found<'a>,
}

/// What was found by playing.
#[derive(Clone, Copy, Debug)]
pub enum Found<'a> {
    /// What became of the games of each variant.
    Games(Games<'a>),
    /// What the answers to the questions of a variant change.
    Effects(&'a Sweep),
}

/// An experiment, and what became of it.
#[derive(Clone, Copy, Debug)]
pub struct Games<'a> {
    /// What was played.
    pub experiment: &'a Experiment,
    /// What became of the games, one for each variant.
    pub results: &'a [VariantResults],
    /// What is told of a comparison, in this order; empty where nothing is compared.
    pub measures: &'a [&'static Measure],
    /// What random play does to the board of each; empty where that was not counted.
    pub wear: &'a [Wear],
    /// Where each parts from the reference, if that was asked; empty where nothing is compared.
    pub partings: &'a [Option<Distinction>],
}

impl<'a> Games<'a> {
    /// The results that others are compared with.
    fn reference(&self) -> Option<&'a VariantResults> {
        self.results.get(self.experiment.reference)
    }

    /// The variants that differ from the reference in their rules, with how their results differ.
    fn compared(&self) -> Vec<(&'a str, &'a Against)> {
        let compared = self.results.iter();
        compared
            .filter_map(|r| Some((r.variant.as_str(), r.against.as_ref()?)))
            .collect()
    }
}

/// A part of the page: where it is, what it is called, what is in it.
struct Section {
    id: &'static str,
    title: String,
    body: Markup,
}

impl<'a> Page<'a> {
    /// The page of an experiment.
    ///
    /// ```
    /// use kiothi::experiment::{Experiment, Length};
    /// use kiothi::report::page::{Games, Page};
    /// use kiothi::simulate::Watch;
    /// # use kiothi::rules::{Memory, load};
    /// # let text = "language 1\ngame \"A game\"\nboard { rows 2; pits 3 }\nsetup { place 2 seeds in each own pit }\n\
    /// #   turn { from an occupied own pit; lift all; sow counterclockwise }\nlap ends { stop }";
    /// # let variant = load("a.mancala", &Memory::from([("a.mancala", text)])).variant.unwrap();
    /// let experiment = Experiment {
    ///     length: Length::Games(100),
    ///     ..Experiment::of(vec![variant])
    /// };
    /// let watch = Watch::default();
    /// let comparison = experiment.compare(None, &watch);
    /// let results = &comparison.results.results;
    /// let wear = experiment.wear(results, &watch);
    /// let partings = experiment.partings(results, &watch);
    /// let page = Page::of_games(
    ///     "kiothi compare a.mancala --games 100 --report page.html".to_owned(),
    ///     Games {
    ///         experiment: &experiment,
    ///         results,
    ///         measures: &comparison.measures,
    ///         wear: &wear,
    ///         partings: &partings,
    ///     },
    /// );
    /// assert!(page.html().starts_with("<!DOCTYPE html>"));
    /// ```
    pub fn of_games(command: String, games: Games<'a>) -> Self {
        Page {
            command,
            variants: &games.experiment.variants,
            found: Found::Games(games),
        }
    }

    /// The page of a sweep over the questions of a variant.
    pub fn of_effects(command: String, variant: &'a Variant, sweep: &'a Sweep) -> Self {
        Page {
            command,
            variants: std::slice::from_ref(variant),
            found: Found::Effects(sweep),
        }
    }

    /// The number of the variant that others are compared with.
    fn reference(&self) -> usize {
        match self.found {
            Found::Games(games) => games.experiment.reference,
            Found::Effects(_) => 0,
        }
    }

    /// The page, as HTML.
    pub fn html(&self) -> String {
        let matrix = Matrix::of(self.variants);
        let sources = Sources::of(self.variants);
        let questions = Questions::of(self.variants);
        let (title, lead, found, wear) = match self.found {
            Found::Games(ref games) => (
                outcomes::title(games),
                outcomes::lead(games, &matrix),
                vec![
                    outcomes::outcomes(games),
                    differences::differences(games),
                    distributions::distributions(games, &matrix),
                    partings::partings(games, &matrix),
                ],
                wear::wear(games.wear, &matrix),
            ),
            Found::Effects(sweep) => (
                effects::title(sweep),
                effects::lead(sweep),
                vec![
                    Some(effects::ranking(sweep)),
                    Some(effects::effects(sweep)),
                    effects::together(sweep),
                ],
                None,
            ),
        };
        let told = [
            questions.section(&sources),
            accounts::accounts(&matrix, &sources, &questions),
            rules::rules(self.variants, self.reference(), &sources, &questions),
            wear,
            sources.section(),
            Some(method::method(self)),
        ];
        let sections: Vec<Section> = found.into_iter().chain(told).flatten().collect();
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
                        (lead)
                        p .quiet {
                            a href="#method" { "How it was computed" }
                            ", and the command that repeats it, stands at the end."
                        }
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

/// How many columns a table of numbers has at most: as many as fit a printed page. More stand in another below.
const MOST_COLUMNS: usize = 9;

/// A table of numbers, a name before each row, broken into several where it would be too wide to print.
fn in_numbers(
    label: &str,
    caption: &str,
    names: &str,
    heads: &[String],
    rows: &[(String, Vec<String>)],
) -> Markup {
    let tables = heads.len().div_ceil(MOST_COLUMNS).max(1);
    let each = heads.len().div_ceil(tables).max(1);
    html! {
        @for (number, heads) in heads.chunks(each).enumerate() {
            (scroll(label, html! {
                table {
                    @if number == 0 { caption { (caption) } }
                    thead { tr {
                        th scope="col" { (names) }
                        @for head in heads { th scope="col" .number { (head) } }
                    } }
                    tbody {
                        @for (name, cells) in rows {
                            tr {
                                th scope="row" { (name) }
                                @for cell in cells.iter().skip(number * each).take(each) { td .number { (cell) } }
                            }
                        }
                    }
                }
            }))
        }
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
