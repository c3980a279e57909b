//! The room of studies: the list, and what is said to those who solve one.

use super::catalogue::{labels, say, say_count};
use super::{sentences, side, study_title, study_verdict};
use crate::record::Record;
use crate::record::format::{self, Target};
use crate::record::notation::{self, Notation};
use crate::rules::{Move, Position, Side};
use crate::studies::{Judgement, Solved, Study, Tally, Verdict};
use std::ops::RangeInclusive;

labels! {
    /// Title of the room.
    studies = say!("Studies");
    /// Item of a filter that leaves out nothing.
    all_books = say!("All Books");
    /// Item of the filter by progress that leaves out nothing.
    any_progress = say!("Solved or Not");
    /// Item of the filter by progress.
    only_unsolved = say!("Not Solved");
    /// Item of the filter by progress.
    only_solved = say!("Solved");
    /// Item of the filter by length that leaves out nothing.
    any_length = say!("Any Length");
    /// Item of the filter by the number of pieces that leaves out nothing.
    any_pieces = say!("Any Number");
    /// Button that gives the next part of a hint.
    study_hint = say!("_Hint");
    /// Button that shows the next study of the list.
    next_study = say!("_Next Study");
    /// Title of the chooser of a file with what was solved elsewhere.
    import_solved = say!("Import Solved Studies");
    /// Title of the chooser of a file for what was solved.
    export_solved = say!("Export Solved Studies");
    /// Confirmation that what was solved elsewhere is there.
    solved_imported = say!("The solved studies of the file are there, and yours as before.");
    /// Message that the next study cannot be shown.
    no_next_study = say!("This is the last study of the list.");
    /// Remark while a move is judged.
    judging = say!("Checking…");
    /// Remark after a move that cannot be judged.
    undecided = say!("Nobody can tell quickly whether that wins. Play on, or take it back.");
    /// Remark where there is nothing to be advised.
    no_study_hint = say!("There is no hint for this position. Take a move back, or try one.");
    /// Remark after the end of a study that was not solved.
    study_lost = say!("That was no mate. Take a move back, or start again.");
    /// Reason that moves cannot be judged, and what to do.
    cannot_judge = say!("The computer could not check this move, since the system could not start a thread. Close other programs, and try again.");
    /// Heading of an error.
    progress_lost_title = say!("Could Not Read Your Solved Studies");
}

/// Progress under the title of the list.
pub fn studies_solved(tally: Tally) -> String {
    let (solved, all) = (tally.solved, tally.total);
    // Translators: {solved} is a number, {all} another.
    say!("{solved} of {all} solved", solved, all)
}

/// Button that goes on with a study.
pub fn continue_study(study: &Study, has_begun: bool) -> String {
    let title = study_title(study);
    if has_begun {
        // Translators: {title} is the title of a study.
        say!("_Continue: {title}", title)
    } else {
        // Translators: {title} is the title of a study.
        say!("_Begin: {title}", title)
    }
}

/// Item of the filter by length.
pub fn mates_in(moves: &RangeInclusive<usize>) -> String {
    let (first, last) = (*moves.start(), *moves.end());
    if last == usize::MAX {
        // Translators: {first} is a number of moves.
        say!("Mate in {first} or More", first)
    } else {
        // Translators: {first} and {last} are numbers of moves.
        say!("Mate in {first} to {last}", first, last)
    }
}

/// Item of the filter by the number of pieces.
pub fn at_most_pieces(count: usize) -> String {
    say_count!("At Most {count} Piece", "At Most {count} Pieces", count)
}

/// Second line of a study in the list.
pub fn study_about(study: &Study) -> String {
    let number = study.number();
    let verdict = study_verdict(study.turn(), study.verdict());
    // Translators: {number} is the number of a study, {verdict} “Red mates in 5”.
    say!("No. {number}: {verdict}", number, verdict)
}

/// A study of the list as it is read out.
pub fn spoken_study(study: &Study, is_solved: bool) -> String {
    let told = sentences(study_title(study), &study_about(study));
    if is_solved {
        sentences(&told, say!("Solved."))
    } else {
        told
    }
}

