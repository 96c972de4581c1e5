//! What is wrong with a file, as data; and how it is shown.
//!
//! A [`Diagnostic`] has a stable code, a message, the place, and what would help. It is made wherever a
//! mistake is found and rendered here, in the look of rustc (through annotate-snippets) or as JSON.
//! Finding mistakes is not this room's business.

use crate::syntax::tree::Span;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use serde::Serialize;
use std::fmt;

macro_rules! codes {
    ($($name:ident = $number:literal, $meaning:literal;)*) => {
        /// The kinds of mistakes. The number of a code never changes its meaning.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Code {
            $(#[doc = $meaning] $name = $number,)*
        }

        impl Code {
            /// Every code, in the order of the numbers.
            pub const ALL: &'static [Code] = &[$(Code::$name),*];

            /// What the code stands for, in a line.
            pub fn meaning(self) -> &'static str {
                match self { $(Code::$name => $meaning),* }
            }
        }
    };
}

codes! {
    Unreadable = 1, "a file that could not be read";
    TooLarge = 2, "a file longer than any variant file";
    TooDeep = 3, "braces or parentheses nested too deep";
    OpenBrace = 4, "a `{` that is never closed";
    StrayBrace = 5, "a `}` that closes nothing";
    UnknownBlock = 6, "a word that begins no block";
    UnknownClause = 7, "a clause that its block does not have";
    Repeated = 8, "a clause said twice";
    Malformed = 9, "a clause that does not go on as it should";
    Trailing = 10, "words after the end of a clause";
    OutOfRange = 12, "a number outside of its range";
    UnknownMark = 13, "a mark that no file declares";
    UnknownSource = 14, "a source that no file declares";
    UnknownRule = 15, "a rule that does not exist";
    MissingParent = 16, "a parent that cannot be read";
    ParentCycle = 17, "files that extend one another in a circle";
    NoLanguage = 18, "a file that does not begin with its language version";
    NewerLanguage = 19, "a language version that this program does not speak";
    Missing = 20, "a rule without which no game can be played";
    NothingToDrop = 21, "a `drop` of what is not there";
    NoSuchNeighbour = 22, "a `before` or `after` of what is not there";
    TooWide = 23, "a set of pits wider than the board";
    NeverHolds = 24, "a condition that can never hold";
    NeverReached = 25, "a rule that is never reached";
    OutOfPlace = 26, "words that mean nothing in this place";
    Mixed = 27, "`and` and `or` mixed without parentheses";
    NoThem = 28, "`them` with nothing before it";
    OpenText = 29, "a text without its closing quote";
    Stray = 30, "a character that is not part of the language";
    BodyExpected = 31, "a clause that needs a part in braces";
    BodyUnexpected = 32, "a part in braces where none belongs";
    Declared = 33, "a name declared twice";
    Uncertain = 34, "a citation that does not fit its place";
    Contradiction = 35, "clauses that contradict each other";
    Empty = 36, "a file with nothing in it";
    Uncited = 37, "a rule without a source";
    ExampleFails = 38, "an example that does not come out as it says";
    ExampleBroken = 39, "an example that cannot be read or played";
    Unplayable = 40, "a variant that cannot be played out";
    Unanswered = 41, "a question that no file answers";
    NoSuchAnswer = 42, "an answer to no question, or a choice that the question does not have";
    // From 60 on: experiments.
    NotToml = 60, "a text that is not TOML";
    RepeatedKey = 61, "a key said twice";
    UnknownKey = 62, "a key that experiments do not have";
    WrongKind = 63, "a value of the wrong kind";
    NoVariants = 64, "an experiment without variants";
    MissingVariant = 65, "a variant that cannot be read";
    RepeatedVariant = 66, "a variant named twice";
    UnknownReference = 67, "a reference that is none of the variants";
    UnknownPlayer = 68, "a player that does not exist";
    UnknownMeasure = 69, "a measure that does not exist";
    Excluded = 70, "keys that do not go together";
    UnknownQuestion = 71, "a question to sweep that has no answers to try";
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "K{:04}", *self as u16)
    }
}

