//! Random games for the tests of formats, and what there is to compare in two of them.

use chuhe::record::{Advantage, Drawing, DrawingColor, DrawingShape, Evaluation, Notes, Record};
use chuhe::rules::Point;

/// Lets a game grow: each branch says where to leave off and how to go on; `note` remarks on the new move, given
/// the number that chose it and the rest of its branch.
pub fn grow<T>(
    mut record: Record,
    branches: &[(u16, u16, T)],
    note: impl Fn(&mut Notes, u16, &T),
) -> Record {
    let mut nodes = vec![record.root()];
    nodes.extend(record.walk());
    for (place, choice, rest) in branches {
        // Mostly on from the last node, so that lines get long.
        let at = match place % 3 {
            0 => nodes[usize::from(place / 3) % nodes.len()],
            _ => nodes[nodes.len() - 1],
        };
        let moves = record.node(at).position().legal_moves();
        let Some(count) = std::num::NonZero::new(moves.len()) else {
            continue;
        };
        let mv = moves[usize::from(*choice) % count];
        let new = record.add(at, mv).expect("a legal move");
        note(record.node_mut(new).notes_mut(), *choice, rest);
        nodes.push(new);
    }
    record
}

/// Lets an engine evaluate a position, or people draw on it, as told by a number.
pub fn mark(notes: &mut Notes, choice: u16) {
    let number = i32::from(choice) - 30_000;
    let mate = Advantage::mate(number / 40).filter(|_| choice.is_multiple_of(3));
    notes.evaluation = (!choice.is_multiple_of(5)).then(|| Evaluation {
        advantage: mate.unwrap_or_else(|| Advantage::points(number)),
        depth: choice.is_multiple_of(2).then_some(choice / 7),
    });
    let points: Vec<_> = Point::all().collect();
    for step in 0..usize::from(choice % 4) {
        let at = |factor| points[(usize::from(choice) / 4 * factor + step) % points.len()];
        notes.drawings.add(Drawing {
            shape: DrawingShape::between(at(1), at(1 + step)),
            color: DrawingColor::ALL[(usize::from(choice) + step) % 4],
        });
    }
}

/// Every node with its depth, move and notes, in the order of a walk.
pub fn told(record: &Record) -> Vec<(usize, String, Notes)> {
    let tell = |id| {
        let node = record.node(id);
        let mv = node.played().map(|played| played.mv.to_string());
        (node.ply(), mv.unwrap_or_default(), node.notes().clone())
    };
    record.walk().map(tell).collect()
}

/// The main line, in ICCS.
pub fn line(record: &Record) -> String {
    let played = record.main_moves();
    let moves: Vec<_> = played.map(|played| played.mv.to_string()).collect();
    moves.join(" ")
}
