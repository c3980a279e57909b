//! Levels of play: the number of nodes searched for a move, and what a weaker player overlooks.
//!
//! A beginner does not play at random: it sees threats and captures but overlooks replies, plans only a few moves
//! ahead, and takes any of several moves that seem about as good. So a lower level searches fewer nodes, ignores some
//! of the replies to each of its moves, and chooses among the best moves at random, the worse ones more rarely (softmax
//! with a temperature). But no level leaves a hanging chariot or cannon untaken.
//!
//! Nor is a person equally strong in every game: Elo assumed a deviation of 200 points. Without it, the eight levels
//! between a beginner and a program would be so far apart that each lost almost every game to the next.

use super::Advice;
use super::search::{Memory, Score, ScoreKind, Search, Watch, value};
use crate::rules::zobrist::mixed;
use crate::rules::{History, Move, PieceKind, Position, Terms};

/// Level of play, from 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// Playing strength: limits and errors of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// Number of nodes searched; `None` if the search goes on until it is stopped.
    pub nodes: Option<u64>,
    /// Percentage of the replies to a move that the player misses.
    pub missed_percent: u8,
    /// Score difference, in points, that divides the chance of a move by *e*; 0 if only the best move is played.
    pub temperature: u16,
}

/// Strengths of the levels, the weakest first. Each beats the one before in about three of four games.
const STRENGTHS: [Strength; 2 * Level::COUNT + 1] = [
    strength(100, 100, 3_000),
    strength(200, 99, 2_000),
    strength(500, 97, 1_000),
    strength(1_000, 88, 450),
    strength(1_000, 72, 220),
    strength(2_000, 55, 128),
    strength(3_000, 38, 76),
    strength(5_000, 24, 48),
    strength(7_000, 14, 32),
    strength(8_000, 8, 21),
    strength(12_000, 4, 12),
    strength(20_000, 2, 7),
    strength(24_000, 0, 2),
    strength(30_000, 0, 0),
    strength(130_000, 0, 0),
    strength(270_000, 0, 0),
    strength(400_000, 0, 0),
];
/// Number of neighboring strengths among which a level varies from game to game.
const FORM_RANGE: usize = 5;

impl Strength {
    /// A search until it is stopped, with all replies seen and always the best move.
    pub const FULL: Self = Self {
        nodes: None,
        missed_percent: 0,
        temperature: 0,
    };

    /// This strength, with all replies seen and always the best move.
    #[must_use]
    pub const fn without_slips(self) -> Self {
        Self {
            missed_percent: 0,
            temperature: 0,
            ..self
        }
    }
}

const fn strength(nodes: u64, missed_percent: u8, temperature: u16) -> Strength {
    Strength {
        nodes: Some(nodes),
        missed_percent,
        temperature,
    }
}

/// Number of candidate moves of a player who varies.
const CANDIDATES: usize = 6;

/// One in this many hanging chariots and cannons is missed by a player who varies.
const MISSED_GRAB: u64 = 25;

/// Returns the captures of a hanging chariot or cannon: the opponent cannot recapture, or loses in the exchange.
fn grabs(position: &Position) -> Vec<Move> {
    let is_grab = |mv: &Move| {
        let kind_at = |at| position.piece_at(at).map(|piece| piece.kind);
        let Some(taken) = kind_at(mv.to).filter(|kind| is_large(*kind)) else {
            return false;
        };
        let risked = kind_at(mv.from).map_or(0, value);
        let is_recaptured = || {
            let replies = position.play(*mv).map(|after| after.legal_moves());
            replies.is_ok_and(|replies| replies.iter().any(|reply| reply.to == mv.to))
        };
        value(taken) > risked || !is_recaptured()
    };
    let moves = position.legal_moves().into_iter();
    moves.filter(is_grab).collect()
}

const fn is_large(kind: PieceKind) -> bool {
    matches!(kind, PieceKind::Chariot | PieceKind::Cannon)
}

impl Level {
    /// Number of levels.
    pub const COUNT: usize = 8;
    /// The weakest level.
    pub const FIRST: Self = Self(1);

