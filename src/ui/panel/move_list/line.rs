//! Widgets of a variation: a button that folds it, and its moves as links in wrapped text.

use crate::ui::toolkit::prelude::*;
use crate::words::move_rows::LineText;
use gtk::{graphene, gsk, pango};

/// Indentation per nesting level of a variation, in pixels, and the maximum number of levels.
const INDENT: i32 = 12;
const MAX_DEPTH: usize = 4;
/// Padding of the highlight at both ends of the move, and its corner radius, in pixels.
const ROOM: f32 = 3.0;
const RADIUS: f32 = 4.0;

/// Minimum width of a text in the list. GTK would try every text in the width of a single letter.
pub(super) const MIN_CHARS: i32 = 12;

/// A variation in the list.
#[derive(Debug)]
pub struct LineView {
    pub(super) root: gtk::Grid,
    pub(super) fold: gtk::Button,
    pub(super) label: gtk::Label,
    text: Rc<RefCell<LineText>>,
    link: Rc<FocusedLink>,
    /// Index of the highlighted move.
    marked: Cell<Option<usize>>,
}

/// The link in a label that has the focus.
#[derive(Debug, Default)]
struct FocusedLink {
    is_asked_for: Cell<bool>,
    place: Cell<Option<usize>>,
}

impl FocusedLink {
    /// Returns the index of the move that the link is for. The label is asked by an activation that has no other effect:
    /// newer versions have a current URI only while a link is pressed.
    fn of(&self, label: &gtk::Label) -> Option<usize> {
        if label.is_focus() {
            self.is_asked_for.set(true);
            label.emit_activate_current_link();
            self.is_asked_for.set(false);
        }
        self.place.take()
    }

    /// Notes the index, if it is asked for.
    fn answer(&self, place: Option<usize>) -> bool {
        if self.is_asked_for.get() {
            self.place.set(place);
        }
        self.is_asked_for.get()
    }
}

impl LineView {
    /// Creates a variation that calls back with the index of a chosen move.
    pub(super) fn new(chosen: impl Fn(usize) + 'static) -> Self {
        let chosen = Rc::new(chosen);
        let fold = gtk::Button::builder().valign(gtk::Align::Start).build();
        fold.add_css_class("flat");
        fold.add_css_class("fold");
        let label = gtk::Label::builder()
            .xalign(0.0)
            .hexpand(true)
            .width_chars(MIN_CHARS)
            .wrap_mode(pango::WrapMode::WordChar)
            .build();
        label.add_css_class("line");
        let link = Rc::<FocusedLink>::default();
        let asked = link.clone();
        label.connect_activate_link(move |_, uri| {
            let place = uri.parse().ok();
            if asked.answer(place) {
                return glib::Propagation::Stop;
            }
            if let Some(place) = place {
                // Deferred: the label is still handling the link and must not be replaced meanwhile.
                let chosen = chosen.clone();
                glib::idle_add_local_once(move || chosen(place));
            }
            glib::Propagation::Stop
        });
        // A box would warn about wrapping labels that it cannot measure.
        let root = gtk::Grid::builder().column_spacing(2).build();
        root.add_css_class("variation");
        root.attach(&fold, 0, 0, 1, 1);
        root.attach(&label, 1, 0, 1, 1);
        let view = Self {
            root,
            fold,
            label,
            text: Rc::default(),
            link,
            marked: Cell::default(),
        };
        view.tell_links();
        view
    }

    /// Exposes the focused move: a label is one widget with all its links.
    fn tell_links(&self) {
        let keys = gtk::EventControllerKey::new();
        let (text, link) = (self.text.clone(), self.link.clone());
        keys.connect_key_released(move |keys, _, _, _| {
            let label = keys.widget().and_downcast::<gtk::Label>();
            let Some(label) = label else { return };
            let name = link
                .of(&label)
                .and_then(|place| text.borrow().names.get(place).cloned());
            a11y::set_description(&label, &name.unwrap_or_default());
        });
        self.label.add_controller(keys);
    }

