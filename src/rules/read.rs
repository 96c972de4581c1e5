//! Clauses matched against the forms of the vocabulary.
//!
//! The reader knows no single word: it takes a clause's tokens and the table in
//! [`crate::vocabulary`], and gives back which entry was meant and what stands in its slots, or a
//! report of the furthest place that could be understood, what was expected there, and what may have
//! been meant. Only conditions, which compose, have a grammar of their own here.

mod otherwise;

pub use otherwise::instead_of_twice;

use crate::diagnostics::{Code, Diagnostic, nearest, nearest_of_few};
use crate::syntax::DEEPEST_NESTING;
use crate::syntax::tree::{Clause, Span, Token, TokenKind};
use crate::vocabulary::{self as vocabulary, Block, Entry, Kind, Moment, Part, Slot, Word};

/// A word of the vocabulary as it was said.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    /// Which word.
    pub word: Word,
    /// What stands in the choices and slots of its form, in their order.
    pub values: Vec<Value>,
    /// Where it was said.
    pub span: Span,
}

/// What stands in a choice or a slot of a form.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An optional part that was left out.
    Absent,
    /// Which of the choices.
    Choice(usize),
    /// A number.
    Number(u64, Span),
    /// Several numbers.
    Numbers(Vec<(u64, Span)>),
    /// A text, a new name, or the name of a rule.
    Text(String, Span),
    /// A mark, by its number.
    Mark(usize),
    /// Another word of the vocabulary.
    Said(Box<Said>),
    /// A kind of pit: a set, and what is asked of its pits.
    Which(Box<Said>, Option<Facts>),
    /// Several sets of pits.
    Takes(Vec<Said>),
    /// A condition.
    Condition(Condition),
    /// Notation, read later.
    Raw(Vec<Token>),
}

/// A condition as it was said.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// All of these.
    And(Vec<Condition>),
    /// One of these.
    Or(Vec<Condition>),
    /// Not this.
    Not(Box<Condition>),
    /// A fact about the turn.
    Turn(Said),
    /// Facts about a pit or a set of pits.
    Pits(Quantifier, Said, Facts),
}

/// For how many pits of a set a fact is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// For each of them.
    Each,
    /// For one of them at least.
    Any,
    /// For none of them.
    None,
}

/// What is claimed of a pit.
#[derive(Clone, Debug, PartialEq)]
pub enum Facts {
    /// All of these.
    And(Vec<Facts>),
    /// One of these.
    Or(Vec<Facts>),
    /// Not this.
    Not(Box<Facts>),
    /// One fact; `was` when it is claimed of the moment before the last seed fell.
    Fact {
        /// Whether it was said with `was`.
        was: bool,
        /// The fact.
        said: Said,
    },
}

/// How many sets of pits can be told one within the other.
const DEEPEST_SETS: Depth = 4;

/// How deep a condition is nested: its parentheses and its `not`s one inside the other.
type Depth = usize;

/// The furthest place that was understood, and what was expected there.
#[derive(Default)]
struct Furthest {
    at: usize,
    /// Told to the author.
    expected: Vec<String>,
    /// Tried for a near miss.
    near: Vec<String>,
    /// What was being read there that is not a clause, and had begun before: its form helps more than
    /// that of the whole clause.
    within: Vec<&'static Entry>,
}

/// With more forms than this to choose from, none of them helps.
const MOST_FORMS_WITHIN: usize = 3;

/// What is expected after `is`.
const A_FACT: &str = "a fact about the pit";

/// The most numbers that a range may stand for.
const LONGEST_RANGE: u64 = 1_000;

struct Reader<'a> {
    tokens: &'a [Token],
    marks: &'a [String],
    moment: Moment,
    furthest: Furthest,
    /// Where the category that is being tried began: what fails there is told by the category's name.
    category_at: Option<usize>,
    /// A mistake that says more than "expected".
    mistake: Option<Diagnostic>,
    /// Whether the pits being read are those of which the mover chooses one, in a move of its own.
    choosing: bool,
    /// How many sets of pits are being read one within the other.
    sets: Depth,
    /// The entries that are being read one within the other, and where each began.
    reading: Vec<(&'static Entry, usize)>,
}

type Read<T> = Option<(usize, T)>;

/// What a clause is, told by the words it begins with, before the rest of it is looked at.
pub fn keyword_entries(block: Block, tokens: &[Token]) -> Vec<&'static Entry> {
    let candidates: Vec<_> = vocabulary::of_kind(Kind::Clause(block))
        .filter(|entry| {
            tokens
                .first()
                .is_some_and(|token| token.kind == TokenKind::Word && token.text == entry.keyword())
        })
        .collect();
    candidates
}

