//! Signs between moves that are no part of them: white space, ornaments and annotations.

use crate::record::notation::{is_move, is_visible};

/// Whether a character separates words.
pub(super) fn is_space(c: char) -> bool {
    !is_visible(c) || matches!(c, ',' | '，' | '、' | '；' | '}' | '｝')
}

/// Whether a word consists of ornaments, as in `-----` and ★.
pub(super) fn is_ornament(word: &str) -> bool {
    !word.contains(|c: char| c.is_alphanumeric() || is_left_over(c))
}

/// Whether an ornament consists of the usual signs of tables, quotations and lists, which can be dropped in silence.
pub(super) fn is_usual_ornament(ornament: &str) -> bool {
    let is_usual = |c: char| match c {
        '@' | '^' | '%' => false,
        '\u{2010}'..='\u{2027}' | '\u{2500}'..='\u{259f}' | '\u{3000}'..='\u{303f}' => true,
        '■' | '□' | '×' | '\u{ff00}'..='\u{ffef}' => true,
        _ => c.is_ascii(),
    };
    ornament.chars().all(is_usual)
}

/// Whether an ornament is in place of a move: dashes or boxes.
pub(super) fn is_blank(ornament: &str) -> bool {
    let is_stroke = |c| {
        matches!(
            c,
            '–'..='―' | '─' | '━' | '_' | '~' | '～' | '－' | '■' | '□' | '×'
        )
    };
    ornament != "-" && ornament.chars().all(|c| c == '-' || is_stroke(c))
}

/// Whether a text begins with the border between two cells of a table.
pub(super) fn is_border(text: &str) -> bool {
    text.starts_with(['|', '｜', '│', '┃'])
}

/// Annotation signs of the Informator and other publications by number; of signs that exist for each side, the number
/// for Red.
const SIGNS: [(u8, &[&str]); 24] = [
    (3, &["‼"]),
    (4, &["⁇"]),
    (5, &["⁉"]),
    (6, &["⁈"]),
    (7, &["□"]),
    (10, &["=", "＝"]),
    (13, &["∞"]),
    (14, &["⩲", "+=", "+/="]),
    (15, &["⩱", "=+", "=/+"]),
    (16, &["±", "+/-", "+/−", "+/–"]),
    (17, &["∓", "-/+", "−/+", "–/+"]),
    (18, &["+-", "+−", "+–", "+—"]),
    (19, &["-+", "−+", "–+", "—+"]),
    (22, &["⨀", "⊙"]),
    (26, &["○"]),
    (32, &["⟳", "↻"]),
    (36, &["↑"]),
    (40, &["→"]),
    (44, &["=∞", "=/∞", "∞=", "⯹"]),
    (132, &["⇆", "⇄", "⇋"]),
    (138, &["⊕"]),
    (140, &["∆", "△", "Δ"]),
    (142, &["⌓"]),
    (143, &["≤"]),
];

/// Annotations in letters.
const LETTERS: [(u8, &str); 3] = [(145, "RR"), (146, "N"), (220, "D")];

/// The number of the annotation whose sign a word is.
pub(super) fn annotation(word: &str) -> Option<u8> {
    let known = SIGNS.iter().find(|(_, signs)| signs.contains(&word));
    known.map(|(number, _)| *number)
}

/// The number of the annotation whose letters a word is.
pub(super) fn lettered_annotation(word: &str) -> Option<u8> {
    let known = LETTERS.iter().find(|(_, letters)| *letters == word);
    known.map(|(number, _)| *number)
}

/// The length of the move in a word that ends with an annotation: `H2-E2±`, `C2=5+-`.
pub(super) fn length_before_annotation(word: &str) -> Option<usize> {
    /// Maximum length of a sign, in bytes.
    const MAX_LEN: usize = 7;
    let starts = word.char_indices().map(|(at, _)| at);
    let mut starts = starts.filter(|at| *at > 0 && word.len() - at <= MAX_LEN);
    let found = starts.find(|at| annotation(&word[*at..]).is_some() && is_move(&word[..*at]));
    found.filter(|_| !is_move(word))
}

/// Whether a character replaces one that a character set lacks.
pub(super) const fn is_left_over(c: char) -> bool {
    matches!(c, char::REPLACEMENT_CHARACTER | '\u{e000}'..='\u{f8ff}')
}
