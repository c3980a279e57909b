//! Guessing the moves of a game in the window. Meanwhile everything shows only the part of the game that is known, and
//! whatever could tell the next move is off.

use super::Window;
use crate::game::{
    AnalysisChoice, Command, Event, GuessComparison, GuessPhase, GuessedSides, Guessing,
    SessionState, SoundEffect,
};
use crate::record::NodeId;
use crate::rules::{Move, Side};
use crate::scene::View;
use crate::scene::outline::Edition;
use crate::ui::bars::typed_board::TypedBoard;
use crate::ui::panel::guess_section::GuessSection;
use crate::ui::platform::search_task::SearchSlot;
use crate::ui::session::{Revision, Timer};
use crate::ui::toolkit::actions::GuessContext;
use crate::ui::toolkit::prelude::*;
use crate::words::Players;
use crate::words::status::{Status, StatusButton, Tone};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Time for which a move is seen before the opponent replies.
const PAUSE: Duration = Duration::from_millis(700);

/// Longest time for which a guess is compared with the move of the game.
const LIMIT: Duration = Duration::from_secs(2);

/// Guessing, and the work on it.
#[derive(Debug, Default)]
pub(super) struct Guess {
    section: OnceCell<GuessSection>,
    guessing: RefCell<Option<Guessing>>,
    /// The visible part of the game.
    visible: RefCell<Option<(VisibleKey, Arc<SessionState>)>>,
    /// Comparison of a guess with the move of the game.
    comparison: SearchSlot,
    /// Pause before the opponent’s reply.
    reply: Timer,
    /// Analysis that goes on afterwards.
    analysis: RefCell<Option<AnalysisChoice>>,
}

/// Everything that the visible part of a game depends on.
#[derive(Clone, Debug, PartialEq)]
struct VisibleKey {
    revision: Revision,
    at: NodeId,
    shown: NodeId,
    bottom: Side,
    file: Option<String>,
    unsaved: bool,
}

impl Guess {
    /// The game as far as it may be seen.
    pub(super) fn visible(
        &self,
        revision: Revision,
        state: Arc<SessionState>,
    ) -> Arc<SessionState> {
        let guessing = self.guessing.borrow();
        let Some(guessing) = guessing.as_ref().filter(|guessing| guessing.is_open()) else {
            return state;
        };
        let key = VisibleKey {
            revision,
            at: guessing.position(),
            shown: state.game.shown(),
            bottom: state.bottom,
            file: state.file.clone(),
            unsaved: state.unsaved,
        };
        let mut known = self.visible.borrow_mut();
        match &*known {
            Some((of, visible)) if *of == key => visible.clone(),
            _ => {
                let visible = Arc::new(guessing.visible(&state));
                known.replace((key, visible.clone()));
                visible
            }
        }
    }

    /// The guessing, while moves are hidden.
    fn open(&self) -> Option<Guessing> {
        let guessing = self.guessing.borrow();
        guessing.clone().filter(Guessing::is_open)
    }
}

impl Window {
    /// Whether moves of the game are hidden.
    pub(super) fn is_guessing(&self) -> bool {
        let guessing = self.imp().guess.guessing.borrow();
        guessing.as_ref().is_some_and(Guessing::is_open)
    }

    /// Whether the section is open, which shows the score at the end as well.
    pub(super) fn shows_guess(&self) -> bool {
        self.imp().guess.guessing.borrow().is_some()
    }

    /// The next thing to happen, while its position is shown.
    pub(super) fn guess_phase(&self) -> Option<GuessPhase> {
        let guessing = self.imp().guess.open()?;
        (self.session().state().game.shown() == guessing.position()).then(|| guessing.phase())
    }

    /// Whether the board takes a move: a guess, if moves are guessed.
    pub(super) fn takes_guess(&self) -> bool {
        !self.is_guessing() || self.guess_phase() == Some(GuessPhase::Guessing)
    }

    /// Goes on after an answer, or back to the position in which a move is guessed.
    pub(super) fn return_to_guess(&self) {
        if !self.go_on_guessing() && self.guess_phase().is_none() {
            self.show_present();
        }
    }

