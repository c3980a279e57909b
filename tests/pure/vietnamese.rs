//! Vietnamese notation, written and spoken, and WXF, which looks alike and is unaffected by it.

use chuhe::record::notation::{Notation, NotationError, read, read_any, write};
use chuhe::rules::{Move, Position, Setup};

/// The lines of `tests/data/vietnamese.tsv`: position, move, its spelling, other texts that mean it, and ambiguous
/// texts.
fn vietnamese_rows() -> Vec<(Position, Move, [Vec<&'static str>; 3])> {
    let lines = include_str!("../data/vietnamese.tsv").lines();
    let rows = lines.filter(|line| !line.starts_with('#')).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [fen, mv, written, accepted, ambiguous] = fields[..] else {
            panic!("{line} does not have five fields");
        };
        let setup = Setup::from_fen(fen).expect("a FEN");
        let list = |field: &'static str| -> Vec<&'static str> {
            field.split(" | ").filter(|text| *text != "-").collect()
        };
        (
            setup.position().expect("a position"),
            mv.parse().expect("a move"),
            [written, accepted, ambiguous].map(list),
        )
    });
    rows.collect()
}

#[test]
fn vietnamese_is_written_and_read_as_players_have_it() {
    let rows = vietnamese_rows();
    assert!(rows.len() > 40, "{}", rows.len());
    for (position, mv, [written, accepted, ambiguous]) in rows {
        let how = Notation::Vietnamese;
        assert_eq!(written, [write(&position, mv, how)]);
        for text in written.into_iter().chain(accepted) {
            assert_eq!(read(&position, text, how), Ok(mv), "{text}");
            let anywhere = read_any(&position, text);
            let wxf = read(&position, text, Notation::Wxf);
            let expected = if wxf == Err(NotationError::NotAMove) {
                Ok(mv)
            } else {
                wxf
            };
            assert_eq!(anywhere, expected, "{text}");
        }
        for text in ambiguous {
            let result = read(&position, text, how);
            assert!(
                matches!(&result, Err(NotationError::Ambiguous(moves)) if moves.contains(&mv)),
                "{text}: {result:?}"
            );
        }
    }
}

/// Without a hint that a text is Vietnamese, the form of WXF is read as WXF.
#[test]
fn wxf_stays_what_it_is() {
    let mut both = 0;
    let lines = include_str!("../data/notation.tsv").lines();
    for line in lines.filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let setup = Setup::from_fen(fields[0]).expect("a FEN");
        let position = setup.position().expect("a position");
        for mv in position.legal_moves() {
            let text = write(&position, mv, Notation::Vietnamese);
            let wxf = read(&position, &text, Notation::Wxf);
            if wxf != Err(NotationError::NotAMove) {
                assert_eq!(read_any(&position, &text), wxf, "{text}");
                both += usize::from(wxf.is_ok_and(|wxf| wxf != mv));
            }
        }
        let mv = fields[1].parse().map_err(|_| NotationError::NotAMove);
        assert_eq!(read_any(&position, fields[4]), mv, "{}", fields[4]);
    }
    assert!(both > 20, "{both} texts mean another move in each");
}

#[test]
fn what_is_no_move_in_vietnamese_is_told() {
    let start = Position::start();
    let how = Notation::Vietnamese;
    for text in [
        "",
        "P",
        "P2",
        "P2-",
        "-5",
        "P-5",
        "P2=5",
        "P2+5",
        "P0-5",
        "P10-5",
        "PP-5",
        "Pa-5",
        "Q2-5",
        "2-5",
        "P2-5-5",
        "P2-5 M8.7",
        "pháo",
        "pháo 2",
        "pháo 2 bình",
        "pháo hai bình mười",
        "2 bình 5",
        "bình 5",
        "炮二平五",
        "C2=5",
        "Red cannon from file 2 across to file 5",
        "trước pháo sau bình 5",
        "trước pháo giữa bình 5",
        "....",
        "Pháo Pháo 2 bình 5",
    ] {
        assert_eq!(
            read(&start, text, how),
            Err(NotationError::NotAMove),
            "{text}"
        );
    }
    for text in [
        "P3-5",
        "M2-5",
        "S4-5",
        "Pt-5",
        "Btg.1",
        "Đen: Pháo 2 bình 5",
        "Tg5.2",
        "X1-0",
    ] {
        let result = read(&start, text, how);
        let told = matches!(
            result,
            Err(NotationError::NoSuchMove | NotationError::Illegal { .. })
        );
        assert_eq!(told, !text.ends_with('0'), "{text}: {result:?}");
    }
}
