use super::*;
use crate::game::Handicap;
use crate::game::Odds;
use crate::remote::{NAME_LENGTH, WORD_LENGTH};
use crate::rules::mv;
use crate::rules::{BySide, Outcome, Rulebook, Terms, WinReason};
use proptest::prelude::*;
use proptest::sample::Index;

const ID: GameId = GameId(0x3f9c_2b7d);

fn terms() -> GameTerms {
    GameTerms {
        names: BySide {
            red: "Anna".into(),
            black: "Bo [小]".into(),
        },
        ..GameTerms::default()
    }
}

/// A first letter in which Red plays this move.
fn begun(terms: &GameTerms, first: &str) -> Letter {
    let mut game = terms.begin();
    game.apply(Command::Play(mv(first)), Now::default())
        .expect("legal");
    Letter::first(ID, &game, "good luck").expect("a game for letters")
}

/// Letters in which these moves are made in turn.
fn letters(moves: &str) -> Vec<Letter> {
    let mut moves = moves.split_whitespace();
    let mut letters = vec![begun(&terms(), moves.next().expect("a move"))];
    for text in moves {
        let last = letters.last().expect("a letter");
        let next = last.answer(&[Act::Play(mv(text))], "").expect("legal");
        letters.push(next);
    }
    letters
}

fn last(moves: &str) -> Letter {
    letters(moves).pop().expect("a letter")
}

#[test]
fn a_letter_is_what_the_page_shows() {
    let letter = last("h2e2 h9g7")
        .answer(&[Act::Play(mv("h0g2")), OFFERS], "your *elephant* > mine")
        .expect("legal");
    let page = include_str!("../../../docs/PROTOCOL.md");
    let text = letter.to_string();
    assert!(page.contains(&text), "{text}");
    assert_eq!(Letter::read(page), Ok(letter));
}

#[test]
fn mail_programs_may_wrap_quote_and_sign() {
    let letter = last("h2e2 h9g7 h0g2");
    let text = letter.to_string();
    let older = last("h2e2 h9g7").to_string().replace('\n', "\n> > ");
    for changed in [
        format!("Hello!\r\n\r\n{}\n-- \nAnna\n", text.replace('\n', "\r\n")),
        format!(">{}", text.replace('\n', "\n>")),
        text.replace(' ', "\n > \u{a0}"),
        text.replace('\n', " "),
        format!("{text}\n\nBo wrote:\n> > {older}"),
        format!("{older}\nChuhe letter of mine\n{text}"),
    ] {
        assert_eq!(Letter::read(&changed), Ok(letter.clone()), "{changed}");
    }
    for other in ["", "Chuhe letters", "1. h2e2 h9g7"] {
        assert_eq!(Letter::read(other), Err(LetterError::NotALetter));
    }
    let long = " ".repeat(0x10_0001);
    assert_eq!(Letter::read(&long), Err(LetterError::TooLong));
}

/// Letters with and without names, odds, a start of their own, an offer and a word.
fn varied() -> Vec<Letter> {
    let fen = "3k5/9/9/9/4R4/9/4P4/9/9/4K4 b - - 3 12";
    let start = Setup::from_fen(fen).expect("a FEN");
    let placed = GameTerms::default().begin_from(start).expect("a game");
    let odds = GameTerms {
        handicap: Some(Handicap::usual(Odds::Horses)),
        ..terms()
    };
    let play = Act::Play(mv("h0g2"));
    vec![
        last("h2e2 h9g7")
            .answer(&[Act::Resign], "炮！")
            .expect("open"),
        last("h2e2 h9g7")
            .answer(&[play, OFFERS], "letter of game")
            .expect("legal"),
        Letter::first(ID, &odds.begin(), "").expect("a game for letters"),
        Letter::first(ID, &placed, "After all").expect("a game for letters"),
    ]
}

