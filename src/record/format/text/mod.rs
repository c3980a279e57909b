//! Moves copied from pages and chats, with or without a head.
//!
//! - a FEN anywhere, `position fen … moves …` and `position startpos moves …`; a FEN alone is a game without moves;
//! - the text of dpxq.com: lines `红方: …`, then two columns of moves, then a line about the site;
//! - WXF of PlayOK, XBoard and others: `RED name ; rating ;;` and other lines, then `START{ … }END`, with remarks `/*…*/`;
//! - lists of moves in any notation, with or without numbers, and Chinese without spaces;
//! - variations below the game; see `variations`;
//! - several games, one below the other; see `split`.
//!
//! Above the moves, a line `word: value` with a known word holds none, even if the value looks like moves: openings are named
//! by moves.
//! Prose is kept as comments, as XQStudio has it between the moves of its text; see [`pgn`].

mod head_lines;
mod split;
mod unspaced;
mod variations;

pub(super) use unspaced::spaced;

use super::batch::Batch;
use super::pgn::{self, RawTag, ReadOptions, Syntax};
use super::{Caution, Loaded, ReadError, Warning, dhtmlxq, html};
use crate::record::Tags;
use crate::rules::{PositionFault, Setup, names_side};
use head_lines::{
    MAX_TAGS, before_wxf_end, has_wxf, head, heads, is_missing, names_columns, tag, tag_of,
    with_braces, wxf, wxf_start,
};
use std::borrow::Cow;
use std::ops::Range;

/// Labels of lines of moves.
pub(super) const MOVES: [&str; 6] = ["moves", "着法", "招法", "走法", "棋谱", "棋譜"];

/// Maximum length of the fields behind the board of a FEN, in bytes.
const MAX_FIELDS_LEN: usize = 80;
/// Characters that end a field.
const FIELD_ENDS: [char; 11] = [' ', '\t', '"', '\'', ',', ';', '|', '，', '；', ')', '）'];

/// A text split into head lines and the rest.
#[derive(Default)]
struct HeadAndMoves<'a> {
    tags: Vec<RawTag<'a>>,
    moves: String,
}

pub(super) fn read(text: &str) -> Result<Loaded, ReadError> {
    let text = text.trim_end_matches('\0');
    if text.contains('\0') {
        return Err(ReadError::Unknown);
    }
    // The moves may be in a script, or shown on its page.
    if let Some(shown) = html::without_hidden(text)
        && let Ok(loaded) = read_games(&shown)
    {
        return Ok(loaded);
    }
    read_games(text)
}

/// Reads the games of a text, possibly that of a page.
fn read_games(text: &str) -> Result<Loaded, ReadError> {
    // A table in a wiki is no comment.
    let text = text.trim_start().strip_prefix("{|").unwrap_or(text);
    let text = &*html::without_markup(text);
    let text = &*within_fences(text);
    let plain = has_escaped_board(text).then(|| dhtmlxq::without_percents(text));
    let text = plain.as_deref().unwrap_or(text);
    let text = &*with_spaces(text);
    let listed = split::by_fen(text);
    let has_titles = listed.is_some();
    let games: Vec<_> = listed
        .unwrap_or_else(|| vec![text])
        .into_iter()
        .flat_map(split::by_head)
        .flat_map(split::by_number)
        .collect();
    if let [game] = games[..] {
        return read_game(game);
    }
    Batch::new().read_each(&games, |_, game| match has_titles {
        true => {
            let (game, title) = split::without_title(game);
            Ok(with_title(read_game(&game)?, title))
        }
        false => read_game(game),
    })
}

/// Adds the title of the only game, unless it has one.
fn with_title(mut loaded: Loaded, title: Option<String>) -> Loaded {
    if let ([record], Some(title)) = (&mut loaded.records[..], title)
        && record.tags.get(Tags::TITLE).is_none()
    {
        record.tags.set(Tags::TITLE, &title);
    }
    loaded
}

/// Reads a text as one game.
pub(super) fn read_game(text: &str) -> Result<Loaded, ReadError> {
    let (main, others) = variations::split(text);
    let (main, notes) = variations::main_line(main);
    let mut loaded = read_main_line(&with_braces(&main))?;
    variations::add(&mut loaded, &notes, others);
    Ok(loaded)
}

