//! Claims about time by a peer that lies as much as it is let: each is bounded by a number in `docs/PROTOCOL.md`.

use super::*;
use crate::remote::session::lag::MAX_LAG;

/// Thinking time that may be missing after a crash.
const MAX_UNSAVED: Millis = 2 * SAVE_INTERVAL;
const TEN_MINUTES: Millis = 600_000;

/// A game of ten minutes for each, in which the victim has thought for this long on a fresh turn.
fn thinking(victim: usize, time: Millis) -> Pair {
    let mut pair = Pair::begun("600");
    pair.play_all(["h2e2 h9g7", "h2e2 h9g7 h0g2"][victim]);
    pair.pass(time, 60, &[0, 1]);
    pair
}

/// How the victim's program ends.
#[derive(Clone, Copy, Debug)]
enum End {
    Killed,
    Quit,
}

fn restart(pair: &mut Pair, victim: usize, end: End, pause: Millis) {
    if let End::Quit = end {
        let now = pair.now;
        pair.ends[victim].disconnect(now);
        pair.saved[victim] = saved(&pair.ends[victim], now);
    }
    pair.now += pause;
    pair.kill(victim);
    pair.connect();
    pair.settle();
}

/// The peer claims that the victim's flag has fallen. Returns whether the game is over.
fn claims_flag(pair: &mut Pair, victim: usize) -> bool {
    let n = pair.logs()[victim].turn();
    let message = if victim == 0 {
        let act = Act::Flag;
        Message::Request { n, act, spent: 0 }
    } else {
        let by = pair.ends[0].side().expect("a side");
        let act = Act::Flag;
        let entry = LogEntry { by, act, used: 0 };
        let mut log = pair.logs()[1].clone();
        let n = log.entries().len();
        log.add(entry).expect("a flag");
        let h = log.hash();
        Message::Entry { n, entry, h }
    };
    let now = pair.now;
    pair.ends[victim].handle(&message.write(), now, &mut Vec::new());
    let log = pair.ends[victim].log().expect("a game");
    log.game().outcome().is_some()
}

#[test]
fn a_flag_is_not_claimed_earlier_than_the_bound_even_after_a_restart() {
    for victim in 0..2 {
        for end in [None, Some(End::Killed), Some(End::Quit)] {
            for pause in [0, 2_000, 3_600_000] {
                let bound = match end {
                    Some(End::Killed) => MAX_LAG + MAX_UNSAVED.min(pause + SAVE_INTERVAL),
                    _ => MAX_LAG,
                };
                for time in [2_000, 300_000, TEN_MINUTES - bound - 1_000] {
                    let mut pair = thinking(victim, time);
                    if let Some(end) = end {
                        restart(&mut pair, victim, end, pause);
                    }
                    let is_over = claims_flag(&mut pair, victim);
                    assert!(!is_over, "{victim} {end:?} after {pause}: at {time}");
                }
            }
        }
    }
}

/// Its own flag is a resignation, and no more: the friend’s is another claim.
#[test]
fn a_flag_of_ones_own_may_fall_at_any_time() {
    for (claimer, moves) in [(0, "h2e2 h9g7"), (1, "h2e2 h9g7 h0g2")] {
        let mut pair = Pair::begun("600");
        pair.play_all(moves);
        pair.pass(1_000, 60, &[0, 1]);
        assert!(claims_flag(&mut pair, 1 - claimer), "{claimer}");
        let log = pair.logs()[1 - claimer];
        let winner = [Side::Black, Side::Red][claimer];
        let lost = Outcome::win(winner, WinReason::Time);
        assert_eq!(log.game().outcome(), Some(lost));
    }
}

#[test]
fn a_flag_falls_after_a_restart() {
    for victim in 0..2 {
        let mut pair = thinking(victim, 30_000);
        restart(&mut pair, victim, End::Killed, 1_000);
        pair.pass(TEN_MINUTES, 60, &[0, 1]);
        pair.settle();
        let log = pair.logs()[victim];
        assert!(log.game().outcome().is_some());
        pair.check_equal();
    }
}

