//! The arbiter's ruling in the window: the banner, and the cycle on it.

use super::Window;
use crate::ui::bars::ruling_banner::RulingBanner;
use crate::ui::toolkit::prelude::*;

/// Height of the list of moves beside which a ruling has room.
const MIN_MOVES: i32 = 60;

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
            banner.set_valign(gtk::Align::End);
            banner
        });
        let step = game.shown_cycle_ply().filter(|_| !game.shows_present());
        let step = step.zip(verdict.cycle.as_ref()).map(|(step, cycle)| {
            let first = cycle.plies.first().map_or(step.ply, |first| first.ply);
            (step.ply - first + 1, cycle.plies.len())
        });
        let who = words::Players::of_game(game);
        banner.show_ruling(verdict, &who, step);
        banner.set_visible(true);
        self.place_ruling();
    }

    /// Places the banner in the side panel if the list of moves has room to spare, otherwise over what is below the
    /// board: the board itself never moves.
    pub(super) fn place_ruling(&self) {
        let imp = self.imp();
        let Some(banner) = imp.bars.ruling.get().filter(|banner| banner.get_visible()) else {
            return;
        };
        let in_panel = banner.parent().as_ref() == Some(imp.panel.upcast_ref());
        banner.set_compact(false);
        let least = banner.measure(gtk::Orientation::Horizontal, -1).0;
        let width = imp.panel.width().max(least);
        let height = banner.measure(gtk::Orientation::Vertical, width).1;
        let room = imp.panel.moves().height() + if in_panel { banner.height() } else { 0 };
        let fits = self.has_panel() && room >= height + MIN_MOVES;
        banner.set_compact(!fits);
        if fits == in_panel && banner.parent().is_some() {
            return;
        }
        if in_panel {
            imp.panel.remove(banner);
        } else if banner.parent().is_some() {
            imp.tabletop.remove_overlay(banner);
        }
        if fits {
            imp.panel.add_above_moves(banner);
        } else {
            imp.tabletop.add_overlay(banner);
        }
    }

    /// Shows the first move of the cycle; the others follow it.
    pub fn show_cycle(&self) {
        self.show_node(|game, _| {
            let first = game.verdict()?.cycle.as_ref()?.plies.first()?.ply;
            game.record().main_line().nth(first - 1)
        });
    }
}
