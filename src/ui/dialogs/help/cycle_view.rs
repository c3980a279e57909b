//! A perpetual check to step through: a board, the arbiter's view of each move, and two buttons.

use super::demo;
use crate::game::Demonstration;
use crate::record::notation::{self, Notation};
use crate::rules::{CyclePly, Side};
use crate::scene::{Aids, Scene};
use crate::ui::board::aids::{captions, explain_step};
use crate::ui::board::board_view::BoardView;
use crate::ui::platform::appearance::labels;
use crate::ui::toolkit::prelude::*;

/// The cycle and the number of moves made.
#[derive(Debug)]
struct Shown {
    cycle: Demonstration,
    at: Cell<usize>,
}

impl Shown {
    fn count(&self) -> usize {
        self.cycle.history().plies().len()
    }

    /// The last move shown, as the arbiter classifies it.
    fn step(&self) -> Option<&CyclePly> {
        let plies = &self.cycle.verdict().cycle.as_ref()?.plies;
        plies.iter().find(|step| step.ply == self.at.get())
    }

    fn scene(&self) -> Scene {
        let history = self.cycle.history();
        let position = &history.positions()[self.at.get()];
        let last = self.at.get().checked_sub(1);
        let last = last.map(|index| history.plies()[index].mv);
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
        let at = self.at.get();
        let Some(step) = self.step() else {
            return words::cycle_begins().to_owned();
        };
        if at == self.count() {
            return words::ruling(self.cycle.verdict(), &words::Players::nameless());
        }
        let before = &self.cycle.history().positions()[at - 1];
        let text = notation::write(before, step.played.mv, Notation::Wxf);
        words::cycle_told(at, self.count(), &words::cycle_step(step, &text, labels()))
    }
}

/// Name under which the settings remember that it was stepped through.
pub const ID: &str = "perpetual-check";

/// Creates the cycle as a part of a page. Calls back at its last move.
pub fn cycle_view(title: &str, done: impl Fn() + Clone + 'static) -> gtk::Box {
    let shown = Rc::new(Shown {
        cycle: Demonstration::perpetual_check(),
        at: Cell::new(0),
    });
    let (board, told) = (BoardView::default(), gtk::Label::new(None));
    a11y::set_label(&board, &words::lesson_board(title));
    demo::stretch(&board);
    demo::prepare_caption(&told);
    let [back, on] = [words::step_back(), words::step_on()].map(step_button);
    on.add_css_class("suggested-action");
    for (button, is_on) in [(&back, false), (&on, true)] {
        button.connect_clicked(glib::clone!(
            #[strong]
            shown,
            #[weak]
            board,
            #[weak]
            told,
            #[weak]
            back,
            #[weak]
            on,
            #[strong]
            done,
            move |_| {
                let at = shown.at.get();
                let next = if is_on { at + 1 } else { at.saturating_sub(1) };
                shown.at.set(next.min(shown.count()));
                show(&shown, &board, &told, (&back, &on));
                announce(&told, Importance::Move, &shown.told());
                if shown.at.get() == shown.count() {
                    done();
                }
            }
        ));
    }
    show(&shown, &board, &told, (&back, &on));
    let view = gtk::Box::new(gtk::Orientation::Vertical, 12);
    view.append(&board);
    view.append(&told);
    view.append(&side_by_side(&back, &on));
    board.connect_cancelled(|board| {
        board.activate_action("window.close", None).ok();
    });
    view
}

fn step_button(label: &str) -> gtk::Button {
    let button = gtk::Button::new();
    a11y::name_button(&button, label);
    button.set_tooltip_text(Some(&words::without_key(label)));
    button.set_hexpand(true);
    button
}

fn side_by_side(back: &gtk::Button, on: &gtk::Button) -> gtk::Box {
    let buttons = gtk::Box::new(gtk::Orientation::Horizontal, 12);
    buttons.set_homogeneous(true);
    buttons.append(back);
    buttons.append(on);
    buttons
}

fn show(
    shown: &Shown,
    board: &BoardView,
    told: &gtk::Label,
    (back, on): (&gtk::Button, &gtk::Button),
) {
    board.set_scene(shown.scene(), true);
    let position = &shown.cycle.history().positions()[shown.at.get()];
    board.tell_position(position.clone(), None);
    told.set_label(&shown.told());
    // An insensitive button would lose the focus.
    let (first, last) = (shown.at.get() == 0, shown.at.get() == shown.count());
    if first && back.has_focus() {
        on.grab_focus();
    }
    if last && on.has_focus() {
        back.grab_focus();
    }
    back.set_sensitive(!first);
    on.set_sensitive(!last);
}
