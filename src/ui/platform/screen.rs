//! Limits windows to the size of their screen.

use crate::ui::platform::prelude::*;

/// Returns the size of a window's monitor or, before it is on any, of the largest one, in logical pixels; `None` on a
/// display without monitors.
pub fn room(window: &impl IsA<gtk::Window>) -> Option<(i32, i32)> {
    let window = window.upcast_ref();
    let display = WidgetExt::display(window);
    let own = NativeExt::surface(window);
    let own = own.and_then(|surface| display.monitor_at_surface(&surface));
    let all = display.monitors();
    let all = (0..all.n_items()).filter_map(|at| all.item(at).and_downcast::<gdk::Monitor>());
    let sizes = own.map_or_else(|| all.collect(), |own| vec![own]);
    let sizes = sizes.iter().map(MonitorExt::geometry);
    let sizes = sizes.map(|place| (place.width(), place.height()));
    sizes.max_by_key(|(width, height)| i64::from(*width) * i64::from(*height))
}
