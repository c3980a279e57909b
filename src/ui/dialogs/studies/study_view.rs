//! A study on its board: the task above it, what came of the last move below it, and buttons.

use crate::engine::{Strength, TimeBudget};
use crate::game::{BoardLine, Interpretation};
use crate::record::Record;
use crate::record::notation::Notation;
use crate::rules::{History, IllegalMove, Move, Position, Terms};
use crate::scene::{Scene, Selection, marks};
use crate::studies::{Defender, Hint, JUDGING_NODES, Judged, Judging, JudgingStep};
use crate::studies::{Solved, Solving, Study, Variations};
use crate::ui::bars::typed_board::{self, TypedBoard};
use crate::ui::bars::typing_bar::TypingBar;
use crate::ui::board::board_view::BoardView;
use crate::ui::board::play_board::PlayBoard;
use crate::ui::platform::appearance::labels;
use crate::ui::platform::search_task::{SearchSlot, until};
use crate::ui::platform::settings::Settings;
use crate::ui::session::{Problem, Timer};
use crate::ui::toolkit::actions::Action;
use crate::ui::toolkit::announce::announce_with;
use crate::ui::toolkit::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Time for which a move is seen before it is answered.
const PAUSE: Duration = Duration::from_millis(400);
/// Time for which the pieces that mate glow.
const GLOW: Duration = Duration::from_millis(300);
/// Time to think about the defense of a position in which nothing is proved.
const THINKING_TIME: Duration = Duration::from_secs(1);
/// Questions that letters ask.
const QUESTIONS: [Action; 7] = [
    Action::TellLastMove,
    Action::TellPossibleMoves,
    Action::TellAttackers,
    Action::ReadFile,
    Action::ReadRank,
    Action::TellOwnPieces,
    Action::TellOtherPieces,
];
/// Number of nodes searched for all variations of a solution.
const SOLUTION_NODES: u64 = 2_000_000;
/// Number of nodes searched before the next look at whether to stop.
pub(super) const STEP: u64 = 20_000;

mod imp {
    use super::*;

    template! {
        StudyView "/io/github/chuhe/Chuhe/ui/study_view.ui" {
            task: gtk::Label,
            board: BoardView,
            slot: gtk::Overlay,
            below: gtk::Stack,
            told: gtk::Label,
            solution_scroll: gtk::ScrolledWindow,
            solution: gtk::Label,
            back: gtk::Button,
            again: gtk::Button,
            hint: gtk::Button,
            forward: gtk::Button,
            next: gtk::Button,
        } {
            settings: OnceCell<Rc<Settings>>,
            actions: gio::SimpleActionGroup,
            solving: RefCell<Option<Solving>>,
            /// The solution, as far as it has been found.
            solution_record: RefCell<Option<Record>>,
            defender: Cell<Defender>,
            selection: Cell<Selection>,
            typing: TypingBar,
            typed: RefCell<Interpretation>,
            /// Work on the last move, or on the reply to it.
            search: SearchSlot,
            pause: Timer,
        }
    }

    class!(StudyView "XqStudyView" gtk::Box, template, |_klass| {
        BoardView::ensure_type();
    }; WidgetImpl BoxImpl);

    impl ObjectImpl for StudyView {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            self.obj().connect_parts();
        }
    }
}

widget! {
    /// A study that is being solved.
    StudyView Box
}

impl StudyView {
    signals! {
        /// The study was solved.
        "solved" connect_solved emit_solved;
        /// The study can no longer be solved at first try.
        "first-try-lost" connect_first_try_lost emit_first_try_lost;
        /// Emitted when another study is requested.
        "next" connect_next emit_next;
    }

    pub(super) fn set_settings(&self, settings: &Rc<Settings>) {
        once(&self.imp().settings, settings.clone());
    }

    fn settings(&self) -> &Settings {
        self.imp().settings.get().expect("the window sets them")
    }

    /// Actions of the study, for the buttons below the board and the menu of the window.
    pub(super) fn actions(&self) -> &gio::SimpleActionGroup {
        &self.imp().actions
    }

    /// Shows a study from its start, at first try or later.
    pub(super) fn begin(&self, study: &Study, is_first_try: bool) {
        let imp = self.imp();
        self.stop_work();
        imp.selection.take();
        imp.solving
            .replace(Some(Solving::new(study.clone(), is_first_try)));
        imp.task.set_label(&words::study_task(study));
        a11y::set_label(&*imp.board, &words::study_board(study));
        self.end_typing();
        imp.typing.forget_keys();
        self.refresh();
    }

    /// The study.
    pub(super) fn study(&self) -> Option<Study> {
        self.read(|solving| solving.study().clone())
    }

