//! What holds whatever happens: seeds are conserved, legal moves are legal, text and meaning go round.

mod common;

use common::{Disk, loading, program, small, small_variant, variant};
use kiothi::engine::{Choices, Game, Move, Nobody, Position, Program, Recorder, Refusal, Way};
use kiothi::players::rng::Random;
use kiothi::players::{Player as _, Uniform};
use kiothi::rules::load;
use kiothi::rules::ruleset::Player;
use proptest::prelude::*;
use std::collections::HashSet;

const SHIPPED: [&str; 11] = [
    "kiothi",
    "spanish",
    "czech",
    "hindi",
    "kyrgyz",
    "filipino",
    "twenty-five",
    "without-first-lap",
    "mancala-world",
    "english-wikipedia",
    "italian-wikipedia",
];

/// Plays a random game, and looks at every position with its move.
fn random_game(
    program: &Program,
    index: u64,
    turns: u32,
    mut look: impl FnMut(&Position, &Move, &Position),
) {
    let mut random = Random::for_game(11, index);
    let mut game = Game::new(program);
    while game.settle().is_none() && game.turns() < turns {
        let before = game.position().clone();
        let played = match program.openings(&before) {
            Some(openings) => Move::Redistribute(Box::new(Uniform.redistribute(
                program,
                &before,
                &openings,
                &mut random,
            ))),
            None => {
                let moves = program.legal_moves(&before);
                moves[random.below(moves.len() as u32) as usize].clone()
            }
        };
        game.play(&played, &mut Nobody).unwrap();
        look(&before, &played, game.position());
    }
}

#[test]
fn seeds_are_conserved_and_moves_go_through_notation() {
    for name in SHIPPED {
        let program = program(name);
        let seeds = program.start().seeds();
        for index in 0..5 {
            random_game(&program, index, 80, |before, played, after| {
                assert_eq!(after.seeds(), seeds, "{name}");
                let text = program.write_move(played);
                assert_eq!(
                    program.read_move(&text, before).as_ref(),
                    Ok(played),
                    "{name}: {text}"
                );
            });
        }
    }
}

#[test]
fn a_move_is_legal_if_and_only_if_it_is_among_the_legal_moves() {
    for name in ["kiothi", "without-first-lap", "english-wikipedia"] {
        let program = program(name);
        for index in 0..3 {
            random_game(&program, index, 60, |before, _, _| {
                if before.openings > 0 {
                    return;
                }
                let legal = program.legal_moves(before);
                for pit in 0..2 * program.pits() {
                    for seeds in 0..=before.board.get(pit) + 1 {
                        let played = Move::Sow {
                            pit,
                            seeds,
                            way: Way::Set,
                        };
                        let mut after = before.clone();
                        let done = program.play(&mut after, &played, &mut Nobody);
                        assert_eq!(done.is_ok(), legal.contains(&played), "{name}: {played:?}");
                        assert!(done.is_ok() || after == *before, "{name}: {played:?}");
                    }
                }
            });
        }
    }
}

/// The rules in words, read back, are the same rules.
#[test]
fn the_wording_of_a_ruleset_says_the_same_rules() {
    for name in SHIPPED {
        let variant = variant(name);
        let mut text = String::from("language 1\ngame \"read back\"\nmark nki\n");
        let mut block = None;
        for line in variant.ruleset.lines() {
            if block != Some(line.block) {
                if block.is_some() {
                    text.push_str("}\n");
                }
                text.push_str(&format!("{} {{\n", line.block.name()));
                block = Some(line.block);
            }
            text.push_str(&format!("  {}\n", line.text));
        }
        text.push_str("}\n");
        let again = loading(&text);
        let shown = again
            .library
            .render_all(&again.mistakes, &annotate_snippets::Renderer::plain());
        let again = again.variant.unwrap_or_else(|| panic!("{name}: {shown}"));
        assert_eq!(again.hash, variant.hash, "{name}\n{text}");
    }
}

/// Any condition, told in words and read back, is the same condition.
mod any_condition {
    use super::*;
    use kiothi::rules::Memory;
    use kiothi::rules::lower::lower;
    use kiothi::rules::resolve::{read, resolve};
    use kiothi::rules::ruleset::*;

    fn pit() -> impl Strategy<Value = Pit> {
        prop_oneof![
            Just(Pit::Last),
            Just(Pit::Opposite),
            Just(Pit::Next),
            Just(Pit::Origin),
            Just(Pit::OppositeOrigin),
            (prop_oneof![Just(Side::Own), Just(Side::Enemy)], 0u8..6)
                .prop_map(|(side, at)| Pit::Numbered(side, at)),
        ]
    }

    fn pits() -> impl Strategy<Value = Pits> {
        let side = prop_oneof![Just(Side::Own), Just(Side::Enemy)];
        let hand = prop_oneof![Just(Hand::Left), Just(Hand::Right)];
        let filled = prop_oneof![
            Just(Filled::Whatever),
            Just(Filled::Occupied),
            Just(Filled::Empty)
        ];
        prop_oneof![
            4 => pit().prop_map(Pits::One),
            1 => filled.clone().prop_map(Pits::Every),
            1 => (filled, side.clone()).prop_map(|(filled, side)| Pits::Row(filled, side)),
            1 => (hand.clone(), 1u8..7, side.clone()).prop_map(|(hand, number, side)| Pits::End(hand, number, side)),
            1 => (side, prop::collection::btree_set(0u8..6, 1..4))
                .prop_map(|(side, columns)| Pits::Listed(side, columns.into_iter().collect())),
            2 => (1u8..4, hand.clone()).prop_map(|(number, hand)| Pits::Beside(number, hand, Pit::Opposite)),
            1 => hand.prop_map(|hand| Pits::Run(hand, Pit::Last)),
        ]
    }

    fn claim() -> impl Strategy<Value = Claim> {
        let count = prop_oneof![
            Just(Count::Some),
            prop::collection::btree_set(1u32..9, 1..4)
                .prop_map(|numbers| Count::OneOf(numbers.into_iter().collect())),
            (2u32..9).prop_map(Count::AtLeast),
            (1u32..9).prop_map(Count::AtMost),
        ];
        let fact = prop_oneof![
            (any::<bool>(), count).prop_map(|(was, count)| Fact::Holds { was, count }),
            Just(Fact::Marked(0)),
            Just(Fact::EmptyAtOpening),
            Just(Fact::SownFrom),
            Just(Fact::SownInto),
            pits().prop_map(Fact::OneOf),
        ];
        let single = prop_oneof![
            5 => (any::<bool>(), fact).prop_map(|(holds, fact)| Claim::Fact { holds, fact }),
            1 => (any::<bool>(), any::<bool>()).prop_map(|(was, even)| Claim::Fact {
                holds: true,
                fact: Fact::Holds { was, count: Count::Even(even) },
            }),
        ];
        single.prop_recursive(2, 8, 3, |inner| {
            (any::<bool>(), prop::collection::vec(inner, 2..4)).prop_map(|(all, items)| {
                if all {
                    Claim::All(items)
                } else {
                    Claim::Any(items)
                }
            })
        })
    }

    pub(super) fn condition() -> impl Strategy<Value = Condition> {
        let fact = prop_oneof![
            Just(TurnFact::FirstLap),
            Just(TurnFact::Crossed),
            Just(TurnFact::CapturedThisTurn),
            Just(TurnFact::ExtraTurn),
            (1u8..4).prop_map(TurnFact::FirstTurns),
            (1u8..4).prop_map(TurnFact::FirstTurnsOfGame),
        ];
        let single = prop_oneof![
            1 => (any::<bool>(), fact).prop_map(|(holds, fact)| Condition::Turn { holds, fact }),
            4 => (any::<bool>(), pits(), claim()).prop_map(|(each, pits, claim)| {
                let single = matches!(pits, Pits::One(_));
                let quantifier = if each || single { Quantifier::Each } else { Quantifier::Any };
                Condition::Pits(quantifier, pits, claim)
            }),
        ];
        single.prop_recursive(2, 8, 4, |inner| {
            (any::<bool>(), prop::collection::vec(inner, 2..4)).prop_map(|(all, items)| {
                if all {
                    Condition::All(items)
                } else {
                    Condition::Any(items)
                }
            })
        })
    }

    proptest! {
        #![proptest_config(common::cases(600))]

        #[test]
        fn goes_through_words(relay in condition(), forbid in condition()) {
            let clauses = "turn { from an occupied own pit; lift all; sow counterclockwise
                 forbid a lap that ends in any pit }
                 lap ends { relay when last pit was occupied; stop }";
            let mut ruleset = small_variant(6, 2, clauses).ruleset;
            ruleset.lap_rules[0].value.when = relay;
            ruleset.forbids[0].value.when = forbid;
            let mut text = String::from("language 1\ngame \"x\"\nmark safe\n");
            for line in ruleset.lines() {
                // A block a line would be a block said twice; only what is at stake differs.
                match line.topic.as_str() {
                    "relay" => text.push_str(&format!("lap ends {{ {}; stop }}\n", line.text)),
                    "forbid" => text.push_str(&format!(
                        "turn {{ from an occupied own pit; lift all; sow counterclockwise; {} }}\n",
                        line.text
                    )),
                    _ => {}
                }
            }
            text.push_str("board { rows 2; pits 6 }\nsetup { place 2 seeds in each own pit }\n");
            let files = Memory::from([("v", text.clone())]);
            let (resolved, mistakes) = resolve(&read("v", &files), &[]);
            prop_assert!(mistakes.is_empty(), "{}\n{:#?}", text, mistakes);
            let (again, mistakes) = lower(&resolved, 0);
            prop_assert!(mistakes.is_empty(), "{}\n{:#?}", text, mistakes);
            prop_assert_eq!(again.unwrap().canonical_text(), ruleset.canonical_text(), "{}", text);
        }
    }
}

/// Conditions are judged as they read: the engine's masks and tests against the plainest reading of each word.
mod conditions_are_judged_as_they_read {
    use super::any_condition::condition;
    use super::*;
    use kiothi::engine::PitSet;
    use kiothi::rules::ruleset::{
        Claim, Condition, Count, Fact, Filled, Hand, Pit, Pits, Quantifier, Side, TurnFact,
    };

    const PITS: usize = 6;

    /// What there is to know when a lap has ended.
    struct Moment {
        mover: Player,
        clockwise: bool,
        now: Vec<u16>,
        /// Before this turn's captures.
        before: Vec<u16>,
        last: usize,
        origin: usize,
        touched: Vec<bool>,
        marked: PitSet,
        sown_from: PitSet,
        sown_into: PitSet,
        empty_at_opening: PitSet,
        captured: bool,
    }

    impl Moment {
        fn at(&self, side: Side, column: usize) -> usize {
            let own = if self.mover == Player::South {
                column
            } else {
                PITS + column
            };
            if side == Side::Own {
                own
            } else {
                2 * PITS - 1 - own
            }
        }

        /// The row and the column of a pit, from the mover's left.
        fn of(&self, pit: usize) -> (Side, usize) {
            [Side::Own, Side::Enemy]
                .into_iter()
                .flat_map(|side| (0..PITS).map(move |column| (side, column)))
                .find(|&(side, column)| self.at(side, column) == pit)
                .unwrap()
        }

