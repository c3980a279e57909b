//! Rulebooks as tables: the ruling on a repeated cycle, given each side's conduct in it.
//!
//! The Asian rules follow the rulebook of the Asian Xiangqi Federation, adopted by the World Xiangqi Federation;
//! diagram numbers refer to that book. Under the Chinese rules a threat of mate is an attack, attacks of several kinds mix,
//! and what a move threatens is found by search: the room `arbiter` rules by them, and this one, as an engine does, by
//! their first article alone.

use super::chase_rule::{self, ChaseRule};
use super::cycle::Offense;
use super::named::named;
use super::{BySide, DrawReason, Outcome, Side, WinReason};
use std::fmt;

named! {
    /// The rules by which repetitions are judged.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Rulebook {
        /// The rules of the Asian and World Xiangqi Federations: perpetual check and perpetual chase are forbidden.
        #[default]
        Asian = "asian",
        /// 中国象棋竞赛规则, 2020: check, threat of mate and chase on every move are forbidden, in any mixture.
        Chinese = "chinese",
        /// A side that gives check on every move of the cycle loses; everything else is a draw.
        Casual = "casual",
        /// Repetition never ends the game.
        Off = "off",
    }
}

/// Terms agreed on by the players before the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Terms {
    /// The rules by which repetitions are judged.
    pub rulebook: Rulebook,
    /// Number of rounds without a capture after which the game is a draw; `None` for no limit.
    pub no_capture: Option<u16>,
}

impl Default for Terms {
    /// The Asian rules, and a draw after sixty rounds.
    fn default() -> Self {
        Self {
            rulebook: Rulebook::default(),
            no_capture: Some(60),
        }
    }
}

impl Terms {
    /// The limits players usually agree on.
    pub const LIMITS: [Option<u16>; 4] = [Some(40), Some(50), Some(60), None];
}

impl Rulebook {
    /// Whether repetition can end a game.
    pub const fn ends_repetitions(self) -> bool {
        !matches!(self, Self::Off)
    }

    /// Whether a side that alone gives check on every move of a cycle loses.
    pub const fn forbids_perpetual_check(self) -> bool {
        match self {
            Self::Asian | Self::Chinese | Self::Casual => true,
            Self::Off => false,
        }
    }

    /// The definition of a chase, common to all current rulebooks that need one.
    pub(super) const fn chase_rule(self) -> ChaseRule {
        match self {
            Self::Asian | Self::Chinese | Self::Casual | Self::Off => chase_rule::ASIAN,
        }
    }

    /// Judges both sides' offenses; `None` if repetition never ends a game.
    pub(super) fn judge(self, offenses: BySide<Offense>) -> Option<(Outcome, Clause)> {
        let rule = match self {
            Self::Asian => asian,
            Self::Chinese | Self::Casual => casual,
            Self::Off => return None,
        };
        Side::ALL.into_iter().find_map(|side| {
            let (penalty, clause) = rule(offenses[side], offenses[!side])?;
            let outcome = match penalty {
                Penalty::Loss(by) => Outcome::win(!side, by),
                Penalty::Draw(by) => Outcome::Draw(by),
            };
            Some((outcome, clause))
        })
    }
}

impl fmt::Display for Rulebook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The rule applied by a ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clause {
    /// The general cannot be saved.
    Checkmate,
    /// No legal move.
    Stalemate,
    /// Both sides check on every move: a draw.
    BothCheck,
    /// Check on every move loses, even against a chase on every move.
    CheckAgainstChase,
    /// Check on every move loses.
    Check,
    /// Both sides chase a chariot pinned by their horse: a draw.
    BothChasePinned,
    /// Chasing a chariot pinned by a horse loses, even against a chase.
    ChasePinned,
    /// Both sides chase on every move: a draw.
    BothChase,
    /// Chasing one piece on every move loses.
    Chase,
    /// Check, threat of mate or chase on every move loses (25.3 of the Chinese rules).
    Attack,
    /// Both sides do, and the one with a light chase wins (26.9).
    HeavierAttack,
    /// Both sides do, and neither is lighter: a draw (26.9).
    BothAttack,
    /// Check, threat of mate or chase on nine moves in a row: the next such move loses.
    NineRounds,
    /// Neither side's conduct is forbidden: a draw.
    NothingForbidden,
    /// Neither side has a piece that can attack.
    InsufficientMaterial,
    /// Too many rounds without a capture.
    NoCapture,
}

