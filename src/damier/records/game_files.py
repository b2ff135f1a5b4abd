"""Whole games as text, with their variations: what can be saved as a file, sent to somebody, and read again.

A game declares its formats (`games/formats.py`), as PGN, transcripts or GGF; one that says nothing has the names of its moves.
One way of writing serves all that are made of words, and it is that of PGN: tags in lines of their own, variations in brackets
behind the move they replace, comments in braces, what people think of a move by PGN's numbers ($1 is !, $2 is ?),

    [Start "4,4,4,4,4,4,0/4,4,4,4,4,4,0"]

    3 6 (5 $1 {better} 1 (2 4)) 2

where moves that may be glued together, without variations, comments and an unusual start, stay one word, as other programs read
them. A name that could be taken for something else stands in quotes. Formats without words have no place for variations and
comments: they get the main line.
"""

from collections.abc import Iterator, Mapping
from typing import NoReturn

from damier import wording
from damier.games import formats, game_text
from damier.games.formats import GameFormat, WordFormat, WrittenGame, words_of
from damier.games.game import BadInput, Game
from damier.games.game_text import BadText, GameReader, Token, Wanted, always, is_result, result_of
from damier.games.turns import told_turn
from damier.records import shapes
from damier.records.session import Session
from damier.records.variations import GLYPHS, ROOT, Node, Variations

SIGNS = {str(number): glyph for number, glyph in enumerate(GLYPHS, 1)}  # PGN's numbers for them
MOST_SIGN = 10  # letters of another one
TURN = "Turn"  # the tag that tells who begins


def formats_of(game: Game) -> list[GameFormat]:
    """How one game of this kind can be written, the usual way first."""
    return [each for each in formats.formats_of(game) if each.writes_games]


# --------------------------------------------------------------------------------------------------------------------
# Writing


def write(tree: Variations, format: str, tags: Mapping[str, str] | None = None, result: str = "", ending: str = "") -> str:
    """A game in one of its formats. Tags are added to those of the tree; a result is for games that the board does not end.

    `ending` is a comment, behind the last move, on how the game has ended.
    """
    known = {each.name.lower(): each for each in formats_of(tree.game)}
    if format.lower() not in known:
        raise BadInput(
            f"{tree.game.title} is not written as {format}; it is as {', '.join(each.name for each in known.values())}"
        )
    chosen = known[format.lower()]
    all_tags = _without_start(words_of(tree.game), {**tree.tags, **(tags or {})})
    if result:
        all_tags["Result"] = result
    if isinstance(chosen, WordFormat):
        return _write_words(tree, chosen, all_tags, result, ending)
    return _write_line(tree, chosen, all_tags)


def write_in_words(tree: Variations, result: str = "") -> str:
    """A game in the names of its moves, whatever formats it has: nothing is left out, and `read` reads it again."""
    words = words_of(tree.game)
    tags = _without_start(words, tree.tags) | ({"Result": result} if result else {})
    return _write_words(tree, words, tags, result, "")


def _without_start(words: WordFormat, tags: Mapping[str, str]) -> dict[str, str]:
    """Tags without those that tell where a game begins, which is known by its tree."""
    return {name: value for name, value in tags.items() if name not in (*words.tags_of_start, TURN)}


def _write_words(tree: Variations, words: WordFormat, tags: dict[str, str], result: str, ending: str) -> str:
    game, begins, line = tree.game, _tags_of_start(tree, words), tree.main_line()
    known = result_of(tree.session_to(line[-1]).score)
    shown = (result or (known if known != game_text.UNDECIDED else tags.get("Result", known))).replace("½", "1/2")
    shown = shown if is_result(shown) else game_text.UNDECIDED
    head = words.head(game, tags, begins, shown)
    is_line = all(not (node.comment or node.glyph or node.shapes) and len(node.sons) <= 1 for node in tree.nodes.values())
    if words.glued and is_line and not head and not ending:
        return words.in_one_word(game, [tree.nodes[each].move for each in line[1:]]) + "\n"
    last = [f"{{{_within_braces(ending)}}}"] if ending else []
    return words.text(head, [*_words(tree, words), *last], shown)


def _write_line(tree: Variations, chosen: GameFormat, tags: dict[str, str]) -> str:
    """The main line, in a format that has no words."""
    line, position, turn = tree.main_line(), tree.session.positions[0], tree.session.turns[0]
    start = "" if not _tags_of_start(tree, formats.MOVES) else tree.game.text_for(position, turn)
    result = game_text.RESULTS.get(tags.get("Result", ""))
    written = WrittenGame(moves=[tree.nodes[each].move for each in line[1:]], start=start, tags=tags, result=result)
    return chosen.line(tree.game, written, tree.session_to(line[-1]).score)


