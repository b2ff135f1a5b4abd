// What stands in the cells of a board, drawn: grounds, pieces, discs, pits, fields, and the marks on them.

import { svg } from "../dom.js";
import { t } from "../words.js";
import { crown, grown, isSeeds, letterSize, seeds } from "./draw.js";
import { figure, figureName, isFigure } from "./figures.js";
import { FIELD, FIELD_WIDTH, SIZE, has } from "./geometry.js";

const [PEBBLES, MOST_PEBBLES] = [9, 36]; // in a line, and in all, that are drawn one by one
const CROWN = "K"; // the text of a disc that is a king
const TOLD = ["check", "line"]; // what is shown of cells that has words of its own

/** What stands in a cell, in words. */
export function inWords(cell, players) {
  const owner = cell.owner >= 0 ? t(players[cell.owner]) : "";
  const disc = cell.look === "disc" && (cell.text === CROWN ? t("disc-crowned") : cell.text || t("disc"));
  const what = isFigure(cell) ? t(`figure-${figureName(cell)}`) : disc || cell.text;
  return [owner, what].filter(Boolean).join(", ") || t("empty");
}

/** What a cell is called. */
export function placeName({ rows, columns, cells }, [row, column]) {
  if (cells[row][column].name) return cells[row][column].name;
  if (rows[row] && columns[column]) return `${columns[column]}${rows[row]}`;
  return t("row-column", { row: rows[row] || row + 1, column: columns[column] || column + 1 });
}

export class Cells {
  /** Draws the cells of a state by a geometry; `number` tells boards of a page apart, `fresh` are the cells of pieces just placed. */
  constructor(geometry, state, number, fresh) {
    Object.assign(this, { geometry, state, number, fresh });
    this.kind = geometry.kind;
    this.groups = new Map();
  }

  /** All cells; `marksOf(place)` are signs of what the last move has done there. */
  all(marksOf) {
    const group = svg("g", { class: "cells" });
    this.state.board.cells.forEach((line, row) =>
      line.forEach((cell, column) => {
        const drawn = this.cell(cell, [row, column], marksOf([row, column]));
        this.groups.set(`${row},${column}`, drawn);
        group.append(drawn);
      }),
    );
    return group;
  }

  /** Let something stand in a cell in place of what is drawn there. */
  replace(cell, place, marks = []) {
    const key = `${place}`;
    const drawn = this.cell(cell, place, marks);
    this.groups.get(key)?.replaceWith(drawn);
    this.groups.set(key, drawn);
    return drawn;
  }

  /** What stands in a cell, without its ground. */
  standing(place) {
    return this.groups.get(`${place}`)?.querySelector(".stands");
  }

  shownAs(place) {
    return Object.entries(this.state.highlights ?? {}).filter(([, cells]) => has(cells, place)).map(([kind]) => kind);
  }

  cell(cell, place, marks = []) {
    const shown = this.shownAs(place);
    const words = [inWords(cell, this.state.players), ...shown.filter((kind) => TOLD.includes(kind)).map((kind) => t(`shown-${kind}`))];
    const group = svg("g", { class: "cell", role: "img", "aria-label": `${placeName(this.state.board, place)}: ${words.join(", ")}` });
    if (this.kind === "fields") group.append(...this.field(cell, place));
    else if (this.kind === "pits") group.append(...this.pit(cell, place));
    else group.append(this.ground(place));
    if (has(this.state.last, place) && (cell.look !== "disc" || this.geometry.isChequered)) group.append(this.mark(cell, place, "last"));
    const isDisc = cell.look === "disc" && this.kind !== "pits";
    if (!isDisc) group.append(...shown.map((kind) => this.mark(cell, place, `shown shown-${kind}`)));
    if (cell.name && this.kind === "squares") group.append(this.nameOfCell(cell, place));
    group.append(...marks);
    if (["falling", "squares"].includes(this.kind)) group.append(svg("g", { class: "stands" }, ...this.piece(cell, place)));
    if (isDisc) group.append(...shown.map((kind) => this.ring(place, kind)));
    return group;
  }

  /** An empty cell: a hole to look through, or a square of the chequered board. */
  ground(place) {
    const [x, y] = this.geometry.middle(place);
    if (this.kind === "falling") return svg("circle", { class: "hole", cx: x, cy: y, r: 42 });
    const shade = (place[0] + place[1]) % 2 ? "square dark" : "square light";
    if (this.geometry.isChequered) return svg("rect", { class: shade, x: x - SIZE / 2, y: y - SIZE / 2, width: SIZE, height: SIZE });
    return svg("rect", { class: shade, ...this.geometry.square(place, 2, 8) });
  }

  /** The name of a cell, small in its corner. */
  nameOfCell(cell, place) {
    const { x, y } = this.geometry.square(place, 0, 0);
    return svg("text", { class: "cell-name", x: x + 12, y: y + 11, "aria-hidden": "true" }, cell.name);
  }

