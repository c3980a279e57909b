//! Cases from the text files beside the tests, and the words used there.

use chuhe::record::format::reason_word;
use chuhe::rules::{
    BySide, Conduct, Cycle, History, Move, Rulebook, Ruling, Setup, Side, Terms, Verdict,
    adjudicate,
};

/// One block of a file.
#[derive(Debug, Default)]
pub struct Case {
    pub name: &'static str,
    pub fen: &'static str,
    pub moves: Vec<Move>,
    pub terms: Terms,
    /// In the form of [`told`].
    pub verdict: &'static str,
    /// Whether judges disagree, so that the verdict cannot be tested.
    pub contested: bool,
    /// Expected classification of each move of the cycle, if given.
    pub conducts: BySide<Option<&'static str>>,
    /// In the form of [`chased`].
    pub chased: Vec<&'static str>,
}

/// The blocks of a file, in order.
pub fn read(text: &'static str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let Some((key, value)) = line.split_once(' ') else {
            assert_eq!(line, "", "a key without a value");
            continue;
        };
        if key == "case" {
            let is_known = cases.iter().any(|case| case.name == value);
            assert!(!is_known, "{value}: this name is taken");
            cases.push(Case {
                name: value,
                ..Case::default()
            });
        }
        let case = cases.last_mut().expect("a block begins with its name");
        case.learn(key, value);
    }
    cases
}

/// The cases of the federations' rules.
pub fn asian() -> Vec<Case> {
    read(include_str!("../../data/rulings.txt"))
}

/// Cases of our own under the same rules.
pub fn composed() -> Vec<Case> {
    read(include_str!("../../data/rulings-composed.txt"))
}

/// Cases under other rulebooks and limits.
pub fn other_terms() -> Vec<Case> {
    read(include_str!("../../data/rulings-terms.txt"))
}

impl Case {
    fn learn(&mut self, key: &str, value: &'static str) {
        match key {
            "case" | "about" => {}
            "fen" => self.fen = value,
            "rulebook" => self.terms.rulebook = Rulebook::from_word(value).expect("a rulebook"),
            "limit" => {
                let number = (value != "none").then(|| value.parse());
                self.terms.no_capture = number.transpose().expect("a number");
            }
            "moves" => {
                let moves = value.split(' ').map(str::parse);
                self.moves = moves.collect::<Result<_, _>>().expect("moves");
            }
            "verdict" => {
                let firm = value.strip_suffix(" (contested)");
                self.contested = firm.is_some();
                self.verdict = firm.unwrap_or(value);
            }
            "red" => self.conducts.red = Some(value),
            "black" => self.conducts.black = Some(value),
            "chased" => self.chased.push(value),
            other => panic!("{}: what is {other}?", self.name),
        }
    }

    /// The case before any move.
    pub fn start(&self) -> History {
        let setup = Setup::from_fen(self.fen).expect("a FEN");
        History::new(setup).unwrap_or_else(|why| panic!("{}: {why}", self.name))
    }

    /// The case after all moves.
    pub fn played(&self) -> History {
        let mut history = self.start();
        for &mv in &self.moves {
            play(&mut history, mv);
        }
        history
    }

    /// The ruling after all moves.
    pub fn ruling(&self) -> Ruling {
        adjudicate(&self.played(), &self.terms)
    }
}

/// Terms with this rulebook and no limit.
pub const fn terms(rulebook: Rulebook) -> Terms {
    Terms {
        rulebook,
        no_capture: None,
    }
}

pub fn play(history: &mut History, mv: Move) {
    let played = history.play(mv);
    played.unwrap_or_else(|why| panic!("{mv} is not legal: {why:?}\n{:?}", history.position()));
}

/// The verdict on a game that is over.
pub fn ended(ruling: &Ruling) -> Option<&Verdict> {
    match ruling {
        Ruling::Ended(verdict) => Some(verdict),
        Ruling::Continue | Ruling::Warned(_) | Ruling::Undecided(_) | Ruling::Awaited { .. } => {
            None
        }
    }
}

/// Formats a verdict: `red_loses: perpetual chase`
pub fn told(verdict: &Verdict) -> String {
    let who = match verdict.outcome.winner() {
        Some(Side::Red) => "black_loses",
        Some(Side::Black) => "red_loses",
        None => "draw",
    };
    format!("{who}: {}", reason_word(verdict.outcome))
}

/// Formats classifications: `C A - -`
pub fn conducts(cycle: &Cycle, side: Side) -> String {
    let own = cycle
        .plies
        .iter()
        .filter(|ply| ply.played.piece.side == side);
    let letters: Vec<_> = own
        .map(|ply| match ply.conduct {
            Conduct::Check => "C",
            Conduct::Kill => "K",
            Conduct::Chase => "A",
            Conduct::Idle => "-",
        })
        .collect();
    letters.join(" ")
}

/// Formats chases: `red CR N unprotected`, one line for each piece that a side chases on every move.
///
/// The letters of all attackers after the moves of the cycle, in alphabetical order; then the victim's; `protected` if
/// any of the captures could be answered.
pub fn chased(cycle: &Cycle) -> Vec<String> {
    let mut lines = Vec::new();
    for side in Side::ALL {
        for path in chased_paths(cycle, side) {
            let own = cycle.plies.iter().zip(&path);
            let attacks: Vec<_> = own
                .filter(|(ply, _)| ply.played.piece.side == side)
                .flat_map(|(ply, at)| {
                    ply.attacks
                        .iter()
                        .filter(move |attack| attack.victim == *at)
                })
                .collect();
            let mut by: Vec<_> = attacks
                .iter()
                .map(|attack| attack.by.fen_letter())
                .collect();
            by.sort_unstable();
            by.dedup();
            let by: String = by.into_iter().collect();
            let of = attacks[0].of.fen_letter();
            let is_protected = attacks.iter().any(|attack| attack.protected);
            let state = if is_protected {
                "protected"
            } else {
                "unprotected"
            };
            lines.push(format!(
                "{} {by} {of} {state}",
                side.to_string().to_lowercase()
            ));
        }
    }
    lines
}

/// Paths of the pieces that a side chases throughout: their points after each ply.
fn chased_paths(cycle: &Cycle, by: Side) -> Vec<Vec<chuhe::rules::Point>> {
    let mut own = cycle.plies.iter().enumerate();
    let Some((first, ply)) = own.find(|(_, ply)| ply.played.piece.side == by) else {
        return Vec::new();
    };
    let is_chase = ply.conduct == Conduct::Chase;
    let attacks = ply
        .attacks
        .iter()
        .filter(|attack| is_chase && attack.throughout);
    let mut victims: Vec<_> = attacks.map(|attack| attack.victim).collect();
    victims.dedup();
    let path = |at| {
        // The victim is the other side's, so it has moved at most one ply before this side's first move.
        let mut path = vec![at; first + 1];
        for ply in &cycle.plies[first + 1..] {
            let before = path[path.len() - 1];
            let mv = ply.played.mv;
            path.push(if mv.from == before { mv.to } else { before });
        }
        path
    };
    victims.into_iter().map(path).collect()
}
