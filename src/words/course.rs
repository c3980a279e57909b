//! Text of the pages that teach the rules, one thing at a time.

use super::HelpPart;
use super::catalogue::{say, say_about};
use crate::game::Lesson;
use crate::rules::PieceKind;

/// The pages about the rules, in order. Each word of the game is explained on the page that shows it first.
pub fn course() -> Vec<HelpPart> {
    let chapters = [
        beginning(),
        far_pieces(),
        near_pieces(),
        endings(),
        rulings(),
        advice(),
        word_list(),
    ];
    chapters.concat()
}

/// Moving, capturing, and the aim; the board.
fn beginning() -> Vec<HelpPart> {
    vec![
        HelpPart::Heading(say_about!("help page", "The Aim")),
        say!("Red and Black each have a general. Trap your opponent’s general, so that it cannot escape, and you win.").into(),
        say!("Red moves first, then the sides take turns, one piece at a time. Pieces stand on the points where lines cross. To capture a piece, move onto its point: it leaves the board for good. You cannot capture your own pieces.").into(),
        say!("Click a piece and then a point with a dot, or use the arrow keys and Enter.").into(),
        HelpPart::Lesson(Lesson::Aim),
        HelpPart::Heading(say_about!("help page", "The Board")),
        say!("The nine lines that run up the board are the files, the ten that run across it the ranks. The river divides the board in two. The square with diagonal lines at each end is a palace, the home of a general.").into(),
        HelpPart::Lesson(Lesson::Board),
    ]
}

/// Pieces that reach far, or cross the river.
fn far_pieces() -> Vec<HelpPart> {
    vec![
        HelpPart::Heading(say_about!("help page", "Chariot")),
        HelpPart::Piece {
            kind: PieceKind::Chariot,
            text: say!(
                "The chariot moves forward, backward or sideways, as far as the line is free. It cannot jump over a piece, but it can capture an opponent’s piece that stands in its way."
            ),
        },
        HelpPart::Lesson(Lesson::Kind(PieceKind::Chariot)),
        HelpPart::Heading(say_about!("help page", "Cannon")),
        HelpPart::Piece {
            kind: PieceKind::Cannon,
            text: say!(
                "The cannon moves like the chariot, but captures differently: it has to jump over exactly one piece, of either side. That piece is called the screen."
            ),
        },
        HelpPart::Lesson(Lesson::Kind(PieceKind::Cannon)),
        HelpPart::Heading(say_about!("help page", "Horse")),
        HelpPart::Piece {
            kind: PieceKind::Horse,
            text: say!(
                "The horse moves one step straight and then one diagonally outward. It cannot jump: if a piece stands on the first point, called the horse’s leg, that way is blocked."
            ),
        },
        HelpPart::Lesson(Lesson::Kind(PieceKind::Horse)),
        HelpPart::Heading(say_about!("help page", "Soldier")),
        HelpPart::Piece {
            kind: PieceKind::Soldier,
            text: say!(
                "The soldier moves one step forward. Once across the river, it can also move one step sideways. It never moves backward."
            ),
        },
        HelpPart::Lesson(Lesson::Kind(PieceKind::Soldier)),
    ]
}

/// Pieces that stay at home.
fn near_pieces() -> Vec<HelpPart> {
    vec![
        HelpPart::Heading(say_about!("help page", "General")),
        HelpPart::Piece {
            kind: PieceKind::General,
            text: say!(
                "The general moves one step forward, backward or sideways, never out of the palace, and never where it could be captured."
            ),
        },
        HelpPart::Lesson(Lesson::Kind(PieceKind::General)),
        HelpPart::Heading(say_about!("help page", "Advisor")),
        HelpPart::Piece {
            kind: PieceKind::Advisor,
            text: say!(
                "The advisor moves one step diagonally, never out of the palace. It guards the general."
            ),
        },
        HelpPart::Lesson(Lesson::Kind(PieceKind::Advisor)),
        HelpPart::Heading(say_about!("help page", "Elephant")),
        HelpPart::Piece {
            kind: PieceKind::Elephant,
            text: say!(
                "The elephant moves exactly two steps diagonally, never across the river. It cannot jump: if a piece stands on the point in between, called the elephant’s eye, that way is blocked."
            ),
        },
        HelpPart::Lesson(Lesson::Kind(PieceKind::Elephant)),
    ]
}

/// Check, and how it wins.
fn endings() -> Vec<HelpPart> {
    vec![
        HelpPart::Heading(say_about!("help page", "Check")),
        say!("A general that could be captured on the next move is in check. The check has to be answered at once: by capturing the attacker, by blocking it or taking away a cannon’s screen, or by moving the general away.").into(),
        HelpPart::Lesson(Lesson::Check),
        HelpPart::Heading(say_about!("help page", "Checkmate")),
        say!("If no move answers the check, it is checkmate, and the game is won.").into(),
        HelpPart::Lesson(Lesson::Checkmate),
        HelpPart::Heading(say_about!("help page", "Facing Generals")),
        say!("Two generals on the same file with nothing between them could capture each other, so no move may leave them facing each other. Each general therefore keeps the other off its open file, at any distance.").into(),
        HelpPart::Lesson(Lesson::FlyingGeneral),
        HelpPart::Heading(say_about!("help page", "Stalemate")),
        say!("A side that is not in check but has no legal move loses, too. In Western chess, that is a draw.").into(),
        HelpPart::Lesson(Lesson::Stalemate),
    ]
}

