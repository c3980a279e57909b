//! The side panel as a whole: the list of moves, the buttons that step through it, the comment and the chat.
//! The players’ cards and a ruling are placed in it by the window, where there is room for them.

use crate::ui::panel::chat::ChatPanel;
use crate::ui::panel::comment_box::CommentBox;
use crate::ui::panel::move_list::MoveList;
use crate::ui::panel::welcome::Welcome;
use crate::ui::toolkit::prelude::*;
use std::iter;

mod imp {
    use super::*;

    template! {
        SidePanel "/io/github/chuhe/Chuhe/ui/side_panel.ui" {
            welcome: Welcome,
            moves: MoveList,
            /// Buttons that step through the game.
            steps: adw::Squeezer,
            comment: CommentBox,
            chat: ChatPanel,
        } {
            /// Whether it is in a low window, with less in it.
            is_low: Cell<bool>,
        }
    }

    class!(SidePanel "XqSidePanel" gtk::Box, template, |_klass| {
        Welcome::ensure_type();
        MoveList::ensure_type();
        CommentBox::ensure_type();
        ChatPanel::ensure_type();
    }; WidgetImpl BoxImpl);

    impl ObjectImpl for SidePanel {}
}

widget! {
    /// The side panel.
    SidePanel Box
}

impl SidePanel {
    pub fn moves(&self) -> &MoveList {
        &self.imp().moves
    }

    pub fn welcome(&self) -> &Welcome {
        &self.imp().welcome
    }

    /// Focuses the shown move, or what comes first in the welcome.
    pub fn focus_list(&self) -> bool {
        let welcome = &self.imp().welcome;
        welcome.is_mapped() && welcome.child_focus(gtk::DirectionType::TabForward)
            || self.imp().moves.focus_shown()
    }

    /// Shows the welcome in place of the moves, or no longer. Returns whether it goes with the focus.
    pub fn set_welcomes(&self, welcomes: bool) -> bool {
        let imp = self.imp();
        let loses_focus = !welcomes && imp.welcome.focus_child().is_some();
        imp.welcome.set_visible(welcomes);
        imp.moves.set_visible(!welcomes);
        imp.steps.set_visible(!welcomes && !self.is_low());
        loses_focus
    }

    pub fn comment(&self) -> &CommentBox {
        &self.imp().comment
    }

    pub fn chat(&self) -> &ChatPanel {
        &self.imp().chat
    }

    /// The sections that the Tab key goes through, from top to bottom: all but the buttons that step, which have keys.
    pub fn sections(&self) -> impl Iterator<Item = gtk::Widget> {
        let steps = self.imp().steps.get();
        let parts = iter::successors(self.first_child(), WidgetExt::next_sibling);
        parts.filter(move |part| part != &steps)
    }

    pub fn is_low(&self) -> bool {
        self.imp().is_low.get()
    }

    pub fn set_low(&self, is_low: bool) {
        self.imp().is_low.set(is_low);
        self.set_welcomes(self.imp().welcome.get_visible());
        self.imp().chat.set_low(is_low);
    }

    /// Puts a section above the list of moves, and above what is in its place.
    pub fn add_section(&self, section: &impl IsA<gtk::Widget>) {
        let above = self.imp().welcome.prev_sibling();
        self.insert_child_after(section, above.as_ref());
    }

    /// Puts a section below the list of moves and its buttons.
    pub fn add_below_moves(&self, section: &impl IsA<gtk::Widget>) {
        let steps = self.imp().steps.get();
        self.insert_child_after(section, Some(&steps));
    }

    /// Puts a widget above the list of moves.
    pub fn add_above_moves(&self, widget: &impl IsA<gtk::Widget>) {
        let above = self.imp().moves.prev_sibling();
        self.insert_child_after(widget, above.as_ref());
    }
}
