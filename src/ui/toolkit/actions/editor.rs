//! Actions of the position editor.

use super::shortcut;
use crate::words::actions;
use gtk::prelude::*;

/// Action on the position as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum EditorAction {
    Undo,
    Redo,
    Start,
    Clear,
    Mirror,
    Swap,
    Turn,
    Flip,
    Copy,
    Paste,
    Play,
    Shortcuts,
}

impl EditorAction {
    pub(in crate::ui) const ALL: [Self; 12] = [
        Self::Undo,
        Self::Redo,
        Self::Start,
        Self::Clear,
        Self::Mirror,
        Self::Swap,
        Self::Turn,
        Self::Flip,
        Self::Copy,
        Self::Paste,
        Self::Play,
        Self::Shortcuts,
    ];

    /// Name with the prefix of the editor's actions.
    pub(in crate::ui) const fn name(self) -> &'static str {
        match self {
            Self::Undo => "editor.undo",
            Self::Redo => "editor.redo",
            Self::Start => "editor.start",
            Self::Clear => "editor.clear",
            Self::Mirror => "editor.mirror",
            Self::Swap => "editor.swap",
            Self::Turn => "editor.turn",
            Self::Flip => "editor.flip",
            Self::Copy => "editor.copy",
            Self::Paste => "editor.paste",
            Self::Play => "editor.play",
            Self::Shortcuts => "editor.shortcuts",
        }
    }

    /// Keys, unless the focused widget takes them.
    pub(in crate::ui) const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Undo => &["<Control>z"],
            Self::Redo => &["<Control><Shift>z", "<Control>y"],
            Self::Start => &["<Control>Home"],
            Self::Clear => &["<Control>Delete"],
            Self::Mirror => &["m"],
            Self::Swap => &["x"],
            Self::Turn => &["t"],
            Self::Flip => &["f"],
            Self::Copy => &["<Control>c"],
            Self::Paste => &["<Control>v"],
            Self::Play => &["<Control>Return", "<Control>KP_Enter"],
            Self::Shortcuts => &["<Control>question", "<Control>slash"],
        }
    }

    /// Title in the shortcuts window.
    pub(in crate::ui) fn title(self) -> &'static str {
        match self {
            Self::Undo => actions::undo_change(),
            Self::Redo => actions::redo_change(),
            Self::Start => actions::start(),
            Self::Clear => actions::clear(),
            Self::Mirror => actions::mirror(),
            Self::Swap => actions::swap(),
            Self::Turn => actions::turn(),
            Self::Flip => actions::flip(),
            Self::Copy => actions::copy_position(),
            Self::Paste => actions::paste_position(),
            Self::Play => actions::play(),
            Self::Shortcuts => actions::shortcuts(),
        }
    }
}

/// Keys of all editor actions, offered once the focused widget has not taken them: an entry, say.
pub(in crate::ui) fn editor_keys() -> gtk::ShortcutController {
    let controller = gtk::ShortcutController::new();
    controller.set_propagation_phase(gtk::PropagationPhase::Bubble);
    for action in EditorAction::ALL {
        for key in action.keys() {
            let run = gtk::NamedAction::new(action.name());
            controller.add_shortcut(shortcut(key, run));
        }
    }
    controller
}
