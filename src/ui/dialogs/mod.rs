//! Windows over the board. Each takes a parent and signals what was chosen in it.

pub(in crate::ui) mod browser;
pub(in crate::ui) mod details;
pub(in crate::ui) mod editor;
pub(in crate::ui) mod help;
pub(in crate::ui) mod match_window;
pub(in crate::ui) mod new_game;
pub(in crate::ui) mod preferences;
pub(in crate::ui) mod print;
pub(in crate::ui) mod replay;
pub(in crate::ui) mod shortcuts;
