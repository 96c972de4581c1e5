//! From a file and its parents to one list of clauses.
//!
//! A clause replaces the parent's clause of the same kind in the same block, a named rule the one of
//! that name; `drop` takes one away, `before` and `after` place a new one.

use super::Files;
use super::questions::{Answered, Question, Questions, SaidPlainly};
use super::read::{self, Said, Value};
use super::ruleset::{Citation, Provenance, Source};
use super::wording::ORDERED;
use crate::diagnostics::{Code, Diagnostic, FileId, Library, Loaded, nearest};
use crate::syntax::tree::{Cite, Clause, Span, Token, TokenKind, Tree};
use crate::syntax::{self};
use crate::vocabulary::{self, Block, Identity, Word, prefix};
use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// One clause as it holds in the end.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The block it stands in.
    pub block: Block,
    /// What it says.
    pub said: Said,
    /// What stands in its braces.
    pub inner: Vec<Said>,
    /// Whether all of that could be read; what could not has been reported.
    pub whole: bool,
    /// Where it was said, and who says so.
    pub provenance: Provenance,
    /// The question it answers, where it does: its number among [`Resolved::questions`].
    question: Option<usize>,
    /// What makes it the same clause as another.
    key: String,
    /// Its words, by which `drop` finds it.
    tokens: Vec<Token>,
}

/// An `example` of the file itself; those of parents speak of the parents' rules.
#[derive(Clone, Debug)]
pub struct ExampleClauses {
    /// Its name.
    pub name: String,
    /// Where the name stands.
    pub span: Span,
    /// Its clauses.
    pub clauses: Vec<Said>,
}

/// A file with everything it inherits.
#[derive(Clone, Debug, Default)]
pub struct Resolved {
    /// What the file is called.
    pub title: Option<String>,
    /// The marks declared, with where.
    pub marks: Vec<(String, FileId, Span)>,
    /// For each of them, whether it belongs to a player.
    pub owned: Vec<bool>,
    /// The sources declared.
    pub sources: Vec<Source>,
    /// The clauses that hold, blocks in the order of the language.
    pub clauses: Vec<Placed>,
    /// The clauses that were dropped: which, and where and by whom it is said.
    pub dropped: Vec<(Provenance, Provenance)>,
    /// The questions that are asked, each with its answer.
    pub questions: Vec<Question>,
    /// The examples of the file itself.
    pub examples: Vec<ExampleClauses>,
}

/// A file that was read and parsed.
#[derive(Debug)]
struct Parsed {
    id: FileId,
    tree: Tree,
}

/// A file and its parents as they were read, to be resolved once or with one answer after the other.
#[derive(Debug)]
pub struct Texts {
    /// The files, for showing places.
    pub library: Library,
    /// From the oldest ancestor to the file.
    chain: Vec<Parsed>,
    /// What is wrong with their form.
    mistakes: Vec<Diagnostic>,
    /// What their clauses were read as.
    readings: Readings,
}

/// What clauses were read as: whatever is answered, a clause says the same, and to read it takes far longer than all
/// the rest.
#[derive(Debug, Default)]
struct Readings(Mutex<HashMap<(FileId, Block, Span), Reading>>);

type Reading = Result<Said, Box<Diagnostic>>;

impl Readings {
    /// What a clause of a file was read as before, or is read as now.
    fn of(
        &self,
        file: FileId,
        block: Block,
        clause: &Clause,
        read: impl FnOnce() -> Reading,
    ) -> Reading {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = (file, block, clause.span.clone());
        known.entry(place).or_insert_with(read).clone()
    }
}

/// Reads a file and its parents.
pub fn read(path: &str, files: &dyn Files) -> Texts {
    let mut library = Library::default();
    let mut mistakes = Vec::new();
    // From the file to its oldest ancestor.
    let mut chain: Vec<Parsed> = Vec::new();
    let mut next = Some((path.to_owned(), None::<(FileId, Span)>));
    let mut seen: Vec<PathBuf> = Vec::new();
    while let Some((path, asked_by)) = next.take() {
        let plain = normal(Path::new(&path));
        if let Some((child, span)) = &asked_by
            && let Some(first) = seen.iter().position(|other| *other == plain)
        {
            let circle: Vec<String> = chain[first..]
                .iter()
                .map(|parsed| library.files[parsed.id].path.clone())
                .chain([path.clone()])
                .collect();
            mistakes.push(
                Diagnostic::new(
                    Code::ParentCycle,
                    "the files extend one another in a circle",
                )
                .in_file(*child)
                .at(span.clone(), "this closes the circle")
                .note(circle.join(" extends ")),
            );
            break;
        }
        seen.push(plain);
        let text = match files.read(&path).and_then(|bytes| text_of(&bytes)) {
            Ok(text) => text,
            Err(why) => {
                mistakes.push(match &asked_by {
                    Some((child, span)) => {
                        Diagnostic::new(Code::MissingParent, "the parent cannot be read")
                            .in_file(*child)
                            .at(span.clone(), why)
                            .note(format!("looked for {path}"))
                    }
                    None => {
                        library.files.push(Loaded {
                            path: path.clone(),
                            text: String::new(),
                        });
                        Diagnostic::new(Code::Unreadable, format!("the file cannot be read: {why}"))
                            .in_file(library.files.len() - 1)
                    }
                });
                break;
            }
        };
        let id = library.files.len();
        let (tree, found) = syntax::parse(&text);
        let unparsed = found
            .iter()
            .any(|mistake| mistake.at.is_none() || mistake.code == Code::TooDeep);
        library.files.push(Loaded {
            path: path.clone(),
            text: if text.len() > syntax::LONGEST_FILE {
                String::new()
            } else {
                text
            },
        });
        mistakes.extend(found.into_iter().map(|mistake| mistake.in_file(id)));
        if unparsed || !speaks_our_language(id, &tree, &mut mistakes) {
            break;
        }
        next = parent_of(&tree).map(|(relative, span)| {
            let base = Path::new(&path).parent().unwrap_or(Path::new(""));
            let joined = normal(&base.join(&relative));
            (joined.to_string_lossy().into_owned(), Some((id, span)))
        });
        chain.push(Parsed { id, tree });
    }
    chain.reverse();
    Texts {
        library,
        chain,
        mistakes,
        readings: Readings::default(),
    }
}

