//! What the players agree on before a game. An underscore stands before the key of a choice.

use super::side;
use crate::rules::{Rulebook, Side};

/// A rulebook as one of several to choose from: its name with a key.
#[must_use]
pub const fn rulebook_choice(book: Rulebook) -> &'static str {
    match book {
        Rulebook::Asian => "_Asian rules (AXF and WXF)",
        Rulebook::Casual => "Cas_ual",
        Rulebook::Off => "_Off",
    }
}

/// The name that a player has written; empty when it is the side's own.
#[must_use]
pub fn given_name(of: Side, written: &str) -> &str {
    let name = written.trim();
    if name == side(of) { "" } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_the_rulebook_s_name_with_a_key_of_its_own() {
        let mut keys: Vec<char> = Vec::new();
        for book in Rulebook::ALL {
            let choice = rulebook_choice(book);
            assert_eq!(choice.replace('_', ""), super::super::rulebook(book));
            let key = choice
                .split('_')
                .nth(1)
                .and_then(|rest| rest.chars().next());
            keys.extend(key.expect("a key").to_lowercase());
        }
        assert_eq!(keys, ['a', 'u', 'o']);
    }

    #[test]
    fn a_side_s_own_name_is_no_name() {
        assert_eq!(given_name(Side::Red, " Red "), "");
        assert_eq!(given_name(Side::Black, "Red"), "Red");
    }
}
