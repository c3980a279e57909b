//! PFC: the move tree of PengFei (鹏飞象棋) as nested XML elements. Read only.
//!
//! ```text
//! <?xml version="1.0" encoding="utf-8"?>
//! <n version="2" win="1-0" m="rnbakabnr/… w - - 0 1" c="about the start" red="甲">
//!  <n m="h2e2" c="about the move" default="true"><n m="h9g7" c=""/></n>
//! </n>
//! ```
//!
//! Known from vschess, which reads and writes it. An element is a move, and its elements are the moves that may follow;
//! the one that is the default comes first in the game. Some files have all of it in an XML comment.

use super::super::branches::{self, TreeStep};
use super::super::{Caution, Loaded, MAX_MOVES, ReadError, Warning, results};
use super::{Element, XmlPart, keep_stranger, parts, root};
use crate::record::Tags;
use crate::rules::Setup;

/// Name of every element.
const NAME: &str = "n";

/// Attributes of the outermost element and their tags; of two for one tag, the first non-empty one counts.
const TAGS: [(&str, &str); 23] = [
    ("title", Tags::TITLE),
    ("event", Tags::EVENT),
    ("round", Tags::ROUND),
    ("group", Tags::GROUP),
    ("table", Tags::TABLE),
    ("date", Tags::DATE),
    ("create-time", Tags::DATE),
    ("place", Tags::SITE),
    ("red", Tags::RED),
    ("redname", Tags::RED),
    ("redteam", Tags::RED_TEAM),
    ("redrating", Tags::RED_RATING),
    ("redtime", Tags::RED_TIME),
    ("black", Tags::BLACK),
    ("blackname", Tags::BLACK),
    ("blackteam", Tags::BLACK_TEAM),
    ("blackrating", Tags::BLACK_RATING),
    ("blacktime", Tags::BLACK_TIME),
    ("ecco", Tags::ECCO),
    ("open", Tags::OPENING),
    ("variation", Tags::VARIATION),
    ("remark", Tags::ANNOTATOR),
    ("author", Tags::AUTHOR),
];

/// Attributes of the outermost element that are not tags.
const OTHERS: [&str; 5] = ["version", "win", "m", "c", "default"];

/// A move, or the start, with the moves that may follow.
struct PfcMove {
    step: TreeStep,
    is_default: bool,
    children: Vec<usize>,
}

/// Whether the text is a PFC file.
pub(in super::super) fn is_text(text: &str) -> bool {
    let is_move_tree = |root: Element<'_>| root.name == NAME && root.attribute("version").is_some();
    text.starts_with('<') && root(uncommented(text)).is_some_and(is_move_tree)
}

/// The text of the comment that wraps a whole file, or else the text itself.
fn uncommented(text: &str) -> &str {
    let after = text.split_once("?>").map_or(text, |(_, after)| after);
    let inside = after.trim_start().strip_prefix("<!--");
    let inside = inside.filter(|inside| inside.trim_start().starts_with("<n"));
    inside.map_or(text, |inside| inside.split("-->").next().unwrap_or(inside))
}

pub(in super::super) fn read(text: &str) -> Result<Loaded, ReadError> {
    let text = uncommented(text);
    let head = root(text);
    let (mut tree, is_cut) = tree(text);
    let value = |name| {
        head.as_ref()
            .and_then(|head| head.attribute(name))
            .unwrap_or_default()
    };
    let start = match value("m").trim() {
        "" => Setup::start(),
        fen => Setup::from_fen(fen).map_err(ReadError::Fen)?,
    };
    let mut open: Vec<_> = (0..tree.len().min(1)).map(|root| (root, false)).collect();
    let steps = std::iter::from_fn(|| {
        let (index, has_other) = open.pop()?;
        let children = std::mem::take(&mut tree[index].children);
        let mut step = std::mem::take(&mut tree[index].step);
        (step.has_other, step.is_ongoing) = (has_other, !children.is_empty());
        let others = children.len().saturating_sub(1);
        let children = children.into_iter().enumerate().rev();
        open.extend(children.map(|(place, child)| (child, place < others)));
        Some(step)
    });
    let mut grown = branches::read(start, steps);
    if is_cut {
        grown.is_whole = false;
        grown.warnings.push(Warning::of_line(0, Caution::EndsEarly));
    }
    let mut known = Tags::default();
    for (name, tag) in TAGS {
        if known.get(tag).is_none() {
            known.set(tag, value(name).trim());
        }
    }
    let mut warnings = Vec::new();
    for (name, value) in head.iter().flat_map(Element::attributes) {
        let name = name.as_str();
        if !OTHERS.contains(&name) && TAGS.iter().all(|(known, _)| *known != name) {
            keep_stranger(&mut known, name, value.trim(), &mut warnings);
        }
    }
    grown.warnings.append(&mut warnings);
    let win = value("win");
    let result = results::in_field(&win);
    if result.is_none() {
        let caution = Caution::UnknownResult { text: win };
        grown.warnings.push(Warning::of_line(0, caution));
    }
    let loaded = grown.with_head(known, result.and_then(results::outcome));
    Ok(loaded.with_side_of(Some(&value("m"))))
}