fn read_main_line(text: &str) -> Result<Loaded, ReadError> {
    let fen = fen(text);
    let start = match &fen {
        Some(place) => Setup::from_fen(&text[place.clone()]).map_err(ReadError::Fen)?,
        None => Setup::start(),
    };
    let (above, below) = match &fen {
        Some(place) => (&text[..place.start], &text[place.end..]),
        None => (text, ""),
    };
    let mut parts = parts(above, below);
    let has_more_tags = parts.tags.len() > MAX_TAGS;
    parts.tags.truncate(MAX_TAGS);
    let options = ReadOptions {
        syntax: Syntax::Prose,
        keeps_preface: !parts.tags.is_empty(),
    };
    let own_start = fen.is_some().then_some(start);
    let mut loaded = assemble(own_start, &parts.moves, &parts.tags, options)?;
    if has_more_tags {
        let what = Caution::TooManyTags { most: MAX_TAGS };
        loaded.warnings.push(Warning::of_line(0, what));
    }
    Ok(loaded.with_side_of(fen.map(|place| &text[place])))
}

/// Reads a game from its moves and tags, from the standard start if it has none.
pub(super) fn assemble(
    start: Option<Setup>,
    moves: &str,
    tags: &[RawTag<'_>],
    options: ReadOptions,
) -> Result<Loaded, ReadError> {
    let has_start = start.is_some();
    let start = start.unwrap_or_else(Setup::start);
    let mut reading = pgn::read_moves(moves, &start, options);
    // A pasted position is meant to be played, so an unplayable one is an error, except for a check that the wrong side has
    // the move after: studies begin so.
    if let Err(error) = reading.record.start().position() {
        let is_check = |fault: &PositionFault| {
            fault.is_oddity() || matches!(fault, PositionFault::OpponentInCheck { .. })
        };
        if !error.faults.iter().all(is_check) {
            return Err(ReadError::Position(error));
        }
    }
    let has_moves = reading.record.move_count() > 0;
    if !has_start && !has_moves && is_jieqi(moves) {
        return Err(jieqi());
    }
    if !(has_start || has_moves && reading.is_whole) && pgn::is_chess(moves) {
        return Err(ReadError::OtherGame("chess".to_owned()));
    }
    if !has_start && !has_moves {
        return Err(ReadError::NoMoves);
    }
    if !has_moves && options.syntax == Syntax::Prose {
        // The title of a puzzle states its task: 红先胜.
        reading.result = None;
    }
    pgn::finish(&mut reading, tags)?;
    Ok(reading.into())
}

/// The error for a game of Jieqi, whose moves of hidden pieces mean nothing without the pieces they turned out to be.
pub(super) fn jieqi() -> ReadError {
    ReadError::OtherGame("Jieqi".to_owned())
}

/// Whether a text has a FEN of Jieqi, with `x` for hidden pieces.
pub(super) fn is_jieqi(text: &str) -> bool {
    let is_hidden = |c: char| matches!(c, 'x' | 'X');
    let mut words = text.split(|c: char| !is_board(c) && !is_hidden(c));
    words.any(|word| word.matches('/').count() == 9 && word.contains(is_hidden))
}

/// Whether a character may stand in the board of a FEN.
pub(super) fn is_board(c: char) -> bool {
    c.is_ascii_digit() || c == '/' || "rnbakcpehmgs".contains(c.to_ascii_lowercase())
}

/// Whether a text has the board of a FEN as in the address of a page, with escaped slashes.
fn has_escaped_board(text: &str) -> bool {
    let mut slashes = text.match_indices("%2").map(|(place, _)| &text[place..]);
    let is_slash = |rest: &&str| rest.starts_with("%2F") || rest.starts_with("%2f");
    slashes.by_ref().filter(is_slash).nth(8).is_some()
}

/// The text with spaces between the fields of a FEN; addresses of pages have other signs there.
fn with_spaces(text: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(text);
    for sign in ["%20", "+", "_"] {
        for side in ["w", "b", "r"] {
            let fields = [sign, side, sign, "-", sign, "-"].concat();
            if text.contains(&fields) {
                let spaced = fields.replace(sign, " ");
                text = Cow::Owned(text.replace(&fields, &spaced));
            }
        }
    }
    text
}

/// Range of the first FEN in a text, including its fields.
pub(super) fn fen(text: &str) -> Option<Range<usize>> {
    let mut at = 0;
    while let Some(step) = text[at..].find(is_board) {
        let start = at + step;
        let rest = &text[start..];
        let end = start + rest.find(|c| !is_board(c)).unwrap_or(rest.len());
        if is_whole_or_damaged(&text[start..end]) {
            let rest = &text[end..];
            let rest = &rest[..rest.floor_char_boundary(MAX_FIELDS_LEN)];
            let line = rest.split(['\n', '\r']).next().unwrap_or_default();
            return Some(start..end + fields(line));
        }
        at = end;
    }
    None
}

/// Whether characters are a board, possibly with a rank too few or too many: no other text has both generals.
fn is_whole_or_damaged(board: &str) -> bool {
    match board.matches('/').count() {
        9 => true,
        6..=12 => board.contains('k') && board.contains('K'),
        _ => false,
    }
}

/// Length of the fields after a board on its line: side, two dashes, two numbers; each may be missing.
fn fields(line: &str) -> usize {
    let mut length = line.strip_prefix("[]").map_or(0, |_| 2);
    let next = |length: usize| {
        let rest = line[length..].trim_start();
        let word = rest.split(FIELD_ENDS).next().unwrap_or_default();
        (word, line.len() - rest.len() + word.len())
    };
    let (word, end) = next(length);
    if is_side(word, &line[end..]) {
        length = end;
    }
    let mut dashes = 0;
    while let ("-", end) = next(length)
        && dashes < 2
    {
        (dashes, length) = (dashes + 1, end);
    }
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    let (first, second) = (next(length), next(next(length).1));
    match (is_number(first.0), is_number(second.0)) {
        (true, true) => second.1,
        // Without dashes, a single number may be that of a round.
        (true, false) if dashes == 2 => first.1,
        _ => length,
    }
}

/// Whether a word stands for the side to move: its letter, or another letter with only fields behind it.
fn is_side(word: &str, after: &str) -> bool {
    let mut letters = word.chars();
    let is_letter = letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none();
    names_side(word)
        || is_letter
            && after
                .chars()
                .all(|c| c.is_ascii_digit() || matches!(c, ' ' | '-'))
}

/// The text without the fences of Markdown, and without the words behind a fenced block of moves.
fn within_fences(text: &str) -> Cow<'_, str> {
    const FENCES: [&str; 2] = ["```", "~~~"];
    if !FENCES.iter().any(|fence| text.contains(fence)) {
        return Cow::Borrowed(text);
    }
    let (mut shown, mut is_inside, mut has_moves) =
        (String::with_capacity(text.len()), false, false);
    for line in text.split_inclusive(['\n', '\r']) {
        let plain = unquoted(line);
        let words = FENCES.iter().find_map(|fence| plain.strip_prefix(fence));
        if words.is_some_and(|words| !words.contains(['`', '~'])) {
            is_inside = !is_inside;
            shown.push('\n');
            continue;
        }
        has_moves |= is_inside && pgn::begins_with_move(plain);
        let is_behind = has_moves && !is_inside;
        if !is_behind
            || pgn::begins_with_move(plain)
            || head(plain).is_some()
            || fen(plain).is_some()
        {
            shown.push_str(line);
        } else {
            shown.push('\n');
        }
    }
    Cow::Owned(shown)
}

