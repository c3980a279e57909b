//! The new game dialog: opponent, players, time control, and rules.

mod handicap_chooser;
mod opponent_chooser;
pub mod rules_chooser;
mod seating_chooser;
pub mod time_chooser;
pub mod time_entry;

use crate::game::GameTerms;
use crate::game::OpponentChoice;
use crate::rules::{BySide, Setup, Side};
use crate::ui::platform::settings::Settings;
use crate::ui::toolkit::actions::{shortcut, tell_key};
use crate::ui::toolkit::choices::set_switch_role;
use crate::ui::toolkit::naming;
use crate::ui::toolkit::prelude::*;
use opponent_chooser::OpponentChooser;
pub use opponent_chooser::OpponentKind;
use rules_chooser::RulesChooser;
use seating_chooser::SeatingChooser;
use time_chooser::TimeChooser;

mod imp {
    use super::*;

    template! {
        NewGame "/io/github/chuhe/Chuhe/ui/new_game.ui" {
            opponent: OpponentChooser,
            /// Whether the game begins from the position on the board.
            start_group: adw::PreferencesGroup,
            here_row: adw::ActionRow,
            here: gtk::Switch,
            /// Names of two people.
            players: adw::PreferencesGroup,
            red: adw::EntryRow,
            black: adw::EntryRow,
            swap: gtk::Button,
            time: TimeChooser,
            seating: SeatingChooser,
            rules: RulesChooser,
            scroll: gtk::ScrolledWindow,
            start: gtk::Button,
        } {
            /// Position from which the game may begin, instead of the first one of a game.
            position: RefCell<Option<Setup>>,
        }
    }

    class!(NewGame "XqNewGame" adw::Window, template with closes, |klass| {
        klass.install_action("new-game.start", None, |dialog, _, _| {
            dialog.emit_started();
            dialog.close();
        });
        klass.install_action("new-game.swap", None, |dialog, _, _| dialog.swap_names());
        let swap = gtk::NamedAction::new("new-game.swap");
        klass.add_shortcut(&shortcut(words::SWAP_KEY, swap));
    }; WidgetImpl WindowImpl AdwWindowImpl);

    impl ObjectImpl for NewGame {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            self.obj().name_entries();
            self.rules.keep_in_sight(&self.scroll);
            let handicap = self.rules.handicap_row();
            handicap.connect_expanded_notify(weak!(self.obj(), |dialog, _| dialog.name_sides()));
            self.opponent
                .connect_changed(weak!(self.obj(), |dialog, _| dialog.follow_opponent()));
            set_switch_role(&self.here_row, &self.here);
            self.here
                .connect_active_notify(weak!(self.obj(), |dialog, here| {
                    dialog
                        .imp()
                        .rules
                        .handicap_row()
                        .set_visible(!here.is_active());
                }));
            self.start.set_tooltip_text(Some(words::start_about()));
            tell_key(&*self.swap, words::SWAP_KEY);
            self.time
                .connect_changed(weak!(self.obj(), |dialog, _| dialog.check_time()));
            // Rows are opened with Space.
            activate_on_enter(self.obj().upcast_ref(), |dialog| {
                // An action that is disabled is not found.
                let _ = WidgetExt::activate_action(dialog, "new-game.start", None);
                true
            });
        }
    }
}

widget! {
    /// The new game dialog.
    NewGame Window
}

impl NewGame {
    /// Creates the dialog over a window, with the last terms and opponent.
    pub fn new(parent: &impl IsA<gtk::Window>, settings: &Settings) -> Self {
        let terms = settings.game_terms();
        let dialog = Self::over(parent);
        let imp = dialog.imp();
        for side in Side::ALL {
            dialog.name_row(side).set_text(&terms.names[side]);
        }
        imp.rules.choose(&terms);
        imp.time.choose(terms.time.as_ref());
        imp.time.choose_press(terms.clock_press);
        imp.seating.choose(terms.seating);
        imp.opponent
            .choose(&settings.opponent(), &settings.engine_labels());
        imp.start.grab_focus();
        dialog
    }

    /// Offers to begin from the position on the board.
    pub fn offer_start(&self, position: Setup) {
        let imp = self.imp();
        imp.position.replace(Some(position));
        self.follow_opponent();
    }

