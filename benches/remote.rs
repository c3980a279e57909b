//! Moves between two programs: how many a second two sessions in one process make, with encryption, hashes and clocks,
//! and how many bytes a move takes on the wire.
//!
//! `cargo bench --no-default-features --bench remote` prints a table; a number of games may follow as in `-- 20`.

mod figures;

use crate::figures::{Figure, Figures, median};
use chuhe::game::clock::TimeControl;
use chuhe::game::{Act, GameTerms};
use chuhe::remote::{Acceptor, Channel, Effect, GameId, Handshake, Order, Proposal, Role};
use chuhe::remote::{RemoteSession, Secret, Step};
use chuhe::rules::{BySide, Move, Rulebook, Side, Terms};
use rand_core::{CryptoRng, Error, RngCore};
use std::io;
use std::time::Instant;

/// Moves of a game; its positions recur, which ends nothing without a rulebook.
const MOVES: usize = 400;
const ROUND: [&str; 4] = ["h0g2", "h9g7", "g2h0", "g7h9"];

fn main() -> io::Result<()> {
    let mut figures = Figures::new("remote");
    let games = figures::rounds(20);
    for (name, time) in [("without a clock", "-"), ("with a clock", "3600+10")] {
        let (mut rates, mut bytes) = (Vec::new(), 0);
        for _ in 0..games {
            let mut pair = Pair::begun(time);
            pair.bytes = 0;
            let start = Instant::now();
            pair.play(MOVES);
            rates.push(MOVES as f64 / start.elapsed().as_secs_f64());
            bytes = pair.bytes;
        }
        let rate = median(&rates).unwrap_or_default();
        figures.add(Figure::new(format!("moves {name}"), "1/s", rate));
        let each = bytes as f64 / MOVES as f64;
        figures.add(Figure::new(format!("a move {name}"), "bytes", each));
    }
    figures.publish()
}

/// Two sessions, the host first, and the bytes that are on their way to each.
struct Pair {
    ends: [RemoteSession; 2],
    queues: [Vec<u8>; 2],
    /// Bytes sent so far.
    bytes: usize,
    now: u64,
}

impl Pair {
    fn begun(time: &str) -> Self {
        let mut pair = Self {
            ends: [(Role::Host, "Anna"), (Role::Guest, "Bo")]
                .map(|(role, name)| RemoteSession::new(role, name)),
            queues: Default::default(),
            bytes: 0,
            now: 0,
        };
        for (who, channel) in channels().into_iter().enumerate() {
            let effects = pair.ends[who].connect(channel, 0);
            pair.carry_out(who, effects);
        }
        pair.settle();
        let terms = GameTerms {
            names: BySide {
                red: "Anna".to_owned(),
                black: "Bo".to_owned(),
            },
            rules: Terms {
                rulebook: Rulebook::Off,
                no_capture: None,
            },
            time: TimeControl::read(time).expect("a time control"),
            ..GameTerms::default()
        };
        let proposal = Proposal::new(GameId(1), Side::Red, &terms);
        pair.order(0, Order::Propose(proposal));
        pair.order(1, Order::Answer(true));
        pair
    }

    fn play(&mut self, moves: usize) {
        for ply in 0..moves {
            // Nobody moves more often than the other program takes messages.
            self.now += 1_000;
            // Pings keep the connection.
            for who in 0..2 {
                let effects = self.ends[who].tick(self.now);
                self.carry_out(who, effects);
                self.settle();
            }
            let mv: Move = ROUND[ply % ROUND.len()].parse().expect("a move");
            self.order(ply % 2, Order::Act(Act::Play(mv)));
        }
        for end in &self.ends {
            let entries = end.log().map(|log| log.entries().len());
            assert_eq!(entries, Some(moves));
        }
    }

    fn order(&mut self, who: usize, order: Order) {
        let effects = self.ends[who].order(order, self.now);
        self.carry_out(who, effects);
        self.settle();
    }

    fn settle(&mut self) {
        while let Some(to) = (0..2).find(|to| !self.queues[*to].is_empty()) {
            let bytes = std::mem::take(&mut self.queues[to]);
            let effects = self.ends[to].receive(&bytes, self.now);
            self.carry_out(to, effects);
        }
    }

    fn carry_out(&mut self, who: usize, effects: Vec<Effect>) {
        for effect in effects {
            if let Effect::Send(bytes) = effect {
                self.bytes += bytes.len();
                self.queues[1 - who].extend(bytes);
            }
        }
    }
}

/// Both ends of a channel, the host’s first.
fn channels() -> [Channel; 2] {
    let secret = Secret::bytes(vec![1; 10]);
    let mut acceptor = Acceptor::new(vec![secret.clone()]);
    let (mut guest, mut to_host) = Handshake::guest(&secret, &mut BenchRng(1), 0);
    let caller = acceptor.accept(0).expect("room");
    let mut host = None;
    loop {
        let to_guest = match acceptor.receive(caller, &to_host, &mut BenchRng(2), 0) {
            Ok(Step::Send(bytes)) => bytes,
            Ok(Step::Complete(mut channel)) => {
                let confirmation = channel.take_confirmation();
                host = Some(*channel);
                confirmation
            }
            step => panic!("{step:?}"),
        };
        match (guest.receive(&to_guest, &mut BenchRng(3), 0), host.take()) {
            (Ok(Step::Complete(guest)), Some(host)) => return [host, *guest],
            (Ok(Step::Send(bytes)), None) => to_host = bytes,
            (step, _) => panic!("{step:?}"),
        }
    }
}

/// Reproducible numbers: nothing is secret here.
struct BenchRng(u64);

impl RngCore for BenchRng {
    fn next_u32(&mut self) -> u32 {
        (self.next_u64() >> 32) as u32
    }

    fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        self.0
    }

    fn fill_bytes(&mut self, to: &mut [u8]) {
        for byte in to {
            *byte = (self.next_u64() >> 56) as u8;
        }
    }

    fn try_fill_bytes(&mut self, to: &mut [u8]) -> Result<(), Error> {
        self.fill_bytes(to);
        Ok(())
    }
}

impl CryptoRng for BenchRng {}
