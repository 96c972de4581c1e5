//! The files of this machine, for [`crate::rules::load`] and whatever else reads [`Files`].
//!
//! ```no_run
//! use kiothi::disk::Disk;
//! let loading = kiothi::rules::load("variants/kiothi/kiothi.mancala", &Disk);
//! ```

use crate::rules::Files;
use crate::syntax::LONGEST_FILE;
use std::fs::File;
use std::io::Read;

/// The files of this machine. Of a file, no more is read than tells that it is too long.
#[derive(Clone, Copy, Debug)]
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        let file = File::open(path).map_err(|error| words(&error))?;
        let mut bytes = Vec::new();
        // One byte more than a variant file may have, so that a longer one is told from a full one.
        file.take(LONGEST_FILE as u64 + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| words(&error))?;
        Ok(bytes)
    }

    fn list(&self, folder: &str) -> Result<Option<Vec<String>>, String> {
        let folder = if folder.is_empty() { "." } else { folder };
        if !std::path::Path::new(folder).is_dir() {
            return Ok(None);
        }
        let mut names = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(|error| words(&error))? {
            let path = entry.map_err(|error| words(&error))?.path();
            let Some(name) = path.file_name() else {
                continue;
            };
            let mut name = name.to_string_lossy().into_owned();
            if path.is_dir() {
                // A link to a folder can lead round in a circle.
                if path.is_symlink() {
                    continue;
                }
                name.push('/');
            }
            names.push(name);
        }
        names.sort();
        Ok(Some(names))
    }
}

/// Why a file cannot be read, in words for its author.
fn words(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "it may not be read".to_owned(),
        std::io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        _ => error.to_string(),
    }
}
