//! A row of the list: the position, its title, what is known about it, and whether it is solved.

use crate::studies::Study;
use crate::ui::board::thumbnail::Thumbnail;
use crate::ui::toolkit::prelude::*;

mod imp {
    use super::*;

    template! {
        StudyRow "/io/github/chuhe/Chuhe/ui/study_row.ui" {
            picture: Thumbnail,
            title: gtk::Inscription,
            subtitle: gtk::Inscription,
            about: gtk::Inscription,
            solved: gtk::Image,
        } {
            /// List item that shows the row.
            place: glib::WeakRef<gtk::ListItem>,
        }
    }

    class!(StudyRow "XqStudyRow" adw::Bin, template, |_klass| {
        Thumbnail::ensure_type();
    }; ObjectImpl WidgetImpl BinImpl);
}

widget! {
    /// A row of the list of studies.
    StudyRow Bin
}

impl StudyRow {
    /// Shows a study in a place of the list.
    pub(super) fn bind(&self, place: &gtk::ListItem, study: &Study, is_solved: bool) {
        let imp = self.imp();
        imp.picture.show(&study.position(), None);
        imp.title.set_text(Some(&words::study_title(study)));
        let subtitle = words::study_subtitle(study);
        imp.subtitle.set_text(Some(subtitle));
        imp.subtitle.set_visible(!subtitle.is_empty());
        imp.about.set_text(Some(&words::study_about(study)));
        // Keeps its space, so that titles do not move.
        imp.solved.set_opacity(f64::from(u8::from(is_solved)));
        imp.solved.set_can_target(is_solved);
        a11y::name_row(place, self, &words::spoken_study(study, is_solved));
        imp.place.set(Some(place));
    }

    /// List item that shows the row.
    pub(super) fn place(&self) -> Option<gtk::ListItem> {
        self.imp().place.upgrade()
    }
}
