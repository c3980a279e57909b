//! Tests of reading valid files, and of handling broken ones.

use super::*;
use serde_json::json;
use std::fs;
use std::path::Path;

/// A settings file with this content, in a temporary folder.
fn file_with(text: &str) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("settings.json");
    fs::write(&file, text).expect("written");
    (dir, file)
}

/// The settings of the next run.
fn load(file: &Path) -> Settings {
    disk::flush(disk::END_WAIT);
    Settings::read(file.to_owned(), MoveStyle::of_locale("zh_CN"))
}

fn written(file: &Path) -> Value {
    disk::flush(disk::END_WAIT);
    serde_json::from_slice(&fs::read(file).expect("read")).expect("JSON")
}

#[test]
fn a_wrong_value_costs_no_other_and_is_named() {
    let text = r#"{"notation":"runes","script":7,"window":{"width":700,"height":600,"maximized":false},
        "black_name":"B","red_name":7,"board":{"width":true},"print":[],"later":1}"#;
    let (_dir, file) = file_with(text);
    let settings = load(&file);
    assert_eq!(settings.window().width, 700);
    assert!(settings.window().panel && settings.has_sound() && settings.animates_moves());
    let names = settings.game_terms().names;
    assert_eq!((names.red.as_str(), names.black.as_str()), ("", "B"));
    let broken = settings.take_load_fault().expect("something was wrong");
    let Fault::Values(names) = broken.fault else {
        panic!("values");
    };
    assert_eq!(names, ["notation", "script", "board", "red_name", "print"]);
    assert!(settings.take_load_fault().is_none(), "told twice");
    let aside = broken.quarantined.expect("kept");
    assert_eq!(aside, file.with_file_name("settings.damaged-1.json"));
    assert_eq!(fs::read_to_string(aside).expect("kept"), text);
    // The file itself is valid again.
    assert_eq!(written(&file)["later"], 1);
    assert_eq!(written(&file)["window"]["width"], 700);
    assert!(
        load(&file).take_load_fault().is_none(),
        "told at each start"
    );
}

#[test]
fn what_holds_no_settings_is_kept_and_told_once() {
    for text in [
        "",
        "{",
        "rubbish",
        "[]",
        "7",
        "null",
        "{\"muted\":true} {}",
        "{\"a\":\"\u{1}\"}",
    ] {
        let (_dir, file) = file_with(text);
        let settings = load(&file);
        assert_eq!(settings.preferences(), Preferences::default(), "{text}");
        assert_eq!(settings.window(), WindowSize::default());
        let broken = settings.take_load_fault().expect("broken");
        assert!(matches!(broken.fault, Fault::Garbled), "{text}");
        let kept = fs::read_to_string(broken.quarantined.expect("kept")).expect("read");
        assert_eq!(kept, text);
        settings.choose(Preference::Sound(false));
        disk::flush(disk::END_WAIT);
        assert!(settings.take_write_error().is_none());
        let again = load(&file);
        assert!(
            again.take_load_fault().is_none() && !again.has_sound(),
            "{text}"
        );
    }
}

#[test]
fn letters_of_no_character_set_are_no_settings() {
    let (_dir, file) = file_with("");
    fs::write(&file, b"{\"red_name\":\"\xff\xfe\"}").expect("written");
    let broken = load(&file).take_load_fault().expect("broken");
    assert!(matches!(broken.fault, Fault::Garbled));
}

#[test]
fn a_folder_and_a_link_to_itself_are_put_aside() {
    let (_dir, file) = file_with("");
    fs::remove_file(&file).expect("removed");
    fs::create_dir(&file).expect("a folder");
    fs::write(file.join("note"), "mine").expect("written");
    let broken = load(&file).take_load_fault().expect("broken");
    assert!(matches!(broken.fault, Fault::Unreadable(_)));
    let kept = broken.quarantined.expect("kept").join("note");
    assert_eq!(fs::read_to_string(kept).expect("kept"), "mine");
    disk::flush(disk::END_WAIT);
    assert!(file.is_file());
    fs::remove_file(&file).expect("removed");
    std::os::unix::fs::symlink("settings.json", &file).expect("a link");
    let broken = load(&file).take_load_fault().expect("broken");
    disk::flush(disk::END_WAIT);
    assert!(broken.quarantined.is_ok() && file.is_file());
}

#[test]
fn what_cannot_be_put_aside_is_not_written_over() {
    let (_dir, parent) = file_with("in the way");
    let file = parent.join("settings.json");
    let settings = load(&file);
    let broken = settings.take_load_fault().expect("broken");
    assert!(broken.quarantined.is_err());
    settings.choose(Preference::Sound(false));
    assert!(!settings.has_sound(), "it holds for this run");
    disk::flush(disk::END_WAIT);
    assert_eq!(fs::read_to_string(&parent).expect("read"), "in the way");
}

#[test]
fn a_first_start_has_nothing_to_tell() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("chuhe/settings.json");
    let settings = load(&file);
    assert!(settings.take_load_fault().is_none() && !file.exists());
    settings.choose(Preference::Colors(ColorScheme::Dark));
    assert_eq!(load(&file).color_scheme(), ColorScheme::Dark);
}

