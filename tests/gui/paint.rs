//! Pictures of the board, pieces and marks: golden images and invariants.

use crate::golden::{assert_golden, pixels, render};
use cairo::{Context, ImageSurface};
use chuhe::paint::{self, Theme};
use chuhe::record::{Drawing, DrawingColor, DrawingShape, Drawings};
use chuhe::rules::{Board, Conduct, Move, Piece, Point, Position, Setup, Side};
use chuhe::scene::aids::{Aids, Caption, Captions};
use chuhe::scene::{
    Arrow, ArrowLabel, BoardLook, Layout, Look, Mark, PieceFace, PlacedPiece, Scene, Spot, arrows,
    marks,
};

fn start(bottom: Side) -> Scene {
    Scene::of_board(&Setup::start().board, bottom)
}

/// The wooden board, dark variant.
fn wood_dark() -> Theme {
    Theme::new(Look::default(), true)
}

/// One mark of each kind, each on its own file; those after the ninth start over.
fn every_mark(rank: u8) -> Vec<Mark> {
    let kinds = [
        Mark::Origin,
        Mark::Goal,
        Mark::Selected,
        Mark::Target,
        Mark::Capture,
        Mark::Checked,
        Mark::Checker,
        Mark::Refused,
        Mark::Blocker,
        Mark::Cursor,
        Mark::Star,
        Mark::Hint,
    ];
    let rank = usize::from(rank);
    let marked = kinds.iter().zip(0..).map(|(kind, index)| {
        let index: usize = index;
        kind(Point::from_index((rank - index / 9) * 9 + index % 9).expect("a point"))
    });
    marked.collect()
}

/// Arrows and tags for attacks given as moves.
fn reasons(scene: &Scene, conduct: Conduct, attacks: &str) -> (Vec<Arrow>, Vec<ArrowLabel>) {
    let attacks = attacks.split(' ').map(str::parse);
    let attacks: Vec<Move> = attacks.collect::<Result<_, _>>().expect("moves");
    arrows::explain(scene, attacks[0].from, conduct, &attacks, "word")
}

#[test]
fn the_board_at_the_start() {
    let layout = Layout::fit(293.0, 323.0, 1.0, Side::Red);
    let picture = render(293, 323, 1.0, |cr| {
        paint::scene(cr, &layout, &start(Side::Red), &Theme::wood()).expect("drawn");
    });
    assert_golden("start", picture);
}

/// A position with a blocked horse, and hanging pieces of both sides.
fn lesson() -> Scene {
    let fen = "rnbak4/4a4/4b1n2/p1p1c1p2/P7P/2P6/P3C3c/1p2N1N2/4A1R2/R1BAK1B2 r";
    let position = Setup::from_fen(fen).expect("a FEN").position();
    let position = position.expect("a position");
    let captions = Captions::new(|piece| Caption {
        pinyin: chuhe::words::pinyin(piece),
        name: chuhe::words::name_on_piece(piece.kind),
    });
    let lifted = "e2".parse().expect("a point");
    let mut scene = Scene::of_position(&position, None, Side::Red);
    scene.marks.extend(marks::chosen(&position, lifted));
    scene.aids = Some(Box::new(Aids::new(captions, &position, Some(lifted))));
    scene
}

#[test]
fn the_board_with_learning_aids() {
    let layout = Layout::fit(500.0, 551.0, 1.0, Side::Red);
    let picture = render(500, 551, 1.0, |cr| {
        paint::scene(cr, &layout, &lesson(), &Theme::wood()).expect("drawn");
    });
    assert_golden("aids", picture);
}

#[test]
fn the_board_on_paper() {
    let mut position = Position::start();
    let moves = ["h2e2", "h9g7", "e2e6"].map(|mv| mv.parse().expect("a move"));
    for mv in moves {
        position = position.play(mv).expect("legal");
    }
    let scene = Scene::of_position(&position, Some(moves[2]), Side::Red);
    let picture = render(300, 331, 1.0, |cr| {
        cr.set_source_rgb(1.0, 1.0, 1.0);
        cr.paint().expect("paint");
        paint::inset(cr, &scene, 300.0, &Theme::printed(Look::default())).expect("paint");
    });
    assert_golden("paper", picture);
}

