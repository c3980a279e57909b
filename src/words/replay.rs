//! Animated pictures (GIF) of a game.

use super::catalogue::{labels, say, say_count};
use super::duration;
use crate::game::clock::Millis;

labels! {
    save_replay = say!("Save Game Replay");
    replay_filter = say!("Animated GIF (*.gif)");
    cannot_save_replay = say!("Could Not Save Replay");
    replay_progress = say!("Creating the replay");
}

/// Label of a time per position in a choice.
pub fn replay_hold(time: Millis) -> String {
    duration(time)
}

/// Label of a size in a choice; the smallest is 0.
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

/// Number of positions, and total duration.
pub fn replay_length(plies: usize, time: Millis) -> String {
    let time = duration(time);
    match plies {
        // Translators: {time} such as “4 seconds”.
        0 => say!(
            "No moves yet; the starting position is shown for {time}.",
            time
        ),
        // Translators: {time} such as “1 minute and 43 seconds”.
        _ => say_count!(
            "{count} move, {time}, looping.",
            "{count} moves, {time}, looping.",
            count = plies,
            time
        ),
    }
}

/// Progress of the work.
pub fn replay_done(done: usize, all: usize) -> String {
    // Translators: How far the work on a moving picture has come.
    say_count!(
        "{done} of {all} frames",
        "{done} of {all} frames",
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
        assert!(long.starts_with("99 moves, 1 minute and 43 seconds,"));
        assert!(replay_length(1, 5_000).starts_with("1 move, 5 seconds,"));
        assert!(replay_length(0, 4_000).ends_with("for 4 seconds."));
        assert_eq!(replay_hold(500), "0.5 seconds");
        assert_eq!(replay_size(0, 360), "Small, 360 pixels wide");
    }
}
