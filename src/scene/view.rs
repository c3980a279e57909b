//! State of the board view, beside the game itself.

use super::{Aids, Captions, DrawingHistory, LinePreview, Mark, Press, Scene, Selection, marks};
use crate::game::{Game, Interpretation, Seating, SessionState, Trail};
use crate::record::NodeId;
use crate::rules::{IllegalMove, Move, Point, PointSet, Side};
use crate::studies::Hint;

/// Remark on a player's last action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// The action was carried out.
    Done(String),
    /// The action was refused.
    Refused(String),
    /// A move was played while an earlier position is shown.
    Moved(String),
}

/// Meaning of a press on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// A move, legal or not.
    Play(Move),
    /// A piece was lifted.
    Lift(Point),
    /// The lifted piece was put back.
    PutBack(Point),
    /// A piece of the side that is not to move was pressed.
    NotYourTurn,
    /// The game is over, or the arbiter has ruled: no piece moves.
    Over,
    /// Nothing.
    Nothing,
}

/// State of the board outside the game: a lifted piece, the last attempt, the trail.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// Remark on the last action; takes precedence over any other message.
    pub remark: Option<Remark>,
    /// Meaning of the text being typed.
    pub typed: Interpretation,
    /// Hint about the shown position; a lifted piece leaves it there.
    pub hint: Option<Hint>,
    /// Drawings of which undo takes back the last.
    pub drawn: DrawingHistory,
    /// Line beside the game that is looked at; a press on the board leaves it.
    pub preview: Option<LinePreview>,
    selection: Selection,
    trail: Trail,
}

impl View {
    /// Point of the lifted piece.
    pub const fn lifted(&self) -> Option<Point> {
        self.selection.point()
    }

    /// The lifted piece, and the points it can go to.
    pub fn lifted_targets(&self, game: &Game) -> Option<(Point, PointSet)> {
        let lifted = self.lifted()?;
        let targets = game.shown_position().targets(lifted);
        let targets = targets.filter(|to| game.allows(Move::new(lifted, *to)));
        Some((lifted, targets.collect()))
    }

    /// Illegal move tried last, and the rule that forbids it.
    pub const fn refused(&self) -> Option<(Move, IllegalMove)> {
        self.selection.refused()
    }

    /// Puts the lifted piece back, and clears the last attempt.
    pub fn forget(&mut self) {
        self.selection = Selection::default();
        self.hint = None;
        self.preview = None;
        self.clear_attempt();
    }

    /// Clears the last attempt and its remark.
    pub fn clear_attempt(&mut self) {
        self.selection.clear_refusal();
        self.remark = None;
    }

    /// Shows an illegal move; its piece stays lifted, so that another destination can be tried.
    pub const fn refuse(&mut self, mv: Move, why: IllegalMove) {
        self.selection.refuse(mv, why);
    }

    /// Shows the reason for refusing something other than a move.
    pub fn remark_refused(&mut self, why: String) {
        self.selection = Selection::default();
        self.remark = Some(Remark::Refused(why));
    }

    /// Shows an answer in place of the last attempt.
    pub fn answer(&mut self, text: String) {
        self.selection.clear_refusal();
        self.remark = Some(Remark::Done(text));
    }

    /// Presses a point.
    pub fn press(&mut self, point: Point, game: &Game) -> Intent {
        self.clear_attempt();
        if self.preview.take().is_some() {
            return Intent::Nothing;
        }
        if game.shows_present() && !game.is_ongoing() {
            self.selection = Selection::default();
            return Intent::Over;
        }
        let position = game.shown_position();
        match self.selection.press(point, position) {
            Press::Move(mv) => Intent::Play(mv),
            Press::Chose(point) => Intent::Lift(point),
            Press::LetGo => Intent::PutBack(point),
            Press::NotYours(_) => Intent::NotYourTurn,
            Press::Nothing => Intent::Nothing,
        }
    }

    /// Extends the trail to the shown move.
    pub fn follow(&mut self, game: &Game) {
        self.trail = self.trail.followed(game);
    }

    /// Leaves the trail.
    pub fn leave_trail(&mut self) {
        self.trail = Trail::default();
    }

    /// Move after the shown one.
    pub fn next(&self, game: &Game) -> Option<NodeId> {
        self.trail.next(game)
    }

    /// Last move of the shown line.
    pub fn last(&self, game: &Game) -> NodeId {
        self.trail.last(game)
    }

