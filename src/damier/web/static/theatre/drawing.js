// The tree as a drawing: Max square, Min round, leaves with their values; what is visited, cut and never seen. It is drawn
// once and then only what a step has changed. Those who cannot see it walk through it with the arrow keys.

import { svg } from "../dom.js";
import { walks } from "./keyboard.js";
import { COLOURS } from "./lanes.js";
import { BOX, LEAF, MARK, SMALL_SIZE, VALUE_SIZE, layOut, textWidth } from "./layout.js";
import { CUT, PURGED, VISITED } from "./replay.js";
import { t } from "./words.js";

const NAME_AT = 0.58; // how far down its edge a move's name stands
const MARGIN = { side: 18, top: 34, bottom: 14 };
const USUAL_WIDTH = 600; // of the place for a drawing, in pixels: in a wider one nodes are drawn larger, and need more margin
const LEAST_LETTER = 6; // pixels: smaller names of moves are left out

export class Drawing {
  constructor(tree, scale, { onChoose, onClick }) {
    Object.assign(this, { tree, scale, onChoose, onClick });
    this.layout = layOut(tree, scale);
    const wide = Math.max(1, this.layout.width / USUAL_WIDTH);
    this.box = {
      x: -MARGIN.side * wide,
      y: -MARGIN.top * wide,
      width: this.layout.width + 2 * MARGIN.side * wide,
      height: this.layout.height + (MARGIN.top + MARGIN.bottom) * wide,
    };
    this.isSmall = scale.isNumbered;
    this.shown = []; // what was drawn last of each node
    this.cursor = 0;
    this.element = svg("svg", { class: "tree", role: "tree", preserveAspectRatio: "xMidYMid meet" });
    this.element.addEventListener("keydown", (event) => this.walk(event));
    this.draw();
  }

  draw() {
    const edges = svg("g", { class: "edges", "aria-hidden": "true" });
    const names = svg("g", { class: "names", "aria-hidden": "true" });
    const nodes = svg("g", { class: "nodes", role: "presentation" });
    this.edges = [null];
    this.nodes = [];
    this.names = [];
    for (let node = 0; node < this.tree.size; node++) {
      if (node > 0) edges.append((this.edges[node] = this.drawEdge(node)));
      if (node > 0 && this.tree.named && this.layout.isDetailed) names.append(this.drawName(node));
      nodes.append((this.nodes[node] = this.drawNode(node)));
    }
    this.tag = svg("g", { class: "tag", "aria-hidden": "true" }, svg("rect", { rx: 5, height: 20, y: -10 }), svg("text", { y: 4 }));
    this.element.append(edges, names, nodes, this.tag);
    this.nodes[0].setAttribute("tabindex", "0");
    this.setScale(1);
  }

  /** So many pixels a unit: what would be too small to see is drawn larger, as far as its level has room. */
  setScale(scale) {
    const factors = this.layout.rooms.map((room) => Math.max(1, Math.min(1 / scale, room)));
    this.factor = Math.max(1, 1 / scale);
    if (String(factors) === String(this.factors)) return;
    this.factors = factors;
    const transform = (x, y, factor) => `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${factor.toFixed(3)})`;
    for (let node = 0; node < this.tree.size; node++) {
      const factor = factors[this.tree.plies[node]];
      const place = this.layout.places[node];
      this.nodes[node].setAttribute("transform", transform(place.x, place.y, factor));
      if (node === 0) continue;
      const father = this.layout.places[this.tree.fathers[node]];
      this.edges[node].lastChild.setAttribute("transform", transform((place.x + father.x) / 2, (place.y + father.y) / 2, factor));
      const name = this.names[node];
      name?.text.setAttribute("transform", transform(name.x, name.y, factor));
      name?.text.setAttribute("visibility", SMALL_SIZE * factor * scale < LEAST_LETTER ? "hidden" : "visible");
    }
    if (this.replay) this.showTag(this.replay);
  }