    /// Whether the study is untouched.
    pub(super) fn is_untouched(&self) -> bool {
        self.read(Solving::is_untouched) == Some(true)
    }

    /// How the study was solved, if it was.
    pub(super) fn solved(&self) -> Option<Solved> {
        self.read(|solving| solving.attempt().solved()).flatten()
    }

    /// Moves the focus to the board, and has the study read out.
    pub(super) fn enter(&self) {
        let board = &self.imp().board;
        let was_there = board.focused_point().is_some();
        if !was_there {
            board.grab_focus();
        }
        // Older screen readers read the name of a board that is entered, newer ones only that of the point.
        let is_unread = was_there || a11y::can_announce();
        let Some(study) = self.study() else { return };
        let position = study.position();
        let read = |side| words::read_pieces(&position, side);
        let pieces = words::sentences(&read(position.turn()), &read(!position.turn()));
        let told = match is_unread {
            true => words::sentences(&words::study_board(&study), &pieces),
            false => pieces,
        };
        announce(&**board, Importance::State, &told);
    }

    fn read<T>(&self, read: impl FnOnce(&Solving) -> T) -> Option<T> {
        self.imp().solving.borrow().as_ref().map(read)
    }

    fn change<T>(&self, change: impl FnOnce(&mut Solving) -> T) -> Option<T> {
        let is_first_try = || self.read(|solving| solving.attempt().is_first_try());
        let was_first_try = is_first_try();
        let changed = self.imp().solving.borrow_mut().as_mut().map(change);
        if is_first_try() != was_first_try {
            self.emit_first_try_lost();
        }
        changed
    }

    fn connect_parts(&self) {
        let imp = self.imp();
        for (button, label) in [
            (&imp.again, words::try_again()),
            (&imp.hint, words::study_hint()),
            (&imp.next, words::next_study()),
        ] {
            a11y::name_button(button, label);
        }
        self.connect_input();
        imp.typing.set_visible(false);
        imp.typing.set_valign(gtk::Align::End);
        imp.slot.add_overlay(&imp.typing);
        self.connect_entry(self);
        let focus = gtk::EventControllerFocus::new();
        let follow = weak!(self, |view, _: &gtk::EventControllerFocus| view
            .follow_focus());
        focus.connect_leave(follow);
        imp.typing.add_controller(focus);
        self.add_action("back", Self::go_back);
        self.add_action("forward", Self::show_next_move);
        self.add_action("again", |view| view.step(Solving::restart));
        self.add_action("hint", Self::give_hint);
        self.add_action("next", Self::emit_next);
        self.add_switch("solution", |view, is_on| {
            view.step(|solving| solving.show_solution(is_on));
            if is_on {
                view.tell_solution();
            }
        });
        self.add_switch("defend", Self::set_second_player);
    }

    fn set_second_player(&self, is_on: bool) {
        let imp = self.imp();
        imp.defender.set(match is_on {
            true => Defender::Person,
            false => Defender::Computer,
        });
        imp.selection.take();
        // What is being judged, and the solution, do not depend on the defender.
        if self.read(|solving| solving.is_tried() || solving.shown().is_some()) == Some(true) {
            return self.refresh();
        }
        self.stop_work();
        self.follow_up();
    }

    fn add_action(&self, name: &str, run: fn(&Self)) {
        let action = gio::SimpleAction::new(name, None);
        action.connect_activate(weak!(self, |view, _, _| run(&view)));
        self.actions().add_action(&action);
    }

    fn add_switch(&self, name: &str, run: fn(&Self, bool)) {
        let action = gio::SimpleAction::new_stateful(name, None, &false.to_variant());
        action.connect_change_state(weak!(
            self,
            |view, action: &gio::SimpleAction, state: Option<&glib::Variant>| {
                if let Some(is_on) = state.and_then(glib::Variant::get::<bool>) {
                    action.set_state(&is_on.to_variant());
                    run(&view, is_on);
                }
            }
        ));
        self.actions().add_action(&action);
    }

    /// Changes what is shown, apart from the judging of moves.
    fn step(&self, change: impl FnOnce(&mut Solving)) {
        self.stop_work();
        self.imp().selection.take();
        self.change(change);
        self.keep_focus();
        self.follow_up();
    }

    fn go_back(&self) {
        if self.read(Solving::shown).flatten().is_some() {
            self.step_solution(Solving::go_back);
        } else {
            self.step(Solving::go_back);
        }
    }

    /// Moves on or back in the solution, whose variations may still be looked for.
    fn step_solution<T>(&self, step: impl FnOnce(&mut Solving) -> T) -> Option<T> {
        let stepped = self.change(step);
        self.keep_focus();
        self.refresh();
        stepped
    }

