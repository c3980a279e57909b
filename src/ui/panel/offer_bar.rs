//! An offer from one player, shown on the card of the player who answers it, or below the board if no card is shown.

use crate::ui::toolkit::actions::Action;
use crate::ui::toolkit::prelude::*;

/// A question and its answers, which lie wherever there is room.
#[derive(Clone, Debug)]
pub struct OfferBar {
    pub question: gtk::Label,
    pub answers: gtk::Box,
}

fn button(action: Action, label: &str, about: &str) -> gtk::Button {
    let button = gtk::Button::builder()
        .action_name(action.in_window())
        .tooltip_text(about)
        .valign(gtk::Align::Center)
        .build();
    button.add_css_class("text-button");
    button.add_css_class("seat");
    a11y::name_button(&button, label);
    button
}

impl Default for OfferBar {
    fn default() -> Self {
        let question = gtk::Label::builder()
            .wrap(true)
            .wrap_mode(gtk::pango::WrapMode::WordChar)
            .ellipsize(gtk::pango::EllipsizeMode::End)
            .xalign(0.0)
            .hexpand(true)
            .valign(gtk::Align::Center)
            .build();
        question.add_css_class("question");
        let answers = glib::Object::builder::<gtk::Box>()
            .property("accessible-role", gtk::AccessibleRole::Group)
            .property("spacing", 6)
            .property("homogeneous", true)
            .build();
        let accept = button(Action::AcceptOffer, words::accept(), words::accept_about());
        accept.add_css_class("suggested-action");
        answers.append(&button(
            Action::DeclineOffer,
            words::decline(),
            words::decline_about(),
        ));
        answers.append(&accept);
        answers.add_css_class("answers");
        Self { question, answers }
    }
}

impl OfferBar {
    /// Last question.
    pub fn question(&self) -> glib::GString {
        self.question.label()
    }

    /// Shows a question in at most this many lines.
    pub fn show_question(&self, question: &str, lines: i32) {
        self.question.set_label(question);
        set_tooltip(&self.question, Some(question));
        self.question.set_lines(lines);
        a11y::set_label(&self.answers, question);
    }

    /// Whether one of the answers has the focus.
    pub fn has_focus(&self) -> bool {
        self.answers.focus_child().is_some()
    }

    /// Takes question and answers from wherever they are.
    pub fn remove(&self) {
        for part in [
            self.question.upcast_ref(),
            self.answers.upcast_ref::<gtk::Widget>(),
        ] {
            if let Some(parent) = part.parent().and_downcast::<gtk::Box>() {
                parent.remove(part);
            }
        }
    }
}
