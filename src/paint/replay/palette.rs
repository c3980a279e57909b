//! The palette of an animated picture: as many colors as a GIF allows, chosen for this board and its pieces.

use super::frame_canvas::FrameCanvas;
use crate::rules::{Point, Position, Setup, Side};
use crate::scene::{Mark, Scene};
use cairo::Error;
use color_quant::NeuQuant;

/// Index of the transparent color, which leaves a pixel unchanged.
pub(super) const CLEAR: u8 = 255;
/// All other indices are colors.
const COLORS: usize = CLEAR as usize;
/// Sampling interval of the pixels that train the palette.
const SAMPLED: i32 = 7;

/// Number of bits dropped from each part of a color in the lookup cache.
const COARSE: u32 = 1;
const REMEMBERED: usize = 1 << (3 * (8 - COARSE));
const UNKNOWN: u16 = u16::MAX;

/// Colors, with a cache of the nearest one to any other.
pub(super) struct Palette {
    colors: Vec<[u8; 3]>,
    /// Indexed by the color without its lowest bits.
    nearest: Vec<u16>,
}

impl Palette {
    /// Computes a palette for everything a canvas can show: the board, all pieces, and the marks of a game.
    pub(super) fn of(stage: &mut FrameCanvas<'_>) -> Result<Self, Error> {
        let position = Setup::start().position_unchecked();
        let pixels = stage.show(&every_color(&position))?;
        let bytes: Vec<u8> = pixels
            .iter()
            .flat_map(|pixel| {
                let [_, red, green, blue] = pixel.to_be_bytes();
                [red, green, blue, u8::MAX]
            })
            .collect();
        let learned = NeuQuant::new(SAMPLED, COLORS, &bytes).color_map_rgb();
        Ok(Self {
            colors: learned.as_chunks::<3>().0.to_vec(),
            nearest: vec![UNKNOWN; REMEMBERED],
        })
    }

    /// Red, green and blue of each color, in the order of a GIF.
    pub(super) fn bytes(&self) -> Vec<u8> {
        // The transparent index needs a color too, never seen.
        [self.colors.concat(), vec![0; 3]].concat()
    }

    /// Index of a color. Wood has enough grain to need no dithering.
    pub(super) fn index(&mut self, color: u32) -> u8 {
        let [_, red, green, blue] = color.to_be_bytes();
        let color = [red, green, blue];
        let key = color.iter().fold(0, |key, part| {
            (key << (8 - COARSE)) | usize::from(part >> COARSE)
        });
        if self.nearest[key] == UNKNOWN {
            self.nearest[key] = self.find(color).into();
        }
        self.nearest[key] as u8
    }

    /// The nearest color, weighted by visual perception.
    fn find(&self, color: [u8; 3]) -> u8 {
        let distance = |other: &[u8; 3]| {
            let weighed = color.iter().zip(other).zip([3, 4, 2]);
            weighed
                .map(|((one, two), weight)| weight * (i32::from(*one) - i32::from(*two)).pow(2))
                .sum::<i32>()
        };
        let known = self.colors.iter().enumerate();
        let nearest = known.min_by_key(|(_, other)| distance(other));
        nearest.map_or(0, |(index, _)| index as u8)
    }
}

/// The start with every possible mark of a game; the origin of a move is bare.
fn every_color(position: &Position) -> Scene {
    let mut scene = Scene::of_position(position, None, Side::Red);
    let board = position.board();
    let marks: [fn(_) -> Mark; 3] = [Mark::Goal, Mark::Checked, Mark::Checker];
    let standing = board.pieces().map(|(point, _)| point);
    for (point, mark) in standing.zip(marks.into_iter().cycle()).step_by(4) {
        scene.marks.push(mark(point));
    }
    let bare = Point::all().filter(|point| board.piece_at(*point).is_none());
    scene.marks.extend(bare.step_by(16).map(Mark::Origin));
    scene
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_where_a_game_has_them() {
        let position = Setup::start().position_unchecked();
        let marks = every_color(&position).marks;
        let is_origin = |mark: &Mark| matches!(mark, Mark::Origin(_));
        for mark in &marks {
            let is_bare = position.piece_at(mark.point()).is_none();
            assert_eq!(is_bare, is_origin(mark), "{mark:?}");
        }
        let count = |kind: fn(&Mark) -> bool| marks.iter().filter(|mark| kind(mark)).count();
        assert!(count(|mark| matches!(mark, Mark::Origin(_))) > 2);
        assert!(count(|mark| matches!(mark, Mark::Goal(_))) > 2);
        assert!(count(|mark| matches!(mark, Mark::Checked(_))) > 1);
        assert!(count(|mark| matches!(mark, Mark::Checker(_))) > 1);
    }
}