/// A line without the marks of quoted mail and white space around it.
pub(super) fn unquoted(line: &str) -> &str {
    line.trim().trim_start_matches(['>', ' '])
}

/// Separates head lines from lines of moves.
fn parts<'a>(above: &'a str, below: &'a str) -> HeadAndMoves<'a> {
    let mut parts = HeadAndMoves::default();
    let is_wxf = has_wxf(above) || has_wxf(below);
    let (mut has_begun, mut has_start) = (false, false);
    let all = lines(above).chain(lines(below)).map(unquoted);
    for line in all.flat_map(heads) {
        let mut line = line;
        if is_wxf {
            if let Some(moves) = wxf_start(line) {
                (line, has_start) = (moves, true);
            } else if !has_start && wxf(line, &mut parts.tags) {
                continue;
            }
            line = before_wxf_end(line).unwrap_or(line);
        }
        if !has_begun && names_columns(line) {
            continue;
        }
        if let Some(result) = variations::main_heading(line) {
            if is_missing("result", &parts.tags) && !result.is_empty() {
                tag("result", result, &mut parts.tags);
            }
            continue;
        }
        has_begun = has_begun || pgn::begins_with_move(line);
        match head(line) {
            Some((name, value)) if MOVES.contains(&name.to_lowercase().as_str()) => {
                parts.moves += &unspaced::spaced(value);
            }
            // Below moves, a label that is not missing belongs to the prose.
            Some((name, _)) if has_begun && !is_missing(name, &parts.tags) => parts.moves += line,
            // Whether the moves are those of the game is decided by what follows them.
            Some((name, value)) if tag_of(name).is_none() && pgn::begins_with_move(value) => {
                parts.moves += &unspaced::spaced(line);
            }
            Some((name, value)) => tag(name, value, &mut parts.tags),
            None => parts.moves += &unspaced::spaced(&unspaced::without_marks(line)),
        }
        parts.moves.push('\n');
    }
    parts
}

