use super::*;
use crate::game::Ask;
use crate::game::clock::TimeControl;
use crate::game::{Command, GameTerms, Refusal, TakeBacks};
use crate::remote::GameId;
use crate::remote::channel::tests::channels_opened_with;
use crate::remote::log::MAX_ENTRIES;
pub(super) use crate::rules::mv;
use crate::rules::{BySide, Outcome, Rulebook, Terms, WinReason};

mod claims;
mod hostile;
mod interleavings;
mod invitations;
mod presence;
mod proposals;
mod rulings;
mod standstill;

pub fn play(text: &str) -> Act {
    Act::Play(mv(text))
}

pub fn proposal(time: &str) -> Proposal {
    let terms = GameTerms {
        names: names("Anna", "Bo"),
        time: TimeControl::read(time).expect("a time control"),
        take_backs: TakeBacks::Ask,
        ..GameTerms::default()
    };
    Proposal::new(GameId(7), Side::Red, &terms)
}

/// Names of Red and Black.
pub fn names(red: &str, black: &str) -> BySide<String> {
    BySide {
        red: red.to_owned(),
        black: black.to_owned(),
    }
}

pub fn saved(session: &RemoteSession, now: Millis) -> Vec<u8> {
    serde_json::to_vec(&session.snapshot(now, now)).expect("plain data")
}

fn restored(bytes: &[u8], now: Millis) -> RemoteSession {
    let saved = serde_json::from_slice(bytes).expect("a saved session");
    let saved = SavedSession::read(saved).expect("of this version");
    RemoteSession::restore(saved, now).expect("a session")
}

/// Two programs, the host first, and the bytes in transit to each.
pub struct Pair {
    pub ends: [RemoteSession; 2],
    pub queues: [Vec<u8>; 2],
    pub saved: [Vec<u8>; 2],
    pub seen: [Vec<Effect>; 2],
    pub now: Millis,
    pub connections: u64,
}

impl Pair {
    /// Two programs without a game.
    pub fn new() -> Self {
        Self {
            ends: [(Role::Host, "Anna"), (Role::Guest, "Bo")]
                .map(|(role, name)| RemoteSession::new(role, name)),
            queues: Default::default(),
            saved: Default::default(),
            seen: Default::default(),
            now: 1_000_000,
            connections: 0,
        }
    }

    /// A new game; Red is the host.
    pub fn begun(time: &str) -> Self {
        let mut pair = Self::new();
        pair.begin(proposal(time));
        pair
    }

    /// A game in which each has made a move.
    pub fn started(time: &str) -> Self {
        let mut pair = Self::begun(time);
        pair.play_all("h2e2 h9g7");
        pair
    }

    /// Plays moves in turn, from the beginning of the game.
    pub fn play_all(&mut self, moves: &str) {
        for (ply, text) in moves.split(' ').enumerate() {
            self.act(ply % 2, play(text));
            self.settle();
        }
    }

    /// One side asks, and the other one agrees.
    pub fn grant(&mut self, asker: usize, to: Ask) {
        self.act(asker, Act::Ask(to));
        self.settle();
        self.act(1 - asker, Act::Answer { to, yes: true });
        self.settle();
    }

    pub fn begin(&mut self, proposal: Proposal) {
        self.order(0, Order::Propose(proposal));
        self.connect();
        self.settle();
        self.order(1, Order::Answer(true));
        self.settle();
        assert!(self.ends.iter().all(RemoteSession::is_live));
    }

    pub fn carry_out(&mut self, who: usize, effects: Vec<Effect>) {
        for effect in effects {
            match &effect {
                Effect::Save => self.saved[who] = saved(&self.ends[who], self.now),
                Effect::Send(bytes) => self.queues[1 - who].extend(bytes),
                Effect::Close(_) => {
                    self.seen[who].push(effect);
                    self.cut();
                    return;
                }
                _ => self.seen[who].push(effect),
            }
        }
    }

    pub fn order(&mut self, who: usize, order: Order) {
        let effects = self.ends[who].order(order, self.now);
        self.carry_out(who, effects);
    }

