// One algorithm on the stage: its tree, what it does now, its counters, its path or list G, its passes and its code.

import { icon } from "../signs.js";
import { number } from "../words.js";
import { Drawing } from "./drawing.js";
import { MOST_WIDTH, download, svgText } from "./export.js";
import { Gauge } from "./gauge.js";
import { Lanes } from "./lanes.js";
import { Listings } from "./listings.js";
import { Boards } from "./position.js";
import { Replay } from "./replay.js";
import { capital, sentence } from "./sentences.js";
import { h, t, tOr } from "./words.js";
import { Zoom } from "./zoom.js";

const MOST_STATES = 60; // of G that are shown; the number of the others is
const MOST_PASSES = 40;

export class Performance {
  constructor(tree, scale, evening, performance, { positions, onZoom, onStep, onListing, onClick }) {
    Object.assign(this, { tree, scale, evening, performance, onStep });
    this.replay = new Replay(tree, performance, evening.infinity);
    this.drawing = new Drawing(tree, scale, { onChoose: (node) => this.choose(node), onClick: (node) => onClick(this, node) });
    this.zoom = new Zoom(this.drawing.element, this.drawing.box, { onChange: onZoom, onScale: (scale) => this.drawing.setScale(scale) });
    this.code = new Listings(performance, { onChoose: onListing });
    this.gauge = performance.exact ? null : new Gauge(tree, scale);
    const longest = Math.max(...evening.performances.map((each) => each.lanes?.time ?? 1));
    this.lanes = performance.lanes && new Lanes(tree, scale, performance, longest, { onChoose: (block) => this.toBlock(block), onPoint: (node) => this.point(node) });
    this.position = positions && new Boards(positions, scale, this.replay);
    this.chosen = null;
    this.build();
  }

  /** Its name in the language of the page. */
  get title() {
    return tOr(`algorithm-${this.performance.algorithm}`, this.performance.title);
  }

  build() {
    const { box } = this.drawing;
    const button = (sign, label, act) => h("button", { type: "button", "data-label": label, "data-title": label, on: { click: act } }, icon(sign));
    this.heading = h("h2", { tabindex: "-1" });
    this.about = h("p", { class: "about" });
    this.now = h("p", { class: "now" });
    this.counters = h("dl", { class: "counters" });
    this.inspected = h("p", { class: "inspected" });
    this.path = h("ol", { class: "path" });
    this.list = h("ol", { class: "states" });
    this.passes = h("ol", { class: "passes" });
    this.listHeading = h("h3", {});
    this.drawing.element.style.aspectRatio = `${box.width} / ${box.height}`;
    this.drawing.element.style.maxWidth = `${Math.round(box.width * 1.45)}px`;
    const isList = this.performance.has_list;
    this.element = h(
      "article",
      { class: "performance card" },
      h(
        "div",
        { class: "scene" },
        h("header", {}, this.heading, this.about),
        h(
          "div",
          { class: "above" },
          this.counters,
          h(
            "div",
            { class: "tools" },
            button("M10 4v12M4 10h12", "enlarge", () => this.zoom.enlarge()),
            button("M4 10h12", "reduce", () => this.zoom.reduce()),
            button("M4 8V4h4M16 12v4h-4M12 4h4v4M8 16H4v-4", "fit", () => this.zoom.fit()),
            h("button", { type: "button", class: "save", "data-title": "save-svg-long", word: "save-svg", on: { click: () => this.save() } }),
          ),
        ),
        this.lanes?.element,
        h(
          "div",
          { class: this.position ? "view with-position" : "view" },
          h("div", { class: "tree-place" }, this.drawing.element),
          this.position?.element,
          h("div", { class: "saying" }, this.now, this.inspected),
        ),
      ),
      h(
        "div",
        { class: "wings" },
        this.gauge ? h("section", { class: "windows" }, h("h3", { word: isList ? "merit-now" : this.performance.interval ? `${this.performance.interval}-now` : "window-now" }), this.gauge.element) : null,
        isList ? h("section", {}, this.listHeading, this.list) : h("section", {}, h("h3", { word: "path-now" }), this.path),
        this.performance.passes > 1 || this.performance.algorithm === "window" ? h("section", {}, h("h3", { word: "passes-now" }), this.passes) : null,
        h("details", { class: "code", open: true }, h("summary", { word: "code" }), this.code.element),
      ),
    );
    this.details = this.element.querySelector("details.code");
    this.translate();
  }

