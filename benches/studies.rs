//! The room of studies: time until its list is painted, and the work for each frame while the list is scrolled.
//!
//! Needs a display; `make bench` provides one. The program runs in this process, so that its frames can be followed.
//! The number of rounds may follow, as in `cargo bench --bench studies -- 5`.

mod figures;
#[path = "../tests/common/inside.rs"]
mod inside;

use crate::figures::{Figure, Figures, Goal, median, milliseconds, quantile};
use crate::inside::{children, close, wait, windows, work};
use adw::prelude::*;
use gtk::glib;
use std::cell::{Cell, RefCell};
use std::error::Error;
use std::rc::Rc;
use std::time::{Duration, Instant};

const ROUNDS: usize = 15;
/// Time within which the list is to be seen, in milliseconds.
const AT_ONCE: Goal = Goal::AtMost(100.0);
/// One frame at 60 per second.
const ONE_FRAME: Goal = Goal::AtMost(16.7);
/// Frames in which the list is scrolled, and the pixels of each: some 35 rows a second.
const FRAMES: usize = 300;
const STEP: f64 = 60.0;
/// Rows that fill the window.
const FULL: u32 = 5;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let rounds = figures::rounds(ROUNDS);
    let measured = inside::run(&[], move || measure(rounds));
    let (openings, frames) = measured.ok_or("the program did not start")??;
    let mut figures = Figures::new("studies");
    let first = *openings.first().ok_or("no round")?;
    figures.add(Figure::new("684 studies listed, first time", "ms", first).goal(AT_ONCE));
    let again = median(&openings[1..]).unwrap_or(first);
    figures.add(Figure::new("684 studies listed, again", "ms", again).goal(AT_ONCE));
    for (name, part) in [("median", 0.5), ("99th of 100", 0.99)] {
        let time = quantile(&frames, part).ok_or("no frame")?;
        let name = format!("frame of the scrolled list, {name}");
        figures.add(Figure::new(name, "ms", time).goal(ONE_FRAME));
    }
    Ok(figures.publish()?)
}

/// Milliseconds until the list is seen, for each round, and for each frame in which it is scrolled.
fn measure(rounds: usize) -> Result<(Vec<f64>, Vec<f64>)> {
    let board = wait("the window", || windows().pop())?;
    work(Duration::from_secs(1));
    let mut openings = Vec::new();
    for _ in 0..rounds {
        let (room, time) = open(&board)?;
        openings.push(time);
        close(&board, &room)?;
    }
    let (room, _) = open(&board)?;
    work(Duration::from_secs(1));
    let frames = scroll(&room)?;
    close(&board, &room)?;
    Ok((openings, frames))
}

/// Opens the room. Returns it and the milliseconds until a frame with a full list.
fn open(board: &gtk::Window) -> Result<(gtk::Window, f64)> {
    let start = Instant::now();
    gtk::prelude::WidgetExt::activate_action(board, "win.studies", None)?;
    let room = wait("the room", || {
        windows().into_iter().find(|one| one != board)
    })?;
    let clock = room.frame_clock().ok_or("no frames")?;
    let seen = Rc::new(Cell::new(None));
    let list = list(&room).ok_or("no list")?;
    let handler = clock.connect_after_paint({
        let seen = seen.clone();
        move |_| {
            if seen.get().is_none() && list.observe_children().n_items() >= FULL {
                seen.set(Some(start.elapsed()));
            }
        }
    });
    let time = wait("the list", || {
        room.queue_draw();
        seen.get()
    })?;
    clock.disconnect(handler);
    Ok((room, milliseconds(time)))
}

/// Milliseconds of work for each frame in which the list is scrolled.
fn scroll(room: &gtk::Window) -> Result<Vec<f64>> {
    let list = list(room).ok_or("no list")?;
    let adjustment = list.vadjustment().ok_or("the list cannot be scrolled")?;
    let clock = room.frame_clock().ok_or("no frames")?;
    let begun = Rc::new(Cell::new(None));
    let times = Rc::new(RefCell::new(Vec::new()));
    let before = clock.connect_before_paint({
        let begun = begun.clone();
        move |_| begun.set(Some(Instant::now()))
    });
    let after = clock.connect_after_paint({
        let times = times.clone();
        move |_| {
            let since = begun.take().map(|begun: Instant| begun.elapsed());
            times.borrow_mut().extend(since.map(milliseconds));
        }
    });
    list.add_tick_callback(move |_, _| {
        adjustment.set_value(adjustment.value() + STEP);
        glib::ControlFlow::Continue
    });
    wait("the end", || (times.borrow().len() >= FRAMES).then_some(()))?;
    clock.disconnect(before);
    clock.disconnect(after);
    Ok(times.take())
}

/// The list in a widget, other than those of the choices of a filter.
fn list(widget: &impl IsA<gtk::Widget>) -> Option<gtk::ListView> {
    children(widget.as_ref()).find_map(|child| {
        let found = child.downcast_ref::<gtk::ListView>();
        let found = found.filter(|found| found.has_css_class("finished-games"));
        found.cloned().or_else(|| list(&child))
    })
}
