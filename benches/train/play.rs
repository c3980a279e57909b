//! Games of the program against itself.
//!
//! Nothing that is learned stems from a random move: samples begin after the last one, and neither checks, which must be
//! answered, nor positions whose best move is a capture are among them.

use crate::Dice;
use crate::sample::{BYTES, Sample};
use chuhe::engine::nnue::Network;
use chuhe::engine::{Memory, Search};
use chuhe::rules::{
    History, Outcome, Piece, PieceKind, Point, PositionFault, Ruling, Setup, Side, Terms,
    adjudicate,
};
use std::error::Error;
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::process::Command;
use std::time::Instant;

/// Plies of a game at most, after its opening.
const LONGEST: usize = 240;
/// Score from which a game is given up once both agree for some plies.
const HOPELESS: i32 = 1600;
/// Score up to which a game is drawn once both agree for many plies.
const EVEN: i32 = 8;
/// Plies before which no game is drawn by agreement.
const EARLY: usize = 100;
/// Score of the first position from which a game is decided before it begins.
const DECIDED: i32 = 700;
/// One game in this many begins with few pieces.
const ENDINGS: usize = 10;
/// Scores from here on are mates and the like.
const KNOWN: i32 = 3000;

/// How games are played.
#[derive(Clone, Copy)]
pub struct Player {
    /// Nodes for a move.
    pub nodes: u64,
    pub seed: u64,
    pub network: &'static Network,
}

/// A game that has been played: its samples, and who won.
type Played = (Vec<Sample>, Option<Side>);

/// Plays games until a file has so many positions. It begins where the file ends, so that it can be stopped at any time: only
/// the game that is being played is lost.
pub fn play(data: &str, positions: usize, player: Player) -> Result<(), Box<dyn Error>> {
    let mut options = File::options();
    let mut file = options
        .create(true)
        .truncate(false)
        .write(true)
        .open(data)?;
    let mut count = file.metadata()?.len() as usize / BYTES;
    file.set_len((count * BYTES) as u64)?;
    file.seek(SeekFrom::End(0))?;
    let made_of = format!("{data}.txt");
    let mut made_of = File::options().create(true).append(true).open(made_of)?;
    writeln!(made_of, "from position {count}: {}", player.described())?;
    // Other games than those that the file has already.
    let mut dice = Dice(player.seed);
    dice.0 = dice.roll() ^ count as u64;
    let (start, first) = (Instant::now(), count);
    let (mut games, mut points) = (0, [0; 3]);
    let mut memory = None;
    while count < positions {
        let Some((samples, winner)) = player.game(&mut dice, &mut memory)? else {
            continue;
        };
        let samples = samples.iter().map(|sample| sample.with_winner(winner));
        let bytes: Vec<_> = samples.flat_map(|sample| *sample.bytes()).collect();
        file.write_all(&bytes)?;
        count += bytes.len() / BYTES;
        games += 1;
        points[winner.map_or(2, Side::index)] += 1;
        if games % 50 == 0 || count >= positions {
            let rate = (count - first) as f64 / start.elapsed().as_secs_f64();
            println!(
                "{count} positions, {rate:.0} a second; {games} games: red, black, drawn {points:?}"
            );
        }
    }
    writeln!(
        made_of,
        "to position {count}: {games} games, won by red and by black, drawn {points:?}"
    )?;
    Ok(())
}

impl Player {
    /// Everything that the games depend on.
    fn described(&self) -> String {
        let folder = env!("CARGO_MANIFEST_DIR");
        let mut git = Command::new("git");
        git.args(["-C", folder, "describe", "--always", "--dirty"]);
        let commit = git.output().map(|output| output.stdout).unwrap_or_default();
        let start = History::new(Setup::start()).expect("the start can be played");
        let terms = Terms::default();
        let mut search =
            Search::with_network(&start, &terms, Memory::new(1), self.network).with_depth(8);
        while search.step(u64::MAX) {}
        format!(
            "chuhe {} at commit {}, which searches the start to depth 8 in {} nodes with the network of the games; \
             {} nodes a move, seed {}, one game in {ENDINGS} from an ending",
            env!("CARGO_PKG_VERSION"),
            String::from_utf8_lossy(&commit).trim(),
            search.nodes(),
            self.nodes,
            self.seed,
        )
    }

