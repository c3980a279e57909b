//! Friends on the same network: announced while an invitation waits, and looked for while the player wants to join. The two
//! sides of a running match look for each other while they have no connection.
//!
//! Multicast DNS tells everybody on the network, so no name is in it unless the player agrees, and none of the
//! computer. What comes from there is nobody’s word: it is cleaned, and no more of it is kept than a list can show.

use super::Reach;
use super::rng::SystemRng;
use crate::remote::{KeyId, NAME_LENGTH, is_listener, tidy};
use crate::ui::platform::disk::lock;
use crate::ui::platform::prelude::*;
use futures_channel::mpsc;
use glib::BoxedAnyObject;
use mdns_sd::{ResolvedService, ScopedIp, ServiceDaemon, ServiceEvent, ServiceInfo};
use rand_core::RngCore;
use std::collections::BTreeMap;
use std::fmt;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::thread;

/// Kind of service, which is the program’s own.
const KIND: &str = "_chuhe._tcp.local.";
/// Version of what is announced.
const VERSION: &str = "1";
/// Most games that are listed.
const MAX_FOUND: usize = 20;
/// Most addresses of one game.
const MAX_ADDRESSES: usize = 4;
/// Most records that may have come before the search ends: a network with that many is not one of friends.
const MAX_RECORDS: i64 = 2000;
/// Time between two counts of the records.
const COUNT_INTERVAL: Duration = Duration::from_millis(500);

/// A game to which someone on the network invites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundGame {
    /// Number by which the game is told from others, in eight hexadecimal digits.
    pub id: String,
    /// Name of the host; empty if they do not show it.
    pub name: String,
    /// Addresses with ports, best first.
    pub hosts: Vec<String>,
}

/// A value that an announcement tells.
fn told<'a>(service: &'a ResolvedService, key: &str) -> Option<&'a str> {
    service.txt_properties.get_property_val_str(key)
}

/// Addresses of an announcement with ports, best first, if it is of this version.
fn hosts(service: &ResolvedService) -> Vec<String> {
    if told(service, "v") != Some(VERSION) {
        return Vec::new();
    }
    let addresses = service.addresses.iter().map(ScopedIp::to_ip_addr);
    let mut addresses: Vec<SocketAddr> = addresses.map(|one| (one, service.port).into()).collect();
    addresses.retain(|address| is_listener(*address));
    addresses.sort();
    addresses.truncate(MAX_ADDRESSES);
    addresses.iter().map(ToString::to_string).collect()
}

impl FoundGame {
    /// Reads an announcement; `None` if it is none of a game that can be joined.
    fn read(service: &ResolvedService) -> Option<Self> {
        let id = told(service, "id")?;
        let is_number = id.len() == 8 && id.bytes().all(|digit| digit.is_ascii_hexdigit());
        let hosts = hosts(service);
        let name = tidy(told(service, "name").unwrap_or_default(), NAME_LENGTH);
        (is_number && !hosts.is_empty()).then(|| Self {
            id: id.to_ascii_lowercase(),
            name,
            hosts,
        })
    }
}

/// The games found so far, by the names of their announcements.
#[derive(Debug, Default)]
struct Found(BTreeMap<String, FoundGame>);

impl Found {
    /// Notes what an event says. Returns whether the list is another.
    fn take(&mut self, event: &ServiceEvent) -> bool {
        match event {
            ServiceEvent::ServiceResolved(service) => match FoundGame::read(service) {
                Some(game) if self.has_room_for(&service.fullname) => {
                    let before = self.0.insert(service.fullname.clone(), game.clone());
                    before != Some(game)
                }
                Some(_) => false,
                None => self.0.remove(&service.fullname).is_some(),
            },
            ServiceEvent::ServiceRemoved(_, name) => self.0.remove(name).is_some(),
            _ => false,
        }
    }

    fn has_room_for(&self, name: &str) -> bool {
        self.0.len() < MAX_FOUND || self.0.contains_key(name)
    }

