//! 让二先, two moves first: the receiver begins with two moves in a row.
//!
//! A record alternates between the sides and has no place for an unanswered move. So the first of the two is not part
//! of it: once it is made, the record begins anew after it, with the same side to move, and the handicap tag names the
//! move. Every program can go on from there. Taking it back restores the ordinary start, and its continuation is kept
//! until another first move is made.
//!
//! Both moves share one stretch of time: the clock is not pressed between them.

use super::clock::Now;
use super::game_terms::HouseRules;
use super::{Event, Game, Handicap, Odds};
use crate::record::Record;
use crate::rules::{Move, Played};

impl Game {
    /// The first of two moves in a row, if it has been made.
    pub fn first_of_two(&self) -> Option<Played> {
        let (_, played) = Handicap::first_of_two(&self.record)?;
        Some(played)
    }

    /// The handicap of two moves, and the first of them if it has been made.
    fn two_moves(&self) -> Option<(Handicap, Option<Move>)> {
        let stated = Handicap::stated_in(&self.record);
        stated.filter(|(handicap, _)| handicap.odds() == Odds::TwoMoves)
    }

    /// Number of moves in a row the side to move has at the present.
    pub fn moves_in_a_row(&self) -> usize {
        let is_start = self.present == self.record.root();
        let two = self.two_moves().filter(|_| is_start);
        two.map_or(0, |(_, first)| 2 - usize::from(first.is_some()))
    }

    /// Whether the players may make a legal move here: the two first moves stay on their own side of the river, and
    /// move different pieces.
    pub fn allows(&self, mv: Move) -> bool {
        let is_start = self.shown == self.record.root();
        let two = self.two_moves().filter(|_| is_start);
        two.is_none_or(|(handicap, first)| {
            let is_other_piece = first.is_none_or(|first| first.to != mv.from);
            is_other_piece && !mv.to.across_river(handicap.first())
        })
    }

    /// Makes a legal move as the first of two, and restores the continuation of one that was taken back; `None` if no
    /// such move is due.
    pub(super) fn play_first(&mut self, mv: Move, now: Now) -> Option<Vec<Event>> {
        let (handicap, None) = self.two_moves()? else {
            return None;
        };
        if self.record.move_count() > 0 {
            return None;
        }
        let played = played_first(handicap, mv)?;
        let record = Record::new(handicap.after_first(mv)?).ok()?;
        let stashed = self.stashed_record.take();
        let stashed = stashed.filter(|stashed| first_in(stashed) == Some(mv));
        self.begin_anew(
            stashed.map_or(record, |stashed| *stashed),
            handicap,
            Some(mv),
        );
        // The side that makes both moves goes on thinking.
        if let Some(clock) = self.clock.as_mut().filter(|clock| clock.is_resting()) {
            clock.resume(now);
        }
        Some(vec![Event::Played(played)])
    }

    /// Takes back the first of two moves, with which the present record begins.
    pub(super) fn take_back_first(&mut self, now: Now) -> Option<Vec<Event>> {
        let (handicap, mv) = Handicap::stated_in(&self.record)?;
        let played = played_first(handicap, mv?)?;
        let record = Record::new(handicap.setup()).ok()?;
        let mut stashed = self.begin_anew(record, handicap, None);
        // The stashed record is recognized by the move it begins after.
        Handicap::set_in(Some(handicap), mv, &mut stashed.tags);
        self.stashed_record = Some(Box::new(stashed));
        self.set_clock(now);
        Some(vec![Event::TakenBack(played)])
    }

    /// Replays the first of two moves.
    pub(super) fn redo_first(&mut self, now: Now) -> Option<Vec<Event>> {
        let first = first_in(self.stashed_record.as_deref()?)?;
        self.play_first(first, now)
    }

    /// Replaces the record with another one of the same game; returns the old one.
    fn begin_anew(&mut self, mut record: Record, odds: Handicap, first: Option<Move>) -> Record {
        let before = &mut self.record;
        record.tags = std::mem::take(&mut before.tags);
        record.comment = std::mem::take(&mut before.comment);
        record.terms = before.terms;
        record.outcome = before.outcome.take();
        Handicap::set_in(Some(odds), first, &mut record.tags);
        let before = std::mem::replace(&mut self.record, record);
        self.house = HouseRules::of(&self.record);
        self.present = self.record.root();
        self.shown = self.present;
        self.history = self.record.history(self.present);
        self.ask_arbiter();
        before
    }
}

/// The first of two moves, after which a record begins.
fn first_in(record: &Record) -> Option<Move> {
    Handicap::stated_in(record)?.1
}

