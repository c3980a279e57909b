//! A game with a friend far away: the sockets, timers and files around [`crate::remote::RemoteSession`].
//!
//! Nothing listens or dials before the player invites or joins. Each state is saved before any message that depends on it
//! is sent.

pub mod discovery;
mod guest;
mod host;
mod reach;
mod rng;
mod router;
mod saving;
mod seeking;
mod sockets;
#[cfg(test)]
mod tests;
mod transport;

use super::Timer;
use crate::game::clock::Millis;
use crate::game::{Act, Event, Game, GameTerms};
use crate::remote::{Acceptor, Access, Channel, CloseReason, Connector, Effect, GameId, HostTerms};
use crate::remote::{Invited, KeyId, KnownMapping, Order, Presence, Proposal, RemoteSession, Role};
use crate::remote::{RouterReplies, Secret};
use crate::rules::{History, Ruling, Side};
use crate::ui::platform::prelude::*;
use crate::ui::platform::time;
use discovery::{Announcement, MatchSearch};
use guest::GuestCall;
use host::Answered;
use rand_core::RngCore;
pub use reach::Reach;
use rng::SystemRng;
use router::RouterLease;
use saving::ConnectionTask;
pub use saving::{UnfinishedMatch, prepare, unfinished};
use std::cell::Ref;
use std::collections::VecDeque;
use std::fmt;
use std::io;
use transport::Transport;

/// Interval between two checks of timeouts and flags.
const TICK_INTERVAL: Duration = Duration::from_millis(500);

