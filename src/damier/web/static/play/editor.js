// A board set up by hand: choose what to put, then the cells.

import { Refusal, ask, h } from "../dom.js";
import { t } from "../words.js";
import { Board, inWords } from "./board.js";

export class Editor {
  /** `use(text)` is called with the position in writing, `complain(message)` with what is wrong. */
  constructor(holder, use, complain) {
    this.use = use;
    this.complain = complain;
    this.palette = h("div", { class: "palette", role: "group", "data-label": "set-up-pick" });
    this.turn = h("select", { id: "set-up-turn" });
    this.picture = h("div", { class: "board small-board", id: "set-up-board" });
    this.board = new Board(this.picture, (name) => this.put(name));
    holder.append(
      h("p", { class: "numbers", word: "set-up-pick" }),
      this.palette,
      this.picture,
      h("p", { class: "field" }, h("label", { for: "set-up-turn", word: "set-up-turn" }), this.turn),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", word: "set-up-clear", on: { click: () => this.clear() } }),
        h("button", { type: "button", class: "accent", word: "set-up-use", on: { click: () => this.finish() } }),
      ),
    );
  }

  /** Begin with the board of a state, for a game of this palette. */
  open(game, options, state) {
    this.game = game;
    this.options = options;
    this.state = { ...state, changed: [], steps: [], highlights: {}, shapes: [] };
    this.chosen = Math.min(1, game.palette.length - 1);
    this.cells = structuredClone(state.board.cells);
    this.turn.replaceChildren(...state.players.map((name, i) => new Option(t(name), i, false, i === state.turn)));
    this.draw();
  }

  draw() {
    this.palette.replaceChildren(
      ...this.game.palette.map((cell, i) => {
        const name = cell.text || cell.look === "disc" ? inWords(cell, this.state.players.map((each) => t(each))) : t("set-up-nothing");
        const swatch = h("span", { class: "swatch" });
        const small = { ...this.state, id: `swatch-${i}`, here: 0, text: JSON.stringify(cell), last: [], legal: [], board: { cells: [[cell]], rows: [], columns: [], falling: false, theme: "" } };
        new Board(swatch).show(small);
        swatch.setAttribute("aria-hidden", "true");
        const choose = () => {
          this.chosen = i;
          this.draw();
        };
        return h("button", { type: "button", "aria-pressed": String(i === this.chosen), "aria-label": name, title: name, on: { click: choose } }, swatch);
      }),
    );
    // Every cell is a move of its own, named after its place
    const legal = this.cells.flatMap((line, row) => line.map((_, column) => ({ name: `${row},${column}`, cells: [[row, column]], book: null })));
    const board = { ...this.state.board, cells: this.cells, falling: false };
    this.board.show({ ...this.state, id: "set-up", text: JSON.stringify(this.cells), last: [], legal, board }, { playable: true });
  }

  put(name) {
    const [row, column] = name.split(",").map(Number);
    this.cells[row][column] = structuredClone(this.game.palette[this.chosen]);
    this.draw();
  }

  clear() {
    this.cells = this.cells.map((line) => line.map(() => structuredClone(this.game.palette[0])));
    this.draw();
  }

  async finish() {
    const cells = this.cells.map((line) => line.map(({ text, owner }) => ({ text, owner })));
    try {
      const { text } = await ask("POST", "/position", { game: this.game.name, options: this.options, cells, turn: Number(this.turn.value) });
      this.use(text);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.complain(error.message);
    }
  }
}
