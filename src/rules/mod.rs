//! From the text of a variant to its typed rules: inheritance, meaning, checks, provenance and the
//! ruleset hash.
//!
//! It reads no file itself ([`Files`] does) and plays nothing.

pub mod accounts;
pub mod explain;
pub mod lower;
pub mod questions;
pub mod read;
pub mod resolve;
pub mod ruleset;
pub mod validate;
pub mod wording;

use crate::diagnostics::{Code, Diagnostic, FileId, Library};
use questions::Question;
use resolve::{ExampleClauses, Resolved, Texts};
use ruleset::{Dropped, Provenance, Ruleset};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::Path;

/// The most mistakes that are told of a file.
pub const MOST_MISTAKES: usize = 100;

/// Where the texts of variants come from.
pub trait Files {
    /// The bytes of a file.
    ///
    /// # Errors
    ///
    /// Why it cannot be read, in words for the author.
    fn read(&self, path: &str) -> Result<Vec<u8>, String>;

    /// The names of what is in a folder, in order, those of folders ending in `/`; `None` where it is no folder,
    /// as it is for files that know of no folders.
    ///
    /// # Errors
    ///
    /// Why it cannot be read, in words for the author.
    fn list(&self, _folder: &str) -> Result<Option<Vec<String>>, String> {
        Ok(None)
    }
}

/// How deep folders are searched, one within the other: links can lead round in a circle.
const DEEPEST_FOLDERS: usize = 32;

/// The ending of variant files.
pub const ENDING: &str = "mancala";

/// The variant files that a path means: a file as it is, a folder as all variants below it, parents before
/// their children and otherwise by name.
///
/// ```
/// use kiothi::rules::{Memory, variants_in};
/// let files = Memory::from([("games/b.mancala", ""), ("games/old/a.mancala", "")]);
/// let found = variants_in("games", &files);
/// assert_eq!(found, Ok(vec!["games/b.mancala".to_owned(), "games/old/a.mancala".to_owned()]));
/// ```
///
/// # Errors
///
/// Why the folder cannot be read, or that it has no variant in it.
pub fn variants_in(path: &str, files: &dyn Files) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    if !search(path, files, DEEPEST_FOLDERS, &mut found)? {
        return Ok(vec![path.to_owned()]);
    }
    if found.is_empty() {
        return Err(format!("there is no .{ENDING} file in it"));
    }
    let mut ordered: Vec<(usize, String)> = found
        .into_iter()
        .map(|file| (resolve::read(&file, files).library.files.len(), file))
        .collect();
    ordered.sort();
    Ok(ordered.into_iter().map(|(_, file)| file).collect())
}

/// Collects the variants below a folder, so deep at most; whether it is one.
fn search(
    folder: &str,
    files: &dyn Files,
    depth: usize,
    found: &mut Vec<String>,
) -> Result<bool, String> {
    let Some(names) = files.list(folder)? else {
        return Ok(false);
    };
    let Some(below) = depth.checked_sub(1) else {
        return Err(format!("its folders lie more than {DEEPEST_FOLDERS} deep"));
    };
    for name in names {
        let path = Path::new(folder).join(&name).to_string_lossy().into_owned();
        if let Some(folder) = path.strip_suffix('/') {
            search(folder, files, below, found)?;
        } else if Path::new(&path)
            .extension()
            .is_some_and(|ending| ending == ENDING)
        {
            found.push(path);
        }
    }
    Ok(true)
}

/// Files held in memory: for tests, and for a variant that comes from elsewhere than a disk.
///
/// ```
/// use kiothi::rules::{Memory, load};
/// let files = Memory::from([("a.mancala", "language 1\n")]);
/// let loaded = load("a.mancala", &files);
/// assert!(loaded.variant.is_none());
/// assert!(!loaded.mistakes.is_empty());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Memory {
    files: BTreeMap<String, Vec<u8>>,
}

impl<P: Into<String>, B: Into<Vec<u8>>, const N: usize> From<[(P, B); N]> for Memory {
    fn from(files: [(P, B); N]) -> Self {
        Memory {
            files: files
                .into_iter()
                .map(|(path, bytes)| (path.into(), bytes.into()))
                .collect(),
        }
    }
}

