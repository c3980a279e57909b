//! Themes: the colors of each board in a light and a dark variant, with its pieces.

use super::theme::{Body, Color, Ground, Theme};
use crate::rules::BySide;
use crate::scene::{BoardLook, EdgeLabels, Look, PieceSet};

const fn hex(rgb: u32) -> Color {
    Color::hex(rgb)
}

impl Theme {
    /// The theme of a look; `dark` selects the dark variant.
    pub fn new(look: Look, dark: bool) -> Self {
        let (board, [pale, deep]) = match (look.board, dark) {
            (BoardLook::Wood, false) => (WOOD, [BOXWOOD, WALNUT]),
            (BoardLook::Wood, true) => (dim_wood(), [BOXWOOD, WALNUT].map(in_a_dim_room)),
            (BoardLook::Paper, false) => (PAPER, [CARD, INKED]),
            (BoardLook::Paper, true) => (NIGHT_PAPER, NIGHT_CARDS),
            (BoardLook::Slate, false) => (SLATE, [IVORY, BASALT]),
            (BoardLook::Slate, true) => (DIM_SLATE, [IVORY, BASALT].map(in_a_dim_room)),
            (BoardLook::HighContrast, false) => (BLACK_ON_WHITE, CONTRASTS),
            (BoardLook::HighContrast, true) => (WHITE_ON_BLACK, [CONTRASTS[0], OUTLINED]),
        };
        let black = if board.is_flat() || is_two_tone(look.pieces) {
            deep
        } else {
            blackened(pale)
        };
        Self {
            bodies: BySide { red: pale, black },
            pieces: look.pieces,
            labels: look.labels,
            ..board
        }
    }

    /// A honey-colored board in a darker frame, with pieces of pale boxwood.
    pub fn wood() -> Self {
        Self::new(Look::default(), false)
    }

    /// Black lines on white paper, for printing and copying: Red's pieces are outlined, Black's are filled. Not among
    /// the boards offered in the settings.
    pub fn printed(look: Look) -> Self {
        let (black, white) = (hex(0x000000), hex(0xFFFFFF));
        let red_ink = hex(0xA80F14);
        let black_ink = hex(0x1A1A1A);
        Self {
            ground: Ground::Print,
            line: black,
            glint: black.alpha(0.0),
            number: BySide { red: black, black },
            bodies: BySide {
                red: flat(red_ink, white, red_ink),
                black: flat(black_ink, black_ink, white),
            },
            shadow: black.alpha(0.0),
            last_move: black,
            danger: black,
            halo: white,
            pieces: look.pieces,
            labels: look.labels,
            ..WOOD
        }
    }
}

/// Whether Black's pieces are dark in this set, since their signs are the same as Red's.
const fn is_two_tone(set: PieceSet) -> bool {
    match set {
        PieceSet::Traditional | PieceSet::Simplified => false,
        PieceSet::International | PieceSet::LargePrint => true,
    }
}

/// The body with Black's paint in its carving.
const fn blackened(body: Body) -> Body {
    Body {
        ink: hex(0x1F2D27),
        shade: hex(0x000000).alpha(0.75),
        ..body
    }
}

/// A flat piece: outline, ground and ink.
const fn flat(edge: Color, ground: Color, ink: Color) -> Body {
    Body {
        edge,
        wall: [ground; 2],
        rim: [ground; 3],
        face: [ground; 3],
        grain: ground.alpha(0.0),
        ink,
        shade: ink.alpha(0.0),
        glint: ink.alpha(0.0),
    }
}

/// Color that dark variants are mixed with.
const NIGHT: Color = hex(0x1E130A);

/// The colors, each mixed with the dark by `amount`.
const fn dimmed<const N: usize>(mut colors: [Color; N], amount: f64) -> [Color; N] {
    let mut index = 0;
    while index < N {
        colors[index] = colors[index].mixed(NIGHT, amount);
        index += 1;
    }
    colors
}

/// The body in a dark variant. Red paint is slightly darker there, to stay legible on the darker face.
fn in_a_dim_room(body: Body) -> Body {
    let is_pale = body.ink.luminance() < body.face[1].luminance();
    Body {
        wall: dimmed(body.wall, 0.18),
        rim: dimmed(body.rim, 0.10),
        face: dimmed(body.face, 0.07),
        ink: if is_pale { hex(0xAB0F14) } else { body.ink },
        ..body
    }
}

