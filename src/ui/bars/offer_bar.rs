//! An offer from one player, shown on the side of the player who answers it.

use crate::ui::platform::prelude::*;
use crate::ui::toolkit::a11y;
use crate::ui::toolkit::actions::Action;

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct OfferBar {
        pub(super) question: gtk::Label,
    }

    class!(OfferBar "XqOfferBar" adw::Bin, css "offerbar", role Group; WidgetImpl BinImpl);

    impl ObjectImpl for OfferBar {
        fn constructed(&self) {
            self.parent_constructed();
            self.question.set_wrap(true);
            self.question.set_xalign(0.0);
            self.question.set_hexpand(true);
            let line = gtk::Box::new(gtk::Orientation::Horizontal, 6);
            line.append(&self.question);
            line.append(&button(
                Action::DeclineOffer,
                words::decline(),
                words::decline_about(),
            ));
            let accept = button(Action::AcceptOffer, words::accept(), words::accept_about());
            accept.add_css_class("suggested-action");
            line.append(&accept);
            self.obj().set_child(Some(&line));
        }
    }
}

fn button(action: Action, label: &str, about: &str) -> gtk::Button {
    let button = gtk::Button::builder()
        .action_name(format!("win.{}", action.name()))
        .tooltip_text(about)
        .valign(gtk::Align::Center)
        .build();
    button.add_css_class("text-button");
    a11y::name_button(&button, label);
    button
}

widget! {
    /// An offer from one player to the other, with its answers.
    OfferBar Bin
}

impl Default for OfferBar {
    fn default() -> Self {
        glib::Object::new()
    }
}

impl OfferBar {
    /// Last question.
    pub fn question(&self) -> glib::GString {
        self.imp().question.label()
    }

    /// Shows a question.
    pub fn show_question(&self, question: &str) {
        self.imp().question.set_label(question);
        a11y::set_label(self, question);
    }
}
