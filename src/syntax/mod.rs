//! Text to tree. The pest grammar in `grammar/variant.pest` finds tokens, lines and braces; this
//! module joins lines into clauses by their indentation, mends braces that were forgotten, and
//! reports what is no token at all.
//!
//! It knows no word of the language except, for one purpose, the names of the blocks: to tell where a
//! forgotten `}` should have stood.

pub mod tree;

use crate::diagnostics::{Code, Diagnostic};
use crate::vocabulary::{self, Block};
use pest::Parser;
use pest::iterators::Pair;
use tree::{Body, Cite, Clause, Span, Token, TokenKind, Tree};

/// The longest file that is read, in bytes. A variant file is a page or two; a megabyte is a mistake.
pub const LONGEST_FILE: usize = 1 << 20;
/// The most clauses of a file, and the most words of a clause: far more than any variant has, and few enough
/// that whatever is done with them takes no time.
pub const MOST_CLAUSES: usize = 5_000;
/// See [`MOST_CLAUSES`].
pub const MOST_WORDS: usize = 1_000;
/// The most mistakes of a file that are kept.
const MOST_KEPT: usize = 1_000;
/// How deep braces, and parentheses in a condition, may nest.
pub const DEEPEST_NESTING: usize = 32;

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/variant.pest"]
struct VariantParser;

/// Parses the text of one file. Returns what could be understood, and every mistake found; the tree is
/// complete when there are none.
///
/// ```
/// let (tree, mistakes) = kiothi::syntax::parse("turn {\n  lift all\n}\n");
/// assert!(mistakes.is_empty());
/// assert_eq!(tree.clauses[0].tokens[0].text, "turn");
/// ```
pub fn parse(text: &str) -> (Tree, Vec<Diagnostic>) {
    let mut mistakes = Vec::new();
    if text.len() > LONGEST_FILE {
        mistakes.push(
            Diagnostic::new(
                Code::TooLarge,
                format!(
                    "the file has {} bytes; a variant file has at most {LONGEST_FILE}",
                    text.len()
                ),
            )
            .help("is this a variant file?"),
        );
        return (Tree::default(), mistakes);
    }
    if let Some(deep) = first_too_deep(text) {
        mistakes.push(
            Diagnostic::new(
                Code::TooDeep,
                format!("braces nest more than {DEEPEST_NESTING} deep"),
            )
            .at(deep, "this one is too deep"),
        );
        return (Tree::default(), mistakes);
    }
    // The grammar takes some dozen steps a byte; one that takes more has gone wrong, and must not hang.
    pest::set_call_limit(std::num::NonZeroUsize::new(100 * LONGEST_FILE));
    let file = match VariantParser::parse(Rule::file, text) {
        Ok(mut pairs) => pairs.next().expect("the grammar has one file"),
        Err(error) => {
            // The grammar catches every text; this is for the reader who changes it.
            let place = match error.location {
                pest::error::InputLocation::Pos(at) => at..at,
                pest::error::InputLocation::Span((from, to)) => from..to,
            };
            mistakes.push(
                Diagnostic::new(Code::Stray, "this cannot be read".to_owned())
                    .at(place, "here the grammar stops"),
            );
            return (Tree::default(), mistakes);
        }
    };
    let mut builder = Builder {
        text,
        lines: Lines::of(text),
        clauses: 0,
        mistakes: &mut mistakes,
    };
    let mut lines = Vec::new();
    for pair in file.into_inner() {
        match pair.as_rule() {
            Rule::line => lines.push(pair),
            Rule::stray_close => builder.stray_close(span(&pair)),
            _ => {}
        }
    }
    let clauses = builder.clauses(lines, 0);
    // A text without its end swallows the rest of its line, and with it the braces there.
    let lines = Lines::of(text);
    let line_of = |at: usize| lines.row(at);
    let open_texts: Vec<usize> = starts_of(&mistakes, Code::OpenText).map(line_of).collect();
    mistakes.retain(|mistake| {
        mistake.code != Code::OpenBrace
            || !starts_of(std::slice::from_ref(mistake), Code::OpenBrace)
                .any(|at| open_texts.contains(&line_of(at)))
    });
    (Tree { clauses }, mistakes)
}

