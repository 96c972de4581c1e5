//! Batches of seeded games.
//!
//! A game is told by the ruleset, the players, the master seed and its index, and by nothing else: blocks
//! of games are played on as many threads as there are, and their tallies add up to the same whole.
//! Nothing here reads files or prints; how far a run has come is told to whoever asks.

mod blocks;
mod course;
pub mod distinguish;
mod facts;
mod tally;
pub mod wear;

pub use blocks::{BLOCK, Keeper, Watch};
pub(crate) use blocks::{in_blocks, keep, kept_or_played};
pub use course::{Course, ONE, Won};
pub use facts::GameFacts;
pub use tally::{EndedBy, Tally};

use crate::engine::{
    Board, Choice, Choices, Game, Machine, Move, Nobody, Observer, Past, Played, Position, Program,
    QuickGame, QuickStart, QuickWork, Redistribution,
};
use crate::players::rng::Random;
use crate::players::{Player, Uniform, evenly, pits_evenly, place_evenly};
use course::Follower;
use std::ops::Range;

/// How many games are played between two reports of progress, on one thread, where nobody keeps them.
const PART: u64 = 512;

/// What is to be played.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// How many games.
    pub games: u64,
    /// The master seed.
    pub seed: u64,
    /// The turn after which a game is left unfinished.
    pub max_turns: u32,
    /// The lap after which a game is left unfinished, those of refused relays counted in.
    pub max_laps: u64,
}

/// Plays a run on the threads of the current rayon pool.
pub fn simulate(
    program: &Program,
    players: [Uniform; 2],
    run: Run,
    keeper: Option<&dyn Keeper<Tally>>,
    watch: &Watch,
) -> Tally {
    simulate_range(program, players, run, 0..run.games, keeper, watch)
}

/// Plays the games of these indices on the threads of the current rayon pool, those that are kept left out. The
/// first index is that of the first game of a block.
pub fn simulate_range(
    program: &Program,
    players: [Uniform; 2],
    run: Run,
    indices: Range<u64>,
    keeper: Option<&dyn Keeper<Tally>>,
    watch: &Watch,
) -> Tally {
    in_blocks(
        indices,
        keeper.map_or(PART, |_| BLOCK),
        watch,
        |games| {
            kept_or_played(games, keeper, watch, |games| {
                play_block(program, players, run, games)
            })
        },
        || Tally::new(program),
        |mut one, other| {
            one.add(&other);
            one
        },
    )
}

/// Plays the games of these indices, one after the other.
pub fn play_block(
    program: &Program,
    players: [Uniform; 2],
    run: Run,
    indices: Range<u64>,
) -> Tally {
    play_observed(program, players, run, indices, &mut Nobody)
}

/// The same, telling every sowing to an observer.
fn play_observed(
    program: &Program,
    players: [Uniform; 2],
    run: Run,
    indices: Range<u64>,
    observer: &mut impl Observer,
) -> Tally {
    let mut tally = Tally::new(program);
    each_observed(program, players, run, indices, observer, |_, facts, _| {
        tally.game(facts)
    });
    tally
}

/// Plays the games of these indices, one after the other, and hands on each game's index and facts. A game is
/// the same here as in any other run of its players, seed and index. With `follow`, the facts tell the
/// [`Course`] of the game too, which costs a little time.
pub fn each_game(
    program: &Program,
    players: [Uniform; 2],
    run: Run,
    indices: Range<u64>,
    follow: bool,
    mut each: impl FnMut(u64, &GameFacts),
) {
    if !follow {
        let each = |index, facts: &mut GameFacts, _: &mut Nobody| each(index, facts);
        each_observed(program, players, run, indices, &mut Nobody, each);
        return;
    }
    each_observed(
        program,
        players,
        run,
        indices,
        &mut Follower::default(),
        |index, facts, follower| {
            let course = Course::of(&follower.stores, facts.seeds, facts.winner());
            follower.stores.clear();
            facts.course = Some(course);
            each(index, facts);
        },
    );
}

fn each_observed<O: Observer>(
    program: &Program,
    mut players: [Uniform; 2],
    run: Run,
    indices: Range<u64>,
    observer: &mut O,
    mut each: impl FnMut(u64, &mut GameFacts, &mut O),
) {
    let mut game = Game::new(program);
    let mut room = Room::default();
    let mut facts = GameFacts::new(program);
    let mut index = indices.start;
    let played = play_quickly(Quickly {
        game: &mut game,
        players: &mut players,
        run,
        indices: indices.clone(),
        random: &mut |index| Random::for_game(run.seed, index),
        room: &mut room,
        facts: &mut facts,
        observer: &mut *observer,
        each: &mut |facts, observer| {
            each(index, facts, observer);
            index += 1;
        },
        hands_back: false,
    });
    if played {
        return;
    }
    for index in indices {
        let mut random = Random::for_game(run.seed, index);
        game.restart();
        play_generally(
            &mut game,
            &mut players,
            run,
            &mut random,
            &mut room,
            &mut facts,
            observer,
        );
        each(index, &mut facts, observer);
    }
}

