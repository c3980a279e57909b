//! Warnings about a file that was read only with changes: omitted parts, and parts kept in spite of errors.

use super::catalogue::{say, say_count};
use super::{either, position_faults, read_error, rulebook, side};
use crate::record::format::chars::is_stripped;
use crate::record::format::{Caution, Warning};
use crate::record::notation::NotationError;
use crate::rules::{IllegalMove, PieceKind};
use crate::scene::EdgeLabels;

/// Maximum number of warnings listed one by one.
const MAX_TOLD: usize = 6;

/// Warnings about a file, one per line, and advice; empty if there are none.
pub fn cautions(of: &[Warning]) -> String {
    told(
        of,
        say!(
            "The file is unchanged. Fix it in the program that wrote it, or save this game under another name."
        ),
    )
}

/// Warnings about a pasted or dropped text.
pub fn cautions_of_pasted(of: &[Warning]) -> String {
    told(
        of,
        say!("Correct it at its source and paste it again, or play on from here."),
    )
}

fn told(of: &[Warning], next: &str) -> String {
    if of.is_empty() {
        return String::new();
    }
    let already = |what: &Caution| match what {
        Caution::Omitted { count } => Some(*count),
        _ => None,
    };
    let omitted: usize = of.iter().filter_map(|one| already(&one.what)).sum();
    let mut single: Vec<_> = of
        .iter()
        .filter(|one| already(&one.what).is_none())
        .collect();
    // What concerns the game itself matters most.
    single.sort_by_key(|warning| warning.variation().is_some());
    let count = omitted + single.len().saturating_sub(MAX_TOLD);
    let rest = (count > 0).then(|| caution(&Caution::Omitted { count }));
    let lines = single.into_iter().take(MAX_TOLD).map(located_caution);
    let lines: Vec<_> = lines.chain(rest).chain([next.to_owned()]).collect();
    lines.join("\n")
}

/// Warning prefixed with its variation.
pub fn located_caution(warning: &Warning) -> String {
    let what = caution(&warning.what);
    match warning.variation() {
        // Translators: {number} is that of a variation, as the file counts them; {problem} is one or two sentences.
        Some(number) => say!("In variation {number}: {problem}", number, problem = what),
        None => what,
    }
}

