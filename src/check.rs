//! What `check` does beyond loading: the examples of a file are played, and a few seeded games, within a
//! bound on the work.
//!
//! Whether the text makes sense is known by then ([`crate::rules::load`]); this is about whether it plays
//! as its author says.

use crate::diagnostics::{Code, Diagnostic, FileId, nearest};
use crate::engine::{End, Game, Move, PitSet, Played, Position, Program, Recorder, Refusal};
use crate::notation::{NotationError, pit_name, placements_text};
use crate::players::Uniform;
use crate::positions::{self, Problem};
use crate::rules::read::{Said, Value};
use crate::rules::resolve::ExampleClauses;
use crate::rules::validate::counts_of_the_lifted_origin;
use crate::rules::{Opened, Variant};
use crate::simulate::{Run, play_block};
use crate::syntax::tree::Span;
use crate::vocabulary::Word;
use std::collections::BTreeMap;

/// The games that `check` plays at most: few, from a fixed seed, and bounded in turns and laps.
const GAMES: u64 = 8;
const TURNS: u32 = 20_000;
const LAPS: u64 = 1_000_000;

/// Plays the examples of a variant and a few games; what comes out wrong.
pub fn check(variant: &Variant, file: FileId) -> Vec<Diagnostic> {
    let program = Program::compile(&variant.ruleset);
    let mut mistakes: Vec<Diagnostic> = variant
        .examples
        .iter()
        .flat_map(|example| check_example(&program, example))
        .collect();
    mistakes.extend(check_playable(&program).map(|mistake| {
        let asks = counts_of_the_lifted_origin(&variant.ruleset);
        asks.into_iter().fold(mistake, |mistake, title| {
            mistake.help(format!(
                "`{title}` asks how many seeds lie in `origin`, from which all have been lifted by then; how many \
                 the lap had is asked with `lap of 1 seed`, `not lap of 1 seed`"
            ))
        })
    }));
    mistakes
        .into_iter()
        .map(|mistake| mistake.in_file(file))
        .collect()
}

/// The rules of a variant that no source tells and no author owns up to, each as a mistake.
pub fn uncited(variant: &Variant, file: FileId) -> Vec<Diagnostic> {
    variant
        .ruleset
        .uncited()
        .into_iter()
        .map(|line| {
            let mistake = Diagnostic::new(
                Code::Uncited,
                format!("no source tells this rule: {}", line.text),
            );
            match line.said {
                Some(said) => mistake
                    .in_file(said.file)
                    .at(said.span.clone(), "cite one, or mark it `@assumed \"why\"`"),
                None => mistake
                    .in_file(file)
                    .note("no file says it; this is the engine's ruling")
                    .help("say it, with a source or with `@assumed \"why\"`"),
            }
        })
        .collect()
}

/// What is wrong with the answers that a file, which is opened, might give to the questions it asks itself, each tried
/// while the others stay. A mistake that comes with one of them only is told with it.
pub fn check_answers(variant: &Variant, file: FileId, opened: &Opened) -> Vec<Diagnostic> {
    let mut mistakes = Vec::new();
    for question in &variant.questions {
        if question.file != file {
            continue;
        }
        for (at, choice) in question.choices.iter().enumerate() {
            if at == question.chosen {
                continue;
            }
            let answer = [(question.name.clone(), choice.name.clone())];
            let loading = opened.answering(&answer);
            mistakes.extend(loading.mistakes.into_iter().map(|mistake| {
                mistake.note(format!(
                    "when `{}` is answered `{}`",
                    question.name, choice.name
                ))
            }));
        }
    }
    mistakes
}

