//! The list of finished games.

use super::catalogue::{labels, say, say_count};
use super::details::rounds;
use super::{Players, as_sentence, begun, notes, paragraph, result, value};
use crate::record::{Summary, Tags};
use crate::rules::Side;

labels! {
    undo_delete = say!("_Undo");
    delete_undone = say!("The deleted games are back.");
    cannot_list_finished = say!("Could Not List Finished Games");
}

/// Confirmation that games were deleted from the list.
pub fn deleted_games(count: usize) -> String {
    say_count!("{count} game deleted", "{count} games deleted", count)
}

/// Heading of an error when deleting a file.
pub fn cannot_delete(name: &str) -> String {
    say!("Could Not Delete “{name}”", name)
}

/// Texts of a finished game in the list, for display, speech and search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// The players, Red first; for a damaged file its name.
    pub title: String,
    /// The result with its reason; for a damaged file the error.
    pub result: String,
    /// Length and date.
    pub about: String,
    /// Accessible name.
    pub spoken: String,
    /// Search text: all of it in lowercase, with further search terms.
    pub text: String,
}

impl FinishedGame {
    /// Texts of a game. `saved_at` is the date and time of its file, in place of missing ones.
    pub fn of(game: &Summary, saved_at: [&str; 2]) -> Self {
        let (tags, who) = (&game.tags, Players::of(&game.tags));
        let (red, black) = (&who[Side::Red], &who[Side::Black]);
        let [date, time] = match tags.get(Tags::DATE) {
            Some(date) => [Some(date), tags.get(Tags::TIME)],
            None => saved_at.map(Some),
        };
        let moves = rounds(game.moves.len());
        let length = say_count!("{count} round", "{count} rounds", count = moves);
        let about = notes(&[length, begun(date, time)]);
        let result = result(game.outcome, &who);
        let players = as_sentence(&say!("{red} against {black}", red, black));
        let title = format!("{red} – {black}");
        let known = [Tags::EVENT, Tags::TITLE].map(|tag| value(tags.get(tag).unwrap_or_default()));
        let date = value(date.unwrap_or_default());
        let known = [&*known[0], &*known[1], &*date].join("\n");
        Self {
            text: [title.as_str(), &result, &about, &known]
                .join("\n")
                .to_lowercase(),
            spoken: paragraph([players, result.clone(), about.clone()]),
            title,
            result,
            about,
        }
    }

    /// Texts of an unreadable file, with the reason as a sentence.
    pub fn damaged(name: &str, why: String, saved_at: [&str; 2]) -> Self {
        let title = name.to_owned();
        let about = begun(Some(saved_at[0]), Some(saved_at[1]));
        Self {
            text: [name, &why, &about].join("\n").to_lowercase(),
            spoken: paragraph([as_sentence(name), why.clone(), about.clone()]),
            title,
            result: why,
            about,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;
    use crate::rules::{Outcome, Setup, WinReason};

    const KEPT: [&str; 2] = ["2026-11-21", "20:05:33"];

    fn summary(tags: &[(&str, &str)]) -> Summary {
        let mut record = Record::new(Setup::start()).expect("a position");
        let mut at = record.root();
        for text in ["h2e2", "h9g7", "h0g2"] {
            let mv = text.parse().expect("a move");
            at = record.add(at, mv).expect("legal");
        }
        for (name, value) in tags {
            record.tags.set(name, value);
        }
        record.outcome = Some(Outcome::win(Side::Red, WinReason::Checkmate));
        Summary::of(&record)
    }

    #[test]
    fn a_row_tells_players_result_length_and_date() {
        let tags = [
            (Tags::RED, "Lan"),
            (Tags::DATE, "2026-01-31"),
            (Tags::TIME, "14:05:33"),
            (Tags::EVENT, "Tea House Cup"),
        ];
        let row = FinishedGame::of(&summary(&tags), KEPT);
        assert_eq!(row.title, "Lan – Black");
        assert_eq!(row.result, "Checkmate (將死): Lan wins.");
        assert_eq!(row.about, "2 rounds, 31 January 2026, 14:05");
        assert_eq!(
            row.spoken,
            "Lan against Black. Checkmate (將死): Lan wins. 2 rounds, 31 January 2026, 14:05"
        );
        for known in ["lan wins", "2 rounds", "january", "2026-01-31", "tea house"] {
            assert!(row.text.contains(known), "{known}");
        }
    }

    #[test]
    fn a_game_without_a_date_has_that_of_its_file() {
        let row = FinishedGame::of(&summary(&[]), KEPT);
        assert_eq!(row.title, "Red – Black");
        assert_eq!(row.about, "2 rounds, 21 November 2026, 20:05");
        // The time alone belongs to a day that is not known.
        let row = FinishedGame::of(&summary(&[(Tags::TIME, "14:05:33")]), KEPT);
        assert_eq!(row.about, "2 rounds, 21 November 2026, 20:05");
        let row = FinishedGame::of(&summary(&[(Tags::DATE, "1980")]), KEPT);
        assert_eq!(row.about, "2 rounds, 1980");
    }

    #[test]
    fn a_damaged_file_says_what_is_wrong() {
        let row = FinishedGame::damaged("old.xiangqi", "The file is empty.".into(), KEPT);
        assert_eq!(
            row.spoken,
            "old.xiangqi. The file is empty. 21 November 2026, 20:05"
        );
        assert!(row.text.contains("the file is empty"));
    }
}
