"""Whole games as text, with their variations: what can be saved as a file, sent to somebody, and read again.

Chess is written in PGN, Othello as a transcript (`f5d6c3`) or in GGF, Connect 4 as its columns (`44534`), other games as
the names of their moves. One way of writing serves them all, and it is that of PGN: tags in lines of their own, variations
in brackets behind the move they replace, comments in braces,

    [Start "4,4,4,4,4,4,0/4,4,4,4,4,4,0"]

    3 6 (5 {better} 1 (2 4)) 2

where a transcript and columns without variations, comments and an unusual start stay one word, as other programs read
them. A name that could be taken for something else stands in quotes. GGF has no place for variations and comments: it gets
the main line.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, NoReturn

from damier import wording
from damier.games import game_text
from damier.games.game import BadInput, Game
from damier.games.game_text import BadText, Token, Wanted, always
from damier.records.session import Session
from damier.records.variations import ROOT, Node, Variations

CHESS, OTHELLO, CONNECT4 = "damier.games.chess", "damier.games.othello", "damier.games.connect4"
RESULTS = ("1-0", "0-1", "1/2-1/2", "½-½", "*")
NULL_MOVES = ("--", "Z0", "0000", "@@@@")  # in the comments of chess players: what if it were the other one's turn
SIGNS = {"1": "!", "2": "?", "3": "!!", "4": "??", "5": "!?", "6": "?!"}  # PGN's numbers for them
MOST_SIGN = 10  # letters of another one
TAGS_OF_START = ("FEN", "SetUp", "Start", "Turn")  # where a game begins is known by its tree
GGF_TAGS = {"PB": "Black", "PW": "White", "DT": "Date", "PC": "Site"}
GGF_START = "(;"

_PLAIN_NAME = re.compile(r"(?!%)(?!\d{1,3}\.)(?!\.)[^\s,(){}\[\]$\";]*[^\s,(){}\[\]$\";!?]")
_MOST_GLUED = 4 * game_text.MOST_MOVES  # letters of a word of moves
_GLUED = {OTHELLO: re.compile(r"pass|pa|ps|--|@@|[a-z]\d", re.IGNORECASE), CONNECT4: re.compile(r".")}  # moves in one word


class Format(NamedTuple):
    """A way of writing games, and how the names of such files end."""

    name: str
    ending: str


PGN, GGF = Format("PGN", ".pgn"), Format("GGF", ".ggf")
TRANSCRIPT, COLUMNS, MOVES = Format("transcript", ".txt"), Format("columns", ".txt"), Format("moves", ".txt")
_FORMATS = {CHESS: [PGN], OTHELLO: [TRANSCRIPT, GGF], CONNECT4: [COLUMNS]}


def formats_of(game: Game) -> list[Format]:
    """How games of this kind can be written, the usual way first."""
    return list(_FORMATS.get(_kind(game), [MOVES]))


def _kind(game: Game) -> str:
    return game.module.__name__


# --------------------------------------------------------------------------------------------------------------------
# Writing


def write(tree: Variations, format: str, tags: Mapping[str, str] | None = None, result: str = "") -> str:
    """A game in one of its formats. Tags are added to those of the tree; a result is for games that the board does not end."""
    known = {each.name.lower(): each for each in formats_of(tree.game)}
    if format.lower() not in known:
        raise BadInput(
            f"{tree.game.title} is not written as {format}; it is as {', '.join(each.name for each in known.values())}"
        )
    chosen = known[format.lower()]
    all_tags = {name: value for name, value in {**tree.tags, **(tags or {})}.items() if name not in TAGS_OF_START}
    if result:
        all_tags["Result"] = result
    if chosen is PGN:
        return _write_pgn(tree, all_tags, result)
    if chosen is GGF:
        return _write_ggf(tree, all_tags)
    return _write_moves(tree, all_tags if chosen is MOVES else {})


def _write_pgn(tree: Variations, tags: dict[str, str], result: str) -> str:
    from damier.games.chess import pgn

    known = pgn.result_of(tree.session_to(tree.main_line()[-1]).score)
    shown = (result or (known if known != "*" else tags.get("Result", "*"))).replace("½", "1/2")
    start = tree.game.text(tree.session.positions[0])
    record = pgn.Record(start, [], shown if shown in RESULTS else "*", tags)
    return pgn.write_text(record, [*_words(tree, _numbers(start)), record.result])


def _numbers(start: str) -> Any:
    """What stands before a move of chess: its number, before Black's only if `is_first`."""
    side, number = start.split()[1], int(start.split()[5])
    first = 2 * number + (side == "b")

    def number_of(node: Node, is_first: bool) -> str:
        half_moves = first + node.ply - 1
        return f"{half_moves // 2}. " if half_moves % 2 == 0 else f"{half_moves // 2}... " if is_first else ""

    return number_of


