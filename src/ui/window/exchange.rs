//! Games and positions from and to other programs: the clipboard, and what is dropped on the window.

use super::Window;
use crate::game::{Game, Sitting};
use crate::record::format::{self, Loaded, Target};
use crate::record::notation::{MoveText, Notation};
use crate::ui::toolkit::ask::tell;
use crate::words;
use adw::prelude::*;
use gtk::{gdk, glib};

/// The format that a word in the menu means.
pub(super) fn target(word: &str) -> Option<Target> {
    Some(match word {
        "iccs" => Target::Pgn(Notation::Iccs),
        "wxf" => Target::Pgn(Notation::Wxf),
        "chinese" => Target::Pgn(Notation::ChineseSimplified),
        "dhtmlxq" => Target::DhtmlXq,
        "json" => Target::Json,
        _ => return None,
    })
}

impl Window {
    /// Puts the game on the clipboard as text that other programs read.
    pub(in crate::ui) fn copy_game(&self) {
        let style = self.settings().move_style();
        let notation = match style.text {
            MoveText::Both | MoveText::Chinese | MoveText::Wxf => style.main(),
            // As other programs write coordinates in a PGN; none of them knows Vietnamese.
            MoveText::Vietnamese | MoveText::Coordinates => Notation::Iccs,
        };
        self.copy_as(Target::Pgn(notation));
    }

    /// Puts the game on the clipboard in a format that is text.
    pub(in crate::ui) fn copy_as(&self, target: Target) {
        let bytes = {
            let sitting = self.sitting();
            format::write(&sitting.game.to_record(), target)
        };
        self.clipboard().set_text(&String::from_utf8_lossy(&bytes));
        self.say(words::copied_game());
    }

    /// Puts the position that is shown on the clipboard, as a FEN.
    pub(in crate::ui) fn copy_position(&self) {
        let fen = self.shown_setup().to_fen();
        self.clipboard().set_text(&fen);
        self.say(words::copied_position());
    }

    /// Puts what is on the clipboard on the board: a game in any form that files have, or a position.
    pub(in crate::ui) fn paste(&self) {
        glib::spawn_future_local(glib::clone!(
            #[weak(rename_to = window)]
            self,
            async move {
                let text = window.clipboard().read_text_future().await;
                match text.ok().flatten().filter(|text| !text.trim().is_empty()) {
                    Some(text) => window.take_text(&text).await,
                    None => tell(&window, words::cannot_paste(), words::nothing_to_paste()),
                }
            }
        ));
    }

    /// Puts a game that was pasted or dropped on the board.
    async fn take_text(&self, text: &str) {
        match format::read(text.as_bytes()) {
            Ok(loaded) => self.take_pasted(loaded).await,
            Err(error) => tell(self, words::cannot_paste(), &words::read_error(&error)),
        }
    }

    async fn take_pasted(&self, mut loaded: Loaded) {
        if loaded.records.is_empty() || !self.may_be_replaced().await {
            return;
        }
        loaded.warnings.retain(|warning| warning.game == 0);
        let cautions = words::cautions_of_pasted(&loaded.warnings);
        let count = loaded.records.len();
        let record = loaded.records.swap_remove(0);
        let bottom = self.sitting().bottom;
        self.session().replace(Sitting {
            unsaved: true,
            bottom,
            ..Sitting::new(Game::from_record(record))
        });
        if !cautions.is_empty() {
            self.object(&cautions);
        } else if count > 1 {
            self.say(&words::pasted_first(count));
        }
    }

    /// Takes files and texts that are dropped on the window.
    pub(super) fn add_drop_target(&self) {
        let kinds = [gdk::FileList::static_type(), glib::Type::STRING];
        let target = gtk::DropTarget::new(glib::Type::INVALID, gdk::DragAction::COPY);
        target.set_types(&kinds);
        target.connect_drop(glib::clone!(
            #[weak(rename_to = window)]
            self,
            #[upgrade_or]
            false,
            move |_, value, _, _| window.take_dropped(value)
        ));
        self.add_controller(target);
    }

    fn take_dropped(&self, value: &glib::Value) -> bool {
        if let Ok(files) = value.get::<gdk::FileList>() {
            // One board shows one game: of several files the last one.
            return match files.files().pop() {
                Some(file) => {
                    self.open_file(file);
                    true
                }
                None => false,
            };
        }
        let Ok(text) = value.get::<String>() else {
            return false;
        };
        glib::spawn_future_local(glib::clone!(
            #[weak(rename_to = window)]
            self,
            async move { window.take_text(&text).await }
        ));
        true
    }
}
