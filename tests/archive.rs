//! Runs that are kept: whatever happens to a run, the same command comes to the same bytes in the end, and nothing in
//! a file that is no archive, or not whole, is touched.

mod common;

#[cfg(unix)]
use common::running::{MANY, stopped};
use common::running::{SMALL, command, folder, printed, run};
use kiothi::analyse::measures::MEASURES;
use kiothi::analyse::paired::{Played, Sums};
use kiothi::archive::{APPLICATION, Archive, Error, Identity, Shelf, VERSION};
use kiothi::engine::Program;
use kiothi::players::Uniform;
use kiothi::rules::{Memory, Variant, load};
use kiothi::simulate::{BLOCK, Keeper, Run, Tally, play_block};
use rusqlite::Connection;
use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Instant;

/// How many games are kept of each run.
fn games_kept(archive: &Path) -> Vec<u64> {
    let runs = Archive::read(archive).unwrap().runs().unwrap();
    runs.iter().map(|run| run.tally.games).collect()
}

fn variant(text: &str) -> (Variant, Program) {
    let variant = load("small", &Memory::from([("small", text)]))
        .variant
        .unwrap();
    let program = Program::compile(&variant.ruleset);
    (variant, program)
}

const RUN: Run = Run {
    games: BLOCK,
    seed: 1,
    max_turns: 1000,
    max_laps: u64::MAX,
};

#[test]
fn what_is_kept_comes_back_without_loss() {
    let folder = folder("archive-round-trip");
    let (variant, program) = variant(SMALL);
    let identity = Identity::of(&variant, &program, [Uniform; 2], RUN);
    // Some games are left unfinished.
    let short = Run {
        max_turns: 9,
        ..RUN
    };
    let tallies = [
        play_block(&program, [Uniform; 2], RUN, 0..BLOCK),
        play_block(&program, [Uniform; 2], short, BLOCK..BLOCK + 100),
    ];
    // Sums beyond 64 bits too.
    let sums = |games| -> Vec<Sums> {
        (0..MEASURES.len() as i128)
            .map(|at| {
                let numbers = [0, 1, -1, 7, i64::MAX as i128, i64::MIN as i128, -at, at, at];
                Sums {
                    games,
                    numbers: numbers.map(|number| number * (at + 1)),
                }
            })
            .collect()
    };
    let path = folder.join("runs.sqlite");
    let blocks = [0..BLOCK, BLOCK..BLOCK + 100];
    let archive = Archive::open(&path).unwrap();
    let shelf = archive.shelf(&identity, Some(&identity));
    for (games, tally) in blocks.iter().zip(&tallies) {
        let played = Played {
            tally: tally.clone(),
            sums: sums(tally.games),
        };
        assert!(shelf.keep(games, &played));
    }
    archive.close().unwrap();
    let archive = Archive::open(&path).unwrap();
    let shelf = archive.shelf(&identity, Some(&identity));
    for (games, tally) in blocks.iter().zip(&tallies) {
        let played = Played {
            tally: tally.clone(),
            sums: sums(tally.games),
        };
        assert_eq!(Keeper::<Tally>::kept(&shelf, games).as_ref(), Some(tally));
        assert_eq!(Keeper::<Played>::kept(&shelf, games), Some(played));
    }
    // Of a block that is not kept, or not so much of it, nothing comes back.
    for games in [0..7, BLOCK..BLOCK + 101, 2 * BLOCK..3 * BLOCK] {
        assert_eq!(Keeper::<Tally>::kept(&shelf, &games), None);
    }
    // Of another seed neither.
    let other = Identity {
        seed: 2,
        ..identity.clone()
    };
    let shelf: Shelf<'_> = archive.shelf(&other, None);
    assert_eq!(Keeper::<Tally>::kept(&shelf, &blocks[0]), None);
    archive.close().unwrap();
    let runs = Archive::read(&path).unwrap().runs().unwrap();
    assert_eq!(runs.len(), 2);
    assert_eq!(runs[0].identity, identity);
    let mut whole = tallies[0].clone();
    whole.add(&tallies[1]);
    assert_eq!((runs[0].blocks, &runs[0].tally), (2, &whole));
    assert_eq!(runs[0].compared, [(1, BLOCK + 100)]);
}