    /// Shows a part of a variation; only the first, which may be folded, has the button for that.
    pub(super) fn show(&self, text: LineText, depth: usize, folded: Option<bool>) {
        self.root
            .set_margin_start(INDENT * depth.min(MAX_DEPTH) as i32);
        // It keeps its room.
        self.fold
            .set_opacity(if folded.is_some() { 1.0 } else { 0.0 });
        self.fold.set_sensitive(folded.is_some());
        let folded = folded.unwrap_or_default();
        let (icon, told) = if folded {
            ("pan-end-symbolic", words::unfold())
        } else {
            ("pan-down-symbolic", words::fold())
        };
        self.fold.set_icon_name(icon);
        set_tooltip(&self.fold, Some(told));
        a11y::set_label(&self.fold, told);
        self.label.set_wrap(!folded);
        self.label.set_ellipsize(if folded {
            pango::EllipsizeMode::End
        } else {
            pango::EllipsizeMode::None
        });
        // Links lose the focus when they are recreated.
        if self.text.borrow().markup != text.markup {
            self.label.set_markup(&text.markup);
        }
        a11y::set_label(&self.label, &text.name);
        self.text.replace(text);
    }

    /// Highlights the move at this index.
    pub(super) fn mark(&self, place: Option<usize>) {
        self.marked.set(place);
        let marks = pango::AttrList::new();
        let range = place.and_then(|place| self.text.borrow().places.get(place).cloned());
        if let Some(range) = range {
            let insert = |mut attribute: pango::Attribute| {
                attribute.set_start_index(range.start);
                attribute.set_end_index(range.end);
                marks.insert(attribute);
            };
            insert(pango::AttrInt::new_weight(pango::Weight::Bold).into());
            if let Some(ink) = self.color("accent_fg_color") {
                let [red, green, blue] = [ink.red(), ink.green(), ink.blue()]
                    .map(|part| (part * f32::from(u16::MAX)) as u16);
                insert(pango::AttrColor::new_foreground(red, green, blue).into());
            }
        }
        self.label.set_attributes(Some(&marks));
    }

    /// Focuses the move at this index. Only Tab moves the focus from link to link.
    pub(super) fn focus(&self, place: usize) -> bool {
        let label = &self.label;
        label.grab_focus();
        for _ in 0..place {
            label.child_focus(gtk::DirectionType::TabForward);
        }
        self.place_at(None) == Some(place)
    }

    fn color(&self, name: &str) -> Option<gdk::RGBA> {
        self.label.style_context().lookup_color(name)
    }

    /// Draws the highlight; `row` is the widget being snapshotted.
    pub(super) fn draw_mark(&self, row: &impl IsA<gtk::Widget>, snapshot: &gtk::Snapshot) {
        let area = self.marked.get().and_then(|place| self.area_of(place));
        let Some((area, color)) = area.zip(self.color("accent_bg_color")) else {
            return;
        };
        let Some((x, y)) = self.label.translate_coordinates(row, 0.0, 0.0) else {
            return;
        };
        let area = area.offset_r(x as f32, y as f32).inset_r(-ROOM, -1.0);
        snapshot.push_rounded_clip(&gsk::RoundedRect::from_rect(area, RADIUS));
        snapshot.append_color(&color, &area);
        snapshot.pop();
    }

    /// Returns the area of a move in the label.
    fn area_of(&self, place: usize) -> Option<graphene::Rect> {
        let range = self.text.borrow().places.get(place)?.clone();
        let (left, top) = self.label.layout_offsets();
        let layout = self.label.layout();
        let (first, end) = (
            layout.index_to_pos(range.start as i32),
            layout.index_to_pos(range.end as i32),
        );
        // One rectangle, since no line breaks within a move.
        let pixels = |value: i32| value as f32 / pango::SCALE as f32;
        let width = pixels(end.x() - first.x()).max(0.0);
        Some(graphene::Rect::new(
            left as f32 + pixels(first.x()),
            top as f32 + pixels(first.y()),
            width,
            pixels(first.height()),
        ))
    }

    /// Returns the index of the move at a point of the label, or of the focused link.
    pub(super) fn place_at(&self, point: Option<(f64, f64)>) -> Option<usize> {
        let Some((x, y)) = point else {
            return self.link.of(&self.label);
        };
        let (left, top) = self.label.layout_offsets();
        let units = |value: f64, offset: i32| (value as i32 - offset) * pango::SCALE;
        let (inside, index, _) = self
            .label
            .layout()
            .xy_to_index(units(x, left), units(y, top));
        let index = u32::try_from(index).ok().filter(|_| inside)?;
        let text = self.text.borrow();
        // A comment belongs to the move before it.
        text.places.iter().rposition(|place| place.start <= index)
    }

    /// Returns the vertical offset of a move in the label, and the height of its line.
    pub(super) fn height_of(&self, place: usize) -> Option<(f64, f64)> {
        let area = self.area_of(place)?;
        Some((f64::from(area.y()), f64::from(area.height())))
    }
}
