//! Lessons: their tasks, results of moves, and the steps of a cycle.

use super::catalogue::{labels, say};
use super::illegal;
use crate::game::{Lesson, NotTried, Tried};
use crate::rules::{PieceKind, Position};
use crate::scene::EdgeLabels;

/// Task of a lesson.
pub fn lesson_task(lesson: Lesson) -> &'static str {
    match lesson {
        Lesson::Start => {
            say!("Try it: move any red piece. Black does not move until it has to answer a check.")
        }
        Lesson::Kind(kind) => task_of_kind(kind),
        Lesson::FlyingGeneral => {
            say!(
                "Try it: the horse cannot leave the file as long as both generals are on it. Move the general first."
            )
        }
        Lesson::Check => {
            say!(
                "Try it: Red is in check. Capture the chariot, block with the advisor, or step aside with the general."
            )
        }
        Lesson::Checkmate => {
            say!("Try it: give checkmate in one move with the nearer chariot.")
        }
        Lesson::Stalemate => {
            say!("Try it: leave Black without a legal move, without giving check.")
        }
    }
}

fn task_of_kind(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::General => {
            say!(
                "Try it: move the general, and try to leave the palace or to face the other general."
            )
        }
        PieceKind::Advisor => {
            say!("Try it: move the advisor, and try a step straight ahead or out of the palace.")
        }
        PieceKind::Elephant => {
            say!(
                "Try it: move the elephant, and try to jump over the black soldier or cross the river."
            )
        }
        PieceKind::Horse => {
            say!("Try it: move the horse, and try to jump over the soldier in front of it.")
        }
        PieceKind::Chariot => {
            say!("Try it: move the chariot, capture the horse, and try to go past it.")
        }
        PieceKind::Cannon => {
            say!(
                "Try it: capture the horse behind the soldier, and try to capture the soldier itself."
            )
        }
        PieceKind::Soldier => {
            say!(
                "Try it: one soldier has crossed the river and one has not. Try to move them sideways and backward."
            )
        }
    }
}

/// Result of a move in a lesson; `answer` is the other side’s move in notation.
pub fn tried(lesson: Lesson, tried: Tried, answer: Option<&str>) -> String {
    match (tried, lesson) {
        (Tried::Checkmate, _) => {
            say!("Checkmate: the general is in check and cannot escape. Red wins.").to_owned()
        }
        (Tried::Stalemate, _) => {
            say!("Stalemate: the general is not attacked, but Black has no move left. Red wins.")
                .to_owned()
        }
        (Tried::Checked(_), _) => say!(
            "That is check. Black has to answer it and plays {answer}.",
            answer = answer.unwrap_or_default()
        ),
        (Tried::Answered, _) => say!("Well done: the general is out of check.").to_owned(),
        (Tried::Made, Lesson::Checkmate) => say!(
            "This is allowed, but it is not checkmate: Black still has a move. Reset and try another."
        )
        .to_owned(),
        (Tried::Made, Lesson::Stalemate) => {
            say!("This is allowed, but Black still has a move. Reset and try another.").to_owned()
        }
        (Tried::Made, _) => say!("This move is allowed. It is your turn again.").to_owned(),
    }
}

/// Reason a move in a lesson was refused, with points named as in the edge labels.
pub fn not_tried(position: &Position, why: NotTried, labels: EdgeLabels) -> String {
    match why {
        NotTried::Illegal(why) => illegal(position, why, labels),
        NotTried::Over => say!("The lesson is over. Reset puts the pieces back.").to_owned(),
    }
}

/// Accessible name of the board of a lesson.
pub fn lesson_board(title: &str) -> String {
    say!("Practice board: {title}", title)
}

labels! {
    /// Button that resets a lesson, with its access key.
    reset = say!("_Reset");
    /// Tooltip of the reset button.
    reset_about = say!("Put the pieces back where they were");
}

/// Button that shows the next page.
pub fn next_page(title: &str) -> String {
    say!("_Next: {title}", title)
}

labels! {
    /// Button that returns to the list of pages, if both do not fit.
    all_pages = say!("All Pages");
    /// Accessible name of the list of pages.
    pages = say!("Pages");
    /// Heading of the pages about the rules.
    rules_pages = say!("The Rules");
    /// Heading of the pages about the program.
    program_pages = say!("The Program");
    /// Button that shows the previous move of a cycle, with its access key.
    step_back = say!("Step _Back");
    /// Button that shows the next move of a cycle, with its access key.
    step_on = say!("Step F_orward");
    /// Caption of a cycle before its first move.
    cycle_begins = say!("Step through it: the red chariot checks on every move, since otherwise Black would win.");
}

/// A move of a cycle: its number out of how many, and its classification by the arbiter.
pub fn cycle_told(number: usize, count: usize, told: &str) -> String {
    say!("{number} of {count}. {told}", number, count, told)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Trial;

    #[test]
    fn every_lesson_has_a_task_of_its_own() {
        let mut tasks: Vec<_> = Lesson::ALL.map(lesson_task).into();
        tasks.sort_unstable();
        tasks.dedup();
        assert_eq!(tasks.len(), Lesson::ALL.len());
        assert!(tasks.iter().all(|task| task.starts_with("Try it: ")));
    }

    #[test]
    fn a_refusal_names_the_rule() {
        let horse = Lesson::Kind(PieceKind::Horse);
        let mut trial = Trial::new(horse);
        let why = trial.play("e4d6".parse().expect("a move"));
        let why = why.expect_err("the leg is taken");
        assert_eq!(
            not_tried(trial.position(), why, EdgeLabels::FileNumbers),
            "The horse’s leg is blocked by the red soldier on file 5."
        );
    }
}
