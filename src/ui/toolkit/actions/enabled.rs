//! Sensitivity of actions, by the state of a game.

use super::{Action, Flag};
use crate::game::{Duty, Game, GuessPhase, HintRule};
use crate::scene::View;

/// Context that the sensitivity of actions depends on.
#[derive(Clone, Copy, Debug, Default)]
pub struct ActionContext {
    /// Whether the game's file has games before and after it; `None` if it has no others.
    pub neighbors: Option<(bool, bool)>,
    /// Whether a player at this screen has to answer an offer.
    pub is_asked: bool,
    /// Whether the game is remote.
    pub is_remote: bool,
    /// Whether there are turning points before and after what is shown.
    pub turns: (bool, bool),
    /// Whether a review has found moves to practice.
    pub has_drills: bool,
    /// Whether moves are guessed, or the score of that is shown.
    pub guess: GuessContext,
    /// Whether the game of the last run is still being loaded, and will replace this one.
    pub is_starting: bool,
}

/// Guessing of moves, as far as the sensitivity of actions depends on it.
#[derive(Clone, Copy, Debug, Default)]
pub struct GuessContext {
    /// Whether its section is shown.
    pub is_shown: bool,
    /// Whether moves are hidden.
    pub is_open: bool,
    /// The next thing to happen, while its position is shown.
    pub phase: Option<GuessPhase>,
}

