//! `chuhe studies`: lists the studies, shows one, and writes them as a PDF.

use super::error::CliError;
use super::output::{complain, json, print, write};
use super::print::Size;
use super::{is_named, misuse};
use crate::record::notation::{MoveStyle, MoveText, Notation, Script};
use crate::rules::{Board, File, Move, Rank};
use crate::scene::Look;
use crate::score_sheet::{StudyOptions, StudySheet, pdf};
use crate::studies::{self, Book, Filter, Study, StudyOrigin, Variations};
use crate::words;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use serde::Serialize;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use thiserror::Error;

#[derive(Debug, Args)]
pub(super) struct Studies {
    /// The study to show: its book and number, as in shiqing-yaqu:12.
    #[arg(value_name = "ID", required_unless_present = "list")]
    id: Option<String>,
    /// Show the moves to the mate, too; of studies that are listed, in a PDF.
    #[arg(long)]
    solution: bool,
    /// How these moves are written.
    #[arg(long, requires = "solution", default_value = MoveText::Coordinates.word(), value_parser = notation())]
    notation: String,
    /// The characters of moves in Chinese.
    #[arg(long, requires = "solution", default_value = Script::Traditional.word(), value_parser = PossibleValuesParser::new(Script::ALL.map(Script::word)))]
    script: String,
    /// Write a PDF with diagrams instead, six on a page, - for standard output.
    #[arg(long, value_name = "OUT.pdf", conflicts_with = "json")]
    pdf: Option<PathBuf>,
    /// The size of its pages.
    #[arg(long, value_enum, requires = "pdf", default_value = "a4")]
    paper: Size,
    /// List studies instead, one in a line: id, title and verdict.
    #[arg(long, conflicts_with = "id")]
    list: bool,
    /// List them as one JSON array.
    #[arg(long, requires = "list", conflicts_with = "id")]
    json: bool,
    /// List those of this book only.
    #[arg(long, requires = "list", conflicts_with = "id", value_parser = book())]
    book: Option<&'static Book>,
    /// List proved mates in so many moves only: 3, or 3-5.
    #[arg(long, requires = "list", conflicts_with = "id", value_name = "N", value_parser = range)]
    mate: Option<RangeInclusive<usize>>,
    /// List those with at most so many pieces only.
    #[arg(long, requires = "list", conflicts_with = "id", value_name = "N")]
    pieces: Option<usize>,
    /// List those whose title, in Chinese or in pinyin, has these words only, or that have this number.
    #[arg(long, requires = "list", conflicts_with = "id", value_name = "TEXT")]
    search: Option<String>,
}

/// Notations of which a move has one, not two.
fn notation() -> PossibleValuesParser {
    let single = MoveText::ALL
        .into_iter()
        .filter(|text| *text != MoveText::Both);
    PossibleValuesParser::new(single.map(MoveText::word))
}

fn books() -> PossibleValuesParser {
    PossibleValuesParser::new(Book::all().iter().map(Book::id))
}

fn book() -> impl TypedValueParser<Value = &'static Book> {
    books().map(|id| Book::find(&id).expect("one of the books"))
}

/// A text that is no range of numbers.
#[derive(Debug, Error)]
#[error("neither a number of moves from 1 nor two of them as in 3-5")]
struct NoRange;

fn range(text: &str) -> Result<RangeInclusive<usize>, NoRange> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.parse().map_err(|_| NoRange);
    let (first, last) = (number(first)?, number(last)?);
    if first > 0 && first <= last {
        Ok(first..=last)
    } else {
        Err(NoRange)
    }
}

/// A study as it is listed in JSON.
#[derive(Serialize)]
struct Listed<'a> {
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    book: Option<&'a str>,
    number: &'a str,
    title: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    pinyin: &'a str,
    fen: String,
    pieces: usize,
    verdict: &'static str,
    #[serde(rename = "in", skip_serializing_if = "Option::is_none")]
    moves: Option<usize>,
    #[serde(rename = "exact", skip_serializing_if = "Option::is_none")]
    is_exact: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ways: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by_rule: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    line: Vec<String>,
}

impl<'a> Listed<'a> {
    fn new(study: &'a Study) -> Self {
        let mate = study.verdict().mate();
        let line = mate.map_or(&[][..], |mate| &mate.line);
        Self {
            id: study.id(),
            book: study.book().map(Book::id),
            number: study.number(),
            title: study.title(),
            pinyin: study.pinyin(),
            fen: study.setup().to_fen(),
            pieces: study.pieces(),
            verdict: study.verdict().word(),
            moves: mate.map(|mate| mate.moves),
            is_exact: mate.map(|mate| mate.is_exact),
            ways: mate.map(|mate| mate.ways),
            by_rule: mate.map(|mate| mate.by_rule),
            line: line.iter().map(Move::to_string).collect(),
        }
    }
}

