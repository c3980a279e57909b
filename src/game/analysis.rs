//! The course of an analysis, which follows the position that is shown, and the choices for it.

use super::HintRule;
use serde::{Deserialize, Serialize};

/// Maximum number of lines.
pub const MAX_LINES: usize = 5;
/// Longest time on one position that can be chosen, in minutes.
const MAX_MINUTES: u64 = 600;

/// Choices for the analysis.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AnalysisChoice {
    /// Number of lines, from 1 to [`MAX_LINES`].
    pub lines: usize,
    /// Name of an engine of the player; empty for the built-in one.
    pub engine: String,
    /// Whether scores are those of the side to move, and not of Red.
    pub of_mover: bool,
    /// Whether the board has no arrows for the first moves.
    pub without_arrows: bool,
    /// Whether there is a bar beside the board.
    pub bar: bool,
    /// Minutes after which it stops; 0 if it does not.
    pub minutes: u64,
}

impl Default for AnalysisChoice {
    fn default() -> Self {
        Self {
            lines: 3,
            engine: String::new(),
            of_mover: false,
            without_arrows: false,
            bar: false,
            minutes: 5,
        }
    }
}

impl AnalysisChoice {
    /// The numbers of minutes that are offered; 0 stands for no limit.
    pub const MINUTES: [u64; 4] = [1, 5, 30, 0];

    /// The choices with numbers in their range.
    #[must_use]
    pub fn bounded(self) -> Self {
        Self {
            lines: self.lines.clamp(1, MAX_LINES),
            minutes: self.minutes.min(MAX_MINUTES),
            ..self
        }
    }
}

/// State of an analysis, for people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AnalysisState {
    /// Nobody has asked for it.
    #[default]
    Closed,
    /// The game does not allow it before its end.
    Forbidden,
    /// Both players have to agree first.
    Asking,
    /// No move can be made in the position.
    NoMoves,
    /// The position is analyzed while it is on the screen.
    Running,
    /// It has stopped until it is resumed or another position is shown.
    Resting,
}

/// Facts that decide whether a position is analyzed.
#[derive(Clone, Debug)]
pub struct AnalysisFacts<T> {
    /// Whether somebody has asked for an analysis.
    pub is_open: bool,
    /// Permission by the game.
    pub rule: HintRule,
    /// Whether a move can be made in the position.
    pub has_moves: bool,
    /// Whether the window is on the screen.
    pub is_on_screen: bool,
    /// The position, with whatever the answer depends on.
    pub topic: T,
}

/// Order to the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnalysisOrder {
    /// Go on as it is.
    Keep,
    /// Stop.
    Stop,
    /// Begin with the position, in place of any other.
    Begin,
}

/// The course of an analysis: which position is searched, and when it rests.
#[derive(Debug)]
pub struct AnalysisCourse<T> {
    state: AnalysisState,
    topic: Option<T>,
    is_searching: bool,
}

impl<T> Default for AnalysisCourse<T> {
    fn default() -> Self {
        Self {
            state: AnalysisState::Closed,
            topic: None,
            is_searching: false,
        }
    }
}

impl<T: PartialEq> AnalysisCourse<T> {
    /// State for people.
    pub const fn state(&self) -> AnalysisState {
        self.state
    }

    /// Position of the last answers.
    pub const fn topic(&self) -> Option<&T> {
        self.topic.as_ref()
    }

    /// Follows the facts.
    pub fn follow(&mut self, facts: AnalysisFacts<T>) -> AnalysisOrder {
        let is_new = self.topic.as_ref() != Some(&facts.topic);
        let rests = self.state == AnalysisState::Resting && !is_new;
        self.state = match facts.rule {
            _ if !facts.is_open => AnalysisState::Closed,
            HintRule::Never => AnalysisState::Forbidden,
            HintRule::Ask => AnalysisState::Asking,
            HintRule::Allowed if !facts.has_moves => AnalysisState::NoMoves,
            HintRule::Allowed if rests => AnalysisState::Resting,
            HintRule::Allowed => AnalysisState::Running,
        };
        self.topic = Some(facts.topic);
        let searches = self.state == AnalysisState::Running && facts.is_on_screen;
        let searched = std::mem::replace(&mut self.is_searching, searches);
        match (searched, searches) {
            (false, true) => AnalysisOrder::Begin,
            (true, true) if is_new => AnalysisOrder::Begin,
            (true, false) => AnalysisOrder::Stop,
            _ => AnalysisOrder::Keep,
        }
    }

