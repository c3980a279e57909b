//! The guest: dials, authenticates, and redials after the connection is lost.

use super::rng::SystemRng;
use super::saving::load;
use super::{JoinTarget, Reach, RemoteGame, RemoteNews, Transport, now};
use crate::remote::{GameId, Handshake, RemoteSession, Role, Step};
use crate::ui::platform::prelude::*;

/// Time for one address to answer.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(8);
/// Maximum delay between two attempts, in seconds.
const MAX_REDIAL_DELAY: u64 = 30;
/// Maximum number of addresses of a host.
const MAX_HOSTS: usize = 8;

impl RemoteGame {
    /// Dials a host.
    pub fn join(name: &str, target: JoinTarget, folder: PathBuf) -> Rc<Self> {
        let session = RemoteSession::new(Role::Guest, name);
        let game = Rc::new(Self {
            hosts: RefCell::new(target.hosts),
            secret: RefCell::new(Some(target.secret)),
            ..Self::new(session, Role::Guest, Reach::default(), folder)
        });
        game.dial();
        game
    }

    /// Dials the host of this game at the addresses of a new invitation, too.
    pub fn join_again(self: &Rc<Self>, target: JoinTarget) {
        self.secret.replace(Some(target.secret));
        let mut hosts = target.hosts;
        let known = self.hosts.borrow();
        let others: Vec<_> = known.iter().filter(|host| !hosts.contains(host)).collect();
        hosts.extend(others.into_iter().cloned());
        drop(known);
        hosts.truncate(MAX_HOSTS);
        self.hosts.replace(hosts);
        self.redial.cancel();
        self.handshake.take();
        if !self.is_dialing.get() {
            self.dial();
        }
    }

    /// Goes back to the resume key if a new invitation to this game has failed.
    pub(super) fn give_up_invitation(&self) {
        if self.session().log().is_some() {
            self.secret.take();
        }
    }

    /// Tries the addresses of the host one after the other.
    pub(super) fn dial(self: &Rc<Self>) {
        // A new key could not be saved.
        if self.is_unsaved() {
            return self.redial_later();
        }
        let (weak, hosts) = (Rc::downgrade(self), self.hosts.borrow().clone());
        self.is_dialing.set(true);
        glib::spawn_future_local(async move {
            for host in &hosts {
                let client = gio::SocketClient::new();
                client.set_enable_proxy(false);
                let connecting = client.connect_to_host_future(host, 0);
                let connected = glib::future_with_timeout(CONNECT_TIMEOUT, connecting).await;
                let Some(game) = weak.upgrade() else { return };
                if game.is_left.get() {
                    return;
                }
                if let Ok(Ok(stream)) = connected {
                    game.is_dialing.set(false);
                    return game.start_handshake(stream);
                }
            }
            if let Some(game) = weak.upgrade() {
                game.is_dialing.set(false);
                game.give_up_invitation();
                game.tell(&RemoteNews::Unreached(&hosts));
                if game.session().log().is_some() {
                    game.redial_later();
                }
            }
        });
    }

    /// Dials again after a delay that doubles from one second to thirty.
    pub(super) fn redial_later(self: &Rc<Self>) {
        let tries = self.tries.get();
        self.tries.set(tries + 1);
        let delay = (1 << tries.min(5)).min(MAX_REDIAL_DELAY);
        let delay = Duration::from_secs(delay);
        self.redial.start(delay, weak!(self, |game| game.dial()));
    }

    /// Continues the match that the host’s invitation is for, if it is on file.
    pub(super) fn adopt(self: &Rc<Self>, series: GameId) {
        let saved = load(&self.folder, series);
        let effects = self.session.borrow_mut().adopt(saved, now());
        self.carry_out(&effects);
    }

    fn start_handshake(self: &Rc<Self>, stream: gio::SocketConnection) {
        let newest = self.session().secrets().into_iter().next();
        let Some(secret) = self.secret.borrow().clone().or(newest) else {
            return;
        };
        let (handshake, first) = Handshake::guest(&secret, &mut SystemRng, now());
        let receive = weak!(self, |game, transport: &_, bytes: &_| game
            .receive_from_host(transport, bytes));
        let transport = Transport::new(stream, receive);
        transport.send(&first);
        self.handshake.replace(Some((handshake, transport)));
        self.start_ticking();
    }

    fn receive_from_host(self: &Rc<Self>, transport: &Rc<Transport>, bytes: &[u8]) {
        let Some((mut handshake, _)) = self.handshake.take() else {
            return self.receive_or_end(bytes);
        };
        if bytes.is_empty() {
            return self.report_closed(handshake.reason_if_closed());
        }
        match handshake.receive(bytes, &mut SystemRng, now()) {
            Ok(Step::Send(answer)) => {
                transport.send(&answer);
                self.handshake.replace(Some((handshake, transport.clone())));
            }
            Ok(Step::Complete(channel)) => self.connect(transport.clone(), *channel),
            Err(reason) => self.report_closed(reason),
        }
    }
}
