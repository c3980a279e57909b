//! Property test: whatever three programs invite each other to, and whenever they are killed, whoever was in a game gets back
//! into it without a new invitation.

use super::*;
use crate::remote::KeyId;
use proptest::prelude::*;
use proptest::sample::Index;

const NAMES: [&str; 3] = ["Anna", "Bo", "Carla"];

/// Session of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slot {
    /// The game on the board.
    Board,
    /// An invitation or a call beside it.
    Call,
}

/// A program, and one of its sessions.
type Place = (usize, Slot);

#[derive(Default)]
struct Program {
    sessions: [Option<RemoteSession>; 2],
    /// Secrets of the open invitations, one for each session.
    open: [Option<Secret>; 2],
    /// Saved matches.
    files: Vec<(KeyId, Vec<u8>)>,
}

impl Program {
    fn file(&self, id: KeyId) -> Option<&[u8]> {
        let mut files = self.files.iter();
        files
            .find(|(known, _)| *known == id)
            .map(|(_, bytes)| &**bytes)
    }
}

/// A connection, the host first, with the bytes in transit to each.
struct Line {
    ends: [Place; 2],
    queues: [Vec<u8>; 2],
}

#[derive(Default)]
struct World {
    programs: [Program; 3],
    /// All invitations, also those that are no longer open.
    invitations: Vec<(Place, Secret)>,
    lines: Vec<Line>,
    /// Number of connections, games and secrets so far.
    count: u32,
    now: Millis,
}

/// Step of a random run.
#[derive(Clone, Copy, Debug)]
enum Step {
    Invite(usize),
    InviteAgain(usize),
    Join(usize, Index),
    Answer(usize, bool),
    Play(usize, Index),
    Resign(usize),
    Rematch(usize),
    Deliver(Index, usize, usize),
    Settle,
    Dial(usize),
    Continue(usize, Index),
    Leave(usize),
    Cut(Index),
    Kill(usize),
}

fn step() -> impl Strategy<Value = Step> {
    let who = 0..3_usize;
    prop_oneof![
        3 => who.clone().prop_map(Step::Invite),
        1 => who.clone().prop_map(Step::InviteAgain),
        6 => (who.clone(), any::<Index>()).prop_map(|(who, which)| Step::Join(who, which)),
        6 => (who.clone(), prop::bool::weighted(0.9)).prop_map(|(who, yes)| Step::Answer(who, yes)),
        4 => (who.clone(), any::<Index>()).prop_map(|(who, which)| Step::Play(who, which)),
        1 => who.clone().prop_map(Step::Resign),
        2 => who.clone().prop_map(Step::Rematch),
        4 => (any::<Index>(), 0..2_usize, 1..400_usize).prop_map(|(line, to, count)| Step::Deliver(line, to, count)),
        8 => Just(Step::Settle),
        3 => who.clone().prop_map(Step::Dial),
        1 => (who.clone(), any::<Index>()).prop_map(|(who, which)| Step::Continue(who, which)),
        1 => who.clone().prop_map(Step::Leave),
        1 => any::<Index>().prop_map(Step::Cut),
        2 => who.prop_map(Step::Kill),
    ]
}

impl World {
    fn session(&mut self, (who, slot): Place) -> Option<&mut RemoteSession> {
        self.programs[who].sessions[slot as usize].as_mut()
    }

    fn next(&mut self) -> u32 {
        self.count += 1;
        self.count
    }

    fn line_of(&mut self, place: Place) -> Option<(&mut Line, usize)> {
        let end = |line: &Line| line.ends.iter().position(|end| *end == place);
        let mut lines = self.lines.iter_mut();
        lines.find_map(|line| end(line).map(|end| (line, end)))
    }

    /// Breaks the connection of a session, if it has one.
    fn cut(&mut self, place: Place) {
        let is_its = |line: &Line| line.ends.contains(&place);
        let Some(at) = self.lines.iter().position(is_its) else {
            return;
        };
        let now = self.now;
        for end in self.lines.remove(at).ends {
            if let Some(session) = self.session(end) {
                session.disconnect(now);
            }
        }
    }

