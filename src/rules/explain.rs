//! Rules as sentences for a player, who does not know the language: each rule of a ruleset in plain
//! English, with what the file calls its pits, seeds and stores.
//!
//! The clauses of the language are worded in [`super::wording`]; here they are only told. Every match is
//! exhaustive, so a new rule cannot be left untold.

use super::ruleset::*;
use super::wording::{Content, Line, canonical_fact, depth_word, filled_word, hand_word, listed};
use crate::vocabulary::Block;

/// A rule as it is told to a player.
#[derive(Clone, Debug)]
pub struct Point<'a> {
    /// The name of the rule, where the file gives one.
    pub name: Option<&'a str>,
    /// The rule, as a sentence or two.
    pub sentence: String,
    /// The rule as a clause, with who says so.
    pub line: Line<'a>,
}

/// The rules of one block.
#[derive(Clone, Debug)]
pub struct Section<'a> {
    /// The block.
    pub block: Block,
    /// What must be known to read its rules; may be empty.
    pub note: String,
    /// Its rules, in order.
    pub points: Vec<Point<'a>>,
}

impl Ruleset {
    /// Every rule in force, told to a player, in reading order.
    pub fn explain(&self) -> Vec<Section<'_>> {
        let speech = Speech::new(self);
        let mut sections: Vec<Section<'_>> = Vec::new();
        for line in self.rulings() {
            let point = Point {
                name: line.name(),
                sentence: speech.sentence(line.content),
                line,
            };
            match sections.last_mut() {
                Some(section) if section.block == point.line.block => section.points.push(point),
                _ => sections.push(Section {
                    block: point.line.block,
                    note: speech.note(point.line.block),
                    points: vec![point],
                }),
            }
        }
        sections
    }
}

/// What a block is called by those who play.
pub fn heading(block: Block) -> &'static str {
    match block {
        Block::File => "The file",
        Block::Source => "The sources",
        Block::Question | Block::Choice => "The questions",
        Block::Board => "The board",
        Block::Setup => "The setup",
        Block::Opening => "The opening",
        Block::Turn => "The turn",
        Block::LapBegins => "Before a lap",
        Block::SeedFalls => "In passing",
        Block::LapEnds => "When a lap ends",
        Block::Takes => "What is captured",
        Block::TurnEnds => "When a turn is over",
        Block::Ending => "The end of the game",
        Block::Match => "The match",
        Block::Example => "An example",
    }
}

/// A thing, for one and for several.
struct Noun {
    one: String,
    many: String,
}

impl Noun {
    /// A name that ends like a plural, or like `boma`, stays as it is for several.
    fn new(name: &str) -> Self {
        let many = if name.ends_with(['a', 's']) {
            name.to_owned()
        } else {
            format!("{name}s")
        };
        Noun {
            one: name.to_owned(),
            many,
        }
    }

    /// The form that goes with a number.
    fn of(&self, number: u32) -> &str {
        if number == 1 { &self.one } else { &self.many }
    }

    /// With a number: `5 warriors`.
    fn counted(&self, number: u32) -> String {
        format!("{number} {}", self.of(number))
    }
}

/// How the mover is spoken of: where every player does something in turn he is `he`, elsewhere he is
/// `the player`.
#[derive(Clone, Copy)]
enum Person {
    He,
    ThePlayer,
}

/// A kind of pit in words.
struct Kind {
    words: String,
    /// Whether it is a certain pit, so that a claim comes with a comma and `which`.
    certain: bool,
}

/// A condition on the end of a lap, in the parts that a sentence has.
struct Parted {
    /// Whether the lap must be the first of the turn, or must not.
    first_lap: Option<bool>,
    /// The pit its last seed must fall in, where anything is asked of it.
    last: Option<String>,
    /// What else is asked.
    others: Vec<String>,
}

struct Speech<'a> {
    ruleset: &'a Ruleset,
    pit: Noun,
    seed: Noun,
    store: Noun,
}

impl<'a> Speech<'a> {
    fn new(ruleset: &'a Ruleset) -> Self {
        Speech {
            ruleset,
            pit: Noun::new(&ruleset.called.pit),
            seed: Noun::new(&ruleset.called.seed),
            store: Noun::new(&ruleset.called.store),
        }
    }

    fn note(&self, block: Block) -> String {
        match block {
            Block::Board => format!(
                "Left and right are as the player sees the board whose turn it is. Opposite {} are those that \
                 face each other across the board.",
                self.pit.many
            ),
            Block::LapEnds => {
                let besides = self
                    .ruleset
                    .lap_rules
                    .iter()
                    .any(|rule| matches!(rule.value.action, LapAction::Also(_)));
                let also = if besides {
                    "; a rule by which the player also captures is looked at when the turn ends"
                } else {
                    ""
                };
                format!(
                    "A lap is over when its last {} has fallen. The first of these rules that fits \
                     decides{also}.",
                    self.seed.one
                )
            }
            Block::LapBegins => format!(
                "These rules are looked at before the {} of a lap are lifted; the first that fits decides.",
                self.seed.many
            ),
            Block::SeedFalls => format!(
                "These rules are looked at whenever {} has fallen in a {}; the first that fits decides.",
                a(&self.seed.one),
                self.pit.one
            ),
            Block::Ending => {
                "Whether the game is over is looked at before each turn; the first rule that fits decides."
                    .to_owned()
            }
            Block::File
            | Block::Source
            | Block::Question
            | Block::Choice
            | Block::Setup
            | Block::Opening
            | Block::Turn
            | Block::Takes
            | Block::TurnEnds
            | Block::Match
            | Block::Example => String::new(),
        }
    }