    fn show_next_move(&self) {
        if let Some((before, mv)) = self.step_solution(Solving::go_on).flatten() {
            let spoken = words::spoken_move(&before, mv);
            announce(&*self.imp().board, Importance::Move, &spoken);
        }
    }

    /// Moves the focus from a button that may be about to vanish to the board.
    fn keep_focus(&self) {
        let imp = self.imp();
        let buttons = [&imp.back, &imp.again, &imp.hint, &imp.forward];
        if buttons.iter().any(|button| button.has_focus()) {
            imp.board.grab_focus();
        }
    }

    fn give_hint(&self) {
        let defender = self.imp().defender.get();
        let waits = |solving: &Solving| solving.is_tried() || solving.awaits_reply(defender);
        self.takes_back_wrong();
        if self.read(waits) == Some(true) {
            return;
        }
        self.imp().selection.take();
        let hint = self.change(Solving::give_hint).flatten();
        self.refresh();
        // A written move is hard to follow by ear.
        if let (Some(Hint::Move(mv)), Some(position)) = (hint, self.position()) {
            let aloud = words::spoken_move(&position, mv);
            announce(&*self.imp().board, Importance::Answer, &aloud);
        }
    }

    fn scene(&self, position: &Position, last: Option<Move>) -> Scene {
        let imp = self.imp();
        let bottom = self.study().map_or(position.turn(), |study| study.turn());
        let mut scene = Scene::of_position(position, last, bottom);
        let selection = imp.selection.get();
        if let Some(lifted) = selection.point() {
            scene.marks.extend(marks::chosen(position, lifted));
        }
        let typed = imp.typed.borrow();
        scene.marks.extend(marks::moves(position, typed.moves()));
        if let Some((mv, why)) = selection.refused() {
            scene.marks.extend(marks::refusal(mv, why));
        }
        if let Some(hint) = self.read(Solving::hint).flatten() {
            scene.add_hint(hint);
        }
        scene
    }

    fn refresh_buttons(&self) {
        let imp = self.imp();
        let state = self.read(|solving| {
            let all = solving.solution().len();
            let is_over = !solving.board().0.has_legal_move();
            (
                solving.shown(),
                solving.can_go_back(),
                solving.is_refuted(),
                all,
                is_over,
            )
        });
        let Some((shown, can_go_back, is_wrong, all, is_over)) = state else {
            return;
        };
        let has_solution = all > 0;
        for (name, can) in [
            ("back", can_go_back),
            ("again", can_go_back && shown.is_none()),
            ("hint", has_solution && shown.is_none() && !is_over),
            ("play-computer", !is_over),
            ("play-two", !is_over),
            ("forward", shown.is_some_and(|count| count < all)),
            ("solution", has_solution),
        ] {
            self.enable(name, can);
        }
        if let Some(action) = self.action("solution") {
            action.set_state(&shown.is_some().to_variant());
        }
        imp.again.set_visible(shown.is_none());
        imp.hint.set_visible(shown.is_none());
        imp.forward.set_visible(shown.is_some());
        imp.back.set_icon_name(match shown {
            Some(_) => "go-previous-symbolic",
            None => "edit-undo-symbolic",
        });
        set_css_class(&*imp.again, "suggested-action", is_wrong);
        let is_solved = self.solved().is_some();
        set_css_class(&*imp.next, "suggested-action", is_solved && !is_wrong);
    }

    fn enable(&self, name: &str, can: bool) {
        if let Some(action) = self.action(name) {
            action.set_enabled(can);
        }
    }

    fn action(&self, name: &str) -> Option<gio::SimpleAction> {
        self.actions().lookup_action(name).and_downcast()
    }

    fn refresh_solution(&self) {
        let imp = self.imp();
        let shown = self.read(Solving::shown).flatten();
        // In a stack, so that the board keeps its size.
        if let Some(shown) = shown {
            let record = imp.solution_record.borrow();
            let told = record.as_ref().map(|record| {
                let last = shown
                    .checked_sub(1)
                    .and_then(|at| record.main_line().nth(at));
                words::solution(record, self.notation(), last)
            });
            imp.solution.set_label(&told.unwrap_or_default());
            imp.below.set_visible_child(&*imp.solution_scroll);
        } else {
            imp.below.set_visible_child(&*imp.told);
        }
    }

    /// Describes the last move on the board.
    fn last_move(&self) -> Option<String> {
        let (before, mv) = self.read(Solving::last_move).flatten()?;
        let spoken = words::spoken_move(&before, mv);
        Some(words::moved(&spoken, before.piece_at(mv.to)))
    }

