//! Port mapping: a router is asked to let connections to one TCP port in, by PCP (RFC 6887) or by NAT-PMP (RFC 6886), its
//! predecessor.
//!
//! A [`MappingExchange`] says which datagrams to send to the router and when, and reads the answers. PCP is tried first. A
//! router that knows NAT-PMP only says so, or says nothing; then NAT-PMP is tried, which has IPv4 only. The datagrams are
//! repeated as NAT-PMP has it, but only three times; PCP’s first pause, three seconds, suits wide networks, and a player waits.
//! Without an answer, an exchange ends after three and a half seconds.

use super::addresses::FIRST_PORT;
use super::invitation::is_nearby;
use crate::game::clock::Millis;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use thiserror::Error;

/// UDP port of routers for both protocols.
pub const ROUTER_PORT: u16 = 5351;
/// Lifetime of a mapping that is asked for, in seconds. A program that is killed leaves the port open for no longer.
pub const LEASE: u32 = 1800;
/// Maximum length of a PCP datagram, in bytes.
pub const MAX_DATAGRAM: usize = 1100;

/// Pause after the first datagram; each further one is twice as long.
const FIRST_PAUSE: Millis = 250;
/// Number of times that a datagram is sent.
const ROUNDS: u32 = 3;
/// Minimum interval between two renewals (RFC 6887, section 11.2.1).
const MIN_RENEWAL: Millis = 4000;
/// Time until a router that did not renew a mapping is asked again.
const RETRY_INTERVAL: Millis = 60_000;
/// Number of times that it is asked again in vain: for half an hour, within which a router starts anew.
const MAX_RETRIES: u32 = 30;

const PCP_VERSION: u8 = 2;
const NAT_PMP_VERSION: u8 = 0;
/// The operation of PCP that maps a port.
const MAP: u8 = 1;
/// The operations of NAT-PMP: the router’s external address, and a mapping of a TCP port.
const EXTERNAL_ADDRESS: u8 = 0;
const MAP_TCP: u8 = 2;
/// Bit of an operation that makes it the response.
const RESPONSE: u8 = 0x80;
/// Result code for a version that the router does not know, in both protocols.
const UNSUPPORTED_VERSION: u16 = 1;
/// Number of TCP among the protocols of the internet.
const TCP: u8 = 6;

/// Random bytes by which a router knows the program that asked for a mapping.
pub type MappingNonce = [u8; 12];

/// Protocol for port mappings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MappingProtocol {
    /// The Port Control Protocol.
    Pcp,
    /// The NAT Port Mapping Protocol.
    NatPmp,
}

/// Request for a port mapping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MappingRequest {
    /// Random bytes that stay the same when the mapping is renewed or deleted.
    pub nonce: MappingNonce,
    /// Own address, from which the router is asked.
    pub client: IpAddr,
    /// Own port.
    pub port: u16,
    /// External port to be had if possible; only one that was assigned before may differ from the own one.
    pub suggested: u16,
    /// Lifetime in seconds; 0 to delete the mapping.
    pub lifetime: u32,
}

/// Port mapping of a router.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PortMapping {
    /// Address and port at which the router lets connections in. The port may be another one than that of the program.
    pub external: SocketAddr,
    /// Lifetime in seconds; 0 for one that was deleted.
    pub lifetime: u32,
    /// Protocol by which the router agreed.
    pub protocol: MappingProtocol,
}

/// Reason that no port is mapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PortMappingError {
    /// No router that could be asked.
    #[error("no router")]
    NoRouter,
    /// No answer from the router.
    #[error("no answer from the router")]
    Unanswered,
    /// A result code other than success, or a mapping that lasts no time or is to a reserved port.
    #[error("refused by the router with code {0}")]
    Refused(u16),
    /// The router has no address of its own on the internet: it is behind another one, such as the provider’s.
    #[error("the router’s address {0} is not public")]
    NotPublic(IpAddr),
}

/// Reading of one datagram.
type Answer = Result<PortMapping, PortMappingError>;

impl MappingRequest {
    fn is_deletion(&self) -> bool {
        self.lifetime == 0
    }

    /// External port asked for. A deletion names none.
    fn suggested(&self) -> u16 {
        if self.is_deletion() {
            0
        } else {
            self.suggested
        }
    }

