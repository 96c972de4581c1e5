//! The points on which accounts differ or keep silent: what is asked, the choices and who gives them, and what each
//! variant answers.

use super::Section;
use super::letters::{self, Cell, Row};
use super::sources::Sources;
use crate::report::voices;
use crate::rules::Variant;
use crate::rules::accounts::Voices;
use crate::rules::questions::{Choice, Question};
use maud::{Markup, html};

/// The questions of all variants, each once.
pub(super) struct Questions<'a> {
    variants: &'a [Variant],
    asked: Vec<Asked<'a>>,
}

/// A question over all variants.
struct Asked<'a> {
    /// The question, as the first variant that has it asks it.
    question: &'a Question,
    /// That variant: its sources are meant.
    by: &'a Variant,
    /// The same question as each variant has it.
    each: Vec<Option<&'a Question>>,
}

/// Whether two variants ask the same: a question is known by its name, its words and its choices.
fn same(one: &Question, other: &Question) -> bool {
    let choices = |question: &Question| -> Vec<String> {
        question
            .choices
            .iter()
            .map(|choice| choice.name.clone())
            .collect()
    };
    one.name == other.name && one.text == other.text && choices(one) == choices(other)
}

impl<'a> Questions<'a> {
    pub(super) fn of(variants: &'a [Variant]) -> Self {
        let mut asked: Vec<Asked<'a>> = Vec::new();
        for (at, by) in variants.iter().enumerate() {
            for question in &by.questions {
                let known = asked
                    .iter()
                    .position(|other| same(other.question, question));
                let number = known.unwrap_or_else(|| {
                    let each = vec![None; variants.len()];
                    asked.push(Asked { question, by, each });
                    asked.len() - 1
                });
                asked[number].each[at] = Some(question);
            }
        }
        Questions { variants, asked }
    }

    /// The answers that a rule of a variant comes from.
    pub(super) fn answers(&self, variant: &Variant, said: Voices<'_>) -> Markup {
        html! {
            @for answer in voices::answers(said) {
                li {
                    "answers "
                    a href=[self.href(variant, &answer.question)] { (answer.question) }
                    ": " (answer.choice)
                }
            }
        }
    }

    /// Where a question of a variant is told.
    fn href(&self, variant: &Variant, name: &str) -> Option<String> {
        let meant = variant
            .questions
            .iter()
            .find(|question| question.name == name)?;
        let number = self
            .asked
            .iter()
            .position(|asked| same(asked.question, meant))?;
        Some(format!("#question-{}", number + 1))
    }

    pub(super) fn section(&self, sources: &Sources<'_>) -> Option<Section> {
        if self.asked.is_empty() {
            return None;
        }
        let many = self.variants.len() > 1;
        let body = html! {
            p { "Points on which the accounts differ or keep silent, with the choices there are and who gives each." }
            @if many {
                p { "Variants with the same letter answer alike. A mark tells of an answer that nobody gives plainly: "
                    b { "?" } " a source can be read so, " b { "*" } " only assumed; " b { "×" }
                    " stands where a variant says the rule itself, so that the answer means nothing." }
                (letters::at_a_glance("The answers at a glance", "question", self.variants, &self.rows()))
            }
            @for (number, asked) in (1..).zip(&self.asked) {
                (self.in_words(asked, number, sources))
            }
        };
        Some(Section {
            id: "questions",
            title: if many {
                "What is asked, and what each answers"
            } else {
                "What is asked"
            }
            .to_owned(),
            body,
        })
    }

    fn rows(&self) -> Vec<Row> {
        let cell = |question: Option<&Question>| match question {
            None => Cell {
                at: None,
                marks: String::new(),
                words: "not asked".to_owned(),
            },
            Some(question) => Cell {
                at: Some(question.chosen),
                marks: match question.overruled {
                    Some(_) => "×".to_owned(),
                    None => marks(question.answered()).to_owned(),
                },
                words: question.answered().text.clone(),
            },
        };
        (1..)
            .zip(&self.asked)
            .map(|(number, asked)| Row {
                href: format!("#question-{number}"),
                title: asked.question.text.clone(),
                cells: asked.each.iter().copied().map(cell).collect(),
            })
            .collect()
    }

    fn in_words(&self, asked: &Asked<'_>, number: usize, sources: &Sources<'_>) -> Markup {
        html! {
            div .ruling id={ "question-" (number) } {
                h3 { (asked.question.text) }
                @for (at, choice) in asked.question.choices.iter().enumerate() {
                    @let holds = self.holds(asked, at);
                    div .value {
                        (letters::badge(at))
                        div {
                            p .choice { (choice.text) }
                            @if !holds.is_empty() { p .whose { (holds) } }
                            ul .voices { (sources.voices(asked.by, Voices::Said(&choice.said))) }
                        }
                    }
                }
            }
        }
    }

    /// Which variants answer so.
    fn holds(&self, asked: &Asked<'_>, choice: usize) -> String {
        let answered = self
            .variants
            .iter()
            .zip(&asked.each)
            .filter_map(|(variant, question)| {
                let question = question.filter(|question| question.chosen == choice)?;
                Some(match question.overruled {
                    None => variant.name.clone(),
                    Some(_) => format!("{} (which says the rule itself)", variant.name),
                })
            });
        let names: Vec<String> = answered.collect();
        match &names[..] {
            [] => String::new(),
            names => format!("in {}", names.join(", ")),
        }
    }
}

/// What is not settled about a choice that nobody gives plainly.
fn marks(choice: &Choice) -> &'static str {
    let said = Voices::Said(&choice.said);
    match (said.told().next(), said.unclear().next(), said.assumed()) {
        (Some(_), ..) => "",
        (None, Some(_), _) => "?",
        (None, None, Some(_)) => "*",
        (None, None, None) => "",
    }
}
