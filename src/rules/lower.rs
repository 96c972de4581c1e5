//! From clauses to the typed [`Ruleset`]: what each word of the vocabulary means, and whether its
//! numbers are in range.

use super::read::{self, Facts, Quantifier as SaidQuantifier, Said, Value};
use super::resolve::{Placed, Resolved};
use super::ruleset::*;
use crate::diagnostics::{Code, Diagnostic, FileId, nearest};
use crate::syntax::tree::Span;
use crate::vocabulary::{self, Block, Word};
use std::ops::RangeInclusive;

/// The most pits a player can own: one for each letter.
pub const MOST_OWN: u64 = 50;
/// The most seeds that a board can hold.
pub const MOST_SEEDS: u64 = 65_535;
/// The most seeds that can be placed in a pit, where the board has not so many pits that it could not hold them.
pub const MOST_SEEDS_IN_A_PIT: u64 = 1000;
/// The longest relay that a variant can allow, in laps.
pub const MOST_LAPS: u64 = 1_000_000;

/// The lap limit where no file sets one.
const UNSTATED_LAPS: u32 = 10_000;

/// Gives every clause its meaning. The result is whole only where no mistake is returned.
pub fn lower(resolved: &Resolved, itself: FileId) -> (Option<Ruleset>, Vec<Diagnostic>) {
    let mut lowering = Lowering {
        clauses: &resolved.clauses,
        mistakes: Vec::new(),
        file: itself,
        pits: 0,
        half: 0,
        rows: 2,
        owned: &resolved.owned,
        them: None,
        called: Vec::new(),
        calling: Vec::new(),
        lap_names: [Block::LapEnds, Block::SeedFalls, Block::LapBegins]
            .iter()
            .flat_map(|block| {
                resolved
                    .clauses
                    .iter()
                    .filter(move |placed| is_lap_rule(placed, *block))
            })
            .map(|placed| match placed.said.values.first() {
                Some(Value::Text(name, _)) => name.clone(),
                _ => vocabulary::entry(placed.said.word).keyword().to_owned(),
            })
            .collect(),
    };
    let ruleset = lowering.ruleset(resolved);
    lowering.calls_are_asked();
    (ruleset, lowering.mistakes)
}

/// Whether a clause decides what happens at the end of a lap, and does not only name a condition.
fn is_lap_rule(placed: &Placed, block: Block) -> bool {
    placed.block == block && placed.said.word != Word::Call
}

struct Lowering<'a> {
    clauses: &'a [Placed],
    mistakes: Vec<Diagnostic>,
    /// The file of the clause at hand.
    file: FileId,
    /// Pits in a row; 0 while it is not known.
    pits: u8,
    /// The pits of one player.
    half: u8,
    rows: u8,
    /// For each mark, whether it belongs to a player.
    owned: &'a [bool],
    /// The set of pits that the rule at hand named last.
    them: Option<Pits>,
    /// The names of the lap rules, in order, and then of those for a seed that falls and a lap that begins.
    lap_names: Vec<String>,
    /// The named conditions that rules have asked for so far, and who says so of those that the rule at hand
    /// asks for.
    called: Vec<(String, Provenance)>,
    /// The named conditions that are being taken apart, one within the other.
    calling: Vec<String>,
}

