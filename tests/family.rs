//! The rules that other games of the family need, each at the smallest game that shows it.

mod common;

use common::{Disk, loading, whole};
use kiothi::engine::{EndReason, Game, Nobody, Position, Program, Recorder, Refusal, perft};
use kiothi::positions;
use kiothi::rules::load;
use kiothi::rules::ruleset::{Player, Ruleset};

fn game(blocks: &str) -> Program {
    Program::compile(&ruleset(blocks))
}

/// The rules of a game of these clauses, whose blocks stand in for the plain ones.
fn ruleset(blocks: &str) -> Ruleset {
    let mut text = String::from("language 1\ngame \"small\"\n");
    for (block, plain) in [
        ("board", "board { rows 2; pits 3 }"),
        ("setup", "setup { place 2 seeds in each own pit }"),
        (
            "turn",
            "turn { from an occupied own pit; lift all; sow counterclockwise }",
        ),
        ("lap ends", "lap ends { stop }"),
    ] {
        if !blocks
            .lines()
            .any(|line| line.trim_start().starts_with(&format!("{block} {{")))
        {
            text.push_str(plain);
            text.push('\n');
        }
    }
    text.push_str(blocks);
    whole(loading(&text)).ruleset
}

const TURN: &str = "turn { from an occupied own pit; lift all; sow counterclockwise; ";

fn at(program: &Program, text: &str) -> Position {
    positions::read(program, text).unwrap_or_else(|mistakes| panic!("{text}: {mistakes:?}"))
}

/// The position after a move, without the stores and the mover where they are as at the start.
fn after(program: &Program, position: &str, played: &str) -> String {
    let mut position = at(program, position);
    let played = program.read_move(played, &position).unwrap();
    program
        .play(&mut position, &played, &mut Recorder::default())
        .unwrap_or_else(|refusal| panic!("{:?}", program.refusal_words(&refusal)));
    let written = positions::write(program, &position);
    written
        .replace("; stores south 0, north 0", "")
        .replace("; mover north", "")
}

fn refused(program: &Program, position: &str, played: &str) -> Refusal {
    let mut position = at(program, position);
    let played = program.read_move(played, &position).unwrap();
    program
        .play(&mut position, &played, &mut Nobody)
        .unwrap_err()
}

fn legal(program: &Program, position: &str) -> String {
    let position = at(program, position);
    let moves: Vec<String> = program
        .legal_moves(&position)
        .iter()
        .map(|played| program.write_move(played))
        .collect();
    moves.join(" ")
}

mod stores {
    use super::*;

    const OWN: &str = "board { rows 2; pits 3; stores 2, own store in the sowing path }\n";

    #[test]
    fn the_own_store_is_sown_into_and_the_enemys_passed_over() {
        let small = game(OWN);
        assert_eq!(
            after(&small, "board c5", "c"),
            "board a1 A1 B1 C1; stores south 1, north 0"
        );
        assert_eq!(
            after(&small, "board C5; mover north", "C"),
            "board a1 b1 c1 A1; stores south 0, north 1; mover south"
        );
    }

    #[test]
    fn both_stores_are_sown_into() {
        let small = game("board { rows 2; pits 3; stores 2, both stores in the sowing path }");
        assert_eq!(
            after(&small, "board c6", "c"),
            "board a1 A1 B1 C1; stores south 1, north 1"
        );
    }

    #[test]
    fn ending_in_the_own_store_gives_another_turn() {
        let small = game(&format!(
            "{OWN}lap ends {{ again when last pit is own store; stop }}"
        ));
        assert_eq!(
            after(&small, "board b2", "b"),
            "board c1; stores south 1, north 0; mover south"
        );
    }

    #[test]
    fn a_relay_from_the_own_store_sows_on_what_lies_there() {
        let small = game(&format!(
            "{OWN}lap ends {{
               relay from own store when last pit is rightmost own and own store is occupied
               stop }}"
        ));
        assert_eq!(
            after(&small, "board b1 A3; stores south 2, north 1", "b"),
            "board c1 A4 B1; stores south 0, north 1",
            "from the pit after the store on"
        );
        assert_eq!(
            after(
                &small,
                "board B1; stores south 1, north 4; mover north",
                "B"
            ),
            "board a1 b1 c1 A1 C1; stores south 1, north 0; mover south"
        );
        assert_eq!(after(&small, "board b1", "b"), "board c1");
        let round = game(
            "board { rows 2; pits 3; stores 2, own store in the sowing path }
             turn { from an occupied own pit; lift all; sow counterclockwise }
             lap ends { relay from own store turned round when last pit is rightmost own; stop }",
        );
        assert_eq!(
            after(&round, "board b1; stores south 2, north 0", "b"),
            "board b1 c2",
            "the other way the rightmost own pit comes next"
        );
    }

    #[test]
    fn a_relay_never_lifts_a_store() {
        let small = game(&format!(
            "{OWN}lap ends {{ relay when last pit was occupied; stop }}"
        ));
        assert_eq!(
            after(&small, "board c1; stores south 5, north 0", "c"),
            "board a0; stores south 6, north 0"
        );
    }
}

mod ways {
    use super::*;

    #[test]
    fn the_first_pit_that_a_sow_names_decides_the_way() {
        let small = game(&format!("{TURN} sow clockwise from own pit 1 }}"));
        assert_eq!(after(&small, "board a2", "a"), "board B1 C1");
        assert_eq!(after(&small, "board b2", "b"), "board c1 A1");
        assert_eq!(
            after(&small, "board A2; mover north", "A"),
            "board b1 c1; mover south"
        );
    }

    #[test]
    fn the_number_of_seeds_can_decide_the_way() {
        let small = game(&format!(
            "{TURN} sow clockwise from an own pit that holds an even number }}"
        ));
        assert_eq!(after(&small, "board b2", "b"), "board a1 C1");
        assert_eq!(after(&small, "board b1", "b"), "board c1");
    }

    #[test]
    fn the_player_chooses_the_way() {
        let small = game("turn { from an occupied own pit; lift all; sow either way }");
        assert_eq!(legal(&small, "board a1 b2"), "a> a< b> b<");
        assert_eq!(after(&small, "board b2", "b<"), "board a1 C1");
        assert!(matches!(refused(&small, "board b2", "b"), Refusal::Way(1)));
    }

    #[test]
    fn a_way_chosen_for_good_binds_for_the_rest_of_the_game() {
        let small = game("turn { from an occupied own pit; lift all; sow either way for good }");
        let told = after(&small, "board b2 A1", "b<");
        assert_eq!(told, "board a1 A1 C1; south is bound clockwise");
        assert_eq!(
            legal(&small, "board a1 A1 C1; south is bound clockwise"),
            "a"
        );
        assert_eq!(
            after(&small, "board a1 A1; south is bound clockwise", "a"),
            "board A1 C1; south is bound clockwise"
        );
    }

