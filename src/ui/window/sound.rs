//! Sounds, and whether they are on.

use super::Window;
use crate::game::clock::Clock;
use crate::game::{Effect, Now};
use crate::words::{self, Importance};
use adw::subclass::prelude::*;

impl Window {
    /// Lets an effect be heard, unless the players want silence.
    pub(super) fn sound(&self, effect: Effect) {
        if self.settings().has_sound() {
            self.imp().sounds.play(effect);
        }
    }

    /// Turns sound off, or on, which is heard at once.
    pub(in crate::ui) fn toggle_sound(&self) {
        let has_sound = !self.settings().has_sound();
        self.settings().set_sound(has_sound);
        self.sound(Effect::Move);
        self.say(words::sound(has_sound));
    }

    /// Knocks if the side to move has just come to have little time.
    pub(super) fn watch_time(&self, clock: &Clock, now: Now) {
        let watch = &self.imp().low_time;
        let mut low_time = watch.get();
        let is_low = low_time.look(clock, now);
        watch.set(low_time);
        if is_low {
            self.sound(Effect::LowTime);
            self.announce(Importance::Time, &words::low_time(clock.turn()));
        }
    }
}