def _write_ggf(tree: Variations, tags: dict[str, str]) -> str:
    from damier.games.othello import ggf
    from damier.games.othello.rules import DISC

    names = {name: key for key, name in GGF_TAGS.items()}
    properties = {names.get(name, name): " ".join(value.split()).replace(GGF_START, "( ;") for name, value in tags.items()}
    properties = {key: value for key, value in properties.items() if re.fullmatch("[A-Z]{2}", key) and key != "BO"}
    line = tree.main_line()
    score = tree.session_to(line[-1]).score
    if score is not None:
        properties["RE"] = f"{score / DISC:+.3f}"
    moves = [ggf.Move(tree.nodes[each].move) for each in line[1:]]
    return ggf.format_game(ggf.Record(properties, tree.session.positions[0], tree.session.turns[0], moves)) + "\n"


def _write_moves(tree: Variations, tags: dict[str, str]) -> str:
    from damier.games.chess.pgn import tagged

    tags = tags | _tags_of_start(tree)
    is_line = all(not node.comment and len(node.sons) <= 1 for node in tree.nodes.values())
    if _kind(tree.game) in _GLUED and is_line and not tags:
        return _one_word(tree) + "\n"
    return tagged(tags, _words(tree)).rstrip("\n") + "\n"


def _tags_of_start(tree: Variations) -> dict[str, str]:
    """Where the game begins, if not as usual; and who does, if that text does not tell."""
    game, position, turn = tree.game, tree.session.positions[0], tree.session.turns[0]
    usual = game.start()
    if game.text_for(position, turn) == game.text_for(usual, game.turn(usual)) and turn == game.turn(usual):
        return {}
    text = game.text_for(position, turn)
    return {"Start": text} | ({"Turn": game.players[turn]} if game.turn_written(text) != turn else {})


def _one_word(tree: Variations) -> str:
    """The moves without anything between them; in Othello passes are left out, as they tell themselves, but at the end."""
    line = [tree.nodes[each] for each in tree.main_line()[1:]]
    if _kind(tree.game) != OTHELLO:
        return "".join(node.name for node in line)
    from damier.games.othello.rules import PASS

    return "".join("--" if node.move == PASS else node.name for node in line if node.move != PASS or not node.sons)


def _words(tree: Variations, number: Any = None) -> Iterator[str]:
    """The moves with variations and comments; `number` tells what stands before a move. No recursion: lines may be long."""
    is_first = True
    held = _comment(tree.nodes[ROOT])  # a word that may still get a closing bracket
    waiting: list[tuple[str, int]] = [("after", ROOT)]
    while waiting:
        what, place = waiting.pop()
        node = tree.nodes[place]
        if what == "after":
            if node.sons:
                main, *others = node.sons
                waiting.append(("after", main))
                for other in reversed(others):
                    waiting += [("close", other), ("after", other), ("open", other)]
                waiting.append(("move", main))
            continue
        if what == "close":
            held, is_first = f"{held})", True
            continue
        before, is_first = ("(", True) if what == "open" else ("", is_first)
        for word in (before + (number(node, is_first) if number else "") + quoted(tree.game, node.name), _comment(node)):
            if word:
                if held:
                    yield held
                held, is_first = word, word.startswith("{")
    if held:
        yield held


