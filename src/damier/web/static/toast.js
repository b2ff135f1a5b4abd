// What has to be said at once, where one looks: above everything else, an open dialog included.

import { h } from "./dom.js";
import { t } from "./words.js";

const SHOWN = 6000; // milliseconds that something good is told; what is wrong stays until it is read or past

export class Toast {
  /** One place to say things; `id` names it. */
  constructor(id) {
    this.text = h("span");
    this.element = h(
      "div",
      { id, class: "toast", role: "alert", hidden: true },
      this.text,
      h("button", { type: "button", class: "dismiss", "data-label": "close", "aria-label": t("close"), on: { click: () => this.hide() } }),
    );
    document.body.append(this.element);
    this.escape = (event) => event.key === "Escape" && this.hide();
    addEventListener("keydown", this.escape);
  }

  /** Say what is wrong; nothing takes back what was said. */
  complain(message) {
    if (message) this.show(message, "wrong");
    else this.hide();
  }

  /** Say that something was done. */
  tell(message) {
    this.show(message, "done");
    this.timer = setTimeout(() => this.hide(), SHOWN);
  }

  show(message, kind) {
    clearTimeout(this.timer);
    // What lies behind a modal dialog can be neither seen nor heard
    (document.querySelector("dialog[open]") ?? document.body).append(this.element);
    this.element.className = `toast ${kind}`;
    this.text.textContent = message;
    this.element.hidden = false;
  }

  hide() {
    clearTimeout(this.timer);
    this.element.hidden = true;
    this.text.textContent = "";
    if (this.element.parentElement !== document.body) document.body.append(this.element);
  }

  close() {
    removeEventListener("keydown", this.escape);
    clearTimeout(this.timer);
    this.element.remove();
  }
}
