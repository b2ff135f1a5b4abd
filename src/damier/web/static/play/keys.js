// The keys of the play page: what they do, and a dialog that tells it.

import { dialog } from "../dialog.js";
import { h } from "../dom.js";
import { switchMode } from "./arrival.js";

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

const NAMED = ["Home", "End", "Enter", "Esc"]; // what stands on them depends on the language
const cap = (key) => (NAMED.includes(key) ? h("kbd", { word: `key-${key}` }) : h("kbd", {}, key));

/** The dialog; `more` are rows of other parts, as `[[keys], word]`. */
export function keysDialog(more = []) {
  const row = ([keys, word]) => h("tr", {}, h("th", { scope: "row" }, ...keys.flatMap((key) => [cap(key), " "])), h("td", { word }));
  return dialog("keys", "keys", h("table", { class: "keys" }, h("tbody", {}, ...[...KEYS, ...more].map(row))));
}

/** Arrow keys walk through the game, wherever the focus is but in a field and on the board. */
export function keyPressed(table, event) {
  if (!table.state || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.closest?.("input, select, textarea, [contenteditable], dialog")) return;
  const actions = {
    ArrowLeft: () => table.state.here !== 0 && table.send({ do: "undo", count: 1 }),
    ArrowRight: () => table.state.here !== table.state.line.at(-1) && table.send({ do: "redo" }),
    Home: () => table.go(0),
    End: () => table.go(table.state.line.at(-1)),
    f: () => table.turn(),
    b: () => table.switchBook(),
    d: () => table.board.strokes.takeKeys(),
    v: () => table.bar.toggle(),
    x: () => table.analysis.toggleThreat(),
    h: () => table.send({ do: "hint" }),
    n: () => table.newGame.open(),
    s: () => table.share.open(table.state),
    a: () => switchMode(table),
    "?": () => table.keysDialog.showModal(),
  };
  if (table.preview.isOpen) {
    actions.ArrowLeft = () => table.preview.step(table.preview.at - 1);
    actions.ArrowRight = () => table.preview.step(table.preview.at + 1);
    actions.Escape = () => table.preview.close();
  }
  if (!(event.key in actions)) return;
  event.preventDefault();
  actions[event.key]();
}
