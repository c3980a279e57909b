//! A game over a line to a friend: the sockets, timers and files around [`crate::far::Session`].
//!
//! Nothing listens or dials before the player invites or joins. Each state is in its file before anything that follows
//! from it is sent.

mod dice;
mod guest;
mod host;
mod reach;
#[cfg(test)]
mod tests;
mod wire;

use super::Timer;
use crate::far::{self, Act, Door, Effect, Fault, Handshake, Invitation, Link, Order, Role};
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
use wire::Wire;

/// Time between two looks at what time has done to the line.
const BEAT: Duration = Duration::from_millis(500);

/// Something that happened on the line.
#[derive(Debug)]
pub enum FarNews<'a> {
    /// Something that happened in the game, or was said.
    Effect(&'a Effect),
    /// The friend’s program is there.
    Connected,
    /// The line is gone, or was never opened.
    Closed(Fault),
    /// None of these addresses answered.
    Unreached(&'a [String]),
    /// After too many wrong codes, the invitation is withdrawn.
    Withdrawn,
}

/// Two ways for a guest to join, either of which is enough.
#[derive(Clone, Debug)]
pub struct Invited {
    /// The line to be sent.
    pub line: Invitation,
    /// The six digits, to be told with an address.
    pub code: String,
}

/// Where a guest finds its host.
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

/// The file of a game over a line.
#[derive(Serialize, Deserialize)]
struct Kept {
    /// Port of the host.
    port: u16,
    /// Where the guest dials.
    hosts: Vec<String>,
    session: far::Kept,
}

/// Work that is done in order, since a game is saved before its moves are sent.
enum Task {
    Keep(Vec<u8>),
    Send(Rc<Wire>, Vec<u8>),
    Close(Rc<Wire>),
}

type Listener = Rc<dyn Fn(&FarNews<'_>)>;

/// A line to a friend, and the game over it.
pub struct FarLine {
    session: RefCell<Session>,
    role: Role,
    reach: Reach,
    file: PathBuf,
    port: Cell<u16>,
    hosts: Vec<String>,
    /// Opens the first line.
    secret: Option<Secret>,
    /// The game that the host proposes to whoever comes.
    terms: RefCell<Option<(Agreement, Side)>>,
    door: RefCell<Option<Door>>,
    ear: Ear,
    /// Connections of which nobody knows yet who it is, by their numbers at the door.
    callers: RefCell<Vec<(u32, Rc<Wire>)>>,
    /// The guest’s handshake.
    handshake: RefCell<Option<(Handshake, Rc<Wire>)>>,
    wire: RefCell<Option<Rc<Wire>>>,
    tasks: RefCell<VecDeque<Task>>,
    is_at_work: Cell<bool>,
    away_since: Cell<Millis>,
    /// Attempts to reach the host since the line was lost.
    tries: Cell<u32>,
    beat: Timer,
    redial: Timer,
    told: RefCell<Option<Listener>>,
}

impl fmt::Debug for FarLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FarLine")
            .field("role", &self.role)
            .finish_non_exhaustive()
    }
}

/// Listens until it is dropped.
#[derive(Default)]
struct Ear(gio::SocketListener);

impl Drop for Ear {
    fn drop(&mut self) {
        self.0.close();
    }
}

fn now() -> Millis {
    time::now().monotonic
}

