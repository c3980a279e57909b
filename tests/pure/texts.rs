//! Texts as people write and send them: what is read of them, and what is told.
//!
//! `tests/data/texts.txt` explains itself. Below are texts that are made by a program.

use crate::dice::Dice;
use chuhe::record::format::{self, Loaded, Warning};
use chuhe::record::notation::{Notation, write};
use chuhe::record::{Collection, MoveToken, Notes, Record, Tags};
use chuhe::rules::{Move, Outcome, PieceKind, Point, Position, Rank, Setup};

const TEXTS: &str = include_str!("../data/texts.txt");
/// A tag: what follows is read as PGN.
const HEAD: &str = "[Event \"x\"]\\n\\n";

#[track_caller]
fn read(text: &str) -> Loaded {
    format::read(text.as_bytes()).unwrap_or_else(|why| panic!("{why}: {text:?}"))
}

/// A block of the file: texts with one meaning.
#[derive(Default)]
struct Case<'a> {
    texts: Vec<&'a str>,
    /// Signs, and what stands for them in turn.
    signs: Vec<(char, Vec<&'a str>)>,
    games: Vec<&'a str>,
    cautions: Vec<&'a str>,
}

impl<'a> Case<'a> {
    fn of(block: &'a str) -> Self {
        let mut case = Self {
            signs: vec![('§', vec!["", HEAD])],
            ..Self::default()
        };
        for line in block.lines().filter(|line| !line.starts_with("# ")) {
            let sign = line.chars().next().zip(line.split_once(" ="));
            match sign {
                Some((sign, (name, all))) if name.len() == sign.len_utf8() => {
                    case.signs
                        .push((sign, all.split(" |").map(str::trim).collect()));
                }
                _ if line.starts_with("=>") => case.games.push(line[2..].trim()),
                _ if line.starts_with("! ") || line.starts_with("!! ") => case.cautions.push(line),
                _ => case.texts.push(line),
            }
        }
        case
    }

    /// Every choice of what stands for the signs of a text.
    fn choices(&self, text: &str) -> Vec<Vec<(char, &'a str)>> {
        let mut choices = vec![Vec::new()];
        for (sign, all) in &self.signs {
            let some = if text.contains(*sign) { &all[..] } else { &[] };
            if !some.is_empty() {
                let longer = |choice: &Vec<_>| {
                    let with = |one: &&'a str| [&choice[..], &[(*sign, *one)]].concat();
                    some.iter().map(with).collect::<Vec<_>>()
                };
                choices = choices.iter().flat_map(longer).collect();
            }
        }
        choices
    }
}

/// A line of the file with its signs replaced.
fn replaced(line: &str, choice: &[(char, &str)]) -> String {
    let one = |c: char| choice.iter().find(|(sign, _)| *sign == c);
    let parts = line.chars().map(|c| match one(c) {
        Some((_, text)) => (*text).to_owned(),
        None => c.to_string(),
    });
    parts.collect()
}

/// A text with its escapes replaced, which are those of Rust, `\s` for a space and `\|` for a bar.
fn unescaped(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        plain += before;
        let mut letters = after.chars();
        plain.push(match letters.next().expect("an escape") {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            's' => ' ',
            '0' => '\0',
            'u' => {
                let (code, after) = after[2..].split_once('}').expect("a number");
                letters = after.chars();
                let code = u32::from_str_radix(code, 16).expect("a number");
                char::from_u32(code).expect("a character")
            }
            other => other,
        });
        rest = letters.as_str();
    }
    plain + rest
}

/// A game on one line: tags but for that of [`HEAD`], start, tree with comments, result.
fn shown(record: &Record) -> String {
    let tags = record.tags.iter().filter(|tag| *tag != (Tags::EVENT, "x"));
    let mut parts: Vec<String> = tags
        .map(|(name, value)| format!("[{name}: {value}]"))
        .collect();
    if *record.start() != Setup::start() {
        parts.push(format!("<{}>", record.start().to_fen()));
    }
    let comment = |text: &str| (!text.is_empty()).then(|| format!("{{{text}}}"));
    parts.extend(comment(&record.comment));
    let of_move = |id| {
        let node = record.node(id);
        let Notes {
            before,
            comment: after,
            signs,
            ..
        } = node.notes();
        let mv = node.played().map(|played| played.mv.to_string());
        let signs = signs.iter().map(|sign| format!("${sign}"));
        [comment(before), mv]
            .into_iter()
            .flatten()
            .chain(signs)
            .chain(comment(after))
            .collect::<Vec<_>>()
    };
    for token in record.written_after(record.root()) {
        match token {
            MoveToken::Move(id) => parts.extend(of_move(id)),
            MoveToken::Open => parts.push("(".to_owned()),
            MoveToken::Close => parts.push(")".to_owned()),
        }
    }
    parts.extend(
        record
            .outcome
            .map(|outcome| Outcome::score(outcome).to_owned()),
    );
    parts
        .join(" ")
        .replace("( ", "(")
        .replace(" )", ")")
        .replace('\n', "\\n")
        .replace('\r', "\\r")
}

