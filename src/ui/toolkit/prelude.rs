//! Common imports of everything with widgets.

pub use super::a11y;
pub use super::announce::{self, announce};
pub(in crate::ui) use crate::ui::platform::prelude::*;