/// What a game needs room for: the next one uses it again.
#[derive(Clone, Debug, Default)]
pub struct Room {
    choices: Choices,
    past: Past,
}

/// Plays a game to its end, or to a limit of the run, with random numbers of its own, telling its sowings to an
/// observer; the facts become those of this game.
pub fn playout<P: Player, O: Observer>(
    game: &mut Game<'_>,
    players: &mut [P; 2],
    run: Run,
    mut random: Random,
    room: &mut Room,
    facts: &mut GameFacts,
    observer: &mut O,
) {
    let played = play_quickly(Quickly {
        game: &mut *game,
        players: &mut *players,
        run,
        indices: 0..1,
        random: &mut |_| random.clone(),
        room: &mut *room,
        facts: &mut *facts,
        observer: &mut *observer,
        each: &mut |_, _| (),
        hands_back: true,
    });
    if !played {
        play_generally(game, players, run, &mut random, room, facts, observer);
    }
}

/// A game that is played by the interpreter.
fn play_generally<P: Player, O: Observer>(
    game: &mut Game<'_>,
    players: &mut [P; 2],
    run: Run,
    random: &mut Random,
    room: &mut Room,
    facts: &mut GameFacts,
    observer: &mut O,
) {
    facts.begin(game);
    while game.turns() < run.max_turns && facts.laps + facts.wasted < run.max_laps {
        let player = &mut players[game.position().mover as usize];
        if opening(game, player, random).is_some() {
            continue;
        }
        match one_turn(game, player, random, &mut room.choices, facts, observer) {
            Turn::Over => break,
            Turn::Sowing {
                branching, played, ..
            } => facts.sown(branching, played),
        }
    }
    let (turns, end) = (game.turns(), game.end());
    facts.finish(game.program(), turns, end, game.position().stores);
}

/// Games by players who choose evenly, with nobody watching how, on the quick path.
struct Quickly<'a, 'p, P, O> {
    /// Where they begin: nothing has been played of it.
    game: &'a mut Game<'p>,
    players: &'a mut [P; 2],
    run: Run,
    indices: Range<u64>,
    /// The random numbers of each.
    random: &'a mut dyn FnMut(u64) -> Random,
    room: &'a mut Room,
    facts: &'a mut GameFacts,
    observer: &'a mut O,
    /// Told when one is over.
    each: &'a mut dyn FnMut(&mut GameFacts, &mut O),
    /// The game is to stand at the end of the last of them.
    hands_back: bool,
}

/// Plays games on the quick path; whether they could be played so.
fn play_quickly<P: Player, O: Observer>(games: Quickly<'_, '_, P, O>) -> bool {
    let program = games.game.program();
    let may_be = P::EVENLY && !O::WATCHES && games.game.turns() == 0;
    may_be && program.quickly(games).is_some()
}

impl<P: Player, O: Observer> QuickWork for Quickly<'_, '_, P, O> {
    type Output = ();

    fn position(&self) -> &Position {
        self.game.position()
    }

    #[inline(always)]
    fn go<B: Board, M: Machine, const MORE: bool>(self) {
        let Quickly {
            game,
            players,
            run,
            indices,
            random,
            room,
            facts,
            observer,
            each,
            hands_back,
        } = self;
        let program = game.program();
        let start = QuickStart::<B, MORE>::of(game);
        for index in indices {
            let mut random = random(index);
            if game.turns() > 0 {
                game.restart();
            }
            facts.begin(game);
            let mut from_here = start;
            if start.is_none() {
                open_generally(game, players, run, &mut random);
                from_here = QuickStart::of(game);
            }
            let Some(start) = from_here else {
                // Left within the opening, or ended there.
                facts.finish(program, game.turns(), game.end(), game.position().stores);
                each(facts, observer);
                continue;
            };
            let mut quick = start.begin::<M>(&mut room.past);
            while quick.turns() < run.max_turns
                && run.max_laps > 0
                && let Some(openings) = quick.openings()
            {
                let emptied = pits_evenly(&openings, &mut random);
                let (seeds, placeable) = quick.empty(emptied);
                place_evenly(seeds, placeable, &mut random, |pit| quick.place(pit));
                quick.redistributed::<M>();
            }
            let no_move = loop {
                if quick.end().is_some()
                    || quick.turns() >= run.max_turns
                    || facts.laps + facts.wasted >= run.max_laps
                {
                    break false;
                }
                let branching = quick.count::<M>();
                if branching == 0 {
                    if MORE && quick.passes::<M>() {
                        continue;
                    }
                    break true;
                }
                let before = MORE.then(|| random.clone());
                let index = evenly(branching, &mut random);
                if let Some((laps, applied)) = quick.play::<M>(index) {
                    facts.laps_sown(branching, laps, applied);
                } else {
                    if let Some(before) = before
                        && quick.passes::<M>()
                    {
                        // He had nothing to choose from.
                        random = before;
                        continue;
                    }
                    let random = &mut random;
                    let played = the_general_way::<B, M, O, MORE>(
                        &mut quick, index, random, facts, observer,
                    );
                    let Some(played) = played else {
                        break true;
                    };
                    facts.sown(branching, played);
                }
                observer.made(quick.stores());
            };
            if no_move {
                quick.stuck::<M>();
            } else if MORE && quick.end().is_none() {
                // Where a game is left, who has no move has passed.
                quick.passes::<M>();
            }
            facts.finish(program, quick.turns(), quick.end(), quick.stores());
            each(facts, observer);
            if hands_back {
                quick.hand_back(game);
            }
        }
    }
}

