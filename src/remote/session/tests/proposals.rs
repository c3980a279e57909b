//! The first game, rematches, and games that are continued by a new invitation.

use super::*;
use crate::game::{Handicap, Odds};
use crate::remote::limits::MAX_FRAME;
use crate::remote::lot::{commitment, draw, lot};
use proptest::prelude::*;

/// Proposal of a rematch with Anna on this side.
fn rematch(id: u32, host: Side) -> Proposal {
    let agreement = Agreement {
        names: match host {
            Side::Red => names("Anna", "Bo"),
            Side::Black => names("Bo", "Anna"),
        },
        take_backs: TakeBacks::Ask,
        ..Agreement::default()
    };
    Proposal::new(GameId(id), host, &agreement).in_match(GameId(7))
}

/// A game that the guest has resigned.
fn ended() -> Pair {
    let mut pair = Pair::begun("-");
    pair.act(0, play("h2e2"));
    pair.settle();
    pair.act(1, Act::Resign);
    pair.settle();
    pair.seen = Default::default();
    pair
}

fn propose(pair: &mut Pair, who: usize, proposal: &Proposal) {
    pair.order(who, Order::Propose(proposal.clone()));
}

fn is_asked(pair: &Pair, who: usize) -> bool {
    let mut seen = pair.seen[who].iter();
    seen.any(|effect| matches!(effect, Effect::Proposed(_)))
}

#[test]
fn either_side_proposes_a_rematch_and_the_other_accepts() {
    for who in 0..2 {
        let mut pair = ended();
        let again = rematch(8, Side::Black);
        propose(&mut pair, who, &again);
        pair.settle();
        assert!(is_asked(&pair, 1 - who) && !is_asked(&pair, who));
        pair.order(1 - who, Order::Answer(true));
        pair.settle();
        pair.check_equal();
        assert_eq!(pair.logs()[1].proposal(), &again);
        assert_eq!(pair.ends[0].side(), Some(Side::Black));
        pair.act(1, play("h2e2"));
        pair.settle();
        pair.check_equal();
        assert_eq!(pair.logs()[0].entries().len(), 1);
    }
}

#[test]
fn a_rematch_is_asked_about_while_there_is_a_connection() {
    assert!(!Pair::begun("-").ends[0].allows_aids());
    for who in 0..2 {
        let mut pair = ended();
        assert!(pair.ends.iter().all(RemoteSession::allows_aids));
        propose(&mut pair, who, &rematch(8, Side::Black));
        pair.settle();
        let own = [Side::Black, Side::Red][1 - who];
        assert_eq!(pair.ends[who].question(), None);
        let question = pair.ends[1 - who].question();
        assert_eq!(question, Some(Question::Rematch(own)));
        let now = pair.now;
        pair.ends[1 - who].disconnect(now);
        assert_eq!(pair.ends[1 - who].question(), None);
    }
}

#[test]
fn both_propose_at_once_and_play_the_hosts_proposal_unasked() {
    let mut pair = ended();
    propose(&mut pair, 0, &rematch(8, Side::Black));
    propose(&mut pair, 1, &rematch(9, Side::Black));
    pair.settle();
    pair.check_equal();
    assert_eq!(pair.logs()[0].proposal().id, GameId(8));
    assert!(!is_asked(&pair, 0) && !is_asked(&pair, 1));
}

#[test]
fn if_both_propose_different_games_the_guest_is_asked_about_the_hosts() {
    let mut pair = ended();
    propose(&mut pair, 0, &rematch(8, Side::Black));
    propose(&mut pair, 1, &rematch(9, Side::Red));
    pair.settle();
    assert!(!is_asked(&pair, 0) && is_asked(&pair, 1));
    pair.order(1, Order::Answer(true));
    pair.settle();
    pair.check_equal();
    assert_eq!(pair.logs()[0].proposal().id, GameId(8));
}

#[test]
fn a_rematch_may_be_declined_and_not_be_proposed_without_end() {
    for who in 0..2 {
        let mut pair = ended();
        let mut asked = 0;
        for id in 8..20 {
            pair.seen = Default::default();
            propose(&mut pair, who, &rematch(id, Side::Red));
            assert!(pair.ends[who].is_proposing());
            pair.settle();
            asked += usize::from(is_asked(&pair, 1 - who));
            pair.order(1 - who, Order::Answer(false));
            pair.settle();
            assert_eq!(pair.seen[who], [Effect::Declined]);
            assert!(!pair.ends[who].is_proposing());
        }
        assert_eq!(asked, 3);
        assert_eq!(pair.logs()[0].proposal().id, GameId(7));
    }
}

