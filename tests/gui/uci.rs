//! `chuhe uci`, spoken to as another program does.

use chuhe::rules::{History, Setup};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

struct Engine {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_chuhe"))
            .arg("uci")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let from = BufReader::new(child.stdout.take().expect("a pipe"));
        Self {
            to: child.stdin.take(),
            child,
            from,
        }
    }

    fn say(&mut self, text: impl AsRef<[u8]>) {
        let to = self.to.as_mut().expect("not closed");
        to.write_all(text.as_ref()).expect("written");
        to.write_all(b"\n").expect("written");
    }

    /// All lines up to the one that begins with this word.
    fn hear(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            let count = self.from.read_line(&mut line).expect("text");
            assert!(count > 0, "{word} does not come after {lines:?}");
            lines.push(line.trim_end().to_owned());
            if line.starts_with(word) {
                return lines;
            }
        }
    }

    /// The best move of the last answer.
    fn best(&mut self) -> String {
        let lines = self.hear("bestmove");
        let last = lines.last().expect("an answer");
        last.split_whitespace().nth(1).expect("a move").to_owned()
    }

    /// Ends the input; the program ends, too.
    fn close(mut self) -> i32 {
        drop(self.to.take());
        self.child
            .wait()
            .expect("an end")
            .code()
            .expect("no signal")
    }
}

#[test]
fn it_introduces_itself_and_plays_a_game() {
    let mut engine = Engine::start();
    engine.say("uci");
    let told = engine.hear("uciok");
    assert!(told[0].starts_with("id name Chuhe "));
    assert!(told.iter().any(|line| line.contains("UCI_Variant")));
    engine.say("setoption name Hash value 2\nucinewgame\nisready");
    engine.hear("readyok");
    let mut game = History::new(Setup::start()).expect("the start");
    for _ in 0..8 {
        let moves: Vec<_> = game.plies().iter().map(|ply| ply.mv.to_string()).collect();
        engine.say(format!(
            "position startpos moves {}\ngo nodes 500",
            moves.join(" ")
        ));
        let best = engine.best().parse().expect("a move");
        game.play(best).expect("a legal move");
    }
    engine.say("quit");
    assert_eq!(engine.close(), 0);
}

#[test]
fn limits_lines_and_levels_are_kept() {
    let mut engine = Engine::start();
    engine.say("setoption name MultiPV value 3\nposition startpos\ngo depth 3");
    let told = engine.hear("bestmove");
    let depth_and_line = |line: &String| {
        let words: Vec<_> = line.split_whitespace().collect();
        let after = |name| {
            words
                .iter()
                .position(|word| *word == name)
                .map(|at| words[at + 1])
        };
        Some((after("depth")?.to_owned(), after("multipv")?.to_owned()))
    };
    let lines: Vec<_> = told.iter().filter_map(depth_and_line).collect();
    let last: Vec<_> = lines.iter().rev().take(3).rev().collect();
    let expected = ["1", "2", "3"].map(|line| ("3".to_owned(), line.to_owned()));
    assert_eq!(last, expected.iter().collect::<Vec<_>>());
    // The same level in the same position makes the same move.
    engine.say("setoption name MultiPV value 1\nsetoption name Skill Level value 2");
    let mut once = || {
        engine.say("ucinewgame\nposition startpos moves h2e2\ngo infinite");
        engine.say("stop");
        engine.best()
    };
    assert_eq!(once().len(), 4);
    engine.say("position fen 4k4/R8/9/9/9/9/9/9/9/1R1K5 w\ngo movetime 200");
    let told = engine.hear("bestmove");
    assert!(
        told.iter().any(|line| line.contains("score mate 1")),
        "{told:?}"
    );
    engine.say("position fen R3k4/1R7/9/9/9/9/9/9/9/3K5 b\ngo depth 5");
    assert_eq!(engine.best(), "(none)");
    assert_eq!(engine.close(), 0);
}

#[test]
fn an_endless_search_is_stopped_and_answers_meanwhile() {
    let mut engine = Engine::start();
    engine.say("position startpos\ngo infinite\nisready");
    engine.hear("readyok");
    // Another command ends it, and its answer comes first.
    engine.say("position startpos moves h2e2");
    assert_eq!(engine.best().len(), 4);
    engine.say("go infinite");
    assert_eq!(engine.close(), 0);
}

#[test]
fn a_refused_position_is_not_answered_for_another_one() {
    let mut engine = Engine::start();
    let long = format!("position startpos moves {}", "h2e2 h9g7 ".repeat(200_000));
    for refused in [
        "position fen 9/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
        "position fen 4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
        "position fen 4k4/9 w",
        "position startpos moves h2e2 h2e2",
        "position startpos moves h3e3 h10g8",
        "position",
        &long,
    ] {
        engine.say("position startpos moves h2e2");
        engine.say(format!("{refused}\nisready"));
        let told = engine.hear("readyok");
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told[0].starts_with("info string "), "{told:?}");
        for go in [
            "go nodes 200",
            "go wtime 100 btime 100",
            "go mate 2",
            "go infinite\nstop",
        ] {
            engine.say(go);
            assert_eq!(engine.best(), "(none)", "{go}");
        }
    }
    engine.say("position startpos moves h2e2\ngo nodes 200");
    assert_ne!(engine.best(), "(none)");
    assert_eq!(engine.close(), 0);
}

