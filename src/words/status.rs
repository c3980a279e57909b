//! The status line under the board, in text and speech, and the title of the window.

use super::{
    Importance, Players, Utterance, announced_variation, awaited, back_to_game, blocked,
    cannot_decide, check, check_aloud, cycle_step, drawings, go_on, illegal, illegal_aloud,
    listed_move, moves_in_a_row, new_game, odds_given, only_viewed, outcome, outcome_brief,
    over_the_cap, past, press_clock, rematch, repeated, ruling, ruling_title, show_move, told_move,
    turn, variation, warning, warning_in_check,
};
use crate::game::clock::Clock;
use crate::game::{Game, SessionState};
use crate::record::notation::Notation;
use crate::rules::{Outcome, Point, PointSet, Position, Ruling, Side};
use crate::scene::aids::blocks;
use crate::scene::{EdgeLabels, Remark, View};

/// Preferences for the status.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Notation of moves.
    pub notation: Notation,
    /// Names of files and ranks at the edge of the board.
    pub labels: EdgeLabels,
    /// Whether learning aids are on.
    pub has_aids: bool,
}

/// Kind of status, which decides its color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// The last move in words, for those who read no notation; the title tells the turn.
    Moved,
    /// A remark.
    Plain,
    /// A refusal.
    Refusal,
    /// Check, or a warning by the arbiter.
    Check,
    /// An earlier or later position than the current one.
    Past,
    /// The game is over.
    End,
}

/// Button beside the status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusButton {
    /// Back to the current position.
    BackToGame,
    /// Another game of any kind.
    NewGame,
    /// Next game of the match.
    Rematch,
    /// Give up the move that is to be guessed.
    ShowMove,
    /// On with the game after the answer to a guess.
    GoOn,
}

impl StatusButton {
    /// Label with its access key.
    pub fn label(self) -> &'static str {
        match self {
            Self::BackToGame => back_to_game(),
            Self::NewGame => new_game(),
            Self::Rematch => rematch(),
            Self::ShowMove => show_move(),
            Self::GoOn => go_on(),
        }
    }
}

/// Status line under the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// Sentence.
    pub text: String,
    /// Kind of status.
    pub tone: Tone,
    /// Button beside it.
    pub button: Option<StatusButton>,
}

impl Status {
    /// A sentence without a button.
    pub fn new(text: impl Into<String>, tone: Tone) -> Self {
        Self {
            text: text.into(),
            tone,
            button: None,
        }
    }

    fn with(self, button: StatusButton) -> Self {
        Self {
            button: Some(button),
            ..self
        }
    }
}

/// Status by priority: a remark, a refusal, an earlier position, the end, a check, the last move.
pub fn status(game: &Game, view: &View, is_match: bool, style: Style) -> Status {
    match &view.remark {
        Some(Remark::Done(text)) => return Status::new(text, Tone::Plain),
        Some(Remark::Refused(text)) => return Status::new(text, Tone::Refusal),
        Some(Remark::Moved(text)) => {
            return Status::new(text, Tone::Past).with(StatusButton::BackToGame);
        }
        None => {}
    }
    if let Some((_, why)) = view.refused() {
        let text = illegal(game.shown_position(), why, style.labels);
        return Status::new(text, Tone::Refusal);
    }
    if !game.shows_present() {
        return Status::new(elsewhere(game, style), Tone::Past).with(StatusButton::BackToGame);
    }
    if let Some(outcome) = game.outcome() {
        return Status::new(ended(game, outcome), Tone::End).with(if is_match {
            StatusButton::Rematch
        } else {
            StatusButton::NewGame
        });
    }
    let status = in_play(game, style.labels);
    let blocked = view.lifted().filter(|_| style.has_aids);
    let blocked = blocked.and_then(|lifted| blocked_by(game.shown_position(), lifted, style));
    match blocked {
        // A check or a warning takes precedence.
        Some(blocked) if matches!(status.tone, Tone::Moved | Tone::Plain) => {
            Status::new(blocked, Tone::Plain)
        }
        _ => status,
    }
}

/// Pieces that block the horse or elephant on a point.
fn blocked_by(position: &Position, lifted: Point, style: Style) -> Option<String> {
    let kind = position.piece_at(lifted)?.kind;
    let blocks = blocks(position, lifted);
    let by: PointSet = blocks.iter().map(|block| block.by).collect();
    blocked(position, kind, by, style.labels)
}

