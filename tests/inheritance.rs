//! How a file builds on another: clause by clause.

use kiothi::rules::wording::Line;
use kiothi::rules::{Loading, Memory, load};

const PARENT: &str = r#"language 1
game "parent"
source es { title "T" }
mark safe
board { rows 2; pits 4 }
setup { place 2 seeds in each own pit }
opening { redistribute up to 1 own pits into any pits; mark safe on occupied pits }
turn {
  from an occupied own pit
  lift any number      @es "as many as he likes"
  sow counterclockwise
  clear safe from every pit lifted from
  forbid "home" a first lap that ends in an own pit
}
lap ends {
  relay when last pit was occupied
  capture "facing" when last pit is own and opposite pit is occupied { take opposite pit }
  also "more" when "facing" captured { take enemy pit 1 }
  stop
}
ending { when mover has no move: remaining seeds to opponent }
"#;

fn child(clauses: &str) -> Loading {
    let text = format!("language 1\ngame \"child\"\nextends \"../parents/p.mancala\"\n{clauses}");
    let files = Memory::from([
        ("parents/p.mancala", PARENT.to_owned()),
        ("children/c.mancala", text),
    ]);
    let loading = load("children/c.mancala", &files);
    let shown = loading
        .library
        .render_all(&loading.mistakes, &annotate_snippets::Renderer::plain());
    assert!(loading.variant.is_some(), "{shown}");
    loading
}

/// The rules of a child, without what it shares with its parent.
fn changed(clauses: &str) -> Vec<String> {
    let parent = child("");
    let child = child(clauses);
    let texts = |loading: &Loading| -> Vec<String> {
        let variant = loading.variant.as_ref().unwrap();
        variant
            .ruleset
            .lines()
            .into_iter()
            .map(|line| line.text)
            .collect()
    };
    let (parent, child) = (texts(&parent), texts(&child));
    let mut changes: Vec<String> = parent
        .iter()
        .filter(|line| !child.contains(line))
        .map(|line| format!("- {line}"))
        .collect();
    changes.extend(
        child
            .iter()
            .filter(|line| !parent.contains(line))
            .map(|line| format!("+ {line}")),
    );
    changes
}

/// The names of the lap rules in their order.
fn lap_rules(clauses: &str) -> Vec<String> {
    let loading = child(clauses);
    let rules = &loading.variant.as_ref().unwrap().ruleset.lap_rules;
    rules
        .iter()
        .map(|rule| rule.value.title().to_owned())
        .collect()
}

#[test]
fn a_clause_replaces_the_one_of_its_kind() {
    assert_eq!(
        changed("turn { lift all }"),
        ["- lift any number", "+ lift all"]
    );
}

#[test]
fn a_named_rule_replaces_the_one_of_its_name_whatever_its_kind() {
    let clauses =
        "lap ends { also \"facing\" when last pit is own { take last pit }; drop \"more\" }";
    assert_eq!(lap_rules(clauses), ["relay", "facing", "stop"]);
}

#[test]
fn drop_takes_away_by_name_by_keyword_or_by_the_first_words() {
    assert_eq!(
        lap_rules("lap ends { drop \"more\" }"),
        ["relay", "facing", "stop"]
    );
    assert_eq!(
        lap_rules("lap ends { drop relay }"),
        ["facing", "more", "stop"]
    );
    assert_eq!(
        changed("turn { drop clear safe }"),
        ["- clear safe from every pit lifted from"]
    );
    assert_eq!(
        changed("ending { drop when mover has no move }"),
        ["- when mover has no move: remaining seeds to opponent"]
    );
}

#[test]
fn drop_takes_away_a_whole_block() {
    assert_eq!(
        changed("drop opening"),
        [
            "- redistribute up to 1 own pits into all pits",
            "- emptied pits may be filled again",
            "- mark safe on all occupied pits"
        ]
    );
}

#[test]
fn before_and_after_place_a_rule() {
    let rule = "capture \"new\" when last pit is enemy { take last pit }";
    for (placed, order) in [
        ("before relay", ["new", "relay", "facing", "more", "stop"]),
        ("after relay", ["relay", "new", "facing", "more", "stop"]),
        (
            "before \"more\"",
            ["relay", "facing", "new", "more", "stop"],
        ),
        ("before stop", ["relay", "facing", "more", "new", "stop"]),
    ] {
        assert_eq!(
            lap_rules(&format!("lap ends {{ {placed} {rule} }}")),
            order,
            "{placed}"
        );
    }
}

#[test]
fn a_rule_that_is_replaced_can_be_placed_anew() {
    let rule = "capture \"facing\" when last pit is enemy { take last pit }";
    for (placed, order) in [
        ("", ["relay", "facing", "more", "stop"]),
        ("before relay", ["facing", "relay", "more", "stop"]),
        ("after \"more\"", ["relay", "more", "facing", "stop"]),
        ("after \"facing\"", ["relay", "facing", "more", "stop"]),
    ] {
        assert_eq!(
            lap_rules(&format!("lap ends {{ {placed} {rule} }}")),
            order,
            "{placed}"
        );
    }
}

#[test]
fn what_a_parent_says_of_its_sources_comes_along() {
    let loading = child("");
    let variant = loading.variant.as_ref().unwrap();
    let lines = variant.ruleset.lines();
    let lift: &Line<'_> = lines.iter().find(|line| line.topic == "lift").unwrap();
    let said = lift.said.unwrap();
    assert_eq!(said.citations[0].quote, "as many as he likes");
    assert_eq!(
        loading.library.place(said.file, said.span.start),
        "parents/p.mancala:10"
    );
    assert_eq!(variant.ruleset.sources[0].title, "T");
    assert_eq!(variant.parents, ["parents/p.mancala"]);
}

#[test]
fn the_title_and_the_examples_are_the_files_own() {
    let loading = child("example \"x\" { board a1; then mover south }");
    let variant = loading.variant.unwrap();
    assert_eq!(
        (variant.ruleset.title.as_str(), variant.examples.len()),
        ("child", 1)
    );
}