#[test]
fn no_move_is_charged_more_than_the_bound_even_after_a_restart() {
    for end in [None, Some(End::Killed), Some(End::Quit)] {
        let bound = match end {
            Some(End::Killed) => MAX_UNSAVED + 5_000,
            _ => 5_000,
        };
        for (over, is_admitted) in [(bound + 2_000, false), (1_000, true)] {
            let mut pair = thinking(0, 20_000);
            if let Some(end) = end {
                restart(&mut pair, 0, end, 3_600_000);
            }
            let n = pair.logs()[0].turn();
            pair.act(0, play("h0g2"));
            // What the guest's program answers is lost; this one says something else.
            pair.queues = Default::default();
            let used = 20_000 + over;
            let now = pair.now;
            let charge = Message::Charge { n, used }.write();
            pair.ends[0].handle(&charge, now, &mut Vec::new());
            let plies = pair.ends[0].log().map_or(0, |log| log.entries().len());
            assert_eq!(plies == 3, is_admitted, "{end:?} {over}");
        }
    }
}

/// Time that may have been lost in a crash counts in the turn of the crash alone.
#[test]
fn unsaved_time_is_claimed_once() {
    for victim in 0..2 {
        let mut pair = thinking(victim, 20_000);
        let turn = pair.logs()[victim].turn();
        restart(&mut pair, victim, End::Killed, 3_600_000);
        assert!(pair.ends[victim].longest_elapsed(pair.now) > pair.ends[victim].elapsed(pair.now));
        pair.act(victim, Act::Resign);
        pair.settle();
        let before = pair.logs()[0].proposal();
        let terms = before.read().expect("known terms");
        let rematch = Proposal::new(GameId(8), before.host, &terms).in_match(before.series);
        pair.order(0, Order::Propose(rematch));
        pair.settle();
        pair.order(1, Order::Answer(true));
        pair.settle();
        pair.play_all(["h2e2 h9g7", "h2e2 h9g7 h0g2"][victim]);
        assert_eq!(pair.logs()[victim].turn(), turn);
        let (end, now) = (&pair.ends[victim], pair.now);
        assert_eq!(end.longest_elapsed(now), end.elapsed(now));
    }
}

#[test]
fn a_pause_admits_no_flag_no_take_back_and_no_time() {
    let mut pair = Pair::new();
    let terms = GameTerms {
        names: names("Anna", "Bo"),
        time: TimeControl::read("600").expect("a time control"),
        take_backs: TakeBacks::Free,
        ..GameTerms::default()
    };
    pair.begin(Proposal::new(GameId(7), Side::Red, &terms));
    pair.play_all("h2e2 h9g7");
    pair.pass(5_000, 60, &[0, 1]);
    pair.grant(0, Ask::Pause);
    pair.pass(2 * TEN_MINUTES, 60, &[0, 1]);
    let entries = pair.logs()[0].entries().len();
    let n = pair.logs()[0].turn();
    for act in [Act::Flag, Act::Ask(Ask::TakeBack), play("h0g2")] {
        let message = Message::Request { n, act, spent: 0 }.write();
        let (mut out, now) = (Vec::new(), pair.now);
        pair.ends[0].handle(&message, now, &mut out);
        pair.carry_out(0, out);
        pair.settle();
        let log = pair.ends[0].log().expect("a game");
        assert_eq!(log.entries().len(), entries, "{act:?}");
        // Nor does a guest take such an entry of the host.
        let entry = LogEntry {
            by: Side::Red,
            act,
            used: 0,
        };
        let (now, h) = (pair.now, log.hash());
        let mut guest = restored(&saved(&pair.ends[1], now), now);
        let [_, channel] = channels_opened_with(99, &guest.key().expect("a match").secret());
        guest.connect(channel, now);
        guest.phase = Phase::Live;
        let connection = guest.connection.as_mut().expect("a connection");
        connection.rules = Some(RULES);
        let message = Message::Entry {
            n: entries,
            entry,
            h,
        }
        .write();
        guest.handle(&message, now, &mut Vec::new());
        let log = guest.log().expect("a game");
        assert_eq!(log.entries().len(), entries, "{act:?}");
        assert_eq!(guest.phase, Phase::Disputed, "{act:?}");
    }
    pair.act(1, Act::Resume);
    pair.settle();
    pair.act(0, play("h0g2"));
    pair.settle();
    pair.check_equal();
    let used = pair.logs()[0].entries().last().expect("a move").used;
    assert!(used < 7_000, "{used}");
}

#[test]
fn a_take_back_returns_the_time_of_its_moves_and_no_more() {
    let mut pair = Pair::started("600");
    let clocks = |pair: &Pair| {
        pair.logs()[0]
            .game()
            .clock()
            .map(|clock| Side::ALL.map(|side| clock.left_before_turn(side)))
    };
    let before = clocks(&pair);
    pair.pass(30_000, 60, &[0, 1]);
    pair.act(0, play("h0g2"));
    pair.settle();
    pair.grant(0, Ask::TakeBack);
    pair.check_equal();
    assert_eq!(clocks(&pair), before);
    // What was thought after it counts again from the start of the turn: a claim of more is refused.
    assert!(!claims_flag(&mut pair, 0));
}

