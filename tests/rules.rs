//! The rules of play, each at the smallest game that shows it.

mod common;

use common::{program, small};
use kiothi::engine::{
    EndReason, Game, Move, Nobody, Played, Position, Program, Recorder, Refusal, Stopped,
};
use kiothi::notation::placements;
use kiothi::rules::ruleset::Player;

/// A position in notation, with the player to move.
fn position(program: &Program, board: &str, mover: Player) -> Position {
    let mut position = program.position(&placements(board, program.pits()).unwrap());
    position.mover = mover;
    position
}

/// What became of a move.
struct Done {
    result: Result<Played, Refusal>,
    position: Position,
    recorder: Recorder,
}

fn play(program: &Program, mut position: Position, text: &str) -> Done {
    let played = program.read_move(text, &position).unwrap();
    let mut recorder = Recorder::default();
    let result = program.play(&mut position, &played, &mut recorder);
    Done {
        result,
        position,
        recorder,
    }
}

fn assert_board(program: &Program, position: &Position, board: &str) {
    let expected = program.position(&placements(board, program.pits()).unwrap());
    let seeds = |position: &Position| -> Vec<u16> {
        (0..2 * program.pits())
            .map(|pit| position.board.get(pit))
            .collect()
    };
    assert_eq!(seeds(position), seeds(&expected), "expected {board}");
}

const PLAIN: &str = "turn { from an occupied own pit; lift all; sow counterclockwise }
    lap ends { relay when last pit was occupied; stop }";

mod sowing {
    use super::*;

    #[test]
    fn clockwise_sows_towards_the_left() {
        let game = small(
            3,
            1,
            "turn { from an occupied own pit; lift all; sow clockwise }\nlap ends { stop }",
        );
        let done = play(&game, position(&game, "b3", Player::South), "b");
        assert_board(&game, &done.position, "a1 C1 B1");
    }

    #[test]
    fn a_lap_that_comes_round_passes_over_no_pit() {
        let game = small(
            3,
            1,
            "turn { from an occupied own pit; lift all; sow counterclockwise }\nlap ends { stop }",
        );
        let done = play(&game, position(&game, "a13", Player::South), "a");
        assert_board(&game, &done.position, "a2 b3 c2 A2 B2 C2");
    }

    #[test]
    fn a_lap_that_comes_round_passes_over_its_origin_where_the_rules_say_so() {
        let game = small(
            3,
            1,
            "turn { from an occupied own pit; lift all; sow counterclockwise; pass over origin }\nlap ends { stop }",
        );
        let done = play(&game, position(&game, "a11", Player::South), "a");
        assert_board(&game, &done.position, "b3 c2 A2 B2 C2");
        // Two full circuits end in the pit before the origin.
        let done = play(&game, position(&game, "a10", Player::South), "a");
        assert_eq!(done.recorder.last, Some(5));
        assert_board(&game, &done.position, "b2 c2 A2 B2 C2");
    }

    #[test]
    fn a_relay_lifts_all_that_the_last_pit_holds() {
        let game = small(3, 1, PLAIN);
        let done = play(&game, position(&game, "a1 b2", Player::South), "a");
        assert_eq!(done.recorder.laps, 2);
        assert_board(&game, &done.position, "c1 A1 B1");
    }

    #[test]
    fn a_thousand_seeds_in_a_pit_are_sown_like_one() {
        let game = small(
            2,
            1,
            "turn { from an occupied own pit; lift any number; sow counterclockwise }\nlap ends { stop }",
        );
        let position = position(&game, "a1000 b1", Player::South);
        assert_eq!(game.legal_moves(&position).len(), 1001);
        let done = play(&game, position, "a999");
        assert_board(&game, &done.position, "a250 b251 A250 B250");
    }
}

mod marks {
    use super::*;

    fn marked(clear: &str) -> Program {
        small(
            3,
            1,
            &format!(
                "turn {{ from an occupied own pit; lift any number; sow counterclockwise\n{clear} }}
                lap ends {{ relay when last pit was occupied
                capture when last pit is own and was empty {{ take opposite pit }}
                stop }}"
            ),
        )
    }

