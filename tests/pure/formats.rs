//! Complete records: round trips, and errors as the worst result of any bytes.

use crate::common::told;
use crate::deep;
use chuhe::record::format::{self, Caution, Format, ReadError, Target, Warning};
use chuhe::record::notation::Notation;
use chuhe::record::{Record, Tags};
use chuhe::rules::{DrawReason, Outcome, Rulebook, Setup, Side, Terms, WinReason};
use proptest::prelude::*;

/// A game of moves chosen by `choices` among the legal ones.
fn game(choices: &[u16]) -> Record {
    let mut record = Record::new(Setup::start()).expect("the start");
    let mut at = record.root();
    for choice in choices {
        let moves = record.node(at).position().legal_moves();
        let Some(count) = std::num::NonZero::new(moves.len()) else {
            break;
        };
        let mv = moves[usize::from(*choice) % count];
        at = record.add(at, mv).expect("a legal move");
    }
    record.tags.set(Tags::RED, "甲 \"quoted\" \\ \u{1f40e}");
    record.tags.set("unheard of", "kept\nin two lines");
    record
}

/// A game with variations and notes.
fn tree(branches: &[(u16, u16, u8)]) -> Record {
    let mut record = crate::common::grow(
        game(&[7, 19, 3, 11, 30, 2]),
        branches,
        |notes, choice, kind| match kind % 6 {
            0 => notes.comment = format!("好棋 {choice}\n(!)"),
            1 => notes.before = "Black thinks.".into(),
            2 => notes.signs = vec![*kind],
            3 => notes.clock = Some(u64::from(choice) * 997),
            4 => crate::common::mark(notes, choice),
            _ => {}
        },
    );
    record.comment = "At the start".into();
    let root = record.node_mut(record.root()).notes_mut();
    crate::common::mark(root, branches.len() as u16 * 511);
    record
}

#[test]
fn what_cannot_be_played_is_kept_in_every_format() {
    let starts = [
        "3k5/9/9/1P7/1P7/9/1P7/9/9/5K3 w - - 0 1",
        "3k5/9/9/B8/9/9/9/9/9/5K3 w - - 0 1",
        "9/9/9/4R4/9/9/9/9/9/9 w - - 0 1",
        // A heading, as found in libraries.
        "9/9/9/9/9/9/9/9/9/9 w - - 0 1",
        "k8/9/9/9/4C4/9/9/9/9/8K w - - 0 1",
    ];
    for fen in starts {
        let mut record = Record::from_any(Setup::from_fen(fen).expect("a FEN"));
        let moves = record.node(record.root()).position().legal_moves();
        if let Some(mv) = moves.first() {
            record.add(record.root(), *mv).expect("a move");
        }
        let pgn = [Notation::Wxf, Notation::ChineseSimplified].map(Target::Pgn);
        for target in Target::ALL.into_iter().chain(pgn) {
            let bytes = format::write(&record, target);
            let loaded = format::read(&bytes).unwrap_or_else(|why| panic!("{target:?}: {why}"));
            let again = &loaded.records[0];
            assert_eq!(again.start().to_fen(), fen, "{target:?}");
            assert_eq!(told(again), told(&record), "{target:?}");
        }
    }
}

#[test]
fn a_tree_of_a_hundred_thousand_moves_needs_no_stack() {
    let record = deep::tree(50_000);
    assert_eq!(record.walk().count(), 100_000);
    let again = format::read(&format::write(&record, Target::Json)).expect("a game");
    assert_eq!(told(&again.records[0]), told(&record));
}

