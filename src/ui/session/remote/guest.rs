//! The guest: joins, and authenticates over one of the connections that it has dialed or accepted.

use super::rng::SystemRng;
use super::{Reach, RemoteGame, Transport, now};
use crate::remote::{CloseReason, Invitation, InvitationAnswer, JoinTarget, RemoteSession};
use crate::remote::{Role, Secret, Step};
use crate::ui::platform::prelude::*;

/// Connection over which the guest shakes hands.
pub(super) struct GuestCall {
    /// Id in the connector.
    id: u32,
    transport: Rc<Transport>,
    /// Whether the guest has dialed. A stranger may have called otherwise.
    is_dialed: bool,
}

impl RemoteGame {
    /// Seeks a host: dials, and listens unless the secret is a code, which any caller could try to guess.
    pub fn join(name: &str, target: JoinTarget, reach: Reach, folder: PathBuf) -> Rc<Self> {
        let session = RemoteSession::new(Role::Guest, name);
        let has_code = target.secret.is_code();
        let game = Rc::new(Self {
            hosts: RefCell::new(target.hosts),
            secret: RefCell::new(Some(target.secret)),
            ..Self::new(session, Role::Guest, reach, folder)
        });
        if !has_code {
            game.try_listening();
        }
        game.dial();
        game
    }

    /// Answer to the invitation that has not led to a connection yet, with which the host can dial this program.
    pub fn answer(&self) -> Option<InvitationAnswer> {
        let secret = self.secret.borrow();
        Invitation::answer(secret.as_ref()?, &self.own_addresses())
    }

    /// Shakes hands over a connection that was dialed. Each handshake by a code costs one of few attempts at it, so then
    /// the next one waits until another has led to nothing.
    pub(super) fn add_dialed(self: &Rc<Self>, stream: gio::SocketConnection) {
        let is_by_code = self.secret.borrow().as_ref().is_some_and(Secret::is_code);
        if is_by_code && self.is_shaking_hands() {
            self.dialed.borrow_mut().push_back(stream);
        } else {
            self.start_handshake(stream, true);
        }
    }

    /// Whether a handshake goes on over a connection that was dialed.
    pub(super) fn is_shaking_hands(&self) -> bool {
        self.calls.borrow().iter().any(|one| one.is_dialed)
    }

    /// Shakes hands with a caller, who is the host or a stranger, unless another caller has come before. A host who calls
    /// knows of no connection, so this one is the better one even if there is one.
    pub(super) fn answer_call(self: &Rc<Self>, stream: gio::SocketConnection) {
        if self.calls.borrow().iter().all(|one| one.is_dialed) {
            self.start_handshake(stream, false);
        }
    }

    fn start_handshake(self: &Rc<Self>, stream: gio::SocketConnection, is_dialed: bool) {
        let key = self.session().key();
        let secret = key.map(|key| key.secret());
        let Some(secret) = secret.or_else(|| self.secret.borrow().clone()) else {
            return;
        };
        let mut connector = self.connector.borrow_mut();
        let (id, first) = connector.start(&secret, &mut SystemRng, now());
        let receive = weak!(self, |game, transport: &_, bytes: &_| game
            .receive_from_host(transport, id, bytes));
        let transport = Transport::new(stream, receive);
        transport.send(&first);
        self.calls.borrow_mut().push(GuestCall {
            id,
            transport,
            is_dialed,
        });
        self.start_ticking();
    }

    fn receive_from_host(self: &Rc<Self>, transport: &Rc<Transport>, id: u32, bytes: &[u8]) {
        if !self.connector.borrow().is_pending(id) {
            return self.receive_from_friend(transport, bytes);
        }
        let mut connector = self.connector.borrow_mut();
        let step = connector.receive(id, bytes, &mut SystemRng, now());
        drop(connector);
        match step {
            Ok(Step::Send(answer)) => transport.send(&answer),
            Ok(Step::Complete(channel)) => {
                let connector = self.connector.borrow();
                let mut calls = self.calls.borrow_mut();
                calls.retain(|one| connector.is_pending(one.id));
                drop((connector, calls));
                self.connect(transport.clone(), *channel);
            }
            // A host is told of nothing.
            Ok(Step::Withdrawn(_)) => self.fail_handshake(id, CloseReason::Malformed),
            Err(reason) => self.fail_handshake(id, reason),
        }
    }

    /// Tries the next connection after a handshake has failed. Nothing is told of callers.
    fn fail_handshake(self: &Rc<Self>, id: u32, reason: CloseReason) {
        let mut calls = self.calls.borrow_mut();
        let Some(at) = calls.iter().position(|one| one.id == id) else {
            return;
        };
        let failed = calls.remove(at);
        drop(calls);
        failed.transport.close();
        if !failed.is_dialed || self.transport.borrow().is_some() {
            return;
        }
        // No other address helps.
        if matches!(reason, CloseReason::WrongCode | CloseReason::CodeWithdrawn) {
            self.stop_dialing();
            return self.report_closed(reason);
        }
        // Any stranger may have answered, but hardly one with another version.
        if self.failure.get() != Some(CloseReason::VersionMismatch) {
            self.failure.set(Some(reason));
        }
        let next = self.dialed.borrow_mut().pop_front();
        match next {
            Some(stream) => self.start_handshake(stream, true),
            None => self.check_dialed(),
        }
    }

    pub(super) fn drop_expired_handshakes(self: &Rc<Self>) {
        while let Some(expired) = {
            let mut connector = self.connector.borrow_mut();
            connector.take_expired(now())
        } {
            self.fail_handshake(expired, CloseReason::HandshakeTimeout);
        }
    }
}
