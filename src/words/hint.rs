//! Hints, and the turning points of a review or a curve.

use super::catalogue::{labels, say, say_count};
use super::material::counted;
use super::{Players, as_sentence, listed_move, paragraph, pieces, row, sentences};
use crate::engine::{Advice, Purpose, Score, TurningPoint};
use crate::game::expectations;
use crate::record::notation::{self, Notation};
use crate::record::{NodeId, Record};
use crate::rules::{Move, Point, PointSet, Position};
use crate::scene::EdgeLabels;

labels! {
    looking_for_hint = say!("Looking for a good move…");
    no_hint = say!("The computer could not look for a hint, since the system could not start a thread. Close other programs, and try again.");
    // Translators: Button that goes through a finished game.
    review = say!("Rev_iew Game");
    review_about = say!("Find the turning points");
    cannot_review = say!("Could Not Review Game");
    cannot_review_about = say!("The system could not start a thread. Close other programs, and try again.");
    review_progress = say!("Reviewing the game");
    no_turning_point = say!("No single move decided this game.");
}

/// Maximum number of moves of a line given after the first.
const TOLD: usize = 4;

/// First hint: the piece to move.
pub fn hint_piece(position: &Position, from: Point, labels: EdgeLabels) -> String {
    let piece = pieces(position, PointSet::of(from), labels);
    // Translators: {piece} is “the horse on h2”.
    say!("Hint: think about {piece}.", piece)
}

/// Second hint: the move.
pub fn hint_move(position: &Position, mv: Move, how: Notation) -> String {
    // Translators: {move_text} is the move as it is written, such as “C2=5”.
    say!(
        "Hint: {move_text}",
        move_text = notation::write(position, mv, how)
    )
}

/// Third hint: the purpose of the move, and a possible continuation.
pub fn hint_reason(position: &Position, line: &Advice, how: Notation) -> String {
    let written = written(position, &line.moves, how);
    let purpose = purpose(&Purpose::of(position, line));
    let (first, rest) = written.split_first().expect("a line begins with a move");
    let rest = &rest[..rest.len().min(TOLD)];
    if rest.is_empty() {
        // Translators: {move_text} is a move such as “C2=5”, {purpose} what it does, such as “wins a horse”.
        return say!("{move_text}: {purpose}", move_text = first, purpose);
    }
    say!(
        // Translators: {move_text} is a move such as “C2=5”, {purpose} what it does, such as “wins a horse”; {moves} are those that may follow.
        "{move_text}: {purpose} (then {moves})",
        move_text = first,
        purpose,
        moves = row(rest)
    )
}

/// The moves of a line in notation.
fn written(position: &Position, moves: &[Move], how: Notation) -> Vec<String> {
    let mut at = position.clone();
    let mut written = Vec::new();
    for mv in moves {
        written.push(notation::write(&at, *mv, how));
        match at.play(*mv) {
            Ok(next) => at = next,
            Err(_) => break,
        }
    }
    written
}

/// Purpose of a move.
fn purpose(purpose: &Purpose) -> String {
    match purpose {
        // Translators: What a move does, after the move and a colon, and so are the following ones.
        Purpose::Mate(moves) => say!("mates in {count}", count = *moves),
        Purpose::Ruling => say!("wins, since the opponent may not go on repeating").to_owned(),
        Purpose::Delay => say!("holds out longest").to_owned(),
        Purpose::Parry(moves) => say!("parries a mate in {count}", count = *moves),
        // Translators: {purpose} is what a later move does, such as “wins a horse”.
        Purpose::Later(later) => say!("then {purpose}", purpose = self::purpose(later)),
        // Translators: {pieces} is “a chariot and two soldiers”.
        Purpose::Gain(won) => say!("wins {pieces}", pieces = counted(won)),
        // Translators: {pieces} is “a chariot” or the like, {others} what it costs.
        Purpose::Trade { won, lost } => say!(
            "wins {pieces} for {others}",
            pieces = counted(won),
            others = counted(lost)
        ),
        // Translators: {others} is “a horse” or the like, {pieces} what the opponent loses.
        Purpose::Exchange { won, lost } => say!(
            "exchanges {others} for {pieces}",
            pieces = counted(won),
            others = counted(lost)
        ),
        // Translators: {pieces} is “a horse” or the like.
        Purpose::Rescue(saved) => say!("saves {pieces}", pieces = counted(saved)),
        Purpose::Check => say!("gives check").to_owned(),
        Purpose::Position => say!("improves the position").to_owned(),
        Purpose::Endurance => say!("holds on in a worse position").to_owned(),
    }
}

