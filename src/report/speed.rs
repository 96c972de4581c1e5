//! How fast variants are played.

use super::table::{finish, plain_table};
use super::{Rows, SCHEMA, thousands};
use crate::rules::Variant;
use crate::speed::{Speed, a_second};
use serde::Serialize;

/// The speed of some variants.
#[derive(Clone, Debug, Serialize)]
pub struct Speeds {
    /// The version of this form.
    pub schema: u32,
    /// How many seconds each variant was measured for, as asked.
    pub seconds: f64,
    /// The master seed of the games.
    pub seed: u64,
    /// The variants.
    pub variants: Vec<VariantSpeed>,
}

/// The speed of one variant, on one thread.
#[derive(Clone, Debug, Serialize)]
pub struct VariantSpeed {
    /// The variant.
    pub variant: String,
    /// What it calls its game.
    pub title: String,
    /// The hash of its rules.
    pub ruleset: String,
    /// Random games played.
    pub games: u64,
    /// Random games a second.
    pub playouts_per_second: u64,
    /// Turns a second of these games, the redistributions of the opening counted in.
    pub turns_per_second: u64,
    /// Laps a second of these games.
    pub laps_per_second: u64,
    /// Sequences of moves.
    pub perft: PerftSpeed,
}

/// How fast sequences of moves are counted.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PerftSpeed {
    /// How many moves each has.
    pub depth: u32,
    /// How many were counted, each played out.
    pub nodes: u64,
    /// How many a second.
    pub nodes_per_second: u64,
}

impl Speeds {
    /// Of no variant yet.
    pub fn new(seconds: f64, seed: u64) -> Speeds {
        Speeds {
            schema: SCHEMA,
            seconds,
            seed,
            variants: Vec::new(),
        }
    }

    /// Adds what was measured of a variant.
    pub fn add(&mut self, variant: &Variant, speed: &Speed) {
        let while_playing = |number| a_second(number, speed.playing).round() as u64;
        self.variants.push(VariantSpeed {
            variant: variant.name.clone(),
            title: variant.ruleset.title.clone(),
            ruleset: variant.hash.clone(),
            games: speed.games,
            playouts_per_second: while_playing(speed.games),
            turns_per_second: while_playing(speed.turns),
            laps_per_second: while_playing(speed.laps),
            perft: PerftSpeed {
                depth: speed.depth,
                nodes: speed.nodes,
                nodes_per_second: a_second(speed.nodes, speed.counting).round() as u64,
            },
        });
    }
}

/// The speeds as a table.
pub fn text(speeds: &Speeds) -> String {
    let mut table = plain_table();
    table.set_header([
        "a second",
        "playouts",
        "turns",
        "laps",
        "perft nodes",
        "depth",
    ]);
    for speed in &speeds.variants {
        table.add_row([
            speed.variant.clone(),
            thousands(speed.playouts_per_second),
            thousands(speed.turns_per_second),
            thousands(speed.laps_per_second),
            thousands(speed.perft.nodes_per_second),
            speed.perft.depth.to_string(),
        ]);
    }
    format!(
        "Speed · one thread · {} s a variant · random play · seed {}\n\n{}",
        speeds.seconds,
        speeds.seed,
        finish(&mut table, 1)
    )
}

/// A line a variant.
impl Rows for Speeds {
    fn header(&self) -> Vec<String> {
        [
            "variant",
            "title",
            "ruleset",
            "games",
            "playouts_per_second",
            "turns_per_second",
            "laps_per_second",
            "perft_depth",
            "perft_nodes",
            "perft_nodes_per_second",
        ]
        .map(str::to_owned)
        .to_vec()
    }

    fn rows(&self) -> Vec<Vec<String>> {
        let row = |speed: &VariantSpeed| {
            let texts = [&speed.variant, &speed.title, &speed.ruleset];
            let numbers = [
                speed.games,
                speed.playouts_per_second,
                speed.turns_per_second,
                speed.laps_per_second,
                u64::from(speed.perft.depth),
                speed.perft.nodes,
                speed.perft.nodes_per_second,
            ];
            let texts = texts.map(String::clone).into_iter();
            texts
                .chain(numbers.map(|number| number.to_string()))
                .collect()
        };
        self.variants.iter().map(row).collect()
    }
}
