//! One variant told to a player: for a terminal, and as a page to print.

use super::voices::{self, JsonVoices};
use super::{Rows, SCHEMA, filled};
use crate::diagnostics::Library;
use crate::rules::Variant;
use crate::rules::accounts::Voices;
use crate::rules::explain::{Point, heading};
use crate::rules::questions::Question;
use crate::vocabulary::Block;
use serde::Serialize;
use std::fmt::Write as _;

/// Every rule in force, as a sentence, as a clause, and with who says so.
pub fn text(variant: &Variant, library: &Library) -> String {
    let mut text = filled("", "", &variant.ruleset.title);
    text.push_str(&filled("", "", &format!("ruleset {}", variant.hash)));
    for parent in &variant.parents {
        text.push_str(&filled("", "  ", &format!("builds on {parent}")));
    }
    let mut number = 0;
    for section in variant.ruleset.explain() {
        let _ = write!(text, "\n{}\n", heading(section.block).to_uppercase());
        if !section.note.is_empty() {
            text.push_str(&filled("", "", &section.note));
        }
        for point in section.points {
            number += 1;
            let start = format!("{number:>3}. ");
            let _ = write!(text, "\n{}", filled(&start, "     ", &named(&point, "")));
            let mut say = |words: &str| text.push_str(&filled("       ", "         ", words));
            say(&point.line.text);
            if let (Some(place), Some(said)) =
                (voices::place(&point.line, library), point.line.said)
            {
                let whose = if said.file == 0 { "" } else { " (a parent)" };
                say(&format!("{place}{whose}"));
            }
            for line in voices::lines(Voices::of(&point.line)) {
                say(&line);
            }
        }
    }
    if !variant.questions.is_empty() {
        text.push_str("\nQUESTIONS\n");
        for question in &variant.questions {
            text.push_str(&asked(question, library));
        }
    }
    if !variant.ruleset.sources.is_empty() {
        text.push_str("\nSOURCES\n\n");
        for source in &variant.ruleset.sources {
            let start = format!("{:<8}", source.key);
            text.push_str(&filled(&start, "        ", &voices::source(source)));
        }
    }
    text
}

/// A question with its choices, who gives each, and which one holds.
fn asked(question: &Question, library: &Library) -> String {
    let mut text = format!(
        "\n{}",
        filled("", "  ", &format!("{}: {}", question.name, question.text))
    );
    for (at, choice) in question.choices.iter().enumerate() {
        let start = if at == question.chosen {
            "  > "
        } else {
            "    "
        };
        let words = format!("{}: {}", choice.name, choice.text);
        text.push_str(&filled(start, "      ", &words));
        for line in voices::lines(Voices::Said(&choice.said)) {
            text.push_str(&filled("        ", "          ", &line));
        }
    }
    if let Some(answer) = &question.answer {
        let place = library.place(answer.file, answer.span.start);
        let whose = if answer.file == 0 { "" } else { " (a parent)" };
        let words = format!("answered {}, {place}{whose}", question.answered().name);
        text.push_str(&filled("    ", "      ", &words));
    }
    if let Some((file, span)) = &question.overruled {
        let words = format!(
            "the answer means nothing here: {} says the rule itself",
            library.place(*file, span.start)
        );
        text.push_str(&filled("    ", "      ", &words));
    }
    text
}

/// A page to print and play from.
pub fn markdown(variant: &Variant) -> String {
    let mut text = format!("# {}\n", escaped(&variant.ruleset.title));
    let mut open: Vec<(String, Vec<String>)> = Vec::new();
    let mut part = "";
    for section in variant.ruleset.explain() {
        let (now, ordered) = match section.block {
            Block::Board | Block::Setup => ("How to set up", false),
            Block::Opening
            | Block::Turn
            | Block::LapBegins
            | Block::SeedFalls
            | Block::LapEnds
            | Block::TurnEnds => ("How to play", true),
            _ => ("How it ends", false),
        };
        if now != part {
            let _ = write!(text, "\n## {now}\n");
            part = now;
        }
        let _ = write!(text, "\n### {}\n\n", heading(section.block));
        if !section.note.is_empty() {
            let _ = write!(text, "{}\n\n", escaped(&section.note));
        }
        for (number, point) in (1..).zip(&section.points) {
            let start = if ordered {
                format!("{number}. ")
            } else {
                "- ".to_owned()
            };
            let said = Voices::of(&point.line);
            let keys: Vec<String> = said
                .told()
                .map(|citation| escaped(&citation.source))
                .collect();
            let mut marks = keys;
            if said.is_open() {
                let sentence = named(point, "**");
                open.push((sentence, voices::open(said)));
                marks.push(format!("open point {}", open.len()));
            }
            let marks = match &marks[..] {
                [] => String::new(),
                marks => format!(" *({})*", marks.join(", ")),
            };
            let _ = writeln!(text, "{start}{}{marks}", named(point, "**"));
        }
    }
    if !variant.ruleset.sources.is_empty() {
        text.push_str("\n## Sources\n\n");
        for source in &variant.ruleset.sources {
            let words = escaped(&voices::source(source));
            let _ = writeln!(text, "- **{}**: {words}", escaped(&source.key));
        }
    }
    let answered: Vec<&Question> = variant
        .questions
        .iter()
        .filter(|question| question.overruled.is_none())
        .collect();
    if !answered.is_empty() {
        text.push_str("\n## Questions\n\n");
        for question in answered {
            let _ = writeln!(
                text,
                "- {} **{}**",
                escaped(&question.text),
                escaped(&capitalised(&question.answered().text))
            );
            for (at, choice) in question.choices.iter().enumerate() {
                if at != question.chosen {
                    let told = voices::told(Voices::Said(&choice.said));
                    let told = match told.as_str() {
                        "" => String::new(),
                        told => format!(" ({told})"),
                    };
                    let _ = writeln!(text, "  - or: {}", escaped(&(choice.text.clone() + &told)));
                }
            }
        }
    }
    if !open.is_empty() {
        text.push_str("\n## Open points\n\n");
        for (number, (sentence, lines)) in (1..).zip(&open) {
            let _ = writeln!(text, "{number}. {sentence}");
            for line in lines {
                let _ = writeln!(text, "   - {}", escaped(line));
            }
        }
    }
    let _ = write!(text, "\nRuleset {}\n", variant.hash);
    text
}