#[test]
fn the_fourteen_pieces_and_a_held_one() {
    let picture = render(7 * 56, 2 * 56 + 70, 1.0, |cr| {
        for (index, piece) in (0..).zip(Piece::all()) {
            let (column, row) = (f64::from(index % 7), f64::from(index / 7));
            let (x, y) = (28.0 + 56.0 * column, 28.0 + 56.0 * row);
            paint::piece(cr, x, y, 56.0, piece, 0.0, &Theme::wood()).expect("drawn");
        }
        for (index, piece) in (0..).zip([0, 9]) {
            let piece = Piece::all().nth(piece).expect("a piece");
            let (x, lift) = (40.0 + 80.0 * f64::from(index), 0.5 + 0.5 * f64::from(index));
            paint::piece(cr, x, 145.0, 56.0, piece, lift, &wood_dark()).expect("drawn");
        }
    });
    assert_golden("pieces", picture);
}

#[test]
fn the_marks_on_red_on_black_and_on_wood() {
    let layout = Layout::fit(390.0, 430.0, 1.0, Side::Red);
    let mut scene = Scene::of_board(&Board::empty(), Side::Red);
    for file in 0..9 {
        for (rank, piece) in [(9, 1), (8, 3), (6, 8), (5, 10)] {
            let point = Point::from_index(rank * 9 + file).expect("a point");
            let piece = Piece::all().nth(piece).expect("a piece");
            scene.pieces.push(PlacedPiece::standing(piece, point));
        }
    }
    scene.marks = [every_mark(9), every_mark(6), every_mark(3)].concat();
    let picture = render(390, 360, 1.0, |cr| {
        cr.set_source_rgb(0.87, 0.70, 0.43);
        cr.paint().expect("painted");
        paint::marks_below(cr, &layout, &scene.marks, &Theme::wood()).expect("drawn");
        for placed in &scene.pieces {
            let (x, y) = layout.spot_center(placed.at);
            paint::piece(cr, x, y, layout.cell(), placed.piece, 0.0, &Theme::wood())
                .expect("drawn");
        }
        paint::marks_above(cr, &layout, &scene.marks, &Theme::wood()).expect("drawn");
    });
    assert_golden("marks", picture);
}

#[test]
fn the_numbers_follow_the_flip() {
    let red_pixels = |bottom: Side| {
        let layout = Layout::fit(500.0, 560.0, 1.0, bottom);
        let mut picture = render(500, 560, 1.0, |cr| {
            paint::board(cr, &layout, None, &Theme::wood()).expect("drawn");
        });
        let (_, top, _, height) = layout.bounds();
        let edge = 0.45 * layout.cell();
        let [mut above, mut below] = [0, 0];
        for (pixel, index) in pixels(&mut picture).iter().zip(0..) {
            let y = f64::from(index / 500);
            let [_, green, red, _] = *pixel;
            let is_red = red > 120 && green < 60;
            above += i32::from(is_red && y < top + edge);
            below += i32::from(is_red && y > top + height - edge);
        }
        (above, below)
    };
    let (above, below) = red_pixels(Side::Red);
    assert!(above == 0 && below > 100, "{above} {below}");
    let (above, below) = red_pixels(Side::Black);
    assert!(above > 100 && below == 0, "{above} {below}");
}

