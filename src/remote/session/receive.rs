//! Received messages.

use super::proposals::Introduction;
use super::{Effect, Pending, RemoteSession};
use crate::game::clock::Millis;
use crate::remote::CloseReason;
use crate::remote::channel::Role;
use crate::remote::limits::{CHAT_LENGTH, tidy};
use crate::remote::log::Rejection;
use crate::remote::message::Message;

impl RemoteSession {
    /// Handles a message.
    pub(super) fn handle(&mut self, bytes: &[u8], now: Millis, out: &mut Vec<Effect>) {
        self.note_message(now);
        let Some(connection) = &mut self.connection else {
            return;
        };
        if !connection.messages.take(now) {
            return self.close(CloseReason::Flood, now, out);
        }
        match Message::read(bytes) {
            Ok(message) => {
                if let Err(reason) = self.dispatch(message, now, out) {
                    self.close(reason, now, out);
                }
            }
            Err(Ok(kind)) => self.send(&Message::Unknown { kind }, out),
            Err(Err(reason)) => self.close(reason, now, out),
        }
    }

    fn dispatch(
        &mut self,
        message: Message,
        now: Millis,
        out: &mut Vec<Effect>,
    ) -> Result<(), CloseReason> {
        match message {
            Message::Identify {
                name,
                rules,
                game,
                lot,
            } => {
                let introduction = Introduction::read(&name, rules, game.as_deref(), lot)?;
                self.handle_identify(introduction, out)?;
            }
            Message::Lot { lot } if self.role == Role::Host => self.handle_lot(lot)?,
            Message::Lot { .. } => return Err(CloseReason::Malformed),
            Message::Terms(proposal) => self.handle_terms(proposal, now, out)?,
            Message::Accept | Message::Charge { .. } if self.role == Role::Guest => {
                return Err(CloseReason::Malformed);
            }
            Message::Entry { .. } | Message::Entries { .. } | Message::Reject
                if self.role == Role::Host =>
            {
                return Err(CloseReason::Malformed);
            }
            Message::Accept => self.handle_accept(now, out),
            Message::Decline => self.handle_decline(out),
            Message::Request { n, act, spent } => {
                let request = Pending {
                    turn: n,
                    act,
                    spent,
                };
                if self.is_live() {
                    self.handle_request(request, now, out);
                }
            }
            Message::Charge { n, used } => self.handle_charge(n, used, now, out),
            Message::Entry { n, entry, h } => {
                if self.is_live() {
                    self.handle_entry(n, entry, h, now, out)?;
                }
            }
            Message::Reject => self.handle_reject(out),
            Message::Chat { text } => self.handle_chat(&text, now, out)?,
            Message::Ping { nonce } => self.send(&Message::Pong { nonce }, out),
            Message::Pong { nonce } => self.handle_pong(nonce, now),
            Message::Resume { id, n, h } => self.compare(id, n, h, now, out)?,
            Message::Ack { n } if self.awaiting_ack.is_some_and(|(_, count)| n >= count) => {
                self.acknowledge(now);
            }
            Message::Ack { .. } => {}
            Message::Entries { n, entries } => self.handle_entries(n, &entries, now, out)?,
            Message::Hashes { all } => self.handle_hashes(&all, now, out)?,
            Message::GoBack { n } if self.difference().is_some_and(|at| at.length() == n) => {
                self.agree_to_go_back(1, now, out);
            }
            Message::GoBack { .. } | Message::Unknown { .. } => {}
            Message::Bye => return Err(CloseReason::PeerLeft),
        }
        Ok(())
    }

    fn handle_reject(&mut self, out: &mut Vec<Effect>) {
        if !self.pending.is_empty() {
            let pending = self.pending.remove(0);
            let void = Effect::Rejected(pending.act, Rejection::Stale);
            out.extend([Effect::Save, void]);
        }
    }

    fn handle_chat(
        &mut self,
        text: &str,
        now: Millis,
        out: &mut Vec<Effect>,
    ) -> Result<(), CloseReason> {
        let connection = self
            .connection
            .as_mut()
            .ok_or(CloseReason::ConnectionLost)?;
        if !connection.chats.take(now) {
            return Err(CloseReason::Flood);
        }
        let text = tidy(text, CHAT_LENGTH);
        out.extend((!text.is_empty()).then_some(Effect::Chat(text)));
        Ok(())
    }
}
