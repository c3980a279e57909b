//! A game by letter: writing the next letter, and reading the friend's.

use super::{FlowError, Flows};
use crate::game::{Command, Game, SessionState, player_name};
use crate::record::format;
use crate::remote::{Correspondence, Finding, GameId, Letter, LetterError};
use crate::ui::dialogs::letter::LetterDialog;
use crate::ui::platform::appearance::labels;
use crate::ui::platform::on_worker;
use crate::ui::toolkit::actions::Action;
use crate::ui::toolkit::ask::{Answer, tell, tell_and_offer};
use crate::ui::toolkit::prelude::*;
use std::io;

impl Flows {
    /// Shows the letter with what was done on the board, and copies it.
    pub fn write_letter(&self) {
        let state = self.session.settled();
        match Correspondence::of(&state.game) {
            Some(known) => self.answer_letter(&known, &state.game),
            None => self.first_letter(&state.game),
        }
    }

    /// Begins a game by letter.
    fn first_letter(&self, game: &Game) {
        let id = GameId(glib::random_int());
        let first = match Letter::first(id, game, "") {
            Ok(first) => first,
            Err(why) => return self.offer_new_game(words::unsuitable(why)),
        };
        let game = game.clone();
        let about = words::first_letter(first.from());
        let write = move |word: &str| Letter::first(id, &game, word).unwrap_or(first.clone());
        self.show_letter(&about, write, |flows, letter| {
            let known = Correspondence::new(letter.from(), letter);
            flows.session.begin_by_letter(&known);
        });
    }

    /// Answers the friend's last letter.
    fn answer_letter(&self, known: &Correspondence, game: &Game) {
        let last = known.last().clone();
        if last.from() == known.own() {
            // It may have been lost on the way.
            return self.copy_letter(&last);
        }
        if !known.writes() {
            return self.no_letter(words::letter_after_end());
        }
        let Some(acts) = last.answer_in(game) else {
            return self.no_letter(words::nothing_to_answer());
        };
        let own = known.own();
        let name = player_name(&game.record().tags, own).unwrap_or_default();
        let answer = match last.answer(&acts, "") {
            Ok(answer) => answer.signed(name),
            Err(why) => return self.no_letter(&words::refusal_in(game, why, labels())),
        };
        let about = words::letter_answer(game, known.own());
        let name = name.to_owned();
        let write = move |word: &str| match last.answer(&acts, word) {
            Ok(letter) => letter.signed(&name),
            Err(_) => answer.clone(),
        };
        self.show_letter(&about, write, move |flows, letter| {
            flows.session.note_letter(&Correspondence::new(own, letter));
        });
    }

    /// Says why the game on the board cannot be played by letter, and offers another one.
    fn offer_new_game(&self, why: &'static str) {
        self.start(async move |flows| {
            let offer = Answer::suggested((), words::new_game());
            if tell_and_offer(&flows.window, words::no_letter(), why, offer).await {
                // It is enabled where a letter can be asked for.
                let _ = WidgetExt::activate_action(&flows.window, &Action::New.in_window(), None);
            }
        });
    }

    fn no_letter(&self, why: &str) {
        tell(&self.window, words::no_letter(), why);
    }

    fn copy_letter(&self, letter: &Letter) {
        self.copy_text(&letter.to_string(), words::copied_letter());
    }

    /// Shows a letter, which is copied and taken down if the player agrees and the game is still the same.
    fn show_letter(
        &self,
        about: &str,
        write: impl Fn(&str) -> Letter + Clone + 'static,
        then: impl Fn(&Self, Letter) + 'static,
    ) {
        let preview = write.clone();
        let dialog = LetterDialog::new(&self.window, about, move |word| preview(word).to_string());
        let (later, guard) = (self.later(), self.session.guard());
        dialog.connect_chosen(move |dialog| {
            if let Some(flows) = later().filter(|_| guard.holds()) {
                let letter = write(&dialog.word());
                then(&flows, letter.clone());
                flows.copy_letter(&letter);
            }
        });
        announce::present(&dialog);
    }

