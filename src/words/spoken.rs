//! Announcements during a game, and their priorities.

use super::catalogue::{labels, say, say_about, say_count};
use super::clock::{in_hours, in_minutes, in_seconds};
use super::moves::{checked_by, refused};
use super::points::{named_piece, placed};
use super::{Players, another_piece, as_sentence, sentences};
use crate::game::clock::{Millis, TimeWarning};
use crate::rules::{IllegalMove, Piece, PointSet, Position, Side};

/// Importance of an announcement to the listener, in descending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Importance {
    /// The game is over, or the arbiter has ruled.
    End,
    /// Time is running out.
    Time,
    /// A question to a player, or an answer.
    Question,
    /// A refusal.
    Refusal,
    /// A move.
    Move,
    /// A message from a friend far away.
    Message,
    /// Current state: the side to move, a check, a warning. It supersedes any earlier state.
    State,
    /// The answer to a query, or the result of touching a piece.
    Answer,
}

impl Importance {
    /// Whether it concerns the state: the last of several is valid.
    const fn is_of_position(self) -> bool {
        matches!(self, Self::End | Self::State)
    }
}

/// Sentences to be announced together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Utterance(Vec<(Importance, String)>);

impl Utterance {
    /// Adds a sentence, unless it is a duplicate.
    pub fn add(&mut self, importance: Importance, sentence: &str) {
        if importance.is_of_position() {
            self.0.retain(|(of, _)| !of.is_of_position());
        }
        if !sentence.is_empty() && !self.0.iter().any(|(_, said)| said == sentence) {
            self.0.push((importance, sentence.to_owned()));
        }
    }

    /// Drops sentences of less importance.
    pub fn drop_below(&mut self, importance: Importance) {
        self.0.retain(|(of, _)| *of <= importance);
    }

    /// Takes all sentences, the most important first.
    pub fn take(&mut self) -> String {
        let mut said = std::mem::take(&mut self.0);
        said.sort_by_key(|(importance, _)| *importance);
        let told = said.into_iter().map(|(_, sentence)| sentence);
        let told = told.reduce(|first, next| {
            if first.ends_with(|last: char| last.is_alphanumeric() || ")）".contains(last)) {
                sentences(&as_sentence(&first), &next)
            } else {
                sentences(&first, &next)
            }
        });
        told.unwrap_or_default()
    }
}

/// A move in words, with its capture.
pub fn moved(words: &str, captured: Option<Piece>) -> String {
    match captured {
        None => say!("{words}.", words),
        Some(piece) => say!(
            "{words}, capturing {piece}.",
            words,
            piece = named_piece(piece)
        ),
    }
}

/// Announcement of a check, with points as they are spoken.
pub fn check_aloud(position: &Position) -> String {
    checked_by(position.turn(), &named(position, position.checkers()))
}

/// Reason a move was refused, with points as they are spoken.
pub fn illegal_aloud(position: &Position, why: IllegalMove) -> String {
    refused(position, why, |points| named(position, points))
}

/// Pieces by their points; `another piece` if there are none.
fn named(position: &Position, points: PointSet) -> String {
    let named = placed(position, points);
    if named.is_empty() {
        another_piece().to_owned()
    } else {
        named
    }
}

/// The last move, on request.
pub fn last_move(moved: Option<&str>) -> String {
    match moved {
        None => say!("No move has been made.").to_owned(),
        Some(moved) => say!("Last move: {moved}", moved),
    }
}

/// Announcement of a move taken back.
pub fn said_taken_back(words: &str) -> String {
    say!("Taken back: {words}.", words)
}

/// Announcement of a lifted piece with its number of destinations.
pub fn lifted(piece: Piece, goals: usize) -> String {
    let piece = named_piece(piece);
    if goals == 0 {
        return say!("{piece} lifted. It cannot move.", piece);
    }
    say_count!(
        "{piece} lifted, {count} move.",
        "{piece} lifted, {count} moves.",
        count = goals,
        piece
    )
}

/// Announcement of a piece put back.
pub fn put_back(piece: Piece) -> String {
    say!("{piece} put back.", piece = named_piece(piece))
}

/// Announcement of how an offer is answered, with the keys in the user's language.
pub fn how_to_answer(accept: &str, decline: &str) -> String {
    // Translators: read out after an offer; {accept} and {decline} are keys such as “Alt+E”.
    say!("{accept} accepts, {decline} declines.", accept, decline)
}

/// Announcement that the board was turned.
pub fn at_bottom(bottom: Side) -> &'static str {
    match bottom {
        Side::Red => say!("Red is at the bottom."),
        Side::Black => say!("Black is at the bottom."),
    }
}

/// Announcement that the sidebar was shown or hidden.
pub fn sidebar(is_shown: bool) -> &'static str {
    if is_shown {
        say!("The sidebar is shown.")
    } else {
        say!("The sidebar is hidden.")
    }
}

labels! {
    resumed = say!("The clock is running.");
}

