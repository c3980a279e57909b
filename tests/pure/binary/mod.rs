//! The formats of XQStudio and CCBridge: round trips, with and without encryption, and errors as the worst result of
//! any bytes.

mod ccbridge;
mod damage;
mod hide;
mod xqf;

use chuhe::record::format::{self, Caution, Loaded, Target};
use chuhe::record::{Record, Tags};
use chuhe::rules::{Move, Setup};

/// A tree with comments.
fn tree(start: Setup, branches: &[(u16, u16, u8)]) -> Record {
    let mut record = crate::common::grow(
        Record::from_any(start),
        branches,
        |notes, choice, remark| {
            if *remark < 80 {
                notes.comment = format!("第{remark}：好棋！\n\nH2-E2 {choice} 🐎\t");
            }
        },
    );
    record.comment = "开局。\n  两行".into();
    record
}

fn a_game() -> Record {
    let branches = (0..60_u16).map(|n| (n * 7, n * 31 + 5, (n * 37 % 256) as u8));
    let mut record = tree(Setup::start(), &branches.collect::<Vec<_>>());
    record.tags.set(Tags::RED, "甲");
    record.tags.set(Tags::BLACK, "乙");
    record.tags.set(Tags::EVENT, "五羊杯");
    record
}

/// A start with a single line and nothing else.
fn line(fen: &str, moves: &str) -> Record {
    let mut record = Record::from_any(Setup::from_fen(fen).expect("a FEN"));
    let mut at = record.root();
    for text in moves.split_whitespace() {
        at = record.add_lenient(at, mv(text)).expect("a move");
    }
    record
}

fn mv(text: &str) -> Move {
    text.parse().expect("a move")
}

/// All data of a game in a file: the start, then depth, move and comment of every node.
fn told(record: &Record) -> Vec<(usize, String, String)> {
    let root = (0, record.start().to_fen(), record.comment.clone());
    let nodes = crate::common::told(record).into_iter();
    let nodes = nodes.map(|(ply, mv, notes)| (ply, mv, notes.comment));
    std::iter::once(root).chain(nodes).collect()
}

fn read(bytes: &[u8]) -> Loaded {
    format::read(bytes).expect("a game")
}

fn read_one(bytes: &[u8]) -> (Record, Vec<(Option<usize>, Caution)>) {
    let mut loaded = read(bytes);
    let warnings = loaded.warnings.into_iter();
    let told = warnings.map(|warning| (warning.line, warning.what));
    (loaded.records.remove(0), told.collect())
}

fn xqf(record: &Record) -> Vec<u8> {
    format::write(record, Target::Xqf)
}
