//! The preferences window. Every choice applies at once.
//!
//! A row writes to the [`Settings`], either itself or through the action of a switch, and the settings notify the main
//! window, which refreshes everything including this window: so a key, a menu and the preferences never differ.
//! CONTRIBUTING.md lists what a new preference needs; its row goes under General if it is about the whole program, under
//! Moves if it is about notation. Pieces and board are chosen with pictures, on a page that is a widget of its own.

mod engines_page;
mod look_chooser;

use crate::record::notation::{MoveText, Script};
use crate::scene::LookChoice;
use crate::ui::platform::settings::{ColorScheme, Preference, Settings};
use crate::ui::toolkit::choices::set_switch_role;
use crate::ui::toolkit::combo_row::{fill, select, selected};
use crate::ui::toolkit::prelude::*;
use crate::ui::toolkit::{choices, descendants, toast};
use engines_page::EnginesPage;
use look_chooser::LookChooser;

mod imp {
    use super::*;

    template! {
        PreferencesDialog "/io/github/chuhe/Chuhe/ui/preferences.ui" {
            color_scheme: adw::ComboRow,
            animation: adw::ActionRow,
            animation_switch: gtk::Switch,
            sound: adw::ActionRow,
            sound_switch: gtk::Switch,
            notations: adw::PreferencesGroup,
            scripts: adw::PreferencesGroup,
            aids: adw::ActionRow,
            aids_switch: gtk::Switch,
        } {
            script_rows: OnceCell<[adw::ActionRow; 2]>,
            /// The page for pieces and board.
            look: OnceCell<LookChooser>,
            /// The page for engines.
            engines: OnceCell<Rc<EnginesPage>>,
            settings: OnceCell<Rc<Settings>>,
        }
    }

    class!(PreferencesDialog "XqPreferences" adw::PreferencesWindow, template, |klass| {
        let control = gdk::ModifierType::CONTROL_MASK;
        klass.add_binding_action(gdk::Key::w, control, "window.close");
    }; WidgetImpl WindowImpl AdwWindowImpl PreferencesWindowImpl);

    impl ObjectImpl for PreferencesDialog {
        fn constructed(&self) {
            self.parent_constructed();
            fill(
                &self.color_scheme,
                &ColorScheme::ALL.map(|scheme| scheme.label().to_owned()),
            );
            set_switch_role(&self.animation, &self.animation_switch);
            set_switch_role(&self.sound, &self.sound_switch);
            set_switch_role(&self.aids, &self.aids_switch);
            for text in MoveText::ALL {
                let row = choice("win.notation", text.word(), words::notation_name(text));
                row.add_suffix(&sample(words::notation_example(text)));
                self.notations.add(&row);
            }
            let rows = Script::ALL.map(|script| {
                let row = choice("win.script", script.word(), words::script_name(script));
                row.add_suffix(&sample(words::script_example(script)));
                row
            });
            for row in &rows {
                self.scripts.add(row);
            }
            once(&self.script_rows, rows);
        }
    }
}

glib::wrapper! {
    /// The preferences window.
    pub struct PreferencesDialog(ObjectSubclass<imp::PreferencesDialog>)
        @extends adw::PreferencesWindow, adw::Window, gtk::Window, gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget, gtk::Native, gtk::Root, gtk::ShortcutManager;
}

impl PreferencesDialog {
    /// Creates the preferences of a window, whose actions the rows use.
    pub fn new(parent: &impl IsA<gtk::ApplicationWindow>, settings: &Rc<Settings>) -> Self {
        let parent = parent.upcast_ref();
        let dialog: Self = glib::Object::builder()
            .property("transient-for", parent)
            .property("destroy-with-parent", true)
            // Hidden rather than destroyed: libadwaita 1.2 leaks the pages of a destroyed window.
            .property("hide-on-close", true)
            .build();
        once(&dialog.imp().settings, settings.clone());
        // Reopens in its initial state.
        dialog.connect_hide(|dialog| {
            let first_row = &dialog.imp().color_scheme;
            let first = first_row.ancestor(adw::PreferencesPage::static_type());
            if let Some(first) = first.and_downcast_ref::<adw::PreferencesPage>() {
                dialog.set_visible_page(first);
            }
            GtkWindowExt::set_focus(dialog, None::<&gtk::Widget>);
        });
        // Newer windows choose an initial focus only when first shown.
        dialog.connect_map(|dialog| {
            if GtkWindowExt::focus(dialog).is_none()
                && let Some(page) = dialog.visible_page()
            {
                page.child_focus(gtk::DirectionType::TabForward);
            }
        });
        dialog.insert_action_group("win", Some(parent));
        descendants::allow_narrow(&dialog);
        let colors = &dialog.imp().color_scheme;
        colors.connect_selected_notify(glib::clone!(
            #[strong]
            settings,
            move |row| {
                if let Some(scheme) = selected(row, &ColorScheme::ALL) {
                    settings.choose(Preference::Colors(scheme));
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
        let engines = EnginesPage::add_to(&dialog, settings);
        once(&dialog.imp().engines, engines);
        dialog
    }

    /// Adds the page for the look of pieces and board.
    fn add_look(&self) {
        let look = LookChooser::new(LookChoice::default());
        look.connect_chosen(weak!(self, |dialog, look| dialog
            .settings()
            .choose(Preference::Look(look.choice()))));
        self.add(&look);
        once(&self.imp().look, look);
    }

    /// Opens the page for pieces and board, with the chosen pieces focused.
    pub fn show_look(&self) {
        if let Some(look) = self.imp().look.get() {
            self.set_visible_page(look);
            look.focus_choice();
        }
    }

    fn settings(&self) -> &Settings {
        let settings = self.imp().settings.get();
        settings.expect("the preferences have their settings")
    }

    /// Shows the current choices that are not bound to an action.
    pub fn refresh(&self) {
        let (imp, settings) = (self.imp(), self.settings());
        select(
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
        if let Some(error) = settings.take_write_error() {
            self.add_toast(adw::Toast::new(&words::preferences_unsafe(&error)));
            toast::finish(self);
        }
    }

    /// Disables the animation switch if the desktop has turned off animations.
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
}

/// Creates a row that is checked while `word` is the state of an action.
fn choice(action: &str, word: &str, name: &str) -> adw::ActionRow {
    let (row, check) = choices::row(name, "");
    check.set_action_target_value(Some(&word.to_variant()));
    check.set_action_name(Some(action));
    row
}

/// Creates the sample of a choice for the end of its row.
fn sample(text: &str) -> gtk::Label {
    let sample = gtk::Label::new(Some(text));
    sample.add_css_class("dim-label");
    sample
}
