//! A sweep over the questions of a variant: in sentences, then in tables; and for programs.

use super::table::{self, counted, finish, level_in_percent, plain_table, stopped, thousands};
use super::{Rows, filled};
use crate::analyse::measures::{Unit, named};
use crate::analyse::sweep::{
    AnswerResult, Asked, Bite, Effect, Given, Interaction, Measured, Sweep, Verdict,
};
use std::fmt::Write as _;

/// How many interactions are told one by one.
const MOST_INTERACTIONS: usize = 12;

/// A sweep for people.
pub fn sweep(sweep: &Sweep) -> String {
    let mut text = heading(sweep);
    text.push_str(&ranking(sweep));
    text.push_str(&main_effects(sweep));
    text.push_str(&interactions(sweep));
    text.push_str(&how(sweep));
    text
}

fn heading(sweep: &Sweep) -> String {
    format!(
        "{} ({}) · {}\n{} · 95 % intervals\n",
        sweep.title,
        sweep.variant,
        asked(sweep),
        played(sweep)
    )
}

/// The questions, and of how many combinations of their answers this is.
pub(super) fn asked(sweep: &Sweep) -> String {
    let combinations = &sweep.combinations;
    let of = if combinations.rounds > 1 {
        format!(
            "{} fractions of {} of all {} combinations",
            thousands(combinations.rounds),
            thousands(combinations.at_a_time as u64),
            thousands(combinations.all)
        )
    } else {
        format!("all {} combinations", thousands(combinations.all))
    };
    let questions = counted(sweep.questions.len(), "question");
    format!("{questions} · {of}")
}

/// The games that were played.
pub(super) fn played(sweep: &Sweep) -> String {
    format!(
        "{} · {} games{} · {} play · seed {}",
        counted(sweep.combinations.rulesets, "ruleset"),
        thousands(sweep.games_in_all),
        stopped(sweep.partial),
        sweep.players[0],
        sweep.seed
    )
}

/// What each answer comes to, in sentences.
fn ranking(sweep: &Sweep) -> String {
    let mut text = "\n".to_owned();
    text.push_str(&filled(
        "",
        "",
        "What each answer changes against the file's own, on average over the answers to all other questions. The \
         questions that matter most come first.",
    ));
    for (at, question) in sweep.questions.iter().enumerate() {
        let number = format!("{:>3}. ", at + 1);
        text.push('\n');
        text.push_str(&filled(
            &number,
            "     ",
            &format!("{}: {}", question.name, question.text),
        ));
        for answer in &question.answers {
            text.push_str(&filled("     ", "       ", &sentence(question, answer)));
        }
    }
    text
}

/// What an answer comes to.
pub(super) fn sentence(question: &Asked, answer: &AnswerResult) -> String {
    let names = format!("{} rather than {}", answer.name, question.own);
    let (told, open): (Vec<&Effect>, Vec<&Effect>) =
        answer.effects.iter().partition(|effect| effect.told_apart);
    let advantage = answer.effects.first().map(|effect| {
        let half_width = half_width(effect);
        let half = unsigned(precision(effect.measure, half_width), half_width);
        format!("±{half} points")
    });
    let mut words = match answer.verdict {
        Verdict::Changes => {
            let shifts: Vec<String> = told
                .iter()
                .map(|effect| format!("{} {}", title(effect.measure), difference(effect)))
                .collect();
            let rest = match (open.first(), &advantage) {
                (Some(first), Some(half)) if first.measure == answer.effects[0].measure => {
                    format!("; {} not measurably ({half})", title(first.measure))
                }
                _ => String::new(),
            };
            format!("{names}: {}{rest}.", shifts.join("; "))
        }
        Verdict::ChangesTogether => format!(
            "{names} changes nothing measurable by itself, but something together with other answers."
        ),
        Verdict::BitesOnly | Verdict::NotSearched | Verdict::NeverBites
            if answer.effects.iter().all(is_nothing) =>
        {
            format!("{names} changes nothing: every game went the same way.")
        }
        Verdict::BitesOnly | Verdict::NotSearched | Verdict::NeverBites => {
            let half = advantage.map_or_else(String::new, |half| {
                format!(" ({}: {half})", title(answer.effects[0].measure))
            });
            format!("{names} changes nothing measurable{half}.")
        }
        Verdict::SameRules if answer.effects.is_empty() => {
            return format!("{names} is the same rules in other words.");
        }
        Verdict::SameRules => format!("{names} changes nothing measurable."),
        Verdict::Contradicts => format!("{names}: nothing can be said."),
    };
    match &answer.bite {
        Bite::SameRules => {
            words.push_str(" With the file's other answers it is the same rules in other words.");
        }
        Bite::FromTheStart => words.push_str(" Its games begin from another position."),
        Bite::Searched {
            games,
            bitten: 0,
            high,
            ..
        } => {
            let _ = write!(
                words,
                " With the file's other answers it never bites: not told apart in {} games (at most {} % of games).",
                thousands(*games),
                percent(*high)
            );
        }
        Bite::Searched {
            share, low, high, ..
        } => {
            let _ = write!(
                words,
                " With the file's other answers it bites in {} % of games ({} to {}).",
                percent(*share),
                percent(*low),
                percent(*high)
            );
        }
        Bite::NotSearched => {
            words.push_str(" Whether it bites was not searched: the run was stopped before.");
        }
        Bite::Contradicts { why } => {
            let _ = write!(words, " It contradicts the file's other answers: {why}.");
        }
    }
    words
}

