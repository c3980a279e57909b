//! Every error has sentences of its own.
//!
//! The cases of each error type are chained by a match from one to the next, so that a new case cannot be forgotten.
//! Illegal moves are exempt: the message names the rule, and the board shows the legal alternatives.

use chuhe::game::clock::TimeControlError;
use chuhe::game::{Refusal, SessionStateError};
use chuhe::record::format::pgn::NotReplaced;
use chuhe::record::format::{Caution, MissingLetters, ReadError, UnsupportedFile, Warning};
use chuhe::record::notation::NotationError;
use chuhe::rules::{
    FenError, IllegalMove, Outcome, Position, PositionError, PositionFault, Rulebook, Setup, Side,
    Terms, WinReason,
};
use chuhe::scene::EdgeLabels;
use chuhe::words;
use std::collections::BTreeSet;
use std::io;
use std::path::Path;

/// Index of the kind of a fault.
const fn kind(fault: &PositionFault) -> usize {
    match fault {
        PositionFault::NoGeneral(_) => 0,
        PositionFault::TooMany { .. } => 1,
        PositionFault::Misplaced { .. } => 2,
        PositionFault::SameFile { .. } => 3,
        PositionFault::GeneralsFace => 4,
        PositionFault::OpponentInCheck { .. } => 5,
        PositionFault::UpsideDown => 6,
    }
}

/// Every case, from the first one on, as chained by `after`.
fn all<T: Clone>(first: T, after: fn(&T) -> Option<T>) -> Vec<T> {
    std::iter::successors(Some(first), after).collect()
}

fn faults() -> PositionError {
    PositionError {
        setup: Box::new(Setup::start()),
        faults: vec![PositionFault::GeneralsFace],
    }
}

fn after_read_error(error: &ReadError) -> Option<ReadError> {
    Some(match error {
        ReadError::Empty => ReadError::Unknown,
        ReadError::Unknown => ReadError::Json { line: 3, column: 7 },
        ReadError::Json { .. } => ReadError::Truncated { line: 3 },
        ReadError::Truncated { .. } => ReadError::ForeignJson,
        ReadError::ForeignJson => ReadError::NewerVersion { found: 2, known: 1 },
        ReadError::NewerVersion { .. } => ReadError::Fen(FenError::RowCount(3)),
        ReadError::Fen(error) => match after_fen_error(error) {
            Some(next) => ReadError::Fen(next),
            None => ReadError::Position(faults()),
        },
        ReadError::Position(_) => ReadError::Result("2-0".into()),
        ReadError::Result(_) => ReadError::OtherGame("shogi".into()),
        ReadError::OtherGame(_) => ReadError::NoMoves,
        ReadError::NoMoves => ReadError::NoBoard,
        ReadError::NoBoard => ReadError::OldLibrary,
        ReadError::OldLibrary => ReadError::NewerCcBridge { kind: 9 },
        ReadError::NewerCcBridge { .. } => ReadError::NoGames,
        ReadError::NoGames => ReadError::TooLarge,
        ReadError::TooLarge => return None,
    })
}

fn after_fen_error(error: &FenError) -> Option<FenError> {
    let (row, letter) = (5, 'Q');
    Some(match *error {
        FenError::RowCount(0) => FenError::RowCount(1),
        FenError::RowCount(1) => FenError::RowCount(3),
        FenError::RowCount(_) => FenError::RowLength { row, points: 8 },
        FenError::RowLength { points: 8, .. } => FenError::RowLength { row, points: 10 },
        FenError::RowLength { .. } => FenError::Letter { row, letter },
        FenError::Letter { .. } => return None,
    })
}