/// Finds the first brace that opens too deep, reading over texts and comments as the grammar does, so
/// that the recursive parser never meets it.
fn first_too_deep(text: &str) -> Option<Span> {
    let mut depth = 0usize;
    let mut bytes = text.bytes().enumerate().peekable();
    let (mut in_text, mut in_comment) = (false, false);
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\n' | b'\r' => (in_text, in_comment) = (false, false),
            _ if in_comment => {}
            // An escape: what follows is part of the text, unless the line ends.
            b'\\' if in_text => drop(bytes.next_if(|(_, next)| !matches!(next, b'\n' | b'\r'))),
            b'"' => in_text = !in_text,
            _ if in_text => {}
            b'#' => in_comment = true,
            b'{' => {
                depth += 1;
                if depth > DEEPEST_NESTING {
                    return Some(at..at + 1);
                }
            }
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// Where the mistakes of a code begin.
fn starts_of(mistakes: &[Diagnostic], code: Code) -> impl Iterator<Item = usize> {
    mistakes
        .iter()
        .filter(move |mistake| mistake.code == code)
        .filter_map(|mistake| mistake.at.as_ref().map(|at| at.span.start))
}

fn span(pair: &Pair<'_, Rule>) -> Span {
    let span = pair.as_span();
    span.start()..span.end()
}

/// Where the lines of a text begin.
struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let ends = (0..bytes.len()).filter(|&at| {
            bytes[at] == b'\n' || bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n')
        });
        Lines(std::iter::once(0).chain(ends.map(|at| at + 1)).collect())
    }

    /// The line of a byte, from 0.
    fn row(&self, at: usize) -> usize {
        self.0.partition_point(|&start| start <= at) - 1
    }

    /// Where the line of a byte begins.
    fn start(&self, at: usize) -> usize {
        self.0[self.row(at)]
    }
}

struct Builder<'a> {
    text: &'a str,
    lines: Lines,
    /// How many clauses there are so far.
    clauses: usize,
    mistakes: &'a mut Vec<Diagnostic>,
}

