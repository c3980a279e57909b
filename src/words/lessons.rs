//! The lessons of the rules: what there is to try, what came of it, and what a cycle shows.

use super::catalogue::{labels, say};
use super::illegal;
use crate::game::{Lesson, NotTried, Tried};
use crate::rules::{PieceKind, Position};
use crate::scene::EdgeLabels;

/// What there is to try in a lesson.
pub fn lesson_task(lesson: Lesson) -> &'static str {
    match lesson {
        Lesson::Start => {
            say!(
                "Try it: move any red piece. Black stays where it is until it has to answer a check."
            )
        }
        Lesson::Kind(kind) => task_of_kind(kind),
        Lesson::FlyingGeneral => {
            say!(
                "Try it: the horse cannot leave the file as long as the generals stand on it. Move the general first."
            )
        }
        Lesson::Check => {
            say!(
                "Try it: Red is in check. Capture the chariot, put the advisor between, or step aside with the general."
            )
        }
        Lesson::Checkmate => {
            say!("Try it: give checkmate with one move of the chariot that is nearer to you.")
        }
        Lesson::Stalemate => {
            say!("Try it: leave Black without a move, though the general is not attacked.")
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
                "Try it: move the elephant, and try the way over the black soldier or across the river."
            )
        }
        PieceKind::Horse => {
            say!("Try it: move the horse, and try to jump over the soldier before it.")
        }
        PieceKind::Chariot => {
            say!("Try it: move the chariot, capture the horse, and try to go beyond it.")
        }
        PieceKind::Cannon => {
            say!(
                "Try it: capture the horse behind the soldier, and try to capture the soldier itself."
            )
        }
        PieceKind::Soldier => {
            say!(
                "Try it: one soldier has crossed the river and one has not. Try to go sideways and back."
            )
        }
    }
}

/// What came of a move in a lesson; `answer` is the other side’s move as it is written.
pub fn tried(lesson: Lesson, tried: Tried, answer: Option<&str>) -> String {
    match (tried, lesson) {
        (Tried::Checkmate, _) => {
            say!("Checkmate: the general is attacked, and nothing helps. Red wins.").to_owned()
        }
        (Tried::Stalemate, _) => {
            say!("Stalemate: the general is not attacked, but Black has no move left. Red wins.")
                .to_owned()
        }
        (Tried::Checked(_), _) => say!(
            "That is check. Black has to answer it and plays {answer}.",
            answer = answer.unwrap_or_default()
        ),
        (Tried::Answered, _) => say!("Well answered: the general is out of check.").to_owned(),
        (Tried::Made, Lesson::Checkmate) => say!(
            "This is allowed, but no checkmate: Black still has a move. Reset and try another."
        )
        .to_owned(),
        (Tried::Made, Lesson::Stalemate) => {
            say!("This is allowed, but Black still has a move. Reset and try another.").to_owned()
        }
        (Tried::Made, _) => say!("This move is allowed. It is your move again.").to_owned(),
    }
}

/// Why a move of a lesson was refused, with places as the edges of the board have them.
pub fn not_tried(position: &Position, why: NotTried, labels: EdgeLabels) -> String {
    match why {
        NotTried::Illegal(why) => illegal(position, why, labels),
        NotTried::Over => say!("The lesson is over. Reset puts the pieces back.").to_owned(),
    }
}

/// What the board of a lesson is called when it is read out.
pub fn lesson_board(title: &str) -> String {
    say!("Board to try: {title}", title)
}

labels! {
    /// The button that puts the pieces of a lesson back, with its key.
    reset = say!("_Reset");
    /// Tooltip of the reset button.
    reset_about = say!("Puts the pieces back where they stood");
}

/// The button that goes to the page after this one.
pub fn next_page(title: &str) -> String {
    say!("_Next: {title}", title)
}

labels! {
    /// The button that goes back to the list of pages, where both do not fit.
    all_pages = say!("All Pages");
    /// Accessible name of the list of pages.
    pages = say!("Pages");
    /// The heading over the pages about the rules.
    rules_pages = say!("The Rules");
    /// The heading over the pages about the program.
    program_pages = say!("The Program");
    /// The button that shows the move before of a cycle, with its key.
    step_back = say!("Step _Back");
    /// The button that shows the next move of a cycle, with its key.
    step_on = say!("Step _On");
    /// Caption of a cycle before its first move.
    cycle_begins = say!("Step through it: the red chariot checks on every move, since otherwise Black would win.");
}

/// A move of a cycle with its number: which of how many it is, and what the arbiter makes of it.
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
