//! The game to which a friend is invited, and how the friend finds this program.

use crate::game::GameTerms;
use crate::remote::{FIRST_PORT, HostError, HostTerms, RemoteChoice};
use crate::rules::Side;
use crate::ui::dialogs::new_game::rules_chooser::{RulesChooser, bring_into_sight};
use crate::ui::dialogs::new_game::time_chooser::TimeChooser;
use crate::ui::dialogs::new_game::time_entry::apply_while_typing;
use crate::ui::toolkit::choices::set_switch_role;
use crate::ui::toolkit::combo_row::{fill, select, selected};
use crate::ui::toolkit::naming;
use crate::ui::toolkit::prelude::*;

/// The sides of the host, in the order of the choices; `None` is one by chance.
const SIDES: [Option<Side>; 3] = [Some(Side::Red), Some(Side::Black), None];

mod imp {
    use super::*;

    template! {
        InvitePage "/io/github/chuhe/Chuhe/ui/remote_invite.ui" {
            side: adw::ComboRow,
            time: TimeChooser,
            rules: RulesChooser,
            shows_name_row: adw::ActionRow,
            shows_name: gtk::Switch,
            asks_router_row: adw::ActionRow,
            asks_router: gtk::Switch,
            forwarding: adw::ExpanderRow,
            port_row: adw::ActionRow,
            port: gtk::SpinButton,
            public: adw::EntryRow,
        } {}
    }

    class!(InvitePage "XqRemoteInvitePage" gtk::Box, template; WidgetImpl BoxImpl);

    impl ObjectImpl for InvitePage {
        signals!();

        fn constructed(&self) {
            self.parent_constructed();
            let page = self.obj();
            let sides = SIDES.map(|side| side.map_or_else(words::side_by_chance, words::side));
            fill(&self.side, &sides.map(str::to_owned));
            set_switch_role(&self.shows_name_row, &self.shows_name);
            set_switch_role(&self.asks_router_row, &self.asks_router);
            apply_while_typing(&self.port);
            a11y::set_label(&*self.port, &self.port_row.title());
            a11y::replace_label(&*self.port_row, "");
            naming::expose_entry(&self.public, &self.public.title());
            self.public.set_activates_default(true);
            self.side
                .connect_selected_notify(weak!(page, |page, _| page.tell_changed()));
            self.time
                .connect_changed(weak!(page, |page, _| page.tell_changed()));
            self.rules
                .handicap_row()
                .connect_subtitle_notify(weak!(page, |page, _| page.tell_changed()));
            self.rules
                .take_backs_row()
                .connect_selected_notify(weak!(page, |page, _| page.tell_changed()));
            self.port
                .connect_value_changed(weak!(page, |page, _| page.tell_changed()));
            self.public
                .connect_changed(weak!(page, |page, _| page.tell_changed()));
        }
    }
}

widget! {
    /// The page on which an invitation is made.
    InvitePage Box
}

impl InvitePage {
    /// Fills in these terms and the last choices.
    pub fn choose(&self, terms: &GameTerms, known: &RemoteChoice) {
        let imp = self.imp();
        select(&imp.side, &SIDES, &known.side);
        imp.time.choose(terms.time.as_ref());
        imp.rules.choose(&GameTerms {
            take_backs: known.take_backs,
            ..terms.clone()
        });
        imp.shows_name.set_active(known.shows_name);
        imp.asks_router.set_active(known.asks_router);
        imp.port.set_value(f64::from(known.port));
        imp.public.set_text(&known.public_address);
    }

    /// Keeps rows that unfold in view.
    pub fn keep_in_sight(&self, scroll: &gtk::ScrolledWindow) {
        self.imp().rules.keep_in_sight(scroll);
        let forwarding = &self.imp().forwarding;
        forwarding
            .connect_expanded_notify(weak!(scroll, |scroll, row| bring_into_sight(&scroll, row)));
    }

    fn tell_changed(&self) {
        self.emit_changed();
    }

    /// Choices to be remembered for the next invitation.
    pub fn choice(&self) -> RemoteChoice {
        let imp = self.imp();
        RemoteChoice {
            name: String::new(),
            side: selected(&imp.side, &SIDES).flatten(),
            take_backs: imp.rules.terms().take_backs,
            shows_name: imp.shows_name.is_active(),
            asks_router: imp.asks_router.is_active(),
            port: self.port(),
            public_address: imp.public.text().trim().to_owned(),
        }
    }

    fn port(&self) -> u16 {
        u16::try_from(self.imp().port.value_as_int()).unwrap_or_default()
    }

    /// Rules and time, without names.
    pub fn game_terms(&self) -> GameTerms {
        GameTerms {
            time: self.imp().time.control().ok().flatten(),
            ..self.imp().rules.terms()
        }
    }

    /// The proposed game.
    ///
    /// # Errors
    ///
    /// Returns the reason why this is no invitation.
    pub fn host_terms(&self) -> Result<HostTerms, HostError> {
        self.imp().time.control()?;
        let choice = self.choice();
        if (1..FIRST_PORT).contains(&choice.port) {
            return Err(HostError::ReservedPort);
        }
        if !choice.public_address.is_empty() && choice.public().is_none() {
            return Err(HostError::NotAnAddress);
        }
        Ok(HostTerms {
            game: self.game_terms(),
            own: choice.side,
        })
    }

    signals! {
        "changed" connect_changed emit_changed;
    }
}
