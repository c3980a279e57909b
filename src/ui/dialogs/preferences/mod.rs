//! The preferences: one window, and every choice holds at once.
//!
//! A row chooses in the [`Settings`], by itself or through the action of a switch, and the settings tell the main window,
//! which shows everything as it is now: here too, so that a key, a menu and the preferences never differ. A new one
//! needs a field in `platform/settings/preferences.rs`, which makes Reset know it, a variant of `Choice`, and a row
//! in `preferences.ui`: under General what is about the whole program, under Moves what is about their notation.
//! Pieces and board are chosen by picture, on a page that is a widget of its own.

mod look_chooser;

use crate::record::notation::{MoveText, Script};
use crate::ui::platform::prelude::*;
use crate::ui::platform::settings::{self, Choice, ColorScheme, LookChoice, Settings};
use crate::ui::toolkit::offered::{chosen, offer, propose};
use crate::ui::toolkit::toast;
use crate::ui::toolkit::{a11y, below};
use look_chooser::LookChooser;
use std::rc::Rc;

mod imp {
    use super::*;
    use std::cell::{OnceCell, RefCell};

    template! {
        Preferences "/io/github/chuhe/Chuhe/ui/preferences.ui" {
            color_scheme: adw::ComboRow,
            animation: adw::ActionRow,
            animation_switch: gtk::Switch,
            sound: adw::ActionRow,
            sound_switch: gtk::Switch,
            reset: gtk::Button,
            notations: adw::PreferencesGroup,
            scripts: adw::PreferencesGroup,
            aids: adw::ActionRow,
            aids_switch: gtk::Switch,
        } {
            script_rows: OnceCell<[adw::ActionRow; 2]>,
            /// The page about pieces and board.
            look: OnceCell<LookChooser>,
            /// The offer to undo the last reset.
            undo: RefCell<Option<adw::Toast>>,
            /// Preferences before it.
            before_reset: RefCell<Option<settings::Preferences>>,
            settings: OnceCell<Rc<Settings>>,
        }
    }

    class!(Preferences "XqPreferences" adw::PreferencesWindow, template, |klass| {
        klass.install_action("preferences.reset", None, |dialog, _, _| {
            dialog.reset();
        });
        klass.install_action("preferences.undo-reset", None, |dialog, _, _| {
            dialog.undo_reset();
        });
        let control = gdk::ModifierType::CONTROL_MASK;
        klass.add_binding_action(gdk::Key::w, control, "window.close");
    }; WidgetImpl WindowImpl AdwWindowImpl PreferencesWindowImpl);

    impl ObjectImpl for Preferences {
        fn constructed(&self) {
            self.parent_constructed();
            offer(
                &self.color_scheme,
                &ColorScheme::ALL.map(|scheme| scheme.label().to_owned()),
            );
            speak_as_switch(&self.animation, &self.animation_switch);
            speak_as_switch(&self.sound, &self.sound_switch);
            speak_as_switch(&self.aids, &self.aids_switch);
            for text in MoveText::ALL {
                let row = choice("win.notation", text.word(), words::notation_name(text));
                let sample = gtk::Label::new(Some(words::notation_example(text)));
                self.notations.add(&with_sample(row, &sample));
            }
            let rows = Script::ALL.map(|script| {
                let row = choice("win.script", script.word(), words::script_name(script));
                let sample = gtk::Label::new(Some(words::script_example(script)));
                with_sample(row, &sample)
            });
            for row in &rows {
                self.scripts.add(row);
            }
            once(&self.script_rows, rows);
        }
    }
}

glib::wrapper! {
    /// The window with the preferences.
    pub struct Preferences(ObjectSubclass<imp::Preferences>)
        @extends adw::PreferencesWindow, adw::Window, gtk::Window, gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget, gtk::Native, gtk::Root, gtk::ShortcutManager;
}

impl Preferences {
    /// The preferences of a window, whose actions its rows are.
    pub fn new(parent: &impl IsA<gtk::ApplicationWindow>, settings: &Rc<Settings>) -> Self {
        let parent = parent.upcast_ref();
        let dialog: Self = glib::Object::builder()
            .property("transient-for", parent)
            .property("destroy-with-parent", true)
            // One serves again and again: libadwaita 1.2 keeps the pages of one that is gone.
            .property("hide-on-close", true)
            .build();
        once(&dialog.imp().settings, settings.clone());
        // It opens as if it were new.
        dialog.connect_hide(|dialog| {
            let first_row = &dialog.imp().color_scheme;
            let first = first_row.ancestor(adw::PreferencesPage::static_type());
            if let Some(first) = first.and_downcast_ref::<adw::PreferencesPage>() {
                dialog.set_visible_page(first);
            }
            GtkWindowExt::set_focus(dialog, None::<&gtk::Widget>);
        });
        // Newer windows look for something to have the keyboard only when they are new.
        dialog.connect_map(|dialog| {
            if GtkWindowExt::focus(dialog).is_none()
                && let Some(page) = dialog.visible_page()
            {
                page.child_focus(gtk::DirectionType::TabForward);
            }
        });
        dialog.insert_action_group("win", Some(parent));
        below::let_be_narrow(&dialog);
        let colors = &dialog.imp().color_scheme;
        colors.connect_selected_notify(glib::clone!(
            #[strong]
            settings,
            move |row| {
                if let Some(scheme) = chosen(row, &ColorScheme::ALL) {
                    settings.choose(Choice::Colors(scheme));
                }
            }
        ));
        // The desktop's settings outlive the window.
        let follow = glib::closure_local!(
            #[watch]
            dialog,
            move |_: &gtk::Settings, _: &glib::ParamSpec| dialog.tell_animation()
        );
        let system = WidgetExt::settings(&dialog);
        system.connect_closure("notify::gtk-enable-animations", false, follow);
        dialog.tell_animation();
        dialog.add_look();
        dialog
    }

