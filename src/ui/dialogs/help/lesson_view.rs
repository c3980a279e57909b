//! A lesson: its tasks, the board of one of them, what the last move led to, and buttons that reset the board and go on.

use crate::game::{Lesson, NotTried, Task, Trial, Tried};
use crate::record::notation::{self, Notation};
use crate::rules::{Move, Position, Side};
use crate::scene::{Aids, Mark, Scene, Selection, marks};
use crate::ui::board::aids::captions;
use crate::ui::board::board_view::BoardView;
use crate::ui::board::play_board::PlayBoard;
use crate::ui::platform::appearance::labels;
use crate::ui::platform::settings::Settings;
use crate::ui::toolkit::choices::{Choices, choice};
use crate::ui::toolkit::prelude::*;

/// Parts that a lesson is made from.
#[derive(Debug)]
struct Course {
    lesson: Lesson,
    title: &'static str,
    settings: Rc<Settings>,
    /// Button that leads to the next page, shown once no task is left.
    next_page: Option<gtk::Button>,
}

mod imp {
    use super::*;

    template! {
        LessonView "/io/github/chuhe/Chuhe/ui/lesson_view.ui" {
            tabs: gtk::Box,
            task: gtk::Label,
            board: BoardView,
            told: gtk::Label,
            buttons: gtk::Box,
            reset: gtk::Button,
            next_task: gtk::Button,
        } {
            tasks: Choices<Task>,
            course: OnceCell<Course>,
            trial: OnceCell<RefCell<Trial>>,
            selection: Cell<Selection<NotTried>>,
            /// Result of the last move.
            tried: RefCell<Option<String>>,
        }
    }

    class!(LessonView "XqLessonView" gtk::Box, template, |_klass| {
        BoardView::ensure_type();
    }; WidgetImpl BoxImpl);

    impl ObjectImpl for LessonView {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            let view = self.obj();
            a11y::name_button(&self.reset, words::reset());
            self.reset.set_tooltip_text(Some(words::reset_about()));
            a11y::name_button(&self.next_task, words::next_task());
            self.next_task
                .set_tooltip_text(Some(words::next_task_about()));
            view.connect_parts();
        }
    }
}

widget! {
    /// A lesson on its own board.
    LessonView Box
}

impl LessonView {
    /// Creates the lesson of a page, at its first unsolved task.
    pub fn new(
        lesson: Lesson,
        title: &'static str,
        settings: &Rc<Settings>,
        next_page: Option<gtk::Button>,
    ) -> Self {
        let view: Self = glib::Object::new();
        let imp = view.imp();
        if let Some(button) = &next_page {
            imp.buttons.append(button);
        }
        let tasks = lesson.tasks();
        let open = |task: &Task| !settings.has_learned(task.id());
        let first = tasks.iter().copied().find(open).unwrap_or(tasks[0]);
        once(&imp.trial, Trial::new(first).into());
        let settings = settings.clone();
        once(
            &imp.course,
            Course {
                lesson,
                title,
                settings,
                next_page,
            },
        );
        view.add_tabs();
        view.begin(first);
        view
    }

    signals! {
        /// A task was solved.
        "solved" connect_solved emit_solved;
    }

    /// Adds a button for each task.
    fn add_tabs(&self) {
        let imp = self.imp();
        for (number, &task) in (1_usize..).zip(self.tasks()) {
            let content = gtk::Box::new(gtk::Orientation::Horizontal, 4);
            content.set_halign(gtk::Align::Center);
            content.append(&gtk::Label::new(Some(&number.to_string())));
            content.append(&gtk::Image::from_icon_name("object-select-symbolic"));
            let name = words::task_number(number, false);
            let tab = choice(&content, &name, words::task(task));
            tab.add_css_class("task");
            imp.tasks.add(&*imp.tabs, task, &tab);
        }
        imp.tasks
            .connect_selected(weak!(self, |view, task: &Task| view.turn_to(*task)));
    }

