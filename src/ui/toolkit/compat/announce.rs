//! Announcements to screen readers, independent of the focus.
//!
//! Labels and toasts without the focus are not read out. GTK 4.14 and newer can announce texts. With older ones, only
//! changes of the focused widget's description are read out, so it is temporarily replaced by the announcement.
//!
//! All announcements until the main loop is idle are merged into one, the most important first.
//!
//! The detour by descriptions goes with GTK 4.14, which has `gtk_accessible_announce`.

use super::a11y;
use crate::ui::platform::assistive;
use crate::ui::platform::prelude::*;
use crate::words::Utterance;
use std::time::Instant;

/// Time for which an announcement replaces the description. It is read out at once, but stays available for a moment.
const ANNOUNCEMENT_TIMEOUT: Duration = Duration::from_secs(5);

/// Delay of announcements after a focus change. Screen readers then query the newly focused widget, and would read the
/// announcement twice.
const SETTLE: Duration = Duration::from_millis(250);

/// Delay before a window opens, if someone listens. Screen readers handle the key press that opens it concurrently, and
/// query the focus. If the response is an unknown window, they take it for known, and do not read out its title and
/// focus.
const BEFORE_OPENING: Duration = Duration::from_millis(80);

/// Pending announcements, and the last one. All windows share one queue.
#[derive(Debug, Default)]
struct Voice {
    utterance: Utterance,
    /// Source widget, used if no window is active.
    from: glib::WeakRef<gtk::Widget>,
    /// The widget with the last announcement.
    speaker: glib::WeakRef<gtk::Widget>,
    rest: Option<glib::SourceId>,
    is_due: bool,
    /// Time of the last focus change.
    moved: Option<Instant>,
}

thread_local! {
    static VOICE: RefCell<Voice> = RefCell::default();
}

/// Announces a sentence, merged with other pending ones.
pub fn announce(from: &impl IsA<gtk::Widget>, importance: Importance, sentence: &str) {
    let is_first = VOICE.with_borrow_mut(|voice| {
        voice.utterance.add(importance, sentence);
        voice.from.set(Some(from.upcast_ref()));
        !std::mem::replace(&mut voice.is_due, true)
    });
    if is_first {
        // After all related changes, and before the next frame.
        glib::idle_add_local_full(glib::Priority::HIGH_IDLE, || {
            speak_once_settled();
            glib::ControlFlow::Break
        });
    }
}

/// Speaks when the focus has stayed for a while: a new page may move it again.
fn speak_once_settled() {
    let moved = VOICE.with_borrow(|voice| voice.moved);
    match SETTLE.checked_sub(moved.map_or(SETTLE, |moved| moved.elapsed())) {
        Some(wait) if !wait.is_zero() => {
            glib::timeout_add_local_once(wait, speak_once_settled);
        }
        _ => speak(),
    }
}

/// Drops pending announcements of lower importance, such as the answer to a key that turned out to start a move: it
/// would replace the interpretation of the typed text.
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

/// Focuses a widget that carries the pending announcement, which is read out once, after the name.
pub fn announce_with(speaker: &impl IsA<gtk::Widget>, focus: impl FnOnce()) {
    let sentence = VOICE.with_borrow_mut(|voice| voice.utterance.take());
    if a11y::can_announce() {
        focus();
        tell(speaker.as_ref(), &sentence);
    } else {
        // Screen readers do not read a description that changes before the widget has the focus.
        tell(speaker.as_ref(), &sentence);
        focus();
    }
}

fn tell(speaker: &gtk::Widget, sentence: &str) {
    if sentence.is_empty() || a11y::announce(speaker, sentence) {
        return;
    }
    fall_silent();
    a11y::override_description(speaker, sentence);
    let rest = glib::timeout_add_local_once(ANNOUNCEMENT_TIMEOUT, || {
        VOICE.with_borrow_mut(|voice| voice.rest.take());
        fall_silent();
    });
    VOICE.with_borrow_mut(|voice| {
        voice.speaker.set(Some(speaker));
        voice.rest = Some(rest);
    });
}