/// Plays an opening that is none for the quick path.
#[cold]
fn open_generally<P: Player>(
    game: &mut Game<'_>,
    players: &mut [P; 2],
    run: Run,
    random: &mut Random,
) {
    while game.turns() < run.max_turns && run.max_laps > 0 {
        let player = &mut players[game.position().mover as usize];
        if opening(game, player, random).is_none() {
            break;
        }
    }
}

/// Plays the move of this number, or one of those that are left when it is refused; `None` if none is.
#[cold]
fn the_general_way<B: Board, M: Machine, O: Observer, const MORE: bool>(
    quick: &mut QuickGame<'_, '_, B, MORE>,
    index: u32,
    random: &mut Random,
    facts: &mut GameFacts,
    observer: &mut O,
) -> Option<Played> {
    let mut index = index;
    loop {
        if let Some(played) = quick.play_generally::<M>(index) {
            return Some(played);
        }
        observer.refused();
        let (refusal, left) = quick.left();
        if let Some(refusal) = refusal {
            facts.refused(&refusal);
        }
        if left == 0 {
            return None;
        }
        index = evenly(left, random);
    }
}

/// What a player did on his turn.
enum Turn {
    /// Nothing: the game is over, if only because he had no move.
    Over,
    Sowing {
        choice: Choice,
        /// How many choices he had.
        branching: u32,
        played: Played,
    },
}

/// Lets a player make a redistribution, if the opening is not over; `None` if it is, or he has none to make, which ends
/// the game.
#[inline(always)]
fn opening(
    game: &mut Game<'_>,
    player: &mut impl Player,
    random: &mut Random,
) -> Option<Redistribution> {
    if game.end().is_some() {
        return None;
    }
    let program = game.program();
    let openings = program.openings(game.position())?;
    if openings.choices() == Some(0) {
        game.stuck();
        return None;
    }
    let made = player.redistribute(program, game.position(), &openings, random);
    game.redistribute(&made);
    Some(made)
}

/// Lets a player make one move, the opening being over.
#[inline(always)]
fn one_turn(
    game: &mut Game<'_>,
    player: &mut impl Player,
    random: &mut Random,
    choices: &mut Choices,
    facts: &mut GameFacts,
    observer: &mut impl Observer,
) -> Turn {
    if game.end().is_some() {
        return Turn::Over;
    }
    let program = game.program();
    program.choices(game.position(), choices);
    let branching = choices.len();
    while !choices.is_empty() {
        let index = player.choose(program, game.position(), choices, random);
        let choice = choices.get(index);
        match game.play_choice(choice, observer) {
            Ok(played) => {
                observer.made(game.position().stores);
                return Turn::Sowing {
                    choice,
                    branching,
                    played,
                };
            }
            // Legal as far as its first lap, but not to its end: struck out, so that the choice among the
            // rest stays even.
            Err(refusal) => {
                observer.refused();
                facts.refused(&refusal);
                choices.strike(choice);
            }
        }
    }
    game.stuck();
    Turn::Over
}

/// Lets a player make one move of a game, as in a [`playout`], and returns it; `None` when the game is over,
/// because the player has no move or otherwise.
pub fn random_move(
    game: &mut Game<'_>,
    player: &mut impl Player,
    random: &mut Random,
) -> Option<Move> {
    if let Some(made) = opening(game, player, random) {
        return Some(Move::Redistribute(Box::new(made)));
    }
    let mut choices = Choices::default();
    let mut facts = GameFacts::new(game.program());
    match one_turn(game, player, random, &mut choices, &mut facts, &mut Nobody) {
        Turn::Over => None,
        Turn::Sowing {
            choice: Choice { pit, seeds, way },
            ..
        } => Some(Move::Sow { pit, seeds, way }),
    }
}
