//! Captured pieces and material balance.

use super::catalogue::{say, say_about, say_count};
use super::{kind_of, list, row, side};
use crate::rules::{Piece, PieceKind, Side};
use std::fmt;

/// Accessible list of the pieces a side has captured.
pub fn captured(by: Side, pieces: &[Piece]) -> String {
    if pieces.is_empty() {
        return say!("{side} has captured nothing", side = side(by));
    }
    let names: Vec<_> = pieces.iter().map(|one| kind_of(*one).to_owned()).collect();
    // Translators: {pieces} is “chariot, horse, soldier, soldier”.
    say!(
        "{side} has captured: {pieces}",
        side = side(by),
        pieces = row(&names)
    )
}

/// Surplus pieces of a side over the other; `for_it` is the surplus of the other. Equal kinds are adjacent.
pub fn surplus(of: Side, kinds: &[PieceKind], for_it: &[PieceKind]) -> String {
    let (one, other, pieces) = (side(of), side(!of), counted(kinds));
    if for_it.is_empty() {
        // Translators: {side} and {other} are the sides, {pieces} is “a chariot and two soldiers”.
        say!(
            "{side} has {pieces} more than {other}",
            side = one,
            pieces,
            other
        )
    } else {
        // Translators: {pieces} is “a chariot” or the like, {others} what the other side has more of instead.
        say!(
            "{side} has {pieces} more than {other}, for {others}",
            side = one,
            pieces,
            other,
            others = counted(for_it)
        )
    }
}

/// Counted pieces: `a chariot and two soldiers`.
pub(super) fn counted(kinds: &[PieceKind]) -> String {
    let groups = kinds.chunk_by(|one, next| one == next);
    let counted: Vec<_> = groups
        .filter_map(|group| Some(several(*group.first()?, InWords(group.len()))))
        .collect();
    list(&counted)
}

fn several(kind: PieceKind, count: InWords) -> String {
    match kind {
        // Translators: {count} is “two”, “three”, “four”, “five”, or a number above them.
        PieceKind::General => say_count!("a general", "{count} generals", count),
        // Translators: {count} is “two”, “three”, “four”, “five”, or a number above them.
        PieceKind::Advisor => say_count!("an advisor", "{count} advisors", count),
        // Translators: {count} is “two”, “three”, “four”, “five”, or a number above them.
        PieceKind::Elephant => say_count!("an elephant", "{count} elephants", count),
        // Translators: {count} is “two”, “three”, “four”, “five”, or a number above them.
        PieceKind::Horse => say_count!("a horse", "{count} horses", count),
        // Translators: {count} is “two”, “three”, “four”, “five”, or a number above them.
        PieceKind::Chariot => say_count!("a chariot", "{count} chariots", count),
        // Translators: {count} is “two”, “three”, “four”, “five”, or a number above them.
        PieceKind::Cannon => say_count!("a cannon", "{count} cannons", count),
        // Translators: {count} is “two”, “three”, “four”, “five”, or a number above them.
        PieceKind::Soldier => say_count!("a soldier", "{count} soldiers", count),
    }
}

/// A number of pieces, as a word up to the size of a full set.
#[derive(Clone, Copy)]
struct InWords(usize);

impl fmt::Display for InWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self.0 {
            // Translators: it stands for {count} in “{count} soldiers”, where a language counts one of them too.
            1 => say_about!("number of pieces", "one"),
            // Translators: it stands for {count} in “{count} soldiers”.
            2 => say_about!("number of pieces", "two"),
            // Translators: it stands for {count} in “{count} soldiers”.
            3 => say_about!("number of pieces", "three"),
            // Translators: it stands for {count} in “{count} soldiers”.
            4 => say_about!("number of pieces", "four"),
            // Translators: it stands for {count} in “{count} soldiers”.
            5 => say_about!("number of pieces", "five"),
            // Only for set-up positions with more than a full set.
            more => return more.fmt(f),
        };
        f.write_str(word)
    }
}

impl From<InWords> for u64 {
    fn from(InWords(count): InWords) -> Self {
        count as Self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use PieceKind::{Advisor, Cannon, Chariot, Elephant, Horse, Soldier};

    #[test]
    fn pieces_that_are_more_are_counted_kind_by_kind() {
        assert_eq!(
            surplus(Side::Red, &[Chariot], &[Cannon, Horse]),
            "Red has a chariot more than Black, for a cannon and a horse"
        );
        assert_eq!(
            surplus(Side::Black, &[Elephant, Advisor, Soldier, Soldier], &[]),
            "Black has an elephant, an advisor and two soldiers more than Red"
        );
        assert_eq!(counted(&[Soldier; 5]), "five soldiers");
        assert_eq!(counted(&[Horse; 7]), "7 horses");
    }
}
