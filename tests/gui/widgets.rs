//! The board in a window of its own: states too short-lived to be observed from outside, or that must never occur.

use chuhe::remote::{CHAT_LENGTH, Chat, MAX_MESSAGES};
use chuhe::rules::{Move, Point, Position, Side};
use chuhe::scene::{Scene, marks};
use chuhe::ui::{BoardView, ChatPanel, assistive, register_resources};
use gtk::prelude::*;
use gtk::{gdk, gio, glib};
use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Time to wait for something that must not happen.
const WHILE: Duration = Duration::from_millis(400);

/// Runs the main loop until `done`.
#[track_caller]
fn settle(mut done: impl FnMut() -> bool) {
    let context = glib::MainContext::default();
    let end = Instant::now() + Duration::from_secs(10);
    while !done() {
        assert!(Instant::now() < end, "this never came");
        if !context.iteration(false) {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

fn position(moves: &[&str]) -> Position {
    moves.iter().fold(Position::start(), |position, mv| {
        position.play(mv.parse().expect("a move")).expect("legal")
    })
}

fn scene(moves: &[&str]) -> Scene {
    Scene::of_board(position(moves).board(), Side::Red)
}

/// A board at the starting position, already drawn.
fn shown(animations: bool) -> (gtk::Window, BoardView) {
    adw::init().expect("a display");
    let settings = gtk::Settings::default().expect("a display");
    settings.set_gtk_enable_animations(animations);
    let board: BoardView = glib::Object::new();
    board.set_scene(scene(&[]), false);
    let window = gtk::Window::builder()
        .default_width(400)
        .default_height(450)
        .child(&board)
        .build();
    window.present();
    let frames = frames(&board, &window);
    settle(|| frames.get() > 0 && board.width() > 0);
    rest(&frames);
    (window, board)
}

/// Counts the frames drawn from now on.
fn frames(board: &BoardView, window: &gtk::Window) -> Rc<Cell<usize>> {
    let count = Rc::new(Cell::new(0));
    settle(|| board.is_mapped() && window.frame_clock().is_some());
    let clock = window.frame_clock().expect("it is mapped");
    let counted = count.clone();
    clock.connect_after_paint(move |_| counted.set(counted.get() + 1));
    count
}

/// Waits until no frames are drawn any more.
fn rest(frames: &Cell<usize>) {
    let mut seen = (frames.get(), Instant::now());
    settle(|| {
        if frames.get() != seen.0 {
            seen = (frames.get(), Instant::now());
        }
        seen.1.elapsed() > WHILE
    });
}

/// The rendered board; `None` while it waits to be drawn.
fn picture(window: &gtk::Window, board: &BoardView) -> Option<Vec<u8>> {
    let (width, height) = (board.width(), board.height());
    let paintable = gtk::WidgetPaintable::new(Some(board));
    let snapshot = gtk::Snapshot::new();
    paintable.snapshot(&snapshot, f64::from(width), f64::from(height));
    let node = snapshot.to_node()?;
    let renderer = window.renderer().expect("a renderer");
    let texture: gdk::Texture = renderer.render_texture(&node, None);
    let stride = texture.width() as usize * 4;
    let mut pixels = vec![0; stride * texture.height() as usize];
    texture.download(&mut pixels, stride);
    Some(pixels)
}

/// All the pictures from now until the board is at rest, and since when it is.
fn film(window: &gtk::Window, board: &BoardView) -> (HashSet<Vec<u8>>, Instant) {
    let (mut pictures, mut changed) = (HashSet::new(), Instant::now());
    settle(|| {
        if picture(window, board).is_some_and(|seen| pictures.insert(seen)) {
            changed = Instant::now();
        }
        changed.elapsed() > WHILE
    });
    (pictures, changed)
}

#[gtk::test]
fn a_piece_glides_to_its_point() {
    let (window, board) = shown(true);
    let start = Instant::now();
    board.set_scene(scene(&["h2e2"]), true);
    let (pictures, end) = film(&window, &board);
    let time = end - start;
    assert!(pictures.len() >= 3, "{} pictures", pictures.len());
    assert!(time >= Duration::from_millis(120), "{time:?}");
    window.destroy();
}

#[gtk::test]
fn without_animations_a_piece_is_there_at_once() {
    let (window, board) = shown(false);
    board.set_scene(scene(&["h2e2"]), true);
    let frames = frames(&board, &window);
    settle(|| frames.get() > 0);
    let (pictures, _) = film(&window, &board);
    assert_eq!(pictures.len(), 1);
    window.destroy();
}

#[gtk::test]
fn where_the_players_want_no_movement_there_is_none() {
    let (window, board) = shown(true);
    board.set_still(true);
    board.set_scene(scene(&["h2e2"]), true);
    let frames = frames(&board, &window);
    settle(|| frames.get() > 0);
    let (moved, _) = film(&window, &board);
    assert_eq!(moved.len(), 1);
    board.set_scene(turned(&scene(&["h2e2"])), true);
    settle(|| board.layout().bottom() == Side::Black);
    let (turned, _) = film(&window, &board);
    assert_eq!(turned.len(), 1);
    board.set_still(false);
    board.set_scene(scene(&[]), true);
    let (moving, _) = film(&window, &board);
    assert!(moving.len() >= 3, "{} pictures", moving.len());
    window.destroy();
}

#[gtk::test]
fn a_still_board_draws_no_frame() {
    let (window, board) = shown(true);
    let mut scene = scene(&["h2e2"]);
    let mv: Move = "h2e2".parse().expect("a move");
    scene.marks.extend(marks::last_move(mv));
    board.set_scene(scene, true);
    let frames = frames(&board, &window);
    rest(&frames);
    assert!(frames.get() > 3, "it did glide");
    let before = frames.get();
    let end = Instant::now() + WHILE;
    settle(|| Instant::now() > end);
    assert_eq!(frames.get(), before);
    window.destroy();
}

#[gtk::test]
fn a_point_that_is_activated_says_which_it_is() {
    let (window, board) = shown(true);
    let pressed = Rc::new(RefCell::new(Vec::new()));
    board.connect_point_pressed({
        let pressed = pressed.clone();
        move |_, point| pressed.borrow_mut().push(point)
    });
    let mut children = board.first_child();
    while let Some(child) = children {
        child
            .activate_action("point.activate", None)
            .expect("an action");
        children = child.next_sibling();
    }
    let points: HashSet<Point> = pressed.borrow().iter().copied().collect();
    assert_eq!((points.len(), pressed.borrow().len()), (90, 90));
    window.destroy();
}

/// The board as seen from the other side.
fn turned(scene: &Scene) -> Scene {
    Scene {
        bottom: !scene.bottom,
        ..scene.clone()
    }
}

/// Presses a place on the board, through its own gesture.
fn press(board: &BoardView, (x, y): (f64, f64)) {
    let controllers = board.observe_controllers();
    let mut drags = (0..controllers.n_items())
        .filter_map(|index| controllers.item(index))
        .filter_map(|item| item.downcast::<gtk::GestureDrag>().ok());
    let drag = drags.next().expect("a drag");
    drag.emit_by_name::<()>("drag-begin", &[&x, &y]);
    drag.emit_by_name::<()>("drag-end", &[&0.0, &0.0]);
}

#[gtk::test]
fn a_board_that_turns_fades_and_takes_no_press_before_it_lies_still() {
    let (window, board) = shown(true);
    let pressed = Rc::new(RefCell::new(Vec::new()));
    board.connect_point_pressed({
        let pressed = pressed.clone();
        move |_, point| pressed.borrow_mut().push(point)
    });
    let corner: Point = "a0".parse().expect("a point");
    let start = Instant::now();
    board.set_scene(turned(&scene(&["h2e2"])), true);
    // Neither the old board nor the new one is hit.
    let before = board.layout();
    press(&board, before.center(corner));
    settle(|| board.layout().bottom() == Side::Black);
    press(&board, board.layout().center(corner));
    let (pictures, end) = film(&window, &board);
    let time = end - start;
    assert!(pressed.borrow().is_empty(), "{pressed:?}");
    assert!(pictures.len() >= 3, "{} pictures", pictures.len());
    assert!(time >= Duration::from_millis(120), "{time:?}");
    press(&board, board.layout().center(corner));
    assert_eq!(*pressed.borrow(), [corner]);
    // After the turn, this place is the opposite point.
    press(&board, before.center(corner));
    assert_eq!(pressed.borrow()[1], corner.rotated());
    window.destroy();
}

#[gtk::test]
fn without_animations_a_board_turns_at_once_and_back_to_the_same_picture() {
    let (window, board) = shown(false);
    let (before, _) = film(&window, &board);
    board.set_scene(turned(&scene(&[])), true);
    settle(|| board.layout().bottom() == Side::Black);
    let (after, _) = film(&window, &board);
    assert_eq!(after.len(), 1);
    assert!(before != after);
    board.set_scene(scene(&[]), true);
    settle(|| board.layout().bottom() == Side::Red);
    let (again, _) = film(&window, &board);
    assert!(before == again);
    window.destroy();
}

fn chat_panel() -> ChatPanel {
    adw::init().expect("a display");
    register_resources();
    ChatPanel::default()
}

/// The widgets below one that fit.
fn below(widget: &gtk::Widget, fits: &dyn Fn(&gtk::Widget) -> bool) -> Vec<gtk::Widget> {
    let children = std::iter::successors(widget.first_child(), WidgetExt::next_sibling);
    let found = children.flat_map(|child| {
        let own = fits(&child).then(|| child.clone());
        own.into_iter().chain(below(&child, fits))
    });
    found.collect()
}

fn messages(panel: &ChatPanel) -> Vec<String> {
    let rows = below(panel.upcast_ref(), &|one| one.has_css_class("message"));
    let label = |row: gtk::Widget| row.downcast::<gtk::Label>().expect("a label");
    rows.into_iter()
        .map(|row| label(row).text().into())
        .collect()
}

#[gtk::test]
fn messages_are_plain_text_and_only_the_last_stay() {
    let panel = chat_panel();
    let mut chat = Chat::default();
    chat.add(false, "<b>check</b> & http://localhost");
    chat.add(true, "no");
    panel.show_messages(&chat, ["Bo", "Anna"]);
    panel.show_messages(&chat, ["Bo", "Anna"]);
    let told = ["Anna: <b>check</b> & http://localhost", "Bo: no"];
    assert_eq!(messages(&panel), told);
    for number in 0..2 * MAX_MESSAGES {
        chat.add(false, &number.to_string());
        panel.show_messages(&chat, ["Bo", "Anna"]);
    }
    let shown = messages(&panel);
    assert_eq!(shown.len(), MAX_MESSAGES);
    assert_eq!(
        shown[MAX_MESSAGES - 1],
        format!("Anna: {}", 2 * MAX_MESSAGES - 1)
    );
    panel.forget();
    assert!(messages(&panel).is_empty());
}

#[gtk::test]
fn a_message_that_says_nothing_is_not_sent_and_a_long_one_is_cut() {
    let panel = chat_panel();
    let sent = Rc::new(RefCell::new(Vec::new()));
    let told = sent.clone();
    panel.connect_sent(move |panel| told.borrow_mut().push(panel.text().to_string()));
    let entry = below(panel.upcast_ref(), &|one| one.is::<gtk::Entry>());
    let entry = entry[0].downcast_ref::<gtk::Entry>().expect("an entry");
    for text in ["", "  ", "hello", &"x".repeat(2 * CHAT_LENGTH)] {
        entry.set_text(text);
        entry.emit_activate();
    }
    assert_eq!(*sent.borrow(), ["hello", &"x".repeat(CHAT_LENGTH)]);
}

/// Tells the desktop whether assistive technology runs, as Orca does.
fn listen(does: bool) {
    let bus = gio::bus_get_sync(gio::BusType::Session, gio::Cancellable::NONE).expect("a bus");
    let property = ("org.a11y.Status", "IsEnabled", does.to_variant());
    let properties = "org.freedesktop.DBus.Properties";
    bus.call_sync(
        Some("org.a11y.Bus"),
        "/org/a11y/bus",
        properties,
        "Set",
        Some(&property.to_variant()),
        None,
        gio::DBusCallFlags::NONE,
        10_000,
        gio::Cancellable::NONE,
    )
    .expect("the bus of assistive technology answers");
    settle(|| assistive::is_used() == does);
}

/// Time until a window is seen once it is to be presented.
fn opening() -> Duration {
    let window = gtk::Window::new();
    let start = Instant::now();
    chuhe::ui::present(&window);
    settle(|| window.is_mapped());
    window.destroy();
    start.elapsed()
}

#[gtk::test]
fn a_window_waits_for_those_who_listen() {
    adw::init().expect("a display");
    assistive::follow();
    assert!(!assistive::is_used());
    listen(true);
    assert!(opening() >= Duration::from_millis(80));
    listen(false);
    let window = gtk::Window::new();
    chuhe::ui::present(&window);
    assert!(window.is_visible(), "nobody listens");
    window.destroy();
}

#[gtk::test]
fn what_is_typed_before_a_window_is_active_is_not_selected() {
    adw::init().expect("a display");
    let entry = gtk::Entry::new();
    let window = gtk::Window::builder().child(&entry).build();
    entry.grab_focus();
    chuhe::ui::present(&window);
    entry.set_text("ab");
    entry.set_position(-1);
    let focused = Rc::new(Cell::new(0));
    let seen = focused.clone();
    window.connect_focus_widget_notify(move |_| seen.set(seen.get() + 1));
    settle(|| window.is_active() && focused.get() >= 2);
    assert_eq!(entry.selection_bounds(), None);
    assert!(GtkWindowExt::focus(&window).is_some());
    window.destroy();
}
