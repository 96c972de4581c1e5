//! Play allocates nothing: once the buffers of a game have grown to what its games need, thousands of games ask
//! the machine for no memory.

mod common;

use common::{Disk, loading, whole};
use kiothi::engine::{Game, Nobody, Program};
use kiothi::players::Uniform;
use kiothi::players::rng::Random;
use kiothi::rules::load;
use kiothi::simulate::{GameFacts, Room, Run, playout};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The machine's allocator, counting what this thread asks of it.
struct Counting;

thread_local! {
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    // A thread that is ending has no counter any more.
    let _ = ASKED.try_with(|asked| asked.set(asked.get() + 1));
}

// SAFETY: everything is left to the machine's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        unsafe { System.realloc(at, layout, size) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
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
            let mut random = Random::for_game(run.seed, index);
            game.restart();
            playout(
                &mut game,
                &mut [Uniform; 2],
                run,
                &mut random,
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