/// Resolves what a file and its parents say together. Some questions may be answered from outside: each by
/// its name and that of the choice, whatever the files say.
///
/// Returns what holds and the mistakes found; the result can be used only if there are none.
pub fn resolve(texts: &Texts, outside: &[(String, String)]) -> (Resolved, Vec<Diagnostic>) {
    let chain = &texts.chain;
    let mut mistakes = texts.mistakes.clone();
    let mut resolved = Resolved::default();
    if chain.is_empty() {
        return (resolved, mistakes);
    }
    let unbroken = !mistakes.iter().any(|mistake| {
        matches!(
            mistake.code,
            Code::MissingParent
                | Code::ParentCycle
                | Code::NoLanguage
                | Code::NewerLanguage
                | Code::Empty
        )
    });
    for parsed in chain {
        declare(parsed, &mut resolved, &mut mistakes);
    }
    let names: Vec<String> = resolved
        .marks
        .iter()
        .map(|(name, ..)| name.clone())
        .collect();
    let trees: Vec<_> = chain
        .iter()
        .map(|parsed| (parsed.id, &parsed.tree))
        .collect();
    let mut found = Vec::new();
    let mut questions = Questions::gather(&trees, outside, &mut found);
    if unbroken {
        mistakes.extend(found);
    }
    let slots = slots(&names, &resolved.owned);
    let last = chain.len() - 1;
    for (level, parsed) in chain.iter().enumerate() {
        File {
            id: parsed.id,
            level,
            is_itself: level == last,
            marks: &names,
            slots: &slots,
            readings: &texts.readings,
            resolved: &mut resolved,
            questions: &mut questions,
            mistakes: &mut mistakes,
            unbroken,
            own: Vec::new(),
            choice: None,
        }
        .read(&parsed.tree);
    }
    if unbroken {
        questions.judge(&mut mistakes);
    }
    resolved.questions = questions
        .asked
        .into_iter()
        .map(|asked| asked.question)
        .collect();
    for question in &mut resolved.questions {
        if let (Some(answer), Some(choice)) =
            (&question.answer, question.choices.get_mut(question.chosen))
        {
            choice
                .said
                .also(&answer.citations, answer.assumed.as_deref());
        }
    }
    for placed in &mut resolved.clauses {
        let Some(question) = placed.question.map(|at| &resolved.questions[at]) else {
            continue;
        };
        if let Some(answer) = &question.answer {
            placed
                .provenance
                .also(&answer.citations, answer.assumed.as_deref());
        }
    }
    resolved.clauses.sort_by_key(|placed| placed.block);
    (resolved, mistakes)
}

/// The names that marks have on a board, where one that is owned is South's or North's.
pub fn slots(marks: &[String], owned: &[bool]) -> Vec<String> {
    let name = |(mark, owned): (&String, &bool)| match owned {
        true => vec![format!("south-{mark}"), format!("north-{mark}")],
        false => vec![mark.clone()],
    };
    marks.iter().zip(owned).flat_map(name).collect()
}

/// The text of a file; a byte-order mark stays in it, so that places are right, and the grammar passes
/// over it.
pub(crate) fn text_of(bytes: &[u8]) -> Result<String, String> {
    match std::str::from_utf8(bytes) {
        Ok(text) if text.contains('\0') => {
            Err("it is not a text file: it holds a zero byte".to_owned())
        }
        Ok(text) => Ok(text.to_owned()),
        Err(error) => Err(format!(
            "it is not a text in UTF-8: byte {} begins no character",
            error.valid_up_to() + 1
        )),
    }
}

