//! The board widget: shows a [`Scene`] and reports pressed points.
//!
//! Signals: `point-pressed` with a point that was clicked, touched or activated by a key; `piece-dropped` with a
//! [`Drag`]; `drawn` with a [`Stroke`], on a board that is drawn on; `cancelled` when the player wants to deselect.

mod draw;
mod input;
mod pen;
mod point;
mod spoken;
mod textures;

use crate::ui::toolkit::prelude::*;
pub use input::DRAG_THRESHOLD;
pub use textures::PrerenderedBoard;

use super::pixels;
use crate::rules::{Board, File, Move, Piece, Point, PointSet, Position, Rank, Side};
use crate::scene::{Layout, PlacedPiece, Pulse, Scene, Stroke};
use crate::ui::platform::appearance;

/// Duration of a gliding move, in microseconds.
const GLIDE: f64 = 180_000.0;
/// Duration of the board's turn, in microseconds.
const FADE: f64 = 200_000.0;
/// Opacity of an arrow or circle that is not drawn yet.
const STROKE_OPACITY: f64 = 0.7;
/// Growth of a piece at the height of a pulse.
const PULSE: f64 = 0.12;
/// Debounce after a resize before the textures are redrawn.
const REDRAW_DELAY: Duration = Duration::from_millis(120);

/// Drag of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drag {
    /// Point of the piece.
    pub from: Point,
    /// End point of the drag.
    pub end: DragEnd,
}

/// End of a drag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DragEnd {
    /// Point under the pointer.
    On(Point),
    /// Outside the board.
    OffBoard,
    /// The gesture was interrupted.
    Cancelled,
}

impl Drag {
    /// Returns the move of the drag; `None` if the piece goes back.
    pub fn as_move(self) -> Option<Move> {
        match self.end {
            DragEnd::On(to) if to != self.from => Some(Move::new(self.from, to)),
            DragEnd::On(_) | DragEnd::OffBoard | DragEnd::Cancelled => None,
        }
    }
}

mod imp {
    use super::point::PointView;
    use super::textures::{BoardTextures, Lifted, PrerenderedBoard};
    use super::*;
    use crate::record::DrawingColor;
    use crate::scene::{KeyPen, Motion, Pulse, Spot};

    #[derive(Debug)]
    pub struct BoardView {
        pub(super) scene: RefCell<Scene>,
        pub(super) layout: Cell<Layout>,
        pub(super) points: OnceCell<Vec<PointView>>,
        /// Position of the piece held by the pointer, and the point it came from.
        pub(super) held: Cell<Option<(Point, Spot)>>,
        /// A piece dragged in from another widget.
        pub(super) guest: Cell<Option<(Piece, Spot)>>,
        /// Point of a press that may still become a click or a drag.
        pub(super) pressed: Cell<Option<Point>>,
        /// The stroke of the pointer: its ends and its color.
        pub(super) stroke: Cell<Option<(Point, Point, DrawingColor)>>,
        pub(super) pen: Cell<KeyPen>,
        pub(super) cursor: Cell<Option<Point>>,
        /// Whether the focus was last moved by the keyboard rather than the pointer.
        pub(super) by_keys: Cell<bool>,
        /// The point that has, or last had, the focus.
        pub(super) last: Cell<Option<Point>>,
        /// Whether the board has been drawn.
        pub(super) drawn: Cell<bool>,
        /// The position described to screen readers, and the pending update of it.
        pub(super) told: RefCell<Option<Position>>,
        /// The lifted piece, and the points it can go to.
        pub(super) lifted_targets: Cell<Option<(Point, PointSet)>>,
        pub(super) telling: RefCell<Option<glib::SourceId>>,
        /// The pieces as last drawn, in flight or standing.
        pub(super) seen: RefCell<Vec<PlacedPiece>>,
        pub(super) motion: RefCell<Option<(Motion, Option<i64>)>>,
        pub(super) pulse: RefCell<Option<Pulse>>,
        /// Snapshot of the board before it turned, while it fades out, and the start of the fade.
        pub(super) fading: RefCell<Option<(gtk::gsk::RenderNode, Option<i64>)>>,
        /// Opacity of the turned board during the fade.
        pub(super) faded: Cell<f64>,
        pub(super) textures: RefCell<Option<BoardTextures>>,
        /// Textures of the opposite orientation, once the board has turned.
        pub(super) other_textures: RefCell<Option<BoardTextures>>,
        /// Textures whose drawing began before the window was created.
        pub(super) ahead: RefCell<Option<PrerenderedBoard>>,
        pub(super) lifted: RefCell<Option<Lifted>>,
        pub(super) redraw: RefCell<Option<glib::SourceId>>,
        /// Whether animation is off.
        pub(super) still: Cell<bool>,
    }

