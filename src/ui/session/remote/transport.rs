//! A socket connection that sends and receives without blocking.

use crate::ui::platform::prelude::*;

/// Maximum number of bytes to read at once.
const READ_SIZE: usize = 0x4000;
/// Maximum number of bytes that wait to be sent. A peer that does not read them is disconnected; no game has as many.
const MAX_QUEUE: usize = 0x10_0000;
/// Time for queued bytes to be sent after closing.
const LINGER: Duration = Duration::from_secs(2);

/// Socket connection to the other program, closed when dropped.
#[derive(Debug)]
pub struct Transport {
    stream: gio::SocketConnection,
    /// Bytes to send.
    queue: RefCell<Vec<u8>>,
    is_sending: Cell<bool>,
    is_closed: Cell<bool>,
}

impl Drop for Transport {
    fn drop(&mut self) {
        self.shut_down();
    }
}

impl Transport {
    /// Starts reading. Calls `received` with each piece, and with no bytes at the end of the stream.
    pub fn new(
        stream: gio::SocketConnection,
        received: impl Fn(&Rc<Self>, &[u8]) + 'static,
    ) -> Rc<Self> {
        let input = stream.input_stream();
        let transport = Rc::new(Self {
            stream,
            queue: RefCell::default(),
            is_sending: Cell::default(),
            is_closed: Cell::default(),
        });
        let weak = Rc::downgrade(&transport);
        glib::spawn_future_local(async move {
            loop {
                let read = input
                    .read_bytes_future(READ_SIZE, glib::Priority::DEFAULT)
                    .await;
                let bytes = read.as_deref().unwrap_or_default();
                let transport = weak
                    .upgrade()
                    .filter(|transport| !transport.is_closed.get());
                let Some(transport) = transport else { return };
                received(&transport, bytes);
                if bytes.is_empty() {
                    return;
                }
            }
        });
        transport
    }

    /// Queues bytes to be sent.
    pub fn send(self: &Rc<Self>, bytes: &[u8]) {
        if self.is_closed.get() {
            return;
        }
        self.queue.borrow_mut().extend(bytes);
        if self.queue.borrow().len() > MAX_QUEUE {
            // The reader sees the end of the stream.
            return self.shut_down();
        }
        if self.is_sending.replace(true) {
            return;
        }
        let transport = self.clone();
        let output = self.stream.output_stream();
        glib::spawn_future_local(async move {
            loop {
                let bytes = transport.queue.take();
                if bytes.is_empty() {
                    break;
                }
                let sent = output
                    .write_all_future(bytes, glib::Priority::DEFAULT)
                    .await;
                if !matches!(sent, Ok((.., None))) {
                    // The reader sees the end of the stream.
                    transport.shut_down();
                    break;
                }
            }
            transport.is_sending.set(false);
            if transport.is_closed.get() {
                transport.shut_down();
            }
        });
    }

    /// Closes the connection once the queue is sent. Nothing more is received.
    pub fn close(self: &Rc<Self>) {
        self.is_closed.set(true);
        if !self.is_sending.get() {
            return self.shut_down();
        }
        let transport = self.clone();
        glib::spawn_future_local(async move {
            glib::timeout_future(LINGER).await;
            transport.shut_down();
        });
    }

    fn shut_down(&self) {
        // It may be closed already, by either side.
        let _ = self.stream.socket().shutdown(true, true);
    }
}
