//! Several games in one text, with little or nothing between them.

use crate::reading::{line, read};
use chuhe::record::Tags;
use chuhe::record::format::Caution;
use chuhe::rules::Outcome;

/// The games of a text, all of which is read: their lines.
#[track_caller]
fn games(text: &str) -> Vec<String> {
    let loaded = read(text);
    assert_eq!(loaded.warnings, [], "{text:?}");
    loaded.records.iter().map(line).collect()
}

/// A block as PlayOK writes it.
fn block(red: &str, result: &str, moves: &str, end: &str) -> String {
    format!(
        "FORMAT  WXF\nRED     {red} ; 1137 ;;\nBLACK   b ; ;;\nRESULT  {result}\nDATE    2026-09-03 16:20:58\n\
            EVENT   Game ; 10m+0s\nSTART{{\n{moves}{end}\n"
    )
}

#[test]
fn each_block_of_playok_is_a_game() {
    let first = " 1. C8.5 c2.5   2. H8+7";
    let second = " 1. C2.5 h8+7   2. H2+3";
    for end in [" }END", "\n}END", ""] {
        for between in ["", "\n", "\n\n"] {
            let one = block("a", "0-1", first, end);
            let other = block("c", "1-0", second, end);
            let text = format!("{one}{between}{other}{between}{one}");
            for text in [text.replace('\n', "\r\n"), text.replace('\n', "\n> "), text] {
                let loaded = read(&text);
                assert_eq!(loaded.warnings, [], "{text:?}");
                let told = loaded.records.iter().map(|record| {
                    let red = record.tags.get(Tags::RED).unwrap_or_default();
                    let score = record.outcome.map_or("*", Outcome::score);
                    format!("{red} {} {score}", line(record))
                });
                let (one, other) = ("a b2e2 b7e7 b0c2 0-1", "c h2e2 h9g7 h0g2 1-0");
                assert_eq!(told.collect::<Vec<_>>(), [one, other, one], "{text:?}");
            }
        }
    }
    // A block without a move that can be played is told.
    let bad = block("c", "1-0", " 1. C2.5 x 2. C9", "\n}END").replace("C2.5", "C3.5");
    let text = format!("{}{bad}", block("a", "0-1", first, "\n}END"));
    let loaded = read(&text);
    assert_eq!(loaded.records.len(), 1);
    let what = &loaded.warnings[0].what;
    assert!(
        matches!(what, Caution::LostGame { number: 2, .. }),
        "{what:?}"
    );
    assert_eq!(
        games(&block("a", "0-1", first, " }END")),
        ["b2e2 b7e7 b0c2"]
    );
}