    impl Default for BoardView {
        fn default() -> Self {
            Self {
                scene: RefCell::new(Scene::of_board(&Board::empty(), Side::Red)),
                layout: Cell::new(Layout::fit(0.0, 0.0, 1.0, Side::Red)),
                points: OnceCell::new(),
                held: Cell::default(),
                guest: Cell::default(),
                pressed: Cell::default(),
                stroke: Cell::default(),
                pen: Cell::default(),
                cursor: Cell::default(),
                by_keys: Cell::default(),
                last: Cell::default(),
                drawn: Cell::default(),
                told: RefCell::default(),
                lifted_targets: Cell::default(),
                telling: RefCell::default(),
                seen: RefCell::default(),
                motion: RefCell::default(),
                pulse: RefCell::default(),
                fading: RefCell::default(),
                faded: Cell::default(),
                textures: RefCell::default(),
                other_textures: RefCell::default(),
                ahead: RefCell::default(),
                lifted: RefCell::default(),
                redraw: RefCell::default(),
                still: Cell::default(),
            }
        }
    }

    class!(BoardView "XqBoardView" gtk::Widget, css "board", role Group, |klass| {
        klass.install_action("board.cancel", None, |board, _, _| {
            board.emit_cancelled();
        });
        let none = gtk::gdk::ModifierType::empty();
        klass.add_binding_action(gtk::gdk::Key::Escape, none, "board.cancel");
    });

    impl ObjectImpl for BoardView {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            let board = self.obj();
            board.set_overflow(gtk::Overflow::Hidden);
            a11y::set_label(&*board, words::board());
            // The board itself takes the focus until the points exist.
            board.set_focusable(true);
            board.add_input();
            appearance::follow(&*board);
            pixels::connect_scale_changed(&*board, WidgetExt::queue_allocate);
        }

