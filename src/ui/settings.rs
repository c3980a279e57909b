//! What the program remembers between two runs beside the game, in one JSON file under the XDG configuration
//! directory. A value that is missing or wrong is replaced by its default.

mod agreed;

use super::exports::{PrintChoice, ReplayChoice};
use crate::files;
use crate::game::Agreement;
use crate::record::notation::{MoveStyle, MoveText, Script};
use gtk::glib;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::cell::RefCell;
use std::path::PathBuf;

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
    /// Whether the far side’s pieces were turned to it.
    #[serde(default)]
    pub(super) across: bool,
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
            across: false,
        }
    }
}

/// What is remembered; read and written as a whole.
#[derive(Clone, Debug, Default, Serialize)]
struct Values {
    /// `None` until the players have chosen.
    swap_colours: Option<bool>,
    /// `None` until the player has chosen.
    notation: Option<MoveText>,
    script: Option<Script>,
    window: WindowSize,
    board: BoardSize,
    /// Whether the players want silence.
    muted: bool,
    /// Whether the board helps somebody who is learning.
    learning_aids: bool,
    #[serde(flatten, serialize_with = "agreed::write")]
    agreed: Agreement,
    replay: ReplayChoice,
    print: PrintChoice,
}

impl Values {
    /// Takes every value that is there and right, and the default for the others.
    fn read(bytes: &[u8]) -> Self {
        let map: Map<String, Value> = serde_json::from_slice(bytes).unwrap_or_default();
        Self {
            notation: value(&map, "notation"),
            script: value(&map, "script"),
            swap_colours: value(&map, "swap_colours"),
            window: value(&map, "window"),
            board: value(&map, "board"),
            muted: value(&map, "muted"),
            learning_aids: value(&map, "learning_aids"),
            agreed: agreed::read(&map),
            replay: value(&map, "replay"),
            print: value(&map, "print"),
        }
    }
}

fn value<T: DeserializeOwned + Default>(map: &Map<String, Value>, name: &str) -> T {
    let value = map.get(name).cloned().map(serde_json::from_value);
    value.and_then(Result::ok).unwrap_or_default()
}

/// What the first of the session's languages is used to: the order of LANGUAGE, LC_ALL, LC_MESSAGES and LANG is GLib's.
fn language() -> MoveStyle {
    let names = glib::language_names();
    let first = names.first().map(glib::GString::as_str);
    MoveStyle::of_locale(first.unwrap_or_default())
}

/// The program's memory. Every setting has one reader and one writer here.
#[derive(Debug)]
pub(super) struct Settings {
    file: PathBuf,
    /// What the language of the session is used to.
    language: MoveStyle,
    values: RefCell<Values>,
}

impl Settings {
    /// Reads the settings; a file that cannot be read gives the defaults.
    pub(super) fn load() -> Self {
        let file = glib::user_config_dir().join("chuhe").join("settings.json");
        let bytes = std::fs::read(&file).unwrap_or_default();
        let values = Values::read(&bytes);
        Self {
            file,
            language: language(),
            values: RefCell::new(values),
        }
    }

    /// How moves are shown: as the player has chosen, and where there was no choice, as the language has it.
    pub(super) fn move_style(&self) -> MoveStyle {
        let values = self.values.borrow();
        MoveStyle {
            text: values.notation.unwrap_or(self.language.text),
            script: values.script.unwrap_or(self.language.script),
        }
    }

    pub(super) fn choose_notation(&self, text: MoveText) {
        self.change(|values| values.notation = Some(text));
    }

    pub(super) fn choose_script(&self, script: Script) {
        self.change(|values| values.script = Some(script));
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
        let BoardSize {
            width,
            height,
            scale,
            dark,
            flipped,
            across,
        } = self.values.borrow().board;
        BoardSize {
            width: width.clamp(16.0, 8192.0),
            height: height.clamp(16.0, 8192.0),
            scale: scale.clamp(1.0, 4.0),
            dark,
            flipped,
            across,
        }
    }

    pub(super) fn set_board(&self, size: BoardSize) {
        self.change(|values| values.board = size);
    }

    /// What was agreed on before the last new game, with the names that the players have now.
    pub(super) fn agreement(&self) -> Agreement {
        self.values.borrow().agreed.clone()
    }

    pub(super) fn set_agreement(&self, agreed: Agreement) {
        if self.values.borrow().agreed != agreed {
            self.change(|values| values.agreed = agreed);
        }
    }

