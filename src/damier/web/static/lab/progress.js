// How a run stands: the bar, the time, and what can be done about it.

import { h } from "../dom.js";
import { number, t } from "../words.js";
import { describe } from "./runs.js";
import { duration } from "./words.js";

const TELLING = 2; // seconds after which the time that is left can be guessed

/** A card to be filled with `show(run)`; it is hidden without one, and for one that is done. */
export function progressCard(experiment, { cancel, finish }) {
  const status = h("strong", { role: "status" }); // changes seldom, and is then read out
  const time = h("span", { class: "time" });
  const bar = h("progress", { max: 1 });
  const line = h("p", { class: "numbers" });
  const what = h("p", { class: "what" });
  const cancelButton = h("button", { type: "button", on: { click: cancel } });
  const finishButton = h("button", { type: "button", on: { click: finish } });
  const buttons = h("div", { class: "buttons" }, cancelButton, finishButton);
  const element = h(
    "section",
    { class: "card progress", hidden: true },
    h("div", { class: "row" }, status, time),
    what,
    bar,
    line,
    buttons,
  );

  function show(run) {
    element.hidden = run === null || run.status === "done";
    if (run === null) return;
    const isLive = run.status === "waiting" || run.status === "running";
    element.dataset.status = run.status;
    put(status, t(`lab-${run.status}`));
    put(time, run.status === "running" ? duration(run.seconds) : "");
    put(what, describe(run));
    bar.hidden = buttons.hidden = !isLive;
    bar.setAttribute("aria-label", t("lab-progress"));
    if (run.total) bar.value = run.done / run.total;
    else bar.removeAttribute("value");
    put(line, tells(run));
    line.classList.toggle("wrong", run.status === "failed");
    put(cancelButton, t("lab-cancel"));
    put(finishButton, t("lab-finish"));
    finishButton.hidden = !experiment.can_halt || run.status !== "running";
    finishButton.disabled = run.finishing;
  }

  return { element, show };
}

/** Set a text only where it is another one, so that nothing is read out twice. */
function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function tells(run) {
  if (run.status === "failed") return run.error ?? "";
  if (run.status === "cancelled") return t("lab-was-cancelled", { time: duration(run.seconds) });
  if (run.status === "waiting") return t("lab-before", run);
  if (run.finishing) return t("lab-finishing");
  if (!run.total) return t("lab-preparing");
  const steps = t("lab-steps", { done: number(run.done), total: number(run.total) });
  if (run.done === run.total) return `${steps} · ${t("lab-drawing")}`;
  if (run.seconds < TELLING || !run.done) return steps;
  return `${steps} · ${t("lab-left", { time: duration((run.seconds * (run.total - run.done)) / run.done) })}`;
}
