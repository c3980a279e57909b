//! Rulings that take a search: each program does it in its own time, and both rule alike.

use super::*;
use crate::arbiter;
use crate::remote::proposal::book_word;

const SHUFFLE: &str = "b0a2 b9a7 a2b0 a7b9 b0a2 b9a7 a2b0 a7b9";

fn chinese() -> Proposal {
    let mut terms = proposal("300+3").read().expect("terms");
    terms.rules.rulebook = Rulebook::Chinese;
    Proposal::new(GameId(7), Side::Red, &terms)
}

impl Pair {
    /// The arbiter of one program has finished.
    fn rule(&mut self, who: usize) -> Vec<Event> {
        let game = self.logs()[who].game();
        let (line, terms) = game.unruled().expect("a line to rule on");
        let ruling = arbiter::adjudicate(&line, &terms);
        let settled = self.ends[who].settle(&line, ruling, self.now);
        let (events, effects) = settled.expect("the same line");
        self.carry_out(who, effects);
        let effects = self.ends[who].receive(&[], self.now);
        self.carry_out(who, effects);
        events
    }
}

#[test]
fn what_the_friend_does_waits_for_the_ruling() {
    for slow in 0..2 {
        let mut pair = Pair::new();
        pair.begin(chinese());
        // Another first move for each keeps what the two games search apart.
        let first = ["h2h3 h7h6", "h2h4 h7h5"][slow];
        pair.play_all(&format!("{first} {SHUFFLE}"));
        assert!(pair.logs().iter().all(|log| log.game().awaits_arbiter()));
        // Nobody acts before the ruling.
        pair.act(slow, Act::Resign);
        let refused = Rejection::Refused(Refusal::Awaited);
        assert_eq!(
            pair.seen[slow].pop(),
            Some(Effect::Rejected(Act::Resign, refused))
        );
        pair.settle();
        // One knows it earlier, and agrees at once.
        let draw = Outcome::Draw(crate::rules::DrawReason::Repetition);
        assert_eq!(pair.rule(1 - slow), [Event::Ruled(draw)]);
        pair.act(1 - slow, Act::Agree);
        pair.settle();
        assert_eq!(pair.logs()[slow].game().outcome(), None);
        assert_eq!(pair.rule(slow), [Event::Ruled(draw)]);
        pair.settle();
        assert_eq!(pair.logs()[slow].game().outcome(), Some(draw));
        pair.check_equal();
        // The log is read again to the same end.
        pair.kill(slow);
        pair.check_equal();
    }
}

#[test]
fn the_terms_name_the_revision_of_the_book() {
    let json = serde_json::to_value(chinese()).expect("plain data");
    let word = format!("chinese-{}", arbiter::REVISION);
    assert_eq!(json["rulebook"], *word);
    assert_eq!(book_word(Rulebook::Asian), "asian");
    // A program of another revision refuses.
    let mut other = json;
    for word in ["chinese", "chinese-0", "chinese-99"] {
        other["rulebook"] = word.into();
        let other: Proposal = serde_json::from_value(other.clone()).expect("a proposal");
        assert_eq!(other.read(), None, "{word}");
    }
}
