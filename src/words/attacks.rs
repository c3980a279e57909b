//! Actions of a side in a cycle, as parts of the arbiter's sentences.

use super::catalogue::{say, say_about};
use super::{either, kind_of, list, side};
use crate::rules::{Attack, Cycle, CyclePly, Piece, PieceKind, Point, Side};

/// Maximum number of moves named one by one.
const NAMED_MOVES: usize = 4;

/// Plies of one side in a cycle.
pub fn own(cycle: &Cycle, by: Side) -> impl Iterator<Item = &CyclePly> {
    let is_own = move |ply: &&CyclePly| ply.played.piece.side == by;
    cycle.plies.iter().filter(is_own)
}

/// The attacks of a side that a ruling is based on.
pub fn throughout(cycle: &Cycle, by: Side) -> impl Iterator<Item = &Attack> {
    let attacks = own(cycle, by).flat_map(|ply| &ply.attacks);
    attacks.filter(|attack| attack.throughout)
}

/// Move numbers: `moves 31, 32 and 33`, `each of moves 31 to 39`.
pub fn moves(cycle: &Cycle, by: Side) -> String {
    let rounds: Vec<_> = own(cycle, by).map(|ply| ply.round).collect();
    match rounds[..] {
        [first, .., last] if rounds.len() > NAMED_MOVES => {
            // Translators: it stands for {moves} in “On {moves}, {attackers} attacked …”.
            say!("each of moves {first} to {last}", first, last)
        }
        // Translators: it stands for {moves} in “On {moves}, {attackers} attacked …”.
        [only] => say!("move {number}", number = only),
        _ => {
            let rounds: Vec<_> = rounds.iter().map(usize::to_string).collect();
            // Translators: it stands for {moves} in “On {moves}, {attackers} attacked …”; {numbers} is “1, 2 and 3”.
            say!("moves {numbers}", numbers = list(&rounds))
        }
    }
}

/// The attackers that a ruling is based on: `Red’s chariot`; `Red’s chariot and cannon` if both attacked on every move;
/// `Red’s chariot, sometimes with the cannon,`; `Red’s chariot or cannon` if either did; `Red’s chariot, cannon or
/// both`.
pub fn attackers(cycle: &Cycle, by: Side) -> String {
    let moves = attackers_by_move(cycle, by);
    let mut all = moves.concat();
    dedup(&mut all);
    let (always, at_times): (Vec<_>, Vec<_>) = all
        .iter()
        .partition(|one| moves.iter().all(|now| now.contains(one)));
    let names = |of: &[Attacker]| kinds(by, of.iter().map(|(kind, _)| *kind));
    let share_a_kind = at_times
        .iter()
        .any(|(kind, _)| always.iter().any(|(other, _)| other == kind));
    if at_times.is_empty() {
        // Translators: the pieces of a side that attacked: “Red’s chariot and cannon”.
        say!(
            "{side}’s {pieces}",
            side = side(by),
            pieces = list(&names(&always))
        )
    } else if !always.is_empty() && !share_a_kind {
        let (pieces, helpers) = (list(&names(&always)), list(&names(&at_times)));
        // Translators: the pieces of a side that attacked, some of them not always, followed by “attacked …”.
        say!(
            "{side}’s {pieces}, sometimes with the {helpers},",
            side = side(by),
            pieces,
            helpers
        )
    } else {
        let most = moves.iter().map(Vec::len).max().unwrap_or_default();
        some_of(side(by), &names(&all), all.len(), most)
    }
}

/// A piece, identified by its kind and its point at the start of the cycle.
type Attacker = (PieceKind, Point);

fn attackers_by_move(cycle: &Cycle, by: Side) -> Vec<Vec<Attacker>> {
    let plies = cycle.plies.iter().enumerate();
    let own = plies.filter(|(_, ply)| ply.played.piece.side == by);
    let attackers = own.map(|(index, ply)| {
        let attacks = ply.attacks.iter().filter(|attack| attack.throughout);
        let all = attacks.map(|attack| (attack.by, origin(cycle, index, attack.attacker)));
        let mut all: Vec<_> = all.collect();
        dedup(&mut all);
        all
    });
    attackers.collect()
}