impl Action {
    /// Whether the action is enabled.
    pub fn is_enabled(self, game: &Game, view: &View, context: ActionContext) -> bool {
        let neighbors = context.neighbors;
        // During a pause the game is neither shown nor changed; other games may be opened.
        if game.is_paused() && self.is(Flag::BlockedByPause) {
            return false;
        }
        if context.is_starting && !self.is(Flag::ApartFromGames) {
            return false;
        }
        if context.guess.is_open && self.is(Flag::BlockedByGuessing) {
            return false;
        }
        match self {
            Self::PlayFromHere => game.shown_position().has_legal_move(),
            Self::Undo => game.can_take_back() || view.drawn.can_undo(game.shown(), false),
            Self::Redo => {
                !context.is_remote && game.can_redo() || view.drawn.can_undo(game.shown(), true)
            }
            Self::EraseDrawings => {
                let shown = game.record().node(game.shown());
                !shown.notes().drawings.is_empty()
            }
            Self::OfferDraw | Self::Resign => game.is_ongoing(),
            Self::MoveNow => game.computer_duty() == Some(Duty::Move),
            Self::Hint => !context.is_remote && game.hint_rule() != HintRule::Never,
            Self::Review => !context.is_remote && game.can_be_reviewed(),
            Self::Guess => context.guess.is_shown || !context.is_remote && game.can_be_guessed(),
            Self::ShowMove => context.guess.phase == Some(GuessPhase::Guessing),
            Self::Next if context.guess.phase == Some(GuessPhase::Answered) => true,
            Self::TypeMove if context.guess.is_open => {
                context.guess.phase == Some(GuessPhase::Guessing)
            }
            Self::TypeMove => game.takes_moves(),
            Self::Book => {
                game.may_be_looked_up() && !(context.is_remote && game.outcome().is_none())
            }
            Self::Pause => game.is_ongoing() && game.clock().is_some(),
            Self::AdjustClocks => game.may_set_clocks(),
            Self::PressClock => game.due_to_press().is_some(),
            Self::AcceptOffer | Self::DeclineOffer => context.is_asked,
            Self::AcceptRuling => game.pending().is_some(),
            Self::TakeBackRuled => game.pending().is_some() && game.takes_back(),
            Self::ShowCycle => game.ruled_cycle().is_some(),
            Self::First | Self::Previous | Self::Next | Self::Last if view.preview.is_some() => {
                true
            }
            Self::First | Self::Previous => game.shown() != game.record().root(),
            Self::Next => view.next(game).is_some(),
            Self::Last => view.last(game) != game.shown(),
            Self::Practice => context.has_drills,
            Self::PreviousTurn => context.turns.0,
            Self::NextTurn => context.turns.1,
            Self::BackToGame => !game.shows_present(),
            Self::Promote | Self::DeleteVariation => game.shows_variation(),
            Self::Games => neighbors.is_some(),
            Self::NextGame => neighbors.is_some_and(|(_, after)| after),
            Self::PreviousGame => neighbors.is_some_and(|(before, _)| before),
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::clock::TimeControl;
    use crate::game::{Act, Ask, Command, GameTerms, Now, Pause};
    use crate::record::Drawings;
    use crate::rules::Side;

    /// Returns the enabled actions among those that depend on the game.
    fn enabled(game: &Game) -> Vec<Action> {
        let can =
            |action: &Action| action.is_enabled(game, &View::default(), ActionContext::default());
        let fresh = |action: &Action| {
            !action.is_enabled(
                &Game::ordinary(),
                &View::default(),
                ActionContext::default(),
            )
        };
        Action::ALL.into_iter().filter(can).filter(fresh).collect()
    }

    fn apply(game: &mut Game, command: impl Into<Command>) {
        game.apply(command, Now::default())
            .expect("a command that the game takes");
    }

    fn played(game: &mut Game, moves: &str) {
        for text in moves.split_whitespace() {
            apply(game, Command::Play(text.parse().expect("a move")));
        }
    }

    #[test]
    fn while_the_last_game_is_awaited_none_is_begun_or_changed() {
        let context = ActionContext {
            is_starting: true,
            ..ActionContext::default()
        };
        let can = |action: Action| action.is_enabled(&Game::ordinary(), &View::default(), context);
        for action in [
            Action::New,
            Action::Open,
            Action::Paste,
            Action::Save,
            Action::Remote,
        ] {
            assert!(!can(action), "{action:?}");
        }
        for action in [Action::Quit, Action::Close, Action::Help] {
            assert!(can(action), "{action:?}");
        }
    }

    #[test]
    fn a_first_move_can_be_taken_back_and_gone_to() {
        let mut game = Game::ordinary();
        played(&mut game, "h2e2");
        assert_eq!(
            enabled(&game),
            [Action::Undo, Action::First, Action::Previous]
        );
        apply(&mut game, Ask::TakeBack);
        assert_eq!(enabled(&game), [Action::Redo]);
    }

    #[test]
    fn drawings_can_be_erased_and_undone_where_they_are() {
        let mut game = Game::ordinary();
        let root = game.record().root();
        let mut drawings = Drawings::default();
        let mut view = View::default();
        view.drawn.note(root, &drawings);
        drawings.toggle("Gh2e2".parse().expect("a drawing"));
        game.set_drawings(root, drawings);
        let can = |action: Action, game: &Game, view: &View| {
            action.is_enabled(game, view, ActionContext::default())
        };
        for action in [Action::EraseDrawings, Action::Undo] {
            assert!(can(action, &game, &view), "{action:?}");
        }
        assert!(!can(Action::Redo, &game, &view));
        apply(&mut game, Command::Play("h2e2".parse().expect("a move")));
        assert!(!can(Action::EraseDrawings, &game, &view));
    }

    #[test]
    fn a_variation_can_be_promoted_and_left() {
        let mut game = Game::ordinary();
        played(&mut game, "h2e2 h9g7");
        let start = game.record().root();
        apply(&mut game, Command::Show(start));
        assert_eq!(
            enabled(&game),
            [Action::Undo, Action::Next, Action::Last, Action::BackToGame]
        );
        played(&mut game, "b2e2");
        let can = enabled(&game);
        for action in [Action::Promote, Action::DeleteVariation, Action::BackToGame] {
            assert!(can.contains(&action), "{action:?}");
        }
    }

    #[test]
    fn nothing_is_declared_after_the_end() {
        let mut game = Game::ordinary();
        apply(&mut game, Act::Resign.by(Side::Red));
        for action in [Action::Resign, Action::OfferDraw, Action::TypeMove] {
            assert!(!action.is_enabled(&game, &View::default(), ActionContext::default()));
        }
    }

    #[test]
    fn with_a_friend_far_away_there_is_no_advice() {
        let mut game = Game::ordinary();
        played(&mut game, "h2e2");
        let can = |action: Action, game: &Game, is_remote| {
            let context = ActionContext {
                is_remote,
                ..ActionContext::default()
            };
            action.is_enabled(game, &View::default(), context)
        };
        assert!(can(Action::Hint, &game, false) && !can(Action::Hint, &game, true));
        let mut back = game.clone();
        apply(&mut back, Ask::TakeBack);
        assert!(can(Action::Redo, &back, false) && !can(Action::Redo, &back, true));
        apply(&mut game, Act::Resign.by(Side::Red));
        assert!(!can(Action::Hint, &game, false));
        let mut long = Game::ordinary();
        played(
            &mut long,
            "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5 b0c2 a9a8 a0a1",
        );
        assert!(!can(Action::Review, &long, false));
        apply(&mut long, Act::Resign.by(Side::Red));
        assert!(can(Action::Review, &long, false) && !can(Action::Review, &long, true));
    }

    #[test]
    fn while_moves_are_guessed_nothing_tells_the_next_one() {
        let mut game = Game::ordinary();
        played(&mut game, "h2e2 h9g7");
        apply(&mut game, Act::Resign.by(Side::Red));
        let can = |action: Action, phase| {
            let context = ActionContext {
                turns: (true, true),
                has_drills: true,
                guess: GuessContext {
                    is_shown: true,
                    is_open: true,
                    phase: Some(phase),
                },
                ..ActionContext::default()
            };
            action.is_enabled(&game, &View::default(), context)
        };
        for action in Action::ALL {
            let is_blocked = action.is(Flag::BlockedByGuessing);
            assert!(
                !is_blocked || !can(action, GuessPhase::Guessing),
                "{action:?}"
            );
        }
        for (phase, expected) in [
            (GuessPhase::Guessing, [true, true, false]),
            (GuessPhase::Answered, [true, false, true]),
            (GuessPhase::Replying, [true, false, false]),
        ] {
            let actions = [Action::Guess, Action::ShowMove, Action::Next];
            assert_eq!(actions.map(|action| can(action, phase)), expected);
        }
        let context = ActionContext::default();
        assert!(Action::Guess.is_enabled(&game, &View::default(), context));
    }

    #[test]
    fn a_paused_game_shows_nothing_of_the_board() {
        let terms = GameTerms {
            time: TimeControl::read("600").expect("a time control"),
            ..GameTerms::default()
        };
        let mut game = terms.begin();
        apply(&mut game, Act::Resume);
        played(&mut game, "h2e2");
        assert!(Action::Pause.is_enabled(&game, &View::default(), ActionContext::default()));
        apply(&mut game, Command::Pause(Pause::Asked));
        let context = ActionContext {
            neighbors: Some((true, true)),
            is_asked: true,
            turns: (true, true),
            has_drills: true,
            ..ActionContext::default()
        };
        for action in Action::ALL {
            assert_eq!(
                action.is_enabled(&game, &View::default(), context),
                !action.is(Flag::BlockedByPause) && action != Action::AcceptRuling,
                "{action:?}"
            );
        }
    }

    #[test]
    fn the_other_games_of_a_file_are_those_before_and_after() {
        let game = Game::ordinary();
        let can = |action: Action, neighbors| {
            let context = ActionContext {
                neighbors,
                ..ActionContext::default()
            };
            action.is_enabled(&game, &View::default(), context)
        };
        assert!(!can(Action::Games, None));
        assert!(can(Action::Games, Some((false, false))));
        assert!(can(Action::NextGame, Some((false, true))));
        assert!(!can(Action::PreviousGame, Some((false, true))));
        assert!(can(Action::PreviousGame, Some((true, false))));
    }
}
