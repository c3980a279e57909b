//! A row widget: a round, a variation or a comment.

use super::item::RowItem;
use super::line::{LineView, MIN_CHARS};
use super::round::{RoundView, number_label};
use crate::game::Game;
use crate::record::NodeId;
use crate::scene::outline::RowContent;
use crate::ui::toolkit::prelude::*;
use crate::words::move_rows::{RowText, row_text};

/// Lends the game of the rows to a closure.
pub(super) type GameSource = Rc<dyn Fn(&mut dyn FnMut(&Game))>;

mod imp {
    use super::*;

    #[derive(Default)]
    pub struct MoveRow {
        pub(super) source: OnceCell<GameSource>,
        pub(super) item: RefCell<Option<RowItem>>,
        /// Its list item, which carries the accessible name of the row.
        pub(super) place: glib::WeakRef<gtk::ListItem>,
        /// Created when the row first shows a round.
        pub(super) round: OnceCell<RoundView>,
        pub(super) line: OnceCell<LineView>,
        pub(super) comment: OnceCell<(gtk::Grid, gtk::Label, gtk::Label)>,
    }

    impl std::fmt::Debug for MoveRow {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.debug_struct("MoveRow")
                .field("item", &self.item)
                .finish_non_exhaustive()
        }
    }

    class!(MoveRow "XqMoveRow" adw::Bin);

    impl ObjectImpl for MoveRow {
        signals!();
    }

    impl WidgetImpl for MoveRow {
        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            let row = self.obj();
            if let Some(line) = self.line.get().filter(|line| line.root.is_mapped()) {
                line.draw_mark(&*row, snapshot);
            }
            self.parent_snapshot(snapshot);
        }
    }
    impl adw::subclass::prelude::BinImpl for MoveRow {}
}

widget! {
    /// A row widget.
    MoveRow Bin
}

impl MoveRow {
    signals! {
        "chosen"(node: NodeId) connect_chosen emit_chosen;
        "folded"(first: NodeId) connect_folded emit_folded;
    }

    pub(super) fn new(source: GameSource) -> Self {
        let row: Self = glib::Object::new();
        once(&row.imp().source, source);
        row
    }

    pub(super) fn bind(&self, place: &gtk::ListItem, item: &RowItem) {
        self.imp().place.set(Some(place));
        self.imp().item.replace(Some(item.clone()));
        item.set_widget(Some(self));
        self.refresh();
    }

    pub(super) fn unbind(&self) {
        if let Some(item) = self.imp().item.take() {
            item.set_widget(None);
        }
    }

    fn item(&self) -> Option<RowItem> {
        self.imp().item.borrow().clone()
    }

    /// Shows the content of the item.
    pub(super) fn refresh(&self) {
        let Some((item, source)) = self.item().zip(self.imp().source.get()) else {
            return;
        };
        let row = item.row();
        let mut said = None;
        source(&mut |game| said = row_text(game.record(), &row));
        if let Some((place, said)) = self.imp().place.upgrade().zip(said.as_ref()) {
            a11y::name_row(&place, self, &said.name());
        }
        match (&row.entry, said) {
            (RowContent::Round { number, moves }, Some(RowText::Moves(words))) => {
                let view = self.round_view();
                view.show(*number, moves, &words);
                self.put(&view.root);
            }
            (RowContent::Line { depth, folded, .. }, Some(RowText::Line(text))) => {
                let view = self.line_view();
                view.show(text, *depth, *folded);
                self.put(&view.root);
            }
            (_, Some(RowText::Comment { lead, text, name })) => {
                let (root, place, label) = self.imp().comment.get_or_init(comment_view);
                place.set_label(&lead);
                place.set_visible(!lead.is_empty());
                label.set_label(&text);
                a11y::set_label(label, &name);
                self.put(root);
            }
            _ => {}
        }
        self.mark();
    }

    fn put(&self, part: &impl IsA<gtk::Widget>) {
        use adw::prelude::BinExt;
        let part = part.upcast_ref::<gtk::Widget>();
        if self.child().as_ref() != Some(part) {
            self.set_child(Some(part));
        }
    }

    /// Highlights the move whose position is shown.
    pub(super) fn mark(&self) {
        let Some(item) = self.item() else { return };
        let (row, shown, imp) = (item.row(), item.shown(), self.imp());
        match &row.entry {
            RowContent::Round { moves, .. } => {
                if let Some(view) = imp.round.get() {
                    view.mark(moves, shown);
                }
            }
            RowContent::Line { nodes, .. } => {
                if let Some(view) = imp.line.get() {
                    view.mark(nodes.iter().position(|node| Some(*node) == shown));
                }
            }
            RowContent::Opening | RowContent::Comment(_) => {}
        }
        self.queue_draw();
    }

