//! The position editor: a view of a draft that accepts any position and lists the objections to playing it.

mod desk;
mod tray;

use crate::rules::{Piece, PositionFault, Setup, Side, Terms};
use crate::scene::{Draft, EditorHand};
use crate::ui::board::board_view::{BoardView, Drag, DragEnd};
use crate::ui::dialogs::shortcuts::{self, ShortcutsSection};
use crate::ui::platform::appearance::labels;
use crate::ui::toolkit::actions::{
    EditorAction, Flag, call, on_key, plain_keys, shortcut, tell_key,
};
use crate::ui::toolkit::choices::set_radio_role;
use crate::ui::toolkit::descendants;
use crate::ui::toolkit::prelude::*;
use desk::EditorLayout;
use tray::{Carried, Tray};

/// Maximum number of characters shown of an invalid FEN.
const MAX_FEN_LEN: usize = 200;

mod imp {
    use super::*;

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
            help: gtk::MenuButton,
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
        klass.install_action("editor.help", None, |editor, _, _| editor.imp().help.popup());
        let plain = gtk::gdk::ModifierType::empty();
        klass.add_binding_action(gtk::gdk::Key::F1, plain, "editor.help");
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
        let editor = Self::over(parent);
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
        set_css_class(&*imp.fen, "error", error.is_some());
        a11y::set_description(&*imp.fen, text);
        self.show_verdict();
        if !imp.fen.has_focus() && error.is_some() {
            announce(self, Importance::Refusal, text);
        }
    }

    /// Whether the FEN beside the board is invalid, so that the board shows an earlier one.
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
            let starts = |action: &EditorAction| action.is(Flag::NeedsPosition);
            for action in EditorAction::ALL.into_iter().filter(starts) {
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

    fn run(&self, action: EditorAction) {
        match action {
            EditorAction::Undo => self.edit(Draft::undo),
            EditorAction::Redo => self.edit(Draft::redo),
            EditorAction::Start => self.edit(|draft| draft.change(Setup::start())),
            EditorAction::Clear => self.edit(|draft| draft.change(draft.setup().cleared())),
            EditorAction::Mirror => self.edit(|draft| draft.change(draft.setup().mirrored())),
            EditorAction::Swap => {
                self.edit(|draft| draft.change(draft.setup().with_sides_swapped()));
            }
            EditorAction::Turn => {
                let turn = !self.setup().turn;
                self.edit(|draft| draft.change(draft.setup().with_turn(turn)));
                announce(self, Importance::Answer, &words::turn(words::side(turn)));
            }
            EditorAction::Flip => {
                self.flip();
                announce(self, Importance::Answer, words::at_bottom(self.bottom()));
            }
            EditorAction::TurnAround => {
                self.edit(|draft| draft.change(draft.setup().turned()));
                // Its button is gone.
                self.imp().board.grab_focus();
            }
            EditorAction::Copy => self.copy(),
            EditorAction::Paste => self.paste(),
            EditorAction::Play => self.play(),
            EditorAction::Opponent => self.ask_opponent(),
            EditorAction::Shortcuts => shortcuts::show(self, ShortcutsSection::SettingUp),
        }
    }

    /// Connects the input of the parts to edits.
    fn add_input(&self) {
        self.listen_to_board();
        self.follow_fen_error();
        // The last one comes first.
        self.add_controller(self.play_keys());
        self.add_controller(plain_keys(
            EditorAction::ALL.map(|action| (action.name().to_owned(), action.plain_keys())),
        ));
        self.add_controller(self.escape());
        let imp = self.imp();
        imp.board.add_controller(self.letters());
        imp.board.add_controller(self.second_button());
        for tray in [&imp.upper, &imp.lower] {
            self.listen_to_tray(tray);
        }
        for (button, side) in [(&imp.red, Side::Red), (&imp.black, Side::Black)] {
            set_radio_role(button);
            button.connect_toggled(weak!(self, |editor, button| {
                if button.is_active() && !editor.imp().filling.get() {
                    editor.edit(|draft| draft.change(draft.setup().with_turn(side)));
                }
            }));
        }
        imp.fen
            .connect_changed(weak!(self, |editor, _| editor.take_written()));
        let focus = gtk::EventControllerFocus::new();
        focus.connect_leave(weak!(self, |editor, _| editor.finish_writing()));
        imp.fen.add_controller(focus);
        // Normalized to this program's spelling on activation.
        imp.fen.connect_activate(weak!(self, |editor, _| {
            if !editor.has_unread_text() {
                editor.refresh(false);
            }
        }));
    }

    /// Adds the shortcuts to the tooltips of their buttons.
    fn tell_keys(&self) {
        let imp = self.imp();
        tell_key(&*imp.help, "F1");
        for key in EditorAction::Turn.plain_keys() {
            for button in [&imp.red, &imp.black] {
                tell_key(&**button, key);
            }
        }
        for widget in descendants::find(self, gtk::Widget::is::<gtk::Button>) {
            let button = widget.downcast_ref::<gtk::Button>();
            let action = button.and_then(ActionableExt::action_name);
            let mut known = EditorAction::ALL.into_iter();
            let found = known.find(|known| action.as_deref() == Some(known.name()));
            let key = found.and_then(|action| action.plain_keys().first());
            if let Some(key) = key {
                tell_key(&widget, key);
            }
        }
    }

    /// Scrolls to the error of a FEN once it has been allocated.
    fn follow_fen_error(&self) {
        let adjustment = self.imp().scroll.vadjustment();
        adjustment.connect_changed(glib::clone!(
            #[weak(rename_to = editor)]
            self,
            move |_| {
                // The parts are allocated after this notification.
                glib::idle_add_local_once(glib::clone!(
                    #[weak]
                    editor,
                    move || editor.reveal_fen_error()
                ));
            }
        ));
    }

    fn listen_to_board(&self) {
        let board = &self.imp().board;
        board.connect_point_pressed(weak!(self, |editor, _, point| editor
            .edit(|draft| draft.press(point))));
        board.connect_piece_dropped(weak!(self, |editor, _, drag: Drag| {
            let goal = match drag.end {
                DragEnd::On(to) => Some(to),
                DragEnd::OffBoard => None,
                DragEnd::Cancelled => Some(drag.from),
            };
            editor.edit(|draft| draft.carry(drag.from, goal));
        }));
        board.connect_cancelled(weak!(self, |editor, _| {
            // A press on the edge drops a piece lifted from the board, but keeps one taken from the tray.
            if matches!(editor.read(Draft::hand), EditorHand::Lifted(_)) {
                editor.edit(|draft| {
                    draft.let_go();
                });
            }
        }));
    }

    fn listen_to_tray(&self, tray: &Tray) {
        tray.connect_chosen(weak!(self, |editor, piece| editor
            .edit(|draft| draft.choose(piece))));
        tray.connect_carried(glib::clone!(
            #[weak(rename_to = editor)]
            self,
            #[weak]
            tray,
            move |piece, carried| editor.carry_from(&tray, piece, carried)
        ));
    }

    /// Shows a piece dragged from a tray under the pointer, and places it where it is dropped.
    fn carry_from(&self, tray: &Tray, piece: Piece, carried: Carried) {
        let board = &self.imp().board;
        let there = |(x, y)| tray.translate_coordinates(&**board, x, y);
        match carried {
            Carried::Over(place) => {
                board.show_guest(there(place).map(|place| (piece, place)));
            }
            Carried::Dropped(place) => {
                let point = there(place).and_then(|(x, y)| board.layout().point_at(x, y));
                match point {
                    Some(point) => self.edit(|draft| draft.put(point, Some(piece))),
                    None => self.refresh(true),
                }
            }
            Carried::Canceled => board.show_guest(None),
        }
    }

    /// Removes a piece with the secondary button.
    fn second_button(&self) -> gtk::GestureClick {
        let click = gtk::GestureClick::new();
        click.set_button(gdk::BUTTON_SECONDARY);
        click.connect_pressed(weak!(self, |editor, _, _, x, y| {
            if let Some(point) = editor.imp().board.layout().point_at(x, y) {
                editor.edit(|draft| draft.put(point, None));
            }
        }));
        click
    }

    /// Announces the objections when the keys for playing are pressed and the action is disabled, which leaves them to
    /// this controller.
    fn play_keys(&self) -> gtk::ShortcutController {
        let controller = gtk::ShortcutController::new();
        controller.set_propagation_phase(gtk::PropagationPhase::Bubble);
        for key in EditorAction::Play.plain_keys() {
            let tell = call(self, |editor| {
                editor.tell_objections();
                true
            });
            controller.add_shortcut(shortcut(key, tell));
        }
        controller
    }

    /// Places pieces on the board with the letters of a FEN, and removes them with Delete.
    fn letters(&self) -> gtk::EventControllerKey {
        on_key(self, gtk::PropagationPhase::Bubble, |editor, key, state| {
            let other = gdk::ModifierType::CONTROL_MASK | gdk::ModifierType::ALT_MASK;
            let piece = match key {
                gdk::Key::Delete | gdk::Key::KP_Delete | gdk::Key::BackSpace => None,
                _ => match key.to_unicode().and_then(piece_of_letter) {
                    Some(piece) => Some(piece),
                    None => return false,
                },
            };
            let point = editor.imp().board.focused_point();
            let point = point.filter(|_| !state.intersects(other));
            if let Some(point) = point {
                editor.edit(|draft| draft.put(point, piece));
            }
            point.is_some()
        })
    }

    /// Handles Escape: empties the hand, restores the FEN text, or closes the window, in this order.
    fn escape(&self) -> gtk::EventControllerKey {
        on_key(self, gtk::PropagationPhase::Capture, |editor, key, _| {
            if key != gdk::Key::Escape {
                return false;
            }
            let holds = editor.read(Draft::hand) != EditorHand::Empty;
            let wrong = editor.has_unread_text();
            if holds {
                editor.edit(|draft| {
                    draft.let_go();
                });
            } else if wrong {
                editor.refresh(false);
            } else {
                editor.close();
            }
            true
        })
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

/// Returns the piece for a key: the letters of a FEN, and those of other notations for horse, elephant and soldier. G
/// and M are left out, since not everybody reads them as advisor and elephant.
fn piece_of_letter(letter: char) -> Option<Piece> {
    let known = !matches!(letter.to_ascii_uppercase(), 'G' | 'M');
    Piece::from_fen_letter(letter).filter(|_| known)
}

// Shortcuts of actions must not collide with letters of pieces.
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_puts_a_piece_and_does_something_else() {
        for action in EditorAction::ALL {
            for key in action.plain_keys() {
                let mut letters = key.chars();
                let single = letters.next().filter(|_| letters.next().is_none());
                assert_eq!(single.and_then(piece_of_letter), None, "{key}");
            }
        }
        assert_eq!(
            Piece::all()
                .filter(|piece| piece_of_letter(piece.fen_letter()) == Some(*piece))
                .count(),
            14
        );
    }
}
