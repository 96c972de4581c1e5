//! What several tests need: files from the disk, and small variants from a few lines.
#![allow(dead_code, reason = "not every test needs all of it")]

use kiothi::engine::Program;
use kiothi::rules::{Files, Loading, Memory, Variant, load};

/// The files of this repository.
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        std::fs::read(path).map_err(|_| "there is no such file".to_owned())
    }
}

/// A shipped variant of Kiothi.
pub fn variant(name: &str) -> Variant {
    let loading = load(&format!("variants/kiothi/{name}.mancala"), &Disk);
    assert!(loading.mistakes.is_empty(), "{:#?}", loading.mistakes);
    loading.variant.unwrap()
}

/// A shipped variant of Kiothi, compiled.
pub fn program(name: &str) -> Program {
    Program::compile(&variant(name).ruleset)
}

/// A file held in memory.
pub fn loading(text: &str) -> Loading {
    load(
        "variant.mancala",
        &Memory::from([("variant.mancala", text)]),
    )
}

/// A small variant: these clauses, on a board of so many pits with so many seeds in each.
pub fn small(pits: usize, seeds: usize, clauses: &str) -> Program {
    Program::compile(&small_variant(pits, seeds, clauses).ruleset)
}

/// The same, not compiled.
pub fn small_variant(pits: usize, seeds: usize, clauses: &str) -> Variant {
    let text = format!(
        "language 1\ngame \"small\"\nmark safe\nboard {{ rows 2; pits {pits} }}\n\
         setup {{ place {seeds} seeds in each own pit }}\n{clauses}"
    );
    let loading = loading(&text);
    let shown = loading
        .library
        .render_all(&loading.mistakes, &annotate_snippets::Renderer::plain());
    loading.variant.unwrap_or_else(|| panic!("{shown}"))
}

/// So many cases of a property, the same ones in every run.
pub fn cases(number: u32) -> proptest::test_runner::Config {
    proptest::test_runner::Config {
        cases: number,
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(1),
        ..proptest::test_runner::Config::default()
    }
}
