//! The position editor: a view of a draft that accepts any position and lists the objections to playing it.

mod actions;
mod desk;
mod input;
mod tray;

use crate::rules::{PositionFault, Setup, Side, Terms};
use crate::scene::Draft;
use crate::ui::platform::appearance::labels;
use crate::ui::toolkit::actions::{EditorAction, tell_key};
use crate::ui::toolkit::css_class;
use crate::ui::toolkit::prelude::*;
use desk::EditorLayout;
use tray::Tray;

/// Maximum number of characters shown of an invalid FEN.
const MAX_FEN_LEN: usize = 200;

mod imp {
    use super::*;
    use crate::ui::board::board_view::BoardView;

    template! {
        Editor "/io/github/chuhe/Chuhe/ui/editor.ui" {
            toasts: adw::ToastOverlay,
            upper: Tray,
            lower: Tray,
            board: BoardView,
            red: gtk::ToggleButton,
            black: gtk::ToggleButton,
            fen: gtk::Entry,
            fen_error: gtk::Label,
            scroll: gtk::ScrolledWindow,
            verdict: gtk::Box,
            opponent: gtk::Button,
            play: gtk::Button,
        } {
            draft: OnceCell<Rc<RefCell<Draft>>>,
            bottom: Cell<Option<Side>>,
            /// Terms of a game from this position.
            terms: Cell<Terms>,
            /// Last announced reasons against playing.
            said: RefCell<Option<(Vec<String>, String)>>,
            /// Whether the widgets are being updated, so that their signals are ignored.
            filling: Cell<bool>,
        }
    }

    class!(Editor "XqEditor" adw::Window, template, |klass| {
        EditorLayout::ensure_type();
        Tray::ensure_type();
        for action in EditorAction::ALL {
            klass.install_action(action.name(), None, move |editor, _, _| editor.run(action));
        }
        let control = gtk::gdk::ModifierType::CONTROL_MASK;
        klass.add_binding_action(gtk::gdk::Key::w, control, "window.close");
    }; WidgetImpl WindowImpl AdwWindowImpl);

    impl ObjectImpl for Editor {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            // A piece dragged off the board stays visible until it is dropped.
            self.board.set_overflow(gtk::Overflow::Visible);
            self.obj().add_input();
            self.obj()
                .connect_focus_widget_notify(|_| announce::focus_moved());
            self.board.grab_focus();
        }
    }
}

widget! {
    /// The window in which a position is set up.
    Editor Window
}

impl Editor {
    /// Creates the editor over a window, for a draft that outlives it.
    pub fn new(
        parent: &impl IsA<gtk::Window>,
        draft: Rc<RefCell<Draft>>,
        bottom: Side,
        terms: Terms,
    ) -> Self {
        let editor: Self = glib::Object::builder()
            .property("transient-for", parent)
            .build();
        let imp = editor.imp();
        once(&imp.draft, draft);
        imp.bottom.set(Some(bottom));
        imp.terms.set(terms);
        editor.tell_keys();
        editor.refresh(false);
        editor
    }

    signals! {
        /// Calls back when a game is to start from this position.
        "played" connect_played emit_played;
        /// Calls back when the opponent in that game is to be chosen.
        "opponent-asked" connect_opponent_asked emit_opponent_asked;
    }

    /// Returns the current setup.
    pub fn setup(&self) -> Setup {
        self.read(|draft| draft.setup().clone())
    }

    /// Replaces the arrangement, as a step that can be undone.
    pub fn change(&self, setup: Setup) {
        self.edit(|draft| draft.change(setup));
    }

    fn read<T>(&self, read: impl FnOnce(&Draft) -> T) -> T {
        let draft = self.imp().draft.get().expect("an editor has its draft");
        read(&draft.borrow())
    }

    fn bottom(&self) -> Side {
        self.imp().bottom.get().unwrap_or(Side::Red)
    }

    /// Changes the draft and updates the view.
    fn edit(&self, edit: impl FnOnce(&mut Draft)) {
        let draft = self.imp().draft.get().expect("an editor has its draft");
        edit(&mut draft.borrow_mut());
        self.refresh(true);
    }

