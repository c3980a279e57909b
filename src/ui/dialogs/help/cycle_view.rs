//! A repetition with the arbiter's view of it: a board, and for perpetual check two buttons to step through the moves.

use crate::game::{Demonstration, Repetition};
use crate::record::notation::{self, Notation};
use crate::rules::{CyclePly, Side};
use crate::scene::{Aids, Scene};
use crate::ui::board::aids::{captions, explain_step};
use crate::ui::board::board_view::BoardView;
use crate::ui::platform::appearance::labels;
use crate::ui::toolkit::prelude::*;

/// Name under which the settings remember that it was stepped through.
pub const ID: &str = "perpetual-check";

mod imp {
    use super::*;

    template! {
        CycleView "/io/github/chuhe/Chuhe/ui/cycle_view.ui" {
            board: BoardView,
            told: gtk::Label,
            steps: gtk::Box,
            back: gtk::Button,
            on: gtk::Button,
        } {
            cycle: OnceCell<Demonstration>,
            /// Number of moves shown.
            at: Cell<usize>,
        }
    }

    class!(CycleView "XqCycleView" gtk::Box, template, |_klass| {
        BoardView::ensure_type();
    }; WidgetImpl BoxImpl);

    impl ObjectImpl for CycleView {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            let view = self.obj();
            for (button, label, is_on) in [
                (&self.back, words::step_back(), false),
                (&self.on, words::step_on(), true),
            ] {
                a11y::name_button(button, label);
                button.set_tooltip_text(Some(&words::without_key(label)));
                button.connect_clicked(weak!(view, |view, _| view.go(is_on)));
            }
            self.board.connect_cancelled(|board| {
                board.activate_action("window.close", None).ok();
            });
        }
    }
}

widget! {
    /// A cycle of moves to step through.
    CycleView Box
}

impl CycleView {
    /// Creates the cycle as a part of a page. Only perpetual check is stepped through; of any other, the last move of the
    /// side that loses is shown.
    pub fn new(title: &str, of: Repetition, shown: Demonstration) -> Self {
        let view = Self::default();
        let imp = view.imp();
        once(&imp.cycle, shown);
        let has_steps = of == Repetition::Check;
        let label = if has_steps {
            title
        } else {
            words::repetition(of)
        };
        a11y::set_label(&*imp.board, &words::lesson_board(label));
        imp.steps.set_visible(has_steps);
        if !has_steps {
            imp.at.set(view.count() - 1);
        }
        view.refresh();
        view
    }

    signals! {
        /// The last move was reached.
        "done" connect_done emit_done;
    }

    fn cycle(&self) -> &Demonstration {
        self.imp().cycle.get().expect("it is set at once")
    }

    fn count(&self) -> usize {
        self.cycle().history().plies().len()
    }

    /// Goes on or back by a move.
    fn go(&self, is_on: bool) {
        let imp = self.imp();
        let at = imp.at.get();
        let next = if is_on { at + 1 } else { at.saturating_sub(1) };
        imp.at.set(next.min(self.count()));
        self.refresh();
        announce(&*imp.told, Importance::Move, &self.told());
        if imp.at.get() == self.count() {
            self.emit_done();
        }
    }

    /// The last move shown, as the arbiter classifies it.
    fn step(&self) -> Option<&CyclePly> {
        let plies = &self.cycle().verdict().cycle.as_ref()?.plies;
        plies.iter().find(|step| step.ply == self.imp().at.get())
    }

    fn scene(&self) -> Scene {
        let (history, at) = (self.cycle().history(), self.imp().at.get());
        let position = &history.positions()[at];
        let last = at.checked_sub(1).map(|index| history.plies()[index].mv);
        let mut scene = Scene::of_position(position, last, Side::Red);
        let mut aids = Aids::new(captions(), position, None);
        aids.hanging.clear();
        scene.aids = Some(Box::new(aids));
        if let Some(step) = self.step() {
            explain_step(&mut scene, step);
        }
        scene
    }

    /// Sentence below the board.
    fn told(&self) -> String {
        let (cycle, at) = (self.cycle(), self.imp().at.get());
        let Some(step) = self.step() else {
            return words::cycle_begins().to_owned();
        };
        if at == self.count() || !self.imp().steps.get_visible() {
            return words::ruling(cycle.verdict(), &words::Players::nameless());
        }
        let before = &cycle.history().positions()[at - 1];
        let text = notation::write(before, step.played.mv, Notation::Wxf);
        words::cycle_told(at, self.count(), &words::cycle_step(step, &text, labels()))
    }

    fn refresh(&self) {
        let imp = self.imp();
        let at = imp.at.get();
        imp.board.set_scene(self.scene(), true);
        let position = self.cycle().history().positions()[at].clone();
        imp.board.tell_position(position, None);
        imp.told.set_label(&self.told());
        // An insensitive button would lose the focus.
        let (first, last) = (at == 0, at == self.count());
        if first && imp.back.has_focus() {
            imp.on.grab_focus();
        }
        if last && imp.on.has_focus() {
            imp.back.grab_focus();
        }
        imp.back.set_sensitive(!first);
        imp.on.set_sensitive(!last);
    }
}