impl Clause {
    /// The article of the Chinese rulebook that states the rule of a repetition.
    pub const fn article(self) -> Option<&'static str> {
        Some(match self {
            Self::BothCheck | Self::NothingForbidden => "25.2",
            Self::CheckAgainstChase | Self::Check => "25.1",
            Self::Attack => "25.3",
            Self::HeavierAttack | Self::BothAttack => "26.9",
            _ => return None,
        })
    }

    /// The diagrams of the Asian rulebook that show the rule, if it concerns repetition.
    pub const fn diagrams(self) -> Option<&'static str> {
        Some(match self {
            Self::BothCheck => "4",
            Self::CheckAgainstChase => "1",
            Self::Check => "1-3, 5",
            Self::ChasePinned | Self::BothChasePinned => "39-41",
            Self::BothChase => "48, 107",
            Self::Chase => "18-25, 32-38",
            Self::NothingForbidden => "6-17, 26-31, 99-104, 106",
            Self::Attack | Self::HeavierAttack | Self::BothAttack | Self::NineRounds => {
                return None;
            }
            Self::Checkmate | Self::Stalemate | Self::InsufficientMaterial | Self::NoCapture => {
                return None;
            }
        })
    }
}

/// Penalty of a side for its offense.
enum Penalty {
    Loss(WinReason),
    Draw(DrawReason),
}

/// The Asian table, for the side whose offense is the heavier one; `None` for the other side.
const fn asian(own: Offense, other: Offense) -> Option<(Penalty, Clause)> {
    use Offense::{None as Nothing, PerpetualChase, PerpetualCheck, PinnedChariotChase};
    use Penalty::{Draw, Loss};
    Some(match (own, other) {
        (PerpetualCheck, PerpetualCheck) => {
            (Draw(DrawReason::MutualPerpetualCheck), Clause::BothCheck)
        }
        (PerpetualCheck, Nothing) => (Loss(WinReason::PerpetualCheck), Clause::Check),
        (PerpetualCheck, _) => (Loss(WinReason::PerpetualCheck), Clause::CheckAgainstChase),
        (PinnedChariotChase, PinnedChariotChase) => (
            Draw(DrawReason::MutualPerpetualChase),
            Clause::BothChasePinned,
        ),
        (PinnedChariotChase, PerpetualChase) => {
            (Loss(WinReason::PerpetualChase), Clause::ChasePinned)
        }
        (PerpetualChase, PerpetualChase) => {
            (Draw(DrawReason::MutualPerpetualChase), Clause::BothChase)
        }
        (PinnedChariotChase | PerpetualChase, Nothing) => {
            (Loss(WinReason::PerpetualChase), Clause::Chase)
        }
        (Nothing, Nothing) => (Draw(DrawReason::Repetition), Clause::NothingForbidden),
        _ => return None,
    })
}

/// The casual table: perpetual check is the only offense.
const fn casual(own: Offense, other: Offense) -> Option<(Penalty, Clause)> {
    use Offense::PerpetualCheck;
    use Penalty::{Draw, Loss};
    Some(match (own, other) {
        (PerpetualCheck, PerpetualCheck) => {
            (Draw(DrawReason::MutualPerpetualCheck), Clause::BothCheck)
        }
        (PerpetualCheck, _) => (Loss(WinReason::PerpetualCheck), Clause::Check),
        (_, PerpetualCheck) => return None,
        _ => (Draw(DrawReason::Repetition), Clause::NothingForbidden),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Offense; 4] = [
        Offense::PerpetualCheck,
        Offense::PinnedChariotChase,
        Offense::PerpetualChase,
        Offense::None,
    ];

    fn each_pair(mut check: impl FnMut(BySide<Offense>)) {
        for red in ALL {
            for black in ALL {
                check(BySide { red, black });
            }
        }
    }

    #[test]
    fn the_heavier_offence_loses_and_equal_ones_draw() {
        each_pair(|offenses| {
            let BySide { red, black } = offenses;
            let winner = |book: Rulebook| book.judge(offenses).expect("a verdict").0.winner();
            let expected = match red.cmp(&black) {
                std::cmp::Ordering::Less => Some(Side::Black),
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Greater => Some(Side::Red),
            };
            assert_eq!(winner(Rulebook::Asian), expected, "{offenses:?}");
            let checks = |offense| offense == Offense::PerpetualCheck;
            let expected = match (checks(red), checks(black)) {
                (true, false) => Some(Side::Black),
                (false, true) => Some(Side::Red),
                _ => None,
            };
            assert_eq!(winner(Rulebook::Casual), expected, "{offenses:?}");
            assert_eq!(Rulebook::Off.judge(offenses), None);
        });
    }

    #[test]
    fn exchanged_sides_exchange_the_winner() {
        each_pair(|BySide { red, black }| {
            for book in Rulebook::ALL {
                let here = book.judge(BySide { red, black });
                let there = book.judge(BySide {
                    red: black,
                    black: red,
                });
                let winner =
                    |found: Option<(Outcome, Clause)>| found.and_then(|(end, _)| end.winner());
                assert_eq!(winner(here), winner(there).map(|side| !side));
                assert_eq!(here.map(|found| found.1), there.map(|found| found.1));
            }
        });
    }

    #[test]
    fn every_rulebook_has_its_word() {
        for book in Rulebook::ALL {
            assert_eq!(Rulebook::from_word(book.word()), Some(book));
        }
        assert_eq!(Rulebook::from_word("national"), None);
    }
}
