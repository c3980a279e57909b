//! Layout of the boards in the help and of the sentences below them.

use crate::ui::board::board_view::BoardView;
use gtk::prelude::*;

/// Minimum width and height of a board, in pixels.
const MIN_BOARD: (i32, i32) = (300, 350);

/// Makes a board fill the rest of the page.
pub(super) fn stretch(board: &BoardView) {
    let (width, height) = MIN_BOARD;
    board.set_size_request(width, height);
    board.set_vexpand(true);
    board.set_hexpand(true);
}

/// Prepares the label below a board, whose height is independent of its text.
pub(super) fn prepare_caption(label: &gtk::Label) {
    label.set_xalign(0.0);
    label.set_yalign(0.5);
    label.set_wrap(true);
    label.set_hexpand(true);
    label.set_size_request(-1, 44);
    label.add_css_class("lesson-told");
}

/// Scrolls the page as little as it takes to show everything from one widget down to another.
pub(super) fn scroll_to(first: &impl IsA<gtk::Widget>, last: &impl IsA<gtk::Widget>) {
    let scroll = first.ancestor(gtk::ScrolledWindow::static_type());
    let Some(scroll) = scroll.and_downcast::<gtk::ScrolledWindow>() else {
        return;
    };
    let (top, bottom) = (first.compute_bounds(&scroll), last.compute_bounds(&scroll));
    if let (Some(top), Some(bottom)) = (top, bottom) {
        let adjustment = scroll.vadjustment();
        let above = adjustment.value();
        let end = f64::from(bottom.y() + bottom.height());
        adjustment.clamp_page(above + f64::from(top.y()), above + end);
    }
}
