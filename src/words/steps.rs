//! What the arbiter says of each move of a cycle.

use super::catalogue::{say, say_about};
use super::{kind_of, list, placed, row, sentences, side};
use crate::rules::{Attack, Conduct, CyclePly, Piece, Point, Side};

/// What a move of a cycle counts as and why.
#[must_use]
pub fn cycle_step(ply: &CyclePly, text: &str) -> String {
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
    sentences(&counts, &attacks(owner, &ply.attacks))
}

/// `The chariot on e6 attacks the horse on e4 and the cannon on a4 and the horse on c3 attack the chariot on b5.`
fn attacks(owner: Side, all: &[Attack]) -> String {
    let mut told: Vec<String> = Vec::new();
    for (index, Attack { victim, of, .. }) in all.iter().enumerate() {
        if all[..index].iter().any(|before| before.victim == *victim) {
            continue;
        }
        let by = all.iter().filter(|attack| attack.victim == *victim);
        let by = by.map(|attack| (Piece::new(owner, attack.by), attack.attacker));
        let victim = placed(Piece::new(!owner, *of), *victim);
        told.push(attacked(by, &victim, told.is_empty()));
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

/// Who attacks one piece, at the beginning of the sentence or within it.
fn attacked(by: impl Iterator<Item = (Piece, Point)>, victim: &str, begins: bool) -> String {
    let named = by.enumerate().map(|(index, (piece, point))| {
        if begins && index == 0 {
            // Translators: a piece at the beginning of a sentence: “The chariot on e6 attacks …”.
            say!("The {piece} on {point}", piece = kind_of(piece), point)
        } else {
            placed(piece, point)
        }
    });
    let named: Vec<_> = named.collect();
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
            attackers = list(&named),
            victim
        )
    }
}
