// The two texts of an algorithm, of which one is shown: the pseudo-code of the books, in the language of the page, and the Python
// that runs. The line of the present step is marked in both.

import { language, say } from "../words.js";
import { Code, wordsOf } from "./code.js";
import { walks } from "./keyboard.js";
import { h, t } from "./words.js";

export const LISTINGS = ["book", "python"];

let listings = 0;

export class Listings {
  constructor({ code, book }, { onChoose }) {
    Object.assign(this, { book, onChoose });
    this.number = ++listings;
    this.python = new Code(code);
    this.chosen = LISTINGS[0];
    this.line = null;
    this.tabs = LISTINGS.map((name) =>
      h("button", { type: "button", role: "tab", id: `tab-${name}-${this.number}`, "aria-controls": `panel-${name}-${this.number}`, word: `listing-${name}`, on: { click: () => this.onChoose(name) } }),
    );
    this.panels = LISTINGS.map((name) => h("div", { role: "tabpanel", id: `panel-${name}-${this.number}`, "aria-labelledby": `tab-${name}-${this.number}` }));
    this.source = h("span", { class: "source" });
    this.tablist = h("div", { role: "tablist", on: { keydown: (event) => this.walk(event) } }, ...this.tabs);
    this.element = h("div", {}, h("div", { class: "listing-tabs" }, this.tablist, this.source), ...this.panels);
    this.panels[1].append(this.python.element);
  }

  /** Say everything in the language of the page. */
  translate(title) {
    const words = t("book-words").split("|");
    this.page = new Code(this.book.text[language] ?? this.book.text.en, "page", wordsOf(words));
    this.panels[0].replaceChildren(this.page.element);
    this.page.element.setAttribute("aria-label", t("book-of", { title }));
    this.python.element.setAttribute("aria-label", t("code-of", { title }));
    this.tablist.setAttribute("aria-label", t("code-of", { title }));
    this.source.textContent = t("book-source", { source: this.book.source });
    say(this.element);
    this.choose(this.chosen);
  }

  /** Show one of the two. */
  choose(name) {
    this.chosen = name;
    LISTINGS.forEach((each, i) => {
      this.tabs[i].setAttribute("aria-selected", each === name);
      this.tabs[i].tabIndex = each === name ? 0 : -1;
      this.panels[i].hidden = each !== name;
    });
    this.source.hidden = name !== "book";
    this.mark(this.line);
  }

  /** Mark a line of the Python, and what the books have for it. */
  mark(line) {
    this.line = line;
    this.python.mark(line);
    this.page.mark(line === null ? null : (this.book.marks[line] ?? null));
  }

  walk(event) {
    if (!walks() || !["ArrowLeft", "ArrowRight"].includes(event.key) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const other = LISTINGS.find((each) => each !== this.chosen);
    this.onChoose(other);
    this.tabs[LISTINGS.indexOf(other)].focus();
  }
}
