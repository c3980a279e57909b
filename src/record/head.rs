//! A game's entry in a list of games.

use super::Tags;
use super::format::chars::is_stripped;

/// A game in a list; unknown fields are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// Title of the game.
    pub title: String,
    /// Name of the Red player.
    pub red: String,
    /// Name of the Black player.
    pub black: String,
    /// The event.
    pub event: String,
    /// Date of the game, as in the file.
    pub date: String,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: Option<&'static str>,
}

impl Head {
    pub(super) fn of(tags: &Tags, result: Option<&'static str>) -> Self {
        let tag = |name| {
            let text = tags.get(name).unwrap_or_default();
            text.replace(is_stripped, "")
        };
        Self {
            title: tag(Tags::TITLE),
            red: tag(Tags::RED),
            black: tag(Tags::BLACK),
            event: tag(Tags::EVENT),
            date: tag(Tags::DATE),
            result: result.filter(|result| *result != "*"),
        }
    }

    /// All searchable text except the result.
    pub(super) fn text(&self) -> String {
        let fields = [&self.red, &self.black, &self.event, &self.date, &self.title];
        fields.map(String::as_str).join("\n")
    }
}
