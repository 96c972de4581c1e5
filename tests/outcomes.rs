//! The rules of every shipped variant, and the outcome of 2,000 seeded games: a change of a rule shows as a
//! change of a snapshot, and a new file is covered by being there.
//!
//! These are the snapshots that `kiothi snapshot` keeps beside the variants.

mod common;

use common::{Disk, whole};
use kiothi::experiment;
use kiothi::rules::{Files, load};
use kiothi::snapshot;

#[test]
fn two_thousand_games_of_every_variant() {
    insta::glob!("../variants", "**/*.mancala", |path| {
        let variant = whole(load(&path.to_string_lossy(), &Disk));
        let taken = snapshot::take(&variant);
        insta::with_settings!({
            snapshot_path => path.with_file_name("snapshots"),
            snapshot_suffix => "",
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            insta::assert_snapshot!(variant.name.clone(), taken);
        });
    });
}

/// The files of this repository, with one word of the base changed.
struct Planted;

impl Files for Planted {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        if !path.ends_with(".mancala") {
            return Disk.read(path);
        }
        let text = String::from_utf8(Disk.read(path)?).unwrap();
        let changed = text.replace(
            "forbid \"first-lap restriction\" a first lap",
            "forbid \"first-lap restriction\" a lap",
        );
        Ok(changed.into_bytes())
    }

    fn list(&self, folder: &str) -> Result<Option<Vec<String>>, String> {
        Disk.list(folder)
    }
}

#[test]
fn a_test_can_hold_a_variant_to_its_snapshot() {
    assert_eq!(
        snapshot::check("variants/kiothi/czech.mancala", &Disk),
        Ok(())
    );
    let changed = snapshot::check("variants/kiothi/czech.mancala", &Planted).unwrap_err();
    assert!(
        changed.contains("first-lap restriction") && changed.contains("kiothi.mancala:"),
        "{changed}"
    );
    let unkept = snapshot::check("tests/errors/parents/base.mancala", &Disk).unwrap_err();
    assert!(unkept.contains("no snapshot yet"), "{unkept}");
    let broken = snapshot::check("tests/errors/empty.mancala", &Disk).unwrap_err();
    assert!(broken.contains("K0036"), "{broken}");
}

/// What it came to is not played again here, which takes minutes without optimization; the rules are held.
#[test]
fn the_snapshots_of_experiments_are_of_the_rules_as_they_are() {
    insta::glob!("../experiments", "*.toml", |path| {
        let file = path.to_string_lossy();
        let experiment = experiment::read(&file, &Disk).experiment.unwrap();
        let kept = std::fs::read_to_string(snapshot::kept_at(&file)).unwrap();
        let kept: Vec<&str> = kept
            .lines()
            .filter(|line| line.contains(", ruleset "))
            .collect();
        let now: Vec<String> = experiment
            .variants
            .iter()
            .map(|variant| format!("{}, ruleset {}", variant.name, variant.hash))
            .collect();
        assert_eq!(kept, now, "take it anew: kiothi snapshot --accept {file}");
    });
}

#[test]
fn a_planted_change_is_told_with_its_rule_and_the_outcomes_it_moves() {
    let kept = std::fs::read_to_string("variants/kiothi/snapshots/czech.snap").unwrap();
    let loading = load("variants/kiothi/czech.mancala", &Planted);
    let taken = snapshot::take(loading.variant.as_ref().unwrap());
    let changes = snapshot::compare(snapshot::read(&kept).unwrap(), &taken, &loading);
    let outcomes = &changes.outcomes;
    assert!(
        outcomes
            .iter()
            .any(|moved| moved.count == "South wins" && moved.before != moved.now),
        "{outcomes:?}"
    );
    let changes = changes.text();
    let told = |start: &str| changes.lines().find(|line| line.starts_with(start));
    let rule = told("+ forbid \"first-lap restriction\"").unwrap();
    assert!(rule.contains("[variants/kiothi/kiothi.mancala:"), "{rule}");
    assert_eq!(
        told("- forbid \"first-lap restriction\"").unwrap(),
        "- forbid \"first-lap restriction\" a first lap that ends in an occupied own pit"
    );
    assert!(told("2000 random games, seed 1:").is_some(), "{changes}");
}
