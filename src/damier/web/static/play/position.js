// The position on the board in writing, always in sight: to be copied, and to be replaced by another, or by a whole game.

import { h } from "../dom.js";
import { icon } from "../signs.js";
import { t } from "../words.js";

const COPY = "M7 7V3h10v10h-4M3 7h10v10H3z";
const EDIT = "M4 16l1-4 8.5-8.5 3 3L8 15zM12 5l3 3";

export class PositionField {
  /** `load(text)` takes up what is written, `edit()` opens the editor, `tell(message)` says that something was done. */
  constructor({ load, edit, tell }) {
    Object.assign(this, { load, tell });
    this.field = h("input", { type: "text", id: "position-text", autocomplete: "off", spellcheck: "false", autocapitalize: "off", maxlength: 20000, "data-label": "position-text", "data-title": "position-text" });
    this.field.addEventListener("focus", () => this.field.select());
    this.field.addEventListener("paste", (event) => this.paste(event));
    this.field.addEventListener("blur", () => this.show(this.state));
    this.field.addEventListener("keydown", (event) => event.key === "Escape" && this.restore());
    const symbol = (id, label, sign, action) => h("button", { type: "button", id, class: "symbol", "data-label": label, "data-title": label, on: { click: action } }, icon(sign));
    this.edit = symbol("edit-position", "set-up", EDIT, edit);
    this.element = h(
      "form",
      { class: "position", on: { submit: (event) => this.submit(event) } },
      this.field,
      symbol("copy-position", "copy-position", COPY, () => this.copy()),
      this.edit,
    );
  }

  show(state, canEdit = !this.edit.hidden) {
    if (!state) return;
    const isOther = state.id !== this.state?.id; // what was written here has been taken up
    this.state = state;
    this.edit.hidden = !canEdit;
    if (isOther || document.activeElement !== this.field) this.field.value = state.text;
  }

  restore() {
    this.field.value = this.state.text;
    this.field.blur();
  }

  submit(event) {
    event.preventDefault();
    const text = this.field.value.trim();
    if (text && text !== this.state.text) this.load(text);
  }

  /** A field keeps one line: what has more, as a whole game, is taken up as it was copied. */
  paste(event) {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!/[\r\n]/.test(text.trim())) return;
    event.preventDefault();
    this.load(text);
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.state.text);
      this.tell(t("copied"));
    } catch {
      this.field.focus(); // no clipboard: there it can be taken by hand
    }
  }
}
