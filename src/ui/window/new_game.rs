//! New games: agreed on in a dialog, and started once the game on the board may be replaced; the names of the
//! players; and the editor over the window, from whose position a game starts.

use super::Window;
use crate::engine::Level;
use crate::game::OpponentChoice;
use crate::game::{Colors, Game, GameTerms, Refusal};
use crate::rules::{Setup, Side};
use crate::scene::Draft;
use crate::ui::dialogs::details::Details;
use crate::ui::dialogs::editor::Editor;
use crate::ui::dialogs::match_window::{MatchRequest, MatchWindow};
use crate::ui::dialogs::new_game::{NewGame, OpponentKind};
use crate::ui::panel::player_card::PlayerCard;
use crate::ui::session::Edit;
use crate::ui::toolkit::ask::{Answer, ask};
use crate::ui::toolkit::prelude::*;

/// Game that was asked for.
pub(super) struct AskedGame {
    game: Game,
    terms: GameTerms,
    opponent: OpponentChoice,
    is_from_here: bool,
}

impl AskedGame {
    /// The game of the dialog; `None` if its position cannot be played.
    pub(super) fn of(dialog: &NewGame) -> Option<Self> {
        let opponent = dialog.opponent();
        let terms = dialog.terms(own_side(&opponent));
        let start = dialog.start();
        let is_from_here = start.is_some();
        let game = match start {
            Some(start) => terms.begin_from(start).ok()?,
            None => terms.begin(),
        };
        Some(Self {
            game,
            terms,
            opponent,
            is_from_here,
        })
    }
}

/// The side of the person against the computer, which may be drawn by lot.
fn own_side(opponent: &OpponentChoice) -> Side {
    let by_chance = || Side::ALL[glib::random_int_range(0, 2) as usize];
    opponent.side.unwrap_or_else(by_chance)
}

fn is_playable(setup: &Setup) -> bool {
    setup
        .position()
        .is_ok_and(|position| position.has_legal_move())
}

impl Window {
    /// Renames a player after an edit on the card.
    pub(super) fn rename(&self, card: &PlayerCard) {
        let Some(side) = card.side() else { return };
        let name = card.name();
        if self.session().edit(&Edit::Name(side, name.clone())) {
            let computer = self.state().game.computer();
            self.settings().remember(|known| match computer {
                None => known.terms.names[side] = name,
                Some(computer) if computer.side == side => {}
                Some(_) => known.opponent.name = name,
            });
        }
    }

    /// Commits the names being edited.
    pub(super) fn finish_names(&self) {
        self.imp().top_card.finish_name();
        self.imp().bottom_card.finish_name();
    }

    /// Shows the new game dialog, reusing an open one.
    pub fn new_game(&self) {
        self.finish_names();
        let dialog = open_once(&self.imp().dialogs.new_game, || {
            let settings = self.settings();
            let dialog = NewGame::new(self, settings);
            let shown = self.state().game.shown_setup();
            if shown.board != Setup::start().board && is_playable(&shown) {
                dialog.offer_start(shown);
            }
            dialog.connect_started(weak!(self, |window, dialog| window.begin(dialog)));
            dialog
        });
        announce::present(&dialog);
    }

    /// Offers a game from the shown position, against the computer unless another opponent is chosen.
    pub fn play_from_here(&self) {
        self.finish_names();
        let shown = self.state().game.shown_setup();
        if !is_playable(&shown) {
            let why = words::refusal(Refusal::Unplayable);
            return self.session().remark_refused(why);
        }
        let dialog = open_once(&self.imp().dialogs.new_game, || {
            let dialog = NewGame::new(self, self.settings());
            dialog.play_out(shown, self.settings());
            dialog.connect_started(weak!(self, |window, dialog| window.begin(dialog)));
            dialog
        });
        announce::present(&dialog);
    }

    /// Starts the requested game, or leads on to the dialog for a friend far away.
    fn begin(&self, dialog: &NewGame) {
        let kind = dialog.opponent_kind();
        if kind == OpponentKind::FarAway {
            self.settings().remember_terms(dialog.terms(Side::Red));
            return self.play_with_friend();
        }
        let Some(asked) = AskedGame::of(dialog) else {
            return;
        };
        if kind == OpponentKind::ByLetter {
            let own = asked.game.position().turn();
            self.begin_by_letter(asked.game, own);
        } else {
            self.begin_if_allowed(asked);
        }
    }