impl Studies {
    pub(super) fn run(&self) -> ExitCode {
        let wrong = match &self.pdf {
            Some(out) if !is_named(out, "pdf") => "OUT must end in .pdf",
            None if self.list && self.solution => "--solution with --list is for --pdf",
            _ => return self.answer(),
        };
        misuse("studies", ErrorKind::ValueValidation, wrong)
    }

    /// Prints lines or writes a file.
    fn answer(&self) -> ExitCode {
        let told = match (&self.id, &self.pdf) {
            (id, Some(out)) => self.draw(id.as_deref(), out).map(|()| Vec::new()),
            (Some(id), None) => self.show(id),
            (None, None) => Ok(self.listed()),
        };
        match told {
            Ok(lines) => { lines.iter().map(|line| print(line)) }
                .find_map(Result::err)
                .unwrap_or(ExitCode::SUCCESS),
            Err(why) => {
                complain(&why.to_string());
                ExitCode::FAILURE
            }
        }
    }

    /// The studies of a list.
    fn found(&self) -> Vec<&'static Study> {
        let filter = Filter {
            origin: self.book.map(StudyOrigin::Book),
            solved: None,
            mate: self.mate.clone(),
            pieces: self.pieces,
            text: self.search.clone().unwrap_or_default(),
        };
        filter.apply(studies::all(), |_| false)
    }

    /// The lines of a list.
    fn listed(&self) -> Vec<String> {
        let found = self.found();
        if self.json {
            let listed: Vec<_> = found.into_iter().map(Listed::new).collect();
            return vec![json(&listed)];
        }
        let line =
            |study: &Study| [study.id(), study.title().to_owned(), verdict(study)].join("\t");
        found.into_iter().map(line).collect()
    }

    /// Writes one study or those of a list as a PDF.
    fn draw(&self, id: Option<&str>, out: &Path) -> Result<(), CliError> {
        let shown = match id {
            Some(id) => vec![study(id)?],
            None => self.found(),
        };
        if shown.is_empty() {
            return Err(CliError::NoStudies);
        }
        if id.is_some() && self.solution && shown[0].verdict().mate().is_none() {
            return Err(CliError::NoSolution);
        }
        let choice = StudyOptions {
            solutions: self.solution.then(|| self.notation()),
            look: Look::default(),
        };
        let bytes = pdf(&StudySheet::new(shown, &choice), self.paper.paper());
        write(out, &bytes.map_err(CliError::writing(out))?)
    }

    /// The lines about a study, or why there are none.
    fn show(&self, id: &str) -> Result<Vec<String>, CliError> {
        let study = study(id)?;
        let title = [study.title(), study.pinyin()].join(" ");
        let mut lines = vec![format!("{}: {}", study.id(), title.trim_end())];
        lines.extend(study.book().map(|book| {
            let (title, number) = (book.title(), study.number());
            format!("{title} {number}, {}", words::book_title(book))
        }));
        lines.extend([verdict(study), String::new()]);
        lines.extend(diagram(&study.setup().board));
        lines.extend([String::new(), study.setup().to_fen()]);
        if self.solution {
            // Its main line, without a search for variations.
            let solution = Variations::new(study, 0).ok_or(CliError::NoSolution)?;
            let told = words::solution(solution.record(), self.notation(), None);
            lines.extend([String::new(), told]);
        }
        Ok(lines)
    }

    fn notation(&self) -> Notation {
        let style = MoveStyle {
            text: MoveText::from_word(&self.notation).unwrap_or_default(),
            script: Script::from_word(&self.script).unwrap_or_default(),
            ..MoveStyle::default()
        };
        style.main()
    }
}

fn study(id: &str) -> Result<&'static Study, CliError> {
    let none = || CliError::NoSuchStudy(id.chars().take(80).collect());
    studies::find(id).ok_or_else(none)
}

fn verdict(study: &Study) -> String {
    words::study_verdict(study.turn(), study.verdict())
}

/// A board of letters and dots, between the coordinates of its ranks and files.
fn diagram(board: &Board) -> Vec<String> {
    let text = board.to_string();
    let ranks = Rank::all().rev().zip(text.lines());
    let mut lines: Vec<_> = ranks
        .map(|(rank, row)| format!("{} {row}", rank.index()))
        .collect();
    let files: Vec<_> = File::all().map(|file| file.letter().to_string()).collect();
    lines.push(format!("  {}", files.join(" ")));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_one_number_or_two() {
        let read = |text| range(text).ok();
        assert_eq!(read("3"), Some(3..=3));
        assert_eq!(read("3-5"), Some(3..=5));
        for text in ["", "0", "5-3", "-3", "3-", "3-5-7", "three"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