    fn flip(&self) {
        self.imp().bottom.set(Some(!self.bottom()));
        self.refresh(false);
    }

    fn play(&self) {
        self.emit_played();
    }

    fn ask_opponent(&self) {
        self.emit_opponent_asked();
    }

    fn copy(&self) {
        self.clipboard().set_text(&self.setup().to_fen());
        self.tell(Importance::Answer, words::copied_position());
    }

    /// Shows and announces a sentence that passes.
    fn tell(&self, importance: Importance, sentence: &str) {
        announce(self, importance, sentence);
        let toast = adw::Toast::builder().title(sentence).timeout(2);
        self.imp().toasts.add_toast(toast.build());
    }

    fn paste(&self) {
        glib::spawn_future_local(glib::clone!(
            #[weak(rename_to = editor)]
            self,
            async move {
                let text = editor.clipboard().read_text_future().await;
                match text.ok().flatten() {
                    Some(text) => editor.take_text(&text),
                    None => editor.tell(Importance::Refusal, words::no_fen_to_paste()),
                }
            }
        ));
    }

    /// Applies a pasted FEN. An invalid one changes no piece and is shown with its error for correction: until then
    /// nothing can be played.
    fn take_text(&self, text: &str) {
        match Setup::from_fen(text) {
            Ok(setup) => self.change(setup),
            Err(error) => {
                let words: Vec<&str> = text.split_whitespace().collect();
                let line: String = words.join(" ").chars().take(MAX_FEN_LEN).collect();
                self.fill_fen(&line);
                self.show_fen_error(Some(&words::fen_error(error)));
            }
        }
    }

    fn fill_fen(&self, text: &str) {
        let imp = self.imp();
        if imp.fen.text() != text {
            imp.filling.set(true);
            imp.fen.set_text(text);
            imp.filling.set(false);
        }
    }

    /// Applies a FEN as far as it has been typed.
    fn take_written(&self) {
        let imp = self.imp();
        if imp.filling.get() {
            return;
        }
        match Setup::from_fen(&imp.fen.text()) {
            Ok(setup) => {
                let draft = imp.draft.get().expect("an editor has its draft");
                draft.borrow_mut().write(setup);
                self.refresh_all_but_fen(true);
                self.show_fen_error(None);
            }
            Err(error) => self.show_fen_error(Some(&words::fen_error(error))),
        }
    }

    fn finish_writing(&self) {
        let draft = self.imp().draft.get().expect("an editor has its draft");
        draft.borrow_mut().finish_writing();
    }

    fn show_fen_error(&self, error: Option<&str>) {
        let imp = self.imp();
        let text = error.unwrap_or_default();
        imp.fen_error.set_label(text);
        imp.fen_error.set_visible(error.is_some());
        css_class::set(&*imp.fen, "error", error.is_some());
        a11y::set_description(&*imp.fen, text);
        self.show_verdict();
        if !imp.fen.has_focus() && error.is_some() {
            announce(self, Importance::Refusal, text);
        }
    }

    /// Whether the text beside the board is no position, so that the board is not what was last asked for.
    fn has_unread_text(&self) -> bool {
        self.imp().fen.has_css_class("error")
    }

    /// Scrolls to the error of a FEN if the panel is too low to show it.
    fn reveal_fen_error(&self) {
        let imp = self.imp();
        let (label, adjustment) = (&*imp.fen_error, imp.scroll.vadjustment());
        if !label.get_visible() {
            return;
        }
        if let Some((_, y)) = label.translate_coordinates(&*imp.scroll, 0.0, 0.0) {
            let top = y + adjustment.value();
            adjustment.clamp_page(top, top + f64::from(label.height()));
        }
    }

    /// Shows the draft; pieces glide to their places if `glide`.
    fn refresh(&self, glide: bool) {
        self.refresh_all_but_fen(glide);
        self.fill_fen(&self.setup().to_fen());
        self.show_fen_error(None);
    }

