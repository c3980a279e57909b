//! The analysis: its lines, its progress, why there is none, and its choices.

use super::catalogue::{labels, say, say_about, say_count};
use super::hint::written;
use super::numbers::Grouped;
use super::{refusal, spoken_move};
use crate::engine::{Advice, Score, ScoreKind};
use crate::game::{AnalysisState, Refusal};
use crate::record::notation::Notation;
use crate::rules::{Move, Position, Side};

labels! {
    analysis = say!("Analysis");
    close_analysis = say!("Close Analysis");
    analysis_options = say!("Analysis Options");
    // Translators: A button: let the analysis go on.
    resume_analysis = say!("Continue _Analysis");
    // Translators: A button: ask the opponent to allow an analysis during the game.
    ask_for_analysis = say!("_Ask the Opponent");
    keep_line = say!("Add as _Variation");
    keep_line_about = say!("Add the line that is shown to the game");
    keep_line_at_end = say!("Lines can be added to earlier positions only");
    // Translators: A submenu: the program that analyzes.
    analysis_engine = say!("_Engine");
    // Translators: A submenu: how many lines an analysis shows.
    analysis_lines = say!("_Lines");
    // Translators: A submenu: minutes after which an analysis stops.
    analysis_limit = say!("_Stop After");
    analysis_of_mover = say!("Scores for the Side to _Move");
    analysis_arrows = say!("_Arrows on the Board");
    analysis_bar = say!("_Bar Beside the Board");
}

/// Maximum number of plies of a line that are shown, and that are read out.
const SHOWN_PLIES: usize = 16;
const READ_PLIES: usize = 3;

/// Texts of a line of an analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysisLine {
    /// Score of its end.
    pub score: String,
    /// Its moves in notation.
    pub moves: String,
    /// Accessible name.
    pub name: String,
}

/// Texts of a line from a position. Scores are those of the side to move, or of Red.
pub fn analysis_line(
    position: &Position,
    line: &Advice,
    of_mover: bool,
    how: Notation,
) -> AnalysisLine {
    let is_own = of_mover || position.turn() == Side::Red;
    let score = score_text(line.score, is_own);
    let mut at = position.clone();
    let mut read = Vec::new();
    for mv in line.moves.iter().take(READ_PLIES) {
        read.push(spoken_move(&at, *mv));
        match at.play(*mv) {
            Ok(next) => at = next,
            Err(_) => break,
        }
    }
    let shown = &line.moves[..line.moves.len().min(SHOWN_PLIES)];
    AnalysisLine {
        moves: written(position, shown, how).join(" "),
        name: say!(
            // Translators: Read out of a line of an analysis; {score} is “+0.35” or “Mate in 5”, {moves} are its first moves.
            "Line {number}, {score}: {moves}",
            number = line.rank,
            score,
            moves = read.join("; ")
        ),
        score,
    }
}

/// A score, as in `+0.35`; the other side’s unless `is_own`.
fn score_text(score: Score, is_own: bool) -> String {
    let signed = |number: i32| if is_own { number } else { -number };
    match score.kind() {
        ScoreKind::Advantage(points) => {
            let points = signed(points);
            let sign = match points {
                0 => "",
                1.. => "+",
                _ => "−",
            };
            let points = points.unsigned_abs();
            format!("{sign}{}.{:02}", points / 100, points % 100)
        }
        // Translators: A score: this side mates in {count} moves, or is mated.
        ScoreKind::Mate(moves) if signed(moves) > 0 => say!("Mate in {count}", count = moves.abs()),
        ScoreKind::Mate(moves) => say!("Mated in {count}", count = moves.abs()),
        // Translators: A score: this side wins, or loses, since the other, or it, may not go on repeating moves.
        ScoreKind::Ruled(wins) if wins == is_own => say!("Win by rule").to_owned(),
        ScoreKind::Ruled(_) => say!("Loss by rule").to_owned(),
    }
}

/// The moves of a line so far, in notation.
pub fn line_so_far(position: &Position, line: &[Move], how: Notation) -> String {
    written(position, line, how).join(" ")
}

/// The last move of a line, as it is read out.
pub fn last_of_line(position: &Position, line: &[Move]) -> Option<String> {
    let (last, before) = line.split_last()?;
    let mut at = position.clone();
    for mv in before {
        at = at.play(*mv).ok()?;
    }
    Some(spoken_move(&at, *last))
}