#[test]
fn nothing_is_painted_beside_the_board() {
    for scale in [1.0, 1.25, 2.0] {
        let layout = Layout::fit(400.0, 300.0, scale, Side::Black);
        let (width, height) = ((400.0 * scale) as i32, (300.0 * scale) as i32);
        let mut scene = start(Side::Black);
        scene.past = true;
        (scene.arrows, scene.labels) = reasons(&scene, Conduct::Check, "a0a9 a9i9 i0a0");
        for corner in ["a0", "i0", "a9", "i9"] {
            let corner = corner.parse().expect("a point");
            let (_, tags) = arrows::explain(&scene, corner, Conduct::Idle, &[], "a long word");
            scene.labels.extend(tags);
        }
        let mut picture = render(width, height, scale, |cr| {
            paint::scene(cr, &layout, &scene, &Theme::wood()).expect("drawn");
        });
        let (left, top, wide, high) = layout.bounds();
        for ([.., alpha], index) in pixels(&mut picture).iter().zip(0..) {
            let x = (f64::from(index % width) + 0.5) / scale;
            let y = (f64::from(index / width) + 0.5) / scale;
            let inside = (left..left + wide).contains(&x) && (top..top + high).contains(&y);
            assert!(inside || *alpha == 0, "{x} {y} at {scale}");
        }
    }
}

#[test]
fn pieces_and_marks_keep_within_their_extent() {
    let cell = 40.0;
    let size = 120;
    let assert_within = |what: &str, extent: f64, mut picture: ImageSurface| {
        let mut ink = 0;
        for ([.., alpha], index) in pixels(&mut picture).iter().zip(0..) {
            let x = f64::from(index % size) + 0.5 - f64::from(size) / 2.0;
            let y = f64::from(index / size) + 0.5 - f64::from(size) / 2.0;
            ink += i32::from(*alpha > 0);
            assert!(
                *alpha == 0 || (x.abs() < extent && y.abs() < extent),
                "{what}: {x} {y}"
            );
        }
        assert!(ink > 50, "{what} is not seen");
    };
    for piece in Piece::all() {
        let picture = render(size, size, 1.0, |cr| {
            paint::piece(cr, 60.0, 60.0, cell, piece, 1.0, &Theme::wood()).expect("drawn");
        });
        assert_within(&piece.to_string(), paint::piece_extent(cell), picture);
    }
    let layout = Layout::fit(9.72 * cell + 0.5, 10.72 * cell + 0.5, 1.0, Side::Red);
    assert!((layout.cell() - cell).abs() < 1e-9);
    for mark in every_mark(9) {
        let picture = render(size, size, 1.0, |cr| {
            let (x, y) = layout.center(mark.point());
            cr.translate(60.0 - x, 60.0 - y);
            paint::marks_below(cr, &layout, &[mark], &Theme::wood()).expect("drawn");
            paint::marks_above(cr, &layout, &[mark], &Theme::wood()).expect("drawn");
        });
        assert_within(&format!("{mark:?}"), paint::mark_extent(cell), picture);
    }
}

#[test]
fn an_earlier_position_looks_different_everywhere_on_the_field() {
    let layout = Layout::fit(300.0, 330.0, 1.0, Side::Red);
    let [mut now, mut past] = [false, true].map(|past| {
        let mut scene = start(Side::Red);
        scene.past = past;
        render(300, 330, 1.0, |cr| {
            paint::scene(cr, &layout, &scene, &Theme::wood()).expect("drawn");
        })
    });
    let (now, past) = (pixels(&mut now), pixels(&mut past));
    let changed = now
        .iter()
        .zip(&past)
        .filter(|(now, past)| now[2].abs_diff(past[2]) > 10);
    assert!(changed.count() > 300 * 330 * 6 / 10);
}

#[test]
fn the_three_arrows_near_and_remote() {
    let scene = start(Side::Red);
    let layout = Layout::fit(390.0, 430.0, 1.0, Side::Red);
    let picture = render(390, 430, 1.0, |cr| {
        cr.set_source_rgb(0.87, 0.70, 0.43);
        cr.paint().expect("painted");
        for (conduct, attacks) in [
            (Conduct::Check, "a0a9 d9e9 c8d6 c9e7 c3e3 b2b9"),
            (Conduct::Chase, "f9f0 g9g8 g7h5 h9i9 f4i4 h2h9"),
            (Conduct::Idle, "e0e5 d0d1 c0a1 b0c0 g1i1 h2h0"),
        ] {
            let (arrows, _) = reasons(&scene, conduct, attacks);
            paint::arrows(cr, &layout, &arrows, &Theme::wood()).expect("drawn");
        }
    });
    assert_golden("arrows", picture);
}

