//! The arbiter's classification of each move of a cycle.

use super::attacks::dedup;
use super::catalogue::{say, say_about};
use super::{conduct, kind_of, list, nature, placed, row, sentences, side};
use crate::rules::{Attack, Conduct, CyclePly, Piece, Point, Side};
use crate::scene::EdgeLabels;

/// Classification of a move of a cycle with its reason, points named as in the edge labels.
pub fn cycle_step(ply: &CyclePly, text: &str, labels: EdgeLabels) -> String {
    let (owner, round) = (ply.played.piece.side, ply.round);
    let (by, class) = (side(owner), ply.classification());
    let counts = match ply.conduct {
        // Translators: what the arbiter counts a move as; {move_text} is the move as it is written, such as “C2=5”, {nature}
        // one word such as “exchange”.
        known if nature(class) != conduct(known) => say!(
            "{side}’s move {round}, {move_text}: {nature}.",
            side = by,
            round,
            move_text = text,
            nature = nature(class)
        ),
        // Translators: what the arbiter counts a move as; {move_text} is the move as it is written, such as “C2=5”.
        Conduct::Check => say!(
            "{side}’s move {round}, {move_text}: check.",
            side = by,
            round,
            move_text = text
        ),
        // Translators: what the arbiter counts a move as; {move_text} is the move as it is written, such as “C2=5”.
        Conduct::Kill => say!(
            "{side}’s move {round}, {move_text}: threat of mate.",
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

/// Description of attacks: `The chariot on e6 attacks the horse on e4, and the cannon on a4 and the horse on c3 attack
/// the chariot on b5.`
fn attacks(owner: Side, all: &[Attack], labels: EdgeLabels) -> String {
    let place = |piece, point| placed(piece, point, labels);
    let mut told: Vec<String> = Vec::new();
    for (index, first) in all.iter().enumerate() {
        let is_same = |other: &&Attack| other.victim == first.victim;
        if all[..index].iter().any(|before| is_same(&before)) {
            continue;
        }
        let by = all.iter().filter(is_same);
        let by = by.map(|attack| place(Piece::new(owner, attack.by), attack.attacker));
        let mut by: Vec<_> = by.collect();
        // With file numbers, two pieces on one file have equal names.
        dedup(&mut by);
        if told.is_empty() {
            by[0] = begun(Piece::new(owner, first.by), first.attacker, labels);
        }
        let victim = place(Piece::new(!owner, first.of), first.victim);
        told.push(attacked(&by, &victim));
    }
    let all = match &told[..] {
        [rest @ .., last] if !rest.is_empty() => {
            // Translators: parts of a sentence: “The chariot on e6 attacks the horse on e4, and the cannon on a4 …”.
            say_about!("attacks", "{rest}, and {last}", rest = row(rest), last)
        }
        _ => told.concat(),
    };
    // Translators: ends a sentence about attacks: “The chariot on e6 attacks the horse on e4.”
    say_about!("attacks", "{attacks}.", attacks = all)
}

/// A piece of the moving side, at the beginning of a sentence.
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

/// Attackers of one piece.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::PieceKind::{self, Cannon, Chariot, Horse};
    use crate::rules::Played;

    fn told(attacks: &[(PieceKind, &str, PieceKind, &str)], labels: EdgeLabels) -> String {
        let point = |text: &str| text.parse().expect("a point");
        let attacks = attacks.iter().map(|&(by, attacker, of, victim)| Attack {
            attacker: point(attacker),
            by,
            victim: point(victim),
            of,
            protected: false,
            discovered: false,
            throughout: true,
        });
        let ply = CyclePly {
            ply: 5,
            round: 3,
            played: Played {
                mv: "a1c2".parse().expect("a move"),
                piece: Piece::new(Side::Red, Horse),
                captured: None,
                gives_check: false,
            },
            conduct: Conduct::Chase,
            finding: None,
            attacks: attacks.collect(),
        };
        let told = cycle_step(&ply, "H9+7", labels);
        let told = told.strip_prefix("Red’s move 3, H9+7: chase. ");
        told.expect("what it counts as").to_owned()
    }

    #[test]
    fn a_piece_is_named_once_whatever_the_places_are_called() {
        let both = [(Horse, "c2", Chariot, "d4"), (Horse, "c6", Chariot, "d4")];
        assert_eq!(
            told(&both, EdgeLabels::Coordinates),
            "The horse on c2 and the horse on c6 attack the chariot on d4."
        );
        assert_eq!(
            told(&both, EdgeLabels::FileNumbers),
            "The red horse on file 7 attacks the black chariot on file 4."
        );
        assert_eq!(
            told(
                &[both[1], (Cannon, "d0", Chariot, "d4"), both[0]],
                EdgeLabels::None
            ),
            "The red horse on file 7 and the red cannon on file 6 attack the black chariot on file 4."
        );
    }

    #[test]
    fn an_and_between_attackers_is_told_from_one_between_attacks() {
        let two = [
            (Chariot, "e6", Horse, "e4"),
            (Cannon, "a4", Chariot, "b5"),
            (Horse, "c3", Chariot, "b5"),
        ];
        assert_eq!(
            told(&two, EdgeLabels::Coordinates),
            "The chariot on e6 attacks the horse on e4, and the cannon on a4 and the horse on c3 attack the chariot on b5."
        );
    }
}
