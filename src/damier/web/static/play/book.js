// The book that learns: how games went from this position, and what is known of each move. One walks through it by its rows.

import { h } from "../dom.js";
import { number, t } from "../words.js";
import { playerName } from "./plates.js";

const COLUMNS = ["book-move-column", "book-games", "book-so-far", "book-deviating"];

export class Book {
  /** `play(name)` makes a move, `learn()` asks to learn from the game, `changed()` is called when the board is to point at one. */
  constructor(holder, { play, learn, changed }, marked = holder) {
    this.holder = holder;
    this.marked = marked; // what bears the node and how much is known of it
    this.play = play;
    this.changed = changed;
    this.pointed = null; // the move of the row that is pointed at
    this.count = h("span", { class: "numbers", id: "book-count" });
    this.words = h("p", { class: "book-words", id: "book-words" });
    this.summary = h("div", { class: "book-here" });
    this.heads = COLUMNS.map(() => h("th", { scope: "col" }));
    this.rows = h("tbody");
    this.caption = h("caption", { class: "unseen" });
    this.table = h("table", { id: "book-table" }, this.caption, h("thead", {}, h("tr", {}, ...this.heads)), this.rows);
    this.scroll = h("div", { class: "book-scroll" }, this.table);
    this.learning = h("p", { class: "numbers", id: "learning", role: "status" });
    this.learn = h("button", { type: "button", id: "learn-now", on: { click: learn } });
    const heading = h("h2", { tabindex: -1 }, h("span", { word: "book" }), " ", this.count);
    holder.append(heading, this.words, this.summary, this.scroll, this.learning, this.learn);
    this.rows.addEventListener("pointerleave", () => this.point(null));
    holder.addEventListener("focusout", () => this.point(null));
  }

  /** The server has told what the book knows of a position. */
  hear(page) {
    this.page = page;
    this.draw();
  }

  /** The game has changed; what the book knows of the position comes soon after. */
  show(state) {
    if (state.id !== this.state?.id) this.page = null;
    this.state = state;
    this.draw();
  }

  get isHere() {
    return Boolean(this.page && this.state && this.page.node === this.state.here);
  }

  get isPlayable() {
    const { result, sides, turn, paused } = this.state;
    return this.isHere && result === null && (!sides[turn].program || paused);
  }

  /** Legal moves, those that the book likes among the moves of the book. */
  among(legal) {
    if (!this.isHere) return legal;
    const good = new Set(this.page.moves.filter((each) => each.chosen || this.isSound(each)).map((each) => each.move));
    return legal.map((move) => (good.has(move.name) ? { ...move, book: move.book ?? "" } : move));
  }

  /** Whether games went on with a move, and it is not known to lose. */
  isSound({ result, avoided }) {
    return result !== null && !avoided && result !== (this.state.turn === 0 ? -1 : 1);
  }

  /** The move to point at on the board. */
  arrows() {
    const move = this.isHere && this.page.moves.find((each) => each.move === this.pointed);
    return move ? [{ cells: move.cells, text: move.share === null ? "" : this.expected(move), rank: 1 }] : null;
  }

  point(name) {
    if (this.pointed === name) return;
    this.pointed = name;
    this.changed();
  }

  // ------------------------------------------------------------------------------------------------------------------
  // Showing

  draw() {
    const { state, page } = this;
    if (!state) return;
    this.drawLearning();
    if (page && !this.isHere) return; // the rows of another position stay until those of this one are here
    const key = JSON.stringify([page, t("book"), this.isPlayable, state.players, state.id]);
    if (this.drawn === key) return;
    this.drawn = key;
    const isKnown = page?.status === "known";
    const games = page?.games;
    this.count.textContent = isKnown ? t("book-count", { count: number(total(games)) }) : "";
    this.words.textContent = isKnown ? "" : this.nothing();
    this.words.classList.toggle("failed", page?.status === "trouble");
    this.words.hidden = isKnown;
    this.summary.hidden = this.scroll.hidden = !isKnown;
    if (isKnown) this.drawPage();
    else this.rows.replaceChildren();
    this.marked.dataset.node = page ? page.node : "";
    this.marked.dataset.status = page?.status ?? "";
  }

  /** Why there is nothing to show. */
  nothing() {
    const { page } = this;
    if (!page || page.status === "opening") return t("one-moment");
    if (page.status === "trouble") return t("book-trouble", { trouble: page.trouble });
    return t(page.status === "none" ? "book-none" : "book-unknown", { count: number(page.total) });
  }

