//! A player's card beside the board: name, captured pieces, and turn indicator.

mod form;

pub use form::CardForm;

use super::clock_face::ClockFace;
use crate::game::Now;
use crate::game::clock::Clock;
use crate::rules::{BySide, Piece, PieceKind, Side};
use crate::ui::toolkit::actions::{call, mnemonic, shortcut, tell_key};
use crate::ui::toolkit::descendants;
use crate::ui::toolkit::prelude::*;
use gtk::gsk;

/// Time for which the name outlives its card.
const NAME_GRACE: Duration = Duration::from_millis(200);
/// The ring around the player to move: corner radius, width, and opacity.
const CORNER: f32 = 12.0;
const RING: f32 = 2.0;
const RING_OPACITY: f32 = 0.75;

mod imp {
    use super::form::CardForm;
    use super::*;
    use crate::ui::board::piece_strip::PieceStrip;
    use crate::ui::panel::offer_bar::OfferBar;

    template! {
        PlayerCard "/io/github/chuhe/Chuhe/ui/player_card.ui" {
            head: gtk::Box,
            emblem: PieceStrip,
            /// The name, and above or below the board the captured pieces.
            middle: gtk::Box,
            name: gtk::EditableLabel,
            /// Score in the match.
            points: gtk::Label,
            /// Shows the buttons.
            choices: gtk::ToggleButton,
            material: gtk::Box,
            captured: PieceStrip,
            /// Surplus of pieces on the board, hidden if there is none.
            more: gtk::Box,
            surplus: PieceStrip,
            buttons_box: gtk::Box,
        } {
            /// Buttons of the player: take back, offer a draw, resign.
            buttons: OnceCell<[gtk::Button; 3]>,
            /// The name while it is not written.
            name_label: OnceCell<gtk::Label>,
            side: Cell<Option<Side>>,
            to_move: Cell<bool>,
            form: Cell<CardForm>,
            is_low: Cell<bool>,
            /// Whether a piece has been captured, or a side has a surplus.
            has_material: Cell<bool>,
            offer: RefCell<Option<OfferBar>>,
            /// Whether the player is here and can offer or resign.
            can_choose: Cell<bool>,
            /// Created for the first game with a clock.
            clock: OnceCell<ClockFace>,
            /// A sentence for the player, in place of name and captured pieces.
            note: OnceCell<gtk::Label>,
            /// Gives the player time, where the clock is pressed by hand.
            give: OnceCell<gtk::Button>,
            /// Whether the player has moved, and has to press the clock.
            is_due: Cell<bool>,
        }
    }

    class!(PlayerCard "XqPlayerCard" gtk::Box, template; BoxImpl);

    impl ObjectImpl for PlayerCard {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            // A long row of captured pieces must not widen the panel either.
            self.captured.set_modest();
            self.obj().add_seat_buttons();
            // A long name is ellipsized, so that it cannot widen the window, and has a second line where that is free.
            let shown = |label: &gtk::Widget| {
                let stack = label.parent().filter(gtk::Widget::is::<gtk::Stack>);
                // Newer releases of GTK have a menu with labels of its own.
                label.is::<gtk::Label>()
                    && stack.and_then(|stack| stack.parent()).as_ref()
                        == Some(self.name.upcast_ref())
            };
            let label = descendants::find(&*self.name, shown).into_iter().next();
            if let Some(label) = label.and_downcast::<gtk::Label>() {
                label.set_ellipsize(gtk::pango::EllipsizeMode::End);
                label.set_wrap_mode(gtk::pango::WrapMode::WordChar);
                once(&self.name_label, label);
            }
            if let Some(text) = descendants::first::<gtk::Text>(&*self.name) {
                text.set_max_length(words::MAX_VALUE as i32);
            }
            let card = self.obj();
            card.add_controller(press(&card));
            self.name.connect_editing_notify(weak!(card, |card, name| {
                if !name.is_editing() {
                    card.emit_renamed();
                }
            }));
        }
    }

    impl WidgetImpl for PlayerCard {
        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            self.parent_snapshot(snapshot);
            if self.to_move.get() {
                self.obj().append_ring(snapshot);
            }
        }

        /// GTK 4.8 accesses an editable label a tenth of a second after it loses the focus, without checking that it
        /// still exists.
        fn unroot(&self) {
            let name = self.name.get();
            glib::timeout_add_local_once(NAME_GRACE, move || drop(name));
            self.parent_unroot();
        }
    }
}

widget! {
    /// A player's card beside the board.
    PlayerCard Box
}

/// The click or touch with which a player who is due presses the clock, anywhere on the card but on a button.
fn press(card: &PlayerCard) -> gtk::GestureClick {
    let press = gtk::GestureClick::new();
    press.set_propagation_phase(gtk::PropagationPhase::Capture);
    press.connect_pressed(weak!(card, |card, gesture, _, x, y| {
        let at = card.pick(x, y, gtk::PickFlags::DEFAULT);
        let button = at.and_then(|at| at.ancestor(gtk::Button::static_type()));
        if card.imp().is_due.get() && button.is_none() {
            gesture.set_state(gtk::EventSequenceState::Claimed);
            card.emit_pressed();
        }
    }));
    press
}