    pub fn act(&mut self, who: usize, act: Act) {
        self.order(who, Order::Act(act));
    }

    pub fn connect(&mut self) {
        self.cut();
        self.connections += 1;
        // The friend's program knows the key of the match, or has an invitation.
        let secret = match self.ends[1].key() {
            Some(key) => key.secret(),
            None => Secret::bytes(vec![9; 10]),
        };
        self.connect_by(&secret);
    }

    pub fn connect_by(&mut self, secret: &Secret) {
        let channels = channels_opened_with(self.connections, secret);
        for (who, channel) in channels.into_iter().enumerate() {
            let effects = self.ends[who].connect(channel, self.now);
            self.carry_out(who, effects);
        }
    }

    pub fn cut(&mut self) {
        self.queues = Default::default();
        for end in &mut self.ends {
            end.disconnect(self.now);
        }
    }

    pub fn deliver(&mut self, to: usize, count: usize) {
        let count = count.min(self.queues[to].len());
        let bytes: Vec<_> = self.queues[to].drain(..count).collect();
        let effects = self.ends[to].receive(&bytes, self.now);
        self.carry_out(to, effects);
    }

    pub fn settle(&mut self) {
        while self.queues.iter().any(|queue| !queue.is_empty()) {
            self.now += 60;
            for to in 0..2 {
                self.deliver(to, usize::MAX);
            }
        }
    }

    /// Delivers all that is in transit, after this latency.
    pub fn step(&mut self, latency: Millis) {
        let lengths = [0, 1].map(|to| self.queues[to].len());
        self.now += latency;
        for (to, length) in lengths.into_iter().enumerate() {
            self.deliver(to, length);
        }
    }

    /// Time passes on a line with this latency, and these programs check it.
    pub fn pass(&mut self, time: Millis, latency: Millis, checking: &[usize]) {
        let end = self.now + time;
        while self.now < end {
            self.step(latency.min(end - self.now));
            for who in checking {
                let effects = self.ends[*who].tick(self.now);
                self.carry_out(*who, effects);
            }
        }
    }

    /// Time passes, and nothing arrives.
    pub fn wait(&mut self, time: Millis) {
        self.now += time;
        for who in 0..2 {
            let effects = self.ends[who].tick(self.now);
            self.carry_out(who, effects);
        }
    }

    /// The program is killed and started again.
    pub fn kill(&mut self, who: usize) {
        self.cut();
        self.ends[who] = restored(&self.saved[who], self.now);
    }

    pub fn logs(&self) -> [&Log; 2] {
        [0, 1].map(|who| self.ends[who].log().expect("a game"))
    }

    pub fn check_equal(&self) {
        let [host, guest] = self.logs();
        assert_eq!(host.entries(), guest.entries());
        assert_eq!(host.hash(), guest.hash());
        assert_eq!(host.game().clock(), guest.game().clock());
        assert_eq!(host.game().position(), guest.game().position());
        assert_eq!(host.game().outcome(), guest.game().outcome());
        assert_eq!(host.game().offer(), guest.game().offer());
        assert!(self.ends.iter().all(|end| end.pending.is_empty()));
    }
}

#[test]
fn a_game_is_played_over_a_connection() {
    let mut pair = Pair::begun("300+3");
    assert_eq!(
        [0, 1].map(|who| pair.ends[who].friend().to_owned()),
        ["Bo", "Anna"]
    );
    for (who, text) in [(0, "h2e2"), (1, "h9g7"), (0, "h0g2"), (1, "i9h9")] {
        pair.wait(2_000);
        pair.act(who, play(text));
        assert_eq!(pair.ends[who].in_flight().is_some(), text != "h2e2");
        pair.settle();
    }
    pair.check_equal();
    let used = pair.logs()[0].entries().iter().map(|entry| entry.used);
    let used: Vec<_> = used.collect();
    assert!(
        used[0] == 0 && used[1..].iter().all(|used| (2_000..2_200).contains(used)),
        "{used:?}"
    );
    pair.act(1, Act::Resign);
    pair.settle();
    let won = Outcome::win(Side::Red, WinReason::Resignation);
    assert_eq!(pair.logs()[1].game().outcome(), Some(won));
    pair.check_equal();
}