/// Which of the loaded files a place is in: its number in the [`Library`].
pub type FileId = usize;

/// A place, with what is to be said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The file.
    pub file: FileId,
    /// The place in it.
    pub span: Span,
    /// What is said about it; may be empty.
    pub text: String,
}

/// One mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What kind of mistake it is.
    pub code: Code,
    /// What is wrong, in a line.
    pub message: String,
    /// The file it belongs to, also where no place is known.
    pub file: FileId,
    /// Where it is.
    pub at: Option<Label>,
    /// Other places that have to do with it.
    pub see: Vec<Label>,
    /// What one should know about it.
    pub notes: Vec<String>,
    /// What would mend it.
    pub helps: Vec<String>,
}

impl Diagnostic {
    /// A mistake with nothing said of its place yet.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            message: message.into(),
            file: 0,
            at: None,
            see: Vec::new(),
            notes: Vec::new(),
            helps: Vec::new(),
        }
    }

    /// Says where it is, in the file it belongs to.
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Self {
        self.at = Some(Label {
            file: self.file,
            span,
            text: text.into(),
        });
        self
    }

    /// Points at another place that has to do with it.
    pub fn see(mut self, file: FileId, span: Span, text: impl Into<String>) -> Self {
        self.see.push(Label {
            file,
            span,
            text: text.into(),
        });
        self
    }

    /// Adds what one should know.
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Adds what would mend it.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.helps.push(text.into());
        self
    }

    /// Says which file it belongs to.
    pub fn in_file(mut self, file: FileId) -> Self {
        self.file = file;
        if let Some(at) = &mut self.at {
            at.file = file;
        }
        self
    }
}

/// A file as it was loaded: what diagnostics need to show its lines.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// How the user names it.
    pub path: String,
    /// Its text; empty where it could not be read.
    pub text: String,
}

/// The files that were loaded, by [`FileId`].
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// The files, in the order they were asked for.
    pub files: Vec<Loaded>,
}