        fn pit(&self, pit: Pit) -> usize {
            match pit {
                Pit::Last => self.last,
                Pit::Opposite => self.facing(self.last),
                Pit::OppositeOrigin => self.facing(self.origin),
                Pit::Next if self.clockwise => (self.last + 2 * PITS - 1) % (2 * PITS),
                Pit::Next => (self.last + 1) % (2 * PITS),
                Pit::Origin => self.origin,
                Pit::Numbered(side, column) => self.at(side, usize::from(column)),
                Pit::Along(_) | Pit::Facing(_) | Pit::Twin | Pit::Store(_) => {
                    unreachable!("not drawn")
                }
            }
        }

        fn facing(&self, pit: usize) -> usize {
            let (side, column) = self.of(pit);
            let other = match side {
                Side::Own => Side::Enemy,
                Side::Enemy => Side::Own,
            };
            self.at(other, column)
        }

        fn beside(&self, pit: usize, hand: Hand) -> Option<usize> {
            let (side, column) = self.of(pit);
            let column = if hand == Hand::Right {
                column + 1
            } else {
                column.checked_sub(1)?
            };
            (column < PITS).then(|| self.at(side, column))
        }

        fn filled(&self, pits: Vec<usize>, filled: Filled) -> Vec<usize> {
            let keep = |pit: &usize| match filled {
                Filled::Whatever => true,
                Filled::Occupied => self.now[*pit] > 0,
                Filled::Empty => self.now[*pit] == 0,
            };
            pits.into_iter().filter(keep).collect()
        }

        fn set(&self, pits: &Pits) -> Option<Vec<usize>> {
            let row = |side: Side| {
                (0..PITS)
                    .map(|column| self.at(side, column))
                    .collect::<Vec<_>>()
            };
            Some(match pits {
                Pits::One(pit) => vec![self.pit(*pit)],
                Pits::Every(filled) => self.filled((0..2 * PITS).collect(), *filled),
                Pits::Row(filled, side) => self.filled(row(*side), *filled),
                Pits::End(Hand::Left, number, side) => row(*side)[..usize::from(*number)].to_vec(),
                Pits::End(Hand::Right, number, side) => {
                    row(*side)[PITS - usize::from(*number)..].to_vec()
                }
                Pits::Listed(side, columns) => columns
                    .iter()
                    .map(|&column| self.at(*side, usize::from(column)))
                    .collect(),
                Pits::Beside(number, hand, of) => {
                    let mut set = vec![self.beside(self.pit(*of), *hand)?];
                    for _ in 1..*number {
                        set.push(self.beside(set[set.len() - 1], *hand)?);
                    }
                    set
                }
                Pits::Run(hand, of) => {
                    let mut set = Vec::new();
                    let mut at = self.pit(*of);
                    while let Some(next) = self.beside(at, *hand).filter(|&next| self.now[next] > 0)
                    {
                        set.push(next);
                        at = next;
                    }
                    set
                }
                Pits::Such(..)
                | Pits::Chain(_)
                | Pits::Depth(..)
                | Pits::Columns(_)
                | Pits::Opposite(_)
                | Pits::Outermost(..)
                | Pits::Of(..)
                | Pits::InColumn(..) => unreachable!("not drawn"),
            })
        }

        fn claim(&self, claim: &Claim, pit: usize) -> bool {
            match claim {
                Claim::All(items) => items.iter().all(|item| self.claim(item, pit)),
                Claim::Any(items) => items.iter().any(|item| self.claim(item, pit)),
                Claim::Fact { holds, fact } => {
                    let found = match fact {
                        Fact::Holds { was, count } => {
                            let seeds = if *was {
                                self.before[pit] - u16::from(pit == self.last)
                            } else {
                                self.now[pit]
                            };
                            let seeds = u32::from(seeds);
                            match count {
                                Count::Some => seeds > 0,
                                Count::OneOf(numbers) => numbers.contains(&seeds),
                                Count::AtLeast(least) => seeds >= *least,
                                Count::AtMost(most) => seeds <= *most,
                                Count::Even(even) => (seeds % 2 == 0) == *even,
                                Count::MoreThanHalf => unreachable!("not drawn"),
                            }
                        }
                        Fact::MarkedBy(..)
                        | Fact::EmptyAtStart
                        | Fact::Facing(_)
                        | Fact::AsFullAs(_)
                        | Fact::FullerThan(_) => unreachable!("not drawn"),
                        Fact::Marked(_) => self.marked.contains(pit),
                        Fact::EmptyAtOpening => self.empty_at_opening.contains(pit),
                        Fact::SownFrom => self.sown_from.contains(pit),
                        Fact::SownInto => self.sown_into.contains(pit),
                        Fact::OneOf(pits) => match self.set(pits) {
                            Some(set) => set.contains(&pit),
                            // Of a set that is not there nothing holds, nor its contrary.
                            None => return false,
                        },
                    };
                    found == *holds
                }
            }
        }

        fn holds(&self, condition: &Condition) -> bool {
            match condition {
                Condition::All(items) => items.iter().all(|item| self.holds(item)),
                Condition::Any(items) => items.iter().any(|item| self.holds(item)),
                Condition::Turn { holds, fact } => {
                    let found = match fact {
                        TurnFact::FirstLap => true,
                        TurnFact::Crossed => {
                            (0..PITS).any(|column| self.touched[self.at(Side::Enemy, column)])
                        }
                        TurnFact::CapturedThisTurn => self.captured,
                        // The turn is the first of all.
                        TurnFact::FirstTurns(_) | TurnFact::FirstTurnsOfGame(_) => true,
                        _ => false,
                    };
                    found == *holds
                }
                Condition::Together { .. }
                | Condition::LapOf { .. }
                | Condition::LapBegunWith { .. } => unreachable!("not drawn"),
                Condition::Pits(quantifier, pits, claim) => {
                    self.set(pits).is_some_and(|set| match quantifier {
                        Quantifier::Each => set.iter().all(|&pit| self.claim(claim, pit)),
                        Quantifier::Any => set.iter().any(|&pit| self.claim(claim, pit)),
                    })
                }
            }
        }
    }

