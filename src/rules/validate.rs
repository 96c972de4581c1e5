//! Whether the rules make sense together: conditions that can never hold, rules that are never reached,
//! clauses that contradict one another.
//!
//! Conditions are judged exactly, for each pit the last seed may have fallen in, over all that else may
//! or may not be so; where there are too many open facts to go through, a rule is given the benefit of
//! the doubt.

use super::ruleset::*;
use super::wording::canonical_condition;
use crate::diagnostics::{Code, Diagnostic, FileId};

/// With more open facts than this, a condition is taken to be possible.
const MOST_OPEN_FACTS: usize = 14;

/// What is wrong with a ruleset as a whole.
pub fn validate(ruleset: &Ruleset, itself: FileId) -> Vec<Diagnostic> {
    let mut mistakes = Vec::new();
    let mut say = |said: &Option<Provenance>,
                   code: Code,
                   message: String,
                   label: &str,
                   note: Option<String>| {
        let mut diagnostic = Diagnostic::new(code, message).in_file(itself);
        if let Some(said) = said {
            diagnostic = diagnostic.in_file(said.file).at(said.span.clone(), label);
        }
        if let Some(note) = note {
            diagnostic = diagnostic.note(note);
        }
        mistakes.push(diagnostic);
    };
    if ruleset.marks.len() > MOST_MARKS {
        say(
            &None,
            Code::OutOfRange,
            format!(
                "the variant has {} marks; it can have at most {MOST_MARKS}",
                ruleset.marks.len()
            ),
            "",
            None,
        );
    }
    if let Some(rule) = ruleset.lap_rules.get(MOST_LAP_RULES) {
        say(
            &rule.said,
            Code::OutOfRange,
            format!("`lap ends` has more than {MOST_LAP_RULES} rules"),
            "this is one too many",
            None,
        );
        // What follows judges each rule with all before it.
        return mistakes;
    }
    let world = World {
        pits: ruleset.pits.value,
    };

    if let Pits::Every(filled) | Pits::Row(filled, _) = ruleset.place.value.1
        && filled == Filled::Occupied
    {
        say(
            &ruleset.place.said,
            Code::NeverHolds,
            "no pit is occupied before the seeds are placed".to_owned(),
            "no seed would be placed",
            None,
        );
    }
    if let Some(rule) = &ruleset.redistribution
        && let Quantity::Exactly(number) = rule.value.quantity
    {
        let there = world.count_static(&ruleset.place.value.1);
        if there < usize::from(number) {
            say(
                &rule.said,
                Code::NeverHolds,
                format!("no player has {number} occupied pits to empty"),
                "nobody could move",
                Some(format!("the setup fills {there} in each row")),
            );
        }
    }
    if ruleset.redistribution.is_none() && ruleset.refill.said.is_some() {
        say(
            &ruleset.refill.said,
            Code::NeverReached,
            "no pits are emptied in the opening".to_owned(),
            "so this means nothing",
            Some("`redistribute` says how many each player empties".to_owned()),
        );
    }
    for rule in &ruleset.clearings {
        let Clearing {
            mark,
            whose,
            occasion,
            clears,
        } = rule.value;
        let undone = !clears
            && occasion == Occasion::Emptied
            && ruleset.clearings.iter().any(|other| {
                other.value.clears
                    && other.value.mark == mark
                    && other.value.occasion == Occasion::LiftedFrom
                    && (other.value.whose == Whose::Every || other.value.whose == whose)
            });
        if undone {
            say(
                &rule.said,
                Code::Contradiction,
                format!(
                    "a pit cannot keep {} when it is emptied and lose it when it is lifted from",
                    ruleset.marks[mark]
                ),
                "a pit is emptied by lifting from it",
                None,
            );
        }
    }
    for rule in &ruleset.forbids {
        if !world.possible(&rule.value.when, &[], false) {
            say(
                &rule.said,
                Code::NeverHolds,
                "this can never happen, so nothing is forbidden".to_owned(),
                "this condition can never hold",
                None,
            );
        }
    }
    let mut before: Vec<&Condition> = Vec::new();
    for rule in &ruleset.lap_rules {
        let value = &rule.value;
        let also = matches!(value.action, LapAction::Also(_));
        let title = value.title();
        captures_exist(&value.when, &mut |index| {
            let other = &ruleset.lap_rules[index].value;
            if !matches!(other.action, LapAction::Capture(_) | LapAction::Also(_)) {
                say(
                    &rule.said,
                    Code::UnknownRule,
                    format!("`{}` captures nothing", other.title()),
                    "this asks whether it has captured",
                    None,
                );
            }
        });
        if !world.possible(&value.when, &[], also) {
            say(
                &rule.said,
                Code::NeverHolds,
                format!("`{title}` can never apply"),
                "its condition can never hold",
                None,
            );
        } else if !also
            && value.action != LapAction::Stop
            && !world.possible(&value.when, &before, false)
        {
            let stopped = before
                .iter()
                .any(|when| **when == Condition::All(Vec::new()));
            say(
                &rule.said,
                Code::NeverReached,
                format!("`{title}` is never reached"),
                "the rules before it always decide first",
                Some(if stopped {
                    "it stands after `stop`; place it with `before stop` or `after`".to_owned()
                } else {
                    "whenever its condition holds, so does that of a rule before it".to_owned()
                }),
            );
        }
        if !also {
            before.push(&value.when);
        }
    }
    for rule in &ruleset.endings {
        if !world.possible(&rule.value.when, &[], false) {
            say(
                &rule.said,
                Code::NeverHolds,
                "the game can never end like this".to_owned(),
                "this condition can never hold",
                None,
            );
        }
    }
    mistakes
}

