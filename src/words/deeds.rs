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

/// `moves 31, 32 and 33`, `each of moves 31 to 39`.
pub fn moves(cycle: &Cycle, by: Side) -> String {
    let rounds: Vec<_> = own(cycle, by).map(|ply| ply.round).collect();
    match rounds[..] {
        [first, .., last] if rounds.len() > NAMED_MOVES => {
            format!("each of moves {first} to {last}")
        }
        [only] => format!("move {only}"),
        _ => {
            let rounds: Vec<_> = rounds.iter().map(usize::to_string).collect();
            format!("moves {}", list(&rounds))
        }
    }
}

/// Who made the attacks that a ruling is about: `Red’s chariot`; `Red’s chariot and cannon` where both attacked on
/// every move; `Red’s chariot, at times with the cannon,`; `Red’s chariot or cannon` where either did;
/// `Red’s chariot, cannon or both`.
pub fn attackers(cycle: &Cycle, by: Side) -> String {
    let moves = attackers_by_move(cycle, by);
    let mut all = moves.concat();
    dedup(&mut all);
    let (always, at_times): (Vec<_>, Vec<_>) = all
        .iter()
        .partition(|one| moves.iter().all(|now| now.contains(one)));
    let names = |of: &[Attacker]| kinds(of.iter().map(|(kind, _)| *kind));
    let share_a_kind = at_times
        .iter()
        .any(|(kind, _)| always.iter().any(|(other, _)| other == kind));
    let by = side(by);
    if at_times.is_empty() {
        format!("{by}’s {}", list(&names(&always)))
    } else if !always.is_empty() && !share_a_kind {
        let (always, at_times) = (list(&names(&always)), list(&names(&at_times)));
        format!("{by}’s {always}, at times with the {at_times},")
    } else {
        let most = moves.iter().map(Vec::len).max().unwrap_or_default();
        either(by, &names(&all), all.len(), most)
    }
}

/// A piece by its kind and where it stood at the start of the cycle.
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

/// Now this piece, now that one of `count` pieces, `most` of them at once.
fn either(by: &str, names: &[String], count: usize, most: usize) -> String {
    match (names, count) {
        ([only], _) if most == 1 => format!("one of {by}’s {only}"),
        ([only], 2) => format!("one or both of {by}’s {only}"),
        ([only], _) => format!("one or more of {by}’s {only}"),
        ([one, other], 2) if most == 2 => format!("{by}’s {one}, {other} or both"),
        ([rest @ .., last], _) => format!("{by}’s {} or {last}", rest.join(", ")),
        ([], _) => by.to_owned(),
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
