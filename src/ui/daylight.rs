//! What is drawn by hand looks another way when the desktop turns dark or light.

use gtk::glib;
use gtk::prelude::*;
use std::cell::Cell;

/// Has a widget drawn again whenever that happens, for as long as there is the widget.
pub(super) fn follow(widget: &impl IsA<gtk::Widget>) {
    let widget = widget.upcast_ref::<gtk::Widget>();
    let style = adw::StyleManager::default();
    let handler = Cell::new(Some(style.connect_dark_notify(glib::clone!(
        #[weak]
        widget,
        move |_| widget.queue_draw()
    ))));
    // The style outlives every widget.
    widget.connect_destroy(move |_| {
        if let Some(handler) = handler.take() {
            style.disconnect(handler);
        }
    });
}
