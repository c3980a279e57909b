//! Announcements during a game with their priorities, and moves in plain words.

use super::catalogue::{labels, say, say_about, say_count};
use super::clock::{in_hours, in_minutes, in_seconds};
use super::moves::{checked_by, refused};
use super::points::placed;
use super::{Players, another_piece, as_sentence, kind_of, named_piece, sentences};
use crate::game::clock::{Millis, TimeWarning};
use crate::record::notation::{Direction, Disambiguation, RelativeMove};
use crate::record::{NodeId, Record};
use crate::rules::{IllegalMove, Move, Piece, PointSet, Position, Side};

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
    /// Whether it is about the current state, of which only the last one is valid.
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

/// The move that led to a node in words, with its capture; `None` at the root.
pub fn told_move(record: &Record, node: NodeId) -> Option<String> {
    let (before, played) = record.move_to(node)?;
    Some(moved(&spoken_move(before, played.mv), played.captured))
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

/// A move in words, files counted from the mover's own right: `Red cannon from file 2 across to file 5`. A move that
/// has no words is given by its points.
pub fn spoken_move(position: &Position, mv: Move) -> String {
    let Some(relative) = RelativeMove::describe(position.board(), mv) else {
        return mv.to_string();
    };
    let piece = match relative.disambiguation {
        Disambiguation::ByFile => named_piece(relative.piece).to_owned(),
        Disambiguation::ByPlace { nth, count, .. } => one_of_several(relative.piece, nth, count),
    };
    let (file, number) = (relative.file, relative.number);
    match (relative.direction, relative.counts_ranks()) {
        // Translators: A move as it is read out. {piece} such as “Red cannon” or “Red front cannon”. Files are counted from 1 to 9, from the mover’s own right; ranks are lines across.
        (Direction::Forward, true) => say_count!(
            "{piece} from file {file} forward {count} rank",
            "{piece} from file {file} forward {count} ranks",
            count = number,
            piece,
            file
        ),
        (Direction::Back, true) => say_count!(
            "{piece} from file {file} back {count} rank",
            "{piece} from file {file} back {count} ranks",
            count = number,
            piece,
            file
        ),
        (Direction::Forward, false) => say!(
            "{piece} from file {file} forward to file {goal}",
            piece,
            file,
            goal = number
        ),
        (Direction::Back, false) => say!(
            "{piece} from file {file} back to file {goal}",
            piece,
            file,
            goal = number
        ),
        (Direction::Level, _) => say!(
            "{piece} from file {file} across to file {goal}",
            piece,
            file,
            goal = number
        ),
    }
}

/// Name of one of several equal pieces on a file, counted from the front, from 0.
fn one_of_several(of_all: Piece, nth: usize, of: usize) -> String {
    let piece = kind_of(of_all);
    match (of_all.side, nth, of) {
        // Translators: Of several pieces alike on a file the one that is nearest to the opponent; {piece} such as “cannon”.
        (Side::Red, 0, _) => say!("Red front {piece}", piece),
        (Side::Black, 0, _) => say!("Black front {piece}", piece),
        (Side::Red, 1, 3) => say!("Red middle {piece}", piece),
        (Side::Black, 1, 3) => say!("Black middle {piece}", piece),
        (Side::Red, ..) if nth + 1 == of => say!("Red rear {piece}", piece),
        (Side::Black, ..) if nth + 1 == of => say!("Black rear {piece}", piece),
        // Only soldiers can be four or five on a file.
        (Side::Red, ..) => one_of_red(nth, of).to_owned(),
        (Side::Black, ..) => one_of_black(nth, of).to_owned(),
    }
}

fn one_of_red(nth: usize, of: usize) -> &'static str {
    match (nth, of) {
        (1, 4) => say_about!("on a file, from the front", "Red second of four soldiers"),
        (2, 4) => say_about!("on a file, from the front", "Red third of four soldiers"),
        (1, _) => say_about!("on a file, from the front", "Red second of five soldiers"),
        (2, _) => say_about!("on a file, from the front", "Red third of five soldiers"),
        _ => say_about!("on a file, from the front", "Red fourth of five soldiers"),
    }
}

fn one_of_black(nth: usize, of: usize) -> &'static str {
    match (nth, of) {
        (1, 4) => say_about!("on a file, from the front", "Black second of four soldiers"),
        (2, 4) => say_about!("on a file, from the front", "Black third of four soldiers"),
        (1, _) => say_about!("on a file, from the front", "Black second of five soldiers"),
        (2, _) => say_about!("on a file, from the front", "Black third of five soldiers"),
        _ => say_about!("on a file, from the front", "Black fourth of five soldiers"),
    }
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

    #[test]
    fn moves_are_told_as_the_mover_sees_them() {
        for (fen, mv, told) in [
            (
                "startpos",
                "h2e2",
                "Red cannon from file 2 across to file 5",
            ),
            (
                "startpos",
                "b0c2",
                "Red horse from file 8 forward to file 7",
            ),
            (
                "startpos",
                "d0e1",
                "Red advisor from file 6 forward to file 5",
            ),
            ("startpos", "a0a1", "Red chariot from file 9 forward 1 rank"),
            ("startpos", "h2h6", "Red cannon from file 2 forward 4 ranks"),
            (
                "startpos",
                "e9e8",
                "Black general from file 5 forward 1 rank",
            ),
            (
                "startpos",
                "b9c7",
                "Black horse from file 2 forward to file 3",
            ),
            ("startpos", "e5e6", "e5e6"),
            (PAIR, "e4e2", "Red front chariot from file 5 back 2 ranks"),
            (
                PAIR,
                "e1f1",
                "Red rear chariot from file 5 across to file 4",
            ),
            (
                FIVE,
                "a0b0",
                "Black front soldier from file 1 across to file 2",
            ),
            (
                FIVE,
                "a1b1",
                "Black second of five soldiers from file 1 across to file 2",
            ),
            (
                FIVE,
                "a3b3",
                "Black fourth of five soldiers from file 1 across to file 2",
            ),
            (
                FIVE,
                "a4b4",
                "Black rear soldier from file 1 across to file 2",
            ),
            (
                FOUR,
                "c6d6",
                "Red third of four soldiers from file 7 across to file 6",
            ),
            (
                THREE,
                "c7d7",
                "Red middle soldier from file 7 across to file 6",
            ),
            (
                THREE,
                "g5h5",
                "Red rear soldier from file 3 across to file 2",
            ),
        ] {
            let position = Setup::from_fen(fen).expect("a FEN").position();
            let mv = mv.parse().expect("a move");
            assert_eq!(spoken_move(&position.expect("a position"), mv), told);
        }
    }

    const PAIR: &str = "5k3/9/9/9/9/4R4/9/9/4R4/3K5 w";
    const THREE: &str = "3k5/2P6/2P6/2P3P2/6P2/9/9/9/9/4K4 w";
    const FOUR: &str = "3k5/2P6/2P6/2P6/2P6/9/9/9/9/4K4 w";
    const FIVE: &str = "3k5/9/9/9/9/p8/p8/p8/p8/p3K4 b";
}