/// Returns the buttons of a player: action, label and tooltip.
fn seat_buttons() -> [(&'static str, &'static str, &'static str); 3] {
    [
        (
            "win.seat-take-back",
            words::take_back(),
            words::take_back_about(),
        ),
        (
            "win.seat-draw",
            words::offer_draw(),
            words::offer_draw_about(),
        ),
        (
            "win.seat-resign",
            words::resign_game(),
            words::resign_about(),
        ),
    ]
}

/// State of a player whose clock is pressed by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByHand {
    /// Whether the player has moved, and has to press the clock.
    pub is_due: bool,
    /// Whether the player can be given time.
    pub can_be_given: bool,
}

impl PlayerCard {
    /// Draws the ring of the player to move. Toggling a style class would make GTK restyle the whole card after every
    /// move.
    fn append_ring(&self, snapshot: &gtk::Snapshot) {
        let color = self.style_context().lookup_color("accent_bg_color");
        let Some((frame, color)) = self.compute_bounds(self).zip(color) else {
            return;
        };
        let outline = gsk::RoundedRect::from_rect(frame, CORNER);
        let color = color.with_alpha(RING_OPACITY);
        snapshot.append_border(&outline, &[RING; 4], &[color; 4]);
    }

    fn add_seat_buttons(&self) {
        let imp = self.imp();
        let buttons = seat_buttons().map(|(_, label, about)| {
            let label = words::without_key(label);
            // The label is a child, since GTK 4.8 adds a button’s label property to its name.
            let label = gtk::Label::new(Some(&label));
            label.set_justify(gtk::Justification::Center);
            label.set_ellipsize(gtk::pango::EllipsizeMode::End);
            let button = gtk::Button::builder().child(&label).build();
            button.add_css_class("seat");
            button.set_tooltip_text(Some(about));
            button.connect_clicked(weak!(self, |card, _| card.close_choices()));
            imp.buttons_box.append(&button);
            button
        });
        once(&imp.buttons, buttons);
        imp.choices.set_tooltip_text(Some(words::seat_choices()));
        imp.choices
            .connect_toggled(weak!(self, |card, _| card.show_choices()));
    }

    /// Gives the buttons access keys, which work while they are hidden too. Only one of the two cards in a window may have
    /// them, or each would exist twice.
    pub fn give_access_keys(&self) {
        let keys = gtk::ShortcutController::new();
        keys.set_scope(gtk::ShortcutScope::Managed);
        let buttons = self.imp().buttons.get().into_iter().flatten();
        for (button, (_, text, _)) in buttons.zip(seat_buttons()) {
            let Some(key) = mnemonic(text) else { continue };
            let button = button.clone();
            tell_key(&button, &key);
            let press = call(self, move |card| {
                let is_there = button.get_visible() && card.imp().can_choose.get();
                let is_pressed = is_there && button.is_sensitive();
                if is_pressed {
                    button.emit_clicked();
                }
                is_pressed
            });
            keys.add_shortcut(shortcut(&key, press));
        }
        self.add_controller(keys);
    }

    /// Offers the buttons of a player who has something to choose, with the one to take back if each player has one.
    pub fn show_buttons(&self, can_choose: bool, has_take_back: bool) {
        let imp = self.imp();
        if let Some([take_back, ..]) = imp.buttons.get() {
            take_back.set_visible(has_take_back);
        }
        if imp.can_choose.replace(can_choose) != can_choose {
            self.close_choices();
            self.show_parts();
        }
    }

    /// Sets whether the card is upside down, for a player at the far side: the lighting of the pieces stays as it is.
    pub fn set_turned(&self, turned: bool) {
        let imp = self.imp();
        for strip in [&imp.emblem, &imp.captured, &imp.surplus] {
            strip.set_turned(turned);
        }
    }

    /// Shows a player; an empty name is replaced by the side's own.
    pub fn show_player(&self, side: Side, name: &str, can_rename: bool, to_move: bool) {
        let imp = self.imp();
        if imp.side.replace(Some(side)) != Some(side) {
            imp.emblem
                .set_pieces(vec![Piece::new(side, PieceKind::General)]);
            a11y::set_label(&*imp.emblem, words::side(side));
            let choices = words::seat_button(side, words::seat_choices());
            a11y::set_label(&*imp.choices, &choices);
            let buttons = imp.buttons.get().into_iter().flatten();
            for (button, (action, label, _)) in buttons.zip(seat_buttons()) {
                button.set_action_target(Some(side.word()));
                button.set_action_name(Some(action));
                a11y::set_label(
                    button,
                    &words::seat_button(side, &words::without_key(label)),
                );
            }
        }
        let whole = if name.is_empty() {
            words::side(side)
        } else {
            name
        };
        let shown = words::value(whole);
        // An edited excerpt would take the place of the whole name.
        imp.name.set_editable(can_rename && shown == whole);
        let about = imp.name.is_editable().then(words::change_name);
        set_tooltip(&*imp.name, about);
        a11y::set_description(&*imp.name, about.unwrap_or_default());
        if !imp.name.is_editing() && imp.name.text() != *shown {
            imp.name.set_text(&shown);
            self.wrap_name();
        }
        a11y::set_label(&*imp.name, &words::name_of(side, &shown));
        if imp.to_move.replace(to_move) != to_move {
            self.queue_draw();
        }
    }

