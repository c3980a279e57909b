//! The user interface: the only layer with widgets, settings and sound.
//!
//! State flows down as a whole, intent flows up as values: widgets emit signals, the window turns them into commands
//! for the session, and refreshes everything when the session reports a change.
//!
//! | Folder | Contents |
//! |---|---|
//! | `platform` | desktop services: settings, language, sounds, time |
//! | `toolkit` | additions to GTK 4.8 and libadwaita 1.2: accessible names, announcements, actions, shortcuts, questions |
//! | `session` | the document: game, match, timers and saving, without widgets |
//! | `board` | the board widget, and images of pieces |
//! | `panel` | players, clocks, offers, moves, comments |
//! | `bars` | bars below the board, rulings, the card at the end, and the pause page |
//! | `dialogs` | windows over the board, independent of their parent |
//! | `flows` | asynchronous interactions: opening, saving, exporting |
//! | `window` | the main window, which connects them all |
//!
//! Each imports only from those before it.
#![allow(missing_docs, reason = "property accessors are generated without")]

mod application;
mod bars;
mod board;
mod dialogs;
mod flows;
mod panel;
mod platform;
mod session;
mod toolkit;
mod window;

pub use application::{register_resources, run};
pub use board::board_view::BoardView;
pub use panel::chat::ChatPanel;
pub use platform::assistive;
pub use session::remote;
pub use toolkit::announce::present;
