//! `chuhe studies`.

use super::cli::chuhe;
use crate::program::folder;
use serde_json::Value;
use std::process::Command;

#[test]
fn all_studies_are_listed_in_lines_and_in_json() {
    let told = chuhe(&["studies", "--list"]);
    let lines: Vec<_> = told.text.lines().collect();
    assert_eq!(lines.len(), 684);
    assert_eq!(lines[0], "shiqing-yaqu:1\t气吞关右\tRed mates in 7");
    let told = chuhe(&["studies", "--list", "--json"]);
    let listed = told.one();
    let listed = listed.as_array().expect("an array");
    assert_eq!(listed.len(), 684);
    let first = &listed[0];
    assert_eq!(
        (&first["id"], &first["book"]),
        (&"shiqing-yaqu:1".into(), &"shiqing-yaqu".into())
    );
    assert_eq!(
        (&first["verdict"], &first["in"]),
        (&"mate".into(), &7.into())
    );
    assert_eq!(first["line"].as_array().map(Vec::len), Some(13));
    assert!(
        first["fen"]
            .as_str()
            .is_some_and(|fen| fen.starts_with("2baka3/"))
    );
}

#[test]
fn a_list_may_be_shortened() {
    let told = chuhe(&[
        "studies",
        "--list",
        "--json",
        "--book",
        "mengru-shenji",
        "--mate",
        "3-4",
        "--pieces",
        "16",
    ]);
    let listed = told.one();
    let listed = listed.as_array().expect("an array");
    assert!(!listed.is_empty() && listed.len() < 40);
    let number = |study: &Value, name: &str| study[name].as_u64().expect("a number");
    for study in listed {
        assert!((3..=4).contains(&number(study, "in")) && number(study, "pieces") <= 16);
    }
    for text in ["氣吞關右", "qitun guanyou"] {
        let told = chuhe(&["studies", "--list", "--search", text]);
        assert!(
            told.text.starts_with("shiqing-yaqu:1\t"),
            "{text}: {told:?}"
        );
    }
    let told = chuhe(&["studies", "--list", "--search", "nothing"]);
    assert_eq!((told.status, told.text.as_str()), (0, ""));
}

#[test]
fn a_study_is_shown_with_its_board_and_solution() {
    let told = chuhe(&["studies", "mengru-shenji:1", "--solution"]);
    let lines: Vec<_> = told.text.lines().collect();
    assert_eq!(lines[0], "mengru-shenji:1: 由中应外 Yóu zhōng yìng wài");
    assert_eq!(lines[2], "Red mates in 3");
    assert_eq!(lines[4], "9 . R N . k . . . .");
    assert_eq!(lines[14], "  a b c d e f g h i");
    assert!(lines[18].starts_with("1. d8e8 "), "{told:?}");
    let told = chuhe(&["studies", "mengru-shenji:1"]);
    assert!(!told.text.contains("d8e8"));
}

#[test]
fn a_study_that_is_not_there_is_refused() {
    let told = chuhe(&["studies", "shiqing-yaqu:999"]);
    assert!(told.refusal(1).contains("no such study"));
    for wrong in [
        &["studies"][..],
        &["studies", "--list", "mengru-shenji:1"],
        &["studies", "--json", "mengru-shenji:1"],
        &["studies", "--list", "--book", "mengru"],
        &["studies", "--list", "--mate", "5-3"],
    ] {
        assert!(chuhe(wrong).refusal(2).starts_with("chuhe: "), "{wrong:?}");
    }
}

/// The text of a PDF as another program reads it, page by page.
fn pages(pdf: &str) -> Vec<String> {
    let read = Command::new("pdftotext")
        .args(["-layout", pdf, "-"])
        .output();
    let text = String::from_utf8(read.expect("another program").stdout).expect("text");
    text.split_terminator('\u{c}').map(str::to_owned).collect()
}

#[test]
fn studies_are_written_as_a_pdf() {
    let folder = folder("studies-pdf");
    let out = folder.join("out.pdf");
    let out = out.to_str().expect("a name");
    for (options, count) in [
        (&["mengru-shenji:1"][..], 1),
        (&["mengru-shenji:1", "--solution"], 2),
        (&["--list", "--book", "mengru-shenji"], 23),
        (&["--list", "--mate", "3", "--paper", "letter"], 2),
    ] {
        let told = chuhe(&[&["studies", "--pdf", out], options].concat());
        assert_eq!((told.status, told.text.as_str()), (0, ""), "{told:?}");
        let pages = pages(out);
        assert_eq!(pages.len(), count, "{options:?}");
        let number = format!("{count}/{count}");
        assert!(
            pages[count - 1].replace(' ', "").contains(&number),
            "{options:?}"
        );
        assert!(pages[0].contains("Red mates in"), "{options:?}");
    }
    chuhe(&[
        "studies",
        "mengru-shenji:1",
        "--solution",
        "--notation",
        "wxf",
        "--pdf",
        out,
    ]);
    let pages = pages(out);
    for text in [
        "Mengru Shenji",
        "1. 由中應外",
        "Yóu zhōng yìng wài",
        "Red mates in 3",
    ] {
        assert!(pages[0].contains(text), "{text}: {}", pages[0]);
    }
    let solutions = pages[1].replace('\u{a0}', " ");
    let moves = "1. P6=5 K5=4 2. P5+1 K4=5 3. H7-6";
    assert!(solutions.contains(moves), "{solutions}");
}

#[test]
fn a_pdf_that_cannot_be_written_is_told_and_leaves_nothing() {
    let folder = folder("studies-refused");
    let path = |name| folder.join(name).to_str().expect("a name").to_owned();
    let (out, text) = (path("out.pdf"), path("out.txt"));
    let unsolved = chuhe(&["studies", "shiqing-yaqu:4", "--solution", "--pdf", &out]);
    assert!(unsolved.refusal(1).contains("there is no solution"));
    let none = chuhe(&["studies", "--list", "--search", "nothing", "--pdf", &out]);
    assert!(none.refusal(1).contains("no study is found"));
    let suffix = chuhe(&["studies", "--list", "--pdf", &text]);
    assert!(suffix.refusal(2).contains("OUT must end in .pdf"));
    for wrong in [
        &["studies", "--list", "--solution"][..],
        &["studies", "--list", "--json", "--pdf", &out],
        &["studies", "mengru-shenji:1", "--paper", "letter"],
        &["studies", "mengru-shenji:1", "--notation", "wxf"],
    ] {
        assert!(chuhe(wrong).refusal(2).starts_with("chuhe: "), "{wrong:?}");
    }
    assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 0);
}