/// A path without `.` and with `..` taken back where it can be.
pub(crate) fn normal(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir
                if matches!(plain.components().next_back(), Some(Component::Normal(_))) =>
            {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

fn parent_of(tree: &Tree) -> Option<(String, Span)> {
    tree.clauses
        .iter()
        .find_map(|clause| match &clause.tokens[..] {
            [keyword, path, ..] if keyword.text == "extends" && path.kind == TokenKind::Text => {
                Some((path.text.clone(), path.span.clone()))
            }
            _ => None,
        })
}

fn speaks_our_language(id: FileId, tree: &Tree, mistakes: &mut Vec<Diagnostic>) -> bool {
    let Some(first) = tree.clauses.first() else {
        if mistakes.iter().all(|mistake| mistake.file != id) {
            mistakes.push(
                Diagnostic::new(Code::Empty, "there is nothing in this file")
                    .in_file(id)
                    .help(format!(
                        "a variant begins with `language {}`",
                        vocabulary::LANGUAGE
                    )),
            );
        }
        return false;
    };
    match &first.tokens[..] {
        [keyword, version, ..]
            if keyword.text == "language" && version.kind == TokenKind::Number =>
        {
            if version.text.parse() == Ok(vocabulary::LANGUAGE) {
                return true;
            }
            let newer = version.text.parse().unwrap_or(u64::MAX) > vocabulary::LANGUAGE;
            mistakes.push(
                Diagnostic::new(
                    Code::NewerLanguage,
                    format!(
                        "this file is written in version {} of the language",
                        version.text
                    ),
                )
                .in_file(id)
                .at(
                    version.span.clone(),
                    format!("this program speaks version {}", vocabulary::LANGUAGE),
                )
                .help(if newer {
                    "a newer version of this program may read it"
                } else {
                    "there is no such version"
                }),
            );
            false
        }
        _ => {
            mistakes.push(
                Diagnostic::new(
                    Code::NoLanguage,
                    "a file must begin with the version of its language",
                )
                .in_file(id)
                .at(
                    first
                        .tokens
                        .first()
                        .map_or(first.span.clone(), |token| token.span.clone()),
                    "something else comes first",
                )
                .help(format!(
                    "begin the file with `language {}`",
                    vocabulary::LANGUAGE
                )),
            );
            // Everything else can still be read.
            true
        }
    }
}

/// Gathers marks and sources first, since clauses may use them before they are declared.
fn declare(parsed: &Parsed, resolved: &mut Resolved, mistakes: &mut Vec<Diagnostic>) {
    for clause in &parsed.tree.clauses {
        let [keyword, name, ..] = &clause.tokens[..] else {
            continue;
        };
        let (is_mark, is_source) = (keyword.text == "mark", keyword.text == "source");
        if !(is_mark || is_source) || name.kind != TokenKind::Word {
            continue;
        }
        let reserved = if is_mark {
            vocabulary::entries().iter().any(|entry| {
                entry
                    .form
                    .split(|c: char| !c.is_alphanumeric())
                    .any(|word| word == name.text)
            })
        } else {
            [vocabulary::ASSUMED, vocabulary::UNCLEAR].contains(&name.text.as_str())
        };
        if reserved {
            mistakes.push(
                Diagnostic::new(
                    Code::Declared,
                    format!("`{}` is a word of the language", name.text),
                )
                .in_file(parsed.id)
                .at(name.span.clone(), "it cannot be a name"),
            );
            continue;
        }
        if is_mark {
            match resolved
                .marks
                .iter()
                .find(|(other, ..)| *other == name.text)
            {
                Some((_, file, span)) => mistakes.push(
                    Diagnostic::new(
                        Code::Declared,
                        format!("the mark `{}` is declared twice", name.text),
                    )
                    .in_file(parsed.id)
                    .at(name.span.clone(), "here again")
                    .see(*file, span.clone(), "first here"),
                ),
                None => {
                    resolved
                        .marks
                        .push((name.text.clone(), parsed.id, name.span.clone()));
                    resolved
                        .owned
                        .push(clause.tokens.iter().any(|token| token.text == "owned"));
                }
            }
        } else {
            resolved.sources.push(Source {
                key: name.text.clone(),
                ..Source::default()
            });
        }
    }
}

struct File<'a> {
    id: FileId,
    /// How far down the chain it stands: 0 for the oldest ancestor.
    level: usize,
    is_itself: bool,
    marks: &'a [String],
    /// The names that the marks have on a board.
    slots: &'a [String],
    readings: &'a Readings,
    resolved: &'a mut Resolved,
    questions: &'a mut Questions,
    mistakes: &'a mut Vec<Diagnostic>,
    /// Whether all parents could be read, so that what is missing is really missing.
    unbroken: bool,
    /// The keys this file has said so far, with where.
    own: Vec<(Block, String, Span)>,
    /// The choice that is being read: its question and its own number.
    choice: Option<(usize, usize)>,
}

impl File<'_> {
    fn mistake(&mut self, diagnostic: Diagnostic) {
        self.mistakes.push(diagnostic.in_file(self.id));
    }

    /// What a clause of this file says, `tokens` being all of it that is no `drop`, `before` or `after`.
    fn clause(&self, block: Block, clause: &Clause, tokens: &[Token]) -> Reading {
        // An example tells of a board, where a mark may be South's or North's.
        let marks = match block {
            Block::Example => self.slots,
            _ => self.marks,
        };
        let read = || read::clause(block, clause, tokens, marks);
        self.readings.of(self.id, block, clause, read)
    }

    fn read(&mut self, tree: &Tree) {
        let mut sources_declared: Vec<(String, Span)> = Vec::new();
        for clause in &tree.clauses {
            if clause
                .tokens
                .first()
                .is_some_and(|token| token.text == prefix::DROP)
            {
                self.drop_block(clause);
                continue;
            }
            let said = match self.clause(Block::File, clause, &clause.tokens) {
                Ok(said) => said,
                Err(mistake) => {
                    self.mistake(*mistake);
                    continue;
                }
            };
            let entry = vocabulary::entry(said.word);
            if !self.body_fits(clause, entry) {
                continue;
            }
            if !matches!(said.word, Word::Mark | Word::Answer) {
                self.no_cites(clause);
            }
            if !self.first_time(Block::File, &said, &clause.tokens) {
                continue;
            }
            match said.word {
                Word::Game => {
                    if let (true, Some(Value::Text(title, _))) =
                        (self.is_itself, said.values.first())
                    {
                        self.resolved.title = Some(title.clone());
                    }
                }
                Word::Source => {
                    if let Some(Value::Text(key, span)) = said.values.first() {
                        if let Some((_, first)) =
                            sources_declared.iter().find(|(other, _)| other == key)
                        {
                            let what = format!("the source `{key}` is declared twice");
                            let mistake = self.twice(Code::Declared, what, span, first);
                            self.mistake(mistake);
                        }
                        sources_declared.push((key.clone(), span.clone()));
                        self.source(key.clone(), clause);
                    }
                }
                Word::Mark => {
                    self.citations(&clause.cites);
                }
                Word::Question => {
                    if let Some(Value::Text(name, span)) = said.values.first() {
                        self.question(name, span, clause);
                    }
                }
                Word::Answer => {
                    let (citations, assumed) = self.citations(&clause.cites);
                    let answers = self
                        .questions
                        .asked
                        .iter_mut()
                        .filter_map(|asked| asked.question.answer.as_mut());
                    for answer in answers {
                        if answer.file == self.id && answer.span == clause.span {
                            answer.also(&citations, assumed.as_deref());
                        }
                    }
                }
                Word::Example => {
                    if let Some(Value::Text(name, span)) = said.values.first() {
                        self.example(name.clone(), span.clone(), clause);
                    }
                }
                _ => {
                    if let Some(block) = entry.body {
                        for inner in sound_clauses(clause) {
                            self.rule(block, inner);
                        }
                    }
                }
            }
        }
        if self.is_itself && self.resolved.title.is_none() && self.unbroken {
            let at = tree.clauses[0].span.clone();
            self.mistake(
                Diagnostic::new(Code::Missing, "the file does not say what it is called")
                    .at(at.end..at.end, "after this")
                    .help("add a line like: game \"Kiothi, as I heard it\""),
            );
        }
    }

    /// Whether a clause has a part in braces just when it should.
    fn body_fits(&mut self, clause: &Clause, entry: &vocabulary::Entry) -> bool {
        match (&clause.body, entry.body) {
            (Some(body), None) => {
                self.mistake(
                    Diagnostic::new(
                        Code::BodyUnexpected,
                        format!("`{}` has no part in braces", entry.keyword()),
                    )
                    .at(body.open.clone(), "this does not belong here")
                    .help(format!("it is written: {}", entry.form)),
                );
                false
            }
            (None, Some(_)) => {
                self.mistake(
                    Diagnostic::new(
                        Code::BodyExpected,
                        format!("`{}` needs a part in braces", entry.keyword()),
                    )
                    .at(clause.span.end..clause.span.end, "expected `{`")
                    .help(format!("for example: {}", entry.example)),
                );
                false
            }
            _ => true,
        }
    }

    /// Something that stands twice in this file.
    fn twice(&self, code: Code, what: String, again: &Span, first: &Span) -> Diagnostic {
        Diagnostic::new(code, what)
            .at(again.clone(), "here again")
            .see(self.id, first.clone(), "first here")
    }

    /// A clause that stands twice where it may stand once.
    fn said_twice(&self, again: &Span, entry: &vocabulary::Entry, first: &Span) -> Diagnostic {
        let what = format!("`{}` is said twice", entry.keyword());
        self.twice(Code::Repeated, what, again, first)
    }

    fn no_cites(&mut self, clause: &Clause) {
        if let Some(cite) = clause.cites.first() {
            self.mistake(
                Diagnostic::new(Code::Uncertain, "this clause cannot be cited")
                    .at(
                        cite.span.clone(),
                        "a citation belongs to a rule of the game",
                    )
                    .help("put it at the end of the rule that the source tells"),
            );
        }
    }

    /// Reports a clause that the file has said before.
    fn first_time(&mut self, block: Block, said: &Said, tokens: &[Token]) -> bool {
        let entry = vocabulary::entry(said.word);
        if entry.identity == Identity::Many {
            return true;
        }
        let key = key_of(said, tokens);
        if let Some((_, _, first)) = self
            .own
            .iter()
            .find(|(other, other_key, _)| *other == block && *other_key == key)
        {
            let mut mistake = self.said_twice(&said.span, entry, first);
            if entry.identity == Identity::ByName {
                mistake = mistake.help("give one of them a name of its own, in quotes");
            }
            if let Some(instead) = read::instead_of_twice(said.word, tokens) {
                mistake = mistake.help(instead);
            }
            self.mistake(mistake);
            return false;
        }
        self.own.push((block, key, said.span.clone()));
        true
    }

    /// A question: the blocks of the choice that holds are read as if they stood in its place, the others
    /// only for their spelling.
    fn question(&mut self, name: &str, span: &Span, clause: &Clause) {
        // One that a child asks anew counts for nothing here.
        let question = self.questions.find(self.level, name);
        let mut once: Vec<(String, Span)> = Vec::new();
        for inner in sound_clauses(clause) {
            let said = match self.clause(Block::Question, inner, &inner.tokens) {
                Ok(said) => said,
                Err(mistake) => {
                    self.mistake(*mistake);
                    continue;
                }
            };
            if !self.body_fits(inner, vocabulary::entry(said.word)) {
                continue;
            }
            let Some(Value::Text(choice, choice_span)) = said.values.first() else {
                continue;
            };
            if let Some((_, first)) = once.iter().find(|(other, _)| other == choice) {
                let what = format!("the choice `{choice}` is said twice");
                let mistake = self.twice(Code::Repeated, what, choice_span, first);
                self.mistake(mistake);
                continue;
            }
            once.push((choice.clone(), choice_span.clone()));
            let (citations, assumed) = self.citations(&inner.cites);
            self.choice = question.and_then(|question| {
                let choices = &mut self.questions.asked[question].question.choices;
                let at = choices.iter().position(|other| other.name == *choice)?;
                choices[at].said.also(&citations, assumed.as_deref());
                Some((question, at))
            });
            for block in sound_clauses(inner) {
                self.block_of_choice(block);
            }
            self.choice = None;
        }
        let there = clause.body.iter().flat_map(|body| &body.clauses).count();
        if there < 2 {
            let mistake = Diagnostic::new(
                Code::Missing,
                format!("the question `{name}` leaves no choice"),
            )
            .at(span.clone(), "expected two choices or more")
            .help(format!(
                "for example: {}",
                vocabulary::entry(Word::Choice).example
            ));
            self.mistake(mistake);
        }
    }

    /// A block in the braces of a choice.
    fn block_of_choice(&mut self, clause: &Clause) {
        self.no_cites(clause);
        let said = match self.clause(Block::File, clause, &clause.tokens) {
            Ok(said) => said,
            Err(mistake) => return self.mistake(*mistake),
        };
        let entry = vocabulary::entry(said.word);
        let Some(block) = entry.body.filter(|block| block.has_rules()) else {
            let mistake = Diagnostic::new(
                Code::OutOfPlace,
                format!("`{}` is no rule that could be chosen", entry.keyword()),
            )
            .at(said.span, "a choice holds blocks of rules")
            .help("write it outside of the question");
            return self.mistake(mistake);
        };
        if !self.body_fits(clause, entry) {
            return;
        }
        for inner in sound_clauses(clause) {
            if self.is_chosen() {
                self.rule(block, inner);
            } else {
                self.rule_not_chosen(block, inner);
            }
        }
    }

    /// Whether what is read holds, unless it stands in a choice that does not.
    fn is_chosen(&self) -> bool {
        self.choice.is_some_and(|(question, choice)| {
            self.questions.asked[question].question.chosen == choice
        })
    }

    /// A clause in a choice that does not hold here: read for its spelling, and for what it would settle.
    fn rule_not_chosen(&mut self, block: Block, clause: &Clause) {
        let tokens = match clause.tokens.first().map(|token| token.text.as_str()) {
            Some(prefix::DROP) => return,
            Some(prefix::BEFORE | prefix::AFTER) => clause.tokens.get(2..).unwrap_or_default(),
            _ => &clause.tokens[..],
        };
        let said = match self.clause(block, clause, tokens) {
            Ok(said) => said,
            Err(mistake) => return self.mistake(*mistake),
        };
        let entry = vocabulary::entry(said.word);
        if !self.body_fits(clause, entry) {
            return;
        }
        self.citations(&clause.cites);
        if let Some(inner_block) = entry.body {
            for inner in sound_clauses(clause) {
                self.citations(&inner.cites);
                if let Err(mistake) = self.clause(inner_block, inner, &inner.tokens) {
                    self.mistake(*mistake);
                }
            }
        }
        self.settles(block, &key_of(&said, tokens));
    }

    /// Notes a clause that is said outside of all questions.
    fn says(&mut self, block: Block, key: &str, span: &Span) {
        if self.choice.is_none() {
            self.questions.said.push(SaidPlainly {
                level: self.level,
                block,
                key: key.to_owned(),
                file: self.id,
                span: span.clone(),
            });
        }
    }

    /// Notes a clause that is said in a choice: its question settles it.
    fn settles(&mut self, block: Block, key: &str) {
        let chosen = self.is_chosen();
        if let Some((question, _)) = self.choice {
            let asked = &mut self.questions.asked[question];
            asked.settles.push((block, key.to_owned()));
            if chosen {
                asked.holds.push((block, key.to_owned()));
            }
        }
    }

    fn source(&mut self, key: String, clause: &Clause) {
        let mut source = Source {
            key: key.clone(),
            ..Source::default()
        };
        let mut said_words: Vec<(Word, Span)> = Vec::new();
        for inner in sound_clauses(clause) {
            self.no_cites(inner);
            let said = match self.clause(Block::Source, inner, &inner.tokens) {
                Ok(said) => said,
                Err(mistake) => {
                    self.mistake(*mistake);
                    continue;
                }
            };
            if !self.body_fits(inner, vocabulary::entry(said.word)) {
                continue;
            }
            if let Some((_, first)) = said_words.iter().find(|(word, _)| *word == said.word) {
                let entry = vocabulary::entry(said.word);
                let mistake = self.said_twice(&said.span, entry, first);
                self.mistake(mistake);
                continue;
            }
            said_words.push((said.word, said.span.clone()));
            let Some(Value::Text(text, _)) = said.values.into_iter().next() else {
                continue;
            };
            match said.word {
                Word::Title => source.title = text,
                Word::Author => source.author = text,
                Word::Publication => source.publication = text,
                Word::SourceFile => source.file = text,
                Word::SourceLanguage => source.language = text,
                Word::SourceNote => source.note = text,
                _ => {}
            }
        }
        if source.title.is_empty() {
            self.mistake(
                Diagnostic::new(Code::Missing, format!("the source `{key}` has no title"))
                    .at(clause.span.clone(), "what is it called?")
                    .help("add a line like: title \"Kiothi\""),
            );
        }
        // A child may describe a source anew; what it says last holds.
        self.resolved.sources.retain(|other| other.key != key);
        self.resolved.sources.push(source);
    }

    fn example(&mut self, name: String, span: Span, clause: &Clause) {
        let mut clauses = Vec::new();
        let mut once: Vec<(String, Span)> = Vec::new();
        for inner in sound_clauses(clause) {
            self.no_cites(inner);
            match self.clause(Block::Example, inner, &inner.tokens) {
                Ok(said) => {
                    let entry = vocabulary::entry(said.word);
                    if !self.body_fits(inner, entry) {
                        continue;
                    }
                    let key = key_of(&said, &inner.tokens);
                    if entry.identity != Identity::Many {
                        if let Some((_, first)) = once.iter().find(|(other, _)| *other == key) {
                            let mistake = self.said_twice(&said.span, entry, first);
                            self.mistake(mistake);
                            continue;
                        }
                        once.push((key, said.span.clone()));
                    }
                    clauses.push(said);
                }
                Err(mistake) => self.mistake(*mistake),
            }
        }
        if self.is_itself {
            self.resolved.examples.push(ExampleClauses {
                name,
                span,
                clauses,
            });
        }
    }

    /// A clause of one of the blocks that hold rules.
    fn rule(&mut self, block: Block, clause: &Clause) {
        let (place, tokens) = match self.placing(block, clause) {
            Some(placing) => placing,
            None => return,
        };
        if matches!(place, Place::Drop) {
            self.drop_clause(block, clause, tokens);
            return;
        }
        let said = match self.clause(block, clause, tokens) {
            Ok(said) => said,
            Err(mistake) => return self.mistake(*mistake),
        };
        let entry = vocabulary::entry(said.word);
        if !self.body_fits(clause, entry) {
            return;
        }
        let mut provenance = self.provenance(clause);
        let (mut inner, mut whole) = (Vec::new(), true);
        if let Some(inner_block) = entry.body {
            let mut once: Vec<(Word, Apart<'_>, Span)> = Vec::new();
            for clause in sound_clauses(clause) {
                let (citations, assumed) = self.citations(&clause.cites);
                provenance.citations.extend(citations);
                provenance.assumed = provenance.assumed.or(assumed);
                match self.clause(inner_block, clause, &clause.tokens) {
                    Ok(said) => {
                        if !self.body_fits(clause, vocabulary::entry(said.word)) {
                            continue;
                        }
                        let identity = vocabulary::entry(said.word).identity;
                        // What goes to another player is taken apart, and so is a part of what pits hold.
                        let most = match said.values.first() {
                            Some(Value::Number(most, _)) => Some(*most),
                            _ => None,
                        };
                        let receiver = match said.values.last() {
                            Some(Value::Said(receiver)) => texts_within(clause, &receiver.span),
                            _ => Vec::new(),
                        };
                        let kind = (most, receiver);
                        if let Some((.., first)) = once.iter().find(|(word, other, _)| {
                            *word == said.word && *other == kind && identity != Identity::Many
                        }) {
                            let entry = vocabulary::entry(said.word);
                            let mistake =
                                self.said_twice(&said.span, entry, first)
                                    .help(match said.word {
                                        Word::Take => {
                                            "name all the pits in one `take`, with commas"
                                        }
                                        _ => "say it once",
                                    });
                            self.mistake(mistake);
                            continue;
                        }
                        once.push((said.word, kind, said.span.clone()));
                        inner.push(said);
                    }
                    Err(mistake) => {
                        whole = false;
                        self.mistake(*mistake);
                    }
                }
            }
        }
        let key = key_of(&said, tokens);
        self.settles(block, &key);
        if !self.first_time(block, &said, tokens) {
            return;
        }
        self.says(block, &key, &clause.span);
        let placed = Placed {
            block,
            said,
            inner,
            whole,
            provenance,
            question: self.choice.map(|(question, _)| question),
            key,
            tokens: tokens.to_vec(),
        };
        self.place(block, placed, place);
    }

    fn place(&mut self, block: Block, placed: Placed, place: Place) {
        let clauses = &mut self.resolved.clauses;
        let old = clauses
            .iter()
            .position(|other| other.block == block && other.key == placed.key);
        match place {
            Place::Here => match old {
                Some(old) => clauses[old] = placed,
                None => clauses.push(placed),
            },
            Place::Before(anchor) | Place::After(anchor) => {
                let after = matches!(place, Place::After(_));
                // The anchor is a place in the list; taking the old one away may move it.
                let mut at = anchor;
                if let Some(old) = old {
                    clauses.remove(old);
                    if old == anchor {
                        // Before or after itself: where it was.
                        clauses.insert(old, placed);
                        return;
                    }
                    if old < at {
                        at -= 1;
                    }
                }
                clauses.insert(if after { at + 1 } else { at }, placed);
            }
            Place::Drop => {}
        }
    }

    /// What stands before a clause: `drop`, `before NAME`, `after NAME`.
    fn placing<'c>(&mut self, block: Block, clause: &'c Clause) -> Option<(Place, &'c [Token])> {
        let tokens = &clause.tokens[..];
        let Some(first) = tokens.first() else {
            return Some((Place::Here, tokens));
        };
        match first.text.as_str() {
            prefix::DROP if first.kind == TokenKind::Word => Some((Place::Drop, &tokens[1..])),
            prefix::BEFORE | prefix::AFTER if first.kind == TokenKind::Word => {
                if !ORDERED.contains(&block) {
                    self.mistake(
                        Diagnostic::new(
                            Code::OutOfPlace,
                            format!("the order of clauses means nothing in `{}`", block.name()),
                        )
                        .at(first.span.clone(), "not needed here")
                        .help("write the clause without it"),
                    );
                    return None;
                }
                let Some(anchor) = tokens.get(1) else {
                    self.mistake(
                        Diagnostic::new(Code::Malformed, format!("`{}` breaks off", first.text))
                            .at(
                                first.span.end..first.span.end,
                                "expected the name of a rule in quotes, or the word it begins with",
                            ),
                    );
                    return None;
                };
                let found = self.find(block, std::slice::from_ref(anchor));
                match found[..] {
                    [at] => Some((
                        if first.text == prefix::BEFORE {
                            Place::Before(at)
                        } else {
                            Place::After(at)
                        },
                        &tokens[2..],
                    )),
                    _ => {
                        self.not_one(block, anchor, found.len(), Code::NoSuchNeighbour);
                        None
                    }
                }
            }
            _ => Some((Place::Here, tokens)),
        }
    }

    /// The clauses of a block that begin with these words, or bear this name.
    fn find(&self, block: Block, tokens: &[Token]) -> Vec<usize> {
        let same = |a: &Token, b: &Token| a.kind == b.kind && a.text == b.text;
        self.resolved
            .clauses
            .iter()
            .enumerate()
            .filter(|(_, placed)| {
                placed.block == block
                    && match tokens {
                        [name] if name.kind == TokenKind::Text => {
                            placed.key == format!("\"{}\"", name.text)
                        }
                        _ => {
                            placed.tokens.len() >= tokens.len()
                                && placed.tokens.iter().zip(tokens).all(|(a, b)| same(a, b))
                        }
                    }
            })
            .map(|(at, _)| at)
            .collect()
    }

    fn not_one(&mut self, block: Block, anchor: &Token, found: usize, code: Code) {
        if !self.unbroken {
            return;
        }
        let shown = match anchor.kind {
            TokenKind::Text => format!("\"{}\"", anchor.text),
            _ => anchor.text.clone(),
        };
        if found > 1 {
            self.mistake(
                Diagnostic::new(
                    code,
                    format!("`{}` has several clauses `{shown}`", block.name()),
                )
                .at(anchor.span.clone(), "which one?")
                .help("say its name in quotes, or more of its words"),
            );
            return;
        }
        let names: Vec<String> = self
            .resolved
            .clauses
            .iter()
            .filter(|placed| placed.block == block)
            .map(|placed| match placed.key.strip_prefix('"') {
                Some(name) => name.trim_end_matches('"').to_owned(),
                None => placed.tokens[0].text.clone(),
            })
            .collect();
        let label = match nearest(&anchor.text, names.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "not there".to_owned(),
        };
        let mistake = Diagnostic::new(code, format!("`{}` has no `{shown}` so far", block.name()))
            .at(anchor.span.clone(), label);
        let mistake = if names.is_empty() {
            mistake.note(format!("nothing is said in `{}` so far", block.name()))
        } else {
            mistake.note(format!("there are: {}", names.join(", ")))
        };
        self.mistake(mistake);
    }

    fn drop_clause(&mut self, block: Block, clause: &Clause, tokens: &[Token]) {
        let Some(first) = tokens.first() else {
            self.mistake(Diagnostic::new(Code::Malformed, "`drop` breaks off").at(
                clause.span.end..clause.span.end,
                "expected the name of a rule in quotes, or the words it begins with",
            ));
            return;
        };
        if let Some(body) = &clause.body {
            self.mistake(
                Diagnostic::new(Code::BodyUnexpected, "`drop` has no part in braces")
                    .at(body.open.clone(), "this does not belong here"),
            );
            return;
        }
        let found = self.find(block, tokens);
        match found[..] {
            [at] => {
                let dropped = self.resolved.clauses.remove(at);
                self.settles(block, &dropped.key);
                self.says(block, &dropped.key, &clause.span);
                let said = self.provenance(clause);
                self.resolved.dropped.push((dropped.provenance, said));
            }
            _ => self.not_one(block, first, found.len(), Code::NothingToDrop),
        }
    }

    /// `drop opening` and the like: a whole block of the parent.
    fn drop_block(&mut self, clause: &Clause) {
        self.no_cites(clause);
        let name: Vec<&str> = clause.tokens[1..].iter().map(|t| t.text.as_str()).collect();
        let name = name.join(" ");
        let blocks: Vec<Block> = vocabulary::of_kind(vocabulary::Kind::Clause(Block::File))
            .filter_map(|entry| entry.body)
            .filter(|block| block.has_rules())
            .collect();
        let at = clause.tokens.get(1).map_or(clause.span.clone(), |first| {
            first.span.start..clause.span.end
        });
        let Some(block) = blocks.iter().copied().find(|block| block.name() == name) else {
            let names: Vec<&str> = blocks.iter().map(|block| block.name()).collect();
            let label = match nearest(&name, names.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "not a block of rules".to_owned(),
            };
            self.mistake(
                Diagnostic::new(
                    Code::NothingToDrop,
                    format!("there is no block `{name}` to drop"),
                )
                .at(at, label)
                .help(format!("the blocks of rules are {}", names.join(", "))),
            );
            return;
        };
        let (gone, kept): (Vec<_>, Vec<_>) = std::mem::take(&mut self.resolved.clauses)
            .into_iter()
            .partition(|placed| placed.block == block);
        self.resolved.clauses = kept;
        for placed in &gone {
            self.says(block, &placed.key, &clause.span);
        }
        if gone.is_empty() && self.unbroken {
            self.mistake(
                Diagnostic::new(
                    Code::NothingToDrop,
                    format!("no parent has a `{name}` to drop"),
                )
                .at(at, "nothing is said there"),
            );
        }
    }

    /// Where a clause stands in this file, and who says it.
    fn provenance(&mut self, clause: &Clause) -> Provenance {
        let (citations, assumed) = self.citations(&clause.cites);
        let mut provenance = Provenance {
            citations,
            assumed,
            ..Provenance::at(self.id, clause.span.clone())
        };
        if let Some((question, choice)) = self.choice {
            let question = &self.questions.asked[question].question;
            let choice = &question.choices[choice];
            provenance.also(&choice.said.citations, choice.said.assumed.as_deref());
            provenance.answers.push(Answered {
                question: question.name.clone(),
                choice: choice.name.clone(),
            });
        }
        provenance
    }

    /// Judges the citations of a clause.
    fn citations(&mut self, cites: &[Cite]) -> (Vec<Citation>, Option<String>) {
        let mut citations: Vec<Citation> = Vec::new();
        let mut assumed = None;
        for cite in cites {
            let name = cite.name.text.as_str();
            if name.is_empty() {
                self.mistake(
                    Diagnostic::new(Code::Uncertain, "`@` names no source")
                        .at(cite.span.clone(), "expected the name of a source after it"),
                );
            } else if name == vocabulary::ASSUMED {
                assumed = Some(cite.quote.clone());
            } else if name == vocabulary::UNCLEAR {
                match citations.last_mut() {
                    Some(last) => last.unclear = Some(cite.quote.clone()),
                    None => self.mistake(
                        Diagnostic::new(Code::Uncertain, "`@unclear` follows no source")
                            .at(cite.span.clone(), "which source is unclear?")
                            .help("write it after the source: @ky @unclear \"the noun is lost\""),
                    ),
                }
            } else if self
                .resolved
                .sources
                .iter()
                .any(|source| source.key == name)
            {
                citations.push(Citation {
                    source: name.to_owned(),
                    quote: cite.quote.clone(),
                    unclear: None,
                });
            } else {
                let label = {
                    let known = self
                        .resolved
                        .sources
                        .iter()
                        .map(|source| source.key.as_str());
                    match nearest(
                        name,
                        known.chain([vocabulary::ASSUMED, vocabulary::UNCLEAR]),
                    ) {
                        Some(near) => format!("did you mean `@{near}`?"),
                        None => "no file declares it".to_owned(),
                    }
                };
                let known: Vec<&str> = self
                    .resolved
                    .sources
                    .iter()
                    .map(|s| s.key.as_str())
                    .collect();
                let mut mistake =
                    Diagnostic::new(Code::UnknownSource, format!("there is no source `{name}`"))
                        .at(cite.name.span.clone(), label)
                        .help(format!("declare it: source {name} {{ title \"…\" }}"));
                if !known.is_empty() {
                    mistake = mistake.note(format!("the sources are {}", known.join(", ")));
                }
                self.mistake(mistake);
                // One report is enough; the rule is taken as cited.
                citations.push(Citation {
                    source: name.to_owned(),
                    quote: cite.quote.clone(),
                    unclear: None,
                });
            }
        }
        (citations, assumed)
    }
}

