//! A game with a friend far away: one invites, and the other joins. A step is a page.

mod code_page;
mod invite_page;
mod join_page;
mod waiting_page;

use crate::game::GameTerms;
use crate::remote::{FoundGame, FriendsLine, HostError, HostTerms, InvitationAnswer};
use crate::remote::{InvitationError, Invited, JoinTarget, MAX_WRONG_CODES, NAME_LENGTH};
use crate::remote::{RemoteChoice, tidy};
use crate::rules::Side;
use crate::ui::session::Timer;
use crate::ui::session::remote::{Reach, UnfinishedMatch};
use crate::ui::toolkit::actions::tell_key;
use crate::ui::toolkit::ask::tell;
use crate::ui::toolkit::naming;
use crate::ui::toolkit::prelude::*;
use code_page::CodePage;
use invite_page::InvitePage;
use join_page::{JoinPage, JoinText};
use waiting_page::WaitingPage;

/// Time for the host to answer before another way is shown.
const ANSWER_DELAY: Duration = Duration::from_secs(3);
const BACK_KEY: &str = "<Alt>Left";

/// A step of the dialog.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum RemotePage {
    #[default]
    Start,
    Invite,
    AskingRouter,
    Waiting,
    Join,
    Code,
    Calling,
}

impl RemotePage {
    const fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Invite => "invite",
            Self::Waiting => "waiting",
            Self::Join => "join",
            Self::Code => "code",
            // The same page with another sentence.
            Self::Calling | Self::AskingRouter => "calling",
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::Start => words::remote_title(),
            Self::Invite | Self::AskingRouter => words::invite_title(),
            Self::Waiting => words::waiting_title(),
            Self::Join => words::join_title(),
            Self::Code => words::code_title(),
            Self::Calling => words::calling_title(),
        }
    }
}

/// The host whose code is asked for.
#[derive(Debug, Default)]
struct CodeQuestion {
    game: Option<FoundGame>,
    wrong: u8,
}

mod imp {
    use super::*;

    template! {
        RemoteDialog "/io/github/chuhe/Chuhe/ui/remote.ui" {
            back: gtk::Button,
            heading: adw::WindowTitle,
            scroll: gtk::ScrolledWindow,
            names: adw::PreferencesGroup,
            name: adw::EntryRow,
            pages: gtk::Stack,
            to_invite: adw::ActionRow,
            unfinished: adw::PreferencesGroup,
            invite_page: InvitePage,
            waiting_page: WaitingPage,
            join_page: JoinPage,
            code_page: CodePage,
            /// The event that is awaited.
            calling: gtk::Label,
            stop: gtk::Button,
            /// The answer to the invitation, for a host who is not reached.
            answer: adw::PreferencesGroup,
            answer_line: gtk::Label,
            copy_answer: gtk::Button,
            tried: gtk::Label,
            bottom: gtk::Box,
            /// Summary of the game, or the reason it cannot begin.
            to_begin: gtk::Label,
            invite: gtk::Button,
            /// Alternatives while the friend does not come.
            ways: gtk::FlowBox,
            ways_letter: gtk::FlowBoxChild,
        } {
            page: Cell<RemotePage>,
            /// Enter out of habit after the sixth digit, which joins by itself.
            habit: KeyGuard,
            reach: Cell<Reach>,
            asked: RefCell<CodeQuestion>,
            /// The host to join.
            target: RefCell<Option<JoinTarget>>,
            answer_delay: Timer,
            /// The unfinished game that was chosen.
            chosen_match: RefCell<Option<UnfinishedMatch>>,
        }
    }

    class!(RemoteDialog "XqRemoteDialog" adw::Window, template with closes, |klass| {
        klass.install_action("remote.to-invite", None, |dialog, _, _| dialog.go_named(RemotePage::Invite));
        klass.install_action("remote.to-join", None, |dialog, _, _| dialog.go_named(RemotePage::Join));
        klass.install_action("remote.back", None, |dialog, _, _| dialog.go_back());
        klass.install_action("remote.invite", None, |dialog, _, _| dialog.emit_invited());
        klass.install_action("remote.join", None, |dialog, _, _| dialog.join_as_written());
        klass.install_action("remote.letter", None, |dialog, _, _| dialog.emit_letter());
        klass.install_action("remote.copy", None, |dialog, _, _| dialog.copy_line());
        klass.install_action("remote.copy-answer", None, |dialog, _, _| dialog.copy_answer());
        klass.add_binding_action(gdk::Key::Left, gdk::ModifierType::ALT_MASK, "remote.back");
    }; WidgetImpl AdwWindowImpl);

