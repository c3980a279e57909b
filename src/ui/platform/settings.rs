//! Settings store: values remembered between runs, apart from the game, in one JSON file under the XDG configuration
//! directory. A missing or invalid value is replaced by its default; an invalid one is reported.

mod book;
mod engines;
mod preferences;
mod store;

pub use book::{BookChoice, BookSource};
pub use engines::{EngineProgram, found_engines, is_sandboxed};
pub use preferences::{ColorScheme, Preference, Preferences};
pub use store::{Broken, Fault};

use super::own_file;
use crate::files;
use crate::files::disk::{self, lock};
use crate::game::{AnalysisChoice, GameTerms, OpponentChoice, choices};
use crate::paint::ReplayChoice;
use crate::record::notation::{MoveStyle, MoveText, Script};
use crate::remote::RemoteChoice;
use crate::scene::{LookChoice, PieceSet};
use crate::score_sheet::PrintChoice;
use crate::ui::platform::prelude::*;
use futures_channel::oneshot;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt;
use std::io;
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

/// Geometry of the window: its unmaximized size in logical pixels, and its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct WindowSize {
    pub width: i32,
    pub height: i32,
    pub maximized: bool,
    /// Whether the side panel is shown in a window that is wide enough for it.
    pub panel: bool,
}

impl Default for WindowSize {
    fn default() -> Self {
        Self {
            width: 980,
            height: 800,
            maximized: false,
            panel: true,
        }
    }
}

impl WindowSize {
    /// Minimum size, in which a game can be played.
    pub const MIN: (i32, i32) = (360, 420);
    /// Maximum size: a broken file must not create a window that exceeds the memory.
    const MAX: i32 = 16_384;

    fn bounded(self) -> Self {
        Self {
            width: self.width.clamp(Self::MIN.0, Self::MAX),
            height: self.height.clamp(Self::MIN.1, Self::MAX),
            ..self
        }
    }
}

/// The last look and size of the board, so that it can be rendered before the next window exists.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoardSize {
    pub width: f64,
    pub height: f64,
    pub scale: f64,
    pub dark: bool,
    pub flipped: bool,
    /// Whether the far side’s pieces faced that side.
    #[serde(default)]
    pub across: bool,
    /// Whether the desktop asked for high contrast.
    #[serde(default)]
    pub high_contrast: bool,
}

impl Default for BoardSize {
    /// Board in a window of the default size, with GNOME's own font and style.
    fn default() -> Self {
        Self {
            width: 665.0,
            height: 683.0,
            scale: 1.0,
            dark: false,
            flipped: false,
            across: false,
            high_contrast: false,
        }
    }
}

impl BoardSize {
    fn bounded(self) -> Self {
        Self {
            width: self.width.clamp(16.0, 8192.0),
            height: self.height.clamp(16.0, 8192.0),
            scale: self.scale.clamp(1.0, 4.0),
            ..self
        }
    }
}

/// All remembered values, read and written as a whole.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Values {
    #[serde(flatten)]
    preferences: Preferences,
    /// `None` until the players have chosen.
    #[serde(rename = "swap_colours")]
    pub swap_colors: Option<bool>,
    pub window: WindowSize,
    pub board: BoardSize,
    #[serde(flatten, serialize_with = "choices::write_terms")]
    pub terms: GameTerms,
    #[serde(rename = "far")]
    pub remote: RemoteChoice,
    pub opponent: OpponentChoice,
    pub analysis: AnalysisChoice,
    pub replay: ReplayChoice,
    /// Whether pictures and replays go without names and results.
    pub plain_pictures: bool,
    /// Whether the chat with a friend far away is folded.
    pub chat_closed: bool,
    /// Options of the last print; `None` if nothing has been printed yet.
    pub print: Option<PrintChoice>,
    /// Completed parts of the course, by name. Those of a newer version stay.
    pub learned: Vec<String>,
    /// URIs of the user's own studies: files and folders.
    pub study_files: Vec<String>,
    /// Engines of the player, besides the built-in one.
    pub engines: Vec<EngineProgram>,
    /// Label of the engine that reviews games; empty for the built-in one.
    pub review_engine: String,
    /// Games of the book of positions.
    pub book: BookChoice,
}

