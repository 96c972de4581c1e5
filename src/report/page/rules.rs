//! The rules of each variant as sentences, with who says each.

use super::Section;
use super::questions::Questions;
use super::sources::Sources;
use crate::rules::Variant;
use crate::rules::accounts::Voices;
use crate::rules::explain::heading;
use maud::{Markup, html};

pub(super) fn rules(
    variants: &[Variant],
    reference: usize,
    sources: &Sources<'_>,
    questions: &Questions<'_>,
) -> Option<Section> {
    let first = variants.get(reference)?;
    let body = html! {
        @if variants.len() > 1 {
            p { "Every rule in force, told to a player, with the clause it comes from and who says so. A bar at the \
                 side and the word “other” mark where a variant differs from " (first.name) "." }
        } @else {
            p { "Every rule in force, told to a player, with the clause it comes from and who says so." }
        }
        @for (number, variant) in variants.iter().enumerate() {
            details .variant id={ "rules-" (number + 1) } open[variants.len() == 1] {
                summary {
                    h3 { (variant.name) } " "
                    span .quiet { (variant.ruleset.title) (standing(variants, number)) }
                }
                (told(variant, (number != reference).then_some(first), sources, questions))
            }
        }
    };
    Some(Section {
        id: "rules",
        title: if variants.len() > 1 {
            "The rules of each"
        } else {
            "The rules"
        }
        .to_owned(),
        body,
    })
}

/// What a variant is to the others.
fn standing(variants: &[Variant], number: usize) -> String {
    if number == 0 {
        return String::new();
    }
    let variant = &variants[number];
    let same = variants[..number]
        .iter()
        .find(|other| other.hash == variant.hash);
    same.map_or_else(String::new, |other| {
        format!(" · the same rules as {}", other.name)
    })
}

/// The rules of a variant, marked where they are not those of another.
fn told(
    variant: &Variant,
    reference: Option<&Variant>,
    sources: &Sources<'_>,
    questions: &Questions<'_>,
) -> Markup {
    let theirs = reference.map(|other| other.ruleset.rulings());
    let is_other = |line: &crate::rules::wording::Line<'_>| {
        theirs.as_ref().is_some_and(|theirs| {
            !theirs
                .iter()
                .any(|other| other.same_topic(line) && other.text == line.text)
        })
    };
    let ours = variant.ruleset.rulings();
    let gone: Vec<_> = theirs
        .iter()
        .flatten()
        .filter(|line| !ours.iter().any(|other| other.same_topic(line)))
        .collect();
    let mut number = 0;
    html! {
        @for section in variant.ruleset.explain() {
            h4 { (heading(section.block)) }
            @if !section.note.is_empty() { p .note { (section.note) } }
            ol .rules start=(number + 1) {
                @for point in section.points {
                    @let other = is_other(&point.line);
                    ({ number += 1; "" })
                    li .other[other] {
                        p {
                            @if other { span .tag { "other" } " " }
                            @if let Some(name) = point.name { b { "“" (name) "”" } ": " }
                            (point.sentence)
                        }
                        p .clause { code { (point.line.text) } }
                        ul .voices {
                            (questions.answers(variant, Voices::of(&point.line)))
                            (sources.voices(variant, Voices::of(&point.line)))
                        }
                    }
                }
            }
        }
        @if let (Some(reference), false) = (reference, gone.is_empty()) {
            h4 { "Not here" }
            p { "What " (reference.name) " says besides, and this variant does not:" }
            ul .rules {
                @for line in gone {
                    li .other { p .clause { code { (line.text) } } }
                }
            }
        }
        p .quiet { "Ruleset " code { (variant.hash) } }
    }
}