impl Library {
    /// The line and column of a byte, each from one; a column counts characters.
    pub fn line_column(&self, file: FileId, at: usize) -> (usize, usize) {
        let text = &self.files[file].text;
        let before = &text[..floor_char(text, at)];
        let line = before.matches('\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let column = before[start..].chars().filter(|&c| c != '\u{feff}').count() + 1;
        (line, column)
    }

    /// `path:line` of a place.
    pub fn place(&self, file: FileId, at: usize) -> String {
        format!("{}:{}", self.files[file].path, self.line_column(file, at).0)
    }

    /// One diagnostic in the look of rustc, without colour, ending in a newline.
    pub fn render(&self, diagnostic: &Diagnostic, renderer: &Renderer) -> String {
        let id = diagnostic.code.to_string();
        let mut group = Level::ERROR
            .primary_title(diagnostic.message.as_str())
            .id(id.as_str())
            .elements(std::iter::empty::<
                Snippet<'_, annotate_snippets::Annotation<'_>>,
            >());
        // One snippet a file, the file of the mistake first.
        let mut labels: Vec<(&Label, AnnotationKind)> = Vec::new();
        labels.extend(
            diagnostic
                .at
                .iter()
                .map(|label| (label, AnnotationKind::Primary)),
        );
        labels.extend(
            diagnostic
                .see
                .iter()
                .map(|label| (label, AnnotationKind::Context)),
        );
        let mut files: Vec<FileId> = Vec::new();
        for (label, _) in &labels {
            if !files.contains(&label.file) {
                files.push(label.file);
            }
        }
        for &file in &files {
            let loaded = &self.files[file];
            let mut snippet = Snippet::source(loaded.text.as_str())
                .path(loaded.path.as_str())
                .fold(true);
            for (label, kind) in labels.iter().filter(|(label, _)| label.file == file) {
                let mut annotation = kind.span(clamp(&loaded.text, &label.span));
                if !label.text.is_empty() {
                    annotation = annotation.label(label.text.as_str());
                }
                snippet = snippet.annotation(annotation);
            }
            group = group.element(snippet);
        }
        if files.is_empty() {
            group = group.element(annotate_snippets::Origin::path(
                self.files[diagnostic.file].path.as_str(),
            ));
        }
        for note in &diagnostic.notes {
            group = group.element(Level::NOTE.message(note.as_str()));
        }
        for help in &diagnostic.helps {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        let mut rendered = renderer.render(&[group]);
        rendered.push('\n');
        // No trailing blanks: they only trouble those who compare.
        rendered
            .lines()
            .map(|line| line.trim_end().to_owned() + "\n")
            .collect()
    }

    /// All diagnostics, a blank line between them.
    pub fn render_all(&self, diagnostics: &[Diagnostic], renderer: &Renderer) -> String {
        diagnostics
            .iter()
            .map(|diagnostic| self.render(diagnostic, renderer))
            .collect::<Vec<_>>()
            .join("\n")
    }

    /// One diagnostic for programs.
    pub fn json(&self, diagnostic: &Diagnostic) -> JsonDiagnostic {
        let place = |label: &Label| {
            let (line, column) = self.line_column(label.file, label.span.start);
            let (end_line, end_column) = self.line_column(label.file, label.span.end);
            JsonPlace {
                file: self.files[label.file].path.clone(),
                line,
                column,
                end_line,
                end_column,
                label: label.text.clone(),
            }
        };
        JsonDiagnostic {
            severity: "error",
            code: diagnostic.code.to_string(),
            message: diagnostic.message.clone(),
            file: self.files[diagnostic.file].path.clone(),
            at: diagnostic.at.as_ref().map(place),
            see: diagnostic.see.iter().map(place).collect(),
            notes: diagnostic.notes.clone(),
            help: diagnostic.helps.clone(),
        }
    }
}

/// A diagnostic as `--format json` prints it.
#[derive(Clone, Debug, Serialize)]
pub struct JsonDiagnostic {
    /// Always `error`.
    pub severity: &'static str,
    /// `K0007` and the like.
    pub code: String,
    /// What is wrong.
    pub message: String,
    /// The file it belongs to.
    pub file: String,
    /// The place, where one is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<JsonPlace>,
    /// Other places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub see: Vec<JsonPlace>,
    /// What one should know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// What would mend it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub help: Vec<String>,
}

/// A place as `--format json` prints it; lines and columns from one, a column counts characters.
#[derive(Clone, Debug, Serialize)]
pub struct JsonPlace {
    /// The file.
    pub file: String,
    /// Where it begins.
    pub line: usize,
    /// Where it begins.
    pub column: usize,
    /// Where it ends.
    pub end_line: usize,
    /// The column after its last character.
    pub end_column: usize,
    /// What is said about it.
    pub label: String,
}

fn floor_char(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn clamp(text: &str, span: &Span) -> Span {
    let start = floor_char(text, span.start);
    let end = floor_char(text, span.end).max(start);
    start..end
}

/// The candidate nearest to a word, near enough to be what was meant.
///
/// ```
/// let near = kiothi::diagnostics::nearest("forbidd", ["from", "forbid", "lift"]);
/// assert_eq!(near, Some("forbid"));
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = word.to_lowercase();
    let letters = lower.chars().count();
    candidates
        .into_iter()
        .filter(|candidate| *candidate != word)
        .map(|candidate| {
            let distance = strsim::damerau_levenshtein(&lower, &candidate.to_lowercase());
            (distance, candidate)
        })
        .filter(|(distance, candidate)| {
            *distance <= (letters.max(candidate.chars().count()) / 3).max(1) && *distance < letters
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Of a few words that can stand here, the one that begins alike and is not too far: more may be wrong in it than where
/// it would be one of many.
///
/// ```
/// let near = kiothi::diagnostics::nearest_of_few("moar", ["more", "fewer"]);
/// assert_eq!(near, Some("more"));
/// ```
pub fn nearest_of_few<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let letters = word.chars().count();
    candidates
        .into_iter()
        .filter(|candidate| *candidate != word && candidate.chars().next() == word.chars().next())
        .map(|candidate| (strsim::damerau_levenshtein(word, candidate), candidate))
        .filter(|(distance, candidate)| {
            2 * distance <= letters.min(candidate.chars().count()) && letters > 2
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}
