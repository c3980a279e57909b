//! Look chooser for pieces, board and edge labels, with pictures: a page for any preferences window.
//!
//! Signal: `chosen` when the user has made a choice, available as [`LookChooser::choice`]. Unset parts follow the
//! desktop, so the page needs no window and no settings.

use crate::paint;
use crate::rules::{Board, Piece, PieceKind, Point, Side};
use crate::scene::LookChoice;
use crate::scene::{BoardLook, EdgeLabels, Layout, Look, PieceSet, PlacedPiece, Scene};
use crate::ui::board::picture::{Picture, PictureContent};
use crate::ui::toolkit::choices::{Choices, choice, label_by};
use crate::ui::toolkit::prelude::*;

/// Visible part of the board in a picture, in cells from its lower left corner, and its minimum and natural width in
/// pixels.
const SEEN: (f64, f64) = (2.76, 2.42);
const WIDTHS: (i32, i32) = (84, 104);
/// The pieces of both sides from the left; the first two always fit.
const KINDS: [PieceKind; 5] = [
    PieceKind::General,
    PieceKind::Horse,
    PieceKind::Elephant,
    PieceKind::Cannon,
    PieceKind::Soldier,
];

/// A selectable part of the look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LookPart {
    Pieces(PieceSet),
    Board(BoardLook),
    Labels(EdgeLabels),
}

impl LookPart {
    /// Returns the look with this part replaced.
    fn put_into(self, look: Look) -> Look {
        match self {
            Self::Pieces(pieces) => Look { pieces, ..look },
            Self::Board(board) => Look { board, ..look },
            Self::Labels(labels) => Look { labels, ..look },
        }
    }

    /// Returns the choice with this part set.
    fn chosen(self, choice: LookChoice) -> LookChoice {
        match self {
            Self::Pieces(pieces) => LookChoice {
                pieces: Some(pieces),
                ..choice
            },
            Self::Board(board) => LookChoice {
                board: Some(board),
                ..choice
            },
            Self::Labels(labels) => LookChoice {
                labels: Some(labels),
                ..choice
            },
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Pieces(set) => words::piece_set(set),
            Self::Board(board) => words::board_look(board),
            Self::Labels(labels) => words::edge_labels(labels),
        }
    }

    fn about(self) -> &'static str {
        match self {
            Self::Pieces(set) => words::piece_set_about(set),
            Self::Board(board) => words::board_look_about(board),
            Self::Labels(labels) => words::edge_labels_about(labels),
        }
    }
}

mod imp {
    use super::*;

    template! {
        LookChooser "/io/github/chuhe/Chuhe/ui/look_chooser.ui" {
            pieces_group: adw::PreferencesGroup,
            pieces: gtk::FlowBox,
            board_group: adw::PreferencesGroup,
            board: gtk::FlowBox,
            labels_group: adw::PreferencesGroup,
            labels: gtk::FlowBox,
        } {
            /// The choices of pieces, board and labels.
            parts: [Choices<LookPart>; 3],
            pictures: RefCell<Vec<(LookPart, Picture)>>,
            choice: Cell<LookChoice>,
            /// The look that the pictures start from.
            look: Cell<Option<Look>>,
        }
    }

    class!(LookChooser "XqLookChooser" adw::PreferencesPage, template; WidgetImpl PreferencesPageImpl);

    impl ObjectImpl for LookChooser {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            let chooser = self.obj();
            chooser.add_parts();
            chooser.refresh();
            // The source of the high-contrast signal outlives the page.
            let follow = glib::closure_local!(
                #[watch]
                chooser,
                move |_: &adw::StyleManager, _: &glib::ParamSpec| chooser.refresh()
            );
            let style = adw::StyleManager::default();
            style.connect_closure("notify::high-contrast", false, follow);
        }
    }
}

glib::wrapper! {
    /// The chooser of pieces, board and edge labels.
    pub struct LookChooser(ObjectSubclass<imp::LookChooser>)
        @extends adw::PreferencesPage, gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget;
}

impl LookChooser {
    /// Creates a page that shows this choice.
    pub fn new(choice: LookChoice) -> Self {
        let chooser: Self = glib::Object::new();
        chooser.set_choice(choice);
        chooser
    }

    /// Sets the choice shown.
    pub fn set_choice(&self, choice: LookChoice) {
        self.imp().choice.set(choice);
        self.refresh();
    }

    /// Current choice.
    pub fn choice(&self) -> LookChoice {
        self.imp().choice.get()
    }

    /// Focuses the chosen pieces.
    pub fn focus_choice(&self) {
        self.imp().parts[0].grab_focus();
    }

