//! Columns of the game table, which are shown by width.

use crate::record::Collection;
use crate::ui::toolkit::prelude::*;
use crate::ui::toolkit::search_list::value;
use crate::words::{ColumnContents, GameColumn};
use std::collections::HashMap;
use std::sync::Arc;

/// The games of a dialog, which may grow while the file is read.
pub(super) type BrowsedGames = Rc<RefCell<Arc<Collection>>>;

/// Minimum dialog width at which a column is shown.
const fn room(column: GameColumn) -> i32 {
    match column {
        GameColumn::Red | GameColumn::Black | GameColumn::Result => 0,
        GameColumn::Number => 460,
        GameColumn::Date => 560,
        GameColumn::Event => 680,
        GameColumn::File => 620,
    }
}

/// The columns of a table.
#[derive(Debug)]
pub(super) struct GameColumns {
    games: BrowsedGames,
    columns: Vec<(GameColumn, gtk::ColumnViewColumn)>,
    contents: RefCell<ColumnContents>,
}

impl GameColumns {
    pub(super) fn new(games: &BrowsedGames) -> Self {
        let column = |field: GameColumn| {
            let column = gtk::ColumnViewColumn::builder()
                .title(field.title())
                .factory(&factory(field, games))
                .sorter(&sorter(field, games))
                .expand(field.is_wide())
                .build();
            (field, column)
        };
        Self {
            games: games.clone(),
            columns: GameColumn::ALL.map(column).into(),
            contents: RefCell::default(),
        }
    }

    pub(super) fn add_to(&self, table: &gtk::ColumnView) {
        for (_, column) in &self.columns {
            table.append_column(column);
        }
        if has_rows(table) {
            table.set_property(ROW_FACTORY, row_factory(&self.games));
        }
    }

    /// Shows the columns that fit into this width; the others have the room of those in which there is nothing.
    pub(super) fn fit(&self, width: i32) {
        let mut contents = self.contents.borrow_mut();
        contents.see(&self.games.borrow());
        for (field, column) in &self.columns {
            let title = contents.title(*field);
            if column.title().as_deref() != Some(title) {
                column.set_title(Some(title));
            }
            let fits = width >= room(*field) && contents.has(*field);
            if column.is_visible() != fits {
                column.set_visible(fits);
            }
        }
    }
}

pub(super) fn game_of(item: &glib::Object) -> Option<usize> {
    value::<u32>(item).map(|game| game as usize)
}

fn factory(field: GameColumn, games: &BrowsedGames) -> gtk::SignalListItemFactory {
    let factory = gtk::SignalListItemFactory::new();
    factory.connect_setup(move |_, item| {
        let label = gtk::Label::builder()
            .xalign(if field == GameColumn::Number {
                1.0
            } else {
                0.0
            })
            .single_line_mode(true)
            .build();
        if field.is_wide() {
            label.set_ellipsize(gtk::pango::EllipsizeMode::End);
        }
        if let Some(item) = item.downcast_ref::<gtk::ListItem>() {
            item.set_child(Some(&label));
        }
    });
    let games = games.clone();
    factory.connect_bind(move |_, item| {
        let Some(item) = item.downcast_ref::<gtk::ListItem>() else {
            return;
        };
        let games = games.borrow().clone();
        let game = item.item().as_ref().and_then(game_of);
        let Some((game, head)) = game.and_then(|game| Some((game, games.head(game)?))) else {
            return;
        };
        let Some(label) = item.child().and_downcast::<gtk::Label>() else {
            return;
        };
        let file = games.file_name(game).unwrap_or_default();
        let text = field.text(game, head, file);
        label.set_label(&words::value(&text));
        if field == GameColumn::Red {
            // Beside games with players, a title may be cut.
            let is_title = head.red.is_empty() && head.black.is_empty();
            label.set_tooltip_text(is_title.then_some(&*text));
        }
        if field == GameColumn::Red
            && let Some(row) = row_of(&label)
        {
            a11y::set_label(&row, &words::listed_game(game + 1, head, file));
        }
    });
    factory
}

/// Creates the row factory: the row as a whole takes the focus and is read out. Since GTK 4.12 this factory also names
/// it, which the bindings for GTK 4.8 do not cover.
fn row_factory(games: &BrowsedGames) -> gtk::SignalListItemFactory {
    let factory = gtk::SignalListItemFactory::new();
    let games = games.clone();
    factory.connect_bind(move |_, row| {
        let games = games.borrow().clone();
        let item = row.property::<Option<glib::Object>>("item");
        let game = item.as_ref().and_then(game_of);
        if let Some((game, head)) = game.and_then(|game| Some((game, games.head(game)?))) {
            let file = games.file_name(game).unwrap_or_default();
            a11y::name_place(row, &words::listed_game(game + 1, head, file));
        }
    });
    factory
}

const ROW_FACTORY: &str = "row-factory";

fn has_rows(table: &gtk::ColumnView) -> bool {
    table.has_property(ROW_FACTORY)
}

/// Returns the row around a cell, whose owner is the table. Before GTK 4.12 it is created before its cells are bound.
fn row_of(label: &gtk::Label) -> Option<gtk::Widget> {
    let table = label.ancestor(gtk::ColumnView::static_type())?;
    if has_rows(table.downcast_ref()?) {
        return None;
    }
    label.parent()?.parent()
}

fn sorter(field: GameColumn, games: &BrowsedGames) -> gtk::CustomSorter {
    let games = games.clone();
    // A game is compared many times.
    let keys: RefCell<HashMap<usize, Option<Rc<str>>>> = RefCell::default();
    gtk::CustomSorter::new(move |one, other| {
        let (Some(one), Some(other)) = (game_of(one), game_of(other)) else {
            return gtk::Ordering::Equal;
        };
        let games = games.borrow();
        let made = |game: usize| {
            let file = games.file_name(game).unwrap_or_default();
            games.head(game).map(|head| field.key(head, file).into())
        };
        let key = |game: usize| {
            let mut keys = keys.borrow_mut();
            keys.entry(game).or_insert_with(|| made(game)).clone()
        };
        // Equal games keep the order of the file.
        (key(one), one).cmp(&(key(other), other)).into()
    })
}
