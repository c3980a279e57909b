//! Forms of a card: where its parts lie, beside the board or above and below it.

use super::PlayerCard;
use crate::scene::card_layout::{CardRow, SCALES};
use crate::ui::panel::offer_bar::OfferBar;
use crate::ui::toolkit::prelude::*;

/// Form and size of a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CardForm {
    /// `None` for a column beside the board, whose height is free.
    pub row: Option<CardRow>,
    /// Size in hundredths; 0 before the card is placed.
    pub scale: u32,
}

impl CardForm {
    /// Whether the clock has a line of its own.
    const fn has_large_clock(self) -> bool {
        self.row.is_none() && self.scale > SCALES[0]
    }

    fn enlarge(self, length: f64) -> f64 {
        length * f64::from(self.scale) / 100.0
    }
}

/// Puts widgets into a box in this order, after `after`.
fn put(place: &gtk::Box, after: &impl IsA<gtk::Widget>, parts: &[Option<gtk::Widget>]) {
    let mut after = after.clone().upcast::<gtk::Widget>();
    for part in parts.iter().flatten() {
        let before = part.parent().and_downcast::<gtk::Box>();
        if before.as_ref() == Some(place) {
            place.reorder_child_after(part, Some(&after));
        } else {
            if let Some(before) = before {
                before.remove(part);
            }
            place.insert_child_after(part, Some(&after));
        }
        after = part.clone();
    }
}

impl PlayerCard {
    /// Changes form and size.
    pub fn set_form(&self, form: CardForm) {
        if self.imp().form.replace(form) == form {
            return;
        }
        self.imp().choices.set_active(false);
        self.keep_height(false);
        self.arrange();
    }

    /// Puts every part where the form has its place. An offer takes that of the captured pieces and the buttons.
    pub(super) fn arrange(&self) {
        let imp = self.imp();
        let form = imp.form.get();
        self.scale(form);
        let widget = |part: &gtk::Widget| Some(part.clone());
        let material = widget(imp.material.upcast_ref());
        let buttons = widget(imp.buttons_box.upcast_ref());
        let clock = imp.clock.get().and_then(|clock| widget(clock.upcast_ref()));
        let offer = imp.offer.borrow();
        let question = offer
            .as_ref()
            .and_then(|offer| widget(offer.question.upcast_ref()));
        let answers = offer
            .as_ref()
            .and_then(|offer| widget(offer.answers.upcast_ref()));
        let (card, head, middle) = (self.upcast_ref::<gtk::Box>(), &*imp.head, &*imp.middle);
        match form.row {
            None if form.has_large_clock() => {
                put(card, head, &[clock, material, question, buttons, answers]);
            }
            None => {
                put(head, &*imp.points, &[clock]);
                put(card, head, &[material, question, buttons, answers]);
            }
            Some(CardRow::Wide) => {
                put(head, middle, &[material, question]);
                put(head, &*imp.points, &[buttons, answers, clock]);
            }
            Some(CardRow::Tall) => {
                put(head, &*imp.points, &[clock]);
                put(middle, &*imp.name, &[material, question]);
                put(card, head, &[buttons, answers]);
            }
            Some(CardRow::Small) => {
                let choices = widget(imp.choices.upcast_ref());
                put(head, middle, &[buttons]);
                put(head, &*imp.points, &[choices, clock]);
                put(middle, &*imp.name, &[material, question, answers]);
            }
        }
        imp.buttons_box
            .set_hexpand(form.row == Some(CardRow::Small));
        self.fold_buttons(form.row == Some(CardRow::Wide));
        self.show_parts();
    }

    fn scale(&self, form: CardForm) {
        let imp = self.imp();
        set_text_scale(self, form.scale);
        set_css_class(self, "row", form.row.is_some());
        let [captured, surplus] = if form.row.is_some() {
            [20.0, 17.0]
        } else {
            [26.0, 21.0]
        };
        imp.emblem.set_cell(form.enlarge(34.0));
        imp.captured.set_cell(form.enlarge(captured));
        imp.surplus.set_cell(form.enlarge(surplus));
    }

    /// Shows an offer to this player, or `None`.
    pub fn set_offer(&self, offer: Option<&OfferBar>) {
        let imp = self.imp();
        if imp.offer.borrow().is_some() == offer.is_some() {
            return;
        }
        self.close_choices();
        self.keep_height(imp.form.get().row.is_some() && offer.is_some());
        if let Some(before) = imp.offer.replace(offer.cloned()) {
            before.remove();
        }
        self.arrange();
    }

    /// Shows the buttons in place of the name and the captured pieces, or these again.
    pub(super) fn show_choices(&self) {
        self.keep_height(self.imp().choices.is_active());
        self.show_parts();
    }

    /// Shows the name again after one of the buttons was pressed.
    pub(super) fn close_choices(&self) {
        let choices = &self.imp().choices;
        if choices.is_active() {
            choices.grab_focus();
            choices.set_active(false);
        }
    }

    /// Sets whether the card stays at least as high as it is, since the board must not move: it lies next to it.
    fn keep_height(&self, is_kept: bool) {
        let bounds = self.compute_bounds(self).filter(|_| is_kept);
        self.set_size_request(-1, bounds.map_or(-1, |bounds| bounds.height() as i32));
    }

    /// Number of lines that a question may have.
    pub fn question_lines(&self) -> i32 {
        match self.imp().form.get().row {
            None => 3,
            Some(CardRow::Small) => 1,
            Some(_) => 2,
        }
    }

    /// Shows what has a place now.
    pub(super) fn show_parts(&self) {
        let imp = self.imp();
        let form = imp.form.get();
        let row = form.row;
        let has_offer = imp.offer.borrow().is_some();
        let has_buttons = !has_offer && !imp.is_remote.get();
        let (is_small, is_open) = (row == Some(CardRow::Small), imp.choices.is_active());
        imp.name.set_visible(!has_offer || row.is_none());
        imp.emblem.set_visible(!is_open);
        imp.middle
            .set_visible(!is_open && (!has_offer || row != Some(CardRow::Wide)));
        // Next to the board, pieces that may be captured have their room from the start.
        imp.material
            .set_visible((row.is_some() || imp.has_material.get()) && !has_offer);
        imp.choices.set_visible(has_buttons && is_small);
        imp.buttons_box
            .set_visible(has_buttons && (is_open || !is_small));
        if let Some(clock) = imp.clock.get() {
            let has_notes = row.is_none() || !has_offer && !is_open;
            clock.set_form(form.has_large_clock(), row.is_some(), has_notes);
        }
    }

    /// Sets how the labels of the buttons fit. Below the name they have two lines, since other languages need more room.
    /// In the first row they have one, since wrappable words would be wrapped however much room there is.
    fn fold_buttons(&self, is_flat: bool) {
        let imp = self.imp();
        imp.buttons_box.set_homogeneous(!is_flat);
        imp.buttons_box.set_valign(if is_flat {
            gtk::Align::Center
        } else {
            gtk::Align::Fill
        });
        for button in imp.buttons.get().into_iter().flatten() {
            if let Some(label) = button.child().and_downcast::<gtk::Label>() {
                label.set_wrap(!is_flat);
                label.set_lines(if is_flat { -1 } else { 2 });
            }
        }
    }
}
