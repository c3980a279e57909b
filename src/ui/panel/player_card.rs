//! A player's card beside the board: name, captured pieces, and turn indicator.

use super::clock_face::ClockFace;
use crate::game::Now;
use crate::game::clock::Clock;
use crate::rules::{BySide, Piece, PieceKind, Side};
use crate::ui::platform::prelude::*;
use crate::ui::toolkit::{a11y, below, tooltip};
use gtk::gsk;
use std::time::Duration;

/// Time for which the name outlives its card.
const NAME_GRACE: Duration = Duration::from_millis(200);
/// The ring around the player to move: corner radius, width, and opacity.
const CORNER: f32 = 12.0;
const RING: f32 = 2.0;
const RING_OPACITY: f32 = 0.75;

mod imp {
    use super::*;
    use crate::ui::board::piece_strip::PieceStrip;
    use std::cell::{Cell, OnceCell};

    template! {
        PlayerCard "/io/github/chuhe/Chuhe/ui/player_card.ui" {
            head: gtk::Box,
            emblem: PieceStrip,
            name: gtk::EditableLabel,
            /// Score in the match.
            points: gtk::Label,
            turn: gtk::Label,
            material: gtk::Box,
            captured: PieceStrip,
            /// Surplus of pieces on the board, hidden if there is none.
            more: gtk::Box,
            surplus: PieceStrip,
            buttons_box: gtk::Box,
        } {
            /// Buttons of the player: take back, offer a draw, resign.
            buttons: OnceCell<[gtk::Button; 3]>,
            side: Cell<Option<Side>>,
            to_move: Cell<bool>,
            /// Created for the first game with a clock.
            clock: OnceCell<ClockFace>,
        }
    }

    class!(PlayerCard "XqPlayerCard" gtk::Box, template; BoxImpl);

    impl ObjectImpl for PlayerCard {
        signals!("renamed");

