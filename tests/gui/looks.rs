//! Every piece set on every board: golden images, and checks of legibility.

use crate::golden::{assert_golden, pixels, render};
use chuhe::paint::{self, Body, Color, Ground, Theme};
use chuhe::record::DrawingColor;
use chuhe::rules::{BySide, Conduct, Piece, PieceKind, Point, PointSet, Setup, Side};
use chuhe::scene::aids::{BlockedPoint, Hanging};
use chuhe::scene::{
    Arrow, ArrowKind, ArrowLabel, BoardLook, EdgeLabels, Layout, Look, Mark, PieceSet, PlacedPiece,
    PlateResult, Plates, Scene,
};

/// Every available look, in light and dark.
fn themes() -> impl Iterator<Item = (Look, bool, Theme)> {
    Look::all(EdgeLabels::FileNumbers)
        .flat_map(|look| [(look, false), (look, true)])
        .map(|(look, dark)| (look, dark, Theme::new(look, dark)))
}

/// A corner of the board with all Red pieces on its lowest rank and all Black pieces above.
fn corner(theme: &Theme) -> cairo::ImageSurface {
    const CELL: f64 = 36.0;
    let layout = Layout::fit(9.72 * CELL, 10.72 * CELL, 1.0, Side::Red);
    let mut scene = Scene::of_board(&chuhe::rules::Board::empty(), Side::Red);
    for piece in Piece::all() {
        let rank = if piece.side == Side::Red { 0 } else { 9 };
        let point = Point::from_index(rank + piece.index() % 7).expect("a point");
        scene.pieces.push(PlacedPiece::standing(piece, point));
    }
    render(262, 104, 1.0, |cr| {
        cr.translate(0.0, 104.0 - 10.72 * CELL);
        paint::scene(cr, &layout, &scene, theme).expect("drawn");
    })
}

/// A board with name plates and a result.
fn between_plates() -> Scene {
    Scene {
        plates: Some(Box::new(Plates {
            names: BySide {
                red: "A Name that Goes On and On".into(),
                black: "Black".into(),
            },
            results: Some(BySide {
                red: PlateResult {
                    score: "1",
                    reason: "Checkmate",
                },
                black: PlateResult {
                    score: "0",
                    reason: "",
                },
            }),
        })),
        ..Scene::of_board(&Setup::start().board, Side::Red)
    }
}

#[test]
fn the_board_between_name_plates() {
    let picture = paint::raster(&between_plates(), 300, &Theme::wood()).expect("drawn");
    assert_golden("plates", picture);
}

/// The plate below each board, in light and dark.
#[test]
fn a_plate_is_made_like_its_board() {
    const WIDTH: f64 = 240.0;
    const HEIGHT: f64 = 44.0;
    let boards = BoardLook::ALL.len() as f64;
    let sheet = render((2.0 * WIDTH) as i32, (boards * HEIGHT) as i32, 1.0, |cr| {
        for (row, board) in (0_u8..).zip(BoardLook::ALL) {
            for (column, dark) in (0_u8..).zip([false, true]) {
                let look = Look {
                    board,
                    ..Look::default()
                };
                let theme = Theme::new(look, dark);
                let picture =
                    paint::raster(&between_plates(), WIDTH as u32, &theme).expect("drawn");
                let (left, top) = (f64::from(column) * WIDTH, f64::from(row) * HEIGHT);
                cr.rectangle(left, top, WIDTH, HEIGHT);
                let above = top + HEIGHT - f64::from(picture.height());
                cr.set_source_surface(&picture, left, above)
                    .expect("a source");
                cr.fill().expect("filled");
            }
        }
    });
    assert_golden("plates-boards", sheet);
}

#[test]
fn every_set_on_every_board() {
    for (index, look) in Look::all(EdgeLabels::FileNumbers).enumerate() {
        // The edge labels alternate, so that each is covered on each board.
        let labels = EdgeLabels::ALL[index % EdgeLabels::ALL.len()];
        let theme = Theme::new(Look { labels, ..look }, false);
        let name = format!("look-{}-{}", look.pieces.word(), look.board.word());
        assert_golden(&name, corner(&theme));
    }
}

