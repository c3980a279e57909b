//! Games put together: into a file of their own, or at the end of a PGN file.

use super::format::ccbridge;
use super::format::pgn::{self, NotReplaced};
use super::format::{self, Charset, Format, MissingLetters, ReadError, Target};
use super::notation::Notation;
use super::{Collection, Record};
use thiserror::Error;

/// The reason why games cannot be added to a file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotAdded {
    /// The file is no PGN file.
    #[error("only a PGN file can take more games")]
    NotPgn,
    /// The file holds games of another kind, such as chess.
    #[error("it holds games of {0}")]
    OtherGame(String),
    /// The file cannot be read.
    #[error(transparent)]
    Unreadable(ReadError),
    /// The file cannot take these games.
    #[error(transparent)]
    Refused(#[from] NotReplaced),
}

/// Games to be written to one file, in a format that holds several.
#[derive(Clone, Debug)]
pub struct GamesWriter {
    target: Target,
    games: Vec<Vec<u8>>,
}

impl GamesWriter {
    /// No games yet.
    pub const fn new(target: Target) -> Self {
        Self {
            target,
            games: Vec::new(),
        }
    }

    /// Adds a game after the others.
    pub fn push(&mut self, record: &Record) {
        self.games.push(format::write_one(record, self.target));
    }

    /// Number of games.
    pub const fn count(&self) -> usize {
        self.games.len()
    }

    /// The games as PGN.
    fn text(&self) -> String {
        String::from_utf8(self.games.join(&b'\n')).expect("PGN is written as UTF-8")
    }

    /// The file of the games, in this character set if the format leaves a choice.
    ///
    /// # Errors
    ///
    /// Returns the characters that the character set lacks.
    pub fn to_bytes(&self, charset: Charset) -> Result<Vec<u8>, MissingLetters> {
        match self.target {
            Target::Cbl => Ok(ccbridge::write_library(&self.games)),
            _ => charset.encode(&self.text()),
        }
    }

    /// Adds a game to a PGN file, in the notation of its last game; see [`GamesWriter::added_to`].
    ///
    /// # Errors
    ///
    /// Returns the reason why it cannot be added.
    pub fn with_added(file: Vec<u8>, record: &Record) -> Result<Collection, NotAdded> {
        let games = opened(file)?;
        let notation = games
            .as_ref()
            .map_or(Notation::Iccs, |games| games.notation_of(games.count() - 1));
        let mut merged = Self::new(Target::Pgn(notation));
        merged.push(record);
        merged.append_to(games).map(Collection::of_pgn)
    }

    /// Adds the games to a PGN file, in its character set and with its line ends; every other byte is unchanged. An
    /// empty file becomes UTF-8.
    ///
    /// # Errors
    ///
    /// Returns the reason why they cannot be added.
    pub fn added_to(&self, file: Vec<u8>) -> Result<Vec<u8>, NotAdded> {
        Ok(self.append_to(opened(file)?)?.bytes().to_vec())
    }

    fn append_to(&self, games: Option<pgn::PgnFile>) -> Result<pgn::PgnFile, NotAdded> {
        match games {
            None => pgn::PgnFile::of(self.text().into_bytes()).map_err(NotAdded::Unreadable),
            Some(games) => Ok(games.with_added(&self.text(), self.count())?),
        }
    }
}