/// Announcement that a side is low on time.
pub fn low_time(player: &str, warning: TimeWarning) -> String {
    match warning {
        TimeWarning::Minute => say!("{side} has one minute left.", side = player),
        TimeWarning::TenSeconds => say!("{side} has less than ten seconds left.", side = player),
    }
}

/// Times of both sides, the side to move first.
pub fn times(first: (Side, Millis), second: (Side, Millis), runs: bool, who: &Players) -> String {
    let [(one, left), (other, rest)] = [first, second];
    let (left, rest) = (time_left(left), time_left(rest));
    let (one, other) = (&who[one], &who[other]);
    if runs {
        say!(
            "{one} to move: {left}, running. {other}: {rest}.",
            one,
            left,
            other,
            rest
        )
    } else {
        say!(
            "{one} to move: {left}, not running. {other}: {rest}.",
            one,
            left,
            other,
            rest
        )
    }
}

/// Captures of both sides.
pub fn both_captured(red: &str, black: &str) -> String {
    say!("{red}. {black}.", red, black)
}

labels! {
    no_times = say!("This game is played without a clock.");
}

/// A clock time in words, rounded up like the clock: `9 minutes 58 seconds`.
fn time_left(time: Millis) -> String {
    let seconds = time.div_ceil(1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let mut told = Vec::new();
    if hours > 0 {
        told.push(in_hours(hours));
    }
    if minutes > 0 {
        told.push(in_minutes(minutes));
    }
    if seconds > 0 || told.is_empty() {
        told.push(in_seconds(seconds));
    }
    let told = told.into_iter().reduce(|first, next| {
        // Translators: parts of a time one after the other: “9 minutes 58 seconds”.
        say_about!("time", "{first} {next}", first, next)
    });
    told.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{PieceKind, Setup};

    #[test]
    fn what_matters_most_is_said_first_and_nothing_is_lost() {
        let mut all = Utterance::default();
        all.add(Importance::State, "Red to move");
        all.add(Importance::Answer, "Sound is on.");
        all.add(Importance::Move, "Red cannon from file 2 across to file 5.");
        all.add(Importance::State, "Black to move");
        all.add(Importance::Time, "Black has less than ten seconds left.");
        all.add(Importance::Move, "Red cannon from file 2 across to file 5.");
        assert_eq!(
            all.take(),
            "Black has less than ten seconds left. Red cannon from file 2 across to file 5. Black to move. Sound is on."
        );
        assert_eq!(all.take(), "");
        all.add(Importance::Answer, "Nothing is captured.");
        all.add(Importance::State, "Red to move");
        all.drop_below(Importance::State);
        assert_eq!(all.take(), "Red to move");
        all.add(Importance::Refusal, "No piece of Red can go there.");
        all.add(Importance::Answer, "Nothing is captured.");
        all.add(Importance::State, "Red to move");
        all.drop_below(Importance::Move);
        assert_eq!(all.take(), "No piece of Red can go there.");
    }

    #[test]
    fn of_two_states_only_the_last_is_said() {
        let mut all = Utterance::default();
        all.add(Importance::State, "Red to move");
        all.add(Importance::End, "Draw by agreement.");
        assert_eq!(all.take(), "Draw by agreement.");
        all.add(Importance::End, "Draw by agreement.");
        all.add(Importance::State, "Black to move");
        assert_eq!(all.take(), "Black to move");
    }

    #[test]
    fn pieces_in_the_way_are_told_by_file_and_rank() {
        let start = Position::start();
        let why = |mv: &str| {
            let mv = mv.parse().expect("a move");
            illegal_aloud(&start, start.check_move(mv).expect_err("no move"))
        };
        let leg = "The horse’s leg is blocked by Red elephant on file 7 rank 1.";
        assert_eq!(why("b0d1"), leg);
        assert_eq!(why("a0b1"), "The chariot moves in a straight line.");
        let setup = Setup::from_fen("4k4/9/9/9/9/9/9/9/9/3KR4 b").expect("a FEN");
        let check = "Check! Black’s general is attacked by Red chariot on file 5 rank 1.";
        assert_eq!(check_aloud(&setup.position().expect("a position")), check);
    }

    #[test]
    fn a_capture_names_what_is_gone() {
        let horse = Piece {
            side: Side::Black,
            kind: PieceKind::Horse,
        };
        assert_eq!(moved("So", None), "So.");
        assert_eq!(moved("So", Some(horse)), "So, capturing Black horse.");
        assert_eq!(lifted(horse, 1), "Black horse lifted, 1 move.");
        assert_eq!(lifted(horse, 2), "Black horse lifted, 2 moves.");
    }

    #[test]
    fn times_are_told_in_words() {
        let told = |time| time_left(time);
        assert_eq!(told(0), "0 seconds");
        assert_eq!(told(1), "1 second");
        assert_eq!(told(60_000), "1 minute");
        assert_eq!(told(598_000), "9 minutes 58 seconds");
        assert_eq!(told(3_601_000), "1 hour 1 second");
        assert_eq!(
            times(
                (Side::Red, 60_000),
                (Side::Black, 30_000),
                true,
                &Players::nameless()
            ),
            "Red to move: 1 minute, running. Black: 30 seconds."
        );
    }
}
