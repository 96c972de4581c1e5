//! The vocabulary and what is made from it do not lag behind each other.

mod common;

use kiothi::rules::read::{self, Said, Value};
use kiothi::syntax;
use kiothi::vocabulary::{self, Block, Entry, Kind, Word};

/// Reads one clause of a block.
fn read(block: Block, text: &str) -> Said {
    let (tree, mistakes) = syntax::parse(text);
    assert_eq!(mistakes, [], "{text}");
    let clause = &tree.clauses[0];
    read::clause(
        block,
        clause,
        &clause.tokens,
        &["nki".to_owned(), "tuz".to_owned()],
    )
    .unwrap_or_else(|mistake| panic!("{text}: {mistake:#?}"))
}

/// The words that were said within a clause, itself included.
fn words(said: &Said) -> Vec<Word> {
    fn of_facts(facts: &read::Facts, found: &mut Vec<Word>) {
        match facts {
            read::Facts::And(items) | read::Facts::Or(items) => {
                for item in items {
                    of_facts(item, found);
                }
            }
            read::Facts::Not(item) => of_facts(item, found),
            read::Facts::Fact { said, .. } => of_said(said, found),
        }
    }
    fn of_condition(condition: &read::Condition, found: &mut Vec<Word>) {
        match condition {
            read::Condition::And(items) | read::Condition::Or(items) => {
                for item in items {
                    of_condition(item, found);
                }
            }
            read::Condition::Not(item) => of_condition(item, found),
            read::Condition::Turn(said) => of_said(said, found),
            read::Condition::Pits(_, said, facts) => {
                of_said(said, found);
                of_facts(facts, found);
            }
        }
    }
    fn of_said(said: &Said, found: &mut Vec<Word>) {
        found.push(said.word);
        for value in &said.values {
            match value {
                Value::Said(said) => of_said(said, found),
                Value::Which(said, facts) => {
                    of_said(said, found);
                    if let Some(facts) = facts {
                        of_facts(facts, found);
                    }
                }
                Value::Takes(list) => list.iter().for_each(|said| of_said(said, found)),
                Value::Condition(condition) => of_condition(condition, found),
                _ => {}
            }
        }
    }
    let mut found = Vec::new();
    of_said(said, &mut found);
    found
}

/// The example of an entry, in a clause where it can stand.
fn in_a_clause(entry: &Entry) -> (Block, String) {
    let example = entry.example;
    match entry.kind {
        Kind::Clause(block) => (block, example.to_owned()),
        Kind::Pit | Kind::Pits => match entry.word {
            Word::Them => (
                Block::LapEnds,
                "relay when each of the 3 pits right of opposite pit is occupied and each of them is nki".to_owned(),
            ),
            _ => (Block::Takes, format!("take {}", example.trim_start_matches("take "))),
        },
        Kind::TurnFact if entry.moment == vocabulary::Moment::TurnStart => {
            (Block::Ending, format!("when {example}: draw"))
        }
        Kind::TurnFact if entry.moment == vocabulary::Moment::Chosen => {
            (Block::Turn, format!("forbid a move when {example}"))
        }
        Kind::Fact | Kind::Holding | Kind::TurnFact => (Block::LapEnds, format!("relay when {example}")),
        Kind::Receiver => (Block::Takes, format!("take last pit to {example}")),
        Kind::Outcome => (Block::Ending, format!("when mover has no move: {example}")),
        Kind::Ruling => (Block::Ending, format!("endless relay: {example}")),
    }
}

#[test]
fn the_example_of_each_word_is_read_as_that_word() {
    for entry in vocabulary::entries() {
        let (block, text) = in_a_clause(entry);
        let said = read(block, &text);
        assert!(
            words(&said).contains(&entry.word),
            "{text}: {:?}",
            words(&said)
        );
    }
}

#[test]
fn the_language_reference_is_what_the_vocabulary_says() {
    common::generated(
        "docs/language.md",
        "words",
        &kiothi::report::words::reference(),
    );
}