    /// Guessing, as far as the sensitivity of actions depends on it.
    pub(super) fn guess_context(&self) -> GuessContext {
        GuessContext {
            is_shown: self.shows_guess(),
            is_open: self.is_guessing(),
            phase: self.guess_phase(),
        }
    }

    /// The points so far, while moves are guessed.
    pub(super) fn guess_subtitle(&self) -> Option<String> {
        let score = self.imp().guess.open()?.score();
        Some(if score.moves == 0 {
            words::guess().to_owned()
        } else {
            words::guess_points(score)
        })
    }

    /// Begins or ends guessing.
    pub(super) fn toggle_guess(&self) {
        if self.shows_guess() {
            return self.stop_guessing();
        }
        let (guessing, shown) = {
            let state = self.session().state();
            let guessing = Guessing::begin(&state.game, state.bottom);
            (guessing, state.game.shown())
        };
        let Some(guessing) = guessing else {
            return;
        };
        let imp = self.imp();
        self.close_ending();
        self.stop_typing();
        imp.panel.comment().forget();
        self.session().stop_review();
        let analysis = self.session().is_analyzing();
        imp.guess
            .analysis
            .replace(analysis.then(|| self.settings().analysis()));
        self.session().analyze(None);
        imp.view.replace(View::default());
        let at = guessing.position();
        imp.guess.guessing.replace(Some(guessing));
        self.guess_section();
        if !imp.flap.is_folded() {
            imp.flap.set_reveal_flap(true);
        }
        if shown == at {
            self.update();
        } else {
            self.dispatch(Command::Show(at));
        }
        self.focus_board();
        self.await_reply();
    }

    /// Ends guessing: the whole game is shown again.
    fn stop_guessing(&self) {
        let was_open = self.is_guessing();
        self.forget_guess();
        if was_open {
            self.imp().view.replace(View::default());
        }
        self.resume_analysis();
        self.update();
        self.focus_board();
    }

    /// Forgets guessing with the game.
    pub(super) fn forget_guess(&self) {
        let guess = &self.imp().guess;
        guess.comparison.cancel();
        guess.reply.cancel();
        guess.visible.take();
        guess.guessing.take();
    }

    /// Goes on with the analysis that was open before.
    pub(super) fn resume_analysis(&self) {
        if let Some(choice) = self.imp().guess.analysis.take() {
            self.session().analyze(Some(choice));
        }
    }

    /// The section, created when it is first opened.
    fn guess_section(&self) -> &GuessSection {
        let imp = self.imp();
        imp.guess.section.get_or_init(|| {
            let section = GuessSection::default();
            section.connect_chosen(weak!(self, |window, _, sides| window.choose_guessed(sides)));
            section.add_controller(self.escape());
            imp.panel.add_section(&section);
            section
        })
    }

    fn choose_guessed(&self, sides: GuessedSides) {
        let is_other = {
            let state = self.session().state();
            let mut guessing = self.imp().guess.guessing.borrow_mut();
            let other = guessing.as_mut().filter(|known| known.sides() != sides);
            let is_other = other.is_some();
            if let Some(guessing) = other {
                guessing.choose(sides, state.game.record());
            }
            is_other
        };
        if is_other {
            self.imp().guess.reply.cancel();
            self.await_reply();
            self.update();
        }
    }

    /// Carries out what can be done at the board meanwhile: looking at earlier positions, and guessing.
    pub(super) fn guess_by(&self, command: Command) {
        match command {
            Command::Play(mv) => self.guess_move(mv),
            Command::Show(_) => {
                let _ = self.session().apply(command);
            }
            // The actions of all others are off.
            _ => {}
        }
    }

    fn guess_move(&self, mv: Move) {
        let checked = self.state().game.check_guess(mv);
        if let Err(refusal) = checked {
            return self.refuse(refusal);
        }
        let (is_hit, phase) = {
            let state = self.session().state();
            let mut guessing = self.imp().guess.guessing.borrow_mut();
            let Some(guessing) = guessing.as_mut() else {
                return;
            };
            let is_hit = guessing.guess(mv, state.game.record());
            (is_hit, guessing.phase())
        };
        match phase {
            _ if is_hit => self.show_guessed(),
            GuessPhase::Comparing(_) => self.compare_guess(),
            _ => {}
        }
    }

