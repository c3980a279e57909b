//! Points of the board for screen readers: their names, attackers, and moves.
//!
//! The file of a piece is numbered from its owner’s right, as in its moves and at its edge of the board, wherever the
//! piece is named; files of lines and empty points are numbered from Red’s right. Ranks are numbered from Red’s side.
//! None of this depends on the listener or the orientation.

use super::attacks::several;
use super::catalogue::{labels, say, say_about};
use super::{kind_of, list, paragraph, row, side};
use crate::record::Drawings;
use crate::rules::{File, Piece, PieceKind, Point, PointSet, Position, Rank, Side};

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

/// Order in which the pieces of a side are read.
const READING_ORDER: [PieceKind; 7] = [
    PieceKind::General,
    PieceKind::Chariot,
    PieceKind::Horse,
    PieceKind::Cannon,
    PieceKind::Soldier,
    PieceKind::Elephant,
    PieceKind::Advisor,
];

/// Spoken name of a point: `Red general, file 5, rank 1, in check`.
pub fn point(position: &Position, point: Point) -> String {
    let Some(there) = position.piece_at(point) else {
        let (file, rank) = place_numbers(point, Side::Red);
        // Translators: a point of the board without a piece, as it is read out.
        return say!("Empty, file {file}, rank {rank}", file, rank);
    };
    let (file, rank) = place_numbers(point, there.side);
    let piece = named_piece(there);
    let is_general = there.kind == PieceKind::General && there.side == position.turn();
    if is_general && position.is_check() {
        return say!(
            "{piece}, file {file}, rank {rank}, in check",
            piece,
            file,
            rank
        );
    }
    // Translators: a piece and its place as they are read out: “Red cannon, file 2, rank 3”.
    say!("{piece}, file {file}, rank {rank}", piece, file, rank)
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

/// Description of a point while a piece is lifted: whether it is a target. The player’s other pieces keep their
/// descriptions, since a press would lift them instead.
pub fn point_about_lifted(
    position: &Position,
    lifted: Point,
    targets: PointSet,
    point: Point,
) -> String {
    let there = position.piece_at(point);
    match there {
        // Translators: read out of a point that the lifted piece could capture on; {piece} is “horse”.
        Some(there) if targets.contains(point) => {
            say!("Captures the {piece}.", piece = kind_of(there))
        }
        None if targets.contains(point) => say!("Can go here.").to_owned(),
        Some(there) if there.side == position.turn() => {
            let told = point_about(position, point);
            let is_lifted = point == lifted;
            paragraph(
                [is_lifted.then(|| say!("Lifted.").to_owned()), Some(told)]
                    .into_iter()
                    .flatten(),
            )
        }
        _ => say!("Cannot go here.").to_owned(),
    }
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
    let owner = position
        .piece_at(from)
        .map_or(Side::Red, |piece| piece.side);
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
        let places = places(from, free, owner);
        told.push(say!("Can go to {places}.", places));
    }
    paragraph(told)
}

/// Pieces with their points: `Red horse on file 2 rank 1 and Red cannon on file 2 rank 3`.
pub(super) fn placed(position: &Position, points: PointSet) -> String {
    let named = points.filter_map(|point| {
        let there = position.piece_at(point)?;
        let (file, rank) = place_numbers(point, there.side);
        let piece = named_piece(there);
        Some(say!(
            "{piece} on file {file} rank {rank}",
            piece,
            file,
            rank
        ))
    });
    list(&named.collect::<Vec<_>>())
}

/// The drawings on a position, as they are read out; empty if there are none.
pub fn drawings(position: &Position, drawings: &Drawings) -> String {
    let marks = marked(position, drawings);
    if marks.is_empty() {
        return marks;
    }
    // Translators: {marks} are the circles and arrows on the board, such as “Red chariot on file 1 rank 1 to file 5 rank 1”.
    say!("Marked: {marks}.", marks)
}

fn marked(position: &Position, drawings: &Drawings) -> String {
    let marked = drawings.iter().map(|drawing| {
        let (from, to) = drawing.shape.ends();
        let there = position.piece_at(from);
        let counted_by = there.map_or(Side::Red, |piece| piece.side);
        let marked = match there {
            Some(_) => placed(position, PointSet::of(from)),
            None => place_of(from, counted_by),
        };
        if from == to {
            return marked;
        }
        // Translators: An arrow on the board: {marked} is “Red chariot on file 1 rank 1” or a place, {place} is “file 5 rank 1”.
        say!(
            "{marked} to {place}",
            marked,
            place = place_of(to, counted_by)
        )
    });
    one_after_the_other(marked.collect())
}