/// Ends of a game, and forbidden repetitions.
fn rulings() -> Vec<HelpPart> {
    vec![
        HelpPart::Heading(say_about!("help page", "How a Game Ends")),
        say!("A side that is checkmated or stalemated loses. A player may resign, and the players may agree to a draw.").into(),
        say!("The game is a draw when neither side has a chariot, horse, cannon or soldier left, or after an agreed number of rounds without a capture: sixty, unless you choose otherwise.").into(),
        HelpPart::Heading(say_about!("help page", "Repetition")),
        say!("When the same position occurs for the third time with the same side to move, the rules chosen for the game decide. Under the Asian rules, those of the Asian and World Xiangqi Federations, perpetual check loses: neither side may check on every move. Perpetual chase loses, too: neither side may attack the same unprotected piece on every move. If both sides do the same, and in every other case, the game is a draw. Under the casual rules, only perpetual check loses. With repetition off, a position may recur any number of times.").into(),
        say!("You are warned at the second occurrence. At the third, the arbiter gives a ruling and explains it, but nothing is final until you accept: you may take back and play on.").into(),
        HelpPart::Cycle,
    ]
}

/// Values of the pieces, and the first moves.
fn advice() -> Vec<HelpPart> {
    let worth = |kind, text| HelpPart::Piece { kind, text };
    vec![
        HelpPart::Heading(say_about!("help page", "What Pieces Are Worth")),
        say!("Before you exchange pieces, compare what they are worth. These are rough figures, in soldiers:").into(),
        worth(PieceKind::Chariot, say!("Chariot: 9. The strongest piece.")),
        worth(PieceKind::Cannon, say!("Cannon: 4½. Strong as long as there are many screens.")),
        worth(PieceKind::Horse, say!("Horse: 4. It gets stronger as the board empties and its legs are free.")),
        worth(PieceKind::Advisor, say!("Advisor: 2. It defends the general, above all against chariots.")),
        worth(PieceKind::Elephant, say!("Elephant: 2. It defends the general, above all against cannons.")),
        worth(PieceKind::Soldier, say!("Soldier: 1, and 2 across the river.")),
        HelpPart::Heading(say_about!("help page", "First Moves")),
        say!("Bring out chariots, horses and cannons early, and move each only once at first. A chariot belongs on an open file, one without your own soldiers and cannons in front of it.").into(),
        say!("Keep both advisors and both elephants at home: a general without them is soon trapped.").into(),
        HelpPart::Lesson(Lesson::Opening),
    ]
}

/// The words of the game.
fn word_list() -> Vec<HelpPart> {
    let term = |word, meaning| HelpPart::Term { word, meaning };
    vec![
        HelpPart::Heading(say_about!("help page", "Word List")),
        term(
            say_about!("word list", "Point"),
            say!("A crossing of lines, where a piece can stand."),
        ),
        term(
            say_about!("word list", "File"),
            say!(
                "A line from one player to the other. Each player counts the files from the right."
            ),
        ),
        term(
            say_about!("word list", "Rank"),
            say!("A line from side to side."),
        ),
        term(
            say_about!("word list", "River"),
            say!("The gap between the two halves of the board."),
        ),
        term(
            say_about!("word list", "Palace"),
            say!("The nine points that general and advisors never leave."),
        ),
        term(
            say_about!("word list", "Screen"),
            say!("The one piece that a cannon jumps over to capture."),
        ),
        term(
            say_about!("word list", "Horse’s leg"),
            say!("The point beside a horse that it passes. A piece there blocks it."),
        ),
        term(
            say_about!("word list", "Elephant’s eye"),
            say!("The point in the middle of an elephant’s move. A piece there blocks it."),
        ),
        term(
            say_about!("word list", "Check"),
            say!("An attack on the general, which has to be answered at once."),
        ),
        term(
            say_about!("word list", "Checkmate"),
            say!("A check that no move answers."),
        ),
        term(
            say_about!("word list", "Stalemate"),
            say!("No legal move, without being in check. It loses."),
        ),
        term(
            say_about!("word list", "Protected"),
            say!("If the piece is captured, the captor can be captured in return."),
        ),
        term(
            say_about!("word list", "Chase"),
            say!("An attack on an unprotected piece."),
        ),
        term(
            say_about!("word list", "Perpetual check, perpetual chase"),
            say!("Check or chase with every move, again and again. It may lose."),
        ),
        term(
            say_about!("word list", "Round"),
            say!("A move by Red and a move by Black."),
        ),
    ]
}