    /// Starts a game against the computer at once, on the last terms and at this level.
    pub fn play_computer(&self, level: Level) {
        self.finish_names();
        let settings = self.settings();
        let opponent = OpponentChoice {
            computer: true,
            level,
            engine: None,
            ..settings.opponent()
        };
        let terms = opponent.applied(
            settings.game_terms(),
            own_side(&opponent),
            words::computer_name,
        );
        self.begin_if_allowed(AskedGame {
            game: terms.begin(),
            terms,
            opponent,
            is_from_here: false,
        });
    }

    /// Starts a game on the board if the present one may be replaced.
    fn begin_if_allowed(&self, asked: AskedGame) {
        let window = self.clone();
        self.start(async move |flows| {
            if flows.may_be_replaced().await {
                window.begin_asked(asked);
            }
        });
    }

    /// Starts a game on the board, and remembers its terms.
    pub(super) fn begin_asked(&self, mut asked: AskedGame) {
        let settings = self.settings();
        let mut terms = asked.terms;
        if asked.is_from_here {
            // It says nothing of the handicap and the sides of other games.
            terms.handicap = settings.game_terms().handicap;
            asked.opponent.side = settings.opponent().side;
        }
        settings.remember_terms(terms);
        settings.remember(|known| known.opponent = asked.opponent);
        self.session().begin(asked.game, Colors::AsNamed);
    }

    /// Shows the details of the game on the board.
    pub fn show_details(&self) {
        self.finish_names();
        let details = open_once(&self.imp().dialogs.details, || Details::new(self));
        details.show(&self.session().state());
        announce::present(&details);
    }
}

impl Window {
    /// Opens the editor with an arrangement, or the shown position. Unplayed edits from before are one undo step away.
    pub fn set_up(&self, arrangement: Option<Setup>) {
        self.finish_names();
        let dialogs = &self.imp().dialogs;
        if let (Some(editor), Some(setup)) = (dialogs.editor.upgrade(), &arrangement) {
            editor.change(setup.clone());
        }
        let editor = open_once(&dialogs.editor, || {
            let draft = Rc::clone(&dialogs.draft);
            let setup = arrangement.unwrap_or_else(|| self.state().game.shown_setup());
            draft.borrow_mut().begin(setup);
            let bottom = self.state().bottom;
            let terms = self.settings().game_terms().rules;
            let editor = Editor::new(self, draft, bottom, terms);
            editor.connect_played(weak!(self, |window, editor| window.play_arranged(editor)));
            editor.connect_opponent_asked(weak!(self, |window, editor| {
                window.ask_opponent(editor);
            }));
            editor
        });
        announce::present(&editor);
    }

    /// Starts a game from the edited position, with the terms of the last new game.
    fn play_arranged(&self, editor: &Editor) {
        let start = editor.setup();
        let Ok(game) = self.settings().game_terms().begin_from(start) else {
            return;
        };
        self.leave_editor(editor, |window| {
            window.session().begin(game, Colors::AsNamed);
        });
    }

    /// Lets the players choose who plays from the edited position, and on which terms.
    fn ask_opponent(&self, editor: &Editor) {
        let settings = self.settings();
        let dialog = NewGame::new(editor, settings);
        dialog.set_start(editor.setup());
        dialog.connect_started(glib::clone!(
            #[weak(rename_to = window)]
            self,
            #[weak]
            editor,
            move |dialog| {
                if let Some(asked) = AskedGame::of(dialog) {
                    window.leave_editor(&editor, |window| window.begin_asked(asked));
                }
            }
        ));
        announce::present(&dialog);
    }

    /// Starts a game in the place of the one on the board, and closes the editor. It reopens if the players want to keep
    /// the game on the board.
    fn leave_editor(&self, editor: &Editor, begin: impl FnOnce(&Self) + 'static) {
        editor.set_visible(false);
        let (window, editor) = (self.clone(), editor.clone());
        self.start(async move |flows| {
            if !flows.may_be_replaced().await {
                editor.present();
                return;
            }
            begin(&window);
            window.imp().dialogs.draft.replace(Draft::default());
            editor.destroy();
        });
    }
}

