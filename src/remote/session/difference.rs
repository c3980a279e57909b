//! Logs that differ.
//!
//! Both programs send all their hashes, both find the last entry on which they agree, and both players have to agree to go
//! back there.

use super::{Effect, Phase, RemoteSession};
use crate::game::Game;
use crate::game::clock::Millis;
use crate::remote::CloseReason;
use crate::remote::log::{Log, MAX_ENTRIES};
use crate::remote::message::Message;

/// A difference between the two logs.
#[derive(Debug)]
pub(super) struct Difference {
    /// The entries that both have, from the first one on.
    common: Log,
    /// Whether the player, and the friend, agree to go back to them.
    pub(super) agrees: [bool; 2],
}

impl Difference {
    /// Number of entries that both have.
    pub(super) fn length(&self) -> usize {
        self.common.entries().len()
    }
}

impl RemoteSession {
    /// The game as far as both programs agree on it, while they differ.
    pub fn common_game(&self) -> Option<&Game> {
        self.difference().map(|difference| difference.common.game())
    }

    pub(super) fn difference(&self) -> Option<&Difference> {
        self.connection.as_ref()?.difference.as_ref()
    }

    /// Stops the game because the logs differ, and sends all hashes.
    pub(super) fn dispute(&mut self, now: Millis, out: &mut Vec<Effect>) {
        if self.phase == Phase::Disputed {
            return;
        }
        self.phase = Phase::Disputed;
        self.update_timer(now, out);
        let hashes = self.log().map_or(&[][..], Log::hashes);
        let all = hashes.iter().map(ToString::to_string).collect();
        self.send(&Message::Hashes { all }, out);
    }

    /// Finds the last entry that both logs have in common.
    pub(super) fn handle_hashes(
        &mut self,
        all: &[String],
        now: Millis,
        out: &mut Vec<Effect>,
    ) -> Result<(), CloseReason> {
        if self.phase == Phase::Disconnected || all.len() > MAX_ENTRIES + 1 {
            return Err(CloseReason::Malformed);
        }
        self.dispute(now, out);
        let (Some(log), Some(connection)) = (&self.log, &mut self.connection) else {
            return Ok(());
        };
        if connection.difference.is_some() {
            return Ok(());
        }
        let pairs = log.hashes().iter().zip(all);
        let same = pairs.take_while(|(own, their)| own.to_string() == **their);
        let common = same
            .count()
            .checked_sub(1)
            .ok_or(CloseReason::UnknownGame)?;
        connection.difference = Some(Difference {
            common: log.earlier(common),
            agrees: [false; 2],
        });
        out.push(Effect::Disagree(common));
        Ok(())
    }

    /// Notes that one side agrees to go back: 0 is the player, 1 the friend.
    pub(super) fn agree_to_go_back(&mut self, who: usize, now: Millis, out: &mut Vec<Effect>) {
        let Some(connection) = &mut self.connection else {
            return;
        };
        let Some(difference) = &mut connection.difference else {
            return;
        };
        difference.agrees[who] = true;
        let common = difference.length();
        let is_settled = |difference: &mut Difference| difference.agrees == [true; 2];
        let settled = connection.difference.take_if(is_settled);
        if who == 0 {
            self.send(&Message::GoBack { n: common }, out);
        }
        let Some(difference) = settled else { return };
        self.log = Some(difference.common);
        self.forget_acts();
        self.phase = Phase::Live;
        self.update_timer(now, out);
        out.extend([Effect::Save, Effect::WentBack(common), Effect::Live]);
    }
}
