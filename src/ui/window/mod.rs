//! The window: shows a [`Session`], and turns the signals of its parts into commands for it.

mod about;
mod actions;
mod analysis;
mod book;
mod clock;
mod computer;
mod drawing;
mod ending;
mod guess;
mod layout;
mod main_menu;
mod new_game;
mod play;
mod preferences;
mod reading;
mod refresh;
mod remote;
mod review;
mod seats;
mod start;
mod tabbing;
mod title;
mod typing;
mod variations;

use crate::files::disk;
use crate::game::Command;
use crate::ui::board::board_view::PrerenderedBoard;
use crate::ui::flows::{FlowState, Flows};
use crate::ui::platform::settings::Settings;
use crate::ui::session::Session;
use crate::ui::toolkit::actions::{call, shortcut};
use crate::ui::toolkit::naming;
use crate::ui::toolkit::prelude::*;

mod imp {
    use super::book::Book;
    use super::guess::Guess;
    use super::layout::CardPlaces;
    use super::main_menu::MainMenu;
    use super::remote::Connection;
    use super::review::KnownCurve;
    use super::start::StartQuestion;
    use super::title::HeaderTitle;
    use super::*;
    use crate::engine::Advice;
    use crate::rules::Move;
    use crate::scene::{Draft, View};
    use crate::ui::bars::bar_slot::BarSlot;
    use crate::ui::bars::end_card::EndCard;
    use crate::ui::bars::pause_page::PausePage;
    use crate::ui::bars::ruling_banner::RulingBanner;
    use crate::ui::bars::status_line::StatusLine;
    use crate::ui::bars::typing_bar::TypingBar;
    use crate::ui::board::board_view::BoardView;
    use crate::ui::board::evaluation_bar::EvaluationBar;
    use crate::ui::dialogs::details::Details;
    use crate::ui::dialogs::editor::Editor;
    use crate::ui::dialogs::help::HelpWindow;
    use crate::ui::dialogs::match_window::MatchWindow;
    use crate::ui::dialogs::new_game::NewGame;
    use crate::ui::dialogs::preferences::PreferencesDialog;
    use crate::ui::dialogs::remote::RemoteDialog;
    use crate::ui::panel::analysis::Analysis;
    use crate::ui::panel::clock_bar::ClockBar;
    use crate::ui::panel::offer_bar::OfferBar;
    use crate::ui::panel::player_card::PlayerCard;
    use crate::ui::panel::review_section::ReviewSection;
    use crate::ui::panel::side_panel::SidePanel;
    use crate::ui::platform::sounds::Sounds;

    /// Parts around the board, each created on first use.
    #[derive(Debug, Default)]
    pub struct Bars {
        pub(super) ruling: OnceCell<RulingBanner>,
        pub(super) offer: OnceCell<OfferBar>,
        /// Place of an offer while no card is shown.
        pub(super) offer_line: OnceCell<gtk::Box>,
        pub(super) clock: OnceCell<ClockBar>,
        pub(super) pause: OnceCell<PausePage>,
        pub(super) ending: OnceCell<EndCard>,
        pub(super) analysis: OnceCell<Analysis>,
        pub(super) evaluation: OnceCell<EvaluationBar>,
        pub(super) review: OnceCell<ReviewSection>,
    }

    /// Open dialogs, and state kept for the next ones.
    #[derive(Debug, Default)]
    pub struct Dialogs {
        pub(super) help: glib::WeakRef<HelpWindow>,
        pub(super) course: glib::WeakRef<HelpWindow>,
        pub(super) remote: glib::WeakRef<RemoteDialog>,
        pub(super) new_game: glib::WeakRef<NewGame>,
        pub(super) details: glib::WeakRef<Details>,
        pub(super) match_window: glib::WeakRef<MatchWindow>,
        pub(super) editor: glib::WeakRef<Editor>,
        /// Draft of the editor, kept while the program runs.
        pub(super) draft: Rc<RefCell<Draft>>,
        pub(super) preferences: glib::WeakRef<PreferencesDialog>,
    }

