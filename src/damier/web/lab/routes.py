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
from starlette.exceptions import HTTPException

from damier.games.game import BadInput
from damier.lab import EXPERIMENTS, can_halt, module_of
from damier.web.lab.models import ColumnView, ExperimentView, NewRun, RunView, SettingView, TableView
from damier.web.lab.runs import MOST_KEPT, MOST_WAITING, Laboratory, Outcome, Run
from damier.web.refusals import Conflict
from damier.wording import quoted

MOST_SECONDS = 86_400

# What a person on the command line may name and a request may not: folders, files, other programs, how many processes
NOT_OFFERED = frozenset({"ffo", "solve", "file", "kept", "jobs", "out"})
TEXT = re.compile(r"[0-9A-Za-z_, ]*")
_GAME = r"[a-z0-9-]{1,30}(:[a-z_]{1,30}=[0-9]{1,6}){0,5}"
PATTERNS = {
    "limit": re.compile(r"(nodes=[0-9]{1,12}|seconds=[0-9]{1,4}(\.[0-9]{1,4})?|depth=[0-9]{1,2})"),
    "epsilons": re.compile(r"[0-9., ]*"),
    "game": re.compile(rf"({_GAME}(,{_GAME}){{0,9}})?"),
    "games": re.compile(rf"({_GAME}(,{_GAME}){{0,9}})?|[0-9]{{1,9}}"),
    "opponents": re.compile(r"[a-z0-9:.,+ ]*"),
    "loss": re.compile(r"[0-9.]*"),
    "rating": re.compile(r"[0-9.]*"),
}
EXAMPLES = {
    "limit": "nodes=10000, seconds=0.05 or depth=6",
    "epsilons": "numbers, as 0.5,1,2",
    "game": "NAME, or with options as NAME:size=6, or several with commas between them",
}


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    app.state.laboratory = Laboratory()
    yield
    app.state.laboratory.close()


def hush(app: FastAPI) -> None:
    """Let everything end, and wait for nothing."""
    app.state.laboratory.stop()


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
        raise Conflict(f"this run has no result: it is {run.status}")
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
    return view_run(lab.add(Run(wanted.experiment, wanted.size or experiment.size, wanted.seed, settings)), lab)


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
        raise Conflict(f"experiment {quoted(run.experiment)} has nothing to show before its end; it can be cancelled")
    if run.status == "waiting":
        raise Conflict("this run has not begun; it can be cancelled")
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
        raise BadInput(
            f"experiment {quoted(experiment.name)} has no setting {quoted(name)}; it has {', '.join(known) or 'none'}"
        )
    if isinstance(known[name], float):
        if isinstance(value, str) or not 0 < value <= MOST_SECONDS:
            raise BadInput(f"{name} is {quoted(str(value))}; it must be a number above 0, at most {MOST_SECONDS}")
        return float(value)
    text = str(value)
    if len(text) > 1000 or not PATTERNS.get(name, TEXT).fullmatch(text):
        wanted = EXAMPLES.get(name, "made of letters, digits and commas")
        raise BadInput(f"{name} is {quoted(text)}; it must be {wanted}")
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
