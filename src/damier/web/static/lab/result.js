// What a run found: the plot, the table with the book's figures, what it says, and files to take away.

import { ask, h } from "../dom.js";
import { language, noted, t } from "../words.js";
import { published } from "./published.js";
import { resultTable } from "./table.js";
import { about, duration } from "./words.js";

/** An element to be filled with `show(run)`; it stays empty for a run that is not done. */
export function resultView(experiment) {
  const element = h("div", { class: "result", hidden: true });
  let shown = null; // the run
  let found = null; // its table

  async function show(run) {
    if (run?.status !== "done") {
      shown = found = null;
      element.hidden = true;
      element.replaceChildren();
      return;
    }
    if (shown?.id === run.id) return;
    shown = run;
    let table;
    try {
      table = await ask("GET", `/lab/runs/${run.id}/table`);
    } catch (refusal) {
      if (shown === run) shown = null; // so that it is asked for again
      throw refusal;
    }
    if (shown !== run) return;
    found = table;
    say();
  }

  function say() {
    if (!found) return;
    const address = `/api/lab/runs/${shown.id}`;
    const title = sentence(language === "en" ? found.title : about(experiment)); // reports are written in English
    const alt = t("lab-plot-alt", { title, panels: found.panels.join("; ") });
    const caption = t("lab-caption", { title, size: shown.size, seed: shown.seed, time: duration(shown.seconds) });
    element.replaceChildren(
      h(
        "section",
        { class: "card" },
        h(
          "div",
          { class: "row" },
          h("h2", {}, t("lab-plot")),
          h("p", { class: "files" }, ...files(shown, address)),
        ),
        // both are there, the style sheet shows the one for the light of the page
        scroller(
          t("lab-plot"),
          "plot",
          h("img", { class: "day", src: `${address}/plot.svg`, alt, loading: "lazy" }),
          h("img", { class: "night", src: `${address}/plot.svg?light=dark`, alt, loading: "lazy" }),
        ),
      ),
      h(
        "section",
        { class: "card" },
        h("h2", {}, t("lab-table")),
        scroller(t("lab-table"), "numbers-table", resultTable(found, caption)),
      ),
      h(
        "section",
        { class: "card notes" },
        h("h2", {}, t("lab-notes")),
        h("ul", {}, ...found.notes.map((note) => (noted(note) ? h("li", {}, noted(note)) : h("li", { lang: "en" }, note)))), // what is not known stays as it was told
        published(found.published),
      ),
    );
    element.hidden = false;
  }

  return { element, show, say };
}

/** A text that ends as a sentence does. */
const sentence = (text) => (/[.?!]$/.test(text) ? text : `${text}.`);

/** What may be wider than the page: it is moved by finger, mouse and arrow keys. */
function scroller(label, className, ...children) {
  return h("div", { class: `scroller ${className}`, role: "region", "aria-label": label, tabindex: "0" }, ...children);
}

function files(run, address) {
  const name = `${run.experiment}-${run.size}-seed${run.seed}`;
  const link = (word, path, ending) =>
    h("a", { href: `${address}/${path}`, download: `${name}.${ending}` }, h("span", { class: "unseen" }, `${t("lab-download")}: `), t(word));
  return [
    link("lab-download-svg", "plot.svg", "svg"),
    link("lab-download-csv", "table.csv", "csv"),
    link("lab-download-json", "result", "json"),
  ];
}
