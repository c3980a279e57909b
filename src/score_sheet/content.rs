//! Content of a score sheet: a record as rounds, notes and diagrams, in order.

use super::line::{remarks, spelled, variation};
use super::text;
use super::{Diagrams, Item, Note, PrintOptions, ScoreSheet, WrittenMove};
use crate::arbiter;
use crate::game::Handicap;
use crate::game::clock::TimeControl;
use crate::record::notation;
use crate::record::{NodeId, Record, Tags};
use crate::rules::{BySide, Ruling, Setup, Side};
use crate::scene::Scene;
use crate::words;

pub(super) fn sheet(record: &Record, last: NodeId, choice: &PrintOptions) -> ScoreSheet {
    let line = record.line_to(last);
    let mut writer = SheetWriter {
        record,
        choice,
        items: Vec::new(),
        is_open: false,
    };
    writer.begin();
    for (index, id) in line.iter().enumerate() {
        let is_last = index + 1 == line.len();
        writer.write_ply(*id, is_last);
    }
    writer.end(last, line.is_empty());
    let name = |tag| record.tags.get(tag).filter(|name| !name.is_empty());
    ScoreSheet {
        players: text::fact(&words::sheet_players(name(Tags::RED), name(Tags::BLACK))),
        facts: facts(record),
        items: writer.items,
        is_wide: choice.style.second().is_some(),
        look: choice.look,
    }
}

/// Facts about the game, its result last.
fn facts(record: &Record) -> Vec<(&'static str, String)> {
    let known = words::sheet_captions()
        .into_iter()
        .filter_map(|(tag, caption)| {
            let value = record
                .tags
                .get(tag)
                .filter(|value| !value.trim().is_empty());
            Some((caption, fact(record, tag, value?)))
        });
    let mut facts: Vec<_> = known.collect();
    if let Some(outcome) = record.outcome {
        let who = words::Players::of(&record.tags);
        let last = record.main_line().last().unwrap_or(record.root());
        // A repetition is told with what its moves are; one that has yet to be searched, by its result alone.
        let told = match arbiter::known(&record.history(last), &record.terms) {
            Ruling::Ended(verdict) if verdict.outcome == outcome && verdict.cycle.is_some() => {
                words::ruling(&verdict, &who)
            }
            _ => words::outcome(outcome, &who),
        };
        let told = match record.tags.get(Tags::TERMINATION) {
            Some(how) => words::sentences(&told, how),
            None => told,
        };
        facts.push((words::sheet_result(), told));
    }
    for (_, fact) in &mut facts {
        *fact = text::fact(fact);
    }
    facts
}

fn fact(record: &Record, tag: &str, value: &str) -> String {
    let tags = &record.tags;
    match tag {
        Tags::DATE => words::begun(Some(value), tags.get(Tags::TIME)),
        // A time control in another program's syntax is printed verbatim.
        Tags::TIME_CONTROL => tags.typed::<TimeControl>().map_or_else(
            || value.to_owned(),
            |control| words::time_control(Some(&control)),
        ),
        Tags::HANDICAP => {
            let given = Handicap::of_game(record);
            given.map_or_else(|| value.to_owned(), |given| words::handicap(Some(given)))
        }
        _ => value.to_owned(),
    }
}

struct SheetWriter<'a> {
    record: &'a Record,
    choice: &'a PrintOptions,
    items: Vec<Item>,
    /// Whether the last item is a round in which Black has not moved.
    is_open: bool,
}

