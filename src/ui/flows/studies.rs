//! The room of studies over the window: games that are played on from there, positions of the players’ own files, which
//! are only read, and printing.

use super::{FlowError, Flows};
use crate::game::OpponentChoice;
use crate::game::{Colors, GameTerms};
use crate::record::{Collection, Files};
use crate::score_sheet::{StudyOptions, StudySheet};
use crate::studies::{Drill, OwnBook, Study};
use crate::ui::dialogs::print::{PrintDialog, StudyChoice};
use crate::ui::dialogs::studies::{Studies, StudyOpponent, StudySource};
use crate::ui::flows::choose::{self, display_name};
use crate::ui::flows::printing::PrintJob;
use crate::ui::flows::read::{self, FileContents};
use crate::ui::platform::appearance;
use crate::ui::platform::on_worker;
use crate::ui::session::{LostProgress, ProgressFault, StudyProgress, StudyVerdicts};
use crate::ui::toolkit::ask::tell;
use crate::ui::toolkit::prelude::*;
use crate::ui::toolkit::toast::Tells;
use futures_channel::mpsc;
use std::io;

impl Flows {
    /// Shows the studies, and puts one of them on the board.
    pub async fn show_studies(&self, chosen: Option<&Study>) {
        let present = |window: Studies| {
            announce::present(&window);
            chosen.iter().for_each(|study| window.open(study));
        };
        if let Some(open) = self.memory.studies.upgrade() {
            return present(open);
        }
        let (known, lost) = StudyProgress::load().await;
        let verdicts = StudyVerdicts::load().await;
        // It may have been asked for twice meanwhile.
        if let Some(open) = self.memory.studies.upgrade() {
            return present(open);
        }
        let window = Studies::new(&self.window, &self.settings, known, verdicts);
        self.memory.studies.set(Some(&window));
        self.connect_studies(&window);
        present(window.clone());
        if let Some(lost) = lost {
            tell(&window, words::progress_lost_title(), &sentence(&lost));
        }
        self.add_known_positions(&window).await;
    }

    /// Adds drills to the studies, and shows them.
    pub async fn practice(&self, drills: Vec<Drill>) {
        self.show_studies(None).await;
        if let Some(window) = self.memory.studies.upgrade() {
            window.add_drills(drills);
        }
    }

    fn connect_studies(&self, window: &Studies) {
        let later = self.later();
        window.connect_played_on(move |window, opponent| {
            if let Some(flows) = later() {
                let window = window.clone();
                flows.start(async move |flows| flows.play_on(&window, opponent).await);
            }
        });
        let later = self.later();
        window.connect_added(move |window, source| {
            if let Some(flows) = later() {
                let window = window.clone();
                flows.start(async move |flows| flows.add_positions(&window, source).await);
            }
        });
        let later = self.later();
        window.connect_removed(move |window| {
            if let (Some(flows), Some(uri)) = (later(), window.remove_book()) {
                flows.forget_positions(&uri);
            }
        });
        let later = self.later();
        window.connect_print_asked(move |window| {
            if let Some(flows) = later() {
                flows.ask_print_studies(window);
            }
        });
    }

    /// Starts a game from the position of a study. The window of the studies closes if it does.
    async fn play_on(&self, window: &Studies, opponent: StudyOpponent) {
        let (Some(start), Some(solver)) = (window.setup(), window.solver()) else {
            return;
        };
        let opponent = OpponentChoice {
            computer: opponent == StudyOpponent::Computer,
            ..self.settings.opponent()
        };
        let terms = GameTerms {
            handicap: None,
            ..self.settings.game_terms()
        };
        let terms = opponent.applied(terms, solver, words::computer_name);
        let Ok(game) = terms.begin_from(start) else {
            return;
        };
        let over = self.over(window);
        if over.may_be_replaced().await {
            window.close();
            self.session.begin(game, Colors::AsNamed);
        }
    }
}

fn sentence(lost: &LostProgress) -> String {
    if let Some(name) = lost.quarantined.as_ref().and_then(|file| file.file_name()) {
        return words::progress_damaged(&name.to_string_lossy());
    }
    let why = match &lost.why {
        ProgressFault::Unreadable(error) => words::reading_error(error),
        ProgressFault::Unknown(error) => words::progress_error(error).to_owned(),
    };
    words::progress_lost(&why)
}