fn line(record: &Record) -> Vec<String> {
    let played = record.main_moves();
    played.map(|played| played.mv.to_string()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_game_is_read_as_it_was_written(
        choices in prop::collection::vec(any::<u16>(), 0..200),
        rulebook in prop::sample::select(&Rulebook::ALL[..]),
        no_capture in prop::option::of(format::LIMITS),
    ) {
        let mut record = game(&choices);
        record.terms = Terms { rulebook, no_capture };
        record.outcome = Some(Outcome::win(Side::Black, WinReason::Resignation));
        let bytes = format::write(&record, Target::Json);
        let loaded = format::read(&bytes).expect("a game");
        prop_assert_eq!(&loaded.warnings, &[]);
        let again = &loaded.records[0];
        prop_assert_eq!(line(again), line(&record));
        prop_assert_eq!(&again.tags, &record.tags);
        prop_assert_eq!(again.terms, record.terms);
        prop_assert_eq!(again.outcome, record.outcome);
        prop_assert_eq!(format::write(again, Target::Json), bytes);
    }

    #[test]
    fn a_tree_is_read_as_it_was_written(
        branches in prop::collection::vec(any::<(u16, u16, u8)>(), 0..80),
    ) {
        let record = tree(&branches);
        let bytes = format::write(&record, Target::Json);
        let loaded = format::read(&bytes).expect("a game");
        prop_assert_eq!(&loaded.warnings, &[]);
        let again = &loaded.records[0];
        prop_assert_eq!(told(again), told(&record));
        prop_assert_eq!(&again.comment, &record.comment);
        prop_assert_eq!(format::write(again, Target::Json), bytes);
    }

    #[test]
    fn damaged_files_are_errors_or_warnings(
        choices in prop::collection::vec(any::<u16>(), 1..40),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut bytes = format::write(&game(&choices), Target::Json);
        for (place, byte) in damage {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        // Without the name of the format, it is a file of some other program.
        if Format::detect(&bytes) == Some(Format::Json) && let Ok(loaded) = format::read(&bytes) {
            // Either every move is there, or the reader reports what is missing, or a damaged name has turned the moves
            // into a field of a newer version.
            let record = &loaded.records[0];
            let whole = record.move_count() == game(&choices).move_count();
            let told = loaded.warnings.iter().any(|warning| warning.what.is_loss());
            let is_newer = |one: &Warning| one.what == Caution::NewerFields;
            prop_assert!(whole || told || loaded.warnings.iter().any(is_newer));
        }
    }

    #[test]
    fn any_bytes_only_ever_give_an_error(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        // Bytes that begin like a tag of PGN are a game without moves.
        let moves = format::read(&bytes).map_or(0, |read| read.records[0].move_count());
        prop_assert_eq!(moves, 0);
        let begun = b"{\"format\":\"chuhe-game\",\"version\":1,\"moves\":";
        prop_assert!(format::read(&[begun, &bytes[..]].concat()).is_err());
    }
}

#[test]
fn a_page_is_read_whatever_its_scripts_hold() {
    let tags = "[DhtmlXQ][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist][/DhtmlXQ]";
    for data in [
        r#"{"version":1,"moves":[]}"#,
        r#"{"moves":["x"],"version":"1.2"}"#,
        r#"{"format":"chuhe-game","version":1,"moves":[]}"#,
    ] {
        for moves in [tags, "<p>1. 炮二平五 马8进7</p>", "1. h2e2 h9g7"] {
            for text in [
                format!("<html><script>var a={data}</script><body>{moves}</body></html>"),
                format!(
                    "<html><body>{moves}<script type='application/json'>{data}</script></body></html>"
                ),
                format!("<script>\n{data}\n</script>\n{moves}"),
            ] {
                let read = format::read(text.as_bytes());
                let read = read.unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(read.records[0].move_count(), 2, "{text}");
            }
        }
    }
    for begun in ["var a=", "x = "] {
        let text = format!("{begun}{{\"version\":1,\"moves\":[]}};\n\n1. h2e2 h9g7");
        let read = format::read(text.as_bytes()).expect("a game");
        assert_eq!(read.records[0].move_count(), 2, "{text}");
    }
}

#[test]
fn a_file_with_nothing_but_a_mark_is_empty() {
    for bytes in [
        &b""[..],
        b" \n",
        b"\xef\xbb\xbf",
        b"\xef\xbb\xbf\r\n",
        b"\xff\xfe",
        b"\xfe\xff",
    ] {
        assert_eq!(format::read(bytes).err(), Some(format::ReadError::Empty));
    }
}

#[test]
fn a_comment_may_quote_another_format() {
    let quoted = [
        "[DHJHtmlXQ_0 (1.) e22b",
        "[DHJHtmlXQ_31]9/9[/DHJHtmlXQ_31]",
        "see [DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]",
        "%5BDhtmlXQ_title%5D",
        "&#91;DhtmlXQ&#93;",
        "\n[Event \"Quoted\"]\n[Result \"1-0\"]\n\n1. h2e2 1-0",
        "\"chuhe-game\" \"version\": 1, \"moves\"",
        "<ChineseChessRecord><Head/></ChineseChessRecord>",
    ];
    for quote in quoted {
        let mut record = game(&[7, 19, 3, 11]);
        record.comment = quote.into();
        for target in Target::ALL {
            let read = format::read(&format::write(&record, target));
            let read = read.unwrap_or_else(|error| panic!("{quote:?} as {target:?}: {error:?}"));
            assert_eq!(
                line(&read.records[0]),
                line(&record),
                "{quote:?} as {target:?}"
            );
        }
    }
}

#[test]
fn tags_that_never_end_are_gone_through_once() {
    let open = "[DHJHtmlXQ_".repeat(200_000);
    assert_eq!(Format::detect(open.as_bytes()), Some(Format::Pasted));
}

#[test]
fn a_file_cut_anywhere_says_that_it_ends_in_the_middle() {
    let bytes = format::write(&game(&[1, 2, 3, 4, 5]), Target::Json);
    let end = bytes.trim_ascii_end().len();
    for length in 1..end {
        match format::read(&bytes[..length]) {
            Err(ReadError::Truncated { .. }) => {}
            Err(ReadError::Json { .. }) if std::str::from_utf8(&bytes[..length]).is_err() => {}
            other => panic!("cut at {length}: {other:?}"),
        }
    }
    assert_eq!(format::read(b"").err(), Some(ReadError::Empty));
    assert_eq!(format::read(b" \n").err(), Some(ReadError::Empty));
}

#[test]
fn terms_that_are_not_known_here_cost_no_move() {
    let known = String::from_utf8(format::write(&game(&[1, 2, 3]), Target::Json)).expect("text");
    let newer = known.replace("\"asian\"", "\"national\"");
    let newer = newer.replace("\"no_capture\": 60", "\"no_capture\": 1001");
    let loaded = format::read(newer.as_bytes()).expect("a game");
    assert_eq!(loaded.warnings.len(), 2);
    assert!(!loaded.warnings.iter().any(|warning| warning.what.is_loss()));
    let record = &loaded.records[0];
    assert_eq!((record.terms, record.move_count()), (Terms::default(), 3));
    assert_eq!(format::write(record, Target::Json), known.as_bytes());
}

#[test]
fn terms_that_are_not_known_here_stay_in_pgn() {
    let head = "[Rulebook \"national\"]\n[NoCapture \"5000\"]\n";
    let read = |text: &[u8]| format::read(text).expect("a game");
    let loaded = read(format!("{head}\n1. h2e2 *\n").as_bytes());
    assert_eq!(loaded.warnings.len(), 2);
    let written = format::write(&loaded.records[0], Target::Pgn(Notation::Iccs));
    let text = String::from_utf8(written).expect("text");
    for line in head.lines() {
        assert_eq!(text.matches(line).count(), 1, "{text}");
    }
    let again = read(text.as_bytes());
    assert_eq!(again.warnings.len(), 2);
    let target = Target::Pgn(Notation::Iccs);
    assert_eq!(format::write(&again.records[0], target), text.as_bytes());
    // Other terms take their place.
    let mut other = loaded.records[0].clone();
    other.terms.rulebook = Rulebook::Casual;
    let text = format::write(&other, Target::Pgn(Notation::Iccs));
    assert_eq!(read(&text).records[0].terms.rulebook, Rulebook::Casual);
}

#[test]
fn the_documented_example_is_read() {
    let text = include_str!("../../docs/FORMAT.md");
    let examples = text
        .split("```json")
        .skip(1)
        .filter_map(|part| part.split("```").next());
    let whole: Vec<_> = examples
        .filter(|example| example.contains("\"chuhe-game\""))
        .collect();
    assert!(!whole.is_empty(), "the document has an example");
    for example in whole {
        let loaded = format::read(example.as_bytes()).expect("the example is a game");
        assert_eq!(loaded.warnings, []);
        assert!(loaded.records[0].outcome.is_some());
    }
}

#[test]
fn a_game_of_ten_thousand_plies_is_read_back() {
    let mut record = Record::new(Setup::start()).expect("the start");
    let mut at = record.root();
    for text in ["a0a1", "a9a8", "a1a0", "a8a9"].iter().cycle().take(10_000) {
        at = record
            .add(at, text.parse().expect("a move"))
            .expect("legal");
    }
    record.outcome = Some(Outcome::Draw(DrawReason::Repetition));
    let bytes = format::write(&record, Target::Json);
    let loaded = format::read(&bytes).expect("a game");
    assert_eq!(loaded.records[0].move_count(), 10_000);
}

#[test]
fn deeply_nested_rubbish_does_not_overflow_the_stack() {
    let nested = format!("{{\"format\":{}", "[".repeat(200_000));
    assert!(format::read(nested.as_bytes()).is_err());
    let kept = format!(
        "{{\"format\":\"chuhe-game\",\"version\":1,\"x\":{}1{}}}",
        "[".repeat(100_000),
        "]".repeat(100_000)
    );
    assert!(format::read(kept.as_bytes()).is_err());
}

#[test]
fn only_a_regular_file_of_bearable_size_is_read() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    assert!(format::read_file(folder).is_err());
    assert!(format::read_file(&folder.join("missing")).is_err());
    assert!(format::read_file(std::path::Path::new("/dev/zero")).is_err());
    let big = folder.join("big.xiangqi");
    let file = std::fs::File::create(&big).expect("made");
    file.set_len((512 << 20) + 1).expect("grown");
    assert!(format::read_file(&big).is_err());
    file.set_len(3).expect("shrunk");
    assert_eq!(format::read_file(&big).expect("read"), b"\0\0\0");
}

#[test]
fn what_is_larger_than_any_game_is_not_read() {
    // Trailing zeros of an XQStudio file are meaningless.
    let mut bytes = format::write(&game(&[3, 1, 4]), Target::Xqf);
    assert!(format::read(&bytes).is_ok());
    bytes.resize((64 << 20) + 1, 0);
    assert_eq!(format::read(&bytes).err(), Some(ReadError::TooLarge));
}

/// An invented record of CCBridge as XML.
const XML: &str = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<ChineseChessRecord><Head><Red>甲</Red><Black>乙</Black>\
    <Result>1</Result></Head><MoveList><Move value=\"00-00\">开局</Move><Move value=\"77-47\" /><Move value=\"10-22\" \
    end=\"1\">好</Move></MoveList></ChineseChessRecord>\n";
/// Games and positions as people paste them.
const PASTED: [&str; 4] = [
    "红方: 甲\n黑方: 乙\n结果: 红胜\n\n  1.炮二平五      马８进７\n  2.马二进三      车９平８\n",
    "FORMAT  WXF\nRED a ; 1500 ;;\nBLACK b\nRESULT 1-0\nSTART{\n1. C2.5 h8+7\n2. H2+3 r9.8\n}END\n",
    "1.兵七进一炮2平32.兵三进一炮8平53.马二进三",
    "fen 3k5/9/9/9/9/4R4/9/9/9/4K4 b - - 3 7 moves d9d8 e4e8 d8d9",
];

/// Invented games in the forms of other programs.
const FOREIGN: [&str; 6] = [
    "<?xml version=\"1.0\"?><n version=\"2\" win=\"1-0\" m=\"3k5/9/9/9/9/4R4/9/9/9/4K4 w - - 0 1\" c=\"开\"><n m=\"e4d4\" \
    c=\"\"><n m=\"d9e9\"/><n m=\"x\" default=\"true\"/></n><n m=\"e4e9\" c=\"&lt;好\"/></n>",
    "1 2 26 32 1 2 1 2 4 0 1 0 5 32 0 9 1 7 2 0 2 0 ",
    r#"{"data": {"fen": "3k5/9/9/9/9/4R4/9/9/9/4K4 w", "moves": [{"move": "e4d4"}, "d9e9", ["e0e1"]], "red": "甲"}}"#,
    "[DHJHtmlXQ][DHJHtmlXQ_17]甲[/DHJHtmlXQ_17][DHJHtmlXQ_34]72427967[/DHJHtmlXQ_34]\
    [game_comment_0_1]好[/comment_0_1][/DHJHtmlXQ]",
    "774770627967",
    "%5BDhtmlXQ_red%5D%E7%94%B2%5B/DhtmlXQ_red%5D%5BDhtmlXQ_movelist%5D7747+7062%5B/DhtmlXQ_movelist%5D",
];

#[test]
fn damaged_texts_do_no_harm() {
    let mut state = 20_261_120_u64;
    let mut roll = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % below
    };
    let mut read = 0;
    for text in PASTED.into_iter().chain([XML]).chain(FOREIGN) {
        assert!(format::read(text.as_bytes()).is_ok(), "{text}");
        for _ in 0..400 {
            let mut bytes = text.as_bytes().to_vec();
            for _ in 0..=roll(3) {
                let at = roll(bytes.len());
                match roll(4) {
                    0 => bytes[at] = roll(256) as u8,
                    1 => bytes.truncate(at.max(1)),
                    2 => drop(bytes.drain(at..(at + roll(8)).min(bytes.len()))),
                    _ => {
                        let end = (at + roll(40)).min(bytes.len());
                        let part = bytes[at..end].to_vec();
                        bytes.splice(at..at, part);
                    }
                }
                if bytes.is_empty() {
                    bytes.push(b' ');
                }
            }
            let Ok(loaded) = format::read(&bytes) else {
                continue;
            };
            read += 1;
            for record in &loaded.records {
                assert!(record.move_count() <= bytes.len());
                let again = format::read(&format::write(record, Target::Json)).expect("a game");
                assert_eq!(told(&again.records[0]), told(record));
            }
        }
    }
    assert!(read > 400, "{read} were read");
}

