//! Games of the program against itself.

use crate::Dice;
use crate::sample::Sample;
use chuhe::engine::nnue::Network;
use chuhe::engine::{Memory, Search};
use chuhe::rules::{
    History, Move, Outcome, PieceKind, Position, Ruling, Setup, Side, Terms, adjudicate,
};
use std::error::Error;
use std::fs::File;
use std::io::Write;

/// Plies of a game at most.
const LONGEST: usize = 240;
/// Score from which a game is given up once both agree for some plies.
const HOPELESS: i32 = 1600;

/// A game that has been played: its samples, and who won.
type Played = (Vec<Sample>, Option<Side>);

/// Writes positions of games of any moves, judged by their pieces alone: what the first network learns.
pub fn guess(data: &str, positions: usize) -> Result<(), Box<dyn Error>> {
    let mut dice = Dice(1);
    let mut bytes = Vec::new();
    let mut count = 0;
    while count < positions {
        let mut position = Position::start();
        for ply in 0..160 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let score = worth(&position, position.turn()) - worth(&position, !position.turn());
            if ply > 4 && !position.is_check() && dice.below(4) == 0 {
                let mut sample = Sample::new(&position, score);
                sample.result = if score > 150 {
                    2
                } else {
                    u8::from(score > -150)
                };
                sample.write(&mut bytes);
                count += 1;
            }
            // Captures are rare among any moves.
            let is_capture = |mv: &&Move| position.piece_at(mv.to).is_some();
            let captures: Vec<_> = moves.iter().filter(is_capture).collect();
            let mv = match captures[..] {
                [_, ..] if dice.below(3) == 0 => *captures[dice.below(captures.len())],
                _ => moves[dice.below(moves.len())],
            };
            position = position.play(mv)?;
        }
    }
    File::create(data)?.write_all(&bytes)?;
    Ok(())
}

/// Values of pieces, and two for each point they can go to.
fn worth(position: &Position, side: Side) -> i32 {
    let pieces = position.board().pieces();
    let own = pieces.filter(|(_, piece)| piece.side == side);
    own.map(|(at, piece)| {
        let reach = position.reachable(at).len() as i32;
        match piece.kind {
            PieceKind::General => 0,
            PieceKind::Advisor => 110 + reach,
            PieceKind::Elephant => 110 + 2 * reach,
            PieceKind::Horse => 260 + 8 * reach,
            PieceKind::Cannon => 330 + 2 * reach,
            PieceKind::Chariot => 640 + 4 * reach,
            PieceKind::Soldier if at.across_river(side) => 130 + 10 * reach,
            PieceKind::Soldier => 60,
        }
    })
    .sum()
}

/// Plays games until there are so many positions.
pub fn play(
    data: &str,
    positions: usize,
    nodes: u64,
    seed: u64,
    network: &'static Network,
) -> Result<(), Box<dyn Error>> {
    let mut file = File::options().create(true).append(true).open(data)?;
    let mut dice = Dice(seed);
    let (mut count, mut games, mut points) = (0, 0, [0; 3]);
    while count < positions {
        let Some((mut samples, winner)) = game(&mut dice, nodes, network)? else {
            continue;
        };
        let mut bytes = Vec::new();
        for sample in &mut samples {
            sample.result = match winner {
                None => 1,
                Some(side) if side == sample.turn() => 2,
                Some(_) => 0,
            };
            sample.write(&mut bytes);
        }
        file.write_all(&bytes)?;
        count += samples.len();
        games += 1;
        points[winner.map_or(2, Side::index)] += 1;
        if games % 50 == 0 {
            println!("{count} positions, {games} games: red, black, drawn {points:?}");
        }
    }
    Ok(())
}

fn game(
    dice: &mut Dice,
    nodes: u64,
    network: &'static Network,
) -> Result<Option<Played>, Box<dyn Error>> {
    let mut history = History::new(Setup::start())?;
    for _ in 0..4 + dice.below(8) {
        let moves = history.position().legal_moves();
        if moves.is_empty() {
            return Ok(None);
        }
        history.play(moves[dice.below(moves.len())])?;
    }
    let terms = Terms::default();
    let mut memory = Memory::new(4);
    let mut samples = Vec::new();
    let mut agreed = 0_i32;
    for ply in 0..LONGEST {
        if let Ruling::Ended(verdict) = adjudicate(&history, &terms) {
            let winner = match verdict.outcome {
                Outcome::Win { winner, .. } => Some(winner),
                Outcome::Draw(_) => None,
            };
            return Ok(Some((samples, winner)));
        }
        let mut search = Search::with_network(&history, &terms, memory, network);
        search.step(nodes);
        let Some(best) = search.best() else {
            return Ok(None);
        };
        memory = search.into_memory();
        let position = history.position();
        let mv = best.moves[0];
        let score = best.score.points();
        if ply == 0 && score.abs() > 700 {
            return Ok(None);
        }
        let is_quiet = position.piece_at(mv.to).is_none() && !position.is_check();
        if is_quiet && score.abs() < 4000 {
            samples.push(Sample::new(position, score));
        }
        let turn = position.turn();
        let leads = if score > 0 { turn } else { !turn };
        agreed = if score.abs() > HOPELESS {
            agreed + 1
        } else {
            0
        };
        if agreed >= 5 {
            return Ok(Some((samples, Some(leads))));
        }
        // Now and then another move, so that games differ.
        let mv = if ply < 30 && dice.below(25) == 0 {
            let moves = position.legal_moves();
            moves[dice.below(moves.len())]
        } else {
            mv
        };
        history.play(mv)?;
    }
    Ok(Some((samples, None)))
}
