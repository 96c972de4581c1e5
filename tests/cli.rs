//! Transcripts of the program: what a user types, and what he reads.

#[test]
fn transcripts() {
    trycmd::TestCases::new()
        .case("tests/cli/*.trycmd")
        .case("docs/experiments.md")
        .case("README.md");
}

/// A result that a full disk swallows is not taken for one that was printed.
#[cfg(target_os = "linux")]
#[test]
fn a_result_that_cannot_be_written_is_an_error() {
    let full = std::fs::File::options().write(true).open("/dev/full");
    let out = std::process::Command::new(env!("CARGO_BIN_EXE_kiothi"))
        .args(["help", "relay"])
        .stdout(full.unwrap())
        .output()
        .unwrap();
    let told = String::from_utf8(out.stderr).unwrap();
    assert_eq!(out.status.code(), Some(2), "{told}");
    assert!(
        told.starts_with("error: the result cannot be written: "),
        "{told}"
    );
}