/// The wooden board, dark variant.
fn dim_wood() -> Theme {
    Theme {
        frame: dimmed(WOOD.frame, 0.42),
        field: dimmed(WOOD.field, 0.20),
        fiber: WOOD.fiber.mixed(NIGHT, 0.20),
        glint: WOOD.glint.alpha(0.30),
        number: BySide {
            red: hex(0x86100F),
            black: hex(0x1D1D18),
        },
        line: hex(0x351C08).alpha(0.94),
        veil: hex(0x2F3D50).alpha(0.44),
        ..WOOD
    }
}

/// Pale wood, red paint.
const BOXWOOD: Body = Body {
    edge: hex(0xB3161B),
    wall: [hex(0xB48446), hex(0x6A3E17)],
    rim: [hex(0xFFF5DC), hex(0xE8C68C), hex(0xA97A40)],
    face: [hex(0xFFF6E0), hex(0xF7E4BA), hex(0xE8CB92)],
    grain: hex(0xB27C36).alpha(0.16),
    ink: hex(0xB3161B),
    shade: hex(0x560508).alpha(0.6),
    glint: hex(0xFFFCF2).alpha(0.9),
};

/// Dark wood, pale paint.
const WALNUT: Body = Body {
    edge: hex(0x1D110A),
    wall: [hex(0x4A2E1B), hex(0x1F110A)],
    rim: [hex(0x9A7450), hex(0x5C3D28), hex(0x2A1A10)],
    face: [hex(0x513729), hex(0x3C271C), hex(0x2C1B12)],
    grain: hex(0x120904).alpha(0.30),
    ink: hex(0xFFF3D8),
    shade: hex(0x6B5131).alpha(0.65),
    glint: hex(0x8A6444).alpha(0.55),
};

/// Pale stone, red paint.
const IVORY: Body = Body {
    edge: hex(0xA50F16),
    wall: [hex(0xB5AF9F), hex(0x6B6558)],
    rim: [hex(0xFFFFFF), hex(0xE6E0D2), hex(0xA39C8C)],
    face: [hex(0xFFFEFA), hex(0xF4EFE3), hex(0xDED7C7)],
    grain: hex(0xF4EFE3).alpha(0.0),
    ink: hex(0xAE1219),
    shade: hex(0x560508).alpha(0.6),
    glint: hex(0xFFFFFF).alpha(0.9),
};

/// Dark stone, pale paint.
const BASALT: Body = Body {
    edge: hex(0x101315),
    wall: [hex(0x23282C), hex(0x0A0C0E)],
    rim: [hex(0xB4BCC3), hex(0x69727A), hex(0x23282C)],
    face: [hex(0x353B41), hex(0x23282C), hex(0x171B1E)],
    grain: hex(0x23282C).alpha(0.0),
    ink: hex(0xFAF5E6),
    shade: hex(0x6A655A).alpha(0.65),
    glint: hex(0x7C868E).alpha(0.5),
};

/// Card, printed red.
const CARD: Body = flat(hex(0xA81218), hex(0xFFFEFA), hex(0xA81218));
/// Card, printed black all over.
const INKED: Body = flat(hex(0x1F2429), hex(0x1F2429), hex(0xFFFCF2));
/// Both cards in the dark variant; the black one has a light edge, or it would look like a hole in the sheet.
const NIGHT_CARDS: [Body; 2] = [
    flat(hex(0xA81218), hex(0xEDE7DA), hex(0xA81218)),
    flat(hex(0xCFC9BC), hex(0x121416), hex(0xF3EDE0)),
];

/// Maximum contrast: Red on white, Black inverted.
const CONTRASTS: [Body; 2] = [
    flat(hex(0x9E0B10), hex(0xFFFFFF), hex(0x9E0B10)),
    flat(hex(0x000000), hex(0x000000), hex(0xFFFFFF)),
];
/// A black piece on a black board.
const OUTLINED: Body = flat(hex(0xFFFFFF), hex(0x000000), hex(0xFFFFFF));

