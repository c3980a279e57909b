//! Reactions to the news of the session: sounds, announcements, messages, and refreshes.

use super::Window;
use crate::game::clock::TimeWarning;
use crate::game::{Event, SoundEffect};
use crate::scene::{Remark, View};
use crate::ui::platform::memory;
use crate::ui::platform::sleep;
use crate::ui::session::{Edit, News};
use crate::ui::toolkit::ask::tell;
use crate::ui::toolkit::prelude::*;
use crate::ui::toolkit::toast::{self, Tells};

impl Tells for Window {
    fn toasts(&self) -> adw::ToastOverlay {
        self.imp().toasts.get()
    }

    /// Shows a toast in place of the previous one.
    fn show_toast(&self, toast: &adw::Toast) {
        let imp = self.imp();
        if let Some(earlier) = imp.toast.replace(Some(toast.clone())) {
            earlier.dismiss();
        }
        imp.toasts.add_toast(toast.clone());
        toast::finish(&*imp.toasts);
    }
}

impl Window {
    pub(super) fn follow_session(&self) {
        let follow = weak!(self, |window, news: &News<'_>| window.follow(news));
        self.session().listen(follow);
        let before_sleep = sleep::before_each(weak!(self.session(), |session| session.sleep()));
        // After the first frame.
        glib::MainContext::default().spawn_local_with_priority(glib::Priority::LOW, before_sleep);
    }

    fn follow(&self, news: &News<'_>) {
        match news {
            News::Replaced => self.follow_replaced(),
            News::Happened(events) => self.follow_events(events),
            News::Edited(Edit::Comment(..)) => self.refresh_moves(),
            News::Edited(_) | News::Saved | News::TurnDue => self.update(),
            News::ReplyDue => self.reply_when_still(),
            News::Settle => self.finish_names(),
            News::Remark(remark) => {
                self.imp().view.borrow_mut().remark = Some(remark.clone());
                self.update();
            }
            News::Far(news) => self.follow_remote_game(news),
            News::Time => self.refresh_clock(),
            News::LowTime(side, warning) => {
                if *warning == TimeWarning::TenSeconds {
                    self.sound(SoundEffect::LowTime);
                }
                let told = words::low_time(&self.player(*side), *warning);
                self.announce(Importance::Time, &told);
            }
            News::SessionUnsafe(error) => self.tell(&words::session_unsafe(error)),
            News::SessionUnlocked(folder) => self.tell(&words::session_unlocked(folder)),
            News::HistoryUnsafe(error) => self.tell(&words::history_unsafe(error)),
        }
    }

    fn follow_replaced(&self) {
        memory::give_back_soon();
        let imp = self.imp();
        imp.view.replace(View::default());
        imp.panel.comment().forget();
        imp.status.forget_announced();
        self.close_ending();
        self.flows().forget_unused();
        self.update();
    }

    fn follow_events(&self, events: &[Event]) {
        if let Some(effect) = SoundEffect::of(events) {
            self.sound(effect);
        }
        self.imp().view.borrow_mut().forget();
        self.tell_events(events);
        let declined = events.iter().find_map(|event| match event {
            Event::Declined(offer) => Some(*offer),
            _ => None,
        });
        if let Some(offer) = declined {
            // A lapsed offer is not announced.
            let text = words::declined(offer, &self.player(!offer.by));
            self.imp().view.borrow_mut().remark = Some(Remark::Done(text));
        }
        if let Some(told) = self.move_elsewhere(events) {
            self.imp().view.borrow_mut().remark = Some(Remark::Moved(told));
        }
        self.update();
        if events.contains(&Event::HintsAllowed) {
            self.hint();
        }
        self.follow_end(events);
    }

    pub(super) fn tell_when_shown(&self, heading: &'static str, body: String) {
        self.when_shown(move |window| tell(window, heading, &body));
    }

    /// Does something once the window is on the screen.
    pub(super) fn when_shown(&self, act: impl FnOnce(&Self) + 'static) {
        if self.is_mapped() {
            return act(self);
        }
        let act = Cell::new(Some(act));
        self.connect_map(move |window| {
            if let Some(act) = act.take() {
                act(window);
            }
        });
    }

    /// Closes the window after a confirmation, if its game is not safely on the disk.
    pub(super) fn close_after_asking(&self) {
        let window = self.clone();
        self.start(async move |flows| {
            if flows.may_be_replaced().await {
                window.destroy();
            }
        });
    }
}
