//! The board as a widget: shows a [`Scene`] and says which points were pressed.
//!
//! Signals: `point-pressed` with a point that was clicked, touched or activated by a key; `piece-dropped` with
//! the points where a drag began and ended (the same one twice when it ended beside the board);
//! `cancelled` when the player wants to let go.

mod ink;
mod input;
mod point;

pub(in crate::ui) use ink::{InkAhead, theme};

use crate::rules::{Board, Point, Side};
use crate::scene::{Layout, Scene};
use gtk::glib;
use gtk::prelude::*;
use gtk::subclass::prelude::*;

/// How long a piece glides, in microseconds.
const GLIDE: f64 = 180_000.0;
/// How long after the last change of size the pictures are drawn again.
const REDRAW_DELAY: std::time::Duration = std::time::Duration::from_millis(120);

mod imp {
    use super::ink::{Ink, InkAhead, Lifted, Look, Renderer, rect, theme};
    use super::point::PointView;
    use super::*;
    use crate::paint;
    use crate::scene::{Mark, Motion, Placed, Spot};
    use std::cell::{Cell, OnceCell, RefCell};
    use std::sync::OnceLock;

    #[derive(Debug)]
    pub struct BoardView {
        pub(super) scene: RefCell<Scene>,
        pub(super) layout: Cell<Layout>,
        pub(super) points: OnceCell<Vec<PointView>>,
        /// Where a piece is that a pointer holds, and whose point it came from.
        pub(super) held: Cell<Option<(Point, Spot)>>,
        /// Where a press began, until it is known to be a click or a drag.
        pub(super) pressed: Cell<Option<Point>>,
        pub(super) cursor: Cell<Option<Point>>,
        /// The pieces as they were last shown, in flight or not.
        pub(super) seen: RefCell<Vec<Placed>>,
        motion: RefCell<Option<(Motion, Option<i64>)>>,
        ink: RefCell<Option<Ink>>,
        /// Pictures that were started before the window was made.
        pub(super) ahead: RefCell<Option<InkAhead>>,
        lifted: RefCell<Option<Lifted>>,
        redraw: RefCell<Option<glib::SourceId>>,
    }

    impl Default for BoardView {
        fn default() -> Self {
            Self {
                scene: RefCell::new(Scene::of_board(&Board::empty(), Side::Red)),
                layout: Cell::new(Layout::fit(0.0, 0.0, 1.0, Side::Red)),
                points: OnceCell::new(),
                held: Cell::default(),
                pressed: Cell::default(),
                cursor: Cell::default(),
                seen: RefCell::default(),
                motion: RefCell::default(),
                ink: RefCell::default(),
                ahead: RefCell::default(),
                lifted: RefCell::default(),
                redraw: RefCell::default(),
            }
        }
    }

    #[glib::object_subclass]
    impl ObjectSubclass for BoardView {
        const NAME: &'static str = "XqBoardView";
        type Type = super::BoardView;
        type ParentType = gtk::Widget;

        fn class_init(klass: &mut Self::Class) {
            klass.set_css_name("board");
            klass.set_accessible_role(gtk::AccessibleRole::Group);
            klass.install_action("board.cancel", None, |board, _, _| {
                board.emit_by_name::<()>("cancelled", &[]);
            });
            let none = gtk::gdk::ModifierType::empty();
            klass.add_binding_action(gtk::gdk::Key::Escape, none, "board.cancel");
        }
    }

    impl ObjectImpl for BoardView {
        fn signals() -> &'static [glib::subclass::Signal] {
            static SIGNALS: OnceLock<Vec<glib::subclass::Signal>> = OnceLock::new();
            SIGNALS.get_or_init(|| {
                let point = u32::static_type();
                vec![
                    glib::subclass::Signal::builder("point-pressed")
                        .param_types([point])
                        .build(),
                    glib::subclass::Signal::builder("piece-dropped")
                        .param_types([point, point])
                        .build(),
                    glib::subclass::Signal::builder("cancelled").build(),
                ]
            })
        }

        fn constructed(&self) {
            self.parent_constructed();
            let board = self.obj();
            board.set_overflow(gtk::Overflow::Hidden);
            crate::ui::a11y::set_label(&*board, crate::ui::words::BOARD);
            self.add_points();
            board.add_input();
            let redraw = glib::clone!(
                #[weak]
                board,
                move || board.queue_draw()
            );
            adw::StyleManager::default().connect_dark_notify(move |_| redraw());
        }

        fn dispose(&self) {
            if let Some(source) = self.redraw.take() {
                source.remove();
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
                _ => (300.0, 560.0 * Layout::ASPECT),
            };
            (least as i32, natural as i32, -1, -1)
        }

