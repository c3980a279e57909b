//! Anything may happen, in any order: both logs and both clocks end up equal.

use super::*;
use proptest::prelude::*;
use proptest::sample::Index;

/// Something that happens to a game.
#[derive(Clone, Copy, Debug)]
enum Chance {
    Play(usize, Index),
    Act(usize, Act),
    Deliver(usize, usize),
    Wait(Millis),
    Cut,
    Connect,
    Kill(usize),
}

fn chance() -> impl Strategy<Value = Chance> {
    let who = 0..2_usize;
    let asks = [Ask::Draw, Ask::TakeBack, Ask::Cycle, Ask::Pause];
    let mut acts = vec![Act::Agree, Act::Resume, Act::Flag, Act::Resign];
    for to in asks {
        acts.push(Act::Ask(to));
        acts.extend([true, false].map(|yes| Act::Answer { to, yes }));
    }
    prop_oneof![
        8 => (who.clone(), any::<Index>()).prop_map(|(who, index)| Chance::Play(who, index)),
        4 => (who.clone(), prop::sample::select(acts)).prop_map(|(who, act)| Chance::Act(who, act)),
        8 => (who.clone(), 1..400_usize).prop_map(|(to, count)| Chance::Deliver(to, count)),
        4 => (0..3_000_u64).prop_map(Chance::Wait),
        1 => Just(Chance::Cut),
        1 => Just(Chance::Connect),
        1 => who.prop_map(Chance::Kill),
    ]
}

fn happen(pair: &mut Pair, chance: Chance) {
    match chance {
        Chance::Play(who, index) => {
            let mut moves = pair.logs()[who].game().position().legal_moves();
            moves.sort();
            if !moves.is_empty() {
                pair.act(who, Act::Play(*index.get(&moves)));
            }
        }
        Chance::Act(who, act) => pair.act(who, act),
        Chance::Deliver(to, count) => pair.deliver(to, count),
        Chance::Wait(time) => pair.wait(time),
        Chance::Cut => pair.cut(),
        Chance::Connect => pair.connect(),
        Chance::Kill(who) => pair.kill(who),
    }
}

fn check_anything(chances: Vec<Chance>, time: &str) {
    let mut pair = Pair::begun(time);
    for chance in chances {
        happen(&mut pair, chance);
        let [host, guest] = pair.logs().map(Log::entries);
        assert!(host.starts_with(guest));
    }
    pair.connect();
    pair.settle();
    pair.check_equal();
    for effect in pair.seen.iter().flatten() {
        let is_fair = !matches!(effect, Effect::Disagree(_))
            && !matches!(effect, Effect::Close(fault) if *fault != Fault::Silent);
        assert!(is_fair, "{effect:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn both_logs_are_equal_whatever_crosses(chances in prop::collection::vec(chance(), 0..80)) {
        check_anything(chances, "-");
    }

    #[test]
    fn both_clocks_are_equal_whatever_crosses(chances in prop::collection::vec(chance(), 0..80)) {
        check_anything(chances, "30+2");
    }
}
