//! The host: invites, listens, and accepts the guest that knows the secret.

use super::discovery::Announcement;
use super::rng::SystemRng;
use super::router::RouterLease;
use super::{Absence, Reach, RemoteGame, RemoteNews, Transport, now};
use crate::game::clock::Millis;
use crate::remote::{Acceptor, Access, CloseReason, Family, HostTerms, InvitationAnswer, Invited};
use crate::remote::{KnownMapping, Order, RemoteSession, Role, RouterReply, Step, is_listener};
use crate::rules::Side;
use crate::ui::platform::prelude::*;
use rand_core::RngCore;
use std::net::SocketAddr;

/// Time for which a guest who has answered is dialed: no longer than two people wait for each other.
const ANSWER_LIFETIME: Millis = 600_000;

/// Guest who has answered an invitation.
#[derive(Debug)]
pub(super) struct Answered {
    at: Millis,
    /// Addresses with ports, best first.
    hosts: Vec<String>,
}

impl RemoteGame {
    /// Starts listening, and returns the invitation. The guest will be proposed a game on these terms.
    ///
    /// # Errors
    ///
    /// Returns an error if nothing can listen, such as at a port that another program uses.
    pub fn invite(
        name: &str,
        terms: HostTerms,
        access: Access,
        reach: Reach,
        folder: PathBuf,
    ) -> Result<(Rc<Self>, Invited), glib::Error> {
        let session = RemoteSession::new(Role::Host, name);
        let game = Rc::new(Self::new(session, Role::Host, reach, folder));
        game.terms.replace(Some(terms));
        game.port.set(access.port);
        let invited = game.invite_again(access)?;
        Ok((game, invited))
    }

    /// Returns a new invitation to the same game, with fresh secrets. It listens if it did not.
    ///
    /// Only a guest that has the game on file can continue it: the host says which game it is over the encrypted channel,
    /// so the text of the invitation tells nobody.
    ///
    /// # Errors
    ///
    /// Returns an error if nothing can listen.
    pub fn invite_again(self: &Rc<Self>, access: Access) -> Result<Invited, glib::Error> {
        self.access.set(access);
        let port = self.port.get();
        if let Err(error) = self.start_listening(port) {
            // The port of a restored game may be taken; one that the player has chosen may not.
            if self.session().log().is_none() {
                return Err(error);
            }
            self.start_listening(0)?;
        }
        Ok(self.new_invitation())
    }

    fn new_invitation(&self) -> Invited {
        let invited = self.with_fresh_secrets();
        self.invitation.replace(Some(invited.clone()));
        // The attempts at the code before do not count for this one.
        self.acceptor.replace(Some(Acceptor::new(Vec::new())));
        self.update_acceptor();
        let (access, port) = (self.access.get(), self.port.get());
        let session = self.session();
        let shown = access.shows_name.then(|| session.name());
        let announcement = Announcement::new(self.reach, port, shown);
        self.announcement.replace(announcement);
        invited
    }

    fn with_fresh_secrets(&self) -> Invited {
        let mut secret = [0; 10];
        SystemRng.fill_bytes(&mut secret);
        Invited::new(&self.addresses(), secret, SystemRng.next_u64())
    }

    /// Own addresses, and those at which the router lets the friend in.
    pub(super) fn addresses(&self) -> Vec<SocketAddr> {
        let port = self.port.get();
        let public = self.access.get().public;
        let mut external = self.router_replies.get().external();
        external.extend(public.map(|address| SocketAddr::from((address, port))));
        self.reach.addresses(port, &external)
    }

    /// Whether the router is to be asked to let the friend in.
    pub fn asks_router(&self) -> bool {
        self.access.get().asks_router || self.mapping.get().is_some()
    }

    /// Asks the router to let the friend in, until the game is left. Returns the invitation with its replies.
    pub async fn ask_router(self: &Rc<Self>, invited: Invited) -> Invited {
        if self.router_replies.get().external().is_empty() {
            self.start_asking_router().await;
        }
        self.readdress(invited)
    }

