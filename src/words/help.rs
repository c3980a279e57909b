//! Help pages about the program, and the parts of a page.

use super::catalogue::{labels, say, say_about};
use super::lessons::rulebooks_aloud;
use crate::game::{Lesson, Repetition};
use crate::rules::PieceKind;

/// Part of the help.
#[derive(Clone, Copy, Debug)]
pub enum HelpPart {
    /// Start of a page, with its title.
    Heading(&'static str),
    /// A paragraph.
    Text(&'static str),
    /// The tasks of a lesson, with a board.
    Lesson(Lesson),
    /// A comparison of the rulebooks for repetitions.
    Rulebooks,
    /// A repetition on which they differ, with a board.
    Cycle(Repetition),
    /// A paragraph about a kind of piece, which is shown for both sides.
    Piece {
        /// The kind.
        kind: PieceKind,
        /// The paragraph.
        text: &'static str,
    },
    /// A term of the game, explained.
    Term {
        /// The term.
        word: &'static str,
        /// The explanation.
        meaning: &'static str,
    },
}

impl HelpPart {
    /// The text, if there is any.
    pub fn text(self) -> Option<String> {
        match self {
            Self::Text(text) | Self::Piece { text, .. } => Some(text.to_owned()),
            // Translators: a word of the game and its explanation, as they are read out.
            Self::Term { word, meaning } => Some(say!("{word}: {meaning}", word, meaning)),
            Self::Rulebooks => Some(rulebooks_aloud()),
            Self::Heading(_) | Self::Lesson(_) | Self::Cycle(_) => None,
        }
    }
}

impl From<&'static str> for HelpPart {
    /// A paragraph.
    fn from(text: &'static str) -> Self {
        Self::Text(text)
    }
}

labels! {
    learn_title = say!("Learn the Rules");
    help_title = say!("Help");
    // Translators: The last button of the course of the rules: a game against the weakest level of the computer.
    play_first_level = say!("_Play Level 1");
}

/// The pages about the program, in order.
pub fn guide() -> Vec<HelpPart> {
    [playing(), evening(), beyond()].concat()
}

/// Making, hearing and browsing moves.
fn playing() -> Vec<HelpPart> {
    vec![
        HelpPart::Heading(say_about!("help page", "Playing")),
        say!("Click a piece and then the point to move it to, or drag it there. Dots mark the empty points it can move to, rings the pieces it can capture. If a move is not allowed, the line under the board says which rule forbids it, and the board shows the pieces that are in the way.").into(),
        say!("With the keyboard, the arrow keys move a cursor around the board; Enter or Space lifts the piece under it and puts it down; Escape puts it back. F2 flips the board. Ctrl+? lists all keyboard shortcuts.").into(),
        say!("Tab goes from the board through the sidebar, from top to bottom, to the header bar, and around again.").into(),
        HelpPart::Heading(say_about!("help page", "Typing Moves")),
        say!("Type a move instead of making it: any letter or digit on the board, or Ctrl+T, opens an entry under it. Type C2=5, 炮二平五, h2e2, or the initials of the pinyin, p2p5. The moves it can become are highlighted on the board; Enter plays the only one left, and Escape closes the entry. Letters that read something aloud start a move, too, if the next key continues it.").into(),
        HelpPart::Heading(say_about!("help page", "Sound")),
        say!("A move sounds like a click of wood, a capture like a heavier one, and a check like a pair of clappers. Two knocks mean that less than ten seconds are left, and three falling notes that the game is over. F8 turns sound off or on; so does Sound in the main menu.").into(),
        HelpPart::Heading(say_about!("help page", "Preferences")),
        say!("Ctrl+comma, or Preferences in the main menu, opens the settings for all games: light or dark colors, sound, notation, animation. Changes take effect at once.").into(),
        HelpPart::Heading(say_about!("help page", "The Sidebar")),
        say!("The sidebar lists the moves. Click one to see the position after it; the arrow keys, Home and End step through the game from there, and Page Up and Page Down do so from anywhere. The menu of the list, by right click or long press, chooses the notation; Preferences offers the same choice, and simplified or traditional characters.").into(),
        say!("Below each player’s name are the pieces that this player has captured and, after the plus sign, the pieces that the player is ahead by.").into(),
        HelpPart::Heading(say_about!("help page", "Variations and Comments")),
        say!("To try something out from an earlier position, just play a move there: that starts a variation, and the game stays as it is. Variations are listed below the move they replace; the arrow beside one collapses it. Back to Game leaves it. Right-click a move, or press the Menu key, to make its line the main line, to delete it, or to comment on the position. Comments are written at the bottom of the list.").into(),
        say!("Drag with the right mouse button to draw an arrow on the board, and click with it to draw a circle; Shift, Ctrl and both give other colors. With the keyboard, hold Shift and use the arrow keys; Shift+Enter draws a circle. The same again erases it, and so does Undo; Ctrl+Delete erases all.").into(),
        HelpPart::Heading(say_about!("help page", "Starting a Game")),
        say!("New Game asks who is playing, with how much time and under which rules, and suggests your last choices: press Enter to start. Later, click a name in the sidebar to change it. Alt+Enter, or Game Details under This Game in the main menu, shows the settings of the game, and how it ended and why.").into(),
        HelpPart::Heading(say_about!("help page", "Playing by Ear")),
        say!("With a screen reader, every point has a name: “Red cannon, file 2, rank 3”. The file of a piece is counted from the right of its side, as in its moves, that of an empty point from Red’s right; ranks are counted from Red’s side. In coordinates, Red’s first file is i, the ninth a, and ranks start at 0. After the name comes what attacks the point and where the piece can go; while a piece is lifted, whether it can go there. Moves, checks, warnings, rulings, offers, refusals, the last minute and the last ten seconds are announced wherever the focus is.").into(),
        say!("Keys on the board read more: L the last move, T the clock times, C the captured pieces; W the pieces of the side to move, O the opponent’s; P where the piece under the cursor can go, A what attacks and protects this point; F this file, R this rank. F and a number from 1 to 9 read a file, R and a number a rank, with 0 for the tenth. The answer is also shown under the board.").into(),
        HelpPart::Heading(say_about!("help page", "Learning Aids")),
        say!("Ctrl+L, or Learning Aids under View in the main menu, shows each piece’s name and how its character is pronounced, and tints the river and the palaces.").into(),
        say!("When you lift a horse or an elephant, the pieces in its way are marked, with crosses on the points they keep it from; the line under the board names them. A dashed ring marks a piece that you would lose for nothing if you left it there, a beaded ring an opponent’s piece that you can capture for nothing.").into(),
        say!("Resting the pointer on a move in the list shows it in all notations at once.").into(),
    ]
}

/// Players, seating and odds.
fn evening() -> Vec<HelpPart> {
    vec![
        HelpPart::Heading(say_about!("help page", "Draws, Resigning and Matches")),
        say!("Each player’s card has a button to offer a draw or resign. An offer appears on the opponent’s side of the board and waits there for an answer; it lapses with the next move. New Game also asks whether takebacks are allowed: always, if the opponent agrees, or not at all. The number of takebacks by each player is shown at the end.").into(),
        say!("Games between the same two players form a match, and each player’s score is shown beside the name. Ctrl+R starts the next game with colors swapped. Match and Score, under This Game in the main menu, lists the finished games, reopens them, and copies the match result as text.").into(),
        HelpPart::Heading(say_about!("help page", "Against the Computer")),
        say!("Play against, in New Game, offers the computer at eight levels, a friend far away, and a game by letter. The first ones see threats and captures, but overlook many replies, and of moves that seem about as good they make any. Each level overlooks less and looks further ahead, and plays some games better than others, as people do; the last one plays all of them equally well. The computer thinks on its turn only, and not while the game is paused; without a clock, not while the window is hidden either.").into(),
        say!("Ctrl+J, or Move Now under This Game in the main menu, has it move with what it has found so far. Undo takes back your last move and the reply. The computer answers your draw offers; from level 4 on, it resigns a lost game. Rematch swaps the colors, and a saved game can be continued at the same level.").into(),
        say!("Play from Here, in the menu of a move and under This Game in the main menu, begins a game from the shown position, against the computer or a person.").into(),
        HelpPart::Heading(say_about!("help page", "Hints and Turning Points")),
        say!("Ctrl+H, or Get a Hint under This Game in the main menu, gives a hint in three steps: first the piece to think about, then the move, then what it does and what may follow. In a game of two, the opponent has to agree first; then both can use hints for the rest of the game. There are none in a game with a friend far away.").into(),
        say!("Review Game, under This Game in the main menu, looks for mistakes in a finished game, or in one that was opened. The curve below the list shows Red’s winning chances: click a place to see that position, or go from one turning point to the next with Alt+Up and Alt+Down. ?!, ? and ?? mark mistakes, and the better lines are added as variations. What was found before you stop a review is kept, and the next one goes on from there. Review Again, above the curve, evaluates all moves anew with an engine of your choice.").into(),
        say!("Ctrl+I, or Analysis under This Game in the main menu, shows what an engine thinks of the position, as you step through the moves. Choose a line to see it on the board, again for its next move; Add as Variation keeps it. While a game of two goes on, both have to agree; against the computer or a friend far away, it has to be over.").into(),
        say!("Practice Turning Points, above the curve, adds the mistakes as positions to the studies, in a book of their own: find the move that was better. One that you fail comes back after one, three, seven and twenty days, and the book says how many are due today.").into(),
        say!("Ctrl+K, or Guess the Move under This Game in the main menu, hides the moves ahead in a finished game, or in one that was opened: guess those of Red, of Black, or of both. Make your guess on the board. The move of the game is worth three points, and so is a clearly better one; other moves are worth two, one or none, and arrows compare them. Show Move gives a move up. Nobody else sees the points, and the game stays as it is.").into(),
        HelpPart::Heading(say_about!("help page", "Seating")),
        say!("New Game offers three kinds of seating, and Seating under View in the main menu changes it at any time. Fixed leaves the board as you turned it.").into(),
        say!("Side by side, the board turns to the player to move shortly after each move, but waits while a piece is lifted or an earlier position is shown. If you flip it yourself with F2, it stays that way until the next move.").into(),
        say!("Across the table is for a tablet, or a laptop laid flat between you. The board does not turn, and the player at the top sits opposite: the characters, file numbers, name, clock and captured pieces of that side are turned around. F2 swaps seats.").into(),
        HelpPart::Heading(say_about!("help page", "Handicaps")),
        say!("When one player is stronger, a handicap makes the game fair. Handicap in New Game offers the traditional odds: the stronger player plays without the left horse, both horses, the left chariot, or nine pieces, which are the soldiers, advisors and elephants. The player giving odds plays Red and moves first, unless you choose otherwise. The arrows between the names swap sides.").into(),
        say!("At two-move odds, the weaker player plays Red and begins with two moves in a row. They stay on Red’s side of the river and are made with two different pieces. Undo takes both back, one after the other.").into(),
    ]
}

/// Positions, clocks and files.
fn beyond() -> Vec<HelpPart> {
    vec![
        HelpPart::Heading(say_about!("help page", "Setting Up a Position")),
        say!("Set Up Position in the main menu shows the board with a tray of pieces for each side. Drag pieces from the trays, around the board, or off it; or click one in a tray and then each point to place it on. Right-click a piece to remove it. You can set up any position: the reasons it cannot be played yet are listed, and once there are none, Play starts a game with your last New Game settings.").into(),
        say!("With the keyboard, move the cursor and type the piece’s FEN letter, uppercase for Red and lowercase for Black: K general, A advisor, B elephant, N horse, R chariot, C cannon, P soldier. Delete removes the piece, and T changes the side to move. A position can also be pasted or typed as FEN. If you close the editor without playing, the position is not lost: open the editor again, and Undo brings it back.").into(),
        HelpPart::Heading(say_about!("help page", "Solving Studies")),
        say!("Studies in the main menu opens 684 positions from two old books in a window of their own; your game stays as it is. Any move that keeps the proved mate is right, and a longer way is told. A wrong move is answered on the board, and costs nothing: try again. Hint shows the piece first, then the move, and the menu of a study shows the solution, lets a second person defend, or goes on with a game. Where nothing is proved, the study says so, and you play against the computer. What you have solved is kept.").into(),
        say!("Add Positions, in the menu of the list, adds positions of your own: a file in any format that Chuhe reads, with one position or many, or a folder of such files. They become a book to choose with Filter. Mates are looked for in the background, and found again at once the next time; where there is none, the computer estimates who wins. Your files are only read.").into(),
        say!("Print, in the same menu, puts the study on the board or all those in the list on paper, six on a page, with the solutions on the last pages if you want them.").into(),
        HelpPart::Heading(say!("Game Book")),
        say!("Ctrl+B, or Game Book under This Game in the main menu, shows which moves were played in this position: how often, how those games ended, and who played the move last. The games are those of the file you opened last, of a folder, or your finished ones; positions with left and right exchanged count, too. Click a move to see it on the board, as a variation if the game has no such move, or click a game to open it at this position.").into(),
        HelpPart::Heading(say_about!("help page", "Playing With a Clock")),
        say!("New Game offers the usual time controls with one click, and Custom for your own: an increment added after each move, a delay that gives back the time a move took, up to a limit, byoyomi periods that start over with each move, or a limit for each move. The time may cover a number of moves, with more time added after them, once or repeatedly, and each side may have its own. The clocks start with the first move, which takes no time off the clock, or with the Start Clock button. Below ten seconds, tenths are shown.").into(),
        say!("For two players at one screen, the clock can be pressed by hand, as a real one: your time runs on after your move until you press Space or click the clock. The button beside a clock gives its player one minute.").into(),
        say!("The Pause key, or Ctrl+Shift+P, pauses the game: both clocks stop, and the board is hidden. Undo gives back the time of the move. A player whose time runs out loses, or draws if the opponent has no chariot, horse, cannon or soldier left. If the program is closed, the power fails or the computer is suspended, the game comes back paused, and the time already used for the move still counts.").into(),
        say!("While a game between two people is paused, Adjust Clocks lets an arbiter set the time that each player has left, or note a claim. The comment on the position says what was done.").into(),
        HelpPart::Heading(say_about!("help page", "Saving and History")),
        say!("Every move is saved as soon as it is made. If the program is closed or the power fails, the same game is there the next time you start Chuhe. Finished games are kept, too: Finished Games in the main menu lists them, finds one by player, result or date, and opens, shares or deletes it. Save writes the game to a file of your own, ending in .xiangqi.").into(),
        HelpPart::Heading(say_about!("help page", "Printing and Exporting")),
        say!("Save and Export in the main menu saves the position as SVG, PDF or PNG, or the whole game as an animated GIF, which browsers and most messaging apps can show. Either way, the board is drawn the way it is turned on the screen.").into(),
        say!("Print makes a score sheet: players and result, the moves with comments and variations, and diagrams every few rounds and at the end. On paper, Red’s pieces are outlined and Black’s are filled.").into(),
        HelpPart::Heading(say_about!("help page", "Reading the Moves")),
        say!("A move is written as piece, file, direction and distance: 炮二平五 and C2=5 both say that the cannon on the second file moves sideways to the fifth. Files are counted from each player’s own right. + or 進 is forward, - or 退 is backward, = or 平 is sideways. Forward and backward moves count ranks, but those of the horse, elephant and advisor name the file that the piece moves to. With two pieces of the same kind on one file, 前 or + before the direction is the front one, 後 or - the rear one.").into(),
        say!("In Vietnamese notation, it is P2-5: Tg is the general, S the advisor, T the elephant, X the chariot, P the cannon, M the horse and B the soldier; - is sideways, . forward and / backward; t, g and s after the letter are the front, the middle and the rear one. Anyone can choose it in Preferences, under Moves; moves are then typed in this notation, or in full: Pháo 2 bình 5.").into(),
        say!("In coordinates, the same move is h2e2, from point h2 to e2: files are lettered a to i from Red’s left, and ranks are numbered 0 to 9 from Red’s side, whichever way the board is turned.").into(),
    ]
}
