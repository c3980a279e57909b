//! Folders and several files as one list of games.

use chuhe::record::format::{Target, write};
use chuhe::record::notation::Notation;
use chuhe::record::{Collection, FileList, Query, Record, Tags};
use chuhe::rules::Setup;
use chuhe::words;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn game(red: &str) -> Record {
    let mut record = Record::new(Setup::start()).expect("the start");
    let mv = "h2e2".parse().expect("a move");
    record.add(record.root(), mv).expect("legal");
    record.tags.set(Tags::RED, red);
    record
}

/// A folder of three files with games, one without, and others.
fn folder(name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&dir);
    let write_to = |name: &str, bytes: &[u8]| {
        let path = dir.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, bytes).expect("written");
    };
    let two = ["吕钦", "Lan"].map(|red| write(&game(red), Target::Pgn(Notation::Iccs)));
    write_to("a/two.pgn", &two.join(&b"\n"[..]));
    write_to("a/b/one.XQF", &write(&game("胡荣华"), Target::Xqf));
    write_to("z.ubb", &write(&game("许银川"), Target::DhtmlXq));
    write_to("broken.xqf", b"XQ");
    write_to("notes.txt", "买菜".as_bytes());
    write_to("picture.png", b"PNG");
    write_to(".hidden/one.xqf", &write(&game("X"), Target::Xqf));
    symlink(&dir, dir.join("a/circle")).expect("linked");
    dir
}

fn open(dir: &Path) -> Collection {
    let list = FileList::of(&[dir.to_owned()]);
    Collection::of_files(list.read(|_, _| true).expect("not stopped"))
}

#[test]
fn a_folder_is_one_list_of_games() {
    let dir = folder("one-list");
    let games = open(&dir);
    let names: Vec<_> = (0..games.count())
        .filter_map(|game| games.file_name(game))
        .collect();
    assert_eq!(names, ["z.ubb", "a/two.pgn", "a/two.pgn", "a/b/one.XQF"]);
    let files = games.files().expect("files");
    assert_eq!((files.unread(), files.is_cut()), (1, false));
    let told = words::positions_added(4, Some(files));
    assert_eq!(
        told,
        "4 positions added, 1 file could not be read, passed over: picture.png, a/circle, notes.txt"
    );
    let place = games.place(2).expect("a game");
    assert_eq!((place.path, place.game), (&*dir.join("a/two.pgn"), 1));
    assert!(place.games.is_some() && games.place(4).is_none());
    assert_eq!(
        games.read(3).expect("a game").records[0]
            .tags
            .get(Tags::RED),
        Some("胡荣华")
    );
    assert!(games.fingerprint(1).is_none() && games.replaceable().is_none());
    let found = |text: &str| {
        let query = Query::new(text, None);
        let all = 0..games.count();
        all.filter(|game| games.matches(*game, &query))
            .collect::<Vec<_>>()
    };
    assert_eq!(found("lvqin"), [1]);
    assert_eq!(found("xqf"), [3]);
    assert_eq!(found("h2e2"), [0, 1, 2, 3]);
}

#[test]
fn a_game_of_a_list_tells_what_could_not_be_read() {
    let dir = folder("damaged");
    fs::write(dir.join("cut.pgn"), "[Red \"A\"]\n\n1. h2e2 a9a4 *\n").expect("written");
    let games = open(&dir);
    let at = (0..games.count()).find(|game| games.file_name(*game) == Some("cut.pgn"));
    let loaded = games.read(at.expect("listed")).expect("a game");
    assert_eq!(loaded.records[0].move_count(), 1);
    assert!(loaded.warnings[0].what.is_loss());
}

#[test]
fn a_changed_file_takes_its_place() {
    let dir = folder("changed");
    let games = open(&dir);
    let place = games.place(1).expect("a game");
    let changed = place
        .games
        .expect("two games")
        .with_game(0, &game("王天一"));
    let changed = Arc::new(changed.expect("PGN").expect("UTF-8"));
    let again = games.with_file(place.path, &changed).expect("files");
    assert_eq!(again.head(1).map(|head| &*head.red), Some("王天一"));
    assert_eq!(again.head(2), games.head(2));
}

#[test]
fn chosen_files_keep_their_order_and_reading_can_be_stopped() {
    let dir = folder("chosen");
    let paths = ["z.ubb", "a/two.pgn"].map(|name| dir.join(name));
    let list = FileList::of(&paths);
    let mut counts = Vec::new();
    let files = list.read(|files, part| {
        counts.push((files.count(), part));
        true
    });
    assert_eq!(files.map(|files| files.count()), Some(3));
    assert_eq!(counts, [(1, 0.5), (3, 1.0)]);
    assert!(list.read(|_, _| false).is_none());
}