/// A single warning.
pub fn caution(caution: &Caution) -> String {
    match caution {
        // Translators: {text} is the move as the file has it, such as C2=5; {reason} such as “the horse’s leg is blocked”.
        Caution::IllegalMove { at: (round, by), text, why } => say!("{side}’s move {round} ({text}) breaks the rules: {reason}. The moves from there on were left out.", side = side(*by), round, text = beginning(text), reason = broken(*why)),
        // Translators: {text} is what stands in the file.
        Caution::NotAMove { at: (round, by), text } => say!("{side}’s move {round} (“{text}”) is not a move. The moves from there on were left out.", side = side(*by), round, text = beginning(text)),
        // Translators: “It” is the move. {text} is the move as the file has it; {reason} such as “the general would be in check”.
        Caution::LeftInCheck { at: (round, by), text, why } => say!("{side}’s move {round} ({text}) breaks the rules: {reason}. It was kept.", side = side(*by), round, text = beginning(text), reason = broken(*why)),
        // Translators: {text} is what stands in the file, such as $999.
        Caution::Skipped { at: (round, by), text } => say!("“{text}” before {side}’s move {round} was not recognized and was left out.", side = side(*by), round, text = beginning(text)),
        // Translators: {text} is what stands in the file, such as “1-0” between moves, or “Black:” before a move of Red.
        Caution::Contradicted { at: (round, by), text } => say!("“{text}” before {side}’s move {round} does not fit the rest of the game and was left out.", side = side(*by), round, text = beginning(text)),
        // Translators: {text} is what stands in the file, such as “a good answer”.
        Caution::KeptWords { at: (round, by), text } => say!("“{text}” before {side}’s move {round} is not a move. It was kept as a comment.", side = side(*by), round, text = beginning(text)),
        // Translators: {number} is the number of a round in the file.
        Caution::EarlyNumber { at: (round, by), number } => say!("The number {number} stands before {side}’s move {round}. A move may be missing in the file.", number, side = side(*by), round),
        Caution::NumberedAnew { at: (round, by) } => say!("The numbers begin again at 1 before {side}’s move {round}. Another game may begin there.", side = side(*by), round),
        // Translators: {sign} opens a comment or a variation: { or (.
        Caution::NeverClosed { at: (round, by), sign } => say!("“{sign}” before {side}’s move {round} is never closed. All that follows was read as part of it.", sign, side = side(*by), round),
        Caution::LostVariation { number } => say!("Variation {number} does not branch off from any move of the game and was left out.", number),
        // Translators: {text} is what stands in the file; {reason} such as “no piece can make this move”.
        Caution::Unclear { at: (round, by), text, why } => say!("{side}’s move {round} (“{text}”) cannot be read: {reason}. The moves from there on were left out.", side = side(*by), round, text = beginning(text), reason = unclear(why)),
        Caution::LostGame { number, why } => say!("Game {number} in the file was left out. {reason}", number, reason = read_error(why)),
        Caution::TooManyGames { left } => say_count!("The file holds too many games to read at once; the last one was left out. Split the file to open it as well.", "The file holds too many games to read at once; the last {count} were left out. Split the file to open them as well.", count = *left),
        Caution::EndsEarly => say!("The file ends in the middle of the game. It is probably an incomplete copy: get the file again.").into(),
        Caution::MissingMoves => say!("The file tells of a game, but no moves were found in it. Copy the game from its source as text, or save it there in another format.").into(),
        Caution::TooManyMoves { most } => say_count!("There are more than {count} moves. The rest were left out.", "There are more than {count} moves. The rest were left out.", count = *most),
        Caution::TooManyTags { most } => say_count!("There are more than {count} tags. The rest were left out.", "There are more than {count} tags. The rest were left out.", count = *most),
        // Translators: a null move passes the turn; {text} is what stands in the file, such as “--”.
        Caution::NullMove { at: (round, by), text } => say!("{side}’s move {round} (“{text}”) is a null move, which Xiangqi does not have. The moves from there on were kept as a comment.", side = side(*by), round, text = beginning(text)),
        Caution::Omitted { count } => say_count!("There is one more problem like this.", "There are {count} more problems like these.", count = *count),
        Caution::LostLetters { count } => say_count!("A character that cannot be shown was left out of the texts.", "{count} characters that cannot be shown were left out of the texts.", count = *count),
        Caution::UnknownCharset => say!("Names and comments are in an unknown character set, so some letters may be wrong.").into(),
        Caution::DamagedIndex => say!("The list of games is damaged. All games that could be found are here, possibly including deleted ones.").into(),
        Caution::MissingGame { title } => say!("The game “{title}” is not in the file and was left out.", title = beginning(title)),
        Caution::ReasonDoesNotFit { result, reason } => say!(
            "The reason “{reason}” does not match the result {result} and was left out.",
            reason = beginning(reason),
            result = beginning(result)
        ),
        Caution::NewerFields => {
            say!("The file has entries made by a newer version of Chuhe, which were left out.")
                .into()
        }
        // Translators: {instead} is the name of a rulebook.
        Caution::UnknownRulebook { word, instead } => say!(
            "Chuhe does not know the rulebook “{name}”. It uses this one instead: {instead}.",
            name = beginning(word),
            instead = rulebook(*instead)
        ),
        Caution::UnknownLimit { number, instead } => unknown_limit(number, *instead),
        Caution::WrongSide { turn } => say!(
            "{side} moves first, although the file says otherwise.",
            side = side(*turn)
        ),
        Caution::OddStart(error) => say!(
            "The starting position cannot occur in a game. {reasons} It was kept.",
            reasons = position_faults(&error.faults, EdgeLabels::Coordinates)
        ),
        Caution::TwoResults { head, moves } => say!(
            "The file gives two results, {first} and {second}. The first was kept.",
            first = beginning(head),
            second = beginning(moves)
        ),
        Caution::UnknownResult { text } => say!(
            "The result “{text}” was not recognized and was left out.",
            text = beginning(text)
        ),
        Caution::Unplayable(error) => {
            let few = &error.faults[..error.faults.len().min(3)];
            say!(
                "The starting position can be viewed, but not played. {reasons}",
                reasons = position_faults(few, EdgeLabels::Coordinates)
            )
        }
    }
}