impl Values {
    /// Reads every valid value, and uses the default for the others.
    fn read(map: &Map<String, Value>) -> Self {
        let (window, board): (WindowSize, BoardSize) = (value(map, "window"), value(map, "board"));
        Self {
            preferences: Preferences::read(map),
            swap_colors: value(map, "swap_colours"),
            window: window.bounded(),
            board: board.bounded(),
            terms: choices::read_terms(map),
            remote: value(map, "far"),
            opponent: value(map, "opponent"),
            analysis: value::<AnalysisChoice>(map, "analysis").bounded(),
            replay: value(map, "replay"),
            plain_pictures: value(map, "plain_pictures"),
            chat_closed: value(map, "chat_closed"),
            print: value(map, "print"),
            learned: value(map, "learned"),
            study_files: value(map, "study_files"),
            engines: engines::read(map),
            review_engine: value(map, "review_engine"),
            book: value(map, "book"),
        }
    }

    /// Returns the values in serialized form.
    fn map(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(map)) => map,
            // Plain data with string keys always serializes to an object.
            _ => Map::new(),
        }
    }
}

fn value<T: DeserializeOwned + Default>(map: &Map<String, Value>, name: &str) -> T {
    let value = map.get(name).cloned().map(serde_json::from_value);
    value.and_then(Result::ok).unwrap_or_default()
}

/// Returns the usual move style of the session's first language, in GLib's order of LANGUAGE, LC_ALL, LC_MESSAGES and
/// LANG.
fn language() -> MoveStyle {
    let names = glib::language_names();
    let first = names.first().map(glib::GString::as_str);
    MoveStyle::of_locale(first.unwrap_or_default())
}

/// The settings store.
pub struct Settings {
    file: PathBuf,
    /// Defaults for the language of the session.
    language: MoveStyle,
    values: RefCell<Values>,
    /// Contents of the file, including unknown fields.
    found: RefCell<Map<String, Value>>,
    /// Whether the file may be written: not while a broken one could not be quarantined.
    is_writable: bool,
    /// Damage found on startup; taken when it is reported.
    broken: RefCell<Option<Broken>>,
    /// Whether the names of the pieces are shown unasked, which is still to be told.
    shows_names: Cell<bool>,
    /// Error of the last failed write; taken when it is reported.
    write_error: Arc<Mutex<Option<io::Error>>>,
    listener: RefCell<Option<Rc<dyn Fn()>>>,
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("values", &self.values)
            .finish_non_exhaustive()
    }
}

impl Settings {
    /// Loads the settings. Broken parts are replaced by the defaults, and reported once.
    pub fn load() -> Self {
        let folder = own_file::config_folder();
        let file = folder.join("settings.json");
        disk::DURABLE.write(&folder.clone(), move || {
            files::sweep(&folder, SystemTime::now() - files::ABANDONED_AFTER);
        });
        Self::read(file, language())
    }

    fn read(file: PathBuf, language: MoveStyle) -> Self {
        let (found, fault) = store::read(&file);
        let mut values = Values::read(&found);
        // On the first start they help everybody but readers of the characters, and of Vietnamese, who know them.
        let shows_names = found.is_empty() && fault.is_none() && language == MoveStyle::default();
        values.preferences.learning_aids |= shows_names;
        let refused = store::refused(&found, &values.map());
        let refused = (!refused.is_empty()).then_some(Fault::Values(refused));
        let broken = fault.or(refused).map(|fault| Broken {
            quarantined: store::quarantine(&file, &fault),
            file: file.clone(),
            fault,
        });
        let is_writable = broken
            .as_ref()
            .is_none_or(|broken| broken.quarantined.is_ok());
        let is_changed = broken.is_some() || shows_names;
        let settings = Self {
            file,
            language,
            values: RefCell::new(values),
            found: RefCell::new(found),
            is_writable,
            broken: RefCell::new(broken),
            shows_names: Cell::new(shows_names),
            write_error: Arc::default(),
            listener: RefCell::default(),
        };
        if is_changed {
            // The next run has nothing to report.
            settings.write();
        }
        settings
    }