    fn sentence(&self, content: Content<'_>) -> String {
        let pit = &self.pit.one;
        let seeds = &self.seed.many;
        match content {
            Content::Rows(2) => "The board has 2 rows, one for each player.".to_owned(),
            Content::Rows(3) => {
                "The board has 3 rows: one for each player, and one in the middle of which each \
                                 owns the half on his right."
                    .to_owned()
            }
            Content::Rows(rows) => {
                format!("The board has {rows} rows, an outer and an inner one for each player.")
            }
            Content::Pits(number) => {
                format!("Each row has {}.", self.pit.counted(u32::from(number)))
            }
            Content::Stores(StoresIn::Outside) => format!(
                "Each player has {} for what he captures. Nothing is sown into the {}.",
                a(&self.store.one),
                self.store.many
            ),
            Content::Stores(stores) => format!(
                "Each player has {} for what he captures, to the right of his {}. {}",
                a(&self.store.one),
                self.pit.many,
                match stores {
                    StoresIn::Own => format!(
                        "A sowing that comes to the player's own puts {} into it, and passes over the \
                         enemy's.",
                        a(&self.seed.one)
                    ),
                    _ => format!(
                        "A sowing that comes to one puts {} into it, whosever it is.",
                        a(&self.seed.one)
                    ),
                }
            ),
            Content::Path(Path::Board) => {
                format!(
                    "The sowing goes round all the {} of the board.",
                    self.pit.many
                )
            }
            Content::Path(Path::Own) => {
                format!("A player sows round his own {} only.", self.pit.many)
            }
            Content::Except(number, pits) => {
                let what = self.seed.counted(number);
                let what = if number == 0 {
                    format!("no {seeds}")
                } else {
                    what
                };
                format!("But he puts {what} in {}.", self.each(pits, Person::He))
            }
            Content::Place(number, pits) => {
                let what = self.seed.counted(number);
                if has_a_side(pits) {
                    format!(
                        "At the start, each player puts {what} in {}.",
                        self.each(pits, Person::He)
                    )
                } else {
                    let lie = if number == 1 { "lies" } else { "lie" };
                    format!(
                        "At the start, {what} {lie} in {}.",
                        self.each(pits, Person::He)
                    )
                }
            }
            Content::SetupMark(mark, pits) => {
                let mark = &self.ruleset.marks[mark];
                let for_each = for_each(pits);
                capital(&format!(
                    "{for_each}{} is {mark} from the start.",
                    self.each(pits, Person::He)
                ))
            }
            Content::First(player) => format!("{} moves first.", player.name()),
            Content::Redistribution(rule) => self.redistribution(rule),
            Content::Refill(true) => format!("A {pit} that he has emptied may be filled again."),
            Content::Refill(false) => {
                format!("None of them may be put into a {pit} that he has emptied.")
            }
            Content::OpeningMark(mark, pits) => {
                let mark = &self.ruleset.marks[mark];
                let when = if self.ruleset.redistribution.is_some() {
                    "Once both players have done so"
                } else {
                    "At the start"
                };
                format!(
                    "{when}, {}{} is {mark}.",
                    for_each(pits),
                    self.each(pits, Person::He)
                )
            }
            Content::From(pits, claim) => format!(
                "On his turn, a player begins in {}.",
                self.which(pits, claim)
            ),
            Content::Lift(Lift::All) => format!("He lifts all the {seeds} it holds."),
            Content::Lift(Lift::AnyNumber) => {
                format!("He lifts as many of its {seeds} as he likes, at least one.")
            }
            Content::Sow(direction) => format!(
                "He sows them {}, one into each {pit}, from the next {pit} on.",
                way(direction)
            ),
            Content::SowFrom(rule) => {
                let from = self.which(&rule.pits, &rule.claim);
                let when = match &rule.when {
                    Condition::All(items) if items.is_empty() => String::new(),
                    when => format!(", if {},", self.condition(when)),
                };
                format!("From {from}{when} he sows {}.", way(rule.direction))
            }
            Content::FirstSeed(FirstSeed::Next) => {
                format!("The first {} goes into the next {pit}.", self.seed.one)
            }
            Content::FirstSeed(FirstSeed::Origin(when)) => {
                let back = format!(
                    "the first {} goes back into the {pit} it was lifted from",
                    self.seed.one
                );
                match when {
                    Condition::All(items) if items.is_empty() => capital(&format!("{back}.")),
                    when => format!("If {}, {back}.", self.condition(when)),
                }
            }
            Content::PassOverPits(rule) => {
                let passed = format!(
                    "a sowing passes over {}",
                    self.which(&rule.pits, &rule.claim)
                );
                match &rule.when {
                    Condition::All(items) if items.is_empty() => capital(&format!("{passed}.")),
                    when => format!("If {}, {passed}.", self.condition(when)),
                }
            }
            Content::Pass => {
                "A player without a legal move passes; if neither has one, the game is over."
                    .to_owned()
            }
            Content::PassOver(PassOver::NoPit) => format!(
                "No {pit} is passed over: a lap that comes round to the {pit} it was lifted from sows into \
                 that one too."
            ),
            Content::PassOver(PassOver::Origin) => {
                format!("A lap that comes round to the {pit} it was lifted from passes over it.")
            }
            Content::Clearing(rule) => self.clearing(rule),
            Content::Forbid(Forbid {
                kind: ForbidKind::Move,
                when,
                ..
            }) => format!("A move is not legal if {}.", self.condition(when)),
            Content::Forbid(Forbid {
                kind: ForbidKind::Turn { unless_every },
                when,
                ..
            }) => format!(
                "A move is not legal if, when its turn is over, {}{}.",
                self.at_turn_end(when),
                if *unless_every {
                    "; unless that is so after every move"
                } else {
                    ""
                }
            ),
            Content::Forbid(rule) => {
                let parted = self.parted(&rule.when);
                let lap = match parted.first_lap {
                    Some(true) => "its first lap",
                    Some(false) => "a later lap than its first",
                    None => "one of its laps",
                };
                format!("A move is not legal if{}.", self.occasion(lap, &parted))
            }
            Content::Begin(rule) => self.before_a_lap(rule),
            Content::Seed(rule) => self.in_passing(rule),
            Content::Lap(rule) => self.lap(rule),
            Content::TurnEnd(takes) => capital(&format!("{}.", self.taken(takes))),
            Content::Ending(rule) => self.ending(rule),
            Content::Endless(Ruling::Forbidden) => {
                "A move whose relay would never end is not legal.".to_owned()
            }
            Content::Endless(ruling) => format!(
                "When a relay comes back to where it was and so would never end, {}.",
                ruled(ruling)
            ),
            Content::LongRelay(laps, Ruling::Forbidden) => format!(
                "A move whose relay has more than {} is not legal.",
                laps_words(laps)
            ),
            Content::LongRelay(laps, ruling) => format!(
                "When a relay has had {} and is not over, {}.",
                laps_words(laps),
                ruled(ruling)
            ),
            Content::Repeated(None) => "That a position comes back has no consequence.".to_owned(),
            Content::Repeated(Some((times, outcome))) => format!(
                "When the same position, with the same player to move, stands for the {} time, {}.",
                ordinal(times),
                self.outcome(outcome)
            ),
            Content::Winner => format!(
                "At the end, the player with more {seeds} in his {} has won.",
                self.store.one
            ),
            Content::Tie => {
                format!("If both have equally many {seeds}, the game is a draw.")
            }
            Content::Win(None) => "Every win counts as one win.".to_owned(),
            Content::Win(Some(win)) => {
                let wins = if win.counts == 1 { "win" } else { "wins" };
                let up_to = if win.up_to > win.counts {
                    format!(", at times as many as {}", win.up_to)
                } else {
                    String::new()
                };
                format!(
                    "A win by exactly {} counts as {} {wins}{up_to}; any other win counts as one.",
                    self.seed.counted(win.margin),
                    win.counts,
                )
            }
        }
    }