/// The games of a text and what is told, each on a line.
fn told(text: &str) -> (Vec<String>, Vec<String>) {
    let loaded = match format::read(text.as_bytes()) {
        Ok(loaded) => loaded,
        Err(why) => return (Vec::new(), vec![format!("!! {why:?}")]),
    };
    let games: Vec<_> = loaded.records.iter().map(shown).collect();
    let listed = Collection::open(text.as_bytes().to_vec()).expect("games");
    let of_list =
        (0..listed.count()).map(|game| shown(&listed.read(game).expect("a game").records[0]));
    assert_eq!(of_list.collect::<Vec<_>>(), games, "{text:?}");
    let cautions = loaded.warnings.iter().map(|warning| {
        let sign = if warning.what.is_loss() { "!!" } else { "!" };
        let of_game = (warning.game > 0).then(|| format!("game {}: ", warning.game + 1));
        let of_line = warning
            .variation()
            .map(|line| format!("variation {line}: "));
        let (game, line) = (of_game.unwrap_or_default(), of_line.unwrap_or_default());
        format!("{sign} {game}{line}{:?}", warning.what)
    });
    (games, cautions.collect())
}

#[test]
fn texts_are_read_as_they_are_meant() {
    let mut count = 0;
    for block in TEXTS.split("\n\n") {
        let case = Case::of(block);
        for line in &case.texts {
            for choice in case.choices(line) {
                let text = unescaped(&replaced(line, &choice));
                let (games, cautions) = told(&text);
                let expected = |lines: &[&str]| {
                    let lines = lines.iter().map(|line| replaced(line, &choice));
                    lines.collect::<Vec<_>>()
                };
                assert_eq!(games, expected(&case.games), "{block}\n{text:?}");
                let told = expected(&case.cautions);
                let mut pairs = cautions.iter().zip(&told);
                let is_told = pairs.all(|(found, begun)| found.starts_with(begun));
                assert!(
                    is_told && cautions.len() == told.len(),
                    "{block}\n{text:?}: {cautions:#?}"
                );
                count += 1;
            }
        }
    }
    assert!(count > 800, "{count} texts");
}

fn main_line(record: &Record) -> Vec<Move> {
    record.main_moves().map(|played| played.mv).collect()
}

/// A random game from a start, each move with its position.
fn game(dice: &mut Dice, start: &Position, plies: usize) -> Vec<(Position, Move)> {
    let mut at = start.clone();
    let mut game = Vec::new();
    while game.len() < plies {
        let moves = at.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[dice.below(moves.len())];
        let after = at.play(mv).expect("legal");
        game.push((at, mv));
        at = after;
    }
    game
}

/// The first game of a text, all of which is read.
#[track_caller]
fn whole(text: &str) -> Record {
    let mut loaded = read(text);
    assert_eq!(loaded.warnings, [], "{text}");
    loaded.records.remove(0)
}

#[test]
fn every_notation_is_read_with_every_separator() {
    const BETWEEN_PLIES: [&str; 7] = [" ", "; ", "；", "<br>", ", ", "&nbsp;&nbsp;", "\n"];
    const BETWEEN_ROUNDS: [&str; 11] = [
        " ",
        "\n",
        "\n\n",
        "\n-----\n",
        "\n=====\n",
        "\n*****\n",
        "\n* * *\n",
        "\n· · ·\n",
        "\n～～～～\n",
        "<br>\n",
        "\n———\n★ ",
    ];
    let mut dice = Dice(0x5e9a);
    for round in 0..24 {
        let plies = 24 + dice.below(20);
        let game = game(&mut dice, &Position::start(), plies);
        let expected: Vec<_> = game.iter().map(|(_, mv)| *mv).collect();
        let head = ["", "[Event \"x\"]\n\n"][round % 2];
        for how in [
            Notation::Iccs,
            Notation::Coordinate10,
            Notation::Wxf,
            Notation::ChineseSimplified,
            Notation::ChineseTraditional,
            Notation::Vietnamese,
        ] {
            let mut text = head.to_owned();
            for (ply, (position, mv)) in game.iter().enumerate() {
                if ply % 2 == 0 {
                    let between = BETWEEN_ROUNDS[dice.below(BETWEEN_ROUNDS.len())];
                    text += &format!("{between}{}. ", ply / 2 + 1);
                }
                text += &write(position, *mv, how);
                text += BETWEEN_PLIES[dice.below(BETWEEN_PLIES.len())];
            }
            assert_eq!(main_line(&whole(&text)), expected, "{how:?} {text}");
        }
    }
}

