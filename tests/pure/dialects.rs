//! DhtmlXQ in other forms: bare digits, the address of a page, and the numbered tags of DHJHtmlXQ.

use chuhe::record::Tags;
use chuhe::record::format::{self, Caution, Format, ReadError};
use chuhe::rules::{Outcome, Side};

fn first_line(text: &str) -> String {
    assert_eq!(
        Format::detect(text.as_bytes()),
        Some(Format::DhtmlXq),
        "{text}"
    );
    let loaded = format::read(text.as_bytes()).unwrap_or_else(|why| panic!("{text}: {why}"));
    assert_eq!(loaded.warnings, [], "{text}");
    let record = &loaded.records[0];
    let played = record.main_moves();
    let moves: Vec<_> = played.map(|played| played.mv.to_string()).collect();
    moves.join(" ")
}

#[test]
fn bare_digits_are_moves_with_or_without_a_board() {
    assert_eq!(first_line("774770627967"), "h2e2 h9g7 h0g2");
    assert_eq!(first_line(" 7747 7062\r\n7967\n"), "h2e2 h9g7 h0g2");
    assert_eq!(first_line("7747,7062, 7967"), "h2e2 h9g7 h0g2");
    // Two generals and a chariot.
    let mut board = ["99"; 32];
    (board[4], board[20], board[8]) = ("49", "30", "85");
    let board = board.concat();
    assert_eq!(first_line(&format!("{board}8580")), "i4i9");
    let loaded = format::read(board.as_bytes()).expect("a position");
    assert_eq!(
        loaded.records[0].start().to_fen(),
        "3k5/9/9/9/9/8R/9/9/9/4K4 w - - 0 1"
    );
    for number in ["2026", "13800138000", "99999999", "7777"] {
        let error = format::read(number.as_bytes()).err();
        assert_eq!(error, Some(ReadError::NoMoves), "{number}");
    }
}

#[test]
fn tags_are_read_from_the_address_of_a_page() {
    let text = "[DhtmlXQ][DhtmlXQ_red]甲 + 乙[/DhtmlXQ_red][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist][/DhtmlXQ]";
    let escape = |letter: char, space: &str| match letter {
        ' ' => space.to_owned(),
        '0'..='9' | 'A'..='Z' | 'a'..='z' | '_' => letter.to_string(),
        _ => letter
            .to_string()
            .bytes()
            .map(|byte| format!("%{byte:02X}"))
            .collect(),
    };
    for space in ["+", "%20"] {
        let escaped: String = text.chars().map(|letter| escape(letter, space)).collect();
        for page in [
            escaped.clone(),
            escaped.replace('%', "%25"),
            text.replace('[', "&#91;").replace(']', "&#93;"),
            format!("https://example.org/?a=%&ubb={escaped}&b=1"),
        ] {
            assert_eq!(first_line(&page), "h2e2 h9g7");
            let loaded = format::read(page.as_bytes()).expect("a game");
            assert_eq!(loaded.records[0].tags.get("red"), Some("甲 + 乙"));
        }
    }
    // As JavaScript's `escape` writes it, and in GBK.
    for red in ["%u7532", "%BC%D7"] {
        let text = format!(
            "%5bDhtmlXQ_red%5d{red}%5b/DhtmlXQ_red%5d%5bDhtmlXQ_movelist%5d7747%5b/DhtmlXQ_movelist%5d"
        );
        let loaded = format::read(text.as_bytes()).expect("a game");
        assert_eq!(loaded.records[0].tags.get("red"), Some("甲"));
    }
}