impl Window {
    /// Updates the score of both players.
    pub(super) fn refresh_score(&self) {
        let imp = self.imp();
        let state = self.state();
        let matches = imp.session.matches();
        let present = matches.of(state.game.record());
        let present = present.filter(|present| !present.games().is_empty());
        for card in [&imp.top_card, &imp.bottom_card] {
            let player = present.zip(card.side());
            card.show_points(
                player.map(|(present, side)| present.half_points(present.player(side))),
            );
        }
    }

    /// Starts a rematch, with the colors swapped unless that is turned off.
    pub fn rematch(&self) {
        self.finish_names();
        let terms = {
            let state = self.state();
            let game = &state.game;
            let record = game.record();
            let again = || (GameTerms::of(record), record.start().clone());
            game.outcome().map(|_| again())
        };
        let Some((terms, start)) = terms else {
            self.session().remark_refused(words::no_rematch_yet());
            return;
        };
        if self.proposes_remote_rematch(&terms) {
            return;
        }
        // At odds, the handicap determines the colors.
        let swaps = self.settings().swaps_colors() && terms.handicap.is_none();
        let (terms, colors) = if swaps {
            (terms.swapped(), Colors::Swapped)
        } else {
            (terms, Colors::AsNamed)
        };
        let window = self.clone();
        self.start(async move |flows| {
            if flows.may_be_replaced().await {
                window.begin_rematch(terms, start, colors);
            }
        });
    }

    /// Starts the rematch: a custom position is played again with swapped colors, and odds are applied anew.
    fn begin_rematch(&self, terms: GameTerms, start: Setup, colors: Colors) {
        let set_up = terms.handicap.is_none().then_some(start);
        let game = set_up.and_then(|start| terms.begin_from(start).ok());
        let game = game.unwrap_or_else(|| terms.begin());
        self.settings().remember_terms(terms);
        self.session().begin(game, colors);
    }

    /// Shows the match window, reusing an open one.
    pub fn show_match(&self) {
        self.finish_names();
        let dialog = open_once(&self.imp().dialogs.match_window, || {
            let dialog = MatchWindow::new(self, self.settings().swaps_colors());
            dialog.connect_swap_chosen(weak!(self, |window, dialog| {
                let swaps = Some(dialog.swaps());
                window
                    .settings()
                    .remember(|known| known.swap_colors = swaps);
            }));
            dialog.connect_requested(weak!(self, |window, dialog, request| window
                .do_with_match(dialog, request)));
            dialog.connect_opened(weak!(self, |window, dialog, file| {
                dialog.close();
                let path = window.session().history().join(file);
                window.open_file(gio::File::for_path(path));
            }));
            dialog
        });
        let is_over = self.state().game.outcome().is_some();
        let last = self.session().matches().last().cloned();
        dialog.show_match(last.as_ref(), is_over);
        announce::present(&dialog);
    }

    fn do_with_match(&self, dialog: &MatchWindow, request: MatchRequest) {
        match request {
            MatchRequest::Copy => {
                let text = self.session().matches().last().map(words::match_text);
                dialog.close();
                let flows = self.flows();
                flows.copy_text(&text.unwrap_or_default(), words::copied_result());
            }
            MatchRequest::Rematch => {
                dialog.close();
                self.rematch();
            }
            MatchRequest::Picture => {
                dialog.close();
                self.start(async |flows| flows.save_keepsake().await);
            }
            MatchRequest::Close => self.close_match(dialog),
        }
    }

    fn close_match(&self, dialog: &MatchWindow) {
        let close = [Answer::suggested((), words::new_match())];
        let (window, dialog) = (self.clone(), dialog.clone());
        self.start(async move |_| {
            let (heading, body) = (words::ask_new_match(), words::ask_new_match_body());
            if ask(&dialog, heading, body, &close).await.is_some() {
                window.session().close_match();
                dialog.close();
                window.new_game();
            }
        });
    }
}