#[test]
fn every_board_in_a_dim_room() {
    for (board, pieces) in BoardLook::ALL.into_iter().zip(PieceSet::ALL) {
        let labels = EdgeLabels::Coordinates;
        let look = Look {
            pieces,
            board,
            labels,
        };
        let name = format!("look-dark-{}", board.word());
        assert_golden(&name, corner(&Theme::new(look, true)));
    }
}

/// Colors of a piece's face behind the sign, from light to dark; the darkest of all lies beyond its rim.
fn faces(body: &Body) -> [Color; 3] {
    let [lit, plain, shaded] = body.face;
    [lit, plain, plain.mixed(shaded, 0.53)]
}

#[test]
fn every_sign_is_legible_on_its_piece() {
    for (look, dark, theme) in themes() {
        for side in Side::ALL {
            let body = &theme.bodies[side];
            for face in faces(body) {
                let contrast = body.ink.contrast(face);
                assert!(contrast >= 4.5, "{look:?} {dark} {side:?}: {contrast:.2}");
            }
        }
    }
}

#[test]
fn lines_and_labels_are_seen_on_every_board() {
    for (look, dark, theme) in themes() {
        // Only half of the gradient to the darkest color is visible, at the right edge.
        let [lightest, light, dark_wood, darkest] = theme.field;
        for field in [lightest, light, dark_wood, dark_wood.mixed(darkest, 0.5)] {
            for ink in [theme.line, theme.number.red, theme.number.black] {
                let seen = field.mixed(Color { alpha: 1.0, ..ink }, ink.alpha);
                let contrast = seen.contrast(field);
                let least = if theme.ground == Ground::Sheet {
                    4.5
                } else {
                    3.0
                };
                assert!(contrast >= least, "{look:?} {dark}: {contrast:.2}");
            }
        }
    }
}

/// Color vision without one of the three kinds of cones: matrices for linear RGB, severity 1.0, of G. M. Machado, M. M.
/// Oliveira, L. A. F. Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE
/// Transactions on Visualization and Computer Graphics 15 (6), 2009, table 1.
const DEFICIENCIES: [(&str, [[f64; 3]; 3]); 3] = [
    (
        "protanopia",
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ],
    ),
];

/// Linear components of a color.
fn linear(color: Color) -> [f64; 3] {
    [color.red, color.green, color.blue].map(|part| match part {
        dark if dark <= 0.04045 => dark / 12.92,
        _ => ((part + 0.055) / 1.055).powf(2.4),
    })
}

fn seen_with(matrix: &[[f64; 3]; 3], light: [f64; 3]) -> [f64; 3] {
    let row = |row: &[f64; 3]| row.iter().zip(light).map(|(a, b)| a * b).sum::<f64>();
    [0, 1, 2].map(|index| row(&matrix[index]).clamp(0.0, 1.0))
}