  drawPage() {
    const { state, page } = this;
    COLUMNS.forEach((word, i) => (this.heads[i].textContent = t(word)));
    this.caption.textContent = t("book-caption", { player: playerName(state, state.turn) });
    this.summary.replaceChildren(this.bar(page.games), h("p", { class: "numbers" }, this.inWords(page.games)));
    const at = [...this.rows.children].findIndex((row) => row.contains(document.activeElement));
    this.rows.replaceChildren(...page.moves.map((move) => this.row(move)));
    if (at >= 0) (this.rows.querySelector("button:enabled") ?? this.holder.querySelector("h2")).focus(); // one walks on by Enter
    this.pointed = this.rows.querySelector("button:focus")?.textContent ?? null;
    this.scroll.scrollTop = 0;
  }

  row(move) {
    const marks = [move.chosen && "chosen", move.avoided && "avoided"].filter(Boolean);
    const kind = move.avoided ? "avoided" : this.isSound(move) || move.chosen ? "sound" : "";
    const button = h(
      "button",
      { type: "button", class: `book-row ${kind}`, disabled: !this.isPlayable, on: { click: () => this.choose(move), focus: () => this.point(move.move) } },
      move.move,
    );
    const isNew = move.result === null;
    return h(
      "tr",
      { "data-move": move.move, class: marks.join(" "), on: { pointerenter: () => this.point(move.move) } },
      h("th", { scope: "row" }, button, ...marks.map((mark) => h("span", { class: `tag ${mark}` }, t(`book-${mark}`)))),
      h("td", {}, ...(isNew ? [h("span", { class: "numbers" }, t("book-not-played"))] : [this.bar(move.games), ...this.figures(move.games)])),
      h("td", {}, isNew ? "–" : this.result(move.result)),
      h("td", { class: "expected" }, move.share === null ? "–" : this.expected(move)),
    );
  }

  choose({ move }) {
    if (!this.isPlayable) return; // rows of a position that has just gone
    const { paused, here, line } = this.state;
    this.play(move, paused || here !== line.at(-1));
  }

  result(result) {
    if (result === 0) return t("book-drawn");
    return h("span", { class: result > 0 ? "p0" : "p1" }, t("book-won", { player: playerName(this.state, result > 0 ? 0 : 1) }));
  }

  /** What may be expected, for the first player. */
  expected({ share, sure }) {
    if (!sure) return `${number(Math.round(100 * share))} %`;
    return share === 0.5 ? t("book-drawn") : t("win-of", { player: playerName(this.state, share > 0.5 ? 0 : 1) });
  }

  bar({ first, drawn, second }) {
    const part = (count, kind) => {
      const each = h("span", { class: kind });
      each.style.flexGrow = count;
      return count ? each : null;
    };
    return h("span", { class: "games-bar", "aria-hidden": "true" }, part(first, "first"), part(drawn, "draws"), part(second, "second"));
  }

  figures(games) {
    const short = `${number(games.first)}–${number(games.drawn)}–${number(games.second)}`;
    return [h("span", { class: "figures", "aria-hidden": "true" }, short), h("span", { class: "unseen" }, this.inWords(games))];
  }

  inWords({ first, drawn, second }) {
    const [white, black] = [0, 1].map((player) => playerName(this.state, player));
    return t("book-went", { white, first: number(first), drawn: number(drawn), black, second: number(second) });
  }

  /** What becomes of this game in the book, and a button for one that is not learnt by itself. */
  drawLearning() {
    const { learning, result, learn, sides } = this.state;
    const isWanted = learn && sides.some((side) => side.program);
    const words = learning ? learningWords(learning) : isWanted && result === null ? t("learning-will") : "";
    if (this.learning.textContent !== words) this.learning.textContent = words;
    this.learn.hidden = result === null || (learning !== null && learning.status !== "failed");
    this.learn.textContent = t(learning ? "learn-again" : "learn-now");
  }
}

/** How far a game has been learnt, and once it is: why it is in the book, or not, and what was searched for that. */
function learningWords(learning) {
  const { status, lesson } = learning;
  const words = [t(`learning-${status}`, learning)];
  if (lesson) {
    const { ground, positions, depths, seconds, move } = lesson;
    words.push(t(`lesson-${ground}`));
    if (move) words.push(t("lesson-best", { move, number: lesson.number, expected: signed(lesson.expected) }));
    const searched = { positions, depths: depths ? range(depths) : "", seconds: seconds ? range(seconds) : "" };
    if (positions) words.push(t(depths ? "lesson-searched" : "lesson-exact", searched));
  }
  return words.join(" ");
}

const signed = (expected) => `${expected < 0 ? "−" : "+"}${number(Math.abs(expected), 2)}`;

const range = ([least, most]) => (least === most ? number(least) : `${number(least)}–${number(most)}`);

const total = ({ first, drawn, second }) => first + drawn + second;
