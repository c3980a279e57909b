use super::*;
use crate::game::tests::played;
use crate::game::{Act, Command, GameTerms, Now, TakeBacks};
use crate::record::{Record, Tags};
use crate::rules::{Move, Rulebook, Setup, Side, Terms};
use crate::scene::Intent;

const STYLE: Style = Style {
    notation: Notation::Wxf,
    labels: EdgeLabels::FileNumbers,
    has_aids: true,
};

fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = text.parse().expect("a move");
        apply(game, Command::Play(mv));
    }
}

fn apply(game: &mut Game, command: impl Into<Command>) {
    game.apply(command, Now::default())
        .expect("a command that the game takes");
}

fn of(game: &Game) -> Status {
    status(game, &View::default(), false, STYLE)
}

#[test]
fn in_play_it_is_the_last_move_in_words_and_the_turn_is_heard() {
    let heard = |game: &Game| status_aloud(game, &View::default(), &of(game), STYLE).1;
    let start = played("");
    assert_eq!(of(&start), Status::new("", Tone::Moved));
    assert_eq!(heard(&start), "Red to move");
    let game = played("h2e2 h9g7 e2e6");
    let told = "Red cannon from file 5 forward 4 ranks, capturing Black soldier.";
    assert_eq!(of(&game), Status::new(told, Tone::Moved));
    assert_eq!(heard(&game), "Black to move");
}

#[test]
fn drawings_are_heard_after_the_state() {
    let mut game = played("h2e2");
    let mut drawings = crate::record::Drawings::default();
    drawings.toggle("Gh9g7".parse().expect("a drawing"));
    game.set_drawings(game.present(), drawings);
    let heard = status_aloud(&game, &View::default(), &of(&game), STYLE).1;
    assert_eq!(
        heard,
        "Black to move. Marked: Black horse on file 8 rank 10 to file 7 rank 8."
    );
}

#[test]
fn a_check_takes_precedence_over_the_turn_and_over_aids() {
    let game = played("h2e2 f9e8 e2e6");
    let mut view = View::default();
    let lifts = |view: &mut View, game: &Game| {
        let horse = "b9".parse().expect("a point");
        assert_eq!(view.press(horse, game), Intent::Lift(horse));
    };
    lifts(&mut view, &game);
    let checked = status(&game, &view, false, STYLE);
    assert_eq!(checked.tone, Tone::Check);
    assert_eq!(checked.text, check(game.position(), STYLE.labels));
    view.forget();
    let game = played("h2e2");
    lifts(&mut view, &game);
    let quiet = status(&game, &view, false, STYLE);
    assert!(
        quiet.text.starts_with("Blocking this horse"),
        "{}",
        quiet.text
    );
    let no_aids = Style {
        has_aids: false,
        ..STYLE
    };
    assert_eq!(status(&game, &view, false, no_aids), of(&game));
}

#[test]
fn what_was_tried_takes_precedence_over_everything() {
    let mut game = played("h2e2 f9e8 e2e6");
    let mv: Move = "a9a8".parse().expect("a move");
    let why = game.position().check_move(mv).expect_err("in check");
    let mut refused = View::default();
    refused.refuse(mv, why);
    let told = status(&game, &refused, false, STYLE);
    assert_eq!(told.tone, Tone::Refusal);
    refused.remark = Some(Remark::Done("copied".to_owned()));
    let told = status(&game, &refused, false, STYLE);
    assert_eq!(told, Status::new("copied", Tone::Plain));
    refused.remark = Some(Remark::Moved("Black cannon".to_owned()));
    let moved = status(&game, &refused, false, STYLE);
    assert_eq!(moved.button, Some(StatusButton::BackToGame));
    refused.remark = None;
    // It also takes precedence over the end.
    apply(&mut game, Act::Resign.by(Side::Red));
    assert_eq!(status(&game, &refused, false, STYLE).tone, Tone::Refusal);
}

#[test]
fn an_earlier_position_leads_back_to_the_game() {
    let mut game = played("h2e2 h9g7");
    let first = game.record().main_line().next().expect("a move");
    apply(&mut game, Command::Show(first));
    let told = of(&game);
    assert_eq!(told.tone, Tone::Past);
    assert_eq!(told.button, Some(StatusButton::BackToGame));
    assert!(told.text.contains("C2=5"), "{}", told.text);
    play(&mut game, "b9c7");
    assert!(game.shows_variation());
    assert_eq!(of(&game).text, variation(game.shown_position()));
    let (importance, aloud) = status_aloud(&game, &View::default(), &of(&game), STYLE);
    assert_eq!(importance, Importance::State);
    assert!(aloud.contains("H2+3"), "{aloud}");
}

#[test]
fn the_end_leads_to_the_next_game() {
    let mut game = played("h2e2");
    apply(&mut game, Act::Resign.by(Side::Black));
    let told = of(&game);
    assert_eq!(told.tone, Tone::End);
    assert_eq!(
        told.text,
        outcome(game.outcome().expect("an end"), &Players::nameless())
    );
    assert_eq!(told.button, Some(StatusButton::NewGame));
    let rematch = status(&game, &View::default(), true, STYLE);
    assert_eq!(rematch.button, Some(StatusButton::Rematch));
    let (importance, _) = status_aloud(&game, &View::default(), &told, STYLE);
    assert_eq!(importance, Importance::End);
}