    /// All levels, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (1..=8).map(Self)
    }

    /// The level with this number, from 1.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number as usize <= Self::COUNT {
            Some(Self(number))
        } else {
            None
        }
    }

    /// Its number, from 1.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Strength in one game: one of five neighboring entries, chosen by `seed`. Adjacent levels share three. The last level is
    /// always as strong as it can be.
    pub const fn strength(self, seed: u64) -> Strength {
        let last = STRENGTHS.len() - 1;
        if self.0 as usize == Self::COUNT {
            return STRENGTHS[last];
        }
        STRENGTHS[2 * (self.0 as usize - 1) + mixed(seed) as usize % FORM_RANGE]
    }
}

/// Search for a move at the strength of a level.
///
/// ```
/// use chuhe::engine::{Level, Memory, LevelSearch};
/// use chuhe::rules::{History, Setup, Terms};
///
/// let history = History::new(Setup::start())?;
/// let strength = Level::new(3).expect("a level").strength(1);
/// let mut thought = LevelSearch::new(&history, &Terms::default(), strength, 1, Memory::new(1));
/// thought.finish();
/// let (line, _memory) = thought.decide();
/// assert!(line.is_some_and(|line| history.position().check_move(line.moves[0]).is_ok()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LevelSearch {
    search: Search,
    strength: Strength,
    seed: u64,
    /// Captures of hanging chariots and cannons, for a player who does not always make the best move.
    grabs: Vec<Move>,
}

impl LevelSearch {
    /// A search of the last position of a game, played on these terms. The same seed leads to the same move.
    pub fn new(
        history: &History,
        terms: &Terms,
        strength: Strength,
        seed: u64,
        memory: Memory,
    ) -> Self {
        let search = Search::new(history, terms, memory);
        let thought = Self {
            search: search.missing_replies(strength.missed_percent, seed),
            strength,
            seed: mixed(seed ^ history.plies().len() as u64),
            grabs: if strength.temperature > 0 {
                grabs(history.position())
            } else {
                Vec::new()
            },
        };
        thought.with_multi_pv(1)
    }

    /// Searches at least this many principal variations (MultiPV).
    #[must_use]
    pub fn with_multi_pv(mut self, lines: usize) -> Self {
        let least = if self.strength.temperature > 0 {
            CANDIDATES
        } else {
            1
        };
        self.search = self.search.with_multi_pv(lines.max(least));
        self
    }

    /// Limits the depth, in plies.
    #[must_use]
    pub fn with_depth(mut self, depth: i32) -> Self {
        self.search = self.search.with_depth(depth);
        self
    }

    /// Limits the root moves to these.
    #[must_use]
    pub fn with_moves(mut self, moves: &[Move]) -> Self {
        self.search = self.search.with_moves(moves);
        self
    }

    /// Polls the watch every few nodes, once the first depth is finished.
    #[must_use]
    pub fn with_watch(mut self, goes_on: Watch) -> Self {
        self.search = self.search.with_watch(goes_on);
        self
    }

    /// Searches until the move is decided or the [watch](Self::with_watch) returns false. [`Strength::FULL`] hardly
    /// ends by itself; its watch decides.
    pub fn finish(&mut self) {
        while self.deepen(u64::MAX) {}
    }

    /// Searches one ply deeper, with at most this many nodes; the first ply is always finished. Returns false once the
    /// move is decided or the limit is reached.
    pub fn deepen(&mut self, nodes: u64) -> bool {
        let all = self.strength.nodes.unwrap_or(u64::MAX);
        let left = all.saturating_sub(self.search.nodes());
        let is_first = self.search.depth() == 0;
        let nodes = if is_first { left } else { left.min(nodes) };
        nodes > 0 && self.search.deepen(nodes)
    }

    /// The search so far.
    pub const fn search(&self) -> &Search {
        &self.search
    }

