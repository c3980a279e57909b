//! Lines of text that two people send each other, so that their programs connect: an invitation, with addresses of the host
//! and a secret, and the answer to one, with addresses of the guest.
//!
//! `chuhe:`, then in Crockford’s Base32 the format, the kind and the number of addresses, which of them are IPv6, the
//! addresses with their ports, the secret or its id, and a checksum.

use super::{KeyId, MAX_ADDRESSES, RouterReplies, Secret, is_listener};
use crate::game::clock::TimeControlError;
use data_encoding::{Encoding, Specification};
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;
use thiserror::Error;

/// Prefix of a line.
const PREFIX: &str = "chuhe:";
const FORMAT: u8 = 2;
/// Bit that tells an answer, in the byte with the number of addresses.
const ANSWER: u8 = 0x80;
/// Length in bytes of what comes before the addresses.
const HEAD: usize = 3;
/// Crockford's alphabet.
const LETTERS: &str = "0123456789abcdefghjkmnpqrstvwxyz";
const SECRET: usize = 10;
const KEY_ID: usize = 8;
/// Number of letters beyond which nothing is read; a line has fewer.
const MAX_LETTERS: usize = 256;

/// Addresses of a host, and the secret that authenticates the guest.
#[derive(Clone, PartialEq, Eq)]
pub struct Invitation {
    addresses: Vec<SocketAddr>,
    secret: [u8; SECRET],
}

/// Addresses of a guest who has an invitation, for a host who cannot be reached and dials instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvitationAnswer {
    addresses: Vec<SocketAddr>,
    id: KeyId,
}

/// Two ways for a guest to join.
#[derive(Clone, Debug)]
pub struct Invited {
    /// The invitation to send.
    pub invitation: Invitation,
    /// The six digits, to be used with an address.
    pub code: String,
    /// Replies of the router, if it was asked.
    pub router: Option<RouterReplies>,
}

impl Invited {
    /// Creates an invitation to these addresses, with a random secret and a random number for the code.
    pub fn new(addresses: &[SocketAddr], secret: [u8; SECRET], number: u64) -> Self {
        // The bias is negligible: 2^64 is much greater than a million.
        let number = number % 1_000_000;
        Self {
            invitation: Invitation::new(addresses, secret),
            code: format!("{:03} {:03}", number / 1000, number % 1000),
            router: None,
        }
    }

    /// Secrets that open it.
    pub fn secrets(&self) -> Vec<Secret> {
        let code = Secret::code(&self.code).into_iter();
        code.chain([self.invitation.secret()]).collect()
    }
}

/// Host to join.
#[derive(Clone, Debug)]
pub struct JoinTarget {
    /// Addresses with ports, best first.
    pub hosts: Vec<String>,
    /// The code, or the secret of an invitation.
    pub secret: Secret,
}

impl From<&Invitation> for JoinTarget {
    fn from(invitation: &Invitation) -> Self {
        let hosts = invitation.addresses().iter();
        let hosts = hosts.filter(|one| is_listener(**one));
        Self {
            hosts: hosts.map(ToString::to_string).collect(),
            secret: invitation.secret(),
        }
    }
}

/// A line of either kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FriendsLine {
    /// From a host.
    Invitation(Invitation),
    /// From a guest.
    Answer(InvitationAnswer),
}

/// Reason a text is no such line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum InvitationError {
    /// No line in the text.
    #[error("no invitation in the text")]
    Missing,
    /// Missing or altered characters.
    #[error("damaged invitation")]
    Damaged,
    /// A format of another version.
    #[error("invitation of another version")]
    OtherVersion,
    /// An answer in place of an invitation, or one to another invitation than those that are open.
    #[error("answer to no open invitation")]
    ForeignAnswer,
}

/// Reason that nobody can be invited to a game as it was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum HostError {
    /// Time control out of range.
    #[error(transparent)]
    Time(#[from] TimeControlError),
    /// A port that the system reserves.
    #[error("reserved port")]
    ReservedPort,
    /// A public address that is not one of IPv4.
    #[error("no IPv4 address")]
    NotAnAddress,
}

impl fmt::Debug for Invitation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Invitation")
            .field("addresses", &self.addresses)
            .finish_non_exhaustive()
    }
}

impl Invitation {
    /// Creates an invitation to the first few of these addresses, with a random secret.
    pub fn new(addresses: &[SocketAddr], secret: [u8; SECRET]) -> Self {
        Self {
            addresses: addresses.iter().take(MAX_ADDRESSES).copied().collect(),
            secret,
        }
    }

