//! The guest: dials, authenticates, and redials after the connection is lost.

use super::rng::SystemRng;
use super::{JoinTarget, Reach, RemoteGame, RemoteNews, Transport, now};
use crate::remote::{CloseReason, Handshake, RemoteSession, Role, Step};
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

    /// Adds addresses at which the friend may be, behind those that are known.
    pub(super) fn add_hosts(&self, others: Vec<String>) {
        let mut hosts = self.hosts.borrow_mut();
        for host in others {
            if !hosts.contains(&host) {
                hosts.push(host);
            }
        }
        hosts.truncate(MAX_HOSTS);
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

    fn start_handshake(self: &Rc<Self>, stream: gio::SocketConnection) {
        let key = self.session().key();
        let secret = key.map(|key| key.secret());
        let Some(secret) = secret.or_else(|| self.secret.borrow().clone()) else {
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
            // A host is told of nothing.
            Ok(Step::Withdrawn(_)) => self.report_closed(CloseReason::Malformed),
            Err(reason) => self.report_closed(reason),
        }
    }
}
