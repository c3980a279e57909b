//! Theme: colors of board, pieces and marks, as plain values. `boards` has one for each board.

use crate::rules::BySide;
use crate::scene::{Captions, DrawingColor, EdgeLabels, PieceSet};
use cairo::{Context, Gradient};

/// A color with opacity; each component is from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Color {
    /// Red.
    pub red: f64,
    /// Green.
    pub green: f64,
    /// Blue.
    pub blue: f64,
    /// Opacity.
    pub alpha: f64,
}

impl Color {
    /// The opaque color written `0xRRGGBB`.
    pub const fn hex(rgb: u32) -> Self {
        Self {
            red: ((rgb >> 16) & 0xff) as f64 / 255.0,
            green: ((rgb >> 8) & 0xff) as f64 / 255.0,
            blue: (rgb & 0xff) as f64 / 255.0,
            alpha: 1.0,
        }
    }

    /// This color with the given opacity.
    pub const fn alpha(self, alpha: f64) -> Self {
        Self { alpha, ..self }
    }

    /// This color, mixed with another by `amount`.
    pub const fn mixed(self, other: Self, amount: f64) -> Self {
        Self {
            red: self.red + (other.red - self.red) * amount,
            green: self.green + (other.green - self.green) * amount,
            blue: self.blue + (other.blue - self.blue) * amount,
            alpha: self.alpha + (other.alpha - self.alpha) * amount,
        }
    }

    /// Relative luminance, from 0 to 1, by which WCAG defines contrast. Opacity is ignored.
    pub fn luminance(self) -> f64 {
        let linear = |part: f64| match part {
            dark if dark <= 0.03928 => dark / 12.92,
            _ => ((part + 0.055) / 1.055).powf(2.4),
        };
        0.2126 * linear(self.red) + 0.7152 * linear(self.green) + 0.0722 * linear(self.blue)
    }

    /// Contrast ratio to another color according to WCAG: 1 for none, 21 for black and white, 4.5 for legible text.
    pub fn contrast(self, other: Self) -> f64 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }

    /// Sets the source color of a context.
    pub(super) fn set(self, cr: &Context) {
        cr.set_source_rgba(self.red, self.green, self.blue, self.alpha);
    }

    /// Adds this color to a gradient.
    pub(super) fn stop(self, gradient: &Gradient, offset: f64) {
        gradient.add_color_stop_rgba(offset, self.red, self.green, self.blue, self.alpha);
    }
}

/// Adds colors to a gradient, each with its offset.
pub(super) fn stops(gradient: &Gradient, colors: &[(f64, Color)]) {
    for (offset, color) in colors {
        color.stop(gradient, *offset);
    }
}

/// Material of the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Planks within a frame, lit from the top left.
    Wood,
    /// Stone within a frame, in the same light.
    Stone,
    /// One flat color with a border, and flat pieces on it.
    Sheet,
    /// Printer paper: nothing but ink.
    Print,
}

/// Colors of the pieces of one side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// The outermost line of a flat piece.
    pub edge: Color,
    /// The side of a piece: lit and shaded.
    pub wall: [Color; 2],
    /// The rim: lit, plain and shaded.
    pub rim: [Color; 3],
    /// The face: lit, plain and shaded.
    pub face: [Color; 3],
    /// Its grain.
    pub grain: Color,
    /// Paint in the carving.
    pub ink: Color,
    /// The shaded wall of the carving.
    pub shade: Color,
    /// Light on the lower edge of the carving.
    pub glint: Color,
}

/// All colors of a board and its pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Theme {
    /// Material of the field.
    pub ground: Ground,
    /// The frame: lit, plain and shaded.
    pub frame: [Color; 3],
    /// The field, from its lightest corner to its darkest.
    pub field: [Color; 4],
    /// Dark bands of the grain.
    pub grain: Color,
    /// Light fibers between them.
    pub fiber: Color,
    /// Lines, the river's name and coordinates.
    pub line: Color,
    /// Light on the lower edge of carvings in the field.
    pub glint: Color,
    /// File numbers.
    pub number: BySide<Color>,
    /// The pieces.
    pub bodies: BySide<Body>,
    /// Shadows; its opacity applies to all of them.
    pub shadow: Color,
    /// The last move.
    pub last_move: Color,
    /// Destinations of a piece.
    pub target: Color,
    /// The selected piece.
    pub selected: Color,
    /// Check and refusal.
    pub danger: Color,
    /// Pieces that explain a refusal or a check.
    pub warning: Color,
    /// The light edge that separates a mark from its background.
    pub halo: Color,
    /// The dark edge of light marks.
    pub edge: Color,
    /// Veil over the field while an earlier position is shown.
    pub veil: Color,
    /// Factor on the usual width of lines and marks.
    pub weight: f64,
    /// Set of pieces.
    pub pieces: PieceSet,
    /// Labels along the edges.
    pub labels: EdgeLabels,
    /// Captions on the pieces, as a learning aid; river and palaces are then tinted.
    pub captions: Option<Captions>,
}

impl Theme {
    /// Whether the theme is flat: lines on a sheet, without light and shadow.
    pub const fn is_flat(&self) -> bool {
        matches!(self.ground, Ground::Sheet | Ground::Print)
    }

    /// Ink of drawings.
    pub(super) const fn drawing(&self, color: DrawingColor) -> Color {
        match color {
            _ if matches!(self.ground, Ground::Print) => self.line,
            DrawingColor::Green => self.target,
            DrawingColor::Red => self.danger,
            DrawingColor::Blue => self.last_move,
            DrawingColor::Yellow => self.selected,
        }
    }

    /// The edge that separates a drawing from its background.
    pub(super) const fn drawing_edge(&self, color: DrawingColor) -> Color {
        match color {
            DrawingColor::Yellow if !matches!(self.ground, Ground::Print) => self.edge.alpha(0.9),
            _ => self.halo.alpha(0.95),
        }
    }

    /// Color of the dashes on the frame, light or dark for contrast.
    pub(super) fn dash(&self) -> Color {
        let seen = |color: Color| color.contrast(self.frame[1]);
        if seen(self.halo) >= seen(self.edge) {
            self.halo
        } else {
            self.edge
        }
    }
}
