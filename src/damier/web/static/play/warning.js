// A bad move of a person: what it costs, and what can be done about it.

import { h } from "../dom.js";
import { t } from "../words.js";
import { changesResult, costText } from "./worths.js";

const WORDS = { "?": "warn-mistake", "??": "warn-blunder" };

export class Warning {
  /** `back(node)` takes a move back, `look(mistake)` plays its refutation out, `leave()` lets it be. */
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
    const word = changesResult(warning) ? "warn-throws" : WORDS[warning.mark];
    const [better] = warning.better;
    this.element.replaceChildren(
      h("p", {}, t(word, { move: warning.move, cost: costText(warning) }), better ? ` ${t("was-better", { move: better.move })}` : null),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", id: "warn-back", on: { click: () => this.back(warning.node) } }, t("take-it-back")),
        h("button", { type: "button", id: "warn-why", on: { click: () => this.look(warning) } }, t("show-why")),
        h("button", { type: "button", id: "warn-leave", class: "link", on: { click: this.leave } }, t("leave-it")),
      ),
    );
  }
}
