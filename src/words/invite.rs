//! Invitations to a remote game, and joining one.

use super::catalogue::{labels, say, say_count};
use super::clock::time_control_error;
use super::new_game::time_and_odds;
use super::remote::taking_back;
use super::sentences;
use crate::game::GameTerms;
use crate::remote::{HostError, PortMappingError};
use crate::rules::Side;
use std::net::SocketAddr;

labels! {
    // Translators: Choice of a side that is drawn when the friend is invited.
    side_by_chance = say!("Random");
    remote_title = say!("Play With a Friend Far Away");
    invite_title = say!("Invite a Friend");
    waiting_title = say!("Your Invitation");
    join_title = say!("Join a Friend");
    code_title = say!("Enter the Code");
    calling_title = say!("Connecting");
    calling_friend = say!("Connecting to your friend…");
    stop_calling = say!("Stop connecting");
    asking_router = say!("Asking your router…");
    stop_inviting = say!("Withdraw the invitation");
    name_missing = say!("Enter your name first.");
    looking_for_friends = say!("Looking for friends on this network…");
    no_friends_found = say!("No invitations on this network. Ask your friend to choose Invite, or paste the link that your friend has sent you.");
    cannot_look = say!("This network cannot be searched. Paste the link that your friend has sent you, or type the address and then the code.");
    // Translators: Name of a game on the network whose host shows no name.
    nameless_invites = say!("Someone invites you");
    ask_for_code = say!("Your friend sees a code of six digits. Ask for it and type it here.");
    code_too_short = say!("The code has six digits.");
    copied_invitation = say!("Invitation copied. Paste it into a message to your friend.");
    copied_answer = say!("Answer copied. Paste it into a message to your friend.");
    no_answer_line = say!("Paste the link with which your friend’s Chuhe answers the invitation.");
    waiting = say!("Waiting for your friend…");
    connecting = say!("Connecting to your friend…");
    letter_instead = say!("Play by _Letter");
    begin_letter = say!("Make your first move. Then choose Letter to a Friend from the menu.");
}

/// Reason that a game cannot be proposed.
pub fn host_error(error: HostError) -> String {
    match error {
        HostError::Time(error) => time_control_error(error),
        HostError::ReservedPort => {
            say!("Ports below 1024 are reserved. Choose 0 for any free port.").into()
        }
        HostError::NotAnAddress => {
            say!("A public address has four numbers, as in 203.0.113.7.").into()
        }
    }
}

/// The game of an invitation: side, time, odds and take-backs. `None` draws lots for the side.
pub fn to_invite(own: Option<Side>, terms: &GameTerms) -> String {
    let own = match own {
        Some(Side::Red) => say!("You play Red"),
        Some(Side::Black) => say!("You play Black"),
        None => say!("Random colors"),
    };
    let mut parts = vec![own.to_owned()];
    parts.extend(time_and_odds(terms));
    parts.push(taking_back(terms));
    parts.join(" · ")
}

/// A game on the network.
pub fn invites_you(name: &str) -> String {
    if name.is_empty() {
        return nameless_invites().to_owned();
    }
    say!("{name} invites you", name)
}

/// Explanation of the code.
pub fn ask_code(name: &str) -> String {
    if name.is_empty() {
        return ask_for_code().to_owned();
    }
    say!(
        "{name} sees a code of six digits. Ask for it and type it here.",
        name
    )
}

/// Reason why a code is refused, with the maximum number of tries left.
pub fn wrong_code(left: u8) -> String {
    say_count!(
        "Wrong code. You can try once more.",
        "Wrong code. You can try {left} more times.",
        left
    )
}

/// The code as it is spelled out to a screen reader.
pub fn spelled_code(code: &str) -> String {
    let digits = code.chars().filter(char::is_ascii_digit);
    let digits: Vec<_> = digits.map(String::from).collect();
    // Translators: {code} is six digits, one after the other.
    say!("Code: {code}", code = digits.join(" "))
}

/// Address to be typed if the friend’s program does not discover this one.
pub fn address_to_type(address: &str) -> String {
    say!(
        "If this computer is not in your friend’s list, your friend can type {address} and then the code.",
        address
    )
}

/// Explanation whether a friend over the internet can get in: what the router has said, and what follows from the addresses.
pub fn outlook(
    port: u16,
    is_only_nearby: bool,
    router: Option<Result<SocketAddr, PortMappingError>>,
) -> String {
    let router = match router {
        Some(Ok(address)) => {
            let address = address.to_string();
            return say!("Your router lets your friend in at {address}.", address);
        }
        Some(Err(PortMappingError::NotPublic(_))) if is_only_nearby => {
            return say!(
                "Your router has no public address, so a friend over the internet cannot reach this computer. A letter always arrives."
            )
            .into();
        }
        Some(Err(_)) => Some(say!("Your router did not agree to let your friend in.")),
        None => None,
    };
    let reach = match is_only_nearby {
        true => only_nearby(port),
        false => reachable(port),
    };
    match router {
        Some(router) => sentences(router, &reach),
        None => reach,
    }
}

/// Explanation why a friend over the internet cannot connect at present.
fn only_nearby(port: u16) -> String {
    say!(
        "A friend over the internet cannot reach this computer, unless your router forwards port {port} to it. A letter always arrives.",
        port
    )
}

/// Explanation of what a friend over the internet needs.
fn reachable(port: u16) -> String {
    say!(
        "A friend over the internet can reach this computer if your router and firewall let connections to port {port} in. A letter always arrives.",
        port
    )
}

/// Reason why nothing listens: another program uses the port.
pub fn port_taken(port: u16) -> String {
    say!(
        "Port {port} is used by another program. Choose another one, or 0 for any free port.",
        port
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::TakeBacks;
    use crate::game::clock::TimeControl;

    #[test]
    fn an_invitation_is_told_in_a_line() {
        let mut terms = GameTerms::default();
        assert_eq!(
            to_invite(Some(Side::Black), &terms),
            "You play Black · No clock · Taking back: Allowed"
        );
        terms.time = TimeControl::read("300+3").expect("a time control");
        terms.take_backs = TakeBacks::Ask;
        let told = "Random colors · 5 min + 3 s · Taking back: If the opponent agrees";
        assert_eq!(to_invite(None, &terms), told);
    }

    #[test]
    fn a_router_that_does_not_help_is_told_with_what_does() {
        let told = |is_only_nearby, router| outlook(40_000, is_only_nearby, Some(router));
        let external = "203.0.113.7:40000".parse().expect("an address");
        assert!(told(true, Ok(external)).ends_with(" at 203.0.113.7:40000."));
        let shared = Err(PortMappingError::NotPublic([100, 64, 0, 7].into()));
        assert!(told(true, shared).ends_with("A letter always arrives."));
        for refusal in [shared, Err(PortMappingError::Refused(2))] {
            let told = told(false, refusal);
            assert!(told.starts_with("Your router did not agree"), "{told}");
            assert!(told.ends_with(&reachable(40_000)), "{told}");
        }
    }

    #[test]
    fn a_code_is_spelled_and_its_tries_are_counted() {
        assert_eq!(spelled_code("012 345"), "Code: 0 1 2 3 4 5");
        assert!(wrong_code(1).contains("once more"));
        assert!(wrong_code(4).contains("4 more times"));
    }
}