def _comment(node: Node) -> str:
    text = " ".join(node.comment.replace("}", ")").split())
    return f"{{{text}}}" if text else ""


def quoted(game: Game, name: str) -> str:
    """A name as it can be read again; a game of one's own may give its moves any names."""
    is_plain = _PLAIN_NAME.fullmatch(name) and name not in RESULTS
    return name if is_plain or _kind(game) == CHESS else f'"{name}"'


# --------------------------------------------------------------------------------------------------------------------
# Reading


def read(game: Game, text: str, is_wanted: Wanted = always) -> Variations:
    """The first game of a text, in whatever format it is, or a position; one stands at the end of the main line.

    Raises BadInput, with the place and how much was read before it, if it cannot be read, or goes beyond the bounds of
    `games/game_text.py`; NotWanted, if nobody waits for it any more.
    """
    game_text.check_length(text)
    text = text.removeprefix("\ufeff")
    if not text or text.isspace():
        raise BadInput("there is no game in an empty text")
    if _is_ggf(game, text):
        return _read_ggf(game, text)
    if _is_position(game, text):
        return _read_position(game, text)
    try:
        return _Reader(game, text, is_wanted).tree
    except _NotAMove as error:
        if error.read or len(text) > game_text.MOST_POSITION or any(letter in text for letter in "({["):
            raise
        try:  # the text of a position, of a game whose positions look like anything
            return _read_position(game, text)
        except BadInput:
            raise error from None


def games_in(game: Game, text: str) -> int:
    """How many games a text holds, of which `read` reads the first; one that goes beyond the bounds is the last."""
    text = text.removeprefix("\ufeff")
    if _is_ggf(game, text):
        return text.count(GGF_START)
    if not text.strip() or _is_position(game, text):
        return int(bool(text.strip()))
    count = place = 0
    while place < len(text):
        try:
            place, is_game = _after_game(text, place, _kind(game))
        except BadText:
            return count + 1
        count += is_game
    return count


def _after_game(text: str, place: int, kind: str) -> tuple[int, bool]:
    """The place after the game that begins at a place, and whether there is one."""
    begins, place = place, game_text.read_tags(text, place)
    is_game, is_first = place > begins, True
    words = game_text.Words(text, place, kind == CHESS)
    for token in words:
        if token.kind == "tag" and not is_first:
            return token.place, is_game
        is_game, is_first = is_game or token.kind in ("word", "quoted"), False
        if token.kind == "word" and token.word in RESULTS and words.depth == 0:
            return token.after, is_game
    return len(text), is_game


def _is_ggf(game: Game, text: str) -> bool:
    return _kind(game) == OTHELLO and GGF_START in text


def _is_position(game: Game, text: str) -> bool:
    """Whether a text is one position: of Othello squares only, of other games something with / in its first word."""
    first = text.split(maxsplit=1)[0]
    if first[0] in '[{("':
        return False
    if _kind(game) == OTHELLO:
        return not re.search(r"\d", re.split("[;%]", text, maxsplit=1)[0])
    return "/" in first and first not in RESULTS


def _read_position(game: Game, text: str) -> Variations:
    if len(text) > game_text.MOST_POSITION:
        raise BadInput(f"the text is no game, and a position has at most {game_text.MOST_POSITION:,} letters")
    return _on_its_board(Variations.of_session(Session.from_text(game, text)))


def _on_its_board(tree: Variations) -> Variations:
    """The tree, if it is played on the board that was chosen."""
    if type(tree.session.positions[0]) is not type(tree.game.start()):
        raise BadInput(f"this is a game on another board of {tree.game.title} than the one that was chosen")
    return tree


