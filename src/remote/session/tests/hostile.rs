//! A peer that lies, floods, or sends garbage.

use super::*;
use crate::remote::Hash;
use crate::remote::message::MAX_ENTRIES_IN_MESSAGE;
use crate::rules::Rulebook;

/// Effects of a message from the peer.
fn effects_of(pair: &mut Pair, who: usize, json: &str) -> Vec<Effect> {
    let mut out = Vec::new();
    pair.now += 60;
    let now = pair.now;
    pair.ends[who].handle(json.as_bytes(), now, &mut out);
    out
}

/// Message of a host that enters this.
fn entry_of(pair: &Pair, entry: LogEntry) -> Message {
    let mut log = pair.ends[1].log().expect("a game").clone();
    let n = log.entries().len();
    let h = match log.add(entry) {
        Ok(_) => log.hash(),
        Err(_) => "0000000000000000".parse().expect("a hash"),
    };
    Message::Entry { n, entry, h }
}

#[test]
fn a_host_cannot_move_for_the_guest_nor_against_the_rules() {
    let entry = |by, act, used| LogEntry { by, act, used };
    let answer = Act::Answer {
        to: Ask::Draw,
        yes: true,
    };
    for (moves, forged) in [
        ("", entry(Side::Red, play("a0a9"), 0)),
        ("", entry(Side::Red, play("h0g2"), 0)),
        ("", entry(Side::Black, Act::Resign, 0)),
        ("", entry(Side::Black, Act::Ask(Ask::Draw), 0)),
        ("", entry(Side::Red, Act::Resign, 1)),
        ("", entry(Side::Red, answer, 0)),
        ("h0g2", entry(Side::Red, play("b0c2"), 0)),
        ("h0g2", entry(Side::Black, play("i9h9"), 0)),
        ("h0g2", entry(Side::Red, Act::Flag, 0)),
    ] {
        let mut pair = Pair::started("300");
        for text in moves.split_whitespace() {
            pair.act(0, play(text));
            pair.settle();
        }
        let before = pair.logs()[1].entries().to_vec();
        let message = entry_of(&pair, forged).write();
        let out = effects_of(&mut pair, 1, &String::from_utf8(message).expect("text"));
        assert!(!pair.ends[1].is_live(), "{forged:?}: {out:?}");
        assert_eq!(pair.logs()[1].entries(), before, "{forged:?}");
    }
}

#[test]
fn a_wrong_hash_stops_the_game_until_both_agree() {
    let mut pair = Pair::started("-");
    let resigned = LogEntry {
        by: Side::Red,
        act: Act::Resign,
        used: 0,
    };
    let Message::Entry { n, entry, .. } = entry_of(&pair, resigned) else {
        panic!("an entry");
    };
    let h: Hash = "0123456789abcdef".parse().expect("a hash");
    let message = Message::Entry { n, entry, h }.write();
    let out = effects_of(&mut pair, 1, &String::from_utf8(message).expect("text"));
    pair.carry_out(1, out);
    pair.settle();
    for who in 0..2 {
        assert!(pair.seen[who].contains(&Effect::Disagree(2)));
        pair.order(who, Order::GoBack);
    }
    pair.settle();
    pair.check_equal();
    assert_eq!(pair.logs()[0].entries().len(), 2);
}

