//! File choosers: proposed names and offered formats.

use crate::game::SessionState;
use crate::record::format::{Charset, Format, Target};
use crate::record::notation::Notation;
use crate::ui::platform::bookmarks;
use crate::ui::toolkit::ask::{Answer, ask, tell};
use crate::ui::toolkit::prelude::*;
use std::ffi::OsStr;

/// The suffix of the program's own files.
pub(super) const SUFFIX: &str = "xiangqi";
pub(super) const MEDIA_TYPE: &str = "application/vnd.chuhe.game+json";

/// Lets the user choose a folder.
pub(super) async fn folder(parent: &impl IsA<gtk::Window>, heading: &str) -> Option<gio::File> {
    let chooser = chooser(parent, heading, gtk::FileChooserAction::SelectFolder);
    chosen(&chooser).await
}

/// Lets the user choose files to open.
pub(super) async fn files_to_open(parent: &gtk::Window) -> Vec<gio::File> {
    let chooser = games_chooser(parent, words::open());
    chooser.set_select_multiple(true);
    if chosen(&chooser).await.is_none() {
        return Vec::new();
    }
    let files = chooser.files();
    files.iter::<gio::File>().flatten().collect()
}

/// Lets the user choose a file with games or positions.
pub(super) async fn file_to_read(
    parent: &impl IsA<gtk::Window>,
    heading: &str,
) -> Option<gio::File> {
    chosen(&games_chooser(parent, heading)).await
}

/// A chooser of a file with games.
fn games_chooser(parent: &impl IsA<gtk::Window>, heading: &str) -> gtk::FileChooserNative {
    let chooser = chooser(parent, heading, gtk::FileChooserAction::Open);
    let games = gtk::FileFilter::new();
    games.set_name(Some(words::game_files()));
    games.add_mime_type(MEDIA_TYPE);
    for format in Format::ALL {
        games.add_suffix(format.suffix());
    }
    chooser.add_filter(&games);
    add_all(&chooser);
    chooser
}

/// The file chosen for games, and the character set if it is a text.
#[derive(Clone, Debug)]
pub(super) struct ChosenFile {
    pub(super) file: gio::File,
    pub(super) charset: Charset,
    /// Whether the user was asked about whatever has this name.
    pub(super) is_asked: bool,
}

/// Starting point of a chooser for saving.
#[derive(Debug)]
pub(super) struct SaveProposal {
    folder: Option<gio::File>,
    name: PathBuf,
    /// The formats to choose from, the proposed one first.
    targets: Vec<Target>,
}

impl SaveProposal {
    /// The folder, name and format of the file that a game is from, the format unless another is wanted. `source` is a
    /// file that it was read from but is not saved to.
    pub(super) fn of(
        state: &SessionState,
        wanted: Option<Target>,
        source: Option<&gio::File>,
    ) -> Self {
        let own = state.file.as_ref().map(|uri| gio::File::for_uri(uri));
        let from = state
            .origin
            .as_ref()
            .map(|one| gio::File::for_uri(&one.file));
        let near = own.as_ref().or(from.as_ref());
        let folder = near.or(source).and_then(gio::File::parent);
        let suited = |file| Some(target_of(file)).filter(|_| near.is_some());
        let target = wanted.or_else(|| suited(near?)).unwrap_or(Target::Json);
        let suffix = target.format().suffix();
        let name = match own.as_ref().and_then(gio::File::basename) {
            Some(name) if wanted.is_none() => name,
            Some(name) => name.with_extension(suffix),
            None => format!("{}.{suffix}", words::title(state)).into(),
        };
        let others = Target::ALL.into_iter();
        let others = others.filter(|other| other.format() != target.format());
        Self {
            folder,
            name,
            targets: [target].into_iter().chain(others).collect(),
        }
    }
}

