//! Seating chooser with pictures.

mod picture;

use crate::game::Seating;
use crate::ui::toolkit::access;
use crate::ui::toolkit::prelude::*;
use crate::ui::toolkit::state::speak_as_radio;
use picture::SeatingPicture;

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct SeatingChooser {
        pub(super) group: adw::PreferencesGroup,
        /// A button for each seating, in the order of the choices.
        pub(super) buttons: OnceCell<Vec<gtk::ToggleButton>>,
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
        line.set_property("accessible-role", gtk::AccessibleRole::Group);
        let mut buttons: Vec<gtk::ToggleButton> = Vec::new();
        for seating in Seating::ALL {
            let button = button(seating);
            button.set_group(buttons.first());
            button.connect_toggled(weak!(self, |chooser, button| {
                if button.is_active() {
                    let about = words::seating_about(seating);
                    chooser.imp().group.set_description(Some(about));
                }
            }));
            line.append(&button);
            buttons.push(button);
        }
        imp.group.add(&line);
        access::lead(&imp.group, &line);
        once(&imp.buttons, buttons);
        self.choose(Seating::default());
    }

    /// Selects a seating.
    pub fn choose(&self, seating: Seating) {
        let buttons = self.imp().buttons.get().into_iter().flatten();
        let mut pairs = buttons.zip(Seating::ALL);
        if let Some((button, _)) = pairs.find(|(_, offered)| *offered == seating) {
            button.set_active(true);
        }
    }

    /// Current choice.
    pub fn seating(&self) -> Seating {
        let buttons = self.imp().buttons.get().into_iter().flatten();
        let mut chosen = buttons
            .zip(Seating::ALL)
            .filter(|(button, _)| button.is_active());
        chosen.next().map_or_else(Seating::default, |(_, it)| it)
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
    content.append(&SeatingPicture::new(seating));
    content.append(&caption);
    let button = gtk::ToggleButton::builder()
        .child(&content)
        .tooltip_text(words::seating_about(seating))
        .build();
    button.add_css_class("seating");
    a11y::set_label(&button, name);
    a11y::set_description(&button, words::seating_about(seating));
    speak_as_radio(&button);
    button
}
