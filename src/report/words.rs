//! The vocabulary for people: what `kiothi help` prints, made from the one table.

use super::filled;
use crate::analyse::measures::{self, Form, Measure};
use crate::diagnostics::Code;
use crate::experiment::KEYS;
use crate::vocabulary::{self, Block, Entry, Kind};
use std::fmt::Write as _;

/// The kinds of words, in the order of the reference, with what they are called.
fn sections() -> Vec<(Kind, String)> {
    let mut blocks: Vec<Block> = Vec::new();
    for entry in vocabulary::entries() {
        if let Kind::Clause(block) = entry.kind
            && !blocks.contains(&block)
        {
            blocks.push(block);
        }
    }
    let mut sections: Vec<(Kind, String)> = blocks
        .into_iter()
        .map(|block| {
            let title = match block {
                Block::File => "In a file".to_owned(),
                Block::Takes => "In the braces of `capture` and `also`".to_owned(),
                block => format!("In `{}`", block.name()),
            };
            (Kind::Clause(block), title)
        })
        .collect();
    for (kind, title) in [
        (Kind::Pit, "A pit"),
        (Kind::Pits, "A set of pits"),
        (Kind::Fact, "A fact about a pit, after `is` or `was`"),
        (Kind::Holding, "A number of seeds, after `holds`"),
        (Kind::TurnFact, "A fact about the turn"),
        (Kind::Receiver, "Who gets what is taken, after `to`"),
        (Kind::Outcome, "What becomes of the game"),
        (Kind::Ruling, "What becomes of a relay that does not stop"),
    ] {
        sections.push((kind, title.to_owned()));
    }
    sections
}

/// Every word with its form, a line each.
pub fn all() -> String {
    let mut text = String::from("The words of the language (`kiothi help WORD` says more):\n");
    for (kind, title) in sections() {
        let _ = write!(text, "\n{title}\n");
        for entry in vocabulary::of_kind(kind) {
            let _ = writeln!(text, "  {}", entry.form);
        }
    }
    text
}

/// What there is to say of a word, or of an error code; empty if nothing.
pub fn about(word: &str) -> String {
    if let Some(code) = Code::ALL
        .iter()
        .find(|code| code.to_string().eq_ignore_ascii_case(word))
    {
        return format!("{code}: {}\n", code.meaning());
    }
    let mut text = String::new();
    for (kind, title) in sections() {
        for entry in vocabulary::of_kind(kind).filter(|entry| speaks_of(entry, word)) {
            if !text.is_empty() {
                text.push('\n');
            }
            let _ = write!(
                text,
                "{}\n  {title}. {}\n  For example: {}\n",
                entry.form, entry.meaning, entry.example
            );
            if let Some(unstated) = entry.unstated {
                let _ = writeln!(text, "  Where no file says it: {unstated}.");
            }
        }
    }
    for key in KEYS.iter().filter(|key| key.name == word) {
        if !text.is_empty() {
            text.push('\n');
        }
        let _ = write!(
            text,
            "{} = {}\n  In an experiment. {}\n  For example: {}\n",
            key.name, key.takes, key.meaning, key.example
        );
        if !key.unsaid.is_empty() {
            let _ = writeln!(text, "  Where it is not said: {}.", key.unsaid);
        }
    }
    text
}

/// What an experiment can say, in Markdown.
pub fn keys() -> String {
    let mut text = String::new();
    for key in KEYS {
        let unsaid = match key.unsaid {
            "" => "It must be said.".to_owned(),
            unsaid => format!("*Where it is not said: {unsaid}.*"),
        };
        let _ = write!(
            text,
            "`{}`, {}\n: {}. {unsaid} For example: `{}`\n\n",
            key.name, key.takes, key.meaning, key.example
        );
    }
    text
}

/// The codes of mistakes, in Markdown.
pub fn codes() -> String {
    let mut text = String::from("| code | what it stands for |\n| --- | --- |\n");
    for code in Code::ALL {
        let _ = writeln!(text, "| {code} | {} |", code.meaning());
    }
    text + "\n"
}

/// Every measure with what it tells, a line each.
pub fn measures() -> String {
    let mut text = String::from(
        "What is measured of a variant (`kiothi help MEASURE` says more, like `kiothi help drama`):\n\n",
    );
    for measure in measures::MEASURES {
        let _ = writeln!(text, "  {:<16}{}", measure.name, measure.title);
    }
    text
}

/// Every measure, in Markdown.
pub fn measure_reference() -> String {
    let mut text = String::new();
    for measure in measures::MEASURES {
        let _ = write!(
            text,
            "`{}`, {}\n: {} In {}, {}. *After: {}.*\n\n",
            measure.name,
            measure.title,
            measure.definition,
            measure.unit.name(),
            measure.range,
            measure.source
        );
    }
    text
}

/// What a measure is; empty if there is none of this name.
pub fn measure(name: &str) -> String {
    let Some(measure) = measures::named(name) else {
        return String::new();
    };
    let Measure {
        name,
        title,
        definition,
        source,
        unit,
        range,
        ..
    } = measure;
    let told = match measure.form {
        Form::Share => "a share of games, with Wilson's interval",
        Form::Ratio => "one sum over games by another, with a normal interval",
        Form::Evenness => "made from two shares of games",
    };
    let course = if measure.course {
        " For it the stores are followed turn by turn."
    } else {
        ""
    };
    format!(
        "{name}: {title}\n{}{}{}",
        filled("  ", "  ", definition),
        filled(
            "  ",
            "  ",
            &format!("In {}, {range}; {told}.{course}", unit.name())
        ),
        filled("  ", "  ", &format!("After: {source}."))
    )
}

/// The part of the language reference that is made from the vocabulary, in Markdown.
pub fn reference() -> String {
    let mut text = String::new();
    for (kind, title) in sections() {
        let _ = write!(text, "### {title}\n\n");
        for entry in vocabulary::of_kind(kind) {
            let _ = write!(text, "`{}`\n: {}", entry.form, entry.meaning);
            if let Some(unstated) = entry.unstated {
                let _ = write!(text, " *Where no file says it: {unstated}.*");
            }
            let _ = write!(text, " For example: `{}`\n\n", entry.example);
        }
    }
    text
}

/// Whether a word is the first of a form, or all its words begin it.
fn speaks_of(entry: &Entry, word: &str) -> bool {
    let plain: Vec<&str> = entry
        .form
        .split(|c: char| !(c.is_alphanumeric() || c == '\''))
        .filter(|part| !part.is_empty())
        .collect();
    let asked: Vec<&str> = word.split_whitespace().collect();
    plain
        .windows(asked.len().max(1))
        .any(|window| window == asked)
}