fn after_caution(caution: &Caution) -> Option<Caution> {
    let (at, text, why) = ((2, Side::Red), "C2=5".to_owned(), IllegalMove::NoPiece);
    Some(match caution {
        Caution::IllegalMove { .. } => Caution::NotAMove { at, text },
        Caution::NotAMove { .. } => Caution::LeftInCheck { at, text, why },
        Caution::LeftInCheck { .. } => Caution::LostVariation { number: 2 },
        Caution::LostVariation { .. } => Caution::ReasonDoesNotFit {
            result: "1-0".into(),
            reason: "agreement".into(),
        },
        Caution::ReasonDoesNotFit { .. } => Caution::NewerFields,
        Caution::NewerFields => Caution::UnknownRulebook {
            word: "ours".into(),
            instead: Rulebook::Asian,
        },
        Caution::UnknownRulebook { .. } => Caution::UnknownLimit {
            number: "33".into(),
            instead: Some(60),
        },
        Caution::UnknownLimit { number, instead } => match instead {
            Some(_) => Caution::UnknownLimit {
                number: number.clone(),
                instead: None,
            },
            None => Caution::Unclear {
                at,
                text,
                why: NotationError::NotAMove,
            },
        },
        Caution::Unclear { .. } => Caution::WrongSide { turn: Side::Red },
        Caution::WrongSide { .. } => Caution::OddStart(faults()),
        Caution::OddStart(_) => Caution::TwoResults {
            head: "1-0".into(),
            moves: "0-1".into(),
        },
        Caution::TwoResults { .. } => Caution::UnknownResult { text },
        Caution::UnknownResult { .. } => Caution::LostGame {
            number: 2,
            why: Box::new(ReadError::NoMoves),
        },
        Caution::LostGame { .. } => Caution::TooManyGames { left: 2 },
        Caution::TooManyGames { .. } => Caution::Unplayable(faults()),
        Caution::Unplayable(_) => Caution::EndsEarly,
        Caution::EndsEarly => Caution::MissingMoves,
        Caution::MissingMoves => Caution::TooManyMoves { most: 9 },
        Caution::TooManyMoves { .. } => Caution::TooManyTags { most: 9 },
        Caution::TooManyTags { .. } => Caution::NullMove { at, text },
        Caution::NullMove { .. } => Caution::Omitted { count: 2 },
        Caution::Omitted { .. } => Caution::LostLetters { count: 2 },
        Caution::LostLetters { .. } => Caution::UnknownCharset,
        Caution::UnknownCharset => Caution::DamagedIndex,
        Caution::DamagedIndex => Caution::Skipped { at, text },
        Caution::Skipped { .. } => Caution::Contradicted { at, text },
        Caution::Contradicted { .. } => Caution::KeptWords { at, text },
        Caution::KeptWords { .. } => Caution::EarlyNumber { at, number: 4 },
        Caution::EarlyNumber { .. } => Caution::NumberedAnew { at },
        Caution::NumberedAnew { .. } => Caution::NeverClosed { at, sign: '(' },
        Caution::NeverClosed { .. } => Caution::MissingGame { title: text },
        Caution::MissingGame { .. } => return None,
    })
}

fn after_refusal(refusal: &Refusal) -> Option<Refusal> {
    let end = Outcome::Win {
        winner: Side::Red,
        by: WinReason::Resignation,
    };
    let mv = "h2e2".parse().expect("a move");
    Some(match refusal {
        Refusal::TwoMoves => Refusal::Over(end),
        Refusal::Over(_) => Refusal::Ruled(end),
        Refusal::Ruled(_) => Refusal::Awaited,
        Refusal::Awaited => Refusal::NoRuling,
        Refusal::NoRuling => Refusal::Unplayable,
        Refusal::Unplayable => Refusal::PartOfGame,
        Refusal::PartOfGame => Refusal::NothingToTakeBack,
        Refusal::NothingToTakeBack => Refusal::TakeBacksOff,
        Refusal::TakeBacksOff => Refusal::NoOffer,
        Refusal::NoOffer => Refusal::NothingToRedo,
        Refusal::NothingToRedo => Refusal::Gone,
        Refusal::Gone => Refusal::Paused,
        Refusal::Paused => Refusal::NoClock,
        Refusal::NoClock => Refusal::PressFirst(Side::Red),
        Refusal::PressFirst(_) => Refusal::NothingToPress,
        Refusal::NothingToPress => Refusal::NoTimeYet,
        Refusal::NoTimeYet => Refusal::FriendsTurn,
        Refusal::FriendsTurn => Refusal::Sent,
        Refusal::Sent => Refusal::MoveFirst,
        Refusal::MoveFirst => Refusal::MoveMade,
        Refusal::MoveMade => Refusal::OfferOpen,
        Refusal::OfferOpen => Refusal::NoHints,
        Refusal::NoHints => Refusal::NoAnalysis,
        Refusal::NoAnalysis => Refusal::Illegal {
            mv,
            why: IllegalMove::NoPiece,
        },
        Refusal::Illegal { .. } => return None,
    })
}

