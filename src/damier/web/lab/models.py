"""What the lab may be asked for, and what it tells."""

from typing import Annotated, Any

from pydantic import BaseModel, Field, StrictFloat, StrictInt, StrictStr

from damier.web.lab.runs import Status
from damier.web.models import Request

MOST_SIZE = 1_000_000
MOST_SEED = 2**31 - 1

Value = StrictInt | StrictFloat | StrictStr


# --------------------------------------------------------------------------------------------------------------------
# Asked


class NewRun(Request):
    """An experiment to run."""

    experiment: str = Field(max_length=100, description="its name, as in /api/lab/experiments", examples=["uniform-trees"])
    size: int | None = Field(default=None, ge=1, le=MOST_SIZE, description="trees, positions or boards; default: its own")
    seed: int = Field(default=1, ge=0, le=MOST_SEED, description="where the random numbers start")
    settings: dict[Annotated[str, Field(max_length=100)], Annotated[Value, Field()]] = Field(
        default={}, max_length=20, description="settings of the experiment, by name", examples=[{"depth": "4"}]
    )


# --------------------------------------------------------------------------------------------------------------------
# Told


class SettingView(BaseModel):
    """A setting of an experiment."""

    name: str
    default: float | str


class ExperimentView(BaseModel):
    """An experiment that can be run."""

    name: str
    description: str
    method: str = Field(description="what is done, and what size and settings say, in a few sentences")
    size: int = Field(description="its own, if no other is asked for")
    settings: list[SettingView]
    can_halt: bool = Field(description="whether it can be ended early with what it has")


class RunView(BaseModel):
    """A run and how it stands."""

    id: str
    experiment: str
    size: int
    seed: int
    settings: dict[str, float | str] = Field(description="those that were asked for")
    status: Status
    before: int = Field(description="how many runs come before it, while it waits")
    done: int = Field(description="steps that are done ...")
    total: int = Field(description="... out of so many; 0 before that is known")
    finishing: bool = Field(description="whether it was asked to end with what it has")
    seconds: float = Field(description="that it has been running, or ran")
    asked_at: float = Field(description="when it was asked for, in seconds since 1970")
    error: str | None = Field(description="why it failed, in one line")


class ColumnView(BaseModel):
    """A column of a result's table."""

    name: str
    digits: int | None = Field(description="after the point; null where numbers are whole")
    is_text: bool


class TableView(BaseModel):
    """The table of a result: the rows of the result, and how they are to be written."""

    title: str
    columns: list[ColumnView]
    rows: list[list[Any]]
    larger: list[tuple[int, int]] = Field(description="row and column of numbers that were not counted to the end")
    notes: list[str]
    panels: list[str] = Field(description="the titles of the plot's diagrams")
    published: dict[str, Any] = Field(description="the figures of the source, and where they stand")
