//! Seating chooser with pictures.

use crate::game::Seating;
use crate::ui::toolkit::choices::{Choices, choice, label_by};
use crate::ui::toolkit::prelude::*;

/// Width and height of a picture.
const PICTURE: i32 = 84;

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct SeatingChooser {
        pub(super) group: adw::PreferencesGroup,
        pub(super) choices: Choices<Seating>,
    }

    class!(SeatingChooser "XqSeatingChooser" adw::Bin; WidgetImpl BinImpl);

    impl ObjectImpl for SeatingChooser {
        fn constructed(&self) {
            self.parent_constructed();
            self.group.set_title(words::seating_title());
            self.obj().set_child(Some(&self.group));
            self.obj().add_buttons();
        }
    }
}

widget! {
    /// The seating chooser.
    SeatingChooser Bin
}

impl SeatingChooser {
    fn add_buttons(&self) {
        let imp = self.imp();
        let line = gtk::Box::builder().homogeneous(true).spacing(6).build();
        imp.group.add(&line);
        label_by(&imp.group, &line);
        for seating in Seating::ALL {
            imp.choices.add(&line, seating, &button(seating));
        }
        self.choose(Seating::default());
    }

    /// Selects a seating.
    pub fn choose(&self, seating: Seating) {
        self.imp().choices.select(Some(&seating));
    }

    /// Current choice.
    pub fn seating(&self) -> Seating {
        self.imp().choices.selected().unwrap_or_default()
    }
}

const fn icon(seating: Seating) -> &'static str {
    match seating {
        Seating::Fixed => "chuhe-seating-fixed-symbolic",
        Seating::SideBySide => "chuhe-seating-beside-symbolic",
        Seating::AcrossTable => "chuhe-seating-across-symbolic",
    }
}

/// Creates a button with a picture above its name.
fn button(seating: Seating) -> gtk::ToggleButton {
    let name = words::seating(seating);
    let caption = gtk::Label::builder()
        .label(name)
        .wrap(true)
        .justify(gtk::Justification::Center)
        .width_chars(8)
        .max_width_chars(16)
        .build();
    caption.add_css_class("caption");
    let content = gtk::Box::new(gtk::Orientation::Vertical, 4);
    let picture = gtk::Image::builder()
        .icon_name(icon(seating))
        .pixel_size(PICTURE)
        .accessible_role(gtk::AccessibleRole::Presentation)
        .build();
    content.append(&picture);
    content.append(&caption);
    choice(&content, name, words::seating_about(seating))
}
