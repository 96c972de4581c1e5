//! Tables for people, at most 80 columns wide where that can be.

use super::filled;
use crate::analyse::{Against, Estimate, LEVEL, Share, VariantResults};
use crate::experiment::Comparison;
use crate::rules::wording::Difference;
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use std::fmt::Write as _;

/// A number with its thousands parted: `1,234,567`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut parted = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            parted.push(',');
        }
        parted.push(digit);
    }
    parted
}

/// `20,000 games each`, or from how many to how many.
pub(super) fn games_each(results: &[VariantResults]) -> String {
    let games = || results.iter().map(|r| r.games);
    match (games().min(), games().max()) {
        (Some(least), Some(most)) if least < most => {
            format!("{} to {} games", thousands(least), thousands(most))
        }
        (Some(games), _) if results.len() == 1 => format!("{} games", thousands(games)),
        (least, _) => format!("{} games each", thousands(least.unwrap_or(0))),
    }
}

pub(super) fn percent(count: u64, total: u64) -> String {
    let share = Share::of(count, total);
    format!(
        "{:.1} ± {:.1}",
        100.0 * share.estimate,
        100.0 * share.half_width()
    )
}

pub(super) fn plain_table() -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Disabled);
    table
}

pub(super) fn finish(table: &mut Table, numbers_from: usize) -> String {
    for (at, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if at >= numbers_from {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
        .to_string()
        .lines()
        .fold(String::new(), |mut text, line| {
            text.push_str(line.trim_end());
            text.push('\n');
            text
        })
}

/// Several variants beside one another, and the rules on which each differs from the first.
pub fn comparison(comparison: &Comparison<'_>) -> String {
    let (name, differences) = (comparison.title, &comparison.differences);
    let results = &comparison.results.results[..];
    let Some(first) = results.first() else {
        return String::new();
    };
    let plural = if results.len() == 1 {
        "variant"
    } else {
        "variants"
    };
    let mut text = format!(
        "{name} · {} {plural} · {} · {} play · seed {} · 95 % intervals\n\n",
        results.len(),
        games_each(results),
        first.players[0],
        first.seed
    );
    let mut table = plain_table();
    let unfinished = results.iter().any(|r| r.outcomes.unfinished > 0);
    let mut header = vec!["variant", "South %", "North %", "draw %"];
    if unfinished {
        header.push("unfinished");
    }
    header.extend(["turns", "captures", "bonus"]);
    table.set_header(header);
    for r in results {
        let mut row = vec![
            r.variant.clone(),
            percent(r.outcomes.south, r.games),
            percent(r.outcomes.north, r.games),
            percent(r.outcomes.draw, r.games),
        ];
        if unfinished {
            row.push(thousands(r.outcomes.unfinished));
        }
        row.extend([
            format!("{:.1}", r.turns.mean),
            format!("{:.1}", r.captures_per_game),
            format!("{:.2}", r.bonuses_per_game),
        ]);
        table.add_row(row);
    }
    text.push_str(&finish(&mut table, 1));
    text.push_str(&against(results));
    if results.len() > 1 {
        let _ = write!(text, "\nWhere they differ from {}:\n\n", first.variant);
        for (r, differences) in results.iter().zip(differences).skip(1) {
            if differences.is_empty() {
                let _ = writeln!(text, "{}: same rules", r.variant);
                continue;
            }
            let _ = writeln!(text, "{}", r.variant);
            for difference in differences {
                text.push_str(&difference_words(difference));
            }
        }
    }
    text.push_str("\nturns: the opening counted in; captures, bonus: how often a game\n");
    if differences
        .iter()
        .flatten()
        .any(|difference| difference.is_signed())
    {
        text.push_str("+ asked for here, − no longer asked for\n");
    }
    text
}

/// How the results differ from those of the first variant, with what can be told from chance.
fn against(results: &[VariantResults]) -> String {
    let compared: Vec<(&str, &Against)> = results
        .iter()
        .filter_map(|r| {
            r.against
                .as_ref()
                .map(|against| (r.variant.as_str(), against))
        })
        .collect();
    let Some((_, first)) = compared.first() else {
        return String::new();
    };
    let cell = |estimate: Estimate, scale: f64| {
        let star = if estimate.told_apart { "*" } else { " " };
        difference(estimate, scale) + star
    };
    let mut table = plain_table();
    table.set_header(vec!["variant", "South %", "draw %", "turns"]);
    for (name, against) in &compared {
        table.add_row(vec![
            (*name).to_owned(),
            cell(against.south, 100.0),
            cell(against.draw, 100.0),
            cell(against.turns, 1.0),
        ]);
    }
    format!(
        "\nDifference from {}, with 95 % intervals:\n\n{}\
         * told from chance at the {:.0} % level, all of these together (Holm)\n",
        first.reference,
        finish(&mut table, 1),
        100.0 * LEVEL
    )
}

/// A difference with half of its interval, which is a little lopsided; `--format json` has both its ends.
pub(super) fn difference(estimate: Estimate, scale: f64) -> String {
    let found = format!("{:.1}", (scale * estimate.difference).abs());
    let sign = match estimate.difference {
        _ if found == "0.0" => "",
        difference if difference < 0.0 => "−",
        _ => "+",
    };
    let half = scale * (estimate.high - estimate.low) / 2.0;
    format!("{sign}{found} ± {half:.1}")
}

/// A difference, indented: a clause on its own, or what a rule asks, a line each.
fn difference_words(difference: &Difference<'_>) -> String {
    match &difference.words()[..] {
        [clause] if !difference.is_signed() => {
            let words = match clause.as_str() {
                "none" => format!("{}: none", difference.topic()),
                clause => clause.to_owned(),
            };
            filled("  ", "    ", &words)
        }
        words => words
            .iter()
            .fold(format!("  {}\n", difference.topic()), |text, words| {
                text + &filled("    ", "      ", words)
            }),
    }
}

/// The results of each variant, one below the other.
pub fn simulation(results: &[VariantResults]) -> String {
    results.iter().map(variant).collect::<Vec<_>>().join("\n")
}

fn variant(r: &VariantResults) -> String {
    let mut text = format!(
        "{} ({})\n{} games · {} against {} · seed {} · {} · ruleset {}\n\n",
        r.title,
        r.variant,
        thousands(r.games),
        r.players[0],
        r.players[1],
        r.seed,
        r.rng,
        r.ruleset
    );
    let mut table = plain_table();
    let mut row = |name: &str, value: String| {
        table.add_row(vec![name.to_owned(), value]);
    };
    let share = |count: u64| format!("{} %  ({})", percent(count, r.games), thousands(count));
    row("South wins", share(r.outcomes.south));
    row("North wins", share(r.outcomes.north));
    row("drawn", share(r.outcomes.draw));
    if r.outcomes.unfinished > 0 {
        row("unfinished", share(r.outcomes.unfinished));
    }
    let ended = [
        ("no move", r.ended_by.no_move),
        ("another condition", r.ended_by.condition),
        ("endless relay", r.ended_by.endless),
        ("relay past the limit", r.ended_by.long_relay),
        ("repeated position", r.ended_by.repetition),
        ("turn limit", r.ended_by.turn_limit),
    ];
    let ended: Vec<String> = ended
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(|(name, count)| format!("{name} {}", thousands(*count)))
        .collect();
    row("ended by", ended.join(", "));
    row(
        "turns a game",
        format!(
            "{:.2} ± {:.2} (sd)   min {}  median {}  95 % {}  max {}",
            r.turns.mean, r.turns.sd, r.turns.min, r.turns.median, r.turns.p95, r.turns.max
        ),
    );
    row(
        "laps a turn",
        format!(
            "{:.3}   longest relay {}",
            r.laps_per_turn,
            thousands(r.longest_relay)
        ),
    );
    row("moves to choose from", format!("{:.2}", r.branching));
    row("captures a game", format!("{:.3}", r.captures_per_game));
    for (name, count) in &r.rules_fired {
        row(
            &format!("  \"{name}\""),
            format!("{:.4} a game", *count as f64 / r.games.max(1) as f64),
        );
    }
    row("South's lead", format!("{:+.2} on average", r.margin.mean));
    row(
        "wins by exactly two",
        thousands(r.match_.wins_by_exactly_two),
    );
    row(
        "match points",
        format!(
            "South {}, North {}",
            thousands(r.match_.points.south),
            thousands(r.match_.points.north)
        ),
    );
    text.push_str(&finish(&mut table, usize::MAX));
    text
}
