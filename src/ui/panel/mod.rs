//! The side panel: players, clocks, moves and comments.

pub mod analysis;
pub mod book_section;
pub mod chat;
pub mod clock_bar;
pub mod clock_face;
pub mod comment_box;
pub mod curve_view;
pub mod digits;
pub mod guess_section;
pub mod move_list;
pub mod offer_bar;
pub mod player_card;
pub mod result_bar;
pub mod review_section;
pub mod section;
pub mod side_panel;
pub mod welcome;
