//! Relays that never end: what the engine finds of every position of small boards is what a simulator finds that
//! remembers every state it has been in; and it is found within bounds.

mod common;

use common::{loading, program, small};
use kiothi::engine::{Nobody, Position, Program, Recorder, Refusal};
use kiothi::notation::placements;
use kiothi::rules::ruleset::Player;
use std::collections::HashMap;

/// What a relay comes to.
#[derive(Debug, PartialEq)]
enum Fate {
    /// It ends after so many laps.
    Ends { laps: u32 },
    /// After so many laps it comes to a circle of so many.
    Endless { before: u32, circle: u32 },
}

/// The pit in which a relay goes on, once a lap has ended in one.
type Onward = fn(&[u16], usize) -> Option<usize>;

/// In the last pit, if it was occupied.
const FROM_LAST: Onward = |ring, last| (ring[last] > 1).then_some(last);

/// There too; and if it was empty, in the next one, if that is occupied.
const FROM_LAST_OR_NEXT: Onward = |ring, last| {
    let next = (last + 1) % ring.len();
    FROM_LAST(ring, last).or((ring[next] > 0).then_some(next))
};

/// Sows round a ring of these pits, whole pits lifted, as long as the relay goes on. Nothing is clever here: every
/// state is kept.
fn fate(mut ring: Vec<u16>, mut pit: usize, over_origin: bool, onward: Onward) -> Fate {
    let mut seen = HashMap::new();
    for laps in 0.. {
        if let Some(&before) = seen.get(&(ring.clone(), pit)) {
            let circle = laps - before;
            return Fate::Endless { before, circle };
        }
        seen.insert((ring.clone(), pit), laps);
        let mut in_hand = std::mem::take(&mut ring[pit]);
        let mut at = pit;
        while in_hand > 0 {
            at = (at + 1) % ring.len();
            if !(over_origin && at == pit) {
                ring[at] += 1;
                in_hand -= 1;
            }
        }
        match onward(&ring, at) {
            Some(next) => pit = next,
            None => return Fate::Ends { laps: laps + 1 },
        }
    }
    unreachable!("a ring has so many states")
}

/// Every way to lay so many seeds into so many pits.
fn boards(pits: usize, seeds: u16) -> Vec<Vec<u16>> {
    if pits == 1 {
        return vec![vec![seeds]];
    }
    (0..=seeds)
        .flat_map(|first| {
            boards(pits - 1, seeds - first)
                .into_iter()
                .map(move |rest| [vec![first], rest].concat())
        })
        .collect()
}

/// The clauses of a relay on the board, after those of the turn, and with a limit that is never met.
fn relays(turn: &str) -> String {
    relays_by(turn, "relay when last pit was occupied")
}

/// The same, with these rules for going on.
fn relays_by(turn: &str, rules: &str) -> String {
    format!(
        "turn {{ from an occupied own pit; lift all; {turn} }}
         lap ends {{ {rules}; stop }}
         ending {{ endless relay: forbidden; relay past 1000000 laps: forbidden }}"
    )
}

/// Plays every move of South from every board with up to so many seeds in the pits of `ring`, which are in the order
/// of the sowing, and compares. `exact` where an endless relay comes back to its first state.
fn compare(game: &Program, ring: &[usize], seeds: u16, over_origin: bool, exact: bool) {
    compare_by(FROM_LAST, game, ring, seeds, over_origin, exact);
}

/// The same, the relay going on in this way.
fn compare_by(
    onward: Onward,
    game: &Program,
    ring: &[usize],
    seeds: u16,
    over_origin: bool,
    exact: bool,
) {
    let (mut ended, mut endless) = (0, 0);
    let all = (1..=seeds).flat_map(|seeds| boards(ring.len(), seeds));
    for board in all {
        let placed: Vec<(usize, u32)> = ring
            .iter()
            .zip(&board)
            .map(|(&pit, &seeds)| (pit, u32::from(seeds)))
            .collect();
        let position = game.position(&placed);
        for (at, &pit) in ring.iter().enumerate() {
            if pit >= game.half() || board[at] == 0 {
                continue;
            }
            let text = kiothi::notation::pit_name(pit, game.half()).to_string();
            let played = game.read_move(&text, &position).unwrap();
            let result = game.play(&mut position.clone(), &played, &mut Nobody);
            match (fate(board.clone(), at, over_origin, onward), result) {
                (Fate::Ends { laps }, Ok(played)) => {
                    assert_eq!(played.laps, laps, "{board:?} {text}");
                    ended += 1;
                }
                (Fate::Endless { before, circle }, Err(Refusal::Endless { laps })) => {
                    // The first lap leads to the first state that later ones are compared with.
                    match exact {
                        true => assert_eq!((before, laps), (0, 1 + circle), "{board:?} {text}"),
                        false => assert!(
                            (circle..=3 * (before + circle) + 1).contains(&laps),
                            "{board:?} {text}: {laps}, {before} before a circle of {circle}"
                        ),
                    }
                    endless += 1;
                }
                (fate, result) => panic!("{board:?} {text}: {fate:?}, {result:?}"),
            }
        }
    }
    assert!(ended > 100 && endless > 4, "{ended} and {endless}");
}

