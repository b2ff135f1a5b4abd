// A line played out on a small board, by itself or step by step.

import { h } from "../dom.js";
import { t } from "../words.js";
import { Board } from "./board.js";
import { alongLine } from "./changes.js";

const STEP = 800; // milliseconds

export class Look {
  /** `ask(node, line)` asks for the boards along a line. */
  constructor(holder, ask) {
    this.ask = ask;
    this.at = 0;
    this.holder = holder;
    this.picture = h("div", { class: "board small-board" });
    this.steps = h("ol", { class: "steps" });
    this.title = h("h3");
    this.board = new Board(this.picture);
    holder.replaceChildren(
      h("div", { class: "row" }, this.title, h("button", { type: "button", class: "link", word: "close", on: { click: () => this.close() } })),
      this.picture,
      this.steps,
    );
    holder.hidden = true;
  }

  /** Play a line out: moves with their players, from a node on. */
  open(state, node, line, title, isFlipped) {
    this.wanted = { state, node, line, isFlipped };
    this.title.textContent = title;
    this.isAsked = true;
    this.ask(node, line.map((step) => step.move));
  }

  /** The boards have come. */
  show(message) {
    if (!this.isAsked || message.node !== this.wanted.node) return;
    if (message.line.join() !== this.wanted.line.map((step) => step.move).join()) return; // another's
    this.isAsked = false;
    this.told = message;
    this.holder.hidden = false;
    this.at = 0;
    this.draw();
    clearInterval(this.timer);
    this.timer = setInterval(() => {
      if (this.at + 1 >= this.told.boards.length) clearInterval(this.timer);
      else this.step(this.at + 1);
    }, STEP);
    this.holder.scrollIntoView({ block: "nearest" });
  }

  step(at) {
    this.at = at;
    this.draw();
  }

  draw() {
    const { state, line, isFlipped } = this.wanted;
    const shown = { ...alongLine(state, this.told, this.at), id: `look-${state.id}`, text: String(this.at) };
    this.board.show(shown, { isFlipped, isStep: this.at === this.shownAt + 1 });
    this.shownAt = this.at;
    this.steps.replaceChildren(
      ...line.slice(0, this.told.boards.length - 1).map(({ move, player }, i) =>
        h(
          "li",
          { class: `p${player}` },
          h("button", { type: "button", class: "link", "aria-current": i + 1 === this.at ? "true" : null, on: { click: () => this.choose(i + 1) } }, move),
        ),
      ),
    );
  }

  choose(at) {
    clearInterval(this.timer);
    this.step(at);
  }

  close() {
    clearInterval(this.timer);
    this.wanted = null;
    this.isAsked = false;
    this.holder.hidden = true;
  }
}
