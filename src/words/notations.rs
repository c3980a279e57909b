//! A move in all notations side by side.

use super::catalogue::say;
use crate::record::notation::Notation;

/// The notations that are shown side by side, in this order.
pub const SIDE_BY_SIDE: [Notation; 4] = [
    Notation::Wxf,
    Notation::ChineseTraditional,
    Notation::ChineseSimplified,
    Notation::Coordinate,
];

/// What a notation is called beside a move that is written in it.
#[must_use]
pub fn notation_caption(how: Notation) -> &'static str {
    match how {
        Notation::Wxf => say!("WXF letters"),
        Notation::ChineseTraditional => say!("Traditional Chinese"),
        Notation::ChineseSimplified => say!("Simplified Chinese"),
        Notation::Coordinate | Notation::Coordinate10 => say!("Coordinates"),
        Notation::Iccs => say!("ICCS coordinates"),
        Notation::Words => say!("In words"),
    }
}

/// The same move in the four notations that are shown side by side, as it is read out.
#[must_use]
pub fn all_notations(moves: &[String; 4]) -> String {
    let [wxf, traditional, simplified, coordinates] = moves;
    say!(
        "WXF letters {wxf}, traditional Chinese {traditional}, simplified Chinese {simplified}, coordinates {coordinates}.",
        wxf,
        traditional,
        simplified,
        coordinates
    )
}

/// A move of a variation as it is read out, with the four notations after it.
#[must_use]
pub fn listed_with_notations(name: &str, notations: &str) -> String {
    say!("{name}. {notations}", name, notations)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::notation::write;
    use crate::rules::Position;

    #[test]
    fn the_four_notations_are_told_in_their_order() {
        let mv = "h2e2".parse().expect("a move");
        let moves = SIDE_BY_SIDE.map(|how| write(&Position::start(), mv, how));
        assert_eq!(
            all_notations(&moves),
            "WXF letters C2=5, traditional Chinese 炮二平五, simplified Chinese 炮二平五, coordinates h2e2."
        );
    }
}