/// Everything in two tables, without the order in which runs were entered.
fn contents(archive: &Path) -> Vec<String> {
    let file = Connection::open(archive).unwrap();
    let mut all = Vec::new();
    for table in ["run", "block", "paired"] {
        let mut statement = file.prepare(&format!("SELECT * FROM {table}")).unwrap();
        let columns = statement.column_count();
        let mut rows = statement.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            let cells = (0..columns).map(|at| format!("{:?}", row.get_ref(at).unwrap()));
            all.push(cells.collect::<Vec<_>>().join(" "));
        }
    }
    all.sort();
    all
}

#[test]
fn the_same_is_printed_and_kept_on_any_number_of_threads() {
    let folder = folder("archive-threads");
    for (name, command) in [
        (
            "simulate",
            "simulate small.mancala other.mancala --games 5000",
        ),
        (
            "compare",
            "compare small.mancala other.mancala --games 2500",
        ),
        ("until", "simulate small.mancala other.mancala --until 1.2%"),
    ] {
        let command = format!("{command} --format json");
        let expected = printed(&folder, &format!("{command} --threads 2"));
        let kept = [1, 2].map(|threads| {
            let file = format!("{name}-{threads}.sqlite");
            let command = format!("{command} --threads {threads}");
            let archived = format!("{command} --archive {file}");
            assert_eq!(printed(&folder, &command), expected);
            assert_eq!(printed(&folder, &archived), expected);
            // Nothing is played now.
            assert_eq!(printed(&folder, &archived), expected);
            contents(&folder.join(file))
        });
        assert!(kept[0] == kept[1], "{name}");
    }
}

#[test]
fn more_games_later_play_only_what_is_missing_and_fewer_leave_what_is_kept() {
    let folder = folder("archive-longer");
    let archive = folder.join("runs.sqlite");
    for (games, kept) in [(1_500, 1_500), (3_000, 3_000), (700, 3_000), (3_000, 3_000)] {
        for command in ["simulate", "compare"] {
            let command = format!("{command} small.mancala other.mancala --games {games}");
            let expected = printed(&folder, &command);
            let archived = format!("{command} --archive runs.sqlite");
            assert_eq!(printed(&folder, &archived), expected);
            assert_eq!(games_kept(&archive), [kept, kept]);
        }
    }
    // A whole block is never played again: what is kept of one is believed, whatever it says.
    let file = Connection::open(&archive).unwrap();
    let changed = file
        .execute(
            "UPDATE block SET south = south + north, north = 0 WHERE block = 0",
            [],
        )
        .unwrap();
    assert_eq!(changed, 2);
    drop(file);
    let command = "simulate small.mancala --games 3000";
    let altered = printed(&folder, &format!("{command} --archive runs.sqlite"));
    assert_ne!(altered, printed(&folder, command));
}

#[test]
fn a_variant_that_joins_a_comparison_leaves_the_others_as_they_are_kept() {
    let folder = folder("archive-joins");
    fs::write(
        folder.join("third.mancala"),
        SMALL.replace("pits 3", "pits 4"),
    )
    .unwrap();
    let two = "compare small.mancala other.mancala --games 2000";
    let three = "compare small.mancala other.mancala third.mancala --games 2000";
    printed(&folder, &format!("{two} --archive runs.sqlite"));
    let before = contents(&folder.join("runs.sqlite"));
    let expected = printed(&folder, three);
    let archived = format!("{three} --archive runs.sqlite");
    assert_eq!(printed(&folder, &archived), expected);
    let after = contents(&folder.join("runs.sqlite"));
    assert!(before.iter().all(|row| after.contains(row)));
    // With another reference other pairs are kept, beside those.
    let other = "compare small.mancala other.mancala --games 2000 --reference other";
    let expected = printed(&folder, other);
    let archived = format!("{other} --archive runs.sqlite");
    assert_eq!(printed(&folder, &archived), expected);
    let runs = Archive::read(&folder.join("runs.sqlite"))
        .unwrap()
        .runs()
        .unwrap();
    assert_eq!(runs[0].compared, [(1, 2000), (2, 2000)]);
}

