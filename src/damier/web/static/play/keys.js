// The keys of the play page, in a dialog.

import { dialog } from "../dialog.js";
import { h } from "../dom.js";

const KEYS = [
  [["←", "→"], "keys-walk"],
  [["Home", "End"], "keys-ends"],
  [["Tab", "←↑↓→", "Enter"], "keys-board"],
  [["Esc"], "keys-escape"],
  [["h"], "keys-hint"],
  [["f"], "keys-flip"],
  [["b"], "keys-book"],
  [["d", "Enter"], "keys-draw"],
  [["v"], "keys-bar"],
  [["x"], "keys-threat"],
  [["n"], "keys-new"],
  [["a"], "keys-analyse"],
  [["s"], "keys-share"],
  [["?"], "keys-help"],
];

/** The dialog; `more` are rows of other parts, as `[[keys], word]`. */
export function keysDialog(more = []) {
  const row = ([keys, word]) => h("tr", {}, h("th", { scope: "row" }, ...keys.flatMap((key) => [h("kbd", {}, key), " "])), h("td", { word }));
  return dialog("keys", "keys", h("table", { class: "keys" }, h("tbody", {}, ...[...KEYS, ...more].map(row))));
}