/// The drawings that were added to a position or changed their color, or else those that were erased, as they are read out.
pub fn changed_drawings(position: &Position, before: &Drawings, after: &Drawings) -> String {
    let added = after.without(before);
    if !added.is_empty() {
        return drawings(position, &added);
    }
    let erased = marked(position, &before.without(after));
    if erased.is_empty() {
        return String::new();
    }
    // Translators: {marks} are circles and arrows that were on the board, such as “Red chariot on file 1 rank 1 to file 5 rank 1”.
    say!("Erased: {marks}.", marks = erased)
}

labels! {
    no_drawings_yet = say!("You can draw on the board once this game is over.");
}

/// The pieces of a file, from Red’s side.
pub fn read_file(position: &Position, file: File) -> String {
    let pieces: Vec<_> = Rank::all()
        .filter_map(|rank| {
            let piece = named_piece(position.piece_at(Point::new(file, rank))?);
            Some(say!("rank {rank} {piece}", rank = rank_number(rank), piece))
        })
        .collect();
    let file = file.number(Side::Red);
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
            let there = position.piece_at(Point::new(file, rank))?;
            let (piece, file) = (named_piece(there), file.number(there.side));
            // Translators: a piece of a rank that is read out: “Red cannon on file 2”.
            Some(say!("{piece} on file {file}", piece, file))
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

/// The pieces of a side with their points, as that side counts files.
pub fn read_pieces(position: &Position, of: Side) -> String {
    let kinds = READING_ORDER.into_iter().filter_map(|kind| {
        let piece = Piece::new(of, kind);
        let points = position.board().of_piece(piece);
        let name = match points.len() {
            0 => return None,
            1 => kind_of(piece),
            _ => several(piece),
        };
        let on_rank = |rank| {
            let here = points.filter(|point| point.rank() == rank);
            on_one_rank(
                rank_number(rank),
                here.map(|point| point.file().number(of)).collect(),
            )
        };
        let places = one_after_the_other(Rank::all().filter_map(on_rank).collect());
        // Translators: pieces of one kind and where they stand: “chariots on rank 1, files 1 and 9”.
        Some(say!("{pieces} on {places}", pieces = name, places))
    });
    // Translators: all pieces of a side: “Red: general on file 5 rank 1; chariots on rank 1, files 1 and 9.”
    say!(
        "{side}: {pieces}.",
        side = side(of),
        pieces = one_after_the_other(kinds.collect())
    )
}

/// Minimum length of a range of numbers, such as `5 to 7`.
const RUN: usize = 3;

/// Spoken number of a rank, 1 to 10 from Red’s side.
pub(super) const fn rank_number(rank: Rank) -> u8 {
    rank.index() as u8 + 1
}

/// Spoken numbers of a file and a rank, the file from the right of a side.
pub(super) const fn place_numbers(point: Point, counted_by: Side) -> (u8, u8) {
    (point.file().number(counted_by), rank_number(point.rank()))
}

/// Points by number as a side counts them, grouped by the file and rank of its piece: `file 2, ranks 4 to 7; rank 3,
/// files 1 and 3`.
pub(super) fn places(from: Point, points: PointSet, counted_by: Side) -> String {
    let (mut on_file, mut on_rank, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for point in points {
        let (file, rank) = place_numbers(point, counted_by);
        if point.file() == from.file() {
            on_file.push(rank);
        } else if point.rank() == from.rank() {
            on_rank.push(file);
        } else {
            others.push(place(file, rank));
        }
    }
    let (file, rank) = place_numbers(from, counted_by);
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
    groups.extend(on_one_rank(rank, on_rank));
    groups.extend(others);
    one_after_the_other(groups)
}

/// Points of one rank; `None` if there are none.
pub(super) fn on_one_rank(rank: u8, files: Vec<u8>) -> Option<String> {
    match files[..] {
        [] => None,
        [file] => Some(place(file, rank)),
        _ => Some(say!(
            "rank {rank}, files {files}",
            rank,
            files = numbers(files)
        )),
    }
}

pub(super) fn one_after_the_other(places: Vec<String>) -> String {
    let all = places.into_iter().reduce(|first, next| {
        // Translators: places one after the other: “file 2, ranks 4 to 7; rank 3, files 1 and 3”.
        say_about!("places", "{first}; {next}", first, next)
    });
    all.unwrap_or_default()
}

/// Name of a point without its piece.
fn place(file: u8, rank: u8) -> String {
    say!("file {file} rank {rank}", file, rank)
}

/// A point by its numbers, the file from the right of a side: `file 5 rank 1`.
pub(super) fn place_of(point: Point, counted_by: Side) -> String {
    let (file, rank) = place_numbers(point, counted_by);
    place(file, rank)
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
        assert!(names.contains("Red general, file 5, rank 1"));
        assert!(names.contains("Black chariot, file 1, rank 10"));
        assert!(names.contains("Empty, file 1, rank 5"));
    }

    #[test]
    fn drawings_are_told_by_the_pieces_on_which_they_begin() {
        let start = Position::start();
        let mut drawn = Drawings::default();
        assert_eq!(drawings(&start, &drawn), "");
        for text in ["Gh2e2", "Re4", "Bh9"] {
            drawn.add(text.parse().expect("a drawing"));
        }
        assert_eq!(
            drawings(&start, &drawn),
            "Marked: file 5 rank 5; Black horse on file 8 rank 10; Red cannon on file 2 rank 3 to file 5 rank 3."
        );
        let none = Drawings::default();
        let mut other = drawn.clone();
        other.toggle("Ye4".parse().expect("a drawing"));
        for (before, after, told) in [
            (&drawn, &drawn, ""),
            (&drawn, &other, "Marked: file 5 rank 5."),
            (
                &other,
                &none,
                "Erased: file 5 rank 5; Black horse on file 8 rank 10; Red cannon on file 2 rank 3 to file 5 rank 3.",
            ),
        ] {
            assert_eq!(changed_drawings(&start, before, after), told);
        }
    }

    #[test]
    fn the_general_in_check_says_so() {
        let check = position("4k4/9/9/9/9/9/9/9/9/3KR4 b");
        let name = point(&check, at("e9"));
        assert_eq!(name, "Black general, file 5, rank 10, in check");
        assert!(!point(&check, at("d0")).contains("check"));
    }

    #[test]
    fn moves_are_told_by_files_and_ranks() {
        let start = Position::start();
        assert_eq!(
            possible_moves(&start, at("h2")),
            "Red cannon: Can capture Black horse on file 8 rank 10. Can go to file 2, ranks 2 and 4 to 7; rank 3, files 1 and 3 to 7."
        );
        assert_eq!(
            possible_moves(&start, at("h9")),
            "Black horse: Can go to file 7 rank 8; file 9 rank 8."
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
            "Black horse, file 8, rank 10. Attacked by Red cannon on file 2 rank 3. Protected by Black chariot on file 9 rank 10."
        );
        assert_eq!(
            attacks(&start, at("e0")),
            "Red general, file 5, rank 1. Not attacked."
        );
        assert_eq!(
            attacks(&start, at("e4")),
            "Empty, file 5, rank 5. Attacked by Red soldier on file 5 rank 4."
        );
        assert!(attacks(&start, at("b4")).ends_with("No piece attacks it."));
        assert_eq!(
            point_about(&start, at("b9")),
            "Attacked by Red cannon on file 8 rank 3. Can go to file 1 rank 8; file 3 rank 8."
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
            "Rank 3 from Red’s side: Red cannon on file 2, Red cannon on file 8."
        );
        assert_eq!(
            read_rank(&start, at("a4").rank()),
            "Rank 5 from Red’s side is empty."
        );
    }

    #[test]
    fn a_file_is_counted_by_the_owner_wherever_the_piece_is_named() {
        let start = Position::start();
        let cannon = at("b7");
        let named = "Black cannon on file 2";
        assert_eq!(point(&start, cannon), "Black cannon, file 2, rank 8");
        assert!(read_rank(&start, cannon.rank()).contains(named));
        assert!(placed(&start, PointSet::of(cannon)).contains(named));
        assert!(possible_moves(&start, cannon).contains("Can go to file 2, ranks"));
    }

    #[test]
    fn with_a_piece_lifted_each_point_says_whether_it_can_go_there() {
        let start = Position::start();
        let lifted = at("h2");
        let told = |text| point_about_lifted(&start, lifted, start.targets(lifted), at(text));
        assert_eq!(told("h4"), "Can go here.");
        assert_eq!(told("h9"), "Captures the horse.");
        assert_eq!(told("h7"), "Cannot go here.");
        assert_eq!(told("a4"), "Cannot go here.");
        assert!(
            told("h2").starts_with("Lifted. Can capture"),
            "{}",
            told("h2")
        );
        assert_eq!(told("a0"), point_about(&start, at("a0")));
    }

    #[test]
    fn the_pieces_of_a_side_are_read_by_kind() {
        assert_eq!(
            read_pieces(&Position::start(), Side::Black),
            "Black: general on file 5 rank 10; chariots on rank 10, files 1 and 9; horses on rank 10, files 2 and 8; cannons on rank 8, files 2 and 8; soldiers on rank 7, files 1, 3, 5, 7 and 9; elephants on rank 10, files 3 and 7; advisors on rank 10, files 4 and 6."
        );
        let few = position("3k5/9/9/9/9/9/9/R8/9/4K3R w");
        assert_eq!(
            read_pieces(&few, Side::Red),
            "Red: general on file 5 rank 1; chariots on file 1 rank 1; file 9 rank 3."
        );
    }
}
