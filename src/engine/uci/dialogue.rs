//! The conversation with an engine, from the greeting to the answers of its searches.

use super::{EngineOption, EngineReply, InfoLine, OptionKind, Protocol, RankBase, position};
use crate::engine::Advice;
use crate::rules::{History, Move, Setup};
use std::collections::BTreeMap;
use std::time::Duration;

/// Time for the greeting, and for the first move.
const GREETING_TIME: Duration = Duration::from_secs(5);
/// Time to get ready: some read a network of a hundred megabytes.
const READY_TIME: Duration = Duration::from_secs(10);
/// Time from `stop` to the best move.
const STOP_TIME: Duration = Duration::from_secs(2);
/// Time beyond that of a search until it is stopped.
const GRACE: Duration = Duration::from_millis(500);
/// Time after which a search by nodes or depth is stopped.
const LONGEST_SEARCH: Duration = Duration::from_secs(60);
/// Most options that are kept.
const MAX_OPTIONS: usize = 300;

/// Position in which no move of an engine can be read in both ways: Black’s pieces stand on the ranks 6, 7 and 9, or 7, 8
/// and 10, and where the numbers are the same the files differ.
const TRIAL: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1";
/// Name of the option for the game.
const VARIANT: &str = "UCI_Variant";
/// Value of that option for this game.
const XIANGQI: &str = "xiangqi";

/// Findings of a dialogue about an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineProfile {
    /// Its name for itself; empty if it told none.
    pub name: String,
    /// Protocol that it speaks.
    pub protocol: Protocol,
    /// How it counts ranks.
    pub ranks: RankBase,
    /// Its options, in its order, with those that are not for the player.
    pub options: Vec<EngineOption>,
}

/// End of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchLimit {
    /// Thinking time.
    Time(Duration),
    /// Number of nodes.
    Nodes(u64),
    /// Number of plies.
    Depth(u32),
    /// Until it is stopped.
    Endless,
}

impl SearchLimit {
    /// Reads a limit that has a number; the inverse of [`SearchLimit::words`].
    pub fn of_words(kind: &str, number: &str) -> Option<Self> {
        let number: u32 = number.parse().ok().filter(|number| *number > 0)?;
        match kind {
            "time" => Some(Duration::from_millis(number.into()))
                .filter(|time| *time <= LONGEST_SEARCH)
                .map(Self::Time),
            "nodes" => Some(Self::Nodes(number.into())),
            "depth" => Some(Self::Depth(number)),
            _ => None,
        }
    }

    /// Its kind and number as words, the time in milliseconds.
    pub fn words(self) -> String {
        match self {
            Self::Time(time) => format!("time {}", time.as_millis()),
            Self::Nodes(nodes) => format!("nodes {nodes}"),
            Self::Depth(depth) => format!("depth {depth}"),
            Self::Endless => "endless".to_owned(),
        }
    }
}

/// Position to be searched, with its limits.
#[derive(Clone, Debug)]
pub struct EngineTask {
    /// The game up to the position.
    pub history: History,
    /// Moves that may be chosen.
    pub allowed: Vec<Move>,
    /// Those of them that are not to be searched, since they lose by a ruling. An engine that insists on one plays it.
    pub ruled_out: Vec<Move>,
    /// Number of principal variations (MultiPV).
    pub lines: usize,
    /// End of the search.
    pub limit: SearchLimit,
}

impl EngineTask {
    /// A search in which any legal move may be chosen.
    pub fn new(history: History, lines: usize, limit: SearchLimit) -> Self {
        Self {
            allowed: history.position().legal_moves(),
            ruled_out: Vec::new(),
            history,
            lines,
            limit,
        }
    }

    /// The moves to be searched.
    fn searched(&self) -> Vec<Move> {
        let moves = self.allowed.iter().copied();
        moves.filter(|mv| !self.ruled_out.contains(mv)).collect()
    }
}

