//! A program that the system does not run for a while, as on a machine that sleeps.

use super::*;

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
    assert_eq!(effects, [Effect::Close(CloseReason::Timeout)]);
    pair.ends[1].disconnect(pair.now);
    pair.act(0, play("i0h0"));
    pair.connect();
    pair.settle();
    pair.check_equal();
    assert_eq!(pair.logs()[0].entries().len(), 5);
    assert!(pair.ends.iter().all(Session::is_live));
}