    #[test]
    fn who_chooses_first_binds_the_other_to_the_other_way() {
        let small = game("turn { from an occupied own pit; lift all; sow opposite ways for good }");
        assert_eq!(
            after(&small, "board b1 B1", "b<"),
            "board a1 B1; south is bound clockwise; north is bound counterclockwise"
        );
        let bound =
            "board B1; mover north; south is bound clockwise; north is bound counterclockwise";
        assert_eq!(legal(&small, bound), "B");
        assert_eq!(
            after(&small, bound, "B"),
            "board C1; mover south; south is bound clockwise; north is bound counterclockwise"
        );
    }

    #[test]
    fn a_relay_turns_round() {
        let small = game("lap ends { relay turned round when last pit was occupied; stop }");
        assert_eq!(after(&small, "board a1 b1", "a"), "board a1 C1");
    }

    #[test]
    fn a_relay_goes_on_from_the_next_pit() {
        let small = game("lap ends { relay from next pit when next pit is occupied; stop }");
        assert_eq!(after(&small, "board a1 c2", "a"), "board b1 A1 B1");
    }
}

mod sowing {
    use super::*;

    #[test]
    fn the_first_seed_goes_back_where_it_came_from() {
        let small = game(&format!(
            "{TURN} first seed into origin when origin holds 2 or more }}"
        ));
        assert_eq!(after(&small, "board a3", "a"), "board a1 b1 c1");
        assert_eq!(after(&small, "board a1", "a"), "board b1");
    }

    #[test]
    fn in_a_relay_the_first_seed_goes_back_by_what_that_lap_was_lifted_from() {
        let small = game(&format!(
            "{TURN} first seed into origin when origin holds 2 or more }}\n\
             lap ends {{ relay when last pit was occupied; stop }}"
        ));
        // A single moves on, and of the two it makes one stays.
        assert_eq!(after(&small, "board a1 b1", "a"), "board b1 c1");
    }

    #[test]
    fn in_the_first_lap_alone_the_first_seed_may_go_back() {
        let small = game(&format!(
            "{TURN} first seed into origin when first lap and origin holds 2 or more }}\n\
             lap ends {{ relay when last pit was occupied; stop }}"
        ));
        // Of the two that the relay lifts from b none stays there.
        assert_eq!(after(&small, "board a2 b1", "a"), "board a1 c1 A1");
        let always = game(&format!(
            "{TURN} first seed into origin when origin holds 2 or more }}\n\
             lap ends {{ relay when last pit was occupied; stop }}"
        ));
        assert_eq!(after(&always, "board a2 b1", "a"), "board a1 b1 c1");
    }

    #[test]
    fn pits_may_be_passed_over_in_the_first_lap_alone() {
        let small = game(&format!(
            "{TURN} pass over own pit 2 when first lap }}\n\
             lap ends {{ relay when last pit was occupied; stop }}"
        ));
        // Past b into c and A, and on from there round into b.
        assert_eq!(after(&small, "board a2 A3", "a"), "board a1 b1 c1 B1 C1");
    }

    #[test]
    fn something_may_be_captured_before_the_first_lap_alone() {
        let small = game(
            "lap begins { capture when first lap { take 1 seed from origin } }\n\
             lap ends { relay when last pit was occupied; stop }",
        );
        assert_eq!(
            after(&small, "board a2 b1", "a"),
            "board c1 A1; stores south 1, north 0"
        );
    }

    #[test]
    fn pits_are_passed_over_by_what_they_hold() {
        let small = game(&format!("{TURN} pass over an enemy pit that holds 2 }}"));
        assert_eq!(after(&small, "board c2 A2", "c"), "board A2 B1 C1");
    }

    #[test]
    fn how_many_seeds_lay_on_the_board_when_the_lap_began_is_known_till_it_ends() {
        let few = "lap begun with 3 or fewer on the board";
        let small = game(&format!(
            "seed falls {{ capture when {few} and last pit is enemy {{ take 1 seed from last pit to opponent }} }}
             lap ends {{ relay when last pit was occupied; stop }}"
        ));
        // Three seeds lie on the board besides the two that are sown.
        assert_eq!(
            after(&small, "board a1 c2 C2", "c"),
            "board a1 C2; stores south 0, north 2"
        );
        assert_eq!(
            after(&small, "board a1 b1 c2 C2", "c"),
            "board a1 b1 A1 B1 C2",
            "four"
        );
        // The first lap begins with four, the second, of three seeds, with two, and the third with none.
        assert_eq!(
            after(&small, "board b1 c2 C2", "b"),
            "board a1 b1; stores south 0, north 3"
        );
    }

    #[test]
    fn what_is_taken_in_passing_goes_to_the_row_s_owner_and_the_sowing_goes_on() {
        let small = game(
            "seed falls { capture when last pit holds 4 { take last pit to the row's owner } }",
        );
        assert_eq!(
            after(&small, "board c2 A3", "c"),
            "board B1; stores south 0, north 4"
        );
    }

    #[test]
    fn after_a_capture_in_passing_the_last_pit_is_empty_and_the_lap_can_go_on_from_the_next() {
        let small = game(
            "seed falls { capture when last seed and last pit holds 3 { take last pit } }\n\
             lap ends { relay from next pit when last pit is empty and next pit is occupied; stop }",
        );
        assert_eq!(
            after(&small, "board a1 b2 c2 C1", "a"),
            "board A1 B1 C1; stores south 3, north 0"
        );
        assert_eq!(
            after(&small, "board a1 b2 C1", "a"),
            "board C1; stores south 3, north 0"
        );
    }

    #[test]
    fn something_is_captured_before_the_lap_is_lifted() {
        let small =
            game("lap begins { capture when origin holds 1 { take the pit opposite origin } }");
        // c faces A: what was there goes before the seed comes.
        assert_eq!(
            after(&small, "board c1 A4", "c"),
            "board A1; stores south 4, north 0"
        );
        assert_eq!(after(&small, "board c2 A4", "c"), "board A5 B1");
    }

    #[test]
    fn what_a_lap_loses_before_it_is_lifted_is_not_sown() {
        let small = game(
            "lap begins { capture when any occupied pit is origin { take 1 seed from origin } }\n\
             lap ends { relay when last pit was occupied; stop }",
        );
        // Of three two are sown, of the two in c one.
        assert_eq!(
            after(&small, "board a3 c1", "a"),
            "board b1 A1; stores south 2, north 0"
        );
    }

    /// Rules are numbered on from those of the end of a lap.
    #[test]
    fn a_rule_for_a_seed_or_a_lap_that_begins_has_a_place_that_can_be_told() {
        let ruleset = ruleset(
            "lap begins { capture \"first\" when origin holds 1 { take origin } }\n\
             seed falls { capture \"then\" when last pit holds 4 { take last pit } }",
        );
        let named: Vec<&str> = (0..3).map(|rule| ruleset.rule(rule).title()).collect();
        assert_eq!(named, ["stop", "then", "first"]);
    }

    #[test]
    fn a_lap_that_loses_all_its_seeds_sows_none() {
        let small = game("lap begins { capture when origin holds 2 { take origin } }");
        assert_eq!(
            after(&small, "board a2 b1", "a"),
            "board b1; stores south 2, north 0"
        );
    }

