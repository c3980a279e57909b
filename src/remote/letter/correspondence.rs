//! A game by letter on one player's board, as its record keeps it.

use super::{Finding, Letter, OFFERS};
use crate::game::{Act, ByLetter, Command, Event, Game, Now, Refusal, TakeBacks};
use crate::game::{player_name, player_tag};
use crate::record::Tags;
use crate::rules::Side;

/// The last letter of a game, and the side of the player who has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correspondence {
    own: Side,
    last: Letter,
}

impl Correspondence {
    /// Creates the correspondence of a player who has written or read this letter last.
    pub const fn new(own: Side, last: Letter) -> Self {
        Self { own, last }
    }

    /// The correspondence that a game belongs to; `None` for any other game.
    pub fn of(game: &Game) -> Option<Self> {
        let (ByLetter { own, .. }, last) = ByLetter::of(&game.record().tags)?;
        Some(Self {
            own,
            last: Letter::read(last).ok()?,
        })
    }

    /// Makes the rulings on the letter of a game here, so that no other thread has to search for them.
    pub fn prepare(tags: &Tags) {
        if let Some((_, last)) = ByLetter::of(tags) {
            drop(Letter::read(last));
        }
    }

    /// Side of the player.
    pub const fn own(&self) -> Side {
        self.own
    }

    /// The letter written or read last.
    pub const fn last(&self) -> &Letter {
        &self.last
    }

    /// Whether the player has read the last letter and is to answer it.
    pub fn writes(&self) -> bool {
        self.last.from != self.own && self.last.game().outcome().is_none()
    }

    /// The game as it stands after the last letter.
    pub fn game(&self) -> Game {
        let mut game = self.last.game();
        self.set_in(&mut game);
        game
    }

    /// Stores the correspondence in the tags of a game.
    pub fn set_in(&self, game: &mut Game) {
        let by_letter = ByLetter {
            own: self.own,
            writes: self.writes(),
            fixed: self.last.moves.len(),
        };
        game.edit_tags(|tags| {
            // A move may be taken back until it is in a letter.
            tags.set_typed(Some(&TakeBacks::Free));
            by_letter.set_in(&self.last.to_string(), tags);
        });
    }

    /// Repeats an offer in the friend's last letter, as long as no move has answered it: a file of the game has none.
    pub fn repeat_offer(game: &mut Game, now: Now) {
        let Some(known) = Self::of(game) else { return };
        let is_offered = known.writes() && known.last.said == Some(OFFERS);
        let plies = game.record().node(game.present()).ply();
        if !is_offered || plies != known.last.moves.len() || game.offer().is_some() {
            return;
        }
        let mut after = game.clone();
        // The board allows the player’s own commands only.
        after.edit_tags(|tags| tags.set(Tags::LETTER, ""));
        let offer = OFFERS.by(known.last.from);
        after.settle_at_once(now);
        if after.apply(offer, now).is_ok() {
            known.set_in(&mut after);
            *game = after;
        }
    }

    /// Compares a letter with the last one.
    pub fn find(&self, letter: &Letter) -> Finding {
        letter.against(&self.last, self.own)
    }

    /// Plays out the friend's next letter in the game of this correspondence.
    ///
    /// # Errors
    ///
    /// Returns the reason if the game refuses it; it is unchanged then.
    pub fn play_out(next: Letter, game: &mut Game, now: Now) -> Result<Vec<Event>, Refusal> {
        let mut after = game.clone();
        // The board allows the player’s own commands only.
        after.edit_tags(|tags| tags.set(Tags::LETTER, ""));
        let friend = next.from;
        let present = after.present();
        let mut events = after.apply(Command::Show(present), now)?;
        for act in next.acts() {
            // The ruling may have been accepted on this board, too.
            after.settle_at_once(now);
            if act != Act::Agree || after.outcome().is_none() {
                events.extend(after.apply(act.by(friend), now)?);
            }
        }
        let name = next.terms.names[friend].clone();
        Self::new(!friend, next).set_in(&mut after);
        if player_name(&after.record().tags, friend).is_none() {
            after.edit_tags(|tags| tags.set(player_tag(friend), &name));
        }
        *game = after;
        Ok(events)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Ask, GameTerms};
    use crate::remote::GameId;
    use crate::rules::{DrawReason, Outcome, WinReason};

    fn play(game: &mut Game, mv: &str) {
        apply(game, Command::Play(mv.parse().expect("a move")));
    }

    fn apply(game: &mut Game, command: impl Into<Command>) {
        game.apply(command, Now::default()).expect("a command");
    }

    /// Writes what was done on a board, and returns the letter.
    fn write(game: &mut Game) -> Letter {
        let known = Correspondence::of(game).expect("a correspondence");
        let acts = known.last().answer_in(game).expect("a reply");
        let letter = known.last().answer(&acts, "").expect("a letter");
        Correspondence::new(known.own(), letter.clone()).set_in(game);
        letter
    }

    fn read(game: &mut Game, letter: Letter) {
        let known = Correspondence::of(game).expect("a correspondence");
        assert!(matches!(known.find(&letter), Finding::Next));
        Correspondence::play_out(letter, game, Now::default()).expect("a letter to play out");
    }

    /// The boards of both players after Red's first move.
    fn begun() -> [Game; 2] {
        let mut game = GameTerms::default().begin();
        play(&mut game, "h2e2");
        let first = Letter::first(GameId(7), &game, "").expect("a first letter");
        [Side::Red, Side::Black].map(|own| Correspondence::new(own, first.clone()).game())
    }

