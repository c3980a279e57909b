//! Suspension of the system, as announced by logind.
//!
//! A delay lock makes logind wait until the callback has returned, for five seconds at most by its default. Interface:
//! <https://www.freedesktop.org/software/systemd/man/latest/org.freedesktop.login1.html>

use crate::ui::platform::prelude::*;
use std::future;

const LOGIND: &str = "org.freedesktop.login1";
const PATH: &str = "/org/freedesktop/login1";
const MANAGER: &str = "org.freedesktop.login1.Manager";

/// Delay lock, released when it is closed.
type DelayLock = Option<gio::UnixFDList>;

/// Calls back before each suspension, until the future is dropped. Without logind it never calls.
pub async fn before_each(prepare: impl Fn() + 'static) {
    let Ok(bus) = gio::bus_get_future(gio::BusType::System).await else {
        return;
    };
    let lock = Rc::new(RefCell::new(delay_sleep(&bus).await));
    let on_signal = move |signal: gio::DBusSignalRef<'_>| {
        let begins = signal.parameters.try_child_get::<bool>(0);
        if let Ok(Some(true)) = begins {
            prepare();
            lock.take();
        } else {
            let (bus, lock) = (signal.connection.clone(), lock.clone());
            glib::spawn_future_local(async move { lock.replace(delay_sleep(&bus).await) });
        }
    };
    let (sender, any, flags) = (Some(LOGIND), None, gio::DBusSignalFlags::NONE);
    let signal = Some("PrepareForSleep");
    let _subscription = bus.subscribe_to_signal(
        sender,
        Some(MANAGER),
        signal,
        Some(PATH),
        any,
        flags,
        on_signal,
    );
    future::pending::<()>().await;
}

async fn delay_sleep(bus: &gio::DBusConnection) -> DelayLock {
    let wanted = (
        "sleep",
        words::app_name(),
        words::why_delay_sleep(),
        "delay",
    );
    let answer = bus.call_with_unix_fd_list_future(
        Some(LOGIND),
        PATH,
        MANAGER,
        "Inhibit",
        Some(&wanted.to_variant()),
        None,
        gio::DBusCallFlags::NONE,
        -1,
        None::<&gio::UnixFDList>,
    );
    answer.await.ok()?.1
}
