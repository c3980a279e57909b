//! Sound synthesis, instead of recordings: no files to find, and no third-party work.
//!
//! Struck wood rings in a few modes. Each is a sine that starts at zero and decays, a high one faster than a low one;
//! the set of modes tells a thin board from a thick one and a solid block from a hollow one. The contact itself is a
//! burst of noise, brighter for a harder striker. A sound has one strike or several.

use crate::game::SoundEffect;
use std::f64::consts::{PI, TAU};

/// Samples per second, in one channel.
pub const RATE: u32 = 44_100;

/// One mode of a body: its pitch, its amplitude, and its decay time to 1/e, in seconds.
struct Mode(f64, f64, f64);

/// The noise of the contact: its amplitude, its duration, and its cutoff frequency.
struct Contact(f64, f64, f64);

/// A strike: its time in seconds, its amplitude, the pitch factor of the body, the body, and the contact.
struct Strike(f64, f64, f64, &'static [Mode], Contact);

/// A whole sound: its strikes, its length in seconds, and its peak amplitude, where 1 is full scale.
struct Sound {
    strikes: &'static [Strike],
    length: f64,
    peak: f64,
}

/// A piece on the board: a disc of hardwood on a thin panel.
const PIECE: &[Mode] = &[
    Mode(236.0, 0.35, 0.020),
    Mode(612.0, 0.55, 0.017),
    Mode(1_184.0, 1.00, 0.012),
    Mode(1_893.0, 0.70, 0.008),
    Mode(2_741.0, 0.45, 0.006),
    Mode(4_318.0, 0.25, 0.003),
];
/// The panel and the table under it, when a piece is put down firmly.
const TABLE: &[Mode] = &[
    Mode(168.0, 0.45, 0.040),
    Mode(331.0, 0.85, 0.028),
    Mode(574.0, 1.00, 0.022),
    Mode(937.0, 0.75, 0.015),
    Mode(1_523.0, 0.40, 0.009),
];
/// A pair of clappers: small, solid, and bright.
const CLAPPER: &[Mode] = &[
    Mode(1_568.0, 0.80, 0.028),
    Mode(2_637.0, 1.00, 0.022),
    Mode(4_186.0, 0.60, 0.014),
    Mode(6_271.0, 0.30, 0.008),
];
/// A bar over a hollow, tuned like those of a marimba: the second mode two octaves above the first.
const BAR: &[Mode] = &[
    Mode(440.0, 1.00, 0.130),
    Mode(880.0, 0.06, 0.070),
    Mode(1_760.0, 0.30, 0.040),
    Mode(4_048.0, 0.10, 0.012),
];
/// Knuckles under the edge of the table.
const KNUCKLES: &[Mode] = &[
    Mode(134.0, 0.80, 0.036),
    Mode(221.0, 1.00, 0.030),
    Mode(367.0, 0.60, 0.020),
    Mode(588.0, 0.25, 0.012),
];

/// A piece is put down.
const MOVE: Sound = Sound {
    strikes: &[Strike(0.0, 1.0, 1.0, PIECE, Contact(0.9, 0.0020, 5_000.0))],
    length: 0.14,
    peak: 0.45,
};
/// A bar is touched softly, up a fourth from the end of a game.
const MESSAGE: Sound = Sound {
    strikes: &[Strike(0.0, 1.0, 1.7818, BAR, Contact(0.1, 0.0030, 1_800.0))],
    length: 0.50,
    peak: 0.40,
};
/// Two pieces meet, and the upper one comes down hard.
const CAPTURE: Sound = Sound {
    strikes: &[
        Strike(0.0, 0.30, 0.86, PIECE, Contact(0.6, 0.0016, 3_500.0)),
        Strike(0.034, 1.0, 1.0, TABLE, Contact(1.1, 0.0050, 1_400.0)),
    ],
    length: 0.26,
    peak: 0.70,
};
/// The piece, and the clappers with which an opera troupe calls for attention.
const CHECK: Sound = Sound {
    strikes: &[
        Strike(0.0, 0.50, 1.0, PIECE, Contact(0.6, 0.0020, 5_000.0)),
        Strike(0.075, 0.75, 1.0, CLAPPER, Contact(0.8, 0.0012, 9_000.0)),
        Strike(0.175, 1.0, 1.06, CLAPPER, Contact(0.8, 0.0012, 9_000.0)),
    ],
    length: 0.34,
    peak: 0.55,
};
/// A knock on the table.
const LOW_TIME: Sound = Sound {
    strikes: &[
        Strike(0.0, 0.9, 1.0, KNUCKLES, Contact(0.7, 0.0060, 700.0)),
        Strike(0.165, 1.0, 1.0, KNUCKLES, Contact(0.7, 0.0060, 700.0)),
    ],
    length: 0.42,
    peak: 0.75,
};
/// Down a fourth and a fifth, to rest an octave below.
const END: Sound = Sound {
    strikes: &[
        Strike(0.0, 0.8, 1.3348, BAR, Contact(0.25, 0.0030, 2_500.0)),
        Strike(0.15, 0.8, 1.0, BAR, Contact(0.25, 0.0030, 2_500.0)),
        Strike(0.30, 1.0, 0.6674, BAR, Contact(0.25, 0.0030, 2_500.0)),
    ],
    length: 0.95,
    peak: 0.60,
};

const fn sound(effect: SoundEffect) -> &'static Sound {
    match effect {
        SoundEffect::Message => &MESSAGE,
        SoundEffect::Move => &MOVE,
        SoundEffect::Capture => &CAPTURE,
        SoundEffect::Check => &CHECK,
        SoundEffect::LowTime => &LOW_TIME,
        SoundEffect::End => &END,
    }
}

