//! Texts of a row in the list of moves, created when it scrolls into view.

use super::variations::{listed_comment, listed_variation, signs, spoken_signs};
use super::{MAX_LISTED, excerpt, first_of_two, listed_move, listed_round, notation_caption};
use super::{side_by_side, spoken_move};
use crate::game::Handicap;
use crate::record::notation::{self, MoveStyle};
use crate::record::{NodeId, Record};
use crate::rules::{BySide, Side};
use crate::scene::outline::{OutlineRow, RoundMove, RowContent};
use std::borrow::Cow;
use std::fmt::Write;
use std::ops::Range;

/// One move of the main line in its cell.
#[derive(Clone, Debug, Default)]
pub struct MoveWords {
    /// The move in the chosen notation with its signs.
    pub text: String,
    /// The move in the second notation, if both are shown.
    pub second: Option<String>,
    /// Tooltip as markup: the rule that the move breaks, and the move in all notations.
    pub hint: String,
    /// Accessible name.
    pub name: String,
    /// The rule that the move breaks.
    pub slip: Option<String>,
}

/// The wrapped text of a variation.
#[derive(Clone, Debug, Default)]
pub struct LineText {
    /// Pango markup, in which every move is a link to its index in the row.
    pub markup: String,
    /// Byte range of each move in the text.
    pub places: Vec<Range<u32>>,
    /// Accessible name of the whole.
    pub name: String,
    /// Accessible name of each move.
    pub names: Vec<String>,
    /// The length of the text, in bytes.
    length: usize,
}

/// Texts of a row.
#[derive(Clone, Debug)]
pub enum RowText {
    /// The moves of a round.
    Moves(Box<BySide<Option<MoveWords>>>),
    /// A comment.
    Comment {
        /// Its place.
        lead: String,
        /// Its text.
        text: String,
        /// Its accessible name.
        name: String,
    },
    /// A variation.
    Line(LineText),
}

impl RowText {
    /// Returns the accessible name of the row as a whole.
    pub fn name(&self) -> String {
        match self {
            Self::Moves(moves) => {
                let named =
                    [&moves.red, &moves.black].map(|one| one.as_ref().map(|one| &*one.name));
                match named {
                    [Some(red), Some(black)] => listed_round(red, black),
                    [one, other] => one.or(other).unwrap_or_default().to_owned(),
                }
            }
            Self::Comment { name, .. } => name.clone(),
            Self::Line(line) => line.name.clone(),
        }
    }
}

/// Returns the texts of a row; `None` if the record has changed and the list is about to be updated.
pub fn row_text(record: &Record, row: &OutlineRow) -> Option<RowText> {
    if !row.nodes().into_iter().all(|node| record.contains(node)) {
        return None;
    }
    match &row.entry {
        RowContent::Opening => Some(opening(record, row.style)),
        RowContent::Round { moves, .. } => {
            let cell = |side| moves[side].and_then(|cell| move_words(record, cell, row.style));
            Some(RowText::Moves(Box::new(BySide::new(cell))))
        }
        RowContent::Comment(node) if record.contains(*node) => {
            let (round, by) = record.round(*node);
            let text = remark(record, *node, "\n");
            Some(RowText::Comment {
                lead: number(round, by),
                name: listed_comment(Some((round, by)), &text),
                text,
            })
        }
        RowContent::Comment(_) => None,
        RowContent::Line { nodes, .. } => Some(RowText::Line(line(record, nodes, row.style))),
    }
}

/// Returns the text before all moves: the note on two free moves, and the comment on the start.
fn opening(record: &Record, style: MoveStyle) -> RowText {
    let comment = listed(&record.comment);
    let first = Handicap::first_of_two(record);
    let first = first
        .map(|(before, played)| first_of_two(&notation::write(&before, played.mv, style.main())));
    let about = (!comment.is_empty()).then(|| listed_comment(None, &comment));
    let lines = |parts: [Option<String>; 2]| {
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        parts.join("\n")
    };
    let written = about.as_ref().map(|_| comment.into_owned());
    RowText::Comment {
        lead: String::new(),
        text: lines([first.clone(), written]),
        name: lines([first, about]),
    }
}

