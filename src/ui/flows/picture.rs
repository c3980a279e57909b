//! Pictures for other programs: the shown position, on the clipboard and in a file, and a whole match.

use super::choose::{PictureRequest, choose_picture, display_name, suffixed};
use super::finished::read_game;
use super::{FlowError, Flows};
use crate::files;
use crate::game::{Match, Player, RunningScore, SessionState};
use crate::paint::{self, PictureFormat, Theme};
use crate::record::Summary;
use crate::scene::{Plates, Scene, shown};
use crate::ui::board::pixels::texture;
use crate::ui::platform::appearance;
use crate::ui::platform::on_worker;
use crate::ui::toolkit::ask::tell;
use crate::ui::toolkit::prelude::*;
use std::fs;

/// Width of a picture, in pixels or points: sharp in a message and on a slide.
const WIDTH: u32 = 960;

impl Flows {
    /// Copies the position as an image.
    pub fn copy_picture(&self) {
        let state = self.session.state();
        let picture = Scene {
            plates: plates(&state).filter(|_| self.settings.has_names_in_pictures()),
            ..shown(&state)
        };
        drop(state);
        let drawn = paint::raster(&picture, WIDTH, &daylight());
        match drawn.and_then(texture) {
            Ok(texture) => {
                self.window.clipboard().set_texture(&texture);
                self.session.remark_done(words::copied_picture());
            }
            Err(error) => tell(
                &self.window,
                words::cannot_copy_picture(),
                &words::copying_error(&error.to_string()),
            ),
        }
    }

    /// Lets the user choose a file, and draws the shown position of a game into it.
    pub async fn save_picture(&self, state: &SessionState) {
        let plates = plates(state);
        let names = Cell::new(self.settings.has_names_in_pictures());
        let kinds =
            PictureFormat::ALL.map(|sheet| (words::picture_filter(sheet.suffix()), sheet.suffix()));
        let wanted = PictureRequest {
            heading: words::save_picture(),
            cannot: words::cannot_save_picture(),
            name: format!("{}.{}", words::title(state), PictureFormat::Svg.suffix()),
            kinds: &kinds,
            names: plates.as_ref().map(|_| &names),
        };
        let mut picture = shown(state);
        let named = |path: &Path| with_suffix(path).0;
        let Some(path) = choose_picture(&self.window, wanted, named).await else {
            return;
        };
        let is_plain = !names.get();
        self.settings
            .remember(|known| known.plain_pictures = is_plain);
        picture.plates = plates.filter(|_| !is_plain);
        let (chosen, sheet) = with_suffix(&path);
        let theme = daylight();
        let file = gio::File::for_path(&chosen);
        let drawn = {
            let _held = self.hold();
            on_worker(move || draw(&picture, &theme, sheet, &chosen)).await
        };
        let name = display_name(&file);
        match drawn {
            Ok(()) => self.remark_done(&words::saved(&name)),
            Err(why) => self.tell(&words::cannot_save(&name), &why),
        }
    }

    /// Lets the user choose a file, and draws the match of the two players into it: the score, each game with its last
    /// position, and the score over all their games.
    pub async fn save_keepsake(&self) {
        let Some(of) = self.session.matches().last().cloned() else {
            return;
        };
        let kinds = [PictureFormat::Png, PictureFormat::Pdf]
            .map(|sheet| (words::picture_filter(sheet.suffix()), sheet.suffix()));
        let wanted = PictureRequest {
            heading: words::save_picture(),
            cannot: words::cannot_save_picture(),
            name: format!(
                "{}.{}",
                words::match_title(&of),
                PictureFormat::Png.suffix()
            ),
            kinds: &kinds,
            names: None,
        };
        let named = |path: &Path| keepsake_suffix(path).0;
        let Some(path) = choose_picture(&self.window, wanted, named).await else {
            return;
        };
        let (chosen, sheet) = keepsake_suffix(&path);
        let (theme, folder) = (daylight(), self.session.history());
        let file = gio::File::for_path(&chosen);
        let drawn = {
            let _held = self.hold();
            on_worker(move || {
                let (games, all) = read_match(&folder, &of);
                let content = words::keepsake(&of, &games, all.as_ref());
                let bytes = paint::keepsake(&content, &theme, sheet);
                let written = bytes.and_then(|bytes| files::write(&chosen, &bytes));
                written.map_err(FlowError::Writing)
            })
            .await
        };
        let name = display_name(&file);
        match drawn {
            Ok(()) => self.remark_done(&words::saved(&name)),
            Err(why) => self.tell(&words::cannot_save(&name), &why),
        }
    }
}

/// Reads the games of a match, as far as they are there, and the score of its players over all their games.
fn read_match(folder: &Path, of: &Match) -> (Vec<Option<Summary>>, Option<RunningScore>) {
    let read = |path: &Path| read_game(path).ok().map(|record| Summary::of(&record));
    let games = of.games().iter();
    let games = games
        .map(|game| read(&folder.join(game.file.as_ref()?)))
        .collect();
    let names = Player::BOTH.map(|player| of.name(player).trim());
    if names.contains(&"") {
        return (games, None);
    }
    let entries = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(Result::ok);
    let all: Vec<Summary> = { entries.filter_map(|entry| read(&entry.path())) }
        .filter(|game| RunningScore::is_between(game, names))
        .collect();
    (games, RunningScore::of(&all))
}

/// Returns the chosen name, with a suffix unless it has one of a match as a picture.
fn keepsake_suffix(path: &Path) -> (PathBuf, PictureFormat) {
    let mut sheet = None;
    let path = suffixed(path, PictureFormat::Png.suffix(), |own| {
        sheet = PictureFormat::for_suffix(own).filter(|sheet| *sheet != PictureFormat::Svg);
        sheet.is_some()
    });
    (path, sheet.unwrap_or(PictureFormat::Png))
}

/// Name plates of the shown position: none without a name, and no result before the end of the game.
fn plates(state: &SessionState) -> Option<Box<Plates>> {
    let game = &state.game;
    let outcome = game.outcome().filter(|_| game.shown() == game.present());
    words::plates(&game.record().tags, outcome).map(Box::new)
}

/// The theme of the window, but always light, since pictures are viewed elsewhere.
fn daylight() -> Theme {
    Theme::new(appearance::look(), false)
}

fn draw(
    picture: &Scene,
    theme: &Theme,
    sheet: PictureFormat,
    path: &Path,
) -> Result<(), FlowError> {
    let bytes = paint::diagram(picture, WIDTH, theme, sheet);
    let written = bytes.and_then(|bytes| files::write(path, &bytes));
    written.map_err(FlowError::Writing)
}

/// Returns the chosen name, with a suffix unless it has one of an image format.
fn with_suffix(path: &Path) -> (PathBuf, PictureFormat) {
    let mut sheet = None;
    let path = suffixed(path, PictureFormat::Svg.suffix(), |own| {
        sheet = PictureFormat::for_suffix(own);
        sheet.is_some()
    });
    (path, sheet.unwrap_or(PictureFormat::Svg))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_says_what_kind_of_picture_it_is() {
        let named = |name: &str| with_suffix(Path::new(name));
        assert_eq!(
            named("/a/b.PDF"),
            (PathBuf::from("/a/b.PDF"), PictureFormat::Pdf)
        );
        assert_eq!(
            named("/a/b.png"),
            (PathBuf::from("/a/b.png"), PictureFormat::Png)
        );
        let other = (PathBuf::from("/a/20.10 b.svg"), PictureFormat::Svg);
        assert_eq!(named("/a/20.10 b"), other);
    }
}
