//! A small picture of a position in a list. It is drawn by a worker thread once it is in view.

use crate::paint::{self, Theme};
use crate::rules::{Move, Position, Side};
use crate::scene::{Layout, Scene};
use crate::studies::Hint;
use crate::ui::board::pixels;
use crate::ui::platform::appearance;
use crate::ui::toolkit::prelude::*;
use gtk::graphene;
use std::num::NonZero;
use std::sync::{Arc, LazyLock};
use std::thread;

/// Width in pixels.
const WIDTH: i32 = 84;

/// Threads that draw. One core is left to the window.
static DRAWERS: LazyLock<glib::ThreadPool> = LazyLock::new(|| {
    let cores = thread::available_parallelism().map_or(1, NonZero::get) as u32;
    let threads = cores.saturating_sub(1).max(1);
    glib::ThreadPool::shared(Some(threads)).expect("none is started before there is work")
});

/// Content of a picture.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Wanted {
    shown: ThumbnailScene,
    /// Width in device pixels.
    columns: u32,
    theme: Theme,
}

/// A position to be shown.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ThumbnailScene {
    position: Position,
    last: Option<Move>,
    /// A move to be advised.
    advice: Option<Move>,
    bottom: Side,
}

impl ThumbnailScene {
    fn scene(&self) -> Scene {
        let mut scene = Scene::of_position(&self.position, self.last, self.bottom);
        if let Some(mv) = self.advice {
            scene.add_hint(Hint::Move(mv));
        }
        scene
    }
}

mod imp {
    use super::*;

    #[derive(Debug, Default)]
    pub struct Thumbnail {
        pub(super) shown: RefCell<Option<ThumbnailScene>>,
        pub(super) drawn: RefCell<Option<(Arc<Wanted>, gdk::Texture)>>,
        /// The picture being drawn, until another one is wanted; the worker gives up once this is dropped.
        pub(super) asked: RefCell<Option<Arc<Wanted>>>,
    }

    class!(Thumbnail "XqThumbnail" gtk::Widget, css "thumbnail", role Presentation);

    impl ObjectImpl for Thumbnail {
        fn constructed(&self) {
            self.parent_constructed();
            appearance::follow(&*self.obj());
            pixels::connect_scale_changed(&*self.obj(), WidgetExt::queue_draw);
        }
    }

    impl WidgetImpl for Thumbnail {
        fn measure(&self, orientation: gtk::Orientation, _for_size: i32) -> (i32, i32, i32, i32) {
            let width = WIDTH.max(self.obj().width_request());
            let length = match orientation {
                gtk::Orientation::Horizontal => width,
                _ => (f64::from(width) * Layout::ASPECT).round() as i32,
            };
            (length, length, -1, -1)
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            let picture = self.obj();
            let Some(wanted) = picture.wanted().filter(|wanted| wanted.columns > 0) else {
                return;
            };
            let drawn = self.drawn.borrow();
            match drawn.as_ref().filter(|(known, _)| **known == wanted) {
                Some((_, texture)) => {
                    let (width, height) = (picture.width() as f32, picture.height() as f32);
                    let area = graphene::Rect::new(0.0, 0.0, width, height);
                    snapshot.append_texture(texture, &area);
                }
                None => picture.draw(wanted),
            }
        }
    }
}

widget! {
    /// A picture of a position.
    Thumbnail Widget
}

impl Thumbnail {
    /// Shows a position after its last move.
    pub fn show(&self, position: &Position, last: Option<Move>) {
        self.show_scene(ThumbnailScene {
            position: position.clone(),
            last,
            advice: None,
            bottom: Side::Red,
        });
    }

    /// Shows a position and a move that would be good in it.
    pub fn show_advice(&self, position: &Position, advice: Move, bottom: Side) {
        self.show_scene(ThumbnailScene {
            position: position.clone(),
            last: None,
            advice: Some(advice),
            bottom,
        });
    }

    fn show_scene(&self, shown: ThumbnailScene) {
        self.imp().shown.replace(Some(shown));
        self.queue_draw();
    }

    fn wanted(&self) -> Option<Wanted> {
        Some(Wanted {
            shown: self.imp().shown.borrow().clone()?,
            columns: (f64::from(self.width()) * pixels::scale(self)).round() as u32,
            theme: appearance::theme(),
        })
    }

    /// Starts to draw a picture, unless that has begun.
    fn draw(&self, wanted: Wanted) {
        let asked = &self.imp().asked;
        if asked.borrow().as_deref() == Some(&wanted) {
            return;
        }
        let wanted = Arc::new(wanted);
        let still_wanted = Arc::downgrade(&wanted);
        asked.replace(Some(wanted));
        let drawn = DRAWERS.push_future(move || {
            let wanted = still_wanted.upgrade()?;
            let drawn = paint::raster(&wanted.shown.scene(), wanted.columns, &wanted.theme);
            Some((wanted, drawn.and_then(pixels::texture)))
        });
        let Ok(drawn) = drawn else {
            glib::g_warning!("chuhe", "a picture waits for a thread");
            return;
        };
        glib::spawn_future_local(glib::clone!(
            #[weak(rename_to = picture)]
            self,
            async move {
                match drawn.await {
                    Ok(Some((wanted, Ok(texture)))) => picture.take(wanted, texture),
                    Ok(Some((_, Err(error)))) => {
                        glib::g_warning!("chuhe", "a picture is left out: {error}");
                    }
                    _ => {}
                }
            }
        ));
    }

    /// Shows what was drawn, unless something else is wanted by now.
    fn take(&self, wanted: Arc<Wanted>, texture: gdk::Texture) {
        let asked = self.imp().asked.borrow();
        if asked
            .as_ref()
            .is_some_and(|asked| Arc::ptr_eq(asked, &wanted))
        {
            self.imp().drawn.replace(Some((wanted, texture)));
            self.queue_draw();
        }
    }
}