/// Texts of a turning point, for a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldPoint {
    /// The move that was made.
    pub title: String,
    /// Answer to the move, the better move, and the cost.
    pub about: String,
    /// Comment on the better move, in the record.
    pub comment: String,
}

/// Texts of a move played in a position and a round.
pub fn turning_point(
    position: &Position,
    point: &TurningPoint,
    round: usize,
    who: &Players,
    how: Notation,
) -> ToldPoint {
    let side = position.turn();
    let better = Purpose::of(position, &point.better);
    let answer = answer(position, point, how);
    let about = [
        answer.clone(),
        Some(better_move(position, point, &better, answer.is_some(), how)),
        Some(fall(
            [point.better.score, point.score].map(Score::expectation),
            &who[side],
        )),
    ];
    ToldPoint {
        title: listed_move(
            round,
            side,
            &notation::write(position, point.played, how),
            &[],
        ),
        about: paragraph(about.into_iter().flatten()),
        comment: match better {
            // Translators: A comment on a move that was not made.
            Purpose::Position | Purpose::Endurance => say!("Better").to_owned(),
            // Translators: A comment on a move that was not made; {purpose} is what it does, such as “wins a horse”.
            better => say!("Better: {purpose}", purpose = purpose(&better)),
        },
    }
}

/// The reply to a move, if it explains more than the better move does.
fn answer(position: &Position, point: &TurningPoint, how: Notation) -> Option<String> {
    let after = position.play(point.played).ok()?;
    let answer = point.answer.as_ref()?;
    let purpose = match Purpose::of(&after, answer) {
        Purpose::Delay
        | Purpose::Position
        | Purpose::Endurance
        | Purpose::Parry(_)
        | Purpose::Check
        | Purpose::Rescue(_) => return None,
        told => purpose(&told),
    };
    // Translators: {move_text} is the answer to a mistake, such as “C2=5”, {purpose} what it does, such as “wins a horse”.
    Some(say!(
        "It allows {move_text}, which {purpose}.",
        move_text = notation::write(&after, answer.moves[0], how),
        purpose
    ))
}

/// The better move, with its purpose if the reply does not explain it.
fn better_move(
    position: &Position,
    point: &TurningPoint,
    better: &Purpose,
    is_answered: bool,
    how: Notation,
) -> String {
    let move_text = notation::write(position, point.better.moves[0], how);
    match better {
        // Translators: {move_text} is a move such as “C2=5”.
        Purpose::Position | Purpose::Endurance if is_answered => {
            say!("{move_text} was better.", move_text)
        }
        // Translators: {move_text} is a move such as “C2=5”, {purpose} what it does, such as “wins a horse”.
        better => say!(
            "{move_text} was better: {purpose}.",
            move_text,
            purpose = purpose(better)
        ),
    }
}

/// A turning point of a curve: the move, and what it cost; `None` if that is not known.
pub fn curve_point(record: &Record, id: NodeId, who: &Players, how: Notation) -> Option<String> {
    let chances = expectations(record, id)?;
    let (round, side) = record.round(id);
    let written = notation::write_node(record, id, how)?;
    let cost = fall(chances, &who[side]);
    Some(sentences(
        &as_sentence(&listed_move(round, side, &written, &[])),
        &cost,
    ))
}

fn fall([before, after]: [f64; 2], who: &str) -> String {
    let percent = |part: f64| (part * 100.0).round();
    // Translators: {who} is the name of a player or a side; {before} and {after} are numbers from 0 to 100.
    say!(
        "{who}’s winning chances fell from {before}% to {after}%.",
        who,
        before = percent(before),
        after = percent(after)
    )
}

