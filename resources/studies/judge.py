#!/usr/bin/env python3
"""Judges the studies beside this file: proves mates, and lets the engine judge the rest.

    cargo build --release
    resources/studies/judge.py --jobs 4

Only the columns verdict, moves, exact, ways, nodes and line are rewritten. A mate is what `chuhe solve` proves, with the
first of its limits of nodes within which it is proved that there is no shorter one, or else with the last one; one that names
its limit and has no line is proved within that one. The others get the judgement of the engine of `chuhe uci`: `win` or
`draw` for the side to move if two searches agree, or `unknown`.
All limits are numbers of nodes, so the files come out the same on every machine. The files are saved after every few
studies, and what they have already is not judged again: a run that was interrupted goes on where it was, and one with a
larger limit leaves out those of the solver that were tried before. After a change of the solver, --again tries all; after
one of the engine alone, --estimates leaves mates as they are.
"""

import argparse
import json
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROGRAM = HERE.parent.parent / "target/release/chuhe"
BOOKS = ["shiqing-yaqu", "mengru-shenji"]
# The limits of the solver, and of the two searches of the engine, in nodes.
SOLVED = [20_000, 300_000, 1_000_000, 5_000_000]
SEARCHED = [500_000, 1_000_000]
# Hundredths of a soldier: a win from the one on, a draw below the other.
WIN, DRAW = 600, 80
# So many studies are judged between two times of saving.
SAVED_AFTER = 8


class NotFound(Exception):
    """A mate that was proved before is not found."""


def solve(program, fen, nodes):
    command = [program, "solve", "--fen", fen, "--nodes", str(nodes)]
    return json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)


def search(program, fen, nodes):
    """The score for the side to move after so many nodes, with an empty memory; a mate is a large one."""
    said = f"ucinewgame\nposition fen {fen}\ngo nodes {nodes}\n"
    told = subprocess.run([program, "uci"], input=said, capture_output=True, check=True, text=True)
    scores = [line.split() for line in told.stdout.splitlines() if " score " in line]
    kind, number = scores[-1][scores[-1].index("score") + 1 :][:2]
    return int(number) if kind == "cp" else 10_000 * (1 if int(number) > 0 else -1)


def sided(score):
    if abs(score) >= WIN:
        return "win" if score > 0 else "unknown"
    return "draw" if abs(score) < DRAW else "unknown"


def judge(row, options):
    """The six columns of a study."""
    is_named = row[6] == "mate" and not row[11]
    # Within the limits that were tried before, no mate was found.
    tried = 0 if options.again or row[6] == "mate" else int(row[10] or 0)
    limits = [int(row[10])] if is_named else [limit for limit in SOLVED if tried < limit <= options.most]
    if options.estimates:
        tried, limits = int(row[10] or 0), []
    mate = None
    for nodes in limits:
        found = solve(options.program, row[5], nodes)
        if found["verdict"] == "mate":
            is_exact = found["exact"]
            exact = "rule" if found["by_rule"] else str(is_exact).lower()
            columns = [found["in"], exact, found["ways"], nodes, " ".join(found["line"])]
            mate = ["mate", *map(str, columns)]
            if is_exact:
                break
    if mate:
        return mate
    if row[6] == "mate":
        raise NotFound(f"{row[0]}: no mate is found within {limits[-1]} nodes")
    verdicts = {sided(search(options.program, row[5], nodes)) for nodes in SEARCHED}
    verdict = verdicts.pop() if len(verdicts) == 1 else "unknown"
    return [verdict, "", "", "", str(max(limits + SEARCHED + [tried])), ""]


def is_open(row, options):
    """Whether a study is still to be judged: its mate has no line, or less was tried than is asked for and may help."""
    if options.again or options.estimates:
        return True
    if row[6] == "mate":
        return not row[11] or row[8] != "true" and int(row[10]) < options.most
    return int(row[10] or 0) < max(options.most, *SEARCHED)


def save(path, lines):
    temporary = path.with_suffix(".new")
    temporary.write_text("".join("\t".join(line) + "\n" for line in lines), encoding="utf-8")
    os.replace(temporary, path)


def read(path):
    """All lines of a book, and those of them that are studies."""
    lines = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    return lines, [line for line in lines if not line[0].startswith("#")]


def judge_book(options, book, pool):
    path = HERE / f"{book}.tsv"
    lines, rows = read(path)
    if options.only:
        rows = [row for row in rows if f"{book}:{row[0]}" in options.only]
    if options.mates:
        rows = [row for row in rows if row[6] == "mate"]
    if options.estimates:
        rows = [row for row in rows if row[6] != "mate"]
    elif not options.again:
        rows = [row for row in rows if row[6] != "mate" or int(row[10]) <= options.most]
    rows = [row for row in rows if is_open(row, options)]
    judged = {pool.submit(judge, row, options): row for row in rows}
    lost = []
    try:
        for count, done in enumerate(as_completed(judged), 1):
            row = judged[done]
            try:
                row[6:] = done.result()
            except NotFound as error:
                lost.append(f"{book}:{error}")
                continue
            print(f"{book}:{row[0]}", *row[6:11], flush=True)
            if count % SAVED_AFTER == 0:
                save(path, lines)
    finally:
        if judged:
            save(path, lines)
    return lost


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=PROGRAM, help="the program, target/release/chuhe by default")
    parser.add_argument("--jobs", type=int, default=1, help="number of studies judged at a time")
    parser.add_argument("--only", action="append", metavar="BOOK:NUMBER", help="judge this study; may be repeated")
    parser.add_argument("--mates", action="store_true", help="only find the lines of mates that are known")
    parser.add_argument("--most", type=int, default=SOLVED[-1], metavar="NODES", help="leave out larger limits of the solver")
    parser.add_argument("--again", action="store_true", help="judge also what is judged already")
    parser.add_argument("--estimates", action="store_true", help="only judge anew what the engine has judged")
    options = parser.parse_args()
    known = {f"{book}:{row[0]}" for book in BOOKS for row in read(HERE / f"{book}.tsv")[1]}
    unknown = set(options.only or []) - known
    if unknown:
        parser.error(f"no such study: {', '.join(sorted(unknown))}; name one like {BOOKS[0]}:1")
    with ThreadPoolExecutor(options.jobs) as pool:
        lost = [fault for book in BOOKS for fault in judge_book(options, book, pool)]
    if lost:
        raise SystemExit("\n".join(lost))


if __name__ == "__main__":
    main()
