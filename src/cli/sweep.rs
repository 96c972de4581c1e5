//! `kiothi sweep`

use super::disk::{self, Disk};
use super::page::{ReportArgument, command};
use super::runs::{self, Chance, Threads};
use super::{Format, RESULTS, WRONG, complain, one_of, print};
use crate::analyse::sweep::{Plan, Problem, Settings};
use crate::diagnostics::nearest;
use crate::report;
use crate::report::page::Page;
use crate::report::thousands;
use crate::rules::{Opened, Variant};
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The variant that asks the questions, or builds on one that does
    variant: PathBuf,
    /// Which questions, by their names; all unless said
    #[arg(long, value_delimiter = ',')]
    questions: Vec<String>,
    /// How to print the results
    #[arg(long, value_parser = one_of(&RESULTS), default_value = "table")]
    format: Format,
    #[command(flatten)]
    report: ReportArgument,
    /// How many games of each combination; unless said, 400,000 shared among all that are played at a time
    #[arg(long, value_parser = clap::value_parser!(u64).range(2..=1_000_000_000))]
    games: Option<u64>,
    /// Instead of a number of games: play until the effect of every answer on the first player's share is known as
    /// closely as this, like 0.5%
    #[arg(long, value_parser = runs::precision, conflicts_with = "games", value_name = "PERCENT")]
    until: Option<f64>,
    /// The chance of any false alarm among all effects, like 5%
    #[arg(long, value_parser = runs::precision, default_value = "5%", value_name = "PERCENT")]
    level: f64,
    /// How many games are searched for positions where an answer makes a difference, with it and without
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    bites: u64,
    #[command(flatten)]
    chance: Chance,
    #[command(flatten)]
    threads: Threads,
}

pub(super) fn run(arguments: &Arguments) -> u8 {
    if let Err(code) = arguments.report.ready() {
        return code;
    }
    let variant = match disk::load_one(&arguments.variant) {
        Ok((variant, _)) => variant,
        Err(code) => return code,
    };
    let questions = match chosen(&variant, &arguments.questions) {
        Ok(questions) => questions,
        Err(why) => {
            complain(&format!("error: {why}\n"));
            return WRONG;
        }
    };
    let path = arguments.variant.to_string_lossy();
    let opened = Opened::new(&path, &Disk);
    let load = |answers: &[(String, String)]| {
        let loading = opened.answering(answers);
        let first = loading
            .mistakes
            .first()
            .map(|mistake| mistake.message.clone());
        loading.variant.ok_or_else(|| first.unwrap_or_default())
    };
    let plan = match arguments
        .threads
        .work(|| Plan::new(&variant, &questions, load))
    {
        Err(code) => return code,
        Ok(Ok(plan)) => plan,
        Ok(Err(problem)) => {
            complain(&match problem {
                Problem::NothingAsked => {
                    format!("error: {path}: no question with more than one choice is asked\n")
                }
                Problem::TooMany(all) => format!(
                    "error: {path}: the questions have {} combinations, too many even for a balanced fraction; \
                     name fewer with --questions\n",
                    thousands(u64::try_from(all).unwrap_or(u64::MAX))
                ),
            });
            return WRONG;
        }
    };
    let unsaid = Settings::default();
    let settings = Settings {
        games: arguments.games,
        until: arguments.until,
        seed: arguments.chance.seed,
        max_turns: arguments.chance.max_turns.unwrap_or(unsaid.max_turns),
        level: arguments.level,
        bites: arguments.bites,
    };
    let games = plan.expected_games(settings);
    let page = &arguments.report;
    let sweep = match runs::on(arguments.threads, games, |watch| plan.play(settings, watch)) {
        Ok(Some(sweep)) => sweep,
        Ok(None) => return runs::stopped(false, Some(page)),
        Err(code) => return code,
    };
    print(&match arguments.format {
        Format::Table | Format::Markdown => report::sweep(&sweep),
        Format::Json => report::json(&sweep),
        Format::Csv => report::csv(&sweep),
        Format::Toml => report::toml(&sweep),
    });
    if sweep.partial {
        return runs::stopped(true, Some(page));
    }
    page.write(&Page::of_effects(command(), &variant, &sweep))
}

/// The numbers of the questions that are meant: all, unless some are named. A question that is overruled has no
/// answers to try.
fn chosen(variant: &Variant, names: &[String]) -> Result<Vec<usize>, String> {
    let asked = &variant.questions;
    if names.is_empty() {
        let (open, overruled): (Vec<usize>, Vec<usize>) =
            (0..asked.len()).partition(|&question| asked[question].overruled.is_none());
        for question in overruled {
            complain(&format!(
                "note: `{}` is left out: this file says the rules itself, whatever the answer\n",
                asked[question].name
            ));
        }
        return Ok(open);
    }
    let mut numbers = Vec::new();
    for name in names {
        let Some(number) = asked.iter().position(|question| question.name == *name) else {
            let known = || asked.iter().map(|question| question.name.as_str());
            return Err(match nearest(name, known()) {
                Some(near) => format!("there is no question `{name}`; did you mean `{near}`?"),
                None => format!(
                    "there is no question `{name}`; the questions are {}",
                    known().collect::<Vec<_>>().join(", ")
                ),
            });
        };
        if asked[number].overruled.is_some() {
            return Err(format!(
                "the question `{name}` has no answers to try: this file says the rules itself, whatever the answer"
            ));
        }
        if !numbers.contains(&number) {
            numbers.push(number);
        }
    }
    numbers.sort_unstable();
    Ok(numbers)
}