    fn round_view(&self) -> &RoundView {
        self.imp().round.get_or_init(|| {
            RoundView::new(weak!(self, |row, side| {
                if let Some(RowContent::Round { moves, .. }) =
                    row.item().map(|item| item.row().entry)
                    && let Some(cell) = moves[side]
                {
                    row.emit_chosen(cell.node);
                }
            }))
        })
    }

    fn line_view(&self) -> &LineView {
        self.imp().line.get_or_init(|| {
            let view = LineView::new(weak!(self, |row, place| {
                if let Some(node) = row.node_in_line(place) {
                    row.emit_chosen(node);
                }
            }));
            view.fold.connect_clicked(weak!(self, |row, _| {
                if let Some(first) = row.node_in_line(0) {
                    row.emit_folded(first);
                }
            }));
            view
        })
    }

    fn node_in_line(&self, place: usize) -> Option<NodeId> {
        match self.item()?.row().entry {
            RowContent::Line { nodes, .. } => nodes.get(place).copied(),
            _ => None,
        }
    }

    /// Returns the move of a widget in the row, at a point of the row or at the focus.
    pub(super) fn node_of(
        &self,
        widget: &gtk::Widget,
        point: Option<(f64, f64)>,
    ) -> Option<NodeId> {
        match self.item()?.row().entry {
            RowContent::Opening => None,
            RowContent::Comment(node) => Some(node),
            RowContent::Round { moves, .. } => {
                let side = self.imp().round.get()?.side_of(widget)?;
                moves[side].map(|cell| cell.node)
            }
            RowContent::Line { nodes, .. } => {
                let view = self.imp().line.get()?;
                let point = match point {
                    Some((x, y)) => Some(self.translate_coordinates(&view.label, x, y)?),
                    None => None,
                };
                nodes.get(view.place_at(point)?).copied()
            }
        }
    }

    /// Returns the move of the row as a whole: the highlighted one, or the first.
    pub(super) fn main_node(&self) -> Option<NodeId> {
        let item = self.item()?;
        let row = item.row();
        if let RowContent::Comment(node) = row.entry {
            return Some(node);
        }
        let nodes = row.nodes();
        let marked = item.shown().filter(|shown| nodes.contains(shown));
        marked.or(nodes.first().copied())
    }

    /// Focuses the highlighted move.
    pub(super) fn focus_marked(&self) -> bool {
        let imp = self.imp();
        match self.item().map(|item| (item.row().entry, item.shown())) {
            Some((RowContent::Round { .. }, _)) => {
                imp.round.get().is_some_and(RoundView::focus_shown)
            }
            Some((RowContent::Line { nodes, .. }, shown)) => {
                let place = nodes.iter().position(|node| Some(*node) == shown);
                let view = imp.line.get().zip(place);
                view.is_some_and(|(view, place)| view.focus(place))
            }
            _ => false,
        }
    }

    /// Returns the vertical offset of the highlighted move in the row, and its height.
    pub(super) fn marked_place(&self) -> Option<(f64, f64)> {
        let whole = (0.0, f64::from(self.height()));
        let item = self.item()?;
        let shown = item.shown();
        let RowContent::Line { nodes, .. } = item.row().entry else {
            return Some(whole);
        };
        let view = self.imp().line.get()?;
        let place = nodes.iter().position(|node| Some(*node) == shown)?;
        let (top, height) = view.height_of(place)?;
        let (_, above) = view.label.translate_coordinates(self, 0.0, top)?;
        Some((above, height))
    }
}

/// Creates the widgets of a comment: its place and its text.
fn comment_view() -> (gtk::Grid, gtk::Label, gtk::Label) {
    let place = number_label();
    place.set_valign(gtk::Align::Start);
    let text = gtk::Label::builder()
        .xalign(0.0)
        .hexpand(true)
        .wrap(true)
        .width_chars(MIN_CHARS)
        .wrap_mode(gtk::pango::WrapMode::WordChar)
        .build();
    // A box would warn about wrapping labels that it cannot measure.
    let root = gtk::Grid::builder().column_spacing(10).build();
    root.add_css_class("comment");
    root.attach(&place, 0, 0, 1, 1);
    root.attach(&text, 1, 0, 1, 1);
    (root, place, text)
}
