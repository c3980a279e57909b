//! The router, asked to let a friend in: by IPv4 it forwards a port, by IPv6 it opens its firewall.
//!
//! Only the default gateway is asked. A thread for each family waits for its answers, renews what it grants at half of its
//! lifetime, and has it deleted in the end. What is asked and how answers are read is in [`crate::remote::MappingExchange`].

use super::Reach;
use crate::game::clock::Millis;
use crate::remote::{
    Family, KnownMapping, LEASE, MAX_DATAGRAM, MappingCourse, MappingExchange, MappingProtocol,
    MappingRequest, PortMappingError, ROUTER_PORT, RouterReply, default_gateway,
    default_gateway_six,
};
use crate::ui::platform::prelude::*;
use crate::ui::platform::time;
use futures_channel::mpsc::{UnboundedReceiver, UnboundedSender, unbounded};
use std::fs;
use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr, SocketAddrV6, UdpSocket};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;

/// Maximum time between two looks whether an exchange is still wanted.
const POLL_INTERVAL: Millis = 100;
/// Maximum time between two looks at the clock while a mapping lasts: a computer may sleep meanwhile.
const CLOCK_INTERVAL: Millis = 60_000;
/// Time that the end of the program waits for the router.
const END_WAIT: Duration = Duration::from_millis(300);

/// Ports that the router lets a friend in at, until this is dropped.
#[derive(Debug)]
pub(super) struct RouterLease {
    /// Dropped to end the threads.
    stops: Vec<Sender<()>>,
    /// Closed once they have ended.
    ended: Receiver<()>,
}

impl RouterLease {
    /// Asks the router to let connections to an own port in. Its replies are received for as long as the lease lasts.
    pub(super) fn ask(
        reach: Reach,
        port: u16,
        known: KnownMapping,
    ) -> (Self, UnboundedReceiver<(Family, RouterReply)>) {
        let (news, told) = unbounded();
        let (end, ended) = channel();
        let stops = [Family::Four, Family::Six].map(|family| {
            let (stop, stopped) = channel();
            let (news, end) = (news.clone(), end.clone());
            let holder = LeaseHolder {
                family,
                reach,
                port,
                known,
                stopped,
                news,
            };
            let thread = thread::Builder::new().name("router".to_owned());
            // Without a thread, there is no reply.
            let _ = thread.spawn(move || {
                holder.run();
                drop(end);
            });
            stop
        });
        let stops = stops.into();
        (Self { stops, ended }, told)
    }

    /// Ends the lease, and gives the router a moment to learn of it.
    pub(super) fn end(mut self) {
        self.stops.clear();
        // Nothing is ever sent.
        let _ = self.ended.recv_timeout(END_WAIT);
    }
}

/// State of the thread that holds the lease of one family.
struct LeaseHolder {
    family: Family,
    reach: Reach,
    port: u16,
    known: KnownMapping,
    stopped: Receiver<()>,
    news: UnboundedSender<(Family, RouterReply)>,
}

impl LeaseHolder {
    fn run(&self) {
        let mut suggested = match self.family {
            Family::Four => self.known.port,
            // A firewall maps nothing.
            Family::Six => self.port,
        };
        let (mut protocol, mut granted) = (None, None);
        let mut course = MappingCourse::default();
        loop {
            let asked = self.connect().map(|(socket, client)| {
                let request = MappingRequest {
                    nonce: self.known.nonce,
                    client,
                    port: self.port,
                    suggested,
                    lifetime: LEASE,
                };
                let reply = exchange(&socket, request, protocol, || self.is_stopped());
                (reply, socket, request)
            });
            let reply = asked.and_then(|(reply, socket, request)| {
                // One that is of no use was granted all the same.
                use PortMappingError::{NotPublic, Refused};
                let grants = matches!(reply, Ok(_) | Err(NotPublic(_) | Refused(0)));
                if grants || self.is_stopped() {
                    granted = Some((socket, request));
                }
                reply
            });
            protocol = reply.ok().map(|mapping| mapping.protocol);
            suggested = reply.map_or(suggested, |mapping| mapping.external.port());
            let pause = course.note(reply);
            // A renewal that fails is tried again, and changes nothing if the router gives the same then.
            let is_news = reply.is_ok() || pause.is_none();
            let is_heard = !is_news || self.news.unbounded_send((self.family, reply)).is_ok();
            if !is_heard || !pause.is_some_and(|pause| self.waits(pause)) {
                break;
            }
        }
        if let Some((socket, request)) = granted {
            let deletion = MappingRequest {
                lifetime: 0,
                ..request
            };
            // If it is not heard, the mapping ends with its lifetime.
            let _ = exchange(&socket, deletion, protocol, || false);
        }
    }