#[test]
fn a_run_that_is_killed_again_and_again_comes_to_the_same_bytes() {
    let folder = folder("archive-killed");
    // The one has few blocks, each of which takes a while, the other many.
    for (name, parts, asked) in [
        (
            "compare",
            60,
            "compare small.mancala other.mancala --games 16000",
        ),
        (
            "until",
            200,
            "simulate small.mancala other.mancala --until 0.5%",
        ),
    ] {
        let asked = format!("{asked} --format json --threads 2");
        let archived = format!("{asked} --archive {name}.sqlite");
        let began = Instant::now();
        let expected = printed(&folder, &asked);
        let whole = began.elapsed();
        let mut in_play = 0;
        for time in 1..=20u32 {
            let mut child = command(&folder, &archived).spawn().unwrap();
            // Now sooner, now later, up to a third or a tenth of the run.
            sleep(whole * (time * 7 % 20 + 1) / parts);
            if child.try_wait().unwrap().is_none() {
                in_play += 1;
            }
            // This is SIGKILL.
            child.kill().unwrap();
            child.wait().unwrap();
        }
        assert!(in_play >= 3, "{in_play} of 20 were killed in play");
        let path = folder.join(format!("{name}.sqlite"));
        assert!(games_kept(&path).iter().sum::<u64>() > 0);
        assert_eq!(printed(&folder, &archived), expected);
        assert_eq!(printed(&folder, &archived), expected);
    }
}

#[cfg(unix)]
#[test]
fn a_run_that_is_stopped_tells_what_it_has_played_and_goes_on_from_there() {
    let folder = folder("archive-stopped");
    for (name, asked, with) in [
        ("compare", "compare small.mancala other.mancala", "-INT"),
        ("simulate", "simulate small.mancala", "-TERM"),
    ] {
        for archive in [None, Some(folder.join(format!("{name}.sqlite")))] {
            let keep = archive.as_ref().map_or(String::new(), |path| {
                format!("--archive {}", path.display())
            });
            let asked = format!("{asked} --format json {keep}");
            let (code, text, told) = stopped(&folder, &format!("{asked} {MANY}"), with);
            assert_eq!(code, Some(130), "{told}");
            assert!(
                told.starts_with("stopped: these are the results of the games played so far"),
                "{told}"
            );
            let goes_on = told.contains("the same command goes on");
            assert_eq!(goes_on, archive.is_some(), "{told}");
            let value: serde_json::Value = serde_json::from_str(&text).unwrap();
            let games = value["results"][0]["games"].as_u64().unwrap();
            assert_eq!(value["results"][0]["partial"], true);
            // They are the first games of the run: those that it plays if just so many are asked for.
            let expected = printed(&folder, &format!("{asked} --games {games}"));
            assert_eq!(text.replace("      \"partial\": true,\n", ""), expected);
            if let Some(path) = archive {
                assert!(games.is_multiple_of(BLOCK) && games > 0);
                assert_eq!(games_kept(&path)[0], games);
            }
        }
    }
}

/// A run over several variants, one after the other, may not have come to the last ones.
#[cfg(unix)]
#[test]
fn variants_that_were_not_begun_are_named() {
    let folder = folder("archive-not-begun");
    let asked = format!("simulate small.mancala other.mancala {MANY}");
    let (code, text, told) = stopped(&folder, &asked, "-INT");
    assert_eq!(code, Some(130));
    assert!(told.contains("not begun: other\n"), "{told}");
    assert!(text.starts_with("Small (small)\n"), "{text}");
    assert!(text.contains("games (stopped before the end) ·"), "{text}");
    assert!(!text.contains("(other)"), "{text}");
}

