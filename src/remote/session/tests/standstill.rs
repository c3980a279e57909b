//! A program that the system does not run for a while, as on a machine that sleeps.

use super::*;
use crate::remote::Presence;

#[test]
fn a_program_that_stood_still_charges_nobody_for_it() {
    let mut pair = Pair::begun("300");
    for (who, text) in [(0, "h2e2"), (1, "h9g7"), (0, "h0g2"), (1, "i9h9")] {
        pair.act(who, play(text));
        pair.settle();
    }
    // The guest's program stands still. The host's gives up after half a minute.
    let mut sent = Vec::new();
    while pair.ends[0].is_live() {
        pair.now += 1_000;
        for effect in pair.ends[0].tick(pair.now) {
            match effect {
                Effect::Send(bytes) => sent.extend(bytes),
                other => pair.seen[0].push(other),
            }
        }
    }
    pair.now += 30_000;
    let effects = pair.ends[1].receive(&sent, pair.now);
    assert_eq!(effects, [Effect::Save, Effect::Close(CloseReason::Timeout)]);
    pair.ends[1].disconnect(pair.now);
    pair.act(0, play("i0h0"));
    pair.connect();
    pair.settle();
    pair.check_equal();
    assert_eq!(pair.logs()[0].entries().len(), 5);
    assert!(pair.ends.iter().all(RemoteSession::is_live));
}

#[test]
fn a_line_that_stood_still_costs_nobody_time() {
    for (mover, moves) in [(1, 3), (0, 4)] {
        let mut pair = Pair::begun("300");
        for (who, text) in [(0, "h2e2"), (1, "h9g7"), (0, "h0g2"), (1, "i9h9")]
            .into_iter()
            .take(moves)
        {
            pair.act(who, play(text));
            pair.settle();
        }
        let waiting = 1 - mover;
        let presence = |pair: &Pair| pair.ends[waiting].presence(pair.now);
        pair.pass(4_000, 60, &[0, 1]);
        assert_eq!(presence(&pair), Presence::Here);
        // The line stands still; what is sent meanwhile arrives in the end. The move is made after a second.
        let mut stood = 0;
        while stood < 25_000 {
            pair.wait(500);
            stood += 500;
            if stood == 1_000 {
                pair.act(mover, play(["i0h0", "i9h9"][mover]));
            }
        }
        assert_eq!(presence(&pair), Presence::Waiting);
        let shown = pair.ends[waiting].elapsed(pair.now);
        assert!((2_000..=4_000).contains(&shown), "{shown}");
        pair.settle();
        pair.check_equal();
        assert_eq!(presence(&pair), Presence::Here);
        let used = pair.logs()[0].entries()[moves].used;
        assert!((2_000..=5_000).contains(&used), "{used}");
    }
}

#[test]
fn a_slow_line_is_no_standstill() {
    let mut pair = Pair::begun("300");
    pair.act(0, play("h2e2"));
    for _ in 0..20 {
        pair.pass(1_000, 1_000, &[0, 1]);
    }
    let before = pair.ends[0].elapsed(pair.now);
    pair.pass(10_000, 1_000, &[0, 1]);
    assert_eq!(pair.ends[0].elapsed(pair.now), before + 10_000);
    assert_eq!(pair.ends[0].presence(pair.now), Presence::Here);
}
