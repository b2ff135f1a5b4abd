// What one can open beside the board: one pane at a time, by a row of buttons; pressed again a button closes its pane.

import { h } from "../dom.js";

const STORED = "damier-pane";

export class Panes {
  /** A pane for each name, `pane-NAME`, opened by the button `tab-NAME`; `opened(name)` hears which is open, or null. */
  constructor(names, opened = () => {}) {
    this.names = names;
    this.opened = opened;
    this.panes = Object.fromEntries(names.map((name) => [name, h("section", { id: `pane-${name}`, class: `pane pane-${name}`, "aria-labelledby": `tab-${name}`, hidden: true })]));
    this.tabs = Object.fromEntries(names.map((name) => [name, this.tab(name)]));
    this.bar = h("div", { class: "tabs", role: "group", "data-label": "panes" }, ...Object.values(this.tabs));
    this.current = null;
    const stored = localStorage.getItem(STORED);
    if (stored in this.panes && innerWidth > 860) this.open(stored, false);
  }

  tab(name) {
    const toggle = () => this.open(this.current === name ? null : name);
    return h("button", { type: "button", id: `tab-${name}`, word: `pane-${name}`, "aria-expanded": "false", "aria-controls": `pane-${name}`, on: { click: toggle } });
  }

  get elements() {
    return Object.values(this.panes);
  }

  /** Open a pane, or none. */
  open(name, isKept = true) {
    this.current = name;
    for (const each of this.names) {
      this.panes[each].hidden = each !== name;
      this.tabs[each].setAttribute("aria-expanded", String(each === name));
    }
    if (isKept) localStorage.setItem(STORED, name ?? "");
    this.opened(name);
  }
}
