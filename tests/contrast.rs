//! The whole program in its own process: the contrast of every text in its windows, measured on pictures of them in each
//! of the looks that a desktop asks for. Runs on any release of GTK.

#[path = "common/dialogs.rs"]
mod dialogs;
#[path = "common/folders.rs"]
mod folders;
#[path = "common/inside.rs"]
mod inside;

use dialogs::{DIALOGS, activate, all_in};
use gtk::prelude::*;
use gtk::{gdk, gio, graphene};
use inside::{children, close, wait, work};
use std::collections::HashMap;
use std::time::Duration;

/// A position, and moves with a ruling after them: a chariot that checks for ever.
const RULING: (&str, &str) = (
    "9/4k4/9/9/9/9/9/9/2p6/3K1RB2 w",
    "f0e0 e8f8 e0f0 f8e8 f0e0 e8f8 e0f0 f8e8",
);

/// The same with mate.
const MATE: (&str, &str) = ("4k4/R8/9/9/9/9/9/9/9/1R1K5 w", "b0b9");

/// A game with comments, a sign and a variation.
const GAME: &str = "1. C2=5 {the cannon} H8+7 $2 (1. ... C8=5 {better} 2. H2+3) 2. H2+3 R9=8";

/// A file with several games, so that the list of games is not empty.
const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/pgn/traps.pgn");

/// Least contrast of text: <https://www.w3.org/TR/WCAG22/#contrast-minimum>.
const LEAST: f64 = 4.5;
/// Magnification of the picture: the strokes of a letter are wider than their blurred edges.
const SCALE: f32 = 3.0;
/// Size from which on a part of a text tells its color.
const ENOUGH: f32 = 24.0;
/// Greatest height of an edge without strokes of its own, in pixels.
const EDGE: usize = 12;
/// Number of pixels from which on a shade is no accident.
const FEW: usize = 6;
/// The looks: name, dark, high contrast.
const LOOKS: [(&str, bool, bool); 3] = [
    ("light", false, false),
    ("dark", true, false),
    ("high contrast", false, true),
];
/// Time for a look or a place in a list to be taken on.
const CHANGE: Duration = Duration::from_millis(80);

/// The texts of a window and its open menus with too little contrast in any look; those of controls that cannot be used
/// now may have less.
fn faint(window: &gtk::Window) -> Result<Vec<String>, String> {
    let called = window.title().unwrap_or_default();
    let menus = all_in(window).into_iter();
    let menus = menus.filter(|widget| widget.is::<gtk::Popover>() && widget.is_mapped());
    let parts: Vec<_> = menus.chain([window.clone().upcast()]).collect();
    let mut faults = Vec::new();
    for ((look, is_dark, is_high), part) in LOOKS
        .iter()
        .flat_map(|look| parts.iter().map(move |part| (*look, part)))
    {
        choose(is_dark, is_high);
        let measured = measure(part)?.into_iter();
        let faint = measured.filter(|(_, contrast)| *contrast < LEAST);
        faults.extend(faint.map(|(text, contrast)| {
            format!("{called}, {look}: “{text}” has a contrast of {contrast:.2}")
        }));
    }
    choose(false, false);
    Ok(faults)
}

/// Asks for a look as the settings of the desktop do.
fn choose(is_dark: bool, is_high: bool) {
    let scheme = match is_dark {
        true => adw::ColorScheme::ForceDark,
        false => adw::ColorScheme::ForceLight,
    };
    let style = adw::StyleManager::default();
    style.set_color_scheme(scheme);
    let desktop = gio::Settings::new("org.gnome.desktop.a11y.interface");
    desktop
        .set_boolean("high-contrast", is_high)
        .expect("it is ours");
    work(CHANGE);
    assert_eq!(
        (style.is_dark(), style.is_high_contrast()),
        (is_dark, is_high)
    );
}

/// The contrast of each text, which is scrolled to if it is out of sight.
fn measure(window: &gtk::Widget) -> Result<Vec<(String, f64)>, String> {
    let mut waiting = all_in(window);
    waiting.retain(|widget| has_text(widget) && is_of(widget, window));
    let mut measured = Vec::new();
    while let Some(next) = waiting.last() {
        scroll_to(next);
        if visible_part(next, window).is_none() {
            // It has no size, or is clipped on purpose.
            waiting.pop();
            continue;
        }
        let picture = wait("a picture", || Picture::of(window))?;
        waiting.retain(|widget| {
            let part = visible_part(widget, window);
            let contrast = part.as_ref().and_then(|part| picture.contrast(part));
            measured.extend(contrast.map(|contrast| (text_of(widget), contrast)));
            part.is_none()
        });
    }
    Ok(measured)
}