/// Plays games, each of a bounded length, until one comes to an end.
fn check_playable(program: &Program) -> Option<Diagnostic> {
    if !program.has_move(&program.start()) {
        return Some(
            Diagnostic::new(
                Code::Unplayable,
                "nobody can move: the first player has no legal move at the start",
            )
            .help("look at `setup`, `from`, `redistribute` and `forbid`"),
        );
    }
    let run = Run {
        games: GAMES,
        seed: 1,
        max_turns: TURNS,
        max_laps: LAPS / GAMES,
    };
    let endless = |game| play_block(program, [Uniform; 2], run, game..game + 1).unfinished > 0;
    (0..GAMES).all(endless).then(|| {
        Diagnostic::new(
            Code::Unplayable,
            format!("of {GAMES} random games none came to an end"),
        )
        .note(format!(
            "each was given {TURNS} turns and {} laps",
            LAPS / GAMES
        ))
        .help(
            "a game needs an ending that can be reached: look at `ending` and at what is captured",
        )
        .help(
            "where the last seeds can go round for ever, say what becomes of it: position repeated 3 times: \
             remaining seeds to the row's owner",
        )
    })
}

/// What an example says of its position and its moves.
struct Given {
    position: Position,
    moves: Vec<(String, Span)>,
}

/// What came of the moves.
struct Outcome<'p> {
    game: Game<'p>,
    played: Option<Played>,
    recorder: Recorder,
    refused: Option<Refusal>,
}

fn check_example(program: &Program, example: &ExampleClauses) -> Vec<Diagnostic> {
    let mut mistakes = Vec::new();
    let reader = Reader { program, example };
    let Some(given) = reader.given(&mut mistakes) else {
        return mistakes;
    };
    let Some(mut result) = reader.play(given, &mut mistakes) else {
        return mistakes;
    };
    let mut expectations = 0;
    let refused_unasked = result.refused.is_some()
        && !example
            .clauses
            .iter()
            .any(|said| matches!(said.word, Word::ThenRefused | Word::ThenRefusedAs));
    for said in &example.clauses {
        if refused_unasked {
            // What follows from a move that was not made says nothing.
            expectations += 1;
            continue;
        }
        match reader.expectation(said, &mut result) {
            Ok(None) => {}
            Ok(Some(())) => expectations += 1,
            Err(mistake) => {
                expectations += 1;
                mistakes.push(*mistake);
            }
        }
    }
    if expectations == 0 {
        mistakes.push(
            Diagnostic::new(
                Code::ExampleBroken,
                format!(
                    "the example \"{}\" says nothing that must follow",
                    example.name
                ),
            )
            .at(example.span.clone(), "it can only come out right")
            .help("add a line like: then board f1 g1"),
        );
    }
    if let Some(refusal) = result.refused.as_ref().filter(|_| refused_unasked) {
        let (clause, words) = program.refusal_words(refusal);
        let at = reader
            .last_move()
            .map_or(example.span.clone(), |said| said.span.clone());
        mistakes.push(
            Diagnostic::new(
                Code::ExampleFails,
                format!("the move of the example \"{}\" is not legal", example.name),
            )
            .at(at, words)
            .help(format!(
                "if that is meant: then refused by {}",
                quoted(program, &clause)
            )),
        );
    }
    mistakes
}

/// The name of a clause as an author writes it after `refused by`.
fn quoted(program: &Program, clause: &str) -> String {
    if program.forbid_names.iter().any(|name| name == clause) && clause != "forbid" {
        format!("\"{clause}\"")
    } else {
        clause.to_owned()
    }
}

struct Reader<'a> {
    program: &'a Program,
    example: &'a ExampleClauses,
}

type Expectation = Result<Option<()>, Box<Diagnostic>>;

