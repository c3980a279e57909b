//! The game on the board as an animation, written by a worker thread.

use super::choose::{PictureRequest, choose_picture, display_name, suffixed};
use super::{FlowError, Flows};
use crate::files;
use crate::game::SessionState;
use crate::paint;
use crate::rules::History;
use crate::ui::dialogs::replay::Replay;
use crate::ui::platform::appearance;
use crate::ui::platform::on_worker;
use crate::ui::toolkit::prelude::*;
use futures_channel::mpsc::{self, UnboundedSender};
use std::io::BufWriter;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

const SUFFIX: &str = "gif";
/// Interval of the progress updates.
const STEP: Duration = Duration::from_millis(50);

impl Flows {
    /// Asks for speed and size, and saves a game as an animation.
    pub fn save_replay(&self, state: Arc<SessionState>) {
        let game = &state.game;
        let plates = words::plates(&game.record().tags, game.outcome());
        let names = plates
            .as_ref()
            .map(|_| self.settings.has_names_in_pictures());
        let plies = game.record().node(game.present()).ply();
        let dialog = Replay::new(&self.window, plies, self.settings.replay(), names);
        let later = self.later();
        dialog.connect_chosen(move |dialog| {
            let Some(flows) = later() else { return };
            let (dialog, state) = (dialog.clone(), state.clone());
            let replay = paint::Replay {
                plates: plates.clone().filter(|_| dialog.names() == Some(true)),
                ..dialog.choice().replay(state.bottom, appearance::look())
            };
            flows.start(async move |flows| {
                flows.choose_and_replay(dialog, &state, replay).await;
            });
        });
        announce::present(&dialog);
    }

    async fn choose_and_replay(&self, dialog: Replay, state: &SessionState, replay: paint::Replay) {
        self.settings.remember(|known| {
            known.replay = dialog.choice();
            if let Some(names) = dialog.names() {
                known.plain_pictures = !names;
            }
        });
        let Some(path) = self.choose_replay(&dialog, state).await else {
            return;
        };
        let name = display_name(&gio::File::for_path(&path));
        let stop = Arc::new(AtomicBool::new(false));
        let end = {
            let stop = stop.clone();
            move || stop.store(true, Ordering::Relaxed)
        };
        dialog.connect_unrealize({
            let end = end.clone();
            move |_| end()
        });
        // A dialog outlives its parent while a reference to it is held.
        let gone = self.window.connect_unrealize(move |_| end());
        dialog.show_done(0);
        // Only a weak reference, so that it is freed when closed.
        let shown = dialog.downgrade();
        drop(dialog);
        let written = {
            // Keeps the application running until a partial file is removed.
            let _held = self.hold();
            let game = state.game.record().history(state.game.present());
            write_watched(&shown, replay, (game, path), stop.clone()).await
        };
        // Closing the dialog cancels the replay, unless it has finished; no message is needed.
        self.window.disconnect(gone);
        let was_closed = stop.load(Ordering::Relaxed);
        if let Some(dialog) = shown.upgrade().filter(|_| !was_closed) {
            dialog.close();
        }
        match written {
            // No message in a closed window.
            _ if !self.window.is_visible() => {}
            Ok(()) => self.remark_done(&words::saved(&name)),
            Err(_) if was_closed => {}
            Err(why) => self.tell(&words::cannot_save(&name), &why),
        }
    }

    /// Lets the user choose a file for the replay; `None` if canceled.
    async fn choose_replay(&self, dialog: &Replay, state: &SessionState) -> Option<PathBuf> {
        let name = words::title(state);
        let wanted = PictureRequest {
            heading: words::save_replay(),
            cannot: words::cannot_save_replay(),
            name: format!("{name}.{SUFFIX}"),
            kinds: &[(words::replay_filter().to_owned(), SUFFIX)],
            names: None,
        };
        choose_picture(dialog, wanted, with_suffix).await
    }
}

/// Writes a game to a file on a worker thread, with progress in the dialog, until `stop` is set.
async fn write_watched(
    dialog: &glib::WeakRef<Replay>,
    replay: paint::Replay,
    (game, path): (History, PathBuf),
    stop: Arc<AtomicBool>,
) -> Result<(), FlowError> {
    let (sender, mut told) = mpsc::unbounded();
    let work = {
        let stop = stop.clone();
        on_worker(move || write(&replay, &game, &path, &sender, &stop))
    };
    while let Ok(done) = told.recv().await {
        if let Some(dialog) = dialog.upgrade().filter(|_| !stop.load(Ordering::Relaxed)) {
            dialog.show_done(done);
        }
    }
    work.await
}

fn write(
    replay: &paint::Replay,
    game: &History,
    path: &Path,
    told: &UnboundedSender<usize>,
    stop: &AtomicBool,
) -> Result<(), FlowError> {
    let mut last = Instant::now();
    let mut watch = |done: usize| -> ControlFlow<()> {
        if stop.load(Ordering::Relaxed) {
            return Break(());
        }
        if last.elapsed() >= STEP {
            last = Instant::now();
            // A closed dialog no longer receives progress.
            let _ = told.unbounded_send(done);
        }
        Continue(())
    };
    let written = files::write_with(path, |file| {
        replay.write(game, BufWriter::new(file), &mut watch)
    });
    written.map_err(FlowError::Writing)
}

/// Returns the chosen name with the right suffix.
fn with_suffix(path: &Path) -> PathBuf {
    suffixed(path, SUFFIX, |own| own.eq_ignore_ascii_case(SUFFIX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replay_is_called_a_gif() {
        let named = |name: &str| with_suffix(Path::new(name));
        assert_eq!(named("/a/b.GIF"), Path::new("/a/b.GIF"));
        assert_eq!(named("/a/20.10 b"), Path::new("/a/20.10 b.gif"));
    }
}
