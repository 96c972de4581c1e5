//! The runs that an archive keeps.

use super::table::{finish, percent, plain_table};
use super::{Rows, SCHEMA, filled, thousands};
use crate::analyse::{Margin, Outcomes, Turns};
use crate::archive::ArchivedRun;
use crate::simulate::EndedBy;
use serde::Serialize;
use std::fmt::Write as _;

/// The runs of an archive.
#[derive(Clone, Debug, Serialize)]
pub struct Runs {
    /// The version of this form.
    pub schema: u32,
    /// The runs, by their numbers.
    pub runs: Vec<Kept>,
}

/// A run.
#[derive(Clone, Debug, Serialize)]
pub struct Kept {
    /// Its number in the archive.
    pub run: i64,
    /// The variant.
    pub variant: String,
    /// What its file calls it.
    pub title: String,
    /// The hash of its rules.
    pub ruleset: String,
    /// South's player and North's.
    pub players: [String; 2],
    /// The master seed.
    pub seed: u64,
    /// The turn after which a game is left unfinished.
    pub max_turns: u32,
    /// The random number generator.
    pub rng: String,
    /// The edition of the games.
    pub engine: String,
    /// How many games are kept.
    pub games: u64,
    /// In how many blocks.
    pub blocks: u64,
    /// How many games each player won.
    pub outcomes: Outcomes,
    /// With which runs it was compared.
    pub compared: Vec<With>,
    /// All else that is kept, if one run is shown.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub counted: Option<Counted>,
}

/// A run that another was compared with.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct With {
    /// The number of the reference.
    pub run: i64,
    /// Over how many games.
    pub games: u64,
}

/// What was counted.
#[derive(Clone, Debug, Serialize)]
pub struct Counted {
    /// How many games ended in which way.
    pub ended_by: EndedBy,
    /// Turns a game.
    pub turns: Turns,
    /// Turns of sowing.
    pub sowings: u64,
    /// Laps.
    pub laps: u64,
    /// The most laps of one turn.
    pub longest_relay: u64,
    /// Moves to choose from, over all turns of sowing.
    pub choices: u64,
    /// South's lead at the end of finished games.
    pub margin: Margin,
    /// Games that South, and North, won by the margin that the match counts apart.
    pub counted_wins: [u64; 2],
    /// Games won by exactly two seeds.
    pub wins_by_exactly_two: u64,
    /// The rules for the end of a lap.
    pub lap_rules: Vec<Applied>,
    /// The rules, a clause each, in the text that the hash is taken from.
    pub rules: Vec<String>,
}

/// A rule for the end of a lap.
#[derive(Clone, Debug, Serialize)]
pub struct Applied {
    /// Its name.
    pub name: String,
    /// What it does.
    pub kind: String,
    /// How often it applied.
    pub times: u64,
}

/// Runs for programs; `fully`, with all that is counted.
pub fn form(runs: &[ArchivedRun], fully: bool) -> Runs {
    Runs {
        schema: SCHEMA,
        runs: runs.iter().map(|run| kept(run, fully)).collect(),
    }
}

fn kept(run: &ArchivedRun, fully: bool) -> Kept {
    let (identity, tally) = (&run.identity, &run.tally);
    let applied = identity.lap_rules.iter().zip(&tally.applied);
    Kept {
        run: run.number,
        variant: identity.variant.clone(),
        title: identity.title.clone(),
        ruleset: identity.ruleset.clone(),
        players: identity.players.clone(),
        seed: identity.seed,
        max_turns: identity.max_turns,
        rng: identity.rng.clone(),
        engine: identity.engine.clone(),
        games: tally.games,
        blocks: run.blocks,
        outcomes: Outcomes {
            south: tally.won[0],
            north: tally.won[1],
            draw: tally.drawn,
            unfinished: tally.unfinished,
        },
        compared: run
            .compared
            .iter()
            .map(|&(run, games)| With { run, games })
            .collect(),
        counted: fully.then(|| Counted {
            ended_by: tally.ended_by,
            turns: Turns::of(&tally.turns),
            sowings: tally.sowings,
            laps: tally.laps,
            longest_relay: tally.longest,
            choices: tally.choices,
            margin: Margin::of(tally),
            counted_wins: tally.marked_wins,
            wins_by_exactly_two: tally.wins_by_two,
            lap_rules: applied
                .map(|(rule, &times)| Applied {
                    name: rule.name.clone(),
                    kind: rule.kind.clone(),
                    times,
                })
                .collect(),
            rules: identity.rules.lines().map(str::to_owned).collect(),
        }),
    }
}

