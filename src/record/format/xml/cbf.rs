//! CBF: XML with a head and a list of moves, as exported by CCBridge. Read only.
//!
//! ```text
//! <ChineseChessRecord Version="1.0">
//!  <Head><Name>…</Name> … <FEN>…</FEN></Head>
//!  <MoveList><Move value="00-00">about the start</Move><Move value="77-47" branch="1"/> …</MoveList>
//! </ChineseChessRecord>
//! ```
//!
//! A point is its file from Red's left and its rank from Black's side. The tree is that of a CBR record: a move with
//! `branch` has an alternative, which follows the `end` of the line of that move.

use super::super::branches::{self, TreeStep};
use super::super::{Caution, Loaded, ReadError, Warning, results};
use super::{Element, XmlPart, keep_stranger, parts, root};
use crate::record::Tags;
use crate::rules::{File, Move, Point, Rank, Setup};

/// Elements: the root, the list of moves, a move. All names here are in lowercase.
const ROOT: &str = "chinesechessrecord";
const MOVES: &str = "movelist";
const MOVE: &str = "move";
/// The value of the move that represents the start.
const NO_MOVE: &str = "00-00";

/// Elements of the head and their tags.
const HEADS: [(&str, &str); 24] = [
    ("name", Tags::TITLE),
    ("from", Tags::SOURCE),
    ("contest", Tags::EVENT),
    ("round", Tags::ROUND),
    ("group", Tags::GROUP),
    ("table", Tags::TABLE),
    ("date", Tags::DATE),
    ("site", Tags::SITE),
    ("timerule", Tags::TIME_CONTROL),
    ("red", Tags::RED),
    ("redteam", Tags::RED_TEAM),
    ("redtime", Tags::RED_TIME),
    ("redrating", Tags::RED_RATING),
    ("black", Tags::BLACK),
    ("blackteam", Tags::BLACK_TEAM),
    ("blacktime", Tags::BLACK_TIME),
    ("blackrating", Tags::BLACK_RATING),
    ("referee", Tags::REFEREE),
    ("recorder", Tags::RECORDER),
    ("commentator", Tags::ANNOTATOR),
    ("creator", Tags::AUTHOR),
    ("ecco", Tags::ECCO),
    ("resulttype", Tags::TERMINATION),
    ("recordresult", RESULT),
];
/// Elements of the head that are not tags.
const RESULT: &str = "result";
const FEN: &str = "fen";

/// The head, and elements in it that say nothing about the game.
const HEAD: &str = "head";
const OTHERS: [&str; 4] = ["recordtype", "recordkind", "datecreated", "datemodified"];

/// Whether the text is a CBF file.
pub(in super::super) fn is_text(text: &str) -> bool {
    text.starts_with('<') && root(text).is_some_and(|root| root.name == ROOT)
}

/// A file before its moves are played.
#[derive(Default)]
struct CbfContents {
    tags: Tags,
    result: String,
    fen: String,
    steps: Vec<TreeStep>,
    is_in_head: bool,
    /// The element whose text is being read, and that text.
    leaf: Option<String>,
    text: TrimmedText,
    /// Whether the list of moves is closed.
    is_whole: bool,
    warnings: Vec<Warning>,
}

/// A text without the white space that pads it for readability.
#[derive(Default)]
struct TrimmedText {
    text: String,
    /// Length of the part that is not padding, whatever it ends in.
    verbatim: usize,
}

pub(in super::super) fn read(text: &str) -> Result<Loaded, ReadError> {
    let contents = CbfContents::of(text);
    let start = match contents.fen.trim() {
        "" => Setup::start(),
        fen => Setup::from_fen(fen).map_err(ReadError::Fen)?,
    };
    let mut steps = contents.steps.into_iter();
    let mut grown = branches::read(start, steps.by_ref());
    grown.warnings.extend(contents.warnings);
    if !contents.is_whole
        && !grown
            .warnings
            .iter()
            .any(|told| told.what == Caution::EndsEarly)
    {
        grown.is_whole = false;
        grown.warnings.push(Warning::of_line(0, Caution::EndsEarly));
    }
    if steps.next().is_some() {
        let number = grown.lines + 1;
        let caution = Caution::LostVariation { number };
        grown.warnings.push(Warning::of_line(number, caution));
    }
    let text = contents.result.trim();
    let number = text.parse().ok().and_then(results::numbered);
    let result = number.or_else(|| results::in_field(text));
    if result.is_none() {
        let text = text.to_owned();
        let caution = Caution::UnknownResult { text };
        grown.warnings.push(Warning::of_line(0, caution));
    }
    let loaded = grown.with_head(contents.tags, result.and_then(results::outcome));
    Ok(loaded.with_side_of(Some(&contents.fen)))
}

