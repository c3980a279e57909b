//! Games of several files, or of a folder, listed as one collection.

use super::format::{self, Format, Loaded};
use super::{Collection, Head};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::UNIX_EPOCH;

/// Suffixes of files read from a folder, in addition to those of the formats.
const OTHER_SUFFIXES: [&str; 7] = ["wxf", "fen", "epd", "htm", "html", "text", "md"];
/// Maximum number of files, and depth of folders.
const MAX_FILES: usize = 20_000;
const MAX_DEPTH: usize = 8;
/// Maximum total size of the files that hold several games, which stay in memory.
const MAX_HELD: usize = 512 << 20;

/// State of files and folders, by which it is noticed later that they have changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilesState {
    /// The files and folders.
    pub paths: Vec<PathBuf>,
    /// Fingerprint of their names, sizes and times.
    pub fingerprint: String,
}

impl FilesState {
    /// Name that tells these files and folders from others, whatever is in them.
    pub fn name(&self) -> String {
        let names = self.paths.iter();
        let names: Vec<_> = names
            .map(|path| path.as_os_str().as_encoded_bytes())
            .collect();
        format::fingerprint(&names.join(&0))
    }
}

/// The files of a list, in its order.
#[derive(Clone, Debug, Default)]
pub struct FileList {
    /// The files and folders that were listed.
    paths: Vec<PathBuf>,
    /// Each file with the folder that its displayed name is relative to.
    files: Vec<(PathBuf, PathBuf)>,
    /// Names of files in the folders that are not games, by their suffix.
    passed_over: Vec<String>,
    /// Maximum number of files.
    most: usize,
    /// Whether more files were left out.
    is_cut: bool,
}

impl FileList {
    /// Lists these files and the files of games in these folders, which are searched to a bounded depth. Symbolic links
    /// to folders and hidden files are skipped.
    pub fn of(paths: &[PathBuf]) -> Self {
        Self::up_to(MAX_FILES, paths)
    }

    /// Like [`FileList::of`], without a limit, for files read one after another.
    pub fn all_of(paths: &[PathBuf]) -> Self {
        Self::up_to(usize::MAX, paths)
    }

    fn up_to(most: usize, paths: &[PathBuf]) -> Self {
        let mut list = Self {
            paths: paths.to_vec(),
            most,
            ..Self::default()
        };
        for path in paths {
            if path.is_dir() {
                list.search(path);
            } else {
                let folder = path.parent().unwrap_or(path);
                list.push(path.clone(), folder);
            }
        }
        list
    }

    fn push(&mut self, path: PathBuf, folder: &Path) {
        if self.files.len() < self.most {
            self.files.push((path, folder.to_owned()));
        } else {
            self.is_cut = true;
        }
    }

    fn search(&mut self, top: &Path) {
        let mut open = vec![(top.to_owned(), 0)];
        while let Some((folder, depth)) = open.pop() {
            let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
            let mut entries: Vec<_> = entries
                .filter(|entry| !entry.file_name().as_encoded_bytes().starts_with(b"."))
                .filter_map(|entry| Some((entry.path(), entry.file_type().ok()?)))
                .collect();
            entries.sort_unstable_by(|one, other| one.0.cmp(&other.0));
            let (folders, files): (Vec<_>, Vec<_>) =
                entries.into_iter().partition(|(_, kind)| kind.is_dir());
            for (file, _) in files {
                if is_suited(&file) {
                    self.push(file, top);
                } else if self.passed_over.len() < MAX_FILES {
                    self.passed_over.push(displayed(&file, top));
                }
            }
            self.is_cut |= depth == MAX_DEPTH && !folders.is_empty();
            if depth < MAX_DEPTH && !self.is_cut {
                let folders = folders.into_iter().rev();
                open.extend(folders.map(|(folder, _)| (folder, depth + 1)));
            }
        }
    }

    /// The files, in order.
    pub fn into_paths(self) -> impl Iterator<Item = PathBuf> {
        self.files.into_iter().map(|(path, _)| path)
    }

    /// Whether files were left out because of the limits on their number and on the depth of folders.
    pub const fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Number of files.
    pub const fn count(&self) -> usize {
        self.files.len()
    }

    /// State for detecting later whether a file was added, removed or changed.
    pub fn state(&self) -> FilesState {
        FilesState {
            paths: self.paths.clone(),
            fingerprint: self.fingerprint(),
        }
    }

    fn fingerprint(&self) -> String {
        let mut text = Vec::new();
        for (path, _) in &self.files {
            text.extend(path.as_os_str().as_encoded_bytes());
            let known = fs::metadata(path).ok();
            let changed = known.as_ref().and_then(|known| known.modified().ok());
            let since = changed.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
            let size = known.map_or(0, |known| known.len());
            text.extend(size.to_le_bytes());
            text.extend(since.map_or(0, |since| since.as_nanos()).to_le_bytes());
        }
        format::fingerprint(&text)
    }

    /// Reads the files, calling `watch` after each with the games so far and the fraction of files read; `None` if the
    /// callback returns false.
    pub fn read(&self, mut watch: impl FnMut(&Files, f64) -> bool) -> Option<Files> {
        let mut found = Files {
            passed_over: self.passed_over.clone(),
            is_cut: self.is_cut,
            ..Files::default()
        };
        for (number, (path, folder)) in self.files.iter().enumerate() {
            found.add(path, folder);
            if !watch(&found, (number + 1) as f64 / self.files.len() as f64) {
                return None;
            }
        }
        Some(found)
    }
}