    proptest! {
        #![proptest_config(common::cases(1500))]

        #[test]
        fn at_the_end_of_a_lap_and_after_a_capture(
            condition in condition(),
            clockwise: bool,
            north: bool,
            seeds in prop::collection::vec(0u16..4, 2 * PITS),
            masks in any::<[u16; 4]>(),
            column in 0..PITS,
            lift in 1u16..20,
        ) {
            let way = if clockwise { "clockwise" } else { "counterclockwise" };
            // The condition decides; and it is judged after a capture that is always made.
            let clauses = format!(
                "turn {{ from an own pit; lift all; sow {way} }}
                 lap ends {{ capture \"asked\" when last pit is own {{ take last pit }}; stop }}"
            );
            let mut deciding = small_variant(PITS, 1, &clauses).ruleset;
            deciding.lap_rules[0].value.when = condition.clone();
            let clauses = format!(
                "turn {{ from an own pit; lift all; sow {way} }}
                 lap ends {{ capture \"always\" when last pit is one of all pits {{ take opposite pit }}
                 also \"asked\" when last pit is own {{ take last pit }}; stop }}"
            );
            let mut after = small_variant(PITS, 1, &clauses).ruleset;
            after.lap_rules[1].value.when = condition.clone();

            let mover = if north { Player::North } else { Player::South };
            let origin = if north { PITS + column } else { column };
            let mut board = seeds.clone();
            board[origin] = lift;
            let mut sown = board.clone();
            sown[origin] = 0;
            let (mut touched, mut last) = (vec![false; 2 * PITS], origin);
            for _ in 0..lift {
                last = (last + if clockwise { 2 * PITS - 1 } else { 1 }) % (2 * PITS);
                sown[last] += 1;
                touched[last] = true;
            }
            let set = |mask: u16| PitSet(u128::from(mask & 0xFFF));
            for (ruleset, rule, captures) in [(deciding, 0, false), (after, 1, true)] {
                let program = Program::compile(&ruleset);
                let placed: Vec<(usize, u32)> = board.iter().map(|&seeds| u32::from(seeds)).enumerate().collect();
                let mut position = program.position(&placed);
                position.mover = mover;
                position.marks[0] = set(masks[0]);
                position.sown_from = set(masks[1]);
                position.sown_into = set(masks[2]);
                position.empty_at_opening = set(masks[3]);
                let mut moment = Moment {
                    mover,
                    clockwise,
                    now: sown.clone(),
                    before: sown.clone(),
                    last,
                    origin,
                    touched: touched.clone(),
                    marked: set(masks[0]),
                    sown_from: PitSet(set(masks[1]).0 | 1 << origin),
                    sown_into: PitSet(
                        set(masks[2]).0
                            | (0..2 * PITS).filter(|&pit| touched[pit]).fold(0, |all, pit| all | 1 << pit),
                    ),
                    empty_at_opening: set(masks[3]),
                    captured: false,
                };
                if captures {
                    let opposite = moment.pit(Pit::Opposite);
                    moment.captured = std::mem::take(&mut moment.now[opposite]) > 0;
                }
                let mut recorder = Recorder::default();
                program
                    .play(&mut position, &Move::Sow { pit: origin, seeds: lift, way: Way::Set }, &mut recorder)
                    .unwrap();
                prop_assert_eq!(
                    recorder.applied.contains(&rule),
                    moment.holds(&condition),
                    "{}",
                    ruleset.lines()[usize::from(captures)].text
                );
            }
        }
    }
}

/// Rules that nobody would write still play: no seed is lost, nothing hangs, nothing breaks.
mod any_rules {
    use super::any_condition::condition;
    use super::*;
    use kiothi::rules::ruleset::*;
    use kiothi::simulate::{GameFacts, Room, Run, Tally, playout};

    fn one_of<T: Clone + std::fmt::Debug + 'static>(values: Vec<T>) -> impl Strategy<Value = T> {
        prop::sample::select(values)
    }

    fn ruleset() -> impl Strategy<Value = Ruleset> {
        let words = (
            1usize..5,
            one_of(vec!["all", "any number"]),
            one_of(vec!["counterclockwise", "clockwise"]),
            one_of(vec!["no pit", "origin"]),
            one_of(vec![
                "every pit lifted from",
                "own pits emptied",
                "enemy pits captured from",
            ]),
            one_of(vec!["forbidden", "ends the turn", "draw"]),
            one_of(vec!["exactly 1", "up to 2"]),
            one_of(vec!["any pits", "occupied pits", "enemy pits"]),
            one_of(vec![
                "",
                "",
                "lap begins { capture when origin holds 2 or more { take 1 seed from origin, opposite pit } }",
                "lap begins { capture when any own pit holds 1 { take the pits opposite all own pits that hold 1 to opponent } }",
                "lap begins { capture when origin holds 3 or more { take opposite pit to origin; take 2 seeds from enemy pit 1 to all own pits that hold 1 } }",
            ]),
        );
        (words, condition(), condition(), condition(), condition()).prop_map(
            |((seeds, lift, way, over, clear, ruling, quantity, into, begins), relay, forbid, capture, also)| {
                let clauses = format!(
                    "opening {{ redistribute {quantity} own pits into {into}; mark safe on occupied own pits }}
                     turn {{ from an occupied own pit; lift {lift}; sow {way}; pass over {over}; clear safe from {clear}
                       forbid a lap that ends in any pit }}
                     {begins}
                     lap ends {{ relay when last pit was occupied
                       capture \"x\" when last pit is own {{ take opposite pit, the unbroken run of occupied pits left of last pit }}
                       also when last pit is own {{ take the 2 pits right of opposite pit, occupied enemy pits }}
                       stop }}
                     ending {{ endless relay: {ruling}; relay past 300 laps: {ruling}
                       when each own pit is empty: remaining seeds to mover
                       when mover has no move: remaining seeds to opponent
                       position repeated 2 times: draw }}"
                );
                let mut ruleset = small_variant(6, seeds, &clauses).ruleset;
                ruleset.forbids[0].value.when = forbid;
                for (rule, when) in ruleset.lap_rules.iter_mut().zip([relay, capture, also]) {
                    rule.value.when = when;
                }
                ruleset
            },
        )
    }

    proptest! {
        #![proptest_config(common::cases(400))]

        #[test]
        fn play(ruleset in ruleset()) {
            let program = Program::compile(&ruleset);
            let run = Run { games: 1, seed: 1, max_turns: 60, max_laps: 20_000 };
            let mut tally = Tally::new(&program);
            let mut facts = GameFacts::new(&program);
            let mut room = Room::default();
            let seeds = program.start().seeds();
            for index in 0..3 {
                let mut game = Game::new(&program);
                let random = Random::for_game(1, index);
                playout(&mut game, &mut [Uniform; 2], run, random, &mut room, &mut facts, &mut Nobody);
                prop_assert_eq!(game.position().seeds(), seeds);
                tally.game(&facts);
            }
            prop_assert_eq!(tally.games, 3);
        }
    }
}

mod the_hash {
    use super::*;

    const BASE: &str = "turn { from an occupied own pit; lift all; sow counterclockwise; clear safe from every pit lifted from }
        lap ends { relay when last pit was occupied
        capture \"facing\" when last pit is own and opposite pit is occupied and not safe { take opposite pit, last pit }
        stop }
        ending { when mover has no move: remaining seeds to opponent }";

    fn hash(clauses: &str) -> String {
        small_variant(6, 4, clauses).hash
    }

    #[test]
    fn spelling_order_names_and_what_is_left_unsaid_do_not_matter() {
        for (from, to) in [
            (
                "opposite pit is occupied and not safe",
                "opposite pit is not safe and is occupied",
            ),
            ("last pit is own", "last pit is not enemy"),
            (
                "opposite pit is occupied and not safe",
                "not opposite pit is (empty or safe)",
            ),
            (
                "take opposite pit, last pit",
                "take last pit and the opposite pit",
            ),
            ("\"facing\"", "\"across\""),
            ("lift all", "lift all; pass over no pit"),
            ("stop }", "stop }\nmatch { }"),
            (
                "ending {",
                "ending { endless relay: forbidden; tie is a draw;",
            ),
            ("was occupied", "held 1 or more"),
        ] {
            let changed = BASE.replacen(from, to, 1);
            assert_ne!(changed, BASE, "{from}");
            assert_eq!(hash(&changed), hash(BASE), "{to}");
        }
    }

    #[test]
    fn every_rule_matters() {
        let mut seen = HashSet::from([hash(BASE)]);
        for (from, to) in [
            ("lift all", "lift any number"),
            ("counterclockwise", "clockwise"),
            ("counterclockwise", "counterclockwise; pass over origin"),
            ("every pit lifted", "own pits lifted"),
            ("lifted from }", "emptied }"),
            (" and not safe", ""),
            ("was occupied", "is enemy"),
            (", last pit", ""),
            ("to opponent", "to mover"),
            ("ending {", "ending { relay past 50 laps: forbidden;"),
            ("ending {", "ending { endless relay: draw;"),
            ("ending {", "ending { position repeated 3 times: draw;"),
            (
                "lift all",
                "lift all; forbid a first lap that ends in an own pit",
            ),
            ("turn {", "match { win by exactly 2 counts as 2 }\nturn {"),
            (
                "turn {",
                "opening { redistribute up to 1 own pits into any pits }\nturn {",
            ),
        ] {
            let changed = BASE.replacen(from, to, 1);
            assert_ne!(changed, BASE, "{from}");
            assert!(seen.insert(hash(&changed)), "{to} changes nothing");
        }
    }

    #[test]
    fn the_spanish_account_is_the_base() {
        assert_eq!(variant("spanish").hash, variant("kiothi").hash);
    }
}

/// Sows seed by seed and decides by the letter: the plainest engine of relays, to hold the tables against.
struct Plain {
    pits: usize,
    clockwise: bool,
    over_origin: bool,
    /// A relay does not go on from a marked pit, and lifting clears the mark.
    marks: bool,
}

/// The lap limit where no file sets one.
const LIMIT: u32 = 10_000;

#[derive(Debug, PartialEq)]
enum Verdict {
    Stops { laps: u32, board: Vec<u16> },
    Endless { laps: u32 },
    TooLong,
}

impl Plain {
    fn clauses(&self) -> String {
        format!(
            "turn {{ from an occupied own pit; lift any number; sow {}; pass over {}; clear safe from every pit lifted from }}
             lap ends {{ relay when last pit was occupied{}; stop }}",
            if self.clockwise { "clockwise" } else { "counterclockwise" },
            if self.over_origin { "origin" } else { "no pit" },
            if self.marks { " and is not safe" } else { "" },
        )
    }

    fn play(&self, board: &[u16], marked: &[bool], pit: usize, seeds: u16) -> Verdict {
        let ring = 2 * self.pits;
        let (mut board, mut marked) = (board.to_vec(), marked.to_vec());
        let mut seen = HashSet::new();
        let (mut from, mut in_hand, mut laps) = (pit, seeds, 0);
        loop {
            board[from] -= in_hand;
            marked[from] = false;
            let mut at = from;
            for _ in 0..in_hand {
                loop {
                    at = (at + if self.clockwise { ring - 1 } else { 1 }) % ring;
                    if !(self.over_origin && at == from) {
                        break;
                    }
                }
                board[at] += 1;
            }
            laps += 1;
            if board[at] == 1 || self.marks && marked[at] {
                return Verdict::Stops { laps, board };
            }
            // Marks are part of the state only where they decide whether the relay goes on.
            let deciding = if self.marks {
                marked.clone()
            } else {
                Vec::new()
            };
            if !seen.insert((board.clone(), deciding, at)) {
                return Verdict::Endless { laps };
            }
            if laps >= LIMIT {
                return Verdict::TooLong;
            }
            from = at;
            in_hand = board[at];
        }
    }
}

proptest! {
    #![proptest_config(common::cases(500))]

    #[test]
    fn laps_from_tables_are_laps_sown_seed_by_seed(
        pits in 2usize..5,
        clockwise: bool,
        over_origin: bool,
        marks: bool,
        seeds in prop::collection::vec(0u16..12, 8),
        marked in prop::collection::vec(any::<bool>(), 8),
        lifted in 0u16..100,
    ) {
        let plain = Plain { pits, clockwise, over_origin, marks };
        let program = small(pits, 1, &plain.clauses());
        let mut board = seeds[..2 * pits].to_vec();
        board[0] += 1 + lifted;
        let marked = &marked[..2 * pits];
        let placed: Vec<(usize, u32)> = board.iter().map(|&seeds| u32::from(seeds)).enumerate().collect();
        let mut position = program.position(&placed);
        position.marks[0] = (0..2 * pits).filter(|&pit| marked[pit]).collect();
        let lift = 1 + lifted.min(board[0] - 1);
        let expected = plain.play(&board, marked, 0, lift);
        let mut recorder = Recorder::default();
        let result = program.play(&mut position, &Move::Sow { pit: 0, seeds: lift, way: Way::Set }, &mut recorder);
        match (expected, result) {
            (Verdict::Stops { laps, board }, Ok(played)) => {
                prop_assert_eq!(played.laps, laps);
                let own: Vec<u16> = (0..2 * pits).map(|pit| position.board.get(pit)).collect();
                prop_assert_eq!(own, board);
            }
            (Verdict::Endless { laps }, Err(Refusal::Endless { laps: found })) => {
                // Where laps can be undone, it is found when it closes; elsewhere within three times that.
                let latest = if over_origin || marks { 3 * laps } else { laps };
                prop_assert!((laps..=latest).contains(&found), "closed at {}, found at {}", laps, found);
            }
            (Verdict::TooLong, Err(Refusal::TooLong { laps: LIMIT })) => {}
            // The circle closes within the limit, but is found only beyond it.
            (Verdict::Endless { laps }, Err(Refusal::TooLong { laps: LIMIT })) => {
                prop_assert!((over_origin || marks) && 3 * laps > LIMIT);
            }
            (expected, result) => prop_assert!(false, "{:?} but {:?}", expected, result),
        }
    }

    /// Who watches is told of every seed and every lap; where nobody does, few seeds are sown at once, and only long
    /// relays are watched for coming round.
    #[test]
    fn a_turn_is_the_same_if_nobody_watches(
        pits in prop_oneof![2usize..6, 6usize..51],
        clockwise: bool,
        over_origin: bool,
        marks: bool,
        seeds in prop::collection::vec(prop_oneof![8 => 0u16..4, 1 => 4u16..40], 100),
        marked in prop::collection::vec(prop::bool::weighted(0.1), 100),
        from in 0usize..50,
    ) {
        let lifted = "lift all; clear safe from every pit lifted from";
        let program = small(pits, 1, &format!(
            "turn {{ from an occupied own pit; {lifted}; sow either way; pass over {} }}
             lap ends {{
               relay when last pit was occupied{}
               capture when last pit is own and opposite pit is occupied {{ take opposite pit, last pit }}
               stop
             }}",
            if over_origin { "origin" } else { "no pit" },
            if marks { " and is not safe" } else { "" },
        ));
        let pit = from % pits;
        let mut seeds = seeds[..2 * pits].to_vec();
        seeds[pit] += 1;
        let placed: Vec<(usize, u32)> = seeds.iter().map(|&seeds| u32::from(seeds)).enumerate().collect();
        let mut watched = program.position(&placed);
        watched.marks[0] = (0..2 * pits).filter(|&pit| marked[pit]).collect();
        let mut unwatched = watched.clone();
        let way = if clockwise { Way::Clockwise } else { Way::Counterclockwise };
        let sown = Move::Sow { pit, seeds: seeds[pit], way };
        let told = program.play(&mut watched, &sown, &mut Recorder::default());
        prop_assert_eq!(program.play(&mut unwatched, &sown, &mut Nobody), told);
        prop_assert_eq!(unwatched, watched);
    }

    /// The choices by masks are those found by trying every lift: the same rule, said once so that it
    /// becomes a mask, and once so that it cannot.
    #[test]
    fn choices_by_masks_are_choices_by_trying(
        pits in 1usize..7,
        clockwise: bool,
        over_origin: bool,
        all: bool,
        north: bool,
        seeds in prop::collection::vec(prop_oneof![4 => 0u16..6, 1 => 0u16..90], 14),
        marked in prop::collection::vec(any::<bool>(), 14),
        kind in prop::sample::select(vec!["an occupied own pit", "an empty enemy pit", "an own pit that is safe",
            "any pit that was occupied and is not safe", "a leftmost own pit"]),
        when in prop::sample::select(vec!["", "crossed the enemy row", "not crossed the enemy row", "lap of 1 seed",
            "lap of 2 to 5", "(lap of 4 or more or not crossed the enemy row)"]),
    ) {
        let rules = |extra: &str| {
            let direction = if clockwise { "clockwise" } else { "counterclockwise" };
            let lift = if all { "all" } else { "any number" };
            let over = if over_origin { "origin" } else { "no pit" };
            small(pits, 1, &format!(
                "turn {{ from an occupied own pit; lift {lift}; sow {direction}; pass over {over}
                   forbid a first lap that ends in {kind} {extra} }}
                 lap ends {{ stop }}"
            ))
        };
        let tried = "(first lap or captured this turn)";
        let (masked, tried) = match when {
            "" => (rules(""), rules(&format!("when {tried}"))),
            when => (rules(&format!("when {when}")), rules(&format!("when {when} and {tried}"))),
        };
        let mut position: Position = masked.position(
            &(0..2 * pits).map(|pit| (pit, u32::from(seeds[pit]))).collect::<Vec<_>>(),
        );
        position.marks[0] = (0..2 * pits).filter(|&pit| marked[pit]).collect();
        position.mover = if north { Player::North } else { Player::South };
        let (mut one, mut other) = (Choices::default(), Choices::default());
        masked.choices(&position, &mut one);
        tried.choices(&position, &mut other);
        prop_assert_eq!(one.iter().collect::<Vec<_>>(), other.iter().collect::<Vec<_>>());
        prop_assert_eq!(one.len(), other.len());
    }
}

/// One thread or two, one block or many: the same counts.
#[test]
fn a_run_is_the_same_however_it_is_divided() {
    use kiothi::simulate::{Run, Tally, Watch, play_block, simulate};
    let program = program("spanish");
    let run = Run {
        games: 1_500,
        seed: 9,
        max_turns: 10_000,
        max_laps: u64::MAX,
    };
    let whole = play_block(&program, [Uniform; 2], run, 0..run.games);
    let mut parts = Tally::new(&program);
    for (from, to) in [(700, 1_500), (0, 1), (1, 700)] {
        parts.add(&play_block(&program, [Uniform; 2], run, from..to));
    }
    assert_eq!(whole, parts);
    for threads in [1, 2, 3] {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        let watch = Watch::default();
        let tally = pool.install(|| simulate(&program, [Uniform; 2], run, None, &watch));
        assert_eq!(whole, tally);
        assert_eq!(watch.done.into_inner(), run.games);
    }
}

/// What is told of each game adds up to what is counted of all, followed or not.
#[test]
fn the_facts_of_games_add_up_to_the_tally_of_their_run() {
    use kiothi::analyse::measures::named;
    use kiothi::simulate::{Run, Tally, each_game, play_block};
    for name in ["spanish", "english-wikipedia"] {
        let program = program(name);
        let run = Run {
            games: 60,
            seed: 3,
            max_turns: 900,
            max_laps: u64::MAX,
        };
        let whole = play_block(&program, [Uniform; 2], run, 0..run.games);
        for follow in [false, true] {
            let mut tally = Tally::new(&program);
            let mut indices = Vec::new();
            let (mut longest, mut changes) = (0, 0);
            each_game(
                &program,
                [Uniform; 2],
                run,
                0..run.games,
                follow,
                |index, facts| {
                    indices.push(index);
                    longest = longest.max(named("longest-relay").unwrap().of_game(facts).sum);
                    changes += named("lead-changes").unwrap().of_game(facts).sum;
                    assert_eq!(facts.course.is_some(), follow);
                    assert!(facts.seeds == 60 && facts.captured.iter().sum::<u32>() <= 60);
                    tally.game(facts);
                },
            );
            assert_eq!(tally, whole);
            assert_eq!(indices, (0..run.games).collect::<Vec<_>>());
            assert_eq!(longest as u64, whole.longest);
            assert_eq!(changes > 0, follow);
        }
    }
}

#[test]
fn the_random_player_draws_every_legal_move_alike() {
    let program = program("kiothi");
    let mut position =
        program.position(&[(1, 3), (2, 2), (4, 1), (5, 2), (7, 2), (16, 1), (17, 1)]);
    position.mover = Player::South;
    let legal = program.legal_moves(&position);
    let mut choices = Choices::default();
    program.choices(&position, &mut choices);
    let mut drawn = std::collections::HashMap::new();
    let mut random = Random::for_game(3, 3);
    let each = 2_000;
    for _ in 0..each * legal.len() {
        let kiothi::engine::Choice { pit, seeds, .. } =
            choices.get(Uniform.choose(&program, &position, &choices, &mut random));
        *drawn.entry((pit, seeds)).or_insert(0u32) += 1;
    }
    assert_eq!(drawn.len(), legal.len());
    assert!(
        drawn
            .values()
            .all(|&count| count.abs_diff(each as u32) < 250),
        "{drawn:?}"
    );
}

#[test]
fn every_shipped_file_is_in_the_list_of_this_test() {
    let mut files: Vec<String> = std::fs::read_dir("variants/kiothi")
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "mancala"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    files.sort();
    let mut shipped = SHIPPED.map(str::to_owned).to_vec();
    shipped.sort();
    assert_eq!(files, shipped);
    // And each passes `check`, citations included.
    for name in SHIPPED {
        let loading = load(&format!("variants/kiothi/{name}.mancala"), &Disk);
        let variant = loading.variant.expect("it loads");
        assert_eq!(kiothi::check::check(&variant, 0), [], "{name}");
        assert_eq!(variant.ruleset.uncited(), [], "{name}");
    }
}

/// A game is the same whether or not it is watched: unwatched it is played by the way its rules allow (see
/// `Plan`), and watched with a look at every lap, seed by seed where there are stores in the path.
mod quick_ways {
    use super::*;
    use kiothi::diagnostics::Code;
    use kiothi::engine::{Laps, Moves, Observer, Plan, Relays, perft};
    use kiothi::rules::ruleset::{LapAction, Ruleset, Ruling};
    use kiothi::simulate::{GameFacts, Room, Run, playout};
    use proptest::strategy::ValueTree as _;
    use proptest::test_runner::TestRunner;

