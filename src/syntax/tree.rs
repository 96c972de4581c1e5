//! The tree of a variant file: clauses, their words, their citations and their bodies, each with the
//! place it stands. Nothing here knows what a word means.

use std::ops::Range;

/// A range of bytes in the text of one file.
pub type Span = Range<usize>;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A run of letters: a word of the language, a name, or a pit with its seeds (`e5`).
    Word,
    /// Digits.
    Number,
    /// A text in double quotes.
    Text,
    /// One of `, : ( ) = < > -`.
    Symbol,
}

/// One token of a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// How it is written; for a text, what stands between the quotes, escapes resolved.
    pub text: String,
    /// Where it stands.
    pub span: Span,
    /// Whether it is the first of its line.
    pub begins_line: bool,
}

/// `@es "a quote"`, `@assumed "why"`, `@unclear "why"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cite {
    /// The word after `@`, with its place; empty where it is missing.
    pub name: Token,
    /// The texts that follow it, joined by a space; empty where there are none.
    pub quote: String,
    /// From the `@` to the end of the last text.
    pub span: Span,
}

/// What stands between `{` and `}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    /// The opening brace.
    pub open: Span,
    /// The clauses inside.
    pub clauses: Vec<Clause>,
}

/// One clause: its words, its citations, and its body if it has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The words, numbers, texts and symbols before the body.
    pub tokens: Vec<Token>,
    /// The citations, wherever in the clause they stand.
    pub cites: Vec<Cite>,
    /// The part in braces.
    pub body: Option<Body>,
    /// From the first token to the last token before the body.
    pub span: Span,
    /// Whether a part of it could not be read and has been reported, so that the rest means nothing.
    pub broken: bool,
}

/// One file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// The clauses at the top level, in the order of the file.
    pub clauses: Vec<Clause>,
}