    /// The board as displayed. With `captions`, learning aids are on.
    pub fn scene(&self, state: &SessionState, captions: Option<Captions>) -> Scene {
        let game = &state.game;
        let across = game.seating() == Seating::AcrossTable;
        let turned = across.then_some(!state.bottom);
        let preview = self.preview.as_ref();
        if let Some((position, last)) = preview.and_then(|preview| preview.position(game)) {
            let mut scene = Scene::of_position(&position, Some(last), state.bottom);
            scene.turned = turned;
            scene.past = true;
            return scene;
        }
        let position = game.shown_position();
        let mut scene = shown(state);
        scene.turned = turned;
        scene.past = !game.shows_present() && !game.shows_variation();
        if let Some(lifted) = self.lifted() {
            let allowed = |mark: &Mark| match mark {
                Mark::Target(to) | Mark::Capture(to) => game.allows(Move::new(lifted, *to)),
                _ => true,
            };
            let chosen = marks::chosen(position, lifted);
            scene.marks.extend(chosen.into_iter().filter(allowed));
        }
        scene
            .marks
            .extend(marks::moves(position, self.typed.moves()));
        if let Some(hint) = self.hint {
            scene.add_hint(hint);
        }
        if let Some((mv, why)) = self.refused() {
            scene.marks.extend(marks::refusal(mv, why));
        }
        // A refusal marks the blocking pieces itself.
        let lifted = self.lifted().filter(|_| self.refused().is_none());
        let aids = captions.map(|captions| Aids::new(captions, position, lifted));
        scene.aids = aids.map(Box::new);
        scene
    }
}

/// The shown position with the marks of its last move and its drawings, without selection and cursor.
pub fn shown(state: &SessionState) -> Scene {
    let game = &state.game;
    let last = game.record().node(game.shown()).played();
    let is_start = game.shown() == game.record().root();
    let first = is_start.then(|| game.first_of_two()).flatten();
    let last = last.or(first).map(|played| played.mv);
    let mut scene = Scene::of_position(game.shown_position(), last, state.bottom);
    scene.add_drawings(&game.record().node(game.shown()).notes().drawings);
    scene
}

