"""What the page may ask of the games at the board: by HTTP, and in the conversation about one game (see `talk.py`)."""

from typing import Annotated, Literal

from pydantic import Field, StrictBool, TypeAdapter

from damier.engine.levels import STRONGEST
from damier.games.catalogue import USUAL
from damier.records.shapes import MOST_SHAPES
from damier.threads import MOST_THREADS
from damier.web.models import MOST_TEXT, Option, Request
from damier.web.play.clocks import LEAST_BASE, MOST_BASE, MOST_INCREMENT
from damier.web.play.generations import MOST as MOST_GENERATION
from damier.web.play.settings import LEAST_SECONDS, MOST_DEPTH, MOST_LINES, MOST_SECONDS, Settings, Side


class SideWanted(Request):
    """Who plays one side."""

    program: StrictBool = False
    level: str = Field(
        default=STRONGEST.name,
        max_length=60,
        description="of the program: one of the game's levels, or as people:1500, or with a style, as strong+traps:1500:0.5",
    )
    depth: int | None = Field(
        default=None, ge=1, le=MOST_DEPTH, description="plies that the program looks ahead, however long; null: as time allows"
    )
    generation: int | None = Field(
        default=None,
        ge=0,
        le=MOST_GENERATION,
        description="of what the game has taught itself, by whose network the program judges; null: as usual",
    )


class ClockWanted(Request):
    """Clocks for whole games, in seconds."""

    base: float = Field(ge=LEAST_BASE, le=MOST_BASE, description="for all moves of each player")
    increment: float = Field(default=0.0, ge=0.0, le=MOST_INCREMENT, description="added for each move")


class SettingsWanted(Request):
    """How a game is to be played."""

    sides: tuple[SideWanted, SideWanted] = (SideWanted(), SideWanted(program=True))
    seconds: float = Field(
        default=1.0, ge=LEAST_SECONDS, le=MOST_SECONDS, description="for a move of the program, without clocks"
    )
    clock: ClockWanted | None = None
    book: StrictBool = Field(default=True, description="whether the program plays by its books")
    warns: StrictBool = Field(default=True, description="whether it tells a person of bad moves")
    learn: StrictBool = Field(default=False, description="whether its book learns from the game, if it has played in it")
    aim: Literal["any", "win", "draw"] = Field(
        default="any", description="of the book that learns: win, a draw counts as lost to the program; draw, as won"
    )
    threads: int = Field(default=1, ge=1, le=MOST_THREADS, description="with which the program looks for its moves")
    analysis: StrictBool = Field(default=False, description="whether nobody answers, and no clock runs: moves are looked at")

    def settings(self) -> Settings:
        first, second = (Side(side.program, side.level, side.depth, side.generation) for side in self.sides)
        clock = self.clock
        return Settings(
            (first, second),
            self.seconds,
            clock.base if clock else None,
            clock.increment if clock else 0.0,
            self.book,
            self.warns,
            self.learn,
            self.aim,
            self.threads,
            self.analysis,
        )


class NewGame(SettingsWanted):
    """A game to start."""

    game: str = Field(max_length=100, description="its name, as in /api/games", examples=[USUAL])
    options: dict[str, Option] = Field(default={}, description="options of the starting position", examples=[{"width": 7}])
    position: str = Field(default="", max_length=MOST_TEXT, description="where to start, in the game's own writing")
    moves: list[Annotated[str, Field(max_length=100)]] = Field(
        default=[], max_length=500, description="moves already made from there"
    )


class FileWanted(SettingsWanted):
    """A game in writing to read: a file's content, or what was pasted."""

    game: str = Field(max_length=100, description="its name, as in /api/games", examples=[USUAL])
    options: dict[str, Option] = Field(default={})
    text: str = Field(max_length=10 * 1024 * 1024, description="PGN, GGF, a transcript, columns, or a list of moves")


class FileSent(Request):
    """A file, as bytes."""

    name: str = Field(max_length=200, description="its ending tells its format", examples=["games.pgn"])
    data: str = Field(max_length=14 * 1024 * 1024, description="its bytes, in base64", examples=["MS4gZTQgZTUgKg=="])


class FilesWanted(Request):
    """Files of games to read, at most 10 MiB: one, or, where a format has them, those with names that belong to it."""

    game: str = Field(max_length=100, description="its name, as in /api/games", examples=[USUAL])
    options: dict[str, Option] = Field(default={})
    files: list[FileSent] = Field(min_length=1, max_length=8)


