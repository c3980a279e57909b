//! Natures found so far, so that a move of a repetition is searched once.

use super::nature::{Examination, examine};
use crate::rules::{Move, Position};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

/// Maximum number of moves kept.
const CAPACITY: usize = 2_000;

type Memo = HashMap<(Position, Move), Arc<Examination>>;

static MEMO: LazyLock<Mutex<Memo>> = LazyLock::new(Mutex::default);

fn memo() -> MutexGuard<'static, Memo> {
    MEMO.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The nature of a legal move, from the memo if it is there. Whether it is makes no difference but in time.
pub fn examined(position: &Position, mv: Move) -> Arc<Examination> {
    if let Some(known) = remembered(position, mv) {
        return known;
    }
    let found = Arc::new(examine(position, mv));
    let mut memo = memo();
    if memo.len() >= CAPACITY {
        memo.clear();
    }
    memo.insert((position.clone(), mv), found.clone());
    found
}

/// The nature of a legal move, if it is in the memo.
pub fn remembered(position: &Position, mv: Move) -> Option<Arc<Examination>> {
    memo().get(&(position.clone(), mv)).cloned()
}