    /// A PCP request (RFC 6887, figures 2 and 9).
    fn to_pcp(self) -> Vec<u8> {
        let mut bytes = vec![PCP_VERSION, MAP, 0, 0];
        bytes.extend(self.lifetime.to_be_bytes());
        bytes.extend(six_bytes(self.client));
        bytes.extend(self.nonce);
        bytes.extend([TCP, 0, 0, 0]);
        bytes.extend(self.port.to_be_bytes());
        bytes.extend(self.suggested().to_be_bytes());
        // Any external address, of the same family.
        bytes.extend(six_bytes(match self.client {
            IpAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
            IpAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
        }));
        bytes
    }

    /// NAT-PMP requests (RFC 6886, sections 3.2 and 3.3): the external address of a mapping is asked for separately.
    fn to_nat_pmp(self) -> Vec<Vec<u8>> {
        let mut mapping = vec![NAT_PMP_VERSION, MAP_TCP, 0, 0];
        mapping.extend(self.port.to_be_bytes());
        mapping.extend(self.suggested().to_be_bytes());
        mapping.extend(self.lifetime.to_be_bytes());
        let address = vec![NAT_PMP_VERSION, EXTERNAL_ADDRESS];
        match self.is_deletion() {
            true => vec![mapping],
            false => vec![address, mapping],
        }
    }

    /// Reads a PCP response (RFC 6887, figures 3 and 10); `None` if it is none to this request.
    fn read_pcp(&self, bytes: &[u8]) -> Option<Answer> {
        let is_whole = bytes.len() <= MAX_DATAGRAM && bytes.len().is_multiple_of(4);
        let (response, _options) = bytes.split_first_chunk::<60>().filter(|_| is_whole)?;
        let is_own = response[24..36] == self.nonce
            && response[36] == TCP
            && response[40..42] == self.port.to_be_bytes();
        if response[..2] != [PCP_VERSION, MAP | RESPONSE] || !is_own {
            return None;
        }
        let address = Ipv6Addr::from(sixteen(response, 44)).to_canonical();
        let external = SocketAddr::new(address, two(response, 42));
        let lifetime = four(response, 4);
        let code = u16::from(response[3]);
        Some(self.judge(code, external, lifetime, MappingProtocol::Pcp))
    }

    /// Judges a response to this request.
    fn judge(
        &self,
        code: u16,
        external: SocketAddr,
        lifetime: u32,
        protocol: MappingProtocol,
    ) -> Answer {
        // No friend’s program dials reserved ports.
        let is_granted = external.port() >= FIRST_PORT && lifetime != 0;
        if code != 0 || !(self.is_deletion() || is_granted) {
            return Err(PortMappingError::Refused(code));
        }
        let address = external.ip();
        if !self.is_deletion() && !is_public(address) {
            return Err(PortMappingError::NotPublic(address));
        }
        Ok(PortMapping {
            external,
            lifetime,
            protocol,
        })
    }
}

impl PortMapping {
    /// Time until the mapping is to be renewed: half its lifetime, or half of that which was asked for. A router that starts
    /// anew knows nothing of it, whatever it has promised.
    pub fn renewal(&self) -> Millis {
        let lifetime = Millis::from(self.lifetime.min(LEASE));
        (lifetime * 500).max(MIN_RENEWAL)
    }
}

/// Course of a mapping, from one reply of the router to the next.
#[derive(Clone, Copy, Debug, Default)]
pub struct MappingCourse {
    /// Number of renewals that have failed since the last one; `None` before the router has agreed.
    failed: Option<u32>,
}

impl MappingCourse {
    /// Notes a reply. Returns the time until the router is to be asked again; `None` if it is not: because it has refused
    /// from the first, or has not renewed the mapping for long.
    pub fn note(&mut self, reply: Result<PortMapping, PortMappingError>) -> Option<Millis> {
        let failed = match reply {
            Ok(_) => 0,
            Err(_) => self.failed.filter(|failed| *failed < MAX_RETRIES)? + 1,
        };
        self.failed = Some(failed);
        Some(reply.map_or(RETRY_INTERVAL, |mapping| mapping.renewal()))
    }
}