impl CbfContents {
    fn of(text: &str) -> Self {
        let mut contents = Self::default();
        for part in parts(text) {
            match part {
                XmlPart::Start(element) => contents.start(&element),
                XmlPart::Text(text) => contents.text.add(&text),
                XmlPart::Verbatim(text) => contents.text.add_verbatim(&text),
                XmlPart::End(name) if name == MOVES || name == ROOT => contents.is_whole = true,
                XmlPart::End(name) if contents.leaf.as_ref() == Some(&name) => contents.finish(),
                XmlPart::End(name) if name == HEAD => contents.is_in_head = false,
                XmlPart::End(_) => {}
            }
        }
        contents.finish();
        let first = contents.steps.first();
        if first.is_none_or(|first| first.text.as_deref() != Some(NO_MOVE)) {
            contents.steps.insert(0, TreeStep::default());
        }
        if let Some(root) = contents.steps.first_mut() {
            root.is_ongoing = true;
        }
        // The last move may have no mark of its own.
        if let Some(last) = contents.steps.last_mut().filter(|_| contents.is_whole) {
            last.is_ongoing = false;
        }
        contents
    }

    fn start(&mut self, element: &Element<'_>) {
        let is_move = element.name == MOVE;
        let is_head = element.name == FEN || HEADS.iter().any(|(name, _)| *name == element.name);
        self.is_in_head = element.name == HEAD || self.is_in_head && element.name != MOVES;
        let is_other = self.is_in_head && element.name != HEAD && self.leaf.is_none();
        if !is_move && !is_head && !is_other {
            return;
        }
        self.finish();
        if is_move {
            self.steps.push(step(element));
        }
        if !element.is_empty {
            self.leaf = Some(element.name.clone());
            self.text = TrimmedText::default();
        }
    }

    /// Stores the text of an element.
    fn finish(&mut self) {
        let Some(name) = self.leaf.take() else {
            return;
        };
        let text = std::mem::take(&mut self.text).finish();
        let tag = HEADS.iter().find(|(known, _)| *known == name);
        match (tag, self.steps.last_mut()) {
            (Some((_, RESULT)), _) => self.result = text,
            (Some((_, tag)), _) => self.tags.set(tag, text.trim()),
            (None, _) if name == FEN => self.fen = text,
            (None, Some(step)) if name == MOVE => step.comment = text,
            (None, _) if OTHERS.contains(&&*name) => {}
            // A stranger among the names is kept as it is.
            (None, _) => keep_stranger(&mut self.tags, &name, text.trim(), &mut self.warnings),
        }
    }
}

impl TrimmedText {
    fn add(&mut self, text: &str) {
        let is_first = self.text.is_empty();
        self.text += if is_first { text.trim_start() } else { text };
    }

    fn add_verbatim(&mut self, text: &str) {
        self.text += text;
        self.verbatim = self.text.len();
    }

    fn finish(mut self) -> String {
        let length = self.text.trim_end().len();
        self.text.truncate(match length {
            // White space says nothing wherever it stands.
            0 => 0,
            length => length.max(self.verbatim),
        });
        self.text.replace("\r\n", "\n").replace('\r', "\n")
    }
}

fn step(element: &Element<'_>) -> TreeStep {
    let is_set = |name| {
        let value = element.attribute(name);
        value.is_some_and(|value| !matches!(value.trim(), "" | "0" | "false"))
    };
    let value = element.attribute("value").unwrap_or_default();
    let text = value.replace(char::is_whitespace, "");
    TreeStep {
        mv: mv(&text),
        text: Some(text),
        is_ongoing: !is_set("end"),
        has_other: is_set("branch"),
        ..TreeStep::default()
    }
}