/// Heading over the turning points of a game.
pub fn turning_points(count: usize) -> String {
    say_count!("Turning Point", "{count} Turning Points", count)
}

/// Remark that the better lines were added to the game.
pub fn lines_added(count: usize) -> String {
    say_count!(
        "{count} variation was added to the game.",
        "{count} variations were added to the game.",
        count
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Setup;

    fn position(fen: &str) -> Position {
        let setup = Setup::from_fen(fen).expect("a FEN");
        setup.position().expect("a position")
    }

    fn line(moves: &str) -> Advice {
        let moves = moves.split_whitespace();
        let moves = moves.map(|text| text.parse().expect("a move")).collect();
        Advice::new(moves, Score::EVEN)
    }

    /// A first move of a game, with what was better and the answer to it.
    fn point(played: &str, better: &str, answer: &str, score: Score) -> TurningPoint {
        TurningPoint {
            ply: 0,
            played: played.parse().expect("a move"),
            better: line(better),
            answer: Some(line(answer)),
            score,
        }
    }

    #[test]
    fn a_hint_goes_from_the_piece_to_the_move_to_its_purpose() {
        let position = position("4k4/9/9/9/R3n4/9/9/9/9/4K4 w");
        let line = line("a5e5 e9d9");
        let (mv, labels) = (line.moves[0], EdgeLabels::Coordinates);
        let told = [
            hint_piece(&position, mv.from, labels),
            hint_move(&position, mv, Notation::Wxf),
            hint_reason(&position, &line, Notation::Wxf),
        ];
        assert_eq!(told[0], "Hint: think about the chariot on a5.");
        assert_eq!(told[1], "Hint: R9=5");
        assert_eq!(told[2], "R9=5: wins a horse (then K5=4)");
    }

    #[test]
    fn a_line_of_one_move_has_no_course() {
        let start = Position::start();
        let told = hint_reason(&start, &line("h2e2"), Notation::Wxf);
        assert_eq!(told, "C2=5: improves the position");
    }

    #[test]
    fn a_turning_point_tells_what_was_better_and_what_it_cost() {
        let position = position("4k4/9/9/9/R3n4/9/9/9/9/4K4 w");
        let point = point("a5a4", "a5e5", "e5d3", Score::MATED);
        let told = turning_point(&position, &point, 12, &Players::nameless(), Notation::Wxf);
        assert_eq!(told.title, "Move 12, Red: R9-1");
        assert_eq!(
            told.about,
            "R9=5 was better: wins a horse. Red’s winning chances fell from 50% to 0%."
        );
        assert_eq!(told.comment, "Better: wins a horse");
    }

    #[test]
    fn a_turning_point_of_a_curve_is_a_sentence() {
        let mut record = Record::new(Setup::start()).expect("the start");
        let mv = "h2e2".parse().expect("a move");
        let id = record.add(record.root(), mv).expect("legal");
        let told = |record: &Record| {
            let who = Players::nameless();
            curve_point(record, id, &who, Notation::Wxf)
        };
        assert_eq!(told(&record), None);
        for (id, text) in [(record.root(), "0.00"), (id, "#-3")] {
            record.node_mut(id).notes_mut().evaluation = text.parse().ok();
        }
        assert_eq!(
            told(&record).as_deref(),
            Some("Move 1, Red: C2=5. Red’s winning chances fell from 50% to 0%.")
        );
    }

    #[test]
    fn what_a_mistake_allows_is_told_if_it_says_more() {
        let position = position("4k4/9/9/r8/4N4/9/9/9/9/3K5 w");
        let point = point("e5c4", "e5f7", "a6a4 d0d1 a4c4", Score::EVEN);
        let told = turning_point(&position, &point, 1, &Players::nameless(), Notation::Wxf);
        assert!(
            told.about.starts_with(
                "It allows R1+2, which then wins a horse. H5+4 was better: gives check."
            ),
            "{}",
            told.about
        );
    }
}
