// The explorer: what is known of the position besides what the engine thinks. Tables of endings, or a solver, where they know; the
// openings with their names; the book that learns; and a legend that tells what its columns and colours mean.

import { Refusal, ask, h, wait } from "../dom.js";
import { number, onLanguage, t } from "../words.js";
import { Book } from "./book.js";
import { playerName } from "./plates.js";
import { areTooLarge, packed } from "./sending.js";
import { kindOf, showVerdicts, signOf } from "./verdicts.js";

const GLANCE = 400; // milliseconds between looks at an import

export class Explorer {
  /** As those of the book, and `score()` asks for the scores of moves, `refresh()` for the position anew. */
  constructor(holder, { play, learn, changed, score, refresh, wanted, complain, tell }) {
    Object.assign(this, { play, refresh, wanted, complain, tell });
    this.verdicts = h("dl", { class: "verdicts", id: "explorer-verdicts" });
    this.score = h("button", { type: "button", id: "explorer-score", word: "explorer-score", class: "link", on: { click: score } });
    this.tables = h("section", { id: "explorer-tables" }, h("h3", { word: "explorer-tables" }), this.verdicts, this.score);
    this.rows = h("tbody");
    this.openings = h("section", { id: "explorer-openings" }, h("h3", { word: "explorer-openings" }), h("table", {}, h("caption", { class: "unseen", word: "explorer-openings" }), this.rows));
    this.learnt = h("section", { id: "explorer-learnt" });
    this.file = h("input", { type: "file", id: "book-file", class: "unseen", multiple: true, tabindex: -1, "data-label": "book-import", on: { change: () => this.bring() } });
    this.choose = h("button", { type: "button", id: "book-import", word: "book-import", on: { click: () => this.file.click() } });
    this.stop = h("button", { type: "button", id: "book-import-stop", word: "book-import-stop", hidden: true, on: { click: () => this.end() } });
    this.told = h("p", { class: "numbers", id: "book-import-words", role: "status" });
    this.legend = h("dl", { class: "legend" });
    holder.append(
      this.tables,
      this.openings,
      this.learnt,
      h("div", { class: "row" }, this.choose, this.stop, this.file),
      this.told,
      h("details", { id: "explorer-legend" }, h("summary", { word: "explorer-legend" }), this.legend),
    );
    this.book = new Book(this.learnt, { play, learn, changed }, holder);
    this.forget = onLanguage(() => this.state && this.show(this.state, this.legal));
  }

  close() {
    this.forget();
    this.isClosed = true;
  }

  show(state, legal) {
    if (state.id !== this.state?.id || state.here !== this.state.here) this.scores = null; // of another position
    Object.assign(this, { state, legal });
    this.book.show(state);
    this.showOpenings();
    this.showLegend();
    this.showTables(this.scores);
  }

  /** What tables, a solver or a solved game say of each move, if they were asked. */
  showTables(scores) {
    this.scores = scores;
    const isExact = Boolean(scores?.exact && scores.scores.length);
    this.score.hidden = !this.state?.can_score || this.state.scores || this.state.result !== null;
    this.tables.hidden = !isExact && this.score.hidden;
    if (scores?.by_table) return showVerdicts(this.verdicts, scores);
    this.verdicts.hidden = !isExact;
    this.verdicts.replaceChildren(
      ...(isExact
        ? [h("dt", {}, t("explorer-exact")), h("dd", {}, ...scores.scores.map((each) => h("span", { class: `verdict ${kindOf(each.score)}` }, each.move, h("b", {}, ` ${KINDS[each.text] ?? signOf(each.text)}`))))]
        : []),
    );
  }

  /** The moves that lead to openings with names, or that the book of openings has. */
  showOpenings() {
    const known = this.legal.filter((move) => move.opening !== null);
    this.openings.hidden = !known.length;
    const key = JSON.stringify([known, this.state.id, this.state.here, t("explorer-openings"), this.state.result]);
    if (this.drawn === key) return;
    this.drawn = key;
    const isPlayable = this.state.result === null;
    this.rows.replaceChildren(
      ...known.map(({ name, opening }) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, h("button", { type: "button", class: "book-row sound", disabled: !isPlayable, on: { click: () => this.walk(name) } }, name)),
          h("td", {}, opening || t("book-move")),
        ),
      ),
    );
  }

  /** Moves of the explorer are looked at: nobody answers unless the game goes on here. */
  walk(name) {
    const { paused, here, line } = this.state;
    this.play(name, paused || here !== line.at(-1));
  }

  showLegend() {
    const [first, second] = [0, 1].map((player) => playerName(this.state, player));
    const bar = (kind) => h("span", { class: `games-bar ${kind}-only`, "aria-hidden": "true" }, h("span", { class: kind }));
    const entry = (sign, text) => [h("dt", {}, sign), h("dd", {}, text)];
    this.legend.replaceChildren(
      ...entry(bar("first"), t("legend-won", { player: first })),
      ...entry(bar("draws"), t("legend-drawn")),
      ...entry(bar("second"), t("legend-won", { player: second })),
      ...entry(t("book-so-far"), t("legend-so-far")),
      ...entry(t("book-deviating"), t("legend-deviating", { player: first })),
      ...entry(h("span", { class: "sound" }, t("book-chosen")), t("legend-chosen")),
      ...entry(h("span", { class: "tag avoided" }, t("book-avoided")), t("legend-avoided")),
      ...entry(t("explorer-tables"), t("legend-tables")),
    );
  }

  // ------------------------------------------------------------------------------------------------------------------
  // Games from files into the book

  async bring() {
    const files = [...this.file.files];
    this.file.value = "";
    if (!files.length) return;
    if (areTooLarge(files)) return this.complain(t("too-large"));
    try {
      this.choose.disabled = true;
      this.told.textContent = t("one-moment");
      let found = await ask("POST", "/book-imports", { ...this.wanted(), files: await packed(files) });
      this.import = found.id;
      this.stop.hidden = false;
      while (found.status === "reading" && !this.isClosed) {
        this.told.textContent = t("book-import-goes", { name: found.name, read: number(found.read), kept: number(found.kept) });
        await wait(GLANCE);
        found = await ask("GET", `/book-imports/${found.id}`);
      }
      this.showEnd(found);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.told.textContent = "";
      this.complain(error.message);
    } finally {
      this.choose.disabled = false;
      this.stop.hidden = true;
    }
  }

  showEnd({ status, name, read, kept, faults, known, trouble }) {
    const word = status === "failed" ? "book-import-failed" : known ? "book-import-known" : `book-import-${status}`;
    const passed = read - kept;
    const words = [t(word, { name, read: number(read), kept: number(kept), trouble })];
    if (passed && faults.length) words.push(t("book-import-passed", { count: number(passed), fault: faults[0] }));
    else if (faults.length) words.push(faults[0]);
    this.told.textContent = words.join(" ");
    this.refresh();
  }

  async end() {
    try {
      await ask("DELETE", `/book-imports/${this.import}`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.complain(error.message);
    }
  }
}

const KINDS = { win: "+", loss: "−", draw: "=" };