/// Runs a command with this file as its archive, which must refuse it in these words and leave it as it is.
#[track_caller]
fn refused(folder: &Path, file: &str, why: &str) {
    let path = folder.join(file);
    let before = fs::read(&path).ok();
    for command in [
        "simulate small.mancala --games 10",
        "compare small.mancala other.mancala --games 10",
    ] {
        let out = run(folder, &format!("{command} --archive {file}"));
        let told = String::from_utf8(out.stderr).unwrap();
        assert_eq!(out.status.code(), Some(2), "{told}");
        assert!(
            told.starts_with(&format!("error: --archive {file}: ")),
            "{told}"
        );
        assert!(told.contains(why), "{told}");
        assert_eq!(String::from_utf8(out.stdout).unwrap(), "");
    }
    let out = run(folder, &format!("runs {file}"));
    let told = String::from_utf8(out.stderr).unwrap();
    assert_eq!(out.status.code(), Some(2), "{told}");
    assert!(told.starts_with(&format!("error: {file}: ")), "{told}");
    assert_eq!(fs::read(&path).ok(), before, "{file} was changed");
}

#[test]
fn what_is_no_archive_is_refused_and_left_as_it_is() {
    let folder = folder("archive-foreign");
    refused(&folder, "small.mancala", "is no archive of runs");
    refused(&folder, ".", "it is a folder");
    refused(&folder, "nowhere/runs.sqlite", "no such folder");
    let file = Connection::open(folder.join("foreign.sqlite")).unwrap();
    file.execute_batch(
        "CREATE TABLE letters (text TEXT); INSERT INTO letters VALUES ('Dear Kiothi')",
    )
    .unwrap();
    drop(file);
    refused(
        &folder,
        "foreign.sqlite",
        "an SQLite file of something else",
    );
    // One of another program that uses the same mark as it should not.
    let file = Connection::open(folder.join("marked.sqlite")).unwrap();
    file.pragma_update(None, "application_id", APPLICATION)
        .unwrap();
    drop(file);
    refused(&folder, "marked.sqlite", "an SQLite file of something else");
}

#[test]
fn an_archive_of_a_newer_program_is_refused_and_left_as_it_is() {
    let folder = folder("archive-newer");
    printed(
        &folder,
        "simulate small.mancala --games 10 --archive runs.sqlite",
    );
    let file = Connection::open(folder.join("runs.sqlite")).unwrap();
    file.pragma_update(None, "user_version", VERSION + 1)
        .unwrap();
    drop(file);
    refused(&folder, "runs.sqlite", "in version 2 of its form");
}

#[test]
fn a_damaged_archive_is_refused_and_left_as_it_is() {
    let folder = folder("archive-damaged");
    let path = folder.join("runs.sqlite");
    printed(
        &folder,
        "compare small.mancala other.mancala --games 5000 --archive runs.sqlite",
    );
    let whole = fs::read(&path).unwrap();
    // A page overwritten, the end missing.
    let mut overwritten = whole.clone();
    for byte in &mut overwritten[2 * 4096..3 * 4096] {
        *byte = 0xA5;
    }
    fs::write(folder.join("overwritten.sqlite"), overwritten).unwrap();
    fs::write(folder.join("cut.sqlite"), &whole[..whole.len() / 2]).unwrap();
    refused(&folder, "overwritten.sqlite", "damaged");
    refused(&folder, "cut.sqlite", "damaged");
    // The file is sound, but counts do not add up, or cannot be read.
    for (name, change) in [
        (
            "games",
            "UPDATE block SET south = south + 1 WHERE block = 2",
        ),
        (
            "turns",
            "UPDATE block SET turns = '{\"3\": 1}' WHERE block = 2",
        ),
        ("json", "UPDATE block SET leads = 'none' WHERE block = 2"),
        (
            "length",
            "UPDATE block SET turns = '{\"9000000000000\": 1}'",
        ),
        ("rules", "UPDATE block SET applied = '[1]'"),
    ] {
        let name = format!("{name}.sqlite");
        fs::copy(&path, folder.join(&name)).unwrap();
        let file = Connection::open(folder.join(&name)).unwrap();
        assert!(file.execute(change, []).unwrap() > 0);
        drop(file);
        let before = contents(&folder.join(&name));
        let command = "simulate small.mancala other.mancala --games 5000";
        let out = run(&folder, &format!("{command} --archive {name}"));
        let told = String::from_utf8(out.stderr).unwrap();
        assert_eq!(out.status.code(), Some(2), "{told}");
        assert!(told.contains("it is damaged"), "{told}");
        assert_eq!(contents(&folder.join(&name)), before, "{name}");
        let out = run(&folder, &format!("runs {name}"));
        assert_eq!(out.status.code(), Some(2));
    }
}