    /// Has the game begin from a position, and at this screen.
    pub fn set_start(&self, position: Setup) {
        self.imp().opponent.stay_here();
        self.imp().position.replace(Some(position));
        self.imp().here.set_active(true);
    }

    /// Has the game begin from a position against the computer, the person to move first.
    pub fn play_out(&self, position: Setup, settings: &Settings) {
        let choice = OpponentChoice {
            computer: true,
            side: Some(position.turn),
            ..settings.opponent()
        };
        self.imp()
            .opponent
            .choose(&choice, &settings.engine_labels());
        self.set_start(position);
        self.follow_opponent();
    }

    /// Position from which the game begins; `None` if that is the first one of a game, or of its handicap.
    pub fn start(&self) -> Option<Setup> {
        let imp = self.imp();
        imp.position
            .borrow()
            .clone()
            .filter(|_| imp.here.is_active())
    }

    /// Shows what has to be chosen for a game with this opponent.
    fn follow_opponent(&self) {
        let imp = self.imp();
        let kind = self.opponent_kind();
        let names_both = matches!(kind, OpponentKind::Here | OpponentKind::ByLetter);
        imp.players.set_visible(names_both);
        imp.time.set_visible(kind != OpponentKind::ByLetter);
        imp.seating.set_visible(kind == OpponentKind::Here);
        imp.time.offer_hand(kind == OpponentKind::Here);
        let has_position = imp.position.borrow().is_some();
        imp.start_group
            .set_visible(has_position && kind != OpponentKind::FarAway);
        self.name_sides();
    }

    fn name_entries(&self) {
        for side in Side::ALL {
            let row = self.name_row(side);
            row.connect_changed(weak!(self, |dialog, _| dialog.name_sides()));
            naming::expose_entry(row, &words::name_field(side));
        }
    }

    /// Lets a game begin unless its time control is invalid, which the entry explains.
    fn check_time(&self) {
        let imp = self.imp();
        let fault = imp.time.control().err().map(words::time_control_error);
        self.action_set_enabled("new-game.start", fault.is_none());
        let about = fault.as_deref().unwrap_or_else(|| words::start_about());
        set_tooltip(&*imp.start, Some(about));
    }

    /// Passes the names of the sides to the rows for choosing a side, once they are visible.
    fn name_sides(&self) {
        let handicap = self.imp().rules.handicap_row();
        if handicap.is_expanded() {
            handicap.name_sides(&self.names());
        }
    }

    /// Swaps the sides of the players.
    fn swap_names(&self) {
        let [red, black] = Side::ALL.map(|side| self.name_row(side).text());
        self.name_row(Side::Red).set_text(&black);
        self.name_row(Side::Black).set_text(&red);
    }

    fn name_row(&self, side: Side) -> &adw::EntryRow {
        match side {
            Side::Red => &self.imp().red,
            Side::Black => &self.imp().black,
        }
    }

    /// The chosen kind of opponent.
    pub fn opponent_kind(&self) -> OpponentKind {
        self.imp().opponent.kind()
    }

    /// The chosen opponent at this screen.
    pub fn opponent(&self) -> OpponentChoice {
        self.imp().opponent.choice()
    }

    /// Current choice; `own` is the person’s side against the computer.
    pub fn terms(&self, own: Side) -> GameTerms {
        let imp = self.imp();
        let terms = GameTerms {
            names: self.written_names(),
            time: imp.time.control().ok().flatten(),
            clock_press: imp.time.press(),
            seating: imp.seating.seating(),
            ..imp.rules.terms()
        };
        let handicap = terms.handicap.filter(|_| !imp.here.is_active());
        let terms = GameTerms { handicap, ..terms };
        self.opponent().applied(terms, own, words::computer_name)
    }

    /// Names of the sides, as far as they are known.
    fn names(&self) -> BySide<String> {
        let choice = self.opponent();
        match choice.side {
            None if choice.computer => BySide::default(),
            own => self.terms(own.unwrap_or(Side::Red)).names,
        }
    }

    /// The entered names; empty for the default name of a side.
    fn written_names(&self) -> BySide<String> {
        BySide::new(|side| words::given_name(side, &self.name_row(side).text()).to_owned())
    }

    signals! {
        "started" connect_started emit_started;
    }
}
