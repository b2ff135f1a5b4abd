// All experiments, as cards, and what has been run.

import { ask, h, wait } from "../dom.js";
import { onLanguage, t } from "../words.js";
import { runList } from "./runs.js";
import { about, title } from "./words.js";

const BETWEEN = 1000; // milliseconds between two questions how the runs stand

/** Show the experiments; a name that is none of them is said. */
export function openGallery(root, experiments, unknown) {
  let isClosed = false;
  const cards = h("ul", { class: "gallery" });
  const notice = h("p", { class: "notice", role: "alert", hidden: !unknown });
  const runs = runList((name) => experiments.find((each) => each.name === name));
  const past = h("section", { class: "card past", hidden: true }, h("h2", { word: "lab-runs" }), runs.element);
  root.append(
    h("header", { class: "lab-head" }, h("h1", { word: "lab-heading", tabindex: "-1" }), h("p", { class: "lead", word: "lab-intro" })),
    notice,
    cards,
    past,
  );

  function show() {
    for (const each of root.querySelectorAll("[data-word]")) each.textContent = t(each.dataset.word);
    notice.textContent = unknown ? t("lab-unknown", { name: unknown }) : "";
    cards.replaceChildren(
      ...experiments.map((experiment) =>
        h(
          "li",
          {},
          h(
            "a",
            { class: "card", href: `#/lab/${experiment.name}` },
            h("strong", {}, title(experiment)),
            h("span", {}, about(experiment)),
          ),
        ),
      ),
    );
    runs.say();
  }

  /** Show the runs, and again as long as one goes on. */
  async function showRuns() {
    let found = [];
    do {
      try {
        found = await ask("GET", "/lab/runs");
      } catch {
        return; // the experiments can be read without it
      }
      past.hidden = !found.length;
      runs.show(found);
      await wait(BETWEEN);
    } while (!isClosed && found.some((run) => run.status === "waiting" || run.status === "running"));
  }

  show();
  showRuns();
  const forget = onLanguage(show);
  return {
    close() {
      isClosed = true;
      forget();
    },
  };
}