#[test]
fn a_guest_cannot_act_for_the_host() {
    let mut pair = Pair::started("300");
    for act in [
        r#"{"play":"h0g2"}"#,
        r#"{"play":"a9a0"}"#,
        r#""agree""#,
        r#""flag""#,
        r#"{"answer":{"to":"draw","yes":true}}"#,
    ] {
        for turn in [1, 2, 3] {
            let json = format!(r#"{{"t":"request","n":{turn},"act":{act},"spent":0}}"#);
            let out = effects_of(&mut pair, 0, &json);
            assert!(matches!(out[..], [Effect::Send(_)]), "{json}: {out:?}");
        }
    }
    assert_eq!(pair.logs()[0].entries().len(), 2);
}

#[test]
fn an_excessive_charge_is_refused() {
    let mut pair = Pair::started("300");
    pair.wait(1_000);
    pair.act(0, play("h0g2"));
    let out = effects_of(&mut pair, 0, r#"{"t":"charge","n":2,"used":60000}"#);
    assert!(!pair.ends[0].is_live(), "{out:?}");
    assert_eq!(pair.logs()[0].entries().len(), 2);
}

#[test]
fn a_lying_clock_gains_no_more_than_the_quota() {
    let mut pair = Pair::started("3600");
    let rounds = 10;
    let moves = ["h0g2", "g7h9", "g2h0", "h9g7"];
    for ply in 0..2 * rounds {
        let who = ply % 2;
        pair.pass(5_000, 60, &[0, 1]);
        if who == 1 {
            let (turn, text) = (pair.logs()[1].turn(), moves[ply % 4]);
            let pending = Pending {
                turn,
                act: play(text),
                spent: 0,
            };
            pair.ends[1].pending.push(pending);
            let mut out = Vec::new();
            pair.ends[1].send_request(pending, &mut out);
            pair.carry_out(1, out);
        } else {
            pair.act(who, play(moves[ply % 4]));
        }
        pair.settle();
        pair.check_equal();
    }
    let [log, _] = pair.logs();
    let of = |side| log.entries().iter().filter(move |entry| entry.by == side);
    let used = |side| of(side).map(|entry| entry.used).sum::<Millis>();
    let gained = used(Side::Red) - used(Side::Black);
    assert!(gained <= 2_000 + 1_000 * rounds as Millis, "{gained}");
    assert!(gained >= 500, "some of it is taken for the line: {gained}");
}

#[test]
fn latency_costs_nobody_time() {
    let mut pair = Pair::started("3600");
    let moves = ["h0g2", "g7h9", "g2h0", "h9g7"];
    for ply in 0..20 {
        pair.pass(5_000, 900, &[0, 1]);
        pair.act(ply % 2, play(moves[ply % 4]));
        pair.pass(3_600, 900, &[0, 1]);
    }
    pair.check_equal();
    // At first the line passes for the fast one that it was.
    for entry in &pair.logs()[0].entries()[3..] {
        let elapsed = entry.used;
        assert!((5_000..8_000).contains(&elapsed), "{elapsed}");
    }
}

#[test]
fn garbage_closes_the_connection_and_not_the_game() {
    let deep = format!(
        r#"{{"t":"chat","text":{}{}}}"#,
        "[".repeat(9),
        "]".repeat(9)
    );
    let rest = format!(
        r#"{{"t":"entries","n":2,"entries":[{}]}}"#,
        "1,".repeat(MAX_ENTRIES_IN_MESSAGE)
    );
    for (json, why) in [
        ("", CloseReason::Malformed),
        ("{}", CloseReason::Malformed),
        ("[]", CloseReason::Malformed),
        (r#"{"t":7}"#, CloseReason::Malformed),
        (r#"{"t":"ping","nonce":NaN}"#, CloseReason::Malformed),
        (r#"{"t":"ping","nonce":-1}"#, CloseReason::Malformed),
        (r#"{"t":"chat"}"#, CloseReason::Malformed),
        (
            r#"{"t":"request","n":2,"act":{"play":"H0G2"},"spent":0}"#,
            CloseReason::Malformed,
        ),
        (
            r#"{"t":"request","n":2,"act":"dance","spent":0}"#,
            CloseReason::Malformed,
        ),
        (r#"{"t":"Dance"}"#, CloseReason::UnknownCritical),
        (r#"{"t":"bye"}"#, CloseReason::PeerLeft),
        (
            r#"{"t":"resume","id":"00000007","n":2,"h":"0000000000000000"}"#,
            CloseReason::Malformed,
        ),
        (r#"{"t":"hashes","all":[]}"#, CloseReason::UnknownGame),
        (&deep, CloseReason::Malformed),
        (&rest, CloseReason::Malformed),
    ] {
        for who in 0..2 {
            let mut pair = Pair::started("-");
            let out = effects_of(&mut pair, who, json);
            assert_eq!(out.last(), Some(&Effect::Close(why)), "{json}");
            pair.cut();
            pair.connect();
            pair.settle();
            pair.check_equal();
        }
    }
    let mut pair = Pair::started("-");
    let out = effects_of(&mut pair, 0, r#"{"t":"dance","with":["bears"]}"#);
    assert!(matches!(out[..], [Effect::Send(_)]));
    let out = effects_of(
        &mut pair,
        0,
        "{\"t\":\"chat\",\"text\":\"a\\u202e\\u0000b\"}",
    );
    assert_eq!(out, [Effect::Chat("ab".into())]);
}

#[test]
fn floods_and_silence_close_the_connection() {
    let mut pair = Pair::started("-");
    let ping = br#"{"t":"ping","nonce":1}"#;
    let (mut out, now) = (Vec::new(), pair.now);
    let heard = (0..1000).take_while(|_| {
        pair.ends[0].handle(ping, now, &mut out);
        pair.ends[0].is_live()
    });
    assert!(heard.count() < 100);
    assert_eq!(out.last(), Some(&Effect::Close(CloseReason::Flood)));
    let mut pair = Pair::started("-");
    let mut last = Vec::new();
    for _ in 0..3 {
        pair.now += PING_INTERVAL;
        last = pair.ends[0].tick(pair.now);
        // Pings do not replace answers.
        let now = pair.now;
        pair.ends[0].handle(ping, now, &mut Vec::new());
    }
    assert_eq!(last, [Effect::Save, Effect::Close(CloseReason::Timeout)]);
}

#[test]
fn different_rule_revisions_do_not_play_by_rulings() {
    let mut pair = Pair::started("-");
    let renamed = effects_of(&mut pair, 1, r#"{"t":"identify","name":"Cy","rules":1}"#);
    assert_eq!(renamed.last(), Some(&Effect::Close(CloseReason::Malformed)));
    assert_eq!(pair.ends[1].friend(), "Anna");
    let mut terms = GameTerms::default();
    terms.rules.rulebook = Rulebook::Off;
    for (terms, expected) in [(GameTerms::default(), false), (terms, true)] {
        let mut guest = RemoteSession::new(Role::Guest, "Bo");
        let [_, channel] = channels_opened_with(9, &Secret::bytes(vec![9; 10]));
        guest.connect(channel, 0);
        let names = names("Anna", "Bo");
        let mut out = Vec::new();
        guest.handle(br#"{"t":"identify","name":"Anna","rules":2}"#, 60, &mut out);
        let terms = Proposal::new(GameId(1), Side::Red, &GameTerms { names, ..terms });
        guest.handle(&Message::Terms(terms).write(), 120, &mut out);
        let is_proposed = matches!(out[..], [.., Effect::Proposed(_)]);
        assert_eq!(is_proposed, expected, "{out:?}");
    }
}

#[test]
fn nobody_is_heard_before_a_game() {
    let mut pair = Pair::new();
    pair.order(0, Order::Propose(proposal("-")));
    pair.connect();
    pair.settle();
    for who in 0..2 {
        let out = effects_of(&mut pair, who, r#"{"t":"chat","text":"Anna says"}"#);
        assert_eq!(out, [], "{who}");
    }
}

/// Reproducible pseudorandom numbers.
struct TestRng(u64);

impl TestRng {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

/// Well-formed messages of all kinds.
fn corpus() -> Vec<Vec<u8>> {
    let acts = [
        r#"{"play":"h0g2"}"#,
        r#"{"ask":"draw"}"#,
        r#"{"answer":{"to":"draw","yes":false}}"#,
        r#""resign""#,
    ];
    let with_acts = acts.iter().flat_map(|act| {
        [
            format!(r#"{{"t":"request","n":2,"act":{act},"spent":100}}"#),
            format!(
                r#"{{"t":"entry","n":2,"entry":{{"by":"red","act":{act}}},"h":"0123456789abcdef"}}"#
            ),
            format!(r#"{{"t":"entries","n":2,"entries":[{{"by":"black","act":{act},"used":9}}]}}"#),
        ]
    });
    let others = [
        r#"{"t":"identify","name":"Anna","rules":1}"#,
        r#"{"t":"identify","name":"Anna","rules":1,"game":{"id":"0123456789abcdef","proof":"0123456789abcdef"}}"#,
        r#"{"t":"decline"}"#,
        r#"{"t":"accept"}"#,
        r#"{"t":"charge","n":2,"used":100}"#,
        r#"{"t":"reject"}"#,
        r#"{"t":"chat","text":"well played"}"#,
        r#"{"t":"ping","nonce":3}"#,
        r#"{"t":"pong","nonce":1}"#,
        r#"{"t":"resume","id":"00000007","n":2,"h":"0123456789abcdef"}"#,
        r#"{"t":"hashes","all":["0123456789abcdef","0123456789abcdef"]}"#,
        r#"{"t":"go_back","n":1}"#,
        r#"{"t":"unknown","kind":"dance"}"#,
    ];
    let terms = String::from_utf8(Message::Terms(proposal("300+3")).write()).expect("text");
    let all = with_acts.chain(others.map(str::to_owned)).chain([terms]);
    all.map(String::into_bytes).collect()
}

/// Ten thousand messages, or as many as `CHUHE_FRAMES` says.
#[test]
fn mutated_messages_cause_no_panic_and_no_growth() {
    let count = std::env::var("CHUHE_FRAMES").ok();
    let count = count.map_or(10_000, |text| text.parse().expect("a number"));
    let corpus = corpus();
    let mut rng = TestRng(1);
    let mut pair = Pair::started("300");
    let size = pair.ends.iter().map(|end| saved(end, 0).len()).max();
    let size = size.expect("two") + 2_000;
    for round in 0..count {
        let mut bytes = corpus[rng.below(corpus.len())].clone();
        for _ in 0..rng.below(4) {
            let at = rng.below(bytes.len());
            match rng.below(4) {
                0 => bytes[at] = rng.below(256) as u8,
                1 => bytes.insert(at, b"0123456789{}[]\",:\\n"[rng.below(19)]),
                2 => drop(bytes.drain(at..(at + 1 + rng.below(9)).min(bytes.len()))),
                _ => {
                    let other = &corpus[rng.below(corpus.len())];
                    bytes.truncate(at);
                    bytes.extend_from_slice(&other[rng.below(other.len())..]);
                }
            }
            if bytes.is_empty() {
                break;
            }
        }
        pair.now += 60;
        let (who, now) = (round % 2, pair.now);
        let mut out = Vec::new();
        pair.ends[who].handle(&bytes, now, &mut out);
        assert!(out.len() < 20);
        if out.contains(&Effect::Save) {
            let kept = saved(&pair.ends[who], now).len();
            let said = String::from_utf8_lossy(&bytes);
            assert!(kept < size, "{kept} bytes after {said}");
        }
        if !pair.ends[who].is_live() {
            restart(&mut pair.ends[who], who, now);
        }
    }
}

/// Restarts the game at its second entry.
fn restart(end: &mut RemoteSession, who: usize, now: Millis) {
    end.disconnect(now);
    let log = end.log.as_mut().expect("a game");
    if log.entries().len() != 2 {
        *log = log.earlier(2);
    }
    end.forget_acts();
    end.drop_proposals();
    let secret = end.key().expect("a match").secret();
    let channels = channels_opened_with(1, &secret);
    let channel = channels.into_iter().nth(who).expect("two");
    end.connect(channel, now);
    end.phase = Phase::Live;
    if let Some(connection) = &mut end.connection {
        connection.rules = Some(RULES);
    }
}