    /// A socket to the router, and the own address.
    fn connect(&self) -> Result<(UdpSocket, IpAddr), PortMappingError> {
        let own = self.reach.own_address(self.family);
        let router = router(self.family);
        let (own, router) = own.zip(router).ok_or(PortMappingError::NoRouter)?;
        let connected = UdpSocket::bind((own, 0)).and_then(|socket| {
            socket.connect(router)?;
            Ok((socket, own))
        });
        connected.map_err(|_| PortMappingError::NoRouter)
    }

    fn is_stopped(&self) -> bool {
        // Nothing is ever sent.
        self.stopped.try_recv() == Err(std::sync::mpsc::TryRecvError::Disconnected)
    }

    /// Waits, also while the computer sleeps. Returns whether the lease is still wanted.
    fn waits(&self, pause: Millis) -> bool {
        let end = time::now().since_boot + pause;
        loop {
            let left = end.saturating_sub(time::now().since_boot);
            if left == 0 {
                return true;
            }
            let part = Duration::from_millis(left.min(CLOCK_INTERVAL));
            if self.stopped.recv_timeout(part) == Err(RecvTimeoutError::Disconnected) {
                return false;
            }
        }
    }
}

/// Exchanges datagrams with a router until there is an outcome, or until it is not wanted any more.
fn exchange(
    socket: &UdpSocket,
    request: MappingRequest,
    known: Option<MappingProtocol>,
    is_stopped: impl Fn() -> bool,
) -> RouterReply {
    let now = || time::now().monotonic;
    let mut exchange = MappingExchange::new(request, known, now());
    let mut buffer = [0; MAX_DATAGRAM + 1];
    loop {
        for datagram in exchange.send(now()) {
            // One that cannot be sent is one that is lost.
            let _ = socket.send(&datagram);
        }
        if let Some(outcome) = exchange.outcome() {
            return outcome;
        }
        if is_stopped() {
            return Err(PortMappingError::Unanswered);
        }
        let wait = exchange.wait(now()).clamp(1, POLL_INTERVAL);
        let waits = socket.set_read_timeout(Some(Duration::from_millis(wait)));
        match waits.and_then(|()| socket.recv(&mut buffer)) {
            Ok(length) => exchange.receive(&buffer[..length], now()),
            // Nothing listens there.
            Err(error) if error.kind() == ErrorKind::ConnectionRefused => {
                return Err(PortMappingError::Unanswered);
            }
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(_) => thread::sleep(Duration::from_millis(wait)),
        }
    }
}

/// The default gateway, at the port of routers.
fn router(family: Family) -> Option<SocketAddr> {
    match family {
        Family::Four => {
            let table = fs::read_to_string("/proc/net/route").ok()?;
            let address = default_gateway(&table)?;
            Some((address, ROUTER_PORT).into())
        }
        Family::Six => {
            let table = fs::read_to_string("/proc/net/ipv6_route").ok()?;
            let (address, interface) = default_gateway_six(&table)?;
            let known = if_addrs::get_if_addrs().ok()?;
            let known = known.into_iter().find(|known| known.name == interface);
            let scope = known?.index?;
            Some(SocketAddrV6::new(address, ROUTER_PORT, 0, scope).into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_only_this_machine_reaches_asks_no_router() {
        let known = KnownMapping {
            nonce: [0; 12],
            port: 40_000,
        };
        let (lease, mut told) = RouterLease::ask(Reach::Loopback, 40_000, known);
        let mut replies = crate::remote::RouterReplies::default();
        glib::MainContext::new().block_on(async {
            while let Ok(news) = told.recv().await {
                replies.note(news);
            }
        });
        assert!(replies.is_complete());
        assert!(replies.external().is_empty());
        assert_eq!(replies.outcome(), Err(PortMappingError::NoRouter));
        lease.end();
    }
}