impl Builder<'_> {
    /// Adds a mistake. Of more than anyone reads, the rest is not kept: a file of nothing but braces has a
    /// million.
    fn mistake(&mut self, mistake: Diagnostic) {
        if self.mistakes.len() < MOST_KEPT {
            self.mistakes.push(mistake);
        }
    }

    fn stray_close(&mut self, at: Span) {
        self.mistake(
            Diagnostic::new(Code::StrayBrace, "this `}` closes nothing".to_owned())
                .at(at, "no `{` is open here")
                .help("remove it, or look for a `}` too many above"),
        );
    }

    /// The column of a byte: how many characters stand before it in its line, a tab counting as four.
    fn column(&self, at: usize) -> usize {
        self.text[self.lines.start(at)..at]
            .chars()
            .filter(|&c| c != '\u{feff}')
            // Farther in than anyone indents it does not matter how far.
            .take(1000)
            .map(|c| if c == '\t' { 4 } else { 1 })
            .sum()
    }

    /// Whether the file has more clauses than any variant; says so once.
    fn too_many(&mut self, at: usize) -> bool {
        if self.clauses == MOST_CLAUSES {
            self.clauses += 1;
            self.mistakes.push(
                Diagnostic::new(
                    Code::TooLarge,
                    format!("a file has at most {MOST_CLAUSES} clauses"),
                )
                .at(at..at + 1, "this is one too many")
                .help("is this a variant file?"),
            );
        }
        self.clauses > MOST_CLAUSES
    }

    /// Joins lines into clauses: a line that is indented deeper than the clause above it, or begins
    /// with its brace, goes on with it.
    fn clauses(&mut self, lines: Vec<Pair<'_, Rule>>, depth: usize) -> Vec<Clause> {
        let mut clauses: Vec<Clause> = Vec::new();
        // The column and line of the clause being built, and where its last part ended.
        let mut open: Option<(usize, usize)> = None;
        for line in lines {
            let start = line.as_span().start();
            let column = self.column(start);
            let row = self.lines.row(start);
            let parts: Vec<_> = line.into_inner().collect();
            let starts_with_body = parts
                .first()
                .is_some_and(|part| part.as_rule() == Rule::body);
            let goes_on = match open {
                Some((clause_column, clause_row)) => {
                    row != clause_row
                        && (column > clause_column
                            || starts_with_body && clauses.last().is_some_and(|c| c.body.is_none()))
                }
                None => false,
            };
            if self.too_many(start) {
                break;
            }
            if !goes_on {
                self.clauses += 1;
                clauses.push(empty_clause(start));
                open = Some((column, row));
            }
            for part in parts {
                let last = clauses.last_mut().expect("a clause was pushed");
                let is_cite_part = match part.as_rule() {
                    Rule::cite => true,
                    // A text right after a citation quotes it.
                    Rule::text => last.cites.last().is_some_and(|cite| {
                        self.text[cite.span.end..part.as_span().start()]
                            .split('#')
                            .next()
                            .is_some_and(|between| between.trim().is_empty())
                            && last
                                .tokens
                                .last()
                                .is_none_or(|t| t.span.end <= cite.span.start)
                    }),
                    _ => false,
                };
                if last.body.is_some() && !is_cite_part && part.as_rule() != Rule::stray {
                    // Words after a body begin a new clause, on the same line or not.
                    let at = part.as_span().start();
                    clauses.push(empty_clause(at));
                    open = Some((self.column(at), self.lines.row(at)));
                    self.clauses += 1;
                }
                self.part(part, clauses.last_mut().expect("there is one"), depth);
            }
        }
        clauses.retain(|clause| {
            !(clause.tokens.is_empty() && clause.cites.is_empty() && clause.body.is_none())
        });
        self.mend(clauses, depth)
    }

    /// Adds one part of a line to a clause.
    fn part(&mut self, part: Pair<'_, Rule>, clause: &mut Clause, depth: usize) {
        let place = span(&part);
        let kind = match part.as_rule() {
            Rule::body => {
                clause.body = Some(self.body(part, depth + 1));
                return;
            }
            Rule::cite => {
                let name = part.into_inner().next();
                let name = Token {
                    kind: TokenKind::Word,
                    text: name.as_ref().map_or("", |n| n.as_str()).to_owned(),
                    span: name.as_ref().map_or(place.clone(), span),
                    begins_line: false,
                };
                clause.cites.push(Cite {
                    name,
                    quote: String::new(),
                    span: place,
                });
                return;
            }
            Rule::open_text => {
                self.mistake(
                    Diagnostic::new(
                        Code::OpenText,
                        "this text has no closing `\"` on its line".to_owned(),
                    )
                    .at(place.clone(), "it begins here")
                    .help("a long text may go on as a second text in quotes on the next line"),
                );
                clause.broken = true;
                TokenKind::Text
            }
            Rule::stray => {
                self.mistake(
                    Diagnostic::new(
                        Code::Stray,
                        format!("`{}` means nothing here", part.as_str().escape_debug()),
                    )
                    .at(place, "not a part of the language"),
                );
                return;
            }
            Rule::text => TokenKind::Text,
            Rule::number => TokenKind::Number,
            Rule::word => TokenKind::Word,
            Rule::symbol => TokenKind::Symbol,
            _ => return,
        };
        let text = match kind {
            TokenKind::Text => unquote(part.as_str()),
            _ => part.as_str().replace('’', "'"),
        };
        if kind == TokenKind::Text
            && let Some(cite) = clause.cites.last_mut()
            && clause
                .tokens
                .last()
                .is_none_or(|token| token.span.end <= cite.span.start)
            && clause
                .body
                .as_ref()
                .is_none_or(|body| body.open.end <= cite.span.start)
        {
            if !cite.quote.is_empty() {
                cite.quote.push(' ');
            }
            cite.quote.push_str(&text);
            cite.span.end = place.end;
            return;
        }
        if clause.tokens.is_empty() {
            clause.span.start = place.start;
        }
        clause.span.end = place.end;
        if clause.tokens.len() >= MOST_WORDS {
            if !clause.broken {
                self.mistake(
                    Diagnostic::new(
                        Code::TooLarge,
                        format!("a clause has at most {MOST_WORDS} words"),
                    )
                    .at(place, "this is one too many"),
                );
            }
            clause.broken = true;
            return;
        }
        let line = self.lines.start(place.start);
        clause.tokens.push(Token {
            kind,
            text,
            begins_line: self.text[line..place.start].trim().is_empty(),
            span: place,
        });
    }

    fn body(&mut self, pair: Pair<'_, Rule>, depth: usize) -> Body {
        let (mut open, mut closed, mut lines) = (span(&pair), false, Vec::new());
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::open => open = span(&inner),
                Rule::close => closed = true,
                Rule::line => lines.push(inner),
                _ => {}
            }
        }
        if !closed {
            self.mistake(
                Diagnostic::new(Code::OpenBrace, "this `{` is never closed".to_owned())
                    .at(open.clone(), "it opens here")
                    .help("add a `}` where the block ends"),
            );
        }
        Body {
            open,
            clauses: self.clauses(lines, depth),
        }
    }

    /// Where a `}` was forgotten, the blocks that follow have fallen into the one above. Lifts every
    /// clause that begins with the name of a block back to the top, so that the one mistake is
    /// reported once.
    fn mend(&mut self, clauses: Vec<Clause>, depth: usize) -> Vec<Clause> {
        if depth != 0
            || !self
                .mistakes
                .iter()
                .any(|mistake| mistake.code == Code::OpenBrace)
        {
            return clauses;
        }
        let mut mended = Vec::new();
        for mut clause in clauses {
            let mut lifted = Vec::new();
            let holder = Holder::of(&clause, Holder::Block);
            if let Some(body) = &mut clause.body {
                lift_blocks(body, holder, &mut lifted);
            }
            mended.push(clause);
            mended.append(&mut lifted);
        }
        mended
    }
}

