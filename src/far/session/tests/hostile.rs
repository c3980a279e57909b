//! A peer that lies, floods, or sends nonsense.

use super::*;
use crate::far::Hash;
use crate::far::message::REST;

/// What one end does when its peer says this.
fn told(pair: &mut Pair, who: usize, json: &str) -> Vec<Effect> {
    let mut out = Vec::new();
    pair.now += 60;
    let now = pair.now;
    pair.ends[who].hear(json.as_bytes(), now, &mut out);
    out
}

fn started(time: &str) -> Pair {
    let mut pair = Pair::begun(time);
    for (who, text) in [(0, "h2e2"), (1, "h9g7")] {
        pair.act(who, play(text));
        pair.settle();
    }
    pair
}

/// What the host would send if it entered this.
fn entry_of(pair: &Pair, entry: Entry) -> Message {
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
    let entry = |by, act, used| Entry { by, act, used };
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
        let mut pair = started("300");
        for text in moves.split_whitespace() {
            pair.act(0, play(text));
            pair.settle();
        }
        let before = pair.logs()[1].entries().to_vec();
        let message = entry_of(&pair, forged).write();
        let out = told(&mut pair, 1, &String::from_utf8(message).expect("text"));
        assert!(!pair.ends[1].is_live(), "{forged:?}: {out:?}");
        assert_eq!(pair.logs()[1].entries(), before, "{forged:?}");
    }
}

