//! Has sentences read out by a screen reader, whatever has the focus.
//!
//! What is shown and has no focus is not read out: no label, no toast. GTK 4.14 and newer can be asked to say
//! something. Before, the only thing that is said unasked is a change of what is told about the widget that has the
//! focus, so for a while that becomes the announcement.
//!
//! Everything that is announced until the program comes to rest is said as one, what matters most first.

use super::a11y;
use crate::ui::platform::prelude::*;
use crate::words::{Importance, Utterance};
use std::cell::RefCell;
use std::time::{Duration, Instant};

/// How long a widget tells an announcement instead of what there is to say of itself. It is read out at once, but who
/// looks for it should still find it.
const STAY: Duration = Duration::from_secs(5);

/// For how long after the focus has moved an announcement waits. Whoever reads out then asks for all that there is to
/// say of the new widget, and would hear the announcement twice.
const SETTLE: Duration = Duration::from_millis(250);

/// How long a window waits before it opens. Whoever reads out is told of the key that opens it when the program is, and
/// asks where that key went. When the answer is a window that nothing is known of yet, it is taken for known, and its
/// title and what has the focus there are not read out.
const BEFORE_OPENING: Duration = Duration::from_millis(80);

/// Pending announcements, and the last one. All windows share one queue.
#[derive(Debug, Default)]
struct Voice {
    utterance: Utterance,
    /// Where it comes from, in case that no window is the active one.
    from: glib::WeakRef<gtk::Widget>,
    /// The widget that tells the last announcement.
    speaker: glib::WeakRef<gtk::Widget>,
    rest: Option<glib::SourceId>,
    is_due: bool,
    /// When the focus moved last.
    moved: Option<Instant>,
}

thread_local! {
    static VOICE: RefCell<Voice> = RefCell::default();
}

/// Has a sentence read out, with all else that is announced just now.
pub fn announce(from: &impl IsA<gtk::Widget>, importance: Importance, sentence: &str) {
    let is_first = VOICE.with_borrow_mut(|voice| {
        voice.utterance.add(importance, sentence);
        voice.from.set(Some(from.upcast_ref()));
        !std::mem::replace(&mut voice.is_due, true)
    });
    if is_first {
        // After whatever changes with it, and before the next picture.
        glib::idle_add_local_full(glib::Priority::HIGH_IDLE, || {
            let moved = VOICE.with_borrow(|voice| voice.moved);
            match SETTLE.checked_sub(moved.map_or(SETTLE, |moved| moved.elapsed())) {
                Some(wait) if !wait.is_zero() => {
                    glib::timeout_add_local_once(wait, speak);
                }
                _ => speak(),
            }
            glib::ControlFlow::Break
        });
    }
}

/// Takes back what matters less than this, such as the answer to a key that turned out to begin a move: whoever types
/// would hear it instead of what is understood.
pub fn drop_below(importance: Importance) {
    VOICE.with_borrow_mut(|voice| voice.utterance.drop_below(importance));
}

fn speak() {
    let (sentence, from) = VOICE.with_borrow_mut(|voice| {
        voice.is_due = false;
        (voice.utterance.take(), voice.from.upgrade())
    });
    if let Some(speaker) = from.and_then(|from| listened_to(&from)) {
        tell(&speaker, &sentence);
    }
}

/// Gives the focus to a widget and has it tell what is announced just now: it is read out once, after the name.
pub fn announce_with(speaker: &impl IsA<gtk::Widget>, focus: impl FnOnce()) {
    let sentence = VOICE.with_borrow_mut(|voice| voice.utterance.take());
    if a11y::can_announce() {
        focus();
        tell(speaker.as_ref(), &sentence);
    } else {
        // Whoever reads out learns of the announcement while something else has the focus, and says nothing of it.
        tell(speaker.as_ref(), &sentence);
        focus();
    }
}

fn tell(speaker: &gtk::Widget, sentence: &str) {
    if sentence.is_empty() || a11y::announce(speaker, sentence) {
        return;
    }
    fall_silent();
    a11y::tell_instead(speaker, sentence);
    let rest = glib::timeout_add_local_once(STAY, || {
        VOICE.with_borrow_mut(|voice| voice.rest.take());
        fall_silent();
    });
    VOICE.with_borrow_mut(|voice| {
        voice.speaker.set(Some(speaker));
        voice.rest = Some(rest);
    });
}

/// Ends the last announcement. While its widget has the focus, that tells nothing: an empty text is not read out, but
/// what there is to say of the widget would be.
fn fall_silent() {
    let (speaker, rest) =
        VOICE.with_borrow_mut(|voice| (voice.speaker.upgrade(), voice.rest.take()));
    if let Some(rest) = rest {
        rest.remove();
    }
    match speaker {
        Some(speaker) if has_focus(&speaker) => a11y::end_announcement(&speaker),
        Some(speaker) => a11y::tell_description(&speaker),
        None => {}
    }
}

/// Opens a window so that it is read out.
pub fn present(window: &impl IsA<gtk::Window>) {
    let window = window.upcast_ref::<gtk::Window>();
    // One whose parent has gone meanwhile has nowhere to be.
    let had_parent = window.transient_for().is_some();
    glib::timeout_add_local_once(
        BEFORE_OPENING,
        weak!(window, |window| {
            if window.transient_for().is_some() == had_parent {
                window.present();
            }
        }),
    );
}

/// To be called when the focus has moved: the widget that told an announcement tells of itself again. Whoever reads
/// out must know of the move first.
pub fn focus_moved() {
    VOICE.with_borrow_mut(|voice| voice.moved = Some(Instant::now()));
    glib::idle_add_local_once(|| {
        let speaker = VOICE.with_borrow(|voice| voice.speaker.upgrade());
        if speaker.is_some_and(|speaker| !has_focus(&speaker)) {
            fall_silent();
        }
    });
}

/// Whether a widget, or the text within it, has the focus of its window.
fn has_focus(widget: &gtk::Widget) -> bool {
    let focus = widget.root().and_then(|root| root.focus());
    focus.is_some_and(|focus| focus == *widget || focus.is_ancestor(widget))
}

/// The widget that has the attention of a screen reader: the focus of the window that is in use.
fn listened_to(from: &gtk::Widget) -> Option<gtk::Widget> {
    let windows = gtk::Window::list_toplevels().into_iter();
    let active = windows
        .filter_map(|window| window.downcast::<gtk::Window>().ok())
        // One that is hidden to be shown again stays active.
        .find(|window| window.is_active() && window.is_mapped());
    let window = active.or_else(|| from.root().and_downcast())?;
    let mut focus = GtkWindowExt::focus(&window).unwrap_or_else(|| window.clone().upcast());
    // The text within an entry has the focus, but it is the entry that is known to others.
    while focus.property::<gtk::AccessibleRole>("accessible-role") == gtk::AccessibleRole::None {
        focus = focus.parent()?;
    }
    Some(focus)
}
