//! What is said to people: every sentence that is put together at run time, whoever shows it.
//!
//! The window and the command line say the same thing in the same words because both take them from here.
//! Errors and refusals carry data; this room makes prose of it. What is only shown stands in the window's
//! interface files.
#![forbid(unsafe_code)]

mod about;
mod ask;
mod browser;
mod clock;
mod contest;
mod deeds;
mod details;
mod editor;
mod files;
mod handicap;
mod material;
mod moves;
mod new_game;
mod notation;
mod offers;
mod outcome;
mod replay;
mod ruling;
mod score_sheet;
mod seating;
mod session;
mod sound;
mod typing;
mod variations;

pub use about::{
    ABOUT, APP_NAME, BOARD_KEYS, DEVELOPERS, EDITOR, EDITOR_KEYS, GAME_KEYS, GLYPH_NOTICE, GLYPHS,
    MENU_KEY, MOVE_KEYS,
};
pub use ask::{
    ASK_REPLACE_BODY, ASK_SAVE, ASK_WHO_RESIGNS, ASK_WHO_RESIGNS_BODY, CANCEL, CLOSE, DISCARD,
    REPLACE, RESIGN, SAVE, ask_replace, ask_resign, ask_resign_body, ask_save_body, open_part,
    side_resigns,
};
pub use browser::{
    DATE, EVENT, FILE_CHANGED, GAMES, NO_FURTHER_GAME, NUMBER, READING_PROGRESS, RESULT,
    SAVE_AS_GAME, SAVE_INTO_FILE, SEARCH_PROGRESS, ask_save_into, ask_save_into_body, games_in,
    games_read, games_shown, games_shown_so_far, listed_event, listed_game, listed_red,
    not_replaced, result_sign,
};
pub use clock::{
    NO_CLOCK, PAUSE, PAUSED, RESUME, START_CLOCK, clock, clock_notes, duration, live_clock,
    pause_tooltip, paused, periods, time_control, time_control_error,
};
pub use contest::{
    ASK_NEW_MATCH, ASK_NEW_MATCH_BODY, COPIED_RESULT, NEW_MATCH, NO_GAME_FINISHED, NO_REMATCH_YET,
    REMATCH, finished_about, finished_players, finished_result, finished_told, match_score,
    match_text, player_name, points, points_of,
};
pub use details::{NO_NAME, begun, detail, file, move_count, result};
pub use editor::{
    NO_FEN_TO_PASTE, PLAY, PLAYABLE, fen_error, in_short, objections, tray, tray_count,
    tray_count_spoken, tray_piece,
};
pub use files::{
    ALL_FILES, CANNOT_COPY_PICTURE, CANNOT_PASTE, CANNOT_SAVE_PICTURE, COPIED_GAME, COPIED_PICTURE,
    COPIED_POSITION, GAME_FILES, INTERRUPTED, NO_RECENT, NOT_LOCAL, NOTHING_TO_PASTE, OPEN,
    SAVE_ALL_THE_SAME, SAVE_AS, SAVE_PICTURE, ask_lose, cannot_open, cannot_save, caution,
    format_filter, format_name, io_error, loss, losses, partly_readable, pasted_first,
    picture_filter, position_fault, read_error, saved, system_message,
};
pub use handicap::{
    EVEN_GAME, EVEN_GAME_ABOUT, first_of_two, handicap, moves_in_a_row, odds, odds_about,
    odds_in_chinese, side_to_choose, turn_at_odds,
};
pub use material::{captured, surplus};
pub use moves::{
    BACK_TO_GAME, MOVES, OVER_FOR_GOOD, RULED_FOR_GOOD, TO_MOVE, check, illegal, listed_move,
    not_your_turn, past, refusal, turn, unplayable,
};
pub use new_game::{
    CUSTOM_TIME, CUSTOM_TIME_ABOUT, DIFFERENT_TIMES, LAST_TIME, LAST_TIME_ABOUT, TIME_COMES_AGAIN,
    TIME_FOR_MOVES, TIME_PRESETS, given_name, rulebook_choice, time_choice,
};
pub use notation::{NOTATION, notation_about, notation_name, notation_sample};
pub use offers::{
    ACCEPT, DECLINE, OFFER_DRAW, OFFER_DRAW_ABOUT, RESIGN_ABOUT, RESIGN_GAME, TAKE_BACK,
    TAKE_BACK_ABOUT, declined, offer, seat_button, take_backs, taken_back,
};
pub use outcome::{NEW_GAME, outcome, outcome_brief, outcome_in_short};
pub use replay::{
    CANNOT_SAVE_REPLAY, REPLAY_FILTER, REPLAY_PROGRESS, SAVE_REPLAY, replay_done, replay_hold,
    replay_length, replay_size,
};
pub use ruling::{
    ACCEPT_RULING, RULED_BRIEF, RULING, SHOW_CYCLE, TAKE_BACK_CYCLE, TAKE_BACK_MOVE, clause,
    conduct, cycle_step, goes_on, no_capture, repeated, rulebook, rulebook_about, ruled, ruling,
    step_of, warning, warning_in_check,
};
pub use score_sheet::{
    CANNOT_PRINT, LAST_DIAGRAM, NO_DIAGRAMS, PRINTED, SHEET_ABOVE, SHEET_END, SHEET_RESULT,
    diagrams_every, sheet_after, sheet_captions, sheet_page, sheet_players, sheet_start,
    sheet_taken_back,
};
pub use seating::{SEATING, seating, seating_about};
pub use session::{
    SESSION_DAMAGED, history_unsafe, session_damaged, session_unreadable, session_unsafe,
};
pub use sound::sound;
pub use typing::{TYPE_MOVE, not_understood, understood};
pub use variations::{
    ASK_DELETE, ASK_PROMOTE, ASK_PROMOTE_BODY, COMMENT_HERE, DELETE, DELETE_VARIATION, FOLD,
    PROMOTE, PROMOTE_ANSWER, UNFOLD, announced_variation, ask_delete_body, comment_on,
    listed_comment, listed_variation, signs, slip, spoken_signs, variation,
};

