//! The whole program in the process that looks at it.

use gtk::prelude::*;
use gtk::{gio, glib};
use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Starts the program with files, and ends it when it has been looked at; `None` if it did not start.
pub fn run<T: 'static>(files: &[PathBuf], look: impl FnOnce() -> T + 'static) -> Option<T> {
    let result = Rc::new(RefCell::new(None));
    glib::timeout_add_local_once(Duration::from_millis(1), {
        let result = result.clone();
        move || {
            let seen = look();
            result.replace(Some(seen));
            if let Some(app) = gio::Application::default() {
                app.quit();
            }
        }
    });
    let _ = chuhe::ui::run(files);
    result.take()
}

/// Runs the main loop for some time.
pub fn work(time: Duration) {
    let context = glib::MainContext::default();
    let end = Instant::now() + time;
    while Instant::now() < end {
        if !context.iteration(false) {
            std::thread::sleep(Duration::from_micros(200));
        }
    }
}

/// Runs the main loop until something is there.
pub fn wait<T>(what: &str, mut there: impl FnMut() -> Option<T>) -> Result<T, String> {
    let end = Instant::now() + Duration::from_secs(20);
    while Instant::now() < end {
        if let Some(found) = there() {
            return Ok(found);
        }
        work(Duration::from_micros(200));
    }
    Err(format!("{what} never came"))
}

/// The windows on the screen.
pub fn windows() -> Vec<gtk::Window> {
    gtk::Window::list_toplevels()
        .into_iter()
        .filter_map(|window| window.downcast::<gtk::Window>().ok())
        .filter(WidgetExt::is_mapped)
        .collect()
}

/// Closes a window over another one.
pub fn close(below: &gtk::Window, window: &gtk::Window) -> Result<(), String> {
    window.destroy();
    wait("its end", || {
        windows().iter().all(|one| one == below).then_some(())
    })
}

pub fn children(widget: &gtk::Widget) -> impl Iterator<Item = gtk::Widget> + use<> {
    std::iter::successors(widget.first_child(), gtk::Widget::next_sibling)
}