    fn redistribution(&self, rule: &Redistribution) -> String {
        let from = match &rule.from {
            Pits::One(_) => self.set(&rule.from, Person::He),
            from => {
                let quantity = match rule.quantity {
                    Quantity::Exactly(1) => "exactly one".to_owned(),
                    Quantity::Exactly(number) => format!("exactly {number}"),
                    Quantity::UpTo(1) => "one".to_owned(),
                    Quantity::UpTo(number) => format!("up to {number}"),
                };
                format!("{quantity} of {}", self.set(from, Person::He))
            }
        };
        let or_none = match rule.quantity {
            Quantity::Exactly(_) => "",
            Quantity::UpTo(_) => ", or none,",
        };
        format!(
            "Before the sowing begins, each player in turn empties {from}{or_none} and puts the {seeds}, \
             one by one as he likes, into {}.",
            self.any(&rule.into),
            seeds = self.seed.many,
        )
    }

    fn clearing(&self, rule: Clearing) -> String {
        let mark = &self.ruleset.marks[rule.mark];
        let pit = match rule.whose {
            Whose::Every => a(&self.pit.one),
            Whose::Of(side) => format!("{} of {}", a(&self.pit.one), row(side, Person::ThePlayer)),
        };
        let seeds = &self.seed.many;
        let when = match rule.occasion {
            Occasion::LiftedFrom => {
                format!("Whenever {seeds} are lifted from {pit}, by hand or by a relay,")
            }
            Occasion::Emptied => {
                format!("Whenever all {seeds} are lifted from {pit}, by hand or by a relay,")
            }
            Occasion::CapturedFrom => format!("Whenever {seeds} are captured from {pit},"),
        };
        if rule.clears {
            format!("{when} it is no longer {mark}.")
        } else {
            format!("{when} it stays {mark} if it was.")
        }
    }

    /// A condition that is judged when a turn is over, where `was` speaks of its beginning.
    fn at_turn_end(&self, when: &Condition) -> String {
        let last_fell = format!(" before the last {} fell", self.seed.one);
        self.condition(when).replace(&last_fell, " when it began")
    }

    /// What is taken, and who gets it.
    fn taken(&self, takes: &[Taken]) -> String {
        let mut told = Vec::new();
        for takes in Taken::by_kind(takes) {
            let (to, most) = takes[0].kind();
            let pits: Vec<String> = takes
                .iter()
                .map(|taken| match most {
                    Some(_) => self.each(&taken.pits, Person::ThePlayer),
                    None => self.set(&taken.pits, Person::ThePlayer),
                })
                .collect();
            let pits = joined(&pits, "and in");
            let seeds = match most {
                Some(1) => format!("one of the {} in {pits}", self.seed.many),
                Some(most) => format!("up to {most} of the {} in {pits}", self.seed.many),
                None => format!("the {} in {pits}", self.seed.many),
            };
            told.push(match to {
                To::Mover => format!("the player captures {seeds}"),
                To::Opponent => format!("the opponent gets {seeds}"),
                To::RowOwner => format!("{seeds} go to whose {} it is", self.pit.one),
                To::Into(into) if is_one(into) => {
                    format!("{seeds} are put into {}", self.set(into, Person::ThePlayer))
                }
                To::Into(into) => format!(
                    "{seeds} are put into the first of {}",
                    self.set(into, Person::ThePlayer)
                ),
            });
        }
        joined(&told, "and")
    }

    /// All that a capture does.
    fn captures(&self, capture: &Capture) -> String {
        let mut told = Vec::new();
        if !capture.takes.is_empty() {
            told.push(self.taken(&capture.takes));
        }
        for (mark, pits) in &capture.marks {
            told.push(format!(
                "{} becomes {}",
                self.set(pits, Person::ThePlayer),
                self.ruleset.marks[*mark]
            ));
        }
        joined(&told, "and")
    }

    /// What limits a capture, and what comes after it, in sentences of their own.
    fn afterwards(&self, capture: &Capture) -> String {
        let mut told = String::new();
        if let Some(unless) = &capture.unless {
            told.push_str(&format!(
                " But nothing is captured if that would leave it so that {}.",
                self.condition(unless)
            ));
        }
        for then in &capture.then {
            let when = match &then.when {
                Condition::All(items) if items.is_empty() => String::new(),
                when => format!(", if {},", self.condition(when)),
            };
            let next = match &then.next {
                Next::Again => "the player has another turn".to_owned(),
                Next::Relay(pit) => format!(
                    "the {} in {} are lifted and sown on as another lap",
                    self.seed.many,
                    self.one(*pit, Person::ThePlayer)
                ),
                Next::Sow(after) => format!(
                    "the {} he has taken are sown on as another lap, which begins after {}",
                    self.seed.many,
                    match after {
                        After::Last => self.one(Pit::Last, Person::ThePlayer),
                        After::StartOfLap =>
                            format!("the {} that the lap began from", self.pit.one),
                    }
                ),
                Next::Pick(pits, claim) => format!(
                    "the player also captures the {} in {}, as he chooses",
                    self.seed.many,
                    self.which(pits, claim)
                ),
                Next::Put { from, pits, claim } => format!(
                    "the player puts the {} in {} into {}, as he chooses",
                    self.seed.many,
                    self.sets(from, "and in"),
                    self.which(pits, claim)
                ),
            };
            told.push_str(&format!(" Then{when} {next}."));
        }
        told
    }