use crate::rules::{Piece, Point, PointSet, Position, Side};

/// What the board is called when it is read out.
pub const BOARD: &str = "Xiangqi board";

/// `"Red"` or `"Black"`.
#[must_use]
pub const fn side(side: Side) -> &'static str {
    match side {
        Side::Red => "Red",
        Side::Black => "Black",
    }
}

/// A piece as it is read out: `red cannon`.
#[must_use]
pub fn piece(piece: Piece) -> String {
    format!("{} {}", side(piece.side).to_lowercase(), piece.kind)
}

/// The name of a point: `e2 red cannon`, `e5 empty`.
#[must_use]
pub fn point(position: &Position, point: Point) -> String {
    match position.piece_at(point) {
        Some(there) => format!("{point} {}", piece(there)),
        None => format!("{point} empty"),
    }
}

/// Who stands on these points: `the chariot on e6`, `the chariot on e6 and the horse on f7`.
fn pieces(position: &Position, points: PointSet) -> String {
    let named: Vec<_> = points
        .filter_map(|point| {
            let piece = position.piece_at(point)?;
            Some(format!("the {} on {point}", piece.kind))
        })
        .collect();
    if named.is_empty() {
        return "another piece".to_owned();
    }
    list(&named)
}

/// Things side by side: `a`, `a and b`, `a, b and c`.
#[must_use]
pub fn list(things: &[String]) -> String {
    match things.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

/// A player's name as it is read out.
#[must_use]
pub fn name_of(of: Side, name: &str) -> String {
    format!("{} player: {name}", side(of))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_of_a_list_has_an_and() {
        let things = ["a", "b", "c"].map(str::to_owned);
        let listed: Vec<_> = (0..=3).map(|count| list(&things[..count])).collect();
        assert_eq!(listed, ["", "a", "a and b", "a, b and c"]);
    }
}