    /// Every pit marked, and this move played: which pits still are.
    fn left_after(game: &Program, board: &str, mover: Player, text: &str) -> String {
        let mut position = position(game, board, mover);
        position.marks[0] = (0..6).collect();
        let done = play(game, position, text);
        done.result.unwrap();
        done.position.marks[0]
            .iter()
            .map(|pit| kiothi::notation::pit_name(pit, 3))
            .collect()
    }

    #[test]
    fn a_partial_lift_clears_where_lifting_does() {
        let game = marked("clear safe from every pit lifted from");
        assert_eq!(left_after(&game, "c3", Player::South, "c1"), "abABC");
    }

    #[test]
    fn a_partial_lift_clears_nothing_where_emptying_does() {
        let game = marked("clear safe from every pit emptied");
        assert_eq!(left_after(&game, "c3", Player::South, "c1"), "abcABC");
        assert_eq!(left_after(&game, "c1", Player::South, "c1"), "abABC");
    }

    #[test]
    fn own_pits_are_the_movers() {
        let game = marked("clear safe from own pits lifted from");
        // South's relay through North's A leaves its mark; North's own lift does not.
        assert_eq!(left_after(&game, "c1 A1", Player::South, "c1"), "abABC");
        assert_eq!(left_after(&game, "A1", Player::North, "A1"), "abcBC");
    }

    #[test]
    fn a_capture_clears_only_where_the_rules_say_so() {
        let clear = "clear safe from every pit captured from";
        assert_eq!(
            left_after(&marked(clear), "a1 B1", Player::South, "a1"),
            "abcAC"
        );
        assert_eq!(
            left_after(&marked(""), "a1 B1", Player::South, "a1"),
            "abcABC"
        );
    }
}

mod captures {
    use super::*;

    fn with(rules: &str) -> Program {
        small(
            4,
            1,
            &format!(
                "turn {{ from an occupied own pit; lift all; sow counterclockwise }}
                lap ends {{ relay when last pit was occupied\n{rules}\nstop }}"
            ),
        )
    }

    #[test]
    fn an_also_is_judged_after_the_capture_it_asks_about() {
        let game = with(
            "capture \"facing\" when last pit is own and opposite pit is occupied { take opposite pit }
             also \"more\" when \"facing\" captured and opposite pit was occupied and is empty { take enemy pit 1 }",
        );
        let done = play(&game, position(&game, "a1 C2 D3", Player::South), "a");
        assert_eq!(done.position.stores, [5, 0]);
        assert_board(&game, &done.position, "b1");
    }

    #[test]
    fn a_set_that_does_not_fit_beside_a_pit_is_no_set() {
        let game = with(
            "also \"beside\" when each of the 2 pits right of opposite pit is empty { take last pit }
             also \"not beside\" when not each of the 2 pits right of opposite pit is empty { take last pit }",
        );
        // From c on there are no two pits to the right; neither the claim nor its denial holds.
        let done = play(&game, position(&game, "b1", Player::South), "b");
        assert_eq!(done.recorder.applied, vec![3]);
        let done = play(&game, position(&game, "a1", Player::South), "a");
        assert_eq!(done.position.stores, [1, 0]);
    }

    #[test]
    fn a_run_ends_at_the_first_empty_pit() {
        let game = with(
            "capture when last pit is leftmost own { take the unbroken run of occupied pits right of opposite pit }",
        );
        // North's pits from South's left are D, C, B, A.
        let done = play(&game, position(&game, "d5 C2 A4", Player::South), "d");
        assert_eq!(done.position.stores, [3 + 1 + 5, 0]);
        assert_board(&game, &done.position, "a1 D1");
    }

    #[test]
    fn right_is_the_movers_right_for_north_too() {
        let game = with("capture when last pit is own { take the 1 pit right of opposite pit }");
        // North lands in B, opposite is c; to North's right of it lies b.
        let done = play(&game, position(&game, "A1 b3 d4", Player::North), "A");
        assert_eq!(done.position.stores, [0, 3]);
    }

