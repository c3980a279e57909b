//! The welcome in place of the list of moves, until the first one: what the program has besides a board for two.

use crate::ui::toolkit::prelude::*;

mod imp {
    use super::*;

    template! {
        Welcome "/io/github/chuhe/Chuhe/ui/welcome.ui" {
            sentence: gtk::Label,
            rows: gtk::ListBox,
        } {}
    }

    class!(Welcome "XqWelcome" adw::Bin, template; WidgetImpl BinImpl);

    impl ObjectImpl for Welcome {
        fn constructed(&self) {
            self.parent_constructed();
            a11y::set_label(&*self.rows, &self.sentence.label());
        }
    }
}

widget! {
    /// The welcome.
    Welcome Bin
}