/// Whether a friend elsewhere on the internet can have a way to an address.
fn is_public(address: IpAddr) -> bool {
    !address.is_unspecified() && !address.is_multicast() && !is_nearby(address)
}

/// An address as PCP has it: IPv4 within IPv6.
fn six_bytes(address: IpAddr) -> [u8; 16] {
    match address {
        IpAddr::V4(address) => address.to_ipv6_mapped().octets(),
        IpAddr::V6(address) => address.octets(),
    }
}

fn two(bytes: &[u8], at: usize) -> u16 {
    u16::from_be_bytes(field(bytes, at))
}

fn four(bytes: &[u8], at: usize) -> u32 {
    u32::from_be_bytes(field(bytes, at))
}

fn sixteen(bytes: &[u8], at: usize) -> [u8; 16] {
    field(bytes, at)
}

/// A field of a datagram whose length was checked.
fn field<const LENGTH: usize>(bytes: &[u8], at: usize) -> [u8; LENGTH] {
    let field = bytes[at..].first_chunk::<LENGTH>();
    *field.expect("a whole datagram")
}

/// Exchange of datagrams with a router about one mapping.
#[derive(Debug)]
pub struct MappingExchange {
    request: MappingRequest,
    protocol: MappingProtocol,
    /// Number of times that the datagrams were sent.
    rounds: u32,
    /// Time to send the next ones, or to give up.
    next: Millis,
    /// External port and lifetime, from NAT-PMP.
    mapped: Option<(u16, u32)>,
    /// External address, from NAT-PMP.
    address: Option<Ipv4Addr>,
    outcome: Option<Answer>,
}

impl MappingExchange {
    /// Begins an exchange, with the protocol by which the router has agreed before, if it has.
    pub fn new(request: MappingRequest, known: Option<MappingProtocol>, now: Millis) -> Self {
        Self {
            request,
            protocol: known.unwrap_or(MappingProtocol::Pcp),
            rounds: 0,
            next: now,
            mapped: None,
            address: None,
            outcome: None,
        }
    }

    /// Outcome, once there is one.
    pub const fn outcome(&self) -> Option<Answer> {
        self.outcome
    }

    /// Time to wait for an answer before [`Self::send`] has more to do.
    pub const fn wait(&self, now: Millis) -> Millis {
        self.next.saturating_sub(now)
    }

    /// Datagrams that are due.
    pub fn send(&mut self, now: Millis) -> Vec<Vec<u8>> {
        if self.outcome.is_some() || now < self.next {
            return Vec::new();
        }
        if self.rounds == ROUNDS {
            if self.protocol == MappingProtocol::NatPmp || self.request.client.is_ipv6() {
                self.outcome = Some(Err(PortMappingError::Unanswered));
                return Vec::new();
            }
            self.fall_back();
        }
        self.next = now + (FIRST_PAUSE << self.rounds);
        self.rounds += 1;
        match self.protocol {
            MappingProtocol::Pcp => vec![self.request.to_pcp()],
            MappingProtocol::NatPmp => self.request.to_nat_pmp(),
        }
    }

    fn fall_back(&mut self) {
        self.protocol = MappingProtocol::NatPmp;
        self.rounds = 0;
    }

    /// Reads a datagram from the router. One that is no answer is ignored.
    pub fn receive(&mut self, bytes: &[u8], now: Millis) {
        if self.outcome.is_some() {
            return;
        }
        if let Some(answer) = self.request.read_pcp(bytes) {
            self.outcome = Some(answer);
        } else if bytes.len() >= 8 && bytes[0] == NAT_PMP_VERSION && bytes[1] & RESPONSE != 0 {
            self.receive_nat_pmp(bytes, now);
        }
    }