/// `3.` before a move of Red's, `3…` before one of Black's that does not follow Red's.
fn number(round: usize, by: Side) -> String {
    match by {
        Side::Red => format!("{round}."),
        Side::Black => format!("{round}…"),
    }
}

/// Describes the rule that a move breaks.
fn slip(record: &Record, node: NodeId) -> Option<String> {
    let why = record.node(node).breaks()?;
    let (before, _) = record.move_to(node)?;
    Some(super::slip(before, why))
}

/// Returns a move in the notations that are shown side by side.
pub fn written_side_by_side(
    record: &Record,
    node: NodeId,
    style: MoveStyle,
) -> Option<Vec<String>> {
    if !record.contains(node) {
        return None;
    }
    record.node(node).played()?;
    let shown = side_by_side(style).iter();
    Some(
        shown
            .map(|how| notation::write_node(record, node, *how).unwrap_or_default())
            .collect(),
    )
}

/// Returns the accessible name of a move, independent of the chosen notation.
pub fn spoken_name(record: &Record, node: NodeId) -> String {
    let spoken = record.move_to(node);
    let spoken = spoken.map(|(before, played)| spoken_move(before, played.mv));
    name(record, node, &spoken.unwrap_or_default(), None)
}

/// Returns the tooltip of a move, as markup.
fn hint(record: &Record, node: NodeId, style: MoveStyle) -> String {
    let moves = written_side_by_side(record, node, style).unwrap_or_default();
    let written = side_by_side(style).iter().zip(moves);
    let lines = written.map(|(how, text)| {
        let (text, caption) = (escaped(&text), escaped(notation_caption(*how)));
        format!("<b>{text}</b>  <span alpha=\"70%\">{caption}</span>")
    });
    let slip = slip(record, node).map(|slip| escaped(&slip));
    slip.into_iter().chain(lines).collect::<Vec<_>>().join("\n")
}

/// Returns the comments before and after a move.
fn remark(record: &Record, node: NodeId, between: &str) -> String {
    let notes = record.node(node).notes();
    let parts = [&notes.before, &notes.comment].map(|text| listed(text));
    let parts: Vec<_> = parts.into_iter().filter(|text| !text.is_empty()).collect();
    parts.join(between)
}

/// A comment as the list shows it, all of which is in the box below.
fn listed(comment: &str) -> Cow<'_, str> {
    excerpt(comment.trim(), MAX_LISTED)
}

/// Returns the accessible name of a move.
fn name(record: &Record, node: NodeId, text: &str, conduct: Option<&'static str>) -> String {
    let (round, by) = record.round(node);
    let signs = spoken_signs(&record.node(node).notes().signs);
    let about = conduct.into_iter().chain(signs).map(str::to_owned);
    let about: Vec<_> = about.chain(slip(record, node)).collect();
    listed_move(round, by, text, &about)
}

fn move_words(record: &Record, cell: RoundMove, style: MoveStyle) -> Option<MoveWords> {
    let node = cell.node;
    let first = notation::write_node(record, node, style.main())?;
    let name = name(record, node, &first, cell.conduct.map(super::nature));
    Some(MoveWords {
        name,
        text: first + &signs(&record.node(node).notes().signs),
        second: style
            .second()
            .and_then(|how| notation::write_node(record, node, how)),
        hint: hint(record, node, style),
        slip: slip(record, node),
    })
}

fn line(record: &Record, nodes: &[NodeId], style: MoveStyle) -> LineText {
    let mut line = LineText::default();
    let mut spoken = Vec::with_capacity(nodes.len());
    // Black's move is numbered if it does not follow Red's.
    let mut numbered = true;
    for node in nodes {
        let notes = record.node(*node).notes();
        let [before, comment] = [&notes.before, &notes.comment].map(|text| listed(text));
        if !before.is_empty() {
            line.remark(&before);
            numbered = true;
        }
        let spelled = line.add_move(record, *node, style, numbered);
        line.names.push(name(record, *node, &spelled, None));
        spoken.push(spelled);
        numbered = !comment.is_empty();
        if numbered {
            line.remark(&comment);
            spoken.push(comment.into_owned());
        }
    }
    if let Some(first) = nodes.first() {
        let (round, by) = record.round(*first);
        line.name = listed_variation(round, by, &spoken.join(" "));
    }
    line
}

