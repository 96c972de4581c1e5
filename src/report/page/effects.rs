//! What the answers to questions change: in sentences, the questions that matter most first; as intervals; and two
//! answers together.

use super::method::{fact, random_numbers};
use super::plot::{self, Interval};
use super::{Section, in_numbers, scroll};
use crate::analyse::measures::{Unit, named};
use crate::analyse::sweep::{Asked, Bite, Effect, Interaction, Sweep, Verdict};
use crate::report::sweep::{self as words, given};
use crate::report::table::level_in_percent;
use crate::report::thousands;
use maud::{Markup, html};

/// What the page is called.
pub(super) fn title(sweep: &Sweep) -> String {
    format!("{}: what the answers change", sweep.title)
}

/// What was played, in a few words.
pub(super) fn lead(sweep: &Sweep) -> Markup {
    html! {
        p .lead { (words::asked(sweep)) " · " (words::played(sweep)) ". Intervals are of 95 %." }
    }
}

/// Each question with what its answers come to.
pub(super) fn ranking(sweep: &Sweep) -> Section {
    let body = html! {
        p { "What each answer changes against the file’s own, on average over the answers to all other questions. The \
             questions that matter most come first." }
        ol .ranking {
            @for question in &sweep.questions {
                li {
                    h3 { (question.text) }
                    p .quiet { "The file answers: " (question.own_text) "." }
                    ul {
                        @for answer in &question.answers {
                            li .other[answer.verdict == Verdict::Changes] {
                                b { (answer.text) } ": " (words::sentence(question, answer))
                            }
                        }
                    }
                }
            }
        }
    };
    Section {
        id: "ranking",
        title: "Which answers matter".to_owned(),
        body,
    }
}

/// The level, in per cent.
fn level(sweep: &Sweep) -> String {
    format!("{} %", level_in_percent(sweep.level))
}

/// What a number of a measure is multiplied by before it is told, and in what it then is.
fn told_in(measure: &str) -> (f64, &'static str) {
    match named(measure).map(|measure| measure.unit) {
        Some(unit @ Unit::Percent) => (unit.scale(), "percentage points"),
        Some(unit) => (unit.scale(), unit.name()),
        None => (1.0, ""),
    }
}

/// Every answer with its question, and both by name.
fn answers(
    sweep: &Sweep,
) -> impl Iterator<Item = (&Asked, &crate::analyse::sweep::AnswerResult, String)> {
    sweep.questions.iter().flat_map(|question| {
        question.answers.iter().map(move |answer| {
            (
                question,
                answer,
                format!("{}: {}", question.name, answer.name),
            )
        })
    })
}

/// The effects as intervals and in numbers, and how often each answer makes a difference.
pub(super) fn effects(sweep: &Sweep) -> Section {
    let shown = words::shown(sweep);
    let body = html! {
        p { "By how much a measure is greater with an answer than with the file’s own, with 95 % intervals. A full dot, and \
             a star in the table, is an effect that is told from chance at the " (level(sweep)) " level for all "
             "effects together; a hollow dot is one that may be chance." }
        div .panels {
            @for &measure in &shown {
                @let measured = &sweep.measures[measure];
                @let rows: Vec<Interval> = answers(sweep).filter_map(|(_, answer, label)| {
                    let effect = answer.effects.get(measure)?;
                    let scale = told_in(effect.measure).0;
                    Some(Interval {
                        label,
                        value: words::cell(effect).replace('*', ""),
                        estimate: scale * effect.difference,
                        low: scale * effect.low,
                        high: scale * effect.high,
                        full: effect.told_apart,
                    })
                }).collect();
                figure {
                    figcaption { b { (measured.title) } }
                    (plot::intervals(
                        &format!("effect-{}", measured.name),
                        &format!("{}: what each answer changes", measured.title),
                        told_in(measured.name).1,
                        &rows,
                        Some(0.0),
                    ))
                }
            }
            (bites(sweep))
        }
        (numbers(sweep, &shown))
    };
    Section {
        id: "effects",
        title: "What each answer changes".to_owned(),
        body,
    }
}