    /// Adds the page on which the look of pieces and board is chosen by picture.
    fn add_look(&self) {
        let look = LookChooser::new(LookChoice::default());
        look.connect_chosen(weak!(self, |dialog, look| dialog
            .settings()
            .choose(Choice::Look(look.choice()))));
        self.add(&look);
        once(&self.imp().look, look);
    }

    /// Opens the page about pieces and board.
    pub fn show_look(&self) {
        if let Some(look) = self.imp().look.get() {
            self.set_visible_page(look);
        }
    }

    /// Gives the keyboard to that page, once it is seen: a window begins with the name of its first one.
    pub fn focus_look(&self) {
        if let Some(look) = self.imp().look.get() {
            look.child_focus(gtk::DirectionType::TabForward);
        }
    }

    fn settings(&self) -> &Settings {
        let settings = self.imp().settings.get();
        settings.expect("the preferences have their settings")
    }

    /// Shows what is chosen, where no action does so by itself.
    pub fn refresh(&self) {
        let (imp, settings) = (self.imp(), self.settings());
        propose(
            &imp.color_scheme,
            &ColorScheme::ALL,
            &settings.color_scheme(),
        );
        if let Some(look) = imp
            .look
            .get()
            .filter(|look| look.choice() != settings.look())
        {
            look.set_choice(settings.look());
        }
        let has_chinese = settings.move_style().has_chinese();
        for row in imp.script_rows.get().into_iter().flatten() {
            row.set_sensitive(has_chinese);
        }
        imp.scripts.set_description(Some(if has_chinese {
            words::script_about()
        } else {
            words::script_of_no_use()
        }));
        if settings.has_default_preferences() && imp.reset.has_focus() {
            // A button that can do nothing any more would keep the keyboard, and no key would do anything.
            imp.color_scheme.grab_focus();
        }
        self.action_set_enabled("preferences.reset", !settings.has_default_preferences());
        // What was chosen since the last reset is not to be lost by undoing it.
        if !settings.has_default_preferences()
            && let Some(undo) = imp.undo.take()
        {
            undo.dismiss();
        }
        if let Some(error) = settings.take_unkept() {
            self.add_toast(adw::Toast::new(&words::preferences_unsafe(&error)));
            toast::finish(self);
        }
    }

    /// Where the desktop has turned off all movement, there is nothing to choose.
    fn tell_animation(&self) {
        let row = &self.imp().animation;
        let moves = WidgetExt::settings(self).is_gtk_enable_animations();
        row.set_sensitive(moves);
        let about = if moves {
            words::animation_about()
        } else {
            words::animation_off()
        };
        row.set_subtitle(about);
        a11y::set_description(&**row, about);
    }

    /// Resets everything at once, and keeps what was before for as long as that can be undone.
    fn reset(&self) {
        let before = self.settings().preferences();
        self.imp().before_reset.replace(Some(before));
        self.settings()
            .set_preferences(settings::Preferences::default());
        self.offer_undo();
    }

    fn undo_reset(&self) {
        if let Some(before) = self.imp().before_reset.take() {
            self.settings().set_preferences(before);
        }
    }

    /// Tells that everything is reset, and offers to take that back.
    fn offer_undo(&self) {
        let toast = adw::Toast::builder()
            .title(words::preferences_reset())
            .button_label(words::undo_reset())
            .action_name("preferences.undo-reset")
            .timeout(10)
            .build();
        self.add_toast(toast.clone());
        toast::finish(self);
        self.imp().undo.replace(Some(toast));
    }
}

/// A row that is one of several choices: marked while its word is the state of an action. The row does what its mark
/// does, so that one of the two is enough for keys and screen readers.
fn choice(action: &str, word: &str, name: &str) -> adw::ActionRow {
    let check = gtk::CheckButton::builder()
        .valign(gtk::Align::Center)
        .can_focus(false)
        .build();
    check.set_property("accessible-role", gtk::AccessibleRole::Presentation);
    check.set_action_target_value(Some(&word.to_variant()));
    check.set_action_name(Some(action));
    let row = adw::ActionRow::builder()
        .title(name)
        .activatable_widget(&check)
        .build();
    row.set_property("accessible-role", gtk::AccessibleRole::Radio);
    row.add_prefix(&check);
    follow_mark(&row, &check, gtk::CheckButton::is_active);
    row
}

/// Puts a sample of what a row stands for at its end.
fn with_sample(row: adw::ActionRow, sample: &gtk::Label) -> adw::ActionRow {
    sample.add_css_class("dim-label");
    row.add_suffix(sample);
    row
}

/// Has a row with a switch read out as the switch that it is.
fn speak_as_switch(row: &adw::ActionRow, switch: &gtk::Switch) {
    row.set_property("accessible-role", gtk::AccessibleRole::Switch);
    a11y::set_description(row, &row.subtitle().unwrap_or_default());
    follow_mark(row, switch, gtk::Switch::is_active);
}

/// Tells assistive technology with a row whether the mark in it is set.
fn follow_mark<M: IsA<gtk::Widget>>(row: &adw::ActionRow, mark: &M, is_set: fn(&M) -> bool) {
    a11y::set_checked(row, is_set(mark));
    let tell = weak!(row, |row, mark: &M, _: &glib::ParamSpec| a11y::set_checked(
        &row,
        is_set(mark)
    ));
    mark.connect_notify_local(Some("active"), tell);
}