    fn before_a_lap(&self, rule: &LapRule) -> String {
        let (LapAction::Capture(capture) | LapAction::Also(capture)) = &rule.action else {
            return String::new();
        };
        let when = match &rule.when {
            Condition::All(items) if items.is_empty() => String::new(),
            when => format!(", if {},", self.condition(when)),
        };
        format!(
            "Before a lap is lifted{when} {}.{}",
            self.captures(capture),
            self.afterwards(capture)
        )
        .replace("the turn began in", "it is lifted from")
    }

    fn in_passing(&self, rule: &LapRule) -> String {
        let parted = self.parted(&rule.when);
        let fallen = match &parted.last {
            Some(last) => format!("When {} has fallen in {last}", a(&self.seed.one)),
            None => format!("Whenever {} has fallen", a(&self.seed.one)),
        };
        let others: String = parted
            .others
            .iter()
            .map(|other| format!(", and {other}"))
            .collect();
        match &rule.action {
            LapAction::Capture(capture) | LapAction::Also(capture) => format!(
                "{fallen}{others}, {} at once.{}",
                self.captures(capture),
                self.afterwards(capture)
            ),
            LapAction::Relay(_) | LapAction::Again | LapAction::Stop => {
                format!("{fallen}{others}.")
            }
        }
    }

    fn lap(&self, rule: &LapRule) -> String {
        let seeds = &self.seed.many;
        let parted = self.parted(&rule.when);
        let besides = matches!(rule.action, LapAction::Also(_));
        let lap = match parted.first_lap {
            Some(true) => "the first lap",
            Some(false) => "a lap other than the first",
            None if besides => "the turn",
            None => "a lap",
        };
        let mut when = self.occasion(lap, &parted);
        if besides && parted.first_lap.is_some() {
            when.push_str(", and the turn ends");
        }
        let takes = |takes: &mut dyn Iterator<Item = &Pits>| {
            format!("the {seeds} in {}", self.sets(takes, "and in"))
        };
        match &rule.action {
            LapAction::Relay(relay) => format!(
                "When{when}, all the {seeds} in {} are lifted and sown on as another lap{}.",
                match (relay.from, &parted.last) {
                    (Pit::Last, Some(_)) => format!("that {}", self.pit.one),
                    (from, _) => self.one(from, Person::ThePlayer),
                },
                if relay.turns_round {
                    ", the other way than before"
                } else {
                    ""
                }
            ),
            LapAction::Capture(capture) => match capture.plain() {
                Some(pits) => format!(
                    "When{when}, the player captures {}, and the turn ends.",
                    takes(&mut pits.into_iter())
                ),
                None if capture.then.is_empty() => format!(
                    "When{when}, {}, and the turn ends.{}",
                    self.captures(capture),
                    self.afterwards(capture)
                ),
                None => format!(
                    "When{when}, {}.{}",
                    self.captures(capture),
                    self.afterwards(capture)
                ),
            },
            LapAction::Also(capture) => match capture.plain() {
                Some(pits) => format!(
                    "When{when}, the player also captures {}.",
                    takes(&mut pits.into_iter())
                ),
                None => format!(
                    "When{when}, besides, {}.{}",
                    self.captures(capture),
                    self.afterwards(capture)
                ),
            },
            LapAction::Again => format!("When{when}, the player has another turn."),
            LapAction::Stop if rule.when == Condition::All(Vec::new()) => {
                "In every other case the turn ends.".to_owned()
            }
            LapAction::Stop => format!("When{when}, the turn ends."),
        }
    }

    fn ending(&self, rule: &Ending) -> String {
        let outcome = self.outcome(rule.outcome);
        let nobody_moves = [Side::Own, Side::Enemy].map(|side| Condition::Turn {
            holds: true,
            fact: TurnFact::NoMove(side),
        });
        match &rule.when {
            Condition::All(items) if items.is_empty() => capital(&format!("{outcome}.")),
            Condition::All(items) if items[..] == nobody_moves => {
                format!("If neither player has a legal move, {outcome}.")
            }
            when => format!("If {}, {outcome}.", self.condition(when)),
        }
    }

    fn outcome(&self, outcome: Outcome) -> String {
        let seeds = &self.seed.many;
        let rest = match outcome {
            Outcome::RestTo(Side::Own) => {
                format!("all {seeds} left on the board go to the player to move")
            }
            Outcome::RestTo(Side::Enemy) => {
                format!("all {seeds} left on the board go to the opponent of the player to move")
            }
            Outcome::RestToNobody => format!("the {seeds} left on the board count for nobody"),
            Outcome::RestToOwner => {
                format!("the {seeds} left in each row go to the player whose row it is")
            }
            Outcome::RestDivided => format!("the {seeds} left on the board are divided evenly"),
            Outcome::Wins(Side::Own) => {
                return "the game is over and the player to move has won".to_owned();
            }
            Outcome::Wins(Side::Enemy) => {
                return "the game is over and the opponent of the player to move has won"
                    .to_owned();
            }
            Outcome::Draw => return "the game is over and drawn".to_owned(),
        };
        let owned: Vec<&str> = self
            .ruleset
            .marks
            .iter()
            .zip(&self.ruleset.owned)
            .filter(|(_, owned)| **owned)
            .map(|(mark, _)| mark.as_str())
            .collect();
        let kept = match &owned[..] {
            [] => String::new(),
            marks => format!(
                ", but for those in a player's {}, which are his",
                marks.join(" or ")
            ),
        };
        format!("the game is over and {rest}{kept}")
    }

    // Pits.