/// The lines of a text, whatever ends them.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').flat_map(|line| {
        let line = line.strip_suffix('\r').unwrap_or(line);
        line.split('\r')
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::format::tests::main_line as line;
    use crate::record::format::{self, Caution};
    use crate::record::{Record, Tags};
    use crate::rules::{Outcome, Side};

    fn loaded(text: &str) -> Loaded {
        format::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    fn game(text: &str) -> Record {
        let mut loaded = loaded(text);
        assert_eq!(loaded.warnings, [], "{text}");
        loaded.records.remove(0)
    }

    #[test]
    fn lists_in_any_notation_are_read() {
        for text in [
            "h2e2 h9g7 h0g2",
            "H2-E2 H9-G7\nH0-G2",
            "1. h2e2 h9g7 2. h0g2",
            "1.h2e2,h9g7,2.h0g2",
            "h3e3 h10g8 h1g3",
            "C2=5 H8+7 H2+3",
            "1. C2.5 h8+7 2. H2+3 1-0",
            "Ｃ２＝５　Ｈ８＋７　Ｈ２＋３",
            "炮二平五 马8进7 马二进三",
            "1.炮二平五马8进72.马二进三",
            "第1回合：炮二平五　馬８進７\n第2回合：傌二進三",
            "position startpos moves h2e2 h9g7 h0g2",
            "h2e2h9g7h0g2",
            "H2-E2-H9-G7-H0-G2",
            "着法: h3e3h10g8h1g3",
            "着法: 炮二平五 马8进7 马二进三",
            "My best game\n\n 1. 炮二平五 马8进7\n 2. 马二进三\nhttps://example.org/1\n",
            "开局：中炮进三兵对屏风马\n炮二平五 马8进7 马二进三",
        ] {
            assert_eq!(line(&game(text)), "h2e2 h9g7 h0g2", "{text}");
        }
    }

    #[test]
    fn ranks_from_one_are_known_by_what_can_be_played() {
        assert_eq!(line(&game("h3e3 b8e8")), "h2e2 b7e7");
        assert_eq!(line(&game("c4c5 g7g6 b3e3")), "c3c4 g6g5 b2e2");
        // Possible both ways: counted from 0.
        assert_eq!(line(&game("b2b3")), "b2b3");
    }

    const FEN: &str = "3k5/9/9/9/9/9/9/4C4/9/4K4 w - - 0 1";

    #[test]
    fn a_position_may_stand_anywhere_and_alone() {
        for text in [
            FEN.to_owned(),
            format!("FEN: {FEN}"),
            format!("fen=\"{FEN}\""),
            FEN[..FEN.len() - 10].to_owned(),
        ] {
            let record = game(&text);
            assert_eq!(
                (record.start().to_fen().as_str(), record.move_count()),
                (FEN, 0),
                "{text}"
            );
        }
        for text in [
            format!("position fen {FEN} moves e2d2 d9d8"),
            format!("{FEN}\n1. e2d2 d9d8"),
            format!("e2d2 d9d8\n{FEN}"),
            format!("{FEN} e2d2 d9d8"),
        ] {
            let record = game(&text);
            assert_eq!(record.start().to_fen(), FEN, "{text}");
            assert_eq!(line(&record), "e2d2 d9d8", "{text}");
        }
        let other = loaded(&format!("{} b\nC5=6", &FEN[..FEN.len() - 10]));
        assert_eq!(line(&other.records[0]), "e2d2");
        let turn = Side::Red;
        assert_eq!(other.warnings[0].what, Caution::WrongSide { turn });
    }

    #[test]
    fn heads_become_tags() {
        let text = "标题: 甲 先胜 乙\n布局: 炮二平五马8进7\n红方: 队 甲\n黑方: 队 乙\n结果: 红方胜\n日期: 2026.08.31\n\
            红方姓名: 甲\n\n 1.炮二平五 马８进７\n\n棋谱由 http://example.org/ 生成";
        let record = game(text);
        let tag = |name| record.tags.get(name);
        assert_eq!(
            (tag(Tags::RED), tag(Tags::BLACK)),
            (Some("甲"), Some("队 乙"))
        );
        assert_eq!(
            (tag(Tags::DATE), tag(Tags::OPENING)),
            (Some("2026-08-31"), Some("炮二平五马8进7"))
        );
        assert_eq!(record.outcome.map(Outcome::score), Some("1-0"));
        let titled = game("甲 先负 乙\n炮二平五 马8进7");
        assert_eq!(
            (line(&titled).as_str(), titled.outcome.map(Outcome::score)),
            ("h2e2 h9g7", Some("0-1"))
        );
        let text = "FORMAT  WXF\nRED     abc ; 1137 ;;\nBLACK   d ; ;;\nRESULT  0-1\nDATE    2026-09-03 16:20:58\n\
            EVENT   Game ; 10m+0s\nSTART{\n 1. C8.5 c2.5   2. H8+7 }END";
        let record = game(text);
        let tag = |name| record.tags.get(name);
        assert_eq!(
            (tag(Tags::RED), tag(Tags::RED_RATING)),
            (Some("abc"), Some("1137"))
        );
        assert_eq!(
            (tag(Tags::DATE), tag(Tags::TIME)),
            (Some("2026-09-03"), Some("16:20:58"))
        );
        assert_eq!(
            (tag(Tags::EVENT), tag(Tags::TIME_CONTROL)),
            (Some("Game"), Some("10m+0s"))
        );
        assert_eq!(line(&record), "b2e2 b7e7 b0c2");
    }

    #[test]
    fn heads_of_wxf_are_read_whatever_stands_around_them() {
        let moves = " 1. C2.5  h8+7     2.  H2+3  R9.8";
        let remark = "/* increment of 20 seconds,\n1. so */";
        for tab in [" ", "\t", "    "] {
            let head = format!(
                "FORMAT{tab}WXF\nGAME{tab}\nRED{tab}Ann;1500;;\nBLACK{tab}Bob;;;\nDATE{tab}29-11-2026\n"
            );
            for (above, comment) in [
                ("", ""),
                (remark, "increment of 20 seconds,\n1. so"),
                ("increment of 20 seconds", "increment of 20 seconds"),
            ] {
                for (start, end) in [
                    ("START{", "}END"),
                    ("START {", "} END"),
                    ("START{", "}\nEND"),
                    ("START{", ""),
                ] {
                    for head in [head.clone(), head.replace(&format!("GAME{tab}"), "GAME")] {
                        let text = format!("{head}{above}\n\n{start}\n{moves}\n{end}\n");
                        let record = game(&text);
                        assert_eq!(line(&record), "h2e2 h9g7 h0g2 i9h9", "{text}");
                        assert_eq!(record.comment, comment, "{text}");
                        let tags = [
                            Tags::RED,
                            Tags::RED_RATING,
                            Tags::BLACK,
                            Tags::DATE,
                            Tags::EVENT,
                        ];
                        let tags = tags.map(|name| record.tags.get(name).unwrap_or_default());
                        assert_eq!(tags, ["Ann", "1500", "Bob", "2026-11-29", ""], "{text}");
                        let last = record.main_line().last().expect("a move");
                        assert_eq!(record.node(last).notes().comment, "", "{text}");
                    }
                }
            }
        }
        let text = "FORMAT WXF\nRED a;;;\nGAME Cup\nFEN  rheakae1r/9/1c4hc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RHEAKAEHR b\n\n\
            START{\n 1. ... r9.8 /*good}*/ 2. h2+3 c2.3\n}END\n";
        let record = game(text);
        assert_eq!(line(&record), "i9h9 h0g2 b7c7");
        let tags = [Tags::RED, Tags::EVENT].map(|name| record.tags.get(name));
        assert_eq!(tags, [Some("a"), Some("Cup")]);
        let comments = record
            .main_line()
            .map(|id| record.node(id).notes().comment.clone());
        assert_eq!(comments.collect::<Vec<_>>(), ["good｝", "", ""]);
        assert_eq!(
            game(&text.replace(" 1. ... r9.8 /*good}*/ 2. h2+3 c2.3\n", "")).move_count(),
            0
        );
    }

    #[test]
    fn heads_may_share_a_line_and_labels_may_be_wide() {
        for (red, black) in [
            (
                "红    方：甲(1)  耗时：  2分 24秒\n",
                "黑    方：乙(2)  耗时：  4分  1秒\n",
            ),
            ("红　　方：甲(1)\n", "黑　　方：乙(2)　用时：4分\n"),
            ("紅 方：甲(1) ", "黑 方：乙(2)\n"),
            ("红方: 甲(1)\t", "黑方: 乙(2)\n"),
        ] {
            let text = format!(
                "对局名称：甲[1] - 乙[2]\n比赛日期：2026年11月29日  比赛地点：\n{red}{black}棋谱   红方           黑方\n\
                \u{20} 1.  炮二平五       马２进３\n  2.  马二进三       炮８平５\n"
            );
            let record = game(&text);
            assert_eq!(
                (line(&record).as_str(), record.comment.as_str()),
                ("h2e2 b9c7 h0g2 h7e7", "")
            );
            let tags = [Tags::TITLE, Tags::DATE, Tags::RED, Tags::BLACK, Tags::SITE];
            let tags = tags.map(|name| record.tags.get(name).unwrap_or_default());
            assert_eq!(
                tags,
                ["甲[1] - 乙[2]", "2026-11-29", "甲(1)", "乙(2)", ""],
                "{text}"
            );
        }
        for columns in [
            "回合 红方 黑方",
            "| # | Red | Black |",
            "No. Red Black",
            "│回合│紅方│黑方│",
        ] {
            let record = game(&format!("赛事: 甲\n{columns}\n1. 炮二平五 马2进3\n"));
            assert_eq!(
                (line(&record).as_str(), record.comment.as_str()),
                ("h2e2 b9c7", ""),
                "{columns}"
            );
        }
    }

    #[test]
    fn what_a_page_does_not_show_is_no_comment() {
        let text = "<!DOCTYPE html><head><style>p { x: y }</style></head>\n<p>1. 炮二平五 马8进7</p>\n\
            <script>var a = {\"version\": 1, \"moves\": []};</script>";
        let record = game(text);
        let last = record.main_line().last().expect("a move");
        let comment = &*record.node(last).notes().comment;
        assert_eq!(
            (&*line(&record), &*record.comment, comment),
            ("h2e2 h9g7", "", "")
        );
        let script = "<script>moves = ['h2e2', 'h9g7'];</script>";
        assert_eq!(line(&game(script)), "h2e2 h9g7");
    }

    #[test]
    fn labels_that_nobody_knows_are_kept_and_times_belong_to_players() {
        let text = "红方: 甲 用时: 10分 黑方: 乙 用时: 12分\n裁判: 丙\n天气: 晴\nhttp://example.org\n\n\
            1. 炮二平五 马８进７";
        let wxf =
            "FORMAT WXF\nGAME a\nGAME b\nRED c; ;\nWEATHER fine\nSTART{\n1. C2.5 H8+7\n}END\n";
        for (text, expected) in [
            (
                text,
                &[
                    ("red", "甲"),
                    ("red_time", "10分"),
                    ("black", "乙"),
                    ("black_time", "12分"),
                    ("referee", "丙"),
                    ("天气", "晴"),
                ][..],
            ),
            (
                wxf,
                &[
                    ("event", "a"),
                    ("title", "b"),
                    ("red", "c"),
                    ("WEATHER", "fine"),
                ],
            ),
        ] {
            let loaded = read(text).expect("a game");
            assert_eq!(loaded.warnings, []);
            let tags: Vec<_> = loaded.records[0].tags.iter().collect();
            assert_eq!(tags, expected);
        }
    }

    #[test]
    fn more_labels_than_are_kept_are_told() {
        let labels = |count: usize| -> String {
            let names =
                ('a'..='z').flat_map(|one| ('a'..='z').map(move |two| format!("x{one}{two}")));
            names
                .take(count)
                .map(|name| format!("{name}: y\n"))
                .collect()
        };
        for (count, told) in [
            (100, vec![]),
            (101, vec![Caution::TooManyTags { most: 100 }]),
        ] {
            let text = format!("{}1. 炮二平五 马８进７", labels(count));
            let loaded = read(&text).expect("a game");
            assert_eq!(loaded.records[0].tags.iter().count(), 100);
            let warnings = loaded.warnings.into_iter().map(|warning| warning.what);
            assert_eq!(warnings.collect::<Vec<_>>(), told);
        }
    }

    #[test]
    fn prose_may_name_a_later_move_before_the_next_one() {
        let mentioned = "later the cannon goes 炮８平９, but first";
        let text = format!(
            "红方: 甲\n\n1.炮二平五 马８进７\n2.马二进三 车９平８\n3.车一平二 {mentioned} 卒７进１\n\
             4.车二进六 炮８平９"
        );
        let loaded = read(&text).expect("a game");
        let record = &loaded.records[0];
        assert_eq!((record.main_moves().count(), loaded.warnings), (8, vec![]));
        let fifth = record.main_line().nth(4).expect("a move");
        let said = &record.node(fifth).notes().comment;
        assert!(
            said.contains("炮８平９") && said.ends_with("first"),
            "{said}"
        );
    }

    #[test]
    fn words_around_a_fenced_block_are_none_of_the_game() {
        let moves = "1. H2-E2 H9-G7\n2. H0-G2 I9-H9";
        for (fence, end) in [
            ("```", "```"),
            ("```xiangqi", "```"),
            ("> ```", "```"),
            ("~~~ pgn", "~~~"),
        ] {
            let text = format!(
                "# Notes\n\nWords.\n\n{fence}\n{moves}\n{end}\n\nMore words.\n\n- after it\n"
            );
            let record = game(&text);
            assert_eq!(line(&record), "h2e2 h9g7 h0g2 i9h9", "{text}");
            let last = record.main_line().last().expect("a move");
            assert_eq!(
                (&*record.comment, &*record.node(last).notes().comment),
                ("", "")
            );
        }
        let text = format!("```sh\nls\n```\n{moves}\ngood\n```sh\nls\n```");
        let record = game(&text);
        let last = record.main_line().last().expect("a move");
        assert!(
            record.node(last).notes().comment.starts_with("good"),
            "{text}"
        );
    }

    #[test]
    fn what_holds_no_move_is_refused() {
        let error = |text: &str| match format::read(text.as_bytes()) {
            Ok(loaded) => panic!("{text} is a game: {}", line(&loaded.records[0])),
            Err(error) => error,
        };
        for text in [
            "hello",
            "I have 2 apples.",
            "炮二平",
            "h2e3",
            "1. 炮二平X 马８进７",
            "象棋",
        ] {
            assert_eq!(error(text), ReadError::NoMoves, "{text}");
        }
        assert_eq!(
            error("1. e4 e5 2. Nf3 Nc6"),
            ReadError::OtherGame("chess".into())
        );
        assert_eq!(
            error("xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w - - 0 1"),
            ReadError::OtherGame("Jieqi".into())
        );
        assert_eq!(error("h2e2\0h9g7"), ReadError::Unknown);
        assert!(matches!(error("9/9/9/9/9/9/9/9/9/8 w"), ReadError::Fen(_)));
        assert!(matches!(
            error("9/9/9/9/9/9/9/9/9/9 w"),
            ReadError::Position(_)
        ));
    }

    #[test]
    fn a_damaged_move_ends_the_game_and_is_never_passed_over() {
        for text in [
            "h2e2 h9g7 h0gx h7h4",
            "炮二平五 马８进７ 马二进 炮８进４",
            "炮二平五马８进７马二进炮８进４",
        ] {
            let loaded = loaded(text);
            assert_eq!(line(&loaded.records[0]), "h2e2 h9g7", "{text}");
            assert!(
                matches!(
                    &loaded.warnings[0].what,
                    Caution::NotAMove {
                        at: (2, Side::Red),
                        ..
                    }
                ),
                "{text}"
            );
        }
        let loaded = loaded("h2e2 h9g7 h0h5");
        assert!(matches!(
            &loaded.warnings[0].what,
            Caution::IllegalMove {
                at: (2, Side::Red),
                ..
            }
        ));
    }
}
