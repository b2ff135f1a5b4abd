// The lines of an analysis: each with what it is worth, and its moves with their numbers. A move shows its position on a small board
// while one points at it; a click goes there, by way of a variation of the game; a plus puts the whole line into the game.

import { h } from "../dom.js";
import { t } from "../words.js";
import { numbersOf } from "./numbering.js";
import { worthSign, worthText } from "./worths.js";
import { Floating } from "./floating.js";

const SHOWN = 20; // moves of a line

export class Lines {
  /** `insert(node, line, go)` puts a line into the game, `look(node, line)` asks for its boards, `playOut(thought)` plays it. */
  constructor({ insert, look, playOut }) {
    Object.assign(this, { insert, playOut });
    this.element = h("ol", { class: "lines", id: "line-list" });
    this.floating = new Floating(look);
    this.rows = [];
    this.at = ""; // where the pointer was last
    this.watch = (event) => {
      // A line that comes to lie under a pointer at rest is not pointed at, though the browser tells of a move
      const at = `${event.screenX} ${event.screenY}`;
      this.isMoved = at !== this.at;
      this.at = at;
    };
    addEventListener("pointermove", this.watch, true);
    this.element.addEventListener("pointerleave", () => this.floating.hide());
    this.element.addEventListener("focusout", () => this.floating.hide());
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  close() {
    removeEventListener("pointermove", this.watch, true);
    this.floating.close();
  }

  /** Show what was found at a node. What has not changed stays: somebody may be about to click on it. */
  show(state, node, thoughts, isFlipped) {
    Object.assign(this, { state, node, isFlipped });
    if (this.shownAt !== `${state.id} ${node}`) {
      this.shownAt = `${state.id} ${node}`;
      this.rows = [];
      this.element.replaceChildren();
      this.floating.hide();
    }
    while (this.rows.length > thoughts.length) this.rows.pop().element.remove();
    thoughts.forEach((thought, i) => {
      if (!this.rows[i]) {
        this.rows[i] = this.row();
        this.element.append(this.rows[i].element);
      }
      this.fill(this.rows[i], thought);
    });
  }

  row() {
    const row = { names: [], thought: null };
    row.worth = h("button", { type: "button", class: "badge", on: { click: () => this.playOut(row.thought, this.node) } });
    row.moves = h("span", { class: "play-line", role: "group" });
    row.add = h("button", { type: "button", class: "symbol add-line", on: { click: () => this.insert(this.node, row.names, false) } }, "+");
    row.element = h("li", {}, row.worth, row.moves, row.add);
    return row;
  }

  fill(row, thought) {
    row.thought = thought;
    const worth = worthText(this.state, thought.worth) || "0";
    const sign = worthSign(thought.worth) || "0";
    row.worth.className = `badge ${thought.exact ? "exact" : ""}`;
    if (row.worth.textContent !== sign) row.worth.textContent = sign;
    const line = thought.line.slice(0, SHOWN);
    const names = line.map(({ move }) => move);
    row.worth.setAttribute("aria-label", t("line-play-out", { worth, move: names[0] ?? "" }));
    row.worth.title = t("line-play-out", { worth, move: names[0] ?? "" });
    row.moves.setAttribute("aria-label", t("line-moves", { worth }));
    row.add.setAttribute("aria-label", t("line-insert", { move: names[0] ?? "" }));
    row.add.title = t("line-insert", { move: names[0] ?? "" });
    let same = 0;
    while (same < names.length && names[same] === row.names[same]) same += 1;
    const isSame = same === names.length && same === row.names.length;
    row.names = names;
    if (isSame) return;
    const numbers = numbersOf(this.state, this.node, line);
    while (row.moves.children.length > same) row.moves.lastChild.remove();
    for (let i = same; i < names.length; i++) row.moves.append(this.step(row, i, numbers[i], line[i]));
  }

  /** One move: its number is part of the button, so that no gap between two of them is nobody's. */
  step(row, i, number, { move, player }) {
    const point = () => this.floating.show(this.state, this.node, row.names, i + 1, this.isFlipped, row.element);
    const go = () => {
      this.floating.hide();
      this.insert(this.node, row.names.slice(0, i + 1), true);
    };
    return h(
      "button",
      { type: "button", class: `step p${player}`, tabindex: i === 0 ? 0 : -1, "data-step": i, on: { click: go, pointermove: () => this.isMoved && point(), focus: point } },
      number ? h("span", { class: "number" }, number) : null,
      move,
    );
  }

  /** Left and right walk through the moves of a line, which is one stop of the tabulator. */
  key(event) {
    const step = event.target.closest(".step");
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === "Escape") this.floating.hide();
    if (!step || !by) return;
    event.preventDefault();
    event.stopPropagation();
    (by < 0 ? step.previousElementSibling : step.nextElementSibling)?.focus();
  }
}