/// The board that others are derived from.
const WOOD: Theme = Theme {
    ground: Ground::Wood,
    frame: [hex(0xA66C36), hex(0x874F22), hex(0x5F3515)],
    field: [hex(0xEDC98A), hex(0xE6BD78), hex(0xDFB06A), hex(0xCC9650)],
    grain: hex(0x8A5218),
    fiber: hex(0xFFF0CC),
    line: hex(0x46280E).alpha(0.92),
    glint: hex(0xFFF2D2).alpha(0.42),
    number: BySide {
        red: hex(0x9C1A17),
        black: hex(0x2A2A22),
    },
    bodies: BySide {
        red: BOXWOOD,
        black: blackened(BOXWOOD),
    },
    shadow: hex(0x2A1403),
    last_move: hex(0x1B66AC),
    target: hex(0x1F7A3A),
    selected: hex(0xFFC21A),
    danger: hex(0xD01616),
    warning: hex(0x7A2AA8),
    halo: hex(0xFFFDF5),
    edge: hex(0x2B1A08),
    veil: hex(0x51627A).alpha(0.36),
    weight: 1.0,
    pieces: PieceSet::Traditional,
    labels: EdgeLabels::FileNumbers,
    captions: None,
};

/// Ivory-colored paper, light variant.
const PAPER: Theme = Theme {
    ground: Ground::Sheet,
    frame: [hex(0xCDC3AC); 3],
    field: [hex(0xF8F2E3); 4],
    line: hex(0x4B4437),
    glint: hex(0xFFFFFF).alpha(0.0),
    shadow: hex(0x3A3122).alpha(0.55),
    veil: hex(0x51627A).alpha(0.24),
    ..WOOD
};

/// The dark variant: pale lines on a dark sheet.
const NIGHT_PAPER: Theme = Theme {
    frame: [hex(0x56524B); 3],
    field: [hex(0x33312E); 4],
    line: hex(0xBDB6A8),
    number: BySide {
        red: hex(0xFFA79A),
        black: hex(0xE9E3D6),
    },
    shadow: hex(0x000000).alpha(0.7),
    veil: hex(0x8DA2BF).alpha(0.26),
    last_move: hex(0x1F74C4),
    ..PAPER
};

/// Gray stone with pale lines.
const SLATE: Theme = Theme {
    ground: Ground::Stone,
    frame: [hex(0x59636B), hex(0x3B434A), hex(0x24292E)],
    field: [hex(0x69737B), hex(0x5F6971), hex(0x566067), hex(0x474F56)],
    grain: hex(0x1E2428),
    fiber: hex(0xC9D3DA),
    line: hex(0xEEF2F4).alpha(0.90),
    glint: hex(0x14181B).alpha(0.45),
    number: BySide {
        red: hex(0xFFD0C6),
        black: hex(0xF1F4F6),
    },
    shadow: hex(0x07090B),
    last_move: hex(0x1562AB),
    veil: hex(0x9DB7D6).alpha(0.28),
    ..WOOD
};

/// The dark variant of the stone.
const DIM_SLATE: Theme = Theme {
    frame: [hex(0x3A4147), hex(0x262B30), hex(0x15181B)],
    field: [hex(0x4A5259), hex(0x424A50), hex(0x3B4248), hex(0x2F353A)],
    line: hex(0xDCE2E6).alpha(0.86),
    ..SLATE
};

/// Black lines on white.
const BLACK_ON_WHITE: Theme = Theme {
    ground: Ground::Sheet,
    frame: [hex(0x000000); 3],
    field: [hex(0xFFFFFF); 4],
    line: hex(0x000000),
    glint: hex(0x000000).alpha(0.0),
    number: BySide {
        red: hex(0x000000),
        black: hex(0x000000),
    },
    shadow: hex(0x000000).alpha(0.0),
    last_move: hex(0x003FA8),
    target: hex(0x005A21),
    selected: hex(0xFFC400),
    danger: hex(0xC00000),
    warning: hex(0x64009A),
    halo: hex(0xFFFFFF),
    edge: hex(0x000000),
    veil: hex(0x001A4D).alpha(0.22),
    weight: 1.4,
    ..WOOD
};

/// White lines on black.
const WHITE_ON_BLACK: Theme = Theme {
    frame: [hex(0xFFFFFF); 3],
    field: [hex(0x000000); 4],
    line: hex(0xFFFFFF),
    number: BySide {
        red: hex(0xFFFFFF),
        black: hex(0xFFFFFF),
    },
    veil: hex(0xA9C8FF).alpha(0.30),
    ..BLACK_ON_WHITE
};