    fn refresh_all_but_fen(&self, glide: bool) {
        let imp = self.imp();
        let bottom = self.bottom();
        let (scene, setup, hand) =
            self.read(|draft| (draft.scene(bottom), draft.setup().clone(), draft.hand()));
        imp.board.set_scene(scene, glide);
        imp.board.tell_position(setup.position_unchecked(), None);
        let count = |piece| setup.board.of_piece(piece).len();
        imp.upper.show(!bottom, count, hand);
        imp.lower.show(bottom, count, hand);
        imp.filling.set(true);
        imp.red.set_active(setup.turn == Side::Red);
        imp.black.set_active(setup.turn == Side::Black);
        imp.filling.set(false);
        let (undo, redo) = self.read(|draft| (draft.can_undo(), draft.can_redo()));
        self.action_set_enabled(EditorAction::Undo.name(), undo);
        self.action_set_enabled(EditorAction::Redo.name(), redo);
    }

    /// Lists all objections to playing, or says that there are none, and announces what is new.
    fn show_verdict(&self) {
        let imp = self.imp();
        let setup = self.setup();
        let is_unread = self.has_unread_text();
        let objections = if is_unread {
            vec![words::text_unread().to_owned()]
        } else {
            words::objections(&setup, &imp.terms.get(), labels())
        };
        let verdict = (objections, words::playable(&setup, labels()));
        let before = imp.said.take();
        let known = before.as_ref() == Some(&verdict);
        if !known {
            let (objections, none) = &verdict;
            self.list(objections, none);
            if !is_unread && setup.faults().contains(&PositionFault::UpsideDown) {
                imp.verdict.append(&turning_button());
            }
            let playable = objections.is_empty();
            let all = words::in_short(objections);
            let about = if playable { words::play() } else { &all };
            for action in [EditorAction::Play, EditorAction::Opponent] {
                self.action_set_enabled(action.name(), playable);
            }
            imp.play.set_tooltip_text(Some(about));
            let about_opponent = if playable {
                words::actions::choose_opponent()
            } else {
                &all
            };
            imp.opponent.set_tooltip_text(Some(about_opponent));
            for key in EditorAction::Opponent.plain_keys() {
                tell_key(&*imp.opponent, key);
            }
            a11y::set_description(&*imp.opponent, about_opponent);
            a11y::set_description(&*imp.play, about);
            // What is wrong with a pasted text is announced instead.
            if before.is_some() && (!is_unread || imp.fen.has_focus()) {
                let said = if playable { none } else { &all };
                announce(self, Importance::State, said);
            }
        }
        imp.said.replace(Some(verdict));
    }

    /// Announces what keeps the position from being played.
    fn tell_objections(&self) {
        let (objections, _) = self.imp().said.borrow().clone().unwrap_or_default();
        announce(self, Importance::Refusal, &words::in_short(&objections));
    }

    fn list(&self, objections: &[String], none: &str) {
        let verdict = &self.imp().verdict;
        while let Some(line) = verdict.first_child() {
            verdict.remove(&line);
        }
        if objections.is_empty() {
            verdict.append(&line("object-select-symbolic", none, "playable"));
        }
        for objection in objections {
            verdict.append(&line("dialog-warning-symbolic", objection, "objection"));
        }
    }
}

/// Creates the button that turns a board that is upside down.
fn turning_button() -> gtk::Button {
    let button = gtk::Button::builder()
        .action_name(EditorAction::TurnAround.name())
        .halign(gtk::Align::Start)
        .build();
    a11y::name_button(&button, words::turn_around());
    button
}

/// Creates a sentence with an icon before it.
fn line(icon: &str, sentence: &str, class: &str) -> gtk::Box {
    let image = gtk::Image::builder()
        .icon_name(icon)
        .valign(gtk::Align::Start)
        .accessible_role(gtk::AccessibleRole::Presentation)
        .build();
    let label = gtk::Label::builder()
        .label(sentence)
        .xalign(0.0)
        .wrap(true)
        .hexpand(true)
        .build();
    let line = gtk::Box::builder()
        .spacing(8)
        .accessible_role(gtk::AccessibleRole::ListItem)
        .build();
    line.add_css_class(class);
    line.append(&image);
    line.append(&label);
    line
}