    /// One pit.
    fn one(&self, pit: Pit, person: Person) -> String {
        let (name, seed) = (&self.pit.one, &self.seed.one);
        match pit {
            Pit::Last => format!("the {name} where the last {seed} fell"),
            Pit::Opposite => format!("the opposite {name}"),
            Pit::Next => format!("the next {name}"),
            Pit::Origin => format!("the {name} that the turn began in"),
            Pit::OppositeOrigin => format!("the {name} opposite the one that the turn began in"),
            Pit::Along(steps) => {
                let (steps, way) = if steps < 0 {
                    (-i32::from(steps), "before")
                } else {
                    (i32::from(steps), "after")
                };
                match steps {
                    1 => format!("the {name} {way} the one where the last {seed} fell"),
                    steps => format!(
                        "the {} {name} {way} the one where the last {seed} fell",
                        ordinal(steps.unsigned_abs())
                    ),
                }
            }
            Pit::Facing(1) => format!("the {name} opposite the next one"),
            Pit::Facing(steps) => format!(
                "the {name} opposite the {} after the one where the last {seed} fell",
                ordinal(u32::from(steps.unsigned_abs()))
            ),
            Pit::Twin => {
                format!("the {name} of the other player with the same number from its owner's left")
            }
            Pit::Store(side) => format!("{} {}", owner(side, person), self.store.one),
            Pit::Numbered(side, 0) => format!("{} leftmost {name}", owner(side, person)),
            Pit::Numbered(side, at) if at + 1 == self.ruleset.pits.value => {
                format!("{} rightmost {name}", owner(side, person))
            }
            Pit::Numbered(side, at) => format!(
                "{} {} {name} from the left",
                owner(side, person),
                ordinal(u32::from(at) + 1)
            ),
        }
    }

    /// A set of pits as a whole, such as `of` or `in` can stand before.
    fn set(&self, pits: &Pits, person: Person) -> String {
        let many = &self.pit.many;
        match pits {
            Pits::One(pit) => self.one(*pit, person),
            Pits::Every(filled) => format!("the {}{many}", filled_word(*filled)),
            Pits::Row(filled, side) => {
                format!("{} {}{many}", owner(*side, person), filled_word(*filled))
            }
            Pits::End(hand, number, side) => {
                let end = match hand {
                    Hand::Left => "leftmost",
                    Hand::Right => "rightmost",
                };
                match number {
                    1 => format!("{} {end} {}", owner(*side, person), self.pit.one),
                    number => format!("{} {number} {end} {many}", owner(*side, person)),
                }
            }
            Pits::Listed(side, numbers) => {
                let name = self.pit.of(numbers.len() as u32);
                format!(
                    "{} {} {name} from the left",
                    owner(*side, person),
                    places(numbers)
                )
            }
            Pits::Beside(1, hand, of) => format!(
                "the {} next to {} on its {}",
                self.pit.one,
                self.one(*of, person),
                hand_word(*hand)
            ),
            Pits::Beside(number, hand, of) => format!(
                "the {number} {many} to the {} of {}",
                hand_word(*hand),
                self.one(*of, person)
            ),
            Pits::Run(hand, of) => format!(
                "the unbroken run of occupied {many} to the {} of {}",
                hand_word(*hand),
                self.one(*of, person)
            ),
            Pits::Such(of, claim) => self.such(of, claim, person),
            Pits::Chain(chain) => format!(
                "{}{}, one after the other{} {} {}{}{}",
                match chain.most {
                    Some(most) => format!("up to {most} of "),
                    None => String::new(),
                },
                self.set(&chain.of, person),
                if chain.gaps {
                    format!(" with one empty {} before each", self.pit.one)
                } else {
                    String::new()
                },
                match chain.going {
                    Going::Before => "going back from",
                    Going::After => "going on from",
                    Going::Clockwise => "going clockwise from",
                    Going::Counterclockwise => "going counterclockwise from",
                },
                self.one(chain.from, person),
                self.as_long_as(&chain.claim),
                if chain.and_back {
                    ", and all the way round itself too"
                } else {
                    ""
                }
            ),
            Pits::Depth(filled, side, depth) => {
                let owner = side.map_or("the", |side| owner(side, person));
                format!(
                    "{owner} {}{} {many}",
                    filled_word(*filled),
                    depth_word(*depth)
                )
            }
            Pits::Columns(numbers) => {
                format!("the {} column from South's left", places(numbers))
            }
            Pits::Opposite(of) => format!("the {many} opposite {}", self.set(of, person)),
            Pits::Outermost(hand, number, of) => format!(
                "the {}{} of {}",
                match number {
                    1 => String::new(),
                    number => format!("{number} "),
                },
                match hand {
                    Hand::Left => "leftmost",
                    Hand::Right => "rightmost",
                },
                self.set(of, person)
            ),
            Pits::Of(player, numbers) => {
                let name = self.pit.of(numbers.len() as u32);
                format!(
                    "{}'s {} {name} from the left",
                    player.name(),
                    places(numbers)
                )
            }
            Pits::InColumn(filled, side, of) => format!(
                "{} {}{many} in the column of {}",
                owner(*side, person),
                filled_word(*filled),
                self.one(*of, person)
            ),
        }
    }

    /// How far a chain of pits goes.
    fn as_long_as(&self, claim: &Claim) -> String {
        let mut claims = Vec::new();
        flatten_claim(claim, &mut claims);
        if claims.is_empty() {
            return String::new();
        }
        format!(", as long as each {}", self.claims(&claims, false))
    }

    /// The pits of a set of which a claim holds.
    fn such(&self, of: &Pits, claim: &Claim, person: Person) -> String {
        let mut claims = Vec::new();
        flatten_claim(claim, &mut claims);
        let of = self.set(of, person);
        if claims.is_empty() {
            return of;
        }
        format!(
            "those of {of} of which each {}",
            self.claims(&claims, false)
        )
    }

    /// Every pit of a set, each for itself.
    fn each(&self, pits: &Pits, person: Person) -> String {
        match pits {
            Pits::Every(filled) => format!("every {}{}", filled_word(*filled), self.pit.one),
            pits if is_one(pits) => self.set(pits, person),
            pits => format!("each of {}", self.set(pits, person)),
        }
    }

    /// Any pits of a set, as a player chooses.
    fn any(&self, pits: &Pits) -> String {
        match pits {
            Pits::Every(filled) => format!("any {}{}", filled_word(*filled), self.pit.many),
            pits if is_one(pits) => self.set(pits, Person::He),
            pits => format!("any of {}", self.set(pits, Person::He)),
        }
    }

    /// A pit of a kind, with an article.
    fn kind(&self, pits: &Pits, adjective: &str, person: Person) -> Kind {
        let name = format!("{adjective}{}", self.pit.one);
        let words = match pits {
            Pits::Every(Filled::Whatever) => a(&name),
            Pits::Row(Filled::Whatever, side) => {
                format!("{} of {}", a(&name), row(*side, person))
            }
            pits if is_one(pits) => self.set(pits, person),
            pits => format!("one of {}", self.set(pits, person)),
        };
        Kind {
            words,
            certain: is_one(pits),
        }
    }

