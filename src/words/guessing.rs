//! Guessing the moves of a game: what is asked, the answers, and the score.

use super::catalogue::{labels, say, say_count};
use super::{side, spoken_move};
use crate::game::{FULL_POINTS, GuessAnswer, GuessScore, GuessedSides};
use crate::record::Record;
use crate::record::notation::{self, Notation};
use crate::rules::{Move, Position, Side};

labels! {
    guess = say!("Guess the Move");
    stop_guessing = say!("Stop Guessing");
    // Translators: A button: give up, and see the move that was to be guessed.
    show_move = say!("Sho_w Move");
    // Translators: A button: go on with the game after an answer.
    go_on = say!("_Continue");
    comparing = say!("Comparing the moves…");
    // Translators: Read out of a choice between “Red”, “Black” and “Both”.
    guessed_sides = say!("Moves to guess");
}

/// The sides whose moves are guessed, in a choice.
pub fn guessed(sides: GuessedSides) -> &'static str {
    match sides {
        GuessedSides::Red => side(Side::Red),
        GuessedSides::Black => side(Side::Black),
        // Translators: Both sides: their moves are to be guessed.
        GuessedSides::Both => say!("Both"),
    }
}

/// The question for the next move of a player.
pub fn guess_question(player: &str) -> String {
    say!("Guess {player}’s move.", player)
}

/// The points so far, and how many there could be.
pub fn guess_points(score: GuessScore) -> String {
    points_out_of(score.points, score.possible())
}

fn points_out_of(points: u32, possible: u32) -> String {
    say_count!(
        "{points} of {count} point",
        "{points} of {count} points",
        count = possible,
        points
    )
}

/// The score at the end of a game.
pub fn guess_summary(score: GuessScore) -> String {
    let points = guess_points(score);
    say!(
        // Translators: {score} is “12 of 21 points”; {hits} of {count} guesses were the move of the game.
        "{score}. Moves guessed exactly: {hits} of {count}.",
        hits = score.hits,
        count = score.moves,
        score = points
    )
}

/// The answer to a guess, in notation.
pub fn guess_answer(record: &Record, answer: GuessAnswer, how: Notation) -> String {
    answer_by(record, answer, |position, mv| {
        notation::write(position, mv, how)
    })
}

/// The answer to a guess, as it is read out.
pub fn guess_answer_aloud(record: &Record, answer: GuessAnswer) -> String {
    answer_by(record, answer, spoken_move)
}

fn answer_by(
    record: &Record,
    answer: GuessAnswer,
    told: impl Fn(&Position, Move) -> String,
) -> String {
    let Some((position, played)) = record.move_to(answer.node) else {
        return String::new();
    };
    let score = points_out_of(answer.points, FULL_POINTS);
    let move_text = told(position, played.mv);
    match answer.guess {
        None => {
            // Translators: {move_text} is the move as it is written, such as “C2=5”, or read out.
            say!("The move was {move_text}.", move_text)
        }
        Some(guess) if guess == played.mv => {
            // Translators: {move_text} is a move that was guessed, such as “C2=5”; {score} is “3 of 3 points”.
            say!("Right, {move_text}: {score}.", move_text, score)
        }
        Some(guess) => say!(
            // Translators: {move_text} and {guess} are moves, such as “C2=5”; {score} is “2 of 3 points”.
            "The move was {move_text}, your guess {guess}: {score}.",
            move_text,
            guess = told(position, guess),
            score
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tests::played;

    #[test]
    fn an_answer_tells_the_move_the_guess_and_the_points() {
        let game = played("h2e2 h9g7");
        let record = game.record();
        let node = record.main_line().next().expect("a move");
        let answer = |guess: Option<&str>, points| {
            let guess = guess.map(|text| text.parse::<Move>().expect("a move"));
            let answer = GuessAnswer {
                node,
                guess,
                points,
            };
            guess_answer(record, answer, Notation::Wxf)
        };
        assert_eq!(answer(Some("h2e2"), 3), "Right, C2=5: 3 of 3 points.");
        assert_eq!(
            answer(Some("b2e2"), 2),
            "The move was C2=5, your guess C8=5: 2 of 3 points."
        );
        assert_eq!(answer(None, 0), "The move was C2=5.");
        let shown = GuessAnswer {
            node,
            guess: None,
            points: 0,
        };
        assert_eq!(
            guess_answer_aloud(record, shown),
            "The move was Red cannon from file 2 across to file 5."
        );
    }

    #[test]
    fn the_score_counts_what_was_guessed_exactly() {
        let score = GuessScore {
            points: 12,
            moves: 7,
            hits: 3,
        };
        assert_eq!(guess_points(score), "12 of 21 points");
        assert_eq!(
            guess_summary(score),
            "12 of 21 points. Moves guessed exactly: 3 of 7."
        );
    }
}
