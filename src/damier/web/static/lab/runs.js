// A list of runs: what was asked for and what became of it.

import { h } from "../dom.js";
import { t } from "../words.js";
import { duration, title } from "./words.js";

/** A list to be filled with `show(runs, current)`; `experimentOf` gives the experiment of a name, or null not to name it. */
export function runList(experimentOf = null) {
  const element = h("ul", { class: "runs" });
  let shown = [[], null];

  function say() {
    const [runs, current] = shown;
    element.replaceChildren(
      ...runs.map((run) => {
        const experiment = experimentOf?.(run.experiment);
        return h(
          "li",
          {},
          h(
            "a",
            { href: `#/lab/${run.experiment}?run=${run.id}`, "aria-current": run.id === current ? "true" : null },
            experiment ? h("strong", {}, title(experiment)) : null,
            h("span", { class: "what" }, describe(run)),
            h("span", { class: `state ${run.status}` }, t(`lab-${run.status}`), run.seconds ? ` · ${duration(run.seconds)}` : ""),
          ),
        );
      }),
    );
  }

  return {
    element,
    say,
    show(runs, current = null) {
      const before = JSON.stringify(shown);
      shown = [runs, current];
      if (JSON.stringify(shown) !== before) say();
    },
  };
}

/** Size, seed and settings of a run. */
export function describe(run) {
  const settings = Object.entries(run.settings).map(([name, value]) => `${name}=${value}`);
  return [t("lab-run-line", run), ...settings].join(", ");
}
