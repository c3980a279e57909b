use super::*;
use crate::game::{Act, Ask, Game, GameTerms, HintRule, Now};
use crate::record::format::{self, Target};
use crate::rules::{DrawReason, WinReason};

/// A game between two players, before its first move.
fn game_of([red, black]: [&str; 2]) -> Game {
    let terms = GameTerms {
        names: BySide {
            red: red.into(),
            black: black.into(),
        },
        ..GameTerms::default()
    };
    terms.begin()
}

/// Begins a game between two players in this minute.
fn begin(matches: &mut Matches, players: [&str; 2], minute: u8, colors: Colors) -> Game {
    let mut game = game_of(players);
    game.edit_tags(|tags| {
        tags.set(Tags::DATE, "2026-11-21");
        tags.set(Tags::TIME, &format!("20:{minute:02}:00"));
        matches.begin(tags, colors);
    });
    game
}

/// A side of the game resigns.
fn resign(matches: &mut Matches, game: &mut Game, loser: Side) {
    game.apply(Act::Resign.by(loser), Now::default())
        .expect("in progress");
    assert!(matches.finish(game.record()) && matches.note_file(game.record(), "a.xiangqi"));
    assert!(!matches.note_file(game.record(), "b.xiangqi"), "it has one");
}

fn points(matches: &Matches) -> [u32; 2] {
    let last = matches.last().expect("a match");
    Player::BOTH.map(|player| last.half_points(player))
}

const HU_LU: [&str; 2] = ["Hu", "Lü"];

#[test]
fn the_score_is_the_players_and_not_the_colors() {
    let mut matches = Matches::default();
    let mut first = begin(&mut matches, HU_LU, 0, Colors::AsNamed);
    resign(&mut matches, &mut first, Side::Black);
    let mut second = begin(&mut matches, ["Lü", "Hu"], 10, Colors::Swapped);
    let tag = |name| second.record().tags.get(name);
    assert_eq!(
        (tag(Tags::ROUND), tag(Tags::SCORE)),
        (Some("2"), Some("0-1"))
    );
    resign(&mut matches, &mut second, Side::Red);
    assert_eq!(points(&matches), [4, 0]);
    let mut third = begin(&mut matches, HU_LU, 20, Colors::AsNamed);
    for side in Side::ALL {
        let offer = Ask::Draw.by(side);
        third.apply(offer, Now::default()).expect("in progress");
    }
    matches.finish(third.record());
    assert_eq!(points(&matches), [5, 1]);
    let fourth = begin(&mut matches, ["Lü", "Hu"], 30, Colors::Swapped);
    assert_eq!(fourth.record().tags.get(Tags::SCORE), Some("0.5-2.5"));
    let last = matches.last().expect("a match");
    assert_eq!(last.name(Player::First), "Hu");
    assert_eq!(last.player(Side::Red), Player::Second);
    let reds: Vec<_> = last.games().iter().map(|game| game.red).collect();
    assert_eq!(reds, [Player::First, Player::Second, Player::First]);
    let ends: Vec<_> = last.games().iter().map(|game| game.outcome).collect();
    let resigned = Outcome::win(Side::Red, WinReason::Resignation);
    assert_eq!(ends[0], resigned);
    assert_eq!(ends[2], Outcome::Draw(DrawReason::Agreement));
}

#[test]
fn two_without_names_change_places_when_they_say_so() {
    let mut matches = Matches::default();
    let red = |matches: &Matches| matches.last().map(|last| last.player(Side::Red));
    let mut game = begin(&mut matches, ["", ""], 0, Colors::Swapped);
    assert_eq!(red(&matches), Some(Player::First));
    resign(&mut matches, &mut game, Side::Black);
    let mut game = begin(&mut matches, ["", ""], 1, Colors::Swapped);
    assert_eq!(red(&matches), Some(Player::Second));
    resign(&mut matches, &mut game, Side::Black);
    assert_eq!(points(&matches), [2, 2]);
    begin(&mut matches, ["", ""], 2, Colors::AsNamed);
    assert_eq!(red(&matches), Some(Player::Second));
}

