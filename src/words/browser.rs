//! The browser for the games of a file.

use super::catalogue::{labels, say, say_about, say_count};
use super::cautions::beginning;
use super::numbers::Grouped;
use super::{notes, side, value};
use crate::record::format::MissingLetters;
use crate::record::format::pgn::NotReplaced;
use crate::record::{Collection, Files, Head, sort_key};
use crate::rules::Side;
use std::ffi::OsStr;
use std::path::Path;

labels! {
    // Translators: Over the numbers of the games of a file.
    number_title = say_about!("column", "No.");
    result_title = say_about!("column", "Result");
    date_title = say_about!("column", "Date");
    event_title = say_about!("column", "Event");
    file_title = say_about!("column", "File");
    name_title = say_about!("score sheet", "Title");
    games = say!("Games");
    // Translators: Accessible name of the search progress.
    search_progress = say_about!("progress", "Search");
    reading_progress = say!("Reading the file");
}

/// Title over the games of a file.
pub fn games_in(name: &str) -> String {
    // Translators: {name} is the name of a file.
    say!("Games in {name}", name)
}

/// Title over the games of several files.
pub fn games_in_files(count: usize) -> String {
    say_count!(
        "Games in {count} File",
        "Games in {count} Files",
        count = Grouped(count)
    )
}

/// Note on the games of several files, with the number of files left out.
pub fn games_of_files(games: String, files: Option<&Files>) -> String {
    let unread = files.map_or(0, Files::unread);
    let unread = (unread > 0).then(|| {
        say_count!(
            "{count} file could not be read",
            "{count} files could not be read",
            count = Grouped(unread)
        )
    });
    let is_cut = files.is_some_and(Files::is_cut);
    let cut = is_cut.then(|| say!("more files were skipped").to_owned());
    notes(
        &[Some(games), unread, cut]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>(),
    )
}

/// Number of games shown and in the file.
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

/// Number of games shown and in the file, after reading or a search was stopped.
pub fn games_shown_so_far(shown: usize, all: usize) -> String {
    // Translators: Reading or a search was stopped; {games} such as “12 of 1,125 games”.
    say!("Stopped: {games}", games = games_shown(shown, all))
}

/// Number of games shown and read so far, while the file is being read.
pub fn games_read(shown: usize, known: usize) -> String {
    // Translators: A file is being read; {games} such as “1,125 games”.
    say!("Reading: {games}", games = games_shown(shown, known))
}

/// A result as shown in a list: `1–0`, `½–½`; empty if unknown.
pub fn result_sign(result: Option<&str>) -> &'static str {
    match result {
        Some("1-0") => "1–0",
        Some("0-1") => "0–1",
        Some("1/2-1/2") => "½–½",
        _ => "",
    }
}

/// The red player; if neither player is known, the title of the game, or else its file.
pub fn listed_red<'a>(head: &'a Head, file: &'a str) -> &'a str {
    if !head.red.is_empty() || !head.black.is_empty() {
        &head.red
    } else if head.title.is_empty() {
        file
    } else {
        &head.title
    }
}

/// The event, or the title of the game if that is not shown already; empty if it is the name of the game's file.
pub fn listed_event<'a>(head: &'a Head, file: &str) -> &'a str {
    let is_titled = head.red.is_empty() && head.black.is_empty();
    let text = match head.event.is_empty() && !is_titled {
        true => &head.title,
        false => &head.event,
    };
    let stem = Path::new(file).file_stem().and_then(OsStr::to_str);
    match stem == Some(text.trim()) {
        true => "",
        false => text,
    }
}

/// Content of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameColumn {
    /// Number in the file.
    Number,
    /// Red’s player, or what the game is told apart by without players.
    Red,
    /// Black’s player.
    Black,
    /// Result.
    Result,
    /// Date.
    Date,
    /// Event.
    Event,
    /// File of the game.
    File,
}

/// Subject of the first wide column, by which games are told apart, from the least to the most telling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Subject {
    File,
    Title,
    Players,
}

