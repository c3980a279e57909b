//! Friends on the same network: announced while an invitation waits, and looked for while the player wants to join. The two
//! sides of a running match look for each other while they have no connection.
//!
//! Multicast DNS tells everybody on the network, so no name is in it unless the player agrees, and none of the
//! computer. What comes from there is nobody’s word: it is cleaned, and no more of it is kept than a list can show.

use super::Reach;
use super::rng::SystemRng;
use crate::files::disk::lock;
use crate::remote::{Announced, FoundGame, FoundGames, KeyId};
use crate::ui::platform::prelude::*;
use futures_channel::mpsc;
use glib::BoxedAnyObject;
use mdns_sd::{ResolvedService, ScopedIp, ServiceDaemon, ServiceEvent, ServiceInfo};
use rand_core::RngCore;
use std::fmt;
use std::sync::{Arc, Mutex};
use std::thread;

/// Kind of service, which is the program’s own.
const KIND: &str = "_chuhe._tcp.local.";
/// Most records that may have come before the search ends: a network with that many is not one of friends.
const MAX_RECORDS: i64 = 2000;
/// Time between two counts of the records.
const COUNT_INTERVAL: Duration = Duration::from_millis(500);

/// An announcement as its texts and addresses.
fn announced(service: &ResolvedService) -> Announced<'_> {
    let told = |key: &str| service.txt_properties.get_property_val_str(key);
    let addresses = service.addresses.iter().map(ScopedIp::to_ip_addr);
    Announced {
        version: told("v"),
        id: told("id"),
        name: told("name"),
        addresses: addresses.map(|one| (one, service.port).into()).collect(),
    }
}

/// Notes an event in the games found so far. Returns whether the list is another.
fn note(found: &mut FoundGames, event: &ServiceEvent) -> bool {
    match event {
        ServiceEvent::ServiceResolved(service) => found.add(&service.fullname, &announced(service)),
        ServiceEvent::ServiceRemoved(_, name) => found.remove(name),
        _ => false,
    }
}

/// Starts what speaks multicast DNS; `None` where nothing may be heard of this program.
fn start(reach: Reach) -> Option<ServiceDaemon> {
    // Without a network a line can still be sent.
    reach.is_announced().then(ServiceDaemon::new)?.ok()
}

/// An invitation that is announced until this is dropped.
pub struct Announcement(ServiceDaemon);

impl fmt::Debug for Announcement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Announcement").finish()
    }
}

impl Announcement {
    /// Announces a host at a port, with the name that may be shown.
    pub fn new(reach: Reach, port: u16, name: Option<&str>) -> Option<Self> {
        let daemon = start(reach)?;
        register(&daemon, port, None, name)?;
        Some(Self(daemon))
    }
}

/// Announces a program at a port by an id, or by the random number that names the announcement.
fn register(
    daemon: &ServiceDaemon,
    port: u16,
    id: Option<KeyId>,
    name: Option<&str>,
) -> Option<()> {
    let number = format!("{:08x}", SystemRng.next_u32());
    let id = id.map_or_else(|| number.clone(), |id| id.to_string());
    let mut told = vec![("v", Announced::VERSION), ("id", &id)];
    told.extend(name.map(|name| ("name", name)));
    // The name of the computer is nobody’s business.
    let computer = format!("{number}.local.");
    let service = ServiceInfo::new(KIND, &number, &computer, "", port, &*told).ok()?;
    daemon.register(service.enable_addr_auto()).ok()
}

/// One side of a running match that is announced, and looks for the other one, until it is dropped. No name is told.
pub struct MatchSearch(ServiceDaemon);

impl fmt::Debug for MatchSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("MatchSearch").finish()
    }
}

impl MatchSearch {
    /// Begins to search. `found` is called with the addresses of the other side, whenever they are others.
    pub fn new(
        reach: Reach,
        port: u16,
        own: KeyId,
        friends: KeyId,
        found: impl Fn(Vec<String>) + 'static,
    ) -> Option<Self> {
        let daemon = start(reach)?;
        register(&daemon, port, Some(own), None)?;
        let (news, mut told) = mpsc::channel(1);
        let searching = daemon.clone();
        thread::spawn(move || search_match(&searching, friends, news));
        glib::spawn_future_local(async move {
            while let Ok(hosts) = told.recv().await {
                found(hosts);
            }
        });
        Some(Self(daemon))
    }
}

impl Drop for MatchSearch {
    fn drop(&mut self) {
        // It ends on its own thread, and that of the search with it.
        let _ = self.0.shutdown();
    }
}

/// Tells the addresses of one side of a match until the search is ended, or nothing good can come of it.
fn search_match(daemon: &ServiceDaemon, id: KeyId, mut news: mpsc::Sender<Vec<String>>) {
    let mut known = Vec::new();
    follow(daemon, |event| {
        if let ServiceEvent::ServiceResolved(service) = event
            && let announced = announced(service)
            && announced.id.and_then(|told| told.parse().ok()) == Some(id)
        {
            let hosts = announced.hosts();
            // If one is on its way already, this one is told when it is announced again.
            if !hosts.is_empty() && hosts != known && news.try_send(hosts.clone()).is_ok() {
                known = hosts;
            }
        }
        !news.is_closed()
    });
}

impl Drop for Announcement {
    fn drop(&mut self) {
        // It takes its leave from the network on its own thread.
        let _ = self.0.shutdown();
    }
}

/// A search for games, until it is dropped.
pub struct HostSearch {
    daemon: Option<ServiceDaemon>,
    games: gio::ListStore,
}

impl fmt::Debug for HostSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HostSearch").finish_non_exhaustive()
    }
}