    impl ObjectImpl for RemoteDialog {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            self.obj().connect_parts();
        }
    }

    impl WindowImpl for RemoteDialog {
        fn close_request(&self) -> glib::Propagation {
            self.join_page.stop_search();
            self.obj().emit_given_up();
            self.parent_close_request()
        }
    }
}

widget! {
    /// The dialog of a game with a friend far away.
    RemoteDialog Window
}

impl RemoteDialog {
    /// Creates the dialog over a window, with the last terms and the last choices.
    pub fn new(
        parent: &impl IsA<gtk::Window>,
        terms: &GameTerms,
        known: &RemoteChoice,
        reach: Reach,
    ) -> Self {
        let dialog = Self::over(parent);
        let imp = dialog.imp();
        imp.reach.set(reach);
        imp.name.set_text(&likely_name(terms, known));
        imp.invite_page.choose(terms, known);
        dialog.go(RemotePage::Start);
        dialog
    }

    fn connect_parts(&self) {
        let imp = self.imp();
        tell_key(&*imp.back, BACK_KEY);
        imp.invite_page.keep_in_sight(&imp.scroll);
        naming::expose_entry(&imp.name, &words::without_key(&imp.name.title()));
        imp.name
            .connect_changed(|name| name.remove_css_class("error"));
        imp.name
            .connect_entry_activated(weak!(self, |dialog, _| dialog.leave_name()));
        imp.invite_page
            .connect_changed(weak!(self, |dialog, _| dialog.tell_game()));
        imp.join_page
            .connect_changed(weak!(self, |dialog, _| dialog.check_text()));
        imp.join_page
            .connect_picked(weak!(self, |dialog, _| dialog.join_picked()));
        imp.waiting_page
            .connect_answered(weak!(self, |dialog, _| dialog.emit_answered()));
        imp.code_page
            .connect_complete(weak!(self, |dialog, _| dialog.join_by_code()));
        activate_on_enter(self.upcast_ref(), |dialog| {
            let dialog = dialog.downcast_ref::<Self>();
            // An action that is disabled is not found.
            dialog.is_some_and(|dialog| {
                dialog.imp().page.get() == RemotePage::Invite
                    && WidgetExt::activate_action(dialog, "remote.invite", None).is_ok()
            })
        });
        imp.habit.watch(self, is_enter);
        // A page that is not shown yet takes no focus.
        self.connect_map(Self::focus_first);
        self.tell_game();
    }

    /// Shows a page, and says its title.
    fn go(&self, page: RemotePage) {
        let imp = self.imp();
        let before = imp.page.replace(page);
        if before == RemotePage::Join && page != RemotePage::Join {
            imp.join_page.stop_search();
        }
        if page != RemotePage::Calling {
            self.hide_answer();
        }
        if before == RemotePage::Waiting && page != RemotePage::Waiting {
            imp.waiting_page.stop_waiting();
        }
        imp.names
            .set_visible(matches!(page, RemotePage::Start | RemotePage::Join));
        imp.bottom.set_visible(page == RemotePage::Invite);
        imp.ways.set_visible(page == RemotePage::Waiting);
        imp.tried.set_visible(false);
        imp.back.set_visible(page != RemotePage::Start);
        self.action_set_enabled("remote.back", page != RemotePage::Start);
        if page == RemotePage::AskingRouter {
            imp.calling.set_text(words::asking_router());
            imp.stop.set_tooltip_text(Some(words::stop_inviting()));
        } else if page == RemotePage::Calling {
            imp.calling.set_text(words::calling_friend());
            imp.stop.set_tooltip_text(Some(words::stop_calling()));
        }
        imp.pages.set_visible_child_name(page.name());
        imp.scroll.vadjustment().set_value(0.0);
        imp.heading.set_title(page.title());
        if before != page {
            let told = match page {
                RemotePage::AskingRouter => words::asking_router(),
                _ => page.title(),
            };
            announce(self, Importance::State, told);
        }
        if page == RemotePage::Join {
            self.check_text();
            imp.join_page.start_search(imp.reach.get());
        }
        self.focus_first();
        let button = match page {
            RemotePage::Invite => Some(imp.invite.get()),
            RemotePage::Join => Some(imp.join_page.button()),
            _ => None,
        };
        self.set_default_widget(button.as_ref());
    }

