//! Rules in words: each as a clause of the language, in one spelling, whatever spelling the file used.
//!
//! The same lines say what a ruleset is (its hash is taken from them), how two rulesets differ, and,
//! read back, they give the same ruleset.

use super::ruleset::*;
use crate::vocabulary::{Block, Word, entry};
use std::cell::RefCell;

/// A rule of any kind. Whoever tells rules matches on this, so that a new one cannot be forgotten.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Content<'a> {
    /// How many rows.
    Rows(u8),
    /// How many pits a row has.
    Pits(u8),
    /// Which stores are sown into.
    Stores(StoresIn),
    /// Which pits the sowing goes round.
    Path(Path),
    /// The seeds placed at the start: how many, in which pits.
    Place(u32, &'a Pits),
    /// Pits that hold another number at the start.
    Except(u32, &'a Pits),
    /// A mark from the start, by its number, and the pits that bear it.
    SetupMark(usize, &'a Pits),
    /// Who moves first.
    First(Player),
    /// What each player does before the sowing begins.
    Redistribution(&'a Redistribution),
    /// Whether a redistribution may fill the pits that it empties.
    Refill(bool),
    /// A mark given once the opening is over, by its number, and the pits that get it.
    OpeningMark(usize, &'a Pits),
    /// Where a move may begin.
    From(&'a Pits, &'a Claim),
    /// How many seeds are lifted.
    Lift(Lift),
    /// Which way they are sown.
    Sow(Direction),
    /// Which way they are sown from certain pits.
    SowFrom(&'a SowFrom),
    /// Where the first seed goes.
    FirstSeed(&'a FirstSeed),
    /// Whether the pit lifted from is left out.
    PassOver(PassOver),
    /// Which other pits are left out.
    PassOverPits(&'a PassOverPits),
    /// That a mover without a move passes.
    Pass,
    /// How a mark is lost, or kept.
    Clearing(Clearing),
    /// Which move is not legal.
    Forbid(&'a Forbid),
    /// What happens before a lap is lifted.
    Begin(&'a LapRule),
    /// What happens when a seed falls.
    Seed(&'a LapRule),
    /// What happens when a lap ends.
    Lap(&'a LapRule),
    /// What is taken when a turn ends.
    TurnEnd(&'a [Taken]),
    /// When the game is over.
    Ending(&'a Ending),
    /// What becomes of an endless relay.
    Endless(Ruling),
    /// What becomes of a relay of more than so many laps.
    LongRelay(u32, Ruling),
    /// What becomes of a position that stands for the so-manieth time, if anything.
    Repeated(Option<(u32, Outcome)>),
    /// That most seeds win.
    Winner,
    /// That equal stores are a draw.
    Tie,
    /// What a win by a margin counts, if not one.
    Win(Option<Win>),
}

/// One rule in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<'a> {
    /// The block it belongs to.
    pub block: Block,
    /// What it is about: the name of a rule, or the word its clause begins with.
    pub topic: String,
    /// The typed rule that it tells.
    pub content: Content<'a>,
    /// The whole clause.
    pub text: String,
    /// For a rule with a condition: what it needs, each as a condition of its own.
    pub needs: Vec<String>,
    /// For a rule with a condition: the clause without the condition.
    pub does: String,
    /// Where it was said; `None` for a ruling that no file sets.
    pub said: Option<&'a Provenance>,
}

/// How two rulesets differ in one point.
#[derive(Clone, Debug, PartialEq)]
pub enum Difference<'a> {
    /// A rule that both have, each its own way, or that only one has.
    Rule {
        /// What it is about.
        topic: String,
        /// The rule of the first.
        old: Option<Box<Line<'a>>>,
        /// The rule of the second.
        new: Option<Box<Line<'a>>>,
    },
    /// Rules that both have, gone through in another order.
    Order {
        /// The block they belong to.
        block: Block,
        /// What they are about, as the first has them.
        old: Vec<String>,
        /// The same, as the second has them.
        new: Vec<String>,
    },
}

impl Difference<'_> {
    /// What it is about.
    pub fn topic(&self) -> &str {
        match self {
            Difference::Rule { topic, .. } => topic,
            Difference::Order { block, .. } => block.name(),
        }
    }

    /// What only the first asks for, and what only the second does; nothing where both have not the rule,
    /// or it asks for nothing.
    pub fn asked(&self) -> (Vec<&str>, Vec<&str>) {
        let Difference::Rule {
            old: Some(old),
            new: Some(new),
            ..
        } = self
        else {
            return (Vec::new(), Vec::new());
        };
        (old.asks_beyond(new), new.asks_beyond(old))
    }

    /// The difference as the second ruleset has it, a line each: a clause that is new or other, what a
    /// rule asks (`+`) and no longer asks (`−`), or that there is none.
    pub fn words(&self) -> Vec<String> {
        match self {
            Difference::Rule {
                old: Some(old),
                new: Some(new),
                ..
            } if !(old.needs.is_empty() && new.needs.is_empty()) => {
                let (gone, come) = self.asked();
                let signed = |needs: Vec<&str>, sign: &str| -> Vec<String> {
                    needs.iter().map(|need| format!("{sign} {need}")).collect()
                };
                let mut words = signed(gone, "−");
                words.extend(signed(come, "+"));
                if old.does != new.does {
                    words.push(new.does.clone());
                }
                words
            }
            Difference::Rule { new: Some(new), .. } => vec![new.text.clone()],
            Difference::Rule { new: None, .. } => vec!["none".to_owned()],
            Difference::Order { new, .. } => vec![format!("in this order: {}", new.join(", "))],
        }
    }

    /// Whether it tells what a rule asks and no longer asks.
    pub fn is_signed(&self) -> bool {
        let (gone, come) = self.asked();
        !(gone.is_empty() && come.is_empty())
    }
}

impl<'a> Line<'a> {
    /// The name of its rule, where the file gives one.
    pub fn name(&self) -> Option<&'a str> {
        match self.content {
            Content::Forbid(rule) => rule.name.as_deref(),
            Content::Lap(rule) | Content::Seed(rule) => rule.name.as_deref(),
            _ => None,
        }
    }

    /// Whether another line is about the same. A rule may be named like a clause, and is not it.
    pub fn same_topic(&self, other: &Line<'_>) -> bool {
        self.block == other.block
            && self.topic == other.topic
            && self.name().is_some() == other.name().is_some()
    }

    /// What this rule asks for and another does not.
    fn asks_beyond<'l>(&'l self, other: &Line<'_>) -> Vec<&'l str> {
        self.needs
            .iter()
            .filter(|need| !other.needs.contains(need))
            .map(String::as_str)
            .collect()
    }

    /// Whether its place among others like it matters.
    fn is_ordered(&self) -> bool {
        matches!(
            self.content,
            Content::Lap(_) | Content::Seed(_) | Content::Ending(_)
        )
    }

    fn is_also(&self) -> bool {
        matches!(self.content, Content::Lap(rule) if matches!(rule.action, LapAction::Also(_)))
    }

    /// Whether it only says that nothing happens, as is so where no rule says anything.
    pub fn says_that_nothing_happens(&self) -> bool {
        match self.content {
            Content::Clearing(clearing) => !clearing.clears,
            Content::Refill(may) => may,
            _ => false,
        }
    }
}

/// How names are written: as the files give them, or by number, so that they do not matter.
enum Names<'a> {
    Given(&'a Ruleset),
    Numbered(RefCell<Vec<usize>>),
}

impl Names<'_> {
    fn mark(&self, mark: usize) -> String {
        match self {
            Names::Given(ruleset) => ruleset.marks[mark].clone(),
            Names::Numbered(seen) => {
                let mut seen = seen.borrow_mut();
                let at = seen
                    .iter()
                    .position(|&other| other == mark)
                    .unwrap_or_else(|| {
                        seen.push(mark);
                        seen.len() - 1
                    });
                format!("mark-{}", at + 1)
            }
        }
    }

    fn lap_rule(&self, rule: usize, order: &[usize]) -> String {
        match self {
            Names::Given(ruleset) => ruleset.rule(rule).title().to_owned(),
            Names::Numbered(_) => {
                let at = order.iter().position(|&other| other == rule);
                at.map_or_else(String::new, |at| (at + 1).to_string())
            }
        }
    }

    fn quoted(&self, name: &Option<String>) -> String {
        match (self, name) {
            (Names::Given(_), Some(name)) => format!(" \"{name}\""),
            _ => String::new(),
        }
    }
}

impl Ruleset {
    /// The rule of this number among the [numbered](Self::numbered_rules).
    pub fn rule(&self, number: usize) -> &LapRule {
        &self.numbered_rule(number).1.value
    }

    /// The same, with its block and who says so.
    pub fn numbered_rule(&self, number: usize) -> (Block, &Rule<LapRule>) {
        let mut rules = self.numbered_rules();
        rules
            .nth(number)
            .expect("a rule is asked for by its number")
    }

    /// The rules of `lap ends`, of `seed falls` and of `lap begins`, in the order of their numbers.
    pub fn numbered_rules(&self) -> impl Iterator<Item = (Block, &Rule<LapRule>)> {
        let of = |block| move |rule| (block, rule);
        let seeds = self.seed_rules.iter().map(of(Block::SeedFalls));
        let begins = self.begin_rules.iter().map(of(Block::LapBegins));
        self.lap_rules
            .iter()
            .map(of(Block::LapEnds))
            .chain(seeds)
            .chain(begins)
    }

    /// Every rule in force, in the order of the language, as the files name things.
    pub fn lines(&self) -> Vec<Line<'_>> {
        Words {
            ruleset: self,
            names: Names::Given(self),
            order: (0..self.numbered_rules().count()).collect(),
        }
        .lines()
    }

    /// The rules in a form that does not depend on names, on the order of what has no order, or on
    /// whether a ruling was said or left unsaid: one a line. The hash is taken from this.
    pub fn canonical_text(&self) -> String {
        let is_also =
            |rule: &usize| matches!(self.lap_rules[*rule].value.action, LapAction::Also(_));
        let (also, deciding): (Vec<usize>, Vec<usize>) =
            (0..self.lap_rules.len()).partition(is_also);
        let words = Words {
            ruleset: self,
            names: Names::Numbered(RefCell::new(Vec::new())),
            order: deciding
                .into_iter()
                .chain(also)
                .chain(self.lap_rules.len()..self.numbered_rules().count())
                .collect(),
        };
        let mut text = format!("language {}\n", crate::vocabulary::LANGUAGE);
        for line in words.lines() {
            text.push_str(&line.text);
            text.push('\n');
        }
        text
    }

    /// Every ruling in force: the [lines](Self::lines), and what holds where no clause could say it better.
    /// The text of such a line is not a clause but what the vocabulary has for it.
    pub fn rulings(&self) -> Vec<Line<'_>> {
        let mut lines = self.lines();
        for (block, topic, word, content, there) in [
            (
                Block::Ending,
                "repetition",
                Word::Repeated,
                Content::Repeated(None),
                self.repeated.value.is_some(),
            ),
            (
                Block::Match,
                "win",
                Word::Win,
                Content::Win(None),
                self.win.value.is_some(),
            ),
        ] {
            if there {
                continue;
            }
            // After the other questions of the ending comes who has won.
            let at = lines
                .iter()
                .position(|line| line.block > block || line.content == Content::Winner)
                .filter(|_| block == Block::Ending)
                .unwrap_or(lines.len());
            lines.insert(
                at,
                Line {
                    block,
                    topic: topic.to_owned(),
                    content,
                    text: entry(word).unstated.unwrap_or_default().to_owned(),
                    needs: Vec::new(),
                    does: String::new(),
                    said: None,
                },
            );
        }
        lines
    }

    /// The points on which another ruleset differs from this one.
    pub fn differences<'a>(&'a self, other: &'a Ruleset) -> Vec<Difference<'a>> {
        let (ours, theirs) = (self.comparable(), other.comparable());
        let mut differences = Vec::new();
        let rule = |old: Option<&Line<'a>>, new: Option<&Line<'a>>| Difference::Rule {
            topic: new
                .or(old)
                .map_or_else(String::new, |line| line.topic.clone()),
            old: old.cloned().map(Box::new),
            new: new.cloned().map(Box::new),
        };
        for new in &theirs {
            let old = ours.iter().find(|old| old.same_topic(new));
            if old.is_none_or(|old| old.text != new.text) {
                differences.push(rule(old, Some(new)));
            }
        }
        for old in &ours {
            if !theirs.iter().any(|new| old.same_topic(new)) {
                differences.push(rule(Some(old), None));
            }
        }
        for block in ORDERED {
            let [old, new] = [(&ours, &theirs), (&theirs, &ours)].map(|(ones, others)| {
                let mut ordered: Vec<&Line<'_>> = ones
                    .iter()
                    .filter(|line| line.block == block && line.is_ordered())
                    .filter(|line| others.iter().any(|other| other.same_topic(line)))
                    .collect();
                // Those that are judged when the turn ends come after all that decide.
                ordered.sort_by_key(|line| line.is_also());
                ordered
                    .iter()
                    .map(|line| line.topic.clone())
                    .collect::<Vec<_>>()
            });
            if old != new {
                differences.push(Difference::Order { block, old, new });
            }
        }
        differences
    }

    /// The lines without what only says that nothing happens.
    fn comparable(&self) -> Vec<Line<'_>> {
        let mut lines = self.lines();
        lines.retain(|line| !line.says_that_nothing_happens());
        lines
    }
}

/// The blocks in which the order of the rules matters.
pub const ORDERED: [Block; 4] = [
    Block::LapBegins,
    Block::SeedFalls,
    Block::LapEnds,
    Block::Ending,
];

struct Words<'a> {
    ruleset: &'a Ruleset,
    names: Names<'a>,
    /// In which order the lap rules are told.
    order: Vec<usize>,
}

impl<'a> Words<'a> {
    fn lines(&self) -> Vec<Line<'a>> {
        let r = self.ruleset;
        let canonical = matches!(self.names, Names::Numbered(_));
        let mut lines = Vec::new();
        let mut say = |block, topic: &str, content, text: String, said: Option<&'a Provenance>| {
            lines.push(Line {
                block,
                topic: topic.to_owned(),
                content,
                text,
                needs: Vec::new(),
                does: String::new(),
                said,
            });
        };
        say(
            Block::Board,
            "rows",
            Content::Rows(r.rows.value),
            format!("rows {}", r.rows.value),
            r.rows.said.as_ref(),
        );
        say(
            Block::Board,
            "pits",
            Content::Pits(r.pits.value),
            format!("pits {}", r.pits.value),
            r.pits.said.as_ref(),
        );
        say(
            Block::Board,
            "stores",
            Content::Stores(r.stores.value),
            match r.stores.value {
                StoresIn::Outside => "stores 2, outside the sowing path",
                StoresIn::Own => "stores 2, own store in the sowing path",
                StoresIn::Both => "stores 2, both stores in the sowing path",
            }
            .to_owned(),
            r.stores.said.as_ref(),
        );
        // What is so on every board of two rows goes without saying.
        if r.rows.value != 2 || r.path.value != Path::Board || r.path.said.is_some() && !canonical {
            say(
                Block::Board,
                "path",
                Content::Path(r.path.value),
                match r.path.value {
                    Path::Board => "path round the whole board",
                    Path::Own => "path round own pits",
                }
                .to_owned(),
                r.path.said.as_ref(),
            );
        }
        let (seeds, pits) = &r.place.value;
        say(
            Block::Setup,
            "place",
            Content::Place(*seeds, pits),
            format!(
                "place {seeds} {} in each of {}",
                seeds_word(*seeds),
                self.pits(pits)
            ),
            r.place.said.as_ref(),
        );
        for rule in &r.excepts {
            let (seeds, pits) = &rule.value;
            let pits_words = self.pits(pits);
            say(
                Block::Setup,
                &format!("seeds in {pits_words}"),
                Content::Except(*seeds, pits),
                format!(
                    "except {seeds} {} in each of {pits_words}",
                    seeds_word(*seeds)
                ),
                rule.said.as_ref(),
            );
        }
        for (block, marks) in [
            (Block::Setup, &r.setup_marks),
            (Block::Opening, &r.opening_marks),
        ] {
            if block == Block::Opening
                && let Some(rule) = &r.redistribution
            {
                let value = &rule.value;
                let quantity = match value.quantity {
                    Quantity::Exactly(number) => format!("exactly {number}"),
                    Quantity::UpTo(number) => format!("up to {number}"),
                };
                say(
                    Block::Opening,
                    "redistribute",
                    Content::Redistribution(value),
                    format!(
                        "redistribute {quantity} {} into {}",
                        self.some_pits(&value.from),
                        self.pits(&value.into)
                    ),
                    rule.said.as_ref(),
                );
                // That it may be so goes without saying.
                if !(canonical && r.refill.value) {
                    let may = if r.refill.value {
                        "may be filled again"
                    } else {
                        "stay empty"
                    };
                    say(
                        Block::Opening,
                        "emptied pits",
                        Content::Refill(r.refill.value),
                        format!("emptied pits {may}"),
                        r.refill.said.as_ref(),
                    );
                }
            }
            let mut marks: Vec<&'a Rule<(usize, Pits)>> = marks.iter().collect();
            if canonical {
                // Which mark is given first means nothing.
                marks.sort_by(|a, b| a.value.1.cmp(&b.value.1));
            }
            for rule in marks {
                let (mark, pits) = &rule.value;
                let name = self.names.mark(*mark);
                let when = if block == Block::Setup {
                    "at the start"
                } else {
                    "after the opening"
                };
                say(
                    block,
                    &format!("{name} {when}"),
                    if block == Block::Setup {
                        Content::SetupMark(*mark, pits)
                    } else {
                        Content::OpeningMark(*mark, pits)
                    },
                    format!("mark {name} on {}", self.pits(pits)),
                    rule.said.as_ref(),
                );
            }
            if block == Block::Setup {
                say(
                    Block::Setup,
                    "first",
                    Content::First(r.first.value),
                    format!("first to move is {}", r.first.value.name().to_lowercase()),
                    r.first.said.as_ref(),
                );
            }
        }
        let (pits, claim) = &r.from.value;
        say(
            Block::Turn,
            "from",
            Content::From(pits, claim),
            format!("from {}", self.which(pits, claim)),
            r.from.said.as_ref(),
        );
        let lift = match r.lift.value {
            Lift::All => "lift all",
            Lift::AnyNumber => "lift any number",
        };
        say(
            Block::Turn,
            "lift",
            Content::Lift(r.lift.value),
            lift.to_owned(),
            r.lift.said.as_ref(),
        );
        say(
            Block::Turn,
            "sow",
            Content::Sow(r.sow.value),
            format!("sow {}", direction(r.sow.value)),
            r.sow.said.as_ref(),
        );
        for rule in &r.sow_from {
            let SowFrom {
                direction: way,
                pits,
                claim,
                when,
            } = &rule.value;
            let from = self.which(pits, claim);
            let when = self.when(when);
            say(
                Block::Turn,
                &format!("sow from {from}{when}"),
                Content::SowFrom(&rule.value),
                format!("sow {} from {from}{when}", direction(*way)),
                rule.said.as_ref(),
            );
        }
        let first_seed = match &r.first_seed.value {
            FirstSeed::Next => "first seed into next pit".to_owned(),
            FirstSeed::Origin(when) => format!("first seed into origin{}", self.when(when)),
        };
        if r.first_seed.value != FirstSeed::Next || r.first_seed.said.is_some() && !canonical {
            say(
                Block::Turn,
                "first seed",
                Content::FirstSeed(&r.first_seed.value),
                first_seed,
                r.first_seed.said.as_ref(),
            );
        }
        let pass_over = match r.pass_over.value {
            PassOver::NoPit => "pass over no pit",
            PassOver::Origin => "pass over origin",
        };
        say(
            Block::Turn,
            "pass over",
            Content::PassOver(r.pass_over.value),
            pass_over.to_owned(),
            r.pass_over.said.as_ref(),
        );
        let mut passed: Vec<_> = r.pass_over_pits.iter().collect();
        if canonical {
            passed.sort_by_key(|rule| self.which(&rule.value.pits, &rule.value.claim));
        }
        for rule in passed {
            let which = self.which(&rule.value.pits, &rule.value.claim);
            let when = self.when(&rule.value.when);
            say(
                Block::Turn,
                &format!("pass over {which}"),
                Content::PassOverPits(&rule.value),
                format!("pass over {which}{when}"),
                rule.said.as_ref(),
            );
        }
        if let Some(rule) = &r.pass {
            say(
                Block::Turn,
                "pass",
                Content::Pass,
                "pass when mover has no move".to_owned(),
                rule.said.as_ref(),
            );
        }
        let mut clearings: Vec<_> = r
            .clearings
            .iter()
            .filter(|rule| rule.value.clears || !canonical)
            .map(|rule| {
                let Clearing {
                    mark,
                    whose,
                    occasion,
                    clears,
                } = rule.value;
                let name = self.names.mark(mark);
                let whose = match whose {
                    Whose::Every => "every pit",
                    Whose::Of(Side::Own) => "own pits",
                    Whose::Of(Side::Enemy) => "enemy pits",
                };
                let occasion = match occasion {
                    Occasion::LiftedFrom => "lifted from",
                    Occasion::Emptied => "emptied",
                    Occasion::CapturedFrom => "captured from",
                };
                let verb = if clears { "clear" } else { "keep" };
                let preposition = if clears { "from" } else { "on" };
                (
                    format!("{name} on pits {occasion}"),
                    Content::Clearing(rule.value),
                    format!("{verb} {name} {preposition} {whose} {occasion}"),
                    rule.said.as_ref(),
                )
            })
            .collect();
        if canonical {
            clearings.sort_by(|a, b| a.2.cmp(&b.2));
        }
        for (topic, content, text, said) in clearings {
            say(Block::Turn, &topic, content, text, said);
        }
        let mut forbids: Vec<Line<'a>> = r
            .forbids
            .iter()
            .map(|rule| {
                let name = self.names.quoted(&rule.value.name);
                let topic = rule
                    .value
                    .name
                    .clone()
                    .unwrap_or_else(|| "forbid".to_owned());
                let when = canonical_condition(&rule.value.when);
                let content = Content::Forbid(&rule.value);
                let (lead, end) = match rule.value.kind {
                    ForbidKind::Lap => ("", ""),
                    ForbidKind::Move => ("a move when", ""),
                    ForbidKind::Turn { unless_every: true } => {
                        ("a turn after which", ", unless every move is such")
                    }
                    ForbidKind::Turn {
                        unless_every: false,
                    } => ("a turn after which", ""),
                };
                if rule.value.kind != ForbidKind::Lap {
                    let needs = match &when {
                        Condition::All(items) => {
                            items.iter().map(|item| self.condition(item)).collect()
                        }
                        one => vec![self.condition(one)],
                    };
                    return Line {
                        block: Block::Turn,
                        topic,
                        content,
                        text: format!("forbid{name} {lead} {}{end}", self.condition(&when)),
                        needs,
                        does: format!("forbid{name} {lead} …{end}"),
                        said: rule.said.as_ref(),
                    };
                }
                self.forbid(
                    topic,
                    content,
                    format!("forbid{name}"),
                    when,
                    rule.said.as_ref(),
                )
            })
            .collect();
        if canonical {
            forbids.sort_by(|a, b| a.text.cmp(&b.text));
        }
        lines.extend(forbids);
        let told = |block: Block| {
            self.order
                .iter()
                .map(|&index| r.numbered_rule(index))
                .filter(move |(there, _)| *there == block)
                .map(move |(_, rule)| self.lap(block, rule))
        };
        lines.extend(told(Block::LapBegins));
        lines.extend(told(Block::SeedFalls));
        lines.extend(told(Block::LapEnds));
        for rule in &r.turn_ends {
            let takes: Vec<&Taken> = rule.value.iter().collect();
            let text = self.takes(&takes);
            lines.push(Line {
                block: Block::TurnEnds,
                topic: text.clone(),
                content: Content::TurnEnd(&rule.value),
                text,
                needs: Vec::new(),
                does: String::new(),
                said: rule.said.as_ref(),
            });
        }
        for rule in &r.endings {
            let when = canonical_condition(&rule.value.when);
            let words = self.condition(&when);
            lines.push(Line {
                block: Block::Ending,
                topic: format!("when {words}"),
                content: Content::Ending(&rule.value),
                text: format!("when {words}: {}", outcome(rule.value.outcome)),
                needs: Vec::new(),
                does: String::new(),
                said: rule.said.as_ref(),
            });
        }
        let mut say = |block, topic: &str, content, text: String, said: Option<&'a Provenance>| {
            lines.push(Line {
                block,
                topic: topic.to_owned(),
                content,
                text,
                needs: Vec::new(),
                does: String::new(),
                said,
            });
        };
        say(
            Block::Ending,
            "endless relay",
            Content::Endless(r.endless.value),
            format!("endless relay: {}", ruling(r.endless.value)),
            r.endless.said.as_ref(),
        );
        let (laps, long) = r.long_relay.value;
        say(
            Block::Ending,
            "long relay",
            Content::LongRelay(laps, long),
            format!("relay past {laps} laps: {}", ruling(long)),
            r.long_relay.said.as_ref(),
        );
        if let Some((times, then)) = r.repeated.value {
            say(
                Block::Ending,
                "repetition",
                Content::Repeated(r.repeated.value),
                format!("position repeated {times} times: {}", outcome(then)),
                r.repeated.said.as_ref(),
            );
        }
        say(
            Block::Ending,
            "winner",
            Content::Winner,
            "winner has most seeds".to_owned(),
            r.winner.said.as_ref(),
        );
        say(
            Block::Ending,
            "tie",
            Content::Tie,
            "tie is a draw".to_owned(),
            r.tie.said.as_ref(),
        );
        if let Some(win) = r.win.value {
            let up_to = if win.up_to > win.counts {
                format!(", at times up to {}", win.up_to)
            } else {
                String::new()
            };
            say(
                Block::Match,
                "win",
                Content::Win(r.win.value),
                format!(
                    "win by exactly {} counts as {}{up_to}",
                    win.margin, win.counts
                ),
                r.win.said.as_ref(),
            );
        }
        lines
    }

    /// A rule of `lap ends`, of `seed falls` or of `lap begins`.
    fn lap(&self, block: Block, rule: &'a Rule<LapRule>) -> Line<'a> {
        let name = self.names.quoted(&rule.value.name);
        let topic = rule.value.title().to_owned();
        let (keyword, braces) = match &rule.value.action {
            LapAction::Relay(relay) => {
                let from = match relay.from {
                    Pit::Last => String::new(),
                    pit => format!(" from {}", self.pit(pit)),
                };
                let way = if relay.turns_round {
                    " turned round"
                } else {
                    ""
                };
                (format!("relay{name}{from}{way}"), String::new())
            }
            LapAction::Capture(capture) => (format!("capture{name}"), self.braces(capture)),
            LapAction::Also(capture) => (format!("also{name}"), self.braces(capture)),
            LapAction::Again => (format!("again{name}"), String::new()),
            LapAction::Stop => (format!("stop{name}"), String::new()),
        };
        let when = canonical_condition(&rule.value.when);
        let content = match block {
            Block::LapBegins => Content::Begin(&rule.value),
            Block::SeedFalls => Content::Seed(&rule.value),
            _ => Content::Lap(&rule.value),
        };
        self.conditional(
            block,
            topic,
            content,
            keyword,
            &when,
            &braces,
            rule.said.as_ref(),
        )
    }

    /// What the braces of a capture say.
    fn braces(&self, capture: &Capture) -> String {
        let mut clauses = Vec::new();
        for mut takes in Taken::by_kind(&capture.takes) {
            takes.sort();
            takes.dedup();
            clauses.push(self.takes(&takes));
        }
        for (mark, pits) in &capture.marks {
            clauses.push(format!(
                "mark {} on {}",
                self.names.mark(*mark),
                self.pits(pits)
            ));
        }
        if let Some(unless) = &capture.unless {
            clauses.push(format!(
                "unless {}",
                self.asked(&canonical_condition(unless))
            ));
        }
        for then in &capture.then {
            let next = match &then.next {
                Next::Again => "again".to_owned(),
                Next::Relay(Pit::Last) => "relay".to_owned(),
                Next::Relay(pit) => format!("relay from {}", self.pit(*pit)),
                Next::Sow(After::Last) => "sow what was taken".to_owned(),
                Next::Sow(After::StartOfLap) => "sow what was taken after start of lap".to_owned(),
                Next::Pick(pits, claim) => format!("pick {}", self.which(pits, claim)),
                Next::Put { from, pits, claim } => format!(
                    "put {} into {}",
                    from.iter()
                        .map(|pits| self.pits(pits))
                        .collect::<Vec<_>>()
                        .join(", "),
                    self.which(pits, claim)
                ),
            };
            let when = self.when(&then.when);
            clauses.push(format!("then {next}{when}"));
        }
        format!(" {{ {} }}", clauses.join("; "))
    }

    /// A `take`, of pits that are of one kind.
    fn takes(&self, takes: &[&Taken]) -> String {
        let pits: Vec<String> = takes.iter().map(|taken| self.pits(&taken.pits)).collect();
        let most = match takes.first().and_then(|taken| taken.most) {
            Some(most) => format!("{most} {} from ", seeds_word(u32::from(most))),
            None => String::new(),
        };
        let to = match takes.first().map(|taken| &taken.to) {
            None | Some(To::Mover) => String::new(),
            Some(To::Opponent) => " to opponent".to_owned(),
            Some(To::RowOwner) => " to the row's owner".to_owned(),
            Some(To::Into(pits)) => format!(" to {}", self.pits(pits)),
        };
        format!("take {most}{}{to}", pits.join(", "))
    }

    /// A condition where one must stand.
    fn asked(&self, condition: &Condition) -> String {
        match condition {
            Condition::All(items) if items.is_empty() => "last pit is one of all pits".to_owned(),
            condition => self.condition(condition),
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of a clause, in order")]
    fn conditional(
        &self,
        block: Block,
        topic: String,
        content: Content<'a>,
        start: String,
        when: &Condition,
        takes: &str,
        said: Option<&'a Provenance>,
    ) -> Line<'a> {
        let needs = match when {
            Condition::All(items) => items.iter().map(|item| self.condition(item)).collect(),
            one => vec![self.condition(one)],
        };
        let condition = match content {
            Content::Lap(rule) | Content::Seed(rule) | Content::Begin(rule)
                if needs.is_empty() && rule.action != LapAction::Stop =>
            {
                " when last pit is one of all pits".to_owned()
            }
            _ if needs.is_empty() => String::new(),
            _ => format!(" when {}", self.condition(when)),
        };
        Line {
            block,
            topic,
            content,
            text: format!("{start}{condition}{takes}"),
            needs,
            does: format!("{start}{takes}"),
            said,
        }
    }

    /// A `forbid`: what it says of the lap, and of the last pit's row and occupation, stands before `when`.
    fn forbid(
        &self,
        topic: String,
        content: Content<'a>,
        start: String,
        when: Condition,
        said: Option<&'a Provenance>,
    ) -> Line<'a> {
        let mut items = match when {
            Condition::All(items) => items,
            one => vec![one],
        };
        let needs = items.iter().map(|item| self.condition(item)).collect();
        let mut taken = |wanted: &dyn Fn(&Condition) -> bool| {
            let at = items.iter().position(wanted)?;
            Some(items.remove(at))
        };
        let first_lap = Condition::Turn {
            holds: true,
            fact: TurnFact::FirstLap,
        };
        let lap = match taken(&|item| *item == first_lap) {
            Some(_) => "a first lap",
            None => "a lap",
        };
        let of_last = |item: &Condition| match item {
            Condition::Pits(_, Pits::One(Pit::Last), Claim::Fact { holds, fact }) => {
                Some((*holds, fact.clone()))
            }
            _ => None,
        };
        let row = taken(&|item| {
            matches!(
                of_last(item),
                Some((true, Fact::OneOf(Pits::Row(Filled::Whatever, _))))
            )
        });
        let occupied = taken(&|item| {
            let some = Fact::Holds {
                was: true,
                count: Count::Some,
            };
            of_last(item).is_some_and(|(_, fact)| fact == some)
        });
        let side = match row.as_ref().and_then(of_last) {
            Some((_, Fact::OneOf(Pits::Row(_, side)))) => format!("{} ", side_word(side)),
            _ => String::new(),
        };
        let kind = match occupied.as_ref().and_then(of_last) {
            Some((true, _)) => format!("an occupied {side}pit"),
            Some((false, _)) => format!("an empty {side}pit"),
            None if side.is_empty() => "any pit".to_owned(),
            None => format!("an {side}pit"),
        };
        let condition = if items.is_empty() {
            String::new()
        } else {
            format!(" when {}", self.condition(&Condition::All(items)))
        };
        Line {
            block: Block::Turn,
            topic,
            content,
            text: format!("{start} {lap} that ends in {kind}{condition}"),
            needs,
            does: start,
            said,
        }
    }

    fn pit(&self, pit: Pit) -> String {
        match pit {
            Pit::Last => "last pit".to_owned(),
            Pit::Opposite => "opposite pit".to_owned(),
            Pit::Next => "next pit".to_owned(),
            Pit::Origin => "origin".to_owned(),
            Pit::OppositeOrigin => "the pit opposite origin".to_owned(),
            Pit::Along(2) => "the pit after next pit".to_owned(),
            Pit::Along(-1) => "the pit before last pit".to_owned(),
            Pit::Along(steps) if steps < 0 => format!("pit {} before last pit", -i32::from(steps)),
            Pit::Along(steps) => format!("pit {steps} after last pit"),
            Pit::Facing(1) => "the pit opposite next pit".to_owned(),
            Pit::Facing(_) => "the pit opposite the pit after next pit".to_owned(),
            Pit::Twin => "twin pit".to_owned(),
            Pit::Store(side) => format!("{} store", side_word(side)),
            Pit::Numbered(side, 0) => format!("leftmost {}", side_word(side)),
            Pit::Numbered(side, at) if at + 1 == self.ruleset.pits.value => {
                format!("rightmost {}", side_word(side))
            }
            Pit::Numbered(side, at) => format!("{} pit {}", side_word(side), at + 1),
        }
    }

    fn pits(&self, pits: &Pits) -> String {
        match pits {
            Pits::One(pit) => self.pit(*pit),
            Pits::Every(filled) => format!("all {}pits", filled_word(*filled)),
            Pits::Row(filled, side) => {
                format!("all {}{} pits", filled_word(*filled), side_word(*side))
            }
            Pits::End(hand, number, side) => format!(
                "the {} {number} {} pits",
                if *hand == Hand::Left {
                    "leftmost"
                } else {
                    "rightmost"
                },
                side_word(*side)
            ),
            Pits::Listed(side, numbers) => format!(
                "{} pits {}",
                side_word(*side),
                listed(numbers.iter().map(|number| u32::from(*number) + 1), "and")
            ),
            Pits::Beside(number, hand, of) => {
                let plural = if *number == 1 { "pit" } else { "pits" };
                format!(
                    "the {number} {plural} {} of {}",
                    hand_word(*hand),
                    self.pit(*of)
                )
            }
            Pits::Run(hand, of) => format!(
                "the unbroken run of occupied pits {} of {}",
                hand_word(*hand),
                self.pit(*of)
            ),
            Pits::Such(of, claim) => {
                let such = self.such(of, claim);
                match such.strip_prefix("all ") {
                    Some(_) => such,
                    None => format!("all {such}"),
                }
            }
            Pits::Chain(chain) => format!(
                "the {} of {}{} {}{} {}",
                if chain.gaps {
                    "run across gaps"
                } else {
                    "unbroken run"
                },
                chain
                    .most
                    .map_or_else(String::new, |most| format!("up to {most} ")),
                self.such(&chain.of, &chain.claim)
                    .trim_start_matches("all "),
                match chain.going {
                    Going::Before => "before",
                    Going::After => "after",
                    Going::Clockwise => "clockwise from",
                    Going::Counterclockwise => "counterclockwise from",
                },
                if chain.and_back { " and back to" } else { "" },
                self.pit(chain.from)
            ),
            Pits::Depth(filled, side, depth) => format!(
                "all {}{}{} pits",
                filled_word(*filled),
                side.map_or_else(String::new, |side| format!("{} ", side_word(side))),
                depth_word(*depth)
            ),
            Pits::Columns(numbers) => format!(
                "the pits in columns {}",
                listed(numbers.iter().map(|number| u32::from(*number) + 1), "and")
            ),
            Pits::Opposite(of) => format!("the pits opposite {}", self.pits(of)),
            Pits::Outermost(hand, number, of) => format!(
                "the {}{} of {}",
                match hand {
                    Hand::Left => "leftmost",
                    Hand::Right => "rightmost",
                },
                match number {
                    1 => String::new(),
                    number => format!(" {number}"),
                },
                self.pits(of).trim_start_matches("all ")
            ),
            Pits::Of(player, numbers) => format!(
                "{} pits {}",
                player.name().to_lowercase(),
                listed(numbers.iter().map(|number| u32::from(*number) + 1), "and")
            ),
            Pits::InColumn(filled, side, of) => format!(
                "all {}{} pits in the column of {}",
                filled_word(*filled),
                side_word(*side),
                self.pit(*of)
            ),
        }
    }

    /// A set without `all`, where a number of its pits is meant.
    fn some_pits(&self, pits: &Pits) -> String {
        let words = self.pits(pits);
        words
            .strip_prefix("all ")
            .map_or(words.clone(), str::to_owned)
    }

    /// Pits of a kind: `enemy pits that hold 2 or 3`.
    fn such(&self, pits: &Pits, claim: &Claim) -> String {
        let pits = self.pits(pits);
        match canonical_claim(claim) {
            Claim::All(claims) if claims.is_empty() => pits,
            claim => format!("{pits} that {}", plural(&self.claim(&claim, true))),
        }
    }

    /// A kind of pit: `an occupied own pit`, `an own pit that holds 2 or more`.
    fn which(&self, pits: &Pits, claim: &Claim) -> String {
        let claim = canonical_claim(claim);
        let occupied = Claim::Fact {
            holds: true,
            fact: Fact::Holds {
                was: false,
                count: Count::Some,
            },
        };
        let kind = match (pits, claim == occupied) {
            (Pits::Every(Filled::Whatever), true) => return "an occupied pit".to_owned(),
            (Pits::Row(Filled::Whatever, side), true) => {
                return format!("an occupied {} pit", side_word(*side));
            }
            (Pits::Every(Filled::Whatever), false) => "any pit".to_owned(),
            (Pits::Row(Filled::Whatever, side), false) => format!("an {} pit", side_word(*side)),
            (Pits::Depth(Filled::Whatever, side, depth), _) => format!(
                "{} {} pit",
                side.map_or("an", |side| match side {
                    Side::Own => "an own",
                    Side::Enemy => "an enemy",
                }),
                depth_word(*depth)
            ),
            (pits, _) => self.pits(pits),
        };
        match claim {
            Claim::All(claims) if claims.is_empty() => kind,
            claim => format!("{kind} that {}", self.claim(&claim, true)),
        }
    }

    /// A condition as it follows a clause: ` when …`, or nothing where it always holds.
    fn when(&self, condition: &Condition) -> String {
        match canonical_condition(condition) {
            Condition::All(items) if items.is_empty() => String::new(),
            when => format!(" when {}", self.condition(&when)),
        }
    }

    fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::All(items) | Condition::Any(items) => {
                let joiner = if matches!(condition, Condition::All(_)) {
                    " and "
                } else {
                    " or "
                };
                let all = matches!(condition, Condition::All(_));
                // What is said of the same pits is said after one naming of them.
                let same = |at: usize, other: Option<usize>| match (
                    &items[at],
                    other.and_then(|at| items.get(at)),
                ) {
                    (Condition::Pits(quantifier, pits, _), Some(Condition::Pits(of, other, _))) => {
                        let joins = matches!(pits, Pits::One(_))
                            || all == (*quantifier == Quantifier::Each);
                        joins && quantifier == of && pits == other
                    }
                    _ => false,
                };
                (0..items.len())
                    .map(|at| match &items[at] {
                        Condition::All(inner) | Condition::Any(inner) if inner.len() != 1 => {
                            format!("({})", self.condition(&items[at]))
                        }
                        Condition::Pits(_, _, claim) if same(at, at.checked_sub(1)) => {
                            let words = self.claim(claim, false);
                            match claim {
                                Claim::Fact { .. } => words,
                                _ => words.trim_start_matches("is ").to_owned(),
                            }
                        }
                        Condition::Pits(quantifier, pits, claim) if same(at, Some(at + 1)) => {
                            format!(
                                "{} {}",
                                self.subject(*quantifier, pits),
                                self.claim(claim, false)
                            )
                        }
                        item => self.condition(item),
                    })
                    .collect::<Vec<_>>()
                    .join(joiner)
            }
            Condition::Pits(quantifier, pits, claim) => {
                format!(
                    "{} {}",
                    self.subject(*quantifier, pits),
                    self.claim(claim, true)
                )
            }
            Condition::Together { pits, count, holds } => format!(
                "{}seeds in {} are {}",
                if *holds { "" } else { "not " },
                pits.iter()
                    .map(|pits| self.pits(pits))
                    .collect::<Vec<_>>()
                    .join(", "),
                self.number(count)
            ),
            Condition::LapOf { count, holds } => format!(
                "{}lap of {}",
                if *holds { "" } else { "not " },
                self.number(count)
            ),
            Condition::LapBegunWith { count, holds } => format!(
                "{}lap begun with {} on the board",
                if *holds { "" } else { "not " },
                self.number(count)
            ),
            Condition::Turn { holds, fact } => {
                let fact = match fact {
                    TurnFact::FirstLap => "first lap".to_owned(),
                    TurnFact::Crossed => "crossed the enemy row".to_owned(),
                    TurnFact::CapturedThisTurn => "captured this turn".to_owned(),
                    TurnFact::RuleCaptured(rule) => {
                        format!("\"{}\" captured", self.names.lap_rule(*rule, &self.order))
                    }
                    TurnFact::FirstTurns(1) => "first turn".to_owned(),
                    TurnFact::FirstTurns(number) => format!("first {number} turns"),
                    TurnFact::FirstTurnsOfGame(1) => "first turn of the game".to_owned(),
                    TurnFact::FirstTurnsOfGame(number) => {
                        format!("first {number} turns of the game")
                    }
                    TurnFact::LastSeed => "last seed".to_owned(),
                    TurnFact::ExtraTurn => "extra turn".to_owned(),
                    TurnFact::StraightBack => "straight back".to_owned(),
                    TurnFact::NoMove(Side::Own) => "mover has no move".to_owned(),
                    TurnFact::NoMove(Side::Enemy) => "opponent has no move".to_owned(),
                };
                if *holds { fact } else { format!("not {fact}") }
            }
        }
    }

    /// A number of seeds without a verb.
    fn number(&self, count: &Count) -> String {
        match count {
            Count::Some => "1 or more".to_owned(),
            count => self
                .holds(false, count, true)
                .trim_start_matches("holds ")
                .to_owned(),
        }
    }

    fn subject(&self, quantifier: Quantifier, pits: &Pits) -> String {
        match (quantifier, pits) {
            (_, Pits::One(pit)) => self.pit(*pit),
            (Quantifier::Each, pits) => format!("each of {}", self.pits(pits)),
            (Quantifier::Any, pits) => format!("any of {}", self.pits(pits)),
        }
    }

    /// A claim with its verb; inside parentheses the verb of the whole has been said.
    fn claim(&self, claim: &Claim, outermost: bool) -> String {
        match claim {
            Claim::All(items) | Claim::Any(items) => {
                let joiner = if matches!(claim, Claim::All(_)) {
                    " and "
                } else {
                    " or "
                };
                let joined = items
                    .iter()
                    .map(|item| self.claim(item, false))
                    .collect::<Vec<_>>()
                    .join(joiner);
                match outermost {
                    true => joined,
                    false => format!("is ({joined})"),
                }
            }
            Claim::Fact { holds, fact } => {
                let not = if *holds { "" } else { "not " };
                match fact {
                    Fact::Holds { was, count } => self.holds(*was, count, *holds),
                    Fact::Marked(mark) => format!("is {not}{}", self.names.mark(*mark)),
                    Fact::AsFullAs(than) => format!("is {not}as full as {}", self.than(*than)),
                    Fact::FullerThan(than) => format!("is {not}fuller than {}", self.than(*than)),
                    Fact::Facing(occupied) => format!(
                        "is {not}facing an {} pit",
                        if *occupied { "occupied" } else { "empty" }
                    ),
                    Fact::MarkedBy(mark, side) => {
                        format!("is {not}{} {}", side_word(*side), self.names.mark(*mark))
                    }
                    Fact::EmptyAtOpening => format!("was {not}empty at opening"),
                    Fact::EmptyAtStart => format!("was {not}empty at start of turn"),
                    Fact::SownFrom => format!("was {not}sown from"),
                    Fact::SownInto => format!("was {not}sown into"),
                    Fact::OneOf(Pits::Row(Filled::Whatever, side)) => {
                        format!("is {not}{}", side_word(*side))
                    }
                    Fact::OneOf(pits @ Pits::Outermost(_, 1, _)) => {
                        format!("is {not}{}", self.pits(pits))
                    }
                    Fact::OneOf(Pits::Depth(Filled::Whatever, None, depth)) => {
                        format!("is {not}{}", depth_word(*depth))
                    }
                    Fact::OneOf(Pits::One(pit)) => format!("is {not}{}", self.pit(*pit)),
                    Fact::OneOf(pits) => format!("is {not}one of {}", self.pits(pits)),
                }
            }
        }
    }

    fn than(&self, than: Than) -> String {
        match than {
            Than::Pit(pit) => self.pit(pit),
            Than::Facing => "what faces it".to_owned(),
        }
    }

    fn holds(&self, was: bool, count: &Count, holds: bool) -> String {
        let (is, has) = if was {
            ("was", "held")
        } else {
            ("is", "holds")
        };
        let not = if holds { "" } else { "not " };
        match count {
            Count::Some => format!("{is} {}", if holds { "occupied" } else { "empty" }),
            Count::OneOf(numbers) => {
                format!("{has} {not}{}", listed(numbers.iter().copied(), "or"))
            }
            Count::AtLeast(number) => format!("{has} {not}{number} or more"),
            Count::AtMost(number) => format!("{has} {not}{number} or fewer"),
            Count::Even(even) => {
                format!("{has} an {} number", if *even { "even" } else { "odd" })
            }
            Count::MoreThanHalf => format!("{has} {not}more than half"),
        }
    }
}

