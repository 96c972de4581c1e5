//! Transcripts of the program: what a user types, and what he reads.

#[test]
fn transcripts() {
    trycmd::TestCases::new()
        .case("tests/cli/*.trycmd")
        .case("docs/experiments.md")
        .case("README.md");
}
