//! Lines of an engine, right and wrong: the conversation never panics, never sends two lines as one, and advises only what
//! can be played.

use chuhe::engine::uci::{Dialogue, DialogueEvent, EngineTask, Protocol, SearchLimit};
use chuhe::rules::{History, Setup};
use proptest::prelude::*;

const LINES: [&str; 16] = [
    "uciok",
    "ucciok",
    "readyok",
    "bestmove h9g7",
    "bestmove h10g8",
    "bestmove (none)",
    "nobestmove",
    "option name UCI_Variant type combo default chess var xiangqi",
    "option name MultiPV type spin default 1 min 1 max 9",
    "option name Hash type spin default 99999999999999999999 min -1 max x",
    "info depth 3 score mate -999999999999 nodes 9223372036854775807 nps 1 pv h2e2 h9g7",
    "info depth -4 multipv 0 score cp 99999999999 time -3 pv h3e3",
    "info score",
    "bestmove 炮二平五",
    "\u{0}\u{7f}\u{feff}",
    "",
];

fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(&LINES[..]).prop_map(str::to_owned),
        1 => (prop::sample::select(&LINES[..]), ".{0,40}").prop_map(|(line, more)| line.to_owned() + &more),
        1 => ".{0,80}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_lines_are_heard(lines in prop::collection::vec((line(), 0..6_u8), 0..40)) {
        let history = History::new(Setup::start()).expect("the start");
        let task = EngineTask::new(history, 2, SearchLimit::Endless);
        let mut dialogue = Dialogue::new(Protocol::Uci);
        for (line, command) in lines {
            let heard = match command {
                0 => { dialogue.think(task.clone()); None }
                1 => { dialogue.cancel(); None }
                2 => dialogue.expire(),
                _ => dialogue.hear(&line),
            };
            match heard {
                Some(DialogueEvent::Best(mv)) => prop_assert!(task.allowed.contains(&mv)),
                Some(DialogueEvent::Advice(advice)) => {
                    let mut game = task.history.clone();
                    for mv in advice.moves {
                        prop_assert!(game.play(mv).is_ok());
                    }
                }
                _ => {}
            }
            for sent in dialogue.outbox() {
                prop_assert!(!sent.contains(char::is_control), "{:?}", sent);
            }
        }
    }
}