    /// Returns the damage found on startup, once.
    pub fn take_load_fault(&self) -> Option<Broken> {
        self.broken.take()
    }

    /// Whether learning aids were turned on for the first start; returned once.
    pub fn take_shown_names(&self) -> bool {
        self.shows_names.take()
    }

    /// Returns the error of the last failed write, once.
    pub fn take_write_error(&self) -> Option<io::Error> {
        lock(&self.write_error).take()
    }

    /// All preferences.
    fn preferences(&self) -> Preferences {
        self.values.borrow().preferences.clone()
    }

    /// Sets the listener for changed preferences.
    pub fn listen(&self, listener: impl Fn() + 'static) {
        self.listener.replace(Some(Rc::new(listener)));
    }

    /// Sets a preference, and notifies the listener if it has changed.
    pub fn choose(&self, choice: Preference) {
        let mut preferences = self.preferences();
        preferences.choose(choice);
        if self.remember(|values| values.preferences = preferences) {
            let listener = self.listener.borrow().clone();
            if let Some(listener) = listener {
                listener();
            }
        }
    }

    /// Color scheme around the board.
    pub fn color_scheme(&self) -> ColorScheme {
        self.values.borrow().preferences.color_scheme
    }

    /// Whether moves are animated, as long as the desktop allows animations.
    pub fn animates_moves(&self) -> bool {
        !self.values.borrow().preferences.still
    }

    /// Style of moves: the player's choice, or else the default of the language.
    pub fn move_style(&self) -> MoveStyle {
        let chosen = &self.values.borrow().preferences;
        let text = chosen.notation.unwrap_or(self.language.text);
        MoveStyle {
            text,
            script: chosen.script.unwrap_or(self.language.script),
            has_vietnamese: self.language.has_vietnamese || text == MoveText::Vietnamese,
        }
    }

    /// Look of board and pieces: the player's choice, or else the default of the language and the desktop. The script
    /// of moves is a separate choice.
    pub fn look(&self) -> LookChoice {
        LookChoice {
            usual: match self.language.script {
                Script::Simplified => PieceSet::Simplified,
                Script::Traditional => PieceSet::Traditional,
            },
            ..self.values.borrow().preferences.look
        }
    }

    pub fn window(&self) -> WindowSize {
        self.values.borrow().window
    }

    pub fn board(&self) -> BoardSize {
        self.values.borrow().board
    }

    /// Terms of the last new game, with the current names of the players, proposed for the next one. Only a rematch
    /// has the same handicap.
    pub fn game_terms(&self) -> GameTerms {
        GameTerms {
            handicap: None,
            ..self.values.borrow().terms.clone()
        }
    }

    /// Remembers the terms of a new game at this screen. Against the computer, the names and seats of two people stay.
    pub fn remember_terms(&self, terms: GameTerms) {
        self.remember(|known| {
            known.terms = match terms.computer {
                None => terms,
                Some(_) => GameTerms {
                    names: known.terms.names.clone(),
                    seating: known.terms.seating,
                    clock_press: known.terms.clock_press,
                    computer: None,
                    ..terms
                },
            };
        });
    }

    /// Last choices for the opponent at this screen.
    pub fn opponent(&self) -> OpponentChoice {
        self.values.borrow().opponent.clone()
    }

    /// Last choices for the analysis.
    pub fn analysis(&self) -> AnalysisChoice {
        self.values.borrow().analysis.clone()
    }

