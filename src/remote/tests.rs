//! Known bytes of the protocol, which its page quotes: a second program may compare them.

use super::channel::{ChannelStart, FrameDecoder, KEY_LENGTH, derive_key};
use super::limits::MAX_FRAME;
use super::*;
use crate::game::clock::TimeControl;
use crate::game::{Act, GameTerms, TakeBacks};
use crate::rules::{BySide, Side, mv};
use data_encoding::HEXLOWER;
use hkdf::Hkdf;
use sha2::Sha256;

const PAGE: &str = include_str!("../../docs/PROTOCOL.md");

/// Checks that the page has this row.
fn is_quoted(what: &str, value: &str) {
    let row = format!("| {what} | `{value}` |\n");
    assert!(PAGE.contains(&row), "not in docs/PROTOCOL.md: {row}");
}

#[test]
fn the_page_quotes_keys_and_proofs_as_they_are_derived() {
    let exchanged = || Hkdf::<Sha256>::new(Some(&[8; KEY_LENGTH]), &[7; KEY_LENGTH]);
    let channel = |role| {
        let frames = FrameDecoder::new(MAX_FRAME);
        let start = ChannelStart {
            confirmation: Vec::new(),
            secret: Secret::bytes(b"0123456789".to_vec()),
        };
        Channel::new(role, &exchanged(), frames, start)
    };
    let mut guest = channel(Role::Guest);
    let (key, binding) = (guest.match_key(), *guest.binding());
    let id = KeyId::of(b"0123456789").to_string();
    is_quoted("id of the secret `0123456789` in ASCII", &id);
    is_quoted(
        "key of a match",
        &HEXLOWER.encode(&derive_key(&exchanged(), "match")),
    );
    is_quoted("its id", &key.id().to_string());
    is_quoted("binding", &HEXLOWER.encode(&binding));
    let confirm = derive_key(&exchanged(), "guest");
    is_quoted("confirm of the guest", &HEXLOWER.encode(&confirm));
    is_quoted("proof of the host", &key.proof(Role::Host, &binding));
    is_quoted("proof of the guest", &key.proof(Role::Guest, &binding));
    let bye = r#"{"t":"bye"}"#;
    let sealed = guest.seal(bye.as_bytes());
    let first = format!("the guest’s first sealed frame, `{bye}`");
    is_quoted(&first, &HEXLOWER.encode(&sealed));
    let mut host = channel(Role::Host);
    host.push(&sealed);
    assert_eq!(host.take(), Ok(Some(bye.as_bytes().to_vec())));
}

#[test]
fn the_page_quotes_a_log_with_its_hashes() {
    let terms = GameTerms {
        names: BySide {
            red: "Anna".to_owned(),
            black: "Bo".to_owned(),
        },
        time: TimeControl::read("600").expect("a time control"),
        take_backs: TakeBacks::Ask,
        ..GameTerms::default()
    };
    let proposal = Proposal::new(GameId(42), Side::Red, &terms);
    let text = serde_json::to_string(&proposal).expect("plain data");
    is_quoted("proposal", &text);
    let mut log = Log::new(proposal).expect("a game");
    is_quoted("hash of the empty log", &log.hash().to_string());
    for (by, text, used, entry, hash) in [
        (Side::Red, "h2e2", 0, "first entry", "hash after it"),
        (Side::Black, "h9g7", 5000, "second entry", "hash after both"),
    ] {
        let act = Act::Play(mv(text));
        let one = LogEntry { by, act, used };
        log.add(one).expect("a move");
        let json = serde_json::to_string(&one).expect("plain data");
        is_quoted(entry, &json);
        is_quoted(hash, &log.hash().to_string());
    }
}

#[test]
fn the_page_quotes_an_invitation() {
    let address = "192.0.2.7:40123".parse().expect("an address");
    let line = Invitation::new(&[address], *b"0123456789").to_string();
    assert!(PAGE.contains(&format!("`{line}`")), "{line}");
}
