//! Points of the board for screen readers: their names, attackers, and moves.
//!
//! Files are numbered from Red’s right and ranks from Red’s side, regardless of the listener and the orientation: each
//! point has a single name.

use super::catalogue::{say, say_about};
use super::{list, paragraph, row};
use crate::rules::{File, Piece, PieceKind, Point, PointSet, Position, Rank, Side};

/// Minimum length of a range of numbers, such as `5 to 7`.
const RUN: usize = 3;

/// Spoken name of a piece: `Red cannon`.
pub fn named_piece(piece: Piece) -> &'static str {
    match (piece.side, piece.kind) {
        (Side::Red, PieceKind::General) => say!("Red general"),
        (Side::Red, PieceKind::Advisor) => say!("Red advisor"),
        (Side::Red, PieceKind::Elephant) => say!("Red elephant"),
        (Side::Red, PieceKind::Horse) => say!("Red horse"),
        (Side::Red, PieceKind::Chariot) => say!("Red chariot"),
        (Side::Red, PieceKind::Cannon) => say!("Red cannon"),
        (Side::Red, PieceKind::Soldier) => say!("Red soldier"),
        (Side::Black, PieceKind::General) => say!("Black general"),
        (Side::Black, PieceKind::Advisor) => say!("Black advisor"),
        (Side::Black, PieceKind::Elephant) => say!("Black elephant"),
        (Side::Black, PieceKind::Horse) => say!("Black horse"),
        (Side::Black, PieceKind::Chariot) => say!("Black chariot"),
        (Side::Black, PieceKind::Cannon) => say!("Black cannon"),
        (Side::Black, PieceKind::Soldier) => say!("Black soldier"),
    }
}

/// Spoken number of a file, from Red’s right.
const fn file_number(file: File) -> u8 {
    file.number(Side::Red)
}

/// Spoken number of a rank, 1 to 10 from Red’s side.
const fn rank_number(rank: Rank) -> u8 {
    rank.index() as u8 + 1
}

/// Spoken name of a point: `file 5 from Red’s right, rank 1, Red general, in check`.
pub fn point(position: &Position, point: Point) -> String {
    let (file, rank) = (file_number(point.file()), rank_number(point.rank()));
    let Some(there) = position.piece_at(point) else {
        return say!(
            "file {file} from Red’s right, rank {rank}, empty",
            file,
            rank
        );
    };
    let piece = named_piece(there);
    let is_general = there.kind == PieceKind::General && there.side == position.turn();
    if is_general && position.is_check() {
        return say!(
            "file {file} from Red’s right, rank {rank}, {piece}, in check",
            file,
            rank,
            piece
        );
    }
    say!(
        "file {file} from Red’s right, rank {rank}, {piece}",
        file,
        rank,
        piece
    )
}

/// Description of a point, after its name: its attackers, and the moves of its piece.
pub fn point_about(position: &Position, point: Point) -> String {
    let mut told = Vec::new();
    match position.piece_at(point) {
        Some(piece) => {
            let attackers = position.attackers(point, !piece.side);
            if !attackers.is_empty() {
                told.push(say!(
                    "Attacked by {pieces}.",
                    pieces = placed(position, attackers)
                ));
            }
            told.push(goals(position, point));
        }
        None => told.extend(attacked_by(position, point)),
    }
    paragraph(told)
}

/// Attackers of a point, and the protectors of its piece.
pub fn attacks(position: &Position, point: Point) -> String {
    let name = self::point(position, point);
    let Some(piece) = position.piece_at(point) else {
        let told = attacked_by(position, point);
        let told = match &told[..] {
            [] => say!("No piece attacks it.").to_owned(),
            told => paragraph(told.to_vec()),
        };
        return say!("{point}. {told}", point = name, told);
    };
    let attackers = position.attackers(point, !piece.side);
    let protectors = position.attackers(point, piece.side);
    let attacked = if attackers.is_empty() {
        say!("Not attacked.").to_owned()
    } else {
        say!(
            "Attacked by {pieces}.",
            pieces = placed(position, attackers)
        )
    };
    let protected = if piece.kind == PieceKind::General {
        // A general is never captured, so nothing can protect it.
        String::new()
    } else if protectors.is_empty() {
        say!("Not protected.").to_owned()
    } else {
        say!(
            "Protected by {pieces}.",
            pieces = placed(position, protectors)
        )
    };
    let told = paragraph([attacked, protected]);
    say!("{point}. {told}", point = name, told)
}

