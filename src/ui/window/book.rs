//! The book of positions: its games are read and indexed in the background once its section is opened, and each shown
//! position is looked up. A click shows a move on the board, or opens a game.

use super::Window;
use crate::record::Collection;
use crate::record::notation::Notation;
use crate::rules::{Move, Position};
use crate::ui::flows::book_folder_name;
use crate::ui::panel::book_section::BookSection;
use crate::ui::platform::search_task::SearchSlot;
use crate::ui::platform::settings::BookSource;
use crate::ui::platform::{memory, on_worker};
use crate::ui::session::position_cache::{BookError, BookProgress, open_book};
use crate::ui::toolkit::prelude::*;
use crate::words::BookText;
use futures_channel::mpsc;
use std::io;
use std::sync::Arc;

/// The book, and the work on it.
#[derive(Debug, Default)]
pub(super) struct Book {
    section: OnceCell<BookSection>,
    is_open: Cell<bool>,
    /// Whether it is still to be told what the section shows first.
    is_untold: Cell<bool>,
    /// Reading and indexing of the games.
    work: SearchSlot,
    /// Number of works begun; only the last one is shown.
    begun: Cell<u64>,
    games: RefCell<Option<Arc<Collection>>>,
    /// Fraction of the work that is done; `None` after it.
    part: Cell<Option<f64>>,
    /// Number of pages asked for; only the last one is shown.
    asked: Cell<u64>,
    /// Conditions of the page asked for last.
    page: RefCell<Option<PageKey>>,
    /// Position of the page that is shown.
    shown: RefCell<Option<Position>>,
}

/// Conditions that a page of the book depends on.
#[derive(Clone, Debug, PartialEq)]
struct PageKey {
    position: Position,
    how: Notation,
    part: Option<f64>,
}

impl Window {
    /// Opens or closes the book.
    pub(super) fn toggle_book(&self) {
        let book = &self.imp().book;
        let flap = &self.imp().flap;
        if book.is_open.get() && flap.reveals_flap() {
            return self.close_book();
        }
        flap.set_reveal_flap(true);
        if !book.is_open.replace(true) {
            book.is_untold.set(true);
            self.book_section();
            self.update();
            self.read_book();
        }
    }

    /// Whether the book is open.
    pub(super) fn shows_book(&self) -> bool {
        self.imp().book.is_open.get()
    }

    fn close_book(&self) {
        let book = &self.imp().book;
        book.is_open.set(false);
        book.work.cancel();
        book.begun.set(book.begun.get() + 1);
        self.forget_book();
        let section = self.book_section();
        let had_focus = section.focus_child().is_some();
        self.update();
        if had_focus {
            self.focus_board();
        }
        memory::give_back_soon();
    }

    /// Forgets the games and the page.
    fn forget_book(&self) {
        let book = &self.imp().book;
        book.asked.set(book.asked.get() + 1);
        book.games.take();
        book.page.take();
        book.shown.take();
        book.part.take();
        self.book_section().forget();
    }

    /// The section, created when it is first opened.
    fn book_section(&self) -> &BookSection {
        self.imp().book.section.get_or_init(|| {
            let section = BookSection::default();
            section.set_low(self.imp().panel.is_low());
            section.connect_move_chosen(weak!(self, |window, _, mv| window.look_ahead(mv)));
            section.connect_game_chosen(weak!(self, |window, _, game| window.open_listed(game)));
            section.connect_all_asked(weak!(self, |window, _| {
                let position = window.state().game.shown_position().clone();
                window.browse_book(position);
            }));
            section.connect_source_chosen(weak!(self, |window, _, source| {
                window
                    .settings()
                    .remember(|known| known.book.source = source);
                window.read_book();
            }));
            section.connect_folder_asked(weak!(self, |window, _| window.choose_book_folder()));
            section.connect_done(weak!(self, |window, _| window.focus_board()));
            section.add_controller(self.escape());
            self.imp().panel.add_section(&section);
            section
        })
    }

    fn choose_book_folder(&self) {
        let window = self.clone();
        self.start(async move |flows| {
            if let Some(uri) = flows.choose_book_folder().await {
                window.settings().remember(|known| {
                    known.book.source = BookSource::Folder;
                    known.book.folder = Some(uri);
                });
                window.read_book();
            }
        });
    }

    /// Reads and indexes the games of the open book, as far as that has not been done since they changed.
    pub(super) fn read_book(&self) {
        let book = &self.imp().book;
        if !book.is_open.get() {
            return;
        }
        let choice = self.settings().book();
        let section = self.book_section();
        section.offer_sources(choice.source, book_folder_name(&choice).as_deref());
        let paths = self.flows().book_paths(&choice);
        let number = book.begun.get() + 1;
        book.begun.set(number);
        let known = book.games.borrow().clone();
        let is_same =
            |known: &Arc<Collection>| known.state().is_some_and(|state| state.paths == paths);
        let known = known.filter(is_same);
        if known.is_none() {
            self.forget_book();
        }
        if paths.is_empty() {
            book.work.cancel();
            section.show_state("");
            self.tell_book(words::book_is_empty());
            return section.show_message(words::book_is_empty(), true);
        }
        let known = known.or_else(|| self.flows().browsed_games(&paths));
        let (sender, mut progress) = mpsc::unbounded();
        let work = book
            .work
            .run(move |stop| open_book(&paths, known, &sender, stop));
        let done = match work {
            Ok(done) => done,
            Err(error) => return self.refuse_book(&BookError::Reading(error)),
        };
        glib::spawn_future_local(glib::clone!(
            #[weak(rename_to = window)]
            self,
            async move {
                while let Ok(step) = progress.recv().await {
                    if window.imp().book.begun.get() != number {
                        return;
                    }
                    window.follow_book(step);
                }
                let done = done.await;
                if window.imp().book.begun.get() == number {
                    match done {
                        Some(Err(why)) => window.refuse_book(&why),
                        _ => window.end_book(),
                    }
                }
            }
        ));
    }

