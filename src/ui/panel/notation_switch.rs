//! Toggle buttons for the available notations, above the list of moves. Each is labeled in its own notation.
//!
//! Vietnamese notation has a button only where it is in use: to others its letters are ambiguous, and four buttons are
//! enough to tell apart at a glance. The preferences always offer it.

use crate::record::notation::MoveText;
use crate::ui::platform::language::is_legible;
use crate::ui::toolkit::actions::{notation_key, tooltip};
use crate::ui::toolkit::choices::choice;
use crate::ui::toolkit::prelude::*;

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct NotationSwitch {
        pub(super) vietnamese: OnceCell<gtk::ToggleButton>,
    }

    class!(NotationSwitch "XqNotationSwitch" gtk::Box, css "notations", role Group; WidgetImpl BoxImpl);

    impl ObjectImpl for NotationSwitch {
        fn constructed(&self) {
            self.parent_constructed();
            let switch = self.obj();
            switch.add_css_class("linked");
            a11y::set_label(&*switch, words::notation());
            // A notation without a font is not offered.
            let legible = |text: &MoveText| is_legible(words::notation_sample(*text));
            for text in MoveText::ALL.into_iter().filter(legible) {
                let button = button(text);
                switch.append(&button);
                if text == MoveText::Vietnamese {
                    button.set_visible(false);
                    once(&self.vietnamese, button);
                }
            }
        }
    }
}

widget! {
    /// A button for each notation.
    NotationSwitch Box
}

impl NotationSwitch {
    /// Offers Vietnamese notation too. Its button stays until the window is closed: one that disappeared while the
    /// pointer presses another could not be pressed again.
    pub fn offer_vietnamese(&self) {
        if let Some(button) = self.imp().vietnamese.get() {
            button.set_visible(true);
        }
    }
}

/// Creates the button of a notation, active while its word is the state of the window's action.
fn button(text: MoveText) -> gtk::ToggleButton {
    // Large text must not widen a narrow window.
    let label = gtk::Label::builder()
        .label(words::notation_sample(text))
        .ellipsize(gtk::pango::EllipsizeMode::End)
        .build();
    let about = tooltip(words::notation_about(text), notation_key(text));
    let button = choice(&label, words::notation_name(text), &about);
    button.set_hexpand(true);
    // A click leaves the focus on the board.
    button.set_focus_on_click(false);
    button.set_action_target_value(Some(&text.word().to_variant()));
    button.set_action_name(Some("win.notation"));
    button
}