fn after_time_control_error(error: &TimeControlError) -> Option<TimeControlError> {
    Some(match error {
        TimeControlError::NotRecorded => TimeControlError::Syntax,
        TimeControlError::Syntax => TimeControlError::Stages,
        TimeControlError::Stages => TimeControlError::Moves(0),
        TimeControlError::Moves(_) => TimeControlError::Time(0),
        TimeControlError::Time(_) => TimeControlError::MoveTime(0),
        TimeControlError::MoveTime(_) => TimeControlError::Periods(0),
        TimeControlError::Periods(_) => return None,
    })
}

/// Messages on texts that are not moves; for an illegal move the message is the rule.
fn after_notation_error(error: &NotationError) -> Option<NotationError> {
    let moves = ["h2e2", "b2e2"].map(|text| text.parse().expect("a move"));
    Some(match error {
        NotationError::NotAMove => NotationError::NoSuchMove,
        NotationError::NoSuchMove => NotationError::Ambiguous(moves.into()),
        NotationError::Ambiguous(_) => return None,
        NotationError::Illegal { .. } => return None,
    })
}

fn after_replacing(why: &NotReplaced) -> Option<NotReplaced> {
    match why {
        NotReplaced::MissingLetters(_) => Some(NotReplaced::WouldCorruptOthers),
        NotReplaced::WouldCorruptOthers => None,
    }
}

/// Texts that are not whole sentences, and those that several errors share.
#[track_caller]
fn unclear(texts: impl IntoIterator<Item = String>) -> Vec<String> {
    let texts: Vec<_> = texts.into_iter().collect();
    assert!(texts.len() > 1);
    let is_whole = |text: &str| {
        let begins = text.chars().next().is_some_and(|c| !c.is_lowercase());
        begins && text.ends_with(['.', '?']) && !text.contains(['{', '}'])
    };
    let mut known = BTreeSet::new();
    let unclear = |text: &&String| !is_whole(text) || !known.insert((*text).clone());
    texts.iter().filter(unclear).cloned().collect()
}

/// Whether there is a sentence for each I/O error, which begins with what the system says.
fn tells_io_errors(say: impl Fn(&io::Error) -> String) -> bool {
    let errors = io_errors();
    errors
        .iter()
        .map(say)
        .all(|text| text.len() > 10 && text.ends_with('.'))
}

/// I/O errors, and those of files that are not even read.
fn io_errors() -> Vec<io::Error> {
    use io::ErrorKind::{
        IsADirectory, NotADirectory, NotFound, Other, PermissionDenied, QuotaExceeded,
        ReadOnlyFilesystem, StorageFull,
    };
    let unfit = [
        UnsupportedFile::Folder,
        UnsupportedFile::NotRegularFile,
        UnsupportedFile::TooLarge,
    ]
    .map(io::Error::other);
    let kinds = [
        NotFound,
        PermissionDenied,
        StorageFull,
        QuotaExceeded,
        ReadOnlyFilesystem,
        NotADirectory,
        IsADirectory,
        Other,
    ];
    kinds
        .map(io::Error::from)
        .into_iter()
        .chain(unfit)
        .collect()
}