/// What becomes of a game, in words.
pub fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::RestTo(Side::Own) => "remaining seeds to mover",
        Outcome::RestTo(Side::Enemy) => "remaining seeds to opponent",
        Outcome::RestToNobody => "remaining seeds to nobody",
        Outcome::RestToOwner => "remaining seeds to the row's owner",
        Outcome::RestDivided => "remaining seeds divided",
        Outcome::Wins(Side::Own) => "mover wins",
        Outcome::Wins(Side::Enemy) => "opponent wins",
        Outcome::Draw => "draw",
    }
}

fn ruling(ruling: Ruling) -> &'static str {
    match ruling {
        Ruling::Forbidden => "forbidden",
        Ruling::EndsTurn => "ends the turn",
        Ruling::Draw => "draw",
    }
}

fn direction(direction: Direction) -> &'static str {
    match direction {
        Direction::Counterclockwise => "counterclockwise",
        Direction::Clockwise => "clockwise",
        Direction::EitherWay => "either way",
        Direction::EitherWayForGood => "either way for good",
        Direction::OppositeWays => "opposite ways for good",
    }
}

pub(super) fn depth_word(depth: Depth) -> &'static str {
    match depth {
        Depth::Inner => "inner",
        Depth::Outer => "outer",
    }
}

/// A claim as it is said of several pits.
fn plural(claim: &str) -> String {
    claim
        .split(' ')
        .map(|word| match word {
            "is" => "are",
            "was" => "were",
            "holds" => "hold",
            word => word,
        })
        .collect::<Vec<_>>()
        .join(" ")
}