    /// The pits that a move may begin in.
    fn which(&self, pits: &Pits, claim: &Claim) -> String {
        let mut claims = Vec::new();
        flatten_claim(claim, &mut claims);
        // What is commonly said stands before the noun.
        let kinds = matches!(pits, Pits::Every(_) | Pits::Row(..));
        let mut adjective = "";
        if let Some(Claim::Fact {
            holds,
            fact:
                Fact::Holds {
                    was: false,
                    count: Count::Some,
                },
        }) = claims.first()
            && kinds
        {
            adjective = if *holds { "occupied " } else { "empty " };
            claims.remove(0);
        }
        self.claimed(&self.kind(pits, adjective, Person::He), &claims)
    }

    /// A kind of pit with all that is claimed of it.
    fn claimed(&self, kind: &Kind, claims: &[Claim]) -> String {
        if claims.is_empty() {
            return kind.words.clone();
        }
        let claims = self.claims(claims, true);
        if kind.certain {
            format!("{}, which {claims}", kind.words)
        } else {
            format!("{} that {claims}", kind.words)
        }
    }

    // Conditions.

    /// When a rule of the end of a lap applies, after `when` or `if`.
    fn occasion(&self, lap: &str, parted: &Parted) -> String {
        let others = parted.others.join(", and ");
        match &parted.last {
            Some(last) => {
                let falls = format!(" the last {} of {lap} falls in {last}", self.seed.one);
                match others.as_str() {
                    "" => falls,
                    others => format!("{falls}, and {others}"),
                }
            }
            None if others.is_empty() => format!(" {lap} ends"),
            None => format!(", at the end of {lap}, {others}"),
        }
    }

    /// A condition on the end of a lap, parted into what is told in different places.
    fn parted(&self, when: &Condition) -> Parted {
        let mut items = Vec::new();
        flatten(when, &mut items);
        let mut first_lap = None;
        let mut last = Vec::new();
        let mut others = Vec::new();
        for item in items {
            match item {
                Condition::Turn {
                    holds,
                    fact: TurnFact::FirstLap,
                } if first_lap.is_none() => first_lap = Some(holds),
                Condition::Pits(_, Pits::One(Pit::Last), claim) => {
                    flatten_claim(&claim, &mut last);
                }
                other => others.push(other),
            }
        }
        let place = last.iter().position(|claim| {
            matches!(
                claim,
                Claim::Fact {
                    holds: true,
                    fact: Fact::OneOf(
                        Pits::One(Pit::Numbered(..) | Pit::Origin)
                            | Pits::Row(Filled::Whatever, _)
                            | Pits::End(..)
                            | Pits::Listed(..)
                    )
                }
            )
        });
        let anywhere = place.is_none() && last.is_empty();
        let kind = match place.map(|at| last.remove(at)) {
            Some(Claim::Fact {
                fact: Fact::OneOf(pits),
                ..
            }) => self.kind(&pits, "", Person::ThePlayer),
            _ => self.kind(&Pits::Every(Filled::Whatever), "", Person::ThePlayer),
        };
        Parted {
            first_lap,
            last: (!anywhere).then(|| self.claimed(&kind, &last)),
            others: self.grouped(&others),
        }
    }

    /// Conditions on the same pits told together, so that the pits are named once.
    fn grouped(&self, items: &[Condition]) -> Vec<String> {
        let mut groups: Vec<(Condition, Vec<Claim>)> = Vec::new();
        for item in items {
            if let Condition::Pits(quantifier, pits, claim) = item {
                let mut claims = Vec::new();
                flatten_claim(claim, &mut claims);
                // That some pit is this and some pit is that does not say that one is both.
                if let Some((Condition::Pits(Quantifier::Each, other, _), gathered)) =
                    groups.last_mut()
                    && *quantifier == Quantifier::Each
                    && other == pits
                {
                    gathered.extend(claims);
                    continue;
                }
                groups.push((item.clone(), claims));
            } else {
                groups.push((item.clone(), Vec::new()));
            }
        }
        groups
            .iter()
            .map(|(item, claims)| match item {
                Condition::Pits(quantifier, pits, _) => self.about_pits(*quantifier, pits, claims),
                Condition::All(_)
                | Condition::Any(_)
                | Condition::Turn { .. }
                | Condition::Together { .. }
                | Condition::LapOf { .. }
                | Condition::LapBegunWith { .. } => self.condition(item),
            })
            .collect()
    }

    fn about_pits(&self, quantifier: Quantifier, pits: &Pits, claims: &[Claim]) -> String {
        let subject = match quantifier {
            Quantifier::Each => self.each(pits, Person::ThePlayer),
            Quantifier::Any if is_one(pits) => self.set(pits, Person::ThePlayer),
            Quantifier::Any => format!("at least one of {}", self.set(pits, Person::ThePlayer)),
        };
        if claims.is_empty() {
            return format!("{subject} is on the board");
        }
        let of_last = matches!(pits, Pits::One(Pit::Last));
        format!("{subject} {}", self.claims(claims, of_last))
    }

