//! User-facing text: every sentence composed at run time, for all front ends.
//!
//! The window and the command line use the same words because both take them from here. Errors and refusals carry data,
//! which this module turns into prose. Static labels are in the window's interface files.
#![forbid(unsafe_code)]

mod about;
pub mod actions;
mod aids;
mod ask;
mod browser;
mod catalogue;
mod cautions;
mod clause;
mod clock;
mod contest;
mod deeds;
mod details;
mod editor;
mod files;
mod handicap;
mod help;
mod lessons;
mod look;
mod material;
mod moves;
mod new_game;
mod notation;
mod notations;
mod numbers;
mod offers;
mod outcome;
mod points;
mod preferences;
mod questions;
mod replay;
mod ruling;
mod score_sheet;
mod seating;
mod session;
mod sound;
mod spoken;
mod spoken_move;
pub mod status;
mod steps;
mod title;
mod typing;
mod variations;

pub use about::{
    DISMISS_KEY, GLYPH_NOTICE, HEAVY_GLYPH_NOTICE, STOP_KEY, SWAP_KEY, about, app_name, board_keys,
    developers, editor, editor_keys, games_keys, glyphs, heavy_glyphs, how_to_find_keys, list_keys,
    new_game_keys, no_display, no_key_found, window_keys, with_key,
};
pub use aids::{aids, blocked, name_on_piece, pinyin};
pub use ask::{
    ask_replace, ask_replace_body, ask_replace_changed_body, ask_resign, ask_resign_body, ask_save,
    ask_save_body, ask_who_resigns, ask_who_resigns_body, cancel, close, discard, open_part,
    replace, resign, save, side_resigns,
};
pub use browser::{
    ask_save_into, ask_save_into_body, date_title, event_title, file_changed, games, games_in,
    games_read, games_shown, games_shown_so_far, listed_event, listed_game, listed_red,
    no_further_game, not_replaced, number_title, reading_progress, result_sign, result_title,
    save_as_game, save_into_file, search_progress,
};
pub use catalogue::{Catalogue, speak};
pub use cautions::{caution, cautions, cautions_of_pasted};
pub use clause::clause;
pub use clock::{
    clock_notes, live_clock, pause, paused, paused_title, resume, start_clock, time_control,
    time_control_error,
};
pub use contest::{
    ask_new_match, ask_new_match_body, copied_result, finished_about, finished_players,
    finished_told, match_score, match_text, new_match, no_game_finished, no_rematch_yet, points,
    points_of, rematch,
};
pub use details::{begun, detail, file, move_count, no_name, result};
pub use editor::{
    fen_error, in_short, no_fen_to_paste, objections, play, playable, tray, tray_count,
    tray_count_spoken,
};
pub use files::{
    all_files, ask_lose, cannot_copy_picture, cannot_open, cannot_paste, cannot_save,
    cannot_save_picture, copied_game, copied_picture, copied_position, copying_error, file_name,
    format_filter, game_files, interrupted, loss, losses, no_recent, not_local, nothing_to_paste,
    open, partly_readable, pasted_first, picture_filter, printing_error, read_error, reading_error,
    save_all_the_same, save_as, save_picture, saved, system_error, writing_error,
};
pub use handicap::{
    even_game, even_game_about, first_of_two, handicap, moves_in_a_row, odds, odds_about,
    side_to_choose, turn_at_odds,
};
pub use help::{HelpPart, help, help_title};
pub use lessons::{
    all_pages, cycle_begins, cycle_told, lesson_board, lesson_task, next_page, not_tried, pages,
    program_pages, reset, reset_about, rules_pages, step_back, step_on, tried,
};
pub use look::{
    board_look, board_look_about, edge_labels, edge_labels_about, piece_set, piece_set_about,
};
pub use material::{captured, surplus};
pub use moves::{
    back_to_game, check, illegal, listed_move, listed_round, moves_title, not_your_turn,
    over_for_good, past, refusal, ruled_for_good, to_move, turn, turn_in_file, unplayable,
};
pub use new_game::{
    custom_time, custom_time_about, different_times, given_name, last_time, last_time_about,
    rulebook_choice, start_about, time_choice, time_comes_again, time_for_moves, time_presets,
};
pub use notation::{
    notation, notation_about, notation_example, notation_name, notation_sample, script_example,
    script_name,
};
pub use notations::{
    SIDE_BY_SIDE, all_notations, listed_with_notations, notation_caption, side_by_side,
};
pub use offers::{
    accept, accept_about, decline, decline_about, declined, offer, offer_draw, offer_draw_about,
    resign_about, resign_game, seat_button, take_back, take_back_about, take_backs, taken_back,
};
pub use outcome::{new_game, outcome, outcome_brief};
pub use points::{attacks, named_piece, point, point_about, possible_moves, read_file, read_rank};
pub use preferences::{
    animation_about, animation_off, colours_of_desktop, dark_colours, dismiss, light_colours,
    preferences_broken, preferences_garbled, preferences_kept, preferences_not_kept,
    preferences_partly_broken, preferences_partly_kept, preferences_reset, preferences_unreadable,
    preferences_unsafe, preferences_wrong, script_about, script_of_no_use, search, show_details,
    undo_reset,
};
pub use questions::{
    ask_attackers, ask_captured, ask_file, ask_last_move, ask_possible_moves, ask_rank, ask_times,
    reading_keys,
};
pub use replay::{
    cannot_save_replay, replay_done, replay_filter, replay_hold, replay_length, replay_progress,
    replay_size, save_replay,
};
pub use ruling::{
    accept_ruling, accept_ruling_about, conduct, goes_on, no_capture, repeated, rulebook,
    rulebook_about, ruled, ruled_brief, ruling, ruling_title, show_cycle, show_cycle_about,
    step_of, take_back_cycle, take_back_move, take_back_ruled_about, warning, warning_in_check,
};
pub use score_sheet::{
    cannot_print, diagrams_every, last_diagram, no_diagrams, printed, sheet_above, sheet_after,
    sheet_captions, sheet_end, sheet_page, sheet_players, sheet_result, sheet_start,
    sheet_taken_back,
};
pub use seating::{seating, seating_about, seating_title};
pub use session::{
    history_unsafe, session_damaged, session_damaged_title, session_in_use, session_in_use_title,
    session_unreadable, session_unsafe,
};
pub use sound::sound;
pub use spoken::{
    Importance, Utterance, both_captured, check_aloud, illegal_aloud, last_move, lifted, low_time,
    moved, no_times, put_back, said_taken_back, times,
};
pub use spoken_move::spoken_move;
pub use steps::cycle_step;
pub use title::title;
pub use typing::{not_understood, type_move, understood};
pub use variations::{
    announced_variation, ask_delete, ask_delete_body, ask_promote, ask_promote_body, comment_here,
    comment_on, delete, delete_variation, fold, listed_comment, listed_variation, promote,
    promote_answer, signs, slip, spoken_signs, unfold, variation,
};