        fn size_allocate(&self, width: i32, height: i32, _baseline: i32) {
            let scale = f64::from(self.obj().scale_factor());
            let bottom = self.scene.borrow().bottom;
            let layout = Layout::fit(f64::from(width), f64::from(height), scale, bottom);
            let before = self.layout.replace(layout);
            if before != layout && before.bottom() == bottom && self.ink.borrow().is_some() {
                self.redraw_later();
            }
            let cell = layout.cell() as i32;
            for point in self.points.get().into_iter().flatten() {
                let (x, y) = layout.centre(point.point());
                let corner = (x as i32 - cell / 2, y as i32 - cell / 2);
                let area = gtk::Allocation::new(corner.0, corner.1, cell, cell);
                point.measure(gtk::Orientation::Horizontal, -1);
                point.size_allocate(&area, -1);
            }
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            let layout = self.layout.get();
            if let Err(error) = self.draw(snapshot, &layout) {
                glib::g_warning!("chuhe", "the board cannot be drawn: {error}");
            }
        }

        fn focus(&self, direction: gtk::DirectionType) -> bool {
            self.obj().move_focus_to(direction)
        }

        fn grab_focus(&self) -> bool {
            self.obj().focus_cursor()
        }
    }

    impl BoardView {
        fn add_points(&self) {
            let board = self.obj();
            let points: Vec<_> = Point::all().map(PointView::new).collect();
            // From the top left corner as Red sees it: the order in which a screen reader walks.
            for rank in crate::rules::Rank::all().rev() {
                for file in crate::rules::File::all() {
                    points[Point::new(file, rank).index()].set_parent(&*board);
                }
            }
            for point in &points {
                point.connect_activated(glib::clone!(
                    #[weak]
                    board,
                    move |point| board.press(point.point())
                ));
                point.connect_has_focus_notify(glib::clone!(
                    #[weak]
                    board,
                    move |point| board.focus_changed(point.point(), point.has_focus())
                ));
            }
            let fresh = self.points.set(points);
            debug_assert!(fresh.is_ok(), "points are made once");
        }

        /// Shows the pieces of the scene, on their way from where they are seen now when asked to.
        pub(super) fn set_pieces(&self, glide: bool) {
            let goal = self.scene.borrow().pieces.clone();
            let motion = Motion::between(&self.seen.borrow(), &goal);
            let glides =
                glide && !motion.is_still() && self.obj().settings().is_gtk_enable_animations();
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

        fn draw(&self, snapshot: &gtk::Snapshot, layout: &Layout) -> Result<(), gtk::cairo::Error> {
            let dark = adw::StyleManager::default().is_dark();
            let look = Look {
                layout: *layout,
                dark,
            };
            self.prepare_ink(look)?;
            let ink = self.ink.borrow();
            let Some(ink) = ink.as_ref() else {
                return Ok(());
            };
            let scene = self.scene.borrow();
            let theme = theme(dark);
            ink.append_board(snapshot, layout);
            if scene.past {
                ink.append_veil(snapshot, layout)?;
            }
            for &mark in &scene.marks {
                let cr = mark_context(snapshot, layout, mark);
                paint::marks_below(&cr, layout, &[mark], &theme)?;
            }
            let faded = if scene.past { paint::PAST_OPACITY } else { 1.0 };
            let (flying, standing) = self.flying_and_standing();
            for placed in standing {
                let at = layout.spot_centre(placed.at);
                with_opacity(snapshot, placed.opacity * faded, || {
                    ink.append_piece(snapshot, layout, placed.piece, at);
                });
            }
            let cursor = self.cursor.get().map(Mark::Cursor);
            for mark in scene.marks.iter().copied().chain(cursor) {
                let cr = mark_context(snapshot, layout, mark);
                paint::marks_above(&cr, layout, &[mark], &theme)?;
            }
            for placed in flying {
                self.draw_lifted(snapshot, look, &placed)?;
            }
            Ok(())
        }

        /// The pieces that are held or gliding down, which are above all marks, and the others.
        fn flying_and_standing(&self) -> (Vec<Placed>, Vec<Placed>) {
            let held = self.held.get();
            let raised = |placed: &Placed| match held {
                Some((from, at)) if placed.at == Spot::from(from) => Placed {
                    at,
                    lift: 1.0,
                    ..*placed
                },
                _ => *placed,
            };
            let seen = self.seen.borrow();
            seen.iter()
                .map(raised)
                .partition(|placed| placed.lift > 0.5)
        }

        fn draw_lifted(
            &self,
            snapshot: &gtk::Snapshot,
            look: Look,
            placed: &Placed,
        ) -> Result<(), gtk::cairo::Error> {
            let mut lifted = self.lifted.borrow_mut();
            let fitting = lifted.take().filter(|known| known.fits(look, placed.piece));
            let picture = match fitting {
                Some(picture) => picture,
                None => Lifted::new(look, Renderer::of(&*self.obj()), placed.piece)?,
            };
            picture.append(snapshot, look.layout.spot_centre(placed.at));
            *lifted = Some(picture);
            Ok(())
        }

        /// Draws the pictures, unless those of another size can stand in until the size has settled.
        fn prepare_ink(&self, look: Look) -> Result<(), gtk::cairo::Error> {
            let mut ink = self.ink.borrow_mut();
            let settling = self.redraw.borrow().is_some();
            let usable = |ink: &Ink| ink.fits(look) || ink.resembles(look) && settling;
            if ink.as_ref().is_some_and(usable) {
                return Ok(());
            }
            let renderer = Renderer::of(&*self.obj());
            let ahead = self.ahead.take();
            let ahead = ahead.and_then(|ahead| ahead.finish(look, renderer));
            *ink = Some(match ahead {
                Some(ahead) => ahead,
                None => Ink::new(look, renderer)?,
            });
            Ok(())
        }

        /// Has the pictures drawn again once the size has not changed for a moment.
        fn redraw_later(&self) {
            let board = self.obj();
            let redraw = glib::clone!(
                #[weak]
                board,
                move || {
                    board.imp().redraw.take();
                    board.queue_draw();
                }
            );
            let source = glib::timeout_add_local_once(REDRAW_DELAY, redraw);
            if let Some(earlier) = self.redraw.replace(Some(source)) {
                earlier.remove();
            }
        }
    }

    /// A place to draw one mark: small, since each is made anew for every frame.
    fn mark_context(snapshot: &gtk::Snapshot, layout: &Layout, mark: Mark) -> gtk::cairo::Context {
        let (x, y) = layout.centre(mark.point());
        let half = paint::mark_extent(layout.cell());
        snapshot.append_cairo(&rect((x - half, y - half, 2.0 * half, 2.0 * half)))
    }

    fn with_opacity(snapshot: &gtk::Snapshot, opacity: f64, draw: impl FnOnce()) {
        if opacity >= 1.0 {
            draw();
            return;
        }
        snapshot.push_opacity(opacity);
        draw();
        snapshot.pop();
    }
}