/// Words between single spaces, without marks of quotation before a line.
fn unquoted(text: &str) -> String {
    let is_mark = |c: char| c == '>' || c.is_whitespace();
    let lines = text.lines().map(|line| line.trim_start_matches(is_mark));
    let words: Vec<_> = lines.flat_map(str::split_whitespace).collect();
    format!(" {} ", words.join(" "))
}

/// Whether a letter that was changed is read as what it was, or is told as damaged.
fn assert_damaged(letter: &Letter, words: &str, changed: &str) {
    let read = Letter::read(changed);
    if unquoted(changed).contains(words) {
        assert_eq!(read.as_ref(), Ok(letter), "{changed}");
    } else {
        assert_eq!(read, Err(LetterError::Damaged), "{changed}");
    }
}

#[test]
fn a_letter_altered_in_any_character_is_told_as_damaged() {
    for letter in varied() {
        let text = letter.to_string();
        let words = unquoted(&text);
        for (at, old) in text.char_indices() {
            let (before, rest) = text.split_at(at);
            let after = &rest[old.len_utf8()..];
            let case = if old.is_lowercase() {
                old.to_uppercase().next()
            } else {
                old.to_lowercase().next()
            };
            let others = "0az~>[]. \n\t\0\u{202e}\u{200b}\u{301}兵";
            for other in others.chars().chain(case).filter(|c| *c != old) {
                assert_damaged(&letter, &words, &format!("{before}{other}{after}"));
                assert_damaged(&letter, &words, &format!("{before}{other}{rest}"));
            }
            assert_damaged(&letter, &words, &format!("{before}{after}"));
            if let Some(next) = after.chars().next() {
                let rest = &after[next.len_utf8()..];
                assert_damaged(&letter, &words, &format!("{before}{next}{old}{rest}"));
            }
        }
        assert_damaged(&letter, &words, &format!("{text}0"));
    }
}

#[test]
fn a_part_of_a_letter_is_told_as_damaged() {
    let letter = last("h2e2 h9g7 h0g2");
    let text = letter.to_string();
    let (head, _) = text.split_at(text.find("\nAfter").expect("its end"));
    let (_, tail) = text.split_at(text.find("Rules").expect("its middle"));
    for part in [head, tail] {
        assert_eq!(Letter::read(part), Err(LetterError::Damaged), "{part}");
    }
}

#[test]
fn a_letter_for_a_hundred_rounds_has_two_kilobytes() {
    let mut terms = terms();
    terms.names = BySide::new(|_| "胡".repeat(NAME_LENGTH + 1));
    terms.rules.rulebook = Rulebook::Off;
    terms.rules.no_capture = Some(1000);
    let mut letter = begun(&terms, "h2e2");
    let shuffle = ["h9g7", "e2h2", "g7h9", "h2e2"];
    letter.moves = std::iter::once(mv("h2e2"))
        .chain(shuffle.into_iter().cycle().take(199).map(mv))
        .collect();
    letter.number = 200;
    letter.from = Side::Black;
    letter.said = Some(OFFERS);
    letter.word = "车".repeat(WORD_LENGTH);
    letter.after = "1".parse().expect("a hash");
    let text = letter.to_string();
    assert!(text.len() <= 2048, "{} bytes", text.len());
    assert!(text.lines().all(|line| line.chars().count() <= 120));
    assert_eq!(Letter::read(&text), Ok(letter));
}