/// Reads one clause of a block. `tokens` is the clause without `drop`, `before` or `after`.
///
/// # Errors
///
/// What is wrong with it, in one diagnostic.
pub fn clause(
    block: Block,
    clause: &Clause,
    tokens: &[Token],
    marks: &[String],
) -> Result<Said, Box<Diagnostic>> {
    let Some(first) = tokens.first() else {
        return Err(Diagnostic::new(Code::Malformed, "this clause has no words")
            .at(
                clause.span.start..clause.span.end.max(clause.span.start + 1),
                "expected a clause here",
            )
            .into());
    };
    let entries = keyword_entries(block, tokens);
    if entries.is_empty() {
        return Err(unknown_clause(block, tokens).into());
    }
    let mut reader = Reader::new(tokens, marks, Moment::Any);
    let mut longest: Option<(usize, Said)> = None;
    for entry in entries {
        reader.moment = moment_of(block, entry.word);
        // Of two that read as far, the one with words of its own is meant, not the one that would take
        // anything (`board at the start` names no pits).
        let is_raw = |said: &Said| {
            said.values
                .iter()
                .any(|value| matches!(value, Value::Raw(_)))
        };
        if let Some((end, said)) = reader.entry(entry, 0)
            && longest
                .as_ref()
                .is_none_or(|(at, best)| end > *at || end == *at && is_raw(best) && !is_raw(&said))
        {
            longest = Some((end, said));
        }
    }
    if let Some(mistake) = reader.mistake.take() {
        return Err(mistake.into());
    }
    match longest {
        Some((end, said)) if end == tokens.len() => Ok(said),
        Some((end, _)) => Err(reader.report(Some(end), first).into()),
        None => Err(reader.report(None, first).into()),
    }
}

/// What the clauses of a block are called, each once.
fn names_of(block: Block) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in vocabulary::of_kind(Kind::Clause(block)).map(Entry::name) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The moment that the conditions and pits of a clause speak of.
fn moment_of(block: Block, word: Word) -> Moment {
    match (block, word) {
        (Block::Turn, Word::Forbid | Word::ForbidTurn)
        | (Block::SeedFalls | Block::LapEnds | Block::Takes | Block::TurnEnds, _) => Moment::LapEnd,
        (Block::Turn, Word::PassOverPits) => Moment::Sowing,
        (Block::Turn, Word::ForbidMove) => Moment::Chosen,
        (Block::Turn, Word::SowFrom) => Moment::Begun,
        (Block::Turn, Word::FirstSeed) | (Block::LapBegins, _) => Moment::LapStart,
        (Block::Ending, _) | (Block::Turn, _) => Moment::TurnStart,
        _ => Moment::Any,
    }
}

fn unknown_clause(block: Block, tokens: &[Token]) -> Diagnostic {
    let first = &tokens[0];
    let mut keywords: Vec<&str> = Vec::new();
    for entry in vocabulary::of_kind(Kind::Clause(block)) {
        if !keywords.contains(&entry.keyword()) {
            keywords.push(entry.keyword());
        }
    }
    let (code, message) = if block == Block::File {
        (
            Code::UnknownBlock,
            format!("`{}` begins nothing that a file can hold", first.text),
        )
    } else {
        (
            Code::UnknownClause,
            format!("`{}` has no clause `{}`", block.name(), first.text),
        )
    };
    let label = match nearest(&first.text, keywords.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "not a clause".to_owned(),
    };
    let mut diagnostic = Diagnostic::new(code, message)
        .at(first.span.clone(), label)
        .help(format!(
            "{} takes {}",
            if block == Block::File {
                "a file".to_owned()
            } else {
                format!("`{}`", block.name())
            },
            names_of(block).join(", ")
        ));
    if let Some(duty) = otherwise::duty(tokens) {
        return diagnostic.help(duty);
    }
    // The word may stand further on, or be one of another block.
    let later = tokens[1..]
        .iter()
        .filter(|token| token.kind == TokenKind::Word)
        .find_map(|token| {
            keywords
                .iter()
                .find(|keyword| {
                    **keyword == token.text
                        || keyword.len() > 4 && token.text.starts_with(**keyword)
                })
                .copied()
        });
    if let Some(keyword) = later {
        diagnostic = diagnostic.help(format!("a clause begins with its word: {keyword} …"));
    }
    let mut elsewhere: Vec<String> = Vec::new();
    for entry in vocabulary::entries() {
        if let Kind::Clause(other) = entry.kind
            && other != block
            && entry.keyword() == first.text
        {
            let name = format!("`{}`", other.name());
            if !elsewhere.contains(&name) {
                elsewhere.push(name);
            }
        }
    }
    if !elsewhere.is_empty() {
        diagnostic = diagnostic.help(format!(
            "`{}` is a clause of {}",
            first.text,
            elsewhere.join(" and ")
        ));
    }
    diagnostic
}

