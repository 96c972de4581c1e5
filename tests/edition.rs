//! The games of an edition stay as they are: for every shipped variant a file pins what an archive keeps of some. Whoever
//! has the same rules come to other games or counts raises `EDITION`, so that no run goes on from blocks of the old ones.

mod common;

use common::{Disk, whole};
use kiothi::archive::{Archive, EDITION};
use kiothi::experiment::{Experiment, Length};
use kiothi::rules::{Variant, load, variants_in};
use kiothi::simulate::Watch;
use rusqlite::Connection;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::Path;

const PINNED: &str = "tests/edition.txt";

const HOW: &str = "KIOTHI_WRITE_DOCS=1 cargo test --test edition";

/// A digest of what an archive keeps of some games of a variant.
fn digest(variant: &Variant) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("edition.sqlite");
    let _ = std::fs::remove_file(&path);
    let experiment = Experiment {
        length: Length::Games(32),
        max_turns: 2_000,
        ..Experiment::of(vec![variant.clone()])
    };
    let archive = Archive::open(&path).unwrap();
    experiment.compare(Some(&archive), &Watch::default());
    archive.close().unwrap();
    let file = Connection::open(&path).unwrap();
    let mut digest = Sha256::new();
    for query in [
        "SELECT * FROM block",
        "SELECT * FROM paired ORDER BY measure",
    ] {
        let mut statement = file.prepare(query).unwrap();
        let columns = statement.column_count();
        let mut rows = statement.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            for column in 0..columns {
                digest.update(format!("{:?}\n", row.get_ref(column).unwrap()));
            }
        }
    }
    let bytes = digest.finalize();
    bytes[..8]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// What is pinned: the edition, and for each hash of rules the digest.
fn pinned(text: &str) -> (&str, BTreeMap<&str, &str>) {
    let mut lines = text.lines();
    let edition = lines.next().unwrap();
    let digests = lines.map(|line| {
        let mut words = line.split_whitespace();
        let (ruleset, digest) = (words.next().unwrap(), words.next().unwrap());
        (ruleset, digest)
    });
    (edition, digests.collect())
}

#[test]
fn the_same_rules_come_to_the_same_games_as_long_as_the_edition_is_the_same() {
    let edition = format!("edition {EDITION}");
    let text = std::fs::read_to_string(PINNED).unwrap();
    let (known_edition, known) = pinned(&text);
    let mut now = edition.clone() + "\n";
    let mut met = BTreeMap::new();
    for file in variants_in("variants", &Disk).unwrap() {
        let variant = whole(load(&file, &Disk));
        if met.contains_key(&variant.hash) {
            continue;
        }
        let digest = digest(&variant);
        let before = known.get(variant.hash.as_str());
        assert!(
            edition != known_edition || before.is_none_or(|before| *before == digest),
            "{file} has the same rules as before, but comes to other games, or other things are counted of them: \
             raise `archive::EDITION`, then pin them anew: {HOW}"
        );
        now += &format!("{} {digest} {file}\n", variant.hash);
        met.insert(variant.hash, digest);
    }
    if std::env::var_os("KIOTHI_WRITE_DOCS").is_some() {
        std::fs::write(PINNED, now).unwrap();
        return;
    }
    assert!(text == now, "{PINNED} lags behind the variants: {HOW}");
}
