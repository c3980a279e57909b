//! The side panel: players, clocks, moves and comments.

pub(in crate::ui) mod clock_bar;
pub(in crate::ui) mod clock_face;
pub(in crate::ui) mod comment_box;
pub(in crate::ui) mod digits;
pub(in crate::ui) mod move_list;
pub(in crate::ui) mod notation_switch;
pub(in crate::ui) mod player_card;
