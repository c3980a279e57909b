//! Proposals: of the first game by the host, and of rematches by either side.
//!
//! A game always begins in the same way: the guest begins the host's proposal, and tells the host. A guest's proposal of a
//! rematch becomes the host's own once the host accepts it. If both propose at once, the host's proposal counts, and the
//! guest accepts it unasked if it has proposed the same.

use super::{Effect, Phase, RULES, RemoteSession, SavedSession};
use crate::game::Agreement;
use crate::game::clock::Millis;
use crate::remote::channel::Role;
use crate::remote::limits::{NAME_LENGTH, tidy};
use crate::remote::log::Log;
use crate::remote::lot::{LOT_LENGTH, commitment, draw};
use crate::remote::message::Message;
use crate::remote::proposal::Proposal;
use crate::remote::{CloseReason, GameId};
use crate::rules::{Rulebook, Side};

/// Number of declined rematches after one game from which further ones are declined unasked.
const MAX_DECLINED: u8 = 3;

/// Introduction of the friend.
#[derive(Debug)]
pub(super) struct Introduction {
    pub name: String,
    pub rules: u32,
    /// Id of the match that the friend has a game of.
    pub game: Option<GameId>,
    /// The host's commitment to its lot.
    pub lot: Option<String>,
}

impl Introduction {
    pub(super) fn read(
        name: &str,
        rules: u32,
        game: Option<&str>,
        lot: Option<String>,
    ) -> Result<Self, CloseReason> {
        let game = game.map(str::parse).transpose();
        Ok(Self {
            name: tidy(name, NAME_LENGTH),
            rules,
            game: game.map_err(|_| CloseReason::Malformed)?,
            lot: lot.filter(|lot| lot.len() <= 2 * LOT_LENGTH),
        })
    }
}

impl RemoteSession {
    /// Whether a game may be proposed now: the first one, or a rematch after the end.
    fn may_propose(&self) -> bool {
        match self.game() {
            Some(game) => game.outcome().is_some(),
            None => self.role == Role::Host,
        }
    }

    /// Whether the player's own proposal awaits the friend's answer.
    pub const fn is_proposing(&self) -> bool {
        self.own_proposal.is_some()
    }

    pub(super) fn propose(&mut self, proposal: Proposal, now: Millis, out: &mut Vec<Effect>) {
        if !self.may_propose() || self.own_proposal.is_some() {
            return;
        }
        match &self.friends_proposal {
            Some(friends) if friends.is_same_game(&proposal) => {
                return self.answer(true, now, out);
            }
            // The question about the host's proposal is open.
            Some(_) if self.role == Role::Guest => return,
            _ => self.friends_proposal = None,
        }
        self.own_proposal = Some(proposal);
        out.push(Effect::Save);
        if self.log.is_none() || self.is_live() {
            self.send_proposal(out);
        }
    }

    fn send_proposal(&mut self, out: &mut Vec<Effect>) {
        if let Some(proposal) = self.own_proposal.clone() {
            self.send(&Message::Terms(proposal), out);
        }
    }

    pub(super) fn answer(&mut self, yes: bool, now: Millis, out: &mut Vec<Effect>) {
        let Some(proposal) = self.friends_proposal.take() else {
            return;
        };
        match (yes, self.role) {
            (true, Role::Guest) => {
                self.begin(proposal, now, out);
                self.send(&Message::Accept, out);
            }
            (true, Role::Host) => {
                self.own_proposal = Some(proposal);
                out.push(Effect::Save);
                self.send_proposal(out);
            }
            (false, _) => {
                self.declined = self.declined.saturating_add(1);
                self.send(&Message::Decline, out);
            }
        }
    }

    /// Begins a game on which both have agreed.
    pub(super) fn begin(&mut self, proposal: Proposal, now: Millis, out: &mut Vec<Effect>) {
        self.log = Log::new(proposal);
        self.forget_acts();
        self.drop_proposals();
        (self.peer_quota, self.own_quota) = Default::default();
        out.extend([Effect::Save, Effect::Begun]);
        if self.connection.is_some() {
            self.phase = Phase::Live;
            self.update_timer(now, out);
            out.push(Effect::Live);
        }
    }