    /// Plays a game; `None` if it was decided before it began.
    fn game(
        &self,
        dice: &mut Dice,
        memory: &mut Option<Memory>,
    ) -> Result<Option<Played>, Box<dyn Error>> {
        // Each game by itself, but in memory that was given once.
        let clear = |memory: &mut Option<Memory>| memory.as_mut().map(Memory::clear);
        clear(memory);
        let Some(mut history) = self.opening(dice, memory)? else {
            return Ok(None);
        };
        clear(memory);
        let terms = Terms::default();
        let mut samples = Vec::new();
        let (mut hopeless, mut even) = (0_i32, 0);
        let mut red = 0;
        for ply in 0..LONGEST {
            if let Ruling::Ended(verdict) = adjudicate(&history, &terms) {
                let winner = match verdict.outcome {
                    Outcome::Win { winner, .. } => Some(winner),
                    Outcome::Draw(_) => None,
                };
                return Ok(Some((samples, winner)));
            }
            let Some((mv, score)) = self.search(&history, memory, self.nodes) else {
                return Ok(None);
            };
            if ply == 0 && score.abs() > DECIDED {
                return Ok(None);
            }
            let position = history.position();
            let is_quiet = position.piece_at(mv.to).is_none() && !position.is_check();
            if is_quiet && score.abs() < KNOWN {
                samples.push(Sample::new(position, score));
            }
            // For Red, one more ply of the same opinion.
            red = if position.turn() == Side::Red {
                score
            } else {
                -score
            };
            hopeless = match red {
                HOPELESS.. => hopeless.max(0) + 1,
                _ if red <= -HOPELESS => hopeless.min(0) - 1,
                _ => 0,
            };
            even = if red.abs() <= EVEN { even + 1 } else { 0 };
            if hopeless.abs() >= 5 {
                let winner = if hopeless > 0 { Side::Red } else { Side::Black };
                return Ok(Some((samples, Some(winner))));
            }
            if even >= 16 && ply >= EARLY {
                return Ok(Some((samples, None)));
            }
            history.play(mv)?;
        }
        // Too long to be known as drawn while one side is still winning.
        Ok((red.abs() < DECIDED).then_some((samples, None)))
    }

    /// The beginning of a game: an ending, or some moves from the start, about half of them random; `None` if they end it.
    fn opening(
        &self,
        dice: &mut Dice,
        memory: &mut Option<Memory>,
    ) -> Result<Option<History>, Box<dyn Error>> {
        if dice.below(ENDINGS) == 0 {
            return Ok(Some(History::new(ending(dice))?));
        }
        let mut history = History::new(Setup::start())?;
        for _ in 0..4 + dice.below(12) {
            let moves = history.position().legal_moves();
            let chosen = if dice.below(2) == 0 {
                moves.get(dice.below(moves.len())).copied()
            } else {
                self.search(&history, memory, self.nodes / 8)
                    .map(|(mv, _)| mv)
            };
            let Some(mv) = chosen else {
                return Ok(None);
            };
            history.play(mv)?;
        }
        Ok(Some(history))
    }

    /// The best move with its score; `None` if there is no move.
    fn search(
        &self,
        history: &History,
        memory: &mut Option<Memory>,
        nodes: u64,
    ) -> Option<(chuhe::rules::Move, i32)> {
        let lent = memory.take().unwrap_or_else(|| Memory::new(4));
        let mut search = Search::with_network(history, &Terms::default(), lent, self.network);
        search.step(nodes);
        let best = search.best();
        *memory = Some(search.into_memory());
        best.map(|best| (best.moves[0], best.score.points()))
    }
}

/// An arrangement of few pieces that can arise in a game, with one that can cross the river at least.
fn ending(dice: &mut Dice) -> Setup {
    // Pieces are drawn once: drawn again with their places, those that fit seldom would hardly ever be seen.
    let mut pieces = Vec::new();
    while !pieces.iter().any(|piece: &Piece| piece.kind.can_attack()) {
        pieces = Side::ALL
            .into_iter()
            .flat_map(|side| {
                army(dice)
                    .into_iter()
                    .map(move |kind| Piece::new(side, kind))
            })
            .collect();
    }
    loop {
        let mut setup = Setup::start().cleared();
        setup.turn = Side::ALL[dice.below(2)];
        for piece in &pieces {
            place(&mut setup, *piece, dice);
        }
        if setup.faults().is_empty() {
            return setup;
        }
    }
}

/// The pieces of one side in an ending.
fn army(dice: &mut Dice) -> Vec<PieceKind> {
    let mut kinds = vec![PieceKind::General];
    for guard in [PieceKind::Advisor, PieceKind::Elephant] {
        kinds.extend(std::iter::repeat_n(guard, dice.below(3)));
    }
    for _ in 0..dice.below(4) {
        let kind = match dice.below(5) {
            0 => PieceKind::Chariot,
            1 => PieceKind::Cannon,
            2 => PieceKind::Horse,
            _ => PieceKind::Soldier,
        };
        let alike = kinds.iter().filter(|one| **one == kind).count();
        if alike < kind.full_count() {
            kinds.push(kind);
        }
    }
    kinds
}

/// Sets a piece on a free point where it can stand.
fn place(setup: &mut Setup, piece: Piece, dice: &mut Dice) {
    let can_stand = |at: &Point| {
        let mut tried = setup.clone();
        tried.board.set(*at, Some(piece));
        let faults = tried.faults();
        !faults.iter().any(|fault| {
            let (PositionFault::Misplaced { piece: odd, .. }
            | PositionFault::SameFile { piece: odd, .. }) = fault
            else {
                return false;
            };
            *odd == piece
        })
    };
    let free: Vec<_> = Point::all()
        .filter(|at| setup.board.piece_at(*at).is_none())
        .filter(can_stand)
        .collect();
    let at = free[dice.below(free.len())];
    setup.board.set(at, Some(piece));
}
