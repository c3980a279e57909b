//! Detection of assistive technology such as a screen reader: AT-SPI has one property for it, which Orca sets, and
//! another for the desktop's setting.
//!
//! Interface: <https://gitlab.gnome.org/GNOME/at-spi2-core/-/blob/main/bus/at-spi-bus-launcher.c>

use crate::ui::platform::prelude::*;

const NAME: &str = "org.a11y.Bus";
const PATH: &str = "/org/a11y/bus";
const STATUS: &str = "org.a11y.Status";
const PROPERTIES: [&str; 2] = ["IsEnabled", "ScreenReaderEnabled"];

thread_local! {
    static PROXY: RefCell<Option<gio::DBusProxy>> = RefCell::default();
}

/// Begins to watch the properties.
pub fn follow() {
    glib::spawn_future_local(async {
        // GTK itself starts the service, unless it is told not to.
        let flags = gio::DBusProxyFlags::DO_NOT_AUTO_START;
        let bus = gio::BusType::Session;
        let proxy = gio::DBusProxy::for_bus_future(bus, flags, None, NAME, PATH, STATUS);
        PROXY.set(proxy.await.ok());
    });
}

/// Whether assistive technology is known to run.
pub fn is_used() -> bool {
    PROXY.with_borrow(|proxy| {
        let is_set = |name: &str| {
            let value = proxy.as_ref().and_then(|proxy| proxy.cached_property(name));
            value.and_then(|value| value.get()) == Some(true)
        };
        PROPERTIES.iter().any(|name| is_set(name))
    })
}
