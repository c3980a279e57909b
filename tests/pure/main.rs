//! The pure modules, tested from outside: rules, rulings, notations and files; and the rules of the house.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/deep.rs"]
mod deep;
#[path = "../common/dice.rs"]
mod dice;
#[path = "../common/several.rs"]
mod several;

mod binary;
mod collections;
mod dhtmlxq;
mod dialects;
mod engines;
mod folders;
mod formats;
#[path = "../house/mod.rs"]
mod house;
mod laws;
mod material;
mod mates;
mod next_steps;
mod notation;
mod perft;
mod pgn;
mod records;
mod refusals;
mod rulings;
mod spellings;
mod studies;
mod texts;
mod vietnamese;