impl Files for Memory {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        self.files
            .get(path)
            .cloned()
            .ok_or_else(|| "there is no such file".to_owned())
    }

    fn list(&self, folder: &str) -> Result<Option<Vec<String>>, String> {
        let below = format!("{}/", folder.trim_end_matches('/'));
        let names: std::collections::BTreeSet<String> = self
            .files
            .keys()
            .filter_map(|path| path.strip_prefix(&below))
            .map(|rest| match rest.split_once('/') {
                Some((folder, _)) => format!("{folder}/"),
                None => rest.to_owned(),
            })
            .collect();
        Ok((!names.is_empty()).then(|| names.into_iter().collect()))
    }
}

/// A variant that can be played.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Its name in tables: the file's name without its ending.
    pub name: String,
    /// The file.
    pub path: String,
    /// The files it extends, nearest first.
    pub parents: Vec<String>,
    /// Its rules.
    pub ruleset: Ruleset,
    /// The hash of its rules: [`Ruleset::hash`].
    pub hash: String,
    /// The questions that it and its parents ask, each with its answer.
    pub questions: Vec<Question>,
    /// The examples that its file gives, as they were written.
    pub examples: Vec<ExampleClauses>,
}

impl Variant {
    /// The file that a rule of this variant stands in.
    pub fn file_of(&self, said: &Provenance) -> &str {
        match said.file.checked_sub(1) {
            None => &self.path,
            Some(parent) => &self.parents[parent],
        }
    }
}

/// What came of loading a file.
#[derive(Clone, Debug)]
pub struct Loading {
    /// The files read, for showing places.
    pub library: Library,
    /// The file asked for, in the library.
    pub file: FileId,
    /// Every mistake found.
    pub mistakes: Vec<Diagnostic>,
    /// The variant, where there are no mistakes.
    pub variant: Option<Variant>,
}

impl Loading {
    /// Whether the file itself could not be read as a text at all.
    pub fn unreadable(&self) -> bool {
        unreadable(self.file, &self.mistakes)
    }
}

/// Loads a variant: reads the file and its parents, resolves, and checks everything that can be known
/// without playing.
pub fn load(path: &str, files: &dyn Files) -> Loading {
    load_answering(path, files, &[])
}

/// Loads a variant with some of its questions answered in another way: each by the name of the question and
/// that of the choice, whatever the files answer. An answer that does not fit is among the mistakes.
///
/// ```
/// use kiothi::rules::{Memory, load, load_answering};
/// let files = Memory::from([("game.mancala", r#"language 1
/// game "Whole or in part"
/// board { rows 2; pits 3 }
/// setup { place 2 seeds in each own pit }
/// turn { from an occupied own pit; sow counterclockwise }
/// lap ends { stop }
/// ending { when mover has no move: remaining seeds to opponent }
/// question lifting "How many seeds are lifted?" {
///   choice all  "all"                  { turn { lift all } }
///   choice some "as many as one likes" { turn { lift any number } }
/// }
/// answer lifting: all"#)]);
/// let all = load("game.mancala", &files).variant.unwrap();
/// assert_eq!(all.questions[0].answered().name, "all");
/// let other = [("lifting".to_owned(), "some".to_owned())];
/// let some = load_answering("game.mancala", &files, &other).variant.unwrap();
/// assert_ne!(all.hash, some.hash);
/// ```
pub fn load_answering(path: &str, files: &dyn Files, answers: &[(String, String)]) -> Loading {
    Opened::new(path, files).answering(answers)
}

/// A file that was read with its parents, to be loaded with one answer after the other.
#[derive(Debug)]
pub struct Opened {
    path: String,
    texts: Texts,
}

impl Opened {
    /// Reads a file and its parents.
    pub fn new(path: &str, files: &dyn Files) -> Self {
        Opened {
            path: path.to_owned(),
            texts: resolve::read(path, files),
        }
    }

    /// Loads the variant with these answers, as [`load_answering`] does.
    pub fn answering(&self, answers: &[(String, String)]) -> Loading {
        let (resolved, mistakes) = resolve::resolve(&self.texts, answers);
        judged(&self.path, self.texts.library.clone(), resolved, mistakes)
    }
}