    signals! {
        /// Calls back when the user has made a choice.
        "chosen" connect_chosen emit_chosen;
    }

    fn add_parts(&self) {
        let imp = self.imp();
        let groups: [(&gtk::FlowBox, &adw::PreferencesGroup, Vec<LookPart>); 3] = [
            (
                &imp.pieces,
                &imp.pieces_group,
                PieceSet::ALL.map(LookPart::Pieces).to_vec(),
            ),
            (
                &imp.board,
                &imp.board_group,
                BoardLook::ALL.map(LookPart::Board).to_vec(),
            ),
            (
                &imp.labels,
                &imp.labels_group,
                EdgeLabels::ALL.map(LookPart::Labels).to_vec(),
            ),
        ];
        for (choices, (line, group, parts)) in imp.parts.iter().zip(groups) {
            label_by(group, line);
            for part in parts {
                choices.add(line, part, &self.button(part));
            }
        }
    }

    /// Creates a button with a picture above its name.
    fn button(&self, part: LookPart) -> gtk::ToggleButton {
        let caption = gtk::Label::builder()
            .label(part.name())
            .wrap(true)
            .justify(gtk::Justification::Center)
            .max_width_chars(14)
            .build();
        caption.add_css_class("caption");
        let picture = Picture::default();
        let content = gtk::Box::new(gtk::Orientation::Vertical, 6);
        content.append(&picture);
        content.append(&caption);
        let button = choice(&content, part.name(), part.about());
        button.add_css_class("look-choice");
        // One that is active already becomes the user’s own choice.
        button.connect_clicked(weak!(self, |chooser, _| chooser.choose(part)));
        self.imp().pictures.borrow_mut().push((part, picture));
        button
    }

    fn choose(&self, part: LookPart) {
        self.set_choice(part.chosen(self.choice()));
        self.emit_chosen();
    }

    /// Shows the current choice, and in each picture the look that it would lead to.
    fn refresh(&self) {
        let imp = self.imp();
        let style = adw::StyleManager::default();
        let look = self.choice().look(style.is_high_contrast());
        let before = imp.look.replace(Some(look));
        for (part, picture) in imp.pictures.borrow().iter() {
            let shown = part.put_into(look);
            if before.map(|before| part.put_into(before)) != Some(shown) {
                picture.show(corner(shown));
            }
        }
        let chosen = [
            (&imp.pieces_group, LookPart::Pieces(look.pieces)),
            (&imp.board_group, LookPart::Board(look.board)),
            (&imp.labels_group, LookPart::Labels(look.labels)),
        ];
        for (choices, (group, part)) in imp.parts.iter().zip(chosen) {
            choices.select(Some(&part));
            group.set_description(Some(part.about()));
        }
    }
}

/// A picture of a look: a corner of the board with the generals and horses of both sides, and more pieces if there is
/// enough width.
fn corner(look: Look) -> PictureContent {
    PictureContent {
        widths: WIDTHS,
        // Extra width shows more of the board at the same height: the clamp around a page of libadwaita 1.7 warns of a
        // page that grows in both directions.
        height: |width| {
            let width = f64::from(width.min(WIDTHS.1));
            (width * SEEN.1 / SEEN.0).round() as i32
        },
        look: Some(look),
        draw: Box::new(move |canvas| {
            canvas.draw(|cr, (width, height)| {
                // The board to which this corner belongs; its cell is rounded down to whole pixels.
                let whole = height / SEEN.1 * 9.72;
                let layout = Layout::fit(whole, whole * Layout::ASPECT, canvas.scale, Side::Red);
                let (left, top, _, board_height) = layout.bounds();
                let snap = |length: f64| (length * canvas.scale).round() / canvas.scale;
                cr.translate(snap(-left), snap(height - top - board_height));
                let room = width / height * SEEN.1 - (SEEN.0 - 2.0);
                paint::scene(cr, &layout, &scene(room.max(2.0) as usize), &canvas.theme)
            })
        }),
    }
}

/// Returns a scene with this many of Red's pieces on the lowest rank, starting with the general, and Black's above
/// them.
fn scene(files: usize) -> Scene {
    let mut scene = Scene::of_board(&Board::empty(), Side::Red);
    for (rank, side) in Side::ALL.into_iter().enumerate() {
        for (file, kind) in KINDS.into_iter().take(files).enumerate() {
            if let Some(point) = Point::from_index(rank * 9 + file) {
                let piece = Piece::new(side, kind);
                scene.pieces.push(PlacedPiece::standing(piece, point));
            }
        }
    }
    scene
}
