//! The program as it is run from a shell: in a folder of its own, to its end or until it is stopped.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A game that is soon over.
pub const SMALL: &str = "language 1\ngame \"Small\"\nboard { rows 2; pits 3 }\nsetup { place 2 seeds in each own pit }\n\
     turn { from an occupied own pit; lift all; sow counterclockwise }\n\
     lap ends { capture when last pit is own and was empty { take last pit }; stop }\n\
     ending { when mover has no move: remaining seeds to opponent }\n";

/// An empty folder for a test, with two variants in it.
pub fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("small.mancala"), SMALL).unwrap();
    fs::write(
        folder.join("other.mancala"),
        SMALL.replace("place 2", "place 3"),
    )
    .unwrap();
    folder
}

/// The program with these arguments, not yet run.
pub fn command(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kiothi"));
    command
        .current_dir(folder)
        .args(arguments.split_whitespace())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// What comes of a command.
pub fn run(folder: &Path, arguments: &str) -> Output {
    command(folder, arguments).output().unwrap()
}

/// What a command prints that comes to its end.
#[track_caller]
pub fn printed(folder: &Path, arguments: &str) -> String {
    let out = run(folder, arguments);
    let complaints = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(0), "{arguments}: {complaints}");
    assert_eq!(complaints, "", "{arguments}");
    String::from_utf8(out.stdout).unwrap()
}

/// More games than anyone waits for.
pub const MANY: &str = "--games 900000000";

/// Plays [many](MANY) games, and sends a signal once some are played: the exit code, the output, and what is told
/// beside the progress.
#[cfg(unix)]
pub fn stopped(folder: &Path, asked: &str, signal: &str) -> (Option<i32>, String, String) {
    let asked = format!("{asked} --progress always");
    let mut child = command(folder, &asked).spawn().unwrap();
    let mut told = BufReader::new(child.stderr.take().unwrap()).lines();
    let played = told.find(|line| !line.as_ref().unwrap().starts_with("0 of"));
    assert!(played.unwrap().unwrap().contains(" games · "));
    let sent = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status()
        .unwrap();
    assert!(sent.success());
    // Read on, lest it waits for that.
    let rest = std::thread::spawn(move || {
        let rest = told.map(Result::unwrap);
        let rest = rest.filter(|line| !line.contains(" games · "));
        rest.map(|line| line + "\n").collect::<String>()
    });
    let out = child.wait_with_output().unwrap();
    let text = String::from_utf8(out.stdout).unwrap();
    (out.status.code(), text, rest.join().unwrap())
}
