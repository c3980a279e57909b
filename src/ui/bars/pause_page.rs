//! The page that hides the board during a pause, so that no player can analyze the position.

use crate::game::Pause;
use crate::ui::toolkit::actions::{Action, PAUSE_KEY, tooltip};
use crate::ui::toolkit::prelude::*;
use crate::ui::toolkit::turned::Turned;

/// Picture of the page, for which two halves have no room.
const ICON: &str = "media-playback-pause-symbolic";
/// Minimum width of the board with its margins, in logical pixels.
const BOARD_WIDTH: i32 = 312;

/// The pause page: a half with a resume button, and a rotated one for a player across the table.
#[derive(Debug)]
pub struct PausePage {
    root: gtk::Box,
    far: Turned,
    halves: [Half; 2],
    /// Leads to the clocks, for an arbiter.
    adjust: gtk::Button,
    /// What the arbiter has said during this pause.
    said: RefCell<String>,
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
        let adjust = adjust_button();
        let buttons = gtk::Box::new(gtk::Orientation::Vertical, 12);
        halves[0].page.set_child(gtk::Widget::NONE);
        buttons.append(&halves[0].resume);
        buttons.append(&adjust);
        halves[0].page.set_child(Some(&buttons));
        Self {
            root,
            far,
            halves,
            adjust,
            said: RefCell::default(),
        }
    }

    pub const fn widget(&self) -> &gtk::Box {
        &self.root
    }

    /// Shows the reason for the pause, to a player across the table as well.
    pub fn show_reason(&self, why: Pause, is_across: bool) {
        self.far.set_visible(is_across);
        let told = words::paused(why);
        let shown = [told, &self.said.borrow()].join("\n\n");
        for Half { page, resume } in &self.halves {
            page.set_icon_name((!is_across).then_some(ICON));
            page.set_description(Some(shown.trim_end()));
            // The focused button's description is what a screen reader reads.
            a11y::set_description(resume, told);
        }
    }

    /// Keeps what the arbiter has said, to both players, until the page is hidden.
    pub fn keep_said(&self, said: &str) {
        self.said.replace(said.to_owned());
    }

    /// Hides the page as the game goes on.
    pub fn hide(&self) {
        self.root.set_visible(false);
        self.said.take();
    }

    /// Offers to set the clocks, or not.
    pub fn offer_adjusting(&self, is_offered: bool) {
        self.adjust.set_visible(is_offered);
    }

    pub fn grab_focus(&self) {
        self.halves[0].resume.grab_focus();
    }

    /// Whether the page has the keyboard focus.
    pub fn has_focus(&self) -> bool {
        self.adjust.has_focus() || self.halves.iter().any(|half| half.resume.has_focus())
    }
}

fn adjust_button() -> gtk::Button {
    let label = words::adjust_clocks();
    let button = gtk::Button::builder()
        .child(&gtk::Label::new(Some(label)))
        .action_name(Action::AdjustClocks.in_window())
        .halign(gtk::Align::Center)
        .build();
    if let [key, ..] = Action::AdjustClocks.keys() {
        button.set_tooltip_text(Some(&tooltip(label, key)));
    }
    button.add_css_class("pill");
    a11y::set_label(&button, label);
    button
}