/// The displayed name of a file, relative to a folder.
fn displayed(path: &Path, folder: &Path) -> String {
    let name = path.strip_prefix(folder).unwrap_or(path);
    name.to_string_lossy().into_owned()
}

/// Whether a file of a folder may hold games, by its suffix.
fn is_suited(path: &Path) -> bool {
    let Some(suffix) = path.extension().and_then(|suffix| suffix.to_str()) else {
        return false;
    };
    let of_formats = Format::ALL.map(Format::suffix);
    let mut known = of_formats.iter().chain(&OTHER_SUFFIXES);
    known.any(|known| known.eq_ignore_ascii_case(suffix))
}

/// Whether a file is a text by its suffix, possibly without a game.
pub fn is_text(path: &Path) -> bool {
    path.extension().is_some_and(|suffix| {
        let mut texts = OTHER_SUFFIXES.into_iter().chain([Format::Pasted.suffix()]);
        texts.any(|text| suffix.eq_ignore_ascii_case(text))
    })
}

/// Games of several files. Copies share them.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// Each file, with the number of games up to its end.
    parts: Vec<(usize, Arc<Part>)>,
    /// Files that could not be read.
    unread: usize,
    /// Names of files that hold no games.
    passed_over: Vec<String>,
    is_cut: bool,
    held: usize,
}

#[derive(Debug)]
struct Part {
    path: PathBuf,
    name: String,
    games: PartGames,
}

#[derive(Debug)]
enum PartGames {
    /// A single game, read from the file when needed.
    One(Box<Head>),
    Many(Arc<Collection>),
}

/// Where a game of a list is.
#[derive(Clone, Debug)]
pub struct InFile<'a> {
    /// The file.
    pub path: &'a Path,
    /// Index of the game in it, from 0.
    pub game: usize,
    /// The games of the file, if it has several.
    pub games: Option<&'a Arc<Collection>>,
}

impl Files {
    fn add(&mut self, path: &Path, folder: &Path) {
        let read = format::read_file(path);
        let size = read.as_ref().map_or(0, Vec::len);
        let games = read.ok().and_then(|bytes| Collection::open(bytes).ok());
        let held = self.held + size;
        let games = match games {
            // A text need not be a game.
            None if is_text(path) => {
                self.passed_over.push(displayed(path, folder));
                return;
            }
            Some(games) if games.count() == 1 => {
                PartGames::One(Box::new(games.head(0).cloned().unwrap_or_default()))
            }
            Some(games) if held <= MAX_HELD => {
                self.held = held;
                PartGames::Many(Arc::new(games))
            }
            _ => {
                self.unread += 1;
                return;
            }
        };
        let part = Part {
            path: path.to_owned(),
            name: displayed(path, folder),
            games,
        };
        let end = self.count() + part.count();
        self.parts.push((end, Arc::new(part)));
    }

    /// Number of games.
    pub fn count(&self) -> usize {
        self.parts.last().map_or(0, |(end, _)| *end)
    }

    /// Number of files that could not be read.
    pub const fn unread(&self) -> usize {
        self.unread
    }

    /// Names of files that hold no games: of another kind, or texts without a game.
    pub fn passed_over(&self) -> &[String] {
        &self.passed_over
    }

    /// Whether files were left out because of the limits.
    pub const fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// The file of a game, and its index there.
    fn part(&self, game: usize) -> Option<(&Part, usize)> {
        let at = self.parts.partition_point(|(end, _)| *end <= game);
        let (end, part) = self.parts.get(at)?;
        Some((part, game + part.count() - end))
    }

    pub(super) fn head(&self, game: usize) -> Option<&Head> {
        let (part, index) = self.part(game)?;
        match &part.games {
            PartGames::One(head) => Some(head),
            PartGames::Many(games) => games.head(index),
        }
    }

    /// The displayed name of a game's file.
    pub(super) fn name(&self, game: usize) -> Option<&str> {
        self.part(game).map(|(part, _)| &*part.name)
    }

    pub(super) fn place(&self, game: usize) -> Option<InFile<'_>> {
        let (part, game) = self.part(game)?;
        let games = match &part.games {
            PartGames::One(_) => None,
            PartGames::Many(games) => Some(games),
        };
        Some(InFile {
            path: &part.path,
            game,
            games,
        })
    }

    pub(super) fn read(&self, game: usize) -> Option<Loaded> {
        let (part, index) = self.part(game)?;
        let read = match &part.games {
            PartGames::One(_) => {
                let bytes = format::read_file(&part.path).ok()?;
                Collection::open(bytes).ok()?.take(0)
            }
            PartGames::Many(games) => games.read(index),
        };
        read.ok()
    }

    /// The list with the current games of a file, unless their number has changed.
    pub(super) fn with_part(&self, path: &Path, games: &Arc<Collection>) -> Self {
        let mut changed = self.clone();
        for (_, part) in &mut changed.parts {
            if part.path == path && part.count() == games.count() {
                *part = Arc::new(Part {
                    path: part.path.clone(),
                    name: part.name.clone(),
                    games: PartGames::Many(games.clone()),
                });
            }
        }
        changed
    }
}

impl Part {
    fn count(&self) -> usize {
        match &self.games {
            PartGames::One(_) => 1,
            PartGames::Many(games) => games.count(),
        }
    }
}
