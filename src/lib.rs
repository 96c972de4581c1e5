//! Kiothi: a language for writing down the rules of mancala games, and a simulator that plays what is
//! written.
//!
//! Data flows one way: text becomes a [tree](crate::syntax), the tree [rules], the rules a
//! [program](crate::engine) that plays; games become [tallies](crate::simulate), tallies an [analysis](crate::analyse), and
//! that a [report]. The words of the language stand once, in the [vocabulary].

pub mod analyse;
pub mod archive;
pub mod check;
pub mod cli;
pub mod diagnostics;
pub mod disk;
pub mod engine;
pub mod experiment;
pub mod notation;
pub mod players;
pub mod positions;
pub mod records;
pub mod report;
pub mod rules;
pub mod simulate;
pub mod snapshot;
pub mod speed;
pub mod syntax;
pub mod tell;
pub mod verify;
pub mod vocabulary;
