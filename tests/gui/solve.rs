//! `chuhe solve`.

use super::cli::chuhe;

#[test]
fn a_mate_is_proved_in_one_object() {
    let fen = "1RN1k4/3P3rC/6n2/9/9/9/9/4p4/3p5/c1rAK4 w";
    let told = chuhe(&["solve", "--fen", fen]);
    let told = told.one();
    assert_eq!(told["verdict"], "mate");
    assert_eq!(told["in"], 3);
    assert_eq!(told["exact"], true);
    assert_eq!(told["line"].as_array().map(Vec::len), Some(5));
    assert_eq!(told["line"][0], "d8e8");
    assert_eq!(told["ways"], 1);
    assert_eq!(told["by_rule"], false);
    assert!(told["nodes"].as_u64().is_some_and(|nodes| nodes > 0));
}

#[test]
fn a_win_by_rule_is_told_as_one() {
    let fen = "4k4/R8/9/9/9/1R7/9/9/9/3K4r w";
    let told = chuhe(&["solve", "--fen", fen, "--nodes", "20000"]);
    let told = told.one();
    assert_eq!(told["verdict"], "mate");
    assert_eq!(told["by_rule"], true);
    assert_eq!(told["exact"], false);
}

#[test]
fn what_is_not_proved_is_not_claimed() {
    let told = chuhe(&["solve", "--nodes", "1000"]);
    assert_eq!(told.one()["verdict"], "unknown");
    assert!(told.one().get("in").is_none());
    let told = chuhe(&["solve", "--checks-only"]);
    assert_eq!(told.one()["verdict"], "no mate");
}

#[test]
fn positions_and_limits_are_checked() {
    let told = chuhe(&["solve", "--fen", "9/9/9/9/9/9/9/9/9/4K4 w"]);
    assert!(told.refusal(1).starts_with("chuhe: "));
    let crowd = "ppppppppp/".repeat(12);
    let told = chuhe(&["solve", "--fen", &crowd]);
    assert!(told.refusal(1).starts_with("chuhe: "));
    for nodes in ["0", "many", "99999999999999999999"] {
        let told = chuhe(&["solve", "--nodes", nodes]);
        assert!(told.refusal(2).contains("--nodes"), "{nodes}: {told:?}");
    }
}
