// The code of an algorithm with the line at which the search is: the Python that runs, or the pseudo-code of the books. Colours
// for words are put on by a few patterns: enough for the Python of the searches, and for the words of the pseudo-code.

import { h } from "../dom.js";

const PIECES = new RegExp(
  [
    String.raw`(?<comment>#.*$)`,
    String.raw`(?<text>"[^"]*"|'[^']*')`,
    String.raw`(?<keyword>\b(?:def|return|if|elif|else|for|in|while|break|not|and|or|is|None)\b)`,
    String.raw`(?<constant>\b[A-Z][A-Z_]+\b|\b\d+\b)`,
    String.raw`(?<call>\b\w+(?=\())`,
  ].join("|"),
  "g",
);

/** Patterns for pseudo-code whose words are these. */
export const wordsOf = (words) =>
  new RegExp([String.raw`(?<keyword>(?<![\p{L}])(?:${words.join("|")})(?![\p{L}]))`, String.raw`(?<call>\b[A-Z]\w+(?=\())`].join("|"), "gu");

export class Code {
  constructor(lines, kind = "listing", pieces = PIECES) {
    let isText = false; // within a text of several lines
    this.lines = lines.map((line) => {
      const marks = (line.match(/"""/g) ?? []).length;
      const isDoc = isText || marks > 0;
      if (marks === 1) isText = !isText;
      const indent = /^ */.exec(line)[0].length;
      const element = h("li", { class: isDoc ? "explained" : null }, h("code", {}, ...(isDoc ? [line.trim()] : coloured(line.trim(), pieces))));
      element.style.setProperty("--indent", `${indent}ch`);
      return element;
    });
    this.element = h("ol", { class: kind, tabindex: "0" }, ...this.lines);
    this.marked = null;
  }

  /** Mark a line and bring it into view, without moving the page. */
  mark(number) {
    if (this.marked !== null) this.lines[this.marked].removeAttribute("aria-current");
    this.marked = number;
    if (number === null) return;
    const line = this.lines[number];
    line.setAttribute("aria-current", "step");
    const [top, bottom] = [line.offsetTop, line.offsetTop + line.offsetHeight];
    const { scrollTop, clientHeight } = this.element;
    if (top < scrollTop + 8 || bottom > scrollTop + clientHeight - 8) this.element.scrollTop = top - clientHeight / 2;
  }
}

function coloured(line, pieces) {
  const found = [];
  let end = 0;
  for (const piece of line.matchAll(pieces)) {
    const kind = Object.entries(piece.groups).find(([, text]) => text !== undefined)[0];
    found.push(line.slice(end, piece.index), h("span", { class: `py-${kind}` }, piece[0]));
    end = piece.index + piece[0].length;
  }
  return [...found, line.slice(end)].filter((part) => part !== "");
}
