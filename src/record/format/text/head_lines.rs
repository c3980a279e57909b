//! Head lines of pasted texts: `红方: …`, and those of WXF, which PlayOK and XBoard write: `RED name ; rating ;;`.

use super::super::pgn::{self, RawTag};
use super::{lines, unquoted};
use crate::record::Tags;
use crate::record::notation::chinese_length;
use std::borrow::Cow;

/// Labels of head lines and their tags.
const HEADS: [(&str, &str); 16] = [
    ("Title", "标题|標題|title|棋局|tiêu đề|对局名称|對局名稱"),
    ("Event", "赛事|賽事|event|giải|giải đấu|比赛名称|比賽名稱"),
    ("Round", "轮次|輪次|round|vòng"),
    ("Date", "日期|date|ngày|比赛日期|比賽日期|对局日期|對局日期"),
    (
        "Site",
        "地点|地點|site|place|địa điểm|比赛地点|比賽地點|对局地点|對局地點",
    ),
    ("TimeControl", "记时规则|计时规则|記時規則|計時規則"),
    ("Opening", "布局|开局|開局|opening|khai cuộc"),
    ("Annotator", "评注|評注|注解|註解|评论|評論"),
    ("RedTeam", "红方团体|紅方團體|红方单位"),
    ("BlackTeam", "黑方团体|黑方團體|黑方单位"),
    (
        "Result",
        "结果|結果|棋局结果|棋局結果|比赛结果|比賽結果|对局结果|對局結果|胜负|勝負|result|kết quả",
    ),
    ("Red", "红方姓名|紅方姓名|红方|紅方|红|紅|red|đỏ|bên đỏ"),
    ("Black", "黑方姓名|黑方|黑|black|đen|bên đen"),
    (Tags::REFEREE, "裁判|裁判员|裁判長|裁判长"),
    (Tags::SOURCE, "来源|來源|出处|出處"),
    // Not kept, since it means the notation.
    ("Format", "format"),
];
/// Labels of lines that include the team, if another line has the name alone.
const RED: &str = "红方";
const BLACK: &str = "黑方";
/// Maximum number of head lines kept; one more is read so that the excess is reported.
pub(super) const MAX_TAGS: usize = 100;
/// Labels of the time used, behind the name of a player.
const TIMES: [&str; 4] = ["耗时", "耗時", "用时", "用時"];
/// Words above the columns of moves.
const COLUMNS: [&str; 14] = [
    "棋谱", "棋譜", "着法", "回合", "序号", "序號", "no", "no.", "#", "move", "moves", "round",
    "tt", "stt",
];

/// Whether a line is the first of a head of WXF.
pub(super) fn begins_wxf(line: &str) -> bool {
    let rest = line.strip_prefix("FORMAT");
    rest.is_some_and(|rest| rest.starts_with(char::is_whitespace))
}

/// The rest of a line after `START{`, which opens the moves of WXF.
pub(super) fn wxf_start(line: &str) -> Option<&str> {
    line.strip_prefix("START")?.trim_start().strip_prefix('{')
}

/// The rest of a line before `}END`, which closes the moves of WXF; the brace may be on the line above.
pub(super) fn before_wxf_end(line: &str) -> Option<&str> {
    let moves = line.trim_end().strip_suffix("END")?.trim_end();
    let is_alone = moves.is_empty().then_some(moves);
    moves.strip_suffix('}').or(is_alone)
}

/// Whether a text has moves of WXF.
pub(super) fn has_wxf(text: &str) -> bool {
    text.contains("START") && lines(text).any(|line| wxf_start(unquoted(line)).is_some())
}

/// A text in WXF with its remarks `/*…*/` in braces, and those above the moves moved to their beginning.
pub(super) fn with_braces(text: &str) -> Cow<'_, str> {
    if !text.contains("/*") || !has_wxf(text) {
        return Cow::Borrowed(text);
    }
    let (mut shown, mut above, mut has_begun) = (String::new(), String::new(), false);
    let mut rest = text;
    while !rest.is_empty() {
        if !has_begun && let Some(moves) = wxf_start(unquoted(rest)) {
            let length = rest.len() - moves.len();
            shown.push_str(&rest[..length]);
            shown.push_str(&std::mem::take(&mut above));
            rest = moves;
            has_begun = true;
            continue;
        }
        let end = rest.find('\n').map_or(rest.len(), |end| end + 1);
        let Some(open) = rest[..end].find("/*") else {
            shown.push_str(&rest[..end]);
            rest = &rest[end..];
            continue;
        };
        shown.push_str(&rest[..open]);
        let inside = &rest[open + 2..];
        // One that is never closed ends with its line.
        let (remark, after) = inside
            .split_once("*/")
            .unwrap_or_else(|| inside.split_at(end - open - 2));
        let remark = remark.trim().replace('}', "｝");
        let place = if has_begun { &mut shown } else { &mut above };
        *place += &["{", &remark, "}"].concat();
        rest = after;
    }
    Cow::Owned(shown + &above)
}

