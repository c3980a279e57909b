//! Guessing the moves of a game, a section of the side panel: the score, and whose moves are guessed.

use crate::game::{GuessScore, GuessedSides};
use crate::ui::panel::section::SectionHeading;
use crate::ui::toolkit::actions::Action;
use crate::ui::toolkit::choices::{Choices, choice, label_line};
use crate::ui::toolkit::prelude::*;

mod imp {
    use super::*;

    template! {
        GuessSection "/io/github/chuhe/Chuhe/ui/guess_section.ui" {
            heading: SectionHeading,
            sides: gtk::Box,
            summary: gtk::Label,
        } {
            choices: Choices<GuessedSides>,
        }
    }

    class!(GuessSection "XqGuessSection" gtk::Box, template, |_klass| {
        SectionHeading::ensure_type();
    }; WidgetImpl BoxImpl);

    impl ObjectImpl for GuessSection {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            self.heading
                .set_section(words::guess(), Action::Guess, words::stop_guessing());
            for sides in GuessedSides::ALL {
                let name = words::guessed(sides);
                let button = choice(&gtk::Label::new(Some(name)), name, name);
                self.choices.add(&*self.sides, sides, &button);
            }
            label_line(&*self.sides, words::guessed_sides());
            let section = self.obj();
            self.choices
                .connect_selected(weak!(section, |section, sides: &GuessedSides| {
                    section.emit_chosen(*sides);
                }));
        }
    }
}

widget! {
    /// Guessing the moves of a game.
    GuessSection Box
}

impl GuessSection {
    signals! {
        /// Calls back with the sides whose moves are to be guessed.
        "chosen"(sides: GuessedSides) connect_chosen emit_chosen;
    }

    /// Shows the score, and whose moves are guessed; at the end only how many of them were.
    pub fn show_score(&self, score: GuessScore, sides: GuessedSides, is_over: bool) {
        let imp = self.imp();
        let has_score = score.moves > 0 && !is_over;
        let about = has_score.then(|| words::guess_points(score));
        imp.heading.show_about(&about.unwrap_or_default());
        imp.choices.select(Some(&sides));
        imp.sides.set_visible(!is_over);
        imp.summary.set_visible(is_over);
        if is_over {
            imp.summary.set_label(&words::guess_summary(score));
        }
    }
}