/// Task of a study, above its board.
pub fn study_task(study: &Study) -> String {
    let turn = side(study.turn());
    match study.verdict() {
        Verdict::Mate(mate) if mate.ways > 1 => {
            let told = mate_task(turn, mate.moves);
            sentences(&told, say!("There is more than one way."))
        }
        Verdict::Mate(mate) => mate_task(turn, mate.moves),
        known @ (Verdict::Estimated(_) | Verdict::Unknown) => {
            // Translators: {side} is “Red” or “Black”.
            let told = say!("{side} moves first.", side = turn);
            // Translators: {verdict} is “Red probably wins” or the like.
            let known = say!(
                "{verdict}; this is not proved.",
                verdict = study_verdict(study.turn(), known)
            );
            sentences(&told, &known)
        }
    }
}

fn mate_task(side: &str, count: usize) -> String {
    say_count!(
        // Translators: {side} is “Red” or “Black”.
        "{side} mates in {count} move.",
        "{side} mates in {count} moves.",
        count,
        side
    )
}

/// Remark after a move that was judged; `None` if there is nothing to be said.
pub fn judged(
    judgement: &Judgement,
    after: &Position,
    solved: Option<Solved>,
    how: Notation,
) -> Option<String> {
    Some(match judgement {
        Judgement::Mated => study_solved(solved),
        Judgement::Right { left, .. } => {
            say_count!(
                "Right. Mate in {count} more move.",
                "Right. Mate in {count} more moves.",
                count = *left
            )
        }
        Judgement::Longer { total, .. } => {
            say_count!(
                "That wins too, but takes {count} move in all.",
                "That wins too, but takes {count} moves in all.",
                count = *total
            )
        }
        Judgement::Wrong { refutation } => wrong(after, refutation.first().copied(), how),
        Judgement::Undecided => undecided().to_owned(),
        Judgement::Free => return None,
    })
}

fn wrong(after: &Position, reply: Option<Move>, how: Notation) -> String {
    match reply {
        Some(reply) => {
            let reply = notation::write(after, reply, how);
            // Translators: {reply} is the answer of the other side as it is written, such as “C2=5”.
            say!(
                "Not this: after {reply} the mate comes too late, if at all.",
                reply
            )
        }
        None => say!("Not this.").to_owned(),
    }
}

/// Remark after the end of a study that was solved.
pub fn study_solved(solved: Option<Solved>) -> String {
    let Some(Solved { moves, first_try }) = solved else {
        return say!("Mate.").to_owned();
    };
    let told = say_count!(
        "Mate: solved in {count} move.",
        "Mate: solved in {count} moves.",
        count = moves
    );
    if first_try {
        sentences(&told, say!("At the first try!"))
    } else {
        told
    }
}

/// The moves of a solution in rounds, with variations in parentheses.
pub fn solution(record: &Record, how: Notation) -> String {
    let text = format::write(record, Target::Pgn(how));
    let text = String::from_utf8_lossy(&text);
    // The tags are not for reading, nor is the sign that the game goes on.
    let moves = text.split_once("\n\n").map_or("", |(_, moves)| moves);
    let words: Vec<_> = moves
        .split_whitespace()
        .filter(|word| *word != "*")
        .collect();
    words.join(" ")
}

/// The reply of the other side as it is read out.
pub fn spoken_reply(by: Side, spoken: &str) -> String {
    let side = side(by);
    // Translators: {side} is “Red” or “Black”, {spoken} a move as it is read out.
    say!("{side}: {spoken}", side, spoken)
}

/// Reason that the progress is not known: its damaged file is kept under a name.
pub fn progress_damaged(name: &str) -> String {
    // Translators: {name} is the name of a file.
    say!(
        "The file that knows what you have solved is damaged. It is kept as “{name}”, and you begin anew.",
        name
    )
}

/// Reason that the progress is not known, and that its file is left alone.
pub fn progress_lost(why: &str) -> String {
    let rest = say!("Nothing is written to it, so what you solve now is not kept.");
    sentences(why, rest)
}

/// Message that the progress could not be written.
pub fn progress_unsafe(error: &std::io::Error) -> String {
    let why = super::writing_error(error);
    // Translators: {why} is the reason, such as “The disk is full.”
    say!("What you solved is not kept. {why}", why)
}

/// Accessible name of the board of a study.
pub fn study_board(study: &Study) -> String {
    let (title, task) = (study_title(study), study_task(study));
    // Translators: {title} is the title of a study, {task} “Red mates in 5 moves.”
    say!("Study: {title}. {task}", title, task)
}

/// The book and number of a study, below its title.
pub fn study_place(book: &str, number: &str) -> String {
    // Translators: {book} is the title of a book, {number} that of a study in it.
    say!("{book}, no. {number}", book, number)
}
