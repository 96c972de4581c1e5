//! Who says what: the same rules told by others, and the matrix of what several variants say, rule by
//! rule.
//!
//! What the rules are and how they differ is [`super::wording`]'s business; here it is who says so.

use super::Variant;
use super::resolve::normal;
use super::ruleset::{Citation, Provenance, Ruleset};
use super::wording::{Difference, Line, ORDERED};
use crate::syntax::tree::Span;
use crate::vocabulary::Block;
use std::path::{Path, PathBuf};

/// Who says a rule.
#[derive(Clone, Copy, Debug)]
pub enum Voices<'a> {
    /// A file does, and cites these.
    Said(&'a Provenance),
    /// No file does; it is the ruling that the engine uses.
    Unstated,
    /// Nobody in particular: it follows from the order in which rules stand.
    Order,
}

impl<'a> Voices<'a> {
    /// Who says the rule of a line.
    pub fn of(line: &Line<'a>) -> Self {
        line.said.map_or(Voices::Unstated, Voices::Said)
    }

    /// The sources that say so plainly.
    pub fn told(self) -> impl Iterator<Item = &'a Citation> {
        self.citations()
            .iter()
            .filter(|citation| citation.unclear.is_none())
    }

    /// The sources that are not clear here, each with the reason.
    pub fn unclear(self) -> impl Iterator<Item = (&'a Citation, &'a str)> {
        self.citations()
            .iter()
            .filter_map(|citation| citation.unclear.as_deref().map(|why| (citation, why)))
    }

    /// Why the author has decided so, where he has.
    pub fn assumed(self) -> Option<&'a str> {
        match self {
            Voices::Said(said) => said.assumed.as_deref(),
            Voices::Unstated | Voices::Order => None,
        }
    }

    /// Whether no source is cited for it.
    pub fn is_silent(self) -> bool {
        match self {
            Voices::Said(said) => said.citations.is_empty(),
            Voices::Unstated => true,
            Voices::Order => false,
        }
    }

    /// Whether something about it is open: not clear in a source, decided by the author or by the engine.
    pub fn is_open(self) -> bool {
        match self {
            Voices::Said(_) => self.unclear().next().is_some() || self.assumed().is_some(),
            Voices::Unstated => true,
            Voices::Order => false,
        }
    }

    fn citations(self) -> &'a [Citation] {
        match self {
            Voices::Said(said) => &said.citations,
            Voices::Unstated | Voices::Order => &[],
        }
    }

    /// Whether the same is said by the same, wherever it stands.
    pub fn same(self, other: Voices<'_>) -> bool {
        match (self, other) {
            (Voices::Said(a), Voices::Said(b)) => {
                a.citations == b.citations && a.assumed == b.assumed
            }
            (Voices::Unstated, Voices::Unstated) | (Voices::Order, Voices::Order) => true,
            _ => false,
        }
    }
}

/// A rule that two rulesets share, but not who says it.
#[derive(Clone, Debug)]
pub struct Recited<'a> {
    /// The rule as the first has it; `None` where only the second says it and it is so anyway.
    pub old: Option<Line<'a>>,
    /// The rule as the second has it.
    pub new: Option<Line<'a>>,
}

impl Ruleset {
    /// The rules that another ruleset has too, but told by others, assumed for another reason, or not said
    /// at all.
    pub fn recited<'a>(&'a self, other: &'a Ruleset) -> Vec<Recited<'a>> {
        let (ours, theirs) = (self.rulings(), other.rulings());
        let mut recited = Vec::new();
        for old in &ours {
            match theirs.iter().find(|new| new.same_topic(old)) {
                Some(new) if new.text == old.text && !Voices::of(old).same(Voices::of(new)) => {
                    recited.push(Recited {
                        old: Some(old.clone()),
                        new: Some(new.clone()),
                    });
                }
                None if old.says_that_nothing_happens() => recited.push(Recited {
                    old: Some(old.clone()),
                    new: None,
                }),
                _ => {}
            }
        }
        for new in theirs {
            if new.says_that_nothing_happens() && !ours.iter().any(|old| old.same_topic(&new)) {
                recited.push(Recited {
                    old: None,
                    new: Some(new),
                });
            }
        }
        recited
    }
}

/// What one variant says of one rule.
#[derive(Clone, Debug)]
pub struct Cell<'a> {
    /// The rule, as a clause.
    pub value: String,
    /// Who says so.
    pub voices: Voices<'a>,
}

/// One rule, over all variants.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// The block it belongs to.
    pub block: Block,
    /// What it is about.
    pub topic: String,
    /// Whether that is the name of a rule, which may be named like a clause.
    pub named: bool,
    /// What each variant says; `None` where it has no such rule.
    pub cells: Vec<Option<Cell<'a>>>,
}

impl Row<'_> {
    /// Whether all variants have the same rule and a source for it.
    fn is_agreed(&self) -> bool {
        let first = self.cells[0].as_ref().map(|cell| &cell.value);
        self.cells.iter().all(|cell| {
            cell.as_ref().map(|cell| &cell.value) == first
                && cell.as_ref().is_none_or(|cell| !cell.voices.is_silent())
        })
    }
}