/// Event of a game with a friend far away.
#[derive(Debug)]
pub enum RemoteNews<'a> {
    /// An effect of the session for the window: an event of the game, or a chat message.
    Effect(&'a Effect),
    /// The friend’s program is connected.
    Connected,
    /// The connection was closed, or could not be opened.
    Closed(CloseReason),
    /// None of these addresses answered.
    Unreached(&'a [String]),
    /// The code of the invitation was withdrawn after too many wrong ones. Its line is still valid.
    CodeWithdrawn,
    /// The host listens at another port than the friend knows, who needs this invitation.
    Moved(&'a Invited),
    /// The game of this match is about to be continued from its file.
    Resumes(KeyId),
    /// The game cannot be saved, so that nothing is sent until it can.
    Unsaved(&'a io::Error),
    /// The game is saved again.
    SavedAgain,
}

/// Reason the friend is not connected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Absence {
    /// Unknown, or the connection was lost.
    #[default]
    Gone,
    /// They have to be told the port at which this program listens now.
    Moved,
    /// They have left for good.
    Left,
}

type Observer = Rc<dyn Fn(&RemoteNews<'_>)>;

/// A game with a friend far away, across any number of connections.
pub struct RemoteGame {
    session: RefCell<RemoteSession>,
    role: Role,
    reach: Reach,
    /// Folder of the files of far games.
    folder: PathBuf,
    port: Cell<u16>,
    /// Addresses of the friend with ports, best first.
    hosts: RefCell<Vec<String>>,
    /// Secret of an invitation that the guest has not used yet.
    secret: RefCell<Option<Secret>>,
    /// Terms that the host proposes to its guest.
    terms: RefCell<Option<HostTerms>>,
    /// The open invitation, for the host.
    invitation: RefCell<Option<Invited>>,
    /// Guest who has answered the invitation.
    answered: RefCell<Option<Answered>>,
    access: Cell<Access>,
    /// Ports that the router lets the friend in at, as long as they are asked for.
    router: RefCell<Option<RouterLease>>,
    router_replies: Cell<RouterReplies>,
    /// Mapping that the router is asked for again after a restart.
    mapping: Cell<Option<KnownMapping>>,
    /// Search for the friend on the network, and the addresses found there.
    search: RefCell<Option<MatchSearch>>,
    nearby: RefCell<Vec<String>>,
    /// The open invitation on the network.
    announcement: RefCell<Option<Announcement>>,
    acceptor: RefCell<Option<Acceptor>>,
    listener: RefCell<Option<SocketListener>>,
    /// Unauthenticated connections, by their ids in the acceptor.
    callers: RefCell<Vec<(u32, Rc<Transport>)>>,
    /// The guest’s handshakes, and their connections.
    connector: RefCell<Connector>,
    calls: RefCell<Vec<GuestCall>>,
    /// Connections that a guest with a code has dialed while another one was tried.
    dialed: RefCell<VecDeque<gio::SocketConnection>>,
    /// Why a connection that the guest has dialed has led to nothing.
    failure: Cell<Option<CloseReason>>,
    transport: RefCell<Option<Rc<Transport>>>,
    /// Connection whose stream has ended while what came before waits for the arbiter.
    ended: RefCell<Option<Rc<Transport>>>,
    tasks: RefCell<VecDeque<ConnectionTask>>,
    /// Whether tasks are being run.
    is_running: Cell<bool>,
    is_unsaved: Cell<bool>,
    /// Whether the player has left the game.
    is_left: Cell<bool>,
    /// Whether the file with the key of the match survives a power cut.
    is_key_durable: Cell<bool>,
    away_since: Cell<Millis>,
    /// Attempts to reach the friend, one for each address, and the number of those that go on.
    dials: RefCell<Vec<glib::JoinHandle<()>>>,
    open_dials: Cell<usize>,
    absence: Cell<Absence>,
    /// Attempts to reach the friend since the connection was lost.
    tries: Cell<u32>,
    ticker: Timer,
    redial: Timer,
    observer: RefCell<Option<Observer>>,
}

impl fmt::Debug for RemoteGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RemoteGame")
            .field("role", &self.role)
            .finish_non_exhaustive()
    }
}

/// Socket listener that is closed when dropped.
#[derive(Default)]
struct SocketListener(gio::SocketListener);

impl Drop for SocketListener {
    fn drop(&mut self) {
        self.0.close();
    }
}

fn now() -> Millis {
    time::now().monotonic
}

impl RemoteGame {
    fn new(session: RemoteSession, role: Role, reach: Reach, folder: PathBuf) -> Self {
        Self {
            session: RefCell::new(session),
            role,
            reach,
            folder,
            port: Cell::default(),
            hosts: RefCell::default(),
            secret: RefCell::default(),
            terms: RefCell::default(),
            invitation: RefCell::default(),
            answered: RefCell::default(),
            access: Cell::default(),
            router: RefCell::default(),
            router_replies: Cell::default(),
            mapping: Cell::default(),
            search: RefCell::default(),
            nearby: RefCell::default(),
            announcement: RefCell::default(),
            acceptor: RefCell::default(),
            listener: RefCell::default(),
            callers: RefCell::default(),
            connector: RefCell::default(),
            calls: RefCell::default(),
            dialed: RefCell::default(),
            failure: Cell::default(),
            transport: RefCell::default(),
            ended: RefCell::default(),
            tasks: RefCell::default(),
            is_running: Cell::default(),
            is_unsaved: Cell::default(),
            is_left: Cell::default(),
            is_key_durable: Cell::default(),
            away_since: Cell::new(now()),
            dials: RefCell::default(),
            open_dials: Cell::default(),
            absence: Cell::default(),
            tries: Cell::default(),
            ticker: Timer::default(),
            redial: Timer::default(),
            observer: RefCell::default(),
        }
    }

    /// Sets the observer, which is called without any borrow held.
    pub fn observe(&self, observer: impl Fn(&RemoteNews<'_>) + 'static) {
        self.observer.replace(Some(Rc::new(observer)));
    }

    fn tell(&self, news: &RemoteNews<'_>) {
        let observer = self.observer.borrow().clone();
        if let Some(observer) = observer {
            observer(news);
        }
    }

    /// The session of the game.
    pub fn session(&self) -> Ref<'_, RemoteSession> {
        self.session.borrow()
    }

    /// Time since the friend’s program disconnected; `None` while it is connected.
    pub fn away(&self) -> Option<Millis> {
        // Whoever has not proved yet to have this match is nobody.
        let is_away = self.transport.borrow().is_none() || !self.session().has_met();
        is_away.then(|| now().saturating_sub(self.away_since.get()))
    }

    /// State of the connection to the friend.
    pub fn presence(&self) -> Presence {
        if self.is_unsaved() {
            return Presence::Unsaved;
        }
        let Some(time) = self.away() else {
            return self.session().presence(now());
        };
        match self.absence.get() {
            Absence::Left => Presence::Left,
            Absence::Moved => Presence::Moved(time),
            Absence::Gone if self.is_dialing() => Presence::Calling(time),
            Absence::Gone => Presence::Away(time),
        }
    }

    /// Whether there is no connection, and none is sought: the game is over, and the program was restarted.
    pub fn is_idle(&self) -> bool {
        let is_seeking = self.redial.is_pending() || self.is_dialing();
        self.transport.borrow().is_none() && !is_seeking && !self.is_listening()
    }

    /// Reconnects a restored game: listens again, or dials.
    pub fn reconnect(self: &Rc<Self>) {
        match self.role {
            Role::Host => self.listen_again(),
            Role::Guest => {
                self.try_listening();
                self.dial();
            }
        }
        self.search_nearby();
    }

    /// Proposes a rematch to the friend. After a restart, that reconnects to the friend’s program, in which the friend has
    /// to propose one as well.
    pub fn propose_rematch(self: &Rc<Self>, terms: &GameTerms, own: Side) {
        let series = self.session().log().map(|log| log.proposal().series);
        let Some(series) = series else { return };
        let rematch = self.proposal(terms, own).in_match(series);
        self.order(Order::Propose(rematch));
        if self.is_idle() {
            self.reconnect();
        }
    }

    /// A proposal with the names of both players.
    fn proposal(&self, terms: &GameTerms, own: Side) -> Proposal {
        let mut terms = terms.clone();
        terms.names[own] = self.session().name().to_owned();
        terms.names[!own] = self.session().friend().to_owned();
        let host = match self.role {
            Role::Host => own,
            Role::Guest => !own,
        };
        Proposal::new(GameId(SystemRng.next_u32()), host, &terms)
    }

    /// Ends the connection silently: the same match goes on with another connection.
    pub fn retire(&self) {
        self.is_left.set(true);
        if let Some(transport) = self.drop_transport() {
            transport.close();
        }
        self.stop_seeking();
        self.close_router();
    }

    /// Leaves the game, which is kept.
    pub fn leave(self: &Rc<Self>) {
        self.is_left.set(true);
        self.close_router();
        self.order(Order::Leave);
        self.stop_seeking();
    }

    /// Carries out an order of the player.
    pub fn order(self: &Rc<Self>, order: Order) {
        let effects = self.session.borrow_mut().order(order, now());
        self.carry_out(&effects);
    }

    /// Carries out an act of the player.
    pub fn act(self: &Rc<Self>, act: Act) {
        self.order(Order::Act(act));
    }

    /// Takes the arbiter's ruling on a line. Returns the events of the game, after which what the friend has done meanwhile
    /// is to be received; `None` if another line is played by now.
    pub fn settle(self: &Rc<Self>, line: &History, ruling: Ruling) -> Option<Vec<Event>> {
        let settled = self.session.borrow_mut().settle(line, ruling, now());
        let (events, effects) = settled?;
        self.carry_out(&effects);
        Some(events)
    }

    fn carry_out(self: &Rc<Self>, effects: &[Effect]) {
        let mut closed = None;
        // Everything is queued in the order of encryption before the observer can add to it.
        for effect in effects {
            let transport = self.transport.borrow().clone();
            let mut tasks = self.tasks.borrow_mut();
            match (effect, transport) {
                (Effect::Save, _) => tasks.push_back(ConnectionTask::Save),
                (Effect::Send(bytes), Some(transport)) => {
                    tasks.push_back(ConnectionTask::Send(transport, bytes.clone()));
                }
                (Effect::Close(reason), transport) => {
                    tasks.extend(transport.map(ConnectionTask::Close));
                    self.drop_transport();
                    closed = Some(*reason);
                }
                _ => {}
            }
        }
        self.run_tasks();
        for effect in effects {
            match effect {
                Effect::Save | Effect::Send(_) | Effect::Close(_) => {}
                Effect::Resumes(id) => {
                    self.tell(&RemoteNews::Resumes(*id));
                    self.adopt(*id);
                }
                _ => self.tell(&RemoteNews::Effect(effect)),
            }
        }
        if effects.contains(&Effect::Live) {
            self.absence.take();
            self.note_friends_addresses();
            self.invitation.take();
            self.answered.take();
            self.announcement.take();
            self.update_acceptor();
        }
        if effects.contains(&Effect::Declined) && self.session().log().is_none() {
            self.terms.take();
        }
        if let Some(reason) = closed {
            self.report_closed(reason);
        }
    }

    /// Starts using an authenticated connection.
    fn connect(self: &Rc<Self>, transport: Rc<Transport>, channel: Channel) {
        let before = self.transport.replace(Some(transport));
        if let Some(before) = before {
            self.session.borrow_mut().disconnect(now());
            before.close();
        }
        self.tries.set(0);
        self.stop_dialing();
        self.search.take();
        self.nearby.take();
        self.try_listening();
        let addresses = self.own_addresses();
        self.session.borrow_mut().set_addresses(addresses);
        let effects = self.session.borrow_mut().connect(channel, now());
        self.secret.take();
        self.update_acceptor();
        self.start_ticking();
        self.carry_out(&effects);
        self.tell(&RemoteNews::Connected);
        // Messages that arrived together with the end of the handshake.
        self.receive(&[]);
    }

    /// Processes bytes, and all that waits to be processed.
    pub fn receive(self: &Rc<Self>, bytes: &[u8]) {
        let effects = self.session.borrow_mut().receive(bytes, now());
        self.carry_out(&effects);
        self.propose();
    }

    /// Goes on with what waited for the arbiter.
    pub fn go_on(self: &Rc<Self>) {
        self.receive(&[]);
        if let Some(transport) = self.ended.take() {
            self.receive_from_friend(&transport, &[]);
        }
    }

    /// Processes bytes of an authenticated connection; none at the end of the stream.
    fn receive_from_friend(self: &Rc<Self>, transport: &Rc<Transport>, bytes: &[u8]) {
        let current = self.transport.borrow().clone();
        if current.is_none_or(|current| !Rc::ptr_eq(&current, transport)) {
            return transport.close();
        }
        if !bytes.is_empty() {
            return self.receive(bytes);
        }
        if self.session().game().is_some_and(Game::awaits_arbiter) {
            self.ended.replace(Some(transport.clone()));
            return;
        }
        self.session.borrow_mut().disconnect(now());
        self.save_time();
        self.drop_transport();
        // Nobody may read what waits to be sent.
        transport.close();
        self.report_closed(CloseReason::ConnectionLost);
    }

    /// Saves the thinking time of either side.
    fn save_time(self: &Rc<Self>) {
        if self.session().log().is_some() {
            self.carry_out(&[Effect::Save]);
        }
    }

    /// Takes the connection to the friend’s program, which is to be closed.
    fn drop_transport(&self) -> Option<Rc<Transport>> {
        self.away_since.set(now());
        self.transport.take()
    }

    /// Reports that a connection or an attempt has failed, and keeps trying to reach the friend.
    fn report_closed(self: &Rc<Self>, reason: CloseReason) {
        self.absence.set(match (reason, self.absence.get()) {
            (CloseReason::PeerLeft, _) => Absence::Left,
            // An attempt tells nothing new; one that succeeds does.
            (_, known) => known,
        });
        self.tell(&RemoteNews::Closed(reason));
        let may_succeed = !matches!(
            reason,
            CloseReason::RulesMismatch | CloseReason::VersionMismatch
        );
        if may_succeed {
            self.search_nearby();
            if self.may_redial() {
                self.redial_later();
            }
        }
    }

    fn start_ticking(self: &Rc<Self>) {
        let tick = weak!(self, |game| game.tick());
        self.ticker.start(TICK_INTERVAL, tick);
    }

    /// Checks timeouts, as long as there is a connection.
    fn tick(self: &Rc<Self>) {
        let effects = self.session.borrow_mut().tick(now());
        self.carry_out(&effects);
        self.drop_expired_handshakes();
        self.drop_expired_callers(now());
        let is_connected = self.transport.borrow().is_some()
            || !self.calls.borrow().is_empty()
            || !self.callers.borrow().is_empty();
        if is_connected {
            self.start_ticking();
        }
    }
}