fn seeds_word(number: u32) -> &'static str {
    if number == 1 { "seed" } else { "seeds" }
}

fn side_word(side: Side) -> &'static str {
    match side {
        Side::Own => "own",
        Side::Enemy => "enemy",
    }
}

pub(super) fn hand_word(hand: Hand) -> &'static str {
    match hand {
        Hand::Left => "left",
        Hand::Right => "right",
    }
}

pub(super) fn filled_word(filled: Filled) -> &'static str {
    match filled {
        Filled::Whatever => "",
        Filled::Occupied => "occupied ",
        Filled::Empty => "empty ",
    }
}

pub(super) fn listed(numbers: impl Iterator<Item = u32>, joiner: &str) -> String {
    let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
    match &numbers[..] {
        [firsts @ .., last] if !firsts.is_empty() => {
            format!("{} {joiner} {last}", firsts.join(", "))
        }
        _ => numbers.concat(),
    }
}

/// A condition in one form: nested `and`s and `or`s flattened, claims taken apart where that says the
/// same, everything in one order and once.
pub fn canonical_condition(condition: &Condition) -> Condition {
    match condition {
        Condition::All(items) => gathered(items.iter().map(canonical_condition), true),
        Condition::Any(items) => gathered(items.iter().map(canonical_condition), false),
        Condition::Turn { .. }
        | Condition::Together { .. }
        | Condition::LapOf { .. }
        | Condition::LapBegunWith { .. } => condition.clone(),
        Condition::Pits(quantifier, pits, claim) => {
            let single = matches!(pits, Pits::One(_));
            let claim = canonical_claim(claim);
            let apart = |items: Vec<Claim>, all: bool| {
                gathered(
                    items.into_iter().map(|item| {
                        canonical_condition(&Condition::Pits(*quantifier, pits.clone(), item))
                    }),
                    all,
                )
            };
            match claim {
                Claim::All(items) if single || *quantifier == Quantifier::Each => {
                    apart(items, true)
                }
                Claim::Any(items) if single || *quantifier == Quantifier::Any => {
                    apart(items, false)
                }
                // Every pit is one of all the pits.
                Claim::Fact {
                    holds: true,
                    fact: Fact::OneOf(Pits::Every(Filled::Whatever)),
                } if single => Condition::All(Vec::new()),
                claim => Condition::Pits(*quantifier, pits.clone(), claim),
            }
        }
    }
}

