// The moves of the game beside the board, with the variations as branches of their own.

import { h } from "../dom.js";
import { inWriting, t } from "../words.js";
import { resultText } from "./gamelist.js";
import { MARKS } from "./graph.js";
import { numberAfter, numberText } from "./numbering.js";

export class Moves {
  /** `go(node)` shows a position. */
  constructor(holder, go) {
    this.holder = holder;
    this.go = go;
  }

  show(state) {
    this.nodes = new Map(state.nodes.map((node) => [node.node, { ...node, sons: [] }]));
    const roots = [];
    for (const node of this.nodes.values()) (this.nodes.get(node.parent)?.sons ?? roots).push(node);
    this.state = state;
    const list = h("ol", { class: "moves", "aria-label": t("moves") });
    if (state.comment) list.append(h("li", { class: "comment" }, state.comment));
    if (roots.length) this.line(list, roots, state.first_number, true);
    const { Result: result } = state.headers;
    if (roots.length && result) list.append(h("li", { class: "told-result" }, resultText(result)));
    this.holder.replaceChildren(roots.length ? list : h("p", { class: "numbers" }, t("no-moves")));
    const current = list.querySelector("[aria-current]");
    if (current && list.scrollHeight > this.holder.clientHeight) this.scrollTo(current);
  }

  /** Only the list scrolls, never the page. */
  scrollTo(current) {
    const box = this.holder.getBoundingClientRect();
    const at = current.getBoundingClientRect();
    if (at.top < box.top || at.bottom > box.bottom) this.holder.scrollTop += at.top - box.top - box.height / 2;
  }

  /** A line and its variations; `sons` are the moves one may choose from where it begins, the main line's first. */
  line(list, sons, number, needsNumber) {
    while (sons.length) {
      const [main, ...others] = sons;
      list.append(this.item(main, number, needsNumber));
      for (const other of others) {
        const inner = h("ol", { class: "moves" });
        list.append(h("li", { class: "branch" }, h("span", { class: "unseen" }, t("variation")), inner));
        this.line(inner, [other], number, true);
      }
      needsNumber = others.length > 0;
      sons = main.sons;
      if (sons.length) number = numberAfter(number, main.player, sons[0].player);
    }
  }

  item(node, number, needsNumber) {
    const isCurrent = node.node === this.state.here;
    const numbered = node.player === 0 || needsNumber;
    const title = node.mark ? t(node.cost ? "cost-of" : "sign-of", { sign: t(`sign-${MARKS[node.mark]}`), cost: inWriting(node.cost), best: node.best }) : "";
    return h(
      "li",
      { class: "move" },
      numbered ? h("span", { class: "number", "aria-hidden": "true" }, numberText(number, node.player)) : null,
      h(
        "button",
        {
          type: "button",
          class: `p${node.player} ${MARKS[node.glyph || node.mark] ?? ""}`,
          "aria-current": isCurrent ? "true" : null,
          "data-node": node.node,
          title: title || null,
          on: { click: () => this.go(node.node) },
        },
        node.move,
        node.glyph || node.mark ? h("span", { class: "mark" }, node.glyph || node.mark) : null,
      ),
      node.comment ? h("span", { class: "comment" }, node.comment) : null,
    );
  }
}
