//! 让子, handicap games: the odds a stronger player gives.
//!
//! | Odds | | Removed from the giver |
//! |---|---|---|
//! | one horse | 让单马 | the left horse, 让左马 |
//! | two horses | 让双马 | both horses |
//! | one chariot | 让单车 | the left chariot |
//! | nine pieces | 让九子 | all soldiers, advisors and elephants; general, chariots, horses and cannons stay |
//! | two moves first | 让二先 | nothing, but the receiver begins with two moves in a row |
//!
//! The horses and the nine pieces follow 象棋小巫师 (XQWLight) and its successors, and the nine also the best known game at
//! these odds, 许银川 – 聂卫平, Guangzhou, 9 December 1999, in which `…/9/1C5C1/9/RN2K2NR` is Red's half. No source is as
//! clear about the chariot; by analogy with the horse, it is the left one here.
//!
//! The giver of pieces plays Red and moves first as in any other game, unless the players choose otherwise; two moves
//! are given by Black, so that Red begins. Neither of the two may cross the river, so neither captures, and the second
//! must move another piece: so Leung Kai Wan described it on the list shogi-l on 17 March 2007.

use crate::record::{Record, Tags};
use crate::rules::{Move, Piece, PieceKind, Played, Point, Position, Setup, Side, named};
use std::fmt;

named! {
    /// The odds given.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Odds {
        /// 让单马: the left horse.
        Horse = "one horse",
        /// 让双马: both horses.
        Horses = "two horses",
        /// 让单车: the left chariot.
        Chariot = "one chariot",
        /// 让九子: soldiers, advisors and elephants.
        NinePieces = "nine pieces",
        /// 让二先: the receiver begins with two moves in a row.
        TwoMoves = "two moves",
    }
}

impl Odds {
    /// The side that usually gives these odds.
    const fn usual_giver(self) -> Side {
        match self {
            Self::TwoMoves => Side::Black,
            _ => Side::Red,
        }
    }

    /// Whether these odds remove the piece at this point of the ordinary start.
    fn takes(self, piece: Piece, point: Point) -> bool {
        let is_left = point.file().number(piece.side) > 5;
        match piece.kind {
            PieceKind::Horse => self == Self::Horses || (self == Self::Horse && is_left),
            PieceKind::Chariot => self == Self::Chariot && is_left,
            PieceKind::Soldier | PieceKind::Advisor | PieceKind::Elephant => {
                self == Self::NinePieces
            }
            PieceKind::General | PieceKind::Cannon => false,
        }
    }
}

/// Odds, who gives them, and who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Handicap {
    odds: Odds,
    giver: Side,
    first: Side,
}

impl Handicap {
    /// Creates a handicap. `first` is ignored for two moves, where the receiver always moves first.
    pub fn new(odds: Odds, giver: Side, first: Side) -> Self {
        let first = match odds {
            Odds::TwoMoves => !giver,
            _ => first,
        };
        Self { odds, giver, first }
    }

    /// Creates a handicap in its usual form: Red moves first.
    pub fn usual(odds: Odds) -> Self {
        Self::new(odds, odds.usual_giver(), Side::Red)
    }

    /// The odds given.
    pub const fn odds(self) -> Odds {
        self.odds
    }

    /// The side that gives the odds.
    pub const fn giver(self) -> Side {
        self.giver
    }

    /// The side that moves first.
    pub const fn first(self) -> Side {
        self.first
    }

    /// The starting arrangement.
    pub fn setup(self) -> Setup {
        let mut setup = Setup::start();
        setup.turn = self.first;
        for point in setup.board.of_side(self.giver) {
            let piece = setup.board.piece_at(point);
            if piece.is_some_and(|piece| self.odds.takes(piece, point)) {
                setup.board.set(point, None);
            }
        }
        setup
    }

    /// Keyword used in files, followed by the giver if that is Black: `nine pieces`, `two moves by black`. The side
    /// that moves first is left to the starting position.
    pub fn word(self) -> String {
        self.to_string()
    }

    /// Parses the keyword used in files; `first` is the side that moves first.
    pub fn from_word(word: &str, first: Side) -> Option<Self> {
        let (odds, giver) = match word.strip_suffix(BY_BLACK) {
            Some(odds) => (odds, Side::Black),
            None => (word, Side::Red),
        };
        Odds::from_word(odds).map(|odds| Self::new(odds, giver, first))
    }

    /// Handicap of a game, if its start agrees with the tag.
    pub fn of_game(record: &Record) -> Option<Self> {
        Self::stated_in(record).map(|(handicap, _)| handicap)
    }

    /// The first of two moves in a row, which precedes the record, and the position it was made in.
    pub fn first_of_two(record: &Record) -> Option<(Position, Played)> {
        let (handicap, mv) = Self::stated_in(record)?;
        let before = handicap.setup().position().ok()?;
        let (played, _) = before.play_with_effect(mv?).ok()?;
        Some((before, played))
    }

    /// Handicap stated by a record and, for two moves, the move made before the record begins.
    pub(super) fn stated_in(record: &Record) -> Option<(Self, Option<Move>)> {
        let text = record.tags.get(Tags::HANDICAP)?;
        let (word, mv) = match text.split_once(BEFORE_MOVE) {
            Some((word, mv)) => (word, Some(mv.parse().ok()?)),
            None => (text, None),
        };
        let start = record.start();
        let handicap = Self::from_word(word, start.turn)?;
        let begins = match mv {
            Some(mv) => handicap.after_first(mv)?,
            None => handicap.setup(),
        };
        let is_so = begins.board == start.board && begins.turn == start.turn;
        is_so.then_some((handicap, mv))
    }

