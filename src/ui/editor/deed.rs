//! Everything that a button or a key can do in the position editor, in one place.

use super::Editor;
use crate::rules::Setup;
use crate::scene::Draft;
use crate::ui::actions::shortcut;
use crate::ui::shortcuts::{self, Section};
use crate::words::actions;
use gtk::prelude::*;

/// Something that can be done to the position as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Deed {
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

impl Deed {
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

    /// The name of the action of the editor.
    pub(super) const fn action(self) -> &'static str {
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

    /// The keys that do it, unless whatever has the focus wants them.
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

    /// What it does, for the shortcuts window.
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

    pub(super) fn run(self, editor: &Editor) {
        match self {
            Self::Undo => editor.edit(Draft::undo),
            Self::Redo => editor.edit(Draft::redo),
            Self::Start => editor.edit(|draft| draft.change(Setup::start())),
            Self::Clear => editor.edit(|draft| draft.change(draft.setup().cleared())),
            Self::Mirror => editor.edit(|draft| draft.change(draft.setup().mirrored())),
            Self::Swap => editor.edit(|draft| draft.change(draft.setup().with_sides_swapped())),
            Self::Turn => editor.edit(|draft| {
                let turn = draft.setup().turn;
                draft.change(draft.setup().with_turn(!turn));
            }),
            Self::Flip => editor.flip(),
            Self::Copy => editor.copy(),
            Self::Paste => editor.paste(),
            Self::Play => editor.play(),
            Self::Shortcuts => shortcuts::show(editor, Section::SettingUp),
        }
    }
}

/// The keys of all deeds, which wait until nothing else has taken them, a text being written say.
pub(super) fn keys() -> gtk::ShortcutController {
    let controller = gtk::ShortcutController::new();
    controller.set_propagation_phase(gtk::PropagationPhase::Bubble);
    for deed in Deed::ALL {
        for key in deed.keys() {
            let run = gtk::NamedAction::new(deed.action());
            controller.add_shortcut(shortcut(key, run));
        }
    }
    controller
}