/// Effect of the first of two moves.
fn played_first(handicap: Handicap, mv: Move) -> Option<Played> {
    let before = handicap.setup().position().ok()?;
    before.play_with_effect(mv).ok().map(|(played, _)| played)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::clock::TimeControl;
    use crate::game::tests::mv;
    use crate::game::{Act, Ask, Command, GameTerms, Refusal, SessionState};
    use crate::record::Tags;
    use crate::record::format::{self, Target};
    use crate::record::notation::Notation;
    use crate::rules::{Position, Setup, Side};

    fn begin(time: Option<&str>) -> Game {
        let time = time.and_then(|text| TimeControl::read(text).expect("a control"));
        let handicap = Some(Handicap::usual(Odds::TwoMoves));
        GameTerms {
            time,
            handicap,
            ..GameTerms::default()
        }
        .begin()
    }

    fn play(game: &mut Game, moves: &str) {
        for text in moves.split(' ') {
            let done = game.apply(Command::Play(mv(text)), Now::default());
            assert!(
                matches!(done.as_deref(), Ok([Event::Played(played)]) if played.mv == mv(text)),
                "{text}: {done:?}"
            );
        }
    }

    fn undo(game: &mut Game) -> Vec<Event> {
        game.apply(Ask::TakeBack, Now::default()).expect("a move")
    }

    fn redo(game: &mut Game) -> Vec<Event> {
        game.apply(Command::Redo, Now::default()).expect("a move")
    }

    fn tag(game: &Game) -> &str {
        game.record().tags.get(Tags::HANDICAP).unwrap_or_default()
    }

    const AFTER_TWO: &str =
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 1 1";

    #[test]
    fn the_receiver_makes_both_moves_and_then_the_giver() {
        let mut game = begin(None);
        assert_eq!(tag(&game), "two moves by black");
        assert_eq!(game.moves_in_a_row(), 2);
        play(&mut game, "h2e2");
        assert_eq!(game.moves_in_a_row(), 1);
        assert_eq!(game.position().turn(), Side::Red);
        assert_eq!(
            game.first_of_two().map(|played| played.mv),
            Some(mv("h2e2"))
        );
        play(&mut game, "h0g2");
        assert_eq!(game.moves_in_a_row(), 0);
        let after = Setup::from_fen(AFTER_TWO).expect("a FEN");
        assert_eq!(game.position(), &after.position().expect("a position"));
        assert_eq!(tag(&game), "two moves by black, h2e2");
        play(&mut game, "h9g7 i0h0");
        assert_eq!(game.record().move_count(), 3);
        let handicap = Some(Handicap::usual(Odds::TwoMoves));
        assert_eq!(GameTerms::of(game.record()).handicap, handicap);
    }

    #[test]
    fn everything_is_taken_back_and_made_again() {
        let mut game = begin(None);
        play(&mut game, "h2e2 h0g2 h9g7");
        game.set_comment(game.record().root(), "One stone ahead");
        for text in ["h9g7", "h0g2", "h2e2"] {
            let events = undo(&mut game);
            assert!(matches!(events[..], [Event::TakenBack(played)] if played.mv == mv(text)));
        }
        assert!(!game.can_take_back() && game.can_redo());
        assert_eq!(game.position(), &Position::start());
        assert_eq!(tag(&game), "two moves by black");
        assert_eq!(game.record().comment, "One stone ahead");
        game.edit_tags(|tags| tags.set(Tags::RED, "Hu"));
        for text in ["h2e2", "h0g2", "h9g7"] {
            let events = redo(&mut game);
            assert!(matches!(events[..], [Event::Played(played)] if played.mv == mv(text)));
        }
        assert!(!game.can_redo());
        assert_eq!(game.record().tags.get(Tags::RED), Some("Hu"));
        // Replaying the move keeps its continuation, another one does not.
        for _ in 0..3 {
            undo(&mut game);
        }
        play(&mut game, "h2e2");
        assert!(game.can_redo());
        undo(&mut game);
        play(&mut game, "b2e2");
        assert!(!game.can_redo());
        assert_eq!(tag(&game), "two moves by black, b2e2");
    }

    #[test]
    fn neither_move_crosses_the_river_and_no_piece_makes_both() {
        let mut game = begin(None);
        let refused = |game: &mut Game, text| {
            assert!(!game.allows(mv(text)), "{text}");
            let done = game.apply(Command::Play(mv(text)), Now::default());
            assert_eq!(done, Err(Refusal::TwoMoves), "{text}");
        };
        refused(&mut game, "h2h9");
        refused(&mut game, "b2b5");
        play(&mut game, "c3c4");
        refused(&mut game, "c4c5");
        refused(&mut game, "h2h9");
        play(&mut game, "b0c2");
        // From then on everything is as usual, and variations are not restricted either.
        play(&mut game, "h7h0");
        game.apply(Command::Show(game.record().root()), Now::default())
            .expect("the start");
        refused(&mut game, "h2h9");
        let beside = game.apply(Command::Play(mv("h2e2")), Now::default());
        assert!(matches!(beside.as_deref(), Ok([Event::Varied(_)])));
    }

    #[test]
    fn a_file_and_a_session_stand_where_the_game_stood() {
        let mut game = begin(Some("300"));
        for moves in ["", "h2e2", "h0g2", "h9g7"] {
            if !moves.is_empty() {
                play(&mut game, moves);
            }
            for target in [Target::Json, Target::Pgn(Notation::Iccs)] {
                let written = format::write(&game.to_record(), target);
                let mut read = format::read(&written).expect("a game");
                assert_eq!(read.warnings, []);
                let mut again = Game::from_record(read.records.remove(0));
                assert_eq!(again.position(), game.position(), "{target:?}");
                assert_eq!(again.first_of_two(), game.first_of_two());
                assert_eq!(again.can_take_back(), game.can_take_back());
                while again.can_take_back() {
                    undo(&mut again);
                }
                assert_eq!(again.position(), &Position::start());
            }
        }
        let mut state = SessionState::new(game);
        for left in (0..4).rev() {
            let again = SessionState::read(&state.write()).expect("a session");
            assert_eq!(again.write(), state.write());
            assert_eq!(again.game.position(), state.game.position(), "{left}");
            let mut game = again.game;
            if game.is_paused() {
                let resumed = game.apply(Act::Resume, Now::default());
                resumed.expect("paused");
            }
            for _ in left..3 {
                redo(&mut game);
            }
            assert_eq!(game.record().move_count(), 2);
            assert!(!game.can_redo());
            if left > 0 {
                undo(&mut state.game);
            }
        }
    }

    #[test]
    fn a_game_that_ends_before_its_first_move_is_over_after_a_restart() {
        let mut game = begin(Some("300"));
        play(&mut game, "h2e2 h0g2");
        undo(&mut game);
        undo(&mut game);
        game.apply(Act::Resign.by(Side::Red), Now::default())
            .expect("in progress");
        let state = SessionState::new(game);
        let mut again = SessionState::read(&state.write()).expect("a session");
        assert!(again.game.outcome().is_some());
        assert_eq!(again.game.outcome(), state.game.outcome());
        assert_eq!(again.write(), state.write());
        assert_eq!(undo(&mut again.game), [Event::Reopened]);
        redo(&mut again.game);
        redo(&mut again.game);
        assert!(!again.game.can_redo());
    }

    #[test]
    fn a_flag_that_fell_before_the_first_move_is_down_after_a_restart() {
        let mut game = begin(Some("60"));
        play(&mut game, "h2e2");
        undo(&mut game);
        let mut at = |command, moment| game.apply(command, Now::at(moment)).expect("possible");
        at(Command::from(Act::Resume), 0);
        assert!(matches!(at(Command::Tick, 60_000)[..], [Event::Ended(_)]));
        let again = SessionState::read(&SessionState::new(game).write()).expect("a session");
        let clock = again.game.clock().expect("a clock");
        assert_eq!(clock.left(Side::Red, Now::default()), 0);
    }

    #[test]
    fn only_who_made_the_first_of_two_moves_takes_it_back() {
        let mut game = begin(None);
        play(&mut game, "h2e2");
        let other = game.apply(Ask::TakeBack.by(Side::Black), Now::default());
        assert_eq!(other, Err(Refusal::NothingToTakeBack));
        let own = game.apply(Ask::TakeBack.by(Side::Red), Now::default());
        assert!(matches!(own.as_deref(), Ok([Event::TakenBack(_)])));
    }

    #[test]
    fn both_moves_are_made_in_one_stretch_of_time() {
        let mut game = begin(Some("60+10"));
        let at = |game: &mut Game, command, moment| {
            game.apply(command, Now::at(moment)).expect("a move");
            let clock = game.clock().expect("a clock");
            Side::ALL.map(|side| clock.left(side, Now::at(moment)))
        };
        let started = at(&mut game, Command::Play(mv("h2e2")), 1_000);
        assert_eq!(
            started,
            [60_000, 60_000],
            "its thinking began nobody knows when"
        );
        let both = at(&mut game, Command::Play(mv("h0g2")), 8_000);
        assert_eq!(both, [63_000, 60_000]);
        let answered = at(&mut game, Command::Play(mv("h9g7")), 11_000);
        assert_eq!(answered, [63_000, 67_000]);
        for _ in 0..3 {
            at(&mut game, Command::from(Ask::TakeBack), 20_000);
        }
        let start = at(&mut game, Command::Tick, 90_000);
        assert_eq!(start, [60_000, 60_000], "it rests before the first move");
        // A clock that ran before the first move runs on through both.
        at(&mut game, Command::from(Act::Resume), 100_000);
        at(&mut game, Command::Play(mv("b2e2")), 104_000);
        let both = at(&mut game, Command::Play(mv("b0c2")), 106_000);
        assert_eq!(both, [64_000, 60_000]);
    }

    #[test]
    fn a_receiver_with_the_black_pieces_makes_both_moves_too() {
        let handicap = Some(Handicap::new(Odds::TwoMoves, Side::Red, Side::Red));
        let mut game = GameTerms {
            handicap,
            ..GameTerms::default()
        }
        .begin();
        play(&mut game, "h7e7 h9g7 h2e2");
        assert_eq!(tag(&game), "two moves, h7e7");
        let sides = game.record().main_line();
        let sides: Vec<_> = sides.map(|id| game.record().round(id).1).collect();
        assert_eq!(sides, [Side::Black, Side::Red]);
    }
}