impl Lowering<'_> {
    fn mistake(&mut self, diagnostic: Diagnostic) {
        self.mistakes.push(diagnostic.in_file(self.file));
    }

    /// A number in its range, or the nearest end of the range and a mistake.
    fn number(&mut self, value: &Value, range: RangeInclusive<u64>, what: &str) -> u64 {
        let Value::Number(number, span) = value else {
            return *range.start();
        };
        self.in_range(*number, span, range, what)
    }

    fn in_range(
        &mut self,
        number: u64,
        span: &Span,
        range: RangeInclusive<u64>,
        what: &str,
    ) -> u64 {
        if range.contains(&number) {
            return number;
        }
        let expected = if range.start() == range.end() {
            format!("expected {}", range.start())
        } else {
            format!(
                "expected a number from {} to {}",
                range.start(),
                range.end()
            )
        };
        self.mistake(
            Diagnostic::new(
                Code::OutOfRange,
                match number {
                    u64::MAX => format!("{what} cannot be so many"),
                    number => format!("{what} cannot be {number}"),
                },
            )
            .at(span.clone(), expected),
        );
        number.clamp(*range.start(), *range.end())
    }

    /// The one clause of a word, if it was said.
    fn one(&self, word: Word) -> Option<&Placed> {
        self.clauses.iter().find(|placed| placed.said.word == word)
    }

    fn all(&self, word: Word) -> Vec<Placed> {
        self.clauses
            .iter()
            .filter(|placed| placed.said.word == word)
            .cloned()
            .collect()
    }

    /// A rule from the clause of a word, with its provenance.
    fn rule<T>(
        &mut self,
        word: Word,
        make: impl FnOnce(&mut Self, &[Value]) -> T,
    ) -> Option<Rule<T>> {
        let placed = self.one(word)?.clone();
        Some(self.rule_of(&placed, make))
    }

    fn rule_of<T>(
        &mut self,
        placed: &Placed,
        make: impl FnOnce(&mut Self, &[Value]) -> T,
    ) -> Rule<T> {
        self.file = placed.provenance.file;
        self.them = None;
        let before = self.called.len();
        let value = make(self, &placed.said.values);
        let mut said = placed.provenance.clone();
        for (_, other) in &self.called[before..] {
            said.asking(other);
        }
        Rule {
            value,
            said: Some(said),
        }
    }

    fn ruleset(&mut self, resolved: &Resolved) -> Option<Ruleset> {
        let itself = self.file;
        let rows = self.rule(Word::Rows, |low, values| {
            low.number(&values[0], 2..=4, "the rows of the board") as u8
        });
        self.rows = rows.as_ref().map_or(2, |rule| rule.value);
        let most = MOST_OWN * 2 / u64::from(self.rows);
        let mut called = Called::default();
        let pits = self.rule(Word::PitsInRow, |low, values| {
            if let Value::Text(name, _) = &values[1] {
                called.pit.clone_from(name);
            }
            let pits = low.number(&values[0], 1..=most, "the pits of a row");
            if low.rows == 3 && !pits.is_multiple_of(2) {
                let span = match &values[0] {
                    Value::Number(_, span) => span.clone(),
                    _ => 0..0,
                };
                low.mistake(
                    Diagnostic::new(
                        Code::OutOfRange,
                        "a row that two players share has an even number of pits",
                    )
                    .at(span, "expected an even number"),
                );
            }
            pits as u8
        });
        // Without a sound board, a width that lets every other mistake be found, and adds none.
        let sound = pits.as_ref().filter(|_| self.mistakes.is_empty());
        self.pits = sound.map_or(most as u8, |rule| rule.value);
        self.half = (u64::from(self.rows) * u64::from(self.pits) / 2) as u8;
        let most_seeds = match sound {
            Some(_) => MOST_SEEDS_IN_A_PIT.min(MOST_SEEDS / (2 * u64::from(self.half).max(1))),
            None => MOST_SEEDS_IN_A_PIT,
        };
        self.rule(Word::SeedsCalled, |_, values| {
            if let Value::Text(name, _) = &values[0] {
                called.seed.clone_from(name);
            }
        });
        let stores = self.rule(Word::Stores, |low, values| {
            low.number(&values[0], 2..=2, "the stores");
            if let Value::Text(name, _) = &values[1] {
                called.store.clone_from(name);
            }
            match values[2] {
                Value::Choice(1) => StoresIn::Own,
                Value::Choice(2) => StoresIn::Both,
                _ => StoresIn::Outside,
            }
        });
        let path = self.rule(Word::Path, |_, values| match values[0] {
            Value::Choice(0) => Path::Board,
            _ => Path::Own,
        });
        let place = self.rule(Word::Place, |low, values| {
            (
                low.number(&values[0], 1..=most_seeds, "the seeds of a pit") as u32,
                low.pits_value(&values[1]),
            )
        });
        let excepts = self
            .all(Word::Except)
            .iter()
            .map(|placed| {
                self.rule_of(placed, |low, values| {
                    let seeds = low.number(&values[0], 0..=most_seeds, "the seeds of a pit");
                    (seeds as u32, low.pits_value(&values[1]))
                })
            })
            .collect();
        let setup_marks = self.marks(Word::SetupMark);
        let first = self.rule(Word::First, |_, values| player(&values[0]));
        let redistribution = self.rule(Word::Redistribute, |low, values| {
            let most = u64::from(low.pits);
            let number = low.number(&values[1], 1..=most, "the pits to empty") as u8;
            Redistribution {
                quantity: match values[0] {
                    Value::Choice(0) => Quantity::Exactly(number),
                    _ => Quantity::UpTo(number),
                },
                from: low.pits_value(&values[2]),
                into: low.pits_value(&values[3]),
            }
        });
        let refill = self.rule(Word::Refill, |_, values| values[0] == Value::Choice(0));
        let opening_marks = self.marks(Word::OpeningMark);
        let from = self.rule(Word::From, |low, values| low.which(&values[0], false));
        let lift = self.rule(Word::Lift, |_, values| match values[0] {
            Value::Choice(0) => Lift::All,
            _ => Lift::AnyNumber,
        });
        let sow = self.rule(Word::Sow, |_, values| direction(&values[0]));
        let sow_from = self
            .all(Word::SowFrom)
            .iter()
            .map(|placed| {
                self.rule_of(placed, |low, values| {
                    let (pits, claim) = low.which(&values[1], false);
                    SowFrom {
                        direction: direction(&values[0]),
                        pits,
                        claim,
                        when: low.condition_value(&values[2]),
                    }
                })
            })
            .collect();
        let first_seed = self.rule(Word::FirstSeed, |low, values| match values[0] {
            Value::Choice(0) => FirstSeed::Next,
            _ => FirstSeed::Origin(low.condition_value(&values[1])),
        });
        let pass = self.rule(Word::Pass, |_, _| ());
        let pass_over_pits = self
            .all(Word::PassOverPits)
            .iter()
            .map(|placed| {
                self.rule_of(placed, |low, values| {
                    let (pits, claim) = low.which(&values[0], false);
                    PassOverPits {
                        pits,
                        claim,
                        when: low.condition_value(&values[1]),
                    }
                })
            })
            .collect();
        let pass_over = self.rule(Word::PassOver, |_, values| match values[0] {
            Value::Choice(0) => PassOver::NoPit,
            _ => PassOver::Origin,
        });
        let clearings = self
            .clauses
            .iter()
            .filter(|placed| matches!(placed.said.word, Word::Clear | Word::Keep))
            .cloned()
            .collect::<Vec<_>>()
            .iter()
            .map(|placed| {
                self.rule_of(placed, |_, values| Clearing {
                    mark: mark(&values[0]),
                    whose: match values[1] {
                        Value::Choice(0) => Whose::Every,
                        Value::Choice(1) => Whose::Of(Side::Own),
                        _ => Whose::Of(Side::Enemy),
                    },
                    occasion: match values[2] {
                        Value::Choice(0) => Occasion::LiftedFrom,
                        Value::Choice(1) => Occasion::Emptied,
                        _ => Occasion::CapturedFrom,
                    },
                    clears: placed.said.word == Word::Clear,
                })
            })
            .collect();
        let forbids = self
            .clauses
            .iter()
            .filter(|placed| {
                matches!(
                    placed.said.word,
                    Word::Forbid | Word::ForbidMove | Word::ForbidTurn
                )
            })
            .cloned()
            .collect::<Vec<_>>()
            .iter()
            .map(|placed| {
                self.rule_of(placed, |low, values| match placed.said.word {
                    Word::Forbid => low.forbid(values),
                    word => low.forbid_otherwise(word, values),
                })
            })
            .collect();
        let lap_rules = self.lap_rules(Block::LapEnds);
        let seed_rules = self.lap_rules(Block::SeedFalls);
        let begin_rules = self.lap_rules(Block::LapBegins);
        let turn_ends = self
            .all(Word::TakeAtEnd)
            .iter()
            .map(|placed| self.rule_of(placed, |low, values| low.taken(values)))
            .collect();
        let endings = self
            .all(Word::When)
            .iter()
            .map(|placed| {
                self.rule_of(placed, |low, values| Ending {
                    when: low.condition_value(&values[0]),
                    outcome: outcome(&values[1]),
                })
            })
            .collect();
        let endless = self.rule(Word::EndlessRelay, |_, values| ruling(&values[0]));
        let long_relay = self.rule(Word::LongRelay, |low, values| {
            (
                low.number(&values[0], 1..=MOST_LAPS, "the laps of a relay") as u32,
                ruling(&values[1]),
            )
        });
        let repeated = self.rule(Word::Repeated, |low, values| {
            Some((
                low.number(&values[0], 2..=1000, "the times that a position may stand") as u32,
                outcome(&values[1]),
            ))
        });
        let winner = self.rule(Word::Winner, |_, _| ());
        let tie = self.rule(Word::Tie, |_, _| ());
        let win = self.rule(Word::Win, |low, values| {
            let counts = low.number(&values[1], 1..=1000, "what a win counts");
            let up_to = match &values[2] {
                Value::Absent => counts,
                value => low.number(value, counts..=1000, "the most a win counts"),
            };
            Some(Win {
                margin: low.number(&values[0], 1..=100_000, "the margin of a win") as u32,
                counts: counts as u32,
                up_to: up_to as u32,
            })
        });
        self.file = itself;
        // Named together, so that all that is missing is told at once.
        let mut missing = Vec::new();
        for (word, there) in [
            (Word::Rows, rows.is_some()),
            (Word::PitsInRow, pits.is_some()),
            (Word::Place, place.is_some()),
            (Word::From, from.is_some()),
            (Word::Lift, lift.is_some()),
            (Word::Sow, sow.is_some()),
            (Word::Stop, self.one(Word::Stop).is_some()),
        ] {
            if !there {
                missing.push(word);
            }
        }
        for word in missing {
            let entry = vocabulary::entry(word);
            let vocabulary::Kind::Clause(block) = entry.kind else {
                continue;
            };
            self.mistake(
                Diagnostic::new(
                    Code::Missing,
                    format!("`{}` does not say `{}`", block.name(), entry.keyword()),
                )
                .note(entry.meaning)
                .help(format!(
                    "for example: {} {{ {} }}",
                    block.name(),
                    entry.example
                )),
            );
        }
        Some(Ruleset {
            title: resolved.title.clone().unwrap_or_default(),
            sources: resolved.sources.clone(),
            marks: resolved
                .marks
                .iter()
                .map(|(name, ..)| name.clone())
                .collect(),
            owned: resolved.owned.clone(),
            rows: rows?,
            pits: pits?,
            called,
            stores: stores.unwrap_or(Rule::unstated(StoresIn::Outside)),
            path: path.unwrap_or(Rule::unstated(path_of(self.rows))),
            place: place?,
            excepts,
            setup_marks,
            first: first.unwrap_or(Rule::unstated(Player::South)),
            redistribution,
            refill: refill.unwrap_or(Rule::unstated(true)),
            opening_marks,
            from: from?,
            lift: lift?,
            sow: sow?,
            sow_from,
            first_seed: first_seed.unwrap_or(Rule::unstated(FirstSeed::Next)),
            pass_over_pits,
            pass,
            begin_rules,
            seed_rules,
            turn_ends,
            pass_over: pass_over.unwrap_or(Rule::unstated(PassOver::NoPit)),
            clearings,
            forbids,
            lap_rules,
            endings,
            endless: endless.unwrap_or(Rule::unstated(Ruling::Forbidden)),
            long_relay: long_relay.unwrap_or(Rule::unstated((UNSTATED_LAPS, Ruling::Forbidden))),
            repeated: repeated.unwrap_or(Rule::unstated(None)),
            winner: winner.unwrap_or(Rule::unstated(())),
            tie: tie.unwrap_or(Rule::unstated(())),
            win: win.unwrap_or(Rule::unstated(None)),
            // Their paths are known to the library alone; see `rules::load`.
            dropped: Vec::new(),
        })
    }

    fn marks(&mut self, word: Word) -> Vec<Rule<(usize, Pits)>> {
        self.all(word)
            .iter()
            .map(|placed| {
                self.rule_of(placed, |low, values| {
                    (mark(&values[0]), low.pits_value(&values[1]))
                })
            })
            .collect()
    }

    fn forbid(&mut self, values: &[Value]) -> Forbid {
        let name = match &values[0] {
            Value::Text(name, _) => Some(name.clone()),
            _ => None,
        };
        let mut all = Vec::new();
        if values[1] == Value::Choice(0) {
            all.push(Condition::Turn {
                holds: true,
                fact: TurnFact::FirstLap,
            });
        }
        let (pits, claim) = self.which(&values[2], true);
        for claim in [
            Claim::Fact {
                holds: true,
                fact: Fact::OneOf(pits),
            },
            claim,
        ] {
            if claim != Claim::All(Vec::new()) {
                all.push(Condition::Pits(
                    Quantifier::Each,
                    Pits::One(Pit::Last),
                    claim,
                ));
            }
        }
        if let Value::Condition(condition) = &values[3] {
            all.push(self.condition(condition, true));
        }
        Forbid {
            name,
            kind: ForbidKind::Lap,
            when: Condition::All(all),
        }
    }

    /// A `forbid` of a move or of a whole turn.
    fn forbid_otherwise(&mut self, word: Word, values: &[Value]) -> Forbid {
        Forbid {
            name: match &values[0] {
                Value::Text(name, _) => Some(name.clone()),
                _ => None,
            },
            kind: match (word, values.get(2)) {
                (Word::ForbidMove, _) => ForbidKind::Move,
                (_, unless) => ForbidKind::Turn {
                    unless_every: unless == Some(&Value::Choice(0)),
                },
            },
            when: self.condition_value(&values[1]),
        }
    }

    /// The pits of a `take`, or of what is put.
    fn taken_pits(&mut self, value: &Value) -> Vec<Pits> {
        match value {
            Value::Takes(list) => list.iter().map(|said| self.pits(said)).collect(),
            _ => Vec::new(),
        }
    }

    /// The pits of a `take`, and who gets them.
    fn taken(&mut self, values: &[Value]) -> Vec<Taken> {
        let most = match values.first() {
            Some(number @ Value::Number(..)) => {
                Some(self.number(number, 1..=MOST_SEEDS_IN_A_PIT, "the seeds to take") as u16)
            }
            _ => None,
        };
        let pits = values
            .get(1)
            .map_or(Vec::new(), |value| self.taken_pits(value));
        let to = match values.get(2) {
            Some(Value::Said(said)) => match said.word {
                Word::ToOpponent => To::Opponent,
                Word::ToRowOwner => To::RowOwner,
                Word::ToPit => To::Into(self.pits_value(&said.values[0])),
                _ => To::Mover,
            },
            _ => To::Mover,
        };
        let taken = |pits| Taken {
            pits,
            to: to.clone(),
            most,
        };
        pits.into_iter().map(taken).collect()
    }

    /// What the braces of a `capture` or an `also` say.
    fn capture(&mut self, of: Word, inner: &[Said]) -> Capture {
        let mut capture = Capture::default();
        let is_choice = |said: &&Said| matches!(said.word, Word::ThenPick | Word::ThenPut);
        if let Some(second) = inner.iter().filter(is_choice).nth(1) {
            self.mistake(
                Diagnostic::new(
                    Code::Contradiction,
                    "a capture leaves the mover one choice of a pit",
                )
                .at(second.span.clone(), "this is the second")
                .help("one `then pick` or `then put`, or two captures"),
            );
        }
        for said in inner {
            self.follows(of, said);
            let values = &said.values;
            let next = match said.word {
                Word::Take => {
                    let taken = self.taken(values);
                    capture.takes.extend(taken);
                    continue;
                }
                Word::MarkPits => {
                    let pits = self.pits_value(&values[1]);
                    capture.marks.push((mark(&values[0]), pits));
                    continue;
                }
                Word::Unless => {
                    capture.unless = Some(self.condition_value(&values[0]));
                    continue;
                }
                Word::ThenAgain => Next::Again,
                Word::ThenRelay => Next::Relay(relayed(&values[0])),
                Word::ThenSow => Next::Sow(match values[0] {
                    Value::Choice(1) => After::StartOfLap,
                    _ => After::Last,
                }),
                Word::ThenPick => {
                    let (pits, claim) = self.which(&values[0], false);
                    Next::Pick(pits, claim)
                }
                _ => {
                    let from = self.taken_pits(&values[0]);
                    let (pits, claim) = self.which(&values[1], false);
                    Next::Put { from, pits, claim }
                }
            };
            capture.then.push(Then {
                next,
                when: values.last().map_or(Condition::All(Vec::new()), |value| {
                    self.condition_value(value)
                }),
            });
        }
        capture
    }

    /// Whether something can follow on such a capture: a `then` that would do nothing is a mistake.
    fn follows(&mut self, of: Word, said: &Said) {
        let (why, help) = match (of, said.word) {
            (
                Word::CaptureInPassing | Word::CaptureBefore,
                Word::ThenAgain | Word::ThenRelay | Word::ThenSow | Word::ThenPick | Word::ThenPut,
            ) => (
                "nothing comes after what is taken in the midst of a lap",
                "say what follows in a `capture` of the block `lap ends`",
            ),
            (Word::Also, Word::ThenRelay | Word::ThenSow) => (
                "an `also` is judged when the turn is over, and nothing is sown after it",
                "a `capture` decides how the lap goes on",
            ),
            _ => return,
        };
        self.mistake(
            Diagnostic::new(Code::OutOfPlace, why)
                .at(said.span.clone(), "this never comes about")
                .help(help),
        );
    }

    fn lap_rules(&mut self, block: Block) -> Vec<Rule<LapRule>> {
        let placed: Vec<Placed> = self
            .clauses
            .iter()
            .filter(|placed| is_lap_rule(placed, block))
            .cloned()
            .collect();
        let mut rules = Vec::new();
        for placed in placed {
            let rule = self.rule_of(&placed, |low, values| {
                let name = match values.first() {
                    Some(Value::Text(name, _)) => Some(name.clone()),
                    _ => None,
                };
                let when = match values.last() {
                    Some(Value::Condition(condition)) => low.condition(condition, true),
                    _ => Condition::All(Vec::new()),
                };
                let capture = low.capture(placed.said.word, &placed.inner);
                let needs_takes = matches!(
                    placed.said.word,
                    Word::Capture | Word::Also | Word::CaptureInPassing | Word::CaptureBefore
                );
                let takes_nothing = capture.takes.is_empty() && capture.marks.is_empty();
                if needs_takes && takes_nothing && placed.whole {
                    low.mistake(
                        Diagnostic::new(
                            Code::Missing,
                            format!(
                                "this `{}` takes nothing",
                                vocabulary::entry(placed.said.word).keyword()
                            ),
                        )
                        .at(placed.said.span.clone(), "what is taken?")
                        .help("say so in its braces: { take opposite pit, last pit }"),
                    );
                }
                let action = match placed.said.word {
                    Word::Relay => LapAction::Relay(Relay {
                        from: relayed(&values[1]),
                        turns_round: values[2] == Value::Choice(1),
                    }),
                    Word::Capture | Word::CaptureInPassing | Word::CaptureBefore => {
                        LapAction::Capture(capture)
                    }
                    Word::Also => LapAction::Also(capture),
                    Word::Again => LapAction::Again,
                    _ => LapAction::Stop,
                };
                LapRule { name, when, action }
            });
            rules.push(rule);
        }
        rules
    }

    // Pits.

    fn pits_value(&mut self, value: &Value) -> Pits {
        match value {
            Value::Said(said) => self.pits(said),
            _ => Pits::Every(Filled::Whatever),
        }
    }

    fn pit(&mut self, said: &Said) -> Pit {
        match said.word {
            Word::LastPit => Pit::Last,
            Word::OppositePit => Pit::Opposite,
            Word::NextPit => Pit::Next,
            Word::Origin => Pit::Origin,
            Word::OppositeOrigin => Pit::OppositeOrigin,
            Word::EndPit => {
                let number = if said.values[0] == Value::Choice(0) {
                    0
                } else {
                    self.pits - 1
                };
                Pit::Numbered(side(&said.values[1]), number)
            }
            Word::AfterNext => Pit::Along(2),
            Word::BeforeLast => Pit::Along(-1),
            Word::AlongPit => {
                let most = u64::from(self.half).min(100);
                let number = self.number(&said.values[0], 1..=most, "the steps along the sowing");
                match (number as i8, &said.values[1]) {
                    (1, Value::Choice(0)) => Pit::Next,
                    (number, Value::Choice(0)) => Pit::Along(number),
                    (number, _) => Pit::Along(-number),
                }
            }
            Word::FacingNext => Pit::Facing(1),
            Word::FacingAfterNext => Pit::Facing(2),
            Word::TwinPit => Pit::Twin,
            Word::StorePit => Pit::Store(side(&said.values[0])),
            Word::NumberedDepthPit => {
                let most = u64::from(self.pits);
                let number = self.number(&said.values[2], 1..=most, "the number of a pit");
                let at = self.in_row(&said.values[1], number as u8, &said.span);
                Pit::Numbered(side(&said.values[0]), at)
            }
            _ => {
                let most = u64::from(self.half);
                let number = self.number(&said.values[1], 1..=most, "the number of a pit") as u8;
                Pit::Numbered(side(&said.values[0]), number - 1)
            }
        }
    }

    /// A pit of an inner or an outer row, counted from 1 at the left, as a pit of its owner.
    fn in_row(&mut self, depth: &Value, number: u8, span: &Span) -> u8 {
        self.needs_four_rows(span);
        match depth {
            Value::Choice(0) => 2 * self.pits - number,
            _ => number - 1,
        }
    }

    fn needs_four_rows(&mut self, span: &Span) {
        if self.rows != 4 {
            self.mistake(
                Diagnostic::new(
                    Code::NeverHolds,
                    format!("a board of {} rows has no inner and outer rows", self.rows),
                )
                .at(span.clone(), "there are no such pits")
                .help("say `own` or `enemy`, or give the board four rows"),
            );
        }
    }

    /// What is said of a mark that belongs to a player must be said of one.
    fn needs_owned(&mut self, mark: usize, span: &Span) {
        if !self.owned.get(mark).copied().unwrap_or(true) {
            self.mistake(
                Diagnostic::new(Code::NeverHolds, "this mark belongs to nobody")
                    .at(span.clone(), "own and enemy make no difference here")
                    .help("declare it as owned: mark NAME, owned"),
            );
        }
    }

    fn pit_value(&mut self, value: &Value) -> Pit {
        match value {
            Value::Said(said) => self.pit(said),
            _ => Pit::Last,
        }
    }

    /// Pits of which something may be claimed, as a set.
    fn such(&mut self, value: &Value) -> Pits {
        match self.which(value, false) {
            (pits, claim) if claim == Claim::All(Vec::new()) => pits,
            (pits, claim) => Pits::Such(Box::new(pits), Box::new(claim)),
        }
    }

    fn pits(&mut self, said: &Said) -> Pits {
        let most = u64::from(self.pits);
        let pits = match said.word {
            Word::EveryPit => Pits::Every(filled(&said.values[0])),
            Word::RowPits => Pits::Row(filled(&said.values[0]), side(&said.values[1])),
            Word::EndPits => {
                let number = self.width(&said.values[1], most);
                Pits::End(hand_of_end(&said.values[0]), number, side(&said.values[2]))
            }
            Word::ListedPits => {
                let mut numbers = Vec::new();
                if let Value::Numbers(said) = &said.values[1] {
                    for (number, span) in said {
                        numbers.push(
                            self.in_range(
                                *number,
                                span,
                                1..=u64::from(self.half),
                                "the number of a pit",
                            ) as u8
                                - 1,
                        );
                    }
                }
                numbers.sort_unstable();
                numbers.dedup();
                Pits::Listed(side(&said.values[0]), numbers)
            }
            Word::BesidePits => {
                let of = self.pit_value(&said.values[2]);
                let hand = hand(&said.values[1]);
                // Beside a pit that is known, the row is known to end.
                let room = match (of, hand) {
                    (Pit::Numbered(_, at), Hand::Left) => u64::from(at),
                    (Pit::Numbered(_, at), Hand::Right) => most - 1 - u64::from(at),
                    _ => most - 1,
                };
                Pits::Beside(self.width(&said.values[0], room), hand, of)
            }
            Word::RunOfPits => Pits::Run(hand(&said.values[0]), self.pit_value(&said.values[1])),
            Word::SuchPits => self.such(&said.values[0]),
            Word::ChainOfPits | Word::ChainAcrossGaps => {
                let most = match &said.values[0] {
                    Value::Absent => None,
                    number => {
                        let all = u64::from(self.half) * 2;
                        Some(self.number(number, 1..=all, "the pits of a run") as u8)
                    }
                };
                let (of, claim) = self.which(&said.values[1], false);
                Pits::Chain(Box::new(Chain {
                    of,
                    claim,
                    most,
                    going: match said.values[2] {
                        Value::Choice(0 | 2) => Going::Before,
                        Value::Choice(1 | 3) => Going::After,
                        Value::Choice(4) => Going::Clockwise,
                        _ => Going::Counterclockwise,
                    },
                    gaps: said.word == Word::ChainAcrossGaps,
                    and_back: matches!(said.values[2], Value::Choice(0 | 1)),
                    from: self.pit_value(&said.values[3]),
                }))
            }
            Word::DepthPits => {
                self.needs_four_rows(&said.span);
                let whose = match &said.values[1] {
                    Value::Absent => None,
                    value => Some(side(value)),
                };
                Pits::Depth(filled(&said.values[0]), whose, depth(&said.values[2]))
            }
            Word::ListedDepthPits => {
                let mut numbers = Vec::new();
                if let Value::Numbers(listed) = &said.values[2] {
                    for (number, span) in listed {
                        let number = self.in_range(*number, span, 1..=most, "the number of a pit");
                        numbers.push(self.in_row(&said.values[1], number as u8, &said.span));
                    }
                }
                numbers.sort_unstable();
                numbers.dedup();
                Pits::Listed(side(&said.values[0]), numbers)
            }
            Word::ColumnPits => {
                let mut numbers = Vec::new();
                if let Value::Numbers(said) = &said.values[0] {
                    for (number, span) in said {
                        let number =
                            self.in_range(*number, span, 1..=most, "the number of a column");
                        numbers.push(number as u8 - 1);
                    }
                }
                numbers.sort_unstable();
                numbers.dedup();
                Pits::Columns(numbers)
            }
            Word::OutermostPits => {
                let number = match &said.values[1] {
                    Value::Absent => 1,
                    number => self.width(number, most),
                };
                let of = Box::new(self.such(&said.values[2]));
                Pits::Outermost(hand_of_end(&said.values[0]), number, of)
            }
            Word::OppositePits => Pits::Opposite(Box::new(self.pits_value(&said.values[0]))),
            Word::PlayersPits => {
                let mut numbers = Vec::new();
                if let Value::Numbers(said) = &said.values[1] {
                    let most = u64::from(self.half);
                    for (number, span) in said {
                        let number = self.in_range(*number, span, 1..=most, "the number of a pit");
                        numbers.push(number as u8 - 1);
                    }
                }
                numbers.sort_unstable();
                numbers.dedup();
                Pits::Of(player(&said.values[0]), numbers)
            }
            Word::InColumnPits => Pits::InColumn(
                filled(&said.values[0]),
                side(&said.values[1]),
                self.pit_value(&said.values[2]),
            ),
            Word::Them => match &self.them {
                Some(them) => them.clone(),
                None => {
                    self.mistake(
                        Diagnostic::new(Code::NoThem, "`them` stands for nothing")
                            .at(
                                said.span.clone(),
                                "the rule has named no set of pits before this",
                            )
                            .help("name the pits"),
                    );
                    Pits::Every(Filled::Whatever)
                }
            },
            _ => Pits::One(self.pit(said)),
        };
        if !matches!(pits, Pits::One(_)) {
            self.them = Some(pits.clone());
        }
        pits
    }

    /// A number of pits that must fit beside one another.
    fn width(&mut self, value: &Value, room: u64) -> u8 {
        if let Value::Number(number, span) = value {
            if *number == 0 || *number > room {
                let row = self.pits;
                self.mistake(
                    Diagnostic::new(
                        Code::TooWide,
                        format!("there are no such {number} pits in a row of {row}"),
                    )
                    .at(
                        span.clone(),
                        if room == 0 {
                            "there is no pit there".to_owned()
                        } else {
                            format!("expected a number from 1 to {room}")
                        },
                    ),
                );
            }
            return (*number).clamp(1, room.max(1)) as u8;
        }
        1
    }

    /// A kind of pit: the set it is of, and what is claimed of it. `was` for a pit as it stood before the
    /// last seed fell.
    fn which(&mut self, value: &Value, was: bool) -> (Pits, Claim) {
        let Value::Which(said, facts) = value else {
            return (Pits::Every(Filled::Whatever), Claim::All(Vec::new()));
        };
        let (pits, filled) = match self.pits(said) {
            Pits::Every(filled) => (Pits::Every(Filled::Whatever), filled),
            Pits::Row(filled, side) => (Pits::Row(Filled::Whatever, side), filled),
            Pits::Depth(filled, side, depth) => {
                (Pits::Depth(Filled::Whatever, side, depth), filled)
            }
            Pits::InColumn(filled, side, of) => {
                (Pits::InColumn(Filled::Whatever, side, of), filled)
            }
            other => (other, Filled::Whatever),
        };
        let mut claims = Vec::new();
        if filled != Filled::Whatever {
            claims.push(Claim::Fact {
                holds: filled == Filled::Occupied,
                fact: Fact::Holds {
                    was,
                    count: Count::Some,
                },
            });
        }
        if let Some(facts) = facts {
            claims.push(self.claim(facts, true));
        }
        let claim = if claims.len() == 1 {
            claims.remove(0)
        } else {
            Claim::All(claims)
        };
        (pits, claim)
    }

    // Conditions. `holds` is false under an odd number of `not`s, which are thereby pushed down to the
    // single facts.

    fn condition_value(&mut self, value: &Value) -> Condition {
        match value {
            Value::Condition(condition) => self.condition(condition, true),
            _ => Condition::All(Vec::new()),
        }
    }

    fn condition(&mut self, said: &read::Condition, holds: bool) -> Condition {
        match said {
            read::Condition::And(items) => {
                let items = items
                    .iter()
                    .map(|item| self.condition(item, holds))
                    .collect();
                if holds {
                    Condition::All(items)
                } else {
                    Condition::Any(items)
                }
            }
            read::Condition::Or(items) => {
                let items = items
                    .iter()
                    .map(|item| self.condition(item, holds))
                    .collect();
                if holds {
                    Condition::Any(items)
                } else {
                    Condition::All(items)
                }
            }
            read::Condition::Not(item) => self.condition(item, !holds),
            read::Condition::Turn(said) => self.turn_fact(said, holds),
            read::Condition::Pits(quantifier, subject, facts) => {
                let pits = self.pits(subject);
                // "None of them is" is "each of them is not"; "not each is" is "some is not".
                let (quantifier, claimed) = match (quantifier, holds) {
                    (SaidQuantifier::Each, true) => (Quantifier::Each, true),
                    (SaidQuantifier::Each, false) => (Quantifier::Any, false),
                    (SaidQuantifier::Any, true) => (Quantifier::Any, true),
                    (SaidQuantifier::Any, false) | (SaidQuantifier::None, true) => {
                        (Quantifier::Each, false)
                    }
                    (SaidQuantifier::None, false) => (Quantifier::Any, true),
                };
                let quantifier = match pits {
                    Pits::One(_) => Quantifier::Each,
                    _ => quantifier,
                };
                let them = self.them.clone();
                let claim = self.claim(facts, claimed);
                // A set named within a claim is not what `them` means.
                self.them = them;
                Condition::Pits(quantifier, pits, claim)
            }
        }
    }

    fn turn_fact(&mut self, said: &Said, holds: bool) -> Condition {
        let fact = |fact| Condition::Turn { holds, fact };
        match said.word {
            Word::FirstLap => fact(TurnFact::FirstLap),
            Word::Crossed => fact(TurnFact::Crossed),
            Word::CapturedThisTurn => fact(TurnFact::CapturedThisTurn),
            Word::RuleCaptured => {
                let Value::Text(name, span) = &said.values[0] else {
                    return fact(TurnFact::CapturedThisTurn);
                };
                match self.lap_names.iter().position(|other| other == name) {
                    Some(rule) => fact(TurnFact::RuleCaptured(rule)),
                    None => {
                        let label = match nearest(name, self.lap_names.iter().map(String::as_str)) {
                            Some(near) => format!("did you mean \"{near}\"?"),
                            None => "no rule of `lap ends` has this name".to_owned(),
                        };
                        self.mistake(
                            Diagnostic::new(
                                Code::UnknownRule,
                                format!("there is no rule \"{name}\""),
                            )
                            .at(span.clone(), label),
                        );
                        fact(TurnFact::CapturedThisTurn)
                    }
                }
            }
            Word::Holds => self.called_condition(said, holds),
            Word::NoMove => fact(TurnFact::NoMove(side(&said.values[0]))),
            Word::FirstTurn => fact(TurnFact::FirstTurns(1)),
            Word::FirstTurns => {
                let number = self.number(&said.values[0], 1..=100, "the turns");
                fact(TurnFact::FirstTurns(number as u8))
            }
            Word::FirstTurnOfGame => fact(TurnFact::FirstTurnsOfGame(1)),
            Word::FirstTurnsOfGame => {
                let number = self.number(&said.values[0], 1..=100, "the turns");
                fact(TurnFact::FirstTurnsOfGame(number as u8))
            }
            Word::LastSeed => fact(TurnFact::LastSeed),
            Word::ExtraTurn => fact(TurnFact::ExtraTurn),
            Word::StraightBack => fact(TurnFact::StraightBack),
            Word::SeedsIn => {
                let pits = self.taken_pits(&said.values[0]);
                let (count, holds) = self.holding(&said.values[1], holds);
                Condition::Together { pits, count, holds }
            }
            Word::LapOf => {
                let (count, holds) = self.holding(&said.values[0], holds);
                Condition::LapOf { count, holds }
            }
            Word::LapBegunWith => {
                let (count, holds) = self.holding(&said.values[0], holds);
                Condition::LapBegunWith { count, holds }
            }
            _ => {
                let both = Side::Own;
                let sides = [both, Side::Enemy]
                    .map(|side| Condition::Turn {
                        holds,
                        fact: TurnFact::NoMove(side),
                    })
                    .to_vec();
                if holds {
                    Condition::All(sides)
                } else {
                    Condition::Any(sides)
                }
            }
        }
    }

    /// The condition that a `call` names, in place of its name.
    fn called_condition(&mut self, said: &Said, holds: bool) -> Condition {
        let Value::Text(name, span) = &said.values[0] else {
            return Condition::All(Vec::new());
        };
        let found = self.all(Word::Call).into_iter().find(
            |placed| matches!(placed.said.values.first(), Some(Value::Text(other, _)) if other == name),
        );
        let Some(placed) = found else {
            self.no_such_call(name, span);
            return Condition::All(Vec::new());
        };
        if self.calling.contains(name) {
            self.mistake(
                Diagnostic::new(Code::Contradiction, format!("\"{name}\" asks for itself"))
                    .at(span.clone(), "this closes the circle")
                    .note(format!(
                        "{} asks for {name}",
                        self.calling.join(" asks for ")
                    )),
            );
            return Condition::All(Vec::new());
        }
        let file = std::mem::replace(&mut self.file, placed.provenance.file);
        self.calling.push(name.clone());
        self.called.push((name.clone(), placed.provenance.clone()));
        let condition = match &placed.said.values[1] {
            Value::Condition(condition) => self.condition(condition, holds),
            _ => Condition::All(Vec::new()),
        };
        self.calling.pop();
        self.file = file;
        condition
    }

    fn no_such_call(&mut self, name: &str, span: &Span) {
        let names: Vec<String> = self
            .all(Word::Call)
            .iter()
            .filter_map(|placed| match placed.said.values.first() {
                Some(Value::Text(name, _)) => Some(name.clone()),
                _ => None,
            })
            .collect();
        let label = match nearest(name, names.iter().map(String::as_str)) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => "no `call` gives this name".to_owned(),
        };
        let mut mistake = Diagnostic::new(
            Code::UnknownRule,
            format!("there is no condition \"{name}\""),
        )
        .at(span.clone(), label);
        if self.lap_names.iter().any(|other| other == name) {
            mistake = mistake.help(format!("of a rule one asks: \"{name}\" captured"));
        }
        self.mistake(mistake);
    }

    /// A condition that is named and never asked for says nothing.
    fn calls_are_asked(&mut self) {
        for placed in self.all(Word::Call) {
            let Some(Value::Text(name, span)) = placed.said.values.first() else {
                continue;
            };
            if self.called.iter().any(|(other, _)| other == name) {
                continue;
            }
            self.file = placed.provenance.file;
            self.mistake(
                Diagnostic::new(
                    Code::NeverReached,
                    format!("no rule asks whether \"{name}\" holds"),
                )
                .at(span.clone(), "so this means nothing")
                .help(format!(
                    "ask for it, `\"{name}\" holds`, or `drop \"{name}\"`"
                )),
            );
        }
    }

    /// A number of seeds, and whether it is that or not.
    fn holding(&mut self, value: &Value, holds: bool) -> (Count, bool) {
        if let Value::Said(said) = value
            && let Claim::Fact {
                holds,
                fact: Fact::Holds { count, .. },
            } = self.fact(false, said, holds)
        {
            return (count, holds);
        }
        (Count::Some, holds)
    }

    fn claim(&mut self, facts: &Facts, holds: bool) -> Claim {
        match facts {
            Facts::And(items) => {
                let items = items.iter().map(|item| self.claim(item, holds)).collect();
                if holds {
                    Claim::All(items)
                } else {
                    Claim::Any(items)
                }
            }
            Facts::Or(items) => {
                let items = items.iter().map(|item| self.claim(item, holds)).collect();
                if holds {
                    Claim::Any(items)
                } else {
                    Claim::All(items)
                }
            }
            Facts::Not(item) => self.claim(item, !holds),
            Facts::Fact { was, said } => self.fact(*was, said, holds),
        }
    }

    fn fact(&mut self, was: bool, said: &Said, holds: bool) -> Claim {
        let values = &said.values;
        let most_seeds = MOST_SEEDS;
        let (holds, fact) = match said.word {
            Word::IsOwn => (holds, row(Side::Own)),
            Word::IsEnemy => (holds, row(Side::Enemy)),
            Word::IsOwnedBy => (holds, row(side(&values[0]))),
            Word::IsOccupied => (
                holds,
                Fact::Holds {
                    was,
                    count: Count::Some,
                },
            ),
            Word::IsEmpty => (
                !holds,
                Fact::Holds {
                    was,
                    count: Count::Some,
                },
            ),
            Word::IsMarked => (holds, Fact::Marked(mark(&values[0]))),
            Word::IsMarkedBy => {
                self.needs_owned(mark(&values[1]), &said.span);
                (holds, Fact::MarkedBy(mark(&values[1]), side(&values[0])))
            }
            Word::IsAsFull => {
                let than = Than::Pit(self.pit_value(&values[1]));
                (holds, compared(&values[0], than))
            }
            Word::IsAsFullAsFacing => (holds, compared(&values[0], Than::Facing)),
            Word::IsFacing => (holds, Fact::Facing(values[0] == Value::Choice(0))),
            Word::IsDeep => {
                self.needs_four_rows(&said.span);
                let pits = Pits::Depth(Filled::Whatever, None, depth(&values[0]));
                (holds, Fact::OneOf(pits))
            }
            Word::HoldsMoreThanHalf => (
                holds,
                Fact::Holds {
                    was,
                    count: Count::MoreThanHalf,
                },
            ),
            Word::EmptyAtOpening => (holds, Fact::EmptyAtOpening),
            Word::EmptyAtStart => (holds, Fact::EmptyAtStart),
            Word::SownFrom => (holds, Fact::SownFrom),
            Word::SownInto => (holds, Fact::SownInto),
            Word::IsPit => (holds, Fact::OneOf(Pits::One(self.pit_value(&values[0])))),
            Word::IsOutermost => {
                let of = Box::new(self.such(&values[1]));
                let outermost = Pits::Outermost(hand_of_end(&values[0]), 1, of);
                (holds, Fact::OneOf(outermost))
            }
            Word::IsOneOf => (holds, Fact::OneOf(self.pits_value(&values[0]))),
            Word::HoldsExactly => {
                let mut numbers = Vec::new();
                if let Value::Numbers(said) = &values[0] {
                    for (number, span) in said {
                        numbers.push(self.in_range(
                            *number,
                            span,
                            0..=most_seeds,
                            "the seeds of a pit",
                        ) as u32);
                    }
                }
                numbers.sort_unstable();
                numbers.dedup();
                if numbers == [0] {
                    (
                        !holds,
                        Fact::Holds {
                            was,
                            count: Count::Some,
                        },
                    )
                } else {
                    (
                        holds,
                        Fact::Holds {
                            was,
                            count: Count::OneOf(numbers),
                        },
                    )
                }
            }
            Word::HoldsAtLeast => {
                match self.number(&values[0], 0..=most_seeds, "the seeds of a pit") {
                    1 => (
                        holds,
                        Fact::Holds {
                            was,
                            count: Count::Some,
                        },
                    ),
                    number => (
                        holds,
                        Fact::Holds {
                            was,
                            count: Count::AtLeast(number as u32),
                        },
                    ),
                }
            }
            Word::HoldsAtMost => {
                match self.number(&values[0], 0..=most_seeds, "the seeds of a pit") {
                    0 => (
                        !holds,
                        Fact::Holds {
                            was,
                            count: Count::Some,
                        },
                    ),
                    number => (
                        holds,
                        Fact::Holds {
                            was,
                            count: Count::AtMost(number as u32),
                        },
                    ),
                }
            }
            _ => {
                let even = values[0] == Value::Choice(0);
                (
                    true,
                    Fact::Holds {
                        was,
                        count: Count::Even(even == holds),
                    },
                )
            }
        };
        Claim::Fact { holds, fact }
    }
}

