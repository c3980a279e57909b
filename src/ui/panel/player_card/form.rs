//! Forms of a card: where its parts lie, beside the board or above and below it.

use super::PlayerCard;
use crate::ui::panel::offer_bar::OfferBar;
use crate::ui::toolkit::prelude::*;

/// Number of letters of a name that a line beside the board has room for at least.
const LONG_NAME: usize = 14;

/// Number of letters that a wrapped name has room for at least.
const MIN_NAME: i32 = 8;

/// Form and size of a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CardForm {
    /// Whether it lies above or below the board, and not beside it, where its height is free.
    pub is_row: bool,
    /// Size in hundredths; 0 before the card is placed.
    pub scale: u32,
}

impl CardForm {
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
        let choices = widget(imp.choices.upcast_ref());
        let points = widget(imp.points.upcast_ref());
        let clock = imp.clock.get().and_then(|clock| widget(clock.upcast_ref()));
        let give = imp.give.get().and_then(|give| widget(give.upcast_ref()));
        let note = imp.note.get().and_then(|note| widget(note.upcast_ref()));
        let offer = imp.offer.borrow();
        let question = offer
            .as_ref()
            .and_then(|offer| widget(offer.question.upcast_ref()));
        let answers = offer
            .as_ref()
            .and_then(|offer| widget(offer.answers.upcast_ref()));
        let (card, head, middle) = (self.upcast_ref::<gtk::Box>(), &*imp.head, &*imp.middle);
        if form.is_row {
            put(head, middle, &[buttons, points, choices, give, clock]);
            put(middle, &*imp.name, &[material, note, question, answers]);
        } else {
            // The name has its line to itself.
            put(&imp.material, &*imp.more, &[points]);
            put(head, middle, &[give, choices]);
            put(card, head, &[clock, material, question, buttons, answers]);
        }
        imp.buttons_box.set_hexpand(form.is_row);
        self.wrap_name();
        self.show_parts();
    }

    /// Gives a long name a second line beside the board. GTK 4.8 warns of short ones, which need none.
    pub(super) fn wrap_name(&self) {
        let imp = self.imp();
        let is_long = imp.name.text().chars().nth(LONG_NAME).is_some();
        if let Some(name) = imp.name_label.get() {
            let wraps = is_long && !imp.form.get().is_row;
            name.set_wrap(wraps);
            name.set_lines(if wraps { 2 } else { -1 });
            // Newer releases of GTK would let it widen the panel instead.
            name.set_width_chars(if wraps { MIN_NAME } else { -1 });
        }
    }

    fn scale(&self, form: CardForm) {
        let imp = self.imp();
        set_css_class(self, "row", form.is_row);
        let [captured, surplus] = if form.is_row {
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
        if let Some(before) = imp.offer.replace(offer.cloned()) {
            before.remove();
        }
        self.keep_height_of_row();
        self.arrange();
    }

    /// Shows a sentence to a player across the table, in place of the name and the captured pieces; an empty one is none.
    pub fn set_note(&self, text: &str) {
        let imp = self.imp();
        if imp.note.get().map(gtk::Label::label).unwrap_or_default() == text {
            return;
        }
        let mut is_new = false;
        let note = imp.note.get_or_init(|| {
            is_new = true;
            let note = gtk::Label::builder()
                .wrap(true)
                .lines(2)
                .xalign(0.0)
                .ellipsize(gtk::pango::EllipsizeMode::End)
                .build();
            note.add_css_class("heading");
            note
        });
        if is_new {
            self.arrange();
        }
        note.set_label(text);
        self.keep_height_of_row();
        self.show_parts();
    }

    /// Whether there is a sentence to the player.
    fn has_note(&self) -> bool {
        let note = self.imp().note.get();
        note.is_some_and(|note| !note.label().is_empty())
    }

    /// Keeps the height of a row whose name gives way to a sentence or an offer.
    fn keep_height_of_row(&self) {
        let imp = self.imp();
        let is_taken = self.has_note() || imp.offer.borrow().is_some();
        self.keep_height(imp.form.get().is_row && is_taken);
    }

    /// Shows the buttons, above or below the board in place of the name and the captured pieces, or these again.
    pub(super) fn show_choices(&self) {
        let imp = self.imp();
        self.keep_height(imp.form.get().is_row && imp.choices.is_active());
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

    /// Sets whether it is in a low window, with less room.
    pub fn set_low(&self, is_low: bool) {
        self.imp().is_low.set(is_low);
        self.show_parts();
    }

    /// Number of lines that a question may have.
    pub fn question_lines(&self) -> i32 {
        if self.imp().form.get().is_row { 1 } else { 3 }
    }

    /// Shows what has a place now.
    pub(super) fn show_parts(&self) {
        let imp = self.imp();
        let is_row = imp.form.get().is_row;
        let has_offer = imp.offer.borrow().is_some();
        let has_note = self.has_note() && !has_offer && is_row;
        if let Some(note) = imp.note.get() {
            note.set_visible(has_note);
        }
        let is_taken = has_offer || has_note;
        let has_buttons = !has_offer && imp.can_choose.get();
        let is_open = has_buttons && imp.choices.is_active();
        // Above and below the board the buttons have no room beside the name.
        let is_covered = is_open && is_row;
        imp.name.set_visible(!is_taken || !is_row);
        imp.emblem.set_visible(!is_covered);
        imp.middle.set_visible(!is_covered);
        // In a row, pieces that may be captured have their room from the start.
        let has_material = is_row || imp.has_material.get() || imp.points.get_visible();
        imp.material.set_visible(has_material && !is_taken);
        let is_bare = is_row && !imp.has_material.get();
        set_css_class(self, "bare", is_bare);
        // The name lies there, too.
        imp.material.set_can_target(!is_bare);
        imp.choices.set_visible(has_buttons);
        imp.buttons_box.set_visible(is_open);
        if let Some(clock) = imp.clock.get() {
            let has_notes = !is_row || !has_offer && !is_open;
            clock.set_form(!is_row && !imp.is_low.get(), is_row, has_notes);
        }
    }
}