    /// Drops proposals of a rematch if the end of the game has been taken back.
    pub(super) fn note_reopened(&mut self) {
        if !self.may_propose() {
            self.drop_proposals();
        }
    }

    pub(super) fn drop_proposals(&mut self) {
        (self.own_proposal, self.friends_proposal, self.declined) = (None, None, 0);
    }

    /// Proposes again, after the connection was lost, what the friend may not have received.
    pub(super) fn propose_again(&mut self, out: &mut Vec<Effect>) {
        if self.may_propose() {
            self.send_proposal(out);
        } else {
            self.drop_proposals();
        }
    }

    /// Handles a proposal of the friend.
    pub(super) fn handle_terms(
        &mut self,
        proposal: Proposal,
        now: Millis,
        out: &mut Vec<Effect>,
    ) -> Result<(), CloseReason> {
        let is_stale = match &self.log {
            None if self.role == Role::Host => return Err(CloseReason::Malformed),
            None => false,
            Some(log) => log.proposal().id == proposal.id || log.game().outcome().is_none(),
        };
        let is_known = self.friends_proposal.as_ref() == Some(&proposal);
        let is_outranked = self.role == Role::Host && self.own_proposal.is_some();
        if is_stale || is_known || is_outranked {
            return Ok(());
        }
        let agreement = proposal.read().ok_or(CloseReason::VersionMismatch)?;
        if !self.rules_fit(agreement.terms.rulebook) {
            return Err(CloseReason::RulesMismatch);
        }
        // The player is asked about one first game at a time.
        let is_second = self.log.is_none() && self.friends_proposal.is_some();
        let is_expected = self.is_between_us(&proposal) && self.is_rematch(&proposal, &agreement);
        if is_second || !is_expected || !self.is_fairly_drawn(&proposal) {
            return Err(CloseReason::Malformed);
        }
        let own = self.own_proposal.take();
        if own.is_some_and(|own| own.is_same_game(&proposal)) {
            self.begin(proposal, now, out);
            self.send(&Message::Accept, out);
        } else if self.declined >= MAX_DECLINED {
            self.send(&Message::Decline, out);
        } else {
            self.friends_proposal = Some(proposal.clone());
            out.push(Effect::Proposed(proposal));
        }
        Ok(())
    }

    /// The guest has begun the host's proposal.
    pub(super) fn handle_accept(&mut self, now: Millis, out: &mut Vec<Effect>) {
        if let Some(proposal) = self.own_proposal.take() {
            self.begin(proposal, now, out);
        }
    }

    /// The friend has declined the player's proposal.
    pub(super) fn handle_decline(&mut self, out: &mut Vec<Effect>) {
        if self.own_proposal.take().is_some() {
            out.extend([Effect::Save, Effect::Declined]);
        }
    }

