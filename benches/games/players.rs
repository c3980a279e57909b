//! Who plays: the program's own search, other engines, and simple players to compare with.

use crate::network::network;
use crate::program::Program;
use chuhe::engine::nnue::Network;
use chuhe::engine::{
    ClockTime, Level, LevelSearch, Memory, Search, Strength, TimeBudget, TimeManager,
};
use chuhe::rules::{File, History, Move, Point, Rank, Setup, Terms};
use std::error::Error;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::{Duration, Instant};

/// Time that a move may need from the search to the clock.
const LAG: Duration = Duration::from_millis(20);

/// Somebody who can be asked for a move.
pub trait Player {
    /// The move for the side to move.
    fn choose(&mut self, line: &History) -> Result<Move, Box<dyn Error>>;
}

/// The limit of a move.
#[derive(Clone, Copy, Debug)]
enum Limit {
    Time(u64),
    Nodes(u64),
    Clock(GameClock),
}

/// A clock with an increment.
#[derive(Clone, Copy, Debug)]
struct GameClock {
    left: Duration,
    increment: Duration,
}

impl GameClock {
    /// Takes the time of a move off.
    fn press(&mut self, used: Duration) -> Result<(), Box<dyn Error>> {
        self.left = self.left.checked_sub(used).ok_or("the flag has fallen")?;
        self.left += self.increment;
        Ok(())
    }
}

/// The player of this name.
pub fn player(name: &str) -> Result<Box<dyn Player>, Box<dyn Error>> {
    let parts: Vec<_> = name.splitn(3, ':').collect();
    Ok(match parts[..] {
        ["chuhe", limit, ref file @ ..] => {
            let network = network(file.first().copied())?;
            Box::new(Own::new(read(limit)?, network))
        }
        ["level", number] => {
            let level = number.parse().ok().and_then(Level::new);
            let level = level.ok_or("a level is a number from 1 to 8")?;
            Box::new(Leveled::new(move |drawn| level.strength(drawn)))
        }
        ["strength", numbers] => {
            let numbers = numbers
                .split(',')
                .map(str::parse)
                .collect::<Result<Vec<u32>, _>>()?;
            let [nodes, missed_percent, temperature] = numbers[..] else {
                return Err("a strength is three numbers".into());
            };
            let strength = Strength {
                nodes: (nodes > 0).then_some(nodes.into()),
                missed_percent: u8::try_from(missed_percent)?,
                temperature: u16::try_from(temperature)?,
            };
            Box::new(Leveled::new(move |_| strength))
        }
        ["uci", limit, program] => Box::new(Uci::start(program, read(limit)?)?),
        ["xboard", limit, program] => Box::new(Xboard::start(program, read(limit)?)?),
        ["greedy"] => Box::new(Simple {
            seed: 1,
            takes: true,
        }),
        ["any"] => Box::new(Simple {
            seed: 1,
            takes: false,
        }),
        _ => return Err(format!("there is no player called {name}").into()),
    })
}

fn read(limit: &str) -> Result<Limit, Box<dyn Error>> {
    match limit.split_once('=') {
        Some(("time", number)) => Ok(Limit::Time(number.parse()?)),
        Some(("nodes", number)) => Ok(Limit::Nodes(number.parse()?)),
        Some(("clock", times)) => {
            let (left, increment) = times.split_once('+').unwrap_or((times, "0"));
            let seconds =
                |text: &str| Ok::<_, Box<dyn Error>>(Duration::from_secs_f64(text.parse()?));
            Ok(Limit::Clock(GameClock {
                left: seconds(left)?,
                increment: seconds(increment)?,
            }))
        }
        _ => Err("a limit is time=, nodes= or clock=".into()),
    }
}

struct Own {
    limit: Limit,
    network: &'static Network,
    memory: Option<Memory>,
}

impl Own {
    fn new(limit: Limit, network: &'static Network) -> Self {
        let memory = Some(Memory::new(16));
        Self {
            limit,
            network,
            memory,
        }
    }
}