/// One who is short of time disputes the log, and both go back to where they are.
#[test]
fn a_dispute_gives_no_time_back() {
    for (liar, moves) in [(0, "h2e2 h9g7"), (1, "h2e2 h9g7 h0g2")] {
        let mut pair = Pair::begun("600");
        pair.play_all(moves);
        pair.pass(60_000, 60, &[0, 1]);
        let all = pair.logs()[0].hashes().iter().map(ToString::to_string);
        let lie = Message::Hashes { all: all.collect() }.write();
        let (mut out, now) = (Vec::new(), pair.now);
        pair.ends[1 - liar].handle(&lie, now, &mut out);
        pair.carry_out(1 - liar, out);
        pair.settle();
        for who in 0..2 {
            pair.order(who, Order::GoBack);
        }
        pair.settle();
        pair.check_equal();
        assert_eq!(pair.logs()[0].entries().len(), moves.split(' ').count());
        for end in &pair.ends {
            let elapsed = end.elapsed(pair.now);
            assert!((59_000..62_000).contains(&elapsed), "{liar}: {elapsed}");
        }
    }
}

/// A host that has its move charged, and thinks on before it enters it.
#[test]
fn a_charge_holds_no_longer_than_its_entry_may_take() {
    for (delay, is_admitted) in [(1_000, true), (8_000, false)] {
        let mut pair = Pair::started("600");
        pair.pass(1_000, 60, &[0, 1]);
        pair.act(0, play("h0g2"));
        pair.deliver(1, usize::MAX);
        // What the guest says is known to the host, which keeps its own answer back, and the line alive.
        let held = std::mem::take(&mut pair.queues[0]);
        let until = pair.now + delay;
        while pair.now < until {
            pair.now += 500;
            let now = pair.now;
            let nonce = pair.ends[1].connection.as_ref().map_or(0, |one| one.pings);
            let pong = Message::Pong { nonce }.write();
            pair.ends[1].handle(&pong, now, &mut Vec::new());
        }
        let used = pair.ends[1].charged.expect("a charge").used;
        let entry = LogEntry {
            by: Side::Red,
            act: play("h0g2"),
            used,
        };
        let mut log = pair.logs()[1].clone();
        let n = log.entries().len();
        log.add(entry).expect("legal");
        let h = log.hash();
        let now = pair.now;
        let message = Message::Entry { n, entry, h }.write();
        pair.ends[1].handle(&message, now, &mut Vec::new());
        let entries = pair.logs()[1].entries().len();
        assert_eq!(entries == 3, is_admitted, "{delay}: {}", held.len());
    }
}

/// A flag falls for a host that has a move charged and does not enter it.
#[test]
fn a_charge_keeps_no_flag_up() {
    let mut pair = Pair::started("20");
    pair.act(0, play("h0g2"));
    pair.deliver(1, usize::MAX);
    pair.queues = Default::default();
    for _ in 0..60 {
        pair.now += 500;
        let now = pair.now;
        let nonce = pair.ends[1].connection.as_ref().map_or(0, |one| one.pings);
        let pong = Message::Pong { nonce }.write();
        pair.ends[1].handle(&pong, now, &mut Vec::new());
    }
    assert!(pair.ends[1].is_flag_down(pair.now));
}

/// Other moves in one turn earn no further quota.
#[test]
fn a_turn_has_one_quota_however_often_it_is_charged() {
    let mut pair = Pair::started("600");
    pair.pass(10_000, 60, &[0, 1]);
    let n = pair.logs()[1].turn();
    let mut quotas = Vec::new();
    for text in ["h0g2", "b0c2", "h0g2", "b0c2", "h0g2"] {
        let act = play(text);
        let message = Message::Request {
            n,
            act,
            spent: 60_000,
        }
        .write();
        let now = pair.now;
        pair.ends[1].handle(&message, now, &mut Vec::new());
        quotas.push(pair.ends[1].peer_quota);
    }
    assert!(quotas.iter().all(|quota| *quota == quotas[0]), "{quotas:?}");
}

/// The thinking time of either side outlives the program of the one who waits.
#[test]
fn the_time_of_the_friend_outlives_a_crash() {
    let mut pair = thinking(0, 60_000);
    pair.kill(1);
    pair.connect();
    pair.settle();
    let now = pair.now;
    let elapsed = pair.ends[1].elapsed(now);
    assert!(elapsed >= 60_000 - SAVE_INTERVAL, "{elapsed}");
}