#[test]
fn a_paused_clock_shows_what_it_counts_on_with() {
    let mut pair = Pair::begun("600");
    for (who, text) in [(0, "h2e2"), (1, "h9g7"), (0, "h0g2")] {
        pair.act(who, play(text));
        pair.settle();
    }
    let left = |pair: &Pair, who: usize| {
        let end = &pair.ends[who];
        let (game, now) = (end.game_at(pair.now), end.game_time(pair.now));
        let game = game.expect("a game");
        let clock = game.clock().expect("a clock");
        clock.left(Side::Black, now.expect("a game"))
    };
    let shows = |pair: &Pair, seconds: Millis| {
        for who in 0..2 {
            let off = (left(pair, who) + seconds * 1000).abs_diff(600_000);
            assert!(off < 1000, "{who}: {off}");
        }
    };
    pair.pass(12_000, 60, &[0, 1]);
    shows(&pair, 12);
    pair.grant(0, Ask::Pause);
    shows(&pair, 12);
    pair.pass(100_000, 60, &[0, 1]);
    shows(&pair, 12);
    // Nor do both programs forget it.
    for who in 0..2 {
        let effects = vec![Effect::Save];
        pair.carry_out(who, effects);
        pair.kill(who);
    }
    shows(&pair, 12);
    pair.connect();
    pair.settle();
    shows(&pair, 12);
    pair.act(0, Act::Resume);
    pair.settle();
    shows(&pair, 12);
    pair.pass(10_000, 60, &[0, 1]);
    shows(&pair, 22);
    pair.act(1, play("i9h9"));
    pair.settle();
    pair.check_equal();
    shows(&pair, 22);
}

#[test]
fn a_full_log_leaves_room_for_the_end() {
    let entry = |by, act| LogEntry { by, act, used: 0 };
    let terms = GameTerms {
        names: names("Anna", "Bo"),
        rules: Terms {
            rulebook: Rulebook::Off,
            no_capture: None,
        },
        ..GameTerms::default()
    };
    let mut log = Log::new(Proposal::new(GameId(7), Side::Red, &terms)).expect("known terms");
    let shuffle = ["a0a1", "a9a8", "a1a0", "a8a9"]
        .into_iter()
        .zip(Side::ALL.into_iter().cycle());
    let (mv, by) = shuffle
        .cycle()
        .find(|(mv, by)| log.add(entry(*by, play(mv))).is_err())
        .expect("an end");
    let full = log.add(entry(by, play(mv)));
    assert_eq!(full, Err(Rejection::TooLong));
    let asked = |by| entry(by, Act::Ask(Ask::Draw));
    let declined = |by| {
        entry(
            by,
            Act::Answer {
                to: Ask::Draw,
                yes: false,
            },
        )
    };
    for end in [
        entry(Side::Black, Act::Resign),
        entry(Side::Red, Act::Resign),
    ] {
        let mut log = log.clone();
        for side in Side::ALL {
            log.add(asked(side)).expect("room");
            log.add(declined(!side)).expect("room");
            assert_eq!(log.add(asked(side)), Err(Rejection::AskedAlready));
        }
        assert_eq!(
            log.add(entry(by, Act::Ask(Ask::TakeBack))),
            Err(Rejection::TooLong)
        );
        log.add(end).expect("room");
        assert!(log.game().outcome().is_some() && log.entries().len() <= MAX_ENTRIES);
    }
    let mut drawn = log.clone();
    drawn.add(asked(Side::Red)).expect("room");
    drawn.add(asked(Side::Black)).expect("room");
    assert!(drawn.game().outcome().is_some());
}

