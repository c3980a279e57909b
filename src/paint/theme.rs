//! What the picture is made of: colours of wood, ink and marks, as plain values.

use crate::rules::BySide;
use crate::scene::Captions;
use cairo::{Context, Gradient};

/// A colour with opacity; each part is 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Colour {
    /// Red.
    pub red: f64,
    /// Green.
    pub green: f64,
    /// Blue.
    pub blue: f64,
    /// Opacity.
    pub alpha: f64,
}

impl Colour {
    /// The opaque colour written `0xRRGGBB`.
    #[must_use]
    pub const fn hex(rgb: u32) -> Self {
        Self {
            red: ((rgb >> 16) & 0xff) as f64 / 255.0,
            green: ((rgb >> 8) & 0xff) as f64 / 255.0,
            blue: (rgb & 0xff) as f64 / 255.0,
            alpha: 1.0,
        }
    }

    /// This colour, seen through as much as `alpha` says.
    #[must_use]
    pub const fn alpha(self, alpha: f64) -> Self {
        Self { alpha, ..self }
    }

    /// This colour, `amount` of the way towards another.
    #[must_use]
    pub const fn mixed(self, other: Self, amount: f64) -> Self {
        Self {
            red: self.red + (other.red - self.red) * amount,
            green: self.green + (other.green - self.green) * amount,
            blue: self.blue + (other.blue - self.blue) * amount,
            alpha: self.alpha + (other.alpha - self.alpha) * amount,
        }
    }

    /// Draws in this colour from now on.
    pub(super) fn set(self, cr: &Context) {
        cr.set_source_rgba(self.red, self.green, self.blue, self.alpha);
    }

    /// Adds this colour to a gradient.
    pub(super) fn stop(self, gradient: &Gradient, offset: f64) {
        gradient.add_color_stop_rgba(offset, self.red, self.green, self.blue, self.alpha);
    }
}

/// Adds colours to a gradient, each with its offset.
pub(super) fn stops(gradient: &Gradient, colours: &[(f64, Colour)]) {
    for (offset, colour) in colours {
        colour.stop(gradient, *offset);
    }
}

/// All colours of a board and its pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Theme {
    /// The frame: lit, plain and shaded.
    pub frame: [Colour; 3],
    /// The field, from its lightest corner to its darkest.
    pub field: [Colour; 4],
    /// Dark bands of the grain.
    pub grain: Colour,
    /// Light fibres between them.
    pub fibre: Colour,
    /// Lines and the river's name.
    pub line: Colour,
    /// Light on the lower edge of what is cut into the field.
    pub glint: Colour,
    /// File numbers.
    pub number: BySide<Colour>,
    /// The side of a piece: lit and shaded.
    pub wall: [Colour; 2],
    /// The rim of a piece: lit, plain and shaded.
    pub rim: [Colour; 3],
    /// The face of a piece: lit, plain and shaded.
    pub face: [Colour; 3],
    /// Grain of the pieces.
    pub piece_grain: Colour,
    /// Paint in the carving of the pieces.
    pub ink: BySide<Colour>,
    /// The shaded wall of the carving.
    pub ink_shade: BySide<Colour>,
    /// Light on the lower edge of the carving.
    pub piece_glint: Colour,
    /// Shadows.
    pub shadow: Colour,
    /// The last move.
    pub last_move: Colour,
    /// Where a piece may go.
    pub target: Colour,
    /// The chosen piece.
    pub selected: Colour,
    /// Check and refusal.
    pub danger: Colour,
    /// Pieces that explain a refusal or a check.
    pub warning: Colour,
    /// The light edge that parts a mark from what is under it.
    pub halo: Colour,
    /// The dark edge of light marks.
    pub edge: Colour,
    /// What lies over the field while an earlier position is shown.
    pub veil: Colour,
    /// Whether it is printed: lines on paper, without wood, light and shadow, and the sides differ without colours.
    pub flat: bool,
    /// What is written on the pieces for somebody who is learning; river and palaces are tinted then.
    pub captions: Option<Captions>,
}

