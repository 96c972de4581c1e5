//! Disputed points: asked once, and answered by each file or by the one it extends.

mod common;

use common::whole;
use kiothi::diagnostics::Code;
use kiothi::rules::questions::Answered;
use kiothi::rules::{Loading, Memory, Variant, load, load_answering};

const BASE: &str = r#"language 1
game "base"
source one { title "One" }
source two { title "Two" }
board { rows 2; pits 4 }
setup { place 2 seeds in each own pit }
turn { from an occupied own pit; sow counterclockwise }
lap ends {
  relay when last pit was occupied
  stop
}
ending { when mover has no move: remaining seeds to opponent }
question lifting "How many seeds are lifted?" {
  choice all  "all"  @one { turn { lift all } }
  choice some "some" @two { turn { lift any number } }
}
question due "When is a capture due?" {
  choice own   "in an own pit"  @one      { lap ends { call it "due" when last pit is own and was empty } }
  choice enemy "in any empty pit" @one @two @assumed "it is not said" { lap ends { call it "due" when last pit was empty } }
}
question taking "What is captured?" {
  choice last "the last pit" @two @one "the last" {
    lap ends { before stop capture "hit" when "due" holds { take last pit } }
  }
  choice both "that and the opposite pit" {
    lap ends { before stop capture "hit" when "due" holds and opposite pit is occupied { take last pit, opposite pit } }
  }
}
question home "May a lap end in an own pit?" {
  choice yes "it may" {}
  choice no  "no" @two { turn { forbid "home" a lap that ends in an own pit } }
}
answer lifting: all
answer due: own
answer taking: last
answer home: yes
"#;

fn files(child: &str) -> Memory {
    Memory::from([
        ("base", BASE.to_owned()),
        (
            "v",
            format!("language 1\ngame \"v\"\nextends \"base\"\n{child}"),
        ),
    ])
}

fn variant(child: &str) -> Variant {
    whole(load("v", &files(child)))
}

fn rules(variant: &Variant) -> Vec<String> {
    variant
        .ruleset
        .lines()
        .into_iter()
        .map(|line| line.text)
        .collect()
}

fn mistakes(child: &str) -> Vec<Code> {
    let loading = load("v", &files(child));
    loading
        .mistakes
        .iter()
        .map(|mistake| mistake.code)
        .collect()
}

#[test]
fn an_answered_question_is_the_same_as_its_rules() {
    let said = variant("answer lifting: some\nanswer home: no");
    let plain = BASE
        .lines()
        .take_while(|line| !line.starts_with("question"))
        .collect::<Vec<_>>()
        .join("\n")
        .replace(
            "sow counter",
            "lift any number; forbid \"home\" a lap that ends in an own pit; sow counter",
        )
        .replace(
            "  stop",
            "  capture \"hit\" when last pit is own and was empty { take last pit }\n  stop",
        );
    let plain = whole(load("p", &Memory::from([("p", plain)])));
    assert_eq!(rules(&said), rules(&plain));
    assert_eq!(said.hash, plain.hash);
}

#[test]
fn the_nearest_answer_holds() {
    let of = |child: &str| variant(child).questions[0].answered().name.clone();
    assert_eq!(of(""), "all");
    assert_eq!(of("answer lifting: some"), "some");
    assert_eq!(of("answer lifting = some"), "some");
}

#[test]
fn a_rule_is_told_by_those_who_give_the_choice_and_by_those_the_answer_cites() {
    let variant = variant("answer lifting: some @one \"a part\" @assumed \"so it seems\"");
    let said = variant.ruleset.lift.said.as_ref().unwrap();
    let told: Vec<_> = said
        .citations
        .iter()
        .map(|citation| (citation.source.as_str(), citation.quote.as_str()))
        .collect();
    assert_eq!(told, [("two", ""), ("one", "a part")]);
    assert_eq!(said.assumed.as_deref(), Some("so it seems"));
    let answer = Answered {
        question: "lifting".to_owned(),
        choice: "some".to_owned(),
    };
    assert_eq!(said.answers, [answer]);
}

#[test]
fn a_rule_in_two_parts_is_told_by_those_who_tell_both() {
    let told = |child: &str| -> Vec<(String, String)> {
        let variant = variant(child);
        let said = variant.ruleset.lap_rules[1].said.clone().unwrap();
        assert_eq!(said.answers.len(), 2);
        said.citations
            .into_iter()
            .map(|citation| (citation.source, citation.quote))
            .collect()
    };
    let one = ("one".to_owned(), "the last".to_owned());
    assert_eq!(told(""), vec![one.clone()]);
    assert_eq!(
        told("answer due: enemy"),
        [("two".to_owned(), String::new()), one]
    );
}