  /** Say everything anew, in the language of the page. */
  translate() {
    const { algorithm } = this.performance;
    this.heading.textContent = this.title;
    this.about.textContent = t(`about-${algorithm}`);
    this.drawing.title = this.title;
    this.drawing.element.setAttribute("aria-label", t("tree-label", { title: this.title }));
    this.code.translate(this.title);
    this.drawing.replay = this.replay;
    this.drawing.translate();
    this.lanes?.translate();
    this.position?.show(this.position.chosen);
    this.showWords();
  }

  goTo(step) {
    this.replay.goTo(step);
    this.drawing.show(this.replay);
    if (this.replay.current >= 0) this.zoom.follow(this.drawing.layout.places[this.replay.current]);
    this.gauge?.show(this.replay);
    this.lanes?.show(this.replay);
    this.showWords();
    this.position?.show();
    this.code.mark(this.replay.last?.line ?? null);
  }

  /** What happens now. */
  get sentence() {
    return sentence(this.replay, this.scale);
  }

  showWords() {
    this.now.textContent = this.sentence;
    this.showCounters();
    if (this.performance.has_list) this.showList();
    else this.showPath();
    this.showPasses();
    if (this.chosen !== null) this.inspect(this.chosen);
    this.gauge?.show(this.replay);
  }

  showCounters() {
    const rows = Object.entries(this.replay.counters).map(([key, [now, whole]]) =>
      h("div", { class: `count-${key}` }, h("dt", {}, t(`count-${key}`)), h("dd", {}, h("b", {}, number(now)), h("span", {}, ` / ${number(whole)}`))),
    );
    const known = this.replay.known(0, this.scale);
    rows.unshift(h("div", { class: "root-value" }, h("dt", {}, t("count-value")), h("dd", {}, h("b", {}, known || "?"))));
    this.counters.replaceChildren(...rows);
  }

  /** The nodes from the root to where the search is, with their windows. */
  showPath() {
    const { replay, scale } = this;
    const items = replay.path.map((node) => {
      const isCurrent = node === replay.current;
      const known = replay.known(node, scale);
      return h(
        "li",
        { class: this.tree.max[node] ? "max" : "min", "aria-current": isCurrent ? "step" : null },
        h("span", { class: "who" }, t(this.tree.max[node] ? "max" : "min")),
        h("span", { class: "where" }, node === 0 ? t("root") : this.scale.isNumbered ? t("node-called", { name: scale.name(node) }) : scale.name(node)),
        this.performance.exact || this.performance.interval ? null : h("span", { class: "window" }, scale.window(replay.alpha[node], replay.beta[node])),
        h("span", { class: "known" }, known),
      );
    });
    this.path.replaceChildren(...(items.length ? items : [h("li", { class: "none" }, t("path-empty"))]));
  }

  showList() {
    const { list } = this.replay;
    this.listHeading.textContent = t("list-now", { count: number(list.length) });
    const items = list.slice(0, MOST_STATES).map(({ node, isSolved, merit }) =>
      h(
        "li",
        { class: isSolved ? "solved" : "live", on: { pointerenter: () => this.point(node), pointerleave: () => this.point(null) } },
        h("span", { class: "where" }, this.scale.name(node)),
        h("span", { class: "kind" }, t(isSolved ? "solved" : "live")),
        h("span", { class: "merit" }, this.scale.score(merit)),
      ),
    );
    if (list.length > MOST_STATES) items.push(h("li", { class: "more" }, t("more-states", { count: number(list.length - MOST_STATES) })));
    if (list.length === 0) items.push(h("li", { class: "none" }, t("list-empty")));
    this.list.replaceChildren(...items);
    this.list.setAttribute("aria-label", this.listHeading.textContent);
    reachable(this.list);
  }

