// What a person thinks of the move on the board: a sign and a comment.

import { h } from "../dom.js";
import { t } from "../words.js";

export const GLYPHS = ["!", "?", "!!", "??", "!?", "?!"];
const MOST = 2000; // letters of a comment

export class Annotate {
  /** `send(message)` speaks to the server. */
  constructor(send) {
    this.send = send;
    this.isTouched = false; // whether something is being written
    this.isWanted = false; // whether it is shown while one plays; in an analysis it always is
    this.buttons = GLYPHS.map((glyph) => h("button", { type: "button", class: "glyph", "data-glyph": glyph, on: { click: () => this.mark(glyph) } }, glyph));
    this.comment = h("input", { type: "text", id: "comment", maxlength: MOST, autocomplete: "off", "data-label": "comment", "data-placeholder": "comment", on: { input: () => (this.isTouched = true), change: () => this.write() } });
    this.form = h("form", { on: { submit: (event) => this.submit(event) } }, this.comment);
    this.signs = h("div", { class: "glyphs", role: "group", "data-label": "glyphs" }, ...this.buttons);
    this.element = h("div", { class: "annotate", id: "annotate", hidden: true }, this.signs, this.form);
    this.toggle = h("button", { type: "button", id: "annotate-toggle", class: "symbol", "data-label": "annotate", "data-title": "annotate", "aria-controls": "annotate", on: { click: () => this.switch() } }, "!?");
  }

  switch() {
    this.isWanted = this.element.hidden;
    this.show(this.state);
    if (this.isWanted) this.comment.focus();
  }

  show(state) {
    if (this.state && state.id !== this.state.id) this.isTouched = false;
    else if (this.state && state.here !== this.state.here) this.leave();
    this.state = state;
    const isShown = state.analysis || this.isWanted;
    this.element.hidden = !isShown;
    this.toggle.setAttribute("aria-expanded", String(isShown));
    this.toggle.hidden = state.analysis;
    const node = state.nodes.find((each) => each.node === state.here);
    this.buttons.forEach((button, i) => {
      button.disabled = !node;
      button.setAttribute("aria-pressed", String(node?.glyph === GLYPHS[i]));
      button.setAttribute("aria-label", `${GLYPHS[i]} ${t(`glyph-${i + 1}`)}`);
      button.title = t(`glyph-${i + 1}`);
    });
    this.written = node ? node.comment : state.comment;
    if (!this.isTouched) this.comment.value = this.written;
  }

  mark(glyph) {
    const { here, nodes } = this.state;
    const had = nodes.find((each) => each.node === here)?.glyph;
    this.send({ do: "glyph", node: here, glyph: had === glyph ? "" : glyph });
  }

  submit(event) {
    event.preventDefault();
    this.write();
  }

  write() {
    this.isTouched = false;
    if (this.comment.value.trim() !== this.written) this.send({ do: "comment", node: this.state.here, text: this.comment.value });
  }

  /** The board goes elsewhere: what was being written belongs to the move before. */
  leave() {
    if (this.isTouched) this.send({ do: "comment", node: this.state.here, text: this.comment.value });
    this.isTouched = false;
  }
}
