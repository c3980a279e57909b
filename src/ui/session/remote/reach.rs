//! The interfaces that are listened on, and the addresses that a friend is told. Nothing else decides about them.

use crate::ui::platform::prelude::*;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, UdpSocket};

/// From where a friend can reach this program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    /// From every network of this machine.
    #[default]
    Everywhere,
    /// From this machine only, for tests.
    Loopback,
}

impl Reach {
    /// Begins to listen at a port, or at a free one for 0. Returns the port.
    pub(super) fn listen(
        self,
        listener: &gio::SocketListener,
        port: u16,
    ) -> Result<u16, glib::Error> {
        let none = None::<&glib::Object>;
        if self == Self::Everywhere {
            if port == 0 {
                return listener.add_any_inet_port(none);
            }
            return listener.add_inet_port(port, none).map(|()| port);
        }
        let loopback = gio::InetAddress::new_loopback(gio::SocketFamily::Ipv4);
        let address = gio::InetSocketAddress::new(&loopback, port);
        let (kind, protocol) = (gio::SocketType::Stream, gio::SocketProtocol::Tcp);
        let bound = listener.add_address(&address, kind, protocol, none)?;
        let bound = bound.downcast::<gio::InetSocketAddress>();
        Ok(bound.map_or(port, |bound| bound.port()))
    }

    /// Whether an invitation is announced on the networks of this machine, and looked for there. Multicast DNS cannot be
    /// kept from joining the groups of all of them, so a narrower reach has none.
    pub(super) const fn is_announced(self) -> bool {
        matches!(self, Self::Everywhere)
    }

    /// Addresses by which a friend may reach this machine, best first, with that of a router that forwards to it.
    pub(super) fn addresses(self, public: Option<Ipv4Addr>) -> Vec<IpAddr> {
        // Addresses for documentation: choosing the way to them shows one's own, and sends nothing.
        let far: [(IpAddr, IpAddr); 2] = [
            (
                Ipv6Addr::UNSPECIFIED.into(),
                Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1).into(),
            ),
            (
                Ipv4Addr::UNSPECIFIED.into(),
                Ipv4Addr::new(192, 0, 2, 1).into(),
            ),
        ];
        let own = |(from, to): (IpAddr, IpAddr)| {
            let socket = UdpSocket::bind((from, 0)).ok()?;
            socket.connect((to, 9)).ok()?;
            let own = socket.local_addr().ok()?.ip();
            (!own.is_loopback() && !own.is_unspecified()).then_some(own)
        };
        let mut known: Vec<_> = match self {
            Self::Everywhere => far.into_iter().filter_map(own).collect(),
            Self::Loopback => Vec::new(),
        };
        if known.is_empty() {
            // Without a network there is still a second user of this machine.
            known.push(Ipv4Addr::LOCALHOST.into());
        }
        // The own IPv4 address is last: it is the one for the same network.
        let place = known.len() - 1;
        let public = public.map(IpAddr::from);
        known.splice(place..place, public);
        known
    }
}
