//! Two rulesets, rule by rule: what was changed, what only one has, and what is told by others.

use super::voices::{self, JsonVoices};
use super::{Rows, SCHEMA, filled};
use crate::diagnostics::Library;
use crate::rules::Variant;
use crate::rules::accounts::Voices;
use crate::rules::wording::{Difference, Line};
use serde::Serialize;
use std::fmt::Write as _;

/// Whether two variants have the same rules, whatever their files call them.
pub fn same_rules(a: &Variant, b: &Variant) -> bool {
    a.hash == b.hash || a.ruleset.differences(&b.ruleset).is_empty()
}

/// A rule on one side, with where it stands.
struct Told<'a> {
    line: Line<'a>,
    place: Option<String>,
}

/// A rule on both sides, or on one.
struct Pair<'a> {
    topic: String,
    a: Option<Told<'a>>,
    b: Option<Told<'a>>,
    asked_in_a: Vec<String>,
    asked_in_b: Vec<String>,
}

/// What there is to say of two variants.
struct Diff<'a> {
    changed: Vec<Pair<'a>>,
    orders: Vec<(&'static str, Vec<String>, Vec<String>)>,
    only_in_a: Vec<Pair<'a>>,
    only_in_b: Vec<Pair<'a>>,
    cited_otherwise: Vec<Pair<'a>>,
}

impl<'a> Diff<'a> {
    fn of((a, in_a): (&'a Variant, &Library), (b, in_b): (&'a Variant, &Library)) -> Self {
        let told = |line: Line<'a>, library: &Library| Told {
            place: voices::place(&line, library),
            line,
        };
        let mut diff = Diff {
            changed: Vec::new(),
            orders: Vec::new(),
            only_in_a: Vec::new(),
            only_in_b: Vec::new(),
            cited_otherwise: Vec::new(),
        };
        for difference in a.ruleset.differences(&b.ruleset) {
            let words = |words: Vec<&str>| words.into_iter().map(str::to_owned).collect();
            let (asked_in_a, asked_in_b) = difference.asked();
            let (asked_in_a, asked_in_b) = (words(asked_in_a), words(asked_in_b));
            match difference {
                Difference::Order { block, old, new } => {
                    diff.orders.push((block.name(), old, new));
                }
                Difference::Rule { topic, old, new } => {
                    let list = match (&old, &new) {
                        (Some(_), None) => &mut diff.only_in_a,
                        (None, _) => &mut diff.only_in_b,
                        (Some(_), Some(_)) => &mut diff.changed,
                    };
                    list.push(Pair {
                        topic,
                        a: old.map(|line| told(*line, in_a)),
                        b: new.map(|line| told(*line, in_b)),
                        asked_in_a,
                        asked_in_b,
                    });
                }
            }
        }
        for recited in a.ruleset.recited(&b.ruleset) {
            let topic = recited.old.as_ref().or(recited.new.as_ref());
            diff.cited_otherwise.push(Pair {
                topic: topic.map_or_else(String::new, |line| line.topic.clone()),
                a: recited.old.map(|line| told(line, in_a)),
                b: recited.new.map(|line| told(line, in_b)),
                asked_in_a: Vec::new(),
                asked_in_b: Vec::new(),
            });
        }
        diff
    }

    /// Whether any rule is told, placed or called in another way.
    fn differs(&self) -> bool {
        !(self.changed.is_empty()
            && self.orders.is_empty()
            && self.only_in_a.is_empty()
            && self.only_in_b.is_empty())
    }
}

/// For people.
pub fn text(a: (&Variant, &Library), b: (&Variant, &Library)) -> String {
    let mut text = String::new();
    for (side, (variant, _)) in [("A", a), ("B", b)] {
        text.push_str(&filled(
            &format!("{side}  "),
            "   ",
            &format!(
                "{} ({}, ruleset {})",
                variant.path, variant.ruleset.title, variant.hash
            ),
        ));
    }
    let diff = Diff::of(a, b);
    if same_rules(a.0, b.0) {
        text.push_str("\nsame rules\n");
        if diff.differs() {
            text.push_str("\nWhat differs means nothing in play:\n");
        }
    }
    section(&mut text, "Changed", &diff.changed, false);
    if !diff.orders.is_empty() {
        text.push_str("\nIn another order\n");
        for (block, old, new) in &diff.orders {
            let _ = write!(text, "\n  {block}\n");
            for (side, order) in [("A", old), ("B", new)] {
                let start = format!("    {side}  ");
                text.push_str(&filled(&start, "       ", &order.join(", ")));
            }
        }
    }
    section(&mut text, "Only in A", &diff.only_in_a, false);
    section(&mut text, "Only in B", &diff.only_in_b, false);
    section(
        &mut text,
        "The same, cited differently",
        &diff.cited_otherwise,
        true,
    );
    text
}