    #[test]
    fn crossing_counts_from_any_lap_of_the_turn() {
        let game = with("capture when crossed the enemy row { take last pit }");
        let done = play(&game, position(&game, "a1 c1", Player::South), "c");
        assert_eq!(done.position.stores, [0, 0], "d is South's own");
        let done = play(&game, position(&game, "d1", Player::South), "d");
        assert_eq!(done.position.stores, [1, 0]);
    }

    #[test]
    fn counts_and_parity_of_the_last_pit() {
        let game = small(
            4,
            1,
            "turn { from an occupied own pit; lift all; sow counterclockwise }
             lap ends { capture \"few\" when last pit is enemy and holds 2 or 3 { take last pit }
             capture \"even\" when last pit holds an even number { take last pit }
             stop }",
        );
        for (board, taken) in [("d1 A1", 2), ("d1 A2", 3), ("d1 A3", 4), ("d1 A4", 0)] {
            let done = play(&game, position(&game, board, Player::South), "d");
            assert_eq!(done.position.stores, [taken, 0], "{board}");
        }
    }
}

mod relays_that_do_not_stop {
    use super::*;

    /// From a random game by the rules of the Italian Wikipedia: back at its first relay state after
    /// exactly 318,412,250 laps.
    const LONG: &str = "a4 b9 c1 e1 f2 g5 h2 i1 j2 A1 B5 C4 D1 F11 H2 I1 J2";
    /// On a circle of 358 laps.
    const CIRCLE: &str = "a5 b2 c1 e1 g2 h7 j3 A2 B1 D1 E6 F1 H4 I1";

    fn ring(ending: &str) -> Program {
        small(10, 1, &format!("{PLAIN}\nending {{ {ending} }}"))
    }

    #[test]
    fn a_relay_past_the_limit_is_refused_as_such() {
        for limit in [1, 100, 10_000, 1_000_000] {
            let game = ring(&format!("relay past {limit} laps: forbidden"));
            let done = play(&game, position(&game, LONG, Player::South), "b");
            assert_eq!(done.result, Err(Refusal::TooLong { laps: limit }));
        }
    }

    #[test]
    fn an_endless_relay_is_found_when_it_has_come_round_once() {
        let game = ring("relay past 10000 laps: forbidden");
        let done = play(&game, position(&game, CIRCLE, Player::North), "E");
        // The first lap leads to the first relay state.
        assert_eq!(done.result, Err(Refusal::Endless { laps: 1 + 358 }));
    }

    #[test]
    fn the_limit_comes_first_where_the_circle_is_longer() {
        let game = ring("relay past 358 laps: forbidden");
        let done = play(&game, position(&game, CIRCLE, Player::North), "E");
        assert_eq!(done.result, Err(Refusal::TooLong { laps: 358 }));
    }

    #[test]
    fn a_refused_relay_leaves_the_position_as_it_was() {
        let game = ring("");
        let before = position(&game, CIRCLE, Player::North);
        let done = play(&game, before.clone(), "E");
        assert!(done.result.is_err());
        assert_eq!(done.position, before);
    }

    #[test]
    fn where_it_is_a_draw_the_game_is_over() {
        let game = ring("endless relay: draw\nrelay past 10000 laps: draw");
        for (board, mover, text, stopped, reason) in [
            (
                CIRCLE,
                Player::North,
                "E",
                Stopped::Endless,
                EndReason::Endless,
            ),
            (
                LONG,
                Player::South,
                "b",
                Stopped::TooLong,
                EndReason::LongRelay,
            ),
        ] {
            let done = play(&game, position(&game, board, mover), text);
            assert_eq!(done.result.unwrap().stopped, Some(stopped));
            let mut whole = Game::from(&game, position(&game, board, mover));
            let played = game.read_move(text, whole.position()).unwrap();
            whole.play(&played, &mut Nobody).unwrap();
            let end = whole.end().unwrap();
            assert_eq!((end.reason, end.winner), (reason, None));
        }
    }

