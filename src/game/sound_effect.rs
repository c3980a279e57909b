//! Sound effects of events. Each command makes one sound at most.

use super::Event;
use crate::rules::Played;

/// A sound effect. Of simultaneous ones the greatest is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SoundEffect {
    /// A friend far away has written something.
    Message,
    /// A piece was moved.
    Move,
    /// A piece was captured.
    Capture,
    /// A general is attacked.
    Check,
    /// Time is running low.
    LowTime,
    /// The game has stopped.
    End,
}

impl SoundEffect {
    /// All effects, in ascending order.
    pub const ALL: [Self; 6] = [
        Self::Message,
        Self::Move,
        Self::Capture,
        Self::Check,
        Self::LowTime,
        Self::End,
    ];

    /// Sound effect of these events; `None` if only the shown position or the clock has changed.
    ///
    /// ```
    /// use chuhe::game::{Command, SoundEffect, Game, Now};
    ///
    /// let mut game = Game::ordinary();
    /// let mv = game.position().legal_moves()[0];
    /// let events = game.apply(Command::Play(mv), Now::default()).expect("a legal move");
    /// assert_eq!(SoundEffect::of(&events), Some(SoundEffect::Move));
    /// let events = game.apply(Command::Show(game.record().root()), Now::default()).expect("the start");
    /// assert_eq!(SoundEffect::of(&events), None);
    /// ```
    pub fn of(events: &[Event]) -> Option<Self> {
        events.iter().filter_map(Self::of_one).max()
    }

    fn of_one(event: &Event) -> Option<Self> {
        match event {
            Event::Played(played) | Event::Varied(played) => Some(Self::of_move(played)),
            // Pieces move back, but there is nothing new to announce.
            Event::TakenBack(_) => Some(Self::Move),
            // A ruling stops the game too, and unprompted: it should not go unnoticed.
            Event::Ruled(_) | Event::Ended(_) => Some(Self::End),
            Event::Reopened
            | Event::Offered(_)
            | Event::Declined(_)
            | Event::HintsAllowed
            | Event::AnalysisAllowed
            | Event::Shown(_)
            | Event::Promoted
            | Event::Deleted
            | Event::Paused(_)
            | Event::Resumed
            | Event::Pressed(_)
            | Event::TimeGiven(_)
            | Event::TimeSet(_) => None,
        }
    }

    const fn of_move(played: &Played) -> Self {
        if played.gives_check {
            Self::Check
        } else if played.captured.is_some() {
            Self::Capture
        } else {
            Self::Move
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tests::mv;
    use crate::game::{Act, Ask, Command, Game, Now, Pause};
    use crate::rules::{DrawReason, Outcome, Setup, Side, WinReason};

    fn game(fen: &str) -> Game {
        let setup = Setup::from_fen(fen).expect("a position");
        Game::new(setup).expect("a game")
    }

    fn heard(game: &mut Game, command: Command) -> Option<SoundEffect> {
        let events = game.apply(command, Now::default()).expect("possible");
        SoundEffect::of(&events)
    }

    fn after(fen: &str, text: &str) -> Option<SoundEffect> {
        heard(&mut game(fen), Command::Play(mv(text)))
    }

    const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

    #[test]
    fn each_kind_of_move_has_its_own_sound() {
        assert_eq!(after(START, "h2e2"), Some(SoundEffect::Move));
        assert_eq!(after(START, "h2h9"), Some(SoundEffect::Capture));
        let chariot = "4k4/9/9/9/9/9/9/9/9/R2K5 w";
        assert_eq!(after(chariot, "a0a9"), Some(SoundEffect::Check));
    }

    #[test]
    fn the_end_beats_check_and_check_beats_a_capture() {
        let capture = "n3k4/9/9/9/9/9/9/9/9/R2K5 w";
        assert_eq!(after(capture, "a0a9"), Some(SoundEffect::Check));
        let mate = "n3k4/8R/9/9/9/9/9/9/9/R2K5 w";
        assert_eq!(after(mate, "a0a9"), Some(SoundEffect::End));
    }

    #[test]
    fn a_ruling_is_heard_as_an_end() {
        let mut game = game("9/4k4/9/9/9/9/9/9/2p6/3K1RBc1 w");
        let line = "f0e0 e8f8 e0f0 f8e8 f0e0 e8f8 e0f0";
        for text in line.split_whitespace() {
            assert_ne!(
                heard(&mut game, Command::Play(mv(text))),
                Some(SoundEffect::End)
            );
        }
        let last = Command::Play(mv("f8e8"));
        assert_eq!(heard(&mut game, last), Some(SoundEffect::End));
        assert!(game.pending().is_some());
        assert_eq!(
            heard(&mut game, Command::from(Act::Agree)),
            Some(SoundEffect::End)
        );
    }

    #[test]
    fn words_end_a_game_as_moves_do() {
        for command in [Act::Resign.by(Side::Red), Command::Answer(true)] {
            let mut game = game(START);
            assert_eq!(heard(&mut game, Ask::Draw.by(Side::Red)), None);
            assert_eq!(heard(&mut game, command), Some(SoundEffect::End));
            assert_eq!(
                heard(&mut game, Command::from(Ask::TakeBack)),
                None,
                "only reopened"
            );
        }
    }

    #[test]
    fn taking_back_is_a_click_whatever_the_move_was() {
        let mut game = game(START);
        assert_eq!(
            heard(&mut game, Command::Play(mv("h2h9"))),
            Some(SoundEffect::Capture)
        );
        assert_eq!(
            heard(&mut game, Command::from(Ask::TakeBack)),
            Some(SoundEffect::Move)
        );
        assert_eq!(heard(&mut game, Command::Redo), Some(SoundEffect::Capture));
    }

    #[test]
    fn variations_sound_like_the_game() {
        let mut game = game(START);
        heard(&mut game, Command::Play(mv("h2e2")));
        let root = game.record().root();
        assert_eq!(heard(&mut game, Command::Show(root)), None);
        assert_eq!(
            heard(&mut game, Command::Play(mv("b2b9"))),
            Some(SoundEffect::Capture)
        );
        let variation = game.shown();
        assert_eq!(heard(&mut game, Command::Promote(variation)), None);
    }

    #[test]
    fn looking_around_and_pausing_are_silent() {
        let root = Game::ordinary().record().root();
        let silent = [
            Event::Reopened,
            Event::Shown(root),
            Event::Promoted,
            Event::Deleted,
            Event::Paused(Pause::Asked),
            Event::Paused(Pause::Slept),
            Event::Resumed,
        ];
        for event in silent {
            assert_eq!(SoundEffect::of(&[event]), None, "{event:?}");
        }
        assert_eq!(SoundEffect::of(&silent), None);
        assert_eq!(SoundEffect::of(&[]), None);
    }

    #[test]
    fn a_fallen_flag_is_an_end() {
        let lost = Outcome::win(Side::Black, WinReason::Time);
        for outcome in [lost, Outcome::Draw(DrawReason::Time)] {
            assert_eq!(
                SoundEffect::of(&[Event::Ended(outcome)]),
                Some(SoundEffect::End)
            );
        }
    }
}
