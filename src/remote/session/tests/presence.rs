//! Questions to the players, and the state of the connection as they see it.

use super::*;
use crate::remote::Presence;

#[test]
fn a_pause_is_asked_about_until_it_is_answered_or_the_game_goes_on() {
    let mut pair = Pair::begun("600");
    let asked = |pair: &Pair| {
        let offer = pair.logs()[1].game().offer();
        offer.map(|offer| (offer.by, offer.ask))
    };
    assert_eq!(asked(&pair), None);
    pair.act(0, Act::Ask(Ask::Pause));
    pair.settle();
    assert_eq!(asked(&pair), Some((Side::Red, Ask::Pause)));
    let to = Ask::Pause;
    pair.act(1, Act::Answer { to, yes: false });
    pair.settle();
    assert_eq!(asked(&pair), None);
    pair.act(0, play("h2e2"));
    pair.settle();
    pair.act(1, Act::Ask(Ask::Pause));
    pair.settle();
    assert_eq!(asked(&pair), Some((Side::Black, Ask::Pause)));
    pair.act(1, play("h9g7"));
    pair.settle();
    assert_eq!(asked(&pair), None);
}

#[test]
fn the_clocks_are_known_to_stand_while_no_acknowledgment_comes() {
    let mut pair = Pair::started("600");
    pair.act(0, play("h0g2"));
    // The guest says what the move is charged, and does not hear that it was entered.
    pair.deliver(1, usize::MAX);
    pair.deliver(0, usize::MAX);
    let seen = |pair: &Pair, later| pair.ends[0].presence(pair.now + later);
    assert_eq!(seen(&pair, 2_999), Presence::Here);
    assert_eq!(seen(&pair, 3_000), Presence::Waiting);
    pair.settle();
    assert_eq!(seen(&pair, 3_000), Presence::Here);
}

#[test]
fn each_player_is_asked_to_go_back_until_both_agree() {
    let mut pair = Pair::started("-");
    pair.cut();
    let log = pair.ends[0].log.as_mut().expect("a game");
    *log = log.earlier(1);
    pair.connect();
    pair.settle();
    let asked = |pair: &Pair| [0, 1].map(|who| pair.ends[who].question());
    let question = Some(Question::GoBack(1));
    assert_eq!(asked(&pair), [question, question]);
    for end in &pair.ends {
        let common = end.common_game().expect("known to both");
        assert_eq!(common.record().main_line().count(), 1);
    }
    assert_eq!(pair.ends[0].presence(pair.now), Presence::Disputed);
    pair.order(0, Order::GoBack);
    pair.settle();
    assert_eq!(asked(&pair), [None, question]);
    // The question goes with the connection, and comes back with it.
    pair.cut();
    assert_eq!(asked(&pair), [None, None]);
    pair.connect();
    pair.settle();
    assert_eq!(asked(&pair), [question, question]);
    for who in 0..2 {
        pair.order(who, Order::GoBack);
        pair.settle();
    }
    assert_eq!(asked(&pair), [None, None]);
    assert!(pair.ends[0].common_game().is_none());
    assert_eq!(pair.ends[1].presence(pair.now), Presence::Here);
    pair.check_equal();
}
