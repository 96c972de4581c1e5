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
    if let Some((_, rule)) = ruleset.numbered_rules().nth(MOST_LAP_RULES) {
        say(
            &rule.said,
            Code::OutOfRange,
            format!("there are more than {MOST_LAP_RULES} rules for laps and seeds"),
            "this is one too many",
            Some(
                "those of `lap ends`, `seed falls` and `lap begins` are counted together"
                    .to_owned(),
            ),
        );
        // What follows judges each rule with all before it.
        return mistakes;
    }
    let world = World::of(ruleset);
    if ruleset.rows.value == 4 && ruleset.path.value == Path::Board {
        say(
            &ruleset.path.said,
            Code::Contradiction,
            "on a board of four rows each player sows round his own pits".to_owned(),
            "there is no one path round such a board",
            None,
        );
    }
    let slots: usize = ruleset
        .owned
        .iter()
        .map(|&owned| 1 + usize::from(owned))
        .sum();
    if slots > MOST_MARKS && ruleset.marks.len() <= MOST_MARKS {
        say(
            &None,
            Code::OutOfRange,
            format!(
                "the variant has too many marks: one that is owned counts as two, and {MOST_MARKS} is the most"
            ),
            "",
            None,
        );
    }
    directions(ruleset, &world, &mut say);
    if let Some(pass) = &ruleset.pass {
        let stuck = Condition::Turn {
            holds: true,
            fact: TurnFact::NoMove(Side::Own),
        };
        for rule in &ruleset.endings {
            if canonical_condition(&rule.value.when) == stuck {
                say(
                    &rule.said,
                    Code::Contradiction,
                    "a mover without a move cannot both pass and end the game".to_owned(),
                    "this ends the game",
                    Some(
                        "`turn` says that he passes: the game ends `when neither player has a move`"
                            .to_owned(),
                    ),
                );
                let _ = pass;
            }
        }
    }

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
    let lapped = World {
        origin: most_in_origin(ruleset, world.ends.len()),
        ..World::of(ruleset)
    };
    // What is captured in passing is gone when the lap ends, the last seed too.
    let passing = !ruleset.seed_rules.is_empty();
    for rule in &ruleset.lap_rules {
        let value = &rule.value;
        let also = matches!(value.action, LapAction::Also(_));
        let when = match value.action {
            // From a pit it is lifted, or none is.
            LapAction::Relay(Relay {
                from: Pit::Last | Pit::Next,
                ..
            }) => Condition::All(vec![value.when.clone(), last_is_a_pit()]),
            _ => value.when.clone(),
        };
        if let LapAction::Relay(relay) = value.action
            && matches!(relay.from, Pit::Store(_))
            && ruleset.stores.value == StoresIn::Outside
        {
            say(
                &rule.said,
                Code::NeverHolds,
                "no relay begins in a store outside the sowing path".to_owned(),
                "no pit comes after it",
                Some("put it into the path: `stores 2, own store in the sowing path`".to_owned()),
            );
        }
        let title = value.title();
        captures_exist(&value.when, &mut |index| {
            let other = ruleset.rule(index);
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
        if !world.possible(&when, &[], also || passing) {
            say(
                &rule.said,
                Code::NeverHolds,
                format!("`{title}` can never apply"),
                "its condition can never hold",
                None,
            );
        } else if let Some(most) = lapped.origin
            && !lapped.possible(&when, &[], also || passing)
        {
            say(
                &rule.said,
                Code::NeverHolds,
                format!("`{title}` can never apply"),
                "its condition can never hold",
                Some(format!(
                    "`origin` has been lifted from by then, and holds {}; how many seeds the lap had is asked with \
                     `lap of 1 seed`, `not lap of 1 seed`",
                    match most {
                        0 => "none".to_owned(),
                        most => format!("{most} at most"),
                    }
                )),
            );
        } else if !also
            && value.action != LapAction::Stop
            && !world.possible(&when, &before, passing)
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
    for rule in ruleset.seed_rules.iter().chain(&ruleset.begin_rules) {
        if !world.possible(&rule.value.when, &[], false) {
            say(
                &rule.said,
                Code::NeverHolds,
                format!("`{}` can never apply", rule.value.title()),
                "its condition can never hold",
                None,
            );
        }
    }
    let captures = ruleset.numbered_rules().filter_map(|(_, rule)| {
        let (LapAction::Capture(capture) | LapAction::Also(capture)) = &rule.value.action else {
            return None;
        };
        Some((&rule.said, &capture.takes))
    });
    let turn_ends = ruleset
        .turn_ends
        .iter()
        .map(|rule| (&rule.said, &rule.value));
    for (said, takes) in captures.chain(turn_ends) {
        for taken in takes {
            let his_already = match (taken.store(), &taken.to) {
                (None, _)
                | (_, To::Into(_))
                | (Some(Side::Own), To::Opponent)
                | (Some(Side::Enemy), To::Mover) => continue,
                (Some(Side::Own), _) => "the mover's",
                (Some(Side::Enemy), _) => "the opponent's",
            };
            say(
                said,
                Code::NeverReached,
                format!("what lies in this store is {his_already} already"),
                "nothing would be taken",
                Some("say `take enemy store`, or `take own store to opponent`".to_owned()),
            );
        }
    }
    let mut before: Vec<&Condition> = Vec::new();
    for rule in &ruleset.endings {
        let reached = world.possible(&rule.value.when, &before, false);
        before.push(&rule.value.when);
        if !reached && world.possible(&rule.value.when, &[], false) {
            say(
                &rule.said,
                Code::NeverReached,
                "this ending is never reached".to_owned(),
                "the endings before it always decide first",
                Some(
                    "whenever its condition holds, so does that of an ending before it".to_owned(),
                ),
            );
        } else if !reached {
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

fn last_is_a_pit() -> Condition {
    Condition::Pits(
        Quantifier::Each,
        Pits::One(Pit::Last),
        Claim::Fact {
            holds: true,
            fact: Fact::OneOf(Pits::Every(Filled::Whatever)),
        },
    )
}

/// The most seeds that the pit a turn began in can hold when its lap has ended, before anything is captured: where
/// it was emptied and no other lap follows, one for each time that a lap comes round to it.
fn most_in_origin(ruleset: &Ruleset, round: usize) -> Option<u32> {
    let goes_on = |rule: &Rule<LapRule>| match &rule.value.action {
        LapAction::Relay(_) => true,
        LapAction::Capture(capture) | LapAction::Also(capture) => !capture.then.is_empty(),
        LapAction::Again | LapAction::Stop => false,
    };
    if ruleset.lift.value != Lift::All
        || ruleset.first_seed.value != FirstSeed::Next
        || !ruleset.pass_over_pits.is_empty()
        || !ruleset.begin_rules.is_empty()
        || !ruleset.seed_rules.is_empty()
        || ruleset.lap_rules.iter().any(goes_on)
    {
        return None;
    }
    if ruleset.pass_over.value == PassOver::Origin {
        return Some(0);
    }
    let excepted = ruleset.excepts.iter().map(|rule| rule.value.0);
    let fullest = excepted.fold(ruleset.place.value.0, u32::max);
    let pits = u32::from(ruleset.rows.value) * u32::from(ruleset.pits.value);
    fullest.saturating_mul(pits).checked_div(round as u32)
}

/// The rules of `lap ends` that ask how many seeds lie in the pit the turn began in, though all are lifted from it: by
/// name.
pub fn counts_of_the_lifted_origin(ruleset: &Ruleset) -> Vec<&str> {
    fn asks_count(claim: &Claim) -> bool {
        match claim {
            Claim::All(claims) | Claim::Any(claims) => claims.iter().any(asks_count),
            Claim::Fact { fact, .. } => matches!(fact, Fact::Holds { .. }),
        }
    }
    fn asks(condition: &Condition) -> bool {
        match condition {
            Condition::All(items) | Condition::Any(items) => items.iter().any(asks),
            Condition::Pits(_, Pits::One(Pit::Origin), claim) => asks_count(claim),
            _ => false,
        }
    }
    let lifted = ruleset.lift.value == Lift::All;
    (ruleset.lap_rules.iter().filter(|_| lifted))
        .filter(|rule| asks(&rule.value.when))
        .map(|rule| rule.value.title())
        .collect()
}

/// Whether every way to sow that is said is chosen from some pit.
fn directions(
    ruleset: &Ruleset,
    world: &World,
    say: &mut impl FnMut(&Option<Provenance>, Code, String, &str, Option<String>),
) {
    let always = |rule: &SowFrom| {
        rule.claim == Claim::All(Vec::new()) && rule.when == Condition::All(Vec::new())
    };
    let mut open: Vec<u8> = (0..world.half)
        .filter(|&at| world.contains(&ruleset.from.value.0, at, 0) != Some(false))
        .collect();
    let of_enemy = (world.half..2 * world.half)
        .any(|at| world.contains(&ruleset.from.value.0, at, 0) != Some(false));
    let by_column = |pits: &Pits| matches!(pits, Pits::Columns(_));
    if of_enemy
        || ruleset
            .sow_from
            .iter()
            .any(|rule| by_column(&rule.value.pits))
    {
        // Which pits those are is another thing for each player.
        return;
    }
    for rule in &ruleset.sow_from {
        let value = &rule.value;
        let there = |at: &u8| world.contains(&value.pits, *at, 0) != Some(false);
        if !open.iter().any(there) {
            say(
                &rule.said,
                Code::NeverReached,
                "no turn is ever sown this way".to_owned(),
                "a turn cannot begin there, or a `sow` before this decides",
                None,
            );
        }
        if always(value) {
            open.retain(|at| world.contains(&value.pits, *at, 0) != Some(true));
        }
    }
    if open.is_empty() && !ruleset.sow_from.is_empty() {
        say(
            &ruleset.sow.said,
            Code::NeverReached,
            "no turn is ever sown this way".to_owned(),
            "every pit has a `sow` of its own",
            None,
        );
    }
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
    /// Of so many pits together.
    Together(Vec<Pits>, Count),
    LapOf(Count),
    LapBegunWith(Count),
    /// Of a single pit: the count now, or before the last seed fell.
    Holds(Pit, bool, Count),
    /// Anything else, told apart by what it says.
    Other(Quantifier, Pits, Claim),
}

/// The board in the mover's counting: own pits from 0 along his path, then the enemy's, so that pits that
/// face each other add up to the same; then his store, then the enemy's.
struct World {
    /// The pits of a row.
    pits: u8,
    /// The pits of a player.
    half: u8,
    rows: u8,
    /// Where the last seed of a lap can fall.
    ends: Vec<u8>,
    /// The most seeds that the pit a turn began in held when the last one fell, where that is known.
    origin: Option<u32>,
}

impl World {
    fn of(ruleset: &Ruleset) -> World {
        let half = (u16::from(ruleset.rows.value) * u16::from(ruleset.pits.value) / 2) as u8;
        let mut ends: Vec<u8> = match ruleset.path.value {
            Path::Board => (0..2 * half).collect(),
            Path::Own => (0..half).collect(),
        };
        if ruleset.stores.value != StoresIn::Outside {
            ends.push(2 * half);
        }
        if ruleset.stores.value == StoresIn::Both && ruleset.path.value == Path::Board {
            ends.push(2 * half + 1);
        }
        World {
            pits: ruleset.pits.value,
            half,
            rows: ruleset.rows.value,
            ends,
            origin: None,
        }
    }

    /// How many pits of a player a set that does not depend on play has.
    fn count_static(&self, pits: &Pits) -> usize {
        (0..self.half)
            .filter(|&at| self.contains(pits, at, 0) == Some(true))
            .count()
    }

    /// Whether a condition can hold while none of the others does. `later` when captures may have been
    /// made since the last seed fell.
    fn possible(&self, condition: &Condition, none_of: &[&Condition], later: bool) -> bool {
        self.ends.iter().any(|&last| {
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
                holds(&formula, &is) && consistent(&open, &is, later, self.origin)
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
            Condition::LapOf { count, holds } => {
                literal(open, Open::LapOf(count.clone()), *holds == positive)
            }
            Condition::LapBegunWith { count, holds } => {
                literal(open, Open::LapBegunWith(count.clone()), *holds == positive)
            }
            Condition::Together { pits, count, holds } => literal(
                open,
                Open::Together(pits.clone(), count.clone()),
                *holds == positive,
            ),
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
                    Open::Holds(*pit, *was, far(count)),
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

    /// Where a pit is when the last seed fell in `last`.
    fn place(&self, pit: Pit, last: u8) -> Option<u8> {
        match pit {
            Pit::Last => Some(last),
            Pit::Opposite if last >= 2 * self.half => Some(last),
            Pit::Opposite => Some(2 * self.half - 1 - last),
            Pit::Numbered(side, at) => Some(self.numbered(side, at)),
            Pit::Store(Side::Own) => Some(2 * self.half),
            Pit::Store(Side::Enemy) => Some(2 * self.half + 1),
            Pit::Next
            | Pit::Origin
            | Pit::OppositeOrigin
            | Pit::Along(_)
            | Pit::Facing(_)
            | Pit::Twin => None,
        }
    }

    fn numbered(&self, side: Side, at: u8) -> u8 {
        match side {
            Side::Own => at,
            Side::Enemy => 2 * self.half - 1 - at,
        }
    }

    fn fits(&self, number: u8, hand: Hand, of: Pit, last: u8) -> bool {
        let Some(at) = self.place(of, last).filter(|_| self.rows == 2) else {
            return true;
        };
        let column = if at < self.half {
            at
        } else {
            (2 * self.half).saturating_sub(1 + at)
        };
        match hand {
            Hand::Left => number <= column,
            Hand::Right => number < self.pits - column,
        }
    }

    /// Whether a set contains a pit, where that does not depend on play.
    fn contains(&self, set: &Pits, at: u8, last: u8) -> Option<bool> {
        let is_pit = at < 2 * self.half;
        let own = at < self.half;
        let number = if own {
            at
        } else {
            (2 * self.half).saturating_sub(1 + at)
        };
        let on = |side: Side| is_pit && own == (side == Side::Own);
        Some(match set {
            Pits::One(pit) => self.place(*pit, last)? == at,
            Pits::Every(Filled::Whatever) => is_pit,
            Pits::Row(Filled::Whatever, side) => on(*side),
            Pits::End(hand, width, side) => {
                on(*side)
                    && match hand {
                        Hand::Left => number < *width,
                        Hand::Right => (self.pits - *width..self.pits).contains(&number),
                    }
            }
            Pits::Listed(side, numbers) => on(*side) && numbers.contains(&number),
            Pits::Depth(Filled::Whatever, side, depth) => {
                is_pit && side.is_none_or(on) && (number < self.pits) == (*depth == Depth::Outer)
            }
            _ => return None,
        })
    }
}

/// More than half of all seeds, whatever that is, is many.
fn far(count: &Count) -> Count {
    match count {
        Count::MoreThanHalf => Count::AtLeast(30_000),
        count => count.clone(),
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
fn consistent(
    open: &[Open],
    is: &impl Fn(usize) -> bool,
    later: bool,
    origin: Option<u32>,
) -> bool {
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
        // What it holds later may have been put into it.
        let before: Vec<u32> = match origin.filter(|_| *pit == Pit::Origin) {
            Some(most) => numbers.iter().copied().filter(|&n| n <= most).collect(),
            None => numbers.clone(),
        };
        if *pit == Pit::Last {
            numbers
                .iter()
                .any(|&n| fits(Some(n), Some(n + 1).filter(|_| !later)))
                && (!later || numbers.iter().any(|&n| fits(None, Some(n))))
        } else if later {
            before.iter().any(|&n| fits(Some(n), None))
                && numbers.iter().any(|&n| fits(None, Some(n)))
        } else {
            before.iter().any(|&n| fits(Some(n), Some(n)))
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
        // How many that are is known to the game; see `engine::condition`.
        Count::MoreThanHalf => number >= 30_000,
    }
}