/// CIE 1976 L*a*b* under D65.
fn lab([red, green, blue]: [f64; 3]) -> [f64; 3] {
    let x = (0.412391 * red + 0.357584 * green + 0.180481 * blue) / 0.950456;
    let y = 0.212639 * red + 0.715169 * green + 0.072192 * blue;
    let z = (0.019331 * red + 0.119195 * green + 0.950532 * blue) / 1.089058;
    let [x, y, z] = [x, y, z].map(|part| match part {
        dark if dark <= 216.0 / 24_389.0 => (dark * 24_389.0 / 27.0 + 16.0) / 116.0,
        light => light.cbrt(),
    });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// Distance of two colors; two to three is the just noticeable difference side by side.
fn distance(one: [f64; 3], other: [f64; 3]) -> f64 {
    let parts = lab(one).into_iter().zip(lab(other));
    parts.map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

#[test]
fn the_simulation_is_the_published_one() {
    // White stays white, and confusable red and green become similar.
    let (red, green) = (linear(Color::hex(0xB03A2E)), linear(Color::hex(0x6B6B1E)));
    for (name, matrix) in &DEFICIENCIES {
        let white = seen_with(matrix, [1.0; 3]);
        assert!(
            white.iter().all(|part| (part - 1.0).abs() < 0.001),
            "{name}"
        );
    }
    let (_, deuteranopia) = &DEFICIENCIES[1];
    let confused = distance(seen_with(deuteranopia, red), seen_with(deuteranopia, green));
    assert!(confused < distance(red, green) / 2.0, "{confused}");
}

#[test]
fn the_sides_are_told_apart_by_their_colors_without_one_kind_of_cones() {
    for (look, dark, theme) in themes() {
        for (name, matrix) in &DEFICIENCIES {
            let seen = |color| seen_with(matrix, linear(color));
            let BySide { red, black } = &theme.bodies;
            let ink = distance(seen(red.ink), seen(black.ink));
            let face = distance(seen(red.face[1]), seen(black.face[1]));
            let most = ink.max(face);
            assert!(most >= 20.0, "{look:?} {dark} {name}: {most:.1}");
            for body in [red, black] {
                for face in faces(body) {
                    let [ink, face] = [body.ink, face].map(|it| lab(seen(it))[0]);
                    let contrast = (ink - face).abs();
                    assert!(contrast >= 35.0, "{look:?} {dark} {name}: {contrast:.1}");
                }
            }
        }
    }
}

/// A piece on a transparent background, in gray: lightness and opacity of each pixel, from 0 to 1.
fn gray(piece: Piece, cell: f64, theme: &Theme) -> Vec<(f64, f64)> {
    let size = (cell * 0.94) as i32;
    let middle = f64::from(size) / 2.0;
    let mut picture = render(size, size, 1.0, |cr| {
        paint::piece(cr, middle, middle, cell, piece, 0.0, theme).expect("drawn");
    });
    let gray = |[blue, green, red, alpha]: [u8; 4]| {
        let [blue, green, red] = [blue, green, red].map(f64::from);
        let light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        (light / 255.0, f64::from(alpha) / 255.0)
    };
    pixels(&mut picture).into_iter().map(gray).collect()
}

#[test]
fn without_colors_the_sides_still_differ() {
    for (look, dark, theme) in themes() {
        for kind in PieceKind::ALL {
            for cell in [27.0, 72.0] {
                let [red, black] = Side::ALL.map(|side| gray(Piece::new(side, kind), cell, &theme));
                let there = red.iter().filter(|(_, alpha)| *alpha > 0.99).count() as f64;
                let pairs = red.iter().zip(&black);
                // A difference in lightness visible at a glance, on a good part of the piece.
                let differ = pairs.filter(|((a, _), (b, _))| (a - b).abs() > 0.2).count();
                let share = differ as f64 / there;
                assert!(share > 0.06, "{look:?} {dark} {kind:?} {cell}: {share:.3}");
            }
        }
    }
}

#[test]
fn a_side_has_one_ring_and_the_other_two_where_their_signs_are_alike() {
    for (look, dark, theme) in themes() {
        if look.pieces == PieceSet::Traditional {
            continue;
        }
        let rings = Side::ALL.map(|side| {
            let piece = Piece::new(side, PieceKind::Chariot);
            let (cell, size) = (400.0, 376);
            let light = gray(piece, cell, &theme);
            // Straight to the left from the rim to the sign.
            let row = &light[size * size / 2..][..size / 2];
            let place = |radius: f64| (188.0 - radius * 0.445 * cell) as usize;
            let body = &theme.bodies[side];
            let [ink, face] = [body.ink, body.face[1]].map(|color| color.luminance().sqrt());
            let between = f64::midpoint(ink, face);
            let is_ink = |(light, _): &(f64, f64)| (*light > between) == (ink > face);
            let inked: Vec<_> = row[place(0.90)..place(0.72)].iter().map(is_ink).collect();
            let begun = inked.windows(2).filter(|two| !two[0] && two[1]);
            begun.count() + usize::from(inked[0])
        });
        assert_eq!(rings[0] + 1, rings[1], "{look:?} {dark}: {rings:?}");
    }
}

#[test]
fn every_mark_is_seen_on_every_board() {
    let point = Point::from_index(40).expect("a point");
    let marks = [
        Mark::Origin(point),
        Mark::Goal(point),
        Mark::Selected(point),
        Mark::Target(point),
        Mark::Capture(point),
        Mark::Checked(point),
        Mark::Checker(point),
        Mark::Refused(point),
        Mark::Blocker(point),
        Mark::Cursor(point),
    ];
    // The piece set does not affect the field.
    let boards = themes().filter(|(look, _, _)| look.pieces == PieceSet::Traditional);
    for (look, dark, theme) in boards {
        for mark in marks {
            let mut scene = Scene::of_board(&chuhe::rules::Board::empty(), Side::Red);
            let layout = Layout::fit(350.0, 386.0, 1.0, Side::Red);
            let draw = |scene: &Scene| {
                let mut picture = render(350, 386, 1.0, |cr| {
                    paint::scene(cr, &layout, scene, &theme).expect("drawn");
                });
                pixels(&mut picture)
            };
            let without = draw(&scene);
            scene.marks.push(mark);
            let with = draw(&scene);
            let color = |[blue, green, red, _]: [u8; 4]| {
                Color::hex(u32::from_be_bytes([0, red, green, blue]))
            };
            let pairs = without.iter().zip(&with);
            let strong = pairs.filter(|(a, b)| color(**a).contrast(color(**b)) >= 2.0);
            // The smallest mark is a dot of a tenth of a cell.
            let strong = strong.count();
            assert!(strong >= 30, "{look:?} {dark} {mark:?}: {strong}");
        }
    }
}

/// Amount of ink used by a drawing of 400 by 440 units.
fn ink(draw: impl FnOnce(&cairo::Context)) -> u64 {
    let mut picture = render(800, 880, 2.0, draw);
    let alphas = pixels(&mut picture).into_iter();
    alphas.map(|[.., alpha]| u64::from(alpha)).sum()
}

#[test]
fn arrows_and_learning_aids_are_as_wide_as_the_marks() {
    let layout = Layout::fit(400.0, 440.0, 2.0, Side::Red);
    let point = |text: &str| text.parse::<Point>().expect("a point");
    let (at, from, by) = (point("e4"), point("c4"), point("e5"));
    for (look, dark, theme) in themes().filter(|(.., theme)| theme.weight > 1.0) {
        let thin = Theme {
            weight: 1.0,
            ..theme
        };
        let wider = |what: &str, draw: &dyn Fn(&cairo::Context, &Theme)| {
            let [thin, wide] = [&thin, &theme].map(|theme| ink(|cr| draw(cr, theme)));
            assert!(
                wide * 10 > thin * 11,
                "{look:?} {dark} {what}: {thin} {wide}"
            );
        };
        let attacks = Conduct::ALL.map(ArrowKind::Attack);
        for shape in attacks
            .into_iter()
            .chain([false, true].map(|is_second| ArrowKind::Advice {
                captures: false,
                is_second,
            }))
            .chain(DrawingColor::ALL.map(|color| ArrowKind::Drawn {
                color,
                at_piece: false,
            }))
        {
            let arrow = Arrow {
                from,
                to: point("i4"),
                shape,
                over: PointSet::default(),
            };
            wider(&format!("{shape:?}"), &|cr, theme| {
                paint::arrows(cr, &layout, &[arrow], theme).expect("drawn");
            });
        }
        let hanging = Hanging {
            at,
            side: Side::Red,
            at_once: false,
        };
        wider("a ring", &|cr, theme| {
            paint::hanging(cr, &layout, hanging, None, theme).expect("drawn");
        });
        let to = [point("d6"), point("f6")].into_iter().collect();
        let block = BlockedPoint { from: at, by, to };
        wider("a blocked way", &|cr, theme| {
            paint::block(cr, &layout, &block, theme).expect("drawn");
        });
    }
}

#[test]
fn a_tag_casts_a_shadow_where_a_piece_does() {
    let layout = Layout::fit(400.0, 440.0, 2.0, Side::Red);
    let tag = ArrowLabel {
        at: Point::from_index(40).expect("a point").into(),
        conduct: Conduct::Check,
        text: "word".into(),
    };
    for (look, dark, theme) in themes() {
        let drawn = |theme: &Theme| {
            let draw = |cr: &cairo::Context| {
                let tags = std::slice::from_ref(&tag);
                paint::arrow_labels(cr, &layout, tags, paint::INTERFACE_FONT, theme)
                    .expect("drawn");
            };
            ink(draw)
        };
        let bare = Theme {
            shadow: theme.shadow.alpha(0.0),
            ..theme
        };
        let casts = theme.shadow.alpha > 0.0;
        assert_eq!(drawn(&theme) > drawn(&bare), casts, "{look:?} {dark}");
    }
}
