// The lab: all experiments (#/lab), or one of them and a run of it (#/lab/uniform-trees?run=ID).

import { ask, h } from "../dom.js";
import { onLanguage, t } from "../words.js";
import { openBench } from "./bench.js";
import { openGallery } from "./gallery.js";
import { title } from "./words.js";

export async function open(root, path, parameters) {
  root.replaceChildren(h("p", { class: "lab-loading", word: "lab-loading" }));
  let experiments;
  try {
    experiments = await ask("GET", "/lab/experiments");
  } catch (refusal) {
    root.replaceChildren(h("p", { class: "notice", role: "alert" }, refusal.message));
    return { close() {} };
  }
  let shown = null; // the gallery or a bench, with what it shows: the name of the experiment

  function visit(path, parameters) {
    const name = path[0] ?? "";
    if (shown && shown.name === name && shown.view.visit) {
      shown.view.visit(parameters);
      return;
    }
    const isFirst = shown === null;
    shown?.view.close();
    root.replaceChildren();
    const experiment = experiments.find((each) => each.name === name);
    const view = experiment ? openBench(root, experiment, parameters) : openGallery(root, experiments, name);
    shown = { name, view };
    sayTitle();
    if (!isFirst) root.querySelector("h1").focus(); // the link that was followed is gone
  }

  function sayTitle() {
    const experiment = experiments.find((each) => each.name === shown.name);
    document.title = `${experiment ? title(experiment) : t("lab")} · damier`;
  }

  visit(path, parameters);
  const forget = onLanguage(sayTitle);
  return {
    visit,
    close() {
      forget();
      shown.view.close();
    },
  };
}
