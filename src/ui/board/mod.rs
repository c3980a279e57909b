//! The board as a widget, and pictures of pieces.

pub(in crate::ui) mod aids;
pub(in crate::ui) mod board_view;
pub(in crate::ui) mod piece_strip;
pub(in crate::ui) mod pixels;