    #[test]
    fn a_pit_can_be_passed_over_but_for_the_last_seed() {
        let small = game(&format!(
            "{TURN} pass over an enemy pit that holds 2 when not last seed }}"
        ));
        assert_eq!(after(&small, "board c2 A2", "c"), "board A2 B1 C1");
        assert_eq!(after(&small, "board c1 A2", "c"), "board A3");
        assert_eq!(after(&small, "board c2 B2", "c"), "board A1 B3");
    }

    #[test]
    fn the_last_seed_of_a_lap_is_told_from_the_others() {
        let small =
            game("seed falls { capture when last pit holds 4 and last seed { take last pit } }");
        assert_eq!(
            after(&small, "board c2 A3 B3", "c"),
            "board A4; stores south 4, north 0"
        );
    }
}

mod captures {
    use super::*;

    #[test]
    fn a_capture_goes_back_along_an_unbroken_run() {
        let small = game(
            "lap ends { capture when last pit is enemy and holds 2 or 3 {
               take last pit, the unbroken run of enemy pits that hold 2 or 3 before last pit }; stop }",
        );
        assert_eq!(
            after(&small, "board c3 A1 B2 C1", "c"),
            "board a0; stores south 7, north 0"
        );
        assert_eq!(
            after(&small, "board c3 A1 B4 C1", "c"),
            "board A2 B5; stores south 2, north 0"
        );
    }

    #[test]
    fn a_run_all_the_way_round_takes_the_pit_it_began_from_if_it_goes_back_to_it() {
        let across = |way: &str| {
            game(&format!(
                "lap ends {{ capture when next pit is empty and the pit after next pit is occupied \
                 {{ take the run across gaps of occupied pits {way} last pit }}; stop }}"
            ))
        };
        // b is the last pit; c is empty, A is taken, B is empty, C is taken, a is empty: and there is b.
        let round = "board a1 A2 C3";
        let taken = |way: &str, board: &str| after(&across(way), board, "a");
        assert_eq!(taken("after", round), "board b1; stores south 5, north 0");
        assert_eq!(
            taken("after and back to", round),
            "board a0; stores south 6, north 0"
        );
        // Not all the way: nothing more.
        assert_eq!(
            taken("after and back to", "board a1 A2 B1 C3"),
            "board b1 B1 C3; stores south 2, north 0"
        );
    }

    #[test]
    fn the_pit_at_one_end_of_those_that_hold_seeds_can_be_spared() {
        let small = game(
            "board { rows 2; pits 6 }\n\
             lap ends { capture when last pit is enemy and each of occupied enemy pits holds 2 { \
             take all enemy pits that are occupied and not the rightmost of occupied enemy pits }; stop }",
        );
        // North's pits stand before South in the order F to A: of B, C and E the rightmost is B.
        assert_eq!(
            after(&small, "board e4 C1 B1 E2", "e"),
            "board f1 A1 B2 C2 E2"
        );
        assert_eq!(
            after(&small, "board f2 A1 B1 E2", "f"),
            "board A2; stores south 4, north 0"
        );
        let told = after(&small, "board F2 b1 a1 d2; mover north", "F");
        assert_eq!(told, "board a2; stores south 0, north 4; mover south");
    }

    #[test]
    fn so_many_pits_at_one_end_are_those_of_a_set() {
        let small = game(&format!(
            "{TURN} forbid \"right\" a move when origin is not one of the rightmost 2 of own pits that hold 2 or more }}"
        ));
        assert_eq!(legal(&small, "board a3 b2 c1"), "a b");
        assert_eq!(legal(&small, "board a3 b2 c2"), "b c");
        assert_eq!(legal(&small, "board a3 b1 c1"), "a");
        assert_eq!(legal(&small, "board A3 B2 C2; mover north"), "B C");
        let both = game(
            "lap ends { capture when last pit is own { take the leftmost 3 of occupied pits }; stop }",
        );
        // Of two in one column the mover's own comes first.
        assert_eq!(
            after(&both, "board a1 c1 B2 C2", "a"),
            "board c1; stores south 5, north 0"
        );
    }

    #[test]
    fn what_is_asked_of_pits_that_are_faced_is_kept() {
        let small = game(
            "lap ends { capture when last pit is own { \
             take the pits opposite all own pits that were sown into }; stop }",
        );
        // b faces B.
        assert_eq!(
            after(&small, "board a1 B2 C3", "a"),
            "board b1 C3; stores south 2, north 0; sown into b"
        );
    }

    #[test]
    fn taking_all_may_be_allowed_where_there_was_nothing_when_the_turn_began() {
        let small = game(
            "lap ends { capture when last pit is enemy and holds 1 or 2 { take last pit; \
             unless each enemy pit is empty and any enemy pit was not empty at start of turn }; stop }",
        );
        // All that the enemy has is what this turn has brought him.
        assert_eq!(
            after(&small, "board c1", "c"),
            "board a0; stores south 1, north 0"
        );
        assert_eq!(after(&small, "board c1 A1", "c"), "board A2");
    }

    #[test]
    fn what_was_empty_when_the_turn_began_is_so_to_its_end() {
        let small = game(
            "lap ends { relay when last pit was occupied and not empty at start of turn\n\
             capture when last pit was occupied { take last pit }; stop }",
        );
        // On from b; the second lap ends in A, which has got a seed in this turn but was empty before.
        let told = after(&small, "board a1 b7", "a");
        assert_eq!(told, "board a1 b1 c2 B1 C1; stores south 2, north 0");
    }

    #[test]
    fn a_run_may_go_one_way_round_whichever_way_was_sown() {
        let small = game(
            "turn { from an occupied own pit; lift all; sow either way }
             lap ends { capture when last pit is enemy and holds 2 {
               take last pit, the unbroken run of enemy pits that hold 2 clockwise from last pit }; stop }",
        );
        assert_eq!(
            after(&small, "board a1 B2 C1", "a<"),
            "board a0; stores south 4, north 0"
        );
    }

    #[test]
    fn a_part_of_what_a_pit_holds_can_be_taken() {
        let small = game(
            "lap ends { capture when last pit is enemy { take 2 seeds from last pit }; stop }",
        );
        assert_eq!(
            after(&small, "board c1 A4", "c"),
            "board A3; stores south 2, north 0"
        );
        assert_eq!(
            after(&small, "board c1", "c"),
            "board a0; stores south 1, north 0"
        );
    }

    #[test]
    fn a_store_can_be_taken_for_the_other_player() {
        let small = game(
            "lap ends { capture when last pit was empty { take own store to opponent }
               capture \"two\" when last pit is enemy { take 2 seeds from enemy store, last pit }; stop }",
        );
        let with = |board: &str| format!("{board}; stores south 5, north 3");
        assert_eq!(
            after(&small, &with("board b1"), "b"),
            "board c1; stores south 0, north 8"
        );
        assert_eq!(
            after(&small, &with("board c1 A4"), "c"),
            "board A3; stores south 9, north 1"
        );
    }

    #[test]
    fn after_a_capture_the_next_pit_can_be_sown_on() {
        let small = game(
            "lap ends { capture when last pit holds 3 { take last pit; then relay from next pit }; stop }",
        );
        assert_eq!(
            after(&small, "board a1 b2 c2 C1", "a"),
            "board A1 B1 C1; stores south 3, north 0"
        );
        assert_eq!(
            after(&small, "board a1 b2 C1", "a"),
            "board C1; stores south 3, north 0"
        );
    }

    #[test]
    fn a_part_goes_to_one_and_the_rest_to_the_other() {
        let small = game(
            "lap ends { capture when last pit is enemy { take 1 seed from last pit; take last pit to opponent }; stop }",
        );
        assert_eq!(
            after(&small, "board c1 A4", "c"),
            "board a0; stores south 1, north 4"
        );
    }

    #[test]
    fn a_capture_that_would_take_all_takes_nothing() {
        let small = game(
            "lap ends { capture when last pit is enemy and holds 2 {
               take last pit
               unless each enemy pit is empty }; stop }",
        );
        assert_eq!(after(&small, "board c1 A1", "c"), "board A2");
        assert_eq!(
            after(&small, "board c1 A1 B1", "c"),
            "board B1; stores south 2, north 0"
        );
    }

    #[test]
    fn a_capture_goes_on_across_gaps() {
        let small = game(
            "lap ends { capture when next pit is empty {
               take the run across gaps of occupied pits after last pit }; stop }",
        );
        assert_eq!(
            after(&small, "board a1 A2 C3", "a"),
            "board b1; stores south 5, north 0",
            "c is a gap, and so is B"
        );
        assert_eq!(
            after(&small, "board a1 B2 C3", "a"),
            "board b1 B2 C3",
            "two empty pits are no gap"
        );
        assert_eq!(
            after(&small, "board b1 B2", "b"),
            "board c1; stores south 2, north 0"
        );
    }

    #[test]
    fn what_is_taken_can_be_put_into_a_pit() {
        let small = game(
            "lap ends { capture when last pit is own and opposite pit is occupied {
               take opposite pit to last pit }; stop }",
        );
        assert_eq!(after(&small, "board a1 B4", "a"), "board b5");
    }

    #[test]
    fn a_pit_is_compared_with_another() {
        let small = game(
            "lap ends {
               capture \"as many\" when last pit is as full as opposite pit { take opposite pit }
               capture \"more\" when last pit is fuller than opposite pit { take last pit }
               stop }",
        );
        assert_eq!(
            after(&small, "board a1 b1 B2", "a"),
            "board b2; stores south 2, north 0"
        );
        assert_eq!(
            after(&small, "board a1 b2 B2", "a"),
            "board B2; stores south 3, north 0"
        );
        assert_eq!(after(&small, "board a1 B2", "a"), "board b1 B2");
    }

    #[test]
    fn pits_that_face_a_run_are_taken() {
        let small = game(
            "lap ends { capture when last pit is own {
               take opposite pit, the pits opposite the unbroken run of own pits
                    that are empty and facing an occupied pit after last pit }; stop }",
        );
        assert_eq!(
            after(&small, "board a1 A2 B3", "a"),
            "board b1; stores south 5, north 0"
        );
    }

    #[test]
    fn a_run_has_no_more_pits_than_it_is_said_to() {
        let taking = |run: &str| {
            game(&format!(
                "lap ends {{ capture when last pit is own {{ take {run} }}; stop }}"
            ))
        };
        let two = taking("the unbroken run of up to 2 enemy pits that hold 2 after rightmost own");
        assert_eq!(
            after(&two, "board a1 A2 B2 C2", "a"),
            "board b1 C2; stores south 4, north 0"
        );
        let gap = taking("the run across gaps of up to 1 occupied pits after last pit");
        assert_eq!(
            after(&gap, "board a1 A2 C2", "a"),
            "board b1 C2; stores south 2, north 0"
        );
    }

    #[test]
    fn a_pit_is_as_full_as_what_faces_it_or_fuller() {
        let run = "own pits that are occupied and as full as what faces them before last pit";
        let small = game(&format!(
            "lap ends {{
               capture when last pit is own and occupied and as full as what faces it {{
                 take last pit, opposite pit, the unbroken run of {run}, the pits opposite the unbroken run of {run}
               }}
               stop }}"
        ));
        // c faces A, b faces B, a faces C.
        assert_eq!(
            after(&small, "board b1 c1 A2", "b"),
            "board a0; stores south 4, north 0",
            "an empty pit ends the run, though what faces it is empty too"
        );
        assert_eq!(
            after(&small, "board a2 c1 A2 B1", "a"),
            "board a0; stores south 6, north 0"
        );
        let fuller = game(
            "turn { from an own pit that is fuller than what faces it; lift all; sow counterclockwise }",
        );
        assert_eq!(legal(&fuller, "board a2 b2 c2 A1 B2 C3"), "c");
    }

    #[test]
    fn what_comes_after_a_capture_is_said_with_then() {
        let small = game(
            "lap ends { capture when last pit is own and opposite pit is occupied {
               take opposite pit
               then again when each enemy pit is empty }; stop }",
        );
        assert_eq!(
            after(&small, "board a1 B2", "a"),
            "board b1; stores south 2, north 0; mover south"
        );
        assert_eq!(
            after(&small, "board a1 B2 C1", "a"),
            "board b1 C1; stores south 2, north 0"
        );
    }

    #[test]
    fn the_capturing_seed_is_sown_on() {
        let small = game(
            "lap ends { capture when last pit is own and was empty and opposite pit is occupied {
               take opposite pit
               then relay }; stop }",
        );
        assert_eq!(
            after(&small, "board a1 A1 B1", "a"),
            "board A1; stores south 2, north 0"
        );
    }

    const SOWN_ON: &str =
        "capture when last pit is own and opposite pit is occupied { take opposite pit";

    #[test]
    fn what_was_taken_is_sown_on_after_the_last_pit() {
        let small = game(&format!(
            "lap ends {{ {SOWN_ON}; then sow what was taken }}; stop }}"
        ));
        assert_eq!(after(&small, "board a1 B2", "a"), "board b1 c1 A1");
        // The next lap takes too, and its own are sown on after its own last pit.
        assert_eq!(after(&small, "board a1 A3 B1", "a"), "board b1 c1 A1 B1 C1");
    }

    #[test]
    fn what_was_taken_is_sown_on_after_the_pit_that_the_lap_began_from() {
        let small = game(&format!(
            "lap ends {{ {SOWN_ON}; then sow what was taken after start of lap }}; stop }}"
        ));
        assert_eq!(after(&small, "board a1 B2", "a"), "board b2 c1");
        assert_eq!(after(&small, "board a1 A3 B2", "a"), "board b3 c2 A1");
    }

    #[test]
    fn what_was_taken_is_kept_where_it_is_not_to_be_sown_on() {
        let small = game(&format!(
            "lap ends {{ {SOWN_ON}; then sow what was taken when last pit is rightmost own }}; stop }}"
        ));
        assert_eq!(
            after(&small, "board a1 B2", "a"),
            "board b1; stores south 2, north 0"
        );
        assert_eq!(after(&small, "board b1 A2", "b"), "board c1 A1 B1");
    }

    #[test]
    fn nothing_is_lifted_for_a_lap_of_what_was_taken() {
        let small = game(&format!(
            "mark fresh\nopening {{ mark fresh on every pit }}\n\
             turn {{ from an occupied own pit; lift all; sow counterclockwise; clear fresh from every pit lifted from }}\n\
             lap ends {{ {SOWN_ON}; then sow what was taken }}; stop }}"
        ));
        assert_eq!(
            after(&small, "board a1 B2; marked fresh a b B", "a"),
            "board b1 c1 A1; marked fresh b B"
        );
    }

    /// A position before such a capture can come back, so that those before must not be forgotten.
    #[test]
    fn what_goes_back_to_the_board_takes_nothing_off_it() {
        let small = game(&format!(
            "lap ends {{ {SOWN_ON}; then sow what was taken when last pit is rightmost own }}; stop }}"
        ));
        let captured = |position: &str, played: &str| {
            let mut position = at(&small, position);
            let played = small.read_move(played, &position).unwrap();
            small
                .play(&mut position, &played, &mut Nobody)
                .unwrap()
                .captured
        };
        assert_ne!(captured("board a1 B2", "a"), 0);
        assert_eq!(captured("board b1 A2", "b"), 0);
    }

    #[test]
    fn what_faces_the_origin_can_be_asked_and_taken() {
        let small = game(
            "turn { from an occupied own pit; lift all; sow counterclockwise\n\
             forbid a move when the pit opposite origin holds 1 }\n\
             lap ends { stop; also \"single\" when lap of 1 seed { take the pit opposite origin } }",
        );
        assert_eq!(
            after(&small, "board a1 C4 B2", "a"),
            "board b1 B2; stores south 4, north 0"
        );
        assert_eq!(legal(&small, "board a1 b1 C1 B2"), "b");
    }

    #[test]
    fn a_range_of_numbers_is_all_of_them() {
        let small =
            game("lap ends { capture when last pit holds 2 to 4 or 6 { take last pit }; stop }");
        for (before, taken) in [(1, true), (3, true), (4, false), (5, true)] {
            let board = after(&small, &format!("board a1 b{before} C1"), "a");
            assert_eq!(board.contains("stores"), taken, "{board}");
        }
    }

    #[test]
    fn a_pit_of_ones_choice_is_a_move_of_its_own() {
        let small = game(
            "lap ends { capture \"take\" when last pit is own and opposite pit is occupied {
               take opposite pit
               then pick an occupied enemy pit }; stop }",
        );
        let told = after(&small, "board a1 A3 B1 C2", "a");
        assert_eq!(
            told,
            "board b1 A3 C2; stores south 1, north 0; mover south; to pick by \"take\""
        );
        assert_eq!(legal(&small, &told), "xA xC");
        assert_eq!(
            after(&small, &told, "xA"),
            "board b1 C2; stores south 4, north 0"
        );
        assert_eq!(
            after(&small, "board a1 B1", "a"),
            "board b1; stores south 1, north 0",
            "where there is nothing to pick, the turn is over"
        );
    }

    #[test]
    fn what_is_to_be_sown_on_stays_with_the_mover_where_the_relay_is_cut_short() {
        for (laps, left) in [
            (
                "capture when last pit was occupied { take last pit; then sow what was taken }",
                "board d3 A1 B1; stores south 4, north 0",
            ),
            (
                "relay from own store when last pit was occupied",
                "board d3 A1 B1 C3; stores south 1, north 0",
            ),
        ] {
            let small = game(&format!(
                "board {{ rows 2; pits 4; stores 2, own store in the sowing path }}
                 lap ends {{ {laps}; stop }}
                 ending {{ relay past 1 laps: ends the turn }}"
            ));
            assert_eq!(after(&small, "board c5 d2 C2", "c"), left);
        }
    }

    #[test]
    fn what_is_captured_is_put_into_a_pit_of_ones_choice_by_a_move_of_its_own() {
        let small = game(
            "lap ends { capture \"give\" when last pit is own and opposite pit holds 2 or more {
               take opposite pit
               then put own store into an enemy pit that holds 2 or fewer }; stop }
             ending { when each own pit is empty: mover wins }",
        );
        let told = after(&small, "board a1 A3 B2 C2", "a");
        assert_eq!(
            told,
            "board b1 A3 C2; stores south 2, north 0; mover south; to pick by \"give\""
        );
        assert_eq!(legal(&small, &told), "xB xC");
        assert_eq!(after(&small, &told, "xB"), "board b1 A3 B2 C2");
        assert_eq!(after(&small, &told, "xC"), "board b1 A3 C4");
        assert!(matches!(refused(&small, &told, "xA"), Refusal::From(_)));
        assert!(matches!(refused(&small, &told, "b"), Refusal::Way(_)));
        assert_eq!(
            after(&small, "board a1 A3 B3 C3; stores south 0, north 1", "a"),
            "board b1 A3 C3; stores south 3, north 1; mover south; to pick by \"give\"",
        );
        let nowhere = game(
            "lap ends { capture when last pit is own { take opposite pit
               then put own store into an enemy pit that holds 9 }; stop }",
        );
        assert_eq!(
            after(&nowhere, "board a1 B3", "a"),
            "board b1; stores south 3, north 0",
            "where there is no such pit, the turn is over"
        );
        assert_eq!(
            after(&nowhere, "board a1 B9 A9", "a"),
            "board b1 A9; stores south 9, north 0; mover south; to pick by \"capture\""
        );
        assert_eq!(
            after(&nowhere, "board a1 A9", "a"),
            "board b1 A9",
            "and where there is nothing to put"
        );
    }

    #[test]
    fn a_position_comes_back_though_seeds_were_captured_and_put_back_since() {
        let small = game(
            "setup { place 1 seed in each of own pit 1 }
             turn { from an occupied own pit; lift all; sow counterclockwise }
             lap ends { capture when last pit is own {
               take last pit
               then put own store into an own pit }; stop }
             ending { position repeated 2 times: draw }",
        );
        let mut game = Game::new(&small);
        for text in ["a", "xa", "A", "xA"] {
            assert_eq!(game.end(), None);
            let played = small.read_move(text, game.position()).unwrap();
            game.play(&played, &mut Nobody).unwrap();
        }
        assert_eq!(game.end().unwrap().reason, EndReason::Repetition);
    }
}