/// The games of a PGN file; `None` if it is empty.
fn opened(file: Vec<u8>) -> Result<Option<pgn::PgnFile>, NotAdded> {
    if file.trim_ascii().is_empty() {
        return Ok(None);
    }
    if Format::detect(&file) != Some(Format::Pgn) {
        return Err(NotAdded::NotPgn);
    }
    let games = pgn::PgnFile::of(file).map_err(NotAdded::Unreadable)?;
    if let Some(name) = games.other_game() {
        return Err(NotAdded::OtherGame(name));
    }
    Ok(Some(games))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Tags;
    use encoding_rs::GB18030;

    fn game(red: &str) -> Record {
        let loaded = format::read(b"1. h2e2 h9g7").expect("a game");
        let mut record = loaded.records.into_iter().next().expect("one");
        record.tags.set(Tags::RED, red);
        // A comment of the file that is never closed would end in this one.
        record.comment = "8-)".to_owned();
        record
    }

    fn added(file: Vec<u8>, record: &Record) -> Result<Vec<u8>, NotAdded> {
        let games = GamesWriter::with_added(file, record)?;
        Ok(games.replaceable().expect("PGN").to_vec())
    }

    fn reds(file: &[u8]) -> Vec<String> {
        let games = Collection::open(file.to_vec()).expect("games");
        let heads = (0..games.count()).filter_map(|game| games.head(game));
        heads.map(|head| head.red.clone()).collect()
    }

    #[test]
    fn games_are_put_together_in_any_character_set() {
        let mut merged = GamesWriter::new(Target::Pgn(Notation::ChineseTraditional));
        for red in ["甲", "乙", "許"] {
            merged.push(&game(red));
        }
        assert_eq!(merged.count(), 3);
        for charset in Charset::ALL {
            let file = merged.to_bytes(charset).expect("letters of all three");
            assert_eq!(reds(&file), ["甲", "乙", "許"]);
            let ends = file.windows(2).filter(|pair| pair == b"\r\n").count();
            assert_eq!(ends > 0, charset != Charset::Utf8);
        }
        merged.push(&game("许"));
        let missing = merged.to_bytes(Charset::Big5).expect_err("simplified");
        assert_eq!(missing.letters, "许");
    }

    #[test]
    fn a_game_is_added_and_no_other_byte_changes() {
        let text = "标题\n[Red \"甲\"]\n\n1. 炮二平五 马８进７ *";
        for (end, gap) in [
            ("", "\n\n"),
            ("\n", "\n"),
            ("\n\n", ""),
            ("\n后记\n\n\n", ""),
        ] {
            for eol in ["\n", "\r\n"] {
                let old = format!("{text}{end}").replace('\n', eol);
                for old in [
                    old.clone().into_bytes(),
                    GB18030.encode(&old).0.into_owned(),
                ] {
                    let new = added(old.clone(), &game("乙")).expect("PGN");
                    assert_eq!(new[..old.len()], old);
                    assert!(
                        new[old.len()..]
                            .starts_with(format!("{gap}[Game").replace('\n', eol).as_bytes())
                    );
                    assert_eq!(reds(&new), ["甲", "乙"]);
                    let chinese = [GB18030.encode("炮二平五").0, "炮二平五".as_bytes().into()];
                    let is_in = |move_text: &[u8]| {
                        new[old.len()..]
                            .windows(move_text.len())
                            .any(|part| part == move_text)
                    };
                    assert!(chinese.iter().any(|move_text| is_in(move_text)));
                }
            }
        }
        assert_eq!(
            reds(&added(b" \n".to_vec(), &game("乙")).expect("empty")),
            ["乙"]
        );
    }

    #[test]
    fn a_comment_that_is_never_closed_takes_no_game_in() {
        let old = b"[Red \"A\"]\n\n1. h2e2 {so\n".to_vec();
        let new = added(old, &game("B")).expect("PGN");
        assert_eq!(reds(&new), ["A", "B"]);
        let games = Collection::open(new).expect("games");
        let moves = [0, 1].map(|game| games.read(game).expect("a game").records[0].move_count());
        assert_eq!(moves, [1, 2]);
    }

    #[test]
    fn what_cannot_take_a_game_is_left_alone() {
        let add = |file: &str| added(file.as_bytes().to_vec(), &game("乙")).err();
        assert_eq!(add("{\"format\":\"chuhe-game\"}"), Some(NotAdded::NotPgn));
        assert_eq!(add("1. h2e2 h9g7"), Some(NotAdded::NotPgn));
        let chess = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n";
        let chess = [chess, chess].join("\n");
        let xiangqi = "[Red \"A\"]\n[Black \"B\"]\n\n1. h2e2 h9g7 *\n\n";
        let other = Some(NotAdded::OtherGame("chess".to_owned()));
        assert_eq!(add(&chess), other);
        assert_eq!(add(&format!("{xiangqi}{chess}")), other);
        let (big5, _, _) = encoding_rs::BIG5.encode("[Red \"許銀川\"]\n\n1. 炮二平五 馬８進７ *\n");
        let refused = added(big5.to_vec(), &game("许"));
        assert!(matches!(
            refused,
            Err(NotAdded::Refused(NotReplaced::MissingLetters(_)))
        ));
    }
}