  piece(cell, place) {
    const [x, y] = this.geometry.middle(place);
    if (cell.look === "disc") return [this.disc(cell, place)];
    if (!cell.text) return [];
    const owner = cell.owner >= 0 ? ` p${cell.owner}` : "";
    const fresh = has(this.fresh, place) ? " fresh" : "";
    if (isFigure(cell)) return [figure(cell, x, y, fresh)];
    if (owner && cell.text === "X") {
      return [svg("path", { class: `stroke${owner}${fresh}`, d: `M${x - 24} ${y - 24}l48 48m0-48l-48 48` })];
    }
    if (owner && cell.text === "O") return [svg("circle", { class: `stroke${owner}${fresh}`, cx: x, cy: y, r: 27 })];
    return [svg("text", { class: `piece${owner}${fresh}`, x, y, "font-size": letterSize(cell.text) }, cell.text)];
  }

  disc({ owner, text }, place) {
    const [cx, cy] = this.geometry.middle(place);
    const isLast = has(this.state.last, place);
    const disc = svg(
      "g",
      { class: `disc p${owner}` },
      svg("circle", { class: "edge", cx, cy, r: 42 }),
      svg("circle", { class: "face", cx, cy, r: 31 }),
    );
    if (isLast && !this.geometry.isChequered) disc.append(svg("circle", { class: "last", cx, cy, r: 11 }));
    if (text === CROWN) disc.append(crown(cx, cy));
    if (has(this.fresh, place)) {
      disc.classList.add(this.kind === "falling" ? "dropped" : "fresh");
      disc.style.setProperty("--drop", `${-SIZE * (place[0] + 1)}px`);
      disc.style.setProperty("--fall-time", `${180 + 70 * place[0]}ms`);
    }
    return this.kind === "falling" ? svg("g", { "clip-path": `url(#holes-${this.number})` }, disc) : disc;
  }

  /** A pit with its seeds. */
  pit(cell, place) {
    const [x, y] = this.geometry.middle(place);
    if (cell.look !== "pit") return this.piece(cell, place);
    const owner = cell.owner >= 0 ? ` p${cell.owner}` : "";
    if (!isSeeds(cell)) {
      return [
        svg("circle", { class: `pit${owner}`, cx: x, cy: y, r: 42 }),
        svg("text", { class: `piece${owner}`, x, y, "font-size": letterSize(cell.text) }, cell.text),
      ];
    }
    const { x: left, y: top, width, height, rx } = this.geometry.hollow(place);
    return [
      svg("rect", { class: `pit${owner}`, x: left, y: top, width, height, rx }),
      ...seeds(Number(cell.text), left + width / 2, top + height / 2, height / width),
      svg("text", { class: `count${owner}`, x, y: this.countAt(place) }, cell.text),
    ];
  }

  /** How high the number of a pit's seeds stands. */
  countAt(place) {
    const { y, height } = this.geometry.hollow(place);
    return this.geometry.numberAbove(place) ? y - 15 : y + height + 17;
  }

  /** A field of a position that draws nothing of its own: its number, its name, and pebbles if it is a small number. */
  field(cell, place) {
    const [x, y] = this.geometry.middle(place);
    const [, name, number] = FIELD.exec(cell.text);
    const left = x - FIELD_WIDTH / 2 + 4;
    const pebbles = svg("g", { class: "pebbles" });
    const count = number > 0 && number <= MOST_PEBBLES ? Number(number) : 0;
    const top = y - (Math.ceil(count / PEBBLES) - 1) * 9.5;
    for (let i = 0; i < count; i++) {
      const line = Math.floor(i / PEBBLES);
      pebbles.append(svg("circle", { cx: left + 138 + 19 * (i % PEBBLES), cy: top + 19 * line, r: 7 }));
    }
    const middle = count ? left + 66 : x;
    return [
      svg("rect", { class: "panel", x: left, y: y - 48, width: FIELD_WIDTH - 8, height: 96, rx: 18 }),
      svg("text", { class: `number${number.length > 4 ? " long" : ""}`, x: middle, y: y - 9 }, number),
      svg("text", { class: "name", x: middle, y: y + 27 }, name),
      pebbles,
    ];
  }

  /** A mark on a cell: `last` of the last move, `hinted`, or what the game shows. */
  mark(cell, place, name) {
    const [x, y] = this.geometry.middle(place);
    if (this.kind === "pits" && cell.look === "pit") {
      if (isSeeds(cell)) return svg("rect", { class: name, ...grown(this.geometry.hollow(place), 3) });
      return svg("circle", { class: name, cx: x, cy: y, r: 45 });
    }
    if (this.kind === "falling") return svg("circle", { class: name, cx: x, cy: y, r: 39 });
    if (name.startsWith("shown")) return svg("rect", { class: name, ...this.geometry.square(place, this.geometry.isChequered ? 0 : 2, 6) });
    if (this.geometry.isChequered && name === "last") {
      return svg("rect", { class: "last whole", x: x - SIZE / 2, y: y - SIZE / 2, width: SIZE, height: SIZE });
    }
    return svg("rect", { class: name, ...this.geometry.square(place, 5, 6) });
  }

  /** What the game shows of a disc: a ring on it. */
  ring(place, kind) {
    const [cx, cy] = this.geometry.middle(place);
    return svg("circle", { class: `shown ring shown-${kind}`, cx, cy, r: 37 });
  }
}