/// Pieces of each side that attack an empty point, a sentence per side.
fn attacked_by(position: &Position, point: Point) -> Vec<String> {
    let attackers = [Side::Red, Side::Black].map(|side| position.attackers(point, side));
    let mut told = Vec::new();
    for attackers in attackers {
        if !attackers.is_empty() {
            told.push(say!(
                "Attacked by {pieces}.",
                pieces = placed(position, attackers)
            ));
        }
    }
    told
}

/// Moves of the piece on a point, and its captures.
pub fn possible_moves(position: &Position, point: Point) -> String {
    match position.piece_at(point) {
        Some(piece) => say!(
            "{piece}: {told}",
            piece = named_piece(piece),
            told = goals(position, point)
        ),
        None => say!("This point is empty.").to_owned(),
    }
}

/// Destinations of a piece, regardless of the side to move.
fn goals(position: &Position, from: Point) -> String {
    let goals = position.reachable(from);
    let captures = goals & position.board().occupied();
    let free = goals - captures;
    let mut told = Vec::new();
    if goals.is_empty() {
        told.push(say!("Cannot move.").to_owned());
    }
    if !captures.is_empty() {
        told.push(say!(
            "Can capture {pieces}.",
            pieces = placed(position, captures)
        ));
    }
    if !free.is_empty() {
        told.push(say!("Can go to {places}.", places = places(from, free)));
    }
    paragraph(told)
}

