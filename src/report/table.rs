//! Tables for people, at most 80 columns wide where that can be.

use super::filled;
use crate::analyse::measures::{Measure, Unit};
use crate::analyse::{Against, Distributions, Estimate, Share, VariantResults};
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

/// `1 variant`, `1,234 variants`.
pub(super) fn counted(number: usize, word: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{} {word}{ending}", thousands(number as u64))
}

/// A level in per cent, without what binary fractions leave behind: `5`, `7`, `0.01`.
pub(super) fn level_in_percent(level: f64) -> f64 {
    (100.0 * level * 1e10).round() / 1e10
}

/// `20,000 games each`, or from how many to how many.
pub(super) fn games_each(results: &[VariantResults]) -> String {
    let games = || results.iter().map(|r| r.games);
    let played = match (games().min(), games().max()) {
        (Some(least), Some(most)) if least < most => {
            format!("{} to {} games", thousands(least), thousands(most))
        }
        (Some(games), _) if results.len() == 1 => format!("{} games", thousands(games)),
        (least, _) => format!("{} games each", thousands(least.unwrap_or(0))),
    };
    played + stopped(results.iter().any(|r| r.partial))
}

/// What is said of numbers that are smaller than was asked, since the run was stopped.
pub(super) fn stopped(partial: bool) -> &'static str {
    if partial {
        " (stopped before the end)"
    } else {
        ""
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
    spaced(table, numbers_from, 2)
}

fn spaced(table: &mut Table, numbers_from: usize, gap: u16) -> String {
    for (at, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, if at == 0 { 2 } else { gap }));
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

/// How wide the tables of a comparison run; one with more columns is broken.
const WIDE: usize = 100;