/// The move of a value.
fn mv(value: &str) -> Option<Move> {
    let point = |file: u8, row: u8| {
        let [file, row] = [file, row].map(|digit| digit.wrapping_sub(b'0'));
        let rank = Rank::new(9_u8.checked_sub(row)?)?;
        Some(Point::new(File::new(file)?, rank))
    };
    match *value.as_bytes() {
        [a, b, b'-', c, d] if value != NO_MOVE => Some(Move::new(point(a, b)?, point(c, d)?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::format;
    use crate::rules::{Outcome, Side};

    const FILE: &str = "<?xml version=\"1.0\"?>\n<ChineseChessRecord Version=\"1.0\"><Head>\n<Name>A &lt;b&gt; &#x7532;&amp;</Name>\
        <Red /><Black>B</Black><URL>a?b=1&amp;c</URL><Stage> </Stage><RecordType>1</RecordType><RecordResult>2</RecordResult><FEN></FEN></Head><MoveList>\n\
        <Move value=\"00-00\"><![CDATA[About <the> start]]></Move><Move value=\"77-47\" />\n\
        <Move value='70-62'>good}</Move><Move value=\"79-67\" end=\"1\"/></MoveList></ChineseChessRecord>";

    #[test]
    fn head_moves_and_comments_are_read() {
        let loaded = format::read(FILE.as_bytes()).expect("a game");
        assert_eq!(loaded.warnings, []);
        let record = &loaded.records[0];
        let nodes = record.main_line().map(|id| record.node(id));
        let moves: Vec<_> = nodes
            .filter_map(|node| Some(node.played()?.mv.to_string()))
            .collect();
        assert_eq!(moves, ["h2e2", "h9g7", "h0g2"]);
        assert_eq!(record.comment, "About <the> start");
        let second = record.main_line().nth(1).expect("a move");
        assert_eq!(record.node(second).notes().comment, "good}");
        assert_eq!(record.tags.get(Tags::TITLE), Some("A <b> 甲&"));
        assert_eq!(
            (record.tags.get(Tags::RED), record.tags.get(Tags::BLACK)),
            (None, Some("B"))
        );
        let others: Vec<_> = record.tags.iter().skip(2).collect();
        assert_eq!(others, [("url", "a?b=1&c")]);
        assert_eq!(record.outcome.map(Outcome::score), Some("0-1"));
    }

    #[test]
    fn what_is_damaged_is_told_and_nothing_worse() {
        let more = FILE.replace("</MoveList>", "<Move value=\"63-64\"/></MoveList>");
        let loaded = format::read(more.as_bytes()).expect("a game");
        assert_eq!(
            loaded.warnings[0].what,
            Caution::LostVariation { number: 1 }
        );
        for end in (FILE.find("<Head>").expect("a head")..FILE.len())
            .filter(|end| FILE.is_char_boundary(*end))
        {
            let Ok(loaded) = format::read(&FILE.as_bytes()[..end]) else {
                continue;
            };
            let told: Vec<_> = loaded.warnings.iter().map(|told| &told.what).collect();
            let is_cut = !FILE[..end].contains("</MoveList>");
            assert_eq!(told.contains(&&Caution::EndsEarly), is_cut, "{end}");
        }
        let bad = FILE.replace("70-62", "9é-62");
        let loaded = format::read(bad.as_bytes()).expect("a game");
        assert!(matches!(
            loaded.warnings[0].what,
            Caution::NotAMove {
                at: (1, Side::Black),
                ..
            }
        ));
    }

    #[test]
    fn a_branch_goes_on_behind_the_end_of_its_line() {
        let list = "<chineseChessRecord><movelist>
            <Move value=\"00-00\">\r\n  </Move>
            <Move value = '77-47'><![CDATA[ \r\n ]]>&nbsp;</Move>
            <MOVE Value=\"70-62\" Branch=\"1\"> <!-- <Move value=\"79-67\"/> -->
            </MOVE>
            <Move value=79-67 branch=1 />
            <Move value= \"80-70\" end=\"1\">
              <![CDATA[ main\r\nline]]>
            </Move>
            <Move value=\"66-65\" end=\"1\">&nbsp;A &lt;b&gt; & c &bogus;</Move>
            <Move value=\"72-42\"/>
            <Move value=\"47-43\"/></movelist></chineseChessRecord>";
        let loaded = format::read(list.as_bytes()).expect("a game");
        assert_eq!(loaded.warnings, []);
        let record = &loaded.records[0];
        let nodes = record.walk().map(|id| record.node(id));
        let nodes = nodes.filter_map(|node| Some((node.ply(), node.played()?.mv, node.notes())));
        let told: Vec<_> = nodes
            .map(|(ply, mv, notes)| format!("{ply}{mv}{}", notes.comment))
            .collect();
        assert_eq!(
            told,
            [
                "1h2e2",
                "2h9g7",
                "3h0g2",
                "4i9h9 main\nline",
                "3g3g4 A <b> & c &bogus;",
                "2h7e7",
                "3e2e6"
            ]
        );
        assert_eq!(record.comment, "");
    }

    #[test]
    fn declared_entities_do_not_grow() {
        let bomb = format!(
            "<!DOCTYPE x [<!ENTITY a \"{}\">]>{}",
            "lol".repeat(1000),
            FILE.replace("good", "&a;&a;")
                .replace("<?xml version=\"1.0\"?>", "")
        );
        let loaded = format::read(bomb.as_bytes()).expect("a game");
        let record = &loaded.records[0];
        let second = record.main_line().nth(1).expect("a move");
        assert_eq!(record.node(second).notes().comment, "&a;&a;}");
    }
}
