//! The whole program in its own process: the contrast of every text in its windows, measured on pictures of them in each
//! of the looks that a desktop asks for. Runs on any release of GTK.

#[path = "common/dialogs.rs"]
mod dialogs;
#[path = "common/folders.rs"]
mod folders;
#[path = "common/inside.rs"]
mod inside;

use chuhe::remote::Chat;
use chuhe::ui::ChatPanel;
use dialogs::{DIALOGS, activate, all_in};
use gtk::prelude::*;
use gtk::{gdk, gio, glib, graphene};
use inside::{children, close, wait, work};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::fs;
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

/// The position that a game begins with.
const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

/// A game whose clock is pressed by hand; there are less than ten seconds for a move.
const TIMED: (&str, &str) = (
    "h2e2 h9g7",
    r#"{"time_control": "600c9.9", "clock_press": "by hand", "red": "Hu", "black": "Lan"}"#,
);

/// Finished games of the same two players: moves, result, how it ended, tags.
const FINISHED: [(&str, &str, &str, &str); 2] = [
    (
        "h2e2 h9g7 h0g2 i9i8 i0h0 h7h3 h0h3 a9a8 a0a1 a8a9 a1a0",
        "0-1",
        "resignation",
        r#"{"red": "Hu", "black": "Lan", "date": "2026-11-20"}"#,
    ),
    (
        "h2e2 h9g7",
        "1/2-1/2",
        "agreement",
        r#"{"red": "Lan", "black": "Hu", "date": "2026-11-21"}"#,
    ),
];

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

