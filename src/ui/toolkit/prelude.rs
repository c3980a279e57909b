//! Common imports of everything with widgets.

pub use super::a11y;
pub use super::announce::{self, announce};
pub use super::widgets::{
    KeyGuard, activate_on_enter, is_enter, set_css_class, set_text_scale, set_tooltip,
    set_tooltip_markup,
};
pub(in crate::ui) use crate::ui::platform::prelude::*;