#[test]
fn a_ruling_is_left_to_its_banner_and_heard() {
    for take_backs in [TakeBacks::Free, TakeBacks::Off] {
        let terms = GameTerms {
            take_backs,
            ..GameTerms::default()
        };
        let mut game = terms.begin();
        play(&mut game, &"h2e2 h7e7 e2h2 e7h7 ".repeat(2));
        let verdict = game.pending().expect("a repetition").clone();
        let told = of(&game);
        assert_eq!(told, Status::new("", Tone::Plain));
        assert_eq!(title(&game), ["Ruling", "Ruling"]);
        let (_, aloud) = status_aloud(&game, &View::default(), &told, STYLE);
        assert_eq!(aloud, ruling(&verdict, &Players::nameless()));
    }
}

#[test]
fn what_the_arbiter_cannot_decide_is_told_with_both_sides() {
    let terms = GameTerms {
        rules: Terms {
            rulebook: Rulebook::Chinese,
            ..Terms::default()
        },
        ..GameTerms::default()
    };
    let mut game = terms.begin();
    play(&mut game, &"h2i2 h7i7 i2h2 i7h7 ".repeat(2));
    // The game waits for the arbiter, and says so.
    let told = of(&game);
    assert_eq!(told, Status::new(awaited(), Tone::Check));
    let (_, aloud) = status_aloud(&game, &View::default(), &told, STYLE);
    assert_eq!(aloud, awaited());
    let (line, _) = game.unruled().expect("a line");
    let mut ruled = game.clone();
    ruled.settle_at_once(Now::default());
    let mut cycle = ruled.ruled_cycle().expect("a cycle").clone();
    let first = cycle.plies[0].finding.as_mut().expect("a finding");
    first.is_unsure = true;
    game.settle(&line, Ruling::Undecided(Box::new(cycle)), Now::default());
    assert!(game.is_ongoing());
    let told = "The arbiter cannot decide on this repetition. Agree on a draw or play on. Red: unsure, idle, follow. Black: follow.";
    assert_eq!(of(&game).text, told);
    assert_eq!(game.ruled_cycle().map(|cycle| cycle.plies.len()), Some(8));
}

#[test]
fn the_title_is_the_turn_and_below_it_is_the_file_and_whether_it_lacks_anything() {
    let mut state = SessionState::new(played("h2e2"));
    assert_eq!(title(&state.game), ["Black to move", "Black to move"]);
    assert_eq!(subtitle(&state, None), "");
    assert_eq!(subtitle(&state, Some("game.xiangqi")), "game.xiangqi");
    state.unsaved = true;
    assert_eq!(subtitle(&state, Some("game.xiangqi")), "•game.xiangqi");
}

#[test]
fn a_check_is_heard_in_full() {
    let game = played("h2e2 f9e8 e2e6");
    let (importance, aloud) = status_aloud(&game, &View::default(), &of(&game), STYLE);
    assert_eq!(
        (importance, aloud),
        (Importance::State, check_aloud(game.position()))
    );
    let e6: Point = "e6".parse().expect("a point");
    assert!(game.position().checkers().contains(e6));
}

#[test]
fn players_are_called_by_their_names() {
    let mut game = played("h2e2");
    game.edit_tags(|tags| {
        tags.set(Tags::RED, "Lan");
        tags.set(Tags::BLACK, " Ming ");
    });
    // In a narrow window by side.
    assert_eq!(title(&game), ["Ming to move", "Black to move"]);
    apply(&mut game, Act::Resign.by(Side::Red));
    assert_eq!(of(&game).text, "Lan resigns. Ming wins.");
    assert_eq!(title(&game), ["Ming wins", "Black wins"]);
    // Who has no name is called by the side.
    game.edit_tags(|tags| tags.set(Tags::RED, ""));
    assert_eq!(of(&game).text, "Red resigns. Ming wins.");
}

#[test]
fn a_loss_by_the_cap_says_what_the_limit_was() {
    let mut record = Record::new(Setup::start()).expect("a start");
    record.tags.set(Tags::TIME_CONTROL, "600c6");
    let mut game = Game::from_record(record);
    play(&mut game, "h2e2");
    let late = Now::at(Now::default().monotonic + 6_000);
    game.apply(Command::Tick, late).expect("a flag");
    let told = "Black used more than 6 seconds for a move (超時). Red wins.";
    assert_eq!(of(&game).text, told);
}

#[test]
fn a_position_that_is_only_viewed_says_why_in_one_clause() {
    for (fen, why) in [
        (
            "3k5/9/9/9/9/9/9/9/3A5/4K4 w",
            "The red advisor can never reach file 6 rank 2.",
        ),
        ("4k4/9/9/9/9/9/9/9/9/4K4 w", "The generals face each other."),
        (
            "RNBAKABNR/9/1C5C1/P1P1P1P1P/9/9/p1p1p1p1p/1c5c1/9/rnbakabnr w",
            "The board is upside down.",
        ),
        // An oddity beside it is no reason.
        (
            "3k5/9/9/9/9/P8/P8/9/3A5/4K4 w",
            "The red advisor can never reach file 6 rank 2.",
        ),
    ] {
        let start = Setup::from_fen(fen).expect("a FEN");
        let game = Game::from_record(Record::from_any(start));
        let text =
            format!("This position can be viewed, but not played. {why} Fix it with Ctrl+E.");
        assert_eq!(of(&game), Status::new(text.clone(), Tone::Plain), "{fen}");
        let refused =
            crate::words::refusal_in(&game, crate::game::Refusal::Unplayable, STYLE.labels);
        assert_eq!(refused, text);
    }
}

#[test]
fn without_a_rulebook_a_repetition_says_so() {
    let shuffle = "h0g2 h9g7 g2h0 g7h9 ".repeat(3);
    let mut start = Record::new(Setup::start()).expect("a start");
    start.terms.rulebook = Rulebook::Off;
    let mut game = Game::from_record(start);
    play(&mut game, &shuffle);
    assert_eq!(
        of(&game).text,
        "This position has occurred 4 times. The rule on repetition is off in this game."
    );
}