impl<'a> Reader<'a> {
    fn new(tokens: &'a [Token], marks: &'a [String], moment: Moment) -> Reader<'a> {
        Reader {
            tokens,
            marks,
            moment,
            furthest: Furthest::default(),
            category_at: None,
            mistake: None,
            choosing: false,
            sets: 0,
            reading: Vec::new(),
        }
    }

    /// A reader of other words in the same place.
    fn over<'b>(&'b self, tokens: &'b [Token]) -> Reader<'b> {
        Reader::new(tokens, self.marks, self.moment)
    }

    fn word(&self, at: usize) -> Option<&str> {
        self.tokens
            .get(at)
            .filter(|token| matches!(token.kind, TokenKind::Word | TokenKind::Symbol))
            .map(|token| token.text.as_str())
    }

    fn is(&self, at: usize, words: &[&str]) -> bool {
        self.word(at).is_some_and(|word| words.contains(&word))
    }

    fn span(&self, from: usize, to: usize) -> Span {
        let start = self.tokens[from].span.start;
        start..self.tokens[to.max(from + 1) - 1].span.end
    }

    fn expected(&mut self, at: usize, shown: Option<String>, near: Option<&str>) {
        if at < self.furthest.at {
            return;
        }
        if at > self.furthest.at {
            self.furthest = Furthest {
                at,
                ..Furthest::default()
            };
        }
        if let Some(shown) = shown
            && !self.furthest.expected.contains(&shown)
        {
            self.furthest.expected.push(shown);
        }
        if let Some(near) = near {
            self.furthest.near.push(near.to_owned());
        }
        if let Some(&(entry, start)) = self.reading.last()
            && start < at
            && !matches!(entry.kind, Kind::Clause(_))
            && !self
                .furthest
                .within
                .iter()
                .any(|other| std::ptr::eq(*other, entry))
        {
            self.furthest.within.push(entry);
        }
    }

    fn expected_word(&mut self, at: usize, word: &str) {
        let shown = (self.category_at != Some(at)).then(|| format!("`{word}`"));
        self.expected(at, shown, Some(word));
    }

    fn entry(&mut self, entry: &'static Entry, at: usize) -> Read<Said> {
        let mut values = Vec::new();
        self.reading.push((entry, at));
        let end = self.parts(&entry.parts, at, &mut values);
        self.reading.pop();
        let end = end?;
        Some((
            end,
            Said {
                word: entry.word,
                values,
                span: self.span(at, end),
            },
        ))
    }

    fn parts(
        &mut self,
        parts: &'static [Part],
        start: usize,
        values: &mut Vec<Value>,
    ) -> Option<usize> {
        let mut at = start;
        for part in parts {
            match part {
                Part::Literal(words) => {
                    if !self.is(at, words) {
                        for word in words {
                            self.expected_word(at, word);
                        }
                        return None;
                    }
                    at += 1;
                }
                Part::Choice(choices) => {
                    let (end, index) = self.choice(choices, at)?;
                    values.push(Value::Choice(index));
                    at = end;
                }
                Part::Slot(slot) => {
                    let (end, value) = self.slot(*slot, at)?;
                    values.push(value);
                    at = end;
                }
                Part::Optional(inner) => {
                    let before = values.len();
                    match self.parts(inner, at, values) {
                        Some(end) => at = end,
                        None => {
                            values.truncate(before);
                            values.extend((0..slots_in(inner)).map(|_| Value::Absent));
                        }
                    }
                    if self.mistake.is_some() {
                        return None;
                    }
                }
            }
        }
        Some(at)
    }

    fn choice(&mut self, choices: &'static [Vec<&'static str>], at: usize) -> Read<usize> {
        for (index, words) in choices.iter().enumerate() {
            let matched = words
                .iter()
                .enumerate()
                .take_while(|(offset, word)| self.word(at + offset) == Some(word))
                .count();
            if matched == words.len() {
                return Some((at + matched, index));
            }
            if matched == 0 {
                let shown =
                    (self.category_at != Some(at)).then(|| format!("`{}`", words.join(" ")));
                self.expected(at, shown, Some(words[0]));
            } else {
                self.expected_word(at + matched, words[matched]);
            }
        }
        None
    }

    /// The longest entry of a kind that can be read here.
    fn of_kind(&mut self, kind: Kind, at: usize, name: &str) -> Read<Said> {
        let outer = self.category_at.replace(at);
        let mut longest: Read<Said> = None;
        for entry in vocabulary::of_kind(kind) {
            if let Some((end, said)) = self.entry(entry, at)
                && longest.as_ref().is_none_or(|(best, _)| end > *best)
            {
                longest = Some((end, said));
            }
        }
        self.category_at = outer;
        match longest {
            None if outer != Some(at) => self.expected(at, Some(name.to_owned()), None),
            Some((_, ref said)) => self.check_moment(said),
            None => {}
        }
        longest
    }

    /// Some words speak only of a lap that has ended, or only of the beginning of a turn.
    fn check_moment(&mut self, said: &Said) {
        let moment = vocabulary::entry(said.word).moment;
        if moment.is_known_at(self.moment) || self.mistake.is_some() {
            return;
        }
        let text = self.text_of(&said.span);
        let what = match moment {
            Moment::LapEnd => "a lap that has just ended",
            Moment::Begun => "a turn that has begun",
            Moment::Chosen => "a move that is chosen",
            Moment::LapStart => "a lap",
            Moment::Sowing => "a seed that falls",
            _ => "the beginning of a turn",
        };
        self.mistake = Some(
            Diagnostic::new(Code::OutOfPlace, format!("`{text}` means nothing here"))
                .at(said.span.clone(), format!("this speaks of {what}"))
                .help(match moment {
                    _ if self.choosing => "the pit is chosen in a move of its own, once the lap is over",
                    Moment::LapEnd => "it belongs in `lap ends` or in a `forbid`",
                    Moment::Begun => "it belongs in `turn` or in `lap ends`",
                    Moment::Chosen => "it belongs after `forbid a move when`",
                    Moment::LapStart => "it belongs in `lap begins`, `lap ends` or a `forbid` of laps, or after `first seed into` or `pass over`",
                    Moment::Sowing => "it belongs in `seed falls`, or after `pass over`",
                    _ => "it belongs in `ending`",
                }),
        );
    }

    fn text_of(&self, span: &Span) -> String {
        self.tokens
            .iter()
            .filter(|token| token.span.start >= span.start && token.span.end <= span.end)
            .map(|token| match token.kind {
                TokenKind::Text => format!("\"{}\"", token.text),
                _ => token.text.clone(),
            })
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn slot(&mut self, slot: Slot, at: usize) -> Read<Value> {
        let chooses = self
            .reading
            .last()
            .is_some_and(|(entry, _)| matches!(entry.word, Word::ThenPick | Word::ThenPut));
        if !chooses || self.choosing || slot == Slot::Condition {
            return self.slot_now(slot, at);
        }
        let moment = std::mem::replace(&mut self.moment, Moment::TurnStart);
        self.choosing = true;
        let read = self.slot_now(slot, at);
        self.choosing = false;
        self.moment = moment;
        read
    }

    fn slot_now(&mut self, slot: Slot, at: usize) -> Read<Value> {
        match slot {
            Slot::Number => self
                .number(at, slot)
                .map(|(end, (n, span))| (end, Value::Number(n, span))),
            Slot::Numbers => self.numbers(at),
            Slot::Text => {
                // A long text goes on as another in quotes.
                let texts: Vec<&Token> = self.tokens[at.min(self.tokens.len())..]
                    .iter()
                    .take_while(|token| token.kind == TokenKind::Text)
                    .collect();
                if texts.is_empty() {
                    return self.nothing(at, slot);
                }
                let words: Vec<&str> = texts.iter().map(|token| token.text.as_str()).collect();
                let end = at + texts.len();
                Some((end, Value::Text(words.join(" "), self.span(at, end))))
            }
            Slot::Rule => match self.tokens.get(at) {
                Some(token) if token.kind == TokenKind::Text => {
                    Some((at + 1, Value::Text(token.text.clone(), token.span.clone())))
                }
                _ => self.nothing(at, slot),
            },
            Slot::Name => match self.tokens.get(at) {
                Some(token) if token.kind == TokenKind::Word => {
                    Some((at + 1, Value::Text(token.text.clone(), token.span.clone())))
                }
                _ => self.nothing(at, slot),
            },
            Slot::Mark => {
                let found = self
                    .word(at)
                    .and_then(|word| self.marks.iter().position(|mark| mark == word));
                match found {
                    Some(mark) => Some((at + 1, Value::Mark(mark))),
                    None => {
                        for mark in self.marks {
                            self.expected(at, None, Some(mark.clone().as_str()));
                        }
                        self.nothing(at, slot)
                    }
                }
            }
            Slot::Pit => self
                .of_kind(Kind::Pit, at, slot.describe())
                .map(|(end, said)| (end, Value::Said(Box::new(said)))),
            Slot::Pits => self
                .pits(at)
                .map(|(end, said)| (end, Value::Said(Box::new(said)))),
            Slot::Which => self.which(at),
            Slot::Such => match self.which(at)? {
                (end, such @ Value::Which(_, Some(_))) => Some((end, such)),
                (end, _) => {
                    self.expected_word(end, "that");
                    None
                }
            },
            Slot::Holding => self
                .of_kind(Kind::Holding, at, slot.describe())
                .map(|(end, said)| (end, Value::Said(Box::new(said)))),
            Slot::Receiver => self
                .of_kind(Kind::Receiver, at, slot.describe())
                .map(|(end, said)| (end, Value::Said(Box::new(said)))),
            Slot::Takes => self.takes(at),
            Slot::Condition => self
                .condition(at, 0)
                .map(|(end, condition)| (end, Value::Condition(condition))),
            Slot::Outcome => self
                .of_kind(Kind::Outcome, at, slot.describe())
                .map(|(end, said)| (end, Value::Said(Box::new(said)))),
            Slot::Ruling => self
                .of_kind(Kind::Ruling, at, slot.describe())
                .map(|(end, said)| (end, Value::Said(Box::new(said)))),
            Slot::Placements | Slot::PitNames | Slot::Move => {
                if at >= self.tokens.len() {
                    return self.nothing(at, slot);
                }
                Some((self.tokens.len(), Value::Raw(self.tokens[at..].to_vec())))
            }
        }
    }

    fn nothing<T>(&mut self, at: usize, slot: Slot) -> Option<T> {
        if self.category_at != Some(at) {
            self.expected(at, Some(slot.describe().to_owned()), None);
        }
        None
    }

    fn number(&mut self, at: usize, slot: Slot) -> Read<(u64, Span)> {
        match self.tokens.get(at) {
            Some(token) if token.kind == TokenKind::Number => {
                // A number too long for 64 bits is out of every range, so the largest stands for it.
                let number = token.text.parse().unwrap_or(u64::MAX);
                Some((at + 1, (number, token.span.clone())))
            }
            _ => self.nothing(at, slot),
        }
    }

    /// `2`, `2 or 3`, `1, 3 and 5`, `2 to 5`.
    fn numbers(&mut self, at: usize) -> Read<Value> {
        let mut numbers = Vec::new();
        let mut end = self.range(at, &mut numbers)?;
        while self.is(end, &[",", "and", "or"]) && self.is_number(end + 1) {
            end = self.range(end + 1, &mut numbers)?;
        }
        Some((end, Value::Numbers(numbers)))
    }

    /// `2`, or `2 to 5`, which stands for all of them.
    fn range(&mut self, at: usize, numbers: &mut Vec<(u64, Span)>) -> Option<usize> {
        let (end, (first, span)) = self.number(at, Slot::Numbers)?;
        if !(self.is(end, &["to"]) && self.is_number(end + 1)) {
            numbers.push((first, span));
            return Some(end);
        }
        let (end, (last, _)) = self.number(end + 1, Slot::Number)?;
        let span = self.span(at, end);
        if last < first || last - first >= LONGEST_RANGE {
            if self.mistake.is_none() {
                self.mistake = Some(
                    Diagnostic::new(
                        Code::OutOfRange,
                        format!("`{}` is no range", self.text_of(&span)),
                    )
                    .at(
                        span,
                        format!(
                            "it goes from the smaller number to the larger, over {LONGEST_RANGE} \
                             at most"
                        ),
                    ),
                );
            }
            return None;
        }
        numbers.extend((first..=last).map(|number| (number, span.clone())));
        Some(end)
    }

    fn is_number(&self, at: usize) -> bool {
        self.tokens
            .get(at)
            .is_some_and(|token| token.kind == TokenKind::Number)
    }

    /// A set of pits or a single pit, whichever is longer.
    fn pits(&mut self, at: usize) -> Read<Said> {
        if self.sets > DEEPEST_SETS {
            return None;
        }
        self.sets += 1;
        let read = self.pits_within(at);
        self.sets -= 1;
        read
    }

    fn pits_within(&mut self, at: usize) -> Read<Said> {
        let name = Slot::Pits.describe();
        let set = self.of_kind(Kind::Pits, at, name);
        let pit = self.of_kind(Kind::Pit, at, name);
        match (set, pit) {
            (Some(set), Some(pit)) => Some(if pit.0 > set.0 { pit } else { set }),
            (set, pit) => set.or(pit),
        }
    }

    /// `an occupied own pit`, `any own pit that holds 2 or more`.
    fn which(&mut self, at: usize) -> Read<Value> {
        let start = if self.is(at, &["a", "an"]) {
            at + 1
        } else {
            at
        };
        let (end, pits) = self.pits(start)?;
        if self.is(end, &["that"]) {
            let (end, facts) = self.claims(end + 1, 0)?;
            return Some((end, Value::Which(Box::new(pits), Some(facts))));
        }
        self.expected(end, None, Some("that"));
        Some((end, Value::Which(Box::new(pits), None)))
    }

    fn takes(&mut self, at: usize) -> Read<Value> {
        let (mut end, first) = self.pits(at)?;
        let mut takes = vec![first];
        while self.is(end, &[",", "and"]) {
            let (after, pits) = self.pits(end + 1)?;
            takes.push(pits);
            end = after;
        }
        self.expected(end, Some("`,`".to_owned()), None);
        Some((end, Value::Takes(takes)))
    }

    // Conditions.

    fn too_deep(&mut self, at: usize, depth: Depth) -> bool {
        if depth <= DEEPEST_NESTING {
            return false;
        }
        if self.mistake.is_none() {
            self.mistake = Some(
                Diagnostic::new(
                    Code::TooDeep,
                    format!("a condition nests more than {DEEPEST_NESTING} deep"),
                )
                .at(self.tokens[at].span.clone(), "this one is too deep"),
            );
        }
        true
    }

    fn mixed(&mut self, at: usize) {
        if self.mistake.is_none() {
            self.mistake = Some(
                Diagnostic::new(
                    Code::Mixed,
                    "`and` and `or` stand side by side, which can be read in two ways",
                )
                .at(
                    self.tokens[at].span.clone(),
                    "not the same word as the one before",
                )
                .help("put what belongs together in parentheses"),
            );
        }
    }

    /// Things joined by `and` or by `or`, but not by both.
    fn joined<T>(
        &mut self,
        start: usize,
        mut one: impl FnMut(&mut Self, usize) -> Read<T>,
        mut goes_on: impl FnMut(&mut Self, usize) -> Read<T>,
        and: impl FnOnce(Vec<T>) -> T,
        or: impl FnOnce(Vec<T>) -> T,
    ) -> Read<T> {
        let (mut end, first) = one(self, start)?;
        let mut items = vec![first];
        let mut joiner: Option<String> = None;
        while let Some(word) = self.word(end).filter(|word| matches!(*word, "and" | "or")) {
            let word = word.to_owned();
            let Some((after, item)) = goes_on(self, end + 1) else {
                if self.mistake.is_some() {
                    return None;
                }
                break;
            };
            match &joiner {
                Some(joiner) if *joiner != word => {
                    self.mixed(end);
                    return None;
                }
                _ => joiner = Some(word),
            }
            items.push(item);
            end = after;
        }
        let joined = match joiner.as_deref() {
            None => items.remove(0),
            Some("and") => and(items),
            Some(_) => or(items),
        };
        Some((end, joined))
    }

    fn condition(&mut self, at: usize, depth: Depth) -> Read<Condition> {
        if self.too_deep(at.min(self.tokens.len().saturating_sub(1)), depth) {
            return None;
        }
        let (end, condition) = self.joined(
            at,
            |reader, at| reader.one_condition(at, depth),
            |reader, at| reader.one_condition(at, depth),
            Condition::And,
            Condition::Or,
        )?;
        if self.is(end, &["and", "or"]) {
            // What follows could not be read; the furthest place says why.
            return None;
        }
        self.expected(end, Some("`and`".to_owned()), Some("and"));
        self.expected(end, Some("`or`".to_owned()), Some("or"));
        Some((end, condition))
    }

    fn one_condition(&mut self, at: usize, depth: Depth) -> Read<Condition> {
        if self.too_deep(at.min(self.tokens.len().saturating_sub(1)), depth) {
            return None;
        }
        if self.is(at, &["not"]) {
            let (end, condition) = self.one_condition(at + 1, depth + 1)?;
            return Some((end, Condition::Not(Box::new(condition))));
        }
        if self.is(at, &["("]) {
            let (end, condition) = self.condition(at + 1, depth + 1)?;
            if !self.is(end, &[")"]) {
                self.expected_word(end, ")");
                return None;
            }
            return Some((end + 1, condition));
        }
        let name = Slot::Condition.describe();
        if let Some((end, said)) = self.of_kind(Kind::TurnFact, at, name) {
            return Some((end, Condition::Turn(said)));
        }
        let (start, quantifier) = self.quantifier(at);
        let outer = if start == at {
            self.category_at.replace(at)
        } else {
            self.category_at
        };
        let subject = self.subject(start, depth);
        self.category_at = outer;
        let (end, subject) = subject?;
        if self.mistake.is_some() {
            return None;
        }
        if !self.is(end, VERBS) {
            for verb in ["is", "was", "holds"] {
                self.expected_word(end, verb);
            }
            return None;
        }
        let (end, facts) = self.claims(end, depth)?;
        Some((end, Condition::Pits(quantifier, subject, facts)))
    }

    /// The pits that a condition is about: `last pit`, `enemy pits that hold 2`.
    fn subject(&mut self, at: usize, depth: Depth) -> Read<Said> {
        let (end, pits) = self.pits(at)?;
        if !self.is(end, &["that"]) {
            return Some((end, pits));
        }
        let (end, facts) = self.claims(end + 1, depth + 1)?;
        Some((
            end,
            Said {
                word: Word::SuchPits,
                span: self.span(at, end),
                values: vec![Value::Which(Box::new(pits), Some(facts))],
            },
        ))
    }

    fn quantifier(&self, at: usize) -> (usize, Quantifier) {
        let quantifier = match self.word(at) {
            Some("each" | "every" | "all" | "both") => Quantifier::Each,
            Some("any" | "some") => Quantifier::Any,
            Some("none" | "no") => Quantifier::None,
            _ => return (at, Quantifier::Each),
        };
        let end = if self.is(at + 1, &["of"]) {
            at + 2
        } else {
            at + 1
        };
        (end, quantifier)
    }

    /// A verb and what it claims: `is occupied and not nki`, `was (empty or holds 2)`.
    fn claims(&mut self, at: usize, depth: Depth) -> Read<Facts> {
        let Some(verb) = self.word(at).and_then(Verb::of) else {
            for verb in ["is", "was", "holds"] {
                self.expected_word(at, verb);
            }
            return None;
        };
        self.facts(at + 1, verb, depth)
    }

    fn facts(&mut self, at: usize, verb: Verb, depth: Depth) -> Read<Facts> {
        // `and was empty` changes the verb for what follows it.
        let verb = std::cell::Cell::new(verb);
        self.joined(
            at,
            |reader, at| reader.one_fact(at, &verb, depth),
            |reader, at| {
                if reader.begins_condition(at) {
                    return None;
                }
                reader.one_fact(at, &verb, depth)
            },
            Facts::And,
            Facts::Or,
        )
    }

    /// Whether a condition of its own begins here (`and opposite pit is …`), and not another fact about
    /// the same pits. Looks no further than the first verb, so that nesting costs nothing.
    fn begins_condition(&mut self, at: usize) -> bool {
        let mut start = at;
        while self.is(start, &["not", "("]) {
            start += 1;
        }
        let mistake = self.mistake.take();
        let outer = self.category_at.replace(start);
        let begins = self
            .of_kind(Kind::TurnFact, start, Slot::Condition.describe())
            .is_some()
            || {
                let (subject, _) = self.quantifier(start);
                self.pits(subject)
                    .is_some_and(|(end, _)| self.is(end, VERBS))
            };
        self.category_at = outer;
        self.mistake = mistake;
        begins
    }

    fn one_fact(&mut self, at: usize, verb: &std::cell::Cell<Verb>, depth: Depth) -> Read<Facts> {
        if self.too_deep(at.min(self.tokens.len().saturating_sub(1)), depth) {
            return None;
        }
        if let Some(changed) = self.word(at).and_then(Verb::of) {
            verb.set(changed);
            return self.one_fact(at + 1, verb, depth + 1);
        }
        if self.is(at, &["not"]) {
            let (end, facts) = self.one_fact(at + 1, verb, depth + 1)?;
            return Some((end, Facts::Not(Box::new(facts))));
        }
        if self.is(at, &["("]) {
            let (end, facts) = self.facts(at + 1, verb.get(), depth + 1)?;
            if !self.is(end, &[")"]) {
                self.expected_word(end, ")");
                return None;
            }
            return Some((end + 1, facts));
        }
        let Verb { was, holds } = verb.get();
        let (kind, name) = if holds {
            (Kind::Holding, "a number of seeds")
        } else {
            (Kind::Fact, A_FACT)
        };
        let (end, said) = self.of_kind(kind, at, name)?;
        if was {
            self.check_was(&said);
        }
        Some((end, Facts::Fact { was, said }))
    }

    /// `was` speaks of the board before a seed fell: it means nothing where none has, or of a fact that is not
    /// known of that board.
    fn check_was(&mut self, said: &Said) {
        let seeds = matches!(said.word, Word::IsOccupied | Word::IsEmpty)
            || vocabulary::entry(said.word).kind == Kind::Holding;
        let fallen = matches!(self.moment, Moment::LapEnd | Moment::Any);
        let mark = matches!(said.word, Word::IsMarked | Word::IsMarkedBy);
        let only_now = mark || matches!(said.word, Word::IsAsFull | Word::IsFacing);
        if !(only_now || seeds && !fallen) || self.mistake.is_some() {
            return;
        }
        let (mistake, label) = if mark {
            (
                "a mark can be asked only as it stands: which pits bore it before is not kept",
                "say `is`",
            )
        } else if only_now {
            (
                "this can be asked only of the board as it stands",
                "say `is`",
            )
        } else {
            (
                "`was` means nothing here: no seed has fallen yet",
                "say `is`, or `holds`",
            )
        };
        self.mistake =
            Some(Diagnostic::new(Code::OutOfPlace, mistake).at(said.span.clone(), label));
    }

    /// The mistake: either words after the end of what was read, or a place where it could not go on.
    fn report(mut self, read_to: Option<usize>, keyword: &Token) -> Diagnostic {
        let furthest = std::mem::take(&mut self.furthest);
        let at = furthest.at.max(read_to.unwrap_or(0));
        let relevant = furthest.at == at;
        let form = form_of(keyword, self.tokens);
        let what = match read_to {
            Some(_) if relevant && !furthest.expected.is_empty() => {
                format!(
                    "expected {} or the end of the clause",
                    any_of(&furthest.expected)
                )
            }
            Some(_) => "expected the end of the clause".to_owned(),
            None => format!("expected {}", any_of(&furthest.expected)),
        };
        let Some(token) = self.tokens.get(at) else {
            let end = self
                .tokens
                .last()
                .map_or(keyword.span.end, |token| token.span.end);
            let mistake =
                Diagnostic::new(Code::Malformed, format!("`{}` breaks off", keyword.text))
                    .at(end..end, what)
                    .help(form);
            let otherwise = self
                .otherwise(at, &furthest.expected, keyword)
                .or_else(|| self.condition_needed(&furthest.expected, keyword));
            return match otherwise {
                Some(otherwise) => mistake.help(otherwise),
                None => mistake,
            };
        };
        let found = match token.kind {
            TokenKind::Text => format!("\"{}\"", token.text),
            _ => token.text.clone(),
        };
        let is_mark = |word: &str| self.marks.iter().any(|mark| mark == word);
        let told = furthest.expected.iter().filter_map(|expected| {
            let word = expected.strip_prefix('`')?;
            word.strip_suffix('`')
        });
        let near = (token.kind == TokenKind::Word)
            .then(|| {
                nearest(&found, furthest.near.iter().map(String::as_str))
                    .or_else(|| nearest_of_few(&found, told))
            })
            .flatten();
        let mark_expected = furthest.expected == [Slot::Mark.describe()];
        if token.kind == TokenKind::Word && relevant && (mark_expected || near.is_some_and(is_mark))
        {
            let known = match self.marks {
                [] => "no file declares a mark".to_owned(),
                marks => format!("the marks are: {}", marks.join(", ")),
            };
            let label = near.map_or_else(
                || "not declared".to_owned(),
                |near| format!("did you mean `{near}`?"),
            );
            return Diagnostic::new(Code::UnknownMark, format!("there is no mark `{found}`"))
                .at(token.span.clone(), label)
                .note(known)
                .help(format!("declare it, outside of all blocks: mark {found}"));
        }
        let code = if read_to.is_some() && furthest.at <= read_to.unwrap_or(0) {
            Code::Trailing
        } else {
            Code::Malformed
        };
        let when = furthest.expected.iter().any(|word| word == "`when`");
        let near = match found.as_str() {
            "if" if when => Some("when"),
            _ => near,
        };
        let otherwise = self.otherwise(at, &furthest.expected, keyword);
        let near = near.filter(|_| otherwise.is_none());
        let label = near.map_or(what, |near| format!("did you mean `{near}`?"));
        let mut mistake = Diagnostic::new(code, format!("`{found}` does not fit here"))
            .at(token.span.clone(), label)
            .help(form);
        if relevant && (1..=MOST_FORMS_WITHIN).contains(&furthest.within.len()) {
            let forms: Vec<&str> = furthest.within.iter().map(|entry| entry.form).collect();
            mistake = mistake.help(format!("this part is written: {}", forms.join("; or: ")));
        }
        let needed = || match near {
            None if read_to.is_none() => self.condition_needed(&furthest.expected, keyword),
            _ => None,
        };
        if let Some(otherwise) = otherwise.or_else(needed) {
            return mistake.help(otherwise);
        }
        if found == "when" && keyword.text == "from" {
            return mistake
                .help("what holds only at times is forbidden at the others: forbid a move when …");
        }
        if self.tokens[..at]
            .last()
            .is_some_and(|token| token.kind == TokenKind::Number)
            && matches!(found.as_str(), "-" | "–" | "..")
        {
            return mistake.help("numbers are listed, `2, 3 or 4`, or told as a range, `2 to 4`");
        }
        if is_mark(&found) && near.is_none() {
            return mistake.help(format!(
                "a mark is asked for after the pits: an own pit that is {found}, opposite pit is \
                 {found}"
            ));
        }
        if token.kind == TokenKind::Word && near.is_none() && found.len() > 3 {
            let said_in: Vec<&str> = vocabulary::entries_with(&found)
                .filter(|entry| !matches!(entry.kind, Kind::Clause(_)))
                .map(|entry| entry.form)
                .collect();
            if (1..=MOST_FORMS_WITHIN).contains(&said_in.len()) {
                mistake = mistake.help(format!("`{found}` is said in: {}", said_in.join("; or: ")));
            }
        }
        if found.ends_with("n't") {
            return mistake.help("write `not`: is not, was not, holds not");
        }
        if near.is_none()
            && furthest
                .expected
                .iter()
                .any(|expected| expected == Slot::Condition.describe())
        {
            let facts: Vec<String> = vocabulary::of_kind(Kind::TurnFact)
                .filter(|entry| entry.moment != Moment::Any)
                .filter(|entry| entry.moment.is_known_at(self.moment))
                .map(|entry| format!("`{}`", entry.example))
                .collect();
            return mistake.help(format!(
                "a condition says something of pits, like `each own pit is empty`, or is one of {}",
                facts.join(", ")
            ));
        }
        for (slot, kind) in [
            (Slot::Holding, Kind::Holding),
            (Slot::Outcome, Kind::Outcome),
        ] {
            if near.is_none() && furthest.expected == [slot.describe()] {
                let forms: Vec<&str> = vocabulary::of_kind(kind).map(|entry| entry.form).collect();
                return mistake.help(format!("{}: {}", slot.describe(), forms.join("; ")));
            }
        }
        if near.is_none() && furthest.expected.iter().any(|expected| expected == A_FACT) {
            let facts: Vec<&str> = vocabulary::of_kind(Kind::Fact)
                .map(|entry| entry.form)
                .collect();
            return mistake.help(format!("what can be said of a pit: {}", facts.join(", ")));
        }
        if token.begins_line && at > 0 {
            return mistake.help(
                "the line is indented deeper than the clause above it, and so goes on with that clause",
            );
        }
        mistake
    }
}