    /// Stops a search until it is resumed or another position is shown: its time is up, or the machine falls asleep.
    pub fn rest(&mut self) -> AnalysisOrder {
        if self.state == AnalysisState::Running {
            self.state = AnalysisState::Resting;
        }
        if std::mem::take(&mut self.is_searching) {
            AnalysisOrder::Stop
        } else {
            AnalysisOrder::Keep
        }
    }

    /// Lets the next look at the facts begin again.
    pub fn resume(&mut self) {
        if self.state == AnalysisState::Resting {
            self.state = AnalysisState::Running;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Facts about a position that is analyzed.
    fn of(topic: u32) -> AnalysisFacts<u32> {
        AnalysisFacts {
            is_open: true,
            rule: HintRule::Allowed,
            has_moves: true,
            is_on_screen: true,
            topic,
        }
    }

    #[test]
    fn it_follows_the_position_and_ends_with_the_section() {
        let mut course = AnalysisCourse::default();
        let closed = AnalysisFacts {
            is_open: false,
            ..of(1)
        };
        assert_eq!(course.follow(closed.clone()), AnalysisOrder::Keep);
        assert_eq!(course.follow(of(1)), AnalysisOrder::Begin);
        assert_eq!(course.follow(of(1)), AnalysisOrder::Keep);
        assert_eq!(course.follow(of(2)), AnalysisOrder::Begin);
        assert_eq!(course.topic(), Some(&2));
        assert_eq!(course.follow(closed), AnalysisOrder::Stop);
        assert_eq!(course.state(), AnalysisState::Closed);
    }

    #[test]
    fn it_stops_while_nobody_sees_it_and_goes_on_by_itself() {
        let mut course = AnalysisCourse::default();
        let hidden = |topic| AnalysisFacts {
            is_on_screen: false,
            ..of(topic)
        };
        course.follow(of(1));
        assert_eq!(course.follow(hidden(1)), AnalysisOrder::Stop);
        assert_eq!(course.follow(hidden(2)), AnalysisOrder::Keep);
        assert_eq!(course.state(), AnalysisState::Running);
        assert_eq!(course.follow(of(2)), AnalysisOrder::Begin);
    }

    #[test]
    fn it_rests_until_it_is_resumed_or_another_position_is_shown() {
        let mut course = AnalysisCourse::default();
        assert_eq!(course.rest(), AnalysisOrder::Keep);
        course.follow(of(1));
        assert_eq!(course.rest(), AnalysisOrder::Stop);
        assert_eq!(course.rest(), AnalysisOrder::Keep);
        assert_eq!(course.follow(of(1)), AnalysisOrder::Keep);
        assert_eq!(course.state(), AnalysisState::Resting);
        course.resume();
        assert_eq!(course.follow(of(1)), AnalysisOrder::Begin);
        course.rest();
        assert_eq!(course.follow(of(2)), AnalysisOrder::Begin);
        assert_eq!(course.state(), AnalysisState::Running);
    }

    #[test]
    fn it_says_why_there_is_none() {
        let mut course = AnalysisCourse::default();
        course.follow(of(1));
        for (rule, has_moves, state) in [
            (HintRule::Never, true, AnalysisState::Forbidden),
            (HintRule::Ask, true, AnalysisState::Asking),
            (HintRule::Allowed, false, AnalysisState::NoMoves),
        ] {
            let facts = AnalysisFacts {
                rule,
                has_moves,
                ..of(1)
            };
            let order = course.follow(facts);
            assert!(order != AnalysisOrder::Begin);
            assert_eq!(course.state(), state);
            assert_eq!(course.follow(of(1)), AnalysisOrder::Begin);
        }
    }

    #[test]
    fn odd_choices_are_bounded() {
        let read = |text| serde_json::from_str::<AnalysisChoice>(text).map(AnalysisChoice::bounded);
        assert_eq!(read("{}").ok(), Some(AnalysisChoice::default()));
        let odd = read(r#"{"lines":0,"minutes":9999999,"engine":"One"}"#).expect("choices");
        assert_eq!(
            (odd.lines, odd.minutes, &*odd.engine),
            (1, MAX_MINUTES, "One")
        );
    }
}
