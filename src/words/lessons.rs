//! The course: pages that teach the rules one by one, with tasks, results of moves, and the steps of a cycle.

use super::catalogue::{labels, say, say_about, say_count};
use super::points::place_of;
use super::{HelpPart, as_sentence, illegal, list, notes, paragraph, point, rulebook, sentences};
use crate::game::{Goal, Lesson, Miss, NotTried, Repetition, Task, Tried};
use crate::rules::{PieceKind, Point, PointSet, Position, Rulebook};
use crate::scene::EdgeLabels;

/// Instruction of a task.
pub fn task(task: Task) -> &'static str {
    match task {
        Task::AimMove => say!("Move the chariot to the star."),
        Task::AimCapture => say!("Capture the black horse: move the chariot onto it."),
        Task::AimTrap => say!(
            "Trap the general. One chariot guards the rank in front of it: move the other chariot to the far end of its file."
        ),
        Task::BoardRiver => say!("Cross the river: move the chariot to the star in two moves."),
        Task::BoardPalace => {
            say!("Enter Black’s palace: move the chariot to the star in two moves.")
        }
        Task::ChariotWay => {
            say!("Move the chariot to the star in two moves. Your horse is in its way: go around.")
        }
        Task::ChariotTwo => say!("Capture the soldier and then the horse behind it, in two moves."),
        Task::ChariotThree | Task::HorseThree => say!("Capture the three soldiers in three moves."),
        Task::CannonScreen => {
            say!("Capture the horse behind the soldier. The soldier is the screen.")
        }
        Task::CannonOwn => {
            say!("Capture the chariot in two moves. Your elephant can be the screen.")
        }
        Task::CannonTwo => say!("Capture both horses in two moves. Any piece can be the screen."),
        Task::HorseWay => say!("Move the horse to the star in two moves."),
        Task::HorseLeg => {
            say!("Capture the cannon in two moves. Your soldier blocks one way: go the other.")
        }
        Task::SoldierRiver => {
            say!("Cross the river, and move the soldier to the star: three moves.")
        }
        Task::SoldierTwo => {
            say!("Capture the horse and the cannon: one move forward, one move sideways.")
        }
        Task::GeneralWay => say!("Move the general to the star in three moves."),
        Task::GeneralCapture => {
            say!("Capture the soldier in two moves. Keep off the points it attacks.")
        }
        Task::AdvisorWay => say!("Move the advisor to the star in two moves."),
        Task::AdvisorCapture => say!("Capture the soldier with the advisor in two moves."),
        Task::ElephantWay => say!("Move the elephant to the star in two moves."),
        Task::ElephantEye => {
            say!("Capture the horse in three moves. The soldier blocks the eye: go around.")
        }
        Task::CheckGive => say!("Give check: attack the black general with the chariot."),
        Task::CheckCapture => say!("The black chariot gives check. Capture it."),
        Task::CheckBlock => say!("The black chariot gives check. Block it with the advisor."),
        Task::CheckStep => say!("The black chariot gives check. Step aside with the general."),
        Task::MateHorse => say!(
            "Give checkmate with the chariot. The horse guards the point in front of the general."
        ),
        Task::MateCannons => say!(
            "Give checkmate with two cannons on one file: the front one is the screen for the other."
        ),
        Task::MateTwo => {
            say!("Give checkmate in two moves, with check on each. Black answers the first.")
        }
        Task::FacingMove => say!(
            "Capture the cannon in two moves. The horse may not leave the file while both generals are on it: move yours first."
        ),
        Task::FacingMate => {
            say!("Give checkmate with the chariot. Your general keeps the other one off its file.")
        }
        Task::StalemateSoldier | Task::StalemateChariot => {
            say!("Leave Black without a legal move, without giving check.")
        }
        Task::OpeningCannon => {
            say!("Move a cannon to the star: it attacks the soldier in front of Black’s general.")
        }
        Task::OpeningHorse => {
            say!("Move a horse to the star: it protects your soldier in the middle.")
        }
        Task::OpeningChariot => {
            say!("Move a chariot to the star: nothing of yours is left on that file.")
        }
    }
}

