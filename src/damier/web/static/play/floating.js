// A position of a line on a small board that floats beside it, while one points at a move.

import { h } from "../dom.js";
import { Board } from "./board.js";
import { alongLine } from "./changes.js";

const PATIENCE = 120; // milliseconds that one points at a move before its position is shown
const GAP = 12; // pixels between the board and what it belongs to
const KEPT = 12; // lines whose boards are known

export class Floating {
  /** `ask(node, line)` asks for the boards along a line; they come by `hear`. */
  constructor(ask) {
    this.ask = ask;
    this.known = new Map();
    this.picture = h("div", { class: "board" });
    this.board = new Board(this.picture);
    this.element = h("div", { class: "floating", "aria-hidden": "true", hidden: true }, this.picture);
    document.body.append(this.element);
  }

  /** Show the position after so many moves of a line, beside an element. */
  show(state, node, line, at, isFlipped, beside) {
    const key = keyOf(node, line);
    if (this.wanted?.key === key && this.wanted.at === at) return;
    this.wanted = { state, node, line, at, isFlipped, beside, key };
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.draw(), this.element.hidden ? PATIENCE : 0);
  }

  hear(message) {
    this.known.set(keyOf(message.node, message.line), message);
    if (this.known.size > KEPT) this.known.delete(this.known.keys().next().value);
    if (this.wanted && this.wanted.key === keyOf(message.node, message.line)) this.draw();
  }

  draw() {
    if (!this.wanted) return;
    const { state, node, line, at, isFlipped, beside, key } = this.wanted;
    const told = this.known.get(key);
    if (!told) {
      this.ask(node, line);
      return;
    }
    this.element.hidden = false;
    const shown = alongLine(state, told, Math.min(at, told.boards.length - 1));
    this.board.show({ ...shown, id: `floating-${state.id}`, text: `${key} ${at}`, changed: [] }, { isFlipped });
    const place = beside.getBoundingClientRect();
    const own = this.element.getBoundingClientRect();
    const left = place.left - own.width - GAP;
    this.element.style.left = `${left > 0 ? left : Math.max(0, (innerWidth - own.width) / 2)}px`;
    const top = left > 0 ? place.top - own.height / 2 : place.bottom + GAP;
    this.element.style.top = `${Math.max(GAP, Math.min(innerHeight - own.height - GAP, top))}px`;
  }

  hide() {
    clearTimeout(this.timer);
    this.wanted = null;
    this.element.hidden = true;
  }

  close() {
    this.hide();
    this.element.remove();
  }
}

const keyOf = (node, line) => JSON.stringify([node, line]);
