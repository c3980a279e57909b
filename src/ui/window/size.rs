//! Size of the window and its board, remembered between runs.

use super::Window;
use crate::game::Seating;
use crate::rules::Side;
use crate::ui::board::pixels;
use crate::ui::platform::screen;
use crate::ui::platform::settings::{BoardSize, WindowSize};
use crate::ui::toolkit::below;
use crate::ui::toolkit::prelude::*;

impl Window {
    /// Restores the window's last size, limited to the screen.
    pub(super) fn restore_size(&self) {
        let WindowSize {
            width,
            height,
            maximized,
            panel,
        } = self.settings().window();
        let (most_wide, most_high) = screen::room(self).unwrap_or((width, height));
        let (min_width, min_height) = WindowSize::MIN;
        self.set_default_size(
            width.min(most_wide).max(min_width),
            height.min(most_high).max(min_height),
        );
        if maximized {
            self.maximize();
        }
        self.follow_panel();
        self.imp().flap.set_reveal_flap(panel);
    }

    /// Has the title keep a width for large text that it keeps for small text, whatever number of letters that is.
    pub(super) fn narrow_title(&self) {
        for part in below::find(&*self.imp().title, gtk::Widget::is::<gtk::Label>) {
            if let Some(label) = part.downcast_ref::<gtk::Label>() {
                label.set_width_chars(0);
            }
        }
    }

    /// Remembers whether the side panel is wanted. As an overlay it is shown only temporarily, which is no preference
    /// for a wider window; and a locked panel does not come back by itself.
    fn follow_panel(&self) {
        self.imp().flap.connect_reveal_flap_notify(|flap| {
            if !flap.is_folded() {
                flap.set_locked(!flap.reveals_flap());
            }
        });
    }

    pub(super) fn remember_size(&self) {
        let (width, height) = self.default_size();
        let size = WindowSize {
            width,
            height,
            maximized: self.is_maximized(),
            panel: !self.imp().flap.is_locked(),
        };
        self.settings().remember(|known| known.window = size);
        let board = &self.imp().board;
        // A hidden board has no size.
        if !board.get_visible() {
            return;
        }
        let shown = BoardSize {
            width: f64::from(board.width()),
            height: f64::from(board.height()),
            scale: pixels::scale(&**board),
            dark: adw::StyleManager::default().is_dark(),
            flipped: self.sitting().bottom == Side::Black,
            across: self.seating() == Seating::AcrossTable,
            high_contrast: adw::StyleManager::default().is_high_contrast(),
        };
        self.settings().remember(|known| known.board = shown);
    }
}
