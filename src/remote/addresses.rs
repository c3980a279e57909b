//! Addresses at which a friend’s program may listen, as they are told in invitations and over connections.

use std::net::{IpAddr, SocketAddr};

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
pub fn distinct(addresses: impl IntoIterator<Item = String>) -> Vec<String> {
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

#[cfg(test)]
mod tests {
    use super::*;

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