    /// Last choices for a remote game.
    pub fn remote(&self) -> RemoteChoice {
        self.values.borrow().remote.clone()
    }

    /// Whether sound is on.
    pub fn has_sound(&self) -> bool {
        !self.values.borrow().preferences.muted
    }

    /// Whether learning aids are on.
    pub fn has_aids(&self) -> bool {
        self.values.borrow().preferences.learning_aids
    }

    /// Whether the players change colors for a rematch.
    pub fn swaps_colors(&self) -> bool {
        self.values.borrow().swap_colors.unwrap_or(true)
    }

    /// Whether the chat with a friend far away is unfolded.
    pub fn shows_chat(&self) -> bool {
        !self.values.borrow().chat_closed
    }

    /// Last choices for a replay.
    pub fn replay(&self) -> ReplayChoice {
        self.values.borrow().replay
    }

    /// Whether pictures and replays show names and results, where there are names.
    pub fn has_names_in_pictures(&self) -> bool {
        !self.values.borrow().plain_pictures
    }

    /// Last choices for printing; initially the defaults, or Vietnamese notation if moves are shown in it.
    pub fn print(&self) -> PrintChoice {
        let last = self.values.borrow().print;
        last.unwrap_or_else(|| PrintChoice::first(self.move_style()))
    }

    /// Whether a part of the course is completed.
    pub fn has_learned(&self, id: &str) -> bool {
        self.values.borrow().learned.iter().any(|one| one == id)
    }

    /// Marks a part of the course as completed.
    pub fn learn(&self, id: &str) {
        if !self.has_learned(id) {
            self.remember(|values| values.learned.push(id.to_owned()));
        }
    }

    /// URIs of the user's own studies: files and folders.
    pub fn study_files(&self) -> Vec<String> {
        self.values.borrow().study_files.clone()
    }

    /// Engines of the player.
    pub fn engines(&self) -> Vec<EngineProgram> {
        self.values.borrow().engines.clone()
    }

    /// Labels of the engines of the player that can be started: none in a sandbox.
    pub fn engine_labels(&self) -> Vec<String> {
        let values = self.values.borrow();
        let engines = values.engines.iter().filter(|_| !is_sandboxed());
        engines.map(EngineProgram::label).collect()
    }

    /// Label of the engine that reviews games, if it can be started; otherwise empty, for the built-in one.
    pub fn review_engine(&self) -> String {
        let mut labels = self.engine_labels().into_iter();
        let chosen = &self.values.borrow().review_engine;
        labels.find(|label| label == chosen).unwrap_or_default()
    }

    /// Games of the book of positions.
    pub fn book(&self) -> BookChoice {
        self.values.borrow().book.clone()
    }

    /// Changes remembered values. Returns whether any has changed.
    pub fn remember(&self, change: impl FnOnce(&mut Values)) -> bool {
        let before = self.values.borrow().clone();
        change(&mut self.values.borrow_mut());
        let is_new = *self.values.borrow() != before;
        if is_new {
            self.write();
        }
        is_new
    }

    fn write(&self) {
        if !self.is_writable {
            return;
        }
        let mut found = self.found.borrow_mut();
        store::put(self.values.borrow().map(), &mut found);
        let (file, found, write_error) =
            (self.file.clone(), found.clone(), self.write_error.clone());
        let (sender, has_failed) = oneshot::channel();
        disk::DURABLE.write(&self.file, move || {
            let error = store::write(&file, &found).err();
            let has_failed = error.is_some();
            *lock(&write_error) = error;
            if has_failed {
                // Nobody need be listening any more.
                let _ = sender.send(());
            }
        });
        // Settings are not worth an alert: a failure is reported only to a player who changes a preference.
        if let Some(listener) = self.listener.borrow().clone() {
            glib::spawn_future_local(async move {
                if has_failed.await.is_ok() {
                    listener();
                }
            });
        }
    }
}

#[cfg(test)]
mod tests;
