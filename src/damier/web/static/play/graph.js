// What the positions of a game are worth, as a curve over its moves. A point follows the mouse or the arrow keys and tells the
// move there; a click or Enter goes to it. Bad moves have their signs on the curve.

import { h, svg } from "../dom.js";
import { t } from "../words.js";
import { numbersAlong } from "./numbering.js";
import { worthDetails } from "./worths.js";

const [WIDTH, HEIGHT] = [600, 120]; // of the drawing, which is stretched; signs and the point are not part of it
export const MARKS = { "?!": "inexact", "?": "mistake", "??": "blunder" }; // classes

export class Graph {
  /** `go(node)` shows a position. */
  constructor(go) {
    this.go = go;
    this.at = null; // the ply that is pointed at
    this.label = h("p", { class: "graph-label", id: "graph-label", hidden: true });
    this.point = h("span", { class: "graph-point", hidden: true, "aria-hidden": "true" });
    this.drawn = h("div", { class: "graph-drawn" });
    this.element = h(
      "div",
      {
        class: "graph-holder",
        id: "graph",
        role: "slider",
        tabindex: 0,
        on: {
          click: (event) => this.choose(this.plyAt(event)),
          pointermove: (event) => this.pointAt(this.plyAt(event)),
          pointerleave: () => document.activeElement !== this.element && this.pointAt(null),
          focus: () => this.element.matches(":focus-visible") && this.pointAt(this.at ?? this.here),
          blur: () => this.pointAt(null),
          keydown: (event) => this.key(event),
        },
      },
      this.drawn,
      this.point,
      this.label,
    );
  }

  show(state) {
    this.state = state;
    this.numbers = numbersAlong(state);
    const nodes = new Map(state.nodes.map((node) => [node.node, node]));
    this.plies = state.line.map((number, ply) => ({ number, ply, node: nodes.get(number), worth: ply ? nodes.get(number)?.worth : state.start_worth }));
    const points = this.plies.filter((each) => each.worth);
    this.element.hidden = points.length < 2;
    if (this.element.hidden) return;
    this.last = Math.max(1, this.plies.length - 1);
    this.here = state.line.indexOf(state.here);
    const x = (ply) => (WIDTH * ply) / this.last;
    const y = (share) => HEIGHT * this.height(share);
    const path = points.map(({ ply, worth }, i) => `${i ? "L" : "M"}${x(ply).toFixed(1)} ${y(worth.share).toFixed(1)}`).join("");
    const middle = y(0.5);
    const picture = svg(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "graph", "aria-hidden": "true", preserveAspectRatio: "none" },
      svg("path", { class: "area", d: `${path}L${x(points.at(-1).ply)} ${middle}L${x(points[0].ply)} ${middle}z` }),
      svg("path", { class: "even", d: `M0 ${middle}H${WIDTH}` }),
      svg("path", { class: "curve", d: path }),
      svg("path", { class: "here", d: `M${x(this.here)} 0V${HEIGHT}` }),
    );
    const signs = points.filter(({ node }) => node?.mark).map((each) => this.placed(h("span", { class: `sign ${MARKS[each.node.mark]}`, "aria-hidden": "true" }, each.node.mark), each));
    this.drawn.replaceChildren(picture, ...signs);
    this.element.setAttribute("aria-label", t("graph"));
    this.element.setAttribute("aria-valuemin", 0);
    this.element.setAttribute("aria-valuemax", this.plies.length - 1);
    this.pointAt(this.at);
  }

  /** Where a share lies in the picture, from 0 at its top; a little is left at both ends. */
  height(share) {
    return 0.06 + 0.88 * (1 - share);
  }

  /** Put something where a position lies. */
  placed(element, { ply, worth }) {
    element.style.setProperty("--x", ply / this.last);
    element.style.setProperty("--y", this.height(worth?.share ?? 0.5));
    return element;
  }

  plyAt(event) {
    const box = this.drawn.getBoundingClientRect();
    return Math.max(0, Math.min(this.plies.length - 1, Math.round(((event.clientX - box.left) / box.width) * this.last)));
  }

  /** Point at a position, or at none: its number, move, worth and sign are told. */
  pointAt(ply) {
    const each = ply === null ? null : this.plies[ply];
    this.at = each ? ply : null;
    this.label.hidden = this.point.hidden = !each;
    const told = this.plies[this.at ?? this.here];
    this.element.setAttribute("aria-valuenow", told?.ply ?? 0);
    this.element.setAttribute("aria-valuetext", told ? this.words(told) : "");
    if (!each) return;
    this.label.textContent = this.words(each);
    this.placed(this.point, each);
    this.placed(this.label, each);
  }

  words({ node, worth }) {
    const told = worth ? worthDetails(this.state, worth) : t("bar-unknown");
    return node ? t("graph-at", { number: this.numbers.get(node.node), move: `${node.move}${node.mark}`, worth: told }) : t("graph-start", { worth: told });
  }

  choose(ply) {
    this.go(this.state.line[ply]);
  }

  key(event) {
    const at = this.at ?? this.here;
    const places = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, Home: 0, End: this.plies.length - 1 };
    if (event.key === "Enter" || event.key === " ") this.choose(at);
    else if (event.key in places) this.pointAt(Math.max(0, Math.min(this.plies.length - 1, places[event.key])));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