/// Warning that this program cannot judge the agreed no-capture limit.
fn unknown_limit(number: &str, instead: Option<u16>) -> String {
    let number = beginning(number);
    match instead {
        // Translators: {number} is the limit of the file, {rounds} that of the program.
        Some(rounds) => say_count!(
            "The file sets a limit of {number} rounds without a capture, which Chuhe does not support. Instead, such a game is a draw after {rounds} round.",
            "The file sets a limit of {number} rounds without a capture, which Chuhe does not support. Instead, such a game is a draw after {rounds} rounds.",
            rounds,
            number
        ),
        None => say!(
            "The file sets a limit of {number} rounds without a capture, which Chuhe does not support. Instead, there is no such limit.",
            number
        ),
    }
}

/// Excerpt of a text from a file for a sentence: short, in one line, with a replacement for unprintable characters.
pub(super) fn beginning(text: &str) -> String {
    let shown = |letter| match letter {
        '\n' | '\t' | '\u{2028}' | '\u{2029}' => ' ',
        _ if is_stripped(letter) => char::REPLACEMENT_CHARACTER,
        _ => letter,
    };
    text.chars().take(40).map(shown).collect()
}

/// The rule violated by a move in a file, as the end of a sentence. It names no points: the position is not on the
/// board, and the names of points depend on its labels.
fn broken(why: IllegalMove) -> String {
    match why {
        // Translators: These reasons stand behind a colon: “Red’s move 3 (C2=5) breaks the rules: no piece stands there.”
        IllegalMove::NoPiece => say!("no piece stands there").into(),
        IllegalMove::NotYourTurn { turn } => say!("the piece is {side}’s", side = side(!turn)),
        IllegalMove::OwnPiece => say!("a piece cannot capture its own side").into(),
        IllegalMove::NotItsWay(kind) => another_way(kind).into(),
        IllegalMove::LeavesPalace(PieceKind::General) => {
            say!("the general may not leave the palace").into()
        }
        IllegalMove::LeavesPalace(_) => say!("the advisor may not leave the palace").into(),
        IllegalMove::ElephantCrossesRiver => say!("the elephant may not cross the river").into(),
        // Translators: The eye of an elephant is the point in the middle of its way.
        IllegalMove::BlockedEye { .. } => say!("the elephant’s eye is blocked").into(),
        // Translators: The leg of a horse is the point that it goes over first.
        IllegalMove::HobbledLeg { .. } => say!("the horse’s leg is blocked").into(),
        IllegalMove::WayBlocked { .. } => say!("the way is blocked").into(),
        // Translators: A screen is a piece that a cannon jumps over.
        IllegalMove::WrongScreens { screens } if screens.is_empty() => {
            say!("a cannon captures over exactly one screen, and there is none").into()
        }
        IllegalMove::WrongScreens { screens } => screens_counted(screens.len()),
        IllegalMove::SoldierBackward => say!("a soldier may not move backward").into(),
        IllegalMove::SoldierSideways => {
            say!("a soldier may not move sideways before crossing the river").into()
        }
        IllegalMove::CapturesGeneral => say!("a general cannot be captured").into(),
        IllegalMove::FlyingGeneral { .. } => {
            say!("the generals would face each other on the open file").into()
        }
        IllegalMove::LeavesInCheck { .. } => say!("the general would be in check").into(),
    }
}

fn screens_counted(count: usize) -> String {
    say_count!(
        "a cannon captures over exactly one screen, and there is {count}",
        "a cannon captures over exactly one screen, and there are {count}",
        count
    )
}