use crate::rules::{Piece, PieceKind, Point, PointSet, Position, Side};
use crate::scene::EdgeLabels;
use catalogue::{say, say_about};
use clock::duration;
use files::{position_fault, position_faults};
use outcome::outcome_in_short;

/// Accessible name of the board.
pub fn board() -> &'static str {
    say!("Xiangqi board")
}

/// `"Red"` or `"Black"`.
pub fn side(side: Side) -> &'static str {
    match side {
        // Translators: one of the two sides. It stands alone, and in sentences as {side}, {winner} or the like.
        Side::Red => say_about!("side", "Red"),
        // Translators: one of the two sides. It stands alone, and in sentences as {side}, {winner} or the like.
        Side::Black => say_about!("side", "Black"),
    }
}

/// Name of a piece whose side is known: in Chinese the generals of the two sides have different names.
fn kind_of(piece: Piece) -> &'static str {
    match (piece.side, piece.kind) {
        (Side::Red, PieceKind::General) => say_about!("red piece", "general"),
        (Side::Red, PieceKind::Advisor) => say_about!("red piece", "advisor"),
        (Side::Red, PieceKind::Elephant) => say_about!("red piece", "elephant"),
        (Side::Red, PieceKind::Horse) => say_about!("red piece", "horse"),
        (Side::Red, PieceKind::Chariot) => say_about!("red piece", "chariot"),
        (Side::Red, PieceKind::Cannon) => say_about!("red piece", "cannon"),
        (Side::Red, PieceKind::Soldier) => say_about!("red piece", "soldier"),
        (Side::Black, PieceKind::General) => say_about!("black piece", "general"),
        (Side::Black, PieceKind::Advisor) => say_about!("black piece", "advisor"),
        (Side::Black, PieceKind::Elephant) => say_about!("black piece", "elephant"),
        (Side::Black, PieceKind::Horse) => say_about!("black piece", "horse"),
        (Side::Black, PieceKind::Chariot) => say_about!("black piece", "chariot"),
        (Side::Black, PieceKind::Cannon) => say_about!("black piece", "cannon"),
        (Side::Black, PieceKind::Soldier) => say_about!("black piece", "soldier"),
    }
}

