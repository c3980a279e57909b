//! The arbiter's ruling in the window: the banner above the board, and the cycle on it.

use super::Window;
use crate::ui::bars::ruling_banner::RulingBanner;
use crate::ui::platform::prelude::*;

impl Window {
    /// Shows the banner while a ruling awaits the players' decision.
    pub(super) fn refresh_ruling(&self) {
        let imp = self.imp();
        let sitting = self.sitting();
        let game = &sitting.game;
        let Some(verdict) = game.pending() else {
            if let Some(banner) = imp.bars.ruling.get() {
                if banner.focus_child().is_some() {
                    imp.board.grab_focus();
                }
                banner.set_visible(false);
            }
            return;
        };
        // Rarely needed, so created on first use.
        let banner = imp.bars.ruling.get_or_init(|| {
            let banner = RulingBanner::default();
            banner.insert_before(&*imp.table, Some(&*imp.board));
            banner
        });
        let step = game.shown_cycle_ply().filter(|_| !game.shows_present());
        let step = step.zip(verdict.cycle.as_ref()).map(|(step, cycle)| {
            let first = cycle.plies.first().map_or(step.ply, |first| first.ply);
            (step.ply - first + 1, cycle.plies.len())
        });
        banner.show_ruling(verdict, step);
        banner.set_visible(true);
    }

    /// Shows the first move of the cycle; the others follow it.
    pub fn show_cycle(&self) {
        self.show_node(|game, _| {
            let first = game.verdict()?.cycle.as_ref()?.plies.first()?.ply;
            game.record().main_line().nth(first - 1)
        });
    }
}
