//! Additions to GTK 4.8 and libadwaita 1.2: names and announcements for screen readers, actions and keys, questions.

pub mod a11y;
pub mod access;
pub mod actions;
pub mod announce;
pub mod ask;
pub mod below;
pub mod choices;
pub mod combo_row;
pub mod css_class;
pub mod detail_row;
pub mod enter;
pub mod naming;
pub mod narrow;
pub mod prelude;
pub mod search_list;
pub mod toast;
pub mod tooltip;
pub mod turned;