/// A text that begins with a capital and ends in a full stop.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => format!("{}{}.", first.to_uppercase(), letters.as_str()),
        None => String::new(),
    }
}

/// The sentence of a rule after its name, which is put between these marks of Markdown where there are any.
fn named(point: &Point<'_>, marks: &str) -> String {
    let escape = |words: &str| match marks {
        "" => words.to_owned(),
        _ => escaped(words),
    };
    let sentence = escape(&point.sentence);
    match point.name {
        Some(name) => format!("{marks}“{}”{marks}: {sentence}", escape(name)),
        None => sentence,
    }
}

/// A text in which nothing is taken for a mark of Markdown.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for letter in text.chars() {
        if matches!(
            letter,
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#'
        ) {
            safe.push('\\');
        }
        safe.push(letter);
    }
    safe
}

/// A variant told, for programs.
#[derive(Serialize)]
pub struct Form {
    schema: u32,
    variant: String,
    file: String,
    title: String,
    ruleset: String,
    /// The files it builds on, nearest first.
    parents: Vec<String>,
    rules: Vec<JsonRule>,
    questions: Vec<JsonQuestion>,
    sources: Vec<JsonSource>,
}

#[derive(Serialize)]
struct JsonQuestion {
    name: String,
    question: String,
    /// The name of the choice that holds.
    answer: String,
    /// Where it is answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
    /// Where a file says the rule itself, so that the answer means nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    overruled: Option<String>,
    choices: Vec<JsonChoice>,
}

#[derive(Serialize)]
struct JsonChoice {
    name: String,
    text: String,
    #[serde(flatten)]
    voices: JsonVoices,
}

impl JsonQuestion {
    fn of(question: &Question, library: &Library) -> JsonQuestion {
        JsonQuestion {
            name: question.name.clone(),
            question: question.text.clone(),
            answer: question.answered().name.clone(),
            place: question
                .answer
                .as_ref()
                .map(|answer| library.place(answer.file, answer.span.start)),
            overruled: question
                .overruled
                .as_ref()
                .map(|(file, span)| library.place(*file, span.start)),
            choices: question
                .choices
                .iter()
                .map(|choice| JsonChoice {
                    name: choice.name.clone(),
                    text: choice.text.clone(),
                    voices: JsonVoices::of(Voices::Said(&choice.said)),
                })
                .collect(),
        }
    }
}

#[derive(Serialize)]
struct JsonRule {
    /// The block, as the language calls it.
    block: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    sentence: String,
    /// The rule as a clause.
    clause: String,
    /// Where it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
    /// Whether a parent says it.
    inherited: bool,
    #[serde(flatten)]
    voices: JsonVoices,
    /// Who says it, in a line.
    #[serde(skip)]
    said: String,
}

#[derive(Serialize)]
struct JsonSource {
    key: String,
    title: String,
    author: String,
    publication: String,
    file: String,
    language: String,
    note: String,
}

/// What there is to say of a variant, for programs.
pub fn form(variant: &Variant, library: &Library) -> Form {
    let mut rules = Vec::new();
    for section in variant.ruleset.explain() {
        for point in section.points {
            let voices = Voices::of(&point.line);
            rules.push(JsonRule {
                block: section.block.name(),
                name: point.name.map(str::to_owned),
                sentence: point.sentence.clone(),
                clause: point.line.text.clone(),
                place: voices::place(&point.line, library),
                inherited: point.line.said.is_some_and(|said| said.file != 0),
                said: voices::one_line(voices),
                voices: JsonVoices::of(voices),
            });
        }
    }
    Form {
        schema: SCHEMA,
        variant: variant.name.clone(),
        file: variant.path.clone(),
        title: variant.ruleset.title.clone(),
        ruleset: variant.hash.clone(),
        parents: variant.parents.clone(),
        rules,
        questions: variant
            .questions
            .iter()
            .map(|question| JsonQuestion::of(question, library))
            .collect(),
        sources: variant
            .ruleset
            .sources
            .iter()
            .map(|source| JsonSource {
                key: source.key.clone(),
                title: source.title.clone(),
                author: source.author.clone(),
                publication: source.publication.clone(),
                file: source.file.clone(),
                language: source.language.clone(),
                note: source.note.clone(),
            })
            .collect(),
    }
}

/// A line a rule.
impl Rows for Form {
    fn header(&self) -> Vec<String> {
        ["block", "name", "sentence", "clause", "place", "said"]
            .map(str::to_owned)
            .to_vec()
    }

    fn rows(&self) -> Vec<Vec<String>> {
        self.rules
            .iter()
            .map(|rule| {
                vec![
                    rule.block.to_owned(),
                    rule.name.clone().unwrap_or_default(),
                    rule.sentence.clone(),
                    rule.clause.clone(),
                    rule.place.clone().unwrap_or_default(),
                    rule.said.clone(),
                ]
            })
            .collect()
    }
}
