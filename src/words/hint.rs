//! Hints, and the turning points of a review or a curve.

use super::catalogue::{labels, say, say_count};
use super::material::counted;
use super::{Players, as_sentence, listed_move, paragraph, pieces, row, sentences};
use crate::engine::{Advice, Purpose};
use crate::game::{best_answer, better_line, expectations};
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
    winning_chances = say!("Winning Chances");
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
pub(super) fn written(position: &Position, moves: &[Move], how: Notation) -> Vec<String> {
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

/// A bad move that a review has found: the move, the answer that it allows, the better one, and the cost; `None` without
/// evaluations.
pub fn turning_point(record: &Record, id: NodeId, who: &Players, how: Notation) -> Option<String> {
    let chances = expectations(record, id)?;
    let (position, _) = record.move_to(id)?;
    let (round, side) = record.round(id);
    let written = notation::write_node(record, id, how)?;
    let answer = answer(record, id, how);
    let better = better_line(record, id);
    let better = better.map(|(_, better)| better_move(position, &better, answer.is_some(), how));
    let title = as_sentence(&listed_move(round, side, &written, &[]));
    let told = [Some(title), answer, better, Some(fall(chances, &who[side]))];
    Some(paragraph(told.into_iter().flatten()))
}

/// Title of a drill: the move that was made, which tells drills of a game apart, and the players, if they are known.
pub fn drill_title(players: Option<&str>, record: &Record, id: NodeId, how: Notation) -> String {
    let (round, side) = record.round(id);
    let written = notation::write_node(record, id, how).unwrap_or_default();
    let played = listed_move(round, side, &written, &[]);
    match players {
        Some(players) => sentences(&as_sentence(&played), players),
        None => played,
    }
}

/// Red’s winning chances in a position, from 0 to 1.
pub fn winning_chances_of_red(chances: f64) -> String {
    // Translators: {percent} is a number from 0 to 100.
    say!(
        "Red’s winning chances are {percent}%.",
        percent = percent(chances)
    )
}

/// The reply to a move, if it explains more than the better move does.
fn answer(record: &Record, id: NodeId, how: Notation) -> Option<String> {
    let after = record.node(id).position();
    let answer = best_answer(record, id)?;
    let purpose = match Purpose::of(after, &answer) {
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
        move_text = notation::write(after, answer.best(), how),
        purpose
    ))
}

/// The better move, with its purpose if the reply does not explain it.
fn better_move(position: &Position, better: &Advice, is_answered: bool, how: Notation) -> String {
    let move_text = notation::write(position, better.best(), how);
    match Purpose::of(position, better) {
        // Translators: {move_text} is a move such as “C2=5”.
        Purpose::Position | Purpose::Endurance if is_answered => {
            say!("{move_text} was better.", move_text)
        }
        // Translators: {move_text} is a move such as “C2=5”, {purpose} what it does, such as “wins a horse”.
        better => say!(
            "{move_text} was better: {purpose}.",
            move_text,
            purpose = purpose(&better)
        ),
    }
}

fn fall([before, after]: [f64; 2], who: &str) -> String {
    // Translators: {who} is the name of a player or a side; {before} and {after} are numbers from 0 to 100.
    say!(
        "{who}’s winning chances fell from {before}% to {after}%.",
        who,
        before = percent(before),
        after = percent(after)
    )
}

fn percent(part: f64) -> f64 {
    (part * 100.0).round()
}

/// Description of a curve: the shown position, and the turning points.
pub fn curve_about(shown: &str, turning_points: &str) -> String {
    paragraph([shown, turning_points].map(str::to_owned))
}

/// Remark on the turning points that a review has found.
pub fn turning_points(count: usize) -> String {
    say_count!(
        "This game has one turning point.",
        "This game has {count} turning points.",
        count
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Score;
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

    /// What is told of a first move, with the better line and the answer, and the evaluations of both positions.
    fn told(fen: &str, [played, better, answer]: [&str; 3], evaluations: [&str; 2]) -> String {
        let mut record = Record::new(Setup::from_fen(fen).expect("a FEN")).expect("a position");
        let root = record.root();
        let mut add = |line: &str| {
            let (mut at, mut nodes) = (root, Vec::new());
            for text in line.split_whitespace() {
                let mv = text.parse().expect("a move");
                at = record.add(at, mv).expect("legal");
                nodes.push(at);
            }
            nodes
        };
        let (game, better) = (add(&format!("{played} {answer}")), add(better));
        let evaluated = [root, better[0]].map(|id| (id, evaluations[0]));
        let worse = game.iter().map(|id| (*id, evaluations[1]));
        for (id, text) in evaluated.into_iter().chain(worse) {
            record.node_mut(id).notes_mut().evaluation = text.parse().ok();
        }
        let who = Players::nameless();
        turning_point(&record, game[0], &who, Notation::Wxf).expect("evaluations")
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
        let line = ["a5a4", "a5e5", "e5d3"];
        assert_eq!(
            told(
                "4k4/9/9/9/R3n4/9/9/9/9/3K5 w - - 0 12",
                line,
                ["0.00", "-40.00"]
            ),
            "Move 12, Red: R9-1. R9=5 was better: wins a horse. \
             Red’s winning chances fell from 50% to 0%."
        );
    }

    #[test]
    fn without_a_better_line_the_cost_is_told() {
        let mut record = Record::new(Setup::start()).expect("the start");
        let mv = "h2e2".parse().expect("a move");
        let id = record.add(record.root(), mv).expect("legal");
        let told = |record: &Record| {
            let who = Players::nameless();
            turning_point(record, id, &who, Notation::Wxf)
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
        let line = ["e5c4", "e5f7", "a6a4 d0d1 a4c4"];
        let told = told("4k4/9/9/r8/4N4/9/9/9/9/3K5 w", line, ["0.00", "-0.50"]);
        let expected = "It allows R1+2, which then wins a horse. H5+4 was better: gives check.";
        assert!(told.contains(expected), "{told}");
    }
}