#[test]
fn on_a_plain_ring_an_endless_relay_is_found_when_it_has_come_round_once() {
    for (pits, seeds) in [(2, 12), (3, 7)] {
        let ring: Vec<usize> = (0..2 * pits).collect();
        let game = small(pits, 1, &relays("sow counterclockwise"));
        compare(&game, &ring, seeds, false, true);
        let back: Vec<usize> = ring.into_iter().rev().collect();
        let game = small(pits, 1, &relays("sow clockwise"));
        compare(&game, &back, seeds, false, true);
    }
}

#[test]
fn where_a_lap_cannot_be_undone_it_is_found_within_three_times_what_it_takes_to_come_round() {
    let ring: Vec<usize> = (0..4).collect();
    let game = small(2, 1, &relays("sow counterclockwise; pass over origin"));
    compare(&game, &ring, 12, true, false);
}

#[test]
fn laps_that_are_sown_pit_by_pit_are_found_out_too() {
    let ring: Vec<usize> = (0..4).collect();
    let never = "sow counterclockwise; pass over an enemy pit that holds 60000";
    compare(&small(2, 1, &relays(never)), &ring, 12, false, false);
}

#[test]
fn and_on_a_loop_of_four_rows() {
    let text = format!(
        "language 1\ngame \"loops\"\nboard {{ rows 4; pits 2 }}\nsetup {{ place 1 seed in each own pit }}\n{}",
        relays("sow counterclockwise")
    );
    let game = Program::compile(&loading(&text).variant.unwrap().ruleset);
    let own: Vec<usize> = (0..4).collect();
    compare(&game, &own, 12, false, false);
}

/// Then a lap cannot be undone: from the same board it may have been begun in either pit.
#[test]
fn and_where_relays_go_on_from_the_next_pit_as_well_as_from_the_last() {
    let rules =
        "relay when last pit was occupied; relay \"next\" from next pit when next pit is occupied";
    let ring: Vec<usize> = (0..6).collect();
    let game = small(3, 1, &relays_by("sow counterclockwise", rules));
    compare_by(FROM_LAST_OR_NEXT, &game, &ring, 6, false, false);
}

/// From a random game by the rules of the Italian Wikipedia, South's move `b`.
const LONG: &str = "a4 b9 c1 e1 f2 g5 h2 i1 j2 A1 B5 C4 D1 F11 H2 I1 J2";

fn position(program: &Program, board: &str) -> Position {
    program.position(&placements(board, program.half()).unwrap())
}

/// No move takes longer than the laps of its limit, however long its relay.
#[test]
fn a_relay_of_hundreds_of_millions_of_laps_is_refused_at_the_limit() {
    for name in ["english-wikipedia", "italian-wikipedia"] {
        let game = program(name);
        let start = position(&game, LONG);
        let played = game.read_move("b", &start).unwrap();
        let result = game.play(&mut start.clone(), &played, &mut Nobody);
        assert_eq!(result, Err(Refusal::TooLong { laps: 10_000 }), "{name}");
        // And it is none of the legal moves.
        assert!(!game.legal_moves(&start).contains(&played), "{name}");
    }
}

/// Its whole circle, a million laps a turn: the state after the first lap is back after exactly so many more.
#[test]
#[ignore = "a few seconds with --release, minutes without"]
fn a_relay_comes_back_after_exactly_318_412_250_laps() {
    const CIRCLE: u32 = 318_412_250;
    let limited = |laps: u32| {
        let ending = format!("ending {{ relay past {laps} laps: ends the turn }}");
        let rules = relays("sow counterclockwise");
        let (turns, _) = rules.split_once("ending").unwrap();
        small(10, 1, &format!("{turns}\n{ending}"))
    };
    let (mut at, mut pit) = (position(&limited(1), LONG), 1);
    let mut sow = |laps: u32| {
        let game = limited(laps);
        at.mover = if pit < 10 {
            Player::South
        } else {
            Player::North
        };
        let text = kiothi::notation::pit_name(pit, 10).to_string();
        let played = game.read_move(&text, &at).unwrap();
        let mut recorder = Recorder::default();
        let done = game.play(&mut at, &played, &mut recorder).unwrap();
        assert_eq!(done.laps, laps);
        pit = recorder.last.unwrap();
        (at.board, pit)
    };
    let first = sow(1);
    for _ in 0..CIRCLE / 1_000_000 {
        assert_ne!(sow(1_000_000), first);
    }
    assert_eq!(sow(CIRCLE % 1_000_000), first);
}
