//! The handicap row: odds, the side that gives them, and the side that moves first.

use super::odds_picture::OddsPicture;
use crate::game::{Handicap, Odds};
use crate::rules::{BySide, Side};
use crate::ui::toolkit::access;
use crate::ui::toolkit::combo_row::{select, selected};
use crate::ui::toolkit::prelude::*;
use crate::ui::toolkit::state::speak_as_radio;

mod imp {
    use super::*;

    template! {
        HandicapChooser "/io/github/chuhe/Chuhe/ui/handicap_chooser.ui" {
            pictures: gtk::FlowBox,
            giver: adw::ComboRow,
            first: adw::ComboRow,
        } {
            /// Buttons for an even game and for each of the odds.
            buttons: OnceCell<Vec<gtk::ToggleButton>>,
        }
    }

    class!(HandicapChooser "XqHandicapChooser" adw::ExpanderRow, template; WidgetImpl ListBoxRowImpl PreferencesRowImpl ExpanderRowImpl);

    impl ObjectImpl for HandicapChooser {
        fn constructed(&self) {
            self.parent_constructed();
            let chooser = self.obj();
            chooser.add_pictures();
            chooser.name_sides(&BySide::default());
            for row in [&self.giver, &self.first] {
                row.connect_selected_notify(weak!(chooser, |chooser, _| chooser.refresh()));
            }
            chooser.choose(None);
        }
    }
}

glib::wrapper! {
    /// The handicap chooser.
    pub struct HandicapChooser(ObjectSubclass<imp::HandicapChooser>)
        @extends adw::ExpanderRow, adw::PreferencesRow, gtk::ListBoxRow, gtk::Widget,
        @implements gtk::Actionable, gtk::Buildable, gtk::ConstraintTarget;
}

/// Returns the choices, an even game first.
fn offered() -> impl Iterator<Item = Option<Odds>> {
    [None].into_iter().chain(Odds::ALL.map(Some))
}

impl HandicapChooser {
    fn add_pictures(&self) {
        let imp = self.imp();
        access::let_arrows_move(&imp.pictures);
        a11y::set_label(&*imp.pictures, &words::without_key(&self.title()));
        let mut buttons: Vec<gtk::ToggleButton> = Vec::new();
        for odds in offered() {
            let (name, about) = match odds {
                Some(odds) => (words::odds(odds), words::odds_about(odds)),
                None => (words::even_game(), words::even_game_about()),
            };
            let content = gtk::Box::new(gtk::Orientation::Vertical, 4);
            content.append(&OddsPicture::new(odds));
            let label = gtk::Label::new(Some(name));
            label.set_ellipsize(gtk::pango::EllipsizeMode::End);
            content.append(&label);
            let button = gtk::ToggleButton::builder()
                .child(&content)
                .tooltip_text(about)
                .build();
            button.add_css_class("odds-choice");
            button.set_group(buttons.first());
            a11y::set_label(&button, name);
            a11y::set_description(&button, about);
            speak_as_radio(&button);
            button.connect_toggled(weak!(self, |chooser, button| {
                if button.is_active() {
                    chooser.propose_sides();
                }
            }));
            let cell = gtk::FlowBoxChild::builder()
                .focusable(false)
                .accessible_role(gtk::AccessibleRole::Group)
                .build();
            cell.set_child(Some(&button));
            imp.pictures.insert(&cell, -1);
            buttons.push(button);
        }
        once(&imp.buttons, buttons);
    }

    /// Sets the names of the sides.
    pub fn name_sides(&self, names: &BySide<String>) {
        let sides = Side::ALL.map(|side| words::side_to_choose(side, names));
        let sides = sides.each_ref().map(String::as_str);
        for row in [&self.imp().giver, &self.imp().first] {
            let selected = row.selected();
            row.set_model(Some(&gtk::StringList::new(&sides)));
            row.set_selected(selected);
        }
        self.refresh();
    }

    /// Selects a handicap; `None` is an even game.
    pub fn choose(&self, handicap: Option<Handicap>) {
        let odds = handicap.map(Handicap::odds);
        let place = offered().position(|offered| offered == odds);
        let buttons = self.imp().buttons.get();
        if let Some((place, buttons)) = place.zip(buttons) {
            buttons[place].set_active(true);
        }
        self.choose_sides(handicap);
    }

    fn choose_sides(&self, handicap: Option<Handicap>) {
        if let Some(handicap) = handicap {
            select(&self.imp().giver, &Side::ALL, &handicap.giver());
            select(&self.imp().first, &Side::ALL, &handicap.first());
        }
        self.refresh();
    }

    /// Resets giver and first mover to the defaults of newly selected odds.
    fn propose_sides(&self) {
        self.choose_sides(self.odds().map(Handicap::usual));
    }

    fn odds(&self) -> Option<Odds> {
        let mut buttons = self.imp().buttons.get()?.iter();
        let place = buttons.position(gtk::ToggleButton::is_active)?;
        offered().nth(place)?
    }

    /// Current choice; `None` is an even game.
    pub fn handicap(&self) -> Option<Handicap> {
        let side = |row| selected(row, &Side::ALL).unwrap_or(Side::Red);
        let (giver, first) = (side(&self.imp().giver), side(&self.imp().first));
        Some(Handicap::new(self.odds()?, giver, first))
    }

    /// Updates the labels and the visible choices.
    fn refresh(&self) {
        let imp = self.imp();
        let handicap = self.handicap();
        let is_free = |handicap: Handicap| handicap.odds() != Odds::TwoMoves;
        imp.giver.set_visible(handicap.is_some());
        // With two free moves, the side that receives them always moves first.
        imp.first.set_visible(handicap.is_some_and(is_free));
        for row in [&imp.giver, &imp.first] {
            let chosen = row.selected_item().and_downcast::<gtk::StringObject>();
            let chosen = chosen.map(|chosen| chosen.string());
            a11y::set_description(&**row, &chosen.unwrap_or_default());
        }
        self.set_subtitle(&words::handicap(handicap));
    }
}
