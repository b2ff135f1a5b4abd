// One experiment: its form, the run that is followed, and the result.

import { Refusal, ask, h, wait } from "../dom.js";
import { onLanguage, t } from "../words.js";
import { experimentForm } from "./form.js";
import { progressCard } from "./progress.js";
import { resultView } from "./result.js";
import { runList } from "./runs.js";
import { about, tOr, title } from "./words.js";

const LIVE = ["waiting", "running"];
const BETWEEN = 350; // milliseconds between two questions how a run stands
const PATIENCE = 2000; // ... where the server does not answer

export function openBench(root, experiment, parameters) {
  const heading = h("h1", { tabindex: "-1" });
  const lead = h("p", { class: "lead" });
  const form = experimentForm(experiment, start);
  const notice = h("p", { class: "notice", role: "alert", hidden: true });
  const runs = runList();
  const past = h("section", { class: "card past", hidden: true }, h("h2", { word: "lab-runs" }), runs.element);
  const progress = progressCard(experiment, { cancel: () => tell("cancel"), finish: () => tell("finish") });
  const result = resultView(experiment);
  const method = h("p", { class: "method" });
  const empty = h(
    "section",
    { class: "card empty" },
    h("p", { word: "lab-empty" }),
    h("h2", { word: "lab-method" }),
    method,
  );
  let run = null; // that is shown
  let isClosed = false;
  let isTouched = false; // whether somebody is choosing: what is chosen is not overwritten
  let turn = 0; // of the loop that follows a run: an older one ends

  root.append(
    h("header", { class: "lab-head" }, h("a", { class: "back", href: "#/lab" }, "← ", h("span", { word: "lab-all" })), heading, lead),
    h(
      "div",
      { class: "bench" },
      h("div", { class: "side" }, h("section", { class: "card" }, h("h2", { word: "lab-setup" }), form.element), past),
      h("div", { class: "found" }, notice, progress.element, result.element, empty),
    ),
  );

  form.element.addEventListener("input", () => (isTouched = true));

  function say() {
    const known = tOr(`lab-method-${experiment.name}`, "");
    if (known) method.removeAttribute("lang");
    else method.lang = "en"; // as the server tells it
    method.replaceChildren(...(known || experiment.method).split("`").map((part, i) => (i % 2 ? h("code", {}, part) : part))); // code between backquotes
    for (const each of root.querySelectorAll("[data-word]")) each.textContent = t(each.dataset.word);
    heading.textContent = title(experiment);
    lead.textContent = about(experiment);
    form.say();
    runs.say();
    progress.show(run);
    result.say();
  }

  function complain(refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    notice.textContent = refusal.message;
    notice.hidden = false;
  }

  async function start(wanted) {
    notice.hidden = true;
    form.button.disabled = true;
    try {
      const started = await ask("POST", "/lab/runs", wanted);
      show(started);
      progress.element.scrollIntoView({ block: "nearest" });
      location.hash = `#/lab/${experiment.name}?run=${started.id}`;
    } catch (refusal) {
      complain(refusal);
    } finally {
      form.button.disabled = false;
    }
  }

  /** Cancel the run, or let it end with what it has. */
  async function tell(what) {
    try {
      show(await ask("POST", `/lab/runs/${run.id}/${what}`));
      if (!LIVE.includes(run.status)) form.button.focus({ preventScroll: true }); // the button that was used is gone
      await listRuns();
    } catch (refusal) {
      complain(refusal);
    }
  }

  function show(found) {
    run = found;
    progress.show(run);
    result.show(run).catch(complain);
    empty.hidden = run !== null;
  }

  async function listRuns() {
    const found = (await ask("GET", "/lab/runs")).filter((each) => each.experiment === experiment.name);
    if (isClosed) return found;
    past.hidden = !found.length;
    runs.show(found, run?.id);
    return found;
  }

  /** Show a run, or the latest of this experiment, and follow it until it has ended. */
  async function follow(id) {
    const mine = ++turn;
    const isOver = () => isClosed || mine !== turn;
    notice.hidden = true;
    if (id && id !== run?.id) show(null);
    let isHeard = true;
    while (!isOver()) {
      try {
        const all = await listRuns();
        if (isOver()) return;
        const listed = id ? all.find((each) => each.id === id) : (all[0] ?? null);
        const found = listed === undefined ? await ask("GET", `/lab/runs/${id}`) : listed;
        if (isOver()) return;
        if (!isHeard) notice.hidden = true;
        if (found && found.id !== run?.id && !isTouched) form.fill(found);
        isHeard = true;
        show(found);
        runs.show(all, run?.id);
        id = run?.id;
        if (!run || !LIVE.includes(run.status)) return;
      } catch (refusal) {
        if (isOver()) return;
        complain(refusal);
        isHeard = false;
        if (refusal.status !== 0) return;
      }
      await wait(isHeard ? BETWEEN : PATIENCE);
    }
  }

  say();
  follow(parameters.get("run"));
  const forget = onLanguage(say);
  return {
    visit: (parameters) => follow(parameters.get("run")),
    close() {
      isClosed = true;
      forget();
    },
  };
}