#[test]
fn the_end_is_undone_by_neither_alone() {
    for take_backs in TakeBacks::ALL {
        let terms = GameTerms {
            names: names("Anna", "Bo"),
            take_backs,
            ..GameTerms::default()
        };
        let proposal = Proposal::new(GameId(7), Side::Red, &terms);
        let mut log = Log::new(proposal).expect("known terms");
        let mut add = |by, act| log.add(LogEntry { by, act, used: 0 });
        add(Side::Red, play("h2e2")).expect("a move");
        add(Side::Black, play("h9g7")).expect("a move");
        add(Side::Black, Act::Resign).expect("in progress");
        for by in Side::ALL {
            let undone = add(by, Act::Ask(Ask::TakeBack));
            let yes = Act::Answer {
                to: Ask::TakeBack,
                yes: true,
            };
            match take_backs {
                TakeBacks::Free => assert_eq!(undone, Err(Rejection::LocalOnly)),
                TakeBacks::Off => {
                    assert_eq!(undone, Err(Rejection::Refused(Refusal::TakeBacksOff)));
                }
                TakeBacks::Ask => {
                    assert!(matches!(undone.as_deref(), Ok([Event::Offered(_)])));
                    assert_eq!(add(!by, yes), Ok(vec![Event::Reopened]));
                    add(by, Act::Resign).expect("in progress");
                }
            }
        }
    }
}

#[test]
fn a_command_becomes_an_act_of_the_local_player_only() {
    let mut pair = Pair::begun("300");
    let of = |pair: &Pair, command, own| pair.logs()[0].act(command, own);
    let mv = Command::Play(mv("h2e2"));
    assert_eq!(of(&pair, mv, Side::Red), Some(Ok(play("h2e2"))));
    assert_eq!(
        of(&pair, mv, Side::Black),
        Some(Err(Rejection::NotYourTurn))
    );
    let resigns = Act::Resign.by(Side::Red);
    assert_eq!(of(&pair, resigns, Side::Red), Some(Ok(Act::Resign)));
    assert_eq!(
        of(&pair, resigns, Side::Black),
        Some(Err(Rejection::LocalOnly))
    );
    assert_eq!(
        of(&pair, Command::Redo, Side::Red),
        Some(Err(Rejection::LocalOnly))
    );
    assert_eq!(of(&pair, Command::Tick, Side::Red), None);
    pair.act(0, Act::Ask(Ask::Draw));
    let accepts = Some(Ok(Act::Answer {
        to: Ask::Draw,
        yes: true,
    }));
    assert_eq!(of(&pair, Command::Answer(true), Side::Black), accepts);
    assert_eq!(
        of(&pair, Command::Answer(true), Side::Red),
        Some(Err(Rejection::NotAsked))
    );
}

#[test]
fn stale_acts_are_rejected_and_reported() {
    let mut pair = Pair::begun("-");
    pair.act(0, play("h2e2"));
    pair.settle();
    // A draw offer crosses a move: it was made for the turn before.
    pair.act(1, play("h9g7"));
    pair.act(0, Act::Ask(Ask::Draw));
    pair.settle();
    pair.check_equal();
    assert_eq!(
        pair.logs()[0].game().offer(),
        None,
        "the offer lapsed with the move"
    );
    pair.act(0, play("h0g2"));
    pair.act(1, Act::Ask(Ask::TakeBack));
    pair.settle();
    pair.check_equal();
    let void = Effect::Rejected(Act::Ask(Ask::TakeBack), Rejection::Stale);
    assert!(pair.seen[1].contains(&void));
    // Two crossing offers are an agreement.
    pair.act(0, Act::Ask(Ask::Draw));
    pair.act(1, Act::Ask(Ask::Draw));
    pair.settle();
    pair.check_equal();
    assert!(pair.logs()[0].game().outcome().is_some());
}