mod owned {
    use super::*;

    const TUZ: &str = "mark tuz, owned\nturn { from an own pit that is occupied and not tuz; lift all; sow counterclockwise }\nlap ends {
          capture \"tuz\" when last pit is enemy and holds 3 and none of all pits is own tuz
                  and twin pit is not enemy tuz { mark tuz on last pit }
          stop
        }\n";

    #[test]
    fn a_mark_belongs_to_who_made_it() {
        let small = game(TUZ);
        assert_eq!(
            after(&small, "board c1 A2", "c"),
            "board A3; marked south-tuz A"
        );
        assert_eq!(
            after(&small, "board c1 A2; marked south-tuz C", "c"),
            "board A3; marked south-tuz C"
        );
        assert_eq!(
            after(&small, "board c1 A2; marked north-tuz a", "c"),
            "board A3; marked north-tuz a",
            "A and a are the first pits of their owners"
        );
        assert_eq!(legal(&small, "board a1 b1 c1; marked north-tuz a"), "b c");
    }

    #[test]
    fn captures_are_put_into_an_owned_pit_if_there_is_one() {
        let small = game(
            "mark tuz, owned\nlap ends { capture when last pit is own and opposite pit is occupied {
               take opposite pit to all pits that are own tuz }; stop }",
        );
        // b faces B: without a pit of his own South takes nothing.
        assert_eq!(after(&small, "board a1 B3", "a"), "board b1 B3");
        assert_eq!(
            after(&small, "board a1 B3; marked north-tuz c", "a"),
            "board b1 B3; marked north-tuz c"
        );
        assert_eq!(
            after(&small, "board a1 A2 B3; marked south-tuz c A", "a"),
            "board b1 c3 A2; marked south-tuz c A"
        );
    }

    #[test]
    fn what_lies_in_owned_pits_goes_to_its_owner_when_the_turn_ends() {
        let small = game(&format!(
            "{TUZ}turn ends {{ take all pits that are own tuz; \
             take all pits that are enemy tuz to opponent }}"
        ));
        assert_eq!(
            after(
                &small,
                "board b3; marked south-tuz B; marked north-tuz c",
                "b"
            ),
            "board A1; stores south 1, north 1; marked south-tuz B; marked north-tuz c"
        );
    }
}

