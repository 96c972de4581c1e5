//! An experiment from its TOML file. The text is parsed by the toml crate, which keeps places; what it says is judged
//! here, all of it at once, as variant files are.

use super::{
    BITES, Experiment, GAMES, Length, MAX_TURNS, NoReference, SEEDS, SWEPT_GAMES, Swept, level,
};
use crate::analyse::measures::{self, Measure};
use crate::analyse::sweep::{NotAsked, Settings, question, questions};
use crate::diagnostics::{Code, Diagnostic, Label, Library, Loaded, nearest};
use crate::players;
use crate::rules::resolve::{normal, text_of};
use crate::rules::{Files, MOST_MISTAKES, Variant, load, put_in_order, unreadable, variants_in};
use crate::syntax::LONGEST_FILE;
use crate::syntax::tree::Span;
use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// What an experiment can say.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// The key.
    pub name: &'static str,
    /// What it takes.
    pub takes: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// A line that says it.
    pub example: &'static str,
    /// What holds where it is not said; nothing where it must be.
    pub unsaid: &'static str,
}

/// Every key of an experiment.
pub const KEYS: &[Key] = &[
    Key {
        name: "title",
        takes: "a text",
        meaning: "what the experiment is called in its report",
        example: "title = \"Kiothi, told eleven ways\"",
        unsaid: "what the first variant is called",
    },
    Key {
        name: "variants",
        takes: "a list of variant files, or of folders of them",
        meaning: "what is played, in the order in which it is told; paths are those seen from the experiment's file",
        example: "variants = [\"../variants/kiothi\"]",
        unsaid: "",
    },
    Key {
        name: "games",
        takes: "a whole number from 1 to 1000000000000",
        meaning: "how many games are played of each variant, or of each combination of answers",
        example: "games = 20000",
        unsaid: "20000; of a sweep, 400000 shared among all combinations that are played at a time",
    },
    Key {
        name: "until",
        takes: "a percentage from 0.01% to 50%",
        meaning: "instead of `games`: as many as it takes to know South's share as closely as this",
        example: "until = \"0.5%\"",
        unsaid: "`games` holds",
    },
    Key {
        name: "seed",
        takes: "a whole number from 0 to 9223372036854775807",
        meaning: "the master seed; the same seed gives the same games",
        example: "seed = 1",
        unsaid: "1",
    },
    Key {
        name: "max_turns",
        takes: "a whole number from 1 to 1000000",
        meaning: "the turn after which a game is left unfinished",
        example: "max_turns = 100000",
        unsaid: "100000",
    },
    Key {
        name: "players",
        takes: "a list of two players",
        meaning: "South's player and North's",
        example: "players = [\"random\", \"random\"]",
        unsaid: "random against random",
    },
    Key {
        name: "measures",
        takes: "a list of measures, or of \"all\"",
        meaning: "what is told of each variant; `kiothi help measures` lists them",
        example: "measures = [\"south\", \"drawishness\", \"drama\"]",
        unsaid: "who wins, turns, captures and bonuses",
    },
    Key {
        name: "reference",
        takes: "the name of one of the variants, or its file",
        meaning: "the variant that the others are compared with",
        example: "reference = \"kiothi\"",
        unsaid: "the first variant",
    },
    Key {
        name: "level",
        takes: "a number from 0.0001 to 0.5",
        meaning: "the chance of any false alarm among all that is compared",
        example: "level = 0.05",
        unsaid: "0.05",
    },
    Key {
        name: "sweep",
        takes: "a list of questions, or of \"all\"",
        meaning: "instead of a comparison: every combination of answers to these questions of the one variant is played, \
                  as `kiothi sweep` does",
        example: "sweep = [\"first-lap\", \"trigger\"]",
        unsaid: "the variants are compared",
    },
    Key {
        name: "bites",
        takes: "a whole number from 1 to 1000000",
        meaning: "of a sweep: how many games are searched for positions where an answer makes a difference, with it and \
                  without",
        example: "bites = 500",
        unsaid: "500",
    },
];