#[test]
fn a_resignation_is_never_too_late_and_never_twice() {
    let mut pair = Pair::begun("-");
    pair.act(0, play("h2e2"));
    pair.settle();
    pair.act(1, play("h9g7"));
    pair.act(1, Act::Resign);
    pair.act(1, Act::Resign);
    assert_eq!(
        pair.seen[1].last(),
        Some(&Effect::Rejected(Act::Resign, Rejection::InFlight))
    );
    pair.cut();
    pair.connect();
    pair.settle();
    pair.check_equal();
    let [log, _] = pair.logs();
    assert_eq!(log.entries().len(), 3);
    assert!(log.game().outcome().is_some());
}

#[test]
fn questions_are_asked_one_at_a_time_and_not_again() {
    let mut pair = Pair::begun("60");
    let mut act = |who: usize, act| {
        pair.seen[who].clear();
        pair.act(who, act);
        pair.settle();
        let void = pair.seen[who].iter().find_map(|effect| match effect {
            Effect::Rejected(_, why) => Some(*why),
            _ => None,
        });
        pair.check_equal();
        void
    };
    let answer = |to, yes| Act::Answer { to, yes };
    assert_eq!(act(1, play("h9g7")), Some(Rejection::NotYourTurn));
    assert_eq!(act(0, play("h2e2")), None);
    assert_eq!(act(0, Act::Ask(Ask::Draw)), None);
    assert_eq!(act(0, answer(Ask::Draw, true)), Some(Rejection::NotAsked));
    assert_eq!(
        act(1, answer(Ask::TakeBack, true)),
        Some(Rejection::NotAsked)
    );
    assert_eq!(act(1, Act::Ask(Ask::Pause)), Some(Rejection::AskedAlready));
    assert_eq!(act(1, answer(Ask::Draw, false)), None);
    assert_eq!(act(0, Act::Ask(Ask::Draw)), Some(Rejection::AskedAlready));
    assert_eq!(act(1, Act::Ask(Ask::Pause)), None);
    assert_eq!(act(0, answer(Ask::Pause, true)), None);
    assert_eq!(act(1, Act::Flag), Some(Rejection::TimeLeft));
    let paused = Some(Rejection::Refused(Refusal::Paused));
    assert_eq!(act(1, play("h9g7")), paused);
    assert_eq!(act(0, Act::Ask(Ask::TakeBack)), paused);
    assert_eq!(act(1, Act::Resume), None);
    assert_eq!(act(1, Act::Resume), Some(Rejection::NotPaused));
    assert_eq!(act(1, play("h9g7")), None);
    assert_eq!(act(1, Act::Ask(Ask::TakeBack)), None);
    assert_eq!(act(0, answer(Ask::TakeBack, true)), None);
    assert_eq!(
        act(0, Act::Ask(Ask::Cycle)),
        Some(Rejection::Refused(Refusal::NoRuling))
    );
}

#[test]
fn a_pause_and_an_absence_cost_nobody_time() {
    let mut pair = Pair::started("60");
    pair.pass(3_000, 60, &[0, 1]);
    pair.grant(0, Ask::Pause);
    pair.wait(9_000);
    pair.act(0, Act::Resume);
    pair.settle();
    pair.cut();
    pair.wait(3_600_000);
    pair.connect();
    pair.settle();
    pair.pass(1_000, 60, &[0, 1]);
    pair.act(0, play("h0g2"));
    pair.settle();
    pair.check_equal();
    let used = pair.logs()[0].entries().last().expect("a move").used;
    assert!((4_000..4_500).contains(&used), "{used}");
}

#[test]
fn a_flag_falls_on_both_screens() {
    for (mover, moves) in [(1, 1), (0, 2)] {
        for quiet in [false, true] {
            let mut pair = Pair::begun("20");
            for (who, text) in [(0, "h2e2"), (1, "h9g7")].into_iter().take(moves) {
                pair.act(who, play(text));
                pair.settle();
            }
            // If the mover's own program says nothing, the other one claims the time.
            let (wait, who) = if quiet {
                (24_000, 1 - mover)
            } else {
                (20_200, mover)
            };
            pair.pass(wait, 60, &[who]);
            pair.settle();
            pair.check_equal();
            let loser = [Side::Red, Side::Black][mover];
            let lost = Outcome::win(!loser, WinReason::Time);
            assert_eq!(pair.logs()[0].game().outcome(), Some(lost));
        }
    }
}