/// Runs for people.
pub fn text(runs: &Runs) -> String {
    if let [run] = &runs.runs[..]
        && let Some(counted) = &run.counted
    {
        return one(run, counted);
    }
    if runs.runs.is_empty() {
        return "no run is kept yet\n".to_owned();
    }
    let mut table = plain_table();
    table.set_header([
        "run", "variant", "ruleset", "players", "seed", "games", "South %", "North %", "draw %",
    ]);
    for run in &runs.runs {
        let share = |games| percent(games, run.games);
        table.add_row([
            run.run.to_string(),
            run.variant.clone(),
            run.ruleset.clone(),
            run.players.join(", "),
            run.seed.to_string(),
            thousands(run.games),
            share(run.outcomes.south),
            share(run.outcomes.north),
            share(run.outcomes.draw),
        ]);
    }
    finish(&mut table, 4)
}

fn one(run: &Kept, counted: &Counted) -> String {
    let mut text = format!(
        "{} ({})\nruleset {}\n\n",
        run.title, run.variant, run.ruleset
    );
    let mut table = plain_table();
    let mut row = |name: &str, value: String| {
        table.add_row(vec![name.to_owned(), value]);
    };
    row("run", run.run.to_string());
    row("players", run.players.join(" against "));
    row("seed", format!("{} ({})", run.seed, run.rng));
    row(
        "cut off after",
        format!("{} turns", thousands(run.max_turns.into())),
    );
    row("played by", format!("kiothi {}", run.engine));
    row(
        "games",
        format!(
            "{} in {} blocks",
            thousands(run.games),
            thousands(run.blocks)
        ),
    );
    for with in &run.compared {
        row(
            "compared",
            format!(
                "with run {}, over {} games",
                with.run,
                thousands(with.games)
            ),
        );
    }
    let share = |games| format!("{} %  ({})", percent(games, run.games), thousands(games));
    row("South wins", share(run.outcomes.south));
    row("North wins", share(run.outcomes.north));
    row("drawn", share(run.outcomes.draw));
    if run.outcomes.unfinished > 0 {
        row("unfinished", share(run.outcomes.unfinished));
    }
    let turns = &counted.turns;
    row(
        "turns a game",
        format!(
            "{:.2} ± {:.2} (sd)   min {}  median {}  95 % {}  max {}",
            turns.mean, turns.sd, turns.min, turns.median, turns.p95, turns.max
        ),
    );
    row("turns of sowing", thousands(counted.sowings));
    row(
        "laps",
        format!(
            "{}, in one turn at most {}",
            thousands(counted.laps),
            thousands(counted.longest_relay)
        ),
    );
    for rule in &counted.lap_rules {
        row(
            &format!("  {} “{}”", rule.kind, rule.name),
            format!("{} times", thousands(rule.times)),
        );
    }
    row(
        "South's lead",
        format!("{:.2} on average", counted.margin.mean),
    );
    text.push_str(&finish(&mut table, 9));
    let _ = write!(text, "\nrules, as the hash is taken of them:\n\n");
    for rule in &counted.rules {
        text.push_str(&filled("  ", "    ", rule));
    }
    text
}

/// A line a run; what is counted of one run besides is left to the other forms.
impl Rows for Runs {
    fn header(&self) -> Vec<String> {
        let names = "run,variant,title,ruleset,player_south,player_north,seed,max_turns,rng,engine,\
             games,blocks,south,north,draw,unfinished,compared";
        names.split(',').map(str::to_owned).collect()
    }

    fn rows(&self) -> Vec<Vec<String>> {
        let row = |run: &Kept| {
            let compared = run.compared.iter();
            vec![
                run.run.to_string(),
                run.variant.clone(),
                run.title.clone(),
                run.ruleset.clone(),
                run.players[0].clone(),
                run.players[1].clone(),
                run.seed.to_string(),
                run.max_turns.to_string(),
                run.rng.clone(),
                run.engine.clone(),
                run.games.to_string(),
                run.blocks.to_string(),
                run.outcomes.south.to_string(),
                run.outcomes.north.to_string(),
                run.outcomes.draw.to_string(),
                run.outcomes.unfinished.to_string(),
                compared
                    .map(|with| format!("{}={}", with.run, with.games))
                    .collect::<Vec<_>>()
                    .join(";"),
            ]
        };
        self.runs.iter().map(row).collect()
    }
}
