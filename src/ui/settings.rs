//! What the program remembers between two runs beside the game, in one JSON file under the XDG configuration
//! directory. A value that is missing or wrong is replaced by its default.

use super::files;
use gtk::glib;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::path::PathBuf;

/// How moves are written in the move list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum MoveText {
    /// 炮二平五 with C2=5 beside it.
    #[default]
    Both,
    /// 炮二平五
    Chinese,
    /// C2=5
    Wxf,
}

impl MoveText {
    /// The state of the menu's action.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Both => "both",
            Self::Chinese => "chinese",
            Self::Wxf => "wxf",
        }
    }

    pub(super) fn from_word(word: &str) -> Option<Self> {
        [Self::Both, Self::Chinese, Self::Wxf]
            .into_iter()
            .find(|text| text.word() == word)
    }
}

/// The size of the window when it is not maximised, in logical pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct WindowSize {
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) maximized: bool,
}

impl Default for WindowSize {
    fn default() -> Self {
        Self {
            width: 980,
            height: 800,
            maximized: false,
        }
    }
}

/// How the board was shown last, so that it can be drawn before the next window is there.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct BoardSize {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) scale: f64,
    pub(super) dark: bool,
    pub(super) flipped: bool,
}

impl Default for BoardSize {
    /// What a window of the default size comes to with GNOME's own font and style.
    fn default() -> Self {
        Self {
            width: 665.0,
            height: 683.0,
            scale: 1.0,
            dark: false,
            flipped: false,
        }
    }
}

/// What is remembered; read and written as a whole.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Values {
    #[serde(default)]
    move_text: MoveText,
    #[serde(default)]
    window: WindowSize,
    #[serde(default)]
    board: BoardSize,
    #[serde(default)]
    red_name: String,
    #[serde(default)]
    black_name: String,
}

/// The program's memory. Every setting has one reader and one writer here.
#[derive(Debug)]
pub(super) struct Settings {
    file: PathBuf,
    values: RefCell<Values>,
}

impl Settings {
    /// Reads the settings; a file that cannot be read gives the defaults.
    pub(super) fn load() -> Self {
        let file = glib::user_config_dir().join("chuhe").join("settings.json");
        let values = std::fs::read(&file)
            .ok()
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .unwrap_or_default();
        Self {
            file,
            values: RefCell::new(values),
        }
    }

    pub(super) fn move_text(&self) -> MoveText {
        self.values.borrow().move_text
    }

    pub(super) fn set_move_text(&self, text: MoveText) {
        self.change(|values| values.move_text = text);
    }

    pub(super) fn window(&self) -> WindowSize {
        let WindowSize {
            width,
            height,
            maximized,
        } = self.values.borrow().window;
        // A broken file must not give a window that cannot be found or does not fit into memory.
        WindowSize {
            width: width.clamp(360, 16_384),
            height: height.clamp(420, 16_384),
            maximized,
        }
    }

    pub(super) fn set_window(&self, size: WindowSize) {
        self.change(|values| values.window = size);
    }

    pub(super) fn board(&self) -> BoardSize {
        self.values.borrow().board
    }

    pub(super) fn set_board(&self, size: BoardSize) {
        self.change(|values| values.board = size);
    }

    /// The names that were last given to Red and Black.
    pub(super) fn names(&self) -> (String, String) {
        let values = self.values.borrow();
        (values.red_name.clone(), values.black_name.clone())
    }

    pub(super) fn set_names(&self, red: &str, black: &str) {
        self.change(|values| {
            red.clone_into(&mut values.red_name);
            black.clone_into(&mut values.black_name);
        });
    }

    fn change(&self, change: impl FnOnce(&mut Values)) {
        change(&mut self.values.borrow_mut());
        let values = serde_json::to_vec_pretty(&*self.values.borrow()).expect("plain data");
        // Nothing of a game is lost with a setting, so a full disk is not worth a word here.
        if let Err(error) = files::replace(&self.file, &values) {
            glib::g_debug!("chuhe", "settings are not kept: {error}");
        }
    }
}