    fn connect_parts(&self) {
        let imp = self.imp();
        self.connect_input();
        imp.reset.connect_clicked(weak!(self, |view, _| {
            // The button is about to become insensitive, so the board takes the focus.
            view.imp().board.grab_focus();
            view.reset();
        }));
        imp.next_task
            .connect_clicked(weak!(self, |view, _| view.go_on()));
    }

    fn course(&self) -> &Course {
        self.imp().course.get().expect("a lesson has its course")
    }

    fn tasks(&self) -> &'static [Task] {
        self.course().lesson.tasks()
    }

    fn with<T>(&self, read: impl FnOnce(&mut Trial) -> T) -> T {
        let trial = self.imp().trial.get().expect("a lesson has a task");
        read(&mut trial.borrow_mut())
    }

    /// Index of the task.
    fn index(&self) -> usize {
        let task = self.with(|trial| trial.task());
        let found = self.tasks().iter().position(|one| *one == task);
        found.unwrap_or_default()
    }

    /// Returns the task, as it is spoken.
    pub fn aloud(&self) -> String {
        let task = self.with(|trial| trial.task());
        words::task_aloud(task, self.index() + 1, self.tasks().len())
    }

    /// Begins a task.
    fn begin(&self, task: Task) {
        let imp = self.imp();
        imp.selection.take();
        imp.tried.take();
        self.with(|trial| *trial = Trial::new(task));
        let has_focus = imp.board.focused_point().is_some();
        imp.board.set_home(task.piece());
        if has_focus {
            imp.board.grab_focus();
        }
        imp.task.set_label(words::task(task));
        let name = words::task_board(self.course().title, &self.aloud());
        a11y::set_label(&*imp.board, &name);
        self.refresh();
    }

    /// Begins a task that was chosen.
    fn turn_to(&self, task: Task) {
        if self.with(|trial| trial.task()) != task {
            self.begin(task);
            announce(self, Importance::State, &self.aloud());
        }
    }

    /// Begins the next task.
    fn go_on(&self) {
        if let Some(&task) = self.tasks().get(self.index() + 1) {
            let board = &self.imp().board;
            // Whoever comes to the board from elsewhere hears its name, which has the task.
            if board.focused_point().is_some() {
                self.turn_to(task);
            } else {
                self.begin(task);
                board.grab_focus();
            }
        }
    }

    /// Puts the pieces back.
    fn reset(&self) {
        let task = self.with(|trial| trial.task());
        self.begin(task);
        announce(self, Importance::State, words::task(task));
    }

    /// Remembers a solved task. Returns whether all tasks of the lesson are solved.
    fn solve(&self, task: Task) -> bool {
        let settings = &self.course().settings;
        settings.learn(task.id());
        self.emit_solved();
        let mut tasks = self.tasks().iter();
        tasks.all(|task| settings.has_learned(task.id()))
    }

    /// Shows which tasks are solved, and the button that leads on.
    fn refresh_buttons(&self) {
        let (imp, course) = (self.imp(), self.course());
        let (here, tasks) = (self.index(), self.tasks());
        let (begun, solved) = self.with(|trial| (trial.has_begun(), trial.is_solved()));
        imp.reset.set_sensitive(begun);
        for (number, task) in (1..).zip(tasks) {
            let done = course.settings.has_learned(task.id());
            if let Some(tab) = imp.tasks.button(task) {
                if let Some(tick) = tab.child().and_then(|content| content.last_child()) {
                    tick.set_visible(done);
                }
                a11y::set_label(&tab, &words::task_number(number, done));
            }
        }
        imp.tasks.select(tasks.get(here));
        let is_last = here + 1 == tasks.len();
        imp.next_task.set_visible(!is_last);
        set_css_class(&*imp.next_task, "suggested-action", solved);
        if let Some(next_page) = &course.next_page {
            next_page.set_visible(is_last);
            set_css_class(next_page, "suggested-action", solved);
        }
    }

    fn scene(&self, trial: &Trial) -> Scene {
        let imp = self.imp();
        let position = trial.position();
        let mut scene = Scene::of_position(position, trial.last(), Side::Red);
        let selection = imp.selection.get();
        let (lifted, stars) = (selection.point(), trial.stars());
        scene.marks.extend(stars.map(Mark::Star));
        match (lifted, selection.refused()) {
            (Some(lifted), _) => scene.marks.extend(marks::chosen(position, lifted)),
            (None, None) => scene.marks.extend(marks::goals(position, trial.hints())),
            (None, Some(_)) => {}
        }
        if let Some((mv, NotTried::Illegal(why))) = selection.refused() {
            scene.marks.extend(marks::refusal(mv, why));
        }
        // Obstructions are marked only once.
        let lifted = lifted.filter(|_| selection.refused().is_none());
        let mut aids = Aids::new(captions(), position, lifted);
        // Aids unrelated to the lesson are hidden.
        aids.hanging.clear();
        scene.aids = Some(Box::new(aids));
        scene
    }
}