/// Reason that an engine cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineFault {
    /// The system could not start it, and why.
    NotStarted(String),
    /// It speaks neither protocol.
    Silent,
    /// It plays another game.
    OtherGame,
    /// It ended, with the last line of its errors.
    Died(String),
    /// It does not answer any more.
    Hung,
    /// It insists on a move that is not allowed.
    IllegalMove(String),
}

/// Result of a line, or of waiting for one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DialogueEvent {
    /// The engine can be used.
    Introduced,
    /// Progress of the search.
    Advice(Advice),
    /// End of the search, with the move that it chose.
    Best(Move),
    /// This protocol has to be tried in a new process.
    Try(Protocol),
    /// The engine cannot be used any longer.
    Failed(EngineFault),
}

/// Step of a [`Dialogue`].
#[derive(Clone, Debug)]
enum DialogueStep {
    /// The greeting is sent.
    Greeting,
    /// It is to do all that it was told.
    Readying,
    /// A move tells the game and the ranks.
    Trial,
    /// Nothing to do.
    Idle,
    /// A search whose move is wanted.
    Searching {
        /// The search.
        task: Box<EngineTask>,
        /// Whether it was told to stop.
        is_stopped: bool,
        /// Whether its first move was not allowed.
        is_second: bool,
    },
    /// A search whose move is not wanted any more, and the next one.
    Canceling(Option<Box<EngineTask>>),
    /// It is over.
    Failed,
}

/// A conversation with an engine.
///
/// ```
/// use chuhe::engine::uci::{Dialogue, DialogueEvent, Protocol};
///
/// let mut dialogue = Dialogue::new(Protocol::Uci);
/// assert_eq!(dialogue.outbox(), ["uci"]);
/// dialogue.hear("id name Example");
/// dialogue.hear("uciok");
/// assert_eq!(dialogue.outbox(), ["isready"]);
/// dialogue.hear("readyok");
/// assert_eq!(dialogue.outbox().last().map(String::as_str), Some("go depth 1"));
/// assert_eq!(dialogue.hear("bestmove h9g7"), Some(DialogueEvent::Introduced));
/// assert_eq!(dialogue.profile().name, "Example");
/// ```
#[derive(Debug)]
pub struct Dialogue {
    profile: EngineProfile,
    step: DialogueStep,
    outbox: Vec<String>,
    /// Values of options that the player chose, by name.
    values: BTreeMap<String, String>,
    /// Number of principal variations that the engine was told.
    lines: usize,
    /// Whether the other protocol was tried before.
    is_second_try: bool,
}

impl Dialogue {
    /// Begins a conversation in this protocol.
    pub fn new(protocol: Protocol) -> Self {
        Self {
            profile: EngineProfile {
                name: String::new(),
                protocol,
                ranks: RankBase::Zero,
                options: Vec::new(),
            },
            step: DialogueStep::Greeting,
            outbox: vec![protocol.word().to_owned()],
            values: BTreeMap::new(),
            lines: 1,
            is_second_try: false,
        }
    }

    /// Takes this protocol for the last one that can be tried.
    #[must_use]
    pub const fn as_second_try(mut self) -> Self {
        self.is_second_try = true;
        self
    }

    /// Sets options after the greeting, by name; those that the engine does not have, or does not accept, are left out.
    #[must_use]
    pub fn with_values(mut self, values: BTreeMap<String, String>) -> Self {
        self.values = values;
        self
    }

    /// The findings so far.
    pub const fn profile(&self) -> &EngineProfile {
        &self.profile
    }

    /// Lines to be sent, in order.
    pub fn outbox(&mut self) -> Vec<String> {
        std::mem::take(&mut self.outbox)
    }