impl SaveProposal {
    /// A PGN beside a file of games, or in a folder of them.
    pub(super) async fn for_games(file: &gio::File) -> Self {
        let about =
            file.query_info_future(TYPE, gio::FileQueryInfoFlags::NONE, glib::Priority::DEFAULT);
        let is_folder = about
            .await
            .is_ok_and(|about| about.file_type() == gio::FileType::Directory);
        let folder = if is_folder {
            Some(file.clone())
        } else {
            file.parent()
        };
        let pgn = Target::Pgn(Notation::Iccs);
        Self {
            folder,
            name: format!("{}.{}", words::games(), pgn.format().suffix()).into(),
            targets: vec![pgn],
        }
    }

    /// The chosen name, with the suffix of a proposed format: the only one, or the program's own.
    fn named(&self, path: &Path) -> PathBuf {
        match &self.targets[..] {
            [only] => {
                let suffix = only.format().suffix();
                suffixed(path, suffix, |own| own.eq_ignore_ascii_case(suffix))
            }
            _ => path_with_suffix(path),
        }
    }
}

/// The folder chosen for games, and how each of them is written.
#[derive(Clone, Debug)]
pub(super) struct FolderChoice {
    pub(super) folder: gio::File,
    pub(super) target: Target,
    pub(super) charset: Charset,
}

/// The attribute of a file that says whether there is one, and of what kind.
const TYPE: &str = "standard::type";

/// Whether there is a file, which a network folder may take its time to tell.
async fn exists(file: &gio::File) -> bool {
    let flags = gio::FileQueryInfoFlags::NONE;
    let about = file.query_info_future(TYPE, flags, glib::Priority::DEFAULT);
    about.await.is_ok()
}

/// Lets the user choose a folder for games.
pub(super) async fn folder_to_save(parent: &gtk::Window) -> Option<FolderChoice> {
    let heading = words::save_each_game();
    let chooser = chooser(parent, heading, gtk::FileChooserAction::SelectFolder);
    chooser.set_accept_label(Some(words::save()));
    let suffix = |target: Target| target.format().suffix();
    let named = |target: Target| words::format_filter(target.format(), suffix(target));
    let names = Target::ALL.map(named);
    let formats = Target::ALL.iter().zip(&names);
    let formats: Vec<_> = formats
        .map(|(target, name)| (suffix(*target), &**name))
        .collect();
    chooser.add_choice(FORMAT, words::format_choice(), &formats);
    chooser.set_choice(FORMAT, SUFFIX);
    add_charsets(&chooser);
    let folder = chosen(&chooser).await?;
    let target = chooser.choice(FORMAT);
    let target = target.and_then(|suffix| Target::for_suffix(&suffix));
    Some(FolderChoice {
        folder,
        target: target.unwrap_or(Target::Json),
        charset: charset_of(&chooser),
    })
}

fn add_charsets(chooser: &gtk::FileChooserNative) {
    let charsets = Charset::ALL.map(|charset| (charset.word(), words::charset(charset)));
    chooser.add_choice(CHARSET, words::charset_choice(), &charsets);
    chooser.set_choice(CHARSET, Charset::default().word());
}

fn charset_of(chooser: &gtk::FileChooserNative) -> Charset {
    let charset = chooser.choice(CHARSET);
    let charset = charset.and_then(|word| Charset::from_word(&word));
    charset.unwrap_or_default()
}

/// Lets the user choose a file to save games in; the suffix of its name determines the format.
pub(super) async fn file_to_save(
    parent: &gtk::Window,
    proposal: &SaveProposal,
) -> Option<ChosenFile> {
    let chooser = chooser(parent, words::save_as(), gtk::FileChooserAction::Save);
    for target in &proposal.targets {
        let suffix = target.format().suffix();
        let filter = gtk::FileFilter::new();
        filter.set_name(Some(&words::format_filter(target.format(), suffix)));
        filter.add_suffix(suffix);
        chooser.add_filter(&filter);
    }
    add_all(&chooser);
    match (
        &proposal.folder,
        glib::user_special_dir(glib::UserDirectory::Documents),
    ) {
        (Some(folder), _) => {
            // If the folder is gone, only the proposal is worse.
            let _ = chooser.set_current_folder(Some(folder));
        }
        (None, Some(documents)) => propose_folder(&chooser, &documents),
        (None, None) => {}
    }
    chooser.set_current_name(&proposal.name.to_string_lossy());
    add_charsets(&chooser);
    let (file, is_asked) = chosen_to_write(&chooser, |path| proposal.named(path)).await?;
    Some(ChosenFile {
        file,
        charset: charset_of(&chooser),
        is_asked,
    })
}

