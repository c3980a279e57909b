//! Title in the header bar, in as many words as there is room for.

use crate::ui::toolkit::descendants;
use crate::ui::toolkit::prelude::*;
use crate::words::Heading;

/// Blank space on both sides of the title, and the part of it that belongs to its labels.
const PADDING: i32 = 36;
const LABEL_PADDING: i32 = 24;
/// Widest text that a window as narrow as a phone has room for.
const SHORT_WIDTH: i32 = 104;

/// The title, and the buttons before it, which go if there is too little room for both.
#[derive(Debug, Default)]
pub(super) struct HeaderTitle {
    parts: OnceCell<(adw::WindowTitle, adw::Squeezer)>,
    /// Width that the header had for it.
    room: Cell<i32>,
}

impl HeaderTitle {
    /// Takes the widgets over. The title keeps a width for large text that it has for small text, whatever number of
    /// letters that is.
    pub(super) fn set_parts(&self, title: &adw::WindowTitle, start_buttons: &adw::Squeezer) {
        once(&self.parts, (title.clone(), start_buttons.clone()));
        for label in self.labels() {
            label.set_width_chars(0);
        }
    }

    fn parts(&self) -> &(adw::WindowTitle, adw::Squeezer) {
        self.parts.get().expect("a header has its title")
    }

    /// The header bar.
    pub(super) fn bar(&self) -> Option<gtk::Widget> {
        self.parts().0.ancestor(adw::HeaderBar::static_type())
    }

    /// Labels of the title and of the subtitle.
    fn labels(&self) -> impl Iterator<Item = gtk::Label> {
        let labels = descendants::find(&self.parts().0, gtk::Widget::is::<gtk::Label>);
        labels.into_iter().filter_map(|label| label.downcast().ok())
    }

    /// Shows one title and subtitle, whatever room there is.
    pub(super) fn show_one(&self, program: &str, subtitle: &str) {
        let (title, start_buttons) = self.parts();
        title.set_width_request(-1);
        start_buttons.set_allow_none(false);
        title.set_title(program);
        title.set_subtitle(subtitle);
    }

    /// Shows the first of the headings that fits, from long to short. One without a title has that of the program.
    pub(super) fn show_fitting<const N: usize>(&self, program: &str, headings: &[Heading; N]) {
        let Some(short) = headings.last() else {
            return;
        };
        let (title, start_buttons) = self.parts();
        // So much room is there even if the buttons beside it have to go.
        start_buttons.set_allow_none(true);
        title.set_width_request(self.width(short).min(SHORT_WIDTH) + LABEL_PADDING);
        let room = self.room();
        let heading = headings.iter().find(|heading| self.width(heading) <= room);
        let heading = heading.unwrap_or(short);
        title.set_title(heading.title.as_deref().unwrap_or(program));
        title.set_subtitle(&heading.subtitle);
    }

    /// Width of a heading in the fonts of the header.
    fn width(&self, heading: &Heading) -> i32 {
        let texts = [heading.title.as_deref(), Some(heading.subtitle.as_str())];
        let widths = self.labels().zip(texts).filter_map(|(label, text)| {
            let layout = label.create_pango_layout(text);
            text.map(|_| layout.pixel_size().0)
        });
        widths.max().unwrap_or_default()
    }

    /// Width that the header has for the title, between the buttons on both sides.
    fn room(&self) -> i32 {
        let (title, _) = self.parts();
        let Some(bar) = title.parent() else {
            return i32::MAX;
        };
        let place = |side: Option<gtk::Widget>| side?.compute_bounds(&bar);
        match (place(title.prev_sibling()), place(title.next_sibling())) {
            (Some(start), Some(end)) if end.x() > start.x() => {
                let start = start.x() + start.width();
                (end.x() - start) as i32 - PADDING
            }
            _ => i32::MAX,
        }
    }

    /// Whether the header has more or less room than when this was asked last.
    pub(super) fn has_other_room(&self) -> bool {
        let room = self.room();
        self.room.replace(room) != room
    }
}
