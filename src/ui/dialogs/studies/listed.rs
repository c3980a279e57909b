//! The list of studies.

use super::Studies;
use super::row::StudyRow;
use crate::studies::Study;
use crate::ui::toolkit::prelude::*;
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
            if let Some(place) = place.downcast_ref::<gtk::ListItem>() {
                window.fill(place);
            }
        }));
        factory
    }

    /// Fills a row of the list.
    fn fill(&self, place: &gtk::ListItem) {
        let row = place.child().and_downcast::<StudyRow>();
        let study = place.item().and_then(|item| study_of(&item));
        if let (Some(row), Some(study)) = (row, study) {
            let is_solved = self.known().known().is_solved(&study);
            row.bind(place, &study, is_solved);
        }
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
    ///
    /// The item stays: one put in its place would take away the keyboard, and a click that has begun.
    pub(super) fn refresh_rows(&self, study: &Study) {
        let id = study.id();
        let is_it = |here: &Study| here.id() == id;
        for item in self.listed().iter::<BoxedAnyObject>().flatten() {
            let here = study_of(item.upcast_ref()).filter(is_it);
            if let Some(here) = here {
                item.replace(here.judged_as(study));
            }
        }
        let children =
            std::iter::successors(self.imp().list.first_child(), gtk::Widget::next_sibling);
        let rows = children.filter_map(|child| child.first_child().and_downcast::<StudyRow>());
        for place in rows.filter_map(|row| row.place()) {
            let here = place.item().and_then(|item| study_of(&item));
            if here.as_ref().is_some_and(is_it) {
                self.fill(&place);
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
