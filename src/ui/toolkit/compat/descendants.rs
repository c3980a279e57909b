//! Lookup of descendant widgets, mostly inside libadwaita's, to add what they lack.
//!
//! [`allow_narrow`] goes with libadwaita 1.5, whose `AdwDialog` has no minimum of its own.

use gtk::prelude::*;

/// Returns the matching descendants, without descending into them.
pub fn find(
    below: &impl IsA<gtk::Widget>,
    is_wanted: impl Fn(&gtk::Widget) -> bool,
) -> Vec<gtk::Widget> {
    let mut found = Vec::new();
    let mut ahead: Vec<_> = below.as_ref().first_child().into_iter().collect();
    while let Some(widget) = ahead.pop() {
        ahead.extend(widget.next_sibling());
        if is_wanted(&widget) {
            found.push(widget);
        } else {
            ahead.extend(widget.first_child());
        }
    }
    found
}

/// Returns the first descendant of a type.
pub fn first<T: IsA<gtk::Widget>>(below: &impl IsA<gtk::Widget>) -> Option<T> {
    let found = find(below, gtk::Widget::is::<T>).into_iter().next();
    found.and_downcast()
}

/// Lets a libadwaita window be as narrow as a phone; its minimum plus the frame would be wider. Newer releases request
/// a minimum in three nested places, and warn if there is none at all.
pub fn allow_narrow(window: &impl IsA<gtk::Window>) {
    const PHONE: i32 = 360;
    const WITHIN_FRAME: i32 = 340;
    let mut ahead: Vec<gtk::Widget> = vec![window.clone().upcast().upcast()];
    while let Some(part) = ahead.pop() {
        if part.width_request() == PHONE {
            part.set_width_request(WITHIN_FRAME);
        }
        ahead.extend(part.next_sibling());
        ahead.extend(part.first_child());
    }
}
