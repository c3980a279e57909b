//! The review below the list of moves: its progress, the curve, and the shown move.

use super::curve_view::CurveView;
use crate::record::NodeId;
use crate::scene::Curve;
use crate::ui::toolkit::choices::engine_menu;
use crate::ui::toolkit::prelude::*;

mod imp {
    use super::*;

    template! {
        ReviewSection "/io/github/chuhe/Chuhe/ui/review_section.ui" {
            title: gtk::Label,
            engines: gtk::MenuButton,
            previous: gtk::Button,
            next: gtk::Button,
            progress: gtk::ProgressBar,
            practice: gtk::Button,
            stop: gtk::Button,
            curve: CurveView,
            /// The text, among all long ones of the game, unseen: it has room for each, so that nothing above it moves.
            texts: gtk::Stack,
            told: gtk::Label,
            better: gtk::Button,
        } {
            /// First move of the better line.
            better_move: Cell<Option<NodeId>>,
            /// Whether there is something to show, and room for it.
            is_wanted: Cell<bool>,
            is_low: Cell<bool>,
            /// The turning points in sentences.
            turning_points: RefCell<Vec<String>>,
            /// Labels of the engines in the menu, once it is made.
            engine_labels: RefCell<Option<Vec<String>>>,
        }
    }

    class!(ReviewSection "XqReviewSection" gtk::Box, template, |_klass| {
        CurveView::ensure_type();
    }; WidgetImpl BoxImpl);

    impl ObjectImpl for ReviewSection {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            let section = self.obj();
            a11y::set_label(&*self.progress, words::review_progress());
            self.stop
                .connect_clicked(weak!(section, |section, _| section.emit_stopped()));
            self.better.connect_clicked(weak!(section, |section, _| {
                if let Some(first) = section.imp().better_move.get() {
                    section.emit_chosen(first);
                }
            }));
            self.curve
                .connect_chosen(weak!(section, |section, _, node| section.emit_chosen(node)));
        }
    }
}

widget! {
    /// The review below the list of moves.
    ReviewSection Box
}

/// The shown position in a review.
#[derive(Clone, Debug, Default)]
pub struct ReviewedMove {
    /// The position, or the one where its variation leaves the curve.
    pub node: Option<NodeId>,
    /// Winning chances, or about a bad move.
    pub told: String,
    /// First move of the better line.
    pub better: Option<NodeId>,
}

impl ReviewSection {
    /// Shows the curve of a game, or hides the section if there is none and no review goes on; its progress is from 0 to
    /// 1. The turning points are described by sentences.
    pub fn show_review(
        &self,
        curve: &Rc<Curve>,
        turning_points: &[String],
        shown: &ReviewedMove,
        progress: Option<f64>,
    ) {
        let imp = self.imp();
        let is_running = progress.is_some();
        imp.is_wanted.set(is_running || !curve.is_empty());
        self.update_visible();
        imp.title.set_visible(!is_running);
        imp.progress.set_visible(is_running);
        imp.stop.set_visible(is_running);
        for button in [&imp.practice, &imp.previous, &imp.next] {
            button.set_visible(!is_running);
        }
        // Its menu has no key yet, and is only needed for another engine.
        let has_others = {
            let labels = imp.engine_labels.borrow();
            labels.as_ref().is_some_and(|labels| !labels.is_empty())
        };
        imp.engines.set_visible(!is_running && has_others);
        imp.progress.set_fraction(progress.unwrap_or_default());
        imp.curve.show_curve(curve, shown.node);
        let about = words::curve_about(&shown.told, &turning_points.join(" "));
        a11y::set_description(&*imp.curve, &about);
        self.leave_room(turning_points);
        imp.told.set_label(&shown.told);
        imp.better.set_sensitive(shown.better.is_some());
        imp.better_move.set(shown.better);
    }

    /// Leaves as much room for the text as the longest of these needs.
    fn leave_room(&self, texts: &[String]) {
        let imp = self.imp();
        if *imp.turning_points.borrow() == texts {
            return;
        }
        while let Some(label) = imp.told.next_sibling() {
            imp.texts.remove(&label);
        }
        for text in texts {
            let label = gtk::Label::builder()
                .label(text)
                .xalign(0.0)
                .wrap(true)
                .css_classes(["caption"])
                .accessible_role(gtk::AccessibleRole::Presentation)
                .build();
            imp.texts.add_child(&label);
        }
        imp.turning_points.replace(texts.to_vec());
    }

    /// Offers the engines with these labels, besides the built-in one.
    pub fn offer_engines(&self, labels: Vec<String>) {
        let imp = self.imp();
        if imp.engine_labels.borrow().as_ref() == Some(&labels) {
            return;
        }
        let menu = engine_menu("win.review-by", labels.clone());
        imp.engines.set_menu_model(Some(&menu));
        imp.engine_labels.replace(Some(labels));
    }

    /// Hides it in a low window.
    pub fn set_low(&self, is_low: bool) {
        self.imp().is_low.set(is_low);
        self.update_visible();
    }

    fn update_visible(&self) {
        let imp = self.imp();
        self.set_visible(imp.is_wanted.get() && !imp.is_low.get());
    }

    signals! {
        /// Called when a position is to be shown.
        "chosen"(node: NodeId) connect_chosen emit_chosen;
        /// Called when the review is to stop.
        "stopped" connect_stopped emit_stopped;
    }
}