    /// Time to wait for the next event, from the last command or event on; `None` for as long as it takes.
    pub fn patience(&self) -> Option<Duration> {
        match &self.step {
            DialogueStep::Greeting | DialogueStep::Trial => Some(GREETING_TIME),
            DialogueStep::Readying => Some(READY_TIME),
            DialogueStep::Idle | DialogueStep::Failed => None,
            DialogueStep::Canceling(_) => Some(STOP_TIME),
            DialogueStep::Searching {
                is_stopped: true, ..
            } => Some(STOP_TIME),
            DialogueStep::Searching { task, .. } => match task.limit {
                // It does not know this limit.
                SearchLimit::Time(time) if self.profile.protocol == Protocol::Ucci => Some(time),
                SearchLimit::Time(time) => Some(time + GRACE),
                SearchLimit::Nodes(_) | SearchLimit::Depth(_) => Some(LONGEST_SEARCH),
                SearchLimit::Endless => None,
            },
        }
    }

    /// Whether the engine is introduced and can be used.
    pub const fn is_ready(&self) -> bool {
        matches!(
            self.step,
            DialogueStep::Idle | DialogueStep::Searching { .. } | DialogueStep::Canceling(_)
        )
    }

    /// Whether a search goes on whose answer is wanted.
    pub const fn is_searching(&self) -> bool {
        matches!(self.step, DialogueStep::Searching { .. })
    }

    /// Begins a search, in place of any other.
    pub fn think(&mut self, task: EngineTask) {
        match &mut self.step {
            DialogueStep::Idle => self.go(task, false),
            DialogueStep::Canceling(next) => *next = Some(Box::new(task)),
            DialogueStep::Searching { is_stopped, .. } => {
                if !*is_stopped {
                    self.outbox.push("stop".to_owned());
                }
                self.step = DialogueStep::Canceling(Some(Box::new(task)));
            }
            _ => {}
        }
    }

    /// Has the search answer with what it has found.
    pub fn hurry(&mut self) {
        if let DialogueStep::Searching { is_stopped, .. } = &mut self.step
            && !*is_stopped
        {
            *is_stopped = true;
            self.outbox.push("stop".to_owned());
        }
    }

    /// Ends the search, whose answer is not wanted any more.
    pub fn cancel(&mut self) {
        self.hurry();
        match &mut self.step {
            DialogueStep::Searching { .. } => self.step = DialogueStep::Canceling(None),
            DialogueStep::Canceling(next) => *next = None,
            _ => {}
        }
    }

