//! Actions of a seat: offers and their answers, resignation, and take-backs.

use super::Window;
use super::remote::Asked;
use crate::game::{Act, Ask, Game, Handicap, Offer, Seating, TakeBacks};
use crate::record::notation;
use crate::rules::Side;
use crate::scene::card_layout::Cards;
use crate::ui::panel::offer_bar::OfferBar;
use crate::ui::toolkit::actions::access_key;
use crate::ui::toolkit::ask::{Answer, ask, choose};
use crate::ui::toolkit::prelude::*;

/// Actions of a seat, each with a side as its parameter.
const ACTIONS: [&str; 3] = ["seat-draw", "seat-resign", "seat-take-back"];

impl Window {
    pub(super) fn add_seats(&self) {
        let [draw, resign, take_back] = ACTIONS;
        self.add_order(draw, |window, word| {
            if let Some(side) = Side::from_word(word) {
                window.dispatch(Ask::Draw.by(side));
            }
        });
        self.add_order(resign, |window, word| {
            if let Some(side) = Side::from_word(word) {
                window.ask_resign(side);
            }
        });
        self.add_order(take_back, |window, word| {
            if let Some(side) = Side::from_word(word) {
                window.dispatch(Ask::TakeBack.by(side));
            }
        });
    }

    /// Shows a pending question on the card of the player who answers it, or below the board if no card is shown.
    pub(super) fn refresh_offer(&self) {
        let imp = self.imp();
        let state = self.state();
        let game = &state.game;
        let Some(Asked { by, question }) = self.asked(game) else {
            self.remove_offer();
            return;
        };
        // Rarely needed, so created on first use.
        let bar = imp.bars.offer.get_or_init(OfferBar::default);
        let [asked, other] = if by == state.bottom {
            [&imp.top_card, &imp.bottom_card]
        } else {
            [&imp.bottom_card, &imp.top_card]
        };
        other.set_offer(None);
        let has_cards = imp.places.cards() != Cards::Nowhere;
        asked.set_offer(has_cards.then_some(bar));
        self.show_offer_line((!has_cards).then_some(bar));
        let is_new = bar.question() != question;
        bar.show_question(&question, asked.question_lines());
        if is_new {
            // Neither the question nor its answers are focused, so they are not read out by themselves.
            self.announce(Importance::Question, &question);
            let [accept, decline] = [words::accept(), words::decline()].map(access_key);
            let answers = words::how_to_answer(&accept, &decline);
            self.announce(Importance::Question, &answers);
        }
    }

    /// The question on a card of one line, if the status line is next to it and has more room.
    pub(super) fn question_beside_card(&self) -> Option<String> {
        let state = self.state();
        let is_beside = self.imp().places.cards() == Cards::Rows
            && state.game.seating() != Seating::AcrossTable;
        let asked = self.asked(&state.game)?;
        (is_beside && asked.by != state.bottom).then_some(asked.question)
    }

    fn remove_offer(&self) {
        let imp = self.imp();
        let Some(bar) = imp.bars.offer.get() else {
            return;
        };
        if bar.has_focus() {
            imp.board.grab_focus();
        }
        for card in [&imp.top_card, &imp.bottom_card] {
            card.set_offer(None);
        }
        self.show_offer_line(None);
        bar.show_question("", 1);
    }

    /// Shows an offer over the status line.
    fn show_offer_line(&self, bar: Option<&OfferBar>) {
        let imp = self.imp();
        let Some(bar) = bar else {
            if let Some(line) = imp.bars.offer_line.get() {
                line.set_visible(false);
            }
            return;
        };
        let line = imp.bars.offer_line.get_or_init(|| {
            let line = gtk::Box::new(gtk::Orientation::Horizontal, 6);
            line.add_css_class("offer");
            line.insert_after(&*imp.slot, Some(&*imp.status));
            line
        });
        if bar.answers.parent().as_ref() != Some(line.upcast_ref()) {
            bar.remove();
            line.append(&bar.question);
            line.append(&bar.answers);
        }
        line.set_visible(true);
    }

    pub(super) fn offer_question(&self, game: &Game, offer: Offer) -> String {
        let taken_back = Some(offer.plies).filter(|plies| *plies > 0);
        let text = taken_back.and_then(|plies| self.move_before(game, plies));
        words::offer(
            offer,
            &words::player(&game.record().tags, offer.by),
            &text.unwrap_or_default(),
        )
    }

    /// Returns the first of the last `plies` moves of the game, in the chosen notation.
    fn move_before(&self, game: &Game, plies: usize) -> Option<String> {
        let how = self.settings().move_style().main();
        let record = game.record();
        if game.present() == record.root() {
            let (before, played) = Handicap::first_of_two(record)?;
            return Some(notation::write(&before, played.mv, how));
        }
        let mut at = game.present();
        for _ in 1..plies {
            at = record.node(at).parent()?;
        }
        notation::write_node(record, at, how)
    }

    /// The player of a side, by name if there is one.
    pub(super) fn player(&self, of: Side) -> String {
        words::player(&self.state().game.record().tags, of).into_owned()
    }

    /// Updates the buttons of both seats: which there are, and which are sensitive.
    pub(super) fn refresh_seats(&self) {
        let state = self.state();
        let game = &state.game;
        let is_ongoing = game.is_ongoing() && !game.is_paused() && !self.is_guessing();
        let [draw, resign, take_back] = ACTIONS;
        let asks = game.take_back_rule() == TakeBacks::Ask;
        for (name, enabled) in [
            (draw, is_ongoing),
            (resign, is_ongoing),
            (take_back, asks && game.can_take_back() && !game.is_paused()),
        ] {
            if let Some(action) = self.own_action(name) {
                action.set_enabled(enabled);
            }
        }
        let friend = self.own_side().map(Side::opponent);
        let (imp, bottom) = (self.imp(), state.bottom);
        let can_choose = is_ongoing || asks && game.can_take_back() && !game.is_paused();
        for (card, side) in [(&imp.top_card, !bottom), (&imp.bottom_card, bottom)] {
            // Nobody here decides for a friend far away.
            card.show_buttons(can_choose && friend != Some(side), asks);
        }
    }

    /// Confirms the resignation of a side.
    fn ask_resign(&self, by: Side) {
        let answers = [Answer::destructive(by, words::resign())];
        let (loser, winner) = (self.player(by), self.player(!by));
        let (heading, body) = (words::ask_resign(&loser), words::ask_resign_body(&winner));
        self.resign_after(async move |window| ask(window, &heading, &body, &answers).await);
    }

    /// Asks which side resigns.
    pub fn resign(&self) {
        if let Some(own) = self.own_side() {
            return self.ask_resign(own);
        }
        let players = words::Players::of_game(&self.state().game);
        let answers =
            Side::ALL.map(|by| Answer::destructive(by, words::side_resigns(by, &players)));
        let (heading, body) = (words::ask_who_resigns(), words::ask_who_resigns_body());
        self.resign_after(async move |window| choose(window, heading, body, &answers).await);
    }

    /// Resigns for the side that a question is answered with.
    fn resign_after(&self, question: impl AsyncFnOnce(&Self) -> Option<Side> + 'static) {
        let window = self.clone();
        self.start(async move |_| {
            let guard = window.session().guard();
            let answer = question(&window).await;
            // The flag may have fallen in the meantime.
            if let Some(by) = answer.filter(|_| guard.holds()) {
                window.dispatch(Act::Resign.by(by));
            }
        });
    }
}
