//! The router of a player: its place in the kernel’s tables of routes, and its replies to the requests of
//! [`super::MappingExchange`].

use super::{MappingNonce, PortMapping, PortMappingError};
use serde::{Deserialize, Serialize};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

/// Flags of a route that can be used and leads through a gateway (linux/route.h).
const UP_AND_GATEWAY: u32 = 3;
/// Flag of a route that leads nowhere (linux/route.h).
const REJECT: u32 = 0x200;

/// Reply of a router.
pub type RouterReply = Result<PortMapping, PortMappingError>;

/// Family of addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// IPv4.
    Four,
    /// IPv6.
    Six,
}

/// Replies of the router for both families, once there are any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RouterReplies {
    /// That for IPv4.
    pub four: Option<RouterReply>,
    /// That for IPv6.
    pub six: Option<RouterReply>,
}

impl RouterReplies {
    /// Notes a reply.
    pub const fn note(&mut self, (family, reply): (Family, RouterReply)) {
        match family {
            Family::Four => self.four = Some(reply),
            Family::Six => self.six = Some(reply),
        }
    }

    /// Whether there is a reply for both.
    pub const fn is_complete(&self) -> bool {
        self.four.is_some() && self.six.is_some()
    }

    /// Addresses and ports at which the router lets a friend in.
    pub fn external(&self) -> Vec<SocketAddr> {
        let replies = [self.four, self.six].into_iter().flatten().flatten();
        replies.map(|mapping| mapping.external).collect()
    }

    /// Address and port at which the router lets a friend in, or the reason that it does not; that by IPv4 says more.
    ///
    /// # Errors
    ///
    /// Returns the reason.
    pub fn outcome(&self) -> Result<SocketAddr, PortMappingError> {
        let refusal = self.four.and_then(Result::err);
        let external = self.external().into_iter().next();
        external.ok_or(refusal.unwrap_or(PortMappingError::NoRouter))
    }
}

/// Identity of a mapping, which outlives the program: a router that still has the mapping of a killed one gives the same
/// port to this nonce only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownMapping {
    /// Nonce of the program.
    pub nonce: MappingNonce,
    /// External port by IPv4 that is to be had again.
    pub port: u16,
}

/// The default gateway in the kernel’s table of IPv4 routes, in whose columns are the interface, the destination, the
/// gateway, flags, two counts, the metric and the mask.
pub fn default_gateway(table: &str) -> Option<Ipv4Addr> {
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
pub fn default_gateway_six(table: &str) -> Option<(Ipv6Addr, &str)> {
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
        assert_eq!(default_gateway(FOUR), Some(Ipv4Addr::new(192, 168, 1, 1)));
        let six = "fe80::1".parse().expect("an address");
        assert_eq!(default_gateway_six(SIX), Some((six, "eth0")));
    }

    #[test]
    fn a_table_without_a_gateway_or_without_sense_has_none() {
        let head = FOUR.lines().next().expect("a line");
        for table in ["", head, "a b c", "eth0 0 0"] {
            assert_eq!(default_gateway(table), None, "{table}");
            assert_eq!(default_gateway_six(table), None, "{table}");
        }
    }
}
