//! Head lines of pasted texts: `红方: …`, and those of PlayOK.

use super::pgn::{self, RawTag};
use crate::record::notation::chinese_length;

/// Labels of head lines and their tags.
const HEADS: [(&str, &[&str]); 14] = [
    ("Title", &["标题", "標題", "title", "棋局", "tiêu đề"]),
    ("Event", &["赛事", "賽事", "event", "giải", "giải đấu"]),
    ("Round", &["轮次", "輪次", "round", "vòng"]),
    ("Date", &["日期", "date", "ngày"]),
    ("Site", &["地点", "地點", "site", "place", "địa điểm"]),
    (
        "TimeControl",
        &["记时规则", "计时规则", "記時規則", "計時規則"],
    ),
    ("Opening", &["布局", "开局", "開局", "opening", "khai cuộc"]),
    (
        "Annotator",
        &["评注", "評注", "注解", "註解", "评论", "評論"],
    ),
    ("RedTeam", &["红方团体", "紅方團體", "红方单位"]),
    ("BlackTeam", &["黑方团体", "黑方團體", "黑方单位"]),
    ("Result", &["结果", "結果", "棋局结果", "result", "kết quả"]),
    (
        "Red",
        &[
            "红方姓名",
            "紅方姓名",
            RED,
            "紅方",
            "红",
            "紅",
            "red",
            "đỏ",
            "bên đỏ",
        ],
    ),
    (
        "Black",
        &["黑方姓名", BLACK, "黑", "black", "đen", "bên đen"],
    ),
    // Not kept, since it means the notation.
    ("Format", &["format"]),
];
/// These lines include the team if another line gives the name alone.
const RED: &str = "红方";
const BLACK: &str = "黑方";
/// Maximum number of head lines read; the rest are junk.
const MAX_TAGS: usize = 100;
/// First word of a head of PlayOK; start and end of its moves.
pub(super) const PLAYOK_HEAD: &str = "FORMAT ";
pub(super) const PLAYOK_START: &str = "START{";
pub(super) const PLAYOK_END: &str = "}END";

/// Parses a head line, `word: value`.
pub(super) fn head(line: &str) -> Option<(&str, &str)> {
    /// Maximum length of such a word.
    const MAX_LEN: usize = 20;
    let (name, value) = line.split_once([':', '：'])?;
    let name = name.trim();
    let is_word = !name.is_empty()
        && name.chars().count() <= MAX_LEN
        && name.chars().all(|c| c.is_alphabetic() || c == ' ');
    // Some texts label each move with its side.
    let is_side = matches!(tag_of(name), Some("Red" | "Black"));
    let is_move = chinese_length(name).is_some() || is_side && pgn::begins_with_move(value);
    (is_word && !is_move).then(|| (name, value.trim()))
}

/// The tag of a head line.
pub(super) fn label(line: &str) -> Option<&'static str> {
    head(line).and_then(|(name, _)| tag_of(name))
}

/// The tag of a label.
pub(super) fn tag_of(label: &str) -> Option<&'static str> {
    let label = label.to_lowercase();
    let found = HEADS
        .iter()
        .find(|(_, labels)| labels.contains(&label.as_str()));
    found.map(|(tag, _)| *tag)
}

/// Whether a label is known, and its tag missing so far.
pub(super) fn is_missing(label: &str, tags: &[RawTag<'_>]) -> bool {
    tag_of(label).is_some_and(|known| tags.iter().all(|(tag, _)| *tag != known))
}

/// Parses a line as the tag it means, if any.
pub(super) fn tag<'a>(label: &str, value: &'a str, tags: &mut Vec<RawTag<'a>>) {
    let Some(known) = tag_of(label).filter(|_| tags.len() < MAX_TAGS) else {
        return;
    };
    if !matches!(label, RED | BLACK) || is_missing(label, tags) {
        tags.push((known, value));
    }
}

/// Parses a head line of PlayOK: `RED name ; rating ;;`.
pub(super) fn playok<'a>(line: &'a str, tags: &mut Vec<RawTag<'a>>) -> bool {
    let Some((name, value)) = line.split_once(char::is_whitespace) else {
        return line.is_empty();
    };
    if !name.bytes().all(|b| b.is_ascii_uppercase()) {
        return false;
    }
    let mut values = value.split(';').map(str::trim);
    let value = values.next().unwrap_or_default();
    tag(name, value, tags);
    let more = match name {
        "RED" => "RedElo",
        "BLACK" => "BlackElo",
        "EVENT" => "TimeControl",
        _ => return true,
    };
    if tags.len() < MAX_TAGS {
        tags.push((more, values.next().unwrap_or_default()));
    }
    true
}
