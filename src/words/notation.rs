//! The choice of a notation, and a move in all of them side by side.

use super::catalogue::{labels, say, say_about};
use crate::record::notation::{MoveStyle, MoveText, Notation, Script};

labels! {
    notation = say!("Notation");
}

/// Name of a notation.
pub fn notation_name(text: MoveText) -> &'static str {
    match text {
        // Translators: WXF is the notation of the World Xiangqi Federation, in Latin letters.
        MoveText::Both => say_about!("notation", "Chinese and WXF"),
        MoveText::Chinese => say_about!("notation", "Chinese"),
        MoveText::Wxf => "WXF",
        MoveText::Vietnamese => say_about!("notation", "Vietnamese"),
        MoveText::Coordinates => say_about!("notation", "Coordinates"),
    }
}

/// Example of a move, short enough for a menu, that is equal in both scripts.
pub fn notation_sample(text: MoveText) -> &'static str {
    match text {
        MoveText::Both => "炮二 C2",
        MoveText::Chinese => "炮二平五",
        MoveText::Wxf => "C2=5",
        MoveText::Vietnamese => "P2-5",
        MoveText::Coordinates => "h2e2",
    }
}

/// Example of a move in a notation, or in both notations of a style.
pub fn notation_example(text: MoveText) -> &'static str {
    match text {
        MoveText::Both => "炮二平五 C2=5",
        _ => notation_sample(text),
    }
}

/// Name of a Chinese script.
pub fn script_name(script: Script) -> &'static str {
    match script {
        Script::Simplified => say_about!("Chinese characters", "Simplified"),
        Script::Traditional => say_about!("Chinese characters", "Traditional"),
    }
}

/// Example of a move that differs between scripts.
pub fn script_example(script: Script) -> &'static str {
    match script {
        Script::Simplified => "马二进三",
        Script::Traditional => "馬二進三",
    }
}

/// Notations shown side by side, in this order; the first one only for Vietnamese readers.
const SIDE_BY_SIDE: [Notation; 5] = [
    Notation::Vietnamese,
    Notation::Wxf,
    Notation::ChineseTraditional,
    Notation::ChineseSimplified,
    Notation::Coordinate,
];

/// Notations shown to readers of a style: four or five.
pub fn side_by_side(style: MoveStyle) -> &'static [Notation] {
    &SIDE_BY_SIDE[usize::from(!style.has_vietnamese)..]
}

/// Caption of a notation beside a move.
pub fn notation_caption(how: Notation) -> &'static str {
    match how {
        Notation::Vietnamese => say!("Vietnamese notation"),
        Notation::Wxf => say!("WXF notation"),
        Notation::ChineseTraditional => say!("Traditional Chinese"),
        Notation::ChineseSimplified => say!("Simplified Chinese"),
        Notation::Coordinate | Notation::Coordinate10 => say!("Coordinates"),
        Notation::Iccs => say!("ICCS coordinates"),
    }
}

/// Accessible text of a move in the notations shown side by side.
pub fn all_notations(moves: &[String]) -> String {
    match moves {
        [wxf, traditional, simplified, coordinates] => say!(
            "WXF notation {wxf}, traditional Chinese {traditional}, simplified Chinese {simplified}, coordinates {coordinates}.",
            wxf,
            traditional,
            simplified,
            coordinates
        ),
        [vietnamese, wxf, traditional, simplified, coordinates] => say!(
            "Vietnamese notation {vietnamese}, WXF notation {wxf}, traditional Chinese {traditional}, simplified Chinese {simplified}, coordinates {coordinates}.",
            vietnamese,
            wxf,
            traditional,
            simplified,
            coordinates
        ),
        // The number of notations is four or five.
        _ => String::new(),
    }
}

/// Accessible text of a variation move, followed by its notations.
pub fn listed_with_notations(name: &str, notations: &str) -> String {
    say!("{name}. {notations}", name, notations)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::notation::write;
    use crate::rules::Position;

    #[test]
    fn notations_are_told_in_their_order() {
        let mv = "h2e2".parse().expect("a move");
        let told = |locale| {
            let shown = side_by_side(MoveStyle::of_locale(locale)).iter();
            let moves: Vec<_> = shown
                .map(|how| write(&Position::start(), mv, *how))
                .collect();
            all_notations(&moves)
        };
        assert_eq!(
            told("vi"),
            "Vietnamese notation P2-5, WXF notation C2=5, traditional Chinese 炮二平五, simplified Chinese 炮二平五, coordinates h2e2."
        );
        assert_eq!(
            told("en"),
            "WXF notation C2=5, traditional Chinese 炮二平五, simplified Chinese 炮二平五, coordinates h2e2."
        );
    }
}
