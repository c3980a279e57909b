//! Short texts: positions, moves in every notation, time controls, and the lines of an engine.
#![no_main]

use chuhe::engine::uci::{Dialogue, EngineOption, Protocol, SearchLimit, EngineTask};
use chuhe::game::clock::TimeControl;
use chuhe::record::notation::{self, Notation};
use chuhe::rules::{History, Position, Setup};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(setup) = Setup::from_fen(text) {
        let again = Setup::from_fen(&setup.to_fen());
        assert_eq!(again.as_ref(), Ok(&setup), "{text:?}");
    }
    let start = Position::start();
    for how in Notation::ALL {
        if let Ok(mv) = notation::read(&start, text, how) {
            assert!(start.check_move(mv).is_ok(), "{text:?} as {how:?}");
        }
    }
    if let Ok(Some(control)) = TimeControl::read(text) {
        let again = TimeControl::read(&control.to_string());
        assert_eq!(again, Ok(Some(control)), "{text:?}");
    }
    converse(text);
});

/// Has an engine say this, and asks it for a move whenever it listens.
fn converse(text: &str) {
    let history = History::new(Setup::start()).expect("the start");
    let task = EngineTask::new(history, 2, SearchLimit::Endless);
    let mut dialogue = Dialogue::new(Protocol::Uci);
    for line in text.lines() {
        if line.is_empty() {
            dialogue.expire();
        } else {
            dialogue.hear(line);
        }
        dialogue.think(task.clone());
        for sent in dialogue.outbox() {
            assert!(!sent.contains(char::is_control), "{sent:?}");
        }
    }
    for option in &dialogue.profile().options {
        let again = option.to_string();
        let again = EngineOption::read(again.strip_prefix("option").expect("the word"));
        assert!(again.is_ok(), "{option}");
    }
}