/// Number of moves of a task, and Black's moves between them, unless the task itself says so.
pub fn moves_to_go(task: Task) -> String {
    let left = moves_left(task.moves());
    match task.goal() {
        Goal::Reach(_) | Goal::Capture(_) if task.moves() > 1 => sentences(
            &left,
            say!("Black does not move, except to answer a check."),
        ),
        _ => left,
    }
}

fn moves_left(count: u8) -> String {
    say_count!("One move left.", "{count} moves left.", count)
}

/// Spoken form of one of several tasks, with the points concerned.
pub fn task_aloud(task: Task, number: usize, count: usize) -> String {
    let told = say!(
        "Task {number} of {count}: {task}",
        number,
        count,
        task = self::task(task)
    );
    let points = match task.goal() {
        Goal::Reach(points) | Goal::Capture(points) => points,
        Goal::Check | Goal::Checkmate | Goal::Stalemate => PointSet::EMPTY,
    };
    let position = task.position();
    let named = |at: Point| match position.piece_at(at) {
        Some(_) => point(&position, at),
        None => place_of(at, position.turn()),
    };
    let points: Vec<_> = points.map(named).collect();
    if points.is_empty() {
        return told;
    }
    // Translators: {points} are points with what is on them: “file 2 rank 8”, “Black horse, file 2, rank 8”.
    sentences(&told, &say!("Look at {points}.", points = list(&points)))
}

/// Accessible name of the button of a task.
pub fn task_number(number: usize, solved: bool) -> String {
    if solved {
        say!("Task {number}, solved", number)
    } else {
        say!("Task {number}", number)
    }
}

/// Result of a move in a task; `answer` is the other side’s move in notation.
pub fn tried(task: Task, tried: Tried, answer: Option<&str>) -> String {
    match tried {
        Tried::Solved => solved(task.goal()).to_owned(),
        Tried::Made { left, .. } => {
            let answer = answer.map(|answer| {
                say!(
                    "That is check. Black has to answer it and plays {answer}.",
                    answer
                )
            });
            paragraph(answer.into_iter().chain([moves_left(left)]))
        }
        Tried::Missed(miss) => sentences(
            &missed(task.goal(), miss, answer.unwrap_or_default()),
            say!("Try again."),
        ),
    }
}

fn solved(goal: Goal) -> &'static str {
    match goal {
        Goal::Checkmate => say!("Checkmate: the general is in check and cannot escape. Red wins."),
        Goal::Stalemate => {
            say!("Stalemate: the general is not attacked, but Black has no move left. Red wins.")
        }
        Goal::Check => say!("That is check: Black has to answer it at once."),
        Goal::Reach(_) | Goal::Capture(_) => say!("Well done!"),
    }
}

fn missed(goal: Goal, miss: Miss, answer: &str) -> String {
    match (miss, goal) {
        (Miss::NoCheck, _) => say!("That is not check: Black has time to escape.").to_owned(),
        (Miss::Escaped(_), _) => {
            say!("That is check, but Black escapes with {answer}.", answer)
        }
        (Miss::Checkmate, _) => {
            say!("That is checkmate, which wins, too, but it is not the task.").to_owned()
        }
        (Miss::Unsolved, Goal::Check) => {
            say!("That is not check: the general is not attacked.").to_owned()
        }
        (Miss::Unsolved, Goal::Stalemate) => say!("Black still has a legal move.").to_owned(),
        (Miss::Unsolved, _) => say!("This is allowed, but it does not solve the task.").to_owned(),
    }
}

/// Reason a move in a lesson was refused, with points named as in the edge labels.
pub fn not_tried(position: &Position, why: NotTried, labels: EdgeLabels) -> String {
    match why {
        NotTried::Illegal(why) => illegal(position, why, labels),
        NotTried::Over => say!("The task is solved. Reset puts the pieces back.").to_owned(),
    }
}

