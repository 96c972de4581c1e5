//! Positions as text, both ways, in the words that examples use:
//! `board d1 e2 G4; stores south 3, north 0; mover north; marked nki a c`.
//!
//! The same clauses stand in an `example`, after `--position`, in records and in messages. What is not said
//! is as in an example: South to move, the opening over, everything else empty.

use crate::diagnostics::{Code, Diagnostic};
use crate::engine::{Bound, PitSet, Position, Previous, Program};
use crate::notation::{NotationError, pit_name, pit_names, placements, placements_text};
use crate::rules::read::{self, Said, Value};
use crate::rules::ruleset::Player;
use crate::syntax;
use crate::syntax::tree::{Span, Token};
use crate::vocabulary::{Block, Word};

/// A position in one line, which [`read()`] reads back.
///
/// Marks and histories are named only where a pit has them.
pub fn write(program: &Program, position: &Position) -> String {
    let pits = program.half();
    let names = |set: PitSet| -> String {
        set.iter()
            .map(|pit| pit_name(pit, pits).to_string())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let mut clauses = vec![
        format!("board {}", board(program, position)),
        format!(
            "stores south {}, north {}",
            position.stores[0], position.stores[1]
        ),
        format!("mover {}", position.mover.name().to_lowercase()),
    ];
    for (mark, name) in program.mark_names.iter().enumerate() {
        if !position.marks[mark].is_empty() {
            clauses.push(format!("marked {name} {}", names(position.marks[mark])));
        }
    }
    for (name, set) in [
        ("sown from", position.sown_from),
        ("sown into", position.sown_into),
        ("empty at opening", position.empty_at_opening),
    ] {
        if !set.is_empty() {
            clauses.push(format!("{name} {}", names(set)));
        }
    }
    if position.made != [0; 2] {
        clauses.push(format!(
            "turns made south {}, north {}",
            position.made[0], position.made[1]
        ));
    }
    for player in Player::BOTH {
        let way = match position.bound[player as usize] {
            Bound::Free => continue,
            Bound::Counterclockwise => "counterclockwise",
            Bound::Clockwise => "clockwise",
        };
        clauses.push(format!("{} is bound {way}", player.name().to_lowercase()));
    }
    match position.previous.moved_single() {
        Some((pit, clockwise)) => clauses.push(format!(
            "single moved {} into {}",
            if clockwise {
                "clockwise"
            } else {
                "counterclockwise"
            },
            pit_name(pit, pits)
        )),
        None if position.previous == Previous::AGAIN => clauses.push("extra turn".to_owned()),
        None => {}
    }
    if let Some(rule) = usize::from(position.pick).checked_sub(1) {
        clauses.push(format!("to pick by \"{}\"", program.rule_names[rule]));
    }
    if position.openings > 0 {
        clauses.push(format!("redistributions to come {}", position.openings));
    }
    clauses.join("; ")
}

/// The pits that hold seeds, as in `b3 c2 H1`; of an empty board one pit, since a board must name one.
pub fn board(program: &Program, position: &Position) -> String {
    let pits = program.half();
    let seeds: Vec<(usize, u32)> = (0..2 * pits)
        .map(|pit| (pit, u32::from(position.board.get(pit))))
        .filter(|(_, seeds)| *seeds > 0)
        .collect();
    if seeds.is_empty() {
        return "a0".to_owned();
    }
    placements_text(&seeds, pits)
}

/// Reads a position.
///
/// # Errors
///
/// Everything that is wrong with it; places are bytes of the text.
pub fn read(program: &Program, text: &str) -> Result<Position, Vec<Diagnostic>> {
    let (tree, mut mistakes) = syntax::parse(text);
    let mut clauses = Vec::new();
    for clause in tree.clauses.iter().filter(|clause| !clause.broken) {
        match read::clause(Block::Example, clause, &clause.tokens, &program.mark_names) {
            Ok(said)
                if says_position(said.word) && clause.body.is_none() && clause.cites.is_empty() =>
            {
                clauses.push(said);
            }
            Ok(said) => mistakes.push(
                Diagnostic::new(Code::OutOfPlace, "this is no part of a position").at(
                    said.span,
                    "a position has a board, stores, a mover, marks and histories",
                ),
            ),
            Err(mistake) => mistakes.push(*mistake),
        }
    }
    let mut words: Vec<(Word, usize)> = Vec::new();
    for said in &clauses {
        let mark = match said.values.first() {
            Some(Value::Mark(mark)) => *mark,
            _ => 0,
        };
        if words.contains(&(said.word, mark)) {
            mistakes.push(
                Diagnostic::new(Code::Repeated, "this is said twice")
                    .at(said.span.clone(), "here again"),
            );
        }
        words.push((said.word, mark));
    }
    if !mistakes.is_empty() {
        return Err(mistakes);
    }
    of_clauses(program, &clauses).map_err(|problems| {
        problems
            .into_iter()
            .map(|problem| {
                let mistake =
                    Diagnostic::new(Code::ExampleBroken, "this is no position of the variant");
                match problem.span {
                    Some(span) => mistake.at(span, problem.label),
                    None => mistake.note(problem.label),
                }
                .help("for example: board d1 e2 G4; stores south 3, north 0; mover north")
            })
            .collect()
    })
}

/// What is wrong with a position, in one line.
pub(crate) fn in_words(mistakes: &[Diagnostic]) -> String {
    let words = mistakes.iter().map(|mistake| match &mistake.at {
        Some(at) => format!("{}: {}", mistake.message, at.text),
        None => mistake.message.clone(),
    });
    words.collect::<Vec<_>>().join("; ")
}

/// Whether a clause of an example says something of the position it begins with.
pub fn says_position(word: Word) -> bool {
    matches!(
        word,
        Word::GivenBoard
            | Word::GivenStart
            | Word::GivenStores
            | Word::GivenMover
            | Word::GivenMarked
            | Word::GivenSownFrom
            | Word::GivenSownInto
            | Word::GivenEmptyAtOpening
            | Word::GivenMade
            | Word::GivenSouthBound
            | Word::GivenNorthBound
            | Word::GivenExtra
            | Word::GivenSingle
            | Word::GivenPick
            | Word::GivenOpenings
    )
}

/// Something wrong with a position, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The place; `None` where something is missing.
    pub span: Option<Span>,
    /// What is wrong there.
    pub label: String,
}