        fn dispose(&self) {
            for source in [self.redraw.take(), self.telling.take()] {
                source.into_iter().for_each(glib::SourceId::remove);
            }
            for point in self.points.get().into_iter().flatten() {
                point.unparent();
            }
        }
    }

    impl WidgetImpl for BoardView {
        fn request_mode(&self) -> gtk::SizeRequestMode {
            gtk::SizeRequestMode::ConstantSize
        }

        fn measure(&self, orientation: gtk::Orientation, _for_size: i32) -> (i32, i32, i32, i32) {
            let (least, natural) = match orientation {
                gtk::Orientation::Horizontal => (300.0, 560.0),
                // A ruling in any language has to fit on a phone too.
                _ => (240.0, 560.0 * Layout::ASPECT),
            };
            (least as i32, natural as i32, -1, -1)
        }

        fn size_allocate(&self, width: i32, height: i32, _baseline: i32) {
            let scale = pixels::scale(&*self.obj());
            let bottom = self.scene.borrow().bottom;
            let layout = Layout::fit(f64::from(width), f64::from(height), scale, bottom);
            let before = self.layout.replace(layout);
            if before != layout && before.bottom() == bottom && self.textures.borrow().is_some() {
                self.redraw_later();
            }
            let cell = layout.cell() as i32;
            for point in self.points.get().into_iter().flatten() {
                let (x, y) = layout.center(point.point());
                let corner = (x as i32 - cell / 2, y as i32 - cell / 2);
                let area = gtk::Allocation::new(corner.0, corner.1, cell, cell);
                point.measure(gtk::Orientation::Horizontal, -1);
                point.size_allocate(&area, -1);
            }
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            let layout = self.layout.get();
            if !self.drawn.replace(true) {
                let board = self.obj();
                glib::idle_add_local_once(weak!(board, |board| board.imp().add_points()));
            }
            pixels::begin_on_pixel(snapshot, &*self.obj());
            let before = self.fading.borrow().as_ref().map(|(node, _)| node.clone());
            if before.is_some() {
                snapshot.push_cross_fade(self.faded.get());
            }
            if let Some(before) = &before {
                snapshot.append_node(before);
                snapshot.pop();
            }
            if let Err(error) = self.draw(snapshot, &layout) {
                glib::g_warning!("chuhe", "the board cannot be drawn: {error}");
            }
            if before.is_some() {
                snapshot.pop();
            }
        }

        fn focus(&self, direction: gtk::DirectionType) -> bool {
            self.obj().move_focus_to(direction)
        }

        fn grab_focus(&self) -> bool {
            match self.points.get() {
                Some(_) => self.obj().focus_cursor(),
                None => self.parent_grab_focus(),
            }
        }
    }

    impl BoardView {
        /// Creates the ninety points. They draw nothing, so the first frame does not wait for them.
        pub(super) fn add_points(&self) {
            let board = self.obj();
            let points: Vec<_> = Point::all().map(PointView::new).collect();
            // From the top left corner as Red sees it: the reading order of a screen reader.
            for rank in Rank::all().rev() {
                for file in File::all() {
                    points[Point::new(file, rank).index()].set_parent(&*board);
                }
            }
            for point in &points {
                point.connect_activated(weak!(board, |board, point| board.press(point.point())));
                point.connect_has_focus_notify(weak!(board, |board, point| board
                    .focus_changed(point.point(), point.has_focus())));
            }
            once(&self.points, points);
            board.set_focusable(false);
            board.name_points();
            // Before any of them has the focus, since later changes would be read out.
            board.tell_points();
            board.queue_allocate();
            // Another window may be active by then.
            if board.is_focus() {
                board.grab_focus();
            }
        }

        /// Shows the pieces of the scene, gliding from their current places if `glide`.
        pub(super) fn set_pieces(&self, glide: bool) {
            let goal = self.scene.borrow().pieces.clone();
            let motion = Motion::between(&self.seen.borrow(), &goal);
            let glide = glide && !self.seen.borrow().is_empty();
            let glides = glide && !motion.is_still() && self.may_move();
            let running = self
                .motion
                .replace(glides.then_some((motion, None)))
                .is_some();
            if !glides {
                self.seen.replace(goal);
            } else if !running {
                self.obj()
                    .add_tick_callback(|board, clock| board.imp().tick(clock));
            }
            self.obj().queue_draw();
        }

        /// Whether animation is enabled both on the desktop and in the preferences.
        pub(super) fn may_move(&self) -> bool {
            !self.still.get() && self.obj().settings().is_gtk_enable_animations()
        }

        /// Cross-fades the board from its current orientation to the new one, if animation is enabled. Presses are
        /// ignored meanwhile, since neither orientation is fully visible.
        pub(super) fn begin_turn(&self) {
            let board = self.obj();
            self.fading.take();
            if !board.is_mapped() || !self.may_move() {
                return;
            }
            let snapshot = gtk::Snapshot::new();
            let drawn = self.draw(&snapshot, &self.layout.get());
            let Some(before) = snapshot.to_node().filter(|_| drawn.is_ok()) else {
                return;
            };
            self.faded.set(0.0);
            self.fading.replace(Some((before, None)));
            board.add_tick_callback(|board, clock| board.imp().fade(clock));
        }

        /// Whether the board is turning.
        pub(super) fn is_turning(&self) -> bool {
            self.fading.borrow().is_some()
        }

        fn fade(&self, clock: &gtk::gdk::FrameClock) -> glib::ControlFlow {
            let now = clock.frame_time();
            let mut fading = self.fading.borrow_mut();
            let Some((_, start)) = fading.as_mut() else {
                return glib::ControlFlow::Break;
            };
            let time = (now - *start.get_or_insert(now)) as f64 / FADE;
            self.faded.set(time.min(1.0));
            self.obj().queue_draw();
            if time < 1.0 {
                return glib::ControlFlow::Continue;
            }
            *fading = None;
            glib::ControlFlow::Break
        }

        /// Follows the pulse, which waits until the pieces have arrived.
        pub(super) fn beat(&self, clock: &gtk::gdk::FrameClock) -> glib::ControlFlow {
            let is_waiting = self.motion.borrow().is_some();
            let mut pulse = self.pulse.borrow_mut();
            let goes_on = |pulse: &mut Pulse| is_waiting || pulse.advance(clock.frame_time());
            if pulse.as_mut().is_some_and(goes_on) {
                self.obj().queue_draw();
                return glib::ControlFlow::Continue;
            }
            *pulse = None;
            self.obj().queue_draw();
            glib::ControlFlow::Break
        }

        fn tick(&self, clock: &gtk::gdk::FrameClock) -> glib::ControlFlow {
            let now = clock.frame_time();
            let mut motion = self.motion.borrow_mut();
            let Some((glide, start)) = motion.as_mut() else {
                return glib::ControlFlow::Break;
            };
            let start = *start.get_or_insert(now);
            let time = (now - start) as f64 / GLIDE;
            self.seen.replace(glide.at(time));
            self.obj().queue_draw();
            if time < 1.0 {
                return glib::ControlFlow::Continue;
            }
            *motion = None;
            glib::ControlFlow::Break
        }
    }
}

