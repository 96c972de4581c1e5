# What people do here; `just` lists it.

default:
    @just --list

# Format, lint and test, as the continuous integration does
ci:
    .ci/run

# Run the tests
test:
    cargo test

# Set the readings of Kiothi side by side
compare games="20000":
    cargo run --release -- compare variants/kiothi --games {{games}} --seed 1

# Check every variant, citations included
check:
    cargo run --release -- check variants --cited

# Write anew what is generated: parts of the language reference and of the page on Kiothi, and what is pinned of games
docs:
    KIOTHI_WRITE_DOCS=1 cargo test --test vocabulary the_language_reference
    KIOTHI_WRITE_DOCS=1 cargo test --test said the_page_on_kiothi
    KIOTHI_WRITE_DOCS=1 cargo test --test experiments the_pages_on_keys_and_codes
    KIOTHI_WRITE_DOCS=1 cargo test --test edition

# Look at changed snapshots one by one
review:
    cargo insta review

# Measure speed beside the hand-written engines
bench:
    cargo bench --bench playouts

# Measure the figures of docs/performance.md and write them there
performance:
    KIOTHI_WRITE_DOCS=1 cargo bench --bench performance