    /// Reads a NAT-PMP response (RFC 6886, sections 3.2, 3.3 and 3.5) of at least eight bytes.
    fn receive_nat_pmp(&mut self, bytes: &[u8], now: Millis) {
        let code = two(bytes, 2);
        if self.protocol == MappingProtocol::Pcp {
            // The answer to PCP of a router that knows NAT-PMP only (RFC 6886, section 9.2).
            if code == UNSUPPORTED_VERSION && self.request.client.is_ipv4() {
                self.fall_back();
                self.next = now;
            }
            return;
        }
        match bytes[1] & !RESPONSE {
            EXTERNAL_ADDRESS | MAP_TCP if code != 0 => {
                self.outcome = Some(Err(PortMappingError::Refused(code)));
            }
            EXTERNAL_ADDRESS if bytes.len() == 12 => self.address = Some(four(bytes, 8).into()),
            MAP_TCP if bytes.len() == 16 && two(bytes, 8) == self.request.port => {
                self.mapped = Some((two(bytes, 10), four(bytes, 12)));
            }
            _ => {}
        }
        let needs_no_address = self.request.is_deletion();
        let address = self
            .address
            .or(needs_no_address.then_some(Ipv4Addr::UNSPECIFIED));
        if let (Some((port, lifetime)), Some(address)) = (self.mapped, address) {
            let external = SocketAddr::new(address.into(), port);
            let judged = self.request.judge(0, external, lifetime, self.protocol);
            self.outcome = self.outcome.or(Some(judged));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NONCE: MappingNonce = *b"twelve bytes";
    /// Maximum duration of an exchange.
    const MAX_EXCHANGE: Millis = 3500;
    /// The router’s time since its start, in every response.
    const EPOCH: [u8; 4] = [0, 0, 1, 0];

    fn request(client: &str) -> MappingRequest {
        MappingRequest {
            nonce: NONCE,
            client: client.parse().expect("an address"),
            port: 0x9c41,
            suggested: 0x9c41,
            lifetime: LEASE,
        }
    }

    fn deletion(client: &str) -> MappingRequest {
        MappingRequest {
            lifetime: 0,
            ..request(client)
        }
    }

    fn begin(request: MappingRequest) -> MappingExchange {
        MappingExchange::new(request, None, 0)
    }

    fn nat_pmp(request: MappingRequest) -> MappingExchange {
        let mut exchange = MappingExchange::new(request, Some(MappingProtocol::NatPmp), 0);
        exchange.send(0);
        exchange
    }

    fn six(text: &str) -> Vec<u8> {
        let address = text.parse().expect("an address");
        six_bytes(address).to_vec()
    }

    /// RFC 6887, figures 2 and 9, byte by byte.
    fn asked_by_pcp(lifetime: [u8; 4], client: &str, suggested: [u8; 2], any: &str) -> Vec<u8> {
        let head = [&[2, 1, 0, 0][..], &lifetime, &six(client)].concat();
        let body = [
            &NONCE[..],
            &[6, 0, 0, 0],
            &[0x9c, 0x41],
            &suggested,
            &six(any),
        ]
        .concat();
        [head, body].concat()
    }

    /// RFC 6887, figures 3 and 10, byte by byte.
    fn answered_by_pcp(code: u8, lifetime: [u8; 4], external: &str, port: [u8; 2]) -> Vec<u8> {
        let head = [&[2, 0x81, 0, code][..], &lifetime, &EPOCH, &[0; 12]].concat();
        let body = [
            &NONCE[..],
            &[6, 0, 0, 0],
            &[0x9c, 0x41],
            &port,
            &six(external),
        ]
        .concat();
        [head, body].concat()
    }

    fn address_by_nat_pmp(code: u8, address: [u8; 4]) -> Vec<u8> {
        [&[0, 128, 0, code][..], &EPOCH, &address].concat()
    }

    fn mapped_by_nat_pmp(code: u8, port: [u8; 2], lifetime: [u8; 4]) -> Vec<u8> {
        [
            &[0, 130, 0, code][..],
            &EPOCH,
            &[0x9c, 0x41],
            &port,
            &lifetime,
        ]
        .concat()
    }

    /// Time that passes until an exchange without an answer ends, and what was sent at which times.
    fn in_silence(mut exchange: MappingExchange) -> (Millis, Vec<(Millis, u8)>) {
        let (mut now, mut sent) = (0, Vec::new());
        while exchange.outcome().is_none() {
            let datagrams = exchange.send(now);
            sent.extend(datagrams.iter().map(|bytes| (now, bytes[0])));
            now += exchange.wait(now);
        }
        assert_eq!(exchange.outcome(), Some(Err(PortMappingError::Unanswered)));
        (now, sent)
    }

    #[test]
    fn pcp_requests_are_as_in_the_specification() {
        let lease = [0, 0, 7, 8];
        let any = "0.0.0.0";
        let sent = begin(request("192.168.1.7")).send(0);
        let expected = asked_by_pcp(lease, "192.168.1.7", [0x9c, 0x41], any);
        assert_eq!(expected.len(), 60);
        assert_eq!(
            expected[8..24],
            [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 192, 168, 1, 7]
        );
        assert_eq!(sent, [expected]);
        let sent = begin(request("2001:db8::7")).send(0);
        assert_eq!(
            sent,
            [asked_by_pcp(lease, "2001:db8::7", [0x9c, 0x41], "::")]
        );
        let sent = begin(deletion("192.168.1.7")).send(0);
        assert_eq!(sent, [asked_by_pcp([0; 4], "192.168.1.7", [0, 0], any)]);
    }

    #[test]
    fn nat_pmp_requests_are_as_in_the_specification() {
        let known = Some(MappingProtocol::NatPmp);
        let sent = MappingExchange::new(request("192.168.1.7"), known, 0).send(0);
        let mapping = vec![0, 2, 0, 0, 0x9c, 0x41, 0x9c, 0x41, 0, 0, 7, 8];
        assert_eq!(sent, [vec![0, 0], mapping]);
        let sent = MappingExchange::new(deletion("192.168.1.7"), known, 0).send(0);
        assert_eq!(sent, [[0, 2, 0, 0, 0x9c, 0x41, 0, 0, 0, 0, 0, 0]]);
    }

    #[test]
    fn a_router_lets_in_at_another_port_and_for_another_time() {
        let mut exchange = begin(request("192.168.1.7"));
        exchange.send(0);
        exchange.receive(
            &answered_by_pcp(0, [0, 0, 0, 120], "203.0.113.7", [4, 0]),
            9,
        );
        let mapping = exchange.outcome().expect("an outcome").expect("a mapping");
        let expected = PortMapping {
            external: "203.0.113.7:1024".parse().expect("an address"),
            lifetime: 120,
            protocol: MappingProtocol::Pcp,
        };
        assert_eq!(mapping, expected);
        assert_eq!(mapping.renewal(), 60_000);
        assert!(exchange.send(100_000).is_empty(), "nothing more to ask");
    }

    #[test]
    fn a_firewall_opens_a_port_of_the_own_address() {
        let mut exchange = begin(request("2001:db8::7"));
        exchange.send(0);
        exchange.receive(
            &answered_by_pcp(0, [0, 0, 7, 8], "2001:db8::7", [0x9c, 0x41]),
            9,
        );
        let mapping = exchange.outcome().expect("an outcome").expect("a mapping");
        assert_eq!(mapping.external.to_string(), "[2001:db8::7]:40001");
    }

    #[test]
    fn renewals_are_neither_too_frequent_nor_too_rare() {
        let renewal = |lifetime| {
            let external = "203.0.113.7:1024".parse().expect("an address");
            let protocol = MappingProtocol::Pcp;
            PortMapping {
                external,
                lifetime,
                protocol,
            }
            .renewal()
        };
        assert_eq!(renewal(1), 4000);
        assert_eq!(renewal(10), 5000);
        assert_eq!(renewal(u32::MAX), 15 * 60 * 1000);
    }

    #[test]
    fn a_router_is_not_asked_without_end() {
        let granted = PortMapping {
            external: "203.0.113.7:1024".parse().expect("an address"),
            lifetime: LEASE,
            protocol: MappingProtocol::Pcp,
        };
        for refusal in [PortMappingError::Unanswered, PortMappingError::NoRouter] {
            let mut course = MappingCourse::default();
            assert_eq!(course.note(Err(refusal)), None, "it never agreed");
            // It starts anew twice, and is gone the third time.
            for _ in 0..3 {
                assert_eq!(course.note(Ok(granted)), Some(15 * 60 * 1000));
                for _ in 0..MAX_RETRIES {
                    assert_eq!(course.note(Err(refusal)), Some(RETRY_INTERVAL));
                }
            }
            assert_eq!(course.note(Err(refusal)), None);
        }
    }

    #[test]
    fn a_router_that_knows_only_the_predecessor_is_asked_that_way_at_once() {
        let mut exchange = begin(request("192.168.1.7"));
        exchange.send(0);
        // RFC 6886, section 3.5: the version that it knows, the operation and the result code.
        exchange.receive(&[&[0, 0x81, 0, 1][..], &EPOCH].concat(), 9);
        assert_eq!(exchange.wait(9), 0);
        assert_eq!(exchange.send(9)[0], [0, 0]);
        exchange.receive(&mapped_by_nat_pmp(0, [4, 0], [0, 0, 7, 8]), 9);
        assert_eq!(exchange.outcome(), None);
        exchange.receive(&address_by_nat_pmp(0, [203, 0, 113, 7]), 9);
        let mapping = exchange.outcome().expect("an outcome").expect("a mapping");
        assert_eq!(mapping.external.to_string(), "203.0.113.7:1024");
        assert_eq!(mapping.protocol, MappingProtocol::NatPmp);
        assert_eq!(mapping.lifetime, LEASE);
    }

    #[test]
    fn a_router_is_asked_a_few_times_and_then_no_more() {
        let (end, sent) = in_silence(begin(request("192.168.1.7")));
        let pcp = [(0, 2), (250, 2), (750, 2)];
        let nat_pmp = [1750, 2000, 2500].map(|at| [(at, 0), (at, 0)]);
        assert_eq!(sent, [&pcp[..], nat_pmp.as_flattened()].concat());
        assert_eq!(end, MAX_EXCHANGE);
        let (end, sent) = in_silence(begin(request("2001:db8::7")));
        assert_eq!(sent, pcp, "the predecessor has no IPv6");
        assert_eq!(end, 1750);
    }

    #[test]
    fn refusals_have_their_code() {
        let refused = |code| Some(Err(PortMappingError::Refused(code)));
        // Not authorized, and a success that maps nothing of use.
        for (code, lifetime, port) in [
            (2, 30, [0x9c, 0x41]),
            (0, 0, [4, 0]),
            (0, 30, [0, 0]),
            (0, 30, [0, 80]),
        ] {
            let mut exchange = begin(request("192.168.1.7"));
            exchange.receive(
                &answered_by_pcp(code, [0, 0, 0, lifetime], "203.0.113.7", port),
                0,
            );
            assert_eq!(exchange.outcome(), refused(u16::from(code)));
        }
        let mut exchange = nat_pmp(request("192.168.1.7"));
        exchange.receive(&mapped_by_nat_pmp(2, [0, 0], [0; 4]), 0);
        assert_eq!(exchange.outcome(), refused(2));
        let mut exchange = nat_pmp(request("192.168.1.7"));
        exchange.receive(&address_by_nat_pmp(3, [0; 4]), 0);
        assert_eq!(exchange.outcome(), refused(3));
    }

    #[test]
    fn a_router_behind_another_one_helps_nobody() {
        for address in [
            "100.64.0.7",
            "10.0.0.7",
            "192.168.0.7",
            "0.0.0.0",
            "127.0.0.1",
            "169.254.0.7",
        ] {
            let parsed: Ipv4Addr = address.parse().expect("an address");
            let expected = Some(Err(PortMappingError::NotPublic(parsed.into())));
            let mut exchange = begin(request("192.168.1.7"));
            exchange.receive(&answered_by_pcp(0, [0, 0, 7, 8], address, [4, 0]), 0);
            assert_eq!(exchange.outcome(), expected, "{address}");
            let mut exchange = nat_pmp(request("192.168.1.7"));
            exchange.receive(&address_by_nat_pmp(0, parsed.octets()), 0);
            exchange.receive(&mapped_by_nat_pmp(0, [4, 0], [0, 0, 7, 8]), 0);
            assert_eq!(exchange.outcome(), expected, "{address}");
        }
    }

    #[test]
    fn a_mapping_is_deleted_by_either_protocol() {
        let mut exchange = begin(deletion("192.168.1.7"));
        exchange.receive(&answered_by_pcp(0, [0; 4], "0.0.0.0", [0, 0]), 0);
        assert!(exchange.outcome().is_some_and(|deleted| deleted.is_ok()));
        let mut exchange = nat_pmp(deletion("192.168.1.7"));
        exchange.receive(&mapped_by_nat_pmp(0, [0, 0], [0; 4]), 0);
        assert!(exchange.outcome().is_some_and(|deleted| deleted.is_ok()));
    }

    #[test]
    fn answers_to_other_requests_are_ignored() {
        let good = answered_by_pcp(0, [0, 0, 7, 8], "203.0.113.7", [4, 0]);
        // The version, the operation, the nonce, the protocol and the own port.
        for at in [0, 1, 24, 35, 36, 40, 41] {
            let mut wrong = good.clone();
            wrong[at] ^= 1;
            let mut exchange = begin(request("192.168.1.7"));
            exchange.receive(&wrong, 0);
            assert_eq!(exchange.outcome(), None, "byte {at}");
        }
        let long = [&good[..], &[0; MAX_DATAGRAM]].concat();
        for wrong in [&good[..59], &[&good[..], &[0]].concat(), &long] {
            let mut exchange = begin(request("192.168.1.7"));
            exchange.receive(wrong, 0);
            assert_eq!(exchange.outcome(), None);
        }
        let mut exchange = nat_pmp(request("192.168.1.7"));
        exchange.receive(&address_by_nat_pmp(0, [203, 0, 113, 7]), 0);
        let mut other = mapped_by_nat_pmp(0, [4, 0], [0, 0, 7, 8]);
        other[8] ^= 1;
        exchange.receive(&other, 0);
        assert_eq!(exchange.outcome(), None);
        // With options, of which it asked for none.
        let mut exchange = begin(request("192.168.1.7"));
        exchange.receive(&[&good[..], &[200, 0, 0, 4, 0, 0, 0, 0]].concat(), 0);
        assert!(exchange.outcome().is_some_and(|answer| answer.is_ok()));
    }

    #[test]
    fn a_late_answer_to_the_first_question_counts() {
        let mut exchange = begin(request("192.168.1.7"));
        for now in [0, 250, 750, 1750] {
            exchange.send(now);
        }
        exchange.receive(
            &answered_by_pcp(0, [0, 0, 7, 8], "203.0.113.7", [4, 0]),
            1800,
        );
        let mapping = exchange.outcome().expect("an outcome").expect("a mapping");
        assert_eq!(mapping.protocol, MappingProtocol::Pcp);
    }

    fn datagram() -> impl Strategy<Value = Vec<u8>> {
        let whole = answered_by_pcp(0, [0, 0, 7, 8], "203.0.113.7", [4, 0]);
        let damaged =
            (0..whole.len(), any::<u8>(), 0..=whole.len()).prop_map(move |(at, byte, length)| {
                let mut bytes = whole.clone();
                bytes[at] = byte;
                bytes.truncate(length);
                bytes
            });
        let old = prop::collection::vec(any::<u8>(), 0..20).prop_map(|mut bytes| {
            if let [version, operation, ..] = bytes.as_mut_slice() {
                *version = 0;
                *operation |= RESPONSE;
            }
            bytes
        });
        prop_oneof![prop::collection::vec(any::<u8>(), 0..80), damaged, old]
    }

    proptest! {
        #[test]
        fn no_datagrams_make_an_exchange_panic_or_last(
            datagrams in prop::collection::vec(datagram(), 0..20),
            is_old in any::<bool>(),
            is_deletion in any::<bool>(),
        ) {
            let asked = if is_deletion { deletion("192.168.1.7") } else { request("192.168.1.7") };
            let known = is_old.then_some(MappingProtocol::NatPmp);
            let mut exchange = MappingExchange::new(asked, known, 0);
            let mut datagrams = datagrams.iter();
            let (mut now, mut rounds) = (0, 0);
            while exchange.outcome().is_none() {
                exchange.send(now);
                if let Some(bytes) = datagrams.next() {
                    exchange.receive(bytes, now);
                }
                now += exchange.wait(now);
                rounds += 1;
                prop_assert!(now <= MAX_EXCHANGE);
                prop_assert!(rounds <= 40);
            }
        }
    }
}