    /// Sets an option, or presses a button, of an engine that is not searching. Returns whether it was sent.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> bool {
        let option = self.profile.options.iter().find(|one| one.name == name);
        let command = option.and_then(|one| one.command(self.profile.protocol, value));
        let is_sent = matches!(self.step, DialogueStep::Idle) && command.is_some();
        if is_sent {
            self.outbox.extend(command);
        }
        is_sent
    }

    /// Takes a line of the engine.
    pub fn hear(&mut self, line: &str) -> Option<DialogueEvent> {
        // Whatever makes no sense says nothing.
        let reply = EngineReply::read(line).ok()?;
        match (reply, &self.step) {
            (EngineReply::Name(name), DialogueStep::Greeting) => {
                self.profile.name = name;
                None
            }
            (EngineReply::Option(option), DialogueStep::Greeting) => {
                let options = &mut self.profile.options;
                let is_new = !options.iter().any(|known| known.name == option.name);
                if is_new && options.len() < MAX_OPTIONS {
                    options.push(option);
                }
                None
            }
            (EngineReply::Introduced(protocol), DialogueStep::Greeting) => {
                self.profile.protocol = protocol;
                self.choose_game()
            }
            (EngineReply::Ready, DialogueStep::Readying) => {
                self.step = DialogueStep::Trial;
                let trial = [format!("position fen {TRIAL}"), "go depth 1".to_owned()];
                self.outbox.extend(trial);
                None
            }
            (EngineReply::Best(best), DialogueStep::Trial) => {
                Some(self.judge_trial(best.as_deref()))
            }
            (EngineReply::Info(info), DialogueStep::Searching { task, .. }) => {
                advice(&info, task, self.profile.ranks).map(DialogueEvent::Advice)
            }
            (EngineReply::Best(best), DialogueStep::Searching { .. }) => self.take_best(best),
            (EngineReply::Best(_), DialogueStep::Canceling(_)) => {
                if let DialogueStep::Canceling(Some(next)) =
                    std::mem::replace(&mut self.step, DialogueStep::Idle)
                {
                    self.go(*next, false);
                }
                None
            }
            _ => None,
        }
    }

    /// Says that the [time](Self::patience) is over.
    pub fn expire(&mut self) -> Option<DialogueEvent> {
        match &self.step {
            DialogueStep::Idle | DialogueStep::Failed => None,
            DialogueStep::Greeting if !self.is_second_try => Some(self.try_other()),
            DialogueStep::Greeting => Some(self.fail(EngineFault::Silent)),
            DialogueStep::Searching {
                is_stopped: false, ..
            } => {
                self.hurry();
                None
            }
            _ => Some(self.fail(EngineFault::Hung)),
        }
    }

    /// Says that the engine has ended, with the last line of its errors.
    pub fn die(&mut self, last: &str) -> DialogueEvent {
        // Some end at a greeting that they do not know.
        let is_greeting = matches!(self.step, DialogueStep::Greeting);
        if is_greeting && !self.is_second_try {
            return self.try_other();
        }
        self.fail(EngineFault::Died(last.to_owned()))
    }

    const fn try_other(&self) -> DialogueEvent {
        DialogueEvent::Try(match self.profile.protocol {
            Protocol::Uci => Protocol::Ucci,
            Protocol::Ucci => Protocol::Uci,
        })
    }

    fn fail(&mut self, fault: EngineFault) -> DialogueEvent {
        self.step = DialogueStep::Failed;
        DialogueEvent::Failed(fault)
    }

    /// Chooses the game after the introduction. An engine for chess alone is not asked anything: it could end at our
    /// positions.
    fn choose_game(&mut self) -> Option<DialogueEvent> {
        let protocol = self.profile.protocol;
        let find = |name| self.profile.options.iter().find(|one| one.is_named(name));
        match find(VARIANT) {
            Some(option) => match option.command(protocol, Some(XIANGQI)) {
                Some(command) => self.outbox.push(command),
                None => return Some(self.fail(EngineFault::OtherGame)),
            },
            None if find("UCI_Chess960").is_some() => {
                return Some(self.fail(EngineFault::OtherGame));
            }
            None => {}
        }
        let options = self.profile.options.iter();
        let chosen = options.filter(|option| !option.is_managed());
        let commands = chosen.filter_map(|option| {
            let value = self.values.get(&option.name)?;
            let is_button = option.kind == OptionKind::Button;
            (!is_button).then(|| option.command(protocol, Some(value)))?
        });
        self.outbox.extend(commands);
        self.outbox.push("isready".to_owned());
        self.step = DialogueStep::Readying;
        None
    }

    fn judge_trial(&mut self, best: Option<&str>) -> DialogueEvent {
        let setup = Setup::from_fen(TRIAL).expect("a FEN of our own");
        let position = setup.position().expect("a position of our own");
        let is_legal = |ranks: &RankBase| {
            let mv = best.and_then(|text| ranks.read(text));
            mv.is_some_and(|mv| position.check_move(mv).is_ok())
        };
        match RankBase::ALL.into_iter().find(is_legal) {
            Some(ranks) => {
                self.profile.ranks = ranks;
                self.step = DialogueStep::Idle;
                DialogueEvent::Introduced
            }
            None => self.fail(EngineFault::OtherGame),
        }
    }

    fn take_best(&mut self, best: Option<String>) -> Option<DialogueEvent> {
        let DialogueStep::Searching {
            task, is_second, ..
        } = std::mem::replace(&mut self.step, DialogueStep::Idle)
        else {
            return None;
        };
        let text = best.unwrap_or_default();
        let mv = self.profile.ranks.read(&text);
        let is_wanted = |mv: &Move| is_second || !task.ruled_out.contains(mv);
        let mv = mv.filter(|mv| task.allowed.contains(mv) && is_wanted(mv));
        match mv {
            Some(mv) => Some(DialogueEvent::Best(mv)),
            None if is_second => Some(self.fail(EngineFault::IllegalMove(text))),
            None => {
                self.go(*task, true);
                None
            }
        }
    }

    fn go(&mut self, task: EngineTask, is_second: bool) {
        let EngineProfile {
            protocol, ranks, ..
        } = self.profile;
        self.tell_lines(task.lines);
        let write = |mv: &Move| ranks.write(*mv);
        let plies = task.history.plies().iter();
        let moves: Vec<_> = plies.map(|ply| ranks.write(ply.mv)).collect();
        self.outbox.push(position(task.history.start(), &moves));
        let legal = task.history.position().legal_moves();
        let searched = task.searched();
        let is_banned = |mv: &&Move| !searched.contains(mv);
        let banned: Vec<_> = legal.iter().filter(is_banned).map(write).collect();
        let mut go = "go".to_owned();
        go += &match (task.limit, protocol) {
            (SearchLimit::Time(time), Protocol::Uci) => format!(" movetime {}", time.as_millis()),
            (SearchLimit::Time(time), Protocol::Ucci) => {
                format!(" time {} movestogo 1", time.as_millis())
            }
            (SearchLimit::Nodes(nodes), _) => format!(" nodes {nodes}"),
            (SearchLimit::Depth(depth), _) => format!(" depth {depth}"),
            (SearchLimit::Endless, _) => " infinite".to_owned(),
        };
        if !banned.is_empty() {
            match protocol {
                Protocol::Uci => {
                    let searched: Vec<_> = searched.iter().map(write).collect();
                    go += &format!(" searchmoves {}", searched.join(" "));
                }
                Protocol::Ucci => self.outbox.push(format!("banmoves {}", banned.join(" "))),
            }
        }
        self.outbox.push(go);
        self.step = DialogueStep::Searching {
            task: Box::new(task),
            is_stopped: false,
            is_second,
        };
    }

    /// Tells the number of principal variations, if it is another one.
    fn tell_lines(&mut self, lines: usize) {
        let option = self
            .profile
            .options
            .iter()
            .find(|one| one.is_named("MultiPV"));
        let Some(option) = option.filter(|_| lines != self.lines) else {
            return;
        };
        let value = lines.to_string();
        if let Some(command) = option.command(self.profile.protocol, Some(&value)) {
            self.outbox.push(command);
            self.lines = lines;
        }
    }
}

