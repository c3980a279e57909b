//! Questions to the player here: an offer of the game, or what a friend far away asks. None of them stops the board.

use super::Window;
use crate::game::{Act, Command, Game, Offer};
use crate::remote::{Order, Presence, Question};
use crate::rules::Side;
use crate::ui::toolkit::prelude::*;

/// A question, and the side that asks it.
pub(super) struct Asked {
    pub by: Side,
    pub question: String,
}

impl Window {
    /// The question that the player here has not answered yet.
    pub(super) fn asked(&self, game: &Game) -> Option<Asked> {
        let friend = self.own_side().map(Side::opponent);
        if let Some((question, by)) = self.remote_question().zip(friend) {
            let friend = self.friend();
            let question = match question {
                Question::GoBack(_) => self.go_back_question(&friend)?,
                Question::Rematch(own) => words::ask_rematch(&friend, own),
            };
            return Some(Asked { by, question });
        }
        let is_asked_here =
            |offer: &Offer| !game.is_paused() && friend.is_none_or(|friend| friend == offer.by);
        let offer = game.offer().filter(is_asked_here)?;
        Some(Asked {
            by: offer.by,
            question: self.offer_question(game, offer),
        })
    }

    /// Question of a friend far away, unless it is an offer of the game.
    pub(super) fn remote_question(&self) -> Option<Question> {
        let remote = self.session().remote_game_on_board()?;
        let question = remote.session().question()?;
        let is_put_off =
            matches!(question, Question::GoBack(_)) && self.imp().connection.stays.get();
        (!is_put_off).then_some(question)
    }

    fn go_back_question(&self, friend: &str) -> Option<String> {
        let remote = self.session().remote_game_on_board()?;
        let session = remote.session();
        let notation = self.settings().move_style().main();
        Some(words::ask_go_back(friend, session.common_game()?, notation))
    }

    /// Shows the position to which both may go back, and asks.
    pub(super) fn ask_to_go_back(&self) {
        self.imp().connection.stays.set(false);
        self.session().show_common_position();
    }

    /// Answers the question that is shown.
    pub(super) fn answer_question(&self, yes: bool) {
        let remote = self.session().remote_game_on_board();
        match (self.remote_question(), remote) {
            (Some(Question::GoBack(_)), Some(remote)) if yes => {
                remote.order(Order::GoBack);
                if remote.presence() == Presence::Disputed {
                    let told = words::go_back_agreed(&self.friend());
                    self.session().remark_done(&told);
                }
            }
            (Some(Question::GoBack(_)), _) => {
                self.imp().connection.stays.set(true);
                self.show_present();
                self.session().remark_done(words::go_back_put_off());
            }
            (Some(Question::Rematch(_)), Some(remote)) => {
                remote.order(Order::Answer(yes));
                self.update();
            }
            _ => self.dispatch(Command::Answer(yes)),
        }
    }

    /// Says what became of something that one player has asked the other.
    pub(super) fn tell_asked(&self, act: Act) {
        let Some(remote) = self.session().remote_game_on_board() else {
            return;
        };
        let session = remote.session();
        let open = session.game().and_then(Game::offer);
        // Some are granted at once.
        let is_open = open
            .is_some_and(|offer| act == Act::Ask(offer.ask) && session.side() == Some(offer.by));
        let told = open.and_then(|offer| words::asked_friend(offer.ask, session.friend()));
        drop(session);
        if let Some(told) = told.filter(|_| is_open) {
            self.session().remark_done(&told);
        }
    }
}