impl Flows {
    /// Lets the user choose a file or a folder, and adds its positions to the studies.
    async fn add_positions(&self, window: &Studies, source: StudySource) {
        let file = match source {
            StudySource::File => choose::file_to_read(window, words::add_positions()).await,
            StudySource::Folder => choose::folder(window, words::add_positions_folder()).await,
        };
        let Some(file) = file else {
            return;
        };
        let (book, files) = match read_book(window, &file).await {
            Ok(read) => read,
            Err(error) => {
                let heading = words::cannot_open(&display_name(&file));
                return tell(window, &heading, &error.sentence());
            }
        };
        let (count, left_out) = (book.studies().len(), words::left_out(book.left_out()));
        if count == 0 {
            let why = words::no_positions_about(&book, files.as_ref());
            return tell(window, words::no_positions(), &why);
        }
        let turned = words::turned(book.turned());
        let turned_title = words::turned_title(book.turned().len());
        let name = book.name().clone();
        let left_out_title = words::left_out_title(book.left_out().len());
        let uri = file.uri();
        window.add_book(&uri, book);
        window.choose_book(&name);
        window.tell(&words::positions_added(count, files.as_ref()));
        if !turned.is_empty() {
            tell(window, &turned_title, &turned);
        }
        if !left_out.is_empty() {
            tell(window, &left_out_title, &left_out);
        }
        self.settings.remember(|known| {
            if !known.study_files.iter().any(|one| **one == *uri) {
                known.study_files.push(uri.into());
            }
        });
    }

    /// Adds the positions of the files that were added before. One that is gone is forgotten.
    async fn add_known_positions(&self, window: &Studies) {
        for uri in self.settings.study_files() {
            let file = gio::File::for_uri(&uri);
            match read_book(window, &file).await {
                Ok((book, _)) => window.add_book(&uri, book),
                Err(error) => {
                    if is_gone(&error) {
                        self.forget_positions(&uri);
                    }
                    let why = error.sentence();
                    window.tell(&words::positions_unread(&display_name(&file), &why));
                }
            }
        }
    }

    /// Forgets the positions added from a file.
    fn forget_positions(&self, uri: &str) {
        self.settings
            .remember(|known| known.study_files.retain(|one| one != uri));
    }
}

/// Reads the positions of a file, or of the files of a folder, which come with them.
async fn read_book(
    window: &Studies,
    file: &gio::File,
) -> Result<(OwnBook, Option<Files>), FlowError> {
    let (sender, _progress) = mpsc::unbounded();
    let contents = read::read(std::slice::from_ref(file), sender).await?;
    let name = window.free_book_name(&file.uri(), &display_name(file));
    on_worker(move || Ok(book_of(&name, contents))).await
}

fn book_of(name: &str, contents: FileContents) -> (OwnBook, Option<Files>) {
    let mut book = OwnBook::new(name);
    match contents {
        FileContents::One(only) => {
            book.add(Ok(only.loaded), None);
            (book, None)
        }
        FileContents::Many(games) => {
            add_games(&mut book, &games);
            (book, games.files().cloned())
        }
    }
}

fn add_games(book: &mut OwnBook, games: &Collection) {
    for game in 0..games.count() {
        book.add(games.read(game), games.file_name(game));
    }
}

fn is_gone(error: &FlowError) -> bool {
    matches!(error, FlowError::Reading(error) if error.kind() == io::ErrorKind::NotFound)
}

impl Flows {
    /// Asks which studies to print, and prints them.
    fn ask_print_studies(&self, window: &Studies) {
        let (later, asked) = (self.later(), window.downgrade());
        let count = |scope| window.studies(scope).len();
        PrintDialog::ask_about_studies(window, count, move |choice| {
            if let (Some(flows), Some(window)) = (later(), asked.upgrade()) {
                flows.print_studies(&window, choice);
            }
        });
    }

    fn print_studies(&self, window: &Studies, choice: StudyChoice) {
        let how = self.settings.move_style().main();
        let options = StudyOptions {
            solutions: choice.has_solutions.then_some(how),
            look: appearance::look(),
        };
        let studies = window.studies(choice.scope);
        let over = self.over(window);
        over.run_print_job(PrintJob {
            name: words::studies().to_owned(),
            content: Box::new(StudySheet::new(&studies, &options)),
            heading: words::cannot_print_studies(),
            confirmation: words::studies_printed().to_owned(),
        });
    }
}