/// Side at the bottom in a new game, if the board now has `bottom` there. Against the computer it is the person’s.
pub fn bottom_at_start(game: &Game, seating: Seating, bottom: Side) -> Side {
    if let Some(computer) = game.computer() {
        return !computer.side;
    }
    match seating {
        // Sitting side by side, the bottom is set by the last move rather than chosen by the players.
        Seating::SideBySide => game.record().start().turn,
        Seating::Fixed | Seating::AcrossTable => bottom,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Act, Command, Now};
    use crate::scene::Arrow;

    fn point(text: &str) -> Point {
        text.parse().expect("a point")
    }

    fn press(view: &mut View, text: &str, game: &Game) -> Intent {
        view.press(point(text), game)
    }

    #[test]
    fn a_press_lifts_a_piece_puts_it_back_or_moves_it() {
        let (mut view, game) = (View::default(), Game::ordinary());
        assert_eq!(press(&mut view, "e5", &game), Intent::Nothing);
        assert_eq!(press(&mut view, "h2", &game), Intent::Lift(point("h2")));
        assert_eq!(view.lifted(), Some(point("h2")));
        assert_eq!(press(&mut view, "h2", &game), Intent::PutBack(point("h2")));
        assert_eq!(view.lifted(), None);
        press(&mut view, "h2", &game);
        let mv = "h2e2".parse().expect("a move");
        assert_eq!(press(&mut view, "e2", &game), Intent::Play(mv));
    }

    #[test]
    fn a_piece_of_the_other_side_is_marked_as_refused_until_the_next_press() {
        let (mut view, game) = (View::default(), Game::ordinary());
        assert_eq!(press(&mut view, "h7", &game), Intent::NotYourTurn);
        let turn = Side::Red;
        let (_, why) = view.refused().expect("a refusal");
        assert_eq!(why, IllegalMove::NotYourTurn { turn });
        press(&mut view, "h2", &game);
        assert_eq!(view.refused(), None);
    }

    #[test]
    fn after_the_end_no_piece_is_lifted_but_in_an_earlier_position_it_is() {
        let (mut view, mut game) = (View::default(), Game::ordinary());
        let mv = "h2e2".parse().expect("a move");
        for command in [Command::Play(mv), Act::Resign.by(Side::Black)] {
            game.apply(command, Now::default()).expect("in progress");
        }
        assert_eq!(press(&mut view, "h7", &game), Intent::Over);
        assert_eq!(view.lifted(), None);
        let start = Command::Show(game.record().root());
        game.apply(start, Now::default()).expect("shown");
        assert_eq!(press(&mut view, "h2", &game), Intent::Lift(point("h2")));
    }

    #[test]
    fn the_scene_has_the_marks_of_what_is_lifted_typed_or_refused() {
        let state = SessionState::default();
        let count = |view: &View| view.scene(&state, None).marks.len();
        let mut view = View::default();
        assert_eq!(count(&view), 0);
        press(&mut view, "b0", &state.game);
        let lifted = count(&view);
        // The piece and its two destinations.
        assert_eq!(lifted, 3);
        view.refuse(Move::new(point("b0"), point("d1")), IllegalMove::OwnPiece);
        assert!(count(&view) > lifted);
        view.forget();
        view.typed = Interpretation::Move("h2e2".parse().expect("a move"));
        assert!(count(&view) > 0);
    }

    #[test]
    fn a_hint_stays_while_pieces_are_lifted_and_goes_with_everything_else() {
        let (mut view, state) = (View::default(), SessionState::default());
        let mv: Move = "h2e2".parse().expect("a move");
        view.hint = Some(Hint::Piece(mv.from));
        let scene = view.scene(&state, None);
        assert_eq!((scene.marks.len(), scene.arrows.len()), (1, 0));
        view.hint = Some(Hint::Move(mv));
        press(&mut view, "b0", &state.game);
        let scene = view.scene(&state, None);
        assert!(scene.marks.contains(&Mark::Hint(mv.from)));
        assert_eq!(scene.arrows, [Arrow::advice(&scene, mv)]);
        view.forget();
        assert_eq!(view.scene(&state, None).arrows, []);
    }

    #[test]
    fn a_press_on_the_board_leaves_a_line_that_is_looked_at() {
        let (mut view, state) = (View::default(), SessionState::default());
        let game = &state.game;
        let before = view.scene(&state, None);
        view.preview = LinePreview::new(game, &["h2e2".parse().expect("a move")]);
        let scene = view.scene(&state, None);
        assert!(scene.past && scene.pieces != before.pieces);
        assert_eq!(press(&mut view, "b0", game), Intent::Nothing);
        assert_eq!(view.scene(&state, None), before);
    }

    #[test]
    fn advised_moves_have_arrows_of_which_the_best_is_on_top() {
        let mut scene = View::default().scene(&SessionState::default(), None);
        let moves = ["h2e2", "b0c2"].map(|text| text.parse().expect("a move"));
        scene.add_advised(&moves);
        assert_eq!(scene.arrows[1], Arrow::advice(&scene, moves[0]));
        assert!(scene.arrows[0] != Arrow::advice(&scene, moves[1]));
        scene.add_advised(&[]);
        assert_eq!(scene.arrows.len(), 2);
    }

    #[test]
    fn drawings_are_seen_at_their_own_position_only() {
        let mut state = SessionState::default();
        let view = View::default();
        let root = state.game.record().root();
        let mut drawings = crate::record::Drawings::default();
        for text in ["Re4", "Gh2e2", "Bb0c2", "Yb0c2", "Ga0a1", "Ga0a1"] {
            drawings.toggle(text.parse().expect("a drawing"));
        }
        state.game.set_drawings(root, drawings);
        let scene = view.scene(&state, None);
        let red = crate::record::DrawingColor::Red;
        assert_eq!(scene.marks, [Mark::Drawn(point("e4"), red)]);
        assert_eq!(scene.arrows.len(), 2);
        let mv = "h2e2".parse().expect("a move");
        let played = state.game.apply(Command::Play(mv), Now::default());
        played.expect("in progress");
        assert_eq!(view.scene(&state, None).arrows, []);
        state
            .game
            .set_drawings(root, crate::record::Drawings::default());
        let back = state.game.apply(Command::Show(root), Now::default());
        back.expect("shown");
        assert_eq!(view.scene(&state, None).arrows, []);
    }

    #[test]
    fn across_the_table_the_far_side_is_turned() {
        let mut state = SessionState::default();
        let view = View::default();
        assert_eq!(view.scene(&state, None).turned, None);
        let game = &mut state.game;
        game.edit_tags(|tags| tags.set_typed(Some(&Seating::AcrossTable)));
        assert_eq!(view.scene(&state, None).turned, Some(Side::Black));
    }
}