#[test]
fn only_a_rematch_of_these_players_is_proposed() {
    let other = Agreement {
        names: names("Anna", "Cy"),
        ..Agreement::default()
    };
    let other_terms = Agreement {
        names: names("Anna", "Bo"),
        take_backs: TakeBacks::Off,
        ..Agreement::default()
    };
    for false_one in [
        Proposal::new(GameId(8), Side::Red, &other_terms).in_match(GameId(7)),
        Proposal::new(GameId(8), Side::Red, &other).in_match(GameId(7)),
        rematch(8, Side::Red).in_match(GameId(8)),
    ] {
        for who in 0..2 {
            let mut pair = ended();
            propose(&mut pair, who, &false_one);
            pair.settle();
            assert_eq!(pair.seen[1 - who], [Effect::Close(CloseReason::Malformed)]);
        }
    }
    let mut pair = Pair::begun("-");
    propose(&mut pair, 1, &rematch(8, Side::Red));
    assert!(!pair.ends[1].is_proposing(), "the game goes on");
}

#[test]
fn a_rematch_begins_after_kills_and_lost_connections() {
    for proposer in 0..2 {
        for killed in 0..2 {
            for delivered in 0..6 {
                let mut pair = ended();
                propose(&mut pair, proposer, &rematch(8, Side::Black));
                for step in 0..6 {
                    if step == delivered {
                        pair.kill(killed);
                        pair.connect();
                    }
                    pair.settle();
                    for who in 0..2 {
                        pair.order(who, Order::Answer(true));
                    }
                }
                pair.settle();
                pair.check_equal();
                let id = pair.logs()[0].proposal().id;
                assert_eq!(id, GameId(8), "{proposer} {killed} {delivered}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Both may propose, accept and decline at any time, over any connection.
    #[test]
    fn both_play_the_same_rematch_whatever_crosses(
        steps in prop::collection::vec((0..7_u8, 0..2_usize, 1..300_usize), 0..60)
    ) {
        let mut pair = ended();
        let mut id = 8;
        for (step, who, count) in steps {
            match step {
                0 => {
                    id += 1;
                    let side = [Side::Red, Side::Black][count % 2];
                    propose(&mut pair, who, &rematch(id, side));
                }
                1 => pair.order(who, Order::Answer(true)),
                2 => pair.order(who, Order::Answer(false)),
                3 | 4 => pair.deliver(who, count),
                5 => pair.connect(),
                _ => pair.kill(who),
            }
        }
        pair.connect();
        for _ in 0..4 {
            pair.settle();
            for who in 0..2 {
                pair.order(who, Order::Answer(true));
            }
        }
        pair.settle();
        pair.check_equal();
        let [host, guest] = pair.logs();
        prop_assert_eq!(host.proposal(), guest.proposal());
        for effect in pair.seen.iter().flatten() {
            prop_assert!(!matches!(effect, Effect::Close(_) | Effect::Disagree(_)), "{:?}", effect);
        }
    }
}

#[test]
fn every_term_reaches_the_guest() {
    let handicaps = [
        None,
        Some(Handicap::usual(Odds::NinePieces)),
        Some(Handicap::usual(Odds::TwoMoves)),
        Some(Handicap::new(Odds::TwoMoves, Side::Red, Side::Black)),
    ];
    for handicap in handicaps {
        for take_backs in [TakeBacks::Free, TakeBacks::Ask, TakeBacks::Off] {
            for time in ["-", "600+5", "red 600; black 300+5"] {
                let agreement = Agreement {
                    names: names("Anna", "Bo"),
                    terms: crate::rules::Terms {
                        rulebook: crate::rules::Rulebook::Off,
                        no_capture: Some(60),
                    },
                    time: TimeControl::read(time).unwrap_or_default(),
                    handicap,
                    take_backs,
                    ..Agreement::default()
                };
                let proposal = Proposal::new(GameId(1), Side::Black, &agreement);
                assert_eq!(proposal.read(), Some(agreement), "{proposal:?}");
            }
        }
    }
}

#[test]
fn two_moves_in_a_row_are_played_and_timed() {
    let mut pair = Pair::new();
    let agreement = Agreement {
        names: names("Anna", "Bo"),
        handicap: Some(Handicap::usual(Odds::TwoMoves)),
        time: TimeControl::read("300").expect("a time control"),
        take_backs: TakeBacks::Ask,
        ..Agreement::default()
    };
    pair.begin(Proposal::new(GameId(7), Side::Red, &agreement));
    for (who, text) in [(0, "h2e2"), (0, "h0g2"), (1, "h9g7")] {
        pair.wait(1_000);
        pair.act(who, play(text));
        pair.settle();
        pair.check_equal();
        pair.kill(1);
        pair.connect();
        pair.settle();
        pair.check_equal();
    }
    assert_eq!(pair.logs()[0].entries().len(), 3);
    pair.act(1, Act::Ask(Ask::TakeBack));
    pair.settle();
    let to = Ask::TakeBack;
    pair.act(0, Act::Answer { to, yes: true });
    pair.settle();
    pair.check_equal();
    assert_eq!(pair.logs()[1].game().position().turn(), Side::Black);
}

/// A proposal of the host with colors drawn by lot, or what it pretends to be that.
fn drawn(pair: &Pair, pretends: bool) -> Proposal {
    let (host, lot) = pair.ends[0].drawn().expect("both lots");
    let host = if pretends { !host } else { host };
    let agreement = Agreement {
        names: match host {
            Side::Red => names("Anna", "Bo"),
            Side::Black => names("Bo", "Anna"),
        },
        ..Agreement::default()
    };
    Proposal::new(GameId(7), host, &agreement).drawn(lot)
}

#[test]
fn neither_side_chooses_colors_that_are_drawn_by_lot() {
    let mut sides = Vec::new();
    for round in 0..20 {
        let mut pair = Pair::new();
        pair.connections = 10 * round;
        pair.connect();
        assert_eq!(pair.ends[0].drawn(), None, "the guest has not answered yet");
        pair.settle();
        let fair = drawn(&pair, false);
        sides.push(fair.host);
        propose(&mut pair, 0, &fair);
        pair.settle();
        assert!(matches!(&pair.seen[1][..], [Effect::Proposed(proposal)] if proposal.is_drawn()));
        // Another side than the one drawn, and another lot than that committed to, are refused.
        let forged = drawn(&pair, true);
        let host = draw("forged", "Guest");
        for forged in [forged, rematch(7, host).drawn("forged".into())] {
            let mut pair = Pair::new();
            pair.connections = 10 * round;
            pair.connect();
            pair.settle();
            propose(&mut pair, 0, &forged);
            pair.settle();
            assert_eq!(pair.seen[1], [Effect::Close(CloseReason::Malformed)]);
        }
    }
    sides.sort();
    assert!(sides[0] != sides[19], "both sides are drawn");
    assert_ne!(commitment(&lot([1; 16])), commitment(&lot([2; 16])));
    assert!(
        Message::Lot {
            lot: "x".repeat(MAX_FRAME)
        }
        .write()
        .len()
            > MAX_FRAME
    );
}

#[test]
fn a_guest_that_comes_back_with_an_invitation_continues_its_saved_game() {
    let mut pair = Pair::begun("300");
    for (who, text) in [(0, "h2e2"), (1, "h9g7"), (0, "h0g2")] {
        pair.act(who, play(text));
        pair.settle();
    }
    pair.cut();
    let before = pair.saved[1].clone();
    for is_known in [true, false] {
        // The guest's program knows of the host's invitation only.
        pair.ends[1] = RemoteSession::new(Role::Guest, "Bo B.");
        pair.seen = Default::default();
        pair.connect();
        pair.settle();
        assert_eq!(pair.seen[1], [Effect::Resumes(GameId(7))]);
        let file = is_known.then(|| serde_json::from_slice(&before).expect("a saved session"));
        let effects = pair.ends[1].adopt(file, pair.now);
        pair.carry_out(1, effects);
        pair.settle();
        if is_known {
            pair.check_equal();
            assert!(pair.ends.iter().all(RemoteSession::is_live));
            assert_eq!(pair.ends[0].friend(), "Bo B.");
            assert_eq!(pair.logs()[1].entries().len(), 3);
        } else {
            assert_eq!(
                pair.seen[1].last(),
                Some(&Effect::Close(CloseReason::UnknownGame))
            );
            assert_eq!(pair.ends[0].log().map(|log| log.entries().len()), Some(3));
        }
    }
}

/// Where a connection is interrupted.
#[derive(Clone, Copy, Debug)]
enum Interruption {
    /// The guest is killed before it has saved the new key.
    Unsaved,
    /// The guest is killed after that, before the host receives anything from it.
    Unheard,
    /// The host is killed before it has saved the new key; the guest learns of no new key.
    Host,
    Nothing,
}

proptest! {
    #[test]
    fn a_resume_key_is_always_left(steps in prop::collection::vec((0..4_u8, any::<bool>()), 1..30)) {
        let mut pair = Pair::begun("-");
        for (step, is_invited) in steps {
            let step = match step {
                0 => Interruption::Unsaved,
                1 => Interruption::Unheard,
                2 => Interruption::Host,
                _ => Interruption::Nothing,
            };
            pair.cut();
            let known = pair.ends[0].secrets();
            let own = pair.ends[1].secrets();
            prop_assert_eq!(own.len(), 1);
            prop_assert!(known.contains(&own[0]), "{:?}", step);
            // Sometimes by a new invitation, which is not tried again.
            let secret = match step {
                Interruption::Nothing if is_invited => Secret::bytes(vec![9; 10]),
                _ => own[0].clone(),
            };
            pair.connections += 1;
            let [host, guest] = channels_opened_with(pair.connections, &secret);
            let before = pair.saved.clone();
            let effects = pair.ends[0].connect(host, pair.now);
            pair.carry_out(0, effects);
            match step {
                Interruption::Host => {
                    pair.saved[0] = before[0].clone();
                    pair.kill(0);
                }
                Interruption::Unsaved => pair.kill(1),
                Interruption::Unheard => {
                    let effects = pair.ends[1].connect(guest, pair.now);
                    pair.carry_out(1, effects);
                    pair.kill(1);
                }
                Interruption::Nothing => {
                    let effects = pair.ends[1].connect(guest, pair.now);
                    pair.carry_out(1, effects);
                    pair.settle();
                    pair.check_equal();
                    prop_assert_eq!(pair.ends[0].secrets().len(), 1);
                }
            }
        }
    }
}
