//! The window: holds the sitting, and puts its parts together.

mod about;
mod actions;
mod aids;
mod arranging;
mod choices;
mod choose;
mod clock;
mod contest;
mod document;
mod exchange;
mod keeping;
mod opening;
mod picture;
mod play;
mod preferences;
mod printing;
mod reading;
mod refresh;
mod replay;
mod ruling;
mod seating;
mod seats;
mod shelf;
mod size;
mod sound;
mod tabbing;
mod table;
mod typing;
mod variations;

use crate::ui::board::board_view::InkAhead;
use crate::ui::platform::settings::Settings;
use crate::ui::toolkit::naming;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{gio, glib};
use std::rc::Rc;
use std::sync::Arc;

/// Which game is on the board, and which of its states. What was asked about one must not befall another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Moment {
    game: u64,
    edit: u64,
}

impl Moment {
    const fn next_game(self) -> Self {
        Self {
            game: self.game + 1,
            edit: 0,
        }
    }

    const fn next_edit(self) -> Self {
        Self {
            edit: self.edit + 1,
            ..self
        }
    }

    const fn is_same_game(self, other: Self) -> bool {
        self.game == other.game
    }
}

mod imp {
    use super::keeping::Pending;
    use super::printing::Printer;
    use super::typing::Typing;
    use super::*;
    use crate::game::Trail;
    use crate::game::clock::LowTime;
    use crate::game::{Matches, Pause, Sitting, Turning};
    use crate::rules::{IllegalMove, Move};
    use crate::scene::{Draft, Selection};
    use crate::ui::bars::offer_bar::OfferBar;
    use crate::ui::bars::pause_page::PausePage;
    use crate::ui::bars::ruling_banner::RulingBanner;
    use crate::ui::board::board_view::BoardView;
    use crate::ui::dialogs::browser::{Browser, Shelf};
    use crate::ui::dialogs::details::Details;
    use crate::ui::dialogs::editor::Editor;
    use crate::ui::dialogs::match_window::MatchWindow;
    use crate::ui::dialogs::new_game::NewGame;
    use crate::ui::dialogs::preferences::Preferences;
    use crate::ui::panel::clock_bar::ClockBar;
    use crate::ui::panel::comment_box::CommentBox;
    use crate::ui::panel::move_list::MoveList;
    use crate::ui::panel::notation_switch::NotationSwitch;
    use crate::ui::panel::player_card::PlayerCard;
    use crate::ui::platform::sounds::Sounds;
    use crate::ui::session::keeper::Keeper;
    use crate::ui::toolkit::turned::Turned;
    use crate::words::status::Remark;
    use std::cell::{Cell, OnceCell, RefCell};

