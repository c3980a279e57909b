//! What the window shows of the arbiter: the banner over the board, and the cycle on it.

use super::Window;
use super::refresh::shown_text;
use crate::game::{Command, Game};
use crate::record::notation::Notation;
use crate::rules::CyclePly;
use crate::ui::appearance::labels;
use crate::ui::ruling_banner::RulingBanner;
use crate::words;
use adw::prelude::*;
use adw::subclass::prelude::*;

impl Window {
    /// Shows the banner as long as a ruling waits for the players.
    pub(super) fn refresh_ruling(&self, game: &Game) {
        let imp = self.imp();
        let Some(verdict) = game.pending() else {
            if let Some(banner) = imp.ruling.get() {
                if banner.focus_child().is_some() {
                    imp.board.grab_focus();
                }
                banner.set_visible(false);
            }
            return;
        };
        // Most games never need it, so it is made when the first one does.
        let banner = imp.ruling.get_or_init(|| {
            let banner = RulingBanner::default();
            banner.insert_before(&*imp.table, Some(&*imp.board));
            banner
        });
        let step = shown_step(game).filter(|_| !game.shows_present());
        let step = step.zip(verdict.cycle.as_ref()).map(|(step, cycle)| {
            let first = cycle.plies.first().map_or(step.ply, |first| first.ply);
            (step.ply - first + 1, cycle.plies.len())
        });
        banner.show_ruling(verdict, step);
        banner.set_visible(true);
    }

    pub(in crate::ui) fn accept_ruling(&self) {
        self.dispatch(Command::AcceptRuling);
    }

    pub(in crate::ui) fn take_back_ruled(&self) {
        self.dispatch(Command::TakeBackRuled);
    }

    /// Shows the first move of the cycle; the others are the next ones.
    pub(in crate::ui) fn show_cycle(&self) {
        self.show_node(|game| {
            let first = game.verdict()?.cycle.as_ref()?.plies.first()?.ply;
            game.record().main_line().nth(first - 1)
        });
    }
}

/// The move of a ruled cycle that led to the position that is shown.
pub(super) fn shown_step(game: &Game) -> Option<&CyclePly> {
    if game.shows_variation() {
        return None;
    }
    let shown = game.record().node(game.shown()).ply();
    let cycle = game.verdict()?.cycle.as_ref()?;
    cycle.plies.iter().find(|step| step.ply == shown)
}

/// What a step of the cycle counts as, and why.
pub(super) fn told_step(game: &Game, step: &CyclePly, how: Notation) -> String {
    let text = shown_text(game, how).unwrap_or_default();
    words::cycle_step(step, &text, labels())
}