    /// This invitation with the first few of other addresses.
    pub fn with_addresses(&self, addresses: &[SocketAddr]) -> Self {
        Self::new(addresses, self.secret)
    }

    /// Addresses and ports of the host, best first.
    pub fn addresses(&self) -> &[SocketAddr] {
        &self.addresses
    }

    /// Whether only computers on the host’s own network can reach these addresses.
    pub fn is_only_nearby(&self) -> bool {
        let mut addresses = self.addresses.iter();
        addresses.all(|address| is_nearby(address.ip()))
    }

    /// Address for a friend on the host’s own network.
    pub fn nearby_address(&self) -> Option<SocketAddr> {
        let mut known = self.addresses.iter().filter(|one| one.is_ipv4());
        let nearby = known.clone().find(|one| is_nearby(one.ip()));
        let last = || known.next_back();
        nearby.or_else(last).or(self.addresses.first()).copied()
    }

    /// The secret.
    pub fn secret(&self) -> Secret {
        Secret::bytes(self.secret.to_vec())
    }

    /// Answer of a guest who listens at these addresses; `None` without any, or if the secret could be guessed.
    pub fn answer(secret: &Secret, addresses: &[SocketAddr]) -> Option<InvitationAnswer> {
        let id = secret.key_id().filter(|_| !addresses.is_empty())?;
        let addresses = addresses.iter().take(MAX_ADDRESSES).copied().collect();
        Some(InvitationAnswer { addresses, id })
    }
}

impl InvitationAnswer {
    /// Whether this answers the invitation with this secret.
    pub fn is_to(&self, secret: &Secret) -> bool {
        secret.key_id() == Some(self.id)
    }

    /// Addresses and ports of the guest, best first.
    pub fn addresses(&self) -> &[SocketAddr] {
        &self.addresses
    }
}

impl FriendsLine {
    /// Whether a text begins as such a line, even a damaged one, or contains one.
    pub fn is_meant(text: &str) -> bool {
        let head = text.trim_start().get(..PREFIX.len());
        let begins = head.is_some_and(|head| head.eq_ignore_ascii_case(PREFIX));
        begins || text.parse::<Self>().is_ok()
    }

    fn of_bytes(bytes: &[u8]) -> Option<Self> {
        let (body, sum) = bytes.split_last_chunk()?;
        if checksum(body) != u16::from_be_bytes(*sum) {
            return None;
        }
        let ([_, kind, mask], mut rest) = body.split_first_chunk::<HEAD>()?;
        let mut addresses = Vec::new();
        for at in 0..kind & !ANSWER {
            let address = if mask.unbounded_shr(at.into()) & 1 == 1 {
                IpAddr::from(*take::<16>(&mut rest)?)
            } else {
                IpAddr::from(*take::<4>(&mut rest)?)
            };
            let port = u16::from_be_bytes(*take(&mut rest)?);
            addresses.push((address, port).into());
        }
        Some(if kind & ANSWER == 0 {
            let secret = rest.try_into().ok()?;
            Self::Invitation(Invitation { addresses, secret })
        } else {
            let id = KeyId::from_bytes(rest.try_into().ok()?);
            Self::Answer(InvitationAnswer { addresses, id })
        })
    }
}

/// Writes a line.
fn line(kind: u8, addresses: &[SocketAddr], secret: &[u8]) -> String {
    let of_six = addresses.iter().enumerate();
    let of_six = of_six.filter(|(_, one)| one.is_ipv6());
    let mask: u8 = of_six.map(|(at, _)| 1 << at).sum();
    let count = u8::try_from(addresses.len()).expect("few addresses");
    let mut bytes = vec![FORMAT, count | kind, mask];
    for address in addresses {
        match address.ip() {
            IpAddr::V4(four) => bytes.extend(four.octets()),
            IpAddr::V6(six) => bytes.extend(six.octets()),
        }
        bytes.extend(address.port().to_be_bytes());
    }
    bytes.extend(secret);
    let sum = checksum(&bytes);
    bytes.extend(sum.to_be_bytes());
    format!("{PREFIX}{}", base32(true).encode(&bytes))
}

/// Takes the next few bytes.
fn take<'a, const LENGTH: usize>(rest: &mut &'a [u8]) -> Option<&'a [u8; LENGTH]> {
    let (taken, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(taken)
}

