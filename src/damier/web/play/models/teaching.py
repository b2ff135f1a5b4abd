"""What is asked and told of games that teach themselves."""

from typing import Any, Literal

from pydantic import BaseModel, Field, StrictBool

from damier.games.catalogue import USUAL
from damier.web.models import Option, Request

LEAST_MINUTES, MOST_MINUTES = 0.01, 10_080.0  # a week


class LearningAsked(Request):
    """The game whose learning is meant."""

    game: str = Field(max_length=100, description="its name, as in /api/games", examples=[USUAL])
    options: dict[str, Option] = Field(default={}, description="options of the starting position", examples=[{"width": 7}])


class LearningWanted(LearningAsked):
    """A learning to begin, or to go on with: then what was said at its beginning holds, but for how long."""

    minutes: float = Field(
        default=30.0, ge=LEAST_MINUTES, le=MOST_MINUTES, description="how long; it can be gone on with later"
    )
    hidden: Literal[0, 32, 64, 128, 256, 512] = Field(
        default=0, description="how large the network is in the middle; 0: by the number of its features"
    )
    positions: int | None = Field(
        default=None, ge=500, le=10_000_000, description="that a generation learns from anew, about; null: as usual"
    )
    nodes: int | None = Field(
        default=None, ge=10, le=100_000, description="positions that each move of its games looks at; null: as usual"
    )
    anew: StrictBool = Field(default=False, description="whether what was learnt before is set aside, under another name")


class GenerationView(BaseModel):
    """What a generation has found out."""

    number: int
    games: int = Field(description="that all have played so far")
    positions: int = Field(description="that it has learnt from")
    error: float = Field(description="of what it has learnt")
    match_games: int = Field(description="against the best one before it")
    points: float = Field(description="its share of their points, from 0 to 1")
    better: bool = Field(description="whether it was taken: it is surely better, and plays from then on")
    rating: float = Field(description="of the best so far: points above the first, which knows nothing, as matches add up")
    seconds: float = Field(description="that all of it has taken so far")


class NowView(BaseModel):
    """What is being done now."""

    generation: int
    doing: Literal["preparing", "playing", "learning", "match", "own", "shipped"] = Field(
        description="match: against the best one; own: against the evaluation that the game's author wrote; "
        "shipped: against the network that comes with the game"
    )
    done: int = Field(description="units of it that are done ...")
    total: int = Field(description="... out of so many; 0 before that is known")
    seconds: float = Field(description="that it has been going on")
    minutes: float = Field(description="that it may take")


class OtherView(BaseModel):
    """Another game that is being learnt."""

    game: str
    title: str
    options: dict[str, Any]


class SelfTaughtView(BaseModel):
    """What a game has taught itself, and how its learning stands."""

    game: str
    title: str
    status: Literal["none", "resting", "running", "done", "stopped", "failed"] = Field(
        description="none: nobody has begun; resting: it can be gone on with; the others are of this server's last learning"
    )
    now: NowView | None = Field(description="null while nothing is done")
    trouble: str = Field(description="why it has failed, in one line")
    other: OtherView | None = Field(description="another game that is being learnt: one at a time is")
    hidden: int | None = Field(description="how large its network is in the middle; null before it was begun")
    generations: list[GenerationView]
    best: int = Field(description="the generation that plays best; 0 is the first, which knows nothing")
    playable: list[int] = Field(description="the generations that one can play against")
    endless: float = Field(description="share of random games that nobody has seen the end of; such games count as drawn")
    longest: int = Field(description="moves after which a random game was not followed any more")
    drawn: bool = Field(description="whether all random games are drawn: there may be little to learn from at first")