    fn connect(&mut self, host: Place, guest: Place, secret: &Secret) {
        let ends = [host, guest];
        for place in ends {
            self.cut(place);
        }
        let number = self.next();
        self.lines.push(Line {
            ends,
            queues: Default::default(),
        });
        let channels = channels_opened_with(number.into(), secret);
        for (place, channel) in ends.into_iter().zip(channels) {
            let now = self.now;
            let session = self.session(place).expect("a session");
            let effects = session.connect(channel, now);
            self.carry_out(place, effects);
        }
    }

    fn carry_out(&mut self, mut place: Place, effects: Vec<Effect>) {
        let now = self.now;
        for effect in effects {
            match effect {
                Effect::Save => self.save(place),
                Effect::Send(bytes) => {
                    if let Some((line, end)) = self.line_of(place) {
                        line.queues[1 - end].extend(bytes);
                    }
                }
                // What was sent before arrives.
                Effect::Close(_) => {
                    self.deliver_last(place);
                    return;
                }
                Effect::Declined => self.cut(place),
                Effect::Begun => {
                    self.put_on_board(place);
                    place.1 = Slot::Board;
                }
                Effect::Resumes(id) => {
                    let file = self.programs[place.0].file(id);
                    let file = file.map(|bytes| restored(bytes, now));
                    let session = self.session(place).expect("a session");
                    let effects = session.adopt(file, now);
                    self.carry_out(place, effects);
                }
                _ => {}
            }
        }
    }

    /// A session has closed its connection: the other one receives what was sent, and is cut off.
    fn deliver_last(&mut self, place: Place) {
        let Some((line, end)) = self.line_of(place) else {
            return;
        };
        let (other, bytes) = (
            line.ends[1 - end],
            std::mem::take(&mut line.queues[1 - end]),
        );
        self.lines.retain(|line| !line.ends.contains(&place));
        let now = self.now;
        if let Some(session) = self.session(other) {
            // An answer reaches nobody.
            let effects = session.receive(&bytes, now);
            self.carry_out(other, effects);
        }
        if let Some(session) = self.session(other) {
            session.disconnect(now);
        }
    }

    fn save(&mut self, place: Place) {
        let now = self.now;
        let Some(session) = self.session(place) else {
            return;
        };
        let Some(key) = session.key() else { return };
        let (id, bytes) = (key.id(), saved(session, now));
        let files = &mut self.programs[place.0].files;
        files.retain(|(known, _)| *known != id);
        files.push((id, bytes));
    }

    /// A game of a call has begun, and takes the place of the one on the board.
    fn put_on_board(&mut self, place: Place) {
        let who = place.0;
        if place.1 == Slot::Board {
            return;
        }
        let key = |world: &mut Self, slot| world.session((who, slot)).and_then(|one| one.key());
        if key(self, Slot::Board) == key(self, Slot::Call) {
            self.cut((who, Slot::Board));
        } else {
            self.leave(who);
        }
        let program = &mut self.programs[who];
        program.sessions[Slot::Board as usize] = program.sessions[Slot::Call as usize].take();
        program.open = Default::default();
        if let Some((line, end)) = self.line_of(place) {
            line.ends[end].1 = Slot::Board;
        }
    }

    fn leave(&mut self, who: usize) {
        let (place, now) = ((who, Slot::Board), self.now);
        if let Some(session) = self.session(place) {
            let effects = session.order(Order::Leave, now);
            self.carry_out(place, effects);
        }
        let program = &mut self.programs[who];
        (program.sessions[Slot::Board as usize], program.open[0]) = (None, None);
    }

    /// Ends a program’s invitation or call.
    fn end_call(&mut self, who: usize) {
        self.cut((who, Slot::Call));
        let program = &mut self.programs[who];
        (program.sessions[Slot::Call as usize], program.open[1]) = (None, None);
    }

    fn invite(&mut self, place: Place) {
        let secret = Secret::bytes(self.next().to_be_bytes().to_vec());
        let (who, slot) = place;
        self.programs[who].open[slot as usize] = Some(secret.clone());
        self.invitations.push((place, secret));
    }

    /// Calls with an invitation, which may be one’s own or no longer open.
    fn join(&mut self, who: usize, (host, secret): (Place, Secret)) {
        self.end_call(who);
        let call = RemoteSession::new(Role::Guest, NAMES[who]);
        self.programs[who].sessions[Slot::Call as usize] = Some(call);
        let is_open = self.programs[host.0].open[host.1 as usize].as_ref() == Some(&secret);
        if is_open && host.0 != who {
            self.connect(host, (who, Slot::Call), &secret);
        }
    }

