//! A connection: bytes both ways, without waiting.

use crate::ui::platform::prelude::*;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

/// Most bytes read at once.
const READ: usize = 0x4000;
/// Time in which the last bytes may still be sent.
const LINGER: Duration = Duration::from_secs(2);

/// A connection to the other program. It is closed when it is dropped.
#[derive(Debug)]
pub struct Wire {
    stream: gio::SocketConnection,
    waiting: RefCell<Vec<u8>>,
    is_sending: Cell<bool>,
    is_closed: Cell<bool>,
}

impl Drop for Wire {
    fn drop(&mut self) {
        self.cut();
    }
}

impl Wire {
    /// Calls `heard` with the bytes that arrive, and at last with none.
    pub fn new(
        stream: gio::SocketConnection,
        heard: impl Fn(&Rc<Self>, &[u8]) + 'static,
    ) -> Rc<Self> {
        let input = stream.input_stream();
        let wire = Rc::new(Self {
            stream,
            waiting: RefCell::default(),
            is_sending: Cell::default(),
            is_closed: Cell::default(),
        });
        let weak = Rc::downgrade(&wire);
        glib::spawn_future_local(async move {
            loop {
                let read = input.read_bytes_future(READ, glib::Priority::DEFAULT).await;
                let bytes = read.as_deref().unwrap_or_default();
                let wire = weak.upgrade().filter(|wire| !wire.is_closed.get());
                let Some(wire) = wire else { return };
                heard(&wire, bytes);
                if bytes.is_empty() {
                    return;
                }
            }
        });
        wire
    }

    /// Sends bytes after those that wait.
    pub fn send(self: &Rc<Self>, bytes: &[u8]) {
        if self.is_closed.get() {
            return;
        }
        self.waiting.borrow_mut().extend(bytes);
        if self.is_sending.replace(true) {
            return;
        }
        let wire = self.clone();
        let output = self.stream.output_stream();
        glib::spawn_future_local(async move {
            loop {
                let bytes = wire.waiting.take();
                if bytes.is_empty() {
                    break;
                }
                let sent = output
                    .write_all_future(bytes, glib::Priority::DEFAULT)
                    .await;
                if !matches!(sent, Ok((.., None))) {
                    // The reader hears of it.
                    wire.cut();
                    break;
                }
            }
            wire.is_sending.set(false);
            if wire.is_closed.get() {
                wire.cut();
            }
        });
    }

    /// Closes the connection once what waits is sent. Nothing more is heard.
    pub fn close(self: &Rc<Self>) {
        self.is_closed.set(true);
        if !self.is_sending.get() {
            return self.cut();
        }
        let wire = self.clone();
        glib::timeout_add_local_once(LINGER, move || wire.cut());
    }

    fn cut(&self) {
        // It may be cut already, by either side.
        let _ = self.stream.socket().shutdown(true, true);
    }
}