/// Whether a widget shows text, and can be used.
fn has_text(widget: &gtk::Widget) -> bool {
    let is_usable = widget.is_mapped() && widget.is_sensitive();
    is_usable && !is_for_ears(widget) && !text_of(widget).trim().is_empty()
}

/// Whether a text is only for screen readers.
fn is_for_ears(widget: &gtk::Widget) -> bool {
    let line = widget.ancestor(gtk::Box::static_type());
    line.is_some_and(|line| line.has_css_class("status") && line.has_css_class("turn"))
}

fn text_of(widget: &gtk::Widget) -> String {
    if let Some(label) = widget.downcast_ref::<gtk::Label>() {
        label.text().into()
    } else if let Some(text) = widget.downcast_ref::<gtk::Text>() {
        text.text().into()
    } else if let Some(view) = widget.downcast_ref::<gtk::TextView>() {
        let buffer = view.buffer();
        buffer
            .text(&buffer.start_iter(), &buffer.end_iter(), false)
            .into()
    } else if widget.type_().name() == "XqDigits" {
        "digits".to_owned()
    } else {
        String::new()
    }
}

/// Whether a widget is drawn by a window, rather than by a menu over it.
fn is_of(widget: &gtk::Widget, window: &gtk::Widget) -> bool {
    widget.native().is_some_and(|native| native == *window)
}

/// Brings a widget into sight.
fn scroll_to(widget: &gtk::Widget) {
    let around = std::iter::successors(widget.parent(), gtk::Widget::parent);
    let mut has_moved = false;
    for scrolled in around.filter_map(|one| one.downcast::<gtk::ScrolledWindow>().ok()) {
        let Some(place) = widget.compute_bounds(&scrolled) else {
            continue;
        };
        let shown = scrolled.vadjustment();
        let middle = f64::from(place.y() + place.height() / 2.0) - shown.page_size() / 2.0;
        let before = shown.value();
        shown.set_value(before + middle);
        has_moved |= shown.value() != before;
    }
    if has_moved {
        work(CHANGE);
    }
}

/// The part of a widget within its window and whatever clips it; `None` if it is out of sight.
fn visible_part(widget: &gtk::Widget, window: &gtk::Widget) -> Option<graphene::Rect> {
    let mut part = widget.compute_bounds(window)?;
    let (width, height) = (part.width().min(ENOUGH), part.height().min(ENOUGH));
    let mut around = widget.parent();
    while let Some(one) = around.filter(|one| is_of(one, window)) {
        part = part.intersection(&one.compute_bounds(window)?)?;
        around = one.parent();
    }
    (part.width() >= width && part.height() >= height).then_some(part)
}

/// A window as it is rendered.
struct Picture {
    pixels: Vec<u32>,
    width: usize,
}

impl Picture {
    /// `None` while the window waits to be drawn.
    fn of(window: &gtk::Widget) -> Option<Self> {
        // A window without the keyboard is dimmed as a whole.
        window.unset_state_flags(gtk::StateFlags::BACKDROP);
        let size = [window.width(), window.height()].map(f64::from);
        let snapshot = gtk::Snapshot::new();
        snapshot.scale(SCALE, SCALE);
        gtk::WidgetPaintable::new(Some(window)).snapshot(&snapshot, size[0], size[1]);
        let node = snapshot.to_node()?;
        let viewport = graphene::Rect::new(
            0.0,
            0.0,
            window.width() as f32 * SCALE,
            window.height() as f32 * SCALE,
        );
        let renderer = window.native()?.renderer()?;
        let texture = renderer.render_texture(&node, Some(&viewport));
        let width = texture.width() as usize;
        let mut bytes = vec![0; width * 4 * texture.height() as usize];
        gdk::prelude::TextureExtManual::download(&texture, &mut bytes, width * 4);
        let (pixels, _) = bytes.as_chunks();
        let pixels = pixels.iter().map(|one| u32::from_ne_bytes(*one));
        Some(Self {
            pixels: pixels.collect(),
            width,
        })
    }

