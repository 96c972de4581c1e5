//! Who says a rule, in words: the same in every report.

use crate::diagnostics::Library;
use crate::rules::accounts::Voices;
use crate::rules::questions::Answered;
use crate::rules::ruleset::{Citation, Source};
use crate::rules::wording::Line;
use serde::Serialize;
use std::collections::BTreeMap;

/// What is said of a rule that no file says.
pub(super) const UNSTATED: &str = "no file says it; this is the ruling the engine uses";

/// What is said of a rule that a file says without telling where from.
pub(super) const UNCITED: &str = "no source is cited";

/// Who says a rule, a line each.
pub(super) fn lines(voices: Voices<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    let told = told(voices);
    if !told.is_empty() {
        lines.push(format!("told by {told}"));
    }
    lines.extend(open(voices));
    for answer in answers(voices) {
        lines.push(format!("answers {}: {}", answer.question, answer.choice));
    }
    if lines.is_empty() && matches!(voices, Voices::Said(_)) {
        lines.push(UNCITED.to_owned());
    }
    lines
}

/// Who says a rule, in one line.
pub(super) fn one_line(voices: Voices<'_>) -> String {
    let told = told(voices);
    let mut parts = Vec::new();
    if !told.is_empty() {
        parts.push(told);
    }
    parts.extend(open(voices));
    parts.join("; ")
}

/// What is open about a rule, a line each: what is not clear, what was assumed, or that no file says it.
pub(super) fn open(voices: Voices<'_>) -> Vec<String> {
    let mut lines: Vec<String> = voices
        .unclear()
        .map(|(citation, why)| reason(&format!("unclear in {}", cited(citation)), why))
        .collect();
    lines.extend(voices.assumed().map(|why| reason("assumed", why)));
    if matches!(voices, Voices::Unstated) {
        lines.push(format!("unstated: {UNSTATED}"));
    }
    lines
}

/// The sources that tell a rule plainly: `es “…”, cs`.
pub(super) fn told(voices: Voices<'_>) -> String {
    voices.told().map(cited).collect::<Vec<_>>().join(", ")
}

/// The answers that a rule comes from.
pub(super) fn answers<'a>(voices: Voices<'a>) -> &'a [Answered] {
    match voices {
        Voices::Said(said) => &said.answers,
        Voices::Unstated | Voices::Order => &[],
    }
}

fn cited(citation: &Citation) -> String {
    match citation.quote.as_str() {
        "" => citation.source.clone(),
        quote => format!("{} “{quote}”", citation.source),
    }
}

fn reason(what: &str, why: &str) -> String {
    if why.is_empty() {
        what.to_owned()
    } else {
        format!("{what}: {why}")
    }
}

/// A source in a line: title, author, publication, language, note.
pub(super) fn source(source: &Source) -> String {
    let mut text = format!("“{}”", source.title);
    for part in [&source.author, &source.publication, &source.file] {
        if !part.is_empty() {
            text.push_str(", ");
            text.push_str(part);
        }
    }
    if !source.language.is_empty() {
        text.push_str(&format!(" ({})", source.language));
    }
    if !source.note.is_empty() {
        text.push_str("; ");
        text.push_str(&source.note);
    }
    text
}

/// Where the clause of a line stands: `path:line`.
pub(super) fn place(line: &Line<'_>, library: &Library) -> Option<String> {
    line.said
        .map(|said| library.place(said.file, said.span.start))
}

/// Who says a rule, for programs.
#[derive(Serialize)]
pub(super) struct JsonVoices {
    /// Whether a file says it; otherwise it is the ruling that the engine uses.
    stated: bool,
    /// The sources that say so plainly.
    told: Vec<JsonCitation>,
    /// The sources that are not clear here.
    unclear: Vec<JsonCitation>,
    /// Why it was assumed, where it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    assumed: Option<String>,
    /// The answers it comes from, by their questions.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    answers: BTreeMap<String, String>,
}

#[derive(Serialize)]
struct JsonCitation {
    source: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    quote: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

impl JsonVoices {
    /// The form of who says a rule.
    pub(super) fn of(voices: Voices<'_>) -> Self {
        let citation = |citation: &Citation| JsonCitation {
            source: citation.source.clone(),
            quote: citation.quote.clone(),
            why: citation.unclear.clone(),
        };
        JsonVoices {
            stated: !matches!(voices, Voices::Unstated),
            told: voices.told().map(citation).collect(),
            unclear: voices
                .unclear()
                .map(|(unclear, _)| citation(unclear))
                .collect(),
            assumed: voices.assumed().map(str::to_owned),
            answers: answers(voices)
                .iter()
                .map(|answer| (answer.question.clone(), answer.choice.clone()))
                .collect(),
        }
    }
}