mod moves {
    use super::*;

    #[test]
    fn an_opponent_without_seeds_must_be_fed() {
        let small = game(&format!(
            "{TURN} forbid \"must feed\" a turn after which each enemy pit is empty and was empty }}"
        ));
        assert_eq!(legal(&small, "board a1 c1"), "c");
        assert_eq!(legal(&small, "board a1 b1"), "", "nothing feeds him");
        assert_eq!(legal(&small, "board a1 c1 A1"), "a c");
    }

    #[test]
    fn what_would_forbid_every_move_forbids_none() {
        let small = game(&format!(
            "{TURN} forbid \"must feed\" a turn after which each enemy pit is empty and was empty, \
             unless every move is such }}"
        ));
        assert_eq!(legal(&small, "board a1 c1"), "c");
        assert_eq!(legal(&small, "board a1 b1"), "a b");
    }

    #[test]
    fn a_move_is_forbidden_by_what_it_begins_with() {
        let small = game(&format!(
            "{TURN} forbid \"singles\" a move when origin holds 1 and any own pit holds 2 or more }}"
        ));
        assert_eq!(legal(&small, "board a1 b2"), "b");
        assert_eq!(legal(&small, "board a1 b1"), "a b");
        assert!(matches!(
            refused(&small, "board a1 b2", "a"),
            Refusal::Forbidden(0)
        ));
    }

