//! Studies: their books, verdicts, and feedback while solving.

use super::catalogue::{labels, say, say_about, say_count};
use super::numbers::Grouped;
use super::{Importance, caution, games_of_files, hint_move, hint_piece, notes, read_error};
use super::{refused_position, row, sentences, side};
use crate::record::format::Caution;
use crate::record::notation::{self, Notation};
use crate::record::{Files, MoveToken, NodeId, Record};
use crate::rules::{Move, Position, Side};
use crate::scene::EdgeLabels;
use crate::studies::{
    Book, Classic, Estimate, Hint, Judgement, LeftOut, Mate, OwnBook, ProgressError, Solved, Study,
    StudyOrigin, StudyRemark, StudyVerdict, Tally, WhyLeftOut,
};
use std::borrow::Cow;
use std::ops::RangeInclusive;

/// Title of a book: in Chinese, or else transliterated and translated.
pub fn book_title(book: &Book) -> &'static str {
    match book.classic() {
        // Translators: the title of the book 適情雅趣 of 1570, as it is known in your language.
        Classic::ShiqingYaqu => say!("Shiqing Yaqu (Elegant Pastime)"),
        // Translators: the title of the old book 夢入神機, as it is known in your language.
        Classic::MengruShenji => say!("Mengru Shenji (Dream of Divine Strategy)"),
    }
}

/// Title of a book, or the name of somebody’s own file.
pub fn origin_title(origin: &StudyOrigin) -> &str {
    match origin {
        StudyOrigin::Book(book) => book_title(book),
        StudyOrigin::Own(name) => name,
    }
}

/// Title of a study as readers of the language know it; its number if it has none.
pub fn study_title(study: &Study) -> Cow<'_, str> {
    if study.title().is_empty() {
        // Translators: {number} is the number of a study without a title.
        return say!("No. {number}", number = study.number()).into();
    }

    match study.title_in(title_forms().0) {
        // A user's own.
        "" => study.title().into(),
        title => title.into(),
    }
}

/// Its title once more, as a help to readers of the language; empty if they need none.
pub fn study_subtitle(study: &Study) -> &str {
    match study.origin() {
        StudyOrigin::Book(_) => study.title_in(title_forms().1),
        StudyOrigin::Own(_) => "",
    }
}

/// Keywords of the form of the titles, and of that below them.
fn title_forms() -> (&'static str, &'static str) {
    // Translators: How the titles of studies are written, and, after a comma, how once more below; as these English words: “traditional” or “simplified” characters, “pinyin”, “Vietnamese” for their readings there.
    let forms = say_about!("titles of studies", "traditional, pinyin");
    forms.split_once(", ").unwrap_or((forms, ""))
}

/// The verdict on a study in a few words: `"Red mates in 5"`.
pub fn study_verdict(turn: Side, verdict: &StudyVerdict) -> String {
    let side = side(turn);
    match verdict {
        // Translators: The other side is mated, or loses by giving check for ever; {side} is “Red” or “Black”.
        StudyVerdict::Mate(mate) if mate.by_rule => say!("{side} mates or wins by rule", side),
        // Translators: {side} is “Red” or “Black”, {count} the number of its moves to the mate.
        StudyVerdict::Mate(mate) if mate.is_exact => {
            say!("{side} mates in {count}", side, count = mate.moves)
        }
        // Translators: a shorter mate is not ruled out; {side} is “Red” or “Black”, {count} a number of its moves.
        StudyVerdict::Mate(mate) => {
            say!("{side} mates in at most {count}", side, count = mate.moves)
        }
        // Translators: the engine’s opinion; {side} is “Red” or “Black”.
        StudyVerdict::Estimated(Estimate::Win) => say!("{side} probably wins", side),
        // Translators: the engine’s opinion of a position.
        StudyVerdict::Estimated(Estimate::Draw) => say!("Probably a draw").to_owned(),
        // Translators: of a position that neither the solver nor the engine could judge.
        // Translators: of a position of the players’ own; {side} is “Red” or “Black”.
        StudyVerdict::Better(_) => say!("{side} has a better move", side),
        StudyVerdict::Unknown => say!("Unverified").to_owned(),
    }
}