/// Whether a line only names the columns of moves: 棋谱 红方 黑方.
pub(super) fn names_columns(line: &str) -> bool {
    let mut sides = Vec::new();
    let words = line.split(|c: char| c.is_whitespace() || matches!(c, '|' | '｜' | '│'));
    let is_one = |word: &str| match tag_of(word) {
        Some(side @ ("Red" | "Black")) => {
            sides.push(side);
            true
        }
        _ => COLUMNS.contains(&&*word.to_lowercase()),
    };
    words.filter(|word| !word.is_empty()).all(is_one) && sides == ["Red", "Black"]
}

/// The head lines on one line: `红方：甲  黑方：乙`. Behind the first, only known labels begin another.
pub(super) fn heads(line: &str) -> Vec<&str> {
    /// Length of the longest such line, in bytes.
    const MAX_LEN: usize = 1000;
    let mut found = Vec::new();
    let mut start = 0;
    if line.len() <= MAX_LEN && label(line).is_some() {
        for (at, space) in line.match_indices(char::is_whitespace) {
            let next = at + space.len();
            let is_known = |name: &str| tag_of(name).is_some() || TIMES.contains(&name);
            let is_head = head(&line[next..]).is_some_and(|(name, _)| is_known(name));
            if is_head && line[start..at].contains([':', '：']) {
                found.push(line[start..at].trim());
                start = next;
            }
        }
    }
    found.push(&line[start..]);
    found
}

/// Parses a head line, `word: value`.
pub(super) fn head(line: &str) -> Option<(&str, &str)> {
    /// Maximum length of such a word.
    const MAX_LEN: usize = 20;
    let (name, value) = line.split_once([':', '：'])?;
    let name = name.trim();
    let is_word = !name.is_empty()
        && name.chars().count() <= MAX_LEN
        && name
            .chars()
            .all(|c| c.is_alphabetic() || c == ' ' || c == '\u{3000}');
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
    let label = plain(label);
    let found = HEADS
        .iter()
        .find(|(_, labels)| labels.split('|').any(|known| known == label));
    found.map(|(tag, _)| *tag)
}

/// A label in lowercase, without the spaces that pad it in Chinese: 红    方.
fn plain(label: &str) -> String {
    let mut label = label.to_lowercase();
    if label.starts_with(|c: char| c >= '\u{3000}') {
        label.retain(|c| !c.is_whitespace());
    }
    label
}

/// Whether a label is known and its tag still missing.
pub(super) fn is_missing(label: &str, tags: &[RawTag<'_>]) -> bool {
    tag_of(label).is_some_and(|known| tags.iter().all(|(tag, _)| *tag != known))
}

/// Parses a line as the tag of its label, or else as a tag named by its label; `None` for the name of a site.
pub(super) fn tag<'a>(label: &'a str, value: &'a str, tags: &mut Vec<RawTag<'a>>) {
    if tags.len() > MAX_TAGS || label.is_empty() || value.starts_with("//") {
        return;
    }
    let Some(known) = tag_of(label) else {
        let of_side = match tags.last() {
            Some(("Red" | "RedTeam", _)) => "RedTime",
            Some(("Black" | "BlackTeam", _)) => "BlackTime",
            _ => label,
        };
        let is_time = TIMES.contains(&label);
        tags.push((if is_time { of_side } else { label }, value));
        return;
    };
    if !matches!(&*plain(label), RED | BLACK) || is_missing(label, tags) {
        tags.push((known, value));
    }
}

/// Parses a head line of WXF: `RED name ; rating ;;`, or a name alone.
pub(super) fn wxf<'a>(line: &'a str, tags: &mut Vec<RawTag<'a>>) -> bool {
    let (name, value) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    if !name.bytes().all(|b| b.is_ascii_uppercase()) {
        return false;
    }
    let mut values = value.split(';').map(str::trim);
    let value = values.next().unwrap_or_default();
    match name {
        "GAME" if is_missing("event", tags) => tag("event", value, tags),
        "GAME" => tag("title", value, tags),
        _ => tag(name, value, tags),
    }
    let more = match name {
        "RED" => "RedElo",
        "BLACK" => "BlackElo",
        "EVENT" => "TimeControl",
        _ => return true,
    };
    if tags.len() <= MAX_TAGS {
        tags.push((more, values.next().unwrap_or_default()));
    }
    true
}
