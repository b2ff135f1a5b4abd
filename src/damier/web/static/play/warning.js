// A bad move of a person: what it costs, and what can be done about it.

import { h } from "../dom.js";
import { t } from "../words.js";

export class Warning {
  /** `back(node)` takes a move back, `look(node, line)` plays a line out, `leave()` lets it be. */
  constructor({ back, look, leave }) {
    Object.assign(this, { back, look, leave });
    this.element = h("div", { id: "warning", class: "warning", role: "alert", hidden: true });
  }

  show(state) {
    const { warning } = state;
    this.element.hidden = !warning;
    const key = JSON.stringify([warning, t("leave-it")]);
    if (!warning || this.element.dataset.key === key) return;
    this.element.dataset.key = key;
    const word = Number(warning.cost) > 0 && state.nodes.length ? { "?": "warn-mistake", "??": "warn-blunder" }[warning.mark] : "warn-throws";
    const isDecided = state.board.theme === "" && warning.counted === "point";
    const cost = t(`counted-${warning.counted}`, { count: warning.cost });
    this.element.replaceChildren(
      h("p", {}, t(isDecided ? "warn-throws" : word, { ...warning, cost })),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", id: "warn-back", on: { click: () => this.back(warning.node) } }, t("take-it-back")),
        h("button", { type: "button", id: "warn-why", on: { click: () => this.look(warning.node, warning.refutation) } }, t("show-why")),
        h("button", { type: "button", id: "warn-leave", class: "link", on: { click: this.leave } }, t("leave-it")),
      ),
    );
  }
}
