//! Questions: a dialog over the window, and the answer to be awaited.

use crate::words;
use adw::prelude::*;
use futures_channel::oneshot;
use gtk::glib;
use std::cell::Cell;

/// One answer to a question.
pub(in crate::ui) struct Answer {
    pub(in crate::ui) id: &'static str,
    pub(in crate::ui) label: String,
    pub(in crate::ui) looks: adw::ResponseAppearance,
}

impl Answer {
    pub(in crate::ui) fn new(id: &'static str, label: impl Into<String>) -> Self {
        Self {
            id,
            label: label.into(),
            looks: adw::ResponseAppearance::Default,
        }
    }

    pub(in crate::ui) fn suggested(id: &'static str, label: impl Into<String>) -> Self {
        Self {
            looks: adw::ResponseAppearance::Suggested,
            ..Self::new(id, label)
        }
    }

    pub(in crate::ui) fn destructive(id: &'static str, label: impl Into<String>) -> Self {
        Self {
            looks: adw::ResponseAppearance::Destructive,
            ..Self::new(id, label)
        }
    }
}

/// Answer of a dismissed dialog, and the first of every question.
pub(in crate::ui) const CANCEL: &str = "cancel";

/// Asks and waits for the answer: the id of one of `answers`, or [`CANCEL`] when the dialog is dismissed.
/// The last answer is what Enter gives, unless it destroys something.
pub(in crate::ui) async fn ask(
    parent: &impl IsA<gtk::Window>,
    heading: &str,
    body: &str,
    answers: &[Answer],
) -> String {
    let dialog = adw::MessageDialog::new(Some(parent), Some(heading), Some(body));
    for answer in answers {
        dialog.add_response(answer.id, &answer.label);
        dialog.set_response_appearance(answer.id, answer.looks);
    }
    dialog.set_close_response(CANCEL);
    // What cannot be undone is not done by a hasty Enter.
    let harmless = |answer: &&Answer| answer.looks != adw::ResponseAppearance::Destructive;
    if let Some(last) = answers.last().filter(harmless) {
        dialog.set_default_response(Some(last.id));
    }
    let (sender, answer) = oneshot::channel();
    let sender = Cell::new(Some(sender));
    dialog.connect_response(None, move |_, id| {
        if let Some(sender) = sender.take() {
            // The window that asked may be gone by now.
            let _ = sender.send(id.to_owned());
        }
    });
    dialog.present();
    answer.await.unwrap_or_else(|_| CANCEL.to_owned())
}

/// Tells something that must not be missed.
pub(in crate::ui) fn tell(parent: &impl IsA<gtk::Window>, heading: &str, body: &str) {
    let parent: gtk::Window = parent.clone().upcast();
    let (heading, body) = (heading.to_owned(), body.to_owned());
    glib::spawn_future_local(async move {
        let close = [Answer::new(CANCEL, words::close())];
        ask(&parent, &heading, &body, &close).await;
    });
}