    #[derive(Debug, Default, gtk::CompositeTemplate)]
    #[template(resource = "/io/github/chuhe/Chuhe/ui/window.ui")]
    pub struct Window {
        #[template_child]
        pub(super) toasts: TemplateChild<adw::ToastOverlay>,
        #[template_child]
        pub(super) title: TemplateChild<adw::WindowTitle>,
        #[template_child]
        pub(super) flap: TemplateChild<adw::Flap>,
        /// The board and what lies above and below it.
        #[template_child]
        pub(super) table: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) board: TemplateChild<BoardView>,
        #[template_child]
        pub(super) status: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) status_label: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) status_button: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) top_card: TemplateChild<PlayerCard>,
        #[template_child]
        pub(super) bottom_card: TemplateChild<PlayerCard>,
        /// Where the cards are in the side panel.
        #[template_child]
        pub(super) top_place: TemplateChild<adw::Bin>,
        #[template_child]
        pub(super) bottom_place: TemplateChild<adw::Bin>,
        /// Where they are across the table: above the board, facing the far player, and below it.
        #[template_child]
        pub(super) far_seat: TemplateChild<adw::Clamp>,
        #[template_child]
        pub(super) far_place: TemplateChild<Turned>,
        #[template_child]
        pub(super) near_seat: TemplateChild<adw::Clamp>,
        #[template_child]
        pub(super) notations: TemplateChild<NotationSwitch>,
        #[template_child]
        pub(super) moves: TemplateChild<MoveList>,
        #[template_child]
        pub(super) comment: TemplateChild<CommentBox>,
        #[template_child]
        pub(super) pause_button: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) menu_button: TemplateChild<gtk::MenuButton>,
        /// Focus before its menu was opened.
        pub(super) focus_before_menu: glib::WeakRef<gtk::Widget>,
        #[template_child]
        pub(super) primary_menu: TemplateChild<gio::Menu>,
        #[template_child]
        pub(super) recent_menu: TemplateChild<gio::Menu>,
        /// Read and changed by [`super::Window::sitting`] and [`super::Window::change`] only.
        pub(super) sitting: RefCell<Arc<Sitting>>,
        pub(super) matches: RefCell<Matches>,
        /// Whether there is anything in them that no file has.
        pub(super) new_matches: Cell<bool>,
        pub(super) selection: Cell<Selection>,
        /// Line to step forward along.
        pub(super) trail: Cell<Trail>,
        /// The move that was refused last, until something else happens.
        pub(super) refused: Cell<Option<(Move, IllegalMove)>>,
        /// Remark in the status line until something else happens.
        pub(super) remark: RefCell<Option<Remark>>,
        /// Last announcement about the shown position.
        pub(super) said: RefCell<String>,
        /// Whether the session must not be written: one that cannot be read, or another run’s, lies in its place.
        pub(super) keeps_nothing: Cell<bool>,
        /// Whether the last attempt to write the session failed.
        pub(super) unkept: Cell<bool>,
        /// The session that will be written before long.
        pub(super) pending: RefCell<Option<Pending>>,
        pub(super) moment: Cell<Moment>,
        /// How many files were asked for so far; only the last one is put on the board.
        pub(super) opening: Cell<u64>,
        pub(super) toast: RefCell<Option<adw::Toast>>,
        pub(super) help: glib::WeakRef<adw::Window>,
        /// Made when the arbiter first rules.
        pub(super) ruling: OnceCell<RulingBanner>,
        /// Made when somebody first asks for something.
        pub(super) offer: OnceCell<(Turned, OfferBar)>,
        /// Both made when they are first needed.
        pub(super) clock_bar: OnceCell<ClockBar>,
        pub(super) pause_page: OnceCell<PausePage>,
        /// Why the game is paused, if it was since it is on the board.
        pub(super) pause: Cell<Option<Pause>>,
        /// When the clock will look different; nothing while it stands still.
        pub(super) clock_timer: RefCell<Option<glib::SourceId>>,
        /// Which side has been warned that its time runs out.
        pub(super) low_time: Cell<LowTime>,
        pub(super) sounds: Sounds,
        /// Side by side: which side the board was turned to last, and when it has to turn again.
        pub(super) turning: Cell<Turning>,
        pub(super) turn_timer: RefCell<Option<glib::SourceId>>,
        /// Whether the cards have room for everything in one line across the table.
        pub(super) is_roomy: Cell<bool>,
        /// The width up to which a window has no room for captured pieces beside the names there.
        pub(super) cramped: Cell<i32>,
        pub(super) new_game: glib::WeakRef<NewGame>,
        pub(super) details: glib::WeakRef<Details>,
        pub(super) match_window: glib::WeakRef<MatchWindow>,
        pub(super) editor: glib::WeakRef<Editor>,
        /// Arrangement in the editor, kept while the program runs.
        pub(super) draft: Rc<RefCell<Draft>>,
        pub(super) browser: glib::WeakRef<Browser>,
        pub(super) preferences: glib::WeakRef<Preferences>,
        /// Preferences before a reset, while that can be undone.
        pub(super) before_reset: RefCell<Option<crate::ui::platform::settings::Preferences>>,
        /// The file of many games that the one on the board is from, once it was read.
        pub(super) shelf: RefCell<Option<Shelf>>,
        pub(super) printer: Printer,
        pub(super) typing: Typing,
        pub(super) keeper: Keeper,
        pub(super) settings: OnceCell<Rc<Settings>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Window {
        const NAME: &'static str = "XqWindow";
        type Type = super::Window;
        type ParentType = adw::ApplicationWindow;

        fn class_init(klass: &mut Self::Class) {
            klass.bind_template();
        }

        fn instance_init(object: &glib::subclass::InitializingObject<Self>) {
            object.init_template();
        }
    }

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
            self.parent_size_allocate(width, height, baseline);
            self.obj().note_room();
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
            let safe = !self.keeps_nothing.get() && !self.unkept.get();
            if safe || !window.sitting().unsaved {
                return self.parent_close_request();
            }
            window.close_after_asking();
            glib::Propagation::Stop
        }
    }

    impl ApplicationWindowImpl for Window {}
    impl AdwApplicationWindowImpl for Window {}
}