#[test]
fn a_program_killed_at_any_ply_comes_back_to_the_same_game() {
    let moves = "h2h3 h9g7 c3c4 b9a7 a3a4 c6c5 e3e4 a9a8 a4a5 g6g5 g0e2 d9e8 e2g0 b7b6 i3i4 g7f5 e4e5 c9e7 \
                 h0i2 h7i7 a0a3 a8c8 i2h0 i6i5 c0a2 c8c9 b0c2 g5g4 g0i2 a7b9 h3h2 b6c6 b2b4 e7g5 h0f1 c6c7 \
                 h2h4 f5e7 b4b5 c7c6";
    for killed in 0..2 {
        for sent in [false, true] {
            let mut pair = Pair::begun("300");
            for (ply, text) in moves.split(' ').enumerate() {
                pair.act(ply % 2, play(text));
                if sent {
                    pair.deliver(1 - ply % 2, usize::MAX);
                }
                pair.kill(killed);
                pair.wait(1_000);
                pair.connect();
                pair.settle();
                pair.check_equal();
                assert_eq!(pair.logs()[0].entries().len(), ply + 1);
            }
        }
    }
}

#[test]
fn differing_logs_go_back_to_the_common_prefix_if_both_agree() {
    let mut pair = Pair::begun("-");
    for (who, text) in [(0, "h2e2"), (1, "h9g7"), (0, "h0g2")] {
        pair.act(who, play(text));
        pair.settle();
    }
    pair.cut();
    // The host's log is given a different history.
    let log = pair.ends[0].log.as_mut().expect("a game");
    *log = log.earlier(1);
    for (by, text) in [
        (Side::Black, "b9c7"),
        (Side::Red, "h0g2"),
        (Side::Black, "h9i7"),
    ] {
        let act = play(text);
        log.add(LogEntry { by, act, used: 0 }).expect("legal");
    }
    pair.connect();
    pair.settle();
    for who in 0..2 {
        assert!(
            pair.seen[who].contains(&Effect::Disagree(1)),
            "{:?}",
            pair.seen[who]
        );
        pair.act(who, Act::Resign);
        let refused = Effect::Rejected(Act::Resign, Rejection::Disputed);
        assert_eq!(pair.seen[who].last(), Some(&refused));
    }
    pair.order(0, Order::GoBack);
    pair.settle();
    assert!(!pair.ends[0].is_live(), "one alone imposes nothing");
    pair.order(1, Order::GoBack);
    pair.settle();
    pair.check_equal();
    assert_eq!(pair.logs()[0].entries().len(), 1);
    pair.act(1, play("h9g7"));
    pair.settle();
    pair.check_equal();
    assert_eq!(pair.logs()[0].entries().len(), 2);
}

#[test]
fn chat_is_limited_in_length_and_rate() {
    let mut pair = Pair::begun("-");
    for _ in 0..6 {
        pair.order(0, Order::Chat(format!("hi\u{202e}\n{}", "x".repeat(600))));
    }
    pair.settle();
    let heard = pair.seen[1].iter().filter_map(|effect| match effect {
        Effect::Chat(text) => Some(text.chars().count()),
        _ => None,
    });
    assert_eq!(heard.collect::<Vec<_>>(), [CHAT_LENGTH; 5]);
    let said = |effect: &&Effect| matches!(effect, Effect::Said(_));
    assert_eq!(pair.seen[0].iter().filter(said).count(), 5);
    assert_eq!(pair.seen[0].last(), Some(&Effect::TooFast));
}

#[test]
fn nothing_is_said_without_a_connection() {
    let mut pair = Pair::begun("-");
    pair.ends[0].disconnect(pair.now);
    let count = pair.seen[0].len();
    pair.order(0, Order::Chat("hi".into()));
    assert_eq!(pair.seen[0].len(), count);
}
