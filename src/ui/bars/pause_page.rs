//! The page that hides the board during a pause, so that no player can analyze the position.

use crate::game::Pause;
use crate::ui::toolkit::actions::{Action, PAUSE_KEY, tooltip};
use crate::ui::toolkit::prelude::*;
use crate::ui::toolkit::turned::Turned;

/// Minimum width of the board with its margins, in logical pixels.
const BOARD_WIDTH: i32 = 312;

/// The pause page: a half with a resume button, and a rotated one for a player across the table.
#[derive(Debug)]
pub struct PausePage {
    root: gtk::Box,
    far: Turned,
    halves: [Half; 2],
}

/// A reason with a resume button.
#[derive(Debug)]
struct Half {
    page: adw::StatusPage,
    resume: gtk::Button,
}

impl Half {
    fn new() -> Self {
        // The label is a child, since GTK 4.8 adds a button’s label property to its name.
        let resume = gtk::Button::builder()
            .child(&gtk::Label::new(Some(words::resume())))
            .action_name(Action::Pause.in_window())
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
        Self { page, resume }
    }
}

impl PausePage {
    pub fn new() -> Self {
        let halves = [Half::new(), Half::new()];
        let root = gtk::Box::new(gtk::Orientation::Vertical, 0);
        // At least as wide as the board, or a pause would fold or unfold the side panel.
        root.set_size_request(BOARD_WIDTH, -1);
        root.set_homogeneous(true);
        let far = Turned::default();
        far.set_child(Some(halves[1].page.upcast_ref()));
        far.set_turned(true);
        root.append(&far);
        root.append(&halves[0].page);
        Self { root, far, halves }
    }

    pub const fn widget(&self) -> &gtk::Box {
        &self.root
    }

    /// Shows the reason for the pause, to a player across the table as well.
    pub fn show_reason(&self, why: Pause, is_across: bool) {
        self.far.set_visible(is_across);
        let told = words::paused(why);
        for Half { page, resume } in &self.halves {
            page.set_description(Some(told));
            // The focused button's description is what a screen reader reads.
            a11y::set_description(resume, told);
        }
    }

    pub fn grab_focus(&self) {
        self.halves[0].resume.grab_focus();
    }

    /// Whether the page has the keyboard focus.
    pub fn has_focus(&self) -> bool {
        self.halves.iter().any(|half| half.resume.has_focus())
    }
}
