//! The interfaces that are listened on, and the addresses that a friend is told. Nothing else decides about them.

use super::router::Family;
use super::sockets;
use crate::remote::MAX_ADDRESSES;
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
        ranked(port, ways, external, &usable)
    }
}

/// Addresses to be told, best first: those on the way to the internet, with external ones in front of that by IPv4, which is
/// the one for the same network; then one of each kind of every further interface, such as that of a private network.
fn ranked(
    port: u16,
    [six, four]: [Option<IpAddr>; 2],
    external: &[SocketAddr],
    interfaces: &[(&str, IpAddr)],
) -> Vec<SocketAddr> {
    let own = |address| SocketAddr::new(address, port);
    let external = external.iter().copied();
    let known = six.map(own).into_iter().chain(external);
    let mut known: Vec<_> = known.chain(four.map(own)).collect();
    let ways = interfaces
        .iter()
        .filter(|(_, address)| [six, four].contains(&Some(*address)));
    let mut told: Vec<_> = ways
        .map(|(name, address)| (*name, AddressKind::of(*address)))
        .collect();
    for (name, address) in interfaces {
        let kind = (*name, AddressKind::of(*address));
        if kind.1 != AddressKind::Useless && !told.contains(&kind) {
            told.push(kind);
            known.push(own(*address));
        }
    }
    if six.or(four).is_none() && told.is_empty() {
        // Without a network there is still a second user of this machine.
        known.push(own(Ipv4Addr::LOCALHOST.into()));
    }
    let mut ranked = Vec::new();
    for address in known {
        if !ranked.contains(&address) {
            ranked.push(address);
        }
    }
    ranked.truncate(MAX_ADDRESSES);
    ranked
}

/// Kind of an address, of which an interface may have several.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AddressKind {
    Four,
    Six,
    LocalSix,
    /// One that means nothing elsewhere, or needs the name of an interface.
    Useless,
}

impl AddressKind {
    const fn of(address: IpAddr) -> Self {
        match address {
            IpAddr::V4(four) if four.is_loopback() || four.is_link_local() => Self::Useless,
            IpAddr::V4(_) => Self::Four,
            IpAddr::V6(six) if six.is_loopback() || six.is_unicast_link_local() => Self::Useless,
            IpAddr::V6(six) if six.is_unique_local() => Self::LocalSix,
            IpAddr::V6(_) => Self::Six,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    const PORT: u16 = 40_000;

    /// The addresses that are told; those with the own port without it.
    fn told(ways: [&str; 2], external: &[&str], interfaces: &[(&str, &str)]) -> Vec<String> {
        let ways = ways.map(|way| (!way.is_empty()).then(|| address(way)));
        let external = external.iter().map(|text| text.parse());
        let external: Vec<_> = external.map(|one| one.expect("an address")).collect();
        let interfaces: Vec<_> = interfaces
            .iter()
            .map(|(name, text)| (*name, address(text)))
            .collect();
        let ranked = ranked(PORT, ways, &external, &interfaces);
        let text = |known: &SocketAddr| match known.port() {
            PORT => known.ip().to_string(),
            _ => known.to_string(),
        };
        ranked.iter().map(text).collect()
    }

    #[test]
    fn every_interface_is_told_after_the_way_to_the_internet() {
        let interfaces = [
            ("lo", "127.0.0.1"),
            ("lo", "::1"),
            ("eth0", "192.168.1.7"),
            ("eth0", "2001:db8::1234"),
            ("eth0", "2001:db8::7"),
            ("eth0", "fe80::7"),
            ("wlan0", "192.168.1.8"),
            ("vpn0", "100.64.0.7"),
            ("vpn0", "fd00::7"),
            ("vpn0", "fd00::8"),
        ];
        let ways = ["2001:db8::7", "192.168.1.7"];
        let expected = [
            "2001:db8::7",
            "203.0.113.7:1024",
            "192.168.1.7",
            "192.168.1.8",
            "100.64.0.7",
            "fd00::7",
        ];
        assert_eq!(told(ways, &["203.0.113.7:1024"], &interfaces), expected);
        let twice = ["203.0.113.7:1024", "[2001:db8::7]:40000"];
        assert_eq!(told(ways, &twice, &interfaces), expected);
    }

    #[test]
    fn without_a_network_there_is_this_machine() {
        assert_eq!(told(["", ""], &[], &[("lo", "127.0.0.1")]), ["127.0.0.1"]);
        let forwarded = told(["", ""], &["203.0.113.7:40000"], &[]);
        assert_eq!(forwarded, ["203.0.113.7", "127.0.0.1"]);
        let alone = told(["", ""], &[], &[("vpn0", "10.9.0.7")]);
        assert_eq!(alone, ["10.9.0.7"]);
    }

    #[test]
    fn no_more_addresses_are_told_than_an_invitation_takes() {
        let texts: Vec<_> = (0..20)
            .map(|n| (format!("eth{n}"), format!("10.0.0.{n}")))
            .collect();
        let interfaces: Vec<_> = texts
            .iter()
            .map(|(name, text)| (&**name, &**text))
            .collect();
        assert_eq!(
            told(["", "10.0.0.0"], &[], &interfaces).len(),
            MAX_ADDRESSES
        );
    }

    #[test]
    fn the_own_addresses_are_found() {
        let known = Reach::Everywhere.addresses(PORT, &[]);
        assert!(!known.is_empty() && known.len() <= MAX_ADDRESSES);
        let alone = SocketAddr::new(address("127.0.0.1"), PORT);
        assert_eq!(Reach::Loopback.addresses(PORT, &[]), [alone]);
    }
}
