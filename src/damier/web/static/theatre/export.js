// A drawing as a file of its own: the whole tree as it stands, a heading, and all styles written into it.

import { svg } from "../dom.js";

const STYLES = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "paint-order",
  "vector-effect", "opacity", "visibility", "display", "font-family", "font-size", "font-style", "font-weight", "text-anchor",
];
const HEADING = 44;
const LEAST_WIDTH = 460;
export const MOST_WIDTH = 1400; // pixels: a wider tree is scaled down

/** The text of an SVG file. */
export function svgText(drawing, title, subtitle) {
  const { element, box } = drawing;
  const copy = element.cloneNode(true);
  inline(element, copy);
  for (const each of copy.querySelectorAll("*")) {
    if (each.getAttribute("display") === "none" || each.getAttribute("visibility") === "hidden") each.remove();
    else for (const name of ["class", "tabindex", "data-node", "aria-level", "aria-setsize", "aria-posinset", "aria-hidden", "role"]) each.removeAttribute(name);
  }
  const page = getComputedStyle(element);
  const width = Math.max(box.width, LEAST_WIDTH);
  const unit = Math.max(1, width / MOST_WIDTH); // of the drawing, in a pixel
  const heading = HEADING * unit;
  const x = box.x - (width - box.width) / 2;
  const y = box.y - heading;
  const file = svg("svg", {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `${x} ${y} ${width} ${box.height + heading}`,
    width: Math.round(width / unit),
    height: Math.round((box.height + heading) / unit),
    "font-family": page.fontFamily,
  });
  const words = (text, down, size, weight) =>
    svg("text", { x: x + 14 * unit, y: y + down * unit, "font-size": size * unit, "font-weight": weight, fill: page.color }, text);
  file.append(
    svg("title", {}, title),
    svg("rect", { x, y, width, height: box.height + heading, fill: background(element) }),
    words(title, 24, 17, 700),
    words(subtitle, 42, 12, 400),
    ...copy.childNodes,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(file)}\n`;
}

/** Write what the page's style sheet says of each element into its copy. */
function inline(from, to) {
  const style = getComputedStyle(from);
  for (const name of STYLES) {
    const value = style.getPropertyValue(name);
    if (value && !(name === "display" && value !== "none")) to.setAttribute(name, value);
  }
  for (let i = 0; i < from.children.length; i++) inline(from.children[i], to.children[i]);
}

/** The colour behind an element. */
function background(element) {
  for (let at = element; at; at = at.parentElement) {
    const colour = getComputedStyle(at).backgroundColor;
    if (!/^rgba\(.*, 0\)$|transparent/.test(colour)) return colour;
  }
  return "white";
}

/** Let the browser keep a file. */
export function download(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
