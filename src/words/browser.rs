//! What is said where a game is chosen among those of a file.

use super::catalogue::{labels, say, say_about, say_count};
use super::notes;
use super::numbers::Grouped;
use crate::record::Head;
use crate::record::format::pgn::NotReplaced;

/// The heading over the numbers of the games.
pub fn number_title() -> &'static str {
    // Translators: Over the numbers of the games of a file.
    say_about!("column", "No.")
}

/// The heading over the results.
pub fn result_title() -> &'static str {
    say_about!("column", "Result")
}

/// The heading over the dates.
pub fn date_title() -> &'static str {
    say_about!("column", "Date")
}

/// The heading over the events.
pub fn event_title() -> &'static str {
    say_about!("column", "Event")
}

/// The list of the games of a file, as it is called when it is read out.
pub fn games() -> &'static str {
    say!("Games")
}

/// How far a search has come, as it is called when it is read out.
pub fn search_progress() -> &'static str {
    say_about!("progress", "Search")
}

/// How far the reading of a file has come, as it is called when it is read out.
pub fn reading_progress() -> &'static str {
    say!("Reading the file")
}

/// The title over the games of a file.
pub fn games_in(name: &str) -> String {
    // Translators: {name} is the name of a file.
    say!("Games in {name}", name)
}

/// How many games a file has, and how many of them are shown.
pub fn games_shown(shown: usize, all: usize) -> String {
    if shown == all {
        return say_count!("{count} game", "{count} games", count = Grouped(all));
    }
    // Translators: How many of the games of a file are shown: 12 of 1,125 games.
    say_count!(
        "{shown} of {all} game",
        "{shown} of {all} games",
        all = Grouped(all),
        shown = Grouped(shown)
    )
}

/// The same where a search was stopped.
pub fn games_shown_so_far(shown: usize, all: usize) -> String {
    // Translators: A search was stopped; {games} such as “12 of 1,125 games”.
    say!("Stopped: {games}", games = games_shown(shown, all))
}

/// The same while the file is being read.
pub fn games_read(shown: usize, known: usize) -> String {
    // Translators: A file is being read; {games} such as “1,125 games”.
    say!("Reading: {games}", games = games_shown(shown, known))
}

/// A result as a list shows it: `1–0`, `½–½`; nothing where it is not known.
pub fn result_sign(result: Option<&str>) -> &'static str {
    match result {
        Some("1-0") => "1–0",
        Some("0-1") => "0–1",
        Some("1/2-1/2") => "½–½",
        _ => "",
    }
}

/// The player with the red pieces; where neither player is known, what the game is called.
pub fn listed_red(head: &Head) -> &str {
    if head.red.is_empty() && head.black.is_empty() {
        &head.title
    } else {
        &head.red
    }
}

/// The event, or what the game is called if that is not shown already.
pub fn listed_event(head: &Head) -> &str {
    let is_titled = head.red.is_empty() && head.black.is_empty();
    if head.event.is_empty() && !is_titled {
        &head.title
    } else {
        &head.event
    }
}

/// A game of a list as it is read out: `Game 12: Hu Ronghua against Liu Dahua, Red wins, 1980-10-01, Cup`.
pub fn listed_game(number: usize, head: &Head) -> String {
    let players = match (head.red.as_str(), head.black.as_str()) {
        ("", "") => head.title.clone(),
        (red, "") => say!("{player} with Red", player = red),
        ("", black) => say!("{player} with Black", player = black),
        (red, black) => say!("{red} against {black}", red, black),
    };
    let result = match head.result {
        Some("1-0") => say!("Red wins"),
        Some("0-1") => say!("Black wins"),
        Some(_) => say_about!("result", "draw"),
        None => "",
    };
    let known = [players.as_str(), result, &head.date, listed_event(head)];
    let known = known.into_iter().filter(|text| !text.is_empty());
    let known: Vec<_> = known.map(str::to_owned).collect();
    if known.is_empty() {
        return say!("Game {number}", number);
    }
    // Translators: {facts} such as “Hu Ronghua against Liu Dahua, Red wins, 1980-10-01, Cup”.
    say!("Game {number}: {facts}", number, facts = notes(&known))
}

/// Neither another game before the one on the board nor one after it is there.
pub fn no_further_game() -> &'static str {
    say!("There is no further game in the file. Choose one with Ctrl+G.")
}

/// Asked before an edited game takes the place of the one in its file.
pub fn ask_save_into(name: &str) -> String {
    say!("Save into the collection “{name}”?", name)
}

/// What that does.
pub fn ask_save_into_body(number: usize) -> String {
    say!(
        "The game takes the place of game {number}. Everything else in the file stays as it is.",
        number
    )
}

labels! {
    /// The answer that saves the game alone.
    save_as_game = say!("Save as a Chuhe _Game…");
    /// The answer that saves it into the file of many.
    save_into_file = say!("Save into the _File");
    /// Why a game is not saved into its file.
    file_changed =
        say!("The file was changed by another program after it was opened. Open it again, or save the game alone.");
}

/// Why a game is not saved into its file.
pub fn not_replaced(why: &NotReplaced) -> String {
    match why {
        // Translators: {encoding} such as GB18030; {letters} are the letters that it lacks.
        NotReplaced::MissingLetters { encoding, letters } => say!("The character set of the file, {encoding}, has no {letters}. Nothing was changed. Save the game alone instead.", encoding, letters),
        NotReplaced::Entangled => say!("The file is damaged: with the new game in its place, other games of it would be read otherwise. Nothing was changed. Save the game alone instead.").into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_commas() {
        for (shown, all, text) in [
            (2, 2, "2 games"),
            (0, 1125, "0 of 1,125 games"),
            (999, 40_500, "999 of 40,500 games"),
            (1_234_567, 1_234_567, "1,234,567 games"),
        ] {
            assert_eq!(games_shown(shown, all), text);
        }
    }

    #[test]
    fn a_game_without_players_is_called_by_its_title() {
        let mut head = Head {
            title: "One".into(),
            ..Head::default()
        };
        assert_eq!((listed_red(&head), listed_event(&head)), ("One", ""));
        assert_eq!(listed_game(3, &head), "Game 3: One");
        head.red = "A".into();
        head.result = Some("1/2-1/2");
        assert_eq!((listed_red(&head), listed_event(&head)), ("A", "One"));
        assert_eq!(listed_game(3, &head), "Game 3: A with Red, draw, One");
        assert_eq!(listed_game(3, &Head::default()), "Game 3");
    }
}