impl Subject {
    /// Subject of a game, as in [`listed_red`]; `None` if there is nothing to tell.
    fn of(head: &Head, file: &str) -> Option<Self> {
        if !head.red.is_empty() || !head.black.is_empty() {
            Some(Self::Players)
        } else if !head.title.is_empty() {
            Some(Self::Title)
        } else {
            (!file.is_empty()).then_some(Self::File)
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::File => file_title(),
            Self::Title => name_title(),
            Self::Players => side(Side::Red),
        }
    }
}

impl GameColumn {
    /// All columns, in order.
    pub const ALL: [Self; 7] = [
        Self::Number,
        Self::Red,
        Self::Black,
        Self::Result,
        Self::Date,
        Self::Event,
        Self::File,
    ];

    /// Title.
    pub fn title(self) -> &'static str {
        match self {
            Self::Number => number_title(),
            Self::Red => side(Side::Red),
            Self::Black => side(Side::Black),
            Self::Result => result_title(),
            Self::Date => date_title(),
            Self::Event => event_title(),
            Self::File => file_title(),
        }
    }

    /// Text of a game there.
    pub fn text(self, game: usize, head: &Head, file: &str) -> String {
        match self {
            Self::Number => (game + 1).to_string(),
            Self::Red => listed_red(head, file).to_owned(),
            Self::Black => head.black.clone(),
            Self::Result => result_sign(head.result).to_owned(),
            Self::Date => head.date.clone(),
            Self::Event => listed_event(head, file).to_owned(),
            Self::File => file.to_owned(),
        }
    }

    /// Sort key of a game.
    pub fn key(self, head: &Head, file: &str) -> String {
        match self {
            Self::Number => String::new(),
            Self::Result => head.result.unwrap_or_default().to_owned(),
            Self::Date => head.date.clone(),
            Self::Red => sort_key(listed_red(head, file)),
            Self::Black => sort_key(&head.black),
            Self::Event => sort_key(listed_event(head, file)),
            Self::File => sort_key(file),
        }
    }

    /// Whether a game has something to be shown there.
    fn has(self, head: &Head, file: &str) -> bool {
        match self {
            // The first player stands for the game.
            Self::Number | Self::Red => true,
            Self::Black => !head.black.is_empty(),
            Self::Result => head.result.is_some(),
            Self::Date => !head.date.is_empty(),
            Self::Event => !listed_event(head, file).is_empty(),
            Self::File => !file.is_empty(),
        }
    }

    /// Whether it takes the room that is left.
    pub const fn is_wide(self) -> bool {
        matches!(self, Self::Red | Self::Black | Self::Event | Self::File)
    }
}

/// Contents of the columns, as far as the games have been read.
#[derive(Clone, Debug)]
pub struct ColumnContents {
    /// Columns in which no game so far has anything, and the number of those games.
    empty: Vec<GameColumn>,
    seen: usize,
    /// The most telling subject of those games; `None` if there is nothing to tell.
    subject: Option<Subject>,
}

impl Default for ColumnContents {
    fn default() -> Self {
        Self {
            empty: GameColumn::ALL.into(),
            seen: 0,
            subject: None,
        }
    }
}

impl ColumnContents {
    /// Takes in the games that were read since.
    pub fn see(&mut self, games: &Collection) {
        for game in std::mem::replace(&mut self.seen, games.count())..games.count() {
            let file = games.file_name(game).unwrap_or_default();
            if let Some(head) = games.head(game) {
                self.empty.retain(|column| !column.has(head, file));
                self.subject = self.subject.max(Subject::of(head, file));
            }
        }
    }

    /// Title of a column.
    pub fn title(&self, column: GameColumn) -> &'static str {
        match column {
            GameColumn::Red => self.subject.unwrap_or(Subject::Players).title(),
            _ => column.title(),
        }
    }

    /// Whether a column tells anything; the others have the room of those that do not.
    pub fn has(&self, column: GameColumn) -> bool {
        let is_told = column == GameColumn::File && self.subject == Some(Subject::File);
        !is_told && !self.empty.contains(&column)
    }
}

