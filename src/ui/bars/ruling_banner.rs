//! The arbiter's ruling in the side panel or below the board, with the players' options. It never blocks: the game stays
//! visible, and nothing is final before it is accepted.

use crate::rules::Verdict;
use crate::ui::toolkit::actions::{Action, shortcut};
use crate::ui::toolkit::prelude::*;
use crate::words::Players;

mod imp {
    use super::*;

    template! {
        RulingBanner "/io/github/chuhe/Chuhe/ui/ruling_banner.ui" {
            sentence: gtk::Label,
            clause: gtk::Label,
            buttons: gtk::FlowBox,
            /// Stack of the button that starts showing the cycle, and the controls that step through it.
            cycle: gtk::Stack,
            show: gtk::Button,
            step: gtk::Label,
            take_back: gtk::Button,
            accept: gtk::Button,
        }
    }

    class!(RulingBanner "XqRulingBanner" gtk::Box, template, role Group; WidgetImpl BoxImpl);

    impl ObjectImpl for RulingBanner {
        fn constructed(&self) {
            self.parent_constructed();
            a11y::set_label(&*self.obj(), words::ruling_title());
            a11y::name_button(&self.show, words::show_cycle());
            a11y::name_button(&self.accept, words::accept_ruling());
            for (button, about) in [
                (&self.show, words::show_cycle_about()),
                (&self.take_back, words::take_back_ruled_about()),
                (&self.accept, words::accept_ruling_about()),
            ] {
                button.set_tooltip_text(Some(about));
            }
            self.obj().add_controller(keys());
        }
    }
}

widget! {
    /// The arbiter's ruling.
    RulingBanner Box
}

/// Shortcuts that step through the game, which the button box would otherwise handle itself.
fn keys() -> gtk::ShortcutController {
    let keys = gtk::ShortcutController::new();
    keys.set_propagation_phase(gtk::PropagationPhase::Capture);
    for action in [Action::First, Action::Previous, Action::Next, Action::Last] {
        let run = action.in_window();
        for key in action.plain_keys() {
            keys.add_shortcut(shortcut(key, gtk::NamedAction::new(&run)));
        }
    }
    keys
}

impl RulingBanner {
    /// Sets whether it covers little of the board: with the buttons side by side, and the clause as a tooltip only.
    pub fn set_compact(&self, is_compact: bool) {
        let imp = self.imp();
        imp.buttons
            .set_max_children_per_line(if is_compact { 3 } else { 1 });
        imp.clause.set_visible(!is_compact);
        let clause = imp.clause.label();
        set_tooltip(&*imp.sentence, is_compact.then_some(clause.as_str()));
    }

    /// Shows a ruling on these players; `step` is the shown move of the cycle and the number of moves in it.
    pub fn show_ruling(&self, verdict: &Verdict, who: &Players, step: Option<(usize, usize)>) {
        let imp = self.imp();
        imp.sentence.set_label(&words::ruling(verdict, who));
        imp.clause.set_label(&words::clause(verdict));
        let repeats = verdict.cycle.is_some();
        if let Some(cell) = imp.cycle.parent() {
            cell.set_visible(repeats);
        }
        let take_back = if repeats {
            words::take_back_cycle()
        } else {
            words::take_back_move()
        };
        a11y::rename_button(&imp.take_back, take_back);
        match step {
            Some((number, count)) => {
                imp.step.set_label(&words::step_of(number, count));
                imp.cycle.set_visible_child_name("step");
            }
            None => imp.cycle.set_visible_child_name("show"),
        }
    }
}