    /// Focuses what comes first on the page.
    fn focus_first(&self) {
        let imp = self.imp();
        let first: &gtk::Widget = match imp.page.get() {
            RemotePage::Start | RemotePage::Join if self.name().is_empty() => imp.name.upcast_ref(),
            RemotePage::Start => imp.to_invite.upcast_ref(),
            RemotePage::Invite => imp.invite.upcast_ref(),
            RemotePage::Calling | RemotePage::AskingRouter => imp.stop.upcast_ref(),
            RemotePage::Waiting => return imp.waiting_page.focus_first(),
            RemotePage::Join => return imp.join_page.focus_first(),
            RemotePage::Code => return imp.code_page.focus_first(),
        };
        first.grab_focus();
    }

    /// Goes to a page that requires a name.
    fn go_named(&self, page: RemotePage) {
        if self.has_name() {
            self.go(page);
        }
    }

    /// Whether there is a name; otherwise it is asked for.
    fn has_name(&self) -> bool {
        let has_name = !self.name().is_empty();
        if !has_name {
            let name = &self.imp().name;
            name.add_css_class("error");
            name.grab_focus();
            announce(self, Importance::Refusal, words::name_missing());
        }
        has_name
    }

    /// Goes one step back, which gives up an invitation or a call of this step.
    fn go_back(&self) {
        let page = self.imp().page.get();
        if self.waits() {
            self.emit_given_up();
        }
        match page {
            RemotePage::AskingRouter | RemotePage::Waiting | RemotePage::Calling => {
                self.start_again();
            }
            RemotePage::Code => self.go(RemotePage::Join),
            RemotePage::Start | RemotePage::Invite | RemotePage::Join => self.go(RemotePage::Start),
        }
    }

    /// Goes on from the name with Enter.
    fn leave_name(&self) {
        let imp = self.imp();
        if !self.has_name() {
            return;
        }
        if imp.page.get() == RemotePage::Join {
            imp.join_page.focus_first();
        } else {
            imp.to_invite.grab_focus();
        }
    }

    /// Shows the game that will begin, or the reason why none can, which disables the invitation.
    fn tell_game(&self) {
        let imp = self.imp();
        let terms = imp.invite_page.host_terms();
        self.action_set_enabled("remote.invite", terms.is_ok());
        let told = terms.map(|terms| words::to_invite(terms.own, &terms.game));
        imp.to_begin
            .set_label(&told.unwrap_or_else(words::host_error));
    }

    fn check_text(&self) {
        self.action_set_enabled("remote.join", self.imp().join_page.has_text());
    }

    /// Joins by what is written, or asks for the code that belongs to an address.
    fn join_as_written(&self) {
        if !self.has_name() {
            return;
        }
        match self.imp().join_page.written() {
            Ok(JoinText::Invitation(target)) => {
                self.imp().asked.take();
                self.join(target);
            }
            Ok(JoinText::Address(host)) => self.ask_code(FoundGame {
                id: String::new(),
                name: String::new(),
                hosts: vec![host],
            }),
            Err(why) => tell(self, words::no_connection(), words::invitation_error(why)),
        }
    }

    fn join_picked(&self) {
        let game = self.imp().join_page.chosen();
        if let Some(game) = game.filter(|_| self.has_name()) {
            self.ask_code(game);
        }
    }

    fn ask_code(&self, game: FoundGame) {
        let imp = self.imp();
        let name = game.name.clone();
        let before = imp.asked.take();
        // The host counts the wrong codes, whoever tries them and however often the page is opened.
        let is_same = before.game.as_ref().map(|known| &known.hosts) == Some(&game.hosts);
        imp.asked.replace(CodeQuestion {
            game: Some(game),
            wrong: if is_same { before.wrong } else { 0 },
        });
        self.go(RemotePage::Code);
        imp.code_page.ask(&name);
    }