    const STRAIGHT_BACK: &str = "turn { from an occupied own pit; lift all; sow counterclockwise
        sow clockwise from leftmost own pit; sow either way from own pit 2
        forbid \"back\" a move when straight back }";

    #[test]
    fn a_single_may_not_be_moved_straight_back() {
        let small = game(STRAIGHT_BACK);
        // South's a goes to C, which faces it; from there it would come back.
        let moved = after(&small, "board a1 b1 A1", "a");
        assert_eq!(moved, "board b1 A1 C1; single moved clockwise into C");
        let moved = format!("{moved}; mover north");
        assert_eq!(legal(&small, &moved), "A");
        assert_eq!(refused(&small, &moved, "C"), Refusal::Forbidden(0));
        // What is no longer alone may go, and so may a single of another turn.
        let joined = moved.replace("C1", "C2");
        assert_eq!(legal(&small, &joined), "A C");
        assert_eq!(legal(&small, "board b1 A1 C1; mover north"), "A C");
    }

    #[test]
    fn a_single_may_be_moved_on() {
        let small = game(STRAIGHT_BACK);
        let moved = "board b1; single moved counterclockwise into b";
        assert_eq!(legal(&small, moved), "b>");
        let moved = "board b1; single moved clockwise into b";
        assert_eq!(legal(&small, moved), "b<");
    }

    #[test]
    fn only_one_extra_turn_is_given() {
        let small = game(
            "lap ends { capture when last pit is enemy { take last pit; then again when not extra turn }; stop }",
        );
        let first = after(&small, "board b1 c1 A1", "c");
        assert_eq!(
            first,
            "board b1; stores south 2, north 0; mover south; extra turn"
        );
        assert_eq!(
            after(&small, "board b2; extra turn", "b"),
            "board c1; stores south 1, north 0"
        );
        assert_eq!(
            after(&small, "board b2", "b"),
            "board c1; stores south 1, north 0; mover south; extra turn"
        );
    }

    #[test]
    fn what_the_turn_before_leaves_is_not_kept_where_no_rule_asks() {
        let small = game("");
        assert_eq!(after(&small, "board a1; extra turn", "a"), "board b1");
    }

    /// A position is another one when the turn before leaves something else for it.
    #[test]
    fn what_the_turn_before_leaves_is_part_of_a_position_that_comes_back() {
        let turns = |forbid: &str| {
            let small = game(&format!(
                "turn {{ from an occupied own pit; lift all; sow either way; {forbid} }}\n\
                 ending {{ position repeated 2 times: draw }}"
            ));
            let mut game = Game::from(&small, at(&small, "board b1 B1"));
            for text in ["b>", "B>", "c<", "C<"].iter().cycle() {
                if game.settle().is_some() {
                    break;
                }
                let played = small.read_move(text, game.position()).unwrap();
                game.play(&played, &mut Nobody).unwrap();
            }
            game.turns()
        };
        assert_eq!(turns(""), 4);
        // Before the first turn there was none that moved a single.
        assert_eq!(turns("forbid a move when straight back"), 5);
    }

    #[test]
    fn the_lap_of_a_single_seed_is_told_from_others() {
        let small = game(&format!(
            "{TURN} forbid a first lap that ends in an occupied pit when lap of 1 seed }}"
        ));
        assert_eq!(legal(&small, "board a1 b2 A1"), "b");
    }

    #[test]
    fn a_rule_of_the_first_turn_ends_with_it() {
        let small = game(&format!(
            "{TURN} forbid a move when first turn and origin is not rightmost own }}"
        ));
        assert_eq!(legal(&small, "board a1 c1"), "c");
        let told = after(&small, "board a1 c1", "c");
        assert_eq!(told, "board a1 A1; turns made south 1, north 0");
        assert_eq!(
            legal(&small, "board a1 c1; turns made south 1, north 0"),
            "a c"
        );
    }

    #[test]
    fn the_first_turns_of_the_game_are_those_of_both_players_together() {
        let small = game(
            "lap ends { capture when last pit was empty and not first 2 turns of the game { take last pit }; stop }",
        );
        let made = |south, north| {
            let made = format!("board a1; turns made south {south}, north {north}");
            after(&small, &made, "a").contains("stores south 1")
        };
        assert!(!made(0, 0) && !made(1, 0) && !made(0, 1));
        assert!(made(1, 1) && made(2, 0));
    }

    #[test]
    fn either_row_may_be_played_from() {
        let small = game("turn { from an occupied pit; lift all; sow counterclockwise }");
        assert_eq!(legal(&small, "board a1 B1"), "a B");
    }

