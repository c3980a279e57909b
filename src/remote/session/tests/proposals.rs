//! The first game, rematches, and games that are continued by a new invitation.

use super::*;
use crate::game::{Handicap, Odds};
use proptest::prelude::*;

/// Proposal of a rematch with Anna on this side.
fn rematch(id: u32, host: Side) -> Proposal {
    let terms = GameTerms {
        names: match host {
            Side::Red => names("Anna", "Bo"),
            Side::Black => names("Bo", "Anna"),
        },
        take_backs: TakeBacks::Ask,
        ..GameTerms::default()
    };
    Proposal::new(GameId(id), host, &terms).in_match(GameId(7))
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
    let other = GameTerms {
        names: names("Anna", "Cy"),
        ..GameTerms::default()
    };
    let other_terms = GameTerms {
        names: names("Anna", "Bo"),
        take_backs: TakeBacks::Off,
        ..GameTerms::default()
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

#[test]
fn a_rematch_may_be_answered_while_the_connection_comes_back() {
    let answers: [fn(&mut Pair, usize); 3] = [
        |pair, who| pair.order(who, Order::Answer(true)),
        |pair, who| pair.order(who, Order::Answer(false)),
        |pair, who| propose(pair, who, &rematch(9, Side::Black)),
    ];
    for (proposer, answer) in [0, 1]
        .into_iter()
        .flat_map(|who| answers.map(|one| (who, one)))
    {
        for (first, then) in [(0, 1), (1, 0)] {
            for count in (0..400).step_by(20) {
                let mut pair = ended();
                propose(&mut pair, proposer, &rematch(8, Side::Black));
                pair.settle();
                pair.connect();
                pair.deliver(first, count);
                pair.deliver(then, count);
                answer(&mut pair, 1 - proposer);
                for _ in 0..2 {
                    pair.settle();
                    pair.order(1 - proposer, Order::Answer(true));
                }
                pair.settle();
                for effect in pair.seen.iter().flatten() {
                    let is_closed = matches!(effect, Effect::Close(_) | Effect::Disagree(_));
                    assert!(!is_closed, "{effect:?}: {proposer} {first} {count}");
                }
                pair.check_equal();
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
                let terms = GameTerms {
                    names: names("Anna", "Bo"),
                    rules: crate::rules::Terms {
                        rulebook: crate::rules::Rulebook::Off,
                        no_capture: Some(60),
                    },
                    time: TimeControl::read(time).unwrap_or_default(),
                    handicap,
                    take_backs,
                    ..GameTerms::default()
                };
                let proposal = Proposal::new(GameId(1), Side::Black, &terms);
                assert_eq!(proposal.read(), Some(terms), "{proposal:?}");
            }
        }
    }
}

#[test]
fn two_moves_in_a_row_are_played_and_timed() {
    let mut pair = Pair::new();
    let terms = GameTerms {
        names: names("Anna", "Bo"),
        handicap: Some(Handicap::usual(Odds::TwoMoves)),
        time: TimeControl::read("300").expect("a time control"),
        take_backs: TakeBacks::Ask,
        ..GameTerms::default()
    };
    pair.begin(Proposal::new(GameId(7), Side::Red, &terms));
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
    pair.grant(1, Ask::TakeBack);
    pair.check_equal();
    assert_eq!(pair.logs()[1].game().position().turn(), Side::Black);
}

/// A game of three moves, disconnected, and the guest's file.
fn left() -> (Pair, Vec<u8>) {
    let mut pair = Pair::begun("300");
    pair.play_all("h2e2 h9g7 h0g2");
    pair.cut();
    let saved = pair.saved[1].clone();
    pair.seen = Default::default();
    (pair, saved)
}

#[test]
fn a_guest_that_comes_back_with_an_invitation_continues_its_saved_game() {
    for is_known in [true, false] {
        let (mut pair, before) = left();
        // The guest's program knows of the host's invitation only.
        pair.ends[1] = RemoteSession::new(Role::Guest, "Bo B.");
        pair.connect();
        pair.settle();
        let id = pair.ends[0].key().expect("a match").id();
        assert_eq!(pair.seen[1], [Effect::Resumes(id)]);
        let file = is_known.then(|| restored(&before, pair.now));
        let effects = pair.ends[1].adopt(file, pair.now);
        pair.carry_out(1, effects);
        pair.settle();
        if is_known {
            pair.check_equal();
            assert!(pair.ends.iter().all(RemoteSession::is_live));
            assert_eq!(pair.ends[0].friend(), "Bo", "names stay in a match");
            assert_eq!(pair.logs()[1].entries().len(), 3);
        } else {
            let unknown = Effect::Close(CloseReason::UnknownGame);
            assert_eq!(pair.seen[1].last(), Some(&unknown));
            assert_eq!(pair.ends[0].log().map(|log| log.entries().len()), Some(3));
        }
    }
}

/// A stranger who has seen a record of the match, or a connection of it, cannot take the place of either player.
#[test]
fn a_match_is_not_continued_without_its_key() {
    let (mut pair, before) = left();
    let genuine = pair.ends[0].key().expect("a match");
    let false_key = MatchKey::new([7; 32]);
    // A host that has the log and not the key: it names its own match, or the right one with a false proof.
    for claimed in [
        None,
        Some((false_key.id(), false_key)),
        Some((genuine.id(), false_key)),
    ] {
        let mut guest = RemoteSession::new(Role::Guest, "Bo");
        let [_, channel] = channels_opened_with(50, &Secret::bytes(vec![9; 10]));
        let claim = claimed.map(|(id, key)| MatchClaim {
            id,
            proof: key.proof(Role::Host, channel.binding()),
        });
        guest.connect(channel, 0);
        let mut out = Vec::new();
        let introduction = Message::Identify {
            name: "Anna".into(),
            rules: RULES,
            game: claim.clone(),
            at: Vec::new(),
        };
        guest.handle(&introduction.write(), 10, &mut out);
        if claim.is_some() {
            let out = guest.adopt(Some(restored(&before, 0)), 20);
            assert_eq!(
                out,
                [Effect::Close(CloseReason::UnknownGame)],
                "{claimed:?}"
            );
        }
        assert!(guest.log().is_none() && guest.key().is_none());
    }
    // A guest that has the invitation and not the key, and one that repeats the proof of the host.
    for repeats in [false, true] {
        let [host, _] = channels_opened_with(51, &Secret::bytes(vec![9; 10]));
        let claim = repeats.then(|| MatchClaim {
            id: genuine.id(),
            proof: genuine.proof(Role::Host, host.binding()),
        });
        let now = pair.now;
        pair.ends[0].connect(host, now);
        let introduction = Message::Identify {
            name: "Bo".into(),
            rules: RULES,
            game: claim,
            at: Vec::new(),
        };
        let mut out = Vec::new();
        pair.ends[0].handle(&introduction.write(), now + 10, &mut out);
        let unknown = Effect::Close(CloseReason::UnknownGame);
        assert_eq!(out, [Effect::Save, unknown]);
        assert_eq!(pair.ends[0].key(), Some(genuine));
    }
    pair.ends[1] = restored(&before, pair.now);
    pair.connect();
    pair.settle();
    pair.check_equal();
}

/// Any connection may be interrupted by a kill of either program, at any byte: the one key opens the next.
#[test]
fn the_key_of_a_match_outlives_every_interruption() {
    for killed in 0..2 {
        for bytes in (0..1200).step_by(37) {
            let (mut pair, _) = left();
            pair.connect();
            for to in [1, 0, 1, 0] {
                let rest = usize::min(bytes, 300);
                pair.deliver(to, rest);
            }
            pair.kill(killed);
            pair.connect();
            pair.settle();
            pair.check_equal();
            assert_eq!(pair.logs()[0].entries().len(), 3);
        }
    }
}

/// The guest has begun the game, and the host does not hear of it.
#[test]
fn a_first_game_that_was_accepted_unheard_begins() {
    let mut pair = Pair::new();
    pair.order(0, Order::Propose(proposal("300")));
    pair.connect();
    pair.settle();
    pair.order(1, Order::Answer(true));
    pair.cut();
    assert!(pair.ends[0].log().is_none() && pair.ends[1].log().is_some());
    pair.connect();
    pair.settle();
    pair.check_equal();
    assert_eq!(pair.ends[0].key(), pair.ends[1].key());
}

#[test]
fn a_session_of_another_version_is_told_from_a_damaged_one() {
    let (pair, saved) = left();
    let value: serde_json::Value = serde_json::from_slice(&saved).expect("plain data");
    let read = |change: &dyn Fn(&mut serde_json::Map<String, serde_json::Value>)| {
        let mut value = value.clone();
        change(value.as_object_mut().expect("an object"));
        SavedSession::read(value).map(|_| ())
    };
    assert_eq!(read(&|_| {}), Ok(()));
    let other = Err(RestoreError::OtherVersion);
    assert_eq!(read(&|one| drop(one.remove("version"))), other);
    assert_eq!(
        read(&|one| drop(one.insert("version".into(), 3.into()))),
        other
    );
    let damaged = Err(RestoreError::Damaged);
    assert_eq!(read(&|one| drop(one.remove("entries"))), damaged);
    assert_eq!(SavedSession::read("text".into()).map(|_| ()), damaged);
    assert!(pair.ends[0].key().is_some());
}