class BoardWanted(Request):
    """A position to look at."""

    game: str = Field(max_length=100)
    options: dict[str, Option] = Field(default={})
    position: str = Field(default="", max_length=MOST_TEXT, description="in the game's own writing; empty for the start")


class CellWanted(Request):
    """What is to stand in a cell."""

    text: str = Field(default="", max_length=20)
    owner: int = Field(default=-1, ge=-1, le=1)


class SetUp(Request):
    """A board set up by hand."""

    game: str = Field(max_length=100)
    options: dict[str, Option] = Field(default={})
    cells: list[Annotated[list[CellWanted], Field(max_length=64)]] = Field(max_length=64)
    turn: int = Field(default=0, ge=0, le=1, description="whose turn it is")
    fields: dict[str, Annotated[str, Field(max_length=20)]] = Field(
        default={}, max_length=20, description="what else the game asks for: see `fields` of /api/games"
    )


# --------------------------------------------------------------------------------------------------------------------
# Asked in the conversation about one game: see talk.py


class DoMove(Request):
    do: Literal["move"]
    move: str = Field(max_length=200, description="its name")
    walk: StrictBool = Field(default=False, description="only to look around: nobody answers, and the clocks stand")


class DoGo(Request):
    do: Literal["go"]
    node: int


class DoUndo(Request):
    do: Literal["undo"]
    count: int | None = Field(default=None, ge=1, le=10_000, description="default: to a person's turn")


class DoRedo(Request):
    do: Literal["redo"]
    count: int = Field(default=1, ge=1, le=10_000)


class DoNode(Request):
    do: Literal["remove", "promote"]
    node: int


class DoComment(Request):
    do: Literal["comment"]
    node: int
    text: str = Field(max_length=2_000)


Row = Annotated[int, Field(ge=0, le=255)]


class ShapeWanted(Request):
    """An arrow from a cell to another one, or a circle around one: rows from the top and columns, from 0."""

    colour: Literal["green", "red", "yellow", "blue"] = "green"
    start: tuple[Row, Row]
    end: tuple[Row, Row]


class DoDraw(Request):
    do: Literal["draw"]
    node: int
    shapes: list[ShapeWanted] = Field(max_length=MOST_SHAPES, description="all that is to be drawn there from now on")


class DoGlyph(Request):
    do: Literal["glyph"]
    node: int
    glyph: Literal["", "!", "?", "!!", "??", "!?", "?!"] = Field(description="what a person thinks of the move; empty: nothing")


class DoInsert(Request):
    do: Literal["insert"]
    node: int = Field(description="after which the line is put into the game, as a variation")
    line: list[Annotated[str, Field(max_length=200)]] = Field(min_length=1, max_length=200, description="moves by their names")
    go: StrictBool = Field(default=False, description="whether its last position is shown then; nobody answers")


class DoSet(SettingsWanted):
    do: Literal["set"]


class DoResume(Request):
    do: Literal["resume"]
    steps: int | None = Field(default=None, ge=1, le=1_000)


class DoAnalyse(Request):
    do: Literal["analyse"]
    lines: int = Field(default=0, ge=0, le=MOST_LINES)
    scores: StrictBool = False
    threat: StrictBool = Field(default=False, description="whether to tell what the other player would do if it were his turn")


class DoCheck(Request):
    do: Literal["check"]
    seconds: float = Field(default=0.3, ge=0.05, le=10.0, description="for each position")


class DoTry(Request):
    do: Literal["try"]
    node: int
    move: str = Field(max_length=200, description="what a person would play there; the game stays as it is")


class DoLook(Request):
    do: Literal["look"]
    node: int
    line: list[Annotated[str, Field(max_length=200)]] = Field(max_length=200)


class DoPlain(Request):
    do: Literal["pause", "now", "resign", "hint", "forgive", "uncheck", "learn", "state"]


Order = Annotated[
    DoMove
    | DoGo
    | DoUndo
    | DoRedo
    | DoNode
    | DoComment
    | DoDraw
    | DoGlyph
    | DoInsert
    | DoSet
    | DoResume
    | DoAnalyse
    | DoCheck
    | DoTry
    | DoLook
    | DoPlain,
    Field(discriminator="do"),
]
ORDERS: TypeAdapter[Order] = TypeAdapter(Order)