fn captures_exist(condition: &Condition, look: &mut impl FnMut(usize)) {
    match condition {
        Condition::All(items) | Condition::Any(items) => {
            for item in items {
                captures_exist(item, look);
            }
        }
        Condition::Turn {
            fact: TurnFact::RuleCaptured(rule),
            ..
        } => look(*rule),
        _ => {}
    }
}

/// A condition over numbered open facts.
enum Formula {
    All(Vec<Formula>),
    Any(Vec<Formula>),
    Open(usize, bool),
    Known(bool),
}

/// A fact that may or may not hold.
#[derive(PartialEq)]
enum Open {
    Turn(TurnFact),
    /// Of a single pit: the count now, or before the last seed fell.
    Holds(Pit, bool, Count),
    /// Anything else, told apart by what it says.
    Other(Quantifier, Pits, Claim),
}

struct World {
    pits: u8,
}

impl World {
    /// How many pits of a row a set that does not depend on play has.
    fn count_static(&self, pits: &Pits) -> usize {
        (0..2 * self.pits)
            .filter(|&at| at < self.pits && self.contains(pits, at, 0) == Some(true))
            .count()
    }

    /// Whether a condition can hold while none of the others does. `later` when captures may have been
    /// made since the last seed fell.
    fn possible(&self, condition: &Condition, none_of: &[&Condition], later: bool) -> bool {
        (0..2 * self.pits).any(|last| {
            let mut open = Vec::new();
            let mut all =
                vec![self.formula(&canonical_condition(condition), last, &mut open, true)];
            for other in none_of {
                all.push(self.formula(&canonical_condition(other), last, &mut open, false));
            }
            let formula = Formula::All(all);
            if open.len() > MOST_OPEN_FACTS {
                return true;
            }
            (0..1u32 << open.len()).any(|truth| {
                let is = |at: usize| truth >> at & 1 == 1;
                holds(&formula, &is) && consistent(&open, &is, later)
            })
        })
    }

    fn formula(
        &self,
        condition: &Condition,
        last: u8,
        open: &mut Vec<Open>,
        positive: bool,
    ) -> Formula {
        match condition {
            Condition::All(items) | Condition::Any(items) => {
                let all = matches!(condition, Condition::All(_));
                let items = items
                    .iter()
                    .map(|item| self.formula(item, last, open, positive))
                    .collect();
                if all == positive {
                    Formula::All(items)
                } else {
                    Formula::Any(items)
                }
            }
            Condition::Turn { holds, fact } => literal(open, Open::Turn(*fact), *holds == positive),
            Condition::Pits(_, Pits::Beside(number, hand, of), _)
                if !self.fits(*number, *hand, *of, last) =>
            {
                // There is no such set here, and nothing holds of it.
                Formula::Known(!positive)
            }
            Condition::Pits(_, Pits::One(pit), Claim::Fact { holds, fact }) => match fact {
                Fact::OneOf(set) => match self
                    .place(*pit, last)
                    .and_then(|at| self.contains(set, at, last))
                {
                    Some(inside) => Formula::Known((inside == *holds) == positive),
                    None => literal(
                        open,
                        Open::Other(
                            Quantifier::Each,
                            Pits::One(*pit),
                            Claim::Fact {
                                holds: true,
                                fact: fact.clone(),
                            },
                        ),
                        *holds == positive,
                    ),
                },
                Fact::Holds { was, count } => literal(
                    open,
                    Open::Holds(*pit, *was, count.clone()),
                    *holds == positive,
                ),
                fact => literal(
                    open,
                    Open::Other(
                        Quantifier::Each,
                        Pits::One(*pit),
                        Claim::Fact {
                            holds: true,
                            fact: fact.clone(),
                        },
                    ),
                    *holds == positive,
                ),
            },
            Condition::Pits(quantifier, pits, claim) => literal(
                open,
                Open::Other(*quantifier, pits.clone(), claim.clone()),
                positive,
            ),
        }
    }

    /// Where a pit is when the last seed fell in `last`: in the mover's counting, own pits from 0, then
    /// the enemy's in the order of sowing.
    fn place(&self, pit: Pit, last: u8) -> Option<u8> {
        match pit {
            Pit::Last => Some(last),
            Pit::Opposite => Some(2 * self.pits - 1 - last),
            Pit::Numbered(side, at) => Some(self.numbered(side, at)),
            Pit::Next | Pit::Origin => None,
        }
    }

