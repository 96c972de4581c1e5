//! The figures of `docs/performance.md`, measured and printed as they stand there: `just performance` writes them.
//!
//! A few minutes on a quiet machine. What is measured in a program of its own (memory, start-up) is measured of the
//! release build of `kiothi`.

mod handwritten;
mod measured;

use kiothi::engine::Program;
use kiothi::report::thousands;
use kiothi::rules::{Memory, load};
use kiothi::simulate::Tally;
use kiothi::speed::{a_second, measure};
use measured::{played, program};
use std::fmt::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The page, and what its figures stand between.
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/performance.md");
const BEGIN: &str = "<!-- figures -->\n";
const END: &str = "<!-- end of figures -->";

fn main() {
    // `cargo test --benches` only wants to know that it runs.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let parts = [
        ratios,
        variants,
        relay_games,
        numbers_of_games,
        short_runs,
        boards,
    ];
    let mut figures = format!("\nMeasured on {}.\n", machine());
    for part in parts {
        let part = part();
        print!("{part}");
        figures.push_str(&part);
    }
    if std::env::var_os("KIOTHI_WRITE_DOCS").is_some() {
        let page = std::fs::read_to_string(PAGE).expect("the page is there");
        let (before, rest) = page.split_once(BEGIN).expect("figures begin");
        let (_, after) = rest.split_once(END).expect("figures end");
        let page = format!("{before}{BEGIN}{figures}\n{END}{after}");
        std::fs::write(PAGE, page).expect("the page can be written");
    }
}

/// What is known of the machine.
fn machine() -> String {
    let told = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = told.lines().find(|line| line.starts_with("model name"));
    let model = model.and_then(|line| line.split_once(": "));
    let name = model.map_or("a processor", |(_, name)| name);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let s = if cores == 1 { "" } else { "s" };
    // What else the machine does: without it, about none.
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().filter(|load| !load.is_empty());
    let load = load.map_or_else(String::new, |load| {
        format!(", which had a load of {load} before it began")
    });
    format!("{cores} core{s} of {name}{load}")
}

/// A heading, a word of explanation, and a table.
fn section(heading: &str, told: &str, header: &[&str], rows: &[Vec<String>]) -> String {
    let mut text = format!("\n### {heading}\n\n{told}\n\n| {} |\n", header.join(" | "));
    let line = |at| if at == 0 { " --- |" } else { " ---: |" };
    let lines: String = (0..header.len()).map(line).collect();
    let _ = writeln!(text, "|{lines}");
    for row in rows {
        let _ = writeln!(text, "| {} |", row.join(" | "));
    }
    text
}

fn whole(rate: f64) -> String {
    thousands(rate.round() as u64)
}

fn ratios() -> String {
    let rows: Vec<Vec<String>> = measured::ratios()
        .iter()
        .map(|ratio| {
            let target = ratio
                .target
                .map_or_else(String::new, |target| format!("{target:.1}"));
            vec![
                format!("{}, beside {}", ratio.what, ratio.of),
                whole(ratio.ours),
                whole(ratio.theirs),
                format!("{:.2}", ratio.ratio()),
                target,
            ]
        })
        .collect();
    section(
        "Beside a baseline",
        "A second, each in one run with what it stands beside: by turns, in pieces of a few milliseconds, the best of many.",
        &["", "a second", "the baseline", "ratio", "wanted"],
        &rows,
    )
}

fn variants() -> String {
    let rows: Vec<Vec<String>> = [
        "kiothi/kiothi",
        "kiothi/english-wikipedia",
        "family/endodoi",
        "family/gamacha",
        "family/ot-tjin",
        "family/dakon",
        "family/anywoli",
        "family/giuthi",
        "family/kalah",
        "family/oware",
        "family/toguz_kumalak",
        "family/moruba",
        "family/engehe",
    ]
    .map(|path| {
        let speed = measure(&program(path), 1, Duration::from_secs(2));
        let playing = |number| whole(a_second(number, speed.playing));
        vec![
            path.to_owned(),
            playing(speed.games),
            playing(speed.turns),
            playing(speed.laps),
            whole(a_second(speed.nodes, speed.counting)),
        ]
    })
    .to_vec();
    section(
        "Some variants",
        "A second on one thread, as `kiothi bench --seconds 2` measures it.",
        &["", "playouts", "turns", "laps", "perft nodes"],
        &rows,
    )
}