/// What several variants say, rule by rule.
#[derive(Clone, Debug)]
pub struct Matrix<'a> {
    /// The variants.
    pub variants: &'a [Variant],
    /// The variants by their rules: those that have the same stand together, by their number.
    pub columns: Vec<Vec<usize>>,
    /// The rules on which they differ, or for which one of them has no source.
    pub open: Vec<Row<'a>>,
    /// The rules on which all agree, each with a source.
    pub agreed: Vec<Row<'a>>,
}

impl<'a> Matrix<'a> {
    /// Sets variants side by side.
    pub fn of(variants: &'a [Variant]) -> Self {
        let mut columns: Vec<Vec<usize>> = Vec::new();
        for (at, variant) in variants.iter().enumerate() {
            match columns
                .iter_mut()
                .find(|column| variants[column[0]].hash == variant.hash)
            {
                Some(column) => column.push(at),
                None => columns.push(vec![at]),
            }
        }
        let mut rows: Vec<Row<'a>> = Vec::new();
        for (at, variant) in variants.iter().enumerate() {
            // A rule that is new here stands after the one that it follows here.
            let mut after = 0;
            for line in variant.ruleset.rulings() {
                let named = line.name().is_some();
                let same = |row: &Row<'_>| {
                    row.block == line.block && row.topic == line.topic && row.named == named
                };
                let place = match rows.iter().position(same) {
                    Some(place) => place,
                    None => {
                        rows.insert(
                            after,
                            Row {
                                block: line.block,
                                topic: line.topic.clone(),
                                named,
                                cells: vec![None; variants.len()],
                            },
                        );
                        after
                    }
                };
                rows[place].cells[at] = Some(Cell {
                    voices: Voices::of(&line),
                    value: line.text,
                });
                after = place + 1;
            }
        }
        for row in &mut rows {
            tell_dropped(row, variants);
        }
        rows.extend(orders(variants));
        // Rows of one block stay in their order.
        rows.sort_by_key(|row| row.block);
        let (agreed, open) = rows.into_iter().partition(Row::is_agreed);
        Matrix {
            variants,
            columns,
            open,
            agreed,
        }
    }

    /// The names of the variants of a column.
    pub fn names(&self, column: &[usize]) -> Vec<&'a str> {
        column
            .iter()
            .map(|&at| self.variants[at].name.as_str())
            .collect()
    }
}

/// Where a variant has not a rule that others have, it tells who says that there is none: it has dropped the
/// rule, or has answered a question in another way.
fn tell_dropped<'a>(row: &mut Row<'a>, variants: &'a [Variant]) {
    let said: Vec<(&Variant, &Provenance)> = row
        .cells
        .iter()
        .zip(variants)
        .filter_map(|(cell, variant)| match cell.as_ref()?.voices {
            Voices::Said(said) => Some((variant, said)),
            _ => None,
        })
        .collect();
    let stands: Vec<(PathBuf, Span)> = said
        .iter()
        .map(|(variant, said)| (normal(Path::new(variant.file_of(said))), said.span.clone()))
        .collect();
    let asked: Vec<String> = said
        .iter()
        .flat_map(|(_, said)| &said.answers)
        .map(|answer| answer.question.clone())
        .collect();
    for (cell, variant) in row.cells.iter_mut().zip(variants) {
        // What no file says is the engine's ruling, unless a file has said so by dropping the rule.
        let value = match cell {
            None => "none".to_owned(),
            Some(cell) if matches!(cell.voices, Voices::Unstated) => cell.value.clone(),
            Some(_) => continue,
        };
        let dropped = variant.ruleset.dropped.iter().find(|dropped| {
            let path = normal(Path::new(&dropped.path));
            stands
                .iter()
                .any(|(file, span)| *file == path && *span == dropped.span)
        });
        let answered = || {
            // The question that the rule itself answers comes before those of the conditions it asks for.
            asked
                .iter()
                .find_map(|name| {
                    variant
                        .questions
                        .iter()
                        .find(|question| question.name == *name)
                })
                .map(|question| &question.answered().said)
        };
        if let Some(said) = dropped.map(|dropped| &dropped.said).or_else(answered) {
            *cell = Some(Cell {
                value,
                voices: Voices::Said(said),
            });
        }
    }
}

/// The order of rules, where it is another in some variant than in the first.
fn orders(variants: &[Variant]) -> Vec<Row<'_>> {
    let Some(first) = variants.first() else {
        return Vec::new();
    };
    let mut rows = Vec::new();
    for asked in ORDERED {
        let order = |variant: &Variant| {
            first
                .ruleset
                .differences(&variant.ruleset)
                .into_iter()
                .find_map(|difference| match difference {
                    Difference::Order { block, new, .. } if block == asked => Some(new),
                    _ => None,
                })
        };
        let others: Vec<Option<Vec<String>>> = variants.iter().map(order).collect();
        if others.iter().all(Option::is_none) {
            continue;
        }
        rows.push(Row {
            block: asked,
            topic: "order".to_owned(),
            named: false,
            cells: others
                .into_iter()
                .map(|order| {
                    Some(Cell {
                        value: order.map_or_else(
                            || format!("as in {}", first.name),
                            |order| order.join(", "),
                        ),
                        voices: Voices::Order,
                    })
                })
                .collect(),
        });
    }
    rows
}
