//! Games and positions from and to other programs: the clipboard, and what is dropped on the window.

use super::Flows;
use super::error::FlowError;
use crate::record::format::{self, Target};
use crate::record::notation::{MoveText, Notation};
use crate::ui::platform::prelude::*;
use crate::ui::toolkit::ask::tell;

/// Format that a word in the menu means.
pub fn text_target(word: &str) -> Option<Target> {
    Some(match word {
        "iccs" => Target::Pgn(Notation::Iccs),
        "wxf" => Target::Pgn(Notation::Wxf),
        "chinese" => Target::Pgn(Notation::ChineseSimplified),
        "dhtmlxq" => Target::DhtmlXq,
        "json" => Target::Json,
        _ => return None,
    })
}

impl Flows {
    /// Puts the game on the clipboard as text that other programs read.
    pub fn copy_game(&self) {
        let style = self.settings.move_style();
        let notation = match style.text {
            MoveText::Both | MoveText::Chinese | MoveText::Wxf => style.main(),
            // As other programs write coordinates in a PGN; none of them knows Vietnamese.
            MoveText::Vietnamese | MoveText::Coordinates => Notation::Iccs,
        };
        self.copy_as(Target::Pgn(notation));
    }

    /// Puts the game on the clipboard in a format that is text.
    pub fn copy_as(&self, target: Target) {
        let record = self.session.sitting().game.to_record();
        let bytes = format::write(&record, target);
        self.copy_text(&String::from_utf8_lossy(&bytes), words::copied_game());
    }

    /// Puts the position that is shown on the clipboard, as a FEN.
    pub fn copy_position(&self) {
        let fen = self.session.sitting().game.shown_setup().to_fen();
        self.copy_text(&fen, words::copied_position());
    }

    /// Puts a text on the clipboard, and says so.
    pub fn copy_text(&self, text: &str, said: &str) {
        self.window.clipboard().set_text(text);
        self.session.say(said);
    }

    /// Puts what is on the clipboard on the board: a game in any form that files have, or a position.
    pub async fn paste(&self) {
        let text = self.window.clipboard().read_text_future().await;
        match text.ok().flatten().filter(|text| !text.trim().is_empty()) {
            Some(text) => self.read_text(&text).await,
            None => tell(
                &self.window,
                words::cannot_paste(),
                words::nothing_to_paste(),
            ),
        }
    }

    /// Puts a game that was pasted or dropped on the board.
    async fn read_text(&self, text: &str) {
        match format::read(text.as_bytes()) {
            Ok(loaded) => self.take_text(loaded).await,
            Err(error) => self.tell(words::cannot_paste(), &FlowError::Read(error)),
        }
    }

    /// Takes files and texts that are dropped on the window; whether it was anything of the kind.
    pub fn take_dropped(&self, value: &glib::Value) -> bool {
        if let Ok(files) = value.get::<gdk::FileList>() {
            // One board shows one game: of several files the last one.
            let Some(file) = files.files().pop() else {
                return false;
            };
            self.start(async move |flows| flows.open(file, None).await);
        } else if let Ok(text) = value.get::<String>() {
            self.start(async move |flows| flows.read_text(&text).await);
        } else {
            return false;
        }
        true
    }
}