def _tags_of_start(tree: Variations, words: WordFormat) -> dict[str, str]:
    """Where the game begins, if not as usual; and who does, if that text does not tell."""
    game, position, turn = tree.game, tree.session.positions[0], tree.session.turns[0]
    usual = game.start()
    if game.text_for(position, turn) == game.text_for(usual, game.turn(usual)) and turn == game.turn(usual):
        return {}
    text = game.text_for(position, turn)
    return {words.tags_of_start[0]: text} | ({TURN: game.players[turn]} if game.turn_written(text) != turn else {})


def _words(tree: Variations, words: WordFormat) -> Iterator[str]:
    """The moves with variations and comments. No recursion: lines may be long."""
    number = words.numbers(tree.game.text(tree.session.positions[0]))
    is_first = True
    held = _comment(tree, tree.nodes[ROOT])  # a word that may still get a closing bracket
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
        move = before + number(node.ply - 1, is_first) + words.quoted(node.name)
        for word in (move, f"${GLYPHS.index(node.glyph) + 1}" if node.glyph else "", _comment(tree, node)):
            if word:
                if held:
                    yield held
                held, is_first = word, word.startswith("{")
    if held:
        yield held


def _comment(tree: Variations, node: Node) -> str:
    text = _within_braces(f"{_drawn(tree, node)} {node.comment}")
    return f"{{{text}}}" if text else ""


def _drawn(tree: Variations, node: Node) -> str:
    """What is drawn on the board of a position, in writing."""
    return shapes.written(node.shapes, tree.board_at(node.number)) if node.shapes else ""


def _within_braces(text: str) -> str:
    return " ".join(text.replace("}", ")").split())


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
    if other := _without_words(game, text):
        return tree_of(game, other.read_checked(game, text))
    if words_of(game).is_position(text):
        return _read_position(game, text)
    try:
        return _TreeReader(game, text, is_wanted).tree
    except _NotAMove as error:
        if error.read or len(text) > game_text.MOST_POSITION or any(letter in text for letter in "({["):
            raise
        try:  # the text of a position, of a game whose positions look like anything
            return _read_position(game, text)
        except BadInput:
            raise error from None


def tree_of(game: Game, written: WrittenGame) -> Variations:
    """The tree of a game that is known by its moves."""
    session = Session.from_text(game, written.start)
    tree = _on_its_board(Variations(game, session.position, session.turn))
    told = dict(zip(formats.player_tags(game), (written.first, written.second), strict=True))
    result = "" if written.result is None else formats.WRITTEN[written.result]
    told |= {"Date": written.date, "Event": written.event, "Result": result}
    tree.tags = {name: value for name, value in told.items() if value} | dict(written.tags)
    comments = list(written.comments)
    for ply, move in enumerate(written.moves):
        node = tree.play(int(move))
        node.comment = comments[ply] if ply < len(comments) else ""
    return tree


def games_in(game: Game, text: str) -> int:
    """How many games a text holds, of which `read` reads the first; one that goes beyond the bounds is the last."""
    text = text.removeprefix("\ufeff")
    if not text.strip():
        return 0
    if other := _without_words(game, text):
        return other.count(text)
    words = words_of(game)
    if words.is_position(text):
        return 1
    count = place = 0
    while place < len(text):
        try:
            place, is_game = _after_game(text, place, words.has_rests)
        except BadText:
            return count + 1
        count += is_game
    return count


def _without_words(game: Game, text: str) -> GameFormat | None:
    """The format of a text, if it is one without words."""
    return next((each for each in formats_of(game) if not isinstance(each, WordFormat) and each.is_in(text)), None)


def _after_game(text: str, place: int, has_rests: bool) -> tuple[int, bool]:
    """The place after the game that begins at a place, and whether there is one."""
    begins, place = place, game_text.read_tags(text, place)
    is_game, is_first = place > begins, True
    words = game_text.Words(text, place, has_rests)
    for token in words:
        if token.kind == "tag" and not is_first:
            return token.place, is_game
        is_game, is_first = is_game or token.kind in ("word", "quoted"), False
        if token.kind == "word" and is_result(token.word) and words.depth == 0:
            return token.after, is_game
    return len(text), is_game


def _read_position(game: Game, text: str) -> Variations:
    if len(text) > game_text.MOST_POSITION:
        raise BadInput(f"the text is no game, and a position has at most {game_text.MOST_POSITION:,} letters")
    return _on_its_board(Variations.of_session(Session.from_text(game, text)))