/// Accessible name of a listed game: `Game 12: Hu Ronghua against Liu Dahua, Red wins, 1980-10-01, Cup`.
pub fn listed_game(number: usize, head: &Head, file: &str) -> String {
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
    let known = [
        players.as_str(),
        result,
        &head.date,
        listed_event(head, file),
        file,
    ];
    let known = known.into_iter().filter(|text| !text.is_empty());
    let known: Vec<_> = known.map(|text| value(text).into_owned()).collect();
    if known.is_empty() {
        return say!("Game {number}", number);
    }
    // Translators: {facts} such as “Hu Ronghua against Liu Dahua, Red wins, 1980-10-01, Cup”.
    say!("Game {number}: {facts}", number, facts = notes(&known))
}

labels! {
    no_further_game = say!("There are no more games in this file. Choose one with Ctrl+G.");
}

/// Question before an edited game replaces the one in its file.
pub fn ask_save_into(name: &str) -> String {
    say!("Save to Collection “{name}”?", name)
}

/// Consequence of replacing a game in its file.
pub fn ask_save_into_body(number: usize) -> String {
    say!(
        "This game replaces game {number}. The rest of the file stays unchanged.",
        number
    )
}

labels! {
    save_as_game = say!("Save as Chuhe _Game…");
    save_into_file = say!("Save to _File");
    file_changed =
        say!("Another program has changed the file since it was opened. Open it again, or save the game to a file of its own.");
}

/// Reason a game is not saved into its file.
pub fn not_replaced(why: &NotReplaced) -> String {
    match why {
        // Translators: {encoding} such as GB18030; {letters} are the letters that it lacks.
        NotReplaced::MissingLetters(MissingLetters { encoding, letters }) => say!("The character set of the file, {encoding}, lacks {letters}. Nothing was changed. Save the game to a file of its own instead.", encoding, letters = beginning(letters)),
        NotReplaced::WouldCorruptOthers => say!("The file is damaged: saving this game to it would change how its other games are read. Nothing was changed. Save the game to a file of its own instead.").into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_without_contents_leaves_its_room_to_the_others() {
        let shown = |pgn: &str| {
            let games = Collection::open(pgn.into()).expect("games");
            let mut contents = ColumnContents::default();
            contents.see(&games);
            let all = GameColumn::ALL.into_iter();
            let shown = all.filter(|column| contents.has(*column));
            let shown: Vec<_> = shown.collect();
            (shown, contents.title(GameColumn::Red))
        };
        let players = "[Red \"A\"]\n[Date \"1997.05.02\"]\n\n1. h2e2 1-0\n";
        let columns = vec![
            GameColumn::Number,
            GameColumn::Red,
            GameColumn::Result,
            GameColumn::Date,
        ];
        assert_eq!(shown(players), (columns, "Red"));
        let untold = vec![GameColumn::Number, GameColumn::Red];
        assert_eq!(shown("1. h2e2 *\n"), (untold, "Red"));
    }

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
        assert_eq!(
            (listed_red(&head, "f"), listed_event(&head, "f")),
            ("One", "")
        );
        assert_eq!(listed_game(3, &head, "a.xqf"), "Game 3: One, a.xqf");
        head.red = "A".into();
        head.result = Some("1/2-1/2");
        assert_eq!(
            (listed_red(&head, "f"), listed_event(&head, "f")),
            ("A", "One")
        );
        assert_eq!(listed_event(&head, "1997/One.xqf"), "");
        assert_eq!(listed_game(3, &head, ""), "Game 3: A with Red, draw, One");
        assert_eq!(listed_game(3, &Head::default(), ""), "Game 3");
        assert_eq!(listed_red(&Head::default(), "a.xqf"), "a.xqf");
    }
}
