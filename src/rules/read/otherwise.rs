//! How that is said for which an author took words that the language does not have.
//!
//! Where a clause cannot be read on, this tells more than what was expected in its place. What is
//! proposed in the author's own words has been read as the language reads it, or it is not proposed.

use super::{A_FACT, Reader};
use crate::syntax::tree::{Token, TokenKind};
use crate::vocabulary::{self, Kind, Moment, Slot, Word};

/// How a run begins that goes on with where it lies, not with the kind of its pits.
const WHICH_WAY: &[&str] = &["before", "after", "clockwise", "counterclockwise"];

/// How many words back the pits are looked for from which some are left out.
const MOST_WORDS: usize = 64;

impl Reader<'_> {
    /// What is to be written instead, where reading ended `at` a place in which this was expected.
    pub(super) fn otherwise(
        &self,
        at: usize,
        expected: &[String],
        keyword: &Token,
    ) -> Option<String> {
        let is_expected = |slot: &str| expected.iter().any(|expected| expected == slot);
        let condition = is_expected(Slot::Condition.describe());
        if (is_expected(Slot::Holding.describe()) || is_expected("`half`"))
            && let Some(count) = count_otherwise(self.tokens, at)
        {
            return Some(count);
        }
        if self.is(at, &["either"]) && (condition || is_expected(A_FACT)) {
            return Some(self.either(at));
        }
        if self.is(at, &["except", "but"]) {
            return self.except(at, keyword);
        }
        if let Some(facing) = (at.saturating_sub(2)..at).find(|&at| self.is(at, &["facing"])) {
            return Some(self.facing(facing));
        }
        self.run(at)
    }

    /// That a clause of this keyword has a condition, where `when` was expected and does not stand.
    pub(super) fn condition_needed(&self, expected: &[String], keyword: &Token) -> Option<String> {
        let needed = vocabulary::entries().iter().any(|entry| {
            matches!(entry.kind, Kind::Clause(_))
                && entry.keyword() == keyword.text
                && entry.form.ends_with(" when <condition>")
        });
        if !needed || !expected.iter().any(|expected| expected == "`when`") {
            return None;
        }
        let always = match self.moment {
            _ if keyword.text == "forbid" => None,
            Moment::LapStart => Some("origin is occupied"),
            Moment::LapEnd => Some("lap of 1 or more"),
            _ => None,
        };
        let needs = format!("`{}` needs a condition: when …", keyword.text);
        Some(match always {
            Some(always) => format!("{needs}; one that always holds: when {always}"),
            None => needs,
        })
    }

    /// `either store holds 30`: of the one, or of the other.
    fn either(&self, at: usize) -> String {
        let (one, other) = match self.word(at + 1) {
            Some("store") => ("own store", "enemy store"),
            Some("row") if self.is(at + 2, &["holds", "hold"]) => {
                ("seeds in own row are", "seeds in enemy row are")
            }
            Some("row") => ("own row", "enemy row"),
            Some("player") => ("mover", "opponent"),
            _ => return "leave out `either`: `or` alone says it".to_owned(),
        };
        let start = at + 2;
        let mut rest = self.over(self.tokens);
        let end = if one == "mover" {
            let tokens = [words(one), self.tokens[start..].to_vec()].concat();
            (self.over(&tokens).of_kind(Kind::TurnFact, 0, "")).map(|(end, _)| end + start - 1)
        } else {
            rest.claims(start, 0).map(|(end, _)| end)
        };
        let verb = usize::from(one.starts_with("seeds"));
        let claimed = end.map(|end| text(&self.tokens[start + verb..end]));
        let claimed = claimed.as_deref().unwrap_or("…");
        let both = format!("{one} {claimed} or {other} {claimed}");
        let joined = self.is(at.wrapping_sub(1), &["and", "not"])
            || end.is_some_and(|end| self.is(end, &["and"]));
        let both = if joined { format!("({both})") } else { both };
        format!("of the one or of the other is said in full: {both}")
    }

    /// `all enemy pits except enemy pit 3`: those that are not that one.
    fn except(&self, at: usize, keyword: &Token) -> Option<String> {
        if keyword.text == "place" {
            return Some(
                "pits that hold another number at the start have a clause of their own: except 0 seeds in \
                 each of the rightmost 2 own pits"
                    .to_owned(),
            );
        }
        let before = &self.tokens[..at];
        let mut reader = self.over(before);
        let start = (at.saturating_sub(MOST_WORDS)..at)
            .find(|&start| reader.pits(start).is_some_and(|(end, _)| end == at))?;
        let named = &before[start..];
        let mut rest = self.over(self.tokens);
        let pit = rest.of_kind(Kind::Pit, at + 1, "").map(|(end, _)| end);
        let pits = rest.pits(at + 1).map(|(end, _)| end);
        let end = pits.filter(|&end| !self.is(end, &["that"]));
        let but = match end {
            Some(end) if pit == Some(end) => text(&self.tokens[at + 1..end]),
            Some(end) => format!("one of {}", text(&self.tokens[at + 1..end])),
            None => "…".to_owned(),
        };
        let article = before[..start]
            .last()
            .filter(|token| matches!(token.text.as_str(), "a" | "an"));
        let all = ["every", "each", "any", "all"].contains(&named[0].text.as_str());
        let every = match article {
            Some(article) => format!("{} ", article.text),
            None if all => String::new(),
            None => "all ".to_owned(),
        };
        let many = named.last().is_some_and(|token| token.text == "pits");
        Some(format!(
            "pits are left out like this: {every}{} that {} not {but}",
            text(named),
            if many { "are" } else { "is" },
        ))
    }

    /// `facing a pit that holds 1 or 2`: one of those opposite such pits.
    fn facing(&self, facing: usize) -> String {
        let mut start = facing + 1;
        if self.is(start, &["a", "an"]) {
            start += 1;
        }
        let said = (self.over(self.tokens).which(start))
            .map(|(end, _)| [words("all"), plural(&self.tokens[start..end])].concat())
            .filter(|said| self.are_pits(said));
        format!(
            "for other pits that it faces say: one of the pits opposite {}; what faces the last pit is \
             `opposite pit`",
            said.map_or("all pits that hold 1 or 2".to_owned(), |said| text(&said))
        )
    }

    /// `the unbroken run before last pit that hold 2`: first the kind of its pits, then where it lies.
    fn run(&self, at: usize) -> Option<String> {
        let run = (0..at).rev().find(|&run| self.is(run, &["run"]))?;
        let of = if self.is(run + 1, &["across"]) {
            run + 3
        } else {
            run + 1
        };
        let start = (0..run)
            .rev()
            .find(|&start| !self.is(start, &["the", "unbroken"]))
            .map_or(0, |before| before + 1);
        let mut reader = self.over(self.tokens);
        // Where it lies: the way, and the pit.
        let lies = (of..=at).find_map(|way| {
            let pits = way + 1..(way + 5).min(self.tokens.len());
            self.is(way, WHICH_WAY).then_some(())?;
            pits.into_iter()
                .find_map(|pit| reader.of_kind(Kind::Pit, pit, ""))
                .map(|(end, _)| way..end)
        })?;
        if at != lies.start && at != lies.end || at == lies.start && at != of {
            return None;
        }
        let mut kind: Vec<Token> = match self.tokens[of..lies.start] {
            [] => words("pits"),
            [_, ref kind @ ..] => kind.to_vec(),
        };
        let (from, end) = if self.is(lies.end, &["that"]) {
            let end = reader.claims(lies.end + 1, 0).map(|(end, _)| end);
            (lies.end, end)
        } else if self.is(lies.end, &["of"]) {
            kind.clear();
            (lies.end + 1, reader.which(lies.end + 1).map(|(end, _)| end))
        } else {
            (lies.end, None)
        };
        kind.extend_from_slice(&self.tokens[from..end.unwrap_or(from)]);
        let mut said = self.tokens[start..of].to_vec();
        said.extend(words("of"));
        said.extend(kind);
        said.extend_from_slice(&self.tokens[lies]);
        Some(format!(
            "first comes the kind of pits, then where the run lies: {}",
            if end.is_some() && self.are_pits(&said) {
                text(&said)
            } else {
                "the unbroken run of enemy pits that hold 2 or 3 before last pit".to_owned()
            }
        ))
    }

    /// Whether these words are a set of pits.
    fn are_pits(&self, tokens: &[Token]) -> bool {
        let mut reader = self.over(tokens);
        reader.pits(0).is_some_and(|(end, _)| end == tokens.len()) && reader.mistake.is_none()
    }
}

