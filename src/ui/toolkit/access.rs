//! The way by keys to a choice of many buttons: the access key in its title leads to the one that is chosen, the arrow
//! keys to the others.

use super::{a11y, below};
use crate::ui::platform::prelude::*;
use gtk::{gdk, glib, graphene};

/// Has the access key in the title of a group lead to a line of buttons in it, and the line called by that title.
pub fn lead(group: &adw::PreferencesGroup, line: &impl IsA<gtk::Widget>) {
    let (title, line) = (group.title(), line.upcast_ref::<gtk::Widget>());
    for label in below::find(group, gtk::Widget::is::<gtk::Label>) {
        if let Ok(label) = label.downcast::<gtk::Label>()
            && label.label() == title
        {
            label.set_use_underline(true);
            label.set_mnemonic_widget(Some(line));
        }
    }
    a11y::replace_label(line, &words::without_key(&title));
    line.connect_mnemonic_activate(|line, _| {
        let chosen = buttons(line).into_iter().find(gtk::ToggleButton::is_active);
        chosen.is_some_and(|button| button.grab_focus()).into()
    });
}

/// Has the arrow keys lead from one button to the next. The flow box’s own go from one of its cells to the next, but the
/// cells of a choice are none that take the keyboard.
pub fn let_arrows_move(line: &gtk::FlowBox) {
    let keys = gtk::EventControllerKey::new();
    keys.set_propagation_phase(gtk::PropagationPhase::Capture);
    keys.connect_key_pressed(glib::clone!(
        #[weak]
        line,
        #[upgrade_or]
        glib::Propagation::Proceed,
        move |_, key, _, state| {
            let is_plain = !state.intersects(gtk::accelerator_get_default_mod_mask());
            let next = beside(&line, key).filter(|_| is_plain);
            next.is_some_and(|button| button.grab_focus()).into()
        }
    ));
    line.add_controller(keys);
}

fn buttons(line: &impl IsA<gtk::Widget>) -> Vec<gtk::ToggleButton> {
    let found = below::find(line, |widget| {
        widget.is::<gtk::ToggleButton>() && widget.is_mapped()
    });
    found
        .into_iter()
        .filter_map(|widget| widget.downcast().ok())
        .collect()
}

/// The button that an arrow key leads to from the one that has the keyboard: as one sees it, the nearest on that side.
fn beside(line: &gtk::FlowBox, key: gdk::Key) -> Option<gtk::ToggleButton> {
    let (right, down) = match key {
        gdk::Key::Left | gdk::Key::KP_Left => (-1.0, 0.0),
        gdk::Key::Right | gdk::Key::KP_Right => (1.0, 0.0),
        gdk::Key::Up | gdk::Key::KP_Up => (0.0, -1.0),
        gdk::Key::Down | gdk::Key::KP_Down => (0.0, 1.0),
        _ => return None,
    };
    let place =
        |button: &gtk::ToggleButton| button.compute_bounds(line).map(|place| place.center());
    let all = buttons(line);
    let from = place(all.iter().find(|button| button.has_focus())?)?;
    let far = |to: graphene::Point| {
        let (dx, dy) = (to.x() - from.x(), to.y() - from.y());
        let (ahead, aside) = (dx * right + dy * down, dx * down - dy * right);
        // Not round a corner: what is further aside than ahead is in another direction.
        (ahead > 1.0 && aside.abs() < ahead).then_some(ahead + aside.abs())
    };
    let reached = all
        .into_iter()
        .filter_map(|button| Some((far(place(&button)?)?, button)));
    let nearest = reached.min_by(|(one, _), (other, _)| one.total_cmp(other));
    nearest.map(|(_, button)| button)
}