    /// Shows and announces an answer; the same one again, too.
    fn tell_answer(&self, answer: Option<String>) {
        let Some(answer) = answer else { return };
        let was_told = self.imp().told.label() == answer;
        self.change(|solving| solving.answer(answer));
        self.refresh();
        if was_told {
            self.repeat_told();
        }
    }

    fn notation(&self) -> Notation {
        self.settings().move_style().main()
    }

    /// Stops whatever goes on about the position on the board.
    fn stop_work(&self) {
        self.imp().pause.cancel();
        self.imp().search.cancel();
    }

    fn judge(&self, mut judging: Judging) {
        self.think(
            move |stop| until(stop, || judging.step(STEP)),
            |view, judged| view.take(&judged),
        );
    }

    /// Searches the position on the board on a thread, and calls back with the result.
    fn think<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Arc<AtomicBool>) -> Option<T> + Send + 'static,
        found: impl FnOnce(&Self, T) + 'static,
    ) {
        let Ok(result) = self.imp().search.run(work) else {
            return self.tell_no_thought();
        };
        let view = self.downgrade();
        glib::spawn_future_local(async move {
            let (Some(result), Some(view)) = (result.await, view.upgrade()) else {
                return;
            };
            match result {
                Some(result) => found(&view, result),
                None => view.tell_no_thought(),
            }
        });
    }

    fn tell_no_thought(&self) {
        self.change(Solving::forget_move);
        self.refresh();
    }

    /// Takes a judgement of the move on the board.
    fn take(&self, judged: &Judged) {
        let is_solved = self.change(|solving| solving.take(judged));
        self.follow_up();
        if is_solved == Some(true) {
            self.emit_solved();
            let mating = self.position().map(|position| position.checkers());
            self.board().pulse(mating.unwrap_or_default(), GLOW);
            // Enter goes on, once it has been heard that this one is done.
            let next = &*self.imp().next;
            announce_with(next, || {
                next.grab_focus();
            });
        }
    }

    /// Shows the position, and lets the other side move in a moment if it has to.
    fn follow_up(&self) {
        self.refresh();
        let defender = self.imp().defender.get();
        let is_due =
            |solving: &Solving| solving.awaits_refutation() || solving.awaits_reply(defender);
        if self.read(is_due) == Some(true) {
            let answer = weak!(self, |view| view.answer());
            self.imp().pause.start(PAUSE, answer);
        }
    }

    fn answer(&self) {
        let answer = self.change(|solving| {
            if solving.is_refuted() {
                solving.show_refutation()
            } else {
                solving.reply()
            }
        });
        match answer.flatten() {
            Some((before, mv)) => self.show_answer(&before, mv),
            None if self.read(Solving::is_refuted) == Some(false) => self.look_for_defense(),
            None => {}
        }
    }

    fn show_answer(&self, before: &Position, mv: Move) {
        let spoken = words::spoken_move(before, mv);
        let spoken = words::spoken_reply(before.turn(), &spoken);
        announce(&*self.imp().board, Importance::Move, &spoken);
        self.refresh();
    }

    /// Writes the solution below the board: at first its main line, and the variations once they are found.
    fn tell_solution(&self) {
        let solution = self.read(|solving| Variations::new(solving.study(), SOLUTION_NODES));
        let Some(mut solution) = solution.flatten() else {
            return;
        };
        self.write_solution(solution.record().clone());
        self.think(
            move |stop| {
                while !stop.load(Ordering::Relaxed) && solution.step(STEP) {}
                Some(solution.into_record())
            },
            Self::write_solution,
        );
    }

    fn write_solution(&self, record: Record) {
        self.imp().solution_record.replace(Some(record));
        self.refresh_solution();
    }

    /// Looks for a defense where none is proved.
    fn look_for_defense(&self) {
        let Some(problem) = self.read(problem).flatten() else {
            return;
        };
        self.think(
            move |stop| problem.solve(stop).advice.map(|advice| advice.best()),
            |view, mv| {
                if let Some((before, mv)) = view.change(|solving| solving.play_reply(mv)).flatten()
                {
                    view.show_answer(&before, mv);
                }
            },
        );
    }
}

impl PlayBoard for StudyView {
    type Why = IllegalMove;

    fn board(&self) -> BoardView {
        self.imp().board.get()
    }

    fn selection(&self) -> &Cell<Selection> {
        &self.imp().selection
    }

    fn position(&self) -> Option<Position> {
        self.read(|solving| solving.board().0)
    }