  /** Point at a node in the tree. */
  point(node) {
    for (const each of this.drawing.element.querySelectorAll(".pointed")) each.classList.remove("pointed");
    if (node !== null) this.drawing.nodes[node].classList.add("pointed");
  }

  /** Leave out what is known of a node and of those above it, while that is asked; of none without a node. */
  conceal(node) {
    for (const each of this.drawing.element.querySelectorAll(".asked-for")) each.classList.remove("asked-for");
    this.element.classList.toggle("concealing", node !== null);
    if (node !== null) for (const each of this.tree.path(node)) this.drawing.nodes[each].classList.add("asked-for");
  }

  showPasses() {
    const all = this.replay.passes.filter((each) => each.node === 0);
    const items = all.slice(-MOST_PASSES).map(({ alpha, beta, value }) => {
      const proved = value === null ? "…" : this.scale.known(...this.scale.proves(alpha, beta, value));
      return h("li", { "aria-current": value === null ? "step" : null }, h("span", { class: "window" }, this.scale.window(alpha, beta)), " → ", h("b", {}, proved));
    });
    this.passes.start = Math.max(1, all.length - MOST_PASSES + 1);
    this.passes.replaceChildren(...(items.length ? items : [h("li", { class: "none" }, t("passes-none"))]));
    this.passes.setAttribute("aria-label", t("passes-now"));
    reachable(this.passes);
  }

  /** Go to the moment at which a processor begins a block. */
  toBlock({ processor, node, start }) {
    const { kind, node: nodes, processor: by, time } = this.replay.steps;
    const step = kind.findIndex((each, i) => each === "enter" && nodes[i] === node && by[i] === processor && time[i] === start);
    if (step >= 0) this.onStep(this, step + 1);
  }

  /** A person points at a node: its position is shown until the next step. */
  choose(node) {
    this.inspect(node);
    this.position?.show(node);
  }

  /** Tell everything about a node a person points at. */
  inspect(node) {
    this.chosen = node;
    const first = this.replay.steps.node.findIndex((each, index) => each === node && ["enter", "take"].includes(this.replay.steps.kind[index]));
    const words = this.drawing.describe(node, this.replay);
    const button = first < 0 ? null : h("button", { type: "button", class: "link", on: { click: () => this.onStep(this, first + 1) } }, t("to-first-visit"));
    const hadFocus = this.inspected.contains(document.activeElement);
    this.inspected.replaceChildren(capital(words), ". ", button ?? t("never-visited"));
    if (hadFocus) button?.focus({ preventScroll: true });
  }

  save() {
    const { counters, at, length } = this.replay;
    const words = [t("step-of", { step: number(at), whole: number(length) })];
    for (const [key, [now]] of Object.entries(counters)) words.push(`${t(`count-${key}`)} ${number(now)}`);
    const known = this.replay.known(0, this.scale);
    if (known) words.push(`${t("count-value")} ${known}`);
    this.drawing.setScale(Math.min(1, MOST_WIDTH / this.drawing.box.width)); // the whole tree, however it is looked at
    download(svgText(this.drawing, this.title, words.join(" · ")), `damier-${this.performance.algorithm}-${at}.svg`);
    this.zoom.tellScale();
  }
}

/** What can be scrolled can be reached by keyboard. */
function reachable(element) {
  if (element.scrollHeight > element.clientHeight + 1) element.setAttribute("tabindex", "0");
  else element.removeAttribute("tabindex");
}
