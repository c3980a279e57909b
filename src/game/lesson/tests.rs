//! Every task can be solved as it says, and each kind of wrong try is told from the others.

use super::*;
use crate::rules::mv;
use crate::rules::{PieceKind, Side};
use std::collections::HashSet;

fn every_task() -> impl Iterator<Item = (Lesson, Task)> {
    let of = |lesson: Lesson| lesson.tasks().iter().map(move |task| (lesson, *task));
    Lesson::ALL.into_iter().flat_map(of)
}

/// Results of moves, one after the other.
fn tried(task: Task, moves: &str) -> Vec<Result<Tried, NotTried>> {
    let mut trial = Trial::new(task);
    moves.split(' ').map(|text| trial.play(mv(text))).collect()
}

#[track_caller]
fn refused(task: Task, text: &str, fits: impl Fn(&IllegalMove) -> bool) {
    match Trial::new(task).play(mv(text)) {
        Err(NotTried::Illegal(why)) => assert!(fits(&why), "{task:?} {text}: {why}"),
        other => panic!("{task:?} {text}: {other:?}"),
    }
}

/// The moves of the shortest solution.
fn solution(task: Task) -> Option<Vec<Move>> {
    let mut lines = vec![(Trial::new(task), Vec::new())];
    while !lines.is_empty() {
        let mut next = Vec::new();
        for (trial, line) in &lines {
            for mv in trial.position().legal_moves() {
                let (mut trial, mut line): (Trial, Vec<Move>) = (trial.clone(), line.clone());
                line.push(mv);
                match trial.play(mv) {
                    Ok(Tried::Solved) => return Some(line),
                    Ok(Tried::Made { .. }) => next.push((trial, line)),
                    _ => {}
                }
            }
        }
        lines = next;
    }
    None
}

#[test]
fn every_task_has_a_solution_of_its_length_and_none_shorter() {
    for (_, task) in every_task() {
        let found = solution(task).map(|line| line.len());
        assert_eq!(found, Some(usize::from(task.moves())), "{task:?}");
    }
}

#[test]
fn every_lesson_has_two_to_four_tasks_about_pieces_that_can_move() {
    for lesson in Lesson::ALL {
        assert!((2..=4).contains(&lesson.tasks().len()), "{lesson:?}");
    }
    let ids: HashSet<_> = every_task().map(|(_, task)| task.id()).collect();
    assert_eq!(ids.len(), every_task().count());
    for (lesson, task) in every_task() {
        let position = task.position();
        let piece = position.piece_at(task.piece()).expect("a piece");
        assert_eq!((position.turn(), piece.side), (Side::Red, Side::Red));
        if let Lesson::Kind(kind) = lesson {
            assert_eq!(piece.kind, kind, "{task:?}");
        }
        let stays = task == Task::FacingMove;
        assert_eq!(position.targets(task.piece()).is_empty(), stays, "{task:?}");
    }
}

#[test]
fn in_two_moves_black_has_one_answer_to_the_first() {
    let line = solution(Task::MateTwo).expect("a solution");
    let after = Task::MateTwo.position().play(line[0]).expect("legal");
    assert_eq!(after.legal_moves().len(), 1);
}

#[test]
fn what_a_page_says_is_refused_is_refused() {
    refused(Task::ChariotWay, "g3b3", |why| {
        matches!(why, IllegalMove::WayBlocked { .. })
    });
    refused(Task::ChariotTwo, "c2c8", |why| {
        matches!(why, IllegalMove::WayBlocked { .. })
    });
    let screens = |count: usize| move |why: &IllegalMove| matches!(why, IllegalMove::WrongScreens { screens } if screens.len() == count);
    refused(Task::CannonScreen, "c2c5", screens(0));
    refused(Task::CannonScreen, "c2i2", screens(2));
    refused(Task::HorseLeg, "e3d5", |why| {
        matches!(why, IllegalMove::HobbledLeg { .. })
    });
    refused(Task::SoldierRiver, "c4d4", |why| {
        *why == IllegalMove::SoldierSideways
    });
    refused(Task::SoldierTwo, "e6e5", |why| {
        *why == IllegalMove::SoldierBackward
    });
    refused(Task::GeneralWay, "d2c2", |why| {
        *why == IllegalMove::LeavesPalace(PieceKind::General)
    });
    refused(Task::GeneralCapture, "d1d0", |why| {
        matches!(why, IllegalMove::LeavesInCheck { .. })
    });
    refused(Task::ElephantEye, "e2g4", |why| {
        matches!(why, IllegalMove::BlockedEye { .. })
    });
    refused(Task::FacingMove, "e4c5", |why| {
        matches!(why, IllegalMove::FlyingGeneral { .. })
    });
}

#[test]
fn a_wrong_try_tells_what_was_wrong_and_ends_the_task() {
    let missed = |miss| Ok(Tried::Missed(miss));
    let over = Err(NotTried::Over);
    assert_eq!(
        tried(Task::AimCapture, "c3c4 c4c5"),
        [missed(Miss::Unsolved), over]
    );
    assert_eq!(tried(Task::CheckGive, "a3a4"), [missed(Miss::Unsolved)]);
    assert_eq!(tried(Task::MateHorse, "h5h8"), [missed(Miss::NoCheck)]);
    let [Ok(Tried::Missed(Miss::Escaped(answer)))] = tried(Task::AimTrap, "a8a9")[..] else {
        panic!("check, but not mate");
    };
    assert_eq!(answer, mv("e9e8"));
    assert_eq!(
        tried(Task::StalemateChariot, "a7f7"),
        [missed(Miss::Checkmate)]
    );
    assert_eq!(
        tried(Task::StalemateChariot, "a7b7"),
        [missed(Miss::Unsolved)]
    );
    // Even with a move left, a quiet move gives the general time.
    assert_eq!(tried(Task::MateTwo, "b5b6"), [missed(Miss::NoCheck)]);
}

#[test]
fn only_the_piece_of_the_task_reaches_the_star() {
    // The elephant could stand on the point of the cannon.
    assert_eq!(
        tried(Task::OpeningCannon, "c0e2"),
        [Ok(Tried::Missed(Miss::Unsolved))]
    );
    assert_eq!(tried(Task::OpeningCannon, "b2e2"), [Ok(Tried::Solved)]);
}

#[test]
fn black_moves_only_to_answer_a_check() {
    let mut trial = Trial::new(Task::ChariotThree);
    let quiet = Tried::Made {
        left: 2,
        answer: None,
    };
    assert_eq!(trial.play(mv("c2d2")), Ok(quiet));
    assert_eq!(trial.position().turn(), Side::Red);
    let checked = trial.play(mv("d2f2"));
    let Ok(Tried::Made {
        left: 1,
        answer: Some(answer),
    }) = checked
    else {
        panic!("{checked:?}");
    };
    assert_eq!(trial.last(), Some(answer));
}

#[test]
fn dots_follow_the_piece_and_go_at_the_end() {
    let mut trial = Trial::new(Task::SoldierRiver);
    assert_eq!(trial.hints().len(), 1);
    assert_eq!(trial.stars().len(), 1);
    trial.play(mv("c4c5")).expect("legal");
    assert_eq!(trial.hints().len(), 3);
    for text in ["c5d5", "d5e5"] {
        trial.play(mv(text)).expect("legal");
    }
    assert!(trial.is_over() && trial.has_begun());
    assert!(trial.hints().is_empty() && trial.stars().is_empty());
}
