//! Positions and records as text, and play told from them.

mod common;

use common::{Disk, program, variant};
use kiothi::engine::{Game, PitSet, Position, Program};
use kiothi::players::Uniform;
use kiothi::players::rng::Random;
use kiothi::positions;
use kiothi::records::{Record, result_text};
use kiothi::report::moves::Shown;
use kiothi::rules::load;
use kiothi::rules::ruleset::Player;
use kiothi::simulate::random_move;
use kiothi::tell::{Events, Teller};
use proptest::prelude::*;

const SOME: [&str; 4] = ["spanish", "hindi", "mancala-world", "english-wikipedia"];

/// A random game as a record.
fn recorded(program: &Program, hash: &str, index: u64, turns: u32) -> Record {
    let mut record = Record {
        variant: "x".to_owned(),
        ruleset: hash.to_owned(),
        seed: Some((5, index)),
        ..Record::default()
    };
    let mut random = Random::for_game(5, index);
    let mut game = Game::new(program);
    while game.turns() < turns {
        let mover = game.position().mover;
        let Some(played) = random_move(&mut game, &mut Uniform, &mut random) else {
            break;
        };
        record.moves.push((mover, program.write_move(&played)));
    }
    record.result = game.settle().map(result_text);
    record
}

#[test]
fn a_position_is_taken_apart_into_all_pits_of_its_board() {
    for (name, pits) in [("moruba", 48), ("abalalae", 18), ("oware", 12)] {
        let path = format!("variants/family/{name}.mancala");
        let variant = load(&path, &Disk).variant.unwrap();
        let program = Program::compile(&variant.ruleset);
        let mut game = Game::new(&program);
        let mut random = Random::for_game(1, 0);
        for _ in 0..5 {
            random_move(&mut game, &mut Uniform, &mut random);
        }
        let shown = Shown::of(&variant, &program, game.position());
        assert_eq!(shown.board.len(), pits, "{name}");
        let board: Vec<String> = shown
            .board
            .iter()
            .filter(|(_, seeds)| **seeds > 0)
            .map(|(pit, seeds)| format!("{pit}{seeds}"))
            .collect();
        let mut told: Vec<String> = positions::board(&program, game.position())
            .split(' ')
            .map(str::to_owned)
            .collect();
        told.sort();
        assert_eq!(board, told, "{name}");
    }
}

#[test]
fn a_record_replays_to_the_same_game() {
    for name in SOME {
        let (program, hash) = (program(name), variant(name).hash);
        for index in 0..5 {
            let record = recorded(&program, &hash, index, 400);
            let again = Record::read(&record.text()).unwrap();
            assert_eq!(again, record, "{name}");
            let mut game = again.replay_quietly(&program, None).unwrap();
            assert_eq!(game.settle().map(result_text), record.result, "{name}");
        }
    }
}

#[test]
fn a_record_with_a_move_that_is_refused_is_told_where() {
    let (program, hash) = (program("spanish"), variant("spanish").hash);
    let mut record = recorded(&program, &hash, 0, 10);
    record.result = None;
    record.moves[4].1 = "a99".to_owned();
    let error = record.replay_quietly(&program, None).unwrap_err();
    assert!(error.message.starts_with("move 5, a99: "), "{error}");
    let line = record
        .text()
        .lines()
        .nth(error.line - 1)
        .unwrap()
        .to_owned();
    assert!(line.ends_with("a99"), "{line}");
}

#[test]
fn a_record_that_tells_another_result_is_refused() {
    let (program, hash) = (program("spanish"), variant("spanish").hash);
    let mut record = recorded(&program, &hash, 0, 400);
    record.result = Some("South 60, North 0, won by South".to_owned());
    let error = record.replay_quietly(&program, None).unwrap_err();
    assert!(error.message.contains("but it is"), "{error}");
}