/// What came of reading an experiment.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The experiment's file, and the files of its variants, for showing places.
    pub library: Library,
    /// Every mistake found, those of the variants among them.
    pub mistakes: Vec<Diagnostic>,
    /// The experiment, where there are no mistakes.
    pub experiment: Option<Experiment>,
}

impl Reading {
    /// Whether the file itself could not be read as a text at all.
    pub fn unreadable(&self) -> bool {
        unreadable(0, &self.mistakes)
    }
}

/// Reads an experiment and loads its variants. Paths in it are seen from its own folder.
///
/// ```
/// use kiothi::rules::Memory;
/// let files = Memory::from([("e.toml", "variants = [\"nowhere.mancala\"]\nseeds = 3\n")]);
/// let reading = kiothi::experiment::read("e.toml", &files);
/// assert_eq!(reading.mistakes.len(), 2);
/// assert!(reading.experiment.is_none());
/// ```
pub fn read(path: &str, files: &dyn Files) -> Reading {
    let mut reader = Reader {
        files,
        folder: Path::new(path)
            .parent()
            .map_or_else(String::new, |folder| folder.to_string_lossy().into_owned()),
        library: Library::default(),
        mistakes: Vec::new(),
        broken_lines: HashSet::new(),
    };
    let text = files.read(path).and_then(|bytes| {
        if bytes.len() > LONGEST_FILE {
            return Ok(None);
        }
        text_of(&bytes).map(Some)
    });
    reader.library.files.push(Loaded {
        path: path.to_owned(),
        text: match &text {
            Ok(Some(text)) => text.clone(),
            _ => String::new(),
        },
    });
    let experiment = match text {
        Err(why) => {
            reader.mistakes.push(Diagnostic::new(
                Code::Unreadable,
                format!("the file cannot be read: {why}"),
            ));
            None
        }
        Ok(None) => {
            reader.mistakes.push(Diagnostic::new(
                Code::TooLarge,
                format!(
                    "the file has more than {LONGEST_FILE} bytes; an experiment has at most that"
                ),
            ));
            None
        }
        Ok(Some(text)) => reader.experiment(&text),
    };
    let mut mistakes = reader.mistakes;
    put_in_order(&mut mistakes);
    Reading {
        library: reader.library,
        experiment: experiment.filter(|_| mistakes.is_empty()),
        mistakes,
    }
}

/// Reads `0.5%` or `0.5` as a share.
///
/// ```
/// assert_eq!(kiothi::experiment::percent("50%"), Some(0.5));
/// assert_eq!(kiothi::experiment::percent("51"), None);
/// ```
pub fn percent(text: &str) -> Option<f64> {
    let number: f64 = text.strip_suffix('%').unwrap_or(text).trim().parse().ok()?;
    (0.01..=50.0).contains(&number).then_some(number / 100.0)
}

/// A text with these lines blank, so that places stay.
fn without(text: &str, lines: &HashSet<usize>) -> String {
    text.split_inclusive('\n')
        .zip(1..)
        .map(|(line, number)| match lines.contains(&number) {
            true => line
                .bytes()
                .map(|byte| if byte == b'\n' { '\n' } else { ' ' })
                .collect(),
            false => line.to_owned(),
        })
        .collect()
}

type Value<'t> = Spanned<DeValue<'t>>;

struct Reader<'f> {
    files: &'f dyn Files,
    /// The folder of the experiment.
    folder: String,
    library: Library,
    mistakes: Vec<Diagnostic>,
    /// Lines that are no TOML: what else stands in them is not judged.
    broken_lines: HashSet<usize>,
}