widget! {
    /// The board: ninety points, the pieces on them, and dragging by pointer.
    BoardView Widget
}

impl BoardView {
    /// Shows a scene; pieces glide to their new places if `glide` is set and animation is enabled.
    pub fn set_scene(&self, scene: Scene, glide: bool) {
        let imp = self.imp();
        let turned = imp.scene.borrow().bottom != scene.bottom;
        if turned {
            imp.begin_turn();
        }
        // A dropped piece glides from the pointer.
        if let Some((from, at)) = imp.held.take() {
            let mut seen = imp.seen.borrow_mut();
            let mine = seen.iter_mut().find(|placed| placed.at == from.into());
            if let Some(placed) = mine {
                (placed.at, placed.lift) = (at, 1.0);
            }
        }
        if let Some((piece, at)) = imp.guest.take() {
            imp.seen.borrow_mut().push(PlacedPiece::held(piece, at));
        }
        let pieces = scene.pieces.clone();
        if imp.scene.replace(scene).pieces != pieces {
            imp.pulse.take();
            self.drop_pen();
        }
        imp.set_pieces(glide);
        if turned {
            self.queue_allocate();
        }
    }

    /// Whether pieces glide or the board turns.
    pub fn is_moving(&self) -> bool {
        self.imp().motion.borrow().is_some() || self.imp().is_turning()
    }

    /// Lets pieces pulse once for as long as this, to be noticed; without animation they stay as they are.
    pub fn pulse(&self, points: PointSet, length: Duration) {
        let imp = self.imp();
        let pulse = Pulse::new(points, length);
        if imp.may_move() && imp.pulse.replace(Some(pulse)).is_none() {
            self.add_tick_callback(|board, clock| board.imp().beat(clock));
        }
    }

    /// Turns animation off, whatever the desktop allows.
    pub fn set_still(&self, still: bool) {
        self.imp().still.set(still);
    }

    /// Passes on textures whose drawing began before the board was created.
    pub fn set_prerendered(&self, ahead: PrerenderedBoard) {
        self.imp().ahead.replace(Some(ahead));
    }

    /// The geometry of the board as shown.
    pub fn layout(&self) -> Layout {
        self.imp().layout.get()
    }

    /// Shows a piece under the pointer that is dragged in from another widget; `None` removes it. The next scene lets
    /// it glide into place.
    pub fn show_guest(&self, guest: Option<(Piece, (f64, f64))>) {
        let layout = self.layout();
        let guest = guest.map(|(piece, (x, y))| (piece, layout.spot_at(x, y)));
        self.imp().guest.set(guest);
        self.queue_draw();
    }

    signals! {
        /// Calls back with every point that is clicked, touched or activated.
        "point-pressed"(point: Point) connect_point_pressed emit_point_pressed;
        /// Calls back at the end of every drag.
        "piece-dropped"(drag: Drag) connect_piece_dropped emit_piece_dropped;
        /// Calls back with every arrow or circle that is drawn.
        "drawn"(stroke: Stroke) connect_drawn emit_drawn;
        /// Calls back when the player wants to deselect the piece.
        "cancelled" connect_cancelled emit_cancelled;
    }
}
