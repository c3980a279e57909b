//! Button of the main menu, whose menu is created when it is first opened: it takes longer than the rest of the header
//! bar.

use crate::ui::flows::list_recent_files;
use crate::ui::toolkit::naming;
use crate::ui::toolkit::prelude::*;

mod imp {
    use super::*;

    template! {
        MainMenu "/io/github/chuhe/Chuhe/ui/main_menu.ui" {
            button: gtk::MenuButton,
            primary_menu: gio::Menu,
            recent_menu: gio::Menu,
        } {
            /// Focus before the menu was opened.
            focus_before: glib::WeakRef<gtk::Widget>,
        }
    }

    class!(MainMenu "XqMainMenu" adw::Bin, template; WidgetImpl BinImpl);

    impl ObjectImpl for MainMenu {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            let prepare = weak!(self.obj(), |menu, _: &gtk::MenuButton| menu.prepare());
            self.button.set_create_popup_func(prepare);
        }
    }
}

widget! {
    /// The main menu.
    MainMenu Bin
}

impl MainMenu {
    signals! {
        /// Emitted when the menu has closed and no widget has the focus.
        "focus-lost" connect_focus_lost emit_focus_lost;
    }

    fn focus(&self) -> Option<gtk::Widget> {
        self.root().and_then(|root| root.focus())
    }

    fn prepare(&self) {
        let imp = self.imp();
        imp.focus_before.set(self.focus().as_ref());
        list_recent_files(&imp.recent_menu);
        if imp.button.menu_model().is_none() {
            imp.button.set_menu_model(Some(&*imp.primary_menu));
            self.keep_focus();
            imp.button.popover().iter().for_each(naming::name_menu);
        }
    }

    /// Restores the focus after the menu has closed. Once a submenu was open, GTK 4.8 leaves the focus on an invisible
    /// item, which swallows all keys; newer versions leave it on the menu button.
    fn keep_focus(&self) {
        let Some(popover) = self.imp().button.popover() else {
            return;
        };
        popover.connect_closed(weak!(self, |menu, _| {
            // The chosen action runs after this, and may move the focus elsewhere.
            glib::idle_add_local_once(weak!(menu, |menu| menu.restore_focus()));
        }));
    }

    fn restore_focus(&self) {
        let is_lost =
            |focus: gtk::Widget| !focus.is_mapped() || focus.is_ancestor(&*self.imp().button);
        let before = self.imp().focus_before.upgrade();
        if self.focus().is_none_or(is_lost)
            && !before.is_some_and(|before| before.is_mapped() && before.grab_focus())
        {
            self.emit_focus_lost();
        }
    }
}