/// The seconds that something takes.
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let since = Instant::now();
    let done = work();
    (done, since.elapsed().as_secs_f64())
}

/// A run of the program, with what it tells thrown away: the seconds it took, and the most memory it held at any
/// time, in MB, where the system tells that.
fn run(arguments: &[&str]) -> (f64, f64) {
    let mut most = 0.0f64;
    let ((), seconds) = timed(|| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_kiothi"))
            .args(arguments)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program is there");
        let status = format!("/proc/{}/status", child.id());
        while child.try_wait().expect("it can be waited for").is_none() {
            let told = std::fs::read_to_string(&status).unwrap_or_default();
            let peak = told.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            let kilobytes = peak.and_then(|peak| peak.split_whitespace().next()?.parse().ok());
            most = most.max(kilobytes.unwrap_or(0.0) / 1024.0);
            std::thread::sleep(Duration::from_micros(500));
        }
    });
    (seconds, most)
}

fn numbers_of_games() -> String {
    let compiled = ["kiothi/kiothi", "family/kalah"].map(program);
    let rows: Vec<Vec<String>> = [1_000, 10_000, 100_000, 1_000_000]
        .map(|games: u64| {
            let mut row = vec![thousands(games)];
            for program in &compiled {
                // Few games are played several times, so that the clock can tell.
                let times = (100_000 / games).max(1);
                let ((), seconds) =
                    timed(|| (0..times).for_each(|_| drop(played(program, 1, games))));
                row.push(whole((times * games) as f64 / seconds));
            }
            let games = games.to_string();
            let file = "variants/kiothi/kiothi.mancala";
            let (_, memory) = run(&["simulate", file, "--games", &games]);
            row.push(format!("{memory:.0} MB"));
            row
        })
        .to_vec();
    section(
        "Numbers of games",
        "Games a second on one thread; and the most memory that `kiothi simulate` held while it played so many games of \
         Kiothi on all threads (`VmHWM`).",
        &["games", "Kiothi", "Kalah", "memory"],
        &rows,
    )
}

fn short_runs() -> String {
    let rows: Vec<Vec<String>> = [
        "kiothi/kiothi",
        "kiothi/english-wikipedia",
        "family/kalah",
        "family/oware",
        "family/moruba",
    ]
    .map(|path| {
        let file = format!("variants/{path}.mancala");
        let best = |arguments: &[&str]| {
            let times = (0..20).map(|_| run(arguments).0);
            format!("{:.0} ms", 1000.0 * times.fold(f64::INFINITY, f64::min))
        };
        vec![
            path.to_owned(),
            best(&["simulate", &file, "--games", "1"]),
            best(&["check", &file]),
        ]
    })
    .to_vec();
    section(
        "Short runs",
        "From the start of the program to its end, the best of twenty: one game played, and one file checked, with its \
         examples and trial games.",
        &["", "`simulate --games 1`", "`check`"],
        &rows,
    )
}

/// The games whose laps go on, by how long a lap takes.
const RELAY_GAMES: [&str; 30] = [
    "abalalae",
    "ali-guli-mane",
    "anywoli",
    "ayoayo",
    "bay_khom",
    "bule_perga",
    "chisolo",
    "dabuda",
    "dakon",
    "deka",
    "djenon_abe",
    "endodoi",
    "engehe",
    "enkeshui",
    "gamacha",
    "giuthi",
    "goempty_one",
    "hus",
    "lamlameta",
    "leb_bbut_ahbochen",
    "longbeu-a-cha",
    "mbothe",
    "mikro-tsoro",
    "nam-nam",
    "ndoto",
    "obridjie",
    "ot-tjin",
    "pallam_kuzhi",
    "tsoro",
    "weg",
];

/// Laps and turns a second of random games.
fn laps_and_turns(program: &Program) -> [f64; 2] {
    let mut tally = Tally::new(program);
    let ((), seconds) = timed(|| {
        let since = Instant::now();
        while since.elapsed() < Duration::from_millis(150) {
            tally.add(&played(program, tally.games, 64));
        }
    });
    [tally.laps, tally.sowings].map(|number| number as f64 / seconds)
}

