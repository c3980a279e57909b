//! The tray with the seven kinds of pieces of one side, to be clicked or dragged onto the board.

use crate::rules::{Piece, PieceKind, Side};
use crate::scene::EditorHand;
use crate::ui::board::board_view::DRAG_THRESHOLD;
use crate::ui::board::piece_strip::PieceStrip;
use crate::ui::toolkit::actions::tooltip;
use crate::ui::toolkit::choices::{Choices, choice};
use crate::ui::toolkit::prelude::*;

/// Size of the pieces, as the cell of a board that has such pieces.
const CELL: f64 = 34.0;

/// Stage of a drag from the tray, in the tray's coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Carried {
    /// The piece is held here.
    Over((f64, f64)),
    /// The piece was dropped here.
    Dropped((f64, f64)),
    /// The gesture was interrupted.
    Canceled,
}

mod imp {
    use super::*;

    /// Callbacks for a clicked and a dragged piece.
    type OnChosen = Box<dyn Fn(Piece)>;
    type OnCarried = Box<dyn Fn(Piece, Carried)>;

    #[derive(Default)]
    pub struct Tray {
        pub(super) side: Cell<Option<Side>>,
        pub(super) slots: RefCell<Vec<Slot>>,
        pub(super) choices: Choices<Piece>,
        pub(super) line: gtk::Box,
        pub(super) on_chosen: OnceCell<OnChosen>,
        pub(super) on_carried: OnceCell<OnCarried>,
    }

    impl std::fmt::Debug for Tray {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.debug_struct("Tray")
                .field("side", &self.side)
                .finish_non_exhaustive()
        }
    }

    class!(Tray "XqTray" adw::Bin, css "tray", role Group; WidgetImpl BinImpl);

    impl ObjectImpl for Tray {
        fn constructed(&self) {
            self.parent_constructed();
            self.line.set_homogeneous(true);
            self.line.set_hexpand(true);
            let clamp = adw::Clamp::builder()
                .maximum_size(520)
                .tightening_threshold(520)
                .child(&self.line)
                .build();
            self.obj().set_child(Some(&clamp));
        }
    }
}

/// One kind of piece in the tray.
#[derive(Debug)]
struct Slot {
    piece: Piece,
    button: gtk::ToggleButton,
    count: gtk::Label,
}

impl Slot {
    fn new(piece: Piece) -> Self {
        let strip = PieceStrip::new(CELL);
        strip.set_pieces(vec![piece]);
        strip.set_halign(gtk::Align::Center);
        strip.set_property("accessible-role", gtk::AccessibleRole::Presentation);
        let count = gtk::Label::new(None);
        count.set_property("accessible-role", gtk::AccessibleRole::Presentation);
        count.add_css_class("count");
        let content = gtk::Box::new(gtk::Orientation::Vertical, 0);
        content.append(&strip);
        content.append(&count);
        let name = words::named_piece(piece);
        let button = choice(&content, name, &tooltip(name, &key(piece)));
        button.add_css_class("flat");
        Self {
            piece,
            button,
            count,
        }
    }

    fn show(&self, count: usize) {
        let (piece, full) = (self.piece, self.piece.kind.full_count());
        self.count.set_label(&words::tray_count(piece, count));
        a11y::set_description(&self.button, &words::tray_count_spoken(piece, count));
        for (class, on) in [("used-up", count >= full), ("too-many", count > full)] {
            set_css_class(&self.button, class, on);
        }
    }
}

/// Returns the key that places a piece at the cursor of the board.
fn key(piece: Piece) -> String {
    let letter = piece.fen_letter();
    let shift = if letter.is_uppercase() { "<Shift>" } else { "" };
    format!("{shift}{}", letter.to_ascii_lowercase())
}

widget! {
    /// A tray with the pieces of one side.
    Tray Bin
}

impl Tray {
    /// Calls back with a piece that was clicked.
    pub(super) fn connect_chosen(&self, chosen: impl Fn(Piece) + 'static) {
        once(&self.imp().on_chosen, Box::new(chosen));
    }

    /// Calls back with a dragged piece, repeatedly until it is dropped.
    pub(super) fn connect_carried(&self, carried: impl Fn(Piece, Carried) + 'static) {
        once(&self.imp().on_carried, Box::new(carried));
    }

    /// Shows the pieces of a side, their numbers on the board, and the one in the hand.
    pub(super) fn show(&self, side: Side, count: impl Fn(Piece) -> usize, hand: EditorHand) {
        if self.imp().side.replace(Some(side)) != Some(side) {
            self.fill(side);
        }
        for slot in self.imp().slots.borrow().iter() {
            slot.show(count(slot.piece));
        }
        let held = match hand {
            EditorHand::Tray(piece) => Some(piece),
            _ => None,
        };
        self.imp().choices.select(held.as_ref());
    }

    fn fill(&self, side: Side) {
        let imp = self.imp();
        a11y::set_label(self, words::tray(side));
        imp.choices.clear(&imp.line);
        let slots = PieceKind::ALL.map(|kind| Slot::new(Piece::new(side, kind)));
        for slot in &slots {
            imp.choices.add(&imp.line, slot.piece, &slot.button);
            self.listen(slot);
        }
        imp.slots.replace(slots.into());
    }

    fn listen(&self, slot: &Slot) {
        let piece = slot.piece;
        slot.button.connect_clicked(weak!(self, |tray, _| {
            if let Some(chosen) = tray.imp().on_chosen.get() {
                chosen(piece);
            }
        }));
        let drag = gtk::GestureDrag::new();
        drag.set_button(gtk::gdk::BUTTON_PRIMARY);
        // In the bubble phase a click, which the button claims, leaves the gesture denied.
        drag.set_propagation_phase(gtk::PropagationPhase::Capture);
        drag.connect_drag_update(weak!(self, |tray, drag, dx, dy| {
            if dx.hypot(dy) >= DRAG_THRESHOLD {
                // From here on it is a drag, not a click.
                drag.set_state(gtk::EventSequenceState::Claimed);
                tray.carry(drag, (dx, dy), piece, Carried::Over);
            }
        }));
        drag.connect_drag_end(weak!(self, |tray, drag, dx, dy| {
            if dx.hypot(dy) >= DRAG_THRESHOLD {
                tray.carry(drag, (dx, dy), piece, Carried::Dropped);
            } else {
                tray.report(piece, Carried::Canceled);
            }
        }));
        drag.connect_cancel(weak!(self, |tray, _, _| tray.report(piece, Carried::Canceled)));
        slot.button.add_controller(drag);
    }

    fn carry(
        &self,
        drag: &gtk::GestureDrag,
        (dx, dy): (f64, f64),
        piece: Piece,
        how: impl Fn((f64, f64)) -> Carried,
    ) {
        let button = drag.widget();
        let start = drag.start_point();
        if let (Some(button), Some((x, y))) = (button, start)
            && let Some(place) = button.translate_coordinates(self, x + dx, y + dy)
        {
            self.report(piece, how(place));
        }
    }

    fn report(&self, piece: Piece, carried: Carried) {
        if let Some(report) = self.imp().on_carried.get() {
            report(piece, carried);
        }
    }
}
