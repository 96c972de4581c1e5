//! The wear of a board, drawn on it.

use super::table::stopped;
use super::{Rows, SCHEMA};
use crate::engine::Program;
use crate::notation::pit_name;
use crate::rules::Variant;
use crate::rules::ruleset::Player;
use crate::simulate::wear::{Touches, Wear};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What can be done to a pit, and the counts of it.
pub(super) fn kinds(wear: &Wear) -> [(&'static str, &Touches); 4] {
    [
        ("lifted from, by hand and by relays", &wear.lifted),
        ("sown into, a seed each", &wear.sown),
        ("where the last seed of a turn fell", &wear.ended),
        ("captured from", &wear.captured),
    ]
}

/// The wear as boards: how often a game, each pit. The more often, the longer the bar below it.
pub fn wear(variant: &Variant, program: &Program, wear: &Wear, seed: u64) -> String {
    let pits = program.half();
    let games = wear.games.max(1) as f64;
    let mut text = format!(
        "{} ({})\nwear of the board · {} random games{} · seed {seed} · times a game\n",
        variant.ruleset.title,
        variant.name,
        super::thousands(wear.games),
        stopped(wear.partial)
    );
    for (what, touches) in kinds(wear) {
        let by = |player: Player, pit: usize| touches[player as usize][pit];
        let total = |pit: usize| by(Player::South, pit) + by(Player::North, pit);
        let all: u64 = (0..2 * pits).map(total).sum();
        let own: u64 = (0..pits)
            .map(|pit| by(Player::South, pit) + by(Player::North, pit + pits))
            .sum();
        let most = (0..2 * pits).map(total).max().unwrap_or(0).max(1);
        let cells = |row: usize, cell: &dyn Fn(usize) -> String| -> String {
            let pits = (0..program.pits()).map(|column| program.pit_at(row, column));
            pits.map(|pit| format!("{:>6}", cell(pit))).collect()
        };
        let name = |pit: usize| pit_name(pit, pits).to_string();
        let number = |pit: usize| format!("{:.2}", total(pit) as f64 / games);
        // Eight steps, so that a look tells where the wear is.
        let bar = |pit: usize| {
            let step = (total(pit) * 8).div_ceil(most) as usize;
            ["·", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"][step.min(8)].repeat(3)
        };
        let share = if all == 0 {
            0.0
        } else {
            100.0 * own as f64 / all as f64
        };
        let _ = writeln!(
            text,
            "\n{what}: {:.2}, {share:.0} % of it in the mover's own {}\n",
            all as f64 / games,
            if program.rows() == 2 { "row" } else { "rows" }
        );
        for row in (0..program.rows()).rev() {
            let lines = [
                ("", cells(row, &name)),
                (side_of(program, row), cells(row, &number)),
                ("", cells(row, &bar)),
            ];
            // Two rows lie face to face, their letters without; of more rows each has its own above it.
            let below = program.rows() == 2 && row == 0;
            let order = if below { [2, 1, 0] } else { [0, 1, 2] };
            for (label, cells) in order.map(|line| &lines[line]) {
                let _ = writeln!(text, "  {label:<6}{cells}");
            }
        }
    }
    text
}

/// Whose row it is, at the edge of the board.
fn side_of(program: &Program, row: usize) -> &'static str {
    match row {
        0 => Player::South.name(),
        row if row + 1 == program.rows() => Player::North.name(),
        _ => "",
    }
}

/// The wear for programs.
#[derive(Clone, Debug, Serialize)]
pub struct WearForm {
    /// The version of this form.
    pub schema: u32,
    /// The variant.
    pub variant: String,
    /// The hash of its rules.
    pub ruleset: String,
    /// The master seed.
    pub seed: u64,
    /// Games played.
    pub games: u64,
    /// Whether more were asked for, but the run was stopped.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
    /// For each pit what was done to it, by South and by North, over all games.
    pub pits: BTreeMap<char, BTreeMap<&'static str, [u64; 2]>>,
}

/// The wear for programs.
pub fn wear_form(variant: &Variant, program: &Program, wear: &Wear, seed: u64) -> WearForm {
    let kinds = [
        ("lifted", &wear.lifted),
        ("sown", &wear.sown),
        ("ended", &wear.ended),
        ("captured", &wear.captured),
    ];
    WearForm {
        schema: SCHEMA,
        variant: variant.name.clone(),
        ruleset: variant.hash.clone(),
        seed,
        games: wear.games,
        partial: wear.partial,
        pits: (0..2 * program.half())
            .map(|pit| {
                let done = kinds.map(|(name, touches)| (name, [touches[0][pit], touches[1][pit]]));
                (pit_name(pit, program.half()), done.into_iter().collect())
            })
            .collect(),
    }
}

/// A line a pit: what was done to it by South and by North, over all games.
impl Rows for WearForm {
    fn header(&self) -> Vec<String> {
        let mut header = vec!["pit".to_owned()];
        for name in self
            .pits
            .values()
            .next()
            .into_iter()
            .flat_map(BTreeMap::keys)
        {
            header.extend(["south", "north"].map(|player| format!("{name}_{player}")));
        }
        header.push("partial".to_owned());
        header
    }

    fn rows(&self) -> Vec<Vec<String>> {
        let row = |(pit, done): (&char, &BTreeMap<&str, [u64; 2]>)| {
            let mut row = vec![pit.to_string()];
            row.extend(done.values().flatten().map(u64::to_string));
            row.push(self.partial.to_string());
            row
        };
        self.pits.iter().map(row).collect()
    }
}
