//! Chuhe (楚河): Xiangqi, Chinese chess, with a friend at the same screen or far away, or against the computer.
//!
//! A pure program that knows the game, under a window that draws it. The rooms, in reading order; each
//! imports only from those above it:
//!
//! - [`rules`]: legal moves, and rulings on repetition.
//! - [`record`]: what was played, and how it is written down.
//! - [`engine`]: the best move of a position, at eight levels; a solver that proves mates.
//! - [`arbiter`]: repetitions under the Chinese rulebook, which asks what a move threatens.
//! - [`studies`]: positions of old books, to be solved; the judge of tries, and progress.
//! - [`game`]: a game in progress: its record, its clock and its end.
//! - [`remote`]: a game between two programs: letters, messages, resume, two clocks.
//! - [`scene`]: a board picture as plain data: where a point lies, what a press means.
//! - [`sound`]: the sounds of a game as samples.
//! - [`words`]: all user-facing text, in the window and on the command line.
//! - `files`: atomic replacement of files.
//! - `paint`: ink: draws a scene with Cairo.
//! - `score_sheet`: games and studies on paper: what is printed, in columns and pages.
//! - `cli`: the command line.
//! - `ui`: the window.
//!
//! The first ten are built without the feature `gui`, and so without GTK.

pub mod rules;

pub mod record;

pub mod engine;

pub mod arbiter;

pub mod studies;

pub mod game;

pub mod remote;

pub mod scene;

pub mod sound;

pub mod words;

#[cfg(feature = "gui")]
pub mod files;

#[cfg(feature = "gui")]
pub mod paint;

#[cfg(feature = "gui")]
pub mod score_sheet;

#[cfg(feature = "gui")]
pub mod cli;

#[cfg(feature = "gui")]
pub mod ui;