    /// The games, those with a name first.
    fn list(&self) -> Vec<FoundGame> {
        let mut games: Vec<_> = self.0.values().cloned().collect();
        games.sort_by_cached_key(|game| (game.name.is_empty(), game.name.clone(), game.id.clone()));
        games
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
    let mut told = vec![("v", VERSION), ("id", &id)];
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
            && told(service, "id").and_then(|told| told.parse().ok()) == Some(id)
        {
            let hosts = hosts(service);
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
    let mut found = Found::default();
    follow(daemon, |event| {
        if found.take(event) {
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

    fn service(id: &str, told: &[(&str, &str)], addresses: &str, port: u16) -> ServiceEvent {
        let info = ServiceInfo::new(KIND, id, "computer.local.", addresses, port, told);
        let service = info.expect("a service").as_resolved_service();
        ServiceEvent::ServiceResolved(Box::new(service))
    }

    fn game(id: &str, name: &str) -> ServiceEvent {
        let told = [("v", "1"), ("id", id), ("name", name)];
        service(id, &told, "192.168.1.7", 40_000)
    }

    fn gone(id: &str) -> ServiceEvent {
        ServiceEvent::ServiceRemoved(KIND.into(), format!("{id}.{KIND}"))
    }

    #[test]
    fn games_come_and_go() {
        let mut found = Found::default();
        assert!(found.take(&game("00000001", "")));
        assert!(found.take(&game("00000002", "Anna")));
        assert!(!found.take(&game("00000002", "Anna")));
        let names = |found: &Found| -> Vec<_> {
            let games = found.list().into_iter();
            games.map(|game| game.name).collect()
        };
        assert_eq!(names(&found), ["Anna", ""]);
        assert_eq!(found.list()[0].hosts, ["192.168.1.7:40000"]);
        assert!(found.take(&gone("00000002")));
        assert!(!found.take(&gone("00000002")));
        assert_eq!(names(&found), [""]);
    }

    #[test]
    fn what_strangers_announce_is_cleaned_and_bounded() {
        let mut found = Found::default();
        let usual = [("v", "1"), ("id", "0000000a")];
        for (told, addresses, port) in [
            (&usual[..1], "192.168.1.7", 40_000),
            (&usual[1..], "192.168.1.7", 40_000),
            (&[("v", "2"), usual[1]], "192.168.1.7", 40_000),
            (&[usual[0], ("id", "../../../")], "192.168.1.7", 40_000),
            (&usual, "192.168.1.7", 0),
            (&usual, "192.168.1.7", 22),
            (&usual, "", 40_000),
            (
                &usual,
                "224.0.0.1,0.0.0.0,255.255.255.255,ff02::1,fe80::1",
                40_000,
            ),
        ] {
            assert!(
                !found.take(&service("a", told, addresses, port)),
                "{told:?}"
            );
        }
        let name = format!("An\u{202e}na\n{}", "\u{301}".repeat(90));
        assert!(found.take(&game("0000000b", &name)));
        let shown = found.list().remove(0).name;
        assert!(shown.starts_with("Anna ") && shown.chars().count() <= NAME_LENGTH);
        for number in 0..10_000 {
            found.take(&game(&format!("{number:08x}"), "Bo"));
        }
        assert_eq!(found.list().len(), MAX_FOUND);
    }

    #[test]
    fn a_running_match_is_no_game_to_be_joined() {
        let mut found = Found::default();
        assert!(!found.take(&game("0123456789abcdef", "")));
        assert!(found.list().is_empty());
    }

    #[test]
    fn one_that_is_announced_anew_without_sense_leaves_the_list() {
        let mut found = Found::default();
        found.take(&game("0000000c", "Anna"));
        assert!(found.take(&service("0000000c", &[("v", "9")], "192.168.1.7", 40_000)));
        assert!(found.list().is_empty());
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