fn chooser(
    parent: &impl IsA<gtk::Window>,
    heading: &str,
    action: gtk::FileChooserAction,
) -> gtk::FileChooserNative {
    let chooser = gtk::FileChooserNative::new(Some(heading), Some(parent), action, None, None);
    chooser.set_modal(true);
    chooser
}

fn propose_folder(chooser: &gtk::FileChooserNative, folder: &Path) {
    // If the folder cannot be shown, the chooser starts elsewhere.
    let _ = chooser.set_current_folder(Some(&gio::File::for_path(folder)));
}

async fn chosen(chooser: &gtk::FileChooserNative) -> Option<gio::File> {
    let answer = chooser.run_future().await;
    // GTK's own dialog has added the file to the list.
    bookmarks::manager();
    (answer == gtk::ResponseType::Accept)
        .then(|| chooser.file())
        .flatten()
}

/// The file chosen to be written, under the name that it gets, and whether the chooser has asked about that name: it
/// knows only the one that was typed.
async fn chosen_to_write(
    chooser: &gtk::FileChooserNative,
    named: impl Fn(&Path) -> PathBuf,
) -> Option<(gio::File, bool)> {
    let typed = chosen(chooser).await?;
    let file = match typed.path() {
        Some(path) => gio::File::for_path(named(&path)),
        None => typed.clone(),
    };
    let is_asked = file.equal(&typed);
    Some((file, is_asked))
}

fn add_all(chooser: &gtk::FileChooserNative) {
    let all = gtk::FileFilter::new();
    all.set_name(Some(words::all_files()));
    all.add_pattern("*");
    chooser.add_filter(&all);
}

/// Returns the display name of a file.
pub fn display_name(file: &gio::File) -> String {
    file.basename()
        .map_or_else(|| file.uri().into(), |name| words::file_name(&name))
}

/// The choice of the format of games in a folder.
const FORMAT: &str = "format";
/// The choice of the character set.
const CHARSET: &str = "charset";
/// The choice of [`PictureRequest::names`], and its value if it is made.
const NAMES: &str = "names";
const SET: &str = "true";

/// A picture to be saved: the title of the chooser, the heading of its error, the proposed name, and the formats with
/// their suffixes.
pub(super) struct PictureRequest<'a> {
    pub(super) heading: &'a str,
    pub(super) cannot: &'a str,
    pub(super) name: String,
    pub(super) kinds: &'a [(String, &'a str)],
    /// Whether the picture has the names of the players, as a choice; `None` if there are no names.
    pub(super) names: Option<&'a Cell<bool>>,
}

/// Lets the user choose a local file for a picture; `None` if canceled.
pub(super) async fn choose_picture(
    parent: &impl IsA<gtk::Window>,
    wanted: PictureRequest<'_>,
    with_suffix: fn(&Path) -> PathBuf,
) -> Option<PathBuf> {
    let chooser = chooser(parent, wanted.heading, gtk::FileChooserAction::Save);
    for (name, suffix) in wanted.kinds {
        let filter = gtk::FileFilter::new();
        filter.set_name(Some(name));
        filter.add_suffix(suffix);
        chooser.add_filter(&filter);
    }
    if let Some(folder) = glib::user_special_dir(glib::UserDirectory::Pictures) {
        propose_folder(&chooser, &folder);
    }
    chooser.set_current_name(&wanted.name);
    if let Some(names) = wanted.names {
        chooser.add_choice(NAMES, words::names_in_picture(), &[]);
        chooser.set_choice(NAMES, if names.get() { SET } else { "false" });
    }
    let (file, is_asked) = chosen_to_write(&chooser, with_suffix).await?;
    let Some(path) = file.path() else {
        tell(parent, wanted.cannot, words::not_local());
        return None;
    };
    if let Some(names) = wanted.names {
        names.set(chooser.choice(NAMES).as_deref() == Some(SET));
    }
    may_write(parent, &file, is_asked).await.then_some(path)
}

