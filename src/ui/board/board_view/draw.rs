//! Composes a frame: cached textures, marks, and pieces in flight.

use super::imp::BoardView;
use super::textures::{BoardTextures, Lifted, TextureKey};
use super::{PULSE, REDRAW_DELAY, STROKE_OPACITY};
use crate::paint::{self, Theme};
use crate::record::DrawingShape;
use crate::scene::{Arrow, Layout, Mark, PlacedPiece, Scene, Spot};
use crate::ui::board::pixels::{Renderer, rect};
use crate::ui::platform::{appearance, memory};
use crate::ui::toolkit::prelude::*;
use gtk::cairo;

impl BoardView {
    pub(super) fn draw(
        &self,
        snapshot: &gtk::Snapshot,
        layout: &Layout,
    ) -> Result<(), cairo::Error> {
        let wanted = TextureKey {
            layout: *layout,
            turned: self.scene.borrow().turned,
            look: appearance::look(),
            dark: adw::StyleManager::default().is_dark(),
            captions: self.scene.borrow().aids.as_ref().map(|aids| aids.captions),
        };
        self.prepare_textures(wanted)?;
        let textures = self.textures.borrow();
        let Some(textures) = textures.as_ref() else {
            return Ok(());
        };
        let scene = self.scene.borrow();
        let theme = wanted.theme();
        textures.append_board(snapshot, layout);
        if scene.past {
            textures.append_veil(snapshot, layout)?;
        }
        for &mark in &scene.marks {
            let cr = mark_context(snapshot, layout, mark.point().into());
            paint::marks_below(&cr, layout, &[mark], &theme)?;
        }
        let faded = if scene.past { paint::PAST_OPACITY } else { 1.0 };
        let (flying, standing) = self.flying_and_standing();
        let pulse = self.pulse.borrow();
        for placed in standing {
            let at = layout.spot_center(placed.at);
            let strength = pulse
                .as_ref()
                .map_or(0.0, |pulse| pulse.strength(placed.at));
            if strength > 0.0 {
                paint::glow(
                    &mark_context(snapshot, layout, placed.at),
                    layout,
                    at,
                    strength,
                )?;
            }
            with_opacity(snapshot, placed.opacity * faded, || {
                let size = 1.0 + PULSE * strength;
                textures.append_piece(snapshot, layout, placed.piece, at, size);
            });
        }
        let cursor = self.cursor.get().map(Mark::Cursor);
        for mark in scene.marks.iter().copied().chain(cursor) {
            let cr = mark_context(snapshot, layout, mark.point().into());
            paint::marks_above(&cr, layout, &[mark], &theme)?;
        }
        draw_aids(snapshot, layout, &scene, &theme)?;
        self.draw_reasons(snapshot, layout, &scene, &theme)?;
        self.draw_stroke(snapshot, layout, &scene, &theme)?;
        for placed in flying {
            self.draw_lifted(snapshot, wanted, &placed)?;
        }
        Ok(())
    }

    /// Draws the arrows and labels of a scene. They are rare, so they are drawn anew in every frame.
    fn draw_reasons(
        &self,
        snapshot: &gtk::Snapshot,
        layout: &Layout,
        scene: &Scene,
        theme: &Theme,
    ) -> Result<(), cairo::Error> {
        for arrow in &scene.arrows {
            let cr = snapshot.append_cairo(&rect(paint::arrow_area(layout, arrow)));
            paint::arrows(&cr, layout, std::slice::from_ref(arrow), theme)?;
        }
        if scene.labels.is_empty() {
            return Ok(());
        }
        let font = self.obj().pango_context().font_description();
        let typefaces = font.and_then(|font| font.family());
        let typefaces = typefaces.as_deref().unwrap_or(paint::INTERFACE_FONT);
        for label in &scene.labels {
            let cr = snapshot.append_cairo(&rect(paint::label_area(layout, label)));
            paint::arrow_labels(&cr, layout, std::slice::from_ref(label), typefaces, theme)?;
        }
        Ok(())
    }

    /// Draws the arrow or circle that is being drawn.
    fn draw_stroke(
        &self,
        snapshot: &gtk::Snapshot,
        layout: &Layout,
        scene: &Scene,
        theme: &Theme,
    ) -> Result<(), cairo::Error> {
        let Some(drawing) = self.obj().begun_drawing() else {
            return Ok(());
        };
        snapshot.push_opacity(STROKE_OPACITY);
        let drawn = match drawing.shape {
            DrawingShape::Circle(point) => {
                let cr = mark_context(snapshot, layout, point.into());
                paint::marks_above(&cr, layout, &[Mark::Drawn(point, drawing.color)], theme)
            }
            DrawingShape::Arrow(ends) => {
                let arrow = Arrow::drawn(scene, ends, drawing.color);
                let cr = snapshot.append_cairo(&rect(paint::arrow_area(layout, &arrow)));
                paint::arrows(&cr, layout, &[arrow], theme)
            }
        };
        snapshot.pop();
        drawn
    }