#[test]
fn what_is_taken_back_does_not_count_and_what_ends_again_counts_once() {
    let mut matches = Matches::default();
    let mut game = begin(&mut matches, HU_LU, 0, Colors::AsNamed);
    resign(&mut matches, &mut game, Side::Red);
    assert!(matches.counts(game.record()));
    assert_eq!(points(&matches), [0, 2]);
    game.apply(Ask::TakeBack, Now::default()).expect("a word");
    assert!(matches.reopen(game.record()));
    assert_eq!(points(&matches), [0, 0]);
    assert!(!matches.reopen(game.record()) && !matches.counts(game.record()));
    resign(&mut matches, &mut game, Side::Black);
    matches.finish(game.record());
    assert_eq!(points(&matches), [2, 0]);
}

#[test]
fn a_game_of_other_players_or_an_earlier_one_is_no_part_of_it() {
    let mut matches = Matches::default();
    let mut early = begin(&mut matches, HU_LU, 0, Colors::AsNamed);
    let mut late = begin(&mut matches, HU_LU, 1, Colors::AsNamed);
    early
        .apply(Act::Resign.by(Side::Red), Now::default())
        .expect("in progress");
    assert!(!matches.finish(early.record()));
    assert!(!matches.rename(early.record(), Side::Red, "Xu"));
    let mut alien = GameTerms::default().begin();
    alien
        .apply(Act::Resign.by(Side::Red), Now::default())
        .expect("in progress");
    assert!(!matches.finish(alien.record()));
    assert!(!matches.finish(late.record()), "it is not over");
    resign(&mut matches, &mut late, Side::Red);
    // Others play in between, and the two come back.
    begin(&mut matches, ["Xu", "Lü"], 2, Colors::AsNamed);
    assert_eq!(points(&matches), [0, 0]);
    let again = begin(&mut matches, ["Lü", "Hu"], 3, Colors::AsNamed);
    assert_eq!(points(&matches), [0, 2]);
    assert_eq!(again.record().tags.get(Tags::SCORE), Some("1-0"));
    matches.close();
    begin(&mut matches, HU_LU, 4, Colors::AsNamed);
    assert_eq!(points(&matches), [0, 0]);
}

#[test]
fn a_new_match_is_none_that_was_left_open_before() {
    let mut matches = Matches::default();
    let mut game = begin(&mut matches, HU_LU, 0, Colors::AsNamed);
    resign(&mut matches, &mut game, Side::Black);
    // They play again without names at first.
    let game = begin(&mut matches, ["", ""], 1, Colors::AsNamed);
    for (side, name) in Side::ALL.into_iter().zip(HU_LU) {
        assert!(matches.rename(game.record(), side, name));
    }
    matches.close();
    let fresh = begin(&mut matches, HU_LU, 2, Colors::AsNamed);
    assert_eq!(fresh.record().tags.get(Tags::SCORE), Some("0-0"));
    assert_eq!(points(&matches), [0, 0]);
}

#[test]
fn a_name_that_is_changed_is_the_same_player_s() {
    let mut matches = Matches::default();
    let mut game = begin(&mut matches, ["", ""], 0, Colors::AsNamed);
    resign(&mut matches, &mut game, Side::Red);
    assert!(matches.rename(game.record(), Side::Red, "Hu"));
    assert!(matches.rename(game.record(), Side::Black, "Lü"));
    let next = begin(&mut matches, ["Lü", "Hu"], 1, Colors::Swapped);
    assert_eq!(next.record().tags.get(Tags::SCORE), Some("1-0"));
}

#[test]
fn what_is_written_is_read_back() {
    let mut matches = Matches::default();
    let mut game = begin(&mut matches, HU_LU, 0, Colors::AsNamed);
    resign(&mut matches, &mut game, Side::Red);
    begin(&mut matches, ["", "Hu"], 1, Colors::AsNamed);
    let again = Matches::read(&matches.write()).expect("matches");
    assert_eq!(again, matches);
    let text = String::from_utf8(matches.write()).expect("text");
    for wrong in [text.replace("0-1", "7-3"), "{".into(), "[]".into()] {
        assert!(Matches::read(wrong.as_bytes()).is_err());
    }
}

#[test]
fn not_all_matches_of_a_life_are_remembered() {
    let mut matches = Matches::default();
    for player in 0..REMEMBERED + 5 {
        let name = format!("player {player}");
        begin(&mut matches, [&name, "Hu"], 0, Colors::AsNamed);
    }
    assert_eq!(matches.matches.len(), REMEMBERED);
    assert_eq!(
        matches.last().map(|last| last.name(Player::Second)),
        Some("Hu")
    );
}