    /// Calls the host of the game on the board with the key of their match.
    fn dial(&mut self, who: usize) {
        let place = (who, Slot::Board);
        let Some(session) = self.session(place) else {
            return;
        };
        let Some(key) = session.key().filter(|_| session.role() == Role::Guest) else {
            return;
        };
        let secret = key.secret();
        let places = (0..3).flat_map(|who| [(who, Slot::Board), (who, Slot::Call)]);
        let host = places.filter(|host| host.0 != who).find(|host| {
            let session = self.session(*host);
            session.is_some_and(|one| one.role() == Role::Host && one.secrets().contains(&secret))
        });
        if let Some(host) = host {
            self.connect(host, place, &secret);
        }
    }

    fn continue_match(&mut self, who: usize, id: KeyId) {
        self.leave(who);
        let bytes = self.programs[who].file(id).expect("a file");
        let session = restored(bytes, self.now);
        self.programs[who].sessions[Slot::Board as usize] = Some(session);
    }

    /// The program is killed, and restores the game that is on the board.
    fn kill(&mut self, who: usize) {
        let board = self.session((who, Slot::Board)).and_then(|one| one.key());
        self.cut((who, Slot::Board));
        self.end_call(who);
        let program = &mut self.programs[who];
        (program.sessions, program.open) = Default::default();
        if let Some(key) = board {
            self.continue_match(who, key.id());
        }
    }

    fn deliver(&mut self, at: usize, to: usize, count: usize) {
        self.now += 60;
        let (line, now) = (&mut self.lines[at], self.now);
        let count = count.min(line.queues[to].len());
        let (place, bytes): (_, Vec<_>) = (line.ends[to], line.queues[to].drain(..count).collect());
        let session = self.session(place).expect("a session");
        let effects = session.receive(&bytes, now);
        self.carry_out(place, effects);
        self.propose();
    }

    /// Hosts propose a game as soon as the guest has introduced itself.
    fn propose(&mut self) {
        for (who, name) in NAMES.iter().enumerate() {
            let (place, id, now) = ((who, Slot::Call), GameId(self.next()), self.now);
            let Some(session) = self.session(place) else {
                continue;
            };
            let is_new = session.match_key().is_none() && !session.is_proposing();
            if session.role() != Role::Host || !session.has_met() || !is_new {
                continue;
            }
            let terms = GameTerms {
                names: names(name, session.friend()),
                ..GameTerms::default()
            };
            let proposal = Proposal::new(id, Side::Red, &terms);
            let effects = session.order(Order::Propose(proposal), now);
            self.carry_out(place, effects);
        }
    }

    /// Proposes another game of the match on the board.
    fn propose_rematch(&mut self, who: usize) {
        let (place, id) = ((who, Slot::Board), GameId(self.next()));
        let log = self.session(place).and_then(|session| session.log());
        let Some(before) = log.map(Log::proposal) else {
            return;
        };
        let terms = before.read().expect("known terms").swapped();
        let rematch = Proposal::new(id, !before.host, &terms).in_match(before.series);
        self.order(place, Order::Propose(rematch));
    }

    fn settle(&mut self) {
        let waiting = |line: &Line| line.queues.iter().position(|queue| !queue.is_empty());
        while let Some((at, to)) = {
            let mut lines = self.lines.iter().enumerate();
            lines.find_map(|(at, line)| waiting(line).map(|to| (at, to)))
        } {
            self.deliver(at, to, usize::MAX);
        }
    }

    fn order(&mut self, place: Place, order: Order) {
        let now = self.now;
        if let Some(session) = self.session(place) {
            let effects = session.order(order, now);
            self.carry_out(place, effects);
        }
    }