    /// The held or gliding pieces, which are above all marks, and the standing ones.
    fn flying_and_standing(&self) -> (Vec<PlacedPiece>, Vec<PlacedPiece>) {
        let held = self.held.get();
        let raised = |placed: &PlacedPiece| match held {
            Some((from, at)) if placed.at == Spot::from(from) => PlacedPiece {
                at,
                lift: 1.0,
                ..*placed
            },
            _ => *placed,
        };
        let guest = self.guest.get();
        let guest = guest.map(|(piece, at)| PlacedPiece::held(piece, at));
        let seen = self.seen.borrow();
        seen.iter()
            .map(raised)
            .chain(guest)
            .partition(|placed| placed.lift > 0.5)
    }

    fn draw_lifted(
        &self,
        snapshot: &gtk::Snapshot,
        wanted: TextureKey,
        placed: &PlacedPiece,
    ) -> Result<(), cairo::Error> {
        let mut lifted = self.lifted.borrow_mut();
        let fitting = lifted
            .take()
            .filter(|known| known.fits(wanted, placed.piece));
        let picture = match fitting {
            Some(picture) => picture,
            None => Lifted::new(wanted, Renderer::of(&*self.obj()), placed.piece)?,
        };
        picture.append(snapshot, wanted.layout.spot_center(placed.at));
        *lifted = Some(picture);
        Ok(())
    }

    /// Draws the textures, unless those of another size can be scaled until the size has settled.
    fn prepare_textures(&self, wanted: TextureKey) -> Result<(), cairo::Error> {
        let mut textures = self.textures.borrow_mut();
        let settling = self.redraw.borrow().is_some();
        let usable = |textures: &BoardTextures| {
            textures.fits(wanted) || textures.resembles(wanted) && settling
        };
        if textures.as_ref().is_some_and(usable) {
            return Ok(());
        }
        let renderer = Renderer::of(&*self.obj());
        let mut other = self.other_textures.borrow_mut();
        // A rotating board changes orientation every move: both sets are kept, and only the wood takes two textures.
        if textures
            .as_ref()
            .is_some_and(|textures| textures.is_flipped_from(wanted))
        {
            let turned = other.take().filter(|other| other.fits(wanted));
            let before = textures.take();
            *textures = match (turned, &before) {
                (Some(turned), _) => Some(turned),
                (None, Some(before)) => Some(before.turned_to(wanted)?),
                (None, None) => None,
            };
            *other = before;
            return Ok(());
        }
        *other = None;
        memory::give_back_soon();
        let ahead = self.ahead.take();
        let ahead = ahead.and_then(|ahead| ahead.finish(wanted, renderer));
        *textures = Some(match ahead {
            Some(ahead) => ahead,
            None => BoardTextures::new(wanted, renderer)?,
        });
        Ok(())
    }

    /// Redraws the textures once the size has settled (debounced).
    pub(super) fn redraw_later(&self) {
        let board = self.obj();
        let redraw = weak!(board, |board| {
            board.imp().redraw.take();
            board.queue_draw();
        });
        let source = glib::timeout_add_local_once(REDRAW_DELAY, redraw);
        if let Some(earlier) = self.redraw.replace(Some(source)) {
            earlier.remove();
        }
    }
}

/// Draws the learning aids that change from move to move, and the names that they would cover.
fn draw_aids(
    snapshot: &gtk::Snapshot,
    layout: &Layout,
    scene: &Scene,
    theme: &Theme,
) -> Result<(), cairo::Error> {
    let Some(aids) = &scene.aids else {
        return Ok(());
    };
    for block in &aids.blocks {
        let cr = snapshot.append_cairo(&rect(paint::block_area(layout, block)));
        paint::block(&cr, layout, block, theme)?;
    }
    for &of in &aids.hanging {
        let cr = mark_context(snapshot, layout, of.at.into());
        paint::hanging(&cr, layout, of, scene.turned, theme)?;
    }
    for placed in scene.marked() {
        let cr = mark_context(snapshot, layout, placed.at);
        paint::plate(&cr, layout, placed, scene.turned, theme)?;
    }
    Ok(())
}

/// A small Cairo context for one mark: marks are redrawn in every frame.
fn mark_context(snapshot: &gtk::Snapshot, layout: &Layout, at: Spot) -> cairo::Context {
    let (x, y) = layout.spot_center(at);
    let half = paint::mark_extent(layout.cell());
    snapshot.append_cairo(&rect((x - half, y - half, 2.0 * half, 2.0 * half)))
}

fn with_opacity(snapshot: &gtk::Snapshot, opacity: f64, draw: impl FnOnce()) {
    if opacity >= 1.0 {
        draw();
        return;
    }
    snapshot.push_opacity(opacity);
    draw();
    snapshot.pop();
}
