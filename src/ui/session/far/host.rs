//! The host: invites, listens, and opens to whoever knows the secret.

use super::dice::Dice;
use super::{FarLine, FarNews, Invited, now};
use super::{Reach, Wire};
use crate::far::{Door, GameId, Invitation, Order, Proposal, Role, Secret, Session, Step};
use crate::game::Agreement;
use crate::game::clock::Millis;
use crate::rules::Side;
use crate::ui::platform::prelude::*;
use rand_core::RngCore;
use std::path::PathBuf;
use std::rc::Rc;

impl FarLine {
    /// Begins to listen, and returns what the friend has to be told. A guest is proposed a game on these terms, in
    /// which the player has a side.
    pub fn invite(
        name: &str,
        (agreed, own): (Agreement, Side),
        reach: Reach,
        file: PathBuf,
    ) -> Result<(Rc<Self>, Invited), glib::Error> {
        let session = Session::new(Role::Host, name);
        let line = Rc::new(Self::new(session, Role::Host, reach, file));
        line.terms.replace(Some((agreed, own)));
        let mut secret = [0; 10];
        Dice.fill_bytes(&mut secret);
        // No digit is likelier than another: 2^64 is much greater than a million.
        let number = Dice.next_u64() % 1_000_000;
        let code = format!("{:03} {:03}", number / 1000, number % 1000);
        let secrets = [Secret::code(&code), Some(Secret::bytes(secret.to_vec()))];
        line.open_door(secrets.into_iter().flatten().collect())?;
        let told = Invitation::new(&reach.addresses(), line.port.get(), secret);
        Ok((line, Invited { line: told, code }))
    }

    /// Listens for a guest that knows one of the secrets.
    pub(super) fn open_door(self: &Rc<Self>, secrets: Vec<Secret>) -> Result<(), glib::Error> {
        let port = self.reach.listen(&self.ear.0, self.port.get())?;
        self.port.set(port);
        self.door.replace(Some(Door::new(secrets)));
        let (line, listener) = (Rc::downgrade(self), self.ear.0.clone());
        glib::spawn_future_local(async move {
            while let Ok((stream, _)) = listener.accept_future().await {
                let Some(line) = line.upgrade() else { return };
                line.take_call(stream);
            }
        });
        Ok(())
    }

    fn take_call(self: &Rc<Self>, stream: gio::SocketConnection) {
        let now = now();
        let caller = self
            .door
            .borrow_mut()
            .as_mut()
            .and_then(|door| door.knock(now));
        let Some(caller) = caller else { return };
        let line = Rc::downgrade(self);
        let wire = Wire::new(stream, move |wire, bytes| {
            if let Some(line) = line.upgrade() {
                line.hear_from(wire, caller, bytes);
            }
        });
        self.callers.borrow_mut().push((caller, wire));
        self.start_beat();
    }

    /// Hears the friend, or someone who may be the friend.
    fn hear_from(self: &Rc<Self>, wire: &Rc<Wire>, caller: u32, bytes: &[u8]) {
        let is_friend = self
            .wire
            .borrow()
            .as_ref()
            .is_some_and(|known| Rc::ptr_eq(known, wire));
        if is_friend {
            return self.hear(bytes);
        }
        let step = match self.door.borrow_mut().as_mut() {
            Some(door) if !bytes.is_empty() => door.receive(caller, bytes, &mut Dice, now()).ok(),
            Some(door) => {
                door.gone(caller);
                None
            }
            None => None,
        };
        match step {
            Some(Step::Send(answer)) => wire.send(&answer),
            Some(Step::Open(link)) => {
                self.forget_caller(caller);
                self.connect(wire.clone(), *link);
            }
            None => {
                wire.close();
                self.forget_caller(caller);
                let is_open = self.door.borrow().as_ref().is_none_or(Door::is_open);
                if !is_open && self.session().log().is_none() {
                    self.ear.0.close();
                    self.door.take();
                    self.tell(&FarNews::Withdrawn);
                }
            }
        }
    }

    fn forget_caller(&self, caller: u32) {
        self.callers
            .borrow_mut()
            .retain(|(known, ..)| *known != caller);
    }

    pub(super) fn end_late_callers(&self, now: Millis) {
        let mut door = self.door.borrow_mut();
        if let Some(door) = door.as_mut() {
            door.end_late(now);
        }
        self.callers.borrow_mut().retain(|(caller, wire)| {
            let is_pending = door.as_ref().is_some_and(|door| door.is_pending(*caller));
            if !is_pending {
                wire.close();
            }
            is_pending
        });
    }

    /// Proposes the game, once the friend’s name is known.
    pub(super) fn propose(self: &Rc<Self>) {
        let friend = self.session().friend().to_owned();
        if friend.is_empty() {
            return;
        }
        let Some((mut agreed, own)) = self.terms.take() else {
            return;
        };
        agreed.names[own] = self.session().name().to_owned();
        agreed.names[!own] = friend;
        let id = GameId(Dice.next_u32());
        self.order(Order::Propose(Proposal::new(id, own, &agreed)));
    }

    /// Proposes another game after the end, with the colors swapped.
    pub fn propose_rematch(self: &Rc<Self>, agreed: Agreement, own: Side) {
        self.terms.replace(Some((agreed, own)));
        self.propose();
    }
}
