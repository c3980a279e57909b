//! How large the window and its board are, from one run to the next.

use super::Window;
use crate::game::Seating;
use crate::rules::Side;
use crate::ui::settings::{BoardSize, WindowSize};
use adw::prelude::*;
use adw::subclass::prelude::*;

impl Window {
    pub(super) fn restore_size(&self) {
        let WindowSize {
            width,
            height,
            maximized,
        } = self.settings().window();
        self.set_default_size(width, height);
        if maximized {
            self.maximize();
        }
    }

    pub(super) fn remember_size(&self) {
        let (width, height) = self.default_size();
        let size = WindowSize {
            width,
            height,
            maximized: self.is_maximized(),
        };
        if size != self.settings().window() {
            self.settings().set_window(size);
        }
        let board = &self.imp().board;
        // A board that is hidden has no size.
        if !board.get_visible() {
            return;
        }
        let shown = BoardSize {
            width: f64::from(board.width()),
            height: f64::from(board.height()),
            scale: f64::from(board.scale_factor()),
            dark: adw::StyleManager::default().is_dark(),
            flipped: self.imp().sitting.borrow().bottom == Side::Black,
            across: self.seating() == Seating::AcrossTable,
        };
        if shown != self.settings().board() {
            self.settings().set_board(shown);
        }
    }
}
