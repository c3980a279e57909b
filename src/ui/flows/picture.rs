//! The shown position as a picture for other programs: on the clipboard, and in a file.

use super::choose::{PictureRequest, choose_picture, display_name, suffixed};
use super::{FlowError, Flows};
use crate::files;
use crate::game::SessionState;
use crate::paint::{self, PictureFormat, Theme};
use crate::scene::{Plates, Scene, shown};
use crate::ui::board::pixels::texture;
use crate::ui::platform::appearance;
use crate::ui::platform::disk::on_worker;
use crate::ui::toolkit::ask::tell;
use crate::ui::toolkit::prelude::*;

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