/// Which pits the sowing goes round, where no file says it.
pub fn path_of(rows: u8) -> Path {
    if rows == 4 { Path::Own } else { Path::Board }
}

fn direction(value: &Value) -> Direction {
    match value {
        Value::Choice(0) => Direction::Counterclockwise,
        Value::Choice(1) => Direction::Clockwise,
        Value::Choice(2) => Direction::OppositeWays,
        Value::Choice(3) => Direction::EitherWayForGood,
        _ => Direction::EitherWay,
    }
}

/// `[from <last pit|next pit|own store>]`, of a relay.
fn relayed(value: &Value) -> Pit {
    match value {
        Value::Choice(1) => Pit::Next,
        Value::Choice(2) => Pit::Store(Side::Own),
        _ => Pit::Last,
    }
}

fn depth(value: &Value) -> Depth {
    match value {
        Value::Choice(0) => Depth::Inner,
        _ => Depth::Outer,
    }
}

/// `as full as|fuller than`.
fn compared(value: &Value, than: Than) -> Fact {
    match value {
        Value::Choice(0) => Fact::AsFullAs(than),
        _ => Fact::FullerThan(than),
    }
}

fn row(side: Side) -> Fact {
    Fact::OneOf(Pits::Row(Filled::Whatever, side))
}