/// Depth and speed of an analysis.
pub fn analysis_progress(lines: &[Advice]) -> String {
    let Some(last) = lines.iter().max_by_key(|line| line.nodes) else {
        return String::new();
    };
    let depth = lines
        .iter()
        .map(|line| line.depth)
        .max()
        .unwrap_or_default();
    match last.speed() {
        Some(speed) => {
            let count = Grouped(usize::try_from(speed / 1000).unwrap_or(usize::MAX));
            // Translators: Depth and speed of a search, in thousands of positions (nodes) a second. Keep it short.
            say!("Depth {depth} · {count}k nodes/s", depth, count)
        }
        None => say!("Depth {depth}", depth),
    }
}

/// Message in place of the lines, or below them; `None` if they say it all.
pub fn analysis_message(state: AnalysisState) -> Option<&'static str> {
    match state {
        AnalysisState::Closed | AnalysisState::Running | AnalysisState::Resting => None,
        AnalysisState::Forbidden => Some(refusal(Refusal::NoAnalysis)),
        AnalysisState::Asking => Some(say!(
            "During a game, both players have to agree to an analysis."
        )),
        AnalysisState::NoMoves => Some(say!("There are no legal moves in this position.")),
    }
}

/// A number of lines, or of minutes, in a choice; 0 minutes are no limit.
pub fn analysis_minutes(minutes: u64) -> String {
    if minutes == 0 {
        // Translators: An analysis does not stop by itself.
        return say_about!("analysis", "No Limit").to_owned();
    }
    say_count!("{count} minute", "{count} minutes", count = minutes)
}

/// Description of the bar beside the board: Red’s winning chances, from 0 to 1.
pub fn red_chances_aloud(chances: f64) -> String {
    let percent = (chances * 100.0).round();
    say!("Red’s winning chances: {percent}%", percent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn line(moves: &str, score: Score) -> Advice {
        let moves = moves.split_whitespace();
        let moves = moves.map(|text| text.parse().expect("a move")).collect();
        Advice {
            rank: 2,
            ..Advice::new(moves, score)
        }
    }

    #[test]
    fn a_line_has_a_score_its_moves_and_a_name() {
        let start = Position::start();
        let told = analysis_line(
            &start,
            &line("h2e2 h9g7", Score::advantage(35)),
            false,
            Notation::Wxf,
        );
        assert_eq!((&*told.score, &*told.moves), ("+0.35", "C2=5 H8+7"));
        assert_eq!(
            told.name,
            "Line 2, +0.35: Red cannon from file 2 across to file 5; Black horse from file 8 forward to file 7"
        );
    }

    #[test]
    fn scores_are_those_of_red_or_of_the_side_to_move() {
        let black = Position::start()
            .play("h2e2".parse().expect("a move"))
            .expect("legal");
        let told = |score, of_mover| {
            analysis_line(&black, &line("h9g7", score), of_mover, Notation::Wxf).score
        };
        assert_eq!(told(Score::advantage(120), false), "−1.20");
        assert_eq!(told(Score::advantage(120), true), "+1.20");
        assert_eq!(told(Score::EVEN, false), "0.00");
        assert_eq!(told(Score::mate(5), true), "Mate in 5");
        assert_eq!(told(Score::mate(5), false), "Mated in 5");
        assert_eq!(told(Score::mate(-2), false), "Mate in 2");
    }

    #[test]
    fn progress_is_the_depth_and_the_speed() {
        let timed = Advice {
            depth: 14,
            nodes: 1_230_000,
            time: Duration::from_secs(1),
            ..line("h2e2", Score::EVEN)
        };
        assert_eq!(analysis_progress(&[timed]), "Depth 14 · 1,230k nodes/s");
        assert_eq!(analysis_progress(&[]), "");
        assert_eq!(analysis_progress(&[line("h2e2", Score::EVEN)]), "Depth 0");
    }

    #[test]
    fn a_reason_is_told_where_there_is_no_analysis() {
        for state in [
            AnalysisState::Forbidden,
            AnalysisState::Asking,
            AnalysisState::NoMoves,
        ] {
            assert!(analysis_message(state).is_some());
        }
        assert_eq!(analysis_message(AnalysisState::Running), None);
        let limits: Vec<_> = [1, 5, 0].into_iter().map(analysis_minutes).collect();
        assert_eq!(limits, ["1 minute", "5 minutes", "No Limit"]);
    }
}
