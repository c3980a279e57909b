//! Variations and notes below a game, as dpxq.com exports them in text:
//!
//! ```text
//! 变①接主变第7回合
//!
//!     {1rbakabr1/9/1cn3n1c/pRp1p3p/6p2/2P6/P3P1P1P/C1N1C1N2/9/2BAKAB1R b}
//!     7. …………    炮２平１
//!     8. 车八进三
//! ```
//!
//! or, with more than twenty of them, `【变1-0-7】`: the first variation, of the main line, from round 7 on. Variations
//! branch from each other, too; the number may count plies (第13着). Without comments among the moves they stand below:
//! `*第 12 回合红: …`.
//!
//! A variation replaces the move at its place. Each is read like a game that begins there, with the position known from
//! the line it branches from; the one in braces says nothing more.

use super::super::pgn::{self, ReadOptions, Syntax, enclosed_number, numeral};
use super::super::{Caution, Loaded, Warning, offset, too_many_moves};
use super::unspaced;
use super::{is_board, unquoted};
use crate::record::notes::append;
use crate::record::{NodeId, Record};
use crate::rules::Setup;
use std::collections::HashMap;

/// Number of the main line.
const MAIN: usize = 0;

/// A place in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BranchPlace {
    /// A round, and whether it is the second ply of it, if stated.
    Round(usize, Option<bool>),
    /// A ply, counted from 1.
    Ply(usize),
}

/// Contents of a heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct VariationHeading {
    number: usize,
    /// Number of the line it branches from.
    parent: usize,
    place: BranchPlace,
}

/// A variation below a game.
#[derive(Debug)]
pub(super) struct Variation<'a> {
    heading: VariationHeading,
    text: &'a str,
}

/// A note below the moves of a line.
#[derive(Debug)]
struct PlyNote<'a> {
    place: BranchPlace,
    text: &'a str,
}

/// Splits the text of a game into that of its main line, and its variations.
pub(super) fn split(text: &str) -> (&str, Vec<Variation<'_>>) {
    let mut found: Vec<Variation<'_>> = Vec::new();
    let (mut main, mut at, mut start) = (text, 0, 0);
    for line in text.split_inclusive(['\n', '\r']) {
        if let Some(heading) = heading(unquoted(line)) {
            match found.last_mut() {
                Some(last) => last.text = &text[start..at],
                None => main = &text[..at],
            }
            start = at + line.len();
            let text = &text[start..];
            found.push(Variation { heading, text });
        }
        at += line.len();
    }
    (main, found)
}

/// Whether a line is the heading of a variation.
pub(super) fn is_heading(line: &str) -> bool {
    heading(line).is_some()
}

/// The result in the heading of the main line, 【主变: 红胜】; empty if it has none.
pub(super) fn main_heading(line: &str) -> Option<&str> {
    let line = line.strip_prefix('【')?.strip_suffix('】')?;
    let names = ["主变", "主變", "副图主变", "副圖主變"];
    let rest = names.iter().find_map(|name| line.strip_prefix(name))?;
    match rest.strip_prefix([':', '：']) {
        Some(result) => Some(result.trim()),
        None => rest.is_empty().then_some(rest),
    }
}

fn heading(line: &str) -> Option<VariationHeading> {
    /// Length of the longest heading, in bytes.
    const MAX_LEN: usize = 120;
    let line = line.trim();
    let line = line.trim_matches(['【', '】', '[', ']', ':', '：']).trim();
    if line.len() > MAX_LEN {
        return None;
    }
    let (number, rest) = name(line)?;
    let dashed = rest.strip_prefix('-').and_then(|rest| {
        let (parent, place) = rest.split_once('-')?;
        let place = BranchPlace::Round(place.parse().ok()?, None);
        Some((parent.parse().ok()?, place))
    });
    let (parent, place) = match dashed {
        Some(found) => found,
        None => {
            let rest = rest.trim_start_matches([' ', ':', '：', '，', ',', '（', '(']);
            let rest = rest.strip_prefix('接')?.trim_start();
            let (parent, rest) = main_name(rest)
                .map(|rest| (MAIN, rest))
                .or_else(|| name(rest))?;
            let (place, rest) = place(rest.trim_start())?;
            let is_end = rest.trim_matches([' ', ':', '：', '）', ')']).is_empty();
            (parent, is_end.then_some(place)?)
        }
    };
    (number != MAIN).then_some(VariationHeading {
        number,
        parent,
        place,
    })
}