/// Reason why a file with the progress of studies cannot be read, and what to do.
pub fn progress_error(error: &ProgressError) -> &'static str {
    match error {
        ProgressError::NotJson(_) => {
            say!("The file with your solved studies is damaged. Choose another one.")
        }
        ProgressError::NotProgress(_) => {
            say!("The file does not hold solved studies. Choose another one.")
        }
        ProgressError::Newer(_) => say!(
            "A newer version of Chuhe has written the file with your solved studies. Update Chuhe, and try again."
        ),
    }
}

/// Maximum number of games listed one by one.
const MOST_LEFT_OUT: usize = 12;
/// Maximum number of files without games listed by name.
const MOST_PASSED_OVER: usize = 3;

labels! {
    studies = say!("Studies");
    all_books = say!("All Books");
    // Translators: A book of positions of the players’ own games, in which the game turned.
    own_turning_points = say!("Turning Points");
    any_progress = say!("Any Progress");
    only_unsolved = say!("Not Solved");
    only_solved = say!("Solved");
    any_length = say!("Any Length");
    any_pieces = say!("Any Number");
    study_hint = say!("_Hint");
    next_study = say!("_Next Study");
    no_next_study = say!("This is the last study in the list.");
    judging = say!("Checking…");
    undecided = say!("It is unclear whether that still wins. Play on, or take it back.");
    no_study_hint = say!("There is no hint for this position. Take a move back, or try one.");
    study_lost = say!("You have no legal move left, so you lose. Take a move back, or start over.");
    cannot_judge = say!("The computer could not check this move, since the system could not start a thread. Close other programs, and try again.");
    add_positions = say!("Add Positions");
    add_positions_folder = say!("Add a Folder of Positions");
    no_positions = say!("No Positions Found");
    // Translators: Button that stops the check of one’s own positions.
    stop_proving = say!("_Stop");
    cannot_prove = say!("The positions could not be checked, since the system could not start a thread. Close other programs, and open the studies again.");
    progress_lost_title = say!("Could Not Read Your Solved Studies");
}

/// Progress under the title of the list.
pub fn studies_solved(tally: Tally) -> String {
    let (solved, all) = (tally.solved, tally.total);
    // Translators: {solved} is a number, {all} another.
    say!("{solved} of {all} solved", solved, all)
}

/// Progress under the title of the list of drills.
pub fn drills_due(count: usize) -> String {
    // Translators: Positions to be practiced today.
    say_count!("{count} due today", "{count} due today", count)
}

/// Number of studies that a search or a filter lists, for a screen reader.
pub fn studies_listed(listed: usize, all: usize) -> String {
    if listed == all {
        return say_count!("{count} study", "{count} studies", count = Grouped(all));
    }
    // Translators: How many of the studies are listed: 12 of 684 studies.
    say_count!(
        "{listed} of {all} study",
        "{listed} of {all} studies",
        all = Grouped(all),
        listed = Grouped(listed)
    )
}

/// Label of the button that continues with a study.
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
    let verdict = study_verdict(study.turn(), study.verdict());
    if study.title().is_empty() {
        // The number is above, in place of a title.
        return verdict;
    }
    let number = study.number();
    // Translators: {number} is the number of a study, {verdict} “Red mates in 5”.
    say!("No. {number}: {verdict}", number, verdict)
}

/// Accessible name of a listed study.
pub fn spoken_study(study: &Study, is_solved: bool) -> String {
    let told = sentences(&spoken_title(study), &study_about(study));
    if is_solved {
        sentences(&told, say!("Solved."))
    } else {
        told
    }
}

/// Title of a study with its pinyin, for voices that read no Chinese.
fn spoken_title(study: &Study) -> String {
    let (title, pinyin) = (study_title(study), study.pinyin());
    if pinyin.is_empty() || study_subtitle(study) != pinyin {
        return title.into_owned();
    }
    // Translators: {title} is the title of a study, {pinyin} how it is pronounced.
    say!("{title} ({pinyin})", title, pinyin)
}