/// Varying attackers out of `count` pieces, at most `most` of them at once.
fn some_of(side: &str, names: &[String], count: usize, most: usize) -> String {
    match (names, count) {
        // Translators: it stands before “attacked …”; {pieces} are several of one kind: “one of Red’s chariots”.
        ([only], _) if most == 1 => say!("one of {side}’s {pieces}", side, pieces = only),
        // Translators: it stands before “attacked …”; {pieces} are two of one kind: “one or both of Red’s chariots”.
        ([only], 2) => say!("one or both of {side}’s {pieces}", side, pieces = only),
        // Translators: it stands before “attacked …”; {pieces} are of one kind: “one or more of Red’s soldiers”.
        ([only], _) => say!("one or more of {side}’s {pieces}", side, pieces = only),
        // Translators: it stands before “attacked …”: “Red’s chariot, cannon or both”.
        ([one, other], 2) if most == 2 => say!("{side}’s {one}, {other} or both", side, one, other),
        ([], _) => side.to_owned(),
        // Translators: it stands before “attacked …”; {pieces} is “elephant or horse”.
        _ => say_about!(
            "either of them",
            "{side}’s {pieces}",
            side,
            pieces = either(names)
        ),
    }
}

/// Pieces that a side chased on every move: `chariot`, `chariot and cannon`, `soldiers`.
pub fn victims(cycle: &Cycle, by: Side) -> String {
    // The victims are equal after each move.
    let first = own(cycle, by).next().map_or(&[][..], |ply| &ply.attacks);
    let attacks = first.iter().filter(|attack| attack.throughout);
    let mut victims: Vec<_> = attacks.map(|attack| (attack.of, attack.victim)).collect();
    dedup(&mut victims);
    list(&kinds(!by, victims.into_iter().map(|(kind, _)| kind)))
}

/// Point at the start of the cycle of the piece that stands on `at` after a ply of it: it distinguishes pieces of one
/// kind.
fn origin(cycle: &Cycle, index: usize, at: Point) -> Point {
    let back = cycle.plies[..=index].iter().rev();
    back.fold(at, |at, ply| {
        let mv = ply.played.mv;
        if mv.to == at { mv.from } else { at }
    })
}

/// Removes duplicates, keeping first occurrences in order.
pub(super) fn dedup<T: Clone + PartialEq>(things: &mut Vec<T>) {
    let all = std::mem::take(things);
    for thing in all {
        if !things.contains(&thing) {
            things.push(thing);
        }
    }
}

/// Names of kinds: `chariot`, or `chariots` if there are several of a kind.
fn kinds(owner: Side, of: impl Iterator<Item = PieceKind>) -> Vec<String> {
    let all: Vec<_> = of.collect();
    let mut once = all.clone();
    dedup(&mut once);
    let count = |kind| all.iter().filter(|other| **other == kind).count();
    let name = |kind: PieceKind| match (count(kind), Piece::new(owner, kind)) {
        (1, piece) => kind_of(piece).to_owned(),
        (_, piece) => several(piece).to_owned(),
    };
    once.into_iter().map(name).collect()
}

/// Plural of a piece of one side.
pub(super) fn several(of: Piece) -> &'static str {
    match (of.side, of.kind) {
        (Side::Red, PieceKind::General) => say_about!("red pieces", "generals"),
        (Side::Red, PieceKind::Advisor) => say_about!("red pieces", "advisors"),
        (Side::Red, PieceKind::Elephant) => say_about!("red pieces", "elephants"),
        (Side::Red, PieceKind::Horse) => say_about!("red pieces", "horses"),
        (Side::Red, PieceKind::Chariot) => say_about!("red pieces", "chariots"),
        (Side::Red, PieceKind::Cannon) => say_about!("red pieces", "cannons"),
        (Side::Red, PieceKind::Soldier) => say_about!("red pieces", "soldiers"),
        (Side::Black, PieceKind::General) => say_about!("black pieces", "generals"),
        (Side::Black, PieceKind::Advisor) => say_about!("black pieces", "advisors"),
        (Side::Black, PieceKind::Elephant) => say_about!("black pieces", "elephants"),
        (Side::Black, PieceKind::Horse) => say_about!("black pieces", "horses"),
        (Side::Black, PieceKind::Chariot) => say_about!("black pieces", "chariots"),
        (Side::Black, PieceKind::Cannon) => say_about!("black pieces", "cannons"),
        (Side::Black, PieceKind::Soldier) => say_about!("black pieces", "soldiers"),
    }
}