    /// An invitation with the present addresses, and what the router says.
    fn readdress(&self, invited: Invited) -> Invited {
        Invited {
            invitation: invited.invitation.with_addresses(&self.addresses()),
            router: Some(self.router_replies.get()),
            ..invited
        }
    }

    /// Asks the router, and waits for its first replies.
    async fn start_asking_router(self: &Rc<Self>) {
        let port = self.port.get();
        let known = self.mapping.get().unwrap_or_else(|| {
            let mut nonce = [0; 12];
            SystemRng.fill_bytes(&mut nonce);
            KnownMapping { nonce, port }
        });
        let (lease, mut told) = RouterLease::ask(self.reach, port, known);
        self.router.replace(Some(lease));
        self.router_replies.take();
        self.mapping.set(Some(known));
        while !self.router_replies.get().is_complete() {
            // None comes once the game is left.
            let Ok(reply) = told.recv().await else { return };
            self.note_router(reply);
        }
        if self.router_replies.get().external().is_empty() {
            return self.forget_mapping();
        }
        let game = Rc::downgrade(self);
        glib::spawn_future_local(async move {
            while let Ok(reply) = told.recv().await {
                let Some(game) = game.upgrade() else { return };
                game.follow_router(reply);
            }
        });
    }

    fn note_router(&self, reply: (Family, RouterReply)) {
        let mut replies = self.router_replies.get();
        replies.note(reply);
        self.router_replies.set(replies);
        if let (Some(Ok(mapping)), Some(known)) = (replies.four, self.mapping.get()) {
            self.mapping.set(Some(KnownMapping {
                port: mapping.external.port(),
                ..known
            }));
        }
    }

    fn forget_mapping(&self) {
        self.mapping.take();
        self.router.take();
    }

    /// Notes a renewal of the mapping, or its end. A friend who is not connected needs an invitation with other addresses
    /// then; the secrets of an open one stay.
    pub(super) fn follow_router(self: &Rc<Self>, reply: (Family, RouterReply)) {
        let before = self.router_replies.get().external();
        self.note_router(reply);
        let external = self.router_replies.get().external();
        if external.is_empty() {
            self.forget_mapping();
        }
        if external == before || self.away().is_none() {
            return;
        }
        self.absence.set(Absence::Moved);
        let open = self.invitation.borrow().clone();
        let invited = self.readdress(open.unwrap_or_else(|| self.new_invitation()));
        self.tell(&RemoteNews::Moved(&invited));
    }

    /// Has the router close what it has opened.
    pub(super) fn close_router(&self) {
        self.forget_mapping();
        self.router_replies.take();
    }

    /// Has the router close what it has opened until the next start of the program.
    pub fn suspend_router(&self) {
        if let Some(lease) = self.router.take() {
            lease.end();
        }
    }

    /// Dials a guest who has answered the open invitation. Returns whether this is an answer to it.
    pub fn take_answer(self: &Rc<Self>, answer: &InvitationAnswer) -> bool {
        let open = self.invitation.borrow().clone();
        let is_open = open.is_some_and(|open| answer.is_to(&open.invitation.secret()));
        if is_open {
            let told = answer.addresses().iter();
            let told = told.filter(|one| is_listener(**one) && self.may_be_told(**one));
            let answered = Answered {
                at: now(),
                hosts: told.map(ToString::to_string).collect(),
            };
            self.answered.replace(Some(answered));
            self.dial();
        }
        is_open
    }

    /// Whether a guest is dialed who has answered the open invitation.
    pub fn is_answered(&self) -> bool {
        !self.answered_addresses().is_empty()
    }

    /// Addresses of a guest who has answered the open invitation. Until they lead to the friend, they are nobody’s word.
    pub(super) fn answered_addresses(&self) -> Vec<String> {
        let is_fresh = |one: &&Answered| now().saturating_sub(one.at) < ANSWER_LIFETIME;
        let answered = self.answered.borrow();
        let answered = answered.as_ref().filter(is_fresh);
        let answered = answered.filter(|_| self.invitation.borrow().is_some());
        answered.map_or_else(Vec::new, |one| one.hosts.clone())
    }

    /// Withdraws the invitation to continue this game. The friend can still come back without one.
    pub fn cancel_invitation(&self) {
        self.announcement.take();
        self.invitation.take();
        self.answered.take();
        self.update_acceptor();
    }