impl Player for Own {
    fn choose(&mut self, line: &History) -> Result<Move, Box<dyn Error>> {
        let start = Instant::now();
        let memory = self.memory.take().unwrap_or_else(|| Memory::new(16));
        let mut search = Search::with_network(line, &Terms::default(), memory, self.network);
        match self.limit {
            Limit::Nodes(nodes) => {
                search.step(nodes);
            }
            Limit::Time(time) => {
                let time = Duration::from_millis(time);
                while start.elapsed() < time && search.step(2_000) {}
            }
            Limit::Clock(clock) => {
                let budget = TimeBudget::on_clock(&ClockTime {
                    left: clock.left,
                    bonus: clock.increment,
                    lag: LAG,
                    ..ClockTime::default()
                });
                let mut manager = TimeManager::new(budget);
                search = search.with_watch(Box::new(move || !budget.is_over(start.elapsed())));
                while search.deepen(u64::MAX)
                    && !manager.is_settled(search.depth_result(), start.elapsed())
                {}
            }
        }
        let best = search.best().ok_or("no move")?;
        self.memory = Some(search.into_memory());
        if let Limit::Clock(clock) = &mut self.limit {
            clock.press(start.elapsed())?;
        }
        Ok(best.moves[0])
    }
}

/// The program's own player at a strength, which may depend on the number drawn for a game.
struct Leveled<F> {
    strength: F,
    seed: u64,
    memory: Option<Memory>,
}

impl<F: Fn(u64) -> Strength> Leveled<F> {
    const fn new(strength: F) -> Self {
        Self {
            strength,
            seed: 0,
            memory: None,
        }
    }
}

impl<F: Fn(u64) -> Strength> Player for Leveled<F> {
    fn choose(&mut self, line: &History) -> Result<Move, Box<dyn Error>> {
        let start = Instant::now();
        if self.seed == 0 {
            // Another player in each game, the same in every run.
            let mut hasher = DefaultHasher::new();
            line.position().hash(&mut hasher);
            self.seed = hasher.finish();
        }
        let memory = self.memory.take().unwrap_or_else(|| Memory::new(16));
        let terms = Terms::default();
        let strength = (self.strength)(self.seed);
        let goes_on = move || start.elapsed() < Duration::from_secs(2);
        let thought = LevelSearch::new(line, &terms, strength, self.seed, memory);
        let mut thought = thought.with_watch(Box::new(goes_on));
        thought.finish();
        let (best, memory) = thought.decide();
        self.memory = Some(memory);
        Ok(best.ok_or("no move")?.moves[0])
    }
}

/// A point with ranks from 1 to 10, as in `h3` and `a10`.
fn tall(point: Point) -> String {
    format!("{}{}", point.file().letter(), point.rank().index() + 1)
}

fn tall_moves(line: &History) -> Vec<String> {
    let plies = line.plies().iter();
    plies
        .map(|ply| tall(ply.mv.from) + &tall(ply.mv.to))
        .collect()
}

/// Reads a move with ranks from 1 to 10.
fn read_tall(text: &str) -> Option<Move> {
    let second = text[1..].find(|letter: char| letter.is_ascii_alphabetic())? + 1;
    let point = |text: &str| {
        let file = File::from_letter(text.chars().next()?)?;
        let rank: usize = text[1..].parse().ok()?;
        let rank = Rank::all().nth(rank.checked_sub(1)?)?;
        Some(Point::new(file, rank))
    };
    Some(Move::new(point(&text[..second])?, point(&text[second..])?))
}

