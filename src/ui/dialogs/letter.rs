//! The letter to a friend before it is copied: a word can be added.

use crate::ui::toolkit::naming;
use crate::ui::toolkit::prelude::*;

mod imp {
    use super::*;

    template! {
        LetterDialog "/io/github/chuhe/Chuhe/ui/letter.ui" {
            group: adw::PreferencesGroup,
            word: adw::EntryRow,
            text: gtk::Label,
            copy: gtk::Button,
        } {}
    }

    class!(LetterDialog "XqLetterDialog" adw::Window, template with closes, |klass| {
        klass.install_action("letter.copy", None, |dialog, _, _| {
            dialog.emit_chosen();
            dialog.close();
        });
    }; WidgetImpl WindowImpl AdwWindowImpl);

    impl ObjectImpl for LetterDialog {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            a11y::set_label(&*self.text, words::letter_text());
            naming::expose_entry(&self.word, &words::without_key(&self.word.title()));
        }
    }
}

widget! {
    /// The dialog of a letter.
    LetterDialog Window
}

impl LetterDialog {
    /// Creates the dialog over a window. `about` says what the letter does; `write` returns its text with a word.
    pub fn new(
        parent: &impl IsA<gtk::Window>,
        about: &str,
        write: impl Fn(&str) -> String + 'static,
    ) -> Self {
        let dialog = Self::over(parent);
        let imp = dialog.imp();
        imp.group.set_description(Some(about));
        a11y::set_description(&dialog, about);
        imp.text.set_text(&write(""));
        let text = imp.text.clone();
        imp.word
            .connect_changed(move |word| text.set_text(&write(&word.text())));
        imp.copy.grab_focus();
        dialog
    }

    /// The word to the friend.
    pub fn word(&self) -> String {
        self.imp().word.text().into()
    }

    signals! {
        "chosen" connect_chosen emit_chosen;
    }
}
