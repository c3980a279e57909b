//! Title in the header bar, in as many words as there is room for: whose turn it is, and below it the file or the friend.

use crate::ui::toolkit::descendants;
use crate::ui::toolkit::prelude::*;

/// Blank space on both sides of the title, and the part of it that belongs to its labels.
const PADDING: i32 = 14;
const LABEL_PADDING: i32 = 2;
/// Widest text that a window as narrow as a phone has room for.
const SHORT_WIDTH: i32 = 120;
/// Space between the buttons of a header.
const SPACING: i32 = 6;

/// The title, and the buttons beside it, which go if there is too little room for both.
#[derive(Debug, Default)]
pub(super) struct HeaderTitle {
    parts: OnceCell<(adw::WindowTitle, [adw::Squeezer; 2])>,
    /// Width of the header, and of what it had for the title.
    room: Cell<(i32, i32)>,
}

impl HeaderTitle {
    /// Takes the widgets over. The title keeps a width for large text that it has for small text, whatever number of
    /// letters that is.
    pub(super) fn set_parts(&self, title: &adw::WindowTitle, buttons: [&adw::Squeezer; 2]) {
        once(&self.parts, (title.clone(), buttons.map(Clone::clone)));
        for label in self.labels() {
            label.set_width_chars(0);
        }
    }

    fn parts(&self) -> &(adw::WindowTitle, [adw::Squeezer; 2]) {
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

    /// Shows the first title and the first subtitle that fit, from long to short.
    pub(super) fn show(&self, titles: &[String], subtitles: &[String]) {
        let (title, [start_buttons, _]) = self.parts();
        let texts: Vec<_> = self.labels().zip([titles, subtitles]).collect();
        let width = |label: &gtk::Label, text: &str| {
            let layout = label.create_pango_layout(Some(text));
            layout.pixel_size().0
        };
        // So much room is there even if the buttons beside it have to go.
        let shortest = texts
            .iter()
            .filter_map(|(label, texts)| Some(width(label, texts.last()?)));
        let least = shortest.max().unwrap_or_default().min(SHORT_WIDTH);
        start_buttons.set_allow_none(true);
        title.set_width_request(least + LABEL_PADDING);
        self.fold_buttons();
        let room = self.room();
        let fitting = texts.iter().map(|(label, texts)| {
            let fits = |text: &&String| width(label, text) <= room;
            texts
                .iter()
                .find(fits)
                .or(texts.last())
                .map_or("", String::as_str)
        });
        for (index, text) in fitting.enumerate() {
            if index == 0 {
                title.set_title(text);
            } else {
                title.set_subtitle(text);
            }
        }
    }

    /// Shows the buttons that there is room for: one before the title, then those after it, then all before it. Newer headers
    /// would give either side the room that the other one has at its least, and lay the title over both.
    fn fold_buttons(&self) {
        let (title, [start_buttons, end_buttons]) = self.parts();
        let (Some(bar), Some(end)) = (self.bar(), end_buttons.parent()) else {
            return;
        };
        if bar.width() == 0 {
            return;
        }
        let least = |part: &gtk::Widget| part.measure(gtk::Orientation::Horizontal, -1).0;
        let gap = SPACING * i32::from(end_buttons.get_visible());
        let others = least(title.upcast_ref()) + 2 * PADDING + least(&end) - gap;
        let one = start_buttons
            .last_child()
            .map_or(0, |part| children_width(&part));
        let mut room = bar.width() - others - one;
        let after = end_buttons
            .first_child()
            .map_or(0, |part| children_width(&part));
        end_buttons.set_visible(after <= room);
        if after <= room {
            room -= after;
        }
        if let Some(all) = start_buttons.first_child() {
            all.set_visible(children_width(&all) - one <= room);
        }
    }

    /// Width that the header has for the title, between the buttons on both sides.
    fn room(&self) -> i32 {
        let (_, [start_buttons, end_buttons]) = self.parts();
        let Some(bar) = self.bar().filter(|bar| bar.width() > 0) else {
            return i32::MAX;
        };
        let end = if end_buttons.get_visible() {
            Some(end_buttons.clone().upcast())
        } else {
            end_buttons.next_sibling()
        };
        let start = start_buttons.compute_bounds(&bar);
        match start.zip(end.and_then(|end| end.compute_bounds(&bar))) {
            Some((start, end)) if end.x() > start.x() => {
                (end.x() - start.x() - start.width()) as i32 - PADDING
            }
            _ => i32::MAX,
        }
    }

    /// Whether the header has more or less room than when this was asked last.
    pub(super) fn has_other_room(&self) -> bool {
        // Newer headers give any more room to the buttons first.
        let room = (self.bar().map_or(0, |bar| bar.width()), self.room());
        self.room.replace(room) != room
    }
}

/// Width of a box with its visible buttons and the space beside it, whether it is shown or not.
fn children_width(part: &gtk::Widget) -> i32 {
    let buttons = std::iter::successors(part.first_child(), WidgetExt::next_sibling);
    let shown = buttons.filter(WidgetExt::get_visible);
    let widths = shown.map(|button| button.measure(gtk::Orientation::Horizontal, -1).1 + SPACING);
    widths.sum()
}
