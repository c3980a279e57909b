//! Additions to GTK 4.8 and libadwaita 1.2: names and announcements for screen readers, actions and keys, questions.

pub(in crate::ui) mod a11y;
pub(in crate::ui) mod access;
pub(in crate::ui) mod actions;
pub(in crate::ui) mod announce;
pub(in crate::ui) mod ask;
pub(in crate::ui) mod below;
pub(in crate::ui) mod css_class;
pub(in crate::ui) mod detail_row;
pub(in crate::ui) mod naming;
pub(in crate::ui) mod offered;
pub(in crate::ui) mod questions;
pub(in crate::ui) mod toast;
pub(in crate::ui) mod tooltip;
pub(in crate::ui) mod turned;
