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
    Choice, Choices, Game, Move, Nobody, Observer, Played, Program, Redistribution, Shape, Unknown,
    Work,
};
use crate::players::rng::Random;
use crate::players::{Player, Uniform};
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
    let mut choices = Choices::default();
    let mut facts = GameFacts::new(program);
    for index in indices {
        let mut random = Random::for_game(run.seed, index);
        game.restart();
        playout(
            &mut game,
            &mut players,
            run,
            &mut random,
            &mut choices,
            &mut facts,
            observer,
        );
        each(index, &mut facts, observer);
    }
}

/// Plays a game to its end, or to a limit of the run, telling its sowings to an observer; the facts become those
/// of this game.
pub fn playout(
    game: &mut Game<'_>,
    players: &mut [impl Player; 2],
    run: Run,
    random: &mut Random,
    choices: &mut Choices,
    facts: &mut GameFacts,
    observer: &mut impl Observer,
) {
    let program = game.program();
    program.shaped(Playout {
        game,
        players,
        run,
        random,
        choices,
        facts,
        observer,
    });
}

/// A game to be played to its end.
struct Playout<'a, 'p, P, O> {
    game: &'a mut Game<'p>,
    players: &'a mut [P; 2],
    run: Run,
    random: &'a mut Random,
    choices: &'a mut Choices,
    facts: &'a mut GameFacts,
    observer: &'a mut O,
}

impl<P: Player, O: Observer> Work for Playout<'_, '_, P, O> {
    type Output = ();

    #[inline(always)]
    fn go<const N: usize, S: Shape>(self) {
        let Playout {
            game,
            players,
            run,
            random,
            choices,
            facts,
            observer,
        } = self;
        facts.begin(game);
        while game.turns() < run.max_turns && facts.laps + facts.wasted < run.max_laps {
            let player = &mut players[game.position().mover as usize];
            match one_turn::<N, S>(game, player, random, choices, facts, observer) {
                Turn::Over => break,
                Turn::Redistribution(_) => {}
                Turn::Sowing {
                    branching, played, ..
                } => facts.sown(branching, played),
            }
        }
        facts.finish(game);
    }
}

/// What a player did on his turn.
#[expect(
    clippy::large_enum_variant,
    reason = "there is one at a time, and nobody keeps it"
)]
enum Turn {
    /// Nothing: the game is over, if only because he had no move.
    Over,
    Redistribution(Redistribution),
    Sowing {
        choice: Choice,
        /// How many choices he had.
        branching: u32,
        played: Played,
    },
}

/// Lets a player make one move. Inlined in both places it is used: as a call it costs a playout a twentieth.
#[inline(always)]
fn one_turn<const N: usize, S: Shape>(
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
    if let Some(openings) = program.openings(game.position()) {
        if openings.choices() == Some(0) {
            game.stuck();
            return Turn::Over;
        }
        let made = player.redistribute(program, game.position(), &openings, random);
        game.redistribute(&made);
        return Turn::Redistribution(made);
    }
    program.choices_in::<N, S>(game.position(), choices);
    let branching = choices.len();
    while !choices.is_empty() {
        let index = player.choose(program, game.position(), choices, random);
        let choice = choices.get_in::<S>(index);
        match game.play_choice_in::<N, S, _>(choice, observer) {
            Ok(played) => {
                observer.made(game.position());
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
    let mut choices = Choices::default();
    let mut facts = GameFacts::new(game.program());
    match one_turn::<0, Unknown>(game, player, random, &mut choices, &mut facts, &mut Nobody) {
        Turn::Over => None,
        Turn::Redistribution(made) => Some(Move::Redistribute(Box::new(made))),
        Turn::Sowing {
            choice: Choice { pit, seeds, way },
            ..
        } => Some(Move::Sow { pit, seeds, way }),
    }
}