/// A move that the kind of piece cannot make.
fn another_way(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::General => say!("this is not how the general moves"),
        PieceKind::Advisor => say!("this is not how the advisor moves"),
        PieceKind::Elephant => say!("this is not how the elephant moves"),
        PieceKind::Horse => say!("this is not how the horse moves"),
        PieceKind::Chariot => say!("this is not how the chariot moves"),
        PieceKind::Cannon => say!("this is not how the cannon moves"),
        PieceKind::Soldier => say!("this is not how the soldier moves"),
    }
}

/// Reason a text in a file is not a move, as the end of a sentence.
fn unclear(why: &NotationError) -> String {
    match why {
        // Translators: These reasons stand behind a colon: “Red’s move 3 (“C2”) cannot be read: this is not a move.”
        NotationError::NotAMove => say!("this is not a move").into(),
        NotationError::NoSuchMove => say!("no piece can make this move").into(),
        NotationError::Ambiguous(moves) => {
            let moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
            // Translators: {moves} such as “h2e2 or b2e2”.
            say!("this could be {moves}", moves = either(&moves))
        }
        // Translators: {move} such as h2e2; {reason} such as “the horse’s leg is blocked”.
        NotationError::Illegal { mv, why } => say!(
            "{text} is not allowed: {reason}",
            text = mv,
            reason = broken(*why)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::format;
    use crate::record::notation::{self, Notation};
    use crate::rules::{Position, Rulebook, Setup, Side};

    #[test]
    fn a_file_and_the_program_give_the_same_reason() {
        let start = Position::start();
        let pinned = Setup::from_fen("4k4/9/4r4/9/9/9/9/9/4R4/4K4 w").expect("a FEN");
        let pinned = pinned.position().expect("a position");
        let refused = |position: &Position, mv: &str| {
            let why = position
                .check_move(mv.parse().expect("a move"))
                .expect_err("against the rules");
            assert_eq!(broken(why), without_place(&why.to_string()));
        };
        for mv in [
            "e5e6", "h7e7", "a0b0", "e0e4", "b0d1", "a0a4", "h2h8", "e3f3", "e3e2", "e0d1", "c0e4",
            "d0c1",
        ] {
            refused(&start, mv);
        }
        refused(&pinned, "e1d1");
        for text in ["hello", "C9+1", "C=5", "H8+6"] {
            let why = notation::read(&start, text, Notation::Wxf).expect_err("no move");
            assert_eq!(unclear(&why), without_place(&why.to_string()));
        }
    }

    #[test]
    fn screens_are_told_as_one_would_count_them() {
        let told = |fen: &str| {
            let position = Setup::from_fen(fen).expect("a FEN").position();
            let mv = "a0a9".parse().expect("a move");
            let why = position.expect("a position").check_move(mv);
            broken(why.expect_err("against the rules"))
        };
        assert_eq!(
            told("r2k5/9/9/9/9/9/9/9/9/C3K4 w"),
            "a cannon captures over exactly one screen, and there is none"
        );
        assert_eq!(
            told("r2k5/9/9/p8/9/9/P8/9/9/C3K4 w"),
            "a cannon captures over exactly one screen, and there are 2"
        );
    }

    #[test]
    fn a_limit_that_is_not_known_may_mean_none() {
        let told = |instead| {
            let number = "33".to_owned();
            caution(&Caution::UnknownLimit { number, instead })
        };
        assert!(told(Some(1)).ends_with(" such a game is a draw after 1 round."));
        assert!(told(None).ends_with(" there is no such limit."));
    }

    #[test]
    fn no_word_of_a_file_is_long_or_ends_a_line_or_poses_as_another() {
        let text = format!("\u{202e}\u{1b}\n\u{2028}{}", "x".repeat(10_000));
        let (at, why) = ((1, Side::Red), NotationError::NotAMove);
        let illegal = IllegalMove::NoPiece;
        let number = text.clone();
        let result = text.clone();
        let word = text.clone();
        let all = [
            Caution::IllegalMove {
                at,
                text: text.clone(),
                why: illegal,
            },
            Caution::NotAMove {
                at,
                text: text.clone(),
            },
            Caution::LeftInCheck {
                at,
                text: text.clone(),
                why: illegal,
            },
            Caution::Skipped {
                at,
                text: text.clone(),
            },
            Caution::Contradicted {
                at,
                text: text.clone(),
            },
            Caution::KeptWords {
                at,
                text: text.clone(),
            },
            Caution::Unclear {
                at,
                text: text.clone(),
                why,
            },
            Caution::ReasonDoesNotFit {
                result,
                reason: text.clone(),
            },
            Caution::UnknownRulebook {
                word,
                instead: Rulebook::default(),
            },
            Caution::UnknownLimit {
                number: number.clone(),
                instead: None,
            },
            Caution::UnknownLimit {
                number,
                instead: Some(60),
            },
            Caution::TwoResults {
                head: text.clone(),
                moves: text.clone(),
            },
            Caution::UnknownResult { text: text.clone() },
            Caution::MissingGame {
                title: text.clone(),
            },
        ];
        for what in all {
            let told = caution(&what);
            let is_unfit = |letter| is_stripped(letter) || matches!(letter, '\n' | '\u{2028}');
            assert!(!told.contains(is_unfit) && told.len() < 400, "{told:?}");
        }
    }

    #[test]
    fn many_warnings_are_few_lines_with_those_about_the_game_first() {
        let warning = |line| Warning {
            game: 0,
            line: Some(line),
            what: Caution::NotAMove {
                at: (1 + line, Side::Red),
                text: "x".to_owned(),
            },
        };
        let mut warnings: Vec<_> = (1..50).map(warning).collect();
        warnings.push(warning(0));
        let omitted = Caution::Omitted { count: 7 };
        warnings.push(Warning {
            game: 0,
            line: None,
            what: omitted,
        });
        let told = cautions(&warnings);
        let lines: Vec<_> = told.lines().collect();
        assert_eq!(lines.len(), MAX_TOLD + 2);
        assert!(lines[0].starts_with("Red’s move 1 (“x”) is not a move."));
        assert!(lines[1].starts_with("In variation 1: Red’s move 2 "));
        assert_eq!(lines[MAX_TOLD], "There are 51 more problems like these.");
        assert_eq!(cautions(&[]), "");
    }

    #[test]
    fn more_faults_are_of_the_kinds_before_them() {
        let told = |count| caution(&Caution::Omitted { count });
        assert_eq!(told(1), "There is one more problem like this.");
        assert_eq!(told(2), "There are 2 more problems like these.");
    }

    /// Name of a violated rule without its points, for a log.
    fn without_place(told: &str) -> String {
        let told = told.replace("'s", "’s");
        let place = [" at ", " from "].iter().find_map(|word| told.find(word));
        told[..place.unwrap_or(told.len())].to_owned()
    }

    #[test]
    fn a_move_is_numbered_as_in_the_list_and_what_is_missing_is_told() {
        let text = "{\"format\":\"chuhe-game\",\"version\":1,\"moves\":[MOVES]}";
        let told = |moves: &str| {
            let moves: Vec<_> = moves
                .split(' ')
                .map(|mv| format!("{{\"move\":\"{mv}\"}}"))
                .collect();
            let loaded = format::read(text.replace("MOVES", &moves.join(",")).as_bytes());
            caution(&loaded.expect("a game").warnings[0].what)
        };
        assert_eq!(
            told("h2e2 h9g7 h0g2 i9i5 a0a1"),
            "Black’s move 2 (i9i5) breaks the rules: the way is blocked. The moves from there on were left out."
        );
        assert_eq!(
            told("h2e2 h9g7 horse"),
            "Red’s move 2 (“horse”) is not a move. The moves from there on were left out."
        );
    }

    #[test]
    fn the_number_is_that_of_the_start() {
        let text = "[FEN \"4k4/9/9/9/9/9/9/9/9/R4K3 b - - 0 31\"]\n\n31... e9e7 *\n";
        let loaded = format::read(text.as_bytes()).expect("a game");
        let told = caution(&loaded.warnings[0].what);
        assert!(told.starts_with("Black’s move 31 (e9e7) "), "{told}");
    }
}