/// Accessible name of a board on a page.
pub fn lesson_board(title: &str) -> String {
    say!("Practice board: {title}", title)
}

/// Accessible name of the board of a task, from the title of its page.
pub fn task_board(title: &str, task: &str) -> String {
    sentences(&as_sentence(&lesson_board(title)), task)
}

/// Name of a page in the list, with the number of its tasks and how many are solved.
pub fn page_progress(title: &str, solved: usize, count: usize) -> String {
    if solved == count {
        say!("{title}, done", title)
    } else {
        say!("{title}, {solved} of {count} done", title, solved, count)
    }
}

labels! {
    page_done = say!("All tasks on this page are solved.");
    reset = say!("_Reset");
    reset_about = say!("Start over");
    next_task = say!("Next _Task");
    next_task_about = say!("Go on with the next task of this page");
}

/// Button that shows the next page.
pub fn next_page(title: &str) -> String {
    say!("_Next: {title}", title)
}

labels! {
    all_pages = say!("All Pages");
    step_back = say!("Step _Back");
    step_on = say!("Step F_orward");
    cycle_begins = say!("Step through it: the red chariot checks on every move, since otherwise Black would win.");
}

/// Caption of a move of a cycle: its number, the length of the cycle, and the arbiter's classification.
pub fn cycle_told(number: usize, count: usize, told: &str) -> String {
    say!("{number} of {count}. {told}", number, count, told)
}

/// The pages about the rules, in order. Each term is explained on the first page that shows it.
pub fn course() -> Vec<HelpPart> {
    let chapters = [
        beginning(),
        far_pieces(),
        near_pieces(),
        endings(),
        rulings(),
        advice(),
        word_list(),
    ];
    chapters.concat()
}

/// Page about the board, moving, capturing, and the aim.
fn beginning() -> Vec<HelpPart> {
    vec![
        HelpPart::Heading(say_about!("help page", "Object of the Game")),
        say!("Red and Black each have a general. Trap your opponent’s general, so that it cannot escape, and you win.").into(),
        say!("Red moves first, then the sides take turns, one piece at a time. Pieces stand on the points where lines cross. To capture a piece, move onto its point: it leaves the board for good. You cannot capture your own pieces.").into(),
        say!("Click a piece and then a point with a dot, or use the arrow keys and Enter.").into(),
        HelpPart::Lesson(Lesson::Aim),
        HelpPart::Heading(say_about!("help page", "The Board")),
        say!("The nine lines that run up the board are the files, the ten that run across it the ranks. The river divides the board in two. The square with diagonal lines at each end is a palace, the home of a general.").into(),
        HelpPart::Lesson(Lesson::Board),
    ]
}

/// Pages about pieces that cross the river.
fn far_pieces() -> Vec<HelpPart> {
    vec![
        HelpPart::Heading(say_about!("help page", "Chariot")),
        HelpPart::Piece {
            kind: PieceKind::Chariot,
            text: say!(
                "The chariot moves forward, backward or sideways, as far as the line is free. It cannot jump over a piece, but it can capture an opponent’s piece that stands in its way."
            ),
        },
        HelpPart::Lesson(Lesson::Kind(PieceKind::Chariot)),
        HelpPart::Heading(say_about!("help page", "Cannon")),
        HelpPart::Piece {
            kind: PieceKind::Cannon,
            text: say!(
                "The cannon moves like the chariot, but captures differently: it has to jump over exactly one piece, of either side. That piece is called the screen."
            ),
        },
        HelpPart::Lesson(Lesson::Kind(PieceKind::Cannon)),
        HelpPart::Heading(say_about!("help page", "Horse")),
        HelpPart::Piece {
            kind: PieceKind::Horse,
            text: say!(
                "The horse moves one step straight and then one diagonally outward. It cannot jump: if a piece stands on the first point, called the horse’s leg, that way is blocked."
            ),
        },
        HelpPart::Lesson(Lesson::Kind(PieceKind::Horse)),
        HelpPart::Heading(say_about!("help page", "Soldier")),
        HelpPart::Piece {
            kind: PieceKind::Soldier,
            text: say!(
                "The soldier moves one step forward. Once across the river, it can also move one step sideways. It never moves backward."
            ),
        },
        HelpPart::Lesson(Lesson::Kind(PieceKind::Soldier)),
    ]
}

