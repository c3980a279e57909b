//! The review of the game on the board, in the side panel.

use super::Window;
use crate::game::better_line;
use crate::record::NodeId;
use crate::record::notation::Notation;
use crate::rules::Setup;
use crate::scene::Curve;
use crate::studies::{Drill, game_title};
use crate::ui::panel::review_section::{ReviewSection, ReviewedMove};
use crate::ui::platform::time;
use crate::ui::session::{ReviewFault, Revision};
use crate::ui::toolkit::ask::tell;
use crate::ui::toolkit::prelude::*;
use crate::words::Players;

/// The curve of a revision of the game.
#[derive(Debug, Default)]
pub(super) struct KnownCurve {
    revision: Cell<Revision>,
    curve: RefCell<Rc<Curve>>,
    has_drills: Cell<bool>,
    /// The turning points in sentences, with moves in this notation; `None` until they are asked for.
    told: RefCell<Option<(Notation, Vec<String>)>>,
}

impl Window {
    /// The section, created when there is first something to show.
    fn review_section(&self) -> &ReviewSection {
        let imp = self.imp();
        imp.bars.review.get_or_init(|| {
            let section = ReviewSection::default();
            section.set_low(imp.panel.is_low());
            section.connect_chosen(weak!(self, |window, _, node| window.show_listed(node)));
            section.connect_stopped(weak!(self, |window, _| {
                window.session().stop_review();
                window.imp().board.grab_focus();
            }));
            section.add_controller(self.escape());
            imp.panel.add_below_moves(&section);
            section
        })
    }

    /// Reviews the game on the board with the chosen engine, and shows where it turned.
    pub(super) fn review(&self, is_new: bool) {
        let window = self.clone();
        self.start(async move |_| {
            window.close_ending();
            window.imp().flap.set_reveal_flap(true);
            let guard = window.session().guard();
            let engine = window.settings().review_engine();
            let done = window.session().clone().review(&engine, is_new).await;
            match done {
                Ok(is_done) if is_done && guard.is_same_game() => window.tell_turning_points(),
                Ok(_) => {}
                Err(fault) => {
                    let why = match fault {
                        ReviewFault::Thread => words::cannot_review_about().to_owned(),
                        ReviewFault::Engine(fault) => words::engine_fault(&fault),
                    };
                    tell(&window, words::cannot_review(), &why);
                }
            }
        });
    }

    /// Shows the first turning point of a review that has ended.
    fn tell_turning_points(&self) {
        let curve = self.curve();
        if let Some(first) = curve.turning_points().first() {
            self.show_listed(*first);
        }
        match curve.turning_points().len() {
            0 => self.session().remark_done(words::no_turning_point()),
            count => self.session().remark_done(&words::turning_points(count)),
        }
    }

    /// The curve of the game on the board; empty while it is being played.
    fn curve(&self) -> Rc<Curve> {
        let known = &self.imp().curve;
        let revision = self.session().revision();
        if known.revision.replace(revision) != revision {
            let state = self.session().state();
            let is_remote = self.session().remote_game_on_board().is_some();
            let game = Some(&state.game).filter(|game| !is_remote && game.can_be_reviewed());
            let curve = game.map(|game| Curve::of_main_line(game.record()));
            let has_drills = game.is_some_and(|game| !game.drills().is_empty());
            known.has_drills.set(has_drills);
            known.told.take();
            known.curve.replace(Rc::new(curve.unwrap_or_default()));
        }
        known.curve.borrow().clone()
    }

    /// The turning point after what is shown, or before it.
    pub(super) fn turning_point(&self, is_forward: bool) -> Option<NodeId> {
        let (curve, state) = (self.curve(), self.session().state());
        let shown = curve.nearest(state.game.record(), state.game.shown())?;
        curve.turning_point_from(shown.node, is_forward)
    }

    pub(super) fn show_turning_point(&self, is_forward: bool) {
        if let Some(node) = self.turning_point(is_forward) {
            self.show_listed(node);
        }
    }

    /// Whether a review has found moves to practice.
    pub(super) fn has_drills(&self) -> bool {
        self.curve();
        self.imp().curve.has_drills.get()
    }

    /// Adds the bad moves of the game to the drills, and opens these.
    pub(super) fn practice(&self) {
        let state = self.state();
        let record = state.game.record();
        let players = game_title(&record.tags);
        let (now, how) = (time::unix_seconds(), self.settings().move_style().main());
        // One after the other, so that they stay in the order of the game.
        let drills = state.game.drills().into_iter().zip(now..);
        let drills = drills.map(|((id, better), now)| {
            let before = record.node(id).parent().unwrap_or(record.root());
            let position = record.node(before).position();
            let title = words::drill_title(players.as_deref(), record, id, how);
            Drill::new(&Setup::from(position), &better, title, now)
        });
        let drills: Vec<_> = drills.collect();
        self.start(async move |flows| flows.practice(drills).await);
    }

    /// Refreshes the section with the curve.
    pub(super) fn refresh_review(&self) {
        let progress = self.session().review_progress();
        let curve = if self.is_guessing() {
            Rc::default()
        } else {
            self.curve()
        };
        if self.imp().bars.review.get().is_none() && curve.is_empty() && progress.is_none() {
            return;
        }
        let section = self.review_section();
        if curve.is_empty() {
            return section.show_review(&curve, &[], &ReviewedMove::default(), progress);
        }
        let state = self.state();
        let (record, shown) = (state.game.record(), state.game.shown());
        let (who, how) = (
            Players::of_game(&state.game),
            self.settings().move_style().main(),
        );
        let tell = |id: &NodeId| words::turning_point(record, *id, &who, how);
        let point = curve.nearest(record, shown);
        let bad = point.filter(|point| point.node == shown && point.quality.is_some());
        let told = bad.and_then(|point| tell(&point.node)).or_else(|| {
            let chances = point?.chances?;
            Some(words::winning_chances_of_red(chances))
        });
        let better = bad.and_then(|point| better_line(record, point.node));
        let shown = ReviewedMove {
            node: point.map(|point| point.node),
            told: told.unwrap_or_default(),
            better: better.map(|(first, _)| first),
        };
        section.offer_engines(self.settings().engine_labels());
        let turning = self.told_turning_points(&curve, how, tell);
        section.show_review(&curve, &turning, &shown, progress);
    }

    /// The turning points in sentences, made once for each curve and notation.
    fn told_turning_points(
        &self,
        curve: &Curve,
        how: Notation,
        tell: impl Fn(&NodeId) -> Option<String>,
    ) -> Vec<String> {
        let known = self.imp().curve.told.take().filter(|known| known.0 == how);
        let (_, told) = known.unwrap_or_else(|| {
            let told = curve.turning_points().iter().filter_map(tell);
            (how, told.collect())
        });
        self.imp().curve.told.replace(Some((how, told.clone())));
        told
    }
}
