// The games of a file as a list: looked through by words, opened one at a time.

import { ask, h } from "../dom.js";
import { Notation } from "../notation.js";
import { number, t, told } from "../words.js";
import { areTooLarge, packed, tried } from "./sending.js";

const PATIENCE = 250; // milliseconds after the last letter of what is looked for

export class GameList {
  /**
   * `start(path)` begins the game that the server takes up there, `wanted()` tells game and options, `reveal()` shows the list,
   * `letters(game)` tells the letters of a game's figures, by language.
   */
  constructor(holder, { start, wanted, reveal, complain, letters }) {
    Object.assign(this, { start, wanted, reveal, complain, letters });
    this.listed = []; // the games of all rows
    this.title = h("h3", { tabindex: -1 });
    this.words = h("input", { type: "text", id: "list-words", maxlength: 200, autocomplete: "off", spellcheck: "false", "data-label": "list-words", "data-placeholder": "list-words", on: { input: () => this.look() } });
    this.count = h("p", { class: "numbers", id: "list-count", role: "status" });
    this.rows = h("ol", { class: "game-list", id: "game-list" });
    this.more = h("button", { type: "button", id: "list-more", word: "list-more", on: { click: () => this.next() } });
    const close = h("button", { type: "button", class: "link", word: "close", on: { click: () => this.close() } });
    this.element = h("section", { class: "listed", id: "listed", hidden: true }, h("div", { class: "row" }, this.title, close), this.words, this.count, this.rows, this.more);
    holder.prepend(this.element);
  }

  /** Read files: a list of their games, or the game itself if there is but one. */
  async read(files) {
    if (areTooLarge(files)) return this.complain(t("too-large"));
    const page = await tried(async () => ask("POST", "/lists", { ...this.wanted(), files: await packed(files) }), this.complain);
    if (!page) return;
    if (page.total === 1) return this.start(`/lists/${page.id}/games/0`);
    this.page = page;
    this.words.value = "";
    this.reveal();
    this.title.textContent = page.name;
    this.element.hidden = false;
    this.listed = [];
    this.show(page);
    this.title.focus();
  }

  close() {
    this.element.hidden = true;
    this.page = null;
    this.listed = [];
    this.rows.replaceChildren();
  }

  look() {
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      const page = await this.ask(0);
      if (!page) return;
      this.listed = [];
      this.show(page);
    }, PATIENCE);
  }

  async next() {
    const page = await this.ask(this.page.next);
    if (page) this.show(page);
  }

  /** A page of the list; nothing if something else was asked for meanwhile. */
  async ask(after) {
    const wanted = { id: this.page.id, words: this.words.value.trim() };
    const page = await tried(() => ask("GET", `/lists/${wanted.id}?${new URLSearchParams({ words: wanted.words, after })}`), this.complain);
    return page && this.page?.id === wanted.id && this.words.value.trim() === wanted.words ? page : null;
  }

  show(page) {
    this.page = page;
    this.listed.push(...page.games);
    this.showRows();
  }

  /** Say everything anew, in the language of the page. */
  translate() {
    if (this.page) this.showRows();
  }

  /** All rows so far. */
  showRows() {
    const { page } = this;
    this.notation = new Notation(this.letters(page.game));
    this.rows.replaceChildren(...this.listed.map((game) => this.row(game)));
    const counted = { total: number(page.total), found: number(page.found) };
    this.count.textContent = [t(!page.found ? "list-nothing" : page.found === page.total ? "list-all" : "list-found", counted), told(page.broken)].filter(Boolean).join(" ");
    this.more.hidden = page.next === null;
  }

  row({ number: place, where, first, second, result, date, event, moves, begins, fault }) {
    if (fault) return h("li", { class: "fault" }, h("strong", {}, where), " ", told(this.notation.relisted(fault)));
    const who = first || second ? `${first || "?"} – ${second || "?"}` : where;
    const facts = [event, date.replace(/[.?]+$/, ""), t("moves-made", { count: number(moves) })].filter(Boolean).join(" · ");
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", "data-number": place, on: { click: () => this.start(`/lists/${this.page.id}/games/${place}`) } },
        h("span", { class: "who" }, h("strong", {}, who), result ? h("span", { class: "result" }, resultText(result)) : null),
        h("span", { class: "numbers" }, facts),
        h("span", { class: "begins" }, this.notation.shown(begins.join(" "))),
      ),
    );
  }
}

/** A result as people write it. */
export const resultText = (result) => ({ "1/2-1/2": "½–½" })[result] ?? result.replace("-", "–");