/// In which order conditions are told: of the turn first, then of pits, one after the other, and of each where
/// it is, what it holds, what it bears, and what has become of it.
fn order(condition: &Condition) -> (u8, Option<(&Pits, Quantifier)>, u8) {
    match condition {
        Condition::Turn { .. } => (0, None, 0),
        Condition::Pits(quantifier, pits, claim) => (1, Some((pits, *quantifier)), rank(claim)),
        Condition::LapOf { .. } | Condition::LapBegunWith { .. } => (0, None, 0),
        Condition::Together { .. } => (2, None, 0),
        Condition::All(_) | Condition::Any(_) => (3, None, 0),
    }
}

/// In which order claims about a pit are told.
fn rank(claim: &Claim) -> u8 {
    match claim {
        Claim::All(_) | Claim::Any(_) => 6,
        Claim::Fact { fact, .. } => match fact {
            Fact::OneOf(_) => 0,
            Fact::Holds { .. } => 1,
            Fact::Facing(_) | Fact::AsFullAs(_) | Fact::FullerThan(_) => 1,
            Fact::Marked(_) | Fact::MarkedBy(..) => 2,
            Fact::EmptyAtOpening | Fact::EmptyAtStart => 3,
            Fact::SownFrom => 4,
            Fact::SownInto => 5,
        },
    }
}