/// The clauses in the braces of a clause, but for those that have been reported.
fn sound_clauses(clause: &Clause) -> impl Iterator<Item = &Clause> {
    clause
        .body
        .iter()
        .flat_map(|body| &body.clauses)
        .filter(|inner| !inner.broken)
}

enum Place {
    Here,
    Before(usize),
    After(usize),
    Drop,
}

/// What makes a clause the same as another in its block.
fn key_of(said: &Said, tokens: &[Token]) -> String {
    let plain = format!("{:?}", said.word);
    match vocabulary::entry(said.word).identity {
        Identity::Once | Identity::Many => plain,
        Identity::ByName => match said.values.first() {
            Some(Value::Text(name, _)) => format!("\"{name}\""),
            _ => plain,
        },
        Identity::ByMark => match said.values.first() {
            Some(Value::Mark(mark)) => format!("{plain} {mark}"),
            Some(Value::Text(name, _)) => format!("{plain} {name}"),
            _ => plain,
        },
        Identity::ByOccasion => match &said.values[..] {
            [Value::Mark(mark), _, Value::Choice(occasion)] => format!("marks {mark} {occasion}"),
            _ => plain,
        },
        Identity::ByText => tokens
            .iter()
            .map(|token| token.text.as_str())
            .collect::<Vec<_>>()
            .join(" "),
        Identity::ByCondition => tokens
            .iter()
            .take_while(|token| token.text != ":")
            .map(|token| token.text.as_str())
            .collect::<Vec<_>>()
            .join(" "),
    }
}

/// What tells one `take` of a rule from another: how many seeds, and the words for who gets them.
type Apart<'c> = (Option<u64>, Vec<&'c str>);

/// The words of a clause that stand in a span.
fn texts_within<'c>(clause: &'c Clause, span: &Span) -> Vec<&'c str> {
    let within = |token: &&Token| span.start <= token.span.start && token.span.end <= span.end;
    let tokens = clause.tokens.iter().filter(within);
    tokens.map(|token| token.text.as_str()).collect()
}
