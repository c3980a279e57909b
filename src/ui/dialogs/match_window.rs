//! The match window: score, finished games, and the players' next step.

use crate::game::Match;
use crate::ui::toolkit::actions::tell_key;
use crate::ui::toolkit::choices::set_switch_role;
use crate::ui::toolkit::prelude::*;

/// A request by the players about their match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchRequest {
    /// Copy the result as text.
    Copy,
    /// Save the match as a picture.
    Picture,
    /// End the match.
    Close,
    /// Play its next game.
    Rematch,
}

mod imp {
    use super::*;

    template! {
        MatchWindow "/io/github/chuhe/Chuhe/ui/match_window.ui" {
            score: gtk::Label,
            swap_row: adw::ActionRow,
            games: adw::PreferencesGroup,
            picture: gtk::Button,
            rematch: gtk::Button,
            swap: gtk::Switch,
        } {
            /// The rows of the listed games.
            rows: RefCell<Vec<adw::ActionRow>>,
        }
    }

    class!(MatchWindow "XqMatchWindow" adw::Window, template with closes, |klass| {
        for (action, request) in [
            ("match.copy", MatchRequest::Copy),
            ("match.picture", MatchRequest::Picture),
            ("match.close", MatchRequest::Close),
            ("match.rematch", MatchRequest::Rematch),
        ] {
            klass.install_action(action, None, move |dialog, _, _| {
                dialog.emit_requested(request);
            });
        }
        let control = gdk::ModifierType::CONTROL_MASK;
        klass.add_binding_action(gdk::Key::r, control, "match.rematch");
        klass.add_binding_action(gdk::Key::c, control, "match.copy");
        klass.add_binding_action(gdk::Key::s, control, "match.picture");
    }; WidgetImpl WindowImpl AdwWindowImpl);

    impl ObjectImpl for MatchWindow {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            set_switch_role(&self.swap_row, &self.swap);
            tell_key(&*self.picture, "<Control>s");
        }
    }
}

widget! {
    /// The dialog with the match of the two players.
    MatchWindow Window
}

impl MatchWindow {
    signals! {
        "requested"(request: MatchRequest) connect_requested emit_requested;
        /// Calls back with the file of a finished game to be opened.
        "opened"(file: String) connect_opened emit_opened;
    }

    /// Creates the dialog over a window; `swaps` tells whether the colors change for a rematch.
    pub fn new(parent: &impl IsA<gtk::Window>, swaps: bool) -> Self {
        let dialog = Self::over(parent);
        dialog.imp().swap.set_active(swaps);
        dialog
    }

    /// Shows the score and whether a rematch is possible; `None` is a match without a game.
    pub fn show_match(&self, of: Option<&Match>, is_over: bool) {
        let imp = self.imp();
        self.action_set_enabled("match.rematch", is_over);
        imp.rematch.grab_focus();
        for row in imp.rows.take() {
            imp.games.remove(&row);
        }
        let games = of.map(Match::games).unwrap_or_default();
        let score = of.map(|of| words::match_score_lines(of).join("\n"));
        imp.score.set_label(&score.unwrap_or_default());
        for action in ["match.copy", "match.picture"] {
            self.action_set_enabled(action, !games.is_empty());
        }
        let no_game = games.is_empty().then_some(words::no_game_finished());
        imp.games.set_description(no_game);
        let Some(of) = of else { return };
        let rows = games.iter().enumerate().map(|(index, game)| {
            let players = words::finished_players(of, game);
            let result = words::result_sign(Some(game.outcome.score()));
            let about = words::finished_about(game);
            let row = adw::ActionRow::builder()
                .title(glib::markup_escape_text(&players))
                .subtitle(glib::markup_escape_text(&about))
                .activatable(game.file.is_some())
                .build();
            let number = gtk::Label::new(Some(&(index + 1).to_string()));
            number.add_css_class("dim-label");
            number.add_css_class("numeric");
            row.add_prefix(&number);
            let sign = gtk::Label::new(Some(result));
            sign.add_css_class("numeric");
            row.add_suffix(&sign);
            a11y::set_description(&row, &words::finished_told(result, &about));
            if let Some(file) = game.file.clone() {
                row.connect_activated(weak!(self, |dialog, _| dialog.emit_opened(file.clone())));
            }
            imp.games.add(&row);
            row
        });
        imp.rows.replace(rows.collect());
    }

    /// Whether the colors change for a rematch.
    pub fn swaps(&self) -> bool {
        self.imp().swap.is_active()
    }

    pub fn connect_swap_chosen(&self, chosen: impl Fn(&Self) + 'static) {
        self.imp()
            .swap
            .connect_active_notify(weak!(self, |dialog, _| chosen(&dialog)));
    }
}
