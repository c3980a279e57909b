//! Bars that appear when there is something to answer, and the page of a paused game.

pub mod offer_bar;
pub mod pause_page;
pub mod ruling_banner;
pub mod status_line;
pub mod typing_bar;
