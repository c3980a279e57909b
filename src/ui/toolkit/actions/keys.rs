//! Which keys do what, and what listens to them.

use super::Action;
use crate::record::notation::MoveText;
use crate::words;
use gtk::prelude::*;

/// The key beside the one of that name, which some keyboards lack.
pub(in crate::ui) const PAUSE_KEY: &str = "<Control><Shift>p";

impl Action {
    /// The keys that do it anywhere in the window.
    pub(in crate::ui) const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::New => &["<Control>n"],
            Self::Rematch => &["<Control>r"],
            Self::Match => &["<Control>m"],
            Self::SetUp => &["<Control>e"],
            Self::Open => &["<Control>o"],
            Self::Games => &["<Control>g"],
            Self::NextGame => &["<Control>Page_Down"],
            Self::PreviousGame => &["<Control>Page_Up"],
            Self::Save => &["<Control>s"],
            Self::SaveAs => &["<Control><Shift>s"],
            Self::Print => &["<Control>p"],
            Self::Details => &["<Alt>Return"],
            Self::Undo => &["<Control>z"],
            Self::Redo => &["<Control><Shift>z", "<Control>y"],
            Self::TypeMove => &["<Control>t"],
            Self::Pause => &["Pause", PAUSE_KEY],
            Self::First => &["<Alt>Home"],
            Self::Previous => &["<Alt>Left"],
            Self::Next => &["<Alt>Right"],
            Self::Last => &["<Alt>End"],
            Self::Comment => &["<Control><Shift>m"],
            Self::MoveList => &["F6"],
            Self::Panel => &["F9"],
            Self::FullScreen => &["F11"],
            Self::Aids => &["<Control>l"],
            Self::Preferences => &["<Control>comma"],
            Self::Help => &["F1"],
            Self::Shortcuts => &["<Control>question", "<Control>slash"],
            Self::Close => &["<Control>w"],
            Self::Quit => &["<Control>q"],
            Self::Flip
            | Self::Sound
            | Self::Ask(_)
            | Self::AnimateMoves
            | Self::Copy
            | Self::CopyPosition
            | Self::CopyPicture
            | Self::SavePicture
            | Self::SaveReplay
            | Self::Paste
            | Self::OpenFinished
            | Self::OfferDraw
            | Self::Resign
            | Self::AcceptOffer
            | Self::DeclineOffer
            | Self::ShowCycle
            | Self::TakeBackRuled
            | Self::AcceptRuling
            | Self::BackToGame
            | Self::Promote
            | Self::DeleteVariation
            | Self::Look
            | Self::About => &[],
        }
    }

    /// Keys that do it unless whatever has the focus wants them, a name being typed say.
    pub(in crate::ui) const fn plain_keys(self) -> &'static [&'static str] {
        match self {
            Self::Flip => &["f"],
            Self::Ask(question) => question.keys(),
            Self::Sound => &["m"],
            Self::Copy => &["<Control>c"],
            Self::CopyPosition => &["<Control><Shift>c"],
            Self::Paste => &["<Control>v"],
            Self::First => &["Home"],
            Self::Last => &["End"],
            Self::Previous => &["Page_Up"],
            Self::Next => &["Page_Down"],
            _ => &[],
        }
    }

    /// Keys one after the other that do it, as the shortcuts window writes them.
    pub(in crate::ui) const fn key_sequences(self) -> &'static [&'static str] {
        match self {
            Self::Ask(question) => question.key_sequences(),
            _ => &[],
        }
    }
}

/// Has a key, as GTK writes them, do something.
pub(in crate::ui) fn shortcut(key: &str, does: impl IsA<gtk::ShortcutAction>) -> gtk::Shortcut {
    gtk::Shortcut::new(gtk::ShortcutTrigger::parse_string(key), Some(does))
}

/// The keys without a modifier, which wait until nothing else has taken them.
pub(in crate::ui) fn plain() -> gtk::ShortcutController {
    let controller = gtk::ShortcutController::new();
    controller.set_propagation_phase(gtk::PropagationPhase::Bubble);
    for action in Action::ALL {
        for key in action.plain_keys() {
            let name = format!("win.{}", action.name());
            let run = gtk::NamedAction::new(&name);
            controller.add_shortcut(shortcut(key, run));
        }
    }
    controller
}

/// Tooltip of a button, with the key that does the same.
pub(in crate::ui) fn tooltip(about: &str, key: &str) -> String {
    match gtk::accelerator_parse(key) {
        Some((key, modifiers)) => {
            words::with_key(about, &gtk::accelerator_get_label(key, modifiers))
        }
        None => about.to_owned(),
    }
}

/// A label without its access key, and what is pressed for that.
pub(in crate::ui) fn access_tooltip(label: &str) -> String {
    let key = label
        .split_once('_')
        .and_then(|(_, rest)| rest.chars().next());
    let about = words::without_key(label);
    match key {
        Some(key) => tooltip(&about, &format!("<Alt>{}", key.to_ascii_lowercase())),
        None => about,
    }
}

/// Has a button that says what it is for tell the key that does the same.
pub(in crate::ui) fn tell_key(button: &impl IsA<gtk::Widget>, key: &str) {
    if let Some(about) = button.tooltip_text() {
        button.set_tooltip_text(Some(&tooltip(&about, key)));
    }
}

/// The keys that close a window which lies over the board.
pub(in crate::ui) fn closing_keys() -> gtk::ShortcutController {
    let controller = gtk::ShortcutController::new();
    for key in ["Escape", "<Control>w"] {
        controller.add_shortcut(shortcut(key, gtk::NamedAction::new("window.close")));
    }
    controller
}

/// The key that chooses a notation: they are numbered as their buttons stand over the list of moves, the one that not
/// everybody has coming last.
pub(in crate::ui) const fn notation_key(text: MoveText) -> &'static str {
    match text {
        MoveText::Both => "<Control>1",
        MoveText::Chinese => "<Control>2",
        MoveText::Wxf => "<Control>3",
        MoveText::Coordinates => "<Control>4",
        MoveText::Vietnamese => "<Control>5",
    }
}

/// Binds the keys of every action.
pub(in crate::ui) fn bind(app: &impl IsA<gtk::Application>) {
    for action in Action::ALL {
        let name = format!("win.{}", action.name());
        app.set_accels_for_action(&name, action.keys());
    }
    for text in MoveText::ALL {
        let name = format!("win.notation::{}", text.word());
        app.set_accels_for_action(&name, &[notation_key(text)]);
    }
}