glib::wrapper! {
    /// The board: ninety points, the pieces on them, and a pointer that can move them.
    pub struct BoardView(ObjectSubclass<imp::BoardView>)
        @extends gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget;
}

impl Default for BoardView {
    fn default() -> Self {
        glib::Object::new()
    }
}

impl BoardView {
    /// Shows a scene; pieces glide to their new places when asked to and the desktop allows it.
    pub fn set_scene(&self, scene: Scene, glide: bool) {
        let imp = self.imp();
        let turned = imp.scene.borrow().bottom != scene.bottom;
        // A piece that was let go glides from the hand.
        if let Some((from, at)) = imp.held.take() {
            let mut seen = imp.seen.borrow_mut();
            let mine = seen.iter_mut().find(|placed| placed.at == from.into());
            if let Some(placed) = mine {
                (placed.at, placed.lift) = (at, 1.0);
            }
        }
        imp.scene.replace(scene);
        imp.set_pieces(glide);
        if turned {
            self.queue_allocate();
        }
    }

    /// Hands over pictures that were started before the board was there.
    pub(super) fn set_ink_ahead(&self, ahead: InkAhead) {
        self.imp().ahead.replace(Some(ahead));
    }

    /// The geometry of the board as it is shown.
    #[must_use]
    pub fn layout(&self) -> Layout {
        self.imp().layout.get()
    }

    /// Gives each point the name by which it is read out.
    pub fn set_point_labels(&self, label: impl Fn(Point) -> String) {
        for view in self.imp().points.get().into_iter().flatten() {
            view.set_label(&label(view.point()));
        }
    }

    /// Has a sentence read out: on the oldest GTK that is supported only a change of the widget that has the
    /// focus is.
    pub fn announce(&self, sentence: &str) {
        if let Some(point) = self.focus_child() {
            crate::ui::a11y::set_description(&point, sentence);
        }
    }

    /// Calls back with every point that is clicked, touched or activated.
    pub fn connect_point_pressed(&self, pressed: impl Fn(&Self, Point) + 'static) {
        let closure = glib::closure_local!(move |board: &Self, index: u32| {
            if let Some(point) = Point::from_index(index as usize) {
                pressed(board, point);
            }
        });
        self.connect_closure("point-pressed", false, closure);
    }

    /// Calls back with the points between which a piece was dragged; `None` is beside the board.
    pub fn connect_piece_dropped(&self, dropped: impl Fn(&Self, Point, Option<Point>) + 'static) {
        let closure = glib::closure_local!(move |board: &Self, from: u32, to: u32| {
            if let Some(from) = Point::from_index(from as usize) {
                let to = Point::from_index(to as usize).filter(|to| *to != from);
                dropped(board, from, to);
            }
        });
        self.connect_closure("piece-dropped", false, closure);
    }

    /// Calls back when the player wants to let the chosen piece go.
    pub fn connect_cancelled(&self, cancelled: impl Fn(&Self) + 'static) {
        let closure = glib::closure_local!(move |board: &Self| cancelled(board));
        self.connect_closure("cancelled", false, closure);
    }
}