impl SheetWriter<'_> {
    /// Writes the starting position, unless it is the ordinary one, and its comment.
    fn begin(&mut self) {
        let start = self.record.start();
        let is_ordinary = start.board == Setup::start().board && start.turn == Side::Red;
        if !is_ordinary && self.choice.diagrams != Diagrams::None {
            let caption = words::sheet_start(start.turn);
            self.draw(self.record.root(), caption);
        }
        // A record has no place for this move among the others.
        if let Some((before, played)) = Handicap::first_of_two(self.record) {
            let text = notation::write(&before, played.mv, self.choice.style.main());
            self.note(&words::first_of_two(&text));
        }
        self.note(&self.record.comment);
    }

    fn write_ply(&mut self, id: NodeId, is_last: bool) {
        let node = self.record.node(id);
        self.note(&node.notes().before);
        let (number, side) = self.record.round(id);
        let (mut first, second) = spelled(self.record, id, self.choice.style);
        let signs = words::signs(&node.notes().signs);
        let second = match second {
            Some(second) => second + &signs,
            None => {
                first += &signs;
                String::new()
            }
        };
        let written = WrittenMove { first, second };
        match self.items.last_mut() {
            Some(Item::Round { moves, .. }) if self.is_open && side == Side::Black => {
                moves.black = Some(written);
            }
            _ => {
                let moves = match side {
                    Side::Red => BySide {
                        red: Some(written),
                        black: None,
                    },
                    Side::Black => BySide {
                        red: Some(WrittenMove {
                            first: words::sheet_above().to_owned(),
                            second: String::new(),
                        }),
                        black: Some(written),
                    },
                };
                self.items.push(Item::Round { number, moves });
            }
        }
        self.is_open = side == Side::Red;
        for remark in remarks(self.record, id) {
            self.note(&remark);
        }
        self.write_variations(id);
        if side == Side::Black && !is_last && self.choice.diagrams.has(number) {
            self.draw(id, words::sheet_after(number));
        }
    }

    /// Writes the alternatives to a move.
    fn write_variations(&mut self, id: NodeId) {
        let Some(before) = self.record.node(id).parent() else {
            return;
        };
        let others = self.record.node(before).children().iter();
        for other in others.filter(|other| **other != id) {
            self.write_variation(*other);
        }
    }

    fn write_variation(&mut self, first: NodeId) {
        let line = variation(self.record, first, self.choice.style);
        self.items.extend(line.into_iter().map(Item::Note));
        self.is_open = false;
    }

    fn end(&mut self, last: NodeId, is_empty: bool) {
        // Of the continuations only the line itself was taken back.
        let after = self.record.node(last).children().iter();
        for other in after.skip(1) {
            self.write_variation(*other);
        }
        let taken_back = self.record.line_after(last).count();
        if taken_back > 0 {
            self.note(&words::sheet_taken_back(taken_back));
        }
        let is_told = is_empty && !self.items.is_empty();
        if self.choice.diagrams != Diagrams::None && !is_told {
            self.draw(last, words::sheet_end().to_owned());
        }
    }

    fn note(&mut self, text: &str) {
        for text in text::paragraphs(text) {
            let moves = Vec::new();
            self.items.push(Item::Note(Note { text, moves }));
            self.is_open = false;
        }
    }

    fn draw(&mut self, id: NodeId, caption: String) {
        let node = self.record.node(id);
        let last = node.played().map(|played| played.mv);
        let mut scene = Scene::of_position(node.position(), last, self.choice.bottom);
        scene.add_drawings(&node.notes().drawings);
        let scene = Box::new(scene);
        self.items.push(Item::Diagram { caption, scene });
        self.is_open = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::notation::{MoveStyle, MoveText};
    use crate::rules::{Outcome, Rulebook, WinReason};
    use crate::scene::Look;

    fn written(record: &Record, last: NodeId, diagrams: Diagrams) -> Vec<String> {
        let choice = PrintOptions {
            style: MoveStyle {
                text: MoveText::Coordinates,
                ..MoveStyle::default()
            },
            diagrams,
            bottom: Side::Red,
            look: Look::default(),
        };
        let told = |item: &Item| match item {
            Item::Round { number, moves } => {
                let text = |side| {
                    let written: &Option<WrittenMove> = &moves[side];
                    written.as_ref().map_or("", |written| &written.first)
                };
                format!("{number}. {} {}", text(Side::Red), text(Side::Black))
            }
            Item::Note(note) => note.text.replace('\u{a0}', " "),
            Item::Diagram { caption, .. } => format!("[{caption}]"),
        };
        sheet(record, last, &choice)
            .items
            .iter()
            .map(told)
            .collect()
    }

    fn record(start: Setup, moves: &str) -> (Record, Vec<NodeId>) {
        let mut record = Record::new(start).expect("a start");
        let mut line = vec![record.root()];
        for mv in moves.split(' ') {
            let at = line[line.len() - 1];
            let mv = mv.parse().expect("a move");
            line.push(record.add(at, mv).expect("legal"));
        }
        (record, line)
    }

    #[test]
    fn nothing_is_left_out_in_silence() {
        let (mut record, line) = record(Setup::start(), "h2e2 h9g7 h0g2 i9h9");
        let other = record.add(line[1], "b9c7".parse().expect("a move"));
        let other = other.expect("legal");
        record.node_mut(other).notes_mut().before = "Or else:".to_owned();
        let deeper = record.add(line[2], "b0c2".parse().expect("a move"));
        record.node_mut(deeper.expect("legal")).notes_mut().comment = "calm\nand sound".to_owned();
        let at_end = record.add(line[3], "b9a7".parse().expect("a move"));
        let at_end = at_end.expect("legal");
        record
            .add(at_end, "b0c2".parse().expect("a move"))
            .expect("legal");
        assert_eq!(
            written(&record, line[3], Diagrams::Every(1)),
            [
                "1. h2e2 h9g7",
                "(Or else: 1… b9c7)",
                "[After round 1]",
                "2. h0g2 ",
                "(2. b0c2 calm and sound)",
                "(2… b9a7 3. b0c2)",
                "One move that was taken back is not printed.",
                "[Final position]",
            ]
        );
    }

    #[test]
    fn odds_are_named_and_the_first_of_two_moves_is_there() {
        let mut start = Setup::start();
        let [from, to] = ["h2", "e2"].map(|point| point.parse().expect("a point"));
        let cannon = start.board.set(from, None);
        start.board.set(to, cannon);
        let (mut record, line) = record(start, "h0g2 h9g7");
        record.tags.set(Tags::HANDICAP, "two moves by black, h2e2");
        assert_eq!(
            written(&record, line[2], Diagrams::None),
            ["First of two moves: h2e2", "1. h0g2 h9g7"]
        );
        let told = |record: &Record| facts(record).pop();
        let begins = "Red begins with two moves in a row.".to_owned();
        assert_eq!(told(&record), Some(("Handicap", begins)));
        record.tags.set(Tags::HANDICAP, "a pawn and a move");
        let as_written = "a pawn and a move".to_owned();
        assert_eq!(told(&record), Some(("Handicap", as_written)));
    }

    #[test]
    fn a_ruling_is_told_with_the_natures_of_the_moves() {
        let start = Setup::from_fen("2b1k1r2/9/4b4/9/9/p1P3P2/1R7/2n1B4/4A4/4KABC1 w");
        let moves = ["b3c3 c2b0 c3b3 b0c2"; 2].join(" ");
        let (mut record, _) = record(start.expect("a FEN"), &moves);
        record.outcome = Some(Outcome::win(Side::Black, WinReason::PerpetualChase));
        let chased = "Red loses: perpetual chase. On moves 1, 2, 3 and 4, Red’s chariot attacked Black’s unprotected horse.";
        let told = |record: &Record| facts(record).pop().map(|(_, told)| told);
        assert_eq!(told(&record).as_deref(), Some(chased));
        record.terms.rulebook = Rulebook::Chinese;
        let line = record.history(record.main_line().last().expect("a move"));
        let natures = "Red loses: check, threat of mate or chase on every move. Red: chase. Black: idle, follow.";
        // Other tests may have emptied the memo since.
        let is_told = || {
            arbiter::adjudicate(&line, &record.terms);
            told(&record).as_deref() == Some(natures)
        };
        assert!((0..10).any(|_| is_told()), "{:?}", told(&record));
    }

    #[test]
    fn a_start_of_its_own_is_drawn() {
        let start = Setup {
            turn: Side::Black,
            ..Setup::start()
        };
        let (record, line) = record(start, "h7e7 h0g2");
        assert_eq!(
            written(&record, line[2], Diagrams::Last),
            [
                "[Start, Black to move]",
                "1. … h7e7",
                "2. h0g2 ",
                "[Final position]"
            ]
        );
        // Without moves the start is the end.
        let only = written(&record, line[0], Diagrams::Last);
        assert_eq!(only[0], "[Start, Black to move]");
        assert!(!only.contains(&"[Final position]".to_owned()), "{only:?}");
        assert_eq!(written(&record, line[2], Diagrams::None).len(), 2);
    }
}
