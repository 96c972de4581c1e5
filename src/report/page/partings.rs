//! Where the variants part from the reference: how often a game meets a position that tells them apart, and the
//! smallest one, with what each makes of it.

use super::{Games, Section, scroll};
use crate::analyse::Share;
use crate::engine::Program;
use crate::positions;
use crate::records::result_text;
use crate::report::thousands;
use crate::rules::Variant;
use crate::rules::accounts::Matrix;
use crate::simulate::distinguish::{Difference, Distinction, Parting};
use crate::tell::{self, Teller, Verdict};
use maud::{Markup, html};

/// A variant with its rules compiled.
struct Side<'a> {
    variant: &'a Variant,
    program: Program,
}

impl<'a> Side<'a> {
    fn of(variant: &'a Variant) -> Self {
        Side {
            variant,
            program: Program::compile(&variant.ruleset),
        }
    }
}

pub(super) fn partings(games: &Games<'_>, matrix: &Matrix<'_>) -> Option<Section> {
    let all = matrix
        .columns
        .iter()
        .filter_map(|column| Some((column, games.partings.get(column[0])?.as_ref()?)));
    let mut all = all.peekable();
    all.peek()?;
    let variants = &games.experiment.variants;
    let reference = Side::of(&variants[games.experiment.reference]);
    let name = &reference.variant.name;
    let body = html! {
        p { "Random games were played under the rules of " (name) " and under those of another variant, and at each position both \
             were asked for the legal moves and what each does. Told is in how many games they part somewhere, with the 95 % \
             interval, and the smallest position on which they do." }
        @for (column, found) in all {
            @let other = Side::of(&variants[column[0]]);
            details .variant {
                summary {
                    h3 { (matrix.names(column).join(", ")) }
                    " " span .quiet { (share(found)) }
                }
                @let begin_alike = reference.program.start() == other.program.start();
                @if !begin_alike { p { "They begin from different positions." } }
                @match &found.smallest {
                    Some(smallest) => (parting([&reference, &other], smallest)),
                    None => p { (if begin_alike { "At most " } else { "Once begun, at most " })
                                (percent(Share::of(0, found.games).high))
                                " of random games meet a position on which they part." },
                }
            }
        }
    };
    Some(Section {
        id: "partings",
        title: format!("Where they part from {name}"),
        body,
    })
}

/// In how many games they part.
fn share(found: &Distinction) -> String {
    if found.bitten == 0 {
        return format!("not told apart in {} games", thousands(found.games));
    }
    let share = Share::of(found.bitten, found.games);
    let [low, high] = [share.low, share.high].map(|share| format!("{:.1}", 100.0 * share));
    format!("{} of games ({low} to {high})", percent(share.estimate))
}

fn percent(share: f64) -> String {
    format!("{:.1}\u{a0}%", 100.0 * share)
}

fn parting(sides: [&Side<'_>; 2], parting: &Parting) -> Markup {
    let position = &parting.position;
    let tellers = sides.map(|side| Teller::without_places(side.variant, &side.program));
    let [one, other] = &tellers;
    let mover = position.mover.name();
    let (on, told) = match &parting.on {
        Difference::Opening => {
            return html! { p { "They part in the opening, on what may be redistributed." } };
        }
        Difference::End => {
            let told = [one, other].map(|teller| match teller.settled(position) {
                Some(end) => format!("the game is over: {}", result_text(end)),
                None => "the game goes on".to_owned(),
            });
            (format!("{mover} cannot move"), told)
        }
        Difference::Move(played) => {
            let written = tell::written([one, other], position, played);
            let [ours, theirs] = [(one, &written[0]), (other, &written[1])]
                .map(|(teller, written)| teller.verdict(position, written));
            let told = match (ours, theirs) {
                (Ok(ours), Ok(theirs)) => both_make_of_it(&ours, &theirs),
                (ours, theirs) => [ours, theirs].map(|verdict| match verdict {
                    Ok(verdict) => makes_of_it(&verdict),
                    Err(error) => error.to_string(),
                }),
            };
            (format!("{mover} moves; they part on {}", written[0]), told)
        }
    };
    let label = format!(
        "The board on which {} and {} part",
        sides[0].variant.name, sides[1].variant.name
    );
    html! {
        (scroll(&label, html! { pre .board { (one.board(position)) } }))
        p { (on) ":" }
        ul {
            @for (side, told) in sides.iter().zip(told) {
                li { "by " b { (side.variant.name) } ": " (told) "." }
            }
        }
        p .quiet { "In text, for " code { "--position" } ": " code { (positions::write(&sides[0].program, position)) } }
    }
}

/// What either says of a move; where that is the same in a few words, by the positions it leads to.
fn both_make_of_it(ours: &Verdict, theirs: &Verdict) -> [String; 2] {
    let told = [ours, theirs].map(makes_of_it);
    match (&ours.result, &theirs.result) {
        (Some(ours), Some(theirs)) if told[0] == told[1] => {
            [ours, theirs].map(|result| format!("it leads to {}", result.position))
        }
        _ => told,
    }
}

/// What a variant says of a move.
fn makes_of_it(verdict: &Verdict) -> String {
    match (&verdict.refused, &verdict.result) {
        (Some(refused), _) => format!("not legal, by the rule “{}”", refused.rule),
        (None, Some(result)) => result.briefly(),
        (None, None) => String::new(),
    }
}
