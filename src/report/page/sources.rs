//! Who says a rule, with what is quoted; and the sources, each once.

use super::Section;
use crate::report::voices;
use crate::rules::Variant;
use crate::rules::accounts::Voices;
use crate::rules::ruleset::{Citation, Source};
use maud::{Markup, html};

/// The sources of all variants.
pub(super) struct Sources<'a>(Vec<&'a Source>);

impl<'a> Sources<'a> {
    pub(super) fn of(variants: &'a [Variant]) -> Self {
        let mut all: Vec<&Source> = Vec::new();
        for source in variants.iter().flat_map(|variant| &variant.ruleset.sources) {
            if !all.contains(&source) {
                all.push(source);
            }
        }
        Sources(all)
    }

    /// The source that a variant means by a key, with its number here.
    fn find(&self, variant: &Variant, key: &str) -> Option<(usize, &'a Source)> {
        let meant = variant
            .ruleset
            .sources
            .iter()
            .find(|source| source.key == key)?;
        let number = self.0.iter().position(|source| *source == meant)?;
        Some((number + 1, self.0[number]))
    }

    /// Who says a rule of a variant.
    pub(super) fn voices(&self, variant: &Variant, said: Voices<'_>) -> Markup {
        let told: Vec<&Citation> = said.told().collect();
        let uncited =
            matches!(said, Voices::Said(_)) && said.is_silent() && said.assumed().is_none();
        html! {
            @if !told.is_empty() {
                li { "told by " @for (number, citation) in told.iter().enumerate() {
                    @if number > 0 { ", " }
                    (self.cited(variant, citation))
                } }
            }
            @for (citation, why) in said.unclear() {
                li { b { "unclear" } " in " (self.cited(variant, citation)) (because(why)) }
            }
            @if let Some(why) = said.assumed() {
                li { b { "assumed" } (because(why)) }
            }
            @if matches!(said, Voices::Unstated) {
                li { b { "unstated" } ": " (voices::UNSTATED) }
            }
            @if uncited { li { (voices::UNCITED) } }
        }
    }

    fn cited(&self, variant: &Variant, citation: &Citation) -> Markup {
        let found = self.find(variant, &citation.source);
        html! {
            @match found {
                Some((number, _)) => a href={ "#source-" (number) } { (citation.source) },
                None => (citation.source),
            }
            @if !citation.quote.is_empty() {
                " "
                q lang=[found.and_then(|(_, source)| language(source))] dir="auto" { (citation.quote) }
            }
        }
    }

    /// The list of them.
    pub(super) fn section(&self) -> Option<Section> {
        if self.0.is_empty() {
            return None;
        }
        let body = html! {
            dl .sources {
                @for (number, source) in (1..).zip(&self.0) {
                    div id={ "source-" (number) } {
                        dt { (source.key) }
                        dd { (voices::source(source)) }
                    }
                }
            }
        };
        Some(Section {
            id: "sources",
            title: "Sources".to_owned(),
            body,
        })
    }
}

fn because(why: &str) -> String {
    match why {
        "" => String::new(),
        why => format!(": {why}"),
    }
}

/// The language of a source, if it is told in the way that pages tell it, like `hi` or `zh-Hant`.
fn language(source: &Source) -> Option<&str> {
    let mut parts = source.language.split('-');
    let is = |part: &str, lengths: std::ops::RangeInclusive<usize>| {
        lengths.contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    let known =
        parts.next().is_some_and(|first| is(first, 2..=3)) && parts.all(|part| is(part, 1..=8));
    known.then_some(&source.language)
}