#[test]
fn arrows_and_tags_are_seen_and_keep_within_their_areas() {
    let high_contrast = Look {
        board: BoardLook::HighContrast,
        ..Look::default()
    };
    for (scale, width, look) in [
        (1.0, 360.0, Look::default()),
        (1.25, 500.0, high_contrast),
        (1.0, 660.0, high_contrast),
        (2.0, 700.0, Look::default()),
    ] {
        let height: f64 = width * Layout::ASPECT;
        let (columns, rows) = ((width * scale) as i32, (height * scale) as i32);
        for (conduct, bottom) in [
            (Conduct::Check, Side::Red),
            (Conduct::Chase, Side::Black),
            (Conduct::Idle, Side::Red),
        ] {
            let layout = Layout::fit(width, height, scale, bottom);
            let scene = start(bottom);
            let (arrows, tags) = reasons(&scene, conduct, "a0a9 c2d4 f5g5 i9h9");
            let theme = Theme::new(look, true);
            let assert_within = |(left, top, wide, high): (f64, f64, f64, f64),
                                 draw: &dyn Fn(&Context)| {
                let mut ink = 0;
                let mut picture = render(columns, rows, scale, draw);
                for ([.., alpha], index) in pixels(&mut picture).iter().zip(0..) {
                    let x = (f64::from(index % columns) + 0.5) / scale;
                    let y = (f64::from(index / columns) + 0.5) / scale;
                    let inside = (left..left + wide).contains(&x) && (top..top + high).contains(&y);
                    assert!(inside || *alpha == 0, "{conduct}: {x} {y} at {scale}");
                    ink += i32::from(*alpha > 200);
                }
                assert!(ink > 40, "{conduct}: {ink}");
            };
            for arrow in arrows {
                assert_within(paint::arrow_area(&layout, &arrow), &|cr| {
                    paint::arrows(cr, &layout, &[arrow], &theme).expect("drawn");
                });
            }
            for tag in &tags {
                assert_within(paint::label_area(&layout, tag), &|cr| {
                    let tag = std::slice::from_ref(tag);
                    paint::arrow_labels(cr, &layout, tag, paint::INTERFACE_FONT, &theme)
                        .expect("drawn");
                });
            }
        }
    }
}

#[test]
fn conducts_differ_in_shape_or_shade_not_only_in_color() {
    let gray = |[blue, green, red, alpha]: [u8; 4]| {
        let bright = 11 * i32::from(blue) + 59 * i32::from(green) + 30 * i32::from(red);
        (bright / 100, i32::from(alpha))
    };
    let scene = start(Side::Red);
    let layout = Layout::fit(400.0, 440.0, 1.0, Side::Red);
    for theme in [Theme::wood(), wood_dark()] {
        for attack in ["a0a9", "d4e6", "e5e6"] {
            // A threat of mate is drawn as a check, and told by its word.
            let conducts = [Conduct::Check, Conduct::Chase, Conduct::Idle];
            let pictures = conducts.map(|conduct| {
                let (arrows, tags) = reasons(&scene, conduct, attack);
                let mut shapes = render(400, 440, 1.0, |cr| {
                    paint::arrows(cr, &layout, &arrows, &theme).expect("drawn");
                });
                let mut words = render(400, 440, 1.0, |cr| {
                    paint::arrow_labels(cr, &layout, &tags, paint::INTERFACE_FONT, &theme)
                        .expect("drawn");
                });
                (pixels(&mut shapes), pixels(&mut words))
            });
            for (one, other) in [(0, 1), (1, 2), (2, 0)] {
                let (one, other) = (&pictures[one], &pictures[other]);
                let shapes = one.0.iter().zip(&other.0);
                let shapes = shapes.filter(|(a, b)| gray(**a).1.abs_diff(gray(**b).1) > 100);
                let shades = one.1.iter().zip(&other.1);
                let shades = shades.filter(|(a, b)| gray(**a).0.abs_diff(gray(**b).0) > 40);
                let (shapes, shades) = (shapes.count(), shades.count());
                assert!(shapes > 12 && shades > 60, "{attack}: {shapes} {shades}");
            }
        }
    }
}