    fn join_by_code(&self) {
        let hosts = self
            .imp()
            .asked
            .borrow()
            .game
            .clone()
            .map(|game| game.hosts);
        if let (Some(hosts), Some(secret)) = (hosts, self.imp().code_page.secret()) {
            self.imp().habit.arm();
            self.join(JoinTarget { hosts, secret });
        }
    }

    fn join(&self, target: JoinTarget) {
        self.imp().target.replace(Some(target));
        self.emit_joined();
    }

    fn copy_answer(&self) {
        self.clipboard().set_text(&self.imp().answer_line.text());
        announce(self, Importance::Answer, words::copied_answer());
    }

    fn copy_line(&self) {
        self.clipboard().set_text(&self.imp().waiting_page.line());
        announce(self, Importance::Answer, words::copied_invitation());
    }

    /// The player’s name.
    pub fn name(&self) -> String {
        tidy(&self.imp().name.text(), NAME_LENGTH)
    }

    /// All choices, to be remembered.
    pub fn choice(&self) -> RemoteChoice {
        RemoteChoice {
            name: self.name(),
            ..self.imp().invite_page.choice()
        }
    }

    /// Chosen rules and time, without names.
    pub fn game_terms(&self) -> GameTerms {
        self.imp().invite_page.game_terms()
    }

    /// The proposed game.
    ///
    /// # Errors
    ///
    /// Returns the reason why this is no invitation.
    pub fn host_terms(&self) -> Result<HostTerms, HostError> {
        self.imp().invite_page.host_terms()
    }

    /// The host to join.
    pub fn target(&self) -> Option<JoinTarget> {
        self.imp().target.borrow().clone()
    }

    /// Shows an invitation, to be joined with a name.
    pub fn show_invitation(&self, line: &str) {
        if self.waits() {
            return;
        }
        self.imp().join_page.write(line);
        self.go(RemotePage::Join);
    }

    /// Waits for the router.
    pub fn ask_router(&self) {
        self.go(RemotePage::AskingRouter);
    }

    /// Whether it still waits for the router.
    pub fn asks_router(&self) -> bool {
        self.imp().page.get() == RemotePage::AskingRouter && self.is_visible()
    }

    /// Waits for the friend, who needs either the invitation or the code; `continues` names the friend of a game that is to
    /// be continued.
    pub fn wait_with(&self, invited: &Invited, continues: Option<&str>) {
        self.go(RemotePage::Waiting);
        if let Some(friend) = continues {
            let title = words::invitation_to_continue(friend);
            self.imp().heading.set_title(&title);
            announce(self, Importance::State, &title);
        }
        // Another game cannot be played by letter than the one that is to be continued.
        let (imp, has_letter) = (self.imp(), continues.is_none());
        imp.ways_letter.set_visible(has_letter);
        // One alone would have half of the line.
        imp.ways
            .set_max_children_per_line(if has_letter { 2 } else { 1 });
        imp.waiting_page.wait_with(invited);
    }

    /// Hides the code of the invitation, which is no longer valid.
    pub fn withdraw_code(&self) {
        self.imp().waiting_page.withdraw_code();
    }

    /// Offers unfinished games with friends to be continued.
    pub fn offer_matches(&self, matches: Vec<UnfinishedMatch>) {
        let group = &self.imp().unfinished;
        group.set_visible(!matches.is_empty());
        for one in matches {
            let title = words::continue_with(&one.friend);
            let row = next_row(&title, &words::at_move(one.round));
            row.connect_activated(weak!(self, |dialog, _| {
                dialog.imp().chosen_match.replace(Some(one.clone()));
                dialog.emit_continued();
            }));
            group.add(&row);
        }
    }

    /// The unfinished game that was chosen.
    pub fn chosen_match(&self) -> Option<UnfinishedMatch> {
        self.imp().chosen_match.borrow().clone()
    }

    /// Waits for the host. After a while, the player can answer with a line.
    pub fn call(&self, answer: Option<&InvitationAnswer>) {
        let imp = self.imp();
        imp.answer.set_visible(false);
        self.go(RemotePage::Calling);
        if let Some(answer) = answer {
            imp.answer_line.set_text(&answer.to_string());
            let show = weak!(self, |dialog| dialog.show_answer());
            imp.answer_delay.start(ANSWER_DELAY, show);
        }
    }

