//! Columns of the game table: their contents, sort order, and visibility by width.

use crate::record::{Collection, Head, sort_key};
use crate::rules::Side;
use crate::ui::toolkit::prelude::*;
use crate::ui::toolkit::search_list::value;
use std::collections::HashMap;
use std::sync::Arc;

/// The games of a dialog, which may grow while the file is read.
pub(super) type BrowsedGames = Rc<RefCell<Arc<Collection>>>;

/// Content of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Number,
    Red,
    Black,
    Result,
    Date,
    Event,
    File,
}

/// Subject of the first wide column, by which games are told apart, from the least to the most telling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Subject {
    File,
    Title,
    Players,
}

impl Subject {
    /// Subject of a game, as in [`words::listed_red`]; `None` if there is nothing to tell.
    fn of(head: &Head, file: &str) -> Option<Self> {
        if !head.red.is_empty() || !head.black.is_empty() {
            Some(Self::Players)
        } else if !head.title.is_empty() {
            Some(Self::Title)
        } else {
            (!file.is_empty()).then_some(Self::File)
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::File => words::file_title(),
            Self::Title => words::name_title(),
            Self::Players => words::side(Side::Red),
        }
    }
}

impl Column {
    const ALL: [Self; 7] = [
        Self::Number,
        Self::Red,
        Self::Black,
        Self::Result,
        Self::Date,
        Self::Event,
        Self::File,
    ];

    fn title(self) -> &'static str {
        match self {
            Self::Number => words::number_title(),
            Self::Red => words::side(Side::Red),
            Self::Black => words::side(Side::Black),
            Self::Result => words::result_title(),
            Self::Date => words::date_title(),
            Self::Event => words::event_title(),
            Self::File => words::file_title(),
        }
    }

    fn text(self, game: usize, head: &Head, file: &str) -> String {
        match self {
            Self::Number => (game + 1).to_string(),
            Self::Red => words::listed_red(head, file).to_owned(),
            Self::Black => head.black.clone(),
            Self::Result => words::result_sign(head.result).to_owned(),
            Self::Date => head.date.clone(),
            Self::Event => words::listed_event(head, file).to_owned(),
            Self::File => file.to_owned(),
        }
    }

    /// Sort key.
    fn key(self, head: &Head, file: &str) -> String {
        match self {
            Self::Number => String::new(),
            Self::Result => head.result.unwrap_or_default().to_owned(),
            Self::Date => head.date.clone(),
            Self::Red => sort_key(words::listed_red(head, file)),
            Self::Black => sort_key(&head.black),
            Self::Event => sort_key(words::listed_event(head, file)),
            Self::File => sort_key(file),
        }
    }

    /// Whether a game has something to be shown there.
    fn has(self, head: &Head, file: &str) -> bool {
        match self {
            // The first player stands for the game.
            Self::Number | Self::Red => true,
            Self::Black => !head.black.is_empty(),
            Self::Result => head.result.is_some(),
            Self::Date => !head.date.is_empty(),
            Self::Event => !words::listed_event(head, file).is_empty(),
            Self::File => !file.is_empty(),
        }
    }

    /// Minimum dialog width at which the column is shown.
    const fn room(self) -> i32 {
        match self {
            Self::Red | Self::Black | Self::Result => 0,
            Self::Number => 460,
            Self::Date => 560,
            Self::Event => 680,
            Self::File => 620,
        }
    }

    const fn is_wide(self) -> bool {
        matches!(self, Self::Red | Self::Black | Self::Event | Self::File)
    }
}

/// The columns of a table.
#[derive(Debug)]
pub(super) struct GameColumns {
    games: BrowsedGames,
    columns: Vec<(Column, gtk::ColumnViewColumn)>,
    /// Columns in which no game so far has anything, and the number of those games.
    empty: RefCell<Vec<Column>>,
    seen: Cell<usize>,
    /// The most telling subject of those games; `None` if there is nothing to tell.
    subject: Cell<Option<Subject>>,
}

impl GameColumns {
    pub(super) fn new(games: &BrowsedGames) -> Self {
        let column = |field: Column| {
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
            columns: Column::ALL.map(column).into(),
            empty: RefCell::new(Column::ALL.into()),
            seen: Cell::new(0),
            subject: Cell::new(None),
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

    /// Updates the empty columns and the subject with the games read since.
    fn see(&self) {
        let games = self.games.borrow();
        let mut empty = self.empty.borrow_mut();
        for game in self.seen.replace(games.count())..games.count() {
            let file = games.file_name(game).unwrap_or_default();
            if let Some(head) = games.head(game) {
                empty.retain(|field| !field.has(head, file));
                self.subject
                    .set(self.subject.get().max(Subject::of(head, file)));
            }
        }
    }

    /// Shows the columns that fit into this width; the others have the room of those in which there is nothing.
    pub(super) fn fit(&self, width: i32) {
        self.see();
        let subject = self.subject.get().unwrap_or(Subject::Players);
        for (field, column) in &self.columns {
            if *field == Column::Red && column.title().as_deref() != Some(subject.title()) {
                column.set_title(Some(subject.title()));
            }
            let is_told = *field == Column::File && subject == Subject::File;
            let has_text = !is_told && !self.empty.borrow().contains(field);
            let fits = width >= field.room() && has_text;
            if column.is_visible() != fits {
                column.set_visible(fits);
            }
        }
    }
}

pub(super) fn game_of(item: &glib::Object) -> Option<usize> {
    value::<u32>(item).map(|game| game as usize)
}

fn factory(field: Column, games: &BrowsedGames) -> gtk::SignalListItemFactory {
    let factory = gtk::SignalListItemFactory::new();
    factory.connect_setup(move |_, item| {
        let label = gtk::Label::builder()
            .xalign(if field == Column::Number { 1.0 } else { 0.0 })
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
        if field == Column::Red {
            // Beside games with players, a title may be cut.
            let is_title = head.red.is_empty() && head.black.is_empty();
            label.set_tooltip_text(is_title.then_some(&*text));
        }
        if field == Column::Red
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

fn sorter(field: Column, games: &BrowsedGames) -> gtk::CustomSorter {
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
