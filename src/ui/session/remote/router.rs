//! The router, asked to let a friend in: by IPv4 it forwards a port, by IPv6 it opens its firewall.
//!
//! Only the default gateway is asked. A thread for each family waits for its answers, renews what it grants at half of its
//! lifetime, and has it deleted in the end. What is asked and how answers are read is in [`crate::remote::MappingExchange`].

use super::Reach;
use crate::game::clock::Millis;
use crate::remote::{
    LEASE, MAX_DATAGRAM, MappingCourse, MappingExchange, MappingNonce, MappingProtocol,
    MappingRequest, PortMapping, PortMappingError, ROUTER_PORT,
};
use crate::ui::platform::prelude::*;
use crate::ui::platform::time;
use futures_channel::mpsc::{UnboundedReceiver, UnboundedSender, unbounded};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV6, UdpSocket};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;

/// Maximum time between two looks whether an exchange is still wanted.
const POLL_INTERVAL: Millis = 100;
/// Maximum time between two looks at the clock while a mapping lasts: a computer may sleep meanwhile.
const CLOCK_INTERVAL: Millis = 60_000;
/// Time that the end of the program waits for the router.
const END_WAIT: Duration = Duration::from_millis(300);
/// Flags of a route that can be used and leads through a gateway (linux/route.h).
const UP_AND_GATEWAY: u32 = 3;
/// Flag of a route that leads nowhere (linux/route.h).
const REJECT: u32 = 0x200;

/// Reply of a router.
pub(super) type RouterReply = Result<PortMapping, PortMappingError>;

/// Family of addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    Four,
    Six,
}

/// Replies of the router for both families, once there are any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RouterReplies {
    pub(super) four: Option<RouterReply>,
    pub(super) six: Option<RouterReply>,
}

impl RouterReplies {
    pub(super) fn note(&mut self, (family, reply): (Family, RouterReply)) {
        match family {
            Family::Four => self.four = Some(reply),
            Family::Six => self.six = Some(reply),
        }
    }

    pub(super) const fn is_complete(&self) -> bool {
        self.four.is_some() && self.six.is_some()
    }

    /// Addresses and ports at which the router lets a friend in.
    pub(super) fn external(&self) -> Vec<SocketAddr> {
        let replies = [self.four, self.six].into_iter().flatten().flatten();
        replies.map(|mapping| mapping.external).collect()
    }

    /// Address and port at which the router lets a friend in, or the reason that it does not; that by IPv4 says more.
    pub fn outcome(&self) -> Result<SocketAddr, PortMappingError> {
        let refusal = self.four.and_then(Result::err);
        let external = self.external().into_iter().next();
        external.ok_or(refusal.unwrap_or(PortMappingError::NoRouter))
    }
}

/// Identity of a mapping, which outlives the program: a router that still has the mapping of a killed one gives the same
/// port to this nonce only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct KnownMapping {
    pub nonce: MappingNonce,
    /// External port by IPv4 that is to be had again.
    pub port: u16,
}

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
        let router = self.family.router();
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

impl Family {
    /// The default gateway, at the port of routers.
    fn router(self) -> Option<SocketAddr> {
        match self {
            Self::Four => {
                let table = fs::read_to_string("/proc/net/route").ok()?;
                let address = gateway_in(&table)?;
                Some((address, ROUTER_PORT).into())
            }
            Self::Six => {
                let table = fs::read_to_string("/proc/net/ipv6_route").ok()?;
                let (address, interface) = gateway_in_six(&table)?;
                let known = if_addrs::get_if_addrs().ok()?;
                let known = known.into_iter().find(|known| known.name == interface);
                let scope = known?.index?;
                Some(SocketAddrV6::new(address, ROUTER_PORT, 0, scope).into())
            }
        }
    }
}