    fn run(&mut self, step: Step) {
        self.now += 60;
        match step {
            Step::Invite(who) => {
                self.end_call(who);
                let call = RemoteSession::new(Role::Host, NAMES[who]);
                self.programs[who].sessions[Slot::Call as usize] = Some(call);
                self.invite((who, Slot::Call));
            }
            Step::InviteAgain(who) => {
                let place = (who, Slot::Board);
                if self
                    .session(place)
                    .is_some_and(|one| one.role() == Role::Host)
                {
                    self.invite(place);
                }
            }
            Step::Join(who, which) if !self.invitations.is_empty() => {
                let invitation = which.get(&self.invitations).clone();
                self.join(who, invitation);
            }
            Step::Answer(who, yes) => {
                for slot in [Slot::Call, Slot::Board] {
                    self.order((who, slot), Order::Answer(yes));
                }
            }
            Step::Resign(who) => self.order((who, Slot::Board), Order::Act(Act::Resign)),
            Step::Rematch(who) => self.propose_rematch(who),
            Step::Play(who, which) => {
                let place = (who, Slot::Board);
                let game = self.session(place).and_then(|one| one.game());
                let mut moves = game.map_or_else(Vec::new, |game| game.position().legal_moves());
                moves.sort();
                if !moves.is_empty() {
                    self.order(place, Order::Act(Act::Play(*which.get(&moves))));
                }
            }
            Step::Deliver(line, to, count) if !self.lines.is_empty() => {
                let at = line.index(self.lines.len());
                self.deliver(at, to, count);
            }
            Step::Settle => self.settle(),
            Step::Dial(who) => self.dial(who),
            Step::Continue(who, which) if !self.programs[who].files.is_empty() => {
                let (id, _) = which.get(&self.programs[who].files);
                let id = *id;
                self.continue_match(who, id);
            }
            Step::Leave(who) => self.leave(who),
            Step::Cut(line) if !self.lines.is_empty() => {
                let place = line.get(&self.lines).ends[0];
                self.cut(place);
            }
            Step::Kill(who) => self.kill(who),
            Step::Join(..) | Step::Deliver(..) | Step::Continue(..) | Step::Cut(_) => {}
        }
    }

    /// Checks that these two get back into each match that both have, and returns their number.
    fn check_return(&mut self, ends: [usize; 2]) -> usize {
        let matches: Vec<_> = self.programs[ends[0]]
            .files
            .iter()
            .map(|(id, _)| *id)
            .collect();
        let shared = matches
            .into_iter()
            .filter(|id| self.programs[ends[1]].file(*id).is_some());
        let shared: Vec<_> = shared.collect();
        let length = |log: &Log| (log.proposal().id, log.entries().len());
        for id in &shared {
            (0..3).for_each(|who| self.kill(who));
            let before = ends.map(|who| {
                self.continue_match(who, *id);
                let session = self.session((who, Slot::Board)).expect("a game");
                let friend = session.friend().to_owned();
                assert_eq!(friend, NAMES[ends[0] + ends[1] - who]);
                session.log().map(length)
            });
            for who in ends {
                self.dial(who);
            }
            self.settle();
            let logs = ends.map(|who| {
                let session = self.session((who, Slot::Board)).expect("a game");
                assert!(session.is_live(), "{} in {id}", NAMES[who]);
                let log = session.log().expect("a game");
                (log.hash(), length(log))
            });
            assert_eq!(logs[0], logs[1]);
            let (_, (id, count)) = logs[0];
            // A rematch that both have proposed begins as soon as they are connected.
            let known = before.iter().flatten().filter(|(known, _)| *known == id);
            assert!(known.into_iter().all(|(_, length)| *length <= count));
        }
        shared.len()
    }
}

fn check(steps: Vec<Step>) {
    let mut world = World {
        now: 1_000_000,
        ..World::default()
    };
    steps.into_iter().for_each(|step| world.run(step));
    for ends in [[0, 1], [0, 2], [1, 2]] {
        world.check_return(ends);
    }
}

#[test]
fn three_games_are_all_come_back_to() {
    let mut world = World {
        now: 1_000_000,
        ..World::default()
    };
    for (host, guest) in [(0, 1), (2, 1), (0, 2)] {
        world.run(Step::Invite(host));
        let invitation = world.invitations.last().cloned().expect("an invitation");
        world.join(guest, invitation.clone());
        world.settle();
        world.run(Step::Answer(guest, true));
        world.settle();
        // It is for one game.
        world.join(guest, invitation);
        world.settle();
        world.kill(host);
    }
    let pairs = [[0, 1], [1, 2], [0, 2]];
    assert_eq!(pairs.map(|ends| world.check_return(ends)), [1; 3]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn whoever_was_in_a_game_gets_back_into_it(steps in prop::collection::vec(step(), 0..60)) {
        check(steps);
    }
}
