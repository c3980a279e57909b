//! A game with a friend far away: the sockets, timers and files around [`crate::far::Session`].
//!
//! Nothing listens or dials before the player invites or joins. Each state is saved before any message that depends on it
//! is sent.

mod guest;
mod host;
mod reach;
mod rng;
#[cfg(test)]
mod tests;
mod transport;

use super::Timer;
use crate::far::{
    self, Acceptor, Act, Channel, CloseReason, Effect, Handshake, Invitation, Order, Role,
};
use crate::far::{Secret, Session};
use crate::files;
use crate::game::Agreement;
use crate::game::clock::Millis;
use crate::record::format;
use crate::rules::Side;
use crate::ui::platform::disk::DURABLE;
use crate::ui::platform::prelude::*;
use crate::ui::platform::time;
pub use reach::Reach;
use serde::{Deserialize, Serialize};
use std::cell::{Cell, Ref, RefCell};
use std::collections::VecDeque;
use std::fmt;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;
use transport::Transport;

/// Interval between two checks of timeouts and flags.
const TICK_INTERVAL: Duration = Duration::from_millis(500);

/// Event of a game with a friend far away.
#[derive(Debug)]
pub enum FarNews<'a> {
    /// An effect of the session for the window: an event of the game, or a chat message.
    Effect(&'a Effect),
    /// The friend’s program is connected.
    Connected,
    /// The connection was closed, or could not be opened.
    Closed(CloseReason),
    /// None of these addresses answered.
    Unreached(&'a [String]),
    /// The invitation was withdrawn after too many wrong codes.
    Withdrawn,
}

/// Two ways for a guest to join.
#[derive(Clone, Debug)]
pub struct Invited {
    /// The invitation to send.
    pub invitation: Invitation,
    /// The six digits, to be used with an address.
    pub code: String,
}

/// Host to join.
#[derive(Clone, Debug)]
pub struct Target {
    /// Addresses with ports, best first.
    pub hosts: Vec<String>,
    /// The code, or the secret of an invitation.
    pub secret: Secret,
}

impl From<&Invitation> for Target {
    fn from(invitation: &Invitation) -> Self {
        let port = invitation.port();
        let addresses = invitation.addresses().iter();
        let hosts = addresses.map(|address| std::net::SocketAddr::from((*address, port)));
        Self {
            hosts: hosts.map(|host| host.to_string()).collect(),
            secret: invitation.secret(),
        }
    }
}

/// Contents of the file of a far game.
#[derive(Serialize, Deserialize)]
struct SavedGame {
    /// Port of the host.
    port: u16,
    /// Addresses that the guest dials.
    hosts: Vec<String>,
    session: far::SavedSession,
}

/// Queued work, done in order: a game is saved before its moves are sent.
enum Task {
    Save(Vec<u8>),
    Send(Rc<Transport>, Vec<u8>),
    Close(Rc<Transport>),
}

type Observer = Rc<dyn Fn(&FarNews<'_>)>;

/// A game with a friend far away, across any number of connections.
pub struct FarGame {
    session: RefCell<Session>,
    role: Role,
    reach: Reach,
    file: PathBuf,
    port: Cell<u16>,
    hosts: Vec<String>,
    /// Secret of the first connection, for the guest.
    secret: Option<Secret>,
    /// Agreement that the host proposes to the first guest, and the host’s side.
    terms: RefCell<Option<(Agreement, Side)>>,
    acceptor: RefCell<Option<Acceptor>>,
    listener: SocketListener,
    /// Unauthenticated connections, by their ids in the acceptor.
    callers: RefCell<Vec<(u32, Rc<Transport>)>>,
    /// The guest’s handshake.
    handshake: RefCell<Option<(Handshake, Rc<Transport>)>>,
    transport: RefCell<Option<Rc<Transport>>>,
    tasks: RefCell<VecDeque<Task>>,
    is_running: Cell<bool>,
    away_since: Cell<Millis>,
    /// Attempts to reach the host since the connection was lost.
    tries: Cell<u32>,
    ticker: Timer,
    redial: Timer,
    observer: RefCell<Option<Observer>>,
}

impl fmt::Debug for FarGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FarGame")
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

impl FarGame {
    fn new(session: Session, role: Role, reach: Reach, file: PathBuf) -> Self {
        Self {
            session: RefCell::new(session),
            role,
            reach,
            file,
            port: Cell::default(),
            hosts: Vec::new(),
            secret: None,
            terms: RefCell::default(),
            acceptor: RefCell::default(),
            listener: SocketListener::default(),
            callers: RefCell::default(),
            handshake: RefCell::default(),
            transport: RefCell::default(),
            tasks: RefCell::default(),
            is_running: Cell::default(),
            away_since: Cell::new(now()),
            tries: Cell::default(),
            ticker: Timer::default(),
            redial: Timer::default(),
            observer: RefCell::default(),
        }
    }

    /// Restores a saved game; `None` if there is none.
    pub fn restore(file: PathBuf, reach: Reach) -> Option<Rc<Self>> {
        let saved: SavedGame = serde_json::from_slice(&format::read_file(&file).ok()?).ok()?;
        let session = Session::restore(saved.session)?;
        session.log()?;
        let role = session.role();
        let game = Rc::new(Self {
            port: Cell::new(saved.port),
            hosts: saved.hosts,
            ..Self::new(session, role, reach, file)
        });
        Some(game)
    }

    /// Reconnects a restored game: listens again, or dials. A host whose port is taken cannot be reached.
    pub fn reconnect(self: &Rc<Self>) -> Result<(), glib::Error> {
        match self.role {
            Role::Host => self.start_listening(self.session().secrets()),
            Role::Guest => {
                self.dial();
                Ok(())
            }
        }
    }

    /// Sets the observer, which is called without any borrow held.
    pub fn observe(&self, observer: impl Fn(&FarNews<'_>) + 'static) {
        self.observer.replace(Some(Rc::new(observer)));
    }

    fn tell(&self, news: &FarNews<'_>) {
        let observer = self.observer.borrow().clone();
        if let Some(observer) = observer {
            observer(news);
        }
    }

    /// The session of the game.
    pub fn session(&self) -> Ref<'_, Session> {
        self.session.borrow()
    }

    /// Time since the friend’s program disconnected; `None` while it is connected.
    pub fn away(&self) -> Option<Millis> {
        let is_away = self.transport.borrow().is_none();
        is_away.then(|| now().saturating_sub(self.away_since.get()))
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

    fn carry_out(self: &Rc<Self>, effects: &[Effect]) {
        let mut closed = None;
        // Everything is queued in the order of encryption before the observer can add to it.
        for effect in effects {
            let transport = self.transport.borrow().clone();
            let mut tasks = self.tasks.borrow_mut();
            match (effect, transport) {
                (Effect::Save, _) => tasks.push_back(Task::Save(self.serialized())),
                (Effect::Send(bytes), Some(transport)) => {
                    tasks.push_back(Task::Send(transport, bytes.clone()));
                }
                (Effect::Close(reason), transport) => {
                    tasks.extend(transport.map(Task::Close));
                    self.drop_transport();
                    closed = Some(*reason);
                }
                _ => {}
            }
        }
        self.run_tasks();
        for effect in effects {
            if !matches!(effect, Effect::Save | Effect::Send(_) | Effect::Close(_)) {
                self.tell(&FarNews::Effect(effect));
            }
        }
        if effects.contains(&Effect::Begun) {
            self.close_invitation();
        }
        if let Some(reason) = closed {
            self.report_closed(reason);
        }
    }

    fn serialized(&self) -> Vec<u8> {
        let saved = SavedGame {
            port: self.port.get(),
            hosts: self.hosts.clone(),
            session: self.session().snapshot(now()),
        };
        serde_json::to_vec(&saved).expect("plain data")
    }

    /// Runs the queued tasks, one after the other.
    fn run_tasks(self: &Rc<Self>) {
        if self.is_running.replace(true) {
            return;
        }
        let game = self.clone();
        glib::spawn_future_local(async move {
            loop {
                let task = game.tasks.borrow_mut().pop_front();
                match task {
                    Some(Task::Save(bytes)) => game.save(bytes).await,
                    Some(Task::Send(transport, bytes)) => transport.send(&bytes),
                    Some(Task::Close(transport)) => transport.close(),
                    None => break,
                }
            }
            game.is_running.set(false);
        });
    }

    async fn save(&self, bytes: Vec<u8>) {
        let file = self.file.clone();
        let write = gio::spawn_blocking(move || files::put_private(&file, &bytes));
        // A failing disk is reported with the game on the board, which is kept in the same folder.
        let _ = write.await;
        let file = self.file.clone();
        DURABLE.write(&self.file, move || {
            let _ = files::secure(&file);
        });
    }

    /// Starts using an authenticated connection.
    fn connect(self: &Rc<Self>, transport: Rc<Transport>, channel: Channel) {
        let before = self.transport.replace(Some(transport));
        if let Some(before) = before {
            self.session.borrow_mut().disconnect(now());
            before.close();
        }
        self.tries.set(0);
        self.redial.cancel();
        let effects = self.session.borrow_mut().connect(channel, now());
        self.close_invitation();
        self.start_ticking();
        self.carry_out(&effects);
        self.tell(&FarNews::Connected);
        // Messages that arrived together with the end of the handshake.
        self.receive(&[]);
    }

    /// Closes the invitation once a game has begun: from then on only its resume keys are accepted.
    fn close_invitation(&self) {
        let session = self.session();
        if self.role == Role::Host && session.log().is_some() {
            self.acceptor
                .replace(Some(Acceptor::new(session.secrets())));
            self.callers.take();
        }
    }

    /// Writes any unsaved state when the program ends.
    pub fn flush(&self) {
        let waits = self
            .tasks
            .borrow()
            .iter()
            .any(|task| matches!(task, Task::Save(_)));
        if waits {
            // There is nobody left to tell of an error.
            let _ = files::put_private(&self.file, &self.serialized());
        }
    }

    fn receive(self: &Rc<Self>, bytes: &[u8]) {
        let effects = self.session.borrow_mut().receive(bytes, now());
        self.carry_out(&effects);
        self.propose();
    }

    /// Processes bytes from the friend; none at the end of the stream.
    fn receive_or_end(self: &Rc<Self>, bytes: &[u8]) {
        if !bytes.is_empty() {
            return self.receive(bytes);
        }
        self.session.borrow_mut().disconnect(now());
        self.drop_transport();
        self.report_closed(CloseReason::ConnectionLost);
    }

    /// Drops the connection to the friend’s program.
    fn drop_transport(&self) {
        self.transport.take();
        self.away_since.set(now());
    }

    /// Reports that a connection or an attempt has failed, and keeps trying to reach the host.
    fn report_closed(self: &Rc<Self>, reason: CloseReason) {
        self.tell(&FarNews::Closed(reason));
        let may_succeed = !matches!(
            reason,
            CloseReason::RulesMismatch | CloseReason::VersionMismatch
        );
        if self.role == Role::Guest && may_succeed && self.session().log().is_some() {
            self.redial_later();
        }
    }

    fn start_ticking(self: &Rc<Self>) {
        let game = Rc::downgrade(self);
        self.ticker.start(TICK_INTERVAL, move || {
            if let Some(game) = game.upgrade() {
                game.tick();
            }
        });
    }

    /// Checks timeouts, as long as there is a connection.
    fn tick(self: &Rc<Self>) {
        let effects = self.session.borrow_mut().tick(now());
        self.carry_out(&effects);
        self.drop_expired_handshakes();
        let is_connected = self.transport.borrow().is_some()
            || self.handshake.borrow().is_some()
            || !self.callers.borrow().is_empty();
        if is_connected {
            self.start_ticking();
        }
    }

    fn drop_expired_handshakes(self: &Rc<Self>) {
        let now = now();
        let handshake = self.handshake.borrow();
        let is_expired = handshake
            .as_ref()
            .is_some_and(|(handshake, _)| handshake.is_expired(now));
        drop(handshake);
        if is_expired {
            self.handshake.take();
            self.report_closed(CloseReason::HandshakeTimeout);
        }
        self.drop_expired_callers(now);
    }
}