    fn show_answer(&self) {
        let imp = self.imp();
        if imp.page.get() == RemotePage::Calling && !imp.answer.is_visible() {
            imp.answer.set_visible(true);
            let about = imp.answer.description().unwrap_or_default();
            a11y::set_description(&*imp.copy_answer, &about);
            let told = words::sentences(&imp.answer.title(), &about);
            announce(self, Importance::Answer, &told);
            imp.copy_answer.grab_focus();
        }
    }

    /// Says at which addresses the host has not answered, and shows the answer to be sent.
    pub fn tell_tried(&self, hosts: &[String]) {
        let imp = self.imp();
        if imp.page.get() == RemotePage::Waiting {
            return imp.waiting_page.tell_tried(hosts);
        }
        let told = words::unreached(hosts);
        if !imp.tried.is_visible() || imp.tried.text() != told {
            imp.tried.set_text(&told);
            imp.tried.set_visible(true);
            announce(self, Importance::Answer, &told);
        }
        self.show_answer();
    }

    /// Hides the answer, since there is a connection.
    pub fn hide_answer(&self) {
        self.imp().answer_delay.cancel();
        self.imp().answer.set_visible(false);
    }

    /// Reads the line with which the friend has answered.
    ///
    /// # Errors
    ///
    /// Returns the reason why it is none.
    pub fn answer(&self) -> Result<FriendsLine, InvitationError> {
        self.imp().waiting_page.answer()
    }

    /// Says that the friend who has answered is being dialed.
    pub fn call_back(&self) {
        if self.imp().page.get() == RemotePage::Waiting {
            self.imp().waiting_page.call();
        }
    }

    /// Whether it waits for the friend, or for the router before.
    pub fn waits(&self) -> bool {
        matches!(
            self.imp().page.get(),
            RemotePage::AskingRouter | RemotePage::Waiting | RemotePage::Calling
        )
    }

    /// Returns to the step of the failed invitation or call.
    pub fn start_again(&self) {
        let is_host = self.imp().page.get() != RemotePage::Calling;
        self.go(if is_host {
            RemotePage::Invite
        } else {
            RemotePage::Join
        });
    }

    /// Asks for the code again after a wrong one. Returns whether there is a try left.
    pub fn refuse_code(&self) -> bool {
        let imp = self.imp();
        let mut asked = imp.asked.borrow_mut();
        if asked.game.is_none() || imp.page.get() != RemotePage::Calling {
            return false;
        }
        asked.wrong += 1;
        let left = MAX_WRONG_CODES.saturating_sub(asked.wrong);
        drop(asked);
        if left > 0 {
            self.go(RemotePage::Code);
            imp.habit.arm();
            imp.code_page.refuse(&words::wrong_code(left));
        }
        left > 0
    }

    signals! {
        "invited" connect_invited emit_invited;
        "joined" connect_joined emit_joined;
        /// Emitted when the line with which the friend answers was entered.
        "answered" connect_answered emit_answered;
        /// Emitted when an invitation or a call is given up.
        "given-up" connect_given_up emit_given_up;
        /// Emitted when the game is to be played by letter.
        "letter" connect_letter emit_letter;
        /// Emitted when an unfinished game is chosen.
        "continued" connect_continued emit_continued;
    }
}

/// A row that leads on. Its title may be a stranger’s text, and is no markup.
fn next_row(title: &str, subtitle: &str) -> adw::ActionRow {
    let row = adw::ActionRow::builder()
        .use_markup(false)
        .activatable(true)
        .title(title)
        .subtitle(subtitle)
        .build();
    let next = gtk::Image::builder()
        .icon_name("go-next-symbolic")
        .accessible_role(gtk::AccessibleRole::Presentation)
        .build();
    row.add_suffix(&next);
    naming::describe_row(&row);
    row
}

/// The name of the last time, of a player here, or of the user of the system.
fn likely_name(terms: &GameTerms, known: &RemoteChoice) -> String {
    let players = Side::ALL.map(|side| terms.names[side].as_str());
    let named = [known.name.as_str()].into_iter().chain(players);
    let named = named.into_iter().find(|name| !name.is_empty());
    let system = glib::real_name();
    let system = system.to_string_lossy();
    let named = named.unwrap_or(if system == "Unknown" { "" } else { &system });
    tidy(named, NAME_LENGTH)
}