    struct Watching;

    impl Observer for Watching {}

    fn said(words: &[&'static str]) -> impl Strategy<Value = &'static str> {
        prop::sample::select(words.to_vec())
    }

    fn clauses() -> impl Strategy<Value = (String, bool)> {
        let turn = (
            said(&["outside", "own", "both"]),
            said(&["all", "any number"]),
            said(&["counterclockwise", "clockwise"]),
            said(&["no pit", "origin"]),
            said(&[
                "every pit lifted from",
                "every pit emptied",
                "own pits lifted from",
                "own pits emptied",
            ]),
            said(&[
                "",
                "forbid a first lap that ends in an occupied own pit",
                "forbid a first lap that ends in any pit when last pit is enemy and safe",
                "forbid a lap that ends in a leftmost own pit",
                "forbid a turn after which each enemy pit is empty and was empty",
                "forbid a turn after which each enemy pit is empty and was empty, unless every move is such\n\
                 forbid \"own\" a turn after which last pit is own and each own pit was empty",
                "forbid a first lap that ends in an occupied own pit when not crossed the enemy row",
                "forbid a first lap that ends in an occupied pit when lap of 3 or more\n\
                 forbid \"safe\" a first lap that ends in any pit when last pit is own and safe and crossed the enemy row",
            ]),
            said(&["", "", "pass when mover has no move"]),
        );
        let laps = (
            said(&[
                "",
                "",
                "again when last pit is own store",
                "again when last pit is own store and was empty",
                "capture \"w\" when last pit is enemy and was empty and opposite pit is occupied { take opposite pit }",
                "capture \"w\" when last pit holds 3 { take last pit }",
                "capture \"w\" when last pit is own and holds 2, 4 or 6 and opposite pit holds 3 or more and not crossed the enemy row { take opposite pit }",
                "capture \"w\" when last pit is leftmost own and was occupied and next pit is empty { take last pit }",
                "capture \"w\" when last pit is enemy and safe and holds an even number { take opposite pit }",
            ]),
            said(&[
                "",
                "relay when last pit was occupied",
                "relay when last pit is own and was occupied",
                "relay when last pit was occupied and is not safe",
                "relay when last pit holds 2, 3 or 5",
                "relay when last pit was occupied and opposite pit holds 2 or fewer",
                "relay when last pit held an odd number and (not first lap or last pit is far or crossed the enemy row)",
            ]),
            said(&[
                "",
                "again when last pit is own and was empty and opposite pit is empty",
                "again when last pit is own store",
            ]),
            said(&[
                "",
                "capture \"x\" when last pit is own and was empty and opposite pit is occupied and not safe { take opposite pit, last pit }",
                "capture \"x\" when last pit is enemy { take last pit }",
                "capture \"x\" when last pit is enemy and holds 2 or 3 { take last pit, the unbroken run of enemy pits that hold 2 or 3 before last pit }",
                "capture \"x\" when last pit is own and was empty and crossed the enemy row { take opposite pit }",
                "capture \"x\" when last pit is not safe and not crossed the enemy row { take last pit }",
                "capture \"x\" when last pit is own { take the unbroken run of occupied pits left of last pit }",
                "capture \"x\" when last pit is enemy and holds 2 or 3 { take last pit, the unbroken run of enemy pits that hold 2 or 3 before last pit\nunless each enemy pit is empty }",
                "capture \"x\" when last pit holds an even number { take last pit to the row's owner\ntake opposite pit to opponent }",
                "capture \"x\" when last pit is own and not far and opposite pit is near and not safe { take opposite pit }",
            ]),
            said(&[
                "",
                "also \"y\" when \"x\" captured and each of the 2 pits right of opposite pit is occupied { take them }",
                "also \"y\" when last pit is own and opposite pit was sown from or sown into { take opposite pit }",
            ]),
        );
        let ending = (
            said(&["", "position repeated 2 times: draw"]),
            said(&[
                "",
                "when each own pit is empty: remaining seeds to the row's owner",
                "when own store holds 12 or more: mover wins",
                "when own store holds 9 or more or each enemy pit is empty: remaining seeds to opponent",
                "when each own pit is empty and enemy store holds 4 or more: opponent wins",
            ]),
            said(&["forbidden", "ends the turn", "draw"]),
            said(&[
                "when mover has no move: remaining seeds to opponent",
                "when neither player has a move: remaining seeds to nobody",
                "when neither player has a move: draw\nwhen mover has no move: remaining seeds divided",
            ]),
        );
        let opening = (
            said(&[
                "exactly 1 occupied own pits into any pits",
                "exactly 2 occupied own pits into enemy pits",
                "up to 2 own pits into own pits",
                "up to 1 own pits into occupied pits",
            ]),
            said(&[
                "",
                "emptied pits stay empty\n",
                "emptied pits may be filled again\n",
            ]),
        );
        (turn, laps, ending, opening).prop_map(|(turn, laps, ending, opening)| {
            let (stores, lift, way, over, clear, forbid, pass) = turn;
            let (first, relay, again, capture, also) = laps;
            let (repeated, empty, ruling, stuck) = ending;
            let (redistribute, refill) = opening;
            let in_path = stores != "outside";
            // Who passes when he has no move is not asked whether he has none.
            let stuck = if pass.is_empty() { stuck } else { "when neither player has a move: remaining seeds to nobody" };
            let stores = match stores {
                "own" => "; stores 2, own store in the sowing path",
                "both" => "; stores 2, both stores in the sowing path",
                _ => "",
            };
            let first = if first.starts_with("again") && !in_path { "" } else { first };
            let store_first = first.starts_with("again");
            let again = if store_first || again.ends_with("store") && !in_path { "" } else { again };
            let also = if also.contains("captured") && capture.is_empty() { "" } else { also };
            let mark = format!(
                "opening {{ redistribute {redistribute}; {refill}mark safe on occupied pits\n\
                 mark near on own pits; mark far on occupied own pits }}"
            );
            (
                format!(
                    "{stores} }}\n{mark}\n\
                     turn {{ from an occupied own pit; lift {lift}; sow {way}; pass over {over}\n\
                     clear safe from {clear}\nclear near from every pit captured from\n\
                     clear far from enemy pits captured from\n{forbid}\n{pass}\n}}\n\
                     lap ends {{\n{first}\n{relay}\n{again}\n{capture}\n{also}\nstop\n}}\n\
                     ending {{\n{repeated}\n{empty}\nendless relay: {ruling}\nrelay past 3000 laps: {ruling}\n\
                     {stuck}\n}}"
                ),
                in_path,
            )
        })
    }

    proptest! {
        #![proptest_config(common::cases(250))]

        #[test]
        fn are_the_plain_way(
            (clauses, in_path) in clauses(),
            pits in prop_oneof![5 => 3usize..15, 1 => 15usize..32],
            seeds in prop_oneof![5 => 1usize..9, 1 => 9usize..40],
        ) {
            let text = format!(
                "language 1\ngame \"small\"\nmark safe\nmark near\nmark far\nsetup {{ place {seeds} seeds in each own pit }}\n\
                 board {{ rows 2; pits {pits}{clauses}"
            );
            let loading = common::loading(&text);
            // Not every one of these rules leaves something to every other.
            prop_assume!(!loading.mistakes.iter().any(|mistake| mistake.code == Code::NeverReached));
            let Some(variant) = loading.variant else {
                panic!("{text}\n{:?}", loading.mistakes);
            };
            let program = Program::compile(&variant.ruleset);
            prop_assert!(!in_path || program.plan().laps != Laps::Table);
            plays_the_same(&program, 3)?;
        }
    }

    /// Boards of more rows, and paths round the own pits: laps from a table all the same, where nothing is forbidden.
    fn other_paths() -> impl Strategy<Value = String> {
        let board = (
            said(&[
                "rows 2; path round own pits",
                "rows 3",
                "rows 4",
                "rows 4; path round own pits",
            ]),
            2usize..8,
            1usize..9,
        );
        let turn = (
            said(&["all", "any number"]),
            said(&["counterclockwise", "clockwise"]),
            said(&["no pit", "origin"]),
            said(&["own pits lifted from", "every pit emptied"]),
        );
        let laps = (
            said(&[
                "",
                "relay when last pit was occupied",
                "relay when last pit holds 3 or more and opposite pit is occupied",
            ]),
            said(&[
                "",
                "capture when last pit is own and any of enemy pits in the column of last pit is occupied { take all enemy pits in the column of last pit }",
                "capture when last pit is own and was empty and last pit is not safe { take last pit }",
            ]),
        );
        let ending = (
            said(&["", "position repeated 2 times: draw"]),
            said(&[
                "",
                "when each own pit is empty: remaining seeds to the row's owner",
            ]),
            said(&["forbidden", "ends the turn", "draw"]),
        );
        (board, turn, laps, ending).prop_map(|(board, turn, laps, ending)| {
            let (rows, columns, seeds) = board;
            // A row that two players share has an even number of pits.
            let pits = if rows == "rows 3" { columns / 2 * 2 } else { columns };
            let (lift, way, over, clear) = turn;
            let (relay, capture) = laps;
            let (repeated, empty, ruling) = ending;
            format!(
                "language 1\ngame \"small\"\nmark safe\nsetup {{ place {seeds} seeds in each own pit }}\n\
                 board {{ {rows}; pits {pits} }}\nopening {{ mark safe on occupied pits }}\n\
                 turn {{ from an occupied own pit; lift {lift}; sow {way}; pass over {over}\n\
                 clear safe from {clear} }}\n\
                 lap ends {{\n{relay}\n{capture}\nstop\n}}\n\
                 ending {{\n{repeated}\n{empty}\nendless relay: {ruling}\nrelay past 3000 laps: {ruling}\n\
                 when mover has no move: remaining seeds to opponent\n}}"
            )
        })
    }

    proptest! {
        #![proptest_config(common::cases(150))]

        #[test]
        fn are_the_plain_way_on_other_paths(text in other_paths()) {
            let loading = common::loading(&text);
            let Some(variant) = loading.variant else {
                panic!("{text}\n{:?}", loading.mistakes);
            };
            let program = Program::compile(&variant.ruleset);
            prop_assert!(program.plan() != Plan::default());
            plays_the_same(&program, 3)?;
        }
    }

    /// A variant that was drawn; shown as it would be written.
    struct Drawn(String);

    impl std::fmt::Debug for Drawn {
        fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(out, "\n{}", self.0)
        }
    }

    /// The first of these words so many times as often as the others together.
    fn mostly(times: u32, words: &[&'static str]) -> impl Strategy<Value = &'static str> {
        prop_oneof![times => Just(words[0]), 1 => said(&words[1..])]
    }

    /// What is asked at the end of a lap. `MARK` is the one mark that there is.
    fn when() -> impl Strategy<Value = String> {
        let whose = said(&[
            "",
            "",
            "last pit is own",
            "last pit is own",
            "last pit is enemy",
            "last pit is enemy",
            "last pit is inner",
            "last pit is one of the rightmost 2 own pits",
            "last pit is not leftmost enemy",
        ]);
        let holds = said(&[
            "",
            "last pit was occupied",
            "last pit was empty",
            "last pit holds 3",
            "last pit holds 2 or 4",
            "last pit holds an even number",
            "last pit held 1 or 2",
            "last pit is occupied",
            "last pit is empty",
            "last pit was occupied and last pit is occupied",
            "last pit was empty and opposite pit is occupied",
            "last pit is facing an occupied pit",
        ]);
        let asked = vec![
            "opposite pit is occupied",
            "opposite pit holds 2",
            "opposite pit held 2 or fewer",
            "last pit is as full as opposite pit",
            "any own pit is fuller than what faces it",
            "next pit is empty",
            "next pit is occupied and not MARK",
            "the pit after next pit is empty",
            "the pit after next pit is occupied",
            "the pit before last pit holds 2 or more",
            "the pit opposite next pit is occupied",
            "any own pit is occupied",
            "any enemy pit holds 3 or more",
            "none of all pits holds 4",
            "each of own pits 1 and 2 is occupied",
            "any of enemy pits in the column of last pit is occupied",
            "each of enemy pits in the column of last pit is occupied",
            "first lap",
            "not first lap",
            "lap of 1 seed",
            "lap of 2 or more",
            "lap begun with 9 or fewer on the board",
            "crossed the enemy row",
            "not crossed the enemy row",
            "captured this turn",
            "\"passing 0\" captured",
            "not first turn",
            "not first 2 turns of the game",
            "extra turn",
            "origin is empty",
            "last pit is not MARK",
            "last pit is own MARK",
            "opposite pit is not MARK",
            "twin pit is not enemy MARK",
            "none of all pits is own MARK",
            "(last pit is MARK or next pit is occupied)",
            "(crossed the enemy row or last pit holds 2 or 3)",
            "not (first lap and last pit held 1)",
            "seeds in own store, own row are 7 or more",
        ];
        let more = prop_oneof![
            2 => Just(Vec::new()),
            3 => prop::sample::subsequence(asked, 1..=2),
        ];
        (whose, holds, more).prop_map(|(whose, holds, more)| {
            let mut all: Vec<&str> = [whose, holds].into_iter().chain(more).collect();
            all.retain(|one| !one.is_empty());
            match all.is_empty() {
                true => "last pit was occupied".to_owned(),
                false => all.join(" and "),
            }
        })
    }

    fn relay(plain: u32) -> impl Strategy<Value = String> {
        let how = mostly(
            plain,
            &[
                "",
                " from next pit",
                " turned round",
                " from next pit turned round",
                " from own store",
            ],
        );
        let plainly = said(&[
            "last pit was occupied",
            "last pit was occupied and is occupied",
            "next pit is occupied",
            "last pit holds 3",
            "last pit is empty and next pit is occupied",
            "last pit was occupied and is not MARK",
            "last pit was occupied and any own pit is occupied and any enemy pit is occupied",
        ]);
        let when = prop_oneof![2 => plainly.prop_map(str::to_owned), 1 => when()];
        (how, when).prop_map(|(how, when)| format!("relay NAME{how} when {when}"))
    }

    fn again() -> impl Strategy<Value = String> {
        let plainly = said(&[
            "last pit is own store",
            "last pit is own and not crossed the enemy row",
            "\"passing 0\" captured",
        ]);
        let when = prop_oneof![2 => plainly.prop_map(str::to_owned), 1 => when()];
        when.prop_map(|when| format!("again NAME when {when}"))
    }

    fn taken(plain: u32) -> impl Strategy<Value = String> {
        let pits = said(&[
            "last pit",
            "opposite pit",
            "opposite pit, last pit",
            "next pit",
            "the pit after next pit",
            "the pit after next pit, the pit opposite the pit after next pit",
            "all enemy pits that hold 2",
            "opposite pit, all enemy pits that hold 2",
            "all enemy pits in the column of last pit",
            "last pit, the unbroken run of enemy pits that hold 2 or 3 before last pit",
            "last pit, the unbroken run of pits that hold an even number and are occupied after last pit",
            "last pit, the unbroken run of enemy pits that hold 2 or 4 clockwise from last pit",
            "last pit, the unbroken run of up to 2 occupied own pits before last pit",
            "the run across gaps of occupied pits after last pit",
            "the run across gaps of occupied pits after and back to last pit",
            "opposite pit, last pit, the pits opposite the unbroken run of own pits \
             that are empty and facing an occupied pit after last pit",
            "opposite pit, all the pits opposite the unbroken run of own pits \
             that are empty and facing an occupied pit before last pit that are not MARK",
            "last pit, the unbroken run of own pits that are not MARK and facing an empty pit after last pit",
            "last pit, the unbroken run of pits that are occupied and not MARK counterclockwise from last pit",
            "last pit, the pit before last pit",
            "2 seeds from last pit",
            "1 seed from all enemy pits",
            "enemy store, last pit",
            "all enemy pits that are occupied and not the leftmost of occupied enemy pits",
        ]);
        let to = mostly(
            2 * plain,
            &[
                "",
                " to the row's owner",
                " to opponent",
                " to last pit",
                " to rightmost own",
                " to all pits that are own MARK",
            ],
        );
        (pits, to).prop_map(|(pits, to)| format!("take {pits}{to}"))
    }

    fn capture(plain: u32) -> impl Strategy<Value = String> {
        let more = mostly(
            2 * plain,
            &[
                "",
                "unless each enemy pit is empty",
                "unless each enemy pit is empty and any enemy pit was not empty at start of turn",
                "mark MARK on last pit",
                "mark MARK on next pit",
                "take 1 seed from next pit to opponent",
            ],
        );
        let then = mostly(
            plain,
            &[
                "",
                "then again",
                "then again when not extra turn",
                "then again when each enemy pit is empty",
                "then relay",
                "then relay when any enemy pit is occupied and next pit is empty",
                "then relay from next pit",
                "then relay from next pit when not first turn",
                "then sow what was taken",
                "then sow what was taken after last pit when lap of 2 or more",
                "then sow what was taken after start of lap",
                "then pick an occupied enemy pit",
                "then pick an occupied enemy pit when not first turn",
                "then pick an occupied own pit that is not MARK",
                "then pick an enemy pit that holds 2 or more",
                "then put own store into an enemy pit",
                "then put rightmost own into an empty own pit when not first turn",
            ],
        );
        let marks = said(&["", "then again", "then relay"]);
        let takes = (taken(plain), more, then);
        let braces = prop_oneof![
            9 => takes.prop_map(|(taken, more, then)| format!("{taken}\n{more}\n{then}")),
            1 => marks.prop_map(|then| format!("mark MARK on last pit\n{then}")),
        ];
        (when(), braces)
            .prop_map(|(when, braces)| format!("capture NAME when {when} {{\n{braces}\n}}"))
    }

    fn also(plain: u32) -> impl Strategy<Value = String> {
        let more = mostly(2 * plain, &["", "then again", "mark MARK on opposite pit"]);
        (when(), taken(plain), more).prop_map(|(when, taken, more)| {
            format!("also NAME when {when} {{\n{taken}\n{more}\n}}")
        })
    }

    fn passing() -> impl Strategy<Value = String> {
        let when = said(&[
            "last pit holds 4",
            "last pit holds 3 and last seed",
            "last pit is enemy and holds 3",
            "last pit holds 2 and last seed",
            "last pit is own and holds an even number and not last seed",
            "last pit is enemy and MARK",
            "last pit holds 2 and crossed the enemy row and not first turn",
        ]);
        let braces = said(&[
            "take last pit",
            "take last pit to the row's owner",
            "take last pit to opponent",
            "take opposite pit",
            "take 2 seeds from last pit",
            "take last pit; mark MARK on next pit",
            "take last pit; unless each enemy pit is empty",
        ]);
        (when, braces).prop_map(|(when, braces)| format!("capture NAME when {when} {{ {braces} }}"))
    }

    /// These rules one below the other, each with a name of its own.
    fn named(what: &str, rules: &[String]) -> String {
        let named = rules.iter().enumerate();
        named
            .map(|(at, rule)| rule.replacen("NAME", &format!("\"{what} {at}\""), 1) + "\n")
            .collect()
    }

    fn turn(plain: u32) -> impl Strategy<Value = String> {
        let lift = (
            mostly(
                2 * plain,
                &[
                    "from an occupied own pit",
                    "from an own pit that holds 2 or more",
                    "from an own pit that is occupied and not MARK",
                ],
            ),
            mostly(9, &["lift all", "lift any number"]),
        );
        let sow = (
            prop_oneof![
                3 * plain => said(&["sow counterclockwise", "sow clockwise"]),
                1 => Just("sow either way"),
                1 => said(&["sow either way for good", "sow opposite ways for good"]),
            ],
            mostly(
                2 * plain,
                &[
                    "",
                    "sow clockwise from own pits 1 and 2",
                    "sow counterclockwise from own pits 1 and 2\nsow either way from own pit 3",
                    "sow clockwise from an own pit that holds an even number",
                    "sow clockwise from any pit when first turn",
                    "sow either way from own pits 1 and 2 when not first 3 turns or first turn",
                    "sow opposite ways for good from own pits 1 and 2 when not first turn",
                    "sow either way for good from own pit 2",
                ],
            ),
            mostly(
                2 * plain,
                &[
                    "",
                    "pass over origin",
                    "pass over an enemy pit that holds 2",
                    "pass over an enemy pit that holds 2 when not first turn",
                    "pass over origin\npass over a pit that holds 6 or more",
                    "pass over an own pit that is MARK",
                    "pass over an own pit that holds 2 when first lap",
                    "pass over an enemy pit that is MARK when not last seed",
                ],
            ),
            mostly(
                20,
                &[
                    "",
                    "first seed into origin",
                    "first seed into origin when origin holds 2 or more",
                    "first seed into origin when first lap",
                ],
            ),
        );
        let clear = mostly(
            plain,
            &[
                "",
                "clear MARK from every pit lifted from",
                "clear MARK from own pits emptied",
                "clear MARK from every pit captured from",
            ],
        );
        let forbid = (
            mostly(
                2 * plain,
                &[
                    "",
                    "forbid \"singles\" a move when origin holds 1 and any own pit holds 2 or more",
                    "forbid \"twos\" a move when origin holds 2 and any occupied own pit holds not 2",
                    "forbid \"first\" a move when first turn and origin is not one of the rightmost 2 own pits",
                    "forbid \"first\" a move when each own pit holds 2 and origin is not one of the rightmost 2 own pits",
                    "forbid \"first\" a move when each occupied own pit holds 2 \
                     and any of the unbroken run of own pits after origin is occupied",
                    "forbid \"across\" a move when the pit opposite origin holds 1",
                    "forbid \"once\" a move when origin is not MARK and any own pit is MARK",
                    "forbid \"back\" a move when straight back",
                ],
            ),
            mostly(
                2 * plain,
                &[
                    "",
                    "forbid \"single\" a first lap that ends in an occupied pit when lap of 1 seed",
                    "forbid \"reach\" a first lap that ends in an occupied own pit when not crossed the enemy row",
                    "forbid \"end\" a first lap that ends in an empty pit",
                    "forbid \"later\" a lap that ends in a leftmost own pit when not first lap",
                ],
            ),
            mostly(
                2 * plain,
                &[
                    "",
                    "forbid \"must feed\" a turn after which each enemy pit is empty and was empty",
                    "forbid \"must feed\" a turn after which each enemy pit is empty and was empty, \
                     unless every move is such",
                    "forbid \"slam\" a turn after which each enemy pit is empty and captured this turn",
                    "forbid \"full\" a turn after which last pit holds 5 or more and own pit 1 is empty",
                ],
            ),
        );
        (lift, sow, clear, forbid).prop_map(|(lift, sow, clear, forbid)| {
            let (from, lift) = lift;
            let (sow, besides, over, first) = sow;
            let (before, by_lap, by_turn) = forbid;
            [
                from, lift, sow, besides, over, first, clear, before, by_lap, by_turn,
            ]
            .join("\n")
        })
    }

    /// What becomes of a mover who has no move, in `turn` and in `ending`; and the other endings.
    fn ending(plain: u32) -> impl Strategy<Value = (&'static str, String)> {
        let empty = mostly(
            2 * plain,
            &[
                "",
                "when each own pit is empty: remaining seeds to the row's owner",
                "when each enemy pit is empty and not extra turn: opponent wins",
            ],
        );
        let store = mostly(
            plain,
            &[
                "",
                "when own store holds more than half or enemy store holds more than half: remaining seeds to the row's owner",
                "when own store holds 9 or more: mover wins",
                "when seeds in own store, all pits that are own MARK are more than half: mover wins",
            ],
        );
        let few = mostly(
            3 * plain,
            &[
                "",
                "when seeds in all pits are 4 or fewer: remaining seeds to opponent",
                "when seeds in all pits are 4 or fewer and extra turn: remaining seeds to mover",
            ],
        );
        let repeated = mostly(
            plain,
            &[
                "",
                "position repeated 2 times: draw",
                "position repeated 3 times: remaining seeds to the row's owner",
            ],
        );
        const PASS: &str = "pass when mover has no move";
        let stuck = prop::sample::select(vec![
            ("", ""),
            ("", "when mover has no move: remaining seeds to opponent"),
            ("", "when mover has no move: opponent wins"),
            (
                "",
                "when neither player has a move: draw\nwhen mover has no move: remaining seeds divided",
            ),
            (PASS, ""),
            (
                PASS,
                "when neither player has a move: remaining seeds to nobody",
            ),
        ]);
        let rulings = prop::sample::select(vec![
            ("forbidden", "forbidden"),
            ("draw", "draw"),
            ("ends the turn", "ends the turn"),
            ("ends the turn", "draw"),
            ("draw", "forbidden"),
            ("forbidden", "ends the turn"),
        ]);
        let limit = prop::sample::select(vec![1000, 1000, 1000, 70, 65, 64, 63, 5]);
        (empty, store, few, repeated, stuck, rulings, limit).prop_map(
            |(empty, store, few, repeated, (pass, stuck), (endless, long), limit)| {
                let relays = format!("endless relay: {endless}\nrelay past {limit} laps: {long}");
                (
                    pass,
                    [empty, store, few, repeated, stuck, &relays].join("\n"),
                )
            },
        )
    }

    /// Half of the variants have many of such rules and half have few, so that there are quick ones among them, and each
    /// rule is met with and without the others; and some have none but a few that are seldom met there.
    fn steps() -> impl Strategy<Value = Drawn> {
        prop_oneof![2 => steps_of(8), 2 => steps_of(1), 1 => falls_and_besides()]
    }

    /// Seeds that are taken as they fall for a number or a mark, pits that are passed over for either, and rules besides
    /// the one that decides.
    fn falls_and_besides() -> impl Strategy<Value = Drawn> {
        let board = (
            mostly(4, &["rows 2", "rows 2; path round own pits", "rows 4"]),
            3usize..9,
            1usize..6,
        );
        let sow = mostly(
            2,
            &[
                "sow counterclockwise",
                "sow clockwise",
                "sow either way",
                "sow counterclockwise\nsow clockwise from own pits 1 and 2",
                "sow counterclockwise\npass over origin",
            ],
        );
        let over = said(&[
            "",
            "",
            "pass over an own pit that is safe",
            "pass over a pit that is not safe",
            "pass over an own pit that is safe when not first turn",
            "pass over an enemy pit that holds 2\npass over an own pit that is safe",
            "pass over a pit that holds 5 or more",
        ]);
        let falls = said(&[
            "last pit is enemy and is safe",
            "last pit is safe and not last seed",
            "last pit is not safe and holds 3",
            "last pit holds 2 or 4 and is safe",
            "last pit holds 3 and last seed",
            "last pit is own and holds 4",
        ]);
        let to = mostly(2, &["", " to the row's owner", " to opponent"]);
        let falls = (falls, to)
            .prop_map(|(when, to)| format!("capture NAME when {when} {{ take last pit{to} }}"));
        let ends = said(&[
            "capture NAME when last pit is enemy and holds 3 and is not safe { mark safe on last pit; then relay }",
            "capture NAME when last pit holds 2 { mark safe on last pit }",
            "capture NAME when last pit is own and was empty { take last pit, opposite pit }",
            "relay NAME when last pit was occupied and is occupied",
            "relay NAME when last pit holds 3 or more",
            "relay NAME turned round when last pit holds 4",
            "again NAME when last pit is rightmost own and is not safe",
        ]);
        let also = (
            said(&[
                "seeds in all pits are 6 or fewer",
                "seeds in all pits are 9 or fewer and last pit is own",
                "opposite pit is occupied and last pit is safe",
                "\"lap 0\" captured and next pit is occupied",
                "each enemy pit is empty or last pit holds 5",
            ]),
            said(&[
                "take all pits",
                "take opposite pit",
                "take 1 seed from all enemy pits to the row's owner",
                "take next pit to last pit",
                "mark safe on opposite pit",
            ]),
            mostly(3, &["", "then again", "then again when not extra turn"]),
        );
        let also = also
            .prop_map(|(when, take, then)| format!("also NAME when {when} {{\n{take}\n{then}\n}}"));
        let rules = (
            prop::collection::vec(falls, 0..=2),
            prop::collection::vec(ends.prop_map(str::to_owned), 1..=3),
            prop::collection::vec(also, 0..=2),
        );
        (board, sow, over, rules, ending(4)).prop_map(
            |((rows, pits, seeds), sow, over, (falls, ends, also), (pass, ending))| {
                let falls = match &falls[..] {
                    [] => String::new(),
                    rules => format!("seed falls {{\n{}}}", named("passing", rules)),
                };
                let ending = ending.replace("own MARK", "safe");
                let text = format!(
                    "language 1\ngame \"drawn\"\nmark safe\nboard {{ {rows}; pits {pits} }}\n\
                     setup {{ place {seeds} seeds in each own pit }}\n\
                     turn {{\nfrom an occupied own pit\nlift all\n{sow}\n{over}\n{pass}\n}}\n{falls}\n\
                     lap ends {{\n{}{}stop\n}}\nending {{\n{ending}\n}}\n",
                    named("lap", &ends),
                    named("also", &also),
                );
                let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
                Drawn(lines.flat_map(|line| [line, "\n"]).collect())
            },
        )
    }

    /// Rules that are for a step of a turn: ways that differ, relays from the next pit and the other way round, what is
    /// taken in passing, what comes after a capture, what is passed over, and moves that are forbidden beforehand. The
    /// more `plain`, the seldomer is each of them.
    fn steps_of(plain: u32) -> impl Strategy<Value = Drawn> {
        let board = (
            mostly(
                plain,
                &["rows 2", "rows 2; path round own pits", "rows 3", "rows 4"],
            ),
            mostly(
                3 * plain,
                &[
                    "",
                    "; stores 2, own store in the sowing path",
                    "; stores 2, both stores in the sowing path",
                ],
            ),
            prop_oneof![8 => 3usize..9, 2 => 9usize..15, 1 => 15usize..33],
        );
        let setup = (
            prop_oneof![8 => 1usize..6, 1 => 6usize..25],
            mostly(
                2 * plain,
                &[
                    "",
                    "except 0 seeds in each of own pits 1 and 2",
                    "except 1 seed in each of own pit 2",
                    "except 0 seeds in each of south pits 1 and 3\nexcept 2 seeds in each of north pits 1 and 2",
                ],
            ),
            mostly(
                2 * plain,
                &["", "mark MARK on all pits", "mark MARK on own pits 1 and 2"],
            ),
            said(&["safe", "tuz, owned"]),
        );
        let lap_rule = prop_oneof![3 => relay(plain), 4 => capture(plain), 1 => again()];
        let laps = (
            prop::collection::vec(lap_rule, 1..=3),
            prop_oneof![
                3 * plain => Just(Vec::new()),
                1 => prop::collection::vec(also(plain), 1..=2),
            ],
            prop_oneof![
                2 * plain => Just(Vec::new()),
                1 => prop::collection::vec(passing(), 1..=3),
            ],
        );
        let block = mostly(
            20,
            &[
                "",
                "opening { redistribute exactly 1 occupied own pits into any pits; mark MARK on occupied pits }",
                "lap begins { capture when origin holds 1 { take the pit opposite origin } }",
                "lap begins { capture when origin is occupied { take 1 seed from origin } }",
                "lap begins { capture when first lap { take 1 seed from origin } }",
                "turn ends { take all pits that are own MARK }",
                "turn ends { take all enemy pits that hold 1 }",
            ],
        );
        (board, setup, turn(plain), laps, ending(plain), block).prop_map(
            |(board, setup, turn, laps, (pass, ending), block)| {
                let (rows, stores, pits) = board;
                let (seeds, except, marked, mark) = setup;
                let (laps, also, passing) = laps;
                let pits = match rows {
                    // A row that two players share has an even number of pits.
                    "rows 3" => pits.div_ceil(2) * 2,
                    // A player has fifty at most.
                    "rows 4" => pits.min(25),
                    _ => pits,
                };
                // Many of both take long to list and to sow.
                let seeds = if pits < 15 { seeds } else { seeds.min(5) };
                let fall = match &passing[..] {
                    [] => String::new(),
                    rules => format!("seed falls {{\n{}}}", named("passing", rules)),
                };
                let mut text = format!(
                    "board {{ {rows}; pits {pits}{stores} }}\n\
                     setup {{ place {seeds} seeds in each own pit\n{except}\n{marked} }}\n{block}\n\
                     turn {{\n{turn}\n{pass}\n}}\n{fall}\n\
                     lap ends {{\n{}{}stop\n}}\nending {{\n{ending}\n}}\n",
                    named("lap", &laps),
                    named("also", &also),
                );
                // What would mean nothing on such a board, or with no other rules than these, becomes something else.
                let (own_path, nothing_passing) =
                    (rows.contains("own") || rows == "rows 4", passing.is_empty());
                let (name, owned) = mark
                    .split_once(',')
                    .map_or((mark, false), |(name, _)| (name, true));
                let declared = match text.contains("MARK") {
                    true => format!("mark {mark}"),
                    false => String::new(),
                };
                for (instead, of, say) in [
                    (rows != "rows 4", "last pit is inner", "last pit is own"),
                    (
                        own_path,
                        "last pit is enemy",
                        "last pit is one of the rightmost 2 own pits",
                    ),
                    (
                        stores.is_empty(),
                        "last pit is own store",
                        "last pit is rightmost own",
                    ),
                    (stores.is_empty(), "from own store", "from next pit"),
                    (
                        nothing_passing,
                        "\"passing 0\" captured",
                        "captured this turn",
                    ),
                    (nothing_passing, "last pit is empty", "last pit was empty"),
                    (!owned, "own MARK", "MARK"),
                    (!owned, "enemy MARK", "MARK"),
                    (true, "MARK", name),
                ] {
                    if instead {
                        text = text.replace(of, say);
                    }
                }
                let whole = format!("language 1\ngame \"drawn\"\n{declared}\n{text}");
                let lines = whole.lines().map(str::trim).filter(|line| !line.is_empty());
                Drawn(lines.flat_map(|line| [line, "\n"]).collect())
            },
        )
    }

    /// Whether random games and perft take the hot path, as the program's listing says.
    fn is_quick(program: &Program) -> bool {
        let listing = program.listing();
        let mut entries = listing.whole.iter();
        entries.any(|(what, said)| what == "hot path" && said.starts_with("taken"))
    }

    /// The same cases in every run; as many, and drawn from such a seed, as `PROPTEST_CASES` and `PROPTEST_RNG_SEED` say
    /// where they are set.
    fn cases_or_as_asked(number: u32) -> ProptestConfig {
        let (ours, any) = (common::cases(number), ProptestConfig::default());
        let is_set = |name: &str| std::env::var_os(name).is_some();
        ProptestConfig {
            cases: match is_set("PROPTEST_CASES") {
                true => any.cases,
                false => ours.cases,
            },
            rng_seed: match is_set("PROPTEST_RNG_SEED") {
                true => any.rng_seed,
                false => ours.rng_seed,
            },
            max_global_rejects: u32::MAX,
            ..ours
        }
    }

    proptest! {
        #![proptest_config(cases_or_as_asked(400))]

        #[test]
        fn are_the_plain_way_by_steps(Drawn(text) in steps()) {
            let variant = common::loading(&text).variant;
            // Not every one of these rules leaves something to every other.
            prop_assume!(variant.is_some());
            let ruleset = variant.unwrap().ruleset;
            let program = Program::compile(&ruleset);
            let games = if is_quick(&program) { 3 } else { 1 };
            plays_the_same(&program, games)?;
            if ruleset.begin_rules.is_empty() {
                let with_never = common::loading(&format!("{text}{NEVER}"));
                let plain = Program::compile(&common::whole(with_never).ruleset);
                prop_assert!(plain.plan() == Plan::default() && !is_quick(&plain));
                plays_as(&program, &plain, &text, &ruleset)?;
            }
        }
    }

    /// A rule that never applies, and for whose sake nothing is quick: laps are sown seed by seed, and everything is
    /// looked for.
    const NEVER: &str =
        "lap begins { capture \"never\" when origin holds 60000 or more { take origin } }\n";

    /// Random games and sequences of moves are those of a program with the same rules and [`NEVER`]: what is wrongly
    /// taken for a quick rule would be passed over in every other game of the same program too.
    fn plays_as(
        program: &Program,
        plain: &Program,
        text: &str,
        ruleset: &Ruleset,
    ) -> Result<(), TestCaseError> {
        let mut rules = ruleset.lap_rules.iter();
        let relays = rules.any(|rule| match &rule.value.action {
            LapAction::Relay(_) => true,
            LapAction::Capture(capture) => !capture.then.is_empty(),
            _ => false,
        });
        // When an endless relay is found, and what it has come to by then, is not the same for both; nor whether a move
        // that is refused for a later lap than the first is among those to choose from.
        let rulings = [ruleset.endless.value, ruleset.long_relay.value.1];
        let refused = rulings.contains(&Ruling::Forbidden) || text.contains("a lap that ends");
        let same_games = !relays || !refused;
        let same_moves =
            !relays || rulings == [Ruling::Forbidden; 2] || rulings == [Ruling::Draw; 2];
        let players = &mut [Uniform; 2];
        let mut room = Room::default();
        for (index, max_turns) in [(0, 200), (1, 7)] {
            let run = Run {
                games: 1,
                seed: 1,
                max_turns,
                max_laps: 20_000,
            };
            let random = || Random::for_game(8, index);
            let (mut one, mut other) = (GameFacts::new(program), GameFacts::new(plain));
            let mut game = Game::new(program);
            playout(
                &mut game,
                players,
                run,
                random(),
                &mut room,
                &mut one,
                &mut Nobody,
            );
            let mut plainly = Game::new(plain);
            playout(
                &mut plainly,
                players,
                run,
                random(),
                &mut room,
                &mut other,
                &mut Watching,
            );
            let too_long = |facts: &GameFacts| facts.endless + facts.long_relays;
            if same_games && too_long(&one) + too_long(&other) == 0 {
                prop_assert_eq!(game.position(), plainly.position());
                prop_assert_eq!(other.applied.pop(), Some(0), "it has applied");
                prop_assert_eq!(one, other);
            }
            let position = game.position();
            if same_moves && position.openings == 0 {
                let (game, depth) = (Game::from(plain, position.clone()), depth(plain, position));
                prop_assert_eq!(
                    perft(program, position.clone(), depth),
                    sequences(&game, depth)
                );
            }
        }
        Ok(())
    }

    /// Held to the plain way, of a board of two rows with a seed in each pit.
    fn is_the_plain_way(pits: usize, clauses: &str) {
        is_the_plain_way_of(1, pits, clauses);
    }

    fn is_the_plain_way_of(seeds: usize, pits: usize, clauses: &str) {
        let text = format!(
            "language 1\ngame \"x\"\nboard {{ rows 2; pits {pits} }}\nsetup {{ place {seeds} seeds in each own pit }}\n{clauses}"
        );
        let loading = common::loading(&text);
        let variant = loading.variant.expect("it loads");
        plays_the_same(&Program::compile(&variant.ruleset), 20).unwrap();
    }

    #[test]
    fn a_move_that_a_forbid_on_turns_refuses_is_no_move() {
        is_the_plain_way(
            3,
            "turn { from an occupied own pit; lift all; sow counterclockwise
               forbid a turn after which each enemy pit is empty and was empty }
             lap ends { capture when last pit is enemy { take last pit }
               stop }
             ending { when neither player has a move: draw }",
        );
    }

    #[test]
    fn what_was_is_asked_of_the_end_of_the_lap_after_any_number_of_captures() {
        is_the_plain_way(
            3,
            "turn { from an occupied own pit; lift all; sow counterclockwise }
             lap ends { capture \"a\" when captured this turn { take last pit }
               also \"b\" when last pit holds 2 or 4 { take last pit }
               also \"c\" when last pit was occupied { take last pit }
               stop }",
        );
    }

    #[test]
    fn what_was_is_asked_of_the_end_of_the_lap_after_seeds_are_put_into_a_pit() {
        is_the_plain_way(
            3,
            "turn { from an occupied own pit; lift all; sow counterclockwise }
             lap ends { capture \"a\" when last pit is own { take opposite pit to last pit }
               also \"b\" when last pit held 1 or 2 { take last pit }
               stop }",
        );
    }

    #[test]
    fn a_relay_from_a_pit_that_was_taken_from_may_be_endless() {
        is_the_plain_way_of(
            2,
            3,
            "turn { from an occupied own pit; lift all; sow counterclockwise
               pass when mover has no move }
             seed falls { capture \"a\" when last pit holds 3 and last seed { take last pit } }
             lap ends { again when last pit is rightmost own
               relay when last pit is empty and next pit is occupied
               stop }",
        );
    }

    #[test]
    fn a_pit_of_ones_choice_is_a_turn_of_its_own_after_every_rule_that_gives_one() {
        is_the_plain_way_of(
            2,
            4,
            "turn { from an occupied own pit; lift all; sow either way for good
               forbid a turn after which each enemy pit is empty and was empty }
             lap ends { capture \"a\" when last pit is enemy and holds 3 { take last pit
                 then pick an occupied enemy pit when not first 2 turns }
               capture \"b\" when last pit holds 2 and opposite pit is occupied { take opposite pit to last pit
                 then pick an enemy pit that holds 2 or more }
               capture \"c\" when last pit is own and holds 4 { take last pit
                 then pick an enemy pit }
               relay when last pit was occupied
               stop }
             ending { when neither player has a move: draw }",
        );
    }

    #[test]
    fn ways_differ_by_the_turns_that_the_mover_has_made_and_by_what_he_has_chosen() {
        for sow in [
            "sow either way for good; sow clockwise from any pit when first turn",
            "sow opposite ways for good; sow counterclockwise from own pit 1 when not first 3 turns",
            "sow clockwise
             sow either way for good from own pit 2 when not first turn and (first 3 turns or not first 6 turns)
             sow opposite ways for good from own pit 3",
        ] {
            is_the_plain_way_of(
                2,
                4,
                &format!(
                    "turn {{ from an occupied own pit; lift all; {sow} }}
                     lap ends {{ relay when last pit was occupied
                       capture when last pit is enemy {{ take opposite pit to opponent }}
                       stop }}
                     ending {{ position repeated 3 times: draw }}"
                ),
            );
        }
    }

    #[test]
    fn what_comes_after_the_origin_is_what_is_sown_after_it() {
        is_the_plain_way_of(
            2,
            4,
            "turn { from an occupied own pit; lift all; sow counterclockwise; sow clockwise from own pits 1 and 2
               forbid a move when any of the unbroken run of own pits that hold 2 after origin is occupied }
             lap ends { stop }",
        );
    }

    #[test]
    fn seeds_are_taken_as_they_fall_into_pits_with_a_mark_and_on_laps_past_others() {
        for (over, fall) in [
            ("an own pit that is safe", "last pit is enemy and is safe"),
            (
                "a pit that is not safe and is own",
                "last pit is not safe and holds 3",
            ),
            (
                "an own pit that is safe when not first turn",
                "last pit is safe and not last seed",
            ),
            (
                "an own pit that holds 2",
                "last pit holds 2 or 4 and is not safe",
            ),
        ] {
            for pits in [3, 6] {
                is_the_plain_way_of(
                    4,
                    pits,
                    &format!(
                        "mark safe\nturn {{ from an occupied own pit; lift all; sow counterclockwise; pass over {over} }}
                         seed falls {{ capture \"a\" when {fall} {{ take last pit }} }}
                         lap ends {{ capture when last pit is enemy and holds 3 and is not safe {{
                             mark safe on last pit
                             then relay }}
                           capture \"b\" when last pit holds 2 and is own {{ mark safe on last pit }}
                           relay when last pit was occupied
                           stop }}"
                    ),
                );
            }
        }
    }

    #[test]
    fn rules_apply_besides_the_one_that_ends_a_turn_in_steps() {
        for also in [
            "also \"few\" when seeds in all pits are 4 or fewer { take all pits }",
            "also \"few\" when seeds in all pits are 9 or fewer and last pit is own { take all enemy pits; then again }
             also \"more\" when \"few\" captured and each enemy pit is empty { take last pit to opponent }",
            "also \"a\" when \"round\" captured and opposite pit is occupied { take opposite pit }
             also \"b\" when last pit is enemy and any own pit is empty { take 1 seed from all own pits to the row's owner
               then again when not first turn }",
        ] {
            is_the_plain_way_of(
                3,
                5,
                &format!(
                    "turn {{ from an occupied own pit; lift all; sow either way
                       forbid \"must feed\" a turn after which each enemy pit is empty and was empty }}
                     lap ends {{ capture \"round\" when last pit holds 3 {{ take last pit }}
                       relay turned round when last pit was occupied
                       {also}
                       stop }}"
                ),
            );
        }
    }

    /// So that the property above does not become empty unseen.
    #[test]
    fn are_the_plain_way_by_steps_of_rules_that_are_variants() {
        let mut runner = TestRunner::new(common::cases(1));
        let drawn = 400;
        let programs: Vec<Program> = (0..drawn)
            .map(|_| steps().new_tree(&mut runner).unwrap().current())
            .filter_map(|Drawn(text)| common::loading(&text).variant)
            .map(|variant| Program::compile(&variant.ruleset))
            .collect();
        let quick = programs.iter().filter(|program| is_quick(program)).count();
        assert!(
            3 * programs.len() >= 2 * drawn,
            "only {} load",
            programs.len()
        );
        assert!(4 * quick >= drawn, "only {quick} take the hot path");
    }

    /// Random games and sequences of moves by the quick way are those of the interpreter.
    fn plays_the_same(program: &Program, games: u64) -> Result<(), TestCaseError> {
        let run = Run {
            games: 1,
            seed: 1,
            max_turns: 200,
            max_laps: 20_000,
        };
        let mut room = Room::default();
        let (mut one, mut other) = (GameFacts::new(program), GameFacts::new(program));
        for index in 0..games {
            let players = &mut [Uniform; 2];
            let random = || Random::for_game(7, index);
            let mut quickly = Game::new(program);
            playout(
                &mut quickly,
                players,
                run,
                random(),
                &mut room,
                &mut one,
                &mut Nobody,
            );
            let mut watched = Game::new(program);
            playout(
                &mut watched,
                players,
                run,
                random(),
                &mut room,
                &mut other,
                &mut Watching,
            );
            prop_assert_eq!(quickly.position(), watched.position());
            prop_assert_eq!(&one, &other);
            let begun = Run {
                max_turns: 4 + index as u32 * 5,
                ..run
            };
            let mut game = Game::new(program);
            playout(
                &mut game,
                players,
                begun,
                random(),
                &mut room,
                &mut one,
                &mut Nobody,
            );
            let position = game.position();
            if position.openings > 0 {
                continue;
            }
            let (game, depth) = (
                Game::from(program, position.clone()),
                depth(program, position),
            );
            prop_assert_eq!(
                perft(program, position.clone(), depth),
                sequences(&game, depth)
            );
        }
        Ok(())
    }

    /// How many moves ahead are not too many.
    fn depth(program: &Program, position: &Position) -> u32 {
        match program.legal_moves(position).len() {
            ..6 => 3,
            6..25 => 2,
            _ => 1,
        }
    }

    /// The sequences of so many moves, each judged and played by the interpreter.
    fn sequences(game: &Game<'_>, depth: u32) -> u64 {
        if game.end().is_some() {
            return 0;
        }
        let moves = game.program().legal_moves(game.position());
        let after = |played: &Move| {
            let mut after = game.clone();
            after.play(played, &mut Nobody).unwrap();
            sequences(&after, depth - 1)
        };
        match depth {
            1 => moves.len() as u64,
            _ => moves.iter().map(after).sum(),
        }
    }

    /// What the shipped games are played by, so that none falls off the quick way unseen.
    #[test]
    fn are_taken() {
        let quick = Plan {
            laps: Laps::Table,
            relays: Relays::WhileOccupied,
            moves: Moves::Masks,
        };
        assert_eq!(program("kiothi").plan(), quick);
        assert!(is_quick(&program("kiothi")));
        assert_eq!(
            program("english-wikipedia").plan(),
            Plan {
                moves: Moves::WholePits,
                ..quick
            }
        );
    }
}

