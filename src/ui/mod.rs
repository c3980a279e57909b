//! The window: the only room with widgets, settings and sound.
//!
//! State goes down as a whole, intent comes up as a value: widgets signal, the window turns signals into commands
//! for the session, and shows everything anew when the session tells that something changed.
//!
//! | Folder | What is in it |
//! |---|---|
//! | `platform` | what the desktop gives: settings, language, sounds, screen, time |
//! | `toolkit` | what GTK 4.8 and libadwaita 1.2 lack: names and announcements for screen readers, actions and keys, questions |
//! | `session` | the document: game, match, timers and how they are saved, without a widget |
//! | `board` | the board as a widget, and pictures of pieces |
//! | `panel` | players, clocks, moves, comments |
//! | `bars` | what appears when there is something to answer, and the page of a paused game |
//! | `dialogs` | windows over the board, each with any parent |
//! | `flows` | conversations that take their time: opening, saving, exporting |
//! | `window` | the window itself, which knows them all |
//!
//! Each imports only from those before it.
#![allow(missing_docs, reason = "property accessors are generated without")]

mod application;
mod bars;
mod board;
mod dialogs;
mod flows;
mod panel;
mod platform;
mod session;
mod toolkit;
mod window;

pub use application::run;
pub use board::board_view::BoardView;
