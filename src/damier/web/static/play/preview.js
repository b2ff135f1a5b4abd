// A line played out on the board itself, without touching the game: by itself or step by step, and back.

import { h } from "../dom.js";
import { STEPS, icon } from "../signs.js";
import { t } from "../words.js";
import { alongLine } from "./changes.js";

const STEP = 900; // milliseconds
const WHOLE = 15000; // that a line takes at most: a long one is played faster
const QUICKEST = 350;

export class Preview {
  /** `ask(node, names)` asks for the boards along a line, `changed()` is called when the board is to show another one. */
  constructor(ask, changed) {
    this.ask = ask;
    this.changed = changed;
    this.wanted = null;
    this.told = null; // the boards along the line, once they have come
    const symbol = (id, label, sign, action) => h("button", { type: "button", id, class: "symbol", "data-label": label, "data-title": label, on: { click: action } }, icon(sign));
    this.title = h("strong");
    this.back = symbol("preview-back", "previous", STEPS.previous, () => this.step(this.at - 1));
    this.on = symbol("preview-on", "next", STEPS.next, () => this.step(this.at + 1));
    this.steps = h("ol", { class: "steps" });
    this.element = h(
      "section",
      { id: "preview", class: "preview", "data-label": "preview", hidden: true },
      h("div", { class: "row" }, this.title, this.back, this.on, h("button", { type: "button", id: "preview-close", word: "preview-close", on: { click: () => this.close() } })),
      this.steps,
    );
  }

  get isOpen() {
    return this.told !== null;
  }

  /** Play a line out from a node on: moves with their players, and their numbers; it plays by itself unless it is to stand. */
  open({ id, node, line, numbers, title, stands = false }) {
    this.close();
    this.wanted = { id, node, line, numbers, title, stands };
    this.ask(node, line.map((step) => step.move));
  }

  /** The boards have come; whether they are those that were asked for here. */
  hear(message) {
    const { wanted } = this;
    if (!wanted || message.node !== wanted.node || message.line.join(" ") !== wanted.line.map((step) => step.move).join(" ")) return false;
    this.told = message;
    this.title.textContent = wanted.title;
    this.element.hidden = false;
    this.step(1);
    if (!wanted.stands && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
      const pace = Math.max(QUICKEST, Math.min(STEP, WHOLE / this.last));
      this.timer = setInterval(() => (this.at < this.last ? this.draw(this.at + 1) : clearInterval(this.timer)), pace);
    }
    return true;
  }

  /** The place of the last board. */
  get last() {
    return this.told.boards.length - 1;
  }

  /** Go to a board of the line; it no longer plays by itself. */
  step(at) {
    clearInterval(this.timer);
    this.draw(at);
  }

  draw(at) {
    this.at = Math.max(0, Math.min(this.last, at));
    this.back.disabled = this.at === 0;
    this.on.disabled = this.at === this.last;
    const { numbers } = this.wanted;
    this.steps.replaceChildren(
      ...this.wanted.line.slice(0, this.last).map(({ move, player }, i) =>
        h("li", { class: `p${player}` }, numbers[i] ? h("span", { class: "number" }, numbers[i]) : null, h("button", { type: "button", class: "link", "aria-current": i + 1 === this.at ? "true" : null, on: { click: () => this.step(i + 1) } }, move)),
      ),
    );
    this.showCurrent();
    this.changed();
  }

  /** Of a long line the list scrolls, never the page. */
  showCurrent() {
    const current = this.steps.children[this.at - 1];
    if (!current) return void (this.steps.scrollTop = 0);
    const [box, place] = [this.steps.getBoundingClientRect(), current.getBoundingClientRect()];
    if (place.top < box.top || place.bottom > box.bottom) this.steps.scrollTop += place.bottom - box.bottom;
  }

  /** What the board shows instead of the game; null where it shows the game. */
  over(state) {
    if (!this.isOpen || this.wanted.id !== state.id) return null;
    return { ...alongLine(state, this.told, this.at), id: `preview-${state.id}`, text: `${this.wanted.node}-${this.at}` };
  }

  /** Back to the game. */
  close() {
    clearInterval(this.timer);
    const wasOpen = this.isOpen;
    this.wanted = this.told = null;
    this.element.hidden = true;
    if (wasOpen) this.changed();
  }
}
