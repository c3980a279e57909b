//! The opponent: somebody here or elsewhere, or the computer with its level and the person’s color and name.

use crate::engine::Level;
use crate::engine::uci::SearchLimit;
use crate::game::{EnginePlayer, OpponentChoice};
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

/// Limits for a move of an engine, in the order of the choices.
const LIMITS: [SearchLimit; 9] = [
    SearchLimit::Time(Duration::from_secs(1)),
    SearchLimit::Time(Duration::from_secs(3)),
    SearchLimit::Time(Duration::from_secs(10)),
    SearchLimit::Nodes(10_000),
    SearchLimit::Nodes(100_000),
    SearchLimit::Nodes(1_000_000),
    SearchLimit::Depth(4),
    SearchLimit::Depth(8),
    SearchLimit::Depth(12),
];

mod imp {
    use super::*;

    template! {
        OpponentChooser "/io/github/chuhe/Chuhe/ui/opponent_chooser.ui" {
            opponent: adw::ComboRow,
            level: adw::ComboRow,
            limit: adw::ComboRow,
            side: adw::ComboRow,
            name: adw::EntryRow,
        } {
            /// Names of the engines, which follow the levels.
            engines: RefCell<Vec<String>>,
        }
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
            fill(&self.limit, &LIMITS.map(words::search_limit));
            let sides = SIDES.map(|side| side.map_or_else(words::side_by_chance, words::side));
            fill(&self.side, &sides.map(str::to_owned));
            naming::expose_entry(&self.name, words::own_name());
            for row in [&self.opponent, &self.level, &self.limit, &self.side] {
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
    /// Selects the last choices; the engines of these names are offered as well.
    pub fn choose(&self, known: &OpponentChoice, engines: &[String]) {
        let imp = self.imp();
        let levels = Level::all().map(words::level_choice);
        let offered: Vec<_> = levels.chain(engines.iter().cloned()).collect();
        offer(&imp.level, &offered);
        imp.engines.replace(engines.to_vec());
        let kind = match known.computer {
            true => OpponentKind::Computer,
            false => OpponentKind::Here,
        };
        select(&imp.opponent, &OpponentKind::ALL, &kind);
        let levels: Vec<_> = Level::all().collect();
        select(&imp.level, &levels, &known.level);
        if let Some(engine) = &known.engine
            && let Some(place) = engines.iter().position(|name| *name == engine.name)
        {
            imp.level.set_selected((Level::COUNT + place) as u32);
            select(&imp.limit, &LIMITS, &engine.limit);
        }
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
            engine: self.engine(),
        }
    }

    /// The chosen engine.
    fn engine(&self) -> Option<EnginePlayer> {
        let imp = self.imp();
        let place = (imp.level.selected() as usize).checked_sub(Level::COUNT)?;
        let name = imp.engines.borrow().get(place)?.clone();
        let limit = selected(&imp.limit, &LIMITS).unwrap_or(LIMITS[0]);
        Some(EnginePlayer { name, limit })
    }

    /// Shows what concerns the chosen opponent.
    fn refresh(&self) {
        let imp = self.imp();
        let choice = self.choice();
        imp.level.set_visible(choice.computer);
        imp.side.set_visible(choice.computer);
        imp.name.set_visible(choice.computer);
        let has_engine = choice.engine.is_some();
        imp.limit.set_visible(choice.computer && has_engine);
        let about = words::level_about(choice.level);
        let about = if has_engine { "" } else { about };
        imp.level.set_subtitle(about);
        let level = match choice.engine {
            Some(engine) => engine.name,
            None => words::level_choice(choice.level),
        };
        a11y::set_description(&*imp.level, &words::detail(&level, about));
        self.emit_changed();
    }

    signals! {
        "changed" connect_changed emit_changed;
    }
}
