//! What the arbiter says of each move of a cycle.

use super::catalogue::{say, say_about};
use super::deeds::dedup;
use super::{kind_of, list, placed, row, sentences, side};
use crate::rules::{Attack, Conduct, CyclePly, Piece, Point, Side};
use crate::scene::EdgeLabels;

/// What a move of a cycle counts as and why, with places as the edges of the board have them.
#[must_use]
pub fn cycle_step(ply: &CyclePly, text: &str, labels: EdgeLabels) -> String {
    let (owner, round) = (ply.played.piece.side, ply.round);
    let by = side(owner);
    let counts = match ply.conduct {
        // Translators: what the arbiter counts a move as; {move_text} is the move as it is written, such as “C2=5”.
        Conduct::Check => say!(
            "{side}’s move {round}, {move_text}: check.",
            side = by,
            round,
            move_text = text
        ),
        // Translators: what the arbiter counts a move as; {move_text} is the move as it is written, such as “C2=5”.
        Conduct::Chase => say!(
            "{side}’s move {round}, {move_text}: chase.",
            side = by,
            round,
            move_text = text
        ),
        // Translators: what the arbiter counts a move as; {move_text} is the move as it is written, such as “C2=5”.
        Conduct::Idle => say!(
            "{side}’s move {round}, {move_text}: idle.",
            side = by,
            round,
            move_text = text
        ),
    };
    if ply.attacks.is_empty() {
        return counts;
    }
    sentences(&counts, &attacks(owner, &ply.attacks, labels))
}

/// `The chariot on e6 attacks the horse on e4 and the cannon on a4 and the horse on c3 attack the chariot on b5.`
fn attacks(owner: Side, all: &[Attack], labels: EdgeLabels) -> String {
    let place = |piece, point| placed(piece, point, labels, owner);
    let mut told: Vec<String> = Vec::new();
    for (index, Attack { victim, of, .. }) in all.iter().enumerate() {
        if all[..index].iter().any(|before| before.victim == *victim) {
            continue;
        }
        let by = all.iter().filter(|attack| attack.victim == *victim);
        let by = by.map(|attack| (Piece::new(owner, attack.by), attack.attacker));
        let begins = told.is_empty();
        let by = by.enumerate().map(|(index, (piece, point))| {
            if begins && index == 0 {
                begun(piece, point, labels)
            } else {
                place(piece, point)
            }
        });
        let mut by: Vec<_> = by.collect();
        dedup(&mut by);
        let victim = place(Piece::new(!owner, *of), *victim);
        told.push(attacked(&by, &victim));
    }
    let all = match &told[..] {
        [rest @ .., last] if !rest.is_empty() => {
            // Translators: parts of a sentence: “The chariot on e6 attacks the horse on e4 and the cannon on a4 …”.
            say_about!("attacks", "{rest} and {last}", rest = row(rest), last)
        }
        _ => told.concat(),
    };
    // Translators: ends a sentence about attacks: “The chariot on e6 attacks the horse on e4.”
    say_about!("attacks", "{attacks}.", attacks = all)
}

/// A piece of the side that moved, at the beginning of a sentence.
fn begun(piece: Piece, point: Point, labels: EdgeLabels) -> String {
    match labels {
        // Translators: a piece at the beginning of a sentence: “The chariot on e6 attacks …”.
        EdgeLabels::Coordinates => say!("The {piece} on {point}", piece = kind_of(piece), point),
        EdgeLabels::FileNumbers | EdgeLabels::None => {
            let (file, piece) = (point.file().number(piece.side), super::piece(piece));
            // Translators: a piece at the beginning of a sentence: “The red chariot on file 5 attacks …”.
            say!("The {piece} on file {file}", piece, file)
        }
    }
}

/// Who attacks one piece.
fn attacked(named: &[String], victim: &str) -> String {
    if named.len() == 1 {
        // Translators: {attacker} is “the chariot on e6”, {victim} “the horse on e4”. No full stop: others may follow.
        say!(
            "{attacker} attacks {victim}",
            attacker = named.concat(),
            victim
        )
    } else {
        // Translators: {attackers} is “the chariot on e6 and the cannon on a4”. No full stop: others may follow.
        say!(
            "{attackers} attack {victim}",
            attackers = list(named),
            victim
        )
    }
}
