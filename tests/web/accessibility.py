"""Whether everybody can use the page: axe-core looks at it in the browser."""

from importlib.resources import files
from typing import Any

from playwright.sync_api import Page

# evaluated rather than added as a script, which the page's Content-Security-Policy forbids
_AXE = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
GRAVE = ("serious", "critical")


# colours that are on their way to others have no contrast of their own; what moves for ever is not waited for
_STILL = """() => Promise.all(document.getAnimations()
  .filter((each) => each.effect.getComputedTiming().endTime < Infinity)
  .map((each) => each.finished.catch(() => null))).then(() => null)"""


def serious_faults(page: Page) -> list[str]:
    """What axe-core calls serious or critical on the page as it is now, a line for each element."""
    page.evaluate(_STILL)
    page.evaluate(f"{_AXE}; undefined")
    found: list[dict[str, Any]] = page.evaluate("async () => (await axe.run({ resultTypes: ['violations'] })).violations")
    return [
        f"{fault['impact']}: {fault['id']}: {' '.join(map(str, node['target']))}: {' '.join(node['failureSummary'].split())}"
        for fault in found
        if fault["impact"] in GRAVE
        for node in fault["nodes"]
    ]
