//! Chuhe (楚河): Xiangqi, Chinese chess, for two people at one screen.
//!
//! A pure program that knows the game, under a window that draws it. The rooms, in reading order; each
//! imports only from those above it:

/// What is allowed, and how repetition is judged.
pub mod rules;

/// What was played, and how it is written down.
pub mod record;

/// One sitting: a record in progress and its end.
pub mod game;

/// A board picture as plain data: where a point lies, what a press means.
pub mod scene;

/// Ink: draws a scene with Cairo.
#[cfg(feature = "gui")]
pub mod paint;

/// The command line's words.
#[cfg(feature = "gui")]
pub mod cli;

/// The window.
#[cfg(feature = "gui")]
pub mod ui;