glib::wrapper! {
    /// The window.
    pub struct Window(ObjectSubclass<imp::Window>)
        @extends adw::ApplicationWindow, gtk::ApplicationWindow, gtk::Window, gtk::Widget,
        @implements gio::ActionGroup, gio::ActionMap, gtk::Buildable,
            gtk::ConstraintTarget, gtk::Native, gtk::Root, gtk::ShortcutManager;
}

impl Window {
    /// A window that shows the game of the last run. The board may have been drawn already.
    pub(super) fn new(
        app: &impl IsA<gtk::Application>,
        settings: Rc<Settings>,
        ahead: Option<InkAhead>,
    ) -> Self {
        let window: Self = glib::Object::builder().property("application", app).build();
        let fresh = window.imp().settings.set(settings);
        debug_assert!(fresh.is_ok(), "a new window has no settings yet");
        if let Some(ahead) = ahead {
            window.imp().board.set_ink_ahead(ahead);
        }
        window.add_choices();
        window.add_seats();
        window.restore_size();
        window.take_preferences();
        window.take_up();
        window.tell_broken_preferences();
        if !window.is_paused() {
            window.imp().board.grab_focus();
        }
        window
    }

    fn settings(&self) -> &Settings {
        self.imp()
            .settings
            .get()
            .expect("a window has its settings")
    }

    /// Turns the signals of the parts into what the players mean by them.
    fn connect_parts(&self) {
        let imp = self.imp();
        imp.board.connect_point_pressed(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |_, point| window.press(point)
        ));
        imp.board.connect_piece_dropped(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |_, drag| window.drop_piece(drag)
        ));
        imp.board.connect_cancelled(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |_| window.let_go()
        ));
        for card in [&imp.top_card, &imp.bottom_card] {
            card.connect_renamed(glib::clone!(
                #[weak(rename_to = window)]
                self,
                move |card| window.rename(card)
            ));
        }
        imp.bottom_card.give_access_keys();
        self.connect_moves();
        self.connect_clock();
        self.connect_typing();
        // A menu costs more time than all the rest of the header, so it is made when it is first opened.
        imp.menu_button.set_create_popup_func(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |button| {
                let focus = GtkWindowExt::focus(&window);
                window.imp().focus_before_menu.set(focus.as_ref());
                window.list_recent_files();
                if button.menu_model().is_none() {
                    button.set_menu_model(Some(&*window.imp().primary_menu));
                    window.keep_focus_after(button);
                    button.popover().iter().for_each(naming::name_menu);
                }
            }
        ));
    }

    /// The list of moves and the comment below it.
    fn connect_moves(&self) {
        let imp = self.imp();
        let window = self.downgrade();
        imp.moves.set_source(move |read| {
            if let Some(window) = window.upgrade() {
                read(&window.sitting().game);
            }
        });
        imp.moves.connect_chosen(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |_, node| window.show_listed(node)
        ));
        imp.moves.connect_pointed(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |_, node| window.show_pointed(node)
        ));
        imp.comment.connect_edited(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |_| window.take_comment()
        ));
        imp.comment.connect_left(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |_| window.keep_pending()
        ));
        imp.comment.connect_done(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |_| {
                window.imp().board.grab_focus();
            }
        ));
    }

    pub(super) fn toggle_panel(&self) {
        let flap = &self.imp().flap;
        flap.set_reveal_flap(!flap.reveals_flap());
    }

    /// Has everything on the disk that belongs there.
    pub(super) fn leave(&self) {
        self.finish_names();
        self.remember_size();
        self.keep_pending();
        self.imp().keeper.settle();
    }

    /// Closes the window, which ends the program; the game on the board is kept.
    pub(super) fn quit(&self) {
        self.close();
    }
}