    fn takes_back_wrong(&self) -> bool {
        let is_wrong = self.read(Solving::is_refuted) == Some(true);
        if is_wrong {
            self.go_back();
        }
        is_wrong
    }

    fn can_move(&self) -> bool {
        let defender = self.imp().defender.get();
        self.read(|solving| solving.can_move(defender)) == Some(true)
    }

    // So that a press that changes nothing is not met with silence.
    fn repeat_told(&self) {
        let imp = self.imp();
        announce(&*imp.board, Importance::Answer, &imp.told.label());
    }

    fn leave(&self) {
        if !self.takes_back_wrong() {
            self.activate_action("studies.leave", None).ok();
        }
    }

    fn play(&self, mv: Move) {
        match self.change(|solving| solving.play(mv, JUDGING_NODES)) {
            Some(Ok(JudgingStep::Judged(judged))) => {
                self.imp().selection.take();
                self.take(&judged);
            }
            Some(Ok(JudgingStep::Judge(judging))) => {
                self.imp().selection.take();
                self.refresh();
                self.judge(*judging);
            }
            Some(Err(why)) => self.refuse(mv, why),
            None => {}
        }
    }

    fn refresh(&self) {
        let imp = self.imp();
        let Some((position, last)) = self.read(Solving::board) else {
            return;
        };
        imp.board.set_scene(self.scene(&position, last), true);
        let selection = imp.selection.get();
        let (importance, told) = match selection.refused() {
            Some((_, why)) => (
                Importance::Refusal,
                words::illegal(&position, why, labels()),
            ),
            None => {
                let how = self.notation();
                let told = |solving: &Solving| {
                    let remark = solving.remark()?;
                    Some(words::study_remark(remark, how, labels()))
                };
                let told = self.read(told).flatten();
                told.unwrap_or((Importance::State, String::new()))
            }
        };
        let targets = selection.targets(&position);
        imp.board.tell_position(position, targets);
        if imp.told.label() != told {
            imp.told.set_label(&told);
            if imp.board.is_mapped() && !told.is_empty() {
                announce(&*imp.board, importance, &told);
            }
        }
        let is_refusal = importance == Importance::Refusal;
        set_css_class(&*imp.told, "refusal", is_refusal);
        self.refresh_buttons();
        self.refresh_solution();
    }
}

impl TypedBoard for StudyView {
    fn typing(&self) -> TypingBar {
        self.imp().typing.clone()
    }

    fn typed_on(&self) -> BoardView {
        self.board()
    }

    fn typed_in(&self) -> Notation {
        self.notation()
    }

    fn typed_at(&self) -> Option<Position> {
        self.position()
    }

    fn takes_moves(&self) -> bool {
        self.can_move()
    }

    fn interpret(&self, text: &str) -> Interpretation {
        let position = self.position();
        let interpret =
            |position: Position| Interpretation::of(text, &position, self.notation(), |_| true);
        position.map(interpret).unwrap_or_default()
    }

    fn typed(&self) -> Interpretation {
        self.imp().typed.borrow().clone()
    }

    fn set_typed(&self, typed: Interpretation) {
        self.imp().typed.replace(typed);
    }

    fn forget_selection(&self) {
        self.imp().selection.take();
    }

    fn refresh_typed(&self) {
        self.refresh();
    }

    fn refresh_untyped(&self) {
        self.refresh();
    }

    fn play_typed_move(&self, mv: Move) {
        self.play(mv);
    }

    fn question(&self, letter: &str) -> Option<Action> {
        let mut questions = QUESTIONS.into_iter();
        questions.find(|question| question.plain_keys().contains(&letter))
    }

    fn answer_question(&self, question: Action) {
        let lifted = self.imp().selection.get().point();
        let answered = match (question, self.position()) {
            (Action::TellLastMove, _) => Some(words::last_move(self.last_move().as_deref())),
            (_, Some(position)) => typed_board::answer(question, &position, &self.board(), lifted),
            (_, None) => None,
        };
        self.tell_answer(answered);
    }

    fn read_line(&self, line: BoardLine) {
        let read = |position: Position| typed_board::read(&position, line);
        self.tell_answer(self.position().map(read));
    }
}

/// The position on the board, to be thought about.
fn problem(solving: &Solving) -> Option<Problem> {
    let attempt = solving.attempt();
    let mut history = History::new(attempt.study().setup().clone()).ok()?;
    for mv in attempt.moves() {
        history.play(mv).ok()?;
    }
    Some(Problem {
        terms: Terms::default(),
        strength: Strength::FULL,
        seed: 0,
        memory: None,
        allowed: attempt.position().legal_moves(),
        time: TimeBudget::exact(THINKING_TIME),
        history,
    })
}