    #[test]
    fn where_it_ends_the_turn_the_other_player_moves() {
        let game = ring("relay past 10 laps: ends the turn");
        let done = play(&game, position(&game, LONG, Player::South), "b");
        assert_eq!(done.result.unwrap().laps, 10);
        assert_eq!(done.position.mover, Player::North);
        assert_eq!(done.position.seeds(), 54);
    }
}

mod openings {
    use super::*;

    #[test]
    fn the_first_opening_of_the_base_has_300_450_150_moves() {
        let game = program("kiothi");
        assert_eq!(game.count_redistributions(&game.start()), Some(300_450_150));
    }

    #[test]
    fn up_to_one_may_also_be_none() {
        let game = program("english-wikipedia");
        // 1 + 5 × C(6 + 19, 19).
        assert_eq!(game.count_redistributions(&game.start()), Some(885_501));
    }

    #[test]
    fn they_are_walked_through_one_at_a_time_and_each_is_legal() {
        let game = program("kiothi");
        let start = game.start();
        let mut seen = std::collections::HashSet::new();
        for made in game.redistributions(&start).step_by(1009).take(2_000) {
            let played = Move::Redistribute(Box::new(made));
            assert!(seen.insert(game.write_move(&played)));
            let mut after = start.clone();
            game.play(&mut after, &played, &mut Nobody).unwrap();
            assert_eq!(after.seeds(), start.seeds());
        }
    }

    #[test]
    fn as_many_are_walked_through_as_are_counted() {
        let game = small(
            2,
            2,
            &format!(
                "opening {{ redistribute up to 2 occupied own pits into enemy pits }}\n{PLAIN}"
            ),
        );
        let start = game.start();
        let counted = game.count_redistributions(&start).unwrap();
        // Nothing, or one of two pits (2 seeds into 2 pits: 3 ways), or both (4 seeds: 5 ways).
        assert_eq!(counted, 1 + 2 * 3 + 5);
        assert_eq!(game.redistributions(&start).count() as u128, counted);
    }

    /// The same counts whether choices are counted by kind or walked through, wherever seeds may go.
    #[test]
    fn counting_by_kind_is_counting_one_by_one() {
        let refills = [
            "emptied pits may be filled again",
            "emptied pits stay empty",
        ];
        for quantity in ["exactly 1", "exactly 2", "up to 1", "up to 3"] {
            for (into, refill) in [
                "any pits",
                "own pits",
                "occupied pits",
                "empty pits",
                "occupied own pits",
                "empty enemy pits",
                "enemy pits",
            ]
            .into_iter()
            .flat_map(|into| refills.map(|refill| (into, refill)))
            {
                let into = &format!("{into}; {refill}");
                let game = small(
                    3,
                    2,
                    &format!("opening {{ redistribute {quantity} own pits into {into} }}\n{PLAIN}"),
                );
                for board in [
                    "a1 b2 c3",
                    "a2",
                    "c1 A1 B1 C1",
                    "a1 b1 c1 A1 B1 C1",
                    "b2 c2 C3",
                ] {
                    let mut position = position(&game, board, Player::South);
                    position.openings = 2;
                    let counted = game.count_redistributions(&position).unwrap();
                    let walked = game.redistributions(&position).count() as u128;
                    assert_eq!(counted, walked, "{quantity} into {into}, {board}");
                    assert_eq!(
                        game.has_move(&position),
                        counted > 0,
                        "{quantity} into {into}, {board}"
                    );
                }
            }
        }
    }

    #[test]
    fn emptied_pits_may_be_filled_again_unless_they_stay_empty() {
        for (clause, allowed) in [
            ("", true),
            ("; emptied pits may be filled again", true),
            ("; emptied pits stay empty", false),
        ] {
            let rules =
                format!("opening {{ redistribute exactly 1 own pits into any pits{clause} }}");
            let game = small(3, 2, &format!("{rules}\n{PLAIN}"));
            let start = game.start();
            let made = |placed: &str| {
                play(&game, start.clone(), &format!("a = {placed}"))
                    .result
                    .is_ok()
            };
            assert!(made("b1 A1"), "{clause}");
            assert_eq!(made("a1 A1"), allowed, "{clause}");
            for made in game.redistributions(&start) {
                let refilled = made.emptied.iter().any(|pit| made.placed.get(pit) > 0);
                assert!(allowed || !refilled, "{clause}");
            }
        }
    }