/// The default gateway in the kernel’s table of IPv4 routes, in whose columns are the interface, the destination, the
/// gateway, flags, two counts, the metric and the mask.
fn gateway_in(table: &str) -> Option<Ipv4Addr> {
    let routes = table.lines().filter_map(|line| {
        let mut columns = line.split_ascii_whitespace().skip(1);
        let destination = hexadecimal(columns.next()?)?;
        let gateway = hexadecimal(columns.next()?)?;
        let flags = hexadecimal(columns.next()?)?;
        let metric: u32 = columns.nth(2)?.parse().ok()?;
        let mask = hexadecimal(columns.next()?)?;
        let is_default = destination == 0 && mask == 0;
        // Printed as a number of this machine.
        let gateway = Ipv4Addr::from(gateway.to_ne_bytes());
        (is_default && is_usable(flags)).then_some((metric, gateway))
    });
    let best = routes.min_by_key(|(metric, _)| *metric);
    best.map(|(_, gateway)| gateway)
}

/// The default gateway in the kernel’s table of IPv6 routes, and the interface that leads to it. In the columns are the
/// destination, the source, each with the length of its prefix, the gateway, the metric, two counts, flags and the
/// interface.
fn gateway_in_six(table: &str) -> Option<(Ipv6Addr, &str)> {
    let routes = table.lines().filter_map(|line| {
        let mut columns = line.split_ascii_whitespace();
        let prefix = hexadecimal(columns.nth(1)?)?;
        let source = hexadecimal(columns.nth(1)?)?;
        let gateway = u128::from_str_radix(columns.next()?, 16).ok()?;
        let metric = hexadecimal(columns.next()?)?;
        let flags = hexadecimal(columns.nth(2)?)?;
        let interface = columns.next()?;
        let is_default = prefix == 0 && source == 0 && is_usable(flags);
        is_default.then_some((metric, (Ipv6Addr::from(gateway), interface)))
    });
    let best = routes.min_by_key(|(metric, _)| *metric);
    best.map(|(_, gateway)| gateway)
}

fn hexadecimal(text: &str) -> Option<u32> {
    u32::from_str_radix(text, 16).ok()
}

const fn is_usable(flags: u32) -> bool {
    flags & (UP_AND_GATEWAY | REJECT) == UP_AND_GATEWAY
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOUR: &str = "\
Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
wlan0\t00000000\tFE01A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0
eth0\t00000000\t0101A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0
tun0\t00000000\t00000000\t0001\t0\t0\t50\t00000000\t0\t0\t0
tun0\t00000000\t0200000A\t0003\t0\t0\t0\t00000080\t0\t0\t0
eth0\t0001A8C0\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0
";
    const SIX: &str = "\
20010db8000000010000000000000000 40 00000000000000000000000000000000 00 00000000000000000000000000000000 00000100 00000001 00000000 00000001     eth0
00000000000000000000000000000000 00 00000000000000000000000000000000 00 fe800000000000000000000000000002 00000400 00000003 00000000 00000003    wlan0
00000000000000000000000000000000 00 00000000000000000000000000000000 00 fe800000000000000000000000000001 00000064 00000003 00000000 00000003     eth0
00000000000000000000000000000000 00 00000000000000000000000000000000 00 00000000000000000000000000000000 ffffffff 00000001 00000000 00200200       lo
";

    #[test]
    #[cfg(target_endian = "little")]
    fn the_default_gateway_is_that_of_the_best_route() {
        assert_eq!(gateway_in(FOUR), Some(Ipv4Addr::new(192, 168, 1, 1)));
        let six = "fe80::1".parse().expect("an address");
        assert_eq!(gateway_in_six(SIX), Some((six, "eth0")));
    }

    #[test]
    fn a_table_without_a_gateway_or_without_sense_has_none() {
        let head = FOUR.lines().next().expect("a line");
        for table in ["", head, "a b c", "eth0 0 0"] {
            assert_eq!(gateway_in(table), None, "{table}");
            assert_eq!(gateway_in_six(table), None, "{table}");
        }
    }

    #[test]
    fn a_program_that_only_this_machine_reaches_asks_no_router() {
        let known = KnownMapping {
            nonce: [0; 12],
            port: 40_000,
        };
        let (lease, mut told) = RouterLease::ask(Reach::Loopback, 40_000, known);
        let mut replies = RouterReplies::default();
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
