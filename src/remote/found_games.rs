//! Games to which others on the same network invite. What comes from there is nobody’s word: it is cleaned, and no more of
//! it is kept than a list can show.

use super::{NAME_LENGTH, is_listener, tidy};
use std::collections::BTreeMap;
use std::net::SocketAddr;

/// Most games that are listed.
const MAX_FOUND: usize = 20;
/// Most addresses of one game.
const MAX_ADDRESSES: usize = 4;

/// Announcement on the network, as it came.
#[derive(Clone, Debug)]
pub struct Announced<'a> {
    /// Version.
    pub version: Option<&'a str>,
    /// Id of a game, or of a side of a match.
    pub id: Option<&'a str>,
    /// Name of the host, if they show it.
    pub name: Option<&'a str>,
    /// Addresses of the program.
    pub addresses: Vec<SocketAddr>,
}

impl Announced<'_> {
    /// Version of announcements.
    pub const VERSION: &'static str = "1";

    /// Addresses with ports, best first, if the announcement is of this version.
    pub fn hosts(&self) -> Vec<String> {
        if self.version != Some(Self::VERSION) {
            return Vec::new();
        }
        let mut addresses = self.addresses.clone();
        addresses.retain(|address| is_listener(*address));
        addresses.sort();
        addresses.truncate(MAX_ADDRESSES);
        addresses.iter().map(ToString::to_string).collect()
    }
}

/// A game to which someone on the network invites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundGame {
    /// Number by which the game is told from others, in eight hexadecimal digits.
    pub id: String,
    /// Name of the host; empty if they do not show it.
    pub name: String,
    /// Addresses with ports, best first.
    pub hosts: Vec<String>,
}

impl FoundGame {
    /// Reads an announcement; `None` if it is none of a game that can be joined.
    fn read(announced: &Announced<'_>) -> Option<Self> {
        let id = announced.id?;
        let is_number = id.len() == 8 && id.bytes().all(|digit| digit.is_ascii_hexdigit());
        let hosts = announced.hosts();
        (is_number && !hosts.is_empty()).then(|| Self {
            id: id.to_ascii_lowercase(),
            name: tidy(announced.name.unwrap_or_default(), NAME_LENGTH),
            hosts,
        })
    }
}

/// The games found so far, by the names of their announcements.
#[derive(Debug, Default)]
pub struct FoundGames(BTreeMap<String, FoundGame>);

impl FoundGames {
    /// Notes an announcement by its name. Returns whether the list is another.
    pub fn add(&mut self, name: &str, announced: &Announced<'_>) -> bool {
        let Some(game) = FoundGame::read(announced) else {
            return self.remove(name);
        };
        if self.0.len() >= MAX_FOUND && !self.0.contains_key(name) {
            return false;
        }
        self.0.insert(name.to_owned(), game.clone()) != Some(game)
    }

    /// Notes the end of an announcement. Returns whether the list is another.
    pub fn remove(&mut self, name: &str) -> bool {
        self.0.remove(name).is_some()
    }

    /// The games, those with a name first.
    pub fn list(&self) -> Vec<FoundGame> {
        let mut games: Vec<_> = self.0.values().cloned().collect();
        games.sort_by_cached_key(|game| (game.name.is_empty(), game.name.clone(), game.id.clone()));
        games
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const USUAL: &str = "192.168.1.7:40000";

    fn add(found: &mut FoundGames, version: &str, id: &str, name: &str, addresses: &str) -> bool {
        let addresses = addresses.split_whitespace();
        let given = |text| Some(text).filter(|text: &&str| !text.is_empty());
        let announced = Announced {
            version: given(version),
            id: given(id),
            name: given(name),
            addresses: addresses
                .map(|one| one.parse().expect("an address"))
                .collect(),
        };
        found.add(id, &announced)
    }

    #[test]
    fn games_come_and_go() {
        let mut found = FoundGames::default();
        let game = |found: &mut FoundGames, id, name| add(found, "1", id, name, USUAL);
        assert!(game(&mut found, "00000001", ""));
        assert!(game(&mut found, "00000002", "Anna"));
        assert!(!game(&mut found, "00000002", "Anna"));
        let names = |found: &FoundGames| -> Vec<_> {
            let games = found.list().into_iter();
            games.map(|game| game.name).collect()
        };
        assert_eq!(names(&found), ["Anna", ""]);
        assert_eq!(found.list()[0].hosts, [USUAL]);
        assert!(found.remove("00000002"));
        assert!(!found.remove("00000002"));
        assert_eq!(names(&found), [""]);
    }

    #[test]
    fn what_strangers_announce_is_cleaned_and_bounded() {
        let mut found = FoundGames::default();
        for (version, id, addresses) in [
            ("1", "", USUAL),
            ("", "0000000a", USUAL),
            ("2", "0000000a", USUAL),
            ("1", "../../../", USUAL),
            // A side of a running match is no game to be joined.
            ("1", "0123456789abcdef", USUAL),
            ("1", "0000000a", "192.168.1.7:0"),
            ("1", "0000000a", "192.168.1.7:22"),
            ("1", "0000000a", ""),
            (
                "1",
                "0000000a",
                "224.0.0.1:40000 0.0.0.0:40000 255.255.255.255:40000 [ff02::1]:40000 [fe80::1]:40000",
            ),
        ] {
            assert!(!add(&mut found, version, id, "", addresses), "{id}");
        }
        let name = format!("An\u{202e}na\n{}", "\u{301}".repeat(90));
        assert!(add(&mut found, "1", "0000000b", &name, USUAL));
        let shown = found.list().remove(0).name;
        assert!(shown.starts_with("Anna ") && shown.chars().count() <= NAME_LENGTH);
        for number in 0..10_000 {
            add(&mut found, "1", &format!("{number:08x}"), "Bo", USUAL);
        }
        assert_eq!(found.list().len(), MAX_FOUND);
    }

    #[test]
    fn one_that_is_announced_anew_without_sense_leaves_the_list() {
        let mut found = FoundGames::default();
        add(&mut found, "1", "0000000c", "Anna", USUAL);
        assert!(add(&mut found, "9", "0000000c", "Anna", USUAL));
        assert!(found.list().is_empty());
    }
}