#[test]
fn a_second_writer_is_told_to_wait_and_a_reader_is_not() {
    let folder = folder("archive-second");
    let path = folder.join("runs.sqlite");
    let archived = "simulate small.mancala --games 3000 --archive runs.sqlite";
    let expected = printed(&folder, archived);
    let first = Archive::open(&path).unwrap();
    assert_eq!(Archive::open(&path).unwrap_err(), Error::Busy);
    let out = run(&folder, archived);
    let told = String::from_utf8(out.stderr).unwrap();
    assert_eq!(out.status.code(), Some(2));
    assert!(told.contains("another program is writing to it"), "{told}");
    assert!(out.stdout.is_empty());
    assert!(printed(&folder, "runs runs.sqlite").contains("3,000"));
    first.close().unwrap();
    assert_eq!(printed(&folder, archived), expected);
    // Closed, it is one file.
    let beside = fs::read_dir(&folder).unwrap().filter_map(|entry| {
        let name = entry.unwrap().file_name().into_string().unwrap();
        name.contains("sqlite").then_some(name)
    });
    assert_eq!(beside.collect::<Vec<_>>(), ["runs.sqlite"]);
}

/// Killed in the middle of writing a page, SQLite leaves a journal from which the file is mended.
#[test]
fn an_archive_that_was_left_half_written_is_read_as_it_was_before() {
    let folder = folder("archive-half-written");
    printed(
        &folder,
        "compare small.mancala other.mancala --games 5000 --archive runs.sqlite",
    );
    let expected = printed(&folder, "runs runs.sqlite");
    let file = Connection::open(folder.join("runs.sqlite")).unwrap();
    file.pragma_update(None, "cache_size", 1).unwrap();
    let halfway = "BEGIN; UPDATE block SET games = games - 1; UPDATE paired SET x = x + 1000000000";
    file.execute_batch(halfway).unwrap();
    for (from, to) in [
        ("runs.sqlite", "copy.sqlite"),
        ("runs.sqlite-journal", "copy.sqlite-journal"),
    ] {
        fs::copy(folder.join(from), folder.join(to)).unwrap();
    }
    file.execute_batch("ROLLBACK").unwrap();
    drop(file);
    let [whole, half] =
        ["runs.sqlite", "copy.sqlite"].map(|file| fs::read(folder.join(file)).unwrap());
    assert!(whole != half, "nothing was written to the file");
    assert_eq!(printed(&folder, "runs copy.sqlite"), expected);
    assert_eq!(
        contents(&folder.join("copy.sqlite")),
        contents(&folder.join("runs.sqlite"))
    );
}

/// Whoever may write everywhere, as the one who builds containers often may, is not refused.
#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_written_to_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("archive-read-only");
    let path = folder.join("runs.sqlite");
    let archived = "simulate small.mancala --games 10 --archive runs.sqlite";
    let expected = printed(&folder, archived);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    if fs::OpenOptions::new().append(true).open(&path).is_ok() {
        assert_eq!(printed(&folder, archived), expected);
        return;
    }
    refused_only(&folder, archived, "it may not be written to");
}

