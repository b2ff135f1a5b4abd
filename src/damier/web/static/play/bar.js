// What the position is worth, as a bar beside the board. Who does not want to know hides it; that is remembered.

import { h } from "../dom.js";
import { t } from "../words.js";
import { worthDetails, worthSign } from "./worths.js";

const STORED = "damier-bar";
const ROOM = 4; // letters that the bar has room for

/** A number without its fraction where that does not fit, and no minus before nothing. */
function short(text) {
  if (/^[−-]0(\.0)?$/.test(text)) return text.slice(1);
  return text.length > ROOM ? text.replace(/\.\d+$/, "") : text;
}

export class Bar {
  constructor() {
    this.fill = h("div", { class: "fill" });
    this.text = h("span", { class: "bar-text" });
    this.element = h("div", { id: "bar", class: "bar", role: "img" }, this.fill, this.text);
    this.switch = h("input", { type: "checkbox", id: "show-bar", on: { change: () => this.toggle(this.switch.checked) } });
    this.field = h("p", { class: "field tick" }, h("label", { for: "show-bar", word: "show-bar" }), this.switch);
    this.toggle(localStorage.getItem(STORED) !== "hidden");
  }

  /** Show the bar, or hide it; without a word the other way round. */
  toggle(isShown = this.element.hidden) {
    this.element.hidden = !isShown;
    this.switch.checked = isShown;
    localStorage.setItem(STORED, isShown ? "shown" : "hidden");
  }

  show(state, worth, isFlipped) {
    const share = worth?.share ?? 0.5;
    const bottom = isFlipped ? 1 - share : share;
    this.fill.style.setProperty("--share", `${(100 * bottom).toFixed(1)}%`);
    this.element.classList.toggle("flipped", isFlipped);
    this.element.classList.toggle("unknown", !worth);
    const signs = state.result ? { win: "1–0", loss: "0–1" } : {};
    this.text.textContent = worth ? (signs[worth.text] ?? short(worthSign(worth))) : "";
    const label = worth ? worthDetails(state, worth) : t("bar-unknown");
    this.element.setAttribute("aria-label", label);
    this.element.title = label;
  }
}
