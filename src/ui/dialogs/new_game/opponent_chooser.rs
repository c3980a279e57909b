//! The opponent: somebody here or elsewhere, or the computer with its level and the person’s color and name.

use crate::engine::Level;
use crate::game::OpponentChoice;
use crate::rules::Side;
use crate::ui::toolkit::combo_row::{fill, offer, select, selected};
use crate::ui::toolkit::naming;
use crate::ui::toolkit::prelude::*;

/// Kind of opponent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OpponentKind {
    #[default]
    Here,
    Computer,
    FarAway,
    ByLetter,
}

impl OpponentKind {
    /// All kinds, in the order of the choices.
    const ALL: [Self; 4] = [Self::Here, Self::Computer, Self::FarAway, Self::ByLetter];
}

/// Sides of the person, in the order of the choices; `None` is one by chance.
const SIDES: [Option<Side>; 3] = [Some(Side::Red), Some(Side::Black), None];

mod imp {
    use super::*;

    template! {
        OpponentChooser "/io/github/chuhe/Chuhe/ui/opponent_chooser.ui" {
            opponent: adw::ComboRow,
            level: adw::ComboRow,
            side: adw::ComboRow,
            name: adw::EntryRow,
        } {}
    }

    class!(OpponentChooser "XqOpponentChooser" adw::PreferencesGroup, template; WidgetImpl PreferencesGroupImpl);

    impl ObjectImpl for OpponentChooser {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            let chooser = self.obj();
            let opponents = [
                words::person_here(),
                words::the_computer(),
                words::friend_far_away(),
                words::by_letter(),
            ];
            fill(&self.opponent, &opponents.map(str::to_owned));
            let levels: Vec<_> = Level::all().map(words::level_choice).collect();
            fill(&self.level, &levels);
            let sides = SIDES.map(|side| side.map_or_else(words::side_by_chance, words::side));
            fill(&self.side, &sides.map(str::to_owned));
            naming::expose_entry(&self.name, words::own_name());
            for row in [&self.opponent, &self.level, &self.side] {
                row.connect_selected_item_notify(weak!(chooser, |chooser, _| chooser.refresh()));
            }
            self.name
                .connect_changed(weak!(chooser, |chooser, _| chooser.refresh()));
        }
    }
}

glib::wrapper! {
    /// The chooser of an opponent.
    pub struct OpponentChooser(ObjectSubclass<imp::OpponentChooser>)
        @extends adw::PreferencesGroup, gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget;
}

impl OpponentChooser {
    /// Selects the last choices.
    pub fn choose(&self, known: &OpponentChoice) {
        let imp = self.imp();
        let kind = match known.computer {
            true => OpponentKind::Computer,
            false => OpponentKind::Here,
        };
        select(&imp.opponent, &OpponentKind::ALL, &kind);
        let levels: Vec<_> = Level::all().collect();
        select(&imp.level, &levels, &known.level);
        select(&imp.side, &SIDES, &known.side);
        imp.name.set_text(&known.name);
        self.refresh();
    }

    /// Offers only those who play at this screen.
    pub fn stay_here(&self) {
        let row = &self.imp().opponent;
        let chosen = row.selected();
        offer(
            row,
            &[words::person_here(), words::the_computer()].map(str::to_owned),
        );
        row.set_selected(chosen);
    }

    /// The chosen kind of opponent.
    pub fn kind(&self) -> OpponentKind {
        selected(&self.imp().opponent, &OpponentKind::ALL).unwrap_or_default()
    }

    /// The chosen opponent at this screen.
    pub fn choice(&self) -> OpponentChoice {
        let imp = self.imp();
        let level = Level::all().nth(imp.level.selected() as usize);
        let usual = OpponentChoice::default();
        OpponentChoice {
            computer: self.kind() == OpponentKind::Computer,
            level: level.unwrap_or(usual.level),
            side: selected(&imp.side, &SIDES).unwrap_or(usual.side),
            name: imp.name.text().trim().to_owned(),
        }
    }

    /// Shows what concerns the chosen opponent.
    fn refresh(&self) {
        let imp = self.imp();
        let choice = self.choice();
        imp.level.set_visible(choice.computer);
        imp.side.set_visible(choice.computer);
        imp.name.set_visible(choice.computer);
        let about = words::level_about(choice.level);
        imp.level.set_subtitle(about);
        let level = words::level_choice(choice.level);
        a11y::set_description(&*imp.level, &words::detail(&level, about));
        self.emit_changed();
    }

    signals! {
        "changed" connect_changed emit_changed;
    }
}
