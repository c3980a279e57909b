//! Two programs that look for each other: either listens, and dials the other.
//!
//! Who dials decides nothing else. The guest always speaks first, over connections that it has dialed or accepted, and the
//! host takes the newest one over which a guest has authenticated itself.

use super::discovery::MatchSearch;
use super::sockets;
use super::{Absence, ConnectionTask, Reach, RemoteGame, RemoteNews, SocketListener};
use crate::remote::{RemoteSession, Role, distinct, is_own_computer, rank_addresses};
use crate::ui::platform::prelude::*;
use std::net::SocketAddr;

/// Time for one address to answer.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(8);
/// Time between the first attempts at two addresses, of which the better one comes first.
const DIAL_STAGGER: Duration = Duration::from_millis(250);
/// Maximum delay between two attempts, in seconds.
const MAX_REDIAL_DELAY: u64 = 30;
/// Time until a listener that has failed is tried again, such as with too many files open.
const ACCEPT_PAUSE: Duration = Duration::from_secs(1);
/// Delay between two attempts, in seconds, while the friend may be dialing: both have to go on before firewalls forget.
const MEETING_DELAY: u64 = 2;

impl RemoteGame {
    /// Starts listening at a port, or at a free one for 0, unless it listens already.
    pub(super) fn start_listening(self: &Rc<Self>, port: u16) -> Result<(), glib::Error> {
        if self.is_listening() {
            return Ok(());
        }
        let listening = SocketListener::default();
        let port = self.reach.listen(&listening.0, port)?;
        self.port.set(port);
        let (game, listener) = (Rc::downgrade(self), listening.0.clone());
        self.listener.replace(Some(listening));
        glib::spawn_future_local(async move {
            loop {
                let stream = match listener.accept_future().await {
                    Ok((stream, _)) => stream,
                    Err(error) if error.matches(gio::IOErrorEnum::Closed) => return,
                    Err(_) => {
                        glib::timeout_future(ACCEPT_PAUSE).await;
                        continue;
                    }
                };
                let Some(game) = game.upgrade() else { return };
                // A new key could not be saved.
                if game.is_left.get() || game.is_unsaved() {
                    continue;
                }
                match game.role {
                    Role::Host => game.accept_connection(stream),
                    Role::Guest => game.answer_call(stream),
                }
            }
        });
        Ok(())
    }

    /// Starts listening at the port of before or at a free one. A friend who cannot call back has to be dialed.
    pub(super) fn try_listening(self: &Rc<Self>) {
        let again = self.start_listening(self.port.get());
        let _ = again.or_else(|_| self.start_listening(0));
    }

    pub(super) fn is_listening(&self) -> bool {
        self.listener.borrow().is_some()
    }

    /// Addresses with the port at which this program listens, best first.
    pub(super) fn own_addresses(&self) -> Vec<SocketAddr> {
        if !self.is_listening() {
            return Vec::new();
        }
        let mut addresses = self.addresses();
        addresses.retain(|address| self.may_be_told(*address));
        addresses
    }

    /// Whether an address means the same computer to both programs, unless both run on one for a test.
    pub(super) fn may_be_told(&self, address: SocketAddr) -> bool {
        self.reach == Reach::Loopback || !is_own_computer(address)
    }

    /// Adds addresses at which the friend may be, behind those that are known.
    pub(super) fn add_hosts(&self, others: Vec<String>) {
        let known = self.hosts.take();
        self.hosts.replace(rank_addresses(known, others));
    }

    /// Notes the addresses that the friend’s program has told, once it is known for that of the friend.
    pub(super) fn note_friends_addresses(self: &Rc<Self>) {
        let told = self.session().friends_addresses().to_vec();
        let told = told.iter().filter(|one| self.may_be_told(**one));
        let known = self.hosts.borrow().clone();
        let ranked = rank_addresses(told.map(ToString::to_string), known.clone());
        if ranked != known {
            self.hosts.replace(ranked);
            self.tasks.borrow_mut().push_back(ConnectionTask::Save);
            self.run_tasks();
        }
    }

    /// Addresses at which the friend may be: those on this network first, and those of an answer, which displace none of
    /// the friend’s own.
    fn known_addresses(&self) -> Vec<String> {
        let guessed = [self.nearby.borrow().clone(), self.answered_addresses()];
        distinct(
            guessed
                .concat()
                .into_iter()
                .chain(self.hosts.borrow().clone()),
        )
    }

    /// Dials all addresses of the friend.
    pub(super) fn dial(self: &Rc<Self>) {
        // A new key could not be saved.
        if self.is_unsaved() {
            return self.redial_later();
        }
        self.stop_dialing();
        let hosts = self.known_addresses();
        let from = self.is_listening().then(|| self.port.get());
        if hosts.is_empty() {
            let check = weak!(self, |game| game.check_dialed());
            glib::idle_add_local_once(check);
        }
        self.open_dials.set(hosts.len());
        for (at, host) in (0..).zip(hosts) {
            let weak = Rc::downgrade(self);
            let dial = glib::spawn_future_local(async move {
                glib::timeout_future(DIAL_STAGGER * at).await;
                let dialing = sockets::dial(&host, from);
                let dialed = glib::future_with_timeout(CONNECT_TIMEOUT, dialing).await;
                if let Some(game) = weak.upgrade() {
                    game.end_dial(dialed.ok().flatten());
                }
            });
            self.dials.borrow_mut().push(dial);
        }
    }

