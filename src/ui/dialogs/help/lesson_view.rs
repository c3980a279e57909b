//! A lesson: a board for trying out the rules, the task or the result of the last move, and a button that resets the
//! board.

use super::demo;
use crate::game::{Lesson, NotTried, Trial, Tried};
use crate::record::notation::{self, Notation};
use crate::rules::{IllegalMove, Move, Point, Side};
use crate::scene::{Aids, Press, Scene, Selection, marks};
use crate::ui::board::aids::captions;
use crate::ui::board::board_view::{BoardView, Drag};
use crate::ui::platform::appearance::labels;
use crate::ui::platform::prelude::*;
use crate::ui::toolkit::announce::announce;
use crate::ui::toolkit::{a11y, css_class};
use crate::words::Importance;

mod imp {
    use super::*;
    use std::cell::{Cell, OnceCell, RefCell};

    #[derive(Debug, Default)]
    pub struct LessonView {
        pub(super) board: BoardView,
        pub(super) told: gtk::Label,
        pub(super) reset: gtk::Button,
        pub(super) trial: OnceCell<RefCell<Trial>>,
        pub(super) selection: Cell<Selection>,
        /// The last refused move, until the next input.
        pub(super) refused: Cell<Option<(Move, NotTried)>>,
        /// Result of the last move.
        pub(super) tried: RefCell<Option<String>>,
    }

    class!(LessonView "XqLessonView" gtk::Box; WidgetImpl BoxImpl);

    impl ObjectImpl for LessonView {
        fn constructed(&self) {
            self.parent_constructed();
            let view = self.obj();
            view.set_orientation(gtk::Orientation::Vertical);
            view.set_spacing(12);
            demo::stretch(&self.board);
            view.append(&self.board);
            let row = gtk::Box::new(gtk::Orientation::Horizontal, 12);
            demo::prepare_caption(&self.told);
            row.append(&self.told);
            a11y::name_button(&self.reset, words::reset());
            self.reset.set_tooltip_text(Some(words::reset_about()));
            self.reset.set_valign(gtk::Align::Center);
            row.append(&self.reset);
            view.append(&row);
            view.connect_parts();
        }
    }
}

widget! {
    /// A lesson on its own board.
    LessonView Box
}

impl LessonView {
    /// Creates a lesson with its title.
    pub fn new(lesson: Lesson, title: &str) -> Self {
        let view: Self = glib::Object::new();
        let imp = view.imp();
        once(&imp.trial, Trial::new(lesson).into());
        a11y::set_label(&imp.board, &words::lesson_board(title));
        imp.board.set_home(lesson.piece());
        view.refresh();
        view
    }

    fn connect_parts(&self) {
        let imp = self.imp();
        imp.board
            .connect_point_pressed(weak!(self, |view, _, point| view.press(point)));
        imp.board
            .connect_piece_dropped(weak!(self, |view, _, drag| view.drop_piece(drag)));
        imp.board
            .connect_cancelled(weak!(self, |view, _| view.let_go()));
        imp.reset
            .connect_clicked(weak!(self, |view, _| view.reset()));
    }

    fn with<T>(&self, read: impl FnOnce(&mut Trial) -> T) -> Option<T> {
        let trial = self.imp().trial.get()?;
        Some(read(&mut trial.borrow_mut()))
    }

    fn press(&self, point: Point) {
        let imp = self.imp();
        imp.refused.take();
        let mut selection = imp.selection.get();
        let press = self.with(|trial| selection.press(point, trial.position()));
        imp.selection.set(selection);
        match press {
            Some(Press::Move(mv)) => self.play(mv),
            Some(Press::NotYours(_)) => {
                let turn = self.with(|trial| trial.position().turn());
                let turn = turn.unwrap_or(Side::Red);
                let here = Move::new(point, point);
                self.refuse(here, NotTried::Illegal(IllegalMove::NotYourTurn { turn }));
            }
            _ => self.refresh(),
        }
    }

    fn drop_piece(&self, drag: Drag) {
        self.imp().refused.take();
        match drag.as_move() {
            Some(mv) => self.play(mv),
            None => self.refresh(),
        }
    }

    /// Deselects the piece; without one, the key is propagated to the window.
    fn let_go(&self) {
        let imp = self.imp();
        imp.refused.take();
        if imp.selection.take().point().is_some() {
            self.refresh();
        } else {
            self.activate_action("window.close", None).ok();
        }
    }

    fn play(&self, mv: Move) {
        let imp = self.imp();
        let outcome = self.with(|trial| {
            let tried = trial.play(mv)?;
            let answer = match tried {
                Tried::Checked(answer) => Some(answer_text(trial, answer)),
                _ => None,
            };
            Ok(words::tried(trial.lesson(), tried, answer.as_deref()))
        });
        match outcome {
            Some(Ok(told)) => {
                imp.selection.take();
                imp.tried.replace(Some(told));
                self.refresh();
            }
            Some(Err(why)) => self.refuse(mv, why),
            None => {}
        }
    }

    fn refuse(&self, mv: Move, why: NotTried) {
        let imp = self.imp();
        if why == NotTried::Over {
            imp.selection.take();
        }
        imp.refused.set(Some((mv, why)));
        self.refresh();
    }

    /// Puts the pieces back.
    fn reset(&self) {
        let imp = self.imp();
        imp.selection.take();
        imp.refused.take();
        imp.tried.take();
        self.with(|trial| *trial = Trial::new(trial.lesson()));
        // The button is about to become insensitive, so the board takes the focus.
        imp.board.grab_focus();
        self.refresh();
    }

    fn refresh(&self) {
        let imp = self.imp();
        let Some((scene, position, lesson, has_begun)) = self.with(|trial| {
            let position = trial.position().clone();
            (
                self.scene(trial),
                position,
                trial.lesson(),
                trial.has_begun(),
            )
        }) else {
            return;
        };
        let told = match (imp.refused.get(), imp.tried.borrow().clone()) {
            (Some((_, why)), _) => words::not_tried(&position, why, labels()),
            (None, Some(told)) => told,
            (None, None) => words::lesson_task(lesson).to_owned(),
        };
        imp.board.set_scene(scene, true);
        imp.board.tell_position(position);
        imp.reset.set_sensitive(has_begun);
        if imp.told.label() != told {
            imp.told.set_label(&told);
            if imp.board.is_mapped() {
                let importance = if imp.refused.get().is_some() {
                    Importance::Refusal
                } else {
                    Importance::Move
                };
                announce(&imp.board, importance, &told);
            }
        }
        css_class::set(&imp.told, "refusal", imp.refused.get().is_some());
    }

    fn scene(&self, trial: &Trial) -> Scene {
        let imp = self.imp();
        let position = trial.position();
        let mut scene = Scene::of_position(position, trial.last(), Side::Red);
        let lifted = imp.selection.get().point();
        if let Some(lifted) = lifted {
            scene.marks.extend(marks::chosen(position, lifted));
        }
        if let Some((mv, NotTried::Illegal(why))) = imp.refused.get() {
            scene.marks.extend(marks::refusal(mv, why));
        }
        // Obstructions are marked only once.
        let lifted = lifted.filter(|_| imp.refused.get().is_none());
        let mut aids = Aids::new(captions(), position, lifted);
        // Aids unrelated to the lesson are hidden.
        aids.hanging.clear();
        scene.aids = Some(Box::new(aids));
        scene
    }
}

/// Returns the notation of the opponent's answer.
fn answer_text(trial: &Trial, answer: Move) -> String {
    // The piece has already moved, and coordinates need no position.
    notation::write(trial.position(), answer, Notation::Coordinate)
}
