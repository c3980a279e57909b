//! The list of studies.

use super::Studies;
use super::row::StudyRow;
use crate::studies::Study;
use crate::ui::platform::prelude::*;
use gtk::glib::BoxedAnyObject;

impl Studies {
    pub(super) fn listed(&self) -> &gio::ListStore {
        let listed = || gio::ListStore::new::<BoxedAnyObject>();
        self.imp().listed.get_or_init(listed)
    }

    /// The studies of the list, in its order.
    pub(super) fn listed_studies(&self) -> Vec<Study> {
        let items = self.listed().iter::<glib::Object>().flatten();
        items.filter_map(|item| study_of(&item)).collect()
    }

    pub(super) fn factory(&self) -> gtk::SignalListItemFactory {
        let factory = gtk::SignalListItemFactory::new();
        factory.connect_setup(|_, place| {
            if let Some(place) = place.downcast_ref::<gtk::ListItem>() {
                place.set_child(Some(&StudyRow::default()));
            }
        });
        factory.connect_bind(weak!(self, |window, _, place: &glib::Object| {
            let place = place.downcast_ref::<gtk::ListItem>();
            let row = place.and_then(|place| place.child().and_downcast::<StudyRow>());
            let study = place.and_then(|place| study_of(&place.item()?));
            if let (Some(place), Some(row), Some(study)) = (place, row, study) {
                let is_solved = window.known().known().is_solved(&study);
                row.bind(place, &study, is_solved);
            }
        }));
        factory
    }

    pub(super) fn open_place(&self, place: u32) {
        let item = self.listed().item(place);
        if let Some(study) = item.and_then(|item| study_of(&item)) {
            self.open(&study);
        }
    }

    pub(super) fn open_next(&self) {
        let present = self.imp().view.study().map(|study| study.id());
        let listed = self.listed_studies();
        let place = listed.iter().position(|study| Some(study.id()) == present);
        // One that is not listed comes before all that are.
        match listed.get(place.map_or(0, |place| place + 1)) {
            Some(next) => self.open(next),
            None => self.tell(words::no_next_study()),
        }
    }

    /// Shows a study of the list anew, which keeps its place even if a filter no longer fits.
    pub(super) fn refresh_rows(&self, study: &Study) {
        let (listed, id) = (self.listed(), study.id());
        for place in 0..listed.n_items() {
            let here = listed.item(place).and_then(|one| study_of(&one));
            if let Some(here) = here.filter(|here| here.id() == id) {
                listed.splice(place, 1, &[item(&here.judged_as(study))]);
            }
        }
    }
}

pub(super) fn item(study: &Study) -> BoxedAnyObject {
    BoxedAnyObject::new(study.clone())
}

fn study_of(item: &glib::Object) -> Option<Study> {
    let item = item.downcast_ref::<BoxedAnyObject>()?;
    Some(item.borrow::<Study>().clone())
}
