//! Bars that appear when there is something to answer, and the page of a paused game.

pub(in crate::ui) mod offer_bar;
pub(in crate::ui) mod pause_page;
pub(in crate::ui) mod ruling_banner;
pub(in crate::ui) mod status_line;
pub(in crate::ui) mod typing_bar;