impl LineText {
    /// Adds text verbatim inside an open element.
    fn text(&mut self, text: &str) {
        self.length += text.len();
        self.markup.push_str(&escaped(text));
    }

    /// Adds a move in the given spelling.
    fn add_move(
        &mut self,
        record: &Record,
        node: NodeId,
        style: MoveStyle,
        numbered: bool,
    ) -> String {
        let spelled = notation::write_node(record, node, style.main()).unwrap_or_default();
        if self.length > 0 {
            self.text("  ");
        }
        // A move and its number stay on one line.
        self.markup.push_str("<span allow_breaks=\"false\">");
        let (round, by) = record.round(node);
        if numbered || by == Side::Red {
            self.markup.push_str("<span alpha=\"55%\">");
            self.text(&number(round, by));
            // As wide as the highlight of the move needs it.
            self.markup.push_str("<span letter_spacing=\"3072\">");
            self.text(" ");
            self.markup.push_str("</span></span>");
        }
        let slip = slip(record, node);
        let hint = hint(record, node, style);
        let (place, hint) = (self.places.len(), escaped(&hint));
        let link = format!("<a href=\"{place}\" title=\"{hint}\">");
        self.markup.push_str(&link);
        let start = self.length as u32;
        self.text(&spelled);
        self.text(&signs(&record.node(node).notes().signs));
        if slip.is_some() {
            self.text(" ⚠");
        }
        self.places.push(start..self.length as u32);
        self.markup.push_str("</a></span>");
        spelled
    }

    /// Adds a comment on a move, on one line with it.
    fn remark(&mut self, text: &str) {
        if self.length > 0 {
            self.text(" ");
        }
        self.markup.push_str("<span alpha=\"65%\">");
        let parts: Vec<_> = text.split_whitespace().collect();
        self.text(&parts.join(" "));
        self.markup.push_str("</span>");
    }
}

/// Text as markup, in which GLib takes neither these signs as they are, nor control characters.
fn escaped(text: &str) -> String {
    let mut markup = String::with_capacity(text.len());
    for letter in text.chars() {
        let is_blank = matches!(letter, '\t' | '\n' | '\r');
        if matches!(letter, '&' | '<' | '>' | '"') || (letter.is_control() && !is_blank) {
            let _ = write!(markup, "&#{};", u32::from(letter));
        } else {
            markup.push(letter);
        }
    }
    markup
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Command, Game, Now};

    fn played(moves: &str) -> (Game, Vec<NodeId>) {
        let mut game = Game::ordinary();
        for mv in moves.split_whitespace() {
            let mv = mv.parse().expect("a move");
            game.apply(Command::Play(mv), Now::default())
                .expect("legal");
        }
        let nodes = game.record().main_line().collect();
        (game, nodes)
    }

    fn plain(markup: &str) -> String {
        let mut tag = false;
        let text = markup.chars().filter(|letter| {
            tag |= *letter == '<';
            let keep = !tag;
            tag &= *letter != '>';
            keep
        });
        text.collect()
    }

    #[test]
    fn a_flow_numbers_its_moves_and_knows_their_places() {
        let (game, nodes) = played("h2e2 h9g7 h0g2 b9c7");
        let line = line(game.record(), &nodes[1..], MoveStyle::default());
        let text = plain(&line.markup);
        assert_eq!(text, "1… H8+7  2. H2+3  H2+3");
        let moves = line.places.iter().map(|place| {
            let place = place.start as usize..place.end as usize;
            text[place].to_owned()
        });
        assert_eq!(moves.collect::<Vec<_>>(), ["H8+7", "H2+3", "H2+3"]);
        assert_eq!(line.name, "Variation of move 1, Black: H8+7 H2+3 H2+3");
        assert_eq!(line.names[1], "Move 2, Red: H2+3");
    }

    #[test]
    fn after_a_comment_black_s_move_has_its_number_again() {
        let (mut game, nodes) = played("h2e2 h9g7");
        game.set_comment(nodes[0], "a < b\n& c");
        let line = line(game.record(), &nodes, MoveStyle::default());
        assert!(line.markup.contains("a &#60; b &#38; c"));
        assert_eq!(escaped("\"\t\u{1}\u{85}'"), "&#34;\t&#1;&#133;'");
        assert!(plain(&line.markup).contains(" 1… H8+7"));
    }
}