/// How it is said in a clause of `turn` what a player must do, for which there is no clause that begins with
/// this word.
pub(super) fn duty(tokens: &[Token]) -> Option<String> {
    let word = |at: usize| tokens.get(at).map(|token| token.text.as_str());
    if !matches!(word(0), Some("must" | "may" | "can" | "cannot" | "never")) {
        return None;
    }
    let forbid = match word(1) {
        Some("feed" | "share" | "give") => {
            "forbid \"must feed\" a turn after which each enemy pit is empty and was empty"
        }
        Some("capture" | "take") if word(0) == Some("must") => {
            "forbid \"must capture\" a turn after which not captured this turn, unless every move is such"
        }
        _ => "forbid a move when …, or forbid a turn after which …",
    };
    Some(format!(
        "what a player must or may not do is said in `turn` by what is not legal: {forbid}"
    ))
}

/// What is written where a clause of this word, with these tokens, stands a second time.
pub fn instead_of_twice(word: Word, tokens: &[Token]) -> Option<String> {
    let rest = |text_of: &[Token]| text(text_of.get(1..).unwrap_or_default());
    match word {
        Word::Place => Some(format!(
            "pits that hold another number at the start are told by: except {}",
            rest(tokens)
        )),
        Word::Sow => Some(format!(
            "where another way is sown from some pits, or at times, say which: sow {} from …",
            rest(tokens)
        )),
        Word::From => Some(
            "one clause tells all the pits: from an own pit that holds 2 or more, and the like; what holds \
             only at times is forbidden at the others: forbid a move when …"
                .to_owned(),
        ),
        _ => None,
    }
}

