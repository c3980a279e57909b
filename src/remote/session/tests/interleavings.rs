//! Property tests: both logs and both clocks end up equal after any interleaving of events.

use super::*;
use proptest::prelude::*;
use proptest::sample::Index;

/// Step of a random run.
#[derive(Clone, Copy, Debug)]
enum Step {
    Play(usize, Index),
    Act(usize, Act),
    Deliver(usize, usize),
    Wait(Millis),
    Cut,
    Connect,
    Kill(usize),
}

fn step() -> impl Strategy<Value = Step> {
    let who = 0..2_usize;
    let asks = [Ask::Draw, Ask::TakeBack, Ask::Cycle, Ask::Pause];
    let mut acts = vec![Act::Agree, Act::Resume, Act::Flag, Act::Resign];
    for to in asks {
        acts.push(Act::Ask(to));
        acts.extend([true, false].map(|yes| Act::Answer { to, yes }));
    }
    prop_oneof![
        8 => (who.clone(), any::<Index>()).prop_map(|(who, index)| Step::Play(who, index)),
        4 => (who.clone(), prop::sample::select(acts)).prop_map(|(who, act)| Step::Act(who, act)),
        8 => (who.clone(), 1..400_usize).prop_map(|(to, count)| Step::Deliver(to, count)),
        4 => (0..3_000_u64).prop_map(Step::Wait),
        1 => Just(Step::Cut),
        1 => Just(Step::Connect),
        1 => who.prop_map(Step::Kill),
    ]
}

fn run(pair: &mut Pair, step: Step) {
    match step {
        Step::Play(who, index) => {
            let mut moves = pair.logs()[who].game().position().legal_moves();
            moves.sort();
            if !moves.is_empty() {
                pair.act(who, Act::Play(*index.get(&moves)));
            }
        }
        Step::Act(who, act) => pair.act(who, act),
        Step::Deliver(to, count) => pair.deliver(to, count),
        Step::Wait(time) => pair.wait(time),
        Step::Cut => pair.cut(),
        Step::Connect => pair.connect(),
        Step::Kill(who) => pair.kill(who),
    }
}

fn check_interleaving(steps: Vec<Step>, time: &str) {
    let mut pair = Pair::begun(time);
    for step in steps {
        run(&mut pair, step);
        let [host, guest] = pair.logs().map(Log::entries);
        assert!(host.starts_with(guest));
    }
    pair.connect();
    pair.settle();
    pair.check_equal();
    for effect in pair.seen.iter().flatten() {
        let is_fair = !matches!(effect, Effect::Disagree(_))
            && !matches!(effect, Effect::Close(reason) if *reason != CloseReason::Timeout);
        assert!(is_fair, "{effect:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn both_logs_are_equal_after_any_interleaving(steps in prop::collection::vec(step(), 0..80)) {
        check_interleaving(steps, "-");
    }

    #[test]
    fn both_clocks_are_equal_after_any_interleaving(steps in prop::collection::vec(step(), 0..80)) {
        check_interleaving(steps, "30+2");
    }
}