/// Advice of a line, if its first move may be chosen.
fn advice(info: &InfoLine, task: &EngineTask, ranks: RankBase) -> Option<Advice> {
    let advice = info.advice(task.history.position(), ranks)?;
    task.allowed.contains(&advice.best()).then_some(advice)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hear(dialogue: &mut Dialogue, lines: &str) -> Vec<DialogueEvent> {
        let lines = lines.lines();
        lines
            .filter_map(|line| dialogue.hear(line.trim()))
            .collect()
    }

    /// A conversation with an engine that was introduced by these lines and moves so in the trial.
    fn introduced(lines: &str, trial: &str) -> Dialogue {
        let mut dialogue = Dialogue::new(Protocol::Uci);
        hear(&mut dialogue, lines);
        hear(&mut dialogue, "readyok");
        let events = hear(&mut dialogue, &format!("bestmove {trial}"));
        assert_eq!(events, [DialogueEvent::Introduced]);
        dialogue.outbox();
        dialogue
    }

    #[test]
    fn no_limit_is_longer_than_a_minute() {
        assert_eq!(SearchLimit::of_words("time", "60001"), None);
        for words in ["time 60000", "nodes 4294967295", "depth 9"] {
            let (kind, number) = words.split_once(' ').expect("two words");
            let limit = SearchLimit::of_words(kind, number).expect("a limit");
            assert_eq!(limit.words(), words);
        }
    }

    fn task(moves: &str, limit: SearchLimit) -> EngineTask {
        let mut history = History::new(Setup::start()).expect("the start");
        for text in moves.split_whitespace() {
            let mv = text.parse().expect("a move");
            history.play(mv).expect("a legal move");
        }
        EngineTask::new(history, 1, limit)
    }

    const FAIRY: &str = "Fairy-Stockfish 11.1 LB 64 by Fabian Fichter
        id name Fairy-Stockfish 11.1 LB 64
        option name Threads type spin default 1 min 1 max 512
        option name MultiPV type spin default 1 min 1 max 500
        option name Clear Hash type button
        option name UCI_Chess960 type check default false
        option name UCI_Variant type combo default chess var chess var xiangqi var shogi
        uciok";
    const PIKAFISH: &str =
        "id name Pikafish 2023\noption name Threads type spin default 1 min 1 max 1024\nuciok";
    const ELEEYE: &str = "id name ElephantEye 3.31\nid copyright xqbase\noption usemillisec type check default true\noption style type combo var solid var normal var risky default normal\nucciok";

    #[test]
    fn the_game_is_chosen_and_the_ranks_are_found_out() {
        let mut dialogue = Dialogue::new(Protocol::Uci);
        let values = [
            ("Threads", "2"),
            ("Clear Hash", ""),
            ("MultiPV", "9"),
            ("Gone", "1"),
        ];
        let values = values.map(|(name, value)| (name.to_owned(), value.to_owned()));
        dialogue = dialogue.with_values(values.into());
        assert_eq!(dialogue.outbox(), ["uci"]);
        hear(&mut dialogue, FAIRY);
        let sent = dialogue.outbox();
        let expected = [
            "setoption name UCI_Variant value xiangqi",
            "setoption name Threads value 2",
            "isready",
        ];
        assert_eq!(sent, expected);
        hear(&mut dialogue, "readyok");
        let events = hear(
            &mut dialogue,
            "info depth 1 score cp 3 pv h10g8\nbestmove h10g8",
        );
        assert_eq!(events, [DialogueEvent::Introduced]);
        let profile = dialogue.profile();
        assert_eq!(
            (profile.ranks, profile.protocol),
            (RankBase::One, Protocol::Uci)
        );
        assert_eq!(profile.options.len(), 5);
        assert_eq!(introduced(PIKAFISH, "h9g7").profile().ranks, RankBase::Zero);
        let eleeye = introduced(ELEEYE, "b7b0");
        assert_eq!(eleeye.profile().protocol, Protocol::Ucci);
    }

    #[test]
    fn no_move_of_the_trial_can_be_read_in_both_ways() {
        let position = Setup::from_fen(TRIAL).expect("a FEN").position();
        let position = position.expect("a position");
        for mv in position.legal_moves() {
            for (one, other) in [
                (RankBase::Zero, RankBase::One),
                (RankBase::One, RankBase::Zero),
            ] {
                let read = other.read(&one.write(mv));
                assert!(
                    read.is_none_or(|read| position.check_move(read).is_err()),
                    "{mv}"
                );
            }
        }
    }

    #[test]
    fn engines_for_chess_are_refused() {
        let other = DialogueEvent::Failed(EngineFault::OtherGame);
        for lines in [
            "option name UCI_Chess960 type check default false\nuciok",
            "option name UCI_Variant type combo default chess var chess var atomic\nuciok",
        ] {
            let mut dialogue = Dialogue::new(Protocol::Uci);
            assert_eq!(hear(&mut dialogue, lines), std::slice::from_ref(&other));
            assert_eq!(dialogue.outbox(), ["uci"]);
        }
        for trial in ["e7e5", "(none)", "xyz"] {
            let mut dialogue = Dialogue::new(Protocol::Uci);
            hear(&mut dialogue, "uciok\nreadyok");
            let events = hear(&mut dialogue, &format!("bestmove {trial}"));
            assert_eq!(events, std::slice::from_ref(&other), "{trial}");
        }
    }

    #[test]
    fn silence_and_death_are_not_waited_for() {
        let mut dialogue = Dialogue::new(Protocol::Uci);
        assert_eq!(dialogue.patience(), Some(GREETING_TIME));
        let other = DialogueEvent::Try(Protocol::Ucci);
        assert_eq!(
            (dialogue.expire(), dialogue.die("")),
            (Some(other.clone()), other)
        );
        // One that spoke UCCI last time may be another program by now.
        let mut dialogue = Dialogue::new(Protocol::Ucci);
        assert_eq!(dialogue.expire(), Some(DialogueEvent::Try(Protocol::Uci)));
        let mut dialogue = Dialogue::new(Protocol::Ucci).as_second_try();
        assert_eq!(dialogue.outbox(), ["ucci"]);
        let silent = DialogueEvent::Failed(EngineFault::Silent);
        assert_eq!(dialogue.expire(), Some(silent));
        let mut dialogue = introduced(PIKAFISH, "h9g7");
        assert_eq!((dialogue.patience(), dialogue.expire()), (None, None));
        dialogue.think(task("", SearchLimit::Nodes(5)));
        assert_eq!(dialogue.patience(), Some(LONGEST_SEARCH));
        assert_eq!(dialogue.expire(), None);
        assert_eq!(dialogue.outbox().last().map(String::as_str), Some("stop"));
        assert_eq!(dialogue.patience(), Some(STOP_TIME));
        let hung = DialogueEvent::Failed(EngineFault::Hung);
        assert_eq!(dialogue.expire(), Some(hung));
        let mut dialogue = introduced(PIKAFISH, "h9g7");
        let died = EngineFault::Died("no network".to_owned());
        assert_eq!(dialogue.die("no network"), DialogueEvent::Failed(died));
    }

    #[test]
    fn a_search_is_asked_for_in_the_words_of_the_engine() {
        let time = SearchLimit::Time(Duration::from_millis(300));
        let mut dialogue = introduced(FAIRY, "h10g8");
        dialogue.think(EngineTask {
            lines: 3,
            ..task("h2e2", time)
        });
        let start = Setup::start().to_fen();
        let sent = [
            "setoption name MultiPV value 3".to_owned(),
            format!("position fen {start} moves h3e3"),
            "go movetime 300".to_owned(),
        ];
        assert_eq!(dialogue.outbox(), sent);
        let events = hear(
            &mut dialogue,
            "info depth 2 multipv 2 score cp -5 pv h10g8\nbestmove h8e8",
        );
        assert!(matches!(&events[0], DialogueEvent::Advice(advice) if advice.rank == 2));
        let best = "h7e7".parse().expect("a move");
        assert_eq!(events[1..], [DialogueEvent::Best(best)]);

        let mut few = task("", time);
        few.allowed.truncate(2);
        dialogue.think(EngineTask {
            lines: 3,
            ..few.clone()
        });
        let sent = dialogue.outbox();
        assert!(
            sent[1].starts_with("go movetime 300 searchmoves "),
            "{sent:?}"
        );
        let mut dialogue = introduced(ELEEYE, "b7b0");
        dialogue.think(few);
        let sent = dialogue.outbox();
        assert_eq!(sent[1].split(' ').count(), 1 + 42, "{sent:?}");
        assert_eq!(sent[2], "go time 300 movestogo 1");
        assert_eq!(dialogue.patience(), Some(Duration::from_millis(300)));
    }

    #[test]
    fn a_late_answer_is_not_taken_for_the_next_one() {
        let mut dialogue = introduced(PIKAFISH, "h9g7");
        dialogue.think(task("", SearchLimit::Endless));
        dialogue.think(task("h2e2", SearchLimit::Depth(3)));
        dialogue.think(task("h2e2 h9g7", SearchLimit::Depth(4)));
        let sent = dialogue.outbox();
        assert_eq!((sent.len(), sent[2].as_str()), (3, "stop"));
        assert!(!dialogue.is_searching());
        assert_eq!(
            hear(&mut dialogue, "info score cp 1 pv h2e2\nbestmove h2e2"),
            []
        );
        let sent = dialogue.outbox();
        assert!(sent[0].ends_with("moves h2e2 h9g7") && sent[1] == "go depth 4");
        dialogue.cancel();
        assert_eq!(hear(&mut dialogue, "bestmove h0g2"), []);
        assert!(matches!(dialogue.step, DialogueStep::Idle));
        // Nothing was asked.
        assert_eq!(hear(&mut dialogue, "bestmove h0g2\nuciok\nreadyok"), []);
    }

    #[test]
    fn a_move_that_is_not_allowed_is_asked_for_once_more() {
        let mut dialogue = introduced(PIKAFISH, "h9g7");
        dialogue.think(task("", SearchLimit::Depth(3)));
        let first = dialogue.outbox();
        assert_eq!(hear(&mut dialogue, "bestmove e0e5"), []);
        assert_eq!(dialogue.outbox(), first);
        let illegal = EngineFault::IllegalMove("e0e5".to_owned());
        let events = hear(&mut dialogue, "bestmove e0e5");
        assert_eq!(events, [DialogueEvent::Failed(illegal)]);
    }

    #[test]
    fn a_move_that_loses_by_ruling_is_played_only_if_the_engine_insists_on_it() {
        for (lines, trial, [check, other]) in [
            (FAIRY, "h10g8", ["h3e3", "h3d3"]),
            (ELEEYE, "h9g7", ["h2e2", "h2d2"]),
        ] {
            let mut dialogue = introduced(lines, trial);
            let mut task = task("", SearchLimit::Depth(3));
            task.ruled_out = vec!["h2e2".parse().expect("a move")];
            dialogue.think(task.clone());
            let first = dialogue.outbox();
            let asked = |word: &str| first.iter().filter_map(|line| line.split_once(word)).next();
            match dialogue.profile().protocol {
                Protocol::Uci => {
                    let (_, moves) = asked("searchmoves ").expect("moves");
                    let moves: Vec<_> = moves.split(' ').collect();
                    assert!(moves.contains(&other) && !moves.contains(&check));
                    assert_eq!(moves.len(), 43);
                }
                Protocol::Ucci => assert_eq!(asked("banmoves "), Some(("", check))),
            }
            // It is asked anew, and the rules decide if it still does not listen.
            let check = format!("bestmove {check}");
            assert_eq!(hear(&mut dialogue, &check), []);
            assert_eq!(dialogue.outbox(), first);
            let mv = |text: &str| DialogueEvent::Best(text.parse().expect("a move"));
            assert_eq!(hear(&mut dialogue, &check), [mv("h2e2")]);
            dialogue.think(task);
            assert_eq!(hear(&mut dialogue, &check), []);
            let events = hear(&mut dialogue, &format!("bestmove {other}"));
            assert_eq!(events, [mv("h2d2")]);
        }
    }

    #[test]
    fn options_are_set_while_it_does_nothing_else() {
        let mut dialogue = introduced(FAIRY, "h10g8");
        assert!(dialogue.set("Threads", Some("3")) && dialogue.set("Clear Hash", None));
        let sent = [
            "setoption name Threads value 3",
            "setoption name Clear Hash",
        ];
        assert_eq!(dialogue.outbox(), sent);
        assert!(!dialogue.set("Threads", Some("0")) && !dialogue.set("Nothing", None));
        dialogue.think(task("", SearchLimit::Endless));
        assert!(!dialogue.set("Threads", Some("3")));
    }
}