    /// Listens again for the friend. If the port is taken, the friend needs a new invitation.
    pub(super) fn listen_again(self: &Rc<Self>) {
        self.acceptor.replace(Some(Acceptor::new(Vec::new())));
        self.update_acceptor();
        if self.start_listening(self.port.get()).is_ok() {
            if self.asks_router() {
                let game = self.clone();
                glib::spawn_future_local(async move { game.start_asking_router().await });
            }
            return self.dial_if_known();
        }
        let game = Rc::downgrade(self);
        // Once the window is there to show it.
        glib::spawn_future_local(async move {
            let Some(game) = game.upgrade() else { return };
            match game.start_listening(0) {
                Ok(()) => {
                    game.absence.set(Absence::Moved);
                    game.tell(&RemoteNews::Moved(&game.new_invitation()));
                    game.dial_if_known();
                    game.search_nearby();
                }
                Err(_) => game.report_closed(CloseReason::ConnectionLost),
            }
        });
    }

    /// Dials the friend as well, if it is known where they may be.
    fn dial_if_known(self: &Rc<Self>) {
        if !self.hosts.borrow().is_empty() {
            self.dial();
        }
    }

    /// Accepts the key of the match, and the secrets of an open invitation.
    pub(super) fn update_acceptor(&self) {
        let open = self.invitation.borrow().as_ref().map(Invited::secrets);
        let mut secrets = open.unwrap_or_default();
        secrets.extend(self.session().secrets());
        if let Some(acceptor) = self.acceptor.borrow_mut().as_mut() {
            acceptor.set_secrets(secrets);
            self.callers.take();
        }
    }

    /// Waits for a guest to authenticate itself over a connection, whoever has dialed.
    pub(super) fn accept_connection(self: &Rc<Self>, stream: gio::SocketConnection) {
        let now = now();
        let caller = self
            .acceptor
            .borrow_mut()
            .as_mut()
            .and_then(|acceptor| acceptor.accept(now));
        let Some(caller) = caller else { return };
        let receive = weak!(self, |game, transport: &_, bytes: &_| game
            .receive_from(transport, caller, bytes));
        let transport = Transport::new(stream, receive);
        self.callers.borrow_mut().push((caller, transport));
        self.start_ticking();
    }

    /// Processes bytes from the friend, or from a caller that is not authenticated yet.
    fn receive_from(self: &Rc<Self>, transport: &Rc<Transport>, caller: u32, bytes: &[u8]) {
        if !self
            .callers
            .borrow()
            .iter()
            .any(|(known, _)| *known == caller)
        {
            return self.receive_from_friend(transport, bytes);
        }
        let was_withdrawn = self.is_code_withdrawn();
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
            Some(Step::Withdrawn(last)) => {
                transport.send(&last);
                transport.close();
                self.forget_caller(caller);
            }
            None => {
                transport.close();
                self.forget_caller(caller);
            }
        }
        if !was_withdrawn && self.is_code_withdrawn() {
            // Only those who know the code need the announcement.
            self.announcement.take();
            self.tell(&RemoteNews::CodeWithdrawn);
        }
    }

    fn is_code_withdrawn(&self) -> bool {
        let acceptor = self.acceptor.borrow();
        acceptor.as_ref().is_some_and(Acceptor::is_code_withdrawn)
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

    /// Proposes the first game, once the friend has introduced themselves.
    pub(super) fn propose(self: &Rc<Self>) {
        let proposal = {
            let (session, terms) = (self.session(), self.terms.borrow());
            let is_due = session.log().is_none() && !session.is_proposing();
            let is_met = session.has_met() && self.transport.borrow().is_some();
            let Some(terms) = terms.as_ref().filter(|_| is_due && is_met) else {
                return;
            };
            match terms.own {
                Some(own) => self.proposal(&terms.game, own),
                None => {
                    let own = Side::ALL[(SystemRng.next_u32() % 2) as usize];
                    self.proposal(&terms.game, own).by_chance()
                }
            }
        };
        self.order(Order::Propose(proposal));
    }
}
