// Scores, windows and nodes in writing. Everything is for Max; bounds as large as infinity, or one less, are none.

import { number } from "../words.js";
import { t } from "./words.js";

const MOST_NUMBERED = 63; // nodes of a tree that are drawn with the number the books give them

export class Scale {
  /** `shown(name)` says a move in the page's language. */
  constructor({ infinity, win, wins, unit, tree }, shown = (name) => name) {
    Object.assign(this, { infinity, win, wins, unit, shown });
    this.fathers = tree.fathers;
    this.moves = tree.moves;
    this.isNumbered = !tree.named && tree.fathers.length <= MOST_NUMBERED;
  }

  isEndless(value) {
    return Math.abs(value) >= this.infinity - 1;
  }

  score(value) {
    if (this.isEndless(value)) return value > 0 ? "∞" : "−∞";
    if (this.wins && Math.abs(value) === this.win) return t(value > 0 ? "win" : "loss");
    if (this.wins && Math.abs(value) === this.win + 1) return t(value > 0 ? "beyond-win" : "beyond-loss"); // bounds of null windows
    return number(value / this.unit);
  }

  /** What is known of a value: `3`, `≤3`, `≥3`, `2…5`, or nothing. */
  known(low, high) {
    if (this.wins && (low === this.win || high === -this.win)) return this.score(low === this.win ? low : high);
    if (low === high) return this.score(low);
    const isOpenBelow = low < 0 && this.isEndless(low);
    const isOpenAbove = high > 0 && this.isEndless(high);
    if (isOpenBelow && isOpenAbove) return "";
    if (isOpenBelow) return `≤${this.score(high)}`;
    if (isOpenAbove) return `≥${this.score(low)}`;
    return `${this.score(low)}…${this.score(high)}`;
  }

  /** A mean and how far values lie from it: `3±2`. */
  spread(mean, deviation) {
    return this.score(mean) + (deviation ? `±${number(deviation / this.unit)}` : "");
  }

  /** What a search for a move knows: bounds `[2, 5]`, or `3±2`. */
  interval(performance, { alpha, beta, value }) {
    return performance.interval === "spread" ? this.spread(value, beta - value) : `[${this.score(alpha)}, ${this.score(beta)}]`;
  }

  /** The same in a sentence: `at most 3`. */
  knownInWords(low, high) {
    const text = this.known(low, high);
    if (text === "") return t("nothing-known");
    if (text.startsWith("≤")) return t("at-most", { value: text.slice(1) });
    if (text.startsWith("≥")) return t("at-least", { value: text.slice(1) });
    return text;
  }

  /** A window: `[3, ∞]`; a null window by what it asks, `≥4?`. */
  window(alpha, beta) {
    return beta - alpha === 1 ? `≥${this.score(beta)}?` : `[${this.score(alpha)}, ${this.score(beta)}]`;
  }

  /** What a value that a search gave proves: exact within its window, else a bound. */
  proves(alpha, beta, value) {
    if (alpha < value && value < beta) return [value, value];
    return value <= alpha ? [-this.infinity, value] : [value, this.infinity];
  }

  /** A node's short name: the number the books give it, or the moves that lead there. */
  name(node) {
    if (this.isNumbered) return String(node + 1);
    if (node === 0) return t("root");
    const path = [];
    for (let at = node; at > 0; at = this.fathers[at]) path.unshift(this.move(at));
    return path.join(" ");
  }

  /** The move that leads to a node. */
  move(node) {
    return this.shown(this.moves[node]);
  }

  /** A node in a sentence. */
  called(node) {
    return node === 0 ? t("the-root") : t("the-node", { name: this.name(node) });
  }
}
