//! The status line below the board, with a button for the next action if there is one.

use crate::ui::toolkit::actions::{self, Action};
use crate::ui::toolkit::naming;
use crate::ui::toolkit::prelude::*;
use crate::ui::toolkit::turned::Turned;
use crate::words::status::{Status, StatusButton, Tone};

/// Tones with a style class.
const TONES: [(Tone, &str); 4] = [
    (Tone::Refusal, "refusal"),
    (Tone::Check, "check"),
    (Tone::Past, "past"),
    (Tone::End, "end"),
];

const fn action_of(button: StatusButton) -> Action {
    match button {
        StatusButton::BackToGame => Action::BackToGame,
        StatusButton::NewGame => Action::New,
        StatusButton::Rematch => Action::Rematch,
        StatusButton::ShowMove => Action::ShowMove,
        StatusButton::GoOn => Action::Next,
    }
}

mod imp {
    use super::*;

    template! {
        StatusLine "/io/github/chuhe/Chuhe/ui/status_line.ui" {
            turned: Turned,
            label: gtk::Label,
            button: gtk::Button,
        } {
            /// Last announcement about the shown position.
            announced: RefCell<String>,
        }
    }

    class!(StatusLine "XqStatusLine" gtk::Box, template; ObjectImpl WidgetImpl BoxImpl);
}

widget! {
    /// The status line below the board.
    StatusLine Box
}

impl StatusLine {
    /// Whether the button has the keyboard focus.
    pub fn has_keyboard(&self) -> bool {
        self.imp().button.has_focus()
    }

    /// Sets whether the sentence is rotated, for a player across the table.
    pub fn set_turned(&self, turned: bool) {
        self.imp().turned.set_turned(turned);
    }

    /// Shows a status. Returns whether its sentence has changed, or has not been announced of the game on the board.
    pub fn show_status(&self, status: &Status) -> bool {
        let label = &self.imp().label;
        let is_new = label.label() != status.text;
        if is_new {
            label.set_label(&status.text);
        }
        label.set_visible(!status.text.is_empty());
        for (tone, class) in TONES {
            set_css_class(self, class, status.tone == tone);
        }
        self.show_button(status.button);
        is_new || self.imp().announced.borrow().is_empty()
    }

    /// Records an announcement about the shown position. Returns whether it differs from the last one.
    pub fn note_announced(&self, text: &str) -> bool {
        self.imp().announced.replace(text.to_owned()) != text
    }

    /// Forgets the last announcement, so that the next one counts as new.
    pub fn forget_announced(&self) {
        self.imp().announced.take();
    }

    fn show_button(&self, shown: Option<StatusButton>) {
        let button = &self.imp().button;
        button.set_visible(shown.is_some());
        let Some(shown) = shown else { return };
        let action = action_of(shown);
        let about = words::without_key(shown.label());
        let key = action.keys().first();
        let tooltip = key.map_or_else(|| about.clone(), |key| actions::tooltip(&about, key));
        a11y::rename_button(button, shown.label());
        if button.tooltip_text().as_deref() != Some(&tooltip) {
            button.set_tooltip_text(Some(&tooltip));
            naming::describe_buttons(self);
        }
        button.set_action_name(Some(&action.in_window()));
    }
}
