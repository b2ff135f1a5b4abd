// The counters of the whole searches in a table, and the commands that print the same.

import { number } from "../words.js";
import { h, t } from "./words.js";

// What is told of searches by several processors
const LANES = [
  ["count-processors", (lanes) => number(lanes.processors)],
  ["count-time", (lanes) => number(lanes.time)],
  ["count-speed-up", (lanes) => (lanes.speed_up === null ? "?" : number(lanes.speed_up, 2))],
  ["count-idle", (lanes) => number(lanes.idle)],
  ["count-thrown-away", (lanes) => number(lanes.thrown_away)],
  ["count-each", (lanes) => lanes.nodes_each.map((each) => number(each)).join(" · ")],
];

/** What stands below the trees. */
export function resultsOf(all, evening) {
  const scale = all[0].scale; // of all: they write scores alike
  const rows = [
    ["count-value", (each) => (each.interval ? scale.interval(each, { alpha: each.low, beta: each.high, value: each.value }) : scale.score(each.value))],
    ["count-leaves", (each) => number(each.leaves)],
    ["count-nodes", (each) => number(each.nodes)],
    ["count-hits", (each) => (each.has_table ? number(each.hits) : "–")],
    ["count-passes", (each) => number(each.passes)],
    ["count-held", (each) => number(each.memory)],
    ...(all.some((each) => each.lanes) ? LANES : []).map(([key, text]) => [key, (each) => (each.lanes ? text(each.lanes) : "–")]),
    ["best-line", (each) => each.moves.map((move) => scale.shown(move)).join(" ")],
  ];
  const least = { "count-leaves": "leaves", "count-nodes": "nodes" };
  const cell = (key, text, each) => {
    const isLeast = all.length > 1 && key in least && each[least[key]] === Math.min(...all.map((other) => other.performance[least[key]]));
    return h("td", { class: isLeast ? "least" : null }, text(each));
  };
  const table = h(
    "table",
    {},
    h("thead", {}, h("tr", {}, h("td", {}), ...all.map((each) => h("th", { scope: "col" }, each.title)))),
    h("tbody", {}, ...rows.map(([key, text]) => h("tr", {}, h("th", { scope: "row" }, t(key)), ...all.map((each) => cell(key, text, each.performance))))),
  );
  const commands = all.map((each) => each.performance.command).filter(Boolean);
  return [
    h("h2", {}, t("results")),
    h("p", { class: "size" }, t("tree-size", { nodes: number(all[0].tree.size), leaves: number(all[0].tree.leaves), depth: evening.depth })),
    h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": t("results") }, table),
    commands.length ? h("p", { class: "size" }, t("same-counters")) : "",
    commands.length ? h("pre", { tabindex: "0" }, commands.join("\n")) : "",
  ];
}
