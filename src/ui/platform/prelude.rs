//! Common imports of the UI.

pub(in crate::ui) use super::object::{class, once, open_once, signals, template, weak, widget};
pub use crate::words::{self, Importance};
pub use adw::prelude::*;
pub use adw::subclass::prelude::*;
pub use gtk::{gdk, gio, glib};
pub use std::cell::{Cell, OnceCell, RefCell};
pub use std::path::{Path, PathBuf};
pub use std::rc::Rc;
pub use std::time::Duration;