#[test]
fn a_change_that_is_not_kept_is_told_once() {
    let (dir, file) = file_with("{}");
    let settings = load(&file);
    fs::remove_file(&file).expect("removed");
    fs::create_dir(&file).expect("in the way");
    settings.choose(Preference::Sound(false));
    disk::flush(disk::END_WAIT);
    assert!(settings.take_write_error().is_some() && settings.take_write_error().is_none());
    assert!(!settings.has_sound());
    drop(dir);
}

#[test]
fn what_a_newer_version_knows_survives() {
    let (_dir, file) =
        file_with(r#"{"engine":{"level":3},"window":{"width":700,"corner":"round"}}"#);
    let settings = load(&file);
    assert!(settings.take_load_fault().is_none());
    settings.choose(Preference::Notation(MoveText::Both));
    assert_eq!(written(&file)["engine"], json!({"level": 3}));
    assert_eq!(written(&file)["window"]["corner"], "round");
    assert_eq!(written(&file)["window"]["width"], 700);
    assert_eq!(written(&file)["notation"], "both");
}

#[test]
fn all_that_is_written_is_taken_again() {
    let (_dir, file) = file_with("{}");
    let settings = load(&file);
    settings.choose(Preference::Notation(MoveText::Coordinates));
    settings.choose(Preference::Script(Script::Traditional));
    settings.choose(Preference::Sound(false));
    settings.choose(Preference::Animation(false));
    settings.remember(|known| known.swap_colors = Some(false));
    let mut window = settings.window();
    (window.width, window.panel) = (513, false);
    settings.remember(|known| known.window = window);
    let mut board = settings.board();
    (board.scale, board.width) = (1.25, 333.5);
    settings.remember(|known| known.board = board);
    let mut terms = settings.game_terms();
    terms.names.red = "A".into();
    settings.remember(|known| known.terms = terms.clone());
    for scheme in ColorScheme::ALL {
        settings.choose(Preference::Colors(scheme));
        let again = load(&file);
        assert!(again.take_load_fault().is_none());
        assert_eq!(again.preferences(), settings.preferences());
        assert_eq!((again.window(), again.board()), (window, board));
        assert_eq!(again.game_terms(), terms);
        assert!(!again.swaps_colors());
    }
}

#[test]
fn the_language_decides_until_the_player_does() {
    let style = |text: &str| {
        let (_dir, file) = file_with(text);
        let MoveStyle { text, script, .. } = load(&file).move_style();
        (text, script)
    };
    assert_eq!(style("{}"), (MoveText::Chinese, Script::Simplified));
    assert_eq!(
        style(r#"{"notation":null,"script":"traditional"}"#),
        (MoveText::Chinese, Script::Traditional)
    );
    assert_eq!(
        style(r#"{"notation":"both"}"#),
        (MoveText::Both, Script::Simplified)
    );
}

#[test]
fn a_reader_of_vietnamese_has_it_everywhere_until_another_choice() {
    let of = |text: &str| {
        let (_dir, file) = file_with(text);
        let settings = Settings::read(file, MoveStyle::of_locale("vi"));
        let style = settings.move_style();
        (style.text, style.has_vietnamese, settings.print().notation)
    };
    let (own, both) = (MoveText::Vietnamese, MoveText::Both);
    assert_eq!(of("{}"), (own, true, own));
    assert_eq!(of(r#"{"notation":"wxf"}"#), (MoveText::Wxf, true, both));
    let printed = r#"{"print":{"diagrams":"last","notation":"both"}}"#;
    assert_eq!(of(printed), (own, true, both));
    let (_dir, file) = file_with("{}");
    let settings = load(&file);
    let has_it = || {
        (
            settings.move_style().has_vietnamese,
            settings.print().notation,
        )
    };
    assert_eq!(has_it(), (false, both));
    settings.choose(Preference::Notation(own));
    assert_eq!(has_it(), (true, own));
}

#[test]
fn an_absurd_size_is_brought_into_bounds_and_named() {
    let (_dir, file) = file_with(
        r#"{"board":{"width":1e12,"height":-5,"scale":0,"dark":false,"flipped":true},
            "window":{"width":9999999,"height":-1,"maximized":false}}"#,
    );
    let settings = load(&file);
    let board = settings.board();
    assert_eq!(
        (board.width, board.height, board.scale),
        (8192.0, 16.0, 1.0)
    );
    assert_eq!(
        (settings.window().width, settings.window().height),
        (16_384, 420)
    );
    let broken = settings.take_load_fault().expect("broken");
    assert!(matches!(broken.fault, Fault::Values(names) if names == ["window", "board"]));
}

#[test]
fn what_was_learned_stays_and_so_does_what_a_newer_version_teaches() {
    let (_dir, file) = file_with(r#"{"learned":["later","horse-leg"]}"#);
    let settings = load(&file);
    assert!(settings.take_load_fault().is_none());
    assert!(settings.has_learned("horse-leg") && !settings.has_learned("aim-move"));
    settings.learn("aim-move");
    settings.learn("aim-move");
    assert_eq!(
        written(&file)["learned"],
        json!(["later", "horse-leg", "aim-move"])
    );
    assert!(load(&file).has_learned("aim-move"));
    let (_dir, file) = file_with(r#"{"learned":7}"#);
    assert!(!load(&file).has_learned("horse-leg"));
}
