//! The details of the game on the board, read-only: players, rules, and how and why it ended.

use crate::game::clock::TimeControl;
use crate::game::{Game, SessionState};
use crate::record::Tags;
use crate::rules::Clause;
use crate::ui::toolkit::detail_row::DetailRow;
use crate::ui::toolkit::prelude::*;
use crate::words::Players;

mod imp {
    use super::*;

    template! {
        Details "/io/github/chuhe/Chuhe/ui/details.ui" {
            scroll: gtk::ScrolledWindow,
            red: DetailRow,
            black: DetailRow,
            event: DetailRow,
            begun: DetailRow,
            file: DetailRow,
            moves: DetailRow,
            result: DetailRow,
            ruling: DetailRow,
            rule: DetailRow,
            repetition: DetailRow,
            no_capture: DetailRow,
            handicap: DetailRow,
            take_backs: DetailRow,
            seating: DetailRow,
            time_control: DetailRow,
        }
    }

    class!(Details "XqDetails" adw::Window, template with closes; ObjectImpl WidgetImpl WindowImpl AdwWindowImpl);
}

widget! {
    /// The dialog that shows the details of a game.
    Details Window
}

impl Details {
    pub fn new(parent: &impl IsA<gtk::Window>) -> Self {
        let details = Self::over(parent);
        // Selectable text would be selected if it had the initial focus.
        details.imp().scroll.grab_focus();
        details
    }

    /// Shows all details of a game.
    pub fn show(&self, state: &SessionState) {
        let imp = self.imp();
        let game = &state.game;
        self.show_tags(&game.record().tags);
        let uri = state.file.as_ref();
        let name = uri.and_then(|uri| gio::File::for_uri(uri).basename());
        let name = name.map(|name| words::file_name(&name));
        let over = game.outcome().is_some();
        let file = words::file(name.as_deref(), !state.unsaved, over);
        imp.file.show_value(&file);
        let played = game.record().node(game.present()).ply();
        let taken_back = game.record().line_after(game.present()).count();
        imp.moves.show_value(&words::move_count(played, taken_back));
        self.show_result(game);
        let terms = game.terms();
        imp.repetition.show_value(words::rulebook(terms.rulebook));
        imp.repetition
            .show_about(words::rulebook_about(terms.rulebook));
        imp.handicap.show_value(&handicap(game));
        imp.take_backs
            .show_value(words::take_back_rule(game.take_back_rule()));
        imp.seating.show_value(words::seating(game.seating()));
        imp.no_capture
            .show_value(&words::no_capture(terms.no_capture));
    }

    fn show_tags(&self, tags: &Tags) {
        let imp = self.imp();
        let name = |tag| words::value(tags.get(tag).unwrap_or(words::no_name()));
        imp.red.show_value(&name(Tags::RED));
        imp.black.show_value(&name(Tags::BLACK));
        imp.event
            .show_value(&words::value(tags.get(Tags::EVENT).unwrap_or_default()));
        let begun = words::begun(tags.get(Tags::DATE), tags.get(Tags::TIME));
        imp.begun.show_value(&begun);
        // Unknown spellings by other programs are shown verbatim.
        let time = match tags.typed::<TimeControl>() {
            Some(control) => words::time_control(Some(&control)),
            None => words::value(tags.get(Tags::TIME_CONTROL).unwrap_or_default()).into_owned(),
        };
        imp.time_control.show_value(&time);
    }

    /// Shows the result of the game and the arbiter's reasons.
    fn show_result(&self, game: &Game) {
        let imp = self.imp();
        let result = words::result(game.outcome(), &Players::of_game(game));
        imp.result.show_value(&result);
        let verdict = game.verdict();
        let verdict = verdict.filter(|verdict| verdict.clause != Clause::Checkmate);
        let ruling = verdict
            .map(|verdict| words::ruling(verdict, &Players::of_game(game)))
            .filter(|text| *text != result);
        imp.ruling.show_value(&ruling.unwrap_or_default());
        let rule = verdict.map(words::clause);
        imp.rule.show_value(&rule.unwrap_or_default());
    }
}

/// Returns the handicap: verbatim if another program's spelling is unknown, empty for an even game.
fn handicap(game: &Game) -> String {
    let record = game.record();
    match game.handicap() {
        Some(given) => words::handicap(Some(given)),
        None => words::value(record.tags.get(Tags::HANDICAP).unwrap_or_default()).into_owned(),
    }
}
