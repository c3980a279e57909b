//! Signs that a text of tags was cut off: its last value or its last game has no end, although others have.

/// A part of a text, by what it begins or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The beginning of a game.
    Game,
    /// The end of a game.
    GameEnd,
    /// The beginning of a value.
    Value,
    /// The end of a value.
    ValueEnd,
}

/// Place where a text was cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// Within its last value, as far as can be told.
    Value,
    /// After its last value.
    Game,
}

/// Place where a text with these parts was cut off, if it was. Some writers leave out the ends of all values, or of all
/// games.
pub(super) fn cut(parts: impl Iterator<Item = Part>) -> Option<Cut> {
    let mut last = None;
    // A game ends with its end or where another begins.
    let (mut is_marked, mut has_values) = (false, false);
    let (mut lacks_end, mut has_value_ends) = (false, false);
    for part in parts {
        last = Some(part);
        match part {
            Part::Game | Part::GameEnd => {
                lacks_end |= part == Part::Game && is_marked && has_values;
                is_marked = part == Part::Game;
                has_values = false;
            }
            Part::Value => has_values = true,
            Part::ValueEnd => has_value_ends = true,
        }
    }
    let is_in_game = is_marked && has_values && !lacks_end;
    let is_in_value = last == Some(Part::Value);
    if is_in_value && (has_value_ends || is_in_game) {
        Some(Cut::Value)
    } else {
        is_in_game.then_some(Cut::Game)
    }
}

/// Splits off a torn tag at the end of a text, the beginning of one of these.
pub(super) fn split_torn<'a>(text: &'a str, tags: &[&str]) -> (&'a str, &'a str) {
    let place = text.rfind('[').unwrap_or(text.len());
    let (before, rest) = text.split_at(place);
    let begins = |tag: &&str| rest.starts_with(tag) || tag.starts_with(rest);
    let is_torn = !rest.is_empty() && !rest.contains(']') && tags.iter().any(begins);
    if is_torn { (before, rest) } else { (text, "") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Part::{Game, GameEnd, Value, ValueEnd};

    #[test]
    fn an_end_is_missed_where_others_are_there() {
        let cut = |parts: &[Part]| cut(parts.iter().copied());
        for (parts, place) in [
            (&[Game, Value][..], Cut::Value),
            (&[Game, Value, ValueEnd], Cut::Game),
            (&[Value, ValueEnd, Value], Cut::Value),
            (&[Game, Value, GameEnd, Game, Value, ValueEnd], Cut::Game),
        ] {
            assert_eq!(cut(parts), Some(place), "{parts:?}");
        }
        for whole in [
            &[][..],
            &[Value],
            &[Value, Value],
            &[Value, ValueEnd],
            &[Game],
            &[Game, GameEnd],
            &[Game, Value, GameEnd],
            &[Game, Game, Value, ValueEnd, GameEnd, GameEnd],
            &[Game, Value, Game, Value],
        ] {
            assert_eq!(cut(whole), None, "{whole:?}");
        }
    }

    #[test]
    fn a_torn_tag_is_no_text() {
        let split = |text| split_torn(text, &["[/Dht"]);
        assert_eq!(split("a[/D"), ("a", "[/D"));
        assert_eq!(split("a[/Dhtml"), ("a", "[/Dhtml"));
        assert_eq!(split("a["), ("a", "["));
        for text in ["", "a", "a[x", "a[/Dht]", "a[/D]b"] {
            assert_eq!(split(text), (text, ""));
        }
    }
}