    /// Any condition, as something that `if` or `when` can stand before.
    fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::All(_) => {
                let mut items = Vec::new();
                flatten(condition, &mut items);
                match self.grouped(&items) {
                    none if none.is_empty() => "in any case".to_owned(),
                    items if items.len() == 1 => items.concat(),
                    items => format!("both {}", items.join(" and ")),
                }
            }
            Condition::Any(items) => match &items[..] {
                [] => "nothing is asked for that could hold".to_owned(),
                [one] => self.condition(one),
                items => {
                    let items: Vec<String> =
                        items.iter().map(|item| self.condition(item)).collect();
                    format!("either {}", items.join(" or "))
                }
            },
            Condition::Pits(quantifier, pits, claim) => {
                let mut claims = Vec::new();
                flatten_claim(claim, &mut claims);
                self.about_pits(*quantifier, pits, &claims)
            }
            Condition::Turn { holds, fact } => self.about_the_turn(*fact, *holds),
            Condition::LapOf { count, holds } => format!(
                "the lap {}",
                self.holds(false, count, *holds, false)
                    .replacen("holds", "was of", 1)
                    .replacen("does not hold", "was not of", 1)
                    .replacen("is occupied", &format!("was of {}", a(&self.seed.one)), 1)
            ),
            Condition::LapBegunWith { count, holds } => format!(
                "the {} that lay on the board when the lap began, besides those of the lap, were {}{}",
                self.seed.many,
                if *holds { "" } else { "not " },
                match count {
                    Count::Some => "one or more".to_owned(),
                    Count::OneOf(numbers) => listed(numbers.iter().copied(), "or"),
                    Count::AtLeast(number) => format!("{number} or more"),
                    Count::AtMost(number) => format!("{number} or fewer"),
                    Count::Even(true) => "an even number".to_owned(),
                    Count::Even(false) => "an odd number".to_owned(),
                    Count::MoreThanHalf => "more than half of all".to_owned(),
                }
            ),
            Condition::Together { pits, count, holds } => format!(
                "{} together {}",
                self.sets(pits, "and"),
                match count {
                    Count::Some if *holds => format!("hold {}", a(&self.seed.one)),
                    Count::Some => format!("hold no {}", self.seed.one),
                    count => self
                        .holds(false, count, *holds, false)
                        .replacen("holds", "hold", 1)
                        .replacen("does", "do", 1),
                }
            ),
        }
    }

    /// Sets of pits, one after the other.
    fn sets<'p>(&self, sets: impl IntoIterator<Item = &'p Pits>, joiner: &str) -> String {
        let sets = sets.into_iter();
        let sets: Vec<String> = sets.map(|pits| self.set(pits, Person::ThePlayer)).collect();
        joined(&sets, joiner)
    }

    fn about_the_turn(&self, fact: TurnFact, holds: bool) -> String {
        let (seed, not) = (&self.seed.one, if holds { "" } else { "not " });
        match fact {
            TurnFact::FirstLap => format!("the lap is {not}the first of the turn"),
            TurnFact::Crossed => format!(
                "{} of this turn has fallen in the enemy's row",
                if holds { a(seed) } else { format!("no {seed}") }
            ),
            TurnFact::CapturedThisTurn => format!(
                "{} has been captured in this turn",
                if holds { "something" } else { "nothing" }
            ),
            TurnFact::RuleCaptured(rule) => format!(
                "the rule “{}” has {not}captured in this turn",
                self.ruleset.rule(rule).title()
            ),
            TurnFact::FirstTurns(1) => format!("it is {not}the player's first turn"),
            TurnFact::FirstTurns(turns) => {
                format!("it is {not}one of the player's first {turns} turns")
            }
            TurnFact::FirstTurnsOfGame(1) => format!("it is {not}the first turn of the game"),
            TurnFact::FirstTurnsOfGame(turns) => {
                format!("it is {not}one of the first {turns} turns of the game")
            }
            TurnFact::LastSeed => format!("that {seed} is {not}the last of its lap"),
            TurnFact::ExtraTurn => {
                format!("this turn was {not}given to the player by the one before")
            }
            TurnFact::StraightBack => {
                format!("it would {not}put a single {seed} back where the turn before took it from")
            }
            TurnFact::NoMove(side) => {
                let a = if holds { "no" } else { "a" };
                match side {
                    Side::Own => format!("the player to move has {a} legal move"),
                    Side::Enemy => {
                        format!("the opponent would have {a} legal move if it were his turn")
                    }
                }
            }
        }
    }

    /// Claims with their verbs, as they stand after a subject. `of_last` for the pit that the last seed
    /// fell in, of which it goes without saying which moment `was` means.
    fn claims(&self, claims: &[Claim], of_last: bool) -> String {
        let claims: Vec<String> = claims
            .iter()
            .map(|claim| self.claim(claim, of_last))
            .collect();
        joined(&claims, "and")
    }

    fn claim(&self, claim: &Claim, of_last: bool) -> String {
        match &canonical_fact(claim) {
            Claim::All(items) | Claim::Any(items) => {
                let (before, joiner) = match claim {
                    Claim::All(_) => ("both ", " and "),
                    _ => ("either ", " or "),
                };
                let items: Vec<String> =
                    items.iter().map(|item| self.claim(item, of_last)).collect();
                match &items[..] {
                    [one] => one.clone(),
                    items => format!("{before}{}", items.join(joiner)),
                }
            }
            Claim::Fact { holds, fact } => {
                let not = if *holds { "" } else { "not " };
                match fact {
                    Fact::Holds { was, count } => self.holds(*was, count, *holds, of_last),
                    Fact::Marked(mark) => format!("is {not}{}", self.ruleset.marks[*mark]),
                    Fact::AsFullAs(than) => format!(
                        "{} as many {} as {}",
                        if *holds { "holds" } else { "does not hold" },
                        self.seed.many,
                        self.than(*than)
                    ),
                    Fact::FullerThan(than) => format!(
                        "{} more {} than {}",
                        if *holds { "holds" } else { "does not hold" },
                        self.seed.many,
                        self.than(*than)
                    ),
                    Fact::Facing(occupied) => {
                        let filled = if *occupied { "occupied" } else { "empty" };
                        format!("{not}faces {}", a(&format!("{filled} {}", self.pit.one)))
                    }
                    Fact::MarkedBy(mark, side) => format!(
                        "is {not}{} {}",
                        owner(*side, Person::ThePlayer),
                        self.ruleset.marks[*mark]
                    ),
                    Fact::EmptyAtOpening => format!(
                        "was {not}empty {}",
                        match self.ruleset.redistribution {
                            Some(_) => "after the opening",
                            None => "at the start",
                        }
                    ),
                    Fact::EmptyAtStart => format!("was {not}empty when the turn began"),
                    Fact::SownFrom => format!("has {not}been sown from{}", self.since()),
                    Fact::SownInto => format!("has {not}been sown into{}", self.since()),
                    Fact::OneOf(Pits::Row(Filled::Whatever, side)) => {
                        format!("is {not}in {}", row(*side, Person::ThePlayer))
                    }
                    Fact::OneOf(pits) if is_one(pits) => {
                        format!("is {not}{}", self.set(pits, Person::ThePlayer))
                    }
                    Fact::OneOf(pits) => {
                        format!("is {not}one of {}", self.set(pits, Person::ThePlayer))
                    }
                }
            }
        }
    }

    fn than(&self, than: Than) -> String {
        match than {
            Than::Pit(pit) => self.one(pit, Person::ThePlayer),
            Than::Facing => format!("the {} that faces it", self.pit.one),
        }
    }

    fn since(&self) -> &'static str {
        match self.ruleset.redistribution {
            Some(_) => " since the opening",
            None => "",
        }
    }

    fn holds(&self, was: bool, count: &Count, holds: bool, of_last: bool) -> String {
        let seeds = &self.seed.many;
        let before = match (was, of_last) {
            (true, false) => format!(" before the last {} fell", self.seed.one),
            (true, true) if *count != Count::Some => " before".to_owned(),
            _ => String::new(),
        };
        let is = if was { "was" } else { "is" };
        // `then` says that the seed that has just fallen is counted.
        let has = match (was, holds, of_last) {
            (false, true, true) => "then holds",
            (false, false, true) => "then does not hold",
            (false, true, false) => "holds",
            (false, false, false) => "does not hold",
            (true, true, _) => "held",
            (true, false, _) => "did not hold",
        };
        let what = match count {
            Count::Some => {
                let filled = if holds { "occupied" } else { "empty" };
                return format!("{is} {filled}{before}");
            }
            Count::OneOf(numbers) if numbers[..] == [1] => self.seed.counted(1),
            Count::OneOf(numbers) => format!("{} {seeds}", listed(numbers.iter().copied(), "or")),
            Count::AtLeast(number) => format!("{number} or more {seeds}"),
            Count::AtMost(number) => format!("{number} or fewer {seeds}"),
            Count::Even(true) => format!("an even number of {seeds}"),
            Count::Even(false) => format!("an odd number of {seeds}"),
            Count::MoreThanHalf => format!("more than half of all {seeds}"),
        };
        format!("{has} {what}{before}")
    }
}

