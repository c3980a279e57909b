//! The computer as one of the two players of a game.

use super::hints::is_elsewhere;
use super::{Game, Offer};
use crate::engine::Level;
use crate::engine::uci::SearchLimit;
use crate::record::{TagValue, Tags};
use crate::rules::Side;
use std::fmt;

/// The computer as a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Computer {
    /// Side that it plays.
    pub side: Side,
    /// Strength.
    pub level: Level,
}

/// Task of the computer in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// To make a move.
    Move,
    /// To answer an offer of the person.
    Answer(Offer),
}

impl Computer {
    /// The computer of a game; `None` in a game of people. In a game with a friend elsewhere no computer plays.
    pub fn of_game(tags: &Tags) -> Option<Self> {
        tags.typed().filter(|_| !is_elsewhere(tags))
    }

    /// Moves the player to the other side.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self {
            side: !self.side,
            ..self
        }
    }
}

impl TagValue for Computer {
    const TAG: &str = Tags::COMPUTER;

    fn of_tag(text: &str) -> Option<Self> {
        let (side, level) = text.split_once(' ')?;
        Some(Self {
            side: Side::from_word(side)?,
            level: Level::new(level.parse().ok()?)?,
        })
    }

    fn to_tag(&self) -> String {
        self.to_string()
    }
}

/// An engine of the player’s that plays in the computer’s place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnginePlayer {
    /// Its name, under which the player has added it.
    pub name: String,
    /// Limit of each of its moves.
    pub limit: SearchLimit,
}

impl TagValue for EnginePlayer {
    const TAG: &str = Tags::ENGINE;

    fn of_tag(text: &str) -> Option<Self> {
        let mut words = text.splitn(3, ' ');
        let limit = SearchLimit::of_words(words.next()?, words.next()?)?;
        let name = words.next().filter(|name| !name.is_empty())?.to_owned();
        Some(Self { name, limit })
    }

    fn to_tag(&self) -> String {
        format!("{} {}", self.limit.words(), self.name)
    }
}

impl fmt::Display for Computer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.side.word(), self.level.number())
    }
}

impl Game {
    /// The computer, if it plays.
    pub const fn computer(&self) -> Option<Computer> {
        self.house.computer
    }

    /// The engine that plays in the computer’s place.
    pub fn engine(&self) -> Option<EnginePlayer> {
        let tags = &self.record.tags;
        self.computer().and_then(|_| tags.typed())
    }

    /// Duty of the computer at present.
    pub fn computer_duty(&self) -> Option<Duty> {
        let Computer { side, .. } = self.computer()?;
        let offer = self.offer().filter(|offer| offer.by != side);
        if self.is_paused() {
            return None;
        }
        if let Some(offer) = offer {
            return Some(Duty::Answer(offer));
        }
        let moves = self.can_be_played() && self.is_ongoing() && self.position().turn() == side;
        moves.then_some(Duty::Move)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::clock::TimeControl;
    use crate::game::tests::mv;
    use crate::game::{Act, Ask, Command, GameTerms, Now, Pause, TakeBacks};

    fn computer(side: Side) -> Computer {
        let level = Level::new(3).expect("a level");
        Computer { side, level }
    }

    fn apply(game: &mut Game, command: impl Into<Command>) {
        game.apply(command, Now::default()).expect("it can be done");
    }

    #[test]
    fn the_tag_names_side_and_level() {
        for level in Level::all() {
            for side in Side::ALL {
                let computer = Computer { side, level };
                let mut tags = Tags::default();
                tags.set_typed(Some(&computer));
                assert_eq!(Computer::of_game(&tags), Some(computer));
                tags.set_typed(None::<&Computer>);
                assert_eq!(tags.get(Tags::COMPUTER), None);
            }
        }
        for odd in [
            "red",
            "red 0",
            "red 9",
            "green 3",
            "black three",
            "3 red",
            "red 3 x",
        ] {
            let mut tags = Tags::default();
            tags.set(Tags::COMPUTER, odd);
            assert_eq!(Computer::of_game(&tags), None, "{odd}");
        }
    }

    #[test]
    fn an_engine_is_named_with_its_limit() {
        for text in ["time 1000 Fairy-Stockfish 11.1", "nodes 5 x", "depth 8 a b"] {
            let engine = EnginePlayer::of_tag(text).expect("an engine");
            assert_eq!(engine.to_tag(), text);
        }
        for odd in [
            "",
            "time",
            "time 1000",
            "time 0 x",
            "time x y",
            "endless 1 x",
            "depth 3 ",
        ] {
            assert_eq!(EnginePlayer::of_tag(odd), None, "{odd}");
        }
    }

    #[test]
    fn with_a_friend_elsewhere_no_computer_plays() {
        for tag in [Tags::REMOTE, Tags::LETTER] {
            let mut tags = Tags::default();
            tags.set_typed(Some(&computer(Side::Red)));
            tags.set(tag, "anything");
            assert_eq!(Computer::of_game(&tags), None, "{tag}");
        }
    }

    #[test]
    fn it_moves_on_its_turn_while_the_game_goes_on() {
        let mut game = GameTerms {
            computer: Some(computer(Side::Black)),
            time: TimeControl::read("600").expect("a time control"),
            ..GameTerms::default()
        }
        .begin();
        assert_eq!(game.computer_duty(), None);
        apply(&mut game, Command::Play(mv("h2e2")));
        assert_eq!(game.computer_duty(), Some(Duty::Move));
        apply(&mut game, Command::Pause(Pause::Asked));
        assert_eq!(game.computer_duty(), None);
        apply(&mut game, Act::Resume);
        assert_eq!(game.computer_duty(), Some(Duty::Move));
        apply(&mut game, Act::Resign.by(Side::Red));
        assert_eq!(game.computer_duty(), None);
    }

    #[test]
    fn it_answers_the_person_before_it_moves_and_never_itself() {
        let mut game = GameTerms {
            computer: Some(computer(Side::Black)),
            take_backs: TakeBacks::Ask,
            ..GameTerms::default()
        }
        .begin();
        apply(&mut game, Command::Play(mv("h2e2")));
        let by = Side::Red;
        for (ask, plies) in [(Ask::Draw, 0), (Ask::TakeBack, 1)] {
            apply(&mut game, ask.by(by));
            let offer = Offer { by, ask, plies };
            assert_eq!(game.computer_duty(), Some(Duty::Answer(offer)));
            apply(&mut game, Command::Answer(false));
        }
        apply(&mut game, Ask::Draw.by(Side::Black));
        assert_eq!(game.computer_duty(), Some(Duty::Move));
    }

    #[test]
    fn it_changes_sides_with_its_opponent() {
        let terms = GameTerms {
            computer: Some(computer(Side::Black)),
            ..GameTerms::default()
        };
        let swapped = terms.clone().swapped();
        assert_eq!(swapped.computer, Some(computer(Side::Red)));
        assert_eq!(swapped.swapped(), terms);
    }
}