def _on_its_board(tree: Variations) -> Variations:
    """The tree, if it is played on the board that was chosen."""
    if type(tree.session.positions[0]) is not type(tree.game.start()):
        raise BadInput(f"this is a game on another board of {tree.game.title} than the one that was chosen")
    return tree


class _NotAMove(BadInput):
    """A word that is no move; `read` tells how many moves were read before it."""

    def __init__(self, message: str, read: int) -> None:
        super().__init__(message)
        self.read = read


class _TreeReader(GameReader):
    """Reads one game with its variations and comments."""

    def __init__(self, game: Game, text: str, is_wanted: Wanted) -> None:
        super().__init__(text, is_wanted)
        self._format = words_of(game)
        self.has_rests = self._format.has_rests
        self.tree = Variations(game)
        self._comments: dict[int, list[str]] = {}  # by their nodes
        self._left: list[int] = []  # the nodes to go back to, after each variation that is open
        self._is_first = True  # whether no word was read
        self._is_new = False  # whether a variation was opened and has no move yet
        self._said: list[str] = []  # in it, before its first move
        self._ignored = 0  # brackets that are open since a move that is none
        self._count = 0  # moves, as often as they are written
        try:
            self.read()
        except BadText as error:
            self.place = error.place
            self._blame(str(error))
        for number, said in self._comments.items():
            node, comment = self.tree.nodes[number], " ".join(said)
            has_shapes = shapes.COMMAND in comment  # only then its board is drawn
            node.comment, node.shapes = shapes.taken_out(comment, self.tree.board_at(number)) if has_shapes else (comment, ())
        self.tree.go(self.tree.main_line()[-1])
        self.tree.tags = _without_start(self._format, self.tags | ({"Result": self.result} if self.result else {}))

    def begin(self) -> bool:
        """The tree of the position that the tags tell."""
        game = self.tree.game
        self._format.check_tags(self.tags)
        session = Session.from_text(game, self.tags.get(self._format.tags_of_start[0], ""))
        turn = game.players.index(self.tags[TURN]) if self.tags.get(TURN) in game.players else session.turn
        self.tree = _on_its_board(Variations(game, session.position, turn))
        return True

    def end(self, depth: int) -> None:
        if self._left:
            self.place = len(self.text)
            self._blame("a variation is not closed: ) is missing")

    def take(self, token: Token, depth: int) -> None:
        is_first, self._is_first = self._is_first, False
        kind, word = token.kind, token.word
        if (is_first and word == "startpos") or (len(self.tree.nodes) == 1 and word == "moves"):
            return
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
            self._sign(SIGNS.get(word[1:], word[:MOST_SIGN]))
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
        game_text.long_word(token, self._format.most_letters)
        if self._format.is_nothing(token.word):
            return
        if self._left and self._format.is_null(token.word):
            self._ignored = 1  # what follows it in this variation is no game
            return
        if not token.word.strip("!?"):
            self._sign(token.word)  # by itself, as people write it, too
            return
        names, sign = self._format.split(token.word)
        for name in names:
            self._play(name)
        if sign:
            self._sign(sign)

    def _sign(self, sign: str) -> None:
        """What somebody thinks of the move before it; a second opinion, and what is no glyph, is a comment."""
        node = self.tree.node
        if sign in GLYPHS and node.number != ROOT and not node.glyph and not self._is_new:
            node.glyph = sign
        else:
            self._say(sign)

    def _play(self, name: str) -> None:
        self._count += 1
        if self._count > game_text.MOST_MOVES:
            raise BadText(self.place, f"a game has at most {game_text.MOST_MOVES:,} moves, its variations included")
        try:
            session, follow = self.tree.session, self._format.follow
            for move in told_turn(follow, session.game, session.position, name, turn=lambda: session.turn):
                self.tree.play(move, is_legal=self._format.gives_legal)
        except BadInput as error:
            self._blame(str(error), name)
        self._is_new = False
        if self._said:
            self._comments.setdefault(self.tree.here, []).extend(self._said)
            self._said = []

    def _blame(self, what: str, name: str = "") -> NoReturn:
        """Refuse the text: where it breaks, and what was read before."""
        line = game_text.line_of(self.text, self.place)
        count = len(self.tree.nodes) - 1
        before = f"{count} move{'' if count == 1 else 's'} before it {'was' if count == 1 else 'were'} read"
        shown = name if len(name) <= game_text.MOST_LETTERS else f"{name[: game_text.MOST_LETTERS]}..."
        here = self._format.place(self.tree.game, self.tree.session.position, self.tree.node.ply)
        where = f"line {line}, {here} {shown}" if name else f"line {line}"
        raise _NotAMove(f"{where}: {what}; {before}", count)
