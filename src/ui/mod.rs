//! The window: the only room with widgets, files and settings.
//!
//! State goes down as a whole, intent comes up as a value: widgets signal, the window turns signals into
//! commands for the game, and after each command everything is refreshed from the game.
#![allow(missing_docs, reason = "property accessors are generated without")]

mod a11y;
mod access;
mod actions;
mod aids;
mod announce;
mod appearance;
mod application;
mod ask;
mod below;
mod board_view;
mod browser;
mod clock_bar;
mod clock_face;
mod comment_box;
mod css_class;
mod cycle_view;
mod detail_row;
mod details;
mod digits;
mod editor;
mod environment;
mod exports;
mod handicap_chooser;
mod help;
mod keeper;
mod language;
mod lesson_view;
mod look_chooser;
mod match_window;
mod memory;
mod move_list;
mod naming;
mod new_game;
mod notation_switch;
mod odds_picture;
mod offer_bar;
mod offered;
mod pause_page;
mod piece_strip;
mod pixels;
mod player_card;
mod preferences;
mod print;
mod questions;
mod replay;
mod ruling_banner;
mod screen;
mod seating_chooser;
mod settings;
mod shortcuts;
mod sounds;
mod time;
mod time_chooser;
mod time_entry;
mod toast;
mod tooltip;
mod turned;
mod typing_bar;
mod window;

pub use application::run;
pub use board_view::BoardView;