/// Points by number, grouped by the file and rank of a piece: `file 2, ranks 4 to 7; rank 3, files 1 and 3`.
fn places(from: Point, points: PointSet) -> String {
    let (mut on_file, mut on_rank, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for point in points {
        let (file, rank) = (file_number(point.file()), rank_number(point.rank()));
        if point.file() == from.file() {
            on_file.push(rank);
        } else if point.rank() == from.rank() {
            on_rank.push(file);
        } else {
            others.push(place(file, rank));
        }
    }
    let (file, rank) = (file_number(from.file()), rank_number(from.rank()));
    let mut groups = Vec::new();
    match on_file[..] {
        [] => {}
        [rank] => groups.push(place(file, rank)),
        _ => groups.push(say!(
            "file {file}, ranks {ranks}",
            file,
            ranks = numbers(on_file)
        )),
    }
    match on_rank[..] {
        [] => {}
        [file] => groups.push(place(file, rank)),
        _ => groups.push(say!(
            "rank {rank}, files {files}",
            rank,
            files = numbers(on_rank)
        )),
    }
    groups.extend(others);
    let groups = groups.into_iter().reduce(|first, next| {
        // Translators: places one after the other: “file 2, ranks 4 to 7; rank 3, files 1 and 3”.
        say_about!("places", "{first}; {next}", first, next)
    });
    groups.unwrap_or_default()
}

fn place(file: u8, rank: u8) -> String {
    say!("file {file} rank {rank}", file, rank)
}

/// Sorted numbers: `1, 3 and 5 to 8`.
fn numbers(mut all: Vec<u8>) -> String {
    all.sort_unstable();
    let runs = all.chunk_by(|one, next| one + 1 == *next);
    let mut told: Vec<String> = Vec::new();
    for run in runs {
        match run {
            [first, .., last] if run.len() >= RUN => {
                told.push(say!("{first} to {last}", first, last));
            }
            _ => told.extend(run.iter().map(ToString::to_string)),
        }
    }
    list(&told)
}

/// Pieces with their points: `Red horse on file 2 rank 1 and Red cannon on file 2 rank 3`.
pub(super) fn placed(position: &Position, points: PointSet) -> String {
    let named = points.filter_map(|point| {
        let piece = named_piece(position.piece_at(point)?);
        let (file, rank) = (file_number(point.file()), rank_number(point.rank()));
        Some(say!(
            "{piece} on file {file} rank {rank}",
            piece,
            file,
            rank
        ))
    });
    list(&named.collect::<Vec<_>>())
}

/// The pieces of a file, from Red’s side.
pub fn read_file(position: &Position, file: File) -> String {
    let pieces: Vec<_> = Rank::all()
        .filter_map(|rank| {
            let piece = named_piece(position.piece_at(Point::new(file, rank))?);
            Some(say!("rank {rank} {piece}", rank = rank_number(rank), piece))
        })
        .collect();
    let file = file_number(file);
    if pieces.is_empty() {
        return say!("File {file} from Red’s right is empty.", file);
    }
    say!(
        "File {file} from Red’s right: {pieces}.",
        file,
        pieces = row(&pieces)
    )
}

/// The pieces of a rank, from Red’s right.
pub fn read_rank(position: &Position, rank: Rank) -> String {
    let pieces: Vec<_> = File::all()
        .rev()
        .filter_map(|file| {
            let piece = named_piece(position.piece_at(Point::new(file, rank))?);
            Some(say!("file {file} {piece}", file = file_number(file), piece))
        })
        .collect();
    let rank = rank_number(rank);
    if pieces.is_empty() {
        return say!("Rank {rank} from Red’s side is empty.", rank);
    }
    say!(
        "Rank {rank} from Red’s side: {pieces}.",
        rank,
        pieces = row(&pieces)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Setup;
    use std::collections::HashSet;

    fn at(text: &str) -> Point {
        text.parse().expect("a point")
    }

    fn position(fen: &str) -> Position {
        let setup = Setup::from_fen(fen).expect("a FEN");
        setup.position().expect("a position")
    }

    #[test]
    fn ninety_points_have_names_of_their_own() {
        let start = Position::start();
        let names: HashSet<_> = Point::all().map(|at| point(&start, at)).collect();
        assert_eq!(names.len(), 90);
        assert!(names.contains("file 5 from Red’s right, rank 1, Red general"));
        assert!(names.contains("file 9 from Red’s right, rank 10, Black chariot"));
        assert!(names.contains("file 1 from Red’s right, rank 5, empty"));
    }

    #[test]
    fn the_general_in_check_says_so() {
        let check = position("4k4/9/9/9/9/9/9/9/9/3KR4 b");
        let name = point(&check, at("e9"));
        assert_eq!(
            name,
            "file 5 from Red’s right, rank 10, Black general, in check"
        );
        assert!(!point(&check, at("d0")).contains("check"));
    }

    #[test]
    fn moves_are_told_by_files_and_ranks() {
        let start = Position::start();
        assert_eq!(
            possible_moves(&start, at("h2")),
            "Red cannon: Can capture Black horse on file 2 rank 10. Can go to file 2, ranks 2 and 4 to 7; rank 3, files 1 and 3 to 7."
        );
        assert_eq!(
            possible_moves(&start, at("h9")),
            "Black horse: Can go to file 3 rank 8; file 1 rank 8."
        );
        assert_eq!(possible_moves(&start, at("e4")), "This point is empty.");
        let shut = position("3k5/9/9/9/9/9/9/4r4/9/4KC3 w");
        assert_eq!(possible_moves(&shut, at("f0")), "Red cannon: Cannot move.");
    }

    #[test]
    fn who_attacks_and_who_protects() {
        let start = Position::start();
        assert_eq!(
            attacks(&start, at("h9")),
            "file 2 from Red’s right, rank 10, Black horse. Attacked by Red cannon on file 2 rank 3. Protected by Black chariot on file 1 rank 10."
        );
        assert_eq!(
            attacks(&start, at("e0")),
            "file 5 from Red’s right, rank 1, Red general. Not attacked."
        );
        assert_eq!(
            attacks(&start, at("e4")),
            "file 5 from Red’s right, rank 5, empty. Attacked by Red soldier on file 5 rank 4."
        );
        assert!(attacks(&start, at("b4")).ends_with("No piece attacks it."));
        assert_eq!(
            point_about(&start, at("b9")),
            "Attacked by Red cannon on file 8 rank 3. Can go to file 9 rank 8; file 7 rank 8."
        );
    }

    #[test]
    fn lines_are_read_from_reds_right_and_reds_side() {
        let start = Position::start();
        assert_eq!(
            read_file(&start, at("h0").file()),
            "File 2 from Red’s right: rank 1 Red horse, rank 3 Red cannon, rank 8 Black cannon, rank 10 Black horse."
        );
        assert_eq!(
            read_rank(&start, at("a2").rank()),
            "Rank 3 from Red’s side: file 2 Red cannon, file 8 Red cannon."
        );
        assert_eq!(
            read_rank(&start, at("a4").rank()),
            "Rank 5 from Red’s side is empty."
        );
    }
}
