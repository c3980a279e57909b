//! The guest: dials, proves that it knows the secret, and dials again after the line was lost.

use super::dice::Dice;
use super::{FarLine, FarNews, Reach, Target, Wire, now};
use crate::far::{Handshake, Role, Session, Step};
use crate::ui::platform::prelude::*;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

/// Time for one address to answer.
const ANSWER_TIME: Duration = Duration::from_secs(8);
/// Longest time between two attempts, in seconds.
const MAX_WAIT: u64 = 30;

impl FarLine {
    /// Dials a host.
    pub fn join(name: &str, target: Target, file: PathBuf) -> Rc<Self> {
        let session = Session::new(Role::Guest, name);
        let line = Rc::new(Self {
            hosts: target.hosts,
            secret: Some(target.secret),
            ..Self::new(session, Role::Guest, Reach::default(), file)
        });
        line.dial();
        line
    }

    /// Tries the addresses of the host one after the other.
    pub(super) fn dial(self: &Rc<Self>) {
        let (weak, hosts) = (Rc::downgrade(self), self.hosts.clone());
        glib::spawn_future_local(async move {
            for host in &hosts {
                let client = gio::SocketClient::new();
                client.set_enable_proxy(false);
                let called = client.connect_to_host_future(host, 0);
                let called = glib::future_with_timeout(ANSWER_TIME, called).await;
                let Some(line) = weak.upgrade() else { return };
                if let Ok(Ok(stream)) = called {
                    return line.greet(stream);
                }
            }
            if let Some(line) = weak.upgrade() {
                line.tell(&FarNews::Unreached(&hosts));
                if line.session().log().is_some() {
                    line.dial_later();
                }
            }
        });
    }

    /// Dials again after 1, 2, 4 and at last always 30 seconds.
    pub(super) fn dial_later(self: &Rc<Self>) {
        let tries = self.tries.get();
        self.tries.set(tries + 1);
        let wait = (1 << tries.min(5)).min(MAX_WAIT);
        let line = Rc::downgrade(self);
        self.redial.start(Duration::from_secs(wait), move || {
            if let Some(line) = line.upgrade() {
                line.dial();
            }
        });
    }

    fn greet(self: &Rc<Self>, stream: gio::SocketConnection) {
        let newest = self.session().secrets().into_iter().next();
        let Some(secret) = newest.or_else(|| self.secret.clone()) else {
            return;
        };
        let (handshake, first) = Handshake::guest(&secret, &mut Dice, now());
        let line = Rc::downgrade(self);
        let wire = Wire::new(stream, move |wire, bytes| {
            if let Some(line) = line.upgrade() {
                line.hear_host(wire, bytes);
            }
        });
        wire.send(&first);
        self.handshake.replace(Some((handshake, wire)));
        self.start_beat();
    }

    fn hear_host(self: &Rc<Self>, wire: &Rc<Wire>, bytes: &[u8]) {
        let Some((mut handshake, _)) = self.handshake.take() else {
            return self.hear(bytes);
        };
        if bytes.is_empty() {
            return self.lose(handshake.cut());
        }
        match handshake.receive(bytes, &mut Dice, now()) {
            Ok(Step::Send(answer)) => {
                wire.send(&answer);
                self.handshake.replace(Some((handshake, wire.clone())));
            }
            Ok(Step::Open(link)) => self.connect(wire.clone(), *link),
            Err(why) => self.lose(why),
        }
    }
}
