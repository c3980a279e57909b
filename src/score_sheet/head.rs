//! Page heads: title and facts on the first page, only the title on others.

use super::text::{self, BODY, FAINT, SMALL, TITLE, Type};
use cairo::{Context, Error};
use pangocairo::pango;

/// Height of a line of facts, offset of its baseline, and height of a continuation line.
const FACT: f64 = 16.0;
const FACT_BASE: f64 = 11.0;
const FURTHER: f64 = 12.5;
/// Space between the title and the facts, and below everything.
const BELOW_TITLE: f64 = 7.0;
const BELOW: f64 = 16.0;
/// Space between a caption and its fact, and between adjacent facts.
const GAP: f64 = 8.0;
const GUTTER: f64 = 24.0;
/// Height of the running head, including the space below it.
const RUNNING: f64 = 26.0;

/// A text and the start of its first line, relative to the upper left corner of the head.
#[derive(Debug)]
struct PlacedText {
    layout: pango::Layout,
    x: f64,
    y: f64,
    is_faint: bool,
}

/// The head of a page.
#[derive(Debug)]
pub(super) struct PageHead {
    pieces: Vec<PlacedText>,
    width: f64,
    /// Height, including the space below.
    pub(super) height: f64,
    /// Offset of the rule.
    rule: f64,
}

impl PageHead {
    /// The head of the first page.
    pub(super) fn first(
        title: &str,
        facts: &[(&'static str, String)],
        types: &Type,
        width: f64,
    ) -> Self {
        let title = types.paragraph(title, TITLE, width);
        text::make_bold(&title);
        let mut y = text::size(&title).1 + BELOW_TITLE;
        let mut pieces = vec![PlacedText {
            layout: title,
            x: 0.0,
            y: 0.0,
            is_faint: false,
        }];
        let widths = facts.iter().map(|(caption, _)| {
            let caption = types.line(caption, SMALL);
            text::size(&caption).0
        });
        let caption_width = widths.fold(0.0, f64::max) + GAP;
        let half = (width - GUTTER) / 2.0;
        for row in facts.chunks(2) {
            let place = if row.len() == 1 { width } else { half };
            let mut lines = 1;
            for (column, (caption, fact)) in row.iter().enumerate() {
                let x = column as f64 * (half + GUTTER);
                let fact = types.paragraph(fact, BODY, (place - caption_width).max(40.0));
                let caption = types.line(caption, SMALL);
                lines = lines.max(fact.line_count());
                // All share one baseline, regardless of size and script.
                for (layout, x, is_faint) in [(caption, x, true), (fact, x + caption_width, false)]
                {
                    let y = y + FACT_BASE - baseline(&layout);
                    pieces.push(PlacedText {
                        layout,
                        x,
                        y,
                        is_faint,
                    });
                }
            }
            y += FACT + FURTHER * f64::from(lines - 1);
        }
        Self {
            pieces,
            width,
            height: y + BELOW,
            rule: y + 4.0,
        }
    }

    /// The head of the other pages.
    pub(super) fn running(title: &str, types: &Type, width: f64) -> Self {
        let title = types.paragraph(title, SMALL, width);
        title.set_height(-1);
        title.set_ellipsize(pango::EllipsizeMode::End);
        let rule = text::size(&title).1 + 3.0;
        Self {
            pieces: vec![PlacedText {
                layout: title,
                x: 0.0,
                y: 0.0,
                is_faint: true,
            }],
            width,
            height: RUNNING.max(rule + 8.0),
            rule,
        }
    }

    /// Draws the head at the origin.
    pub(super) fn draw(&self, cr: &Context) -> Result<(), Error> {
        for piece in &self.pieces {
            let gray = if piece.is_faint { FAINT } else { 0.0 };
            cr.set_source_rgb(gray, gray, gray);
            cr.move_to(piece.x, piece.y);
            pangocairo::functions::show_layout(cr, &piece.layout);
        }
        cr.set_source_rgb(0.0, 0.0, 0.0);
        cr.set_line_width(0.6);
        cr.move_to(0.0, self.rule);
        cr.line_to(self.width, self.rule);
        cr.stroke()
    }
}

fn baseline(layout: &pango::Layout) -> f64 {
    f64::from(layout.baseline()) / f64::from(pango::SCALE)
}