impl Reader<'_> {
    fn experiment(&mut self, text: &str) -> Option<Experiment> {
        if text.trim_start_matches('\u{feff}').starts_with("language ") {
            self.mistakes.push(
                Diagnostic::new(Code::NotToml, "this is a variant, not an experiment")
                    .help("an experiment is a TOML file that names variants: variants = [\"game.mancala\"]"),
            );
            return None;
        }
        // A line that is no TOML takes others with it, so the rest is read again without it.
        let mut rest = text.to_owned();
        let mut passes = 0;
        let table = loop {
            let (table, errors) = DeTable::parse_recoverable(&rest);
            let broken = self.broken_lines.len();
            self.not_toml(&errors, table.get_ref());
            passes += 1;
            if self.broken_lines.len() == broken || passes == MOST_MISTAKES {
                break table;
            }
            rest = without(text, &self.broken_lines);
        };
        let whole = self.broken_lines.is_empty();
        let table = table.get_ref();
        if table.is_empty() && whole {
            self.mistakes.push(
                Diagnostic::new(Code::Empty, "there is nothing in this file")
                    .help("an experiment names its variants: variants = [\"game.mancala\"]"),
            );
            return None;
        }
        for key in table.keys() {
            self.known(key);
        }
        let mut experiment = Experiment::of(Vec::new());
        if let Some(title) = self.get(table, "title") {
            experiment.title = self.text(title, "title").map(str::to_owned);
        }
        let asked = self.get(table, "variants");
        match asked {
            Some(paths) => experiment.variants = self.variants(paths),
            None if whole => self.mistakes.push(
                Diagnostic::new(Code::NoVariants, "the experiment names no variants")
                    .help("add a line like: variants = [\"game.mancala\"]"),
            ),
            None => {}
        }
        let (games, until) = (self.get(table, "games"), self.get(table, "until"));
        let range = match self.get(table, "sweep") {
            Some(_) => SWEPT_GAMES,
            None => GAMES,
        };
        if let Some(games) = games
            && let Some(number) = self.number(games, "games", range)
        {
            experiment.length = Length::Games(number);
        }
        if let Some(until) = until
            && let Some(half_width) = self.precision(until)
        {
            experiment.length = Length::Until(half_width);
        }
        if let (Some(games), Some(until)) = (games, until) {
            let (first, second) = if games.span().start < until.span().start {
                (games, until)
            } else {
                (until, games)
            };
            self.mistakes.push(
                Diagnostic::new(
                    Code::Excluded,
                    "an experiment has a number of games or a precision, not both",
                )
                .at(second.span(), "take one of them away")
                .see(0, first.span(), "this is the other"),
            );
        }
        if let Some(seed) = self.get(table, "seed")
            && let Some(number) = self.number(seed, "seed", SEEDS)
        {
            experiment.seed = number;
        }
        if let Some(turns) = self.get(table, "max_turns")
            && let Some(number) = self.number(turns, "max_turns", MAX_TURNS)
        {
            experiment.max_turns = number as u32;
        }
        if let Some(players) = self.get(table, "players") {
            self.players(players, &mut experiment);
        }
        if let Some(names) = self.get(table, "measures") {
            experiment.measures = self.measures(names);
        }
        if let Some(name) = self.get(table, "reference") {
            self.reference(name, &mut experiment);
        }
        if let Some(level) = self.get(table, "level")
            && let Some(number) = self.level(level)
        {
            experiment.level = number;
        }
        self.sweep(table, &mut experiment);
        Some(experiment)
    }

    /// What is said of a sweep, and what says nothing of one.
    fn sweep(&mut self, table: &DeTable<'_>, experiment: &mut Experiment) {
        let asked = self.get(table, "sweep");
        let bites = self.get(table, "bites");
        let bites_asked = bites.and_then(|bites| self.number(bites, "bites", BITES));
        let Some(asked) = asked else {
            if let Some(bites) = bites {
                self.mistake(
                    Code::Excluded,
                    "`bites` says nothing of a comparison",
                    bites.span(),
                    "it belongs to a `sweep`",
                );
            }
            return;
        };
        for key in ["players", "measures", "reference"] {
            if let Some(value) = self.get(table, key) {
                self.mistakes.push(
                    Diagnostic::new(Code::Excluded, format!("`{key}` says nothing of a sweep"))
                        .at(value.span(), "take this away, or the sweep")
                        .see(0, asked.span(), "this is the sweep"),
                );
            }
        }
        let games = match (self.get(table, "games"), experiment.length) {
            (Some(_), Length::Games(games)) => Some(games),
            _ => None,
        };
        if experiment.variants.len() > 1 {
            let names = experiment.variants.iter().map(|variant| &*variant.name);
            let they = format!("they are {}", names.collect::<Vec<_>>().join(", "));
            let at = self.get(table, "variants").unwrap_or(asked).span();
            self.mistakes.push(
                Diagnostic::new(Code::WrongKind, "a sweep is of one variant")
                    .at(at, "these are several")
                    .help(they),
            );
            return;
        }
        // Whether a variant that could not be read asks a question is not known.
        let Some(variant) = experiment.variants.first() else {
            return;
        };
        experiment.sweep = self.questions(asked, variant).map(|questions| Swept {
            questions,
            games,
            bites: bites_asked.unwrap_or_else(|| Settings::default().bites),
        });
    }

    /// The numbers of the questions that are to be swept.
    fn questions(&mut self, value: &Value<'_>, variant: &Variant) -> Option<Vec<usize>> {
        let Some(names) = value.get_ref().as_array() else {
            let help = value
                .get_ref()
                .as_str()
                .map(|name| format!("a list of one is written: sweep = [\"{name}\"]"));
            self.wrong_kind(value, "sweep", help);
            return None;
        };
        let mut numbers = Vec::new();
        for name in names {
            let Some(text) = self.text(name, "sweep") else {
                continue;
            };
            if text == "all" {
                numbers.extend(questions(variant));
                continue;
            }
            let label = match question(variant, text) {
                Ok(number) => {
                    numbers.push(number);
                    continue;
                }
                Err(NotAsked::Overruled) => {
                    "the variant says the rules itself, whatever the answer".to_owned()
                }
                Err(NotAsked::Unknown {
                    near: Some(near), ..
                }) => format!("did you mean \"{near}\"?"),
                Err(NotAsked::Unknown { names, .. }) if names.is_empty() => {
                    "the variant asks none".to_owned()
                }
                Err(NotAsked::Unknown { names, .. }) => {
                    format!("the questions are {}", names.join(", "))
                }
            };
            self.mistake(
                Code::UnknownQuestion,
                format!("there is no question \"{text}\" to sweep"),
                name.span(),
                &label,
            );
        }
        numbers.sort_unstable();
        numbers.dedup();
        let is_open = |number: &usize| variant.questions[*number].choices.len() > 1;
        if !numbers.iter().any(is_open) && self.mistakes.is_empty() {
            self.mistake(
                Code::UnknownQuestion,
                "there is no question to sweep",
                value.span(),
                "expected the names of questions that the variant asks, or \"all\"",
            );
        }
        Some(numbers)
    }

    fn mistake(&mut self, code: Code, message: impl Into<String>, span: Span, label: &str) {
        self.mistakes
            .push(Diagnostic::new(code, message).at(span, label));
    }

    fn line(&self, at: usize) -> usize {
        self.library.line_column(0, at).0
    }

    /// What the parser says of a text that is not TOML, once a line. A list that is never closed swallows what comes
    /// after it, so nothing more is said from there on; the next pass meets its end.
    fn not_toml(&mut self, errors: &[toml::de::Error], table: &DeTable<'_>) {
        let open = errors
            .iter()
            .any(|error| error.message().starts_with("unclosed array"));
        for error in errors {
            let span = error.span().unwrap_or(0..0);
            let line = self.line(span.start);
            if open && error.message().starts_with("missing comma") {
                let lines = self.library.files[0].text.lines().count();
                self.broken_lines.extend(line..=lines);
                return;
            }
            if self.broken_lines.insert(line) {
                self.not_toml_here(error, span, table);
            }
        }
    }

    fn not_toml_here(&mut self, error: &toml::de::Error, span: Span, table: &DeTable<'_>) {
        let text = &self.library.files[0].text;
        let named = text.get(span.clone()).unwrap_or("").to_owned();
        if error.message() == "duplicate key" {
            let mut mistake =
                Diagnostic::new(Code::RepeatedKey, format!("`{named}` is said twice"))
                    .at(span.clone(), "here again");
            if let Some((key, _)) = table
                .get_key_value(named.as_str())
                .filter(|(key, _)| key.span() != span)
            {
                mistake = mistake.see(0, key.span(), "said here first");
            }
            self.mistakes.push(mistake);
            return;
        }
        let label = match named.trim() {
            "" if error.message().starts_with("string values") => "expected a value",
            _ => error.message(),
        };
        self.mistake(Code::NotToml, "this is not TOML", span, label);
    }

    /// Complains of a key that experiments do not have.
    fn known(&mut self, key: &Spanned<std::borrow::Cow<'_, str>>) {
        let names = || KEYS.iter().map(|key| key.name);
        let name = key.get_ref();
        if names().any(|known| known == name)
            || self.broken_lines.contains(&self.line(key.span().start))
        {
            return;
        }
        let label = match nearest(name, names()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "no such key".to_owned(),
        };
        self.mistakes.push(
            Diagnostic::new(
                Code::UnknownKey,
                format!("an experiment has no key `{name}`"),
            )
            .at(key.span(), label)
            .help(format!(
                "its keys are {}",
                names().collect::<Vec<_>>().join(", ")
            )),
        );
    }

    /// What a key says, unless its line is broken.
    fn get<'a, 't>(&self, table: &'a DeTable<'t>, key: &str) -> Option<&'a Value<'t>> {
        table
            .get(key)
            .filter(|value| !self.broken_lines.contains(&self.line(value.span().start)))
    }

    fn wrong_kind(&mut self, value: &Value<'_>, key: &str, help: Option<String>) {
        let takes = KEYS
            .iter()
            .find(|known| known.name == key)
            .map_or("", |key| key.takes);
        let is = match value.get_ref() {
            DeValue::String(_) => "a text",
            DeValue::Integer(_) => "a whole number",
            DeValue::Float(_) => "a number with a fraction",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        let mut mistake = Diagnostic::new(Code::WrongKind, format!("`{key}` takes {takes}"))
            .at(value.span(), format!("this is {is}"));
        mistake.helps.extend(help);
        self.mistakes.push(mistake);
    }

    fn text<'a>(&mut self, value: &'a Value<'_>, key: &str) -> Option<&'a str> {
        let text = value.get_ref().as_str();
        if text.is_none() {
            self.wrong_kind(value, key, None);
        }
        text
    }

    fn number(&mut self, value: &Value<'_>, key: &str, range: RangeInclusive<u64>) -> Option<u64> {
        let DeValue::Integer(written) = value.get_ref() else {
            self.wrong_kind(value, key, None);
            return None;
        };
        let number = u64::from_str_radix(written.as_str(), written.radix()).ok();
        let inside = number.filter(|number| range.contains(number));
        if inside.is_none() {
            self.mistake(
                Code::OutOfRange,
                format!("`{key}` is out of its range"),
                value.span(),
                &format!("from {} to {}", range.start(), range.end()),
            );
        }
        inside
    }

    fn precision(&mut self, value: &Value<'_>) -> Option<f64> {
        let written = match value.get_ref() {
            DeValue::String(text) => text.to_string(),
            DeValue::Integer(number) if number.radix() == 10 => number.as_str().to_owned(),
            DeValue::Float(number) => number.as_str().to_owned(),
            _ => {
                self.wrong_kind(value, "until", None);
                return None;
            }
        };
        let share = percent(&written);
        if share.is_none() {
            if written.trim_end_matches('%').trim().parse::<f64>().is_ok() {
                self.mistake(
                    Code::OutOfRange,
                    "`until` is out of its range",
                    value.span(),
                    "from 0.01% to 50%",
                );
            } else {
                self.mistake(
                    Code::WrongKind,
                    "`until` takes a percentage from 0.01% to 50%",
                    value.span(),
                    "expected a percentage, like \"0.5%\"",
                );
            }
        }
        share
    }

    fn players(&mut self, value: &Value<'_>, experiment: &mut Experiment) {
        let names = match value.get_ref().as_array() {
            Some(names) if names.len() == 2 => names,
            Some(names) => {
                let number = names.len();
                self.mistake(
                    Code::WrongKind,
                    "`players` takes a list of two players",
                    value.span(),
                    &format!("this has {number}"),
                );
                return;
            }
            None => {
                self.wrong_kind(value, "players", None);
                return;
            }
        };
        for (at, name) in names.iter().enumerate() {
            let Some(text) = self.text(name, "players") else {
                continue;
            };
            match players::named(text) {
                Some(player) => experiment.players[at] = player,
                None => {
                    let label = match nearest(text, players::NAMES.iter().copied()) {
                        Some(near) => format!("did you mean \"{near}\"?"),
                        None => format!("the players are {}", players::NAMES.join(", ")),
                    };
                    self.mistake(
                        Code::UnknownPlayer,
                        format!("there is no player \"{text}\""),
                        name.span(),
                        &label,
                    );
                }
            }
        }
    }

    fn measures(&mut self, value: &Value<'_>) -> Option<Vec<&'static Measure>> {
        let Some(names) = value.get_ref().as_array() else {
            let help = value
                .get_ref()
                .as_str()
                .map(|name| format!("a list of one is written: measures = [\"{name}\"]"));
            self.wrong_kind(value, "measures", help);
            return None;
        };
        if names.is_empty() {
            self.mistake(
                Code::WrongKind,
                "`measures` takes a list of measures, or of \"all\"",
                value.span(),
                "expected at least one; without this line the usual ones are told",
            );
        }
        let mut known = Vec::new();
        for name in names {
            let Some(text) = self.text(name, "measures") else {
                continue;
            };
            if measures::chosen(&[text]).is_ok() {
                known.push(text);
                continue;
            }
            let label = match measures::near(text) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => "`kiothi help measures` lists them".to_owned(),
            };
            self.mistake(
                Code::UnknownMeasure,
                format!("there is no measure \"{text}\""),
                name.span(),
                &label,
            );
        }
        measures::chosen(&known).ok()
    }

    fn reference(&mut self, value: &Value<'_>, experiment: &mut Experiment) {
        let Some(asked) = self.text(value, "reference") else {
            return;
        };
        let file = self.path(asked);
        let (label, they) = match experiment.refer_to(asked, &file) {
            Ok(()) => return,
            // Where a variant could not be read, the reference may be that one.
            Err(NoReference::Unknown { .. })
                if experiment.variants.is_empty()
                    || self.mistakes.iter().any(|mistake| {
                        mistake.file != 0 || mistake.code == Code::MissingVariant
                    }) =>
            {
                return;
            }
            Err(NoReference::Unknown { near, names }) => {
                let label = match near {
                    Some(near) => format!("did you mean \"{near}\"?"),
                    None => "no variant of this experiment is called so".to_owned(),
                };
                (label, names)
            }
            Err(NoReference::Several(files)) => {
                let label = "several variants are called so; name the file of one";
                (label.to_owned(), files)
            }
        };
        self.mistakes.push(
            Diagnostic::new(
                Code::UnknownReference,
                format!("the reference \"{asked}\" is none of the variants"),
            )
            .at(value.span(), label)
            .help(format!("they are {}", they.join(", "))),
        );
    }

    fn level(&mut self, value: &Value<'_>) -> Option<f64> {
        let written = match value.get_ref() {
            DeValue::Integer(number) if number.radix() == 10 => number.as_str(),
            DeValue::Float(number) => number.as_str(),
            _ => {
                self.wrong_kind(value, "level", None);
                return None;
            }
        };
        let found = level(written);
        if found.is_err() {
            self.mistake(
                Code::OutOfRange,
                "`level` is out of its range",
                value.span(),
                "from 0.0001 to 0.5",
            );
        }
        found.ok()
    }

    /// A path of the experiment, seen from here.
    fn path(&self, text: &str) -> String {
        normal(&Path::new(&self.folder).join(text))
            .to_string_lossy()
            .into_owned()
    }

    fn variants(&mut self, value: &Value<'_>) -> Vec<Variant> {
        let Some(paths) = value.get_ref().as_array() else {
            let help = value
                .get_ref()
                .as_str()
                .map(|path| format!("a list of one is written: variants = [\"{path}\"]"));
            self.wrong_kind(value, "variants", help);
            return Vec::new();
        };
        if paths.is_empty() {
            self.mistake(
                Code::NoVariants,
                "the experiment names no variants",
                value.span(),
                "expected at least one, like \"game.mancala\"",
            );
        }
        let mut variants = Vec::new();
        let mut named: Vec<(String, Span)> = Vec::new();
        for path in paths {
            if self.broken_lines.contains(&self.line(path.span().start)) {
                continue;
            }
            let Some(text) = self.text(path, "variants") else {
                continue;
            };
            let joined = self.path(text);
            let files = match variants_in(&joined, self.files) {
                Ok(files) => files,
                Err(why) => {
                    self.missing(&joined, path.span(), &why);
                    continue;
                }
            };
            for file in files {
                if let Some((_, first)) = named.iter().find(|(other, _)| *other == file) {
                    let first = first.clone();
                    let mistake =
                        Diagnostic::new(Code::RepeatedVariant, format!("`{file}` is named twice"));
                    let mistake = if first == path.span() {
                        mistake.at(path.span(), "")
                    } else {
                        mistake
                            .at(path.span(), "here again")
                            .see(0, first, "named here first")
                    };
                    self.mistakes.push(mistake);
                    continue;
                }
                named.push((file.clone(), path.span()));
                variants.extend(self.variant(&file, path.span()));
            }
        }
        variants
    }

    /// Loads a variant; its mistakes become those of the experiment.
    fn variant(&mut self, file: &str, span: Span) -> Option<Variant> {
        let loading = load(file, self.files);
        if loading.unreadable() {
            let why = match self.files.read(file).and_then(|bytes| text_of(&bytes)) {
                Err(why) => why,
                Ok(_) => "it is longer than any variant".to_owned(),
            };
            self.missing(file, span, &why);
            return None;
        }
        if !loading.mistakes.is_empty() {
            let shift = self.library.files.len();
            self.library.files.extend(loading.library.files);
            let moved = |label: &mut Label| label.file += shift;
            for mut mistake in loading.mistakes {
                mistake.file += shift;
                mistake.at.iter_mut().for_each(moved);
                mistake.see.iter_mut().for_each(moved);
                // A mistake in a parent is met again with each of its children, and told once.
                let place = |mistake: &Diagnostic| {
                    let path = self.library.files[mistake.file].path.clone();
                    (path, mistake.at.as_ref().map(|at| at.span.clone()))
                };
                let known = self.mistakes.iter().any(|other| {
                    other.message == mistake.message && place(other) == place(&mistake)
                });
                if !known {
                    self.mistakes.push(mistake);
                }
            }
        }
        loading.variant
    }

    /// Complains of a variant that is not there, with what may have been meant.
    fn missing(&mut self, path: &str, span: Span, why: &str) {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let names = self.files.list(folder).ok().flatten().unwrap_or_default();
        let near = nearest(name, names.iter().map(|name| name.trim_end_matches('/')));
        let mut mistake = Diagnostic::new(Code::MissingVariant, "the variant cannot be read")
            .at(span, why)
            .note(format!("looked for {path}"));
        if let Some(near) = near {
            mistake = mistake.help(format!("did you mean `{near}`?"));
        }
        self.mistakes.push(mistake);
    }
}
