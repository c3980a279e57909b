//! Services of the desktop: settings, language, sounds and time.

pub mod appearance;
pub mod assistive;
pub mod bookmarks;
pub mod environment;
pub mod language;
pub mod memory;
pub mod object;
pub mod own_file;
pub mod prelude;
pub mod search_task;
pub mod settings;
pub mod sleep;
pub mod sounds;
pub mod time;

/// Name of the application on the session bus, and of its desktop file and icon.
pub const APP_ID: &str = "io.github.chuhe.Chuhe";
/// Path of the compiled resources.
pub const RESOURCES: &str = "/io/github/chuhe/Chuhe";

/// Runs work on a thread of the pool; the future resolves to its result.
pub fn on_worker<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> impl Future<Output = T> {
    let done = gtk::gio::spawn_blocking(work);
    async move { done.await.expect("a panic ends the program") }
}
