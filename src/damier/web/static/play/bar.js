// What the position is worth, as a bar beside the board.

import { h } from "../dom.js";
import { t } from "../words.js";
import { worthText } from "./analysis.js";
import { playerName } from "./plates.js";
import { signOf } from "./verdicts.js";

export class Bar {
  constructor() {
    this.fill = h("div", { class: "fill" });
    this.text = h("span", { class: "bar-text" });
    this.element = h("div", { id: "bar", class: "bar", role: "img" }, this.fill, this.text);
  }

  show(state, worth, isFlipped) {
    const share = worth?.share ?? 0.5;
    const bottom = isFlipped ? 1 - share : share;
    this.fill.style.setProperty("--share", `${(100 * bottom).toFixed(1)}%`);
    this.element.classList.toggle("flipped", isFlipped);
    this.element.classList.toggle("unknown", !worth);
    const text = worthText(state, worth);
    const signs = state.result ? { win: "1–0", loss: "0–1" } : {};
    this.text.textContent = worth ? (signs[worth.text] ?? signOf(worth.text)) : "";
    const isResult = ["win", "loss"].includes(worth?.text);
    const label = isResult ? text : t("bar", { worth: text, player: playerName(state, 0) });
    this.element.setAttribute("aria-label", worth ? label : t("bar-unknown"));
  }
}