fn relay_games() -> String {
    // By turns with Kiothi, the best of four each.
    let best = |one: [f64; 2], other: [f64; 2]| if one[0] > other[0] { one } else { other };
    let kiothi = program("kiothi/kiothi");
    let mut rows: Vec<(f64, Vec<String>)> = RELAY_GAMES
        .map(|game| {
            let program = program(&format!("family/{game}"));
            let [mut ours, mut theirs] = [[0.0; 2]; 2];
            for _ in 0..4 {
                ours = best(ours, laps_and_turns(&program));
                theirs = best(theirs, laps_and_turns(&kiothi));
            }
            let [laps, turns] = ours;
            let times = [0, 1].map(|at| theirs[at] / ours[at]);
            let row = vec![
                format!("family/{game}"),
                whole(laps),
                format!("{:.2}", times[0]),
                format!("{:.2}", laps / turns),
                whole(turns),
                format!("{:.2}", times[1]),
            ];
            (times[0], row)
        })
        .to_vec();
    rows.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let rows: Vec<Vec<String>> = rows.into_iter().map(|(_, row)| row).collect();
    section(
        "Relay games",
        "How long a lap and a turn take, in laps and in turns of Kiothi, which is played by turns with each on one thread.",
        &[
            "",
            "laps a second",
            "a lap, in Kiothi’s",
            "laps a turn",
            "turns a second",
            "a turn, in Kiothi’s",
        ],
        &rows,
    )
}

/// A game of these clauses, on a board of so many rows, and pits in a row, with so many seeds in each.
fn made_up([rows, pits, seeds]: [u64; 3], clauses: &str) -> Program {
    let text = format!(
        "language 1\ngame \"made up\"\nboard {{ rows {rows}; pits {pits} }}\n\
         setup {{ place {seeds} seeds in each own pit }}\n{clauses}"
    );
    let files = Memory::from([("made-up.mancala", text.as_str())]);
    let loading = load("made-up.mancala", &files);
    Program::compile(&loading.variant.expect("the rules are right").ruleset)
}

/// Nanoseconds a turn, and a lap.
fn cost(program: &Program) -> [String; 2] {
    let mut tally = Tally::new(program);
    let ((), seconds) = timed(|| {
        let since = Instant::now();
        while since.elapsed() < Duration::from_millis(300) {
            tally.add(&measured::one_more(program, tally.games, 300));
        }
    });
    [tally.sowings, tally.laps].map(|number| whole(1e9 * seconds / number.max(1) as f64))
}

fn boards() -> String {
    const ONE_LAP: &str = "turn { from an occupied own pit; lift all; sow counterclockwise }
        lap ends {
          capture when last pit is own and was empty and opposite pit is occupied {
            take opposite pit, last pit
          }
          stop
        }";
    const RELAYS: &str = "turn { from an occupied own pit; lift all; sow counterclockwise }
        lap ends { relay when last pit was occupied; stop }";
    const WALKED: &str = "turn { from an occupied own pit; lift all; sow counterclockwise }
        lap begins { capture when origin holds 60000 or more { take origin } }
        lap ends { relay when last pit was occupied; stop }";
    let sizes = [
        [2, 3, 4],
        [2, 6, 4],
        [2, 10, 4],
        [2, 16, 4],
        [2, 26, 4],
        [2, 40, 4],
        [2, 50, 4],
        [2, 6, 1],
        [2, 6, 20],
        [2, 6, 100],
        [2, 6, 400],
        [2, 26, 400],
        [2, 50, 400],
        [4, 4, 4],
        [4, 8, 4],
        [4, 12, 4],
        [4, 8, 100],
    ];
    let rows: Vec<Vec<String>> = sizes
        .iter()
        .map(|&size| {
            let [rows, pits, seeds] = size;
            let mut row = vec![format!("{rows} × {pits}"), seeds.to_string()];
            for clauses in [ONE_LAP, RELAYS, WALKED] {
                row.extend(cost(&made_up(size, clauses)));
            }
            row
        })
        .collect();
    section(
        "Boards and seeds",
        "Nanoseconds a turn and a lap, of three made-up games: one lap a turn, and captures; relays; and relays with a \
         rule that sends them to the general path (it takes from pits that hold 60,000, and there are none). No more than \
         300 turns a game.",
        &[
            "board",
            "seeds in a pit",
            "one lap: turn",
            "lap",
            "relays: turn",
            "lap",
            "general: turn",
            "lap",
        ],
        &rows,
    )
}