impl Reader<'_> {
    fn broken(&self, span: Span, label: impl Into<String>) -> Diagnostic {
        Diagnostic::new(
            Code::ExampleBroken,
            format!("the example \"{}\" cannot be played", self.example.name),
        )
        .at(span, label)
    }

    fn last_move(&self) -> Option<&Said> {
        self.example
            .clauses
            .iter()
            .rfind(|said| said.word == Word::GivenMove)
    }

    /// A problem with a position, as a mistake of this example.
    fn problem(&self, problem: Problem) -> Box<Diagnostic> {
        let missing = problem.span.is_none();
        let span = problem.span.unwrap_or_else(|| self.example.span.clone());
        let mistake = self.broken(span, problem.label);
        Box::new(if missing {
            mistake.help("add a line like: board d1 e2 G4, or: board at the start")
        } else {
            mistake
        })
    }

    fn given(&self, mistakes: &mut Vec<Diagnostic>) -> Option<Given> {
        let clauses = &self.example.clauses;
        let moves = clauses
            .iter()
            .filter(|said| said.word == Word::GivenMove)
            .filter_map(|said| match said.values.first() {
                Some(Value::Raw(tokens)) => Some((positions::joined(tokens).0, said.span.clone())),
                _ => None,
            })
            .collect();
        match positions::of_clauses(self.program, clauses) {
            Ok(position) => Some(Given { position, moves }),
            Err(problems) => {
                mistakes.extend(problems.into_iter().map(|problem| *self.problem(problem)));
                None
            }
        }
    }

    fn seeds(&self, said: &Said) -> Result<Vec<(usize, u32)>, Box<Diagnostic>> {
        positions::seeds(self.program, said).map_err(|problem| self.problem(problem))
    }

    fn stores(&self, said: &Said) -> Result<[u32; 2], Box<Diagnostic>> {
        positions::stores(said).map_err(|problem| self.problem(problem))
    }

    fn play(&self, given: Given, mistakes: &mut Vec<Diagnostic>) -> Option<Outcome<'_>> {
        let mut result = Outcome {
            game: Game::from(self.program, given.position),
            played: None,
            recorder: Recorder::default(),
            refused: None,
        };
        let count = given.moves.len();
        for (number, (text, span)) in given.moves.into_iter().enumerate() {
            let read: Result<Move, NotationError> =
                self.program.read_move(&text, result.game.position());
            let played = match read {
                Ok(played) => played,
                Err(error) => {
                    mistakes.push(self.broken(span, error.message));
                    return None;
                }
            };
            result.recorder = Recorder::default();
            match result.game.play(&played, &mut result.recorder) {
                Ok(done) => result.played = Some(done),
                Err(refusal) if number + 1 == count => result.refused = Some(refusal),
                Err(refusal) => {
                    let (_, words) = self.program.refusal_words(&refusal);
                    mistakes.push(self.broken(span, words));
                    return None;
                }
            }
        }
        Some(result)
    }

    fn fails(&self, said: &Said, engine: String, result: &Outcome<'_>) -> Box<Diagnostic> {
        let applied: Vec<&str> = result
            .recorder
            .applied
            .iter()
            .map(|&rule| self.program.rule_names[rule].as_str())
            .collect();
        let mistake = Diagnostic::new(
            Code::ExampleFails,
            format!(
                "the example \"{}\" does not come out as it says",
                self.example.name
            ),
        )
        .at(said.span.clone(), engine);
        Box::new(if applied.is_empty() {
            mistake
        } else {
            mistake.note(format!("the rules that applied: {}", applied.join(", ")))
        })
    }

    fn rule(&self, value: Option<&Value>) -> Result<usize, Box<Diagnostic>> {
        let Some(Value::Text(name, span)) = value else {
            return Err(Box::new(self.broken(self.example.span.clone(), "no rule")));
        };
        let names = &self.program.rule_names;
        names.iter().position(|other| other == name).ok_or_else(|| {
            let label = match nearest(name, names.iter().map(String::as_str)) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => "no rule of `lap ends` has this name".to_owned(),
            };
            Box::new(
                Diagnostic::new(Code::UnknownRule, format!("there is no rule \"{name}\""))
                    .at(span.clone(), label),
            )
        })
    }

    /// Judges one `then`. `Ok(None)` for a clause that expects nothing.
    fn expectation(&self, said: &Said, result: &mut Outcome<'_>) -> Expectation {
        let pits = self.program.half();
        let position = result.game.position();
        let agree = |same: bool, engine: String, result: &Outcome<'_>| {
            if same {
                Ok(Some(()))
            } else {
                Err(self.fails(said, engine, result))
            }
        };
        match said.word {
            Word::ThenBoard => {
                let expected = self.program.position(&self.seeds(said)?);
                let own = position.board;
                agree(
                    expected.board == own,
                    format!("the board is {}", positions::board(self.program, position)),
                    result,
                )
            }
            Word::ThenStores => {
                let own = position.stores;
                agree(
                    self.stores(said)? == own,
                    format!("the stores are south {}, north {}", own[0], own[1]),
                    result,
                )
            }
            Word::ThenMover => agree(
                positions::player(said) == position.mover,
                format!("{} moves next", position.mover.name()),
                result,
            ),
            Word::ThenMarked => {
                let Some(Value::Mark(mark)) = said.values.first() else {
                    return Ok(None);
                };
                let expected: PitSet = match said.values.last() {
                    Some(Value::Raw(_)) => positions::pits(self.program, said)
                        .map_err(|problem| self.problem(problem))?,
                    _ => PitSet::EMPTY,
                };
                let own = position.marks[*mark];
                let names: String = own.iter().map(|pit| pit_name(pit, pits)).collect();
                let shown = if names.is_empty() { "none" } else { &names };
                agree(expected == own, format!("marked are: {shown}"), result)
            }
            Word::ThenLaps => {
                let own = u64::from(result.played.map_or(0, |played| played.laps));
                agree(
                    matches!(said.values.first(), Some(Value::Number(laps, _)) if *laps == own),
                    format!("it has {own}"),
                    result,
                )
            }
            Word::ThenTakes => {
                let rule = self.rule(said.values.first())?;
                let expected: BTreeMap<usize, u32> = self.seeds(said)?.into_iter().collect();
                let own: BTreeMap<usize, u32> = result
                    .recorder
                    .taken
                    .iter()
                    .filter(|(by, ..)| *by == rule)
                    .map(|(_, pit, seeds)| (*pit, u32::from(*seeds)))
                    .collect();
                let text: Vec<(usize, u32)> =
                    own.iter().map(|(pit, seeds)| (*pit, *seeds)).collect();
                let shown = match text.is_empty() {
                    true => "it takes nothing".to_owned(),
                    false => format!("it takes {}", placements_text(&text, pits)),
                };
                agree(expected == own, shown, result)
            }
            Word::ThenNot => {
                let rule = self.rule(said.values.first())?;
                agree(
                    !result.recorder.applied.contains(&rule),
                    "it applies".to_owned(),
                    result,
                )
            }
            Word::ThenRefused | Word::ThenRefusedAs => self.refused(said, result),
            Word::ThenEnds | Word::ThenOn => {
                let end = result.game.settle();
                let shown = end.map_or_else(
                    || "the game goes on".to_owned(),
                    |End { stores, .. }| {
                        format!("the game ends, south {}, north {}", stores[0], stores[1])
                    },
                );
                let same = match (said.word, end) {
                    (Word::ThenEnds, Some(end)) => end.stores == self.stores(said)?,
                    (Word::ThenOn, None) => true,
                    _ => false,
                };
                agree(same, shown, result)
            }
            _ => Ok(None),
        }
    }

    fn refused(&self, said: &Said, result: &Outcome<'_>) -> Expectation {
        let Some(refusal) = &result.refused else {
            return Err(self.fails(said, "the move is legal".to_owned(), result));
        };
        let (clause, words) = self.program.refusal_words(refusal);
        let same = match said.values.first() {
            Some(Value::Text(name, span)) => {
                let names = &self.program.forbid_names;
                if !names.contains(name) {
                    let label = match nearest(name, names.iter().map(String::as_str)) {
                        Some(near) => format!("did you mean \"{near}\"?"),
                        None => "no `forbid` has this name".to_owned(),
                    };
                    return Err(Box::new(
                        Diagnostic::new(Code::UnknownRule, format!("there is no rule \"{name}\""))
                            .at(span.clone(), label),
                    ));
                }
                clause == *name
            }
            // In the order of the choices in the vocabulary's form.
            Some(Value::Choice(choice)) => match choice {
                0 => matches!(refusal, Refusal::From(_)),
                1 => matches!(refusal, Refusal::Lift { .. }),
                2 => matches!(
                    refusal,
                    Refusal::Redistribution(_) | Refusal::WrongPhase { .. }
                ),
                3 => matches!(refusal, Refusal::Forbidden(_)),
                4 => matches!(refusal, Refusal::Endless { .. }),
                _ => matches!(refusal, Refusal::TooLong { .. }),
            },
            _ => false,
        };
        if same {
            Ok(Some(()))
        } else {
            Err(self.fails(said, words, result))
        }
    }
}