  drawEdge(node) {
    const [from, to] = [this.layout.places[this.tree.fathers[node]], this.layout.places[node]];
    const edge = svg("g", { class: "edge not-seen" });
    edge.append(svg("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y }));
    edge.append(strokes(to.x - from.x, to.y - from.y));
    return edge;
  }

  drawName(node) {
    const [from, to] = [this.layout.places[this.tree.fathers[node]], this.layout.places[node]];
    const text = svg("text", { class: "name", y: 4, "font-size": SMALL_SIZE }, this.scale.move(node));
    this.names[node] = { text, x: from.x + (to.x - from.x) * NAME_AT, y: from.y + (to.y - from.y) * NAME_AT };
    return text;
  }

  drawNode(node) {
    const { width } = this.layout.places[node];
    const height = this.heightOf(node);
    const isLeaf = this.tree.isLeaf(node);
    const kind = this.kindOf(node);
    const group = svg("g", {
      class: `node ${kind}`,
      role: "treeitem",
      "aria-level": this.tree.plies[node] + 1,
      "aria-setsize": node ? this.tree.sons[this.tree.fathers[node]].length : 1,
      "aria-posinset": node ? this.tree.sons[this.tree.fathers[node]].indexOf(node) + 1 : 1,
      "data-node": node,
      tabindex: "-1",
    });
    const radius = this.tree.max[node] ? Math.min(4, height / 5) : height / 2;
    const shape = svg("rect", { class: "shape", x: -width / 2, y: -height / 2, width, height, rx: radius });
    group.append(shape);
    if (!isLeaf || this.layout.isDetailed) group.append(svg("text", { class: "score", y: VALUE_SIZE * 0.36, "font-size": VALUE_SIZE }));
    if (isLeaf && this.layout.isDetailed) group.append(svg("text", { class: "order", y: height / 2 + 13, "font-size": SMALL_SIZE }));
    if (this.isSmall) group.append(this.drawNumber(node, width / 2, height / 2));
    if (!isLeaf) group.append(svg("text", { class: "table-sign", x: width / 2 + 2, y: height / 2 + 2, "font-size": 10 }, "T"));
    group.append(svg("circle", { class: "state", cx: width / 2, cy: height / 2, r: isLeaf && !this.layout.isDetailed ? 2.5 : 5 }));
    group.addEventListener("click", () => {
      this.choose(node);
      this.onClick(node);
    });
    group.addEventListener("focus", () => this.onChoose(node));
    return group;
  }

  /** The number the books give a node, above the corner where no edge comes from. */
  drawNumber(node, half, above) {
    const isRight = node > 0 && this.layout.places[node].x > this.layout.places[this.tree.fathers[node]].x;
    const x = (half - 1) * (isRight ? 1 : -1);
    return svg("text", { class: `number ${isRight ? "left" : "right"}`, x, y: -above - 4, "font-size": 9 }, String(node + 1));
  }

  /** What a node is, whatever the search does. */
  kindOf(node) {
    return `${this.tree.max[node] ? "max" : "min"} ${this.tree.isLeaf(node) ? "leaf" : "inner"}${this.tree.aside[node] ? " aside" : ""}`;
  }

  heightOf(node) {
    if (!this.tree.isLeaf(node)) return BOX;
    return this.layout.isDetailed ? LEAF : MARK;
  }

  // ------------------------------------------------------------------------------------------------------------------

  /** Show a search as it stands. */
  show(replay) {
    const lanes = replay.performance.lanes;
    const places = [...replay.places.values()];
    const path = new Set(lanes ? places.flatMap((node) => this.tree.path(node)) : replay.current < 0 ? [] : this.tree.path(replay.current));
    const inList = new Map(replay.list.map((state) => [state.node, state.isSolved ? "solved" : "live"]));
    const line = new Set(replay.value === null ? [] : replay.performance.line);
    for (let node = 0; node < this.tree.size; node++) {
      const classes = this.classesOf(node, replay, path, inList.get(node), line) + (lanes ? laneOf(node, replay, places) : "");
      const value = this.tree.isLeaf(node) ? "" : replay.known(node, this.scale);
      const key = `${classes}|${value}|${replay.order[node]}|${replay.visits[node]}`;
      if (this.shown[node] === key) continue;
      this.shown[node] = key;
      this.update(node, classes, value, replay);
    }
    this.showTag(replay);
    this.replay = replay;
  }

  classesOf(node, replay, path, listed, line) {
    const status = replay.status(node);
    const found = [status];
    if (path.has(node)) found.push("on-path");
    if (node === replay.current) found.push("current");
    if (status === VISITED && replay.rootPasses > 1 && replay.seenIn[node] < replay.rootPasses) found.push("earlier");
    if (replay.isCutNow[node] || (status === CUT && !replay.visits[node])) found.push("is-cut");
    if (status === PURGED) found.push("is-cut");
    if (replay.isHit[node]) found.push("answered");
    if (listed) found.push(`listed ${listed}`);
    if (line.has(node)) found.push("best");
    return found.join(" ");
  }

  update(node, classes, value, replay) {
    const group = this.nodes[node];
    const isLeaf = this.tree.isLeaf(node);
    group.setAttribute("class", `node ${this.kindOf(node)} ${classes}`);
    this.edges[node]?.setAttribute("class", `edge ${this.tree.aside[node] ? "aside" : ""} ${classes}`);
    if (isLeaf && this.layout.isDetailed) {
      group.querySelector(".score").textContent = this.scale.score(this.tree.scores[node]);
      group.querySelector(".order").textContent = replay.order[node] || "";
    } else if (!isLeaf) {
      const text = group.querySelector(".score");
      const room = this.layout.places[node].width - 9;
      text.textContent = value;
      text.setAttribute("font-size", Math.min(VALUE_SIZE, (VALUE_SIZE * room) / Math.max(1, textWidth(value, VALUE_SIZE))).toFixed(1));
    }
    group.setAttribute("aria-label", this.describe(node, replay));
  }

  /** The window, beside the node where the search is. */
  showTag(replay) {
    const step = replay.last;
    const text = step === null ? "" : this.tagText(replay, step);
    this.tag.setAttribute("visibility", text ? "visible" : "hidden");
    if (!text) return;
    const { x, y } = this.layout.places[step.node];
    const width = textWidth(text, 12) + 12;
    const half = (width / 2) * this.factor - 10;
    const middle = Math.max(half, Math.min(x, this.layout.width - half));
    const above = (this.heightOf(step.node) / 2) * this.factors[this.tree.plies[step.node]] + 13 * this.factor;
    this.tag.setAttribute("transform", `translate(${middle.toFixed(1)} ${(y - above).toFixed(1)}) scale(${this.factor.toFixed(3)})`);
    const [rect, words] = this.tag.children;
    rect.setAttribute("x", -width / 2);
    rect.setAttribute("width", width);
    words.textContent = text;
  }

  tagText(replay, step) {
    if (replay.performance.has_list) return step.value === null ? "" : `${step.isSolved ? "●" : "○"} ${this.scale.score(step.value)}`;
    if (replay.performance.exact) return "";
    if (replay.performance.interval) return step.value === null ? "" : this.scale.interval(replay.performance, step);
    const alpha = step.alpha ?? replay.alpha[step.node];
    const beta = step.beta ?? replay.beta[step.node];
    return this.scale.window(alpha, beta) + (step.kind === "hit" ? " T" : "");
  }

  /** Everything about a node, in a sentence. */
  describe(node, replay = this.replay) {
    const words = [this.scale.called(node), t(this.tree.max[node] ? "max-moves" : "min-moves")];
    if (this.tree.isLeaf(node)) words.push(t("leaf-worth", { value: this.scale.score(this.tree.scores[node]) }));
    if (this.tree.aside[node]) words.push(t(`aside-${this.tree.aside[node]}`));
    if (replay.standing.has(node)) words.push(t("stands-at", { value: this.scale.score(replay.standing.get(node)) }));
    const status = replay.status(node);
    words.push(status === VISITED ? t("visited-times", { count: replay.visits[node] }) : t(`status-${status}`));
    if (status === VISITED && !this.tree.isLeaf(node)) {
      const value = replay.performance.interval ? replay.known(node, this.scale) : this.scale.knownInWords(replay.low[node], replay.high[node]);
      words.push(t("value-known", { value }));
    }
    if (status === VISITED && !replay.performance.exact && !replay.performance.interval && !replay.performance.has_list) {
      words.push(t("last-window", { window: this.scale.window(replay.alpha[node], replay.beta[node]) }));
    }
    if (replay.performance.lanes && replay.who[node] >= 0) words.push(t("by-processor", { who: replay.who[node] + 1 }));
    if (replay.isHit[node]) words.push(t("table-answered"));
    if (replay.isCutNow[node] && status === VISITED) words.push(t("cut-now"));
    return words.join(", ");
  }

  /** All said anew, in another language. */
  translate() {
    this.shown = [];
    this.names.forEach((name, node) => name && (name.text.textContent = this.scale.move(node)));
    this.element.setAttribute("aria-label", t("tree-label", { title: this.title ?? "" }));
    if (this.replay) this.show(this.replay);
  }

  // ------------------------------------------------------------------------------------------------------------------
  // Walking through the tree

  choose(node) {
    this.nodes[this.cursor].setAttribute("tabindex", "-1");
    this.cursor = node;
    this.nodes[node].setAttribute("tabindex", "0");
    this.nodes[node].focus({ preventScroll: true });
    this.onChoose(node);
  }

  walk(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !walks()) return;
    const { fathers, sons } = this.tree;
    const brothers = this.cursor ? sons[fathers[this.cursor]] : [0];
    const place = brothers.indexOf(this.cursor);
    const target = {
      ArrowUp: fathers[this.cursor],
      ArrowDown: sons[this.cursor][0],
      ArrowLeft: brothers[place - 1],
      ArrowRight: brothers[place + 1],
      Home: 0,
    }[event.key];
    if (!["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (target !== undefined && target >= 0) this.choose(target);
  }
}

/** The colour of the processor that has visited a node, and whether it is there. */
function laneOf(node, replay, places) {
  if (replay.who[node] < 0) return "";
  return ` by lane-${replay.who[node] % COLOURS}${places.includes(node) ? " at-work" : ""}`;
}

/** Two short strokes across an edge of this direction. */
function strokes(dx, dy) {
  const length = Math.hypot(dx, dy) || 1;
  const [ax, ay] = [dx / length, dy / length];
  const group = svg("g", { class: "strokes" });
  for (const shift of [-2.2, 2.2]) {
    const [cx, cy] = [ax * shift, ay * shift];
    group.append(svg("line", { x1: cx + ay * 6, y1: cy - ax * 6, x2: cx - ay * 6, y2: cy + ax * 6 }));
  }
  return group;
}
