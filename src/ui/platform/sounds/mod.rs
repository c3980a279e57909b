//! Sound effects.
//!
//! The window requests a [`SoundEffect`] and continues: a separate thread synthesizes the sound, opens a device and
//! plays it. A failure just means silence. The thread starts with the first sound, so that it does not delay the
//! window.

mod pulse;

use crate::game::SoundEffect;
use crate::sound::{Mixer, wave};
use crate::ui::platform::prelude::*;
use pulse::Pulse;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Instant;

/// Maximum delay of a sound: a later one would be misleading.
const MAX_DELAY: Duration = Duration::from_secs(1);

/// Prepares the library for later sounds. Must be called before there is a second thread.
pub fn prepare() {
    pulse::log_elsewhere();
}

/// Output device.
trait Device {
    /// Writes samples, blocking until there is room for them. Returns whether it succeeded.
    fn write(&mut self, samples: &[i16]) -> bool;
}

/// A requested sound and the time of its request.
struct Request {
    effect: SoundEffect,
    since: Instant,
}

impl Request {
    fn new(effect: SoundEffect) -> Self {
        let since = Instant::now();
        Self { effect, since }
    }

    /// Whether the request is not too old.
    fn is_timely(&self) -> bool {
        self.since.elapsed() < MAX_DELAY
    }
}

/// Channel to the playback thread, which ends when the channel closes.
#[derive(Debug, Default)]
pub struct Sounds {
    wishes: OnceCell<Sender<Request>>,
}

impl Sounds {
    /// Plays an effect as soon as possible, or not at all.
    pub fn play(&self, effect: SoundEffect) {
        // Without a thread, the request is dropped.
        let _ = self.wishes.get_or_init(begin).send(Request::new(effect));
    }
}

/// Starts the thread. If that fails, nothing is played.
fn begin() -> Sender<Request> {
    let (wishes, requests) = mpsc::channel();
    let thread = thread::Builder::new().name("sounds".into());
    let begun = thread.spawn(move || {
        let pulse = OnceCell::new();
        serve(&requests, || {
            let pulse = pulse.get_or_init(Pulse::load).as_ref();
            pulse.and_then(Pulse::open)
        });
    });
    if let Err(error) = begun {
        gtk::glib::g_debug!("chuhe", "no sound: {error}");
    }
    wishes
}

/// Playback loop: plays requested effects until the channel is closed. Of several requests only the newest counts, so
/// that they do not pile up while a device does not respond.
///
/// The device is opened for each sound and closed on silence: so a device plugged in later is found, and a silent game
/// does not keep it awake.
fn serve<D: Device>(requests: &Receiver<Request>, mut open: impl FnMut() -> Option<D>) {
    let waves = Waves::default();
    while let Ok(first) = requests.recv() {
        let wish = requests.try_iter().last().unwrap_or(first);
        // Opening the device may have taken long.
        let Some(mut device) = open().filter(|_| wish.is_timely()) else {
            continue;
        };
        let mut mixer = Mixer::default();
        mixer.add(waves.of(wish.effect));
        while let Some(chunk) = mixer.next_chunk() {
            if !device.write(&chunk) {
                break;
            }
            if let Some(next) = requests.try_iter().last().filter(Request::is_timely) {
                mixer.add(waves.of(next.effect));
            }
        }
    }
}

/// The sounds computed so far.
#[derive(Default)]
struct Waves([OnceCell<Rc<[i16]>>; SoundEffect::ALL.len()]);

