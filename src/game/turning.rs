//! Turning the board to the side to move when the players sit side by side.
//!
//! A turn is due once the move passes to a side other than the one the board was last turned to. It is made after a
//! short pause, but deferred while a piece is held or another position is shown. So a player who answers within the
//! pause, or already holds the next piece, sees no turn at all, and a board turned by hand meanwhile stays so until the
//! next move.

use super::Seating;
use super::clock::Millis;
use crate::rules::Side;

/// Delay between a move and the turn, if animations are on.
pub const TURN_PAUSE: Millis = 250;

/// State that decides whether the board may turn now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TurnFacts {
    /// Seating of the players.
    pub seating: Seating,
    /// Side to move; `None` if no more moves can be made.
    pub turn: Option<Side>,
    /// Whether a player has lifted or selected a piece.
    pub holds_piece: bool,
    /// Whether the present is shown.
    pub shows_present: bool,
    /// Whether the game is paused and the board hidden.
    pub is_paused: bool,
}

impl TurnFacts {
    /// Whether nothing but the pause prevents a turn.
    const fn is_free(self) -> bool {
        self.shows_present && !self.holds_piece && !self.is_paused
    }
}

/// Action to take on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// Nothing, until something changes.
    Stay,
    /// Look again after this many milliseconds.
    Wait(Millis),
    /// Bring this side's home rank to the bottom, if it is not there already.
    To(Side),
}

/// The side the board was last turned to, and the moment since when the other one is due.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turning {
    turned_to: Option<Side>,
    due: Option<(Side, Millis)>,
}

impl Turning {
    /// Creates the state of a board turned to this side.
    pub const fn turned_to(side: Side) -> Self {
        Self {
            turned_to: Some(side),
            due: None,
        }
    }

    /// Returns the action to take now, at least `pause` after the move. Must be called after every change of the table,
    /// and after a wait.
    pub fn look(&mut self, table: TurnFacts, now: Millis, pause: Millis) -> Turn {
        if table.seating != Seating::SideBySide {
            *self = Self::default();
            return Turn::Stay;
        }
        let Some(side) = table.turn.filter(|side| Some(*side) != self.turned_to) else {
            self.due = None;
            return Turn::Stay;
        };
        let since = match self.due {
            Some((due, since)) if due == side => since,
            _ => now,
        };
        self.due = Some((side, since));
        if !table.is_free() {
            return Turn::Stay;
        }
        let waited = now.saturating_sub(since);
        if waited < pause {
            return Turn::Wait(pause - waited);
        }
        *self = Self::turned_to(side);
        Turn::To(side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FREE: TurnFacts = TurnFacts {
        seating: Seating::SideBySide,
        turn: Some(Side::Red),
        holds_piece: false,
        shows_present: true,
        is_paused: false,
    };

    fn table(turn: Side) -> TurnFacts {
        TurnFacts {
            turn: Some(turn),
            ..FREE
        }
    }

    /// All possible tables.
    fn tables() -> impl Iterator<Item = TurnFacts> {
        let turns = [None, Some(Side::Red), Some(Side::Black)];
        Seating::ALL.into_iter().flat_map(move |seating| {
            turns.into_iter().flat_map(move |turn| {
                (0..8).map(move |bits| TurnFacts {
                    seating,
                    turn,
                    holds_piece: bits & 1 > 0,
                    shows_present: bits & 2 > 0,
                    is_paused: bits & 4 > 0,
                })
            })
        })
    }

    #[test]
    fn it_turns_side_by_side_to_the_other_player_when_nothing_is_in_the_way_and_never_else() {
        let lasts = [None, Some(Side::Red), Some(Side::Black)];
        let mut turns = 0;
        for (table, last) in tables().flat_map(|table| lasts.map(|last| (table, last))) {
            let before = last.map_or_else(Turning::default, Turning::turned_to);
            let mut turning = before;
            let at_once = turning.look(table, 1000, 0);
            let free = table.shows_present && !table.holds_piece && !table.is_paused;
            let expected = match table.turn {
                Some(side)
                    if table.seating == Seating::SideBySide && free && last != Some(side) =>
                {
                    turns += 1;
                    Turn::To(side)
                }
                _ => Turn::Stay,
            };
            assert_eq!(at_once, expected, "{table:?} after {last:?}");
            // With a pause it waits for exactly that long where it would turn at once.
            let mut turning = before;
            let waits = match expected {
                Turn::To(_) => Turn::Wait(TURN_PAUSE),
                other => other,
            };
            assert_eq!(turning.look(table, 1000, TURN_PAUSE), waits, "{table:?}");
            let later = turning.look(table, 1000 + TURN_PAUSE, TURN_PAUSE);
            assert_eq!(later, expected, "{table:?}");
            assert_eq!(turning.look(table, 9000, TURN_PAUSE), Turn::Stay);
        }
        assert_eq!(turns, 4);
    }

    #[test]
    fn what_is_in_the_way_puts_it_off_and_no_longer() {
        let ways: [fn(&mut TurnFacts); 3] = [
            |table| table.holds_piece = true,
            |table| table.shows_present = false,
            |table| table.is_paused = true,
        ];
        for block in ways {
            let mut blocked = table(Side::Black);
            block(&mut blocked);
            let mut turning = Turning::turned_to(Side::Red);
            assert_eq!(turning.look(blocked, 0, 250), Turn::Stay);
            // An obstacle gone within the pause leaves the rest to wait for; one gone later, nothing.
            let mut short = turning;
            assert_eq!(short.look(table(Side::Black), 100, 250), Turn::Wait(150));
            assert_eq!(
                short.look(table(Side::Black), 251, 250),
                Turn::To(Side::Black)
            );
            assert_eq!(turning.look(blocked, 300, 250), Turn::Stay);
            assert_eq!(
                turning.look(table(Side::Black), 400, 250),
                Turn::To(Side::Black)
            );
        }
    }

    #[test]
    fn an_answer_within_the_pause_or_with_the_piece_in_the_hand_needs_no_turn() {
        let mut turning = Turning::turned_to(Side::Red);
        assert_eq!(turning.look(table(Side::Black), 0, 250), Turn::Wait(250));
        assert_eq!(turning.look(table(Side::Red), 200, 250), Turn::Stay);
        // The next move has its own pause.
        assert_eq!(turning.look(table(Side::Black), 300, 250), Turn::Wait(250));
    }

    #[test]
    fn nobody_has_the_move_once_the_game_is_over_and_taking_back_gives_it_again() {
        let mut turning = Turning::turned_to(Side::Red);
        let over = TurnFacts { turn: None, ..FREE };
        assert_eq!(turning.look(over, 0, 0), Turn::Stay);
        assert_eq!(turning.look(FREE, 1, 0), Turn::Stay);
        assert_eq!(
            turning.look(table(Side::Black), 2, 0),
            Turn::To(Side::Black)
        );
        assert_eq!(turning.look(over, 3, 0), Turn::Stay);
        assert_eq!(turning.look(FREE, 4, 0), Turn::To(Side::Red));
    }

    #[test]
    fn another_seating_forgets_what_was_due() {
        let mut turning = Turning::turned_to(Side::Red);
        assert_eq!(turning.look(table(Side::Black), 0, 250), Turn::Wait(250));
        let fixed = TurnFacts {
            seating: Seating::Fixed,
            ..table(Side::Black)
        };
        assert_eq!(turning.look(fixed, 300, 250), Turn::Stay);
        assert_eq!(turning.look(table(Side::Black), 400, 250), Turn::Wait(250));
    }
}