/// The position that the clauses of an example say.
///
/// # Errors
///
/// What is wrong with them.
pub fn of_clauses(program: &Program, clauses: &[Said]) -> Result<Position, Vec<Problem>> {
    let mut problems = Vec::new();
    let boards: Vec<&Said> = clauses
        .iter()
        .filter(|said| matches!(said.word, Word::GivenBoard | Word::GivenStart))
        .collect();
    let mut position = program.start();
    let most_openings = position.openings;
    match boards[..] {
        [] => problems.push(Problem {
            span: None,
            label: "it has no board".to_owned(),
        }),
        [board] if board.word == Word::GivenBoard => match seeds(program, board) {
            Ok(seeds) => position = program.position(&seeds),
            Err(problem) => problems.push(problem),
        },
        [_] => {}
        [_, second, ..] => problems.push(Problem {
            span: Some(second.span.clone()),
            label: "a second board".to_owned(),
        }),
    }
    for said in clauses {
        let named = match said.word {
            Word::GivenMarked
            | Word::GivenSownFrom
            | Word::GivenSownInto
            | Word::GivenSingle
            | Word::GivenEmptyAtOpening => match pits(program, said) {
                Ok(pits) => pits,
                Err(problem) => {
                    problems.push(problem);
                    PitSet::EMPTY
                }
            },
            _ => PitSet::EMPTY,
        };
        match said.word {
            Word::GivenStores => match stores(said) {
                Ok(stores) => position.stores = stores,
                Err(problem) => problems.push(problem),
            },
            Word::GivenMover => position.mover = player(said),
            Word::GivenMarked => {
                if let Some(Value::Mark(mark)) = said.values.first() {
                    position.marks[*mark] = named;
                }
            }
            Word::GivenSownFrom => position.sown_from = named,
            Word::GivenSownInto => position.sown_into = named,
            Word::GivenEmptyAtOpening => position.empty_at_opening = named,
            Word::GivenMade => match stores(said) {
                Ok(made) => {
                    position.made = made.map(|turns| turns.min(program.turns_counted()) as u8);
                }
                Err(problem) => problems.push(problem),
            },
            Word::GivenSouthBound | Word::GivenNorthBound => {
                let player = match said.word {
                    Word::GivenSouthBound => Player::South,
                    _ => Player::North,
                };
                position.bound[player as usize] = match said.values.first() {
                    Some(Value::Choice(0)) => Bound::Counterclockwise,
                    _ => Bound::Clockwise,
                };
            }
            Word::GivenExtra => position.previous = Previous::AGAIN,
            Word::GivenSingle => {
                let clockwise = said.values.first() == Some(&Value::Choice(1));
                match named.iter().collect::<Vec<_>>()[..] {
                    [pit] => position.previous = Previous::single(pit, clockwise),
                    _ => problems.push(Problem {
                        span: Some(said.span.clone()),
                        label: "a single seed was moved into one pit".to_owned(),
                    }),
                }
            }
            Word::GivenPick => {
                let named = match said.values.first() {
                    Some(Value::Text(name, _)) => {
                        program.rule_names.iter().position(|other| other == name)
                    }
                    _ => None,
                };
                match named.filter(|&rule| program.gives_a_pick(rule)) {
                    Some(rule) => position.pick = rule as u8 + 1,
                    None => problems.push(Problem {
                        span: Some(said.span.clone()),
                        label: "no rule of this name gives a pick".to_owned(),
                    }),
                }
            }
            Word::GivenOpenings => match said.values.first() {
                Some(Value::Number(number, _)) if *number <= u64::from(most_openings) => {
                    position.openings = *number as u8;
                }
                _ => problems.push(Problem {
                    span: Some(said.span.clone()),
                    label: format!(
                        "the opening of the variant has {most_openings} redistributions"
                    ),
                }),
            },
            _ => {}
        }
    }
    if !program.asks_of_the_turn_before() {
        position.previous = Previous::NOTHING;
    }
    if problems.is_empty() {
        Ok(position)
    } else {
        Err(problems)
    }
}