impl Theme {
    /// A honey-coloured board in a darker frame, pieces of pale boxwood.
    #[must_use]
    pub const fn wood() -> Self {
        WOOD
    }

    /// The same board in a dim room.
    #[must_use]
    pub const fn wood_dark() -> Self {
        let night = Colour::hex(0x1E130A);
        Self {
            frame: dimmed(WOOD.frame, night, 0.42),
            field: dimmed(WOOD.field, night, 0.20),
            wall: dimmed(WOOD.wall, night, 0.18),
            rim: dimmed(WOOD.rim, night, 0.10),
            face: dimmed(WOOD.face, night, 0.08),
            fibre: WOOD.fibre.mixed(night, 0.20),
            glint: WOOD.glint.alpha(0.30),
            number: BySide {
                red: Colour::hex(0x86100F),
                black: Colour::hex(0x1D1D18),
            },
            line: Colour::hex(0x351C08).alpha(0.94),
            veil: Colour::hex(0x2F3D50).alpha(0.44),
            ..WOOD
        }
    }

    /// Black lines on white paper, to be printed and copied: Red's pieces are outlined, Black's are filled.
    #[must_use]
    pub const fn paper() -> Self {
        let (black, white) = (Colour::hex(0x000000), Colour::hex(0xFFFFFF));
        Self {
            line: black,
            glint: black.alpha(0.0),
            number: BySide { red: black, black },
            face: [white; 3],
            ink: BySide {
                red: Colour::hex(0xA80F14),
                black: Colour::hex(0x1A1A1A),
            },
            shadow: black.alpha(0.0),
            last_move: black,
            danger: black,
            halo: white,
            flat: true,
            ..WOOD
        }
    }
}

/// The theme that others are made from.
const WOOD: Theme = Theme {
    frame: [
        Colour::hex(0xA66C36),
        Colour::hex(0x874F22),
        Colour::hex(0x5F3515),
    ],
    field: [
        Colour::hex(0xEDC98A),
        Colour::hex(0xE6BD78),
        Colour::hex(0xDFB06A),
        Colour::hex(0xCC9650),
    ],
    grain: Colour::hex(0x8A5218),
    fibre: Colour::hex(0xFFF0CC),
    line: Colour::hex(0x46280E).alpha(0.92),
    glint: Colour::hex(0xFFF2D2).alpha(0.42),
    number: BySide {
        red: Colour::hex(0x9C1A17),
        black: Colour::hex(0x2A2A22),
    },
    wall: [Colour::hex(0xB48446), Colour::hex(0x6A3E17)],
    rim: [
        Colour::hex(0xFFF5DC),
        Colour::hex(0xE8C68C),
        Colour::hex(0xA97A40),
    ],
    face: [
        Colour::hex(0xFFF6E0),
        Colour::hex(0xF7E4BA),
        Colour::hex(0xE8CB92),
    ],
    piece_grain: Colour::hex(0xB27C36).alpha(0.16),
    ink: BySide {
        red: Colour::hex(0xB3161B),
        black: Colour::hex(0x1F2D27),
    },
    ink_shade: BySide {
        red: Colour::hex(0x560508).alpha(0.6),
        black: Colour::hex(0x000000).alpha(0.75),
    },
    piece_glint: Colour::hex(0xFFFCF2).alpha(0.9),
    shadow: Colour::hex(0x2A1403),
    last_move: Colour::hex(0x1B66AC),
    target: Colour::hex(0x1F7A3A),
    selected: Colour::hex(0xFFC21A),
    danger: Colour::hex(0xD01616),
    warning: Colour::hex(0x7A2AA8),
    halo: Colour::hex(0xFFFDF5),
    edge: Colour::hex(0x2B1A08),
    veil: Colour::hex(0x51627A).alpha(0.36),
    flat: false,
    captions: None,
};

/// The colours, each `amount` of the way towards another.
const fn dimmed<const N: usize>(mut colours: [Colour; N], to: Colour, amount: f64) -> [Colour; N] {
    let mut index = 0;
    while index < N {
        colours[index] = colours[index].mixed(to, amount);
        index += 1;
    }
    colours
}
