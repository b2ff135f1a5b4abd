// The figures of the source: where they stand, and all of them, whatever their shape, to be unfolded.

import { h } from "../dom.js";
import { number, t } from "../words.js";

export function published({ source, ...figures }) {
  const told = Object.entries(figures).filter(([, value]) => value !== null);
  return h(
    "div",
    { class: "published" },
    h("p", {}, h("strong", {}, `${t("lab-source")}: `), h("span", { lang: "en" }, source ?? "")),
    told.length
      ? h("details", {}, h("summary", {}, t("lab-published")), h("div", { lang: "en" }, list(Object.fromEntries(told))))
      : null,
  );
}

const isPlain = (value) => value === null || typeof value !== "object";

function write(value) {
  if (Array.isArray(value)) return value.map(write).join(value.every(isPlain) ? ", " : "; ");
  if (value !== null && typeof value === "object")
    return Object.entries(value)
      .map(([key, each]) => `${key} ${write(each)}`)
      .join(", ");
  return typeof value === "number" ? number(value) : String(value ?? "");
}

/** An object as terms and what they stand for; lists of objects have a line for each. */
function list(object) {
  return h(
    "dl",
    {},
    ...Object.entries(object).flatMap(([key, value]) => {
      const lines = Array.isArray(value) && !value.every(isPlain) ? value.map((each) => h("dd", {}, write(each))) : null;
      const inner = !lines && !isPlain(value) && !Array.isArray(value) ? [h("dd", {}, list(value))] : null;
      return [h("dt", {}, key.replaceAll("_", " ")), ...(lines ?? inner ?? [h("dd", {}, write(value))])];
    }),
  );
}
