//! The moves that decided a game: progress while they are looked for, then each with a better one.

use crate::rules::{Move, Position, Side};
use crate::ui::board::thumbnail::Thumbnail;
use crate::ui::session::Reviewing;
use crate::ui::toolkit::prelude::*;
use crate::words::ToldPoint;

/// Width of a picture, width of the dialog and its greatest height, in pixels.
const PICTURE: i32 = 150;
const WIDTH: i32 = 520;
const MAX_HEIGHT: i32 = 740;
/// Space below the last move.
const BELOW: i32 = 24;

/// A move that changed the course of the game.
#[derive(Clone, Debug)]
pub struct Told {
    pub words: ToldPoint,
    /// The position before the move.
    pub position: Position,
    /// The move that was better.
    pub better: Move,
}

mod imp {
    use super::*;

    template! {
        ReviewDialog "/io/github/chuhe/Chuhe/ui/review.ui" {
            pages: gtk::Stack,
            progress: gtk::ProgressBar,
            stop: gtk::Button,
            keep: gtk::Button,
            found: adw::PreferencesGroup,
            nothing: adw::StatusPage,
        } {
            /// The work, until the dialog is closed.
            reviewing: RefCell<Option<Reviewing>>,
        }
    }

    class!(ReviewDialog "XqReviewDialog" adw::Window, template with closes, |klass| {
        klass.install_action("review.keep", None, |dialog, _, _| {
            dialog.emit_accepted();
        });
    }; WidgetImpl AdwWindowImpl);

    impl ObjectImpl for ReviewDialog {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            a11y::set_label(&*self.progress, words::review_progress());
            self.nothing.set_title(words::no_turning_point());
        }
    }

    impl WindowImpl for ReviewDialog {
        fn close_request(&self) -> glib::Propagation {
            self.reviewing.take();
            self.parent_close_request()
        }
    }
}

widget! {
    /// The dialog with the moves that decided a game.
    ReviewDialog Window
}

impl ReviewDialog {
    /// Creates the dialog over a window, with the progress of the work.
    pub fn new(parent: &impl IsA<gtk::Window>, reviewing: Reviewing) -> Self {
        let dialog = Self::over(parent);
        let imp = dialog.imp();
        imp.reviewing.replace(Some(reviewing));
        imp.keep.set_visible(false);
        imp.progress.add_tick_callback(glib::clone!(
            #[weak]
            dialog,
            #[upgrade_or]
            glib::ControlFlow::Break,
            move |bar, _| {
                let reviewing = dialog.imp().reviewing.borrow();
                let Some(reviewing) = reviewing.as_ref() else {
                    return glib::ControlFlow::Break;
                };
                bar.set_fraction(reviewing.progress());
                glib::ControlFlow::Continue
            }
        ));
        dialog
    }

    /// Shows the moves that were found in place of the progress, with a side at the bottom of the pictures.
    pub fn show_points(&self, points: &[Told], bottom: Side) {
        let imp = self.imp();
        imp.reviewing.take();
        if points.is_empty() {
            imp.pages.set_visible_child_name("nothing");
            self.announce(words::no_turning_point());
            imp.stop.grab_focus();
            return;
        }
        let heading = words::turning_points(points.len());
        self.announce(&heading);
        imp.found.set_title(&heading);
        for point in points {
            imp.found.add(&row(point, bottom));
        }
        imp.pages.set_visible_child_name("found");
        self.grow();
        imp.keep.set_visible(true);
        imp.keep.grab_focus();
    }

    /// Grows to the height of the listed moves.
    fn grow(&self) {
        let content = self.content();
        let wanted = content.map(|content| content.measure(gtk::Orientation::Vertical, WIDTH).1);
        let height = wanted.unwrap_or_default() + BELOW;
        self.set_default_size(WIDTH, height.min(MAX_HEIGHT));
    }

    fn announce(&self, sentence: &str) {
        announce::announce(self, Importance::Answer, sentence);
    }

    signals! {
        /// The better lines are to be added to the game.
        "accepted" connect_accepted emit_accepted;
    }
}

fn row(point: &Told, bottom: Side) -> adw::ActionRow {
    let row = adw::ActionRow::builder()
        .title(glib::markup_escape_text(&point.words.title))
        .subtitle(glib::markup_escape_text(&point.words.about))
        .build();
    let picture = Thumbnail::default();
    picture.set_size_request(PICTURE, -1);
    picture.set_valign(gtk::Align::Center);
    picture.show_advice(&point.position, point.better, bottom);
    row.add_prefix(&picture);
    row.set_subtitle_lines(0);
    row.set_focusable(true);
    a11y::set_description(&row, &point.words.about);
    row
}
