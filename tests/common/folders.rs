//! User folders of a test that runs the whole program in its own process.

use std::path::{Path, PathBuf};
use std::{env, fs, io, process};

/// User folders of a process, which keep it from the games and preferences of the user, and of other tests.
pub struct OwnFolders(PathBuf);

impl OwnFolders {
    /// Creates empty folders for this process. To be called before GLib is asked for any.
    pub fn new() -> io::Result<Self> {
        let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join(process::id().to_string());
        let desktop = env::var_os("XDG_CONFIG_HOME")
            .map(|folder| Path::new(&folder).join("gtk-4.0/settings.ini"));
        for name in ["CONFIG", "DATA", "STATE", "CACHE"] {
            let folder = home.join(name.to_lowercase());
            fs::create_dir_all(&folder)?;
            // SAFETY: This thread runs the only test; the one that started it waits.
            #[expect(unsafe_code, reason = "GLib is told of folders in no other way")]
            unsafe {
                env::set_var(format!("XDG_{name}_HOME"), folder);
            }
        }
        // The desktop's font is no preference of the user.
        if let Some(desktop) = desktop.filter(|file| file.exists()) {
            let folder = home.join("config/gtk-4.0");
            fs::create_dir_all(&folder)?;
            fs::copy(desktop, folder.join("settings.ini"))?;
        }
        Ok(Self(home))
    }
}

impl Drop for OwnFolders {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