#[test]
fn the_game_that_play_tells_is_one_that_simulate_counts() {
    use kiothi::simulate::{Run, play_block};
    let program = program("spanish");
    for index in 0..20 {
        let run = Run {
            games: 1,
            seed: 5,
            max_turns: 10_000,
            max_laps: u64::MAX,
        };
        let tally = play_block(&program, [Uniform; 2], run, index..index + 1);
        let record = recorded(&program, "", index, 10_000);
        assert_eq!(tally.turns.len(), record.moves.len() + 1);
    }
}

#[test]
fn positions_of_games_go_through_text() {
    for name in SOME {
        let program = program(name);
        for index in 0..3 {
            let mut random = Random::for_game(8, index);
            let mut game = Game::new(&program);
            loop {
                let text = positions::write(&program, game.position());
                let again = positions::read(&program, &text);
                assert_eq!(again.as_ref(), Ok(game.position()), "{name}: {text}");
                if game.turns() > 100 || random_move(&mut game, &mut Uniform, &mut random).is_none()
                {
                    break;
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(common::cases(300))]

    #[test]
    fn any_position_goes_through_text(
        seeds in prop::collection::vec(prop_oneof![Just(0u16), 0u16..30, 0u16..3000], 20),
        stores in any::<[u16; 2]>(),
        masks in any::<[u32; 4]>(),
        north: bool,
        openings in 0u8..3,
    ) {
        let program = program("kiothi");
        let mut position: Position = program.position(&[]);
        for (pit, seeds) in seeds.iter().enumerate() {
            *position.board.get_mut(pit) = *seeds;
        }
        let set = |mask: u32| PitSet(u128::from(mask & 0xF_FFFF));
        position.stores = stores.map(u32::from);
        position.marks[0] = set(masks[0]);
        position.sown_from = set(masks[1]);
        position.sown_into = set(masks[2]);
        position.empty_at_opening = set(masks[3]);
        position.mover = if north { Player::North } else { Player::South };
        position.openings = openings;
        let text = positions::write(&program, &position);
        prop_assert_eq!(positions::read(&program, &text), Ok(position), "{}", text);
    }

    #[test]
    fn any_text_is_a_position_or_a_report(text in "[a-jA-J0-9 ;:{}\"@#=a-z]{0,60}|(board|mover|marked|nki|sown|from|stores|[a-jA-J][0-9]{1,9}| |;){0,20}") {
        let program = program("kiothi");
        match positions::read(&program, &text) {
            Ok(position) => {
                // What was understood is not lost.
                let written = positions::write(&program, &position);
                prop_assert_eq!(positions::read(&program, &written), Ok(position));
            }
            Err(mistakes) => prop_assert!(!mistakes.is_empty()),
        }
    }

    #[test]
    fn any_text_is_a_record_or_an_error(text in "(kiothi record 1\n)?((variant|ruleset|seed|game|players|start|result|x): [a-z0-9, ]{0,9}\n){0,8}\n?([0-9] [SN] [a-jA-J0-9= ]{0,9}\n){0,5}") {
        let program = program("kiothi");
        if let Ok(record) = Record::read(&text) {
            prop_assert_eq!(Record::read(&record.text()), Ok(record.clone()));
            let _ = record.replay_quietly(&program, None);
        }
    }
}

/// One short game of each kind of turn, as a reader sees it.
#[test]
fn a_game_is_told() {
    let loading = load("variants/kiothi/spanish.mancala", &Disk);
    let variant = loading.variant.as_ref().unwrap();
    let program = Program::compile(&variant.ruleset);
    let teller = Teller::new(&loading, variant, &program);
    let record = recorded(&program, &variant.hash, 0, 12);
    let mut told = String::new();
    record
        .replay(
            &program,
            None,
            Events::default,
            |before, text, done, events, game| {
                told.push_str(&teller.turn(
                    game.turns(),
                    before,
                    text,
                    &done,
                    events,
                    game.position(),
                ));
                told.push_str(&teller.board(game.position()));
                told.push('\n');
            },
        )
        .unwrap();
    insta::assert_snapshot!(told);
}