/// Several variants beside one another, and the rules on which each differs from the reference.
pub fn comparison(comparison: &Comparison<'_>) -> String {
    let (name, differences) = (comparison.title, &comparison.differences);
    let results = &comparison.results.results[..];
    let Some(reference) = results.get(comparison.reference) else {
        return String::new();
    };
    let mut text = format!(
        "{name} · {} · {} · {} play · seed {} · 95 % intervals\n\n",
        counted(results.len(), "variant"),
        games_each(results),
        reference.players[0],
        reference.seed
    );
    let rows = results.iter().map(|r| {
        let measured = |measure: &&Measure| {
            let found = r.measures.as_ref()?.get(measure.name)?;
            let scale = measure.unit.scale();
            Some(with_half(
                scale * found.value,
                scale * found.half_width(),
                1,
                "",
            ))
        };
        (r.variant.as_str(), measured)
    });
    let heads: Vec<String> = comparison.measures.iter().map(|m| head(m)).collect();
    text.push_str(&broken(
        &heads,
        rows.map(|(name, measured)| {
            let cells = comparison.measures.iter().map(measured);
            (name, cells.map(Option::unwrap_or_default).collect())
        }),
        2,
    ));
    text.push_str(&against(comparison));
    if results.len() > 1 {
        let _ = write!(text, "\nWhere they differ from {}:\n\n", reference.variant);
        for (at, (r, differences)) in results.iter().zip(differences).enumerate() {
            if at == comparison.reference {
                continue;
            }
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
    if differences
        .iter()
        .flatten()
        .any(|difference| difference.is_signed())
    {
        text.push_str("\n+ asked for here, − no longer asked for\n");
    }
    let names: Vec<&str> = comparison.measures.iter().map(|m| m.name).collect();
    text.push('\n');
    text.push_str(&filled(
        "",
        "",
        &format!(
            "What a column is, `kiothi help` says by its name: {}.",
            names.join(", ")
        ),
    ));
    text
}

/// The head of a measure's column.
pub(super) fn head(measure: &Measure) -> String {
    match measure.unit {
        Unit::Percent => format!("{} %", measure.head),
        _ => measure.head.to_owned(),
    }
}

/// A value with half the width of its interval: with so many decimals, or as many more, up to six, as it takes to see
/// that half.
pub(super) fn with_half(value: f64, half: f64, least: usize, sign: &str) -> String {
    let decimals = (least..=6)
        .find(|&decimals| half * 10f64.powi(decimals as i32) >= 0.5)
        .unwrap_or(least);
    let written = format!("{:.decimals$}", value.abs());
    let nothing = written.chars().all(|c| c == '0' || c == '.');
    let sign = match value {
        _ if nothing => "",
        value if value < 0.0 => "−",
        _ => sign,
    };
    format!("{sign}{written} ± {half:.decimals$}")
}

/// The columns of each piece of a table that is broken: as many as there is room for, and no more than so many.
fn pieces(widths: &[usize], room: usize, most: usize) -> Vec<Vec<usize>> {
    let mut pieces: Vec<Vec<usize>> = Vec::new();
    let mut rest = 0;
    for (at, &wide) in widths.iter().enumerate() {
        match pieces.last_mut() {
            Some(piece) if wide <= rest && piece.len() < most => piece.push(at),
            _ => {
                rest = room;
                pieces.push(vec![at]);
            }
        }
        rest = rest.saturating_sub(wide);
    }
    pieces
}

/// A table whose first column names the rows, with a gap of two between the others, or less where it would be too wide.
/// Columns that would still make it too wide stand in another table below, with the names again.
fn broken<'n>(
    heads: &[String],
    rows: impl Iterator<Item = (&'n str, Vec<String>)>,
    least_gap: usize,
) -> String {
    let rows: Vec<(&str, Vec<String>)> = rows.collect();
    let width = |text: &str| text.chars().count();
    let names = rows.iter().map(|(name, _)| width(name));
    let names = names.chain([width("variant")]).max().unwrap_or(0);
    let widths = heads.iter().enumerate().map(|(at, head)| {
        let cells = rows.iter().map(|(_, cells)| width(&cells[at]));
        cells.chain([width(head)]).max().unwrap_or(0)
    });
    let roomy = names + widths.clone().map(|wide| 2 + wide).sum::<usize>() <= WIDE;
    let gap = if roomy { 2 } else { least_gap };
    let widths = widths.map(|wide| gap + wide);
    let widths: Vec<usize> = widths.collect();
    let room = WIDE.saturating_sub(names + 2 - gap);
    let greedy = pieces(&widths, room, usize::MAX);
    let pieces = pieces(&widths, room, widths.len().div_ceil(greedy.len().max(1)));
    let tables = pieces.iter().map(|piece| {
        let mut table = plain_table();
        let mut header = vec!["variant".to_owned()];
        header.extend(piece.iter().map(|&at| heads[at].clone()));
        table.set_header(header);
        for (name, cells) in &rows {
            let mut row = vec![(*name).to_owned()];
            row.extend(piece.iter().map(|&at| cells[at].clone()));
            table.add_row(row);
        }
        spaced(&mut table, 1, gap as u16)
    });
    tables.collect::<Vec<_>>().join("\n")
}

/// How the results differ from those of the reference, with what can be told from chance.
fn against(comparison: &Comparison<'_>) -> String {
    let compared: Vec<(&str, &Against)> = comparison
        .results
        .results
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
    // Intervals of shares and of δ are a little lopsided; `--format json` has both their ends.
    let cell = |value: f64, low: f64, high: f64, least: usize, told_apart: bool| {
        let star = if told_apart { "*" } else { " " };
        with_half(value, (high - low) / 2.0, least, "+") + star
    };
    let measures: Vec<&Measure> = comparison
        .measures
        .iter()
        .copied()
        .filter(|measure| measure.is_of_games())
        .collect();
    let heads: Vec<String> = measures.iter().map(|m| head(m)).collect();
    let rows = compared.iter().map(|(name, against)| {
        let cells = measures.iter().map(|measure| {
            let scale = measure.unit.scale();
            against
                .measures
                .get(measure.name)
                .map_or_else(String::new, |found| {
                    cell(
                        scale * found.difference,
                        scale * found.low,
                        scale * found.high,
                        1,
                        found.told_apart,
                    )
                })
        });
        (*name, cells.collect())
    });
    let mut text = format!(
        "\nDifference from {}, with 95 % intervals:\n\n{}",
        first.reference,
        broken(&heads, rows, 1)
    );
    let distributions = compared.iter().map(|(name, against)| {
        let Distributions { turns, margin } = against.distributions;
        let cells = [turns, margin].map(|d| cell(d.delta, d.low, d.high, 2, d.told_apart));
        (*name, cells.to_vec())
    });
    let _ = write!(
        text,
        "\n{}\n{}\n{}",
        filled(
            "",
            "",
            &format!(
                "How the distributions differ (Cliff's δ: the chance that a game has more than one of {}, less \
                 the chance that it has less):",
                first.reference
            )
        ),
        broken(
            &["turns".to_owned(), "South's lead".to_owned()],
            distributions,
            1
        ),
        filled(
            "",
            "  ",
            &format!(
                "* told from chance at the {} % level, all of these together (Holm); a distribution by χ², which \
                 also sees that it is wider or narrower",
                level_in_percent(comparison.level)
            )
        )
    );
    text
}

/// A difference with half of its interval, which is a little lopsided; `--format json` has both its ends.
pub(super) fn difference(estimate: Estimate, scale: f64) -> String {
    let half = scale * (estimate.high - estimate.low) / 2.0;
    with_half(scale * estimate.difference, half, 1, "+")
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
        "{} ({})\n{} · {} against {} · seed {} · {} · ruleset {}\n\n",
        r.title,
        r.variant,
        games_each(std::slice::from_ref(r)),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_told_without_what_binary_fractions_leave() {
        let told = |level| level_in_percent(level).to_string();
        let levels = [0.05, 0.07, 0.14, 0.29, 0.0001, 0.5];
        assert_eq!(levels.map(told), ["5", "7", "14", "29", "0.01", "50"]);
    }
}