    /// Compares a guess with the move of the game: by the review, or else by the built-in engine.
    fn compare_guess(&self) {
        self.imp().view.borrow_mut().forget();
        let (loss, comparison) = {
            let state = self.session().state();
            let record = state.game.record();
            let guessing = self.imp().guess.open();
            let loss = guessing
                .as_ref()
                .and_then(|guessing| guessing.known_loss(record));
            (loss, guessing.and_then(|known| known.comparison(record)))
        };
        match comparison.filter(|_| loss.is_none()) {
            Some(comparison) => self.search_guess(comparison),
            None => self.judge_guess(loss),
        }
        self.update();
    }

    fn search_guess(&self, comparison: GuessComparison) {
        let search = self.imp().guess.comparison.run(move |stop| {
            let (stop, begun) = (Arc::clone(stop), Instant::now());
            let goes_on = move || !stop.load(Ordering::Relaxed) && begun.elapsed() < LIMIT;
            comparison.loss(Box::new(goes_on))
        });
        let Ok(search) = search else {
            return self.judge_guess(None);
        };
        glib::spawn_future_local(glib::clone!(
            #[weak(rename_to = window)]
            self,
            async move {
                if let Some(loss) = search.await {
                    window.judge_guess(loss);
                    window.update();
                }
            }
        ));
    }

    fn judge_guess(&self, loss: Option<f64>) {
        if let Some(guessing) = self.imp().guess.guessing.borrow_mut().as_mut() {
            guessing.judge(loss);
        }
    }

    /// Gives up the move that is to be guessed, and shows it.
    pub(super) fn show_move(&self) {
        if let Some(guessing) = self.imp().guess.guessing.borrow_mut().as_mut() {
            guessing.show_move();
        }
        self.imp().view.borrow_mut().forget();
        self.update();
    }

    /// Goes on after an answer, where that is still on the board. Returns whether it did.
    pub(super) fn go_on_guessing(&self) -> bool {
        let is_due = self.guess_phase() == Some(GuessPhase::Answered);
        if is_due {
            self.make_known_move();
        }
        is_due
    }

    /// Makes the next move of the game, which is known or nobody guesses.
    fn make_known_move(&self) {
        let went_on = {
            let state = self.session().state();
            let mut guessing = self.imp().guess.guessing.borrow_mut();
            let guessing = guessing.as_mut();
            guessing.and_then(|known| known.go_on(state.game.record()))
        };
        if went_on.is_some() {
            self.show_guessed();
        }
    }

    /// Shows the position that is known by now, unless another one is looked at.
    fn show_guessed(&self) {
        let guessing = self.imp().guess.guessing.borrow().clone();
        let Some(guessing) = guessing else {
            return;
        };
        let (at, is_open) = (guessing.position(), guessing.is_open());
        let (played, was_shown) = {
            let state = self.session().state();
            let node = state.game.record().node(at);
            (node.played(), node.parent() == Some(state.game.shown()))
        };
        if let Some(effect) = played.and_then(|played| SoundEffect::of(&[Event::Played(played)])) {
            self.sound(effect);
        }
        if !is_open {
            self.imp().guess.visible.take();
            self.imp().view.replace(View::default());
            self.resume_analysis();
        }
        if was_shown {
            // Shown as any other position of the game.
            let _ = self.session().apply(Command::Show(at));
        } else {
            self.update();
        }
        if !is_open {
            self.tell_guess_summary(&guessing);
        }
        self.await_reply();
    }

    /// Tells the score at the end, after the answer to a guess that has ended the game.
    fn tell_guess_summary(&self, guessing: &Guessing) {
        let summary = words::guess_summary(guessing.score());
        let answer = { guessing.answer() }.filter(|answer| answer.node == guessing.position());
        let told = match answer {
            Some(answer) => {
                let state = self.session().state();
                let how = self.settings().move_style().main();
                let answer = words::guess_answer(state.game.record(), answer, how);
                words::sentences(&answer, &summary)
            }
            None => summary,
        };
        self.session().remark_done(&told);
    }