#[test]
fn numbered_tags_are_read() {
    let board = "rnbakabnr**********c*****c*p*p*p*p*p******************P*P*P*P*P*C*****C**********RNBAKABNR";
    let game = |head: &str, board: &str, moves: &str| {
        format!(
            "<p>[DHJHtmlXQ]\n{head}[DHJHtmlXQ_17]队 甲[/DHJHtmlXQ_17][DHJHtmlXQ_18]甲[/DHJHtmlXQ_18]\
            [DHJHtmlXQ_28]红胜[/DHJHtmlXQ_28][DHJHtmlXQ_31]{board}[/DHJHtmlXQ_31][DHJHtmlXQ_34]{moves}[/DHJHtmlXQ_34]\n\
            [game_comment_0_0]开局[/comment_0_0][game_comment_0_2]好||[b]棋[/b][/comment_0_2][/DHJHtmlXQ]"
        )
    };
    let one = game("", board, "724279677062");
    assert_eq!(first_line(&one), "h2e2 h9g7 h0g2");
    let record = &format::read(one.as_bytes()).expect("a game").records[0];
    assert_eq!(
        (record.tags.get(Tags::RED), record.comment.as_str()),
        (Some("甲"), "开局")
    );
    assert_eq!(record.outcome.map(Outcome::score), Some("1-0"));
    let second = record.main_line().nth(1).expect("a move");
    assert_eq!(record.node(second).notes().comment, "好\n[b]棋[/b]");
    // Empty points as noughts, and Black to move.
    let turn = "[DHJHtmlXQ_32]1[/DHJHtmlXQ_32]";
    let other = game(turn, &board.replace('*', "0"), "");
    let two = one.clone() + &other;
    let loaded = format::read(two.as_bytes()).expect("games");
    assert_eq!(loaded.records.len(), 2);
    assert_eq!(loaded.records[1].start().turn, Side::Black);
    for end in (0..two.len()).filter(|end| two.is_char_boundary(*end)) {
        let _ = format::read(&two.as_bytes()[..end]);
    }
    check_beginnings(&one, "[/DHJHtmlXQ]");
}

#[test]
fn a_beginning_is_never_taken_for_the_whole() {
    let moves = "[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]";
    let comment = "[DhtmlXQ_comment1]开局 [1][/DhtmlXQ_comment1]";
    let game = |inside: &str| format!("<p>[DhtmlXQ]\n{inside}\n[/DhtmlXQ]</p>\n");
    for text in [
        game(moves),
        game(&format!("{moves}{comment}")),
        game(&format!("{comment}\n{moves}")),
        game(moves).replace("[/DhtmlXQ_movelist]", ""),
        game(moves).replace("[DhtmlXQ]", "[DhtmlXQiFrame]"),
        format!("[DhtmlXQHTML]{}[/DhtmlXQHTML]", game(moves)),
    ] {
        check_beginnings(&text, "[/DhtmlXQ]");
        check_beginnings(
            &text.replace('[', "%5B").replace(']', "%5D"),
            "%5B/DhtmlXQ%5D",
        );
    }
    // Without a frame only what has begun tells, and only where other values end.
    let cut = format!("{comment}{}", &moves[..23]);
    let loaded = format::read(cut.as_bytes()).expect("a game");
    assert!(loaded.warnings[0].truncates_main_line(), "{cut}");
    let bare = "[DhtmlXQ_red]甲[DhtmlXQ_movelist]77477062";
    assert_eq!(first_line(bare), "h2e2 h9g7");
    let two = format!("{0}{0}", format!("[DhtmlXQ]{moves}"));
    assert_eq!(first_line(&two), "h2e2 h9g7");
    // So does one after the main line.
    let cut = format!("[DhtmlXQ][DhtmlXQ_result]红胜[/DhtmlXQ_result]{moves}");
    let loaded = format::read(cut.as_bytes()).expect("a game");
    let told: Vec<_> = loaded.warnings.iter().map(|told| &told.what).collect();
    assert_eq!(told, [&Caution::EndsEarly]);
    assert!(!loaded.warnings[0].truncates_main_line());
    assert!(loaded.records[0].outcome.is_some());
    // A cut in a comment leaves the main line as it is.
    let cut = format!("[DhtmlXQ]{moves}{}", &comment[..24]);
    let loaded = format::read(cut.as_bytes()).expect("a game");
    let told: Vec<_> = loaded.warnings.iter().map(|told| &told.what).collect();
    assert_eq!(told, [&Caution::EndsEarly]);
    assert!(!loaded.warnings[0].truncates_main_line());
    assert_eq!(loaded.records[0].move_count(), 2);
}

/// Checks that the beginnings of a game are not taken for all of it, up to the end of its last part.
fn check_beginnings(text: &str, end: &str) {
    let whole = text.find(end).expect("an end") + end.len();
    for end in (0..whole).filter(|end| text.is_char_boundary(*end)) {
        let Ok(loaded) = format::read(&text.as_bytes()[..end]) else {
            continue;
        };
        let is_told = loaded.warnings.iter().any(|told| told.what.is_loss());
        assert!(is_told, "{}", &text[..end]);
    }
}