/// Ends the last announcement. A focused widget keeps an empty description, since a restored one would be read out.
fn fall_silent() {
    let (speaker, rest) =
        VOICE.with_borrow_mut(|voice| (voice.speaker.upgrade(), voice.rest.take()));
    if let Some(rest) = rest {
        rest.remove();
    }
    match speaker {
        Some(speaker) if has_focus(&speaker) => a11y::end_announcement(&speaker),
        Some(speaker) => a11y::restore_description(&speaker),
        None => {}
    }
}

/// Presents a window so that screen readers read it out.
pub fn present(window: &impl IsA<gtk::Window>) {
    let window = window.upcast_ref::<gtk::Window>();
    if !assistive::is_used() {
        return present_now(window);
    }
    // A window whose parent has closed in the meantime is not shown.
    let had_parent = window.transient_for().is_some();
    glib::timeout_add_local_once(
        BEFORE_OPENING,
        weak!(window, |window| {
            if window.transient_for().is_some() == had_parent {
                present_now(&window);
            }
        }),
    );
}

fn present_now(window: &gtk::Window) {
    focus_when_active(window);
    window.present();
}

/// Focuses the initial focus of a window again once the window is active. Screen readers read out the title, the text
/// and the focus of a window when they are told of a focus in it, but GTK 4.8 tells of the initial one before the window
/// is known, or not at all.
fn focus_when_active(window: &gtk::Window) {
    let waiting = Rc::new(Cell::new(None));
    let found = waiting.clone();
    let id = window.connect_is_active_notify(move |window| {
        if !window.is_active() {
            return;
        }
        if let Some(id) = found.take() {
            window.disconnect(id);
        }
        // After the window itself has been reported.
        glib::idle_add_local_once(weak!(window, |window| {
            if let Some(focus) = GtkWindowExt::focus(&window) {
                GtkWindowExt::set_focus(&window, None::<&gtk::Widget>);
                match focus.downcast_ref::<gtk::Text>() {
                    // What has been typed by now must not be selected, or the next letter replaces it.
                    Some(text) => drop(text.grab_focus_without_selecting()),
                    None => drop(focus.grab_focus()),
                }
            }
        }));
    });
    waiting.set(Some(id));
}

/// Must be called when the focus has moved: restores the description of the widget with the last announcement, once
/// screen readers know of the new focus.
pub fn focus_moved() {
    VOICE.with_borrow_mut(|voice| voice.moved = Some(Instant::now()));
    glib::idle_add_local_once(|| {
        let speaker = VOICE.with_borrow(|voice| voice.speaker.upgrade());
        if speaker.is_some_and(|speaker| !has_focus(&speaker)) {
            fall_silent();
        }
    });
}

/// Whether a widget, or the text inside it, is the focus of its window.
fn has_focus(widget: &gtk::Widget) -> bool {
    let focus = widget.root().and_then(|root| root.focus());
    focus.is_some_and(|focus| focus == *widget || focus.is_ancestor(widget))
}

/// Returns the window of this program that has the keyboard.
pub fn active_window() -> Option<gtk::Window> {
    let windows = gtk::Window::list_toplevels().into_iter();
    let mut windows = windows.filter_map(|window| window.downcast::<gtk::Window>().ok());
    // A window that is hidden for reuse stays active.
    windows.find(|window| window.is_active() && window.is_mapped())
}

/// Returns the widget that a screen reader follows: the focus of the active window.
fn listened_to(from: &gtk::Widget) -> Option<gtk::Widget> {
    let window = active_window().or_else(|| from.root().and_downcast())?;
    let mut focus = GtkWindowExt::focus(&window).unwrap_or_else(|| window.clone().upcast());
    // The text inside an entry has the focus, but only the entry is exposed.
    while focus.property::<gtk::AccessibleRole>("accessible-role") == gtk::AccessibleRole::None {
        focus = focus.parent()?;
    }
    Some(focus)
}