#[test]
fn two_questions_about_one_rule_are_answered_apart() {
    let hit = |child: &str| {
        rules(&variant(child))
            .into_iter()
            .find(|line| line.contains("hit"))
            .unwrap()
    };
    assert_eq!(
        hit("answer due: enemy"),
        "capture \"hit\" when last pit was empty { take last pit }"
    );
    assert_eq!(
        hit("answer due: enemy\nanswer taking: both"),
        "capture \"hit\" when last pit was empty and opposite pit is occupied { take last pit, opposite pit }"
    );
}

#[test]
fn a_named_condition_can_be_denied() {
    let child = "lap ends { capture \"hit\" when not \"due\" holds { take last pit } }";
    let rules = rules(&variant(child));
    let hit = "capture \"hit\" when last pit is enemy or was occupied { take last pit }";
    assert!(rules.contains(&hit.to_owned()), "{rules:?}");
}

#[test]
fn them_may_be_named_within_a_named_condition() {
    let child = "lap ends {
        call it \"due\" when each of the 2 pits right of opposite pit is occupied
        capture \"hit\" when \"due\" holds { take them }
      }";
    let rules = rules(&variant(child));
    let hit = "capture \"hit\" when each of the 2 pits right of opposite pit is occupied { take the 2 pits right of opposite pit }";
    assert!(rules.contains(&hit.to_owned()), "{rules:?}");
}

#[test]
fn what_a_child_says_plainly_overrules_the_answer_of_its_parent() {
    let variant = variant("turn { lift any number }");
    let question = &variant.questions[0];
    assert!(question.overruled.is_some());
    assert_eq!(variant.ruleset.lift.said.as_ref().unwrap().answers, []);
    assert!(variant.questions[1].overruled.is_none());
}

#[test]
fn to_answer_and_to_say_the_rule_besides_is_a_contradiction() {
    assert_eq!(
        mistakes("answer lifting: all\nturn { lift any number }"),
        [Code::Contradiction]
    );
    // Also where the answer says that there is no such rule.
    let forbid = "turn { forbid \"home\" a first lap that ends in an own pit }";
    assert_eq!(
        mistakes(&format!("answer home: yes\n{forbid}")),
        [Code::Contradiction]
    );
    assert_eq!(mistakes(forbid), []);
}

#[test]
fn an_answer_below_a_plain_rule_would_mean_nothing() {
    let files = Memory::from([
        ("base", BASE),
        (
            "child",
            "language 1\ngame \"c\"\nextends \"base\"\nturn { lift any number }",
        ),
        (
            "v",
            "language 1\ngame \"v\"\nextends \"child\"\nanswer lifting: all",
        ),
    ]);
    let loading = load("v", &files);
    let codes: Vec<_> = loading
        .mistakes
        .iter()
        .map(|mistake| mistake.code)
        .collect();
    assert_eq!(codes, [Code::Contradiction]);
}

#[test]
fn a_child_may_ask_a_question_anew() {
    let variant = variant(
        "question lifting \"How many, then?\" {
           choice all  \"all\"  { turn { lift all } }
           choice some \"some\" { turn { lift any number } }
         }
         answer lifting: some",
    );
    assert_eq!(variant.questions.len(), 4);
    let question = variant.questions.last().unwrap();
    assert_eq!(
        (question.text.as_str(), question.file),
        ("How many, then?", 0)
    );
    assert!(rules(&variant).contains(&"lift any number".to_owned()));
}

#[test]
fn questions_are_answered_from_outside_whatever_the_files_say() {
    let answers = |answers: &[(&str, &str)]| {
        let answers: Vec<_> = answers
            .iter()
            .map(|(question, choice)| ((*question).to_owned(), (*choice).to_owned()))
            .collect();
        load_answering("v", &files("answer lifting: some"), &answers)
    };
    let all = whole(answers(&[("lifting", "all"), ("home", "no")]));
    assert_eq!(all.hash, variant("answer home: no").hash);
    assert_eq!(all.questions[0].answer, None);
    let codes = |loading: Loading| -> Vec<Code> {
        loading
            .mistakes
            .iter()
            .map(|mistake| mistake.code)
            .collect()
    };
    assert_eq!(codes(answers(&[("lifting", "al")])), [Code::NoSuchAnswer]);
    assert_eq!(codes(answers(&[("lift", "all")])), [Code::NoSuchAnswer]);
}