/// Soldiers of a file, named by it alone: a move is read as it was played, or not at all.
#[test]
fn of_tandem_soldiers_the_one_with_which_the_game_goes_on_is_meant() {
    let fen = "3k5/9/6P2/6P2/9/9/2p6/2p6/9/5K3 w";
    let start = Setup::from_fen(fen)
        .expect("a FEN")
        .position()
        .expect("a position");
    let mut dice = Dice(0x7a4d);
    let (mut decided, mut open) = (0, 0);
    for _ in 0..80 {
        let game = game(&mut dice, &start, 30);
        let expected: Vec<_> = game.iter().map(|(_, mv)| *mv).collect();
        let mut text = format!("[FEN \"{fen}\"]\n\n");
        let mut doubtful = false;
        for (position, mv) in &game {
            let piece = position.piece_at(mv.from).expect("a piece");
            let mut word = write(position, *mv, Notation::Wxf);
            // Of three, the file alone means the middle one.
            let file = mv.from.file();
            let ranks = Rank::all().map(|rank| position.piece_at(Point::new(file, rank)));
            let is_doubled = ranks.filter(|on| *on == Some(piece)).count() == 2;
            if piece.kind == PieceKind::Soldier && is_doubled {
                let file = file.number(piece.side);
                word = format!("P{file}{}", &word[word.len() - 2..]);
            }
            doubtful |= word != write(position, *mv, Notation::Wxf);
            text += &format!("{word} ");
        }
        let loaded = read(&text);
        let found = main_line(&loaded.records[0]);
        assert!(
            expected.starts_with(&found),
            "{found:?} {expected:?} {text}"
        );
        let is_whole = found.len() == expected.len();
        let is_told = loaded.warnings.iter().any(Warning::truncates_main_line);
        assert_eq!(is_whole, !is_told, "{text}");
        decided += usize::from(doubtful && is_whole);
        open += usize::from(!is_whole);
    }
    assert!(
        decided > 3,
        "{decided} games were decided, {open} left open"
    );
}

#[test]
fn a_move_may_be_wrapped_anywhere() {
    let expected = (vec!["h2e2 h9g7 h0g2 i9h9".to_owned()], vec![]);
    for text in [
        "1. 炮二平五 马8进7 2. 马二进三 车9平8",
        "1. C2=5 H8+7 2. H2+3 R9=8",
        "1. H2-E2 H9-G7 2. H0-G2 I9-H9",
        "1. P2-5 M8.7 2. M2.3 X9-8",
        "1. Pháo 2 bình 5 Mã 8 tấn 7 2. Mã 2 tấn 3 Xe 9 bình 8",
    ] {
        let places = text.char_indices().map(|(at, _)| at);
        let ends = [
            "\n", "\r\n", "\r", "\n> ", "\n\n", "\r\n\r\n", "\n \n\n", "\n>\n> ",
        ];
        for (at, end) in places.flat_map(|at| ends.map(|end| (at, end))) {
            let (before, after) = text.split_at(at);
            // A word of several letters is not wrapped, nor is a number separated from its dot.
            let is_letter = |c: char| c.is_alphabetic() && (c as u32) < 0x2000;
            let is_inside = before.ends_with(is_letter) && after.starts_with(is_letter);
            if is_inside || after.starts_with(". ") {
                continue;
            }
            let text = format!("{before}{end}{after}");
            assert_eq!(told(&text), expected, "{text:?}");
            if !end.contains('>') {
                let text = format!("{}{text} *", unescaped(HEAD));
                assert_eq!(told(&text), expected, "{text:?}");
            }
        }
    }
}

#[test]
fn text_in_utf_16_needs_no_mark() {
    let game = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7";
    let head = "[Red \"吕钦\"]\n[Black \"許銀川\"]\n\n";
    for text in [
        game.to_owned(),
        format!("{head}{game} *"),
        "1.炮二平五马8进72.马二进三车9平83.车一平二马2进3".into(),
    ] {
        for unit in [u16::to_le_bytes, u16::to_be_bytes] {
            let bytes: Vec<u8> = text.encode_utf16().flat_map(unit).collect();
            let loaded = format::read(&bytes).expect("a game");
            assert_eq!(loaded.warnings, [], "{text}");
            let shown = shown(&loaded.records[0]);
            assert!(shown.ends_with(game), "{shown}");
        }
    }
}

#[test]
fn a_flood_of_games_takes_no_time() {
    let lines = "1. C2=5 H8+7\n2. H2+3 R9=8\n";
    let loaded = read(&lines.repeat(2_000));
    assert_eq!((loaded.records.len(), loaded.warnings), (2_000, vec![]));
    let doubtful = "1. R9+1 R9+1 2. R9-1 R9-1\n".repeat(5_000);
    assert_eq!(read(&doubtful).records.len(), 1);
    let wrong = "1. C2=5 H8+7 {".repeat(5_000);
    assert_eq!(read(&wrong).records.len(), 1);
    let one = "4k4/9/9/9/9/9/9/R8/9/3K5 w - - 0 1";
    let two = "3k5/9/9/9/9/9/9/4C4/9/4K4 b - - 0 1";
    for between in ["\n", " ", "\n甲\n", "\n\n甲\n\n", " 甲 1. "] {
        let text = format!("甲\n{one}{between}{two}{between}").repeat(500);
        assert!(read(&text).records.len() >= 1_000, "{between:?}");
    }
}
