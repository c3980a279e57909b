//! End of a game, as the fields `result` and `reason` of the program's own format.

use super::{Caution, ReadError};
use crate::rules::{DrawReason, Outcome, Side, WinReason};

/// All reasons for a win and their keywords in files.
const WINS: [(WinReason, &str); 7] = [
    (WinReason::Checkmate, "checkmate"),
    (WinReason::Stalemate, "stalemate"),
    (WinReason::Resignation, "resignation"),
    (WinReason::PerpetualCheck, "perpetual check"),
    (WinReason::PerpetualChase, "perpetual chase"),
    (WinReason::Time, "time"),
    (WinReason::Unstated, "unstated"),
];
const DRAWS: [(DrawReason, &str); 8] = [
    (DrawReason::Agreement, "agreement"),
    (DrawReason::Repetition, "repetition"),
    (DrawReason::MutualPerpetualCheck, "mutual perpetual check"),
    (DrawReason::MutualPerpetualChase, "mutual perpetual chase"),
    (DrawReason::NoCapture, "no capture"),
    (DrawReason::InsufficientMaterial, "dead material"),
    (DrawReason::Time, "time"),
    (DrawReason::Unstated, "unstated"),
];

/// Keyword of an outcome's reason in the field `reason`.
pub fn reason_word(outcome: Outcome) -> &'static str {
    let word = match outcome {
        Outcome::Win { by, .. } => WINS.iter().find(|(known, _)| *known == by).map(|row| row.1),
        Outcome::Draw(by) => DRAWS
            .iter()
            .find(|(known, _)| *known == by)
            .map(|row| row.1),
    };
    word.expect("every reason has its word")
}

/// Whether a word is one of the keywords.
pub(super) fn is_reason(word: &str) -> bool {
    WINS.iter().any(|row| row.1 == word) || DRAWS.iter().any(|row| row.1 == word)
}

/// The outcome stated by a result and a reason.
pub(super) fn outcome(
    result: &str,
    reason: Option<&str>,
    warn: &mut impl FnMut(Caution),
) -> Result<Option<Outcome>, ReadError> {
    let word = reason.unwrap_or("unstated");
    let win = WINS
        .iter()
        .find(|(_, known)| *known == word)
        .map(|row| row.0);
    let draw = DRAWS
        .iter()
        .find(|(_, known)| *known == word)
        .map(|row| row.0);
    let won = |winner| Outcome::win(winner, win.unwrap_or(WinReason::Unstated));
    let (outcome, fits) = match result {
        "1-0" => (Some(won(Side::Red)), win.is_some()),
        "0-1" => (Some(won(Side::Black)), win.is_some()),
        "1/2-1/2" => (
            Some(Outcome::Draw(draw.unwrap_or(DrawReason::Unstated))),
            draw.is_some(),
        ),
        "*" => (None, reason.is_none()),
        _ => return Err(ReadError::Result(result.to_owned())),
    };
    if !fits {
        warn(Caution::ReasonDoesNotFit {
            result: result.to_owned(),
            reason: word.to_owned(),
        });
    }
    Ok(outcome)
}

/// The outcome stated by a file's words; `None` if the game has not ended or they are not known.
pub fn outcome_of(result: &str, reason: Option<&str>) -> Option<Outcome> {
    outcome(result, reason, &mut |_| {}).ok().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_outcome_has_its_words() {
        let wins = WINS
            .iter()
            .flat_map(|(by, _)| Side::ALL.map(|winner| Outcome::win(winner, *by)));
        let draws = DRAWS.iter().map(|(by, _)| Outcome::Draw(*by));
        for known in wins.chain(draws) {
            let read = outcome(known.score(), Some(reason_word(known)), &mut |what| {
                panic!("{what}");
            });
            assert_eq!(read, Ok(Some(known)));
        }
    }
}