/// Whether only computers on the same network, or behind the same provider’s router, can have a way to an address.
pub(super) fn is_nearby(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(four) => {
            // Behind a provider’s router (RFC 6598).
            let is_shared = four.octets()[0] == 100 && four.octets()[1] & 0xc0 == 64;
            four.is_private() || four.is_loopback() || four.is_link_local() || is_shared
        }
        IpAddr::V6(six) => {
            six.is_loopback() || six.is_unique_local() || six.is_unicast_link_local()
        }
    }
}

/// Length in bytes of a line with this head.
fn length([format, kind, mask]: [u8; HEAD]) -> Result<usize, InvitationError> {
    if format != FORMAT {
        return Err(InvitationError::OtherVersion);
    }
    let count = usize::from(kind & !ANSWER);
    if count > MAX_ADDRESSES || usize::from(mask) >> count != 0 {
        return Err(InvitationError::Damaged);
    }
    let secret = if kind & ANSWER == 0 { SECRET } else { KEY_ID };
    Ok(HEAD + 6 * count + 12 * mask.count_ones() as usize + secret + 2)
}

impl fmt::Display for Invitation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&line(0, &self.addresses, &self.secret))
    }
}

impl fmt::Display for InvitationAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&line(ANSWER, &self.addresses, &self.id.to_bytes()))
    }
}

impl FromStr for Invitation {
    type Err = InvitationError;

    fn from_str(text: &str) -> Result<Self, InvitationError> {
        match text.parse()? {
            FriendsLine::Invitation(invitation) => Ok(invitation),
            FriendsLine::Answer(_) => Err(InvitationError::ForeignAnswer),
        }
    }
}

impl FromStr for FriendsLine {
    type Err = InvitationError;

    /// Reads the first line in a text. Ignores case, white space, hyphens and any text that follows.
    fn from_str(text: &str) -> Result<Self, InvitationError> {
        let small = text.to_ascii_lowercase();
        let (_, line) = small.split_once(PREFIX).ok_or(InvitationError::Missing)?;
        let letters = line.bytes();
        let letters = letters.filter(|byte| !byte.is_ascii_whitespace() && *byte != b'-');
        let letters: Vec<_> = letters.take(MAX_LETTERS).collect();
        let decoded = |count, is_whole| {
            let letters = letters.get(..count)?;
            base32(is_whole).decode(letters).ok()
        };
        let head = decoded((8 * HEAD).div_ceil(5), false);
        let head = head.and_then(|head| head.try_into().ok());
        let length = length(head.ok_or(InvitationError::Damaged)?)?;
        let bytes = decoded((8 * length).div_ceil(5), true);
        let read = bytes.and_then(|bytes| Self::of_bytes(&bytes));
        read.ok_or(InvitationError::Damaged)
    }
}

/// Crockford's Base32. The letters it omits, `i`, `l` and `o`, are read as the digits they look like. The last letter of a
/// whole text has to end in zeros.
fn base32(is_whole: bool) -> Encoding {
    let mut base32 = Specification::new();
    base32.symbols.push_str(LETTERS);
    base32.translate.from.push_str("ilo");
    base32.translate.to.push_str("110");
    base32.check_trailing_bits = is_whole;
    base32.encoding().expect("32 different letters")
}