#[cfg(unix)]
fn refused_only(folder: &Path, command: &str, why: &str) {
    let out = run(folder, command);
    let told = String::from_utf8(out.stderr).unwrap();
    assert_eq!(out.status.code(), Some(2), "{told}");
    assert!(told.contains(why), "{told}");
}

#[test]
fn progress_is_told_where_it_is_asked_for() {
    let folder = folder("archive-progress");
    for (command, games) in [
        ("simulate small.mancala --games 600", "600"),
        ("compare small.mancala other.mancala --games 600", "1,200"),
        ("wear small.mancala --games 600", "600"),
        ("distinguish small.mancala other.mancala --games 20", "40"),
    ] {
        let quiet = printed(&folder, command);
        assert_eq!(
            printed(&folder, &format!("{command} --progress never")),
            quiet
        );
        let out = run(&folder, &format!("{command} --progress always"));
        assert_eq!(String::from_utf8(out.stdout).unwrap(), quiet);
        let told = String::from_utf8(out.stderr).unwrap();
        let line = format!("{games} of {games} games · ");
        assert!(
            told.starts_with(&line) && told.ends_with(" left\n"),
            "{told}"
        );
    }
}

/// What is read from the file by the page's recipe is what `compare` tells.
#[test]
fn differences_read_from_an_archive_are_those_of_the_comparison() {
    let folder = folder("archive-difference");
    let command = "compare small.mancala other.mancala --games 3000 --format json";
    let text = printed(&folder, &format!("{command} --archive runs.sqlite"));
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let told = &value["results"][1]["against"]["measures"];
    let file = Connection::open(folder.join("runs.sqlite")).unwrap();
    for measure in ["duration", "branching", "drama", "lead-changes"] {
        let (games, difference, variance): (i64, f64, f64) = file
            .query_row(
                "SELECT games, difference, variance FROM difference WHERE run = 2 AND measure = ?1",
                [measure],
                |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
            )
            .unwrap();
        assert_eq!(games, 3000);
        let number = |field: &str| told[measure][field].as_f64().unwrap();
        assert!(
            (number("difference") - difference).abs() < 1e-9,
            "{measure}"
        );
        let half = (number("high") - number("low")) / 2.0;
        let found = 1.959_963_984_540_054 * variance.sqrt();
        assert!((half - found).abs() < 1e-9, "{measure}: {half} {found}");
    }
    let south: i64 = file
        .query_row("SELECT south FROM outcome WHERE run = 2", [], |row| {
            row.get(0)
        })
        .unwrap();
    assert_eq!(value["results"][1]["outcomes"]["south"], south);
}

/// The page on archives tells every table and column, and its queries can be asked.
#[test]
fn the_page_on_archives_tells_what_is_in_them() {
    let page = fs::read_to_string("docs/archive.md").unwrap();
    let file = Connection::open("tests/formats/runs.sqlite").unwrap();
    let mut statement = file
        .prepare(
            "SELECT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c \
             WHERE t.type IN ('table', 'view')",
        )
        .unwrap();
    let columns: Vec<(String, String)> = statement
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    assert!(columns.len() > 50);
    for (table, column) in columns {
        let (_, section) = page.split_once(&format!("\n## `{table}`")).unwrap();
        let section = section.split("\n## ").next().unwrap();
        assert!(section.contains(&format!("`{column}`")), "{table}.{column}");
    }
    let queries: Vec<&str> = page
        .split("```sql\n")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap())
        .collect();
    assert!(queries.len() >= 3);
    for query in queries {
        let mut statement = file.prepare(query).unwrap();
        let mut rows = statement.query([]).unwrap();
        assert!(rows.next().unwrap().is_some(), "{query}");
    }
}
