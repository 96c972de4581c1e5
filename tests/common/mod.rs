//! What several tests need: files from the disk, and small variants from a few lines.
#![allow(dead_code, reason = "not every test needs all of it")]

pub mod running;

use kiothi::engine::Program;
use kiothi::rules::{Loading, Memory, Variant, load};

pub use kiothi::disk::Disk;

/// A shipped variant of Kiothi.
pub fn variant(name: &str) -> Variant {
    whole(load(&format!("variants/kiothi/{name}.mancala"), &Disk))
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

/// The variant that was loaded, in which nothing may be wrong.
#[track_caller]
pub fn whole(loading: Loading) -> Variant {
    let shown = loading
        .library
        .render_all(&loading.mistakes, &annotate_snippets::Renderer::plain());
    loading.variant.unwrap_or_else(|| panic!("{shown}"))
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
    whole(loading(&text))
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

/// Holds the part of a page between `<!-- NAME -->` and `<!-- end of NAME -->` to what it is made from, or
/// writes it anew where the variable `KIOTHI_WRITE_DOCS` is set.
pub fn generated(path: &str, name: &str, made: &str) {
    let text = std::fs::read_to_string(path).unwrap();
    let (start, end) = (
        format!("<!-- {name} -->"),
        format!("<!-- end of {name} -->"),
    );
    let (before, rest) = text.split_once(&start).unwrap();
    let (_, after) = rest.split_once(&end).unwrap();
    let new = format!("{before}{start}\n\n{made}{end}{after}");
    if std::env::var_os("KIOTHI_WRITE_DOCS").is_some() {
        std::fs::write(path, new).unwrap();
        return;
    }
    assert!(
        text == new,
        "{path} lags behind what it is made from: run `just docs` and read what changed"
    );
}
