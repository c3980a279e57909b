//! Names of the fields: those of dpxq.com and its followers, and the program's own.
//!
//! A tag is written under the first name of its row, and read from all of them in any case: earlier versions of this program
//! wrote its own names. Fields without a row are kept under their names.

use super::dialects::without_percents;
use crate::record::Tags;
use std::borrow::Cow;
use std::collections::HashSet;

/// The program's names and those of the format; the first of several is written.
const NAMES: [(&str, &[&str]); 25] = [
    (Tags::TITLE, &["title"]),
    (Tags::EVENT, &["event"]),
    (Tags::GROUP, &["group"]),
    (Tags::SITE, &["place", "site"]),
    (Tags::DATE, &["date"]),
    (Tags::TIME, &["time"]),
    (Tags::ROUND, &["round"]),
    (Tags::TABLE, &["table"]),
    (Tags::TIME_CONTROL, &["timerule", "time_control"]),
    (Tags::RED, &["red"]),
    (Tags::RED_TEAM, &["redteam", "red_team"]),
    (Tags::RED_RATING, &["redrating", "red_rating"]),
    (Tags::RED_TIME, &["redtime", "red_time"]),
    (Tags::BLACK, &["black"]),
    (Tags::BLACK_TEAM, &["blackteam", "black_team"]),
    (Tags::BLACK_RATING, &["blackrating", "black_rating"]),
    (Tags::BLACK_TIME, &["blacktime", "black_time"]),
    (Tags::OPENING, &["open", "opening"]),
    (Tags::TERMINATION, &["endtype", "termination"]),
    (Tags::REFEREE, &["judge", "referee"]),
    (Tags::RECORDER, &["record", "recorder"]),
    (Tags::ANNOTATOR, &["remark", "annotator"]),
    (Tags::AUTHOR, &["author"]),
    (Tags::SOURCE, &["refer", "source"]),
    (Tags::PHASE, &[TYPE, "phase"]),
];

/// Field for the kind of game, which states the phase in words.
const TYPE: &str = "type";
/// Words for the phases in [`TYPE`]; the first of each is written.
const PHASES: [(&str, &[&str]); 4] = [
    ("", &["全局", "实战全局", "實戰全局"]),
    ("opening", &["布局", "开局", "開局", "佈局"]),
    ("middlegame", &["中局", "实用中局"]),
    ("endgame", &["残局", "殘局", "实用残局"]),
];

/// Beginnings of a source that is the address of a page, escaped as in a script.
const ESCAPED_ADDRESSES: [&str; 2] = ["http%3A", "https%3A"];

/// The players, and the fields for their names without the team.
const PLAYERS: [(&str, &str); 2] = [(Tags::RED, "redname"), (Tags::BLACK, "blackname")];

/// The program's name for a field, if there is one.
fn own(name: &str) -> Option<&'static str> {
    let same = |known: &&str| known.eq_ignore_ascii_case(name);
    let row = NAMES.iter().find(|(_, names)| names.iter().any(same))?;
    Some(row.0)
}

/// Whether a field of this name is a tag of the program, under whatever name.
pub(super) fn is_known(name: &str) -> bool {
    own(name).is_some()
}

/// The phase stated by a word of [`TYPE`], empty for a whole game.
fn phase(word: &str) -> Option<&'static str> {
    let row = PHASES.iter().find(|(_, words)| words.contains(&word))?;
    Some(row.0)
}

/// Converts a field to a tag; meaningless values become empty.
pub(super) fn read(name: &str, value: String) -> (&str, String) {
    let Some(own) = own(name) else {
        return (name, value);
    };
    if name.eq_ignore_ascii_case(TYPE) {
        return match phase(&value) {
            Some(phase) => (own, phase.to_owned()),
            None => (name, value),
        };
    }
    if name.eq_ignore_ascii_case("refer")
        && ESCAPED_ADDRESSES.iter().any(|one| value.starts_with(one))
    {
        // A plus sign is itself there.
        let plain = without_percents(&value.replace('+', "%2B"));
        return (own, plain.replace("\r\n", "\n"));
    }
    (own, value)
}

/// Sets the tags of a game from its fields. If two fields have values for one tag, the second keeps its own name.
pub(super) fn set(tags: &mut Tags, fields: Vec<(&str, String)>) {
    for (name, value) in fields {
        let (own, text) = read(name, value);
        match tags.get(own) {
            None => tags.set(own, &text),
            Some(known) if known == text => {}
            Some(_) if tags.get(name).is_none() => tags.set(name, &text),
            Some(_) => {}
        }
    }
    for (player, alone) in PLAYERS {
        let Some(name) = tags.get(alone).map(str::to_owned) else {
            continue;
        };
        if tags.get(player).is_none_or(|known| known == name) {
            tags.set(player, &name);
            tags.set(alone, "");
        }
    }
}

/// The fields of a game, and the names of the tags without one; `can_be_named` decides which names can be fields.
pub(super) fn fields<'a>(
    tags: &'a Tags,
    can_be_named: impl Fn(&str) -> bool,
) -> (Vec<(&'a str, Cow<'a, str>)>, Vec<&'a str>) {
    let tags = || tags.shared().filter(|(_, value)| !value.is_empty());
    let is_own = |name: &&str| NAMES.iter().any(|(own, _)| own == name);
    let mut taken: HashSet<_> = tags().map(|(name, _)| name).filter(is_own).collect();
    let (mut fields, mut lost) = (Vec::new(), Vec::new());
    for (name, value) in tags() {
        let (field, text) = field(name, value);
        // Another name must not be read as a tag that the game has.
        let is_free = is_own(&name) || own(name).is_none_or(|own| taken.insert(own));
        if is_free && can_be_named(field) {
            fields.push((field, text));
        } else {
            lost.push(name);
        }
    }
    (fields, lost)
}