/// Takes everything from the first clause on that can only stand at the top of a file.
fn lift_blocks(body: &mut Body, holder: Holder, lifted: &mut Vec<Clause>) {
    if let Some(first) = body
        .clauses
        .iter()
        .position(|clause| stands_at_the_top(clause, holder))
    {
        lifted.extend(body.clauses.drain(first..));
        return;
    }
    if let Some(last) = body.clauses.last_mut() {
        let holder = Holder::of(last, holder);
        if let Some(inner) = &mut last.body {
            lift_blocks(inner, holder, lifted);
        }
    }
}

/// Whose braces clauses stand in: blocks may stand in those of a choice too.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holder {
    Block,
    Question,
    Choice,
}

impl Holder {
    /// What the braces of a clause are, which itself stands in these.
    fn of(clause: &Clause, outer: Holder) -> Holder {
        let word = clause.tokens.first().map_or("", |token| &token.text);
        match outer {
            Holder::Question => Holder::Choice,
            _ if vocabulary::body_of(word) == Some(Block::Question) => Holder::Question,
            _ => Holder::Block,
        }
    }
}

fn stands_at_the_top(clause: &Clause, holder: Holder) -> bool {
    let Some(first) = clause.tokens.first() else {
        return false;
    };
    let body = vocabulary::body_of(&first.text);
    match holder {
        Holder::Block => clause.body.is_some() && body.is_some(),
        Holder::Question => vocabulary::begins_a_clause(Block::File, &first.text),
        Holder::Choice => {
            vocabulary::begins_a_clause(Block::File, &first.text)
                && !body.is_some_and(Block::has_rules)
        }
    }
}

fn empty_clause(at: usize) -> Clause {
    Clause {
        tokens: Vec::new(),
        cites: Vec::new(),
        body: None,
        span: at..at,
        broken: false,
    }
}

fn unquote(written: &str) -> String {
    let inner = written.strip_prefix('"').unwrap_or(written);
    let mut text = String::new();
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => text.extend(chars.next()),
            '"' => break,
            c => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(clause: &Clause) -> String {
        clause
            .tokens
            .iter()
            .map(|token| token.text.as_str())
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn a_deeper_line_goes_on_with_the_clause_above() {
        let (tree, mistakes) = parse("turn {\n  relay when\n    last pit\n  stop\n}");
        assert!(mistakes.is_empty());
        let body = tree.clauses[0].body.as_ref().unwrap();
        assert_eq!(words(&body.clauses[0]), "relay when last pit");
        assert_eq!(words(&body.clauses[1]), "stop");
    }

    #[test]
    fn clauses_on_one_line_are_parted_by_a_semicolon() {
        let (tree, mistakes) = parse("source es { title \"T\"; language \"es\" }");
        assert!(mistakes.is_empty());
        assert_eq!(tree.clauses[0].body.as_ref().unwrap().clauses.len(), 2);
    }

    #[test]
    fn texts_after_a_citation_are_its_quote() {
        let (tree, _) = parse("lift all @es \"uno\"\n    \"dos\" @assumed \"why\"");
        let cites = &tree.clauses[0].cites;
        assert_eq!(cites[0].quote, "uno dos");
        assert_eq!(cites[1].name.text, "assumed");
        assert_eq!(cites[1].quote, "why");
    }

    #[test]
    fn a_forgotten_brace_is_one_mistake_and_the_blocks_below_are_kept() {
        let (tree, mistakes) = parse("setup {\n  place 1\n\nturn {\n  lift all\n}\n");
        assert_eq!(mistakes.len(), 1);
        assert_eq!(mistakes[0].code, Code::OpenBrace);
        assert_eq!(tree.clauses.len(), 2);
    }

    #[test]
    fn nesting_is_refused_before_it_is_parsed() {
        let deep = "x {".repeat(100_000);
        let (_, mistakes) = parse(&deep);
        assert_eq!(mistakes[0].code, Code::TooDeep);
    }
}
