//! Bars that appear when a decision is pending, and the page shown during a pause.

pub mod bar_slot;
pub mod end_card;
pub mod pause_page;
pub mod ruling_banner;
pub mod status_line;
pub mod typed_board;
pub mod typing_bar;
