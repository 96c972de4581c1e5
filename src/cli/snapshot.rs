//! `kiothi snapshot`

use super::disk::{self, Disk};
use super::{CLEAN, UNREADABLE, WRONG, complain, print};
use crate::rules::load;
use crate::snapshot;
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Variant files, or folders of them
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Write nothing; exit with 1 where a variant is not as its snapshot has it, or has none
    #[arg(long, conflicts_with_all = ["accept", "diff"])]
    check: bool,
    /// Take the variants as they are now
    #[arg(long, conflicts_with = "diff")]
    accept: bool,
    /// Write nothing; only show what has changed
    #[arg(long)]
    diff: bool,
}

/// Where the snapshot of a variant is kept: in a folder beside it.
fn kept_at(variant: &str) -> PathBuf {
    let path = Path::new(variant);
    let name = path
        .file_stem()
        .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    path.with_file_name("snapshots").join(name + ".snap")
}

pub(super) fn run(arguments: &Arguments) -> u8 {
    let files = match disk::variants_in(&arguments.paths) {
        Ok(files) => files,
        Err(why) => {
            complain(&format!("error: {why}\n"));
            return UNREADABLE;
        }
    };
    let mut worst = CLEAN;
    for file in files {
        worst = worst.max(one(arguments, &file));
    }
    worst
}

fn one(arguments: &Arguments, file: &str) -> u8 {
    let loading = load(file, &Disk);
    let variant = match disk::playable(&loading) {
        Ok(variant) => variant,
        Err(code) => return code,
    };
    let taken = snapshot::take(variant);
    let kept_at = kept_at(file);
    let kept = match std::fs::read_to_string(&kept_at) {
        Ok(text) => match snapshot::read(&text) {
            Some(kept) => Some(kept.to_owned()),
            None => {
                complain(&format!(
                    "error: {}: this is no snapshot\n",
                    kept_at.display()
                ));
                return UNREADABLE;
            }
        },
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(error) => {
            complain(&format!("error: {}: {error}\n", kept_at.display()));
            return UNREADABLE;
        }
    };
    let write = |path: &Path| {
        let made = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        match made.and_then(|()| std::fs::write(path, snapshot::write(file, &taken))) {
            Ok(()) => CLEAN,
            Err(error) => {
                complain(&format!("error: {}: {error}\n", path.display()));
                UNREADABLE
            }
        }
    };
    let pending = kept_at.with_extension("snap.new");
    let Some(kept) = kept else {
        return if arguments.check || arguments.diff {
            print(&format!("{file}: it has no snapshot yet\n"));
            if arguments.check { WRONG } else { CLEAN }
        } else {
            print(&format!("{file}: snapshot taken\n"));
            write(&kept_at)
        };
    };
    // Insta trims the end of what it writes.
    let changes = snapshot::compare(kept.trim_end(), taken.trim_end(), &loading);
    if changes.is_empty() {
        print(&format!("{file}: as its snapshot has it\n"));
        return CLEAN;
    }
    print(&format!("{file}: changed\n{}\n", indented(&changes)));
    if arguments.accept {
        let _ = std::fs::remove_file(&pending);
        return write(&kept_at);
    }
    if arguments.diff {
        return CLEAN;
    }
    if !arguments.check {
        // For `cargo insta review`, which asks about each.
        return write(&pending).max(WRONG);
    }
    WRONG
}

fn indented(text: &str) -> String {
    text.lines()
        .fold(String::new(), |all, line| all + "  " + line + "\n")
}
