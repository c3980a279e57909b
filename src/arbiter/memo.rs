//! Natures found so far, so that a move of a repetition is searched once.

use super::nature::{Examination, examine};
use super::ruling::{adjudicate, window};
use crate::rules::{History, Move, Position, Rulebook, Terms};
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
    let key = (position.clone(), mv);
    if let Some(known) = memo().get(&key) {
        return known.clone();
    }
    let found = Arc::new(examine(position, mv));
    let mut memo = memo();
    if memo.len() >= CAPACITY {
        memo.clear();
    }
    memo.insert(key, found.clone());
    found
}

/// Does beforehand, on any thread, the searches that [`adjudicate`] needs for this line.
pub fn prepare(history: &History, terms: &Terms) {
    adjudicate(history, terms);
}

/// Whether [`adjudicate`] needs no search for this line, or one move at most.
pub fn is_prepared(history: &History, terms: &Terms) -> bool {
    if terms.rulebook != Rulebook::Chinese {
        return true;
    }
    let memo = memo();
    let (first, last) = window(history).unwrap_or_default();
    (first..last).all(|ply| {
        let position = history.positions()[ply].clone();
        memo.contains_key(&(position, history.plies()[ply].mv))
    })
}