/// Spoken name of a piece: `red cannon`.
fn piece(piece: Piece) -> String {
    let kind = kind_of(piece);
    match piece.side {
        // Translators: {piece} is a kind of piece, such as “cannon”.
        Side::Red => say!("red {piece}", piece = kind),
        // Translators: {piece} is a kind of piece, such as “cannon”.
        Side::Black => say!("black {piece}", piece = kind),
    }
}

/// A piece and its point, within a sentence, as in the edge labels: `the chariot on e6` with coordinates, otherwise by
/// its file as counted by the moving side: `the red chariot on file 5`.
fn placed(piece: Piece, point: Point, labels: EdgeLabels, mover: Side) -> String {
    match labels {
        // Translators: a piece within a sentence: “the chariot on e6”.
        EdgeLabels::Coordinates => say!("the {piece} on {point}", piece = kind_of(piece), point),
        // A file may hold pieces of both sides.
        EdgeLabels::FileNumbers | EdgeLabels::None => {
            let file = point.file().number(mover);
            // Translators: a piece within a sentence: “the red chariot on file 5”.
            say!(
                "the {piece} on file {file}",
                piece = self::piece(piece),
                file
            )
        }
    }
}

/// The pieces on these points: `the chariot on e6`, `the chariot on e6 and the horse on f7`.
fn pieces(position: &Position, points: PointSet, labels: EdgeLabels) -> String {
    let mover = position.turn();
    let named =
        points.filter_map(|point| Some(placed(position.piece_at(point)?, point, labels, mover)));
    let mut named: Vec<_> = named.collect();
    deeds::dedup(&mut named);
    if named.is_empty() {
        return another_piece().to_owned();
    }
    list(&named)
}

fn another_piece() -> &'static str {
    // Translators: within a sentence, where a piece stands in the way and is not known: “The way is blocked by …”.
    say!("another piece")
}

/// Conjunction of items: `a`, `a and b`, `a, b and c`.
fn list(things: &[String]) -> String {
    ended(things, |rest, last| {
        // Translators: the end of a list of pieces, moves or the like: “a, b and c”. {rest} is “a, b”.
        say_about!("list", "{rest} and {last}", rest, last)
    })
}

/// Disjunction of items: `a`, `a or b`, `a, b or c`.
fn either(things: &[String]) -> String {
    ended(things, |rest, last| {
        // Translators: the end of a list of pieces, moves or the like: “a, b or c”. {rest} is “a, b”.
        say_about!("list", "{rest} or {last}", rest, last)
    })
}