/// Pages about pieces that stay at home.
fn near_pieces() -> Vec<HelpPart> {
    vec![
        HelpPart::Heading(say_about!("help page", "General")),
        HelpPart::Piece {
            kind: PieceKind::General,
            text: say!(
                "The general moves one step forward, backward or sideways, never out of the palace, and never where it could be captured."
            ),
        },
        HelpPart::Lesson(Lesson::Kind(PieceKind::General)),
        HelpPart::Heading(say_about!("help page", "Advisor")),
        HelpPart::Piece {
            kind: PieceKind::Advisor,
            text: say!(
                "The advisor moves one step diagonally, never out of the palace. It guards the general."
            ),
        },
        HelpPart::Lesson(Lesson::Kind(PieceKind::Advisor)),
        HelpPart::Heading(say_about!("help page", "Elephant")),
        HelpPart::Piece {
            kind: PieceKind::Elephant,
            text: say!(
                "The elephant moves exactly two steps diagonally, never across the river. It cannot jump: if a piece stands on the point in between, called the elephant’s eye, that way is blocked."
            ),
        },
        HelpPart::Lesson(Lesson::Kind(PieceKind::Elephant)),
    ]
}

/// Page about check and checkmate.
fn endings() -> Vec<HelpPart> {
    vec![
        HelpPart::Heading(say_about!("help page", "Check")),
        say!("A general that could be captured on the next move is in check. The check has to be answered at once: by capturing the attacker, by blocking it or taking away a cannon’s screen, or by moving the general away.").into(),
        HelpPart::Lesson(Lesson::Check),
        HelpPart::Heading(say_about!("help page", "Checkmate")),
        say!("If no move answers the check, it is checkmate, and the game is won.").into(),
        HelpPart::Lesson(Lesson::Checkmate),
        HelpPart::Heading(say_about!("help page", "Facing Generals")),
        say!("Two generals on the same file with nothing between them could capture each other, so no move may leave them facing each other. Each general therefore keeps the other off its open file, at any distance.").into(),
        HelpPart::Lesson(Lesson::FlyingGeneral),
        HelpPart::Heading(say_about!("help page", "Stalemate")),
        say!("A side that is not in check but has no legal move loses, too. In Western chess, that is a draw.").into(),
        HelpPart::Lesson(Lesson::Stalemate),
    ]
}

/// Page about ends of a game, and forbidden repetitions.
fn rulings() -> Vec<HelpPart> {
    vec![
        HelpPart::Heading(say_about!("help page", "How a Game Ends")),
        say!("A side that is checkmated or stalemated loses. A player may resign, and the players may agree to a draw.").into(),
        say!("The game is a draw when neither side has a chariot, horse, cannon or soldier left, or after an agreed number of rounds without a capture: sixty, unless you choose otherwise.").into(),
        HelpPart::Heading(say_about!("help page", "Repetition")),
        say!("When the same position occurs for the third time with the same side to move, the rules chosen for the game decide. The table below shows what happens if every move of a side is of one kind. In every other case, the game is a draw. With repetition off, a position may recur any number of times.").into(),
        say!("You are warned at the second occurrence. At the third, the arbiter gives a ruling and explains it, but nothing is final until you accept: you may take back and play on.").into(),
        HelpPart::Cycle(Repetition::Check),
        HelpPart::Rulebooks,
        say!("Under the Asian rules, a side chases by attacking an unprotected piece, and under the Chinese rules, by any threat to win a piece. Such a chase is light if it takes several pieces to win that one, and heavy otherwise.").into(),
        HelpPart::Cycle(Repetition::Chase),
        HelpPart::Cycle(Repetition::Mixture),
        HelpPart::Cycle(Repetition::Both),
    ]
}

