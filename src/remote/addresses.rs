//! Addresses at which a friend’s program may listen, as they are told in invitations and over connections.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// Maximum number of addresses of one program.
pub const MAX_ADDRESSES: usize = 8;
/// First port that the system does not reserve.
pub const FIRST_PORT: u16 = 1024;

/// Whether an address is one of a single computer, to be reached without naming an interface.
pub fn is_unicast(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(four) => !four.is_unspecified() && !four.is_multicast() && !four.is_broadcast(),
        IpAddr::V6(six) => {
            !six.is_unspecified() && !six.is_multicast() && !six.is_unicast_link_local()
        }
    }
}

/// Whether an address is that of the computer that calls it.
pub fn is_own_computer(address: SocketAddr) -> bool {
    address.ip().to_canonical().is_loopback()
}

/// Whether a friend’s program can listen at an address. Others of their choice must not be called: theirs are the reserved
/// ports.
pub fn is_listener(address: SocketAddr) -> bool {
    is_unicast(address.ip()) && address.port() >= FIRST_PORT
}

/// Reads the addresses that a friend’s program tells: those that it can listen at. The rest is ignored.
pub fn read_addresses<'a>(told: impl IntoIterator<Item = &'a String>) -> Vec<SocketAddr> {
    let read = told.into_iter().take(MAX_ADDRESSES);
    let read = read.filter_map(|address| address.parse::<SocketAddr>().ok());
    read.filter(|address| is_listener(*address)).collect()
}

/// Each address once, at its first place.
pub fn distinct<T: PartialEq>(addresses: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut distinct = Vec::new();
    for address in addresses {
        if !distinct.contains(&address) {
            distinct.push(address);
        }
    }
    distinct
}

/// Ranks addresses of a friend: new ones before those that were known. Those that come last are dropped.
pub fn rank_addresses(
    new: impl IntoIterator<Item = String>,
    known: impl IntoIterator<Item = String>,
) -> Vec<String> {
    let mut ranked = distinct(new.into_iter().chain(known));
    ranked.truncate(MAX_ADDRESSES);
    ranked
}

/// Addresses to be told, best first: those on the way to the internet, with external ones in front of that by IPv4, which is
/// the one for the same network; then one of each kind of every further interface, such as that of a private network.
pub fn own_addresses(
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
    let mut ranked = distinct(known);
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

    const PORT: u16 = 40_000;

    /// The addresses that are told; those with the own port without it.
    fn told(ways: [&str; 2], external: &[&str], interfaces: &[(&str, &str)]) -> Vec<String> {
        let ways = ways.map(|way| (!way.is_empty()).then(|| way.parse().expect("an address")));
        let external = external.iter().map(|text| text.parse());
        let external: Vec<_> = external.map(|one| one.expect("an address")).collect();
        let interfaces: Vec<_> = interfaces
            .iter()
            .map(|(name, text)| (*name, text.parse().expect("an address")))
            .collect();
        let ranked = own_addresses(PORT, ways, &external, &interfaces);
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

    fn owned(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn only_addresses_of_one_computer_are_read() {
        let told = owned(&[
            "192.168.1.7:40123",
            "[2001:db8::7]:40123",
            "192.168.1.7:80",
            "224.0.0.1:40123",
            "0.0.0.0:40123",
            "[fe80::1]:40123",
            "[::ffff:0.0.0.0]:40123",
            "[::ffff:224.0.0.1]:40123",
            "anna.example:40123",
            "10.0.0.1:40123",
        ]);
        let read = told.chunks(MAX_ADDRESSES).flat_map(read_addresses);
        let read: Vec<_> = read.collect();
        let read: Vec<_> = read.iter().map(ToString::to_string).collect();
        assert_eq!(
            read,
            ["192.168.1.7:40123", "[2001:db8::7]:40123", "10.0.0.1:40123"]
        );
    }

    #[test]
    fn the_own_computer_is_known_however_it_is_written() {
        let is_own = |text: &str| is_own_computer(text.parse().expect("an address"));
        for own in [
            "127.0.0.1:40123",
            "127.9.9.9:40123",
            "[::1]:40123",
            "[::ffff:127.0.0.1]:40123",
        ] {
            assert!(is_own(own), "{own}");
        }
        assert!(!is_own("192.168.1.7:40123") && !is_own("[::ffff:192.168.1.7]:40123"));
    }

    #[test]
    fn new_addresses_come_first_and_old_ones_are_dropped() {
        let known = owned(&["a:1", "b:2", "c:3"]);
        let ranked = rank_addresses(owned(&["b:2", "d:4"]), known);
        assert_eq!(ranked, ["b:2", "d:4", "a:1", "c:3"]);
        let told: Vec<_> = (1..=9).map(|last| format!("10.0.0.{last}:40123")).collect();
        assert_eq!(read_addresses(&told).len(), MAX_ADDRESSES);
        let many: Vec<_> = (0..9).map(|port| format!("a:{port}")).collect();
        assert_eq!(rank_addresses(many, ranked).len(), MAX_ADDRESSES);
    }
}