impl PlayBoard for LessonView {
    type Why = NotTried;

    fn board(&self) -> BoardView {
        self.imp().board.get()
    }

    fn selection(&self) -> &Cell<Selection<NotTried>> {
        &self.imp().selection
    }

    fn position(&self) -> Option<Position> {
        Some(self.with(|trial| trial.position().clone()))
    }

    fn takes_back_wrong(&self) -> bool {
        let missed = self.with(|trial| trial.is_over() && !trial.is_solved());
        if missed {
            self.reset();
        }
        missed
    }

    fn leave(&self) {
        self.activate_action("window.close", None).ok();
    }

    fn play(&self, mv: Move) {
        let imp = self.imp();
        let outcome = self.with(|trial| {
            let tried = trial.play(mv)?;
            // The piece has already moved, and coordinates need no position.
            let answer = tried
                .answer()
                .map(|answer| notation::write(trial.position(), answer, Notation::Coordinate));
            let told = words::tried(trial.task(), tried, answer.as_deref());
            Ok((tried, trial.task(), told))
        });
        match outcome {
            Ok((tried, task, told)) => {
                imp.selection.take();
                let done = tried == Tried::Solved && self.solve(task);
                imp.tried.replace(Some(if done {
                    words::sentences(&told, words::page_done())
                } else {
                    told
                }));
                self.refresh();
            }
            Err(why) => {
                if why == NotTried::Over {
                    imp.selection.take();
                }
                self.refuse(mv, why);
            }
        }
        // All of it if there is room, and else at least the result with the buttons.
        scroll_to(self, self);
        scroll_to(&*imp.told, &*imp.buttons);
    }

    fn refresh(&self) {
        let imp = self.imp();
        let (scene, position, task) = self.with(|trial| {
            let position = trial.position().clone();
            (self.scene(trial), position, trial.task())
        });
        imp.board.set_scene(scene, true);
        let selection = imp.selection.get();
        imp.board
            .tell_position(position.clone(), selection.targets(&position));
        let refused = selection.refused();
        let (importance, told) = match (refused, imp.tried.borrow().clone()) {
            (Some((_, why)), _) => (
                Importance::Refusal,
                words::not_tried(&position, why, labels()),
            ),
            (None, Some(told)) => (Importance::Move, told),
            (None, None) => (Importance::State, words::moves_to_go(task)),
        };
        if imp.told.label() != told {
            imp.told.set_label(&told);
            if imp.board.is_mapped() {
                announce(&*imp.board, importance, &told);
            }
        }
        set_css_class(&*imp.told, "refusal", refused.is_some());
        self.refresh_buttons();
    }
}

/// Scrolls the page as little as it takes to show everything from one widget down to another.
fn scroll_to(first: &impl IsA<gtk::Widget>, last: &impl IsA<gtk::Widget>) {
    let scroll = first.ancestor(gtk::ScrolledWindow::static_type());
    let Some(scroll) = scroll.and_downcast::<gtk::ScrolledWindow>() else {
        return;
    };
    let (top, bottom) = (first.compute_bounds(&scroll), last.compute_bounds(&scroll));
    if let (Some(top), Some(bottom)) = (top, bottom) {
        let adjustment = scroll.vadjustment();
        let above = adjustment.value();
        let end = f64::from(bottom.y() + bottom.height());
        adjustment.clamp_page(above + f64::from(top.y()), above + end);
    }
}
