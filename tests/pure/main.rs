//! The pure modules, tested from outside: rules, rulings, notations and files; and the rules of the house.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/deep.rs"]
mod deep;
#[path = "../common/dice.rs"]
mod dice;
#[path = "../common/several.rs"]
mod several;

mod apart;
mod binary;
mod collections;
mod dhtmlxq;
mod dialects;
mod folders;
mod formats;
mod gaps;
mod glued;
#[path = "../house/mod.rs"]
mod house;
mod laws;
mod material;
mod mates;
mod next_steps;
mod notation;
mod numbers;
mod perft;
mod pgn;
mod positions;
mod reading;
mod records;
mod refusals;
mod results;
mod rulings;
mod separators;
mod spellings;
mod studies;
mod vietnamese;
mod wrapped;