/// Whether there is no difference at all.
fn is_nothing(effect: &Effect) -> bool {
    effect.low == 0.0 && effect.high == 0.0
}

fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

pub(super) fn title(measure: &str) -> &'static str {
    named(measure).map_or("", |measure| measure.title)
}

/// How an estimate of a measure is told: what it is multiplied by, shares being told in per cent, and to how many
/// places: one more, where half the width of its interval would not show.
fn precision(measure: &str, half_width: f64) -> (f64, usize) {
    let unit = named(measure).map(|measure| measure.unit);
    let scale = unit.map_or(1.0, Unit::scale);
    let places = match unit {
        Some(Unit::Percent | Unit::Turns) => 1,
        _ => 2,
    };
    let small = half_width > 0.0 && scale * half_width < 0.5 * 0.1f64.powi(places as i32);
    (scale, places + usize::from(small))
}

/// A number told so, without a sign.
fn unsigned((scale, places): (f64, usize), value: f64) -> String {
    format!("{:.places$}", scale * value.abs())
}

/// A number told so, with its sign.
fn signed(places: (f64, usize), value: f64) -> String {
    let number = unsigned(places, value);
    let nothing = number.chars().all(|c| matches!(c, '0' | '.'));
    match value {
        _ if nothing => number,
        value if value < 0.0 => format!("−{number}"),
        _ => format!("+{number}"),
    }
}

/// Half the width of an effect's interval.
fn half_width(effect: &Effect) -> f64 {
    (effect.high - effect.low) / 2.0
}

/// `+3.1 points (+2.8 to +3.4)`
pub(super) fn difference(effect: &Effect) -> String {
    let places = precision(effect.measure, half_width(effect));
    let [found, low, high] =
        [effect.difference, effect.low, effect.high].map(|value| signed(places, value));
    let unit = match named(effect.measure).map(|measure| measure.unit) {
        Some(Unit::Percent) => " points",
        _ => "",
    };
    format!("{found}{unit} ({low} to {high})")
}

/// `+3.1 ± 0.3*`
pub(super) fn cell(effect: &Effect) -> String {
    let half_width = half_width(effect);
    let places = precision(effect.measure, half_width);
    let star = if effect.told_apart { "*" } else { " " };
    format!(
        "{} ± {}{star}",
        signed(places, effect.difference),
        unsigned(places, half_width)
    )
}

/// The mean over all combinations: `53.8 ± 0.1`
pub(super) fn mean_of(measure: &Measured) -> String {
    let half_width = (measure.high - measure.low) / 2.0;
    let places = precision(measure.name, half_width);
    let sign = if measure.mean < 0.0 { "−" } else { "" };
    format!(
        "{sign}{} ± {}",
        unsigned(places, measure.mean),
        unsigned(places, half_width)
    )
}

/// The head of a column.
pub(super) fn head(measure: &str) -> String {
    named(measure).map_or_else(String::new, table::head)
}

/// The measures that have anything to show: what is nothing in every game needs no column.
pub(super) fn shown(sweep: &Sweep) -> Vec<usize> {
    (0..sweep.measures.len())
        .filter(|&measure| {
            let answers = sweep
                .questions
                .iter()
                .flat_map(|question| &question.answers);
            sweep.measures[measure].mean != 0.0
                || answers
                    .filter_map(|answer| answer.effects.get(measure))
                    .any(|effect| !is_nothing(effect))
        })
        .collect()
}

