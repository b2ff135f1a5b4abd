// The form of an experiment: its size, where the random numbers start, and its settings.

import { h } from "../dom.js";
import { t } from "../words.js";
import { tOr } from "./words.js";

const MOST_SIZE = 1_000_000;
const MOST_SEED = 2 ** 31 - 1;
const COUNT = { type: "number", min: 0, inputmode: "numeric" };

/** A form that calls `start({experiment, size, seed, settings})`. What is left empty is what it usually is. */
export function experimentForm(experiment, start) {
  const hints = [];
  const size = input("lab-size", { ...COUNT, min: 1, max: MOST_SIZE, value: experiment.size, placeholder: experiment.size });
  const seed = input("lab-seed", { ...COUNT, max: MOST_SEED, value: 1, placeholder: 1 });
  const settings = experiment.settings.map((setting) => [setting, input(`lab-set-${setting.name}`, kind(setting))]);
  const button = h("button", { class: "accent", type: "submit", word: "lab-start" });

  const form = h(
    "form",
    { class: "setup" },
    field(size, () => t("lab-size"), () => tOr(`lab-counts-${experiment.name}`, "", { size: experiment.size })),
    ...settings.map(([setting, element]) =>
      field(
        element,
        () => tOr(`lab-setting-${setting.name}`, setting.name),
        () => tOr(`lab-setting-${setting.name}-${experiment.name}-hint`, tOr(`lab-setting-${setting.name}-hint`, "")),
      ),
    ),
    field(seed, () => t("lab-seed"), () => t("lab-seed-hint")),
    button,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const chosen = settings
      .map(([setting, element]) => [setting, element.value.trim()])
      .filter(([setting, text]) => text !== "" && text !== String(setting.default));
    start({
      experiment: experiment.name,
      size: Number(size.value || experiment.size),
      seed: Number(seed.value || 1),
      settings: Object.fromEntries(chosen.map(([setting, text]) => [setting.name, read(setting, text)])),
    });
  });

  /** An input with a label and, below, what it means. */
  function field(element, label, hint) {
    const name = h("label", { for: element.id });
    const about = h("p", { class: "hint", id: `${element.id}-hint` });
    element.setAttribute("aria-describedby", about.id);
    hints.push(() => {
      name.textContent = label();
      about.textContent = hint();
    });
    return h("div", { class: "field" }, name, element, about);
  }

  function say() {
    for (const each of hints) each();
    button.textContent = t("lab-start");
  }

  /** Show what a run was asked. */
  function fill(run) {
    size.value = run.size;
    seed.value = run.seed;
    for (const [setting, element] of settings) element.value = run.settings[setting.name] ?? setting.default;
  }

  say();
  return { element: form, button, say, fill };
}

const input = (id, attributes) => h("input", { id, autocomplete: "off", spellcheck: "false", ...attributes });

/** Whether the default of a setting is a whole number; experiments take it as a text. */
const isCount = (usual) => /^[0-9]+$/.test(usual);

function kind({ default: usual }) {
  if (typeof usual === "number")
    return { type: "number", min: 0.01, step: "any", value: usual, placeholder: usual, inputmode: "decimal" };
  if (isCount(usual)) return { ...COUNT, value: usual, placeholder: usual };
  return { type: "text", maxlength: 1000, value: usual, placeholder: usual || t("lab-unset"), autocapitalize: "off" };
}

const read = (setting, text) => (typeof setting.default === "number" ? Number(text) : text);
