//! What a list of games says about one of them.

use super::Tags;

/// A game in a list; what is not known is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// What it is called.
    pub title: String,
    /// The name of the player with the red pieces.
    pub red: String,
    /// The name of the player with the black pieces.
    pub black: String,
    /// The occasion.
    pub event: String,
    /// When it was played, as the file has it.
    pub date: String,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: Option<&'static str>,
}

impl Head {
    pub(super) fn of(tags: &Tags, result: Option<&'static str>) -> Self {
        let tag = |name| tags.get(name).unwrap_or_default().to_owned();
        Self {
            title: tag(Tags::TITLE),
            red: tag(Tags::RED),
            black: tag(Tags::BLACK),
            event: tag(Tags::EVENT),
            date: tag(Tags::DATE),
            result: result.filter(|result| *result != "*"),
        }
    }

    /// Everything that is searched for words but the result, in lower case.
    pub(super) fn text(&self) -> String {
        let fields = [&self.red, &self.black, &self.event, &self.date, &self.title];
        let fields = fields.map(|field| field.to_lowercase());
        fields.join("\n")
    }
}