/// The field of a tag: its name, and its value there.
fn field<'a>(name: &'a str, value: &'a str) -> (&'a str, Cow<'a, str>) {
    let in_row = |(own, names): &&(&str, &[&str])| {
        *own == name || !names.contains(&name) && self::own(name) == Some(own)
    };
    let Some((own, names)) = NAMES.iter().find(in_row) else {
        return (name, value.into());
    };
    let words = PHASES.iter().find(|(phase, _)| *phase == value);
    let text: Cow<'_, str> = match words {
        Some((_, words)) if *own == Tags::PHASE => words[0].into(),
        _ => value.into(),
    };
    let is_kept = |field: &str| read(field, text.clone().into_owned()) == (*own, value.to_owned());
    match names.iter().find(|field| is_kept(field)) {
        Some(field) => (field, text),
        None => (names[names.len() - 1], value.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags_of(fields: &[(&'static str, &str)]) -> Tags {
        let mut tags = Tags::default();
        let fields = fields
            .iter()
            .map(|(name, value)| (*name, (*value).to_owned()));
        set(&mut tags, fields.collect());
        tags
    }

    fn pairs(tags: &Tags) -> Vec<(&str, &str)> {
        tags.iter().collect()
    }

    #[test]
    fn every_row_has_names_of_its_own() {
        let all: Vec<_> = NAMES.iter().flat_map(|(_, names)| *names).collect();
        for (at, name) in all.iter().enumerate() {
            assert!(!all[..at].contains(name), "{name}");
            assert!(own(&name.to_uppercase()).is_some());
        }
        for (own, names) in NAMES {
            assert!(
                names.contains(&own),
                "{own} was written by earlier versions"
            );
        }
    }

    #[test]
    fn a_tag_is_written_as_others_know_it_and_read_back() {
        for (name, value, field) in [
            (Tags::SITE, "Hanoi", "place"),
            (Tags::RED_TEAM, "RT", "redteam"),
            (Tags::BLACK_TIME, "59:00", "blacktime"),
            (Tags::OPENING, "C00", "open"),
            (Tags::ANNOTATOR, "Rem", "remark"),
            (Tags::TIME_CONTROL, "60m", "timerule"),
            (Tags::REFEREE, "Wu", "judge"),
            (Tags::RECORDER, "Li", "record"),
            (Tags::TERMINATION, "认输", "endtype"),
            (Tags::SOURCE, "https://example.org/?a+b", "refer"),
            (Tags::SOURCE, "https%3A//example.org", "source"),
            (Tags::PHASE, "endgame", "type"),
            (Tags::PHASE, "a composition", "phase"),
            (Tags::ECCO, "C00", "ecco"),
            ("hits", "12", "hits"),
            (TYPE, "排局", "type"),
        ] {
            let mut tags = Tags::default();
            tags.set(name, value);
            let (found, lost) = fields(&tags, |_| true);
            assert_eq!((found[0].0, lost), (field, vec![]), "{name}");
            let again = tags_of(&[(field, &found[0].1)]);
            assert_eq!(again, tags, "{name}");
        }
    }

    #[test]
    fn former_names_are_read_and_no_value_of_two_is_dropped() {
        let former = tags_of(&[("red_team", "A"), ("Author", "B"), ("site", "C")]);
        assert_eq!(
            pairs(&former),
            [("red_team", "A"), ("author", "B"), ("site", "C")]
        );
        let two = tags_of(&[
            ("site", "A"),
            ("place", "A"),
            ("open", "B"),
            ("opening", "C"),
        ]);
        assert_eq!(pairs(&two)[..2], [("site", "A"), ("opening", "B")]);
        let mut tags = Tags::default();
        for (name, value) in [("place", "A"), ("Place", "B"), ("red", "C"), ("Red", "D")] {
            tags.set(name, value);
        }
        let (found, lost) = fields(&tags, |_| true);
        let mut other = Tags::default();
        other.set("Author", "A");
        assert_eq!(fields(&other, |_| true).0, [("author", "A".into())]);
        assert_eq!(found, [("place", "A".into()), ("red", "C".into())]);
        assert_eq!(lost, ["Place", "Red"]);
    }

    #[test]
    fn the_name_alone_is_kept_beside_the_one_with_the_team() {
        let known = |red: &'static str| tags_of(&[("red", red), ("redname", "刘永富")]);
        for red in ["刘永富", ""] {
            assert_eq!(pairs(&known(red)), [(Tags::RED, "刘永富")]);
        }
        let with_team = known("北京 刘永富");
        assert_eq!(with_team.get(Tags::RED), Some("北京 刘永富"));
        assert_eq!(with_team.get("redname"), Some("刘永富"));
    }

    #[test]
    fn addresses_and_phases_are_put_plainly() {
        let refer = "http%3A//www.example.org/%0D%0Ahttp%3A//www.example.org/a+b";
        let tags = tags_of(&[("refer", refer), ("type", "全局")]);
        let plain = "http://www.example.org/\nhttp://www.example.org/a+b";
        assert_eq!(pairs(&tags), [(Tags::SOURCE, plain)]);
        assert_eq!(
            tags_of(&[("type", "残局")]).get(Tags::PHASE),
            Some("endgame")
        );
    }
}