    template! {
        Window "/io/github/chuhe/Chuhe/ui/window.ui" {
            toasts: adw::ToastOverlay,
            window_title: adw::WindowTitle,
            start_buttons: adw::Squeezer,
            end_buttons: adw::Squeezer,
            flap: adw::Flap,
            /// The table, and over it the card of the end.
            stage: gtk::Overlay,
            /// The table with what lies over it during a game.
            tabletop: gtk::Overlay,
            /// The board with the parts above and below it.
            table: gtk::Box,
            board: BoardView,
            status: StatusLine,
            /// Place of the bars below the board.
            slot: BarSlot,
            panel: SidePanel,
            panel_button: gtk::ToggleButton,
            pause_button: gtk::Button,
            menu: MainMenu,
        } {
            session: Rc<Session>,
            settings: OnceCell<Rc<Settings>>,
            /// Never borrowed across calls that may refresh the window.
            view: RefCell<View>,
            bars: Bars,
            book: Book,
            guess: Guess,
            dialogs: Dialogs,
            title: HeaderTitle,
            top_card: PlayerCard,
            bottom_card: PlayerCard,
            places: CardPlaces,
            /// Curve of the game on the board.
            curve: KnownCurve,
            memory: Rc<FlowState>,
            typing: TypingBar,
            /// Line of the hint that is given.
            hint: RefCell<Option<Advice>>,
            /// Moves of the analysis that have arrows on the board.
            advised: RefCell<Vec<Move>>,
            sounds: Sounds,
            start_question: StartQuestion,
            toast: RefCell<Option<adw::Toast>>,
            /// Tooltip of the button of the side panel while nothing in it is unread.
            panel_about: OnceCell<String>,
            connection: Connection,
        }
    }

    class!(Window "XqWindow" adw::ApplicationWindow, template; ApplicationWindowImpl AdwApplicationWindowImpl);

    impl ObjectImpl for Window {
        fn constructed(&self) {
            self.parent_constructed();
            let window = self.obj();
            window.add_actions();
            window.connect_parts();
            window.add_drop_target();
        }
    }

    impl WidgetImpl for Window {
        fn size_allocate(&self, width: i32, height: i32, baseline: i32) {
            self.obj().widen_panel(width, height);
            self.parent_size_allocate(width, height, baseline);
            self.obj().note_room(height);
        }

        fn focus(&self, direction: gtk::DirectionType) -> bool {
            let is_tab = matches!(
                direction,
                gtk::DirectionType::TabForward | gtk::DirectionType::TabBackward
            );
            let moved = is_tab.then(|| self.obj().tab(direction)).flatten();
            moved.unwrap_or_else(|| self.parent_focus(direction))
        }
    }

    impl WindowImpl for Window {
        fn close_request(&self) -> glib::Propagation {
            let window = self.obj();
            window.leave();
            if self.session.is_restorable() || !window.state().unsaved {
                return self.parent_close_request();
            }
            window.set_visible(true);
            window.close_after_asking();
            glib::Propagation::Stop
        }
    }
}

glib::wrapper! {
    /// The window.
    pub struct Window(ObjectSubclass<imp::Window>)
        @extends adw::ApplicationWindow, gtk::ApplicationWindow, gtk::Window, gtk::Widget,
        @implements gio::ActionGroup, gio::ActionMap, gtk::Buildable,
            gtk::ConstraintTarget, gtk::Native, gtk::Root, gtk::ShortcutManager;
}

impl Window {
    /// Creates a window with the game of the last run. The board may have been drawn already.
    pub(super) fn new(
        app: &impl IsA<gtk::Application>,
        settings: Rc<Settings>,
        ahead: Option<PrerenderedBoard>,
    ) -> Self {
        let window: Self = glib::Object::builder().property("application", app).build();
        once(&window.imp().settings, settings);
        if let Some(ahead) = ahead {
            window.imp().board.set_prerendered(ahead);
        }
        window.add_choices();
        window.add_seats();
        window.restore_size();
        window.follow_preferences();
        window.follow_session();
        window.restore_session();
        window.watch_connection();
        window.watch_visibility();
        window.await_first_frame();
        window.tell_broken_preferences();
        window.tell_shown_names();
        naming::name_main_window(&window);
        if !window.is_paused() {
            window.imp().board.grab_focus();
        }
        window
    }

    fn session(&self) -> &Rc<Session> {
        &self.imp().session
    }

    fn settings(&self) -> &Rc<Settings> {
        self.imp()
            .settings
            .get()
            .expect("a window has its settings")
    }

    /// Returns the flows over this window.
    pub(super) fn flows(&self) -> Flows {
        let imp = self.imp();
        Flows::new(self, &imp.session, self.settings(), &imp.memory)
    }

