//! Short texts: positions, moves in every notation, and time controls.
#![no_main]

use chuhe::game::clock::TimeControl;
use chuhe::record::notation::{self, Notation};
use chuhe::rules::{Position, Setup};
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
});