fn mark(value: &Value) -> usize {
    match value {
        Value::Mark(mark) => *mark,
        _ => 0,
    }
}

fn side(value: &Value) -> Side {
    match value {
        Value::Choice(0) => Side::Own,
        _ => Side::Enemy,
    }
}

fn player(value: &Value) -> Player {
    match value {
        Value::Choice(0) => Player::South,
        _ => Player::North,
    }
}

fn filled(value: &Value) -> Filled {
    match value {
        Value::Choice(0) => Filled::Occupied,
        Value::Choice(_) => Filled::Empty,
        _ => Filled::Whatever,
    }
}

/// `right|left`, as in `the 3 pits right of …`.
fn hand(value: &Value) -> Hand {
    match value {
        Value::Choice(0) => Hand::Right,
        _ => Hand::Left,
    }
}

/// `leftmost|rightmost`.
fn hand_of_end(value: &Value) -> Hand {
    match value {
        Value::Choice(0) => Hand::Left,
        _ => Hand::Right,
    }
}

fn outcome(value: &Value) -> Outcome {
    let Value::Said(said) = value else {
        return Outcome::Draw;
    };
    match (said.word, said.values.first()) {
        (Word::RestTo, Some(Value::Choice(0))) => Outcome::RestTo(Side::Enemy),
        (Word::RestTo, Some(Value::Choice(1))) => Outcome::RestTo(Side::Own),
        (Word::RestTo, _) => Outcome::RestToNobody,
        (Word::RestToOwner, _) => Outcome::RestToOwner,
        (Word::RestDivided, _) => Outcome::RestDivided,
        (Word::Wins, Some(Value::Choice(0))) => Outcome::Wins(Side::Own),
        (Word::Wins, _) => Outcome::Wins(Side::Enemy),
        _ => Outcome::Draw,
    }
}

fn ruling(value: &Value) -> Ruling {
    match value {
        Value::Said(said) if said.word == Word::Forbidden => Ruling::Forbidden,
        Value::Said(said) if said.word == Word::EndsTurn => Ruling::EndsTurn,
        _ => Ruling::Draw,
    }
}
