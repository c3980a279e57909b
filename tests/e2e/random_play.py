"""Legal moves in Python, for players who make any of them: small and slow, and nothing of the program itself."""

from case import FILES, RANKS, START, board_of

STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
# Where a horse goes: the leg beside it, and on from there.
HORSE = [((x, y), (x * 2 + side * abs(y), y * 2 + side * abs(x))) for x, y in STRAIGHT for side in (1, -1)]
PALACE = {side: {(file, rank) for file in (3, 4, 5) for rank in ranks} for side, ranks in
          {"red": (0, 1, 2), "black": (7, 8, 9)}.items()}


def square(point):
    return FILES[point[0]] + RANKS[point[1]]


def other(side):
    return "black" if side == "red" else "red"


class Game:
    """A position with the moves that led there."""

    def __init__(self, fen=START):
        self.start = {(FILES.index(at[0]), int(at[1])): tuple(piece.split()) for at, piece in board_of(fen).items()}
        self.first = "black" if fen.split()[1] == "b" else "red"
        self.line = []
        self.go(0)

    def go(self, plies):
        """Takes back all moves but so many."""
        self.board, self.turn = dict(self.start), self.first
        line, self.line = self.line[:plies], []
        for move in line:
            self.play(move)

    def play(self, move):
        at = [(FILES.index(name[0]), int(name[1])) for name in (move[:2], move[2:])]
        self.board[at[1]] = self.board.pop(at[0])
        self.turn = other(self.turn)
        self.line.append(move)

    def moves(self):
        """All legal moves, captures first, and how many captures there are."""
        quiet, captures = [], []
        for here, (side, _) in list(self.board.items()):
            if side != self.turn:
                continue
            for there in self.reach(here):
                if self.board.get(there, ("", ""))[0] != side and not self.exposes(here, there):
                    (captures if there in self.board else quiet).append(square(here) + square(there))
        return captures + quiet, len(captures)

    def exposes(self, here, there):
        """Whether a move leaves the own general to be taken, or face to face with the other."""
        board = self.board
        self.board = {at: piece for at, piece in board.items() if at != here}
        self.board[there] = board[here]
        general = next(at for at, piece in self.board.items() if piece == (self.turn, "general"))
        attackers = [at for at, (side, _) in self.board.items() if side != self.turn]
        bad = any(general in self.reach(at) for at in attackers) or self.faces(general)
        self.board = board
        return bad

    def faces(self, general):
        """Whether the other general is the next piece on the file."""
        step = 1 if general[1] < 5 else -1
        for rank in range(general[1] + step, 10 if step > 0 else -1, step):
            if (piece := self.board.get((general[0], rank))):
                return piece[1] == "general"
        return False

    def reach(self, here):
        """The points that a piece goes to or guards, whoever stands there."""
        side, kind = self.board[here]
        x, y = here
        if kind in ("chariot", "cannon"):
            return self.slide(here, kind == "cannon")
        if kind == "general":
            there = [(x + dx, y + dy) for dx, dy in STRAIGHT if (x + dx, y + dy) in PALACE[side]]
        elif kind == "advisor":
            there = [(x + dx, y + dy) for dx, dy in DIAGONAL if (x + dx, y + dy) in PALACE[side]]
        elif kind == "elephant":
            there = [(x + 2 * dx, y + 2 * dy) for dx, dy in DIAGONAL if (x + dx, y + dy) not in self.board]
            there = [at for at in there if (at[1] < 5) == (side == "red")]
        elif kind == "horse":
            there = [(x + dx, y + dy) for (lx, ly), (dx, dy) in HORSE if (x + lx, y + ly) not in self.board]
        else:
            ahead = 1 if side == "red" else -1
            there = [(x, y + ahead)]
            if (y > 4) == (side == "red"):
                there += [(x - 1, y), (x + 1, y)]
        return [(x, y) for x, y in there if 0 <= x < 9 and 0 <= y < 10]

    def slide(self, here, is_cannon):
        there = []
        for dx, dy in STRAIGHT:
            x, y, screens = here[0] + dx, here[1] + dy, 0
            while 0 <= x < 9 and 0 <= y < 10:
                taken = (x, y) in self.board
                if screens == 0 and not (taken and is_cannon) or screens == 1 and taken and is_cannon:
                    there.append((x, y))
                screens += taken
                if screens > is_cannon:
                    break
                x, y = x + dx, y + dy
        return there


def count(game, depth):
    """The lines of so many plies."""
    if depth == 0:
        return 1
    total = 0
    for move in game.moves()[0]:
        plies = len(game.line)
        game.play(move)
        total += count(game, depth - 1)
        game.go(plies)
    return total


if __name__ == "__main__":
    assert [count(Game(), depth) for depth in (1, 2)] == [44, 1920]
