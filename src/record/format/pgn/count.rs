//! The numbers before the moves of a line: of rounds or of plies, as far as they show, and where one does not fit.

use super::labels::{Form, Mark};
use crate::rules::Side;

/// A number that fits no place where the moves before it put it: the next move's round and side, and the number.
pub(super) type Misfit = ((usize, Side), usize);

/// Greatest step from one number to the next that is believed in any but the plainest form.
const LARGEST_STEP: usize = 20;

/// Meaning of the numbers of a line, as far as they have shown it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Count {
    /// Whether the first number has been seen.
    has_begun: bool,
    /// Number of plies by which numbers of rounds are ahead of the moves; `None` if they count no rounds.
    ahead: Option<isize>,
    /// Whether they may count plies.
    plies: bool,
    /// Their form.
    form: Form,
    /// Whether the first number is before a move of Black, without dots.
    begins_with_black: bool,
    /// Whether the line branches from one whose rounds are numbered.
    is_branch: bool,
    /// Whether dots before moves are ornaments.
    pub has_leaders: bool,
    last: usize,
    /// A misfit, unless plies are counted.
    doubt: Option<Misfit>,
}

/// The number of a place among all plies, from 1.
pub(super) fn ply_of((round, turn): (usize, Side)) -> isize {
    let ply = round
        .saturating_mul(2)
        .saturating_sub(usize::from(turn == Side::Red));
    isize::try_from(ply).unwrap_or(isize::MAX / 2)
}

impl Count {
    /// The count of a variation.
    pub fn of_variation(self) -> Self {
        Self {
            is_branch: self.counts_rounds(),
            has_leaders: self.has_leaders,
            ..Self::default()
        }
    }

    /// Whether numbers are certainly those of rounds, and none of them was wrong.
    pub fn counts_rounds(self) -> bool {
        self.ahead == Some(0) && !self.plies && self.doubt.is_none()
    }

    /// The ply to which a number belongs, if it is one of a round.
    pub fn ply_of(self, mark: Mark) -> Option<isize> {
        let turn = match mark.is_of_black() && !self.has_leaders {
            true => Side::Black,
            false => Side::Red,
        };
        mark.number.map(|number| ply_of((number, turn)))
    }

    /// Whether a number is that of a note, among numbers in another form.
    pub fn is_of_note(self, mark: Mark) -> bool {
        self.has_begun && mark.form == Form::Enclosed && self.form != Form::Enclosed
    }

    /// Whether a number is the first of all again, after others.
    pub fn begins_anew(self, mark: Mark) -> bool {
        let is_listed = mark.form == Form::Listed && self.form == Form::Listed;
        is_listed && mark.number == Some(1) && self.last > 1 && !mark.is_of_black()
    }

    /// Compares what stands before a move with its place in the game; `ply` is its number in the record. Returns a number
    /// that does not fit, once it is certain.
    pub fn see(&mut self, mark: Mark, at: (usize, Side), ply: usize) -> Option<Misfit> {
        let (Some(number), Some(said)) = (mark.number, self.ply_of(mark)) else {
            // Where plies are counted, every one is.
            self.plies = false;
            return self.doubt.take();
        };
        let is_other = mark.form != Form::Listed && number > self.last + LARGEST_STEP;
        if self.has_begun && mark.form != self.form || is_other {
            return None;
        }
        let last = std::mem::replace(&mut self.last, number);
        let is_dotted = mark.is_of_black() && !self.has_leaders;
        let fits_plies = number == ply && !is_dotted && (self.plies || !self.has_begun);
        let misfit = (at, number);
        if !self.has_begun {
            let is_early = self.begin(mark, said, at);
            self.plies = fits_plies;
            return (is_early && !fits_plies).then_some(misfit);
        }
        let before = self.doubt.take();
        if before.is_some() && fits_plies {
            self.ahead = None;
            return None;
        }
        self.plies = fits_plies;
        let due = self.ahead? + ply_of(at);
        // The second ply of a round may have its number again.
        let is_repeated = due == said + 1 && number == last && said % 2 == 1;
        let is_misfit = said > due || due == said + 1 && !is_repeated;
        if is_misfit {
            self.ahead = Some(said - ply_of(at));
        } else if due > said + 1 {
            // Numbers begin anew.
            self.ahead = None;
        }
        if is_misfit && fits_plies {
            self.doubt = Some(misfit);
            return before;
        }
        before.or(is_misfit.then_some(misfit))
    }

    /// Handles the first number; the flag returned is whether it is too high.
    fn begin(&mut self, mark: Mark, said: isize, at: (usize, Side)) -> bool {
        let ahead = said - ply_of(at);
        // Where Black begins, rounds may be counted from there.
        let is_second = at.1 == Side::Black && ahead == -1;
        if is_second && !self.begins_with_black {
            self.begins_with_black = true;
            return false;
        }
        self.has_begun = true;
        self.form = mark.form;
        let is_early = ahead > 0 && self.is_branch || ahead == 1 && said % 2 == 0;
        self.ahead = match ahead {
            0 => Some(0),
            -1 if is_second => Some(-1),
            _ if is_early => Some(ahead),
            _ => None,
        };
        is_early
    }
}