/// Task of a study, above its board.
pub fn study_task(study: &Study) -> String {
    let turn = side(study.turn());
    match study.verdict() {
        StudyVerdict::Mate(mate) if mate.ways > 1 => {
            let told = mate_task(turn, mate);
            sentences(&told, say!("There is more than one way."))
        }
        StudyVerdict::Mate(mate) => mate_task(turn, mate),
        // Translators: {side} is “Red” or “Black”.
        StudyVerdict::Better(_) => say!("Find the better move for {side}.", side = turn),
        known => {
            // Translators: {side} is “Red” or “Black”.
            let told = say!("{side} moves first.", side = turn);
            sentences(&told, &unproved(study.turn(), known))
        }
    }
}

fn unproved(turn: Side, known: &StudyVerdict) -> String {
    match known {
        StudyVerdict::Unknown => say!("The result is not known.").to_owned(),
        // Translators: {verdict} is “Red probably wins” or the like.
        _ => say!(
            "{verdict}; this is not proved.",
            verdict = study_verdict(turn, known)
        ),
    }
}

fn mate_task(side: &str, mate: &Mate) -> String {
    let count = mate.moves;
    if mate.by_rule {
        // Translators: The other side is mated, or loses by giving check for ever; {side} is “Red” or “Black”.
        say!("{side} mates or wins by rule.", side)
    } else if mate.is_exact {
        say_count!(
            // Translators: {side} is “Red” or “Black”.
            "{side} mates in {count} move.",
            "{side} mates in {count} moves.",
            count,
            side
        )
    } else {
        say_count!(
            // Translators: a shorter mate is not ruled out; {side} is “Red” or “Black”.
            "{side} mates in at most {count} move.",
            "{side} mates in at most {count} moves.",
            count,
            side
        )
    }
}

/// Remark on a study that is being solved.
pub fn study_remark(
    remark: &StudyRemark,
    how: Notation,
    labels: EdgeLabels,
) -> (Importance, String) {
    match remark {
        StudyRemark::Judging => (Importance::State, judging().to_owned()),
        StudyRemark::Judged {
            judgement,
            after,
            solved,
        } => {
            let importance = match judgement {
                Judgement::Wrong { .. } => Importance::Refusal,
                _ => Importance::Answer,
            };
            (importance, judged(judgement, after, *solved, how))
        }
        StudyRemark::CannotJudge => (Importance::Refusal, cannot_judge().to_owned()),
        StudyRemark::Lost => (Importance::End, study_lost().to_owned()),
        StudyRemark::Hint(position, hint) => match hint {
            Some(Hint::Piece(from)) => (Importance::Answer, hint_piece(position, *from, labels)),
            Some(Hint::Move(mv)) => (Importance::State, hint_move(position, *mv, how)),
            None => (Importance::Refusal, no_study_hint().to_owned()),
        },
        StudyRemark::Answer(answer) => (Importance::Answer, answer.clone()),
    }
}

/// Remark after a move that was judged; empty if there is nothing to be said.
fn judged(
    judgement: &Judgement,
    after: &Position,
    solved: Option<Solved>,
    how: Notation,
) -> String {
    match judgement {
        Judgement::Mated | Judgement::Better => study_solved(solved),
        Judgement::Right { left, .. } => {
            say_count!(
                "Correct. Mate in {count} more move.",
                "Correct. Mate in {count} more moves.",
                count = *left
            )
        }
        Judgement::Longer { total, .. } => {
            say_count!(
                "That also wins, but in {count} move.",
                "That also wins, but in {count} moves.",
                count = *total
            )
        }
        Judgement::Wrong { refutation } => wrong(after, refutation, how),
        Judgement::Undecided => undecided().to_owned(),
        Judgement::Free => String::new(),
    }
}

fn wrong(after: &Position, refutation: &[Move], how: Notation) -> String {
    let Some(reply) = refutation.first() else {
        return say!("Not this.").to_owned();
    };
    let mates = refutation.len() > 1
        || (after.play(*reply)).is_ok_and(|position| !position.has_legal_move());
    let reply = notation::write(after, *reply, how);
    if mates {
        // Translators: {reply} is the answer of the other side as it is written, such as “C2=5”.
        say!("Not this one: after {reply}, you are checkmated.", reply)
    } else {
        // Translators: {reply} is the answer of the other side as it is written, such as “C2=5”.
        say!(
            "Not this one: after {reply}, there is no mate in time.",
            reply
        )
    }
}