impl FarLine {
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
            door: RefCell::default(),
            ear: Ear::default(),
            callers: RefCell::default(),
            handshake: RefCell::default(),
            wire: RefCell::default(),
            tasks: RefCell::default(),
            is_at_work: Cell::default(),
            away_since: Cell::new(now()),
            tries: Cell::default(),
            beat: Timer::default(),
            redial: Timer::default(),
            told: RefCell::default(),
        }
    }

    /// Takes up the game that was kept in a file; `None` if there is none.
    pub fn restore(file: PathBuf, reach: Reach) -> Option<Rc<Self>> {
        let kept: Kept = serde_json::from_slice(&format::read_file(&file).ok()?).ok()?;
        let session = Session::restore(kept.session)?;
        session.log()?;
        let role = session.role();
        let line = Rc::new(Self {
            port: Cell::new(kept.port),
            hosts: kept.hosts,
            ..Self::new(session, role, reach, file)
        });
        Some(line)
    }

    /// Goes on with a restored game: listens again, or dials. A host whose port is taken cannot be found.
    pub fn go_on(self: &Rc<Self>) -> Result<(), glib::Error> {
        match self.role {
            Role::Host => self.open_door(self.session().secrets()),
            Role::Guest => {
                self.dial();
                Ok(())
            }
        }
    }

    /// Sets the listener, called with nothing borrowed.
    pub fn listen(&self, told: impl Fn(&FarNews<'_>) + 'static) {
        self.told.replace(Some(Rc::new(told)));
    }

    fn tell(&self, news: &FarNews<'_>) {
        let told = self.told.borrow().clone();
        if let Some(told) = told {
            told(news);
        }
    }

    /// The game and what is known of the friend.
    pub fn session(&self) -> Ref<'_, Session> {
        self.session.borrow()
    }

    /// Time since the friend’s program was last there; `None` while it is.
    pub fn away(&self) -> Option<Millis> {
        let is_away = self.wire.borrow().is_none();
        is_away.then(|| now().saturating_sub(self.away_since.get()))
    }

    /// Carries out an order of the player.
    pub fn order(self: &Rc<Self>, order: Order) {
        let effects = self.session.borrow_mut().order(order, now());
        self.carry_out(&effects);
    }

    /// Acts for the player.
    pub fn act(self: &Rc<Self>, act: Act) {
        self.order(Order::Act(act));
    }

    fn carry_out(self: &Rc<Self>, effects: &[Effect]) {
        let mut closed = None;
        // All is sent in the order in which it was encrypted, whatever the listener does meanwhile.
        for effect in effects {
            let wire = self.wire.borrow().clone();
            let mut tasks = self.tasks.borrow_mut();
            match (effect, wire) {
                (Effect::Keep, _) => tasks.push_back(Task::Keep(self.kept())),
                (Effect::Send(bytes), Some(wire)) => {
                    tasks.push_back(Task::Send(wire, bytes.clone()));
                }
                (Effect::Close(why), wire) => {
                    tasks.extend(wire.map(Task::Close));
                    self.part();
                    closed = Some(*why);
                }
                _ => {}
            }
        }
        self.work();
        for effect in effects {
            if !matches!(effect, Effect::Keep | Effect::Send(_) | Effect::Close(_)) {
                self.tell(&FarNews::Effect(effect));
            }
        }
        if effects.contains(&Effect::Begun) {
            self.close_invitation();
        }
        if let Some(why) = closed {
            self.lose(why);
        }
    }

    fn kept(&self) -> Vec<u8> {
        let kept = Kept {
            port: self.port.get(),
            hosts: self.hosts.clone(),
            session: self.session().kept(now()),
        };
        serde_json::to_vec(&kept).expect("plain data")
    }

    /// Does what is to be done, one after the other.
    fn work(self: &Rc<Self>) {
        if self.is_at_work.replace(true) {
            return;
        }
        let line = self.clone();
        glib::spawn_future_local(async move {
            loop {
                let task = line.tasks.borrow_mut().pop_front();
                match task {
                    Some(Task::Keep(bytes)) => line.keep(bytes).await,
                    Some(Task::Send(wire, bytes)) => wire.send(&bytes),
                    Some(Task::Close(wire)) => wire.close(),
                    None => break,
                }
            }
            line.is_at_work.set(false);
        });
    }

    async fn keep(&self, bytes: Vec<u8>) {
        let file = self.file.clone();
        let write = gio::spawn_blocking(move || files::put_private(&file, &bytes));
        // A failing disk is reported with the game on the board, which is kept in the same folder.
        let _ = write.await;
        let file = self.file.clone();
        DURABLE.write(&self.file, move || {
            let _ = files::secure(&file);
        });
    }

    /// Takes a connection over which both have proved who they are.
    fn connect(self: &Rc<Self>, wire: Rc<Wire>, link: Link) {
        let before = self.wire.replace(Some(wire));
        if let Some(before) = before {
            self.session.borrow_mut().disconnect(now());
            before.close();
        }
        self.tries.set(0);
        self.redial.cancel();
        let effects = self.session.borrow_mut().connect(link, now());
        self.close_invitation();
        self.start_beat();
        self.carry_out(&effects);
        self.tell(&FarNews::Connected);
        // What came with the last words of the handshake.
        self.receive(&[]);
    }

    /// An invitation is for one friend: once a game has begun, only the keys of its lines open the door.
    fn close_invitation(&self) {
        let session = self.session();
        if self.role == Role::Host && session.log().is_some() {
            self.door.replace(Some(Door::new(session.secrets())));
            self.callers.take();
        }
    }

    /// Writes what still waits to be written, at the end of the program.
    pub fn flush(&self) {
        let waits = self
            .tasks
            .borrow()
            .iter()
            .any(|task| matches!(task, Task::Keep(_)));
        if waits {
            // There is nobody left to tell of an error.
            let _ = files::put_private(&self.file, &self.kept());
        }
    }

    fn receive(self: &Rc<Self>, bytes: &[u8]) {
        let effects = self.session.borrow_mut().receive(bytes, now());
        self.carry_out(&effects);
        self.propose();
    }

    /// Hears the friend.
    fn hear(self: &Rc<Self>, bytes: &[u8]) {
        if !bytes.is_empty() {
            return self.receive(bytes);
        }
        self.session.borrow_mut().disconnect(now());
        self.part();
        self.lose(Fault::Lost);
    }

    /// The friend’s program is there no more.
    fn part(&self) {
        self.wire.take();
        self.away_since.set(now());
    }

    /// Tells that a line or an attempt has come to nothing, and goes on trying to reach the host.
    fn lose(self: &Rc<Self>, why: Fault) {
        self.tell(&FarNews::Closed(why));
        let is_of_use = !matches!(why, Fault::OtherRules | Fault::OtherVersion);
        if self.role == Role::Guest && is_of_use && self.session().log().is_some() {
            self.dial_later();
        }
    }

    fn start_beat(self: &Rc<Self>) {
        let line = Rc::downgrade(self);
        self.beat.start(BEAT, move || {
            if let Some(line) = line.upgrade() {
                line.pass();
            }
        });
    }

    /// Looks at what time has done, while there is a connection.
    fn pass(self: &Rc<Self>) {
        let effects = self.session.borrow_mut().pass(now());
        self.carry_out(&effects);
        self.end_late_handshakes();
        let is_connected = self.wire.borrow().is_some()
            || self.handshake.borrow().is_some()
            || !self.callers.borrow().is_empty();
        if is_connected {
            self.start_beat();
        }
    }

    fn end_late_handshakes(self: &Rc<Self>) {
        let now = now();
        let handshake = self.handshake.borrow();
        let is_late = handshake.as_ref().is_some_and(|(one, _)| one.is_late(now));
        drop(handshake);
        if is_late {
            self.handshake.take();
            self.lose(Fault::TooSlow);
        }
        self.end_late_callers(now);
    }
}