/// The name of the main line at the beginning of a text; returns the rest.
fn main_name(text: &str) -> Option<&str> {
    let names = ["主变", "主變", "变主", "主线", "主線"];
    names.iter().find_map(|name| text.strip_prefix(name))
}

/// The number of a variation at the beginning of a text, 变①, 变1, 变(1) or ①, and the rest.
fn name(text: &str) -> Option<(usize, &str)> {
    let named = text.strip_prefix(['变', '變']);
    let inside = named.unwrap_or(text);
    let inside = named.map_or(inside, |_| {
        inside.trim_start_matches(['化', '着', '著', ' '])
    });
    let first = inside.chars().next()?;
    if let Some(number) = enclosed_number(first) {
        return Some((number, inside[first.len_utf8()..].trim_start()));
    }
    let enclosed = inside
        .strip_prefix(['(', '（', '{'])
        .and_then(|inside| inside.split_once([')', '）', '}']));
    if let Some((number, rest)) = enclosed {
        return Some((numeral(number)?, rest.trim_start()));
    }
    named?;
    let is_part = |c: char| c.is_numeric() || "一二三四五六七八九十百零〇".contains(c);
    let end = inside.find(|c| !is_part(c)).filter(|end| *end > 0)?;
    let (number, rest) = inside.split_at(end);
    Some((numeral(number)?, rest.trim_start()))
}

/// A place at the beginning of a text, 第7回合, 第7回合黑 or 第13着, and the rest.
fn place(text: &str) -> Option<(BranchPlace, &str)> {
    let text = text.strip_prefix('第')?;
    let end = text.find(|c: char| "回着著步招手".contains(c))?;
    let (number, rest) = text.split_at(end);
    let number = numeral(number.trim()).filter(|number| *number > 0)?;
    let Some(rest) = rest.strip_prefix('回') else {
        let unit = rest.chars().next().map_or(0, char::len_utf8);
        return Some((BranchPlace::Ply(number), &rest[unit..]));
    };
    let rest = rest.strip_prefix('合').unwrap_or(rest);
    let sides = [('红', false), ('紅', false), ('黑', true)];
    let side = sides.iter().find(|(side, _)| rest.starts_with(*side));
    let (is_second, length) =
        side.map_or((None, 0), |(side, second)| (Some(*second), side.len_utf8()));
    let rest = &rest[length..];
    let rest = rest.strip_prefix('方').unwrap_or(rest);
    Some((BranchPlace::Round(number, is_second), rest))
}

/// Takes the notes out of the text of a line.
fn without_notes(text: &str) -> (String, Vec<PlyNote<'_>>) {
    let mut moves = String::with_capacity(text.len());
    let mut found: Vec<PlyNote<'_>> = Vec::new();
    let mut is_inside = false;
    for line in text.split_inclusive(['\n', '\r']) {
        let shown = unquoted(line);
        if let Some(note) = note(shown) {
            is_inside = true;
            found.push(note);
            continue;
        }
        is_inside = is_inside && !shown.is_empty() && !pgn::begins_with_move(shown);
        match found.last_mut().filter(|_| is_inside) {
            Some(last) => {
                let end = offset(text, line) + line.len();
                last.text = text[offset(text, last.text)..end].trim_end();
            }
            None => moves.push_str(line),
        }
    }
    (moves, found)
}

/// The note that a line begins.
fn note(line: &str) -> Option<PlyNote<'_>> {
    let (place, rest) = place(line.strip_prefix('*')?.trim_start())?;
    let text = rest.trim_start().strip_prefix([':', '：'])?.trim();
    Some(PlyNote { place, text })
}

/// Whether a note merely names the variations that branch off there.
fn is_reference(text: &str) -> bool {
    text.strip_prefix('有')
        .is_some_and(|rest| rest.starts_with("[变"))
}

/// The text of a variation without the position above its moves.
fn without_position(text: &str) -> &str {
    let inside = text.trim_start().strip_prefix(['{', '｛']);
    let Some((position, rest)) = inside.and_then(|inside| inside.split_once(['}', '｝'])) else {
        return text;
    };
    let mut fields = position.chars().filter(|c| !c.is_whitespace());
    let is_position = position.matches('/').count() == 9 && fields.all(|c| is_board(c) || c == 'w');
    if is_position { rest } else { text }
}