    /// Arrangement for the second of two moves, after this first one.
    pub(super) fn after_first(self, mv: Move) -> Option<Setup> {
        if self.odds != Odds::TwoMoves || mv.to.across_river(self.first) {
            return None;
        }
        let setup = self.setup();
        let after = setup.position().ok()?.play(mv).ok()?;
        Some(Setup {
            board: after.board().clone(),
            ..setup
        })
    }

    /// Writes the handicap into the tags of a game about to begin, or after the first of two moves.
    pub(super) fn set_in(handicap: Option<Self>, mv: Option<Move>, tags: &mut Tags) {
        let word = handicap.map(Self::word).unwrap_or_default();
        let text = match mv {
            Some(mv) => format!("{word}{BEFORE_MOVE}{mv}"),
            None => word,
        };
        tags.set(Tags::HANDICAP, &text);
    }
}

/// Suffix of odds given by Black.
const BY_BLACK: &str = " by black";
/// Separator between two moves and the first of them.
const BEFORE_MOVE: &str = ", ";

impl fmt::Display for Handicap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.odds.word())?;
        match self.giver {
            Side::Red => Ok(()),
            Side::Black => f.write_str(BY_BLACK),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = Handicap> {
        let sides = || Side::ALL.into_iter();
        Odds::ALL.into_iter().flat_map(move |odds| {
            sides()
                .flat_map(move |giver| sides().map(move |first| Handicap::new(odds, giver, first)))
        })
    }

    #[test]
    fn the_giver_does_without_what_tradition_says() {
        let half = |odds| Handicap::usual(odds).setup().to_fen();
        let black = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9";
        for (odds, red) in [
            (Odds::Horse, "P1P1P1P1P/1C5C1/9/R1BAKABNR"),
            (Odds::Horses, "P1P1P1P1P/1C5C1/9/R1BAKAB1R"),
            (Odds::Chariot, "P1P1P1P1P/1C5C1/9/1NBAKABNR"),
            (Odds::NinePieces, "9/1C5C1/9/RN2K2NR"),
            (Odds::TwoMoves, "P1P1P1P1P/1C5C1/9/RNBAKABNR"),
        ] {
            assert_eq!(half(odds), format!("{black}/{red} w - - 0 1"));
        }
        // Black sits on the other side, so its left is mirrored.
        let given = |odds| Handicap::new(odds, Side::Black, Side::Red).setup().to_fen();
        assert!(given(Odds::Horse).starts_with("rnbakab1r/"));
        assert!(given(Odds::Chariot).starts_with("rnbakabn1/"));
        assert!(given(Odds::NinePieces).starts_with("rn2k2nr/9/1c5c1/9/9/9/P1P"));
    }

    #[test]
    fn every_handicap_can_be_played_by_whoever_moves_first() {
        for handicap in all() {
            let setup = handicap.setup();
            let counts = [0, 1].map(|side| setup.board.of_side(Side::ALL[side]).len());
            let given = match handicap.odds() {
                Odds::Horse | Odds::Chariot => 1,
                Odds::Horses => 2,
                Odds::NinePieces => 9,
                Odds::TwoMoves => 0,
            };
            assert_eq!(counts[handicap.giver().index()], 16 - given, "{handicap}");
            assert_eq!(counts[(!handicap.giver()).index()], 16, "{handicap}");
            assert_eq!(setup.turn, handicap.first());
            let position = setup.position().expect("a position to play");
            assert!(!position.is_check() && position.legal_moves().len() > 30);
            let again = Setup::from_fen(&setup.to_fen()).expect("a FEN");
            assert_eq!(again, setup);
        }
        let two = Handicap::new(Odds::TwoMoves, Side::Red, Side::Red);
        assert_eq!(two.first(), Side::Black, "the receiver makes both");
    }

    #[test]
    fn every_handicap_has_its_words() {
        for handicap in all() {
            let word = handicap.word();
            assert_eq!(Handicap::from_word(&word, handicap.first()), Some(handicap));
        }
        assert_eq!(Handicap::usual(Odds::NinePieces).word(), "nine pieces");
        assert_eq!(Handicap::usual(Odds::TwoMoves).word(), "two moves by black");
        for word in ["", "by black", "three horses", "one horse by red"] {
            assert_eq!(Handicap::from_word(word, Side::Red), None, "{word}");
        }
    }

    #[test]
    fn a_game_has_odds_only_if_it_began_with_them() {
        let with = |start: Setup, text: &str| {
            let mut record = Record::new(start).expect("a start");
            record.tags.set(Tags::HANDICAP, text);
            Handicap::stated_in(&record)
        };
        let horse = Handicap::usual(Odds::Horse);
        assert_eq!(with(horse.setup(), "one horse"), Some((horse, None)));
        for text in ["two horses", "one horse by black", "one horse, h2e2", "-"] {
            assert_eq!(with(horse.setup(), text), None, "{text}");
        }
        let two = Handicap::usual(Odds::TwoMoves);
        let mv: Move = "h2e2".parse().expect("a move");
        let after = two.after_first(mv).expect("a move at home");
        let told = |text| with(after.clone(), text);
        assert_eq!(told("two moves by black, h2e2"), Some((two, Some(mv))));
        assert_eq!(told("two moves by black, b2e2"), None);
        assert_eq!(told("two moves by black"), None);
        assert_eq!(told("two moves, h2e2"), None);
        for across in ["h2h9", "b2b5", "h2h6"] {
            let mv = across.parse().expect("a move");
            assert_eq!(two.after_first(mv), None, "{across}");
        }
    }
}
