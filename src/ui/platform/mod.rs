//! Services of the desktop: settings, language, sounds, screen and time.

pub(in crate::ui) mod appearance;
pub(in crate::ui) mod environment;
pub(in crate::ui) mod exports;
pub(in crate::ui) mod language;
pub(in crate::ui) mod memory;
pub(in crate::ui) mod screen;
pub(in crate::ui) mod settings;
pub(in crate::ui) mod sounds;
pub(in crate::ui) mod time;

/// Name of the application on the session bus, and of its desktop file and icon.
pub(in crate::ui) const APP_ID: &str = "io.github.chuhe.Chuhe";
/// Path of the compiled resources.
pub(in crate::ui) const RESOURCES: &str = "/io/github/chuhe/Chuhe";