/// Asks about replacing whatever is there, unless the user was asked already. Returns whether the user agrees.
pub(super) async fn may_write(
    parent: &impl IsA<gtk::Window>,
    file: &gio::File,
    is_asked: bool,
) -> bool {
    is_asked || !exists(file).await || may_lose_file(parent, file, words::ask_replace_body()).await
}

/// Asks whether the user accepts the losses stated in `body`.
pub(super) async fn may_lose_file(
    parent: &impl IsA<gtk::Window>,
    file: &gio::File,
    body: &str,
) -> bool {
    let replace = Answer::destructive((), words::replace());
    let heading = words::ask_replace(&display_name(file));
    let answer = ask(parent, &heading, body, &[replace]).await;
    answer.is_some()
}

/// Returns the format for a file by its name: the program's own unless it has another suffix.
pub(super) fn target_of(file: &gio::File) -> Target {
    let path = file.basename();
    let suffix = path.as_deref().and_then(Path::extension);
    let known = suffix.and_then(OsStr::to_str).and_then(Target::for_suffix);
    known.unwrap_or(Target::Json)
}

/// Appends the program's suffix to a name, unless it has a known one.
fn path_with_suffix(path: &Path) -> PathBuf {
    let is_known = |suffix: &str| Target::for_suffix(suffix).is_some();
    suffixed(path, SUFFIX, is_known)
}

/// Appends a suffix to a name, unless it has an acceptable one.
pub(super) fn suffixed(path: &Path, suffix: &str, will_do: impl FnOnce(&str) -> bool) -> PathBuf {
    let own = path.extension().and_then(OsStr::to_str);
    if own.is_some_and(will_do) {
        return path.to_owned();
    }
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{suffix}"));
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    #[test]
    fn a_game_that_is_not_saved_to_its_file_is_saved_beside_it() {
        let folder_of = |state: &SessionState, source: &str| {
            let source = gio::File::for_path(source);
            let proposal = SaveProposal::of(state, None, Some(&source));
            proposal.folder.and_then(|folder| folder.path())
        };
        let mut state = SessionState::new(Game::ordinary());
        let folder = |name: &str| Some(PathBuf::from(name));
        assert_eq!(folder_of(&state, "/a/damaged.xqf"), folder("/a"));
        state.file = Some("file:///b/own.xiangqi".to_owned());
        assert_eq!(folder_of(&state, "/a/damaged.xqf"), folder("/b"));
    }

    #[test]
    fn a_list_of_games_is_a_pgn_whatever_its_name() {
        let proposal = SaveProposal {
            folder: None,
            name: "Games.pgn".into(),
            targets: vec![Target::Pgn(Notation::Iccs)],
        };
        for (typed, named) in [("/a/x", "/a/x.pgn"), ("/a/x.PGN", "/a/x.PGN")] {
            assert_eq!(proposal.named(Path::new(typed)), Path::new(named));
        }
        assert_eq!(
            proposal.named(Path::new("/a/x.xqf")),
            Path::new("/a/x.xqf.pgn")
        );
    }

    #[test]
    fn a_name_without_the_suffix_gets_it_whatever_dots_it_has() {
        let named = |name: &str| path_with_suffix(Path::new(name));
        assert_eq!(named("/a/game"), Path::new("/a/game.xiangqi"));
        assert_eq!(
            named("/a/2026 13.55.24 Red"),
            Path::new("/a/2026 13.55.24 Red.xiangqi")
        );
        for name in [
            "/a/game.XiangQi",
            "/a/game.pgn",
            "/a/game.XQF",
            "/a/game.txt",
        ] {
            assert_eq!(named(name), Path::new(name));
        }
        assert_eq!(named("/a/game.doc"), Path::new("/a/game.doc.xiangqi"));
    }
}