    fn follow_book(&self, step: BookProgress) {
        let book = &self.imp().book;
        match step {
            BookProgress::Opened(games) => {
                let is_other = |known: &Arc<Collection>| !Arc::ptr_eq(known, &games);
                if book.games.borrow().as_ref().is_none_or(is_other) {
                    book.page.take();
                }
                let part = book.part.get().unwrap_or_default();
                book.part.set((!games.is_indexed()).then_some(part));
                book.games.replace(Some(games));
            }
            BookProgress::Part(part) => {
                book.part.set(Some(part));
                self.book_section().show_state(&words::book_progress(part));
            }
        }
        self.refresh_book();
    }

    fn end_book(&self) {
        self.imp().book.part.take();
        self.refresh_book();
    }

    fn refuse_book(&self, why: &BookError) {
        self.forget_book();
        let sentence = match why {
            BookError::Reading(error) if error.kind() == io::ErrorKind::NotFound => {
                words::book_is_empty().to_owned()
            }
            BookError::Reading(error) => words::reading_error(error),
            BookError::Read(error) => words::read_error(error),
            BookError::NoGames => words::no_games_here().to_owned(),
            BookError::Stopped => return,
        };
        let section = self.book_section();
        section.show_state("");
        section.show_message(&sentence, true);
        self.tell_book(&sentence);
    }

    /// Announces what the section shows when it is opened.
    fn tell_book(&self, told: &str) {
        if self.imp().book.is_untold.take() {
            self.announce(Importance::Answer, told);
        }
    }

    /// Refreshes the page of the book. It is hidden with the board, and in a game with a friend far away.
    pub(super) fn refresh_book(&self) {
        let book = &self.imp().book;
        let Some(section) = book.section.get() else {
            return;
        };
        let is_shown = book.is_open.get() && self.may_look_up() && !self.is_guessing();
        if section.get_visible() != is_shown {
            section.set_visible(is_shown);
        }
        let Some(games) = book.games.borrow().clone().filter(|_| is_shown) else {
            return;
        };
        let key = PageKey {
            position: self.state().game.shown_position().clone(),
            how: self.settings().move_style().main(),
            part: book.part.get(),
        };
        if book.page.borrow().as_ref() == Some(&key) {
            return;
        }
        book.page.replace(Some(key.clone()));
        let number = book.asked.get() + 1;
        book.asked.set(number);
        glib::spawn_future_local(glib::clone!(
            #[weak(rename_to = window)]
            self,
            async move {
                let (position, how) = (key.position, key.how);
                let shown = position.clone();
                let text = on_worker(move || {
                    let page = games.book(&position);
                    BookText::of(&page, &games, &position, how)
                });
                let text = text.await;
                let book = &window.imp().book;
                if book.asked.get() == number {
                    if book.part.get().is_none() {
                        let is_known = !text.games.is_empty();
                        window.tell_book(if is_known {
                            &text.summary
                        } else {
                            words::not_in_book()
                        });
                    }
                    book.shown.replace(Some(shown));
                    window.book_section().show_page(text, book.part.get());
                }
            }
        ));
    }

    /// Gives the section as much height as there is.
    pub(super) fn refresh_book_height(&self) {
        let section = self.imp().book.section.get();
        section
            .iter()
            .for_each(|section| section.set_low(self.imp().panel.is_low()));
    }

    /// Whether the position may be looked up: not while it is hidden, nor during a game with a friend far away.
    pub(super) fn may_look_up(&self) -> bool {
        let is_remote = self.session().remote_game_on_board().is_some();
        let state = self.state();
        let game = &state.game;
        game.may_be_looked_up() && !(is_remote && game.outcome().is_none())
    }

    /// Shows a move of the book on the board, or else the games in which it was played.
    fn look_ahead(&self, mv: Move) {
        let state = self.state();
        // Another position is on the board, and its page is still to come.
        if self.imp().book.shown.borrow().as_ref() != Some(state.game.shown_position()) {
            return;
        }
        let (command, position) = (
            state.game.look_ahead(mv),
            state.game.shown_position().clone(),
        );
        drop(state);
        match (command, position.play(mv)) {
            (Some(command), _) => self.dispatch(command),
            (None, Ok(position)) => self.browse_book(position),
            (None, Err(_)) => {}
        }
    }

    fn browse_book(&self, position: Position) {
        if let Some(games) = self.imp().book.games.borrow().clone() {
            self.flows().browse_book(games, position);
        }
    }

    fn open_listed(&self, game: usize) {
        let position = self.state().game.shown_position().clone();
        if let Some(games) = self.imp().book.games.borrow().clone() {
            self.start(async move |flows| flows.open_from_book(games, game, position).await);
        }
    }
}