#[test]
fn a_wrong_hash_stops_the_game_until_both_agree() {
    let mut pair = started("-");
    let resigned = Entry {
        by: Side::Red,
        act: Act::Resign,
        used: 0,
    };
    let Message::Entry { n, entry, .. } = entry_of(&pair, resigned) else {
        panic!("an entry");
    };
    let h: Hash = "0123456789abcdef".parse().expect("a hash");
    let message = Message::Entry { n, entry, h }.write();
    let out = told(&mut pair, 1, &String::from_utf8(message).expect("text"));
    pair.done(1, out);
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
fn a_guest_asks_in_vain_for_what_is_not_its_own() {
    let mut pair = started("300");
    for act in [
        r#"{"play":"h0g2"}"#,
        r#"{"play":"a9a0"}"#,
        r#""agree""#,
        r#""flag""#,
        r#"{"answer":{"to":"draw","yes":true}}"#,
    ] {
        for turn in [1, 2, 3] {
            let json = format!(r#"{{"t":"do","n":{turn},"act":{act},"spent":0}}"#);
            let out = told(&mut pair, 0, &json);
            assert!(matches!(out[..], [Effect::Send(_)]), "{json}: {out:?}");
        }
    }
    assert_eq!(pair.logs()[0].entries().len(), 2);
}

#[test]
fn a_guest_that_charges_too_much_is_not_believed() {
    let mut pair = started("300");
    pair.wait(1_000);
    pair.act(0, play("h0g2"));
    let out = told(&mut pair, 0, r#"{"t":"used","n":2,"used":60000}"#);
    assert!(!pair.ends[0].is_live(), "{out:?}");
    assert_eq!(pair.logs()[0].entries().len(), 2);
}

#[test]
fn whoever_says_to_have_thought_no_time_gains_the_quota_only() {
    let mut pair = started("3600");
    let rounds = 10;
    let moves = ["h0g2", "g7h9", "g2h0", "h9g7"];
    for ply in 0..2 * rounds {
        let who = ply % 2;
        pair.wait(5_000);
        if who == 1 {
            let (turn, text) = (pair.logs()[1].turn(), moves[ply % 4]);
            let pending = Pending {
                turn,
                act: play(text),
                spent: 0,
            };
            pair.ends[1].pending.push(pending);
            let mut out = Vec::new();
            pair.ends[1].ask_for(pending, &mut out);
            pair.done(1, out);
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
fn a_slow_line_costs_nobody_time() {
    let mut pair = started("3600");
    let moves = ["h0g2", "g7h9", "g2h0", "h9g7"];
    for ply in 0..20 {
        pair.wait(5_000);
        pair.act(ply % 2, play(moves[ply % 4]));
        while pair.wires.iter().any(|wire| !wire.is_empty()) {
            // Whatever is sent takes most of a second.
            pair.now += 900;
            let lengths = [0, 1].map(|to| pair.wires[to].len());
            for (to, length) in lengths.into_iter().enumerate() {
                pair.deliver(to, length);
            }
        }
    }
    pair.check_equal();
    for entry in &pair.logs()[0].entries()[2..] {
        let thought = entry.used;
        assert!((5_000..8_000).contains(&thought), "{thought}");
    }
}

#[test]
fn nonsense_closes_the_line_and_not_the_game() {
    let deep = format!(
        r#"{{"t":"chat","text":{}{}}}"#,
        "[".repeat(9),
        "]".repeat(9)
    );
    let rest = format!(r#"{{"t":"rest","n":2,"entries":[{}]}}"#, "1,".repeat(REST));
    for (json, why) in [
        ("", Fault::Malformed),
        ("{}", Fault::Malformed),
        ("[]", Fault::Malformed),
        (r#"{"t":7}"#, Fault::Malformed),
        (r#"{"t":"ping","nonce":NaN}"#, Fault::Malformed),
        (r#"{"t":"ping","nonce":-1}"#, Fault::Malformed),
        (r#"{"t":"chat"}"#, Fault::Malformed),
        (
            r#"{"t":"do","n":2,"act":{"play":"H0G2"},"spent":0}"#,
            Fault::Malformed,
        ),
        (
            r#"{"t":"do","n":2,"act":"dance","spent":0}"#,
            Fault::Malformed,
        ),
        (r#"{"t":"Dance"}"#, Fault::Critical),
        (r#"{"t":"bye"}"#, Fault::Left),
        (
            r#"{"t":"resume","id":"00000007","n":2,"h":"0000000000000000"}"#,
            Fault::Malformed,
        ),
        (r#"{"t":"hashes","all":[]}"#, Fault::OtherGame),
        (&deep, Fault::Malformed),
        (&rest, Fault::Malformed),
    ] {
        for who in 0..2 {
            let mut pair = started("-");
            let out = told(&mut pair, who, json);
            assert_eq!(out.last(), Some(&Effect::Close(why)), "{json}");
            pair.cut();
            pair.connect();
            pair.settle();
            pair.check_equal();
        }
    }
    let mut pair = started("-");
    let out = told(&mut pair, 0, r#"{"t":"dance","with":["bears"]}"#);
    assert!(matches!(out[..], [Effect::Send(_)]));
    let out = told(
        &mut pair,
        0,
        "{\"t\":\"chat\",\"text\":\"a\\u202e\\u0000b\"}",
    );
    assert_eq!(out, [Effect::Chat("ab".into())]);
}

#[test]
fn a_flood_and_a_silence_close_the_line() {
    let mut pair = started("-");
    let ping = br#"{"t":"ping","nonce":1}"#;
    let (mut out, now) = (Vec::new(), pair.now);
    let heard = (0..1000).take_while(|_| {
        pair.ends[0].hear(ping, now, &mut out);
        pair.ends[0].is_live()
    });
    assert!(heard.count() < 100);
    assert_eq!(out.last(), Some(&Effect::Close(Fault::Flood)));
    let mut pair = started("-");
    let mut last = Vec::new();
    for _ in 0..3 {
        pair.now += PING_TIME;
        last = pair.ends[0].pass(pair.now);
        // A peer that talks and never answers is no better.
        let now = pair.now;
        pair.ends[0].hear(ping, now, &mut Vec::new());
    }
    assert_eq!(last, [Effect::Close(Fault::Silent)]);
}

#[test]
fn programs_that_rule_differently_do_not_play_by_rulings() {
    let mut pair = started("-");
    let out = told(&mut pair, 1, r#"{"t":"meet","name":"Anna","rules":2}"#);
    assert_eq!(out, [Effect::Close(Fault::OtherRules)]);
    let mut agreement = Agreement::default();
    agreement.terms.rulebook = Rulebook::Off;
    for (terms, expected) in [(Agreement::default(), false), (agreement, true)] {
        let mut guest = Session::new(Role::Guest, "Bo");
        let [_, link] = links(9);
        guest.connect(link, 0);
        let mut out = Vec::new();
        guest.hear(br#"{"t":"meet","name":"Anna","rules":2}"#, 60, &mut out);
        let terms = Proposal::new(GameId(1), Side::Red, &terms);
        guest.hear(&Message::Terms(terms).write(), 120, &mut out);
        let is_proposed = matches!(out[..], [Effect::Proposed(_)]);
        assert_eq!(is_proposed, expected, "{out:?}");
    }
}

/// Numbers that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

/// Messages of all kinds, as a peer might send them.
fn corpus() -> Vec<Vec<u8>> {
    let acts = [
        r#"{"play":"h0g2"}"#,
        r#"{"ask":"draw"}"#,
        r#"{"answer":{"to":"draw","yes":false}}"#,
        r#""resign""#,
    ];
    let with_acts = acts.iter().flat_map(|act| {
        [
            format!(r#"{{"t":"do","n":2,"act":{act},"spent":100}}"#),
            format!(
                r#"{{"t":"entry","n":2,"entry":{{"by":"red","act":{act}}},"h":"0123456789abcdef"}}"#
            ),
            format!(r#"{{"t":"rest","n":2,"entries":[{{"by":"black","act":{act},"used":9}}]}}"#),
        ]
    });
    let others = [
        r#"{"t":"meet","name":"Anna","rules":1}"#,
        r#"{"t":"accept"}"#,
        r#"{"t":"used","n":2,"used":100}"#,
        r#"{"t":"void"}"#,
        r#"{"t":"chat","text":"well played"}"#,
        r#"{"t":"ping","nonce":3}"#,
        r#"{"t":"pong","nonce":1}"#,
        r#"{"t":"resume","id":"00000007","n":2,"h":"0123456789abcdef"}"#,
        r#"{"t":"hashes","all":["0123456789abcdef","0123456789abcdef"]}"#,
        r#"{"t":"back","n":1}"#,
        r#"{"t":"unknown","kind":"dance"}"#,
    ];
    let terms = String::from_utf8(Message::Terms(proposal("300+3")).write()).expect("text");
    let all = with_acts.chain(others.map(str::to_owned)).chain([terms]);
    all.map(String::into_bytes).collect()
}

/// Ten thousand frames, or as many as `CHUHE_FRAMES` says.
#[test]
fn mutated_messages_make_no_panic_and_nothing_grows() {
    let count = std::env::var("CHUHE_FRAMES").ok();
    let count = count.map_or(10_000, |text| text.parse().expect("a number"));
    let corpus = corpus();
    let mut dice = Dice(1);
    let mut pair = started("300");
    let size = pair.ends.iter().map(|end| saved(end, 0).len()).max();
    let size = size.expect("two") + 2_000;
    for round in 0..count {
        let mut bytes = corpus[dice.below(corpus.len())].clone();
        for _ in 0..dice.below(4) {
            let at = dice.below(bytes.len());
            match dice.below(4) {
                0 => bytes[at] = dice.below(256) as u8,
                1 => bytes.insert(at, b"0123456789{}[]\",:\\n"[dice.below(19)]),
                2 => drop(bytes.drain(at..(at + 1 + dice.below(9)).min(bytes.len()))),
                _ => {
                    let other = &corpus[dice.below(corpus.len())];
                    bytes.truncate(at);
                    bytes.extend_from_slice(&other[dice.below(other.len())..]);
                }
            }
            if bytes.is_empty() {
                break;
            }
        }
        pair.now += 60;
        let (who, now) = (round % 2, pair.now);
        let mut out = Vec::new();
        pair.ends[who].hear(&bytes, now, &mut out);
        assert!(out.len() < 20);
        if out.contains(&Effect::Keep) {
            let kept = saved(&pair.ends[who], now).len();
            let said = String::from_utf8_lossy(&bytes);
            assert!(kept < size, "{kept} bytes after {said}");
        }
        if !pair.ends[who].is_live() {
            restart(&mut pair.ends[who], who, now);
        }
    }
}

/// Another game like this one.
fn restart(end: &mut Session, who: usize, now: Millis) {
    end.disconnect(now);
    let log = end.log.as_mut().expect("a game");
    if log.entries().len() != 2 {
        log.go_back(2);
    }
    end.forget_acts();
    end.proposal = None;
    let link = links(1).into_iter().nth(who).expect("two");
    end.connect(link, now);
    end.phase = Phase::Live;
}