/// A look, and what style sheets know of a text in it.
type Style = (&'static str, String);

/// Findings of the look at all windows.
#[derive(Debug, Default)]
struct Seen {
    /// The texts with too little contrast, and where they are.
    faults: Vec<String>,
    /// The look and the style of each text that was measured.
    styles: HashSet<Style>,
}

impl Seen {
    /// Looks at the texts of a window and its open menus; those of controls that cannot be used now may have too little
    /// contrast, and of a style that was seen there is nothing more to learn.
    fn look_at(&mut self, window: &gtk::Window) -> Result<(), String> {
        let called = window.title().unwrap_or_default();
        let menus = all_in(window).into_iter();
        let menus = menus.filter(|widget| widget.is::<gtk::Popover>() && widget.is_mapped());
        let parts: Vec<_> = menus.chain([window.clone().upcast()]).collect();
        for (look, is_dark, is_high) in LOOKS {
            for part in &parts {
                let texts = all_in(part).into_iter();
                let texts = texts.filter(|text| has_text(text) && is_of(text, part));
                let texts = texts.map(|text| ((look, style_of(&text)), text));
                let texts: Vec<_> = texts
                    .filter(|(style, _)| !self.styles.contains(style))
                    .collect();
                if texts.is_empty() {
                    continue;
                }
                choose(is_dark, is_high);
                let faint = self.measure(part, texts)?;
                self.faults
                    .extend(faint.into_iter().map(|(text, contrast)| {
                        format!("{called}, {look}: “{text}” has a contrast of {contrast:.2}")
                    }));
            }
        }
        choose(false, false);
        Ok(())
    }

    /// The texts with too little contrast, with what they have. One of each style is scrolled to if it is out of sight.
    fn measure(
        &mut self,
        window: &gtk::Widget,
        mut waiting: Vec<(Style, gtk::Widget)>,
    ) -> Result<Vec<(String, f64)>, String> {
        let mut faint = Vec::new();
        while let Some((_, next)) = waiting.last() {
            scroll_to(next);
            if visible_part(next, window).is_none() {
                // It has no size, or is clipped on purpose.
                waiting.pop();
                continue;
            }
            let picture = wait("a picture", || Picture::of(window))?;
            waiting.retain(|(style, text)| {
                let part = visible_part(text, window);
                let contrast = part.as_ref().and_then(|part| picture.contrast(part));
                if let Some(contrast) = contrast {
                    self.styles.insert(style.clone());
                    faint.extend((contrast < LEAST).then(|| (text_of(text), contrast)));
                }
                part.is_none()
            });
            waiting.retain(|(style, _)| !self.styles.contains(style));
        }
        Ok(faint)
    }
}

/// Style of a text, as style sheets know it: the classes and states of the widget and of all around it.
fn style_of(text: &gtk::Widget) -> String {
    const STATES: gtk::StateFlags = gtk::StateFlags::SELECTED
        .union(gtk::StateFlags::CHECKED)
        .union(gtk::StateFlags::ACTIVE);
    let mut style = String::new();
    for one in std::iter::successors(Some(text.clone()), WidgetExt::parent) {
        let (classes, states) = (one.css_classes(), one.state_flags() & STATES);
        let faint = if one.opacity() < 1.0 { "faint" } else { "" };
        let _ = write!(
            style,
            "{}{classes:?}{}{faint} ",
            one.css_name(),
            states.bits()
        );
    }
    // A label may have colors of its own.
    let label = text.downcast_ref::<gtk::Label>();
    let marked = label.filter(|label| label.uses_markup() && label.label().contains("<span"));
    style + &marked.map_or_else(Default::default, gtk::Label::label)
}

/// Asks for a look as the settings of the desktop do.
fn choose(is_dark: bool, is_high: bool) {
    let style = adw::StyleManager::default();
    if (style.is_dark(), style.is_high_contrast()) == (is_dark, is_high) {
        return;
    }
    let scheme = match is_dark {
        true => adw::ColorScheme::ForceDark,
        false => adw::ColorScheme::ForceLight,
    };
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

/// A game as a file has it.
fn game(moves: &str, result: &str, reason: &str, tags: &str) -> String {
    let moves: Vec<_> = { moves.split(' ') }
        .map(|mv| format!(r#"{{"move": "{mv}"}}"#))
        .collect();
    let reason = match reason {
        "" => "null".to_owned(),
        reason => format!(r#""{reason}""#),
    };
    format!(
        r#"{{"format": "chuhe-game", "version": 1, "start": "{START}", "moves": [{}],
"result": "{result}", "reason": {reason}, "tags": {tags}}}"#,
        moves.join(", ")
    )
}

/// Pastes a game in place of that on the board.
fn paste(window: &gtk::Window, text: &str) -> Result<(), String> {
    window.clipboard().set_text(text);
    activate(window, "paste", Duration::from_millis(400));
    let mut questions = inside::windows().into_iter();
    let Some(question) = questions.find(|other| other != window) else {
        return Ok(());
    };
    press_button(&question, "destructive")?;
    wait("a game", || (inside::windows().len() == 1).then_some(()))
}

/// Plays moves from a position.
fn play(window: &gtk::Window, fen: &str, moves: &str) -> Result<(), String> {
    paste(window, fen)?;
    play_on(window, moves)?;
    work(Duration::from_millis(1500));
    Ok(())
}

/// Plays moves on the board.
fn play_on(window: &gtk::Window, moves: &str) -> Result<(), String> {
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
    Ok(())
}

/// Looks at the dialogs, and at the window in several states of a game.
fn look() -> Result<Vec<String>, String> {
    let window = dialogs::main_window()?;
    let mut seen = Seen::default();
    seen.look_at(&window)?;
    for action in DIALOGS.iter().chain(&["finished", "about", "letter"]) {
        let dialog = dialogs::open(&window, action)?;
        seen.look_at(&dialog)?;
        match *action {
            "studies" => {
                press_button(&dialog, "suggested")?;
                seen.look_at(&dialog)?;
            }
            "help" | "learn" => look_at_pages(&dialog, &mut seen)?,
            _ => {}
        }
        close(&window, &dialog)?;
    }
    look_at_chat(&window, &mut seen)?;
    for (fen, moves) in [RULING, MATE] {
        play(&window, fen, moves)?;
        seen.look_at(&window)?;
    }
    let (moves, result, reason, tags) = FINISHED[0];
    paste(&window, &game(moves, result, reason, tags))?;
    activate(&window, "review", Duration::from_millis(400));
    seen.look_at(&window)?;
    let (moves, tags) = TIMED;
    paste(&window, &game(moves, "*", "", tags))?;
    seen.look_at(&window)?;
    // A move that is not pressed, and the clock runs; then it is paused.
    play_on(&window, "h0g2")?;
    seen.look_at(&window)?;
    activate(&window, "pause", Duration::from_millis(400));
    seen.look_at(&window)?;
    paste(&window, GAME)?;
    for action in ["last", "comment", "previous"] {
        activate(&window, action, Duration::from_millis(400));
    }
    seen.look_at(&window)?;
    for action in ["offer-draw", "type-move"] {
        activate(&window, action, Duration::from_millis(400));
        seen.look_at(&window)?;
    }
    let menus = all_in(&window).into_iter();
    let mut menus = menus.filter_map(|widget| widget.downcast::<gtk::MenuButton>().ok());
    let menu = menus.find(gtk::MenuButton::is_primary);
    menu.ok_or("no menu")?.popup();
    work(Duration::from_millis(400));
    seen.look_at(&window)?;
    Ok(seen.faults)
}

/// Looks at each page of a book.
fn look_at_pages(book: &gtk::Window, seen: &mut Seen) -> Result<(), String> {
    let lists = all_in(book).into_iter();
    let mut lists = lists.filter_map(|part| part.downcast::<gtk::ListBox>().ok());
    let list = lists.next().ok_or("no pages")?;
    for row in (0..).map_while(|index| list.row_at_index(index)) {
        list.select_row(Some(&row));
        work(CHANGE);
        seen.look_at(book)?;
    }
    Ok(())
}

/// Looks at the chat with a friend, with messages that were read and others.
fn look_at_chat(window: &gtk::Window, seen: &mut Seen) -> Result<(), String> {
    let panel = ChatPanel::default();
    let mut chat = Chat::default();
    chat.add(false, "Good luck!");
    chat.add(true, "You too.");
    panel.show_messages(&chat, ["Hu", "Lan"]);
    panel.show_unread(chat.unread());
    panel.set_open(true);
    panel.show_hint("This is as long as a message can be.");
    panel.add_css_class("side-panel");
    let around = gtk::Window::builder()
        .title("Chat")
        .transient_for(window)
        .child(&panel)
        .build();
    around.present();
    work(Duration::from_millis(400));
    seen.look_at(&around)?;
    close(window, &around)
}

/// Presses the button of a dialog whose class begins so: that of a question ends otherwise in newer releases.
fn press_button(dialog: &gtk::Window, class: &str) -> Result<(), String> {
    let parts = all_in(dialog).into_iter();
    let mut buttons = parts.filter_map(|part| part.downcast::<gtk::Button>().ok());
    let button = buttons.find(|button| {
        button
            .css_classes()
            .iter()
            .any(|one| one.starts_with(class))
    });
    let labels: Vec<_> = all_in(dialog)
        .iter()
        .map(text_of)
        .filter(|text| !text.is_empty())
        .collect();
    button
        .ok_or_else(|| format!("no {class} button in {labels:?}"))?
        .emit_clicked();
    work(Duration::from_millis(400));
    Ok(())
}

#[test]
fn every_text_can_be_read_in_every_look() {
    let _folders = folders::OwnFolders::new().expect("folders");
    let folder = glib::user_data_dir().join("chuhe/history");
    fs::create_dir_all(&folder).expect("a folder of our own");
    for (number, (moves, result, reason, tags)) in FINISHED.iter().enumerate() {
        let text = game(moves, result, reason, tags);
        fs::write(folder.join(format!("{number}.xiangqi")), text).expect("a folder of our own");
    }
    let faults = inside::run(&[GAMES.into()], look).expect("the program has been looked at");
    let faults = faults.expect("the program answers");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
