//! `kiothi sweep`

use super::disk::{self, Disk};
use super::page::{ReportArgument, command};
use super::runs::{self, Chance, Threads};
use super::{Format, RESULTS, WRONG, complain, one_of, print};
use crate::analyse::sweep::{self, NotAsked, Plan, Settings};
use crate::experiment::{BITES, SWEPT_GAMES};
use crate::report;
use crate::report::page::Page;
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
    #[arg(long, value_parser = clap::value_parser!(u64).range(SWEPT_GAMES))]
    games: Option<u64>,
    /// Instead of a number of games: play until the effect of every answer on the first player's share is known as
    /// closely as this, like 0.5%
    #[arg(long, value_parser = runs::precision, conflicts_with = "games", value_name = "PERCENT")]
    until: Option<f64>,
    /// The chance of any false alarm among all effects, like 5%
    #[arg(long, value_parser = runs::precision, default_value = "5%", value_name = "PERCENT")]
    level: f64,
    /// How many games are searched for positions where an answer makes a difference, with it and without
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u64).range(BITES))]
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
    let unsaid = Settings::default();
    let settings = Settings {
        games: arguments.games,
        until: arguments.until,
        seed: arguments.chance.seed,
        max_turns: arguments.chance.max_turns.unwrap_or(unsaid.max_turns),
        level: arguments.level,
        bites: arguments.bites,
    };
    let printing = Printing {
        title: None,
        threads: arguments.threads,
        format: arguments.format,
        page: &arguments.report,
    };
    swept(&variant, &questions, settings, &printing)
}

/// How a sweep is played and printed.
pub(super) struct Printing<'a> {
    /// What it is called, if not as the variant is.
    pub(super) title: Option<&'a str>,
    pub(super) threads: Threads,
    pub(super) format: Format,
    pub(super) page: &'a ReportArgument,
}

/// Plays the combinations of the answers to these questions, prints what they change, and returns the exit code.
pub(super) fn swept(
    variant: &Variant,
    questions: &[usize],
    settings: Settings,
    printing: &Printing<'_>,
) -> u8 {
    let path = &variant.path;
    let opened = Opened::new(path, &Disk);
    let plan = match printing
        .threads
        .work(|| Plan::of(variant, questions, &opened))
    {
        Err(code) => return code,
        Ok(Ok(plan)) => plan,
        Ok(Err(problem)) => {
            complain(&format!("error: {path}: {problem}\n"));
            return WRONG;
        }
    };
    let games = plan.expected_games(settings);
    let played = runs::on(printing.threads, games, |watch| plan.play(settings, watch));
    let mut sweep = match played {
        Ok(Some(sweep)) => sweep,
        Ok(None) => return runs::stopped(false, Some(printing.page)),
        Err(code) => return code,
    };
    if let Some(title) = printing.title {
        title.clone_into(&mut sweep.title);
    }
    print(&match printing.format {
        Format::Table | Format::Markdown => report::sweep(&sweep),
        Format::Json => report::json(&sweep),
        Format::Csv => report::csv(&sweep),
        Format::Toml => report::toml(&sweep),
    });
    if sweep.partial {
        return runs::stopped(true, Some(printing.page));
    }
    let page = Page::of_effects(command(), variant, &sweep);
    printing.page.write(&page)
}

/// The numbers of the questions that are meant: all, unless some are named. A question that is overruled has no
/// answers to try.
fn chosen(variant: &Variant, names: &[String]) -> Result<Vec<usize>, String> {
    if names.is_empty() {
        for question in &variant.questions {
            if question.overruled.is_some() {
                complain(&format!(
                    "note: `{}` is left out: this file says the rules itself, whatever the answer\n",
                    question.name
                ));
            }
        }
        return Ok(sweep::questions(variant));
    }
    let mut numbers = Vec::new();
    for name in names {
        let number = sweep::question(variant, name).map_err(|why| match why {
            NotAsked::Overruled => format!(
                "the question `{name}` has no answers to try: this file says the rules itself, whatever the answer"
            ),
            NotAsked::Unknown {
                near: Some(near), ..
            } => format!("there is no question `{name}`; did you mean `{near}`?"),
            NotAsked::Unknown { near: None, names } => format!(
                "there is no question `{name}`; the questions are {}",
                names.join(", ")
            ),
        })?;
        if !numbers.contains(&number) {
            numbers.push(number);
        }
    }
    numbers.sort_unstable();
    Ok(numbers)
}