/// All elements, the outermost one first, and whether the text ends inside one.
fn tree(text: &str) -> (Vec<PfcMove>, bool) {
    let mut tree: Vec<PfcMove> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for part in parts(text) {
        match part {
            XmlPart::Start(element) if element.name == NAME => {
                let index = tree.len();
                // A move more than is read, so that it is told.
                if index > MAX_MOVES + 1 {
                    break;
                }
                tree.push(branch(&element, index == 0));
                if let Some(parent) = open.last() {
                    enter(&mut tree, *parent, index);
                }
                if !element.is_empty {
                    open.push(index);
                }
            }
            XmlPart::End(name) if name == NAME => drop(open.pop()),
            _ => continue,
        }
        // An end in front of all elements is none of theirs.
        if open.is_empty() && !tree.is_empty() {
            break;
        }
    }
    (tree, !open.is_empty())
}

/// Adds an element to its parent: first, if it is the first default one.
fn enter(tree: &mut [PfcMove], parent: usize, index: usize) {
    let first = tree[parent].children.first().copied();
    let is_first = tree[index].is_default && !first.is_some_and(|first| tree[first].is_default);
    let children = &mut tree[parent].children;
    children.push(index);
    if is_first {
        children.rotate_right(1);
    }
}

fn branch(element: &Element<'_>, is_start: bool) -> PfcMove {
    let value = |name| element.attribute(name).unwrap_or_default();
    let text = value("m").trim().to_ascii_lowercase();
    let mv = text.parse().ok();
    let comment = value("c").replace("\r\n", "\n").replace('\r', "\n");
    // White space says nothing.
    let comment = if comment.trim().is_empty() {
        String::new()
    } else {
        comment
    };
    PfcMove {
        step: TreeStep {
            mv,
            text: (mv.is_none() && !is_start).then_some(text),
            comment,
            ..TreeStep::default()
        },
        is_default: element.attribute("default").is_some(),
        children: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;
    use crate::record::format::{self, Format};
    use crate::rules::Outcome;

    const FILE: &str = "<?xml version=\"1.0\" encoding=\"utf-8\"?><n version=\"2\" win=\"0-1\" \
        m=\"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\" c=\"a &gt; b > c\" red=\"甲\" \
        redname='丙' create-time=\"1999-03-06\" Weather=\"fine\" title=\"&quot;x&quot;\"><n m=\"c3c4\" c=\"one\"><n m=\"c6c5\" c=\" &nbsp;\" /></n>\
        <n m=\"h2e2\" c=\"炮1进4\r\ntwo\" default=\"true\"><n m=\"h9g7\" c=\"\"/><n m=\"H7E7\" c=\"\"></n></n></n>";

    #[test]
    fn an_end_without_its_beginning_is_passed_over() {
        for before in ["</n>", "</>", "</n></n> </m>"] {
            let record = &read(&format!("{before}{FILE}")).expect("a game").records[0];
            assert_eq!(record.tags.get(Tags::RED), Some("甲"), "{before}");
        }
        assert!(super::super::super::read(b"</n version=2><n version=2 m=''>").is_ok());
    }

    #[test]
    fn a_flood_of_strangers_is_told_and_takes_no_time() {
        let strangers: String = (0..100_000).map(|number| format!(" a{number}=x")).collect();
        let elements: String = (0..100_000)
            .map(|number| format!("<a{number}>x</a{number}>"))
            .collect();
        for text in [
            format!("<n version=2{strangers} m=''><n m='h2e2'/></n>"),
            format!(
                "<ChineseChessRecord><Head>{elements}</Head><MoveList><Move value=\"77-47\"/></MoveList></ChineseChessRecord>"
            ),
        ] {
            let loaded = format::read(text.as_bytes()).expect("a game");
            assert_eq!(loaded.records[0].move_count(), 1);
            let told = loaded.warnings.into_iter().map(|told| told.what);
            assert_eq!(
                told.collect::<Vec<_>>(),
                [Caution::TooManyTags { most: 400 }]
            );
        }
    }

    fn told(record: &Record) -> String {
        let nodes = record.walk().map(|id| record.node(id));
        let nodes = nodes.filter_map(|node| Some((node.ply(), node.played()?.mv, node.notes())));
        let nodes = nodes.map(|(ply, mv, notes)| format!("{ply}{mv}{}", notes.comment));
        nodes.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_tree_and_the_head_are_read() {
        for text in [
            FILE.to_owned(),
            format!("\u{feff}{}", FILE.replacen("?>", "?><!--\n", 1) + "-->"),
        ] {
            assert_eq!(Format::detect(text.as_bytes()), Some(Format::Pfc));
            let loaded = format::read(text.as_bytes()).expect("a game");
            assert_eq!(loaded.warnings, []);
            let record = &loaded.records[0];
            assert_eq!(told(record), "1h2e2炮1进4\ntwo 2h9g7 2h7e7 1c3c4one 2c6c5");
            assert_eq!(record.comment, "a > b > c");
            let tag = |name| record.tags.get(name);
            assert_eq!(
                [Tags::RED, Tags::DATE, Tags::TITLE, "weather"].map(tag),
                [Some("甲"), Some("1999-03-06"), Some("\"x\""), Some("fine")]
            );
            assert_eq!(record.outcome.map(Outcome::score), Some("0-1"));
        }
    }

    #[test]
    fn a_bad_move_ends_its_line_only() {
        for (bad, is_move) in [("h9g6", true), ("炮1进4", false)] {
            let text = FILE.replace("h9g7", bad);
            let loaded = format::read(text.as_bytes()).expect("a game");
            assert_eq!(
                told(&loaded.records[0]),
                "1h2e2炮1进4\ntwo 2h7e7 1c3c4one 2c6c5"
            );
            match &loaded.warnings[0].what {
                Caution::IllegalMove { text, .. } => assert!(is_move && text == bad),
                Caution::NotAMove { text, .. } => assert!(!is_move && text == bad),
                other => panic!("{other}"),
            }
        }
    }

    #[test]
    fn what_is_damaged_is_told_and_nothing_worse() {
        for end in (0..FILE.len()).filter(|end| FILE.is_char_boundary(*end)) {
            let Ok(loaded) = format::read(&FILE.as_bytes()[..end]) else {
                continue;
            };
            assert_ne!(loaded.warnings, [], "{end}");
        }
        let odd = FILE.replace("0-1", "who knows");
        let loaded = format::read(odd.as_bytes()).expect("a game");
        assert!(matches!(
            loaded.warnings[0].what,
            Caution::UnknownResult { .. }
        ));
        let bare = "<n version='1' m='9/9 w'/>";
        assert!(matches!(
            format::read(bare.as_bytes()),
            Err(ReadError::Fen(_))
        ));
        let page = "<nav version='1'><p>1. h2e2</p>";
        assert_eq!(Format::detect(page.as_bytes()), Some(Format::Pasted));
    }

    /// Elements in elements, and elements beside each other.
    #[test]
    fn a_deep_and_a_wide_tree_are_read_in_one_walk() {
        let head = "<n version=\"2\" m=\"\">";
        let deep = ["a0a1", "a9a8", "a1a0", "a8a9"].map(|mv| format!("<n m=\"{mv}\">"));
        let deep = format!(
            "{head}{}{}",
            deep.concat().repeat(10_000),
            "</n>".repeat(40_001)
        );
        let loaded = format::read(deep.as_bytes()).expect("a game");
        assert_eq!(
            (loaded.records[0].move_count(), loaded.warnings),
            (40_000, vec![])
        );
        let wide = format!(
            "{head}{}</n>",
            "<n m=\"a0a1\" default=\"true\"/>".repeat(100_000)
        );
        let loaded = format::read(wide.as_bytes()).expect("a game");
        assert_eq!(
            (loaded.records[0].move_count(), loaded.warnings),
            (1, vec![])
        );
    }
}