/// Gives what was resolved its meaning, and checks everything that can be known without playing.
fn judged(
    path: &str,
    library: Library,
    resolved: Resolved,
    mut mistakes: Vec<Diagnostic>,
) -> Loading {
    let file = 0;
    let mut variant = None;
    // What is said in files that could not be read whole is not judged as a whole.
    let whole = !mistakes.iter().any(|mistake| {
        matches!(
            mistake.code,
            Code::Unreadable
                | Code::TooLarge
                | Code::TooDeep
                | Code::MissingParent
                | Code::ParentCycle
                | Code::NewerLanguage
                | Code::Empty
        )
    });
    if whole {
        let (ruleset, mut found) = lower::lower(&resolved, file);
        if !mistakes.is_empty() {
            // A clause that could not be read is not missing, and may ask for a named condition.
            found.retain(|mistake| match mistake.code {
                Code::Missing => mistake.at.is_some(),
                Code::NeverReached => false,
                _ => true,
            });
        }
        mistakes.extend(found);
        if let Some(mut ruleset) = ruleset {
            ruleset.dropped = resolved
                .dropped
                .iter()
                .map(|(dropped, said)| Dropped {
                    path: library.files[dropped.file].path.clone(),
                    span: dropped.span.clone(),
                    said: said.clone(),
                })
                .collect();
            if mistakes.is_empty() {
                mistakes.extend(validate::validate(&ruleset, file));
            }
            if mistakes.is_empty() {
                variant = Some(Variant {
                    name: name_of(path),
                    path: path.to_owned(),
                    parents: library.files[1..]
                        .iter()
                        .map(|file| file.path.clone())
                        .collect(),
                    hash: ruleset.hash(),
                    ruleset,
                    questions: resolved.questions,
                    examples: resolved.examples,
                });
            }
        }
    }
    put_in_order(&mut mistakes);
    Loading {
        library,
        file,
        mistakes,
        variant,
    }
}

/// Puts mistakes in the order of the files. More of them than anyone reads are not told one by one: a file
/// that is no variant at all has one for each of its lines.
pub(crate) fn put_in_order(mistakes: &mut Vec<Diagnostic>) {
    if let Some(more) = mistakes
        .len()
        .checked_sub(MOST_MISTAKES)
        .filter(|more| *more > 0)
    {
        mistakes.truncate(MOST_MISTAKES);
        if let Some(last) = mistakes.last_mut() {
            last.notes.push(format!("and {more} mistakes more"));
        }
    }
    mistakes.sort_by_key(|mistake| (mistake.file, mistake.at.as_ref().map(|at| at.span.start)));
}

/// Whether a file itself could not be read as a text at all.
pub(crate) fn unreadable(file: FileId, mistakes: &[Diagnostic]) -> bool {
    mistakes.iter().any(|mistake| {
        mistake.file == file
            && mistake.at.is_none()
            && matches!(mistake.code, Code::Unreadable | Code::TooLarge)
    })
}

/// The name of a variant in tables: the file's name without folder and ending.
pub(crate) fn name_of(path: &str) -> String {
    Path::new(path).file_stem().map_or_else(
        || path.to_owned(),
        |stem| stem.to_string_lossy().into_owned(),
    )
}

impl Ruleset {
    /// The hash of the rules: the first 16 hexadecimal digits of the SHA-256 of their canonical text. Two
    /// files whose resolved rules are the same have the same hash, however they are spelled, cited, named
    /// or split.
    pub fn hash(&self) -> String {
        let digest = Sha256::digest(self.canonical_text().as_bytes());
        digest[..8]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }

    /// The rules without any provenance: what `check --cited` complains of.
    pub fn uncited(&self) -> Vec<wording::Line<'_>> {
        self.lines()
            .into_iter()
            .filter(|line| {
                line.text != "stop"
                    && line
                        .said
                        .is_some_and(|said| said.citations.is_empty() && said.assumed.is_none())
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder that holds itself.
    struct Circle;

    impl Files for Circle {
        fn read(&self, _path: &str) -> Result<Vec<u8>, String> {
            Err("there is no such file".to_owned())
        }

        fn list(&self, _folder: &str) -> Result<Option<Vec<String>>, String> {
            Ok(Some(vec!["again/".to_owned()]))
        }
    }

    #[test]
    fn folders_that_lead_round_in_a_circle_are_not_followed_for_ever() {
        let found = variants_in("games", &Circle);
        assert_eq!(found, Err("its folders lie more than 32 deep".to_owned()));
    }
}
