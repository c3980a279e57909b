//! Questions as dialogs with awaitable answers.

use super::widgets::KeyGuard;
use super::{a11y, announce};
use crate::ui::platform::prelude::*;
use futures_channel::oneshot;

/// Maximum length of a body without scrolling, in characters, and the height of a scrolling one, in pixels.
const MAX_BODY: usize = 500;
const MAX_HEIGHT: i32 = 260;
/// Response ID of the closing answer.
const CLOSE: &str = "close";
/// Minimum width of a scrolling body.
const MIN_CHARS: i32 = 20;
const MAX_CHARS: i32 = 52;

/// One answer to a question.
#[derive(Clone, Debug)]
pub struct Answer<T> {
    value: T,
    label: String,
    looks: adw::ResponseAppearance,
}

impl<T> Answer<T> {
    pub fn new(value: T, label: impl Into<String>) -> Self {
        Self {
            value,
            label: label.into(),
            looks: adw::ResponseAppearance::Default,
        }
    }

    pub fn suggested(value: T, label: impl Into<String>) -> Self {
        Self {
            looks: adw::ResponseAppearance::Suggested,
            ..Self::new(value, label)
        }
    }

    pub fn destructive(value: T, label: impl Into<String>) -> Self {
        Self {
            looks: adw::ResponseAppearance::Destructive,
            ..Self::new(value, label)
        }
    }
}

/// Asks a question; `None` if it is canceled or dismissed. Enter gives the last answer, unless it is destructive.
pub async fn ask<T: Copy>(
    parent: &impl IsA<gtk::Window>,
    heading: &str,
    body: &str,
    answers: &[Answer<T>],
) -> Option<T> {
    show(parent, (heading, body), words::cancel(), answers).await
}

/// Asks to choose one of several equal answers, which lie below each other in the same order in any window; `None` if
/// it is canceled or dismissed, which is also what Enter does.
pub async fn choose<T: Copy>(
    parent: &impl IsA<gtk::Window>,
    heading: &str,
    body: &str,
    peers: &[Answer<T>],
) -> Option<T> {
    let (dialog, answer) = dialog(parent, (heading, body), words::cancel());
    let list = gtk::Box::new(gtk::Orientation::Vertical, 8);
    for (id, peer) in peers.iter().enumerate() {
        let button = gtk::Button::builder().build();
        a11y::name_button(&button, &peer.label);
        // A long name must not make the dialog wider than a narrow screen.
        if let Some(label) = button.child().and_downcast::<gtk::Label>() {
            label.set_wrap(true);
            label.set_wrap_mode(gtk::pango::WrapMode::WordChar);
            label.set_justify(gtk::Justification::Center);
            label.set_max_width_chars(MIN_CHARS);
        }
        if peer.looks == adw::ResponseAppearance::Destructive {
            button.add_css_class("destructive-action");
        }
        let respond = weak!(dialog, |dialog, _: &gtk::Button| dialog
            .response(&id.to_string()));
        button.connect_clicked(respond);
        list.append(&button);
    }
    dialog.set_extra_child(Some(&list));
    dialog.set_default_response(Some(CLOSE));
    announce::present(&dialog);
    // Enter would press the first of them.
    if let Some(close) = dialog.default_widget() {
        close.grab_focus();
    }
    let _open = Open(dialog);
    let chosen = answer.await.ok().flatten()?;
    peers.get(chosen).map(|peer| peer.value)
}

/// Shows an alert.
pub fn tell(parent: &impl IsA<gtk::Window>, heading: &str, body: &str) {
    let parent: gtk::Window = parent.clone().upcast();
    let (heading, body) = (heading.to_owned(), body.to_owned());
    glib::spawn_future_local(async move {
        show::<()>(&parent, (&heading, &body), words::close(), &[]).await
    });
}

/// Shows an alert with an answer that continues from there. Returns whether it is given.
pub async fn tell_and_offer(
    parent: &impl IsA<gtk::Window>,
    heading: &str,
    body: &str,
    answer: Answer<()>,
) -> bool {
    ask_either(parent, heading, body, (words::close(), answer)).await
}