impl HostSearch {
    /// Begins to search. `ended` is called if nothing can be found any more.
    pub fn new(reach: Reach, ended: impl FnOnce() + 'static) -> Self {
        let games = gio::ListStore::new::<BoxedAnyObject>();
        let daemon = start(reach);
        if let Some(daemon) = &daemon {
            let (news, mut told) = mpsc::channel(0);
            let latest = Arc::<Mutex<Vec<FoundGame>>>::default();
            let (searching, found) = (daemon.clone(), latest.clone());
            thread::spawn(move || search(&searching, &found, news));
            let shown = games.downgrade();
            glib::spawn_future_local(async move {
                while told.recv().await.is_ok() {
                    let Some(games) = shown.upgrade() else { return };
                    show(&games, &lock(&latest).clone());
                }
                if shown.upgrade().is_some() {
                    ended();
                }
            });
        } else {
            glib::idle_add_local_once(ended);
        }
        Self { daemon, games }
    }

    /// The games found: a [`FoundGame`] each.
    pub fn games(&self) -> &gio::ListStore {
        &self.games
    }
}

impl Drop for HostSearch {
    fn drop(&mut self) {
        // It ends on its own thread, and the one below with it.
        if let Some(daemon) = &self.daemon {
            let _ = daemon.shutdown();
        }
    }
}

/// Collects the games until the search is ended, or nothing good can come of it.
fn search(daemon: &ServiceDaemon, latest: &Mutex<Vec<FoundGame>>, mut news: mpsc::Sender<()>) {
    let mut found = FoundGames::default();
    follow(daemon, |event| {
        if note(&mut found, event) {
            *lock(latest) = found.list();
            // If one is on its way already, what it leads to is the latest.
            let _ = news.try_send(());
        }
        !news.is_closed()
    });
}

/// Follows what is announced, until that is told to end, or more comes than friends would send.
fn follow(daemon: &ServiceDaemon, mut heard: impl FnMut(&ServiceEvent) -> bool) {
    let Ok(events) = daemon.browse(KIND) else {
        return;
    };
    let mut counted = std::time::Instant::now();
    loop {
        let goes_on = match events.recv_timeout(COUNT_INTERVAL) {
            Ok(ServiceEvent::SearchStopped(_)) => false,
            Ok(event) => heard(&event),
            Err(_) => !events.is_disconnected(),
        };
        if !goes_on {
            break;
        }
        if counted.elapsed() >= COUNT_INTERVAL {
            counted = std::time::Instant::now();
            if is_flooded(daemon) {
                break;
            }
        }
    }
    let _ = daemon.shutdown();
}

/// Whether more has come than friends would send.
fn is_flooded(daemon: &ServiceDaemon) -> bool {
    let counts = daemon.get_metrics().ok();
    let counts = counts.and_then(|counts| counts.recv().ok());
    let counts = counts.into_iter().flatten();
    let cached = counts.filter(|(name, _)| name.starts_with("cached-"));
    cached.map(|(_, count)| count).sum::<i64>() > MAX_RECORDS
}

/// Changes a list into that of these games. Those that stay keep their place in it, and with it the focus.
fn show(list: &gio::ListStore, games: &[FoundGame]) {
    let shown = |at| list.item(at).and_then(|item| read(&item));
    for (at, game) in games.iter().enumerate() {
        let at = at as u32;
        while shown(at).is_some_and(|one| !games.contains(&one)) {
            list.remove(at);
        }
        if shown(at).as_ref() != Some(game) {
            if let Some(later) = (at..list.n_items()).find(|at| shown(*at).as_ref() == Some(game)) {
                list.remove(later);
            }
            list.insert(at, &BoxedAnyObject::new(game.clone()));
        }
    }
    let count = games.len() as u32;
    list.splice(count, list.n_items() - count, &[] as &[BoxedAnyObject]);
}

/// The game of an item of a list.
pub fn read(item: &glib::Object) -> Option<FoundGame> {
    let item = item.downcast_ref::<BoxedAnyObject>()?;
    let game = item.try_borrow::<FoundGame>().ok()?;
    Some(game.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn announcements_come_and_go() {
        let told = [("v", "1"), ("id", "0000000b"), ("name", "Anna")];
        let info = ServiceInfo::new(
            KIND,
            "b",
            "computer.local.",
            "192.168.1.7",
            40_000,
            &told[..],
        );
        let service = info.expect("a service").as_resolved_service();
        let mut found = FoundGames::default();
        let resolved = ServiceEvent::ServiceResolved(Box::new(service));
        assert!(note(&mut found, &resolved) && !note(&mut found, &resolved));
        let anna = FoundGame {
            id: "0000000b".into(),
            name: "Anna".into(),
            hosts: vec!["192.168.1.7:40000".into()],
        };
        assert_eq!(found.list(), [anna]);
        let gone = ServiceEvent::ServiceRemoved(KIND.into(), format!("b.{KIND}"));
        assert!(note(&mut found, &gone) && !note(&mut found, &gone));
    }

    #[test]
    fn a_list_follows_what_was_found() {
        let list = gio::ListStore::new::<BoxedAnyObject>();
        let called = |id: &str| FoundGame {
            id: id.into(),
            name: id.into(),
            hosts: Vec::new(),
        };
        for ids in ["bd", "abcd", "ad", "", "dcba", "bd"] {
            let wanted: Vec<_> = ids.chars().map(|id| called(&id.to_string())).collect();
            show(&list, &wanted);
            let shown: Vec<_> = list
                .iter()
                .flatten()
                .filter_map(|item: glib::Object| read(&item))
                .collect();
            assert_eq!(shown, wanted);
        }
    }
}