/// Cyclic redundancy check (CRC-16/XMODEM), which detects any change within three adjacent letters.
fn checksum(bytes: &[u8]) -> u16 {
    let mut sum = 0_u16;
    for byte in bytes {
        sum ^= u16::from(*byte) << 8;
        for _ in 0..8 {
            let carry = sum >> 15;
            sum = (sum << 1) ^ (carry * 0x1021);
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn invitation(addresses: &[&str]) -> Invitation {
        let addresses = addresses.iter().zip(40_123..);
        let addresses: Vec<_> = addresses
            .map(|(text, port)| SocketAddr::new(text.parse().expect("an address"), port))
            .collect();
        Invitation::new(&addresses, *b"0123456789")
    }

    #[test]
    fn invitations_round_trip() {
        for addresses in [
            &[][..],
            &["192.0.2.7"],
            &["2001:db8::7", "192.0.2.7"],
            &["192.0.2.7", "2001:db8::7", "10.0.0.1", "fd00::1"],
            &["2001:db8::7"; MAX_ADDRESSES],
        ] {
            let sent = invitation(addresses);
            let line = sent.to_string();
            assert_eq!(line.parse(), Ok(sent), "{line}");
        }
        let line = invitation(&["192.0.2.7"]).to_string();
        assert!(line.len() < 50, "{line}");
    }

    #[test]
    fn an_answer_is_to_one_invitation_and_tells_no_secret() {
        let addresses = ["192.0.2.7:40124", "[2001:db8::7]:40125"];
        let addresses = addresses.map(|one| one.parse::<SocketAddr>().expect("an address"));
        let secret = invitation(&[]).secret();
        for count in 1..=addresses.len() {
            let sent = Invitation::answer(&secret, &addresses[..count]).expect("an answer");
            assert!(sent.is_to(&invitation(&["192.0.2.9"]).secret()));
            assert!(!sent.is_to(&Secret::bytes(vec![7; SECRET])));
            assert_eq!(sent.addresses(), &addresses[..count]);
            let line = sent.to_string();
            assert_eq!(line.parse(), Ok(FriendsLine::Answer(sent)), "{line}");
            let read = line.parse::<Invitation>();
            assert_eq!(read.err(), Some(InvitationError::ForeignAnswer));
        }
        let code = Secret::code("123456").expect("a code");
        assert_eq!(Invitation::answer(&code, &addresses), None);
        assert_eq!(Invitation::answer(&secret, &[]), None);
    }

    #[test]
    fn case_line_breaks_and_look_alikes_are_tolerated() {
        let sent = invitation(&["192.0.2.7"]);
        let line = sent.to_string();
        let loud = line.to_uppercase().replace('0', "o").replace('1', "L");
        let folded = format!("{}\n  {}-", &loud[..20], &loud[20..]);
        for text in [loud, folded, format!("Come! {line} See you, ünsal")] {
            assert_eq!(text.parse(), Ok(sent.clone()), "{text}");
        }
    }

    #[test]
    fn any_altered_or_missing_letter_is_noticed() {
        let line = invitation(&["2001:db8::7", "192.0.2.7"]).to_string();
        for at in PREFIX.len()..line.len() {
            for letter in LETTERS.bytes() {
                let mut changed = line.clone().into_bytes();
                changed[at] = letter;
                let changed = String::from_utf8(changed).expect("letters");
                let read = changed.parse::<Invitation>();
                assert_eq!(read.is_ok(), changed == line, "{changed}");
            }
            let (before, after) = line.split_at(at);
            assert!(
                format!("{before}{}", &after[1..])
                    .parse::<Invitation>()
                    .is_err()
            );
        }
    }

    #[test]
    fn invitations_that_are_missing_damaged_or_of_other_versions_are_told_apart() {
        let read = |text: &str| text.parse::<Invitation>().err();
        assert!(FriendsLine::is_meant(" CHUHE:0"));
        assert!(!FriendsLine::is_meant("a game of chuhe: 1. C2=5"));
        assert_eq!(read("hello"), Some(InvitationError::Missing));
        assert_eq!(read("chuhe:"), Some(InvitationError::Damaged));
        // Of the first version, and of the fourth.
        for line in ["chuhe:040w00007hetr", "chuhe:0g80000000"] {
            assert_eq!(read(line), Some(InvitationError::OtherVersion));
        }
        // Nine addresses, and the second of one.
        for line in ["chuhe:084g00000", "chuhe:080g40000"] {
            assert_eq!(read(line), Some(InvitationError::Damaged));
        }
    }

    #[test]
    fn a_friend_nearby_is_told_the_address_for_the_same_network() {
        let told = |addresses: &[&str]| invitation(addresses).nearby_address();
        let port = |at: u16| 40_123 + at;
        let far = ["2001:db8::7", "203.0.113.7", "192.168.1.7", "10.9.0.7"];
        assert_eq!(told(&far), Some(([192, 168, 1, 7], port(2)).into()));
        assert_eq!(told(&far[..2]), Some(([203, 0, 113, 7], port(1)).into()));
        assert_eq!(told(&far[..1]).map(|one| one.is_ipv6()), Some(true));
        assert_eq!(told(&[]), None);
    }

    #[test]
    fn private_addresses_are_told_from_public_ones() {
        let private = [
            "192.168.1.7",
            "10.0.0.1",
            "100.64.0.1",
            "127.0.0.1",
            "fd00::1",
            "fe80::1",
        ];
        for address in private {
            assert!(invitation(&[address]).is_only_nearby(), "{address}");
            assert!(!invitation(&["2001:db8::7", address]).is_only_nearby());
            assert!(!invitation(&[address, "203.0.113.7"]).is_only_nearby());
        }
        assert!(!invitation(&["100.128.0.1"]).is_only_nearby());
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(text in "\\PC{0,60}") {
            let _ = format!("{PREFIX}{text}").parse::<FriendsLine>();
            let _ = text.parse::<Invitation>();
        }
    }
}
