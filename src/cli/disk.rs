//! Files on the disk: reading them, and finding the variants in a folder.

use super::complain;
use crate::diagnostics::{Diagnostic, Library};
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
    show(&loading, &loading.mistakes);
    let unreadable = loading.unreadable();
    match loading.variant {
        Some(variant) => Ok((variant, loading.library)),
        None if unreadable => Err(super::UNREADABLE),
        None => Err(super::WRONG),
    }
}

/// Loads all variants that are meant.
///
/// # Errors
///
/// The exit code, once what is wrong has been shown.
pub(super) fn load_all(paths: &[PathBuf]) -> Result<Vec<Variant>, u8> {
    let files = variants_in(paths).map_err(|why| {
        complain(&format!("error: {why}\n"));
        super::UNREADABLE
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