#[test]
fn a_check_against_the_side_that_waits_is_kept_in_every_format() {
    let notations = [
        Notation::Wxf,
        Notation::ChineseSimplified,
        Notation::ChineseTraditional,
        Notation::Coordinate,
        Notation::Vietnamese,
    ];
    for fen in [
        "2bak3r/3Ra4/9/6P2/7n1/2R3BN1/9/2n1C4/1r7/c3K3C w - - 0 1",
        "4k4/9/9/9/4R4/9/9/9/9/3K5 w - - 0 1",
        "3ak4/9/9/9/9/9/9/9/3Kr4/3A5 b - - 0 1",
        "4k4/9/4c4/9/9/4r4/9/9/9/4K4 b - - 3 7",
        "r2k4R/9/9/9/9/9/9/9/9/R3K3r w - - 0 1",
    ] {
        let start = Setup::from_fen(fen).expect("a FEN");
        let first = Record::from_any(start.clone());
        let first = first.node(first.root()).position().legal_moves();
        for plies in [0, 1, 2, 9] {
            for choice in 0..first.len().min(8) {
                let mut record = Record::from_any(start.clone());
                let mut at = record.root();
                for ply in 0..plies {
                    let moves = record.node(at).position().legal_moves();
                    let Some(count) = std::num::NonZero::new(moves.len()) else {
                        break;
                    };
                    let mv = moves[(choice * 7 + ply * 3) % count];
                    at = record.add(at, mv).expect("a legal move");
                }
                for target in Target::ALL.into_iter().chain(notations.map(Target::Pgn)) {
                    let loaded = format::read(&format::write(&record, target)).expect("a game");
                    let again = &loaded.records[0];
                    let read = (again.start().turn, told(again));
                    let shown = format!("{fen} {target:?} {:?}", told(&record));
                    assert_eq!(read, (start.turn, told(&record)), "{shown}");
                }
            }
        }
        // Text for people, with a FEN above it.
        let mv = first[0];
        let loaded = format::read(format!("{fen}\n1. {mv}\n").as_bytes()).expect("a game");
        assert_eq!(loaded.records[0].start().to_fen(), fen);
        assert_eq!(loaded.records[0].move_count(), 1);
    }
}