/// Remark after the end of a study that was solved.
fn study_solved(solved: Option<Solved>) -> String {
    let Some(Solved { moves, first_try }) = solved else {
        return say!("Mate.").to_owned();
    };
    let told = say_count!(
        "Solved in {count} move.",
        "Solved in {count} moves.",
        count = moves
    );
    if first_try {
        sentences(&told, say!("On the first try!"))
    } else {
        told
    }
}

/// The moves of a solution in rounds, with variations in parentheses: `1. P6=5 K5=4 (1... K5=6 2. P5+1) 2. P5+1`. A move may
/// be in bold, for Pango; no move has a letter that means something there.
pub fn solution(record: &Record, how: Notation, bold: Option<NodeId>) -> String {
    let mut text = String::new();
    let mut is_apart = false;
    for token in record.written_after(record.root()) {
        match token {
            MoveToken::Move(node) => {
                let start = text.len();
                tell_move(record, node, how, is_apart, &mut text);
                if bold == Some(node) {
                    text.insert_str(start, "<b>");
                    text.push_str("</b>");
                }
            }
            MoveToken::Open => text.push_str(" ("),
            MoveToken::Close => text.push(')'),
        }
        is_apart = !matches!(token, MoveToken::Move(_));
    }
    text
}

/// Appends a move, with its number at the beginning of a round or after an interruption.
fn tell_move(record: &Record, node: NodeId, how: Notation, is_apart: bool, text: &mut String) {
    let Some(written) = notation::write_node(record, node, how) else {
        return;
    };
    if !text.is_empty() && !text.ends_with('(') {
        text.push(' ');
    }
    let ply = record.node(node).ply();
    let (round, is_reply) = (ply.div_ceil(2), ply.is_multiple_of(2));
    match (is_reply, is_apart) {
        (false, _) => *text += &format!("{round}. "),
        (true, true) => *text += &format!("{round}... "),
        (true, false) => {}
    }
    *text += &written;
}

/// Spoken form of the opponent's reply.
pub fn spoken_reply(by: Side, spoken: &str) -> String {
    let side = side(by);
    // Translators: {side} is “Red” or “Black”, {spoken} a move as it is read out.
    say!("{side}: {spoken}", side, spoken)
}

/// Reason why the progress is unknown: its damaged file was quarantined.
pub fn progress_damaged(name: &str) -> String {
    // Translators: {name} is the name of a file.
    say!(
        "The file with your solved studies is damaged. It was kept as “{name}”, and you start over.",
        name
    )
}

/// Reason why the progress is unknown, whose file is left alone.
pub fn progress_lost(why: &str) -> String {
    let rest = say!("Chuhe leaves the file alone, so what you solve now will not be saved.");
    sentences(why, rest)
}

/// Message that the progress could not be written.
pub fn progress_unsafe(error: &std::io::Error) -> String {
    let why = super::writing_error(error);
    // Translators: {why} is the reason, such as “The disk is full.”
    say!("Your progress could not be saved. {why}", why)
}

/// Progress of the check of one’s own positions.
pub fn proving(number: usize, all: usize) -> String {
    // Translators: {number} is a number, {all} another.
    say!("Checking position {number} of {all}…", number, all)
}

/// Confirmation that positions of a file or folder were added to the studies.
pub fn positions_added(count: usize, files: Option<&Files>) -> String {
    let added = say_count!("{count} position added", "{count} positions added", count);
    let told = games_of_files(added, files);
    match files.and_then(passed_over) {
        Some(others) => notes(&[told, others]),
        None => told,
    }
}

/// Files of a folder without games, the first ones by name.
fn passed_over(files: &Files) -> Option<String> {
    let names = files.passed_over();
    let (shown, others) = names.split_at(names.len().min(MOST_PASSED_OVER));
    let shown = row(shown);
    match others.len() {
        _ if names.is_empty() => None,
        // Translators: {names} are names of files, such as “readme.txt, board.png”.
        0 => Some(say!("passed over: {names}", names = shown)),
        count => Some(say_count!(
            // Translators: {names} are names of files, such as “readme.txt, board.png”.
            "passed over: {names} and {count} more",
            "passed over: {names} and {count} more",
            count,
            names = shown
        )),
    }
}

