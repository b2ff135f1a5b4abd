"""The lab in the page: the routes by which experiments are listed, started, followed and cancelled, and their results."""

import csv
import functools
import inspect
import io
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, FastAPI, Request, Response
from pydantic import BaseModel, Field, StrictFloat, StrictInt, StrictStr
from starlette.exceptions import HTTPException

from damier.lab import EXPERIMENTS, can_halt, module_of
from damier.web.lab.runs import MOST_KEPT, MOST_WAITING, Full, Laboratory, Outcome, Run, Status
from damier.web.models import Request as Asked
from damier.wording import quoted

MOST_SIZE = 1_000_000
MOST_SEED = 2**31 - 1
MOST_SECONDS = 86_400

# What a person on the command line may name and a request may not: folders, files, other programs
NOT_OFFERED = frozenset({"ffo"})
TEXT = re.compile(r"[0-9A-Za-z_, ]*")
PATTERNS = {"limit": re.compile(r"(nodes=[0-9]{1,12}|seconds=[0-9]{1,4}(\.[0-9]{1,4})?|depth=[0-9]{1,2})")}
EXAMPLES = {"limit": "nodes=10000, seconds=0.05 or depth=6"}

Value = StrictInt | StrictFloat | StrictStr


# --------------------------------------------------------------------------------------------------------------------
# Asked


class NewRun(Asked):
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


# --------------------------------------------------------------------------------------------------------------------
# Routes


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    app.state.laboratory = Laboratory()
    yield
    app.state.laboratory.close()


router = APIRouter(prefix="/api/lab", tags=["lab"], lifespan=_lifespan)


def _laboratory(request: Request) -> Laboratory:
    found: Laboratory = request.app.state.laboratory
    return found


Lab = Annotated[Laboratory, Depends(_laboratory)]


def _run(id: str, lab: Lab) -> Run:
    try:
        return lab.get(id)
    except KeyError:
        raise HTTPException(404, "there is no such run (any more); start the experiment again") from None


OneRun = Annotated[Run, Depends(_run)]


def _outcome(run: OneRun) -> Outcome:
    if run.outcome is None or run.status != "done":
        raise HTTPException(409, f"this run has no result: it is {run.status}")
    return run.outcome


Found = Annotated[Outcome, Depends(_outcome)]


@router.get("/experiments")
def list_experiments() -> list[ExperimentView]:
    """The experiments, with their settings."""
    return [view_experiment(name) for name in EXPERIMENTS]


@router.get("/runs")
def list_runs(lab: Lab) -> list[RunView]:
    """The runs of this server, the latest first."""
    return [view_run(run, lab) for run in lab.all()]


@router.post(
    "/runs",
    status_code=201,
    description=f"Run an experiment. One runs at a time; {MOST_WAITING} may wait, and the last {MOST_KEPT} results are kept.",
)
def start_run(wanted: NewRun, lab: Lab) -> RunView:
    if wanted.experiment not in EXPERIMENTS:
        raise HTTPException(404, f"there is no experiment {quoted(wanted.experiment)}; there are {', '.join(EXPERIMENTS)}")
    experiment = view_experiment(wanted.experiment)
    settings = {name: read_setting(experiment, name, value) for name, value in wanted.settings.items()}
    try:
        run = lab.add(Run(wanted.experiment, wanted.size or experiment.size, wanted.seed, settings))
    except Full as error:
        raise HTTPException(409, str(error)) from None
    return view_run(run, lab)


@router.get("/runs/{id}")
def show_run(run: OneRun, lab: Lab) -> RunView:
    """How a run stands."""
    return view_run(run, lab)


@router.post("/runs/{id}/cancel")
def cancel_run(run: OneRun, lab: Lab) -> RunView:
    """End a run now, without a result."""
    lab.cancel(run)
    return view_run(run, lab)


@router.post("/runs/{id}/finish")
def finish_run(run: OneRun, lab: Lab) -> RunView:
    """Let a run end with what it has, if the experiment can be halted."""
    if not can_halt(run.experiment):
        raise HTTPException(409, f"experiment {quoted(run.experiment)} has nothing to show before its end; it can be cancelled")
    if run.status == "waiting":
        raise HTTPException(409, "this run has not begun; it can be cancelled")
    lab.finish(run)
    return view_run(run, lab)


@router.get("/runs/{id}/result")
def show_result(found: Found) -> dict[str, Any]:
    """All that was found, as `damier lab --json` prints it."""
    return found.report


@router.get("/runs/{id}/table")
def show_table(found: Found) -> TableView:
    """The table of a result with how its numbers are written."""
    report = found.report
    return TableView(
        title=report["title"],
        columns=[ColumnView(**column) for column in found.columns],
        rows=report["rows"],
        larger=found.larger,
        notes=report["notes"],
        panels=[panel["title"] for panel in report["panels"]],
        published=report["published"],
    )


class _Csv(Response):
    media_type = "text/csv"


class _Svg(Response):
    media_type = "image/svg+xml"


@router.get("/runs/{id}/table.csv", response_class=_Csv)
def show_csv(found: Found) -> Response:
    """The table of a result as comma-separated values."""
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(found.report["columns"])
    writer.writerows(found.report["rows"])
    return _Csv(written.getvalue())


@router.get("/runs/{id}/plot.svg", response_class=_Svg)
def show_plot(found: Found, light: Literal["light", "dark"] = "light") -> Response:
    """The plot of a result, for a light page or a dark one."""
    return _Svg(found.plots[light])


# --------------------------------------------------------------------------------------------------------------------
# Experiments


@functools.cache
def view_experiment(name: str) -> ExperimentView:
    """An experiment as its module tells it."""
    module, description = module_of(name), EXPERIMENTS[name][1]
    return ExperimentView(
        name=name,
        description=description,
        method=" ".join((inspect.getdoc(module.run) or "").split()),
        size=module.SIZE,
        settings=[
            SettingView(name=each.name, default=each.default)
            for each in inspect.signature(module.run).parameters.values()
            if each.kind is each.KEYWORD_ONLY and each.name != "halt" and each.name not in NOT_OFFERED
        ],
        can_halt=can_halt(name),
    )


def read_setting(experiment: ExperimentView, name: str, value: float | str) -> float | str:
    """A setting as the experiment takes it; whether its value makes sense the experiment says itself."""
    known = {setting.name: setting.default for setting in experiment.settings}
    if name not in known:
        raise HTTPException(
            400, f"experiment {quoted(experiment.name)} has no setting {quoted(name)}; it has {', '.join(known) or 'none'}"
        )
    if isinstance(known[name], float):
        if isinstance(value, str) or not 0 < value <= MOST_SECONDS:
            raise HTTPException(400, f"{name} is {quoted(str(value))}; it must be a number above 0, at most {MOST_SECONDS}")
        return float(value)
    text = str(value)
    if len(text) > 1000 or not PATTERNS.get(name, TEXT).fullmatch(text):
        wanted = EXAMPLES.get(name, "made of letters, digits and commas")
        raise HTTPException(400, f"{name} is {quoted(text)}; it must be {wanted}")
    return text


def view_run(run: Run, lab: Laboratory) -> RunView:
    return RunView(
        id=run.id,
        experiment=run.experiment,
        size=run.size,
        seed=run.seed,
        settings=run.settings,
        status=run.status,
        before=lab.place(run),
        done=run.done,
        total=run.total,
        finishing=run.is_finishing,
        seconds=round(run.seconds, 2),
        asked_at=run.asked_at,
        error=run.error,
    )
