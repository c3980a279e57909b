//! Rules applied by the arbiter: their content, source, and assumptions where they are silent.

use super::catalogue::say;
use super::paragraph;
use crate::rules::{Clause, OpenPoint, Rulebook, Verdict};
use std::iter::once;

/// The applied rule, its source, and the defaults it rests on.
pub fn clause(verdict: &Verdict) -> String {
    let book = verdict.terms.rulebook;
    let written = match (book, verdict.clause.diagrams(), verdict.clause.article()) {
        (Rulebook::Asian, Some(diagrams), _) => {
            asian_rule(verdict.clause, &diagrams.replace('-', "–"))
        }
        (Rulebook::Chinese, _, Some(article)) => {
            let rule = rule(verdict.clause, book);
            // Translators: {rule} is a sentence, {article} the number of the article of the Chinese rulebook, such as 25.3.
            Some(say!("{rule} (Chinese rules, {article})", rule, article))
        }
        _ => None,
    };
    let rule = written.unwrap_or_else(|| rule(verdict.clause, book).to_owned());
    let open = verdict.open.iter().map(|point| open_point(*point).into());
    paragraph(once(rule).chain(open))
}

/// A rule with the diagrams of the book that states it, if any.
fn asian_rule(clause: Clause, diagrams: &str) -> Option<String> {
    Some(match clause {
        // Translators: AXF and WXF are the federations whose rulebook it is; {diagrams} is numbers such as “18–25, 32–38”.
        Clause::BothCheck => say!(
            "AXF/WXF: perpetual check by both sides is a draw (diagram {diagrams}).",
            diagrams
        ),
        Clause::CheckAgainstChase => say!(
            "AXF/WXF: perpetual check loses, even against perpetual chase (diagram {diagrams}).",
            diagrams
        ),
        Clause::Check => say!(
            "AXF/WXF: perpetual check loses (diagrams {diagrams}).",
            diagrams
        ),
        Clause::BothChasePinned => say!(
            "AXF/WXF: perpetual chase of a chariot pinned by a horse, by both sides, is a draw (diagrams {diagrams}).",
            diagrams
        ),
        Clause::ChasePinned => say!(
            "AXF/WXF: perpetual chase of a chariot pinned by a horse loses, even against perpetual chase (diagrams {diagrams}).",
            diagrams
        ),
        Clause::BothChase => say!(
            "AXF/WXF: perpetual chase by both sides is a draw (diagrams {diagrams}).",
            diagrams
        ),
        Clause::Chase => say!(
            "AXF/WXF: perpetual chase of one piece loses (diagrams {diagrams}).",
            diagrams
        ),
        Clause::NothingForbidden => say!(
            "AXF/WXF: a repetition without perpetual check or chase is a draw (diagrams {diagrams}).",
            diagrams
        ),
        Clause::Checkmate
        | Clause::Stalemate
        | Clause::Attack
        | Clause::HeavierAttack
        | Clause::BothAttack
        | Clause::NineRounds
        | Clause::InsufficientMaterial
        | Clause::NoCapture => {
            return None;
        }
    })
}

fn rule(clause: Clause, book: Rulebook) -> &'static str {
    match clause {
        Clause::Checkmate => say!("A side that is checkmated loses."),
        Clause::Stalemate => say!("A side that has no legal move loses."),
        Clause::BothCheck => say!("Perpetual check by both sides is a draw."),
        Clause::CheckAgainstChase => say!("Perpetual check loses, even against perpetual chase."),
        Clause::Check => say!("Perpetual check loses."),
        Clause::BothChasePinned => {
            say!("Perpetual chase of a chariot pinned by a horse, by both sides, is a draw.")
        }
        Clause::ChasePinned => {
            say!(
                "Perpetual chase of a chariot pinned by a horse loses, even against perpetual chase."
            )
        }
        Clause::BothChase => say!("Perpetual chase by both sides is a draw."),
        Clause::Chase => say!("Perpetual chase of one piece loses."),
        Clause::Attack => say!("Check, threat of mate or chase on every move loses."),
        Clause::HeavierAttack => say!(
            "If both sides check, threaten mate or chase on every move, one without a light chase loses to one that has one."
        ),
        Clause::BothAttack => say!(
            "If both sides check, threaten mate or chase on every move, and neither is lighter, it is a draw."
        ),
        Clause::NineRounds => say!(
            "Check, threat of mate or chase on nine moves in a row, to three or more points, has to stop with the tenth."
        ),
        Clause::NothingForbidden => match book {
            Rulebook::Asian => {
                say!("A repetition without perpetual check or chase is a draw.")
            }
            Rulebook::Chinese => {
                say!("A repetition with an idle move of each side is a draw.")
            }
            Rulebook::Casual | Rulebook::Off => {
                say!("A repetition without perpetual check is a draw.")
            }
        },
        Clause::InsufficientMaterial => {
            say!("Neither side has a chariot, horse, cannon or soldier left.")
        }
        Clause::NoCapture => say!("The agreed number of rounds has passed without a capture."),
    }
}

/// Assumption where the rules are silent.
fn open_point(point: OpenPoint) -> &'static str {
    match point {
        OpenPoint::CheckThatChases => {
            say!("The rules do not say whether a check can also be a chase; by default, it cannot.")
        }
        OpenPoint::ProtectedFromMinors => {
            say!(
                "The rules do not say whether an elephant or advisor can chase a protected piece; by default, it cannot."
            )
        }
        OpenPoint::AddedAttacker => {
            say!(
                "The rules do not say whether adding a second attacker counts as a new attack; by default, it does not."
            )
        }
        OpenPoint::LostProtection => {
            say!(
                "The rules do not say whether, in a mutual chase, a move that only removes protection counts as a chase; by default, it does."
            )
        }
        OpenPoint::RootAgainstOne => {
            say!(
                "The rules do not say whether protection against one of two attackers also counts against the other; by default, each attacker is judged separately."
            )
        }
        OpenPoint::HalfLoops => {
            say!(
                "The rules do not say whether a cycle of two different loops is judged as one; by default, it is."
            )
        }
        OpenPoint::PinnedChaser => {
            say!(
                "The rules do not say whether this applies with few pieces left when the pinned chariot chases back; by default, it does."
            )
        }
    }
}
