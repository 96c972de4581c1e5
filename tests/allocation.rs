//! Play allocates nothing: once the buffers of a game have grown to what its games need, thousands of games ask
//! the machine for no memory. And what is played by many rulesets does not hold them all at once.

mod common;

use common::{Disk, loading, whole};
use kiothi::analyse::sweep::{Plan, Settings};
use kiothi::engine::{Game, Nobody, Program};
use kiothi::players::Uniform;
use kiothi::players::rng::Random;
use kiothi::rules::{Memory, Opened, load};
use kiothi::simulate::{GameFacts, Room, Run, Watch, playout};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The machine's allocator, counting what this thread asks of it, and the bytes it holds.
struct Counting;

thread_local! {
    static ASKED: Cell<u64> = const { Cell::new(0) };
    static HELD: Cell<isize> = const { Cell::new(0) };
    static MOST_HELD: Cell<isize> = const { Cell::new(0) };
}

// A thread that is ending has no counters any more.
fn count(bytes: usize) {
    let _ = ASKED.try_with(|asked| asked.set(asked.get() + 1));
    hold(bytes as isize);
}

fn hold(bytes: isize) {
    let _ = HELD.try_with(|held| {
        held.set(held.get() + bytes);
        let _ = MOST_HELD.try_with(|most| most.set(most.get().max(held.get())));
    });
}

// SAFETY: everything is left to the machine's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size);
        hold(-(layout.size() as isize));
        unsafe { System.realloc(at, layout, size) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        hold(-(layout.size() as isize));
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How many allocations so many games make when they are played for the second time.
fn allocations(program: &Program, games: u64) -> u64 {
    let run = Run {
        games,
        seed: 1,
        max_turns: 2_000,
        max_laps: u64::MAX,
    };
    let mut game = Game::new(program);
    let mut room = Room::default();
    let mut facts = GameFacts::new(program);
    let mut play = || {
        let before = ASKED.get();
        for index in 0..games {
            let random = Random::for_game(run.seed, index);
            game.restart();
            playout(
                &mut game,
                &mut [Uniform; 2],
                run,
                random,
                &mut room,
                &mut facts,
                &mut Nobody,
            );
        }
        ASKED.get() - before
    };
    play();
    play()
}

#[test]
fn the_counter_counts() {
    let before = ASKED.get();
    drop(std::hint::black_box(vec![0; 3]));
    assert_eq!(ASKED.get() - before, 1);
}

#[test]
fn no_game_allocates() {
    for (path, games) in [
        ("kiothi/kiothi", 3_000),
        ("kiothi/english-wikipedia", 100),
        ("family/kalah", 3_000),
        ("family/oware", 1_000),
        ("family/toguz_kumalak", 300),
        ("family/moruba", 1_000),
        ("family/chisolo", 1_000),
        ("family/achochodi", 300),
        ("family/alemungula", 300),
        ("family/ali-guli-mane", 300),
        ("family/mikro-tsoro", 300),
        ("family/engehe", 30),
    ] {
        let path = format!("variants/{path}.mancala");
        let variant = load(&path, &Disk).variant.unwrap();
        let program = Program::compile(&variant.ruleset);
        assert_eq!(allocations(&program, games), 0, "{path}");
    }
}

/// Where the next pit is looked for along a path that is no plain ring: with stores in it, and on boards of three and
/// four rows.
#[test]
fn no_game_allocates_that_asks_for_the_next_pit() {
    for board in [
        "rows 2; pits 6; stores 2, own store in the sowing path",
        "rows 2; pits 6; stores 2, both stores in the sowing path",
        "rows 3; pits 6",
        "rows 4; pits 6",
    ] {
        let text = format!(
            "language 1\ngame \"small\"\nboard {{ {board} }}\nsetup {{ place 3 seeds in each own pit }}
             turn {{ from an occupied own pit; lift all; sow counterclockwise }}
             lap ends {{
               capture when next pit is empty and the pit after next pit is occupied {{
                 take the pit after next pit
               }}
               stop
             }}"
        );
        let program = Program::compile(&whole(loading(&text)).ruleset);
        assert_eq!(allocations(&program, 100), 0, "{board}");
    }
}

/// The most bytes that this thread holds at a time while it does something, more than before.
fn most_held<T>(work: impl FnOnce() -> T) -> (isize, T) {
    let before = HELD.get();
    MOST_HELD.set(before);
    let done = work();
    (MOST_HELD.get() - before, done)
}

#[test]
fn a_sweep_compiles_each_ruleset_when_its_turn_comes() {
    let mut text = r#"language 1
game "many"
board { rows 2; pits 16 }
setup { place 1 seed in each own pit }
turn { from an occupied own pit; sow counterclockwise; lift any number }
lap ends { relay when last pit was occupied; stop }
"#
    .to_owned();
    let questions = 9;
    for number in 1..=questions {
        text += &format!(
            "question q{number} \"Is it taken?\" {{ choice no \"no\" {{}}; choice yes \"yes\" {{ lap ends {{ \
             before stop capture \"c{number}\" when opposite pit holds {number} {{ take opposite pit }} }} }} }}\n\
             answer q{number}: no\n"
        );
    }
    let files = Memory::from([("many", text)]);
    let variant = whole(load("many", &files));
    let opened = Opened::new("many", &files);
    let numbers: Vec<usize> = (0..questions).collect();
    // All on one thread, since that is what is counted.
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .unwrap();
    pool.install(|| {
        let (program, _compiled) = most_held(|| Program::compile(&variant.ruleset));
        let plan = Plan::of(&variant, &numbers, &opened).unwrap();
        let settings = Settings {
            games: Some(16),
            bites: 1,
            max_turns: 100,
            ..Settings::default()
        };
        let (held, sweep) = most_held(|| plan.play(settings, &Watch::default()).unwrap());
        let rulesets = sweep.combinations.at_a_time as isize;
        assert!(rulesets >= 128);
        assert!(
            held < rulesets * program / 4,
            "{held} bytes for {rulesets} rulesets of {program}"
        );
    });
}
