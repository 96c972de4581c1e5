//! `kiothi perft`

use super::moves::Which;
use super::{CLEAN, print};
use crate::engine::perft;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    which: Which,
    /// How many moves: one sowing is one move
    #[arg(long, value_parser = clap::value_parser!(u32).range(..=64))]
    depth: u32,
}

pub(super) fn run(arguments: &Arguments) -> u8 {
    arguments.which.with(|_, program, _, position| {
        for depth in 1..=arguments.depth {
            let count = perft(program, position.clone(), depth);
            print(&format!("{depth:>3}  {count:>18}\n"));
        }
        CLEAN
    })
}
