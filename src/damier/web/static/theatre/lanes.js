// What simulated processors do along a line of time: a lane each, a block for whatever it searches without a break. Hatched is
// what was thrown away, a red edge a stop order, a dashed line the moment at which a bound rises. Arrow keys walk through
// the blocks; Enter goes to the moment at which one begins.

import { number } from "../words.js";
import { walks } from "./keyboard.js";
import { isDuring } from "./replay.js";
import { capital } from "./sentences.js";
import { h, t } from "./words.js";

export const COLOURS = 8; // of processors: then they begin again

const TALL = 12; // so many lanes are high enough for words
const TICKS = [1, 2, 5];
const MOST_TICKS = 8;
const LETTER = 7; // pixels, about
const APART = 46; // pixels between the words of two bounds

export class Lanes {
  constructor(tree, scale, performance, longest, { onChoose, onPoint }) {
    Object.assign(this, { tree, scale, performance, longest, onChoose, onPoint });
    Object.assign(this, performance.lanes);
    this.cursor = 0;
    this.build();
    new ResizeObserver(() => this.fit()).observe(this.field);
  }

  get isLow() {
    return this.processors > TALL;
  }

  build() {
    this.items = this.blocks.map((block, i) => this.buildBlock(block, i));
    this.rows = Array.from({ length: this.processors }, (_, who) =>
      h("div", { class: `lane lane-${who % COLOURS}`, role: "group" }, ...this.items.filter((_, i) => this.blocks[i].processor === who)),
    );
    this.names = Array.from({ length: this.processors }, (_, who) => h("span", { class: `lane-name lane-${who % COLOURS}` }, this.isLow && who % 4 ? "" : String(who + 1)));
    this.rises = this.bounds().map(({ time, text }) => place(h("div", { class: text ? "rise" : "rise minor" }, text ? h("span", {}, text) : null), time, null, this.longest));
    this.now = h("div", { class: "now-line" });
    this.later = h("div", { class: "later" });
    this.axis = h("div", { class: "lane-axis", "aria-hidden": "true" }, ...ticks(this.longest).map((time) => place(h("span", {}, number(time)), time, null, this.longest)));
    this.list = h("div", { class: "lane-rows", role: "listbox", on: { keydown: (event) => this.walk(event), pointerleave: () => this.point(null) } }, ...this.rows);
    this.field = h("div", { class: "lane-field" }, h("div", { class: "rises", "aria-hidden": "true" }, ...this.rises), this.list, this.later, this.now, this.axis);
    this.words = h("p", { class: "lane-words" });
    this.heading = h("h3", { word: "lanes" });
    this.element = h("section", { class: `lanes ${this.isLow ? "low" : ""}` }, this.heading, h("div", { class: "lane-frame" }, h("div", { class: "lane-names", "aria-hidden": "true" }, ...this.names), this.field), this.words);
    this.items[0]?.setAttribute("tabindex", "0");
  }

  buildBlock(block, i) {
    const kinds = ["block", block.is_thrown_away ? "thrown" : "", block.is_stopped ? "stopped" : "", block.is_visit ? "visit" : ""];
    const element = h(
      "div",
      { class: kinds.filter(Boolean).join(" "), role: "option", tabindex: "-1", "aria-selected": "false", on: { click: () => this.choose(i), focus: () => this.point(i), pointerenter: () => this.point(i) } },
      h("span", {}, this.isLow ? "" : this.scale.name(block.node)),
    );
    return place(element, block.start, block.end, this.longest);
  }

  /** The moments at which a bound rises, and that of the root then; of one moment the last. */
  bounds() {
    const { kind, node, value, time } = this.performance.steps;
    const found = new Map();
    kind.forEach((each, i) => {
      if (each === "bound") found.set(time[i], node[i] === 0 ? this.scale.score(value[i]) : (found.get(time[i]) ?? ""));
    });
    return [...found].map(([at, text]) => ({ time: at, text }));
  }

  /** Leave out words for which there is no room. */
  fit() {
    const width = this.field.clientWidth;
    this.items.forEach((item, i) => {
      const { start, end } = this.blocks[i];
      item.classList.toggle("wordless", ((end - start) / this.longest) * width < item.textContent.length * LETTER + 6);
    });
    let last = -APART;
    for (const rise of this.rises.filter((each) => each.firstChild)) {
      const at = (Number(rise.dataset.time) / this.longest) * width;
      rise.classList.toggle("wordless", at - last < APART);
      if (at - last >= APART) last = at;
    }
  }

