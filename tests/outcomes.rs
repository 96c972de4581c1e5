//! The rules of every shipped variant, and the outcome of 2,000 seeded games: a change of a rule shows as a
//! change of a snapshot, and a new file is covered by being there.
//!
//! These are the snapshots that `kiothi snapshot` keeps beside the variants.

mod common;

use common::Disk;
use kiothi::rules::{Files, load};
use kiothi::snapshot;

#[test]
fn two_thousand_games_of_every_variant() {
    insta::glob!("../variants", "**/*.mancala", |path| {
        let loading = load(&path.to_string_lossy(), &Disk);
        let variant = loading
            .variant
            .as_ref()
            .unwrap_or_else(|| panic!("{:#?}", loading.mistakes));
        let taken = snapshot::take(variant);
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
        let text = String::from_utf8(Disk.read(path)?).unwrap();
        let changed = text.replace(
            "forbid \"first-lap restriction\" a first lap",
            "forbid \"first-lap restriction\" a lap",
        );
        Ok(changed.into_bytes())
    }
}

#[test]
fn a_planted_change_is_told_with_its_rule_and_the_outcomes_it_moves() {
    let kept = std::fs::read_to_string("variants/kiothi/snapshots/czech.snap").unwrap();
    let loading = load("variants/kiothi/czech.mancala", &Planted);
    let taken = snapshot::take(loading.variant.as_ref().unwrap());
    let changes = snapshot::compare(snapshot::read(&kept).unwrap(), &taken, &loading);
    let told = |start: &str| changes.lines().find(|line| line.starts_with(start));
    let rule = told("+ forbid \"first-lap restriction\"").unwrap();
    assert!(rule.contains("[variants/kiothi/kiothi.mancala:"), "{rule}");
    assert_eq!(
        told("- forbid \"first-lap restriction\"").unwrap(),
        "- forbid \"first-lap restriction\" a first lap that ends in an occupied own pit"
    );
    assert!(
        told("- South wins").is_some() && told("+ South wins").is_some(),
        "{changes}"
    );
}
