//! Engines written by hand for one game each, used for nothing but comparison: they tell what a program that
//! can play this one game, and no other, makes of the same machine.

pub mod kalah;
pub mod kiothi;
mod tables;
mod vector;
