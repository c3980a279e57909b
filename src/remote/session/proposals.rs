//! Proposals: of the first game by the host, and of rematches by either side.
//!
//! A game always begins in the same way: the guest begins the host's proposal, and tells the host. A guest's proposal of a
//! rematch becomes the host's own once the host accepts it. If both propose at once, the host's proposal counts, and the
//! guest accepts it unasked if it has proposed the same.

use super::{Effect, Phase, RULES, RemoteSession};
use crate::game::GameTerms;
use crate::game::clock::Millis;
use crate::remote::channel::Role;
use crate::remote::limits::{NAME_LENGTH, tidy};
use crate::remote::log::Log;
use crate::remote::message::{MatchClaim, Message};
use crate::remote::proposal::Proposal;
use crate::remote::{CloseReason, GameId};
use crate::rules::Rulebook;

/// Number of declined rematches after one game from which further ones are declined unasked.
const MAX_DECLINED: u8 = 3;

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
                let (has_met, id) = (self.has_met(), proposal.id);
                self.begin(proposal, now, out);
                // Before the introductions, the comparison of the logs will tell.
                if has_met {
                    self.send(&Message::Accept { id }, out);
                }
            }
            (true, Role::Host) => {
                self.own_proposal = Some(proposal);
                out.push(Effect::Save);
                if self.is_live() {
                    self.send_proposal(out);
                }
            }
            (false, _) => {
                self.declined = self.declined.saturating_add(1);
                self.decline(proposal.id, out);
            }
        }
    }

    fn decline(&mut self, id: GameId, out: &mut Vec<Effect>) {
        self.last_declined = Some(id);
        // Before the introductions, the answer waits until the friend proposes again.
        if self.has_met() {
            self.send(&Message::Decline { id }, out);
        }
    }

    /// Begins a game on which both have agreed.
    pub(super) fn begin(&mut self, proposal: Proposal, now: Millis, out: &mut Vec<Effect>) {
        self.log = Log::new(proposal);
        if self.key.is_none() {
            self.key = self.connection.as_ref().map(|one| one.match_key);
            self.candidates.clear();
        }
        self.forget_acts();
        self.drop_proposals();
        (self.peer_quota, self.own_quota) = Default::default();
        out.extend([Effect::Save, Effect::Begun]);
        if self.has_met() {
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
        (self.own_proposal, self.friends_proposal) = (None, None);
        (self.declined, self.last_declined) = (0, None);
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
        let terms = proposal.read().ok_or(CloseReason::VersionMismatch)?;
        if !self.rules_fit(terms.rules.rulebook) {
            return Err(CloseReason::RulesMismatch);
        }
        // The player is asked about one first game at a time.
        let is_second = self.log.is_none() && self.friends_proposal.is_some();
        let is_expected = self.is_between_us(&proposal) && self.is_rematch(&proposal, &terms);
        if is_second || !is_expected {
            return Err(CloseReason::Malformed);
        }
        let id = proposal.id;
        // Sent again because it crossed with the answer.
        if self.last_declined == Some(id) {
            self.decline(id, out);
            return Ok(());
        }
        let own = self.own_proposal.take();
        if own.is_some_and(|own| own.is_same_game(&proposal)) {
            self.begin(proposal, now, out);
            self.send(&Message::Accept { id }, out);
        } else if self.declined >= MAX_DECLINED {
            self.decline(id, out);
        } else {
            self.friends_proposal = Some(proposal.clone());
            out.push(Effect::Proposed(proposal));
        }
        Ok(())
    }

    /// The guest has begun the host's proposal.
    pub(super) fn handle_accept(&mut self, id: GameId, now: Millis, out: &mut Vec<Effect>) {
        if let Some(proposal) = self.own_proposal.take_if(|own| own.id == id) {
            self.begin(proposal, now, out);
        }
    }

    /// The friend has declined the player's proposal.
    pub(super) fn handle_decline(&mut self, id: GameId, out: &mut Vec<Effect>) {
        if self.own_proposal.take_if(|own| own.id == id).is_some() {
            out.extend([Effect::Save, Effect::Declined]);
        }
    }

    /// Whether the friend has introduced itself over this connection.
    pub fn has_met(&self) -> bool {
        let connection = self.connection.as_ref();
        connection.is_some_and(|one| one.rules.is_some() && one.claim.is_none())
    }

    /// Handles the introduction of the friend, which is the first message. Until it proves to have this match, nothing that
    /// is kept changes.
    pub(super) fn handle_identify(
        &mut self,
        name: &str,
        rules: u32,
        game: Option<MatchClaim>,
        out: &mut Vec<Effect>,
    ) -> Result<(), CloseReason> {
        let friends = self.claim(self.role.other());
        let connection = self
            .connection
            .as_mut()
            .filter(|connection| connection.rules.is_none())
            .ok_or(CloseReason::Malformed)?;
        connection.rules = Some(rules);
        match (self.role, friends, game) {
            (Role::Guest, None, Some(claim)) => {
                let id = claim.id;
                connection.claim = Some(claim);
                out.push(Effect::Resumes(id));
                return Ok(());
            }
            (_, own, theirs) if own != theirs => return Err(CloseReason::UnknownGame),
            _ => {}
        }
        let rulebook = self.game().map(|game| game.terms().rulebook);
        if rulebook.is_some_and(|rulebook| !self.rules_fit(rulebook)) {
            return Err(CloseReason::RulesMismatch);
        }
        // In a match both keep the names with which it began.
        if self.log.is_none() {
            self.friend = tidy(name, NAME_LENGTH);
        }
        match self.role {
            Role::Guest => {
                self.identify(out);
                self.send_log_position(out);
            }
            Role::Host if self.log.is_none() && self.match_key().is_none() => {
                // Terms for another guest are void.
                if self
                    .own_proposal
                    .as_ref()
                    .is_some_and(|own| self.is_between_us(own))
                {
                    self.send_proposal(out);
                } else {
                    self.own_proposal = None;
                }
            }
            Role::Host => {}
        }
        Ok(())
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
    fn is_rematch(&self, proposal: &Proposal, proposed: &GameTerms) -> bool {
        let Some(before) = self.log().map(Log::proposal) else {
            return true;
        };
        let terms = before
            .read()
            .map(|terms| match before.host == proposal.host {
                true => terms,
                false => terms.swapped(),
            });
        let names = proposed.names.clone();
        terms.is_some_and(|terms| GameTerms { names, ..terms } == *proposed)
    }

    /// Whether both programs rule alike under a rulebook.
    fn rules_fit(&self, rulebook: Rulebook) -> bool {
        let connection = self.connection.as_ref();
        let theirs = connection.and_then(|connection| connection.rules);
        theirs.is_none_or(|rules| rules == RULES) || !rulebook.ends_repetitions()
    }

    /// Continues a saved game over the present connection, as the host asks, if the host proves that it has this match;
    /// otherwise closes the connection.
    pub fn adopt(&mut self, saved: Option<Self>, now: Millis) -> Vec<Effect> {
        let mut out = Vec::new();
        let connection = self.connection.as_mut();
        let claim = connection.and_then(|connection| connection.claim.take());
        let is_proved = |saved: &Self| {
            let (key, connection) = (saved.key?, self.connection.as_ref()?);
            Some(connection.claim(key, Role::Host) == claim?)
        };
        let is_same = |saved: &Self| saved.role == self.role && saved.log.is_some();
        let saved = saved.filter(|saved| is_same(saved) && is_proved(saved) == Some(true));
        let Some(restored) = saved else {
            self.close(CloseReason::UnknownGame, now, &mut out);
            return out;
        };
        *self = Self {
            connection: self.connection.take(),
            addresses: std::mem::take(&mut self.addresses),
            phase: Phase::Resuming,
            ..restored
        };
        out.extend([Effect::Save, Effect::Begun]);
        self.identify(&mut out);
        self.send_log_position(&mut out);
        out
    }
}
