// What has to be said at once: over the page's own head, or in that of an open dialog, where it covers nothing that one is about to use.

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
    this.place();
    this.element.className = `toast ${kind}`;
    this.text.textContent = message;
    this.element.hidden = false;
    this.text.tabIndex = this.text.scrollHeight > this.text.clientHeight ? 0 : -1; // who has no mouse reads on by the arrow keys
    this.element.classList.toggle("below", this.isOverFocus());
  }

  /** What lies behind a modal dialog can be neither seen nor heard: there it stands beside the dialog's title. */
  place() {
    const open = document.querySelector("dialog[open]");
    const title = open?.querySelector(".dialog-head h2");
    if (title) title.after(this.element);
    else (open ?? document.body).append(this.element);
  }

  /** Whether it covers what a person is using, as on a small screen where the page's head has been left. */
  isOverFocus() {
    const used = document.activeElement;
    if (!used || used === document.body || this.element.contains(used)) return false;
    const [one, other] = [used.getBoundingClientRect(), this.element.getBoundingClientRect()];
    return one.top < other.bottom && one.bottom > other.top && one.left < other.right && one.right > other.left;
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
