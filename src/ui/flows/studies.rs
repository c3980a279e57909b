//! The room of studies over the window, and games that are played on from there.

mod positions;
mod printing;

use super::Flows;
use crate::game::{Agreement, Colors};
use crate::ui::dialogs::studies::{Studies, StudyOpponent};
use crate::ui::platform::settings::OpponentChoice;
use crate::ui::session::{LostProgress, ProgressFault, StudyProgress, StudyVerdicts};
use crate::ui::toolkit::ask::tell;
use crate::ui::toolkit::prelude::*;

impl Flows {
    /// Shows the studies.
    pub async fn show_studies(&self) {
        if let Some(open) = self.memory.studies.upgrade() {
            return open.present();
        }
        let (known, lost) = StudyProgress::load().await;
        let verdicts = StudyVerdicts::load().await;
        // It may have been asked for twice meanwhile.
        if let Some(open) = self.memory.studies.upgrade() {
            return open.present();
        }
        let window = Studies::new(&self.window, &self.settings, known, verdicts);
        self.memory.studies.set(Some(&window));
        self.connect_studies(&window);
        announce::present(&window);
        if let Some(lost) = lost {
            tell(&window, words::progress_lost_title(), &sentence(&lost));
        }
        self.add_known_positions(&window).await;
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
        let agreed = Agreement {
            handicap: None,
            ..self.settings.agreement()
        };
        let agreed = opponent.applied(agreed, solver);
        let Ok(game) = agreed.begin_from(start) else {
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
    if let Some(name) = lost.kept.as_ref().and_then(|file| file.file_name()) {
        return words::progress_damaged(&name.to_string_lossy());
    }
    let why = match &lost.why {
        ProgressFault::Unreadable(error) => words::reading_error(error),
        ProgressFault::Unknown(error) => words::progress_error(error).to_owned(),
    };
    words::progress_lost(&why)
}