    /// Shows a player's captures, and each side's surplus of pieces.
    pub fn show_material(&self, side: Side, captured: Vec<Piece>, more: &BySide<Vec<PieceKind>>) {
        let imp = self.imp();
        let told = words::captured(side, &captured);
        a11y::set_label(&*imp.captured, &told);
        // On the strip itself it would be read out twice.
        set_tooltip(
            &*imp.material,
            (!captured.is_empty()).then_some(told.as_str()),
        );
        let own = &more[side];
        imp.has_material
            .set(!captured.is_empty() || !own.is_empty());
        imp.captured.set_pieces(captured);
        self.show_parts();
        imp.more.set_visible(!own.is_empty());
        if own.is_empty() {
            return;
        }
        let told = words::surplus(side, own, &more[!side]);
        set_tooltip(&*imp.more, Some(&told));
        a11y::set_label(&*imp.surplus, &told);
        let pieces = own.iter().map(|kind| Piece::new(side, *kind));
        imp.surplus.set_pieces(pieces.collect());
    }

    /// Shows the player's clock; `None` for a game without one.
    pub fn show_clock(&self, clock: Option<&Clock>, now: Now) {
        let imp = self.imp();
        let Some((clock, side)) = clock.zip(self.side()) else {
            if let Some(face) = imp.clock.get() {
                face.set_visible(false);
            }
            return;
        };
        let mut is_new = false;
        let face = imp.clock.get_or_init(|| {
            is_new = true;
            ClockFace::default()
        });
        if is_new {
            self.arrange();
        }
        face.show_clock(side, clock, now);
        face.set_visible(true);
    }

    /// Shows whether the player has to press the clock, and can be given time; `None` where that is not done by hand.
    pub fn show_hand(&self, hand: Option<ByHand>) {
        let imp = self.imp();
        let is_due = hand.is_some_and(|hand| hand.is_due);
        if imp.is_due.replace(is_due) != is_due {
            set_css_class(self, "due", is_due);
            let cursor = if is_due { "pointer" } else { "default" };
            self.set_cursor_from_name(Some(cursor));
            set_tooltip(self, is_due.then(words::press_clock_about));
        }
        let (Some(hand), Some(side)) = (hand, self.side()) else {
            if let Some(give) = imp.give.get() {
                give.set_visible(false);
            }
            return;
        };
        let mut is_new = false;
        let give = imp.give.get_or_init(|| {
            is_new = true;
            let give = gtk::Button::builder()
                .icon_name("list-add-symbolic")
                .valign(gtk::Align::Center)
                .build();
            give.add_css_class("flat");
            give.add_css_class("circular");
            give.connect_clicked(weak!(self, |card, _| card.emit_given_time()));
            give
        });
        if is_new {
            self.arrange();
        }
        give.set_sensitive(hand.can_be_given);
        let name = imp.name.text();
        let about = words::give_time(if name.is_empty() {
            words::side(side)
        } else {
            &name
        });
        set_tooltip(give, Some(&about));
        a11y::set_label(give, &about);
        give.set_visible(true);
    }

    /// Shows the player's score in the match, in half points; `None` hides it.
    pub fn show_points(&self, half_points: Option<u32>) {
        let label = &self.imp().points;
        if label.get_visible() != half_points.is_some() {
            label.set_visible(half_points.is_some());
            self.show_parts();
        }
        if let Some(half_points) = half_points {
            label.set_label(&words::points(half_points));
            let told = words::points_of(half_points);
            set_tooltip(&**label, Some(&told));
            a11y::set_label(&**label, &told);
        }
    }

    /// Commits a name that is being edited.
    pub fn finish_name(&self) {
        let name = &self.imp().name;
        if name.is_editing() {
            name.stop_editing(true);
        }
    }

    /// The side of the card.
    pub fn side(&self) -> Option<Side> {
        self.imp().side.get()
    }

    /// The name as entered; empty for the side's own.
    pub fn name(&self) -> String {
        let text = self.imp().name.text();
        match self.side() {
            Some(side) => words::given_name(side, &text).to_owned(),
            None => text.trim().to_owned(),
        }
    }

    signals! {
        "renamed" connect_renamed emit_renamed;
        /// Emitted when a player who is due presses the clock.
        "pressed" connect_pressed emit_pressed;
        /// Emitted when the player is given a minute.
        "given-time" connect_given_time emit_given_time;
    }
}