/// Reads notation, and says where in the file it is wrong.
///
/// # Errors
///
/// What is wrong with it.
pub fn notation<T>(
    said: &Said,
    read: impl FnOnce(&str) -> Result<T, NotationError>,
) -> Result<T, Problem> {
    let tokens = match said.values.last() {
        Some(Value::Raw(tokens)) => &tokens[..],
        _ => &[],
    };
    let (text, starts) = joined(tokens);
    read(&text).map_err(|error| Problem {
        span: tokens
            .iter()
            .zip(&starts)
            .rfind(|(_, start)| **start <= error.at.start)
            .map(|(token, _)| token.span.clone()),
        label: error.message,
    })
}

/// The pits with their seeds that a clause names.
///
/// # Errors
///
/// What is no pit of the board, or too many seeds.
pub fn seeds(program: &Program, said: &Said) -> Result<Vec<(usize, u32)>, Problem> {
    let seeds = notation(said, |text| placements(text, program.half()))?;
    if seeds.iter().map(|(_, seeds)| *seeds).sum::<u32>() > 65_535 {
        return Err(Problem {
            span: Some(said.span.clone()),
            label: "more than 65535 seeds".to_owned(),
        });
    }
    Ok(seeds)
}

/// The pits that a clause names.
///
/// # Errors
///
/// What is no pit of the board.
pub fn pits(program: &Program, said: &Said) -> Result<PitSet, Problem> {
    notation(said, |text| pit_names(text, program.half())).map(|pits| pits.into_iter().collect())
}

/// The stores that a clause tells.
///
/// # Errors
///
/// A number that no game has.
pub fn stores(said: &Said) -> Result<[u32; 2], Problem> {
    let number = |at: usize| match said.values.get(at) {
        Some(Value::Number(number, span)) => match u32::try_from(*number) {
            Ok(number) if number <= 1_000_000 => Ok(number),
            _ => Err(Problem {
                span: Some(span.clone()),
                label: "expected a number up to 1000000".to_owned(),
            }),
        },
        _ => Ok(0),
    };
    Ok([number(0)?, number(1)?])
}

/// The player that a clause names.
pub fn player(said: &Said) -> Player {
    match said.values.first() {
        Some(Value::Choice(0)) => Player::South,
        _ => Player::North,
    }
}

/// Tokens as one text, with where each begins in it.
pub fn joined(tokens: &[Token]) -> (String, Vec<usize>) {
    let mut text = String::new();
    let mut starts = Vec::new();
    for token in tokens {
        if !text.is_empty() {
            text.push(' ');
        }
        starts.push(text.len());
        text.push_str(&token.text);
    }
    (text, starts)
}