    /// Has the opponent reply after a pause, if a reply is due.
    fn await_reply(&self) {
        let is_due =
            self.imp().guess.open().map(|known| known.phase()) == Some(GuessPhase::Replying);
        if is_due {
            let reply = weak!(self, |window| window.make_known_move());
            self.imp().guess.reply.start(PAUSE, reply);
        }
    }

    /// Refreshes the section.
    pub(super) fn refresh_guess(&self) {
        let guess = &self.imp().guess;
        let Some(section) = guess.section.get() else {
            return;
        };
        let guessing = guess.guessing.borrow().clone();
        section.set_visible(guessing.is_some());
        if let Some(guessing) = guessing {
            section.show_score(guessing.score(), guessing.sides(), !guessing.is_open());
        }
    }

    /// The edition of the list of moves, which has only those that are known.
    pub(super) fn visible_edition(&self) -> Edition {
        let Revision { game, edit } = self.session().revision();
        let style = self.settings().move_style();
        match self.imp().guess.open() {
            Some(guessing) => {
                let state = self.session().state();
                let ply = state.game.record().node(guessing.position()).ply();
                // No real game has this number.
                Edition {
                    game: u64::MAX,
                    edit: ply as u64,
                    style,
                }
            }
            None => Edition { game, edit, style },
        }
    }

    /// The moves that are compared on the board; `None` unless moves are guessed.
    pub(super) fn compared_moves(&self) -> Option<Vec<Move>> {
        let guessing = self.imp().guess.open()?;
        let state = self.session().state();
        let game = &state.game;
        let is_there = game.shown() == guessing.position();
        Some(if is_there {
            guessing.compared(game.record())
        } else {
            Vec::new()
        })
    }

    /// The status while a move is guessed, and as it is read out: the answer to the last guess, and what is asked next. A
    /// remark, a refusal or a check stays.
    pub(super) fn guess_status(&self, status: &Status) -> Option<(Status, Option<String>)> {
        let phase = self.guess_phase()?;
        let guessing = self.imp().guess.open()?;
        let button = match phase {
            GuessPhase::Guessing => Some(StatusButton::ShowMove),
            GuessPhase::Answered => Some(StatusButton::GoOn),
            _ => None,
        };
        let has_remark = {
            let view = self.imp().view.borrow();
            view.remark.is_some() || view.refused().is_some()
        };
        let with = |text: String, tone| Status { text, tone, button };
        if has_remark {
            return Some((with(status.text.clone(), status.tone), None));
        }
        let state = self.session().state();
        let (record, how) = (state.game.record(), self.settings().move_style().main());
        let turn = record.node(guessing.position()).position().turn();
        let answer = guessing.answer();
        let is_new_hit = answer.is_some_and(|answer| {
            let played = record.node(answer.node).played();
            answer.node == guessing.position() && answer.guess == played.map(|played| played.mv)
        });
        let [answer, aloud] = [
            answer.map(|answer| words::guess_answer(record, answer, how)),
            answer.map(|answer| words::guess_answer_aloud(record, answer)),
        ];
        let is_check = status.tone == Tone::Check;
        let question = match phase {
            GuessPhase::Guessing if is_check => status.text.clone(),
            GuessPhase::Guessing => words::guess_question(&Players::of_game(&state.game)[turn]),
            GuessPhase::Comparing(_) => {
                let text = words::comparing().to_owned();
                return Some((with(text, Tone::Plain), Some(String::new())));
            }
            _ => String::new(),
        };
        let moved = words::told_move(record, guessing.position());
        let tone = if is_check { Tone::Check } else { Tone::Plain };
        let told = match phase {
            GuessPhase::Guessing if is_new_hit => [aloud, Some(question.clone())],
            // The answer has been read out.
            GuessPhase::Guessing => [moved, Some(question.clone())],
            _ => [aloud, None],
        };
        let text = joined([answer, Some(question)]);
        Some((with(text, tone), Some(joined(told))))
    }
}

/// Sentences one after the other, as far as there are any.
fn joined(all: [Option<String>; 2]) -> String {
    let said = all.into_iter().flatten().filter(|text| !text.is_empty());
    said.reduce(|first, next| words::sentences(&first, &next))
        .unwrap_or_default()
}