/// Message that a file or folder has no positions that can be studied.
pub fn no_positions_about(book: &OwnBook, files: Option<&Files>) -> String {
    let others = files.and_then(passed_over);
    let told = [left_out(book.left_out())].into_iter().chain(others);
    let told: Vec<_> = told.filter(|told| !told.is_empty()).collect();
    told.join("\n")
}

/// Heading of the list of positions whose side to move was changed.
pub fn turned_title(count: usize) -> String {
    say_count!(
        "The Side to Move Was Changed in {count} Position",
        "The Side to Move Was Changed in {count} Positions",
        count
    )
}

/// Positions whose side to move differs from the file, a line each; of many, the first ones.
pub fn turned(turned: &[(usize, Caution)]) -> String {
    lines(turned, |(number, why)| numbered(*number, &caution(why)))
}

/// Confirmation that the positions of a file are no longer listed.
pub fn book_removed(name: &str) -> String {
    // Translators: {name} is the name of a file or folder.
    say!("“{name}” is no longer listed. Its file is kept.", name)
}

/// Message that a file added earlier can no longer be read.
pub fn positions_unread(name: &str, why: &str) -> String {
    // Translators: {name} is the name of a file or folder, {why} the reason as a sentence.
    say!("The positions of “{name}” are not listed. {why}", name, why)
}

/// Heading of the list of games that are no studies.
pub fn left_out_title(count: usize) -> String {
    say_count!(
        "{count} Game Was Left Out",
        "{count} Games Were Left Out",
        count
    )
}

/// Games of a file that are no studies, a line each, with the reason; of many, the first ones.
pub fn left_out(left_out: &[LeftOut]) -> String {
    lines(left_out, |one| {
        numbered(one.number, &why_left_out(&one.why))
    })
}

fn numbered(number: usize, why: &str) -> String {
    // Translators: {number} is the number of a game in its file, {why} the reason that it is no study, as a sentence.
    say!("No. {number}: {why}", number, why)
}

/// One line about each of the first entries, and the number of the others.
fn lines<T>(all: &[T], told: impl Fn(&T) -> String) -> String {
    let shown = all.iter().take(MOST_LEFT_OUT).map(told);
    let mut lines: Vec<_> = shown.collect();
    let others = all.len() - lines.len();
    if others > 0 {
        lines.push(say_count!(
            "And {count} more.",
            "And {count} more.",
            count = others
        ));
    }
    lines.join("\n")
}

fn why_left_out(why: &WhyLeftOut) -> String {
    match why {
        WhyLeftOut::WholeGame => {
            say!("It is a whole game. To study a part, save the position it begins with.").into()
        }
        WhyLeftOut::Over => {
            say!("The side to move has no legal move. Add a position before that.").into()
        }
        WhyLeftOut::Impossible(error) => refused_position(error),
        WhyLeftOut::Unreadable(error) => read_error(error),
    }
}

/// Accessible name of the board of a study.
pub fn study_board(study: &Study) -> String {
    let (title, task) = (spoken_title(study), study_task(study));
    // Translators: {title} is the title of a study, {task} “Red mates in 5 moves.”
    say!("Study: {title}. {task}", title, task)
}

