// What the positions of a game are worth, as a curve over its moves.

import { svg } from "../dom.js";
import { t } from "../words.js";

const [WIDTH, HEIGHT, PAD] = [600, 120, 6];

/** Draw the curve of the line on the board; a click on it shows that position. */
export function drawGraph(holder, state, go) {
  const nodes = new Map(state.nodes.map((node) => [node.node, node]));
  const known = state.line.map((number, ply) => ({
    number,
    ply,
    node: nodes.get(number),
    worth: ply ? nodes.get(number)?.worth : state.start_worth,
  }));
  const points = known.filter((each) => each.worth);
  holder.hidden = points.length < 2;
  if (holder.hidden) return;
  const last = Math.max(1, state.line.length - 1);
  const x = (ply) => PAD + ((WIDTH - 2 * PAD) * ply) / last;
  const y = (share) => PAD + (HEIGHT - 2 * PAD) * (1 - share);
  const path = points.map(({ ply, worth }, i) => `${i ? "L" : "M"}${x(ply).toFixed(1)} ${y(worth.share).toFixed(1)}`).join("");
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "graph", role: "img", "aria-label": t("graph"), preserveAspectRatio: "none" });
  const middle = y(0.5);
  picture.append(
    svg("path", { class: "area", d: `${path}L${x(points.at(-1).ply)} ${middle}L${x(points[0].ply)} ${middle}z` }),
    svg("path", { class: "even", d: `M0 ${middle}H${WIDTH}` }),
    svg("path", { class: "curve", d: path }),
  );
  const here = state.line.indexOf(state.here);
  picture.append(svg("path", { class: "here", d: `M${x(here)} 0V${HEIGHT}` }));
  for (const { ply, node, worth } of points) {
    if (node?.mark) picture.append(svg("circle", { class: node.mark === "??" ? "blunder" : "mistake", cx: x(ply), cy: y(worth.share), r: 5 }));
  }
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const ply = Math.round(((event.clientX - box.left) / box.width) * last);
    go(state.line[Math.max(0, Math.min(last, ply))]);
  });
  picture.addEventListener("pointermove", (event) => {
    const box = picture.getBoundingClientRect();
    const each = known[Math.max(0, Math.min(last, Math.round(((event.clientX - box.left) / box.width) * last)))];
    holder.title = each?.node ? t("graph-at", { number: each.ply, move: each.node.move, worth: each.worth?.text ?? "?" }) : "";
  });
  holder.replaceChildren(picture);
}
