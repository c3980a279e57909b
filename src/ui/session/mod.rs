//! The game beyond the window: how it is kept on the disk.

pub(in crate::ui) mod keeper;