/// The parts of a condition that must all hold.
fn flatten(condition: &Condition, items: &mut Vec<Condition>) {
    match condition {
        Condition::All(inner) => inner.iter().for_each(|item| flatten(item, items)),
        item => items.push(item.clone()),
    }
}

/// The parts of a claim that must all hold.
fn flatten_claim(claim: &Claim, claims: &mut Vec<Claim>) {
    match claim {
        Claim::All(inner) => inner.iter().for_each(|item| flatten_claim(item, claims)),
        // Every pit is one of all the pits.
        Claim::Fact {
            holds: true,
            fact: Fact::OneOf(Pits::Every(Filled::Whatever)),
        } => {}
        claim => claims.push(canonical_fact(claim)),
    }
}

fn joined(items: &[String], joiner: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [one, other] => format!("{one} {joiner} {other}"),
        [firsts @ .., last] => format!("{}, {joiner} {last}", firsts.join(", ")),
    }
}

/// Whether a set is a single pit.
fn is_one(pits: &Pits) -> bool {
    match pits {
        Pits::One(_) | Pits::Beside(1, ..) | Pits::End(_, 1, _) | Pits::Outermost(_, 1, _) => true,
        Pits::Listed(_, numbers) => numbers.len() == 1,
        Pits::Every(_)
        | Pits::Row(..)
        | Pits::End(..)
        | Pits::Beside(..)
        | Pits::Run(..)
        | Pits::Such(..)
        | Pits::Chain(_)
        | Pits::Depth(..)
        | Pits::Columns(_)
        | Pits::Opposite(_)
        | Pits::Outermost(..)
        | Pits::InColumn(..) => false,
        Pits::Of(_, numbers) => numbers.len() == 1,
    }
}

/// Whether a set is of one row, so that it is another one for each player.
fn has_a_side(pits: &Pits) -> bool {
    match pits {
        Pits::Every(_)
        | Pits::Columns(_)
        | Pits::Of(..)
        | Pits::Depth(_, None, _)
        | Pits::Chain(_) => false,
        Pits::Such(of, _) | Pits::Opposite(of) | Pits::Outermost(_, _, of) => has_a_side(of),
        Pits::One(pit) | Pits::Beside(_, _, pit) | Pits::Run(_, pit) => {
            matches!(pit, Pit::Numbered(..))
        }
        Pits::Row(..) | Pits::End(..) | Pits::Listed(..) | Pits::Depth(..) | Pits::InColumn(..) => {
            true
        }
    }
}

fn for_each(pits: &Pits) -> &'static str {
    if has_a_side(pits) {
        "for each player, "
    } else {
        ""
    }
}

fn owner(side: Side, person: Person) -> &'static str {
    match (side, person) {
        (Side::Own, Person::He) => "his",
        (Side::Own, Person::ThePlayer) => "the player's",
        (Side::Enemy, _) => "the enemy's",
    }
}

fn row(side: Side, person: Person) -> &'static str {
    match (side, person) {
        (Side::Own, Person::He) => "his own row",
        (Side::Own, Person::ThePlayer) => "the player's own row",
        (Side::Enemy, _) => "the enemy's row",
    }
}

fn ruled(ruling: Ruling) -> &'static str {
    match ruling {
        Ruling::Forbidden => "the move is not legal",
        Ruling::EndsTurn => {
            "the sowing stops where it stands and the turn is over; nothing is captured"
        }
        Ruling::Draw => "the game is over and drawn",
    }
}

fn way(direction: Direction) -> &'static str {
    match direction {
        Direction::Counterclockwise => "counterclockwise",
        Direction::Clockwise => "clockwise",
        Direction::EitherWay => "either way, as he chooses",
        Direction::EitherWayForGood => {
            "either way, as he chooses the first time, and so for the rest of the game"
        }
        Direction::OppositeWays => {
            "either way, as he chooses the first time, and so for the rest of the game; his opponent \
             then sows the other way"
        }
    }
}

fn laps_words(laps: u32) -> String {
    if laps == 1 {
        "1 lap".to_owned()
    } else {
        format!("{laps} laps")
    }
}

/// A word with its article.
fn a(word: &str) -> String {
    let article = match word.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']) {
        true => "an",
        false => "a",
    };
    format!("{article} {word}")
}

/// Places in a row, counted from 0: `3rd and 4th`.
fn places(numbers: &[u8]) -> String {
    let numbers: Vec<String> = numbers
        .iter()
        .map(|number| ordinal(u32::from(*number) + 1))
        .collect();
    joined(&numbers, "and")
}

/// `1st`, `2nd`, …
fn ordinal(number: u32) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}
