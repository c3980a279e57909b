//! What a side did in a cycle, as parts of the arbiter's sentences.

use super::{list, side};
use crate::rules::{Attack, Cycle, CyclePly, PieceKind, Point, Side};

/// More moves than this are not named one by one.
const NAMED_MOVES: usize = 4;

/// The moves of one side.
pub fn own(cycle: &Cycle, by: Side) -> impl Iterator<Item = &CyclePly> {
    let is_own = move |ply: &&CyclePly| ply.played.piece.side == by;
    cycle.plies.iter().filter(is_own)
}

/// The attacks of a side that a ruling is about.
pub fn throughout(cycle: &Cycle, by: Side) -> impl Iterator<Item = &Attack> {
    let attacks = own(cycle, by).flat_map(|ply| &ply.attacks);
    attacks.filter(|attack| attack.throughout)
}

/// `moves 31, 32 and 33`, `each of the moves 31 to 39`.
pub fn moves(cycle: &Cycle, by: Side) -> String {
    let rounds: Vec<_> = own(cycle, by).map(|ply| ply.round).collect();
    match rounds[..] {
        [first, .., last] if rounds.len() > NAMED_MOVES => {
            format!("each of the moves {first} to {last}")
        }
        [only] => format!("move {only}"),
        _ => {
            let rounds: Vec<_> = rounds.iter().map(usize::to_string).collect();
            format!("moves {}", list(&rounds))
        }
    }
}

/// `Red’s chariot`; `Red’s chariot and cannon` where both attacked on every move, and `or` where one did.
pub fn attackers(cycle: &Cycle, by: Side) -> String {
    let mut all = Vec::new();
    let mut fewest = usize::MAX;
    for (index, ply) in cycle.plies.iter().enumerate() {
        if ply.played.piece.side == by {
            let attacks = ply.attacks.iter().filter(|attack| attack.throughout);
            let now = attacks.map(|attack| (attack.by, origin(cycle, index, attack.attacker)));
            let mut now: Vec<_> = now.collect();
            dedup(&mut now);
            fewest = fewest.min(now.len());
            all.extend(now);
        }
    }
    dedup(&mut all);
    let names = kinds(all.iter().map(|(kind, _)| *kind));
    let by = side(by);
    match names.split_last() {
        _ if all.len() == fewest => format!("{by}’s {}", list(&names)),
        Some((only, [])) => format!("one of {by}’s {only}"),
        Some((last, rest)) => format!("{by}’s {} or {last}", rest.join(", ")),
        None => by.to_owned(),
    }
}

/// The pieces that a side chased on every move: `chariot`, `chariot and cannon`, `soldiers`.
pub fn victims(cycle: &Cycle, by: Side) -> String {
    // They are the same after each move.
    let first = own(cycle, by).next().map_or(&[][..], |ply| &ply.attacks);
    let attacks = first.iter().filter(|attack| attack.throughout);
    let mut victims: Vec<_> = attacks.map(|attack| (attack.of, attack.victim)).collect();
    dedup(&mut victims);
    list(&kinds(victims.into_iter().map(|(kind, _)| kind)))
}

/// Where the piece that stands on `at` after a ply of the cycle stood at its start: pieces of one kind are
/// told apart by it.
fn origin(cycle: &Cycle, index: usize, at: Point) -> Point {
    let back = cycle.plies[..=index].iter().rev();
    back.fold(at, |at, ply| {
        let mv = ply.played.mv;
        if mv.to == at { mv.from } else { at }
    })
}

/// Each thing once, in the order of its first time.
fn dedup<T: Clone + PartialEq>(things: &mut Vec<T>) {
    let all = std::mem::take(things);
    for thing in all {
        if !things.contains(&thing) {
            things.push(thing);
        }
    }
}

/// `chariot`, or `chariots` where there are several of a kind.
fn kinds(of: impl Iterator<Item = PieceKind>) -> Vec<String> {
    let all: Vec<_> = of.collect();
    let mut once = all.clone();
    dedup(&mut once);
    let count = |kind| all.iter().filter(|other| **other == kind).count();
    let name = |kind: PieceKind| match count(kind) {
        1 => kind.to_string(),
        _ => format!("{kind}s"),
    };
    once.into_iter().map(name).collect()
}