/// Attack time of a contact, so that no sound starts with a click.
const RISE: f64 = 0.000_4;
/// Fade-out time at the end of a sound.
const FALL: f64 = 0.012;

/// Returns the samples of an effect, from silence to silence.
pub fn wave(effect: SoundEffect) -> Vec<i16> {
    let Sound {
        strikes,
        length,
        peak,
    } = sound(effect);
    let mut wave = vec![0.0; index(*length)];
    for Strike(at, gain, tune, body, contact) in *strikes {
        let wave = &mut wave[index(*at)..];
        for mode in *body {
            ring(wave, mode, *tune, *gain);
        }
        touch(wave, contact, *gain);
    }
    let loudest = wave
        .iter()
        .fold(0.0, |loudest: f64, x| loudest.max(x.abs()));
    let scale = peak * f64::from(i16::MAX) / loudest;
    let last = wave.len() - 1;
    let samples = wave.iter().enumerate().map(|(i, x)| {
        let rest = seconds(last - i) / FALL;
        let fall = (1.0 - (PI * rest.min(1.0)).cos()) / 2.0;
        (x * scale * fall).round() as i16
    });
    samples.collect()
}

fn index(seconds: f64) -> usize {
    (seconds * f64::from(RATE)) as usize
}

fn seconds(index: usize) -> f64 {
    index as f64 / f64::from(RATE)
}

fn ring(wave: &mut [f64], &Mode(pitch, strength, fade): &Mode, tune: f64, gain: f64) {
    for (i, x) in wave.iter_mut().enumerate() {
        let t = seconds(i);
        *x += gain * strength * (-t / fade).exp() * (TAU * pitch * tune * t).sin();
    }
}

