//! What is said about a game as a moving picture.

use super::catalogue::{labels, say, say_count};
use super::duration;
use crate::game::clock::Millis;

labels! {
    /// The title over the choice of a file for it.
    save_replay = say!("Save a Replay of the Game");
    /// The files to choose from.
    replay_filter = say!("Animated picture (*.gif)");
    /// Why there is none.
    cannot_save_replay = say!("The replay cannot be saved");
    /// How far the work has come, as it is called when it is read out.
    replay_progress = say!("Drawing the replay");
}

/// How long each position is shown, as it is offered.
pub fn replay_hold(time: Millis) -> String {
    duration(time)
}

/// A size as it is offered: the smallest is 0.
pub fn replay_size(size: usize, width: u16) -> String {
    match size {
        // Translators: The size of a moving picture, such as “Small, 360 pixels wide”.
        0 => say_count!(
            "Small, {width} pixels wide",
            "Small, {width} pixels wide",
            width
        ),
        1 => say_count!(
            "Medium, {width} pixels wide",
            "Medium, {width} pixels wide",
            width
        ),
        2 => say_count!(
            "Large, {width} pixels wide",
            "Large, {width} pixels wide",
            width
        ),
        _ => say_count!("{width} pixels wide", "{width} pixels wide", width),
    }
}

/// How much there will be to see, and for how long.
pub fn replay_length(plies: usize, time: Millis) -> String {
    let time = duration(time);
    match plies {
        // Translators: {time} such as “4 seconds”.
        0 => say!("There is no move yet; the start is shown for {time}.", time),
        // Translators: {time} such as “1 minute and 43 seconds”.
        _ => say_count!(
            "{count} move is shown in {time}, over and over again.",
            "{count} moves are shown in {time}, over and over again.",
            count = plies,
            time
        ),
    }
}

/// How far the work has come.
pub fn replay_done(done: usize, all: usize) -> String {
    // Translators: How far the work on a moving picture has come.
    say_count!(
        "{done} of {all} pictures",
        "{done} of {all} pictures",
        all,
        done
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replay_is_told_in_whole_sentences() {
        let long = replay_length(99, 103_000);
        assert!(long.starts_with("99 moves are shown in 1 minute and 43 seconds,"));
        assert!(replay_length(1, 5_000).starts_with("1 move is shown in 5 seconds,"));
        assert!(replay_length(0, 4_000).ends_with("for 4 seconds."));
        assert_eq!(replay_hold(500), "0.5 seconds");
        assert_eq!(replay_size(0, 360), "Small, 360 pixels wide");
    }
}