/// Boards on both sides of what a word has bits for, against a board of plain numbers.
mod any_width {
    use super::*;

    /// Plays a turn from a pit of the mover's: relays from occupied pits of the enemy's; an own last pit that was empty
    /// takes itself and what lies opposite, and marks the one after it; a marked pit is passed over. What is left on
    /// the board, what was taken, and the marks; `None` if it takes more laps than that.
    fn turn(
        mut board: Vec<u16>,
        mut marked: Vec<bool>,
        mover: Player,
        mut pit: usize,
    ) -> Option<(Vec<u16>, u32, Vec<bool>)> {
        let ring = board.len();
        let own = |pit: usize| (pit < ring / 2) == (mover == Player::South);
        let mut taken = 0;
        for _ in 0..500 {
            let mut at = pit;
            for _ in 0..std::mem::take(&mut board[pit]) {
                at = (at + 1) % ring;
                while marked[at] && !own(at) {
                    at = (at + 1) % ring;
                }
                board[at] += 1;
            }
            if !own(at) && board[at] > 1 {
                pit = at;
                continue;
            }
            let opposite = ring - 1 - at;
            if own(at) && board[at] == 1 && board[opposite] > 0 {
                taken = u32::from(std::mem::take(&mut board[opposite])) + 1;
                board[at] = 0;
                marked[(at + 1) % ring] = true;
            }
            return Some((board, taken, marked));
        }
        None
    }