    #[test]
    fn who_cannot_move_passes() {
        let small = game(&format!(
            "{TURN} pass when mover has no move }}
             ending {{ when neither player has a move: remaining seeds to the row's owner }}"
        ));
        let mut game = Game::from(&small, at(&small, "board a1"));
        let played = small.read_move("a", game.position()).unwrap();
        game.play(&played, &mut Nobody).unwrap();
        assert_eq!(game.position().mover, Player::South);
        assert!(game.end().is_none());
    }

    #[test]
    fn two_who_cannot_move_end_the_game() {
        let small = game(
            "turn { from an own pit that holds 2 or more; lift all; sow counterclockwise
                    pass when mover has no move }",
        );
        let mut game = Game::from(&small, at(&small, "board a2 A1"));
        let played = small.read_move("a", game.position()).unwrap();
        game.play(&played, &mut Nobody).unwrap();
        assert_eq!(game.end().map(|end| end.stores), Some([2, 1]));
    }
}

mod endings {
    use super::*;

    fn end(program: &Program, position: &str) -> (EndReason, [u32; 2], Option<Player>) {
        let mut game = Game::from(program, at(program, position));
        let end = game.settle().expect("the game is over");
        (end.reason, end.stores, end.winner)
    }

    #[test]
    fn more_than_half_is_of_all_the_seeds_of_the_game() {
        let small =
            game("ending { when own store holds more than half: remaining seeds to nobody }");
        assert_eq!(
            end(&small, "board a1 A4; stores south 7, north 0").1,
            [7, 0]
        );
        assert!(
            Game::from(&small, at(&small, "board a1 A5; stores south 6, north 0"))
                .settle()
                .is_none()
        );
    }

    #[test]
    fn what_lies_in_owned_pits_is_the_owner_s_whatever_becomes_of_the_rest() {
        for (outcome, stores) in [
            ("remaining seeds to nobody", [3, 5]),
            ("remaining seeds to mover", [7, 5]),
            ("remaining seeds divided", [5, 7]),
            ("remaining seeds to the row's owner", [3, 9]),
            ("mover wins", [0, 0]),
        ] {
            let small = game(&format!(
                "mark child, owned\nending {{ when each own pit is empty: {outcome} }}"
            ));
            let position = "board A3 B5 C4; marked south-child A; marked north-child B";
            assert_eq!(end(&small, position).1, stores, "{outcome}");
        }
    }

    #[test]
    fn a_goal_is_won_whatever_the_stores_hold() {
        let small = game(
            "ending { when each own pit is empty: mover wins; when mover has no move: opponent wins }",
        );
        let (_, stores, winner) = end(&small, "board A1; stores south 0, north 5");
        assert_eq!((stores, winner), ([0, 5], Some(Player::South)));
    }

    #[test]
    fn what_is_left_is_divided() {
        let small =
            game("ending { when seeds in all pits are 3 or fewer: remaining seeds divided }");
        assert_eq!(
            end(&small, "board a2 A1; stores south 1, north 2").1,
            [2, 3]
        );
    }

    #[test]
    fn seeds_in_pits_and_stores_are_counted_together() {
        let small = game("ending { when seeds in own store, own row are 5 or more: mover wins }");
        assert_eq!(
            end(&small, "board a2 b1; stores south 2, north 0").2,
            Some(Player::South)
        );
    }
}

mod setups {
    use super::*;

    #[test]
    fn pits_that_hold_another_number_at_the_start() {
        let small = game(
            "setup { place 2 seeds in each own pit; except 5 seeds in each of the rightmost 1 own pits
                     except 0 seeds in each of north pits 1 }",
        );
        assert_eq!(positions::board(&small, &small.start()), "a2 b2 c5 B2 C5");
    }
}

mod counted {
    use super::*;

    fn count(name: &str, depth: u32) -> u64 {
        let loading = load(&format!("variants/family/{name}.mancala"), &Disk);
        let program = Program::compile(&loading.variant.unwrap().ruleset);
        perft(&program, program.start(), depth)
    }

    /// As OpenSpiel and CMancala count them.
    #[test]
    fn kalah_has_as_many_games_as_others_count() {
        let counts: Vec<u64> = (1..=5).map(|depth| count("kalah", depth)).collect();
        assert_eq!(counts, [6, 35, 185, 942, 4_690]);
    }

    /// Kalah in which a last seed in an occupied pit relays and nothing is captured, as CMancala counts it.
    #[test]
    fn relay_kalah_has_as_many_games_as_others_count() {
        let small = game(
            "board { rows 2; pits 6; stores 2, own store in the sowing path }
setup { place 4 seeds in each own pit }
lap ends { again when last pit is own store; relay when last pit was occupied; stop }
ending { when mover has no move: remaining seeds to the row's owner }",
        );
        assert_eq!(perft(&small, small.start(), 8), 478_844);
    }

    /// With the rule that a position which comes back ends the game, and without it.
    #[test]
    fn oware_of_two_pits_has_as_many_games_as_others_count() {
        let two = |ending: &str| {
            let text = format!(
                "language 1\ngame \"two\"\nextends \"oware.mancala\"\nboard {{ pits 2 }}\nsetup {{ place 2 seeds in each own pit }}\n{ending}"
            );
            let files = kiothi::rules::Memory::from([
                ("two.mancala", text.as_str()),
                (
                    "oware.mancala",
                    include_str!("../variants/family/oware.mancala"),
                ),
            ]);
            Program::compile(&load("two.mancala", &files).variant.unwrap().ruleset)
        };
        let with = two("");
        assert_eq!(perft(&with, with.start(), 9), 54);
        assert_eq!(perft(&with, with.start(), 10), 85);
        let without = two("ending { drop position }");
        assert_eq!(perft(&without, without.start(), 10), 89);
    }

    /// Of Dakon it is told that the first turn can win at once.
    #[test]
    fn the_first_turn_of_dakon_can_win_at_once() {
        let dakon = game(
            "board { rows 2; pits 7; stores 2, own store in the sowing path }
setup { place 7 seeds in each own pit }
lap ends {
  again when last pit is own store
  relay when last pit was occupied
  capture when last pit is own and was empty and opposite pit is occupied { take opposite pit, last pit }
  stop
}",
        );
        let mut game = Game::new(&dakon);
        let moves = "a b e b a e b d b g f g d f e g d a f e c g g f b c g g b f g";
        for text in moves.split(' ') {
            assert_eq!(game.position().mover, Player::South);
            let played = dakon.read_move(text, game.position()).unwrap();
            game.play(&played, &mut Nobody).unwrap();
        }
        let position = game.position();
        let row =
            |pits: std::ops::Range<usize>| -> u16 { pits.map(|pit| position.board.get(pit)).sum() };
        assert_eq!((position.stores[0], row(0..7), row(7..14)), (92, 2, 4));
    }

    /// As OpenSpiel and Aalina count them.
    #[test]
    fn oware_has_as_many_games_as_others_count() {
        let counts: Vec<u64> = (1..=5).map(|depth| count("oware", depth)).collect();
        assert_eq!(counts, [6, 36, 190, 1_014, 5_219]);
    }
}

/// What the reference shows of other games can be read, each clause where it belongs.
#[test]
fn the_guide_in_the_reference_is_in_the_language() {
    use kiothi::rules::read;
    use kiothi::syntax;
    use kiothi::syntax::tree::Clause;
    use kiothi::vocabulary::Block;

    fn readable(clause: &Clause, text: &str) {
        let marks = ["tuz".to_owned(), "locked".to_owned()];
        let blocks = [
            Block::File,
            Block::Board,
            Block::Setup,
            Block::Turn,
            Block::LapBegins,
            Block::SeedFalls,
            Block::LapEnds,
            Block::Takes,
            Block::TurnEnds,
            Block::Ending,
        ];
        let reads = |block| read::clause(block, clause, &clause.tokens, &marks).is_ok();
        assert!(
            blocks.into_iter().any(reads),
            "{:?} in\n{text}",
            clause
                .tokens
                .iter()
                .map(|token| &token.text)
                .collect::<Vec<_>>()
        );
        for inner in clause.body.iter().flat_map(|body| &body.clauses) {
            readable(inner, text);
        }
    }

    let page = std::fs::read_to_string("docs/language.md").unwrap();
    let (_, guide) = page.split_once("## Other games of the family").unwrap();
    let (guide, _) = guide.split_once("\n## ").unwrap();
    let mut blocks = 0;
    for text in guide.split("```text\n").skip(1) {
        let (text, _) = text.split_once("```").unwrap();
        let (tree, mistakes) = syntax::parse(text);
        assert!(mistakes.is_empty(), "{mistakes:?} in\n{text}");
        tree.clauses
            .iter()
            .for_each(|clause| readable(clause, text));
        blocks += 1;
    }
    assert!(blocks > 10);
}

/// The whole game that the reference shows is a file without a mistake, and its example comes out.
#[test]
fn the_whole_game_in_the_reference_is_a_game() {
    let page = std::fs::read_to_string("docs/language.md").unwrap();
    let (_, whole) = page.split_once("## A whole game").unwrap();
    let (_, text) = whole.split_once("```text\n").unwrap();
    let (text, _) = text.split_once("```").unwrap();
    let loading = loading(text);
    assert_eq!(loading.mistakes, []);
    let variant = loading.variant.unwrap();
    assert_eq!(variant.examples.len(), 1);
    assert_eq!(kiothi::check::check(&variant, 0), []);
}

/// Boards of three and four rows.
mod rows {
    use super::*;

