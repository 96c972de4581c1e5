//! Files on the disk: reading them, and finding the variants in a folder.

use super::{UNREADABLE, WRONG, complain};
use crate::diagnostics::{Diagnostic, Library, Loaded};
use crate::engine::{Position, Program};
use crate::positions;
use crate::records::Record;
use crate::rules::{Files, Loading, Variant, load};
use crate::syntax::LONGEST_FILE;
use annotate_snippets::Renderer;
use std::fs::File;
use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};

/// The ending of variant files.
const ENDING: &str = "mancala";

/// The files of this machine.
pub(super) struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        let words = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
            std::io::ErrorKind::PermissionDenied => "it may not be read".to_owned(),
            std::io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
            _ => error.to_string(),
        };
        let file = File::open(path).map_err(words)?;
        let mut bytes = Vec::new();
        // One byte more than a variant file may have, so that a longer one is told from a full one.
        file.take(LONGEST_FILE as u64 + 1)
            .read_to_end(&mut bytes)
            .map_err(words)?;
        Ok(bytes)
    }
}

/// The variant files that are meant: files as they are, folders as all variants below them, parents
/// before their children and otherwise by name.
///
/// # Errors
///
/// What cannot be read.
pub(super) fn variants_in(paths: &[PathBuf]) -> Result<Vec<String>, String> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.to_string_lossy().into_owned());
            continue;
        }
        let mut found = Vec::new();
        search(path, &mut found)?;
        if found.is_empty() {
            return Err(format!(
                "{}: there is no .{ENDING} file in it",
                path.display()
            ));
        }
        let mut ordered: Vec<(usize, String)> = found
            .into_iter()
            .map(|file| {
                let path = file.to_string_lossy().into_owned();
                let parents = load(&path, &Disk).library.files.len();
                (parents, path)
            })
            .collect();
        ordered.sort();
        files.extend(ordered.into_iter().map(|(_, file)| file));
    }
    Ok(files)
}

fn search(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries =
        std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in entries {
        let path = entry
            .map_err(|error| format!("{}: {error}", folder.display()))?
            .path();
        if path.is_dir() && !path.is_symlink() {
            search(&path, found)?;
        } else if path.extension().is_some_and(|ending| ending == ENDING) {
            found.push(path);
        }
    }
    Ok(())
}

/// Diagnostics as they are shown on stderr: in colour where a person is looking and has not asked for none.
pub(super) fn renderer(terminal: bool) -> Renderer {
    let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    if terminal && wanted {
        Renderer::styled()
    } else {
        Renderer::plain()
    }
}

/// Shows what is wrong with a file, on stderr.
pub(super) fn show(loading: &Loading, mistakes: &[Diagnostic]) {
    let renderer = renderer(std::io::stderr().is_terminal());
    complain(&loading.library.render_all(mistakes, &renderer));
}

/// Loads a variant, with the files it was read from.
///
/// # Errors
///
/// The exit code, once what is wrong has been shown.
pub(super) fn load_one(path: &Path) -> Result<(Variant, Library), u8> {
    let loading = load(&path.to_string_lossy(), &Disk);
    let variant = playable(&loading)?.clone();
    Ok((variant, loading.library))
}

/// Loads all variants that are meant.
///
/// # Errors
///
/// The exit code, once what is wrong has been shown.
pub(super) fn load_all(paths: &[PathBuf]) -> Result<Vec<Variant>, u8> {
    let files = variants_in(paths).map_err(|why| {
        complain(&format!("error: {why}\n"));
        UNREADABLE
    })?;
    let mut variants = Vec::new();
    let mut worst = super::CLEAN;
    for file in files {
        match load_one(Path::new(&file)) {
            Ok((variant, _)) => variants.push(variant),
            Err(code) => worst = worst.max(code),
        }
    }
    if worst == super::CLEAN {
        Ok(variants)
    } else {
        Err(worst)
    }
}

/// The variant of a file, if it can be played.
///
/// # Errors
///
/// The exit code, once what is wrong has been shown.
pub(super) fn playable(loading: &Loading) -> Result<&Variant, u8> {
    show(loading, &loading.mistakes);
    loading.variant.as_ref().ok_or(if loading.unreadable() {
        UNREADABLE
    } else {
        WRONG
    })
}

/// Reads a record, and refuses it where the rules are others by now.
///
/// # Errors
///
/// The exit code, once what is wrong has been said.
pub(super) fn record(path: &Path, ruleset: &str, anyway: bool) -> Result<Record, u8> {
    let wrong = |why: String| complain(&format!("error: {}: {why}\n", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| {
        wrong(error.to_string());
        UNREADABLE
    })?;
    let record = Record::read(&text).map_err(|error| {
        wrong(error.to_string());
        UNREADABLE
    })?;
    if record.ruleset != ruleset && !anyway {
        wrong(format!(
            "it was played by other rules: its ruleset is {}, that of the variant {ruleset}\n  \
             to replay it by these rules all the same, say --anyway",
            record.ruleset
        ));
        return Err(WRONG);
    }
    Ok(record)
}

/// The position a record begins from.
///
/// # Errors
///
/// The exit code, once what is wrong with it has been shown.
pub(super) fn start(program: &Program, record: &Record) -> Result<Position, u8> {
    let text = match &record.start {
        None => return Ok(program.start()),
        Some(text) => text,
    };
    positions::read(program, text).map_err(|mistakes| {
        let library = Library {
            files: vec![Loaded {
                path: "position".to_owned(),
                text: text.clone(),
            }],
        };
        let renderer = renderer(std::io::stderr().is_terminal());
        complain(&library.render_all(&mistakes, &renderer));
        UNREADABLE
    })
}