    /// Whether anything is to be heard.
    pub(super) fn has_sound(&self) -> bool {
        !self.values.borrow().muted
    }

    pub(super) fn set_sound(&self, is_on: bool) {
        self.change(|values| values.muted = !is_on);
    }

    /// Whether the board helps somebody who is learning.
    pub(super) fn has_aids(&self) -> bool {
        self.values.borrow().learning_aids
    }

    pub(super) fn set_aids(&self, is_on: bool) {
        self.change(|values| values.learning_aids = is_on);
    }

    /// Whether the players change colours for a rematch.
    pub(super) fn swaps_colours(&self) -> bool {
        self.values.borrow().swap_colours.unwrap_or(true)
    }

    pub(super) fn set_swaps_colours(&self, swaps: bool) {
        self.change(|values| values.swap_colours = Some(swaps));
    }

    /// How a replay is proposed to be made.
    pub(super) fn replay(&self) -> ReplayChoice {
        self.values.borrow().replay
    }

    pub(super) fn set_replay(&self, choice: ReplayChoice) {
        self.change(|values| values.replay = choice);
    }

    /// How the game is proposed to be printed.
    pub(super) fn print(&self) -> PrintChoice {
        self.values.borrow().print
    }

    pub(super) fn set_print(&self, choice: PrintChoice) {
        self.change(|values| values.print = choice);
    }

    fn change(&self, change: impl FnOnce(&mut Values)) {
        change(&mut self.values.borrow_mut());
        let values = serde_json::to_vec_pretty(&*self.values.borrow()).expect("plain data");
        // Nothing of a game is lost with a setting, so a full disk is not worth a word here.
        if let Err(error) = files::replace_own(&self.file, &values) {
            glib::g_debug!("chuhe", "settings are not kept: {error}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_value_costs_no_other() {
        let text = r#"{"notation":"runes","script":7,"window":{"width":700,"height":600,"maximized":false},
            "black_name":"B","red_name":7}"#;
        let values = Values::read(text.as_bytes());
        assert_eq!((values.notation, values.script), (None, None));
        assert_eq!(values.window.width, 700);
        let names = &values.agreed.names;
        assert_eq!((names.red.as_str(), names.black.as_str()), ("", "B"));
        assert!(!values.muted);
        assert_eq!(Values::read(b"rubbish").window, WindowSize::default());
    }

    #[test]
    fn what_is_written_is_read_back() {
        let mut values = Values {
            notation: Some(MoveText::Both),
            muted: true,
            ..Values::default()
        };
        values.agreed.names.red = "A".into();
        let bytes = serde_json::to_vec(&values).expect("plain data");
        let again = Values::read(&bytes);
        assert_eq!((again.notation, again.script), (Some(MoveText::Both), None));
        assert_eq!(again.board, BoardSize::default());
        assert!(again.muted);
        assert_eq!(again.agreed, values.agreed);
    }

    #[test]
    fn the_language_decides_until_the_player_does() {
        let style = |text: &str| {
            let settings = Settings {
                file: PathBuf::new(),
                language: MoveStyle::of_locale("zh_CN"),
                values: RefCell::new(Values::read(text.as_bytes())),
            };
            let MoveStyle { text, script } = settings.move_style();
            (text, script)
        };
        assert_eq!(style("{}"), (MoveText::Chinese, Script::Simplified));
        assert_eq!(
            style(r#"{"notation":null,"script":"traditional"}"#),
            (MoveText::Chinese, Script::Traditional)
        );
        assert_eq!(
            style(r#"{"notation":"both"}"#),
            (MoveText::Both, Script::Simplified)
        );
    }

    #[test]
    fn an_absurd_size_is_brought_into_bounds() {
        let text = r#"{"board":{"width":1e12,"height":-5,"scale":0,"dark":false,"flipped":true},
            "window":{"width":9999999,"height":-1,"maximized":false}}"#;
        let settings = Settings {
            file: PathBuf::new(),
            language: MoveStyle::default(),
            values: RefCell::new(Values::read(text.as_bytes())),
        };
        let board = settings.board();
        assert_eq!(
            (board.width, board.height, board.scale),
            (8192.0, 16.0, 1.0)
        );
        assert_eq!(
            (settings.window().width, settings.window().height),
            (16_384, 420)
        );
    }
}