#[test]
fn a_file_that_cannot_be_read_or_written() {
    let read = all(ReadError::Empty, after_read_error);
    assert_eq!(unclear(read.iter().map(words::read_error)), [""; 0]);
    for say in [words::reading_error, words::writing_error] {
        assert!(tells_io_errors(say));
    }
    let missing = MissingLetters {
        encoding: "GB18030",
        letters: "é".into(),
    };
    let told = words::missing_letters(&missing);
    assert_eq!(unclear([told, words::not_pgn().to_owned()]), [""; 0]);
    let missing = NotReplaced::MissingLetters(missing);
    let kept = all(missing, after_replacing);
    assert_eq!(unclear(kept.iter().map(words::not_replaced)), [""; 0]);
    let others = [
        words::file_changed(),
        words::interrupted(),
        words::not_local(),
        words::nothing_to_paste(),
        words::no_fen_to_paste(),
        words::no_further_game(),
    ];
    assert_eq!(unclear(others.map(str::to_owned)), [""; 0]);
    let told = [
        words::system_error("Timeout"),
        words::printing_error("No paper"),
        words::copying_error("No memory"),
        words::losses(&[]),
    ];
    assert_eq!(unclear(told), [""; 0]);
}

#[test]
fn a_file_of_which_something_is_left_out() {
    let first = Caution::IllegalMove {
        at: (1, Side::Red),
        text: "C2=5".into(),
        why: IllegalMove::NoPiece,
    };
    for what in all(first, after_caution) {
        let told = words::caution(&what);
        let warning = [Warning {
            game: 0,
            line: Some(0),
            what,
        }];
        for whole in [
            words::cautions(&warning),
            words::cautions_of_pasted(&warning),
        ] {
            // The advice is given once, below all warnings.
            let next = whole.strip_prefix(&format!("{told}\n"));
            assert!(next.is_some_and(|next| !next.contains('\n')), "{whole}");
        }
    }
    assert_eq!(words::cautions(&[]), "");
}

#[test]
fn a_refusal_while_a_game_is_played() {
    let refusals = all(Refusal::TwoMoves, after_refusal);
    let told = refusals.iter().map(|one| words::refusal(*one).to_owned());
    assert_eq!(unclear(told), [""; 0]);
    let others = [
        words::over_for_good(),
        words::ruled_for_good(),
        words::no_rematch_yet(),
    ];
    assert_eq!(unclear(others.map(str::to_owned)), [""; 0]);
    let start = Position::start();
    let typed = all(NotationError::NotAMove, after_notation_error);
    let told = typed
        .iter()
        .map(|error| words::unplayable(&start, error, EdgeLabels::default()));
    assert_eq!(unclear(told), [""; 0]);
    let errors = all(TimeControlError::NotRecorded, after_time_control_error);
    let told = errors.into_iter().map(words::time_control_error);
    assert_eq!(unclear(told), [""; 0]);
}

#[test]
fn a_position_that_cannot_be_played() {
    let text = all(FenError::RowCount(0), after_fen_error);
    assert_eq!(unclear(text.into_iter().map(words::fen_error)), [""; 0]);
    let every = Setup::from_fen("3Rk4/9/9/9/9/a1P6/2P6/9/RR6P/9 w").expect("a FEN");
    let facing = Setup::from_fen("4k4/9/9/9/9/9/9/9/9/4K4 w").expect("a FEN");
    let over = Setup::from_fen("R3k4/1R7/9/9/9/9/9/9/9/3K5 b").expect("a FEN");
    let faults = [&every, &facing].map(|setup| setup.position().expect_err("faults").faults);
    let kinds: BTreeSet<_> = faults.concat().iter().map(kind).collect();
    assert!(kinds.into_iter().eq(0..6));
    let told = [every, facing, over]
        .map(|setup| words::objections(&setup, &Terms::default(), EdgeLabels::None));
    assert_eq!(unclear(told.concat()), [""; 0]);
}

#[test]
fn what_is_kept_between_two_runs_and_cannot_be() {
    let file = Path::new("/data/session.xiangqi");
    let session = [
        SessionStateError::Read(ReadError::Empty),
        SessionStateError::Field,
    ];
    let told = session
        .iter()
        .map(|error| words::session_damaged(error, file));
    assert_eq!(unclear(told), [""; 0]);
    for say in [
        words::session_not_saved,
        words::session_unreadable,
        words::history_not_saved,
        words::preferences_unsafe,
        words::preferences_not_quarantined,
    ] {
        assert!(tells_io_errors(say));
    }
    let kept = [
        words::preferences_quarantined(file),
        words::preferences_partly_quarantined(file),
    ];
    assert_eq!(unclear(kept), [""; 0]);
}
