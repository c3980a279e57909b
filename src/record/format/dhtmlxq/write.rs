//! Writing a game as tags.

use super::entities::{encode, encode_comment};
use super::fields::TagContent;
use super::names;
use crate::record::format::{Loss, binary, loss, results};
use crate::record::{Node, NodeId, Record};
use crate::rules::{Move, Piece, Point, Side};
use std::fmt::Write;

pub(in crate::record::format) fn write(record: &Record) -> String {
    let mut text = String::from("[DhtmlXQ]\n");
    push(&mut text, "ver", "www_dpxq_com");
    push(&mut text, "init", "500,350");
    for (name, value) in names::fields(&record.tags, is_field).0 {
        push(&mut text, name, &encode(&value));
    }
    let result = results::word(record.outcome);
    push(&mut text, "result", result);
    push(&mut text, "binit", &pieces(record));
    if record.move_count() == 0 && record.outcome.is_some() {
        // A reader would miss the moves that a result follows.
        push(&mut text, "length", "0");
    }
    if needs_fen(record) {
        push(&mut text, "fen", &record.start().to_fen());
    }
    push_lines(&mut text, record);
    text + "[/DhtmlXQ]\n"
}

fn push(text: &mut String, name: &str, value: &str) {
    writeln!(text, "[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]").expect("a text");
}

/// Whether a name can be that of a field.
fn is_field(name: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    !name.is_empty() && name.bytes().all(is_letter) && TagContent::of(name) == TagContent::Tag
}

/// Whether the start needs a FEN, not fully described by pieces and moves.
fn needs_fen(record: &Record) -> bool {
    let start = record.start();
    let has_moves = record.move_count() > 0;
    start.idle_plies != 0
        || start.round != 1
        || !has_moves && (start.turn == Side::Black || start.position().is_err())
}

/// The pieces of the start as the value of `binit`.
fn pieces(record: &Record) -> String {
    let board = &record.start().board;
    let mut text = String::with_capacity(64);
    for side in Side::ALL {
        for (slot, &kind) in binary::KINDS.iter().enumerate() {
            let before = binary::KINDS[..slot]
                .iter()
                .filter(|known| **known == kind)
                .count();
            // From the left, as most boards write the start.
            let files = (0..9).flat_map(|file| (0..10).map(move |rank| (file, rank)));
            let points = files.filter(|(file, rank)| {
                let at = Point::from_index(rank * 9 + file);
                at.and_then(|at| board.piece_at(at)) == Some(Piece { side, kind })
            });
            match points.map(|(file, rank)| (file, 9 - rank)).nth(before) {
                Some((file, rank)) => write!(text, "{file}{rank}").expect("a text"),
                None => text.push_str("99"),
            }
        }
    }
    text
}

/// Writes all lines with their comments, depth first: of the variations of a line, those that branch off later come
/// first.
fn push_lines(text: &mut String, record: &Record) {
    let mut comments = String::new();
    push_comment(&mut comments, 0, 0, &record.comment);
    // Lines to be written: the number of the parent line, and the first node.
    let mut open: Vec<(usize, NodeId)> = Vec::new();
    let children = record.node(record.root()).children();
    open.extend(children.iter().rev().map(|first| (0, *first)));
    if open.is_empty() {
        push(text, "movelist", "");
    }
    let mut number = 0;
    while let Some((of, first)) = open.pop() {
        let mut moves = String::new();
        for id in std::iter::once(first).chain(record.line_after(first)) {
            let node = record.node(id);
            push_move(&mut moves, node);
            push_comment(&mut comments, number, node.ply(), &node.notes().joined());
            let others = node.children().iter().skip(1).rev();
            open.extend(others.map(|other| (number, *other)));
        }
        match number {
            0 => push(text, "movelist", &moves),
            _ => {
                let ply = record.node(first).ply();
                push(text, &format!("move_{of}_{ply}_{number}"), &moves);
            }
        }
        number += 1;
    }
    text.push_str(&comments);
}

fn push_move(text: &mut String, node: &Node) {
    if let Some(played) = node.played() {
        let Move { from, to } = played.mv;
        for point in [from, to] {
            let (file, rank) = (point.file().index(), 9 - point.rank().index());
            write!(text, "{file}{rank}").expect("a text");
        }
    }
}

fn push_comment(text: &mut String, line: usize, ply: usize, comment: &str) {
    if comment.is_empty() {
        return;
    }
    let name = match line {
        0 => format!("comment{ply}"),
        _ => format!("comment{line}_{ply}"),
    };
    push(text, &name, &encode_comment(comment));
}

pub(in crate::record::format) fn losses(record: &Record) -> Vec<Loss> {
    let unnamed = names::fields(&record.tags, is_field).1;
    let unnamed: Vec<_> = unnamed.into_iter().map(str::to_owned).collect();
    let start = (!binary::has_all_of(&record.start().board)).then_some(Loss::Start);
    start
        .into_iter()
        .chain(loss::of_agreements(record))
        .chain((!unnamed.is_empty()).then_some(Loss::Tags(unnamed)))
        .chain(loss::of_marks(record))
        .collect()
}