fn bites(sweep: &Sweep) -> Markup {
    let rows: Vec<Interval> = answers(sweep)
        .filter_map(|(_, answer, label)| {
            let (share, low, high) = match answer.bite {
                Bite::SameRules => (0.0, 0.0, 0.0),
                Bite::FromTheStart => (1.0, 1.0, 1.0),
                Bite::Searched {
                    share, low, high, ..
                } => (share, low, high),
                Bite::NotSearched | Bite::Contradicts { .. } => return None,
            };
            Some(Interval {
                label,
                value: match answer.bite {
                    Bite::SameRules => "same rules".to_owned(),
                    Bite::FromTheStart => "from the start".to_owned(),
                    _ => format!("{:.1} %", 100.0 * share),
                },
                estimate: 100.0 * share,
                low: 100.0 * low,
                high: 100.0 * high,
                full: true,
            })
        })
        .collect();
    html! {
        figure {
            figcaption { b { "bite rate" } ": games that meet a position on which the answer makes a difference" }
            (plot::intervals("bite", "How often each answer makes a difference", "% of the games", &rows, None))
        }
    }
}

fn numbers(sweep: &Sweep, shown: &[usize]) -> Markup {
    let heads: Vec<String> = shown
        .iter()
        .map(|&measure| words::head(sweep.measures[measure].name))
        .collect();
    let mean = shown
        .iter()
        .map(|&measure| words::mean_of(&sweep.measures[measure]));
    let mut rows = vec![("(mean of all)".to_owned(), mean.collect())];
    rows.extend(answers(sweep).map(|(_, answer, label)| {
        let cell = |&measure: &usize| {
            answer
                .effects
                .get(measure)
                .map_or_else(|| "none".to_owned(), words::cell)
        };
        (label, shown.iter().map(cell).collect())
    }));
    in_numbers(
        "The effects in numbers",
        "What each answer changes, with half the width of its 95 % interval",
        "answer",
        &heads,
        &rows,
    )
}

/// What two answers do together.
pub(super) fn together(sweep: &Sweep) -> Option<Section> {
    if sweep.interactions.is_empty() {
        return None;
    }
    let told: Vec<(&Interaction, &Effect)> = words::interactions_told_apart(sweep);
    let all = (sweep.interactions.len() * sweep.measures.len()) as u64;
    let body = html! {
        p { "By how much the effect of one answer is greater with another than with the file’s own. "
            @if told.is_empty() {
                "None of the " (thousands(all)) " is told from chance."
            } @else {
                (thousands(told.len() as u64)) " of the " (thousands(all)) " are told from chance:"
            }
        }
        @if !told.is_empty() {
            (scroll("What two answers do together", html! {
                table {
                    thead { tr {
                        th scope="col" { "answer" }
                        th scope="col" { "with" }
                        th scope="col" { "changes" }
                        th scope="col" .number { "by" }
                    } }
                    tbody {
                        @for (interaction, effect) in told {
                            tr {
                                th scope="row" { (given(&interaction.answers[0])) }
                                td { (given(&interaction.answers[1])) }
                                td { (words::title(effect.measure)) }
                                td .number { (words::difference(effect)) }
                            }
                        }
                    }
                }
            }))
        }
    };
    Some(Section {
        id: "together",
        title: "Two answers together".to_owned(),
        body,
    })
}

/// How it was computed.
pub(super) fn method(sweep: &Sweep) -> Markup {
    let [south, north] = sweep.players;
    html! {
        (fact("random numbers", random_numbers(sweep.rng, sweep.seed)))
        (fact("players", format!("South {south}, North {north}")))
        (fact("games", format!("each is left unfinished after turn {}", thousands(sweep.max_turns.into()))))
        (fact("level", format!("{}, for all effects together, by Holm’s method", level(sweep))))
        (fact("what was played", html! {
            @for paragraph in words::paragraphs(sweep) { p { (paragraph) } }
        }))
    }
}
