//! What `snapshot` found, for people and for programs.

use super::Rows;
use crate::snapshot::{Answer, LineChange, OutcomeChange, Snapshot};
use serde::Serialize;

/// What became of snapshots.
#[derive(Clone, Debug, Serialize)]
pub struct Snapshots {
    /// The version of this form.
    pub schema: u32,
    /// The files, in order.
    pub snapshots: Vec<Entry>,
}

/// A file with its snapshot.
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    /// The variant or the experiment.
    pub file: String,
    /// Where its snapshot is kept.
    pub kept_at: String,
    /// `same`, `changed`, or `new` where there was no snapshot.
    pub state: &'static str,
    /// Whether the snapshot was written.
    pub written: bool,
    /// The rules that changed, and whatever else is said in words.
    pub lines: Vec<LineChange>,
    /// The outcomes that moved.
    pub outcomes: Vec<OutcomeChange>,
}

impl Entry {
    /// What there is to say of a snapshot.
    pub fn of(snapshot: &Snapshot, written: bool) -> Entry {
        let changes = snapshot.changes.clone();
        let state = match &changes {
            None => "new",
            Some(changes) if changes.is_empty() => "same",
            Some(_) => "changed",
        };
        let changes = changes.unwrap_or_default();
        Entry {
            file: snapshot.file.clone(),
            kept_at: snapshot.kept_at.clone(),
            state,
            written,
            lines: changes.lines,
            outcomes: changes.outcomes,
        }
    }
}

/// The same for people.
pub fn text(snapshot: &Snapshot, written: bool) -> String {
    let file = &snapshot.file;
    match &snapshot.changes {
        None if written => format!("{file}: snapshot taken\n"),
        None => format!("{file}: it has no snapshot yet\n"),
        Some(changes) if changes.is_empty() => format!("{file}: as its snapshot has it\n"),
        Some(changes) => {
            changes
                .text()
                .lines()
                .fold(format!("{file}: changed\n"), |text, line| {
                    text + "  " + line + "\n"
                })
                + "\n"
        }
    }
}

/// A line a change, and a line a file without any.
impl Rows for Snapshots {
    fn header(&self) -> Vec<String> {
        [
            "file", "state", "written", "change", "what", "place", "answers", "of", "before", "now",
        ]
        .map(str::to_owned)
        .to_vec()
    }

    fn rows(&self) -> Vec<Vec<String>> {
        let mut rows = Vec::new();
        for entry in &self.snapshots {
            let mut row = |cells: [String; 7]| {
                let mut row = vec![
                    entry.file.clone(),
                    entry.state.to_owned(),
                    entry.written.to_string(),
                ];
                row.extend(cells);
                rows.push(row);
            };
            let number = |number: Option<u64>| number.map_or_else(String::new, |n| n.to_string());
            if entry.state != "changed" {
                row(Default::default());
            }
            for change in &entry.lines {
                row([
                    change.change.to_owned(),
                    change.line.clone(),
                    change.place.clone().unwrap_or_default(),
                    change
                        .answers
                        .iter()
                        .map(Answer::text)
                        .collect::<Vec<_>>()
                        .join(";"),
                    String::new(),
                    String::new(),
                    String::new(),
                ]);
            }
            for change in &entry.outcomes {
                row([
                    "moved".to_owned(),
                    change.count.clone(),
                    String::new(),
                    String::new(),
                    change.of.clone(),
                    number(change.before),
                    number(change.now),
                ]);
            }
        }
        rows
    }
}