fn main_effects(sweep: &Sweep) -> String {
    let mut text = "\nEffects of each answer, with 95 % intervals:\n".to_owned();
    for columns in shown(sweep).chunks(3) {
        let mut table = plain_table();
        let mut header = vec![String::new()];
        let mut mean = vec!["(mean of all)".to_owned()];
        for measure in columns.iter().map(|&measure| &sweep.measures[measure]) {
            header.push(head(measure.name));
            mean.push(mean_of(measure) + " ");
        }
        table.set_header(header);
        table.add_row(mean);
        for question in &sweep.questions {
            for answer in &question.answers {
                let mut row = vec![format!("{}: {}", question.name, answer.name)];
                row.extend(columns.iter().map(|&measure| {
                    let effect = answer.effects.get(measure);
                    effect.map_or_else(|| "none ".to_owned(), cell)
                }));
                table.add_row(row);
            }
        }
        let _ = write!(text, "\n{}", finish(&mut table, 1));
    }
    let _ = writeln!(
        text,
        "* told from chance at the {} % level, all effects of the sweep together (Holm)",
        level_in_percent(sweep.level)
    );
    text
}

/// What two answers do together, as far as it is told from chance: what they do to the first measure first, and of
/// each measure the largest first.
pub(super) fn interactions_told_apart(sweep: &Sweep) -> Vec<(&Interaction, &Effect)> {
    (0..sweep.measures.len())
        .flat_map(|measure| {
            let mut told: Vec<_> = sweep
                .interactions
                .iter()
                .map(|interaction| (interaction, &interaction.effects[measure]))
                .filter(|(_, effect)| effect.told_apart)
                .collect();
            told.sort_by(|one, other| other.1.difference.abs().total_cmp(&one.1.difference.abs()));
            told
        })
        .collect()
}

fn interactions(sweep: &Sweep) -> String {
    if sweep.interactions.is_empty() {
        return String::new();
    }
    let told = interactions_told_apart(sweep);
    let all = (sweep.interactions.len() * sweep.measures.len()) as u64;
    let mut text =
        "\nTwo answers together: by how much the effect of one is greater with the other.\n"
            .to_owned();
    if told.is_empty() {
        let _ = writeln!(text, "None of the {} is told from chance.", thousands(all));
        return text;
    }
    let _ = writeln!(
        text,
        "{} of the {} are told from chance.{}\n",
        thousands(told.len() as u64),
        thousands(all),
        if told.len() > MOST_INTERACTIONS {
            " The first (`--format csv` has all):".to_owned()
        } else {
            String::new()
        }
    );
    for (interaction, effect) in told.iter().take(MOST_INTERACTIONS) {
        let [one, other] = interaction.answers.each_ref().map(given);
        text.push_str(&filled(
            "  ",
            "    ",
            &format!(
                "{one} with {other}: {} {}",
                title(effect.measure),
                difference(effect)
            ),
        ));
    }
    text
}

pub(super) fn given(given: &Given) -> String {
    format!("{}: {}", given.question, given.choice)
}

/// How it was computed, what was left out, and how to repeat it.
fn how(sweep: &Sweep) -> String {
    let mut text = "\nHow it was computed\n\n".to_owned();
    for paragraph in paragraphs(sweep) {
        text.push_str(&filled("  ", "  ", &paragraph));
    }
    let _ = write!(text, "\nTo repeat it: {}\n", command(sweep));
    text
}

