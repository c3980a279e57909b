//! The host: invites, listens, and accepts the guest that knows the secret.

use super::rng::SystemRng;
use super::{FarGame, FarNews, Invited, now};
use super::{Reach, Transport};
use crate::far::{Acceptor, GameId, Invitation, Order, Proposal, Role, Secret, Session, Step};
use crate::game::Agreement;
use crate::game::clock::Millis;
use crate::rules::Side;
use crate::ui::platform::prelude::*;
use rand_core::RngCore;
use std::path::PathBuf;
use std::rc::Rc;

impl FarGame {
    /// Starts listening, and returns the invitation. The guest will be proposed a game under this agreement, in which
    /// the player has the given side.
    pub fn invite(
        name: &str,
        (agreed, own): (Agreement, Side),
        reach: Reach,
        file: PathBuf,
    ) -> Result<(Rc<Self>, Invited), glib::Error> {
        let session = Session::new(Role::Host, name);
        let game = Rc::new(Self::new(session, Role::Host, reach, file));
        game.terms.replace(Some((agreed, own)));
        let mut secret = [0; 10];
        SystemRng.fill_bytes(&mut secret);
        // The bias is negligible: 2^64 is much greater than a million.
        let number = SystemRng.next_u64() % 1_000_000;
        let code = format!("{:03} {:03}", number / 1000, number % 1000);
        let secrets = [Secret::code(&code), Some(Secret::bytes(secret.to_vec()))];
        game.start_listening(secrets.into_iter().flatten().collect())?;
        let invitation = Invitation::new(&reach.addresses(), game.port.get(), secret);
        Ok((game, Invited { invitation, code }))
    }

    /// Listens for a guest that knows one of these secrets.
    pub(super) fn start_listening(
        self: &Rc<Self>,
        secrets: Vec<Secret>,
    ) -> Result<(), glib::Error> {
        let port = self.reach.listen(&self.listener.0, self.port.get())?;
        self.port.set(port);
        self.acceptor.replace(Some(Acceptor::new(secrets)));
        let (game, listener) = (Rc::downgrade(self), self.listener.0.clone());
        glib::spawn_future_local(async move {
            while let Ok((stream, _)) = listener.accept_future().await {
                let Some(game) = game.upgrade() else { return };
                game.accept_connection(stream);
            }
        });
        Ok(())
    }

    fn accept_connection(self: &Rc<Self>, stream: gio::SocketConnection) {
        let now = now();
        let caller = self
            .acceptor
            .borrow_mut()
            .as_mut()
            .and_then(|acceptor| acceptor.accept(now));
        let Some(caller) = caller else { return };
        let game = Rc::downgrade(self);
        let transport = Transport::new(stream, move |transport, bytes| {
            if let Some(game) = game.upgrade() {
                game.receive_from(transport, caller, bytes);
            }
        });
        self.callers.borrow_mut().push((caller, transport));
        self.start_ticking();
    }

    /// Processes bytes from the friend, or from a caller that is not authenticated yet.
    fn receive_from(self: &Rc<Self>, transport: &Rc<Transport>, caller: u32, bytes: &[u8]) {
        let is_friend = self
            .transport
            .borrow()
            .as_ref()
            .is_some_and(|known| Rc::ptr_eq(known, transport));
        if is_friend {
            return self.receive_or_end(bytes);
        }
        let step = match self.acceptor.borrow_mut().as_mut() {
            Some(acceptor) if !bytes.is_empty() => {
                acceptor.receive(caller, bytes, &mut SystemRng, now()).ok()
            }
            Some(acceptor) => {
                acceptor.remove(caller);
                None
            }
            None => None,
        };
        match step {
            Some(Step::Send(answer)) => transport.send(&answer),
            Some(Step::Complete(channel)) => {
                self.forget_caller(caller);
                self.connect(transport.clone(), *channel);
            }
            None => {
                transport.close();
                self.forget_caller(caller);
                let is_open = self
                    .acceptor
                    .borrow()
                    .as_ref()
                    .is_none_or(Acceptor::is_open);
                if !is_open && self.session().log().is_none() {
                    self.listener.0.close();
                    self.acceptor.take();
                    self.tell(&FarNews::Withdrawn);
                }
            }
        }
    }

    fn forget_caller(&self, caller: u32) {
        self.callers
            .borrow_mut()
            .retain(|(known, ..)| *known != caller);
    }

    pub(super) fn drop_expired_callers(&self, now: Millis) {
        let mut acceptor = self.acceptor.borrow_mut();
        if let Some(acceptor) = acceptor.as_mut() {
            acceptor.remove_expired(now);
        }
        self.callers.borrow_mut().retain(|(caller, transport)| {
            let is_pending = acceptor
                .as_ref()
                .is_some_and(|acceptor| acceptor.is_pending(*caller));
            if !is_pending {
                transport.close();
            }
            is_pending
        });
    }

    /// Proposes the game once the friend’s name is known.
    pub(super) fn propose(self: &Rc<Self>) {
        let friend = self.session().friend().to_owned();
        if friend.is_empty() {
            return;
        }
        let Some((mut agreed, own)) = self.terms.take() else {
            return;
        };
        agreed.names[own] = self.session().name().to_owned();
        agreed.names[!own] = friend;
        let id = GameId(SystemRng.next_u32());
        self.order(Order::Propose(Proposal::new(id, own, &agreed)));
    }

    /// Proposes another game after the end.
    pub fn propose_rematch(self: &Rc<Self>, agreed: Agreement, own: Side) {
        self.terms.replace(Some((agreed, own)));
        self.propose();
    }
}