/// The text of a main line, and its notes for [`GameLines::add_notes`].
pub(super) fn main_line(text: &str) -> (String, PlyNotes<'_>) {
    let (moves, notes) = without_notes(text);
    (moves, PlyNotes(notes))
}

/// Notes below the moves of a main line.
#[derive(Debug)]
pub(super) struct PlyNotes<'a>(Vec<PlyNote<'a>>);

/// Adds notes and variations to the only game of a text.
pub(super) fn add(loaded: &mut Loaded, notes: &PlyNotes<'_>, variations: Vec<Variation<'_>>) {
    let Some(record) = loaded.records.first_mut() else {
        return;
    };
    let nodes = record.main_line().collect();
    let main = GameLine {
        parent: 0,
        shared: 0,
        nodes,
    };
    let mut lines = GameLines {
        record,
        warnings: &mut loaded.warnings,
        lines: vec![main],
        numbers: HashMap::from([(MAIN, 0)]),
    };
    lines.add_notes(0, &notes.0);
    // A variation may stand above the one it branches from.
    let mut waiting: HashMap<usize, Vec<Variation<'_>>> = HashMap::new();
    for variation in variations {
        let parent = variation.heading.parent;
        waiting.entry(parent).or_default().push(variation);
    }
    let mut parents = vec![MAIN];
    while let Some(parent) = parents.pop() {
        for variation in waiting.remove(&parent).unwrap_or_default() {
            let number = variation.heading.number;
            if lines.add(&variation) {
                parents.push(number);
            }
        }
    }
    let mut lost: Vec<_> = waiting.into_values().flatten().collect();
    lost.sort_by_key(|variation| variation.heading.number);
    for variation in lost {
        let number = variation.heading.number;
        lines.warn(number, Caution::LostVariation { number });
    }
}

/// A line of a game.
struct GameLine {
    /// Index of the line it branches from.
    parent: usize,
    /// Number of its moves that are also in that line.
    shared: usize,
    /// The nodes of its own moves.
    nodes: Vec<NodeId>,
}

/// The lines of a game that variations branch from.
struct GameLines<'r> {
    record: &'r mut Record,
    warnings: &'r mut Vec<Warning>,
    lines: Vec<GameLine>,
    /// Index of each line by its number in the text.
    numbers: HashMap<usize, usize>,
}