    proptest! {
        #![proptest_config(common::cases(200))]

        #[test]
        fn plays_by_the_same_rules(
            pits in prop::sample::select(vec![5usize, 26, 31, 32, 33, 40, 50]),
            seeds in prop::collection::vec(prop_oneof![2 => Just(0u16), 6 => 0..5u16, 1 => 0..150u16], 100),
            marks in prop::collection::vec(prop::bool::weighted(0.2), 100),
            north: bool,
        ) {
            let ring = 2 * pits;
            let game = small(
                pits,
                1,
                "turn {
                   from an occupied own pit; lift all; sow counterclockwise
                   pass over an enemy pit that is safe
                 }
                 lap ends {
                   relay when last pit is enemy and was occupied
                   capture when last pit is own and was empty and opposite pit is occupied {
                     take opposite pit, last pit; mark safe on next pit
                   }
                   stop
                 }
                 ending { relay past 1000 laps: forbidden }",
            );
            let placed: Vec<(usize, u32)> =
                seeds[..ring].iter().map(|&seeds| u32::from(seeds)).enumerate().collect();
            let mut position = game.position(&placed);
            position.mover = if north { Player::North } else { Player::South };
            position.marks[0] = (0..ring).filter(|&pit| marks[pit]).collect();
            let first = if north { pits } else { 0 };
            for pit in (first..first + pits).filter(|&pit| seeds[pit] > 0) {
                let (board, marked) = (seeds[..ring].to_vec(), marks[..ring].to_vec());
                let Some((board, taken, marked)) = turn(board, marked, position.mover, pit) else {
                    continue;
                };
                let played = Move::Sow { pit, seeds: seeds[pit], way: Way::Set };
                let mut after = position.clone();
                let done = game.play(&mut after, &played, &mut Nobody);
                prop_assert!(done.is_ok(), "{:?}", done);
                prop_assert_eq!(&after.board.0[..ring], &board[..]);
                prop_assert_eq!(after.stores[position.mover as usize], taken);
                let now: Vec<bool> = (0..ring).map(|pit| after.marks[0].contains(pit)).collect();
                prop_assert_eq!(now, marked);
            }
        }
    }
}
