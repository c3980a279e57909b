//! Exchange of games and positions with other programs: the clipboard, and drag and drop.

use super::{FlowError, Flows};
use crate::game::{Command, SessionState};
use crate::record::format::{self, Target};
use crate::record::notation::{MoveText, Notation};
use crate::remote::FriendsLine;
use crate::ui::platform::appearance::labels;
use crate::ui::toolkit::ask::tell;
use crate::ui::toolkit::prelude::*;

/// Returns the format for a menu target.
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
    /// Copies a game as text that other programs read.
    pub fn copy_game(&self, state: &SessionState) {
        let style = self.settings.move_style();
        let notation = match style.text {
            MoveText::Both | MoveText::Chinese | MoveText::Wxf => style.main(),
            // Coordinates as other programs write them in a PGN; none of them reads Vietnamese notation.
            MoveText::Vietnamese | MoveText::Coordinates => Notation::Iccs,
        };
        self.copy_as(state, Target::Pgn(notation));
    }

    /// Copies a game in a text format.
    pub fn copy_as(&self, state: &SessionState, target: Target) {
        let record = state.game.to_record();
        let bytes = format::write(&record, target);
        self.copy_text(&String::from_utf8_lossy(&bytes), words::copied_game());
    }

    /// Copies the shown position as a FEN.
    pub fn copy_position(&self) {
        let fen = self.session.state().game.shown_setup().to_fen();
        self.copy_text(&fen, words::copied_position());
    }

    /// Copies a text, and announces it.
    pub fn copy_text(&self, text: &str, said: &str) {
        self.window.clipboard().set_text(text);
        self.remark_done(said);
    }

    /// Pastes a game in any supported format, or a position.
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

    /// Plays a single move that was pasted or dropped, or opens a game.
    async fn read_text(&self, text: &str) {
        if self.play_text(text) || self.read_letter(text).await || self.read_invitation(text) {
            return;
        }
        match format::read(text.as_bytes()) {
            Ok(loaded) => self.take_text(loaded).await,
            Err(error) => self.tell(words::cannot_paste(), &FlowError::Read(error)),
        }
    }

    /// Offers to join the friend who has sent a text. Returns whether it is an invitation.
    pub(super) fn read_invitation(&self, text: &str) -> bool {
        let is_one = FriendsLine::is_meant(text);
        if is_one {
            // The dialog says what is wrong with a damaged one.
            let _ = self
                .window
                .activate_action("win.join", Some(&text.to_variant()));
        }
        is_one
    }

    /// Plays a text that is one move, or says why it cannot be played. Returns whether it is one.
    fn play_text(&self, text: &str) -> bool {
        let state = self.session.state();
        let game = &state.game;
        let read = game.pasted_move(text, self.settings.move_style().main());
        let position = game.shown_position().clone();
        // A snapshot would have the game copied.
        drop(state);
        let refused = match read {
            None => return false,
            Some(Ok(mv)) => match self.session.apply(Command::Play(mv)) {
                Ok(()) => return true,
                Err(why) => words::refusal_in(&self.session.state().game, why, labels()),
            },
            Some(Err(error)) => words::unplayable(&position, &error, labels()),
        };
        self.session.remark_refused(&refused);
        true
    }

    /// Opens files and texts dropped on the window. Returns whether the value was supported.
    pub fn take_dropped(&self, value: &glib::Value) -> bool {
        if let Ok(files) = value.get::<gdk::FileList>() {
            let files = files.files();
            if files.is_empty() {
                return false;
            }
            self.start(async move |flows| flows.open_all(files, None).await);
        } else if let Ok(text) = value.get::<String>() {
            self.start(async move |flows| flows.read_text(&text).await);
        } else {
            return false;
        }
        true
    }
}
