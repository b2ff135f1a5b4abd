// Dialogs: a title, a way out, and something in it. The browser keeps the focus inside, and gives it back.

import { h } from "./dom.js";
import { WRONG, icon } from "./signs.js";

/** A dialog with an id; its title is a word. It is closed by its cross, by Escape, and by a click beside it. */
export function dialog(id, word, ...children) {
  const close = h("button", { type: "button", class: "symbol close", "data-label": "close", on: { click: () => element.close() } }, icon(WRONG));
  const element = h(
    "dialog",
    { id, class: "dialog", "aria-labelledby": `${id}-heading` },
    h("div", { class: "dialog-head" }, h("h2", { id: `${id}-heading`, word }), close),
    ...children,
  );
  let isPressedBeside = false; // a drag that began inside and ends beside it is no wish to close it
  element.addEventListener("pointerdown", (event) => (isPressedBeside = event.target === element));
  element.addEventListener("click", (event) => event.target === element && isPressedBeside && element.close());
  return element;
}