/// What a clause of this keyword looks like.
fn form_of(keyword: &Token, tokens: &[Token]) -> String {
    let mut forms: Vec<&str> = vocabulary::entries()
        .iter()
        .filter(|entry| matches!(entry.kind, Kind::Clause(_)) && entry.keyword() == keyword.text)
        .map(|entry| entry.form)
        .collect();
    // Where the second word tells the forms apart, only those that share it.
    if let Some(second) = tokens.get(1) {
        let narrowed: Vec<&str> = forms
            .iter()
            .copied()
            .filter(|form| form.split(' ').nth(1) == Some(second.text.as_str()))
            .collect();
        if !narrowed.is_empty() {
            forms = narrowed;
        }
    }
    forms.dedup();
    format!("it is written: {}", forms.join("; or: "))
}

fn any_of(things: &[String]) -> String {
    match things {
        [] => "something else".to_owned(),
        [one] => one.clone(),
        [firsts @ .., last] => format!("{} or {last}", firsts.join(", ")),
    }
}

fn slots_in(parts: &[Part]) -> usize {
    parts
        .iter()
        .map(|part| match part {
            Part::Literal(_) => 0,
            Part::Choice(_) | Part::Slot(_) => 1,
            Part::Optional(inner) => slots_in(inner),
        })
        .sum()
}

const VERBS: &[&str] = &["is", "are", "was", "were", "holds", "hold", "held"];

#[derive(Clone, Copy)]
struct Verb {
    was: bool,
    holds: bool,
}

impl Verb {
    fn of(word: &str) -> Option<Verb> {
        let (was, holds) = match word {
            "is" | "are" => (false, false),
            "was" | "were" => (true, false),
            "holds" | "hold" => (false, true),
            "held" => (true, true),
            _ => return None,
        };
        Some(Verb { was, holds })
    }
}