    const FOUR: &str = "board { rows 4; pits 3 }\n";

    #[test]
    fn on_four_rows_each_player_sows_round_his_own_pits() {
        let small = game(FOUR);
        assert_eq!(
            after(&small, "board f8", "f"),
            "board a2 b2 c1 d1 e1 f1",
            "the outer row from the left, the inner one back"
        );
        assert_eq!(
            after(&small, "board B2; mover north", "B"),
            "board C1 D1; mover south"
        );
    }

    #[test]
    fn a_column_is_taken_from_the_inner_row() {
        let small = game(&format!(
            "{FOUR}lap ends {{ capture when last pit is inner and opposite pit is occupied {{
               take all enemy pits in the column of last pit }}; stop }}"
        ));
        // d is South's inner pit on the right; it faces F, and A lies behind that.
        assert_eq!(
            after(&small, "board c1 A2 F3 C5", "c"),
            "board d1 C5; stores south 5, north 0"
        );
        assert_eq!(after(&small, "board c1 A2", "c"), "board d1 A2");
    }

    #[test]
    fn pits_of_an_inner_row_are_counted_from_the_left() {
        let small = game(&format!(
            "{FOUR}setup {{ place 1 seed in each own outer pit; except 4 seeds in each of own inner pits 1 and 2 }}"
        ));
        assert_eq!(
            positions::board(&small, &small.start()),
            "a1 b1 c1 e4 f4 A1 B1 C1 E4 F4"
        );
    }

    #[test]
    fn on_three_rows_one_path_winds_over_all_of_them() {
        let small = game("board { rows 3; pits 2 }");
        // South owns a b and the right half of the middle, c; then come North's C, B, A.
        assert_eq!(after(&small, "board c4", "c"), "board a1 A1 B1 C1");
        assert_eq!(
            after(&small, "board C4; mover north", "C"),
            "board a1 b1 c1 A1; mover south"
        );
    }
}

/// The rules of these words, told as clauses and read back, are the same rules, and so is their order.
#[test]
fn the_wording_of_these_rules_says_the_same_rules() {
    for blocks in [
        "lap begins { capture \"one\" when origin holds 1 { take the pit opposite origin to opponent }
           capture when first turn { take 2 seeds from origin } }",
        "lap ends { capture when last pit is enemy { take 1 seed from last pit; take last pit to opponent }; stop }",
        "lap ends { capture when last pit was empty and first turn of the game { take last pit }
           capture \"x\" when last pit was empty and not first 3 turns of the game { take last pit }; stop }",
        "lap ends { capture when last pit was empty {
             take 2 seeds from opposite pit to rightmost own; take next pit to all own pits that hold 1 or 3; take opposite pit }
           stop }",
        "turn ends { take 3 seeds from all pits that hold 4 or more; take own store to opponent }",
        "lap ends { capture \"a\" when last pit holds 3 { take last pit; then relay from next pit when not first turn }
           capture \"b\" when last pit holds 4 { take enemy store; then relay }; stop }",
        "turn { from an occupied own pit; lift all; sow counterclockwise
           pass over an enemy pit that holds 2 when not last seed }",
        "seed falls { capture when lap begun with 8 or fewer on the board and last pit is enemy {
           take 1 seed from last pit to opponent } }
         lap ends { relay when last pit was occupied and not lap begun with 1, 3 or 5 on the board; stop }",
        "lap ends { capture when last pit is enemy { take last pit
             then put own store, leftmost own into an occupied enemy pit that holds not 3 when not first turn }; stop }",
        "lap ends { capture when last pit is as full as what faces it {
             take the unbroken run of up to 2 pits that are fuller than what faces them before last pit
             take the run across gaps of up to 3 own pits that are not as full as what faces them after last pit to opponent }
           stop }",
        "board { rows 2; pits 3; stores 2, own store in the sowing path }
         lap ends { relay from own store turned round when last pit is own store and first lap
           relay \"pit\" from next pit when next pit is occupied; stop }",
        "turn { from an occupied own pit; lift all; sow opposite ways for good
           forbid \"back\" a move when straight back }
         lap ends { again when last pit was occupied and not extra turn; stop }",
    ] {
        let ruleset = ruleset(blocks);
        let mut text = String::from("language 1\ngame \"read back\"\n");
        let mut block = None;
        for line in ruleset.lines() {
            if block != Some(line.block) {
                text.push_str(if block.is_some() { "}\n" } else { "" });
                text.push_str(&format!("{} {{\n", line.block.name()));
                block = Some(line.block);
            }
            text.push_str(&format!("  {}\n", line.text));
        }
        text.push_str("}\n");
        let again = loading(&text);
        assert_eq!(again.mistakes, [], "{text}");
        let again = again.variant.unwrap().ruleset;
        assert_eq!(again.canonical_text(), ruleset.canonical_text(), "{text}");
    }
}
