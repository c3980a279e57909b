//! The engine: a search for the best move, levels of play, time management, reviews of games, a solver that proves mates,
//! and the client of other engines.
//!
//! Nothing here reads a clock or starts a thread. A search advances by a number of nodes at a time, so that the same
//! number gives the same answer on every machine, and the caller can stop between two steps.
#![forbid(unsafe_code)]

mod advice;
mod analysis;
mod draw_resign;
mod level;
pub mod nnue;
mod purpose;
mod review;
mod search;
mod solver;
mod time;
pub mod uci;

pub use advice::Advice;
pub use analysis::{find_mate, led_by_mate};
pub use draw_resign::{agrees_to_draw, offers_draw, resigns};
pub use level::{Level, LevelSearch, Strength};
pub use purpose::Purpose;
pub use review::{BetterMoves, Review, ReviewQuestion};
pub use search::{Memory, Score, ScoreKind, Search, Watch, without_ruled_losses};
pub use solver::{Limits, Proof, Solver, SolverVerdict};
pub use time::{ClockTime, DepthResult, TimeBudget, TimeManager};
