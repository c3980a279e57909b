//! Mixer of overlapping sounds, in small chunks, so that a sound need not wait for the previous one.

use std::rc::Rc;

/// Samples per chunk, 10 ms: the maximum delay of a new sound.
pub const CHUNK: usize = 441;
/// Chunks of silence after the last sound, so that all of it has left the server's buffer before the stream is closed.
/// A blocking drain would delay the next sound.
const TRAILING_SILENCE: usize = 30;
/// Maximum number of simultaneous sounds; the oldest is dropped.
const MAX_VOICES: usize = 4;

/// Playing sounds, each with its position.
#[derive(Debug, Default)]
pub struct Mixer {
    voices: Vec<(Rc<[i16]>, usize)>,
    rest: usize,
}

impl Mixer {
    /// Begins a sound.
    pub fn add(&mut self, wave: Rc<[i16]>) {
        if self.voices.len() == MAX_VOICES {
            self.voices.remove(0);
        }
        self.voices.push((wave, 0));
        self.rest = TRAILING_SILENCE;
    }

    /// Returns the next samples; `None` once everything has been played.
    pub fn next_chunk(&mut self) -> Option<[i16; CHUNK]> {
        let mut chunk = [0_i16; CHUNK];
        if self.voices.is_empty() {
            self.rest = self.rest.checked_sub(1)?;
            return Some(chunk);
        }
        for (wave, at) in &mut self.voices {
            for (sum, x) in chunk.iter_mut().zip(&wave[*at..]) {
                *sum = sum.saturating_add(*x);
            }
            *at = (*at + CHUNK).min(wave.len());
        }
        self.voices.retain(|(wave, at)| *at < wave.len());
        Some(chunk)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(mixer: &mut Mixer) -> Vec<i16> {
        let chunks = std::iter::from_fn(|| mixer.next_chunk());
        let mut samples: Vec<_> = chunks.flatten().collect();
        let silence = samples.split_off(samples.len() - TRAILING_SILENCE * CHUNK);
        assert!(silence.iter().all(|x| *x == 0));
        samples
    }

    #[test]
    fn a_sound_comes_out_as_it_is() {
        let wave: Vec<i16> = (0..1_000).collect();
        let mut mixer = Mixer::default();
        assert!(mixer.next_chunk().is_none());
        mixer.add(Rc::from(&*wave));
        let heard = heard(&mut mixer);
        assert_eq!(heard[..1_000], wave);
        assert!(heard[1_000..].iter().all(|x| *x == 0));
    }

    #[test]
    fn sounds_overlap_and_never_wrap_around() {
        let mut mixer = Mixer::default();
        mixer.add(Rc::from([20_000; 2 * CHUNK]));
        mixer.next_chunk();
        mixer.add(Rc::from([20_000; 2 * CHUNK]));
        assert_eq!(mixer.next_chunk(), Some([i16::MAX; CHUNK]));
        assert_eq!(mixer.next_chunk(), Some([20_000; CHUNK]));
        assert!(heard(&mut mixer).is_empty());
    }

    #[test]
    fn the_oldest_of_many_gives_way() {
        let mut mixer = Mixer::default();
        for sign in 0..=MAX_VOICES {
            mixer.add(Rc::from([10_i16.pow(sign as u32); 1]));
        }
        assert_eq!(mixer.next_chunk().map(|chunk| chunk[0]), Some(11_110));
    }
}