#[test]
fn an_end_that_is_taken_back_takes_no_other_result_along() {
    let mut matches = Matches::default();
    for minute in [0, 10] {
        let mut game = begin(&mut matches, HU_LU, minute, Colors::AsNamed);
        resign(&mut matches, &mut game, Side::Black);
    }
    // Another program has a number of its own for the game, or none.
    for round in ["", "1.3", "7", "1"] {
        let mut third = begin(&mut matches, HU_LU, 20, Colors::AsNamed);
        assert!(!matches.reopen(third.record()));
        third.edit_tags(|tags| tags.set(Tags::ROUND, round));
        resign(&mut matches, &mut third, Side::Black);
        assert!(matches.counts(third.record()), "{round}");
        assert!(matches.reopen(third.record()), "{round}");
        assert_eq!(points(&matches), [4, 0], "{round}");
    }
}

#[test]
fn a_game_from_a_file_of_the_player_is_still_of_its_match_unless_the_friend_is_far_away() {
    let from_file = |game: &Game| {
        let file = format::write(game.record(), Target::Json);
        let record = format::read(&file).expect("a game").records.remove(0);
        Game::from_record(record)
    };
    let mut matches = Matches::default();
    let mut own = from_file(&begin(&mut matches, HU_LU, 0, Colors::AsNamed));
    resign(&mut matches, &mut own, Side::Black);
    assert_eq!(points(&matches), [2, 0]);
    let mut screens = <[Matches; 2]>::default();
    let far = from_file(&begin_remote(&mut screens, HU_LU, (1, Side::Red)));
    assert!(screens[0].of(far.record()).is_none());
    assert_eq!(far.hint_rule(), HintRule::Ask, "an ordinary game");
}

/// Begins a game with a friend far away on both screens.
fn begin_remote(screens: &mut [Matches; 2], players: [&str; 2], (id, host): (u32, Side)) -> Game {
    let mut game = game_of(players);
    game.edit_tags(|tags| {
        tags.set(Tags::REMOTE, &format!("{id:08x} 00000001"));
        for matches in screens {
            matches.begin_remote(tags, "00000001", host);
        }
    });
    game
}

#[test]
fn a_match_far_away_has_one_score_on_both_screens() {
    // One screen knows these names from games of its own, and the two are even equal.
    let mut screens = <[Matches; 2]>::default();
    let mut own = begin(&mut screens[0], ["Hu", "Hu"], 0, Colors::AsNamed);
    resign(&mut screens[0], &mut own, Side::Red);
    let mut first = begin_remote(&mut screens, ["Hu", "Hu"], (1, Side::Red));
    assert_eq!(first.record().tags.get(Tags::SCORE), Some("0-0"));
    first
        .apply(Act::Resign.by(Side::Black), Now::default())
        .expect("in progress");
    for matches in &mut screens {
        assert!(matches.finish(first.record()));
        assert_eq!(points(matches), [2, 0]);
    }
    // After a restart of one program, the score is read again, and the game continued.
    screens[1] = Matches::read(&screens[1].write()).expect("what was written");
    let again = begin_remote(&mut screens, ["Hu", "Hu"], (1, Side::Red));
    assert_eq!(again.record().tags.get(Tags::ROUND), Some("1"));
    for matches in &mut screens {
        assert!(matches.counts(first.record()));
    }
    // A rematch with other colors and another name.
    let mut second = begin_remote(&mut screens, ["Lan", "Hu"], (2, Side::Black));
    let tag = |name| second.record().tags.get(name);
    assert_eq!(
        (tag(Tags::ROUND), tag(Tags::SCORE)),
        (Some("2"), Some("0-1"))
    );
    second
        .apply(Act::Resign.by(Side::Black), Now::default())
        .expect("in progress");
    for matches in &mut screens {
        assert!(matches.finish(second.record()));
        assert_eq!(points(matches), [2, 2], "the host lost");
    }
    // Games at one screen are another match.
    let own = begin(&mut screens[0], ["Hu", "Hu"], 10, Colors::AsNamed);
    assert_eq!(own.record().tags.get(Tags::SCORE), Some("0-1"));
}