#[test]
fn a_letter_is_an_answer_or_the_reader_hears_why_not() {
    let all = letters("h2e2 h9g7 h0g2 i9h9");
    let [one, two, three, four] = [0, 1, 2, 3].map(|n| &all[n]);
    assert_eq!(four.against(three, Side::Red), Finding::Next);
    assert!(four.acts().eq([Act::Play(mv("i9h9"))]));
    assert_eq!(three.against(three, Side::Red), Finding::Own);
    assert_eq!(one.against(three, Side::Red), Finding::Own);
    assert_eq!(two.against(three, Side::Red), Finding::Older);
    assert_eq!(four.against(four, Side::Red), Finding::Older);
    assert_eq!(four.against(two, Side::Black), Finding::Missing);
    assert_eq!(four.against(three, Side::Black), Finding::Own);
    let other_move = two.answer(&[Act::Play(mv("b0c2"))], "").expect("legal");
    assert_eq!(other_move.against(three, Side::Black), Finding::AlteredPast);
    let other_word = two.answer(&[Act::Play(mv("h0g2"))], "well").expect("legal");
    assert_eq!(other_word.against(three, Side::Black), Finding::AlteredPast);
    let later = other_word.answer(&[Act::Play(mv("i9h9"))], "");
    let later = later.expect("legal").against(three, Side::Red);
    assert_eq!(later, Finding::AlteredPast);
    let mut other = four.clone();
    other.id = GameId(1);
    assert_eq!(other.against(three, Side::Red), Finding::OtherGame);
    other.id = ID;
    other.terms.rules.no_capture = None;
    assert_eq!(other.against(three, Side::Red), Finding::OtherRules);
    let mut forged = three.answer(&[Act::Resign], "").expect("open");
    forged.said = Some(ACCEPTS);
    assert_eq!(forged.against(three, Side::Red), Finding::NotOffered);
}

#[test]
fn an_answer_is_taken_from_the_board() {
    let letter = last("h2e2 h9g7 h0g2");
    let answered = |commands: &[Command]| {
        let mut game = letter.game();
        for command in commands {
            game.apply(*command, Now::default()).expect("allowed");
        }
        letter.answer_in(&game)
    };
    let play = Command::Play(mv("i9h9"));
    let offer = |side| Ask::Draw.by(side);
    assert_eq!(answered(&[]), None);
    assert_eq!(answered(&[play]), Some(vec![Act::Play(mv("i9h9"))]));
    let offered = answered(&[play, offer(Side::Black)]);
    assert_eq!(offered, Some(vec![Act::Play(mv("i9h9")), OFFERS]));
    let resigned = |side| answered(&[Act::Resign.by(side)]);
    assert_eq!(resigned(Side::Black), Some(vec![Act::Resign]));
    assert_eq!(resigned(Side::Red), None, "nobody resigns for the friend");
    assert_eq!(answered(&[play, Command::Play(mv("i0h0"))]), None);
    let accepted = letter.answer(&[ACCEPTS], "");
    assert_eq!(accepted, Err(Refusal::NoOffer));
}

#[test]
fn a_game_ends_by_letter_and_no_answer_follows() {
    let offer = last("h2e2 h9g7")
        .answer(&[Act::Play(mv("h0g2")), OFFERS], "")
        .expect("legal");
    let drawn = offer.answer(&[ACCEPTS], "").expect("an offer");
    let resigned = offer.answer(&[Act::Resign], "").expect("open");
    let won = Outcome::win(Side::Red, WinReason::Resignation);
    assert_eq!(resigned.game().outcome(), Some(won));
    for letter in [drawn, resigned] {
        let again = Letter::read(&letter.to_string()).expect("a letter");
        assert_eq!(again, letter);
        let over = again.game().outcome().expect("an end");
        let answer = again.answer(&[Act::Play(mv("i9h9"))], "");
        assert_eq!(answer, Err(Refusal::Over(over)));
    }
    let shuffle = "a0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9";
    let ruled = last(shuffle);
    let refused = ruled.answer(&[Act::Play(mv("a0a1"))], "");
    assert!(matches!(refused, Err(Refusal::Ruled(_))));
    let terms = ruled.answer(&[Act::Agree], "").expect("a ruling");
    assert_eq!(Letter::read(&terms.to_string()), Ok(terms));
}

