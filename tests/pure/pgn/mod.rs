//! PGN as written by programs and people: invented games with every trap found in real files.

mod damage;
mod reading;
mod writing;

use chuhe::record::format::{self, Loaded};
use chuhe::record::{NodeId, Record, Tags};
use chuhe::rules::{Outcome, Setup};
use std::fmt::Write;

const TRAPS: &str = include_str!("../../data/pgn/traps.pgn");
const DAMAGED: &str = include_str!("../../data/pgn/damaged.pgn");
const CHINESE: &str = "[Game \"Chinese Chess\"]\n[Red \"許甲\"]\n\n{開局} 1. 炮二平五 馬８進７ 2. 馬二進三 車９平８ 紅勝\n";

fn read(text: &str) -> Loaded {
    format::read(text.as_bytes()).expect("games")
}

fn event(record: &Record) -> &str {
    record.tags.get(Tags::EVENT).unwrap_or_default()
}

/// The tree with all annotations, as one line: variations in parentheses, comments in braces.
fn told(record: &Record) -> String {
    let mut text = match record.comment.as_str() {
        "" => String::new(),
        comment => format!("{{{comment}}}"),
    };
    tell(record, record.root(), &mut text);
    text.replace("(+ ", "(").trim().to_owned()
}

fn tell(record: &Record, id: NodeId, text: &mut String) {
    let Some((first, others)) = record.node(id).children().split_first() else {
        return;
    };
    tell_move(record, *first, text);
    for other in others {
        text.push_str(" (+");
        tell_move(record, *other, text);
        tell(record, *other, text);
        text.push(')');
    }
    tell(record, *first, text);
}

fn tell_move(record: &Record, id: NodeId, text: &mut String) {
    let node = record.node(id);
    let notes = node.notes();
    if !notes.before.is_empty() {
        write!(text, " <{}>", notes.before).expect("a text");
    }
    write!(text, " {}", node.played().expect("a move").mv).expect("a text");
    for sign in &notes.signs {
        write!(text, " ${sign}").expect("a text");
    }
    if !notes.comment.is_empty() {
        write!(text, " {{{}}}", notes.comment).expect("a text");
    }
}

/// A game of these moves.
fn played(moves: &str) -> Record {
    let mut record = Record::new(Setup::start()).expect("the start");
    let mut at = record.root();
    for mv in moves.split(' ') {
        at = record.add(at, mv.parse().expect("a move")).expect("legal");
    }
    record
}

fn score(record: &Record) -> &'static str {
    record.outcome.map_or("*", Outcome::score)
}
