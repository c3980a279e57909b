//! The card that ends a game: who won and how, and what to do next. It lies over the board until it is dismissed.

use crate::rules::{Piece, PieceKind, Side};
use crate::ui::board::piece_strip::PieceStrip;
use crate::ui::toolkit::actions::Action;
use crate::ui::toolkit::naming;
use crate::ui::toolkit::prelude::*;
use crate::ui::toolkit::turned::Turned;
use crate::words::Ending;

/// Size of the winner’s general, in pixels.
const EMBLEM: f64 = 64.0;

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct EndCard {
        pub(super) emblem: PieceStrip,
        pub(super) title: gtk::Label,
        pub(super) facts: gtk::Label,
        /// Title and facts once more, for a player across the table.
        pub(super) far: Turned,
        pub(super) far_texts: [gtk::Label; 2],
    }

    class!(EndCard "XqEndCard" gtk::Box, css "endcard", role Group; WidgetImpl BoxImpl);

    impl ObjectImpl for EndCard {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            let card = self.obj();
            card.set_orientation(gtk::Orientation::Vertical);
            card.set_halign(gtk::Align::Center);
            card.set_valign(gtk::Align::Center);
            self.emblem.set_cell(EMBLEM);
            self.emblem.set_halign(gtk::Align::Center);
            let [far_title, far_facts] = &self.far_texts;
            for (title, facts) in [(&self.title, &self.facts), (far_title, far_facts)] {
                title.add_css_class("title-1");
                facts.add_css_class("dim-label");
                facts.add_css_class("numeric");
                for label in [title, facts] {
                    label.set_wrap(true);
                    label.set_justify(gtk::Justification::Center);
                    label.set_max_width_chars(30);
                }
            }
            let far = gtk::Box::new(gtk::Orientation::Vertical, 6);
            far.append(far_title);
            far.append(far_facts);
            self.far.set_child(Some(far.upcast_ref()));
            self.far.set_turned(true);
            card.append(&self.close_button());
            card.append(&self.far);
            card.append(&self.emblem);
            card.append(&self.title);
            card.append(&self.facts);
            card.append(&self.buttons());
            card.append(&Self::review_button());
        }
    }

    impl EndCard {
        fn close_button(&self) -> gtk::Button {
            let close = gtk::Button::builder()
                .icon_name("window-close-symbolic")
                .halign(gtk::Align::End)
                .tooltip_text(words::close_ending())
                .build();
            a11y::set_label(&close, words::close_ending());
            close.add_css_class("flat");
            close.add_css_class("circular");
            let card = self.obj();
            close.connect_clicked(weak!(card, |card, _| card.emit_closed()));
            close
        }

        fn review_button() -> gtk::Button {
            let review = gtk::Button::builder()
                .action_name(Action::Review.in_window())
                .tooltip_text(words::review_about())
                .build();
            a11y::name_button(&review, words::review());
            review.add_css_class("flat");
            // Not in a game with a friend far away.
            let shown = review.bind_property("sensitive", &review, "visible");
            shown.sync_create().build();
            review
        }

        fn share_button() -> gtk::MenuButton {
            let shared = gio::Menu::new();
            for (label, action) in [
                (words::share_picture(), Action::CopyPicture),
                (words::share_animation(), Action::SaveReplay),
                (words::share_text(), Action::Copy),
            ] {
                shared.append(Some(label), Some(&action.in_window()));
            }
            gtk::MenuButton::builder()
                .label(words::share())
                .use_underline(true)
                .menu_model(&shared)
                .tooltip_text(words::share_about())
                .build()
        }

        fn buttons(&self) -> gtk::Grid {
            let button = |label, action: Option<Action>, about: Option<&str>| {
                let button = gtk::Button::builder().hexpand(true).build();
                button.set_action_name(action.map(Action::in_window).as_deref());
                button.set_tooltip_text(about);
                a11y::name_button(&button, label);
                button
            };
            let rematch = button(words::rematch(), Some(Action::Rematch), None);
            rematch.add_css_class("suggested-action");
            let watch = button(words::watch_again(), None, Some(words::watch_again_about()));
            let card = self.obj();
            watch.connect_clicked(weak!(card, |card, _| card.emit_watched()));
            let save = button(words::save(), Some(Action::Save), None);
            let buttons = gtk::Grid::builder()
                .column_homogeneous(true)
                .column_spacing(8)
                .row_spacing(8)
                .build();
            buttons.attach(&rematch, 0, 0, 1, 1);
            buttons.attach(&watch, 1, 0, 1, 1);
            buttons.attach(&save, 0, 1, 1, 1);
            buttons.attach(&Self::share_button(), 1, 1, 1, 1);
            buttons
        }
    }
}

widget! {
    /// The card that ends a game.
    EndCard Box
}

impl EndCard {
    /// Shows how a game ended, to a player across the table as well.
    pub fn show_ending(&self, ending: &Ending, is_across: bool) {
        let imp = self.imp();
        imp.far.set_visible(is_across);
        let [far_title, far_facts] = &imp.far_texts;
        for (title, facts) in [(&imp.title, &imp.facts), (far_title, far_facts)] {
            title.set_label(&ending.title);
            facts.set_label(&ending.facts.join("\n"));
        }
        let sides = match ending.winner {
            Some(winner) => vec![winner],
            None => Side::ALL.to_vec(),
        };
        let generals = sides
            .into_iter()
            .map(|side| Piece::new(side, PieceKind::General));
        imp.emblem.set_pieces(generals.collect());
        a11y::set_label(self, &ending.title);
        a11y::set_description(self, &ending.facts.join(". "));
        naming::describe_buttons(self);
    }

    signals! {
        /// Called when the card is to go.
        "closed" connect_closed emit_closed;
        /// Called when the game is to be played again on the board.
        "watched" connect_watched emit_watched;
    }
}