    fn numbered(&self, side: Side, at: u8) -> u8 {
        match side {
            Side::Own => at,
            Side::Enemy => 2 * self.pits - 1 - at,
        }
    }

    fn fits(&self, number: u8, hand: Hand, of: Pit, last: u8) -> bool {
        let Some(at) = self.place(of, last) else {
            return true;
        };
        let column = if at < self.pits {
            at
        } else {
            2 * self.pits - 1 - at
        };
        match hand {
            Hand::Left => number <= column,
            Hand::Right => number < self.pits - column,
        }
    }

    /// Whether a set contains a pit, where that does not depend on play.
    fn contains(&self, set: &Pits, at: u8, last: u8) -> Option<bool> {
        let own = at < self.pits;
        let column = if own { at } else { 2 * self.pits - 1 - at };
        let on = |side: Side| own == (side == Side::Own);
        Some(match set {
            Pits::One(pit) => self.place(*pit, last)? == at,
            Pits::Every(Filled::Whatever) => true,
            Pits::Row(Filled::Whatever, side) => on(*side),
            Pits::End(hand, number, side) => {
                on(*side)
                    && match hand {
                        Hand::Left => column < *number,
                        Hand::Right => column >= self.pits - *number,
                    }
            }
            Pits::Listed(side, numbers) => on(*side) && numbers.contains(&column),
            _ => return None,
        })
    }
}

fn literal(open: &mut Vec<Open>, fact: Open, holds: bool) -> Formula {
    let at = open
        .iter()
        .position(|other| *other == fact)
        .unwrap_or_else(|| {
            open.push(fact);
            open.len() - 1
        });
    Formula::Open(at, holds)
}

fn holds(formula: &Formula, is: &impl Fn(usize) -> bool) -> bool {
    match formula {
        Formula::All(items) => items.iter().all(|item| holds(item, is)),
        Formula::Any(items) => items.iter().any(|item| holds(item, is)),
        Formula::Open(at, expected) => is(*at) == *expected,
        Formula::Known(known) => *known,
    }
}

/// Whether these facts can hold and not hold together.
fn consistent(open: &[Open], is: &impl Fn(usize) -> bool, later: bool) -> bool {
    let captured = |fact: &Open| *fact == Open::Turn(TurnFact::CapturedThisTurn);
    for (at, fact) in open.iter().enumerate() {
        if let Open::Turn(TurnFact::RuleCaptured(_)) = fact
            && is(at)
            && open
                .iter()
                .position(captured)
                .is_some_and(|other| !is(other))
        {
            return false;
        }
    }
    // Some number of seeds must fit what is said of each pit.
    let mut pits: Vec<Pit> = Vec::new();
    for fact in open {
        if let Open::Holds(pit, ..) = fact
            && !pits.contains(pit)
        {
            pits.push(*pit);
        }
    }
    pits.iter().all(|pit| {
        let fits = |was: Option<u32>, now: Option<u32>| {
            open.iter().enumerate().all(|(at, fact)| match fact {
                Open::Holds(other, before, count) if other == pit => {
                    match if *before { was } else { now } {
                        Some(number) => counts(count, number) == is(at),
                        None => true,
                    }
                }
                _ => true,
            })
        };
        let numbers = candidates(open, *pit);
        if *pit == Pit::Last {
            numbers
                .iter()
                .any(|&n| fits(Some(n), Some(n + 1).filter(|_| !later)))
                && (!later || numbers.iter().any(|&n| fits(None, Some(n))))
        } else if later {
            numbers.iter().any(|&n| fits(Some(n), None))
                && numbers.iter().any(|&n| fits(None, Some(n)))
        } else {
            numbers.iter().any(|&n| fits(Some(n), Some(n)))
        }
    })
}

/// Numbers of seeds that tell the counts said of a pit apart.
fn candidates(open: &[Open], pit: Pit) -> Vec<u32> {
    let mut numbers = vec![0, 1, 2, 3];
    for fact in open {
        if let Open::Holds(other, _, count) = fact
            && *other == pit
        {
            let named: &[u32] = match count {
                Count::OneOf(numbers) => numbers,
                Count::AtLeast(number) | Count::AtMost(number) => std::slice::from_ref(number),
                _ => &[],
            };
            for number in named {
                numbers.extend(number.saturating_sub(2)..=number + 2);
            }
        }
    }
    numbers
}

/// Whether a number of seeds is such a count.
pub fn counts(count: &Count, number: u32) -> bool {
    match count {
        Count::Some => number > 0,
        Count::OneOf(numbers) => numbers.contains(&number),
        Count::AtLeast(least) => number >= *least,
        Count::AtMost(most) => number <= *most,
        Count::Even(even) => number.is_multiple_of(2) == *even,
    }
}
