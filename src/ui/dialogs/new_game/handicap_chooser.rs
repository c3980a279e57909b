//! The handicap row: odds, the side that gives them, and the side that moves first.

use crate::game::{Handicap, Odds};
use crate::paint;
use crate::rules::{BySide, Conduct, Move, PointSet, Setup, Side};
use crate::scene::{Arrow, ArrowKind, Layout, Mark, Scene};
use crate::ui::board::picture::{Picture, PictureContent};
use crate::ui::toolkit::choices::{Choices, choice, label_line};
use crate::ui::toolkit::combo_row::{select, selected};
use crate::ui::toolkit::prelude::*;

/// Natural width of a picture, in pixels.
const WIDTH: i32 = 112;
/// Distance of its top edge from the river bank, in cells: below the characters in the river.
const ABOVE: f64 = 0.16;

mod imp {
    use super::*;

    template! {
        HandicapChooser "/io/github/chuhe/Chuhe/ui/handicap_chooser.ui" {
            pictures: gtk::FlowBox,
            giver: adw::ComboRow,
            first: adw::ComboRow,
        } {
            /// An even game, or odds.
            odds: Choices<Option<Odds>>,
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

impl HandicapChooser {
    fn add_pictures(&self) {
        let imp = self.imp();
        label_line(&*imp.pictures, &self.title());
        for odds in [None].into_iter().chain(Odds::ALL.map(Some)) {
            let (name, about) = match odds {
                Some(odds) => (words::odds(odds), words::odds_about(odds)),
                None => (words::even_game(), words::even_game_about()),
            };
            let content = gtk::Box::new(gtk::Orientation::Vertical, 4);
            content.append(&Picture::new(picture(odds)));
            let label = gtk::Label::new(Some(name));
            label.set_ellipsize(gtk::pango::EllipsizeMode::End);
            content.append(&label);
            let button = choice(&content, name, about);
            button.add_css_class("odds-choice");
            imp.odds.add(&*imp.pictures, odds, &button);
        }
        imp.odds
            .connect_selected(weak!(self, |chooser, _: &_| chooser.propose_sides()));
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
        self.imp().odds.select(Some(&handicap.map(Handicap::odds)));
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
        self.imp().odds.selected()?
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

/// A picture of the half of the board that differs from the usual setup.
fn picture(odds: Option<Odds>) -> PictureContent {
    PictureContent {
        widths: (WIDTH * 2 / 3, WIDTH),
        height: |width| {
            let whole = f64::from(width) * Layout::ASPECT;
            let layout = Layout::fit(f64::from(width), whole, 1.0, Side::Red);
            (whole / 2.0 - layout.cell() * (0.5 - ABOVE)).ceil() as i32
        },
        look: None,
        draw: Box::new(move |canvas| {
            let whole = paint::raster(&scene(odds), canvas.columns as u32, &canvas.theme)?;
            canvas.draw(|cr, (_, height)| {
                let above = height - f64::from(whole.height()) / canvas.scale;
                whole.set_device_scale(canvas.scale, canvas.scale);
                cr.set_source_surface(&whole, 0.0, above)?;
                cr.paint()
            })
        }),
    }
}

/// Returns the board at these odds, with the affected half at the bottom. Removed pieces are marked, and two free moves
/// are shown by an example.
fn scene(odds: Option<Odds>) -> Scene {
    let given = odds.map(Handicap::usual);
    let setup = given.map_or_else(Setup::start, Handicap::setup);
    let mut scene = Scene::of_board(&setup.board, Side::Red);
    let missing = Setup::start().board.occupied();
    let missing = missing.filter(|point| setup.board.piece_at(*point).is_none());
    scene.marks.extend(missing.map(Mark::Refused));
    if odds == Some(Odds::TwoMoves) {
        let moves = ["h2e2", "h0g2"].iter().filter_map(|text| text.parse().ok());
        scene.arrows.extend(moves.map(|mv: Move| Arrow {
            from: mv.from,
            to: mv.to,
            over: PointSet::default(),
            shape: ArrowKind::Attack(Conduct::Idle),
        }));
    }
    scene
}