/// Comparison of the rulebooks: the names of three, and for each kind of repetition its name and what comes of it under each.
pub fn rulebooks() -> ([&'static str; 3], [(&'static str, [&'static str; 3]); 4]) {
    // Translators: the side that does this on every move loses, in a table of rulebooks.
    let loses = say_about!("rulebooks", "loses");
    // Translators: the game is a draw, in a table of rulebooks.
    let draw = say_about!("rulebooks", "draw");
    let books = [
        rulebook(Rulebook::Casual),
        // Translators: the Asian rules about repeated positions, at the head of a column.
        say_about!("rulebooks", "Asian"),
        // Translators: the Chinese rules about repeated positions, at the head of a column.
        say_about!("rulebooks", "Chinese"),
    ];
    let rows = [
        (say_about!("rulebooks", "Check"), [loses; 3]),
        (
            say_about!("rulebooks", "Chase of one piece"),
            [draw, loses, loses],
        ),
        (
            say_about!(
                "rulebooks",
                "Check, threat of mate and chase in any mixture"
            ),
            [draw, draw, loses],
        ),
        (
            say_about!("rulebooks", "Chase by both sides"),
            [draw, draw, say_about!("rulebooks", "the heavier loses")],
        ),
    ];
    (books, rows)
}

/// Comparison of the rulebooks, as it is read out.
pub(super) fn rulebooks_aloud() -> String {
    let (books, rows) = rulebooks();
    let row = |(kind, ends): (&str, [&str; 3])| {
        let ends = books.into_iter().zip(ends);
        let ends = ends.map(|(word, meaning)| say!("{word}: {meaning}", word, meaning));
        format!("{kind}. {}.", notes(&ends.collect::<Vec<_>>()))
    };
    paragraph(rows.into_iter().map(row))
}

/// Name of a repetition on which the rulebooks differ.
pub fn repetition(of: Repetition) -> &'static str {
    rulebooks().1[of as usize].0
}

/// Page about values of the pieces, and the first moves.
fn advice() -> Vec<HelpPart> {
    let worth = |kind, text| HelpPart::Piece { kind, text };
    vec![
        HelpPart::Heading(say_about!("help page", "Piece Values")),
        say!("Before you exchange pieces, compare what they are worth. These are rough figures, in soldiers:").into(),
        worth(PieceKind::Chariot, say!("Chariot: 9. The strongest piece.")),
        worth(PieceKind::Cannon, say!("Cannon: 4½. Strong as long as there are many screens.")),
        worth(PieceKind::Horse, say!("Horse: 4. It gets stronger as the board empties and its legs are free.")),
        worth(PieceKind::Advisor, say!("Advisor: 2. It defends the general, above all against chariots.")),
        worth(PieceKind::Elephant, say!("Elephant: 2. It defends the general, above all against cannons.")),
        worth(PieceKind::Soldier, say!("Soldier: 1, and 2 across the river.")),
        HelpPart::Heading(say_about!("help page", "First Moves")),
        say!("Bring out chariots, horses and cannons early, and move each only once at first. A chariot belongs on an open file, one without your own soldiers and cannons in front of it.").into(),
        say!("Keep both advisors and both elephants at home: a general without them is soon trapped.").into(),
        HelpPart::Lesson(Lesson::Opening),
    ]
}

/// Glossary of the game.
fn word_list() -> Vec<HelpPart> {
    let term = |word, meaning| HelpPart::Term { word, meaning };
    vec![
        HelpPart::Heading(say_about!("help page", "Word List")),
        term(
            say_about!("word list", "Point"),
            say!("A crossing of lines, where a piece can stand."),
        ),
        term(
            say_about!("word list", "File"),
            say!(
                "A line from one player to the other. Each player counts the files from the right."
            ),
        ),
        term(
            say_about!("word list", "Rank"),
            say!("A line from side to side."),
        ),
        term(
            say_about!("word list", "River"),
            say!("The gap between the two halves of the board."),
        ),
        term(
            say_about!("word list", "Palace"),
            say!("The nine points that general and advisors never leave."),
        ),
        term(
            say_about!("word list", "Screen"),
            say!("The one piece that a cannon jumps over to capture."),
        ),
        term(
            say_about!("word list", "Horse’s leg"),
            say!("The point beside a horse that it passes. A piece there blocks it."),
        ),
        term(
            say_about!("word list", "Elephant’s eye"),
            say!("The point in the middle of an elephant’s move. A piece there blocks it."),
        ),
        term(
            say_about!("word list", "Check"),
            say!("An attack on the general, which has to be answered at once."),
        ),
        term(
            say_about!("word list", "Checkmate"),
            say!("A check that no move answers."),
        ),
        term(
            say_about!("word list", "Stalemate"),
            say!("No legal move, without being in check. It loses."),
        ),
        term(
            say_about!("word list", "Protected"),
            say!("If the piece is captured, the captor can be captured in return."),
        ),
        term(
            say_about!("word list", "Chase"),
            say!("An attack on an unprotected piece."),
        ),
        term(
            say_about!("word list", "Perpetual check, perpetual chase"),
            say!("Check or chase with every move, again and again. It may lose."),
        ),
        term(
            say_about!("word list", "Round"),
            say!("A move by Red and a move by Black."),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Lesson, Trial};

    fn play(task: Task, mv: &str) -> (Trial, Result<Tried, NotTried>) {
        let mut trial = Trial::new(task);
        let tried = trial.play(mv.parse().expect("a move"));
        (trial, tried)
    }

    #[test]
    fn a_lesson_asks_for_something_else_each_time_or_of_another_piece() {
        for lesson in Lesson::ALL {
            let of = |one: &Task| (task(*one), one.position().piece_at(one.piece()));
            let mut tasks: Vec<_> = lesson.tasks().iter().map(of).collect();
            tasks.dedup();
            assert_eq!(tasks.len(), lesson.tasks().len(), "{lesson:?}");
        }
    }

    #[test]
    fn a_refusal_names_the_rule() {
        let (trial, tried) = play(Task::HorseLeg, "e3d5");
        assert_eq!(
            not_tried(
                trial.position(),
                tried.expect_err("the leg is taken"),
                EdgeLabels::FileNumbers
            ),
            "The horse’s leg is blocked by the red soldier on file 5."
        );
    }

    #[test]
    fn a_listener_is_told_where_the_star_is() {
        assert_eq!(
            task_aloud(Task::AimMove, 1, 3),
            "Task 1 of 3: Move the chariot to the star. Look at file 2 rank 4."
        );
        assert_eq!(
            task_aloud(Task::CheckGive, 1, 4),
            format!("Task 1 of 4: {}", task(Task::CheckGive))
        );
    }

    #[test]
    fn a_wrong_try_says_why_and_a_right_one_what_it_was() {
        let told = |task, mv: &str| {
            let (_, result) = play(task, mv);
            tried(task, result.expect("legal"), Some("e9e8"))
        };
        assert_eq!(told(Task::AimMove, "c3h3"), "Well done!");
        assert_eq!(
            told(Task::AimTrap, "a8a9"),
            "That is check, but Black escapes with e9e8. Try again."
        );
        assert_eq!(
            told(Task::MateHorse, "h5h8"),
            "That is not check: Black has time to escape. Try again."
        );
        assert!(told(Task::SoldierRiver, "c4c5").ends_with("2 moves left."));
    }
}
