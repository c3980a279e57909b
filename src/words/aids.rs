//! Learning aids: captions on the pieces, and the pieces that block a lifted one.

use super::catalogue::{say, say_about};
use super::pieces;
use crate::rules::{Piece, PieceKind, PointSet, Position, Side};
use crate::scene::EdgeLabels;

/// Pinyin of the character of a piece, which differs between Red and Black for most kinds.
pub const fn pinyin(piece: Piece) -> &'static str {
    match (piece.side, piece.kind) {
        (Side::Red, PieceKind::General) => "shuài",
        (Side::Black, PieceKind::General) => "jiàng",
        (_, PieceKind::Advisor) => "shì",
        (_, PieceKind::Elephant) => "xiàng",
        (_, PieceKind::Horse) => "mǎ",
        (_, PieceKind::Chariot) => "jū",
        (_, PieceKind::Cannon) => "pào",
        (Side::Red, PieceKind::Soldier) => "bīng",
        (Side::Black, PieceKind::Soldier) => "zú",
    }
}

/// Name of a piece on its plate.
pub fn name_on_piece(kind: PieceKind) -> &'static str {
    // Translators: these names stand in tiny letters on the pieces. Eight letters are as many as are readable.
    match kind {
        PieceKind::General => say_about!("on the piece", "General"),
        PieceKind::Advisor => say_about!("on the piece", "Advisor"),
        PieceKind::Elephant => say_about!("on the piece", "Elephant"),
        PieceKind::Horse => say_about!("on the piece", "Horse"),
        PieceKind::Chariot => say_about!("on the piece", "Chariot"),
        PieceKind::Cannon => say_about!("on the piece", "Cannon"),
        PieceKind::Soldier => say_about!("on the piece", "Soldier"),
    }
}

/// Whether pinyin helps readers of this language.
pub fn has_pinyin() -> bool {
    // Translators: whether learning aids show the pinyin of the pieces: “yes”, or “no” where they are pronounced otherwise.
    say_about!("pinyin of the pieces", "yes").starts_with('y')
}

/// Whether a name is written with the characters of the pieces themselves.
pub fn is_in_characters(name: &str) -> bool {
    name.contains(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
}

/// Confirmation that learning aids were turned on or off.
pub fn aids(on: bool) -> &'static str {
    if on {
        say!("Learning aids are on.")
    } else {
        say!("Learning aids are off.")
    }
}

/// Remark on the first start, with the key that turns learning aids off.
pub fn names_shown(key: &str) -> String {
    // Translators: {key} is a keyboard shortcut, such as “Ctrl+L”.
    say!("The pieces show their names. {key} hides them.", key)
}

/// The pieces that block a lifted horse or elephant, with points named as in the edge labels; empty if there are none.
pub fn blocked(
    position: &Position,
    lifted: PieceKind,
    by: PointSet,
    labels: EdgeLabels,
) -> Option<String> {
    if by.is_empty() {
        return None;
    }
    let by = pieces(position, by, labels);
    Some(match lifted {
        PieceKind::Elephant => say!("Blocking this elephant: {by}.", by),
        _ => say!("Blocking this horse: {by}.", by),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_the_way_is_said() {
        let start = Position::start();
        let leg = PointSet::of("c0".parse().expect("a point"));
        let labels = EdgeLabels::FileNumbers;
        let told = blocked(&start, PieceKind::Horse, leg, labels);
        assert_eq!(
            told.as_deref(),
            Some("Blocking this horse: the red elephant on file 7.")
        );
        assert_eq!(
            blocked(&start, PieceKind::Horse, PointSet::EMPTY, labels),
            None
        );
    }

    #[test]
    fn a_name_in_characters_would_repeat_the_piece() {
        assert!(is_in_characters("兵/卒") && is_in_characters("馬"));
        assert!(!is_in_characters("Horse") && !is_in_characters("Tượng"));
        assert!(has_pinyin());
    }

    #[test]
    fn each_piece_has_words_that_fit() {
        for piece in Piece::all() {
            let (pinyin, name) = (pinyin(piece), name_on_piece(piece.kind));
            assert!((2..=5).contains(&pinyin.chars().count()), "{pinyin}");
            assert!((1..=8).contains(&name.chars().count()), "{name}");
        }
    }
}
