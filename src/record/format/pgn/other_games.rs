//! Detection of the game a PGN is about: the format is used for chess, too, and for many other games.
//!
//! The tags `Game` and `Variant` decide, then the number of ranks in a FEN, and finally the moves themselves.

use super::lexer::{Syntax, Token, Tokens};
use super::sections::GameSection;
use super::tags;
use crate::record::notation::{Ranks, read_ranked};
use crate::rules::Position;

const CHESS: &str = "chess";

/// Words in the names of other games, including ones that share the board or the moves of Xiangqi.
const OTHERS: &str = "janggi|changgi|korean|朝鲜象棋|朝鮮象棋|韩国象棋|韓國象棋|장기|jieqi|jie qi|揭棋|揭棊|cờ úp|co up|manchu|满洲|滿洲|满清|\
    yitong|一统棋|一統棋|banqi|ban qi|darkchess|dark chess|half chess|暗棋|翻棋|minixiangqi|mini xiangqi|\
    mini-xiangqi|supply|shogi|将棋|將棋|日本象棋|makruk|sittuyin|shatranj|checkers|draughts|国际跳棋|weiqi|\
    围棋|圍棋|gomoku|五子棋|sanguo";

/// Whether a value of the tag `Variant` is empty or names Xiangqi.
pub(super) fn is_xiangqi(value: &str) -> bool {
    let lower = value.to_lowercase();
    let plain = [
        "",
        "?",
        "-",
        "cchess",
        "standard",
        "normal",
        "from position",
    ];
    let is_named = ["xiangqi", "xiang qi", "chinese", "象棋"]
        .iter()
        .any(|word| lower.contains(word));
    !is_other(&lower) && (plain.contains(&lower.trim()) || is_named)
}

fn is_other(lower: &str) -> bool {
    OTHERS.split('|').any(|word| lower.contains(word))
}

/// The name of the game, if it is certain not to be Xiangqi.
pub(super) fn other_game(section: &GameSection<'_>, moves: &str) -> Option<String> {
    let mut named = None;
    for name in ["Game", "Variant"] {
        let Some(value) = tags::find(&section.tags, name) else {
            continue;
        };
        let lower = value.to_lowercase();
        let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
        if is_other(&lower) {
            return Some(value.trim().to_owned());
        }
        if has(&["国际象棋", "國際象棋"]) {
            named = Some(CHESS.to_owned());
        } else if is_xiangqi(&lower) && has(&["xiangqi", "xiang qi", "cchess", "chinese", "象棋"])
        {
            return None;
        } else if has(&["chess", "standard", "normal", "from position"]) {
            named = Some(CHESS.to_owned());
        } else if name == "Variant" {
            named = Some(value.trim().to_owned())
                .filter(|name| !matches!(name.as_str(), "" | "?" | "-"));
        }
    }
    let fen = tags::find(&section.tags, "FEN").unwrap_or_default();
    let board = fen.split_whitespace().next().unwrap_or_default();
    match board.matches('/').count() {
        7 => Some(CHESS.to_owned()),
        9 => None,
        _ if named.is_some() => named.filter(|_| !begins_as_xiangqi(moves)),
        _ => is_chess(moves).then(|| CHESS.to_owned()),
    }
}

/// The first words of a text that should be moves.
fn first_words(moves: &str) -> impl Iterator<Item = &str> {
    let words = Tokens::of(moves, Syntax::Pgn).filter_map(|token| match token {
        Token::Word(word) => Some(word),
        _ => None,
    });
    words.take(8)
}

/// Whether the first word of a text is a move from the Xiangqi start, and not a chess move.
fn begins_as_xiangqi(moves: &str) -> bool {
    let first = first_words(moves)
        .next()
        .filter(|word| !is_chess_move(word));
    first.is_some_and(|word| read_ranked(&Position::start(), word, Ranks::From0).is_ok())
}

/// Whether the moves are chess moves, even if Xiangqi happens to allow them.
pub(in super::super) fn is_chess(moves: &str) -> bool {
    first_words(moves).next().is_some() && first_words(moves).all(is_chess_move)
}

/// Whether a word has the form of a chess move: `e4`, `Nbxd2+`, `O-O`, `e8=Q`.
fn is_chess_move(word: &str) -> bool {
    let word = word.trim_end_matches(['+', '#']);
    if matches!(word, "O-O" | "O-O-O" | "0-0" | "0-0-0") {
        return true;
    }
    let word = word.split_once('=').map_or(word, |(word, _)| word);
    let word = word.strip_prefix(['K', 'Q', 'R', 'B', 'N']).unwrap_or(word);
    let Some((origin, goal)) = word
        .len()
        .checked_sub(2)
        .and_then(|at| word.split_at_checked(at))
    else {
        return false;
    };
    let is_point = matches!(goal.as_bytes(), [b'a'..=b'h', b'1'..=b'8']);
    let origin = origin.strip_suffix('x').unwrap_or(origin);
    is_point && matches!(origin.as_bytes(), [] | [b'a'..=b'h' | b'1'..=b'8'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::format::pgn::sections;

    #[track_caller]
    fn name(text: &str) -> Option<String> {
        let found = sections::of(text).collect::<Vec<_>>();
        other_game(&found[0], &text[found[0].moves.clone()])
    }

    #[test]
    fn chess_is_told_from_xiangqi() {
        for text in [
            "[White \"A\"]\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O 1-0",
            "[Variant \"Standard\"]\n",
            "[Variant \"chess960\"]\n1. e4",
            "[Game \"国际象棋\"]\n",
            "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n1. h2e2",
        ] {
            assert_eq!(name(text).as_deref(), Some("chess"), "{text}");
        }
        assert_eq!(
            name("[Variant \"Janggi\"]\n1. a1").as_deref(),
            Some("Janggi")
        );
        let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
        for other in [
            "janggi",
            "Jieqi",
            "揭棋",
            "manchu",
            "满洲象棋",
            "shogi",
            "Minixiangqi",
            "Korean chess",
            "supply",
        ] {
            for fen in ["", start] {
                let text = format!("[Variant \"{other}\"]\n[FEN \"{fen}\"]\n\n1. h2e2 h9g7");
                assert_eq!(name(&text).as_deref(), Some(other), "{text}");
            }
        }
        for text in [
            "[Variant \"Xiangqi (WXF)\"]\n1. e4 e5",
            "[Variant \"中国象棋\"]\n1. e4",
            "[Variant \"Chinese chess\"]\n",
            "[Variant \"cchess\"]\n",
            "[White \"A\"]\n1. h2e2 h9g7",
            "[White \"A\"]\n1. 炮二平五",
            "[Game \"Chinese Chess\"]\n1. e4 e5",
            "[Variant \"xiangqi\"]\n1. e4 e5",
            "[Variant \"normal\"]\n1. C2=5",
            "[Variant \"Standard\"]\n[FEN \"4k4/9/9/9/9/9/9/9/9/4K4 w\"]\n",
            "[Red \"A\"]\n1. Che2 Hg7",
            "[Red \"A\"]\n",
        ] {
            assert_eq!(name(text), None, "{text}");
        }
    }
}