    /// Picks the move to be played: its principal variation and score, `None` if there is no legal move; and the memory
    /// for the next move.
    pub fn decide(self) -> (Option<Advice>, Memory) {
        let mut lines = self.search.best_lines();
        let best = lines.first().map_or(Score::EVEN, |line| line.score);
        // Of mates, the shortest.
        let mates = matches!(best.kind(), ScoreKind::Mate(1..));
        let sees_grabs = !mates && !mixed(self.seed).is_multiple_of(MISSED_GRAB);
        let is_grab = |line: &Advice| {
            let is_lost = matches!(line.score.kind(), ScoreKind::Mate(..=0));
            !is_lost && line.moves.first().is_some_and(|mv| self.grabs.contains(mv))
        };
        if sees_grabs && lines.iter().any(is_grab) {
            lines.retain(is_grab);
        }
        let temperature = if mates { 0 } else { self.strength.temperature };
        let temperature = f64::from(temperature).max(0.1);
        let chance =
            |line: &Advice| (f64::from(line.score.points() - best.points()) / temperature).exp();
        // From 0 to 1.
        let mut at = (self.seed >> 11) as f64 / (1_u64 << 53) as f64;
        at *= lines.iter().map(chance).sum::<f64>();
        let chosen = lines.iter().position(|line| {
            at -= chance(line);
            at < 0.0
        });
        let line = (!lines.is_empty()).then(|| lines.swap_remove(chosen.unwrap_or_default()));
        (line, self.search.into_memory())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Setup;

    fn chosen(level: Level, seed: u64, fen: &str) -> Advice {
        let setup = Setup::from_fen(fen).expect("a FEN");
        let history = History::new(setup).expect("a position");
        let strength = level.strength(seed);
        let mut thought =
            LevelSearch::new(&history, &Terms::default(), strength, seed, Memory::new(1));
        while thought.search().nodes() < 20_000 && thought.deepen(20_000) {}
        let (line, _) = thought.decide();
        let line = line.expect("a move");
        assert!(history.position().check_move(line.moves[0]).is_ok());
        line
    }

    const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

    #[test]
    fn every_level_makes_a_legal_move_and_the_same_seed_the_same_one() {
        for level in Level::all() {
            assert_eq!(Level::new(level.number()), Some(level));
            assert_eq!(chosen(level, 7, START), chosen(level, 7, START));
        }
        assert_eq!((Level::new(0), Level::new(9)), (None, None));
    }

    #[test]
    fn the_form_varies_from_game_to_game() {
        for level in Level::all() {
            let rank = |drawn| {
                let strength = level.strength(drawn);
                STRENGTHS.iter().position(|other| *other == strength)
            };
            let forms: std::collections::BTreeSet<_> = (0..99).filter_map(rank).collect();
            let first = 2 * (usize::from(level.number()) - 1);
            let last = (first + FORM_RANGE).min(STRENGTHS.len());
            assert_eq!(
                forms,
                (if level.number() == 8 { 16 } else { first }..last).collect()
            );
        }
    }

    #[test]
    fn a_weak_player_varies_and_a_strong_one_does_not() {
        let different = |number| {
            let level = Level::new(number).expect("a level");
            let moves = (0..12).map(|seed| chosen(level, seed, START).moves[0]);
            let moves: std::collections::HashSet<_> = moves.collect();
            moves.len()
        };
        assert!(different(1) > 2);
        assert_eq!(different(8), 1);
    }

    #[test]
    fn a_hanging_chariot_or_cannon_is_taken_at_every_level() {
        for (fen, takes) in [
            (
                "rnbakabnr/9/1c5c1/p1p1p1p1p/R8/9/P1P1P1P1P/1C5C1/9/1NBAKABNR b",
                "a6a5",
            ),
            (
                "rnbakabnr/9/1c5c1/p1p1p1p1p/2C6/9/P1P1P1P1P/7C1/9/RNBAKABNR b",
                "c6c5",
            ),
        ] {
            for level in Level::all() {
                let tries = if level.number() <= 4 { 20 } else { 2 };
                let moves = (0..tries).map(|seed| chosen(level, seed, fen).moves[0]);
                let taken = moves.filter(|mv| mv.to_string() == takes).count();
                assert!(10 * taken >= 9 * tries as usize, "{level:?} {taken}");
            }
        }
    }

    #[test]
    fn what_hangs_is_not_protected_or_worth_more_than_what_takes_it() {
        let grabbed = |fen| {
            let position = Setup::from_fen(fen).expect("a FEN").position();
            let moves = grabs(&position.expect("a position"));
            moves.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        // The cannon on c5 has three protectors, the chariot on a5 none; that on i5 has one, and a horse takes it.
        let taken = grabbed("4k4/9/9/2p5p/r1c5r/9/7N1/9/9/R1RK5 w");
        assert_eq!(taken, ["h3i5", "a0a5"]);
    }

    #[test]
    fn even_a_beginner_mates_in_one() {
        for level in Level::all() {
            for seed in 0..5 {
                let line = chosen(level, seed, "4k4/R8/9/9/9/9/9/9/9/1R1K5 w");
                assert_eq!(line.score.kind(), ScoreKind::Mate(1), "{level:?}");
            }
        }
    }
}
