//! Pictures in tests: drawn, taken apart, and compared with stored ones.
//!
//! `UPDATE_GOLDEN=1` rewrites the pictures under `tests/golden`; look at each before it is kept.

use cairo::{Context, Format, ImageSurface};
use std::fs::File;
use std::path::Path;

/// What `draw` paints on a transparent surface of this size in device pixels.
pub fn render(width: i32, height: i32, scale: f64, draw: impl FnOnce(&Context)) -> ImageSurface {
    let surface = ImageSurface::create(Format::ARgb32, width, height).expect("a surface");
    surface.set_device_scale(scale, scale);
    let cr = Context::new(&surface).expect("a context");
    draw(&cr);
    cr.status().expect("nothing went wrong");
    drop(cr);
    surface.flush();
    surface
}

/// The pixels of a picture, row by row: blue, green, red, alpha.
pub fn pixels(surface: &mut ImageSurface) -> Vec<[u8; 4]> {
    let data = surface.data().expect("the only owner");
    let (chunks, rest) = data.as_chunks::<4>();
    assert!(rest.is_empty());
    chunks.to_vec()
}

/// Compares with `tests/golden/NAME.png`, with some tolerance for other versions of Cairo.
#[track_caller]
pub fn assert_golden(name: &str, mut got: ImageSurface) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let path = folder.join(format!("{name}.png"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let mut file = File::create(&path).expect("a file to write");
        return got.write_to_png(&mut file).expect("written");
    }
    let mut file = File::open(&path).expect("no golden picture: UPDATE_GOLDEN=1 makes it");
    let mut want = ImageSurface::create_from_png(&mut file).expect("a picture");
    let size = |surface: &ImageSurface| (surface.width(), surface.height());
    assert_eq!(size(&got), size(&want), "{name}: size");
    let (mut over, mut sum) = (0.0, 0.0);
    let (ours, theirs) = (pixels(&mut got), pixels(&mut want));
    for (one, other) in ours.iter().zip(&theirs) {
        let distance = (0..4).map(|i| one[i].abs_diff(other[i])).max().unwrap_or(0);
        over += f64::from(u8::from(distance > 8));
        sum += f64::from(distance);
    }
    let count = ours.len() as f64;
    if over > count * 0.0005 || sum > count * 0.25 {
        let actual = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.actual.png"));
        let mut file = File::create(&actual).expect("a file to write");
        got.write_to_png(&mut file).expect("written");
        panic!(
            "{name}: {over} of {count} pixels differ; see {}",
            actual.display()
        );
    }
}
