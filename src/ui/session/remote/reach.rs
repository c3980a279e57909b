//! The interfaces that are listened on, and the addresses that a friend is told. Nothing else decides about them.

use super::sockets;
use crate::remote::{Family, own_addresses};
use crate::ui::platform::prelude::*;
use if_addrs::IfOperStatus;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

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
        if self == Self::Loopback {
            return sockets::listen(listener, (Ipv4Addr::LOCALHOST, port).into());
        }
        let every = sockets::listen(listener, (Ipv6Addr::UNSPECIFIED, port).into());
        every.or_else(
            |error| match error.matches(gio::IOErrorEnum::AddressInUse) {
                true => Err(error),
                // Not every system has IPv6.
                false => sockets::listen(listener, (Ipv4Addr::UNSPECIFIED, port).into()),
            },
        )
    }

    /// Whether an invitation is announced on the networks of this machine, and looked for there. Multicast DNS cannot be
    /// kept from joining the groups of all of them, so a narrower reach has none.
    pub(super) const fn is_announced(self) -> bool {
        matches!(self, Self::Everywhere)
    }

    /// Own address on the way to the internet.
    pub(super) fn own_address(self, family: Family) -> Option<IpAddr> {
        if self == Self::Loopback {
            return None;
        }
        // Addresses for documentation: the way to them is that to the internet.
        let internet: IpAddr = match family {
            Family::Four => Ipv4Addr::new(192, 0, 2, 1).into(),
            Family::Six => Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1).into(),
        };
        let own = sockets::source_address((internet, 9).into())?;
        (!own.is_loopback() && !own.is_unspecified()).then_some(own)
    }

    /// Addresses by which a friend may reach a port of this machine, best first, with those at which a router lets in.
    pub(super) fn addresses(self, port: u16, external: &[SocketAddr]) -> Vec<SocketAddr> {
        let ways = [Family::Six, Family::Four].map(|family| self.own_address(family));
        let interfaces = match self {
            Self::Everywhere => if_addrs::get_if_addrs().unwrap_or_default(),
            Self::Loopback => Vec::new(),
        };
        // A tunnel does not know whether it is up.
        let is_usable = |status: &_| matches!(status, IfOperStatus::Up | IfOperStatus::Unknown);
        let usable = interfaces
            .iter()
            .filter(|known| is_usable(&known.oper_status));
        let usable: Vec<_> = usable.map(|known| (&*known.name, known.ip())).collect();
        own_addresses(port, ways, external, &usable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::remote::MAX_ADDRESSES;

    #[test]
    fn the_own_addresses_are_found() {
        let port = 40_000;
        let known = Reach::Everywhere.addresses(port, &[]);
        assert!(!known.is_empty() && known.len() <= MAX_ADDRESSES);
        let alone = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        assert_eq!(Reach::Loopback.addresses(port, &[]), [alone]);
    }
}
