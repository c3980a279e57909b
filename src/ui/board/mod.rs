//! The board widget, and images of pieces.

pub mod aids;
pub mod board_view;
pub mod evaluation_bar;
pub mod picture;
pub mod piece_strip;
pub mod pixels;
pub mod play_board;
pub mod thumbnail;
