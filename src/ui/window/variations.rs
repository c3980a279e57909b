//! Variations and comments: stepping through a line, promoting and deleting it, commenting on it.

use super::Window;
use crate::game::{Command, Game};
use crate::record::{NodeId, Record};
use crate::ui::session::Edit;
use crate::ui::toolkit::ask::{Answer, ask};
use crate::ui::toolkit::prelude::*;

/// Number of moves above which deleting a variation needs confirmation.
const FEW_MOVES: usize = 4;

impl Window {
    /// Shows a move of the list. Undone moves are redone up to it.
    pub(super) fn show_listed(&self, node: NodeId) {
        // Choosing a move chooses its line.
        self.imp().view.borrow_mut().leave_trail();
        let is_undone = || {
            let state = self.state();
            let game = &state.game;
            let ply = |id| game.record().node(id).ply();
            game.can_redo() && game.is_in_game(node) && ply(node) > ply(game.present())
        };
        while self.contains(node) && is_undone() {
            self.dispatch(Command::Redo);
        }
        self.dispatch(Command::Show(node));
    }

    /// Shows a move whose menu opens, without changing the main line.
    pub(super) fn show_pointed(&self, node: NodeId) {
        self.imp().view.borrow_mut().leave_trail();
        self.dispatch(Command::Show(node));
    }

    fn contains(&self, node: NodeId) -> bool {
        self.state().game.record().contains(node)
    }

    /// Promotes the shown line to the main line, after asking if that discards a result.
    pub fn promote(&self) {
        let (node, over) = {
            let state = self.state();
            let game = &state.game;
            (game.shown(), game.outcome().is_some())
        };
        if !over {
            self.dispatch(Command::Promote(node));
            return;
        }
        let answer = Answer::destructive(Command::Promote(node), words::promote_answer());
        let body = words::ask_promote_body().to_owned();
        self.ask_and_dispatch(words::ask_promote(), body, answer);
    }

    /// Deletes the shown variation from its first move on.
    pub fn delete_variation(&self) {
        let (first, moves, comments) = {
            let state = self.state();
            let game = &state.game;
            let Some(first) = first_of(game) else { return };
            let (moves, comments) = size_of(game.record(), first);
            (first, moves, comments)
        };
        if moves <= FEW_MOVES && comments == 0 {
            self.dispatch(Command::Delete(first));
            return;
        }
        let answer = Answer::destructive(Command::Delete(first), words::delete());
        let body = words::ask_delete_body(moves, comments);
        self.ask_and_dispatch(words::ask_delete(), body, answer);
    }

    /// Asks for confirmation, and applies the command if the revision is unchanged.
    fn ask_and_dispatch(&self, heading: &'static str, body: String, answer: Answer<Command>) {
        let window = self.clone();
        self.start(async move |_| {
            let guard = window.session().guard();
            let answer = ask(&window, heading, &body, &[answer]).await;
            if let Some(command) = answer.filter(|_| guard.holds()) {
                window.dispatch(command);
            }
        });
    }

    /// Focuses the comment on the shown position.
    pub fn write_comment(&self) {
        let imp = self.imp();
        imp.flap.set_reveal_flap(true);
        imp.panel.comment().write();
    }

    /// Commits the comment on the shown position. It is on the disk within a second.
    pub(super) fn take_comment(&self) {
        let imp = self.imp();
        let Some(on) = imp.panel.comment().on() else {
            return;
        };
        let text = imp.panel.comment().text();
        self.session().edit(&Edit::Comment(on, text));
    }

    /// Shows the comment on the shown position. A comment that is being written stays with its position when a move
    /// comes.
    pub(super) fn refresh_comment(&self) {
        let state = self.state();
        let game = &state.game;
        let record = game.record();
        let comment = self.imp().panel.comment();
        comment.set_visible(!self.is_guessing());
        let written = comment.on().filter(|on| {
            comment.is_being_written() && (*on == record.root() || record.contains(*on))
        });
        let shown = written.unwrap_or(game.shown());
        let is_start = shown == record.root();
        let after = (!is_start).then(|| record.round(shown));
        let text = game.comment(shown);
        let title = words::comment_on(after);
        comment.show_comment(shown, &title, text);
    }
}

/// Returns the first move of the shown variation: the one that replaces another.
fn first_of(game: &Game) -> Option<NodeId> {
    if !game.shows_variation() {
        return None;
    }
    let record = game.record();
    let stands_aside = |id: &NodeId| {
        let parent = record.node(*id).parent();
        parent.is_some_and(|parent| record.node(parent).children().first() != Some(id))
    };
    let mut up = std::iter::successors(Some(game.shown()), |id| record.node(*id).parent());
    up.find(stands_aside)
}

/// Returns the number of moves from `first` on, and the number of comments on them.
fn size_of(record: &Record, first: NodeId) -> (usize, usize) {
    let (mut moves, mut comments) = (0, 0);
    let mut open = vec![first];
    while let Some(node) = open.pop() {
        let node = record.node(node);
        moves += 1;
        comments += usize::from(!node.notes().comment.is_empty());
        open.extend(node.children());
    }
    (moves, comments)
}
