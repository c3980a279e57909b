//! Playback device: the sound server of the desktop, PipeWire or PulseAudio, through the smallest of its libraries.
//!
//! Why this one, and why it is looked for at run time. Every desktop has `libpulse-simple` and a server that speaks
//! its protocol, PipeWire's included; Flatpak's runtimes have it, and it takes samples as they are. Where there is no
//! server it says nothing. Linked, it would have to be installed to build and to start at all; looked for with the
//! first sound it costs neither, and where it is missing there is silence.
//!
//! - ALSA, and `cpal` and `rodio` over it, need its files to build, write a dozen lines to standard error where there
//!   is no card, and take a card for themselves where there is no server.
//! - libcanberra plays files only, and not every desktop has it any more; its ALSA driver is as talkative.
//! - GStreamer and `GtkMediaFile` bring a registry of plug-ins to scan, or a package that few have.
#![allow(unsafe_code)]

use super::Device;
use crate::sound::RATE;
use crate::words;
use libloading::Library;
use std::env;
use std::ffi::{CString, c_char, c_int, c_void};
use std::mem::ManuallyDrop;
use std::ptr::{NonNull, null};

/// File name of the library on every system: the ABI has been stable since 2008.
const LIBRARY: &str = "libpulse-simple.so.0";

const PLAYBACK: c_int = 1;
/// Signed 16-bit samples in native byte order.
const SAMPLES: c_int = if cfg!(target_endian = "big") { 4 } else { 3 };
/// Server default.
const ANY: u32 = u32::MAX;
/// Buffer of the server: enough for a busy machine, but no more, since it delays each new sound.
const BUFFER_MILLIS: u32 = 50;

/// Variables that turn on the library's own messages.
const LOG_VARS: [&str; 3] = ["PULSE_LOG", "PULSE_LOG_FILE", "PULSE_LOG_JOURNAL"];

/// Redirects the library's messages to the system log: for a runtime directory of another user, as after `sudo`, it
/// would write to standard error with every sound. Must be called before there is a second thread.
pub(super) fn log_elsewhere() {
    if LOG_VARS.iter().all(|name| env::var_os(name).is_none()) {
        // SAFETY: there is no other thread yet that could read the environment.
        unsafe { env::set_var("PULSE_LOG_SYSLOG", "1") };
    }
}

/// `pa_sample_spec`.
#[repr(C)]
struct SampleSpec {
    format: c_int,
    rate: u32,
    channels: u8,
}

/// `pa_buffer_attr`, in bytes.
#[repr(C)]
struct BufferAttr {
    max_length: u32,
    target_length: u32,
    pre_buffering: u32,
    min_request: u32,
    fragment_size: u32,
}

/// `pa_simple`, an opaque type.
#[repr(C)]
struct Simple {
    _private: [u8; 0],
}

/// `pa_simple_new`: server, program, direction, device, stream, format, channels, buffers, error.
type New = unsafe extern "C" fn(
    *const c_char,
    *const c_char,
    c_int,
    *const c_char,
    *const c_char,
    *const SampleSpec,
    *const c_void,
    *const BufferAttr,
    *mut c_int,
) -> *mut Simple;
/// `pa_simple_write`: stream, samples, their bytes, error.
type Write = unsafe extern "C" fn(*mut Simple, *const c_void, usize, *mut c_int) -> c_int;
/// `pa_simple_free`.
type Free = unsafe extern "C" fn(*mut Simple);

/// The loaded library.
#[derive(Debug)]
pub(super) struct Pulse {
    new: New,
    write: Write,
    free: Free,
    name: CString,
    /// Never unloaded, since its thread-local data would leak.
    _library: ManuallyDrop<Library>,
}

impl Pulse {
    /// Loads the library; `None` if it is not installed.
    pub(super) fn load() -> Option<Self> {
        // SAFETY: the library's initializers may run in any thread of any program.
        let library = unsafe { Library::new(LIBRARY) }.ok()?;
        // SAFETY: these are the signatures in `pulse/simple.h`; the library stays loaded for as long as they are used.
        unsafe {
            Some(Self {
                new: *library.get::<New>(b"pa_simple_new\0").ok()?,
                write: *library.get::<Write>(b"pa_simple_write\0").ok()?,
                free: *library.get::<Free>(b"pa_simple_free\0").ok()?,
                name: CString::new(words::app_name()).ok()?,
                _library: ManuallyDrop::new(library),
            })
        }
    }

    /// Opens a stream to the server's default device; `None` if there is no server, or it has no room for another one.
    pub(super) fn open(&self) -> Option<Stream<'_>> {
        let format = SampleSpec {
            format: SAMPLES,
            rate: RATE,
            channels: 1,
        };
        let buffers = BufferAttr {
            max_length: ANY,
            target_length: RATE * 2 * BUFFER_MILLIS / 1_000 / 2 * 2,
            pre_buffering: ANY,
            min_request: ANY,
            fragment_size: ANY,
        };
        let name = self.name.as_ptr();
        // SAFETY: the strings and both structures live until the call returns; null is allowed for the server, the
        // device, the channels and the error, and means the default.
        let stream = unsafe {
            (self.new)(
                null(),
                name,
                PLAYBACK,
                null(),
                name,
                &raw const format,
                null(),
                &raw const buffers,
                std::ptr::null_mut(),
            )
        };
        let stream = NonNull::new(stream)?;
        Some(Stream {
            pulse: self,
            stream,
        })
    }
}

/// A stream of samples to the server.
pub(super) struct Stream<'a> {
    pulse: &'a Pulse,
    stream: NonNull<Simple>,
}

impl Device for Stream<'_> {
    fn write(&mut self, samples: &[i16]) -> bool {
        let bytes = size_of_val(samples);
        // SAFETY: the stream is open, and this many bytes are readable until the call returns.
        let status = unsafe {
            (self.pulse.write)(
                self.stream.as_ptr(),
                samples.as_ptr().cast(),
                bytes,
                std::ptr::null_mut(),
            )
        };
        status >= 0
    }
}

impl Drop for Stream<'_> {
    fn drop(&mut self) {
        // SAFETY: `pa_simple_new` gave the stream, and it is not used after this.
        unsafe { (self.pulse.free)(self.stream.as_ptr()) };
    }
}
