//! Messages that arrive.

use super::{Effect, Pending, Phase, Session};
use crate::far::Fault;
use crate::far::limits::{CHAT_LENGTH, NAME_LENGTH, tidy};
use crate::far::link::Role;
use crate::far::message::Message;
use crate::far::proposal::Proposal;
use crate::game::clock::Millis;

impl Session {
    /// Takes a message.
    pub(super) fn hear(&mut self, bytes: &[u8], now: Millis, out: &mut Vec<Effect>) {
        let Some(line) = &mut self.line else {
            return;
        };
        line.heard = [now, line.heard[0]];
        if !line.messages.takes(now) {
            return self.close(Fault::Flood, now, out);
        }
        match Message::read(bytes) {
            Ok(message) => {
                if let Err(fault) = self.take(message, now, out) {
                    self.close(fault, now, out);
                }
            }
            Err(Ok(kind)) => self.send(&Message::Unknown { kind }, out),
            Err(Err(fault)) => self.close(fault, now, out),
        }
    }

    fn take(&mut self, message: Message, now: Millis, out: &mut Vec<Effect>) -> Result<(), Fault> {
        match message {
            Message::Meet { name, rules } => self.meet(&name, rules)?,
            Message::Terms(proposal) => self.hear_terms(proposal, out)?,
            Message::Accept | Message::Decline | Message::Used { .. }
                if self.role == Role::Guest =>
            {
                return Err(Fault::Malformed);
            }
            Message::Entry { .. } | Message::Rest { .. } | Message::Void
                if self.role == Role::Host =>
            {
                return Err(Fault::Malformed);
            }
            Message::Accept if self.proposal.is_some() => self.begin(now, out),
            Message::Accept => {}
            Message::Decline => {
                self.proposal = None;
                out.extend([Effect::Keep, Effect::Declined]);
            }
            Message::Do { n, act, spent } => {
                let asked = Pending {
                    turn: n,
                    act,
                    spent,
                };
                if self.is_live() {
                    self.asked_for(asked, now, out);
                }
            }
            Message::Used { n, used } => self.hear_charge(n, used, now, out),
            Message::Entry { n, entry, h } => {
                if self.is_live() {
                    self.hear_entry(n, entry, h, now, out)?;
                }
            }
            Message::Void => self.hear_void(out),
            Message::Chat { text } => self.hear_chat(&text, now, out)?,
            Message::Ping { nonce } => self.send(&Message::Pong { nonce }, out),
            Message::Pong { nonce } => self.hear_pong(nonce, now),
            Message::Resume { id, n, h } => self.compare(id, n, h, now, out)?,
            Message::Seen { n } if self.unseen.is_some_and(|(_, count)| n >= count) => {
                self.see(now);
            }
            Message::Seen { .. } => {}
            Message::Rest { n, entries } => self.catch_up(n, &entries, now, out)?,
            Message::Hashes { all } => self.find_common(&all, now, out)?,
            Message::Back { n } if self.phase == Phase::Disputed(Some(n)) => {
                self.agree_to_go_back(1, now, out);
            }
            Message::Back { .. } | Message::Unknown { .. } => {}
            Message::Bye => return Err(Fault::Left),
        }
        Ok(())
    }

    fn meet(&mut self, name: &str, rules: u32) -> Result<(), Fault> {
        self.friend = tidy(name, NAME_LENGTH);
        if let Some(line) = &mut self.line {
            line.rules = Some(rules);
        }
        let game = self.game();
        let fits = game.is_none_or(|game| self.rules_fit(game.terms().rulebook));
        fits.then_some(()).ok_or(Fault::OtherRules)
    }

    fn hear_terms(&mut self, proposal: Proposal, out: &mut Vec<Effect>) -> Result<(), Fault> {
        if self.role == Role::Host {
            return Err(Fault::Malformed);
        }
        let is_begun = self
            .log()
            .is_some_and(|log| log.proposal().id == proposal.id);
        let is_over = self.game().is_none_or(|game| game.outcome().is_some());
        if is_begun || !is_over {
            return Ok(());
        }
        let agreement = proposal.read().ok_or(Fault::OtherVersion)?;
        if !self.rules_fit(agreement.terms.rulebook) {
            return Err(Fault::OtherRules);
        }
        self.proposal = Some(proposal.clone());
        out.push(Effect::Proposed(proposal));
        Ok(())
    }

    fn hear_void(&mut self, out: &mut Vec<Effect>) {
        if !self.pending.is_empty() {
            let pending = self.pending.remove(0);
            let void = Effect::Void(pending.act, crate::far::Void::Crossed);
            out.extend([Effect::Keep, void]);
        }
    }

    fn hear_chat(&mut self, text: &str, now: Millis, out: &mut Vec<Effect>) -> Result<(), Fault> {
        let line = self.line.as_mut().ok_or(Fault::Lost)?;
        if !line.chats.takes(now) {
            return Err(Fault::Flood);
        }
        let text = tidy(text, CHAT_LENGTH);
        out.extend((!text.is_empty()).then_some(Effect::Chat(text)));
        Ok(())
    }

    fn hear_pong(&mut self, nonce: u64, now: Millis) {
        if let Some(line) = self.line.as_mut().filter(|line| line.pings == nonce) {
            line.trips.note(now.saturating_sub(line.pinged));
            line.answered = now;
            self.see(now);
        }
    }
}