/// Drawings on the start of a game, each alone: a circle and an arrow in every color.
fn every_drawing() -> impl Iterator<Item = Scene> {
    let drawings = DrawingColor::ALL.into_iter().flat_map(|color| {
        ["e4", "e2", "a4d7", "b2b9", "h0g2", "e4e5"].map(|ends| {
            let (from, to) = ends.split_at(2);
            let point = |text: &str| text.parse::<Point>().expect("a point");
            let to = if to.is_empty() { from } else { to };
            let shape = DrawingShape::between(point(from), point(to));
            Drawing { shape, color }
        })
    });
    drawings.map(|drawing| {
        let mut drawings = Drawings::default();
        drawings.add(drawing);
        let mut scene = start(Side::Red);
        scene.add_drawings(&drawings);
        scene
    })
}

#[test]
fn drawings_differ_in_form_even_in_print() {
    let layout = Layout::fit(400.0, 440.0, 1.0, Side::Red);
    for theme in [Theme::wood(), wood_dark(), Theme::printed(Look::default())] {
        let draw = |scene: &Scene| {
            let mut picture = render(400, 440, 1.0, |cr| {
                paint::scene(cr, &layout, scene, &theme).expect("drawn");
            });
            pixels(&mut picture)
        };
        let mut seen = vec![draw(&start(Side::Red))];
        for scene in every_drawing() {
            let drawn = draw(&scene);
            assert!(
                !seen.contains(&drawn),
                "{:?} {:?}",
                scene.marks,
                scene.arrows
            );
            seen.push(drawn);
        }
    }
}

#[test]
fn a_turned_board_turns_its_arrows_and_never_its_words() {
    let picture = |bottom: Side, attack: Move| {
        let scene = Scene::of_board(&Board::empty(), bottom);
        let layout = Layout::fit(400.0, 440.0, 1.0, bottom);
        let (arrows, mut tags) = reasons(&scene, Conduct::Chase, &attack.to_string());
        for tag in &mut tags {
            tag.at = attack.to.into();
        }
        let mut picture = render(400, 440, 1.0, |cr| {
            let theme = Theme::wood();
            paint::arrows(cr, &layout, &arrows, &theme).expect("drawn");
            paint::arrow_labels(cr, &layout, &tags, paint::INTERFACE_FONT, &theme).expect("drawn");
        });
        pixels(&mut picture)
    };
    let attack: Move = "b0c2".parse().expect("a move");
    let turned = Move {
        from: attack.from.rotated(),
        to: attack.to.rotated(),
    };
    assert!(picture(Side::Red, attack) == picture(Side::Black, turned));
    assert!(picture(Side::Red, attack) != picture(Side::Black, attack));
}

#[test]
fn absurd_sizes_are_survived() {
    let mut scene = start(Side::Black);
    scene.past = true;
    scene.marks = every_mark(5);
    (scene.arrows, scene.labels) = reasons(&scene, Conduct::Chase, "a0a9 d4e6");
    scene.labels[0].text = String::new();
    scene.labels[1].text = "word\n".repeat(99);
    for (placed, lift) in scene
        .pieces
        .iter_mut()
        .zip([0.0, 0.5, 1.0, -3.0, 7.0, f64::NAN])
    {
        placed.lift = lift;
        placed.opacity = 0.5;
        placed.at = Spot {
            file: -2.0,
            rank: 1e6,
        };
    }
    for (width, height) in [
        (0.0, 0.0),
        (1.0, 1.0),
        (9.0, 11.0),
        (5000.0, 3.0),
        (20.0, 1e5),
    ] {
        for scale in [0.3, 1.0, 2.75] {
            let layout = Layout::fit(width, height, scale, Side::Red);
            render(64, 64, scale, |cr| {
                paint::scene(cr, &layout, &scene, &Theme::wood()).expect("drawn");
            });
        }
    }
    for odd in [0.0, -1.0, 1e-300, f64::NAN, f64::INFINITY] {
        for piece in Piece::all() {
            for [x, cell, lift] in [[4.0, odd, 0.0], [4.0, 8.0, odd], [odd, 8.0, 1.0]] {
                render(8, 8, 1.0, |cr| {
                    paint::piece(cr, x, 4.0, cell, piece, lift, &Theme::wood()).expect("drawn");
                });
            }
        }
    }
}

