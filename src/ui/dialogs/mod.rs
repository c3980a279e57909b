//! Windows over the board. Each takes a parent and signals the choice made in it.

pub mod adjust_clocks;
pub mod browser;
pub mod details;
pub mod editor;
pub mod finished;
pub mod help;
pub mod letter;
pub mod match_window;
pub mod new_game;
pub mod preferences;
pub mod print;
pub mod remote;
pub mod replay;
pub mod shortcuts;
pub mod studies;