/// How it was computed, and what was left out, in paragraphs.
pub(super) fn paragraphs(sweep: &Sweep) -> Vec<String> {
    let combinations = &sweep.combinations;
    let mut paragraphs = Vec::new();
    let mut say = |words: String| paragraphs.push(words);
    if combinations.rounds > 1 {
        say(format!(
            "{} times, {} of the {} combinations were drawn, so that the answers to any four questions meet in \
             proportion (resolution V): what an answer does, and what two do together, is free of what the others do \
             alone or in pairs. What more do together differs from one draw to another, and is counted as error. {} \
             different combinations were drawn in all, and come to {} different rulesets.",
            thousands(combinations.rounds),
            thousands(combinations.at_a_time as u64),
            thousands(combinations.all),
            thousands(combinations.chosen as u64),
            thousands(combinations.rulesets as u64)
        ));
    } else {
        say(format!(
            "All {} combinations were played. They come to {}; each was played once.",
            thousands(combinations.all),
            match combinations.rulesets {
                1 => "1 ruleset".to_owned(),
                rulesets => format!("{} different rulesets", thousands(rulesets as u64)),
            }
        ));
    }
    for contradiction in &combinations.contradictions {
        let answers: Vec<String> = contradiction.answers.iter().map(given).collect();
        let answers = match &answers[..] {
            [] => "Answers that contradict one another in larger numbers".to_owned(),
            answers => answers.join(" and "),
        };
        say(format!(
            "{answers}: {} could not be played, and what cannot be told apart without them was left out of both \
             sides of a comparison ({}).",
            counted(contradiction.combinations, "combination"),
            contradiction.why
        ));
    }
    say(format!(
        "{} games were played, {} of each {}, all that are played at a time with the same random numbers; an \
         effect's error is told from the spread of its value over {}. {} effects were tested together.",
        thousands(sweep.games_in_all),
        thousands(sweep.games / combinations.rounds),
        if combinations.rounds > 1 {
            "ruleset of a draw"
        } else {
            "ruleset"
        },
        if combinations.rounds > 1 {
            "the draws"
        } else {
            "the games of one number"
        },
        thousands(sweep.tests as u64)
    ));
    if sweep.unfinished > 0 {
        say(format!(
            "{} of them were left unfinished at turn {}: they count as no advantage to either player, and with the \
             turns they had.",
            counted(sweep.unfinished as usize, "game"),
            thousands(sweep.max_turns.into())
        ));
    }
    say(format!(
        "An answer bites in a game that meets a position where the legal moves, or what a move does, are others than \
         with the file's own answer, all other answers being the file's: {} games {} searched under each.",
        thousands(sweep.bite_games),
        if sweep.partial { "were to be" } else { "were" }
    ));
    if sweep.partial {
        say(
            "The run was stopped before its end: all of this is of what was played until then."
                .to_owned(),
        );
    }
    paragraphs
}

/// The command that gives the same results.
fn command(sweep: &Sweep) -> String {
    let mut names: Vec<&str> = sweep
        .questions
        .iter()
        .map(|question| question.name.as_str())
        .collect();
    names.sort_unstable();
    format!(
        "kiothi sweep {} --questions {} --games {} --seed {} --max-turns {} --bites {} --level {}%",
        sweep.file,
        names.join(","),
        sweep.games,
        sweep.seed,
        sweep.max_turns,
        sweep.bite_games,
        level_in_percent(sweep.level)
    )
}

/// A line for each answer and measure, then one for each two answers and measure.
impl Rows for Sweep {
    fn header(&self) -> Vec<String> {
        [
            "question",
            "choice",
            "own",
            "with_question",
            "with_choice",
            "measure",
            "difference",
            "low",
            "high",
            "p",
            "adjusted_p",
            "told_apart",
            "verdict",
            "bite",
            "bite_low",
            "bite_high",
            "partial",
        ]
        .map(str::to_owned)
        .to_vec()
    }

    fn rows(&self) -> Vec<Vec<String>> {
        let row = |answers: [&str; 5], effect: &Effect, rest: [String; 4]| -> Vec<String> {
            let numbers = [
                effect.difference,
                effect.low,
                effect.high,
                effect.p,
                effect.adjusted_p,
            ];
            answers
                .into_iter()
                .map(str::to_owned)
                .chain([effect.measure.to_owned()])
                .chain(numbers.map(|number| number.to_string()))
                .chain([effect.told_apart.to_string()])
                .chain(rest)
                .chain([self.partial.to_string()])
                .collect()
        };
        let mut rows = Vec::new();
        for question in &self.questions {
            for answer in &question.answers {
                let [share, low, high] = match &answer.bite {
                    Bite::SameRules => [0.0; 3].map(|share| share.to_string()),
                    Bite::FromTheStart => [1.0; 3].map(|share| share.to_string()),
                    Bite::Searched {
                        share, low, high, ..
                    } => [share, low, high].map(f64::to_string),
                    Bite::NotSearched | Bite::Contradicts { .. } => Default::default(),
                };
                let rest = [answer.verdict.name().to_owned(), share, low, high];
                rows.extend(answer.effects.iter().map(|effect| {
                    let names = [&question.name, &answer.name, &question.own, "", ""];
                    row(names, effect, rest.clone())
                }));
            }
        }
        let own = |name: &str| {
            let mut questions = self.questions.iter();
            let asked = questions.find(|question| question.name == name);
            asked.map_or("", |question| question.own.as_str())
        };
        for interaction in &self.interactions {
            let [one, other] = &interaction.answers;
            let names = [
                &one.question,
                &one.choice,
                own(&one.question),
                &other.question,
                &other.choice,
            ];
            let effects = interaction.effects.iter();
            rows.extend(effects.map(|effect| row(names, effect, Default::default())));
        }
        rows
    }
}