fn gathered(items: impl Iterator<Item = Condition>, all: bool) -> Condition {
    let mut flat = Vec::new();
    for item in items {
        match item {
            Condition::All(inner) if all => flat.extend(inner),
            Condition::Any(inner) if !all => flat.extend(inner),
            item => flat.push(item),
        }
    }
    // What always holds settles an `or`, and what never does an `and`.
    let settled = match all {
        true => Condition::Any(Vec::new()),
        false => Condition::All(Vec::new()),
    };
    if flat.contains(&settled) {
        return settled;
    }
    flat.sort_by(|a, b| order(a).cmp(&order(b)).then_with(|| a.cmp(b)));
    flat.dedup();
    if flat.len() == 1 {
        return flat.remove(0);
    }
    if all {
        Condition::All(flat)
    } else {
        Condition::Any(flat)
    }
}

fn canonical_claim(claim: &Claim) -> Claim {
    let (items, all) = match claim {
        Claim::Fact { .. } => return canonical_fact(claim),
        Claim::All(items) => (items, true),
        Claim::Any(items) => (items, false),
    };
    let mut flat = Vec::new();
    for item in items {
        match canonical_claim(item) {
            Claim::All(inner) if all => flat.extend(inner),
            Claim::Any(inner) if !all => flat.extend(inner),
            item => flat.push(item),
        }
    }
    flat.sort_by(|a, b| rank(a).cmp(&rank(b)).then_with(|| a.cmp(b)));
    flat.dedup();
    if flat.len() == 1 {
        return flat.remove(0);
    }
    if all {
        Claim::All(flat)
    } else {
        Claim::Any(flat)
    }
}

/// A pit that is not own is enemy.
pub(super) fn canonical_fact(claim: &Claim) -> Claim {
    match claim {
        Claim::Fact {
            holds: false,
            fact: Fact::OneOf(Pits::Row(Filled::Whatever, side)),
        } => Claim::Fact {
            holds: true,
            fact: Fact::OneOf(Pits::Row(
                Filled::Whatever,
                match side {
                    Side::Own => Side::Enemy,
                    Side::Enemy => Side::Own,
                },
            )),
        },
        claim => claim.clone(),
    }
}