/// How a number of seeds is written that is told as `more than 3`, `fewer than 3`, `at least 3` or `at most 3`,
/// where one of these words does not fit.
fn count_otherwise(tokens: &[Token], at: usize) -> Option<String> {
    (at.saturating_sub(2)..=at).find_map(|first| {
        let [first, second, number] = tokens.get(first..first + 3)? else {
            return None;
        };
        let said: u32 = number.text.parse().ok()?;
        let count = match (first.text.as_str(), second.text.as_str()) {
            ("more", "than") => format!("{} or more", said.checked_add(1)?),
            ("fewer" | "less", "than") => format!("{} or fewer", said.checked_sub(1)?),
            ("at", "least") => format!("{said} or more"),
            ("at", "most") => format!("{said} or fewer"),
            _ => return None,
        };
        Some(format!(
            "`{} {} {said}` is written `{count}`",
            first.text, second.text
        ))
    })
}

/// The kind of pits that is meant by one pit of that kind: `enemy pits that hold 2` by `enemy pit that holds 2`.
fn plural(tokens: &[Token]) -> Vec<Token> {
    let mut tokens = tokens.to_vec();
    for token in &mut tokens {
        token.text = match token.text.as_str() {
            "pit" => "pits",
            "holds" => "hold",
            "is" => "are",
            "was" => "were",
            other => other,
        }
        .to_owned();
    }
    tokens
}

/// Words that stand in no file.
fn words(text: &str) -> Vec<Token> {
    let token = |word: &str| Token {
        kind: TokenKind::Word,
        text: word.to_owned(),
        span: 0..0,
        begins_line: false,
    };
    text.split(' ').map(token).collect()
}

/// Tokens as they are written.
fn text(tokens: &[Token]) -> String {
    let mut text = String::new();
    let mut open = true;
    for token in tokens {
        if !open && !matches!(token.text.as_str(), "," | ")") {
            text.push(' ');
        }
        match token.kind {
            TokenKind::Text => text.push_str(&format!("\"{}\"", token.text)),
            _ => text.push_str(&token.text),
        }
        open = token.text == "(";
    }
    text
}