    /// The contrast of the text in a part against its ground; `None` if nothing can be seen there.
    ///
    /// The ground is the most frequent color. Of the others, the strokes are the darkest or the lightest: blurred edges are
    /// in between.
    fn contrast(&self, part: &graphene::Rect) -> Option<f64> {
        let [left, top, right, bottom] = [
            part.x(),
            part.y(),
            part.x() + part.width(),
            part.y() + part.height(),
        ]
        .map(|place| (place.max(0.0) * SCALE) as usize);
        // The lines above and below may reach into it.
        let edge = ((bottom - top) / 5).min(EDGE);
        let (top, bottom) = (top + edge, bottom - edge);
        let rows = self.pixels.chunks_exact(self.width).take(bottom).skip(top);
        let mut counts = HashMap::<u32, usize>::new();
        for row in rows {
            for run in row[left..right.min(self.width)].chunk_by(u32::eq) {
                *counts.entry(run[0]).or_default() += run.len();
            }
        }
        let (ground, _) = counts.iter().max_by_key(|(_, count)| **count)?;
        let ground = luminance(*ground);
        let mut shades: Vec<_> = counts
            .iter()
            .map(|(color, count)| (luminance(*color), *count))
            .collect();
        shades.sort_by(|one, other| one.0.total_cmp(&other.0));
        let darkest = nth(shades.iter(), FEW)?;
        let lightest = nth(shades.iter().rev(), FEW)?;
        let contrast = contrast(darkest, ground).max(contrast(lightest, ground));
        (contrast > 1.0).then_some(contrast)
    }
}

/// The shade of a pixel in a row of shades, each of which is that of some.
fn nth<'a>(mut shades: impl Iterator<Item = &'a (f64, usize)>, mut place: usize) -> Option<f64> {
    let shade = shades.find(|(_, count)| {
        let is_there = *count >= place;
        place = place.saturating_sub(*count);
        is_there
    });
    shade.map(|(shade, _)| *shade)
}

/// Contrast of two shades: <https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio>.
fn contrast(one: f64, other: f64) -> f64 {
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

fn luminance(pixel: u32) -> f64 {
    let parts = [(16, 0.2126), (8, 0.7152), (0, 0.0722)];
    let linear = |value: f64| match value <= 0.04045 {
        true => value / 12.92,
        false => ((value + 0.055) / 1.055).powf(2.4),
    };
    let parts = parts.map(|(shift, share)| share * linear(f64::from(pixel >> shift & 255) / 255.0));
    parts.iter().sum()
}

/// Plays moves from a position.
fn play(window: &gtk::Window, fen: &str, moves: &str) -> Result<(), String> {
    window.clipboard().set_text(fen);
    activate(window, "paste", Duration::from_millis(400));
    let mut parts = all_in(window).into_iter();
    let board = parts.find(|part| part.type_().name() == "XqBoardView");
    let points: Vec<_> = children(&board.ok_or("no board")?).collect();
    for mv in moves.split(' ') {
        for place in mv.as_bytes().chunks(2) {
            let (file, rank) = (place[0] - b'a', place[1] - b'0');
            let point = &points[usize::from((9 - rank) * 9 + file)];
            let pressed = point.activate_action("point.activate", None);
            pressed.map_err(|_| "a point without its action")?;
        }
    }
    work(Duration::from_millis(1500));
    Ok(())
}

/// Looks at the dialogs, and at the window in several states of a game.
fn look() -> Result<Vec<String>, String> {
    let window = dialogs::main_window()?;
    let mut faults = faint(&window)?;
    for action in DIALOGS {
        let dialog = dialogs::open(&window, action)?;
        faults.extend(faint(&dialog)?);
        if action == "studies" {
            press_main_button(&dialog)?;
            faults.extend(faint(&dialog)?);
        }
        close(&window, &dialog)?;
    }
    for (fen, moves) in [RULING, MATE] {
        play(&window, fen, moves)?;
        faults.extend(faint(&window)?);
    }
    window.clipboard().set_text(GAME);
    for action in ["paste", "last", "comment", "previous"] {
        activate(&window, action, Duration::from_millis(400));
    }
    faults.extend(faint(&window)?);
    for action in ["offer-draw", "type-move"] {
        activate(&window, action, Duration::from_millis(400));
        faults.extend(faint(&window)?);
    }
    let menus = all_in(&window).into_iter();
    let mut menus = menus.filter_map(|widget| widget.downcast::<gtk::MenuButton>().ok());
    let menu = menus.find(gtk::MenuButton::is_primary);
    menu.ok_or("no menu")?.popup();
    work(Duration::from_millis(400));
    faults.extend(faint(&window)?);
    Ok(faults)
}

/// Presses the button for which a dialog is there.
fn press_main_button(dialog: &gtk::Window) -> Result<(), String> {
    let parts = all_in(dialog).into_iter();
    let mut buttons = parts.filter_map(|part| part.downcast::<gtk::Button>().ok());
    let button = buttons.find(|button| button.has_css_class("suggested-action"));
    button.ok_or("no button")?.emit_clicked();
    work(Duration::from_millis(400));
    Ok(())
}

#[test]
fn every_text_can_be_read_in_every_look() {
    let _folders = folders::OwnFolders::new().expect("folders");
    let faults = inside::run(&[GAMES.into()], look).expect("the program has been looked at");
    let faults = faults.expect("the program answers");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