    #[test]
    fn seeds_that_may_go_nowhere_are_not_lifted() {
        // The only own pit may be emptied only into own pits that hold seeds: there is none.
        let rules = "opening { redistribute exactly 1 occupied own pits into occupied own pits }\n";
        let game = small(3, 2, &format!("{rules}{PLAIN}"));
        let mut position = position(&game, "c2 A1", Player::South);
        position.openings = 2;
        assert!(!game.has_move(&position));
        let mut game = Game::from(&game, position);
        let mut random = kiothi::players::rng::Random::for_game(1, 1);
        let played =
            kiothi::simulate::random_move(&mut game, &mut kiothi::players::Uniform, &mut random);
        assert_eq!((played, game.position().seeds()), (None, 3));
        assert_eq!(game.end().unwrap().reason, EndReason::NoMove);
    }

    #[test]
    fn a_random_redistribution_always_has_somewhere_to_go() {
        let rules = "opening { redistribute up to 3 occupied own pits into occupied own pits }\n";
        let game = small(3, 2, &format!("{rules}{PLAIN}"));
        for index in 0..200 {
            let mut random = kiothi::players::rng::Random::for_game(2, index);
            let mut whole = Game::new(&game);
            kiothi::simulate::random_move(&mut whole, &mut kiothi::players::Uniform, &mut random)
                .unwrap();
            assert_eq!(whole.position().seeds(), 12);
        }
    }

    #[test]
    fn millions_of_choices_are_counted_at_once() {
        let rules = "opening { redistribute up to 26 occupied own pits into any pits }\n";
        let game = small(26, 2, &format!("{rules}{PLAIN}"));
        let counted = game.count_redistributions(&game.start());
        assert_eq!(counted, Some(169_662_467_076_252_468_081_006_522_700_568));
    }

    #[test]
    fn a_sowing_is_refused_before_the_opening_is_over_and_a_redistribution_after_it() {
        let game = program("kiothi");
        let mut position = game.start();
        let sow = Move::Sow {
            pit: 4,
            seeds: 5,
            way: kiothi::engine::Way::Set,
        };
        assert_eq!(
            game.play(&mut position, &sow, &mut Nobody),
            Err(Refusal::WrongPhase { opening: true })
        );
        for text in ["ef = a10", "EF = A10"] {
            let played = game.read_move(text, &position).unwrap();
            game.play(&mut position, &played, &mut Nobody).unwrap();
        }
        let played = game.read_move("gh = a10", &position).unwrap();
        assert_eq!(
            game.play(&mut position, &played, &mut Nobody),
            Err(Refusal::WrongPhase { opening: false })
        );
    }
}

mod endings {
    use super::*;

    /// Two seeds that go round the board for ever.
    fn round(ending: &str) -> Program {
        small(
            2,
            1,
            &format!(
                "turn {{ from an occupied own pit; lift all; sow counterclockwise }}
                lap ends {{ stop }}\nending {{ {ending} }}"
            ),
        )
    }