/// Status as announced by a screen reader, and its importance.
pub fn status_aloud(
    game: &Game,
    view: &View,
    status: &Status,
    style: Style,
) -> (Importance, String) {
    let text = &status.text;
    match &view.remark {
        Some(Remark::Done(_)) => return (Importance::Answer, text.clone()),
        Some(Remark::Refused(_)) => return (Importance::Refusal, text.clone()),
        // The move is announced as any other.
        Some(Remark::Moved(_)) => return (Importance::State, String::new()),
        None => {}
    }
    let position = game.shown_position();
    if let Some((_, why)) = view.refused() {
        return (Importance::Refusal, illegal_aloud(position, why));
    }
    let is_end = game.shows_present() && !game.is_ongoing() && !game.awaits_arbiter();
    let importance = if is_end {
        Importance::End
    } else {
        Importance::State
    };
    let told = if game.shows_variation() {
        announced_variation(&shown_move(game, style.notation), text)
    } else if let Some(verdict) = game.pending().filter(|_| game.shows_present()) {
        // The banner with the ruling has no focus, so screen readers do not announce it.
        ruling(verdict, &Players::of_game(game))
    } else if let Some(side) = due_to_press(game) {
        press_clock(&Players::of_game(game)[side])
    } else if *text == check(position, style.labels) {
        check_aloud(position)
    } else if status.tone == Tone::Moved {
        // The move itself is announced when it is made.
        turn(&Players::of_game(game)[position.turn()])
    } else {
        text.clone()
    };
    let marks = &game.record().node(game.shown()).notes().drawings;
    if marks.is_empty() {
        return (importance, told);
    }
    let mut all = Utterance::default();
    all.add(importance, &told);
    all.add(Importance::Answer, &drawings(position, marks));
    (importance, all.take())
}

/// Title of the window: the side to move or the result, with the players’ names and, where those are too long, without.
pub fn title(game: &Game) -> [String; 2] {
    [Players::of_game(game), Players::nameless()].map(|who| match game.outcome() {
        _ if game.shows_variation() => variation(game.shown_position()),
        Some(outcome) => outcome_brief(outcome, &who),
        None if game.pending().is_some() => ruling_title().to_owned(),
        None => match due_to_press(game) {
            Some(side) => press_clock(&who[side]),
            None => turn(&who[game.shown_position().turn()]),
        },
    })
}

/// The side that has moved in the shown position, and has to press the clock.
fn due_to_press(game: &Game) -> Option<Side> {
    game.due_to_press().filter(|_| game.shows_present())
}

/// Subtitle of the window: the name of the game’s file, with a dot while it lacks something, or the odds.
pub fn subtitle(state: &SessionState, file: Option<&str>) -> String {
    match (file, state.game.handicap()) {
        (Some(name), _) if state.unsaved => format!("•{name}"),
        (Some(name), _) => name.to_owned(),
        (None, Some(given)) => {
            odds_given(given.odds(), &Players::of_game(&state.game)[given.giver()])
        }
        (None, None) => String::new(),
    }
}

/// Status of the current position in a game that is not over.
fn in_play(game: &Game, labels: EdgeLabels) -> Status {
    let position = game.position();
    if game.pending().is_some() {
        // The banner says it all.
        return Status::new("", Tone::Plain);
    }
    let who = Players::of_game(game);
    let warning = match game.ruling() {
        Ruling::Warned(verdict) => Some(warning(verdict, &who)),
        Ruling::Undecided(cycle) => Some(cannot_decide(cycle)),
        Ruling::Awaited { .. } if game.awaits_arbiter() => Some(awaited().to_owned()),
        Ruling::Continue | Ruling::Awaited { .. } | Ruling::Ended(_) => None,
    };
    if let Some(warning) = warning {
        let text = if position.is_check() {
            warning_in_check(&warning)
        } else {
            warning
        };
        return Status::new(text, Tone::Check);
    }
    if let Some(why) = only_viewed(game, labels) {
        return Status::new(why, Tone::Plain);
    }
    if position.is_check() {
        return Status::new(check(position, labels), Tone::Check);
    }
    if game.occurrences() > 1 {
        return Status::new(
            repeated(game.occurrences(), game.terms().rulebook),
            Tone::Plain,
        );
    }
    let mover = &who[position.turn()];
    match game.moves_in_a_row() {
        0 => {
            let last = told_move(game.record(), game.present());
            Status::new(last.unwrap_or_default(), Tone::Moved)
        }
        left => Status::new(moves_in_a_row(mover, left), Tone::Plain),
    }
}

/// The end of a game, as a sentence.
pub(super) fn ended(game: &Game, how: Outcome) -> String {
    let cap = game.clock().and_then(Clock::exceeded_cap);
    match (game.verdict(), cap) {
        (Some(verdict), _) => ruling(verdict, &Players::of_game(game)),
        (None, Some(cap)) if how.is_on_time() => over_the_cap(how, cap, &Players::of_game(game)),
        (None, _) => outcome(how, &Players::of_game(game)),
    }
}

/// Status of an earlier or later position.
fn elsewhere(game: &Game, style: Style) -> String {
    if game.shows_variation() {
        return variation(game.shown_position());
    }
    let notation = game.shown_notation(style.notation);
    if let Some(step) = game.shown_cycle_ply() {
        return cycle_step(step, &notation.unwrap_or_default(), style.labels);
    }
    let (round, by) = game.record().round(game.shown());
    past(notation.as_deref().map(|text| (round, by, text)))
}

/// Move that led to the shown position, with its number and side.
fn shown_move(game: &Game, how: Notation) -> String {
    let (round, by) = game.record().round(game.shown());
    let text = game.shown_notation(how).unwrap_or_default();
    listed_move(round, by, &text, &[])
}

#[cfg(test)]
mod tests;