  /** Show who is at work at a moment. */
  show(replay) {
    const time = replay.time;
    this.now.style.left = this.later.style.left = `${(100 * time) / this.longest}%`;
    this.items.forEach((item, i) => {
      const isAtWork = replay.at < replay.length && isDuring(time, this.blocks[i].start, this.blocks[i].end);
      if ((item.getAttribute("aria-selected") === "true") !== isAtWork) item.setAttribute("aria-selected", isAtWork);
    });
    this.replay = replay;
    if (this.pointed === undefined) this.point(null);
  }

  translate() {
    this.list.setAttribute("aria-label", t("lanes-label"));
    this.rows.forEach((row, who) => row.setAttribute("aria-label", t("processor-called", { who: who + 1 })));
    this.items.forEach((item, i) => {
      item.setAttribute("aria-label", this.describe(i));
      item.title = this.describe(i);
    });
    this.point(this.pointed ?? null);
  }

  /** A block in a sentence. */
  describe(i) {
    const { processor, node, start, end, alpha, beta, value, is_visit, is_stopped, is_thrown_away } = this.blocks[i];
    const words = [t("block-who", { who: processor + 1, node: this.scale.called(node) })];
    words.push(t("block-when", { start: number(start), end: number(end), count: end - start }));
    words.push(t("block-window", { window: this.scale.window(alpha, beta) }));
    if (value !== null) {
      const known = this.tree.isLeaf(node) ? [value, value] : this.scale.proves(alpha, beta, value);
      words.push(t("value-known", { value: this.scale.knownInWords(...known) }));
    }
    else if (is_visit) words.push(t("block-visit"));
    if (is_stopped) words.push(t("block-stopped"));
    else if (is_thrown_away) words.push(t("block-in-vain"));
    return words.join(", ");
  }

  /** All of it in a sentence. */
  get summary() {
    const { processors, time, idle, thrown_away, speed_up } = this;
    const values = { processors, time: number(time), idle: number(idle), thrown: number(thrown_away), speed: speed_up === null ? "?" : number(speed_up, 2) };
    return t("lanes-summary", values);
  }

  point(i) {
    this.pointed = i;
    this.words.textContent = i === null ? this.summary : capital(this.describe(i)) + ".";
    this.onPoint(i === null ? null : this.blocks[i].node);
  }

  /** Go to the moment at which a block begins. */
  choose(i) {
    this.reach(i);
    this.onChoose(this.blocks[i]);
  }

  reach(i) {
    this.items[this.cursor].setAttribute("tabindex", "-1");
    this.cursor = i;
    this.items[i].setAttribute("tabindex", "0");
    this.items[i].focus({ preventScroll: true });
  }

  walk(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || (!walks() && event.key !== "Enter")) return;
    const { processor, start } = this.blocks[this.cursor];
    const of = (who) => this.blocks.map((block, i) => ({ ...block, i })).filter((block) => block.processor === who);
    const own = of(processor);
    const place = own.findIndex((block) => block.i === this.cursor);
    const beside = (way) => {
      for (let who = processor + way; who >= 0 && who < this.processors; who += way) {
        const others = of(who);
        if (others.length) return others.findLast((block) => block.start <= start)?.i ?? others[0].i;
      }
      return undefined;
    };
    const act = {
      ArrowLeft: () => own[place - 1]?.i,
      ArrowRight: () => own[place + 1]?.i,
      ArrowUp: () => beside(-1),
      ArrowDown: () => beside(1),
      Home: () => own[0].i,
      End: () => own.at(-1).i,
    }[event.key];
    if (event.key === "Enter" || event.key === " ") this.choose(this.cursor);
    else if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    const target = act?.();
    if (target !== undefined) this.reach(target);
  }
}

/** Put an element at its place along the line. */
function place(element, start, end, longest) {
  element.style.left = `${(100 * start) / longest}%`;
  if (end !== null) element.style.width = `${(100 * (end - start)) / longest}%`;
  element.dataset.time = start;
  return element;
}

/** Round moments, not too many. */
function ticks(longest) {
  let step = 1;
  for (let power = 1; longest / step > MOST_TICKS; power *= 10) {
    step = TICKS.map((each) => each * power).find((each) => longest / each <= MOST_TICKS) ?? power * 10;
  }
  return Array.from({ length: Math.floor(longest / step) + 1 }, (_, i) => i * step);
}