fn section(text: &mut String, title: &str, pairs: &[Pair<'_>], cited: bool) {
    if pairs.is_empty() {
        return;
    }
    let _ = write!(text, "\n{title}\n");
    for pair in pairs {
        text.push('\n');
        text.push_str(&filled("  ", "    ", &pair.topic));
        if cited && let Some(told) = pair.a.as_ref().or(pair.b.as_ref()) {
            text.push_str(&filled("    ", "      ", &told.line.text));
        }
        for (side, told) in [("A", &pair.a), ("B", &pair.b)] {
            let start = format!("    {side}  ");
            let mut say =
                |start: &str, words: &str| text.push_str(&filled(start, "         ", words));
            let Some(told) = told else {
                if cited {
                    say(&start, "not said; nothing would happen anyway");
                }
                continue;
            };
            if cited {
                let place = told.place.as_deref().unwrap_or("in no file");
                say(&start, place);
            } else {
                say(&start, &told.line.text);
                if let Some(place) = &told.place {
                    say("       ", place);
                }
            }
            for line in voices::lines(Voices::of(&told.line)) {
                say("       ", &line);
            }
        }
        for (side, asked) in [("A", &pair.asked_in_a), ("B", &pair.asked_in_b)] {
            if asked.is_empty() {
                continue;
            }
            let _ = writeln!(text, "    asked for in {side} only");
            for asked in asked {
                text.push_str(&filled("       ", "         ", asked));
            }
        }
    }
}

/// Two rulesets, rule by rule, for programs.
#[derive(Serialize)]
pub struct Form {
    schema: u32,
    a: JsonVariant,
    b: JsonVariant,
    same_rules: bool,
    changed: Vec<JsonPair>,
    order: Vec<JsonOrder>,
    only_in_a: Vec<JsonPair>,
    only_in_b: Vec<JsonPair>,
    cited_differently: Vec<JsonPair>,
}

#[derive(Serialize)]
struct JsonVariant {
    file: String,
    title: String,
    ruleset: String,
}

#[derive(Serialize)]
struct JsonOrder {
    block: &'static str,
    a: Vec<String>,
    b: Vec<String>,
}

#[derive(Serialize)]
struct JsonPair {
    topic: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    a: Option<JsonTold>,
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<JsonTold>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    asked_only_in_a: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    asked_only_in_b: Vec<String>,
}

#[derive(Serialize)]
struct JsonTold {
    rule: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
    #[serde(flatten)]
    voices: JsonVoices,
    /// Who says it, in a line.
    #[serde(skip)]
    said: String,
}

impl From<Told<'_>> for JsonTold {
    fn from(told: Told<'_>) -> Self {
        JsonTold {
            voices: JsonVoices::of(Voices::of(&told.line)),
            said: voices::one_line(Voices::of(&told.line)),
            rule: told.line.text,
            place: told.place,
        }
    }
}

impl From<Pair<'_>> for JsonPair {
    fn from(pair: Pair<'_>) -> Self {
        JsonPair {
            topic: pair.topic,
            a: pair.a.map(JsonTold::from),
            b: pair.b.map(JsonTold::from),
            asked_only_in_a: pair.asked_in_a,
            asked_only_in_b: pair.asked_in_b,
        }
    }
}

/// What there is to say of two variants, for programs.
pub fn form(a: (&Variant, &Library), b: (&Variant, &Library)) -> Form {
    let diff = Diff::of(a, b);
    let variant = |variant: &Variant| JsonVariant {
        file: variant.path.clone(),
        title: variant.ruleset.title.clone(),
        ruleset: variant.hash.clone(),
    };
    let pairs = |pairs: Vec<Pair<'_>>| pairs.into_iter().map(JsonPair::from).collect();
    Form {
        schema: SCHEMA,
        a: variant(a.0),
        b: variant(b.0),
        same_rules: same_rules(a.0, b.0),
        changed: pairs(diff.changed),
        order: diff
            .orders
            .into_iter()
            .map(|(block, a, b)| JsonOrder { block, a, b })
            .collect(),
        only_in_a: pairs(diff.only_in_a),
        only_in_b: pairs(diff.only_in_b),
        cited_differently: pairs(diff.cited_otherwise),
    }
}

/// A line a rule on which they differ, or which others tell, and a line a block in another order.
impl Rows for Form {
    fn header(&self) -> Vec<String> {
        [
            "differs", "topic", "a", "a_place", "a_said", "b", "b_place", "b_said",
        ]
        .map(str::to_owned)
        .to_vec()
    }

    fn rows(&self) -> Vec<Vec<String>> {
        let side = |told: &Option<JsonTold>| match told {
            Some(told) => [
                told.rule.clone(),
                told.place.clone().unwrap_or_default(),
                told.said.clone(),
            ],
            None => <[String; 3]>::default(),
        };
        let mut rows = Vec::new();
        for (differs, pairs) in [
            ("changed", &self.changed),
            ("only_in_a", &self.only_in_a),
            ("only_in_b", &self.only_in_b),
            ("cited_differently", &self.cited_differently),
        ] {
            for pair in pairs {
                let mut row = vec![differs.to_owned(), pair.topic.clone()];
                row.extend(side(&pair.a));
                row.extend(side(&pair.b));
                rows.push(row);
            }
        }
        for order in &self.order {
            let [a, b] = [&order.a, &order.b].map(|names| names.join(", "));
            let nothing = String::new;
            rows.push(vec![
                "order".to_owned(),
                order.block.to_owned(),
                a,
                nothing(),
                nothing(),
                b,
                nothing(),
                nothing(),
            ]);
        }
        rows
    }
}
