//! A game over a line to a friend as the game on the board.

use super::far::{FarLine, FarNews, Invited, Reach, Target};
use super::{News, Session};
use crate::far::{Act, Effect, Order, Void};
use crate::game::{Agreement, Colors, Command, Event, Game, Now, Pause, Refusal};
use crate::record::Tags;
use crate::rules::Side;
use crate::ui::platform::prelude::*;
use crate::ui::platform::time;
use std::rc::Rc;

impl Session {
    /// The line to a friend.
    pub fn line(&self) -> Option<Rc<FarLine>> {
        self.line.borrow().clone()
    }

    /// The line of the game on the board.
    pub fn line_of_game(&self) -> Option<Rc<FarLine>> {
        self.line().filter(|_| self.plays_far.get())
    }

    /// The side that plays here, if the friend plays over a line.
    pub fn side_here(&self) -> Option<Side> {
        self.line_of_game()?.session().side()
    }

    /// Time of the game on the board. Over a line it stands while the friend is away.
    pub fn now(&self) -> Now {
        let now = time::now();
        let line = self.line_of_game();
        let told = line.and_then(|line| line.session().game_time(now.monotonic));
        told.unwrap_or(now)
    }

    /// Whether the friend over the line is away, so that the clocks stand.
    pub(super) fn is_line_down(&self) -> bool {
        self.line_of_game()
            .is_some_and(|line| !line.session().is_live())
    }

    /// Invites a friend, and returns what they have to be told.
    pub fn invite(
        self: &Rc<Self>,
        name: &str,
        terms: (Agreement, Side),
    ) -> Result<Invited, glib::Error> {
        self.leave_line();
        let file = self.keeper.line();
        let (line, invited) = FarLine::invite(name, terms, Reach::default(), file)?;
        self.follow_line(line);
        Ok(invited)
    }

    /// Joins a friend who has invited.
    pub fn join(self: &Rc<Self>, name: &str, target: Target) {
        self.leave_line();
        self.follow_line(FarLine::join(name, target, self.keeper.line()));
    }

    /// Leaves the line, if there is one. The game on the board stays.
    pub fn leave_line(&self) {
        self.plays_far.set(false);
        if let Some(line) = self.line.take() {
            line.listen(|_| {});
            line.order(Order::Leave);
        }
    }

    fn follow_line(self: &Rc<Self>, line: Rc<FarLine>) {
        let session = Rc::downgrade(self);
        line.listen(move |news| {
            if let Some(session) = session.upgrade() {
                session.hear_line(news);
            }
        });
        self.line.replace(Some(line));
    }

    /// Takes up the line of a game that was restored, and dials or listens again.
    pub(super) fn take_up_line(self: &Rc<Self>) {
        let sitting = self.sitting();
        let Some(id) = sitting.game.record().tags.get(Tags::LINE) else {
            return;
        };
        let line = FarLine::restore(self.keeper.line(), Reach::default());
        let is_same = |line: &Rc<FarLine>| {
            let known = line.session().log().map(|log| log.proposal().id);
            known.is_some_and(|known| known.to_string() == id)
        };
        // One that is over needs no line, and opens none.
        let goes_on = sitting.game.outcome().is_none();
        let Some(line) = line.filter(|line| goes_on && is_same(line)) else {
            return;
        };
        self.follow_line(line.clone());
        self.plays_far.set(true);
        self.show_line();
        // A host whose port is taken waits in vain, which the title says.
        let _ = line.go_on();
    }

    fn hear_line(self: &Rc<Self>, news: &FarNews<'_>) {
        match news {
            FarNews::Effect(Effect::Begun) => self.begin_far(),
            FarNews::Effect(Effect::Entered(_, events)) => self.show_entry(events),
            FarNews::Effect(Effect::WentBack(_)) => {
                self.show_line();
                self.lay_out();
                self.keep();
            }
            FarNews::Effect(Effect::Void(_, why)) => self.remark_refused(words::void(*why)),
            _ => {}
        }
        self.watch_clock();
        self.emit(&News::Far(news));
    }

    /// Puts the game over the line on the board, with the own side below.
    fn begin_far(self: &Rc<Self>) {
        let Some(line) = self.line() else { return };
        let session = line.session();
        let (Some(log), Some(own)) = (session.log(), session.side()) else {
            return;
        };
        let (game, id) = (log.game().clone(), log.proposal().id);
        drop(session);
        let mut sitting = self.sit_down(game, Colors::AsNamed);
        let tags = |tags: &mut Tags| tags.set(Tags::LINE, &id.to_string());
        sitting.game.edit_tags(tags);
        sitting.bottom = own;
        self.plays_far.set(true);
        self.put_on_board(sitting);
    }

    fn show_entry(self: &Rc<Self>, events: &[Event]) {
        if self.plays_far.get() {
            self.show_line();
            self.follow(events);
        }
    }

    /// Shows the game as it stands on the line, with what was noted on this board.
    fn show_line(&self) {
        let game = self.line().and_then(|line| line.session().game().cloned());
        if let Some(game) = game {
            self.change(|sitting| sitting.game = noted(game, &sitting.game));
        }
    }

    /// Does over the line what a command asks for; `None` if it concerns this board only.
    pub(super) fn apply_far(self: &Rc<Self>, command: Command) -> Option<Result<(), Refusal>> {
        let line = self.line_of_game()?;
        if matches!(command, Command::Tick | Command::Pause(Pause::Slept)) {
            return Some(Ok(()));
        }
        let shows_present = self.sitting().game.shows_present();
        let session = line.session();
        let (log, own) = (session.log()?, session.side()?);
        let act = Act::of(command, own, log)?;
        if let (Ok(Act::Play(mv)), true) = (act, shows_present)
            && let Err(why) = log.game().position().check_move(mv)
        {
            return Some(Err(Refusal::Illegal { mv, why }));
        }
        drop(session);
        match act {
            Ok(Act::Play(_)) if !shows_present => {
                self.remark_refused(words::void(Void::NotOverALine));
            }
            Ok(act) => {
                line.act(act);
                if line.session().on_its_way().is_some() && line.away().is_some() {
                    let told = words::on_its_way(line.session().friend());
                    self.remark_done(&told);
                }
            }
            Err(why) => self.remark_refused(words::void(why)),
        }
        Some(Ok(()))
    }
}

/// A game with the tags and comments that another has besides.
fn noted(mut game: Game, from: &Game) -> Game {
    let record = from.record();
    game.edit_tags(|tags| {
        for (name, value) in record.tags.iter() {
            if tags.get(name).is_none() {
                tags.set(name, value);
            }
        }
    });
    game.set_comment(record.root(), &record.comment);
    let mut left = vec![record.root()];
    while let Some(at) = left.pop() {
        let node = record.node(at);
        if at != record.root() && !node.notes().comment.is_empty() {
            game.set_comment(at, &node.notes().comment);
        }
        left.extend(node.children());
    }
    game
}