impl Waves {
    fn of(&self, effect: SoundEffect) -> Rc<[i16]> {
        let known = self.0[effect as usize].get_or_init(|| wave(effect).into());
        known.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sound::CHUNK;
    use std::sync::mpsc::{SyncSender, sync_channel};

    /// A device whose chunks the test receives one by one.
    struct Tape(SyncSender<Vec<i16>>);

    impl Device for Tape {
        fn write(&mut self, samples: &[i16]) -> bool {
            self.0.send(samples.to_vec()).is_ok()
        }
    }

    type Player = (
        Sender<Request>,
        SyncSender<Option<Tape>>,
        thread::JoinHandle<()>,
    );

    /// A playback thread whose devices, or the lack of one, are supplied by the test.
    fn player() -> Player {
        let (devices, given) = sync_channel(0);
        let (wishes, requests) = mpsc::channel();
        let thread = thread::spawn(move || serve(&requests, || given.recv().ok().flatten()));
        (wishes, devices, thread)
    }

    fn ask(wishes: &Sender<Request>, effect: SoundEffect) {
        wishes.send(Request::new(effect)).expect("a player");
    }

    fn tape() -> (Tape, Receiver<Vec<i16>>) {
        let (tape, chunks) = sync_channel(0);
        (Tape(tape), chunks)
    }

    #[test]
    fn what_is_asked_for_is_played_and_the_device_closed() {
        let (wishes, devices, thread) = player();
        let (tape, chunks) = tape();
        ask(&wishes, SoundEffect::Capture);
        devices.send(Some(tape)).expect("a player");
        let heard: Vec<i16> = chunks.iter().flatten().collect();
        let wave = wave(SoundEffect::Capture);
        assert_eq!(heard[..wave.len()], wave);
        assert!(heard[wave.len()..].iter().all(|x| *x == 0));
        drop(wishes);
        thread.join().expect("no panic");
    }

    #[test]
    fn a_second_sound_begins_while_the_first_is_heard() {
        let (wishes, devices, thread) = player();
        let (tape, chunks) = tape();
        ask(&wishes, SoundEffect::End);
        devices.send(Some(tape)).expect("a player");
        chunks.recv().expect("the beginning");
        ask(&wishes, SoundEffect::Move);
        let heard: Vec<i16> = chunks.iter().flatten().collect();
        let (end, click) = (wave(SoundEffect::End), wave(SoundEffect::Move));
        let begun = (0..4 * CHUNK).step_by(CHUNK).any(|at| {
            let end = &end[CHUNK + at..];
            let both = end.iter().zip(&click).map(|(a, b)| a.saturating_add(*b));
            both.eq(heard[at..at + click.len()].iter().copied())
        });
        assert!(begun, "within 40 ms");
        drop(wishes);
        thread.join().expect("no panic");
    }

    #[test]
    fn without_a_device_there_is_silence_until_there_is_one() {
        let (wishes, devices, thread) = player();
        ask(&wishes, SoundEffect::Check);
        devices.send(None).expect("a player");
        // A device that fails at once.
        let (broken, chunks) = tape();
        drop(chunks);
        ask(&wishes, SoundEffect::Check);
        devices.send(Some(broken)).expect("a player");
        let (tape, chunks) = tape();
        ask(&wishes, SoundEffect::Move);
        devices.send(Some(tape)).expect("a player");
        let wave = wave(SoundEffect::Move);
        let first = chunks.recv_timeout(Duration::from_secs(5)).expect("sound");
        assert_eq!(first, wave[..CHUNK]);
        drop(chunks);
        drop(wishes);
        thread.join().expect("no panic");
    }

    #[test]
    fn while_a_device_is_stuck_nothing_piles_up() {
        let (wishes, devices, thread) = player();
        ask(&wishes, SoundEffect::End);
        for _ in 0..1_000 {
            ask(&wishes, SoundEffect::Capture);
        }
        thread::sleep(Duration::from_millis(1_100));
        // Too late for all requests.
        let (late, chunks) = tape();
        devices.send(Some(late)).expect("a player");
        assert_eq!(chunks.iter().count(), 0);
        drop(wishes);
        drop(devices);
        thread.join().expect("no panic");
    }

    #[test]
    fn an_old_wish_is_not_timely() {
        let since = Instant::now().checked_sub(MAX_DELAY);
        let since = since.expect("the machine runs");
        let effect = SoundEffect::Move;
        assert!(!Request { effect, since }.is_timely());
    }
}
