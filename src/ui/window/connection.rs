//! The connection to a friend far away: in the header, and aloud when it changes.

use super::Window;
use crate::remote::Presence;
use crate::ui::session::Timer;
use crate::ui::toolkit::below;
use crate::ui::toolkit::prelude::*;
use crate::words::{Heading, Surroundings};

/// Time between two looks at the connection while the friend is away.
const SECOND: Duration = Duration::from_secs(1);
/// Time after which a program that has not acknowledged its turn is waited for.
const ACKNOWLEDGMENT: Duration = Duration::from_millis(3_100);
/// Blank space on both sides of the title, and the part of it that belongs to its labels.
const PADDING: i32 = 36;
const LABEL_PADDING: i32 = 24;
/// Widest text that a window as narrow as a phone has room for.
const SHORT_WIDTH: i32 = 104;

/// State of the connection, as the window remembers it.
#[derive(Debug, Default)]
pub(super) struct Connection {
    /// Counts how long the friend is away.
    away: Timer,
    /// State that was told last.
    told: Cell<Option<Presence>>,
    /// Width that the header had for its title.
    title_room: Cell<i32>,
    /// Whether the player does not want to go back to where both programs agree.
    pub(super) stays: Cell<bool>,
}

impl Window {
    /// Shows the state of the game in the header; in a far game with the connection, in as many words as there is room for.
    pub(super) fn refresh_title(&self, state: &str) {
        let title = &self.imp().title;
        let program = self.title().unwrap_or_default();
        let Some(presence) = self.presence() else {
            self.imp().connection.told.take();
            title.set_width_request(-1);
            self.imp().start_buttons.set_allow_none(false);
            title.set_title(&program);
            return title.set_subtitle(state);
        };
        let friend = self.friend();
        let about = self.surroundings(&friend, state);
        self.tell_presence(presence, about);
        let headings = words::headings(presence, about);
        let width = |heading: &Heading| self.heading_width(heading);
        let [.., short] = &headings;
        // So much room is there even if the buttons beside it have to go.
        self.imp().start_buttons.set_allow_none(true);
        title.set_width_request(width(short).min(SHORT_WIDTH) + LABEL_PADDING);
        let room = self.title_room();
        let heading = headings.iter().find(|heading| width(heading) <= room);
        let heading = heading.unwrap_or(short);
        title.set_title(heading.title.as_deref().unwrap_or(&program));
        title.set_subtitle(&heading.subtitle);
    }

    /// State of the connection of the far game on the board.
    fn presence(&self) -> Option<Presence> {
        Some(self.session().remote_game_on_board()?.presence())
    }

    fn surroundings<'a>(&self, friend: &'a str, state: &'a str) -> Surroundings<'a> {
        let sitting = self.sitting();
        Surroundings {
            friend,
            state,
            is_ongoing: sitting.game.outcome().is_none(),
            has_clock: sitting.game.clock().is_some(),
        }
    }

    /// Announces the state of the connection, once when it has changed.
    fn tell_presence(&self, presence: Presence, about: Surroundings<'_>) {
        let kind = presence.kind();
        let before = self.imp().connection.told.replace(Some(kind));
        if before.is_some_and(|before| before != kind) {
            let told = words::presence_changed(presence, about);
            self.announce(Importance::Question, &told.unwrap_or_default());
        }
    }

    /// Width of a heading in the fonts of the header.
    fn heading_width(&self, heading: &Heading) -> i32 {
        let title = self.imp().title.upcast_ref::<gtk::Widget>();
        let labels = below::find(title, gtk::Widget::is::<gtk::Label>);
        let texts = [heading.title.as_deref(), Some(heading.subtitle.as_str())];
        let widths = labels.iter().zip(texts).filter_map(|(label, text)| {
            let layout = label.create_pango_layout(text);
            text.map(|_| layout.pixel_size().0)
        });
        widths.max().unwrap_or_default()
    }

    /// Width that the header has for its title, between the buttons on both sides.
    fn title_room(&self) -> i32 {
        let title = self.imp().title.upcast_ref::<gtk::Widget>();
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

    /// Fits the title into a header whose width has changed. Called during layout.
    pub(super) fn note_title_room(&self) {
        if self.session().remote_game_on_board().is_none() {
            return;
        }
        let room = self.title_room();
        if self.imp().connection.title_room.replace(room) != room {
            glib::idle_add_local_once(weak!(self, |window| window.refresh_moves()));
        }
    }

    /// Shows each second for how long the friend has been away, and in time that a program does not answer.
    pub(super) fn watch_connection(&self) {
        let Some(presence) = self.presence() else {
            return;
        };
        let delay = match presence {
            Presence::Here if self.sitting().game.is_clock_running() => ACKNOWLEDGMENT,
            Presence::Here | Presence::Left => return self.imp().connection.away.cancel(),
            _ => SECOND,
        };
        let look = weak!(self, |window| {
            window.refresh_moves();
            if window.presence() != Some(Presence::Here) {
                window.watch_connection();
            }
        });
        self.imp().connection.away.start(delay, look);
    }
}
