//! Stone texture: a few pale veins and fine grains, deterministic.

use super::theme::Color;
use super::wood::GrainRandom;
use cairo::{Antialias, Context, Error, SurfaceType};

/// Number of grains per square cell, and total number of veins.
const GRAINS: f64 = 26.0;
const VEINS: usize = 9;

/// Draws veins and grains over the ground, in the rectangle from the origin to `(width, height)`, in cells.
pub(super) fn draw(
    cr: &Context,
    (width, height): (f64, f64),
    dark: Color,
    light: Color,
) -> Result<(), Error> {
    let mut dice = GrainRandom::new(5);
    for (color, most) in [(dark.alpha(0.05), 0.9), (light.alpha(0.045), 0.6)] {
        cr.new_path();
        for _ in 0..VEINS {
            vein(cr, (width, height), most, &mut dice);
        }
        color.set(cr);
        cr.fill()?;
    }
    // Specks the size of a pixel need no antialiasing.
    cr.set_antialias(Antialias::None);
    let count = (GRAINS * width * height) as usize;
    for (color, size) in [(dark.alpha(0.10), 0.030), (light.alpha(0.09), 0.024)] {
        let grains = std::iter::repeat_with(|| {
            let (x, y) = (dice.between(0.0, width), dice.between(0.0, height));
            (x, y, dice.between(0.3, 1.0) * size)
        });
        let grains = grains.take(count);
        cr.new_path();
        color.set(cr);
        if cr.target().type_() == SurfaceType::Svg {
            dashes(cr, &grains.collect::<Vec<_>>(), size)?;
            continue;
        }
        for (x, y, side) in grains {
            cr.rectangle(x, y, side, side);
        }
        cr.fill()?;
    }
    cr.set_antialias(Antialias::Default);
    Ok(())
}

/// Draws grains as dashes of a few widths, which take half as many bytes as squares.
fn dashes(cr: &Context, grains: &[(f64, f64, f64)], largest: f64) -> Result<(), Error> {
    const WIDTHS: usize = 5;
    let group = |side: f64| (side / largest * WIDTHS as f64) as usize;
    for width in 0..WIDTHS {
        let alike = grains.iter().filter(|(_, _, side)| group(*side) == width);
        for (x, y, side) in alike {
            cr.move_to(*x, y + side / 2.0);
            cr.line_to(x + side, y + side / 2.0);
        }
        let (line, _) = cr.user_to_device_distance(largest / WIDTHS as f64, 0.0)?;
        cr.save()?;
        // Cairo writes the path of a line in the current unit.
        cr.identity_matrix();
        cr.set_line_width((width as f64 + 0.5) * line);
        cr.stroke()?;
        cr.restore()?;
    }
    Ok(())
}

/// Adds a band to the path that slants across the slab, widest in its middle.
fn vein(cr: &Context, (width, height): (f64, f64), most: f64, dice: &mut GrainRandom) {
    let from = (dice.between(-0.3, 1.0) * width, -0.5);
    let to = (from.0 + dice.between(0.1, 0.5) * width, height + 0.5);
    let bend = dice.between(-1.6, 1.6);
    let wide = dice.between(0.2, 1.0) * most;
    let middle = ((from.0 + to.0) / 2.0 + bend, height / 2.0);
    cr.move_to(from.0, from.1);
    cr.curve_to(
        middle.0,
        middle.1 * 0.6,
        middle.0,
        middle.1 * 1.4,
        to.0,
        to.1,
    );
    cr.curve_to(
        middle.0 + wide,
        middle.1 * 1.4,
        middle.0 + wide,
        middle.1 * 0.6,
        from.0,
        from.1,
    );
    cr.close_path();
}