    /// Starts a flow.
    fn start<T: 'static>(&self, flow: impl AsyncFnOnce(Flows) -> T + 'static) {
        self.flows().start(flow);
    }

    /// Opens a file; the game on the board stays if that fails.
    pub fn open_file(&self, file: gio::File) {
        self.open_files(vec![file]);
    }

    /// Opens files, the games of several in one list.
    pub fn open_files(&self, files: Vec<gio::File>) {
        if let Some(files) = self.imp().start_question.hold(files) {
            self.start(async move |flows| flows.open_all(files, None).await);
        }
    }

    /// Accepts dropped files and texts.
    fn add_drop_target(&self) {
        let kinds = [gdk::FileList::static_type(), glib::Type::STRING];
        let target = gtk::DropTarget::new(glib::Type::INVALID, gdk::DragAction::COPY);
        target.set_types(&kinds);
        target.connect_drop(glib::clone!(
            #[weak(rename_to = window)]
            self,
            #[upgrade_or]
            false,
            move |_, value, _, _| {
                // A move in a text would go into the game.
                let is_free = !window.is_guessing() || !value.is::<String>();
                !window.is_starting() && is_free && window.flows().take_dropped(value)
            }
        ));
        self.add_controller(target);
    }

    /// Connects the signals of the parts.
    fn connect_parts(&self) {
        let imp = self.imp();
        let buttons = [&*imp.start_buttons, &*imp.end_buttons];
        imp.title.set_parts(&imp.window_title, buttons);
        imp.board
            .connect_point_pressed(weak!(self, |window, _, point| window.press(point)));
        imp.board
            .connect_piece_dropped(weak!(self, |window, _, drag| window.drop_piece(drag)));
        imp.board.enable_drawing();
        imp.board
            .connect_drawn(weak!(self, |window, _, stroke| window.draw(stroke)));
        imp.board
            .connect_cancelled(weak!(self, |window, _| window.let_go()));
        for card in [&imp.top_card, &imp.bottom_card] {
            card.connect_renamed(weak!(self, |window, card| window.rename(card)));
            card.connect_pressed(weak!(self, |window, _| window.dispatch(Command::Press)));
            card.connect_given_time(weak!(self, |window, card| {
                if let Some(side) = card.side() {
                    window.dispatch(Command::GiveTime(side));
                }
            }));
        }
        imp.places.add(
            (&imp.table, &imp.tabletop, imp.panel.upcast_ref()),
            [&imp.top_card, &imp.bottom_card],
        );
        imp.bottom_card.give_access_keys();
        self.connect_moves();
        self.connect_chat();
        self.connect_clock();
        self.connect_typing();
        imp.menu
            .connect_focus_lost(weak!(self, |window, _| window.focus_board()));
    }

    /// Connects the list of moves and the comment below it.
    fn connect_moves(&self) {
        let panel = &self.imp().panel;
        let (moves, comment) = (panel.moves(), panel.comment());
        let source = weak!(self, |window, read: &mut dyn FnMut(&crate::game::Game)| {
            read(&window.state().game);
        });
        moves.set_source(source);
        moves.connect_chosen(weak!(self, |window, _, node| window.show_listed(node)));
        moves.connect_pointed(weak!(self, |window, _, node| window.show_pointed(node)));
        comment.connect_edited(weak!(self, |window, _| window.take_comment()));
        comment.connect_refused(weak!(self, |window, _| {
            window.session().remark_refused(words::comment_full());
        }));
        comment.connect_left(weak!(self, |window, comment| {
            window.session().save_pending();
            if comment.on() != Some(window.state().game.shown()) {
                // A refresh within the change of focus would be one within a refresh.
                glib::idle_add_local_once(weak!(window, |window| window.refresh_comment()));
            }
        }));
        comment.connect_done(weak!(self, |window, _| {
            window.imp().board.grab_focus();
        }));
        moves.add_controller(self.escape());
        panel.welcome().add_controller(self.escape());
    }

    /// Returns the focus to the board with Escape, from wherever nothing else handles it.
    pub(super) fn escape(&self) -> gtk::ShortcutController {
        let leave = call(self, |window| {
            window.focus_board();
            true
        });
        let keys = gtk::ShortcutController::new();
        keys.add_shortcut(shortcut("Escape", leave));
        keys
    }

    pub(super) fn toggle_panel(&self) {
        let flap = &self.imp().flap;
        let is_shown = !flap.reveals_flap();
        flap.set_reveal_flap(is_shown);
        self.announce(Importance::Answer, words::sidebar(is_shown));
    }

    /// Flushes all pending writes to the disk.
    pub(super) fn leave(&self) {
        self.finish_names();
        self.remember_size();
        if self.session().is_restorable() {
            // Nobody has to watch a slow disk.
            self.set_visible(false);
            WidgetExt::display(self).flush();
        }
        self.session().flush(disk::END_WAIT);
        if let Some(remote) = self.session().inviting_game() {
            remote.suspend_router();
        }
    }
}
