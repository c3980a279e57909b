//! Writing a game as PGN: UTF-8, LF, lines of up to 80 columns.
//!
//! Content PGN cannot hold is changed as little as possible: a `}` in a comment becomes the wide `｝`. White space and
//! lines of a comment are kept, whatever their length; one of white space alone is left out.

use super::super::limit_number;
use super::super::reasons::reason_word;
use super::comments::{PositionCommands, braced, clock_text, enclosed};
use super::tags;
use crate::record::notation::{self, Notation};
use crate::record::{MoveToken, NodeId, Notes, Record};
use crate::rules::{Outcome, Setup, Side, Terms};

/// Maximum line length; a wide character counts twice.
const COLUMNS: usize = 80;

/// Writes a game.
pub(in super::super) fn write(record: &Record, notation: Notation) -> String {
    let notation = known_notation(notation);
    let mut text = head(record, notation);
    text.push('\n');
    let result = record.outcome.map_or("*", Outcome::score);
    let mut moves = MoveWriter::of(record, notation);
    moves.write();
    moves.lines.word(result);
    text += &moves.lines.text;
    text.push('\n');
    text
}

/// Formats the tags, one per line.
fn head(record: &Record, notation: Notation) -> String {
    let mut text = String::new();
    let mut line = |name, value: &str| tags::line(name, value, &mut text);
    line("Game", "Chinese Chess");
    let reason = record.outcome.filter(|outcome| !outcome.is_unstated());
    tags::write(record, reason.map(|_| tags::TERMINATION), &mut text);
    let mut line = |name, value: &str| tags::line(name, value, &mut text);
    line("Result", record.outcome.map_or("*", Outcome::score));
    if let Some(outcome) = reason {
        line(tags::TERMINATION, reason_word(outcome));
    }
    let (terms, default) = (record.terms, Terms::default());
    if terms.rulebook != default.rulebook {
        line(tags::RULEBOOK, terms.rulebook.word());
    }
    if terms.no_capture != default.no_capture {
        line(
            tags::NO_CAPTURE,
            &limit_number(terms.no_capture).to_string(),
        );
    }
    if *record.start() != Setup::start() {
        line("FEN", &record.start().to_fen());
    }
    line("Format", format_name(notation));
    text
}

/// The notation, or ICCS if readers of PGN do not know it.
const fn known_notation(notation: Notation) -> Notation {
    match notation {
        Notation::Coordinate10 => Notation::Iccs,
        known => known,
    }
}

/// Value of the tag `Format` of a game in Vietnamese notation.
pub(super) const VIETNAMESE: &str = "Vietnamese";

/// Value of the tag `Format`.
const fn format_name(notation: Notation) -> &'static str {
    match notation {
        // PGN readers know neither of the last two; see `known_notation`.
        Notation::Iccs | Notation::Coordinate | Notation::Coordinate10 => "ICCS",
        Notation::Wxf => "WXF",
        // Some letters mean other pieces in WXF.
        Notation::Vietnamese => VIETNAMESE,
        Notation::ChineseSimplified | Notation::ChineseTraditional => "Chinese",
    }
}

/// Wrapped text: words in sequence, with a new line before a word that does not fit.
#[derive(Default)]
struct Wrapper {
    text: String,
    column: usize,
    /// Whether a parenthesis opens before the next word.
    is_open: bool,
}

impl Wrapper {
    fn word(&mut self, word: &str) {
        let sign = if std::mem::take(&mut self.is_open) {
            "("
        } else {
            ""
        };
        let first = word.split('\n').next().unwrap_or_default();
        if self.column > 0 {
            let fits = self.column + 1 + sign.len() + columns(first) <= COLUMNS;
            self.text.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.text += sign;
        self.text += word;
        self.column = match word.rsplit_once('\n') {
            Some((_, last)) => columns(last),
            None => self.column + sign.len() + columns(word),
        };
    }

    /// Closes a variation right after its last word.
    fn close(&mut self) {
        self.text.push(')');
        self.column += 1;
    }
}

/// Width of a text in columns.
fn columns(text: &str) -> usize {
    text.chars()
        .map(|c| if c >= '\u{2e80}' { 2 } else { 1 })
        .sum()
}

struct MoveWriter<'a> {
    record: &'a Record,
    notation: Notation,
    lines: Wrapper,
    /// Whether Black's next move needs its number, after a comment or a variation.
    interrupted: bool,
}

impl<'a> MoveWriter<'a> {
    fn of(record: &'a Record, notation: Notation) -> Self {
        Self {
            record,
            notation,
            lines: Wrapper::default(),
            interrupted: true,
        }
    }

    fn write(&mut self) {
        let record = self.record;
        self.after(&record.comment, record.node(record.root()).notes());
        for token in self.record.written_after(self.record.root()) {
            match token {
                MoveToken::Move(id) => self.mv(id),
                MoveToken::Open => {
                    self.lines.is_open = true;
                    self.interrupted = true;
                }
                MoveToken::Close => {
                    self.lines.close();
                    self.interrupted = true;
                }
            }
        }
    }

    fn mv(&mut self, id: NodeId) {
        let node = self.record.node(id);
        let Some(mut text) = notation::write_node(self.record, id, self.notation) else {
            return;
        };
        let notes = node.notes();
        let number = match self.record.round(id) {
            (round, Side::Red) => Some(format!("{round}.")),
            (round, Side::Black) if self.interrupted || !notes.before.is_empty() => {
                Some(format!("{round}..."))
            }
            (_, Side::Black) => None,
        };
        if self.notation == Notation::Wxf {
            // Some readers know only the dot of the federation's paper.
            text = text.replace('=', ".");
        }
        match number {
            Some(number) if notes.before.is_empty() => text = format!("{number} {text}"),
            Some(number) => {
                self.lines.word(&number);
                self.comment(None, &notes.before);
            }
            None => {}
        }
        self.lines.word(&text);
        self.interrupted = false;
        self.notes(notes);
    }

    fn notes(&mut self, notes: &Notes) {
        for sign in &notes.signs {
            self.lines.word(&format!("${sign}"));
        }
        self.after(&notes.comment, notes);
    }

    /// Writes a comment after a move or on the start, with the clock, evaluation and drawings there.
    fn after(&mut self, comment: &str, notes: &Notes) {
        let clock = notes.clock;
        let clock = clock.map(|clock| format!("[%clk {}]", clock_text(clock)));
        let commands = PositionCommands {
            evaluation: notes.evaluation,
            drawings: notes.drawings.clone(),
        };
        let parts = clock.into_iter().chain(commands.write());
        let comment = commands.without(comment);
        self.comment(parts, &comment);
    }

    fn comment(&mut self, commands: impl IntoIterator<Item = String>, comment: &str) {
        let parts = commands.into_iter().chain(Some(enclosed(comment)));
        let parts: Vec<_> = parts.filter(|part| !part.is_empty()).collect();
        if !parts.is_empty() {
            self.lines.word(&braced(&parts.join(" ")));
            self.interrupted = true;
        }
    }
}
