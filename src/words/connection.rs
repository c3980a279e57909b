//! Connection state of a remote game, in the header and spoken.

use super::catalogue::say;
use crate::game::clock::Millis;
use crate::remote::Presence;

/// Remote game as shown in the header: the friend, and what is paused.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// Name of the friend.
    pub friend: &'a str,
    /// Whether the game goes on.
    pub is_ongoing: bool,
    /// Whether the game has a clock, which is stopped while the friend is away.
    pub has_clock: bool,
}

/// The connection below the title, in full and in about ten letters, for a phone.
pub fn presence(presence: Presence, about: Surroundings<'_>) -> [String; 2] {
    [whole(presence, about), brief(presence)]
}

fn whole(presence: Presence, about: Surroundings<'_>) -> String {
    let friend = about.friend;
    let has_clock = about.has_clock && about.is_ongoing;
    match presence {
        // Translators: below the title: the friend is connected.
        Presence::Here => say!("{friend} is here", friend),
        // Nobody waits for a friend after the end.
        Presence::Away(_) | Presence::Calling(_) | Presence::Moved(_) if !about.is_ongoing => {
            // Translators: below the title.
            say!("{friend} is away", friend)
        }
        Presence::Away(time) => friend_away(friend, time, has_clock),
        Presence::Calling(away) if has_clock => {
            let time = minutes(away);
            // Translators: below the title, while the friend’s program is dialed.
            say!(
                "Connecting to {friend}… · {time} · clocks stopped",
                friend,
                time
            )
        }
        Presence::Calling(away) => {
            let time = minutes(away);
            // Translators: below the title, while the friend’s program is dialed.
            say!("Connecting to {friend}… · {time}", friend, time)
        }
        Presence::Waiting if has_clock => {
            // Translators: below the title: the friend is connected, but their program has not answered yet.
            say!("Waiting for {friend}’s program · clocks stopped", friend)
        }
        Presence::Waiting => say!("Waiting for {friend}’s program", friend),
        Presence::Moved(away) => {
            let time = minutes(away);
            // Translators: below the title: the friend cannot call back without a new invitation.
            say!("{friend} needs the new invitation · {time}", friend, time)
        }
        // Translators: below the title: nothing is sent to the friend, since the game cannot be saved.
        Presence::Unsaved => say!("Cannot save, nothing is sent").to_owned(),
        Presence::Disputed => {
            // Translators: below the title: the two programs remember different games.
            say!("{friend} is online · the games differ", friend)
        }
        // Translators: below the title: the friend has left the game for good.
        Presence::Left => say!("{friend} has left", friend),
    }
}

/// Subtitle while the friend has been away for this time.
fn friend_away(friend: &str, time: Millis, has_clock: bool) -> String {
    let time = minutes(time);
    if has_clock {
        // Translators: below the title: “Anna is away · 0:42 · clocks stopped”.
        say!("{friend} is away · {time} · clocks stopped", friend, time)
    } else {
        say!("{friend} is away · {time}", friend, time)
    }
}

/// Connection state in about ten letters.
fn brief(presence: Presence) -> String {
    match presence {
        Presence::Here => say!("Connected").to_owned(),
        Presence::Waiting => say!("Waiting…").to_owned(),
        // Translators: for how long the friend has been away: “Away 0:42”.
        Presence::Away(time) => say!("Away {time}", time = minutes(time)),
        Presence::Calling(_) => say!("Calling…").to_owned(),
        // Translators: the friend needs a new invitation.
        Presence::Moved(_) => say!("Invite again").to_owned(),
        Presence::Unsaved => say!("Cannot save").to_owned(),
        Presence::Disputed => say!("Disagreement").to_owned(),
        // Translators: the friend has given up the game for good.
        Presence::Left => say!("Has left").to_owned(),
    }
}

/// Announcement of a new connection state; `None` for one announced otherwise.
pub fn presence_changed(presence: Presence, about: Surroundings<'_>) -> Option<String> {
    let friend = about.friend;
    let has_clock = about.has_clock && about.is_ongoing;
    Some(match presence {
        Presence::Here => say!("{friend} is here.", friend),
        Presence::Away(_) | Presence::Calling(_) if has_clock => {
            say!("{friend} is away. The clocks have stopped.", friend)
        }
        Presence::Away(_) | Presence::Calling(_) => say!("{friend} is away.", friend),
        Presence::Waiting => {
            say!(
                "The clocks are stopped until {friend}’s program answers.",
                friend
            )
        }
        Presence::Moved(_) => say!(
            "{friend} needs a new invitation, because another program uses the port of the last one.",
            friend
        ),
        Presence::Left => say!("{friend} has left. The game is kept.", friend),
        // A question and a remark say so.
        Presence::Disputed | Presence::Unsaved => return None,
    })
}

fn minutes(time: Millis) -> String {
    let seconds = time / 1000;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    const ALL: [Presence; 8] = [
        Presence::Here,
        Presence::Waiting,
        Presence::Disputed,
        Presence::Away(42_000),
        Presence::Calling(42_000),
        Presence::Moved(42_000),
        Presence::Unsaved,
        Presence::Left,
    ];

    fn about(is_ongoing: bool, has_clock: bool) -> Surroundings<'static> {
        Surroundings {
            friend: "Anna",
            is_ongoing,
            has_clock,
        }
    }

    #[test]
    fn one_who_is_away_is_told_in_as_many_words_as_there_is_room_for() {
        let told = presence(Presence::Away(42_000), about(true, true));
        assert_eq!(told, ["Anna is away · 0:42 · clocks stopped", "Away 0:42"]);
    }

    #[test]
    fn every_state_is_told_apart_even_where_there_is_little_room() {
        for which in 0..2 {
            for (is_ongoing, has_clock) in [(true, true), (true, false)] {
                let told =
                    ALL.map(|one| presence(one, about(is_ongoing, has_clock))[which].clone());
                assert_eq!(told.iter().collect::<HashSet<_>>().len(), ALL.len());
            }
        }
        for one in ALL {
            let [_, short] = presence(one, about(true, true));
            assert!((1..=13).contains(&short.chars().count()), "{one:?}");
        }
    }

    #[test]
    fn no_clock_is_said_to_stand_where_none_runs() {
        for one in ALL {
            for about in [about(true, false), about(false, true)] {
                for told in presence(one, about) {
                    assert!(!told.to_lowercase().contains("clock"), "{told}");
                }
            }
        }
    }

    #[test]
    fn a_change_is_told_once_while_the_friend_is_dialed() {
        assert_eq!(Presence::Calling(7).kind(), Presence::Away(8).kind());
        let told = ALL.map(|one| presence_changed(one, about(true, true)));
        // One who is away, and one who is called; a dispute has a question of its own.
        assert_eq!(told.iter().flatten().collect::<HashSet<_>>().len(), 5);
    }
}