        fn constructed(&self) {
            self.parent_constructed();
            self.emblem.set_cell(34.0);
            self.surplus.set_cell(21.0);
            // A long row of captured pieces must not widen the panel either.
            self.captured.set_modest();
            self.turn.set_label(words::to_move());
            self.obj().add_seat_buttons();
            // A long name is ellipsized, so that it cannot widen the window.
            if let Some(label) = below::first::<gtk::Label>(&*self.name) {
                label.set_ellipsize(gtk::pango::EllipsizeMode::End);
            }
            let card = self.obj();
            self.name.connect_editing_notify(weak!(card, |card, name| {
                if !name.is_editing() {
                    card.emit_by_name::<()>("renamed", &[]);
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

/// Whether a widget is a direct child of this box.
fn is_in(widget: &impl IsA<gtk::Widget>, parent: &gtk::Box) -> bool {
    widget.parent().as_ref() == Some(parent.upcast_ref())
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

/// Wraps a button label. Below the name it has two lines, since other languages need more room. In the first row it has
/// one, since wrappable words would be wrapped however much room there is.
fn fold(label: &gtk::Label, folds: bool) {
    label.set_wrap(folds);
    label.set_lines(if folds { 2 } else { -1 });
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
            fold(&label, true);
            let button = gtk::Button::builder().child(&label).build();
            button.add_css_class("seat");
            button.set_tooltip_text(Some(about));
            imp.buttons_box.append(&button);
            button
        });
        once(&imp.buttons, buttons);
    }

    /// Gives the buttons mnemonics. Only one of the two cards in a window may have them, or each would exist twice.
    pub fn give_access_keys(&self) {
        let buttons = self.imp().buttons.get().into_iter().flatten();
        for (button, (_, text, _)) in buttons.zip(seat_buttons()) {
            if let Some(label) = button.child().and_downcast::<gtk::Label>() {
                label.set_text_with_mnemonic(text);
            }
        }
    }

    /// Shows the take-back button if each player has one.
    pub fn show_take_back(&self, is_shown: bool) {
        if let Some([take_back, ..]) = self.imp().buttons.get() {
            take_back.set_visible(is_shown);
        }
    }

    /// Returns the width of the buttons in one row with unwrapped labels, including the spacing before each.
    pub fn buttons_width(&self) -> i32 {
        let buttons = self.imp().buttons.get().into_iter().flatten();
        let shown = buttons.filter(|button| button.get_visible());
        let width = |button: &gtk::Button| button.measure(gtk::Orientation::Horizontal, -1).1;
        shown
            .map(|button| width(button) + self.imp().head.spacing())
            .sum()
    }

    /// Whether the captured pieces are beside the name.
    pub fn has_flat_material(&self) -> bool {
        let imp = self.imp();
        is_in(&*imp.material, &imp.head)
    }

    /// Places the captured pieces beside the name, and the buttons after them, or in rows of their own below.
    pub fn set_flat(&self, material_is_flat: bool, buttons_are_flat: bool) {
        let imp = self.imp();
        let (head, material) = (&*imp.head, &*imp.material);
        if self.has_flat_material() != material_is_flat {
            if material_is_flat {
                self.remove(material);
                head.insert_child_after(material, Some(&*imp.name));
                material.set_valign(gtk::Align::Center);
            } else {
                head.remove(material);
                self.insert_child_after(material, Some(head));
                material.set_valign(gtk::Align::Fill);
            }
        }
        self.set_buttons_flat(buttons_are_flat);
    }

    /// Places the buttons in the first row, or in the one below. In the first each is a direct child: a box gives room
    /// to the children that lack the least, so a long name is ellipsized before a button is.
    fn set_buttons_flat(&self, flat: bool) {
        let imp = self.imp();
        let (head, buttons_box) = (&*imp.head, &*imp.buttons_box);
        let from = if flat { buttons_box } else { head };
        let moves = |button: &&gtk::Button| is_in(*button, from);
        let buttons = imp.buttons.get().into_iter().flatten();
        let mut behind: gtk::Widget = imp
            .points
            .get()
            .prev_sibling()
            .unwrap_or(imp.name.get().upcast());
        for button in buttons.filter(moves) {
            from.remove(button);
            if let Some(label) = button.child().and_downcast::<gtk::Label>() {
                fold(&label, !flat);
            }
            if flat {
                head.insert_child_after(button, Some(&behind));
                button.set_valign(gtk::Align::Center);
                behind = button.clone().upcast();
            } else {
                buttons_box.append(button);
                button.set_valign(gtk::Align::Fill);
            }
        }
        buttons_box.set_visible(!flat);
    }

    /// Sets whether the card is upside down, for a player at the far side: the lighting of the pieces stays as it is.
    pub fn set_turned(&self, turned: bool) {
        let imp = self.imp();
        for strip in [&imp.emblem, &imp.captured, &imp.surplus] {
            strip.set_turned(turned);
        }
    }

    /// Shows a player; an empty name is replaced by the side's own.
    pub fn show_player(&self, side: Side, name: &str, to_move: bool) {
        let imp = self.imp();
        if imp.side.get() != Some(side) {
            // An edited name belongs to the side on whose card the editing started.
            self.finish_name();
        }
        if imp.side.replace(Some(side)) != Some(side) {
            imp.emblem
                .set_pieces(vec![Piece::new(side, PieceKind::General)]);
            a11y::set_label(&*imp.emblem, words::side(side));
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
        let shown = if name.is_empty() {
            words::side(side)
        } else {
            name
        };
        if !imp.name.is_editing() && imp.name.text() != shown {
            imp.name.set_text(shown);
        }
        a11y::set_label(&*imp.name, &words::name_of(side, shown));
        if imp.to_move.replace(to_move) != to_move {
            self.queue_draw();
        }
        self.show_turn();
    }

    /// Shows the turn indicator, unless a running clock does: the name needs the room.
    fn show_turn(&self) {
        let imp = self.imp();
        let has_clock = imp.clock.get().is_some_and(WidgetExt::get_visible);
        imp.turn.set_visible(imp.to_move.get() && !has_clock);
    }

    /// Shows a player's captures, and each side's surplus of pieces.
    pub fn show_material(&self, side: Side, captured: Vec<Piece>, more: &BySide<Vec<PieceKind>>) {
        let imp = self.imp();
        let told = words::captured(side, &captured);
        a11y::set_label(&*imp.captured, &told);
        // On the strip itself it would be read out twice.
        tooltip::set_text(
            &*imp.material,
            (!captured.is_empty()).then_some(told.as_str()),
        );
        imp.captured.set_pieces(captured);
        let own = &more[side];
        imp.more.set_visible(!own.is_empty());
        if own.is_empty() {
            return;
        }
        let told = words::surplus(side, own, &more[!side]);
        tooltip::set_text(&*imp.more, Some(&told));
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
            self.show_turn();
            return;
        };
        let face = imp.clock.get_or_init(|| {
            let face = ClockFace::default();
            imp.head.append(&face);
            face
        });
        face.show_clock(side, clock, now);
        face.set_visible(true);
        self.show_turn();
    }

    /// Shows the player's score in the match, in half points; `None` hides it.
    pub fn show_points(&self, half_points: Option<u32>) {
        let label = &self.imp().points;
        label.set_visible(half_points.is_some());
        if let Some(half_points) = half_points {
            label.set_label(&words::points(half_points));
            let told = words::points_of(half_points);
            tooltip::set_text(&**label, Some(&told));
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

    connect! {
        connect_renamed "renamed";
    }
}