    /// Reads a pasted letter. Returns whether the text is one.
    pub(super) async fn read_letter(&self, text: &str) -> bool {
        // The arbiter may have to search for the rulings on its moves.
        let pasted = text.to_owned();
        let letter = match on_worker(move || Letter::read(&pasted)).await {
            Ok(letter) => letter,
            Err(LetterError::NotALetter | LetterError::TooLong) => return false,
            Err(why) => {
                tell(
                    &self.window,
                    words::cannot_read_letter(),
                    words::letter_error(why),
                );
                return true;
            }
        };
        if !self.is_on_board(letter.id()) && !self.put_on_board(&letter).await {
            return true;
        }
        if let Some(known) = Correspondence::of(&self.session.state().game) {
            self.take_letter(&known, letter).await;
        }
        true
    }

    fn is_on_board(&self, id: GameId) -> bool {
        Correspondence::of(&self.session.state().game).is_some_and(|known| known.last().id() == id)
    }

    /// Puts the game of a letter on the board: the one that is known, or the one that the letter tells. Returns whether
    /// the letter is still to be read.
    async fn put_on_board(&self, letter: &Letter) -> bool {
        let file = self.session.letter_file(letter.id());
        let found = on_worker(move || match format::read_file(&file) {
            Ok(bytes) => Ok(format::read(&bytes).ok()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(FlowError::Reading(error)),
        })
        .await;
        let found = match found {
            Ok(found) => found,
            Err(why) => {
                self.tell(words::cannot_read_letter(), &why);
                return false;
            }
        };
        let ticket = self.ticket();
        if !self.may_be_replaced().await || !self.is_wanted(ticket) {
            return false;
        }
        let record = found.and_then(|mut loaded| loaded.records.pop());
        let game = record.map(Game::from_record);
        match game.and_then(|game| Some((Correspondence::of(&game)?, game))) {
            Some((known, game)) => {
                self.session.replace(SessionState {
                    bottom: known.own(),
                    ..SessionState::new(game)
                });
                true
            }
            None => {
                let known = Correspondence::new(!letter.from(), letter.clone());
                self.session.begin_by_letter(&known);
                self.say_word(letter);
                false
            }
        }
    }

    /// Plays out a letter of the game on the board, or says what it is.
    async fn take_letter(&self, known: &Correspondence, letter: Letter) {
        let finding = known.find(&letter);
        match words::letter_finding(&finding) {
            None => match self.session.play_out(letter.clone()) {
                Ok(()) => self.say_word(&letter),
                Err(why) => {
                    let why = words::refusal_in(&self.session.state().game, why, labels());
                    tell(&self.window, words::cannot_read_letter(), &why);
                }
            },
            Some(what) if finding == Finding::Older => {
                let show = Answer::suggested((), words::show_letter());
                let heading = words::cannot_read_letter();
                if tell_and_offer(&self.window, heading, what, show).await {
                    self.show_after(letter.moves().len());
                }
            }
            Some(what) => tell(&self.window, words::cannot_read_letter(), what),
        }
    }

    /// Shows the position after this many moves of the game.
    fn show_after(&self, plies: usize) {
        let state = self.session.state();
        let line = state.game.record().main_line().nth(plies.max(1) - 1);
        let shown = match plies {
            0 => Some(state.game.record().root()),
            _ => line,
        };
        drop(state);
        if let Some(node) = shown {
            // A position of this very game can be shown.
            let _ = self.session.apply(Command::Show(node));
        }
    }

    /// Tells what the friend has said.
    fn say_word(&self, letter: &Letter) {
        if !letter.word().is_empty() {
            let state = self.session.state();
            let friend = words::player(&state.game.record().tags, letter.from());
            self.session
                .remark_done(&words::friend_says(&friend, letter.word()));
        }
    }
}
