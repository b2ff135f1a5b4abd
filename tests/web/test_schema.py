"""The HTTP interface as it describes itself, tried by schemathesis: whatever it makes up is answered as is said."""

from collections.abc import Iterator

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings

from damier.web.api import create_app
from lengths import times

TOKEN = "a-token-for-the-tests"
HEADERS = {"Authorization": f"Bearer {TOKEN}", "Host": "127.0.0.1"}
PATIENCE = 240  # seconds; a search may have to be compiled first
EXAMPLES = times(6, 300)  # for each route
REFUSED = ["400", "401", "403", "404", "405", "409", "413", "415", "422"]
CONFIG = schemathesis.Config.from_dict(
    {
        "checks": {
            "negative_data_rejection": {"expected-statuses": REFUSED},
            # What is well formed may still not be: an option the game has not, a position that cannot be
            "positive_data_acceptance": {"expected-statuses": ["2xx", "400", "404", "409", "413"]},
        }
    }
)


@pytest.fixture(scope="module")
def interface(tmp_path_factory: pytest.TempPathFactory) -> Iterator[schemathesis.BaseSchema]:
    app = create_app(token=TOKEN, library=tmp_path_factory.mktemp("library") / "games.db")
    yield schemathesis.openapi.from_asgi("/openapi.json", app, headers=HEADERS, config=CONFIG)
    app.state.sittings.stop()
    app.state.library.close()


schema = schemathesis.pytest.from_fixture("interface")


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_route_answers_as_it_is_described(case: schemathesis.Case) -> None:
    case.call_and_validate(headers=HEADERS, timeout=PATIENCE)
