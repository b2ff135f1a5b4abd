// The window on the line of all values: where alpha and beta stand, what the leaves met so far are worth, what is known of
// the root. It shows in a picture what the words beside it say.

import { svg } from "../dom.js";

const WIDTH = 300;
const HEIGHT = 44;
const EDGE = 22; // on either side, for what has no end
const LINE = 20;

export class Gauge {
  constructor(tree, scale) {
    Object.assign(this, { tree, scale });
    const scores = tree.scores.filter((score) => score !== null);
    this.lowest = scores.reduce((a, b) => Math.min(a, b));
    this.highest = scores.reduce((a, b) => Math.max(a, b));
    this.element = svg("svg", { class: "gauge", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" });
    this.ticks = svg("path", { class: "met" });
    this.window = svg("rect", { class: "window", y: LINE - 7, height: 14, rx: 4 });
    this.root = svg("rect", { class: "root", y: LINE - 2, height: 4, rx: 2 });
    this.low = svg("text", { class: "low", y: HEIGHT - 6 });
    this.high = svg("text", { class: "high", y: HEIGHT - 6 });
    this.element.append(
      this.window,
      svg("line", { class: "axis", x1: 4, x2: WIDTH - 4, y1: LINE, y2: LINE }),
      this.root,
      this.ticks,
      this.low,
      this.high,
    );
  }

  x(value) {
    if (value < this.lowest && this.scale.isEndless(value)) return 4;
    if (value > this.highest && this.scale.isEndless(value)) return WIDTH - 4;
    const share = (value - this.lowest) / Math.max(1, this.highest - this.lowest);
    return EDGE + Math.max(-0.04, Math.min(1.04, share)) * (WIDTH - 2 * EDGE);
  }

  show(replay) {
    const step = replay.last;
    const node = replay.current;
    const hasWindow = step !== null && !replay.performance.exact && replay.visits[node] > 0;
    const alpha = hasWindow ? (step.alpha ?? replay.alpha[node]) : -replay.infinity;
    const beta = hasWindow || step?.place != null ? upper(replay, step, node) : replay.infinity;
    const [left, right] = [this.x(alpha), Math.max(this.x(beta), this.x(alpha) + 3)];
    this.window.setAttribute("x", left);
    this.window.setAttribute("width", right - left);
    const [from, to] = [this.x(replay.low[0]), this.x(replay.high[0])];
    this.root.setAttribute("x", from - 1.5);
    this.root.setAttribute("width", Math.max(3, to - from + 3));
    this.low.textContent = this.scale.score(alpha);
    this.high.textContent = this.scale.score(beta);
    const isNarrow = right - left < 30;
    place(this.low, isNarrow ? left - 3 : left, isNarrow ? "end" : left < 16 ? "start" : "middle");
    place(this.high, isNarrow ? right + 3 : right, isNarrow ? "start" : right > WIDTH - 16 ? "end" : "middle");
    const met = new Set();
    this.tree.scores.forEach((score, leaf) => score !== null && replay.order[leaf] && met.add(this.x(score).toFixed(1)));
    this.ticks.setAttribute("d", [...met].map((x) => `M${x} ${LINE - 5}v10`).join(""));
  }
}

/** The upper end of the window; of a state of G its merit. */
function upper(replay, step, node) {
  return step.place === null ? (step.beta ?? replay.beta[node]) : step.value;
}

function place(text, x, anchor) {
  text.setAttribute("x", Math.max(2, Math.min(WIDTH - 2, x)));
  text.setAttribute("text-anchor", anchor);
}
