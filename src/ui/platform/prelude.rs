//! Common imports of the UI.

pub(in crate::ui) use super::object::{class, connect, once, signals, template, weak, widget};
pub use crate::words;
pub use adw::prelude::*;
pub use adw::subclass::prelude::*;
pub use gtk::{gdk, gio, glib};