    #[test]
    fn two_boards_stay_equal() {
        let [mut red, mut black] = begun();
        for (at, mv) in ["h9g7", "h0g2", "i9h9", "i0h0"].iter().enumerate() {
            let (writer, reader) = if at % 2 == 0 {
                (&mut black, &mut red)
            } else {
                (&mut red, &mut black)
            };
            play(writer, mv);
            let letter = write(writer);
            read(reader, letter);
            assert_eq!(red.position(), black.position());
        }
        let fixed = |game: &Game| game.by_letter().map(|known| (known.writes, known.fixed));
        assert_eq!(fixed(&red), Some((false, 5)));
        assert_eq!(fixed(&black), Some((true, 5)));
    }

    #[test]
    fn a_draw_is_offered_with_a_move_and_accepted() {
        let [mut red, mut black] = begun();
        play(&mut black, "h9g7");
        apply(&mut black, Ask::Draw.by(Side::Black));
        let letter = write(&mut black);
        read(&mut red, letter);
        apply(&mut red, Command::Answer(true));
        let letter = write(&mut red);
        read(&mut black, letter);
        for game in [&red, &black] {
            assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::Agreement)));
            assert_eq!(game.by_letter().map(|known| known.writes), Some(false));
        }
    }

    #[test]
    fn the_one_who_answers_adds_a_name_and_no_other() {
        let [mut red, mut black] = begun();
        play(&mut black, "h9g7");
        let known = Correspondence::of(&black).expect("a correspondence");
        let acts = known.last().answer_in(&black).expect("a reply");
        let answer = known.last().answer(&acts, "").expect("a letter");
        let signed = answer.clone().signed("Bo [小]");
        let mut forged = answer;
        forged.terms.names.red = "Cy".to_owned();
        let own = Correspondence::of(&red).expect("a correspondence");
        assert_eq!(own.find(&forged), Finding::AlteredPast);
        let text = signed.to_string();
        read(&mut red, Letter::read(&text).expect("a letter"));
        let name = player_name(&red.record().tags, Side::Black);
        assert_eq!(name, Some("Bo (小)"));
        let own = Correspondence::of(&red).expect("a correspondence");
        assert_eq!(own.find(known.last()), Finding::Own, "it is earlier");
        play(&mut red, "h0g2");
        let next = write(&mut red);
        assert_eq!(
            next.clone().signed("Anna").signed("Cy").terms.names.red,
            "Anna"
        );
        Correspondence::new(Side::Black, signed).set_in(&mut black);
        read(&mut black, next.signed("Anna"));
        let names =
            Side::ALL.map(|side| player_name(&black.record().tags, side).map(str::to_owned));
        assert_eq!(names[0].as_deref(), Some("Anna"));
    }

    #[test]
    fn an_offer_is_repeated_when_the_game_is_read_from_a_file() {
        let [mut red, mut black] = begun();
        play(&mut black, "h9g7");
        apply(&mut black, Ask::Draw.by(Side::Black));
        let letter = write(&mut black);
        read(&mut red, letter);
        let offer = red.offer();
        assert!(offer.is_some());
        let reopened = |game: &Game| {
            let mut again = Game::from_record(game.to_record());
            assert_eq!(again.offer(), None);
            Correspondence::repeat_offer(&mut again, Now::default());
            again
        };
        let mut again = reopened(&red);
        assert_eq!(again.offer(), offer);
        assert_eq!(again.by_letter(), red.by_letter());
        assert_eq!(reopened(&black).offer(), None, "it is one's own");
        play(&mut red, "h0g2");
        assert_eq!(reopened(&red).offer(), None, "a move declines it");
        apply(&mut again, Command::Answer(true));
        assert_eq!(again.outcome(), Some(Outcome::Draw(DrawReason::Agreement)));
    }

    #[test]
    fn a_resignation_ends_both_games() {
        let [mut red, mut black] = begun();
        apply(&mut black, Act::Resign.by(Side::Black));
        let letter = write(&mut black);
        assert_eq!(letter.said, Some(Act::Resign));
        read(&mut red, letter);
        let won = Outcome::win(Side::Red, WinReason::Resignation);
        assert_eq!((red.outcome(), black.outcome()), (Some(won), Some(won)));
        let reopened = red.apply(Ask::TakeBack, Now::default());
        assert_eq!(reopened, Err(Refusal::Sent));
    }

    #[test]
    fn a_game_that_is_elsewhere_refuses_the_letter_and_stays() {
        let [red, mut black] = begun();
        play(&mut black, "h9g7");
        let letter = write(&mut black);
        let mut odd = red.clone();
        odd.edit_tags(|tags| tags.set(Tags::LETTER, ""));
        play(&mut odd, "b9c7");
        let before = odd.position().clone();
        assert!(Correspondence::play_out(letter, &mut odd, Now::default()).is_err());
        assert_eq!(*odd.position(), before);
    }

    #[test]
    fn other_games_are_no_correspondence() {
        let mut game = Game::ordinary();
        assert_eq!(Correspondence::of(&game), None);
        game.edit_tags(|tags| tags.set(Tags::LETTER, "Red waits 0 Chuhe letter"));
        assert_eq!(Correspondence::of(&game), None);
    }

    #[test]
    fn only_one_answer_fits_in_a_letter() {
        let [_, mut black] = begun();
        let known = Correspondence::of(&black).expect("a correspondence");
        assert_eq!(known.last().answer_in(&black), None);
        play(&mut black, "h9g7");
        let mv = "h9g7".parse().expect("a move");
        assert_eq!(known.last().answer_in(&black), Some(vec![Act::Play(mv)]));
    }
}
