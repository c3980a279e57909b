//! Additions to GTK 4.8 and libadwaita 1.2: names and announcements for screen readers, actions and keys, questions.

pub mod actions;
pub mod ask;
pub mod choices;
pub mod combo_row;
mod compat;
pub mod naming;
pub mod prelude;
pub mod search_list;
pub mod toast;
pub mod turned;
mod widgets;

pub use compat::{a11y, announce, descendants, detail_row, narrow};