impl GameLines<'_> {
    fn warn(&mut self, line: usize, what: Caution) {
        self.warnings.push(Warning::of_line(line.max(1), what));
    }

    /// Adds a variation; returns whether its number is a new one.
    fn add(&mut self, variation: &Variation<'_>) -> bool {
        let number = variation.heading.number;
        let (moves, notes) = without_notes(without_position(variation.text));
        let moves = unspaced::without_marks(&moves);
        let plies = match variation.heading.place {
            BranchPlace::Ply(ply) => [ply; 2],
            BranchPlace::Round(round, second) => {
                let first = round.saturating_mul(2).saturating_sub(1);
                match second.unwrap_or_else(|| pgn::begins_with_second_ply(&moves)) {
                    true => [first + 1, first],
                    false => [first, first + 1],
                }
            }
        };
        let parent = self.numbers.get(&variation.heading.parent).copied();
        let read = plies.into_iter().find_map(|ply| {
            let shared = ply.checked_sub(1)?;
            let before = self.node(parent?, shared)?;
            Some((before, shared, self.read(before, &moves)?))
        });
        let (Some(parent), Some((before, shared, reading))) = (parent, read) else {
            self.warn(number, Caution::LostVariation { number });
            return false;
        };
        for (_, what) in reading.cautions {
            self.warn(number, what);
        }
        let nodes = self.graft(before, &reading.record, number);
        let index = self.lines.len();
        self.lines.push(GameLine {
            parent,
            shared,
            nodes,
        });
        self.add_notes(index, &notes);
        let is_new = !self.numbers.contains_key(&number);
        self.numbers.entry(number).or_insert(index);
        is_new
    }

    /// The node of a line after this number of plies of the game.
    fn node(&self, line: usize, plies: usize) -> Option<NodeId> {
        let Some(last) = plies.checked_sub(1) else {
            return Some(self.record.root());
        };
        let mut line = self.lines.get(line)?;
        while last < line.shared {
            line = self.lines.get(line.parent)?;
        }
        line.nodes.get(last - line.shared).copied()
    }

    /// Reads a variation that begins after a node; `None` if none of its moves can be played there.
    fn read(&self, before: NodeId, moves: &str) -> Option<pgn::ParsedGame> {
        let node = self.record.node(before);
        let round = self.record.start().round_of(node.ply() + 1);
        let start = Setup {
            round: u16::try_from(round).unwrap_or(u16::MAX),
            ..Setup::from(node.position())
        };
        let turn = start.turn;
        let options = ReadOptions {
            syntax: Syntax::Prose,
            keeps_preface: true,
        };
        let reading = pgn::read_moves(moves, &start, options);
        let is_here = reading.record.move_count() > 0 && reading.record.start().turn == turn;
        is_here.then_some(reading)
    }

    /// Adds a tree after a node; returns its main line.
    fn graft(&mut self, before: NodeId, tree: &Record, number: usize) -> Vec<NodeId> {
        let mut places = HashMap::from([(tree.root(), before)]);
        let first = tree.main_line().next();
        for id in tree.walk() {
            let node = tree.node(id);
            let at = node.parent().and_then(|parent| places.get(&parent));
            let (Some(&at), Some(played)) = (at, node.played()) else {
                continue;
            };
            if let Some(what) = too_many_moves(self.record) {
                self.warn(number, what);
                break;
            }
            let Ok(place) = self.record.add_lenient(at, played.mv) else {
                continue;
            };
            places.insert(id, place);
            let notes = self.record.node_mut(place).notes_mut();
            if Some(id) == first && !tree.comment.is_empty() {
                append(&mut notes.before, &tree.comment);
            }
            notes.add(node.notes().clone());
        }
        let line = tree.main_line();
        line.map_while(|id| places.get(&id).copied()).collect()
    }

    /// Adds notes to the moves they are about.
    fn add_notes(&mut self, line: usize, notes: &[PlyNote<'_>]) {
        for note in notes.iter().filter(|note| !is_reference(note.text)) {
            let ply = match note.place {
                BranchPlace::Ply(ply) => ply,
                BranchPlace::Round(round, second) => {
                    let is_second = second.unwrap_or_default();
                    round.saturating_mul(2) - usize::from(!is_second)
                }
            };
            let last = self.lines[line].nodes.last().copied();
            let comment = match self.node(line, ply).or(last) {
                Some(node) if node != self.record.root() => {
                    &mut self.record.node_mut(node).notes_mut().comment
                }
                _ => &mut self.record.comment,
            };
            append(comment, note.text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::format::{self, Target};
    use crate::record::notation::Notation;

    const MAIN_LINE: &str = "红方: 甲\n黑方: 乙\n\n【主变: 红胜】\n1.炮二平五 马８进７\n\n2.马二进三 车９平８ ①②\n\n\
        3.兵七进一 卒７进１\n";

    /// The moves and comments of a game, and what is told.
    fn read(text: &str) -> (String, Vec<Caution>) {
        let loaded = format::read(text.as_bytes()).expect("a game");
        assert_eq!(loaded.records.len(), 1, "{text}");
        let told = loaded.warnings.into_iter().map(|told| told.what).collect();
        let pgn = format::write(&loaded.records[0], Target::Pgn(Notation::Iccs));
        let pgn = String::from_utf8(pgn).expect("UTF-8");
        let (_, moves) = pgn.split_once("\n\n").expect("a head");
        (moves.split_whitespace().collect::<Vec<_>>().join(" "), told)
    }

    #[test]
    fn variations_stand_at_their_places() {
        let expected = "1. H2-E2 H9-G7 2. H0-G2 I9-H9 (2... B9-C7 3. I0-H0 {好} (3. C3-C4 {so} 3... I9-H9) 3... I9-H9) \
            (2... C6-C5) 3. C3-C4 G6-G5 1-0";
        let position =
            "{ rnbakab1r / 9 / 1c4nc1 / p1p1p1p1p / 9 / 9 / P1P1P1P1P / 1C2C1N2 / 9 / RNBAKAB1R b}";
        let first = "\t2. …………　　马２进３\n\n3.车一平二\n好\n\n 3. ………… 车９平８\n";
        let nested = "3. C3-C4 {so} I9-H9\n";
        let second = "2. ... 卒３进１\n\n棋谱由 http://www.dpxq.com/ 生成\n";
        let tight = position.replace(' ', "").replace("Rb", "R b");
        for (one, two, three) in [
            ("变①接主变第2回合", "变②接主变第2回合", "变③接变①第3回合"),
            ("变1接主变第2回合", "变2接主变第2回合：", "变3接变1第3回合"),
            (
                "變(1)接主變第2回合黑",
                "變(2)接主變第2回合黑",
                "變(3)接變(1)第3回合红方",
            ),
            ("【变1-0-2】", "【变2-0-2】", "【变3-1-3】"),
            ("变①接主变第4着", "变②接主变第4着", "变③接变①第5着"),
            (
                "变十一接主变第二回合",
                "变十二接主变第二回合",
                "变十三接变十一第三回合",
            ),
            ("①接主变第2回合", "㉑接主变第2回合", "㊿接变①第3回合"),
        ] {
            for position in ["", position, &tight] {
                let first = format!("{one}\n\n{position}\n{first}\n");
                let nested = format!("{three}\n{nested}\n");
                let second = format!("{two}\n{position}\n{second}\n");
                for text in [[&first, &nested, &second], [&nested, &first, &second]] {
                    let text = format!("{MAIN_LINE} \n{}", text.map(String::as_str).concat());
                    assert_eq!(read(&text), (expected.to_owned(), vec![]), "{text}");
                    let text = text.replace('\n', "\r\n");
                    assert_eq!(read(&text), (expected.to_owned(), vec![]), "{text}");
                }
            }
        }
    }

    #[test]
    fn notes_below_the_moves_belong_to_theirs() {
        let text = "1.炮二平五*  马８进７B\n2.马二进三  车９平８*B\n\n    *第  1 回合红: 中炮\n局\n\
            \u{20}   *第  1 回合黑: 有[变1-0-1]\n    *第  2 回合黑: 好\n\n【变1-0-1】\n1. …………  炮８平５\n\
            2.马二进三*  马８进７\n\n    *第  2 回合红: 正着\n";
        let expected = "1. H2-E2 {中炮 局} 1... H9-G7 (1... H7-E7 2. H0-G2 {正着} 2... H9-G7) 2. H0-G2 I9-H9 {好} *";
        assert_eq!(read(text), (expected.to_owned(), vec![]));
    }

    #[test]
    fn variations_begin_no_other_game_and_games_below_them_do() {
        let variation = "变①接主变第1回合\n1. 兵七进一 卒７进１ 2. 马八进七\n";
        let one = "1. C3-C4 G6-G5 2. B0-C2";
        let (moves, told) = read(&format!("{MAIN_LINE}\n{variation}"));
        assert_eq!((moves.contains(one), told), (true, vec![]), "{moves}");
        let two = format!("{MAIN_LINE}\n{variation}\n{MAIN_LINE}\n{variation}");
        let loaded = format::read(two.as_bytes()).expect("games");
        assert_eq!((loaded.records.len(), loaded.warnings), (2, vec![]));
        for record in &loaded.records {
            assert_eq!((record.main_moves().count(), record.move_count()), (6, 9));
        }
    }

    #[test]
    fn a_variation_that_leaves_no_line_is_told() {
        for (text, number) in [
            ("变②接主变第9回合\n9. 兵七进一", 2),
            ("变②接变①第2回合\n2. 兵七进一", 2),
            ("变②接变②第2回合\n2. 兵七进一", 2),
            ("变②接主变第1回合\n1. 兵七进八", 2),
            ("变②接主变第1回合\n", 2),
        ] {
            let (moves, told) = read(&format!("{MAIN_LINE}\n{text}"));
            assert!(!moves.contains('('), "{moves}");
            assert_eq!(told, [Caution::LostVariation { number }], "{text}");
        }
        let text = format!("{MAIN_LINE}\n变①接主变第2回合\n2. ……… 炮２平５ 3. 马八进九 马２进");
        let (moves, told) = read(&text);
        assert!(moves.contains("(2... B7-E7 3. B0-A2)"), "{moves}");
        assert!(told.iter().any(Caution::is_loss), "{told:?}");
    }

    #[test]
    fn other_lines_are_no_headings() {
        for line in [
            "变①",
            "接主变第2回合",
            "变化很多",
            "第2回合",
            "变①接主变",
            "1-0-2",
            "变0-0-1",
            "变接主变第2回合",
        ] {
            assert!(!is_heading(line), "{line}");
        }
        assert_eq!(main_heading("【主变: 红胜】"), Some("红胜"));
        assert_eq!(main_heading("【副图主变】"), Some(""));
        assert_eq!(main_heading("【主变化】"), None);
    }
}