#[test]
fn each_search_ends_in_one_best_move() {
    let mut engine = Engine::start();
    for go in [
        "go nodes 0",
        "go nodes 1",
        "go depth 0",
        "go movetime 0",
        "go wtime -50 btime -50",
        "go btime 1",
        "go sideways 4 depth 2",
        "go depth many nodes 50",
        "go perft 1",
        "go winc 5",
        "go mate 1",
        "go searchmoves b0c2 h0g2 depth 2",
        "go searchmoves b0c2 mate 1",
        "go infinite\nstop\nstop",
        "go searchmoves b0c2\nstop",
        "go ponder wtime 100 btime 100\nponderhit\nponderhit",
        "go ponder wtime 100 btime 100\nstop",
        "go ponder\nponderhit",
        "go infinite\nponderhit\nstop",
    ] {
        engine.say(format!("position startpos\n{go}"));
        let told = engine.hear("bestmove");
        let best = told.last().expect("an answer");
        let is_named = |name: &str| best.starts_with(&format!("bestmove {name}"));
        assert!(!is_named("(none)"), "{go}");
        assert!(
            !go.contains("searchmoves") || is_named("b0c2") || is_named("h0g2"),
            "{go}: {best}"
        );
        assert!(
            told.iter().any(|line| line.starts_with("info depth 1 ")),
            "{go}: {told:?}"
        );
        // None comes after it, and it is listening.
        engine.say("isready");
        assert_eq!(engine.hear("readyok"), ["readyok"], "{go}");
    }
    // The answer to a search comes before that to the next.
    engine.say("go infinite\ngo infinite\nstop");
    engine.best();
    engine.best();
    engine.say("go searchmoves a0a9 depth 2");
    assert_eq!(engine.best(), "(none)");
    assert_eq!(engine.close(), 0);
}

#[test]
fn a_mate_is_looked_for() {
    let mut engine = Engine::start();
    // Checks all the way, and a search of moves that are named.
    let mate = "position fen 2RNk4/9/1N7/9/1n7/9/C7r/9/2c1p4/2c2K3 w";
    for (go, in_moves) in [
        ("go mate 3", 3),
        ("go mate 9", 3),
        ("go mate 3 searchmoves d9c7", 3),
    ] {
        engine.say(format!("{mate}\n{go}"));
        let told = engine.hear("bestmove");
        let score = format!(" score mate {in_moves} ");
        assert!(
            told.iter().any(|line| line.contains(&score)),
            "{go}: {told:?}"
        );
    }
    engine.say(format!("{mate}\ngo mate 2"));
    assert_ne!(engine.best(), "(none)");
    assert_eq!(engine.close(), 0);
}

#[test]
fn options_out_of_range_are_clamped_and_known_ones_are_taken_in_silence() {
    let mut engine = Engine::start();
    engine.say("setoption name MultiPV value 500\nsetoption name Threads value 8\nisready");
    let told = engine.hear("readyok");
    assert!(
        told[0].contains("32 instead") && told[1].contains("1 instead"),
        "{told:?}"
    );
    for option in [
        "Clear Hash",
        "Threads value 1",
        "Ponder value true",
        "Hash value 4",
    ] {
        engine.say(format!("setoption name {option}"));
    }
    engine.say("isready");
    assert_eq!(engine.hear("readyok"), ["readyok"]);
    engine.say("position startpos\ngo depth 1");
    let told = engine.hear("bestmove");
    assert!(
        told.iter().any(|line| line.contains(" multipv 32 ")),
        "{told:?}"
    );
    assert_eq!(engine.close(), 0);
}

#[test]
fn garbage_is_answered_and_changes_nothing() {
    let mut engine = Engine::start();
    engine.say("position startpos moves h2e2");
    let long = vec![b'x'; 3 << 20];
    let garbage: [&[u8]; 6] = [
        b"",
        b"\x1b[31mhello\0\xff\xfe",
        &long,
        b"setoption name Hash value lots",
        b"setoption name UCI_Variant value chess",
        b"\xe5\xb8\xa5\xe4\xba\x94",
    ];
    for line in garbage {
        engine.say(line);
    }
    engine.say("isready");
    let told = engine.hear("readyok");
    let (_, infos) = told.split_last().expect("an answer");
    assert_eq!(infos.len(), 5, "{infos:?}");
    for info in infos {
        assert!(info.starts_with("info string "), "{info}");
        assert!(info.len() < 300 && !info.contains('\x1b'), "{info}");
    }
    // It is still Black's move.
    engine.say("go nodes 300");
    let best = engine.best().parse().expect("a move");
    let mut game = History::new(Setup::start()).expect("the start");
    game.play("h2e2".parse().expect("a move")).expect("legal");
    game.play(best).expect("a legal move");
    assert_eq!(engine.close(), 0);
}
