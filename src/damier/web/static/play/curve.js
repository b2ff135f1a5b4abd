// How strong a game has become while it taught itself: a point for each generation, over the games it has played or the time it took.
// A point is full where the generation was taken, hollow where it was not. What is drawn is also a table, beside it.

import { h, svg } from "../dom.js";
import { number, t } from "../words.js";

const HEIGHT = 230; // pixels
const [LEFT, RIGHT, TOP, BOTTOM] = [48, 14, 12, 38]; // what is left around the plot
const STEPS = [1, 2, 5, 10];
const LEAST = 100; // rating points that the plot is high at least
const LABEL = 78; // pixels for a number below the plot

/** A distance between marks so that there are about so many up to the highest value. */
function distance(highest, count) {
  const rough = highest / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * STEPS.find((step) => step * power >= rough * 0.999);
}

/** The marks from 0 to a value. */
function marks(highest, count, least = 0) {
  const step = Math.max(distance(highest, count), least);
  return Array.from({ length: Math.floor(highest / step + 1e-9) + 1 }, (_, i) => i * step);
}

/** What stands below the plot: a unit in which its numbers are short. */
const AXES = {
  games: () => ({ of: ({ games }) => games, unit: 1, label: t("learn-axis-games"), least: 1 }),
  time: (generations) => {
    const longest = generations.at(-1)?.seconds ?? 0;
    if (longest < 300) return { of: ({ seconds }) => seconds, unit: 1, label: t("learn-axis-seconds") };
    if (longest < 4 * 3600) return { of: ({ seconds }) => seconds, unit: 60, label: t("learn-axis-minutes") };
    return { of: ({ seconds }) => seconds, unit: 3600, label: t("learn-axis-hours") };
  },
};

export class Curve {
  /** `choose(number)` hears which generation was clicked. */
  constructor(choose) {
    this.choose = choose;
    this.by = "games";
    this.generations = [];
    this.drawn = h("div", { class: "learn-curve" });
    this.choices = h(
      "fieldset",
      { class: "segments learn-by" },
      h("legend", { class: "unseen", word: "learn-by" }),
      ...["games", "time"].flatMap((by) => {
        const input = h("input", { type: "radio", name: "learn-by", id: `learn-by-${by}`, value: by, checked: by === this.by, on: { change: () => this.turn(by) } });
        return [input, h("label", { for: input.id, word: `learn-by-${by}` })];
      }),
    );
    this.element = h("div", { class: "learn-plot" }, this.choices, this.drawn);
    this.watch = new ResizeObserver(() => this.draw());
    this.watch.observe(this.drawn);
  }

  close() {
    this.watch.disconnect();
  }

  turn(by) {
    this.by = by;
    this.draw();
  }

  show(generations, best, chosen) {
    Object.assign(this, { generations, best, chosen });
    this.draw();
  }

  draw() {
    const width = this.drawn.clientWidth;
    const { generations } = this;
    this.choices.hidden = !generations.length;
    if (!generations.length) {
      this.drawn.replaceChildren(h("p", { class: "learn-empty" }, t("learn-curve-none")));
      return;
    }
    if (!width) return;
    const axis = AXES[this.by](generations);
    const first = { number: 0, rating: 0, better: true, games: 0, seconds: 0 };
    const points = [first, ...generations];
    const furthest = Math.max(axis.unit, ...points.map(axis.of));
    const highest = Math.max(LEAST, ...points.map(({ rating }) => rating)) * 1.08;
    const x = (value) => LEFT + ((width - LEFT - RIGHT) * value) / furthest;
    const y = (rating) => HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - TOP) * rating) / highest;
    const label = (className, at, text) => svg("text", { class: className, x: at.x.toFixed(1), y: at.y.toFixed(1), "text-anchor": at.anchor }, text);
    const across = marks(highest, 5).flatMap((rating) => [
      svg("path", { class: "grid", d: `M${LEFT} ${y(rating).toFixed(1)}H${width - RIGHT}` }),
      label("mark", { x: LEFT - 7, y: y(rating) + 4, anchor: "end" }, rating ? `+${number(rating)}` : "0"),
    ]);
    const count = Math.max(2, Math.floor((width - LEFT - RIGHT) / LABEL));
    const below = marks(furthest / axis.unit, count, axis.least).map((value) => label("mark", { x: x(value * axis.unit), y: HEIGHT - BOTTOM + 17, anchor: "middle" }, number(value)));
    const path = points.map((each, i) => `${i ? "L" : "M"}${x(axis.of(each)).toFixed(1)} ${y(each.rating).toFixed(1)}`).join("");
    const dots = points.map((each) => this.dot(each, x(axis.of(each)), y(each.rating)));
    const picture = svg(
      "svg",
      { width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": this.words() },
      ...across,
      ...below,
      label("title", { x: (LEFT + width - RIGHT) / 2, y: HEIGHT - 4, anchor: "middle" }, axis.label),
      svg("path", { class: "area", d: `${path}L${x(axis.of(points.at(-1))).toFixed(1)} ${y(0)}L${x(0)} ${y(0)}z` }),
      svg("path", { class: "curve", d: path }),
      ...dots,
    );
    this.drawn.replaceChildren(picture);
  }

  /** The point of a generation, which tells of it when it is pointed at. */
  dot(each, cx, cy) {
    const kind = each.better ? "taken" : "left";
    const dot = svg("circle", { class: `point ${kind}${each.number === this.chosen ? " chosen" : ""}`, cx: cx.toFixed(1), cy: cy.toFixed(1), r: 4.5 }, svg("title", {}, generationWords(each)));
    dot.addEventListener("click", () => this.choose(each.number));
    return dot;
  }

  /** What the plot shows, for who listens. */
  words() {
    const last = this.generations.at(-1);
    return t("learn-curve", { count: number(last.number), rating: rated(last.rating), games: number(last.games), best: number(this.best) });
  }
}

/** Rating points with their sign. */
export const rated = (rating) => (Math.round(rating) > 0 ? `+${number(Math.round(rating))}` : number(Math.round(rating)));

/** A generation in a few words. */
export function generationWords({ number: which, rating, better }) {
  if (which === 0) return t("learn-first");
  return t(better ? "learn-generation-taken" : "learn-generation-left", { number: number(which), rating: rated(rating) });
}

/** The generations that one can play against, the best first and then the latest, each with its name; none if nothing was learnt. */
export function learntNames({ generations, playable, best }) {
  if (playable.length < 2) return [];
  const named = [...playable].reverse().map((which) => [which, generationWords(generations[which - 1] ?? { number: 0 })]);
  const isBest = ([which]) => which === best;
  return [...named.filter(isBest).map(([which, name]) => [which, t("learn-best", { name })]), ...named.filter((each) => !isBest(each))];
}