/// Answers as an engine that speaks UCI with ranks 1 to 10, until its input ends.
pub fn serve() -> Result<(), Box<dyn Error>> {
    let mut line = History::new(Setup::start())?;
    let mut own = Own::new(Limit::Nodes(1), Network::standard());
    for command in std::io::stdin().lines() {
        let command = command?;
        let words: Vec<_> = command.split_whitespace().collect();
        match words[..] {
            ["uci"] => println!("uciok"),
            ["isready"] => println!("readyok"),
            ["position", "startpos", ref moves @ ..] => {
                line = History::new(Setup::start())?;
                for mv in moves.iter().skip(1) {
                    line.play(read_tall(mv).ok_or("no move")?)?;
                }
            }
            ["go", ref limits @ ..] => {
                let of_side = ["wtime", "btime"][line.position().turn().index()];
                let number = |name: &str| {
                    let at = limits.iter().position(|word| *word == name)?;
                    limits.get(at + 1)?.parse().ok()
                };
                let millis = |name| number(name).map(Duration::from_millis);
                own.limit = if let Some(left) = millis(of_side) {
                    let increment = millis("winc").unwrap_or_default();
                    Limit::Clock(GameClock { left, increment })
                } else if let Some(time) = number("movetime") {
                    Limit::Time(time)
                } else {
                    Limit::Nodes(number("nodes").ok_or("no limit")?)
                };
                let mv = own.choose(&line)?;
                println!("bestmove {}{}", tall(mv.from), tall(mv.to));
            }
            _ => {}
        }
    }
    Ok(())
}

struct Uci {
    program: Program,
    limit: Limit,
}

impl Uci {
    fn start(program: &str, limit: Limit) -> Result<Self, Box<dyn Error>> {
        let program = Program::start_uci(program).map_err(|error| format!("{program}: {error}"))?;
        Ok(Self { program, limit })
    }
}

impl Player for Uci {
    fn choose(&mut self, line: &History) -> Result<Move, Box<dyn Error>> {
        let moves = tall_moves(line).join(" ");
        self.program
            .say(&format!("position startpos moves {moves}"))?;
        let start = Instant::now();
        self.program.say(&match self.limit {
            Limit::Time(time) => format!("go movetime {time}"),
            Limit::Nodes(nodes) => format!("go nodes {nodes}"),
            Limit::Clock(GameClock { left, increment }) => {
                let [left, increment] = [left, increment].map(|time| time.as_millis());
                format!("go wtime {left} btime {left} winc {increment} binc {increment}")
            }
        })?;
        let answer = self.program.hear("bestmove")?;
        if let Limit::Clock(clock) = &mut self.limit {
            clock.press(start.elapsed())?;
        }
        let mv = answer.split_whitespace().next().and_then(read_tall);
        mv.ok_or_else(|| format!("no move: {answer}").into())
    }
}

struct Xboard {
    program: Program,
    limit: Limit,
    /// Number of moves of the line that it knows.
    known: usize,
}

impl Xboard {
    fn start(program: &str, limit: Limit) -> Result<Self, Box<dyn Error>> {
        let mut program = Program::start(program).map_err(|error| format!("{program}: {error}"))?;
        for line in [
            "xboard",
            "protover 2",
            "new",
            "variant xiangqi",
            "easy",
            "force",
        ] {
            program.say(line)?;
        }
        if let Limit::Time(time) = limit {
            // The protocol has whole seconds only.
            program.say(&format!("st {}", time.div_ceil(1000)))?;
        }
        Ok(Self {
            program,
            limit,
            known: 0,
        })
    }
}

impl Player for Xboard {
    fn choose(&mut self, line: &History) -> Result<Move, Box<dyn Error>> {
        let Limit::Time(_) = self.limit else {
            return Err("for xboard's protocol, the limit is time=".into());
        };
        self.program.say("force")?;
        for ply in &line.plies()[self.known..] {
            self.program.say(&ply.mv.to_string())?;
        }
        self.known = line.plies().len() + 1;
        self.program.say("go")?;
        let answer = self.program.hear("move")?;
        answer
            .parse()
            .map_err(|_| format!("no move: {answer}").into())
    }
}

/// Makes any move, or any capture where there is one.
struct Simple {
    seed: u64,
    takes: bool,
}

impl Player for Simple {
    fn choose(&mut self, line: &History) -> Result<Move, Box<dyn Error>> {
        let position = line.position();
        let mut moves = position.legal_moves();
        let captures = moves.iter().filter(|mv| position.piece_at(mv.to).is_some());
        let captures: Vec<_> = captures.copied().collect();
        if self.takes && !captures.is_empty() {
            moves = captures;
        }
        self.seed = self
            .seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(line.plies().len() as u64);
        let any = (self.seed >> 33) as usize % moves.len().max(1);
        moves.get(any).copied().ok_or_else(|| "no move".into())
    }
}
