//! A row of the list: picture of the last position, players, result, length and date, and a menu.

use super::{FinishedFile, FinishedRequest};
use crate::ui::board::thumbnail::Thumbnail;
use crate::ui::toolkit::prelude::*;
use gtk::glib::BoxedAnyObject;

mod imp {
    use super::*;

    template! {
        FinishedRow "/io/github/chuhe/Chuhe/ui/finished_row.ui" {
            picture: Thumbnail,
            warning: gtk::Image,
            title: gtk::Label,
            result: gtk::Label,
            about: gtk::Label,
            more: gtk::MenuButton,
            menu: gio::MenuModel,
        } {
            item: RefCell<Option<BoxedAnyObject>>,
        }
    }

    class!(FinishedRow "XqFinishedRow" adw::Bin, template, |klass| {
        Thumbnail::ensure_type();
        for (action, request) in FinishedRequest::ACTIONS {
            klass.install_action(action, None, move |row, _, _| {
                row.emit_requested(request);
            });
        }
    }; WidgetImpl BinImpl);

    impl ObjectImpl for FinishedRow {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            // Of the many rows, few ever show their menus.
            let menu = self.menu.clone();
            self.more.set_create_popup_func(move |button| {
                if button.menu_model().is_none() {
                    button.set_menu_model(Some(&menu));
                }
            });
            let click = gtk::GestureClick::builder()
                .button(gdk::BUTTON_SECONDARY)
                .build();
            click.connect_pressed(weak!(self.obj(), |row, _, _, _, _| row.show_menu()));
            self.obj().add_controller(click);
        }
    }
}

widget! {
    /// A row of the list of finished games.
    FinishedRow Bin
}

impl FinishedRow {
    signals! {
        "requested"(request: FinishedRequest) connect_requested emit_requested;
    }

    /// Shows a file in a place of the list.
    pub(super) fn bind(&self, place: &gtk::ListItem, item: &BoxedAnyObject) {
        let imp = self.imp();
        imp.item.replace(Some(item.clone()));
        let file = item.borrow::<FinishedFile>();
        let (said, game) = (&file.said, file.game.as_ref());
        if let Some(game) = game {
            imp.picture.show(&game.last, game.moves.last().copied());
        }
        imp.picture.set_visible(game.is_some());
        imp.warning.set_visible(game.is_none());
        imp.title.set_label(&said.title);
        imp.result.set_label(&said.result);
        imp.about.set_label(&said.about);
        place.set_activatable(game.is_some());
        for (action, request) in FinishedRequest::ACTIONS {
            let can = match request {
                FinishedRequest::Delete => true,
                FinishedRequest::Players => file.names().is_some(),
                _ => game.is_some(),
            };
            self.action_set_enabled(action, can);
        }
        a11y::name_row(place, self, &said.spoken);
    }

    pub(super) fn item(&self) -> Option<BoxedAnyObject> {
        self.imp().item.borrow().clone()
    }

    pub(super) fn show_menu(&self) {
        self.imp().more.popup();
    }
}