#[test]
fn who_does_not_move_first_invites_without_a_move() {
    for odds in Odds::ALL {
        let terms = GameTerms {
            handicap: Some(Handicap::usual(odds)),
            rules: Terms {
                no_capture: None,
                ..Terms::default()
            },
            ..terms()
        };
        let first = Letter::first(ID, &terms.begin(), "");
        if odds == Odds::TwoMoves {
            assert_eq!(first, Err(Unsuitable::TwoMoves));
            continue;
        }
        let first = first.expect("a game for letters");
        assert_eq!((first.from(), first.moves().len()), (Side::Black, 0));
        assert_eq!(Letter::read(&first.to_string()), Ok(first.clone()));
        let second = first.answer(&[Act::Play(mv("h2e2"))], "").expect("legal");
        assert_eq!((second.number(), second.from()), (2, Side::Red));
        assert_eq!(Letter::read(&second.to_string()), Ok(second));
    }
    let fen = "3k5/9/9/9/4R4/9/4P4/9/9/4K4 b - - 3 12";
    let start = Setup::from_fen(fen).expect("a FEN");
    let game = terms().begin_from(start.clone()).expect("a game");
    let first = Letter::first(ID, &game, "").expect("a game for letters");
    let again = Letter::read(&first.to_string()).expect("a letter");
    assert_eq!((again.from(), &again), (Side::Red, &first));
    assert_eq!(again.game().record().start(), &start);
    let begun = last("h2e2 h9g7").game();
    assert_eq!(Letter::first(ID, &begun, ""), Err(Unsuitable::Begun));
}

#[test]
fn a_sealed_letter_that_the_rules_forbid_is_refused() {
    let sound = last("h2e2 h9g7 h0g2");
    let forged = |change: fn(&mut Letter)| {
        let mut letter = sound.clone();
        change(&mut letter);
        Letter::read(&letter.to_string())
    };
    for change in [
        (|letter| letter.moves[2] = mv("e2e9")) as fn(&mut Letter),
        |letter| letter.from = Side::Black,
        |letter| letter.number = 7,
        |letter| letter.number = 0,
        |letter| letter.after = Hash::default(),
        |letter| letter.said = Some(Act::Agree),
        |letter| letter.said = Some(Act::Resign),
        |letter| letter.word = "long".repeat(WORD_LENGTH),
        |letter| letter.word = "\u{202e}".into(),
        |letter| letter.terms.names.red = "*".into(),
        |letter| letter.terms.rules.no_capture = Some(1001),
        |letter| letter.terms.handicap = Some(Handicap::usual(Odds::NinePieces)),
        |letter| letter.moves = vec![mv("h2e2"); 2000],
    ] {
        assert_eq!(forged(change), Err(LetterError::Impossible));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_game_goes_by_letter(
        choices in prop::collection::vec((any::<Index>(), ".{0,20}", any::<bool>()), 1..24)
    ) {
        let game = terms().begin();
        let mut letter = Letter::first(ID, &game, "").expect("a game for letters");
        for (choice, word, offers) in choices {
            let moves = letter.game().position().legal_moves();
            if letter.game().outcome().is_some() || moves.is_empty() {
                break;
            }
            let mv = *choice.get(&moves);
            let acts: Vec<_> = [Act::Play(mv)].into_iter().chain(offers.then_some(OFFERS)).collect();
            let Ok(next) = letter.answer(&acts, &word) else {
                break;
            };
            let read = Letter::read(&next.to_string());
            prop_assert_eq!(read.as_ref(), Ok(&next));
            prop_assert_eq!(next.against(&letter, letter.from()), Finding::Next);
            prop_assert!(next.acts().eq(acts.iter().copied()));
            prop_assert_eq!(letter.answer_in(&next.game()), Some(acts));
            letter = next;
        }
    }

    #[test]
    fn nothing_pasted_makes_a_panic(text in "(Chuhe letter |Red |\\[|\\]|1. |h2e2 |After |seal |\\PC|\n>){0,60}") {
        prop_assert!(Letter::read(&text).is_err());
    }
}