/// A piece in the center of a picture with a plain background.
fn piece_picture(face: PieceFace, lift: f64, theme: &Theme) -> Vec<[u8; 4]> {
    let mut picture = render(96, 96, 1.0, |cr| {
        paint::piece(cr, 48.0, 48.0, 88.0, face, lift, theme).expect("drawn");
    });
    pixels(&mut picture)
}

/// Distance of a pixel of that picture from its center.
fn from_middle(index: usize) -> f64 {
    let (x, y) = ((index % 96) as f64 - 47.5, (index / 96) as f64 - 47.5);
    x.hypot(y)
}

#[test]
fn light_and_shadow_do_not_turn_with_a_piece() {
    for piece in Piece::all() {
        for lift in [0.0, 1.0] {
            let [upright, turned] = [false, true]
                .map(|turned| piece_picture(PieceFace { piece, turned }, lift, &Theme::wood()));
            assert!(upright != turned, "{piece} is turned");
            // Ring, face, rim, wall and shadow: everything beyond the reach of the character.
            let rest = (0..96 * 96).filter(|&index| from_middle(index) > 34.5);
            for index in rest {
                assert_eq!(upright[index], turned[index], "{piece} at {index}");
            }
        }
    }
}

#[test]
fn the_character_of_a_turned_piece_is_turned_and_not_mirrored() {
    let mut flat = Theme::wood();
    for side in Side::ALL {
        let body = &mut flat.bodies[side];
        (body.glint, body.shade) = (body.glint.alpha(0.0), body.shade.alpha(0.0));
    }
    for piece in Piece::all() {
        let ink = |turned| -> Vec<bool> {
            let picture = piece_picture(PieceFace { piece, turned }, 0.0, &flat);
            let is_ink = |(index, [blue, green, red, _]): (usize, [u8; 4])| {
                let dark = u32::from(blue) + u32::from(green) < 150 && red < 200;
                dark && from_middle(index) < 31.0
            };
            picture.into_iter().enumerate().map(is_ink).collect()
        };
        let (upright, turned) = (ink(false), ink(true));
        let count = upright.iter().filter(|ink| **ink).count();
        assert!(count > 200, "{piece}: {count}");
        // After half a turn the last pixel becomes the first. Edges fall on other fractions of pixels.
        let rotated = turned.iter().rev();
        let differ = upright.iter().zip(rotated).filter(|(a, b)| a != b).count();
        assert!(differ * 10 < count, "{piece}: {differ} of {count}");
        let mirrored = (0..96 * 96).map(|index| turned[(95 - index / 96) * 96 + index % 96]);
        let mirrored = upright.iter().zip(mirrored);
        let mirrored = mirrored.filter(|(a, b)| **a != *b).count();
        assert!(mirrored > differ, "{piece}: {mirrored} and {differ}");
    }
}

#[test]
fn between_two_players_each_reads_what_is_on_the_own_side() {
    let layout = Layout::fit(293.0, 323.0, 1.0, Side::Red);
    let mut scene = start(Side::Red);
    scene.turned = Some(Side::Black);
    let picture = render(293, 323, 1.0, |cr| {
        paint::scene(cr, &layout, &scene, &Theme::wood()).expect("drawn");
    });
    assert_golden("across", picture);
}
