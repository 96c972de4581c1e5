//! Files on the disk: reading them, and finding the variants in a folder.

use super::{UNREADABLE, WRONG, complain};
use crate::diagnostics::{Diagnostic, Library, Loaded};
use crate::engine::Program;
use crate::positions;
use crate::records::Record;
use crate::rules::{self, Loading, Variant, load};
use annotate_snippets::Renderer;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

pub(super) use crate::disk::Disk;

/// The variant files that are meant: files as they are, folders as all variants below them, parents
/// before their children and otherwise by name.
///
/// # Errors
///
/// The exit code, once it has been said what cannot be read.
pub(super) fn variants_in(paths: &[PathBuf]) -> Result<Vec<String>, u8> {
    let mut files = Vec::new();
    for path in paths {
        let path = path.to_string_lossy();
        files.extend(rules::variants_in(&path, &Disk).map_err(|why| {
            complain(&format!("error: {path}: {why}\n"));
            UNREADABLE
        })?);
    }
    Ok(files)
}

/// Whether a file is an experiment: those end in `.toml`.
pub(super) fn is_experiment(file: &str) -> bool {
    Path::new(file)
        .extension()
        .is_some_and(|ending| ending == "toml")
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
pub(super) fn show(library: &Library, mistakes: &[Diagnostic]) {
    let renderer = renderer(std::io::stderr().is_terminal());
    complain(&library.render_all(mistakes, &renderer));
}

/// Loads a variant, with the files it was read from.
///
/// # Errors
///
/// The exit code, once what is wrong has been shown.
pub(super) fn load_one(path: &Path) -> Result<(Variant, Library), u8> {
    let file = path.to_string_lossy();
    if is_experiment(&file) {
        complain(&format!(
            "error: {file}: this is an experiment, not a variant; `kiothi run {file}` plays it\n"
        ));
        return Err(UNREADABLE);
    }
    let loading = load(&file, &Disk);
    let variant = playable(&loading)?.clone();
    Ok((variant, loading.library))
}

/// Loads all variants that are meant.
///
/// # Errors
///
/// The exit code, once what is wrong has been shown.
pub(super) fn load_all(paths: &[PathBuf]) -> Result<Vec<Variant>, u8> {
    let mut variants = Vec::new();
    let mut worst = super::CLEAN;
    for file in variants_in(paths)? {
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
    show(&loading.library, &loading.mistakes);
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

/// Makes sure that the position a record begins from can be read.
///
/// # Errors
///
/// The exit code, once what is wrong with it has been shown.
pub(super) fn start(program: &Program, record: &Record) -> Result<(), u8> {
    let Some(text) = &record.start else {
        return Ok(());
    };
    let Err(mistakes) = positions::read(program, text) else {
        return Ok(());
    };
    let library = Library {
        files: vec![Loaded {
            path: "position".to_owned(),
            text: text.clone(),
        }],
    };
    show(&library, &mistakes);
    Err(UNREADABLE)
}