fn touch(wave: &mut [f64], &Contact(strength, fade, dull): &Contact, gain: f64) {
    // Fixed seed, so that a sound is the same each time.
    let mut noise = 0x9e37_79b9_u32;
    let mut smooth = 0.0;
    let share = 1.0 - (-TAU * dull / f64::from(RATE)).exp();
    for (i, x) in wave.iter_mut().enumerate() {
        noise ^= noise << 13;
        noise ^= noise >> 17;
        noise ^= noise << 5;
        let white = f64::from(noise) / f64::from(u32::MAX) * 2.0 - 1.0;
        smooth += share * (white - smooth);
        let t = seconds(i);
        *x += gain * strength * (t / RISE).min(1.0) * (-t / fade).exp() * smooth;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peak(wave: &[i16]) -> u16 {
        wave.iter().map(|x| x.unsigned_abs()).max().unwrap_or(0)
    }

    /// Returns the amplitude of a pitch.
    fn strength(wave: &[i16], pitch: f64) -> f64 {
        let (mut re, mut im) = (0.0, 0.0);
        for (i, x) in wave.iter().enumerate() {
            let (sin, cos) = (TAU * pitch * seconds(i)).sin_cos();
            re += f64::from(*x) * cos;
            im += f64::from(*x) * sin;
        }
        re.hypot(im)
    }

    /// Returns the spectral centroid: the brightness of a sound.
    fn centroid(wave: &[i16]) -> f64 {
        let (mut sum, mut weight) = (0.0, 0.0);
        for pitch in (50..8_000).step_by(50).map(f64::from) {
            let power = strength(wave, pitch).powi(2);
            sum += power * pitch;
            weight += power;
        }
        sum / weight
    }

    /// Counts the audible onsets: the times when the sound becomes much louder than just before.
    fn onsets(wave: &[i16]) -> usize {
        let frames: Vec<f64> = wave
            .chunks(441)
            .map(|part| part.iter().map(|x| f64::from(*x).powi(2)).sum())
            .collect();
        let total: f64 = frames.iter().sum();
        let mut quiet = true;
        let mut count = 0;
        for (i, frame) in frames.iter().enumerate() {
            let before = if i == 0 { 0.0 } else { frames[i - 1] };
            let louder = *frame > 2.0 * before && *frame > total / 50.0;
            count += usize::from(louder && quiet);
            quiet = !louder;
        }
        count
    }

    #[test]
    fn every_sound_begins_and_ends_in_silence_and_is_short() {
        for effect in SoundEffect::ALL {
            let wave = wave(effect);
            assert!(wave.len() < RATE as usize, "{effect:?}");
            assert_eq!((wave[0], wave[wave.len() - 1]), (0, 0), "{effect:?}");
            let tail = peak(&wave[wave.len() - 441..]);
            assert!(tail < peak(&wave) / 50, "{effect:?} is cut off at {tail}");
            let onset = wave.iter().position(|x| x.unsigned_abs() > 1_000);
            assert!(onset < Some(44), "{effect:?} comes {onset:?} samples late");
        }
    }

    #[test]
    fn none_is_clipped_and_none_is_lost() {
        for effect in SoundEffect::ALL {
            let peak = f64::from(peak(&wave(effect))) / f64::from(i16::MAX);
            assert!((0.4..=0.8).contains(&peak), "{effect:?}: {peak}");
        }
    }

    #[test]
    fn a_sound_is_the_same_each_time_and_unlike_the_others() {
        for effect in SoundEffect::ALL {
            assert_eq!(wave(effect), wave(effect));
            for other in SoundEffect::ALL {
                assert!(effect == other || wave(effect) != wave(other));
            }
        }
    }

    #[test]
    fn a_capture_is_heavier_than_a_move_and_check_is_brighter() {
        let [_, mv, capture, check, low, end] =
            SoundEffect::ALL.map(|effect| centroid(&wave(effect)));
        assert!(capture * 2.0 < mv, "{capture} {mv}");
        assert!(mv * 1.3 < check, "{mv} {check}");
        assert!(low * 1.3 < capture, "{low} {capture}");
        assert!(end * 2.0 < mv, "{end} {mv}");
    }

    #[test]
    fn a_move_and_a_message_are_one_blow_a_knock_two_and_the_others_more() {
        let counts = SoundEffect::ALL.map(|effect| onsets(&wave(effect)));
        assert_eq!(counts, [1, 1, 2, 3, 2, 3]);
    }

    #[test]
    fn the_end_falls_to_the_octave() {
        let wave = wave(SoundEffect::End);
        let (first, last) = (&wave[..index(0.15)], &wave[index(0.35)..]);
        let (high, deep) = (587.3, 293.7);
        assert!(strength(first, high) > 5.0 * strength(first, deep));
        assert!(strength(last, deep) > 5.0 * strength(last, high));
    }
}
