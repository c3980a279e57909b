//! What the help page says: the rules first, then the program.

use super::catalogue::{say, say_about};
use crate::game::Lesson;
use crate::rules::PieceKind;

/// A part of the help page.
#[derive(Clone, Copy, Debug)]
pub enum HelpPart {
    /// A page begins, with this title.
    Heading(&'static str),
    /// A paragraph.
    Text(&'static str),
    /// A board on which it can be tried out.
    Lesson(Lesson),
    /// A cycle of perpetual check, to be stepped through.
    Cycle,
    /// One kind of piece, shown for both sides, with a board on which it can be tried out: a page of its own.
    Piece {
        /// Which.
        kind: PieceKind,
        /// What it is called.
        name: &'static str,
        /// How it goes.
        text: &'static str,
    },
}

/// What the page is called.
pub fn help_title() -> &'static str {
    say!("Rules and Help")
}

/// All of it, in order.
pub fn help() -> Vec<HelpPart> {
    let chapters = [
        the_game(),
        pieces(),
        endings(),
        playing(),
        evening(),
        beyond(),
    ];
    chapters.concat()
}

/// The board, and what it is about.
fn the_game() -> Vec<HelpPart> {
    vec![
        HelpPart::Heading(say_about!("help page", "The game")),
        HelpPart::Text(say!(
            "Xiangqi is played on the crossings of nine files and ten ranks. Red moves first, then the sides take turns. Whoever leaves the opponent without a legal move has won, whether the general is in check (checkmate) or not (stalemate)."
        )),
        HelpPart::Text(say!(
            "Between the two halves runs the river. At each end the square with the diagonals is a palace. The two generals may never face each other on a file with nothing between them."
        )),
        HelpPart::Lesson(Lesson::Start),
    ]
}

/// How each piece goes.
fn pieces() -> Vec<HelpPart> {
    vec![
        HelpPart::Piece {
            kind: PieceKind::General,
            name: say_about!("help page", "General"),
            text: say!("One step along a line, within the palace."),
        },
        HelpPart::Piece {
            kind: PieceKind::Advisor,
            name: say_about!("help page", "Advisor"),
            text: say!("One step diagonally, within the palace."),
        },
        HelpPart::Piece {
            kind: PieceKind::Elephant,
            name: say_about!("help page", "Elephant"),
            text: say!(
                "Two steps diagonally, never across the river. It cannot jump: a piece on the point between, its eye, stops it."
            ),
        },
        HelpPart::Piece {
            kind: PieceKind::Horse,
            name: say_about!("help page", "Horse"),
            text: say!(
                "One step along a line and one diagonally outwards. It cannot jump: a piece on the first point, its leg, stops it."
            ),
        },
        HelpPart::Piece {
            kind: PieceKind::Chariot,
            name: say_about!("help page", "Chariot"),
            text: say!("Any distance along a line."),
        },
        HelpPart::Piece {
            kind: PieceKind::Cannon,
            name: say_about!("help page", "Cannon"),
            text: say!(
                "Moves like the chariot, but captures only by jumping over exactly one piece, its screen."
            ),
        },
        HelpPart::Piece {
            kind: PieceKind::Soldier,
            name: say_about!("help page", "Soldier"),
            text: say!(
                "One step forward; once across the river also one step sideways. Never back."
            ),
        },
    ]
}

/// How a game ends, and what may not be repeated.
fn endings() -> Vec<HelpPart> {
    vec![
        HelpPart::Heading(say_about!("help page", "The generals face each other")),
        HelpPart::Text(say!(
            "Two generals on one file with nothing between them would capture each other, so no move may open such a file. A general thus guards its file against the other one, over any distance."
        )),
        HelpPart::Lesson(Lesson::FlyingGeneral),
        HelpPart::Heading(say_about!("help page", "Check")),
        HelpPart::Text(say!(
            "A general that could be captured by the next move is in check. The check has to be answered at once: by capturing the attacker, by putting a piece between or taking a cannon’s screen away, or by going away."
        )),
        HelpPart::Lesson(Lesson::Check),
        HelpPart::Heading(say_about!("help page", "Checkmate")),
        HelpPart::Text(say!(
            "If no move answers the check, it is checkmate, and the game is won."
        )),
        HelpPart::Lesson(Lesson::Checkmate),
        HelpPart::Heading(say_about!("help page", "Stalemate")),
        HelpPart::Text(say!(
            "A side that is not in check but has no legal move has lost as well. In Western chess that is a draw."
        )),
        HelpPart::Lesson(Lesson::Stalemate),
        HelpPart::Heading(say_about!("help page", "How a game ends")),
        HelpPart::Text(say!(
            "Checkmate and stalemate lose for the side that cannot move. A player may resign, and both may agree on a draw."
        )),
        HelpPart::Text(say!(
            "It is a draw when neither side has a horse, chariot, cannon or soldier left, and after as many rounds without a capture as were agreed on: sixty, unless you choose otherwise."
        )),
        HelpPart::Heading(say_about!("help page", "Repetition")),
        HelpPart::Text(say!(
            "When the same position stands for the third time with the same side to move, the rules chosen for the game decide. Under the Asian rules, those of the Asian and the World Xiangqi Federation, perpetual check loses: no side may check on every move. Perpetual chase loses too: no side may attack one unprotected piece on every move. If both sides do the same, and in all other cases, the game is a draw. Under the casual rules only perpetual check loses. With repetition off a position may come back any number of times."
        )),
        HelpPart::Text(say!(
            "The program warns one occurrence before. At the third it gives its ruling and explains it, but nothing is final before you accept: you may take back and play on."
        )),
        HelpPart::Cycle,
    ]
}

/// How a move is made, heard and looked at again.
fn playing() -> Vec<HelpPart> {
    vec![
        HelpPart::Heading(say_about!("help page", "Playing here")),
        HelpPart::Text(say!(
            "Click a piece and then the point it should go to, or drag it there. Dots mark the empty points it may go to, rings the pieces it may capture. If a move is not allowed, the line under the board says which rule is against it, and the board shows the pieces that are in the way."
        )),
        HelpPart::Text(say!(
            "With the keyboard, the arrow keys move a cursor over the board; Enter or Space lifts the piece under it and puts it down; Escape lets it go. F turns the board round. Ctrl+? lists all keys."
        )),
        HelpPart::Text(say!(
            "Or type the move: any letter or digit on the board, or Ctrl+T, opens an entry under it. Write C2=5, 炮二平五, h2e2, or the initials of the pinyin, p2p5. The moves that it may become are lit on the board; Enter plays the one that is left, Escape closes the entry. Some letters are commands: F, M, and those that read aloud. If the next key makes a move of them, what they did is taken back; with Shift a letter always begins a move."
        )),
        HelpPart::Text(say!(
            "Tab goes from the board to the players’ cards, to the list of moves and to the header bar, and round again."
        )),
        HelpPart::Text(say!(
            "A move is heard as a click of wood, a capture as a heavier one, and check as a pair of clappers. Two knocks say that less than ten seconds are left, and three falling tones that the game is over. M turns sound off or on; so does Sound in the main menu."
        )),
        HelpPart::Text(say!(
            "Ctrl+comma, or Preferences in the main menu, shows what can be chosen for every game: light or dark colours, sound, how moves are written, whether pieces are seen gliding. Each choice holds at once. Reset All Preferences brings back how it was on the first day, and offers to undo that."
        )),
        HelpPart::Text(say!(
            "The side panel lists the moves. Click one to see the position after it; the arrow keys, Home and End step through the game from there, and Page Up and Page Down do so from anywhere. The buttons above the list choose how moves are written; the preferences have the same choice, and that of the Chinese characters."
        )),
        HelpPart::Text(say!(
            "Below each player’s name stand the pieces that this player has captured, and after the plus sign those of which the player has more on the board than the opponent."
        )),
        HelpPart::Text(say!(
            "To try something out from an earlier position, just move there: that begins a variation, and the game stays as it is. Variations are listed below the move that they replace; the arrow beside one folds it. Back to the Game leaves it. A right click on a move, or the Menu key, offers to make its line the game, to delete it, or to comment on the position. Comments are written at the bottom of the list."
        )),
        HelpPart::Text(say!(
            "New Game asks who plays, with how much time and by which rules, and proposes what you chose last: press Enter to start. Later, click a name in the side panel to change it. Alt+Enter, or Game Details under This Game in the main menu, shows what was agreed on, and how the game ended and why."
        )),
        HelpPart::Heading(say_about!("help page", "Playing by ear")),
        HelpPart::Text(say!(
            "With a screen reader every point is a button: “file 2 from Red’s right, rank 3, Red cannon”. Files are counted from Red’s right and ranks from Red’s side, on both halves and whichever way the board lies; in coordinates the first file is i, the ninth a, and ranks begin with 0. After its name comes what attacks the point and where the piece can go. Moves, checks, warnings, rulings, offers, refusals and the last ten seconds are announced wherever the keyboard is."
        )),
        HelpPart::Text(say!(
            "Keys on the board read more: L the last move, T the times, C the captured pieces; P where the piece under the cursor can go, A what attacks and protects this point; R this rank. F and a number from 1 to 9 read a file, R and a number a rank, 0 the tenth. The answer is also shown under the board."
        )),
        HelpPart::Heading(say_about!("help page", "Learning aids")),
        HelpPart::Text(say!(
            "Ctrl+L, or Learning Aids under View in the main menu, has each piece say its name and how its character is pronounced, and tints the river and the palaces."
        )),
        HelpPart::Text(say!(
            "When you lift a horse or an elephant, the pieces in its way are marked, with crosses where they keep it from going; the line under the board names them. A dashed ring is around a piece that you would lose for nothing if you left it there, a ring of beads around one of the opponent’s that you can capture for nothing."
        )),
        HelpPart::Text(say!(
            "A move in the list is shown in all notations at once when the keyboard is on it. A pointer that rests on a move shows them at any time."
        )),
    ]
}

/// Two players, where they sit, and with which odds.
fn evening() -> Vec<HelpPart> {
    vec![
        HelpPart::Heading(say_about!("help page", "Two seats and a match")),
        HelpPart::Text(say!(
            "Each player’s card has the buttons to offer a draw and to resign. An offer appears at the opponent’s side of the board and waits there for an answer; the next move lets it lapse. New Game also asks whether moves may be taken back: freely, if the opponent agrees, or never. How often each player did so is shown at the end."
        )),
        HelpPart::Text(say!(
            "Games between the same two players are a match, and what each has got stands beside the name. Ctrl+R begins the next game with the colours swapped. Match and Score in the main menu lists the finished games, opens them again, and copies the evening’s result as text."
        )),
        HelpPart::Heading(say_about!("help page", "Where you sit")),
        HelpPart::Text(say!(
            "New Game shows three seatings to choose from, and Seating under View in the main menu changes it at any time. Fixed leaves the board as you put it."
        )),
        HelpPart::Text(say!(
            "Side by side, the board turns to the player to move a moment after each move, but never while a piece is lifted or an earlier position is shown: then it waits. If you turn it yourself with F, it stays so until the next move."
        )),
        HelpPart::Text(say!(
            "Across the table is for a tablet, or a laptop laid flat between you. The board stands still, and whoever is at the top sits opposite: the characters, file numbers, name, clock and captured pieces of that side are turned round. F changes seats."
        )),
        HelpPart::Heading(say_about!("help page", "Giving odds")),
        HelpPart::Text(say!(
            "Where one player is stronger, a handicap makes the game fair. Under Handicap in New Game are the traditional odds: the stronger player does without the left horse, both horses, the left chariot, or nine pieces, which are the soldiers, advisors and elephants. The giver plays Red and moves first, unless you choose otherwise. The arrows between the names let the players change sides."
        )),
        HelpPart::Text(say!(
            "With two moves first the weaker player plays Red and begins with two moves in a row. They stay on their own side of the river and are made by two different pieces. Undo takes both back, one after the other."
        )),
    ]
}

/// Positions, clocks and files.
fn beyond() -> Vec<HelpPart> {
    vec![
        HelpPart::Heading(say_about!("help page", "Setting up a position")),
        HelpPart::Text(say!(
            "Set Up a Position in the main menu shows the board with a tray of pieces for either side. Drag pieces from the trays, over the board, or off it; or click one in a tray and then each point that it should stand on. A right click takes a piece away. Nothing is refused here: whatever is against playing the position is listed, and as soon as nothing is, Play begins a game as you last agreed on in New Game."
        )),
        HelpPart::Text(say!(
            "With the keyboard, move the cursor and type the letter that a piece has in a FEN, a capital for Red and a small letter for Black: K general, A advisor, B elephant, N horse, R chariot, C cannon, P soldier. Delete takes the piece away, T changes the side to move. A position can also be pasted, or written, as FEN. What you leave without playing is not lost: open the editor again, and Undo brings it back."
        )),
        HelpPart::Heading(say_about!("help page", "Playing with a clock")),
        HelpPart::Text(say!(
            "New Game offers the usual times with one click, and Custom for a time of your own: seconds that are added after each move or given back up to what it took, periods that begin anew with each move made in them, or a limit for each move. The time may be for so many moves, with another time after those, once or again and again; and each side may have its own. The clocks start with the first move, which costs nothing, or with the button Start the Clock. Below ten seconds, tenths are shown."
        )),
        HelpPart::Text(say!(
            "The Pause key, or Ctrl+Shift+P, pauses the game: no clock runs, and the board is hidden from both. Undo gives the time of the move back. Whoever’s time is used up loses; it is a draw if the opponent has no horse, chariot, cannon or soldier left. If the program is closed or the power fails, the game comes back paused, with both clocks as they were after the last move; when the computer falls asleep, the game is paused, too."
        )),
        HelpPart::Heading(say_about!("help page", "Nothing is lost")),
        HelpPart::Text(say!(
            "Every move is kept on disk when it is made. If the program is closed, or the power fails, the next start shows the same game. Finished games are kept too: Open Finished Game in the main menu shows them. Save writes the game to a file of your own, ending in .xiangqi."
        )),
        HelpPart::Heading(say_about!("help page", "Taking the game away")),
        HelpPart::Text(say!(
            "Print and Export in the main menu draws the position as SVG, PDF or PNG, or the whole game as an animated GIF, which browsers and most messengers can show. Either way the board is drawn as it stands on the screen."
        )),
        HelpPart::Text(say!(
            "Print makes a score sheet: players and result, the moves with comments and variations, and the board after every so many rounds and at the end. On paper the pieces of Red are outlined and those of Black are filled."
        )),
        HelpPart::Heading(say_about!("help page", "Reading the moves")),
        HelpPart::Text(say!(
            "A move is written as piece, file, direction, and how far: 炮二平五 and C2=5 both say that the cannon on the second file goes sideways to the fifth. Files are counted from each player’s own right. + or 進 is forward, - or 退 is back, = or 平 is sideways. Forward and back count ranks, but for the horse, elephant and advisor they name the file where the piece arrives. With two equal pieces on one file, 前 or + before the direction is the front one, 後 or - the rear one."
        )),
        HelpPart::Text(say!(
            "In Vietnamese letters it is P2-5: Tg is the general, S the advisor, T the elephant, X the chariot, P the cannon, M the horse and B the soldier, - is sideways, . forward and / back; t, g and s behind the letter are the front, the middle and the rear one. Everybody can choose them in Preferences, under Moves; while they are chosen, moves are typed in them, or said in full: Pháo 2 bình 5."
        )),
        HelpPart::Text(say!(
            "In coordinates the same move is h2e2, from the point h2 to e2: files are lettered from a to i from Red’s left, and ranks are counted from 0 to 9 from Red’s side, whichever way the board is turned."
        )),
    ]
}