    /// Plays the only or last move each turn, so many turns at most.
    fn walk<'p>(program: &'p Program, board: &str, turns: u32) -> Game<'p> {
        let mut game = Game::from(program, position(program, board, Player::South));
        while game.settle().is_none() && game.turns() < turns {
            let played = program.legal_moves(game.position()).pop().unwrap();
            game.play(&played, &mut Nobody).unwrap();
        }
        game
    }

    #[test]
    fn a_position_that_stands_for_the_third_time_ends_the_game() {
        let program = round("position repeated 3 times: draw");
        let game = walk(&program, "a1 A1", 100);
        // Back at the start after four turns, and again after eight.
        assert_eq!(game.turns(), 8);
        let end = game.end().unwrap();
        assert_eq!(
            (end.reason, end.winner, end.stores),
            (EndReason::Repetition, None, [0, 0])
        );
    }

    #[test]
    fn a_repetition_can_give_each_row_to_its_owner() {
        let program = round("position repeated 2 times: remaining seeds to the row's owner");
        let end = walk(&program, "a1 A1", 100).end().unwrap();
        assert_eq!((end.reason, end.stores), (EndReason::Repetition, [1, 1]));
    }

    #[test]
    fn without_a_rule_a_repetition_has_no_consequence() {
        let program = round("");
        assert!(walk(&program, "a1 A1", 100).end().is_none());
    }

    #[test]
    fn what_is_left_goes_where_the_first_ending_that_holds_sends_it() {
        for (ending, stores) in [
            (
                "when mover has no move: remaining seeds to opponent",
                [0, 3],
            ),
            ("when mover has no move: remaining seeds to mover", [3, 0]),
            ("when mover has no move: remaining seeds to nobody", [0, 0]),
            (
                "when mover has no move: remaining seeds to the row's owner",
                [0, 3],
            ),
            ("when mover has no move: draw", [0, 0]),
            ("", [0, 3]),
            (
                "when neither player has a move: draw\nwhen mover has no move: remaining seeds to opponent",
                [0, 3],
            ),
        ] {
            let program = round(ending);
            let mut game = Game::from(&program, position(&program, "A1 B2", Player::South));
            let end = game.settle().unwrap();
            assert_eq!(end.stores, stores, "{ending}");
            assert_eq!(end.reason, EndReason::NoMove);
        }
    }

    #[test]
    fn neither_player_has_a_move_is_judged_for_both() {
        let program = small(
            2,
            1,
            "turn { from an occupied own pit; lift all; sow counterclockwise
               forbid a lap that ends in any pit }
             lap ends { stop }
             ending { when neither player has a move: remaining seeds to the row's owner
               when mover has no move: remaining seeds to opponent }",
        );
        let mut game = Game::from(&program, position(&program, "a2 A1", Player::South));
        assert_eq!(game.settle().unwrap().stores, [2, 1]);
    }

    #[test]
    fn a_condition_on_the_board_ends_the_game_though_there_are_moves() {
        let program = round("when each enemy pit is empty: remaining seeds to mover");
        let game = Game::from(&program, position(&program, "a1 b1", Player::South));
        let end = game.end().unwrap();
        assert_eq!((end.reason, end.stores), (EndReason::Condition(0), [2, 0]));
    }
}

mod first_laps {
    use super::*;

    #[test]
    fn a_forbid_on_later_laps_is_judged_when_the_turn_is_played() {
        let game = small(
            3,
            1,
            "turn { from an occupied own pit; lift all; sow counterclockwise
               forbid \"home\" a lap that ends in an empty own pit }
             lap ends { relay when last pit was occupied; stop }",
        );
        let position = position(&game, "a1 c1 A1 C2", Player::South);
        // c → A (relay, 2) → C (relay, 3) → c: occupied? it was emptied, so the lap ends in an empty own pit.
        let done = play(&game, position.clone(), "c");
        assert_eq!(done.result, Err(Refusal::Forbidden(0)));
        assert!(
            game.legal_moves(&position).is_empty(),
            "a lands in the empty own b"
        );
    }

    #[test]
    fn a_forbid_may_speak_of_marks() {
        let game = small(
            3,
            1,
            "turn { from an occupied own pit; lift all; sow counterclockwise
               forbid a first lap that ends in an own pit that is safe }
             lap ends { stop }",
        );
        let mut position = position(&game, "a1 b1", Player::South);
        position.marks[0].insert(2);
        let moves: Vec<String> = game
            .legal_moves(&position)
            .iter()
            .map(|played| game.write_move(played))
            .collect();
        assert_eq!(moves, ["a"]);
    }
}