    fn end_dial(self: &Rc<Self>, stream: Option<gio::SocketConnection>) {
        self.open_dials.set(self.open_dials.get() - 1);
        // A new key could not be saved.
        let stream = stream.filter(|_| !self.is_unsaved());
        match (stream, self.role) {
            (Some(stream), Role::Host) => self.accept_connection(stream),
            (Some(stream), Role::Guest) => self.add_dialed(stream),
            (None, _) => {}
        }
        self.check_dialed();
    }

    /// Whether addresses of the friend are being tried.
    pub(super) fn is_dialing(&self) -> bool {
        self.open_dials.get() > 0
    }

    /// Ends all attempts to reach the friend, but not those of the friend.
    pub(super) fn stop_dialing(&self) {
        self.redial.cancel();
        self.open_dials.set(0);
        self.dialed.take();
        self.failure.take();
        for dial in self.dials.take() {
            dial.abort();
        }
    }

    /// Looks for the friend on the network, too, in a game that goes on; both sides are announced there.
    pub(super) fn search_nearby(self: &Rc<Self>) {
        let key = self.session().key().filter(|_| self.may_be_nearby());
        let (Some(key), None) = (key, self.search.borrow().as_ref()) else {
            return;
        };
        let found = weak!(self, |game, hosts: Vec<String>| game.find_nearby(hosts));
        let [own, friends] = [self.role, self.role.other()].map(|role| key.discovery_id(role));
        let search = MatchSearch::new(self.reach, self.port.get(), own, friends, found);
        self.search.replace(search);
    }

    fn may_be_nearby(&self) -> bool {
        let is_over = |session: &RemoteSession| session.game()?.outcome();
        let is_sought = self.transport.borrow().is_none() && !self.is_left.get();
        let may_return = self.absence.get() != Absence::Left && self.is_listening();
        is_sought && may_return && is_over(&self.session()).is_none()
    }

    /// Dials addresses that were found on the network.
    pub(super) fn find_nearby(self: &Rc<Self>, mut hosts: Vec<String>) {
        hosts.retain(|host| host.parse().is_ok_and(|one| self.may_be_told(one)));
        if hosts.is_empty() || !self.may_be_nearby() {
            return;
        }
        self.nearby.replace(hosts);
        // Whoever announces other addresses all the time must not put off the next attempt.
        let is_soon = self.tries.replace(0) <= 1 && self.redial.is_pending();
        if !self.is_dialing() && !is_soon {
            self.redial_later();
        }
    }

    /// Ends all attempts of both sides.
    pub(super) fn stop_seeking(&self) {
        self.stop_dialing();
        self.search.take();
        self.listener.take();
        self.acceptor.take();
        self.callers.take();
        self.connector.borrow_mut().clear();
        self.calls.take();
        self.announcement.take();
    }

    /// Reports that no address of the friend has led to a connection, once all were tried.
    pub(super) fn check_dialed(self: &Rc<Self>) {
        if self.is_dialing() || self.is_shaking_hands() || self.transport.borrow().is_some() {
            return;
        }
        match self.failure.take() {
            // Nobody has proved to be the friend, who may still come.
            Some(reason) => self.tell(&RemoteNews::Closed(reason)),
            // A caller who shakes hands may be the friend.
            None if !self.callers.borrow().is_empty() => {}
            None => self.tell(&RemoteNews::Unreached(&self.known_addresses())),
        }
        if self.may_redial() {
            self.redial_later();
        }
    }

    /// Whether the friend is dialed again: they have a game of this match, and have not left it, or may be dialing, too.
    pub(super) fn may_redial(&self) -> bool {
        let has_left = self.role == Role::Host && self.absence.get() == Absence::Left;
        let may_answer = !has_left && !self.known_addresses().is_empty();
        let is_sought = self.session().log().is_some() || self.meets_by_answer();
        may_answer && !self.is_left.get() && is_sought
    }

    /// Whether both programs may be dialing each other, one of them by the line with which the guest answers.
    pub fn meets_by_answer(&self) -> bool {
        self.is_answered() || self.answer().is_some()
    }

    /// Dials again after a delay that doubles from one second to thirty, or soon.
    pub(super) fn redial_later(self: &Rc<Self>) {
        let tries = self.tries.get();
        self.tries.set(tries + 1);
        let delay = match self.meets_by_answer() {
            true => MEETING_DELAY,
            false => (1 << tries.min(5)).min(MAX_REDIAL_DELAY),
        };
        let delay = Duration::from_secs(delay);
        self.redial.start(delay, weak!(self, |game| game.dial()));
    }
}
