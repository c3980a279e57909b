//! The widgets of a round: a number and two moves side by side.

use crate::record::NodeId;
use crate::rules::{BySide, Classification, Conduct, Side};
use crate::scene::outline::RoundMove;
use crate::ui::toolkit::prelude::*;
use crate::words::move_rows::MoveWords;

/// A round in the list.
#[derive(Debug)]
pub struct RoundView {
    pub(super) root: gtk::Box,
    number: gtk::Label,
    moves: BySide<MoveButton>,
}

/// The widgets of one move.
#[derive(Debug)]
struct MoveButton {
    button: gtk::Button,
    text: gtk::Label,
    second: gtk::Label,
    slip: gtk::Image,
    /// Conduct of the move in a cycle.
    conduct: gtk::Label,
}

/// Creates the label of a round’s number. Its point is behind it where one writes from the right as well, and it is beside
/// the moves there, too.
pub(super) fn number_label() -> gtk::Label {
    let is_mirrored = gtk::Widget::default_direction() == gtk::TextDirection::Rtl;
    let number = gtk::Label::builder()
        .xalign(if is_mirrored { 0.0 } else { 1.0 })
        .build();
    number.set_direction(gtk::TextDirection::Ltr);
    number.add_css_class("round");
    number
}

impl RoundView {
    /// Creates a round that calls back with the side of a chosen move.
    pub(super) fn new(chosen: impl Fn(Side) + Clone + 'static) -> Self {
        let number = number_label();
        let moves = BySide::new(|_| MoveButton::new());
        let columns = gtk::Box::new(gtk::Orientation::Horizontal, 2);
        columns.set_homogeneous(true);
        // Each move has its own cell, which keeps its place while empty.
        for side in Side::ALL {
            columns.append(&adw::Bin::builder().child(&moves[side].button).build());
            let chosen = chosen.clone();
            moves[side].button.connect_clicked(move |_| chosen(side));
        }
        let root = gtk::Box::new(gtk::Orientation::Horizontal, 4);
        root.append(&number);
        root.append(&columns);
        Self {
            root,
            number,
            moves,
        }
    }

    pub(super) fn show(
        &self,
        number: usize,
        cells: &BySide<Option<RoundMove>>,
        words: &BySide<Option<MoveWords>>,
    ) {
        self.number.set_label(&format!("{number}."));
        for side in Side::ALL {
            let cell = cells[side].as_ref().zip(words[side].as_ref());
            self.moves[side].show(cell);
        }
    }

    /// Highlights the move whose position is shown.
    pub(super) fn mark(&self, cells: &BySide<Option<RoundMove>>, shown: Option<NodeId>) {
        for side in Side::ALL {
            let is_shown = cells[side].is_some_and(|cell| Some(cell.node) == shown);
            set_css_class(&self.moves[side].button, "shown", is_shown);
        }
    }

    /// Focuses the highlighted move.
    pub(super) fn focus_shown(&self) -> bool {
        let buttons = Side::ALL.map(|side| &self.moves[side].button);
        let shown = buttons.into_iter().find(|one| one.has_css_class("shown"));
        shown.is_some_and(WidgetExt::grab_focus)
    }

    /// Returns the side of the move that contains a widget.
    pub(super) fn side_of(&self, widget: &gtk::Widget) -> Option<Side> {
        let is_in = |side: &Side| {
            let button = self.moves[*side].button.upcast_ref::<gtk::Widget>();
            widget == button || widget.is_ancestor(button)
        };
        Side::ALL.into_iter().find(is_in)
    }
}

impl MoveButton {
    fn new() -> Self {
        let (text, second) = (gtk::Label::new(None), gtk::Label::new(None));
        second.add_css_class("dim-label");
        second.add_css_class("caption");
        let slip = gtk::Image::builder()
            .icon_name("dialog-warning-symbolic")
            .accessible_role(gtk::AccessibleRole::Presentation)
            .build();
        slip.add_css_class("slip");
        // If both notations and the signs do not fit, the text is ellipsized and the panel keeps its width.
        second.set_ellipsize(gtk::pango::EllipsizeMode::End);
        let line = gtk::Box::new(gtk::Orientation::Horizontal, 5);
        line.append(&text);
        line.append(&second);
        line.append(&slip);
        let conduct = gtk::Label::builder()
            .halign(gtk::Align::Start)
            .visible(false)
            .build();
        conduct.add_css_class("conduct");
        let content = gtk::Box::new(gtk::Orientation::Vertical, 1);
        content.set_valign(gtk::Align::Center);
        content.append(&line);
        content.append(&conduct);
        let button = gtk::Button::builder().child(&content).hexpand(true).build();
        button.add_css_class("flat");
        button.add_css_class("move");
        Self {
            button,
            text,
            second,
            slip,
            conduct,
        }
    }

    fn show(&self, of: Option<(&RoundMove, &MoveWords)>) {
        self.button.set_visible(of.is_some());
        let Some((cell, words)) = of else { return };
        self.text.set_label(&words.text);
        self.second
            .set_label(words.second.as_deref().unwrap_or_default());
        // There is no room for both the second notation and a warning.
        self.second
            .set_visible(words.second.is_some() && words.slip.is_none());
        self.slip.set_visible(words.slip.is_some());
        self.show_conduct(cell.conduct);
        set_tooltip_markup(&self.button, &words.hint);
        a11y::set_label(&self.button, &words.name);
        set_css_class(&self.button, "undone", cell.undone);
    }

    fn show_conduct(&self, conduct: Option<Classification>) {
        self.conduct.set_visible(conduct.is_some());
        if let Some(conduct) = conduct {
            self.conduct.set_label(words::nature(conduct));
        }
        for known in Conduct::ALL {
            let is_this = conduct.is_some_and(|one| one.conduct == known);
            set_css_class(&self.conduct, class_of(known), is_this);
        }
    }
}

/// Returns the style class of a label.
const fn class_of(conduct: Conduct) -> &'static str {
    match conduct {
        Conduct::Check => "check",
        Conduct::Kill => "kill",
        Conduct::Chase => "chase",
        Conduct::Idle => "idle",
    }
}