def _read_ggf(game: Game, text: str) -> Variations:
    from damier.games.othello import ggf

    try:
        record = next(iter(ggf.parse_games(text, "GGF")))
    except ValueError as error:
        raise BadInput(" ".join(str(error).split())) from None
    tree = _on_its_board(Variations(game, record.position, record.turn))
    tree.tags = {GGF_TAGS.get(key, key): value for key, value in record.properties.items() if key not in ("GM", "TY")}
    for made in record.moves:
        node = tree.play(made.move)
        node.comment = ", ".join(each for each in (made.evaluation, made.seconds and f"{made.seconds} s") if each)
    return tree


class _NotAMove(BadInput):
    """A word that is no move; `read` tells how many moves were read before it."""

    def __init__(self, message: str, read: int) -> None:
        super().__init__(message)
        self.read = read


class _Reader:
    """Reads one game, word by word."""

    def __init__(self, game: Game, text: str, is_wanted: Wanted) -> None:
        self._text = text
        self._kind = _kind(game)
        self._tags: dict[str, str] = {}
        self._place = 0  # of the word that is read
        self.tree = Variations(game)
        self._comments: dict[int, list[str]] = {}  # by their nodes
        self._left: list[int] = []  # the nodes to go back to, after each variation that is open
        self._is_new = False  # whether a variation was opened and has no move yet
        self._said: list[str] = []  # in it, before its first move
        self._ignored = 0  # brackets that are open since a move that is none
        self._count = 0  # moves, as often as they are written
        try:
            place = game_text.read_tags(text, 0, self._tags)
            self.tree = self._begin(game)
            self._read_all(game_text.Words(text, place, self._kind == CHESS, is_wanted))
        except BadText as error:
            self._place = error.place
            self._blame(str(error))
        for number, said in self._comments.items():
            self.tree.nodes[number].comment = " ".join(said)
        self.tree.go(self.tree.main_line()[-1])
        self.tree.tags = {name: value for name, value in self._tags.items() if name not in TAGS_OF_START}

    def _begin(self, game: Game) -> Variations:
        """The tree of the position that the tags tell."""
        variant = self._tags.get("Variant", "Standard").lower()
        if self._kind == CHESS and variant not in ("standard", "chess", "from position"):
            raise BadInput(f"{wording.quoted(self._tags['Variant'])} is another game than chess")
        start = self._tags.get("FEN" if self._kind == CHESS else "Start", "")
        session = Session.from_text(game, start)
        turn = game.players.index(self._tags["Turn"]) if self._tags.get("Turn") in game.players else session.turn
        return _on_its_board(Variations(game, session.position, turn))

    def _read_all(self, words: Iterable[Token]) -> None:
        is_first = True
        for token in words:
            self._place, word = token.place, token.word
            if token.kind == "tag" and not self._left and not is_first:
                return  # the next game
            if token.kind == "word" and word in RESULTS and not self._left:
                self._tags["Result"] = word.replace("½", "1/2")
                return
            if not (is_first and word == "startpos") and not (len(self.tree.nodes) == 1 and word == "moves"):
                self._take(token)
            is_first = False
        if self._left:
            self._place = len(self._text)
            self._blame("a variation is not closed: ) is missing")

    def _take(self, token: Token) -> None:
        kind, word = token.kind, token.word
        if kind == "open":
            self._open()
        elif kind == "close":
            self._close()
        elif self._ignored:
            return
        elif kind in ("comment", "rest"):
            self._say(word if kind == "comment" else word[1:])
        elif kind == "sign":
            game_text.long_word(token)
            self._say(SIGNS.get(word[1:], word[:MOST_SIGN]))
        elif kind == "quoted":
            game_text.long_word(token)
            self._play(" ".join(word[1:-1].split()))
        elif kind == "word":
            self._play_all(token)
        else:
            self._blame(f"{wording.quoted(word)} is no part of a game")

    def _open(self) -> None:
        if self._ignored:
            self._ignored += 1
            return
        if self._is_new or self.tree.here == ROOT:
            self._blame("a variation stands where no move is before it")
        self._left.append(self.tree.here)
        self.tree.back()
        self._is_new, self._said = True, []

    def _close(self) -> None:
        if self._ignored > 1:
            self._ignored -= 1
            return
        if not self._left:
            self._blame("a variation is closed that was not opened: ( is missing")
        self._ignored = 0
        self.tree.go(self._left.pop())
        self._is_new = False

    def _say(self, text: str) -> None:
        """A comment on the move before it, or on the first of a variation."""
        words = " ".join(text.split())
        if words:
            (self._said if self._is_new else self._comments.setdefault(self.tree.here, [])).append(words)

    def _play_all(self, token: Token) -> None:
        """The moves of a word, and the sign behind the last one."""
        glued = _GLUED.get(self._kind)
        game_text.long_word(token, _MOST_GLUED if glued else game_text.MOST_LETTERS)
        word = token.word
        if self._kind == CHESS:
            if word in ("e.p.", "ep") or word in RESULTS:  # results of variations
                return
            if word in NULL_MOVES and self._left:
                self._ignored = 1  # what follows it in this variation is no game
                return
        if self._kind == OTHELLO:
            word = re.sub("[.:]", "", word)
        moves = word.rstrip("!?")
        names = glued.findall(moves) if glued else [moves]
        for name in names if sum(map(len, names)) == len(moves) else [moves]:
            self._play(name)
        if word[len(moves) :]:
            self._say(word[len(moves) :])

    def _play(self, name: str) -> None:
        self._count += 1
        if self._count > game_text.MOST_MOVES:
            raise BadText(self._place, f"a game has at most {game_text.MOST_MOVES:,} moves, its variations included")
        try:
            if self._kind == OTHELLO:
                name = self._passed(name)
            self._make(name)
        except BadInput as error:
            self._blame(str(error), name)
        self._is_new = False
        if self._said:
            self._comments.setdefault(self.tree.here, []).extend(self._said)
            self._said = []

    def _make(self, name: str) -> None:
        """Make the move of a name; in a game that was played it may come after the rules have ended it."""
        game, position = self.tree.game, self.tree.session.position
        found = game.module.read_move(position, name) if self._kind == CHESS else None
        self.tree.play(game.parse_move(position, name) if found is None else int(found), is_legal=found is not None)

    def _passed(self, name: str) -> str:
        """The name of a move of Othello; passes may be left out before it, or written in several ways."""
        from damier.games.othello.rules import PASS, SIZE_OF
        from damier.games.othello.writing import PASS_NAME, move_of

        if move_of(name, SIZE_OF[type(self.tree.session.position)]) == PASS:
            return PASS_NAME
        if self.tree.session.legal_moves() == [PASS]:
            self.tree.play(PASS)
        return name

    def _blame(self, what: str, name: str = "") -> NoReturn:
        """Refuse the text: where it breaks, and what was read before."""
        line = game_text.line_of(self._text, self._place)
        count = len(self.tree.nodes) - 1
        before = f"{count} move{'' if count == 1 else 's'} before it {'was' if count == 1 else 'were'} read"
        shown = name if len(name) <= game_text.MOST_LETTERS else f"{name[: game_text.MOST_LETTERS]}..."
        where = f"line {line}, {self._next()} {shown}" if name else f"line {line}"
        raise _NotAMove(f"{where}: {what}; {before}", count)

    def _next(self) -> str:
        """The number of the move that comes next, as it is written."""
        if self._kind != CHESS:
            return f"move {self.tree.node.ply + 1}"
        fields = self.tree.session.text.split()
        return f"move {fields[5]}{'.' if fields[1] == 'w' else '...'}"
