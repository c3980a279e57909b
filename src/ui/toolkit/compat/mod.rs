//! Workarounds for GTK 4.8 and libadwaita 1.2, each with the version that it goes with.

pub mod a11y;
pub mod announce;
pub mod descendants;
pub mod detail_row;
pub mod narrow;
