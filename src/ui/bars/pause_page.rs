//! The page that hides the board during a pause, so that no player can analyze the position.

use crate::game::Pause;
use crate::ui::platform::prelude::*;
use crate::ui::toolkit::a11y;
use crate::ui::toolkit::actions::{Action, PAUSE_KEY, tooltip};

/// Minimum width of the board with its margins, in logical pixels.
const BOARD_WIDTH: i32 = 312;

/// The pause page with its resume button.
#[derive(Debug)]
pub struct PausePage {
    page: adw::StatusPage,
    resume: gtk::Button,
}

impl PausePage {
    pub fn new() -> Self {
        // The label is a child, since GTK 4.8 adds a button’s label property to its name.
        let resume = gtk::Button::builder()
            .child(&gtk::Label::new(Some(words::resume())))
            .action_name(format!("win.{}", Action::Pause.name()))
            .tooltip_text(tooltip(words::resume(), PAUSE_KEY))
            .halign(gtk::Align::Center)
            .build();
        for class in ["pill", "suggested-action"] {
            resume.add_css_class(class);
        }
        a11y::set_label(&resume, words::resume());
        let page = adw::StatusPage::builder()
            .icon_name("media-playback-pause-symbolic")
            .title(words::paused_title())
            .child(&resume)
            .hexpand(true)
            .vexpand(true)
            .build();
        for class in ["compact", "pause-page"] {
            page.add_css_class(class);
        }
        // At least as wide as the board, or a pause would fold or unfold the side panel.
        page.set_size_request(BOARD_WIDTH, -1);
        Self { page, resume }
    }

    pub const fn widget(&self) -> &adw::StatusPage {
        &self.page
    }

    /// Shows the reason for the pause.
    pub fn show_reason(&self, why: Pause) {
        let told = words::paused(why);
        self.page.set_description(Some(told));
        // The focused button's description is what a screen reader reads.
        a11y::set_description(&self.resume, told);
    }

    pub fn grab_focus(&self) {
        self.resume.grab_focus();
    }

    /// Whether the page has the keyboard focus.
    pub fn has_focus(&self) -> bool {
        self.resume.has_focus()
    }
}