/// Asks a question with two answers. Returns whether it is the second; dismissing the dialog gives the first.
pub async fn ask_either(
    parent: &impl IsA<gtk::Window>,
    heading: &str,
    body: &str,
    (first, second): (&str, Answer<()>),
) -> bool {
    let given = show(parent, (heading, body), first, &[second]).await;
    given.is_some()
}

/// Asks a question, or shows an alert if there is no second answer, which may appear under somebody’s typing: the keys of
/// that do not answer it. Returns whether the second answer is given.
pub async fn ask_unprompted(
    parent: &impl IsA<gtk::Window>,
    heading: &str,
    body: &str,
    (first, second): (&str, Option<Answer<()>>),
) -> bool {
    let (dialog, answer) = dialog(parent, (heading, body), first);
    let guard = KeyGuard::default();
    guard.watch(&dialog, |_| true);
    dialog.connect_map(move |_| guard.arm());
    let given = show_with(dialog, answer, second.as_slice()).await;
    given.is_some()
}

/// Shows an alert until its button is pressed, or the future is dropped.
pub async fn tell_waiting(
    parent: &impl IsA<gtk::Window>,
    heading: &str,
    body: &str,
    give_up: &str,
) {
    show::<()>(parent, (heading, body), give_up, &[]).await;
}

/// Dialog that is closed when the future of its question is dropped.
struct Open(adw::MessageDialog);

impl Drop for Open {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// Creates a scrolling text: a dialog is as high as its body, even if the screen is not.
fn scrolling(body: &str) -> gtk::ScrolledWindow {
    let label = gtk::Label::builder()
        .label(body)
        .wrap(true)
        .width_chars(MIN_CHARS)
        .max_width_chars(MAX_CHARS)
        .xalign(0.0)
        .build();
    gtk::ScrolledWindow::builder()
        .hscrollbar_policy(gtk::PolicyType::Never)
        .propagate_natural_height(true)
        .max_content_height(MAX_HEIGHT)
        .child(&label)
        .build()
}

/// Creates a dialog with its closing answer, and the cell for the index of any other answer given.
fn dialog(
    parent: &impl IsA<gtk::Window>,
    (heading, body): (&str, &str),
    close: &str,
) -> (adw::MessageDialog, oneshot::Receiver<Option<usize>>) {
    let dialog = adw::MessageDialog::new(Some(parent), Some(heading), None);
    if body.chars().count() > MAX_BODY {
        dialog.set_extra_child(Some(&scrolling(body)));
    } else {
        dialog.set_body(body);
    }
    a11y::set_description(&dialog, body);
    dialog.add_response(CLOSE, close);
    dialog.set_close_response(CLOSE);
    let (sender, answer) = oneshot::channel();
    let sender = Cell::new(Some(sender));
    dialog.connect_response(None, move |_, id| {
        if let Some(sender) = sender.take() {
            // The parent window may be closed by now.
            let _ = sender.send(id.parse::<usize>().ok());
        }
    });
    (dialog, answer)
}

/// Shows a dialog with a closing answer before the others.
async fn show<T: Copy>(
    parent: &impl IsA<gtk::Window>,
    texts: (&str, &str),
    close: &str,
    answers: &[Answer<T>],
) -> Option<T> {
    let (dialog, answer) = dialog(parent, texts, close);
    show_with(dialog, answer, answers).await
}

/// Shows a dialog with more answers, and waits for one.
async fn show_with<T: Copy>(
    dialog: adw::MessageDialog,
    answer: oneshot::Receiver<Option<usize>>,
    answers: &[Answer<T>],
) -> Option<T> {
    let mut default = CLOSE.to_owned();
    for (id, answer) in answers.iter().enumerate() {
        let id = id.to_string();
        dialog.add_response(&id, &answer.label);
        dialog.set_response_appearance(&id, answer.looks);
        default = id;
    }
    // Enter never triggers a destructive answer.
    let last = answers.last().map(|last| last.looks);
    if last != Some(adw::ResponseAppearance::Destructive) {
        dialog.set_default_response(Some(&default));
    }
    announce::present(&dialog);
    let _open = Open(dialog);
    let chosen = answer.await.ok().flatten()?;
    answers.get(chosen).map(|answer| answer.value)
}