/// The book and number of a study, below its title.
pub fn study_place(book: &str, number: &str) -> String {
    // Translators: {book} is the title of a book, {number} that of a study in it.
    say!("{book}, no. {number}", book, number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::FileList;
    use crate::studies::{Attempt, Mate, Progress, Variations, find};

    #[test]
    fn every_verdict_is_told() {
        for (is_exact, told) in [(true, "Red mates in 5"), (false, "Red mates in at most 5")] {
            let mate = StudyVerdict::Mate(Mate {
                moves: 5,
                is_exact,
                ways: 1,
                by_rule: false,
                nodes: 0,
                line: Vec::new(),
            });
            assert_eq!(study_verdict(Side::Red, &mate), told);
        }
        let by_rule = find("shiqing-yaqu:95").expect("a study");
        assert_eq!(
            study_verdict(Side::Red, by_rule.verdict()),
            "Red mates or wins by rule"
        );
        assert_eq!(study_task(by_rule), "Red mates or wins by rule.");
        let told = |estimate| study_verdict(Side::Black, &StudyVerdict::Estimated(estimate));
        assert_eq!(told(Estimate::Win), "Black probably wins");
        assert_eq!(told(Estimate::Draw), "Probably a draw");
        assert_eq!(
            study_verdict(Side::Red, &StudyVerdict::Unknown),
            "Unverified"
        );
    }

    #[test]
    fn every_book_has_a_title_in_letters() {
        for book in Book::all() {
            assert!(book_title(book).starts_with(|c: char| c.is_ascii_uppercase()));
        }
    }

    #[test]
    fn every_error_has_a_sentence_of_its_own() {
        let told = |text: &str| {
            let error = Progress::from_json(text.as_bytes()).expect_err("an error");
            progress_error(&error)
        };
        assert!(told("{").contains("damaged"));
        assert!(told("[]").contains("does not hold"));
        assert!(told(r#"{"version":9}"#).contains("newer"));
    }

    #[test]
    fn the_solution_is_told_with_its_variations() {
        let study = find("mengru-shenji:1").expect("a study");
        let mut solution = Variations::new(study, 40_000).expect("a mate");
        let told = |solution: &Variations| super::solution(solution.record(), Notation::Wxf, None);
        assert_eq!(told(&solution), "1. P6=5 K5=4 2. P5+1 K4=5 3. H7-6");
        while solution.step(1_000) {}
        let all = "1. P6=5 K5=4 (1... K5=6 2. P5+1 K6=5 3. H7-6) 2. P5+1 K4=5 3. H7-6";
        assert_eq!(told(&solution), all);
    }

    #[test]
    fn a_refutation_that_is_mate_is_told_as_mate() {
        let told = |study: &str, mv: &str| {
            let study = find(study).expect("a study");
            let attempt = Attempt::new(study.clone());
            let mv = mv.parse().expect("a move");
            let judged = attempt.judge(mv, 40_000).expect("legal").run();
            let after = attempt.position().play(mv).expect("legal");
            super::judged(&judged.judgement, &after, None, Notation::Wxf)
        };
        assert_eq!(
            told("shiqing-yaqu:93", "f8f7"),
            "Not this one: after R9+9, you are checkmated."
        );
    }

    #[test]
    fn a_study_that_is_solved_is_told_with_the_first_try() {
        let told = |first_try| {
            let moves = 3;
            study_solved(Some(Solved { moves, first_try }))
        };
        assert_eq!(told(true), "Solved in 3 moves. On the first try!");
        assert_eq!(told(false), "Solved in 3 moves.");
    }

    #[test]
    fn files_without_games_are_named() {
        let folder = std::env::temp_dir().join(format!("chuhe-passed-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        for (name, text) in [
            ("a.fen", "3k5/9/9/9/9/9/9/9/8R/4K4 w"),
            ("B.FEN", "3k5/9/9/9/9/9/9/9/8R/4K4 w"),
            ("c.txt", "nothing here"),
            ("d.png", ""),
        ] {
            std::fs::write(folder.join(name), text).expect("written");
        }
        let files = FileList::of(std::slice::from_ref(&folder));
        let files = files.read(|_, _| true).expect("files");
        std::fs::remove_dir_all(&folder).expect("removed");
        assert_eq!(files.count(), 2);
        let told = positions_added(2, Some(&files));
        assert_eq!(told, "2 positions added, passed over: d.png, c.txt");
    }

    #[test]
    fn a_title_is_in_one_form_and_maybe_another() {
        let study = find("shiqing-yaqu:1").expect("a study");
        assert_eq!(study_title(study), "氣吞關右");
        assert_eq!(study_subtitle(study), "Qì tūn guān yòu");
        assert_eq!(spoken_title(study), "氣吞關右 (Qì tūn guān yòu)");
    }

    #[test]
    fn the_studies_listed_are_counted() {
        assert_eq!(studies_listed(684, 684), "684 studies");
        assert_eq!(studies_listed(0, 684), "0 of 684 studies");
        assert_eq!(studies_listed(1, 1), "1 study");
    }

    #[test]
    fn what_is_not_proved_is_told_as_such() {
        for study in crate::studies::all() {
            let told = study_task(study);
            let is_proved = study.verdict().mate().is_some();
            let is_sure = !told.contains("not proved") && !told.contains("not known");
            assert_eq!(is_sure, is_proved, "{told}");
        }
    }
}