/// Items separated by commas, the last one added by `join`.
fn ended(things: &[String], join: fn(&str, &str) -> String) -> String {
    match things {
        [] => String::new(),
        [only] => only.clone(),
        [rest @ .., last] => join(&row(rest), last),
    }
}

/// Items separated by commas: `a`, `a, b`, `a, b, c`.
fn row(things: &[String]) -> String {
    joined(things, |rest, next| {
        // Translators: the beginning of a list: “a, b”, and then “a, b, c”.
        say_about!("list", "{rest}, {next}", rest, next)
    })
}

/// Short notes in sequence: `Red’s clock: 12:34, 5 periods, running`.
pub fn notes(things: &[String]) -> String {
    joined(things, |rest, next| {
        // Translators: short notes side by side: “12:34, 5 periods”, and then “12:34, 5 periods, running”.
        say_about!("notes", "{rest}, {next}", rest, next)
    })
}

/// Items joined from left to right.
fn joined(things: &[String], join: fn(&str, &str) -> String) -> String {
    let all = things.iter().cloned();
    all.reduce(|rest, next| join(&rest, &next))
        .unwrap_or_default()
}

/// Two sentences in sequence.
pub fn sentences(first: &str, second: &str) -> String {
    // Translators: two whole sentences and what stands between them: Chinese has no blank there.
    say_about!("sentences", "{first} {second}", first, second)
}

/// Sentences in sequence, skipping empty ones.
fn paragraph(all: impl IntoIterator<Item = String>) -> String {
    let said = all.into_iter().filter(|sentence| !sentence.is_empty());
    said.reduce(|first, next| sentences(&first, &next))
        .unwrap_or_default()
}

/// A text with a full stop added to make it a sentence.
fn as_sentence(text: &str) -> String {
    // Translators: what ends a sentence: {text} is all of it but the full stop.
    say_about!("sentence", "{text}.", text)
}

/// A decimal number, `2.5`, in the language's format.
pub fn decimal(number: &str) -> String {
    // Translators: what stands between a number and its fraction: 2.5 seconds.
    number.replace('.', say_about!("decimal separator", "."))
}

/// A label without its access key: `Offer Draw` for `_Offer Draw`, and 提和 for `提和(_O)`, the form used in Chinese and
/// where no letter is left.
pub fn without_key(label: &str) -> String {
    if let Some((before, after)) = label.split_once("(_")
        && let Some((key, rest)) = after.split_once(')')
        && key.chars().count() == 1
    {
        return format!("{}{rest}", before.trim_end());
    }
    label.replace('_', "")
}

/// A player's name, as spoken.
pub fn name_of(of: Side, name: &str) -> String {
    // Translators: read out of the field in which a player’s name stands: “Red player: Hu”.
    say!("{side} player: {name}", side = side(of), name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_of_a_list_has_an_and() {
        let things = ["a", "b", "c"].map(str::to_owned);
        let listed: Vec<_> = (0..=3).map(|count| list(&things[..count])).collect();
        assert_eq!(listed, ["", "a", "a and b", "a, b and c"]);
        assert_eq!(either(&things), "a, b or c");
        assert_eq!(row(&things), "a, b, c");
    }

    #[test]
    fn a_label_is_read_out_without_its_key() {
        assert_eq!(without_key("_Offer Draw"), "Offer Draw");
        assert_eq!(without_key("提和(_O)"), "提和");
        assert_eq!(without_key("另存为(_A)…"), "另存为…");
        assert_eq!(without_key("Chỗ ngồi (_Z)"), "Chỗ ngồi");
        assert_eq!(without_key("Plain (FEN)"), "Plain (FEN)");
    }

    #[test]
    fn a_piece_is_named_by_its_side_and_kind() {
        for side in Side::ALL {
            for one in PieceKind::ALL {
                let told = piece(Piece::new(side, one));
                assert_eq!(told, format!("{} {one}", side.to_string().to_lowercase()));
                assert_eq!(kind_of(Piece::new(side, one)), one.to_string());
            }
        }
    }
}