    /// Handles the introduction of the friend.
    pub(super) fn handle_identify(
        &mut self,
        introduction: Introduction,
        out: &mut Vec<Effect>,
    ) -> Result<(), CloseReason> {
        let Introduction {
            name,
            rules,
            game,
            lot,
        } = introduction;
        self.friend = name;
        if let Some(connection) = &mut self.connection {
            connection.rules = Some(rules);
            connection.friends_lot = lot;
        }
        // The friend has saved the key of this connection before it sent anything.
        self.keys.truncate(1);
        out.push(Effect::Save);
        let rulebook = self.game().map(|game| game.terms().rulebook);
        if rulebook.is_some_and(|rulebook| !self.rules_fit(rulebook)) {
            return Err(CloseReason::RulesMismatch);
        }
        let own = self.log().map(|log| log.proposal().series);
        match (self.role, own, game) {
            (_, Some(own), Some(game)) if own != game => Err(CloseReason::UnknownGame),
            // The host of another invitation, or one that has lost its game.
            (Role::Guest, Some(_), None) => Err(CloseReason::UnknownGame),
            (Role::Guest, None, Some(game)) => {
                out.push(Effect::Resumes(game));
                Ok(())
            }
            (Role::Guest, None, None) => {
                self.send_lot(out);
                Ok(())
            }
            (Role::Host, None, None) => {
                // Terms for another guest, or with lots of another connection, are void.
                let fits = |own: &Proposal| own.lot.is_empty() && self.is_between_us(own);
                if self.own_proposal.as_ref().is_some_and(fits) {
                    self.send_proposal(out);
                } else {
                    self.own_proposal = None;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Sends the guest's lot, in reply to the host's commitment.
    fn send_lot(&mut self, out: &mut Vec<Effect>) {
        let connection = self.connection.as_ref();
        let committed = connection.filter(|connection| connection.friends_lot.is_some());
        if let Some(lot) = committed.map(|connection| connection.lot.clone()) {
            self.send(&Message::Lot { lot }, out);
        }
    }

    /// Handles the guest's lot.
    pub(super) fn handle_lot(&mut self, lot: String) -> Result<(), CloseReason> {
        let connection = self.connection.as_mut().filter(|_| lot.len() <= LOT_LENGTH);
        let connection = connection.ok_or(CloseReason::Malformed)?;
        connection.friends_lot.get_or_insert(lot);
        Ok(())
    }

    /// Side of the host as drawn by lot, and the lot to reveal; `None` before the guest has sent its own.
    pub fn drawn(&self) -> Option<(Side, String)> {
        let connection = self.connection.as_ref()?;
        let guests = connection.friends_lot.as_ref()?;
        let is_host = self.role == Role::Host;
        is_host.then(|| (draw(&connection.lot, guests), connection.lot.clone()))
    }

    /// Whether the side of the host is as both lots decide, if it was drawn by lot.
    fn is_fairly_drawn(&self, proposal: &Proposal) -> bool {
        let Some(connection) = &self.connection else {
            return false;
        };
        let (lot, committed) = (&proposal.lot, connection.friends_lot.as_ref());
        lot.is_empty()
            || self.log.is_some()
            || (committed == Some(&commitment(lot)) && draw(lot, &connection.lot) == proposal.host)
    }

    /// Whether a proposal is for these two players, and for their match.
    fn is_between_us(&self, proposal: &Proposal) -> bool {
        let own = match self.role {
            Role::Host => proposal.host,
            Role::Guest => !proposal.host,
        };
        let series = self.log().map(|log| log.proposal().series);
        proposal.name(own) == self.name
            && proposal.name(!own) == self.friend
            && proposal.series == series.unwrap_or(proposal.id)
    }

    /// Whether a proposal has the terms of the game before, if there is one: the player is told the side only.
    fn is_rematch(&self, proposal: &Proposal, agreement: &Agreement) -> bool {
        let Some(before) = self.log().map(Log::proposal) else {
            return true;
        };
        let terms = before
            .read()
            .map(|terms| match before.host == proposal.host {
                true => terms,
                false => terms.swapped(),
            });
        let names = agreement.names.clone();
        terms.is_some_and(|terms| Agreement { names, ..terms } == *agreement)
    }

    /// Whether both programs rule alike under a rulebook.
    fn rules_fit(&self, rulebook: Rulebook) -> bool {
        let connection = self.connection.as_ref();
        let theirs = connection.and_then(|connection| connection.rules);
        theirs.is_none_or(|rules| rules == RULES) || !rulebook.ends_repetitions()
    }

    /// Continues a saved game over the present connection, as the host asks; closes the connection if there is none.
    pub fn adopt(&mut self, saved: Option<SavedSession>, now: Millis) -> Vec<Effect> {
        let mut out = Vec::new();
        let restored = saved.and_then(Self::restore);
        let restored = restored.filter(|saved| saved.role == self.role && saved.log.is_some());
        let Some(restored) = restored else {
            self.close(CloseReason::UnknownGame, now, &mut out);
            return out;
        };
        *self = Self {
            name: std::mem::take(&mut self.name),
            friend: std::mem::take(&mut self.friend),
            keys: std::mem::take(&mut self.keys),
            connection: self.connection.take(),
            phase: Phase::Resuming,
            ..restored
        };
        out.extend([Effect::Save, Effect::Begun]);
        self.send_log_position(&mut out);
        out
    }
}
