// What the signs in the trees mean: only those that can occur.

import { svg } from "../dom.js";
import { h, t } from "./words.js";

export function legend(performances) {
  const has = (field) => performances.some((each) => each.performance[field]);
  const shows = (interval) => performances.some((each) => each.performance.interval === interval);
  const isCutting = performances.some((each) => each.performance.steps.kind.includes("cut"));
  const isAside = (kind) => performances.some((each) => each.tree.aside.includes(kind));
  const items = [
    [node("max inner visited", 4), "legend-max"],
    [node("min inner visited", 13), "legend-min"],
    [node("max inner visited on-path current", 4), "legend-current"],
    [edge("visited"), "legend-visited"],
    isCutting || has("has_list") ? [edge(isCutting ? "cut is-cut" : "purged is-cut"), isCutting ? "legend-cut" : "legend-purged"] : null,
    isAside("beyond") ? [node("min inner visited aside", 13), "legend-beyond"] : null,
    isAside("pass") ? [edge("visited aside"), "legend-pass"] : null,
    [edge("not-seen"), "legend-unseen"],
    [edge("visited best"), "legend-best"],
    has("has_table") ? [node("min inner visited answered", 13), "legend-hit"] : null,
    performances.some((each) => each.performance.passes > 1) ? [node("max inner visited earlier", 4), "legend-earlier"] : null,
    has("lanes") ? [block("block"), "legend-block"] : null,
    has("lanes") ? [block("block thrown"), "legend-thrown"] : null,
    has("lanes") ? [block("block thrown stopped"), "legend-stopped"] : null,
    has("lanes") ? [h("span", { class: "lanes sign" }, h("span", { class: "rise" })), "legend-rise"] : null,
    shows("bounds") ? [h("span", { class: "sign words" }, "2…5"), "legend-bounds"] : null,
    shows("spread") ? [h("span", { class: "sign words" }, "3±2"), "legend-spread"] : null,
    has("has_list") ? [node("max inner not-seen listed live", 4), "legend-live"] : null,
    has("has_list") ? [node("max inner visited listed solved", 4), "legend-solved"] : null,
  ];
  return h(
    "section",
    { class: "legend", "aria-label": t("legend") },
    h("ul", {}, ...items.filter(Boolean).map(([sign, word]) => h("li", {}, sign, h("span", {}, t(word))))),
  );
}

const sign = (...children) => svg("svg", { class: "tree sign", viewBox: "-20 -15 40 30", "aria-hidden": "true" }, ...children);

function node(kind, radius) {
  const group = svg("g", { class: `node ${kind}` }, svg("rect", { class: "shape", x: -13, y: -10, width: 26, height: 20, rx: Math.min(10, radius) }));
  group.append(svg("circle", { class: "state", cx: 13, cy: -10, r: 4 }));
  return sign(group);
}

function block(kind) {
  return h("span", { class: "lanes sign", "aria-hidden": "true" }, h("span", { class: "lane lane-0" }, h("span", { class: kind })));
}

function edge(kind) {
  const strokes = svg("g", { class: "strokes" }, svg("line", { x1: -4, y1: -6, x2: -1, y2: 6 }), svg("line", { x1: 1, y1: -6, x2: 4, y2: 6 }));
  return sign(svg("g", { class: `edge ${kind}` }, svg("line", { x1: -18, y1: 4, x2: 18, y2: -4 }), strokes));
}
